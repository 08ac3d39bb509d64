//! The screen around the map: the strip, the panes beside it, the cards, the title.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use standto::cli::LibraryServices;
use standto::game::journal::DiceKind;
use standto::game::{Level, Seat};
use standto::library::NewGame;
use standto::registry::Ruleset;
use standto::tui::{App, Depth, MapLook, Options, Painter};

use super::colours::{battle, look, play};
use crate::desk::desk;
use crate::fake::{Desk as Table, drawn, keys, text};

const BATTLES: [(Ruleset, &str); 4] = [
    (Ruleset::Matg, "introductory"),
    (Ruleset::Panzertruppe, "crossroads"),
    (Ruleset::Aslsk, "s9-ambitious-assault"),
    (Ruleset::Fireandmove, "village"),
];

/// The blocks of the two sides on the paper map.
const BLOCKS: [Color; 2] = [Color::Indexed(25), Color::Indexed(124)];

fn shown(ruleset: Ruleset, name: &str, size: (u16, u16)) -> Buffer {
    // Enough choices for the set-up to be over in every ruleset.
    battle(ruleset, name, 120, size, Depth::Indexed, MapLook::Paper)
}

fn row(buffer: &Buffer, y: u16) -> String {
    (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect()
}

/// The first cell of a text in a row.
fn at<'a>(buffer: &'a Buffer, y: u16, wanted: &str) -> &'a Cell {
    let row = row(buffer, y);
    let byte = row.find(wanted).unwrap_or_else(|| panic!("\"{wanted}\" is not in \"{row}\""));
    &buffer[(row[..byte].chars().count() as u16, y)]
}

#[test]
fn both_scores_fit_into_80_columns_and_yours_is_named() {
    for (ruleset, name) in BATTLES {
        let frame = shown(ruleset, name, (80, 24));
        let score = row(&frame, 1);
        assert_eq!(score.matches(" lost ").count(), 2, "{ruleset}: {score}");
        let you = if score.contains("(you)") { "(you)" } else { "YOU" };
        let block = at(&frame, 1, you).bg;
        assert!(BLOCKS.contains(&block), "{ruleset}: your name stands on your side's colour: {score}");
        // The number after "of" is the break point, in every ruleset that has one.
        let broken = score.matches(" of ").count();
        assert!(broken >= 2 || ruleset == Ruleset::Aslsk, "{ruleset}: {score}");
    }
}

#[test]
fn the_side_to_act_is_named_in_its_colour() {
    for (ruleset, name) in BATTLES {
        let frame = shown(ruleset, name, (80, 24));
        let strip = row(&frame, 0);
        assert!(strip.trim_end().ends_with("to act"), "{ruleset}: {strip}");
        let block = at(&frame, 0, "to act").bg;
        assert!(BLOCKS.contains(&block), "{ruleset}: {strip}");
        // A long question leaves the side to the strip.
        let prompt = row(&frame, 21);
        let name = strip.trim_end().trim_end_matches(" to act").rsplit("  ").next().unwrap().trim();
        if prompt.starts_with(&format!("{name}:")) {
            let (ink, plain) = (at(&frame, 21, name).fg, at(&frame, 21, ":").fg);
            assert_ne!(ink, plain, "{ruleset}: the side in its colour: {prompt}");
        }
    }
}

#[test]
fn phases_are_told_as_the_book_does() {
    let frame = shown(Ruleset::Aslsk, "s9-ambitious-assault", (80, 24));
    let strip = row(&frame, 0);
    for phase in ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"] {
        assert!(strip.contains(phase), "{strip}");
    }
    assert!(row(&frame, 1).contains("ATTACKER"), "{}", row(&frame, 1));
    let strip = row(&shown(Ruleset::Panzertruppe, "crossroads", (80, 24)), 0);
    let now = strip.split(['[', ']']).nth(1).unwrap_or_default();
    assert!(now.contains("Axis ") || now.contains("Allied "), "a phase says what it is: {strip}");
    let strip = row(&shown(Ruleset::Fireandmove, "village", (80, 24)), 0);
    assert!(strip.contains(" turn "), "the side whose turn it is: {strip}");
}

#[test]
fn a_large_screen_says_how_the_battle_would_end_now() {
    for (ruleset, name) in BATTLES {
        let frame = shown(ruleset, name, (200, 60));
        let score = row(&frame, 1);
        assert!(score.contains("If it ended now: "), "{ruleset}: {score}");
        assert!(row(&frame, 0).starts_with("Turn "), "{ruleset}: {}", row(&frame, 0));
    }
}

