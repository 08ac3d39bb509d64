//! Reaction fire: standing orders answer chances to interrupt, and the player is asked only about shots worth
//! a decision.

use std::collections::HashSet;

use crate::board::Cell;
use crate::game::gesture::{Attack, Wanted};
use crate::game::view::{PieceId, PieceView};
use crate::game::{Act, Seat, Side, Tone};

use super::deciding;
use super::game::Game;
use super::keymap::Keymap;
use super::standing::{Scope, When};

/// More actions than any chain of reaction prompts can need.
const LIMIT: usize = 200;

/// The least chance of harm that is asked about.
const LEAST: f64 = 0.08;

/// A shot at a target already declined is offered again if its chance of harm has risen by this much.
const BETTER: f64 = 0.05;

/// Two chances closer together than this are the same.
const SAME: f64 = 0.005;

/// An order that names no chance puts firers together until this chance of harm is reached.
const ENOUGH: f64 = 0.6;

/// The chances to fire that the player has declined in this phase.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Watch {
    when: (u32, usize),
    /// Only shots with a better chance of harm than this are asked about.
    bar: Option<f64>,
    /// The player holds fire for the rest of the phase.
    pub(super) closed: bool,
    /// The targets that were declined, each with the best chance of harm that was declined.
    declined: Vec<(PieceId, f64)>,
    /// The shot that the open prompt offers.
    open: Option<(PieceId, f64)>,
    /// Number of actions and the standing orders when the player was asked last: the prompt stays until it is
    /// answered or the orders change.
    asked: Option<(u32, String)>,
}

/// The answer of the standing orders to a chance to fire.
struct Ordered {
    plays: Vec<String>,
    /// Message for the player.
    said: Option<String>,
    /// The target that is declined, and the shot in words.
    declined: Option<(PieceId, String)>,
    /// The order that takes the shot, in words.
    order: Option<String>,
}

impl Ordered {
    /// Fire is held.
    fn hold(hold: String, said: Option<String>) -> Self {
        Self { plays: vec![hold], said, declined: None, order: None }
    }
}

impl Watch {
    /// Whether a shot is offered: every target once, and again once the shot at it has become better.
    fn worth_asking(&self, target: PieceId, harm: f64) -> bool {
        let declined = self.declined.iter().find(|(known, _)| *known == target);
        let least = declined.map_or(LEAST, |(_, before)| before + BETTER);
        harm >= least && self.passes_bar(harm)
    }

    fn passes_bar(&self, harm: f64) -> bool {
        !self.closed && self.bar.is_none_or(|bar| harm > bar + SAME)
    }

    /// Remembers that the shot of the open prompt was declined, for this target alone.
    fn decline(&mut self) {
        let Some((target, harm)) = self.open.take() else { return };
        match self.declined.iter_mut().find(|(known, _)| *known == target) {
            Some((_, before)) => *before = before.max(harm),
            None => self.declined.push((target, harm)),
        }
    }
}

impl Game {
    /// Answers chances to interrupt by standing orders, for as long as the orders decide.
    pub fn answer_by_orders(&mut self, keymap: &Keymap) {
        for _ in 0..LIMIT {
            let asked = self.human() && self.session.awaiting().is_none() && self.trouble.is_none();
            if !asked || !deciding::reacting(&self.shown.choices) || self.half_made() {
                return;
            }
            let when = (self.shown.view.turn, self.shown.view.phase);
            if self.automation.watch.when != when {
                self.automation.watch = Watch { when, ..Watch::default() };
            }
            let Some(Ordered { plays, said, declined, order }) = self.ordered() else { return };
            let cell = declined.as_ref().and_then(|(target, _)| self.shown.piece(*target)?.cell);
            let before = self.session.log().len();
            self.automation.automatic = true;
            let whole = plays.iter().all(|play| self.play(play, keymap));
            self.automation.automatic = false;
            if !whole {
                return;
            }
            if let Some((_, text)) = declined {
                self.note_held(text, cell);
            }
            self.asking.told_passing = order.is_none();
            // The result of a shot is more important than its odds.
            let came = order.and_then(|order| {
                Some(format!("By standing order ({order}): {}", self.last_result(before)?))
            });
            self.message = came.or(said);
        }
    }

    /// A decision that was undone is asked again, whatever the orders say, until it is answered.
    pub fn ask_again(&mut self) {
        let when = (self.shown.view.turn, self.shown.view.phase);
        let asked = Some((self.session.plays(), self.automation.standing.written()));
        self.automation.watch = Watch { when, asked, ..Watch::default() };
    }

