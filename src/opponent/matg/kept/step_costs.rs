//! The movement cost of every step on the board, asked of the rules once for all stands that move alike, and
//! forgotten around squares that change.

use crate::board::{Cell, Compass};
use crate::game::Side;
use crate::rules::matg::catalog::StandType;
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::movement::inch;
use crate::rules::matg::state::battle::{Arm, Unit};
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::water::amphibious;
use crate::rules::matg::water::amphibious::Afloat;
use crate::rules::matg::works::laid::Works;

/// The step is not possible.
pub const BARRED: Quarters = -1;

/// Stands with the same movement costs.
#[derive(Copy, Clone)]
enum Gait {
    /// All ordinary stands of a type on a side.
    Kind(&'static StandType, Side),
    /// A single stand.
    Own(Id),
}

impl Gait {
    fn of(p: &Position, id: Id) -> Self {
        let Unit { kind, side, arm, water, gear, skill, engineer, bridging, .. } = p.battle.unit(id);
        let plain = gear.is_empty()
            && *skill == Default::default()
            && water.boats.is_none()
            && !water.streams
            && !engineer
            && !bridging
            && !matches!(arm, Arm::Cavalry | Arm::Horses);
        if plain { Self::Kind(kind, *side) } else { Self::Own(id) }
    }

    fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Kind(a, x), Self::Kind(b, y)) => std::ptr::eq(a, b) && x == y,
            (Self::Own(a), Self::Own(b)) => a == b,
            _ => false,
        }
    }
}

/// The cost by road and across country in each direction from a square.
pub type Around = [[Quarters; 2]; 8];

/// The movement costs of stands that move alike.
struct Costs {
    gait: Gait,
    dismounted: bool,
    squares: Vec<Square>,
}

/// The costs from a square, and the directions still to be asked of the rules, as bits.
#[derive(Copy, Clone)]
struct Square {
    around: Around,
    unknown: u8,
}

/// A square not yet asked about.
const STRANGE: Square = Square { around: [[BARRED; 2]; 8], unknown: u8::MAX };

/// The costs known so far.
#[derive(Default)]
pub struct StepCosts {
    costs: Vec<Costs>,
    works: Works,
    breaches: Vec<(Cell, Compass)>,
}

/// Whether a stand is crossing water: its costs then depend on its route so far.
pub fn crosses_water(p: &Position, id: Id) -> bool {
    p.battle.unit(id).arm == Arm::Boat
        || p.forces.stand(id).water != Afloat::default()
        || amphibious::water_rate(&p.forces, id) > 0
}

impl StepCosts {
    /// Updates to a position and forgets what may have changed. `ground`: squares with new terrain. Returns
    /// whether works have changed costs anywhere.
    pub fn mend(&mut self, p: &Position, ground: &[usize]) -> bool {
        let rebuilt = !cost_the_same(&self.works, &p.field.works) || self.breaches != p.field.breaches;
        if rebuilt {
            self.costs.clear();
            self.works.clone_from(&p.field.works);
            self.breaches.clone_from(&p.field.breaches);
        }
        // The cost of a step depends on both squares.
        let grid = p.battle.grid;
        for &changed in ground {
            self.costs.iter_mut().for_each(|costs| costs.squares[changed] = STRANGE);
            for (toward, next) in grid.neighbours(grid.cell(changed)) {
                let back = 1 << toward.opposite() as u8;
                self.costs.iter_mut().for_each(|costs| costs.squares[grid.index(next)].unknown |= back);
            }
        }
        rebuilt
    }

    /// The costs of a stand.
    pub fn of<'a>(&'a mut self, p: &'a Position, id: Id) -> StandCosts<'a> {
        let dismounted = p.forces.stand(id).dismounted;
        let gait = Gait::of(p, id);
        let kept = self.costs.iter().position(|costs| costs.gait.is(gait) && costs.dismounted == dismounted);
        let place = kept.unwrap_or_else(|| {
            let squares = vec![STRANGE; p.battle.grid.area()];
            self.costs.push(Costs { gait, dismounted, squares });
            self.costs.len() - 1
        });
        let squares = (!crosses_water(p, id)).then_some(&mut self.costs[place].squares);
        StandCosts { p, id, astray: p.forces.cell(id).filter(|_| p.forces.stand(id).off_road), squares }
    }
}

/// Whether steps cost the same among other works. What kind of mines a marker is makes no difference, and is drawn at random
/// for each decision while the enemy keeps it secret (11.1.2).
fn cost_the_same(before: &Works, now: &Works) -> bool {
    let mines = |works: &Works| works.mines.iter().map(|mine| (mine.cell, mine.owner)).collect::<Vec<_>>();
    before.cleared == now.cleared && before.bridges == now.bridges && mines(before) == mines(now)
}

/// The costs of one stand.
pub struct StandCosts<'a> {
    p: &'a Position,
    id: Id,
    /// Its square if it is off the road there: the costs from this square are its own.
    astray: Option<Cell>,
    squares: Option<&'a mut Vec<Square>>,
}

impl StandCosts<'_> {
    /// The costs of the steps from a square, by road and across country, or [`BARRED`], off the board too.
    pub fn around(&mut self, from: Cell, index: usize) -> Around {
        let (p, id) = (self.p, self.id);
        let inch = |direction, by_road| {
            inch::inch(&p.field, &p.forces, &p.now, id, from, direction, by_road)
                .map_or(BARRED, |inch| inch.cost)
        };
        let both = |direction| [inch(direction, true), inch(direction, false)];
        match &mut self.squares {
            Some(squares) if self.astray != Some(from) => {
                let square = &mut squares[index];
                while square.unknown != 0 {
                    let direction = square.unknown.trailing_zeros() as usize;
                    square.around[direction] = both(Compass::ALL[direction]);
                    square.unknown &= square.unknown - 1;
                }
                square.around
            }
            _ => Compass::ALL.map(both),
        }
    }
}
