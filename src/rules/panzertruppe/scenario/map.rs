//! The map of a scenario: drawings, lists of cells, edges and bridges.

use crate::reading::Spanned;

use super::{BridgeFile, EdgeFile, MapFile};
use crate::board::{Cell, Compass};
use crate::reading::{Drawing, Report, mark, suggestion};
use crate::rules::panzertruppe::state::Spot;
use crate::rules::panzertruppe::state::battle::Objective;
use crate::rules::panzertruppe::state::{Bridge, Edge, Kind, Terrain};

/// The map of a battle.
pub(in crate::rules::panzertruppe) struct Map {
    pub(in crate::rules::panzertruppe) width: u8,
    pub(in crate::rules::panzertruppe) height: u8,
    pub(in crate::rules::panzertruppe) ground: Vec<Terrain>,
    pub(in crate::rules::panzertruppe) levels: Vec<i8>,
    pub(in crate::rules::panzertruppe) edges: Vec<[Edge; 2]>,
    pub(super) objectives: Vec<Objective>,
}

impl Map {
    fn index(&self, cell: Cell) -> Option<Spot> {
        let on =
            (0..i16::from(self.width)).contains(&cell.x) && (0..i16::from(self.height)).contains(&cell.y);
        on.then(|| Spot(cell.y as u16 * u16::from(self.width) + cell.x as u16))
    }

    pub(super) fn named(&self, report: &mut Report, text: &str, at: std::ops::Range<usize>) -> Option<Spot> {
        match text.parse::<Cell>() {
            Ok(cell) => {
                let index = self.index(cell);
                if index.is_none() {
                    report.fault(
                        at,
                        format!("{text} is off the board of {} by {} cells", self.width, self.height),
                    );
                }
                index
            }
            Err(error) => {
                report.fault(at, error.to_string());
                None
            }
        }
    }

    pub(super) fn cell(&self, report: &mut Report, text: &Spanned<String>) -> Option<Spot> {
        self.named(report, text.get_ref(), text.span())
    }

    /// Puts a bridge on the map, with its road.
    fn add_bridge(&mut self, report: &mut Report, bridge: &BridgeFile) {
        let kind = Bridge::ALL.into_iter().find(|(_, letter)| *bridge.kind.get_ref() == *letter);
        match (self.cell(report, &bridge.at), kind) {
            (Some(index), Some((kind, _))) => {
                let ground = &mut self.ground[usize::from(index)];
                ground.bridge = Some(kind);
                ground.road = true;
            }
            (_, None) => {
                let fault = format!("a bridge must be of type A to E, not \"{}\"", bridge.kind.get_ref());
                report.fault(bridge.kind.span(), fault);
            }
            _ => {}
        }
    }

    /// Puts an edge along the side of some cells.
    fn add_edges(&mut self, report: &mut Report, edge: &EdgeFile) {
        let kinds = [Edge::Hedge, Edge::Wall, Edge::Hedgerow, Edge::Cliff];
        let kind = kinds.into_iter().find(|kind| kind.name() == edge.kind.get_ref());
        let Some(kind) = kind else {
            let near = suggestion(edge.kind.get_ref(), &kinds.map(Edge::name));
            report.fault(edge.kind.span(), format!("unknown edge \"{}\"{near}", edge.kind.get_ref()));
            return;
        };
        let side = match edge.side.get_ref().as_str() {
            "N" => Compass::N,
            "E" => Compass::E,
            "S" => Compass::S,
            "W" => Compass::W,
            other => {
                report.fault(
                    edge.side.span(),
                    format!("the side of an edge must be N, E, S or W, not \"{other}\""),
                );
                return;
            }
        };
        for cell in &edge.cells {
            let Some(index) = self.cell(report, cell) else { continue };
            let width = u16::from(self.width);
            let at = Cell::new((index.0 % width) as i16, (index.0 / width) as i16);
            let place = match side {
                Compass::N | Compass::E => Some(index),
                _ => self.index(at.step(side)),
            };
            match place.filter(|_| self.index(at.step(side)).is_some()) {
                Some(place) => {
                    let half = usize::from(matches!(side, Compass::N | Compass::S));
                    self.edges[usize::from(place)][half] = kind;
                }
                None => {
                    report.fault(cell.span(), format!("{} has no neighbour to the {side}", cell.get_ref()))
                }
            }
        }
    }
}

/// Reads drawings, lists of cells, bridges and edges.
pub(super) fn read_map(report: &mut Report, map: &MapFile) -> Option<Map> {
    let width: u8 = report.within("the width of the map", &map.width, 6..=60)?;
    let height: u8 = report.within("the height of the map", &map.height, 6..=60)?;
    let size = (width, height);
    let mut legend: Vec<(char, Kind)> = Vec::new();
    let words: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    for (key, word) in &map.legend {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == word.get_ref());
        match (mark(report, key), kind) {
            (Some(mark), Some(kind)) => legend.push((mark, kind)),
            (_, None) => {
                let near = suggestion(word.get_ref(), &words);
                report.fault(word.span(), format!("unknown terrain \"{}\"{near}", word.get_ref()));
            }
            _ => {}
        }
    }
    let terrain = Drawing { what: "terrain", text: &map.terrain, size, legend: "in [map.legend]" };
    let kinds = terrain.read(report, Kind::Clear, |mark| {
        legend.iter().find(|(known, _)| *known == mark).map(|(_, kind)| *kind)
    });
    let area = usize::from(width) * usize::from(height);
    let levels = match &map.levels {
        None => Some(vec![0; area]),
        Some(text) => Drawing { what: "levels", text, size, legend: "a level, expected 0, 1 or 2" }.read(
            report,
            0,
            |mark| mark.to_digit(10).filter(|level| *level <= 2).map(|level| level as i8),
        ),
    };
    let roads = match &map.roads {
        None => Some(vec![false; area]),
        Some(text) => {
            Drawing { what: "roads", text, size, legend: "a road, expected =" }
                .read(report, false, |mark| (mark == '=').then_some(true))
        }
    };
    let (kinds, levels, roads) = (kinds?, levels?, roads?);
    let ground =
        kinds.into_iter().zip(roads).map(|(kind, road)| Terrain { kind, road, ..Terrain::default() });
    let mut read = Map {
        width,
        height,
        ground: ground.collect(),
        levels,
        edges: vec![[Edge::Open; 2]; area],
        objectives: Vec::new(),
    };
    for cell in &map.grain {
        if let Some(index) = read.cell(report, cell) {
            read.ground[usize::from(index)].grain = true;
        }
    }
    for cell in &map.mines {
        if let Some(index) = read.cell(report, cell) {
            read.ground[usize::from(index)].mines = true;
        }
    }
    for bridge in &map.bridge {
        read.add_bridge(report, bridge);
    }
    for edge in &map.edge {
        read.add_edges(report, edge);
    }
    Some(read)
}
