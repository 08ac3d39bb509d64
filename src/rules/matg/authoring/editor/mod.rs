//! The scenario editor of Micro Armour.
//!
//! | subject | file |
//! |---|---|
//! | a scenario being edited, read from a file: its parts | `project` |
//! | the battle itself, the map | `frame`, `map` |
//! | written as a scenario, with the line of each part | `writing` |
//! | terrain, heights, roads, works and the objective | `painting` |
//! | buying and removing stands | `forces` |
//! | points and totals | `accounts` |
//! | the fields of a battle, its sides, formations and stands, and how they are edited | `lines`, `filling` |
//! | victory conditions of the design chapter | `victory` |
//! | the lists of plans, and their rows | `lists`, `plan_rows` |
//! | adding and removing plans | `plans` |
//! | their fields: what each shows, and how it is edited | `planning`, `turning` |
//! | fields that are a key with a value | `parts` |
//! | fields of one list only | `aims`, `zones`, `landings`, `fire_plans`, `weapons` |
//! | their squares, painted like terrain | `areas` |
//! | counts and starting squares that follow an edit | `fitting` |
//! | the whole mirrored or turned | `flipping` |
//! | random ground | `generating` |
//! | errors, warnings and remarks by the design chapter | `legal` |
//!
//! Invariant: a project is changed only by an `Edit`, and its text always reads back as the same project.

mod accounts;
mod aims;
mod areas;
mod copying;
mod filling;
mod fire_plans;
mod fitting;
mod flipping;
mod forces;
mod frame;
mod generating;
mod landings;
mod legal;
mod lines;
mod lists;
mod map;
mod painting;
mod parts;
mod plan_rows;
mod planning;
mod plans;
mod project;
mod turning;
mod victory;
mod weapons;
mod writing;
mod zones;

#[cfg(test)]
mod tests;

use crate::board::{Cell, Grid};
use crate::editor::growing::generated;
use crate::editor::{Brush, CatalogItem, Draft, Edit, Editor, Force, Line, Look, Plans, Remark, Subject};
use crate::reading::{CustomData, Faulty};
use crate::rules::matg::authoring::design::history;
use crate::rules::matg::catalog::Nation;
use crate::side::Side;

use accounts::Accounts;
use areas::Area;
use fitting::Fitting;
pub(super) use project::Project;
use project::word;

/// The scenario editor for Micro Armour.
pub const EDITOR: Editor = Editor { blank, read, sizes: SIZES, money: "points" };

/// The board sizes of the design chapter (design: 3): two feet by three, two by four, four by four and four
/// by six.
const SIZES: &[(u8, u8, &str)] = &[
    (24, 36, "a battalion a side"),
    (24, 48, "a battalion a side, in depth"),
    (48, 48, "a regiment or brigade a side"),
    (48, 72, "a regiment or brigade a side, in depth"),
    (18, 24, "a few platoons"),
];

/// An empty board with a German and a Soviet GHQ on it.
fn blank(width: u8, height: u8, _own: &[CustomData]) -> Box<dyn Draft> {
    let nations = [Nation::Germany, Nation::SovietUnion];
    let row = format!("{}\n", ".".repeat(usize::from(width)));
    let mut text = format!(
        "format = 1\nruleset = \"matg\"\ntitle = \"A battle of my own\"\nturns = 10\ndate = \"1943-07\"\n\
         kind = \"meeting-engagement\"\nsurface = \"mixed\"\nbriefing = \"\"\n\n[victory]\ndestroy-percent = 50\n\n[map]\n\
         width = {width}\nheight = {height}\nterrain = '''\n{}'''\n",
        row.repeat(usize::from(height))
    );
    for (nation, edge) in nations.into_iter().zip(["S", "N"]) {
        let (name, letter, (low, high)) =
            history::usual(nation, 1943).unwrap_or(("No nation", 'X', (12, 12)));
        let middle = (width / 2).max(1);
        let at = if edge == "S" { 1 } else { height };
        text += &format!(
            "\n[[side]]\nkey = \"{}\"\nname = \"{name}\"\nletter = \"{letter}\"\nnation = \"{}\"\ncohesion = {}\nedge = \
             \"{edge}\"\ndepth = 6\n\n[[side.formation]]\nname = \"Headquarters\"\n\n[[side.formation.stand]]\n\
             type = \"Infantry HQ\"\nrole = \"GHQ+0\"\nat = \"{middle:02}{at:02}\"\n",
            name.to_lowercase(),
            nation.key(),
            (low + high) / 2
        );
    }
    // The text is fixed, and a test reads it.
    Box::new(Project::read("blank", &text).expect("an empty board is well formed"))
}

fn read(file: &str, text: &str, _own: &[CustomData]) -> Result<Box<dyn Draft>, Faulty> {
    Ok(Box::new(Project::read(file, text)?))
}

