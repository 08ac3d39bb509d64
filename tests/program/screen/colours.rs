//! The screens in colour: the style of every cell, and what counters and overlays keep.

use ratatui::buffer::{Buffer, Cell as Shown};
use ratatui::style::{Color, Modifier};
use standto::board::Cell;
use standto::cli::Desk;
use standto::dice::Dice;
use standto::game::journal::DiceKind;
use standto::game::{Level, Seat, Session};
use standto::library::NewGame;
use standto::registry::Ruleset;
use standto::tui::{App, Depth, MapLook, Options};

use crate::desk::desk;
use crate::fake::{Desk as Table, Stage, drawn, keys, options};

/// How a cell is styled, in a few letters: text colour, ground, attributes.
fn style(cell: &Shown) -> String {
    let colour = |colour: Color| match colour {
        Color::Reset => "-".to_owned(),
        Color::Indexed(index) => index.to_string(),
        other => format!("{other:?}"),
    };
    let attributes =
        [(Modifier::BOLD, 'b'), (Modifier::DIM, 'd'), (Modifier::UNDERLINED, 'u'), (Modifier::REVERSED, 'r')];
    let attributes: String = attributes
        .iter()
        .filter(|(attribute, _)| cell.modifier.contains(*attribute))
        .map(|(_, c)| *c)
        .collect();
    let text = if cell.symbol() == " " { "-".to_owned() } else { colour(cell.fg) };
    format!("{text}/{}{attributes}", colour(cell.bg))
}

/// The rows of a screen, each with a letter below every cell for its style, and the meaning of the letters.
fn styled(buffer: &Buffer) -> String {
    let mut known: Vec<String> = Vec::new();
    let mut told = String::new();
    for y in buffer.area.top()..buffer.area.bottom() {
        let (mut text, mut letters) = (String::new(), String::new());
        for x in buffer.area.left()..buffer.area.right() {
            let cell = &buffer[(x, y)];
            let style = style(cell);
            let place = known.iter().position(|other| *other == style).unwrap_or_else(|| {
                known.push(style);
                known.len() - 1
            });
            text.push_str(cell.symbol());
            letters.push(letter(place));
        }
        told.push_str(&format!("{}\n{}\n", text.trim_end(), letters.trim_end()));
    }
    for (place, style) in known.iter().enumerate() {
        told.push_str(&format!("{} {style}\n", letter(place)));
    }
    told
}

/// A letter for a style; blanks are the screen's own style.
fn letter(place: usize) -> char {
    " abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_{|}~"
        .chars()
        .nth(place)
        .unwrap_or('?')
}

fn look(depth: Depth, map: MapLook) -> Options {
    Options { theme: "dark".into(), ascii: false, depth, map, ..Options::default() }
}

fn with_fake(stage: Stage, typed: &str, depth: Depth, map: MapLook) -> Buffer {
    let mut table = Table::default();
    let start = options("dark", Some(stage)).start;
    let mut app = App::new(&mut table, Options { start, ..look(depth, map) }).unwrap();
    drawn(&mut app, 80, 24);
    if !typed.is_empty() {
        keys(&mut app, typed);
    }
    drawn(&mut app, 80, 24)
}

/// A battle after some random choices, on its first screen.
fn battle(ruleset: Ruleset, name: &str, plays: u32, size: (u16, u16), depth: Depth, map: MapLook) -> Buffer {
    let home = desk();
    let front = home.front();
    let scenario = front.scenario(&format!("{ruleset}/{name}")).unwrap();
    let game = NewGame { seats: [Seat::Human; 2], seed: 12, dice: DiceKind::Seeded, undo: None };
    let mut session = front.start(&scenario, &game).unwrap();
    play(&mut *session, plays);
    // One person, so that no hand-over screen hides the map.
    if let Some(decision) = session.decision() {
        session.set_seat(decision.side.other(), Seat::Program(Level::Random));
    }
    let mut own = Desk::new(front);
    let mut app = App::new(&mut own, Options { start: Some(session), ..look(depth, map) }).unwrap();
    drawn(&mut app, size.0, size.1);
    keys(&mut app, "Esc Esc");
    drawn(&mut app, size.0, size.1)
}

