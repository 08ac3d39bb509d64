//! The scenario editor of ASL Starter Kit: what the shared draft ([`crate::editor::Form`]) needs to know about its
//! scenarios.
//!
//! | subject | file |
//! |---|---|
//! | the boards as they are laid | `boards` |
//! | counters: squads, leaders, SW and Guns | `counters` |
//! | the fields of a scenario, its groups, Victory Conditions, SSR, balance and hints | `fields` |
//! | a scenario read in parts and written again | `file` |
//! | ground drawn over the boards | `ground` |
//! | battles in a campaign | `campaigns` |

mod boards;
mod campaigns;
mod counters;
mod fields;
mod file;
mod ground;

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use toml::{Table, Value};

use crate::board::{Cell, Grid};
use crate::dice::Dice;
use crate::editor::authoring::{Area, Authoring, PlanList};
use crate::editor::field::{Field, text_at};
use crate::editor::parts::Parts;
use crate::editor::writing::Written;
use crate::editor::{Brush, CatalogItem, Draft, Editor, Flip, Form, Look, Remark, Subject};
use crate::reading::{CustomData, Fault, Faulty};
use crate::rules::aslsk::scenario;
use crate::side::Side;
use boards::Boards;

pub(super) use campaigns::CAMPAIGNS;

/// The scenario editor for ASL Starter Kit.
pub(super) const EDITOR: Editor =
    Editor { blank, read: Form::<Boards>::read, sizes: SIZES, money: "half-squads" };

/// The built-in boards: one, or both side by side.
const SIZES: &[(u8, u8, &str)] = &[(33, 11, "board w"), (65, 11, "boards w and x, end to end")];

/// The lists of plans.
const BOARDS: usize = 0;
const BUILDINGS: usize = 1;
const BALANCE: usize = 2;
const HINTS: usize = 3;

/// Board w, and x beside it on a wide map, with a platoon a side.
fn blank(width: u8, _height: u8, own: &[CustomData]) -> Box<dyn Draft> {
    let mut text = "format = 1\nruleset = \"aslsk\"\ntitle = \"A battle of my own\"\nbriefing = [\"\"]\n\
                    year = 1944\nmonth = 7\nturns = 6\nsets-up = \"germans\"\nmoves = \"americans\"\n\n\
                    [[board]]\nletter = \"w\"\n"
        .to_owned();
    if width > 33 {
        text += "\n[[board]]\nletter = \"x\"\nacross = 1\n";
    }
    for (key, name) in [("germans", "Germans"), ("americans", "Americans")] {
        let _ = write!(text, "\n[[side]]\nkey = \"{key}\"\nname = \"{name}\"\n");
    }
    text += "\n[[group]]\nname = \"Grenadiers\"\nside = \"germans\"\nnation = \"german\"\nelr = 3\n\
             within = { of = \"wM8\", hexes = 3 }\nunits = [\"3 4-6-7\", \"8-1\"]\nweapons = [\"LMG\"]\n\
             \n[[group]]\nname = \"Rifle platoon\"\nside = \"americans\"\nnation = \"american\"\nelr = 3\n\
             enter = { turn = 1, edges = [\"north\"] }\nunits = [\"4 6-6-6\", \"8-1\"]\n\
             \n[victory]\nside = \"americans\"\nclear = { of = \"wM8\", hexes = 1 }\n";
    // The text is fixed, and a test reads it.
    // The player's boards of other sizes can't be laid side by side.
    Form::<Boards>::read("blank", &text, own)
        .or_else(|_| Form::<Boards>::read("blank", &text, &[]))
        .expect("an empty scenario is well formed")
}

