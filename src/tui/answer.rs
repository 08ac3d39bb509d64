//! Reaction fire: standing orders answer chances to interrupt, and the player is asked only about shots worth
//! a decision.

use crate::game::Session;
use crate::game::gesture::{Attack, Wanted};
use crate::game::view::PieceView;
use crate::game::{Act, Side};

use super::automation::{Automation, Ordered, SAME, Watch, best_by_preview};
use super::deciding;
use super::firing::Fire;
use super::game::Game;
use super::keymap::Keymap;
use super::pointing::Pointer;
use super::report;
use super::shown::Shown;
use super::standing::Scope;

/// More actions than any chain of reaction prompts can need.
const LIMIT: usize = 200;

impl Game {
    /// Answers chances to interrupt by standing orders, for as long as the orders decide.
    pub fn answer_by_orders(&mut self, keymap: &Keymap) {
        for _ in 0..LIMIT {
            let asked = self.asked();
            if !asked || !deciding::reacting(&self.shown.choices) || self.shown.half_made() {
                return;
            }
            let when = self.shown.view.turn_phase();
            if self.automation.watch.when != when {
                self.automation.watch = Watch::of(when);
            }
            let Some(Ordered { plays, said, declined, order }) =
                self.automation.ordered(&*self.session, &self.shown)
            else {
                return;
            };
            let cell = declined.as_ref().and_then(|(target, _)| self.shown.piece(*target)?.cell);
            let before = self.session.log().len();
            self.automation.automatic = true;
            let whole = plays.iter().all(|play| self.play(play, keymap));
            self.automation.automatic = false;
            if !whole {
                return;
            }
            if let Some((_, text)) = declined {
                let held = self.report.note_held(self.session.plays(), text, cell);
                self.automation.held.push(held);
            }
            self.asking.told_passing = order.is_none();
            // The result of a shot is more important than its odds.
            let came = order.and_then(|order| {
                Some(format!(
                    "By standing order ({order}): {}",
                    report::last_result(&*self.session, &self.shown, before)?
                ))
            });
            self.message = came.or(said);
        }
    }

    /// Fires that shot; returns whether there is one.
    pub fn fire_reaction(&mut self, keymap: &Keymap) -> bool {
        let Some(shot) = self.shown.best_reaction(&self.pointer).cloned() else { return false };
        if !self.may_make(&shot) {
            return true;
        }
        let plays = shot.plays;
        // The units that hold fire before it have not declined the target.
        self.automation.watch.open = None;
        self.play_all(&plays, keymap);
        true
    }

    /// Passes a routine decision again that the player passed before, as long as the same choices are
    /// offered.
    pub fn pass_routine(&mut self, keymap: &Keymap) {
        for _ in 0..LIMIT {
            let asked = self.asked();
            let Some(decision) = self.shown.decision.filter(|decision| asked && decision.routine) else {
                return;
            };
            let known = |(side, kind, offered): &(Side, &str, Vec<String>)| {
                (*side, *kind) == (decision.side, decision.kind) && *offered == self.shown.offered()
            };
            let Some(pass) = self.shown.pass().filter(|_| self.automation.routines.iter().any(known)) else {
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
        let hold = match self.shown.hold() {
            Ok(hold) => hold,
            Err(why) => return self.message = Some(why),
        };
        let Some((what, harm)) = best_shot(&*self.session, &self.shown) else {
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
}

impl Shown {
    /// Whether the player has begun to put an attack together.
    pub(super) fn half_made(&self) -> bool {
        self.choices.iter().any(|c| c.act == Act::Commit)
    }

    /// An attack with its odds: "G3 G4 at S3 T-34c: D+ 45%, E 12%".
    pub fn attack_in_words(&self, attack: &Attack) -> String {
        let firers = self.firers_of(attack);
        let target = self.piece(attack.target).map_or_else(String::new, PieceView::with_tag);
        let [harm, kill] = attack.words;
        let (much, all) = (super::text::percent(attack.harm), super::text::percent(attack.kill));
        format!("{firers} at {target}: {harm} {much}, {kill} {all}")
    }

    /// The best shot of a reaction prompt with all its firers: what Enter does until another choice is
    /// highlighted. If another unit is asked first, it holds fire.
    pub fn best_reaction(&self, pointer: &Pointer) -> Option<&Attack> {
        if pointer.pick.is_some() || !deciding::reacting(&self.choices) || self.half_made() {
            return None;
        }
        self.shots.first().filter(|shot| shot.harm > SAME)
    }

    pub(super) fn offered(&self) -> Vec<String> {
        self.choices.iter().map(|choice| choice.notation.clone()).collect()
    }
}

/// The best shot of the open prompt: the result its chance is of, and the chance.
fn best_shot(session: &dyn Session, shown: &Shown) -> Option<(&'static str, f64)> {
    let attacks = session.aids().attacks(&Wanted::of(2.0));
    let best = attacks.iter().max_by(|a, b| a.harm.total_cmp(&b.harm));
    let best =
        best.map_or_else(|| ("", best_by_preview(session, shown)), |attack| (attack.words[0], attack.harm));
    (best.1 > SAME).then_some(best)
}

impl Fire {
    /// The best attack at a reaction prompt.
    pub fn offered_shot(&self, session: &dyn Session, shown: &Shown) -> Option<String> {
        let attack = session.aids().attacks(&Wanted::of(self.wanted)).into_iter().next()?;
        Some(shown.attack_in_words(&attack))
    }
}

impl Automation {
    /// Changes the order of the whole side, and says to what: ask, fire at 25, 40 or 60%, hold fire, and so on.
    pub fn next_order(&mut self, shown: &Shown) -> String {
        let side = shown.viewer;
        let now = self.standing.own(&Scope::Side(side)).cloned().unwrap_or_default();
        let next = deciding::next_order(&now, &shown.view.kinds);
        let told = format!("Standing order for the whole side: {}.", next.in_words());
        self.standing.order(Scope::Side(side), next);
        told
    }
}
