//! Plans: the lists of a battle and its sides other than terrain and forces, and how entries are added and
//! removed.

use toml::{Table, Value};

use super::filling::put;
use super::lists::List;
use super::planning::Shown;
use super::project::{Mission, Named, Project, Start, word};
use crate::editor::{Plans, Row, Subject};
use crate::rules::matg::scenario::aircraft_of;
use crate::rules::matg::turn::sequence::PHASES;
use crate::side::Side;

/// Maximum plans per list.
const MOST: usize = 40;

/// Builds a table from its entries.
pub(super) fn table<const N: usize>(lines: [(&str, Value); N]) -> Table {
    lines.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

pub(super) fn text(text: impl Into<String>) -> Value {
    Value::String(text.into())
}

impl Project {
    fn array(&self, whose: Option<Side>, list: List) -> Option<&Vec<Value>> {
        let table = match (whose, list) {
            (None, List::Variants | List::Hints) => &self.frame.about,
            (None, _) => self.frame.about.get("victory")?.as_table()?,
            (Some(side), _) => &self.force(side).about,
        };
        table.get(list.key()?)?.as_array()
    }

    /// The table that holds the list in a file, created if missing.
    fn home_mut(&mut self, whose: Option<Side>, list: List) -> Option<&mut Table> {
        match (whose, list) {
            (None, List::Variants | List::Hints) => Some(&mut self.frame.about),
            (None, _) => {
                let victory = self.frame.about.entry("victory").or_insert_with(|| Value::Table(Table::new()));
                victory.as_table_mut()
            }
            (Some(side), _) => Some(&mut self.force_mut(side).about),
        }
    }

    /// The list, created if missing; `None` if the file has something else under its key.
    fn array_mut(&mut self, whose: Option<Side>, list: List) -> Option<&mut Vec<Value>> {
        let key = list.key()?;
        self.home_mut(whose, list)?.entry(key).or_insert_with(|| Value::Array(Vec::new())).as_array_mut()
    }

    /// The number of plans in a list.
    pub(super) fn count_of(&self, whose: Option<Side>, list: List) -> usize {
        match (list, whose) {
            (List::Fire, Some(side)) => self.force(side).missions.len(),
            (List::Weather | List::Special, _) => 1,
            _ => self.array(whose, list).map_or(0, Vec::len),
        }
    }

    /// The table of a plan.
    pub(super) fn plan(&self, whose: Option<Side>, list: usize, place: usize) -> Option<&Table> {
        match (List::of(list)?, whose) {
            (List::Weather, None) => Some(&self.frame.about),
            (List::Special, Some(side)) => Some(&self.force(side).about),
            (List::Fire, Some(side)) => self.force(side).missions.get(place).map(|fire| &fire.about),
            (list, whose) => self.array(whose, list)?.get(place)?.as_table(),
        }
    }

    pub(super) fn plan_mut(&mut self, whose: Option<Side>, list: usize, place: usize) -> Option<&mut Table> {
        // Return early: looking for a plan must not create its list.
        self.plan(whose, list, place)?;
        match (List::of(list)?, whose) {
            (List::Weather, None) => Some(&mut self.frame.about),
            (List::Special, Some(side)) => Some(&mut self.force_mut(side).about),
            (List::Fire, Some(side)) => {
                self.force_mut(side).missions.get_mut(place).map(|fire| &mut fire.about)
            }
            (list, whose) => self.array_mut(whose, list)?.get_mut(place)?.as_table_mut(),
        }
    }

    /// The names of the plans in a list, in order.
    pub(super) fn names(&self, whose: Option<Side>, list: List) -> Vec<String> {
        let name = |n| self.plan(whose, list as usize, n).and_then(|plan| word(plan, "name")).unwrap_or("");
        (0..self.count_of(whose, list)).map(|n| name(n).to_owned()).collect()
    }

    fn row(&self, of: Subject) -> Row {
        let unreadable =
            || Row { of, tag: String::new(), name: "?".to_owned(), about: String::new(), cost: 0 };
        Shown::of(self, of).map_or_else(unreadable, |shown| shown.row())
    }

    /// Every list with its plans.
    pub(super) fn lists(&self) -> Vec<Plans> {
        let (own, sides) = List::ALL.split_at(List::BATTLE);
        let battle = own.iter().map(|&list| (None, list));
        let each = Side::BOTH.into_iter().flat_map(|side| sides.iter().map(move |&list| (Some(side), list)));
        battle
            .chain(each)
            .map(|(whose, list)| Plans {
                whose,
                list: list as usize,
                name: list.name().to_owned(),
                about: list.about().to_owned(),
                rows: (0..self.count_of(whose, list)).map(|n| self.row(list.plan(whose, n))).collect(),
                grows: list.grows(),
            })
            .collect()
    }

    /// Adds a plan to a list.
    pub(super) fn lay_down(&mut self, whose: Option<Side>, list: usize) -> Result<String, String> {
        let Some(list) = List::of(list).filter(|list| list.grows()) else {
            return Err("Nothing can be added here.".to_owned());
        };
        if self.count_of(whose, list) >= MOST {
            return Err(format!("There may be at most {MOST}."));
        }
        let named = |what: &str| text(self.free_name(whose, list, what));
        let (plan, said) = match (list, whose) {
            (List::Places, _) => (
                table([("name", named("place")), ("at", Value::Array(Vec::new()))]),
                "Paint its squares on the map, then name it in an aim.",
            ),
            (List::Aims, _) => {
                let keys = Side::BOTH.map(|side| self.force(side).key().to_owned());
                self.frame.spell_out(&keys);
                let key = self.force(self.attacker()).key().to_owned();
                let plan = table([("side", text(key)), ("destroy-percent", Value::Integer(50))]);
                (plan, "")
            }
            (List::Variants, _) => (
                table([("at", Value::Array(Vec::new())), ("terrain", text("woods"))]),
                "Paint its squares on the map, then choose their terrain.",
            ),
            (List::Hints, _) => (
                table([("phase", text(PHASES[0])), ("turn", Value::Integer(1)), ("text", text(""))]),
                "Choose its phase and type its text.",
            ),
            (List::Weapons, Some(side)) => {
                self.force(side).new_weapon(&self.free_name(whose, list, "own weapon"))?
            }
            (List::Zones, _) => (
                table([("name", named("zone")), ("area", Value::Array(Vec::new()))]),
                "Paint its squares on the map, then choose the formations that start there.",
            ),
            (List::Landings, _) => (
                table([
                    ("name", named("landing")),
                    ("manner", text("parachute")),
                    ("distance", text("combat-jump")),
                ]),
                "Choose the formations that land with it.",
            ),
            (List::Aircraft, Some(side)) => {
                let nation = self.force(side).nation();
                let kind = nation.and_then(|nation| aircraft_of(nation, self.frame.date().0));
                let kind = kind.ok_or("This nation has no aircraft in the data for that year.")?;
                (table([("type", text(kind.name.clone()))]), "")
            }
            (List::Fire, Some(side)) => return self.plot(side),
            _ => return Err("Nothing can be added here.".to_owned()),
        };
        let Some(all) = self.array_mut(whose, list) else {
            return Err("The file has something else here.".to_owned());
        };
        all.push(Value::Table(plan));
        Ok(said.to_owned())
    }

    /// A name not yet used in the list, such as "zone 2".
    pub(super) fn free_name(&self, whose: Option<Side>, list: List, what: &str) -> String {
        let known = self.names(whose, list);
        (1..).map(|n| format!("{what} {n}")).find(|name| !known.contains(name)).unwrap_or_default()
    }

    /// Adds a copy of a plan after the others, under a name of its own.
    pub(super) fn copy_plan(
        &mut self,
        whose: Option<Side>,
        list: usize,
        place: usize,
    ) -> Result<String, String> {
        let nothing = || "There is nothing to copy here.".to_owned();
        let mut plan = self.plan(whose, list, place).cloned().ok_or_else(nothing)?;
        let list = List::of(list).filter(|list| list.grows()).ok_or_else(nothing)?;
        if self.count_of(whose, list) >= MOST {
            return Err(format!("There may be at most {MOST}."));
        }
        if let (List::Fire, Some(side)) = (list, whose) {
            let missions = &mut self.force_mut(side).missions;
            let copy = missions.get(place).cloned().ok_or_else(nothing)?;
            missions.push(copy);
            return Ok("Copied.".to_owned());
        }
        if let Some(name) = word(&plan, "name") {
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
            let name = self.free_name(whose, list, if stem.is_empty() { name } else { stem });
            plan.insert("name".to_owned(), text(name));
        }
        self.array_mut(whose, list).ok_or_else(nothing)?.push(Value::Table(plan));
        Ok("Copied.".to_owned())
    }

    /// Plots fire by the first battery: pre-registered for the defender, otherwise a barrage.
    fn plot(&mut self, side: Side) -> Result<String, String> {
        let Some(battery) = self.force(side).batteries().first().copied() else {
            return Err("No stand of this side fires indirectly (7.6).".to_owned());
        };
        let mut about = table([("location", text(format!("{} Closed", self.map.middle())))]);
        if self.force(side).defends() {
            about.insert("kind".to_owned(), text("pre-registered"));
            about.insert("name".to_owned(), text(self.free_name(Some(side), List::Fire, "target")));
        } else {
            about.insert("kind".to_owned(), text("barrage"));
            about.insert("arrival".to_owned(), Value::Integer(1));
        }
        self.force_mut(side).missions.push(Mission { about, batteries: vec![Named::Stand(battery)] });
        Ok("Choose the batteries, and paint its square on the map.".to_owned())
    }

    /// Removes a plan and all references to it.
    pub(super) fn strike(
        &mut self,
        whose: Option<Side>,
        list: usize,
        place: usize,
    ) -> Result<String, String> {
        let nothing = || Err("There is nothing to remove here.".to_owned());
        let Some(list) = List::of(list).filter(|list| list.grows()) else { return nothing() };
        if place >= self.count_of(whose, list) {
            return nothing();
        }
        let name = self.names(whose, list).swap_remove(place);
        if let (List::Weapons, Some(side)) = (list, whose) {
            self.force(side).may_go(&name)?;
        }
        match (list, whose) {
            (List::Fire, Some(side)) => {
                self.force_mut(side).missions.remove(place);
            }
            _ => {
                let Some(all) = self.array_mut(whose, list) else { return nothing() };
                all.remove(place);
                if all.is_empty() {
                    self.home_mut(whose, list).zip(list.key()).map(|(table, key)| table.remove(key));
                }
            }
        }
        if !self.names(whose, list).contains(&name) {
            self.call(whose, list, &name, None);
        }
        Ok(format!("{} is taken out.", if name.is_empty() { "It" } else { &name }))
    }

    /// Renames a plan in everything that refers to it, or drops the references.
    pub(super) fn call(&mut self, whose: Option<Side>, list: List, old: &str, new: Option<&str>) {
        match (list, whose) {
            (List::Zones, Some(side)) => {
                for formation in &mut self.force_mut(side).formations {
                    if word(&formation.about, "zone") == Some(old) {
                        put(&mut formation.about, "zone", new.map(text));
                    }
                }
            }
            (List::Landings, Some(side)) => {
                for stand in self.force_mut(side).stands_mut() {
                    if stand.start == Start::Lands(old.to_owned()) {
                        stand.start = new.map_or(Start::Unsaid, |new| Start::Lands(new.to_owned()));
                    }
                }
            }
            (List::Weapons, Some(side)) => {
                // Its stands fall back on the weapons data; `may_go` has checked that they can.
                let Some(new) = new else { return };
                let has = |stand: &super::project::Stand| stand.is_called(old);
                for stand in self.force_mut(side).stands_mut().filter(|stand| has(stand)) {
                    stand.about.insert("type".to_owned(), text(new));
                }
            }
            (List::Places, _) => {
                for aim in self.frame.aims_mut() {
                    let Some(held) = aim.get("hold") else { continue };
                    let mut held = super::project::words(held);
                    held.iter_mut().filter(|name| *name == old).for_each(|name| {
                        new.unwrap_or_default().clone_into(name);
                    });
                    held.retain(|name| !name.is_empty());
                    let held = match held.len() {
                        0 => None,
                        1 => Some(text(held.swap_remove(0))),
                        _ => Some(Value::Array(held.into_iter().map(text).collect())),
                    };
                    put(aim, "hold", held);
                }
            }
            _ => {}
        }
    }

    /// Moves a plan up or down in its list.
    pub(super) fn reorder(
        &mut self,
        (whose, list, place): (Option<Side>, usize, usize),
        down: bool,
    ) -> Result<String, String> {
        let nowhere = || Err("It cannot move further that way.".to_owned());
        let Some(list) = List::of(list).filter(|list| list.grows()) else { return nowhere() };
        let to = if down { place + 1 } else { place.wrapping_sub(1) };
        if place.max(to) >= self.count_of(whose, list) {
            return nowhere();
        }
        match (list, whose) {
            (List::Fire, Some(side)) => self.force_mut(side).missions.swap(place, to),
            _ => {
                if let Some(all) = self.array_mut(whose, list) {
                    all.swap(place, to);
                }
            }
        }
        Ok(String::new())
    }
}
