//! Where to face.

use super::tasks::aim;
use super::worth::{Aiming, danger, foe, promise};
use crate::rules::panzertruppe::movement::facing::Facing;
use crate::rules::panzertruppe::sight::geometry::{toward, way};
use crate::rules::panzertruppe::state::{Choice, Flag, Position};

/// How much more a unit minds fire at its sides than it likes its own fire.
const FRONT: f64 = 1.4;

/// What a heading is worth.
#[derive(Copy, Clone, Debug)]
pub struct Heading {
    /// The unit's fire.
    pub fire: f64,
    /// Enemy fire at the unit.
    pub risk: f64,
    /// What it costs to look past the enemy.
    pub aside: f64,
    /// What it costs to change anything.
    pub change: f64,
}

impl Heading {
    fn total(self) -> f64 {
        self.fire - self.risk - self.aside - self.change
    }
}

/// Faces the hull where the enemy gains least and its own weapons bear, and the turret where they gain most;
/// draws back from the edge of a hill where only the turret needs to show.
pub fn face(position: &Position, facing: &Facing, choices: &[Choice]) -> Choice {
    let headings = headings(position, facing, choices).into_iter();
    let best = headings.reduce(|best, next| if next.1.total() > best.1.total() { next } else { best });
    best.map_or(choices[0], |(choice, _)| choice)
}

/// The headings towards the foe and to either side of it.
pub fn headings(position: &Position, facing: &Facing, choices: &[Choice]) -> Vec<(Choice, Heading)> {
    let id = facing.unit;
    let unit = position.battle.unit(id);
    let turret = unit.has_turret();
    let target = foe(position, id).and_then(|foe| position.forces.cell_of(foe));
    let target = target.or_else(|| aim(position, id).map(|goal| position.battle.cell(goal.cell)));
    let at = position.forces.cell_of(id);
    let ahead =
        target.zip(at).filter(|(target, at)| target != at).map(|(target, at)| toward(way(at, target)));
    let mut then = position.clone();
    let before = *position.forces.state(id);
    let mut headings = Vec::new();
    for choice in choices {
        let state = then.forces.state_mut(id);
        *state = before;
        let turn = match *choice {
            Choice::Hull(turn) => {
                state.turret = (state.turret + 24 + turn - state.hull) % 24;
                state.hull = turn;
                turn
            }
            Choice::Turret(turn) => {
                state.turret = turn;
                turn
            }
            Choice::Back => {
                state.set(Flag::Back, true);
                before.hull
            }
            Choice::Edge => {
                state.set(Flag::Back, false);
                before.hull
            }
            _ if facing.hull => before.hull,
            _ => before.turret,
        };
        let apart = ahead.map_or(0, |ahead| {
            let apart = (turn + 24 - ahead) % 24;
            apart.min(24 - apart)
        });
        let stays = matches!(choice, Choice::Faced | Choice::Back | Choice::Edge);
        if apart > 3 && !stays {
            continue;
        }
        let fire = promise(&then, id, if facing.hull && turret { Aiming::Free } else { Aiming::Bearing });
        let risk = if facing.hull { FRONT * danger(&then, id) } else { 0.0 };
        let change = if *choice == Choice::Faced { 0.0 } else { 0.01 };
        headings.push((*choice, Heading { fire, risk, aside: 0.05 * f64::from(apart), change }));
    }
    headings
}
