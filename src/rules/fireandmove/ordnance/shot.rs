//! One ordnance shot before it is rolled: the To Hit number with its steps, and the modifiers to a hit (58,
//! 59, 60, 65, 68).

use crate::board::{Cell, Compass};
use crate::game::Modifier;
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::fighting_positions::{self, Only};
use crate::rules::fireandmove::catalog::tables::{Vehicle, Weapon};
use crate::rules::fireandmove::dice::checks::modifiers;
use crate::rules::fireandmove::dice::odds::Adds;
use crate::rules::fireandmove::fire::strength::Band;
use crate::rules::fireandmove::fire::to_hit::{Shot, ToHit};
use crate::rules::fireandmove::fire::volley::{self, Mark, in_arc, is_behind};
use crate::rules::fireandmove::optional::night;
use crate::rules::fireandmove::ordnance::arms::{self, Arm, Round};
use crate::rules::fireandmove::state::{Forces, Gid, Terrain};
use crate::rules::fireandmove::vehicles::{Machine, transport};

/// One shot at one group, computed before it is rolled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aimed {
    /// The To Hit check; none for machine guns and flamethrowers.
    pub shot: Option<Shot>,
    /// The modifiers to the printed number.
    pub steps: Vec<Modifier>,
    /// The modifiers to the AP or HE check, before the magnitude of the hit.
    pub strength: Vec<Modifier>,
    /// The part of it that a gun's shield takes from its crew (61.4).
    pub shield: i16,
    /// How the To Hit result modifies an AP check.
    pub adds: Adds,
    /// It comes from behind the vehicle's front (68.1).
    pub flank: bool,
}

impl Aimed {
    /// The strength before the magnitude of the hit.
    pub fn total(&self) -> i16 {
        self.strength.iter().map(|line| line.value).sum()
    }
}

/// How far a turret must turn to bring its arc of 30 degrees to either side to bear: 0 up to 20 degrees, 1 up
/// to 90, 2 beyond (65.2, ruling FM-40).
pub fn turning(way: Compass, from: Cell, to: Cell) -> u8 {
    let (fx, fy) = way.delta();
    let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let ahead = i64::from(fx) * dx + i64::from(fy) * dy;
    let sizes = (if way.is_diagonal() { 2 } else { 1 }) * (dx * dx + dy * dy);
    // The square of the cosine of 50 degrees is 0.4132, that of 120 degrees a quarter.
    if ahead > 0 && 10_000 * ahead * ahead >= 4_132 * sizes || sizes == 0 {
        0
    } else if ahead >= 0 || 4 * ahead * ahead <= sizes {
        1
    } else {
        2
    }
}

/// Whether a mortar has an observer for a square: its own key figure, or a platoon leader elsewhere
/// (60.1).
fn is_spotted(field: &Field, forces: &Forces, group: Gid, to: Cell) -> bool {
    let side = forces.group(group).side;
    volley::sees(field, forces, side, forces.group(group).at, to)
        || forces.groups_of(side).any(|other| {
            forces.platoon_leader(other).is_some()
                && volley::sees(field, forces, side, forces.group(other).at, to)
        })
}

