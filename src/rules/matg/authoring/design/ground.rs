//! Generates a battlefield of a given density, square by square, and checks that it is fair to both sides.
//!
//! Rows count from the south, as everywhere on the board; the scenario text reverses them.

use super::goal::{Goal, HEIGHT};
use super::history::Theatre;
use super::{arithmetic, ways};
use crate::dice::Dice;
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::rules::matg::state::battle::ScenarioKind;

/// A square: column and row, counted from the south-west.
pub(super) type At = (usize, usize);

/// The characters of the drawing and their terrain.
pub(super) const LEGEND: [(char, &[Terrain]); 18] = [
    ('&', &[Terrain::Woods]),
    ('o', &[Terrain::Grove]),
    ('$', &[Terrain::Jungle]),
    ('|', &[Terrain::Bocage]),
    ('"', &[Terrain::Rough1]),
    ('%', &[Terrain::Rough2]),
    ('s', &[Terrain::SoftSand]),
    ('r', &[Terrain::BrokenRock]),
    ('d', &[Terrain::Depression]),
    (';', &[Terrain::Marsh]),
    (',', &[Terrain::GentleSlope]),
    ('/', &[Terrain::SteepSlope]),
    ('^', &[Terrain::Crest]),
    ('b', &[Terrain::LightBuildings]),
    ('B', &[Terrain::MediumBuildings]),
    ('~', &[Terrain::Stream]),
    ('#', &[Terrain::Stream, Terrain::Bridge]),
    ('f', &[Terrain::Stream, Terrain::Ford]),
];

/// The roads of the drawing.
pub(super) const ROADS: [(char, Terrain); 3] =
    [('=', Terrain::GoodRoad), ('-', Terrain::PoorRoad), (':', Terrain::Track)];

/// A battlefield.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) marks: Vec<char>,
    pub(super) levels: Vec<u8>,
    pub(super) roads: Vec<char>,
    /// Whether the water is a river that can't be waded.
    pub(super) river: bool,
    pub(super) goal: Goal,
}

/// The settings for a battlefield.
#[derive(Copy, Clone, Debug)]
pub(super) struct Sketch {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) kind: ScenarioKind,
    pub(super) theatre: Theatre,
    pub(super) year: u16,
    /// Whether the attacker comes from the south.
    pub(super) northward: bool,
    /// Squares covered by terrain.
    pub(super) covered: usize,
}

/// A kind of patch: its character, its smallest and largest size, its frequency and its largest percentage of
/// all terrain.
type Patch = (char, (usize, usize), usize, usize);

const HILL: char = '^';

fn patches(theatre: Theatre, year: u16) -> &'static [Patch] {
    match theatre {
        Theatre::West if year >= 1944 => &[
            ('&', (6, 18), 4, 40),
            ('o', (2, 6), 3, 30),
            ('|', (3, 7), 2, 15),
            ('"', (3, 8), 2, 25),
            (HILL, (12, 36), 4, 50),
        ],
        Theatre::West => {
            &[('&', (6, 20), 5, 45), ('o', (2, 6), 3, 30), ('"', (3, 8), 2, 25), (HILL, (12, 36), 4, 50)]
        }
        Theatre::East => &[
            ('&', (6, 24), 5, 45),
            ('o', (2, 6), 2, 30),
            ('"', (3, 8), 2, 25),
            ('%', (2, 6), 1, 12),
            (';', (2, 5), 1, 6),
            (HILL, (12, 40), 4, 50),
        ],
        Theatre::Winter => {
            &[('&', (8, 28), 7, 60), ('o', (2, 6), 2, 30), ('"', (3, 8), 2, 20), (HILL, (12, 30), 2, 40)]
        }
        Theatre::South => &[
            ('o', (3, 10), 4, 45),
            ('&', (4, 10), 1, 15),
            ('"', (4, 12), 3, 30),
            ('%', (3, 8), 2, 20),
            (HILL, (12, 44), 5, 55),
        ],
        Theatre::Desert => &[
            ('"', (4, 14), 4, 45),
            ('%', (3, 10), 2, 20),
            ('s', (4, 14), 3, 25),
            ('r', (3, 8), 2, 20),
            ('d', (3, 8), 1, 10),
            (HILL, (12, 44), 4, 55),
        ],
        // Open steppe with dunes and marshy valleys.
        Theatre::Manchuria => &[
            ('"', (4, 14), 4, 45),
            ('s', (4, 12), 2, 25),
            ('o', (2, 5), 1, 15),
            (';', (2, 5), 1, 8),
            (HILL, (12, 44), 4, 60),
        ],
        Theatre::Pacific => &[
            ('$', (5, 16), 4, 35),
            ('o', (3, 10), 4, 45),
            ('"', (3, 8), 2, 20),
            (';', (2, 5), 1, 6),
            (HILL, (12, 36), 4, 50),
        ],
    }
}

