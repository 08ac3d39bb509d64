//! DC (4.3).

use crate::board::hex::Hex;
use crate::dice::{Ask, Dice, Die};
use crate::game::{Event, Log, Modifier, Reading, Target, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::Firepower;
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::fire::cover::{self, Manner};
use crate::rules::aslsk::fire::effects::Blast;
use crate::rules::aslsk::ordnance::hidden;
use crate::rules::aslsk::ordnance::target::GunHit;
use crate::rules::aslsk::state::{Arm, Choice, Forces, Ground, Position, names};
use crate::rules::aslsk::tables::fire::Column;
use crate::rules::aslsk::tables::modifiers::{self, Drm, List};
use crate::rules::aslsk::tables::weapons;
use crate::rules::aslsk::turn::movement::Mover;
use crate::rules::aslsk::turn::rally::TWO_DICE;
use crate::rules::aslsk::turn::{Frame, moving, stack};
use crate::side::Side;

/// A placed DC.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Placed {
    /// Its hex.
    pub target: Place,
    /// The hex it was placed from.
    pub from: Place,
    /// The side that placed it.
    pub side: Side,
    /// Placed by a CX unit.
    pub cx: bool,
    /// Its X#: it fails on this original DR or more.
    pub x: u8,
}

/// A DC being placed; operably placed if the unit survives all First Fire unbroken and unpinned.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Placing {
    /// The weapon.
    pub weapon: u8,
    /// The placing unit.
    pub unit: u8,
    /// The hex.
    pub target: Place,
}

/// Offers the hexes on which a moving stack may place DC: adjacent hexes with Known Enemy Units, for the
/// MF of entering them.
pub(in crate::rules::aslsk) fn add_charges(
    ground: &Ground,
    forces: &Forces,
    attacker: Side,
    mover: &Mover,
    from: Place,
    choices: &mut Vec<Choice>,
) {
    for &id in &mover.units {
        for weapon in forces.weapons_of(id).filter(|&weapon| forces.weapon(weapon).arm == Arm::Charge) {
            for (_, to) in ground.map().around(from) {
                let way = ground.way(Some(from), to, false);
                if forces.occupied(to, attacker.other()) && stack::can_pay(forces, mover, &way) {
                    choices.push(Choice::Charge(weapon, ground.hex(to)));
                }
            }
        }
    }
}

/// Placing a DC spends the MF of entering the target hex, in the unit's own hex, and draws First Fire.
pub(in crate::rules::aslsk) fn place_charge(
    position: &mut Position,
    mut mover: Mover,
    weapon: u8,
    hex: Hex,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let (Some(target), Some(unit)) =
        (position.ground.map().place(hex), position.forces.weapon(weapon).holder)
    else {
        return Ok(());
    };
    let cost = position.ground.way(position.forces.unit(unit).place(), target, false).cost;
    moving::start(&mut position.forces, &mut mover);
    mover.road = false;
    log.add(|| {
        let text = format!(
            "{} places a DC on {}",
            names::called(&position.ground, &position.forces, unit),
            position.ground.name(target)
        );
        Event::new(Tone::Plain, position.turn.attacker, text, "4.3").at([position.ground.cell(target)])
    });
    position.spend(mover, cost, dice, log)?;
    // It is below the DEFENDER's decision on the stack and is resolved after it.
    let react = position.turn.frames.pop();
    position.turn.frames.push(Frame::Placing(Placing { weapon, unit, target }));
    position.turn.frames.extend(react);
    Ok(())
}

/// Resolves the first DC in a hex.
pub(in crate::rules::aslsk) fn explode(
    position: &mut Position,
    target: Place,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(at) = position.ground.charges.iter().position(|charge| charge.target == target) else {
        return Ok(());
    };
    let charge = position.ground.charges.remove(at);
    let name = position.ground.name(target).to_owned();
    let ask = || format!("DC in {name}: less than {}", charge.x);
    let coloured = dice.roll_die(Die::named("coloured", 6), ask)?;
    let white = dice.roll_die(Die::named("white", 6), ask)?;
    let original = coloured + white;
    let good = charge_test(&charge).read(&[coloured, white]).reading == Reading::Pass;
    log.add(|| {
        let result = if good { "IFT 30" } else { "dud" };
        let text = format!("DC in {name}: DR {original} ({coloured}, {white}), {result}");
        Event::new(Tone::Plain, charge.side, text, "4.3").at([position.ground.cell(target)])
    });
    let factors = u16::from(weapons::charge().fp);
    let Some(column) = Column::of(Firepower::whole(factors)).filter(|_| good) else { return Ok(()) };
    let mut blasts: Vec<Blast> = Vec::new();
    let targets: Vec<u8> = position.forces.units_at(target, charge.side.other()).collect();
    for id in targets {
        let lines = charge_modifiers(&position.ground, &position.forces, &charge, id);
        let drm: i16 = lines.iter().map(|line| line.value).sum();
        let effect = column.effect(i16::from(original) + drm);
        position.forces.unit_mut(id).dm |= position.forces.unit(id).broken;
        hidden::reveal(&position.ground, &mut position.forces, id, log);
        if let Some(gun) = position.forces.mans(id) {
            // A Direct Hit is read without the Gunshield (6.7).
            let shield =
                cover::gunshield(&position.ground, &position.forces, id, &[charge.from], Manner::Charge);
            let bare = lines.iter().any(|line| Some(*line) == shield);
            let plain = if bare { drm - shield.map_or(0, |line| line.value) } else { drm };
            let direct = column.effect(i16::from(original) + plain);
            let blow = GunHit { critical: false, effect: direct, shot: false, by: charge.side };
            if position.effects().hit_gun(id, gun, blow, dice, log)? {
                continue;
            }
        }
        match blasts.iter_mut().find(|blast| blast.effect == effect) {
            Some(blast) => blast.units.push(id),
            None => blasts.push(Blast { effect, column, units: vec![id] }),
        }
    }
    position.effects().affect(&blasts, dice, log)
}

/// After the fire: the DC is placed if its unit is neither broken nor pinned.
#[apply(rule, "4.3")]
pub(in crate::rules::aslsk) fn settle_charge(ground: &mut Ground, forces: &mut Forces, placing: Placing) {
    let Placing { weapon, unit, target } = placing;
    let Some(from) = forces.unit(unit).place() else { return };
    if forces.weapon(weapon).holder != Some(unit)
        || !forces.unit(unit).good_order()
        || forces.unit(unit).pinned
    {
        return;
    }
    let x = forces.breakdown(weapon, false);
    let (side, cx) = (forces.unit(unit).side, forces.unit(unit).cx);
    ground.charges.push(Placed { target, from, side, cx, x });
    forces.drop_weapon(weapon, None);
    // It counts as use of a Weapon (4d).
    forces.unit_mut(unit).destroyed += 1;
}

/// The DRM of a DC attack: TEM and CX.
#[apply(rule, "4.3")]
pub fn charge_modifiers(ground: &Ground, forces: &Forces, charge: &Placed, unit: u8) -> Vec<Modifier> {
    let cover = cover::cover(
        ground,
        forces,
        charge.target,
        Some(unit),
        &[charge.from],
        Motion::default(),
        Manner::Charge,
    );
    let cx = charge.cx.then(|| modifiers::fixed(List::Fire, Drm::Cx));
    cover.line.into_iter().chain(cx).chain(forces.flamethrowers_carried(unit)).collect()
}

/// The DR at which a placed DC goes off (4.3).
pub fn charge_test(charge: &Placed) -> Test {
    Test::new(&TWO_DICE, Target::AtMost(i16::from(charge.x) - 1), "DC", "4.3")
}
