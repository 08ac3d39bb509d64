//! Where the player points: the cursor, the highlighted choice, and moving between choices.

use std::collections::HashMap;

use crate::board::{Cell, Compass};
use crate::game::Session;
use crate::game::{Act, ChoiceView, view::CardId, view::PieceId};

use super::forecast::Before;
use super::game::Game;
use super::ranking;
use super::shown::Shown;

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

/// Where the player points.
#[derive(Default)]
pub struct Pointer {
    /// The map cursor.
    pub cursor: Cell,
    /// Whether the cursor is free although a unit is moving.
    pub look: bool,
    /// The highlighted choice.
    pub pick: Option<usize>,
    /// The filter on the choices that are stepped through.
    pub only: Only,
    /// A verb that waits for a direction.
    pub waiting: Option<&'static str>,
    /// Units that the player has selected.
    pub marked: Vec<PieceId>,
    /// The cell name being typed, to go there.
    pub naming: Option<String>,
    /// What was shown before a list of choices was opened.
    pub before_list: Option<Before>,
}

impl Game {
    /// Highlights a choice of the new decision and moves the cursor to it.
    pub(super) fn point(&mut self) {
        self.shown.options = HashMap::new();
        let mut shown: Vec<usize> =
            (0..self.shown.choices.len()).filter(|&n| !self.shown.choices[n].quiet).collect();
        shown.sort_by_key(|&n| self.shown.choices[n].rank);
        for index in shown {
            if let Some(cell) = self.shown.cell_of(index) {
                self.shown.options.entry(cell).or_insert(index);
            }
        }
        self.rank();
        self.highlight();
        if self.shown.choices.is_empty() && !self.pointer.look && self.layers.sight.is_none() {
            self.pointer.follow(&*self.session, &self.shown);
        }
    }

    /// Highlights what Enter does next: the most valuable attack, or else the nearest choice; never one that
    /// the ruleset warns of.
    pub fn highlight(&mut self) {
        self.highlight_any();
        let highlighted = self.pointer.pick.take();
        if let Some(target) = self.shown.best_reaction(&self.pointer).map(|shot| shot.target) {
            self.pointer.cursor =
                self.shown.piece(target).and_then(|piece| piece.cell).unwrap_or(self.pointer.cursor);
            return;
        }
        self.pointer.pick = highlighted;
        let warned = |n: &usize| self.session.caution(&self.shown.choices[*n].notation).is_some();
        let Some(pick) = self.pointer.pick.filter(warned) else { return };
        // Another action of the same unit, such as setting up a Gun hidden.
        let (verb, pieces) = (self.shown.choices[pick].verb, &self.shown.choices[pick].pieces);
        let other = (0..self.shown.choices.len()).filter(|&n| {
            let choice = &self.shown.choices[n];
            choice.verb != verb && choice.act != Act::Cancel && !pieces.is_empty() && choice.pieces == *pieces
        });
        self.pointer.pick = other.into_iter().find(|n| !warned(n));
    }

