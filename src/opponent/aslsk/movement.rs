//! Movement from cover to cover towards the objective. Whole moves are weighed and their first step is taken.
//! The holding side leaves enemy LOS in its own turn and returns in the APh; broken units leave.

use super::Mind;
use super::danger::Stance;
use super::journey::{Journey, best_of};
use super::score::{Part, Score};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::battle::Victory;
use crate::rules::aslsk::state::{Choice, Marker, Position};
use crate::rules::aslsk::turn::movement::Mover;
use crate::rules::aslsk::turn::stack;

/// Half MF of Double Time (3.3f).
const DOUBLE: u8 = 4;

/// Half MF of a squad alone.
pub(super) const ALONE: u8 = 8;

/// Half MF of a leader, or of a squad with one.
const LED: u8 = 12;

/// The least danger worth a Smoke grenade, and the least Smoke Exponent worth a try.
const SMOKED: i32 = 30;
const EXPONENT: u8 = 3;

impl Mind<'_> {
    /// The unit with the most to gain moves first; leaders before others, so that units can move with them.
    pub(super) fn who_moves(&self, choice: &Choice) -> Score {
        let forces = &self.position.forces;
        let Choice::Move(id) = *choice else { return Score::default() };
        let unit = forces.unit(id);
        let Some(here) = unit.place() else {
            return Score::of(Part::Order, if unit.leader() { 600 } else { 500 });
        };
        if forces.mans(id).is_some() {
            return Score::NEVER;
        }
        if self.exits_from(here) {
            return Score::of(Part::Goal, 400);
        }
        if self.tends(id) {
            return Score::NEVER;
        }
        if self.may_take_gun(id, here) {
            return Score::of(Part::Goal, 350);
        }
        let mate = |&other: &u8| {
            forces.mmc(other)
                && forces.mans(other).is_none()
                && !forces.unit(other).moved
                && forces.unit(other).marker == Marker::None
                && forces.unit(other).good_order()
                && !forces.unit(other).pinned
        };
        let company = if unit.leader() { forces.units_at(here, self.side).find(mate) } else { None };
        let left = if unit.leader() { LED } else { ALONE };
        let units: Vec<u8> = [id].into_iter().chain(company).collect();
        let size: i32 = units.iter().map(|&unit| i32::from(forces.size(unit))).sum();
        let walking = self.party(units.clone(), left, Stance::Walks);
        let sneaking = self.party(units, left - 1, Stance::Sneaks);
        // A leader alone does not wander for a trifle.
        let alone = unit.leader() && company.is_none();
        let rest = if alone { self.weights.linger } else { self.weights.rest };
        let stays = self.worth(here, &walking).and(Part::Cost, rest);
        let gone = [self.best_journey(&walking), self.best_journey(&sneaking)];
        let gone: Vec<Journey> = gone.into_iter().flatten().collect();
        let Some(best) = best_of(&gone) else {
            return Score::NEVER;
        };
        let gain = best.score - stays;
        if gain.total() <= 0 {
            return gain.and(Part::Order, -1);
        }
        gain.and(Part::Order, (300 - gain.total()).min(0))
            .and(Part::Company, if company.is_some() { 40 } else { 0 })
            .and(Part::Order, 0.max(self.weights.scout * (6 - size)))
    }

    /// What a unit gains by moving this turn; 0 if it should stay.
    pub(super) fn gain(&self, id: u8) -> i32 {
        if let Some((_, known)) = self.gains.borrow().iter().find(|(unit, _)| *unit == id) {
            return *known;
        }
        let gain = self.who_moves(&Choice::Move(id)).total().max(0);
        self.gains.borrow_mut().push((id, gain));
        gain
    }

    /// Whether a Gun that counts lies in the hex of a unit that can man it.
    fn may_take_gun(&self, id: u8, here: Place) -> bool {
        let forces = &self.position.forces;
        let counts = self.presses() && matches!(self.position.battle.victory, Victory::Guns { .. });
        let able = forces.mmc(id) && forces.unit(id).good_order();
        let gun =
            |&weapon: &u8| forces.weapon(weapon).gun().is_some() && forces.weapon(weapon).lies == Some(here);
        counts && able && forces.weapon_ids().any(|weapon| gun(&weapon))
    }

    /// Whether a leader stays with broken units of its hex until they rally, because it is their only one.
    pub(super) fn tends(&self, id: u8) -> bool {
        let position = self.position;
        let unit = position.forces.unit(id);
        let Some(here) = unit.place().filter(|_| unit.leader() && unit.good_order()) else { return false };
        let others = || position.forces.units_at(here, self.side).filter(|&other| other != id);
        let broken = |other: u8| position.forces.mmc(other) && position.forces.unit(other).broken;
        let leads =
            |other: u8| position.forces.unit(other).leader() && position.forces.unit(other).good_order();
        others().any(broken) && !others().any(leads)
    }

    /// The choices of a moving stack with their scores.
    pub(super) fn steps(&self, mover: &Mover, choices: &[Choice]) -> Vec<(Choice, Score)> {
        let Position { ground, forces, .. } = self.position;
        let first = mover.units.first().copied().unwrap_or_default();
        let from = forces.unit(first).place();
        let with = self.companion(mover, choices);
        let left = stack::stack_allowance(forces, mover).saturating_sub(mover.spent);
        let goes = |choice: &Choice| match choice {
            Choice::Go(hex) => ground.map().place(*hex),
            _ => None,
        };
        let firsts: Vec<Place> = choices.iter().filter_map(goes).collect();
        let stance = if mover.assault { Stance::Sneaks } else { Stance::Walks };
        let party = |left: u8, stance: Stance| self.party(mover.units.clone(), left, stance);
        let whole = self.journeys(&party(left, stance), &firsts);
        let rest = from.map_or(Score::NEVER.and(Part::Order, 1), |here| {
            self.worth(here, &party(left, stance)).and(Part::Cost, self.weights.rest)
        });
        // The holding side goes no farther than it can return from.
        let sneaks = choices.contains(&Choice::Assault);
        let far = if sneaks && !self.hurries(from) { self.weights.far } else { 0 };
        let best = best_of(&whole).map(|best| (best.first, best.score.and(Part::Cost, -far)));
        let smoke = best
            .filter(|(_, score)| score.total() > rest.total())
            .and_then(|(to, score)| Some((self.smoke_first(mover, to, left, choices)?, score)));
        let others = |left: u8, stance: Stance| -> Option<Journey> {
            best_of(&self.journeys(&party(left, stance), &firsts)).cloned()
        };
        let score = |choice: &Choice| match choice {
            Choice::Exit => Score::of(Part::Goal, 20_000),
            _ if Some(*choice) == with => Score::of(Part::Company, 10_000),
            Choice::Go(_) => {
                let to = goes(choice);
                let journey = whole.iter().find(|journey| Some(journey.first) == to);
                journey.map_or(Score::NEVER, |journey| journey.score.and(Part::Cost, -far))
            }
            Choice::Assault if sneaks => {
                others(left.saturating_sub(1), Stance::Sneaks).map_or(Score::NEVER, |journey| journey.score)
            }
            Choice::Double if self.hurries(from) => others(left + DOUBLE, Stance::Walks)
                .map_or(Score::NEVER, |journey| journey.score.and(Part::Cost, -self.tired(from))),
            Choice::Recover(..) => Score::of(Part::Goal, 5000),
            Choice::Smoke(..) if smoke.is_some_and(|(grenade, _)| grenade == *choice) => {
                smoke.map_or(Score::NEVER, |(_, score)| score.and(Part::Order, 1))
            }
            Choice::Done => rest,
            _ => Score::NEVER,
        };
        let scored = choices.iter().map(|choice| (*choice, score(choice))).collect();
        self.whole.replace(whole);
        scored
    }

    /// The cost of becoming CX: higher near enemies, low if time is short.
    fn tired(&self, from: Option<Place>) -> i32 {
        let near = self
            .threats
            .posts()
            .iter()
            .filter_map(|post| Some(self.position.ground.map().range(from?, post.place)))
            .min();
        let hurried = !self.presses() || from.is_none_or(|from| self.haste(self.to_goal(from)) >= 20);
        match near {
            Some(0..=8) if !hurried => self.weights.tired_near,
            _ => self.weights.tired,
        }
    }

    /// A leader takes up to two squads along, those with the heaviest load first.
    fn companion(&self, mover: &Mover, choices: &[Choice]) -> Option<Choice> {
        let position = self.position;
        let leads = mover.units.iter().any(|&id| position.forces.unit(id).leader());
        let squads = mover.units.iter().filter(|&&id| position.forces.mmc(id)).count();
        if !leads || squads > 1 {
            return None;
        }
        let with = choices.iter().filter_map(|choice| match *choice {
            Choice::With(id) if position.forces.mmc(id) && position.forces.mans(id).is_none() => Some(id),
            _ => None,
        });
        let weight = |&id: &u8| (position.forces.weapons_of(id).count(), position.forces.size(id));
        with.max_by_key(weight).map(Choice::With)
    }

    /// Smoke into the open hex ahead if it is under fire and enough MF are left to move on behind it.
    fn smoke_first(&self, mover: &Mover, to: Place, left: u8, choices: &[Choice]) -> Option<Choice> {
        let Position { ground, forces, .. } = self.position;
        let price = 4 + ground.way_cost(None, to) + 2;
        let worthwhile = self.presses()
            && !mover.assault
            && !ground.smoky(to)
            && left >= price
            && self.threats.danger(to, Stance::Walks) >= SMOKED;
        if !worthwhile {
            return None;
        }
        let hex = ground.hex(to);
        choices.iter().copied().find(|choice| {
            matches!(choice, Choice::Smoke(id, at) if *at == hex && forces.unit(*id).data().smoke >= EXPONENT)
        })
    }
}