fn play(session: &mut dyn Session, plays: u32) {
    let mut pick = Dice::seeded(7, 0);
    for _ in 0..plays {
        if session.decision().is_none() {
            return;
        }
        let choice = session.choices()[pick.below(session.choices().len())].notation.clone();
        session.play(&choice).unwrap();
    }
}

#[test]
fn screens_in_256_colours() {
    insta::assert_snapshot!(
        "colours_moving_paper",
        styled(&with_fake(Stage::Moving, "", Depth::Indexed, MapLook::Paper))
    );
    insta::assert_snapshot!(
        "colours_moving_night",
        styled(&with_fake(Stage::Moving, "", Depth::Indexed, MapLook::Night))
    );
    insta::assert_snapshot!(
        "colours_targets",
        styled(&with_fake(Stage::Targets, "", Depth::Indexed, MapLook::Paper))
    );
    insta::assert_snapshot!(
        "colours_targets_16",
        styled(&with_fake(Stage::Targets, "", Depth::Sixteen, MapLook::Paper))
    );
}

/// The characters of a square of the fake table with their styles.
fn square(buffer: &Buffer, cell: Cell) -> Vec<(String, Shown)> {
    let label = format!("{:02}", cell.y + 1);
    let is_row = |y: &u16| (0..2).map(|x| buffer[(x, *y)].symbol()).collect::<String>() == label;
    let y = (3..20).find(is_row).expect("the square is in view");
    let x = 3 + 2 * cell.x as u16;
    (x..x + 2).map(|x| (buffer[(x, y)].symbol().to_owned(), buffer[(x, y)].clone())).collect()
}

#[test]
fn a_state_does_not_hide_the_facing() {
    let frame = with_fake(Stage::Moving, "x h h", Depth::Indexed, MapLook::Paper);
    let fit = square(&frame, Cell::new(5, 10));
    let hampered = square(&frame, Cell::new(9, 12));
    assert_eq!((fit[0].0.as_str(), fit[1].0.as_str()), ("I", "↑"));
    assert_eq!(
        (hampered[0].0.as_str(), hampered[1].0.as_str()),
        ("T", "↑"),
        "suppressed, and still faces north"
    );
    assert_eq!(fit[0].1.bg, hampered[0].1.bg, "the block has the side's colour");
    assert_ne!(fit[0].1.fg, hampered[0].1.fg, "its text shows the state");
    let fired = square(&frame, Cell::new(11, 11));
    assert_ne!(fired[0].1.bg, fit[0].1.bg, "a stand that has fired is duller");
}

#[test]
fn the_cursor_does_not_hide_a_counter() {
    let before = with_fake(Stage::Moving, "x", Depth::Indexed, MapLook::Paper);
    let cell = Cell::new(9, 12);
    let after = with_fake(Stage::Moving, "x l", Depth::Indexed, MapLook::Paper);
    let letters = |frame: &Buffer| square(frame, cell).into_iter().map(|(text, _)| text).collect::<String>();
    assert_eq!(letters(&before), letters(&after));
    assert_ne!(square(&before, cell)[0].1.bg, square(&after, cell)[0].1.bg, "the cursor is visible");
}

#[test]
fn every_ruleset_fills_the_screen_in_colour() {
    for (ruleset, name) in [
        (Ruleset::Matg, "introductory"),
        (Ruleset::Panzertruppe, "crossroads"),
        (Ruleset::Aslsk, "s10-paper-army"),
        (Ruleset::Fireandmove, "village"),
    ] {
        for size in [(80, 24), (200, 60)] {
            for map in MapLook::ALL {
                let frame = battle(ruleset, name, 20, size, Depth::Indexed, map);
                let tinted = frame.content.iter().filter(|cell| cell.bg != Color::Reset).count();
                let share = tinted * 100 / frame.content.len();
                assert!(share >= 25, "{ruleset} at {size:?}: {share}% of the screen is map");
            }
        }
    }
}
