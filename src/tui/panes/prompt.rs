//! The prompt: the question, and the highlighted choice or a message.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::hints::{Hint, hint_line};
use super::strip::role_of;
use super::{Look, inspector};
use crate::dice::{Ask, Die, Thing};
use crate::game::Preview;
use crate::game::view::{ChoiceView, PieceView};
use crate::tui::game::Game;
use crate::tui::lookback;
use crate::tui::pointing::Only;
use crate::tui::table;
use crate::tui::text::{cut_parts, put, width, wrap};
use crate::tui::theme::Role;

/// Draws three lines: the question, the highlighted choice or a message, the keys.
pub fn draw(
    game: &Game,
    preview: Option<&Preview>,
    hints: &[Hint],
    area: Rect,
    buf: &mut Buffer,
    look: Look,
) {
    let style = |role| look.theme.of(role);
    let wide = usize::from(area.width);
    // No hints means that a window is open.
    let (head, rule) = heading(game, hints.is_empty());
    // The strip names the side too, so its name gives way to the question.
    let side =
        game.shown.decision.map_or("", |decision| game.shown.view.sides[decision.side.index()].name.as_str());
    let head = match head.strip_prefix(side).and_then(|rest| rest.strip_prefix(": ")) {
        Some(rest) if width(&head) > wide => crate::tui::text::capital(rest),
        _ => head,
    };
    // The question in full is worth more than the rule.
    let rule = look.rule(rule);
    let fits = width(&head) + width(rule) + 3 <= wide;
    let rule = if rule.is_empty() || !fits { String::new() } else { format!(" ({rule})") };
    let shown = cut_parts(&head, wide.saturating_sub(width(&rule)));
    let x = put(buf, area.x, area.y, area.width, &shown, style(Role::Prompt));
    // The side that is asked is named in its colour.
    if let Some(decision) = game.shown.decision
        && let name = &game.shown.view.sides[decision.side.index()].name
        && shown.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(':'))
    {
        put(
            buf,
            area.x,
            area.y,
            area.width,
            name,
            style(role_of(decision.side)).add_modifier(Modifier::BOLD),
        );
    }
    put(buf, x, area.y, area.right() - x, &rule, style(Role::Rule));
    let (text, role) = second(game, preview, wide);
    let line = |y, (text, role): (String, Role), buf: &mut Buffer| {
        put(buf, area.x, y, area.width, &cut_parts(&text, wide), style(role));
    };
    // The effect of Enter stays in view: a message replaces the hints and, if it is long, the question or a
    // less important line.
    let message = game.message.as_ref().map(|message| wrap(&format!("! {message}"), wide, 2));
    let warning = |part: &String| (part.clone(), Role::Warning);
    match (message.as_deref(), game.shown.picked(&game.pointer).is_some() || game.report.open) {
        (None, _) => line(area.y + 1, (text, role), buf),
        (Some([only]), false) => line(area.y + 1, warning(only), buf),
        (Some([only]), true) => {
            line(area.y + 1, (text, role), buf);
            return line(area.y + 2, warning(only), buf);
        }
        (Some(parts), picked) => {
            let rest = (parts[1..].iter().map(|part| part.trim())).collect::<Vec<_>>().join(" ");
            let first = area.y + u16::from(!picked);
            if picked {
                put(buf, area.x, area.y, area.width, &" ".repeat(wide), style(Role::Text));
                line(area.y + 2, (text, role), buf);
            }
            line(first, warning(&parts[0]), buf);
            return line(first + 1, (format!("  {rest}"), Role::Warning), buf);
        }
    }
    hint_line(hints, Rect { y: area.y + 2, height: 1, ..area }, buf, look, style(Role::Dim));
}

/// The request to a player who uses real dice or cards.
fn asking(ask: &Ask) -> String {
    match &ask.thing {
        Thing::Die(Die { sides, name: "", .. }) => format!("Roll 1D{sides}: {}", ask.purpose),
        Thing::Die(Die { sides, name, .. }) => format!("Roll the {name} D{sides}: {}", ask.purpose),
        Thing::Card { deck, .. } => format!("Draw a card from {deck}: {}", ask.purpose),
    }
}

/// The possible answers to the request.
fn answers(ask: &Ask) -> String {
    match &ask.thing {
        Thing::Die(die) => format!("Result, 1 to {}", die.sides),
        Thing::Card { left, .. } => format!("Card name ({} left in the deck)", left.len()),
    }
}

