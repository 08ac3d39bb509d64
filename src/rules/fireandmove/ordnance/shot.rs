//! One ordnance shot before it is rolled: the To Hit number with its steps, and the modifiers to a hit (58,
//! 59, 60, 65, 68).

use crate::board::{Cell, Compass};
use crate::game::Modifier;
use crate::ledger::cited::applies;
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::fighting_positions::Only;
use crate::rules::fireandmove::dice::checks::modifiers;
use crate::rules::fireandmove::dice::odds::Adds;
use crate::rules::fireandmove::fire::strength::Band;
use crate::rules::fireandmove::fire::to_hit::Shot;
use crate::rules::fireandmove::fire::volley::Mark;
use crate::rules::fireandmove::fire::volley::{in_arc, is_behind};
use crate::rules::fireandmove::state::position::Gid;

use crate::rules::fireandmove::battlefield::fighting_positions;
use crate::rules::fireandmove::fire::volley;
use crate::rules::fireandmove::optional::night;
use crate::rules::fireandmove::ordnance::arms;
use crate::rules::fireandmove::ordnance::arms::{Arm, Round};
use crate::rules::fireandmove::state::forces::Forces;
use crate::rules::fireandmove::state::terrain::Terrain;
use crate::rules::fireandmove::vehicles::transport;

