//! Smoke and white phosphorus from guns, mortars and artillery (89, 90).

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::{Decision, Digest, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::close_combat::victory::{self, Retreat};
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::fire::to_hit::{Check, Shot};
use crate::rules::fireandmove::fire::volley::{self, Mark};
use crate::rules::fireandmove::nations::{Trait, nation};
use crate::rules::fireandmove::optional::night;
use crate::rules::fireandmove::ordnance::arms::{Arm, Round};
use crate::rules::fireandmove::ordnance::{off_table, shooting, shot};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Battle, Decisions, Forces, Gid, Position, Smoke, Standing, Terrain};
use crate::rules::fireandmove::turn::sequence::{self, Step, Table};

/// The group number of smoke that covers ground, not a group.
const NOBODY: Gid = Gid::MAX;

/// Where to fire smoke.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Screening {
    /// The group that fires.
    pub group: Gid,
    /// Its weapon.
    pub arm: Arm,
}

/// The target of artillery smoke.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CallSmoke {
    /// The group with the radio.
    pub group: Gid,
    /// Smoke or phosphorus.
    pub round: Round,
}

/// A group under phosphorus stays or leaves (90.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scorched {
    /// The group.
    pub group: Gid,
    /// The strength against groups that stay.
    pub strength: u8,
    /// The ground burns: the group cannot stay (90.3).
    pub burns: bool,
}

/// The area that smoke covers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Over {
    Group(Gid),
    Ground(Cell),
}

impl Over {
    fn at(self, forces: &Forces) -> Cell {
        match self {
            Self::Group(group) => forces.group(group).at,
            Self::Ground(cell) => cell,
        }
    }

    const fn of(choice: Choice) -> Option<Self> {
        match choice {
            Choice::Target(group) => Some(Self::Group(group)),
            Choice::At(cell) => Some(Self::Ground(cell)),
            _ => None,
        }
    }
}

/// The die for artillery smoke by the strength of its shells, over a group or over ground (89.4).
const fn die(strength: i16, ground: bool) -> u8 {
    let steps = [3, 4, 6, 8, 10];
    let at = match strength {
        ..=3 => 1,
        4 | 5 => 2,
        6 => 3,
        _ => 4,
    };
    steps[if ground { at - 1 } else { at }]
}

/// Whether a side's on-table weapons have smoke: they do if its deck has smoke cards (89.1).
fn has_smoke_shells(battle: &Battle, side: Side) -> bool {
    let deck = nation(&battle.sides[side.index()].nation);
    battle.options.smoke_shells
        && deck.is_some_and(|deck| {
            deck.cards
                .iter()
                .any(|card| matches!(card, Card::Smoke | Card::SmokeOrCower | Card::CowerOrSmoke))
        })
}

/// Whether a side has phosphorus: Americans and the Commonwealth from 1943 (90.1).
pub(super) fn has_phosphorus(battle: &Battle, side: Side) -> bool {
    let options = battle.options;
    options.phosphorus
        && options.year.is_none_or(|year| year >= 1943)
        && battle.sides[side.index()].traits.has(Trait::Phosphorus)
}

/// The smoke rounds of a weapon that fires high explosive (89.1, 90.1).
pub(super) fn smoke_rounds(forces: &Forces, group: Gid, figure: u8) -> Vec<Round> {
    let side = forces.group(group).side;
    let own = forces.soldier(figure).machine.is_some();
    let dry = match forces.group(group).gun.filter(|_| !own) {
        Some(gun) => gun.dry,
        None => forces.figure(figure).dry,
    };
    let mut rounds = Vec::new();
    if has_smoke_shells(forces.battle(), side) && !dry {
        rounds.push(Round::Smoke);
    }
    if has_phosphorus(forces.battle(), side) {
        rounds.push(Round::Phosphorus);
    }
    rounds
}

