//! Reads the tables: from printed cells to stands.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Class, CountsAs, Gun, Mode, Movement, Nation, Notes, StandType, Trait, Traverse};

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub(in crate::rules::matg) enum DataError {
    /// It is not a valid table.
    #[error(transparent)]
    Shape(#[from] crate::reading::Misfit),
    /// A cell is not in the notation of the book.
    #[error("{stand}: {column} cannot be {cell:?}")]
    Cell {
        /// The stand of the line.
        stand: String,
        /// The column.
        column: &'static str,
        /// The text of the cell.
        cell: String,
    },
}

impl DataError {
    /// A cell that is not in the notation of the book.
    pub(super) fn cell(stand: &str, column: &'static str, cell: &str) -> Self {
        Self::Cell { stand: stand.to_owned(), column, cell: cell.to_owned() }
    }
}

/// A printed line of a table: from a nation's weapons data, or from a battle with its own.
#[derive(Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules::matg) struct Line {
    /// The printed name.
    pub(in crate::rules::matg) name: String,
    class: Class,
    points: u16,
    #[serde(default)]
    defence: u8,
    #[serde(default)]
    armoured: bool,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    movement: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cargo: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    load: Option<u8>,
    #[serde(default)]
    sections: u8,
    year: u8,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notes: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    traits: Vec<Trait>,
    #[serde(rename = "counts-as", skip_serializing_if = "Option::is_none")]
    counts_as: Option<CountsAs>,
    /// A nation's key and a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    also: Option<(Nation, String)>,
    guns: Vec<GunLine>,
}

#[derive(Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GunLine {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ap: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    he: Option<u8>,
    #[serde(default)]
    flame: bool,
    #[serde(default)]
    ap_range: u16,
    #[serde(default)]
    he_range: u16,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notes: String,
}

/// Entries from battles with weapons data of their own, with their lines. An entry lives as long as the
/// program, so equal lines share one.
static OWN: Mutex<Option<HashMap<&'static StandType, Line>>> = Mutex::new(None);

/// The entry for a line of a battle's own weapons data.
///
/// # Errors
/// A cell that is not in the notation of the book.
pub(in crate::rules::matg) fn own(nation: Nation, line: &Line) -> Result<&'static StandType, DataError> {
    let kind = stand(nation, line.clone())?;
    let mut known = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some((&kind, _)) = known.get_key_value(&kind) {
        return Ok(kind);
    }
    let kind: &'static StandType = Box::leak(Box::new(kind));
    known.insert(kind, line.clone());
    Ok(kind)
}

/// The entry for a line of a battle's own weapons data while it is edited.
///
/// # Errors
/// The unreadable part, in a sentence.
pub(in crate::rules::matg) fn entry(
    nation: Nation,
    line: &toml::Table,
) -> Result<&'static StandType, String> {
    let line: Line = toml::Value::Table(line.clone()).try_into().map_err(|error: toml::de::Error| {
        format!("The weapon can't be read: {}.", error.message().trim_end_matches('.'))
    })?;
    own(nation, &line).map_err(|bad| format!("{bad}."))
}

/// The line of an entry as printed.
pub(in crate::rules::matg) fn printed(kind: &StandType) -> Option<toml::Table> {
    let table: toml::Table = kind.nation.table().parse().ok()?;
    let lines = table.get("stand")?.as_array()?.iter().filter_map(toml::Value::as_table);
    let mut named = lines.filter(|line| line.get("name").and_then(toml::Value::as_str) == Some(&kind.name));
    named.next().cloned()
}

/// The line of an entry from a battle's own weapons data; `None` for those of the book.
pub(in crate::rules::matg) fn own_line(kind: &'static StandType) -> Option<String> {
    #[derive(Serialize)]
    struct Side {
        side: [Weapons; 1],
    }
    #[derive(Serialize)]
    struct Weapons {
        weapon: [Line; 1],
    }
    let known = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    let (&known, line) = known.as_ref()?.get_key_value(kind)?;
    if !std::ptr::eq(known, kind) {
        return None;
    }
    let text = toml::to_string(&Side { side: [Weapons { weapon: [line.clone()] }] }).ok()?;
    Some(text.trim_start_matches("[[side]]").trim().to_owned())
}

