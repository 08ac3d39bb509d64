//! Choices sent to the game: one at a time, and the shortcuts that send several.
//!
//! Invariant: everything goes through `Session::play`. A shortcut stops when the decision passes to the other
//! side or changes its kind, when a roll is awaited, or when its next choice is not offered.

use crate::board::Cell;
use crate::dice::Thing;
use crate::game::gesture::THEN;
use crate::game::view::{Marchers, PieceId};
use crate::game::{Act, CardId, ChoiceView, Refused, Session, Side, Tone};

use super::asking::Asking;
use super::automation::Automation;
use super::game::Game;
use super::keymap::Keymap;
use super::pointing::Only;
use super::pointing::Pointer;
use super::repeating::History;
use super::shown::Shown;

/// More actions than any shortcut needs; stops one in a position that never changes.
const LIMIT: usize = 200;

impl Game {
    /// Plays a choice, or a series of them; returns whether it was accepted.
    pub fn play(&mut self, notation: &str, keymap: &Keymap) -> bool {
        if notation.contains(THEN) {
            let choice = self.shown.choices.iter().find(|choice| choice.notation == notation).cloned();
            let parts: Vec<String> = notation.split(THEN).map(str::to_owned).collect();
            let whole = self.play_all(&parts, keymap);
            self.history.last_choice = choice.or(self.history.last_choice.take());
            return whole;
        }
        let (human, length) = (self.human(), self.session.log().len());
        let before = self.session.plays();
        let asked = self.shown.decision.map(|decision| (decision.side, decision.kind));
        let choice = self.shown.choices.iter().find(|choice| choice.notation == notation).cloned();
        let real = self.automation.decides(&self.asking, &self.shown);
        self.asking.reacts |= super::deciding::reacting(&self.shown.choices);
        let verb = choice.as_ref().map_or("", |choice| choice.verb);
        if let Some(choice) = choice.as_ref().filter(|_| human) {
            self.automation.note_pass(&self.shown, choice.act);
        }
        let standing = self.automation.standing.written();
        if standing != self.session.standing() {
            self.automation.kept.clone_from(&standing);
            self.session.set_standing(standing);
        }
        match self.session.play(notation) {
            Ok(()) => {
                if human {
                    self.report.decided = if real { length } else { self.report.decided.min(length) };
                    if real {
                        self.automation.held.clear();
                        self.report.read = length;
                    }
                    if !self.automation.unasked {
                        self.history.own.push(before);
                    }
                    self.history.last_choice = choice.or(self.history.last_choice.take());
                }
                self.refresh(keymap);
                if human {
                    let failed = self.shown.failure(&*self.session, length);
                    self.message = failed.or(self.message.take());
                }
                if let Some((side, kind)) = asked.filter(|_| human) {
                    self.history.note_series(&self.shown, side, kind, verb, notation);
                }
                true
            }
            Err(refused) => {
                self.refuse(&refused);
                false
            }
        }
    }

    /// Shows why an action was refused.
    pub fn refuse(&mut self, refused: &Refused) {
        match refused {
            Refused::Storage(_) => self.trouble = Some(refused.to_string()),
            _ => self.message = Some(refused.to_string()),
        }
    }

    pub(super) fn state(&self) -> Option<(&'static str, Side)> {
        self.shown
            .decision
            .filter(|_| self.human() && self.session.awaiting().is_none())
            .map(|d| (d.kind, d.side))
    }

    /// Plays the highlighted choice, for all selected units if any are.
    pub fn play_picked(&mut self, keymap: &Keymap) {
        let Some(choice) = self.shown.picked(&self.pointer) else { return };
        let (notation, piece) = (choice.notation.clone(), choice.piece());
        if self.pointer.marked.is_empty() {
            self.play_warned(&notation, keymap);
            return;
        }
        self.pointer.marked.retain(|id| Some(*id) != piece);
        if self.play(&notation, keymap) {
            self.join_marked(keymap);
        }
    }

