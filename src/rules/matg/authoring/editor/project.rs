//! A scenario being edited, as plain data: its board, its forces, and the rest of its file unchanged.
//!
//! Invariant: parts of a file that the player has not changed are preserved, even if the scenario editor does
//! not know them. Stands have their own ids, so references to them by tag survive when other stands are added
//! or removed.

use std::sync::Arc;

use toml::{Table, Value};

use super::frame::Frame;
use super::legal::Cache;
use super::map::Map;
use crate::board::{Cell, Compass};
use crate::editor::parts::take_tables;
use crate::reading::{Faulty, Report};
use crate::rules::matg::catalog::{self, Nation, StandType};
use crate::rules::matg::fire::charts::Concentration;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::scenario;
use crate::rules::matg::works::laid::{Laid, POSITIONS};
use crate::side::Side;

/// Identifies a stand, whatever its tag.
pub(super) type Id = u32;

/// A scenario being edited.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::rules::matg::authoring) struct Project {
    pub(super) frame: Frame,
    pub(super) map: Map,
    pub(super) forces: [Force; 2],
    next: Id,
    /// Derived data, discarded on every edit.
    pub(super) cache: Cache,
}

/// A side.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::rules::matg::authoring) struct Force {
    /// Everything not in the fields below.
    pub(in crate::rules::matg::authoring) about: Table,
    pub(super) works: Vec<Work>,
    pub(super) missions: Vec<Mission>,
    pub(super) formations: Vec<Formation>,
}

/// Mines, an obstacle or a position placed before the battle.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Work {
    pub(super) cell: Cell,
    pub(super) what: Laid,
    /// The facing of a position, if set.
    pub(super) facing: Option<Compass>,
}

/// Fire plotted before the battle.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Mission {
    pub(super) about: Table,
    pub(super) batteries: Vec<Named>,
}

/// A reference to a stand in a file.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Named {
    Stand(Id),
    /// A tag that matches no stand.
    Word(String),
}

/// A formation.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Formation {
    pub(super) about: Table,
    pub(super) stands: Vec<Stand>,
}

/// A stand.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Stand {
    pub(super) id: Id,
    /// Everything but the count and the start.
    pub(super) about: Table,
    pub(super) start: Start,
}

/// Where a stand starts.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Start {
    /// Not placed yet.
    Unsaid,
    At(Cell),
    Aboard(Named),
    OffMap,
    /// Lands with the group of this name.
    Lands(String),
}

/// A string from a table.
pub(super) fn word<'a>(table: &'a Table, key: &str) -> Option<&'a str> {
    table.get(key).and_then(Value::as_str)
}

/// A number from a table.
pub(super) fn number(table: &Table, key: &str) -> Option<i64> {
    table.get(key).and_then(Value::as_integer)
}

/// Whether a key is true.
pub(super) fn says(table: &Table, key: &str) -> bool {
    table.get(key).and_then(Value::as_bool) == Some(true)
}

impl Formation {
    pub(super) fn name(&self) -> &str {
        word(&self.about, "name").unwrap_or("")
    }
}

impl Stand {
    pub(super) fn name(&self) -> &str {
        word(&self.about, "type").unwrap_or("")
    }

    /// Its entry in the weapons data; its own nation takes precedence over its side's.
    pub(super) fn printed(&self, own: Option<Nation>) -> Option<&'static StandType> {
        let nation = word(&self.about, "nation").and_then(|nation| nation.parse().ok()).or(own)?;
        catalog::find(nation, self.name())
    }
}

impl Force {
    pub(super) fn name(&self) -> &str {
        word(&self.about, "name").unwrap_or("?")
    }

    pub(super) fn key(&self) -> &str {
        word(&self.about, "key").unwrap_or("")
    }

    pub(super) fn letter(&self) -> &str {
        word(&self.about, "letter").unwrap_or("?")
    }

    pub(super) fn nation(&self) -> Option<Nation> {
        word(&self.about, "nation").and_then(|nation| nation.parse().ok())
    }

    pub(super) fn cohesion(&self) -> u8 {
        number(&self.about, "cohesion").and_then(|level| u8::try_from(level).ok()).unwrap_or(0)
    }

    pub(super) fn defends(&self) -> bool {
        says(&self.about, "defends")
    }

    /// Makes it the defender, or not.
    pub(super) fn set_defends(&mut self, defends: bool) {
        if defends {
            self.about.insert("defends".to_owned(), Value::Boolean(true));
        } else {
            self.about.remove("defends");
        }
    }

    pub(super) fn edge(&self) -> Compass {
        word(&self.about, "edge").and_then(|edge| edge.parse().ok()).unwrap_or(Compass::S)
    }

    pub(super) fn depth(&self) -> i16 {
        number(&self.about, "depth").and_then(|depth| i16::try_from(depth).ok()).unwrap_or(1)
    }

