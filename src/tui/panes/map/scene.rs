//! The data for one frame of the map: the view, sorted by cell, and the look.

use std::collections::{HashMap, HashSet};

use super::canvas::Place;
use super::piece::foremost;
use super::size::Size;
use crate::board::{Cell, Heading};
use crate::game::view::{Family, GoalView, LineView, MarkerKind, MarkerView, PieceView};
use crate::tui::cells::CellFacts;
use crate::tui::game::Game;
use crate::tui::panes::Look;
use crate::tui::pointing::Only;
use crate::tui::seeing::Threat;
use crate::tui::theme::Role;

/// What a cell means to the cursor and to the group in hand.
#[derive(Copy, Clone, Default)]
struct Facts {
    is_option: bool,
    reach: Option<u8>,
    cost: Option<u8>,
    on_way: bool,
}

/// The game and its look, with lookup tables by cell.
pub struct Scene<'a> {
    pub game: &'a Game,
    pub look: Look<'a>,
    pub size: Size,
    facts: Vec<Facts>,
    markers: HashMap<Cell, Vec<&'a MarkerView>>,
}

/// Sorts what the game knows of single cells into a table, because the map asks for each of them many times.
fn facts(game: &Game) -> Vec<Facts> {
    let grid = game.shown.grid();
    let mut facts = vec![Facts::default(); grid.area()];
    let mut note = |cell: Cell, set: &dyn Fn(&mut Facts)| {
        if grid.contains(cell) {
            set(&mut facts[grid.index(cell)]);
        }
    };
    // Find out which options count once, not for every cell.
    let wanted = (game.pointer.only != Only::All).then(|| {
        let wanted =
            (0..game.shown.choices.len()).filter(|&n| game.pointer.only.wants(&game.shown.choices[n]));
        wanted.filter_map(|n| game.shown.cell_of(n)).collect::<HashSet<Cell>>()
    });
    for cell in
        game.shown.options.keys().filter(|cell| wanted.as_ref().is_none_or(|wanted| wanted.contains(cell)))
    {
        note(*cell, &|facts| facts.is_option = true);
    }
    if let Some(routed) = &game.marching.routed {
        for (cell, turns) in &routed.reach {
            note(*cell, &|facts| facts.reach = Some(*turns));
        }
        for (cell, cost) in &routed.costs {
            note(*cell, &|facts| facts.cost = Some(*cost));
        }
    }
    for cell in game.marching.planned().into_iter().flat_map(|march| &march.legs).flat_map(|leg| &leg.way) {
        note(*cell, &|facts| facts.on_way = true);
    }
    facts
}

/// The order of the markers of a cell: those that harm come first.
const fn rank(kind: MarkerKind) -> u8 {
    match kind {
        MarkerKind::Residual => 0,
        MarkerKind::Acquired => 1,
        MarkerKind::Fire => 2,
        MarkerKind::Impact => 3,
        MarkerKind::Mines => 4,
        MarkerKind::Smoke => 5,
        MarkerKind::Wire => 6,
        MarkerKind::Works => 7,
        MarkerKind::Weapon | MarkerKind::Plane | MarkerKind::Other | MarkerKind::Goal => 8,
        MarkerKind::Wreck => 9,
    }
}

/// A cell and the screen position of its upper left corner.
#[derive(Copy, Clone)]
pub struct Spot {
    pub cell: Cell,
    pub at: Place,
}

impl Spot {
    /// A position within the cell.
    pub fn place(self, column: u16, row: u16) -> Place {
        (self.at.0 + i32::from(column), self.at.1 + i32::from(row))
    }
}

impl<'a> Scene<'a> {
    /// Builds the tables for a frame.
    pub fn new(game: &'a Game, look: Look<'a>, size: Size) -> Self {
        let mut markers: HashMap<Cell, Vec<&MarkerView>> = HashMap::new();
        for marker in game.shown.view.markers.iter().filter(|marker| marker.kind != MarkerKind::Goal) {
            markers.entry(marker.cell).or_default().push(marker);
        }
        markers.values_mut().for_each(|here| here.sort_by_key(|marker| rank(marker.kind)));
        Self { game, look, size, facts: facts(game), markers }
    }

    /// What the view says of a cell.
    fn cell(&self, cell: Cell) -> CellFacts {
        self.game.shown.cells.get(cell)
    }

