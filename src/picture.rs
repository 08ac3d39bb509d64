//! A drawn screen as an SVG image.
//!
//! Text stays text, so it can be selected, searched and read aloud. Everything that must join from cell to
//! cell is drawn as a shape: backgrounds, lines, blocks. Fonts differ in how well theirs join.
//!
//! The same screen always gives the same bytes.

mod shapes;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Modifier;

use crate::tui::rgb;

/// Width and height of a character, in units of the image.
const CELL: [u16; 2] = [8, 16];
/// The distance of the baseline of the text from the top of its row.
const BASELINE: u16 = 12;
/// Around the screen.
const MARGIN: u16 = 8;

/// Red, green and blue.
type Rgb = [u8; 3];

/// The colours of a terminal where a screen sets none.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// Of text.
    pub ink: Rgb,
    /// Behind it.
    pub paper: Rgb,
}

impl Ground {
    /// A dark terminal.
    pub const DARK: Self = Self { ink: [208, 208, 208], paper: [18, 18, 18] };
    /// A light terminal.
    pub const LIGHT: Self = Self { ink: [28, 28, 28], paper: [255, 255, 255] };
}

/// A rectangle in units of the image.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Rect {
    y: u16,
    x: u16,
    w: u16,
    h: u16,
}

impl Rect {
    pub(crate) const fn new(x: u16, y: u16, w: u16, h: u16) -> Self {
        Self { y, x, w, h }
    }
}

/// The colours of a cell as they appear.
fn colours(cell: &Cell, ground: Ground) -> (Rgb, Rgb) {
    let mut ink = rgb(cell.fg).unwrap_or(ground.ink);
    let mut paper = rgb(cell.bg).unwrap_or(ground.paper);
    if cell.modifier.contains(Modifier::REVERSED) {
        (ink, paper) = (paper, ink);
    }
    if cell.modifier.contains(Modifier::DIM) {
        ink = mixed(ink, paper, 40);
    }
    (ink, paper)
}

/// A colour with so many hundredths of another.
fn mixed(colour: Rgb, over: Rgb, hundredths: u16) -> Rgb {
    let part = |n: usize| {
        (u16::from(colour[n]) * (100 - hundredths) + u16::from(over[n]) * hundredths).div_euclid(100) as u8
    };
    [part(0), part(1), part(2)]
}

/// A piece of text in one style on one row.
struct Run {
    column: u16,
    row: u16,
    text: String,
    ink: Rgb,
    bold: bool,
}

/// A screen taken apart into shapes and text.
#[derive(Default)]
struct Parts {
    grounds: BTreeMap<Rgb, Vec<Rect>>,
    shapes: BTreeMap<Rgb, Vec<Rect>>,
    strokes: BTreeMap<Rgb, Vec<[u16; 4]>>,
    runs: Vec<Run>,
}

impl Parts {
    fn of(buffer: &Buffer, ground: Ground) -> Self {
        let mut parts = Self::default();
        let area = buffer.area;
        for row in 0..area.height {
            for column in 0..area.width {
                parts.cell(&buffer[(area.x + column, area.y + row)], [column, row], ground);
            }
        }
        parts
    }

    fn cell(&mut self, cell: &Cell, [column, row]: [u16; 2], ground: Ground) {
        let (ink, paper) = colours(cell, ground);
        let [x, y] = [MARGIN + column * CELL[0], MARGIN + row * CELL[1]];
        if paper != ground.paper {
            self.grounds.entry(paper).or_default().push(Rect::new(x, y, CELL[0], CELL[1]));
        }
        if cell.modifier.contains(Modifier::UNDERLINED) {
            self.shapes.entry(ink).or_default().push(Rect::new(x, y + CELL[1] - 2, CELL[0], 1));
        }
        let symbol = cell.symbol();
        let mut chars = symbol.chars();
        let (Some(first), None) = (chars.next(), chars.next()) else {
            return self.text(symbol, [column, row], ink, cell);
        };
        if let Some(shade) = shapes::shade(first) {
            let tint = mixed(paper, ink, shade);
            self.shapes.entry(tint).or_default().push(Rect::new(x, y, CELL[0], CELL[1]));
        } else if let Some(strokes) = shapes::strokes(first) {
            let strokes = strokes.iter().map(|[a, b, c, d]| [x + a, y + b, x + c, y + d]);
            self.strokes.entry(ink).or_default().extend(strokes);
        } else if let Some(rects) = shapes::rects(first) {
            let shapes = self.shapes.entry(ink).or_default();
            shapes.extend(rects.into_iter().map(|r| Rect::new(x + r.x, y + r.y, r.w, r.h)));
        } else if first != ' ' && !symbol.is_empty() {
            self.text(symbol, [column, row], ink, cell);
        }
    }

