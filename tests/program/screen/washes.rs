//! The washes over the map in real battles: what a move costs, and how bad the enemy's fire is.

use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use ratatui::style::Color;
use standto::cli::LibraryServices;
use standto::game::journal::DiceKind;
use standto::game::{Level, Seat};
use standto::library::NewGame;
use standto::tui::{App, Depth, MapLook, Options};

use super::colours::look;
use crate::desk::desk;
use crate::fake::{drawn, keys};

/// The crossroads with the Germans about to move, at a size, after some keys.
fn crossroads(size: (u16, u16), typed: &str) -> Buffer {
    let home = desk();
    let front = home.front();
    let scenario = front.scenario("panzertruppe/crossroads").unwrap();
    let seats = [Seat::Human, Seat::program(Level::Random)];
    let game = NewGame { seats, seed: 3, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&scenario, &game).unwrap();
    let mut own = LibraryServices::new(front);
    let options = Options { start: Some(session), ..look(Depth::Indexed, MapLook::Paper) };
    let mut app = App::new(&mut own, options).unwrap();
    drawn(&mut app, size.0, size.1);
    keys(&mut app, "Enter Esc");
    drawn(&mut app, size.0, size.1);
    keys(&mut app, typed);
    drawn(&mut app, size.0, size.1)
}

/// The digits on the map with their text colours.
fn digits(buffer: &Buffer) -> Vec<(u32, Color)> {
    let (left, top, right, bottom) = (3, 3, 130, 53);
    let cells = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    // Blocks of the two sides have numbers of their own.
    let is_ground =
        |place: &(u16, u16)| ![Color::Indexed(25), Color::Indexed(124)].contains(&buffer[*place].bg);
    let cells = cells.filter(is_ground);
    cells.filter_map(|place| Some((buffer[place].symbol().parse().ok()?, buffer[place].fg))).collect()
}

#[test]
fn a_single_unit_sees_what_each_cell_costs() {
    let costs: BTreeSet<u32> =
        digits(&crossroads((200, 60), "l l")).into_iter().map(|(digit, _)| digit).collect();
    assert!([1, 2, 3, 4, 5, 6].iter().all(|cost| costs.contains(cost)), "all of its 6 points: {costs:?}");
    let greys = digits(&crossroads((200, 60), "l l")).into_iter().filter(|(_, ink)| match ink {
        Color::Indexed(index) => *index >= 232,
        _ => false,
    });
    assert!(greys.count() > 80, "in a quiet ink");
    let is_grey = |ink: Color| matches!(ink, Color::Indexed(index) if index >= 232);
    let group = digits(&crossroads((200, 60), "a")).into_iter().filter(|(_, ink)| is_grey(*ink));
    let group: BTreeSet<u32> = group.map(|(digit, _)| digit).collect();
    // Names of units have digits too, but none of these.
    let costs = group.iter().any(|digit| [1, 3].contains(digit));
    assert!(!costs, "the units of a group pay different costs: {group:?}");
}

/// The grounds of the cells of the map.
fn grounds(buffer: &Buffer) -> Vec<Color> {
    let cells = (3..53).flat_map(|y| (3..145).map(move |x| (x, y)));
    cells.map(|place| buffer[place].bg).collect()
}

#[test]
fn the_enemys_fire_is_the_redder_the_worse_it_is() {
    let (calm, shown) = (crossroads((200, 60), "l l"), crossroads((200, 60), "l l &"));
    let names: String = (0..150).map(|x| shown[(x, 2)].symbol()).collect();
    assert!(names.contains("enemy fire: % harm to G1"), "{names}");
    let open = |(calm, shown): (Color, Color)| (calm == Color::Indexed(187)).then_some(shown);
    let washes = |shown: &Buffer| -> BTreeSet<String> {
        let pairs = grounds(&calm).into_iter().zip(grounds(shown));
        pairs.filter_map(open).map(|colour| format!("{colour:?}")).collect()
    };
    // Open ground without fire, and at least three steps of fire.
    assert!(washes(&shown).len() >= 4, "{:?}", washes(&shown));
    // Another unit is not at the same risk everywhere.
    let other = crossroads((200, 60), "l l & Tab");
    let names: String = (0..150).map(|x| other[(x, 2)].symbol()).collect();
    assert!(names.contains("% harm to G2"), "the risk is that of the highlighted unit: {names}");
}

#[test]
fn the_marks_over_a_large_map_are_explained_beside_it() {
    let legend = |typed: &str| {
        let frame = crossroads((200, 60), typed);
        let rows = (0..60).map(|y| (145..200).map(|x| frame[(x, y)].symbol()).collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    };
    assert!(!legend("l l").contains("enemy fire"), "{}", legend("l l"));
    assert!(legend("l l &").contains("enemy fire: chance of harm"), "{}", legend("l l &"));
}
