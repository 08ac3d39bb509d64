//! `standto catalog matg`: the weapons data.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::notation;
use crate::reading::{has_words, nearest, with_words};
use crate::rules::matg::catalog::columns;
use crate::rules::matg::catalog::{
    Aircraft, Class, Gun, Nation, StandType, aircraft, catalog, nearest_of_all,
};
use crate::tool::{CommandError, CommandResult, PlayerFiles, Run, Table, fail, json, names};

/// Micro Armour: stands and aircraft in the weapons data.
///
/// Without arguments, lists the nations with the number of entries for each. With a nation or a filter,
/// prints every column of each matching stand; a stand with several weapons has a line for each.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto catalog matg germany --class tank --year 43\n  \
    standto catalog matg panther\n  standto catalog matg soviet-union --class aircraft")]
pub struct Catalog {
    /// The nation: "germany", "soviet-union"; or words to find, as with --find
    #[arg(value_name = "NATION", add = names(notation::nation_keys))]
    words: Vec<String>,
    /// Only this class: tank, anti-tank, artillery, rocket-artillery, close-support, anti-aircraft,
    /// armoured-car, carrier, personnel, transport, boat, non-motorized, or aircraft
    #[arg(long)]
    class: Option<String>,
    /// Only entries in service by this year: 43 or 1943
    #[arg(long, value_name = "YEAR", value_parser = year)]
    year: Option<u16>,
    /// Only entries with all these words in the name, nation, class or weapons
    #[arg(long, value_name = "TEXT", add = names(notation::stand_names))]
    find: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// "43" or "1943"; the tables end in 1945.
fn year(text: &str) -> Result<u16, String> {
    let number = text.parse::<u16>().map_err(|_| "expected a year such as 43 or 1943".to_owned())?;
    match number {
        0..=45 => Ok(1900 + number),
        46..=99 => Ok(1800 + number),
        1800..=1999 => Ok(number),
        _ => Err("expected a year such as 43 or 1943".into()),
    }
}

/// The values of `--class`.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Wanted {
    All,
    Stands(Class),
    Aircraft,
}

#[derive(Serialize)]
struct Tables {
    stands: Vec<StandLine>,
    aircraft: Vec<AircraftLine>,
}

#[derive(Serialize)]
struct StandLine {
    nation: &'static str,
    name: &'static str,
    class: &'static str,
    points: u16,
    weapons: Vec<WeaponLine>,
    defence: u8,
    armoured: bool,
    #[serde(rename = "move")]
    movement: String,
    cargo: Option<u8>,
    load: Option<u8>,
    sections: u8,
    year: u16,
    notes: String,
    note: Option<&'static str>,
}

#[derive(Serialize)]
struct WeaponLine {
    label: &'static str,
    ap: Option<u8>,
    he: Option<u8>,
    ap_range: u16,
    he_range: u16,
    flame: bool,
    notes: String,
}

#[derive(Serialize)]
struct AircraftLine {
    nation: &'static str,
    name: &'static str,
    points: u16,
    strafing_ap: u8,
    strafing_he: u8,
    ordnance: Vec<OrdnanceLine>,
    years: Option<[u16; 2]>,
    note: Option<&'static str>,
}

#[derive(Serialize)]
struct OrdnanceLine {
    ap: u8,
    he: u8,
    load: u8,
}

#[derive(Serialize)]
struct NationLine {
    key: &'static str,
    name: String,
    stands: usize,
    aircraft: usize,
    from: u16,
    to: u16,
}

impl Catalog {
    /// The nation asked for. Words that are no nation are looked for like those of `--find`, if anything has
    /// them.
    fn nation(&mut self) -> Result<Option<Nation>, CommandError> {
        let Some((first, more)) = self.words.split_first() else { return Ok(None) };
        let known = nation(first);
        let words = match (&known, more) {
            (Ok(_), more) => more,
            (Err(_), []) if !any_has(first) => return known.map(Some),
            (Err(_), _) => &self.words[..],
        };
        self.find = with_words(self.find.take(), words);
        Ok(known.ok())
    }

    /// Why no entry was found.
    fn nothing_fits(&self, nation: Option<Nation>) -> String {
        let asked = [
            nation.map(|nation| nation.key().to_owned()),
            self.class.as_ref().map(|class| format!("--class {class}")),
            self.year.map(|year| format!("--year {year}")),
            self.find.as_ref().map(|text| format!("--find \"{text}\"")),
        ];
        let asked = asked.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let near = self.find.as_deref().and_then(|text| nearest_of_all(text).first().copied());
        let perhaps = near.map_or_else(String::new, |near| format!("; perhaps \"{near}\"?"));
        format!("nothing in the weapons data fits {asked}{perhaps}")
    }
}

