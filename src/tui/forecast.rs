//! The odds of the row under the cursor: of the highlighted choice, or of a whole attack in the fire plan.

use crate::board::Cell;
use crate::game::view::TurnPhase;
use crate::game::{Attack, Preview, Session};

use super::frame::Frame;
use super::game::Game;
use super::lookups::Lookups;
use super::pointing::Pointer;
use super::shown::Shown;

/// The odds of a series of choices, worked out once.
pub struct Forecast {
    /// The position.
    ticket: u64,
    plays: Vec<String>,
    preview: Option<Preview>,
}

/// What was shown before a list of choices was opened.
pub struct Before {
    /// The position.
    ticket: u64,
    cursor: Cell,
    /// The highlighted choice.
    pick: Option<usize>,
    /// The first cell of the map.
    origin: (i16, i16),
    /// Since when the pane beside the map is open.
    opened: Option<TurnPhase>,
}

impl Game {
    /// The odds that are shown: those of the attack at the cursor in the fire plan, otherwise those of the
    /// highlighted choice; worked out once.
    pub fn preview(&mut self) -> Option<&Preview> {
        if let Some(forecast) = &self.lookups.forecast {
            return forecast.preview.as_ref();
        }
        let index = self.pointer.pick?;
        if self.lookups.preview.as_ref().is_none_or(|(known, _)| *known != index) {
            let preview = self.shown.choices.get(index).and_then(|c| self.session.preview(&c.notation));
            self.lookups.preview = Some((index, preview));
            self.frame.odds_down = 0;
        }
        self.lookups.preview.as_ref().and_then(|(_, preview)| preview.as_ref())
    }
}

impl Pointer {
    /// Highlights the choice at the cursor of an open list, and returns to the one before when the list closes.
    pub fn follow_list(&mut self, frame: &mut Frame, shown: &Shown, row: Option<usize>) {
        let Some(row) = row else {
            let before = self.before_list.take().filter(|before| before.ticket == shown.ticket);
            if let Some(before) = before {
                (self.cursor, self.pick) = (before.cursor, before.pick);
                (frame.origin, frame.opened) = (before.origin, before.opened);
            }
            return;
        };
        if self.before_list.is_none() {
            self.before_list = Some(Before {
                ticket: shown.ticket,
                cursor: self.cursor,
                pick: self.pick,
                origin: frame.origin,
                opened: frame.opened,
            });
        }
        self.pick = Some(row);
        if let Some(cell) = shown.cell_of(row) {
            self.cursor = cell;
        }
    }
}

impl Lookups {
    /// Shows the odds of an attack of the fire plan, or with `None` those of the highlighted choice again.
    pub fn forecast_attack(
        &mut self,
        session: &dyn Session,
        shown: &Shown,
        frame: &mut Frame,
        attack: Option<&Attack>,
    ) {
        let Some(attack) = attack else {
            self.forecast = None;
            return;
        };
        let known = |known: &Forecast| known.ticket == shown.ticket && known.plays == attack.plays;
        if self.forecast.as_ref().is_some_and(known) {
            return;
        }
        let plays = attack.plays.clone();
        let preview = session.forecast(&plays);
        self.forecast = Some(Forecast { ticket: shown.ticket, plays, preview });
        frame.odds_down = 0;
    }
}
