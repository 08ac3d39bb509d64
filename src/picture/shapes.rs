//! Characters that are drawn as shapes: blocks, lines and corners.

use super::{CELL, Rect};

/// The arms of a line character, from its middle: up, right, down, left. 1 is a light line, 2 a heavy one, 3
/// a double one.
type Arms = [u8; 4];

const LINES: [(char, Arms); 44] = [
    ('─', [0, 1, 0, 1]),
    ('│', [1, 0, 1, 0]),
    ('┌', [0, 1, 1, 0]),
    ('┐', [0, 0, 1, 1]),
    ('└', [1, 1, 0, 0]),
    ('┘', [1, 0, 0, 1]),
    ('╭', [0, 1, 1, 0]),
    ('╮', [0, 0, 1, 1]),
    ('╰', [1, 1, 0, 0]),
    ('╯', [1, 0, 0, 1]),
    ('├', [1, 1, 1, 0]),
    ('┤', [1, 0, 1, 1]),
    ('┬', [0, 1, 1, 1]),
    ('┴', [1, 1, 0, 1]),
    ('┼', [1, 1, 1, 1]),
    ('╴', [0, 0, 0, 1]),
    ('╵', [1, 0, 0, 0]),
    ('╶', [0, 1, 0, 0]),
    ('╷', [0, 0, 1, 0]),
    ('━', [0, 2, 0, 2]),
    ('┃', [2, 0, 2, 0]),
    ('┏', [0, 2, 2, 0]),
    ('┓', [0, 0, 2, 2]),
    ('┗', [2, 2, 0, 0]),
    ('┛', [2, 0, 0, 2]),
    ('┣', [2, 2, 2, 0]),
    ('┫', [2, 0, 2, 2]),
    ('┳', [0, 2, 2, 2]),
    ('┻', [2, 2, 0, 2]),
    ('╋', [2, 2, 2, 2]),
    ('═', [0, 3, 0, 3]),
    ('║', [3, 0, 3, 0]),
    ('╔', [0, 3, 3, 0]),
    ('╗', [0, 0, 3, 3]),
    ('╚', [3, 3, 0, 0]),
    ('╝', [3, 0, 0, 3]),
    ('╠', [3, 3, 3, 0]),
    ('╣', [3, 0, 3, 3]),
    ('╦', [0, 3, 3, 3]),
    ('╩', [3, 3, 0, 3]),
    ('╬', [3, 3, 3, 3]),
    ('╪', [1, 3, 1, 3]),
    ('╫', [3, 1, 3, 1]),
    ('╺', [0, 2, 0, 0]),
];

/// Half of the distance between the two strokes of a double line.
const APART: u16 = 2;

/// The rectangles of a block or line character within its cell; `None` if it is text.
pub(super) fn rects(c: char) -> Option<Vec<Rect>> {
    let [w, h] = CELL;
    let eighth = |n: u32, of: u16| n as u16 * of / 8;
    Some(match c {
        '█' => vec![Rect::new(0, 0, w, h)],
        '▀' => vec![Rect::new(0, 0, w, h / 2)],
        '▔' => vec![Rect::new(0, 0, w, h / 8)],
        '▐' => vec![Rect::new(w / 2, 0, w / 2, h)],
        '▕' => vec![Rect::new(w - w / 8, 0, w / 8, h)],
        '▁'..='▇' => {
            let high = eighth(c as u32 - '▁' as u32 + 1, h);
            vec![Rect::new(0, h - high, w, high)]
        }
        '▉'..='▏' => vec![Rect::new(0, 0, eighth('▏' as u32 - c as u32 + 1, w), h)],
        '▖'..='▟' => quarters(c),
        '┄' | '┆' => dashes(c == '┄'),
        _ => {
            let (_, arms) = LINES.iter().find(|(line, _)| *line == c)?;
            (0..4).flat_map(|arm| strokes_of(arms, arm)).collect()
        }
    })
}

/// The quarters of a cell: top left, top right, bottom left, bottom right.
fn quarters(c: char) -> Vec<Rect> {
    const FILLED: [[bool; 4]; 10] = [
        [false, false, true, false],
        [false, false, false, true],
        [true, false, false, false],
        [true, false, true, true],
        [true, false, false, true],
        [true, true, true, false],
        [true, true, false, true],
        [false, true, false, false],
        [false, true, true, false],
        [false, true, true, true],
    ];
    let [w, h] = [CELL[0] / 2, CELL[1] / 2];
    let filled = FILLED[(c as u32 - '▖' as u32) as usize];
    let quarter = |n: u16| Rect::new(n % 2 * w, n / 2 * h, w, h);
    (0..4).filter(|n| filled[usize::from(*n)]).map(quarter).collect()
}

