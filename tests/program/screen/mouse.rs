//! The mouse: it helps, and is never needed.

use std::cell::Cell as Value;
use std::rc::Rc;
use std::time::Duration;

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use standto::board::Cell;
use standto::tui::{App, Clock, Input, Options};

use crate::fake::{Desk, Fake, Stage, drawn, keys, options, text};

fn mouse(app: &mut App, kind: MouseEventKind, column: u16, row: u16) -> bool {
    app.input(Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
}

fn click(app: &mut App, [column, row]: [u16; 2]) -> bool {
    mouse(app, MouseEventKind::Down(MouseButton::Left), column, row)
}

/// Where on the screen a click reaches a cell.
fn reaching(app: &mut App, cell: Cell, now: &Value<u64>) -> [u16; 2] {
    let all = (0..24).flat_map(|row| (0..80).map(move |column| [column, row]));
    for place in all {
        // Too slow for a double click.
        now.set(now.get() + 1000);
        if click(app, place) && app.cursor() == Some(cell) {
            return place;
        }
    }
    panic!("no click reaches {cell:?}")
}

#[test]
fn a_click_selects_and_a_double_click_plays() {
    let now = Rc::new(Value::new(0));
    let watch = now.clone();
    let clock = Clock(Box::new(move || Duration::from_millis(watch.get())));
    let fake = Fake::new(Stage::Targets);
    let played = fake.played.clone();
    let mut desk = Desk::default();
    let start = Options { start: Some(Box::new(fake)), clock, ..options("mono", None) };
    let mut app = App::new(&mut desk, start).unwrap();
    now.set(10_000);
    keys(&mut app, "Tab");
    drawn(&mut app, 80, 24);
    let target = app.cursor().unwrap();
    let place = reaching(&mut app, target, &now);
    let found = now.get();
    now.set(found + 1000);
    click(&mut app, place);
    now.set(found + 2000);
    click(&mut app, place);
    assert!(played.lock().unwrap().is_empty(), "two slow clicks only select");
    now.set(found + 2300);
    click(&mut app, place);
    assert_eq!(played.lock().unwrap().len(), 1, "a double click plays");
}

#[test]
fn the_wheel_scrolls_an_open_window() {
    let mut desk = Desk::default();
    let mut app = App::new(&mut desk, options("mono", Some(Stage::Posture))).unwrap();
    keys(&mut app, "Space");
    let before = text(&drawn(&mut app, 80, 24));
    assert!(mouse(&mut app, MouseEventKind::ScrollDown, 10, 10));
    let after = text(&drawn(&mut app, 80, 24));
    keys(&mut app, "Up");
    let back = text(&drawn(&mut app, 80, 24));
    assert_eq!(before, back, "the wheel moves as the arrow keys do");
    assert!(!click(&mut app, [10, 10]), "a click outside the map does nothing: {after}");
}
