//! The workshop on the screen: which room of it is shown, what is pointed at, and what is known of the battle.
//!
//! The battle itself is the [`EditHistory`]'s; nothing here changes it but [`EditorScreen::edit`].

mod asking;
mod doing;
mod drawing;
mod leaving;
mod owned;
mod planning;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::services::EditorBattle;
use crate::board::Cell;
use crate::editor::{Brush, CatalogItem, Edit, EditHistory, Force, Line, Place, Plans, Remark, Row, Subject};
use crate::library::Target;
use crate::side::Side;

pub use asking::{Asking, Wanted};
pub use planning::PlanRow;

/// A room of the workshop.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Room {
    /// The map editor.
    Map,
    /// The force editor.
    Forces,
    /// Zones, landings, aims and what else is planned.
    Plans,
    /// The lines of the battle and its sides.
    Battle,
    /// What is wrong and odd.
    Remarks,
}

impl Room {
    /// All of them, in the order in which Tab goes through them.
    pub const ALL: [Self; 5] = [Self::Map, Self::Forces, Self::Plans, Self::Battle, Self::Remarks];

    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Map => "Map",
            Self::Forces => "Forces",
            Self::Plans => "Plans",
            Self::Battle => "Battle",
            Self::Remarks => "Check",
        }
    }
}

/// Which part of the force editor has the keys.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Pane {
    /// The force.
    Force,
    /// The catalog.
    Catalog,
    /// The lines of what is selected in the force.
    Sheet,
}

/// What was worked out of the battle as it is.
#[derive(Debug)]
pub struct Known {
    /// What is wrong or odd.
    pub remarks: Vec<Remark>,
    /// Both forces.
    pub forces: [Force; 2],
    /// The lists of plans.
    pub plans: Vec<Plans>,
    /// Every brush.
    pub brushes: Vec<Brush>,
}

/// The workshop with a battle in it.
#[derive(Debug)]
pub struct EditorScreen {
    /// The battle and its past.
    pub bench: EditHistory,
    /// Identifier of its ruleset.
    pub ruleset: String,
    /// The title of its book.
    pub book: String,
    /// What forces are paid in.
    pub money: &'static str,
    /// Where it is kept, if it is.
    pub target: Option<Target>,
    /// What its file says.
    pub known_file: Option<String>,
    /// The name it is offered to be kept under.
    pub name: String,
    /// The room that is shown.
    pub room: Room,
    /// The cursor on the map.
    pub cursor: Cell,
    /// The left column and the top row that are in view.
    pub origin: (i16, i16),
    /// Columns a cell; 0 as there is room.
    pub zoom: u16,
    /// Heights instead of ground.
    pub heights: bool,
    /// The brush, by its place.
    pub brush: usize,
    /// The next key picks a brush.
    pub picking: bool,
    /// The pen is down: moving paints.
    pub pen: bool,
    /// The corner that a line or a rectangle begins at.
    pub corner: Option<Cell>,
    /// The piece that is being put on the map.
    pub carried: Option<Subject>,
    /// Digits typed before a key.
    pub count: String,
    /// The side that is shown, and for which works are laid.
    pub side: Side,
    /// Which part of the force editor has the keys.
    pub pane: Pane,
    /// The selected row of the force.
    pub row: usize,
    /// Words that the catalog must hold.
    pub filter: String,
    /// Keys go into the filter.
    pub typing: bool,
    /// Only what the side had in that year.
    pub own: bool,
    /// The selected ware among those shown.
    pub ware: usize,
    /// The selected line of the sheet.
    pub line: usize,
    /// The selected row among the plans, headings counted.
    pub plan: usize,
    /// The lines of the selected plan have the keys.
    pub planning: bool,
    /// The selected line of the battle.
    pub battle_line: usize,
    /// The selected remark.
    pub remark: usize,
    /// What is being asked.
    pub asking: Option<Asking>,
    /// What was last said.
    pub message: Option<String>,
    known: Option<Known>,
    catalog_items: [Option<Vec<CatalogItem>>; 2],
    /// The places of the wares shown, for the filter they were looked for with.
    shown: Option<(Side, String, bool, Vec<usize>)>,
    /// Edits that are not copied aside yet.
    uncopied: bool,
}