/// A shot of a weapon at a group that stands or passes at a square; `None` if it cannot be fired.
#[apply(rule, "71.1", "74.2", "75.1", "61.4", "67.9")]
pub fn shot(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    arm: Arm,
    mark: Mark,
    on_move: bool,
) -> Option<Aimed> {
    let firing = Firing::new(terrain, forces, group, arm, mark);
    if !firing.is_seen() || on_move && firing.band != Band::Close || !firing.fits() {
        return None;
    }
    let turned = firing.turned()?;
    let checked = !matches!(arm.round, Round::Mg | Round::Pintle | Round::Flame);
    let steps = if checked { firing.steps(turned) } else { Vec::new() };
    let printed = if checked { Some(firing.printed()?) } else { None };
    let shot = printed.map(|number| Shot {
        number,
        steps: steps.iter().map(|line| line.value).sum(),
        target_moving: mark.moving.moving,
        hull_down: firing.hull_down,
        firer_moving: on_move,
        failure: forces
            .battle()
            .fails_at(forces.group(group).side, firing.weapon)
            .filter(|_| arm.round != Round::Faust),
    });
    let strength = match arm.round {
        Round::Ap | Round::Faust | Round::Flame => firing.piercing(),
        Round::Smoke | Round::Phosphorus | Round::Flare => Vec::new(),
        Round::He | Round::Mg | Round::Pintle => firing.bursting(),
    };
    let flame = arm.round == Round::Flame;
    let adds = if flame { Adds::Nothing } else { firing.weapon.adds };
    Some(Aimed { shot, steps, strength, shield: firing.shield(), adds, flank: firing.flank || flame })
}

/// A weapon and its target, with what lies between them.
struct Firing<'a> {
    terrain: &'a Terrain,
    forces: &'a Forces,
    group: Gid,
    arm: Arm,
    mark: Mark,
    from: Cell,
    range: u16,
    band: Band,
    weapon: &'a Weapon,
    /// The vehicle it fires from.
    machine: Option<&'a Machine>,
    /// It is fired at a vehicle.
    armoured: bool,
    hull_down: bool,
    flank: bool,
    acquired: bool,
}

impl<'a> Firing<'a> {
    fn new(terrain: &'a Terrain, forces: &'a Forces, group: Gid, arm: Arm, mark: Mark) -> Self {
        let from = forces.group(group).at;
        let (to, aim) = (mark.at, forces.group(mark.group));
        let armoured = aim.machine.is_some() && !matches!(arm.round, Round::Smoke | Round::Phosphorus);
        let front = mark.moving.front.unwrap_or(aim.front);
        Self {
            terrain,
            forces,
            group,
            arm,
            mark,
            from,
            range: Field::range(from, to),
            band: Field::band(from, to),
            weapon: arms::arm_weapon(forces, group, arm),
            machine: forces.machine(arm.figure),
            armoured,
            hull_down: armoured && terrain.field().hull_down(from, to),
            flank: armoured && is_flank(front, to, from),
            acquired: forces.acquired.contains(&(group, mark.group)),
        }
    }

    /// Whether the target can be seen: by the firer, or by an observer of a mortar (60.1, 79.3).
    fn is_seen(&self) -> bool {
        let (field, to) = (self.terrain.field(), self.mark.at);
        let smoke = matches!(self.arm.round, Round::Smoke | Round::Phosphorus);
        let dark = night::is_too_dark(self.terrain, self.forces, self.mark.group, to, self.band) && !smoke;
        let slits =
            match fighting_positions::through_slits(field, self.forces, self.group, self.mark.group, to) {
                Only::All => true,
                Only::Flame => self.arm.round == Round::Flame,
                Only::Small | Only::Nobody => false,
            };
        let seen = if self.weapon.indirect {
            is_spotted(field, self.forces, self.group, to)
        } else {
            volley::sees(field, self.forces, self.forces.group(self.group).side, self.from, to)
        };
        seen && !dark && slits
    }

    /// Whether the round is for such a target at this range.
    fn fits(&self) -> bool {
        match self.arm.round {
            Round::Ap => self.armoured || self.forces.group(self.mark.group).gun.is_some(),
            Round::Faust => self.armoured,
            Round::Flame => self.armoured && self.range <= 4,
            Round::He => true,
            Round::Mg | Round::Pintle => self.band < Band::Extreme,
            Round::Smoke | Round::Phosphorus => true,
            Round::Flare => false,
        }
    }

    /// How far the turret has to turn; `None` if the weapon cannot be brought to bear (65.2).
    fn turned(&self) -> Option<u8> {
        let (state, to) = (self.forces.group(self.group), self.mark.at);
        match self.machine {
            Some(machine) if self.forces.vehicle(machine).turret => {
                Some(turning(machine.turret, self.from, to))
            }
            // 65.2: a gun without a turret cannot pivot beyond that.
            Some(_) if turning(state.front, self.from, to) > 0 => None,
            None if state.gun.is_some() && !in_arc(state.front, self.from, to) => None,
            _ => Some(0),
        }
    }