fn dashes(across: bool) -> Vec<Rect> {
    let [w, h] = CELL;
    if across {
        vec![Rect::new(0, h / 2, 3, 1), Rect::new(w / 2 + 1, h / 2, 2, 1)]
    } else {
        vec![Rect::new(w / 2, 0, 1, h / 4), Rect::new(w / 2, h / 2, 1, h / 4)]
    }
}

/// The strokes of one arm of a line character, from the middle of the cell to its side.
fn strokes_of(arms: &Arms, arm: usize) -> Vec<Rect> {
    let [w, h] = CELL;
    let (across, along) = if arm.is_multiple_of(2) { (w, h) } else { (h, w) };
    // The middle of the cell along the arm and across it.
    let (far, mid) = (along, along / 2);
    let outward = arm == 1 || arm == 2;
    let stroke = |centre: u16, thick: u16, inner: u16| {
        let (from, to) = if outward { (inner, far) } else { (0, inner + 1) };
        let (from, length) = (from.min(far), to.saturating_sub(from));
        if arm.is_multiple_of(2) {
            Rect::new(centre, from, thick, length)
        } else {
            Rect::new(from, centre, length, thick)
        }
    };
    match arms[arm] {
        1 => vec![stroke(across / 2, 1, mid)],
        // A heavy line is centred on the light one, and its corners are filled.
        2 => vec![stroke(across / 2 - 1, 3, if outward { mid - 1 } else { mid + 1 })],
        3 => [false, true]
            .map(|second| {
                // The neighbouring arms on this stroke's side and on the other.
                let (near, other) = match (arm.is_multiple_of(2), second) {
                    (true, false) => (arms[3], arms[1]),
                    (true, true) => (arms[1], arms[3]),
                    (false, false) => (arms[0], arms[2]),
                    (false, true) => (arms[2], arms[0]),
                };
                let centre = if second { across / 2 + APART } else { across / 2 - APART };
                let shift = |by: i16| mid.saturating_add_signed(if outward { by } else { -by });
                let inner = match (near == 3, other == 3) {
                    (true, _) => shift(APART as i16),
                    (false, true) => shift(-(APART as i16)),
                    _ => mid,
                };
                stroke(centre, 1, inner)
            })
            .to_vec(),
        _ => Vec::new(),
    }
}

/// The hundredths of ink in a shade.
pub(super) const fn shade(c: char) -> Option<u16> {
    match c {
        '░' => Some(25),
        '▒' => Some(50),
        '▓' => Some(75),
        _ => None,
    }
}

/// Diagonals from corner to corner: start and end.
pub(super) const fn strokes(c: char) -> Option<&'static [[u16; 4]]> {
    const RISING: [u16; 4] = [0, CELL[1], CELL[0], 0];
    const FALLING: [u16; 4] = [0, 0, CELL[0], CELL[1]];
    match c {
        '╱' => Some(&[RISING]),
        '╲' => Some(&[FALLING]),
        '╳' => Some(&[RISING, FALLING]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_reaches_the_sides_that_its_arms_name() {
        for (c, arms) in LINES {
            let rects = rects(c).unwrap();
            let [w, h] = CELL;
            let sides = [
                rects.iter().any(|r| r.y == 0),
                rects.iter().any(|r| r.x + r.w == w),
                rects.iter().any(|r| r.y + r.h == h),
                rects.iter().any(|r| r.x == 0),
            ];
            assert_eq!(sides, arms.map(|arm| arm > 0), "{c}");
            assert!(
                rects.iter().all(|r| r.x + r.w <= w && r.y + r.h <= h && r.w > 0 && r.h > 0),
                "{c}: {rects:?}"
            );
        }
    }

    #[test]
    fn blocks_fill_the_part_of_the_cell_they_stand_for() {
        let area = |c: char| rects(c).unwrap().iter().map(|r| r.w * r.h).sum::<u16>();
        let whole = CELL[0] * CELL[1];
        for (c, eighths) in
            [('█', 8), ('▀', 4), ('▄', 4), ('▌', 4), ('▐', 4), ('▁', 1), ('▇', 7), ('▉', 7), ('▏', 1)]
        {
            assert_eq!(area(c), whole / 8 * eighths, "{c}");
        }
        for (c, quarters) in [
            ('▖', 1),
            ('▗', 1),
            ('▘', 1),
            ('▙', 3),
            ('▚', 2),
            ('▛', 3),
            ('▜', 3),
            ('▝', 1),
            ('▞', 2),
            ('▟', 3),
        ] {
            assert_eq!(area(c), whole / 4 * quarters, "{c}");
        }
        assert_eq!(rects('a'), None);
    }
}
