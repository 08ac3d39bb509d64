//! Mirrors a project or turns it by a quarter, with everything that names squares or directions.

use std::sync::Arc;

use toml::{Table, Value};

use super::project::{Project, Start, number, word};
use crate::editor::Flip;
use crate::rules::matg::works::laid::Laid;

/// The keys of a battle, a side, a zone or a stand that name squares or directions.
const KEYS: [&str; 16] = [
    "area",
    "at",
    "breaches",
    "ditch",
    "dummies",
    "edge",
    "facing",
    "labour",
    "location",
    "mine-area",
    "near",
    "over",
    "polar",
    "preparation-area",
    "shift",
    "wire",
];

impl Project {
    /// Mirrors or turns the map with everything on it.
    pub(super) fn flip(&mut self, flip: Flip) -> Result<String, String> {
        if flip == Flip::Rotate
            && let Some(name) = self.zone_of_columns()
        {
            return Err(format!("The zone \"{name}\" is limited to some columns: mirror the map instead."));
        }
        let before = self.map.grid;
        self.map.ground = Arc::new(flip.rearranged(before, &self.map.ground));
        self.map.levels = Arc::new(flip.rearranged(before, &self.map.levels));
        self.map.grid = flip.grid(before);
        let turn = |table: &mut Table| flip.keys(before, table, &KEYS);
        let about = &mut self.frame.about;
        turn(about);
        flip.provisions(before, about, &KEYS);
        tables(about, "variant").for_each(turn);
        if let Some(victory) = about.get_mut("victory").and_then(Value::as_table_mut) {
            tables(victory, "place").for_each(turn);
            tables(victory, "aim").for_each(turn);
        }
        for force in &mut self.forces {
            turn(&mut force.about);
            for list in ["minefield", "position"] {
                tables(&mut force.about, list).for_each(turn);
            }
            for zone in tables(&mut force.about, "zone") {
                turn(zone);
                tables(zone, "way").for_each(turn);
            }
            for landing in tables(&mut force.about, "landing") {
                flip.keys(before, landing, &["near", "zone"]);
            }
            for work in force.works.iter_mut().filter(|work| before.contains(work.cell)) {
                work.cell = flip.cell(before, work.cell);
                work.facing = work.facing.map(|wind| flip.wind(wind));
                if let (Laid::Position(row, _), Some(facing)) = (work.what, work.facing) {
                    work.what = Laid::Position(row, facing);
                }
            }
            force.missions.iter_mut().for_each(|mission| turn(&mut mission.about));
            for stand in force.stands_mut() {
                turn(&mut stand.about);
                if let Start::At(cell) = &mut stand.start {
                    *cell = if before.contains(*cell) { flip.cell(before, *cell) } else { *cell };
                }
            }
        }
        Ok(flip.said().to_owned())
    }

    /// The name of a zone whose width is counted in columns.
    fn zone_of_columns(&self) -> Option<String> {
        let zones = self.forces.iter().filter_map(|force| force.about.get("zone")?.as_array()).flatten();
        let narrow = zones.filter_map(Value::as_table).find(|zone| number(zone, "span").is_some());
        narrow.map(|zone| word(zone, "name").unwrap_or("?").to_owned())
    }
}

/// The tables of a list.
fn tables<'a>(table: &'a mut Table, list: &str) -> impl Iterator<Item = &'a mut Table> {
    let all = table.get_mut(list).and_then(Value::as_array_mut);
    all.into_iter().flatten().filter_map(Value::as_table_mut)
}