/// One shot at one group, computed before it is rolled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aimed {
    /// The To Hit check; none for machine guns and flamethrowers.
    pub shot: Option<Shot>,
    /// The modifiers to the printed number.
    pub steps: Vec<Modifier>,
    /// The modifiers to the AP or HE check, before the magnitude of the hit.
    pub strength: Vec<Modifier>,
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
pub fn shot(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    arm: Arm,
    mark: Mark,
    on_move: bool,
) -> Option<Aimed> {
    applies("71.1");
    applies("74.2");
    applies("75.1");
    applies("61.4");
    applies("67.9");
    let Arm { figure, round } = arm;
    let Mark { group: target, at: to, moving } = mark;
    let from = forces.group(group).at;
    let (field, state, aim) = (terrain.field(), forces.group(group), forces.group(target));
    let (range, band) = (Field::range(from, to), Field::band(from, to));
    let weapon = arms::arm_weapon(forces, group, arm);
    let smoke = matches!(round, Round::Smoke | Round::Phosphorus);
    let dark = night::is_too_dark(terrain, forces, target, to, band) && !smoke;
    let slits = match fighting_positions::through_slits(terrain.field(), forces, group, target, to) {
        Only::All => true,
        Only::Flame => round == Round::Flame,
        Only::Small | Only::Nobody => false,
    };
    let seen = if weapon.indirect {
        is_spotted(terrain.field(), forces, group, to)
    } else {
        volley::sees(terrain.field(), forces, state.side, from, to)
    };
    if !seen || dark || !slits || on_move && band != Band::Close {
        return None;
    }
    let armoured = aim.machine.is_some() && !smoke;
    let soft = armoured && forces.soft_vehicle(target);
    let fits = match round {
        Round::Ap => armoured || aim.gun.is_some(),
        Round::Faust => armoured,
        Round::Flame => armoured && range <= 4,
        Round::He => true,
        Round::Mg | Round::Pintle => band < Band::Extreme,
        Round::Smoke | Round::Phosphorus => true,
        Round::Flare => false,
    };
    if !fits {
        return None;
    }
    let machine = forces.machine(figure);
    let turned = match machine {
        Some(machine) if forces.vehicle(machine).turret => turning(machine.turret, from, to),
        // 65.2: a gun without a turret cannot pivot beyond that.
        Some(_) if turning(state.front, from, to) > 0 => return None,
        None if state.gun.is_some() && !in_arc(state.front, from, to) => return None,
        _ => 0,
    };
    let target_moving = moving.moving;
    let hull_down = armoured && field.hull_down(from, to);
    let flank = armoured && is_flank(moving.front.unwrap_or(aim.front), to, from);
    let acquired = forces.acquired.contains(&(group, target));
    let rifle = weapon.adds == Adds::Signed;
    let hero = forces.figure(figure).hero;
    let man = i16::from;
    let steps = if matches!(round, Round::Mg | Round::Pintle | Round::Flame) {
        Vec::new()
    } else {
        let leader = forces.platoon_leader(group).filter(|&leader| leader != figure);
        let crew = match state.gun.filter(|_| machine.is_none()) {
            Some(_) => (forces.fit(group).count() as i16 - 3).min(0),
            None => 0,
        };
        let damaged = state.gun.is_some_and(|gun| gun.damaged);
        let open = machine.is_some_and(|machine| forces.vehicle(machine).open && machine.commanders > 0);
        let shut = machine.is_some_and(|machine| machine.buttoned && !forces.vehicle(machine).open);
        let slow = machine.is_some_and(|machine| !forces.vehicle(machine).turret) && target_moving;
        modifiers([
            (leader.map_or(0, |leader| forces.soldier(leader).leader), "leader", "7.3"),
            (man(hero && !rifle), "hero", "32.3"),
            (man(acquired && !rifle), "target acquired", "58.8"),
            (night::night_step(terrain, forces, target, to), "night", "79.3"),
            (3 * man(rifle && soft), "unarmoured", "84.5"),
            (-i16::from(terrain.smoke(from, to)), "smoke", "30.7"),
            (crew, "reduced crew", "61.2"),
            (-2 * man(damaged), "damaged gun", "61.3"),
            (-man(slow), "assault gun at a moving target", "63.2"),
            (-i16::from(turned), "turret turned", "65.2"),
            (-man(shut), "buttoned up", "69.3"),
            (-man(open), "commander killed", "69.4"),
        ])
    };
    let printed = match round {
        Round::Mg | Round::Pintle | Round::Flame => None,
        Round::Faust if range <= 2 => weapon.point_blank,
        _ => {
            let alone = weapon.crew > 1
                && machine.is_none()
                && state.gun.is_none()
                && (!forces.is_crewed(figure) || field.feature(from).ground.is_wet());
            let printed = weapon.to_hit[band as usize];
            if alone && weapon.uncrewed_to_hit.iter().any(Option::is_some) {
                weapon.uncrewed_to_hit[band as usize]
            } else if alone {
                printed.and_then(|number| number.step(-1))
            } else {
                printed
            }
        }
    };
    if printed.is_none() && !matches!(round, Round::Mg | Round::Pintle | Round::Flame) {
        return None;
    }
    let shot = printed.map(|number| Shot {
        number,
        steps: steps.iter().map(|line| line.value).sum(),
        target_moving,
        hull_down,
        firer_moving: on_move,
        failure: forces.battle().fails_at(state.side, weapon).filter(|_| round != Round::Faust),
    });
    let hurt = forces.hurt(target);
    let water = volley::fires_from_water(terrain.field(), forces, group, from).filter(|_| machine.is_none());
    let strength = match round {
        Round::Ap | Round::Faust | Round::Flame => modifiers([
            (weapon.ap.unwrap_or(0), "AP", "67.1"),
            (man(rifle && flank), "flank", "74.7"),
            (man(rifle && acquired), "target acquired", "74.7"),
            (2 * man(rifle && hero), "hero", "32.3"),
            (hurt, "stunned or immobilised", "67.8"),
            (-3 * man(rifle && soft), "unarmoured", "84.5"),
        ]),
        Round::Smoke | Round::Phosphorus | Round::Flare => Vec::new(),
        Round::He | Round::Mg | Round::Pintle => {
            let base = match (round, machine) {
                (Round::Pintle, Some(machine)) => {
                    applies("86.1");
                    forces.vehicle(machine).mg / 2
                }
                (Round::Mg, Some(machine)) => {
                    let card = forces.vehicle(machine);
                    let less = machine.buttoned && !card.open || card.open && machine.commanders > 0;
                    card.mg - man(less)
                }
                _ => weapon.he.unwrap_or(0),
            };
            let mut lines =
                modifiers([(base, if round == Round::He { "HE" } else { "machine guns" }, "58.7")]);
            // 86.3: a rider fires the pintle gun of a buttoned-up vehicle.
            let top =
                transport::top_gun(forces, group).filter(|(_, man)| man.is_none() && round == Round::Mg);
            lines.extend(modifiers([
                (top.map_or(0, |(strength, _)| strength), "pintle machine gun", "86.3"),
                (2 * man(forces.is_horsed(target)), "horses", "82.3"),
            ]));
            lines.extend(modifiers([
                (man(aim.fear), "fear", "43.1"),
                (-man(water.is_some()), "in water", water.unwrap_or("92.29")),
                (hurt, "stunned or immobilised", "67.8"),
            ]));
            // 71.1: hull down already affected the To Hit check, so it adds nothing here.
            if weapon.indirect && round == Round::He {
                lines.extend(mortar_concealment(terrain, forces, from, mark));
            } else if !hull_down {
                // 30.7: smoke already affected the To Hit check of a shell.
                let smoke = if round == Round::He { 0 } else { terrain.smoke(from, to) };
                lines.extend(volley::concealment(terrain, forces, from, mark, smoke).concat());
            }
            lines
        }
    };
    let adds = if round == Round::Flame { Adds::Nothing } else { weapon.adds };
    Some(Aimed { shot, steps, strength, adds, flank: flank || matches!(round, Round::Flame) })
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