/// Rounds other than high explosive that artillery can fire.
pub(in crate::rules::fireandmove) fn rounds_of_artillery(battle: &Battle, side: Side) -> Vec<Round> {
    let mut rounds = Vec::new();
    if battle.options.smoke_shells {
        rounds.push(Round::Smoke);
    }
    if has_phosphorus(battle, side) {
        rounds.push(Round::Phosphorus);
    }
    if battle.lights_flares() {
        rounds.push(Round::Flare);
    }
    rounds
}

/// A shot of smoke at a group of either side, or at ground.
fn smoke_shot(terrain: &Terrain, forces: &Forces, group: Gid, arm: Arm, over: Over) -> Option<Shot> {
    let mark = match over {
        Over::Group(target) => Mark::at_rest(forces, target),
        // Ground is not moving, lit or acquired, so the firing group stands in for the target.
        Over::Ground(at) => Mark { at, ..Mark::at_rest(forces, group) },
    };
    let shot = shot::shot(terrain, forces, group, arm, mark, false)?.shot?;
    let less = if arm.round == Round::Phosphorus { 2 } else { 0 };
    Some(Shot { steps: shot.steps - less, ..shot })
}

/// The smoke shot for a choice.
pub(in crate::rules::fireandmove) fn screen_shot(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    arm: Arm,
    choice: Choice,
) -> Option<Shot> {
    smoke_shot(terrain, forces, group, arm, Over::of(choice)?)
}

/// One square of each feature as a target for smoke: the one nearest to its centre (ruling FM-86).
fn grounds(field: &Field) -> impl Iterator<Item = Cell> {
    field.features.iter().filter(|feature| !feature.cells.is_empty()).map(|feature| feature.middle())
}

/// Everything a weapon can lay smoke on.
pub(in crate::rules::fireandmove) fn smoke_targets(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    arm: Arm,
) -> Vec<Choice> {
    let all = forces.groups_of(Side::A).chain(forces.groups_of(Side::B)).filter(|&other| other != group);
    let groups = all.filter(|&other| smoke_shot(terrain, forces, group, arm, Over::Group(other)).is_some());
    let squares = grounds(terrain.field())
        .filter(|&at| smoke_shot(terrain, forces, group, arm, Over::Ground(at)).is_some());
    groups.map(Choice::Target).chain(squares.map(Choice::At)).collect()
}

/// Smoke that a shell or grenade makes.
struct Cloud {
    side: Side,
    over: Over,
    /// Its thickness: the concealment as a magnitude.
    thick: u8,
    /// The result of the check, if it is white phosphorus.
    phosphorus: Option<i16>,
}

/// Places smoke, and applies phosphorus.
fn smoke_lies(terrain: &mut Terrain, forces: &Forces, open: &mut Decisions, cloud: Cloud, table: &mut Table) {
    let Cloud { side, over, thick, phosphorus } = cloud;
    let at = over.at(forces);
    let feature = terrain.field().feature(at);
    let burns = phosphorus.is_some_and(|result| {
        result > 0 && feature.ground.cover().burn.is_some_and(|burn| i16::from(burn) == result)
    });
    let name = feature.name.clone();
    if burns {
        applies("90.3");
    }
    let group = match over {
        Over::Group(group) => group,
        Over::Ground(_) => NOBODY,
    };
    if group != NOBODY {
        terrain.smokes.retain(|smoke| smoke.group != group || smoke.burns);
    }
    terrain.smokes.push(Smoke { group, at, thick, side, fresh: true, burns });
    table.tell(Tone::Plain, side, if phosphorus.is_some() { "90.1" } else { "89.4" }, || {
        format!("smoke -{thick} over {name}{}", if burns { ", which is on fire" } else { "" })
    });
    if phosphorus.is_some() {
        scorch(terrain.field(), forces, open, at, thick, burns);
    }
}

/// Phosphorus grenades at a group: D4 smoke, and no result can set the ground on fire (90.1).
pub(super) fn white_grenades(
    terrain: &mut Terrain,
    forces: &Forces,
    open: &mut Decisions,
    side: Side,
    target: Gid,
    table: &mut Table,
) -> Result<(), Ask> {
    let thick = table.dice.roll(4, || "density of the smoke".into())?;
    smoke_lies(
        terrain,
        forces,
        open,
        Cloud { side, over: Over::Group(target), thick, phosphorus: Some(0) },
        table,
    );
    Ok(())
}

