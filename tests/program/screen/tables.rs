//! Maps of other shapes: hexes with stacks, walls and two facings; hands of cards; regions and borders.

use insta::assert_snapshot;
use standto::board::{Cell, Grid};
use standto::tui::{App, Options, Painter};

use crate::fake::{Desk, drawn, keys, keys_ahead, options, text};
use crate::table::Table;

/// Plays these keys on a table: the choices sent, the cursor, and the screen.
fn with(table: Table, typed: &str, size: (u16, u16)) -> (Vec<String>, Cell, String) {
    let played = table.played.clone();
    let mut desk = Desk::default();
    let mut app =
        App::new(&mut desk, Options { start: Some(Box::new(table)), ..options("mono", None) }).unwrap();
    // Each key must have an effect before the next.
    for key in typed.split(' ').filter(|key| !key.is_empty()) {
        keys(&mut app, key);
        drawn(&mut app, size.0, size.1);
    }
    let screen = text(&drawn(&mut app, size.0, size.1));
    let played = played.lock().unwrap().clone();
    (played, app.cursor().unwrap(), screen)
}

fn shot(table: Table, typed: &str, size: (u16, u16)) -> String {
    with(table, typed, size).2
}

fn hex(name: &str) -> Cell {
    Grid::hex(14, 8).parse(name).unwrap()
}

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (200, 60);

#[test]
fn hexes_with_a_stack_walls_and_two_facings() {
    assert_snapshot!("hexes_80x24", shot(Table::hexes(), "", SMALL));
    assert_snapshot!("hexes_200x60", shot(Table::hexes(), "", LARGE));
    assert_snapshot!("hexes_wide_80x24", shot(Table::hexes(), "z z z", SMALL));
    assert_snapshot!("hexes_stack_80x24", shot(Table::hexes(), "\"", SMALL));
    assert_snapshot!("hexes_inspect_80x24", shot(Table::hexes(), "x l i", SMALL));
}

#[test]
fn a_hand_of_cards() {
    assert_snapshot!("cards_80x24", shot(Table::cards(), "1", SMALL));
    assert_snapshot!("cards_200x60", shot(Table::cards(), "1", LARGE));
    assert_snapshot!("cards_explained_80x24", shot(Table::cards(), "@", SMALL));
}

#[test]
fn regions_and_borders() {
    assert_snapshot!("regions_80x24", shot(Table::regions(), "", SMALL));
    assert_snapshot!("regions_200x60", shot(Table::regions(), "", LARGE));
}

#[test]
fn six_keys_are_hexsides_and_two_stay_in_the_row() {
    let sent = |typed: &str| with(Table::hexes(), typed, SMALL).0;
    assert_eq!(sent("k o m y j b"), ["step N", "step NE", "step SE", "step NW", "step S", "step SW"]);
    assert_eq!(sent("h h"), ["step SW", "step NW"], "west along the row");
    // The wall is on the north-east side of F4.
    let (played, _, screen) = with(Table::hexes(), "l o", SMALL);
    assert_eq!(played, ["step SE"]);
    assert!(screen.contains("\"step NE\" is not possible here (1.2)"), "{screen}");
}

#[test]
fn the_cursor_moves_by_hex_and_by_name() {
    let cursor = |typed: &str| with(Table::hexes(), typed, SMALL).1;
    assert_eq!(cursor("x l l l l"), hex("I4"));
    assert_eq!(cursor("x h h"), hex("C4"));
    assert_eq!(cursor("x o"), hex("F3"));
    assert_eq!(cursor("x k m"), hex("F3"));
    assert_eq!(cursor("; w k 6"), hex("K6"), "as soon as there is such a hex");
    assert_eq!(cursor("; w k 6 Enter l"), hex("L6"));
    assert_eq!(cursor(": w c 4 Enter"), hex("C4"));
    let (_, _, screen) = with(Table::hexes(), "; q 9 Enter", SMALL);
    assert!(screen.contains("! \"q9\" is not a place on this map; expected a name such as w"), "{screen}");
}

#[test]
fn digits_select_cards() {
    let sent = |typed: &str| with(Table::cards(), typed, SMALL).0;
    assert_eq!(sent("1 Enter"), ["fire 4 x"]);
    assert_eq!(sent("1 Tab Enter"), ["fire 4 z"]);
    assert_eq!(sent("3"), Vec::<String>::new(), "shown first");
    assert_eq!(sent("3 3"), ["rally b"]);
    assert_eq!(sent("3 Enter"), ["rally b"]);
    let (played, _, screen) = with(Table::cards(), "2", SMALL);
    assert!(played.is_empty() && screen.contains("Movement 2/-1 can't be played now."), "{screen}");
    assert!(with(Table::cards(), "9", SMALL).2.contains("You have no card 9."));
}

