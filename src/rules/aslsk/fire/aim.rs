//! Which units may fire at what, and with which FP (3.2.2, 3.3.1, 3.4, 3.5, 4).

use crate::board::hex::Spine;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::Firepower;
use crate::rules::aslsk::ordnance::turning;
use crate::rules::aslsk::state::{Arm, Forces, Ground, Item, Marker, Turn};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::tables::weapons::{self, Weight};
use crate::side::Side;

/// Normal range of IFE (6.8).
const IFE_RANGE: u8 = 16;

/// Beyond this range a MG needs leader direction (4.1).
const FAR: u16 = 16;

/// The kind of fire attack.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Prep Fire (3.2.5).
    Prep,
    /// Defensive First Fire (3.3.1).
    First,
    /// Final Fire (3.4).
    Final,
    /// Advancing Fire (3.5).
    Advancing,
}

/// One firer's part in an attack.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Its hex.
    pub from: Place,
    /// The range.
    pub range: u16,
    /// The Hindrance DRM of its LOS.
    pub hindrance: i16,
    /// Its FP.
    pub firepower: Firepower,
    /// It has fired before: Subsequent First Fire, or Final Fire while marked First Fire (3.3.1d, 3.4).
    pub again: bool,
    /// FPF (3.3.1e).
    pub protective: bool,
    /// The CA to which a Gun has to change, if any.
    pub facing: Option<Spine>,
    /// The DRM of that CA change (3.2.4h).
    pub turning: i16,
    /// How its FP is worked out.
    pub steps: Steps,
    /// Beyond 16 hexes: leader direction required, halved against unbroken units (4.1).
    pub far: bool,
}

impl Aim {
    /// Its FP: beyond 16 hexes halved against unbroken units (4.1).
    pub const fn against(&self, unbroken: bool) -> Firepower {
        if self.far && unbroken { self.firepower.halved() } else { self.firepower }
    }
}

/// A firer able to take part in an attack, whatever the target.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Stance {
    /// The unit or Weapon.
    pub item: Item,
    /// The unit that fires it.
    pub id: u8,
    /// Its hex.
    pub from: Place,
    factors: u8,
    normal: u8,
    marker: Marker,
    flame: bool,
}

/// How a firer reaches a hex.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    range: u16,
    hindrance: i16,
    again: bool,
    protective: bool,
    /// Beyond 16 hexes, where leader direction is required (4.1).
    pub far: bool,
}

/// How the FP of a firer is worked out (3.2.2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Steps {
    /// The printed FP.
    pub printed: u8,
    /// Doubled for PBF.
    pub doubled: bool,
    /// Halved for each of these: Long Range, pinned, AFPh, subsequent fire, a lone SMC.
    pub halved: [bool; 5],
    /// Plus 1 for Assault Fire.
    pub assault: bool,
}

impl Steps {
    const HALVED: [(&'static str, &'static str); 5] = [
        ("Long Range", "3.2.2b"),
        ("pinned", "3.2.3i"),
        ("AFPh", "3.5a"),
        ("Subsequent Fire", "3.3.1d"),
        ("lone SMC", "4.1"),
    ];

    /// The steps in words: "4 x2 (PBF 3.2.2a) x1/2 (pinned 3.2.3i)".
    pub fn in_words(&self) -> String {
        let mut words = self.printed.to_string();
        if self.doubled {
            words += " x2 (PBF 3.2.2a)";
        }
        for (why, rule) in Steps::HALVED.iter().zip(self.halved).filter_map(|(why, is)| is.then_some(why)) {
            words += &format!(" x1/2 ({why} {rule})");
        }
        if self.assault {
            words += " +1 (Assault Fire 3.5b)";
        }
        words
    }
}

impl Forces {
    /// The unit that fires an item.
    pub fn firer(&self, item: Item) -> Option<u8> {
        match item {
            Item::Unit(unit) => Some(unit),
            Item::Weapon(weapon) | Item::Equivalent(weapon) => self.weapon(weapon).holder,
        }
    }

    /// All units, Weapons and IFE of a side.
    pub fn arms(&self, side: Side) -> impl Iterator<Item = Item> + '_ {
        let units = self.ids().filter(|&id| self.unit(id).data().firepower > 0).map(Item::Unit);
        let weapons = self.weapon_ids().map(Item::Weapon);
        let equivalents = self
            .weapon_ids()
            .filter(|&weapon| self.weapon(weapon).gun().is_some_and(|gun| gun.ife > 0))
            .map(Item::Equivalent);
        units.chain(weapons).chain(equivalents).filter(move |&item| {
            self.firer(item).is_some_and(|id| self.unit(id).side == side && self.unit(id).good_order())
        })
    }

    /// Whether it cannot join a FG: FT, ordnance and IFE (3.2.2f, 4.2, 6.8).
    pub fn alone(&self, item: Item) -> bool {
        match item {
            Item::Unit(_) => false,
            Item::Weapon(weapon) => !matches!(self.weapon(weapon).arm, Arm::MachineGun(_)),
            Item::Equivalent(_) => true,
        }
    }

    /// Its fire marker.
    pub fn marker(&self, item: Item) -> Marker {
        match item {
            Item::Unit(unit) => self.unit(unit).marker,
            Item::Weapon(weapon) | Item::Equivalent(weapon) => self.weapon(weapon).marker,
        }
    }
}

