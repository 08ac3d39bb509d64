//! How far each square is from those for which a group makes.
//!
//! The answers follow from the battlefield alone, which never changes, so they are kept from one decision to the next.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use crate::board::{Cell, Compass};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::state::Battle;

/// The most ways kept; beyond, all are worked out again.
const MOST: usize = 1_000;

/// What a border adds to a step.
const BORDER: u16 = 5;

/// What entering a stream or trench adds: a move action there counts double (92.49, 92.51).
const WADE: u16 = 6;

/// What entering ground adds for a vehicle that may bog there, and for each point of that chance.
const MUD: u16 = 4;
const DEEPER: u16 = 2;

/// A battle, the squares made for, and whether a vehicle makes for them.
type Errand = (u64, Vec<Cell>, bool);

thread_local! {
    static KEPT: RefCell<HashMap<Errand, Rc<[u16]>>> = RefCell::default();
}

/// The distance in steps from each square, by index, to the nearest of `ends`; `u16::MAX` where there is no way. A vehicle
/// goes around ground that it cannot enter and avoids what it may bog in.
pub(super) fn ways(battle: &Battle, ends: Vec<Cell>, vehicle: bool) -> Rc<[u16]> {
    let errand = (battle.mark, ends, vehicle);
    if let Some(known) = KEPT.with_borrow(|kept| kept.get(&errand).cloned()) {
        return known;
    }
    let found: Rc<[u16]> = search(&battle.field, &errand.1, vehicle).into();
    KEPT.with_borrow_mut(|kept| {
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(errand, Rc::clone(&found));
    });
    found
}

/// Searched backwards from the ends, so what a step enters is the square it is searched from.
fn search(field: &Field, ends: &[Cell], vehicle: bool) -> Vec<u16> {
    let mut far = vec![u16::MAX; field.square.area()];
    let mut open: VecDeque<Cell> = ends.iter().copied().collect();
    for &cell in ends {
        far[field.square.index(cell)] = 0;
    }
    while let Some(cell) = open.pop_front() {
        let ground = field.feature(cell).ground;
        if vehicle && ground.is_closed_to_vehicles() {
            continue;
        }
        let so_far = far[field.square.index(cell)];
        let bog = ground.cover().bog.filter(|_| vehicle);
        let mud = bog.map_or(0, |bog| MUD + DEEPER * u16::from(bog.unsigned_abs()));
        let entry = mud + if ground.is_slow() { WADE } else { 0 };
        for way in Compass::ALL {
            let Some((next, border)) = field.step(cell, way) else { continue };
            let enters = field.place(cell) != field.place(next);
            let cost =
                so_far + 1 + if border.is_some() { BORDER } else { 0 } + if enters { entry } else { 0 };
            let known = &mut far[field.square.index(next)];
            if cost < *known {
                *known = cost;
                open.push_back(next);
            }
        }
    }
    far
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::rules::fireandmove::battlefield::Feature;
    use crate::rules::fireandmove::battlefield::terrain::Ground;

    /// Three columns, each of one ground, two squares wide and four high.
    fn field(grounds: [Ground; 3]) -> Field {
        let features = grounds.into_iter().zip(0..).map(|(ground, column)| Feature {
            tag: 'A',
            name: "a column".to_owned(),
            ground,
            level: 0,
            cells: (0..2).flat_map(|x| (0..4).map(move |y| Cell::new(2 * column + x, y))).collect(),
            front: None,
            cost: 1,
            value: 0,
        });
        Field::new(Square { width: 6, height: 4 }, features.collect(), &[])
    }

    fn far(grounds: [Ground; 3], vehicle: bool) -> [u16; 3] {
        let field = field(grounds);
        let ways = search(&field, &[Cell::new(5, 1)], vehicle);
        [4, 2, 0].map(|x| ways[field.square.index(Cell::new(x, 1))])
    }

    #[test]
    fn a_border_counts_for_several_steps_and_slow_ground_for_more() {
        assert_eq!(far([Ground::Open; 3], false), [1, 3 + BORDER, 5 + 2 * BORDER]);
        assert_eq!(far([Ground::Open, Ground::Stream, Ground::Open], false)[2], 5 + 2 * BORDER + WADE);
    }

    #[test]
    fn a_vehicle_has_no_way_through_ground_that_is_closed_to_it() {
        let closed = [Ground::Open, Ground::Marsh, Ground::Open];
        assert!(Ground::Marsh.is_closed_to_vehicles());
        assert_eq!(far(closed, true)[2], u16::MAX);
        assert_eq!(far(closed, false)[2], 5 + 2 * BORDER);
        // Ground that it may bog in is worth a detour.
        assert!(far([Ground::Open, Ground::Rubble, Ground::Open], true)[2] > 5 + 2 * BORDER);
    }
}
