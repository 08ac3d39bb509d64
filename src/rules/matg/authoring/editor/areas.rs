//! Areas: the squares of zones, places and targets, painted on the map in the same way as terrain.

use toml::Value;

use super::lists::List;
use super::plans::text;
use super::project::{Project, area, word, words};
use crate::board::{self, Cell, Compass};
use crate::editor::{Brush, Subject};
use crate::rules::matg::scenario::written::rectangles;
use crate::side::Side;

/// Anything in the scenario with squares to paint.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Area {
    /// The setup strip along a side's edge.
    Edge(Side),
    Place(usize),
    /// The terrain of a variant.
    Variant(usize),
    Zone(Side, usize),
    /// One of several alternative arrival areas of a zone.
    Way(Side, usize, usize),
    /// Where a landing group comes down: a single square.
    Landing(Side, usize),
    /// The aim point of plotted fire: a single square.
    Fire(Side, usize),
    /// Where a side may choose targets for its preparatory fire.
    Targets(Side),
    /// Where a side may lay its minefields.
    Mines(Side),
}

impl Area {
    /// Whether the area is always a single square.
    pub(super) const fn is_one(self) -> bool {
        matches!(self, Self::Landing(..) | Self::Fire(..))
    }
}

impl Project {
    /// Every area with a brush, except the first place: the objective has its own brush.
    pub(super) fn areas(&self) -> Vec<Area> {
        let mut all: Vec<Area> = (1..self.count_of(None, List::Places)).map(Area::Place).collect();
        all.extend((0..self.count_of(None, List::Variants)).map(Area::Variant));
        for side in Side::BOTH {
            let count = |list| 0..self.count_of(Some(side), list);
            all.push(Area::Edge(side));
            for zone in count(List::Zones) {
                all.push(Area::Zone(side, zone));
                all.extend((0..self.ways(side, zone).len()).map(|way| Area::Way(side, zone, way)));
            }
            all.extend(count(List::Landings).map(|n| Area::Landing(side, n)));
            all.extend(count(List::Fire).map(|n| Area::Fire(side, n)));
            let about = &self.force(side).about;
            if about.contains_key("preparation") || about.contains_key("preparation-area") {
                all.push(Area::Targets(side));
            }
            if about.contains_key("works-at-will") || about.contains_key("mine-area") {
                all.push(Area::Mines(side));
            }
        }
        all
    }