impl Authoring for Boards {
    const LISTS: &'static [PlanList] = &[
        PlanList {
            of_sides: false,
            name: "Boards",
            about: "Boards laid side by side (1.1b): as printed or turned, whole or some of their hexrows.",
            one: "board",
            area: Area::None,
            least: 1,
            most: 8,
        },
        PlanList {
            of_sides: false,
            name: "Victory buildings",
            about: "Each counts as one for the Control of buildings; needs that Victory Condition.",
            one: "building",
            area: Area::Cells("hexes"),
            least: 0,
            most: 20,
        },
        PlanList {
            of_sides: false,
            name: "Balance",
            about: "A provision for each side that may be chosen before play (1.3).",
            one: "provision",
            area: Area::None,
            least: 0,
            most: 2,
        },
        PlanList {
            of_sides: false,
            name: "Hints",
            about: "Shown when a phase begins, for a tutorial.",
            one: "hint",
            area: Area::None,
            least: 0,
            most: 40,
        },
    ];
    const PIECE: &'static str = "counter";
    const PIECES: &'static str = "counters";
    const MOST: usize = 60;
    #[allow(clippy::reversed_empty_ranges)] // the boards have their size
    const SIZES: RangeInclusive<u8> = 1..=0;

    fn read(file: &str, text: &str, own: &[CustomData]) -> Result<Parts<Self>, Faulty> {
        file::read(file, text, own)
    }

    fn write(parts: &Parts<Self>, out: &mut Written) {
        file::write(parts, out);
    }

    fn problems(text: &str, own: &[CustomData]) -> Result<Vec<Fault>, Faulty> {
        scenario::read_with("battle", text, own).map(|(_, warnings)| warnings)
    }

    fn remarks(parts: &Parts<Self>) -> Vec<Remark> {
        fields::remarks(parts)
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
        counters::half_squads(parts, side, f, n)
    }

    fn sums(parts: &Parts<Self>, side: Side) -> Vec<String> {
        counters::sums(parts, side)
    }

    fn catalog_items(parts: &Parts<Self>, side: Side) -> Vec<CatalogItem> {
        counters::catalog_items(parts, side)
    }

    fn bought(parts: &Parts<Self>, side: Side, f: usize, nation: &str, name: &str) -> Result<Table, String> {
        counters::bought(parts, side, f, nation, name)
    }

    fn formed(parts: &Parts<Self>, side: Side, name: &str) -> Table {
        counters::group(parts, side, name)
    }

    fn planned(parts: &Parts<Self>, _whose: Option<Side>, list: usize) -> Result<Table, String> {
        fields::planned(parts, list)
    }

    fn copied(parts: &Parts<Self>, of: Subject, copy: &mut Table) {
        if let Subject::Plan(None, BOARDS, _) = of {
            boards::beside(parts, copy);
        }
    }

    fn plan_name(parts: &Parts<Self>, of: Subject) -> String {
        fields::plan_name(parts, of)
    }

    fn grid(&self) -> Grid {
        Grid::Hex(self.map.shape)
    }

    fn cell_named(&self, name: &str) -> Option<Cell> {
        self.cell_named(name)
    }

    fn name_of(&self, cell: Cell) -> String {
        self.name_of(cell)
    }

    fn look(parts: &Parts<Self>, cell: Cell) -> Look {
        parts.map.look(cell)
    }

    fn about(parts: &Parts<Self>, cell: Cell) -> Vec<String> {
        parts.map.about(cell)
    }

    fn brushes() -> &'static [Brush] {
        ground::brushes()
    }

    fn brush_of(parts: &Parts<Self>, cell: Cell) -> usize {
        ground::brush_of(&parts.map, cell)
    }

    fn paint(parts: &mut Parts<Self>, cells: &[Cell], brush: usize, _over: bool) -> Result<String, String> {
        ground::paint(parts, cells, brush)
    }

    fn clear(parts: &mut Parts<Self>, cells: &[Cell]) -> Result<String, String> {
        ground::clear(parts, cells)
    }

    fn raise(parts: &mut Parts<Self>, cells: &[Cell], by: i8) -> Result<String, String> {
        ground::raise(parts, cells, by)
    }

    fn flip(_parts: &mut Parts<Self>, _flip: Flip) -> Result<(), String> {
        Err("Boards are printed: a mirror image is no board. Turn one on the Plans page.".to_owned())
    }

    fn generate(parts: &mut Parts<Self>, percent: usize, dice: &mut Dice) -> Result<(), String> {
        ground::generate(parts, percent, dice);
        Ok(())
    }

    fn area_key(parts: &Parts<Self>, of: Subject) -> Area {
        match of {
            Subject::Plan(_, list, _) => Self::LISTS.get(list).map_or(Area::None, |list| list.area),
            Subject::Formation(side, f) => {
                let zone = parts.formation(side, f).and_then(|group| text_at(&group.about, "zone"));
                match zone {
                    Some("hexes") => Area::Cells("hexes"),
                    Some("enter") => Area::Cells("enter.hexes"),
                    _ => Area::None,
                }
            }
            _ => Area::None,
        }
    }

    fn sign(list: usize) -> Option<char> {
        (list == BUILDINGS).then_some('*')
    }

    fn swapped(parts: &mut Parts<Self>, _whose: Option<Side>, list: usize, _a: usize, _b: usize) {
        if list == BOARDS {
            boards::lay(parts);
        }
    }

    fn removed(parts: &mut Parts<Self>, of: Subject) {
        if let Subject::Plan(None, BOARDS, _) = of {
            boards::lay(parts);
        }
    }
}

/// A text as a value.
fn text(value: &str) -> Value {
    Value::String(value.to_owned())
}
