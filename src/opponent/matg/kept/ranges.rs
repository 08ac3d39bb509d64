//! The enemies in range of each square and with it in range, worked out once for all stands of equal range,
//! until the enemy moves.

use crate::board::Cell;
use crate::rules::matg::state::position::{Id, Position};

/// A square's entry: its stamp, and enemies as bits.
type Marked = (u32, u64);

/// The ranges known so far.
#[derive(Default)]
pub struct Ranges {
    enemies: Vec<(Id, Cell)>,
    /// Counts the enemy's moves.
    stamp: u32,
    /// The enemies with a square in range.
    theirs: Vec<Marked>,
    /// The enemies in range from a square, by the range of the weapons.
    ours: Vec<(u16, Vec<Marked>)>,
}

impl Ranges {
    /// Updates to the enemy's squares.
    pub fn mend(&mut self, p: &Position, enemies: &[(Id, Cell)]) {
        self.theirs.resize(p.battle.grid.area(), Marked::default());
        if self.enemies != enemies || self.stamp == 0 {
            self.enemies = enemies.to_vec();
            self.stamp += 1;
        }
    }

    /// The enemies with a square in range.
    pub fn theirs(&mut self, index: usize, work_out: impl FnOnce() -> u64) -> u64 {
        marked(self.stamp, &mut self.theirs[index], work_out)
    }

    /// The enemies within a range of a square.
    pub fn ours(&mut self, reach: u16, index: usize, work_out: impl FnOnce() -> u64) -> u64 {
        let kept = self.ours.iter().position(|&(its, _)| its == reach).unwrap_or_else(|| {
            self.ours.push((reach, vec![Marked::default(); self.theirs.len()]));
            self.ours.len() - 1
        });
        marked(self.stamp, &mut self.ours[kept].1[index], work_out)
    }
}

/// The value of an entry, worked out again if its stamp is old.
fn marked(stamp: u32, kept: &mut Marked, work_out: impl FnOnce() -> u64) -> u64 {
    if kept.0 != stamp {
        *kept = (stamp, work_out());
    }
    kept.1
}
