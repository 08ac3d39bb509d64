//! The draft that all rulesets with an [`Authoring`] share.

use std::fmt;
use std::sync::{Arc, OnceLock};

use toml::{Table, Value};

use super::authoring::{Area, Authoring, in_words};
use super::field::{Field, Kind, field, text_at};
use super::parts::Parts;
use super::writing::Written;
use super::{Brush, CatalogItem, Draft, Edit, EditBy, Force, Line, Look, Place, Plans, Remark, Row, Subject};
use crate::board::{Cell, Grid};
use crate::game::view::Family;
use crate::reading::{CustomData, Fault, Faulty};
use crate::side::Side;

/// A battle in the making, as parts that its ruleset understands.
#[derive(Clone, Debug)]
pub struct Form<M> {
    pub(super) parts: Parts<M>,
    /// The player's custom data.
    own: Arc<[CustomData]>,
    cache: Cache,
}

/// What has been worked out about the parts as they are; discarded on every edit.
#[derive(Default)]
struct Cache {
    written: OnceLock<Written>,
    looks: OnceLock<Vec<Look>>,
}

impl Clone for Cache {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cache")
    }
}

/// The lines of a size, which are not keys of the file.
pub(super) const SIZE: [&str; 2] = ["#width", "#height"];

impl<M: Authoring> Form<M> {
    /// A draft of a scenario, faults included.
    ///
    /// # Errors
    /// It has no readable map, or has not two sides.
    pub fn read(file: &str, text: &str, own: &[CustomData]) -> Result<Box<dyn Draft>, Faulty> {
        let form = Self { parts: M::read(file, text, own)?, own: own.into(), cache: Cache::default() };
        Ok(Box::new(form))
    }

    /// The tag of a piece.
    pub(super) fn tag(&self, side: Side, id: super::parts::Id) -> String {
        let number = self.parts.side(side).number(id).unwrap_or(0);
        format!("{}{number}", M::letter(&self.parts, side))
    }

    fn written(&self) -> &Written {
        self.cache.written.get_or_init(|| {
            let mut out = Written::default();
            M::write(&self.parts, &mut out);
            out
        })
    }

    /// The fields of a part with those that no ruleset needs to name.
    pub(super) fn fields(&self, of: Subject) -> Vec<Field> {
        if self.parts.table(of).is_none() {
            return Vec::new();
        }
        let mut fields = M::fields(&self.parts, of);
        if of == Subject::Battle && !M::SIZES.is_empty() {
            let (least, most) = (i64::from(*M::SIZES.start()), i64::from(*M::SIZES.end()));
            let kind = Kind::Number(least, most, least);
            let after = fields.len().min(3);
            fields.insert(after, field(SIZE[1], "Height", kind.clone(), "Cells from south to north."));
            fields.insert(after, field(SIZE[0], "Width", kind, "Cells from west to east."));
        }
        fields
    }

    /// Whether a part has the line for where it begins, which comes after its fields.
    pub(super) fn begins(of: Subject) -> bool {
        M::CARRIES && matches!(of, Subject::Piece(..))
    }

    fn begin_line(&self, side: Side, f: usize, n: usize) -> Line {
        let piece = self.parts.piece(side, f, n);
        let value = match piece.and_then(|piece| piece.carrier) {
            Some(carrier) => format!("aboard {}", self.tag(side, carrier)),
            None => match piece.and_then(|piece| text_at(&piece.about, "at")) {
                Some(cell) => format!("at {cell}"),
                None => "nowhere yet".to_owned(),
            },
        };
        Line {
            name: "Begins".to_owned(),
            value,
            how: EditBy::Cycling,
            about: "On the map, or aboard a piece of its side with room for it; g places it on the map."
                .to_owned(),
        }
    }

    /// The parts that have cells of their own, in the order of their brushes.
    pub(super) fn areas(&self) -> Vec<Subject> {
        let plans = self.parts.all_plans().map(|(of, _)| of);
        let formations = self.parts.formations().map(|(of, _)| of);
        plans.chain(formations).filter(|&of| M::area_key(&self.parts, of) != Area::None).collect()
    }

    /// The cells of a part.
    pub(super) fn cells(&self, of: Subject) -> Vec<Cell> {
        let map = &self.parts.map;
        let Some(table) = self.parts.table(of) else { return Vec::new() };
        match M::area_key(&self.parts, of) {
            Area::None => Vec::new(),
            Area::OnMap => M::area(&self.parts, of),
            Area::Cells(key) | Area::One(key) => super::field::strings(super::field::at(table, key))
                .iter()
                .filter_map(|name| map.cell_named(name))
                .collect(),
        }
    }

    fn name_of(&self, of: Subject) -> String {
        match of {
            Subject::Plan(whose, _, _) => {
                let name = M::plan_name(&self.parts, of);
                whose.map_or(name.clone(), |side| format!("{}: {name}", self.parts.side(side).name()))
            }
            Subject::Formation(side, f) => {
                self.parts.formation(side, f).map_or_else(String::new, M::formation_name)
            }
            _ => String::new(),
        }
    }

