//! The map page of the scenario editor: brushes and the pen, generated ground, and maps mirrored and turned.

use standto::tui::StartingPoint;

use super::editor::{LARGE, SMALL, after, blank, blank_of, introductory, scenario};
use crate::desk::desk;

#[test]
fn the_pen_paints_while_moving_and_a_count_repeats_steps() {
    let home = desk();
    let shown = after(&home, blank(), "b G p 4 l 2 k p", SMALL);
    assert!(shown.contains("The pen is up."), "{shown}");
    let about = after(&home, blank(), "b G p 4 l 2 k p h", SMALL);
    assert!(about.contains("1621: clear"), "the last move was not painted: {about}");
    let about = after(&home, blank(), "b G p 4 l 2 k p j j h h", SMALL);
    assert!(about.contains("1519: good road"), "{about}");
}

#[test]
fn ground_is_generated_mirrored_and_turned() {
    let home = desk();
    let blank = || StartingPoint::Blank("panzertruppe".to_owned(), 24, 24);
    let shown = after(&home, blank(), "G", SMALL);
    assert!(shown.contains("cover, % of the map: 25_"), "{shown}");
    let shown = after(&home, blank(), "G Enter", SMALL);
    assert!(shown.contains("New ground: 25% of the map is covered."), "{shown}");
    let shown = after(&home, blank(), "G C-u \"200\" Enter", SMALL);
    assert!(shown.contains("Expected a percentage from 0 to 80.") && shown.contains("200_"), "{shown}");
    let before = after(&home, blank(), "G Enter", SMALL);
    let after_all = after(&home, blank(), "G Enter M M R R R R h l", SMALL);
    let map = |shown: &str| {
        shown.lines().take(20).map(|line| line.chars().take(40).collect()).collect::<Vec<String>>()
    };
    assert_eq!(map(&before)[1..], map(&after_all)[1..], "two mirrors and four quarters");
    let shown = after(&home, introductory(), "R", SMALL);
    assert!(shown.contains("Turned clockwise by a quarter."), "{shown}");
    let shown = after(&home, blank_of("matg"), "G Enter", SMALL);
    assert!(shown.contains("New ground: 25% of the map is covered."), "{shown}");
    let board = scenario("aslsk/s9-ambitious-assault");
    let shown = after(&home, board, "M", SMALL);
    assert!(shown.contains("Boards are printed") && shown.contains("Plans page"), "{shown}");
}

#[test]
fn a_wall_goes_around_a_rectangle() {
    let blank = || StartingPoint::Blank("panzertruppe".to_owned(), 24, 24);
    // The brush is found by its name in the legend: the one after the last bridge, mines and hedges.
    let home = desk();
    let shown = after(&home, blank(), "b", LARGE);
    let key = shown.lines().find_map(|line| {
        let at = line.find(" wall around")?;
        line[..at].chars().rev().nth(2)
    });
    let key = key.expect("the brush is in the legend");
    let shown = after(&home, blank(), &format!("b {key} m 3 l 2 k r"), SMALL);
    assert!(shown.contains("wall to the N") && shown.contains("wall to the E"), "{shown}");
    let inside = after(&home, blank(), &format!("b {key} m 3 l 2 k r h j"), SMALL);
    assert!(!inside.contains("wall to the"), "{inside}");
}

#[test]
fn a_flood_fill_stops_at_other_terrain() {
    // A stream across the map: the area south of it is filled, nothing beyond.
    let typed = "b S 3 0 h m 3 0 l s Esc 3 j b w f";
    let shown = after(&desk(), blank(), typed, SMALL);
    assert!(shown.contains("432 cells filled"), "{shown}");
}

#[test]
fn the_brush_survives_changes_to_the_plans() {
    let home = desk();
    // A zone's brush is selected, then two places are added, each with a brush before it.
    let held = "Tab Tab o n g";
    let two_places =
        "Tab Tab Home Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up n Esc Up n Esc";
    let shown = after(&home, blank(), &format!("{held} {two_places} Tab Tab Tab Space"), SMALL);
    assert!(shown.contains("Soviets: zone 1"), "{shown}");
    let shown =
        after(&home, blank(), &format!("{held} {two_places} Tab Tab Tab Space Tab Tab o Down"), SMALL);
    assert!(shown.contains("1 square, "), "{shown}");
    // A renamed brush stays selected, too.
    let shown = after(&home, blank(), "Tab Tab o n g Tab Tab Enter Enter \"x\" Enter Tab Tab Tab", SMALL);
    assert!(shown.contains("Soviets: zone 1x"), "{shown}");
}
