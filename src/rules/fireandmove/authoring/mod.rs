//! The scenario editor of Fire & Move: what the shared draft ([`crate::editor::Form`]) needs to know about its
//! scenarios.
//!
//! | subject | file |
//! |---|---|
//! | the map: the feature that each square belongs to | `field` |
//! | random features | `ground` |
//! | figures, vehicles and guns: catalog, costs, starting squares | `troops` |
//! | the fields of a battle, its sides, groups, figures, features, borders and objectives | `fields` |
//! | a scenario read in parts and written again | `file` |
//! | battles in a campaign | `campaigns` |

mod campaigns;
mod field;
mod fields;
mod file;
mod ground;
mod troops;

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use toml::{Table, Value};

use crate::board::{Cell, Grid};
use crate::dice::Dice;
use crate::editor::authoring::{Area, Authoring, PlanList};
use crate::editor::field::{Field, text_at};
use crate::editor::parts::{FormationParts, Parts, Piece};
use crate::editor::writing::Written;
use crate::editor::{Brush, CatalogItem, Draft, Editor, Flip, Form, Look, Remark, Subject};
use crate::game::view::Family;
use crate::reading::{CustomData, Fault, Faulty};
use crate::rules::fireandmove::scenario;
use crate::side::Side;
use field::Field as Map;

pub(super) use campaigns::CAMPAIGNS;

/// The scenario editor for Fire & Move.
pub(super) const EDITOR: Editor = Editor { blank, read: Form::<Map>::read, sizes: SIZES, money: "points" };

/// Map sizes; 36 by 24 is that of most built-in battles.
const SIZES: &[(u8, u8, &str)] =
    &[(36, 24, "a platoon a side"), (24, 18, "a squad or two a side"), (48, 32, "a company a side")];

/// The lists of plans.
const FEATURES: usize = 0;
const BORDERS: usize = 1;
const OBJECTIVES: usize = 2;

/// A map of three fields with a British and a German squad on it.
fn blank(width: u8, height: u8, own: &[CustomData]) -> Box<dyn Draft> {
    let (width, height) = (width.clamp(8, 99), height.clamp(8, 99));
    let third = usize::from(height / 3).max(1);
    let row = |sign: &str, rows: usize| format!("{}\n", sign.repeat(usize::from(width))).repeat(rows);
    let mut text = format!(
        "format = 1\nruleset = \"fireandmove\"\ntitle = \"A battle of my own\"\nbriefing = \"\"\nturns = 10\n\
         map = '''\n{}{}{}'''\n",
        row("C", third),
        row("B", usize::from(height) - 2 * third),
        row("A", third)
    );
    for (tag, name) in [("A", "the south field"), ("B", "the middle field"), ("C", "the north field")] {
        let _ = write!(text, "\n[[feature]]\ntag = \"{tag}\"\nname = \"{name}\"\nground = \"open\"\n");
    }
    text += "\n[[objective]]\nfeature = \"B\"\npoints = 3\n";
    let middle = width / 2 + 1;
    for (key, name, nation, row, front, gun) in [
        ("british", "British", "british", 2, "n", "lmg"),
        ("germans", "Germans", "german", height - 1, "s", "mg34"),
    ] {
        let _ = write!(
            text,
            "\n[[side]]\nkey = \"{key}\"\nname = \"{name}\"\nnation = \"{nation}\"\nbreaking = 5\n\n\
             [[side.group]]\nat = \"{middle:02}{row:02}\"\nfront = \"{front}\"\nfigures = [\"sl\", \"{gun}\", \
             \"rifleman\", \"rifleman\", \"rifleman\", \"rifleman\", \"rifleman\", \"rifleman\"]\n"
        );
    }
    // The text is fixed, and a test reads it.
    Form::<Map>::read("blank", &text, own).expect("an empty map is well formed")
}

