//! Plans of many choices: the fire plan, and the groups proposed for the turn.

use std::collections::VecDeque;

use crate::game::gesture::{Attack, Wanted};
use crate::game::view::PieceView;
use crate::game::{Act, Side};

use super::deciding;
use super::game::Game;
use super::keymap::Keymap;
use super::overlay::{Kind, List, Overlay, Row};
use super::text::percent;
use super::theme::Role;

/// The chances of harm that the fire plan can aim for.
const WANTED: [f64; 7] = [0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1.0];

/// A smaller chance counts as none.
const SOME: f64 = 0.005;

/// More actions than any plan needs.
const LIMIT: usize = 500;

/// Groups being formed one after another, each when the side's turn comes.
pub struct Plan {
    side: Side,
    when: (u32, usize),
    batches: VecDeque<Vec<String>>,
}

impl Game {
    /// The fire plan: the attacks open now, each with no more firers than it needs.
    pub fn fire_plan(&mut self) -> Option<Overlay> {
        self.plan_fire();
        if self.attacks.is_empty() {
            return None;
        }
        Some(Overlay::List(self.attack_list(0)))
    }

    /// The attacks that can do harm; if none can, all of them.
    fn plan_fire(&mut self) {
        self.attacks = self.session.attacks(&Wanted::of(self.wanted));
        if self.attacks.iter().any(|attack| attack.harm >= SOME) {
            self.attacks.retain(|attack| attack.harm >= SOME);
        }
        self.all_out = match self.attacks.iter().any(|attack| attack.kept > 0) {
            true => self.session.attacks(&Wanted::of(1.0)),
            false => Vec::new(),
        }
        .into_iter()
        .map(|attack| (attack.target, attack.firers, attack.harm))
        .collect();
    }

    /// Highlights the first choice of an attack of the plan, with the cursor on its target: the odds and the
    /// map follow the list.
    pub fn show_attack(&mut self, place: usize) {
        let Some(attack) = self.attacks.get(place) else { return };
        let first = attack.plays.first();
        let index = self.choices.iter().position(|choice| Some(&choice.notation) == first);
        if let Some(cell) = self.piece(attack.target).and_then(|piece| piece.cell) {
            self.cursor = cell;
        }
        // A reaction keeps Enter for the best shot.
        if index.is_some() && !deciding::reacting(&self.choices) {
            self.pick = index;
        }
    }

    fn attack_list(&self, selected: usize) -> List {
        let row = |(id, attack): (usize, &Attack)| {
            let target = self.piece(attack.target);
            let name = target.map_or_else(String::new, PieceView::with_tag);
            let tags: Vec<&str> =
                attack.firers.iter().filter_map(|id| self.piece(*id)).map(PieceView::label).collect();
            let [harm, kill] = attack.words;
            let all = self.all_out.iter().find(|(target, firers, _)| {
                *target == attack.target && attack.firers.iter().all(|firer| firers.contains(firer))
            });
            let kept = match (attack.kept, all) {
                (0, _) => String::new(),
                (kept, Some((_, _, chance))) => format!(", {kept} kept (all: {harm} {})", percent(*chance)),
                (kept, None) => format!(", {kept} kept"),
            };
            Row {
                text: format!(
                    "{harm} {:>4}  {kill} {:>4}  {name}",
                    percent(attack.harm),
                    percent(attack.kill)
                ),
                tail: format!("at {}: {}{kept}", attack.range, in_a_row(&tags)),
                role: Role::Text,
                id,
                more: Vec::new(),
            }
        };
        let title =
            format!("Fire plan: enough firers for {} {}", self.attacks[0].words[0], percent(self.wanted));
        let mut list = List::new(Kind::Attacks, title, self.attacks.iter().enumerate().map(row).collect());
        list.selected = selected;
        list
    }

    /// More or fewer firers for each attack of the plan.
    pub fn change_wanted(&mut self, more: bool, list: &List) -> Option<List> {
        let now = WANTED.iter().position(|wanted| *wanted >= self.wanted - 1e-9).unwrap_or(2);
        let next = if more { (now + 1).min(WANTED.len() - 1) } else { now.saturating_sub(1) };
        self.wanted = WANTED[next];
        let target = list.current().and_then(|row| self.attacks.get(row.id)).map(|attack| attack.target);
        self.plan_fire();
        if self.attacks.is_empty() {
            return None;
        }
        let place = self.attacks.iter().position(|attack| Some(attack.target) == target).unwrap_or(0);
        Some(self.attack_list(place))
    }

