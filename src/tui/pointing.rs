//! Where the player points: the cursor, the highlighted choice, and moving between choices.

use std::collections::HashMap;

use crate::board::{Cell, Compass};
use crate::game::{Act, ChoiceView, view::CardId, view::PieceId};

use super::game::Game;

/// A filter on the choices that are highlighted and shown on the map.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Only {
    /// No filter.
    #[default]
    All,
    /// The choices of a verb.
    Verb(&'static str),
    /// The choices that play a card.
    Card(CardId),
    /// The choices that point at a piece.
    Piece(PieceId),
}

impl Only {
    /// Whether a choice passes the filter.
    pub fn wants(self, choice: &ChoiceView) -> bool {
        match self {
            Self::All => true,
            Self::Verb(verb) => choice.verb == verb,
            Self::Card(card) => choice.cards.contains(&card),
            Self::Piece(piece) => choice.pieces.contains(&piece),
        }
    }
}

impl Game {
    /// Highlights a choice of the new decision and moves the cursor to it.
    pub(super) fn point(&mut self) {
        self.options = HashMap::new();
        let mut shown: Vec<usize> = (0..self.choices.len()).filter(|&n| !self.choices[n].quiet).collect();
        shown.sort_by_key(|&n| self.choices[n].rank);
        for index in shown {
            if let Some(cell) = self.cell_of(index) {
                self.options.entry(cell).or_insert(index);
            }
        }
        self.rank();
        self.highlight();
        if self.choices.is_empty() && !self.look && self.sight.is_none() {
            self.follow();
        }
    }

    /// Highlights what Enter does next: the most valuable attack, or else the nearest choice; never one that
    /// the ruleset warns of.
    pub fn highlight(&mut self) {
        self.highlight_any();
        let highlighted = self.pick.take();
        if let Some(target) = self.best_reaction().map(|shot| shot.target) {
            self.cursor = self.piece(target).and_then(|piece| piece.cell).unwrap_or(self.cursor);
            return;
        }
        self.pick = highlighted;
        let warned = |n: &usize| self.session.caution(&self.choices[*n].notation).is_some();
        let Some(pick) = self.pick.filter(warned) else { return };
        // Another action of the same unit, such as setting up a Gun hidden.
        let (verb, pieces) = (self.choices[pick].verb, &self.choices[pick].pieces);
        let other = (0..self.choices.len()).filter(|&n| {
            let choice = &self.choices[n];
            choice.verb != verb && choice.act != Act::Cancel && !pieces.is_empty() && choice.pieces == *pieces
        });
        self.pick = other.into_iter().find(|n| !warned(n));
    }

    fn highlight_any(&mut self) {
        if self.steering() {
            if let Some(cell) = self.active().and_then(|p| p.cell) {
                self.cursor = cell;
            }
            self.pick = (self.choices.len() == 1).then_some(0);
            return;
        }
        if let Some(&aim) = self.aims.first() {
            let on = self.aims.contains(&self.cursor);
            self.cursor = if on { self.cursor } else { aim };
            self.pick = self.options.get(&self.cursor).copied();
            return;
        }
        if let Some(best) = self.worthiest() {
            self.cursor = self.cell_of(best).unwrap_or(self.cursor);
            self.pick = Some(best);
            return;
        }
        if let Some(pass) = self.pass_if_hopeless() {
            self.pick = Some(pass);
            return;
        }
        if let Some(first) = self.preferred() {
            // What ends a decision has no place: the cursor goes to where there is something else to choose.
            let far = |cell: &Cell| (self.grid().apart(*cell, self.cursor), *cell);
            let near = || self.options.keys().copied().min_by_key(far);
            self.cursor = self.cell_of(first).or_else(near).unwrap_or(self.cursor);
            self.pick = Some(first);
            return;
        }
        if let Some(place) = self.best_place() {
            self.cursor = self.cell_of(place).unwrap_or(self.cursor);
            self.pick = Some(place);
            return;
        }
        if let Some((cell, place)) = self.nearest_place() {
            (self.cursor, self.pick) = (cell, Some(place));
            return;
        }
        // The target stays in view while the firers are chosen.
        let side = self.decision.map(|d| d.side);
        let aimed = self.active().filter(|p| self.human() && Some(p.side) != side).and_then(|p| p.cell);
        self.cursor = aimed.unwrap_or(self.cursor);
        let sole = (self.choices.len() == 1).then_some(0);
        // Ending a move is never highlighted while the unit can go on, nor is another unit that could come along.
        let goes_on = self.choices.iter().any(|choice| choice.act == Act::Step);
        let ends = |n: &usize| goes_on && matches!(self.choices[*n].act, Act::Done | Act::Join);
        self.pick = self.options.get(&self.cursor).copied().or(sole).filter(|n| !ends(n));
        if self.pick.is_none() && !self.look {
            let near = |index: &usize| self.cell_of(*index).map(|c| self.grid().apart(c, self.cursor));
            let pieces = (0..self.choices.len())
                .filter(|&n| self.choices[n].piece().is_some() && !self.choices[n].quiet);
            self.pick = pieces.filter(|n| near(n).is_some()).min_by_key(near);
            if let Some(cell) = self.pick.and_then(|n| self.cell_of(n)) {
                self.cursor = aimed.unwrap_or(cell);
            } else {
                let commit = (0..self.choices.len()).find(|&n| self.choices[n].act == Act::Commit);
                // If there is nothing else but to continue, to turn or to stop, continuing comes first, and a facing
                // is kept.
                let is = |n: &usize, act: Act| self.choices[*n].act == act;
                let meant: Vec<usize> = (0..self.choices.len()).filter(|&n| !self.choices[n].quiet).collect();
                let done = meant.iter().copied().find(|n| is(n, Act::Done));
                let only = meant.iter().all(|n| is(n, Act::Done) || is(n, Act::Turn));
                self.pick = commit.or(done.filter(|_| only));
            }
        }
    }