    /// Whether the player has begun to put an attack together.
    fn half_made(&self) -> bool {
        self.shown.choices.iter().any(|c| c.act == Act::Commit)
    }

    /// The answer of the orders to the present chance; `None` if the player is asked.
    fn ordered(&mut self) -> Option<Ordered> {
        let now = (self.session.plays(), self.automation.standing.written());
        if self.automation.watch.asked.as_ref() == Some(&now) {
            return None;
        }
        let hold = self.shown.choices.iter().find(|c| c.act == Act::Hold)?.notation.clone();
        let best = |game: &Self, harm: f64, firers: Vec<PieceId>| {
            game.session.aids().attacks(&Wanted { harm, firers, ..Wanted::default() }).into_iter().next()
        };
        let Some(all) = best(self, 2.0, Vec::new()) else {
            // A player who holds fire for the phase is not asked when there is nothing to fire at either.
            // With two human players a prompt without a shot is still shown: its absence would tell the mover
            // that nothing sees it.
            // Choices open at any time are no answer to this move.
            let idle = self.shown.choices.iter().all(|choice| choice.act == Act::Hold || choice.quiet);
            let shared =
                self.shown.decision.is_some_and(|now| self.session.seat(now.side.other()) == Seat::Human);
            return match () {
                () if self.automation.watch.closed => {
                    Some(Ordered::hold(hold, Some("You hold fire for the rest of this phase.".to_owned())))
                }
                () if idle && !shared => Some(Ordered::hold(hold, None)),
                () => self.ordered_by_chance(hold),
            };
        };
        let (mut asking, mut orders): (Vec<PieceId>, Vec<(When, Vec<PieceId>)>) = Default::default();
        for attack in self.session.aids().attacks(&Wanted::of(2.0)) {
            for id in attack.firers {
                match self.when_of(id) {
                    When::Ask if !asking.contains(&id) => asking.push(id),
                    When::Ask | When::Hold => {}
                    order => match orders.iter_mut().find(|(known, _)| *known == order) {
                        Some((_, ids)) if ids.contains(&id) => {}
                        Some((_, ids)) => ids.push(id),
                        None => orders.push((order, vec![id])),
                    },
                }
            }
        }
        for (order, ids) in orders {
            let attack = match &order {
                When::Chance(n) => {
                    let least = f64::from(*n) / 100.0;
                    best(self, least, ids).filter(|attack| attack.harm >= least)
                }
                When::Within(range) => {
                    let near = |id: &PieceId| best(self, 2.0, vec![*id]).is_some_and(|a| a.range <= *range);
                    let ids: Vec<PieceId> = ids.into_iter().filter(near).collect();
                    if ids.is_empty() { None } else { best(self, ENOUGH, ids) }
                }
                When::Kind(kind) => best(self, ENOUGH, ids).filter(|attack| attack.kind == kind),
                When::Ask | When::Hold => None,
            };
            if let Some(attack) = attack {
                let order = order.in_words();
                let said = Some(format!("By standing order ({order}): {}.", self.attack_in_words(&attack)));
                return Some(Ordered { plays: attack.plays, said, declined: None, order: Some(order) });
            }
        }
        let shots = if asking.is_empty() {
            Vec::new()
        } else {
            self.session.aids().attacks(&Wanted { harm: 2.0, firers: asking, ..Wanted::default() })
        };
        // A player with cards is asked whatever they are good for: no card goes unplayed unless the player
        // said so.
        let cards = self.shown.choices.iter().any(|choice| !choice.cards.is_empty() && !choice.quiet);
        let asks = self.shown.view.hand.is_some() && (!shots.is_empty() || cards);
        let harm = shots.iter().map(|shot| shot.harm).fold(0.0, f64::max);
        let again = self.automation.watch.asked.as_ref().is_some_and(|(plays, _)| *plays == now.0);
        let offered = match shots.first() {
            first if asks && self.automation.watch.passes_bar(harm) => Some(first),
            Some(first) if again => Some(Some(first)),
            _ => {
                shots.iter().find(|shot| self.automation.watch.worth_asking(shot.target, shot.harm)).map(Some)
            }
        };
        if let Some(shot) = offered {
            self.automation.watch.open = shot.map(|shot| (shot.target, shot.harm));
            self.automation.watch.asked = Some(now);
            return None;
        }
        let shot = shots.into_iter().next().unwrap_or(all);
        let name = self.shown.piece(shot.target).map_or_else(String::new, PieceView::with_tag);
        let text = format!("You hold fire at {name}: {} {}.", shot.words[0], super::text::percent(shot.harm));
        let declined = (shot.harm > SAME).then(|| (shot.target, text.clone()));
        Some(Ordered { declined, ..Ordered::hold(hold, Some(text)) })
    }

