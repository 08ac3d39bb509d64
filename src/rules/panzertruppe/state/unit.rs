//! The properties of a unit, which do not change during a battle.

use std::str::FromStr;

use super::choice::{Slot, Tag};
use crate::game::Side;
use crate::rules::panzertruppe::firing::{Bore, GunType};
use crate::rules::panzertruppe::sight::geometry::{Arc, Aspect};

/// Sides of a unit that are dug in (28).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DugIn(u8);

impl DugIn {
    /// Not dug in.
    pub const NONE: Self = Self(0);
    /// To the front.
    pub const FRONT: Self = Self(1);
    /// To the right.
    pub const RIGHT: Self = Self(2);
    /// To the left.
    pub const LEFT: Self = Self(4);
    /// To the rear.
    pub const REAR: Self = Self(8);
    /// To the front and both sides: a vehicle must leave in reverse.
    pub const THREE_SIDES: Self = Self(7);
    /// On all sides.
    pub const ALL: Self = Self(15);

    /// Whether all of some sides are dug in.
    pub const fn has(self, sides: Self) -> bool {
        self.0 & sides.0 == sides.0
    }

    /// These sides and others.
    #[must_use]
    pub const fn with(self, sides: Self) -> Self {
        Self(self.0 | sides.0)
    }

    /// The side that covers a facing.
    pub const fn facing(aspect: Aspect, right: bool) -> Self {
        match aspect {
            Aspect::Front => Self::FRONT,
            Aspect::Side if right => Self::RIGHT,
            Aspect::Side => Self::LEFT,
            Aspect::Rear => Self::REAR,
        }
    }
}

impl FromStr for DugIn {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        match word {
            "front" => Ok(Self::FRONT),
            "right" => Ok(Self::RIGHT),
            "left" => Ok(Self::LEFT),
            "rear" => Ok(Self::REAR),
            "all" => Ok(Self::ALL),
            _ => Err(()),
        }
    }
}

/// The four kinds of units.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Arm {
    /// An armoured vehicle.
    Armoured,
    /// An unarmoured vehicle.
    Soft,
    /// A Gun.
    Gun,
    /// Infantry, mortars and cavalry.
    Infantry,
}

/// How a unit moves: its column of the Movement Table.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Drive {
    /// A tank: tracked, with a turret.
    Tank,
    /// An SP-gun: tracked, without a turret.
    SpGun,
    /// Halftrack.
    Halftrack,
    /// Wheels.
    Wheeled,
    /// Hand-towed by its crew.
    HandTow,
    /// On foot.
    Foot,
    /// Mounted on horses.
    Cavalry,
}

/// The weight of a vehicle.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Weight {
    /// Light.
    Light,
    /// Medium.
    Medium,
    /// Heavy.
    Heavy,
    /// Very heavy.
    VeryHeavy,
}

impl Weight {
    /// Every weight, the lightest first.
    pub const ALL: [Self; 4] = [Self::Light, Self::Medium, Self::Heavy, Self::VeryHeavy];

    /// The next heavier weight, if there is one.
    #[must_use]
    pub const fn heavier(self) -> Self {
        match self {
            Self::Light => Self::Medium,
            Self::Medium => Self::Heavy,
            Self::Heavy | Self::VeryHeavy => Self::VeryHeavy,
        }
    }
}

/// Armour modifiers by facing; the sides may differ (36, note 3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Armour {
    /// The front.
    pub front: i16,
    /// The right side.
    pub right: i16,
    /// The left side.
    pub left: i16,
    /// The rear.
    pub rear: i16,
}

/// The machine guns of a vehicle (16).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MachineGuns {
    /// In the bow.
    pub bow: bool,
    /// Coaxial with the main gun.
    pub coax: bool,
    /// On an open mount.
    pub open: bool,
}

impl MachineGuns {
    /// Whether there is any.
    pub const fn any(self) -> bool {
        self.bow || self.coax || self.open
    }
}

/// A gun of a unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gun {
    /// Its size and type.
    pub bore: Bore,
    /// Whether it has a double rate of fire.
    pub double: bool,
    /// Its fire arc.
    pub arc: Arc,
    /// Whether it turns with the turret.
    pub turret: bool,
}

