//! The danger in a hex and the targets from it, in hundredths of a squad.

use std::cell::{Cell, OnceCell};
use std::sync::OnceLock;

use crate::game::Side;
use crate::rules::aslsk::Position;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::{Cowering, Fire, Firepower};
use crate::rules::aslsk::state::{Arm, Forces, Ground, Marker};
use crate::rules::aslsk::tables::fire::Effect;

/// The range to which Weapons beyond small arms are considered.
const FAR: u16 = 16;

/// This ROF doubles the effect of a piece of ordnance.
const RATED: i32 = 4;

/// Number of DRM values in the tables.
const MODIFIERS: std::ops::RangeInclusive<i16> = -6..=9;

/// Number of FP values in the tables, in halves.
const MOST: usize = 80;

/// The state of a unit when it is fired at.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Stance {
    /// Stationary, in a later phase.
    Stands,
    /// Entering by Assault Movement.
    Sneaks,
    /// Entering otherwise.
    Walks,
}

/// A hex from which the enemy may fire.
pub(super) struct Post {
    pub place: Place,
    /// FP and normal range of each firer, and whether it has fired this turn.
    arms: Vec<(i32, u16, Marker)>,
    /// The best leader there.
    lead: i16,
    /// MMC there.
    pub units: usize,
}

impl Post {
    /// Whether any unit there can fight.
    pub fn fit(&self) -> bool {
        !self.arms.is_empty()
    }
}

/// The effect of this FP (in halves) and DRM on a squad, in hundredths of it.
pub(super) fn harm(halves: i32, modifier: i16) -> i32 {
    static TABLE: OnceLock<Vec<i32>> = OnceLock::new();
    let width = MODIFIERS.count();
    let table = TABLE.get_or_init(|| {
        let cell = |halves: usize, modifier: i16| {
            let power = Firepower::whole(halves as u16).halved();
            let effects = Fire::new(power, 0, modifier, Cowering::Normal).effects();
            (100.0 * effects.mean(|effect| cost(effect, 1.0, 1.0))) as i32
        };
        (0..=MOST).flat_map(|halves| MODIFIERS.map(move |modifier| cell(halves, modifier))).collect()
    });
    let column = (modifier.clamp(*MODIFIERS.start(), *MODIFIERS.end()) - MODIFIERS.start()) as usize;
    table[halves.clamp(0, MOST as i32) as usize * width + column]
}

/// The cost of a result in squads, for this many units of a total squad value.
pub(super) fn cost(effect: &Effect, units: f64, squads: f64) -> f64 {
    let mean = if units > 0.0 { squads / units } else { 0.0 };
    let breaks = |more: u8| (0.4 + 0.11 * f64::from(more)).min(0.9) * 0.6 * squads;
    match *effect {
        Effect::None => 0.0,
        Effect::PinCheck => 0.12 * squads,
        Effect::MoraleCheck(more) => breaks(more),
        Effect::Casualty(more) => 0.6 * mean + breaks(more),
        Effect::Kill(kills) => {
            f64::from(kills).min(units) * mean + 0.6 * (squads - f64::from(kills) * mean).max(0.0)
        }
    }
}

/// FP in halves at a range.
pub(super) fn at_range(power: i32, normal: u16, range: u16) -> i32 {
    match range {
        0..=1 => 4 * power,
        _ if range <= normal => 2 * power,
        _ if range <= 2 * normal => power,
        _ => 0,
    }
}

/// FP and range of a unit and its Weapons.
pub(super) fn arms_of(forces: &Forces, id: u8) -> Vec<(i32, u16, Marker)> {
    let unit = forces.unit(id);
    let own = (i32::from(unit.data().firepower), u16::from(unit.data().range), unit.marker);
    let weapons = forces.weapons_of(id).map(|weapon| {
        let range = match forces.weapon(weapon).arm {
            Arm::MachineGun(_) => forces.weapon(weapon).machine_gun().map_or(8, |gun| gun.range.into()),
            Arm::Ordnance(_) => FAR,
            Arm::Flamethrower | Arm::Charge => 1,
        };
        (weight(forces, weapon), range, forces.weapon(weapon).marker)
    });
    weapons.chain([own]).filter(|(power, ..)| *power > 0).collect()
}

/// A rough FP value of a Weapon.
fn weight(forces: &Forces, weapon: u8) -> i32 {
    let weapon = forces.weapon(weapon);
    match weapon.arm {
        _ if weapon.broken => 0,
        Arm::MachineGun(_) => weapon.machine_gun().map_or(0, |gun| gun.fp.into()),
        Arm::Ordnance(id) => {
            // ROF counts as extra shots; cover only lowers the chance of a hit.
            let [full, half, _] = id.get().columns;
            i32::from(full.max(half).max(id.get().ife)) * (RATED + i32::from(id.get().rof)) / RATED
        }
        Arm::Flamethrower => 8,
        Arm::Charge => 0,
    }
}

