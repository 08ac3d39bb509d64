//! Acts for the player without asking: standing orders, passes, shots declined.

use std::collections::HashSet;

use crate::deeds;
use crate::game::gesture::{Attack, Wanted};
use crate::game::view::{PieceId, PieceView, TurnPhase};
use crate::game::{Act, Seat, Session, Side};

use super::deciding;
use super::pointing::Pointer;
use super::shown::Shown;
use super::standing::{Scope, Standing, When};

/// The least chance of harm that is asked about.
const LEAST: f64 = 0.08;

/// A shot at a target already declined is offered again if its chance of harm has risen by this much.
const BETTER: f64 = 0.05;

/// Two chances closer together than this are the same.
pub(super) const SAME: f64 = 0.005;

/// An order that names no chance puts firers together until this chance of harm is reached.
const ENOUGH: f64 = 0.6;

/// The chances to fire that the player has declined in this phase.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Watch {
    pub(super) when: TurnPhase,
    /// Only shots with a better chance of harm than this are asked about.
    pub(super) bar: Option<f64>,
    /// The player holds fire for the rest of the phase.
    pub(super) closed: bool,
    /// The targets that were declined, each with the best chance of harm that was declined.
    declined: Vec<(PieceId, f64)>,
    /// The shot that the open prompt offers.
    pub(super) open: Option<(PieceId, f64)>,
    /// Number of actions and the standing orders when the player was asked last: the prompt stays until it is
    /// answered or the orders change.
    asked: Option<(u32, String)>,
}

/// The answer of the standing orders to a chance to fire.
pub(super) struct Ordered {
    pub(super) plays: Vec<String>,
    /// Message for the player.
    pub(super) said: Option<String>,
    /// The target that is declined, and the shot in words.
    pub(super) declined: Option<(PieceId, String)>,
    /// The order that takes the shot, in words.
    pub(super) order: Option<String>,
}

impl Ordered {
    /// Fire is held.
    fn hold(hold: String, said: Option<String>) -> Self {
        Self { plays: vec![hold], said, declined: None, order: None }
    }
}

impl Watch {
    /// Nothing has been declined in this phase yet.
    pub(super) fn of(when: TurnPhase) -> Self {
        Self { when, ..Self::default() }
    }

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

/// The player's orders about decisions that are not to be asked, and what was done by them.
#[derive(Default)]
pub struct Automation {
    /// The standing orders.
    pub standing: Standing,
    /// The standing orders as they were last saved, or tried to be.
    pub kept: String,
    /// The side that passed last, with turn and phase.
    pub passed: Option<(Side, TurnPhase)>,
    /// Routine decisions that the player passed: side, kind, and what was offered.
    pub routines: Vec<(Side, &'static str, Vec<String>)>,
    /// The side that passes for the rest of a phase, with turn and phase.
    pub ending: Option<(Side, TurnPhase)>,
    /// The shots declined in this phase.
    pub watch: Watch,
    /// Shots that were declined without a prompt since the player's last decision.
    pub held: Vec<deeds::Act>,
    /// Standing orders are being carried out: the results count as events since the player's own decision.
    pub automatic: bool,
    /// Actions follow from orders or have no alternative: no key was pressed for them.
    pub unasked: bool,
}

impl Automation {
    /// A decision that was undone is asked again, whatever the orders say, until it is answered.
    pub fn ask_again(&mut self, session: &dyn Session, shown: &Shown) {
        let when = shown.view.turn_phase();
        let asked = Some((session.plays(), self.standing.written()));
        self.watch = Watch { when, asked, ..Watch::default() };
    }

