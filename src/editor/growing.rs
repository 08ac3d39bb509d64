//! Random ground: irregular patches, winding ways and short lines of edges, the same for the same dice.

use std::collections::BTreeSet;

use crate::board::{Cell, Compass, Grid};
use crate::dice::Dice;

/// The most of a map that is covered, in hundredths.
const MOST_COVERED: u8 = 80;

/// Lets an editor make ground that covers about so much of its map, and says what was done, in a sentence.
///
/// # Errors
/// What the editor refused.
pub fn generated(
    percent: u8,
    seed: u64,
    make: impl FnOnce(usize, &mut Dice) -> Result<(), String>,
) -> Result<String, String> {
    let percent = percent.min(MOST_COVERED);
    make(percent.into(), &mut Dice::seeded(seed, 0))?;
    Ok(format!("New ground: {percent}% of the map is covered. The same key again gives another."))
}

/// A connected patch of about `size` cells, grown from a random one.
pub fn patch(dice: &mut Dice, grid: Grid, size: usize) -> Vec<Cell> {
    let cells: Vec<Cell> = grid.cells().collect();
    if cells.is_empty() {
        return Vec::new();
    }
    let start = cells[dice.below(cells.len())];
    let (mut patch, mut open) = (BTreeSet::from([start]), vec![start]);
    while patch.len() < size && !open.is_empty() {
        let from = open[dice.below(open.len())];
        // Steps to the sides only, so that the patch has no thin corners.
        let straight = [Compass::N, Compass::E, Compass::S, Compass::W];
        let next: Vec<Cell> = straight
            .into_iter()
            .filter_map(|wind| grid.step(from, grid.toward(from, wind)))
            .filter(|cell| !patch.contains(cell))
            .collect();
        if next.is_empty() {
            open.retain(|&cell| cell != from);
        } else {
            let next = next[dice.below(next.len())];
            patch.insert(next);
            open.push(next);
        }
    }
    patch.into_iter().collect()
}

/// Patches of `least` to `most` cells that together cover about `percent` of the map.
pub fn patches(dice: &mut Dice, grid: Grid, percent: usize, least: usize, most: usize) -> Vec<Vec<Cell>> {
    let wanted = grid.area() * percent / 100;
    let (mut covered, mut all) = (0, Vec::new());
    while covered < wanted {
        let size = (least + dice.below(most - least + 1)).min((wanted - covered).max(1));
        let patch = patch(dice, grid, size);
        if patch.is_empty() {
            break;
        }
        covered += patch.len();
        all.push(patch);
    }
    all
}

/// A way from one edge of the map to the other that bends now and then.
pub fn way(dice: &mut Dice, grid: Grid, across: bool) -> Vec<Cell> {
    let (width, height) = (i16::from(grid.width()), i16::from(grid.height()));
    let (long, wide) = if across { (width, height) } else { (height, width) };
    // Within the middle half, so that both edges stay free for the sides.
    let mut at = wide / 4 + dice.below((wide / 2).max(1) as usize) as i16;
    let mut way = Vec::new();
    for step in 0..long {
        let cell = |at: i16| if across { Cell::new(step, at) } else { Cell::new(at, step) };
        way.push(cell(at));
        let bend = match dice.below(6) {
            0 => -1,
            1 => 1,
            _ => 0,
        };
        let to = (at + bend).clamp(1.min(wide - 1), (wide - 2).max(0));
        if to != at && step + 1 < long {
            at = to;
            way.push(cell(at));
        }
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_are_connected_and_cover_the_wanted_part() {
        let grid = Grid::square(30, 20);
        let mut dice = Dice::seeded(3, 0);
        let all = patches(&mut dice, grid, 25, 4, 12);
        let covered: usize = all.iter().map(Vec::len).sum();
        assert_eq!(covered, 150);
        for patch in &all {
            assert!(patch.len() <= 12);
            assert!(patch.iter().all(|cell| grid.contains(*cell)));
            let near = |a: &Cell| patch.iter().any(|b| (a.x - b.x).abs() + (a.y - b.y).abs() == 1);
            assert!(patch.len() == 1 || patch.iter().all(near), "{patch:?}");
        }
        assert_eq!(all, patches(&mut Dice::seeded(3, 0), grid, 25, 4, 12));
    }

    #[test]
    fn ways_cross_the_whole_map_without_gaps() {
        let grid = Grid::square(30, 20);
        for seed in 0..20 {
            let way = way(&mut Dice::seeded(seed, 0), grid, seed % 2 == 0);
            assert!(way.iter().all(|cell| grid.contains(*cell)), "{way:?}");
            assert!(
                way.windows(2).all(|w| (w[0].x - w[1].x).abs() + (w[0].y - w[1].y).abs() == 1),
                "{way:?}"
            );
        }
    }
}
