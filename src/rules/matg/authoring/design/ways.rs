//! Roads and water: cheapest paths over randomly weighted terrain.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::ground::{At, Field, Sketch, apart};
use super::history::Theatre;
use crate::dice::Dice;

/// The cheapest path from any start square to any target square, step by step, both ends included. `cost` is
/// the cost of a square; a change of direction adds `turning`.
pub(super) fn way(
    field: &Field,
    from: impl IntoIterator<Item = At>,
    to: impl Fn(At) -> bool,
    turning: u32,
    cost: impl Fn(At, At) -> Option<u32>,
) -> Vec<At> {
    let area = field.width * field.height;
    // A state is a square and the direction it was entered in: 0 to 3, or 4 for none.
    let state = |at: At, wind: usize| field.index(at) * 5 + wind;
    let mut best = vec![u32::MAX; area * 5];
    let mut came: Vec<usize> = vec![usize::MAX; area * 5];
    let mut open = BinaryHeap::new();
    for start in from {
        best[state(start, 4)] = 0;
        open.push(Reverse((0, state(start, 4))));
    }
    while let Some(Reverse((spent, here))) = open.pop() {
        if spent > best[here] {
            continue;
        }
        let (index, wind) = (here / 5, here % 5);
        let at = (index % field.width, index / field.width);
        if to(at) {
            let mut path = vec![at];
            let mut step = here;
            while came[step] != usize::MAX {
                step = came[step];
                path.push(((step / 5) % field.width, (step / 5) / field.width));
            }
            path.reverse();
            return path;
        }
        for next in field.beside(at) {
            let towards = match (next.0 as i32 - at.0 as i32, next.1 as i32 - at.1 as i32) {
                (0, 1) => 0,
                (1, 0) => 1,
                (0, -1) => 2,
                _ => 3,
            };
            let Some(price) = cost(at, next) else { continue };
            let sum = spent + price + if wind < 4 && wind != towards { turning } else { 0 };
            let there = state(next, towards);
            if sum < best[there] {
                best[there] = sum;
                came[there] = here;
                open.push(Reverse((sum, there)));
            }
        }
    }
    Vec::new()
}

/// Random costs for the squares of a field.
fn uneven(field: &Field, most: usize, dice: &mut Dice) -> Vec<u32> {
    (0..field.width * field.height).map(|_| 4 + dice.below(most) as u32).collect()
}

/// Draws a watercourse from the western to the eastern edge, some distance from the centre of the fighting.
pub(super) fn river(field: &mut Field, centre: At, dice: &mut Dice) {
    let third = field.height / 3;
    let start = (0, third + dice.below(third.max(1)));
    let rough = uneven(field, 14, dice);
    let end = field.width - 1;
    let path = way(
        field,
        [start],
        |at| at.0 == end,
        1,
        |_, next| {
            let near = apart(next, centre);
            let edge = next.1.min(field.height - 1 - next.1) < 6;
            (near > 2 && !edge).then(|| rough[field.index(next)])
        },
    );
    for at in path {
        let index = field.index(at);
        field.marks[index] = '~';
    }
}

