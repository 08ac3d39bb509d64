//! Movement from cover to cover towards the objective. Whole moves are weighed and their first step is taken.
//! The holding side leaves enemy LOS in its own turn and returns in the APh; broken units leave.

use super::Mind;
use super::danger::Stance;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::desperation;
use crate::rules::aslsk::state::battle::Victory;
use crate::rules::aslsk::state::{Choice, Marker, Position};
use crate::rules::aslsk::turn::movement::Mover;
use crate::rules::aslsk::turn::rout::Routing;
use crate::rules::aslsk::turn::stack;

/// Lower than the value of any move.
const NEVER: i32 = -100_000;

/// The value of a hex closer to the objective for the side that must get there: base, addition per hex needed
/// per turn, and maximum, in hundredths of a squad. A side that must exit runs out of time sooner than one
/// that must take a hex, because eliminations on the way do not count.
const THERE: [i32; 3] = [12, 6, 45];
const OUT: [i32; 3] = [20, 8, 100];

/// A side that must get there counts this fraction of the danger where it stops, and all of it on the way.
const CARE: i32 = 4;
const RISK: i32 = 2;

/// For the holding side: the cost per hex that an enemy has got past it, and per hex that the nearest is
/// farther off than this.
const CHASE: i32 = 10;
const NEAR: i32 = 4;
const REACH: i32 = 3;

/// For the holding side: the cost per hex farther from enemies than this.
const ASIDE: i32 = 4;
const BARS: i32 = 5;

/// Staying is worth a little more than aimless movement.
const REST: i32 = 4;

/// The same for a leader alone.
const LINGER: i32 = 12;

/// For the holding side: the cost of a move that the APh cannot reverse.
const FAR: i32 = 15;

/// The value of exiting a unit where that is the objective, and the half MF of the step.
const EXIT: i32 = 150;
const STEP: u8 = 2;

/// Half MF of Double Time (3.3f).
const DOUBLE: u8 = 4;

/// A moving unit or stack and its allowance.
struct Party {
    units: Vec<u8>,
    arms: Vec<(i32, u16, Marker)>,
    from: Option<Place>,
    /// Half MF left.
    left: u8,
    stance: Stance,
    /// One more hex only.
    short: bool,
}

/// A whole move: its value and first hex.
type Plan = (i32, Option<Place>);