    /// The area painted for a plan.
    pub(super) fn area_for(&self, of: Subject) -> Option<Area> {
        match of {
            Subject::Side(side) => Some(Area::Edge(side)),
            Subject::Plan(whose, list, n) => match (List::of(list)?, whose) {
                (List::Places, _) => Some(Area::Place(n)),
                (List::Variants, _) => Some(Area::Variant(n)),
                (List::Zones, Some(side)) => Some(Area::Zone(side, n)),
                (List::Landings, Some(side)) => Some(Area::Landing(side, n)),
                (List::Fire, Some(side)) => Some(Area::Fire(side, n)),
                (List::Special, Some(side)) => {
                    let all = [Area::Targets(side), Area::Mines(side)];
                    all.into_iter().find(|area| self.areas().contains(area))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The alternative ways of arrival of a zone.
    pub(super) fn ways(&self, side: Side, zone: usize) -> &[Value] {
        let zone = self.plan(Some(side), List::Zones as usize, zone);
        zone.and_then(|zone| zone.get("way")).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The area's name on screen.
    pub(super) fn area_name(&self, of: Area) -> String {
        let name = |whose, list: List, n| {
            self.plan(whose, list as usize, n).and_then(|plan| word(plan, "name")).unwrap_or("?").to_owned()
        };
        let (side, what) = match of {
            Area::Place(n) => return name(None, List::Places, n),
            Area::Variant(n) => {
                let variant = self.plan(None, List::Variants as usize, n);
                let ground = variant.and_then(|variant| variant.get("terrain")).map(words);
                return format!("variant {}: {}", n + 1, ground.unwrap_or_default().join(", "));
            }
            Area::Edge(side) => (side, "edge".to_owned()),
            Area::Zone(side, n) => (side, name(Some(side), List::Zones, n)),
            Area::Way(side, n, way) => {
                let said = self.ways(side, n).get(way).and_then(|way| word(way.as_table()?, "name"));
                let said = said.map_or_else(|| format!("way {}", way + 1), str::to_owned);
                (side, format!("{}, {said}", name(Some(side), List::Zones, n)))
            }
            Area::Landing(side, n) => (side, name(Some(side), List::Landings, n)),
            Area::Fire(side, n) => {
                let fire = self.plan(Some(side), List::Fire as usize, n);
                let name = fire.and_then(|fire| word(fire, "name").or_else(|| word(fire, "kind")));
                (side, format!("fire, {}", name.unwrap_or("?")))
            }
            Area::Targets(side) => (side, "preparation targets".to_owned()),
            Area::Mines(side) => (side, "area for mines".to_owned()),
        };
        format!("{}: {what}", self.force(side).name())
    }

    /// A brush for each area, using letters and digits not yet taken.
    pub(super) fn area_brushes(&self, known: &[Brush]) -> Vec<Brush> {
        let mut keys = ('1'..='9').chain('a'..='z').chain('A'..='Z');
        let mut free = || keys.find(|key| known.iter().all(|brush| brush.key != *key)).unwrap_or(' ');
        let brush = |of: Area| {
            let rules = match of {
                Area::Edge(_) => {
                    "The set-up strip reaches as far as you paint it; formations without a zone set up there."
                }
                Area::Landing(..) | Area::Fire(..) => "One square: the last one painted.",
                _ => "Adds squares; x removes them. The terrain does not change.",
            };
            Brush {
                key: free(),
                name: self.area_name(of),
                glyph: '#',
                family: "marker",
                group: "Areas",
                rules: vec![rules.to_owned()],
            }
        };
        self.areas().into_iter().map(brush).collect()
    }

    /// The squares of a plan.
    pub(super) fn squares_of(&self, of: Subject) -> Vec<Cell> {
        self.area_for(of).map_or(Vec::new(), |area| self.cells(area))
    }

    /// The squares of an area that are on the board.
    pub(super) fn cells(&self, of: Area) -> Vec<Cell> {
        let plan = |whose, list: List, n| self.plan(whose, list as usize, n);
        let listed = |value: Option<&Value>| value.map(area).unwrap_or_default();
        let first = |text: Option<&str>| {
            text.and_then(|text| text.split_whitespace().next()?.parse().ok()).into_iter().collect()
        };
        let mut cells: Vec<Cell> = match of {
            Area::Edge(side) => {
                let force = self.force(side);
                let inside = |cell: &Cell| self.grid.from_edge(force.edge(), *cell) < force.depth();
                self.grid.cells().filter(inside).collect()
            }
            Area::Place(n) => listed(plan(None, List::Places, n).and_then(|place| place.get("at"))),
            Area::Variant(n) => listed(plan(None, List::Variants, n).and_then(|variant| variant.get("at"))),
            Area::Zone(side, n) => {
                let Some(zone) = plan(Some(side), List::Zones, n) else { return Vec::new() };
                let mut cells = match zone.get("area") {
                    Some(cells) => area(cells),
                    None => self.grid.cells().collect(),
                };
                let within = super::project::number(zone, "within").and_then(|n| u16::try_from(n).ok());
                if let (Some(near), Some(within)) = (zone.get("near").map(area), within) {
                    cells.retain(|&cell| near.iter().any(|&near| board::within(near, cell, within)));
                }
                cells
            }
            Area::Way(side, zone, way) => {
                listed(self.ways(side, zone).get(way).and_then(|way| way.get("area")))
            }
            Area::Landing(side, n) => {
                let group = plan(Some(side), List::Landings, n);
                first(group.and_then(|group| word(group, "zone").or_else(|| word(group, "near"))))
            }
            Area::Fire(side, n) => {
                first(plan(Some(side), List::Fire, n).and_then(|fire| word(fire, "location")))
            }
            Area::Targets(side) => listed(self.force(side).about.get("preparation-area")),
            Area::Mines(side) => listed(self.force(side).about.get("mine-area")),
        };
        cells.retain(|&cell| self.grid.contains(cell));
        cells
    }

    /// Adds squares to an area, or removes them.
    pub(super) fn mark(&mut self, of: Area, cells: &[Cell], add: bool) -> Result<String, String> {
        let meant: Vec<Cell> = cells.iter().copied().filter(|&cell| self.grid.contains(cell)).collect();
        let Some(&last) = meant.last() else { return Err("Choose a square on the map first.".to_owned()) };
        match of {
            Area::Edge(side) => {
                let edge = self.force(side).edge();
                let away = meant.iter().map(|&cell| self.grid.from_edge(edge, cell));
                let depth = if add { away.max().map(|away| away + 1) } else { away.min() };
                let depth = i64::from(depth.unwrap_or(1).max(1));
                self.force_mut(side).about.insert("depth".to_owned(), Value::Integer(depth));
                return Ok(format!("{depth} inches from the {edge} edge."));
            }
            _ if of.is_one() && add => return self.aim_at(of, last),
            _ if of.is_one() => return Err("It has only one square: paint another instead.".to_owned()),
            _ => {}
        }
        let mut known = self.cells(of);
        if add {
            known.extend(&meant);
        } else {
            known.retain(|cell| !meant.contains(cell));
        }
        self.set_cells(of, known);
        Ok(String::new())
    }

    /// Replaces the squares of an area.
    pub(super) fn set_cells(&mut self, of: Area, cells: Vec<Cell>) {
        let squares = Value::Array(rectangles(cells).into_iter().map(text).collect());
        let plan = match of {
            Area::Place(n) => (self.plan_mut(None, List::Places as usize, n), "at"),
            Area::Variant(n) => (self.plan_mut(None, List::Variants as usize, n), "at"),
            Area::Zone(side, n) => {
                let zone = self.plan_mut(Some(side), List::Zones as usize, n);
                // The painted squares replace a zone given as a distance.
                if let Some(zone) = zone {
                    zone.remove("near");
                    zone.remove("within");
                }
                (self.plan_mut(Some(side), List::Zones as usize, n), "area")
            }
            Area::Way(side, n, way) => {
                let zone = self.plan_mut(Some(side), List::Zones as usize, n);
                let ways = zone.and_then(|zone| zone.get_mut("way")).and_then(Value::as_array_mut);
                (ways.and_then(|ways| ways.get_mut(way)).and_then(Value::as_table_mut), "area")
            }
            Area::Targets(side) => (Some(&mut self.force_mut(side).about), "preparation-area"),
            Area::Mines(side) => (Some(&mut self.force_mut(side).about), "mine-area"),
            Area::Edge(_) | Area::Landing(..) | Area::Fire(..) => return,
        };
        if let (Some(plan), key) = plan {
            plan.insert(key.to_owned(), squares);
        }
    }

    /// Moves a landing or fire mission to another square and keeps the rest of its entry.
    fn aim_at(&mut self, of: Area, cell: Cell) -> Result<String, String> {
        let (plan, key) = match of {
            Area::Landing(side, n) => {
                let group = self.plan_mut(Some(side), List::Landings as usize, n);
                let near = group.as_ref().is_some_and(|group| group.contains_key("near"));
                (group, if near { "near" } else { "zone" })
            }
            Area::Fire(side, n) => (self.plan_mut(Some(side), List::Fire as usize, n), "location"),
            _ => return Ok(String::new()),
        };
        let Some(plan) = plan else { return Err("That entry no longer exists.".to_owned()) };
        let old = word(plan, key).unwrap_or("");
        let rest = old.split_once(' ').map(|(_, rest)| format!(" {rest}"));
        plan.insert(key.to_owned(), text(format!("{cell}{}", rest.unwrap_or_default())));
        if let Area::Landing(side, n) = of {
            self.give_line(side, n);
        }
        Ok(format!("It is {cell}."))
    }

    /// Adds the landing line of a glider group with a chosen zone; paratroops land on a square and have none.
    pub(super) fn give_line(&mut self, side: Side, n: usize) {
        let Some(group) = self.plan(Some(side), List::Landings as usize, n) else { return };
        let Some(zone) = word(group, "zone").map(str::to_owned) else { return };
        let count = self.landing(side, word(group, "name").unwrap_or(""));
        let gliders = word(group, "manner") == Some("glider");
        let (at, line) = zone.split_once(' ').unwrap_or((&zone, ""));
        let wind = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let wind: Compass = wind.parse().unwrap_or(Compass::E);
        let zone = if gliders { format!("{at} {count}{wind}") } else { at.to_owned() };
        if let Some(group) = self.plan_mut(Some(side), List::Landings as usize, n) {
            group.insert("zone".to_owned(), text(zone));
        }
    }

    /// Removes squares that are off the board after it has been made smaller.
    pub(super) fn clip(&mut self) {
        let mut all = self.areas();
        all.extend((self.count_of(None, List::Places) > 0).then_some(Area::Place(0)));
        for of in all {
            let beyond = |cells: &Value| area(cells).iter().any(|&cell| !self.grid.contains(cell));
            let plan = |whose, list: List, n| self.plan(whose, list as usize, n);
            let zone = |side, n, key| plan(Some(side), List::Zones, n).and_then(|zone| zone.get(key));
            let said = match of {
                Area::Place(n) => [plan(None, List::Places, n).and_then(|place| place.get("at")), None],
                Area::Variant(n) => {
                    [plan(None, List::Variants, n).and_then(|variant| variant.get("at")), None]
                }
                Area::Zone(side, n) => [zone(side, n, "near"), zone(side, n, "area")],
                Area::Way(side, zone, way) => {
                    [self.ways(side, zone).get(way).and_then(|way| way.get("area")), None]
                }
                Area::Targets(side) => [self.force(side).about.get("preparation-area"), None],
                Area::Mines(side) => [self.force(side).about.get("mine-area"), None],
                Area::Edge(_) | Area::Landing(..) | Area::Fire(..) => [None, None],
            };
            if said.into_iter().flatten().any(beyond) {
                self.set_cells(of, self.cells(of));
            }
        }
    }
}