impl EditorScreen {
    /// A battle comes to the workshop.
    pub fn new(made: EditorBattle) -> Self {
        let EditorBattle { ruleset, book, money, draft, target, known, name } = made;
        let (width, height) = (draft.grid().width(), draft.grid().height());
        // What was written by hand says the same in other words once it is written here.
        let bench = EditHistory::new(draft, target.is_some());
        Self {
            bench,
            ruleset,
            book,
            money,
            target,
            known_file: known,
            name,
            room: Room::Map,
            cursor: Cell::new(i16::from(width) / 2, i16::from(height) / 2),
            origin: (0, i16::MAX),
            zoom: 0,
            heights: false,
            brush: 0,
            picking: false,
            pen: false,
            corner: None,
            carried: None,
            count: String::new(),
            side: Side::A,
            pane: Pane::Force,
            row: 0,
            filter: String::new(),
            typing: false,
            own: true,
            ware: 0,
            line: 0,
            plan: 0,
            planning: false,
            battle_line: 0,
            remark: 0,
            asking: None,
            message: None,
            known: None,
            catalog_items: [None, None],
            shown: None,
            uncopied: false,
        }
    }

    /// Does something to the battle, and says what was done or why not; whether it was done.
    pub fn edit(&mut self, edit: &Edit) -> bool {
        match self.bench.edit(edit) {
            Ok(said) => {
                self.message = Some(said).filter(|said| !said.is_empty());
                self.changed();
                true
            }
            Err(why) => {
                self.message = Some(why);
                false
            }
        }
    }

    /// The battle is another now.
    fn changed(&mut self) {
        let held = self
            .known
            .take()
            .and_then(|known| Some((known.brushes.len(), known.brushes.into_iter().nth(self.brush)?)));
        self.catalog_items = [None, None];
        self.shown = None;
        self.uncopied = true;
        let grid = self.bench.draft().grid();
        if !grid.contains(self.cursor) {
            self.cursor.x = self.cursor.x.min(i16::from(grid.width()) - 1);
            self.cursor.y = self.cursor.y.min(i16::from(grid.height()) - 1);
        }
        self.corner = self.corner.filter(|&corner| grid.contains(corner));
        if let Some((count, brush)) = held {
            self.hold(count, &brush);
        }
    }

    /// The brush that was one of so many stays in hand, wherever it stands now; the first is taken up if it is gone.
    fn hold(&mut self, count: usize, held: &Brush) {
        let at = self.brush;
        let brushes = &self.known().brushes;
        let is_it = |brush: &Brush| brush.group == held.group && brush.name == held.name;
        let renamed = brushes.len() == count;
        self.brush = match brushes.iter().position(is_it) {
            Some(_) if brushes.get(at).is_some_and(is_it) => at,
            Some(place) => place,
            None if renamed => at,
            None => 0,
        };
    }

    /// What is known of the battle as it is, worked out once.
    pub fn known(&mut self) -> &Known {
        let draft = self.bench.draft();
        self.known.get_or_insert_with(|| Known {
            remarks: draft.check(),
            forces: Side::BOTH.map(|side| draft.force(side)),
            plans: draft.plans(),
            brushes: draft.brushes(),
        })
    }

    /// The force that is shown.
    pub fn force(&mut self) -> &Force {
        let side = self.side;
        &self.known().forces[side.index()]
    }

    /// The selected row of the force.
    pub fn selected(&mut self) -> Option<Row> {
        let row = self.row;
        self.force().rows.get(row).cloned()
    }

    /// The formation that the selected row belongs to.
    pub fn formation(&mut self) -> usize {
        match self.selected().map(|row| row.of) {
            Some(Subject::Formation(_, f) | Subject::Piece(_, f, _)) => f,
            _ => usize::MAX,
        }
    }

    /// Every ware for the side that is shown.
    pub fn catalog_items(&mut self) -> &[CatalogItem] {
        let (draft, side) = (self.bench.draft(), self.side);
        self.catalog_items[side.index()].get_or_insert_with(|| draft.catalog_items(side))
    }

    /// The places of the wares that are shown, the likeliest first where something is looked for.
    pub fn shown(&mut self) -> &[usize] {
        let (side, filter, own) = (self.side, self.filter.trim().to_owned(), self.own);
        let fresh = !matches!(&self.shown, Some((s, f, o, _)) if *s == side && *f == filter && *o == own);
        if fresh {
            let found = found(self.catalog_items(), &filter, own);
            self.shown = Some((side, filter, own, found));
        }
        self.shown.as_ref().map_or(&[], |(_, _, _, found)| found)
    }

    /// The selected ware.
    pub fn selected_ware(&mut self) -> Option<CatalogItem> {
        let at = self.ware;
        let place = self.shown().get(at).copied()?;
        self.catalog_items().get(place).cloned()
    }