    fn is_rifle(&self) -> bool {
        self.weapon.adds == Adds::Signed
    }

    fn is_soft(&self) -> bool {
        self.armoured && self.forces.soft_vehicle(self.mark.group)
    }

    fn has_hero(&self) -> bool {
        self.forces.figure(self.arm.figure).hero
    }

    /// The modifiers to the printed To Hit number.
    fn steps(&self, turned: u8) -> Vec<Modifier> {
        let Self { terrain, forces, machine, mark, .. } = *self;
        let (state, rifle, man) = (forces.group(self.group), self.is_rifle(), i16::from);
        let leader = forces.platoon_leader(self.group).filter(|&leader| leader != self.arm.figure);
        let crew = match state.gun.filter(|_| machine.is_none()) {
            Some(_) => (forces.fit(self.group).count() as i16 - 3).min(0),
            None => 0,
        };
        let damaged = state.gun.is_some_and(|gun| gun.damaged);
        let open = machine.is_some_and(|machine| forces.vehicle(machine).open && machine.commanders > 0);
        let shut = machine.is_some_and(|machine| machine.buttoned && !forces.vehicle(machine).open);
        let slow = machine.is_some_and(|machine| !forces.vehicle(machine).turret) && mark.moving.moving;
        modifiers([
            (leader.map_or(0, |leader| forces.soldier(leader).leader), "leader", "7.3"),
            (man(self.has_hero() && !rifle), "hero", "32.3"),
            (man(self.acquired && !rifle), "target acquired", "58.8"),
            (night::night_step(terrain, forces, mark.group, mark.at), "night", "79.3"),
            (3 * man(rifle && self.is_soft()), "unarmoured", "84.5"),
            (-i16::from(terrain.smoke(self.from, mark.at)), "smoke", "30.7"),
            (crew, "reduced crew", "61.2"),
            (-2 * man(damaged), "damaged gun", "61.3"),
            (-man(slow), "assault gun at a moving target", "63.2"),
            (-i16::from(turned), "turret turned", "65.2"),
            (-man(shut), "buttoned up", "69.3"),
            (-man(open), "commander killed", "69.4"),
        ])
    }

    /// The printed To Hit number at this range; without its assistant a weapon is less accurate.
    fn printed(&self) -> Option<ToHit> {
        let Self { forces, weapon, .. } = *self;
        if self.arm.round == Round::Faust && self.range <= 2 {
            return weapon.point_blank;
        }
        let alone = weapon.crew > 1
            && self.machine.is_none()
            && forces.group(self.group).gun.is_none()
            && (!forces.is_crewed(self.arm.figure)
                || self.terrain.field().feature(self.from).ground.is_wet());
        let printed = weapon.to_hit[self.band as usize];
        if alone && weapon.uncrewed_to_hit.iter().any(Option::is_some) {
            weapon.uncrewed_to_hit[self.band as usize]
        } else if alone {
            printed.and_then(|number| number.step(-1))
        } else {
            printed
        }
    }

    /// The modifiers to the AP check (67, 74).
    fn piercing(&self) -> Vec<Modifier> {
        let (rifle, man) = (self.is_rifle(), i16::from);
        modifiers([
            (self.weapon.ap.unwrap_or(0), "AP", "67.1"),
            (man(rifle && self.flank), "flank", "74.7"),
            (man(rifle && self.acquired), "target acquired", "74.7"),
            (2 * man(rifle && self.has_hero()), "hero", "32.3"),
            (self.forces.hurt(self.mark.group), "stunned or immobilised", "67.8"),
            (-3 * man(rifle && self.is_soft()), "unarmoured", "84.5"),
        ])
    }

