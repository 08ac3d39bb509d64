//! A game whose save is followed by several programs.
//!
//! Invariant: what this program knows is always a beginning of the save. Before it appends anything it has
//! read, verified and carried out everything that others appended.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::Match;
use crate::game::journal::{self, Loaded, Note, Record, UNDO, Winner};
use crate::game::line::Action;
use crate::game::replay::{Checks, ReplayError, ReplayMode, work_out_again};
use crate::game::storage::{Appended, FollowedSave};
use crate::game::thought::seen;
use crate::game::{
    Decision, Followed, Opponent, Refused, Rules, Seat, Seen, Session, Sharing, Side, Spectator,
};

/// The part of a game that has to do with another terminal.
pub struct SharedGame {
    /// The players, requests, clock and end.
    pub sharing: Sharing,
    /// The sides played at this terminal.
    pub holds: [bool; 2],
    /// How late a session without a seat sees everything; `None` for what is public.
    late: Option<u32>,
    file: Option<Box<dyn FollowedSave>>,
    /// Entries that have been read and verified, and are still to be carried out.
    ahead: VecDeque<Record>,
    checks: Checks,
    /// Why the save can't be followed any more.
    broken: Option<String>,
}

impl SharedGame {
    pub(super) fn new(sharing: Sharing, checks: Checks) -> Self {
        let late = sharing.ended.is_some().then_some(0);
        Self { sharing, holds: [false; 2], late, file: None, ahead: VecDeque::new(), checks, broken: None }
    }

    /// A position as a terminal may see it that does not decide: as its own side does, or what both sides
    /// may know.
    pub(super) fn seen<R: Rules>(&self, position: &R, seed: u64, plays: u64) -> Option<Seen<R>> {
        let own = Side::BOTH.into_iter().find(|side| self.holds[side.index()]);
        match (own, self.late) {
            (Some(side), _) => Some(seen(position, side, seed, plays)),
            (None, Some(_)) => None,
            (None, None) => Some(seen(&*seen(position, Side::A, seed, plays), Side::B, seed, plays)),
        }
    }

    /// Fails if the save can't be followed any more, so that nothing may be appended.
    fn check_followed(&self) -> Result<(), Refused> {
        self.broken.as_ref().map_or(Ok(()), |why| Err(Refused::Shared(why.clone())))
    }

    /// Fails if a side that is about to act has no time left.
    pub(super) fn check_time(&self, side: Side) -> io::Result<()> {
        let left = self.sharing.left(side, true, now());
        if left == Some(0) { Err(io::Error::other("Your time has run out.")) } else { Ok(()) }
    }

