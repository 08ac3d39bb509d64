//! Reads the position from the session again after an action, and indexes it for the screen.

use std::collections::HashMap;

use crate::board::Cell;
use crate::game::Session;
use crate::game::view::{MarkerKind, MarkerView, Symbol};
use crate::game::{Act, Decision, Gist, Grade, Seat, Side};

use super::asking::Asking;
use super::cells::Cells;
use super::deciding;
use super::game::Game;
use super::keymap::Keymap;
use super::pointing::Only;
use super::shown::Shown;

impl Game {
    /// Reads everything from the session again: after an action, an undo, a change of seats.
    pub fn refresh(&mut self, keymap: &Keymap) {
        let before = self.shown.decision;
        if self.message.as_ref().is_some_and(|text| text.ends_with(super::app::NO_KEY)) {
            self.message = None;
        }
        self.shown.ticket += 1;
        let looked = self.shown.viewer;
        (self.computer.thinking, self.computer.pondering) = (false, false);
        self.computer.stalled = None;
        self.shown.decision = self.session.decision();
        if let Some(decision) = self.shown.decision
            && self.session.seat(decision.side) == Seat::Human
        {
            self.shown.viewer = decision.side;
        }
        let phase = self.shown.view.turn_phase();
        self.shown.view =
            if self.shown.public { self.session.public_view() } else { self.session.view(self.shown.viewer) };
        // Once the computer has reached another phase, messages of the last one are out of date.
        let program = before.is_some_and(|decision| self.session.seat(decision.side) != Seat::Human);
        if program && phase != self.shown.view.turn_phase() {
            self.message = None;
        }
        if before.map(|now| now.side) != self.shown.decision.map(|now| now.side) {
            self.asking.reacts = false;
        }
        if before != self.shown.decision {
            let played = before.is_some_and(|decision| self.session.seat(decision.side) == Seat::Human);
            self.computer.answers = played && !self.human() && self.shown.view.hand.is_some();
        }
        if self.computer.played_out.is_none() {
            self.asking.hand_over = self.session.hand_over(looked).or(self.asking.hand_over);
        }
        self.shown.lay_out(&*self.session);
        self.shown.choices = if self.human() { self.session.aids().series() } else { Vec::new() };
        if self.human() && self.shown.choices.is_empty() {
            self.shown.choices = self.session.choices().to_vec();
        }
        self.shown.aims = if self.human() { self.session.aids().aims() } else { Vec::new() };
        let mut verbs: Vec<(&'static str, Act)> = Vec::new();
        for choice in &self.shown.choices {
            if !verbs.iter().any(|(known, _)| *known == choice.verb) {
                verbs.push((choice.verb, choice.act));
            }
        }
        self.shown.verbs = keymap.verb_bindings(&verbs);
        let log = self.session.log();
        self.shown.log = (0..log.len()).filter(|&n| self.shown.may_read(&log[n])).collect();
        self.report.tell(self.human(), &*self.session, &self.shown, &self.automation.held);
        (self.pointer.only, self.pointer.waiting, self.layers.seen) = (Only::All, None, None);
        (self.frame.log_back, self.frame.odds_down, self.lookups.preview) = (0, 0, None);
        if self.human() {
            self.computer.skips = false;
            if self.asking.note(&*self.session, &self.shown, before) {
                self.message = None;
            }
        } else if self.shown.decision.is_some() && !deciding::reacting(self.session.choices()) {
            self.asking.enemy_turn = true;
        }
        let same = before.map(|d| (d.kind, d.side)) == self.shown.decision.map(|d| (d.kind, d.side));
        if !same && (self.human() || self.shown.decision.is_none()) {
            (self.pointer.look, self.layers.sight) = (false, None);
        }
        if self.layers.threat.is_some() && self.human() {
            let unit = self.at_risk();
            self.layers.find_threat(&*self.session, &self.shown, unit);
        }
        self.lookups.find_dangers(self.human(), &*self.session, &self.shown);
        self.point();
    }
}

impl Shown {
    /// Finds out from the log whose vehicle became a wreck, where the rules don't tell.
    fn claim_wrecks(&mut self, session: &dyn Session) {
        let unclaimed = |marker: &MarkerView| marker.kind == MarkerKind::Wreck && marker.side.is_none();
        if !self.view.markers.iter().any(unclaimed) {
            return;
        }
        let log = session.log();
        let is_vehicle = |who: &str| {
            let tag = who.split(' ').next().unwrap_or_default();
            let on_foot = |symbol| {
                let foot = [Symbol::Infantry, Symbol::Cavalry, Symbol::MachineGun, Symbol::Leader];
                let guns = [Symbol::AntiTank, Symbol::Artillery, Symbol::Mortar, Symbol::AntiAircraft];
                foot.contains(&symbol) || guns.contains(&symbol)
            };
            self.view.pieces.iter().any(|piece| piece.tag == tag && !on_foot(piece.symbol))
        };
        let fates = (0..log.len()).filter(|&n| self.may_read(&log[n])).filter_map(|n| {
            let event = &log[n].event;
            match &event.gist {
                Some(Gist::Fate { of, who, grade: Grade::Lost, .. }) if is_vehicle(who) => {
                    Some((*event.cells.first()?, *of))
                }
                _ => None,
            }
        });
        let owners: HashMap<Cell, Side> = fates.collect();
        for marker in self.view.markers.iter_mut().filter(|marker| unclaimed(marker)) {
            marker.side = owners.get(&marker.cell).copied();
            if let Some(side) = marker.side {
                marker.name = format!("{} ({})", marker.name, self.view.sides[side.index()].name);
            }
        }
    }

