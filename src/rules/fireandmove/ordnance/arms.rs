//! A group's ordnance and its possible targets.

use std::fmt;
use std::str::FromStr;

use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::terrain::Ground;
use crate::rules::fireandmove::catalog::tables::{Named, Weapon};
use crate::rules::fireandmove::dice::odds::Adds;
use crate::rules::fireandmove::fire::firers;
use crate::rules::fireandmove::fire::volley::Mark;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::ordnance::{shot, smoke};
use crate::rules::fireandmove::state::{Fig, Forces, Gid, Group, Terrain};
use crate::rules::fireandmove::vehicles::{Machine, transport};

/// The type of round or fire.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Round {
    /// Armour piercing, at a vehicle or a gun.
    Ap,
    /// High explosive.
    He,
    /// The machine guns of a vehicle.
    Mg,
    /// A Panzerfaust (75).
    Faust,
    /// A flamethrower at a vehicle (74.6).
    Flame,
    /// Smoke (89).
    Smoke,
    /// White phosphorus (90).
    Phosphorus,
    /// A flare by night (80).
    Flare,
    /// The machine gun on top of a vehicle (86).
    Pintle,
}

const ROUNDS: [(Round, &str, &str); 9] = [
    (Round::Ap, "ap", "AP"),
    (Round::He, "he", "HE"),
    (Round::Mg, "mg", "machine guns"),
    (Round::Faust, "faust", "Panzerfaust"),
    (Round::Flame, "flame", "flamethrower"),
    (Round::Smoke, "smoke", "smoke"),
    (Round::Phosphorus, "phosphorus", "white phosphorus"),
    (Round::Flare, "flare", "flare"),
    (Round::Pintle, "pintle", "pintle machine gun"),
];

impl Round {
    /// Its display name.
    pub const fn name(self) -> &'static str {
        ROUNDS[self as usize].2
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ROUNDS[*self as usize].1)
    }
}

impl FromStr for Round {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = ROUNDS.iter().find(|row| row.1 == text).map(|row| row.0);
        found.ok_or_else(|| {
            format!(
                "expected ap, `he`, mg, faust, flame, smoke, phosphorus, flare or pintle, not \
                 \"{text}\""
            )
        })
    }
}

/// A weapon of a group and the round it fires.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Arm {
    /// The firer: the bearer, a vehicle's crew, or the first unpinned figure at a gun.
    pub figure: Fig,
    /// The round.
    pub round: Round,
}

/// Whether a group has any ordnance at all.
pub fn has_ordnance(forces: &Forces, group: Gid) -> bool {
    let state = forces.group(group);
    state.gun.is_some()
        || state.machine.is_some()
        || state.members.iter().any(|&figure| {
            let weapon = forces.weapon(figure);
            weapon.shoots || weapon.flame.is_some() || forces.figure(figure).kit.faust
        })
}

/// The weapon that an arm fires.
pub fn arm_weapon(forces: &Forces, group: Gid, arm: Arm) -> &Weapon {
    match (forces.group(group).gun, arm.round) {
        (_, Round::Faust) => {
            let battle = forces.battle();
            battle.panzerfaust().unwrap_or(&battle.weapons[0])
        }
        (Some(gun), _) if forces.group(group).machine.is_none() => {
            &forces.battle().weapons[usize::from(gun.weapon)]
        }
        _ => forces.weapon(arm.figure),
    }
}

/// The shots a group could fire now, moving or stationary (58.1, 60.1, 66.2, 74.1).
#[apply(rule, "60.1", "61.1", "20.5", "63.2", "74.6")]
pub fn arms(field: &Field, forces: &Forces, group: Gid, on_move: bool) -> Vec<Arm> {
    let mut arms = Vec::new();
    // 83.4: horse-holders do not fire.
    if !has_ordnance(forces, group) || forces.battle().cavalry && forces.horses(group).next().is_some() {
        return arms;
    }
    for figure in forces.fit(group) {
        match forces.machine(figure) {
            Some(machine) => vehicle_arms(forces, group, figure, machine, on_move, &mut arms),
            None => hand_arms(field, forces, group, figure, on_move, &mut arms),
        }
    }
    gun_arms(forces, group, on_move, &mut arms);
    arms
}

/// The shots of a vehicle by one of its crew.
fn vehicle_arms(
    forces: &Forces,
    group: Gid,
    figure: Fig,
    machine: &Machine,
    on_move: bool,
    arms: &mut Vec<Arm>,
) {
    let mut arm = |round| arms.push(Arm { figure, round });
    let (card, weapon) = (forces.vehicle(machine), forces.weapon(figure));
    // 63.2: assault guns and self-propelled guns cannot fire on the move.
    if on_move && !card.turret {
        return;
    }
    if machine.stun == 0 && card.weapon.is_some() && !forces.figure(figure).failed && !machine.main_used {
        if weapon.ap.is_some() {
            arm(Round::Ap);
        }
        if weapon.he.is_some() {
            arm(Round::He);
            if !on_move {
                smoke::smoke_rounds(forces, group, figure).into_iter().for_each(&mut arm);
            }
        }
    }
    // 86.1: the vehicle's only action, by a crew figure in the hatch.
    let idle = !machine.main_used && !machine.mg_used && !on_move;
    if idle && transport::top_gun(forces, group).is_some_and(|(_, man)| man == Some(figure)) {
        arm(Round::Pintle);
    }
    if machine.stun == 0 && card.mg > 0 && !machine.mg_used {
        arm(Round::Mg);
    }
}

