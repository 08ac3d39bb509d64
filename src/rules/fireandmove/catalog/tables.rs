//! Weapons, figures, vehicles and fire card values: tables missing from the rulebook's text, filled with our
//! proposals.
//!
//! They are in `config/fireandmove/`. Everything is read from text, so a scenario or a custom data file may
//! replace it. The tables a game starts with are part of the game.

use crate::rules::fireandmove::catalog::custom;
use crate::rules::fireandmove::catalog::fielded::Fielded;
use crate::rules::fireandmove::dice::odds::Adds;
use crate::rules::fireandmove::fire::armour::Armour;
use crate::rules::fireandmove::fire::strength::Band;
use crate::rules::fireandmove::fire::to_hit::ToHit;
use std::sync::OnceLock;

use serde::Deserialize;

/// A value for each range band; `None` where a weapon cannot fire.
pub type Bands<T> = [Option<T>; 4];

/// The values of one nation's fire cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FireTable {
    /// Its name.
    pub key: String,
    /// Where the values come from.
    pub provenance: String,
    /// For 1 to 5 figures, by range band.
    pub men: [Bands<i16>; 5],
}

impl FireTable {
    /// The base value for a number of figures, 1 to 5.
    pub fn base(&self, men: u8, band: Band) -> Option<i16> {
        self.men[usize::from(men.clamp(1, 5)) - 1][band as usize]
    }
}

/// A weapon that a rule names.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Named {
    /// No rule names it.
    #[default]
    Other,
    /// A machine pistol, which late automatic rifles count as (91.2).
    MachinePistol,
    /// A medium machine gun, which some nations need two figures to move (91.6, 91.7).
    MediumMachineGun,
    /// An anti-tank rifle, which also fires at figures (17, 91.6).
    AntiTankRifle,
    /// A light mortar, whose bearers may also fire rifles (91.5, 91.6).
    LightMortar,
    /// The weapon of the figures that carry a Panzerfaust (75).
    Panzerfaust,
}

impl Named {
    /// The weapon with this key.
    pub(super) fn of(key: &str) -> Self {
        match key {
            "mp" => Self::MachinePistol,
            "mmg" => Self::MediumMachineGun,
            "at-rifle" => Self::AntiTankRifle,
            "light-mortar" => Self::LightMortar,
            "panzerfaust" => Self::Panzerfaust,
            _ => Self::Other,
        }
    }
}

/// A weapon.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Weapon {
    /// Its key in scenarios.
    pub key: String,
    /// The weapon that rules name, if it is one.
    pub named: Named,
    /// Its display name.
    pub name: String,
    /// Where its values come from.
    pub provenance: String,
    /// Its bonus.
    pub bonus: Bands<i16>,
    /// Its bonus without an assistant.
    pub uncrewed: Bands<i16>,
    /// To Hit numbers.
    pub to_hit: Bands<ToHit>,
    /// To Hit numbers without an assistant.
    pub uncrewed_to_hit: Bands<ToHit>,
    /// To Hit up to 2 inches.
    pub point_blank: Option<ToHit>,
    /// A flamethrower's bonus.
    pub flame: Option<i16>,
    /// Its AP value.
    pub ap: Option<i16>,
    /// Its HE value against figures.
    pub he: Option<i16>,
    /// How a To Hit result adds to the AP value.
    pub adds: Adds,
    /// The number of crew figures.
    pub crew: u8,
    /// The result at which it fails.
    pub fails: Option<i16>,
    /// The result needed to repair it.
    pub repair: Option<i16>,
    /// Counts as automatic for fire on the move.
    pub automatic: bool,
    /// With it in a group, fire is automatic if most figures have automatic weapons (91.2).
    pub majority: bool,
    /// Fires in an arc of 60 degrees.
    pub arc: bool,
    /// Must be broken down to move.
    pub carried: bool,
    /// Can fire indirectly.
    pub indirect: bool,
    /// A gun with a crew around it.
    pub gun: bool,
    /// It has a shield.
    pub shield: bool,
    /// One shot.
    pub single_use: bool,
    /// A gun's points, without its crew.
    pub points: u16,
    /// The nations that field the gun; all of them if there are none.
    pub nations: Vec<Fielded>,
    /// It has To Hit numbers.
    pub shoots: bool,
}

/// The kind of leader a figure is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    /// Not a leader.
    #[default]
    None,
    /// A squad.
    Squad,
    /// A platoon.
    Platoon,
}

