//! The position as it is shown: the view of one side, its decision, and both indexed by cell.

use std::collections::HashMap;

use crate::board::{Cell, Edge, Grid};
use crate::game::view::{PieceId, PieceView};
use crate::game::{Attack, ChoiceView, Decision, Side, View};

use super::cells::Cells;
use super::keymap::Binding;

/// The position as the viewer knows it, read once per action and never on a cursor step.
pub struct Shown {
    /// The side whose view is shown.
    pub viewer: Side,
    /// Only what both sides may see is shown.
    pub public: bool,
    /// The view of that side.
    pub view: View,
    /// The open decision.
    pub decision: Option<Decision>,
    /// The legal choices; empty while the computer plays.
    pub choices: Vec<ChoiceView>,
    /// The verbs of the choices, in order, with their keys.
    pub verbs: Vec<Binding>,
    /// The cells that the ruleset suggests first.
    pub aims: Vec<Cell>,
    /// The value of each choice that attacks, by index.
    pub worth: HashMap<usize, f64>,
    /// The shots that a reaction prompt offers, best first, whichever unit is asked first.
    pub shots: Vec<Attack>,
    /// Pieces by cell, top of the stack first.
    pub at: HashMap<Cell, Vec<usize>>,
    /// Cells with a choice, each with the index of its first choice.
    pub options: HashMap<Cell, usize>,
    /// The features along cell edges: a kind of the palette, or `None` for the plain border of a region.
    pub edges: HashMap<Edge, Option<u16>>,
    /// What the view says of each cell.
    pub cells: Cells,
    /// The region of each cell, as an index into the list of regions.
    pub region: HashMap<Cell, u16>,
    /// The log lines that the viewer may read, as indices into the session's log.
    pub log: Vec<usize>,
    /// Changes with every refresh; the result of thinking about an older position is dropped.
    pub ticket: u64,
}

impl Shown {
    /// A view of which nothing is known yet.
    pub fn new(viewer: Side, public: bool, view: View) -> Self {
        Self {
            viewer,
            public,
            view,
            decision: None,
            choices: Vec::new(),
            verbs: Vec::new(),
            aims: Vec::new(),
            worth: HashMap::new(),
            shots: Vec::new(),
            at: HashMap::new(),
            options: HashMap::new(),
            edges: HashMap::new(),
            cells: Cells::default(),
            region: HashMap::new(),
            log: Vec::new(),
            ticket: 0,
        }
    }

    /// The prompt of the deciding side, in full where the ruleset names the unit; empty once the game is
    /// over.
    pub fn question(&self) -> &str {
        match self.view.prompt.as_str() {
            "" => self.decision.map_or("", |decision| decision.prompt),
            prompt => prompt,
        }
    }

    /// The acting piece.
    pub fn active(&self) -> Option<&PieceView> {
        self.view.active.and_then(|id| self.piece(id))
    }

    /// The piece with an identifier.
    pub fn piece(&self, id: PieceId) -> Option<&PieceView> {
        self.view.pieces.iter().find(|p| p.id == id)
    }

    /// The pieces in a cell.
    pub fn pieces_at(&self, cell: Cell) -> impl Iterator<Item = &PieceView> {
        self.at.get(&cell).into_iter().flatten().map(|&n| &self.view.pieces[n])
    }

    /// Whether a cell is on the map.
    pub fn on_map(&self, cell: Cell) -> bool {
        let (low, high) = self.view.board.span();
        (low.x..=high.x).contains(&cell.x) && (low.y..=high.y).contains(&cell.y)
    }

    /// The shape of the map.
    pub fn grid(&self) -> Grid {
        self.view.board.grid
    }

    /// The name of a cell.
    pub fn name(&self, cell: Cell) -> String {
        self.view.board.name(cell)
    }
}