    /// Adds the selected units to what was begun, then completes it.
    fn join_marked(&mut self, keymap: &Keymap) {
        let side = self.shown.decision.map(|d| d.side);
        let mut left: Vec<PieceId> = Vec::new();
        for id in std::mem::take(&mut self.pointer.marked) {
            let found = self.shown.choices.iter().find(|c| c.piece() == Some(id) && c.act == Act::Join);
            let notation = found.map(|c| c.notation.clone()).filter(|_| self.state().map(|s| s.1) == side);
            if !notation.is_some_and(|text| self.play(&text, keymap)) {
                left.push(id);
            }
        }
        if left.is_empty() {
            // A stack that has begun to move is not to end its move.
            let moves = self.shown.choices.iter().any(|choice| choice.act == Act::Step);
            if let Some(done) =
                self.shown.choices.iter().find(|c| c.act == Act::Done && !moves).map(|c| c.notation.clone())
            {
                self.play(&done, keymap);
            }
        } else {
            let tags: Vec<&str> =
                left.iter().filter_map(|id| self.shown.piece(*id)).map(|p| p.label()).collect();
            self.message = Some(format!("Not added: {} can't join.", tags.join(", ")));
        }
    }

    /// Adds every unit that may join, or selects the formation that is to march.
    pub fn join_all(&mut self, keymap: &Keymap) {
        let joins = self.shown.choices.iter().any(|choice| choice.act == Act::Join);
        if !joins && (self.marching.mark_formation(&self.shown, &mut self.pointer) || self.place_all(keymap))
        {
            return;
        }
        let begun = self.state();
        let mut count = 0;
        while count < LIMIT && begun.is_some() && self.state() == begun {
            let next = self.shown.choices.iter().find(|c| c.act == Act::Join).map(|c| c.notation.clone());
            if !next.is_some_and(|text| self.play(&text, keymap)) {
                break;
            }
            count += 1;
        }
        let fire = self.shown.choices.iter().position(|c| c.act == Act::Commit);
        match fire {
            Some(index) => self.pointer.pick = Some(index),
            None if count == 0 && self.steering() && self.shown.view.marchers != Marchers::All => {
                self.message = Some(format!(
                    "A formation is selected before its first {} moves. Undo, then select it.",
                    self.shown.view.words.piece[0]
                ));
            }
            None if count == 0 => {
                self.message = Some(format!("No {} can join now.", self.shown.view.words.piece[0]));
            }
            None => {}
        }
    }

    /// The key of a verb: plays it if there is only one way, otherwise shows the ways.
    pub fn verb(&mut self, verb: &'static str, keymap: &Keymap) {
        let of: Vec<usize> =
            (0..self.shown.choices.len()).filter(|&n| self.shown.choices[n].verb == verb).collect();
        let Some(&first) = of.first() else { return };
        if of.len() == 1 {
            let notation = self.shown.choices[first].notation.clone();
            self.play_warned(&notation, keymap);
        } else if of.iter().all(|&n| self.shown.choices[n].heading.is_some())
            && of.iter().all(|&n| self.shown.choices[n].pieces == self.shown.choices[first].pieces)
        {
            self.pointer.waiting = Some(verb);
        } else {
            self.pointer.only = Only::Verb(verb);
            self.pointer.pick = of
                .iter()
                .copied()
                .find(|&n| self.shown.cell_of(n) == Some(self.pointer.cursor))
                .or(Some(first));
            if let Some(cell) = self.pointer.pick.and_then(|n| self.shown.cell_of(n)) {
                self.pointer.cursor = cell;
            }
        }
    }

