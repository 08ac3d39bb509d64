//! What a unit is, which does not change in a battle.

use super::choice::Tag;
use crate::game::Side;
use crate::rules::panzertruppe::firing::Bore;
use crate::rules::panzertruppe::sight::geometry::{Arc, Aspect};

/// The three sorts of units.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Arm {
    /// A vehicle with armour.
    Armoured,
    /// A vehicle without.
    Soft,
    /// An anti-tank, artillery or anti-aircraft piece.
    Gun,
    /// Infantry, mortars and cavalry.
    Infantry,
}

/// How it moves: the column of the movement table, and whether it has a turret.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Drive {
    /// Tracks and a turret.
    Tank,
    /// Tracks without one.
    SpGun,
    /// Halftrack.
    Halftrack,
    /// Wheels.
    Wheeled,
    /// Pushed by its crew.
    HandTow,
    /// On foot.
    Foot,
    /// Horses under the saddle.
    Cavalry,
}

/// A gun of a unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gun {
    /// Size and type.
    pub bore: Bore,
    /// Two shots between loads.
    pub double: bool,
    /// How far it bears.
    pub arc: Arc,
    /// It turns with the turret, not with the hull.
    pub turret: bool,
}

/// A unit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Its number on the map: G7.
    pub tag: Tag,
    /// What it is called.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// Its group, an index into the battle's.
    pub group: u8,
    /// Its sort.
    pub arm: Arm,
    /// How it moves.
    pub drive: Drive,
    /// Movement in twelfths of a point.
    pub pace: u16,
    /// The gun, or the first of two.
    pub main: Option<Gun>,
    /// A second gun (36, note 3).
    pub second: Option<Gun>,
    /// Machine guns: bow, coaxial, open.
    pub machine_guns: [bool; 3],
    /// Infantry with a machine gun of its own, not only small arms.
    pub infantry_gun: bool,
    /// An infantry anti-tank weapon, an index into the tables.
    pub hand: Option<u8>,
    /// A mortar of so many millimetres.
    pub mortar: Option<u16>,
    /// Size modifier.
    pub size: i16,
    /// Armour of front, right side, left side, rear.
    pub armour: [i16; 4],
    /// 0 light to 3 very heavy.
    pub weight: u8,
    /// The last year it saw action, 39 to 45.
    pub last_year: u8,
    /// Its value in points.
    pub value: u16,
    /// Open on top.
    pub open: bool,
    /// How many infantry it carries.
    pub carries: u8,
    /// Its riders sit inside and may crouch.
    pub carrier: bool,
    /// Riders inside always crouch (18, P-7).
    pub kangaroo: bool,
    /// May fire at aircraft (32).
    pub anti_air: bool,
    /// Four heavy machine guns (32).
    pub quad: bool,
    /// Four 20 mm: one to-hit die, four for effect (36, note 12).
    pub quad_twenty: bool,
    /// May fire indirect in a battery (21).
    pub artillery: bool,
    /// May only fire indirect (21).
    pub rocket: bool,
    /// Eight wheels: halftrack column, full speed in reverse (36, note 13).
    pub eight_wheels: bool,
    /// Its open machine gun is part of its turret (16).
    pub turret_open: bool,
    /// Tows only the lightest Guns (14).
    pub light_tow: bool,
    /// Its driver is its rider: it does not move without him (18).
    pub jeep: bool,
    /// Clears mines with flails (34).
    pub flail: bool,
    /// Clears mines with rollers (34).
    pub rollers: bool,
    /// Crosses hedgerows so that others may follow (23).
    pub opens_hedgerows: bool,
    /// Clears a path for rollers with its blade (34).
    pub dozer: bool,
    /// Its bow machine gun is in a small turret of its own (36, note 7).
    pub small_turret: bool,
    /// Horses, not a motor: what they draw over bridges is light (26).
    pub horses: bool,
    /// Cannot fire downhill from behind the edge (8).
    pub no_hull_down_fire: bool,
    /// A Gun that counts as 90 mm whatever its bore (13).
    pub large: bool,
    /// A Gun that may fire while hitched or limbered (14).
    pub fires_limbered: bool,
    /// Russian crew (36, note 16).
    pub russian: bool,
    /// Sees for reconnaissance (29).
    pub recon: bool,
    /// Calls indirect fire (21).
    pub spotter: bool,
    /// Its battery, from 1; 0 none (21).
    pub battery: u8,
    /// Hidden at the start (29).
    pub hidden: bool,
    /// Sides it is dug in on: bits of front 1, right 2, left 4, rear 8 (28).
    pub dug_in: u8,
}

