//! `standto catalog fireandmove`: weapons, figures, vehicles and fire card values, each with its source.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::reading::{CustomData, ScenarioText, has_words, nearest, with_words};
use crate::rules::fireandmove::catalog::custom;
use crate::rules::fireandmove::catalog::tables::{Bands, FireTable, Rank, Tables, Troop, Vehicle, Weapon};
use crate::rules::fireandmove::fire::strength::Band;
use crate::rules::fireandmove::scenario;
use crate::tool::{CommandResult, PlayerFiles, Run, Table, fail, json, names};

/// Look up weapons, figures, vehicles and fire card values, each with its source.
///
/// The rulebook's cards are missing with its pictures. Values not marked as coming from the text are
/// proposals; a custom data file replaces them.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto catalog fireandmove mortar\n  \
    standto catalog fireandmove --kind vehicle\n  standto catalog fireandmove --own-tables mine.toml --json")]
pub struct Catalog {
    /// Words to find, as with --find
    #[arg(value_name = "WORDS", add = names(entry_names))]
    words: Vec<String>,
    /// Only this kind
    #[arg(long)]
    kind: Option<Kind>,
    /// Only entries with all these words in the key, name or source
    #[arg(long, value_name = "TEXT", add = names(entry_names))]
    find: Option<String>,
    /// Use this custom data file instead of the built-in tables; without it, config/fireandmove/tables.toml
    /// in your folder if it exists
    #[arg(long, alias = "own-tables", value_name = "FILE")]
    custom_data: Option<PathBuf>,
    /// The tables of a battle: the name or file of a scenario or saved game
    #[arg(long = "in", value_name = "BATTLE", conflicts_with = "custom_data")]
    battle: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A kind of entry.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// Base values of fire cards
    Fire,
    /// Weapons and guns
    Weapon,
    /// Troop cards
    Figure,
    /// Vehicle cards
    Vehicle,
}

/// One entry, as shown.
#[derive(Serialize)]
struct Line {
    kind: Kind,
    key: String,
    name: String,
    points: Option<u16>,
    values: String,
    provenance: String,
}

fn band<T: Display>(values: &Bands<T>) -> String {
    let each = |value: &Option<T>| value.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string);
    Band::ALL.map(|band| each(&values[band as usize])).join(" ")
}

fn fire(table: &FireTable) -> Line {
    let men = table.men.iter().zip(1..).map(|(row, men)| format!("{men} men {}", band(row)));
    Line {
        kind: Kind::Fire,
        key: table.key.clone(),
        name: format!("{} fire", table.key),
        points: None,
        values: men.collect::<Vec<_>>().join("; "),
        provenance: table.provenance.clone(),
    }
}

fn weapon(weapon: &Weapon) -> Line {
    let mut parts = Vec::new();
    let mut part = |name: &str, wanted: bool, text: String| {
        if wanted {
            parts.push(format!("{name} {text}"));
        }
    };
    let any = |values: &Bands<i16>| values.iter().any(Option::is_some);
    part("bonus", any(&weapon.bonus), band(&weapon.bonus));
    part("un-crewed", any(&weapon.uncrewed), band(&weapon.uncrewed));
    part("to hit", weapon.shoots, band(&weapon.to_hit));
    let number = |value: Option<i16>| value.map_or_else(String::new, |value| value.to_string());
    part("flame", weapon.flame.is_some(), number(weapon.flame));
    part("AP", weapon.ap.is_some(), number(weapon.ap));
    part("HE", weapon.he.is_some(), number(weapon.he));
    part("crew", weapon.crew > 1, weapon.crew.to_string());
    part("fails", weapon.fails.is_some(), number(weapon.fails));
    part("repair", weapon.repair.is_some(), number(weapon.repair));
    Line {
        kind: Kind::Weapon,
        key: weapon.key.clone(),
        name: weapon.name.clone(),
        points: weapon.gun.then_some(weapon.points),
        values: parts.join("; "),
        provenance: weapon.provenance.clone(),
    }
}

fn figure(troop: &Troop) -> Line {
    let rank = match troop.rank {
        Rank::None => String::new(),
        Rank::Squad => "; squad leader".into(),
        Rank::Platoon => format!("; platoon leader {:+}", troop.leader),
    };
    Line {
        kind: Kind::Figure,
        key: troop.key.clone(),
        name: troop.name.clone(),
        points: Some(troop.points),
        values: format!(
            "morale {}; panic {}; close combat {}; KIA {}; {}{rank}",
            troop.morale, troop.panic, troop.ccv, troop.kia, troop.weapon
        ),
        provenance: troop.provenance.clone(),
    }
}

