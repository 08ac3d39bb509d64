//! Player aids: what a ruleset works out for its players beyond the legal choices.
//!
//! Each aid is a trait of its own, and [`Rules::aids`](super::Rules::aids) names every one: a ruleset offers it
//! with `Some(self)` or declines it with `None`. One that is forgotten does not compile.

use super::{
    Attack, CardId, CardUse, ChoiceView, Marking, PieceId, Reserve, Risk, Routes, Shorthand, Side, Verdict,
    Wanted,
};
use crate::board::Cell;

/// Marches of one piece or a group to a cell.
pub trait Marches {
    /// Where these pieces can go now; `None` if none of them can move.
    fn routes(&self, pieces: &[PieceId]) -> Option<Box<dyn Routes>>;
}

/// Plans for a side's fire.
pub trait FirePlanning {
    /// The attacks that could be made now, reactions included, the most valuable first; each with as many
    /// firers as the wanted result needs.
    fn attacks(&self, wanted: &Wanted) -> Vec<Attack>;

    /// The pieces and cards that could fire now and are left for later if these take part in attacks, by what
    /// they are left for.
    fn reserves(&self, busy: &[PieceId], spent: &[CardId]) -> Vec<Reserve>;
}

/// Choices that a player makes as one.
pub trait Series {
    /// The choices of this decision in the form in which a player makes them, where one act takes several:
    /// notation joined by [`gesture::THEN`](super::gesture::THEN), each part an ordinary choice. Empty where the
    /// choices are made one by one.
    fn series(&self) -> Vec<ChoiceView>;
}

/// Advice about a piece of the deciding side. It depends only on what that side sees.
pub trait Advice {
    /// The risk from known enemies to the piece if it moves to a cell; `None` if it can't be there, or is not
    /// moving.
    fn risk(&self, piece: PieceId, cell: Cell) -> Option<Risk>;

    /// Remaining possibilities in a few lines for the inspector, the most important first: movement and actions
    /// left, the piece's arc and the enemies that it misses.
    fn situation(&self, piece: PieceId) -> Vec<String>;
}

/// Groups that are marked for a turn.
pub trait GroupMarking {
    /// Proposed markings of the deciding side's groups for this turn.
    fn markings(&self) -> Vec<Marking>;

    /// The marking of these pieces as one group; `None` if they can't form one.
    fn marking(&self, pieces: &[PieceId]) -> Option<Marking>;
}

/// Places to look at when a cell must be chosen.
pub trait Aiming {
    /// The cells worth looking at first, best first: known enemies for a fire mission.
    fn aims(&self) -> Vec<Cell>;
}

/// Hands of cards.
pub trait Hands {
    /// The uses of each card in a side's hand for one of its pieces, in hand order, or why it cannot be used;
    /// without a piece, the uses that the cards alone allow.
    fn uses(&self, side: Side, piece: Option<PieceId>) -> Vec<CardUse>;
}

/// Games that are decided before they are over.
pub trait Verdicts {
    /// Whether the issue is decided although the game goes on.
    fn verdict(&self) -> Option<Verdict>;
}

/// Tables that a scenario or a player may change.
pub trait Tables {
    /// The rows of the tables in use that contain every word of the text, headings first.
    fn figures(&self, text: &str) -> Vec<Vec<String>>;
}

/// Positions that can be written as scenarios.
pub trait Writing {
    /// The position as a scenario, to start a new battle from here. It contains everything in the position,
    /// secrets too, so call it on what a reader may see.
    ///
    /// # Errors
    /// Why it cannot be written, as a sentence without its full stop.
    fn as_scenario(&self) -> Result<String, String>;
}

/// Forces that go on to another battle of a campaign.
pub trait Muster {
    /// The kind of every unit that a side still has, as the scenario editor names it: one entry for each unit.
    fn survivors(&self, side: Side) -> Vec<String>;
}

