//! Snapshots of every screen, at the smallest full size and at a large one.

use crate::fake::{Desk, Fake, Stage, drawn, keys, options, text};
use insta::assert_snapshot;
use standto::tui::{App, Options};

fn shot(stage: Option<Stage>, typed: &str, width: u16, height: u16) -> String {
    let mut desk = Desk::default();
    let mut app = App::new(&mut desk, options("mono", stage)).unwrap();
    if !typed.is_empty() {
        keys(&mut app, typed);
    }
    text(&drawn(&mut app, width, height))
}

macro_rules! screens {
    ($($name:ident: $stage:expr, $keys:expr;)*) => { $(
        #[test]
        fn $name() {
            assert_snapshot!(concat!(stringify!($name), "_80x24"), shot($stage, $keys, 80, 24));
            assert_snapshot!(concat!(stringify!($name), "_200x60"), shot($stage, $keys, 200, 60));
        }
    )* };
}

screens! {
    title: None, "";
    title_scenario: None, "Down";
    setup: None, "Down Enter";
    briefing: None, "Down Enter Enter";
    posture: Some(Stage::Posture), "";
    posture_marked: Some(Stage::Posture), "s Tab s";
    group: Some(Stage::Grouping), "";
    targets_with_odds: Some(Stage::Targets), "Tab";
    firers: Some(Stage::Firers), "";
    moving: Some(Stage::Moving), "";
    moving_refused: Some(Stage::Moving), "Down";
    react: Some(Stage::React), "";
    sight_blocked: Some(Stage::Moving), "x v k k k k h h h h h h";
    unseen: Some(Stage::Moving), "x V";
    help: Some(Stage::Moving), "?";
    palette: Some(Stage::Targets), ": l o g";
    choices: Some(Stage::Posture), "Space";
    log: Some(Stage::Targets), "e Up Up";
    rule: Some(Stage::Targets), "e Enter";
    roster: Some(Stage::Targets), "r";
    inspect: Some(Stage::Moving), "i";
    thinking: Some(Stage::Program), "";
    quit: Some(Stage::Targets), "q";
    over: Some(Stage::Over), "";
    catalog: Some(Stage::Targets), "C";
    continuations: Some(Stage::Targets), ",";
}

#[test]
fn arrows_and_lines_where_the_terminal_has_them() {
    let mut desk = Desk::default();
    let mut app =
        App::new(&mut desk, Options { ascii: false, ..options("mono", Some(Stage::Moving)) }).unwrap();
    assert_snapshot!("unicode_80x24", text(&drawn(&mut app, 80, 24)));
}

#[test]
fn hexes_take_two_rows_and_odd_columns_are_lower() {
    let fake = Fake::new(Stage::Moving).on_hexes();
    let mut desk = Desk::default();
    let options = Options { start: Some(Box::new(fake)), ..options("mono", None) };
    let mut app = App::new(&mut desk, options).unwrap();
    assert_snapshot!("hexes_80x24", text(&drawn(&mut app, 80, 24)));
}

#[test]
fn a_small_terminal_gets_a_message() {
    assert_snapshot!("too_small_40x10", shot(Some(Stage::Targets), "", 40, 10));
}

#[test]
fn every_screen_size_can_be_drawn() {
    for stage in [Stage::Posture, Stage::Targets, Stage::Moving, Stage::Over] {
        for (width, height) in
            [(1, 1), (59, 20), (60, 20), (61, 21), (79, 23), (100, 30), (132, 43), (140, 40), (300, 100)]
        {
            for typed in ["", "?", "e", "Space", "r", ":", "v V"] {
                if !typed.is_empty() {
                    shot(Some(stage), typed, width, height);
                }
            }
            shot(Some(stage), "z z z", width, height);
        }
    }
}