    /// Where a ruleset lists no attacks, the orders go by the previews of the choices.
    fn ordered_by_chance(&self, hold: String) -> Option<Ordered> {
        let side = self.shown.decision?.side;
        let ordered = match self.automation.standing.own(&Scope::Side(side)) {
            Some(When::Chance(least)) => Some(f64::from(*least) / 100.0),
            Some(When::Hold) => {
                return Some(Ordered::hold(hold, Some("You hold fire, as ordered.".to_owned())));
            }
            _ => None,
        };
        if ordered.is_none() && self.automation.watch.bar.is_none() {
            return None;
        }
        let best = self.best_by_preview();
        let low = ordered.is_some_and(|least| best < least) || !self.automation.watch.passes_bar(best);
        let text = format!("You hold fire: the best shot is {}.", super::text::percent(best));
        low.then(|| Ordered::hold(hold, Some(text)))
    }

    /// The best chance of a roll among the choices, by their previews.
    fn best_by_preview(&self) -> f64 {
        let previews = self.shown.choices.iter().filter_map(|choice| self.session.preview(&choice.notation));
        let rolls = previews.flat_map(|preview| preview.rolls.into_iter().map(|roll| roll.chance()));
        rolls.fold(0.0, f64::max)
    }

    /// The best shot of the open prompt: the result its chance is of, and the chance.
    fn best_shot(&self) -> Option<(&'static str, f64)> {
        let attacks = self.session.aids().attacks(&Wanted::of(2.0));
        let best = attacks.iter().max_by(|a, b| a.harm.total_cmp(&b.harm));
        let best = best.map_or_else(|| ("", self.best_by_preview()), |attack| (attack.words[0], attack.harm));
        (best.1 > SAME).then_some(best)
    }

    /// Records a shot that was declined without a prompt, so that the player can read it later.
    fn note_held(&mut self, text: String, cell: Option<Cell>) {
        let (cells, play) = (cell.into_iter().collect(), self.session.plays());
        let act = crate::deeds::Act { text, tone: Tone::Plain, cells, rank: 1, play };
        self.report.acts.push(act.clone());
        self.automation.held.push(act);
    }

    /// The standing order of a piece.
    pub fn when_of(&self, id: PieceId) -> When {
        let Some(piece) = self.shown.piece(id) else { return When::Ask };
        self.automation.standing.when(piece.side, &piece.formation, id)
    }

    /// An attack with its odds: "G3 G4 at S3 T-34c: D+ 45%, E 12%".
    pub fn attack_in_words(&self, attack: &Attack) -> String {
        let firers = self.firers_of(attack);
        let target = self.shown.piece(attack.target).map_or_else(String::new, PieceView::with_tag);
        let [harm, kill] = attack.words;
        let (much, all) = (super::text::percent(attack.harm), super::text::percent(attack.kill));
        format!("{firers} at {target}: {harm} {much}, {kill} {all}")
    }

    /// The best shot of a reaction prompt with all its firers: what Enter does until another choice is
    /// highlighted. If another unit is asked first, it holds fire.
    pub fn best_reaction(&self) -> Option<&Attack> {
        if self.pointer.pick.is_some() || !deciding::reacting(&self.shown.choices) || self.half_made() {
            return None;
        }
        self.shown.shots.first().filter(|shot| shot.harm > SAME)
    }

    /// Fires that shot; returns whether there is one.
    pub fn fire_reaction(&mut self, keymap: &Keymap) -> bool {
        let Some(shot) = self.best_reaction().cloned() else { return false };
        if !self.may_make(&shot) {
            return true;
        }
        let plays = shot.plays;
        // The units that hold fire before it have not declined the target.
        self.automation.watch.open = None;
        self.play_all(&plays, keymap);
        true
    }

    /// The best attack at a reaction prompt.
    pub fn offered_shot(&self) -> Option<String> {
        let attack = self.session.aids().attacks(&Wanted::of(self.fire.wanted)).into_iter().next()?;
        Some(self.attack_in_words(&attack))
    }

    /// Notes that the player passes or holds fire.
    pub fn note_pass(&mut self, act: Act) {
        if act == Act::Pass {
            self.automation.passed = self
                .shown
                .decision
                .map(|decision| (decision.side, (self.shown.view.turn, self.shown.view.phase)));
            self.note_routine();
        }
        if self.automation.automatic || !deciding::reacting(&self.shown.choices) {
            return;
        }
        match act {
            Act::Hold | Act::Pass => self.automation.watch.decline(),
            // A shot that is taken is not declined.
            _ => self.automation.watch.open = None,
        }
    }

