//! Text in the cells of a buffer: cut, wrapped, styled.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

pub use crate::plain::capital;

pub use crate::odds::percent;

/// Text in one style.
pub type Span = (String, Style);

/// A line of differently styled texts.
pub type Line = Vec<Span>;

/// Writes a text into at most `width` cells and returns the column after it.
pub fn put(buf: &mut Buffer, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
    let area = buf.area;
    if y >= area.bottom() || x >= area.right() || width == 0 {
        return x;
    }
    buf.set_stringn(x, y, text, usize::from(width.min(area.right() - x)), style).0
}

/// Writes a single character; much faster than a text of one character.
pub fn sign(buf: &mut Buffer, x: u16, y: u16, sign: char, style: Style) {
    if let Some(cell) = buf.cell_mut((x, y)) {
        cell.set_char(sign).set_style(style);
    }
}

/// Writes a line into at most `width` cells.
pub fn put_line(buf: &mut Buffer, x: u16, y: u16, width: u16, line: &[Span]) -> u16 {
    let end = x + width;
    line.iter().fold(x, |at, (text, style)| put(buf, at, y, end.saturating_sub(at), text, *style))
}

/// Writes lines into an area, without the first `skip`.
pub fn put_lines(buf: &mut Buffer, area: Rect, lines: &[Line], skip: usize) {
    for (y, line) in (area.top()..area.bottom()).zip(lines.iter().skip(skip)) {
        put_line(buf, area.x, y, area.width, line);
    }
}

/// The width of a text in cells.
pub fn width(text: &str) -> usize {
    ratatui::text::Span::raw(text).width()
}

/// A text with a small first letter, unless its first word is a name in capitals or a tag.
pub fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next();
    let name = letters.clone().next().is_some_and(|second| !second.is_lowercase());
    first.map(|c| if name { c } else { c.to_ascii_lowercase() }).into_iter().chain(letters).collect()
}

/// Each different word with the number of times it occurs, in the order of their first occurrence.
pub fn counted<'a>(words: impl Iterator<Item = &'a str>) -> Vec<(&'a str, usize)> {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for word in words {
        match kinds.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => kinds.push((word, 1)),
        }
    }
    kinds
}

/// Counted words in a row: "3 PzIV F2, 2 StuG III".
pub fn in_numbers(kinds: &[(&str, usize)]) -> String {
    kinds.iter().map(|(word, count)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
}

/// A text cut to `room` cells, with a mark where something is missing.
pub fn cut(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        if width(&short) + 2 > room {
            break;
        }
        short.push(c);
    }
    if room > 0 {
        short.push('~');
    }
    short
}

/// The mark of a sentence that goes on.
const MORE: &str = " ..";

/// A sentence cut to `room` cells after a word, if most of it fits.
pub fn cut_words(text: &str, room: usize) -> String {
    whole_words(text, room).unwrap_or_else(|| cut(text, room))
}

/// A sentence, or its first words if most of it fits into `room` cells.
pub fn whole_words(text: &str, room: usize) -> Option<String> {
    if width(text) <= room {
        return Some(text.to_owned());
    }
    let whole = room.saturating_sub(width(MORE));
    let mut words = text.match_indices(' ').map(|(place, _)| &text[..place]);
    let part = words.rfind(|part| width(part) <= whole && 2 * width(part) > room)?;
    Some(format!("{}{MORE}", part.trim_end_matches([' ', ':', ',', ';'])))
}

/// Shortens a text to at most `room` cells after one of its parts, so that no name and no chance is cut in the middle.
pub fn cut_parts(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let whole = room.saturating_sub(width(MORE));
    let mut ends = text.match_indices([',', ';']).map(|(place, _)| &text[..place]);
    let fits = ends.rfind(|part| width(part) <= whole && 2 * width(part) > room);
    fits.map_or_else(|| cut_words(text, room), |part| format!("{part}{MORE}"))
}

/// The lines of a written text without the breaks that are there only because the line was full.
pub fn whole_lines(written: &[String]) -> Vec<String> {
    const FULL: usize = 60;
    let mut all: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in written {
        match all.last_mut().filter(|_| goes_on && !line.is_empty() && !line.starts_with(' ')) {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
            }
            None => all.push(line.clone()),
        }
        goes_on = line.chars().count() >= FULL && !line.ends_with(['.', ':', '!', '?']);
    }
    all
}

/// Wraps a text at words into lines of at most `room` cells; all but the first are indented.
pub fn wrap(text: &str, room: usize, indent: usize) -> Vec<String> {
    let inner = text.trim_start_matches(' ');
    let (first, later) = (" ".repeat(text.len() - inner.len()), " ".repeat(indent));
    let how = textwrap::Options::new(room)
        .initial_indent(&first)
        .subsequent_indent(&later)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
        .break_words(false);
    textwrap::wrap(inner, how).into_iter().map(String::from).collect()
}