impl Run for Catalog {
    fn run(mut self, _: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let nation = self.nation()?;
        let wanted = self.class.as_deref().map_or(Ok(Wanted::All), wanted)?;
        if nation.is_none() && wanted == Wanted::All && self.year.is_none() && self.find.is_none() {
            return summary(self.json, out);
        }
        let words = self.find.as_deref().unwrap_or_default();
        let stands: Vec<&'static StandType> = Nation::ALL
            .into_iter()
            .filter(|&known| nation.is_none_or(|nation| nation == known))
            .flat_map(catalog)
            .filter(|stand| match wanted {
                Wanted::All => true,
                Wanted::Stands(class) => stand.class == class,
                Wanted::Aircraft => false,
            })
            .filter(|stand| self.year.is_none_or(|year| stand.introduced() <= year))
            .filter(|stand| columns::matches(stand, words))
            .collect();
        let planes: Vec<&'static Aircraft> = aircraft()
            .iter()
            .filter(|_| matches!(wanted, Wanted::All | Wanted::Aircraft))
            .filter(|plane| nation.is_none_or(|nation| nation == plane.nation))
            .filter(|plane| in_service(plane, self.year))
            .filter(|plane| {
                has_words(&format!("{} {} aircraft", plane.nation, plane.name), words)
            })
            .collect();
        if self.json {
            let stands = stands.into_iter().map(stand_line).collect();
            let aircraft = planes.into_iter().map(aircraft_line).collect();
            return json(out, &Tables { stands, aircraft });
        }
        if stands.is_empty() && planes.is_empty() {
            return fail(self.nothing_fits(nation));
        }
        let mut table = Table::new(columns::HEADINGS);
        stands.iter().flat_map(|stand| columns::rows(stand)).for_each(|row| table.row(row));
        if !table.is_empty() {
            table.write(out)?;
        }
        if !planes.is_empty() {
            if !table.is_empty() {
                writeln!(out)?;
            }
            let mut table = Table::new(columns::AIRCRAFT_HEADINGS);
            planes.iter().for_each(|plane| table.row(columns::aircraft_row(plane)));
            table.write(out)?;
        }
        Ok(())
    }
}

/// Whether any stand or aircraft has this word in its name.
fn any_has(word: &str) -> bool {
    let stands = Nation::ALL.into_iter().flat_map(catalog).map(|stand| stand.name.as_str());
    stands.chain(aircraft().iter().map(|plane| plane.name.as_str())).any(|name| has_words(name, word))
}

fn nation(text: &str) -> Result<Nation, CommandError> {
    if let Ok(nation) = text.trim().replace('_', "-").parse() {
        return Ok(nation);
    }
    let keys: Vec<String> = Nation::ALL.iter().map(|nation| nation.key().to_owned()).collect();
    let near = nearest(text, &keys);
    let perhaps = near.first().map_or_else(String::new, |near| format!(" (perhaps \"{near}\")"));
    fail(format!("there is no nation \"{text}\"{perhaps}; the nations are: {}", keys.join(", ")))
}

fn wanted(text: &str) -> Result<Wanted, CommandError> {
    if text.eq_ignore_ascii_case("aircraft") {
        return Ok(Wanted::Aircraft);
    }
    if let Some(class) = columns::class(text) {
        return Ok(Wanted::Stands(class));
    }
    let keys: Vec<&str> = columns::CLASSES.iter().map(|&(key, _)| key).chain(["aircraft"]).collect();
    fail(format!("there is no class \"{text}\"; the classes are: {}", keys.join(", ")))
}

fn full_year(two_digits: u8) -> u16 {
    u16::from(two_digits) + if two_digits > 45 { 1800 } else { 1900 }
}

/// Aircraft without printed years are always in service.
fn in_service(plane: &Aircraft, year: Option<u16>) -> bool {
    let (Some(year), Some((from, to))) = (year, plane.years) else { return true };
    (full_year(from)..=full_year(to)).contains(&year)
}

fn summary(as_json: bool, out: &mut dyn Write) -> CommandResult {
    let line = |nation: Nation| {
        let years = || catalog(nation).map(StandType::introduced);
        NationLine {
            key: nation.key(),
            name: nation.to_string(),
            stands: catalog(nation).len(),
            aircraft: aircraft().iter().filter(|plane| plane.nation == nation).count(),
            from: years().min().unwrap_or(0),
            to: years().max().unwrap_or(0),
        }
    };
    let nations: Vec<NationLine> = Nation::ALL.into_iter().map(line).collect();
    if as_json {
        return json(out, &nations);
    }
    let mut table = Table::new(["nation", "name", "stands", "aircraft", "introduced"]);
    for line in nations {
        let years = format!("{}-{}", line.from, line.to);
        table.row([line.key.into(), line.name, line.stands.to_string(), line.aircraft.to_string(), years]);
    }
    table.write(out)?;
    Ok(())
}

fn stand_line(stand: &'static StandType) -> StandLine {
    StandLine {
        nation: stand.nation.key(),
        name: &stand.name,
        class: columns::class_key(stand.class),
        points: stand.points,
        weapons: stand.guns.iter().map(weapon_line).collect(),
        defence: stand.defence,
        armoured: stand.armoured,
        movement: columns::movement(stand.movement),
        cargo: stand.cargo,
        load: stand.load,
        sections: stand.sections,
        year: stand.introduced(),
        notes: columns::notes(stand.notes()),
        note: stand.note.as_deref(),
    }
}

fn weapon_line(gun: &'static Gun) -> WeaponLine {
    WeaponLine {
        label: &gun.label,
        ap: gun.ap,
        he: gun.he,
        ap_range: gun.ap_range,
        he_range: gun.he_range,
        flame: gun.flame,
        notes: columns::notes(gun.notes),
    }
}

fn aircraft_line(plane: &'static Aircraft) -> AircraftLine {
    let ordnance = plane.ordnance.iter().map(|o| OrdnanceLine { ap: o.ap, he: o.he, load: o.load });
    AircraftLine {
        nation: plane.nation.key(),
        name: &plane.name,
        points: plane.points,
        strafing_ap: plane.strafing_ap,
        strafing_he: plane.strafing_he,
        ordnance: ordnance.collect(),
        years: plane.years.map(|(from, to)| [full_year(from), full_year(to)]),
        note: plane.note.as_deref(),
    }
}