/// The mark of a line in a nation's table; the line's name follows it.
const MARK: &str = "[[stand]]\nname = ";

/// The lines of a nation's table, in printed order: the name of each, and its text.
pub(super) fn lines(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.split(MARK).skip(1).map(|text| {
        let quote = if text.starts_with('\'') { '\'' } else { '"' };
        (text[1..].split(quote).next().unwrap_or_default(), text)
    })
}

/// The stand of a line that [`lines`] gave.
pub(super) fn stand_of(nation: Nation, text: &str) -> Result<StandType, DataError> {
    stand(nation, crate::reading::from_toml(&format!("name = {text}"))?)
}

fn stand(nation: Nation, line: Line) -> Result<StandType, DataError> {
    let name = line.name;
    let read_notes = |cell: &str| notes(cell).ok_or_else(|| DataError::cell(&name, "notes", cell));
    let guns = line
        .guns
        .into_iter()
        .map(|gun| {
            Ok(Gun {
                notes: read_notes(&gun.notes)?,
                as_anti_tank: gun.label == "as ATG",
                label: gun.label,
                ap: gun.ap,
                he: gun.he,
                flame: gun.flame,
                ap_range: gun.ap_range,
                he_range: gun.he_range,
            })
        })
        .collect::<Result<_, DataError>>()?;
    let own_notes = read_notes(&line.notes)?;
    let movement = match &line.movement {
        None => Movement::default(),
        Some(cell) => movement(cell).ok_or_else(|| DataError::cell(&name, "move", cell))?,
    };
    let traits = shown_by(&name, nation).filter(|shown| !line.traits.contains(shown));
    let traits = line.traits.iter().copied().chain(traits).collect();
    Ok(StandType {
        nation,
        name,
        class: line.class,
        points: line.points,
        guns,
        own_notes,
        defence: line.defence,
        armoured: line.armoured,
        movement,
        cargo: line.cargo,
        load: line.load,
        sections: line.sections,
        year: line.year,
        note: line.note,
        traits,
        counts_as: line.counts_as,
        also: line.also,
    })
}

/// The traits that the tables show only by a printed name.
fn shown_by(name: &str, nation: Nation) -> impl Iterator<Item = Trait> {
    let heat = name.contains("75L24") || name.starts_with("75mm IG ");
    let shown = [
        (Trait::Staff, name.contains("HQ")),
        (Trait::Marines, name.starts_with("Marine")),
        (Trait::Heat, heat && nation == Nation::Germany),
    ];
    shown.into_iter().filter(|(_, is)| *is).map(|(shown, _)| shown)
}

/// Reads "0", "10T", "3F(5F)", "3F/5F", "15W/3A", "4A" and "(4A)".
fn movement(cell: &str) -> Option<Movement> {
    let mut movement = Movement::default();
    if cell == "0" {
        movement.land = Some((0, Mode::Foot));
        return Some(movement);
    }
    for rate in cell.split(['/', '(', ')']).filter(|rate| !rate.is_empty()) {
        let unit = rate.chars().last()?;
        let points: u8 = rate.strip_suffix(unit)?.parse().ok()?;
        let mode = match unit {
            'W' => Mode::Wheeled,
            'T' => Mode::Tracked,
            'F' => Mode::Foot,
            'A' if movement.water == 0 => {
                movement.water = points;
                continue;
            }
            _ => return None,
        };
        match movement.land {
            None => movement.land = Some((points, mode)),
            Some((base, first)) if first == mode => movement.bonus = points.checked_sub(base)?,
            Some(_) => return None,
        }
    }
    (movement != Movement::default()).then_some(movement)
}