/// The shots of the weapons that a figure carries.
fn hand_arms(field: &Field, forces: &Forces, group: Gid, figure: Fig, on_move: bool, arms: &mut Vec<Arm>) {
    let (state, man, weapon) = (forces.group(group), forces.figure(figure), forces.weapon(figure));
    // 85.5: passengers cannot fire on the move.
    if man.busy || on_move && state.machine.is_some() {
        return;
    }
    let mut arm = |round| arms.push(Arm { figure, round });
    if weapon.shoots && !man.failed {
        // 60.1: mortars must be stationary in the open; 19.1: anti-tank rifles must be stationary.
        let ground = field.feature(state.at).ground;
        let roofed = ground.is_wet() || state.more.river || ground.has_roof();
        let set_up = !state.down || is_handy(forces, figure);
        if weapon.indirect && !on_move && set_up && !roofed {
            arm(Round::He);
            smoke::smoke_rounds(forces, group, figure).into_iter().for_each(&mut arm);
            if forces.battle().lights_flares() {
                arm(Round::Flare);
            }
        }
        if !(weapon.indirect || on_move && weapon.adds == Adds::Signed) {
            if weapon.ap.is_some() {
                arm(Round::Ap);
            }
            if weapon.he.is_some() {
                arm(Round::He);
            }
        }
    }
    if weapon.flame.is_some() && weapon.ap.is_some() && !man.failed {
        arm(Round::Flame);
    }
    if man.kit.faust {
        arm(Round::Faust);
    }
}

/// The shots of the gun that a group serves.
fn gun_arms(forces: &Forces, group: Gid, on_move: bool, arms: &mut Vec<Arm>) {
    let state = forces.group(group);
    if let Some(gun) = state.gun.filter(|_| state.machine.is_none())
        && !gun.failed
        && !state.down
        && !on_move
        && let Some(figure) = forces.fit(group).find(|&figure| !forces.figure(figure).busy)
    {
        let weapon = &forces.battle().weapons[usize::from(gun.weapon)];
        if weapon.ap.is_some() {
            arms.push(Arm { figure, round: Round::Ap });
        }
        if weapon.he.is_some() {
            arms.push(Arm { figure, round: Round::He });
            let rounds = smoke::smoke_rounds(forces, group, figure);
            arms.extend(rounds.into_iter().map(|round| Arm { figure, round }));
        }
    }
}

/// British and Japanese light mortars need no set-up (91.5, 91.6).
pub(in crate::rules::fireandmove) fn is_handy(forces: &Forces, figure: Fig) -> bool {
    forces.weapon(figure).named == Named::LightMortar && firers::handy_mortars(forces, figure)
}

/// Whether a group could fire any ordnance now.
pub fn can_shoot(terrain: &Terrain, forces: &Forces, group: Gid, on_move: bool) -> bool {
    let arms = arms(terrain.field(), forces, group, on_move);
    arms.into_iter().any(|arm| has_mark(terrain, forces, group, arm, on_move))
}

/// Whether a weapon has a target.
pub fn has_mark(terrain: &Terrain, forces: &Forces, group: Gid, arm: Arm, on_move: bool) -> bool {
    match arm.round {
        Round::Flare => true,
        Round::Smoke | Round::Phosphorus => !smoke::smoke_targets(terrain, forces, group, arm).is_empty(),
        _ => shot_targets(terrain, forces, group, arm, on_move).next().is_some(),
    }
}

/// The possible targets of a weapon.
pub fn shot_targets(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    arm: Arm,
    on_move: bool,
) -> impl Iterator<Item = Gid> {
    forces.foes(forces.group(group).side).filter(move |&target| {
        shot::shot(terrain, forces, group, arm, Mark::at_rest(forces, target), on_move).is_some()
    })
}

impl Group {
    /// Artillery called in on it no longer fires at it.
    #[apply(rule, "56.6")]
    fn lose_artillery(&mut self) {
        self.called = None;
    }
}

impl Forces {
    /// A group that moves loses its acquired targets, and groups that had acquired it lose theirs (58.8).
    pub(in crate::rules::fireandmove) fn lose_aim(&mut self, group: Gid) {
        if !self.acquired.is_empty() {
            self.acquired.retain(|&(by, at)| by != group && at != group);
        }
        // 56.6: the same applies to artillery, for the target and for the group with the radio.
        let state = self.group_mut(group);
        state.called = None;
        state.moved = true;
        for other in &mut self.groups {
            if other.called == Some(group) {
                other.lose_artillery();
            }
        }
    }

    /// An acquired target is lost when no figure of the firing group is unpinned (58.8).
    pub(in crate::rules::fireandmove) fn aim_after_loss(&mut self, group: Gid) {
        if self.acquired.is_empty() {
            return;
        }
        // 91.6: a group with several mortars needs at least one mortarman.
        let mortars = self.battle().has_trait(self.group(group).side, Trait::KneeMortars)
            && self.group(group).members.iter().any(|&figure| is_handy(self, figure));
        let aims = match mortars {
            true => self.fit(group).any(|figure| is_handy(self, figure)),
            false => self.fit(group).next().is_some(),
        };
        if !aims {
            self.acquired.retain(|&(by, _)| by != group);
        }
    }
}

impl Ground {
    /// Whether mortars cannot fire out of it (60.1).
    pub const fn has_roof(self) -> bool {
        matches!(self, Self::WoodenBuilding | Self::StoneBuilding | Self::Pillbox | Self::Hut)
    }
}
