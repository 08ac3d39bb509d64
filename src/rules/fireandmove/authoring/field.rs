//! The map: which feature each square belongs to.

use std::collections::BTreeSet;

use toml::Table;

use super::{BORDERS, FEATURES};
use crate::board::{Cell, Compass, Square};
use crate::editor::field::{number_at, set, text_at};
use crate::editor::parts::Parts;
use crate::editor::{Flip, Look};
use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};

/// The feature of each square, by its index in the list of features.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    pub(super) grid: Square,
    pub(super) features: Vec<usize>,
}

impl Field {
    /// The feature of a square.
    pub(super) fn at(&self, cell: Cell) -> usize {
        self.features[self.grid.index(cell)]
    }

    pub(super) fn cells_of(&self, feature: usize) -> Vec<Cell> {
        self.grid.cells().filter(|&cell| self.at(cell) == feature).collect()
    }

    /// The pairs of features that touch, each with the lower index first.
    pub(super) fn touching(&self) -> BTreeSet<(usize, usize)> {
        let mut pairs = BTreeSet::new();
        for cell in self.grid.cells() {
            for next in [cell.step(Compass::E), cell.step(Compass::N)] {
                if self.grid.contains(next) && self.at(cell) != self.at(next) {
                    let (a, b) = (self.at(cell), self.at(next));
                    pairs.insert((a.min(b), a.max(b)));
                }
            }
        }
        pairs
    }

    /// Gives squares to a feature.
    pub(super) fn give(&mut self, cells: &[Cell], feature: usize) {
        for &cell in cells.iter().filter(|&&cell| self.grid.contains(cell)) {
            let index = self.grid.index(cell);
            self.features[index] = feature;
        }
    }

    /// Gives the squares of a feature that is removed to the one that surrounds most of them.
    pub(super) fn forget(&mut self, gone: usize) {
        let mut beside: Vec<usize> = Vec::new();
        for cell in self.cells_of(gone) {
            let around = self.grid.neighbours(cell).map(|(_, next)| self.at(next));
            beside.extend(around.filter(|&feature| feature != gone));
        }
        let count = |feature: usize| beside.iter().filter(|&&known| known == feature).count();
        let most = beside.iter().copied().max_by_key(|&feature| (count(feature), feature));
        let heir = most.unwrap_or(usize::from(gone == 0));
        for feature in &mut self.features {
            if *feature == gone {
                *feature = heir;
            }
            if *feature > gone {
                *feature -= 1;
            }
        }
    }

    pub(super) fn swap(&mut self, a: usize, b: usize) {
        for feature in &mut self.features {
            *feature = match *feature {
                known if known == a => b,
                known if known == b => a,
                known => known,
            };
        }
    }

    /// Cuts the map off, or extends the features at its eastern and northern edges.
    pub(super) fn resize(&mut self, width: u8, height: u8) {
        let grid = Square { width, height };
        let last = (i16::from(self.grid.width) - 1, i16::from(self.grid.height) - 1);
        let from = |cell: Cell| self.at(Cell::new(cell.x.min(last.0), cell.y.min(last.1)));
        self.features = grid.cells().map(from).collect();
        self.grid = grid;
    }

    pub(super) fn flip(&mut self, flip: Flip) {
        self.features = flip.rearranged(self.grid, &self.features);
        self.grid = flip.grid(self.grid);
    }
}

/// The ground of a feature.
pub(super) fn ground(feature: &Table) -> Ground {
    text_at(feature, "ground").and_then(Ground::named).unwrap_or(Ground::Open)
}

/// The border between two features.
fn border(parts: &Parts<Field>, a: usize, b: usize) -> Option<Border> {
    let tag = |n: usize| parts.list(None, FEATURES).get(n).and_then(|feature| text_at(feature, "tag"));
    let (a, b) = (tag(a)?, tag(b)?);
    let found = parts.list(None, BORDERS).iter().find(|border| {
        let ends = (text_at(border, "a"), text_at(border, "b"));
        ends == (Some(a), Some(b)) || ends == (Some(b), Some(a))
    });
    found.and_then(|border| text_at(border, "kind")).and_then(Border::named)
}

/// How a square is drawn.
pub(super) fn look(parts: &Parts<Field>, cell: Cell) -> Look {
    let here = parts.map.at(cell);
    let feature = parts.list(None, FEATURES).get(here);
    let ground = feature.map_or(Ground::Open, ground);
    let level = feature.and_then(|feature| number_at(feature, "level")).unwrap_or(0);
    let sign = |wind: Compass, signs: [char; 4]| {
        let next = cell.step(wind);
        let there =
            parts.map.grid.contains(next).then(|| parts.map.at(next)).filter(|&there| there != here)?;
        Some(match border(parts, here, there)? {
            Border::Plain => return None,
            Border::Wall | Border::HighWall => signs[1],
            Border::River | Border::Ditch => signs[2],
            Border::Wire(_) => signs[3],
            _ => signs[0],
        })
    };
    Look {
        glyph: ground.glyph(),
        family: ground.family(),
        level: i8::try_from(level).unwrap_or(0),
        edges: [sign(Compass::E, ['|', 'I', '~', 'x']), sign(Compass::S, ['-', '_', '~', 'x'])],
        ..Look::default()
    }
}

/// A square in words: its feature and what that does.
pub(super) fn about(parts: &Parts<Field>, cell: Cell) -> Vec<String> {
    let here = parts.map.at(cell);
    let Some(feature) = parts.list(None, FEATURES).get(here) else { return vec![cell.to_string()] };
    let ground = ground(feature);
    let cover = ground.cover();
    let name = text_at(feature, "name").unwrap_or("?");
    let mut lines = vec![format!("{cell}: {name}"), format!("{} ({})", ground.name(), ground.rule())];
    if let Some(level) = number_at(feature, "level").filter(|level| *level != 0) {
        lines.push(format!("level {level}"));
    }
    lines.push(format!("concealment {} stationary, {} moving", cover.stationary, cover.moving));
    if cover.blocks {
        lines.push("blocks sight through it".to_owned());
    }
    let mut beside: Vec<(usize, Border)> = Vec::new();
    for wind in [Compass::N, Compass::E, Compass::S, Compass::W] {
        let next = cell.step(wind);
        if !parts.map.grid.contains(next) {
            continue;
        }
        let there = parts.map.at(next);
        if let Some(kind) = border(parts, here, there).filter(|kind| *kind != Border::Plain)
            && beside.iter().all(|(known, _)| *known != there)
        {
            beside.push((there, kind));
        }
    }
    for (there, kind) in beside {
        let other = parts.list(None, FEATURES).get(there).and_then(|feature| text_at(feature, "name"));
        lines.push(format!("{} to {}", kind.name(), other.unwrap_or("?")));
    }
    lines
}

/// Raises or lowers the features of squares.
pub(super) fn raise(parts: &mut Parts<Field>, cells: &[Cell], by: i8) -> Result<String, String> {
    let mut features: Vec<usize> = cells.iter().map(|&cell| parts.map.at(cell)).collect();
    features.sort_unstable();
    features.dedup();
    let mut said = Err("Choose a square on the map first.".to_owned());
    for n in features {
        let of = crate::editor::Subject::Plan(None, FEATURES, n);
        let Some(feature) = parts.table_mut(of) else { continue };
        let level = (number_at(feature, "level").unwrap_or(0) + i64::from(by)).clamp(0, 9);
        set(feature, "level", (level != 0).then_some(toml::Value::Integer(level)));
        said = Ok(format!("{}: level {level}.", text_at(feature, "name").unwrap_or("?")));
    }
    said
}
