//! What a hit of ordnance does (58.7, 61, 67 to 69).

use crate::dice::Ask;
use crate::game::{Event, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::ordnance::arms::Round;
use crate::rules::fireandmove::ordnance::shooting::Shelling;
use crate::rules::fireandmove::ordnance::shot::Aimed;
use crate::rules::fireandmove::state::{Clock, Forces, Gid};
use crate::rules::fireandmove::turn::sequence::Table;
use crate::rules::fireandmove::vehicles::{damage, transport};

/// High explosive: a check for every figure of the target, gun included, or for the crew of a vehicle
/// (58.7, 61.3, 69.1).
#[apply(rule, "74.5", "69.1")]
pub(super) fn he_effect(
    forces: &mut Forces,
    clock: &Clock,
    side: Side,
    aimed: &Aimed,
    size: i16,
    target: Gid,
    table: &mut Table,
) -> Result<(), Ask> {
    let strength = aimed.total() + size;
    let them = forces.tag(target);
    let lines = aimed.strength.clone();
    table.log.add(|| {
        let text = format!("HE at {them}, strength {strength} with {size} for the hit");
        Event::new(Tone::Plain, side, text, "58.7").with(&lines)
    });
    for figure in forces.under_fire(target) {
        let name = forces.soldier(figure).name.clone();
        let result = table.check(|| format!("HE at the {name} of {them}, strength {strength}"))?;
        action::strike(forces, clock, figure, result, strength, "58.7", table)?;
    }
    transport::fire_at_soft(forces, target, strength, false, table)?;
    if forces.group(target).gun.is_some() && !forces.group(target).members.is_empty() {
        // The shield only protects the crew (61.4).
        let strength = strength + aimed.shield;
        let result = table.check(|| format!("HE at the gun of {them}, strength {strength}"))?;
        gun_struck(forces, target, result + strength, table);
    }
    Ok(())
}

/// A gun is damaged from 3 and destroyed from 6 (61.3, ruling FM-41).
#[apply(rule, "61.5", "73.6")]
pub(in crate::rules::fireandmove) fn gun_struck(
    forces: &mut Forces,
    group: Gid,
    sum: i16,
    table: &mut Table,
) {
    let (tag, side) = (forces.tag(group), forces.group(group).side);
    let Some(gun) = &mut forces.group_mut(group).gun else { return };
    let end = GunEnd::on(sum);
    gun.damaged |= end != GunEnd::Unhurt;
    if end == GunEnd::Destroyed {
        // 61.5: the surviving crew become riflemen.
        forces.group_mut(group).gun = None;
        forces.group_mut(group).down = false;
    }
    let (tone, end) = match end {
        GunEnd::Unhurt => (Tone::Plain, "no damage"),
        end => (Tone::Loss, end.word()),
    };
    table.tell(tone, side, "61.3", || format!("the gun of {tag}: {end} on {sum}"));
}

/// Armour piercing: against a gun, or the side of a vehicle it hits (67, 68).
#[apply(rule, "66.3", "68.1")]
pub(super) fn ap_effect(
    field: &Field,
    forces: &mut Forces,
    shelling: &Shelling,
    aimed: &Aimed,
    added: i16,
    target: Gid,
    table: &mut Table,
) -> Result<(), Ask> {
    let Shelling { group, arm, .. } = *shelling;
    let (side, us, them) = (forces.group(group).side, forces.tag(group), forces.tag(target));
    let strength = aimed.total() + added;
    let lines = aimed.strength.clone();
    let result = table.check(|| format!("AP check of {us} at {them}, strength {strength}"))?;
    let sum = result + strength;
    let face = if aimed.flank { "flank" } else { "front" };
    table.log.add(|| {
        let text = format!("{us} hits {them} in the {face}: {sum} ({result:+} and strength {strength})");
        Event::new(Tone::Plain, side, text, "67.1").with(&lines)
    });
    // 74.6: for a flamethrower only K counts, and this check may make it fail.
    let flame = arm.round == Round::Flame;
    if flame
        && forces.battle().fails_at(forces.soldier(arm.figure).side, forces.weapon(arm.figure))
            == Some(result)
    {
        forces.figure_mut(arm.figure).failed = true;
        table.tell(Tone::Failure, side, "20.2", || format!("the flamethrower of {us} fails"));
        return Ok(());
    }
    if forces.group(target).machine.is_none() {
        gun_struck(forces, target, sum, table);
        return Ok(());
    }
    let at = [forces.group(group).at, forces.group(target).at];
    let hull_down = field.hull_down(at[0], at[1]);
    damage::pierced(forces, target, sum, aimed.flank, hull_down, flame, table)
}

/// The effect of a hit on a gun (61.3).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(in crate::rules::fireandmove) enum GunEnd {
    Unhurt,
    Damaged,
    Destroyed,
}

impl GunEnd {
    /// Damaged from 3, destroyed from 6 (61.3, ruling FM-41).
    pub const fn on(sum: i16) -> Self {
        match sum {
            6.. => Self::Destroyed,
            3..=5 => Self::Damaged,
            _ => Self::Unhurt,
        }
    }

    /// "damaged", "destroyed", or nothing.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Unhurt => "",
            Self::Damaged => "damaged",
            Self::Destroyed => "destroyed",
        }
    }
}
