//! Fire out of turn by standing orders: the player is asked only where there is something to decide.

use std::collections::HashSet;

use crate::game::gesture::{Attack, Wanted};
use crate::game::view::{PieceId, PieceView};
use crate::game::{Act, Side};

use super::deciding;
use super::game::Game;
use super::keymap::Keymap;
use super::standing::{When, Whom};

/// More prompts than one act can raise.
const LIMIT: usize = 200;

/// How often a player who lets everything pass is asked in a turn; then only for a shot as good as [`SURE`].
const ASKS: u32 = 3;

/// A chance of harm that is worth asking about in any case.
const SURE: f64 = 0.8;

/// The least chance of harm that is asked about.
const LEAST: f64 = 0.08;

/// Whoever fires by an order that names no chance puts so much together and no more.
const ENOUGH: f64 = 0.6;

/// What the player has let pass in this turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Watch {
    when: (u32, usize),
    /// A shot must be better than this to be asked about.
    bar: f64,
    /// How often he was asked and let pass.
    asks: u32,
    /// He lets this phase pass.
    closed: bool,
    /// The shot that he is asked about, or was asked about last.
    last: Option<(PieceId, f64)>,
    /// After how many plays he was asked, and what his orders were then: he is asked until he answers or orders
    /// something else.
    asked: Option<(u32, String)>,
}

/// What the standing orders make of a chance.
struct Ordered {
    plays: Vec<String>,
    /// A word about it.
    said: Option<String>,
    /// The order by which it is a shot.
    order: Option<String>,
}

impl Ordered {
    /// The chance is let pass.
    fn hold(hold: String, said: String) -> Self {
        Self { plays: vec![hold], said: Some(said), order: None }
    }
}

impl Watch {
    fn worth_asking(&self, target: PieceId, harm: f64) -> bool {
        if self.closed {
            return false;
        }
        match self.last {
            // Once a move, and again if the shot has become better.
            Some((known, before)) if known == target => harm > before + 0.05,
            _ if self.asks >= ASKS => harm >= self.bar.max(SURE),
            _ => harm >= self.bar.max(LEAST),
        }
    }
}

impl Game {
    /// Answers chances to interrupt by standing orders, as long as they say how.
    pub fn answer_by_orders(&mut self, keymap: &Keymap) {
        for _ in 0..LIMIT {
            let asked = self.human() && self.session.awaiting().is_none() && self.trouble.is_none();
            if !asked || !deciding::reacting(&self.choices) || self.half_made() {
                return;
            }
            let when = (self.view.turn, self.view.phase);
            if self.watch.when != when {
                self.watch = Watch { when, ..Watch::default() };
            }
            let Some(Ordered { plays, said, order }) = self.ordered() else { return };
            let before = self.session.log().len();
            self.automatic = true;
            let whole = plays.iter().all(|play| self.play(play, keymap));
            self.automatic = false;
            if !whole {
                return;
            }
            self.told_passing = order.is_none();
            // What came of a shot says more than what was to be hoped for from it.
            let came = order
                .and_then(|order| Some(format!("By standing order ({order}): {}", self.came_of(before)?)));
            self.message = came.or(said);
        }
    }

    /// What was taken back is asked, whatever the orders say, until it is answered.
    pub fn ask_again(&mut self) {
        let when = (self.view.turn, self.view.phase);
        let asked = Some((self.session.plays(), self.standing.written()));
        self.watch = Watch { when, asked, ..Watch::default() };
    }

    /// An attack that the player has begun to put together is his.
    fn half_made(&self) -> bool {
        self.choices.iter().any(|c| c.act == Act::Commit)
    }

