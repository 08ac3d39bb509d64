//! A running game: position, dice, journal and seats.
//!
//! Invariant: an action is worked out on a copy, written to disk, and only then replaces the position. Any
//! failure before that leaves the game as it was.
//!
//! The dice depend on the actions ([`Chain`]): repeating an action after an undo gives the same faces, a
//! different one rolls new faces. Refusals, previews and choices come from what the deciding side sees, never
//! from the position itself.

mod ahead;
mod reasons;
mod seats;
mod session;
mod shared;
mod undo;

use std::cell::RefCell;
use std::io;

use super::journal::{DiceKind, Header, Journal, Loaded, Record, Seal, UNDO, Undo, Winner};
use super::line::{Action, Line};
use super::replay::{Checks, ReplayError, ReplayMode, replay_with};
use super::storage::{CannotCreate, CreateSave, OwnSave};
use super::thought::{TurnPlan, seen};
use super::{
    Chain, ChoiceView, Decision, Digest, Event, Log, Opponent, Outcome, Refused, Rules, Seat, Seen, Side,
    UndoTotals,
};
use crate::dice::{Ask, Dice};
use shared::SharedGame;

/// The number of actions between digests in the journal.
const DIGEST_EVERY: u32 = 25;

/// The keys of the two sides, in notation and saves.
pub fn side_keys<R: Rules>(position: &R) -> [String; 2] {
    position.sides().map(|side| side.key)
}

/// Why a game cannot be started or resumed.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Its save cannot be created.
    #[error(transparent)]
    Save(#[from] CannotCreate),
    /// It does not replay.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Its torn end cannot be removed.
    #[error("the incomplete end of the save cannot be removed: {0}")]
    Torn(io::Error),
}

/// A running game of one ruleset; the screen knows it as a [`Session`].
pub struct Match<R: Opponent> {
    ruleset: &'static str,
    keys: [String; 2],
    seed: u64,
    dice: DiceKind,
    seats: [Seat; 2],
    /// The seats as last written to the journal.
    written_seats: [Seat; 2],
    /// The turn as last written to the journal.
    written_turn: u32,
    /// The players' standing orders, and those last written to the journal.
    standing: String,
    written_standing: String,
    /// The number of the last action in the journal.
    last: u32,
    /// The seal of the journal, if the game is sealed.
    seal: Option<Seal>,
    strict: bool,
    undo_totals: UndoTotals,
    line: Line<R>,
    /// An earlier position that is being looked at.
    shown: Option<Shown<R>>,
    /// The position as the deciding side sees it.
    eyes: Option<Seen<R>>,
    choices: Vec<ChoiceView>,
    pending: Option<Pending<R>>,
    journal: Option<Box<dyn OwnSave>>,
    /// The part of the game that has to do with another terminal.
    shared: Option<SharedGame>,
    /// The sides whose player has changed.
    changed_seats: [bool; 2],
    memory: seats::Memory,
    /// The plans of both sides for a turn, by the chain of the actions before it.
    plans: (u64, [TurnPlan; 2]),
    /// The plan of the turn whose reasons were read last: by the chain before it, its side and its reader.
    read_plan: RefCell<ReadPlan>,
    /// How often each side has asked for advice.
    advised: [u32; 2],
}

/// A plan, and what it was made for: the chain before the turn, its side and its reader.
type ReadPlan = (Option<(u64, Side, Option<Side>)>, TurnPlan);

/// The game after this many actions.
struct Shown<R> {
    plays: u32,
    lines: usize,
    position: R,
    eyes: Option<Seen<R>>,
}

/// A choice whose dice a player is still rolling, and what has happened so far.
struct Pending<R: Opponent> {
    choice: R::Choice,
    faces: Vec<u8>,
    half: Half<R>,
}

/// A choice worked out as far as the faces go.
struct Half<R> {
    asked: Ask,
    events: Vec<Event>,
    /// The position halfway through: for display, never to be played on.
    position: R,
}

/// An action worked out on a copy.
struct Worked<R> {
    after: R,
    rolls: Vec<u8>,
    events: Vec<Event>,
    chain: Chain,
}

impl<R: Opponent> Match<R> {
    /// A new game, in a new save if one can be created for it.
    ///
    /// # Errors
    /// The header's seats are not those of the scenario's sides, or the save cannot be created.
    pub fn new(
        ruleset: &'static str,
        initial: R,
        mut header: Header,
        create: Option<CreateSave>,
    ) -> Result<Self, StartError> {
        header.rules = R::VERSION;
        let text = header.to_toml();
        let journal = Journal { header, plays: Vec::new() };
        let mut game = Self::over(ruleset, initial, &journal, ReplayMode::Checked)?;
        game.journal = create.map(|create| create(&text)).transpose()?;
        Ok(game)
    }