impl Draft for Project {
    fn copy(&self) -> Box<dyn Draft> {
        Box::new(self.clone())
    }

    fn title(&self) -> String {
        word(&self.frame.about, "title").unwrap_or("").to_owned()
    }

    fn edit(&mut self, edit: &Edit) -> Result<String, String> {
        self.cache = legal::Cache::default();
        let fitting = Fitting::of(self);
        let said = self.edited(edit);
        // Reordering plans changes their indices but not their contents, so there is nothing to update.
        // `Remove` updates its own counts before it removes any plan.
        if said.is_ok()
            && !matches!(edit, Edit::Remove(_) | Edit::Shift(Subject::Plan(..), _) | Edit::Flip(_))
        {
            fitting.keep(self);
        }
        said
    }

    fn text(&self) -> String {
        self.known().written.text.clone()
    }

    fn check(&self) -> Vec<Remark> {
        legal::check(self)
    }

    fn grid(&self) -> Grid {
        Grid::Square(self.map.grid)
    }

    fn look(&self, cell: Cell) -> Look {
        self.look(cell)
    }

    fn about(&self, cell: Cell) -> Vec<String> {
        painting::about(self, cell)
    }

    fn brushes(&self) -> Vec<Brush> {
        let ground = painting::all();
        ground.iter().cloned().chain(areas::area_brushes(self, ground)).collect()
    }

    fn brush_of(&self, cell: Cell) -> usize {
        painting::brush_of(self, cell)
    }

    fn brush_for(&self, of: Subject) -> Option<usize> {
        let area = Area::of(self, of)?;
        match Area::all(self).iter().position(|known| *known == area) {
            Some(place) => Some(painting::all().len() + place),
            None => painting::objective(),
        }
    }

    fn area(&self, brush: usize) -> Vec<Cell> {
        self.area_of(brush).map_or(Vec::new(), |area| area.cells(self))
    }

    fn plans(&self) -> Vec<Plans> {
        self.lists()
    }

    fn force(&self, side: Side) -> Force {
        Force {
            name: self.force(side).name().to_owned(),
            rows: Accounts::of(self, side).rows(),
            cost: Accounts::of(self, side).cost(),
            budget: Some((Accounts::of(self, side).budget(), "design: 6")),
            sums: Accounts::of(self, side).sums(),
        }
    }

    fn catalog_items(&self, side: Side) -> Vec<CatalogItem> {
        Project::force(self, side).catalog_items(self.frame.date().0)
    }

    fn lines(&self, of: Subject) -> Vec<Line> {
        self.lines(of)
    }
}

impl Project {
    fn edited(&mut self, edit: &Edit) -> Result<String, String> {
        match edit {
            Edit::Paint { cells, brush, over, side } => self.paint(cells, *brush, *over, *side),
            Edit::Clear(_, brush) if Some(*brush) == painting::objective() && self.goal().is_empty() => {
                Err("The objective has no squares.".to_owned())
            }
            Edit::Clear(cells, brush) => match self.area_of(*brush) {
                Some(area) => area.mark(self, cells, false),
                None => {
                    self.bare(cells);
                    Ok(String::new())
                }
            },
            Edit::Raise(cells, by) => self.map.raise(cells, *by),
            Edit::Form(_, name) if name.trim().is_empty() => {
                Err("Enter a name for the formation.".to_owned())
            }
            Edit::Form(_, name) if name.chars().count() > filling::LONGEST_NAME => Err(filling::too_long()),
            Edit::Form(side, _) if Project::force(self, *side).formations.len() >= forces::MOST => {
                Err(format!("A side may have at most {} formations.", forces::MOST))
            }
            Edit::Form(side, name) => {
                self.force_mut(*side).form(name);
                Ok(String::new())
            }
            Edit::Add { side, formation, ware: (nation, name), count } => {
                self.buy(*side, *formation, (nation, name), *count)
            }
            Edit::Plan(whose, list) => self.lay_down(*whose, *list),
            Edit::Remove(of) => self.remove(*of),
            Edit::Shift(of, down) => self.shift(*of, *down),
            Edit::Put(of, cell) => self.put(*of, *cell),
            Edit::Turn(of, line, forward) => self.turn(*of, *line, *forward),
            Edit::Write(of, line, text) => self.write(*of, *line, text),
            Edit::Copy(of) => self.copy_of(*of),
            Edit::Flip(flip) => self.flip(*flip),
            Edit::Generate(percent, seed) => generated(*percent, *seed, |percent, dice| {
                self.generate(percent, dice);
                Ok(())
            }),
        }
    }

    /// The area a brush paints; the objective is the first place.
    fn area_of(&self, brush: usize) -> Option<Area> {
        if Some(brush) == painting::objective() {
            return Some(Area::Place(0));
        }
        Area::all(self).get(brush.checked_sub(painting::all().len())?).copied()
    }
}
