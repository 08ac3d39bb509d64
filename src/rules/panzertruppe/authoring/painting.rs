//! Brushes for the table: terrain, roads, bridges, mines, and edges on a side of cells or all around them.

use std::sync::OnceLock;

use super::table::{STRAIGHT, Table};
use crate::board::{Cell, Compass};
use crate::editor::{Brush, free_key};
use crate::game::view::Family;
use crate::rules::panzertruppe::shown::ground_view;
use crate::rules::panzertruppe::state::{Bridge, Edge, Kind, Terrain};
use crate::rules::panzertruppe::tables::Tables;

/// The highest level of a table.
const TOP: i8 = 2;

/// The target of a brush.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Paint {
    Ground(Kind),
    Grain,
    Road,
    NoRoad,
    Bridge(Bridge),
    Mines,
    NoMines,
    /// On this side of every cell painted.
    Edge(Edge, Compass),
    /// Around the cells painted, but not between them.
    Around(Edge),
    NoEdges,
}

/// The brushes, each with what it paints.
fn palette() -> &'static [(Brush, Paint)] {
    static PALETTE: OnceLock<Vec<(Brush, Paint)>> = OnceLock::new();
    PALETTE.get_or_init(|| {
        let mut all: Vec<(Brush, Paint)> = Vec::new();
        let mut put = |name: &str, (glyph, family): (char, Family), group, rules: Vec<String>, paint| {
            let key = free_key(name, |c| all.iter().any(|(brush, _)| brush.key == c));
            all.push((Brush { key, name: name.to_owned(), glyph, family, group, rules }, paint));
        };
        let view = |ground| ground_view(Tables::standard(), true, ground);
        for kind in Kind::ALL {
            let view = view(Terrain { kind, ..Terrain::default() });
            put(kind.name(), (view.glyph, view.family), "Ground", view.effects, Paint::Ground(kind));
        }
        let grain = view(Terrain { grain: true, ..Terrain::default() });
        put("grain", (grain.glyph, grain.family), "Ground", grain.effects, Paint::Grain);
        let road = view(Terrain { road: true, ..Terrain::default() });
        put("road", (road.glyph, road.family), "Ways", road.effects, Paint::Road);
        let none = vec!["Removes road and bridge.".to_owned()];
        put("no road", (' ', Family::Road), "Ways", none, Paint::NoRoad);
        for (kind, letter) in Bridge::ALL {
            let rules = vec!["A bridge with its road; what it bears is in the rules (26).".to_owned()];
            put(&format!("{letter} bridge"), ('#', Family::Road), "Ways", rules, Paint::Bridge(kind));
        }
        put("mines", ('^', Family::Works), "Works", vec!["A minefield (33).".to_owned()], Paint::Mines);
        put("no mines", (' ', Family::Works), "Works", vec!["Removes mines.".to_owned()], Paint::NoMines);
        for (edge, rule, sign) in [
            (Edge::Hedge, "fire across it -1", '-'),
            (Edge::Wall, "fire across it -1; a vehicle behind it is hull down", '_'),
            (Edge::Hedgerow, "an obstacle of level 1 (23)", '%'),
            (Edge::Cliff, "infantry only, a full phase per level (27)", '^'),
        ] {
            let name = edge.name();
            let rules = |what: &str| vec![format!("{what}: {rule}.")];
            let around = rules("Around the cells painted");
            put(&format!("{name} around"), (sign, Family::Woods), "Edges", around, Paint::Around(edge));
            for side in STRAIGHT {
                let on = rules(&format!("On the {side} side of each cell painted"));
                put(&format!("{name} {side}"), (sign, Family::Woods), "Edges", on, Paint::Edge(edge, side));
            }
        }
        let none = vec!["Removes what stands on the edges of a cell.".to_owned()];
        put("no edges", (' ', Family::Woods), "Edges", none, Paint::NoEdges);
        all
    })
}

/// The brushes for the screen.
pub(super) fn brushes() -> &'static [Brush] {
    static SHOWN: OnceLock<Vec<Brush>> = OnceLock::new();
    SHOWN.get_or_init(|| palette().iter().map(|(brush, _)| brush.clone()).collect())
}

/// Paints cells, all of them on the table.
pub(super) fn paint(table: &mut Table, cells: &[Cell], brush: usize) -> Result<String, String> {
    let Some((_, paint)) = palette().get(brush) else {
        return Err("That brush does not exist.".to_owned());
    };
    for &cell in cells {
        let index = table.grid.index(cell);
        let ground = &mut table.ground[index];
        match *paint {
            Paint::Ground(kind) => (ground.kind, ground.grain) = (kind, false),
            Paint::Grain => (ground.kind, ground.grain) = (Kind::Clear, true),
            Paint::Road => ground.road = true,
            Paint::NoRoad => (ground.road, ground.bridge) = (false, None),
            Paint::Bridge(kind) => (ground.road, ground.bridge) = (true, Some(kind)),
            Paint::Mines => ground.mines = true,
            Paint::NoMines => ground.mines = false,
            Paint::Edge(edge, side) => table.set_edge(cell, side, edge),
            Paint::Around(edge) => {
                for side in STRAIGHT.into_iter().filter(|&side| !cells.contains(&cell.step(side))) {
                    table.set_edge(cell, side, edge);
                }
            }
            Paint::NoEdges => STRAIGHT.into_iter().for_each(|side| table.set_edge(cell, side, Edge::Open)),
        }
    }
    Ok(String::new())
}

/// Clears cells to open ground without edges; heights stay.
pub(super) fn clear(table: &mut Table, cells: &[Cell]) {
    for &cell in cells {
        let index = table.grid.index(cell);
        table.ground[index] = Terrain::default();
        STRAIGHT.into_iter().for_each(|side| table.set_edge(cell, side, Edge::Open));
    }
}

/// Raises or lowers cells; a table has the levels 0, 1 and 2.
pub(super) fn raise(table: &mut Table, cells: &[Cell], by: i8) -> Result<String, String> {
    let mut last = None;
    for &cell in cells {
        let index = table.grid.index(cell);
        let level = table.levels[index].saturating_add(by).clamp(0, TOP);
        table.levels[index] = level;
        last = Some(level);
    }
    match last {
        Some(level) if cells.len() == 1 => Ok(format!("Level {level}.")),
        Some(_) => {
            let done = if by < 0 { "lowered" } else { "raised" };
            Ok(format!("{} cells are {done}.", cells.len()))
        }
        None => Err("Choose a cell on the table first.".to_owned()),
    }
}

/// The brush that would paint what is on a cell.
pub(super) fn brush_of(table: &Table, cell: Cell) -> usize {
    let ground = table.ground[table.grid.index(cell)];
    let is = |paint: &Paint| match *paint {
        Paint::Mines => ground.mines,
        Paint::Bridge(kind) => !ground.mines && ground.bridge == Some(kind),
        Paint::Road => !ground.mines && ground.bridge.is_none() && ground.road,
        Paint::Grain => !ground.mines && !ground.road && ground.grain,
        Paint::Ground(kind) => !ground.mines && !ground.road && !ground.grain && ground.kind == kind,
        _ => false,
    };
    palette().iter().position(|(_, paint)| is(paint)).unwrap_or(0)
}
