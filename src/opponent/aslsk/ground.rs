//! The value of hexes.

use super::Mind;
use super::score::{Part, Score};
use crate::game::Side;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::battle::Victory;
use crate::rules::aslsk::state::{Choice, Position};

impl Mind<'_> {
    /// The distance in hexes to the objective, for the attacking or the holding side.
    pub(super) fn to_goal(&self, place: Place) -> i32 {
        let map = self.position.ground.map();
        let goals = self.goals.get_or_init(|| self.goals());
        goals.iter().map(|&goal| map.range(place, goal)).min().unwrap_or(0).into()
    }

    /// The hexes that this side heads for.
    fn goals(&self) -> Vec<Place> {
        let Position { ground, forces, score, battle, .. } = self.position;
        match &battle.victory {
            // The side that must clear an area heads for the enemies in it; the holding side stays near its
            // middle.
            Victory::Clear { hex, within, .. } => {
                let posts = self.threats.posts().iter().filter(|post| post.units > 0);
                let inside = posts.filter(|post| ground.map().range(post.place, *hex) <= *within);
                let held: Vec<Place> = inside.map(|post| post.place).filter(|_| self.presses()).collect();
                if held.is_empty() { vec![*hex] } else { held }
            }
            Victory::Control { buildings, .. } => {
                // The side that must take buildings heads for those it does not Control; the other stays
                // with its own.
                let wanted = |at: usize| (score.control[at] == Some(self.side)) != self.presses();
                let all = buildings.iter().enumerate().filter(|(at, _)| wanted(*at));
                all.flat_map(|(_, building)| building.iter().copied()).collect()
            }
            Victory::Guns { .. } => {
                let guns = forces.weapon_ids().filter(|&id| {
                    let weapon = forces.weapon(id);
                    let mine = weapon.holder.is_some_and(|holder| forces.unit(holder).side == self.side);
                    weapon.gun().is_some() && weapon.there() && mine != self.presses()
                });
                let hex = |id: u8| {
                    let weapon = forces.weapon(id);
                    weapon.lies.or_else(|| forces.unit(weapon.holder?).place())
                };
                guns.filter_map(hex).collect()
            }
            Victory::Exit { by, .. } => by.clone(),
        }
    }

    /// Whether this side must attack to win.
    pub(super) fn presses(&self) -> bool {
        self.position.battle.victory.side() == self.side
    }

    /// Cover of a hex, in tens.
    pub(super) fn cover(&self, place: Place) -> i32 {
        10 * i32::from(self.position.ground.map().terrain(place).row().tem)
    }

    /// Set up in cover, spread out, near the objective.
    pub(super) fn set_up(&self, choice: &Choice) -> Score {
        let Position { ground, forces, .. } = self.position;
        let Choice::Place(id, hex) = choice else { return Score::default() };
        let Some(place) = ground.map().place(*hex) else { return Score::NEVER };
        let friends = forces.units_at(place, self.side).count() as i32;
        let unit = forces.unit(*id);
        let led =
            forces.units_at(place, self.side).filter(|&other| forces.unit(other).leader()).count() as i32;
        let company =
            if unit.leader() { 12 * friends.min(2) - 40 * led } else { -self.weights.set_up_crowd * friends };
        Score::of(Part::Cover, self.cover(place) * self.weights.set_up_cover / 100)
            .and(Part::Company, company)
            .and(Part::Goal, -self.weights.set_up_far * self.to_goal(place))
    }

    /// The enemy of a side.
    pub(super) fn foe(&self) -> Side {
        self.side.other()
    }
}
