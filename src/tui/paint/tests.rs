use std::num::NonZero;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::Painter;

fn painted(painter: &mut Painter<Vec<u8>>, next: &Buffer) -> String {
    painter.out().clear();
    painter.paint(next).unwrap();
    String::from_utf8(painter.out().clone()).unwrap()
}

fn screen() -> (Buffer, Painter<Vec<u8>>) {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 10));
    buffer.set_style(buffer.area, Style::new().bg(Color::Indexed(187)));
    let mut painter = Painter::new(Vec::new());
    painter.paint(&buffer).unwrap();
    (buffer, painter)
}

#[test]
fn the_cell_below_is_reached_by_control_characters() {
    let (mut buffer, mut painter) = screen();
    let lit = Style::new().bg(Color::Indexed(226));
    buffer.set_style(Rect::new(20, 5, 2, 2), lit);
    assert_eq!(painted(&mut painter, &buffer), "\x1b[6;21H\x1b[48;5;226m  \n\x08\x08  ");
    buffer.set_string(0, 7, "x", lit);
    assert_eq!(painted(&mut painter, &buffer), "\n\rx", "the pen is kept from frame to frame");
}

#[test]
fn runs_of_one_colour_go_together() {
    let (mut buffer, mut painter) = screen();
    let [a, b] = [Color::Indexed(25), Color::Indexed(124)].map(|colour| Style::new().bg(colour));
    for x in 0..12 {
        buffer.set_style(Rect::new(x * 3, 2, 2, 1), if x % 2 == 0 { a } else { b });
    }
    let bytes = painted(&mut painter, &buffer);
    assert_eq!(bytes.matches("48;5;25m").count(), 1, "{bytes:?}");
    assert_eq!(bytes.matches("48;5;124m").count(), 1, "{bytes:?}");
}

/// A small generator, so that the test needs no other randomness.
fn below(seed: &mut u64, limit: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % limit
}

/// A terminal shows the screen that was drawn after any change, in any order of sending.
#[test]
fn any_change_arrives_at_the_terminal() {
    let (wide, tall) = (37, 9);
    let mut terminal = vt100::Parser::new(NonZero::new(tall).unwrap(), NonZero::new(wide).unwrap(), 0);
    let mut painter = Painter::new(Vec::new());
    let mut buffer = Buffer::empty(Rect::new(0, 0, wide, tall));
    let colours = [Color::Reset, Color::Red, Color::LightBlue, Color::Indexed(187), Color::Rgb(1, 20, 255)];
    let texts = [" ", "          ", "a", "♣", "═══", "unit 4-6-7", "x  y"];
    let modifiers = [Modifier::empty(), Modifier::BOLD, Modifier::UNDERLINED, Modifier::REVERSED];
    let mut seed = 24;
    for round in 0..300 {
        for _ in 0..below(&mut seed, if round % 10 == 0 { 120 } else { 9 }) {
            let style = Style::new()
                .fg(colours[below(&mut seed, 5) as usize])
                .bg(colours[below(&mut seed, 5) as usize])
                .add_modifier(modifiers[below(&mut seed, 4) as usize]);
            let (x, y) = (below(&mut seed, wide.into()) as u16, below(&mut seed, tall.into()) as u16);
            let room = usize::from(wide - x);
            let text = texts[below(&mut seed, 7) as usize];
            (x..).zip(text.chars().take(room)).for_each(|(x, letter)| {
                buffer[(x, y)].reset();
                buffer[(x, y)].set_char(letter).set_style(style);
            });
        }
        painter.out().clear();
        painter.paint(&buffer).unwrap();
        terminal.process(painter.out());
        for (x, y) in (0..tall).flat_map(|y| (0..wide).map(move |x| (x, y))) {
            let (drawn, seen) = (&buffer[(x, y)], terminal.screen().cell(y, x).unwrap());
            let symbol = if seen.contents().is_empty() { " " } else { seen.contents() };
            let place = format!("round {round}, column {x}, row {y}: {drawn:?}, {seen:?}");
            assert_eq!(drawn.symbol(), symbol, "{place}");
            assert_eq!(colour(seen.bgcolor()), drawn.bg, "{place}");
            if !super::is_bare(drawn) {
                assert_eq!(colour(seen.fgcolor()), drawn.fg, "{place}");
                assert_eq!(seen.bold(), drawn.modifier.contains(Modifier::BOLD), "{place}");
                assert_eq!(seen.underline(), drawn.modifier.contains(Modifier::UNDERLINED), "{place}");
                assert_eq!(seen.inverse(), drawn.modifier.contains(Modifier::REVERSED), "{place}");
            }
        }
    }
}

fn colour(seen: vt100::Color) -> Color {
    match seen {
        vt100::Color::Default => Color::Reset,
        vt100::Color::Idx(1) => Color::Red,
        vt100::Color::Idx(12) => Color::LightBlue,
        vt100::Color::Idx(index) => Color::Indexed(index),
        vt100::Color::Rgb(red, green, blue) => Color::Rgb(red, green, blue),
    }
}
