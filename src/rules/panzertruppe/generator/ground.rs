//! A random board for a generated battle, the same for both sides.

use std::fmt::Write as _;

use super::{BOARD, name};
use crate::dice::Dice;

/// A board that looks the same from both ends: each half is the other turned by 180 degrees.
pub(super) struct Ground {
    terrain: Vec<Vec<char>>,
    levels: Vec<Vec<char>>,
    roads: Vec<Vec<char>>,
    grain: Vec<String>,
    hedges: Vec<(String, char)>,
}

impl Ground {
    pub(super) fn draw(dice: &mut Dice) -> Self {
        let (width, height) = BOARD;
        let empty = vec![vec!['.'; width]; height];
        let mut ground = Self {
            terrain: empty.clone(),
            levels: empty.clone(),
            roads: empty,
            grain: Vec::new(),
            hedges: Vec::new(),
        };
        let patch = |map: &mut Vec<Vec<char>>, mark: char, dice: &mut Dice, wide: usize, high: usize| {
            let (x0, y0) = (9 + dice.below(width / 2 - 9), dice.below(height - high));
            for y in y0..y0 + high {
                for x in x0..(x0 + wide).min(width) {
                    map[y][x] = mark;
                    map[height - 1 - y][width - 1 - x] = mark;
                }
            }
        };
        for _ in 0..3 {
            let (wide, high) = (2 + dice.below(3), 2 + dice.below(3));
            patch(&mut ground.terrain, 'w', dice, wide, high);
        }
        for _ in 0..2 {
            patch(&mut ground.terrain, 'r', dice, 2, 2);
        }
        for _ in 0..3 {
            patch(&mut ground.terrain, 'b', dice, 1, 1);
        }
        for _ in 0..2 {
            let (wide, high) = (4 + dice.below(3), 3 + dice.below(2));
            patch(&mut ground.levels, '1', dice, wide, high);
        }
        let middle = height / 2;
        for x in 0..width {
            ground.roads[middle][x] = '=';
            ground.terrain[middle][x] = '.';
        }
        for _ in 0..2 {
            let (x, y) = (9 + dice.below(6), dice.below(middle - 3));
            for (dx, dy) in (0..3).flat_map(|dx| (0..3).map(move |dy| (dx, dy))) {
                for turned in [false, true] {
                    let cell = name(x + dx, y + dy, turned);
                    if !ground.grain.contains(&cell) {
                        ground.grain.push(cell);
                    }
                }
            }
            let (x, y, long) = (10 + dice.below(6), middle + 2 + dice.below(middle - 5), 3 + dice.below(4));
            for step in 0..long {
                ground.hedges.push((name(x, y + step % 4, false), 'E'));
                ground.hedges.push((name(x, y + step % 4, true), 'W'));
            }
        }
        ground
    }

    pub(super) fn text(&self) -> String {
        let draw = |map: &[Vec<char>]| {
            map.iter().rev().map(|row| row.iter().collect::<String>() + "\n").collect::<String>()
        };
        let (width, height) = BOARD;
        let mut text = format!(
            "\n[map]\nwidth = {width}\nheight = {height}\nterrain = '''\n{}'''\nlevels = '''\n{}'''\nroads = \
             '''\n{}'''\ngrain = [{}]\n\n[map.legend]\nw = \"woods\"\nr = \"rough\"\nb = \"building\"\n",
            draw(&self.terrain),
            draw(&self.levels),
            draw(&self.roads),
            self.grain.join(", "),
        );
        for side in ['E', 'W'] {
            let mut cells: Vec<&str> =
                self.hedges.iter().filter(|(_, at)| *at == side).map(|(cell, _)| cell.as_str()).collect();
            cells.sort_unstable();
            cells.dedup();
            let _ = write!(
                text,
                "\n[[map.edge]]\nkind = \"hedge\"\nside = \"{side}\"\ncells = [{}]\n",
                cells.join(", ")
            );
        }
        let _ = write!(
            text,
            "\n[[map.objective]]\nname = \"the middle\"\nat = {}\nvalue = 25\n",
            name(width / 2, height / 2, false)
        );
        text
    }
}