/// The largest rectangle of blank cells without a background, in cells.
fn largest_gap(buffer: &Buffer) -> usize {
    let (wide, tall) = (usize::from(buffer.area.width), usize::from(buffer.area.height));
    let mut heights = vec![0usize; wide];
    let mut largest = 0;
    for y in 0..tall {
        for (x, height) in heights.iter_mut().enumerate() {
            let cell = &buffer[(x as u16, y as u16)];
            let blank = cell.symbol() == " " && cell.bg == Color::Reset;
            *height = if blank { *height + 1 } else { 0 };
        }
        for x in 0..wide {
            let mut low = heights[x];
            for (run, height) in heights[x..].iter().enumerate() {
                low = low.min(*height);
                if low == 0 {
                    break;
                }
                largest = largest.max(low * (run + 1));
            }
        }
    }
    largest
}

#[test]
fn a_large_screen_is_full() {
    for (ruleset, name) in BATTLES {
        let frame = shown(ruleset, name, (200, 60));
        let gap = largest_gap(&frame) * 100 / frame.content.len();
        eprintln!("{ruleset}: the largest gap is {gap}% of the screen");
        assert!(gap <= 8, "{ruleset}: {gap}% of the screen in one piece is empty:\n{}", text(&frame));
    }
}

#[test]
fn a_full_redraw_is_small() {
    for (ruleset, name) in BATTLES {
        // Early in a battle, and in the middle of one.
        for plays in [120, 450] {
            for (size, most) in [((80, 24), 7 * 1024), ((200, 60), 26 * 1024)] {
                let frame = battle(ruleset, name, plays, size, Depth::Indexed, MapLook::Paper);
                let bytes = Painter::new(Vec::new()).paint(&frame).unwrap();
                eprintln!("{ruleset} at {size:?} after {plays} actions: {bytes} bytes");
                assert!(bytes <= most, "{ruleset} at {size:?} after {plays} actions: {bytes} bytes");
            }
        }
    }
}

/// How many columns are named above the map.
fn named_columns(buffer: &Buffer) -> usize {
    // Flags of objectives out of view stand beside the names.
    row(buffer, 2)
        .replace('⚑', " ")
        .split_whitespace()
        .filter(|word| word.len() == 2 && word.parse::<u8>().is_ok())
        .count()
}

#[test]
fn a_wide_map_has_the_whole_width_until_a_pane_is_needed() {
    let home = desk();
    let front = home.front();
    let scenario = front.scenario("fireandmove/village").unwrap();
    let seats = [Seat::Human, Seat::program(Level::Random)];
    let game = NewGame { seats, seed: 12, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&scenario, &game).unwrap();
    let mut own = LibraryServices::new(front);
    let options = Options { start: Some(session), ..look(Depth::Indexed, MapLook::Paper) };
    let mut app = App::new(&mut own, options).unwrap();
    drawn(&mut app, 80, 24);
    keys(&mut app, "Esc Esc");
    assert_eq!(named_columns(&drawn(&mut app, 80, 24)), 18, "every second of 36 columns");
    keys(&mut app, "w");
    let roster = drawn(&mut app, 80, 24);
    assert!(named_columns(&roster) <= 13, "the roster is beside the map");
    assert!(text(&roster).contains('●'), "groups are rows of figures:\n{}", text(&roster));
    keys(&mut app, "w w");
    assert_eq!(named_columns(&drawn(&mut app, 80, 24)), 18, "no pane");
}

#[test]
fn cards_have_the_colour_of_their_kind_or_none() {
    let home = desk();
    let front = home.front();
    let scenario = front.scenario("fireandmove/village").unwrap();
    let game = NewGame { seats: [Seat::Human; 2], seed: 12, dice: DiceKind::Seeded, undo: None };
    let mut session = front.start(&scenario, &game).unwrap();
    play(&mut *session, 40);
    let side = session.decision().unwrap().side;
    session.set_seat(side.other(), Seat::program(Level::Random));
    let hand = session.view(side).hand.unwrap();
    let mut own = LibraryServices::new(front);
    let options = Options { start: Some(session), ..look(Depth::Indexed, MapLook::Paper) };
    let mut app = App::new(&mut own, options).unwrap();
    drawn(&mut app, 120, 30);
    keys(&mut app, "Esc Esc");
    let frame = drawn(&mut app, 120, 30);
    let band = 30 - 3 - 5 + 1;
    for (place, card) in hand.cards.iter().enumerate() {
        let name = format!("{} {}", place + 1, card.name);
        let cell = at(&frame, band, &name);
        let playable = cell.modifier.contains(Modifier::REVERSED) || cell.bg != Color::Reset;
        let below = at(&frame, band + 1, &row(&frame, band + 1)[..1]);
        assert!(playable || below.fg != Color::Indexed(231), "{name}: grey when it is of no use");
    }
}

