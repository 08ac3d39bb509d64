//! The contents of windows: lists of choices, commands, units and log lines; help, briefing, details.

use crate::game::replay::ReplayMode;
use crate::game::view::{Act, PieceView, PreviewRoll};
use crate::game::{Side, Tone};

use super::app::{App, Screen};
use super::commands::Command;
use super::game::Game;
use super::overlay::{CHOICE, Kind, List, Overlay, Purpose, Row, TONES};
use super::shown::Shown;
use super::text::{counted, in_numbers, whole_lines};
use super::theme::Role;

pub use super::ending::decided;

fn row(text: String, tail: String, role: Role, id: usize) -> Row {
    Row { text, tail, role, id, more: Vec::new() }
}

/// Every legal choice that passes the filter.
pub fn choices(game: &Game, typing: bool) -> Overlay {
    let only = game.shown.wanting(&game.pointer);
    let wanted =
        game.shown.in_order(&game.pointer).into_iter().filter(|&n| only.wants(&game.shown.choices[n]));
    let rows = wanted.map(|n| choice_row(game, n));
    let mut list = List::new(Kind::Choices, "Choices", rows.collect());
    // Passing is not selected first if there is anything else to do.
    let doing = |row: &Row| game.shown.choices[row.id].act != Act::Pass;
    let picked = game.pointer.pick.and_then(|pick| list.rows().iter().position(|row| row.id == pick));
    list.selected = picked.or_else(|| list.rows().iter().position(doing)).unwrap_or(0);
    list.typing = typing;
    Overlay::List(list)
}

fn choice_row(game: &Game, n: usize) -> Row {
    let choice = &game.shown.choices[n];
    let preview = game.session.preview(&choice.notation);
    let effect = match &preview {
        _ if !choice.effect.is_empty() => format!("  {}", choice.effect),
        Some(preview) => super::panes::effect(preview),
        None => String::new(),
    };
    let own = game.shown.worth.get(&n).is_some_and(|worth| *worth < 0.0);
    let (warning, role) = if own { ("OWN TROOPS: ", Role::Warning) } else { ("", Role::Text) };
    let whole = format!("{warning}{}{effect}", choice.label);
    let rolls = preview.map_or_else(Vec::new, |preview| super::panes::rolls_in_lines(&preview));
    let shown = super::text::cut_words(&whole, ROW - 4);
    let more = unshortened(&whole, &shown).into_iter().chain(rolls).collect();
    Row { more, ..row(whole, choice.notation.clone(), role, n) }
}

/// The attacks among the choices, best first, for rulesets without a fire plan; `None` if there are none.
pub fn shots(game: &Game) -> Option<Overlay> {
    let rows: Vec<Row> = game
        .shown
        .in_order(&game.pointer)
        .into_iter()
        .filter(|n| game.shown.worth.contains_key(n) || game.shown.choices[*n].act == Act::Commit)
        .map(|n| choice_row(game, n))
        .collect();
    let list = List::new(Kind::Choices, "Shots, best first: Enter chooses one", rows);
    (!list.rows().is_empty()).then_some(Overlay::List(list))
}

/// The ways to resume a saved game that does not replay.
pub fn ways(title: &str, ways: &[ReplayMode]) -> Overlay {
    let words = |way: &ReplayMode| match way {
        ReplayMode::Checked => "As it is".to_owned(),
        ReplayMode::ByRecordedDice => "With the recorded choices and dice, unchecked".to_owned(),
        ReplayMode::StopBefore(n) => format!("From before action {n}; it and everything after it are undone"),
    };
    let rows = ways.iter().enumerate().map(|(n, way)| row(words(way), String::new(), Role::Text, n));
    Overlay::List(List::new(Kind::Ways, format!("How to resume {title}"), rows.collect()))
}

/// Every command that makes sense here by name, and every choice.
pub fn palette(app: &App) -> Overlay {
    let places = app.places();
    let verbs = app.verbs();
    let mut rows: Vec<Row> = Vec::new();
    for (index, binding) in app.keymap.at(&places, verbs).enumerate() {
        if rows.iter().any(|r| r.text.starts_with(&format!("{}: ", binding.name))) {
            continue;
        }
        let keys = app.keymap.key_for(&places, verbs, binding.command).unwrap_or_default();
        rows.push(row(format!("{}: {}", binding.name, binding.help), keys, Role::Text, index));
    }
    if let Screen::Game(game) = &app.screen {
        let base = 100_000;
        rows.extend(game.shown.choices.iter().enumerate().map(|(n, choice)| {
            row(format!("{CHOICE}{}", choice.notation), choice.label.clone(), Role::Option, base + n)
        }));
    }
    let mut list = List::new(Kind::Palette, "Commands", rows);
    list.typing = true;
    Overlay::List(list)
}

/// The command of a palette row.
pub fn palette_command(app: &App, id: usize) -> Option<Command> {
    app.keymap.at(&app.places(), app.verbs()).nth(id).map(|binding| binding.command)
}

