//! The scenario editor on the screen: the page shown, the selection, and what is known about the battle.
//!
//! The battle belongs to the [`EditHistory`]; only [`EditorScreen::edit`] changes it.

mod asking;
mod doing;
mod drawing;
mod leaving;
mod measuring;
mod owned;
mod planning;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::services::{EditorBattle, Services};
use crate::board::Cell;
use crate::editor::{Brush, CatalogItem, Edit, EditHistory, Force, Line, Place, Plans, Remark, Row, Subject};
use crate::game::journal::Undo;
use crate::library::{Target, scenario_name};
use crate::side::Side;

pub use asking::{Asking, Topic};
pub use measuring::Balance;
pub use planning::PlanRow;

/// A page of the editor.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Page {
    /// The map.
    Map,
    /// The forces.
    Forces,
    /// Zones, landings, objectives and other plans.
    Plans,
    /// The settings of the battle and its sides.
    Battle,
    /// Faults and warnings.
    Remarks,
}

impl Page {
    /// All pages, in the order of Tab.
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

/// The pane of the forces page that has the keys.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Pane {
    /// The force.
    Force,
    /// The catalog.
    Catalog,
    /// The fields of the selected unit or formation.
    Sheet,
}

/// Facts worked out about the battle as it stands.
#[derive(Debug)]
pub struct Known {
    /// Faults and warnings.
    pub remarks: Vec<Remark>,
    /// Both forces.
    pub forces: [Force; 2],
    /// The lists of plans.
    pub plans: Vec<Plans>,
    /// Every brush.
    pub brushes: Vec<Brush>,
}

/// The editor with a battle in it.
#[derive(Debug)]
pub struct EditorScreen {
    /// The battle and its history.
    pub open_battle: EditHistory,
    /// Identifier of its ruleset.
    pub ruleset: String,
    /// The title of its rulebook.
    pub book: String,
    /// The unit of cost of the forces.
    pub money: &'static str,
    /// Where it is saved, if it is.
    pub target: Option<Target>,
    /// The text of its file.
    pub known_file: Option<String>,
    /// The name suggested for saving.
    pub name: String,
    /// The title it was opened with, as a name of a file.
    titled: String,
    /// The page shown.
    pub page: Page,
    /// The cursor on the map.
    pub cursor: Cell,
    /// The first column and the top row in view.
    pub origin: (i16, i16),
    /// Columns per cell; 0 chooses by the room available.
    pub zoom: u16,
    /// Whether heights are shown instead of terrain.
    pub heights: bool,
    /// Index of the current brush.
    pub brush: usize,
    /// Whether the next key picks a brush.
    pub picking: bool,
    /// Whether the pen is down: moving paints.
    pub pen: bool,
    /// The start of a line or a rectangle.
    pub corner: Option<Cell>,
    /// The unit being placed on the map.
    pub carried: Option<Subject>,
    /// The repeat count typed before a key.
    pub count: String,
    /// The side shown, for which fieldworks are painted.
    pub side: Side,
    /// The pane of the forces page that has the keys.
    pub pane: Pane,
    /// The selected row of the force.
    pub row: usize,
    /// The catalog filter.
    pub filter: String,
    /// Whether keys go into the filter.
    pub typing: bool,
    /// Whether only equipment available at the date is shown.
    pub own: bool,
    /// Index of the selected catalog entry among those shown.
    pub ware: usize,
    /// Index of the selected field.
    pub line: usize,
    /// Index of the selected row of the plans, headings included.
    pub plan: usize,
    /// Whether the fields of the selected plan have the keys.
    pub planning: bool,
    /// Index of the selected field of the battle.
    pub battle_line: usize,
    /// The selected remark.
    pub remark: usize,
    /// The open question.
    pub asking: Option<Asking>,
    /// The last message.
    pub message: Option<String>,
    /// The measurement of the balance.
    pub balance: Balance,
    known: Option<Known>,
    catalog_items: [Option<Vec<CatalogItem>>; 2],
    /// The catalog entries shown, with the filter they were found by.
    shown: Option<(Side, String, bool, Vec<usize>)>,
    /// Whether there are changes that are not in the backup.
    uncopied: bool,
}

/// The editor with the files that its battle is saved in, and what a form for playing it begins with.
pub(super) struct Editing<'a> {
    pub editor: &'a mut EditorScreen,
    pub services: &'a mut dyn Services,
    pub seed: u64,
    pub undo: Option<Undo>,
}

impl EditorScreen {
    /// Opens a battle.
    pub fn new(made: EditorBattle) -> Self {
        let EditorBattle { ruleset, book, money, draft, target, known, name } = made;
        let (width, height) = (draft.grid().width(), draft.grid().height());
        // Writing a hand-written file changes its wording, not its meaning.
        let titled = scenario_name(&draft.title());
        let open_battle = EditHistory::new(draft, target.is_some());
        Self {
            titled,
            open_battle,
            ruleset,
            book,
            money,
            target,
            known_file: known,
            name,
            page: Page::Map,
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
            balance: Balance::default(),
            known: None,
            catalog_items: [None, None],
            shown: None,
            uncopied: false,
        }
    }

