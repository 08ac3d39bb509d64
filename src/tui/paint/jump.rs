//! The shortest way to move the terminal's cursor.

use ratatui::buffer::Buffer;

use super::pen::{Count, Pen, Sink};

/// The most unchanged cells that are rewritten instead of jumping over them.
const GAP: u16 = 4;

/// A position on the screen: column and row.
pub type Place = (u16, u16);

/// The codes for a move along one axis.
#[derive(Copy, Clone)]
enum Step<'a> {
    None,
    /// A number of rows down or columns back, one control character each.
    Single(&'a str, u16),
    /// A sequence with a count, left out if it is 1.
    Counted(u16, &'a str),
    /// The unchanged cells from a column to the one wanted are written again.
    Rewritten(u16),
}

impl Step<'_> {
    fn write(self, (x, y): Place, next: &Buffer, sink: &mut impl Sink) {
        match self {
            Self::None => {}
            Self::Single(control, count) => (0..count).for_each(|_| sink.text(control)),
            Self::Counted(count, letter) => {
                sink.text("\x1b[");
                if count > 1 {
                    sink.number(count);
                }
                sink.text(letter);
            }
            Self::Rewritten(from) => (from..x).for_each(|at| sink.text(next[(at, y)].symbol())),
        }
    }

    /// The shorter of two.
    fn or(self, other: Self) -> Self {
        let length = |step: Self| match step {
            Self::None | Self::Rewritten(_) => 0,
            Self::Single(control, count) => control.len() * usize::from(count),
            Self::Counted(count, _) => {
                let mut digits = Count::default();
                if count > 1 {
                    digits.number(count);
                }
                3 + digits.0
            }
        };
        if length(other) < length(self) { other } else { self }
    }
}

/// The move between two rows.
fn upright(from: u16, to: u16) -> Step<'static> {
    if from < to {
        // The screen never scrolls, because the row exists.
        Step::Single("\n", to - from).or(Step::Counted(to - from, "B"))
    } else if from > to {
        Step::Counted(from - to, "A")
    } else {
        Step::None
    }
}

/// The move between two columns of a row.
fn level(from: u16, (x, y): Place, next: &Buffer, pen: Pen) -> Step<'static> {
    if from < x {
        let plain = |at| {
            let cell = &next[(at, y)];
            cell.symbol().len() == 1 && pen.fits(cell)
        };
        // A sequence has three bytes, and from two columns on four.
        let is_short = x - from <= GAP.min(3 + u16::from(x - from > 1));
        if is_short && (from..x).all(plain) { Step::Rewritten(from) } else { Step::Counted(x - from, "C") }
    } else if from > x {
        let back = Step::Single("\x08", from - x).or(Step::Counted(from - x, "D"));
        if x == 0 { back.or(Step::Single("\r", 1)) } else { back }
    } else {
        Step::None
    }
}

/// Moves from one place, if it is known, to another with as few bytes as possible.
pub fn jump(from: Option<Place>, to: Place, next: &Buffer, pen: Pen, sink: &mut impl Sink) {
    let direct = |sink: &mut dyn FnMut(&str, Option<u16>)| {
        sink("\x1b[", Some(to.1 + 1));
        sink(";", Some(to.0 + 1));
        sink("H", None);
    };
    let mut straight = Count::default();
    direct(&mut |text, number| {
        straight.text(text);
        number.into_iter().for_each(|number| straight.number(number));
    });
    if let Some((x, y)) = from {
        let steps = [upright(y, to.1), level(x, to, next, pen)];
        let mut relative = Count::default();
        steps.iter().for_each(|step| step.write(to, next, &mut relative));
        if relative.0 <= straight.0 {
            return steps.iter().for_each(|step| step.write(to, next, sink));
        }
    }
    direct(&mut |text, number| {
        sink.text(text);
        number.into_iter().for_each(|number| sink.number(number));
    });
}