/// The style of a log line, and the sign that says the same without colour.
pub fn tone(tone: Tone) -> (Role, char) {
    match tone {
        Tone::Phase => (Role::Title, '='),
        Tone::Success => (Role::Good, '+'),
        Tone::Failure => (Role::Bad, '-'),
        Tone::Loss => (Role::Loss, '*'),
        Tone::Plain => (Role::Text, ' '),
    }
}

/// The cells of a row of a list on a screen of 80 columns.
const ROW: usize = 76;

/// The whole of a row that had to be shortened, for the lines below it.
fn unshortened(whole: &str, shown: &str) -> Vec<String> {
    if whole == shown { Vec::new() } else { super::text::wrap(whole, ROW - 6, 0) }
}

/// The log, newest line selected.
pub fn log(game: &Game) -> Overlay {
    let rows: Vec<Row> = game
        .shown
        .lines(&*game.session)
        .enumerate()
        .map(|(n, line)| {
            let (role, sign) = tone(line.event.tone);
            let whole = format!("T{} {sign} {}", line.turn, line.event.text);
            let text = game.shown.shortened(&whole, ROW.saturating_sub(line.event.rule.len()));
            let more = line.event.modifiers.iter().map(|m| format!("{m}"));
            Row {
                more: unshortened(&whole, &text).into_iter().chain(more).collect(),
                text,
                tail: line.event.rule.to_owned(),
                role,
                id: n,
            }
        })
        .collect();
    let mut list = List::new(Kind::Log, format!("Log: {}", TONES[0]), rows);
    list.selected = list.rows().len().saturating_sub(1);
    Overlay::List(list)
}

/// What the game has recorded beside the log.
pub fn records(shown: &Shown) -> Overlay {
    let mut lines: Vec<_> = shown.view.records.iter().map(|record| (record.clone(), Role::Text)).collect();
    if lines.is_empty() {
        lines.push(("No records yet.".to_owned(), Role::Dim));
    }
    Overlay::text(Purpose::Read, "Records", lines)
}

/// All pieces with every column.
pub fn roster(game: &Game) -> Overlay {
    let (heading, rows) = super::panes::roster::table(game);
    let rows = rows.into_iter().map(|(text, role, n)| row(text, String::new(), role, n)).collect();
    let mut list = List::new(Kind::Roster, "Roster", rows);
    list.heading = heading;
    let here = game.shown.at.get(&game.pointer.cursor).and_then(|all| all.first());
    list.selected = here.and_then(|n| list.rows().iter().position(|r| r.id == *n)).unwrap_or(0);
    Overlay::List(list)
}

/// The pieces under the cursor in full, top first.
pub fn stack(game: &Game) -> Option<Overlay> {
    let here = game.shown.at.get(&game.pointer.cursor)?;
    let rows = here.iter().filter_map(|&n| {
        let piece = game.shown.view.pieces.get(n)?;
        let states: Vec<&str> = piece.states.iter().map(|state| state.word).collect();
        let facing = super::panes::inspector::facing(game, piece);
        let holds = piece.carried_by.and_then(|id| game.shown.piece(id)).map(|by| format!("with {}", by.tag));
        let about: Vec<String> =
            facing.into_iter().chain(holds).chain(states.iter().map(|word| (*word).to_owned())).collect();
        let name = piece.type_name();
        let values = game
            .shown
            .view
            .columns
            .iter()
            .zip(&piece.values)
            .filter(|(_, value)| !value.is_empty() && *value != "-");
        let values: Vec<String> = values.map(|(head, value)| format!("{head} {value}")).collect();
        let role = if piece.side == crate::game::Side::A { Role::SideA } else { Role::SideB };
        let more = [values.join("  ")].into_iter().chain(piece.details.iter().cloned());
        Some(Row {
            text: match piece.called.is_empty() {
                true => format!("{} {:<4} {name}", super::panes::map::piece::glyph(piece), piece.tag),
                false => format!("{} {}", super::panes::map::piece::glyph(piece), piece.called),
            },
            tail: about.join(", "),
            role,
            id: n,
            more: more.filter(|line| !line.is_empty()).collect(),
        })
    });
    let title = format!(
        "{} {}, top first",
        super::text::capital(game.shown.view.words.piece[1]),
        game.shown.name(game.pointer.cursor)
    );
    Some(Overlay::List(List::new(Kind::Stack, title, rows.collect())))
}

