//! The RPh (3.1).

use crate::dice::{Ask, Dice, Die};
use crate::game::{Event, Log, Modifier, Reading, Target, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::fire::effects::Effects;
use crate::rules::aslsk::fire::{checks, desperation};
use crate::rules::aslsk::shown::sum_in_words;
use crate::rules::aslsk::state::{Choice, Forces, Ground, Position, Turn, Unit, names};
use crate::rules::aslsk::tables::counters::{Kind, Nation, find};
use crate::rules::aslsk::tables::leader_created;
use crate::rules::aslsk::tables::modifiers::{self, Drm, List};
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

/// A dr.
pub const ONE_DIE: [Die; 1] = [Die::new(6)];

/// A DR, the coloured die first.
pub const TWO_DICE: [Die; 2] = [Die::named("coloured", 6), Die::named("white", 6)];

/// The steps of the RPh, in order; in each the ATTACKER goes first.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Before the first turn.
    Begin,
    /// 3.1b
    Recovery,
    /// 3.1c
    Repair,
    /// 3.1d
    Transfer,
    /// 3.1e
    SelfRally,
    /// 3.1f
    Rally,
    /// 3.1g
    Keeping,
}

impl Step {
    /// The decision kind, stable across versions.
    pub const fn kind(self) -> &'static str {
        match self {
            Step::Begin => "begin",
            Step::Recovery => "recovery",
            Step::Repair => "repair",
            Step::Transfer => "transfer",
            Step::SelfRally => "self-rally",
            Step::Rally => "rally",
            Step::Keeping => "keep",
        }
    }

    /// The prompt.
    pub const fn prompt(self) -> &'static str {
        match self {
            Step::Begin => "Begin the battle.",
            Step::Recovery => "Recover a Weapon, or go on to repair.",
            Step::Repair => "Repair a Weapon, or go on to transfer.",
            Step::Transfer => "Transfer a Weapon, or go on to self-rally.",
            Step::SelfRally => "Self-rally a unit, or go on.",
            Step::Rally => "Rally a unit with a leader, or end RPh.",
            Step::Keeping => "Keep DM on a broken unit, or remove the DM counters.",
        }
    }

    /// The choice that ends the step.
    pub const fn end(self) -> &'static str {
        match self {
            Step::Begin => "begin",
            Step::Recovery => "end recovery",
            Step::Repair => "end repair",
            Step::Transfer => "end transfer",
            Step::SelfRally => "end self-rally",
            Step::Rally => "end rally",
            Step::Keeping => "remove DM",
        }
    }

    /// Its paragraph.
    pub const fn rule(self) -> &'static str {
        match self {
            Step::Begin => "3.1",
            Step::Recovery => "3.1b",
            Step::Repair => "3.1c",
            Step::Transfer => "3.1d",
            Step::SelfRally => "3.1e",
            Step::Rally => "3.1f",
            Step::Keeping => "3.1g",
        }
    }

    const fn next(self) -> Option<Step> {
        match self {
            Step::Begin | Step::Keeping => None,
            Step::Recovery => Some(Step::Repair),
            Step::Repair => Some(Step::Transfer),
            Step::Transfer => Some(Step::SelfRally),
            Step::SelfRally => Some(Step::Rally),
            Step::Rally => Some(Step::Keeping),
        }
    }
}

/// The units of a side that are on the map.
fn on_map(forces: &Forces, side: Side) -> impl Iterator<Item = u8> {
    forces.ids().filter(move |&id| forces.unit(id).side == side && forces.unit(id).place().is_some())
}

/// The Good Order units of a side that still have their action of the RPh (3.1).
fn free(forces: &Forces, side: Side) -> impl Iterator<Item = u8> {
    on_map(forces, side).filter(|&id| forces.unit(id).good_order() && !forces.unit(id).acted)
}