#[test]
fn the_title_screen_has_a_picture_and_a_filter() {
    let mut table = Table::default();
    let mut app = App::new(&mut table, look(Depth::Indexed, MapLook::Paper)).unwrap();
    let frame = drawn(&mut app, 80, 24);
    assert!((0..80).all(|x| frame[(x, 0)].bg != Color::Reset), "the sky");
    let shown = text(&frame);
    let place = |wanted: &str| shown.find(wanted).unwrap_or_else(|| panic!("no {wanted}:\n{shown}"));
    assert!(place("Battles in progress") < place("Prokhorovka"), "the last battle first");
    let bytes = Painter::new(Vec::new()).paint(&frame).unwrap();
    assert!(bytes <= 7 * 1024, "{bytes}");
    keys(&mut app, "/ x x x x");
    let none = text(&drawn(&mut app, 80, 24));
    assert!(none.contains("/xxxx_") && none.contains("Nothing matches"), "{none}");
    keys(&mut app, "Esc");
    assert!(text(&drawn(&mut app, 80, 24)).contains("Prokhorovka"));
}

/// The numbers beside each other on blocks of the two sides, as in the corner of the map.
fn balance(frame: &Buffer) -> Option<[u32; 2]> {
    let number = |x: u16, y: u16, block: Color| {
        let digits = (x..79).map(|x| &frame[(x, y)]).take_while(|cell| cell.symbol() != " ");
        let digits: String = digits.map(Cell::symbol).take_while(|sign| *sign != "★").collect();
        (frame[(x, y)].bg == block).then(|| digits.parse().ok())?
    };
    let places = (3..19).flat_map(|y| (3..70).map(move |x| (x, y)));
    places.into_iter().find_map(|(x, y)| {
        let other = (x + 3..x + 10).find_map(|x| number(x, y, BLOCKS[1]))?;
        Some([number(x, y, BLOCKS[0])?, other])
    })
}

#[test]
fn the_corner_of_the_map_tells_what_each_side_can_still_lose() {
    for (ruleset, name) in [BATTLES[0], BATTLES[1], BATTLES[3]] {
        let frames =
            (0..6).map(|n| battle(ruleset, name, 60 + 30 * n, (80, 24), Depth::Indexed, MapLook::Paper));
        // There is not always a corner without units.
        let found = frames.into_iter().find_map(|frame| Some((balance(&frame)?, frame)));
        let (told, frame) = found.unwrap_or_else(|| panic!("{ruleset}: no balance"));
        let strip = row(&frame, 1);
        let words: Vec<&str> = strip.split_whitespace().collect();
        let lost = words.windows(4).filter(|words| words[0] == "lost" && words[2] == "of");
        let left: Vec<u32> =
            lost.map(|words| words[3].parse::<u32>().unwrap() - words[1].parse::<u32>().unwrap()).collect();
        assert_eq!(told.to_vec(), left, "{ruleset}: {}", text(&frame));
    }
}

#[test]
fn units_that_the_enemy_is_likely_to_harm_are_marked_on_the_map() {
    let is_marked = |frame: &Buffer| {
        let signs = (3..19).flat_map(|y| (3..78).map(move |x| &frame[(x, y)]));
        let mut signs = signs.filter(|cell| cell.symbol() == "!");
        signs.any(|cell| cell.fg == BLOCKS[1] && cell.modifier.contains(Modifier::BOLD))
    };
    for (ruleset, name) in [BATTLES[1], BATTLES[3]] {
        let mut frames =
            (0..12).map(|n| battle(ruleset, name, 120 + 30 * n, (80, 24), Depth::Indexed, MapLook::Paper));
        assert!(frames.any(|frame| is_marked(&frame)), "{ruleset}: no unit is ever in danger");
    }
}

#[test]
fn the_cursor_frames_a_hex_with_a_building() {
    let frame = battle(Ruleset::Aslsk, "s9-ambitious-assault", 0, (80, 24), Depth::Indexed, MapLook::Paper);
    let lit = |sign| frame.content.iter().any(|cell| cell.symbol() == sign && cell.bg == Color::Indexed(226));
    assert!(lit("┌") && lit("┘"), "{}", text(&frame));
}

#[test]
fn a_short_log_leaves_room_for_the_briefing_and_the_forces() {
    let start = |(ruleset, name)| text(&battle(ruleset, name, 0, (200, 60), Depth::Indexed, MapLook::Paper));
    let (introductory, crossroads, assault) = (start(BATTLES[0]), start(BATTLES[1]), start(BATTLES[2]));
    assert!(introductory.contains("Briefing"), "as much as fits: {introductory}");
    assert!(crossroads.contains("Germans: 3 PzIV H, "), "{crossroads}");
    assert!(assault.contains("Forces") && assault.matches("Briefing").count() == 1, "{assault}");
}