    /// A digit highlights what a card can be played for; again goes to its next use, or plays it if there is
    /// only one. If a unit must be chosen first, it is the one under the cursor.
    pub fn card(&mut self, place: usize, keymap: &Keymap) {
        let hand = self.shown.view.hand.as_ref();
        let card = hand.and_then(|hand| hand.cards.get(place)).map(|card| (card.id, card.name.clone()));
        let Some((id, name)) = card else {
            self.message = Some(format!("You have no card {}.", place + 1));
            return;
        };
        self.lookups.look_up_uses(&*self.session, &self.shown, &self.pointer);
        let offered = |game: &Self, id: CardId| -> Vec<usize> {
            (0..game.shown.choices.len()).filter(|&n| game.shown.choices[n].cards.contains(&id)).collect()
        };
        let mut id = self.shown.offered_like(id, &name);
        let mut of = offered(self, id);
        if of.is_empty() {
            let way = self.lookups.uses().iter().find(|used| used.card == id && used.now);
            if let Some(first) = way.and_then(|used| used.through.clone())
                && self.play(&first, keymap)
            {
                id = self.shown.offered_like(id, &name);
                of = offered(self, id);
            }
        }
        let known = self.pointer.only == Only::Card(id);
        let at = self.pointer.pick.and_then(|pick| of.iter().position(|&n| n == pick)).filter(|_| known);
        match (of.first(), at) {
            (None, _) => {
                self.pointer.only = Only::Card(id);
                self.pointer.pick = None;
                let why = self.lookups.uses().iter().find(|used| used.card == id && !used.now);
                let why = why.map(|used| used.text.trim_end_matches('.').to_owned());
                self.message = Some(match why {
                    Some(why) if !why.is_empty() => format!("{name} can't be played now: {why}."),
                    _ => format!("{name} can't be played now."),
                });
            }
            (Some(_), Some(_)) if of.len() == 1 => self.play_picked(keymap),
            (Some(_), Some(at)) => self.pointer.pick = Some(of[(at + 1) % of.len()]),
            (Some(&first), None) => {
                self.pointer.only = Only::Card(id);
                let here = |n: &usize| self.shown.cell_of(*n) == Some(self.pointer.cursor);
                self.pointer.pick = of.iter().copied().find(here).or(Some(first));
            }
        }
        if let Some(cell) = self.pointer.pick.and_then(|n| self.shown.cell_of(n)) {
            self.pointer.cursor = cell;
        }
    }

    /// Moves the cursor to the cell with this name, if there is one.
    pub fn name_cell(&mut self, name: &str) -> bool {
        let found = self.shown.view.board.find(name);
        if let Ok(cell) = found {
            self.pointer.look = self.pointer.look || self.steering();
            self.set_cursor(cell);
        }
        found.is_ok()
    }

    /// Plays a choice. If the ruleset warns of it, the first attempt shows the warning and the second plays
    /// it.
    pub fn play_warned(&mut self, notation: &str, keymap: &Keymap) -> bool {
        let known = self.asking.warned.take().is_some_and(|warned| warned == notation);
        let hits_own = || {
            let n = self.shown.choices.iter().position(|choice| choice.notation == notation)?;
            let own = self.shown.worth.get(&n).is_some_and(|worth| *worth < 0.0);
            own.then(|| "This hits your own troops.".to_owned())
        };
        if let Some(caution) =
            self.session.caution(notation).or_else(hits_own).filter(|_| self.settings.confirm && !known)
        {
            self.asking.warned = Some(notation.to_owned());
            self.message = Some(format!("{caution} Same key again confirms."));
            // A key typed ahead can't confirm a warning.
            self.asking.unseen = true;
            return false;
        }
        self.play(notation, keymap)
    }

    /// Undoes the player's last decision with everything that followed it unasked, or the whole of a gesture.
    pub fn undo(&mut self, keymap: &Keymap) {
        self.pointer.marked.clear();
        (self.marching.underway, self.groups.plan, self.automation.ending) = (None, None, None);
        let handed = self.computer.played_out.take();
        let plays = self.session.plays();
        self.history.own.retain(|began| *began < plays);
        let mut undone = match handed
            .or_else(|| self.history.gesture_to_undo(&*self.session))
            .or_else(|| self.history.own.last().copied())
        {
            Some(plays) => self.session.undo_to(plays),
            None => self.session.undo(),
        };
        self.refresh(keymap);
        // In a resumed game, decisions without a choice would be made again at once.
        while undone.is_ok() && handed.is_none() && self.asked() && self.shown.has_no_choice() {
            undone = self.session.undo();
            self.refresh(keymap);
        }
        match undone {
            Ok(()) => {
                self.automation.ask_again(&*self.session, &self.shown);
                self.automation.routines.clear();
                self.message = Some("Undone.".to_owned());
            }
            Err(refused) => self.refuse(&refused),
        }
    }

    /// Enters a typed result for the roll that is awaited.
    pub fn give_face(&mut self, keymap: &Keymap) {
        let Some(asked) = self.session.awaiting() else { return };
        if self.asking.face.is_empty() {
            let what = if matches!(asked.thing, Thing::Card { .. }) {
                "name of the card"
            } else {
                "face of the die"
            };
            self.message = Some(format!("Type the {what}, then Enter."));
            return;
        }
        let read = asked.read(&self.asking.face);
        self.asking.face.clear();
        let face = match read {
            Ok(face) => face,
            Err(why) => {
                self.message = Some(why);
                return;
            }
        };
        match self.session.give_face(face) {
            Ok(()) => self.refresh(keymap),
            Err(refused) => self.refuse(&refused),
        }
    }
}