/// The hand with every use of every card, and the discards.
pub fn hand(game: &Game) -> Option<Overlay> {
    let hand = game.shown.view.hand.as_ref()?;
    let mut lines: Vec<(String, Role)> = Vec::new();
    for (place, card) in hand.cards.iter().enumerate() {
        let now = if super::panes::hand::is_playable(game, card) { "" } else { "  (not now)" };
        lines.push((format!("{} {}{now}", super::panes::hand::digit(place), card.name), Role::Title));
        for used in game.lookups.uses().iter().filter(|used| used.card == card.id) {
            let (text, role) = super::panes::hand::use_in_words(used);
            lines.push((format!("  {text}"), role));
        }
        lines.extend(card.uses.iter().map(|text| (format!("    {text}"), Role::Dim)));
    }
    lines.push((format!("Enemy hand: {}. Your deck: {}.", hand.enemy, hand.deck), Role::Text));
    if !hand.discard.is_empty() {
        let all: Vec<&str> = hand.discard.iter().rev().map(String::as_str).collect();
        lines.push((format!("Your discards, latest first: {}", all.join(", ")), Role::Dim));
    }
    if hand.unseen + hand.theirs.unseen > 0 {
        let told = format!("Discarded face down: {}, by the enemy {}", hand.unseen, hand.theirs.unseen);
        lines.push((told, Role::Dim));
    }
    if !hand.theirs.discard.is_empty() {
        let all: Vec<&str> = hand.theirs.discard.iter().rev().map(String::as_str).collect();
        lines.push((format!("Enemy discards, latest first: {}", all.join(", ")), Role::Dim));
    }
    let by =
        game.shown.card_piece(&game.pointer).map_or(String::new(), |piece| format!(", for {}", piece.tag));
    Some(Overlay::text(Purpose::Read, format!("Your cards{by}"), lines))
}

/// The tests on 2 dice that the highlighted choice would roll, each as a table of all rolls; `None` if there
/// are none.
pub fn matrix(game: &mut Game) -> Option<Overlay> {
    let label = game.shown.picked(&game.pointer).map_or(String::new(), |choice| choice.label.clone());
    let preview = game.preview()?;
    let mut lines: Vec<(String, Role)> = Vec::new();
    let mut open: Vec<(String, &PreviewRoll)> =
        preview.rolls.iter().rev().map(|roll| (String::new(), roll)).collect();
    while let Some((when, roll)) = open.pop() {
        if let Some(matrix) = roll.test.matrix() {
            if !lines.is_empty() {
                lines.push((String::new(), Role::Text));
            }
            let who = [when.as_str(), roll.who.as_str(), roll.test.purpose.as_ref()];
            let who: Vec<&str> = who.into_iter().filter(|word| !word.is_empty()).collect();
            lines.push((who.join(": "), Role::Title));
            let added = roll.test.modifiers.iter().map(|line| (format!("  {line}"), Role::Text));
            lines.extend(added);
            lines.extend(matrix.to_string().lines().map(|line| (line.to_owned(), Role::Text)));
        }
        open.extend(roll.opens.iter().rev().map(|(on, next)| (format!("on {on}"), next)));
    }
    (!lines.is_empty()).then(|| Overlay::text(Purpose::Read, format!("Matrix: {label}"), lines))
}

/// Everything about the cell under the cursor.
pub fn inspect(game: &Game) -> Overlay {
    let lines = super::panes::inspector::lines(game, true);
    Overlay::text(Purpose::Read, super::panes::inspector::title(game), lines)
}

/// The briefing, with the two sides.
pub fn briefing(game: &Game) -> Overlay {
    let mut lines: Vec<(String, Role)> = Vec::new();
    if !game.shown.view.objective.is_empty() {
        let name = &game.shown.view.sides[game.shown.viewer.index()].name;
        lines.push((format!("{name}: {}", game.shown.view.objective), Role::Prompt));
    }
    for (of, role) in Side::BOTH.into_iter().zip([Role::SideA, Role::SideB]) {
        let side = &game.shown.view.sides[of.index()];
        let breaking = side.breaking.map_or(String::new(), |n| format!(", breaks at {n} lost"));
        let forces = forces(game, of).map_or(String::new(), |text| format!(": {text}"));
        lines.push((format!("{}, {} strong{breaking}{forces}", side.name, side.strength), role));
    }
    let (a, b) = (&game.shown.view.sides[0].name, &game.shown.view.sides[1].name);
    lines.push((
        format!(
            "On the map {a} are CAPITALS, {b} are small letters; the sign after the letter is the facing."
        ),
        Role::Dim,
    ));
    lines.push((String::new(), Role::Text));
    lines.extend(whole_lines(&game.shown.view.briefing).into_iter().map(|text| (text, Role::Text)));
    lines.push((String::new(), Role::Text));
    if let Some(seal) = game.session.seal().filter(|_| game.settings.seal) {
        lines.push((format!("Game seal: {}", seal.in_groups()), Role::Dim));
    }
    lines
        .push(("Enter begins. Press ? for the keys at any time, = for this briefing.".to_owned(), Role::Dim));
    Overlay::text(Purpose::Read, game.shown.view.title.clone(), lines)
}

/// The units of a side that its enemy may know of, by type: "3 PzIV F2, 2 StuG III".
fn forces(game: &Game, side: Side) -> Option<String> {
    let present = game.shown.view.pieces.iter().filter(|piece| piece.side == side && !piece.lost);
    let told = in_numbers(&counted(present.map(PieceView::counter_name)));
    (!told.is_empty()).then_some(told)
}
