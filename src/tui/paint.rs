//! Sends a drawn screen to the terminal: only the changes, in as few bytes as possible.
//!
//! Invariant: an unchanged screen writes nothing at all.
//!
//! This replaces the library's own output, which writes a colour and a position for each run of changed
//! cells, about a hundred bytes per cursor step. Ours jumps, erases and keeps styles where that is shorter,
//! and writes a few changes in the order that needs the fewest bytes: a run in the colours of the last one
//! goes first. A step takes about 45 bytes. On a slow line, that keeps the cursor responsive.

use std::fmt::Write as _;
use std::io::{self, Write};

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

/// The most unchanged cells that are rewritten between two changes instead of jumping.
const GAP: u16 = 4;
/// The number of blanks from which erasing is shorter than writing them.
const ERASE: u16 = 6;
/// The most runs of changed cells for which the shortest order is looked for.
const SORTED: usize = 24;

/// Remembers what the terminal shows and updates it.
pub struct Painter<W: Write> {
    out: W,
    shown: Buffer,
    at: Option<(u16, u16)>,
    pen: Pen,
    fresh: bool,
}

#[derive(Copy, Clone, PartialEq, Eq)]
struct Pen {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

const PLAIN: Pen = Pen { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

impl Pen {
    fn of(cell: &Cell) -> Self {
        Self { fg: cell.fg, bg: cell.bg, modifier: cell.modifier }
    }
}

fn blank(cell: &Cell) -> bool {
    cell.symbol() == " "
        && cell.bg == Color::Reset
        && !cell.modifier.intersects(Modifier::REVERSED | Modifier::UNDERLINED)
}

/// Whether a cell shows only its background, so that its text colour does not matter.
fn bare(cell: &Cell) -> bool {
    cell.symbol() == " " && !cell.modifier.intersects(Modifier::REVERSED | Modifier::UNDERLINED)
}

fn same(a: &Cell, b: &Cell) -> bool {
    a == b || (bare(a) && bare(b) && a.bg == b.bg)
}

impl<W: Write> Painter<W> {
    /// A painter for a terminal in an unknown state.
    pub fn new(out: W) -> Self {
        Self { out, shown: Buffer::empty(Rect::ZERO), at: None, pen: PLAIN, fresh: true }
    }

    /// Forgets what the terminal shows: the next frame is drawn in full.
    pub fn forget(&mut self) {
        self.fresh = true;
    }

    /// The output.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Updates the terminal to show `next`; returns the number of bytes written.
    ///
    /// # Errors
    /// If the terminal cannot be written to.
    pub fn paint(&mut self, next: &Buffer) -> io::Result<usize> {
        let mut bytes = String::new();
        if self.fresh || self.shown.area != next.area {
            bytes.push_str("\x1b[0m\x1b[2J");
            self.pen = PLAIN;
            self.at = None;
            self.shown = Buffer::empty(next.area);
            self.fresh = false;
        }
        let mut runs = self.runs(next);
        if runs.len() <= SORTED {
            while let Some(nearest) = self.cheapest(&runs, next) {
                let run = runs.remove(nearest);
                self.run(next, run, &mut bytes);
            }
        } else {
            for run in runs {
                self.run(next, run, &mut bytes);
            }
        }
        if bytes.is_empty() {
            return Ok(0);
        }
        if let Err(error) = self.out.write_all(bytes.as_bytes()).and_then(|()| self.out.flush()) {
            self.fresh = true;
            return Err(error);
        }
        self.shown.content.clone_from(&next.content);
        Ok(bytes.len())
    }

    /// The runs of changed cells, row by row: the row, the first column and the end.
    fn runs(&self, next: &Buffer) -> Vec<(u16, u16, u16)> {
        let mut runs: Vec<(u16, u16, u16)> = Vec::new();
        for y in next.area.top()..next.area.bottom() {
            for x in next.area.left()..next.area.right() {
                if same(&next[(x, y)], &self.shown[(x, y)]) {
                    continue;
                }
                match runs.last_mut() {
                    Some(run) if run.0 == y && run.2 == x => run.2 = x + 1,
                    _ => runs.push((y, x, x + 1)),
                }
            }
        }
        runs
    }

    /// The run that is reached with the fewest bytes.
    fn cheapest(&self, runs: &[(u16, u16, u16)], next: &Buffer) -> Option<usize> {
        let cost = |&(y, x, _): &(u16, u16, u16)| {
            let jump = match self.at {
                Some(at) if at == (x, y) => 0,
                Some((from, row)) if row == y && from < x => 4,
                _ => 8,
            };
            let cell = &next[(x, y)];
            jump + self.codes(Pen::of(cell), bare(cell)).map_or(0, |(codes, _)| codes.len() + 3)
        };
        (0..runs.len()).min_by_key(|&n| cost(&runs[n]))
    }

    /// Writes a run, as far as it has not been written with an earlier one.
    fn run(&mut self, next: &Buffer, (y, first, end): (u16, u16, u16), bytes: &mut String) {
        let right = next.area.right();
        let mut x = first;
        while x < end {
            if same(&next[(x, y)], &self.shown[(x, y)]) {
                x += 1;
                continue;
            }
            self.go(x, y, next, bytes);
            let run = (x..right).take_while(|&at| blank(&next[(at, y)])).count() as u16;
            if run >= ERASE {
                self.plain_ground(bytes);
                if x + run == right {
                    bytes.push_str("\x1b[K");
                } else {
                    let _ = write!(bytes, "\x1b[{run}X");
                }
                (x..x + run).for_each(|at| self.shown[(at, y)] = next[(at, y)].clone());
                x += run;
                continue;
            }
            let cell = &next[(x, y)];
            self.shown[(x, y)] = cell.clone();
            self.dip(Pen::of(cell), bare(cell), bytes);
            bytes.push_str(cell.symbol());
            let wide = (super::text::width(cell.symbol()) as u16).max(1);
            x += wide;
            // After the last column, the terminal's cursor position is uncertain.
            self.at = (x < right && wide == 1).then_some((x, y));
        }
    }

    fn go(&mut self, x: u16, y: u16, next: &Buffer, bytes: &mut String) {
        match self.at {
            Some(at) if at == (x, y) => {}
            Some((from, row)) if row == y && from < x && x - from <= GAP => {
                let between: Vec<&Cell> = (from..x).map(|at| &next[(at, y)]).collect();
                let marks = Modifier::REVERSED | Modifier::UNDERLINED;
                let unmarked = !self.pen.modifier.intersects(marks);
                let fits = |c: &Cell| Pen::of(c) == self.pen || (unmarked && bare(c) && c.bg == self.pen.bg);
                let plain = between.iter().all(|c| fits(c) && c.symbol().len() == 1);
                if plain {
                    between.iter().for_each(|c| bytes.push_str(c.symbol()));
                } else {
                    let _ = write!(bytes, "\x1b[{}C", x - from);
                }
            }
            Some((from, row)) if row == y && from < x => {
                let _ = write!(bytes, "\x1b[{}C", x - from);
            }
            _ => {
                let _ = write!(bytes, "\x1b[{};{}H", y + 1, x + 1);
            }
        }
        self.at = Some((x, y));
    }

    fn plain_ground(&mut self, bytes: &mut String) {
        if self.pen.bg != Color::Reset || !self.pen.modifier.is_empty() {
            bytes.push_str("\x1b[m");
            self.pen = PLAIN;
        }
    }

    /// Switches to a pen. A bare cell needs only the background, without underline or strikethrough.
    fn dip(&mut self, pen: Pen, is_bare: bool, bytes: &mut String) {
        if let Some((codes, pen)) = self.codes(pen, is_bare) {
            let _ = write!(bytes, "\x1b[{codes}m");
            self.pen = pen;
        }
    }

    /// The codes for a change to a pen, and the pen that results; `None` if nothing needs to change.
    fn codes(&self, mut pen: Pen, is_bare: bool) -> Option<(String, Pen)> {
        let marks = Modifier::UNDERLINED | Modifier::REVERSED;
        if is_bare && !self.pen.modifier.intersects(marks) {
            pen = Pen { bg: pen.bg, ..self.pen };
        }
        if pen == self.pen {
            return None;
        }
        let changed = changes(self.pen, pen);
        // Resetting is shorter if many attributes are dropped.
        let mut anew = changes(PLAIN, pen);
        if !anew.is_empty() {
            anew.insert(0, ';');
        }
        Some((if anew.len() < changed.len() { anew } else { changed }, pen))
    }
}

/// The codes that change one pen into another.
fn changes(from: Pen, pen: Pen) -> String {
    let mut codes: Vec<String> = Vec::new();
    let dropped = from.modifier - pen.modifier;
    let mut kept = from.modifier;
    for (modifiers, code) in [
        (Modifier::BOLD | Modifier::DIM, "22"),
        (Modifier::ITALIC, "23"),
        (Modifier::UNDERLINED, "24"),
        (Modifier::REVERSED, "27"),
    ] {
        if dropped.intersects(modifiers) {
            codes.push(code.to_owned());
            kept -= modifiers;
        }
    }
    for (modifier, code) in [
        (Modifier::BOLD, "1"),
        (Modifier::DIM, "2"),
        (Modifier::ITALIC, "3"),
        (Modifier::UNDERLINED, "4"),
        (Modifier::REVERSED, "7"),
    ] {
        if pen.modifier.contains(modifier) && !kept.contains(modifier) {
            codes.push(code.to_owned());
        }
    }
    if pen.fg != from.fg {
        codes.push(code_of(pen.fg, 30));
    }
    if pen.bg != from.bg {
        codes.push(code_of(pen.bg, 40));
    }
    codes.join(";")
}

/// The SGR code of a colour; `base` is 30 for the foreground and 40 for the background.
fn code_of(colour: Color, base: u8) -> String {
    let plain = |n: u8| (base + n).to_string();
    let bright = |n: u8| (base + 60 + n).to_string();
    match colour {
        Color::Reset => plain(9),
        Color::Black => plain(0),
        Color::Red => plain(1),
        Color::Green => plain(2),
        Color::Yellow => plain(3),
        Color::Blue => plain(4),
        Color::Magenta => plain(5),
        Color::Cyan => plain(6),
        Color::Gray => plain(7),
        Color::DarkGray => bright(0),
        Color::LightRed => bright(1),
        Color::LightGreen => bright(2),
        Color::LightYellow => bright(3),
        Color::LightBlue => bright(4),
        Color::LightMagenta => bright(5),
        Color::LightCyan => bright(6),
        Color::White => bright(7),
        Color::Indexed(n) => format!("{};5;{n}", base + 8),
        Color::Rgb(r, g, b) => format!("{};2;{r};{g};{b}", base + 8),
    }
}
