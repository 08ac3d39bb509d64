//! Roads, tracks and streams: lines that run from cell to cell.

use ratatui::style::Style;

use super::canvas::Canvas;
use super::scene::{Scene, Spot};
use super::size::Size;
use crate::board::{Compass, Heading};
use crate::game::view::{Crossing, LineKind, LineView};
use crate::tui::theme::Role;

const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;

/// The character for each combination of the four exits.
const DOUBLE: &str = " ║═╚║║╔╠═╝═╩╗╣╦╬";
const SINGLE: &str = " │─└││┌├─┘─┴┐┤┬┼";
const HEAVY: &str = " ┃━┗┃┃┏┣━┛━┻┓┫┳╋";
const PLAIN: &str = " |-+||++-+-+++++";

/// The strokes of a line within a cell: the exits of each character, with diagonals kept separately.
#[derive(PartialEq, Eq, Debug)]
pub struct Strokes {
    wide: u16,
    joints: Vec<u8>,
    slants: Vec<(u16, u16, char)>,
}

impl Strokes {
    fn mark(&mut self, column: u16, row: u16, bits: u8) {
        let place = usize::from(row * self.wide + column);
        if let Some(joint) = self.joints.get_mut(place) {
            *joint |= bits;
        }
    }

    fn level(&mut self, row: u16, from: u16, to_the_east: bool) {
        let (range, first, last) =
            if to_the_east { (from..self.wide, EAST, EAST | WEST) } else { (0..from + 1, WEST, EAST | WEST) };
        for column in range {
            self.mark(column, row, if column == from { first } else { last });
        }
    }

    fn upright(&mut self, column: u16, from: u16, to: u16) {
        for row in from..=to {
            let up = if row > from { NORTH } else { 0 };
            let down = if row < to { SOUTH } else { 0 };
            self.mark(column, row, up | down);
        }
    }

    /// The strokes of a line with these exits from the cell.
    pub fn of(exits: &[Heading], size: Size) -> Self {
        let (wide, tall) = (size.wide, size.tall);
        let mut strokes = Self { wide, joints: vec![0; usize::from(wide * tall)], slants: Vec::new() };
        let spine = (wide - 1) / 2;
        if size.step > 0 {
            strokes.through_hex(exits, spine, tall);
        } else {
            strokes.through_square(exits, spine, tall);
        }
        strokes
    }

    fn through_hex(&mut self, exits: &[Heading], spine: u16, tall: u16) {
        let (upper, lower) = (tall / 2 - 1, tall - 1);
        let leaves = |parts: u8| exits.iter().any(|exit| exit.parts() == parts);
        let (north, east_up, east_down, south, west_down, west_up) =
            (leaves(0), leaves(4), leaves(8), leaves(12), leaves(16), leaves(20));
        let first = if north || east_up || west_up { upper } else { lower };
        let last = if south || east_down || west_down { lower } else { upper };
        self.upright(spine, first.min(last), first.max(last));
        if north {
            self.upright(spine, 0, upper);
            self.mark(spine, 0, NORTH);
        }
        if south {
            self.mark(spine, lower, SOUTH);
        }
        for (is, row, east) in [
            (east_up, upper, true),
            (west_up, upper, false),
            (east_down, lower, true),
            (west_down, lower, false),
        ] {
            if is {
                self.level(row, spine, east);
            }
        }
    }

    fn through_square(&mut self, exits: &[Heading], spine: u16, tall: u16) {
        let middle = tall / 2;
        if exits.is_empty() {
            self.mark(spine, middle, EAST | WEST);
        }
        for wind in exits.iter().filter_map(|exit| exit.wind()) {
            match wind {
                Compass::N => {
                    self.upright(spine, 0, middle);
                    self.mark(spine, 0, NORTH);
                }
                Compass::S => {
                    self.upright(spine, middle, tall - 1);
                    self.mark(spine, tall - 1, SOUTH);
                }
                Compass::E => self.level(middle, spine, true),
                Compass::W => self.level(middle, spine, false),
                Compass::NE => self.slant(spine + 1..self.wide, [middle, 0], '╱'),
                Compass::SE => self.slant(spine + 1..self.wide, [middle, tall - 1], '╲'),
                Compass::SW => self.slant(0..spine.max(1), [tall - 1, middle], '╱'),
                Compass::NW => self.slant(0..spine.max(1), [0, middle], '╲'),
            }
        }
    }

