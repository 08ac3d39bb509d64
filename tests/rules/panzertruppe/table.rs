//! A table for test positions: small battles with units placed where a card needs them.

use std::sync::Arc;

use standto::board::Cell;
use standto::dice::Dice;
use standto::game::{Log, Rules};
use standto::rules::panzertruppe::firing::shot::Shot;
use standto::rules::panzertruppe::firing::{Hit, Motion};
use standto::rules::panzertruppe::state::{Flag, Id, Slot, Tag};
use standto::rules::panzertruppe::{Choice, Position, scenario};

use crate::table;

pub const EVERYTHING: &str = include_str!("../../scenarios/panzertruppe-everything.toml");

/// The opening position of a scenario.
pub fn opening(text: &str) -> Position {
    let (battle, _) = scenario::read("test.toml", text).unwrap_or_else(|error| panic!("{error}"));
    Position::new(Arc::new(battle))
}

/// A battle of 40 by 16 cells with all rules on. `map` is added to the map; `axis` and `allies` have a unit
/// in each line, such as `Pz IV H-J @ 0505 E hidden`; a line `= name elite` begins a group.
pub struct Setup<'a> {
    pub year: u16,
    pub terrain: &'a [(&'a str, &'a str)],
    pub levels: &'a [(&'a str, &'a str)],
    pub roads: &'a [&'a str],
    pub map: &'a str,
    pub axis: &'a str,
    pub allies: &'a str,
    pub nations: [&'a str; 2],
    /// Further keys of the first side, such as `air = true`.
    pub axis_side: &'a str,
    pub rules: &'a str,
}

impl Default for Setup<'_> {
    fn default() -> Self {
        Self {
            year: 1944,
            terrain: &[],
            levels: &[],
            roads: &[],
            map: "",
            axis: "Pz IV H-J @ 0101 E",
            allies: "M4 Sherman 76 @ 4016 W",
            nations: ["Germany", "United States"],
            axis_side: "",
            rules: "\"all\"",
        }
    }
}

const WIDTH: usize = 40;
const HEIGHT: usize = 16;

fn drawing(cells: &[(&str, &str)]) -> String {
    let mut rows = vec![vec!['.'; WIDTH]; HEIGHT];
    for (mark, names) in cells {
        for name in names.split_whitespace() {
            let cell: Cell = name.parse().unwrap_or_else(|e| panic!("{e}"));
            rows[HEIGHT - 1 - cell.y as usize][cell.x as usize] = mark.chars().next().unwrap();
        }
    }
    rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}

fn forces(text: &str) -> String {
    let mut out = String::new();
    if !text.trim_start().starts_with('=') {
        out += "[[side.group]]\nname = \"platoon\"\n";
    }
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(group) = line.strip_prefix('=') {
            let words: Vec<&str> = group.split_whitespace().collect();
            out += &format!("[[side.group]]\nname = \"{}\"\n", words[0]);
            for word in &words[1..] {
                out += &format!("{word} = true\n");
            }
            continue;
        }
        let (name, rest) = line.split_once(" @ ").expect("a unit is written: name @ cell facing ...");
        let words: Vec<&str> = rest.split_whitespace().collect();
        let place = if words[0].starts_with(char::is_alphabetic) { "aboard" } else { "at" };
        out += &format!("[[side.group.unit]]\ntype = \"{name}\"\n{place} = \"{}\"\n", words[0]);
        for word in &words[1..] {
            out += &match word.split_once('=') {
                Some((key, value)) if value.parse::<u8>().is_ok() => format!("{key} = {value}\n"),
                Some((key, value)) => format!("{key} = \"{value}\"\n"),
                None if word.chars().all(|c| c.is_ascii_uppercase()) || word.parse::<u8>().is_ok() => {
                    format!("facing = \"{word}\"\n")
                }
                None => format!("{word} = true\n"),
            };
        }
    }
    out
}

impl Setup<'_> {
    /// The scenario as text.
    pub fn text(&self) -> String {
        let side = |key: &str, letter: &str, nation: &str, edge: &str, more: &str, units: &str| {
            format!(
                "[[side]]\nkey = \"{key}\"\nname = \"{key}\"\nletter = \"{letter}\"\nnation = \"{nation}\"\n\
                 edge = \"{edge}\"\nbreaks = 100\n{more}{}",
                forces(units)
            )
        };
        let roads: Vec<(&str, &str)> = self.roads.iter().map(|cells| ("=", *cells)).collect();
        format!(
            "format = 1\nruleset = \"panzertruppe\"\ntitle = \"Card\"\nturns = 9\nyear = {}\nrules = [{}]\n\
             [map]\nwidth = {WIDTH}\nheight = {HEIGHT}\nterrain = '''\n{}'''\nlevels = '''\n{}'''\n\
             roads = '''\n{}'''\n{}\n[map.legend]\nw = \"woods\"\nr = \"rough\"\nb = \"building\"\n\
             s = \"stream\"\nm = \"swamp\"\n{}{}",
            self.year,
            self.rules,
            drawing(self.terrain),
            drawing(self.levels),
            drawing(&roads),
            self.map,
            side("axis", "G", self.nations[0], "W", self.axis_side, self.axis),
            side("allies", "A", self.nations[1], "E", "", self.allies),
        )
    }

    /// The position it opens with.
    pub fn open(&self) -> Table {
        Table::of(opening(&self.text()))
    }
}

