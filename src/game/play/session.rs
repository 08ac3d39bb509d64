//! A running game as the screen knows it.

use std::path::Path;

use super::shared::{SharedGame, stored};
use super::{Match, Pending, Shown};
use crate::board::Cell;
use crate::dice::{Ask, Die, Thing};
use crate::game::forecast;
use crate::game::gesture::THEN;
use crate::game::journal::{DiceKind, Note, Seal};
use crate::game::storage::{Company, SeenMark};
use crate::game::thought::{Moment, plans, seen, thought};
use crate::game::{
    Ahead, Aids, CardUse, ChoiceView, Decision, Event, Followed, LogLine, Opponent, Outcome, PieceId,
    Preview, Reasons, Refused, Seat, Session, Sharing, Side, Sight, Spectator, Temper, Thinking, UndoTotals,
    View,
};

impl<R: Opponent> Session for Match<R> {
    fn ruleset(&self) -> &'static str {
        self.ruleset
    }

    fn save_path(&self) -> Option<&Path> {
        let shared = || self.shared.as_ref().and_then(SharedGame::path);
        self.journal.as_ref().map(|journal| journal.path()).or_else(shared)
    }

    fn seal(&self) -> Option<Seal> {
        self.seal
    }

    fn seed_told(&self) -> Option<u64> {
        self.outcome().map(|_| self.seed).filter(|_| self.dice == DiceKind::Seeded)
    }

    fn hold(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.hold();
        }
        if let Some(file) = self.shared.as_mut().and_then(SharedGame::file) {
            file.hold();
        }
        self.memory.held = true;
    }

    fn settle(&mut self) -> Result<(), Refused> {
        if let Some(file) = self.shared.as_mut().and_then(SharedGame::file) {
            file.settle()?;
        }
        if let Some(journal) = &mut self.journal {
            journal.settle()?;
        }
        self.memory.held = false;
        self.note_seen();
        Ok(())
    }

    fn limit_save(&mut self, bytes: u64) {
        if let Some(journal) = &mut self.journal {
            journal.limit(bytes);
        }
        if let Some(file) = self.shared.as_mut().and_then(SharedGame::file) {
            file.limit(bytes);
        }
    }

    fn news(&mut self) -> Option<String> {
        self.memory.warning.take().or_else(|| self.journal.as_mut().and_then(|journal| journal.news()))
    }

    fn sharing(&self) -> Option<&Sharing> {
        self.shared.as_ref().map(|shared| &shared.sharing)
    }

    fn spectates(&self) -> Option<Spectator> {
        self.shared.as_ref().and_then(SharedGame::spectator)
    }

    fn follow(&mut self, actions: usize) -> Result<Followed, Refused> {
        self.follow_shared(actions)
    }

    fn note(&mut self, side: Side, note: Note) -> Result<(), Refused> {
        self.note_shared(side, note)
    }

    fn company(&mut self) -> Option<&mut dyn Company> {
        self.shared.as_mut().and_then(SharedGame::file).map(|file| file.company())
    }

    fn undo_asks(&self, plays: Option<u32>) -> Result<Option<u32>, Refused> {
        let Some(shared) = &self.shared else { return Ok(None) };
        let count = match plays.map(|plays| plays as usize).filter(|&n| n < self.line.actions().len()) {
            Some(count) => count,
            None => self.undo_count()?,
        };
        self.may_undo(count)?;
        Ok(shared.must_ask(&self.line.actions()[count..]).then_some(count as u32))
    }

    fn seat(&self, side: Side) -> Seat {
        self.seat_here(side)
    }

    /// The seats of a shared battle stay as they are.
    fn set_seat(&mut self, side: Side, seat: Seat) {
        if self.shared.is_none() {
            self.seats[side.index()] = seat;
        }
    }

    fn take_seat(&mut self, side: Side, seat: Seat) -> Result<(), Refused> {
        self.keep_seat(side, seat)
    }

    fn changed_seats(&self) -> [bool; 2] {
        self.changed_seats
    }

    fn remember(&mut self, mark: Box<dyn SeenMark>, warning: Option<String>) {
        Self::remember(self, mark, warning);
    }

    fn decision(&self) -> Option<Decision> {
        self.shared_decision(self.visible().decision())
    }

    fn outcome(&self) -> Option<Outcome> {
        let agreed = self.agreed_end().filter(|_| self.shown.is_none()).cloned();
        agreed.or_else(|| self.visible().outcome())
    }

    fn choices(&self) -> &[ChoiceView] {
        if self.shown.is_some() { &[] } else { &self.choices }
    }

    /// While a player is rolling real dice, pieces and markers are shown as the rolls so far have left them.
    fn view(&self, side: Side) -> View {
        let view = self.visible().view(side);
        let Some(pending) = self.pending.as_ref().filter(|_| self.shown.is_none()) else { return view };
        let View { pieces, markers, sides, .. } = pending.half.position.view(side);
        View { pieces, markers, sides, ..view }
    }

    fn sketch(&self, side: Side) -> View {
        if self.pending.is_some() { self.view(side) } else { self.visible().sketch(side) }
    }

    fn preview(&self, notation: &str) -> Option<Preview> {
        if let Some((before, last)) = notation.rsplit_once(THEN) {
            let position = self.after(before.split(THEN))?;
            let choice: R::Choice = last.parse().ok()?;
            position.check(&choice).ok()?;
            return position.preview(&choice);
        }
        let choice: R::Choice = notation.parse().ok()?;
        self.as_seen().check(&choice).ok()?;
        forecast::of_choice(self.as_seen(), &choice)
    }

    fn forecast(&self, plays: &[String]) -> Option<Preview> {
        forecast::of_series(self.as_seen(), plays)
    }

    fn sight(&self, from: Cell, to: Cell) -> Sight {
        self.as_seen().sight(from, to)
    }

    fn aids(&self) -> Aids<'_> {
        let aids = self.as_seen().aids();
        if self.shown.is_some() { Aids { series: None, ..aids } } else { aids }
    }

    fn ahead(&self, plays: &[String]) -> Option<Ahead> {
        let side = self.decision()?.side;
        let position = self.after(plays.iter().map(String::as_str))?;
        let decision = position.decision().filter(|decision| decision.side == side)?;
        let choices = position.choices().iter().map(|choice| position.describe(choice)).collect();
        Some(Ahead { decision, choices, aims: position.aids().aims() })
    }

    fn as_scenario(&self) -> Result<String, String> {
        let over = self.line.position().outcome().is_some();
        let mut known = self.visible().clone();
        for side in Side::BOTH {
            if !over
                && self.seats[side.index()] == Seat::Human
                && (self.is_here(side) || self.spectates().is_some())
            {
                known = (*seen(&known, side, self.seed, u64::from(self.plays()))).clone();
            }
        }
        known.aids().as_scenario()
    }

    fn uses(&self, side: Side, piece: Option<PieceId>) -> Vec<CardUse> {
        let decides = |position: &R| position.decision().is_some_and(|decision| decision.side == side);
        match self.as_seen() {
            _ if self.shown.is_some() => Vec::new(),
            as_seen if decides(as_seen) => as_seen.aids().uses(side, piece),
            _ => seen(self.line.position(), side, 0, 0).aids().uses(side, piece),
        }
    }

    fn caution(&self, notation: &str) -> Option<String> {
        let parts: Vec<&str> = notation.split(THEN).collect();
        let at = |place: usize| {
            let position = self.after(parts[..place].iter().copied())?;
            position.caution(&parts[place].parse().ok()?)
        };
        if parts.len() > 1 {
            return (0..parts.len()).find_map(at);
        }
        self.as_seen().caution(&notation.parse().ok()?)
    }

    fn standing(&self) -> &str {
        &self.standing
    }

    fn set_standing(&mut self, orders: String) {
        self.standing = orders;
    }

    fn keep_standing(&mut self) -> Result<(), Refused> {
        self.keep_orders()
    }

    fn log(&self) -> &[LogLine] {
        let all = self.line.log();
        self.shown.as_ref().map_or(all, |shown| &all[..shown.lines])
    }

    fn whole_log(&self) -> &[LogLine] {
        let all = self.line.log();
        match self.late_plays() {
            Some(plays) => &all[..all.partition_point(|line| line.play <= plays)],
            None => all,
        }
    }

    fn show(&mut self, plays: Option<u32>) -> bool {
        let late = self.late_plays();
        let most = late.unwrap_or(self.line.plays());
        let Some(plays) = plays.or(late).map(|plays| plays.min(most)) else {
            self.shown = None;
            return true;
        };
        // The way from the position shown before is often shorter than from one that was kept.
        let before = self.shown.take().map(|shown| (shown.plays as usize, shown.position));
        let Ok(position) = self.line.position_from(before, plays as usize) else { return false };
        let eyes = position
            .decision()
            .and_then(|decision| self.seen_at(&position, decision, self.seed, u64::from(plays)));
        let lines = self.line.log().partition_point(|line| line.play <= plays);
        self.pending = None;
        self.shown = Some(Shown { plays, lines, position, eyes });
        true
    }

    fn shown(&self) -> Option<u32> {
        self.shown.as_ref().map(|shown| shown.plays)
    }

    fn so_far(&self) -> &[Event] {
        self.pending.as_ref().map_or(&[], |pending| &pending.half.events)
    }

    fn plays(&self) -> u32 {
        self.late_plays().unwrap_or(self.line.plays())
    }

    fn check(&self, notation: &str) -> Result<(), Refused> {
        self.checked(notation).map(drop)
    }

    fn play(&mut self, notation: &str) -> Result<(), Refused> {
        self.is_present()?;
        if let Some(pending) = &self.pending {
            let why =
                format!("\"{}\" is still waiting for its dice: {}.", pending.choice, pending.half.asked);
            return Err(Refused::Dice(why));
        }
        self.is_ours()?;
        let choice = self.checked(notation)?;
        match self.work_out(&choice, &[]) {
            Ok(worked) => self.commit(choice, worked).map_err(stored),
            Err(half) if self.dice == DiceKind::Typed => {
                self.pending = Some(Pending { choice, faces: Vec::new(), half: *half });
                Ok(())
            }
            // A seeded stream never ends; only a die without faces gets here.
            Err(half) => Err(Refused::Dice(format!("The dice gave no face: {}.", half.asked))),
        }
    }

    fn awaiting(&self) -> Option<&Ask> {
        self.pending.as_ref().map(|pending| &pending.half.asked)
    }

    fn give_face(&mut self, face: u8) -> Result<(), Refused> {
        let Some(pending) = &self.pending else {
            return Err(Refused::Dice("No roll is needed now.".into()));
        };
        if !(1..=pending.half.asked.answers()).contains(&face) {
            let why = match &pending.half.asked.thing {
                Thing::Die(Die { sides, .. }) => format!("A D{sides} shows 1 to {sides}, not {face}."),
                Thing::Card { deck, left } => {
                    format!("{deck} has {} cards left; there is no card {face}.", left.len())
                }
            };
            return Err(Refused::Dice(why));
        }
        let choice = pending.choice.clone();
        let faces: Vec<u8> = pending.faces.iter().copied().chain([face]).collect();
        match self.work_out(&choice, &faces) {
            Ok(worked) => self.commit(choice, worked).map_err(stored),
            Err(half) => {
                self.pending = Some(Pending { choice, faces, half: *half });
                Ok(())
            }
        }
    }

    fn withdraw(&mut self) {
        self.pending = None;
    }

    fn undo(&mut self) -> Result<(), Refused> {
        self.is_present()?;
        let count = self.undo_count()?;
        self.undo_unasked(count)
    }

    fn undo_to(&mut self, plays: u32) -> Result<(), Refused> {
        let count = plays as usize;
        if self.pending.is_some() || count >= self.line.actions().len() {
            return self.undo();
        }
        self.may_undo(count)?;
        self.undo_unasked(count)
    }

    fn undo_totals(&self) -> UndoTotals {
        self.undo_totals
    }

    fn is_strict(&self) -> bool {
        self.strict
    }

    fn reasons(&self, viewer: Option<Side>, play: u32) -> Result<Reasons, String> {
        self.why(viewer, play)
    }

    fn advice(&mut self) -> Result<Reasons, Refused> {
        self.advise()
    }

    fn advised(&self) -> [u32; 2] {
        self.advised
    }

    fn surprise(&self, side: Side) -> Option<Temper> {
        self.outcome()?;
        match self.seats[side.index()] {
            Seat::Program(manner) if manner.temper == Temper::Surprise => {
                Some(manner.settled(self.seed).temper)
            }
            _ => None,
        }
    }

    fn costly(&self, side: Side, most: usize) -> Vec<Reasons> {
        self.costliest(side, most)
    }

    fn think(&self) -> Option<Thinking> {
        self.is_present().ok()?;
        let decision = self.decision()?;
        let Seat::Program(manner) = self.seats[decision.side.index()] else { return None };
        let (seed, plays) = (self.seed, u64::from(self.line.plays()));
        let opened = plans::<R>(manner.level).then(|| self.opened(decision.side)).flatten();
        let moment = Moment { seen: self.eyes.clone()?, plays, opened };
        Some(Box::new(move || thought(&moment, manner, seed).to_string()))
    }
}