    /// The protection of a gun's shield, which does not help against indirect fire (61.4).
    fn shield(&self) -> i16 {
        let indirect = self.weapon.indirect && self.arm.round == Round::He;
        if indirect || self.hull_down { 0 } else { volley::gun_shield(self.forces, self.from, self.mark) }
    }

    /// The modifiers to the strength of high explosive or machine guns (58.7, 86).
    fn bursting(&self) -> Vec<Modifier> {
        let Self { terrain, forces, machine, weapon, from, mark, .. } = *self;
        let (round, target, man) = (self.arm.round, mark.group, i16::from);
        let base = match (round, machine) {
            (Round::Pintle, Some(machine)) => pintle(forces.vehicle(machine)),
            (Round::Mg, Some(machine)) => {
                let card = forces.vehicle(machine);
                let less = machine.buttoned && !card.open || card.open && machine.commanders > 0;
                card.mg - man(less)
            }
            _ => weapon.he.unwrap_or(0),
        };
        // 86.3: a rider fires the pintle gun of a buttoned-up vehicle.
        let top =
            transport::top_gun(forces, self.group).filter(|(_, man)| man.is_none() && round == Round::Mg);
        let water =
            volley::fires_from_water(terrain.field(), forces, self.group, from).filter(|_| machine.is_none());
        let mut lines = modifiers([
            (base, if round == Round::He { "HE" } else { "machine guns" }, "58.7"),
            (top.map_or(0, |(strength, _)| strength), "pintle machine gun", "86.3"),
            (2 * man(forces.is_horsed(target)), "horses", "82.3"),
            (man(forces.group(target).fear), "fear", "43.1"),
            (-man(water.is_some()), "in water", water.unwrap_or("92.29")),
            (forces.hurt(target), "stunned or immobilised", "67.8"),
        ]);
        // 71.1: hull down already affected the To Hit check, so it adds nothing here.
        if weapon.indirect && round == Round::He {
            lines.extend(mortar_concealment(terrain, forces, from, mark));
        } else if !self.hull_down {
            // 30.7: smoke already affected the To Hit check of a shell.
            let smoke = if round == Round::He { 0 } else { terrain.smoke(from, mark.at) };
            lines.extend(volley::concealment(terrain, forces, from, mark, smoke).concat());
        }
        lines
    }
}

/// The strength of a pintle gun.
#[apply(rule, "86.1")]
fn pintle(vehicle: &Vehicle) -> i16 {
    vehicle.mg / 2
}

/// Concealment from mortars: what the ground and the border in front give against indirect fire (60.1).
fn mortar_concealment(terrain: &Terrain, forces: &Forces, from: Cell, mark: Mark) -> Vec<Modifier> {
    let Mark { group: target, at: to, moving } = mark;
    let place = usize::from(moving.moving);
    let ground = i16::from(terrain.field().feature(to).ground.cover().indirect[place]);
    let river = moving.river;
    let border = terrain.field().last_border(from, to);
    let border = border.map_or(0, |border| i16::from(border.cover().indirect[place]));
    let cover = if fighting_positions::is_atop(terrain.field(), forces, target) || river {
        0
    } else {
        ground.max(border)
    };
    let grounded = if forces.group(target).grounded { cover } else { 0 };
    modifiers([
        (-cover, "ground and borders", "60.1"),
        (i16::from(river), "in a river", "92.47"),
        (-grounded, "gone to ground", "13.1"),
        (-i16::from(moving.card), "movement card", "11.1"),
        (-night::night_cover(terrain, forces, target, to), "night", "79.2"),
    ])
}

/// Whether a shot comes from behind the line along a vehicle's front (68.1).
pub fn is_flank(front: Compass, vehicle: Cell, from: Cell) -> bool {
    let (fx, fy) = front.delta();
    let (dx, dy) = (from.x - vehicle.x, from.y - vehicle.y);
    is_behind(front, vehicle, from) || fx * dx + fy * dy == 0
}
