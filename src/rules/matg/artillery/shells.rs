//! 7.4.3 and 7.4.4: the effects of impact and smoke markers, and how long they stay.

use super::missions::Stage;
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::missions;
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::fire::combat::{self, Attack};
use crate::rules::matg::fire::special as fire_special;
use crate::rules::matg::ground::buildings;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::movement::riders::EXPOSED;
use crate::rules::matg::movement::{riders, special};
use crate::rules::matg::state::battle::{Battle, GunUse, Optional};
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Impact, Place, Position};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::water::boats;
use crate::rules::matg::works::positions;

/// Places markers and attacks the stands under them, friend and foe (7.4.3). Markers off the board are
/// lost.
pub(super) fn place_impacts(
    game: &mut Position,
    markers: &[Impact],
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    for &impact in markers.iter().filter(|impact| game.battle.grid.contains(impact.cell)).collect::<Vec<_>>()
    {
        game.record.impacts.push(impact);
        record_shelling(&mut game.field, &game.now, &mut game.record, impact);
        game.field.add_ground(impact.cell, impact.terrain());
        log.add(|| {
            let what = if impact.smoke { "Smoke" } else { "Shells" };
            let text = format!("{what} of {} at {}", game.battle.tag(impact.battery), impact.cell);
            Event::new(Tone::Plain, game.battle.side(impact.battery), text, "7.4.2").at([impact.cell])
        });
        strike_holder(game, impact, dice, log)?;
        buildings::strike_ground(game, impact, dice, log)?;
    }
    Ok(())
}

/// Records a side's first turn of off-map fire, and burns brush (scenario).
#[apply(rule, "battles: brush" if field.ground_at(impact.cell).has(Terrain::Brush))]
fn record_shelling(field: &mut Field, now: &Turn, record: &mut Record, impact: Impact) {
    let (side, turn) = (field.battle.side(impact.battery), now.number);
    if field.battle.window(impact.battery).is_some() && record.shelled[side.index()] == 0 {
        record.shelled[side.index()] = turn;
    }
    if field.ground_at(impact.cell).has(Terrain::Brush) {
        field.remove_ground(impact.cell, Terrain::Brush);
    }
}

/// Attacks the stand under a marker, if any.
#[apply(rule, "7.4.3.2", "7.4.3.3")]
pub(super) fn strike_holder(
    game: &mut Position,
    impact: Impact,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    match game.forces.holder_of(impact.cell) {
        Some(target) => strike(game, impact, target, dice, log),
        None => Ok(()),
    }
}

/// One marker attacks one stand (7.4.4); smoke suppresses it (7.4.7.1).
#[apply(rule, "7.4.7.1", "7.4.4")]
#[apply(rule, "7.4.7.1.1" if impact.smoke && game.forces.cell(target).is_some())]
fn strike(
    game: &mut Position,
    impact: Impact,
    target: Id,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(cell) = game.forces.cell(target) else { return Ok(()) };
    game.forces.uncover_stand(target, log);
    determination::note_fired_upon(&mut game.forces, &game.command, target);
    if impact.smoke {
        cohesion::suffer(game, target, CombatResult::S, log);
        return Ok(());
    }
    fire_special::record_volley(&game.battle, &mut game.now, impact.battery, target);
    let attack = shell_attack(&game.field, &game.forces, impact.battery, impact.gun, target, impact.barrage);
    let attack = if impact.hot { attack.after(1) } else { attack };
    let (roll, result) = game.forces.throw_attack(impact.battery, target, &attack, "7.4.3.1", dice, log)?;
    cohesion::suffer(game, target, result, log);
    let shell = positions::shell_against(&game.battle, impact, 0);
    game.field.strike_position((game.battle.side(impact.battery), &shell), cell, roll, log);
    Ok(())
}

/// Markers attack a stand that moves into them (7.4.3.4).
#[apply(rule, "7.4.3.4")]
pub(in crate::rules::matg) fn strike_entering(
    game: &mut Position,
    id: Id,
    cell: Cell,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    if game.record.impacts.is_empty() {
        return Ok(());
    }
    let here: Vec<Impact> =
        game.record.impacts.iter().filter(|impact| impact.cell == cell).copied().collect();
    for impact in here {
        strike(game, impact, id, dice, log)?;
    }
    Ok(())
}

/// Removes the markers for which `stays` is false.
pub(super) fn remove_markers_unless(field: &mut Field, record: &mut Record, stays: impl Fn(&Impact) -> bool) {
    let (kept, lifted): (Vec<Impact>, Vec<Impact>) = record.impacts.iter().partition(|impact| stays(impact));
    record.impacts = kept;
    for impact in lifted {
        let shared = |other: &Impact| other.cell == impact.cell && other.smoke == impact.smoke;
        if !record.impacts.iter().any(shared) {
            field.remove_ground(impact.cell, impact.terrain());
        }
    }
    field.keep_fires();
}

