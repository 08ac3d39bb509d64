//! Prices in points of stands, works and observers (7.8.2, 7.9.1, 8.9.4, 10.1.1, 10.1.4, 10.6, 11.1.4, 11.2,
//! 11.3.1, 11.4.1, 11.4.2, 11.5.2).

use std::fmt;

use super::battle::{Role, Unit};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::catalog::{Class, StandType, Trait};
use crate::rules::matg::fire::charts::Concentration;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::water::boats::Craft;
use crate::rules::matg::works::laid::{Laid, Marker};

/// The surcharge for engineers and stands marked \[R\] (10.6, 11.5.2).
const MORE: u32 = 10;

/// The cost of a force, in points.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cost {
    /// Stands with everything that belongs to them.
    pub stands: u32,
    /// Mines, wire, ditches and positions.
    pub works: u32,
    /// Additional forward observers (7.8.2).
    pub observers: u32,
}

impl Cost {
    /// The total.
    pub const fn points(self) -> u32 {
        self.stands + self.works + self.observers
    }
}

impl fmt::Display for Cost {
    /// "1183 points, 33 of them for works".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} points", self.points())?;
        match (self.works, self.observers) {
            (0, 0) => Ok(()),
            (works, 0) => write!(f, ", {works} of them for works"),
            (0, observers) => write!(f, ", {observers} of them for observers"),
            (works, observers) => write!(f, ", {works} of them for works and {observers} for observers"),
        }
    }
}

/// A GHQ's multiple of the printed price, in tenths (10.1.4).
#[apply(rule, "10.1.4")]
pub fn ghq_tenths(quality: i8) -> u32 {
    (20 + 4 * quality as i32) as u32
}

/// The factors in the price of a stand.
#[derive(Copy, Clone, Debug)]
pub struct Priced {
    /// Its entry in the weapons data.
    pub kind: &'static StandType,
    /// Its role of command.
    pub role: Role,
    /// Combat engineers (11.5.2).
    pub engineer: bool,
    /// A vehicle with engineering equipment (11.5.2).
    pub geared: bool,
    /// Equipped with better shells (12.9).
    pub better_shells: bool,
    /// \[R\] (10.6).
    pub recon: bool,
    /// Turns of fire allotted to it (7.9).
    pub rounds: Option<u8>,
    /// Fording boats (8.9.4).
    pub boats: Option<Craft>,
}

impl Priced {
    /// A stand with nothing but its entry.
    pub const fn of(kind: &'static StandType) -> Self {
        Self {
            kind,
            role: Role::None,
            engineer: false,
            geared: false,
            better_shells: false,
            recon: false,
            rounds: None,
            boats: None,
        }
    }

    /// The price of a stand in a battle of so many turns, rounded to the nearest point: the printed price;
    /// times 1.3 with engineering equipment; 10 more for engineers without an entry of their own; times its
    /// command; 10 more for \[R\]; by turns of fire if they are limited; plus its fording boats (S-118).
    #[apply(rule, "11.5.2" if self.geared, "11.5.4" if self.geared)]
    #[apply(rule, "11.5.2" if self.engineer && !self.kind.is(Trait::Engineer))]
    #[apply(rule, "12.9" if self.better_shells)]
    #[apply(rule, "10.1.1" if self.role == Role::Hq)]
    #[apply(rule, "10.6" if self.recon)]
    #[apply(rule, "7.9.1" if self.rounds.is_some())]
    #[apply(rule, "8.9.4" if self.boats.is_some())]
    pub fn price(&self, turns: u8) -> u32 {
        let (mut points, mut parts) = (u32::from(self.kind.points), 1);
        if self.geared {
            (points, parts) = (points * 13, 10); // 11.5.2, 11.5.4
        }
        if self.engineer && !self.kind.is(Trait::Engineer) {
            points += MORE * parts;
        }
        if self.better_shells {
            (points, parts) = (points * 115, parts * 100);
        }
        let staff = self.kind.class == Class::Personnel && self.kind.is(Trait::Staff);
        match self.role {
            Role::None => {}
            Role::Hq => {
                if !staff {
                    (points, parts) = (points * 15, parts * 10);
                }
            }
            Role::Ghq(quality) => (points, parts) = (points * ghq_tenths(quality), parts * 10),
        }
        if self.recon {
            points += MORE * parts;
        }
        if let Some(rounds) = self.rounds {
            (points, parts) = (points * u32::from(rounds), parts * u32::from(turns.max(1))); // 7.9.1
        }
        let boats = self.boats.map_or(0, |craft| u32::from(craft.points()));
        (2 * points + parts) / (2 * parts) + boats
    }
}

impl Unit {
    /// The price of the stand in a battle of so many turns.
    pub fn price(&self, turns: u8) -> u32 {
        let priced = Priced {
            kind: self.kind,
            role: self.role,
            engineer: self.engineer,
            geared: !self.gear.is_empty(),
            better_shells: self.better_shells,
            recon: self.recon,
            rounds: self.rounds,
            boats: self.water.boats,
        };
        priced.price(turns)
    }
}

impl Laid {
    /// The rule on its price, and the price; a dummy is free.
    pub const fn price(self) -> (&'static str, u32) {
        match self {
            Self::Mines(None) => ("11.1.4", 0),
            Self::Mines(Some(Concentration::Hasty)) => ("11.1.4", 2),
            Self::Mines(Some(Concentration::Standard)) => ("11.1.4", 4),
            Self::Mines(Some(Concentration::Concentrated)) => ("11.1.4", 10),
            Self::Wire => ("11.2", 2),
            Self::Ditch => ("11.3.1", 2),
            Self::Position(Terrain::LightPosition, _) => ("11.4.1", 3),
            Self::Position(Terrain::MediumPosition, _) => ("11.4.2", 6),
            Self::Position(..) => ("11.4.3", 10),
        }
    }
}

impl Marker {
    /// The price of the marker; a dummy is free (11.1.4, 11.2, 11.3.1, 11.4.1, 11.4.2).
    pub fn price(&self) -> u32 {
        let (rule, price) = self.what.price();
        applies(rule);
        price
    }
}
