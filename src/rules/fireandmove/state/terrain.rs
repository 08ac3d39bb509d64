//! The terrain as it is now: the field, and the smoke, gaps in wire and flares on it (30, 80, 92.59).

use crate::board::Cell;
use crate::game::Side;
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::optional::night::Flare;
use crate::rules::fireandmove::state::{Battle, Gid, Shared};

/// Smoke over a group (30).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Smoke {
    /// The group it covers.
    pub group: Gid,
    /// Its square.
    pub at: Cell,
    /// Its thickness: the concealment as a magnitude.
    pub thick: u8,
    /// Its owner.
    pub side: Side,
    /// Laid this turn, so it does not thin yet.
    pub fresh: bool,
    /// The ground under it burns (90.4).
    pub burns: bool,
}

/// The terrain as it is now.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Terrain {
    battle: Shared,
    /// Smoke.
    pub smokes: Vec<Smoke>,
    /// Flares by night (80).
    pub flares: Vec<Flare>,
    /// Gaps in wire (92.59).
    pub gaps: Vec<(Cell, Cell)>,
}

impl Terrain {
    /// The terrain at the start of a battle.
    pub(in crate::rules::fireandmove) const fn new(battle: Shared) -> Self {
        Self { battle, smokes: Vec::new(), flares: Vec::new(), gaps: Vec::new() }
    }

    /// The constants of the battle.
    pub fn battle(&self) -> &Battle {
        &self.battle.0
    }

    /// The features and borders, which never change.
    pub fn field(&self) -> &Field {
        &self.battle.0.field
    }

    /// Whether a cell is in a building that smoke fills.
    #[apply(rule, "30.9" if self.field().feature(cell).ground.is_building())]
    fn is_filled_by(&self, smoke: &Smoke, cell: Cell) -> bool {
        let field = self.field();
        field.feature(cell).ground.is_building() && field.place(smoke.at) == field.place(cell)
    }

    /// The total thickness of smoke on the line between two squares; 0 if there is none (30.2). At night it
    /// has no effect (79.4).
    #[apply(rule, "79.4", "30.8")]
    pub fn smoke(&self, from: Cell, to: Cell) -> u8 {
        if self.smokes.is_empty() || self.battle().options.night {
            return 0;
        }
        // 30.8: smoke also covers groups within two inches in the same feature.
        let field = self.field();
        let under = |smoke: &Smoke, cell: Cell| {
            let near = (smoke.at.x - cell.x).abs() <= 1 && (smoke.at.y - cell.y).abs() <= 1;
            smoke.at == cell
                || (cell == from || cell == to) && near && field.place(smoke.at) == field.place(cell)
                || self.is_filled_by(smoke, cell)
        };
        let between =
            crate::board::line(from, to).filter(|crossing| !crossing.corner).map(|crossing| crossing.cell);
        let cells: Vec<Cell> = between.chain([from, to]).collect();
        // Each smoke marker along the line counts (30.2).
        let on_the_way = self.smokes.iter().filter(|smoke| cells.iter().any(|&cell| under(smoke, cell)));
        on_the_way.map(|smoke| smoke.thick).sum()
    }
}