/// Asks every group in terrain under phosphorus whether it stays (90.1).
pub(in crate::rules::fireandmove) fn scorch(
    field: &Field,
    forces: &Forces,
    open: &mut Decisions,
    at: Cell,
    strength: u8,
    burns: bool,
) {
    let place = field.place(at);
    let all = forces.groups_of(Side::A).chain(forces.groups_of(Side::B));
    let struck: Vec<Gid> = all.filter(|&group| field.place(forces.group(group).at) == place).collect();
    for group in struck.into_iter().rev() {
        open.push(Scorched { group, strength, burns });
    }
}

impl Terrain {
    /// Whether the ground of a square burns (90.3).
    pub fn burns(&self, cell: Cell) -> bool {
        let place = self.field().place(cell);
        self.smokes.iter().any(|smoke| smoke.burns && self.field().place(smoke.at) == place)
    }
}

impl CallSmoke {
    /// The result the call needs, and how thick the smoke on the line of sight is (89.3, 90.1, 56.5): from
    /// the second call on a group, 0 is enough (56.6).
    pub(in crate::rules::fireandmove) fn needs(
        &self,
        terrain: &Terrain,
        forces: &Forces,
        choice: Choice,
    ) -> Option<[i16; 2]> {
        let over = Over::of(choice)?;
        let called = matches!(over, Over::Group(target) if forces.group(target).called.is_some());
        let side = forces.group(self.group).side;
        let need = match self.round {
            _ if called => 0,
            Round::Phosphorus => 2,
            _ => forces.battle().sides[side.index()].smoke,
        };
        let smoke = terrain.smoke(forces.group(self.group).at, over.at(forces));
        Some([need, i16::from(smoke)])
    }
}

impl Step for Screening {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        Decision::new(side, "screen", "Choose a group or terrain for the smoke.", "89.1")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.forces.fit(self.group).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(smoke_targets(&position.terrain, &position.forces, self.group, self.arm));
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { terrain, forces, open, .. } = position;
        let Self { group, arm } = self;
        let Some(over) = Over::of(choice) else { return Ok(()) };
        let Some(shot) = smoke_shot(terrain, forces, group, arm, over) else {
            return Ok(());
        };
        let (tag, side, to) = (forces.tag(group), forces.group(group).side, over.at(forces));
        forces.group_mut(group).grounded = false;
        shooting::after_firing(forces, group, arm, to);
        night::flashes(forces, group);
        let number = shot.final_number().map_or_else(|| "nothing".to_owned(), |number| number.to_string());
        let white = arm.round == Round::Phosphorus;
        let rule = if white { "90.1" } else { "89.1" };
        let what = arm.round.name();
        let result = table.check(|| format!("{tag} fires {what}: To Hit {number}"))?;
        let check = shot.check(result);
        let end = match check {
            Check::Fails => "weapon fails",
            Check::Miss => "missed",
            Check::Hit(_) => "hit",
        };
        table.tell(Tone::Plain, side, rule, || {
            format!("{tag} fires {what}: {end}, {result:+} (To Hit {number})")
        });
        // 89.1: a negative result means it was the last round, except for close support vehicles.
        let support = forces.machine(arm.figure).is_some_and(|machine| forces.vehicle(machine).close_support);
        if result < 0 && !white && !support {
            match &mut forces.group_mut(group).gun {
                Some(gun) => gun.dry = true,
                None => forces.figure_mut(arm.figure).dry = true,
            }
            table.tell(Tone::Plain, side, "89.1", || format!("{tag} is out of smoke rounds"));
        }
        match check {
            Check::Fails => shooting::weapon_fails(forces, group, arm),
            Check::Miss => {}
            Check::Hit(result) => {
                let sides = if white || matches!(over, Over::Ground(_)) { 4 } else { 6 };
                let thick = table.dice.roll(sides, || "density of the smoke".into())?;
                smoke_lies(
                    terrain,
                    forces,
                    open,
                    Cloud { side, over, thick, phosphorus: white.then_some(result) },
                    table,
                );
            }
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        sequence::numbers(digest, &[self.group, self.arm.figure]);
        digest.shown(&self.arm.round);
    }
}

