//! Who can be seen from where: lines of sight to the enemy's stands, asked of the rules once and forgotten
//! where something on the way has changed.

use crate::board::{Cell, Square};
use crate::rules::matg::sight::spotting::Men;
use crate::rules::matg::state::position::Holder;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::Frame;

/// Enemies are told apart by a bit each; of a larger army the rest is asked of the rules each time.
const MOST: usize = 64;

/// Above so many squares changed at once, all is forgotten.
const MANY: usize = 24;

/// What is known of one square: for which enemies, and which of them are seen.
#[derive(Copy, Clone, Default)]
struct Known {
    asked: u64,
    seen: u64,
}

/// Lines of sight from every square to the enemies where they stand.
#[derive(Default)]
pub struct Sights {
    /// By the ends at which there are foot soldiers.
    known: [Vec<Known>; 3],
    /// Where the enemies were, by their number in their army.
    enemies: Vec<Option<Cell>>,
    /// What stood in the way: who, and which of them hide only foot soldiers.
    holder: Vec<Holder>,
    small: Vec<bool>,
    under_way: Option<(Id, Cell)>,
    sighting: u16,
}

impl Sights {
    /// Takes in the position, and forgets what it may have changed. `ground`: squares whose ground is new.
    pub fn mend(&mut self, p: &Position, first: Id, enemies: &[(Id, Cell)], ground: &[usize]) {
        let grid = p.battle.grid;
        let army = p.battle.army(p.side(first));
        let mut places = vec![None; usize::from(army.count).min(MOST)];
        for &(id, cell) in enemies {
            if let Some(place) = places.get_mut(usize::from(id - first)) {
                *place = Some(cell);
            }
        }
        let ids = 0..p.stands.len() as Id;
        let small: Vec<bool> = ids.map(|id| p.sights_as_personnel(id)).collect();
        let mover = p.stack.iter().rev().find_map(|frame| match frame {
            Frame::Moving(mover) => Some(mover.stand),
            _ => None,
        });
        let under_way = mover.and_then(|id| Some((id, p.cell(id)?)));
        let changed = self.changed(p, grid, &small, under_way, ground);
        if self.holder.len() != p.holder.len() || self.sighting != p.sighting || changed.len() > MANY {
            self.known = [(); 3].map(|()| vec![Known::default(); grid.area()]);
        } else {
            let moved = (0..places.len()).filter(|&n| self.enemies[n] != places[n]);
            let moved = moved.fold(0_u64, |bits, n| bits | 1 << n);
            if moved != 0 {
                self.known.iter_mut().flatten().for_each(|known| known.asked &= !moved);
            }
            for at in changed {
                for (number, place) in places.iter().enumerate() {
                    if let Some(enemy) = place.filter(|&enemy| enemy != at) {
                        self.forget_behind(grid, number, enemy, at);
                    }
                }
            }
        }
        self.enemies = places;
        if self.holder != p.holder {
            self.holder.clone_from(&p.holder);
        }
        (self.small, self.under_way, self.sighting) = (small, under_way, p.sighting);
    }

    /// Squares that may hide now what they did not, or the other way round.
    fn changed(
        &self,
        p: &Position,
        grid: Square,
        small: &[bool],
        under_way: Option<(Id, Cell)>,
        ground: &[usize],
    ) -> Vec<Cell> {
        let mut changed: Vec<Cell> = ground.iter().map(|&n| grid.cell(n)).collect();
        if self.holder.len() != p.holder.len() {
            return changed;
        }
        if self.holder != p.holder {
            let other = (0..p.holder.len()).filter(|&n| self.holder[n] != p.holder[n]);
            changed.extend(other.map(|n| grid.cell(n)));
        }
        let otherwise = (0..small.len()).filter(|&id| small[id] != self.small[id]);
        changed.extend(otherwise.filter_map(|id| p.cell(id as Id)));
        if self.under_way != under_way {
            changed.extend([self.under_way, under_way].into_iter().flatten().map(|(_, cell)| cell));
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// Forgets the lines to an enemy that pass through a square: a cone that widens behind it.
    fn forget_behind(&mut self, grid: Square, number: usize, enemy: Cell, at: Cell) {
        let (dx, dy) = (i32::from(at.x - enemy.x), i32::from(at.y - enemy.y));
        let upright = dy.abs() > dx.abs();
        let (far, aside) = if upright { (dy, dx) } else { (dx, dy) };
        let (step, far) = (far.signum(), far.abs());
        let (width, height) = (i32::from(grid.width), i32::from(grid.height));
        let (long, wide) = if upright { (height, width) } else { (width, height) };
        let (start, middle) = if upright { (enemy.y, enemy.x) } else { (enemy.x, enemy.y) };
        let (start, middle) = (i32::from(start), i32::from(middle));
        // The edges of the square as the enemy sees it: (2 aside ∓ 1) / (2 far ± 1), whichever is wider.
        let slope = |edge: i32, outward: bool| {
            let nearer = (edge > 0) == outward;
            (edge, if nearer { 2 * far - 1 } else { 2 * far + 1 })
        };
        let (low, high) = (slope(2 * aside - 1, false), slope(2 * aside + 1, true));
        let bit = 1_u64 << number;
        let mut m = far;
        loop {
            let along = start + step * m;
            if !(0..long).contains(&along) {
                break;
            }
            let from = (middle + (low.0 * m).div_euclid(low.1)).max(0);
            let to = (middle + -((-high.0 * m).div_euclid(high.1))).min(wide - 1);
            for across in from..=to {
                let (x, y) = if upright { (across, along) } else { (along, across) };
                let index = (y * width + x) as usize;
                for known in &mut self.known {
                    known[index].asked &= !bit;
                }
            }
            m += 1;
        }
    }

    /// The number under which lines to an enemy are kept, by its number in its army.
    pub fn number(&self, number: Id) -> Option<usize> {
        let number = usize::from(number);
        self.enemies.get(number).is_some_and(Option::is_some).then_some(number)
    }

    /// Which of some enemies, all as bits, are seen from a square.
    pub fn sees(&mut self, p: &Position, index: usize, from: Cell, enemies: u64, men: Men) -> u64 {
        let known = &mut self.known[men as usize][index];
        let mut unknown = enemies & !known.asked;
        while unknown != 0 {
            let number = unknown.trailing_zeros() as usize;
            let bit = 1_u64 << number;
            unknown &= !bit;
            known.asked |= bit;
            let clear = self.enemies[number].is_some_and(|at| p.line_of_sight(from, at, men).is_ok());
            known.seen = if clear { known.seen | bit } else { known.seen & !bit };
        }
        known.seen & enemies
    }
}
