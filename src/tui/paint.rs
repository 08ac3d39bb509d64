//! Sends a drawn screen to the terminal: only the changes, in as few bytes as possible.
//!
//! Invariant: an unchanged screen writes nothing at all.
//!
//! This replaces the library's own output, which writes a colour and a position for each run of changed
//! cells. Ours moves, erases and keeps colours where that is shorter, as curses does, and it also chooses the
//! order: a few runs in the order that needs the fewest bytes, many runs colour by colour. A map of hexes in
//! two tints takes two thirds of the bytes. On a slow line, that keeps the cursor responsive.

mod jump;
mod pen;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Color;

use self::jump::{Place, jump};
use self::pen::{Count, PLAIN, Pen, Sink, is_bare};

/// The number of blanks from which erasing is shorter than writing them.
const ERASE: u16 = 6;
/// The most runs for which the shortest order is looked for; more are ordered by their colours.
const ORDERED: usize = 40;
/// The most runs whose order is improved by moving single ones: the usual step of the cursor.
const REFINED: usize = 8;

/// Remembers what the terminal shows and updates it.
pub struct Painter<W: Write> {
    out: W,
    shown: Buffer,
    state: State,
    fresh: bool,
}

/// The state of the terminal: where it writes next, if that is certain, and with which pen.
#[derive(Copy, Clone)]
struct State {
    at: Option<Place>,
    pen: Pen,
}

/// Changed cells of a row that are written with one pen, or blank ones that are erased.
#[derive(Copy, Clone)]
struct Run {
    y: u16,
    x: u16,
    end: u16,
    pen: Pen,
    /// All cells show only their background.
    is_bare: bool,
    is_erased: bool,
}

/// Whether a cell looks as if it had been erased.
fn is_blank(cell: &Cell) -> bool {
    is_bare(cell) && cell.bg == Color::Reset
}

fn same(a: &Cell, b: &Cell) -> bool {
    a == b || (is_bare(a) && is_bare(b) && a.bg == b.bg)
}

fn columns(cell: &Cell) -> u16 {
    (super::text::width(cell.symbol()) as u16).max(1)
}

impl Run {
    /// The cells from this one on that can be written in one go.
    fn at((x, y): Place, shown: &Buffer, next: &Buffer) -> Self {
        let right = next.area.right();
        let cell = &next[(x, y)];
        let blank = (x..right).take_while(|&at| is_blank(&next[(at, y)])).count() as u16;
        let mut run = Self { y, x, end: x, pen: Pen::of(cell), is_bare: true, is_erased: blank >= ERASE };
        if run.is_erased {
            run.end = x + blank;
            return run;
        }
        while run.end < right {
            let cell = &next[(run.end, y)];
            if same(cell, &shown[(run.end, y)]) {
                break;
            }
            let pen = Pen::of(cell);
            if run.is_bare && !is_bare(cell) && pen.is_unmarked() && pen.bg == run.pen.bg {
                // The blanks so far can be written with this pen.
                run.pen = pen;
            } else if !run.pen.fits(cell) {
                break;
            }
            run.is_bare &= is_bare(cell);
            let wide = columns(cell);
            run.end += wide;
            if wide > 1 {
                break;
            }
        }
        run
    }
}

/// Brings many runs into an order that changes colours seldom: by ground, on each ground by pen, the blank ones
/// first, and otherwise as they stand on the screen.
fn by_colour(runs: &mut [Run]) {
    let mut grounds: Vec<Color> = Vec::new();
    let mut pens: Vec<Pen> = Vec::new();
    runs.sort_by_cached_key(|run| {
        let pen = if run.is_erased { PLAIN } else { run.pen };
        let pen_place = if run.is_bare { 0 } else { 1 + place_of(&mut pens, pen) };
        (place_of(&mut grounds, pen.bg), pen_place)
    });
}

/// The index of a value in a list, where it is added if it is new.
fn place_of<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

impl State {
    /// Writes what must precede the cells of a run: the move and the change of pen.
    fn reach(&mut self, run: &Run, next: &Buffer, sink: &mut impl Sink) {
        jump(self.at, (run.x, run.y), next, self.pen, sink);
        let wanted = match run.is_erased {
            // Erasing takes the colour of the pen's background.
            true if self.pen.bg == Color::Reset && self.pen.is_unmarked() => self.pen,
            true => PLAIN,
            false => self.pen.toward(run.pen, run.is_bare),
        };
        self.pen.change(wanted, sink);
        self.pen = wanted;
        self.at = Some((run.x, run.y));
    }