impl Field {
    /// Draws fields until one is fair to both sides; `None` if none is.
    pub(super) fn draw(sketch: &Sketch, dice: &mut Dice) -> Option<Self> {
        (0..80).find_map(|_| Self::sketched(sketch, dice).filter(|field| field.serves(sketch)))
    }

    fn sketched(sketch: &Sketch, dice: &mut Dice) -> Option<Self> {
        let Sketch { width, height, .. } = *sketch;
        let area = width * height;
        let mut field = Self {
            width,
            height,
            marks: vec!['.'; area],
            levels: vec![0; area],
            roads: vec!['.'; area],
            river: dice.below(10) < 3,
            goal: Goal { name: "", cells: Vec::new() },
        };
        let centre = field.centre(sketch, dice);
        let wet = !matches!(sketch.theatre, Theatre::Desert);
        let room = |field: &Self| sketch.covered.saturating_sub(field.covered());
        // Water first, because roads cross it; then the objective, then the roads to it.
        let crossing = wet && room(&field) > 4 * width && dice.below(10) < 4;
        if crossing {
            ways::river(&mut field, centre, dice);
        }
        let contested = sketch.kind != ScenarioKind::DelayingAction;
        let heights = contested
            && room(&field) >= 24 + width
            && dice.below(10) < if sketch.theatre == Theatre::Desert { 7 } else { 3 };
        if heights {
            let size = 14 + dice.below(9);
            let cells = field.blob(centre, size.min(room(&field)), dice);
            field.raise(&cells, dice);
            let top: Vec<At> =
                cells.iter().copied().filter(|&at| field.levels[field.index(at)] == 2).collect();
            field.goal = Goal { name: HEIGHT, cells: if top.len() < 2 { cells } else { top } };
        }
        ways::roads(&mut field, sketch, centre, heights, dice);
        if !heights {
            let houses = (5 + dice.below(4)).min(room(&field).max(3));
            let cells = field.village(centre, houses, dice);
            field.goal = Goal { name: "the village", cells };
        }
        if crossing {
            ways::fords(&mut field, dice);
        }
        field.fill(sketch, dice);
        if field.goal.cells.is_empty() { None } else { Some(field) }
    }

    /// The centre of the fighting: the centre of the board, in a Reconnaissance in Force an inch beyond it,
    /// or two thirds of the way across (design: 1, S-176).
    fn centre(&self, sketch: &Sketch, dice: &mut Dice) -> At {
        let up = match sketch.kind {
            ScenarioKind::HastyAttack | ScenarioKind::PreparedPosition => 2 * self.height / 3,
            ScenarioKind::ReconnaissanceInForce => self.height / 2 + 1,
            _ => self.height / 2,
        };
        let y = if sketch.northward { up } else { self.height - 1 - up };
        let x = self.width / 2 + dice.below(self.width / 4) - self.width / 8;
        (x, y)
    }

    pub(super) fn index(&self, (x, y): At) -> usize {
        y * self.width + x
    }

    /// All squares.
    pub(super) fn squares(&self) -> impl Iterator<Item = At> + use<> {
        let width = self.width;
        (0..self.width * self.height).map(move |index| (index % width, index / width))
    }

    /// The squares to the north, east, south and west of one.
    pub(super) fn beside(&self, (x, y): At) -> impl Iterator<Item = At> + use<> {
        let (width, height) = (self.width as i32, self.height as i32);
        let on = move |&(x, y): &(i32, i32)| x >= 0 && y >= 0 && x < width && y < height;
        [(0, 1), (1, 0), (0, -1), (-1, 0)]
            .into_iter()
            .map(move |(dx, dy)| (x as i32 + dx, y as i32 + dy))
            .filter(on)
            .map(|(x, y)| (x as usize, y as usize))
    }

    /// Whether a square is still clear.
    pub(super) fn is_bare(&self, at: At) -> bool {
        let index = self.index(at);
        self.marks[index] == '.' && self.levels[index] == 0 && self.roads[index] == '.'
    }

