//! Plans of many choices: series sent by one key, and the groups proposed for the turn.

use std::collections::VecDeque;

use crate::game::view::TurnPhase;
use crate::game::{Act, Side};

use super::automation::Automation;
use super::deciding;
use super::game::Game;
use super::keymap::Keymap;
use super::overlay::{Kind, List, Row};
use super::pointing::Pointer;
use super::shown::Shown;
use super::theme::Role;

/// More actions than any plan needs.
const LIMIT: usize = 500;

/// Groups being formed one after another, each when the side's turn comes.
pub struct Plan {
    side: Side,
    when: TurnPhase,
    batches: VecDeque<Vec<String>>,
}

impl Game {
    /// Plays a series of choices as far as they are accepted; a single undo undoes all of them.
    pub fn play_all(&mut self, plays: &[String], keymap: &Keymap) -> bool {
        let began = self.session.plays();
        self.session.hold();
        let mut whole = true;
        for play in plays {
            whole = self.session.awaiting().is_none() && self.play(play, keymap);
            if !whole {
                break;
            }
        }
        if self.session.plays() > began {
            self.history.gestures.push((began, self.session.plays()));
        }
        whole
    }

    /// Forms all groups as proposed, and then no more.
    pub fn mark_all(&mut self, keymap: &Keymap) {
        let Some(decision) = self.shown.decision else { return };
        let mut batches: VecDeque<Vec<String>> = VecDeque::new();
        for marking in std::mem::take(&mut self.groups.markings) {
            let Some((word, plays)) = marking.ways.get(marking.way) else { continue };
            self.automation.standing.mark(&marking.pieces, word);
            if !plays.is_empty() {
                batches.push_back(plays.clone());
            }
        }
        // Single pieces last: some rules allow no group after one.
        batches.make_contiguous().sort_by_key(|plays| plays.len() <= 2);
        let pass = self.shown.choices.iter().find(|c| c.act == Act::Pass).map(|c| c.notation.clone());
        batches.extend(pass.map(|pass| vec![pass]));
        let when = self.shown.view.turn_phase();
        self.groups.plan = Some(Plan { side: decision.side, when, batches });
        let began = self.session.plays();
        self.history.gestures.push((began, began));
        self.carry_out(keymap);
    }

    /// Continues forming groups when it is the side's turn.
    pub fn carry_out(&mut self, keymap: &Keymap) {
        let Some(mut plan) = self.groups.plan.take() else { return };
        self.session.hold();
        for _ in 0..LIMIT {
            let over = self.shown.view.turn_phase() != plan.when || self.shown.decision.is_none();
            if over || plan.batches.is_empty() {
                return;
            }
            let theirs = self.shown.decision.is_some_and(|decision| decision.side != plan.side);
            if theirs || !self.human() || self.trouble.is_some() {
                break;
            }
            let Some(batch) = plan.batches.pop_front() else { return };
            let offered = |text: &String| self.shown.choices.iter().any(|choice| choice.notation == *text);
            if !batch.first().is_some_and(offered) {
                continue;
            }
            let whole = batch.iter().all(|play| self.play(play, keymap));
            if let Some(gesture) = self.history.gestures.last_mut() {
                gesture.1 = self.session.plays();
            }
            if !whole {
                return;
            }
        }
        self.groups.plan = Some(plan);
    }

    /// Passes for the player where there is no other choice, with a message.
    pub fn pass_alone(&mut self, keymap: &Keymap) {
        for _ in 0..LIMIT {
            if !(self.asked() && self.shown.has_no_choice())
                || self.groups.plan.is_some()
                || self.marching.underway.is_some()
            {
                return;
            }
            // The last choice gives away least: letting the enemy begin, rather than passing for good.
            let meant = self.shown.choices.iter().rfind(|choice| !choice.quiet).or(self.shown.choices.last());
            let Some((text, label)) = meant.map(|c| (c.notation.clone(), c.label.clone())) else {
                return;
            };
            if self.session.caution(&text).is_some() {
                return;
            }
            let asked = self.shown.decision.map_or("", |decision| decision.prompt);
            // A player who has just ended the turn needs no message about closing it.
            let now = self.shown.decision.map(|decision| (decision.side, self.shown.view.turn_phase()));
            let ends = self.shown.choices.iter().all(|c| matches!(c.act, Act::Done | Act::Pass));
            let closes = now == self.automation.passed || !ends;
            if !self.play(&text, keymap) {
                return;
            }
            if closes {
                continue;
            }
            // The result of an attack is worth more than a word about what follows.
            let told = format!("Only one choice (\"{}\"): {label}.", asked.trim_end_matches('.'));
            self.message = self.message.take().or(Some(told));
        }
    }
}

impl Shown {
    /// Whether there is nothing to do but pass, or a single choice.
    pub(super) fn has_no_choice(&self) -> bool {
        // The odds of an attack are shown before it is resolved.
        let forced = |act: Act| !matches!(act, Act::Begin | Act::Commit | Act::Hold | Act::Cancel);
        let alone = self.choices.iter().all(|c| c.act == Act::Pass)
            || matches!(&self.choices[..], [only] if forced(only.act))
            || self.merely_ends();
        alone && !self.choices.is_empty()
    }

    /// Whether the one choice is to end the action, besides those that are open at any time.
    fn merely_ends(&self) -> bool {
        let mut meant = self.choices.iter().filter(|choice| !choice.quiet);
        meant.next().is_some_and(|choice| choice.act == Act::Done) && meant.next().is_none()
    }
}

impl Automation {
    /// The next order for a row; past the last one, the row has no order of its own.
    pub fn change_order(&mut self, shown: &Shown, pointer: &Pointer, place: usize, forward: bool) {
        if let Some((scope, _)) = self.order_scopes(shown, pointer).into_iter().nth(place) {
            let now = self.standing.own(&scope).cloned();
            match now {
                Some(super::standing::When::Hold) if place > 0 && forward => self.standing.forget(&scope),
                now => {
                    let now = now.unwrap_or_default();
                    let step = if forward { deciding::next_order } else { deciding::previous_order };
                    let next = step(&now, &shown.view.kinds);
                    self.standing.order(scope, next);
                }
            }
        }
    }

    /// The list of standing orders to fire.
    pub fn order_list(&self, shown: &Shown, pointer: &Pointer, selected: usize) -> List {
        let order_scopes = self.order_scopes(shown, pointer);
        let wide = order_scopes.iter().map(|(_, name)| name.chars().count()).max().unwrap_or(0).min(30);
        let row = |(id, (scope, name)): (usize, &(super::standing::Scope, String))| {
            let when = match self.standing.own(scope) {
                Some(when) => when.in_words(),
                None if id == 0 => super::standing::When::Ask.in_words(),
                None => "-".to_owned(),
            };
            let name = super::text::cut(name, wide);
            Row {
                text: format!("{name:<wide$}  < {when:<22} >"),
                tail: String::new(),
                role: Role::Text,
                id,
                more: Vec::new(),
            }
        };
        let rows = order_scopes.iter().enumerate().map(row).collect();
        let mut list = List::new(Kind::Orders, "Standing orders to fire: Left and Right change one", rows);
        list.selected = selected;
        list
    }
}

/// Labels of units in a row: tags with spaces, longer labels with commas.
pub fn in_a_row(labels: &[&str]) -> String {
    let short = labels.iter().all(|label| label.chars().all(|c| c.is_ascii_alphanumeric()));
    labels.join(if short { " " } else { ", " })
}