    /// The choice that the ruleset prefers, the nearest to the cursor if it prefers several alike.
    fn preferred(&self) -> Option<usize> {
        let far = |n: usize| self.cell_of(n).map(|cell| self.grid().apart(cell, self.cursor));
        let ranked = (0..self.choices.len()).filter(|&n| self.choices[n].rank > 0);
        ranked.min_by_key(|&n| (self.choices[n].rank, far(n), n))
    }

    /// Moves the cursor to the acting unit, or to the last event.
    pub fn follow(&mut self) {
        if let Some(cell) = self.active().and_then(|p| p.cell) {
            self.cursor = cell;
            return;
        }
        let last = self.log.last().and_then(|&n| self.session.log().get(n));
        if let Some(cell) = last.and_then(|line| line.event.cells.first()).filter(|cell| self.on_map(**cell))
        {
            self.cursor = *cell;
        }
    }

    /// The cell that a choice points at.
    pub fn cell_of(&self, index: usize) -> Option<Cell> {
        let choice = self.choices.get(index)?;
        choice.cell.or_else(|| choice.piece().and_then(|id| self.piece(id)).and_then(|p| p.cell)).or_else(
            || {
                let toward = choice.heading.filter(|_| choice.act == Act::Step)?;
                self.active().and_then(|p| p.cell).and_then(|cell| self.grid().beyond(cell, toward))
            },
        )
    }

    /// The highlighted choice.
    pub fn picked(&self) -> Option<&ChoiceView> {
        self.pick.and_then(|n| self.choices.get(n))
    }

    /// Moves the cursor one cell and highlights the choice there.
    pub fn step_cursor(&mut self, wind: Compass) {
        let toward = self.grid().toward(self.cursor, wind);
        if let Some(next) = self.grid().step(self.cursor, toward) {
            self.set_cursor(next);
        }
    }

    /// Moves the cursor five cells, as far as the map goes; on a map of regions to the next region or border.
    pub fn leap(&mut self, wind: Compass) {
        const FAR: usize = 5;
        if !self.view.board.regions.is_empty() {
            return self.next_place(wind).map_or((), |place| self.set_cursor(place));
        }
        let mut to = self.cursor;
        for _ in 0..FAR {
            let Some(next) = self.grid().step(to, self.grid().toward(to, wind)) else { break };
            to = next;
        }
        self.set_cursor(to);
    }

    /// The nearest region or border in a direction; places straight ahead count as nearer.
    fn next_place(&self, wind: Compass) -> Option<Cell> {
        let board = &self.view.board;
        let places =
            board.regions.iter().map(|region| region.at).chain(board.borders.iter().map(|border| border.at));
        let (wx, wy) = wind.delta();
        let far = |to: &Cell| {
            let (dx, dy) = (i32::from(to.x - self.cursor.x), i32::from(to.y - self.cursor.y));
            let ahead = dx * i32::from(wx) + dy * i32::from(wy);
            let aside = (dx * i32::from(wy) - dy * i32::from(wx)).abs();
            (ahead > 0 && aside <= 2 * ahead).then_some(ahead * ahead + 4 * aside * aside)
        };
        places.filter(|to| far(to).is_some()).min_by_key(far)
    }

