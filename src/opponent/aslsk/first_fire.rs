//! Fire at moving units: First Fire if it hurts, Subsequent First Fire if it hurts more, FPF if it must. Fire is
//! held for what the next hexes of the moving units would bring.

use super::Mind;
use super::danger::{arms_of, at_range, harm};
use super::score::{Part, Score};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::aim::{self, Mode};
use crate::rules::aslsk::fire::attack::Attack;
use crate::rules::aslsk::ordnance::shot::Shot;
use crate::rules::aslsk::state::{Choice, Item, Position};
use crate::rules::aslsk::turn::first_fire::React;
use crate::rules::aslsk::turn::{Frame, stack};

impl Mind<'_> {
    pub(super) fn first_fire(&self, react: &React, choice: &Choice) -> Score {
        let Position { ground, forces, turn, .. } = self.position;
        let Choice::Fire(item, _) = *choice else { return Score::default() };
        let targets: Vec<u8> =
            react.units.iter().copied().filter(|&id| forces.unit(id).is_at(react.place)).collect();
        let spent = targets.iter().all(|&id| forces.unit(id).broken || forces.unit(id).pinned);
        let spent = if spent { self.weights.spent } else { 0 };
        if let Some(weapon) = forces.ordnance_of(item) {
            let shot =
                Shot::new(self.position, Mode::First, self.side, weapon, react.place, targets, react.motion);
            return Score::of(Part::Harm, self.shot_harm(&shot))
                .and(Part::Cost, -self.weights.gun_first - spent);
        }
        let attack = Attack::new(Mode::First, self.side, react.place, targets, react.motion);
        let harm = self.with_all(attack, item);
        let aim = aim::aim(ground, forces, turn, item, react.place, Mode::First, &[]);
        let (least, waits) = match aim {
            Some(aim) if aim.protective => (self.weights.protective, false),
            Some(aim) if aim.again => (self.weights.first_again, false),
            Some(aim) if aim.range <= 2 => (self.weights.first_near, true),
            _ => (self.weights.first_far, true),
        };
        let later =
            if waits && spent == 0 { self.prospect(react, item) * self.weights.waits / 100 } else { 0 };
        Score::of(Part::Harm, harm).and(Part::Cost, -least - spent - later)
    }

    /// How much more an attack by a firer's hex would do in the worst of the next hexes that the moving units may
    /// enter.
    fn prospect(&self, react: &React, item: Item) -> i32 {
        let Position { ground, forces, turn, .. } = self.position;
        let mover = turn.frames.iter().rev().find_map(|frame| match frame {
            Frame::Mover(mover) if mover.units == react.units => Some(mover),
            _ => None,
        });
        let from = forces.firer(item).and_then(|id| forces.unit(id).place());
        let (Some(mover), Some(from)) = (mover.filter(|mover| !mover.assault), from) else { return 0 };
        let left = stack::stack_allowance(forces, mover).saturating_sub(mover.spent);
        let arms: Vec<_> = forces.units_at(from, self.side).flat_map(|id| arms_of(forces, id)).collect();
        let effect = |place: Place| {
            let hindrance = ground.hindrance(from, place)?;
            let range = ground.map().range(from, place);
            let power: i32 = arms.iter().map(|&(power, normal, _)| at_range(power, normal, range)).sum();
            let tem = ground.map().terrain(place).row().tem;
            Some(harm(power, tem + hindrance - 1 - i16::from(tem == 0 && hindrance == 0)))
        };
        let now = effect(react.place).unwrap_or(0);
        let next = ground.map().around(react.place).map(|(_, to)| to);
        let next = next.filter(|&to| ground.way_cost(Some(react.place), to) <= left && to != from);
        next.filter_map(effect).max().map_or(0, |best| (best - now).max(0))
    }
}