    /// Its stands in tag order.
    pub(super) fn stands(&self) -> impl Iterator<Item = &Stand> {
        self.formations.iter().flat_map(|formation| &formation.stands)
    }

    pub(super) fn stands_mut(&mut self) -> impl Iterator<Item = &mut Stand> {
        self.formations.iter_mut().flat_map(|formation| &mut formation.stands)
    }

    /// The tag of a stand: the side's letter and a number.
    pub(super) fn tag(&self, id: Id) -> Option<String> {
        let place = self.stands().position(|stand| stand.id == id)?;
        Some(format!("{}{}", self.letter(), place + 1))
    }

    /// A reference to a stand as the file writes it.
    pub(super) fn written(&self, named: &Named) -> Option<String> {
        match named {
            Named::Stand(id) => self.tag(*id),
            Named::Word(word) => Some(word.clone()),
        }
    }
}

impl Project {
    /// Reads a scenario, errors included, provided it has a map and two sides.
    pub(in crate::rules::matg::authoring) fn read(file: &str, text: &str) -> Result<Self, Faulty> {
        let mut report = Report::new(file, text);
        let field = scenario::field(&mut report, text);
        let refuse = |mut report: Report, why: &str| {
            if report.faults() == 0 {
                report.fault(0..0, why);
            }
            Err(report.end::<()>(None).err().unwrap_or(Faulty { faults: Vec::new() }))
        };
        let Some((grid, ground, levels)) = field else {
            return refuse(report, "the file has no readable map");
        };
        let Ok(mut frame) = text.parse::<Table>() else {
            return refuse(report, "the file is not valid TOML");
        };
        frame.remove("map");
        let mut next = 0;
        let sides: Vec<Force> = match frame.remove("side") {
            Some(Value::Array(sides)) => {
                sides.into_iter().filter_map(|side| force(side, &mut next)).collect()
            }
            _ => Vec::new(),
        };
        let Ok(forces) = <[Force; 2]>::try_from(sides) else {
            return refuse(Report::new(file, text), "expected two [[side]] tables");
        };
        Ok(Self {
            frame: Frame { about: frame },
            map: Map { grid, ground: Arc::new(ground), levels: Arc::new(levels) },
            forces,
            next,
            cache: Cache::default(),
        })
    }

    pub(super) fn force(&self, side: Side) -> &Force {
        &self.forces[side.index()]
    }

    pub(in crate::rules::matg::authoring) fn force_mut(&mut self, side: Side) -> &mut Force {
        &mut self.forces[side.index()]
    }

    /// An id for a new stand.
    pub(super) fn fresh(&mut self) -> Id {
        self.next += 1;
        self.next
    }

    /// The stand that starts on a cell.
    pub(super) fn stand_at(&self, cell: Cell) -> Option<(Side, usize, usize)> {
        Side::BOTH.into_iter().find_map(|side| {
            self.force(side).formations.iter().enumerate().find_map(|(f, formation)| {
                let place = formation.stands.iter().position(|stand| stand.start == Start::At(cell))?;
                Some((side, f, place))
            })
        })
    }

    pub(super) fn stand(&self, side: Side, formation: usize, place: usize) -> Option<&Stand> {
        self.force(side).formations.get(formation)?.stands.get(place)
    }

    pub(super) fn stand_mut(&mut self, side: Side, formation: usize, place: usize) -> Option<&mut Stand> {
        self.force_mut(side).formations.get_mut(formation)?.stands.get_mut(place)
    }
}