/// Reads a notes cell, "R, I, S, SR2, M12". No symbol may appear twice.
fn notes(cell: &str) -> Option<Notes> {
    let mut notes = Notes::default();
    for symbol in cell.split(',').map(str::trim).filter(|symbol| !symbol.is_empty()) {
        let before = notes;
        match symbol {
            "R" => notes.restricted = Some(Traverse::Front),
            "R1" => notes.restricted = Some(Traverse::Rear),
            "R2" => notes.restricted = Some(Traverse::SideOrRear),
            "I" => notes.indirect = true,
            "U" => notes.open_topped = true,
            "S" => notes.smoke = true,
            "P" => notes.personnel = true,
            "T" => notes.two_guns = true,
            _ => {
                let digits = symbol.find(|c: char| c.is_ascii_digit())?;
                let (letters, number) = symbol.split_at(digits);
                let number = Some(number.parse().ok()?);
                match letters {
                    "M" => notes.minimum = number,
                    "SR" => notes.reload = number,
                    "D" => notes.depletion = number,
                    _ => return None,
                }
            }
        }
        if notes == before {
            return None;
        }
    }
    Some(notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_printed_movement_forms_are_read() {
        let land = |points, mode| Movement { land: Some((points, mode)), ..Movement::default() };
        assert_eq!(movement("0"), Some(land(0, Mode::Foot)));
        assert_eq!(movement("10T"), Some(land(10, Mode::Tracked)));
        assert_eq!(movement("15W/3A"), Some(Movement { water: 3, ..land(15, Mode::Wheeled) }));
        let bicycle = Some(Movement { bonus: 2, ..land(3, Mode::Foot) });
        assert_eq!(movement("3F(5F)"), bicycle);
        assert_eq!(movement("3F/5F"), bicycle);
        let boat = Some(Movement { land: None, bonus: 0, water: 4 });
        assert_eq!(movement("4A"), boat);
        assert_eq!(movement("(4A)"), boat);
        for bad in ["", "9", "T", "10X", "10T/12W", "5F(3F)", "4A/4A", "300T"] {
            assert_eq!(movement(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn all_note_symbols_are_read() {
        assert_eq!(notes(""), Some(Notes::default()));
        let rockets = notes("R, I, S, SR4, M16").unwrap();
        assert_eq!((rockets.restricted, rockets.reload), (Some(Traverse::Front), Some(4)));
        assert!(rockets.indirect && rockets.smoke);
        assert_eq!(rockets.minimum, Some(16));
        let infantry = notes("P, D6").unwrap();
        assert!(infantry.personnel && infantry.depletion == Some(6));
        assert_eq!(notes("R1").unwrap().restricted, Some(Traverse::Rear));
        assert_eq!(notes("R2").unwrap().restricted, Some(Traverse::SideOrRear));
        assert!(notes("T, U").is_some_and(|n| n.two_guns && n.open_topped));
        for bad in ["X", "R3", "M", "SR", "P, P", "D999"] {
            assert_eq!(notes(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_bad_cell_is_named() {
        let table = "nation = 'Poland'\n[[stand]]\nname = 'TKS (MG)'\nclass = 'tank'\npoints = 11\n\
                     move = '6X'\nyear = 33\nguns = []\n";
        let (name, text) = lines(table).next().unwrap();
        assert_eq!(name, "TKS (MG)");
        let error = stand_of(Nation::Poland, text).unwrap_err().to_string();
        assert_eq!(error, "TKS (MG): move cannot be \"6X\"");
    }

    #[test]
    fn every_line_of_the_weapons_data_is_listed_by_its_name() {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Table {
            nation: String,
            stand: Vec<Line>,
        }
        for nation in Nation::ALL {
            let table: Table = crate::reading::from_toml(nation.table()).unwrap();
            assert_eq!(table.nation, nation.to_string());
            let whole: Vec<StandType> =
                table.stand.into_iter().map(|line| stand(nation, line).unwrap()).collect();
            let listed: Vec<StandType> =
                lines(nation.table()).map(|(_, text)| stand_of(nation, text).unwrap()).collect();
            assert_eq!(listed, whole, "{nation}");
            for ((name, _), stand) in lines(nation.table()).zip(&whole) {
                assert_eq!(name, stand.name, "{nation}");
            }
        }
    }
}
