//! The end of a game: the notice that it is decided, and the final report.

use crate::deeds::{self, Decisive};
use crate::game::view::PieceView;
use crate::game::{Outcome, Seat, Side, Verdict};

use super::game::Game;
use super::overlay::{Kind, List, Overlay, Purpose, Row};
use super::text::{counted, in_numbers, wrap};
use super::theme::Role;

/// Characters per line of the report.
const WIDE: usize = 74;

/// The notice that the battle is decided.
pub fn decided(game: &Game, issue: &Verdict) -> Overlay {
    let head = match issue.winner {
        Some(side) => format!("{} will win", game.shown.view.sides[side.index()].name),
        None => "Neither side can win".to_owned(),
    };
    let lines = vec![
        (head, Role::Prompt),
        (issue.why.clone(), Role::Text),
        (String::new(), Role::Text),
        ("Enter or Esc plays on. c hands the rest to the computer (asks first).".to_owned(), Role::Dim),
    ];
    Overlay::text(Purpose::Decided, "The battle is decided", lines)
}

/// The rows of the final report that do something besides looking back to an action.
pub const REMATCH: usize = usize::MAX;
/// Starts the same battle again, with the same sides.
pub const AGAIN: usize = usize::MAX - 1;
/// Goes on to the next battle of the list.
pub const NEXT: usize = usize::MAX - 2;
/// Returns to the title.
pub const LEAVE: usize = usize::MAX - 3;

/// Where a battle was begun.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// On the title screen or the command line.
    Title,
    /// In the scenario editor, to test it.
    Editor,
    /// In a campaign.
    Campaign,
}

/// Goes on with the campaign.
pub const CAMPAIGN: usize = usize::MAX - 4;
/// Shows the player's costliest decisions.
pub const COSTLY: usize = usize::MAX - 5;

/// The decisive actions that it lists.
const DECISIVE: usize = 3;
/// The units of a side that it names for their damage.
const DAMAGERS: usize = 2;

/// Width of a bar of losses.
const BAR: u16 = 16;

/// The rows of the final report while they are put together.
#[derive(Default)]
struct Report(Vec<Row>);

impl Report {
    /// A line, wrapped; all its rows do the same.
    fn line(&mut self, text: &str, role: Role, id: usize) {
        self.line_with(text, role, id, "");
    }

    /// A line with a word at the right edge of its first row.
    fn line_with(&mut self, text: &str, role: Role, id: usize, tail: &str) {
        let room = WIDE - if tail.is_empty() { 0 } else { tail.len() + 2 };
        let parts = if text.is_empty() { vec![String::new()] } else { wrap(text, room, 2) };
        let tail = |n: usize| if n == 0 { tail.to_owned() } else { String::new() };
        let row = |(n, text)| Row { text, tail: tail(n), role, id, more: Vec::new() };
        self.0.extend(parts.into_iter().enumerate().map(row));
    }

    /// How the battle went: the result, what each side lost and did, and the decisive actions.
    fn fought(&mut self, game: &Game, ascii: bool, outcome: &Outcome) {
        self.line(&result_in_capitals(game, outcome.winner), Role::Prompt, 0);
        self.line(&outcome.why, Role::Text, 0);
        // The battle is over, so what one side did in secret counts too.
        let log = game.session.whole_log();
        for (side, role) in Side::BOTH.into_iter().zip([Role::SideA, Role::SideB]) {
            self.line(&losses(game, side, ascii), role, 0);
            let lost = losses_in_words(game, side);
            let lost = (!lost.is_empty()).then(|| format!("lost: {lost}"));
            let luck = deeds::luck(log, side).in_words().map(|luck| format!("luck: {luck}"));
            let told: Vec<String> = lost.into_iter().chain(luck).collect();
            if !told.is_empty() {
                self.line(&format!("  {}", told.join("; ")), Role::Text, 0);
            }
            if let Some(damage) = deeds::damage_in_words(log, side, DAMAGERS) {
                self.line(&format!("  damage done by {damage}"), Role::Text, 0);
            }
        }
        let lesson = &game.shown.view.lesson;
        for (head, text) in [("What you have learnt", &lesson.learnt), ("Next", &lesson.next)] {
            if !text.is_empty() {
                self.line(&format!("{head}: {}", text.trim().replace('\n', " ")), Role::Prompt, 0);
            }
        }
        let acts = deeds::decisive(log, game.shown.viewer, DECISIVE);
        if !acts.is_empty() {
            self.line("Decisive actions (Enter looks back to one):", Role::Title, 0);
        }
        for Decisive { turn, play, text } in acts {
            self.line_with(
                &format!("Turn {turn}: {text}"),
                Role::Loss,
                play as usize,
                &format!("action {play}"),
            );
        }
    }

    /// What can be done next.
    fn leads_on(&mut self, game: &Game, listed: bool, next: Option<&str>, from: Origin) {
        if from == Origin::Campaign {
            self.line("Go on with the campaign", Role::Option, CAMPAIGN);
        } else if listed {
            if Side::BOTH.iter().any(|side| game.session.seat(*side) != Seat::Human) {
                self.line("Rematch with the sides changed", Role::Option, REMATCH);
            }
            self.line("The same battle again", Role::Option, AGAIN);
        }
        if let Some(next) = next.filter(|_| from == Origin::Title) {
            self.line(&format!("Next battle: {next}"), Role::Option, NEXT);
        }
        if Side::BOTH.iter().any(|side| game.session.seat(*side) == Seat::Human) {
            self.line(
                "Your costliest decisions, and what the computer would have done",
                Role::Option,
                COSTLY,
            );
        }
        self.line("Look back from the first turn", Role::Option, 1);
        let leave =
            if from == Origin::Editor { "Return to the scenario editor" } else { "Return to the title" };
        self.line(leave, Role::Option, LEAVE);
    }

