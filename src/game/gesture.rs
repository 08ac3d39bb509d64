//! Big gestures: what a ruleset works out so that one key may send many small choices.
//!
//! Nothing here is a rule. A gesture is a series of ordinary choices in notation, each checked, thrown for and
//! written down as if it had been typed; whatever comes between stops it, and it goes on from what it finds.

use super::Side;
use super::view::PieceId;
use crate::board::Cell;

/// Where pieces could go, worked out once for a decision and then asked for every square the cursor visits.
pub trait Routes: Send {
    /// The cells that one of the pieces can come to, with the turn in which the first of them arrives: 0 is this
    /// turn.
    fn reach(&self) -> Vec<(Cell, u8)>;
    /// How the pieces would go to a cell, those first that go first.
    fn plan(&self, goal: Cell) -> March;
}

/// How a group would march.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct March {
    /// The way of each piece that can get nearer, in the order in which they set out.
    pub legs: Vec<Leg>,
    /// What is to be said of it: known danger on the way, who stays behind.
    pub remarks: Vec<String>,
}

/// The way of one piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Leg {
    /// Whose.
    pub piece: PieceId,
    /// The cells of its way, where it stands first and its goal last.
    pub way: Vec<Cell>,
    /// The place in `way` at which it stops this turn.
    pub stop: usize,
    /// In how many turns it arrives: 0 is this turn.
    pub turns: u8,
    /// What this turn's part costs: "5.5 of 6 points".
    pub cost: String,
    /// The choice that begins its move.
    pub begin: String,
    /// This turn's choices after that, one for each cell of the way, and then how it turns and ends the move.
    pub plays: Vec<String>,
    /// Where it would first come under fire or into contact: the place in `way`, and who threatens there.
    pub danger: Option<(usize, String)>,
}

/// An attack that could be made now, put together for the player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Attack {
    /// At whom.
    pub target: PieceId,
    /// By whom, best first.
    pub firers: Vec<PieceId>,
    /// How many more could fire and are kept.
    pub kept: usize,
    /// The choices that make it.
    pub plays: Vec<String>,
    /// The chance that the target comes out of it harmed as asked for: "D or better".
    pub harm: f64,
    /// The chance that it is lost.
    pub kill: f64,
    /// What these two are called: "D+", "E".
    pub words: [&'static str; 2],
    /// The range of the nearest firer.
    pub range: u16,
    /// What the target is: "tank", "infantry", … for standing orders.
    pub kind: &'static str,
    /// What it is worth to make it, in the ruleset's own measure: for sorting.
    pub worth: f64,
}

/// What an attack is to come to before firers are kept back.
#[derive(Clone, PartialEq, Debug)]
pub struct Wanted {
    /// The chance of harm that is enough, 0 to 1.
    pub harm: f64,
    /// Only these may take part; everybody if empty.
    pub firers: Vec<PieceId>,
}

impl Wanted {
    /// Any firers, until the chance of harm is so great.
    pub const fn of(harm: f64) -> Self {
        Self { harm, firers: Vec::new() }
    }
}

/// A group as it might be marked for the turn, proposed by the ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marking {
    /// What it is: "1st platoon".
    pub name: String,
    /// Its pieces, the leader first.
    pub pieces: Vec<PieceId>,
    /// The ways in which it may be marked: a word, and the choices that do it. An empty list does nothing.
    pub ways: Vec<(&'static str, Vec<String>)>,
    /// The way that is proposed, a place in `ways`.
    pub way: usize,
    /// What speaks for one way or another, in a few words.
    pub why: String,
    /// There is a reason now that goes before what was done last time.
    pub urgent: bool,
}

/// A judgement on a game that is not over: the aim of a side is reached, or can be reached no more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who will win; `None`: nobody can any more.
    pub winner: Option<Side>,
    /// Why, in a sentence.
    pub why: String,
}
