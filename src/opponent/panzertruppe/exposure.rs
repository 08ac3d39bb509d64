//! What a unit can expect on its way to a place and there, until it moves again: the fire it draws and the fire it
//! gives.
//!
//! Enemies that lose sight of it on the way may fire from ambush, each once (12).
//! After its move the enemy fires what is still loaded; then the unit fires; then the enemy loads and fires
//! again, and only then turns and moves (1). So the enemy's guns count as they point, twice, and a shot of the
//! unit counts only if it survives the first of them.

use super::worth::{Shares, ambush_share, is_armed, shares, stake};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::state::{Id, Position};

/// The share of an enemy's fire that a unit draws to itself although others offer as good a target.
const DRAWN: f64 = 0.4;

/// What a shot in the fire phase after next is worth.
const NEXT_SHOT: f64 = 0.5;

/// What the fire of an enemy that must turn first is worth.
const TURNING: f64 = 0.3;

/// How far fire of the others is trusted to silence an enemy.
const SUPPORT: f64 = 0.7;

/// What the enemy's second fire is worth: something may change before.
const SECOND_FIRE: f64 = 0.7;

/// What fire from ambush is worth: a unit that may still fire in the next phase often holds it.
const AMBUSHED: f64 = 0.3;

/// The share of a unit's worth that each of its enemies could take from ambush on the way to a cell, in their order;
/// empty if none could.
pub type Passed = Vec<f64>;

/// An enemy, and what the rest of a unit's side is to it.
#[derive(Copy, Clone, Debug)]
struct Against {
    enemy: Id,
    /// What its loss is worth.
    stake: f64,
    /// Whether it can fire.
    armed: bool,
    /// Whether it can fire from ambush: it did not see the unit when its move began.
    lurks: bool,
    /// Its best gain from the others, with what it has loaded, and with everything.
    offered: [f64; 2],
    /// The share of it that the others destroy before it fires again.
    falls: f64,
}

/// A unit and its enemies, with what does not depend on where the unit goes: worked out once per decision.
pub struct Rest {
    id: Id,
    stake: f64,
    against: Vec<Against>,
}

/// What a place brings a unit until it moves again, in points.
#[derive(Copy, Clone, Default, PartialEq, Debug)]
pub struct Exposure {
    /// The gain of its own fire.
    pub fire: f64,
    /// The loss by enemy fire.
    pub risk: f64,
}

impl Rest {
    /// The rest of the side of a unit.
    pub fn of(position: &Position, id: Id) -> Self {
        let side = position.forces.side(id);
        let enemies = position.battle.ids(side.other()).filter(|&enemy| position.forces.is_target(enemy));
        let first = position.battle.ids(side.other()).start;
        // In a lesson it drives through gaps, so that the player learns to fire from ambush.
        let warily = !position.battle.teaches;
        let mover = position.turn.mover().filter(|mover| mover.unit == id && warily);
        let seen_first = mover.map(|mover| mover.seen_first);
        let mut against: Vec<Against> = enemies
            .map(|enemy| {
                let armed = is_armed(position, enemy);
                let lurks = armed && seen_first.is_some_and(|seen| !seen.has(enemy - first));
                Against { enemy, stake: stake(position, enemy), armed, lurks, offered: [0.0; 2], falls: 0.0 }
            })
            .collect();
        let friends = position.battle.ids(side).filter(|&other| other != id && is_armed(position, other));
        for friend in friends {
            count_in(position, friend, &mut against);
        }
        Self { id, stake: stake(position, id).max(1.0), against }
    }

    /// Whether any enemy could fire from ambush at the unit on its way.
    pub fn may_be_ambushed(&self) -> bool {
        self.against.iter().any(|against| against.lurks)
    }

    /// The ambush fire that the unit draws by passing through the cell where it is in a copy of the position, after what
    /// it drew `before`.
    pub fn passing(&self, then: &Position, before: &Passed) -> Passed {
        let drawn = |(n, against): (usize, &Against)| {
            let before = before.get(n).copied().unwrap_or(0.0);
            if against.lurks { before.max(ambush_share(then, against.enemy, self.id)) } else { 0.0 }
        };
        self.against.iter().enumerate().map(drawn).collect()
    }

    /// What the unit can expect where it is in a copy of the position, after what it passed on the way.
    pub fn exposure(&self, then: &Position, passed: &Passed) -> Exposure {
        // A turret may turn after any move, a hull only at rest.
        let turns =
            then.forces.state(self.id).motion != Motion::Moving || then.battle.unit(self.id).has_turret();
        let (mut first, mut second, mut later) = (0.0, 0.0, 0.0);
        let (mut now, mut next) = (0.0_f64, 0.0_f64);
        for (n, against) in self.against.iter().enumerate() {
            if then.sighting().sees(self.id, against.enemy).is_some() {
                let own = shares(then, self.id, against.enemy);
                now = now.max(against.stake * if turns { own.ready } else { own.loaded });
                next = next.max(against.stake * own.free);
            }
            if !against.armed {
                continue;
            }
            let Shares { free, bearing, loaded, .. } = shares(then, against.enemy, self.id);
            // An enemy fires one gun at one target: what it could fire at anyway draws its fire off.
            let extra = |share: f64, offered: f64| {
                let gain = share * self.stake;
                gain - (1.0 - DRAWN) * gain.min(offered)
            };
            let stays = 1.0 - SUPPORT * against.falls;
            // An enemy that still sees it may wait for the fire phase; one that does not fires now or not at all.
            let on_the_way = AMBUSHED * passed.get(n).copied().unwrap_or(0.0);
            first += extra(if loaded > 0.0 { loaded } else { on_the_way }, against.offered[0]);
            second += extra(bearing, against.offered[1]) * stays;
            later += (free - bearing).max(0.0) * self.stake * stays;
        }
        let after_first = 1.0 - (first / self.stake).min(0.9);
        let after_second = after_first * (1.0 - (second / self.stake).min(0.9));
        Exposure {
            fire: now * after_first + NEXT_SHOT * next * after_second,
            risk: first + SECOND_FIRE * second * after_first + TURNING * later,
        }
    }
}

/// Counts a friend in: what it offers to each enemy, and what it does to the one it hits hardest.
fn count_in(position: &Position, friend: Id, against: &mut [Against]) {
    let worth = stake(position, friend);
    let mut best = (0.0, None);
    for (n, enemy) in against.iter_mut().enumerate() {
        if enemy.armed {
            let it = shares(position, enemy.enemy, friend);
            enemy.offered[0] = enemy.offered[0].max(it.loaded * worth);
            enemy.offered[1] = enemy.offered[1].max(it.bearing * worth);
        }
        let own = shares(position, friend, enemy.enemy);
        if own.loaded * enemy.stake > best.0 {
            best = (own.loaded * enemy.stake, Some((n, own.loaded)));
        }
    }
    if let (_, Some((n, share))) = best {
        against[n].falls = 1.0 - (1.0 - against[n].falls) * (1.0 - share.min(1.0));
    }
}