    /// Carries out an attack of the plan.
    pub fn make_attack(&mut self, place: usize, keymap: &Keymap) {
        let Some(attack) = self.attacks.get(place).cloned() else { return };
        let before = self.session.log().len();
        self.play_all(&attack.plays, keymap);
        if self.message.is_none() {
            self.message = self.last_result(before);
        }
    }

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
            self.gestures.push((began, self.session.plays()));
        }
        whole
    }

    /// Forms all groups as proposed, and then no more.
    pub fn mark_all(&mut self, keymap: &Keymap) {
        let Some(decision) = self.decision else { return };
        let mut batches: VecDeque<Vec<String>> = VecDeque::new();
        for marking in std::mem::take(&mut self.markings) {
            let Some((word, plays)) = marking.ways.get(marking.way) else { continue };
            self.standing.mark(&marking.pieces, word);
            if !plays.is_empty() {
                batches.push_back(plays.clone());
            }
        }
        // Single pieces last: some rules allow no group after one.
        batches.make_contiguous().sort_by_key(|plays| plays.len() <= 2);
        let pass = self.choices.iter().find(|c| c.act == Act::Pass).map(|c| c.notation.clone());
        batches.extend(pass.map(|pass| vec![pass]));
        let when = (self.view.turn, self.view.phase);
        self.plan = Some(Plan { side: decision.side, when, batches });
        let began = self.session.plays();
        self.gestures.push((began, began));
        self.carry_out(keymap);
    }

    /// Continues forming groups when it is the side's turn.
    pub fn carry_out(&mut self, keymap: &Keymap) {
        let Some(mut plan) = self.plan.take() else { return };
        self.session.hold();
        for _ in 0..LIMIT {
            let over = (self.view.turn, self.view.phase) != plan.when || self.decision.is_none();
            if over || plan.batches.is_empty() {
                return;
            }
            let theirs = self.decision.is_some_and(|decision| decision.side != plan.side);
            if theirs || !self.human() || self.trouble.is_some() {
                break;
            }
            let Some(batch) = plan.batches.pop_front() else { return };
            let offered = |text: &String| self.choices.iter().any(|choice| choice.notation == *text);
            if !batch.first().is_some_and(offered) {
                continue;
            }
            let whole = batch.iter().all(|play| self.play(play, keymap));
            if let Some(gesture) = self.gestures.last_mut() {
                gesture.1 = self.session.plays();
            }
            if !whole {
                return;
            }
        }
        self.plan = Some(plan);
    }

    /// Whether the player can do nothing but pass.
    pub fn alone(&self) -> bool {
        let alone = self.choices.iter().all(|c| c.act == Act::Pass)
            || (self.choices.len() == 1 && self.choices[0].act == Act::Done);
        let asked = self.human() && self.session.awaiting().is_none() && self.trouble.is_none();
        asked && alone && !self.choices.is_empty()
    }

    /// Passes for the player where there is no other choice, with a message.
    pub fn pass_alone(&mut self, keymap: &Keymap) {
        for _ in 0..LIMIT {
            if !self.alone() || self.plan.is_some() || self.underway.is_some() {
                return;
            }
            // The last choice gives away least: letting the enemy begin, rather than passing for good.
            let Some((text, label)) = self.choices.last().map(|c| (c.notation.clone(), c.label.clone()))
            else {
                return;
            };
            if self.session.caution(&text).is_some() {
                return;
            }
            let asked = self.decision.map_or("", |decision| decision.prompt);
            // A player who has just ended the turn needs no message about closing it.
            let now = self.decision.map(|decision| (decision.side, (self.view.turn, self.view.phase)));
            let closes = now == self.passed && self.choices.iter().all(|c| c.act == Act::Done);
            if !self.play(&text, keymap) {
                return;
            }
            if closes {
                continue;
            }
            self.message = Some(format!("Only one choice (\"{}\"): {label}.", asked.trim_end_matches('.')));
        }
    }

    /// The list of standing orders to fire.
    pub fn order_list(&self, selected: usize) -> List {
        let order_scopes = self.order_scopes();
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

    /// The next order for a row; past the last one, the row has no order of its own.
    pub fn change_order(&mut self, place: usize, forward: bool, selected: usize) -> List {
        if let Some((scope, _)) = self.order_scopes().into_iter().nth(place) {
            let now = self.standing.own(&scope).cloned();
            match now {
                Some(super::standing::When::Hold) if place > 0 && forward => self.standing.forget(&scope),
                now => {
                    let now = now.unwrap_or_default();
                    let step = if forward { deciding::next_order } else { deciding::previous_order };
                    let next = step(&now, &self.view.kinds);
                    self.standing.order(scope, next);
                }
            }
        }
        self.keep_orders();
        self.order_list(selected)
    }
}

/// Labels of units in a row: tags with spaces, longer labels with commas.
pub fn in_a_row(labels: &[&str]) -> String {
    let short = labels.iter().all(|label| label.chars().all(|c| c.is_ascii_alphanumeric()));
    labels.join(if short { " " } else { ", " })
}