/// Whether the unit is still free to fire this, with `with` fired in the same attack (4d).
#[apply(rule, "4d", "3.2.2d", "1.2.4")]
pub fn hands(forces: &Forces, item: Item, with: &[Item]) -> bool {
    let Some(id) = forces.firer(item) else { return false };
    let mine = |other: &&Item| **other != item && forces.firer(**other) == Some(id);
    let (mut own, mut weapons) = (forces.unit(id).fired, usize::from(forces.unit(id).destroyed));
    let this = |w: u8| item == Item::Weapon(w) || item == Item::Equivalent(w);
    for weapon in forces.weapons_of(id).filter(|&w| !this(w) && forces.weapon(w).fired) {
        weapons += usize::from(!with.contains(&Item::Weapon(weapon)));
    }
    for other in with.iter().filter(mine) {
        match other {
            Item::Unit(_) => own = true,
            Item::Weapon(_) | Item::Equivalent(_) => weapons += 1,
        }
    }
    match (forces.unit(id).data().kind, item) {
        (Kind::Squad, Item::Unit(_)) => weapons < 2,
        (Kind::Squad, _) => weapons == 0 || (weapons == 1 && !own),
        (Kind::HalfSquad | Kind::Crew, Item::Unit(_)) => weapons == 0,
        (Kind::HalfSquad | Kind::Crew, _) => weapons == 0 && !own,
        (Kind::Leader, Item::Unit(_)) => false,
        (Kind::Leader, Item::Weapon(_)) => {
            weapons == 0 && forces.unit(id).directed == 0 && forces.unit(id).helps.is_none()
        }
        (Kind::Leader, Item::Equivalent(_)) => false,
    }
}

/// The range of the closest enemy in LOS of a hex (3.3.1d).
fn closest(ground: &Ground, forces: &Forces, from: Place, side: Side) -> u16 {
    let seen = forces.enemies(side).filter_map(|id| forces.unit(id).place());
    let seen = seen.filter(|&there| ground.sees(from, there));
    seen.map(|there| ground.map().range(from, there)).min().unwrap_or(u16::MAX)
}

/// The part of this firer in an attack on a hex, along with others; `None` if it may not take part.
pub fn aim(
    ground: &Ground,
    forces: &Forces,
    turn: &Turn,
    item: Item,
    target: Place,
    mode: Mode,
    with: &[Item],
) -> Option<Aim> {
    let stance = stance(forces, item, mode, with)?;
    let reach = reach(ground, forces, turn, &stance, target, mode)?;
    Some(aimed(ground, forces, &stance, reach, target, mode, false))
}

/// Whether it may take part in an attack at all, along with others.
pub fn stance(forces: &Forces, item: Item, mode: Mode, with: &[Item]) -> Option<Stance> {
    let id = forces.firer(item)?;
    let unit = forces.unit(id);
    let from = unit.place()?;
    // A unit that tried to manhandle a Gun cannot fire in the AFPh (6.5).
    let pushed = mode == Mode::Advancing && unit.pushing;
    applies("6.5");
    applies("3.5a");
    // 3.2.3h
    if !unit.good_order() || pushed || !hands(forces, item, with) {
        return None;
    }
    let (factors, normal) = strength(forces, item, mode)?;
    let flame = matches!(item, Item::Weapon(weapon) if forces.weapon(weapon).arm == Arm::Flamethrower);
    applies("3.2.2b");
    let marker = forces.marker(item);
    // Its marker forbids any further fire.
    let done = match mode {
        Mode::Prep | Mode::Advancing => marker != Marker::None,
        Mode::First => false,
        Mode::Final => matches!(marker, Marker::Prep | Marker::Final),
    };
    if done {
        return None;
    }
    if flame && (unit.pinned || marker != Marker::None) {
        applies("4.2");
        return None;
    }
    // No unit uses two FT (4.2).
    let burnt = |weapon: u8| forces.weapon(weapon).fired && forces.weapon(weapon).arm == Arm::Flamethrower;
    if flame && forces.weapons_of(id).any(|weapon| item != Item::Weapon(weapon) && burnt(weapon)) {
        return None;
    }
    // A unit that Prep Fired does not fire again in the AFPh, even with ROF (3.5a).
    if mode == Mode::Advancing && weapons_used(forces, item) {
        applies("3.5a");
        return None;
    }
    Some(Stance { item, id, from, factors, normal, marker, flame })
}

