//! Reads boards from a file: one row of signs per hexrow, then roads and outlines.

use std::collections::BTreeMap;
use std::ops::Range;

use super::ground::{BoardHex, Terrain};
use super::shape::{Point, Shape};
use crate::board::hex::{Hex, HexBoard, Side};
use crate::reading::Spanned;
use crate::reading::{Read, Report, Row, parsed};
use serde::Deserialize;

/// The hexsides, clockwise from north.
pub const SIDES: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];

/// The sign of each terrain type.
const SIGNS: [(char, Terrain); 6] = [
    ('.', Terrain::Open),
    ('o', Terrain::Orchard),
    ('g', Terrain::Grain),
    ('w', Terrain::Woods),
    ('b', Terrain::WoodenBuilding),
    ('s', Terrain::StoneBuilding),
];

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Its letter.
    pub letter: String,
    /// Its hexrows and their length.
    pub shape: HexBoard,
    grounds: BTreeMap<(i16, i16), BoardHex>,
}

/// A file of boards.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[allow(dead_code)] // read with the header
    format: i64,
    #[allow(dead_code)] // read with the header
    ruleset: String,
    mapboard: Vec<Raw>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    letter: Spanned<String>,
    columns: Spanned<i64>,
    rows: Spanned<i64>,
    hexes: Spanned<String>,
    #[serde(default)]
    paved: Vec<Spanned<String>>,
    #[serde(default)]
    dirt: Vec<Spanned<String>>,
    #[serde(default)]
    shapes: BTreeMap<String, Vec<Spanned<String>>>,
    #[serde(default)]
    depictions: BTreeMap<String, Spanned<String>>,
}

/// Whether a text is a file of boards rather than a scenario.
pub fn holds_boards(text: &str) -> bool {
    text.lines().any(|line| line.trim() == "[[mapboard]]")
}

