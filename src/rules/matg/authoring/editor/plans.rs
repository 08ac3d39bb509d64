//! Plans: the lists of a battle and its sides other than terrain and forces, and how entries are added and
//! removed.

use toml::{Table, Value};

use super::filling::put;
use super::forces::{figures, is_indirect};
use super::lists::List;
use super::parts::on_one_line;
use super::project::{Mission, Named, Project, Start, number, says, word};
use crate::editor::{Plans, Row};
use crate::rules::matg::catalog::{Nation, StandType, aircraft};
use crate::rules::matg::scenario::aircraft_of;
use crate::rules::matg::turn::sequence::PHASES;
use crate::side::Side;

/// Maximum plans per list.
const MOST: usize = 40;

/// Builds a table from its entries.
fn table<const N: usize>(lines: [(&str, Value); N]) -> Table {
    lines.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

pub(super) fn text(text: impl Into<String>) -> Value {
    Value::String(text.into())
}

fn many(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

impl Project {
    fn array(&self, whose: Option<Side>, list: List) -> Option<&Vec<Value>> {
        let table = match (whose, list) {
            (None, List::Variants | List::Hints) => &self.frame,
            (None, _) => self.frame.get("victory")?.as_table()?,
            (Some(side), _) => &self.force(side).about,
        };
        table.get(list.key()?)?.as_array()
    }

    /// The table that holds the list in a file, created if missing.
    fn home_mut(&mut self, whose: Option<Side>, list: List) -> Option<&mut Table> {
        match (whose, list) {
            (None, List::Variants | List::Hints) => Some(&mut self.frame),
            (None, _) => {
                let victory = self.frame.entry("victory").or_insert_with(|| Value::Table(Table::new()));
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
            (List::Weather, None) => Some(&self.frame),
            (List::Special, Some(side)) => Some(&self.force(side).about),
            (List::Fire, Some(side)) => self.force(side).missions.get(place).map(|fire| &fire.about),
            (list, whose) => self.array(whose, list)?.get(place)?.as_table(),
        }
    }

    pub(super) fn plan_mut(&mut self, whose: Option<Side>, list: usize, place: usize) -> Option<&mut Table> {
        // Return early: looking for a plan must not create its list.
        self.plan(whose, list, place)?;
        match (List::of(list)?, whose) {
            (List::Weather, None) => Some(&mut self.frame),
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
                rows: (0..self.count_of(whose, list)).map(|n| self.row(whose, list, n)).collect(),
                grows: list.grows(),
            })
            .collect()
    }

    fn row(&self, whose: Option<Side>, list: List, n: usize) -> Row {
        let of = list.plan(whose, n);
        let empty = Table::new();
        let plan = self.plan(whose, list as usize, n).unwrap_or(&empty);
        let name = word(plan, "name").unwrap_or("?").to_owned();
        let mut about: Vec<String> = Vec::new();
        let mut cost = 0;
        let name = match (list, whose) {
            (List::Places, _) => {
                about.push(many(self.squares_of(of).len(), "square"));
                name
            }
            (List::Aims, _) => {
                about.push(self.aim_in_words(plan));
                let of = word(plan, "side").unwrap_or("?");
                let side = Side::BOTH.into_iter().find(|&side| self.force(side).key() == of);
                side.map_or(of, |side| self.force(side).name()).to_owned()
            }
            (List::Variants, _) => {
                about.push(many(self.squares_of(of).len(), "square"));
                plan.get("terrain").map(super::project::words).unwrap_or_default().join(", ")
            }
            (List::Hints, _) => {
                about
                    .extend(number(plan, "turn").filter(|&turn| turn > 1).map(|turn| format!("turn {turn}")));
                let text = word(plan, "text").map(on_one_line);
                about.extend(text.filter(|text| !text.is_empty()));
                word(plan, "phase").unwrap_or("?").to_owned()
            }
            (List::Weapons, Some(side)) => {
                let known = self.force(side).entry(n).ok();
                cost = known.map_or(0, |kind| kind.points).into();
                about.extend(known.map(figures));
                let users = self.users(side, &name);
                about.push(many(users, "stand"));
                name
            }
            (List::Zones, Some(side)) => {
                about.push(many(self.squares_of(of).len(), "square"));
                about
                    .extend(number(plan, "turn").filter(|&turn| turn > 1).map(|turn| format!("turn {turn}")));
                about.extend(number(plan, "roll-turn").map(|turn| format!("rolled before turn {turn}")));
                let here = |f: &&super::project::Formation| word(&f.about, "zone") == Some(&name);
                about.push(many(self.force(side).formations.iter().filter(here).count(), "formation"));
                name
            }
            (List::Landings, Some(side)) => {
                about.push(word(plan, "manner").unwrap_or("?").to_owned());
                about.push(many(self.landing(side, &name), "stand"));
                about.extend(word(plan, "zone").map(|zone| format!("at {zone}")));
                name
            }
            (List::Aircraft, Some(side)) => {
                let count = number(plan, "count").unwrap_or(1);
                about.extend(number(plan, "turn").map(|turn| format!("turn {turn}")));
                let known = self.craft(side, plan);
                cost = known.map_or(0, |kind| kind.points).into();
                cost *= u32::try_from(count).unwrap_or(1);
                format!("{count} {}", word(plan, "type").unwrap_or("?"))
            }
            (List::Fire, Some(side)) => {
                about.push(word(plan, "location").unwrap_or("?").to_owned());
                about.extend(number(plan, "arrival").map(|turn| format!("turn {turn}")));
                let batteries = self.force(side).missions.get(n).map_or(&[][..], |fire| &fire.batteries);
                about.extend(batteries.iter().filter_map(|named| self.force(side).written(named)));
                word(plan, "name").or_else(|| word(plan, "kind")).unwrap_or("?").to_owned()
            }
            _ => {
                about.extend(self.set_in_words(of));
                list.name().to_owned()
            }
        };
        Row { of, tag: String::new(), name, about: about.join(", "), cost }
    }

    fn aim_in_words(&self, aim: &Table) -> String {
        let mut words: Vec<String> = Vec::new();
        words.extend(word(aim, "degree").map(|degree| format!("{degree}:")));
        let held = aim.get("hold").map(super::project::words).unwrap_or_default();
        let verb = if says(aim, "enter") { "enter" } else { "hold" };
        words.extend((!held.is_empty()).then(|| format!("{verb} {}", held.join(" and "))));
        for (key, before, after) in [
            ("destroy-percent", "destroy ", "%"),
            ("destroy-stands", "destroy ", " stands"),
            ("exit-percent", "leave with ", "%"),
            ("exit-stands", "leave with ", " stands"),
            ("lose-less-than-percent", "lose less than ", "%"),
            ("lose-at-most-percent", "lose at most ", "%"),
            ("by-turn", "by turn ", ""),
            ("past-turn", "last past turn ", ""),
        ] {
            words.extend(number(aim, key).map(|n| format!("{before}{n}{after}")));
        }
        words.extend(says(aim, "otherwise").then(|| "if the enemy does not win".to_owned()));
        words.join(", ")
    }

    /// The aircraft of a plan, from the aircraft data.
    pub(super) fn craft(
        &self,
        side: Side,
        plan: &Table,
    ) -> Option<&'static crate::rules::matg::catalog::Aircraft> {
        let nation = word(plan, "nation").and_then(|nation| nation.parse().ok());
        let nation: Nation = nation.or(self.force(side).nation())?;
        let name = word(plan, "type")?;
        aircraft().iter().find(|kind| kind.nation == nation && kind.name == name)
    }

    /// The cost of a side's aircraft.
    pub(super) fn aircraft_price(&self, side: Side) -> u32 {
        let all = 0..self.count_of(Some(side), List::Aircraft);
        all.map(|n| self.row(Some(side), List::Aircraft, n).cost).sum()
    }

    /// The number of stands that land with a group.
    pub(super) fn landing(&self, side: Side, group: &str) -> usize {
        let lands = |start: &Start| matches!(start, Start::Lands(name) if name == group);
        self.force(side).stands().filter(|stand| lands(&stand.start)).count()
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
                self.spell_out();
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
                self.new_weapon(side, &self.free_name(whose, list, "own weapon"))?
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
                let kind = nation.and_then(|nation| aircraft_of(nation, self.date().0));
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

    /// Plots fire by the first battery: pre-registered for the defender, otherwise a barrage.
    fn plot(&mut self, side: Side) -> Result<String, String> {
        let Some(battery) = self.batteries(side).first().copied() else {
            return Err("No stand of this side fires indirectly (7.6).".to_owned());
        };
        let mut about = table([("location", text(format!("{} Closed", self.middle())))]);
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

    /// The stands of a side that fire indirectly.
    pub(super) fn batteries(&self, side: Side) -> Vec<u32> {
        let force = self.force(side);
        let fires = |kind: &StandType| is_indirect(kind) || kind.guns.iter().any(|gun| gun.notes.indirect);
        let all = force.stands().filter(|stand| force.kind(stand).is_some_and(fires));
        all.map(|stand| stand.id).collect()
    }

    /// The square in the middle of the board.
    pub(super) fn middle(&self) -> crate::board::Cell {
        crate::board::Cell::new(i16::from(self.grid.width) / 2, i16::from(self.grid.height) / 2)
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
            self.may_go(side, &name)?;
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
                for aim in self.aims_mut() {
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

    /// Replaces a battle-wide destruction percentage with a victory condition for each side, so that others
    /// can be added.
    fn spell_out(&mut self) {
        let keys = Side::BOTH.map(|side| self.force(side).key().to_owned());
        let Some(victory) = self.frame.get_mut("victory").and_then(Value::as_table_mut) else { return };
        let Some(percent) = victory.remove("destroy-percent") else { return };
        let aim = |key: &String| {
            let lines = [
                ("side", text(key.clone())),
                ("destroy-percent", percent.clone()),
                ("lose-less-than-percent", percent.clone()),
            ];
            Value::Table(table(lines))
        };
        victory.insert("aim".to_owned(), Value::Array(keys.iter().map(aim).collect()));
    }
}
