//! The scenario editor of Panzertruppe: what the shared draft ([`crate::editor::Form`]) needs to know about its
//! scenarios.
//!
//! | subject | file |
//! |---|---|
//! | the table as a map: terrain, levels, roads, and walls and hedges on edges | `table` |
//! | brushes, and what they paint | `painting` |
//! | random ground | `ground` |
//! | units: catalog, costs, carriers, free cells | `units` |
//! | the fields of a battle, its sides, groups, units and objectives | `fields` |
//! | a scenario read in parts and written again | `file` |
//! | battles in a campaign | `campaigns` |

mod campaigns;
mod fields;
mod file;
mod ground;
mod painting;
mod table;
mod units;

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use toml::{Table as Keys, Value};

use crate::board::{Cell, Grid};
use crate::dice::Dice;
use crate::editor::authoring::{Area, Authoring, PlanList};
use crate::editor::field::Field;
use crate::editor::parts::{Id, Parts};
use crate::editor::writing::Written;
use crate::editor::{Brush, CatalogItem, Draft, Editor, Flip, Form, Look, Subject};
use crate::reading::{CustomData, Fault, Faulty};
use crate::rules::panzertruppe::scenario;
use crate::rules::panzertruppe::state::Switch;
use crate::side::Side;
use table::Table;

pub(super) use campaigns::CAMPAIGNS;

/// The scenario editor for Panzertruppe.
pub(super) const EDITOR: Editor = Editor { blank, read: Form::<Table>::read, sizes: SIZES, money: "points" };

/// Tables in inches; 36 by 30 is that of the built-in battles.
const SIZES: &[(u8, u8, &str)] = &[
    (36, 30, "two companies"),
    (24, 24, "a few platoons"),
    (48, 36, "two companies, with room to manoeuvre"),
    (60, 48, "the dining table"),
];

/// An empty table with a German and an American tank on it.
fn blank(width: u8, height: u8, own: &[CustomData]) -> Box<dyn Draft> {
    let (width, height) = (width.clamp(6, 60), height.clamp(6, 60));
    let row = format!("{}\n", ".".repeat(usize::from(width)));
    let rules: Vec<String> = Switch::ALL.iter().map(|(_, word, _)| format!("\"{word}\"")).collect();
    let mut text = format!(
        "format = 1\nruleset = \"panzertruppe\"\ntitle = \"A battle of my own\"\nturns = 10\nyear = 1944\n\
         rules = [{}]\nbriefing = \"\"\n\n[map]\nwidth = {width}\nheight = {height}\nterrain = '''\n{}'''\n",
        rules.join(", "),
        row.repeat(usize::from(height))
    );
    let middle = height / 2 + 1;
    let sides = [
        ("germans", "Germans", "G", "Germany", "W", "Pz IV H-J", 2, "E"),
        ("americans", "Americans", "A", "United States", "E", "M4 Sherman 75", width - 1, "W"),
    ];
    for (key, name, letter, nation, edge, unit, column, facing) in sides {
        let _ = write!(
            text,
            "\n[[side]]\nkey = \"{key}\"\nname = \"{name}\"\nletter = \"{letter}\"\nnation = \"{nation}\"\n\
             edge = \"{edge}\"\nbreaks = 70\n\n[[side.group]]\nname = \"1st platoon\"\n\n[[side.group.unit]]\n\
             type = \"{unit}\"\nat = \"{column:02}{middle:02}\"\nfacing = \"{facing}\"\nmoving = true\n"
        );
    }
    // The text is fixed, and a test reads it.
    Form::<Table>::read("blank", &text, own).expect("an empty table is well formed")
}

/// The list of objectives.
const OBJECTIVES: usize = 0;