    /// Whether there is a piece in a cell.
    pub fn occupied(&self, cell: Cell) -> bool {
        self.cell(cell).occupied
    }

    /// The piece shown in a cell.
    pub fn foremost(&self, cell: Cell) -> Option<&'a PieceView> {
        if self.occupied(cell) { foremost(self.game, cell) } else { None }
    }

    /// The road or stream through a cell.
    pub fn line(&self, cell: Cell) -> Option<&'a LineView> {
        self.cell(cell).line().and_then(|n| self.game.shown.view.board.lines.get(n))
    }

    /// The objective that a cell belongs to.
    pub fn goal(&self, cell: Cell) -> Option<&'a GoalView> {
        self.goal_number(cell).and_then(|n| self.game.shown.view.board.goals.get(n))
    }

    /// The number of the objective that a cell belongs to.
    pub fn goal_number(&self, cell: Cell) -> Option<usize> {
        self.cell(cell).goal()
    }

    /// Whether the flag of an objective stands in a cell.
    pub fn flag(&self, cell: Cell) -> bool {
        self.cell(cell).flag
    }

    /// The markers of a cell, most important first.
    pub fn markers(&self, cell: Cell) -> &[&'a MarkerView] {
        let here = if self.cell(cell).marked { self.markers.get(&cell) } else { None };
        here.map_or(&[], Vec::as_slice)
    }

    fn facts(&self, cell: Cell) -> Facts {
        let grid = self.game.shown.grid();
        if grid.contains(cell) { self.facts[grid.index(cell)] } else { Facts::default() }
    }

    /// The number of turns until a marching group reaches a cell, if it can.
    pub fn reach(&self, cell: Cell) -> Option<u8> {
        self.facts(cell).reach
    }

    /// The points that a single piece would pay for its way to a cell this turn.
    pub fn cost(&self, cell: Cell) -> Option<u8> {
        self.facts(cell).cost
    }

    /// Whether the march under the cursor goes through a cell.
    pub fn is_on_way(&self, cell: Cell) -> bool {
        self.facts(cell).on_way
    }

    /// Whether units can be set up in a cell.
    pub fn in_zone(&self, cell: Cell) -> bool {
        self.cell(cell).in_zone
    }

    /// The feature along a side of a cell: a kind of the palette, or `None` for the plain border of a region.
    pub fn edge(&self, cell: Cell, toward: Heading) -> Option<Option<u16>> {
        let edge = self.game.shown.grid().edge(cell, toward).filter(|_| self.cell(cell).has_edge)?;
        self.game.shown.edges.get(&edge).copied()
    }

    /// The danger to a unit in a cell, where it is shown.
    pub fn threat(&self, cell: Cell) -> Option<Threat> {
        self.game.layers.threat_at(&self.game.shown, cell)
    }

    /// Whether known enemies are likely to harm a unit of the player where it stands.
    pub fn in_danger(&self, piece: &PieceView) -> bool {
        self.game.lookups.endangered.contains(&piece.id)
    }

    /// Whether something in a cell can be chosen now.
    pub fn is_option(&self, cell: Cell) -> bool {
        self.facts(cell).is_option
    }

    /// Whether a cell is known to be out of sight.
    pub fn is_unseen(&self, cell: Cell) -> bool {
        let grid = self.game.shown.grid();
        let seen = self.game.layers.seen.as_ref().filter(|_| grid.contains(cell));
        seen.is_some_and(|(_, seen)| !seen[grid.index(cell)])
    }

    /// The level of a cell.
    pub fn level(&self, cell: Cell) -> i8 {
        self.cell(cell).level
    }

    /// The role of a cell's terrain.
    pub fn ground(&self, cell: Cell) -> Role {
        self.cell(cell).ground
    }

    /// The family of a cell's terrain, ignoring a road through it.
    pub fn family(&self, cell: Cell) -> Family {
        self.cell(cell).family
    }

    /// The neighbours of a cell that share a side with it, each with its direction.
    pub fn beside(&self, cell: Cell) -> impl Iterator<Item = (Heading, Cell)> + use<'_> {
        let grid = self.game.shown.grid();
        grid.neighbours(cell).filter(move |(toward, _)| grid.is_hex() || toward.parts().is_multiple_of(6))
    }
}
