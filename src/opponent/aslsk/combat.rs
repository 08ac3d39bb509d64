//! Advances and close combat.

use super::Mind;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::Choice;
use crate::rules::aslsk::turn::close_combat::Melee;

impl Mind<'_> {
    /// Close combat strength of a side in a hex, halves for the pinned; the broken fight no more.
    fn strength(&self, place: Place, mine: bool) -> i32 {
        let side = if mine { self.side } else { self.foe() };
        let each = |id: u8| {
            let unit = self.position.unit(id);
            match (unit.broken, unit.leader()) {
                (true, _) => 0,
                (false, true) => 2,
                (false, false) => 2 * i32::from(unit.data().firepower) / if unit.pinned { 2 } else { 1 },
            }
        };
        self.position.units_at(place, side).map(each).sum()
    }

    /// Into better ground, nearer to the objective, and upon the weak.
    pub(super) fn advance(&self, choice: &Choice) -> i32 {
        let Choice::Advance(id, hex) = *choice else { return 0 };
        let Some(to) = self.position.map().place(hex) else { return -1 };
        let unit = self.position.unit(id);
        if self.position.occupied(to, self.foe()) {
            let (ours, theirs) = (self.strength(to, true), self.strength(to, false));
            let mine = if unit.leader() { 2 } else { 2 * i32::from(unit.data().firepower) };
            return if ours + mine >= 2 * theirs.max(1) || theirs == 0 { 60 } else { -1 };
        }
        let Some(here) = unit.place() else { return 100 };
        let value = |place: Place| {
            let press = if self.presses() { 6 } else { 1 };
            self.cover(place) - self.threat(place) / 2 - press * self.to_goal(place)
        };
        value(to) - value(here) - 4
    }

    /// Each of ours on one of theirs, together where one alone is too weak.
    pub(super) fn designate(&self, melee: &Melee, choice: &Choice) -> i32 {
        match *choice {
            Choice::Use(_) => 50,
            Choice::At(id) => {
                let broken = self.position.unit(id).broken;
                // The open attack needs a target; unbroken enemies strike back.
                if melee.open.at.is_empty() { 60 - if broken { 5 } else { 0 } } else { 10 }
            }
            Choice::Next => 40,
            _ => 0,
        }
    }
}