/// Whether this may be a board letter: it stands before hex names, which start with a capital.
pub fn is_letter(letter: &str) -> bool {
    (1..=4).contains(&letter.len()) && letter.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

/// Reads a file of boards.
///
/// # Errors
/// Every fault of the text, with line and column.
pub fn read(file: &str, text: &str) -> Read<Vec<Board>> {
    let mut report = Report::new(file, text);
    let boards = boards(&mut report, text);
    report.end(boards)
}

fn boards(report: &mut Report, text: &str) -> Option<Vec<Board>> {
    report.header(text, "aslsk")?;
    let file: File = parsed(report, text)?;
    let mut found: Vec<Board> = Vec::new();
    for raw in &file.mapboard {
        let board = Board::drawn(report, raw)?;
        if found.iter().any(|other| other.letter == board.letter) {
            report.fault(raw.letter.span(), format!("two boards have the letter \"{}\"", board.letter));
        }
        found.push(board);
    }
    if found.is_empty() {
        report.fault(0..0, "no [[mapboard]] found");
    }
    Some(found)
}

impl Board {
    /// A board of the usual size with open ground only.
    fn bare(letter: &str) -> Board {
        let shape = HexBoard::STANDARD;
        let grounds = shape.hexes().map(|hex| ((hex.col, hex.row), BoardHex::default())).collect();
        Board { letter: letter.to_owned(), shape, grounds }
    }

    fn drawn(report: &mut Report, raw: &Raw) -> Option<Board> {
        if !is_letter(raw.letter.get_ref()) {
            let what = "a board letter is one to four lower-case letters or digits";
            report.fault(raw.letter.span(), what);
            return None;
        }
        let columns: u8 = report.within("the number of hexrows", &raw.columns, 1..=51)?;
        let rows: u8 = report.within("the number of hexes in a hexrow", &raw.rows, 1..=20)?;
        if columns.is_multiple_of(2) {
            report.fault(raw.columns.span(), format!("{columns} hexrows, expected an odd number"));
            return None;
        }
        let (letter, shape) = (raw.letter.get_ref().clone(), HexBoard { columns, rows });
        let mut board = Board { letter, shape, grounds: BTreeMap::new() };
        board.read_hexes(report, &raw.hexes)?;
        for (roads, paved) in [(&raw.paved, true), (&raw.dirt, false)] {
            for road in roads {
                board.read_road(report, road, paved);
            }
        }
        let mut shapes = BTreeMap::new();
        for (name, parts) in &raw.shapes {
            let mut found = Vec::new();
            for part in parts {
                match read_shape(part.get_ref()) {
                    Some(shape) => found.push(shape),
                    None => report.fault(
                        part.span(),
                        format!(
                            "outline \"{name}\" needs at least three corners \"east south\" within the hex, \
                             in a convex shape"
                        ),
                    ),
                }
            }
            shapes.insert(name, found);
        }
        for (name, hexes) in &raw.depictions {
            let Some(drawn) = shapes.get(name) else {
                report.fault(hexes.span(), format!("unknown outline \"{name}\", expected one from shapes"));
                continue;
            };
            for word in hexes.get_ref().split_whitespace() {
                let ground = word.parse::<Hex>().ok().and_then(|at| board.ground_mut(at));
                match ground {
                    Some(ground) => ground.drawn.clone_from(drawn),
                    None => report.fault(hexes.span(), format!("unknown hex \"{word}\"")),
                }
            }
        }
        Some(board)
    }

    fn read_hexes(&mut self, report: &mut Report, drawing: &Spanned<String>) -> Option<()> {
        let rows: Vec<Row> = report.rows(drawing);
        let mut rows = rows.iter().map(signs).filter(|signs| !signs.is_empty());
        let before = report.faults();
        for col in 0..i16::from(self.shape.columns) {
            let hexes: Vec<Hex> = self.shape.hexes().filter(|hex| hex.col == col).collect();
            let name = Hex::new(col, 0).to_string();
            let name = name.trim_end_matches('0');
            let row = rows.next().unwrap_or_default();
            let end = row.last().map_or(drawing.span().end, |(_, at)| at.start);
            let found = row.len().saturating_sub(1);
            if found != hexes.len() {
                let what = format!("hexrow {name} has {found} hexes, expected {}", hexes.len());
                report.fault(end..end, what);
                return None;
            }
            if !row[0].0.eq_ignore_ascii_case(name) {
                let what = format!("hexrow \"{}\", expected hexrow {name}", row[0].0);
                report.fault(row[0].1.clone(), what);
            }
            for (hex, (sign, at)) in hexes.into_iter().zip(&row[1..]) {
                match read_sign(sign) {
                    Some(ground) => drop(self.grounds.insert((hex.col, hex.row), ground)),
                    None => report.fault(
                        at.clone(),
                        format!(
                            "hex {hex}: unknown terrain \"{sign}\", expected . o g w b or s and a digit for \
                             its level"
                        ),
                    ),
                }
            }
        }
        if let Some(more) = rows.next() {
            let what = format!("too many hexrows, expected at most {}", self.shape.columns);
            report.fault(more[0].1.clone(), what);
        }
        (report.faults() == before).then_some(())
    }

    /// A road is a walk of adjacent hexes; a hexside at its end leads on, even off the board.
    fn read_road(&mut self, report: &mut Report, road: &Spanned<String>, paved: bool) {
        if let Err(step) = self.walk(road.get_ref(), paved) {
            let what = format!("\"{step}\" is neither an adjacent hex nor a hexside");
            report.fault(road.span(), what);
        }
    }

    fn walk(&mut self, road: &str, paved: bool) -> Result<(), String> {
        let mut here: Option<Hex> = None;
        let mut before: Option<Side> = None;
        for step in road.split_whitespace() {
            let wrong = || step.to_owned();
            if let Some(at) = SIDES.iter().position(|&name| name == step) {
                let side = Side::ALL[at];
                match here {
                    Some(hex) => self.open(hex, side, paved).ok_or_else(wrong)?,
                    None => before = Some(side),
                }
                continue;
            }
            let hex: Hex = step.parse().map_err(|_| wrong())?;
            if let Some(last) = here {
                let side = Side::ALL.into_iter().find(|&side| last.step(side) == hex).ok_or_else(wrong)?;
                self.open(last, side, paved).ok_or_else(wrong)?;
                self.open(hex, side.opposite(), paved).ok_or_else(wrong)?;
            }
            if let Some(side) = before.take() {
                self.open(hex, side, paved).ok_or_else(wrong)?;
            }
            here = Some(hex);
        }
        Ok(())
    }

    fn open(&mut self, hex: Hex, side: Side, paved: bool) -> Option<()> {
        let ground = self.ground_mut(hex)?;
        ground.road |= 1 << side as u8;
        ground.paved |= paved;
        Some(())
    }

    fn ground_mut(&mut self, hex: Hex) -> Option<&mut BoardHex> {
        self.grounds.get_mut(&(hex.col, hex.row))
    }

    /// Its hexes with their ground.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, &BoardHex)> {
        self.grounds.iter().map(|(&(col, row), ground)| (Hex::new(col, row), ground))
    }

    /// The ground of a hex.
    pub fn ground(&self, hex: Hex) -> Option<&BoardHex> {
        self.grounds.get(&(hex.col, hex.row))
    }

    /// A summary for the author of the board.
    pub fn facts(&self) -> String {
        let of =
            |fits: &dyn Fn(&BoardHex) -> bool| self.grounds.values().filter(|ground| fits(ground)).count();
        let HexBoard { columns, rows } = self.shape;
        format!(
            "board {}: {columns} hexrows of {rows} hexes: {} buildings, {} woods, {} orchard, {} grain, {} \
             road, {} hill",
            self.letter,
            of(&|ground| ground.terrain.building()),
            of(&|ground| ground.terrain == Terrain::Woods),
            of(&|ground| ground.terrain == Terrain::Orchard),
            of(&|ground| ground.terrain == Terrain::Grain),
            of(&|ground| ground.road != 0),
            of(&|ground| ground.level > 0),
        )
    }
}

