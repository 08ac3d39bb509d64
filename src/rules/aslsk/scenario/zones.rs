//! Hexes by edge, area and name: set-up and entry areas and Victory Conditions (1.3).

use crate::reading::Spanned;

use super::Reader;
use super::raw::{RawArea, RawGroup, RawVictory};
use crate::board::hex::Hex;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::Zone;
use crate::rules::aslsk::state::battle::{Placing, Victory};
use crate::side::Side;

/// The edges, clockwise.
const COMPASS: [&str; 4] = ["north", "east", "south", "west"];

impl Reader<'_, '_> {
    pub(super) fn side(&mut self, key: &Spanned<String>) -> Option<Side> {
        match self.keys.iter().position(|known| known == key.get_ref()) {
            Some(at) => Some(Side::BOTH[at]),
            None => {
                let [a, b] = self.keys;
                self.report
                    .fault(key.span(), format!("unknown side \"{}\", expected {a} or {b}", key.get_ref()));
                None
            }
        }
    }

    fn hex(&mut self, name: &Spanned<String>) -> Option<Place> {
        let found = self.map.named(name.get_ref());
        if found.is_none() {
            self.report.fault(name.span(), format!("unknown hex \"{}\"", name.get_ref()));
        }
        found
    }

    fn near(&self, of: Place, hexes: u16) -> Vec<Place> {
        self.map
            .places()
            .filter(|&place| self.map.at(place).playable && self.map.range(of, place) <= hexes)
            .collect()
    }

    /// The playable hexes along edges of the playing area, by compass direction.
    fn edges(&mut self, edges: &Spanned<Vec<String>>) -> Option<Vec<Place>> {
        let playable: Vec<Place> = self.map.places().filter(|&place| self.map.at(place).playable).collect();
        let hex = |place: &Place| self.map.at(*place).hex;
        let (west, east) =
            (playable.iter().map(|p| hex(p).col).min()?, playable.iter().map(|p| hex(p).col).max()?);
        let mut found: Vec<Place> = Vec::new();
        for edge in edges.get_ref() {
            let named = COMPASS.iter().position(|known| known == edge);
            // The edges of the scenario as the boards lie.
            let along: Vec<Place> = match named.map_or("", |at| COMPASS[(at + self.north) % 4]) {
                "north" => {
                    playable.iter().copied().filter(|p| hex(p).row == 1 - hex(p).col.rem_euclid(2)).collect()
                }
                "south" => playable
                    .iter()
                    .copied()
                    .filter(|p| hex(p).row == i16::from(self.map.shape.rows))
                    .collect(),
                "west" => playable.iter().copied().filter(|p| hex(p).col == west).collect(),
                "east" => playable.iter().copied().filter(|p| hex(p).col == east).collect(),
                _ => {
                    let what = format!("unknown edge \"{edge}\", expected north, south, east or west");
                    self.report.fault(edges.span(), what);
                    return None;
                }
            };
            found.extend(along.into_iter().filter(|place| !found.contains(place)).collect::<Vec<_>>());
        }
        Some(found)
    }

    /// North of the scenario in quarter turns from north of the boards.
    pub(super) fn orientation(&mut self, north: Option<&Spanned<String>>) -> Option<usize> {
        let Some(north) = north else { return Some(0) };
        let found = COMPASS.iter().position(|known| known == north.get_ref());
        if found.is_none() {
            let what = format!("unknown edge \"{}\", expected north, south, east or west", north.get_ref());
            self.report.fault(north.span(), what);
        }
        found
    }

    fn hexes(&mut self, names: &Spanned<Vec<String>>) -> Option<Vec<Place>> {
        let mut places = Vec::new();
        for name in names.get_ref() {
            places.push(self.hex(&Spanned::new(names.span(), name.clone()))?);
        }
        Some(places)
    }

    /// Hexes by edge, by name, or both.
    fn along(
        &mut self,
        edges: Option<&Spanned<Vec<String>>>,
        hexes: Option<&Spanned<Vec<String>>>,
    ) -> Option<Vec<Place>> {
        let mut found = match edges {
            Some(edges) => self.edges(edges)?,
            None => Vec::new(),
        };
        if let Some(hexes) = hexes {
            let more = self.hexes(hexes)?;
            found.extend(more.into_iter().filter(|place| !found.contains(place)).collect::<Vec<_>>());
        }
        Some(found)
    }