    /// Remembers what was offered when the player passed a routine decision; only the last time counts.
    fn note_routine(&mut self) {
        let Some(decision) = self.shown.decision.filter(|decision| decision.routine) else { return };
        self.automation.routines.retain(|(side, kind, _)| (*side, *kind) != (decision.side, decision.kind));
        self.automation.routines.push((decision.side, decision.kind, self.offered()));
    }

    fn offered(&self) -> Vec<String> {
        self.shown.choices.iter().map(|choice| choice.notation.clone()).collect()
    }

    /// Passes a routine decision again that the player passed before, as long as the same choices are
    /// offered.
    pub fn pass_routine(&mut self, keymap: &Keymap) {
        for _ in 0..LIMIT {
            let asked = self.human() && self.session.awaiting().is_none() && self.trouble.is_none();
            let Some(decision) = self.shown.decision.filter(|decision| asked && decision.routine) else {
                return;
            };
            let known = |(side, kind, offered): &(Side, &str, Vec<String>)| {
                (*side, *kind) == (decision.side, decision.kind) && *offered == self.offered()
            };
            let Some(pass) = self.pass().filter(|_| self.automation.routines.iter().any(known)) else {
                return;
            };
            if self.session.caution(&pass).is_some() || !self.play(&pass, keymap) {
                return;
            }
            self.message = Some(format!("Passed as before: {}.", decision.prompt.trim_end_matches('.')));
        }
    }

    /// Holds fire for the rest of the phase against every shot that is no better than the one offered now.
    pub fn pass_until_better(&mut self, keymap: &Keymap) {
        let Some(hold) = self.hold() else { return };
        let Some((what, harm)) = self.best_shot() else {
            self.message = Some("No shot to compare with. Hold fire now, or for the whole phase.".to_owned());
            return;
        };
        if self.play(&hold, keymap) {
            self.automation.watch.bar = Some(self.automation.watch.bar.unwrap_or(0.0).max(harm));
            let bar = super::text::percent(harm);
            let what = if what.is_empty() { String::new() } else { format!("{what} ") };
            self.message = Some(format!(
                "For the rest of this phase you are asked only about shots better than {what}{bar}."
            ));
        }
    }

    /// Saves the standing orders if they have changed. A failed attempt is repeated after the next change or
    /// action.
    pub fn keep_orders(&mut self) {
        let now = self.automation.standing.written();
        if now == self.automation.kept || self.watching || self.session.shown().is_some() {
            return;
        }
        self.session.set_standing(now.clone());
        self.automation.kept = now;
        if let Err(refused) = self.session.keep_standing() {
            self.refuse(&refused);
        }
    }

    /// Whether the player has passed in this phase and is asked again.
    pub fn asked_again(&self) -> bool {
        let now = self
            .shown
            .decision
            .map(|decision| (decision.side, (self.shown.view.turn, self.shown.view.phase)));
        self.pass().is_some() && self.automation.passed.is_some() && self.automation.passed == now
    }

    /// Changes the order of the whole side: ask, fire at 25, 40 or 60%, hold fire, and so on.
    pub fn next_order(&mut self) {
        let side = self.shown.viewer;
        let now = self.automation.standing.own(&Scope::Side(side)).cloned().unwrap_or_default();
        let next = deciding::next_order(&now, &self.shown.view.kinds);
        self.message = Some(format!("Standing order for the whole side: {}.", next.in_words()));
        self.automation.standing.order(Scope::Side(side), next);
    }

    /// Everything that can have standing orders: the side, its formations, the pieces under the cursor and
    /// those with orders of their own.
    pub fn order_scopes(&self) -> Vec<(Scope, String)> {
        let side = self.shown.viewer;
        let mut all = vec![(Scope::Side(side), format!("All {}", self.shown.view.sides[side.index()].name))];
        let mut seen: HashSet<&str> = HashSet::new();
        let own = || self.shown.view.pieces.iter().filter(|piece| piece.side == side && !piece.lost);
        for piece in own().filter(|piece| !piece.formation.is_empty()) {
            if seen.insert(&piece.formation) {
                all.push((Scope::Formation(side, piece.formation.clone()), piece.formation.clone()));
            }
        }
        let here: HashSet<PieceId> =
            self.shown.pieces_at(self.pointer.cursor).map(|piece| piece.id).collect();
        for piece in own() {
            let scope = Scope::Piece(piece.id);
            if here.contains(&piece.id) || self.automation.standing.own(&scope).is_some() {
                all.push((scope, piece.with_tag()));
            }
        }
        all
    }
}
