//! `[[side.minefield]]`, `dummies`, `wire`, `ditch` and `[[side.position]]`: a side's mines, obstacles and
//! positions.
//!
//! ```toml
//! [[side]]
//! dummies = ["0506"]            # at most as many as 11.1.3 allows
//! wire = ["0405", "0505"]
//! ditch = ["0701"]
//! [[side.minefield]]
//! kind = "standard"             # hasty, standard or concentrated (11.1.1)
//! at = ["0304", "0404"]
//! [[side.position]]
//! kind = "medium"               # light, medium or heavy (11.4)
//! at = ["0712"]
//! facing = "N"                  # by default that of the stand in it, or away from the side's edge
//! ```

use std::ops::Range;

use crate::reading::{Report, Spanned, Words};
use serde::Deserialize;

use super::forces::{self, Forces};
use super::map::Board;
use crate::board::{Cell, Compass};
use crate::game::Side;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::fire::charts::Concentration;
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::rules::matg::works::laid::{Laid, Marker};

/// `[[side.minefield]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Minefield {
    kind: Kind,
    at: Spanned<Words>,
}

/// The names of minefield concentrations; for the two aliases see G-9.
#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    #[serde(alias = "dispersed")]
    Hasty,
    #[serde(alias = "normal")]
    Standard,
    Concentrated,
}

/// `[[side.position]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Improved {
    kind: Strength,
    at: Spanned<Words>,
    facing: Option<Compass>,
}

#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Strength {
    Light,
    Medium,
    Heavy,
}

/// Reads both sides' markers and lays them on the board.
pub(super) fn read(
    report: &mut Report,
    sides: &Spanned<Vec<forces::Side>>,
    forces: &Forces,
    board: &mut Board,
) -> Vec<Marker> {
    let mut works = Reading { report, board, markers: Vec::new() };
    for (owner, side) in Side::BOTH.into_iter().zip(sides.get_ref()) {
        for field in &side.minefield {
            let kind = match field.kind {
                Kind::Hasty => Concentration::Hasty,
                Kind::Standard => Concentration::Standard,
                Kind::Concentrated => Concentration::Concentrated,
            };
            works.lay(owner, &field.at, |_| Laid::Mines(Some(kind)));
        }
        if let Some(dummies) = &side.dummies {
            works.dummies(owner, dummies, forces.armies[owner.index()].cohesion);
        }
        for (words, what) in [(&side.wire, Laid::Wire), (&side.ditch, Laid::Ditch)] {
            if let Some(words) = words {
                works.lay(owner, words, |_| what);
            }
        }
        for position in &side.position {
            let row = match position.kind {
                Strength::Light => Terrain::LightPosition,
                Strength::Medium => Terrain::MediumPosition,
                Strength::Heavy => Terrain::HeavyPosition,
            };
            let holder = |cell| forces.stands.iter().find(|stand| stand.unit.start == Some(cell));
            let away = forces.armies[owner.index()].edge.opposite();
            works.lay(owner, &position.at, |cell| {
                let facing = position.facing.or(holder(cell).map(|stand| stand.unit.facing));
                Laid::Position(row, facing.unwrap_or(away))
            });
        }
    }
    works.markers
}

struct Reading<'r, 's> {
    report: &'r mut Report<'s>,
    board: &'r mut Board,
    markers: Vec<Marker>,
}

impl Reading<'_, '_> {
    /// Lays a marker on every square in a list.
    fn lay(&mut self, owner: Side, at: &Spanned<Words>, what: impl Fn(Cell) -> Laid) {
        for (word, span) in Words::each(at) {
            match word.parse::<Cell>() {
                Err(bad) => self.report.fault(span, bad.to_string().trim_end_matches('.').to_owned()),
                Ok(cell) if !self.board.grid.contains(cell) => {
                    let (width, height) = (self.board.grid.width, self.board.grid.height);
                    let size = format!("{width} columns and {height} rows");
                    self.report.fault(span, format!("{cell} is off the board, which has {size}"));
                }
                Ok(cell) => self.place(Marker { cell, owner, what: what(cell) }, span),
            }
        }
    }

    /// One marker per square (11.1.2), not in water; no ditches in woods, buildings or marsh (11.3.1).
    fn place(&mut self, marker: Marker, span: Range<usize>) {
        let Marker { cell, .. } = marker;
        let index = self.board.grid.index(cell);
        let ground = self.board.ground[index];
        let row = marker.row();
        let soft = [Terrain::Woods, Terrain::Jungle, Terrain::Grove, Terrain::Marsh, Terrain::Ford];
        if let Some(other) = self.markers.iter().find(|other| other.cell == cell) {
            let sentence =
                format!("{} is already at {cell}, expected one marker a square (11.1.2)", other.row());
            self.report.fault(span, sentence);
        } else if is_wet(ground) {
            self.report.fault(span, format!("{cell} is {ground}, expected dry land for {row}"));
        } else if row == Terrain::Ditch && (ground.is_built_up() || soft.iter().any(|&t| ground.has(t))) {
            self.report.fault(
                span,
                format!("no anti-tank ditch in {ground} at {cell} (11.3.1), expected open ground"),
            );
        } else {
            self.board.ground[index] = ground.with(row);
            self.markers.push(marker);
        }
    }

    /// Dummies per real minefield: a quarter up to cohesion 11, a half up to 14, one from 15 (11.1.3, G-10).
    #[apply(rule, "11.1.3")]
    fn dummies(&mut self, owner: Side, at: &Spanned<Words>, cohesion: i16) {
        let real = self.markers.iter().filter(|marker| marker.owner == owner).count();
        let most = match cohesion {
            ..=11 => real / 4,
            12..=14 => real / 2,
            _ => real,
        };
        let found = Words::each(at).len();
        if found > most {
            self.report.fault(
                at.span(),
                format!("{found} dummy minefields, expected at most {most}: {real} real ones at cohesion {cohesion} (11.1.3)"),
            );
        }
        self.lay(owner, at, |_| Laid::Mines(None));
    }
}

fn is_wet(ground: Ground) -> bool {
    [Terrain::Water, Terrain::River, Terrain::Stream].iter().any(|&t| ground.has(t))
}