    fn highlight_any(&mut self) {
        if self.steering() {
            if let Some(cell) = self.shown.active().and_then(|p| p.cell) {
                self.pointer.cursor = cell;
            }
            self.pointer.pick = (self.shown.choices.len() == 1).then_some(0);
            return;
        }
        if let Some(&aim) = self.shown.aims.first() {
            let on = self.shown.aims.contains(&self.pointer.cursor);
            self.pointer.cursor = if on { self.pointer.cursor } else { aim };
            self.pointer.pick = self.shown.options.get(&self.pointer.cursor).copied();
            return;
        }
        if let Some(best) = self.shown.worthiest(&self.pointer) {
            self.pointer.cursor = self.shown.cell_of(best).unwrap_or(self.pointer.cursor);
            self.pointer.pick = Some(best);
            return;
        }
        if let Some(pass) = ranking::pass_if_hopeless(&*self.session, &self.shown) {
            self.pointer.pick = Some(pass);
            return;
        }
        if let Some(first) = self.shown.preferred(&self.pointer) {
            // What ends a decision has no place: the cursor goes to where there is something else to choose.
            let far = |cell: &Cell| (self.shown.grid().apart(*cell, self.pointer.cursor), *cell);
            let near = || self.shown.options.keys().copied().min_by_key(far);
            self.pointer.cursor = self.shown.cell_of(first).or_else(near).unwrap_or(self.pointer.cursor);
            self.pointer.pick = Some(first);
            return;
        }
        if let Some(place) = self.shown.best_place(&self.pointer) {
            self.pointer.cursor = self.shown.cell_of(place).unwrap_or(self.pointer.cursor);
            self.pointer.pick = Some(place);
            return;
        }
        if let Some((cell, place)) = self.shown.nearest_place(&self.pointer) {
            (self.pointer.cursor, self.pointer.pick) = (cell, Some(place));
            return;
        }
        // The target stays in view while the firers are chosen.
        let side = self.shown.decision.map(|d| d.side);
        let aimed = self.shown.active().filter(|p| self.human() && Some(p.side) != side).and_then(|p| p.cell);
        self.pointer.cursor = aimed.unwrap_or(self.pointer.cursor);
        let sole = (self.shown.choices.len() == 1).then_some(0);
        // Ending a move is never highlighted while the unit can go on, nor is another unit that could come along.
        let goes_on = self.shown.choices.iter().any(|choice| choice.act == Act::Step);
        let ends = |n: &usize| goes_on && matches!(self.shown.choices[*n].act, Act::Done | Act::Join);
        self.pointer.pick =
            self.shown.options.get(&self.pointer.cursor).copied().or(sole).filter(|n| !ends(n));
        if self.pointer.pick.is_none() && !self.pointer.look {
            let near = |index: &usize| {
                self.shown.cell_of(*index).map(|c| self.shown.grid().apart(c, self.pointer.cursor))
            };
            let pieces = (0..self.shown.choices.len())
                .filter(|&n| self.shown.choices[n].piece().is_some() && !self.shown.choices[n].quiet);
            self.pointer.pick = pieces.filter(|n| near(n).is_some()).min_by_key(near);
            if let Some(cell) = self.pointer.pick.and_then(|n| self.shown.cell_of(n)) {
                self.pointer.cursor = aimed.unwrap_or(cell);
            } else {
                let commit =
                    (0..self.shown.choices.len()).find(|&n| self.shown.choices[n].act == Act::Commit);
                // If there is nothing else but to continue, to turn or to stop, continuing comes first, and a facing
                // is kept.
                let is = |n: &usize, act: Act| self.shown.choices[*n].act == act;
                let meant: Vec<usize> =
                    (0..self.shown.choices.len()).filter(|&n| !self.shown.choices[n].quiet).collect();
                let done = meant.iter().copied().find(|n| is(n, Act::Done));
                let only = meant.iter().all(|n| is(n, Act::Done) || is(n, Act::Turn));
                self.pointer.pick = commit.or(done.filter(|_| only));
            }
        }
    }

    /// Moves the cursor one cell and highlights the choice there.
    pub fn step_cursor(&mut self, wind: Compass) {
        if let Some(next) = self.shown.grid().neighbour(self.pointer.cursor, wind) {
            self.set_cursor(next);
        }
    }

    /// Moves the cursor five cells, as far as the map goes; on a map of regions to the next region or border.
    pub fn leap(&mut self, wind: Compass) {
        const FAR: usize = 5;
        if !self.shown.view.board.regions.is_empty() {
            return self.shown.next_place(&self.pointer, wind).map_or((), |place| self.set_cursor(place));
        }
        let mut to = self.pointer.cursor;
        for _ in 0..FAR {
            let Some(next) = self.shown.grid().neighbour(to, wind) else { break };
            to = next;
        }
        self.set_cursor(to);
    }

    /// Moves the cursor to a cell and highlights the choice there.
    pub fn set_cursor(&mut self, cell: Cell) {
        self.pointer.cursor = cell;
        self.marching.recalled = false;
        if let Some((from, _)) = self.layers.sight {
            self.layers.sight = Some((from, self.session.sight(from, cell)));
            return;
        }
        let here = |n: &usize| self.shown.cell_of(*n) == Some(cell);
        self.pointer.pick = if self.shown.wanting(&self.pointer) == Only::All {
            // A march to the cell comes before a quiet choice there.
            let reached =
                self.marching.routed.as_ref().is_some_and(|routed| routed.reach.contains_key(&cell));
            let quiet = || (0..self.shown.choices.len()).find(here).filter(|_| !reached);
            self.shown.options.get(&cell).copied().or_else(quiet)
        } else {
            (0..self.shown.choices.len())
                .filter(|&n| self.pointer.only.wants(&self.shown.choices[n]))
                .find(here)
        };
    }