impl Authoring for Map {
    const LISTS: &'static [PlanList] = &[
        PlanList {
            of_sides: false,
            name: "Features",
            about: "The parts of the map, each of one kind of ground (2.1). Every square belongs to one.",
            one: "feature",
            area: Area::OnMap,
            least: 1,
            most: 200,
        },
        PlanList {
            of_sides: false,
            name: "Borders",
            about: "Hedges, walls and the like wherever two features touch (2.4).",
            one: "border",
            area: Area::None,
            least: 0,
            most: 200,
        },
        PlanList {
            of_sides: false,
            name: "Objectives",
            about: "Features that score points for the side that holds them at the end.",
            one: "objective",
            area: Area::None,
            least: 0,
            most: 40,
        },
    ];
    const PIECE: &'static str = "figure";
    const PIECES: &'static str = "figures";
    const MOST: usize = 100;
    const SIZES: RangeInclusive<u8> = 8..=99;
    const FORMATIONS_START: bool = true;
    const FORMATIONS_NAMED: bool = false;

    fn read(file: &str, text: &str, _own: &[CustomData]) -> Result<Parts<Self>, Faulty> {
        file::read(file, text)
    }

    fn write(parts: &Parts<Self>, out: &mut Written) {
        file::write(parts, out);
    }

    fn problems(text: &str, own: &[CustomData]) -> Result<Vec<Fault>, Faulty> {
        scenario::read_with("battle", text, own).map(|(_, warnings)| warnings)
    }

    fn remarks(parts: &Parts<Self>) -> Vec<Remark> {
        fields::remarks(parts).into_iter().chain(troops::remarks(parts)).collect()
    }

    fn fields(parts: &Parts<Self>, of: Subject) -> Vec<Field> {
        fields::fields(parts, of)
    }

    fn changed(parts: &mut Parts<Self>, of: Subject, key: &str) {
        fields::changed(parts, of, key);
    }

    fn letter(parts: &Parts<Self>, side: Side) -> String {
        let first = |side: Side| parts.side(side).name().chars().next().unwrap_or('?').to_ascii_uppercase();
        let shared = first(Side::A) == first(Side::B);
        (if shared { ['A', 'B'][side.index()] } else { first(side) }).to_string()
    }

    fn cost(parts: &Parts<Self>, side: Side, f: usize, n: usize) -> u32 {
        troops::cost(parts, side, f, n)
    }

    fn formation_cost(parts: &Parts<Self>, side: Side, f: usize) -> u32 {
        troops::group_cost(parts, side, f)
    }

    fn sums(parts: &Parts<Self>, side: Side) -> Vec<String> {
        troops::sums(parts, side)
    }

    fn catalog_items(parts: &Parts<Self>, side: Side) -> Vec<CatalogItem> {
        troops::catalog_items(parts, side)
    }

    fn bought(
        _parts: &Parts<Self>,
        _side: Side,
        _f: usize,
        _nation: &str,
        name: &str,
    ) -> Result<Table, String> {
        troops::figure(name)
    }

    fn fits(parts: &Parts<Self>, side: Side, f: usize, name: &str) -> Result<(), String> {
        troops::fits(parts, side, f, name)
    }

    fn bought_whole(parts: &mut Parts<Self>, side: Side, f: usize, name: &str) -> Option<Result<(), String>> {
        troops::whole(parts, side, f, name)
    }

    fn formed(parts: &Parts<Self>, side: Side, _name: &str) -> Table {
        troops::group(parts, side)
    }

    fn piece_name(piece: &Piece) -> String {
        troops::figure_name(piece.kind())
    }

    fn formation_name(formation: &FormationParts) -> String {
        troops::group_name(formation)
    }

    fn planned(parts: &Parts<Self>, _whose: Option<Side>, list: usize) -> Result<Table, String> {
        fields::planned(parts, list)
    }

    fn copied(parts: &Parts<Self>, of: Subject, copy: &mut Table) {
        match of {
            Subject::Formation(side, _) => troops::place(parts, side, copy),
            Subject::Plan(_, FEATURES, _) => {
                copy.insert("tag".to_owned(), Value::String(fields::free_tag(parts).to_string()));
            }
            _ => {}
        }
    }

    fn plan_name(parts: &Parts<Self>, of: Subject) -> String {
        fields::plan_name(parts, of)
    }

    fn grid(&self) -> Grid {
        Grid::Square(self.grid)
    }

    fn look(parts: &Parts<Self>, cell: Cell) -> Look {
        field::look(parts, cell)
    }

    fn about(parts: &Parts<Self>, cell: Cell) -> Vec<String> {
        field::about(parts, cell)
    }

    fn brushes() -> &'static [Brush] {
        &[]
    }

    fn area_brush(parts: &Parts<Self>, of: Subject) -> Option<(char, Family)> {
        let ground = parts.table(of).map(field::ground)?;
        Some((ground.glyph(), ground.family()))
    }

    fn brush_of(_parts: &Parts<Self>, _cell: Cell) -> usize {
        0
    }

    fn paint(_: &mut Parts<Self>, _: &[Cell], _: usize, _: bool) -> Result<String, String> {
        Err("That brush does not exist.".to_owned())
    }

    fn clear(_: &mut Parts<Self>, _: &[Cell]) -> Result<String, String> {
        Err("Every square belongs to a feature: paint another one over it.".to_owned())
    }

    fn raise(parts: &mut Parts<Self>, cells: &[Cell], by: i8) -> Result<String, String> {
        field::raise(parts, cells, by)
    }

    fn resize(parts: &mut Parts<Self>, width: u8, height: u8) {
        parts.map.resize(width, height);
        troops::keep_on_map(parts);
    }

    fn flip(parts: &mut Parts<Self>, flip: Flip) -> Result<(), String> {
        let before = parts.map.grid;
        parts.map.flip(flip);
        troops::flip(parts, before, flip);
        Ok(())
    }

    fn generate(parts: &mut Parts<Self>, percent: usize, dice: &mut Dice) -> Result<(), String> {
        ground::generate(parts, percent, dice);
        Ok(())
    }

    fn area(parts: &Parts<Self>, of: Subject) -> Vec<Cell> {
        let Subject::Plan(None, FEATURES, n) = of else { return Vec::new() };
        parts.map.cells_of(n)
    }

    fn mark(parts: &mut Parts<Self>, of: Subject, cells: &[Cell], add: bool) -> Result<String, String> {
        let Subject::Plan(None, FEATURES, n) = of else { return Err("It has no squares.".to_owned()) };
        if !add {
            return Self::clear(parts, cells);
        }
        parts.map.give(cells, n);
        Ok(String::new())
    }

    fn removing(parts: &mut Parts<Self>, of: Subject) {
        let Subject::Plan(None, FEATURES, n) = of else { return };
        parts.map.forget(n);
        let tag = parts.table(of).and_then(|table| text_at(table, "tag")).unwrap_or_default().to_owned();
        fields::forget(parts, &tag);
    }

    fn swapped(parts: &mut Parts<Self>, _whose: Option<Side>, list: usize, a: usize, b: usize) {
        if list == FEATURES {
            parts.map.swap(a, b);
        }
    }
}
