//! Where a stand can get to, and the way there: worked out once and kept as long as nothing on its way has changed.

use std::ops::Range;
use std::rc::Rc;

use crate::board::{Cell, Compass, Square};
use crate::game::Side;
use crate::rules::matg::ground::terrain::{Quarters, Terrain};
use crate::rules::matg::state::position::{Holder, Id, Position};

use super::field::Field;
use super::inches::{self, BARRED, Purse};

/// Travels kept of a stand: with the whole allowance, with half of it, and one from where it is under way.
const KEPT: usize = 3;

/// Squares within reach of a stand, with what is left there and the way to them.
pub struct Reach {
    travel: Rc<Travel>,
    /// The squares where the stand could halt, its start among them.
    pub cells: Vec<Cell>,
}

impl Reach {
    /// What a stand can reach from where it is with so many quarters. `fresh`: it has not moved yet and may
    /// always make one inch (8.3.2).
    pub fn of(field: &Field<'_>, id: Id, quarters: Quarters, fresh: bool) -> Option<Self> {
        let (p, grid) = (field.p, field.p.battle.grid);
        let start = p.cell(id)?;
        let errand = Errand {
            start,
            quarters: quarters.max(0),
            fresh,
            off_road: p.stand(id).off_road,
            dismounted: p.stand(id).dismounted,
        };
        let memory = field.memory();
        let mut travels = memory.travels.borrow_mut();
        let travel = travels.kept(id, errand).filter(|_| !inches::swims(p, id)).unwrap_or_else(|| {
            let mut inches = memory.inches.borrow_mut();
            let purse = inches.of(p, id);
            let travel = Rc::new(Travel::over(p, id, errand, purse, &mut travels.waiting));
            travels.keep(id, errand, Rc::clone(&travel));
            travel
        });
        let here = grid.index(start);
        let free = |&&index: &&u16| {
            let index = usize::from(index);
            p.holder[index].id().is_none_or(|holder| holder == id) || index == here
        };
        let cells = travel.passed.iter().filter(free).map(|&index| grid.cell(usize::from(index))).collect();
        Some(Self { travel, cells })
    }

    /// Whether the same is within reach, and by the same way, as worked out anew: for the tests of what is kept.
    #[cfg(test)]
    pub fn is_as_made_anew(&self, p: &Position, id: Id, quarters: Quarters) -> bool {
        let stand = p.stand(id);
        let (start, off_road, dismounted) = (self.travel.start, stand.off_road, stand.dismounted);
        let errand = Errand { start, quarters, fresh: true, off_road, dismounted };
        let mut inches = inches::Inches::default();
        let anew = Travel::over(p, id, errand, inches.of(p, id), &mut Vec::new());
        (&anew.left, &anew.came, &anew.passed) == (&self.travel.left, &self.travel.came, &self.travel.passed)
    }

    /// What is left on a square within reach.
    pub fn left(&self, p: &Position, cell: Cell) -> Quarters {
        self.travel.left[p.battle.grid.index(cell)]
    }

    /// The first step toward a square, and whether it is the last.
    pub fn first_step(&self, p: &Position, goal: Cell) -> Option<(Compass, bool)> {
        let (mut cell, mut steps) = (goal, 0);
        let mut first = None;
        while cell != self.travel.start {
            let direction = self.travel.came[p.battle.grid.index(cell)]?;
            first = Some(direction);
            cell = cell.step(direction.opposite());
            steps += 1;
        }
        first.map(|direction| (direction, steps == 1))
    }
}

/// What a stand sets out with, and as what.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Errand {
    start: Cell,
    quarters: Quarters,
    fresh: bool,
    off_road: bool,
    dismounted: bool,
}

/// The squares that a stand can pass. Its own side does not stand in the way.
struct Travel {
    start: Cell,
    /// What is left by index; less than nothing where it does not get.
    left: Vec<Quarters>,
    came: Vec<Option<Compass>>,
    /// The squares it gets to, in the order of the board.
    passed: Vec<u16>,
}