fn vehicle(vehicle: &Vehicle) -> Line {
    let mut values = format!(
        "front {}; flank {}; morale {}; CE {}; MG {}; overrun {}; bog {}",
        vehicle.armour[0],
        vehicle.armour[1],
        vehicle.morale,
        vehicle.crew_exposed,
        vehicle.mg,
        vehicle.overrun,
        vehicle.bog
    );
    let room = format!("{} men {}", vehicle.seats, if vehicle.rides_on { "on it" } else { "in it" });
    let traits = [
        (vehicle.weapon.is_some(), vehicle.weapon.clone().unwrap_or_default()),
        (vehicle.turret, "turret".into()),
        (vehicle.open, "open".into()),
        (vehicle.wheeled, "wheels".into()),
        (vehicle.soft, "unarmoured".into()),
        (vehicle.seats > 0, room),
        (vehicle.tows, "tows guns".into()),
        (vehicle.pintle, "pintle MG".into()),
        (vehicle.close_support, "always has smoke".into()),
    ];
    for (_, word) in traits.into_iter().filter(|(has, _)| *has) {
        values += &format!("; {word}");
    }
    Line {
        kind: Kind::Vehicle,
        key: vehicle.key.clone(),
        name: vehicle.name.clone(),
        points: Some(vehicle.points),
        values,
        provenance: vehicle.provenance.clone(),
    }
}

impl Line {
    fn fits(&self, text: &str) -> bool {
        has_words(&format!("{} {} {}", self.key, self.name, self.provenance), text)
    }

    fn row(self) -> Vec<String> {
        let points = self.points.map_or_else(String::new, |points| points.to_string());
        vec![self.name, points, self.values, self.key, self.provenance]
    }
}

const HEADINGS: [&str; 5] = ["name", "points", "values", "key", "provenance"];

fn lines(tables: &Tables) -> impl Iterator<Item = Line> + '_ {
    let figures = tables.troops.iter().map(figure);
    figures
        .chain(tables.vehicles.iter().map(vehicle))
        .chain(tables.weapons.iter().map(weapon))
        .chain(tables.fire.iter().map(fire))
}

/// The names of all entries, each once.
fn entry_names() -> BTreeSet<String> {
    custom::tables(&[])
        .map_or_else(|_| BTreeSet::new(), |tables| lines(&tables).map(|line| line.name).collect())
}

/// The catalog as shown on screen: headings first, then every line that contains the search text.
pub fn catalog_rows(own: &[CustomData], text: &str) -> Vec<Vec<String>> {
    let head = HEADINGS.map(str::to_owned).to_vec();
    match custom::tables(own) {
        Ok(tables) => {
            let rows = lines(&tables).filter(|line| line.fits(text)).map(Line::row);
            std::iter::once(head).chain(rows).collect()
        }
        Err(faulty) => vec![head, vec![faulty.to_string()]],
    }
}

impl Run for Catalog {
    fn run(mut self, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        self.find = with_words(self.find, &self.words);
        let tables = match &self.battle {
            Some(name) => {
                let ScenarioText { file, text, own } = files.battle("fireandmove", name)?;
                scenario::tables_of(&file, &text, &own)?
            }
            None => custom::tables(&files.custom_data("fireandmove", self.custom_data.as_deref())?)?,
        };
        let wanted = |line: &Line| {
            self.kind.is_none_or(|kind| line.kind == kind)
                && self.find.as_ref().is_none_or(|text| line.fits(text))
        };
        let found: Vec<Line> = lines(&tables).filter(wanted).collect();
        if found.is_empty() {
            let names: Vec<String> = entry_names().into_iter().collect();
            let text = self.find.unwrap_or_default();
            let near = nearest(&text, &names);
            let perhaps = near.first().map_or_else(String::new, |near| format!("; perhaps \"{near}\"?"));
            return fail(format!("nothing in the catalog fits --find \"{text}\"{perhaps}"));
        }
        if self.json {
            return json(out, &found);
        }
        let mut table = Table::new(HEADINGS);
        for line in found {
            table.row(line.row());
        }
        table.write(out)?;
        writeln!(out, "\nRows of four values are for close, medium, long and extreme range.")?;
        Ok(())
    }
}
