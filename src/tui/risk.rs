//! The risk of the unit to be moved under the cursor and on its march, in words.

use std::collections::HashMap;

use crate::board::Cell;
use crate::game::Session;
use crate::game::view::{PieceId, PieceView};
use crate::game::{Leg, Risk};

use super::deciding;
use super::lookups::Lookups;
use super::march::Marching;
use super::pointing::Pointer;
use super::seeing;
use super::shown::Shown;
use super::text::percent;

/// The attacks named in a line.
const NAMED: usize = 2;

/// The cells of a march that are looked at.
const LIMIT: usize = 150;

/// The risks of one position, each worked out when it is first asked for.
#[derive(Default)]
pub struct Risks {
    /// The position.
    ticket: u64,
    known: HashMap<(PieceId, Cell), Option<Risk>>,
}

/// The risk under the cursor, worked out once per cursor step.
pub struct Risked {
    /// The position, the cursor, and the unit it was worked out for.
    now: (u64, Cell, PieceId),
    /// The risk under the cursor, in words: the unit, and what it risks.
    here: Option<(String, String)>,
    /// The worst place of the march there, in words.
    on_march: Option<String>,
}

impl Lookups {
    /// The unit that would move to the cursor: the acting one, the highlighted one, the first that may march,
    /// or the one highlighted before.
    pub fn at_risk(&self, shown: &Shown, pointer: &Pointer, marching: &Marching) -> Option<PieceId> {
        if deciding::reacting(&shown.choices) {
            return None;
        }
        let own = |id: &PieceId| shown.piece(*id).is_some_and(|piece| piece.side == shown.viewer);
        let picked = shown.picked(pointer).and_then(|choice| choice.piece());
        let marching = marching.routed.as_ref().and_then(|routed| routed.pieces.first().copied());
        let before = self.risked.as_ref().map(|known| known.now.2);
        let before = before.filter(|id| shown.choices.iter().any(|choice| choice.piece() == Some(*id)));
        [shown.view.active, picked, marching, before].into_iter().flatten().find(own)
    }

    /// Works out the risk under the cursor if the position, the cursor or the unit has changed.
    pub fn look_at_risk(
        &mut self,
        piece: Option<PieceId>,
        session: &dyn Session,
        shown: &Shown,
        pointer: &Pointer,
        marching: &Marching,
    ) {
        let Some(piece) = piece else {
            self.risked = None;
            return;
        };
        let now = (shown.ticket, pointer.cursor, piece);
        if self.risked.as_ref().is_some_and(|known| known.now == now) {
            return;
        }
        let here = self
            .risk_of(session, shown, piece, pointer.cursor)
            .cloned()
            .map(|risk| in_words(session, shown, pointer, piece, &risk));
        let legs: Vec<(PieceId, Cell)> =
            marching.planned().map_or_else(Vec::new, |march| cells_of(&march.legs).take(LIMIT).collect());
        let on_march = self.worst_of(session, shown, pointer, &legs);
        self.risked = Some(Risked { now, here, on_march });
    }

    /// What a piece risks on a cell in this position.
    pub(super) fn risk_of(
        &mut self,
        session: &dyn Session,
        shown: &Shown,
        piece: PieceId,
        cell: Cell,
    ) -> Option<&Risk> {
        if self.risks.ticket != shown.ticket {
            self.risks = Risks { ticket: shown.ticket, known: HashMap::new() };
        }
        let risk = || session.aids().risk(piece, cell);
        self.risks.known.entry((piece, cell)).or_insert_with(risk).as_ref()
    }

    /// The risk under the cursor: "G2 seen by" and "2: D+ S4 31%, S7 12%; E 8%; opportunity fire".
    pub fn risk_here(&self) -> Option<(&str, &str)> {
        self.risked.as_ref()?.here.as_ref().map(|(who, risk)| (who.as_str(), risk.as_str()))
    }

    /// The worst place of the march to the cursor: "D+ 31% at 0703"; nothing if that is its goal.
    pub fn risk_of_march(&self) -> Option<&str> {
        self.risked.as_ref()?.on_march.as_deref()
    }

    /// The cell with the best chance of any enemy.
    fn worst_of(
        &mut self,
        session: &dyn Session,
        shown: &Shown,
        pointer: &Pointer,
        cells: &[(PieceId, Cell)],
    ) -> Option<String> {
        let mut worst: Option<(Cell, f64, &'static str)> = None;
        for &(piece, cell) in cells {
            let Some(risk) =
                self.risk_of(session, shown, piece, cell).filter(|risk| !risk.attacks.is_empty())
            else {
                continue;
            };
            if worst.is_none_or(|(_, chance, _)| risk.worst() >= chance) {
                worst = Some((cell, risk.worst(), risk.harm));
            }
        }
        // The line of the cell tells the risk under the cursor itself.
        let (cell, chance, harm) = worst.filter(|(cell, ..)| *cell != pointer.cursor)?;
        Some(format!("{harm} {:>4} at {}", percent(chance), shown.name(cell)))
    }
}

fn in_words(
    session: &dyn Session,
    shown: &Shown,
    pointer: &Pointer,
    piece: PieceId,
    risk: &Risk,
) -> (String, String) {
    let mut seen = seeing::seen_by(session, shown, pointer.cursor);
    for id in risk.attacks.iter().flat_map(|(firers, _)| firers) {
        if !seen.contains(id) {
            seen.push(*id);
        }
    }
    let label = |id: &PieceId| shown.piece(*id).map_or("", PieceView::label);
    let attack = |(firers, chance): &(Vec<PieceId>, f64)| {
        let firers: Vec<&str> = firers.iter().map(label).collect();
        // Chances of one width leave the text behind them in place.
        format!("{} {:>4}", firers.join("+"), percent(*chance))
    };
    let named: Vec<String> = risk.attacks.iter().take(NAMED).map(attack).collect();
    let more = if risk.attacks.len() > NAMED { " .." } else { "" };
    let who = shown.piece(piece).filter(|piece| piece.cell != Some(pointer.cursor));
    // Away from the unit it has to be named.
    let who = who.map_or_else(|| "seen by".to_owned(), |who| format!("{} seen by", who.label()));
    let count = match (seen.len(), &named[..]) {
        (0, _) => "no known enemy".to_owned(),
        (count, []) => format!("{count}: no shot"),
        (count, _) => format!("{count}:"),
    };
    // The parts that change least come first, so that a step of the cursor changes few letters.
    let loss = Some(risk.loss.clone()).filter(|loss| !loss.is_empty());
    let shots = format!("{} {}{more}", risk.harm, named.join(", "));
    let parts = loss.into_iter().chain(risk.reactions.iter().cloned());
    let parts: Vec<String> = parts.chain((!named.is_empty()).then_some(shots)).collect();
    let gap = match (named.is_empty(), parts.is_empty()) {
        (_, true) => "",
        (true, false) => "; ",
        (false, false) => " ",
    };
    (who, format!("{count}{gap}{}", parts.join("; ")))
}

/// The cells of this turn's part of a march, each with its piece.
fn cells_of(legs: &[Leg]) -> impl Iterator<Item = (PieceId, Cell)> {
    legs.iter().flat_map(|leg| {
        let today = leg.way.iter().take(leg.stop + 1).skip(1);
        today.map(|cell| (leg.piece, *cell))
    })
}