    /// Squares covered by terrain.
    pub(super) fn covered(&self) -> usize {
        self.squares().filter(|&at| !self.is_bare(at)).count()
    }

    /// Whether wheeled vehicles can pass.
    pub(super) fn rolls(&self, at: At) -> bool {
        let index = self.index(at);
        self.roads[index] != '.' || !matches!(self.marks[index], '~' | ';' | '/' | '$' | '|')
    }

    /// A patch of clear squares grown around one, of random shape but compact.
    fn blob(&self, seed: At, size: usize, dice: &mut Dice) -> Vec<At> {
        let mut blob: Vec<At> = Vec::new();
        if size == 0 || !self.is_bare(seed) {
            return blob;
        }
        blob.push(seed);
        while blob.len() < size {
            let mut rim: Vec<At> = blob.iter().flat_map(|&at| self.beside(at)).collect();
            rim.retain(|&at| self.is_bare(at) && !blob.contains(&at));
            rim.sort_unstable();
            rim.dedup();
            if rim.is_empty() {
                break;
            }
            let held = |at: At| self.beside(at).filter(|other| blob.contains(other)).count();
            let (one, other) = (rim[dice.below(rim.len())], rim[dice.below(rim.len())]);
            blob.push(if held(one) >= held(other) { one } else { other });
        }
        blob
    }

    /// Makes a patch into a hill: slopes around it, crests where it is two levels high.
    fn raise(&mut self, cells: &[At], dice: &mut Dice) {
        let inner = |at: At| self.beside(at).all(|other| cells.contains(&other));
        let high: Vec<At> = cells.iter().copied().filter(|&at| inner(at)).collect();
        let (steep, south) = (cells.len() >= 18 && dice.below(10) < 4, dice.below(2) == 0);
        let middle = cells.iter().map(|at| at.1).sum::<usize>() / cells.len().max(1);
        for &at in cells {
            let index = self.index(at);
            let top = high.contains(&at);
            self.levels[index] = if top { 2 } else { 1 };
            self.marks[index] = match top {
                true if self.beside(at).any(|other| !high.contains(&other)) => '^',
                true => '.',
                false => ',',
            };
        }
        if !steep {
            return;
        }
        for &at in cells.iter().filter(|at| (at.1 < middle) == south) {
            let index = self.index(at);
            if self.marks[index] == ',' && self.beside(at).any(|other| self.levels[self.index(other)] == 0) {
                self.marks[index] = '/';
            }
        }
    }

    /// Places houses around a square, along its roads.
    pub(super) fn village(&mut self, centre: At, houses: usize, dice: &mut Dice) -> Vec<At> {
        let mut near: Vec<At> =
            self.squares().filter(|&at| apart(at, centre) <= 4 && self.is_bare(at)).collect();
        let mut key: Vec<(usize, usize, At)> = near
            .iter()
            .map(|&at| {
                let road = self.beside(at).any(|other| self.roads[self.index(other)] != '.');
                (apart(at, centre) + if road { 0 } else { 2 }, dice.below(100), at)
            })
            .collect();
        key.sort_unstable();
        near = key.into_iter().take(houses).map(|(_, _, at)| at).collect();
        for &at in &near {
            let index = self.index(at);
            self.marks[index] = if dice.below(10) < 6 { 'b' } else { 'B' };
        }
        let mut cells = near;
        // The street is part of the village.
        let street: Vec<At> = self
            .squares()
            .filter(|&at| {
                apart(at, centre) <= 1
                    && self.roads[self.index(at)] != '.'
                    && self.marks[self.index(at)] == '.'
            })
            .collect();
        cells.extend(street);
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        cells
    }

