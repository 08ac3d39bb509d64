//! Weapons, figures, vehicles and fire card values: tables missing from the rulebook's text, filled with our
//! proposals.
//!
//! They are in `config/fireandmove/`. Everything is read from text, so a scenario or a custom data file may
//! replace it. The tables a game starts with are part of the game.

use crate::rules::fireandmove::catalog::custom;
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
    fn of(key: &str) -> Self {
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
fn within(key: &str, what: &str, value: i16, range: std::ops::RangeInclusive<i16>) -> Result<(), String> {
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

/// Replaces the entry with the same key, or appends it.
pub(in crate::rules::fireandmove) fn put<T>(list: &mut Vec<T>, entry: T, key: impl Fn(&T) -> &String) {
    match list.iter_mut().find(|found| key(found) == key(&entry)) {
        Some(found) => *found = entry,
        None => list.push(entry),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules::fireandmove) struct FireEntry {
    key: String,
    provenance: String,
    men: [[String; 4]; 5],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::rules::fireandmove) struct WeaponEntry {
    key: String,
    name: String,
    provenance: String,
    bonus: Option<[String; 4]>,
    uncrewed: Option<[String; 4]>,
    to_hit: Option<[String; 4]>,
    uncrewed_to_hit: Option<[String; 4]>,
    point_blank: Option<String>,
    flame: Option<i16>,
    ap: Option<i16>,
    he: Option<i16>,
    #[serde(default)]
    adds: String,
    #[serde(default = "one")]
    crew: u8,
    fails: Option<i16>,
    repair: Option<i16>,
    #[serde(default)]
    automatic: bool,
    #[serde(default)]
    majority: bool,
    #[serde(default)]
    arc: bool,
    #[serde(default)]
    carried: bool,
    #[serde(default)]
    indirect: bool,
    #[serde(default)]
    gun: bool,
    #[serde(default)]
    shield: bool,
    #[serde(default)]
    single_use: bool,
}

fn proposal() -> String {
    "proposal".into()
}

const fn one() -> u8 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::rules::fireandmove) struct VehicleEntry {
    key: String,
    name: String,
    front: String,
    flank: String,
    morale: i16,
    crew_exposed: i16,
    mg: i16,
    overrun: i16,
    bog: i16,
    weapon: Option<String>,
    #[serde(default)]
    turret: bool,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    wheeled: bool,
    #[serde(default)]
    soft: bool,
    #[serde(default)]
    seats: u8,
    #[serde(default)]
    rides_on: bool,
    #[serde(default)]
    tows: bool,
    #[serde(default)]
    pintle: bool,
    #[serde(default)]
    close_support: bool,
    #[serde(default = "proposal")]
    provenance: String,
    points: u16,
}

/// Reads the values of a row; "-" means none.
fn row<T>(values: &[String; 4], read: impl Fn(&str) -> Result<T, String>) -> Result<Bands<T>, String> {
    let mut row = [const { None }; 4];
    for (value, place) in values.iter().zip(&mut row) {
        if value != "-" {
            *place = Some(read(value)?);
        }
    }
    Ok(row)
}

fn number(text: &str) -> Result<i16, String> {
    text.parse().map_err(|_| format!("expected a number or -, not \"{text}\""))
}

impl FireEntry {
    pub(in crate::rules::fireandmove) fn built(self) -> Result<FireTable, String> {
        let mut men = [[None; 4]; 5];
        for (values, place) in self.men.iter().zip(&mut men) {
            *place = row(values, number).map_err(|why| format!("fire values {}: {why}", self.key))?;
        }
        Ok(FireTable { key: self.key, provenance: self.provenance, men })
    }
}

impl WeaponEntry {
    pub(in crate::rules::fireandmove) fn built(self) -> Result<Weapon, String> {
        let wrong = |why: String| format!("weapon {}: {why}", self.key);
        let bonus = |values: &Option<[String; 4]>| {
            values.as_ref().map_or(Ok([None; 4]), |values| row(values, number).map_err(wrong))
        };
        let hit = |values: &Option<[String; 4]>| {
            values.as_ref().map_or(Ok([None; 4]), |values| row(values, str::parse).map_err(wrong))
        };
        let adds = match self.adds.as_str() {
            "" => Adds::Nothing,
            "size" => Adds::Size,
            "signed" => Adds::Signed,
            other => return Err(wrong(format!("adds is size or signed, not \"{other}\""))),
        };
        Ok(Weapon {
            shoots: self.to_hit.is_some(),
            bonus: bonus(&self.bonus)?,
            uncrewed: bonus(&self.uncrewed)?,
            to_hit: hit(&self.to_hit)?,
            uncrewed_to_hit: hit(&self.uncrewed_to_hit)?,
            point_blank: self.point_blank.as_deref().map(str::parse).transpose().map_err(wrong)?,
            name: self.name,
            provenance: self.provenance,
            flame: self.flame,
            ap: self.ap,
            he: self.he,
            adds,
            crew: self.crew,
            fails: self.fails,
            repair: self.repair,
            automatic: self.automatic,
            majority: self.majority,
            arc: self.arc,
            carried: self.carried,
            indirect: self.indirect,
            gun: self.gun,
            shield: self.shield,
            single_use: self.single_use,
            named: Named::of(&self.key),
            key: self.key,
        })
    }
}

impl VehicleEntry {
    pub(in crate::rules::fireandmove) fn built(self, tables: &Tables) -> Result<Vehicle, String> {
        if let Some(key) = self.weapon.as_ref().filter(|key| tables.weapon(key).is_none()) {
            return Err(format!("vehicle {}: there is no weapon \"{key}\"", self.key));
        }
        for (what, value, range) in [
            ("morale", self.morale, 0..=9),
            ("crew-exposed", self.crew_exposed, 1..=12),
            ("mg", self.mg, 0..=9),
            ("overrun", self.overrun, 0..=12),
            ("bog", self.bog, 0..=9),
            ("seats", i16::from(self.seats), 0..=12),
        ] {
            within(&self.key, what, value, range)?;
        }
        let armour = |text: &str| text.parse().map_err(|why: String| format!("vehicle {}: {why}", self.key));
        Ok(Vehicle {
            armour: [armour(&self.front)?, armour(&self.flank)?],
            key: self.key,
            name: self.name,
            morale: self.morale,
            crew_exposed: self.crew_exposed,
            mg: self.mg,
            overrun: self.overrun,
            bog: self.bog,
            weapon: self.weapon,
            turret: self.turret,
            open: self.open,
            wheeled: self.wheeled,
            soft: self.soft,
            seats: self.seats,
            rides_on: self.rides_on,
            tows: self.tows,
            pintle: self.pintle,
            close_support: self.close_support,
            provenance: self.provenance,
            points: self.points,
        })
    }
}