#[test]
fn units_of_a_stack_can_be_selected_singly_or_together() {
    let (_, _, screen) = with(Table::cards(), "; w e 4 Enter \" Down Down Down Enter", SMALL);
    assert!(screen.contains("> rally b with Rally 3"), "{screen}");
    let (_, _, screen) = with(Table::cards(), "; w i 3 Enter \" Enter", SMALL);
    assert!(screen.contains("It can't do anything now."), "{screen}");
}

#[test]
fn a_hand_over_screen_hides_the_other_hand() {
    let (_, _, screen) = with(Table::cards(), "p", SMALL);
    assert!(screen.contains("Russians decide in secret."), "{screen}");
    assert_eq!(
        screen.lines().filter(|line| !line.is_empty()).count(),
        2,
        "nothing else is visible: {screen}"
    );
    let (played, _, screen) = with(Table::cards(), "p 1 1 q", SMALL);
    assert_eq!(played, ["pass"], "nothing can be heard behind the hand-over screen");
    assert!(screen.contains("change places") || screen.contains("Change places"), "{screen}");
    assert!(
        with(Table::cards(), "p Enter", SMALL).2.contains("Deck 31 (turn 2), discards 2: Fire 3 ..; enemy 5")
    );
    assert!(!with(Table::regions(), "p", SMALL).2.contains("in secret"), "nothing is hidden there");
}

#[test]
fn keys_typed_ahead_do_not_answer_the_enemys_prompt() {
    let table = Table::regions();
    let played = table.played.clone();
    let mut desk = Desk::default();
    let mut app =
        App::new(&mut desk, Options { start: Some(Box::new(table)), ..options("mono", None) }).unwrap();
    drawn(&mut app, 80, 24);
    keys_ahead(&mut app, "p p Enter");
    assert_eq!(*played.lock().unwrap(), ["pass"], "the rest was typed before the other side's prompt");
    drawn(&mut app, 80, 24);
    keys(&mut app, "p");
    assert_eq!(*played.lock().unwrap(), ["pass", "pass"]);
}

#[test]
fn enemy_actions_can_be_stepped_through() {
    let screen = |typed: &str| with(Table::regions(), typed, SMALL);
    let (_, _, told) = screen("p");
    assert!(told.contains("Since your last decision: 2 lines; n N step"), "{told}");
    let loss = told.find("* A fires at c: 5; One of c falls").unwrap_or_else(|| panic!("{told}"));
    assert!(told.find("- B fires at c: -2").unwrap() > loss, "the worst first: {told}");
    let (_, cursor, told) = screen("p n");
    assert!(told.contains("1 of 2 lines") && cursor == Cell::new(15, 5), "{told}");
    assert_eq!(screen("p n n").1, Cell::new(8, 5));
    assert_eq!(screen("p N").1, Cell::new(8, 5));
    let (played, _, told) = screen("p n Esc");
    assert!(told.contains("decision: 2 lines") && played == ["pass"], "{told}");
    assert!(screen("n").2.contains("Nothing has happened since your last decision."));
}

#[test]
fn shifted_direction_keys_move_between_regions() {
    let cursor = |typed: &str| with(Table::regions(), typed, SMALL).1;
    let walk = |to: &str| cursor(&format!("; K Enter {to}"));
    assert_eq!(walk("L"), Cell::new(8, 5), "the hedge between orchard and farm");
    assert_eq!(walk("L L"), Cell::new(11, 5), "the farm");
    assert_eq!(walk("L L K"), Cell::new(11, 10), "the yard");
    assert_eq!(walk("L L J"), Cell::new(11, 1), "the road");
    assert_eq!(walk("L L L L"), Cell::new(19, 5), "the beet field");
    assert_eq!(walk("H"), Cell::new(3, 5), "there is nothing further west");
    assert_eq!(walk("l l k"), Cell::new(5, 6), "square by square");
}

#[test]
fn a_step_over_hexes_is_cheap() {
    let mut desk = Desk::default();
    let start = Options { start: Some(Box::new(Table::hexes())), ..options("dark", None) };
    let mut app = App::new(&mut desk, start).unwrap();
    keys_ahead(&mut app, "x j j h");
    let mut painter = Painter::new(Vec::new());
    painter.paint(&drawn(&mut app, 80, 24)).unwrap();
    for key in ["j", "b", "h", "k", "l", "m"] {
        keys(&mut app, key);
        let bytes = painter.paint(&drawn(&mut app, 80, 24)).unwrap();
        eprintln!("{key}: {bytes} bytes");
        assert!(bytes < 200, "{key} took {bytes} bytes");
    }
}
