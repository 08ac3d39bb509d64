//! What wins the battle beside the toll: the places a side must hold, the edge it must leave by. Every stand has an
//! errand; where only destruction counts it is the enemy.

use crate::board::{Cell, Compass};
use crate::game::Side;
use crate::rules::matg::state::position::{Id, Position};

/// How many stay in a place that is held while others are not.
const GARRISON: usize = 3;

/// What a stand is out for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Errand {
    /// The enemy, wherever he is.
    #[default]
    Enemy,
    /// Squares to be held, a place in [`Errands::squares`].
    Hold(usize),
    /// The edge by which to leave the map.
    Out,
    /// Let the enemy come.
    Stay,
}

/// The errands of a side's stands.
#[derive(Default)]
pub struct Errands {
    /// By stand; empty where all are after the enemy.
    of: Vec<Errand>,
    /// The squares that errands lead to; the first are those to leave by or to take.
    squares: Vec<Vec<Cell>>,
}

impl Errands {
    /// Looks at what the side must do.
    pub fn of(p: &Position, side: Side) -> Self {
        let victory = &p.battle.victory;
        if victory.is_destruction() {
            return Self::default();
        }
        let all = |errand| vec![errand; p.stands.len()];
        let ways_out: Vec<Compass> = victory.ways_out(side).collect();
        if !ways_out.is_empty() {
            let out = |&cell: &Cell| ways_out.iter().any(|&edge| !p.battle.grid.contains(cell.step(edge)));
            return Self { of: all(Errand::Out), squares: vec![p.battle.grid.cells().filter(out).collect()] };
        }
        let mut places: Vec<usize> = victory.of(side).flat_map(|aim| aim.hold.iter().copied()).collect();
        places.sort_unstable();
        places.dedup();
        if places.is_empty() {
            let comes =
                victory.ways_out(side.other()).next().is_some() || victory.of(side).all(|aim| aim.otherwise);
            let errand = if comes { Errand::Stay } else { Errand::Enemy };
            return Self { of: all(errand), squares: Vec::new() };
        }
        Self::hold(p, side, &places)
    }

    /// Everybody goes for the places that are not held; a few stay in each that is.
    fn hold(p: &Position, side: Side, places: &[usize]) -> Self {
        let squares = |place: usize| p.battle.victory.places[place].cells.iter().copied();
        let open: Vec<usize> =
            places.iter().copied().filter(|&place| p.holder_of_place(place) != Some(side)).collect();
        if open.is_empty() {
            let squares = vec![places.iter().flat_map(|&place| squares(place)).collect()];
            return Self { of: vec![Errand::Hold(0); p.stands.len()], squares };
        }
        let mut errands = Self {
            of: vec![Errand::Hold(0); p.stands.len()],
            squares: vec![open.iter().flat_map(|&place| squares(place)).collect()],
        };
        for &place in places.iter().filter(|place| !open.contains(place)) {
            let cells: Vec<Cell> = squares(place).collect();
            let within =
                p.on_board(side).filter(|(id, cell)| !p.unit(*id).is_unarmed() && cells.contains(cell));
            let mut garrison: Vec<Id> = within.map(|(id, _)| id).collect();
            garrison.sort_by_key(|&id| !p.unit(id).is_personnel());
            for id in garrison.into_iter().take(GARRISON) {
                errands.of[usize::from(id)] = Errand::Hold(errands.squares.len());
            }
            errands.squares.push(cells);
        }
        errands
    }

    /// The errand of a stand.
    pub fn errand(&self, id: Id) -> Errand {
        self.of.get(usize::from(id)).copied().unwrap_or_default()
    }

    /// The squares that a stand's errand leads to, if they are not the enemy's.
    pub fn squares(&self, id: Id) -> Option<&[Cell]> {
        match self.errand(id) {
            Errand::Enemy | Errand::Stay => None,
            Errand::Hold(place) => self.squares.get(place).map(Vec::as_slice),
            Errand::Out => self.squares.first().map(Vec::as_slice),
        }
    }
}
