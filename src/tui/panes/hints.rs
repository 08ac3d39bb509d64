//! The keys worth showing in the line below the prompt.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Look;
use crate::game::{Act, ChoiceView};
use crate::tui::app::{App, Screen};
use crate::tui::commands::Command;
use crate::tui::deciding;
use crate::tui::game::Game;
use crate::tui::keymap::Place;
use crate::tui::table;
use crate::tui::text::{put, width};
use crate::tui::theme::Role;

/// A key and its word in the hint line.
pub type Hint = (String, String);

/// The keys that every window has.
#[derive(Clone, Debug, Default)]
pub struct WindowKeys {
    /// Chooses.
    pub accept: Option<Hint>,
    /// Finds a line.
    pub filter: Option<Hint>,
    /// Closes it.
    pub close: Option<Hint>,
}

impl WindowKeys {
    /// The keys of the window that is open.
    pub fn of(app: &App) -> Self {
        let bound = Bound { app, places: app.places() };
        let [accept, filter, close] =
            [Command::Accept, Command::Filter, Command::Close].map(|command| bound.hint(command));
        Self { accept, filter, close }
    }

    /// The key that chooses, with another word.
    pub fn accept_as(&self, word: &str) -> Option<Hint> {
        self.accept.as_ref().map(|(key, _)| (key.clone(), word.to_owned()))
    }
}

/// The key bindings for the current situation.
struct Bound<'a, 'b> {
    app: &'a App<'b>,
    places: Vec<Place>,
}

impl Bound<'_, '_> {
    fn key(&self, command: Command) -> Option<String> {
        self.app.keymap.key_for(&self.places, self.app.verbs(), command)
    }

    /// A command's word in the hint line.
    fn word(&self, command: Command) -> String {
        let mut bindings = self.app.keymap.at(&self.places, self.app.verbs());
        let found = bindings.find(|binding| binding.command == command && binding.hint.is_some());
        found.and_then(|binding| binding.hint.clone()).unwrap_or_default()
    }

    fn hint(&self, command: Command) -> Option<Hint> {
        self.key(command).map(|key| (key, self.word(command)))
    }

    fn all(&self, commands: impl IntoIterator<Item = Command>) -> impl Iterator<Item = Hint> {
        commands.into_iter().filter_map(|command| self.hint(command))
    }

    /// The hint for a command by its name in the key table.
    fn named(&self, name: &str) -> Option<Hint> {
        let found =
            self.app.keymap.at(&self.places, self.app.verbs()).find(|binding| binding.name == name)?;
        Some((self.key(found.command)?, found.hint.clone().unwrap_or_else(|| found.name.clone())))
    }
}

fn fixed(key: &str, word: &str) -> Hint {
    (key.to_owned(), word.to_owned())
}

/// The keys worth showing now on the screen itself, most useful first.
pub fn hints(app: &App) -> Vec<Hint> {
    let continuations = app.continuations();
    if !continuations.is_empty() {
        return continuations;
    }
    let bound = Bound { app, places: app.places() };
    match &app.screen {
        Screen::Editor(editor) => super::editor::hints(editor, &|name| bound.named(name)),
        Screen::Game(game) => input_hints(game, &bound).unwrap_or_else(|| game_hints(game, &bound)),
        Screen::Title(_) | Screen::Setup(_) => front_hints(&bound),
    }
}

/// The key that opens the scenario editor from the title.
pub fn editor_key(app: &App) -> Option<String> {
    Bound { app, places: app.places() }.key(Command::Editor)
}

/// The hints of the title screen and the setup form.
fn front_hints(bound: &Bound) -> Vec<Hint> {
    let mut hints = vec![fixed("Up Down", "move")];
    let last = [Command::Help, Command::Quit];
    if matches!(bound.app.screen, Screen::Setup(_)) {
        hints.push(fixed("Left Right", "change"));
        hints.extend(bound.key(Command::Accept).map(|key| (key, "start".to_owned())));
        hints.extend(bound.all(last));
        hints.push(fixed("Esc", "back"));
    } else {
        hints.extend(bound.all([Command::Accept, Command::Filter, Command::Quick, Command::Editor]));
        hints.extend(bound.all(last));
    }
    hints
}

