//! Lines of sight from squares to the enemy's stands, asked of the rules once and forgotten where something
//! on the line changes.

use crate::board::{Cell, Square};
use crate::rules::matg::sight::spotting;
use crate::rules::matg::sight::spotting::{Bar, PersonnelEnds};
use crate::rules::matg::state::position::{Holder, Id, Position};
use crate::rules::matg::turn::sequence::Frame;

/// One bit per enemy; for a larger army the rest is asked of the rules each time.
const MOST: usize = 64;

/// If more squares than this change at once, everything is forgotten.
const MANY: usize = 24;

/// A square's lines of sight: the enemies in sight, and those that the ground itself hides.
#[derive(Copy, Clone, Default)]
struct Known {
    seen: u64,
    walled: u64,
}

/// A square that may block more or less than before.
struct Change {
    at: Cell,
    /// It may block more.
    closes: bool,
    /// It may block less.
    opens: bool,
    /// Its terrain has changed, not only the stand on it.
    ground: bool,
}

/// Lines of sight from every square to the enemies where they are.
#[derive(Default)]
pub struct Sights {
    /// By square and by which ends are infantry: the enemies for which it is known.
    asked: Vec<[u64; 3]>,
    /// The known lines of sight.
    known: Vec<[Known; 3]>,
    /// The enemies' squares, by number.
    enemies: Vec<Option<Cell>>,
    /// The largest distance in rows or columns asked about for each enemy; 0 if none.
    farthest: Vec<i32>,
    /// The stands that blocked lines, and which of them block infantry only.
    holder: Vec<Holder>,
    small: Vec<bool>,
    under_way: Option<(Id, Cell)>,
    sighting: u16,
}

impl Sights {
    /// Updates to a position and forgets what may have changed. `ground`: squares whose terrain blocks
    /// differently.
    pub fn mend(&mut self, p: &Position, first: Id, enemies: &[(Id, Cell)], ground: &[usize]) {
        let grid = p.battle.grid;
        let army = p.battle.army(p.battle.side(first));
        let mut places = vec![None; usize::from(army.count).min(MOST)];
        for &(id, cell) in enemies {
            if let Some(place) = places.get_mut(usize::from(id - first)) {
                *place = Some(cell);
            }
        }
        let ids = 0..p.forces.stands.len() as Id;
        let small: Vec<bool> = ids.map(|id| p.forces.sights_as_personnel(id)).collect();
        let mover = p.now.stack.iter().rev().find_map(|frame| match frame {
            Frame::Moving(mover) => Some(mover.stand),
            _ => None,
        });
        let under_way = mover.and_then(|id| Some((id, p.forces.cell(id)?)));
        let changes = self.changes(p, grid, &small, under_way, ground);
        if self.holder.len() != p.forces.holders().len()
            || self.sighting != p.now.sighting
            || changes.len() > MANY
        {
            self.asked = vec![[0; 3]; grid.area()];
            self.known = vec![Default::default(); grid.area()];
            self.farthest = vec![0; places.len()];
        } else {
            let moved = (0..places.len()).filter(|&n| self.farthest[n] > 0 && self.enemies[n] != places[n]);
            let moved = moved.fold(0_u64, |bits, n| bits | 1 << n);
            if moved != 0 {
                self.asked.iter_mut().flatten().for_each(|asked| *asked &= !moved);
                let gone = self.farthest.iter_mut().enumerate().filter(|(n, _)| moved & (1 << n) != 0);
                gone.for_each(|(_, farthest)| *farthest = 0);
            }
            for change in changes {
                for (number, place) in places.iter().enumerate() {
                    if let Some(enemy) =
                        place.filter(|&enemy| enemy != change.at && self.farthest[number] > 0)
                    {
                        self.forget_behind(grid, number, enemy, &change);
                    }
                }
            }
        }
        self.enemies = places;
        if self.holder.as_slice() != p.forces.holders() {
            p.forces.holders().clone_into(&mut self.holder);
        }
        (self.small, self.under_way, self.sighting) = (small, under_way, p.now.sighting);
    }

