//! The attack and danger of squares: what a stand can hit from there, and what can hit it.

use std::cell::OnceCell;

use crate::board::{self, Cell, Compass};
use crate::rules::matg::fire::arcs;
use crate::rules::matg::state::position::Id;

use super::field::Field;
use super::firefight::Firefight;
use crate::opponent::matg::planning::plan::Mood;

/// Evaluates squares for one side in one position.
pub struct Judge<'a> {
    /// The field.
    pub field: &'a Field<'a>,
    /// The mood of the battle.
    pub mood: Mood,
    firefight: OnceCell<Firefight>,
    /// The number of friendly stands each enemy could fire at now, by its number.
    shared: Vec<u8>,
    /// The sum of the best shots of all friendly stands.
    pub threat: f64,
    /// The lines of fire of friendly stands, with the value of each.
    lines: Vec<(Id, f64)>,
    /// For each square, where its entries in [`Judge::lines`] begin and how they continue.
    first: Vec<u16>,
    next: Vec<u16>,
}

/// The end of the list.
const NO_LINE: u16 = u16::MAX;

/// Attack and danger of a square.
#[derive(Copy, Clone, Default, Debug)]
pub struct Square {
    /// Worth expected to be destroyed from there in a turn.
    pub attack: f64,
    /// Worth expected to be lost there in a turn.
    pub danger: f64,
    /// The facing with the least loss.
    pub facing: Option<Compass>,
}

/// The value of several targets: the stand fires at the best one, but may have to take another.
pub fn attack(best: f64, sum: f64) -> f64 {
    best + 0.2 * (sum - best)
}

impl<'a> Judge<'a> {
    /// Works out which stands can hit each other now.
    pub fn new(field: &'a Field<'a>) -> Self {
        let grid = field.p.battle.grid;
        let area = grid.area();
        let mut judge = Self {
            field,
            mood: Mood::of(field),
            firefight: OnceCell::new(),
            shared: vec![0; usize::from(field.p.battle.army(field.side.other()).count)],
            threat: 0.0,
            lines: Vec::new(),
            first: vec![NO_LINE; area],
            next: Vec::new(),
        };
        let mut last = vec![NO_LINE; area];
        for &(friend, from) in &field.friends {
            let mut best: Option<(f64, Cell)> = None;
            for (enemy, to, ours, theirs) in field.engaged(friend, from) {
                if theirs {
                    judge.shared[field.number(enemy)] += 1;
                }
                if ours {
                    let flank = field.is_flank_of(enemy, to, from);
                    let gain = field.strike(friend, from, enemy, to, flank) * field.worth(enemy);
                    if gain > best.map_or(0.0, |(most, _)| most) {
                        best = Some((gain, to));
                    }
                }
            }
            let Some((gain, to)) = best else { continue };
            judge.threat += gain;
            for crossing in board::line(from, to) {
                let (index, place) = (grid.index(crossing.cell), judge.lines.len() as u16);
                match last[index] {
                    NO_LINE => judge.first[index] = place,
                    before => judge.next[usize::from(before)] = place,
                }
                last[index] = place;
                judge.lines.push((friend, gain));
                judge.next.push(NO_LINE);
            }
        }
        judge
    }

    /// The firefight from where all stands are now.
    pub fn firefight(&self) -> &Firefight {
        self.firefight.get_or_init(|| Firefight::new(self.field, &self.mood))
    }

    /// Attack and danger of a square with this facing, or with the one that loses least.
    pub fn square(&self, id: Id, cell: Cell, facing: Option<Compass>) -> Square {
        if facing.is_none() && self.field.is_small() {
            return self.kept(id, cell);
        }
        self.weigh(id, cell, facing, self.field.engaged(id, cell).into_iter())
    }

    /// The same with the best facing, from the memory if it is there.
    fn kept(&self, id: Id, cell: Cell) -> Square {
        let field = self.field;
        let grid = field.p.battle.grid;
        let index = grid.index(cell);
        let squares = &field.memory().squares;
        let (ours, theirs) = {
            let mut squares = squares.borrow_mut();
            match squares.entry(id, index, grid.area()) {
                Some((stamp, entry)) => {
                    if !entry.is_of(stamp) {
                        let (ours, theirs) = field.masks_in_range(id, cell, index);
                        entry.begin(stamp, ours, theirs);
                    }
                    (entry.ours, entry.theirs)
                }
                None => field.masks_in_range(id, cell, index),
            }
        };
        let seen = field.seen_of(id, cell, index, ours | theirs);
        let shared = self.shared_by(seen & theirs);
        if let Some(shared) = shared
            && let Some((_, entry)) = squares.borrow_mut().entry(id, index, grid.area())
            && let Some(square) = entry.square(seen, shared)
        {
            return square;
        }
        let square = self.weigh(id, cell, None, field.of_masks(seen, ours, theirs));
        if let Some(shared) = shared
            && let Some((_, entry)) = squares.borrow_mut().entry(id, index, grid.area())
        {
            entry.keep(seen, shared, square);
        }
        square
    }