impl Mind<'_> {
    fn party(&self, units: Vec<u8>, left: u8, stance: Stance) -> Party {
        let from = units.first().and_then(|&id| self.position.forces.unit(id).place());
        let arms = units.iter().flat_map(|&id| self.arms_of(id)).collect();
        Party { units, arms, from, left, stance, short: stance == Stance::Sneaks }
    }

    /// The value of a hex closer to the objective for the side that must get there: higher with less time
    /// left.
    fn haste(&self, goal: i32) -> i32 {
        let battle = &self.position.battle;
        let left = i32::from(battle.turns.saturating_sub(self.position.turn.number)) + 1;
        let [nearer, hurry, haste] = match battle.victory {
            Victory::Exit { .. } => OUT,
            _ => THERE,
        };
        (nearer + hurry * goal / left).min(haste)
    }

    /// The value of ending a move in a hex.
    fn worth(&self, place: Place, party: &Party) -> i32 {
        let goal = self.to_goal(place);
        let stands = self.danger(place, Stance::Stands);
        let presses = self.presses();
        let shots = if self.careful() { self.opportunity(place, &party.arms, !presses) } else { 0 };
        let runners = self.runners(place);
        if let Some((Some(ahead), nearest)) = runners {
            let far = CHASE * ahead + NEAR * (nearest - REACH).max(0);
            return shots - stands / CARE - far + self.company(place, party, stands);
        }
        let base = if presses {
            self.cover(place) / 4 - stands / CARE - self.haste(goal) * goal + shots
        } else {
            // A unit in front of enemies blocks their path.
            let aside = runners.map_or(0, |(_, nearest)| ASIDE * (nearest - BARS).max(0));
            self.cover(place) / 4 - stands - 3 * (goal - 2).max(0) + shots / 2 - aside
        };
        base + self.company(place, party, stands)
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
        for post in self.posts().iter().filter(|post| post.units > 0 && post.fit()) {
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
    fn hurries(&self, from: Option<Place>) -> bool {
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
        let crowd = if danger > 0 { -6 - danger / 4 } else { -2 };
        let led = others().any(|id| forces.unit(id).leader() && !forces.unit(id).broken);
        crowd * squads + if led { 6 } else { 0 }
    }

    /// The best whole move that starts with one of these hexes.
    fn plan(&self, party: &Party, firsts: &[Place]) -> Plan {
        let ground = &self.position.ground;
        let risk = |place: Place| self.danger(place, party.stance) / RISK;
        // For each hex the costs that reach it, each with its risk; none is worse than another in both.
        let mut labels: Vec<Vec<(u8, i32)>> = vec![Vec::new(); ground.map().places().count()];
        let mut reached: Vec<(Place, u8, i32, Place)> = Vec::new();
        for &to in firsts {
            reached.push((to, ground.way_cost(party.from, to), risk(to), to));
        }
        let mut best = (NEVER, None);
        let mut at = 0;
        while at < reached.len() {
            let (here, spent, risked, first) = reached[at];
            at += 1;
            // A unit that can still pay for the exit leaves the map with this move.
            let out = !party.short && spent + STEP <= party.left && self.exits_from(here);
            let gone = if out { EXIT * party.units.len() as i32 } else { 0 };
            let worth = self.worth(here, party) + gone - risked;
            if worth > best.0 {
                best = (worth, Some(first));
            }
            if party.short {
                continue;
            }
            for (_, to) in ground.map().around(here) {
                let total = spent + ground.way_cost(Some(here), to);
                if total > party.left || Some(to) == party.from || !self.enters(to, party) {
                    continue;
                }
                let risked = risked + risk(to);
                let known = &mut labels[to.index()];
                if !known.iter().any(|&(cost, less)| cost <= total && less <= risked) {
                    known.push((total, risked));
                    reached.push((to, total, risked, first));
                }
            }
        }
        best
    }

    fn enters(&self, place: Place, party: &Party) -> bool {
        !self.position.forces.occupied(place, self.foe())
            && self.position.forces.room(place, self.side, &party.units)
    }

    fn best_plan(&self, party: &Party) -> Plan {
        let Some(from) = party.from else { return (0, None) };
        let around = self.position.ground.map().around(from).map(|(_, to)| to);
        let firsts: Vec<Place> = around
            .filter(|&to| {
                self.enters(to, party) && self.position.ground.way_cost(Some(from), to) <= party.left
            })
            .collect();
        self.plan(party, &firsts)
    }

    /// The unit with the most to gain moves first; leaders before others, so that units can move with them.
    pub(super) fn who_moves(&self, choice: &Choice) -> i32 {
        let forces = &self.position.forces;
        let Choice::Move(id) = *choice else { return 0 };
        let unit = forces.unit(id);
        let Some(here) = unit.place() else { return if unit.leader() { 600 } else { 500 } };
        if forces.mans(id).is_some() {
            return -1;
        }
        if self.exits_from(here) {
            return 400;
        }
        if self.tends(id) {
            return -1;
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
        let left = if unit.leader() { 12 } else { 8 };
        let units: Vec<u8> = [id].into_iter().chain(company).collect();
        let walking = self.party(units.clone(), left, Stance::Walks);
        let sneaking = self.party(units, left - 1, Stance::Sneaks);
        // A leader alone does not wander for a trifle.
        let alone = unit.leader() && company.is_none();
        let stays = self.worth(here, &walking) + if alone { LINGER } else { REST };
        let gain = self.best_plan(&walking).0.max(self.best_plan(&sneaking).0) - stays;
        if gain <= 0 {
            return -1;
        }
        gain.min(300) + if company.is_some() { 40 } else { 0 }
    }

    /// Whether a unit has nothing to gain from moving this turn.
    pub(super) fn stays(&self, id: u8) -> bool {
        if let Some((_, known)) = self.stays.borrow().iter().find(|(unit, _)| *unit == id) {
            return *known;
        }
        let stays = self.who_moves(&Choice::Move(id)) <= 0;
        self.stays.borrow_mut().push((id, stays));
        stays
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

    /// Whether a unit may and should exit here.
    fn exits_from(&self, place: Place) -> bool {
        matches!(&self.position.battle.victory, Victory::Exit { side, by, .. }
            if *side == self.side && by.contains(&place))
    }

    /// The next step of a move.
    pub(super) fn step(&self, mover: &Mover, choices: &[Choice]) -> Choice {
        let Position { ground, forces, .. } = self.position;
        if choices.contains(&Choice::Exit) {
            return Choice::Exit;
        }
        let first = mover.units.first().copied().unwrap_or_default();
        let from = forces.unit(first).place();
        if let Some(with) = self.companion(mover, choices) {
            return with;
        }
        let left = stack::stack_allowance(forces, mover).saturating_sub(mover.spent);
        let firsts: Vec<Place> = choices
            .iter()
            .filter_map(|choice| match choice {
                Choice::Go(hex) => ground.map().place(*hex),
                _ => None,
            })
            .collect();
        let best = |party: &Party| self.plan(party, &firsts);
        let stance = if mover.assault { Stance::Sneaks } else { Stance::Walks };
        let party = self.party(mover.units.clone(), left, stance);
        let (worth, to) = best(&party);
        let stays = from.map_or(NEVER + 1, |here| self.worth(here, &party) + REST);
        if choices.contains(&Choice::Assault) && self.careful() {
            let sneaks = best(&self.party(mover.units.clone(), left.saturating_sub(1), Stance::Sneaks));
            // The holding side goes no farther than it can return from.
            let worth = if self.hurries(from) { worth } else { worth - FAR };
            if sneaks.0 > worth && sneaks.0 > stays {
                return Choice::Assault;
            }
        }
        if choices.contains(&Choice::Double) && self.hurries(from) && self.careful() {
            let far =
                best(&Party { left: left + DOUBLE, ..self.party(mover.units.clone(), left, Stance::Walks) });
            if far.0 - self.tired(from) > worth.max(stays) {
                return Choice::Double;
            }
        }
        let lying = choices.iter().find(|choice| matches!(choice, Choice::Recover(..)));
        if let Some(recover) = lying {
            return *recover;
        }
        let Some(to) = to.filter(|_| worth > stays) else { return Choice::Done };
        if let Some(smoke) = self.smoke_first(mover, to, left, choices) {
            return smoke;
        }
        Choice::Go(ground.hex(to))
    }

    /// The cost of becoming CX: higher near enemies, low if time is short.
    fn tired(&self, from: Option<Place>) -> i32 {
        let near = self
            .posts()
            .iter()
            .filter_map(|post| Some(self.position.ground.map().range(from?, post.place)))
            .min();
        let hurried = !self.presses() || from.is_none_or(|from| self.haste(self.to_goal(from)) >= 20);
        match near {
            Some(0..=8) if !hurried => 60,
            _ => 14,
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
        let worthwhile = self.careful()
            && self.presses()
            && !mover.assault
            && !ground.smoky(to)
            && left >= price
            && self.danger(to, Stance::Walks) >= 30;
        if !worthwhile {
            return None;
        }
        let hex = ground.hex(to);
        choices.iter().copied().find(|choice| {
            matches!(choice, Choice::Smoke(id, at) if *at == hex && forces.unit(*id).data().smoke >= 3)
        })
    }

    /// Every unit that can rout does; Low Crawl only to avoid Interdiction.
    pub(super) fn rout(&self, choice: &Choice) -> i32 {
        let Position { ground, forces, .. } = self.position;
        match *choice {
            Choice::Rout(id) => {
                let beside = desperation::enemy_beside(ground, forces, id, true);
                let place = forces.unit(id).place();
                let seen = place.is_some_and(|place| self.danger(place, Stance::Stands) > 0);
                let open = place.is_some_and(|place| ground.open_ground(place));
                if beside || open || seen { 50 } else { -1 }
            }
            Choice::Crawl(id, hex) => {
                let Some(to) = ground.map().place(hex) else { return -1 };
                let beside = desperation::enemy_beside(ground, forces, id, true);
                let danger = self.danger(to, Stance::Walks);
                if beside && ground.open_ground(to) && danger > 30 { 60 - danger / 8 } else { -1 }
            }
            _ => 0,
        }
    }

    /// Into cover, out of LOS, to a leader that can rally them.
    pub(super) fn rout_step(&self, routing: &Routing, choice: &Choice) -> i32 {
        let Position { ground, forces, .. } = self.position;
        let value = |place: Place| {
            let friends = forces.units_at(place, self.side).any(|id| {
                let unit = forces.unit(id);
                unit.leader() && !unit.broken
            });
            self.cover(place) - 2 * self.danger(place, Stance::Stands) + if friends { 25 } else { 0 }
        };
        match *choice {
            Choice::Go(hex) => ground.map().place(hex).map_or(-1000, |to| value(to) + 1),
            Choice::Beside(hex) => ground.map().place(hex).map_or(-1000, |to| value(to) + 2),
            Choice::With(_) | Choice::Crawl(..) => -20_000,
            // The SW with the fewest PP is usually the weakest.
            Choice::Drop(weapon) => -i32::from(forces.weapon(weapon).portage()),
            Choice::Done if desperation::enemy_beside(ground, forces, routing.unit, true) => -10_000,
            _ => forces.unit(routing.unit).place().map_or(0, value),
        }
    }
}