impl Travel {
    fn over(p: &Position, id: Id, errand: Errand, mut purse: Purse<'_>, waiting: &mut Vec<Vec<u16>>) -> Self {
        let grid = p.battle.grid;
        let Errand { start, quarters, fresh, .. } = errand;
        let (mut left, mut came) = (vec![-1; grid.area()], vec![None; grid.area()]);
        // Squares by what is left there, from the most to nothing.
        if waiting.len() <= quarters as usize {
            waiting.resize(quarters as usize + 1, Vec::new());
        }
        // A step in each direction, by index: off the board all inches are barred.
        let width = isize::from(grid.width);
        let steps = Compass::ALL.map(|direction| {
            let (x, y) = direction.delta();
            isize::from(y) * width + isize::from(x)
        });
        let enemies = p.ids(p.side(id).other());
        left[grid.index(start)] = quarters;
        waiting[quarters as usize].push(grid.index(start) as u16);
        for rest in (0..=quarters).rev() {
            // Of those with as much left the last on the board first: of two ways as good, always the same.
            waiting[rest as usize].sort_unstable();
            while let Some(index) = waiting[rest as usize].pop().map(usize::from) {
                if rest < left[index] {
                    continue;
                }
                let cell = grid.cell(index);
                if rest == 0 || (cell != start && p.halts_on(id, cell).is_some()) {
                    continue;
                }
                for (toward, [road, over]) in purse.around(cell, index).into_iter().enumerate() {
                    let cost = if road != BARRED && road <= rest { road } else { over };
                    // The first inch may always be made, but not aslant (8.3.2).
                    let first = fresh && cell == start && toward % 2 == 0;
                    if cost == BARRED || (cost > rest && !first) {
                        continue;
                    }
                    let then = (rest - cost).max(0);
                    let next = index.wrapping_add_signed(steps[toward]);
                    if then > left[next] && !is_barred(p, &enemies, next) {
                        left[next] = then;
                        came[next] = Some(Compass::ALL[toward]);
                        waiting[then as usize].push(next as u16);
                    }
                }
            }
        }
        let passed = (0..grid.area()).filter(|&index| left[index] >= 0).map(|index| index as u16).collect();
        Self { start, left, came, passed }
    }

    /// Whether it leads over a square, or past it.
    fn meets(&self, grid: Square, index: usize) -> bool {
        let gets = |index: usize| self.left[index] >= 0;
        gets(index) || grid.neighbours(grid.cell(index)).any(|(_, next)| gets(grid.index(next)))
    }
}

/// Squares the way does not lead over: enemies and shell fire.
fn is_barred(p: &Position, enemies: &Range<Id>, index: usize) -> bool {
    p.ground[index].has(Terrain::ImpactZone) || p.holder[index].id().is_some_and(|id| enemies.contains(&id))
}

/// What is kept of travels.
#[derive(Default)]
pub struct Travels {
    /// By stand, the latest first.
    kept: Vec<Vec<(Errand, Rc<Travel>)>>,
    holder: Vec<Holder>,
    /// Room for a search, empty between two.
    waiting: Vec<Vec<u16>>,
}

impl Travels {
    /// Takes in the position, and forgets what it may have changed. `ground`: squares whose ground is new;
    /// `rebuilt`: works have changed what is paid anywhere.
    pub fn mend(&mut self, p: &Position, side: Side, ground: &[usize], rebuilt: bool) {
        let grid = p.battle.grid;
        if rebuilt || self.holder.len() != p.holder.len() {
            self.kept = vec![Vec::new(); p.stands.len()];
            self.holder.clone_from(&p.holder);
            return;
        }
        let mut changed = ground.to_vec();
        if self.holder != p.holder {
            let enemy = |holder: Holder| holder.id().is_some_and(|id| p.side(id) != side);
            let moved = |&index: &usize| {
                let (before, now) = (self.holder[index], p.holder[index]);
                before != now && (enemy(before) || enemy(now))
            };
            changed.extend((0..p.holder.len()).filter(moved));
            self.holder.clone_from(&p.holder);
        }
        if !changed.is_empty() {
            let stands = |travel: &Travel| !changed.iter().any(|&index| travel.meets(grid, index));
            self.kept.iter_mut().for_each(|kept| kept.retain(|(_, travel)| stands(travel)));
        }
    }

    fn kept(&self, id: Id, errand: Errand) -> Option<Rc<Travel>> {
        let kept = self.kept[usize::from(id)].iter().find(|(its, _)| *its == errand);
        kept.map(|(_, travel)| Rc::clone(travel))
    }

    fn keep(&mut self, id: Id, errand: Errand, travel: Rc<Travel>) {
        let kept = &mut self.kept[usize::from(id)];
        kept.truncate(KEPT - 1);
        kept.insert(0, (errand, travel));
    }
}
