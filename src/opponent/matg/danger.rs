//! What a square is worth to a stand: what it can hit from there against what can hit it.

use crate::board::{self, Cell, Compass};
use crate::rules::matg::fire::arcs;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::position::Id;

use super::field::Field;
use super::plan::{self, FAR, Mood, Way};
use super::works;

/// A judge of squares for one side in one position.
pub struct Judge<'a> {
    /// The field.
    pub field: &'a Field<'a>,
    /// The mood.
    pub mood: Mood,
    /// How many own stands each enemy could fire at now, by place in [`Field::enemies`].
    shared: Vec<f64>,
    /// Squares on the line of fire of own stands, with what the line is worth.
    lines: Vec<(Cell, Id, f64)>,
}

/// Both sides of a square.
#[derive(Copy, Clone, Default, Debug)]
pub struct Square {
    /// Worth expected to be destroyed from there in a turn.
    pub attack: f64,
    /// Worth expected to be lost there in a turn.
    pub danger: f64,
    /// The facing that loses least.
    pub facing: Option<Compass>,
}

/// An enemy that sees the square, and what its fire takes through the front and through the side.
struct Threat {
    from: Cell,
    front: f64,
    flank: f64,
}

impl<'a> Judge<'a> {
    /// Looks at who can hit whom now.
    pub fn new(field: &'a Field<'a>) -> Self {
        let mut shared = vec![0.0; field.enemies.len()];
        let mut lines = Vec::new();
        for &(friend, from) in &field.friends {
            let mut best: Option<(f64, Cell)> = None;
            for (number, &(enemy, to)) in field.enemies.iter().enumerate() {
                let range = spotting::range(from, to);
                let (ours, theirs) = (range <= field.reach(friend), range <= field.reach(enemy));
                if !(ours || theirs) || !field.sees(friend, from, enemy, to) {
                    continue;
                }
                if theirs {
                    shared[number] += 1.0;
                }
                if ours {
                    let flank = field.is_flank_of(enemy, to, from);
                    let gain = field.strike(friend, from, enemy, to, flank) * field.worth(enemy);
                    if gain > best.map_or(0.0, |(most, _)| most) {
                        best = Some((gain, to));
                    }
                }
            }
            if let Some((gain, to)) = best {
                lines.extend(board::line(from, to).map(|crossing| (crossing.cell, friend, gain)));
            }
        }
        Self { field, mood: Mood::of(field), shared, lines }
    }

    /// Attack and danger of a square. With `facing` the stand faces so; else as loses least.
    pub fn square(&self, id: Id, cell: Cell, facing: Option<Compass>) -> Square {
        let field = self.field;
        let armoured = field.p.unit(id).kind.armoured;
        let (mut best, mut sum) = (0.0, 0.0_f64);
        let mut target = None;
        let mut threats: Vec<Threat> = Vec::new();
        for (number, &(enemy, at)) in field.enemies.iter().enumerate() {
            let range = spotting::range(cell, at);
            let (ours, theirs) = (range <= field.reach(id), range <= field.reach(enemy));
            if !(ours || theirs) || !field.sees(id, cell, enemy, at) {
                continue;
            }
            if ours {
                let mut gain = field.strike(id, cell, enemy, at, false);
                if field.is_flank_of(enemy, at, cell) {
                    // Who has still to move will not keep showing its side.
                    let lasting = if field.is_yet_to_move(enemy) { 0.35 } else { 0.8 };
                    gain += lasting * (field.strike(id, cell, enemy, at, true) - gain);
                }
                let gain = gain * field.worth(enemy);
                sum += gain;
                if gain > best {
                    best = gain;
                    target = Some(at);
                }
            }
            if theirs {
                let share = field.bears(enemy, at, cell) / (1.0 + 0.4 * self.shared[number]);
                let front = field.strike(enemy, at, id, cell, false) * share;
                let flank = if armoured { field.strike(enemy, at, id, cell, true) * share } else { front };
                threats.push(Threat { from: at, front, flank });
            }
        }
        let danger_facing = |facing: Compass| -> f64 {
            let through = |t: &Threat| {
                if !armoured || arcs::in_front(facing, cell, t.from) { t.front } else { t.flank }
            };
            threats.iter().map(through).sum()
        };
        let fixed = field.is_fixed_forward(id);
        let (share, facing) = match facing {
            Some(facing) => (danger_facing(facing), Some(facing)),
            None if threats.is_empty() && target.is_none() => (0.0, None),
            None => {
                let toward = target.and_then(|at| Compass::between(cell, at));
                // Fixed guns must bear; others face where they are safest, the target breaking ties.
                let unfit =
                    |facing: Compass| fixed && target.is_some_and(|at| !arcs::in_arc(facing, cell, at));
                let mut chosen: Option<(f64, Compass)> = None;
                for candidate in toward.into_iter().chain(Compass::ALL) {
                    let danger = danger_facing(candidate) + if unfit(candidate) { 1.0 } else { 0.0 };
                    if chosen.is_none_or(|(least, _)| danger < least - 1e-9) {
                        chosen = Some((danger, candidate));
                    }
                }
                let facing = chosen.map(|(_, facing)| facing);
                (facing.map_or(0.0, danger_facing), facing)
            }
        };
        let bears = match (fixed, facing, target) {
            (true, Some(facing), Some(at)) => arcs::in_arc(facing, cell, at),
            _ => true,
        };
        let attack = if bears { best + 0.2 * (sum - best) } else { 0.1 * best };
        Square { attack, danger: share.min(1.0) * field.worth(id), facing }
    }

