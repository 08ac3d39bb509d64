//! Reads the position from the session again after an action, and indexes it for the screen.

use std::collections::HashMap;

use crate::board::Cell;
use crate::game::view::{MarkerKind, MarkerView, Symbol};
use crate::game::{Act, Decision, Gist, Grade, Seat, Side};

use super::deciding;
use super::game::Game;
use super::keymap::Keymap;
use super::pointing::Only;

impl Game {
    /// Reads everything from the session again: after an action, an undo, a change of seats.
    pub fn refresh(&mut self, keymap: &Keymap) {
        let before = self.decision;
        if self.message.as_ref().is_some_and(|text| text.ends_with(super::app::NO_KEY)) {
            self.message = None;
        }
        self.ticket += 1;
        let looked = self.viewer;
        (self.thinking, self.pondering) = (false, false);
        self.stalled = None;
        self.decision = self.session.decision();
        if let Some(decision) = self.decision
            && self.session.seat(decision.side) == Seat::Human
        {
            self.viewer = decision.side;
        }
        let phase = (self.view.turn, self.view.phase);
        self.view = if self.public { self.session.public_view() } else { self.session.view(self.viewer) };
        // Once the computer has reached another phase, messages of the last one are out of date.
        let program = before.is_some_and(|decision| self.session.seat(decision.side) != Seat::Human);
        if program && phase != (self.view.turn, self.view.phase) {
            self.message = None;
        }
        if before.map(|now| now.side) != self.decision.map(|now| now.side) {
            self.reacts = false;
        }
        if before != self.decision {
            let played = before.is_some_and(|decision| self.session.seat(decision.side) == Seat::Human);
            self.answers = played && !self.human() && self.view.hand.is_some();
        }
        if self.played_out.is_none() {
            self.hand_over = self.session.hand_over(looked).or(self.hand_over);
        }
        self.lay_out();
        self.choices = if self.human() { self.session.aids().series() } else { Vec::new() };
        if self.human() && self.choices.is_empty() {
            self.choices = self.session.choices().to_vec();
        }
        self.aims = if self.human() { self.session.aids().aims() } else { Vec::new() };
        let mut verbs: Vec<(&'static str, Act)> = Vec::new();
        for choice in &self.choices {
            if !verbs.iter().any(|(known, _)| *known == choice.verb) {
                verbs.push((choice.verb, choice.act));
            }
        }
        self.verbs = keymap.verb_bindings(&verbs);
        let log = self.session.log();
        self.log = (0..log.len()).filter(|&n| self.may_read(&log[n])).collect();
        self.tell();
        (self.only, self.waiting, self.seen) = (Only::All, None, None);
        (self.log_back, self.odds_down, self.preview) = (0, 0, None);
        self.note_question(before);
        let same = before.map(|d| (d.kind, d.side)) == self.decision.map(|d| (d.kind, d.side));
        if !same && (self.human() || self.decision.is_none()) {
            (self.look, self.sight) = (false, None);
        }
        if self.threat.is_some() && self.human() {
            self.find_threat();
        }
        self.find_dangers();
        self.point();
    }

    /// Notes the question that a player at this keyboard is asked now, and whether it comes as a surprise.
    fn note_question(&mut self, before: Option<Decision>) {
        if self.human() {
            self.skips = false;
            let now = self.decision.map(|d| (d.side, d.kind));
            // The enemy has acted since, or this is a reaction: the player could not expect this prompt.
            let theirs = before.is_some_and(|d| {
                self.session.seat(d.side) != Seat::Human || now.is_some_and(|n| n.0 != d.side)
            });
            let when = (self.view.turn, self.view.phase);
            let changed = self.asked != now && (theirs || deciding::reacting(&self.choices));
            // The same question as before, but the enemy has had a turn in between.
            let next_turn = theirs && self.enemy_turn && self.asked_when != when;
            if self.asked.is_some() && (changed || next_turn) {
                self.unseen = true;
            }
            (self.asked_when, self.enemy_turn) = (when, false);
            // A message about an earlier chance would hide what is offered now.
            if theirs && (std::mem::take(&mut self.told_passing) || deciding::reacting(&self.choices)) {
                self.message = None;
            }
            self.asked = now;
        }
        if !self.human() && self.decision.is_some() && !deciding::reacting(self.session.choices()) {
            self.enemy_turn = true;
        }
    }

    /// Finds out from the log whose vehicle became a wreck, where the rules don't tell.
    fn claim_wrecks(&mut self) {
        let unclaimed = |marker: &MarkerView| marker.kind == MarkerKind::Wreck && marker.side.is_none();
        if !self.view.markers.iter().any(unclaimed) {
            return;
        }
        let log = self.session.log();
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
    fn lay_out(&mut self) {
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
        self.claim_wrecks();
        let board = &self.view.board;
        self.zone = self.view.zone.iter().copied().collect();
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
    }
}
