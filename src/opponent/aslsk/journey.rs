//! Whole moves: where a unit or stack can get to, what it risks on the way and what it finds there.

use std::iter;

use super::Mind;
use super::danger::{Stance, arms_of};
use super::score::{Part, Score};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::Marker;
use crate::rules::aslsk::state::battle::Victory;

/// The holding side stays this near to the enemies that must pass it.
const REACH: i32 = 3;

/// It blocks their path only from this near.
const BARS: i32 = 5;

/// The half MF of the step off the map.
const STEP: u8 = 2;

/// A moving unit or stack and its allowance.
pub(super) struct Party {
    pub units: Vec<u8>,
    arms: Vec<(i32, u16, Marker)>,
    pub from: Option<Place>,
    /// Half MF left.
    pub left: u8,
    stance: Stance,
    /// One more hex only.
    short: bool,
}

/// The best whole move by a first hex.
#[derive(Clone)]
pub(super) struct Journey {
    pub score: Score,
    pub first: Place,
    /// The hexes after the first.
    pub then: Vec<Place>,
}

impl Journey {
    /// Its hexes, from the first to the last.
    pub(super) fn hexes(self) -> impl Iterator<Item = Place> {
        iter::once(self.first).chain(self.then)
    }
}

/// A hex on a whole move.
#[derive(Copy, Clone)]
struct Reached {
    place: Place,
    /// Half MF spent.
    spent: u8,
    /// The danger on the way in sum, and the worst of it.
    danger: [i32; 2],
    /// The number of the first hex.
    first: usize,
    /// The number of the hex before it, if it is not a first one.
    before: Option<usize>,
}