pub(super) fn rally_choices(
    ground: &Ground,
    forces: &Forces,
    turn: &Turn,
    step: Step,
    side: Side,
) -> Vec<Choice> {
    let mut choices = vec![Choice::Done];
    match step {
        Step::Begin => {}
        Step::Recovery => {
            for id in free(forces, side) {
                let here = forces.unit(id).place();
                let lying = forces.weapon_ids().filter(|&w| forces.weapon(w).lies == here && here.is_some());
                choices.extend(lying.map(|weapon| Choice::Recover(id, weapon)));
            }
        }
        Step::Repair => {
            let early = turn.number < forces.order.no_repair_before;
            for id in free(forces, side).filter(|_| !early) {
                let own = |&w: &u8| {
                    forces.weapon(w).broken && forces.weapon(w).nation == forces.unit(id).data().nation
                };
                choices.extend(forces.weapons_of(id).filter(own).map(Choice::Repair));
            }
        }
        Step::Transfer => add_transfers(forces, side, &mut choices),
        Step::SelfRally => {
            // 3.1e
            // One other MMC of the ATTACKER may attempt Self-Rally, and all attempts so far were made in
            // this step.
            let one_more = side == turn.attacker
                && !forces.units.iter().any(|u| u.side == side && u.tried && !u.data().self_rally());
            let may = |id: &u8| {
                let unit = forces.unit(*id);
                unit.broken && !unit.melee && !unit.tried && (unit.data().self_rally() || one_more)
            };
            choices.extend(on_map(forces, side).filter(may).map(Choice::SelfRally));
        }
        Step::Rally => add_rallies(forces, side, &mut choices),
        Step::Keeping => {
            let may = |id: &u8| {
                let unit = forces.unit(*id);
                let sheltered = unit.place().is_some_and(|at| ground.map().terrain(at).shelter());
                unit.broken
                    && unit.dm
                    && !sheltered
                    && !unit.acted
                    && !desperation::enemy_beside(ground, forces, *id, false)
            };
            choices.extend(on_map(forces, side).filter(may).map(Choice::Keep));
        }
    }
    choices
}

/// The order of transfers by plausibility, 0 first: a Weapon goes to a unit that uses it better or has none.
pub fn transfer_order(forces: &Forces, weapon: u8, taker: u8) -> u8 {
    /// Squads use Weapons best, then crews and half-squads, then leaders.
    const fn hands(kind: Kind) -> u8 {
        match kind {
            Kind::Squad => 0,
            Kind::HalfSquad | Kind::Crew => 1,
            Kind::Leader => 2,
        }
    }
    let Some(giver) = forces.weapon(weapon).holder else { return 0 };
    let kind = |id: u8| hands(forces.unit(id).data().kind);
    let held = |id: u8| forces.weapons_of(id).count() as u8;
    // Worse hands count most, then a taker that would have more to carry than the giver keeps.
    4 * (kind(taker) + 2).saturating_sub(kind(giver)) + (held(taker) + 2).saturating_sub(held(giver))
}

/// Weapons given to units in the same hex (3.1d).
fn add_transfers(forces: &Forces, side: Side, choices: &mut Vec<Choice>) {
    for id in free(forces, side).filter(|&id| !forces.unit(id).hidden) {
        let here = forces.unit(id).place();
        for weapon in forces.weapons_of(id).filter(|&w| !forces.weapon(w).recovered) {
            // Leaders cannot possess a Gun (1.2.6).
            let gun = forces.weapon(weapon).gun().is_some();
            let beside = free(forces, side).filter(|&other| {
                let taker = forces.unit(other);
                other != id && taker.place() == here && !(gun && taker.leader())
            });
            choices.extend(beside.map(|other| Choice::Give(weapon, other)));
        }
    }
}

/// Units that a leader in their hex may rally (3.1f).
#[apply(rule, "3.1f")]
fn add_rallies(forces: &Forces, side: Side, choices: &mut Vec<Choice>) {
    // A leader that recovered, repaired or transferred a Weapon has used its action (3.1).
    let leads = |id: &u8| {
        let unit = forces.unit(*id);
        unit.leader() && !unit.pinned && !unit.traded
    };
    for leader in free(forces, side).filter(leads) {
        let here = forces.unit(leader).place();
        let may = |id: &u8| {
            let unit = forces.unit(*id);
            unit.broken && !unit.melee && !unit.tried && unit.place() == here
        };
        choices.extend(on_map(forces, side).filter(may).map(|id| Choice::Rally(leader, id)));
    }
}

pub(super) fn rally(
    position: &mut Position,
    step: Step,
    side: Side,
    choice: Choice,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    match choice {
        Choice::Recover(id, weapon) => {
            position.forces.unit_mut(id).acted = true;
            recover(&position.ground, &mut position.forces, id, weapon, dice, log)?;
        }
        Choice::Repair(weapon) => repair(&position.ground, &mut position.forces, weapon, dice, log)?,
        Choice::Give(weapon, id) => {
            let giver = position.forces.weapon(weapon).holder;
            giver.into_iter().chain([id]).for_each(|id| position.forces.unit_mut(id).traded = true);
            position.forces.transfer(weapon, id);
        }
        Choice::SelfRally(id) => position.effects().try_rally(id, None, dice, log)?,
        Choice::Rally(leader, id) => position.effects().try_rally(id, Some(leader), dice, log)?,
        Choice::Keep(id) => position.forces.unit_mut(id).acted = true,
        _ => return rally_done(position, step, side, dice, log),
    }
    position.turn.frames.push(Frame::Rally(step, side));
    Ok(())
}