impl Authoring for Table {
    const LISTS: &'static [PlanList] = &[PlanList {
        of_sides: false,
        name: "Objectives",
        about: "Each scores its value for the side that holds it at the end (35).",
        one: "objective",
        area: Area::One("at"),
        least: 0,
        most: 12,
    }];
    const PIECE: &'static str = "unit";
    const PIECES: &'static str = "units";
    const MOST: usize = 60;
    const SIZES: RangeInclusive<u8> = 6..=60;
    const CARRIES: bool = true;

    fn read(file: &str, text: &str, _own: &[CustomData]) -> Result<Parts<Self>, Faulty> {
        file::read(file, text)
    }

    fn write(parts: &Parts<Self>, out: &mut Written) {
        file::write(parts, out);
    }

    fn problems(text: &str, own: &[CustomData]) -> Result<Vec<Fault>, Faulty> {
        scenario::read_with("battle", text, own).map(|(_, warnings)| warnings)
    }

    fn fields(parts: &Parts<Self>, of: Subject) -> Vec<Field> {
        fields::fields(parts, of)
    }

    fn changed(parts: &mut Parts<Self>, of: Subject, key: &str) {
        fields::changed(parts, of, key);
    }

    fn letter(parts: &Parts<Self>, side: Side) -> String {
        units::letter(parts, side)
    }

    fn cost(parts: &Parts<Self>, side: Side, f: usize, n: usize) -> u32 {
        units::cost(parts, side, f, n)
    }

    fn sums(parts: &Parts<Self>, side: Side) -> Vec<String> {
        units::sums(parts, side)
    }

    fn catalog_items(parts: &Parts<Self>, side: Side) -> Vec<CatalogItem> {
        units::catalog_items(parts, side)
    }

    fn bought(parts: &Parts<Self>, side: Side, f: usize, _nation: &str, name: &str) -> Result<Keys, String> {
        units::bought(parts, side, f, name)
    }

    fn planned(parts: &Parts<Self>, _whose: Option<Side>, _list: usize) -> Result<Keys, String> {
        let grid = parts.map.grid();
        let middle = Cell::new(i16::from(grid.width()) / 2, i16::from(grid.height()) / 2);
        let number = parts.list(None, OBJECTIVES).len() + 1;
        Ok(Keys::from_iter([
            ("name".to_owned(), Value::String(format!("objective {number}"))),
            ("at".to_owned(), Value::String(grid.name(middle))),
            ("value".to_owned(), Value::Integer(25)),
        ]))
    }

    fn carriers(parts: &Parts<Self>, side: Side, id: Id) -> Vec<Id> {
        units::carriers(parts, side, id)
    }

    fn free_cell(parts: &Parts<Self>, side: Side, f: usize) -> Option<Cell> {
        units::free_cell(parts, side, f)
    }

    fn grid(&self) -> Grid {
        Grid::Square(self.grid)
    }

    fn look(parts: &Parts<Self>, cell: Cell) -> Look {
        parts.map.look(cell)
    }

    fn about(parts: &Parts<Self>, cell: Cell) -> Vec<String> {
        parts.map.about(cell)
    }

    fn brushes() -> &'static [Brush] {
        painting::brushes()
    }

    fn brush_of(parts: &Parts<Self>, cell: Cell) -> usize {
        painting::brush_of(&parts.map, cell)
    }

    fn paint(parts: &mut Parts<Self>, cells: &[Cell], brush: usize, _over: bool) -> Result<String, String> {
        painting::paint(&mut parts.map, cells, brush)
    }

    fn clear(parts: &mut Parts<Self>, cells: &[Cell]) -> Result<String, String> {
        painting::clear(&mut parts.map, cells);
        Ok(String::new())
    }

    fn raise(parts: &mut Parts<Self>, cells: &[Cell], by: i8) -> Result<String, String> {
        painting::raise(&mut parts.map, cells, by)
    }

    fn resize(parts: &mut Parts<Self>, width: u8, height: u8) {
        parts.map.resize(width, height);
        units::keep_on_table(parts);
    }

    fn flip(parts: &mut Parts<Self>, flip: Flip) -> Result<(), String> {
        let before = parts.map.grid;
        parts.map.flip(flip);
        units::flip(parts, before, flip);
        Ok(())
    }

    fn generate(parts: &mut Parts<Self>, percent: usize, dice: &mut Dice) -> Result<(), String> {
        ground::generate(parts, percent, dice);
        Ok(())
    }

    fn sign(list: usize) -> Option<char> {
        (list == OBJECTIVES).then_some('*')
    }
}