/// The hints while the player types or chooses a direction, or while the computer plays.
fn input_hints(game: &Game, bound: &Bound) -> Option<Vec<Hint>> {
    if let Some(verb) = game.pointer.waiting {
        let of = game
            .shown
            .choices
            .iter()
            .filter(|choice| choice.verb == verb)
            .filter_map(|choice| choice.heading);
        let headings: Vec<String> = of.map(|to| game.shown.grid().heading_name(to).to_owned()).collect();
        return Some(vec![("direction".to_owned(), headings.join(" ")), fixed("Esc", "no")]);
    }
    if game.table.typing.is_some() {
        return Some(vec![fixed("Enter", "send"), fixed("Esc", "no")]);
    }
    if game.pointer.naming.is_some() {
        return Some(vec![fixed("Enter", "here"), fixed("Esc", "no")]);
    }
    if game.session.awaiting().is_some() {
        return Some(vec![fixed("Enter", "enter result"), fixed("Esc", "withdraw")]);
    }
    if game.layers.sight.is_some() {
        let seen = (bound.key(Command::Seen).unwrap_or_default(), "shade hidden".to_owned());
        return Some(vec![fixed("arrows", "to where"), seen, fixed("Esc", "end")]);
    }
    if game.human() {
        return None;
    }
    let look =
        [Command::Help, Command::Log, Command::Roster, Command::Inspect, Command::Sight, Command::Look];
    let report =
        bound.key(Command::Play).filter(|_| game.shown.decision.is_none() && game.session.shown().is_none());
    let report = report.map(|key| (key, "final report".to_owned()));
    let undo = bound
        .hint(Command::Undo)
        .filter(|_| game.shown.decision.is_none() || game.computer.played_out.is_some());
    let other = bound.all([Command::OtherPlayer, Command::Message]);
    let other = other.filter(|_| table::own_side(&*game.session).is_some());
    Some(
        report
            .into_iter()
            .chain(other)
            .chain(bound.all(look))
            .chain(undo)
            .chain(bound.hint(Command::Quit))
            .collect(),
    )
}

/// The hints during a player's decision.
fn game_hints(game: &Game, bound: &Bound) -> Vec<Hint> {
    let mut hints: Vec<Hint> = Vec::new();
    if game.report.open {
        hints.extend(bound.key(Command::Play).map(|key| (key, "close".to_owned())));
        hints.extend(bound.key(Command::NextAct).map(|key| (key, "step".to_owned())));
    }
    // The words before and after the first arrow have the same length, so that the line stays in place.
    if game.marching.routed.is_some() && !game.report.open && !game.marching.march_waits() {
        match (game.marching.planned().is_some(), game.pointer.pick.is_some()) {
            (true, false) => hints.push(fixed("arrows", "route")),
            (false, _) => hints.push(fixed("arrows", "march")),
            (true, true) => {}
        }
    }
    if game.steering() {
        hints.push(fixed("arrows yobm", "step"));
        hints.extend(game.shown.choices.iter().any(|c| c.act == Act::Turn).then(|| fixed("Shift", "turn")));
    } else if game.pointer.look {
        hints.push((bound.key(Command::March).unwrap_or_default(), bound.word(Command::March)));
        hints.push(("Esc".to_owned(), format!("back to the {}", game.shown.view.words.piece[0])));
    }
    if game.shown.best_reaction(&game.pointer).is_some() {
        hints.extend(bound.key(Command::Play).map(|key| (key, "fire".to_owned())));
    }
    if deciding::reacting(&game.shown.choices) {
        hints.extend(bound.key(Command::FirePlan).map(|key| (key, "shots".to_owned())));
        hold_hints(game, bound, &mut hints);
        hints.extend(bound.all([Command::PassBetter, Command::PassPhase, Command::Orders]));
    }
    choosing_hints(game, bound, &mut hints);
    enter_hint(game, bound, &mut hints);
    let own = |c: &ChoiceView| {
        c.piece().and_then(|id| game.shown.piece(id)).is_some_and(|p| p.side == game.shown.viewer)
    };
    let begins = game.shown.choices.iter().filter(|c| c.act == Act::Begin && own(c)).count();
    hints.extend(bound.hint(Command::Select).filter(|_| begins > 1));
    let joins = game.shown.choices.iter().filter(|c| c.act == Act::Join).count();
    let formations = begins > 1 && joins == 0 && game.marching.leads_formation(&game.shown);
    let places = joins == 0 && game.shown.best_place(&game.pointer).is_some();
    hints.extend(bound.hint(Command::JoinAll).filter(|_| joins > 1 || formations || places));
    verb_hints(game, bound, &mut hints);
    if game.automation.asked_again(&game.shown)
        && let Some(key) = bound.key(Command::PassPhase)
    {
        hints.push((key, "end phase".to_owned()));
    }
    if game.steering() {
        hints.extend(bound.all([Command::March, Command::Look]));
    }
    if game.frame.odds_cut && game.pointer.pick.is_some() {
        hints.extend(bound.all([Command::OddsDown, Command::Matrix]));
    }
    let last =
        [Command::Help, Command::Choices, Command::Undo, Command::Sight, Command::Inspect, Command::Quit];
    hints.extend(bound.all(last));
    hints
}