    /// Reads and verifies what others have appended after the last entry and its seal.
    fn read_ahead(&mut self, last: u32, seal: Option<journal::Seal>) -> Result<(), String> {
        let last = self.ahead.back().map_or(last, |entry| entry.n);
        if let Some(why) = &self.broken {
            return Err(why.clone());
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let name = crate::plain::path(file.path().file_name().unwrap_or_default().as_ref());
        let mut tries = 0;
        loop {
            let fresh = file.fresh().map_err(|error| format!("{name}: the saved game {error}."))?;
            if fresh.is_empty() {
                return Ok(());
            }
            match verified(&fresh, &name, last, seal, self.ahead.back()) {
                Ok(entries) => {
                    self.ahead.extend(entries);
                    return Ok(());
                }
                // Half of an entry may have been read while it was being written.
                Err(_) if tries < 3 => {
                    tries += 1;
                    file.unread(&fresh);
                }
                Err(why) => {
                    let why = format!("{why} This battle can't be continued here.");
                    self.broken = Some(why.clone());
                    return Err(why);
                }
            }
        }
    }

    /// Whether the other side must be asked before these actions are undone: some are not of this terminal,
    /// or had dice rolled for them.
    pub(super) fn must_ask<C>(&self, actions: &[Action<C>]) -> bool {
        let own = |action: &Action<C>| {
            self.holds[action.side.index()] && action.rolls.is_empty() && !action.revealed
        };
        !actions.iter().all(own)
    }

    /// How this terminal sees the game if it holds no seat.
    pub(super) fn spectator(&self) -> Option<Spectator> {
        let seen = self.late.map_or(Spectator::Public, Spectator::Late);
        (self.holds == [false; 2]).then_some(seen)
    }

    /// The save, if it can be followed.
    pub(super) fn file(&mut self) -> Option<&mut Box<dyn FollowedSave>> {
        self.file.as_mut()
    }

    /// The path of the save.
    pub(super) fn path(&self) -> Option<&Path> {
        Some(self.file.as_ref()?.path())
    }
}

/// The reason that a note of a side states.
fn reason(name: &str, note: &Note) -> String {
    match note {
        Note::Join(player) => format!("{player} plays the {name}"),
        Note::AskUndo(_) => format!("the {name} ask for an undo"),
        Note::RefuseUndo => format!("the {name} refuse the undo"),
        Note::OfferDraw => format!("the {name} offer a draw"),
        Note::RefuseDraw => format!("the {name} decline the draw"),
        Note::AcceptDraw => "Both sides agreed to a draw.".to_owned(),
        Note::Resign => format!("{name} resigned."),
        Note::OutOfTime => format!("{name} ran out of time."),
        Note::GrantUndo => String::new(),
    }
}

/// The time in seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl<R: Opponent> Match<R> {
    /// Sits down at a shared save with these sides, none of them for a spectator.
    ///
    /// # Errors
    /// The save does not replay.
    pub fn share(
        ruleset: &'static str,
        initial: R,
        loaded: Loaded,
        file: Option<Box<dyn FollowedSave>>,
        holds: [bool; 2],
    ) -> Result<Self, ReplayError> {
        let mut game = Self::over(ruleset, initial, &loaded.journal, ReplayMode::Checked)?;
        let over = game.line.position().outcome().is_some();
        if game.shared.is_none() {
            // A game of two players at one keyboard, which is only watched.
            let checks = Checks { seed: None, first_format: false, exact: false };
            game.shared = Some(SharedGame::new(Sharing::default(), checks));
        }
        if let Some(shared) = &mut game.shared {
            shared.holds = holds;
            shared.file = file;
            shared.late = match shared.sharing.terms.watch {
                _ if over || shared.sharing.ended.is_some() => Some(0),
                journal::WatchRule::Delay(turns) => Some(turns),
                journal::WatchRule::Open | journal::WatchRule::Closed => None,
            };
        }
        let own = |entry: &&Record| {
            let side = Side::BOTH.into_iter().find(|side| game.keys[side.index()] == entry.side);
            side.is_some_and(|side| holds[side.index()])
        };
        let orders = loaded.journal.plays.iter().rev().filter(own).find_map(|entry| entry.standing.clone());
        game.standing = orders.unwrap_or_default();
        game.written_standing.clone_from(&game.standing);
        game.list_choices();
        game.keep_late();
        Ok(game)
    }

