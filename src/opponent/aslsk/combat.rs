//! Advances and CC.

use super::Mind;
use super::danger::Stance;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::fate::rolls;
use crate::rules::aslsk::calculator::{CloseCombat, Firepower};
use crate::rules::aslsk::state::Choice;
use crate::rules::aslsk::turn::close_combat::Melee;

/// The value of a hex closer to the objective in the first turn for the side that must get there, and the
/// share of the danger there that it accepts.
const NEARER: i32 = 10;
const CARE: i32 = 4;

/// The least value of an advance.
const LEAST: i32 = 4;

impl Mind<'_> {
    /// CC strength in halves: pinned units count half, leaders one factor.
    fn strength(&self, id: u8) -> u16 {
        let unit = self.position.forces.unit(id);
        let whole = if unit.leader() { 1 } else { u16::from(unit.data().firepower) };
        if unit.pinned { whole } else { 2 * whole }
    }

    /// The share of the defenders that an attack is expected to eliminate.
    fn kills(&self, attack: u16, defence: u16, drm: i16) -> f64 {
        if attack == 0 || defence == 0 {
            return 0.0;
        }
        let combat = CloseCombat::new(Firepower::whole(attack), Firepower::whole(defence), drm);
        let kill = combat.odds.kill();
        let each = |(coloured, white): (u8, u8)| match (i16::from(coloured + white) + drm).cmp(&kill) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
        rolls().map(each).sum::<f64>() / 36.0
    }

    /// The value of a CC in a hex with these units advancing into it, in hundredths of a squad.
    pub(super) fn fight(&self, place: Place, coming: &[u8]) -> i32 {
        let position = self.position;
        let ours: Vec<u8> = position
            .forces
            .units_at(place, self.side)
            .chain(coming.iter().copied())
            .filter(|&id| !position.forces.unit(id).broken)
            .collect();
        let theirs: Vec<u8> = position.forces.units_at(place, self.foe()).collect();
        let squads =
            |ids: &[u8]| ids.iter().map(|&id| f64::from(position.forces.size(id).max(1))).sum::<f64>() / 2.0;
        let all = |ids: &[u8]| ids.iter().map(|&id| self.strength(id)).sum::<u16>();
        let fit: Vec<u8> = theirs.iter().copied().filter(|&id| !position.forces.unit(id).broken).collect();
        let drm = if fit.is_empty() { -2 } else { 0 };
        // Pins do not halve defence; that hardly matters here.
        let won = self.kills(all(&ours), all(&theirs), drm) * squads(&theirs);
        let lost = self.kills(all(&fit), all(&ours), 0) * squads(&ours);
        (100.0 * (won - lost)) as i32
    }

    /// Into better cover, closer to the objective, into weak enemies, or back to a held position.
    pub(super) fn advance(&self, choice: &Choice) -> i32 {
        let (id, hex, led) = match *choice {
            Choice::Advance(id, hex) => (id, hex, None),
            Choice::Escort(id, leader, hex) => (id, hex, Some(leader)),
            _ => return if matches!(choice, Choice::Done) { 0 } else { -1 },
        };
        let position = self.position;
        let Some(to) = position.ground.map().place(hex) else { return -1 };
        let unit = position.forces.unit(id);
        if position.forces.mans(id).is_some()
            || self.tends(id)
            || led.is_some_and(|leader| self.tends(leader))
        {
            return -1;
        }
        let coming: Vec<u8> = [id].into_iter().chain(led).collect();
        if position.forces.occupied(to, self.foe()) {
            let alone = unit.leader() && !position.forces.occupied(to, self.side);
            // Other units of this hex may follow, which makes the CC stronger.
            let mates =
                unit.place().map_or(0, |here| position.forces.units_at(here, self.side).count() as i32 - 1);
            let due = if self.presses() && position.turn.number == position.battle.turns { 40 } else { 0 };
            let fight = self.fight(to, &coming);
            return if alone || fight + due <= 15 - 7 * mates.min(2) { -1 } else { 60 + fight + due };
        }
        let Some(here) = unit.place() else { return 500 };
        let arms = self.arms_of(id);
        let value = |place: Place| {
            let stands = self.danger(place, Stance::Stands);
            let shots = self.opportunity(place, &arms, false);
            let goal = self.to_goal(place);
            if self.presses() {
                self.cover(place) / 3 + shots / 2
                    - stands / CARE
                    - (NEARER + 2 * i32::from(position.turn.number)) * goal
            } else {
                self.cover(place) + shots / 2 - stands / 3 - 4 * (goal - 1).max(0)
            }
        };
        let mates = |place: Place| {
            let others = position
                .forces
                .units_at(place, self.side)
                .filter(|&other| other != id && position.forces.mmc(other));
            others.count() as i32
        };
        let company = if unit.leader() {
            10 * (mates(to).min(2) - mates(here).min(2))
        } else {
            3 * (mates(here) - mates(to))
        };
        // A unit that would arrive CX at the objective should not meet enemies there.
        value(to) - value(here) + company - LEAST
    }

    /// Each own unit against one enemy, strongest against weakest; all together against a lone enemy.
    pub(super) fn designate(&self, melee: &Melee, choice: &Choice) -> i32 {
        let position = self.position;
        match *choice {
            Choice::Use(id) => 50 + i32::from(self.strength(id)).min(20),
            Choice::At(id) => {
                let broken = position.forces.unit(id).broken;
                // The open attack needs a target; unbroken enemies attack back.
                if melee.open.at.is_empty() {
                    100 - if broken { 15 } else { 0 } - i32::from(self.strength(id)).min(14)
                } else {
                    10
                }
            }
            Choice::Next => 40,
            _ => 0,
        }
    }
}