/// The aids of a ruleset at one position; `None` for each that it declines.
#[derive(Copy, Clone)]
pub struct Aids<'a> {
    /// Marches.
    pub marches: Option<&'a dyn Marches>,
    /// Fire plans.
    pub fire: Option<&'a dyn FirePlanning>,
    /// Choices made as one.
    pub series: Option<&'a dyn Series>,
    /// Risks and remaining possibilities.
    pub advice: Option<&'a dyn Advice>,
    /// Marked groups.
    pub groups: Option<&'a dyn GroupMarking>,
    /// Cells to look at first.
    pub aiming: Option<&'a dyn Aiming>,
    /// Cards.
    pub hands: Option<&'a dyn Hands>,
    /// Early verdicts.
    pub verdicts: Option<&'a dyn Verdicts>,
    /// Tables other than the built-in ones.
    pub tables: Option<&'a dyn Tables>,
    /// Positions as scenarios.
    pub writing: Option<&'a dyn Writing>,
    /// Forces that go on to another battle.
    pub muster: Option<&'a dyn Muster>,
    /// Reads choices as players of this ruleset write them on paper; `None` for any other text.
    pub shorthand: Option<fn(&str) -> Option<Shorthand>>,
}

impl Aids<'_> {
    /// Declines every aid.
    pub const NONE: Self = Self {
        marches: None,
        fire: None,
        series: None,
        advice: None,
        groups: None,
        aiming: None,
        hands: None,
        verdicts: None,
        tables: None,
        writing: None,
        muster: None,
        shorthand: None,
    };

    /// See [`Marches::routes`].
    pub fn routes(&self, pieces: &[PieceId]) -> Option<Box<dyn Routes>> {
        self.marches?.routes(pieces)
    }

    /// See [`FirePlanning::attacks`].
    pub fn attacks(&self, wanted: &Wanted) -> Vec<Attack> {
        self.fire.map_or_else(Vec::new, |fire| fire.attacks(wanted))
    }

    /// See [`FirePlanning::reserves`].
    pub fn reserves(&self, busy: &[PieceId], spent: &[CardId]) -> Vec<Reserve> {
        self.fire.map_or_else(Vec::new, |fire| fire.reserves(busy, spent))
    }

    /// See [`Series::series`].
    pub fn series(&self) -> Vec<ChoiceView> {
        self.series.map_or_else(Vec::new, Series::series)
    }

    /// See [`Advice::risk`].
    pub fn risk(&self, piece: PieceId, cell: Cell) -> Option<Risk> {
        self.advice?.risk(piece, cell)
    }

    /// See [`Advice::situation`].
    pub fn situation(&self, piece: PieceId) -> Vec<String> {
        self.advice.map_or_else(Vec::new, |advice| advice.situation(piece))
    }

    /// See [`GroupMarking::markings`].
    pub fn markings(&self) -> Vec<Marking> {
        self.groups.map_or_else(Vec::new, GroupMarking::markings)
    }

    /// See [`GroupMarking::marking`].
    pub fn marking(&self, pieces: &[PieceId]) -> Option<Marking> {
        self.groups?.marking(pieces)
    }

    /// See [`Aiming::aims`].
    pub fn aims(&self) -> Vec<Cell> {
        self.aiming.map_or_else(Vec::new, Aiming::aims)
    }

    /// See [`Hands::uses`].
    pub fn uses(&self, side: Side, piece: Option<PieceId>) -> Vec<CardUse> {
        self.hands.map_or_else(Vec::new, |hands| hands.uses(side, piece))
    }

    /// See [`Verdicts::verdict`].
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdicts?.verdict()
    }

    /// See [`Tables::figures`]; `None` where the tables are always the built-in ones.
    pub fn figures(&self, text: &str) -> Option<Vec<Vec<String>>> {
        Some(self.tables?.figures(text))
    }

    /// See [`Writing::as_scenario`].
    ///
    /// # Errors
    /// Why it cannot be written, as a sentence without its full stop.
    pub fn as_scenario(&self) -> Result<String, String> {
        let writing = self.writing.ok_or("positions of this game cannot be written as scenarios")?;
        writing.as_scenario()
    }

    /// Reads choices as players of this ruleset write them on paper.
    pub fn shorthand(&self, text: &str) -> Option<Shorthand> {
        self.shorthand?(text)
    }
}