    /// Moves the cursor to a cell and highlights the choice there.
    pub fn set_cursor(&mut self, cell: Cell) {
        self.cursor = cell;
        self.recalled = false;
        if let Some((from, _)) = self.sight {
            self.sight = Some((from, self.session.sight(from, cell)));
            return;
        }
        let here = |n: &usize| self.cell_of(*n) == Some(cell);
        self.pick = if self.wanting() == Only::All {
            // A march to the cell comes before a quiet choice there.
            let reached = self.routed.as_ref().is_some_and(|routed| routed.reach.contains_key(&cell));
            let quiet = || (0..self.choices.len()).find(here).filter(|_| !reached);
            self.options.get(&cell).copied().or_else(quiet)
        } else {
            (0..self.choices.len()).filter(|&n| self.only.wants(&self.choices[n])).find(here)
        };
    }

    /// The filter in use: none where the chosen card can't be played.
    pub fn wanting(&self) -> Only {
        let some = self.choices.iter().any(|choice| self.only.wants(choice));
        if some { self.only } else { Only::All }
    }

    /// The choices that point at the same cell as the highlighted one.
    pub fn ways(&self) -> Vec<usize> {
        let only = self.wanting();
        let Some(cell) = self.pick.and_then(|n| self.cell_of(n)) else { return Vec::new() };
        (0..self.choices.len())
            .filter(|&n| self.cell_of(n) == Some(cell) && only.wants(&self.choices[n]))
            .collect()
    }

    /// Highlights the next or previous place with a choice.
    pub fn cycle(&mut self, forward: bool) {
        let only = self.wanting();
        if !self.aims.is_empty() && only == Only::All {
            let count = self.aims.len();
            let now = self.aims.iter().position(|cell| *cell == self.cursor);
            let step = if forward { 1 } else { count - 1 };
            let next = self.aims[now.map_or(0, |n| (n + step) % count)];
            return self.set_cursor(next);
        }
        // A unit that is not on the map yet is a place of its own.
        let key = |index: usize| {
            let cell = self.cell_of(index);
            let piece = self.choices.get(index).and_then(ChoiceView::piece).filter(|_| cell.is_none());
            (cell.is_some() || piece.is_some()).then_some((cell, piece))
        };
        let mut places: Vec<usize> = Vec::new();
        for index in 0..self.choices.len() {
            let wanted = only.wants(&self.choices[index]) && !self.choices[index].quiet;
            if wanted && key(index).is_some() && !places.iter().any(|&known| key(known) == key(index)) {
                places.push(index);
            }
        }
        if places.is_empty() {
            let wanted: Vec<usize> =
                (0..self.choices.len()).filter(|&n| only.wants(&self.choices[n])).collect();
            if !wanted.is_empty() {
                let now = self.pick.and_then(|pick| wanted.iter().position(|&n| n == pick));
                let step = if forward { 1 } else { wanted.len() - 1 };
                self.pick = Some(wanted[now.map_or(0, |n| (n + step) % wanted.len())]);
            }
            return;
        }
        let count = places.len();
        let lead = || places.iter().copied().find(|&n| self.choices[n].piece() == self.lead);
        let here = self.pick.or_else(|| lead().filter(|_| self.lead.is_some())).and_then(key);
        let now = places.iter().position(|&n| here.is_some() && key(n) == here);
        let next = match (now, forward) {
            (Some(n), true) => (n + 1) % count,
            (Some(n), false) => (n + count - 1) % count,
            (None, true) => 0,
            (None, false) => count - 1,
        };
        self.pick = Some(places[next]);
        self.cursor = self.cell_of(places[next]).unwrap_or(self.cursor);
    }

    /// Highlights another choice at the same place.
    pub fn cycle_way(&mut self, forward: bool) {
        let ways = self.ways();
        if let Some(now) = self.pick.and_then(|pick| ways.iter().position(|&n| n == pick)) {
            let step = if forward { 1 } else { ways.len() - 1 };
            self.pick = Some(ways[(now + step) % ways.len()]);
        }
    }
}