    /// A saved game, replayed to its end and checked. With its save it continues there, without
    /// it is read-only.
    ///
    /// # Errors
    /// The journal does not replay (with the action that fails), or a torn end cannot be removed.
    pub fn load(
        ruleset: &'static str,
        initial: R,
        loaded: Loaded,
        journal: Option<Box<dyn OwnSave>>,
    ) -> Result<Self, StartError> {
        Self::load_with(ruleset, initial, loaded, journal, ReplayMode::Checked)
    }

    /// A saved game that does not replay as it is, resumed in one of the ways still open: by its recorded
    /// dice, or from before the action that no longer fits ([`ReplayError::resume_modes`]). That action and those
    /// after it are then undone in the journal too.
    ///
    /// # Errors
    /// See [`Match::load`]; also when the journal cannot be written.
    pub fn load_with(
        ruleset: &'static str,
        initial: R,
        loaded: Loaded,
        journal: Option<Box<dyn OwnSave>>,
        mode: ReplayMode,
    ) -> Result<Self, StartError> {
        let torn = loaded.torn.is_some().then_some(loaded.whole as u64);
        let mut game = Self::over(ruleset, initial, &loaded.journal, mode)?;
        game.journal = journal;
        if let (Some(journal), Some(whole)) = (&mut game.journal, torn) {
            journal.cut_to(whole).map_err(StartError::Torn)?;
        }
        if let ReplayMode::StopBefore(n) = mode
            && n <= game.last
        {
            game.stop_here(n).map_err(StartError::Torn)?;
        }
        Ok(game)
    }

    /// Records that action `n` and everything after it no longer stand.
    fn stop_here(&mut self, n: u32) -> io::Result<()> {
        let side = self.line.position().decision().map_or(Side::A, |decision| decision.side);
        self.write(&Record {
            n: self.last + 1,
            side: self.keys[side.index()].clone(),
            choice: UNDO.into(),
            to: Some(self.line.actions().last().map_or(0, |play| play.n)),
            digest: Some(Digest::of(self.line.position())),
            why: Some(format!("play {n} does not fit the current rules")),
            ..Record::default()
        })
    }

    fn over(
        ruleset: &'static str,
        initial: R,
        journal: &Journal,
        mode: ReplayMode,
    ) -> Result<Self, ReplayError> {
        let header = &journal.header;
        if header.ruleset != ruleset {
            let found = header.ruleset.clone();
            return Err(ReplayError::Ruleset { found, expected: ruleset.into() });
        }
        let keys = side_keys(&initial);
        let changed_seats = seats::changed(journal, &keys);
        let advised = reasons::advised(journal, &keys);
        let written_turn = journal.plays.iter().rev().find_map(|play| play.turn).unwrap_or(initial.turn());
        let standing = journal.plays.iter().rev().find_map(|play| play.standing.clone());
        let written_standing = standing.unwrap_or_default();
        let replayed = replay_with(initial, journal, mode)?;
        let mut game = Self {
            ruleset,
            keys,
            seed: header.seed,
            dice: header.dice,
            seats: replayed.seats,
            written_seats: replayed.seats,
            written_turn,
            written_standing: written_standing.clone(),
            standing: written_standing,
            last: journal.plays.last().map_or(0, |play| play.n),
            seal: journal.next_seal(),
            strict: header.undo == Undo::Strict,
            undo_totals: replayed.undo_totals,
            line: replayed.line,
            shown: None,
            eyes: None,
            choices: Vec::new(),
            pending: None,
            journal: None,
            shared: None,
            changed_seats,
            memory: seats::Memory::default(),
            plans: Default::default(),
            read_plan: RefCell::default(),
            advised,
        };
        if let Some(sharing) = replayed.sharing {
            let checks = Checks {
                seed: (header.dice == DiceKind::Seeded && header.rules == R::VERSION).then_some(header.seed),
                first_format: false,
                exact: true,
            };
            game.shared = Some(SharedGame::new(sharing, checks));
        }
        game.list_choices();
        Ok(game)
    }

    /// The position, for tests and for tools that know the ruleset.
    pub fn position(&self) -> &R {
        self.line.position()
    }

    fn list_choices(&mut self) {
        let began = self.line.chain_after(self.line.opened(self.line.actions().len())).number();
        if began != self.plans.0 {
            self.plans = (began, Default::default());
        }
        let position = self.line.position();
        let (seed, plays) = (self.seed, u64::from(self.line.plays()));
        let decision = self.open_decision(position);
        self.eyes = decision.and_then(|decision| self.seen_at(position, decision, seed, plays));
        let asked = decision.filter(|decision| self.is_here(decision.side));
        let shown = self.as_seen();
        self.choices = match asked {
            Some(_) => shown.choices().iter().map(|choice| shown.describe(choice)).collect(),
            None => Vec::new(),
        };
    }

    /// The decision of a position, unless the players have ended the battle.
    fn open_decision(&self, position: &R) -> Option<Decision> {
        position.decision().filter(|_| self.agreed_end().is_none())
    }