fn heading(game: &Game, covered: bool) -> (String, &'static str) {
    if let Some(roll) = game.session.awaiting() {
        return (asking(roll), "");
    }
    if let Some(back) = lookback::in_words(&*game.session, &game.shown, game.watching) {
        return (back, "");
    }
    let Some(decision) = game.shown.decision else {
        let why = game.session.outcome().map_or_else(String::new, |o| o.why);
        return match game.session.undo_totals().past_dice {
            0 => (why, ""),
            count => (format!("{why} Actions undone after rolling dice: {count}."), ""),
        };
    };
    let name = &game.shown.view.sides[decision.side.index()].name;
    if game.computer.stalled.is_some() {
        return (format!("{name}: the action could not be saved. The computer waits and tries again."), "");
    }
    if table::waits_for_other(&*game.session, &game.shown)
        && let Some(text) = game.table.waiting_in_words(&*game.session, &game.shown)
    {
        return (text, "");
    }
    if !game.human() && !game.computer.thinking && (covered || game.computer.waits) {
        let until = if covered { "while a window is open" } else { "until you continue" };
        return (format!("{name}: the computer waits {until}."), "");
    }
    if !game.human() {
        let what = match () {
            () if game.computer.pondering => {
                "the computer is thinking. You can look around, read the log, or quit."
            }
            () if game.computer.skips => "the computer plays without pauses up to your next decision.",
            () if game.computer.played_out.is_some() || game.watching => "the computer plays.",
            () => "the computer plays. Space skips to your next decision.",
        };
        return (format!("{name}: {what}"), "");
    }
    (format!("{name}: {}", game.shown.question()), decision.rule)
}

/// The effect of a choice with its chances, two spaces in front; empty if there is nothing to say.
pub fn effect(preview: &Preview) -> String {
    let told = preview.in_words();
    if told.is_empty() { told } else { format!("  {told}") }
}

/// Whether the line of the highlighted choice or of the march names the cell under the cursor.
pub fn names_cursor(game: &Game) -> bool {
    if game.report.open
        || game.message.is_some()
        || game.layers.sight.is_some()
        || game.session.awaiting().is_some()
    {
        return false;
    }
    let name = game.shown.name(game.pointer.cursor);
    match game.shown.picked(&game.pointer) {
        Some(choice) => game.pointer.marked.is_empty() && choice.label.split(' ').any(|word| word == name),
        None => {
            game.shown.best_reaction(&game.pointer).is_none()
                && !game.marching.march_waits()
                && game.marching.planned().is_some()
        }
    }
}

/// The acting unit: where it stands, how it faces, what it has left.
fn acting(game: &Game, piece: &PieceView) -> String {
    let cell = piece.cell.map_or(String::new(), |cell| format!(" at {}", game.shown.name(cell)));
    let facing = inspector::facing(game, piece).map_or(String::new(), |to| format!(", {to}"));
    let who = piece.with_tag();
    let own = |note: &String| note.strip_prefix(&format!("{who} ")).unwrap_or(note).to_owned();
    let notes: String = game.shown.view.notes.iter().map(|note| format!("; {}", own(note))).collect();
    format!("{who}{cell}{facing}{notes}")
}

/// The second line: what is typed or looked at, otherwise what Enter does.
fn second(game: &Game, preview: Option<&Preview>, wide: usize) -> (String, Role) {
    if let Some(text) = typed_or_looked_at(game) {
        return (text, Role::Text);
    }
    let marks = !game.pointer.marked.is_empty();
    if marks && (game.pointer.pick.is_some() || game.marching.planned().is_none()) {
        return (selected(game), Role::Text);
    }
    if game.marching.march_waits() {
        return (
            "The march has halted. Enter continues it; or choose another action.".to_owned(),
            Role::Warning,
        );
    }
    match game.shown.picked(&game.pointer) {
        Some(choice) => (picked(game, choice, preview, wide), Role::Text),
        None => nothing_picked(game),
    }
}