/// The known enemies of a side, and the fire that they and it can bring to bear. Worked out on demand, since the
/// position does not change during a decision.
pub(super) struct Threats<'a> {
    ground: &'a Ground,
    forces: &'a Forces,
    side: Side,
    posts: OnceCell<Vec<Post>>,
    /// The danger of each hex and stance; -1 if not worked out yet.
    dangers: Vec<Cell<i32>>,
}

impl<'a> Threats<'a> {
    /// The threats to a side in a position.
    pub fn to(side: Side, position: &'a Position) -> Self {
        let Position { ground, forces, .. } = position;
        let dangers = vec![Cell::new(-1); 3 * ground.map().places().count()];
        Self { ground, forces, side, posts: OnceCell::new(), dangers }
    }

    /// The hexes of known enemies.
    pub fn posts(&self) -> &[Post] {
        self.posts.get_or_init(|| {
            let mut posts: Vec<Post> = Vec::new();
            for enemy in self.forces.enemies(self.side) {
                let unit = self.forces.unit(enemy);
                let Some(place) = unit.place() else { continue };
                let arms = if unit.good_order() { arms_of(self.forces, enemy) } else { Vec::new() };
                let lead = if unit.good_order() && unit.leader() { unit.leadership() } else { 0 };
                let units = usize::from(!unit.leader());
                match posts.iter_mut().find(|post| post.place == place) {
                    Some(post) => {
                        post.arms.extend(arms);
                        post.lead = post.lead.min(lead);
                        post.units += units;
                    }
                    None => posts.push(Post { place, arms, lead, units }),
                }
            }
            posts
        })
    }

    /// The danger to a squad in a hex; enemies that have fired count little for the rest of the turn.
    pub fn danger(&self, place: Place, stance: Stance) -> i32 {
        let known = &self.dangers[place.index() * 3 + stance as usize];
        if known.get() < 0 {
            let fire: i32 = self.posts().iter().map(|post| self.danger_from(post, place, stance)).sum();
            known.set(fire + self.left_behind(place, stance));
        }
        known.get()
    }

    /// The effect of Residual FP on a unit entering a hex (3.3.1h).
    fn left_behind(&self, place: Place, stance: Stance) -> i32 {
        let left = self.ground.residual.iter().find(|(there, _)| *there == place);
        let Some(&(_, left)) = left.filter(|_| stance != Stance::Stands) else { return 0 };
        let tem = self.ground.map().terrain(place).row().tem;
        harm(2 * i32::from(left), tem - i16::from(tem == 0) - i16::from(stance == Stance::Walks))
    }

    /// The part of it that comes from one of their hexes.
    pub fn danger_from(&self, post: &Post, place: Place, stance: Stance) -> i32 {
        let ground = self.ground;
        if post.arms.is_empty() || post.place == place {
            return 0;
        }
        let Some(hindrance) = ground.hindrance(post.place, place) else { return 0 };
        let range = ground.map().range(post.place, place);
        let power = |&(power, normal, marker): &(i32, u16, Marker)| {
            let full = at_range(power, normal, range);
            match (stance, marker) {
                (Stance::Stands, _) | (_, Marker::None) => full,
                (_, Marker::First) if range <= 2 => full / 2,
                _ => 0,
            }
        };
        let power: i32 = post.arms.iter().map(power).sum();
        let tem = ground.map().terrain(place).row().tem;
        let open = i16::from(tem == 0 && hindrance == 0);
        let moving = match stance {
            Stance::Stands => 0,
            Stance::Sneaks => open,
            Stance::Walks => 1 + open,
        };
        harm(power, tem + hindrance + post.lead - moving)
    }

    /// The best attack on known enemies from a hex, at half FP if the firers have to move there first.
    pub fn opportunity(&self, place: Place, arms: &[(i32, u16, Marker)], halved: bool) -> i32 {
        let ground = self.ground;
        let best =
            self.posts().iter().filter(|post| post.units > 0 && post.place != place).filter_map(|post| {
                let hindrance = ground.hindrance(place, post.place)?;
                let range = ground.map().range(place, post.place);
                let power: i32 = arms.iter().map(|&(power, normal, _)| at_range(power, normal, range)).sum();
                let tem = ground.map().terrain(post.place).row().tem;
                Some(harm(if halved { power / 2 } else { power }, tem + hindrance))
            });
        best.max().unwrap_or(0)
    }
}