impl Mind<'_> {
    pub(super) fn party(&self, units: Vec<u8>, left: u8, stance: Stance) -> Party {
        let from = units.first().and_then(|&id| self.position.forces.unit(id).place());
        let arms = units.iter().flat_map(|&id| arms_of(&self.position.forces, id)).collect();
        Party { units, arms, from, left, stance, short: stance == Stance::Sneaks }
    }

    /// The value of a hex closer to the objective for the side that must get there: higher with less time
    /// left.
    pub(super) fn haste(&self, goal: i32) -> i32 {
        let (battle, weights) = (&self.position.battle, &self.weights);
        let left = i32::from(battle.turns.saturating_sub(self.position.turn.number)) + 1;
        let (nearer, hurry, most) = match battle.victory {
            Victory::Exit { .. } => (weights.out, weights.out_hurry, weights.out_most),
            _ => (weights.there, weights.there_hurry, weights.there_most),
        };
        (nearer + hurry * goal / left).min(most)
    }

    /// A share of danger that a side minds, by what it has to do.
    pub(super) fn care(&self, share: i32) -> i32 {
        match self.position.battle.victory {
            Victory::Guns { .. } if self.presses() => share * self.weights.gun_care / 100,
            Victory::Exit { .. } if self.presses() => share * self.weights.exit_care / 100,
            _ => share,
        }
    }

    /// The value of ending a move in a hex.
    pub(super) fn worth(&self, place: Place, party: &Party) -> Score {
        let weights = &self.weights;
        let goal = self.to_goal(place);
        let stands = self.threats.danger(place, Stance::Stands);
        let presses = self.presses();
        let shots = self.threats.opportunity(place, &party.arms, !presses);
        let company = Score::of(Part::Company, self.company(place, party, stands));
        let runners = self.runners(place);
        if let Some((Some(ahead), nearest)) = runners {
            let far = weights.chase * ahead + weights.near * (nearest - REACH).max(0);
            return company
                .and(Part::Shots, shots)
                .and(Part::Danger, -stands * self.care(weights.press_care) / 100)
                .and(Part::Goal, -far);
        }
        let score = company.and(Part::Cover, self.cover(place) * weights.cover / 100);
        if presses {
            return score
                .and(Part::Danger, -stands * self.care(weights.press_care) / 100)
                .and(Part::Goal, -self.haste(goal) * goal)
                .and(Part::Shots, shots * weights.press_shots / 100);
        }
        // A unit in front of enemies blocks their path.
        let aside = runners.map_or(0, |(_, nearest)| weights.aside * (nearest - BARS).max(0));
        score
            .and(Part::Danger, -stands * weights.hold_care / 100)
            .and(Part::Goal, -weights.hold_far * (goal - 2).max(0) - aside)
            .and(Part::Shots, shots * weights.hold_shots / 100)
    }

    /// Enemies that may exit, for the side that must stop them: by how many hexes they are past a hex on
    /// average, and how far the nearest is.
    fn runners(&self, place: Place) -> Option<(Option<i32>, i32)> {
        let Victory::Exit { side, by, .. } = &self.position.battle.victory else { return None };
        if *side == self.side {
            return None;
        }
        let map = self.position.ground.map();
        let out = |from: Place| i32::from(by.iter().map(|&edge| map.range(from, edge)).min().unwrap_or(0));
        let here = out(place);
        let (mut ahead, mut past, mut nearest) = (0, 0, i32::MAX);
        for post in self.threats.posts().iter().filter(|post| post.units > 0 && post.fit()) {
            let there = out(post.place);
            nearest = nearest.min(map.range(place, post.place).into());
            if there < here {
                ahead += here - there;
                past += 1;
            }
        }
        (nearest < i32::MAX).then_some(((past > 0).then(|| ahead / past), nearest))
    }

    /// Whether enemies have got past a hex on their way off the map.
    fn passed(&self, place: Place) -> bool {
        matches!(self.runners(place), Some((Some(_), _)))
    }

    /// Whether a side must press on: to its objective, or after enemies that got past it.
    pub(super) fn hurries(&self, from: Option<Place>) -> bool {
        self.presses() || from.is_some_and(|from| self.passed(from))
    }

    /// Squads do not stack up under fire; leaders go where they are needed.
    fn company(&self, place: Place, party: &Party, danger: i32) -> i32 {
        let forces = &self.position.forces;
        let others = || forces.units_at(place, self.side).filter(|id| !party.units.contains(id));
        let squads = others().filter(|&id| forces.mmc(id)).count() as i32;
        let alone = !party.units.iter().any(|&id| forces.mmc(id));
        if alone {
            let led = others().any(|id| forces.unit(id).leader());
            let broken = others().filter(|&id| forces.unit(id).broken).count() as i32;
            let lonely = if squads == 0 { -25 } else { 0 };
            return 10 * squads.min(2) + 20 * broken.min(2) + lonely - if led { 20 } else { 0 };
        }
        // An attack hits all units of a hex.
        let crowd =
            if danger > 0 { -self.weights.crowd - danger * self.weights.crowd_danger / 100 } else { -2 };
        let third = if danger > 0 && squads > 1 { self.weights.third } else { 0 };
        let led = others().any(|id| forces.unit(id).leader() && !forces.unit(id).broken);
        crowd * squads - third + if led { self.weights.led } else { 0 }
    }

    /// The best whole move by each of these first hexes.
    pub(super) fn journeys(&self, party: &Party, firsts: &[Place]) -> Vec<Journey> {
        let ground = &self.position.ground;
        let (share, peak) = (self.care(self.weights.risk), self.care(self.weights.peak));
        let danger = |place: Place| self.threats.danger(place, party.stance);
        // Most firers fire once, where it hurts most.
        let risk = |sum: i32, worst: i32| (sum * share + worst * peak) / 100;
        // For each hex the costs that reach it, each with its risk; none is worse than another in both.
        let hexes = ground.map().places().count();
        let mut labels: Vec<Vec<(u8, i32)>> = vec![Vec::new(); hexes];
        // A hex may be reached at several costs, but what it is worth and whether there is room do not change.
        let mut worths: Vec<Option<Score>> = vec![None; hexes];
        let mut open: Vec<Option<bool>> = vec![None; hexes];
        let mut reached: Vec<Reached> = Vec::new();
        let mut best: Vec<(Score, usize)> = Vec::with_capacity(firsts.len());
        for (first, &to) in firsts.iter().enumerate() {
            let spent = ground.way_cost(party.from, to);
            best.push((Score::NEVER, reached.len()));
            reached.push(Reached { place: to, spent, danger: [danger(to); 2], first, before: None });
        }
        let mut at = 0;
        while at < reached.len() {
            let Reached { place: here, spent, danger: [sum, worst], first, .. } = reached[at];
            // A unit that can still pay for the exit leaves the map with this move.
            let out = !party.short && spent + STEP <= party.left && self.exits_from(here);
            let gone = if out { self.weights.exit * party.units.len() as i32 } else { 0 };
            let worth = *worths[here.index()].get_or_insert_with(|| self.worth(here, party));
            let score = worth.and(Part::Goal, gone).and(Part::Way, -risk(sum, worst));
            if score.total() > best[first].0.total() {
                best[first] = (score, at);
            }
            let before = Some(at);
            at += 1;
            if party.short {
                continue;
            }
            for (_, to) in ground.map().around(here) {
                let total = spent + ground.way_cost(Some(here), to);
                if total > party.left || Some(to) == party.from {
                    continue;
                }
                if !*open[to.index()].get_or_insert_with(|| self.enters(to, party)) {
                    continue;
                }
                let (sum, worst) = (sum + danger(to), worst.max(danger(to)));
                let risked = risk(sum, worst);
                let known = &mut labels[to.index()];
                if !known.iter().any(|&(cost, less)| cost <= total && less <= risked) {
                    known.push((total, risked));
                    reached.push(Reached { place: to, spent: total, danger: [sum, worst], first, before });
                }
            }
        }
        let way = |(score, last): (Score, usize)| {
            let back = iter::successors(Some(last), |&at| reached[at].before);
            let mut way: Vec<Place> = back.map(|at| reached[at].place).collect();
            way.reverse();
            Journey { score, first: way.remove(0), then: way }
        };
        best.into_iter().map(way).collect()
    }

    fn enters(&self, place: Place, party: &Party) -> bool {
        !self.position.forces.occupied(place, self.foe())
            && self.position.forces.room(place, self.side, &party.units)
    }

    /// The best whole move of a party by any first hex.
    pub(super) fn best_journey(&self, party: &Party) -> Option<Journey> {
        let from = party.from?;
        let around = self.position.ground.map().around(from).map(|(_, to)| to);
        let pays = |to: Place| self.position.ground.way_cost(Some(from), to) <= party.left;
        let firsts: Vec<Place> = around.filter(|&to| self.enters(to, party) && pays(to)).collect();
        best_of(&self.journeys(party, &firsts)).cloned()
    }

    /// Whether a unit may and should exit here.
    pub(super) fn exits_from(&self, place: Place) -> bool {
        matches!(&self.position.battle.victory, Victory::Exit { side, by, .. }
            if *side == self.side && by.contains(&place))
    }
}

/// The first of the best.
pub(super) fn best_of(journeys: &[Journey]) -> Option<&Journey> {
    journeys.iter().rev().max_by_key(|journey| journey.score.total())
}