    /// Whether the open decision is made at this terminal.
    pub(super) fn is_ours(&self) -> Result<(), Refused> {
        let Some(shared) = &self.shared else { return Ok(()) };
        if let Some(ended) = &shared.sharing.ended {
            return Err(Refused::Shared(format!("The battle is over: {}", ended.why)));
        }
        match self.line.position().decision() {
            Some(decision) if !self.is_here(decision.side) => {
                let name = &self.line.position().sides()[decision.side.index()].name;
                Err(Refused::Shared(format!("The {name} decide now, at another terminal.")))
            }
            Some(_) if !shared.ahead.is_empty() => {
                Err(Refused::Shared("The other side has just acted. Look again before you go on.".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Carries out entries that have been read: at most so many actions, and every note between them.
    pub(super) fn follow_shared(&mut self, actions: usize) -> Result<Followed, Refused> {
        let follows = self.follows_late();
        let Some(shared) = &mut self.shared else { return Ok(Followed::default()) };
        let read = shared.read_ahead(self.last, self.seal);
        let mut told = Followed::default();
        let mut left = actions;
        while let Some(entry) = self.shared.as_ref().and_then(|shared| shared.ahead.front()) {
            let is_note = entry.choice == UNDO && entry.why.is_some();
            if !is_note && left == 0 {
                told.more = true;
                break;
            }
            left -= usize::from(!is_note);
            let Some(entry) = self.shared.as_mut().and_then(|shared| shared.ahead.pop_front()) else { break };
            told.noted |= entry.note.is_some();
            told.moved |= !is_note;
            if let Err(error) = self.carry_out(&entry) {
                let why = format!("The saved game does not replay: {error}. It can't be continued here.");
                if let Some(shared) = &mut self.shared {
                    (shared.broken, shared.ahead) = (Some(why), VecDeque::new());
                }
                break;
            }
        }
        if told.moved || told.noted {
            if told.moved {
                self.pending = None;
            }
            self.list_choices();
            self.keep_late();
            if follows {
                self.show(None);
            }
            self.note_seen();
        }
        self.shared.as_ref().map_or(Ok(()), SharedGame::check_followed)?;
        read.map(|()| told).map_err(Refused::Shared)
    }

    /// Carries out one verified entry of another program.
    fn carry_out(&mut self, entry: &Record) -> Result<(), ReplayError> {
        let by = Side::BOTH.into_iter().find(|side| self.keys[side.index()] == entry.side);
        if let Some(shared) = &self.shared
            && let Some(ended) = &shared.sharing.ended
        {
            return Err(ReplayError::Over { n: entry.n, why: ended.why.clone() });
        }
        match entry.to {
            None => {
                let Some(shared) = &self.shared else { return Ok(()) };
                let (action, after, events) =
                    work_out_again(&self.line, entry, &self.keys, &mut self.seats, &shared.checks)?;
                self.line.push(action, after, events);
            }
            Some(to) => {
                let made = self.line.actions();
                let stands = made.iter().position(|action| action.n == to).map(|at| at + 1);
                let count = if to == 0 { Some(0) } else { stands };
                let undone = ReplayError::Undo { n: entry.n, to };
                let count = count.ok_or_else(|| undone.clone())?;
                if count < made.len() {
                    let position = self.line.position_after(count).map_err(|_| undone)?;
                    self.undo_totals.add(made[count..].iter().map(|action| &action.rolls[..]));
                    self.line.cut(count, position);
                }
            }
        }
        self.seal = self.seal.map(|seal| seal.with(entry));
        self.last = entry.n;
        self.written_turn = entry.turn.unwrap_or(self.written_turn);
        if let (Some(shared), Some(by)) = (&mut self.shared, by) {
            shared.sharing.take(entry, by);
        }
        Ok(())
    }

    /// Appends an entry of this terminal. Notes that others appended meanwhile are taken in first; if they
    /// changed the position or ended the battle, nothing is written.
    pub(super) fn write_shared(&mut self, record: &Record) -> io::Result<()> {
        let mut record = record.clone();
        loop {
            self.shared.as_ref().map_or(Ok(()), SharedGame::check_followed).map_err(io::Error::other)?;
            let by = Side::BOTH.into_iter().find(|side| self.keys[side.index()] == record.side);
            record.n = self.last + 1;
            record.at = Some(now());
            let seal = self.seal.map(|seal| seal.with(&record));
            let text = Record { seal, ..record.clone() }.to_toml();
            let Some(shared) = &mut self.shared else { return Ok(()) };
            let appended = match &mut shared.file {
                _ if !shared.ahead.is_empty() => Appended::Behind,
                Some(file) => file.append(&text)?,
                None => Appended::Done,
            };
            if appended == Appended::Done {
                if let Some(by) = by {
                    shared.sharing.take(&record, by);
                }
                (self.seal, self.last) = (seal, record.n);
                self.written_turn = record.turn.unwrap_or(self.written_turn);
                self.note_seen();
                return Ok(());
            }
            // Notes only: the decision is still this side's, in the same position.
            let told = self.follow_shared(0).map_err(io::Error::other)?;
            if told.moved || told.more || self.agreed_end().is_some() {
                return Err(io::Error::other(Refused::Shared(
                    "The other side has just acted. Look again before you go on.".to_owned(),
                )));
            }
        }
    }

    /// Appends a note of a side at this terminal.
    pub(super) fn note_shared(&mut self, side: Side, note: Note) -> Result<(), Refused> {
        self.follow_shared(usize::MAX)?;
        let decider = self.open_decision(self.line.position()).map(|decision| decision.side);
        let refuse = |why: &str| Refused::Shared(why.to_owned());
        let Some(shared) = &self.shared else { return Err(refuse("This battle is not shared.")) };
        let own = shared.holds[side.index()];
        let flag = note == Note::OutOfTime && shared.holds[side.other().index()];
        if !own && !flag {
            return Err(refuse("That is not your side."));
        }
        shared.sharing.check(side, &note, decider, now()).map_err(refuse)?;
        if note == Note::GrantUndo {
            return self.grant_undo(side);
        }
        let ending = note.ends().then(|| match note {
            Note::AcceptDraw => Winner::Draw,
            _ => Winner::of(Some(side.other()), &self.keys),
        });
        let record = Record {
            side: self.keys[side.index()].clone(),
            choice: UNDO.into(),
            to: Some(self.line.actions().last().map_or(0, |action| action.n)),
            winner: ending,
            why: Some(reason(&self.line.position().sides()[side.index()].name, &note)),
            note: Some(note),
            ..Record::default()
        };
        self.write(&record).map_err(stored)?;
        self.list_choices();
        Ok(())
    }

    /// Undoes what the other side asked for.
    fn grant_undo(&mut self, side: Side) -> Result<(), Refused> {
        let asked = self.shared.as_ref().and_then(|shared| shared.sharing.undo);
        let Some((by, count)) = asked.filter(|(by, _)| *by == side.other()) else {
            return Err(Refused::Shared("The other side has not asked for an undo.".to_owned()));
        };
        debug_assert_ne!(by, side);
        let count = count as usize;
        if count >= self.line.actions().len() {
            return Err(Refused::Undo("Those actions have already been undone.".to_owned()));
        }
        self.may_undo(count)?;
        self.undo_noting(count, Some(Note::GrantUndo))
    }

    /// The number of actions that a spectator may see, if that is not all of them.
    pub(super) fn late_plays(&self) -> Option<u32> {
        let shared = self.shared.as_ref().filter(|shared| shared.holds == [false; 2])?;
        let late = shared.late.filter(|late| *late > 0)?;
        let now = self.line.position().turn();
        let shown = now.saturating_sub(late);
        // An action is shown once the turn in which it was made is old enough.
        let first_hidden = self.line.log().iter().find(|line| line.turn > shown).map(|line| line.play);
        Some(first_hidden.map_or(self.line.plays(), |play| play.saturating_sub(1)))
    }

    /// Whether a late spectator sees the last action that may be seen, and is not looking back.
    fn follows_late(&self) -> bool {
        let shown = self.shown.as_ref().map(|shown| shown.plays);
        self.late_plays().is_some_and(|late| shown.is_none_or(|shown| shown >= late))
    }

    /// Keeps a late spectator late; once the battle is over everything is shown.
    pub(super) fn keep_late(&mut self) {
        let over = self.line.position().outcome().is_some() || self.agreed_end().is_some();
        if let Some(shared) = self.shared.as_mut().filter(|_| over) {
            shared.late = Some(0);
        }
        if let (None, Some(_)) = (&self.shown, self.late_plays()) {
            self.show(None);
        }
    }

    /// The decision shown, unless the battle has ended. Of another side's secret decision only its side is
    /// known, not how far it has come.
    pub(super) fn shared_decision(&self, shown: Option<Decision>) -> Option<Decision> {
        let open = shown.filter(|_| self.shown.is_some() || self.agreed_end().is_none())?;
        let hidden = self
            .shared
            .as_ref()
            .is_some_and(|shared| open.secret && !self.is_here(open.side) && shared.late.is_none());
        Some(if hidden {
            Decision::new(open.side, "secret", "Decide in secret.", "").in_secret()
        } else {
            open
        })
    }

    /// The seat of a side as this terminal sees it.
    pub(super) fn seat_here(&self, side: Side) -> Seat {
        let seat = self.seats[side.index()];
        if seat == Seat::Human && !self.is_here(side) { Seat::Elsewhere } else { seat }
    }
}

/// Reads entries and verifies their seals against what is known.
fn verified(
    fresh: &str,
    name: &str,
    last: u32,
    seal: Option<journal::Seal>,
    ahead: Option<&Record>,
) -> Result<Vec<Record>, String> {
    let entries = journal::parse_appended(fresh, name, last + 1).map_err(|fault| format!("{fault}."))?;
    let mut seal = ahead.map_or(seal, |entry| entry.seal);
    for entry in &entries {
        seal = seal.map(|seal| seal.with(entry));
        if entry.seal != seal {
            return Err(format!("{name}: the seal of entry {} does not match.", entry.n));
        }
    }
    Ok(entries)
}

/// The refusal behind an error of writing.
pub(super) fn stored(error: io::Error) -> Refused {
    match error.downcast::<Refused>() {
        Ok(refused) => refused,
        Err(error) => Refused::Storage(error),
    }
}
