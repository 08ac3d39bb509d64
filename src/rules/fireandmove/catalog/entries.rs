//! The rows of the catalog files as they are written, and the cards made of them.

use super::fielded::Fielded;
use super::tables::{Bands, FireTable, Named, Tables, Vehicle, Weapon, proposal, within};
use crate::rules::fireandmove::dice::odds::Adds;
use serde::Deserialize;

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
    #[serde(default)]
    points: u16,
    #[serde(default)]
    nations: Vec<Fielded>,
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
    #[serde(default)]
    nations: Vec<Fielded>,
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
            points: self.points,
            nations: self.nations,
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
            nations: self.nations,
        })
    }
}