/// Draws roads past the objective, from edge to edge as far as the density allows, with villages along them.
pub(super) fn roads(field: &mut Field, sketch: &Sketch, centre: At, heights: bool, dice: &mut Dice) {
    let kind = match (sketch.theatre, dice.below(10)) {
        (Theatre::Desert | Theatre::Manchuria, _) | (Theatre::Winter | Theatre::Pacific, 5..) => ':',
        (Theatre::East, 4..) | (Theatre::Winter | Theatre::Pacific, _) => '-',
        _ => '=',
    };
    let room = |field: &Field| sketch.covered.saturating_sub(field.covered());
    let (width, height) = (field.width, field.height);
    // Beside a height, not over it.
    let mut hub = centre;
    if heights {
        let bare = field.squares().filter(|&at| field.is_bare(at) && at.0 > 1 && at.0 + 2 < width);
        hub = bare.min_by_key(|&at| (apart(at, centre), at)).unwrap_or(centre);
    }
    if room(field) * 2 >= height * 3 {
        for edge in [0, height - 1] {
            let target = width / 4 + dice.below(width / 2);
            lay(field, hub, move |at| at.1 == edge && at.0.abs_diff(target) <= 2, kind, dice);
        }
    } else {
        // At low density, one road to the nearer side.
        let side = if hub.0 * 2 < width { 0 } else { width - 1 };
        lay(field, hub, move |at| at.0 == side, kind, dice);
        return;
    }
    let minor = if kind == '=' { '-' } else { ':' };
    if room(field) * 2 >= width * 3 {
        let sides = if dice.below(3) == 0 { vec![0, width - 1] } else { vec![[0, width - 1][dice.below(2)]] };
        for side in sides {
            lay(field, hub, move |at| at.0 == side, minor, dice);
        }
    }
    // Other villages, far apart.
    let houses = room(field) / 12;
    let mut known = vec![centre];
    for _ in 0..(houses / 5).min(3) {
        let along: Vec<At> = field
            .squares()
            .filter(|&at| {
                field.roads[field.index(at)] != '.'
                    && field.marks[field.index(at)] == '.'
                    && known.iter().all(|&other| apart(at, other) >= 9)
                    && at.1 >= 5
                    && at.1 + 5 < height
            })
            .collect();
        if along.is_empty() {
            return;
        }
        let at = along[dice.below(along.len())];
        known.push(at);
        let size = 3 + dice.below(4);
        field.village(at, size, dice);
    }
}

/// A road from a square to an edge, with a bridge where it crosses water; it joins existing roads.
fn lay(field: &mut Field, from: At, to: impl Fn(At) -> bool, kind: char, dice: &mut Dice) {
    let rough = uneven(field, 6, dice);
    let path = {
        let wet = |at: At| field.marks[field.index(at)] == '~';
        way(field, [from], to, 7, |at, next| {
            let index = field.index(next);
            match field.marks[index] {
                '~' if wet(at) => None,
                // Straight across: the far bank is directly ahead.
                '~' => {
                    let ahead = (2 * next.0 as i32 - at.0 as i32, 2 * next.1 as i32 - at.1 as i32);
                    let on = ahead.0 >= 0
                        && ahead.1 >= 0
                        && (ahead.0 as usize) < field.width
                        && (ahead.1 as usize) < field.height;
                    (on && !wet((ahead.0 as usize, ahead.1 as usize))).then_some(60)
                }
                '#' => Some(2),
                '.' if field.levels[index] > 0 => Some(60),
                '.' if field.roads[index] != '.' => Some(3),
                // Not along the edge of the board.
                '.' if field.beside(next).count() < 4 => Some(rough[index] + 12),
                '.' => Some(rough[index]),
                _ => Some(60),
            }
        })
    };
    for at in path {
        let index = field.index(at);
        if field.marks[index] == '~' {
            field.marks[index] = '#';
        }
        if field.roads[index] == '.' {
            field.roads[index] = kind;
        }
    }
}

/// Places fords apart from the bridges: one per sixteen inches, at least one.
pub(super) fn fords(field: &mut Field, dice: &mut Dice) {
    for _ in 0..1 + field.width / 16 {
        let crossings: Vec<At> =
            field.squares().filter(|&at| matches!(field.marks[field.index(at)], '#' | 'f')).collect();
        let dry = |at: At| field.rolls(at) && field.marks[field.index(at)] != '~';
        let mut places: Vec<At> = field
            .squares()
            .filter(|&(x, y)| {
                field.marks[field.index((x, y))] == '~'
                    && y > 0
                    && y + 1 < field.height
                    && dry((x, y - 1))
                    && dry((x, y + 1))
                    && crossings.iter().all(|&other| apart((x, y), other) >= 5)
            })
            .collect();
        if places.is_empty() {
            return;
        }
        let at = places.swap_remove(dice.below(places.len()));
        let index = field.index(at);
        field.marks[index] = 'f';
    }
}
