//! Counters on a large map in 256 colours: marks, flags, threats and rings leave the unit in view.

use ratatui::buffer::{Buffer, Cell as Shown};
use ratatui::style::Color;
use standto::board::Cell;
use standto::game::view::{GoalView, MarkerKind, MarkerView, Nation, Symbol, View};
use standto::game::{Session, Side};
use standto::tui::{App, Depth, MapLook, Options};

use super::colours::look;
use crate::fake::{Desk as Table, Fake, Stage, drawn, keys};

/// A large screen of the fake table, changed as a test needs it, on paper in 256 colours.
fn large(stage: Stage, change: impl FnOnce(&mut View), typed: &str) -> Buffer {
    let mut table = Table::default();
    let start: Option<Box<dyn Session>> = Some(Box::new(Fake::new(stage).showing(change)));
    let mut app = App::new(&mut table, Options { start, ..look(Depth::Indexed, MapLook::Paper) }).unwrap();
    drawn(&mut app, 200, 60);
    if !typed.is_empty() {
        keys(&mut app, typed);
    }
    drawn(&mut app, 200, 60)
}

/// The two rows of a square at 4x2, and the characters just beside its first row.
fn counter(buffer: &Buffer, cell: Cell) -> (Vec<Shown>, Vec<Shown>, [Shown; 2]) {
    let label = format!("{:02}", cell.y + 1);
    let is_row = |y: &u16| (0..2).map(|x| buffer[(x, *y)].symbol()).collect::<String>() == label;
    let y = (3..58).find(is_row).expect("the square is in view");
    let x = 3 + 4 * cell.x as u16;
    let row = |y: u16| (x..x + 4).map(|x| buffer[(x, y)].clone()).collect::<Vec<_>>();
    (row(y), row(y + 1), [buffer[(x - 1, y)].clone(), buffer[(x + 4, y)].clone()])
}

fn letters(row: &[Shown]) -> String {
    row.iter().map(Shown::symbol).collect()
}

fn marker(cell: Cell, kind: MarkerKind, name: &str) -> MarkerView {
    MarkerView { cell, glyph: 'w', kind, name: name.into(), ..MarkerView::default() }
}

const G1: Cell = Cell::new(8, 12);

const S1: Cell = Cell::new(9, 20);

#[test]
fn marks_sit_in_the_corners_and_leave_the_unit_in_view() {
    let frame = large(
        Stage::Moving,
        |view| {
            view.markers.push(marker(G1, MarkerKind::Smoke, "smoke"));
            view.markers.push(marker(Cell::new(2, 8), MarkerKind::Smoke, "smoke"));
            view.markers.push(marker(Cell::new(2, 8), MarkerKind::Mines, "mines"));
            view.markers.push(marker(Cell::new(3, 8), MarkerKind::Fire, "fire"));
        },
        "x h h",
    );
    let (upper, lower, _) = counter(&frame, G1);
    assert!(letters(&upper).starts_with("T↑"), "{}", letters(&upper));
    assert!(letters(&lower).starts_with("G1"), "{}", letters(&lower));
    let both = letters(&upper) + &letters(&lower);
    assert!(both.contains('░'), "{both}");
    let (upper, lower, _) = counter(&frame, Cell::new(2, 8));
    assert_eq!((upper[3].symbol(), lower[3].symbol()), ("¤", "░"), "both are to be seen");
    assert_eq!(lower[3].bg, Color::Indexed(254), "smoke is a light chip");
    let (upper, ..) = counter(&frame, Cell::new(3, 8));
    assert_eq!((upper[3].symbol(), upper[3].bg), ("▲", Color::Indexed(208)));
}

