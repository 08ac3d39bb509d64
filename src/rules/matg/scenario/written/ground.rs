//! Writes a position's terrain as a scenario's map, and the works that remain on it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Writing, cells};
use crate::board::{Cell, Square};
use crate::game::Side;
use crate::game::journal::quoted;
use crate::rules::matg::fire::charts::Concentration;
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::rules::matg::works::laid::{Laid, POSITIONS};
use crate::rules::matg::works::mines::concentration_word;

/// Characters for terrain without one of its own, in the order in which they are used.
const MARKS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// `[map]` with its drawings and legends, by cell index.
pub(in crate::rules::matg) fn drawn(grid: Square, ground: &[Ground], levels: &[i8]) -> String {
    let split = |cell: Cell| {
        let ground = ground[grid.index(cell)];
        let road = ground.rows().find(|row| row.is_road());
        (road.map_or(ground, |road| ground.without(road)), road)
    };
    let mut legend: BTreeMap<Vec<Terrain>, char> = BTreeMap::new();
    // The letters are enough for any real map; if not, accented letters follow.
    let mut marks = MARKS.chars().chain('\u{c0}'..='\u{17f}');
    for cell in grid.cells() {
        let rows: Vec<Terrain> = split(cell).0.rows().collect();
        if !rows.is_empty() && !legend.contains_key(&rows) {
            let own = rows[0].row().glyph;
            let free = |mark: char| {
                !mark.is_whitespace()
                    && !"'\\.".contains(mark)
                    && !legend.values().any(|&known| known == mark)
            };
            let mark = if rows.len() == 1 && free(own) { Some(own) } else { marks.find(|&mark| free(mark)) };
            legend.insert(rows, mark.unwrap_or('?'));
        }
    }
    let roads: Vec<(Terrain, char)> = Terrain::ALL
        .iter()
        .copied()
        .filter(|row| row.is_road())
        .zip("=-:+".chars())
        .filter(|(row, _)| grid.cells().any(|cell| split(cell).1 == Some(*row)))
        .collect();
    let draw = |mark: &dyn Fn(Cell) -> char| {
        let mut rows = String::new();
        for y in (0..i16::from(grid.height)).rev() {
            rows.extend((0..i16::from(grid.width)).map(|x| mark(Cell::new(x, y))));
            rows.push('\n');
        }
        rows
    };
    let terrain = draw(&|cell| {
        let rows: Vec<Terrain> = split(cell).0.rows().collect();
        legend.get(&rows).copied().unwrap_or('.')
    });
    let levels = draw(&|cell| {
        let level = u32::try_from(levels[grid.index(cell)]).unwrap_or(0);
        char::from_digit(level, 10).unwrap_or('0')
    });
    let ways = draw(&|cell| {
        let road = split(cell).1.and_then(|road| roads.iter().find(|(row, _)| *row == road));
        road.map_or('.', |(_, mark)| *mark)
    });
    let mut text = format!(
        "\n[map]\nwidth = {}\nheight = {}\nterrain = '''\n{terrain}'''\nlevels = '''\n{levels}'''\nroads = \
         '''\n{ways}'''\n\n[map.legend]\n",
        grid.width, grid.height
    );
    for (rows, mark) in &legend {
        let keys: Vec<String> = rows.iter().map(|row| format!("\"{}\"", row.key())).collect();
        let _ = writeln!(text, "{} = [{}]", quoted(&mark.to_string()), keys.join(", "));
    }
    text.push_str("\n[map.road-legend]\n");
    for (row, mark) in roads {
        let _ = writeln!(text, "\"{mark}\" = \"{}\"", row.key());
    }
    text
}

impl Writing<'_> {
    /// The terrain as it is, without the effects of fire and the works of the sides.
    pub(super) fn map(&self, text: &mut String) {
        let (p, grid) = (self.position, self.position.battle.grid);
        let laid = |cell: Cell| p.battle.markers.iter().any(|marker| marker.cell == cell);
        let bare = |cell: Cell| {
            let ground = p.field.ground[grid.index(cell)];
            let fire =
                ground.without(Terrain::Smoke).without(Terrain::ImpactZone).without(Terrain::Minefield);
            if laid(cell) { Terrain::WORKS.into_iter().fold(fire, Ground::without) } else { fire }
        };
        let ground: Vec<Ground> = grid.cells().map(bare).collect();
        text.push_str(&drawn(grid, &ground, &p.battle.levels));
    }

    /// Mines not yet cleared, obstacles and positions that remain.
    pub(super) fn works(&self, side: Side, text: &mut String) {
        let p = self.position;
        let still = |cell: Cell, row: Terrain| p.field.ground[p.battle.grid.index(cell)].has(row);
        let own = || p.battle.markers.iter().filter(move |marker| marker.owner == side);
        let of = |what: Laid, row: Terrain| -> Vec<Cell> {
            own()
                .filter(|marker| marker.what == what && still(marker.cell, row))
                .map(|marker| marker.cell)
                .collect()
        };
        // In the order in which the scenario lists them.
        let place = |cell: Cell| p.battle.markers.iter().position(|marker| marker.cell == cell);
        let mut mines: Vec<_> = p.field.works.mines.iter().filter(|mine| mine.owner == side).collect();
        mines.sort_by_key(|mine| place(mine.cell).unwrap_or(usize::MAX));
        let lie = || mines.iter();
        let laid: Vec<(Cell, Concentration)> =
            lie().filter_map(|mine| Some((mine.cell, mine.kind?))).collect();
        let real = laid.len();
        // After real minefields are cleared, more dummies may be left than are allowed (11.1.3).
        let most = match p.battle.army(side).cohesion {
            ..=11 => real / 4,
            12..=14 => real / 2,
            _ => real,
        };
        let dummies = lie().filter(|mine| mine.kind.is_none()).map(|mine| mine.cell);
        let dummies: Vec<Cell> = dummies.take(most).collect();
        for (key, squares) in [
            ("dummies", dummies),
            ("wire", of(Laid::Wire, Terrain::BarbedWire)),
            ("ditch", of(Laid::Ditch, Terrain::Ditch)),
        ] {
            if !squares.is_empty() {
                let _ = writeln!(text, "{key} = {}", cells(squares));
            }
        }
        for run in laid.chunk_by(|a, b| a.1 == b.1) {
            let word = concentration_word(run[0].1);
            let squares = cells(run.iter().map(|(cell, _)| *cell));
            let _ = write!(text, "\n[[side.minefield]]\nkind = \"{word}\"\nat = {squares}\n");
        }
        for marker in own() {
            let Laid::Position(row, facing) = marker.what else { continue };
            if !still(marker.cell, row) {
                continue;
            }
            let word = POSITIONS.iter().find(|(_, known)| *known == row).map_or("heavy", |(word, _)| *word);
            let _ = write!(
                text,
                "\n[[side.position]]\nkind = \"{word}\"\nat = \"{}\"\nfacing = \"{facing}\"\n",
                marker.cell
            );
        }
    }
}