/// A unit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Its number on the map: G7.
    pub tag: Tag,
    /// Its name.
    pub name: String,
    /// Its side at the start.
    pub side: Side,
    /// The index of its group.
    pub group: u8,
    /// Its kind.
    pub arm: Arm,
    /// How it moves.
    pub drive: Drive,
    /// Movement points, in twelfths.
    pub pace: u16,
    /// The main gun.
    pub main: Option<Gun>,
    /// A second gun (36, note 3).
    pub second: Option<Gun>,
    /// Its machine guns.
    pub machine_guns: MachineGuns,
    /// Whether it is infantry with an MG.
    pub infantry_gun: bool,
    /// Its infantry anti-tank weapon, an index into the tables.
    pub hand: Option<u8>,
    /// The calibre of its mortar in millimetres.
    pub mortar: Option<u16>,
    /// Size modifier.
    pub size: i16,
    /// Its armour.
    pub armour: Armour,
    /// Its weight.
    pub weight: Weight,
    /// The last year it saw action, 39 to 45.
    pub last_year: u8,
    /// Its value in points.
    pub value: u16,
    /// Whether it is open-topped.
    pub open: bool,
    /// The number of infantry units it was built to carry.
    pub carries: u8,
    /// Whether its riders are inside and may crouch.
    pub carrier: bool,
    /// Whether riders inside always crouch (18, P-7).
    pub kangaroo: bool,
    /// Whether it may fire at aircraft (32).
    pub anti_air: bool,
    /// Whether its weapon is a quad .50 (32).
    pub quad: bool,
    /// Whether its weapon is a quad 20 mm: one to-hit die, four effect dice (36, note 12).
    pub quad_twenty: bool,
    /// Whether it may use indirect fire (21).
    pub artillery: bool,
    /// Whether it may only use indirect fire (21).
    pub rocket: bool,
    /// Whether it has eight wheels: halftrack column, full speed in reverse (36, note 13).
    pub eight_wheels: bool,
    /// Whether its open MG counts as a weapon of the turret (16).
    pub turret_open: bool,
    /// Whether it tows only the 75S and Guns up to 57 mm (14).
    pub light_tow: bool,
    /// Whether its driver is its rider; it may not move without one (18).
    pub jeep: bool,
    /// Whether it clears mines with flails (34).
    pub flail: bool,
    /// Whether it clears mines with rollers (34).
    pub rollers: bool,
    /// Whether it opens hedgerows for other units (23).
    pub opens_hedgerows: bool,
    /// Whether it is a Sherman 75, which may push rollers (34).
    pub pushes_rollers: bool,
    /// Whether it has a bulldozer blade (34).
    pub dozer: bool,
    /// Whether its bow MG is in a small turret (36, note 7).
    pub small_turret: bool,
    /// Whether it is a horse team; a Gun it draws over a bridge counts as light (26).
    pub horses: bool,
    /// Whether it may not fire downhill while hull down (8).
    pub no_hull_down_fire: bool,
    /// Whether it is infantry with an anti-tank rifle (17).
    pub anti_tank_rifle: bool,
    /// Whether it is a Gun that counts as 90 mm for its carriage (13).
    pub large: bool,
    /// Whether it is a Gun that may fire while hitched or limbered (14).
    pub fires_limbered: bool,
    /// Whether its crew is Russian (36, note 16).
    pub russian: bool,
    /// Whether it is a reconnaissance unit (29).
    pub recon: bool,
    /// Whether it is an artillery spotter (21).
    pub spotter: bool,
    /// The number of its battery; 0 for none (21).
    pub battery: u8,
    /// Whether it begins hidden (29).
    pub hidden: bool,
    /// The sides on which it begins dug in (28).
    pub dug_in: DugIn,
}

impl Unit {
    /// Whether it is a vehicle, armoured or not.
    pub const fn is_vehicle(&self) -> bool {
        matches!(self.arm, Arm::Armoured | Arm::Soft)
    }

    /// Whether it is infantry, a mortar or cavalry.
    pub const fn is_infantry(&self) -> bool {
        matches!(self.arm, Arm::Infantry)
    }

    /// Whether it is a Gun.
    pub const fn is_gun(&self) -> bool {
        matches!(self.arm, Arm::Gun)
    }

