//! The state of a campaign, worked out from the battles fought.

use super::fitting::Arriving;
use super::progress::Fought;
use super::{Campaign, Count, HIGHEST};

/// The state of a campaign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The battle to be fought; `None` at the end.
    pub battle: Option<usize>,
    /// The two forces.
    pub forces: [ForceStanding; 2],
}

/// The state of a force.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ForceStanding {
    /// Victory points.
    pub points: u32,
    /// Battles won.
    pub won: u32,
    /// Its level of experience.
    pub experience: u8,
    /// Every unit lost.
    pub lost: Count,
    /// Those of them not replaced.
    pub missing: Count,
}

impl Standing {
    /// The state after these battles. Those that the campaign does not have in this order are left out.
    pub fn of(campaign: &Campaign, fought: &[Fought]) -> Self {
        let mut standing = Self { battle: Some(0), forces: Default::default() };
        for report in fought {
            let Some(at) = standing.battle.filter(|&at| campaign.battles[at].key == report.battle) else {
                break;
            };
            let Some(result) = &report.result else { break };
            let winner = result.winner.as_deref().and_then(|key| campaign.force(key));
            for (n, force) in standing.forces.iter_mut().enumerate() {
                force.add(&result.lost(&campaign.forces[n].key));
                if winner == Some(n) {
                    force.won += 1;
                    force.points += campaign.battles[at].points;
                    force.experience = (force.experience + 1).min(HIGHEST);
                }
                force.replace(campaign.forces[n].replacements);
            }
            standing.battle = *campaign.battles[at].next.of(winner);
        }
        standing
    }

    /// The winner of the campaign so far: the force with more points.
    pub fn winner(&self) -> Option<usize> {
        let [first, second] = self.forces.each_ref().map(|force| force.points);
        (first != second).then_some(usize::from(second > first))
    }

    /// The forces as they come to a battle, in the order of its scenario's sides.
    pub fn arriving(&self, campaign: &Campaign, battle: usize) -> [Arriving; 2] {
        campaign.battles[battle].forces.map(|force| {
            let rule = &campaign.forces[force];
            let state = &self.forces[force];
            match rule.carries {
                true => Arriving {
                    lost: state.missing.clone(),
                    at_least: rule.at_least,
                    experience: state.experience,
                },
                false => Arriving::default(),
            }
        })
    }
}

impl ForceStanding {
    /// Adds the losses of a battle.
    fn add(&mut self, lost: &Count) {
        for (kind, count) in lost {
            *self.lost.entry(kind.clone()).or_default() += count;
            *self.missing.entry(kind.clone()).or_default() += count;
        }
    }

    /// Makes good this percentage of what is missing, one unit at a time, most of the kind that lacks most.
    fn replace(&mut self, percent: u8) {
        let all: u32 = self.missing.values().sum();
        for _ in 0..(all * u32::from(percent) / 100) {
            let Some(most) = self.missing.values().copied().max() else { break };
            if let Some(count) = self.missing.values_mut().find(|count| **count == most) {
                *count -= 1;
            }
        }
        self.missing.retain(|_, count| *count > 0);
    }
}
