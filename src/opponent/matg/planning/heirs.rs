//! The stand that takes command: in good order, far from the enemy, and not needed in the line.

use crate::board;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};

/// Farther from the enemy than this, in inches, a stand is safe enough.
const SAFE: i32 = 20;

/// What speaks for a stand and against it.
#[derive(Copy, Clone, Debug)]
pub struct Fitness {
    /// Its distance from the enemy.
    pub distance: i32,
    /// What it counts that it is in bad order.
    pub hurt: i32,
    /// What the line misses without it.
    pub missed: i32,
}

impl Fitness {
    fn of(p: &Position, id: Id) -> Self {
        let states = p.forces.states(id);
        let enemy = p.battle.side(id).other();
        let nearest = p.forces.cell(id).and_then(|cell| {
            p.forces.on_board(enemy).map(|(_, at)| i32::from(board::inches(cell, at))).min()
        });
        Self {
            distance: nearest.unwrap_or(10).min(SAFE) * 2,
            hurt: 30 * i32::from(states.suppressed) + 60 * i32::from(states.disorganized),
            missed: i32::from(p.battle.unit(id).kind.points) / 4,
        }
    }

    fn total(self) -> i32 {
        self.distance - self.hurt - self.missed
    }
}

/// The stand that is fittest to take command.
pub fn choose(p: &Position, choices: &[Choice]) -> Option<Choice> {
    heirs(p, choices).into_iter().max_by_key(|(_, fitness)| fitness.total()).map(|(choice, _)| choice)
}

/// The stands that could take command.
pub fn heirs(p: &Position, choices: &[Choice]) -> Vec<(Choice, Fitness)> {
    let heir = |choice: &Choice| match *choice {
        Choice::Command(tag) => Some((*choice, Fitness::of(p, p.battle.find(tag)?))),
        _ => None,
    };
    choices.iter().filter_map(heir).collect()
}
