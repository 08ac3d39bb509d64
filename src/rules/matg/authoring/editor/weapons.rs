//! Custom weapons: entries like those of the weapons data, which take precedence for the scenario's stands.

use toml::{Table, Value};

use super::lists::List;
use super::plans::text;
use super::project::{Force, Project, Stand, word};
use crate::editor::Subject;
use crate::rules::matg::catalog::{self, Nation, StandType, columns};
use crate::side::Side;

/// The weapon classes as written in files.
pub(super) const CLASS_KEYS: [&str; columns::CLASSES.len()] = {
    let mut keys = [""; columns::CLASSES.len()];
    let mut n = 0;
    while n < keys.len() {
        keys[n] = columns::CLASSES[n].0;
        n += 1;
    }
    keys
};

/// The properties that the rules read from a weapon's name: the key in files, and the name and description
/// for the player.
pub(super) const TRAITS: [(&str, &str, &str); 5] = [
    ("engineer", "Engineers", "Combat engineers, pioneers, sappers (11.5)."),
    ("mortar", "Mortar", "It deviates in direct fire too (7.5.4)."),
    ("light-mortar", "Light mortar", "40mm to 60mm; not artillery (7.4.2.1, 10.4)."),
    ("support", "Support", "Machine guns: a No Effect result suppresses (10.4)."),
    ("cycle", "Cycles", "May not use fording boats (8.9.4)."),
];

/// The most lines of fire a weapon can have.
pub(super) const MOST_GUNS: i64 = 6;

impl Stand {
    /// Whether the stand uses a custom weapon of this name.
    pub(super) fn is_called(&self, name: &str) -> bool {
        !self.about.contains_key("nation") && self.name().trim().eq_ignore_ascii_case(name)
    }
}

impl Force {
    /// The tables of its custom weapons.
    fn weapons(&self) -> impl Iterator<Item = &Table> {
        let lines = self.about.get("weapon").and_then(Value::as_array);
        lines.into_iter().flatten().filter_map(Value::as_table)
    }

    /// Its custom weapons that can be read.
    pub(super) fn own_kinds(&self) -> Vec<&'static StandType> {
        let nation = self.nation();
        self.weapons().filter_map(|line| catalog::entry(nation?, line).ok()).collect()
    }

    /// The entry of a custom weapon.
    ///
    /// # Errors
    /// The fault in its table.
    pub(super) fn entry(&self, place: usize) -> Result<&'static StandType, String> {
        let nation = self.nation().ok_or("This side has no known nation.")?;
        let line = self.weapons().nth(place).ok_or("That weapon does not exist.")?;
        catalog::entry(nation, line)
    }

    /// The entry of a stand: the side's custom weapons first, then the weapons data.
    pub(super) fn kind(&self, stand: &Stand) -> Option<&'static StandType> {
        let nation = self.nation();
        let name = |line: &&Table| word(line, "name").is_some_and(|name| stand.is_called(name));
        match self.weapons().find(name) {
            Some(line) => catalog::entry(nation?, line).ok(),
            None => stand.printed(nation),
        }
    }
}

impl Project {
    /// The number of a side's stands that use a custom weapon.
    pub(super) fn users(&self, side: Side, name: &str) -> usize {
        self.force(side).stands().filter(|stand| stand.is_called(name)).count()
    }

    /// A table for a new weapon, copied from the side's first stand, and the hint to show.
    pub(super) fn new_weapon(&self, side: Side, name: &str) -> Result<(Table, &'static str), String> {
        let force = self.force(side);
        let nation = force.nation().ok_or("This side has no known nation.")?;
        let first = force.stands().find_map(|stand| force.kind(stand));
        let kind = first.or_else(|| catalog::catalog(nation).next());
        let line = kind.and_then(catalog::printed).ok_or("This nation has no weapons data.")?;
        Ok((called(line, name), "Choose an entry to copy the figures from, then change them."))
    }

    /// Copies the values of an entry in the weapons data to a custom weapon, which keeps its name.
    pub(super) fn take_figures(&mut self, of: Subject, said: &str) -> Result<String, String> {
        let Subject::Plan(Some(side), _, _) = of else {
            return Err("That weapon does not exist.".to_owned());
        };
        let name = self.table(of).and_then(|line| word(line, "name")).unwrap_or("").to_owned();
        let own = self.force(side).nation();
        let found = own.and_then(|nation| catalog::find(nation, said));
        let found = found.or_else(|| Nation::ALL.into_iter().find_map(|nation| catalog::find(nation, said)));
        let Some(kind) = found else {
            let near = own.map_or(Vec::new(), |nation| catalog::nearest(nation, said));
            let near = near.first().map_or(String::new(), |near| format!(" Did you mean \"{near}\"?"));
            return Err(format!("{said} is not in the weapons data.{near}"));
        };
        let line = catalog::printed(kind).ok_or("It is not in the weapons data.")?;
        if let Some(weapon) = self.table_mut(of) {
            *weapon = called(line, &name);
        }
        Ok(format!("Figures copied from {}, {}.", kind.name, kind.nation))
    }

    /// Whether a custom weapon can be removed: no stand may be left without an entry.
    pub(super) fn may_go(&self, side: Side, name: &str) -> Result<(), String> {
        let printed = self.force(side).nation().and_then(|nation| catalog::find(nation, name));
        match self.users(side, name) {
            0 => Ok(()),
            _ if printed.is_some() => Ok(()),
            1 => Err(format!("A stand uses {name}: remove it first.")),
            n => Err(format!("{n} stands use {name}: remove them first.")),
        }
    }

    /// Changes a plan, and undoes the change if it would make a valid weapon invalid.
    pub(super) fn tried(
        &mut self,
        of: Subject,
        act: impl FnOnce(&mut Self) -> Result<String, String>,
    ) -> Result<String, String> {
        let Subject::Plan(Some(side), list, n) = of else { return act(self) };
        if List::of(list) != Some(List::Weapons) || self.force(side).entry(n).is_err() {
            return act(self);
        }
        let before = self.force(side).clone();
        let said = act(self).and_then(|said| self.force(side).entry(n).map(|_| said));
        if said.is_err() {
            *self.force_mut(side) = before;
        }
        said
    }

    /// A line of fire of a weapon.
    pub(super) fn gun(&self, of: Subject, gun: usize) -> Option<&Table> {
        self.table(of)?.get("guns")?.as_array()?.get(gun)?.as_table()
    }

    pub(super) fn gun_mut(&mut self, of: Subject, gun: usize) -> Option<&mut Table> {
        self.table_mut(of)?.get_mut("guns")?.as_array_mut()?.get_mut(gun)?.as_table_mut()
    }

    /// The number of lines of fire of a weapon.
    pub(super) fn guns(&self, of: Subject) -> usize {
        let guns = self.table(of).and_then(|weapon| weapon.get("guns")).and_then(Value::as_array);
        guns.map_or(0, Vec::len)
    }

    /// Sets the number of lines of fire of a weapon. New ones copy the last, or have no firepower if there is
    /// none.
    pub(super) fn arm(&mut self, of: Subject, count: usize) {
        let Some(weapon) = self.table_mut(of) else { return };
        let guns = weapon.entry("guns").or_insert_with(|| Value::Array(Vec::new()));
        let Some(guns) = guns.as_array_mut() else { return };
        let blank = || Value::Table([("he".to_owned(), Value::Integer(0))].into_iter().collect());
        let next = guns.last().cloned().unwrap_or_else(blank);
        guns.resize(count, next);
    }
}

fn called(mut line: Table, name: &str) -> Table {
    line.insert("name".to_owned(), text(name));
    line
}
