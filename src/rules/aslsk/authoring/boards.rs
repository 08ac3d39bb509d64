//! The boards of a scenario as they are laid.

use std::fmt;
use std::sync::Arc;

use toml::{Table, Value};

use super::BOARDS;
use crate::board::hex::Hex;
use crate::board::{Cell, Grid};
use crate::editor::Look;
use crate::editor::field::{is_set, number_at, strings, text_at};
use crate::editor::parts::Parts;
use crate::game::view::Family;
use crate::reading::{CustomData, in_order};
use crate::rules::aslsk::board::join::{Laid, join};
use crate::rules::aslsk::board::reading::{self, BUILT_IN, Board, embedded};
use crate::rules::aslsk::board::{BoardHex, Map, Place, Season, Terrain, redraw};
use crate::rules::aslsk::shown::ground_kind;

/// The joined boards, and those that the player has besides the built-in ones.
#[derive(Clone)]
pub struct Boards {
    pub(super) map: Arc<Map>,
    own: Arc<Vec<Board>>,
}

impl PartialEq for Boards {
    fn eq(&self, other: &Self) -> bool {
        self.map == other.map
    }
}

impl fmt::Debug for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Boards({:?})", self.map.shape)
    }
}

/// The boards of a player's files; one that can't be read has none, and the check says why.
pub(super) fn own(files: &[CustomData]) -> Arc<Vec<Board>> {
    let read = |own: &CustomData| reading::read(&own.file, &own.text).map(|(boards, _)| boards);
    Arc::new(in_order(files).filter_map(|own| read(own).ok()).flatten().collect())
}

/// Joins the boards of a scenario and draws its own ground over them; `None` if the boards can't be joined, as with
/// one that is unknown. Ground that can't be read is left to the check.
pub(super) fn joined(boards: &[Table], head: &Table, own: &Arc<Vec<Board>>) -> Option<Boards> {
    let month = number_at(head, "month").and_then(|month| u8::try_from(month).ok()).unwrap_or(6);
    let mut laid: Vec<Laid<'_>> = Vec::new();
    let mut rows: Vec<(String, i16, i16)> = Vec::new();
    for table in boards {
        let letter = text_at(table, "letter")?;
        // The last of the player's boards with this letter, or else the built-in one.
        let board = own.iter().rfind(|board| board.letter == letter).or_else(|| embedded(letter))?;
        if laid.first().is_some_and(|first| first.board.shape != board.shape) {
            return None;
        }
        let place = |key: &str| u8::try_from(number_at(table, key).unwrap_or(0)).ok().filter(|n| *n <= 3);
        let (across, down) = (place("across")?, place("down")?);
        if laid.iter().any(|other| (other.across, other.down) == (across, down)) {
            return None;
        }
        laid.push(Laid { board, turned: is_set(table, "turned"), across, down });
        if let [first, last] = &strings(table.get("hexrows"))[..] {
            let col = |row: &str| format!("{row}1").parse::<Hex>().ok().map(|hex| hex.col);
            rows.push((letter.to_owned(), col(first)?, col(last)?));
        }
    }
    if laid.is_empty() || laid.iter().map(|laid| laid.board.hexes().count()).sum::<usize>() > 1500 {
        return None;
    }
    let map = join(&laid, Season::of(month), |letter, hex| {
        let own = rows.iter().find(|(of, ..)| of == letter);
        own.is_none_or(|(_, first, last)| (*first..=*last).contains(&hex.col))
    });
    let ground = head.get("ground").and_then(Value::as_table);
    let drawn = ground
        .into_iter()
        .flatten()
        .filter_map(|(name, text)| Some((map.named(name)?, redraw::read(text.as_str()?)?)));
    let drawn: Vec<(Place, BoardHex)> = drawn.collect();
    let map = if drawn.is_empty() { map } else { map.redrawn(&drawn) };
    Some(Boards { map: Arc::new(map), own: Arc::clone(own) })
}

/// Joins as many of the boards as can be joined, beginning with the first, so that a scenario in the middle of a change
/// can be opened again; `None` if not even the first is known.
pub(super) fn joined_so_far(boards: &[Table], head: &Table, own: &Arc<Vec<Board>>) -> Option<Boards> {
    (1..=boards.len()).rev().find_map(|count| joined(&boards[..count], head, own))
}

/// Lays the boards again after a change. If they can't be joined the map stays, and the check says why.
pub(super) fn lay(parts: &mut Parts<Boards>) {
    if let Some(boards) = joined(parts.list(None, BOARDS), &parts.head, &parts.map.own) {
        parts.map = boards;
    }
}

/// Puts a copied board east of the others.
pub(super) fn beside(parts: &Parts<Boards>, copy: &mut Table) {
    let across = parts.list(None, BOARDS).iter().filter_map(|board| number_at(board, "across")).max();
    copy.insert("across".to_owned(), Value::Integer((across.unwrap_or(0) + 1).min(3)));
    let used: Vec<&str> =
        parts.list(None, BOARDS).iter().filter_map(|board| text_at(board, "letter")).collect();
    if let Some(letter) = parts.map.letters().into_iter().find(|letter| !used.contains(&letter.as_str())) {
        copy.insert("letter".to_owned(), super::text(&letter));
    }
}

impl Boards {
    /// The letters of the boards that can be laid: the built-in ones, then the player's own.
    pub(super) fn letters(&self) -> Vec<String> {
        let mut letters: Vec<String> = BUILT_IN.iter().map(|letter| (*letter).to_owned()).collect();
        for board in self.own.iter() {
            if !letters.contains(&board.letter) {
                letters.push(board.letter.clone());
            }
        }
        letters
    }

    fn grid(&self) -> Grid {
        Grid::Hex(self.map.shape)
    }

    pub(super) fn place(&self, cell: Cell) -> Option<Place> {
        self.map.place(self.grid().hex_of(cell)?)
    }

    pub(super) fn cell_named(&self, name: &str) -> Option<Cell> {
        let place = self.map.named(name)?;
        Some(self.grid().cell_of(self.map.at(place).hex))
    }

    pub(super) fn name_of(&self, cell: Cell) -> String {
        self.place(cell).map_or_else(|| self.grid().name(cell), |place| self.map.at(place).name.clone())
    }

    /// How a hex is drawn.
    pub(super) fn look(&self, cell: Cell) -> Look {
        let Some(place) = self.place(cell) else {
            return Look { glyph: ' ', family: Family::Clear, ..Look::default() };
        };
        let square = self.map.at(place);
        let road = square.ground.road != 0;
        let bare = ground_kind(square.ground.terrain, false, false, square.playable);
        Look {
            glyph: bare.glyph,
            family: bare.family,
            way: (road && square.playable).then_some(if square.ground.paved { '=' } else { '-' }),
            level: i8::try_from(square.ground.level).unwrap_or(0),
            ..Look::default()
        }
    }

    /// A hex in words.
    pub(super) fn about(&self, cell: Cell) -> Vec<String> {
        let Some(place) = self.place(cell) else { return vec!["not on a board".to_owned()] };
        let square = self.map.at(place);
        let terrain: Terrain = square.ground.terrain;
        let view = ground_kind(terrain, square.ground.road != 0, square.ground.paved, square.playable);
        let mut lines = vec![format!("{}: {}", square.name, view.name)];
        if square.ground.level > 0 {
            lines.push(format!("level {}", square.ground.level));
        }
        lines.extend(view.effects);
        lines
    }
}