impl Unit {
    /// A vehicle, armoured or not.
    pub const fn is_vehicle(&self) -> bool {
        matches!(self.arm, Arm::Armoured | Arm::Soft)
    }

    /// Infantry, mortars, cavalry.
    pub const fn is_infantry(&self) -> bool {
        matches!(self.arm, Arm::Infantry)
    }

    /// A Gun.
    pub const fn is_gun(&self) -> bool {
        matches!(self.arm, Arm::Gun)
    }

    /// It has a turret that turns apart from the hull.
    pub fn has_turret(&self) -> bool {
        self.is_vehicle()
            && (self.main.is_some_and(|gun| gun.turret)
                || self.second.is_some_and(|gun| gun.turret)
                || self.machine_guns[1])
    }

    /// The calibre a Gun counts as for towing and setting up (13, P-1).
    pub fn carriage(&self) -> u16 {
        if self.large { 90 } else { self.main.map_or(0, |gun| gun.bore.calibre) }
    }

    /// Guns of 80 mm and more take longer to set up and to hitch (14, P-1).
    pub fn is_large_gun(&self) -> bool {
        self.is_gun() && self.carriage() >= 80
    }

    /// How many infantry it takes: what it was made for; else two on a closed tank or self-propelled gun of medium
    /// weight and more, one on a light one, before 1942 only with Russians (18).
    pub fn room(&self, year: u8, russian: bool) -> usize {
        let tank =
            matches!(self.drive, Drive::Tank | Drive::SpGun) && !self.open && self.arm == Arm::Armoured;
        match self.carries {
            0 if tank && (year >= 42 || russian) => {
                if self.weight >= 1 {
                    2
                } else {
                    1
                }
            }
            carries => usize::from(carries),
        }
    }

    /// Whether it can tow a Gun: under 140 mm; jeeps, carriers and scout cars only the 75S and up to 57 mm (14).
    pub fn tows(&self, gun: &Self) -> bool {
        let Some(main) = gun.main else { return false };
        let light = main.bore.calibre <= 57
            || main.bore.calibre == 75 && main.bore.kind == crate::rules::panzertruppe::firing::GunType::S;
        gun.is_gun()
            && gun.carriage() < 140
            && (!self.light_tow || light)
            && matches!(self.drive, Drive::Halftrack | Drive::Wheeled | Drive::Tank)
            && (self.light_tow || !self.jeep)
            && (self.carries > 0 || self.arm == Arm::Soft)
    }

    /// A mortar of 76 mm or more: it takes a phase to set up or to take down (22).
    pub fn is_heavy_mortar(&self) -> bool {
        self.mortar.is_some_and(|mm| mm >= 76)
    }

    /// Whether it may fire indirect in a battery: artillery, mortars, rockets, and what is open on top with more than
    /// 70 mm (21, P-64).
    pub fn may_fire_indirect(&self) -> bool {
        let open = self.is_vehicle() && self.open && self.main.is_some_and(|gun| gun.bore.calibre > 70);
        self.artillery || self.rocket || self.mortar.is_some() || open
    }

    /// The column of the movement table.
    pub const fn column(&self) -> usize {
        match self.drive {
            Drive::Tank | Drive::SpGun | Drive::Cavalry | Drive::Foot => 0,
            Drive::Halftrack => 1,
            Drive::Wheeled if self.eight_wheels => 1,
            Drive::Wheeled => 2,
            Drive::HandTow => 3,
        }
    }

    /// The armour of the facing hit; sides may differ (36, note 3).
    pub const fn armour_at(&self, aspect: Aspect, right: bool) -> i16 {
        match aspect {
            Aspect::Front => self.armour[0],
            Aspect::Side if right => self.armour[1],
            Aspect::Side => self.armour[2],
            Aspect::Rear => self.armour[3],
        }
    }
}
