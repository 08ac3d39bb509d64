//! Lines of sight: one to the cursor, all from a cell, and those along which the enemy can fire.

use std::collections::HashMap;

use crate::board::Cell;
use crate::game::Session;
use crate::game::Sight;
use crate::game::view::{PieceId, Weight};

use super::panes::map::piece::has;
use super::pointing::Pointer;
use super::shown::Shown;

/// The danger to a unit in a cell from the known enemies.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Threat {
    /// The number of enemy units with a line of fire to the cell, within their range.
    pub units: u8,
    /// The chance that they harm the unit and how bad that is, both from 0 to 1, where the rules tell.
    pub risk: Option<(f64, f64)>,
}

/// The severity from which each stronger wash begins.
const STEPS: [f64; 3] = [0.1, 0.3, 0.55];

impl Threat {
    /// How bad it is, in four steps from 0; without odds, by the number of enemy units.
    pub fn step(self) -> usize {
        match self.risk {
            Some((_, severity)) => STEPS.iter().filter(|least| severity >= **least).count(),
            None => usize::from(self.units.clamp(1, 3)),
        }
    }

    /// The chance of harm in steps of 10%, rounded up; without odds, the number of enemy units.
    pub fn digit(self) -> u8 {
        let tens = |(harmed, _): (f64, f64)| (harmed * 10.0).ceil() as u8;
        self.risk.map_or(self.units, tens).min(9)
    }

    /// The chance of harm in %; without odds, the number of enemy units.
    pub fn number(self) -> u8 {
        self.risk.map_or(self.units, |(harmed, _)| (harmed * 100.0).round() as u8).min(99)
    }
}

/// The threats to all cells of the map.
pub struct Threats {
    cells: Vec<Threat>,
    /// The own unit whose risk was asked for.
    pub piece: Option<PieceId>,
    /// The rules tell the risk; otherwise only the enemy units are counted.
    pub told: bool,
}

/// The layers over the map: line of sight, threat, heights.
#[derive(Default)]
pub struct Layers {
    /// Line-of-sight mode: the origin, and the line to the cursor.
    pub sight: Option<(Cell, Sight)>,
    /// The cells visible from a cell, row by row.
    pub seen: Option<(Cell, Vec<bool>)>,
    /// How many enemy units can fire at each cell, row by row, while that is shown.
    pub threat: Option<Threats>,
    /// Whether heights are shown instead of terrain.
    pub heights: bool,
}

impl Layers {
    /// Shows or hides where the enemy can fire.
    pub fn toggle_threat(&mut self, session: &dyn Session, shown: &Shown, piece: Option<PieceId>) {
        if self.threat.take().is_none() {
            self.find_threat(session, shown, piece);
        }
    }

    /// Works the threats out again if another unit has been highlighted.
    pub fn look_at_threats(&mut self, session: &dyn Session, shown: &Shown, piece: Option<PieceId>) {
        if self.threat.as_ref().is_some_and(|threats| piece.is_some() && threats.piece != piece) {
            self.find_threat(session, shown, piece);
        }
    }

    /// Counts the known enemy units that have a line of fire to each cell, within their range, and looks up what
    /// they could do to the unit to be moved there.
    pub fn find_threat(&mut self, session: &dyn Session, shown: &Shown, piece: Option<PieceId>) {
        let grid = shown.grid();
        let mut cells = vec![Threat::default(); grid.area()];
        for (from, units) in firers(shown) {
            for to in grid.cells().filter(|to| shown.on_map(*to)) {
                let known = &mut cells[grid.index(to)].units;
                *known = known.saturating_add(bearing(session, shown, from, &units, to).len() as u8);
            }
        }
        let mut told = false;
        if let Some(piece) = piece {
            let fired_at: Vec<Cell> = grid.cells().filter(|to| cells[grid.index(*to)].units > 0).collect();
            let risks: Vec<_> = fired_at.iter().map(|cell| session.aids().risk(piece, *cell)).collect();
            // A cell without a risk of its own has none, unless the rules tell of no risk anywhere.
            told = risks.iter().any(Option::is_some);
            for (cell, risk) in fired_at.into_iter().zip(risks).filter(|_| told) {
                let risk = risk.map_or((0.0, 0.0), |risk| (risk.harmed(), risk.severity()));
                cells[grid.index(cell)].risk = Some(risk);
            }
        }
        self.threat = Some(Threats { cells, piece, told });
    }

