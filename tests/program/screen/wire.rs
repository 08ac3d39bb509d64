//! The bytes and time of the screen, and its signs without colour.

use std::num::NonZero;
use std::time::{Duration, Instant};

use crate::fake::{Desk, Stage, drawn, keys, keys_ahead, options, text};
use ratatui::style::{Color, Modifier};
use standto::board::Cell;
use standto::tui::{App, Painter};

/// Bytes and time of each key, at 80x24.
fn cost(stage: Stage, before: &str, typed: &[&str]) -> Vec<(String, usize, Duration)> {
    let mut desk = Desk::default();
    let mut app = App::new(&mut desk, options("dark", Some(stage))).unwrap();
    if !before.is_empty() {
        keys(&mut app, before);
    }
    let mut painter = Painter::new(Vec::new());
    painter.paint(&drawn(&mut app, 80, 24)).unwrap();
    typed
        .iter()
        .map(|key| {
            let begun = Instant::now();
            keys_ahead(&mut app, key);
            let bytes = painter.paint(&drawn(&mut app, 80, 24)).unwrap();
            ((*key).to_owned(), bytes, begun.elapsed())
        })
        .collect()
}

#[test]
fn a_cursor_step_is_cheap() {
    // Over clear ground, into and out of woods, over a road; from the middle of the map so that nothing
    // scrolls.
    let walk = ["h", "h", "k", "k", "k", "h", "h", "l", "l", "l", "l", "l", "l", "j"];
    let steps = cost(Stage::Program, "j j j", &walk);
    for (key, bytes, time) in &steps {
        eprintln!("{key}: {bytes} bytes, {time:?}");
        assert!(*bytes < 200, "{key} took {bytes} bytes: {steps:?}");
    }
    // Each step at its fastest of several walks, and of those the median: the load of the machine must not
    // count.
    let walks: Vec<_> = (0..9).map(|_| cost(Stage::Program, "j j j", &walk)).collect();
    let fastest = |step: usize| walks.iter().map(|steps| steps[step].2).min().unwrap();
    let mut times: Vec<Duration> = (0..walk.len()).map(fastest).collect();
    times.sort();
    assert!(times[times.len() / 2] < Duration::from_millis(2), "{times:?}");
}

#[test]
fn a_cursor_step_onto_a_stand_is_cheap() {
    for (key, bytes, _) in cost(Stage::Moving, "x", &["l", "l", "l", "h", "h"]) {
        eprintln!("onto a stand, {key}: {bytes} bytes");
        assert!(bytes < 500, "{bytes}");
    }
}

#[test]
fn an_unchanged_screen_writes_nothing() {
    let mut desk = Desk::default();
    let mut app = App::new(&mut desk, options("dark", Some(Stage::Targets))).unwrap();
    let mut painter = Painter::new(Vec::new());
    assert!(painter.paint(&drawn(&mut app, 80, 24)).unwrap() > 1000);
    let sent = painter.out().len();
    for _ in 0..5 {
        assert_eq!(painter.paint(&drawn(&mut app, 80, 24)).unwrap(), 0);
    }
    assert_eq!(painter.out().len(), sent);
}

/// The terminal shows what was drawn, regardless of earlier contents; checked by a terminal emulator.
#[test]
fn the_terminal_shows_what_was_drawn() {
    for theme in ["dark", "mono", "high-contrast", "colour-blind-safe", "light"] {
        let mut desk = Desk::default();
        let mut app = App::new(&mut desk, options(theme, Some(Stage::Targets))).unwrap();
        let mut painter = Painter::new(Vec::new());
        let mut terminal = vt100::Parser::new(NonZero::new(24).unwrap(), NonZero::new(80).unwrap(), 0);
        let typed =
            "h h k v j j j l Esc V V Tab Tab ? Esc e Up Enter Esc Esc z z z w w r Esc : t a Esc x E E Space";
        for key in typed.split(' ') {
            keys_ahead(&mut app, key);
            let frame = drawn(&mut app, 80, 24);
            painter.out().clear();
            painter.paint(&frame).unwrap();
            let bytes = painter.out().clone();
            terminal.process(&bytes);
            let shown: String =
                terminal.screen().rows(0, 80).map(|r| format!("{}\n", r.trim_end())).collect();
            assert_eq!(shown, text(&frame), "after {key} in {theme}");
            for y in 0..24 {
                for x in 0..80 {
                    let (drawn, seen) = (&frame[(x, y)], terminal.screen().cell(y, x).unwrap());
                    let visible = drawn.symbol() != " " || drawn.modifier.contains(Modifier::REVERSED);
                    if visible {
                        assert_eq!(
                            seen.inverse(),
                            drawn.modifier.contains(Modifier::REVERSED),
                            "{x},{y} {key}"
                        );
                        assert_eq!(seen.bold(), drawn.modifier.contains(Modifier::BOLD), "{x},{y} {key}");
                        assert_eq!(
                            seen.underline(),
                            drawn.modifier.contains(Modifier::UNDERLINED),
                            "{x},{y} {key}"
                        );
                    }
                }
            }
        }
    }
}

/// A character of the map at 80x24 with its attributes, in the mono theme.
fn on_map(stage: Stage, typed: &str, cell: Cell) -> (String, Modifier, Modifier) {
    let mut desk = Desk::default();
    let mut app = App::new(&mut desk, options("mono", Some(stage))).unwrap();
    keys(&mut app, typed);
    let frame = drawn(&mut app, 80, 24);
    let row = (3..20).find(|&y| {
        let label: String = (0..2).map(|x| frame[(x, y)].symbol()).collect();
        label == format!("{:02}", cell.y + 1)
    });
    let (x, y) = (3 + 2 * cell.x as u16, row.expect("the square is in view"));
    let symbols = format!("{}{}", frame[(x, y)].symbol(), frame[(x + 1, y)].symbol());
    (symbols, frame[(x, y)].modifier, frame[(x + 1, y)].modifier)
}

#[test]
fn sides_and_states_differ_without_colour() {
    let of = |x, y| on_map(Stage::Moving, "x h h", Cell::new(x, y));
    assert_eq!(of(5, 10).0, "I^");
    let suppressed = of(9, 12);
    assert_eq!(suppressed.0, "TS");
    assert_eq!(of(6, 10).0, "ID");
    assert!(of(10, 12).1.contains(Modifier::UNDERLINED), "moving");
    assert!(of(11, 11).1.contains(Modifier::DIM), "fired");
    assert_eq!(of(5, 19).0, "a3", "the second side is in small letters");
    let option = on_map(Stage::Targets, "Esc h h h", Cell::new(9, 20));
    assert!(option.1.contains(Modifier::REVERSED) && !option.2.contains(Modifier::REVERSED), "{option:?}");
}

#[test]
fn the_mono_theme_has_no_colour() {
    for stage in [Stage::Targets, Stage::Moving, Stage::React] {
        let mut desk = Desk::default();
        let mut app = App::new(&mut desk, options("mono", Some(stage))).unwrap();
        for cell in &drawn(&mut app, 80, 24).content {
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
        }
    }
}

#[test]
fn the_ascii_screen_is_pure_ascii() {
    for typed in ["?", "e", ":", "r", "q", "v V"] {
        let mut desk = Desk::default();
        let mut app = App::new(&mut desk, options("dark", Some(Stage::Targets))).unwrap();
        keys(&mut app, typed);
        assert!(text(&drawn(&mut app, 80, 24)).is_ascii());
    }
}