    /// The squares that may block more or less than before.
    fn changes(
        &self,
        p: &Position,
        grid: Square,
        small: &[bool],
        under_way: Option<(Id, Cell)>,
        ground: &[usize],
    ) -> Vec<Change> {
        let whole = |&n: &usize| Change { at: grid.cell(n), closes: true, opens: true, ground: true };
        let mut changes: Vec<Change> = ground.iter().map(whole).collect();
        if self.holder.len() != p.forces.holders().len() {
            return changes;
        }
        let mut touched: Vec<usize> = Vec::new();
        if self.holder.as_slice() != p.forces.holders() {
            touched
                .extend((0..p.forces.holders().len()).filter(|&n| self.holder[n] != p.forces.holders()[n]));
        }
        if self.under_way != under_way {
            let ways = [self.under_way, under_way].into_iter().flatten();
            touched.extend(ways.map(|(_, cell)| grid.index(cell)));
            touched.sort_unstable();
            touched.dedup();
        }
        let on = |way: Option<(Id, Cell)>, cell| way.filter(|&(_, at)| at == cell).map(|(id, _)| id);
        for index in touched {
            let at = grid.cell(index);
            // Compares the stand on the square and the one moving through it; which stand matters, not its
            // state.
            let before = [self.holder[index].id(), on(self.under_way, at)];
            let now = [p.forces.holders()[index].id(), on(under_way, at)];
            let some_not_in = |these: &[Option<Id>; 2], those: &[Option<Id>; 2]| {
                these.iter().any(|id| id.is_some() && !those.contains(id))
            };
            let (closes, opens) = (some_not_in(&now, &before), some_not_in(&before, &now));
            if closes || opens {
                changes.push(Change { at, closes, opens, ground: false });
            }
        }
        for id in (0..small.len()).filter(|&id| small[id] != self.small[id]) {
            if let Some(at) = p.forces.cell(id as Id) {
                changes.push(Change { at, closes: !small[id], opens: small[id], ground: false });
            }
        }
        changes
    }

    /// Forgets the lines to an enemy that pass through a square: a cone that widens behind it.
    fn forget_behind(&mut self, grid: Square, number: usize, enemy: Cell, change: &Change) {
        let at = change.at;
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
        // A stand in sight may be blocked now; one blocked by a stand, not by ground, may be in sight.
        let bit = 1_u64 << number;
        let closes = if change.closes { bit } else { 0 };
        let opens = if change.opens { bit } else { 0 };
        let walls = if change.ground { 0 } else { bit };
        for m in far..=self.farthest[number] {
            let along = start + step * m;
            if !(0..long).contains(&along) {
                break;
            }
            let from = (middle + (low.0 * m).div_euclid(low.1)).max(0);
            let to = (middle + -((-high.0 * m).div_euclid(high.1))).min(wide - 1);
            for across in from..=to {
                let (x, y) = if upright { (across, along) } else { (along, across) };
                let index = (y * width + x) as usize;
                let asked = &mut self.asked[index];
                if (asked[0] | asked[1] | asked[2]) & bit == 0 {
                    continue;
                }
                for (asked, known) in asked.iter_mut().zip(&self.known[index]) {
                    let open = opens & !known.seen & !(walls & known.walled);
                    *asked &= !((closes & known.seen) | open);
                }
            }
        }
    }

    /// The number under which lines to an enemy are kept.
    pub fn number(&self, number: Id) -> Option<usize> {
        let number = usize::from(number);
        self.enemies.get(number).is_some_and(Option::is_some).then_some(number)
    }

    /// Which of some enemies are in sight from a square; all as bits.
    pub fn sees(&mut self, p: &Position, index: usize, from: Cell, enemies: u64, men: PersonnelEnds) -> u64 {
        let asked = &mut self.asked[index][men as usize];
        let known = &mut self.known[index][men as usize];
        let mut unknown = enemies & !*asked;
        while unknown != 0 {
            let number = unknown.trailing_zeros() as usize;
            let bit = 1_u64 << number;
            unknown &= !bit;
            (known.seen, known.walled) = (known.seen & !bit, known.walled & !bit);
            let Some(at) = self.enemies[number] else { continue };
            *asked |= bit;
            let away = (from.x - at.x).abs().max((from.y - at.y).abs()).max(1);
            self.farthest[number] = self.farthest[number].max(i32::from(away));
            match spotting::line_of_sight(&p.field, &p.forces, &p.now, from, at, men) {
                Ok(()) => known.seen |= bit,
                Err(Bar::Stand(..)) => {}
                Err(_) => known.walled |= bit,
            }
        }
        known.seen & enemies
    }
}