fn rally_done(
    position: &mut Position,
    step: Step,
    side: Side,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    if step == Step::Begin {
        return position.begin_turn(side, dice, log);
    }
    if side == position.turn.attacker {
        position.turn.frames.push(Frame::Rally(step, side.other()));
        return Ok(());
    }
    match step.next() {
        Some(next) => {
            if next == Step::Keeping {
                position.forces.units.iter_mut().for_each(|unit| unit.acted = false);
            }
            position.turn.frames.push(Frame::Rally(next, position.turn.attacker));
        }
        None => {
            end_desperation(&position.ground, &mut position.forces);
            position.next_phase(dice, log)?;
        }
    }
    Ok(())
}

/// Removes DM unless a Known Enemy Unit is adjacent or the unit keeps it (3.1g).
fn end_desperation(ground: &Ground, forces: &mut Forces) {
    for id in forces.ids() {
        let unit = forces.unit(id);
        let kept = unit.acted && unit.broken;
        let stays = unit.dm && unit.broken && (kept || desperation::enemy_beside(ground, forces, id, false));
        forces.unit_mut(id).dm = stays;
    }
    forces.units.iter_mut().for_each(|unit| (unit.acted, unit.traded) = (false, false));
    forces.weapons.iter_mut().for_each(|weapon| weapon.recovered = false);
}

/// The dr for recovery of a Weapon: less than 6 (3.1b).
pub fn recovery_test(cx: bool) -> Test {
    let line = cx.then(|| modifiers::fixed(List::Die, Drm::CxRecovery));
    Test::new(&ONE_DIE, Target::AtMost(5), "recovery", "3.1b").modified(line)
}

/// The dr for repair of a Weapon; a 6 eliminates it (3.1c).
pub fn repair_test(forces: &Forces, weapon: u8) -> Test {
    Test::new(&ONE_DIE, Target::AtMost(forces.weapon(weapon).repair().into()), "repair", "3.1c")
}

/// The DR for rally, by itself or by a leader (3.1e, 3.1f).
pub fn rally_test(ground: &Ground, forces: &Forces, id: u8, leader: Option<u8>) -> Test {
    let lines = rally_modifiers(ground, forces, id, leader);
    Test::new(&TWO_DICE, Target::AtMost(forces.morale(id)), "rally", "3.1f").modified(lines)
}

/// Attempts recovery of a Weapon in the unit's hex: a dr below 6 (3.1b).
#[apply(rule, "3.1b", "3.3i", "4a")]
pub fn recover(
    ground: &Ground,
    forces: &mut Forces,
    id: u8,
    weapon: u8,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let name = names::called_weapon(ground, forces, weapon);
    let die =
        dice.roll(6, || format!("{} recovers {name}: less than 6", names::called(ground, forces, id)))?;
    let good = recovery_test(forces.unit(id).cx).passes(die);
    if good {
        let weapon = forces.weapon_mut(weapon);
        weapon.holder = Some(id);
        weapon.lies = None;
        weapon.recovered = true;
    }
    log.add(|| {
        let (tone, word) =
            if good { (Tone::Success, "recovers") } else { (Tone::Failure, "fails to recover") };
        Event::new(
            tone,
            forces.unit(id).side,
            format!("{} {word} {name} (dr {die})", names::called(ground, forces, id)),
            "3.1b",
        )
    });
    Ok(())
}

fn repair(
    ground: &Ground,
    forces: &mut Forces,
    weapon: u8,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let id = forces.weapon(weapon).holder.unwrap_or_default();
    forces.unit_mut(id).acted = true;
    let test = repair_test(forces, weapon);
    let name = names::called_weapon(ground, forces, weapon);
    let die = dice
        .roll(6, || format!("repair {name}: {} or less, eliminated on 6", forces.weapon(weapon).repair()))?;
    if test.passes(die) {
        forces.weapon_mut(weapon).broken = false;
    } else if die == 6 {
        forces.drop_weapon(weapon, None);
    }
    log.add(|| {
        let result = match die {
            die if test.passes(die) => "repaired",
            6 => "eliminated",
            _ => "no repair",
        };
        Event::new(Tone::Plain, forces.unit(id).side, format!("{name}: {result} (dr {die})"), "3.1c")
    });
    Ok(())
}