    /// The answer of the orders to the present chance; `None` if the player is asked.
    pub(super) fn ordered(&mut self, session: &dyn Session, shown: &Shown) -> Option<Ordered> {
        let now = (session.plays(), self.standing.written());
        if self.watch.asked.as_ref() == Some(&now) {
            return None;
        }
        let hold = shown.choices.iter().find(|c| c.act == Act::Hold)?.notation.clone();
        let Some(all) = best_attack(session, 2.0, Vec::new()) else {
            return self.without_a_shot(session, shown, hold);
        };
        let (asking, orders) = self.orders_of_firers(session, shown);
        if let Some(ordered) =
            orders.into_iter().find_map(|(order, ids)| shot_of(session, shown, &order, ids))
        {
            return Some(ordered);
        }
        let shots = if asking.is_empty() {
            Vec::new()
        } else {
            session.aids().attacks(&Wanted { harm: 2.0, firers: asking, ..Wanted::default() })
        };
        // A player with cards is asked whatever they are good for: no card goes unplayed unless the player
        // said so.
        let cards = shown.choices.iter().any(|choice| !choice.cards.is_empty() && !choice.quiet);
        let asks = shown.view.hand.is_some() && (!shots.is_empty() || cards);
        let harm = shots.iter().map(|shot| shot.harm).fold(0.0, f64::max);
        let again = self.watch.asked.as_ref().is_some_and(|(plays, _)| *plays == now.0);
        let offered = match shots.first() {
            first if asks && self.watch.passes_bar(harm) => Some(first),
            Some(first) if again => Some(Some(first)),
            _ => shots.iter().find(|shot| self.watch.worth_asking(shot.target, shot.harm)).map(Some),
        };
        if let Some(shot) = offered {
            self.watch.open = shot.map(|shot| (shot.target, shot.harm));
            self.watch.asked = Some(now);
            return None;
        }
        let shot = shots.into_iter().next().unwrap_or(all);
        let name = shown.piece(shot.target).map_or_else(String::new, PieceView::with_tag);
        let text = format!("You hold fire at {name}: {} {}.", shot.words[0], super::text::percent(shot.harm));
        let declined = (shot.harm > SAME).then(|| (shot.target, text.clone()));
        Some(Ordered { declined, ..Ordered::hold(hold, Some(text)) })
    }

    /// The answer to a chance to interrupt without any attack.
    fn without_a_shot(&self, session: &dyn Session, shown: &Shown, hold: String) -> Option<Ordered> {
        // A player who holds fire for the phase is not asked when there is nothing to fire at either.
        // With two human players a prompt without a shot is still shown: its absence would tell the mover
        // that nothing sees it.
        // Choices open at any time are no answer to this move.
        let idle = shown.choices.iter().all(|choice| choice.act == Act::Hold || choice.quiet);
        let shared = shown.decision.is_some_and(|now| session.seat(now.side.other()) == Seat::Human);
        match () {
            () if self.watch.closed => {
                Some(Ordered::hold(hold, Some("You hold fire for the rest of this phase.".to_owned())))
            }
            () if idle && !shared => Some(Ordered::hold(hold, None)),
            () => self.ordered_by_chance(session, shown, hold),
        }
    }