/// What the player is typing or looking at, which comes before any choice.
fn typed_or_looked_at(game: &Game) -> Option<String> {
    if game.report.open {
        return Some("> close the report; nothing is played".to_owned());
    }
    if let Some(roll) = game.session.awaiting() {
        return Some(format!("{}: {}_", answers(roll), game.asking.face));
    }
    if let Some((from, sight)) = &game.layers.sight {
        let sentence = inspector::sight_sentence(game, sight);
        let from = game.shown.name(*from);
        return Some(format!("From {from} {}", sentence.replacen("To", "to", 1)));
    }
    if let Some(verb) = game.pointer.waiting {
        return Some(format!("{verb}: which direction?"));
    }
    if let Some(text) = &game.table.typing {
        return Some(format!("Message: {text}_"));
    }
    if let Some(name) = &game.pointer.naming {
        let cell = game.shown.view.words.cell[0];
        return Some(format!("To which {cell}? {name}_"));
    }
    None
}

/// The units that the player has selected, and what Enter does with them.
fn selected(game: &Game) -> String {
    let tags: Vec<&str> =
        game.pointer.marked.iter().filter_map(|id| game.shown.piece(*id)).map(|p| p.label()).collect();
    if game.marching.marks_march(&game.shown, &game.pointer) {
        let here = game.shown.name(game.pointer.cursor);
        let text = match game.pointer.pick.is_some() {
            true => format!("Selected: {}. Move the cursor to where they go.", tags.join(" ")),
            false => format!("No way to {here}. Selected: {}.", tags.join(" ")),
        };
        return text;
    }
    format!(
        "Selected: {}. Enter starts with the highlighted {} and adds them.",
        tags.join(" "),
        game.shown.view.words.piece[0]
    )
}

/// Where no choice is highlighted: the shot or the march that Enter makes, or what there is to choose.
fn nothing_picked(game: &Game) -> (String, Role) {
    if let Some(shot) = game.shown.best_reaction(&game.pointer) {
        return (format!("> fire {}", game.shown.attack_in_words(shot)), Role::Text);
    }
    if let Some(march) = game.marching.march_in_words(&game.lookups, &game.shown) {
        return (march, Role::Text);
    }
    let only = match game.pointer.only {
        Only::Verb(verb) => format!("Only {verb}. "),
        _ => String::new(),
    };
    let here = |piece: &&PieceView| game.steering() || piece.cell == Some(game.pointer.cursor);
    if let Some(piece) = game.shown.active().filter(|piece| piece.side == game.shown.viewer).filter(here)
        && (game.steering() || game.marching.routed.is_some())
    {
        return (acting(game, piece), Role::Text);
    }
    match game.shown.choices.len() {
        0 => (String::new(), Role::Text),
        _ if game.marching.routed.is_some() && game.pointer.only == Only::All => {
            let here = game.shown.name(game.pointer.cursor);
            (format!("{here} is out of reach. Enter or Space lists the choices."), Role::Dim)
        }
        _ if game.marching.lead_stays(&game.shown, &game.pointer) => {
            let lead = game.marching.lead.and_then(|id| game.shown.piece(id));
            let why = lead.and_then(|piece| game.lookups.situation_of(piece.id).first());
            let why = why.map_or_else(String::new, |why| format!(" ({why})"));
            let lead = lead.map_or("It", PieceView::label);
            (format!("{lead} can't move now{why}. Tab: another. Space: what it can do."), Role::Dim)
        }
        _ if game.shown.asks_for_cell() => {
            let cells = game.shown.view.words.cell[1];
            (format!("Choose one of the {cells} marked +. Space lists them."), Role::Dim)
        }
        n => (format!("{only}{n} choices. Enter or Space lists them."), Role::Dim),
    }
}

/// The highlighted choice with its effect, and the number of others at its place.
fn picked(game: &Game, choice: &ChoiceView, preview: Option<&Preview>, wide: usize) -> String {
    let chance = match preview {
        _ if !choice.effect.is_empty() => format!("  {}", choice.effect),
        Some(preview) => effect(preview),
        None => String::new(),
    };
    let ways = game.shown.ways(&game.pointer);
    let place = ways.iter().position(|&n| Some(n) == game.pointer.pick);
    let ways = match place {
        Some(n) if ways.len() > 1 => format!("  ({} of {} options)", n + 1, ways.len()),
        _ => String::new(),
    };
    // The chances are worth more than the number of options.
    let text = format!("> {}{chance}", choice.label);
    let ways = if width(&text) + width(&ways) <= wide { ways } else { String::new() };
    text + &ways
}
