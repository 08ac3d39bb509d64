//! The fixed part of a stand: its entry in the weapons data, guns, command and equipment.

use super::choice::Tag;
use crate::board::{Cell, Compass};
use crate::game::Side;
use crate::rules::matg::catalog::{Class, CountsAs, Gun, Mode, StandType, Trait};
use crate::rules::matg::movement::special;
use crate::rules::matg::water::boats;

/// How a stand blocks sight and counts in combat (6.2, 7.1.8, 8.7, 8.8).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Arm {
    /// Foot soldiers and light weapons (note P).
    Infantry,
    /// Cavalry, mounted (10.10).
    Cavalry,
    /// Motorcycle infantry (6.2.2).
    Motorcycle,
    /// Guns without a P: anti-tank, anti-aircraft, artillery (6.2.1).
    Weapon,
    /// Armoured vehicles, with a defence in brackets.
    Armoured,
    /// Every other vehicle, motor or horse-drawn.
    Soft,
    /// Horses without riders (10.10.5).
    Horses,
    /// Boats (10.12).
    Boat,
}

impl Arm {
    /// The arm of a catalog entry.
    pub fn of(kind: &StandType) -> Self {
        let mode = kind.movement.land.map(|(_, mode)| mode);
        match kind.class {
            _ if kind.armoured => Self::Armoured,
            Class::Boat => Self::Boat,
            _ if kind.counts_as == Some(CountsAs::Cavalry) => Self::Cavalry,
            _ if kind.counts_as == Some(CountsAs::Weapon) => Self::Weapon,
            Class::Personnel if mode == Some(Mode::Wheeled) => Self::Motorcycle,
            Class::Personnel => Self::Infantry,
            Class::Transport => Self::Soft,
            Class::NonMotorized if kind.is_personnel() => Self::Infantry,
            Class::NonMotorized => Self::Soft,
            _ if matches!(kind.movement.land, Some((1.., Mode::Wheeled | Mode::Tracked))) => Self::Soft,
            _ if kind.is_personnel() => Self::Infantry,
            _ => Self::Weapon,
        }
    }
}

/// The command role of a stand (10.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// No headquarters.
    None,
    /// Battalion headquarters.
    Hq,
    /// GHQ with its quality: it gives the orders (10.1.4).
    Ghq(i8),
}

/// One stand as the scenario fields it.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The side that it belongs to.
    pub side: Side,
    /// Its name in notation.
    pub tag: Tag,
    /// Its catalog entry.
    pub kind: &'static StandType,
    /// Its guns: the entry's own, then those of its other role (10.7.1).
    pub guns: Vec<(Gun, GunUse)>,
    /// Its arm.
    pub arm: Arm,
    /// Its command role.
    pub role: Role,
    /// `[R]`: moves independently without the modifier (10.6).
    pub recon: bool,
    /// Part of a reconnaissance or armoured car unit (7.8.2).
    pub reconnaissance: bool,
    /// The formation to which its own is attached (8.10.1.1).
    pub supports: Option<String>,
    /// Hosts a forward observer at the start (7.6.4.1); secret.
    pub observer: bool,
    /// Suppresses where other fire has no effect: MMG, light mortar, support (10.4).
    pub support: bool,
    /// Its formation.
    pub formation: String,
    /// Its square at the start; `None` if aboard or off the map.
    pub start: Option<Cell>,
    /// Facing at the start.
    pub facing: Compass,
    /// The unit that carries it at the start, an index into [`Battle::units`].
    pub aboard: Option<u8>,
    /// An off-map battery (7.7).
    pub off_map: bool,
    /// The airborne group it lands with, an index into [`Battle::landings`] (8.10).
    pub landing: Option<u8>,
    /// The zone in which it begins or arrives, an index into [`Battle::zones`]; `None` for the area along its
    /// side's edge.
    pub zone: Option<u8>,
    /// Fording boats, and the scenario's settings for water (8.9).
    pub water: boats::Waters,
    /// Combat engineers (11.5).
    pub engineer: bool,
    /// Engineering equipment of a vehicle (11.5.2).
    pub gear: Vec<Gear>,
    /// A transport that carries bridging materials (11.5.7).
    pub bridging: bool,
    /// Training and equipment that are not in the weapons data (10.13).
    pub skill: special::Skill,
    /// Hosts an air support team when the battle begins (12.3.3.3).
    pub air_support: bool,
    /// Equipped with better shells (12.9).
    pub better_shells: bool,
    /// Given hollow charges by the scenario (12.11).
    pub heat: bool,
    /// Turns of fire; `None` for no limit (7.9).
    pub rounds: Option<u8>,
    /// Carries the stand that began aboard it, whatever its size (scenario).
    pub carries_its_own: bool,
    /// Its state at the start.
    pub begins: Begins,
}