impl Step for CallSmoke {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        Decision::new(side, "call-smoke", "Choose a group or terrain for the smoke.", "89.2")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.forces.leader(self.group).is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { terrain, forces, .. } = position;
        let (side, from) = (forces.group(self.group).side, forces.group(self.group).at);
        list.extend(off_table::seen(terrain, forces, self.group).map(Choice::Target));
        list.extend(
            grounds(terrain.field())
                .filter(|&at| volley::sees(terrain.field(), forces, side, from, at))
                .map(Choice::At),
        );
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { terrain, forces, open, .. } = position;
        let Some(over) = Over::of(choice) else { return Ok(()) };
        let (tag, side) = (forces.tag(self.group), forces.group(self.group).side);
        let white = self.round == Round::Phosphorus;
        let Some([need, smoke]) = self.needs(terrain, forces, choice) else {
            return Ok(());
        };
        let rule = if white { "90.1" } else { "89.3" };
        let result = table.check(|| format!("{tag} calls in smoke: {need} or more with {:+}", -smoke))?;
        let comes = result - smoke >= need;
        let end = if comes { "on the way" } else { "call fails" };
        table.tell(Tone::Plain, side, rule, || {
            format!("{tag} calls in smoke: {end}, {result:+} (needs {:+})", need + smoke)
        });
        if let Over::Group(target) = over {
            forces.group_mut(target).called = Some(self.group);
        }
        off_table::end_call(forces, open, self.group, table);
        if comes {
            let strength = forces.battle().sides[side.index()].artillery.unwrap_or(0);
            let sides = if white { 4 } else { die(strength, matches!(over, Over::Ground(_))) };
            let thick = table.dice.roll(sides, || "density of the smoke".into())?;
            smoke_lies(
                terrain,
                forces,
                open,
                Cloud { side, over, thick, phosphorus: white.then_some(result) },
                table,
            );
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
        digest.shown(&self.round);
    }
}

impl Step for Scorched {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        Decision::new(side, "scorched", "White phosphorus on the group: stay in it, or retire.", "90.1")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.forces.group(self.group).members.is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        // A vehicle stays: its crew has no terrain to run to (ruling FM-87).
        if position.forces.group(self.group).machine.is_some() {
            list.push(Choice::Stand);
            return;
        }
        if !self.burns {
            list.push(Choice::Stand);
        }
        list.push(Choice::Retire);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { terrain, forces, clock, open, .. } = position;
        let Self { group, strength, .. } = self;
        let (tag, side) = (forces.tag(group), forces.group(group).side);
        if choice == Choice::Stand {
            for figure in forces.group(group).members.clone() {
                let name = forces.soldier(figure).name.clone();
                let result = table
                    .check(|| format!("white phosphorus at the {name} of {tag}, strength {strength}"))?;
                action::strike(forces, clock, figure, result, i16::from(strength), "90.2", table)?;
            }
            return Ok(());
        }
        for figure in forces.pinned(group).collect::<Vec<_>>() {
            action::fell(forces, figure, Standing::Routed, table);
        }
        table.tell(Tone::Failure, side, "90.2", || format!("{tag} retires from the white phosphorus"));
        let at = forces.group(group).at;
        let away = forces.groups_of(side.other()).map(|enemy| forces.group(enemy).at);
        let off = |cell: &Cell| (cell.x - at.x).pow(2) + (cell.y - at.y).pow(2);
        let from = away.min_by_key(off).unwrap_or(at);
        let all = forces.group(group).members.clone();
        victory::retire(terrain, forces, open, Retreat { group, figures: &all, from, beaten: false }, table)?;
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        sequence::numbers(digest, &[self.group, self.strength]);
        digest.flag(self.burns);
    }
}