/// Puts the keys for holding fire first.
fn hold_hints(game: &Game, bound: &Bound, hints: &mut Vec<Hint>) {
    for binding in &game.shown.verbs {
        let pointing = game.shown.choices.iter().any(|c| c.verb == binding.name && !c.pieces.is_empty());
        if let (false, Some(key)) = (pointing, bound.key(binding.command)) {
            hints.push((key, binding.help.clone()));
        }
    }
}

/// The keys for moving between choices.
fn choosing_hints(game: &Game, bound: &Bound, hints: &mut Vec<Hint>) {
    let enemy = |c: &ChoiceView| {
        c.piece().and_then(|id| game.shown.piece(id)).is_none_or(|piece| piece.side != game.shown.viewer)
    };
    if game.shown.choices.iter().any(|c| matches!(c.act, Act::Commit | Act::Begin) && enemy(c)) {
        hints.extend(bound.hint(Command::FirePlan));
    }
    let pointing = (0..game.shown.choices.len()).filter(|&n| game.shown.cell_of(n).is_some()).count();
    if pointing > 1 && !game.steering() {
        hints.extend(bound.hint(Command::Next));
    }
    let upright =
        game.shown.pieces_at(game.pointer.cursor).filter(|piece| piece.carried_by.is_none()).count();
    hints.extend(bound.hint(Command::Stack).filter(|_| upright > 1));
    if let Some(hand) = &game.shown.view.hand
        && hand.cards.iter().any(|card| super::hand::is_playable(game, card))
    {
        hints.push((format!("1-{}", hand.cards.len().min(10) % 10), "card".to_owned()));
    }
    hints.extend(bound.hint(Command::NextWay).filter(|_| game.shown.ways(&game.pointer).len() > 1));
}

/// The effect of Enter.
fn enter_hint(game: &Game, bound: &Bound, hints: &mut Vec<Hint>) {
    let Some(key) = bound.key(Command::Play).filter(|_| !game.report.open) else { return };
    if game.shown.best_reaction(&game.pointer).is_some() {
        return;
    }
    if game.pointer.pick.is_none() && game.marching.planned().is_some() {
        hints.push((key, "march".to_owned()));
        hints.extend(game.marching.recalled.then(|| fixed("Esc", "cancel")));
    } else if game.marching.march_waits() {
        hints.insert(0, (key, "go on".to_owned()));
    } else if game.pointer.pick.is_some() {
        let word = bound.word(Command::Play);
        hints.push((key, if game.marching.routed.is_some() { format!("{word:<5}") } else { word }));
    } else if !game.steering() && !game.shown.choices.is_empty() {
        // Both words have the same length, so that moving the cursor does not shift the line.
        let word = if game.shown.asks_for_cell() { "why?" } else { "list" };
        hints.push((key, word.to_owned()));
    }
}

/// The keys of verbs that no other hint covers.
fn verb_hints(game: &Game, bound: &Bound, hints: &mut Vec<Hint>) {
    let points = |c: &ChoiceView| !c.pieces.is_empty() || c.cell.is_some();
    let pointing = |name: &str| game.shown.choices.iter().any(|c| c.verb == name && points(c));
    for binding in bound.app.keymap.at(&[Place::Verbs], &game.shown.verbs) {
        let steered = deciding::is_step(&game.shown.choices, &binding.name) && game.steering();
        let count = game.shown.choices.iter().filter(|c| c.verb == binding.name).count();
        let others = game.shown.verbs.iter().filter(|b| b.name != binding.name && pointing(&b.name)).count();
        let sole_pointing = count > 1 && pointing(&binding.name) && others == 0;
        let known = hints.iter().any(|(_, word)| *word == binding.help);
        let hidden =
            steered || known || sole_pointing || (game.pointer.look && deciding::steers(&game.shown.choices));
        if let (false, Some(key)) = (hidden, bound.key(binding.command)) {
            hints.push((key, binding.help.clone()));
        }
    }
}

/// Draws as many hints as fit on a line.
pub fn hint_line(hints: &[Hint], area: Rect, buf: &mut Buffer, look: Look, words: Style) {
    let mut x = area.x;
    for (key, word) in hints {
        let gap = if x == area.x { 0 } else { 2 };
        if usize::from(area.right().saturating_sub(x + gap)) < width(key) + 1 + width(word) {
            break;
        }
        x = put(buf, x + gap, area.y, area.width, key, look.theme.of(Role::Key));
        x = put(buf, x, area.y, area.width, " ", words);
        x = put(buf, x, area.y, area.width, word, words);
    }
}