    /// Adds text; letters and figures join the run before them, signs stand alone in the middle of their cell.
    fn text(&mut self, symbol: &str, [column, row]: [u16; 2], ink: Rgb, cell: &Cell) {
        let bold = cell.modifier.contains(Modifier::BOLD);
        let letters = |text: &str| text.chars().all(|c| c.is_ascii() || c.is_alphabetic());
        if let Some(last) = self.runs.last_mut().filter(|last| {
            let gap = column.checked_sub(last.column + last.text.chars().count() as u16);
            last.row == row && last.ink == ink && last.bold == bold && gap.is_some_and(|gap| gap <= 1)
        }) && letters(symbol)
            && letters(&last.text)
        {
            if last.column + last.text.chars().count() as u16 != column {
                last.text.push(' ');
            }
            return last.text.push_str(symbol);
        }
        self.runs.push(Run { column, row, text: symbol.to_owned(), ink, bold });
    }
}

/// Joins rectangles that touch along a whole side or overlap in a row, so that no seam can show between them.
fn joined(mut rects: Vec<Rect>) -> Vec<Rect> {
    rects.sort_unstable();
    rects.dedup();
    let mut wide: Vec<Rect> = Vec::new();
    for next in rects {
        let meets = |r: &&mut Rect| (r.y, r.h) == (next.y, next.h) && (r.x..=r.x + r.w).contains(&next.x);
        match wide.iter_mut().rev().take(8).find(meets) {
            Some(left) => left.w = left.w.max(next.x + next.w - left.x),
            None => wide.push(next),
        }
    }
    let mut tall: Vec<Rect> = Vec::new();
    let mut open: BTreeMap<(u16, u16, u16), usize> = BTreeMap::new();
    for next in wide {
        match open.remove(&(next.x, next.w, next.y)) {
            Some(at) => {
                tall[at].h += next.h;
                open.insert((next.x, next.w, next.y + next.h), at);
            }
            None => {
                open.insert((next.x, next.w, next.y + next.h), tall.len());
                tall.push(next);
            }
        }
    }
    tall
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A text in XML, without the characters that XML cannot hold.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(c),
            c if crate::plain::is_odd(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// The screen as an SVG image with a title.
pub fn svg(buffer: &Buffer, title: &str, ground: Ground) -> String {
    let area = buffer.area;
    let [width, height] = [2 * MARGIN + area.width * CELL[0], 2 * MARGIN + area.height * CELL[1]];
    let parts = Parts::of(buffer, ground);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
         {height}\" role=\"img\">\n<title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" rx=\"6\" \
         fill=\"{}\"/>\n",
        escaped(title),
        hex(ground.paper)
    );
    out.push_str("<g shape-rendering=\"crispEdges\">\n");
    for layer in [parts.grounds, parts.shapes] {
        for (colour, rects) in layer {
            let _ = write!(out, "<path fill=\"{}\" d=\"", hex(colour));
            for Rect { x, y, w, h } in joined(rects) {
                let _ = write!(out, "M{x} {y}h{w}v{h}h-{w}z");
            }
            out.push_str("\"/>\n");
        }
    }
    out.push_str("</g>\n");
    for (colour, lines) in parts.strokes {
        let _ = write!(out, "<path fill=\"none\" stroke=\"{}\" d=\"", hex(colour));
        for [a, b, c, d] in lines {
            let _ = write!(out, "M{a} {b}L{c} {d}");
        }
        out.push_str("\"/>\n");
    }
    texts(&parts.runs, &mut out);
    out.push_str("</svg>\n");
    out
}

/// Writes the text in reading order. Every run is fitted to its cells, whatever the width of the font.
fn texts(runs: &[Run], out: &mut String) {
    let mut inks: Vec<Rgb> = runs.iter().map(|run| run.ink).collect();
    inks.sort_unstable();
    inks.dedup();
    out.push_str(
        "<style>text{font:13.3px ui-monospace,\"DejaVu Sans Mono\",\"Cascadia Mono\",Menlo,Consolas,monospace;\
         white-space:pre}.b{font-weight:bold}.m{text-anchor:middle}",
    );
    for (n, ink) in inks.iter().enumerate() {
        let _ = write!(out, ".c{n}{{fill:{}}}", hex(*ink));
    }
    out.push_str("</style>\n");
    for run in runs {
        let colour = inks.binary_search(&run.ink).unwrap_or(0);
        let bold = if run.bold { " b" } else { "" };
        let length = run.text.chars().count() as u16;
        let [x, y] = [MARGIN + run.column * CELL[0], MARGIN + run.row * CELL[1] + BASELINE];
        let text = escaped(&run.text);
        let _ = if length == 1 {
            writeln!(
                out,
                "<text class=\"c{colour}{bold} m\" x=\"{}\" y=\"{y}\">{text}</text>",
                x + CELL[0] / 2
            )
        } else {
            writeln!(
                out,
                "<text class=\"c{colour}{bold}\" x=\"{x}\" y=\"{y}\" textLength=\"{}\" \
                 lengthAdjust=\"spacingAndGlyphs\">{text}</text>",
                length * CELL[0]
            )
        };
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout;
    use ratatui::style::{Color, Style};

    use super::*;

    fn screen(rows: &[&str]) -> Buffer {
        let mut buffer = Buffer::empty(layout::Rect::new(0, 0, 12, rows.len() as u16));
        for (y, row) in rows.iter().enumerate() {
            buffer.set_string(0, y as u16, row, Style::default());
        }
        buffer
    }

    #[test]
    fn text_stays_text_and_is_escaped() {
        let drawn = svg(&screen(&["a <b> & \"c\""]), "x</title><script>", Ground::DARK);
        assert!(drawn.contains(">a &lt;b&gt; &amp; &quot;c&quot;</text>"), "{drawn}");
        assert!(drawn.contains("<title>x&lt;/title&gt;&lt;script&gt;</title>"), "{drawn}");
        let read = roxmltree::Document::parse(&drawn).unwrap();
        let texts: Vec<_> = read.descendants().filter(|n| n.has_tag_name("text")).collect();
        assert_eq!(texts.len(), 1, "words on one row are one run");
        assert_eq!(texts[0].attribute("textLength"), Some("88"), "eleven characters of eight units");
    }

    #[test]
    fn lines_and_blocks_join_to_whole_shapes() {
        let drawn = svg(&screen(&["──────", "████", "████"]), "", Ground::DARK);
        // One line across six cells, one block two rows high.
        assert!(drawn.contains("d=\"M8 16h48v1h-48zM8 24h32v32h-32z\""), "{drawn}");
        assert!(!drawn.contains("<text"), "{drawn}");
    }

    #[test]
    fn rectangles_are_joined_first_across_and_then_down() {
        let all = vec![
            Rect::new(8, 0, 8, 8),
            Rect::new(0, 0, 8, 8),
            Rect::new(0, 8, 16, 8),
            Rect::new(0, 20, 16, 4),
        ];
        assert_eq!(joined(all), [Rect::new(0, 0, 16, 16), Rect::new(0, 20, 16, 4)]);
    }

    #[test]
    fn reversed_and_dim_cells_look_as_on_a_terminal() {
        let mut cell = Cell::default();
        cell.set_style(Style::default().add_modifier(Modifier::REVERSED));
        assert_eq!(colours(&cell, Ground::DARK), (Ground::DARK.paper, Ground::DARK.ink));
        cell.set_style(Style::default().remove_modifier(Modifier::REVERSED).add_modifier(Modifier::DIM));
        let (ink, paper) = colours(&cell, Ground::DARK);
        assert_eq!(paper, Ground::DARK.paper);
        assert!(ink < Ground::DARK.ink && ink > paper);
        cell.set_style(Style::default().fg(Color::Indexed(231)).remove_modifier(Modifier::DIM));
        assert_eq!(colours(&cell, Ground::DARK).0, [255; 3]);
    }
}