    /// Whether it has a turret.
    pub fn has_turret(&self) -> bool {
        self.is_vehicle()
            && (self.main.is_some_and(|gun| gun.turret)
                || self.second.is_some_and(|gun| gun.turret)
                || self.machine_guns.coax)
    }

    /// The calibre a Gun counts as for towing, set-up and movement (13, P-1).
    pub fn carriage(&self) -> u16 {
        if self.large { 90 } else { self.main.map_or(0, |gun| gun.bore.calibre) }
    }

    /// Whether it is a Gun of 80 mm or more, which limbers and unlimbers (14, P-1).
    #[inline]
    pub fn is_large_gun(&self) -> bool {
        self.is_gun() && self.carriage() >= 80
    }

    /// The number of infantry units it may carry: the number it was built for; else two on a closed tank or
    /// SP-gun of medium weight or heavier, one on a light one, before 1942 only for Russians (18).
    pub fn room(&self, year: u8, russian: bool) -> usize {
        let tank =
            matches!(self.drive, Drive::Tank | Drive::SpGun) && !self.open && self.arm == Arm::Armoured;
        match self.carries {
            0 if tank && (year >= 42 || russian) => {
                if self.weight >= Weight::Medium {
                    2
                } else {
                    1
                }
            }
            carries => usize::from(carries),
        }
    }

    /// Whether it may tow a Gun: under 140 mm; jeeps, carriers and scout cars only the 75S and up to 57 mm
    /// (14).
    pub fn tows(&self, gun: &Self) -> bool {
        let Some(main) = gun.main else { return false };
        let light = main.bore.calibre <= 57 || main.bore.calibre == 75 && main.bore.kind == GunType::S;
        gun.is_gun()
            && gun.carriage() < 140
            && (!self.light_tow || light)
            && matches!(self.drive, Drive::Halftrack | Drive::Wheeled | Drive::Tank)
            && (self.light_tow || !self.jeep)
            && (self.carries > 0 || self.arm == Arm::Soft)
    }

    /// Whether it is a mortar of 76 mm or more, which takes a phase to set up or dismantle (22).
    #[inline]
    pub fn is_heavy_mortar(&self) -> bool {
        self.mortar.is_some_and(|mm| mm >= 76)
    }

    /// Whether it may use indirect fire in a battery: artillery, mortars, rockets, and open-topped vehicles
    /// with more than 70 mm (21, P-64).
    pub fn may_fire_indirect(&self) -> bool {
        let open = self.is_vehicle() && self.open && self.main.is_some_and(|gun| gun.bore.calibre > 70);
        self.artillery || self.rocket || self.mortar.is_some() || open
    }

    /// Its column of the Movement Table.
    pub const fn column(&self) -> usize {
        match self.drive {
            Drive::Tank | Drive::SpGun | Drive::Cavalry | Drive::Foot => 0,
            Drive::Halftrack => 1,
            Drive::Wheeled if self.eight_wheels => 1,
            Drive::Wheeled => 2,
            Drive::HandTow => 3,
        }
    }

    /// The armour modifier of a facing; the sides may differ (36, note 3).
    pub const fn armour_at(&self, aspect: Aspect, right: bool) -> i16 {
        match aspect {
            Aspect::Front => self.armour.front,
            Aspect::Side if right => self.armour.right,
            Aspect::Side => self.armour.left,
            Aspect::Rear => self.armour.rear,
        }
    }

    /// Its weapons, in order.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        let has = [
            (Slot::Main, self.main.is_some() && !self.rocket),
            (Slot::Second, self.second.is_some()),
            (Slot::Bow, self.machine_guns.bow),
            (Slot::Coax, self.machine_guns.coax),
            (Slot::Open, self.machine_guns.open || self.quad),
            (Slot::Arms, self.is_infantry()),
            (Slot::Hand, self.hand.is_some()),
            (Slot::Mortar, self.mortar.is_some()),
        ];
        has.into_iter().filter(|(_, has)| *has).map(|(slot, _)| slot)
    }

    /// The size and type of the weapon in a slot.
    pub fn bore(&self, slot: Slot) -> Option<Bore> {
        match slot {
            Slot::Main => self.main.map(|gun| gun.bore),
            Slot::Second => self.second.map(|gun| gun.bore),
            Slot::Mortar => self.mortar.map(|calibre| Bore { calibre, ..Bore::default() }),
            _ => None,
        }
    }
}