    /// Highlights the next or previous place with a choice.
    pub fn cycle(&mut self, forward: bool) {
        let only = self.shown.wanting(&self.pointer);
        if !self.shown.aims.is_empty() && only == Only::All {
            let count = self.shown.aims.len();
            let now = self.shown.aims.iter().position(|cell| *cell == self.pointer.cursor);
            let step = if forward { 1 } else { count - 1 };
            let next = self.shown.aims[now.map_or(0, |n| (n + step) % count)];
            return self.set_cursor(next);
        }
        // A unit that is not on the map yet is a place of its own.
        let key = |index: usize| {
            let cell = self.shown.cell_of(index);
            let piece = self.shown.choices.get(index).and_then(ChoiceView::piece).filter(|_| cell.is_none());
            (cell.is_some() || piece.is_some()).then_some((cell, piece))
        };
        let mut places: Vec<usize> = Vec::new();
        for index in 0..self.shown.choices.len() {
            let wanted = only.wants(&self.shown.choices[index]) && !self.shown.choices[index].quiet;
            if wanted && key(index).is_some() && !places.iter().any(|&known| key(known) == key(index)) {
                places.push(index);
            }
        }
        if places.is_empty() {
            let wanted: Vec<usize> =
                (0..self.shown.choices.len()).filter(|&n| only.wants(&self.shown.choices[n])).collect();
            if !wanted.is_empty() {
                let now = self.pointer.pick.and_then(|pick| wanted.iter().position(|&n| n == pick));
                let step = if forward { 1 } else { wanted.len() - 1 };
                self.pointer.pick = Some(wanted[now.map_or(0, |n| (n + step) % wanted.len())]);
            }
            return;
        }
        let count = places.len();
        let lead = || places.iter().copied().find(|&n| self.shown.choices[n].piece() == self.marching.lead);
        let here =
            self.pointer.pick.or_else(|| lead().filter(|_| self.marching.lead.is_some())).and_then(key);
        let now = places.iter().position(|&n| here.is_some() && key(n) == here);
        let next = match (now, forward) {
            (Some(n), true) => (n + 1) % count,
            (Some(n), false) => (n + count - 1) % count,
            (None, true) => 0,
            (None, false) => count - 1,
        };
        self.pointer.pick = Some(places[next]);
        self.pointer.cursor = self.shown.cell_of(places[next]).unwrap_or(self.pointer.cursor);
    }
}

impl Shown {
    /// The choice that the ruleset prefers, the nearest to the cursor if it prefers several alike.
    fn preferred(&self, pointer: &Pointer) -> Option<usize> {
        let far = |n: usize| self.cell_of(n).map(|cell| self.grid().apart(cell, pointer.cursor));
        let ranked = (0..self.choices.len()).filter(|&n| self.choices[n].rank > 0);
        ranked.min_by_key(|&n| (self.choices[n].rank, far(n), n))
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
    pub fn picked(&self, pointer: &Pointer) -> Option<&ChoiceView> {
        pointer.pick.and_then(|n| self.choices.get(n))
    }

    /// The nearest region or border in a direction; places straight ahead count as nearer.
    fn next_place(&self, pointer: &Pointer, wind: Compass) -> Option<Cell> {
        let board = &self.view.board;
        let places =
            board.regions.iter().map(|region| region.at).chain(board.borders.iter().map(|border| border.at));
        let (wx, wy) = wind.delta();
        let far = |to: &Cell| {
            let (dx, dy) = (i32::from(to.x - pointer.cursor.x), i32::from(to.y - pointer.cursor.y));
            let ahead = dx * i32::from(wx) + dy * i32::from(wy);
            let aside = (dx * i32::from(wy) - dy * i32::from(wx)).abs();
            (ahead > 0 && aside <= 2 * ahead).then_some(ahead * ahead + 4 * aside * aside)
        };
        places.filter(|to| far(to).is_some()).min_by_key(far)
    }

    /// The filter in use: none where the chosen card can't be played.
    pub fn wanting(&self, pointer: &Pointer) -> Only {
        let some = self.choices.iter().any(|choice| pointer.only.wants(choice));
        if some { pointer.only } else { Only::All }
    }

    /// The choices that point at the same cell as the highlighted one.
    pub fn ways(&self, pointer: &Pointer) -> Vec<usize> {
        let only = self.wanting(pointer);
        let Some(cell) = pointer.pick.and_then(|n| self.cell_of(n)) else { return Vec::new() };
        (0..self.choices.len())
            .filter(|&n| self.cell_of(n) == Some(cell) && only.wants(&self.choices[n]))
            .collect()
    }
}

impl Pointer {
    /// Highlights the actions of a piece, by its index in the view; `false` if it has none.
    pub fn take_from_stack(&mut self, shown: &Shown, index: usize) -> bool {
        let Some(id) = shown.view.pieces.get(index).map(|piece| piece.id) else { return true };
        let Some(first) = shown.choices.iter().position(|choice| choice.pieces.contains(&id)) else {
            return false;
        };
        (self.only, self.pick) = (Only::Piece(id), Some(first));
        true
    }

    /// Moves the cursor to the acting unit, or to the last event.
    pub fn follow(&mut self, session: &dyn Session, shown: &Shown) {
        if let Some(cell) = shown.active().and_then(|p| p.cell) {
            self.cursor = cell;
            return;
        }
        let last = shown.log.last().and_then(|&n| session.log().get(n));
        if let Some(cell) = last.and_then(|line| line.event.cells.first()).filter(|cell| shown.on_map(**cell))
        {
            self.cursor = *cell;
        }
    }

    /// Highlights another choice at the same place.
    pub fn cycle_way(&mut self, shown: &Shown, forward: bool) {
        let ways = shown.ways(self);
        if let Some(now) = self.pick.and_then(|pick| ways.iter().position(|&n| n == pick)) {
            let step = if forward { 1 } else { ways.len() - 1 };
            self.pick = Some(ways[(now + step) % ways.len()]);
        }
    }
}