    /// Edits the battle and reports the result; returns whether it was changed.
    pub fn edit(&mut self, edit: &Edit) -> bool {
        match self.open_battle.edit(edit) {
            Ok(said) => {
                self.balance.drop_told();
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

    /// Drops what was known after a change.
    fn changed(&mut self) {
        let held = self
            .known
            .take()
            .and_then(|known| Some((known.brushes.len(), known.brushes.into_iter().nth(self.brush)?)));
        self.catalog_items = [None, None];
        self.shown = None;
        self.uncopied = true;
        let grid = self.open_battle.draft().grid();
        if !grid.contains(self.cursor) {
            self.cursor.x = self.cursor.x.min(i16::from(grid.width()) - 1);
            self.cursor.y = self.cursor.y.min(i16::from(grid.height()) - 1);
        }
        self.corner = self.corner.filter(|&corner| grid.contains(corner));
        if let Some((count, brush)) = held {
            self.hold(count, &brush);
        }
    }

    /// Keeps the current brush in hand wherever it is in the list now, or takes the first if it is gone.
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

    /// The facts about the battle as it stands, worked out once.
    pub fn known(&mut self) -> &Known {
        let draft = self.open_battle.draft();
        self.known.get_or_insert_with(|| Known {
            remarks: draft.check(),
            forces: Side::BOTH.map(|side| draft.force(side)),
            plans: draft.plans(),
            brushes: draft.brushes(),
        })
    }

    /// The force shown.
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

    /// The catalog of the side shown.
    pub fn catalog_items(&mut self) -> &[CatalogItem] {
        let (draft, side) = (self.open_battle.draft(), self.side);
        self.catalog_items[side.index()].get_or_insert_with(|| draft.catalog_items(side))
    }

    /// The catalog entries shown, best match first.
    pub fn shown(&mut self) -> &[usize] {
        let (side, filter, own) = (self.side, self.filter.trim().to_owned(), self.own);
        let fresh = !matches!(&self.shown, Some((s, f, o, _)) if *s == side && *f == filter && *o == own);
        if fresh {
            let found = found(self.catalog_items(), &filter, own);
            self.shown = Some((side, filter, own, found));
        }
        self.shown.as_ref().map_or(&[], |(_, _, _, found)| found)
    }

    /// The selected catalog entry.
    pub fn selected_catalog_item(&mut self) -> Option<CatalogItem> {
        let at = self.ware;
        let place = self.shown().get(at).copied()?;
        self.catalog_items().get(place).cloned()
    }

    /// The fields of the battle and of both sides, each with its subject and its index there.
    pub fn battle_lines(&self) -> Vec<(Subject, usize, Line)> {
        let subjects = [Subject::Battle, Subject::Side(Side::A), Subject::Side(Side::B)];
        let lines = |of: Subject| {
            let lines = self.open_battle.draft().lines(of);
            lines.into_iter().enumerate().map(move |(n, line)| (of, n, line))
        };
        // The optional rules come last, because the sides are needed more often.
        let (battle, sides): (Vec<_>, Vec<_>) =
            subjects.into_iter().flat_map(lines).partition(|(of, _, _)| *of == Subject::Battle);
        let at = battle.len().min(self.open_battle.draft().lines_before_sides());
        let mut all = battle;
        let rest = all.split_off(at);
        all.extend(sides);
        all.extend(rest);
        all
    }

    /// The fields shown.
    pub fn sheet(&mut self) -> Vec<(Subject, usize, Line)> {
        let Some(row) = self.selected() else { return Vec::new() };
        let lines = self.open_battle.draft().lines(row.of);
        lines.into_iter().enumerate().map(|(n, line)| (row.of, n, line)).collect()
    }

    /// The current brush.
    pub fn brush(&mut self) -> Option<&Brush> {
        let brush = self.brush;
        self.known().brushes.get(brush)
    }

    /// Takes the repeat count.
    fn times(&mut self) -> usize {
        std::mem::take(&mut self.count).parse().unwrap_or(1).clamp(1, 99)
    }

    /// Goes to the place of a remark.
    fn go_to(&mut self, place: &Place) {
        match place {
            Place::Cell(cell) => {
                self.page = Page::Map;
                if self.open_battle.draft().grid().contains(*cell) {
                    self.cursor = *cell;
                }
            }
            Place::Of(of @ (Subject::Formation(side, _) | Subject::Piece(side, _, _))) => {
                self.page = Page::Forces;
                self.side = *side;
                self.pane = Pane::Force;
                let of = *of;
                self.row = self.force().rows.iter().position(|row| row.of == of).unwrap_or(0);
            }
            Place::Of(of @ Subject::Plan(..)) => {
                self.page = Page::Plans;
                self.planning = false;
                let of = *of;
                self.plan = self.plan_rows().iter().position(|row| row.of() == Some(of)).unwrap_or(0);
            }
            Place::Of(of) => {
                self.page = Page::Battle;
                let of = *of;
                self.battle_line = self.battle_lines().iter().position(|line| line.0 == of).unwrap_or(0);
            }
        }
    }

    /// A place in words.
    pub fn place_in_words(&mut self, place: &Place) -> String {
        match *place {
            Place::Cell(cell) => self.open_battle.draft().grid().name(cell),
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

/// The catalog entries that contain the letters of each word, best match first; all of them if there is no
/// word.
fn found(catalog_items: &[CatalogItem], filter: &str, own: bool) -> Vec<usize> {
    let open = catalog_items.iter().enumerate().filter(|(_, ware)| !own || ware.barred.is_none());
    if filter.is_empty() {
        return open.map(|(n, _)| n).collect();
    }
    let topic = Pattern::parse(filter, CaseMatching::Ignore, Normalization::Smart);
    let (mut matcher, mut letters) = (Matcher::new(Config::DEFAULT), Vec::new());
    let mut found: Vec<(u32, usize)> = open
        .filter_map(|(n, ware)| {
            let text = format!("{} {} {} {}", ware.name, ware.class, ware.nation, ware.year);
            Some((topic.score(Utf32Str::new(&text, &mut letters), &mut matcher)?, n))
        })
        .collect();
    found.sort_by_key(|(score, n)| (std::cmp::Reverse(*score), *n));
    found.into_iter().map(|(_, n)| n).collect()
}
