//! Smoke and minefields (30, 31).

use crate::dice::Ask;
use crate::game::{Side, Tone};
use crate::ledger::cited::{applies, apply, rule};

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::fire::reactive::{Onward, Reaction};
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::{Clock, Decisions, Forces, Gid, Smoke, Terrain};
use crate::rules::fireandmove::turn::sequence::{Frame, Table};
use crate::rules::fireandmove::vehicles::{Machine, damage};

/// The strength of a mine, or of a booby trap (31.1, 91.15).
pub(in crate::rules::fireandmove) const fn mine_strength(trap: bool) -> i16 {
    if trap { 5 } else { 4 }
}

/// A minefield played on a halted group (31.1).
pub(in crate::rules::fireandmove) fn minefield(
    forces: &mut Forces,
    clock: &Clock,
    open: &mut Decisions,
    reaction: Reaction,
    trap: bool,
    table: &mut Table,
) -> Result<(), Ask> {
    let mover = reaction.mover;
    let side = forces.group(mover).side;
    let tag = forces.tag(mover);
    let (rule, what) = match trap {
        true => (
            if forces.battle().has_trait(side.other(), Trait::Partisans) { "91.16" } else { "91.15" },
            "sets off a booby trap",
        ),
        false => ("31.1", "runs into a minefield"),
    };
    table.tell(Tone::Plain, side.other(), rule, || format!("{tag} {what}"));
    explode(forces, clock, mover, mine_strength(trap), table)?;
    // 91.6: the Banzai attack is broken.
    forces.group_mut(mover).banzai = false;
    if trap {
        // 91.15: a booby trap attacks once, and the move continues.
        open.push(Onward { from: reaction });
        return Ok(());
    }
    forces.group_mut(mover).mined = true;
    // The move is over, and the rest of the card is lost.
    if let Some(Frame::Marching(march)) = open.frames.last_mut() {
        march.left = 0;
        march.halted = true;
    }
    Ok(())
}

/// A mine attacks one figure (31.1): concealment does not count.
pub(in crate::rules::fireandmove) fn explode(
    forces: &mut Forces,
    clock: &Clock,
    group: Gid,
    strength: i16,
    table: &mut Table,
) -> Result<(), Ask> {
    let members = forces.group(group).members.clone();
    if members.is_empty() {
        return Ok(());
    }
    let tag = forces.tag(group);
    // 31.2: strength 1 against the I value of a vehicle's flank.
    if let Some(machine) = forces.machine_of(group) {
        let flank = forces.vehicle(machine).armour[1].immobilised;
        let result = table.check(|| format!("mine at {tag}, strength 1 against {flank}"))?;
        let (need, more, rule) = mine_at_vehicle(forces, group, machine, strength);
        applies(rule);
        return if result + more >= need { damage::immobilise(forces, group, false, table) } else { Ok(()) };
    }
    let at = table.among(members.len(), || format!("the mine's target in {tag}"))?;
    let figure = members[at];
    let name = forces.soldier(figure).name.clone();
    let result = table.check(|| format!("mine at the {name} of {tag}, strength {strength}"))?;
    action::strike(forces, clock, figure, result, strength, "31.1", table)
}

/// The result a mine needs to immobilise a vehicle, the modifiers, and the rule: strength 1 against the
/// flank's I value (31.2). Against a soft vehicle the mine's own strength counts, and passengers are
/// unhurt (84.3).
pub(in crate::rules::fireandmove) fn mine_at_vehicle(
    forces: &Forces,
    group: Gid,
    machine: &Machine,
    strength: i16,
) -> (i16, i16, &'static str) {
    if forces.soft_vehicle(group) {
        (3, strength, "84.3")
    } else {
        (forces.vehicle(machine).armour[1].immobilised, 1, "31.2")
    }
}

/// Whether a smoke card works: Hungarians need a check (91.9).
pub(in crate::rules::fireandmove) fn smoke_works(
    forces: &Forces,
    group: Gid,
    card: Card,
    table: &mut Table,
) -> Result<bool, Ask> {
    if card != Card::SmokeOrCower {
        return Ok(true);
    }
    let (tag, side) = (forces.tag(group), forces.group(group).side);
    let result = table.check(|| "smoke card: 1 or more".into())?;
    if result < 1 {
        table.tell(Tone::Failure, side, "91.9", || format!("{tag} lays no smoke: {result:+}, needs +1"));
    }
    Ok(result >= 1)
}

/// Smoke over a group (30.1, 30.2).
#[apply(rule, "30.5", "30.1")]
pub(in crate::rules::fireandmove) fn lay_smoke(
    terrain: &mut Terrain,
    forces: &Forces,
    group: Gid,
    card: Card,
    table: &mut Table,
) -> Result<(), Ask> {
    let (tag, side, at) = (forces.tag(group), forces.group(group).side, forces.group(group).at);
    if !smoke_works(forces, group, card, table)? {
        return Ok(());
    }
    let thick = table.dice.roll(6, || "density of the smoke".into())?;
    terrain.smokes.retain(|smoke| smoke.group != group);
    terrain.smokes.push(Smoke { group, at, thick, side, fresh: true, burns: false });
    table.tell(Tone::Plain, side, "30.2", || format!("smoke of -{thick} over {tag}"));
    Ok(())
}

/// Smoke moves with a group that moves under it, and is removed when the group moves out (30.3, 30.4).
#[apply(rule, "30.3", "30.4")]
pub(in crate::rules::fireandmove) fn drag_smoke(
    terrain: &mut Terrain,
    forces: &Forces,
    group: Gid,
    along: bool,
) {
    if terrain.smokes.is_empty() {
        return;
    }
    let at = forces.group(group).at;
    terrain.smokes.retain(|smoke| along || smoke.group != group || smoke.burns);
    for smoke in terrain.smokes.iter_mut().filter(|smoke| smoke.group == group && !smoke.burns) {
        smoke.at = at;
    }
}

/// At the end of its owner's turn smoke thins by a D3 (30.6).
pub(in crate::rules::fireandmove) fn thin_smoke(
    terrain: &mut Terrain,
    side: Side,
    table: &mut Table,
) -> Result<(), Ask> {
    for number in 0..terrain.smokes.len() {
        let smoke = terrain.smokes[number];
        if smoke.side != side {
            continue;
        }
        if smoke.fresh {
            terrain.smokes[number].fresh = false;
            continue;
        }
        let less = table.dice.roll(3, || "dissipation of the smoke".into())?;
        terrain.smokes[number].thick = smoke.thick.saturating_sub(less);
        let left = terrain.smokes[number].thick;
        table.tell(Tone::Plain, side, "30.6", || format!("smoke dissipates by {less} to {left}"));
    }
    terrain.smokes.retain(|smoke| smoke.thick > 0);
    Ok(())
}
