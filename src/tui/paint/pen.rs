//! The pen: the colours and attributes that the terminal writes with, and the shortest codes that change them.

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

/// The attributes that show on a blank cell.
const MARKS: Modifier = Modifier::REVERSED.union(Modifier::UNDERLINED);

/// Takes output: a string that is sent, or a count of its bytes.
pub trait Sink {
    /// Takes a text.
    fn text(&mut self, text: &str);
    /// Takes a number in decimal digits.
    fn number(&mut self, number: u16);
}

/// Counts bytes instead of writing them.
#[derive(Default)]
pub struct Count(pub usize);

impl Sink for Count {
    fn text(&mut self, text: &str) {
        self.0 += text.len();
    }

    fn number(&mut self, number: u16) {
        self.0 += match number {
            0..=9 => 1,
            10..=99 => 2,
            100..=999 => 3,
            _ => 4 + usize::from(number > 9999),
        };
    }
}

impl Sink for String {
    fn text(&mut self, text: &str) {
        self.push_str(text);
    }

    fn number(&mut self, number: u16) {
        use std::fmt::Write as _;
        let _ = write!(self, "{number}");
    }
}

/// The colours and attributes of a cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Pen {
    pub fg: Color,
    pub bg: Color,
    pub modifier: Modifier,
}

/// The pen after a reset.
pub const PLAIN: Pen = Pen { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

/// Whether a cell shows only its background, so that its text colour does not matter.
pub fn is_bare(cell: &Cell) -> bool {
    cell.symbol() == " " && !cell.modifier.intersects(MARKS)
}

impl Pen {
    /// The pen that writes a cell.
    pub fn of(cell: &Cell) -> Self {
        Self { fg: cell.fg, bg: cell.bg, modifier: cell.modifier }
    }

    /// Whether it writes blank cells without marks.
    pub fn is_unmarked(self) -> bool {
        !self.modifier.intersects(MARKS)
    }

    /// Whether it writes this cell as it is.
    pub fn fits(self, cell: &Cell) -> bool {
        self == Self::of(cell) || (self.is_unmarked() && is_bare(cell) && cell.bg == self.bg)
    }

    /// The pen to switch to for cells of another pen: bare cells need only their background.
    pub fn toward(self, pen: Self, is_bare: bool) -> Self {
        if is_bare && self.is_unmarked() { Self { bg: pen.bg, ..self } } else { pen }
    }

    /// Writes the sequence that changes this pen into another; nothing if they are the same.
    pub fn change(self, to: Self, sink: &mut impl Sink) {
        if self == to {
            return;
        }
        let (mut changed, mut anew) = (Count::default(), Count::default());
        write(codes(self, to), true, &mut changed);
        // Resetting is shorter if many attributes are dropped; an empty code means 0.
        write(codes(PLAIN, to), false, &mut anew);
        sink.text("\x1b[");
        if anew.0 < changed.0 {
            write(codes(PLAIN, to), false, sink);
        } else {
            write(codes(self, to), true, sink);
        }
        sink.text("m");
    }
}

/// A code of the sequence that selects colours and attributes.
#[derive(Copy, Clone)]
enum Code {
    Plain(u8),
    /// An index of the palette; the first number is 38 for the text and 48 for the background.
    Indexed(u8, u8),
    Rgb(u8, [u8; 3]),
}

/// Writes codes with semicolons between them; also before the first one unless it begins the sequence.
fn write(codes: impl Iterator<Item = Code>, mut is_first: bool, sink: &mut impl Sink) {
    for code in codes {
        if !std::mem::take(&mut is_first) {
            sink.text(";");
        }
        match code {
            Code::Plain(code) => sink.number(code.into()),
            Code::Indexed(kind, index) => {
                sink.number(kind.into());
                sink.text(";5;");
                sink.number(index.into());
            }
            Code::Rgb(kind, [red, green, blue]) => {
                sink.number(kind.into());
                sink.text(";2;");
                sink.number(red.into());
                sink.text(";");
                sink.number(green.into());
                sink.text(";");
                sink.number(blue.into());
            }
        }
    }
}

/// The codes that change one pen into another.
fn codes(from: Pen, to: Pen) -> impl Iterator<Item = Code> {
    const OFF: [(Modifier, u8); 4] = [
        (Modifier::BOLD.union(Modifier::DIM), 22),
        (Modifier::ITALIC, 23),
        (Modifier::UNDERLINED, 24),
        (Modifier::REVERSED, 27),
    ];
    const ON: [(Modifier, u8); 5] = [
        (Modifier::BOLD, 1),
        (Modifier::DIM, 2),
        (Modifier::ITALIC, 3),
        (Modifier::UNDERLINED, 4),
        (Modifier::REVERSED, 7),
    ];
    let dropped = from.modifier - to.modifier;
    let off = move |(modifiers, _): &(Modifier, u8)| dropped.intersects(*modifiers);
    let kept = OFF.into_iter().filter(off).fold(from.modifier, |kept, (modifiers, _)| kept - modifiers);
    let on =
        move |(modifier, _): &(Modifier, u8)| to.modifier.contains(*modifier) && !kept.contains(*modifier);
    let attributes = OFF.into_iter().filter(off).chain(ON.into_iter().filter(on));
    let fg = (to.fg != from.fg).then(|| code_of(to.fg, 30));
    let bg = (to.bg != from.bg).then(|| code_of(to.bg, 40));
    attributes.map(|(_, code)| Code::Plain(code)).chain(fg).chain(bg)
}

/// The code of a colour; `base` is 30 for the text and 40 for the background.
fn code_of(colour: Color, base: u8) -> Code {
    let plain = |n: u8| Code::Plain(base + n);
    let bright = |n: u8| Code::Plain(base + 60 + n);
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
        Color::Indexed(n) => Code::Indexed(base + 8, n),
        Color::Rgb(red, green, blue) => Code::Rgb(base + 8, [red, green, blue]),
    }
}