    fn area_brushes(&self) -> Vec<Brush> {
        let mut brushes: Vec<Brush> = Vec::new();
        for of in self.areas() {
            let name = self.name_of(of);
            let key = free_key(&name, |c| M::brushes().iter().chain(&brushes).any(|known| known.key == c));
            let about = match of {
                Subject::Plan(_, list, _) => M::LISTS.get(list).map_or("", |list| list.about),
                _ => "Where it sets up or enters.",
            };
            let sign = match of {
                Subject::Plan(_, list, _) => M::sign(list),
                _ => None,
            };
            let marker = (sign.unwrap_or('*'), Family::Marker);
            let (glyph, family) = M::area_brush(&self.parts, of).unwrap_or(marker);
            let rules = vec![about.to_owned()];
            brushes.push(Brush { key, name, glyph, family, group: "Areas", rules });
        }
        brushes
    }

    /// Where pieces or formations start, in the order of the forces.
    pub(super) fn starts(&self) -> Vec<(Cell, Subject)> {
        let map = &self.parts.map;
        let cell = |table: &Table| text_at(table, "at").and_then(|name| map.cell_named(name));
        if M::FORMATIONS_START {
            let all = self.parts.formations();
            all.filter_map(|(of, formation)| Some((cell(&formation.about)?, of))).collect()
        } else {
            let on_map = self.parts.pieces().filter(|(_, piece)| piece.carrier.is_none());
            on_map.filter_map(|(of, piece)| Some((cell(&piece.about)?, of))).collect()
        }
    }

    fn looks(&self) -> Vec<Look> {
        let map = &self.parts.map;
        let grid = map.grid();
        let mut looks = vec![Look::default(); grid.area()];
        for cell in grid.cells() {
            looks[grid.index(cell)] = M::look(&self.parts, cell);
        }
        for (of, _) in self.parts.all_plans() {
            let Subject::Plan(whose, list, _) = of else { continue };
            let Some(sign) = M::sign(list) else { continue };
            for cell in self.cells(of) {
                looks[grid.index(cell)].work = Some((sign, whose));
            }
        }
        for (cell, of) in self.starts().into_iter().rev() {
            looks[grid.index(cell)].piece = Some(of);
        }
        looks
    }

    fn row(&self, of: Subject) -> Row {
        let about = self.parts.table(of).map_or_else(String::new, |table| in_words(&self.fields(of), table));
        let row = |tag, name, about, cost| Row { of, tag, name, about, cost };
        match of {
            Subject::Formation(side, f) => {
                let count = self.parts.formation(side, f).map_or(0, |formation| formation.pieces.len());
                let pieces: u32 = (0..count).map(|n| M::cost(&self.parts, side, f, n)).sum();
                let cost = pieces + M::formation_cost(&self.parts, side, f);
                row(String::new(), self.name_of(of), about, cost)
            }
            Subject::Piece(side, f, n) => {
                let Some(piece) = self.parts.piece(side, f, n) else {
                    return row(String::new(), String::new(), about, 0);
                };
                let mut words: Vec<String> = Vec::new();
                if M::CARRIES {
                    words.push(self.begin_line(side, f, n).value);
                }
                words.extend((!about.is_empty()).then_some(about));
                let (tag, name) = (self.tag(side, piece.id), M::piece_name(piece));
                row(tag, name, words.join(", "), M::cost(&self.parts, side, f, n))
            }
            _ => row(String::new(), M::plan_name(&self.parts, of), about, 0),
        }
    }
}

/// The first free letter of a name, small letters before capitals; otherwise any free letter or digit, or a space if none is left.
pub fn free_key(name: &str, taken: impl Fn(char) -> bool) -> char {
    let own = name.chars().filter(char::is_ascii_alphabetic);
    let own = own.clone().map(|c| c.to_ascii_lowercase()).chain(own.map(|c| c.to_ascii_uppercase()));
    own.chain('a'..='z').chain('A'..='Z').chain('0'..='9').find(|&c| !taken(c)).unwrap_or(' ')
}

/// A message of the reader as a full sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    let text: String = first.chain(letters).collect();
    if text.ends_with(['.', '?']) { text } else { format!("{text}.") }
}

impl<M: Authoring> Draft for Form<M> {
    fn copy(&self) -> Box<dyn Draft> {
        Box::new(self.clone())
    }

    fn title(&self) -> String {
        text_at(&self.parts.head, "title").unwrap_or("").to_owned()
    }

    fn edit(&mut self, edit: &Edit) -> Result<String, String> {
        let before = self.parts.clone();
        self.cache = Cache::default();
        let said = self.edited(edit);
        if said.is_err() {
            self.parts = before;
        }
        said
    }

    fn text(&self) -> String {
        self.written().text().to_owned()
    }

    fn check(&self) -> Vec<Remark> {
        let written = self.written();
        let (fault, found) = match M::problems(written.text(), &self.own) {
            Ok(warnings) => (false, warnings),
            Err(faulty) => (true, faulty.faults),
        };
        let remark = |found: &Fault| Remark {
            fault,
            sentence: sentence(&found.sentence),
            place: self.on_map(written.place(found.line, found.column)),
        };
        let mut remarks: Vec<Remark> = found.iter().map(remark).collect();
        remarks.extend(M::remarks(&self.parts));
        remarks.sort_by_key(|remark| !remark.fault);
        remarks
    }

