//! Advances: into better cover, closer to the objective, into weak enemies, or back to a held position.

use super::Mind;
use super::danger::{Stance, arms_of};
use super::score::{Part, Score};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::{Choice, Marker};

impl Mind<'_> {
    pub(super) fn advance(&self, choice: &Choice) -> Score {
        let (id, hex, led) = match *choice {
            Choice::Advance(id, hex) => (id, hex, None),
            Choice::Escort(id, leader, hex) => (id, hex, Some(leader)),
            Choice::Done => return Score::default(),
            _ => return Score::NEVER,
        };
        let position = self.position;
        let Some(to) = position.ground.map().place(hex) else { return Score::NEVER };
        let unit = position.forces.unit(id);
        if position.forces.mans(id).is_some()
            || self.tends(id)
            || led.is_some_and(|leader| self.tends(leader))
        {
            return Score::NEVER;
        }
        let coming: Vec<u8> = [id].into_iter().chain(led).collect();
        if position.forces.occupied(to, self.foe()) {
            return self.closes(id, to, &coming);
        }
        let Some(here) = unit.place() else { return Score::of(Part::Order, 500) };
        let arms = arms_of(&self.position.forces, id);
        let gain = self.stands(to, &arms) - self.stands(here, &arms);
        let company = if unit.leader() {
            10 * (self.mates(to, id).min(2) - self.mates(here, id).min(2))
        } else {
            self.crowd(here, id) - self.crowd(to, id)
        };
        gain.and(Part::Company, company).and(Part::Cost, -self.weights.advance_least)
    }

    /// The value of a hex at the end of the turn.
    fn stands(&self, place: Place, arms: &[(i32, u16, Marker)]) -> Score {
        let weights = &self.weights;
        let danger = self.threats.danger(place, Stance::Stands);
        let goal = self.to_goal(place);
        let shots = Score::of(Part::Shots, self.threats.opportunity(place, arms, false) / 2);
        if self.presses() {
            let nearer = weights.advance + weights.advance_turn * i32::from(self.position.turn.number);
            shots
                .and(Part::Cover, self.cover(place) * weights.advance_cover / 100)
                .and(Part::Danger, -danger * self.care(weights.advance_care) / 100)
                .and(Part::Goal, -nearer * goal)
        } else {
            shots
                .and(Part::Cover, self.cover(place))
                .and(Part::Danger, -danger * weights.return_care / 100)
                .and(Part::Goal, -weights.return_far * (goal - 1).max(0))
        }
    }

    /// The cost of the other MMC in a hex: an attack hits all of them.
    fn crowd(&self, place: Place, id: u8) -> i32 {
        let danger = self.threats.danger(place, Stance::Stands);
        self.mates(place, id) * (3 + danger * self.weights.advance_crowd / 100)
    }

    /// The other MMC in a hex.
    fn mates(&self, place: Place, id: u8) -> i32 {
        let forces = &self.position.forces;
        forces.units_at(place, self.side).filter(|&other| other != id && forces.mmc(other)).count() as i32
    }

    /// The value of an advance into a CC.
    fn closes(&self, id: u8, to: Place, coming: &[u8]) -> Score {
        let position = self.position;
        let unit = position.forces.unit(id);
        let alone = unit.leader() && !position.forces.occupied(to, self.side);
        // Other units of this hex may follow, which makes the CC stronger.
        let mates =
            unit.place().map_or(0, |here| position.forces.units_at(here, self.side).count() as i32 - 1);
        let late = self.presses() && position.turn.number == position.battle.turns;
        let due = if late { self.weights.fight_late } else { 0 };
        let fight = self.fight(to, coming);
        if alone || fight + due <= self.weights.fight - 7 * mates.min(2) {
            return Score::of(Part::Harm, fight.min(-1)).and(Part::Cost, -100);
        }
        Score::of(Part::Harm, fight).and(Part::Goal, due).and(Part::Order, 60)
    }
}
