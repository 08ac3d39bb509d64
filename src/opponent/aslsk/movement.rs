//! From cover to cover, towards the objective; out of sight after firing; away when broken.

use super::Mind;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::Choice;
use crate::rules::aslsk::turn::movement::Mover;
use crate::rules::aslsk::turn::rout::Routing;

impl Mind<'_> {
    /// How good it is to end a move in a hex.
    fn worth(&self, place: Place) -> i32 {
        let goal = self.to_goal(place);
        if self.presses() {
            // Later turns press harder.
            let haste = 10 + 3 * i32::from(self.position.turn);
            self.standing(place) / 4 - haste * goal
        } else {
            // Hold near the objective, out of heavy fire, with something to shoot at.
            self.standing(place) - 3 * (goal - 3).max(0)
        }
    }

    /// A unit moves if somewhere near is better than here: who presses always, who holds when he is under fire.
    pub(super) fn who_moves(&self, choice: &Choice) -> i32 {
        let Choice::Move(id) = *choice else { return 0 };
        let unit = self.position.unit(id);
        let Some(here) = unit.place() else { return if unit.leader() { 60 } else { 50 } };
        // Leaders go first, so that others can go with them.
        let first = if unit.leader() { 5 } else { 1 };
        let now = self.worth(here);
        let better = self.position.map().around(here).any(|(_, to)| {
            self.worth(to) > now
                && self.position.room(to, self.side, &[id])
                && !self.position.occupied(to, self.foe())
        });
        if better { first } else { -1 }
    }

    /// The next hex of a move.
    pub(super) fn step(&self, mover: &Mover, choice: &Choice) -> i32 {
        let first = mover.units.first().copied().unwrap_or_default();
        let here = self.position.unit(first).place();
        let now = here.map_or(-10_000, |place| self.worth(place));
        let place = |hex| self.position.map().place(hex);
        match *choice {
            // Standing still is worth a little more than wandering.
            Choice::Done => now + 3,
            Choice::Exit => 10_000,
            Choice::Go(hex) => {
                let Some(to) = place(hex) else { return -10_000 };
                let caught = self.threat(to) * if self.position.open_ground(to) { 2 } else { 1 };
                // A hex of passage need not be good, if it leads on.
                let onward =
                    self.position.map().around(to).map(|(_, next)| self.worth(next)).max().unwrap_or(-10_000);
                let worth = self.worth(to);
                let hope = if mover.assault { worth } else { worth.max((worth + onward) / 2) };
                hope - caught / if self.presses() { 8 } else { 2 }
            }
            Choice::Beside(hex) => place(hex).map_or(-10_000, |to| self.worth(to)),
            Choice::With(id) => {
                // A leader takes one squad along; others go by themselves.
                let leader = self.position.unit(first).leader();
                let squads = mover.units.iter().filter(|&&other| self.position.mmc(other)).count();
                if leader && self.position.mmc(id) && squads == 0 { 9_000 } else { -10_000 }
            }
            Choice::Assault => {
                let Some(here) = here else { return -10_000 };
                let next =
                    self.position.map().around(here).map(|(_, to)| self.worth(to)).max().unwrap_or(-10_000);
                if !self.presses() && self.threat(here) > 0 && next > now + 3 { next + 1 } else { -10_000 }
            }
            Choice::Recover(..) => now + 20,
            _ => -10_000,
        }
    }

    /// Everybody routs who can; crawling only where interdiction waits.
    pub(super) fn rout(&self, choice: &Choice) -> i32 {
        match *choice {
            Choice::Rout(id) => {
                let beside = self.position.enemy_beside(id, true);
                let open =
                    self.position.unit(id).place().is_some_and(|place| self.position.open_ground(place));
                if beside || open { 50 } else { -1 }
            }
            Choice::Crawl(id, hex) => {
                let Some(to) = self.position.map().place(hex) else { return -1 };
                let beside = self.position.enemy_beside(id, true);
                if beside && self.position.open_ground(to) && self.threat(to) > 8 {
                    60 - self.threat(to) / 8
                } else {
                    -1
                }
            }
            _ => 0,
        }
    }

    pub(super) fn rout_step(&self, routing: &Routing, choice: &Choice) -> i32 {
        let value = |place: Place| self.cover(place) - self.threat(place);
        match *choice {
            Choice::Go(hex) => self.position.map().place(hex).map_or(-1000, |to| value(to) + 1),
            Choice::Beside(hex) => self.position.map().place(hex).map_or(-1000, |to| value(to) + 2),
            Choice::With(_) | Choice::Crawl(..) => -2000,
            Choice::Done if self.position.enemy_beside(routing.unit, true) => -1000,
            _ => self.position.unit(routing.unit).place().map_or(0, value),
        }
    }
}