    /// The playable hexes that fit a description.
    fn area(&mut self, area: &RawArea) -> Option<Vec<Place>> {
        let rows = match &area.hexrows {
            None => None,
            Some(rows) => {
                let ends = rows.get_ref().clone().map(|row| format!("{row}1").parse::<Hex>());
                let [Ok(first), Ok(last)] = ends else {
                    self.report.fault(rows.span(), "expected two hexrows, such as [\"A\", \"CC\"]");
                    return None;
                };
                Some(first.col..=last.col)
            }
        };
        let buildings: Vec<Place> =
            self.map.places().filter(|&place| self.map.terrain(place).building()).collect();
        let fits = |&place: &Place| {
            let square = self.map.at(place);
            let Ok(hex) = square.without_letter().parse::<Hex>() else { return false };
            square.playable
                && rows.as_ref().is_none_or(|rows| rows.contains(&hex.col))
                && area.numbers.is_none_or(|[least, most]| (least..=most).contains(&hex.row))
                && area.level.is_none_or(|level| self.map.level(place) == level)
                && area.from_buildings.is_none_or(|least| {
                    buildings.iter().all(|&building| self.map.range(building, place) >= least)
                })
        };
        Some(self.map.places().filter(fits).collect())
    }

    pub(super) fn zone(&mut self, group: &RawGroup) -> Option<Zone> {
        match (&group.within, &group.area, &group.hexes, &group.enter) {
            (Some(within), None, None, None) => {
                let of = self.hex(&within.of)?;
                Some(Zone::SetUp(self.near(of, within.hexes)))
            }
            (None, Some(area), None, None) => Some(Zone::SetUp(self.area(area)?)),
            (None, None, Some(hexes), None) => Some(Zone::SetUp(self.hexes(hexes)?)),
            (None, None, None, Some(enter)) => {
                let by = self.along(enter.edges.as_ref(), enter.hexes.as_ref())?;
                let (spent, on) = (2 * enter.spent, enter.on.clone());
                Some(Zone::Enter { turn: enter.turn, by, spent, on, after: enter.after })
            }
            _ => {
                let what = format!("group \"{}\" needs one of within, area, hexes or enter", group.name);
                self.report.fault(group.side.span(), what);
                None
            }
        }
    }

    /// Further set-up conditions of a group.
    pub(super) fn placing(&mut self, group: &RawGroup) -> Option<Placing> {
        let mut one_of = Vec::new();
        for building in &group.one_of {
            one_of.push(self.hexes(building)?);
        }
        Some(Placing {
            stage: group.stage,
            guns_apart: group.guns_apart,
            guns_within: group.guns_within,
            one_mmc: group.one_mmc_a_hex,
            alone: group.alone,
            one_of,
        })
    }

    pub(super) fn victory(&mut self, raw: &RawVictory) -> Option<Victory> {
        let side = self.side(&raw.side)?;
        match (&raw.clear, &raw.buildings, &raw.exit, &raw.guns, &raw.control) {
            (Some(clear), None, None, None, None) => {
                let hex = self.hex(&clear.of)?;
                Some(Victory::Clear { side, hex, within: clear.hexes, buildings: false })
            }
            (None, Some(clear), None, None, None) => {
                let hex = self.hex(&clear.of)?;
                Some(Victory::Clear { side, hex, within: clear.hexes, buildings: true })
            }
            (None, None, Some(exit), None, None) => {
                let by = self.along(exit.edges.as_ref(), exit.hexes.as_ref())?;
                let (points, graded, unless) = (exit.points, exit.graded, exit.unless);
                Some(Victory::Exit { side, points, by, graded, unless })
            }
            (None, None, None, Some(guns), None) => Some(Victory::Guns { side, occupied: guns.occupied }),
            (None, None, None, None, Some(control)) => {
                let mut buildings = Vec::new();
                for building in &control.buildings {
                    buildings.push(self.hexes(building)?);
                }
                Some(Victory::Control { side, need: control.need, buildings })
            }
            _ => {
                self.report.fault(
                    raw.side.span(),
                    "the Victory Conditions need one of clear, buildings, exit, guns or control",
                );
                None
            }
        }
    }
}
