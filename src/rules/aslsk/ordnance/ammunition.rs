//! Ammo of ordnance (6.2).

use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::state::{Forces, Ground, Turn};
use crate::rules::aslsk::tables::fire::Column;
use crate::rules::aslsk::tables::guns::{Ammo, Ordnance, Special, TargetType};

/// The index of a Special Ammo in the Weapon's list, for its bit, and its entry.
pub fn special(ordnance: &Ordnance, ammo: Ammo) -> Option<(usize, &Special)> {
    ordnance.special.iter().enumerate().find(|(_, special)| special.ammo == ammo)
}

/// Whether this ammo is standard for the Weapon.
pub fn usual(ordnance: &Ordnance, ammo: Ammo) -> bool {
    match ammo {
        Ammo::HE => ordnance.high_explosive && !ordnance.latw(),
        Ammo::AP => ordnance.armour_piercing,
        Ammo::HEAT => ordnance.latw(),
        Ammo::Smoke | Ammo::WP => false,
    }
}

/// The target type that this ammo requires, if any (3.2.4b, 3.2.4c).
#[apply(rule, "3.2.4c")]
pub fn demands(ordnance: &Ordnance, ammo: Ammo) -> Option<TargetType> {
    match ammo {
        Ammo::Smoke | Ammo::WP => Some(TargetType::Area),
        _ if ordnance.mortar() => Some(TargetType::Area),
        Ammo::AP | Ammo::HEAT => Some(TargetType::Infantry),
        Ammo::HE => None,
    }
}

/// The IFT column of a hit (3.2.4k, 6.1, 6.2b, 6.2c): that of the chart, halved on the Area Target Type; 1 or
/// 2 for AP; one lower for HEAT of a Gun; doubled for a CH.
#[apply(rule, "6.1" if critical)]
#[apply(rule, "6.2b" if !critical)]
pub fn column(ordnance: &Ordnance, ammo: Ammo, kind: TargetType, critical: bool) -> Option<Column> {
    use crate::rules::aslsk::calculator::Firepower;
    let [full, half, double] = ordnance.columns;
    let of = |firepower: u8| Column::of(Firepower::whole(firepower.into()));
    if critical {
        return of(double);
    }
    match (ammo, kind) {
        (Ammo::AP, _) => of(if ordnance.calibre < 37 { 1 } else { 2 }),
        (Ammo::HEAT, _) if !ordnance.latw() => of(full).and_then(|column| column.left(1)),
        (_, TargetType::Area) => of(half),
        _ => of(full),
    }
}

impl Forces {
    /// Whether a Weapon may still have a Special Ammo: available at this date and not depleted (6.2a).
    #[apply(rule, "6.2a")]
    pub fn stocked(&self, weapon: u8, ammo: Ammo) -> bool {
        let weapon = self.weapon(weapon);
        weapon.ordnance().and_then(|ordnance| special(ordnance, ammo)).is_some_and(|(at, special)| {
            self.order.date >= special.from && weapon.carriage.depleted & (1 << at) == 0
        })
    }
}

/// The ammo that a Weapon may fire at a hex, the usual one first.
#[apply(rule, "6.2b", "6.2c", "6.2d", "6.2e")]
pub fn loads(
    ground: &Ground,
    forces: &Forces,
    turn: &Turn,
    weapon: u8,
    target: Place,
    mode: Mode,
) -> Vec<Ammo> {
    let fits = loading(ground, forces, turn, weapon, target, mode);
    Ammo::ALL.into_iter().filter(|&ammo| fits.as_ref().is_some_and(|fits| fits(ammo))).collect()
}

/// Whether there is any.
pub(super) fn has_load(
    ground: &Ground,
    forces: &Forces,
    turn: &Turn,
    weapon: u8,
    target: Place,
    mode: Mode,
) -> bool {
    loading(ground, forces, turn, weapon, target, mode).is_some_and(|fits| Ammo::ALL.into_iter().any(fits))
}

/// Calls the closure for each ammo with whether it may be fired.
fn loading(
    ground: &Ground,
    forces: &Forces,
    turn: &Turn,
    weapon: u8,
    target: Place,
    mode: Mode,
) -> Option<impl Fn(Ammo) -> bool> {
    let ordnance = forces.weapon(weapon).ordnance()?;
    let holder = forces.weapon(weapon).holder?;
    let from = forces.unit(holder).place()?;
    let foe = forces.unit(holder).side.other();
    let range = ground.map().range(from, target);
    let known = forces.known_at(target, foe).next().is_some();
    let building = ground.map().terrain(target).building();
    let gun = known && forces.known_at(target, foe).any(|id| forces.mans(id).is_some());
    let start = matches!(mode, Mode::Prep | Mode::Final) && !turn.closed_to_smoke;
    Some(move |ammo: Ammo| {
        let type_ = demands(ordnance, ammo);
        let types = [TargetType::Infantry, TargetType::Area];
        let in_range = types.into_iter().any(|kind| {
            type_.is_none_or(|demanded| demanded == kind) && ordnance.to_hit(kind, range, false).is_some()
        });
        let may = match ammo {
            Ammo::HE | Ammo::AP => known || forces.hides(foe),
            Ammo::HEAT => known && (building || gun),
            Ammo::Smoke | Ammo::WP if ground.rules.rain => false,
            Ammo::Smoke => start,
            Ammo::WP => start || mode == Mode::First,
        };
        may && in_range && (usual(ordnance, ammo) || forces.stocked(weapon, ammo))
    })
}