    /// The number of friendly stands that an enemy could fire at now.
    fn shared(&self, enemy: Id) -> u8 {
        self.shared[self.field.number(enemy)]
    }

    /// These numbers for some enemies packed into one; `None` if they do not fit.
    fn shared_by(&self, mut enemies: u64) -> Option<u64> {
        let mut packed = 1;
        if enemies.count_ones() > 10 {
            return None;
        }
        while enemies != 0 {
            let shared = self.shared[enemies.trailing_zeros() as usize];
            if shared > 63 {
                return None;
            }
            packed = packed << 6 | u64::from(shared);
            enemies &= enemies - 1;
        }
        Some(packed)
    }

    /// Weighs a square. `engaged`: the enemies in sight, with their squares, whether each is in range, and
    /// whether the stand is in its range.
    fn weigh(
        &self,
        id: Id,
        cell: Cell,
        facing: Option<Compass>,
        engaged: impl Iterator<Item = (Id, Cell, bool, bool)>,
    ) -> Square {
        let field = self.field;
        let armoured = field.p.battle.unit(id).kind.armoured;
        let (mut best, mut sum) = (0.0, 0.0_f64);
        let mut target = None;
        // The expected loss by facing: through the front, or through the side of armour.
        let mut dangers = [0.0; 8];
        let mut threatened = false;
        for (enemy, at, ours, theirs) in engaged {
            let exchange = field.exchange(id, cell, enemy, at, ours, theirs);
            if ours {
                let gain = exchange.gain * field.worth(enemy);
                sum += gain;
                if gain > best {
                    best = gain;
                    target = Some(at);
                }
            }
            if theirs {
                threatened = true;
                let others = field.weights.share * f64::from(self.shared(enemy));
                let share = field.bears(enemy, at, cell) / (1.0 + others);
                let front = exchange.front * share;
                let flank = if armoured { exchange.flank * share } else { front };
                for (danger, facing) in dangers.iter_mut().zip(Compass::ALL) {
                    *danger += if !armoured || arcs::in_front(facing, cell, at) { front } else { flank };
                }
            }
        }
        let fixed = field.is_fixed_forward(id);
        let (share, facing) = match facing {
            Some(facing) => (dangers[facing as usize], Some(facing)),
            None if !threatened && target.is_none() => (0.0, None),
            None => {
                let toward = target.and_then(|at| Compass::between(cell, at));
                // Fixed guns must bear on the target. Others face the safest way; the target breaks ties.
                let unfit =
                    |facing: Compass| fixed && target.is_some_and(|at| !arcs::in_arc(facing, cell, at));
                let mut chosen: Option<(f64, Compass)> = None;
                for candidate in toward.into_iter().chain(Compass::ALL) {
                    let danger = dangers[candidate as usize] + if unfit(candidate) { 1.0 } else { 0.0 };
                    if chosen.is_none_or(|(least, _)| danger < least - 1e-9) {
                        chosen = Some((danger, candidate));
                    }
                }
                let facing = chosen.map(|(_, facing)| facing);
                (facing.map_or(0.0, |facing| dangers[facing as usize]), facing)
            }
        };
        let bears = match (fixed, facing, target) {
            (true, Some(facing), Some(at)) => arcs::in_arc(facing, cell, at),
            _ => true,
        };
        let attack = if bears { attack(best, sum) } else { 0.1 * best };
        Square { attack, danger: share.min(1.0) * field.worth(id), facing }
    }

    /// The value of friendly fire that the stand would block on a square.
    pub fn masks(&self, id: Id, index: usize) -> f64 {
        let mut masked = 0.0;
        let mut place = self.first[index];
        while let Some(&(friend, gain)) = self.lines.get(usize::from(place)) {
            if friend != id {
                masked += gain * self.field.weights.masked;
            }
            place = self.next[usize::from(place)];
        }
        masked
    }

    /// Whether an enemy is within this many inches.
    pub fn is_near(&self, cell: Cell, inches: u16) -> bool {
        self.field.enemies.iter().any(|&(_, at)| board::within(cell, at, inches))
    }
}