    /// The firers about which the player is asked, and the others by their order.
    fn orders_of_firers(
        &self,
        session: &dyn Session,
        shown: &Shown,
    ) -> (Vec<PieceId>, Vec<(When, Vec<PieceId>)>) {
        let (mut asking, mut orders): (Vec<PieceId>, Vec<(When, Vec<PieceId>)>) = Default::default();
        for attack in session.aids().attacks(&Wanted::of(2.0)) {
            for id in attack.firers {
                match self.when_of(shown, id) {
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
        (asking, orders)
    }

    /// Where a ruleset lists no attacks, the orders go by the previews of the choices.
    fn ordered_by_chance(&self, session: &dyn Session, shown: &Shown, hold: String) -> Option<Ordered> {
        let side = shown.decision?.side;
        let ordered = match self.standing.own(&Scope::Side(side)) {
            Some(When::Chance(least)) => Some(f64::from(*least) / 100.0),
            Some(When::Hold) => {
                return Some(Ordered::hold(hold, Some("You hold fire, as ordered.".to_owned())));
            }
            _ => None,
        };
        if ordered.is_none() && self.watch.bar.is_none() {
            return None;
        }
        let best = best_by_preview(session, shown);
        let low = ordered.is_some_and(|least| best < least) || !self.watch.passes_bar(best);
        let text = format!("You hold fire: the best shot is {}.", super::text::percent(best));
        low.then(|| Ordered::hold(hold, Some(text)))
    }

    /// The standing order of a piece.
    pub fn when_of(&self, shown: &Shown, id: PieceId) -> When {
        let Some(piece) = shown.piece(id) else { return When::Ask };
        self.standing.when(piece.side, &piece.formation, id)
    }

    /// Notes that the player passes or holds fire.
    pub fn note_pass(&mut self, shown: &Shown, act: Act) {
        if act == Act::Pass {
            self.passed = shown.decision.map(|decision| (decision.side, shown.view.turn_phase()));
            self.note_routine(shown);
        }
        if self.automatic || !deciding::reacting(&shown.choices) {
            return;
        }
        match act {
            Act::Hold | Act::Pass => self.watch.decline(),
            // A shot that is taken is not declined.
            _ => self.watch.open = None,
        }
    }

    /// Remembers what was offered when the player passed a routine decision; only the last time counts.
    fn note_routine(&mut self, shown: &Shown) {
        let Some(decision) = shown.decision.filter(|decision| decision.routine) else { return };
        self.routines.retain(|(side, kind, _)| (*side, *kind) != (decision.side, decision.kind));
        self.routines.push((decision.side, decision.kind, shown.offered()));
    }

    /// Whether the player has passed in this phase and is asked again.
    pub fn asked_again(&self, shown: &Shown) -> bool {
        let now = shown.decision.map(|decision| (decision.side, shown.view.turn_phase()));
        shown.pass().is_some() && self.passed.is_some() && self.passed == now
    }

    /// Everything that can have standing orders: the side, its formations, the pieces under the cursor and
    /// those with orders of their own.
    pub fn order_scopes(&self, shown: &Shown, pointer: &Pointer) -> Vec<(Scope, String)> {
        let side = shown.viewer;
        let mut all = vec![(Scope::Side(side), format!("All {}", shown.view.sides[side.index()].name))];
        let mut seen: HashSet<&str> = HashSet::new();
        let own = || shown.view.pieces.iter().filter(|piece| piece.side == side && !piece.lost);
        for piece in own().filter(|piece| !piece.formation.is_empty()) {
            if seen.insert(&piece.formation) {
                all.push((Scope::Formation(side, piece.formation.clone()), piece.formation.clone()));
            }
        }
        let here: HashSet<PieceId> = shown.pieces_at(pointer.cursor).map(|piece| piece.id).collect();
        for piece in own() {
            let scope = Scope::Piece(piece.id);
            if here.contains(&piece.id) || self.standing.own(&scope).is_some() {
                all.push((scope, piece.with_tag()));
            }
        }
        all
    }
}

/// The best attack with this chance of harm, by these firers only if any are named.
fn best_attack(session: &dyn Session, harm: f64, firers: Vec<PieceId>) -> Option<Attack> {
    session.aids().attacks(&Wanted { harm, firers, ..Wanted::default() }).into_iter().next()
}

/// The shot that firers with this order take.
fn shot_of(session: &dyn Session, shown: &Shown, order: &When, ids: Vec<PieceId>) -> Option<Ordered> {
    let attack = match order {
        When::Chance(n) => {
            let least = f64::from(*n) / 100.0;
            best_attack(session, least, ids).filter(|attack| attack.harm >= least)
        }
        When::Within(range) => {
            let near = |id: &PieceId| best_attack(session, 2.0, vec![*id]).is_some_and(|a| a.range <= *range);
            let ids: Vec<PieceId> = ids.into_iter().filter(near).collect();
            if ids.is_empty() { None } else { best_attack(session, ENOUGH, ids) }
        }
        When::Kind(kind) => best_attack(session, ENOUGH, ids).filter(|attack| attack.kind == kind),
        When::Ask | When::Hold => None,
    }?;
    let order = order.in_words();
    let said = Some(format!("By standing order ({order}): {}.", shown.attack_in_words(&attack)));
    Some(Ordered { plays: attack.plays, said, declined: None, order: Some(order) })
}

/// The best chance of a roll among the choices, by their previews.
pub(super) fn best_by_preview(session: &dyn Session, shown: &Shown) -> f64 {
    let previews = shown.choices.iter().filter_map(|choice| session.preview(&choice.notation));
    let rolls = previews.flat_map(|preview| preview.rolls.into_iter().map(|roll| roll.chance()));
    rolls.fold(0.0, f64::max)
}
