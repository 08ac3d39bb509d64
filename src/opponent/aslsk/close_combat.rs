//! CC: strength, odds and designations.

use super::Mind;
use super::score::{Part, Score};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::fate::rolls;
use crate::rules::aslsk::calculator::{CloseCombat, Firepower};
use crate::rules::aslsk::state::Choice;
use crate::rules::aslsk::turn::close_combat::Melee;

impl Mind<'_> {
    /// CC strength in halves: pinned units count half, leaders one factor.
    fn strength(&self, id: u8) -> u16 {
        let unit = self.position.forces.unit(id);
        let whole = if unit.leader() { 1 } else { u16::from(unit.data().firepower) };
        if unit.pinned { whole } else { 2 * whole }
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
        let won = kills(all(&ours), all(&theirs), drm) * squads(&theirs);
        let lost = kills(all(&fit), all(&ours), 0) * squads(&ours);
        (100.0 * (won - lost)) as i32
    }

    /// Each own unit against one enemy, strongest against weakest; all together against a lone enemy.
    pub(super) fn designate(&self, melee: &Melee, choice: &Choice) -> Score {
        let position = self.position;
        let order = match *choice {
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
        };
        Score::of(Part::Order, order)
    }
}

/// The share of the defenders that an attack is expected to eliminate.
fn kills(attack: u16, defence: u16, drm: i16) -> f64 {
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