/// The DRM of a rally DR (3.1e, 3.1f).
pub fn rally_modifiers(ground: &Ground, forces: &Forces, id: u8, leader: Option<u8>) -> Vec<Modifier> {
    let unit = forces.unit(id);
    let cover = unit.place().is_some_and(|at| ground.map().terrain(at).row().rally);
    let lead = leader.map_or(0, |leader| forces.directing_drm(leader, unit.data().nation));
    let fixed = |given: bool, key| given.then(|| modifiers::fixed(List::Rally, key));
    let lines = [
        fixed(leader.is_none(), Drm::SelfRally),
        fixed(unit.dm, Drm::Desperation),
        fixed(cover, Drm::Cover),
        modifiers::of(List::Rally, Drm::Leadership, lead),
    ];
    lines.into_iter().flatten().collect()
}

impl Effects<'_> {
    fn try_rally(&mut self, id: u8, leader: Option<u8>, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let test = rally_test(self.ground, self.forces, id, leader);
        let (drm, need) = (test.modifier(), self.forces.morale(id));
        let original = checks::throw(self.ground, self.forces, id, "rally", dice)?;
        let good = test.read(&original.faces()).reading == Reading::Pass;
        log.add(|| {
            let (tone, word) =
                if good { (Tone::Success, "rallies") } else { (Tone::Failure, "fails to rally") };
            let sum = sum_in_words(original.sum(), drm);
            let text = format!("{} {word}: {sum} vs {need}", names::called(self.ground, self.forces, id));
            let rolled = format!("{sum} vs {need}");
            Event::new(tone, self.forces.unit(id).side, text, "3.1f")
                .with(&test.modifiers)
                .deed(names::called(self.ground, self.forces, id), word, rolled)
                .likely(test.chance())
        });
        let morale = self.forces.morale(id);
        let unit = self.forces.unit_mut(id);
        unit.tried = true;
        if good {
            (unit.broken, unit.dm) = (false, false);
        }
        if original.sum() == 12 {
            let mut losses = Vec::new();
            self.reduce(id, dice, log, &mut losses)?;
            self.after_losses(losses, dice, log)?;
        }
        if original.sum() == 2 && leader.is_none() && self.forces.mmc(id) {
            // 5.3
            promote(self.ground, self.forces, id, (morale, true), 0, dice, log)?;
        }
        Ok(())
    }
}

/// A Field Promotion (5.3), by the unit's morale when it rolled. Returns the new leader, if any.
pub fn promote(
    ground: &Ground,
    forces: &mut Forces,
    id: u8,
    (morale, broken): (i16, bool),
    below_even: i16,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Option<u8>, Ask> {
    let unit = forces.unit(id);
    let nation = unit.data().nation;
    let Some(place) = unit.place() else { return Ok(None) };
    let fixed = |given: bool, key| if given { modifiers::fixed(List::Creation, key).value } else { 0 };
    let drm = fixed(matches!(nation, Nation::American | Nation::German | Nation::British), Drm::Nation)
        + fixed(nation == Nation::Italian, Drm::Eastern)
        + below_even * modifiers::fixed(List::Creation, Drm::Odds).value
        + fixed(morale >= 8, Drm::MoraleHigh)
        + fixed(morale <= 6, Drm::MoraleLow)
        + fixed(broken, Drm::Broken);
    let die = i16::from(
        dice.roll(6, || format!("{}: Leader Creation, drm {drm:+}", names::called(ground, forces, id)))?,
    );
    let crowded = forces.units_at(place, unit.side).filter(|&other| forces.unit(other).leader()).count() >= 4;
    let Some(counter) = leader_created(die + drm).and_then(|name| find(nation, name)).filter(|_| !crowded)
    else {
        return Ok(None);
    };
    if forces.units.len() >= 120 {
        return Ok(None);
    }
    let mut leader = Unit::new(unit.side, counter, unit.group);
    leader.at = unit.at;
    leader.tried = true;
    leader.melee = unit.melee;
    log.add(|| {
        let text = format!(
            "Field Promotion: {} creates a {}",
            names::called(ground, forces, id),
            counter.get().name
        );
        Event::new(Tone::Success, forces.unit(id).side, text, "5.3")
    });
    debug_assert_eq!(counter.get().kind, Kind::Leader);
    forces.units.push(leader);
    // A scenario has far fewer than 256 units.
    Ok(Some(forces.units.len() as u8 - 1))
}