    /// What else the save records about the battle.
    fn recorded(&mut self, game: &Game) {
        self.line("", Role::Text, 0);
        self.line(&format!("{} turns, {} actions", game.shown.view.turn, game.session.plays()), Role::Dim, 0);
        if let count @ 1.. = game.session.undo_totals().past_dice {
            self.line(&format!("Actions undone after rolling dice: {count}"), Role::Text, 0);
        }
        for (side, asked) in
            Side::BOTH.into_iter().zip(game.session.advised()).filter(|(_, asked)| *asked > 0)
        {
            self.line(
                &format!("{} asked for advice: {asked}", game.shown.view.sides[side.index()].name),
                Role::Text,
                0,
            );
        }
        for (side, changed) in Side::BOTH.into_iter().zip(game.session.changed_seats()) {
            if changed {
                let name = &game.shown.view.sides[side.index()].name;
                let told =
                    format!("The player of the {name} changed: the battle does not count in the statistics.");
                self.line(&told, Role::Text, 0);
            }
        }
        for side in Side::BOTH {
            if let Some(temper) = game.session.surprise(side) {
                let name = &game.shown.view.sides[side.index()].name;
                self.line(&format!("The computer played the {name} {}.", temper.adverb()), Role::Text, 0);
            }
        }
        if let Some(seal) = game.session.seal().filter(|_| game.settings.seal) {
            self.line(&format!("Game seal: {}", seal.in_groups()), Role::Dim, 0);
        }
        if let Some(seed) = game.session.seed_told() {
            self.line(&format!("Dice seed: {seed}"), Role::Dim, 0);
        }
    }
}

/// The final report: the result, the losses against the break points, luck, the units that did the damage, and
/// the decisive actions, each of which can be looked back to; then what to do next. `next` is the title of the
/// next battle, if the list has one; `listed` whether this battle can be started again; `from` says where the
/// player came from.
pub fn over(game: &Game, ascii: bool, listed: bool, next: Option<&str>, from: Origin) -> Option<Overlay> {
    let outcome = game.session.outcome()?;
    let mut report = Report::default();
    report.fought(game, ascii, &outcome);
    let first = report.0.len();
    report.leads_on(game, listed, next, from);
    report.recorded(game);
    let rows = report.0;
    let leads = |row: &Row| if from == Origin::Campaign { row.id == CAMPAIGN } else { row.id > 0 };
    let shown = rows.iter().position(leads).unwrap_or(first);
    let mut list = List::new(Kind::Over, "The battle is over", rows);
    list.selected = shown;
    Some(Overlay::List(list))
}

/// The result in spaced capitals, from the view of the only player at this keyboard: "V I C T O R Y".
fn result_in_capitals(game: &Game, winner: Option<Side>) -> String {
    let name = |side: Side| game.shown.view.sides[side.index()].name.as_str();
    let human = |side: &Side| game.session.seat(*side) == Seat::Human;
    let alone = Side::BOTH.into_iter().filter(human).collect::<Vec<_>>();
    let spaced = |word: &str| {
        let letters: Vec<String> = word.to_uppercase().chars().map(String::from).collect();
        letters.join(" ")
    };
    match (winner, &alone[..]) {
        (None, _) => spaced("draw"),
        (Some(side), [own]) if side == *own => format!("{}   {} win", spaced("victory"), name(side)),
        (Some(side), [_]) => format!("{}   {} win", spaced("defeat"), name(side)),
        (Some(side), _) => format!("{}   {}", spaced(name(side)), spaced("win")),
    }
}

/// A side's losses against its break point: "Germans: lost 7 of 15, break point 9 ######..".
fn losses(game: &Game, side: Side, ascii: bool) -> String {
    let shown = &game.shown.view.sides[side.index()];
    let limit = match (shown.score, shown.breaking) {
        (Some([points, aim]), _) => format!(", {points} of {aim} points"),
        (None, Some(aim)) => format!(", break point {aim}"),
        (None, None) => String::new(),
    };
    let bar = super::panes::loss_bar(shown, BAR, ascii);
    format!("{}: lost {} of {}{limit}{bar}", shown.name, shown.lost, shown.strength)
}

/// The losses of a side, most frequent first: figures by group, other pieces by name.
fn losses_in_words(game: &Game, side: Side) -> String {
    let view = game.session.view(side);
    let own = || view.pieces.iter().filter(|piece| piece.side == side);
    let mut figures: Vec<&PieceView> = own().filter(|piece| piece.figures[2] > 0).collect();
    if !figures.is_empty() {
        figures.sort_by_key(|group| std::cmp::Reverse(group.figures[2]));
        let told = figures.iter().map(|group| format!("{} in {}", group.figures[2], group.tag));
        return told.collect::<Vec<_>>().join(", ");
    }
    let mut kinds = counted(own().filter(|piece| piece.lost).map(PieceView::type_name));
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    in_numbers(&kinds)
}