#[test]
fn a_flag_has_the_colour_of_its_holder_and_stands_beside_a_unit() {
    let goals = |view: &mut View| {
        let goal = |cell, holder| GoalView { name: "hill".into(), cells: vec![cell], holder, worth: 0 };
        view.board.goals =
            vec![goal(Cell::new(2, 8), Some(Side::B)), goal(Cell::new(2, 12), None), goal(G1, Some(Side::A))];
    };
    let frame = large(Stage::Moving, goals, "x h h");
    let flag = |cell| {
        let (upper, lower, _) = counter(&frame, cell);
        upper.into_iter().chain(lower).find(|shown| shown.symbol() == "⚑").expect("a flag")
    };
    assert_eq!(flag(Cell::new(2, 8)).bg, Color::Indexed(124), "held by the second side");
    assert_eq!(flag(Cell::new(2, 12)).bg, Color::Indexed(53), "held by neither");
    assert_eq!(flag(G1).bg, Color::Indexed(25), "not covered by the unit");
    // Around a single square the border is on the squares beside it.
    let border = counter(&frame, Cell::new(2, 9)).1;
    assert!(
        border.iter().any(|shown| shown.symbol() == "▁" && shown.fg == Color::Indexed(53)),
        "and a border"
    );
}

#[test]
fn where_the_enemy_can_fire_is_red_and_redder() {
    let armed = |view: &mut View| view.pieces.iter_mut().for_each(|piece| piece.range = 10);
    let calm = large(Stage::Moving, armed, "x h h");
    let shown = large(Stage::Moving, armed, "x h h &");
    let at = |frame: &Buffer, cell| counter(frame, cell).0[1].bg;
    let beyond = Cell::new(2, 4);
    assert_eq!(at(&calm, beyond), at(&shown, beyond), "out of range");
    let (near, few) = (Cell::new(10, 19), Cell::new(2, 12));
    assert_ne!(at(&calm, near), at(&shown, near));
    assert_ne!(at(&shown, near), at(&shown, few), "more units, another red");
    let digit = counter(&shown, near).1[3].symbol().parse::<u8>();
    assert!(digit.is_ok_and(|units| units > 2), "and their number");
    let again = large(Stage::Moving, armed, "x h h & &");
    assert_eq!(at(&again, near), at(&calm, near), "the key again hides it");
    let top: String = (0..130).map(|x| shown[(x, 2)].symbol()).collect();
    assert!(top.contains("enemy units that can fire"), "{top}");
}

#[test]
fn targets_have_a_ring_on_the_ground_beside_them() {
    let frame = large(Stage::Targets, |_| {}, "");
    let (_, _, [left, right]) = counter(&frame, S1);
    assert_eq!((left.symbol(), right.symbol()), ("(", ")"));
    assert_eq!((left.fg, left.bg), (Color::Indexed(124), Color::Indexed(187)), "ink on the ground");
}

#[test]
fn hidden_units_have_a_question_mark_and_keep_their_facing() {
    let hide = |view: &mut View| view.pieces[0].hidden = true;
    let (upper, ..) = counter(&large(Stage::Moving, hide, "x h h"), G1);
    assert_eq!(letters(&upper), "T↑ ?");
}

#[test]
fn counters_can_have_symbols_and_the_colours_of_nations() {
    let nations = |view: &mut View| {
        view.pieces[6].symbol = Symbol::Infantry;
        (view.sides[0].nation, view.sides[1].nation) = (Nation::German, Nation::Soviet);
    };
    let german = Cell::new(5, 10);
    let plain = counter(&large(Stage::Moving, nations, "x h h"), german).0;
    let symbols = counter(&large(Stage::Moving, nations, "x h h , n"), german).0;
    assert_eq!((plain[0].symbol(), symbols[0].symbol()), ("I", "╳"));
    assert_eq!(symbols[1].symbol(), "↑");
    let coloured = large(Stage::Moving, nations, "x h h , k");
    assert_eq!(counter(&coloured, german).0[0].bg, Color::Indexed(60), "German");
    assert_eq!(counter(&coloured, Cell::new(7, 18)).0[0].bg, Color::Indexed(88), "Soviet");
}

#[test]
fn a_large_map_is_named_on_all_four_sides() {
    let frame = large(Stage::Moving, |_| {}, "x");
    let row = |y: u16| (0..120).map(|x| frame[(x, y)].symbol()).collect::<String>();
    assert!(row(2).contains("01  02  03"), "{}", row(2));
    let below = (40..58).find(|&y| row(y).contains("01  02  03"));
    assert!(below.is_some(), "column names below the map");
    let y = (3..58).find(|&y| row(y).starts_with("13")).unwrap();
    assert_eq!((99..101).map(|x| frame[(x, y)].symbol()).collect::<String>(), "13", "row names on the right");
}