impl History {
    /// Records the choices between two decisions of the same kind, to be repeated by one key.
    fn note_series(
        &mut self,
        shown: &Shown,
        side: Side,
        kind: &'static str,
        verb: &'static str,
        notation: &str,
    ) {
        if self.series.1.is_empty() {
            (self.series.0, self.series_verb) = (kind, verb);
        }
        self.series.1.push(notation.to_owned());
        let open = shown.decision.is_some_and(|now| now.side == side && now.kind != self.series.0);
        if !open {
            let (kind, plays) = std::mem::take(&mut self.series);
            if plays.len() > 1 {
                self.last_series.insert(kind, (self.series_verb, plays));
            }
        }
    }
}

impl Pointer {
    /// Selects or deselects the units under the cursor; returns a message if there are none.
    pub fn mark(&mut self, shown: &Shown) -> Option<String> {
        let offered = |id: PieceId| shown.choices.iter().any(|c| c.piece() == Some(id));
        let here: Vec<PieceId> =
            shown.pieces_at(self.cursor).map(|p| p.id).filter(|id| offered(*id)).collect();
        if here.is_empty() {
            return Some(format!("No {} here can be selected.", shown.view.words.piece[0]));
        }
        // Each press selects the next unit of a stack; after the last one, none is selected.
        match here.iter().find(|id| !self.marked.contains(id)) {
            Some(next) => self.marked.push(*next),
            None => self.marked.retain(|id| !here.contains(id)),
        }
        None
    }

    /// If nothing is highlighted, highlights the first selected unit.
    pub fn begin_with_marked(&mut self, shown: &Shown) {
        if let (None, Some(first)) = (self.pick, self.marked.first()) {
            self.pick = (0..shown.choices.len()).find(|&n| shown.choices[n].piece() == Some(*first));
        }
    }
}

impl Shown {
    /// Why a cell can't be chosen, if there is a reason to give.
    pub fn why_not_here(&self, session: &dyn Session, cell: Cell) -> Option<String> {
        let like = self.choice_of_cell().and_then(|c| c.notation.rsplit_once(' '));
        let asked = like.map(|(verb, _)| format!("{verb} {}", self.name(cell)));
        asked.and_then(|text| session.check(&text).err()).map(|refused| refused.to_string())
    }

    /// The result of an action of the player's that failed; the log had this length before it.
    fn failure(&self, session: &dyn Session, since: usize) -> Option<String> {
        let log = session.log();
        let play = log.get(since)?.play;
        let own = || log[since..].iter().filter(|line| line.play == play).map(|line| &line.event);
        let tones = |tone: Tone| own().any(|event| event.tone == tone);
        if tones(Tone::Success) || tones(Tone::Loss) {
            return None;
        }
        let failed = own().rfind(|event| event.tone == Tone::Failure && event.side == Some(self.viewer));
        failed.map(|event| event.text.clone())
    }

    /// A choice of a cell, in a decision that offers cells only: a pattern for its notation.
    fn choice_of_cell(&self) -> Option<&ChoiceView> {
        if self.choices.iter().any(|c| !c.pieces.is_empty()) {
            return None;
        }
        self.choices.iter().find(|c| {
            c.heading.is_none()
                && c.cell.is_some_and(|cell| c.notation.ends_with(&format!(" {}", self.name(cell))))
        })
    }

    /// Whether the decision asks for a cell.
    pub fn asks_for_cell(&self) -> bool {
        self.choice_of_cell().is_some()
    }

    /// The card that the choices name for one in hand: of several with the same name they name only one.
    fn offered_like(&self, id: CardId, name: &str) -> CardId {
        let offered = |id: &CardId| self.choices.iter().any(|choice| choice.cards.contains(id));
        let hand = self.view.hand.iter().flat_map(|hand| &hand.cards);
        let alike = hand.filter(|card| card.name == name).map(|card| card.id);
        [id].into_iter().chain(alike).find(offered).unwrap_or(id)
    }
}

impl Automation {
    /// Whether the next choice is a real decision, with which the report of events begins again: neither
    /// automatic nor a reaction.
    fn decides(&self, asking: &Asking, shown: &Shown) -> bool {
        !self.automatic && !self.unasked && !asking.reacts && !super::deciding::reacting(&shown.choices)
    }
}
