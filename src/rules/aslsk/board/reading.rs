//! Boards as they are drawn in a file: a row of signs a hexrow, then roads and depictions.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

use super::ground::{Ground, Terrain};
use super::shape::{Point, Shape};
use crate::board::hex::{Hex, HexBoard, Side};

/// A board.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its letter.
    pub letter: String,
    /// Its hexrows.
    pub shape: HexBoard,
    grounds: BTreeMap<(i16, i16), Ground>,
}

/// Why a board cannot be read, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadBoard {
    /// The file is no such file.
    #[error("{0}")]
    Toml(String),
    /// A hexrow has the wrong number of signs.
    #[error("hexrow {row} has {found} hexes, expected {expected}")]
    Length {
        /// Its letter.
        row: String,
        /// Signs found.
        found: usize,
        /// Hexes it has.
        expected: usize,
    },
    /// A sign that stands for nothing.
    #[error("hex {hex}: \"{sign}\" is no ground; write . o g w b or s, and a digit for its level")]
    Sign {
        /// Where.
        hex: Hex,
        /// What was found.
        sign: String,
    },
    /// A road that is not a walk from hex to hex.
    #[error("road \"{road}\": {step} is no hex beside the one before it, and no side")]
    Road {
        /// The road as written.
        road: String,
        /// The step that is wrong.
        step: String,
    },
    /// A depiction that is no convex outline within its hex.
    #[error("depiction \"{name}\": write at least three corners \"east south\" within the hex, convex")]
    Shape {
        /// Its name.
        name: String,
    },
    /// A hex that gets a depiction that is not there, or is not on the board.
    #[error("building \"{hex} {name}\": no such hex or depiction")]
    Building {
        /// Where.
        hex: String,
        /// What.
        name: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    letter: String,
    columns: u8,
    rows: u8,
    hexes: String,
    #[serde(default)]
    paved: Vec<String>,
    #[serde(default)]
    dirt: Vec<String>,
    #[serde(default)]
    shapes: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    buildings: BTreeMap<String, String>,
}

impl Board {
    /// Reads a board.
    ///
    /// # Errors
    /// [`BadBoard`] for whatever stands in it that is no board.
    pub fn read(text: &str) -> Result<Board, BadBoard> {
        let raw: Raw = toml::from_str(text).map_err(|error| BadBoard::Toml(error.to_string()))?;
        let shape = HexBoard { columns: raw.columns, rows: raw.rows };
        let mut board = Board { letter: raw.letter, shape, grounds: BTreeMap::new() };
        board.read_hexes(&raw.hexes)?;
        for (roads, paved) in [(&raw.paved, true), (&raw.dirt, false)] {
            for road in roads {
                board.read_road(road, paved)?;
            }
        }
        let mut shapes = BTreeMap::new();
        for (name, parts) in &raw.shapes {
            let parts: Option<Vec<Shape>> = parts.iter().map(|corners| read_shape(corners)).collect();
            shapes.insert(name, parts.ok_or_else(|| BadBoard::Shape { name: name.clone() })?);
        }
        for (name, hexes) in &raw.buildings {
            for hex in hexes.split_whitespace() {
                let wrong = || BadBoard::Building { hex: hex.to_owned(), name: name.clone() };
                let drawn = shapes.get(name).ok_or_else(wrong)?.clone();
                let at: Hex = hex.parse().map_err(|_| wrong())?;
                board.grounds.get_mut(&(at.col, at.row)).ok_or_else(wrong)?.drawn = drawn;
            }
        }
        Ok(board)
    }

    fn read_hexes(&mut self, text: &str) -> Result<(), BadBoard> {
        let mut hexes = self.shape.hexes().peekable();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let mut signs = line.split_whitespace();
            let row = signs.next().unwrap_or_default().to_owned();
            let signs: Vec<&str> = signs.collect();
            let col = hexes.peek().map_or(0, |hex| hex.col);
            let mine: Vec<Hex> = std::iter::from_fn(|| hexes.next_if(|hex| hex.col == col)).collect();
            if mine.len() != signs.len() {
                return Err(BadBoard::Length { row, found: signs.len(), expected: mine.len() });
            }
            for (hex, sign) in mine.into_iter().zip(signs) {
                let ground = read_sign(sign).ok_or_else(|| BadBoard::Sign { hex, sign: sign.to_owned() })?;
                self.grounds.insert((hex.col, hex.row), ground);
            }
        }
        match hexes.peek() {
            None => Ok(()),
            Some(hex) => Err(BadBoard::Length { row: hex.to_string(), found: 0, expected: 1 }),
        }
    }

    /// A road is a walk of hexes, each beside the one before; a side at its end leads off the board.
    fn read_road(&mut self, road: &str, paved: bool) -> Result<(), BadBoard> {
        let mut here: Option<Hex> = None;
        let mut before: Option<Side> = None;
        for step in road.split_whitespace() {
            let wrong = || BadBoard::Road { road: road.to_owned(), step: step.to_owned() };
            if let Some(side) = side_named(step) {
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
        let ground = self.grounds.get_mut(&(hex.col, hex.row))?;
        ground.road |= 1 << side as u8;
        ground.paved |= paved;
        Some(())
    }

    /// Its hexes with what is drawn on them.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, &Ground)> {
        self.grounds.iter().map(|(&(col, row), ground)| (Hex::new(col, row), ground))
    }

    /// What is drawn on a hex.
    pub fn ground(&self, hex: Hex) -> Option<&Ground> {
        self.grounds.get(&(hex.col, hex.row))
    }
}

fn read_sign(sign: &str) -> Option<Ground> {
    let mut signs = sign.chars();
    let terrain = match signs.next()? {
        '.' => Terrain::Open,
        'o' => Terrain::Orchard,
        'g' => Terrain::Grain,
        'w' => Terrain::Woods,
        'b' => Terrain::WoodenBuilding,
        's' => Terrain::StoneBuilding,
        _ => return None,
    };
    let level = match signs.next() {
        None => 0,
        // A digit fits.
        Some(digit) => digit.to_digit(10)? as u8,
    };
    signs.next().is_none().then_some(Ground { terrain, level, ..Ground::default() })
}

fn side_named(word: &str) -> Option<Side> {
    let names = ["n", "ne", "se", "s", "sw", "nw"];
    names.iter().position(|&name| name == word).map(|at| Side::ALL[at])
}

/// Corners as pairs "east south", with commas between.
fn read_shape(corners: &str) -> Option<Shape> {
    let corner = |pair: &str| {
        let mut numbers = pair.split_whitespace().map(str::parse::<i32>);
        match (numbers.next(), numbers.next(), numbers.next()) {
            (Some(Ok(x)), Some(Ok(y)), None) => Some(Point::new(x, y)),
            _ => None,
        }
    };
    Shape::new(corners.split(',').map(corner).collect::<Option<Vec<Point>>>()?)
}

/// The boards that come with the game, by letter.
pub fn embedded(letter: &str) -> Option<&'static Board> {
    use std::sync::OnceLock;
    static BOARDS: OnceLock<[Board; 2]> = OnceLock::new();
    let boards = BOARDS.get_or_init(|| {
        let read = |text| Board::read(text).expect("the embedded boards are well-formed");
        [
            read(include_str!("../../../../config/aslsk/boards/w.toml")),
            read(include_str!("../../../../config/aslsk/boards/x.toml")),
        ]
    });
    boards.iter().find(|board| board.letter == letter)
}
