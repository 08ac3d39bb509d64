//! Which enemies are in range from where, and have it in theirs: worked out once for all stands whose guns reach as
//! far, as long as the enemy stands where he does.

use crate::board::Cell;
use crate::rules::matg::state::position::{Id, Position};

/// Of one square: when it was worked out, and enemies as bits.
type Marked = (u32, u64);

/// What is kept of ranges.
#[derive(Default)]
pub struct Ranges {
    enemies: Vec<(Id, Cell)>,
    /// Grows with every move of the enemy.
    stamp: u32,
    /// Enemies that have a square in range.
    theirs: Vec<Marked>,
    /// Enemies in range from a square, by how far the guns reach.
    ours: Vec<(u16, Vec<Marked>)>,
}

impl Ranges {
    /// Takes in where the enemy is.
    pub fn mend(&mut self, p: &Position, enemies: &[(Id, Cell)]) {
        self.theirs.resize(p.battle.grid.area(), Marked::default());
        if self.enemies != enemies || self.stamp == 0 {
            self.enemies = enemies.to_vec();
            self.stamp += 1;
        }
    }

    /// The enemies that have a square in range, worked out if that is not kept.
    pub fn theirs(&mut self, index: usize, work_out: impl FnOnce() -> u64) -> u64 {
        marked(self.stamp, &mut self.theirs[index], work_out)
    }

    /// The enemies in range of guns that reach so far.
    pub fn ours(&mut self, reach: u16, index: usize, work_out: impl FnOnce() -> u64) -> u64 {
        let kept = self.ours.iter().position(|&(its, _)| its == reach).unwrap_or_else(|| {
            self.ours.push((reach, vec![Marked::default(); self.theirs.len()]));
            self.ours.len() - 1
        });
        marked(self.stamp, &mut self.ours[kept].1[index], work_out)
    }
}

/// What is kept under a stamp, or worked out under it.
fn marked(stamp: u32, kept: &mut Marked, work_out: impl FnOnce() -> u64) -> u64 {
    if kept.0 != stamp {
        *kept = (stamp, work_out());
    }
    kept.1
}
