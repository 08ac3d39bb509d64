//! Routs: every unit that can rout does, into cover and to a leader.

use super::Mind;
use super::danger::Stance;
use super::score::{Part, Score};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::desperation;
use crate::rules::aslsk::state::{Choice, Position};
use crate::rules::aslsk::turn::rout::Routing;

impl Mind<'_> {
    /// Every unit that can rout does; Low Crawl only to avoid Interdiction.
    pub(super) fn rout(&self, choice: &Choice) -> Score {
        let Position { ground, forces, .. } = self.position;
        match *choice {
            Choice::Rout(id) => {
                let beside = desperation::enemy_beside(ground, forces, id, true);
                let place = forces.unit(id).place();
                let seen = place.is_some_and(|place| self.threats.danger(place, Stance::Stands) > 0);
                let open = place.is_some_and(|place| ground.open_ground(place));
                Score::of(Part::Danger, if beside || open || seen { 50 } else { -1 })
            }
            Choice::Crawl(id, hex) => {
                let Some(to) = ground.map().place(hex) else { return Score::NEVER };
                let beside = desperation::enemy_beside(ground, forces, id, true);
                let danger = self.threats.danger(to, Stance::Walks);
                let crawls = beside && ground.open_ground(to) && danger > 30;
                if crawls { Score::of(Part::Danger, 60 - danger / 8) } else { Score::NEVER }
            }
            _ => Score::default(),
        }
    }

    /// Into cover, out of LOS, to a leader that can rally them.
    pub(super) fn rout_step(&self, routing: &Routing, choice: &Choice) -> Score {
        let Position { ground, forces, .. } = self.position;
        let value = |place: Place| {
            let friends = forces.units_at(place, self.side).any(|id| {
                let unit = forces.unit(id);
                unit.leader() && !unit.broken
            });
            Score::of(Part::Cover, self.cover(place))
                .and(Part::Danger, -2 * self.threats.danger(place, Stance::Stands))
                .and(Part::Company, if friends { 25 } else { 0 })
        };
        match *choice {
            Choice::Go(hex) => {
                ground.map().place(hex).map_or(Score::NEVER, |to| value(to).and(Part::Order, 1))
            }
            Choice::Beside(hex) => {
                ground.map().place(hex).map_or(Score::NEVER, |to| value(to).and(Part::Order, 2))
            }
            Choice::With(_) | Choice::Crawl(..) => Score::of(Part::Order, -20_000),
            // The SW with the fewest PP is usually the weakest.
            Choice::Drop(weapon) => Score::of(Part::Cost, -i32::from(forces.weapon(weapon).portage())),
            Choice::Done if desperation::enemy_beside(ground, forces, routing.unit, true) => {
                Score::of(Part::Danger, -10_000)
            }
            _ => forces.unit(routing.unit).place().map_or(Score::default(), value),
        }
    }
}