    /// Indexes the view by cell.
    fn lay_out(&mut self, session: &dyn Session) {
        self.at.clear();
        for (index, piece) in self.view.pieces.iter().enumerate() {
            if let Some(cell) = piece.cell.filter(|_| !piece.lost) {
                self.at.entry(cell).or_default().push(index);
            }
        }
        let pieces = &self.view.pieces;
        for stack in self.at.values_mut() {
            stack.sort_by_key(|&n| std::cmp::Reverse(pieces[n].stack));
        }
        self.claim_wrecks(session);
        let board = &self.view.board;
        self.edges = board.edges.iter().map(|edge| (edge.edge, Some(edge.kind))).collect();
        self.region.clear();
        for (number, region) in (0u16..).zip(&board.regions) {
            self.region.extend(region.cells.iter().map(|cell| (*cell, number)));
        }
        for (&cell, &home) in &self.region {
            for (toward, next) in board.grid.neighbours(cell) {
                let Some(edge) = board.grid.edge(cell, toward) else { continue };
                let there = self.region.get(&next).copied();
                if there != Some(home) {
                    let border = board.borders.iter().find(|border| {
                        let pair = [Some(border.between[0]), Some(border.between[1])];
                        pair == [Some(home), there] || pair == [there, Some(home)]
                    });
                    self.edges.entry(edge).or_insert(border.map(|border| border.kind));
                }
            }
        }
        self.cells = Cells::of(&self.view, &self.at, &self.edges);
    }
}

impl Asking {
    /// Notes the question that a player at this keyboard is asked now, and whether it comes as a surprise: the enemy has
    /// acted since, or this is a reaction. Returns whether a message about an earlier chance would hide what is offered
    /// now.
    fn note(&mut self, session: &dyn Session, shown: &Shown, before: Option<Decision>) -> bool {
        let now = shown.decision.map(|d| (d.side, d.kind));
        let reacts = deciding::reacting(&shown.choices);
        let theirs =
            before.is_some_and(|d| session.seat(d.side) != Seat::Human || now.is_some_and(|n| n.0 != d.side));
        let when = shown.view.turn_phase();
        let changed = self.asked != now && (theirs || reacts);
        // The same question as before, but the enemy has had a turn in between.
        let next_turn = theirs && self.enemy_turn && self.asked_when != when;
        if self.asked.is_some() && (changed || next_turn) {
            self.unseen = true;
        }
        (self.asked, self.asked_when, self.enemy_turn) = (now, when, false);
        theirs && (std::mem::take(&mut self.told_passing) || reacts)
    }
}