    /// The state after the cells of a run.
    fn pass(&mut self, run: &Run, next: &Buffer) {
        // After the last column or a wide character, the terminal's position is uncertain.
        let is_wide = !run.is_erased && columns(&next[(run.end.min(next.area.right()) - 1, run.y)]) > 1;
        if !run.is_erased {
            self.at = (run.end < next.area.right() && !is_wide).then_some((run.end, run.y));
        }
    }

    /// The index of the run that is reached with the fewest bytes; the first of several.
    fn nearest(self, runs: &[Run], next: &Buffer) -> Option<usize> {
        let cost = |run: &Run| {
            let mut count = Count::default();
            let mut state = self;
            state.reach(run, next, &mut count);
            count.0
        };
        (0..runs.len()).min_by_key(|&n| cost(&runs[n]))
    }

    /// Brings runs into an order in which they are reached with few bytes.
    fn sort(mut self, runs: &mut [Run], next: &Buffer) {
        for done in 0..runs.len() {
            let Some(nearest) = self.nearest(&runs[done..], next) else { return };
            // The others keep their order.
            runs[done..=done + nearest].rotate_right(1);
            self.reach(&runs[done], next, &mut Count::default());
            self.pass(&runs[done], next);
        }
    }

    /// The bytes that moves and changes of pen take in this order.
    fn cost(mut self, runs: &[Run], next: &Buffer) -> usize {
        let mut count = Count::default();
        for run in runs {
            self.reach(run, next, &mut count);
            self.pass(run, next);
        }
        count.0
    }

    /// Moves single runs of a few to other places in the order as long as that saves bytes.
    fn refine(self, runs: &mut [Run], next: &Buffer) {
        let mut best = self.cost(runs, next);
        let mut is_better = runs.len() <= REFINED;
        while std::mem::take(&mut is_better) {
            for from in 0..runs.len() {
                for to in (0..runs.len()).filter(|to| *to != from) {
                    let (low, high) = (from.min(to), from.max(to));
                    let span = &mut runs[low..=high];
                    if from < to {
                        span.rotate_left(1)
                    } else {
                        span.rotate_right(1)
                    }
                    let cost = self.cost(runs, next);
                    if cost < best {
                        (best, is_better) = (cost, true);
                        break;
                    }
                    let span = &mut runs[low..=high];
                    if from < to { span.rotate_right(1) } else { span.rotate_left(1) }
                }
            }
        }
    }
}

impl<W: Write> Painter<W> {
    /// A painter for a terminal in an unknown state.
    pub fn new(out: W) -> Self {
        let state = State { at: None, pen: PLAIN };
        Self { out, shown: Buffer::empty(Rect::ZERO), state, fresh: true }
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
            self.state = State { at: None, pen: PLAIN };
            self.shown = Buffer::empty(next.area);
            self.fresh = false;
        }
        let mut runs = self.runs(next);
        if runs.len() <= ORDERED {
            self.state.sort(&mut runs, next);
            self.state.refine(&mut runs, next);
        } else {
            by_colour(&mut runs);
        }
        self.write(&runs, next, &mut bytes);
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

    /// The runs of changed cells, row by row.
    fn runs(&self, next: &Buffer) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for y in next.area.top()..next.area.bottom() {
            let mut x = next.area.left();
            while x < next.area.right() {
                if same(&next[(x, y)], &self.shown[(x, y)]) {
                    x += 1;
                    continue;
                }
                let run = Run::at((x, y), &self.shown, next);
                x = run.end;
                runs.push(run);
            }
        }
        runs
    }

    fn write(&mut self, runs: &[Run], next: &Buffer, bytes: &mut String) {
        for run in runs {
            self.state.reach(run, next, bytes);
            if run.is_erased {
                bytes.text("\x1b[");
                if run.end < next.area.right() {
                    bytes.number(run.end - run.x);
                    bytes.text("X");
                } else {
                    bytes.text("K");
                }
            } else {
                let mut x = run.x;
                while x < run.end {
                    let cell = &next[(x, run.y)];
                    bytes.text(cell.symbol());
                    x += columns(cell);
                }
            }
            self.state.pass(run, next);
        }
    }
}
