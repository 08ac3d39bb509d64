//! Rule cards of amphibious movement (8.9), water (9.5) and boats (10.12).

use super::table::{Table, after_movement, cell, id, moving, offers, play, refused, whereabouts};
use standto::board::Cell;
use standto::game::{Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::fire::combat;
use standto::rules::matg::fire::combat::Occasion;
use standto::rules::matg::movement::set_up;
use standto::rules::matg::state::choice::Posture;
use standto::rules::matg::turn::sequence::Frame;
use standto::rules::matg::water::boats::Craft;
use standto::rules::matg::water::{amphibious, boats};

type Line<'a> = (&'a str, &'a str);

const GHQ: Line = ("Infantry HQ", "role = \"GHQ\"; at = \"0101\"");
const GERMAN_GHQ: Line = ("Infantry HQ", "role = \"GHQ\"; at = \"0112\"");

/// A river two inches wide with a bridge, a wide bay, and a stream with a ford.
const WATERS: &str = "
    ............
    ............
    .......~~~~f
    ............
    .......WWWWW
    .......WWWWW
    RRRR=RRWWWWW
    RRRR=RRWWWWW
    ............
    ............
    ............
    ............
";

fn table<'a>(americans: &'a [Line<'a>]) -> Table<'a> {
    let germans = &[GERMAN_GHQ];
    Table { map: WATERS, cohesion: [15, 14], landings: "", americans, germans, german_side: "" }
}

fn left(position: &Position) -> Option<i16> {
    position.now.stack.iter().rev().find_map(|frame| match frame {
        Frame::Moving(mover) => Some(mover.left / 4),
        _ => None,
    })
}

// card: 8.9, 8.9.1, 8.9.2, 8.9.3, 9.5.2
#[test]
fn a_dukw_crosses_a_river_and_goes_on_an_inch() {
    let mut position = table(&[GHQ, ("DUKW", "at = \"0304\"")]).set_up();
    moving(&mut position, &["A2"]);
    assert_eq!(left(&position), Some(15), "land points");
    play(&mut position, "step N", &[]);
    assert_eq!((whereabouts(&position, "A2").as_str(), left(&position)), ("0305", Some(2)));
    play(&mut position, "step N", &[]);
    // One more inch, into clear terrain, for its last amphibious point.
    play(&mut position, "step N", &[]);
    assert_eq!((whereabouts(&position, "A2").as_str(), left(&position)), ("0307", Some(0)));
    assert!(!position.choices().iter().any(|choice| choice.verb() == "step"));
    play(&mut position, "halt", &[6, 1]);
    // In the next turn it moves by its land points again.
    position.forces.stand_mut(id(&position, "A2")).moved = false;
    moving(&mut position, &["A2"]);
    assert_eq!(left(&position), Some(15));
}

// card: 8.9.1
#[test]
fn water_is_entered_only_from_beside_it_and_with_amphibious_points_alone() {
    let mut position = table(&[GHQ, ("DUKW", "at = \"0303\"")]).set_up();
    moving(&mut position, &["A2"]);
    play(&mut position, "step N", &[]);
    assert_eq!(refused(&position, "step N"), "8.9.1");
    // After crossing the corner of the river it can't enter it again with its remaining points.
    let mut position = table(&[GHQ, ("DUKW", "at = \"0704\"")]).set_up();
    moving(&mut position, &["A2"]);
    play(&mut position, "step N", &[]);
    play(&mut position, "step N", &[]);
    play(&mut position, "step N", &[]);
    assert_eq!(whereabouts(&position, "A2"), "0707");
    assert_eq!(refused(&position, "step E"), "8.9.1");
}

// card: 8.9.2
#[test]
fn the_roll_to_move_is_the_roll_to_enter_water() {
    let mut position = table(&[GHQ, ("DUKW", "at = \"0304\"")]).set_up();
    position.forces.stand_mut(1).suppressed = true;
    // Suppressed it needs 11 on its one roll, that of the order.
    order_first(&mut position);
    play(&mut position, "order A2", &[12]);
    assert!(!offers(&position, "move A2"), "it may not move at all");
    order_first(&mut position);
    play(&mut position, "order A2", &[11]);
    play(&mut position, "move A2", &[]);
    play(&mut position, "step N", &[]);
    assert_eq!(whereabouts(&position, "A2"), "0305 S");
    assert_eq!(left(&position), Some(2), "the full amphibious rate");
}

// card: 8.9.3, 9.5.1
#[test]
fn a_stand_that_begins_in_water_has_only_amphibious_points() {
    // A bay four inches wide: it ends the first turn in the water, the second three inches on.
    let mut position = table(&[GHQ, ("DUKW", "at = \"0904\"")]).set_up();
    moving(&mut position, &["A2"]);
    play(&mut position, "step N", &[]);
    play(&mut position, "step N", &[]);
    play(&mut position, "step N", &[]);
    assert_eq!(refused(&position, "step N"), "8.3.2");
    play(&mut position, "halt", &[6, 1]);
    assert_eq!(whereabouts(&position, "A2"), "0907");
    position.forces.stand_mut(id(&position, "A2")).moved = false;
    moving(&mut position, &["A2"]);
    assert_eq!(left(&position), Some(3));
    play(&mut position, "step N", &[]);
    play(&mut position, "step N", &[]);
    assert_eq!((whereabouts(&position, "A2").as_str(), left(&position)), ("0909", Some(1)));
    play(&mut position, "halt", &[6, 1]);
}

// card: 8.9
#[test]
fn a_scenario_may_forbid_amphibious_movement() {
    let mut position = table(&[GHQ, ("DUKW", "amphibious = false; at = \"0304\"")]).set_up();
    moving(&mut position, &["A2"]);
    assert_eq!(refused(&position, "step N"), "9.5.2");
}

// card: 9.5, 9.5.1, 9.5.2, 9.5.3
#[test]
fn others_cross_water_at_bridges_and_fords() {
    let truck = "Medium Truck, 2-3 Ton";
    let start = |at: &str| {
        let line = format!("at = \"{at}\"");
        let mut position = table(&[GHQ, (truck, &line)]).set_up();
        moving(&mut position, &["A2"]);
        position
    };
    assert_eq!(refused(&start("0304"), "step N"), "9.5.2");
    assert_eq!(refused(&start("0904"), "step N"), "9.5.1");
    assert_eq!(refused(&start("0909"), "step N"), "9.5.3");
    let mut position = start("0504");
    for _ in 0..3 {
        play(&mut position, "step N", &[]);
    }
    assert_eq!(whereabouts(&position, "A2"), "0507", "over the bridge");
    let mut position = start("1209");
    play(&mut position, "step N", &[]);
    assert_eq!(whereabouts(&position, "A2"), "1210", "into the ford");
}

/// The Americans may give orders, and A2 waits for one.
fn order_first(position: &mut Position) {
    moving(position, &["A2"]);
    position.now.stack.truncate(1);
    if let Some(Frame::Movement(phase)) = position.now.stack.last_mut() {
        phase.turns.side = Side::A;
    }
}

/// Infantry beside a truck with boats at the river's edge.
fn boarders(boats: &str) -> Position {
    let truck = format!("boats = \"{boats}\"; at = \"0303\"");
    let stands = [GHQ, ("Infantry '42", "at = \"0304\""), ("Medium Truck, 2-3 Ton", truck.as_str())];
    table(&stands).set_up()
}

// card: 8.9.4, 9.5.2
#[test]
fn infantry_crosses_a_river_in_fast_boats() {
    let mut position = boarders("fast");
    // A turn beside the boats and the water, in the movement posture, without moving.
    after_movement(&mut position, Side::A);
    assert!(position.forces.stand(1).posture == Default::default() && !position_has_boats(&position));
    position.forces.stand_mut(1).posture = Posture::Move;
    assert!(position_has_boats(&position));
    play(&mut position, "embark A2", &[6, 1]);
    assert_eq!(position.forces.stand(1).water.aboard, Some(Craft::Fast));
    assert_eq!(position.forces.stand(2).water.boats, None, "one deployment");
    // The next turn: three points on the water.
    moving(&mut position, &["A2"]);
    play(&mut position, "step N", &[]);
    assert_eq!((whereabouts(&position, "A2").as_str(), left(&position)), ("0305", Some(2)));
    play(&mut position, "step N", &[]);
    assert_eq!(refused(&position, "step N"), "8.9.4");
    // On the water its defence is 1, whatever its posture.
    assert_eq!(
        combat::defence_against(
            &position.field,
            &position.forces,
            &position.now,
            1,
            Cell::new(2, 9),
            Occasion::Standard
        ),
        1
    );
    play(&mut position, "halt", &[]);
    // After movement it lands by a roll without modifiers.
    position.forces.stand_mut(1).suppressed = true;
    assert_eq!(position.decision().map(|d| (d.kind, d.rule)), Some(("boats", "8.9.4")));
    let profile = boats::disembark_profile(&position.battle, &position.now, &position.command, 1);
    assert_eq!((profile.base(), profile.modifiers.len()), (Some(15), 0));
    assert!(offers(&position, "disembark A2 NE") && !offers(&position, "disembark A2 S"));
    play(&mut position, "disembark A2 N", &[15, 1, 6, 1]);
    assert_eq!(whereabouts(&position, "A2"), "0307");
    assert_eq!(position.forces.stand(1).water.aboard, None);
}

/// Whether boats can be boarded or left now.
fn position_has_boats(position: &Position) -> bool {
    position.choices().iter().any(|choice| choice.verb() == "embark")
}

// card: 8.9.4
#[test]
fn infantry_that_cannot_disembark_stays_in_the_water() {
    let mut position = boarders("slow");
    position.forces.stand_mut(1).water.aboard = Some(Craft::Slow);
    moving(&mut position, &["A2"]);
    play(&mut position, "step N", &[]);
    assert_eq!(left(&position), Some(0), "slow boats move one inch");
    play(&mut position, "halt", &[]);
    // Both sides have nothing more to do, so initiative follows.
    play(&mut position, "disembark A2 S", &[16, 6, 1]);
    assert_eq!(whereabouts(&position, "A2"), "0305");
    assert_eq!(position.now.number, 2);
    // In the following turn it may try again, unless it means to fire.
    after_movement(&mut position, Side::A);
    assert!(!offers(&position, "disembark A2 S"));
    position.forces.stand_mut(1).posture = Posture::FireMove;
    assert!(!offers(&position, "disembark A2 S"));
    position.forces.stand_mut(1).posture = Posture::Move;
    assert!(offers(&position, "disembark A2 S"));
}

// card: 8.9.4
#[test]
fn which_stands_may_use_fording_boats() {
    let rides = [
        GHQ,
        ("Infantry '42", "at = \"0304\""),
        ("MMG '44", "at = \"0404\""),
        ("Medium Truck, 2-3 Ton", "at = \"0104\""),
    ];
    let position = table(&rides).set_up();
    let may = |tag| position.battle.unit(id(&position, tag)).may_use_boats();
    assert!(may("A2") && may("A3") && !may("A4"));
    let germans = [
        GERMAN_GHQ,
        ("Bicycle Infantry", "at = \"0512\""),
        ("Motorcycle HQ", "at = \"0212\""),
        ("Cavalry HQ", "at = \"0312\""),
    ];
    let position = Table { germans: &germans, ..table(&[GHQ]) }.set_up();
    assert!(["G2", "G3", "G4"].iter().all(|tag| !position.battle.unit(id(&position, tag)).may_use_boats()));
    assert_eq!([Craft::Fast, Craft::Slow].map(|craft| (craft.rate(), craft.points())), [(3, 15), (1, 5)]);

    // Boats need a transport of capacity 8, or infantry that starts at the water.
    let faults = |stand: Line| table(&[GHQ, stand]).faults();
    assert!(faults(("M29 Weasel", "boats = \"fast\"; at = \"0303\"")).contains("8 or more (8.9.4)"));
    assert!(faults(("Infantry '42", "boats = \"slow\"; at = \"0303\"")).contains("does not start at water"));
    assert_eq!(faults(("Infantry '42", "boats = \"slow\"; at = \"0304\"")), "");
    // Boats ready at the water are boarded without a transport.
    let mut position = table(&[GHQ, ("Infantry '42", "boats = \"slow\"; at = \"0304\"")]).set_up();
    position.forces.stand_mut(1).posture = Posture::Move;
    after_movement(&mut position, Side::A);
    assert!(offers(&position, "embark A2"));
    // Not after moving, and not away from the water.
    position.forces.stand_mut(1).moved = true;
    assert!(!position_has_boats(&position));
}

// card: 8.9.5, 9.5.3
#[test]
fn infantry_wades_a_stream_anywhere() {
    let mut position = table(&[GHQ, ("Infantry '42", "at = \"0909\"")]).set_up();
    moving(&mut position, &["A2"]);
    assert!(!offers(&position, "step N"));
    play(&mut position, "wade N", &[13]);
    assert_eq!((whereabouts(&position, "A2").as_str(), left(&position)), ("0911 S", Some(0)));
    assert!(!position.choices().iter().any(|choice| choice.verb() == "step"));
    assert!(position.forces.stand(1).suppressed, "whatever the roll");
    // It must begin beside the stream; rivers are not waded, and only infantry wades.
    let wades = |at: &str, kind: &str| {
        let line = format!("at = \"{at}\"");
        let mut position = table(&[GHQ, (kind, &line)]).set_up();
        moving(&mut position, &["A2"]);
        position.choices().iter().any(|choice| choice.verb() == "wade")
    };
    assert!(!wades("0304", "Infantry '42") && !wades("0909", "Medium Truck, 2-3 Ton"));
    let mut position = table(&[GHQ, ("Infantry '42", "at = \"0809\"")]).set_up();
    moving(&mut position, &["A2"]);
    play(&mut position, "step E", &[]);
    assert!(!position.choices().iter().any(|choice| choice.verb() == "wade"));
}

// card: 10.12
#[test]
fn boats_stay_in_water_and_carry_from_land_to_land() {
    let stands = [
        GHQ,
        ("LCVP", "at = \"0305\""),
        ("Infantry '42", "at = \"0304\""),
        ("LCVP", "streams = true; at = \"0105\""),
    ];
    let mut position = table(&stands).set_up();
    moving(&mut position, &["A2", "A3"]);
    assert_eq!(left(&position), Some(7));
    assert_eq!(refused(&position, "step S"), "10.12");
    // The transport rules: a roll to load, half the allowance, rounded up.
    play(&mut position, "load A3", &[15]);
    assert_eq!((whereabouts(&position, "A3").as_str(), left(&position)), ("in A2", Some(3)));
    play(&mut position, "step N", &[]);
    // Under the bridge and on, but not to stay there.
    play(&mut position, "step E", &[]);
    play(&mut position, "step E", &[]);
    assert_eq!(whereabouts(&position, "A2"), "0506");
    play(&mut position, "halt", &[6, 1]);
    assert_eq!(whereabouts(&position, "A2"), "0406");

    let boat = id(&position, "A2");
    (position.forces.stand_mut(boat).moved, position.forces.stand_mut(2).moved) = (false, false);
    moving(&mut position, &["A2"]);
    assert!(offers(&position, "unload A3 N") && !offers(&position, "unload A3 S"));
    play(&mut position, "unload A3 N", &[]);
    assert_eq!(whereabouts(&position, "A3"), "0407");

    // Streams only where the scenario says so.
    let stream = position.field.ground_at(cell("0910"));
    assert!(!amphibious::floats_on(&position.forces, id(&position, "A2"), stream));
    assert!(amphibious::floats_on(&position.forces, id(&position, "A4"), stream));
    assert!(!set_up::may_stand_on(&position.field, &position.forces, boat, cell("0304")), "never on land");
}