    /// A position as this terminal may see it while a decision is open; `None` if it may see everything.
    fn seen_at(&self, position: &R, decision: Decision, seed: u64, plays: u64) -> Option<Seen<R>> {
        match &self.shared {
            Some(shared) if !self.is_here(decision.side) => shared.seen(position, seed, plays),
            _ => Some(seen(position, decision.side, seed, plays)),
        }
    }

    /// Whether a side is played at this terminal, by a player or by the computer.
    fn is_here(&self, side: Side) -> bool {
        let computer = self.seats[side.index()] != Seat::Human;
        computer || self.shared.as_ref().is_none_or(|shared| shared.holds[side.index()])
    }

    /// The end that the players of a shared battle have agreed on.
    fn agreed_end(&self) -> Option<&Outcome> {
        self.shared.as_ref().and_then(|shared| shared.sharing.ended.as_ref())
    }

    /// The position as far as the deciding side may know it; the whole of it once the game is over.
    fn as_seen(&self) -> &R {
        if let Some(shown) = &self.shown {
            return shown.eyes.as_deref().unwrap_or(&shown.position);
        }
        self.eyes.as_deref().unwrap_or_else(|| self.line.position())
    }

    /// The position shown on the screen.
    fn visible(&self) -> &R {
        self.shown.as_ref().map_or_else(|| self.line.position(), |shown| &shown.position)
    }

    /// While an earlier position is shown, nothing can be played.
    fn is_present(&self) -> Result<(), Refused> {
        let Some(shown) = &self.shown else { return Ok(()) };
        let why = format!("You are looking back at action {}. Return to the present first.", shown.plays);
        Err(Refused::Undo(why))
    }

    /// Works out a choice on a copy; with typed dice, as far as the faces go.
    fn work_out(&self, choice: &R::Choice, faces: &[u8]) -> Result<Worked<R>, Box<Half<R>>> {
        let chain = self.line.chain().with(choice);
        let mut dice = match self.dice {
            DiceKind::Seeded => chain.dice(),
            DiceKind::Typed => Dice::taped(faces),
        };
        if let Some(decision) = self.line.position().decision() {
            dice.thrown_by(decision.side);
        }
        let mut after = self.line.position().clone();
        let mut log = Log::on();
        if let Err(asked) = after.apply(choice, &mut dice, &mut log) {
            return Err(Box::new(Half { asked, events: log.events(), position: after }));
        }
        Ok(Worked { after, rolls: dice.faces().to_vec(), events: log.events(), chain })
    }

    /// Writes a worked-out action to disk, and then replaces the position.
    fn commit(&mut self, choice: R::Choice, worked: Worked<R>) -> Result<(), io::Error> {
        let Worked { after, rolls, events, chain } = worked;
        // A checked choice implies a decision.
        let side = self.line.position().decision().map_or(Side::A, |decision| decision.side);
        let seat = self.seats[side.index()];
        let n = self.last + 1;
        self.shared.as_ref().map_or(Ok(()), |shared| shared.check_time(side))?;
        let outcome = after.outcome();
        let digested = n.is_multiple_of(DIGEST_EVERY) || outcome.is_some();
        let record = Record {
            n,
            side: self.keys[side.index()].clone(),
            choice: choice.to_string(),
            rolls: rolls.clone(),
            to: None,
            by: (seat != self.written_seats[side.index()]).then_some(seat),
            turn: (after.turn() != self.written_turn).then(|| after.turn()),
            digest: digested.then(|| Digest::of(&after)),
            winner: outcome.as_ref().map(|outcome| Winner::of(outcome.winner, &self.keys)),
            why: outcome.map(|outcome| outcome.why),
            standing: (self.standing != self.written_standing).then(|| self.standing.clone()),
            next: after
                .decision()
                .filter(|open| self.shared.is_some() && open.side != side)
                .map(|open| self.keys[open.side.index()].clone()),
            ..Record::default()
        };
        self.write(&record)?;
        // Notes of the other side may have come first.
        let n = self.last;
        self.changed_seats[side.index()] |= record.by.is_some();
        self.written_seats[side.index()] = seat;
        self.written_standing.clone_from(&self.standing);
        let revealed = events.iter().any(|event| event.reveals);
        let human = seat == Seat::Human;
        self.line.push(Action { n, side, choice, rolls, human, revealed, chain }, after, events);
        self.pending = None;
        self.list_choices();
        Ok(())
    }

    /// The choice with this notation, if it is offered.
    fn checked(&self, notation: &str) -> Result<R::Choice, Refused> {
        let choice: R::Choice = notation.parse()?;
        self.as_seen().check(&choice)?;
        Ok(choice)
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        if self.shared.is_some() {
            return self.write_shared(record);
        }
        let seal = self.seal.map(|seal| seal.with(record));
        if let Some(journal) = &mut self.journal {
            journal.append(&Record { seal, ..record.clone() }.to_toml())?;
        }
        self.seal = seal;
        self.last = record.n;
        self.written_turn = record.turn.unwrap_or(self.written_turn);
        self.note_seen();
        Ok(())
    }
}
