//! The screens in colour: the style of every cell, and what counters and overlays keep.

use ratatui::buffer::{Buffer, Cell as Shown};
use ratatui::style::{Color, Modifier};
use standto::board::{Cell, Compass};
use standto::cli::LibraryServices;
use standto::dice::Dice;
use standto::game::journal::DiceKind;
use standto::game::view::{FacingView, GoalView};
use standto::game::{Level, Seat, Session, Side};
use standto::library::NewGame;
use standto::registry::Ruleset;
use standto::tui::{App, Depth, MapLook, Options, Painter};

use crate::desk::desk;
use crate::fake::{Desk as Table, Fake, Stage, drawn, keys, options};

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
pub fn styled(buffer: &Buffer) -> String {
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

pub(super) fn look(depth: Depth, map: MapLook) -> Options {
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
pub(super) fn battle(
    ruleset: Ruleset,
    name: &str,
    plays: u32,
    size: (u16, u16),
    depth: Depth,
    map: MapLook,
) -> Buffer {
    let home = desk();
    let front = home.front();
    let scenario = front.scenario(&format!("{ruleset}/{name}")).unwrap();
    let game = NewGame { seats: [Seat::Human; 2], seed: 12, dice: DiceKind::Seeded, undo: None };
    let mut session = front.start(&scenario, &game).unwrap();
    play(&mut *session, plays);
    // One person, so that no hand-over screen hides the map.
    if let Some(decision) = session.decision() {
        session.set_seat(decision.side.other(), Seat::program(Level::Random));
    }
    let mut own = LibraryServices::new(front);
    let mut app = App::new(&mut own, Options { start: Some(session), ..look(depth, map) }).unwrap();
    drawn(&mut app, size.0, size.1);
    keys(&mut app, "Esc Esc");
    drawn(&mut app, size.0, size.1)
}

pub(super) fn play(session: &mut dyn Session, plays: u32) {
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

/// A screen of the program in 256 colours, reached from the title screen by these keys.
fn from_title(typed: &str) -> Buffer {
    let mut table = Table::default();
    let mut app = App::new(&mut table, look(Depth::Indexed, MapLook::Paper)).unwrap();
    drawn(&mut app, 80, 24);
    if !typed.is_empty() {
        keys(&mut app, typed);
    }
    drawn(&mut app, 80, 24)
}

#[test]
fn the_other_screens_in_256_colours() {
    insta::assert_snapshot!("colours_title", styled(&from_title("")));
    insta::assert_snapshot!("colours_settings", styled(&from_title(", ,")));
    let window = |typed| styled(&with_fake(Stage::Moving, typed, Depth::Indexed, MapLook::Paper));
    insta::assert_snapshot!("colours_help", window("?"));
    insta::assert_snapshot!("colours_choices", window("Space"));
    insta::assert_snapshot!("colours_roster", window("r"));
    insta::assert_snapshot!("colours_test_card", window(", v"));
}

#[test]
fn the_test_card_names_every_ground_in_ink_that_reads_well() {
    let card = with_fake(Stage::Moving, ", v", Depth::Indexed, MapLook::Paper);
    let row =
        (0..24).find(|&y| (0..80).map(|x| card[(x, y)].symbol()).collect::<String>().contains("level 0"));
    let row = row.expect("the card is open");
    let inked: Vec<Color> =
        (0..80).map(|x| &card[(x, row)]).filter(|c| c.symbol() == "g").map(|c| c.fg).collect();
    assert_eq!(inked, [Color::Indexed(16)], "black on the light ground");
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
fn a_turret_turned_away_from_the_hull_has_an_arrow_of_its_own() {
    let of = |cell, turret: Compass| {
        let turned = Fake::new(Stage::Moving).showing(move |view| {
            let here = view.pieces.iter_mut().filter(|piece| piece.cell == Some(cell));
            here.for_each(|piece| {
                let facing = |part, to: Compass| FacingView { part, to: to.into() };
                piece.facings = vec![facing("hull", Compass::N), facing("turret", turret)];
            });
        });
        let mut table = Table::default();
        let start = Some(Box::new(turned) as Box<dyn Session>);
        let mut app =
            App::new(&mut table, Options { start, ..look(Depth::Indexed, MapLook::Paper) }).unwrap();
        keys(&mut app, "x h h");
        square(&drawn(&mut app, 80, 24), cell).iter().map(|(sign, _)| sign.as_str()).collect::<String>()
    };
    let (first, second) = (Cell::new(5, 10), Cell::new(5, 19));
    assert_eq!(of(first, Compass::N), "I↑");
    assert_eq!((of(first, Compass::NE), of(second, Compass::W)), ("▲↗".into(), "△←".into()));
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

#[test]
fn a_flag_below_a_small_unit_flies_above_it() {
    let mut table = Table::default();
    let fake = Fake::new(Stage::Moving).showing(|view| {
        view.board.goals = vec![GoalView {
            name: "hill".into(),
            cells: vec![Cell::new(5, 10)],
            holder: Some(Side::A),
            ..GoalView::default()
        }];
    });
    let start: Option<Box<dyn Session>> = Some(Box::new(fake));
    let mut app = App::new(&mut table, Options { start, ..look(Depth::Indexed, MapLook::Paper) }).unwrap();
    keys(&mut app, "x h h");
    let frame = drawn(&mut app, 80, 24);
    let unit: String = square(&frame, Cell::new(5, 10)).into_iter().map(|(text, _)| text).collect();
    assert_eq!(unit, "I↑");
    let above = square(&frame, Cell::new(5, 11)).remove(1);
    assert_eq!((above.0.as_str(), above.1.bg), ("⚑", Color::Indexed(25)), "in the colour of its holder");
}

#[test]
fn an_objective_out_of_view_has_its_flag_on_the_frame() {
    let mut table = Table::default();
    let fake = Fake::new(Stage::Moving).showing(|view| {
        let goal = |cell| GoalView { cells: vec![cell], holder: Some(Side::B), ..GoalView::default() };
        view.board.goals = vec![goal(Cell::new(4, 40)), goal(Cell::new(5, 10))];
    });
    let start: Option<Box<dyn Session>> = Some(Box::new(fake));
    let mut app = App::new(&mut table, Options { start, ..look(Depth::Indexed, MapLook::Paper) }).unwrap();
    keys(&mut app, "x h h");
    let frame = drawn(&mut app, 80, 24);
    let names: String = (0..30).map(|x| frame[(x, 2)].symbol()).collect();
    assert!(names.contains("03  05⚑ 07"), "{names}");
    let row = |y: u16| (0..30).map(|x| frame[(x, y)].symbol()).collect::<String>();
    assert_eq!(row(2).matches('⚑').count(), 1, "the other one is in view");
}

/// The bytes of each key of a walk over a real battle, the fewest first, and those of a whole screen.
fn bytes(scenario: &str, size: (u16, u16)) -> (Vec<usize>, usize) {
    let home = desk();
    let front = home.front();
    let scenario = front.scenario(scenario).unwrap();
    let game = NewGame {
        seats: [Seat::Human, Seat::program(Level::Normal)],
        seed: 3,
        dice: DiceKind::Seeded,
        undo: None,
    };
    let session = front.start(&scenario, &game).unwrap();
    let mut own = LibraryServices::new(front);
    let options = Options { start: Some(session), ..look(Depth::Indexed, MapLook::Paper) };
    let mut app = App::new(&mut own, options).unwrap();
    keys(&mut app, "Enter Esc");
    let mut painter = Painter::new(Vec::new());
    let whole = painter.paint(&drawn(&mut app, size.0, size.1)).unwrap();
    let mut steps = Vec::new();
    for _ in 0..10 {
        for key in ["l", "l", "k", "k", "h", "j"] {
            keys(&mut app, key);
            steps.push(painter.paint(&drawn(&mut app, size.0, size.1)).unwrap());
        }
    }
    steps.sort_unstable();
    (steps, whole)
}

/// The most bytes of half of the steps of the cursor and of nearly all of them, in a battle of each ruleset, on a small
/// and on a large screen. The aim is 60 and 250. Where every step changes a route, its cost and its risk, half of them
/// take more than 60; in S9 that is every step along the edge at which units enter.
const STEPS: [(&str, (u16, u16), usize, usize); 8] = [
    ("matg/introductory", (80, 24), 60, 250),
    ("aslsk/s9-ambitious-assault", (80, 24), 74, 250),
    ("panzertruppe/crossroads", (80, 24), 70, 250),
    ("fireandmove/village", (80, 24), 84, 250),
    ("matg/introductory", (200, 60), 60, 250),
    ("aslsk/s9-ambitious-assault", (200, 60), 94, 250),
    ("panzertruppe/crossroads", (200, 60), 160, 350),
    ("fireandmove/village", (200, 60), 160, 390),
];

#[test]
fn a_step_and_a_screen_cost_a_slow_line_little() {
    for (scenario, size, half, nearly_all) in STEPS {
        let (steps, whole) = bytes(scenario, size);
        let counted = (steps[steps.len() / 2], steps[steps.len() * 95 / 100 - 1]);
        eprintln!("{scenario} at {size:?}: a step {counted:?}, a screen {whole} bytes");
        assert!(
            counted.0 <= half && counted.1 <= nearly_all,
            "{scenario} at {size:?}: {counted:?} of {steps:?}"
        );
        let most = if size.0 == 80 { 7 * 1024 } else { 26 * 1024 };
        assert!(whole <= most, "{scenario}: a screen of {size:?} takes {whole} bytes");
    }
}

#[test]
fn without_colours_the_number_of_enemies_is_written_on_the_ground() {
    let mut table = Table::default();
    let fake =
        Fake::new(Stage::Moving).showing(|view| view.pieces.iter_mut().for_each(|piece| piece.range = 10));
    let start: Option<Box<dyn Session>> = Some(Box::new(fake));
    let mut app = App::new(&mut table, Options { start, ..options("mono", None) }).unwrap();
    keys(&mut app, "x h h");
    let underlined = |frame: Buffer| {
        frame.content.iter().filter(|cell| cell.modifier.contains(Modifier::UNDERLINED)).count()
    };
    let before = underlined(drawn(&mut app, 80, 24));
    keys(&mut app, "&");
    assert!(underlined(drawn(&mut app, 80, 24)) > before, "own units under fire");
    let under_fire = square(&drawn(&mut app, 80, 24), Cell::new(10, 17));
    assert_eq!(under_fire[0].0, ".", "the ground stays");
    assert!(under_fire[1].0.parse::<u8>().is_ok_and(|units| units > 0), "{}", under_fire[1].0);
}