    /// Moves the strokes of a small cell into its second column, because the ground shows in the first.
    fn make_way_beside_ground(&mut self) {
        let (west, east) = (self.joints[0], self.joints[1]);
        if west & (NORTH | SOUTH) != 0 {
            // The exit to the east is the rest of the second column.
            self.joints[1] = west | (east & EAST);
            self.joints[0] = if west & WEST != 0 { EAST | WEST } else { 0 };
        }
        let is_taken = self.joints[1] != 0 || self.slants.iter().any(|slant| slant.0 == 1);
        if !is_taken {
            self.slants.iter_mut().for_each(|slant| slant.0 = 1);
        }
    }

    /// Draws a diagonal stroke over some columns, from one row to another.
    fn slant(&mut self, columns: std::ops::Range<u16>, [from, to]: [u16; 2], sign: char) {
        let count = columns.len().max(1) as i32 - 1;
        for (n, column) in (0..).zip(columns) {
            let (from, to) = (i32::from(from), i32::from(to));
            let row = if count == 0 {
                if sign == '╱' && column > 0 { to } else { from }
            } else {
                from + (to - from) * n / count
            };
            self.slants.push((column, row as u16, sign));
        }
    }
}

/// The character for a joint, depending on the kind of line and its crossing.
fn sign_of(joint: u8, line: &LineView, ascii: bool) -> Option<char> {
    let set = match line.kind {
        _ if ascii => PLAIN,
        LineKind::Road => DOUBLE,
        LineKind::Track | LineKind::Stream => SINGLE,
    };
    let level = joint & (EAST | WEST) != 0 && joint & (NORTH | SOUTH) == 0;
    let sign = match (line.crossing, ascii) {
        _ if joint == 0 => return None,
        (Crossing::Bridge, true) => '#',
        (Crossing::Bridge, false) if level => '╪',
        (Crossing::Bridge, false) => '╫',
        (Crossing::Ford, true) => '=',
        (Crossing::Ford, false) if level => '┄',
        (Crossing::Ford, false) => '┆',
        (Crossing::None, _) => set.chars().nth(usize::from(joint)).unwrap_or('+'),
    };
    Some(sign)
}

/// Draws the way of a march through a cell, in heavy lines.
pub fn draw_way(canvas: &mut Canvas, scene: &Scene, spot: Spot, exits: &[Heading], style: Style) {
    let mut strokes = Strokes::of(exits, scene.size);
    if scene.size.wide == 2 {
        strokes.make_way_beside_ground();
    }
    let set = if scene.look.ascii { PLAIN } else { HEAVY };
    let slants = strokes.slants.iter();
    let slants = slants
        .map(|&(column, row, sign)| (column, row, if scene.look.ascii { plain_slant(sign) } else { sign }));
    let joints = (0u16..).zip(&strokes.joints).filter(|(_, joint)| **joint != 0);
    let joints = joints.map(|(place, &joint)| {
        (place % strokes.wide, place / strokes.wide, set.chars().nth(usize::from(joint)).unwrap_or('+'))
    });
    for (column, row, sign) in slants.chain(joints) {
        let place = spot.place(column, row);
        // What the way there costs stays readable.
        if scene.size.tall > 1 && canvas.is_number(place) {
            continue;
        }
        // The texture in the first column of a small cell stays visible.
        if scene.size.wide == 2 && column == 0 && scene.line(spot.cell).is_none() {
            canvas.sign_if_free(place, sign, style);
        } else {
            canvas.sign(place, sign, style);
        }
    }
}

