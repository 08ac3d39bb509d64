//! Custom weapons: entries like those of the weapons data, which take precedence for the scenario's stands.

use toml::{Table, Value};

use super::lists::List;
use super::parts::Key;
use super::planning::{Shown, line, switched, words_at};
use super::plans::text;
use super::project::{Force, Project, Stand, word};
use super::turning::PlanEdit;
use crate::editor::{EditBy, Line, Subject};
use crate::rules::matg::catalog::{self, Nation, StandType, columns};

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

    /// The number of its stands that use a custom weapon.
    pub(super) fn users(&self, name: &str) -> usize {
        self.stands().filter(|stand| stand.is_called(name)).count()
    }

    /// A table for a new weapon, copied from its first stand, and the hint to show.
    pub(super) fn new_weapon(&self, name: &str) -> Result<(Table, &'static str), String> {
        let nation = self.nation().ok_or("This side has no known nation.")?;
        let first = self.stands().find_map(|stand| self.kind(stand));
        let kind = first.or_else(|| catalog::catalog(nation).next());
        let line = kind.and_then(catalog::printed).ok_or("This nation has no weapons data.")?;
        Ok((called(line, name), "Choose an entry to copy the figures from, then change them."))
    }

    /// Whether a custom weapon can be removed: no stand may be left without an entry.
    pub(super) fn may_go(&self, name: &str) -> Result<(), String> {
        let printed = self.nation().and_then(|nation| catalog::find(nation, name));
        match self.users(name) {
            0 => Ok(()),
            _ if printed.is_some() => Ok(()),
            1 => Err(format!("A stand uses {name}: remove it first.")),
            n => Err(format!("{n} stands use {name}: remove them first.")),
        }
    }
}

/// A field of a custom weapon.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum WeaponPart {
    /// The entry it copies its values from.
    Like,
    /// A property that the rules read from a weapon's name.
    Trait(usize),
    /// The entry whose guns it uses in its other role.
    OtherRole,
    /// A key of one of its lines of fire.
    Gun(usize, &'static Key),
}

impl Project {
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
}

impl Shown<'_> {
    /// The number of lines of fire of a weapon.
    pub(super) fn guns(&self) -> usize {
        self.plan.get("guns").and_then(Value::as_array).map_or(0, Vec::len)
    }

    pub(super) fn weapon_line(&self, part: WeaponPart) -> Line {
        match part {
            WeaponPart::Like => {
                let about = "Type a name from the weapons data; its figures are used.";
                line("Figures of", "-", EditBy::Typing, about)
            }
            WeaponPart::Trait(n) => {
                let (key, name, about) = TRAITS[n];
                switched(name, words_at(self.plan, "traits").iter().any(|known| known == key), about)
            }
            WeaponPart::OtherRole => {
                let also = words_at(self.plan, "also");
                let name = also.get(1).map_or("-", String::as_str);
                let about = "Type the entry whose weapons it uses in its other role (10.7.1).";
                line("Other role", name, EditBy::Typing, about)
            }
            WeaponPart::Gun(gun, key) => {
                let empty = Table::new();
                let Line { value, how, .. } = key.line(gun_of(self.plan, gun).unwrap_or(&empty));
                line(&format!("Weapon {}, {}", gun + 1, key.name), value, how, key.about)
            }
        }
    }
}

impl PlanEdit<'_> {
    pub(super) fn turn_weapon(&mut self, part: WeaponPart, forward: bool) -> Result<(), String> {
        match part {
            WeaponPart::Like | WeaponPart::OtherRole => {
                return Err("Press Enter to type this line.".to_owned());
            }
            WeaponPart::Trait(n) => self.switch_word("traits", TRAITS[n].0),
            WeaponPart::Gun(gun, key) => {
                let Some(table) = gun_of(&self.plan, gun) else { return Ok(()) };
                let value = key.turned(table, forward, self.project.frame.turns())?;
                self.set_gun(gun, key.key, value);
            }
        }
        Ok(())
    }

    pub(super) fn write_weapon(&mut self, part: WeaponPart, said: &str) -> Result<String, String> {
        let none = matches!(said, "" | "-");
        match part {
            WeaponPart::Like if !none => return self.take_figures(said),
            WeaponPart::Like => {}
            WeaponPart::OtherRole if none => self.set("also", None),
            WeaponPart::OtherRole => {
                let nation = self.project.force(self.side).nation();
                let kind = nation.and_then(|nation| catalog::find(nation, said));
                let kind = kind.ok_or_else(|| format!("{said} is not in this nation's weapons data."))?;
                let also = [text(kind.nation.key()), text(kind.name.clone())];
                self.set("also", Some(Value::Array(also.to_vec())));
            }
            WeaponPart::Gun(gun, key) => {
                let value = key.meant(said, self.project.frame.turns())?;
                self.set_gun(gun, key.key, value);
            }
            WeaponPart::Trait(_) => return Err("Change this line with Left and Right.".to_owned()),
        }
        Ok(String::new())
    }

    /// Copies the values of an entry in the weapons data; the name stays.
    fn take_figures(&mut self, said: &str) -> Result<String, String> {
        let name = word(&self.plan, "name").unwrap_or("").to_owned();
        let own = self.project.force(self.side).nation();
        let found = own.and_then(|nation| catalog::find(nation, said));
        let found = found.or_else(|| Nation::ALL.into_iter().find_map(|nation| catalog::find(nation, said)));
        let Some(kind) = found else {
            let near = own.map_or(Vec::new(), |nation| catalog::nearest(nation, said));
            let near = near.first().map_or(String::new(), |near| format!(" Did you mean \"{near}\"?"));
            return Err(format!("{said} is not in the weapons data.{near}"));
        };
        let line = catalog::printed(kind).ok_or("It is not in the weapons data.")?;
        if let Some(weapon) = self.table_mut() {
            *weapon = called(line, &name);
        }
        Ok(format!("Figures copied from {}, {}.", kind.name, kind.nation))
    }

    pub(super) fn gun_mut(&mut self, gun: usize) -> Option<&mut Table> {
        self.table_mut()?.get_mut("guns")?.as_array_mut()?.get_mut(gun)?.as_table_mut()
    }

    /// Sets the number of lines of fire. New ones copy the last, or have no firepower if there is
    /// none.
    pub(super) fn arm(&mut self, count: usize) {
        let Some(weapon) = self.table_mut() else { return };
        let guns = weapon.entry("guns").or_insert_with(|| Value::Array(Vec::new()));
        let Some(guns) = guns.as_array_mut() else { return };
        let blank = || Value::Table([("he".to_owned(), Value::Integer(0))].into_iter().collect());
        let next = guns.last().cloned().unwrap_or_else(blank);
        guns.resize(count, next);
    }
}

/// A line of fire of a weapon.
fn gun_of(weapon: &Table, gun: usize) -> Option<&Table> {
    weapon.get("guns")?.as_array()?.get(gun)?.as_table()
}

fn called(mut line: Table, name: &str) -> Table {
    line.insert("name".to_owned(), text(name));
    line
}
