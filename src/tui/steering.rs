//! Direction keys: steps, turns, and marches toward a cell.

use crate::board::{Cell, Compass, Heading};
use crate::game::{Act, ChoiceView};

use super::deciding;
use super::game::Game;
use super::keymap::Keymap;
use super::pointing::Pointer;
use super::seeing::Layers;
use super::shown::Shown;

/// More steps than any march needs.
const LIMIT: usize = 200;

impl Game {
    /// Moves the acting unit toward a cell while each step is legal and brings it closer.
    pub fn march(&mut self, to: Cell, keymap: &Keymap) {
        let begun = self.state();
        if !deciding::steers(&self.shown.choices) {
            self.message = Some("Nothing is moving. Choose a unit to move first.".to_owned());
            return;
        }
        let mut steps = 0;
        while steps < LIMIT && self.state() == begun && begun.is_some() {
            let Some(here) = self.shown.active().and_then(|p| p.cell).filter(|here| *here != to) else {
                break;
            };
            let grid = self.shown.grid();
            let far = |cell: Cell| (grid.steps(cell, to), grid.apart(cell, to));
            let step = self
                .shown
                .choices
                .iter()
                .filter(|c| c.act == Act::Step)
                .filter_map(|c| Some((far(grid.step(here, c.heading?)?), c.notation.clone())))
                .filter(|(distance, _)| *distance < far(here))
                .min();
            if !step.is_some_and(|(_, notation)| self.play(&notation, keymap)) {
                break;
            }
            steps += 1;
        }
        let arrived = self.shown.active().and_then(|p| p.cell) == Some(to);
        if self.state() == begun && !arrived && self.message.is_none() {
            self.message = Some(format!(
                "Stopped after {steps} on the way to {}: no legal step leads closer.",
                self.shown.name(to)
            ));
        }
        self.pointer.look = false;
        if let Some(cell) = self.shown.active().and_then(|p| p.cell) {
            self.pointer.cursor = cell;
        }
    }

    /// A direction key while a unit moves.
    pub fn steer(&mut self, to: Compass, keymap: &Keymap) {
        if self.pointer.bump(&self.shown, to) {
            return;
        }
        let verb = self.shown.choices.iter().find(|c| c.act == Act::Step).map_or("step", |c| c.verb);
        self.play_toward(to, verb, Some(Act::Step), keymap);
    }

    /// Plays a choice in a direction: of this act, or else of this verb.
    pub fn play_toward(&mut self, to: Compass, verb: &str, act: Option<Act>, keymap: &Keymap) {
        let wanted = |choice: &ChoiceView| act.map_or(choice.verb == verb, |act| choice.act == act);
        let offered = || self.shown.choices.iter().filter(|c| wanted(c) && c.heading.is_some());
        let Some(heading) = self.shown.heading_for(&self.pointer, to, offered()) else {
            self.message = Some(format!("No {verb} to the {to} is possible now."));
            return;
        };
        if let Some(choice) = offered().find(|c| c.heading == Some(heading)) {
            let notation = choice.notation.clone();
            self.play(&notation, keymap);
            return;
        }
        // The notation of another direction is a pattern; checking it gives the reason.
        let word = self.shown.grid().heading_name(heading);
        let like = offered().next().and_then(|c| c.notation.rsplit_once(' '));
        let asked = like.map(|(verb, _)| format!("{verb} {word}")).map(|text| self.session.check(&text));
        self.message = Some(match asked {
            Some(Err(refused)) => refused.to_string(),
            _ => format!("No {verb} to the {to} is possible now."),
        });
    }
}

impl Pointer {
    /// Asks where to, if the cursor is still on the unit that moves: from here the direction keys move the cursor.
    pub fn ask_for_destination(&mut self, shown: &Shown, layers: &Layers) -> Option<String> {
        let here = shown.active().and_then(|piece| piece.cell) == Some(self.cursor);
        let asks = here && layers.sight.is_none() && deciding::steers(&shown.choices);
        self.look |= asks;
        asks.then(|| "Move the cursor to the destination, then Enter. Esc: back to steps.".to_owned())
    }

    /// Moving into an enemy highlights the possible actions against it instead; returns whether there are
    /// any.
    fn bump(&mut self, shown: &Shown, to: Compass) -> bool {
        let Some(here) = shown.active().and_then(|piece| piece.cell) else { return false };
        let heading = shown.grid().toward(here, to);
        let Some(there) = shown.grid().step(here, heading) else { return false };
        let enemy = shown.pieces_at(there).any(|piece| piece.side != shown.viewer);
        let meets = |n: &usize| {
            let choice = &shown.choices[*n];
            choice.act != Act::Turn && (shown.cell_of(*n) == Some(there) || choice.heading == Some(heading))
        };
        let all: Vec<usize> = (0..shown.choices.len()).filter(meets).filter(|_| enemy).collect();
        // Moving through it comes last.
        let first = all.iter().copied().find(|&n| shown.choices[n].act != Act::Step).or(all.first().copied());
        if let Some(first) = first {
            self.pick = Some(first);
        }
        first.is_some()
    }

    /// Shows the cells that a choice in a direction would cover instead of playing it; returns whether it
    /// covers any.
    pub fn lay(&mut self, shown: &Shown, verb: &str, to: Compass) -> bool {
        let of = |n: &usize| shown.choices[*n].verb == verb;
        let heading =
            shown.heading_for(self, to, (0..shown.choices.len()).filter(of).map(|n| &shown.choices[n]));
        let found = (0..shown.choices.len()).filter(of).find(|&n| {
            let choice = &shown.choices[n];
            heading.is_some() && choice.heading == heading && !choice.cells.is_empty()
        });
        if let Some(index) = found {
            self.pick = Some(index);
            self.cursor = shown.cell_of(index).filter(|cell| shown.on_map(*cell)).unwrap_or(self.cursor);
        }
        found.is_some()
    }
}

impl Shown {
    /// The heading that a compass key stands for: exactly that of a step, otherwise the nearest one offered.
    fn heading_for<'a>(
        &self,
        pointer: &Pointer,
        to: Compass,
        mut offered: impl Iterator<Item = &'a ChoiceView>,
    ) -> Option<Heading> {
        let here = self.active().and_then(|p| p.cell).unwrap_or(pointer.cursor);
        match offered.next() {
            Some(first) if self.grid().is_hex() && along_spines(first) => {
                let all = std::iter::once(first).chain(offered).filter_map(|c| c.heading);
                Heading::from(to).nearest(all, 2)
            }
            Some(_) => Some(self.grid().toward(here, to)),
            None => None,
        }
    }
}

/// Whether a choice turns, or points along the spine of a hex: no key means a spine exactly, so the nearest counts.
fn along_spines(choice: &ChoiceView) -> bool {
    choice.act == Act::Turn || choice.heading.is_some_and(|heading| heading.spine().is_some())
}
