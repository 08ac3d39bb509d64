//! Big gestures: what a ruleset works out so that one key can send many small choices.
//!
//! Nothing here is a rule. A gesture is a series of ordinary choices in notation, each checked, rolled for
//! and recorded as if it had been typed. Any decision in between stops it, and it continues from the new
//! situation.

use super::view::{CardId, ChoiceView, PieceId};
use super::{Decision, Side};
use crate::board::Cell;

/// Where pieces can go, worked out once per decision and then queried for every square the cursor visits.
pub trait Routes: Send {
    /// The cells that at least one of the pieces can reach, with the turn in which the first of them arrives;
    /// 0 is this turn.
    fn reach(&self) -> Vec<(Cell, u8)>;
    /// The movement points that the cheapest piece would spend on the way to a cell this turn, rounded up; `None`
    /// if none of them arrives there this turn.
    fn cost(&self, cell: Cell) -> Option<u8>;
    /// The cell that the pieces have to make for, where the rules leave them no choice: the way home of a retreat.
    fn goal(&self) -> Option<Cell> {
        None
    }
    /// How the pieces would go to a cell, in the order they set out.
    fn plan(&self, goal: Cell) -> March;
}

/// A planned march of a group.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct March {
    /// The way of each piece that can get nearer, in the order they set out.
    pub legs: Vec<Leg>,
    /// Remarks: known danger on the way, who stays behind.
    pub remarks: Vec<String>,
    /// The remarks name every danger on the way, and the march does not stop before it.
    pub bold: bool,
}

/// The way of one piece on a march.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Leg {
    /// The piece.
    pub piece: PieceId,
    /// The pieces that go with it as one stack.
    pub others: Vec<PieceId>,
    /// The cells of its way, from where it stands to its goal.
    pub way: Vec<Cell>,
    /// The index in `way` where it stops this turn.
    pub stop: usize,
    /// The turns until it arrives; 0 is this turn.
    pub turns: u8,
    /// The cost of this turn's part: "5.5 of 6 points".
    pub cost: String,
    /// The choice that begins its move.
    pub begin: String,
    /// The rest of this turn's choices: one per cell of the way, then its final turn and the end of its move.
    pub plays: Vec<String>,
    /// Where it would first come under fire or into contact: the index in `way`, and the threatening unit.
    pub danger: Option<(usize, String)>,
}

impl Leg {
    /// The number of pieces that go.
    pub fn pieces(&self) -> usize {
        1 + self.others.len()
    }
}

/// An attack that could be made now, ready to send.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Attack {
    /// The target.
    pub target: PieceId,
    /// The firers, best first.
    pub firers: Vec<PieceId>,
    /// The number of further stands that could fire and are held back.
    pub kept: usize,
    /// The choices that make it.
    pub plays: Vec<String>,
    /// The chance of at least the harm asked for: "D or better".
    pub harm: f64,
    /// The chance that the target is lost.
    pub kill: f64,
    /// The names of these two results: "D+", "E".
    pub words: [&'static str; 2],
    /// The range of the nearest firer.
    pub range: u16,
    /// The kind of target for standing orders: "tank", "infantry", …
    pub kind: &'static str,
    /// Its worth in the ruleset's own measure, for sorting.
    pub worth: f64,
    /// The gain from waiting, in a few words; empty where the ruleset does not say.
    pub waits: String,
    /// The firers in the ruleset's own words where their tags do not say enough: "7-4-7 + MMG, 9-2 directs".
    pub by: String,
    /// The arithmetic behind the chances: "12 FP, column 12, DRM +1".
    pub sums: String,
    /// The chance of each result, most severe first; empty where the two named results say it all.
    pub results: Vec<(String, f64)>,
    /// Pieces that help without firing: the directing leader.
    pub helpers: Vec<PieceId>,
    /// The cards it plays.
    pub cards: Vec<CardId>,
    /// Hidden pieces that it reveals to the enemy.
    pub reveals: Vec<PieceId>,
    /// What it may do to the firers' own side, to be confirmed before it is made; empty if nothing.
    pub caution: String,
    /// Which pieces may attack the same target after it.
    pub again: Again,
}

impl Attack {
    /// Whether a choice begins this attack, or is all of it.
    pub fn begins_with(&self, notation: &str) -> bool {
        self.plays.first().is_some_and(|first| first == notation)
            || notation.contains(THEN) && self.plays.join(THEN) == notation
    }
}

/// Which pieces may attack a target again in the same phase.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Again {
    /// Any others.
    #[default]
    Anyone,
    /// Any others but these.
    Except(Vec<PieceId>),
    /// None: each target is attacked once.
    Never,
}

/// The attacks that are asked for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Wanted {
    /// The chance of harm that is enough, 0 to 1; further firers are held back.
    pub harm: f64,
    /// Only these pieces may take part; all may if it is empty.
    pub firers: Vec<PieceId>,
    /// These pieces may not take part: they are in another attack.
    pub busy: Vec<PieceId>,
    /// These cards may not be played: they are for another attack.
    pub spent: Vec<CardId>,
    /// Only attacks on these; on every target if it is empty.
    pub targets: Vec<PieceId>,
}

impl Wanted {
    /// Any firers, until the chance of harm reaches this.
    pub fn of(harm: f64) -> Self {
        Self { harm, ..Self::default() }
    }

    /// Whether a piece may take part.
    pub fn takes(&self, piece: PieceId) -> bool {
        (self.firers.is_empty() || self.firers.contains(&piece)) && !self.busy.contains(&piece)
    }

    /// Whether attacks on a piece are asked for.
    pub fn aims_at(&self, target: PieceId) -> bool {
        self.targets.is_empty() || self.targets.contains(&target)
    }
}

/// What stands between the choices of a series in one notation: "fire 5/4; target 7".
pub const THEN: &str = "; ";

/// A decision that would follow from some choices without a roll.
#[derive(Clone, Debug)]
pub struct Ahead {
    /// The decision.
    pub decision: Decision,
    /// Its choices.
    pub choices: Vec<ChoiceView>,
    /// The cells worth looking at first, best first.
    pub aims: Vec<Cell>,
}

/// Pieces or cards that an attack now would leave for later, and what for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reserve {
    /// The pieces.
    pub pieces: Vec<PieceId>,
    /// Their cards, by name.
    pub cards: Vec<String>,
    /// What they are kept for, in the words of the book: "Defensive First Fire".
    pub purpose: String,
}

/// A group as the ruleset proposes to mark it for the turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marking {
    /// Its name: "1st platoon".
    pub name: String,
    /// Its pieces, the leader first.
    pub pieces: Vec<PieceId>,
    /// The ways to mark it: a word, and the choices that do so. An empty list does nothing.
    pub ways: Vec<(&'static str, Vec<String>)>,
    /// The proposed way, an index into `ways`.
    pub way: usize,
    /// The reason for it, in a few words.
    pub why: String,
    /// The reason is new this turn and outweighs last turn's marking.
    pub urgent: bool,
}

/// The issue is decided before the game is over: a side has reached its objective, or can no longer reach it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The side that will win; `None` if neither can any more.
    pub winner: Option<Side>,
    /// Why, in a sentence.
    pub why: String,
}