    /// The lines of the battle and of both sides, each with its subject and its place there.
    pub fn battle_lines(&self) -> Vec<(Subject, usize, Line)> {
        let subjects = [Subject::Battle, Subject::Side(Side::A), Subject::Side(Side::B)];
        let lines = |of: Subject| {
            let lines = self.bench.draft().lines(of);
            lines.into_iter().enumerate().map(move |(n, line)| (of, n, line))
        };
        // The battle's optional rules come last; the sides are looked for sooner.
        let (battle, sides): (Vec<_>, Vec<_>) =
            subjects.into_iter().flat_map(lines).partition(|(of, _, _)| *of == Subject::Battle);
        let at = battle.len().min(11);
        let mut all = battle;
        let rest = all.split_off(at);
        all.extend(sides);
        all.extend(rest);
        all
    }

    /// The lines that the sheet shows.
    pub fn sheet(&mut self) -> Vec<(Subject, usize, Line)> {
        let Some(row) = self.selected() else { return Vec::new() };
        let lines = self.bench.draft().lines(row.of);
        lines.into_iter().enumerate().map(|(n, line)| (row.of, n, line)).collect()
    }

    /// The brush in hand.
    pub fn brush(&mut self) -> Option<&Brush> {
        let brush = self.brush;
        self.known().brushes.get(brush)
    }

    /// How often a key was asked to do what it does.
    fn times(&mut self) -> usize {
        std::mem::take(&mut self.count).parse().unwrap_or(1).clamp(1, 99)
    }

    /// Goes to where something is wrong.
    fn go_to(&mut self, place: &Place) {
        match place {
            Place::Cell(cell) => {
                self.room = Room::Map;
                if self.bench.draft().grid().contains(*cell) {
                    self.cursor = *cell;
                }
            }
            Place::Of(of @ (Subject::Formation(side, _) | Subject::Piece(side, _, _))) => {
                self.room = Room::Forces;
                self.side = *side;
                self.pane = Pane::Force;
                let of = *of;
                self.row = self.force().rows.iter().position(|row| row.of == of).unwrap_or(0);
            }
            Place::Of(of @ Subject::Plan(..)) => {
                self.room = Room::Plans;
                self.planning = false;
                let of = *of;
                self.plan = self.plan_rows().iter().position(|row| row.of() == Some(of)).unwrap_or(0);
            }
            Place::Of(of) => {
                self.room = Room::Battle;
                let of = *of;
                self.battle_line = self.battle_lines().iter().position(|line| line.0 == of).unwrap_or(0);
            }
        }
    }

    /// Where a place is, in words.
    pub fn place_in_words(&mut self, place: &Place) -> String {
        match *place {
            Place::Cell(cell) => self.bench.draft().grid().name(cell),
            Place::Of(Subject::Battle) => "battle".to_owned(),
            Place::Of(Subject::Side(side)) => self.known().forces[side.index()].name.clone(),
            Place::Of(of @ Subject::Plan(..)) => {
                let rows = self.known().plans.iter().flat_map(|list| &list.rows);
                rows.into_iter().find(|row| row.of == of).map_or_else(String::new, |row| row.name.clone())
            }
            Place::Of(of) => {
                let side = of.side().unwrap_or(Side::A);
                let row = self.known().forces[side.index()].rows.iter().find(|row| row.of == of);
                row.map_or_else(String::new, |row| {
                    if row.tag.is_empty() { row.name.clone() } else { row.tag.clone() }
                })
            }
        }
    }
}

/// The places of the wares that hold the letters of each word, the likeliest first; all of them where there is no word.
fn found(catalog_items: &[CatalogItem], filter: &str, own: bool) -> Vec<usize> {
    let open = catalog_items.iter().enumerate().filter(|(_, ware)| !own || ware.barred.is_none());
    if filter.is_empty() {
        return open.map(|(n, _)| n).collect();
    }
    let wanted = Pattern::parse(filter, CaseMatching::Ignore, Normalization::Smart);
    let (mut matcher, mut letters) = (Matcher::new(Config::DEFAULT), Vec::new());
    let mut found: Vec<(u32, usize)> = open
        .filter_map(|(n, ware)| {
            let text = format!("{} {} {} {}", ware.name, ware.class, ware.nation, ware.year);
            Some((wanted.score(Utf32Str::new(&text, &mut letters), &mut matcher)?, n))
        })
        .collect();
    found.sort_by_key(|(score, n)| (std::cmp::Reverse(*score), *n));
    found.into_iter().map(|(_, n)| n).collect()
}
