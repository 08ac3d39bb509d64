//! `[map]`: the board as a text drawing, one character per square inch, the northern edge at the top.
//!
//! `terrain` uses the characters of `[map.legend]`, each standing for one terrain type of the chart or a list
//! of them; `levels` uses digits; `roads` uses the characters of `[map.road-legend]`. A dot is clear terrain,
//! level 0, or no road.

use std::collections::BTreeMap;

use crate::reading::{Drawing, Report, Spanned, Words, mark, suggestion};
use serde::Deserialize;

use super::areas;
use crate::board::Square;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::ground::terrain::{Ground, Terrain};

/// `[map]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Map {
    width: Spanned<i64>,
    height: Spanned<i64>,
    terrain: Spanned<String>,
    levels: Option<Spanned<String>>,
    roads: Option<Spanned<String>>,
    #[serde(default)]
    legend: BTreeMap<Spanned<String>, Spanned<Words>>,
    #[serde(default)]
    road_legend: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// The board, by cell index.
pub(super) struct Board {
    pub(super) grid: Square,
    pub(super) ground: Vec<Ground>,
    pub(super) levels: Vec<i8>,
}

pub(super) fn read(report: &mut Report, map: &Map) -> Option<Board> {
    let legend = legend(report, map);
    let road_legend = road_legend(report, map);
    let width = report.within("the map's width", &map.width, 1..=99);
    let height = report.within("the map's height", &map.height, 1..=99);
    let grid = Square { width: width?, height: height? };

    let size = (grid.width, grid.height);
    let ground = Drawing { what: "terrain", text: &map.terrain, size, legend: "in [map.legend]" };
    let ground = ground.read(report, Ground::CLEAR, |mark| legend.get(&mark).copied());
    let levels = match &map.levels {
        Some(text) => {
            Drawing { what: "levels", text, size, legend: "among the digits" }
                .read(report, 0, |mark| mark.to_digit(10).and_then(|digit| i8::try_from(digit).ok()))
        }
        None => Some(vec![0; grid.area()]),
    };
    let roads = match &map.roads {
        Some(text) => Drawing { what: "roads", text, size, legend: "in [map.road-legend]" }.read(
            report,
            Ground::CLEAR,
            |mark| road_legend.get(&mark).copied(),
        ),
        None => Some(vec![Ground::CLEAR; grid.area()]),
    };
    let ground = ground?.into_iter().zip(roads?).map(|(ground, road)| road.rows().fold(ground, Ground::with));
    let board = Board { grid, ground: ground.collect(), levels: levels? };
    heights(report, &map.terrain, &board);
    Some(board)
}

/// Crests and steep slopes block sight by their height (chart). One on level ground would not, so it is a
/// fault, reported at its place in the drawing.
fn heights(report: &mut Report, drawing: &Spanned<String>, board: &Board) {
    let grid = board.grid;
    let level = |cell| board.levels[grid.index(cell)];
    let flat = |terrain: Terrain| {
        grid.cells().find(|&cell| {
            board.ground[grid.index(cell)].has(terrain)
                && grid.neighbours(cell).all(|(_, next)| level(next) == level(cell))
        })
    };
    for terrain in [Terrain::Crest, Terrain::SteepSlope] {
        let Some(cell) = flat(terrain) else { continue };
        let row = usize::from(grid.height) - 1 - cell.y as usize;
        let rows = report.rows(drawing);
        let at = rows.get(row).and_then(|row| row.marks.get(cell.x as usize)).map_or(0, |&(_, at)| at);
        let fault =
            format!("the {terrain} at {cell} lies on level ground, expected a step in levels beside it");
        report.fault(at..at, fault);
    }
}

/// `[[variant]]`: terrain that replaces that of the map when the variant is played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    at: Spanned<Words>,
    terrain: Spanned<Words>,
}

/// Applies the variant's terrain, if it is played.
#[apply(rule, "battles: variant" if plays && !changes.is_empty())]
pub(super) fn variant(report: &mut Report, changes: &[Change], plays: bool, board: &mut Board) {
    if plays && changes.is_empty() {
        report.warn(0..0, "this scenario has no variant: the option has no effect");
    }
    for change in changes {
        let ground = ground(report, &change.terrain);
        for cell in areas::cells(report, &change.at, board.grid).into_iter().filter(|_| plays) {
            board.ground[board.grid.index(cell)] = ground;
        }
    }
}

/// The terrain made up of the named types.
fn ground(report: &mut Report, names: &Spanned<Words>) -> Ground {
    let mut ground = Ground::CLEAR;
    for (name, at) in Words::each(names) {
        match Terrain::named(name) {
            Some(terrain @ (Terrain::Smoke | Terrain::ImpactZone)) => {
                report.fault(at, format!("{terrain} exists only as an effect of fire, expected terrain"));
            }
            Some(terrain @ Terrain::Minefield) => {
                report.fault(at, format!("a {terrain} belongs to a side, expected [[side.minefield]]"));
            }
            Some(terrain) => ground = ground.with(terrain),
            None => {
                let known: Vec<&str> = Terrain::ALL.iter().map(|terrain| terrain.key()).collect();
                let instead = suggestion(name, &known);
                report.fault(at, format!("unknown terrain \"{name}\"{instead}"));
            }
        }
    }
    ground
}

fn legend(report: &mut Report, map: &Map) -> BTreeMap<char, Ground> {
    let mut legend = BTreeMap::new();
    for (key, names) in &map.legend {
        let Some(mark) = mark(report, key) else { continue };
        // The mark counts as known even if a terrain name is bad.
        legend.insert(mark, ground(report, names));
    }
    legend
}

fn road_legend(report: &mut Report, map: &Map) -> BTreeMap<char, Ground> {
    let mut legend = BTreeMap::new();
    for (key, name) in &map.road_legend {
        let Some(mark) = mark(report, key) else { continue };
        let road = Terrain::named(name.get_ref()).filter(|terrain| terrain.is_road());
        if road.is_none() {
            let known: Vec<&str> = Terrain::ALL
                .iter()
                .filter(|terrain| terrain.is_road())
                .map(|terrain| terrain.key())
                .collect();
            let instead = suggestion(name.get_ref(), &known);
            report.fault(name.span(), format!("unknown road \"{}\"{instead}", name.get_ref()));
        }
        legend.insert(mark, road.map_or(Ground::CLEAR, |road| Ground::CLEAR.with(road)));
    }
    legend
}
