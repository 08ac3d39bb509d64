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
use crate::rules::aslsk::board::join::{Laid, join};
use crate::rules::aslsk::board::reading::embedded;
use crate::rules::aslsk::board::{Map, Place, Season, Terrain};
use crate::rules::aslsk::shown::ground_kind;

/// The joined boards.
#[derive(Clone)]
pub struct Boards {
    pub(super) map: Arc<Map>,
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

/// The letters of the built-in boards.
pub(super) const LETTERS: [&str; 2] = ["w", "x"];

/// Joins the boards of a list; `None` if that can't be done, as with a board that is not built in.
pub(super) fn joined(boards: &[Table], month: u8) -> Option<Boards> {
    let mut laid: Vec<Laid<'static>> = Vec::new();
    let mut rows: Vec<(String, i16, i16)> = Vec::new();
    for table in boards {
        let letter = text_at(table, "letter")?;
        let board = embedded(letter)?;
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
    Some(Boards { map: Arc::new(map) })
}

/// Lays the boards again after a change. If they can't be joined the map stays, and the check says why.
pub(super) fn lay(parts: &mut Parts<Boards>) {
    let month = number_at(&parts.head, "month").and_then(|month| u8::try_from(month).ok()).unwrap_or(6);
    if let Some(boards) = joined(parts.list(None, BOARDS), month) {
        parts.map = boards;
    }
}

/// Puts a copied board east of the others.
pub(super) fn beside(parts: &Parts<Boards>, copy: &mut Table) {
    let across = parts.list(None, BOARDS).iter().filter_map(|board| number_at(board, "across")).max();
    copy.insert("across".to_owned(), Value::Integer((across.unwrap_or(0) + 1).min(3)));
    let used: Vec<&str> =
        parts.list(None, BOARDS).iter().filter_map(|board| text_at(board, "letter")).collect();
    if let Some(letter) = LETTERS.into_iter().find(|letter| !used.contains(letter)) {
        copy.insert("letter".to_owned(), super::text(letter));
    }
}

impl Boards {
    fn grid(&self) -> Grid {
        Grid::Hex(self.map.shape)
    }

    fn place(&self, cell: Cell) -> Option<Place> {
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
            return Look { glyph: ' ', family: "clear", ..Look::default() };
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
