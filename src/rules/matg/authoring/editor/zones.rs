//! The fields of a zone: set-up, reinforcements, and alternative ways of arrival.

use toml::{Table, Value};

use super::parts::keys;
use super::planning::{Count, Part, Shown, line};
use super::plans::text;
use super::project::{number, word};
use super::turning::PlanEdit;
use crate::editor::{EditBy, Line};

/// A field of a zone.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum ZonePart {
    /// Stands of the zone that start outside it.
    Outside,
    WayName(usize),
}

impl Shown<'_> {
    pub(super) fn zone_parts(&self) -> Vec<Part> {
        let count = self.plan.get("way").and_then(Value::as_array).map_or(0, Vec::len);
        let way = |way| [Part::Zone(ZonePart::WayName(way)), Part::Count(Count::WayTurn(way))];
        let ways = (count > 0).then_some(Part::Count(Count::Ways));
        let ways = ways.into_iter().chain((0..count).flat_map(way));
        let first = [Part::Name, Part::Squares].into_iter().chain(self.joining());
        let keys = keys(self.list).iter().map(Part::Key);
        let last = [Part::Zone(ZonePart::Outside)].into_iter().chain(keys);
        first.chain(last).chain([Part::Count(Count::Rolled)]).chain(ways).collect()
    }

    pub(super) fn zone_line(&self, part: ZonePart) -> Line {
        match part {
            ZonePart::Outside => {
                let count = self.project.strays(self.of).len().to_string();
                line("Begin elsewhere", count, EditBy::Cycling, "Left or Right brings them in.")
            }
            ZonePart::WayName(way) => {
                let name = self.way(way).and_then(|way| word(way, "name")).unwrap_or("-");
                let about = "Its wording in the log, such as: by the road in the east.";
                line(&format!("Way {}, name", way + 1), name, EditBy::Typing, about)
            }
        }
    }

    /// One way of arrival.
    pub(super) fn way(&self, way: usize) -> Option<&Table> {
        self.project.ways(self.side, self.n).get(way)?.as_table()
    }
}

impl PlanEdit<'_> {
    /// One way of arrival.
    pub(super) fn way_mut(&mut self, way: usize) -> Option<&mut Table> {
        self.table_mut()?.get_mut("way")?.as_array_mut()?.get_mut(way)?.as_table_mut()
    }

    /// Sets the number of ways of arrival. New ones start with the squares of the zone and the turn of the
    /// roll.
    pub(super) fn set_ways(&mut self, count: usize) {
        let Some(zone) = self.project.table(self.of) else { return };
        let turn = number(zone, "roll-turn").unwrap_or(2);
        let squares = zone.get("area").cloned().unwrap_or_else(|| Value::Array(Vec::new()));
        let way = [("area".to_owned(), squares), ("turn".to_owned(), Value::Integer(turn))];
        let way = Value::Table(way.into_iter().collect());
        let mut ways = zone.get("way").and_then(Value::as_array).cloned().unwrap_or_default();
        ways.resize(count, way);
        self.set("way", Some(Value::Array(ways)));
    }

    pub(super) fn name_way(&mut self, way: usize, said: &str) {
        if let Some(way) = self.way_mut(way) {
            super::filling::put(way, "name", (!matches!(said, "" | "-")).then(|| text(said)));
        }
    }
}