    /// Turns the line-of-sight mode on or off.
    pub fn toggle_sight(&mut self, session: &dyn Session, pointer: &Pointer) {
        self.sight = match self.sight.take() {
            Some(_) => None,
            None => Some((pointer.cursor, session.sight(pointer.cursor, pointer.cursor))),
        };
    }

    /// Shades everything hidden from the cursor, or removes the shading.
    pub fn toggle_seen(&mut self, session: &dyn Session, shown: &Shown, pointer: &Pointer) {
        if self.seen.take().is_some() {
            return;
        }
        let from = self.sight.as_ref().map_or(pointer.cursor, |(from, _)| *from);
        let grid = shown.grid();
        let mut seen = vec![false; grid.area()];
        for to in grid.cells() {
            seen[grid.index(to)] = to == from || session.sight(from, to).visible;
        }
        self.seen = Some((from, seen));
    }

    /// The danger to a unit in a cell, while it is shown.
    pub fn threat_at(&self, shown: &Shown, cell: Cell) -> Option<Threat> {
        let grid = shown.grid();
        let threats = self.threat.as_ref().filter(|_| grid.contains(cell))?;
        threats.cells.get(grid.index(cell)).copied().filter(|threat| threat.units > 0)
    }
}

/// The known enemy units on the map that can fire, with their range, by cell.
fn firers(shown: &Shown) -> HashMap<Cell, Vec<(PieceId, u16)>> {
    let mut firers: HashMap<Cell, Vec<(PieceId, u16)>> = HashMap::new();
    for piece in &shown.view.pieces {
        let fires = piece.side != shown.viewer && !piece.lost && piece.carried_by.is_none();
        if let Some(cell) = piece.cell.filter(|_| fires && piece.range > 0 && !has(piece, Weight::Grave)) {
            firers.entry(cell).or_default().push((piece.id, piece.range));
        }
    }
    firers
}

/// Those of the units in a cell that have a line of fire to another, within their range.
fn bearing(
    session: &dyn Session,
    shown: &Shown,
    from: Cell,
    units: &[(PieceId, u16)],
    to: Cell,
) -> Vec<PieceId> {
    let range = shown.grid().range(from, to);
    let near: Vec<PieceId> = units.iter().filter(|(_, reach)| range <= *reach).map(|(id, _)| *id).collect();
    if from == to || near.is_empty() || !session.sight(from, to).visible { Vec::new() } else { near }
}

/// The known enemy units that have a line of fire to a cell, within their range.
pub fn seen_by(session: &dyn Session, shown: &Shown, to: Cell) -> Vec<PieceId> {
    firers(shown).into_iter().flat_map(|(from, units)| bearing(session, shown, from, &units, to)).collect()
}

/// The number of known enemy units that have a line of fire to any of these pieces.
pub fn seeing(session: &dyn Session, shown: &Shown, pieces: &[PieceId]) -> usize {
    let cells = pieces.iter().filter_map(|id| shown.piece(*id)?.cell);
    let mut all: Vec<PieceId> = cells.flat_map(|cell| seen_by(session, shown, cell)).collect();
    all.sort_unstable();
    all.dedup();
    all.len()
}

#[cfg(test)]
mod tests {
    use super::Threat;

    #[test]
    fn a_threat_is_as_bad_as_its_odds_and_not_as_the_number_of_guns() {
        let of = |units, harmed, severity| Threat { units, risk: Some((harmed, severity)) };
        let steps = [of(9, 0.05, 0.03), of(3, 0.2, 0.2), of(2, 0.6, 0.4), of(1, 0.9, 0.7)].map(Threat::step);
        assert_eq!(steps, [0, 1, 2, 3]);
        let counted = [1, 2, 3, 8].map(|units| Threat { units, risk: None }.step());
        assert_eq!(counted, [1, 2, 3, 3], "without odds, the units are counted");
    }

    #[test]
    fn the_number_of_a_threat_is_its_chance_of_harm() {
        let threat = Threat { units: 2, risk: Some((0.34, 0.2)) };
        assert_eq!((threat.number(), threat.digit()), (34, 4));
        let none = Threat { units: 2, risk: Some((0.0, 0.0)) };
        assert_eq!((none.number(), none.digit()), (0, 0));
        let certain = Threat { units: 2, risk: Some((1.0, 1.0)) };
        assert_eq!((certain.number(), certain.digit()), (99, 9), "it has to fit");
        let counted = Threat { units: 12, risk: None };
        assert_eq!((counted.number(), counted.digit()), (12, 9));
    }
}