/// The words of a row with their places in the file.
fn signs(row: &Row) -> Vec<(String, Range<usize>)> {
    let words = row.marks.split(|(mark, _)| mark.is_whitespace()).filter(|word| !word.is_empty());
    let placed = |word: &[(char, usize)]| (word.iter().map(|(mark, _)| mark).collect(), word[0].1..word[0].1);
    words.map(placed).collect()
}

/// The sign of a hex: its terrain, and its level if not 0.
pub fn sign(ground: &BoardHex) -> String {
    let sign = SIGNS.iter().find(|(_, terrain)| *terrain == ground.terrain).map_or('.', |(sign, _)| *sign);
    if ground.level == 0 { sign.to_string() } else { format!("{sign}{}", ground.level) }
}

/// The ground of a sign.
pub(super) fn read_sign(sign: &str) -> Option<BoardHex> {
    let mut signs = sign.chars();
    let first = signs.next()?;
    let terrain = SIGNS.iter().find(|(sign, _)| *sign == first).map(|(_, terrain)| *terrain)?;
    let level = match signs.next() {
        None => 0,
        // One digit, so it fits.
        Some(digit) => digit.to_digit(10)? as u8,
    };
    signs.next().is_none().then_some(BoardHex { terrain, level, ..BoardHex::default() })
}

/// Corners as "east south" pairs, separated by commas.
fn read_shape(corners: &str) -> Option<Shape> {
    let corner = |pair: &str| {
        let mut numbers = pair.split_whitespace().map(str::parse::<i32>);
        match (numbers.next(), numbers.next(), numbers.next()) {
            (Some(Ok(x)), Some(Ok(y)), None) if x.abs() <= 16 && y.abs() <= 24 => Some(Point::new(x, y)),
            _ => None,
        }
    };
    Shape::new(corners.split(',').map(corner).collect::<Option<Vec<Point>>>()?)
}

/// The letters of the built-in boards; the last is open ground, for scenarios that draw their own.
pub const BUILT_IN: [&str; 3] = ["w", "x", "o"];

/// The built-in boards by letter.
pub fn embedded(letter: &str) -> Option<&'static Board> {
    use std::sync::OnceLock;
    static BOARDS: OnceLock<Vec<Board>> = OnceLock::new();
    let boards = BOARDS.get_or_init(|| {
        let texts = [
            include_str!("../../../../config/aslsk/boards/w.toml"),
            include_str!("../../../../config/aslsk/boards/x.toml"),
        ];
        let read = |text| read("boards", text).expect("the embedded boards are well-formed").0;
        texts.into_iter().flat_map(read).chain([Board::bare(BUILT_IN[2])]).collect()
    });
    boards.iter().find(|board| board.letter == letter)
}
