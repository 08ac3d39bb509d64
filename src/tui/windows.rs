//! The contents of windows: lists of choices, commands, units and log lines; help, briefing, details.

use crate::game::replay::ReplayMode;
use crate::game::view::{Act, PreviewRoll};
use crate::game::{Side, Tone};

use super::app::{App, Screen};
use super::commands::Command;
use super::game::Game;
use super::keymap::{Binding, Place, written};
use super::overlay::{CHOICE, Kind, List, Overlay, Purpose, Row, TONES};
use super::theme::Role;

pub use super::ending::decided;

fn row(text: String, tail: String, role: Role, id: usize) -> Row {
    Row { text, tail, role, id, more: Vec::new() }
}

/// Every legal choice that passes the filter.
pub fn choices(game: &Game, typing: bool) -> Overlay {
    let only = game.wanting();
    let wanted = game.in_order().into_iter().filter(|&n| only.wants(&game.choices[n]));
    let rows = wanted.map(|n| choice_row(game, n));
    let mut list = List::new(Kind::Choices, "Choices", rows.collect());
    // Passing is not selected first if there is anything else to do.
    let doing = |row: &Row| game.choices[row.id].act != Act::Pass;
    let picked = game.pick.and_then(|pick| list.rows().iter().position(|row| row.id == pick));
    list.selected = picked.or_else(|| list.rows().iter().position(doing)).unwrap_or(0);
    list.typing = typing;
    Overlay::List(list)
}

fn choice_row(game: &Game, n: usize) -> Row {
    let choice = &game.choices[n];
    let preview = game.session.preview(&choice.notation);
    let effect = match &preview {
        _ if !choice.effect.is_empty() => format!("  {}", choice.effect),
        Some(preview) => super::panes::effect(preview),
        None => String::new(),
    };
    let own = game.worth.get(&n).is_some_and(|worth| *worth < 0.0);
    let (warning, role) = if own { ("OWN TROOPS: ", Role::Warning) } else { ("", Role::Text) };
    let text = format!("{warning}{}{effect}", choice.label);
    let more = preview.map_or_else(Vec::new, |preview| super::panes::rolls_in_lines(&preview));
    Row { more, ..row(text, choice.notation.clone(), role, n) }
}