/// A single string or an array of them.
pub(super) fn words(value: &Value) -> Vec<String> {
    match value {
        Value::String(word) => vec![word.clone()],
        Value::Array(list) => list.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}

/// The squares of a list, if it contains nothing else.
pub(super) fn squares(value: &Value) -> Option<Vec<Cell>> {
    words(value).iter().map(|word| word.parse().ok()).collect()
}

/// The squares of an area: single squares, or rectangles given by two corners. Anything else is skipped.
pub(super) fn area(value: &Value) -> Vec<Cell> {
    let corners = |word: &String| {
        let (a, b) = word.split_once('-').unwrap_or((word, word));
        Some((a.parse::<Cell>().ok()?, b.parse::<Cell>().ok()?))
    };
    let all = words(value);
    let each = all.iter().filter_map(corners).flat_map(|(a, b)| {
        let xs = a.x.min(b.x)..=a.x.max(b.x);
        (a.y.min(b.y)..=a.y.max(b.y)).flat_map(move |y| xs.clone().map(move |x| Cell::new(x, y)))
    });
    let mut cells: Vec<Cell> = each.collect();
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells.dedup();
    cells
}

fn force(value: Value, next: &mut Id) -> Option<Force> {
    let Value::Table(mut about) = value else { return None };
    let letter = word(&about, "letter").unwrap_or("").to_owned();
    let formations = take_tables(&mut about, "formation");
    let mut formations: Vec<Formation> = formations.into_iter().map(|table| formation(table, next)).collect();
    // Tags can only be resolved once every stand has been read.
    let ids: Vec<Id> =
        formations.iter().flat_map(|formation| &formation.stands).map(|stand| stand.id).collect();
    let resolve = |word: &str| {
        let number = word.strip_prefix(letter.as_str()).and_then(|number| number.parse::<usize>().ok());
        let id = number.and_then(|number| ids.get(number.checked_sub(1)?));
        id.map_or_else(|| Named::Word(word.to_owned()), |id| Named::Stand(*id))
    };
    for stand in formations.iter_mut().flat_map(|formation| &mut formation.stands) {
        if let Start::Aboard(Named::Word(word)) = &stand.start {
            stand.start = Start::Aboard(resolve(word));
        }
    }
    let missions = take_tables(&mut about, "mission").into_iter().map(|mut about| {
        let batteries = about.remove("batteries").map(|value| words(&value)).unwrap_or_default();
        Mission { about, batteries: batteries.iter().map(|word| resolve(word)).collect() }
    });
    let missions = missions.collect();
    let works = works(&mut about);
    Some(Force { about, works, missions, formations })
}

fn formation(mut about: Table, next: &mut Id) -> Formation {
    let mut stands = Vec::new();
    for mut line in take_tables(&mut about, "stand") {
        let count = line.remove("count").and_then(|count| count.as_integer()).unwrap_or(1);
        let at = line.remove("at").map(|value| words(&value));
        let aboard = line.remove("aboard").map(|value| words(&value));
        let off_map = says(&line, "off-map");
        if off_map {
            line.remove("off-map");
        }
        // Two kinds of start together are an error, so the entry stays as written.
        let lands = (at.is_none() && aboard.is_none() && !off_map)
            .then(|| word(&line, "landing").map(str::to_owned))
            .flatten();
        if lands.is_some() {
            line.remove("landing");
        }
        for n in 0..usize::try_from(count).unwrap_or(1).clamp(1, 200) {
            let each = |list: &Option<Vec<String>>| list.as_ref().and_then(|list| list.get(n)).cloned();
            let start = match (each(&at).and_then(|word| word.parse().ok()), each(&aboard)) {
                (Some(cell), _) => Start::At(cell),
                (None, Some(carrier)) => Start::Aboard(Named::Word(carrier)),
                (None, None) if off_map => Start::OffMap,
                (None, None) => lands.clone().map_or(Start::Unsaid, Start::Lands),
            };
            *next += 1;
            stands.push(Stand { id: *next, about: line.clone(), start });
        }
    }
    Formation { about, stands }
}

/// A side's works, in file order. Entries that cannot be read are left in the table.
fn works(about: &mut Table) -> Vec<Work> {
    let mut works = Vec::new();
    let mut lay = |cells: Vec<Cell>, what: Laid, facing| {
        works.extend(cells.into_iter().map(|cell| Work { cell, what, facing }));
    };
    let known = |list: &[Table], kinds: &[&str]| {
        list.iter().all(|line| {
            word(line, "kind").is_some_and(|kind| kinds.contains(&kind))
                && line.get("at").and_then(squares).is_some()
        })
    };
    let put_back = |about: &mut Table, key: &str, list: Vec<Table>| {
        about.insert(key.to_owned(), Value::Array(list.into_iter().map(Value::Table).collect()));
    };
    let fields = take_tables(about, "minefield");
    if known(&fields, &["hasty", "dispersed", "standard", "normal", "concentrated"]) {
        for field in fields {
            let kind = match word(&field, "kind") {
                Some("hasty" | "dispersed") => Concentration::Hasty,
                Some("concentrated") => Concentration::Concentrated,
                _ => Concentration::Standard,
            };
            lay(field.get("at").and_then(squares).unwrap_or_default(), Laid::Mines(Some(kind)), None);
        }
    } else {
        put_back(about, "minefield", fields);
    }
    for (key, what) in [("dummies", Laid::Mines(None)), ("wire", Laid::Wire), ("ditch", Laid::Ditch)] {
        if let Some(cells) = about.get(key).and_then(squares) {
            about.remove(key);
            lay(cells, what, None);
        }
    }
    let dug = take_tables(about, "position");
    if known(&dug, &["light", "medium", "heavy"]) {
        for position in dug {
            let row = POSITIONS.iter().find(|(key, _)| word(&position, "kind") == Some(*key));
            let row = row.map_or(Terrain::LightPosition, |(_, row)| *row);
            let facing = word(&position, "facing").and_then(|facing| facing.parse().ok());
            let cells = position.get("at").and_then(squares).unwrap_or_default();
            lay(cells, Laid::Position(row, facing.unwrap_or(Compass::N)), facing);
        }
    } else {
        put_back(about, "position", dug);
    }
    works
}