/// How this firer reaches a hex, if it may fire at it.
pub fn reach(
    ground: &Ground,
    forces: &Forces,
    turn: &Turn,
    stance: &Stance,
    target: Place,
    mode: Mode,
) -> Option<Reach> {
    let &Stance { item, id, from, normal, marker, .. } = stance;
    let range = ground.map().range(from, target);
    if from == target || range > 2 * u16::from(normal) {
        return None;
    }
    let hindrance = ground.hindrance(from, target)?;
    let (again, protective) = match (mode, marker) {
        (_, Marker::None) => (false, false),
        (Mode::First, Marker::First) => {
            applies("3.3.1d");
            if range > u16::from(normal) || range > closest(ground, forces, from, forces.unit(id).side) {
                return None;
            }
            (true, false)
        }
        (Mode::First, Marker::Final) if range == 1 => (true, true),
        (Mode::Final, Marker::First) if range == 1 => (true, false),
        _ => return None,
    };
    // Firers in one hex attack the same target together; only ROF and subsequent fire come later
    // (3.2.2g).
    let kept = match item {
        Item::Unit(_) => false,
        Item::Weapon(weapon) | Item::Equivalent(weapon) => forces.weapon(weapon).fired,
    };
    if !forces.alone(item) && turn.shots.contains(&(from, target)) && !kept && !again {
        applies("3.2.2g");
        return None;
    }
    applies("4.1");
    let far = range > FAR && !matches!(item, Item::Unit(_));
    Some(Reach { range, hindrance, again, protective, far })
}

/// The part in the attack that follows from stance and reach; `helped`: for a leader that another helps (4.1).
#[apply(rule, "3.2.2c")]
pub(super) fn aimed(
    ground: &Ground,
    forces: &Forces,
    stance: &Stance,
    reach: Reach,
    target: Place,
    mode: Mode,
    helped: bool,
) -> Aim {
    let &Stance { item, id, from, factors, normal, flame, .. } = stance;
    let Reach { range, hindrance, again, protective, far } = reach;
    let unit = forces.unit(id);
    let mut firepower = Firepower::whole(factors.into());
    if range == 1 && !flame {
        applies("3.2.2a");
        firepower = firepower.doubled();
    }
    let leader = unit.leader();
    let (advancing, leader) = (mode == Mode::Advancing && !flame, leader && !flame && !helped);
    let halved = [range > normal.into(), unit.pinned, advancing, again, leader];
    for _ in halved.iter().filter(|halved| **halved) {
        firepower = firepower.halved();
    }
    let underlined = unit.data().assault || forces.order.assault == Some(unit.counter);
    let assault = mode == Mode::Advancing && underlined && unit.data().kind == Kind::Squad;
    let assault = assault && matches!(item, Item::Unit(_)) && range <= normal.into();
    if assault {
        applies("3.5b");
        firepower = firepower.assault();
    }
    let steps = Steps { printed: factors, doubled: range == 1 && !flame, halved, assault };
    let (facing, turning) = match item {
        Item::Equivalent(weapon) => turning::turning(ground, forces, weapon, target),
        _ => (None, 0),
    };
    Aim { from, range, hindrance, firepower, again, protective, facing, turning, steps, far }
}

/// FP and normal range, if it is able to fire.
fn strength(forces: &Forces, item: Item, mode: Mode) -> Option<(u8, u8)> {
    let weapon = match item {
        Item::Unit(id) => return Some((forces.unit(id).data().firepower, forces.unit(id).data().range)),
        Item::Weapon(weapon) | Item::Equivalent(weapon) => forces.weapon(weapon),
    };
    let moved = mode == Mode::Advancing && weapon.moved;
    if weapon.broken {
        return None;
    }
    match (item, weapon.arm) {
        (Item::Weapon(_), Arm::MachineGun(weight)) => {
            let gun = weapon.machine_gun()?;
            applies("4.1");
            (!moved || weight == Weight::Light).then_some((gun.fp, gun.range))
        }
        (Item::Weapon(_), Arm::Flamethrower) => {
            let flamethrower = weapons::flamethrower();
            applies("4.2");
            Some((flamethrower.fp, flamethrower.range))
        }
        (Item::Equivalent(_), _) => {
            applies("6.8");
            let gun = weapon.gun().filter(|gun| gun.ife > 0 && !moved && !weapon.carriage.spent)?;
            Some((gun.ife, IFE_RANGE))
        }
        _ => None,
    }
}

/// Whether a Weapon has fired in this Player Turn.
fn weapons_used(forces: &Forces, item: Item) -> bool {
    match item {
        Item::Unit(_) => false,
        Item::Weapon(weapon) | Item::Equivalent(weapon) => forces.weapon(weapon).fired,
    }
}
