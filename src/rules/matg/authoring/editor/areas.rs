//! Areas: the squares of zones, places and targets, painted on the map in the same way as terrain.

use toml::Value;

use super::lists::List;
use super::plans::text;
use super::project::{Project, area, word, words};
use crate::board::{self, Cell, Compass};
use crate::editor::{Brush, Subject};
use crate::game::view::Family;
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

    /// Every area with a brush, except the first place: the objective has its own brush.
    pub(super) fn all(project: &Project) -> Vec<Self> {
        let mut all: Vec<Self> = (1..project.count_of(None, List::Places)).map(Self::Place).collect();
        all.extend((0..project.count_of(None, List::Variants)).map(Self::Variant));
        for side in Side::BOTH {
            let count = |list| 0..project.count_of(Some(side), list);
            all.push(Self::Edge(side));
            for zone in count(List::Zones) {
                all.push(Self::Zone(side, zone));
                all.extend((0..project.ways(side, zone).len()).map(|way| Self::Way(side, zone, way)));
            }
            all.extend(count(List::Landings).map(|n| Self::Landing(side, n)));
            all.extend(count(List::Fire).map(|n| Self::Fire(side, n)));
            let about = &project.force(side).about;
            if about.contains_key("preparation") || about.contains_key("preparation-area") {
                all.push(Self::Targets(side));
            }
            if about.contains_key("works-at-will") || about.contains_key("mine-area") {
                all.push(Self::Mines(side));
            }
        }
        all
    }

    /// The area painted for a plan.
    pub(super) fn of(project: &Project, of: Subject) -> Option<Self> {
        match of {
            Subject::Side(side) => Some(Self::Edge(side)),
            Subject::Plan(whose, list, n) => match (List::of(list)?, whose) {
                (List::Places, _) => Some(Self::Place(n)),
                (List::Variants, _) => Some(Self::Variant(n)),
                (List::Zones, Some(side)) => Some(Self::Zone(side, n)),
                (List::Landings, Some(side)) => Some(Self::Landing(side, n)),
                (List::Fire, Some(side)) => Some(Self::Fire(side, n)),
                (List::Special, Some(side)) => {
                    let all = [Self::Targets(side), Self::Mines(side)];
                    all.into_iter().find(|area| Self::all(project).contains(area))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The area's name on screen.
    pub(super) fn name(self, project: &Project) -> String {
        let name = |whose, list: List, n| {
            project
                .plan(whose, list as usize, n)
                .and_then(|plan| word(plan, "name"))
                .unwrap_or("?")
                .to_owned()
        };
        let (side, what) = match self {
            Self::Place(n) => return name(None, List::Places, n),
            Self::Variant(n) => {
                let variant = project.plan(None, List::Variants as usize, n);
                let ground = variant.and_then(|variant| variant.get("terrain")).map(words);
                return format!("variant {}: {}", n + 1, ground.unwrap_or_default().join(", "));
            }
            Self::Edge(side) => (side, "edge".to_owned()),
            Self::Zone(side, n) => (side, name(Some(side), List::Zones, n)),
            Self::Way(side, n, way) => {
                let said = project.ways(side, n).get(way).and_then(|way| word(way.as_table()?, "name"));
                let said = said.map_or_else(|| format!("way {}", way + 1), str::to_owned);
                (side, format!("{}, {said}", name(Some(side), List::Zones, n)))
            }
            Self::Landing(side, n) => (side, name(Some(side), List::Landings, n)),
            Self::Fire(side, n) => {
                let fire = project.plan(Some(side), List::Fire as usize, n);
                let name = fire.and_then(|fire| word(fire, "name").or_else(|| word(fire, "kind")));
                (side, format!("fire, {}", name.unwrap_or("?")))
            }
            Self::Targets(side) => (side, "preparation targets".to_owned()),
            Self::Mines(side) => (side, "area for mines".to_owned()),
        };
        format!("{}: {what}", project.force(side).name())
    }

    /// The squares of an area that are on the board.
    pub(super) fn cells(self, project: &Project) -> Vec<Cell> {
        let plan = |whose, list: List, n| project.plan(whose, list as usize, n);
        let listed = |value: Option<&Value>| value.map(area).unwrap_or_default();
        let first = |text: Option<&str>| {
            text.and_then(|text| text.split_whitespace().next()?.parse().ok()).into_iter().collect()
        };
        let mut cells: Vec<Cell> = match self {
            Self::Edge(side) => {
                let force = project.force(side);
                project.map.strip(force.edge(), force.depth())
            }
            Self::Place(n) => listed(plan(None, List::Places, n).and_then(|place| place.get("at"))),
            Self::Variant(n) => listed(plan(None, List::Variants, n).and_then(|variant| variant.get("at"))),
            Self::Zone(side, n) => {
                let Some(zone) = plan(Some(side), List::Zones, n) else { return Vec::new() };
                let mut cells = match zone.get("area") {
                    Some(cells) => area(cells),
                    None => project.map.grid.cells().collect(),
                };
                let within = super::project::number(zone, "within").and_then(|n| u16::try_from(n).ok());
                if let (Some(near), Some(within)) = (zone.get("near").map(area), within) {
                    cells.retain(|&cell| near.iter().any(|&near| board::within(near, cell, within)));
                }
                cells
            }
            Self::Way(side, zone, way) => {
                listed(project.ways(side, zone).get(way).and_then(|way| way.get("area")))
            }
            Self::Landing(side, n) => {
                let group = plan(Some(side), List::Landings, n);
                first(group.and_then(|group| word(group, "zone").or_else(|| word(group, "near"))))
            }
            Self::Fire(side, n) => {
                first(plan(Some(side), List::Fire, n).and_then(|fire| word(fire, "location")))
            }
            Self::Targets(side) => listed(project.force(side).about.get("preparation-area")),
            Self::Mines(side) => listed(project.force(side).about.get("mine-area")),
        };
        cells.retain(|&cell| project.map.grid.contains(cell));
        cells
    }

    /// Adds squares to an area, or removes them.
    pub(super) fn mark(self, project: &mut Project, cells: &[Cell], add: bool) -> Result<String, String> {
        let meant: Vec<Cell> =
            cells.iter().copied().filter(|&cell| project.map.grid.contains(cell)).collect();
        let Some(&last) = meant.last() else { return Err("Choose a square on the map first.".to_owned()) };
        match self {
            Self::Edge(side) => {
                let edge = project.force(side).edge();
                let away = meant.iter().map(|&cell| project.map.grid.from_edge(edge, cell));
                let depth = if add { away.max().map(|away| away + 1) } else { away.min() };
                let depth = i64::from(depth.unwrap_or(1).max(1));
                project.force_mut(side).about.insert("depth".to_owned(), Value::Integer(depth));
                return Ok(format!("{depth} inches from the {edge} edge."));
            }
            _ if self.is_one() && add => return self.aim_at(project, last),
            _ if self.is_one() => return Err("It has only one square: paint another instead.".to_owned()),
            _ => {}
        }
        let mut known = self.cells(project);
        if add {
            known.extend(&meant);
        } else {
            known.retain(|cell| !meant.contains(cell));
        }
        self.set(project, known);
        Ok(String::new())
    }

    /// Replaces the squares of an area.
    pub(super) fn set(self, project: &mut Project, cells: Vec<Cell>) {
        let squares = Value::Array(rectangles(cells).into_iter().map(text).collect());
        let plan = match self {
            Self::Place(n) => (project.plan_mut(None, List::Places as usize, n), "at"),
            Self::Variant(n) => (project.plan_mut(None, List::Variants as usize, n), "at"),
            Self::Zone(side, n) => {
                let zone = project.plan_mut(Some(side), List::Zones as usize, n);
                // The painted squares replace a zone given as a distance.
                if let Some(zone) = zone {
                    zone.remove("near");
                    zone.remove("within");
                }
                (project.plan_mut(Some(side), List::Zones as usize, n), "area")
            }
            Self::Way(side, n, way) => {
                let zone = project.plan_mut(Some(side), List::Zones as usize, n);
                let ways = zone.and_then(|zone| zone.get_mut("way")).and_then(Value::as_array_mut);
                (ways.and_then(|ways| ways.get_mut(way)).and_then(Value::as_table_mut), "area")
            }
            Self::Targets(side) => (Some(&mut project.force_mut(side).about), "preparation-area"),
            Self::Mines(side) => (Some(&mut project.force_mut(side).about), "mine-area"),
            Self::Edge(_) | Self::Landing(..) | Self::Fire(..) => return,
        };
        if let (Some(plan), key) = plan {
            plan.insert(key.to_owned(), squares);
        }
    }

    /// Moves a landing or fire mission to another square and keeps the rest of its entry.
    fn aim_at(self, project: &mut Project, cell: Cell) -> Result<String, String> {
        let (plan, key) = match self {
            Self::Landing(side, n) => {
                let group = project.plan_mut(Some(side), List::Landings as usize, n);
                let near = group.as_ref().is_some_and(|group| group.contains_key("near"));
                (group, if near { "near" } else { "zone" })
            }
            Self::Fire(side, n) => (project.plan_mut(Some(side), List::Fire as usize, n), "location"),
            _ => return Ok(String::new()),
        };
        let Some(plan) = plan else { return Err("That entry no longer exists.".to_owned()) };
        let old = word(plan, key).unwrap_or("");
        let rest = old.split_once(' ').map(|(_, rest)| format!(" {rest}"));
        plan.insert(key.to_owned(), text(format!("{cell}{}", rest.unwrap_or_default())));
        if let Self::Landing(side, n) = self {
            project.give_line(side, n);
        }
        Ok(format!("It is {cell}."))
    }
}

/// A brush for each area, using letters and digits not yet taken.
pub(super) fn area_brushes(project: &Project, known: &[Brush]) -> Vec<Brush> {
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
            name: of.name(project),
            glyph: '#',
            family: Family::Marker,
            group: "Areas",
            rules: vec![rules.to_owned()],
        }
    };
    Area::all(project).into_iter().map(brush).collect()
}

impl Project {
    /// The alternative ways of arrival of a zone.
    pub(super) fn ways(&self, side: Side, zone: usize) -> &[Value] {
        let zone = self.plan(Some(side), List::Zones as usize, zone);
        zone.and_then(|zone| zone.get("way")).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The squares of a plan.
    pub(super) fn squares_of(&self, of: Subject) -> Vec<Cell> {
        Area::of(self, of).map_or(Vec::new(), |area| area.cells(self))
    }

    /// Adds the landing line of a glider group with a chosen zone; paratroops land on a square and have none.
    pub(super) fn give_line(&mut self, side: Side, n: usize) {
        let Some(group) = self.plan(Some(side), List::Landings as usize, n) else { return };
        let Some(zone) = word(group, "zone").map(str::to_owned) else { return };
        let count = self.force(side).landing(word(group, "name").unwrap_or(""));
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
        let mut all = Area::all(self);
        all.extend((self.count_of(None, List::Places) > 0).then_some(Area::Place(0)));
        for of in all {
            let beyond = |cells: &Value| area(cells).iter().any(|&cell| !self.map.grid.contains(cell));
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
                of.set(self, of.cells(self));
            }
        }
    }
}