    fn grid(&self) -> Grid {
        self.parts.map.grid()
    }

    fn look(&self, cell: Cell) -> Look {
        let grid = self.grid();
        if !grid.contains(cell) {
            return Look { glyph: ' ', ..Look::default() };
        }
        self.cache.looks.get_or_init(|| self.looks())[grid.index(cell)].clone()
    }

    fn about(&self, cell: Cell) -> Vec<String> {
        if !self.grid().contains(cell) {
            return Vec::new();
        }
        let mut lines = M::about(&self.parts, cell);
        for of in self.areas() {
            if M::area_key(&self.parts, of) != Area::OnMap && self.cells(of).contains(&cell) {
                lines.push(self.name_of(of));
            }
        }
        for (_, of) in self.starts().into_iter().filter(|(at, _)| *at == cell) {
            let row = self.row(of);
            let owner = of.side().map_or("?", |side| self.parts.side(side).name());
            lines.push(format!("{} {} of the {owner}", row.tag, row.name).trim_start().to_owned());
        }
        lines
    }

    fn brushes(&self) -> Vec<Brush> {
        let mut all = M::brushes().to_vec();
        all.extend(self.area_brushes());
        all
    }

    fn brush_of(&self, cell: Cell) -> usize {
        if !self.grid().contains(cell) {
            return 0;
        }
        let on_map = self.areas().into_iter().position(|of| {
            M::area_key(&self.parts, of) == Area::OnMap && M::area(&self.parts, of).contains(&cell)
        });
        on_map.map_or_else(|| M::brush_of(&self.parts, cell), |at| M::brushes().len() + at)
    }

    fn brush_for(&self, of: Subject) -> Option<usize> {
        Some(M::brushes().len() + self.areas().iter().position(|&known| known == of)?)
    }

    fn area(&self, brush: usize) -> Vec<Cell> {
        let of = brush.checked_sub(M::brushes().len()).and_then(|at| self.areas().get(at).copied());
        of.map_or_else(Vec::new, |of| self.cells(of))
    }

    fn plans(&self) -> Vec<Plans> {
        let mut lists = Vec::new();
        for whose in [None, Some(Side::A), Some(Side::B)] {
            for (list, what) in M::LISTS.iter().enumerate().filter(|(_, l)| l.of_sides == whose.is_some()) {
                let count = self.parts.list(whose, list).len();
                lists.push(Plans {
                    whose,
                    list,
                    name: what.name.to_owned(),
                    about: what.about.to_owned(),
                    rows: (0..count).map(|n| self.row(Subject::Plan(whose, list, n))).collect(),
                    grows: true,
                });
            }
        }
        lists
    }

    fn force(&self, side: Side) -> Force {
        let mut rows = Vec::new();
        for (f, formation) in self.parts.side(side).formations.iter().enumerate() {
            rows.push(self.row(Subject::Formation(side, f)));
            rows.extend((0..formation.pieces.len()).map(|n| self.row(Subject::Piece(side, f, n))));
        }
        let whole = |row: &&Row| matches!(row.of, Subject::Formation(..));
        let cost = rows.iter().filter(whole).map(|row| row.cost).sum();
        let name = self.parts.side(side).name().to_owned();
        Force { name, rows, cost, budget: None, sums: M::sums(&self.parts, side) }
    }

    fn catalog_items(&self, side: Side) -> Vec<CatalogItem> {
        M::catalog_items(&self.parts, side)
    }

    fn names_formations(&self) -> bool {
        M::FORMATIONS_NAMED
    }

    fn lines_before_sides(&self) -> usize {
        let fields = self.fields(Subject::Battle);
        fields.iter().take_while(|field| !matches!(field.kind, Kind::Listed(_))).count()
    }

    fn values(&self, of: Subject, line: usize) -> Vec<String> {
        self.fields(of).get(line).map_or_else(Vec::new, Field::values)
    }

    fn lines(&self, of: Subject) -> Vec<Line> {
        let Some(table) = self.parts.table(of) else { return Vec::new() };
        let grid = self.grid();
        let size = Table::from_iter([
            (SIZE[0].to_owned(), Value::Integer(grid.width().into())),
            (SIZE[1].to_owned(), Value::Integer(grid.height().into())),
        ]);
        let line = |field: &Field| field.line(if field.key.starts_with('#') { &size } else { table });
        let mut lines: Vec<Line> = self.fields(of).iter().map(line).collect();
        if let Subject::Piece(side, f, n) = of
            && Self::begins(of)
        {
            lines.push(self.begin_line(side, f, n));
        }
        lines
    }
}

impl<M: Authoring> Form<M> {
    /// The place of a remark, kept on the map.
    fn on_map(&self, place: Place) -> Place {
        match place {
            Place::Cell(cell) if !self.grid().contains(cell) => Place::Of(Subject::Battle),
            place => place,
        }
    }
}