    /// Adds patches, alternating between the halves, until enough squares are covered.
    fn fill(&mut self, sketch: &Sketch, dice: &mut Dice) {
        let kinds = patches(sketch.theatre, sketch.year);
        let weight: usize = kinds.iter().map(|kind| kind.2).sum();
        let mut laid = vec![0; kinds.len()];
        for _ in 0..600 {
            let left = sketch.covered.saturating_sub(self.covered());
            if left == 0 {
                return;
            }
            let mut pick = dice.below(weight);
            let which = kinds.iter().position(|kind| {
                let here = pick < kind.2;
                pick = pick.saturating_sub(kind.2);
                here
            });
            let Some(which) = which else { continue };
            let (mark, (least, most), _, share) = kinds[which];
            if laid[which] * 100 > sketch.covered * share || (left < least && mark == HILL) {
                continue;
            }
            let size = (least + dice.below(most - least + 1)).min(left);
            let Some(seed) = self.emptier_half(dice) else { return };
            let cells = if mark == '|' { self.hedge(seed, size, dice) } else { self.blob(seed, size, dice) };
            if cells.len() < least.min(left) && left > 12 {
                continue;
            }
            laid[which] += cells.len();
            if mark == HILL {
                self.raise(&cells, dice);
            } else {
                for at in cells {
                    let index = self.index(at);
                    self.marks[index] = mark;
                }
            }
        }
    }

    /// A straight hedge.
    fn hedge(&self, (x, y): At, size: usize, dice: &mut Dice) -> Vec<At> {
        let along = dice.below(2) == 0;
        let run = (0..size).map(|n| if along { (x + n, y) } else { (x, y + n) });
        run.take_while(|&(x, y)| x < self.width && y < self.height && self.is_bare((x, y))).collect()
    }

    /// A clear square in the half with less terrain, away from the edges where the sides enter if possible.
    fn emptier_half(&self, dice: &mut Dice) -> Option<At> {
        let half = |south: bool| {
            let cover = |at: &At| (at.1 < self.height / 2) == south && self.marks[self.index(*at)] != '.';
            self.squares().filter(cover).count()
        };
        let south = half(true) < half(false);
        let bare: Vec<At> =
            self.squares().filter(|&at| (at.1 < self.height / 2) == south && self.is_bare(at)).collect();
        let inside: Vec<At> = bare.iter().copied().filter(|at| at.1 >= 3 && at.1 + 3 < self.height).collect();
        let from = if inside.is_empty() { bare } else { inside };
        if from.is_empty() {
            let any: Vec<At> = self.squares().filter(|&at| self.is_bare(at)).collect();
            return (!any.is_empty()).then(|| any[dice.below(any.len())]);
        }
        Some(from[dice.below(from.len())])
    }

    /// Whether the field has the density rolled, wheeled vehicles can reach its centre from most of both
    /// edges, and neither half has much more cover than the other.
    fn serves(&self, sketch: &Sketch) -> bool {
        let mut reached = vec![false; self.width * self.height];
        let mut open: Vec<At> = self.goal.cells.iter().copied().filter(|&at| self.rolls(at)).collect();
        for &at in &open {
            reached[self.index(at)] = true;
        }
        while let Some(at) = open.pop() {
            for next in self.beside(at) {
                let index = self.index(next);
                if !reached[index] && self.rolls(next) {
                    reached[index] = true;
                    open.push(next);
                }
            }
        }
        let edge = |y: usize| (0..self.width).filter(|&x| reached[self.index((x, y))]).count();
        let cover = |south: bool| {
            let hides = |at: &At| {
                (at.1 < self.height / 2) == south
                    && matches!(self.marks[self.index(*at)], '&' | 'o' | '$' | '"' | '%')
            };
            self.squares().filter(hides).count()
        };
        let (a, b) = (cover(true), cover(false));
        self.covered() == sketch.covered
            && edge(0) * 3 >= self.width * 2
            && edge(self.height - 1) * 3 >= self.width * 2
            && a.abs_diff(b) * 10 <= (a + b) * 4 + 120
    }

    /// The drawing of one layer, northern edge first.
    pub(super) fn layer(&self, mark: impl Fn(usize) -> char) -> String {
        let row = |y: usize| (0..self.width).map(|x| mark(self.index((x, y)))).collect::<String>() + "\n";
        (0..self.height).rev().map(row).collect()
    }
}

/// The terrain of a character.
pub(super) fn ground(mark: char) -> Ground {
    let rows: &[Terrain] = LEGEND.iter().find(|(known, _)| *known == mark).map_or(&[], |(_, rows)| rows);
    rows.iter().copied().collect()
}

/// The distance between two squares, in steps in any of eight directions.
pub(super) fn apart(a: At, b: At) -> usize {
    a.0.abs_diff(b.0).max(a.1.abs_diff(b.1))
}

/// Squares covered by terrain for a density roll.
pub(super) fn covered(density: arithmetic::Density, roll: u8, area: usize) -> usize {
    arithmetic::covered(area, density.percent(roll))
}