    /// What the orders make of the chance at hand; `None`: the player is asked.
    fn ordered(&mut self) -> Option<Ordered> {
        let now = (self.session.plays(), self.standing.written());
        if self.watch.asked.as_ref() == Some(&now) {
            return None;
        }
        let hold = self.choices.iter().find(|c| c.act == Act::Hold)?.notation.clone();
        let best = |game: &Self, harm: f64, firers: Vec<PieceId>| {
            game.session.attacks(&Wanted { harm, firers }).into_iter().next()
        };
        let Some(all) = best(self, 2.0, Vec::new()) else {
            // Whoever lets a phase pass is not asked where nothing could be fired either.
            return match self.watch.closed {
                true => Some(Ordered::hold(hold, "Let pass, as everything in this phase.".to_owned())),
                false => self.ordered_by_chance(hold),
            };
        };
        let (mut asking, mut orders): (Vec<PieceId>, Vec<(When, Vec<PieceId>)>) = Default::default();
        for attack in self.session.attacks(&Wanted::of(2.0)) {
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
                return Some(Ordered { plays: attack.plays, said, order: Some(order) });
            }
        }
        let shot = if asking.is_empty() { None } else { best(self, 2.0, asking) };
        // Who holds cards is asked whatever they are good for: no card of his goes unplayed unless he said so.
        let cards = self.choices.iter().any(|choice| !choice.cards.is_empty() && !choice.quiet);
        let asks = self.view.hand.is_some() && (shot.is_some() || cards);
        match shot {
            _ if asks && !self.watch.closed => None,
            Some(shot)
                if self.watch.asked.as_ref().is_some_and(|(plays, _)| *plays == now.0)
                    || self.watch.worth_asking(shot.target, shot.harm) =>
            {
                self.watch.last = Some((shot.target, shot.harm));
                self.watch.asked = Some(now);
                None
            }
            shot => {
                let shot = shot.unwrap_or(all);
                let tag = self.piece(shot.target).map_or("", |piece| piece.tag.as_str());
                let text = format!("Let pass: {tag}, {} {}.", shot.words[0], super::text::percent(shot.harm));
                Some(Ordered::hold(hold, text))
            }
        }
    }

    /// Where a ruleset says nothing of attacks, the chances of the rolls that could be made are all there is to go
    /// by.
    fn ordered_by_chance(&self, hold: String) -> Option<Ordered> {
        let side = self.decision?.side;
        let least = match self.standing.own(&Whom::Side(side))? {
            When::Chance(least) => *least,
            When::Hold => return Some(Ordered::hold(hold, "Let pass, as ordered.".to_owned())),
            _ => return None,
        };
        let best = self
            .choices
            .iter()
            .filter_map(|c| self.session.preview(&c.notation))
            .flat_map(|preview| preview.rolls.into_iter().map(|roll| roll.chance()))
            .fold(0.0, f64::max);
        let text = format!("Let pass: no shot as good as {least}%.");
        (best * 100.0 < f64::from(least)).then(|| Ordered::hold(hold, text))
    }

    /// When a piece fires out of turn.
    pub fn when_of(&self, id: PieceId) -> When {
        let Some(piece) = self.piece(id) else { return When::Ask };
        self.standing.when(piece.side, &piece.formation, id)
    }

    /// The attack as it stands or falls by its numbers: "G3 G4 at S3 T-34c: D+ 45%, E 12%".
    pub fn attack_in_words(&self, attack: &Attack) -> String {
        let tag = |id: PieceId| self.piece(id).map_or("", |piece| piece.tag.as_str());
        let firers: Vec<&str> = attack.firers.iter().map(|id| tag(*id)).collect();
        let target = self.piece(attack.target).map_or_else(String::new, PieceView::with_tag);
        let [harm, kill] = attack.words;
        let (much, all) = (super::text::percent(attack.harm), super::text::percent(attack.kill));
        format!("{} at {target}: {harm} {much}, {kill} {all}", firers.join(" "))
    }

    /// What one key would fire at the prompt to interrupt.
    pub fn offered_shot(&self) -> Option<String> {
        let attack = self.session.attacks(&Wanted::of(self.wanted)).into_iter().next()?;
        Some(self.attack_in_words(&attack))
    }

    /// Notes that the player let his turn or a chance pass.
    pub fn note_pass(&mut self, act: Act) {
        if act == Act::Pass {
            self.passed = self.decision.map(|decision| (decision.side, (self.view.turn, self.view.phase)));
            self.note_routine();
        }
        if !matches!(act, Act::Hold | Act::Pass) || !deciding::reacting(&self.choices) {
            return;
        }
        if let Some((_, harm)) = self.watch.last {
            self.watch.bar = self.watch.bar.max(1.25 * harm + 0.05);
            self.watch.asks += 1;
        }
    }

    /// Remembers what was let pass of a routine decision, the last time only.
    fn note_routine(&mut self) {
        let Some(decision) = self.decision.filter(|decision| decision.routine) else { return };
        self.routines.retain(|(side, kind, _)| (*side, *kind) != (decision.side, decision.kind));
        self.routines.push((decision.side, decision.kind, self.offered()));
    }

    fn offered(&self) -> Vec<String> {
        self.choices.iter().map(|choice| choice.notation.clone()).collect()
    }

    /// Lets a routine decision pass that was let pass before, while nothing else is offered.
    pub fn pass_routine(&mut self, keymap: &Keymap) {
        for _ in 0..LIMIT {
            let asked = self.human() && self.session.awaiting().is_none() && self.trouble.is_none();
            let Some(decision) = self.decision.filter(|decision| asked && decision.routine) else { return };
            let known = |(side, kind, offered): &(Side, &str, Vec<String>)| {
                (*side, *kind) == (decision.side, decision.kind) && *offered == self.offered()
            };
            let Some(pass) = self.pass().filter(|_| self.routines.iter().any(known)) else { return };
            if self.session.caution(&pass).is_some() || !self.play(&pass, keymap) {
                return;
            }
            self.message = Some(format!("Let pass as before: {}.", decision.prompt.trim_end_matches('.')));
        }
    }

    /// Lets everything pass that is no better than what is offered now.
    pub fn pass_until_better(&mut self, keymap: &Keymap) {
        let Some(hold) = self.hold() else { return };
        if self.play(&hold, keymap) {
            self.watch.asks = self.watch.asks.saturating_sub(1);
            let bar = super::text::percent(self.watch.bar);
            self.message = Some(format!("Asked again in this phase only for a shot of {bar} or better."));
        }
    }

    /// Writes down what is ordered for later, if it has changed; what cannot be written is tried again once it has
    /// changed anew, or with the next play.
    pub fn keep_orders(&mut self) {
        let now = self.standing.written();
        if now == self.kept || self.watching || self.session.shown().is_some() {
            return;
        }
        self.session.set_standing(now.clone());
        self.kept = now;
        if let Err(refused) = self.session.keep_standing() {
            self.refuse(&refused);
        }
    }

    /// Whether one has passed in this phase and is asked again.
    pub fn asked_again(&self) -> bool {
        let now = self.decision.map(|decision| (decision.side, (self.view.turn, self.view.phase)));
        self.pass().is_some() && self.passed.is_some() && self.passed == now
    }

    /// The choice to let one's turn to act go by.
    fn pass(&self) -> Option<String> {
        let reacts = deciding::reacting(&self.choices);
        self.choices.iter().find(|c| c.act == Act::Pass && !reacts).map(|c| c.notation.clone())
    }

    /// Goes on letting one's turns go by in a phase that one has ended.
    pub fn pass_on(&mut self, keymap: &Keymap) {
        let when = (self.view.turn, self.view.phase);
        for _ in 0..LIMIT {
            let ends = |side: Side| self.ending == Some((side, when));
            if !self.human() || self.session.awaiting().is_some() || self.trouble.is_some() {
                return;
            }
            let mine = self.decision.is_some_and(|decision| ends(decision.side));
            let Some(pass) = self.pass().filter(|_| mine) else { return };
            if self.session.caution(&pass).is_some() || !self.play(&pass, keymap) {
                self.ending = None;
                return;
            }
        }
    }

    /// Lets the whole phase pass: chances to fire, or all that one might still do in it.
    pub fn pass_phase(&mut self, keymap: &Keymap) {
        if let (Some(pass), Some(decision)) = (self.pass(), self.decision) {
            let (side, when) = (decision.side, (self.view.turn, self.view.phase));
            let phase = self.view.phases.get(self.view.phase).copied().unwrap_or_default();
            if self.play_warned(&pass, keymap) {
                self.ending = Some((side, when));
                self.message = Some(format!("You pass for the rest of the phase ({phase})."));
            }
            return;
        }
        let Some(hold) = self.hold() else { return };
        self.watch.closed = true;
        if self.play(&hold, keymap) {
            self.message = Some("Everything passes in this phase.".to_owned());
        }
    }

    fn hold(&mut self) -> Option<String> {
        let hold = self.choices.iter().find(|c| c.act == Act::Hold).map(|c| c.notation.clone());
        if hold.is_none() {
            self.message = Some("There is nothing to let pass now.".to_owned());
        }
        hold
    }

    /// The whole side's order: asked, fire at 25, 40, 60 %, let pass.
    pub fn next_order(&mut self) {
        let side = self.viewer;
        let now = self.standing.own(&Whom::Side(side)).cloned().unwrap_or_default();
        let next = deciding::next_order(&now, &self.view.kinds);
        self.message = Some(format!("Out of turn, if nothing else is ordered: {}.", next.in_words()));
        self.standing.order(Whom::Side(side), next);
    }

    /// Whom orders can be given to: the side, its formations, the piece under the cursor and those with orders of
    /// their own.
    pub fn whoms(&self) -> Vec<(Whom, String)> {
        let side = self.viewer;
        let mut all = vec![(Whom::Side(side), format!("All {}", self.view.sides[side.index()].name))];
        let mut seen: HashSet<&str> = HashSet::new();
        let own = || self.view.pieces.iter().filter(|piece| piece.side == side && !piece.lost);
        for piece in own().filter(|piece| !piece.formation.is_empty()) {
            if seen.insert(&piece.formation) {
                all.push((Whom::Formation(side, piece.formation.clone()), piece.formation.clone()));
            }
        }
        let here: HashSet<PieceId> = self.pieces_at(self.cursor).map(|piece| piece.id).collect();
        for piece in own() {
            let whom = Whom::Piece(piece.id);
            if here.contains(&piece.id) || self.standing.own(&whom).is_some() {
                all.push((whom, piece.with_tag()));
            }
        }
        all
    }
}
