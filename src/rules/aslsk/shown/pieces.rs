//! Units and weapons as the screen shows them.

use super::{unit_id, weapon_id};
use crate::game::view::{FacingView, PieceView, StateView, Symbol, Weight};
use crate::rules::aslsk::state::{Arm, Forces, Ground, Marker, Position, Weapon, Whereabouts, names};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::tables::weapons;
use crate::rules::aslsk::turn::phase::Phase;
use crate::side::Side;

/// Every piece; enemy Guns under HIP have no hex (6.4).
pub fn pieces(position: &Position, side: Side) -> Vec<PieceView> {
    let units = position.forces.ids().map(|id| unit_piece(position, id, side));
    units.chain(position.forces.weapon_ids().map(|id| weapon_piece(position, id, side))).collect()
}

fn unit_piece(position: &Position, id: u8, side: Side) -> PieceView {
    let Position { ground, forces, .. } = position;
    let unit = forces.unit(id);
    let data = unit.data();
    let glyph = match data.kind {
        Kind::Squad => 'S',
        Kind::HalfSquad => 'H',
        Kind::Crew => 'C',
        Kind::Leader => 'L',
    };
    let held: Vec<String> =
        forces.weapons_of(id).map(|w| forces.weapon(w).short_name().into_owned()).collect();
    // An enemy knows only that a hidden Gun is somewhere.
    let veiled = unit.side != side && unit.hidden;
    let facings = match forces.mans(id).filter(|_| !veiled) {
        Some(gun) => vec![FacingView::whole(forces.weapon(gun).carriage.facing)],
        None => Vec::new(),
    };
    let morale = format!("{}{}", forces.morale(id), if unit.broken { " broken" } else { "" });
    PieceView {
        id: unit_id(id),
        side: unit.side,
        name: data.name.clone(),
        short: data.name.clone(),
        tag: format!("u{id}"),
        called: if veiled { data.name.clone() } else { names::called(ground, forces, id) },
        glyph,
        symbol: if data.kind == Kind::Leader { Symbol::Leader } else { Symbol::Infantry },
        hidden: unit.hidden,
        range: range(forces, id),
        cell: unit.place().filter(|_| !veiled).map(|place| ground.cell(place)),
        facings,
        // Squads and leaders lie on top.
        stack: match data.kind {
            Kind::Leader => 2,
            Kind::Squad => 3,
            _ => 1,
        },
        states: states(position, id),
        values: vec![data.name.clone(), morale, held.join(" ")],
        details: if veiled {
            Vec::new()
        } else {
            forces.weapons_of(id).map(|w| carried(ground, forces, w)).collect()
        },
        formation: forces.group_of(unit).name.clone(),
        lost: matches!(unit.at, Whereabouts::Gone | Whereabouts::Exited),
        ..PieceView::default()
    }
}

fn weapon_piece(position: &Position, id: u8, side: Side) -> PieceView {
    let Position { ground, forces, .. } = position;
    let weapon = forces.weapon(id);
    let holder = weapon.holder.map(|holder| forces.unit(holder));
    let name = weapon.name();
    let held = holder.is_some_and(|holder| holder.hidden && holder.side != side);
    let broken = weapon.broken.then_some(StateView::new('b', "malfunctioned", Weight::Harm));
    let fired = fire_marker(weapon.marker);
    PieceView {
        id: weapon_id(id),
        side: holder.map_or(Side::A, |holder| holder.side),
        name: name.to_owned(),
        short: weapon.short_name().into_owned(),
        tag: format!("m{id}"),
        called: name.to_owned(),
        glyph: if weapon.gun().is_some() { 'G' } else { 'M' },
        symbol: symbol(weapon),
        cell: weapon.lies.map(|place| ground.cell(place)),
        states: broken.into_iter().chain(fired).collect(),
        values: vec![strength(weapon), String::new(), format!("ROF {}", weapon.rate())],
        details: if held { Vec::new() } else { carriage(ground, weapon) },
        lost: !weapon.there(),
        carried_by: weapon.holder.map(unit_id),
        ..PieceView::default()
    }
}