/// A text with another one at the right edge, wrapped if both do not fit on one line.
pub fn with_tail(text: &str, tail: &str, room: usize, indent: usize, style: Style, dim: Style) -> Vec<Line> {
    let mut lines: Vec<Line> = wrap(text, room, indent).into_iter().map(|line| vec![(line, style)]).collect();
    if tail.is_empty() {
        return lines;
    }
    let used = lines.last().map_or(0, |line| line.iter().map(|(text, _)| width(text)).sum());
    if used + 1 + width(tail) <= room {
        let gap = " ".repeat(room - used - width(tail));
        if let Some(last) = lines.last_mut() {
            last.push((gap + tail, dim));
        }
    } else {
        lines.push(vec![(format!("{tail:>room$}"), dim)]);
    }
    lines
}

/// A bar for a share of 1, as long as the share; in eighths of a character where the terminal has them.
pub fn bar(share: f64, room: usize, ascii: bool) -> String {
    // A share lies between 0 and 1; the products are at most eight times `room`.
    let share = share.clamp(0.0, 1.0);
    if ascii {
        return "#".repeat((share * room as f64).round() as usize);
    }
    let eighths = (share * 8.0 * room as f64).round() as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    format!("{}{part}", "█".repeat(eighths / 8))
}

/// A bar of a fixed width for a share of 1; never empty or full unless the share is 0 or 1.
pub fn meter(share: f64, room: usize, ascii: bool) -> String {
    let share = share.clamp(0.0, 1.0);
    let least = usize::from(share > 0.0).min(room);
    let most = if share < 1.0 { room.saturating_sub(1) } else { room };
    // A share lies between 0 and 1; the product is at most `room`.
    let full = ((share * room as f64).round() as usize).min(most).max(least);
    let [on, off] = meter_signs(ascii);
    format!("{}{}", on.repeat(full), off.repeat(room - full))
}

/// The full and the empty part of a meter: low enough that meters in rows stay apart.
pub const fn meter_signs(ascii: bool) -> [&'static str; 2] {
    if ascii { ["#", "."] } else { ["▄", "▁"] }
}

/// A small chart of counts, one character each.
pub fn spark(counts: &[usize], ascii: bool) -> String {
    let signs: Vec<char> = if ascii { " .:-=+*#" } else { " ▁▂▃▄▅▆▇█" }.chars().collect();
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let last = signs.len() - 1;
    counts.iter().map(|count| signs[(count * last).div_ceil(most).min(last)]).collect()
}

/// The ASCII letter nearest to an accented one; `?` for any other character.
pub fn plain_letter(c: char) -> char {
    match c {
        c if c.is_ascii() => c,
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' => 'A',
        'ç' | 'ć' | 'č' => 'c',
        'Ç' | 'Ć' | 'Č' => 'C',
        'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
        'È'..='Ë' | 'Ē' | 'Ę' | 'Ě' => 'E',
        'ì'..='ï' | 'ī' => 'i',
        'Ì'..='Ï' | 'Ī' => 'I',
        'ł' => 'l',
        'Ł' => 'L',
        'ñ' | 'ń' | 'ň' => 'n',
        'Ñ' | 'Ń' | 'Ň' => 'N',
        'ò'..='ö' | 'ø' | 'ő' | 'ō' => 'o',
        'Ò'..='Ö' | 'Ø' | 'Ő' | 'Ō' => 'O',
        'ř' => 'r',
        'Ř' => 'R',
        'ß' | 'ś' | 'š' | 'ș' => 's',
        'Ś' | 'Š' | 'Ș' => 'S',
        'ù'..='ü' | 'ű' | 'ů' | 'ū' => 'u',
        'Ù'..='Ü' | 'Ű' | 'Ů' | 'Ū' => 'U',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'Ź' | 'Ż' | 'Ž' => 'Z',
        '‘' | '’' => '\'',
        '“' | '”' | '„' => '"',
        '–' | '—' | '−' => '-',
        '°' => 'o',
        '●' => 'O',
        '◐' => 'o',
        '○' => 'x',
        _ => '?',
    }
}

/// Clears an area and draws a frame with a heading; returns the inside.
pub fn window(buf: &mut Buffer, area: Rect, title: &str, ascii: bool, line: Style, head: Style) -> Rect {
    let (h, v, corners) =
        if ascii { ("-", "|", ["+"; 4]) } else { ("─", "│", ["┌", "┐", "└", "┘"]) };
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            buf[(x, y)].reset();
        }
    }
    if area.width < 4 || area.height < 3 {
        return area;
    }
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    for x in area.left()..=right {
        buf[(x, area.y)].set_symbol(h).set_style(line);
        buf[(x, bottom)].set_symbol(h).set_style(line);
    }
    for y in area.top()..=bottom {
        buf[(area.x, y)].set_symbol(v).set_style(line);
        buf[(right, y)].set_symbol(v).set_style(line);
    }
    for ((x, y), corner) in
        [(area.x, area.y), (right, area.y), (area.x, bottom), (right, bottom)].into_iter().zip(corners)
    {
        buf[(x, y)].set_symbol(corner);
    }
    put(buf, area.x + 2, area.y, area.width - 4, &format!(" {title} "), head);
    Rect::new(area.x + 2, area.y + 1, area.width - 4, area.height - 2)
}
