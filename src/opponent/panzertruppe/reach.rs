//! Where a unit can go in a move, and the ambush fire that it draws on the way.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::exposure::Passed;
use super::place::stand;
use super::score::Case;
use crate::board::Compass;
use crate::rules::panzertruppe::movement::mover::{Inch, Mover};
use crate::rules::panzertruppe::state::{Choice, Position, Spot};

/// A cell in reach of a move, and the cheapest way there.
pub struct Reach {
    /// The cell.
    pub cell: Spot,
    /// The cell before it.
    pub before: Spot,
    /// The movement left there, in twelfths of a point.
    pub left: u16,
    /// The first step.
    pub first: Choice,
    /// The last one.
    pub heading: Compass,
}

/// Every cell in reach by the cheapest path, backwards only if there is no way forward.
pub fn reach(position: &Position, mover: &Mover, from: Spot) -> Vec<Reach> {
    let forward = reach_by(position, mover, from, true);
    if forward.is_empty() { reach_by(position, mover, from, false) } else { forward }
}

fn reach_by(position: &Position, mover: &Mover, from: Spot, forward: bool) -> Vec<Reach> {
    let mut found: Vec<Reach> = Vec::new();
    // Cells visited in this move have already been rejected.
    let been = |cell: Spot| mover.path.iter().any(|stand| stand.cell == cell);
    let mut open: Vec<(u16, Spot, Option<Choice>)> = vec![(mover.left, from, None)];
    let mut then = Mover { path: Vec::new(), ..mover.clone() };
    // The movement left on each cell, where it has been.
    let mut most_left: Vec<Option<u16>> = vec![None; position.battle.area()];
    most_left[usize::from(from)] = Some(mover.left);
    while let Some(next) = (0..open.len()).max_by_key(|&n| open[n].0) {
        let (left, cell, first) = open.swap_remove(next);
        then.left = left;
        then.stepped = mover.stepped || first.is_some();
        if most_left[usize::from(cell)].is_some_and(|most| most > left) {
            continue;
        }
        for to in Compass::ALL {
            let Some(cost) = position.going().step_cost(&then, cell, Inch { way: to, reverse: !forward })
            else {
                continue;
            };
            let Some(beyond) = position.battle.next(cell, to).filter(|&beyond| !been(beyond)) else {
                continue;
            };
            let left = left.saturating_sub(cost);
            let most = &mut most_left[usize::from(beyond)];
            if most.is_some_and(|most| most >= left) {
                continue;
            }
            if most.replace(left).is_some() {
                found.retain(|reach| reach.cell != beyond);
            }
            let first = first.unwrap_or(if forward { Choice::Step(to) } else { Choice::Reverse(to) });
            found.push(Reach { cell: beyond, before: cell, left, first, heading: to });
            open.push((left, beyond, Some(first)));
        }
    }
    found
}

/// The ambush fire that the move has drawn so far (12).
pub fn passed_so_far(position: &Position, case: &Case, mover: &Mover) -> Passed {
    if !case.may_be_ambushed() {
        return Passed::new();
    }
    let mut then = position.clone();
    mover.path.iter().skip(1).fold(Passed::new(), |passed, stand| {
        then.forces.put(case.id, stand.cell);
        case.passing(&then, &passed)
    })
}

/// The ambush fire on the way to every cell in reach (12); none if nothing lies in ambush.
pub fn passed_on_the_way(
    position: &Position,
    case: &Case,
    places: &[Reach],
    from: Spot,
    so_far: Passed,
) -> BTreeMap<Spot, Passed> {
    if !case.may_be_ambushed() {
        return BTreeMap::new();
    }
    let mut then = position.clone();
    let mut passed = BTreeMap::from([(from, so_far)]);
    // Those on the way come first: they leave more movement.
    let mut along: Vec<&Reach> = places.iter().collect();
    along.sort_by_key(|reach| Reverse(reach.left));
    for reach in along {
        stand(&mut then, case.id, reach.cell, Some(reach.heading), Choice::Drive);
        let before = passed.get(&reach.before).cloned().unwrap_or_default();
        passed.insert(reach.cell, case.passing(&then, &before));
    }
    passed
}