/// How far a unit and its weapons fire at Normal Range; 0 if it is broken.
fn range(forces: &Forces, id: u8) -> u16 {
    let unit = forces.unit(id);
    if unit.broken {
        return 0;
    }
    let weapons = forces.weapons_of(id).map(|weapon| match forces.weapon(weapon).arm {
        Arm::MachineGun(weight) => weapons::machine_gun(forces.weapon(weapon).nation, weight).range.into(),
        Arm::Ordnance(id) => id.get().limits().map_or(u16::MAX, |(_, most)| most.into()),
        Arm::Flamethrower | Arm::Charge => 1,
    });
    weapons.max().unwrap_or(0).max(unit.data().range.into())
}

/// The map symbol of a weapon.
fn symbol(weapon: &Weapon) -> Symbol {
    match weapon.arm {
        Arm::MachineGun(_) => Symbol::MachineGun,
        Arm::Ordnance(id) if id.get().mortar() => Symbol::Mortar,
        Arm::Ordnance(_) => Symbol::AntiTank,
        Arm::Flamethrower | Arm::Charge => Symbol::Letter,
    }
}

/// The marker of a unit or Weapon that has fired: after Final Fire it fires no more.
fn fire_marker(marker: Marker) -> Option<StateView> {
    match marker {
        Marker::None => None,
        Marker::Prep => Some(StateView::new('f', "Prep Fire", Weight::Spent)),
        Marker::First => Some(StateView::new('f', "First Fire", Weight::Spent)),
        Marker::Final => Some(StateView::new('F', "Final Fire", Weight::Spent)),
    }
}

fn states(position: &Position, id: u8) -> Vec<StateView> {
    let unit = position.forces.unit(id);
    let all = [
        (unit.dm, StateView::new('d', "broken, DM", Weight::Grave)),
        (unit.broken && !unit.dm, StateView::new('b', "broken", Weight::Grave)),
        (unit.melee, StateView::new('m', "Melee", Weight::Busy)),
        (unit.pinned, StateView::new('p', "pinned", Weight::Harm)),
        (unit.wounded, StateView::new('w', "wounded", Weight::Note)),
        (unit.cx, StateView::new('x', "CX", Weight::Note)),
        (unit.hidden, StateView::new('h', "HIP", Weight::Note)),
        (unit.pushing, StateView::new('g', "manhandling a Gun", Weight::Note)),
        (unit.moved && position.turn.phase == Phase::Movement, StateView::new('v', "moved", Weight::Spent)),
    ];
    let all = all.into_iter().filter(|(is, _)| *is).map(|(_, state)| state);
    all.chain(fire_marker(unit.marker)).collect()
}

/// A possessed Weapon: its strength, its state and its target.
fn carried(ground: &Ground, forces: &Forces, id: u8) -> String {
    let weapon = forces.weapon(id);
    let mut words = vec![format!("{} {}", weapon.name(), strength(weapon))];
    if weapon.rate() > 0 {
        words.push(format!("ROF {}", weapon.rate()));
    }
    words.extend(weapon.broken.then(|| "malfunctioned".to_owned()));
    words.extend(fire_marker(weapon.marker).map(|state| state.word.to_owned()));
    words.extend(carriage(ground, weapon));
    words.join(", ")
}

/// FP and range, or the calibre.
fn strength(weapon: &Weapon) -> String {
    match weapon.arm {
        Arm::MachineGun(weight) => {
            let gun = weapons::machine_gun(weapon.nation, weight);
            format!("{}-{}", gun.fp, gun.range)
        }
        Arm::Ordnance(id) if id.get().latw() => format!("{} FP", id.get().columns[0]),
        Arm::Ordnance(id) => format!("{}mm", id.get().calibre),
        Arm::Flamethrower => format!("{}-{}", weapons::flamethrower().fp, weapons::flamethrower().range),
        Arm::Charge => format!("{} FP", weapons::charge().fp),
    }
}

/// Acquisition and Emplacement of a Gun.
fn carriage(ground: &Ground, weapon: &Weapon) -> Vec<String> {
    let carriage = &weapon.carriage;
    let acquired = carriage
        .acquired
        .as_ref()
        .map(|acquired| format!("acquired {} (-{})", ground.name(acquired.place), acquired.level));
    let dug = (weapon.gun().is_some() && carriage.emplaced).then(|| "Emplaced".to_owned());
    acquired.into_iter().chain(dug).collect()
}