/// An open board with these units.
pub fn duel(axis: &str, allies: &str) -> Table {
    Setup { axis, allies, ..Setup::default() }.open()
}

/// Edges of a map: a kind, the side and the cells.
pub fn edges(kind: &str, side: &str, cells: &str) -> String {
    let cells: Vec<String> = cells.split_whitespace().map(|cell| format!("\"{cell}\"")).collect();
    format!("[[map.edge]]\nkind = \"{kind}\"\nside = \"{side}\"\ncells = [{}]\n", cells.join(", "))
}

/// A table of this ruleset.
pub type Table = table::Table<Position>;

impl Table {
    /// The unit of a tag such as "G1".
    pub fn id(&self, tag: &str) -> Id {
        let tag: Tag = tag.parse().expect("a tag");
        self.position.battle.find(tag).unwrap_or_else(|| panic!("no unit {tag}"))
    }

    /// Plays on without doing anything until a phase; `faces` are for the dice on the way.
    #[track_caller]
    pub fn idle_to(&mut self, turn: u8, phase: u8, faces: &[u8]) {
        let mut dice = Dice::taped(faces);
        while (self.position.turn.number, self.position.turn.phase.number()) < (turn, phase) {
            let idle =
                ["pass", "end", "hold", "stop", "watch", "faced", "resolve", "drive", "occupy", "bail"];
            let offers = self.offers();
            let choice = idle.iter().find(|word| offers.iter().any(|offer| offer == *word));
            let choice: Choice = choice.unwrap_or_else(|| panic!("{offers:?}")).parse().expect("a choice");
            self.position.apply(&choice, &mut dice, &mut Log::off()).unwrap_or_else(|ask| panic!("{ask}"));
        }
        assert_eq!(dice.unread(), 0, "dice left unread on the way");
    }

    /// A shot along the line between two units, whether or not it may be fired.
    pub fn shot(&self, firer: &str, slot: Slot, target: &str) -> Option<Shot> {
        let (firer, target) = (self.id(firer), self.id(target));
        let p = &self.position;
        let line = p.battle.line(p.forces.place_of(firer).unwrap(), p.forces.place_of(target).unwrap());
        p.gunnery().shot(firer, slot, target, line, false)
    }

    /// The roll that a shot needs to hit, or to have any effect.
    #[track_caller]
    pub fn need(&self, firer: &str, slot: Slot, target: &str) -> i16 {
        match self.shot(firer, slot, target).expect("a shot") {
            Shot::Aimed(to_hit, ..) => to_hit.need.expect("a shot"),
            Shot::Small(small) => small.need(),
        }
    }

    /// The sum of the hit effect modifiers; `None` where no die is rolled.
    pub fn effect(&self, firer: &str, slot: Slot, target: &str) -> Option<i16> {
        match self.shot(firer, slot, target) {
            Some(Shot::Aimed(_, hit, _)) => Hit::sum(&hit),
            _ => None,
        }
    }

    /// Whether a flag of a unit is set.
    pub fn is(&self, tag: &str, flag: Flag) -> bool {
        self.position.forces.state(self.id(tag)).is(flag)
    }

    /// Sets a flag of a unit.
    pub fn set(&mut self, tag: &str, flag: Flag) {
        let id = self.id(tag);
        self.position.forces.state_mut(id).set(flag, true);
    }

    /// Stuns a unit.
    pub fn stun(&mut self, tag: &str) {
        let id = self.id(tag);
        self.position.forces.state_mut(id).condition.stunned = true;
    }

    /// Stopped, moving or on overwatch.
    pub fn motion(&self, tag: &str) -> Motion {
        self.position.forces.state(self.id(tag)).motion
    }

    /// The cell of a unit.
    pub fn at(&self, tag: &str) -> String {
        self.position.forces.cell_of(self.id(tag)).map_or_else(|| "-".into(), |cell| cell.to_string())
    }

    /// The condition of a unit, as one of the calculator's words.
    pub fn condition(&self, tag: &str) -> &'static str {
        self.position.forces.state(self.id(tag)).condition.word()
    }
}