    /// The whole value of standing on a square at the end of a turn.
    pub fn value(&self, id: Id, cell: Cell, facing: Option<Compass>, way: &Way) -> f64 {
        let field = self.field;
        let square = self.square(id, cell, facing);
        let fighter = field.is_fighter(id);
        let caution = if fighter { self.mood.caution } else { 1.8 };
        let fight = square.attack - caution * square.danger;
        let sheltered = f64::from(field.shelter(id, cell).min(6)) * 0.012 * field.worth(id);
        let shelter = if self.is_near(cell, 22) { sheltered } else { 0.0 };
        fight + shelter + self.approach(id, cell, way) + self.company(id, cell)
            - self.masks(id, cell)
            - works::hindrance(field.p, id, cell)
    }

    /// What the distance to the enemy is worth.
    pub fn approach(&self, id: Id, cell: Cell, way: &Way) -> f64 {
        let field = self.field;
        let to_go = way.from(cell);
        if to_go >= FAR {
            return -40.0;
        }
        let allowance = i32::from(field.p.unit(id).pace().0).max(3) * 4;
        let off = to_go - plan::standoff(field, id, way);
        let scale = (field.worth(id) / 55.0).clamp(0.5, 1.4);
        if field.is_fighter(id) {
            -self.mood.push * scale * f64::from(off.max(0)) / f64::from(allowance)
        } else {
            -4.0 * f64::from(off.abs()) / f64::from(allowance.max(40))
        }
    }

    /// Stands that touch can be ordered together; but not so many that they hide each other.
    fn company(&self, id: Id, cell: Cell) -> f64 {
        let field = self.field;
        let pace = field.p.unit(id).pace();
        let beside = field.friends.iter().filter(|&&(other, at)| {
            other != id && board::adjacent(at, cell) && field.p.unit(other).pace().0.abs_diff(pace.0) <= 6
        });
        0.8 * (beside.count().min(3) as f64)
    }

    /// What the stand would hide from its own side's guns.
    fn masks(&self, id: Id, cell: Cell) -> f64 {
        if self.field.p.unit(id).is_personnel() {
            return 0.0;
        }
        let masked = self.lines.iter().filter(|(at, friend, _)| *at == cell && *friend != id);
        masked.map(|(_, _, gain)| gain * 0.7).sum()
    }

    /// Whether an enemy is within so many inches.
    pub fn is_near(&self, cell: Cell, inches: u16) -> bool {
        self.field.enemies.iter().any(|&(_, at)| board::within(cell, at, inches))
    }
}