/// A troop card.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troop {
    /// Its key in scenarios.
    pub key: String,
    /// Its display name.
    pub name: String,
    /// Its weapon's key.
    pub weapon: String,
    /// Its leadership.
    #[serde(default)]
    pub rank: Rank,
    /// A platoon leader's modifier.
    #[serde(default)]
    pub leader: i16,
    /// A commissar.
    #[serde(default)]
    pub commissar: bool,
    /// Morale.
    pub morale: i16,
    /// Panic.
    pub panic: i16,
    /// Close combat value.
    pub ccv: i16,
    /// KIA number when not pinned.
    #[serde(default = "eight")]
    pub kia: i16,
    /// Points.
    pub points: u16,
    /// The nations that field it; all of them if there are none.
    #[serde(default)]
    pub nations: Vec<Fielded>,
    /// Where its values come from.
    #[serde(default = "proposal")]
    pub provenance: String,
}

impl Troop {
    /// The card, if its values are in range and its weapon is in the tables.
    pub(in crate::rules::fireandmove) fn checked(self, tables: &Tables) -> Result<Self, String> {
        if tables.weapon(&self.weapon).is_none() {
            return Err(format!("troop {}: there is no weapon \"{}\"", self.key, self.weapon));
        }
        for (what, value, range) in [
            ("morale", self.morale, 0..=9),
            ("panic", self.panic, 0..=9),
            ("ccv", self.ccv, -3..=9),
            ("kia", self.kia, 1..=12),
            ("leader", self.leader, -2..=2),
        ] {
            within(&self.key, what, value, range)?;
        }
        Ok(self)
    }
}

/// Checks that a value is in range.
pub(super) fn within(
    key: &str,
    what: &str,
    value: i16,
    range: std::ops::RangeInclusive<i16>,
) -> Result<(), String> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(format!("{key}: {what} is {} to {}, not {value}", range.start(), range.end()))
}

/// A vehicle card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vehicle {
    /// Its key in scenarios.
    pub key: String,
    /// Its display name.
    pub name: String,
    /// Armour in front and on the flank.
    pub armour: [Armour; 2],
    /// The crew's morale.
    pub morale: i16,
    /// The result from which an exposed commander is killed.
    pub crew_exposed: i16,
    /// The bonus of its machine guns.
    pub mg: i16,
    /// Its overrun value.
    pub overrun: i16,
    /// Its bog value.
    pub bog: i16,
    /// Its main weapon's key.
    pub weapon: Option<String>,
    /// It has a turret.
    pub turret: bool,
    /// It is open-topped.
    pub open: bool,
    /// It has wheels.
    pub wheeled: bool,
    /// It has no armour (84).
    pub soft: bool,
    /// The number of passengers it can carry (85).
    pub seats: u8,
    /// Passengers ride on it, not in it (85).
    pub rides_on: bool,
    /// Can tow guns (61.7).
    pub tows: bool,
    /// It has a machine gun on top (86).
    pub pintle: bool,
    /// It never runs out of smoke (89).
    pub close_support: bool,
    /// Where its values come from.
    pub provenance: String,
    /// Points.
    pub points: u16,
    /// The nations that field it; all of them if there are none.
    pub nations: Vec<Fielded>,
}

const fn eight() -> i16 {
    8
}

/// All tables of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// Fire values.
    pub fire: Vec<FireTable>,
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Troop cards.
    pub troops: Vec<Troop>,
    /// Vehicle cards.
    pub vehicles: Vec<Vehicle>,
}

/// The built-in tables.
pub fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let empty = Tables { fire: vec![], weapons: vec![], troops: vec![], vehicles: vec![] };
        let laid = [
            ("fire.toml", include_str!("../../../../config/fireandmove/fire.toml")),
            ("troops.toml", include_str!("../../../../config/fireandmove/troops.toml")),
        ]
        .into_iter()
        .try_fold(empty, |tables, (file, text)| custom::lay_over(tables, file, text));
        laid.expect("the embedded tables are well-formed")
    })
}

impl Tables {
    /// A fire table by its key.
    pub fn fire(&self, key: &str) -> Option<&FireTable> {
        self.fire.iter().find(|table| table.key == key)
    }

    /// A weapon by its key.
    pub fn weapon(&self, key: &str) -> Option<&Weapon> {
        self.weapons.iter().find(|weapon| weapon.key == key)
    }

    /// A troop card by its key.
    pub fn troop(&self, key: &str) -> Option<&Troop> {
        self.troops.iter().find(|troop| troop.key == key)
    }

    /// A vehicle card by its key.
    pub fn vehicle(&self, key: &str) -> Option<&Vehicle> {
        self.vehicles.iter().find(|vehicle| vehicle.key == key)
    }
}

pub(super) fn proposal() -> String {
    "proposal".into()
}

/// Replaces the entry with the same key, or appends it.
pub(in crate::rules::fireandmove) fn put<T>(list: &mut Vec<T>, entry: T, key: impl Fn(&T) -> &String) {
    match list.iter_mut().find(|found| key(found) == key(&entry)) {
        Some(found) => *found = entry,
        None => list.push(entry),
    }
}