/// Removes the markers of fire that ends with the turn; those of continuing missions stay (4.0 phase 7,
/// 7.4.2.2, 7.6.5.4).
#[apply(rule, "7.6.5.4", "4.0", "7.4.2.2")]
pub(in crate::rules::matg) fn lift_impacts(field: &mut Field, record: &mut Record) {
    let going: Vec<(Side, u8)> = record
        .missions
        .iter()
        .filter(|mission| mission.stage == Stage::Falling)
        .map(|mission| (mission.side, mission.number))
        .collect();
    // A hot shot counts only in its first turn (12.2.1, S-132).
    record.impacts.iter_mut().for_each(|impact| impact.hot = false);
    let sides: Vec<Side> = field.battle.units.iter().map(|unit| unit.side).collect();
    remove_markers_unless(field, record, |impact| {
        going.contains(&(sides[usize::from(impact.battery)], impact.mission))
    });
}

/// The firepower of a shell at a square. If its AP or HE range is shorter than its longest range, that
/// value is 0 beyond it (7.3.5, S-111).
#[apply(rule, "7.3.5")]
fn shell_power(forces: &Forces, battery: Id, gun: u8, armoured: bool, to: Cell) -> i16 {
    let weapon = forces.battle.gun(battery, gun);
    let (power, reach, other) = if armoured {
        (weapon.ap, weapon.ap_range, weapon.he_range)
    } else {
        (weapon.he, weapon.he_range, weapon.ap_range)
    };
    let gone = matches!(forces.stand(battery).place, Place::Lost);
    let far = reach < other && !gone && !missions::is_within_range(forces, battery, reach, to);
    let dry = armoured && forces.stand(battery).depleted && weapon.notes.depletion.is_some();
    if far || dry { 0 } else { i16::from(power.unwrap_or(0)) }
}

/// A stand's defence against shells and bombs: half for armour, a quarter if open-topped (7.4.4, 12.3.9).
pub(in crate::rules::matg) fn shelled_defence(field: &Field, forces: &Forces, target: Id) -> i16 {
    if riders::ridden_by(forces, target).is_some() {
        return EXPOSED;
    }
    let unit = forces.unit(target);
    let printed = special::printed_defence(forces, target);
    if unit.kind.armoured {
        combat::share_of(printed, if unit.kind.notes().open_topped { 4 } else { 2 })
    } else if let Some(defence) = boats::boat_defence(field, forces, target) {
        defence
    } else if unit.is_personnel() && forces.stand(target).posture != Posture::Fire {
        printed / 2
    } else {
        printed
    }
}

/// A shell's attack on a stand: AP against armour at half defence (a quarter if open-topped), terrain
/// counts, range does not, "no effect" is S (7.4.4, 7.4.6, 7.5.5, 7.6.1.3). At a medium or heavy position
/// it uses AP if that is better (11.4.5, S-48).
#[apply(rule, "11.4.5", "7.4.4", "7.4.6", "7.5.5", "7.6.1.3", "7.6.1.4")]
pub fn shell_attack(
    field: &Field,
    forces: &Forces,
    battery: Id,
    gun: u8,
    target: Id,
    barrage: bool,
) -> Attack {
    let armoured = forces.unit(target).kind.armoured;
    let defence = shelled_defence(field, forces, target);
    let from = forces.cell(battery).or(riders::target_cell(forces, target)).unwrap_or(Cell::new(0, 0));
    let to = riders::target_cell(forces, target).unwrap_or(from);
    // The impact zone's own row is for fire into it from elsewhere (S-11).
    let aimed = forces.unit(battery).gun_use(gun) == Some(GunUse::CloseSupport);
    let rows = combat::terrain_modifiers_by_row(field, forces, from, target, false).into_iter();
    let counted = rows.filter(|&(terrain, _)| aimed || terrain != Terrain::ImpactZone);
    let mut modifiers: Vec<Modifier> = counted.map(|(_, modifier)| modifier).collect();
    if barrage {
        modifiers.push(Modifier { value: 2, label: "barrage", rule: "7.6.2.4" });
    }
    let power = shell_power(forces, battery, gun, armoured, to);
    let at_position =
        positions::position_defence(field, forces, target).filter(|_| !armoured).and_then(|defence| {
            let ap = shell_power(forces, battery, gun, true, to);
            (ap > 0).then_some((ap, defence))
        });
    let at_position = at_position.filter(|&(ap, walls)| ap - walls > power - defence);
    let (firepower, defence) = at_position.unwrap_or((power, defence));
    let piercing = armoured || at_position.is_some();
    Attack {
        firepower,
        defence,
        modifiers,
        suppressing: true,
        artillery: true,
        armour_piercing: piercing,
        depletion: forces.battle.gun(battery, gun).notes.depletion.filter(|_| piercing && firepower > 0),
        hot: forces.battle.plays(Optional::HotShot),
    }
}

/// The markers of a mission on the board.
pub fn impacts_of<'a>(
    battle: &'a Battle,
    record: &'a Record,
    side: Side,
    number: u8,
) -> impl Iterator<Item = &'a Impact> {
    record
        .impacts
        .iter()
        .filter(move |i| i.mission == number && number != 0 && battle.side(i.battery) == side)
}