/// The attacks among the choices, best first, for rulesets without a fire plan; `None` if there are none.
pub fn shots(game: &Game) -> Option<Overlay> {
    let rows: Vec<Row> = game
        .in_order()
        .into_iter()
        .filter(|n| game.worth.contains_key(n) || game.choices[*n].act == Act::Commit)
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
        rows.extend(game.choices.iter().enumerate().map(|(n, choice)| {
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

/// The log, newest line selected.
pub fn log(game: &Game) -> Overlay {
    let rows: Vec<Row> = game
        .lines()
        .enumerate()
        .map(|(n, line)| {
            let (role, sign) = tone(line.event.tone);
            Row {
                text: format!("T{} {sign} {}", line.turn, line.event.text),
                tail: line.event.rule.to_owned(),
                role,
                id: n,
                more: line.event.modifiers.iter().map(|m| format!("{m}")).collect(),
            }
        })
        .collect();
    let mut list = List::new(Kind::Log, format!("Log: {}", TONES[0]), rows);
    list.selected = list.rows().len().saturating_sub(1);
    Overlay::List(list)
}

/// All pieces with every column.
pub fn roster(game: &Game) -> Overlay {
    let (heading, rows) = super::panes::roster::table(game);
    let rows = rows.into_iter().map(|(text, role, n)| row(text, String::new(), role, n)).collect();
    let mut list = List::new(Kind::Roster, "Roster", rows);
    list.heading = heading;
    let here = game.at.get(&game.cursor).and_then(|all| all.first());
    list.selected = here.and_then(|n| list.rows().iter().position(|r| r.id == *n)).unwrap_or(0);
    Overlay::List(list)
}

/// The pieces under the cursor in full, top first.
pub fn stack(game: &Game) -> Option<Overlay> {
    let here = game.at.get(&game.cursor)?;
    let rows = here.iter().filter_map(|&n| {
        let piece = game.view.pieces.get(n)?;
        let states: Vec<&str> = piece.states.iter().map(|state| state.word).collect();
        let facing = super::panes::inspector::facing(game, piece);
        let holds = piece.carried_by.and_then(|id| game.piece(id)).map(|by| format!("with {}", by.tag));
        let about: Vec<String> =
            facing.into_iter().chain(holds).chain(states.iter().map(|word| (*word).to_owned())).collect();
        let name = piece.name.strip_prefix(&piece.tag).unwrap_or(&piece.name).trim_start();
        let values = game
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
    let title =
        format!("{} {}, top first", super::text::capital(game.view.words.piece[1]), game.name(game.cursor));
    Some(Overlay::List(List::new(Kind::Stack, title, rows.collect())))
}

/// The hand with every use of every card, and the discards.
pub fn hand(game: &Game) -> Option<Overlay> {
    let hand = game.view.hand.as_ref()?;
    let mut lines: Vec<(String, Role)> = Vec::new();
    for (place, card) in hand.cards.iter().enumerate() {
        let now = if super::panes::hand::is_playable(game, card) { "" } else { "  (not now)" };
        lines.push((format!("{} {}{now}", super::panes::hand::digit(place), card.name), Role::Title));
        for used in game.uses().iter().filter(|used| used.card == card.id) {
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
    let by = game.card_piece().map_or(String::new(), |piece| format!(", for {}", piece.tag));
    Some(Overlay::text(Purpose::Read, format!("Your cards{by}"), lines))
}

/// The tests on 2 dice that the highlighted choice would roll, each as a table of all rolls; `None` if there
/// are none.
pub fn matrix(game: &mut Game) -> Option<Overlay> {
    let label = game.picked().map_or(String::new(), |choice| choice.label.clone());
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
    if !game.view.objective.is_empty() {
        let name = &game.view.sides[game.viewer.index()].name;
        lines.push((format!("{name}: {}", game.view.objective), Role::Prompt));
    }
    for (of, role) in Side::BOTH.into_iter().zip([Role::SideA, Role::SideB]) {
        let side = &game.view.sides[of.index()];
        let breaking = side.breaking.map_or(String::new(), |n| format!(", breaks at {n} lost"));
        let forces = forces(game, of).map_or(String::new(), |text| format!(": {text}"));
        lines.push((format!("{}, {} strong{breaking}{forces}", side.name, side.strength), role));
    }
    let (a, b) = (&game.view.sides[0].name, &game.view.sides[1].name);
    lines.push((
        format!(
            "On the map {a} are CAPITALS, {b} are small letters; the sign after the letter is the facing."
        ),
        Role::Dim,
    ));
    lines.push((String::new(), Role::Text));
    lines.extend(paragraphs(&game.view.briefing).into_iter().map(|text| (text, Role::Text)));
    lines.push((String::new(), Role::Text));
    if let Some(seal) = game.session.seal().filter(|_| game.settings.seal) {
        lines.push((format!("Game seal: {}", seal.in_groups()), Role::Dim));
    }
    lines
        .push(("Enter begins. Press ? for the keys at any time, = for this briefing.".to_owned(), Role::Dim));
    Overlay::text(Purpose::Read, game.view.title.clone(), lines)
}

/// The units of a side that its enemy may know of, by type: "3 PzIV F2, 2 StuG III".
fn forces(game: &Game, side: Side) -> Option<String> {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for piece in game.view.pieces.iter().filter(|piece| piece.side == side && !piece.lost) {
        let long = piece.name.strip_prefix(&piece.tag).unwrap_or(&piece.name).trim();
        let name = if piece.short.is_empty() { long } else { &piece.short };
        match kinds.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => kinds.push((name, 1)),
        }
    }
    let told: Vec<String> = kinds.iter().map(|(name, count)| format!("{count} {name}")).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// Joins lines that were broken only because they were long; the window wraps them again.
pub(super) fn paragraphs(written: &[String]) -> Vec<String> {
    const LONG: usize = 60;
    let mut all: Vec<String> = Vec::new();
    let mut open = false;
    for line in written {
        match all.last_mut().filter(|_| open && !line.is_empty() && !line.starts_with(' ')) {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
            }
            None => all.push(line.clone()),
        }
        open = line.chars().count() >= LONG && !line.ends_with('.');
    }
    all
}

/// Every key that works here.
pub fn help(app: &App) -> Overlay {
    let (places, verbs) = (app.places(), app.verbs());
    let mut lines: Vec<(String, Role)> = Vec::new();
    if let Screen::Game(game) = &app.screen
        && let Some(decision) = &game.decision
    {
        lines.push((format!("{} ({})", game.question(), decision.rule), Role::Prompt));
    }
    let mut shown = places.clone();
    shown.sort_by_key(|place| *place != Place::Verbs);
    for place in &shown {
        let bindings: Vec<&Binding> = app.keymap.at(std::slice::from_ref(place), verbs).collect();
        let wind = |b: &&&Binding| matches!(b.command, Command::Go(_) | Command::Turn(_));
        let mut rows = winds_row(app, &places, &bindings);
        let steers = |b: &&&Binding| *place == Place::Verbs && steps(app, &b.name);
        let others: Vec<&&Binding> = bindings.iter().filter(|b| !wind(b) && !steers(b)).collect();
        let in_game = *place == Place::Game;
        rows.extend(others.iter().filter(|_| !in_game).filter_map(|b| help_row(app, &places, b)));
        if !rows.is_empty() {
            lines.push((heading(*place).to_owned(), Role::Title));
            lines.extend(rows);
        }
        for task in TASKS.into_iter().filter(|_| in_game) {
            let rows = others.iter().filter(|b| task_of(b.command) == task);
            let rows: Vec<_> = rows.filter_map(|b| help_row(app, &places, b)).collect();
            if !rows.is_empty() {
                lines.push((task.to_owned(), Role::Title));
                lines.extend(rows);
            }
        }
    }
    if let Screen::Game(game) = &app.screen {
        lines.push(("On the map".to_owned(), Role::Title));
        lines.extend(legend(game));
        lines.push(("Terrain and markers on this map".to_owned(), Role::Title));
        lines.extend(signs(game));
    }
    Overlay::text(Purpose::Read, "Keys", lines)
}

/// The tasks by which the help sorts the keys of a game.
const TASKS: [&str; 5] =
    ["Choose and act", "Fire and reactions", "Look at the map", "What happened", "Game and computer"];

/// The task that a command belongs to.
const fn task_of(command: Command) -> &'static str {
    match command {
        Command::FirePlan | Command::Finish | Command::PassBetter | Command::AutoHold | Command::Orders => {
            TASKS[1]
        }
        Command::Look
        | Command::Stack
        | Command::Hand
        | Command::GoToCell
        | Command::Sight
        | Command::Seen
        | Command::Heights
        | Command::Inspect
        | Command::Roster
        | Command::SidePane
        | Command::Active
        | Command::Zoom
        | Command::OddsUp
        | Command::OddsDown
        | Command::Matrix => TASKS[2],
        Command::NextAct
        | Command::PreviousAct
        | Command::Earlier
        | Command::Later
        | Command::EarlierTurn
        | Command::LaterTurn
        | Command::NextLoss
        | Command::Log
        | Command::LogUp
        | Command::LogDown
        | Command::Briefing
        | Command::Records => TASKS[3],
        Command::Pace
        | Command::Pause
        | Command::Seats
        | Command::OtherPlayer
        | Command::Message
        | Command::Autoplay
        | Command::Export
        | Command::Title => TASKS[4],
        _ => TASKS[0],
    }
}

fn steps(app: &App, verb: &str) -> bool {
    matches!(&app.screen, Screen::Game(game) if super::deciding::is_step(&game.choices, verb))
}

fn heading(place: Place) -> &'static str {
    match place {
        Place::Steer => "Moving",
        Place::Diagonal => "Diagonals",
        Place::Hand => "Cards",
        Place::Verbs => "For this prompt",
        Place::Map => "Directions",
        Place::Game => "Game",
        Place::List => "Lists and windows",
        Place::Library => "Title screen and setup",
        Place::Drawing => "Map",
        Place::Forces => "Forces",
        Place::Plans => "Plans",
        Place::Sheet => "Lines",
        Place::Editor => "Scenario editor",
        Place::Any => "Everywhere",
    }
}

fn help_row(app: &App, places: &[Place], binding: &Binding) -> Option<(String, Role)> {
    let reached = |keys: &&Vec<_>| {
        app.keymap.find(places, app.verbs(), keys) == super::keymap::Found::Command(binding.command)
    };
    let keys: Vec<String> = binding.keys.iter().filter(reached).map(|keys| written(keys)).collect();
    if keys.is_empty() {
        None
    } else {
        Some((format!("{:<15} {}", keys.join("  "), binding.help), Role::Text))
    }
}

/// The directions of a section in one line: the first key of each, clockwise.
fn winds_row(app: &App, places: &[Place], bindings: &[&Binding]) -> Vec<(String, Role)> {
    let mut rows = Vec::new();
    for turning in [false, true] {
        let of = bindings.iter().filter(|b| match b.command {
            Command::Go(_) => !turning,
            Command::Turn(_) => turning,
            _ => false,
        });
        let (mut keys, mut winds) = (Vec::new(), Vec::new());
        for binding in of {
            if let Some(key) = app.keymap.key_for(places, app.verbs(), binding.command) {
                keys.push(key);
                winds.push(match binding.command {
                    Command::Go(to) | Command::Turn(to) => to.letters(),
                    _ => "",
                });
            }
        }
        if !keys.is_empty() {
            let made = matches!(app.screen, Screen::Editor(_));
            let what = match (turning, made) {
                (false, _) => "go",
                (true, false) => "face",
                (true, true) => "five cells",
            };
            let also = match (turning, made) {
                (true, _) => "; or Shift and arrows",
                (false, true) => "; or arrows, after a number to repeat",
                (false, false) => "; or arrows and number pad",
            };
            rows.push((format!("{:<15} {what} {}{also}", keys.join(" "), winds.join(" ")), Role::Text));
        }
    }
    rows
}

/// The signs of terrain and markers, two per line.
fn signs(game: &Game) -> Vec<(String, Role)> {
    let mut all: Vec<String> = Vec::new();
    let ground = game.view.board.palette.iter().map(|t| (t.glyph, t.name.as_str()));
    for (glyph, name) in ground.chain(game.view.markers.iter().map(|m| (m.glyph, m.name.as_str()))) {
        let sign = format!("{glyph}  {name}");
        if !all.contains(&sign) {
            all.push(sign);
        }
    }
    // Two short ones share a line; a long name has a line of its own.
    let (short, long): (Vec<_>, Vec<_>) = all.into_iter().partition(|sign| sign.chars().count() < 37);
    let two = |pair: &[String]| format!("{:<38}{}", pair[0], pair.get(1).map_or("", String::as_str));
    short.chunks(2).map(two).chain(long).map(|line| (line, Role::Text)).collect()
}

/// The meaning of letters, styles and signs on the map: the screen's own and the ruleset's.
fn legend(game: &Game) -> Vec<(String, Role)> {
    let cell = game.view.words.cell[0];
    let mut rows = vec![
        "CAPITALS        the first side            small letters   the second side".to_owned(),
        "^ > v <         facing north, east, south, west (or arrows)".to_owned(),
        "9 3 1 7         facing north-east, south-east, south-west, north-west".to_owned(),
    ];
    let own = game.view.legend.iter().map(|sign| (sign.sign.as_str(), sign.meaning.as_str()));
    let mut short: Option<String> = None;
    for (sign, meaning) in own {
        // Two short ones share a line.
        let text = format!("{sign:<16}{meaning}");
        match short.take() {
            Some(first) if text.chars().count() < 38 => rows.push(format!("{first:<42}{text}")),
            Some(first) => rows.extend([first, text]),
            None if text.chars().count() < 38 => short = Some(text),
            None => rows.push(text),
        }
    }
    rows.extend(short);
    rows.extend([
        "reversed        can be chosen now; both characters reversed: the cursor".to_owned(),
        "* and X         line of sight; X where it is blocked".to_owned(),
        format!("+               a {cell} that can be chosen, or where you can set up"),
        "@               plotted fire, or where it would land".to_owned(),
    ]);
    rows.into_iter().map(|line| (line, Role::Text)).collect()
}