/// The state of a stand at the start of a battle that continues an earlier one.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Begins {
    /// Suppressed (5.2).
    pub suppressed: bool,
    /// Disorganized (5.2).
    pub disorganized: bool,
    /// Out of anti-tank ammunition (10.14).
    pub depleted: bool,
    /// Low on ammunition (12.2.2).
    pub low: bool,
    /// Cavalry on foot (10.10.3).
    pub dismounted: bool,
    /// Smoke missions left, if not the usual number (7.4.7.2).
    pub smoke: Option<u8>,
}

/// A word for a state (scenario).
#[derive(Copy, Clone, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Suppressed.
    Suppressed,
    /// Disorganized.
    Disorganized,
    /// Out of anti-tank ammunition.
    Depleted,
    /// Low on ammunition.
    LowOnAmmunition,
    /// Cavalry on foot.
    Dismounted,
}

impl Begins {
    /// The state with another word added.
    #[must_use]
    pub const fn with(mut self, mark: Mark) -> Self {
        match mark {
            Mark::Suppressed => self.suppressed = true,
            Mark::Disorganized => self.disorganized = true,
            Mark::Depleted => self.depleted = true,
            Mark::LowOnAmmunition => self.low = true,
            Mark::Dismounted => self.dismounted = true,
        }
        self
    }
}

/// Engineering equipment of vehicles (11.5).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gear {
    /// Rollers, flails or ploughs against mines (11.5.4).
    MineRoller,
    /// A bulldozer blade (11.5.6).
    Dozer,
    /// A bridge to lay (11.5.7).
    Bridge,
    /// A wrecker's boom (11.5.9.1).
    Recovery,
    /// A Culin hedgerow plough (9.3.3).
    Culin,
}

impl Gear {
    /// The name that players see.
    pub const fn words(self) -> &'static str {
        match self {
            Self::MineRoller => "mine rollers",
            Self::Dozer => "dozer blade",
            Self::Bridge => "bridge",
            Self::Recovery => "recovery gear",
            Self::Culin => "hedgerow plough",
        }
    }
}

impl Unit {
    /// Movement points on land and movement class; boats and guns that can't move have none.
    #[inline]
    pub fn pace(&self) -> (u8, Mode) {
        self.kind.movement.land.unwrap_or((0, Mode::Foot))
    }

    /// Whether it has a P: personnel, with half defence outside the firing posture (7.1.8).
    pub fn is_personnel(&self) -> bool {
        matches!(self.arm, Arm::Infantry | Arm::Cavalry | Arm::Motorcycle | Arm::Horses)
    }

    /// Whether it is a vehicle.
    pub const fn is_vehicle(&self) -> bool {
        matches!(self.arm, Arm::Armoured | Arm::Soft | Arm::Boat)
    }

    /// Whether it is a transport (7.8.2).
    pub const fn is_transport(&self) -> bool {
        matches!(self.kind.class, Class::Transport | Class::NonMotorized)
    }

    /// Whether it has no firepower, like transports (8.3.9).
    #[inline]
    pub fn is_unarmed(&self) -> bool {
        self.guns.is_empty()
    }

    /// Whether it is an HQ or GHQ.
    #[inline]
    pub fn is_headquarters(&self) -> bool {
        self.role != Role::None
    }

    /// Whether it is a mortar, towed or on a vehicle: direct fire deviates too (7.5.4).
    #[inline]
    pub fn is_mortar(&self) -> bool {
        self.kind.is(Trait::Mortar)
    }

    /// Whether its first gun is artillery (7.4.2.1).
    #[inline]
    pub fn is_artillery(&self) -> bool {
        self.guns.iter().any(|(_, usage)| matches!(usage, GunUse::Artillery | GunUse::Rocket))
    }
}

/// The phase and rules by which a gun fires.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum GunUse {
    /// Standard fire (7.1).
    Standard,
    /// Standard fire on the range chart of dual-purpose guns (10.7.2).
    DualPurpose,
    /// Artillery fire (7.4).
    Artillery,
    /// Rockets: open sheaf only, deviation by 1D6 (7.4.2.3).
    Rocket,
    /// Infantry close support: artillery phase, at a stand, without markers (10.8).
    CloseSupport,
}