/// The ASCII character for a diagonal stroke.
const fn plain_slant(sign: char) -> char {
    if sign == '╱' { '/' } else { '\\' }
}

/// Draws the line through a cell.
pub fn draw(canvas: &mut Canvas, scene: &Scene, spot: Spot) {
    let Some(line) = scene.line(spot.cell) else { return };
    let role = match line.kind {
        LineKind::Road => Role::LineRoad,
        LineKind::Track => Role::LineTrack,
        LineKind::Stream => Role::LineStream,
    };
    let style = Style { bg: None, ..scene.look.theme.of(role) };
    let strokes = Strokes::of(&line.exits, scene.size);
    for &(column, row, sign) in &strokes.slants {
        let sign = if scene.look.ascii { plain_slant(sign) } else { sign };
        canvas.sign(spot.place(column, row), sign, style);
    }
    for (place, &joint) in (0u16..).zip(&strokes.joints) {
        if let Some(sign) = sign_of(joint, line, scene.look.ascii) {
            canvas.sign(spot.place(place % strokes.wide, place / strokes.wide), sign, style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(exits: &[Heading], size: Size) -> Vec<String> {
        let line = LineView::default();
        let strokes = Strokes::of(exits, size);
        let row =
            |joints: &[u8]| joints.iter().map(|joint| sign_of(*joint, &line, false).unwrap_or(' ')).collect();
        strokes.joints.chunks(usize::from(size.wide)).map(row).collect()
    }

    #[test]
    fn a_road_joins_its_exit_sides() {
        let small = Size { wide: 2, tall: 1, ..Size::default() };
        let winds = |winds: &[Compass]| winds.iter().map(|wind| Heading::from(*wind)).collect::<Vec<_>>();
        assert_eq!(drawn(&winds(&[Compass::N, Compass::S]), small), ["║ "]);
        assert_eq!(drawn(&winds(&[Compass::E, Compass::W]), small), ["══"]);
        assert_eq!(drawn(&winds(&[Compass::S, Compass::E]), small), ["╔═"]);
        assert_eq!(drawn(&winds(&[Compass::N, Compass::S, Compass::W]), small), ["╣ "]);
        let large = Size { wide: 4, tall: 2, ..Size::default() };
        assert_eq!(drawn(&winds(&[Compass::N, Compass::E]), large), [" ║  ", " ╚══"]);
    }

    #[test]
    fn a_way_through_a_small_cell_leaves_the_first_column_to_the_ground() {
        let way = |winds: &[Compass]| {
            let exits: Vec<Heading> = winds.iter().map(|wind| Heading::from(*wind)).collect();
            let mut strokes = Strokes::of(&exits, Size { wide: 2, tall: 1, ..Size::default() });
            strokes.make_way_beside_ground();
            (strokes.joints, strokes.slants)
        };
        assert_eq!(way(&[Compass::N, Compass::S]), (vec![0, NORTH | SOUTH], vec![]));
        assert_eq!(way(&[Compass::N, Compass::E]), (vec![0, NORTH | EAST], vec![]));
        assert_eq!(way(&[Compass::N, Compass::W]), (vec![EAST | WEST, NORTH | WEST], vec![]));
        assert_eq!(way(&[Compass::SW]).1, [(1, 0, '╱')]);
    }

    #[test]
    fn on_brick_maps_roads_exit_by_the_touching_half() {
        let brick = Size { wide: 3, tall: 2, step: 1, ..Size::default() };
        let sides = |sides: &[u8]| sides.iter().map(|side| Heading::new(side * 4)).collect::<Vec<_>>();
        assert_eq!(drawn(&sides(&[0, 3]), brick), [" ║ ", " ║ "], "north to south");
        assert_eq!(drawn(&sides(&[4, 2]), brick), ["   ", "═══"], "along the lower half");
        assert_eq!(drawn(&sides(&[5, 1]), brick), ["═══", "   "], "along the upper half");
        assert_eq!(drawn(&sides(&[4, 1]), brick), [" ╔═", "═╝ "], "from the lower west to the upper east");
    }
}
