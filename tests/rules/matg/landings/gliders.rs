//! Rule cards of 8.10.2: gliders landing.

use super::table::{FIELD, GERMAN_GHQ, GHQ, GLIDER, Table, id, offers, play, whereabouts};
use standto::game::Rules;
use standto::rules::matg::landings::gliders;

pub const GLIDE: &str = "[[side.landing]]
name = \"Able\"
manner = \"glider\"
zone = \"0606 3S\"
distance = \"milk-run\"
";

pub fn glide<'a>(
    landings: &'a str,
    americans: &'a [(&'a str, &'a str)],
    germans: &'a [(&'a str, &'a str)],
) -> Table<'a> {
    Table { map: FIELD, cohesion: [15, 14], landings, americans, germans, german_side: "" }
}

// card: 8.10.2.3
#[test]
fn gliders_land_before_movement_of_their_turn_and_wait() {
    let stands = [GHQ, GLIDER, GLIDER, GLIDER];
    let landings = format!("{GLIDE}turn = 1\n");
    let (mut position, _) = glide(&landings, &stands, &[GERMAN_GHQ]).land(&[]);
    assert_eq!(whereabouts(&position, "A2"), "aloft");
    assert_eq!(position.losses(), [0, 0]);
    play(&mut position, "group move A1", &[]);
    play(&mut position, "done", &[]);
    // Three arrive, on target; the last two are suppressed by the ground, and the first rolls forward; then
    // both sides roll for orders.
    let events = play(&mut position, "pass", &[1, 1, 1, 2, 2, 2, 4, 16, 17, 4, 3, 3, 3, 3]);
    let movement = events.iter().position(|event| event.text == "Movement");
    let landing = events.iter().position(|event| event.rule == "8.10.2.4");
    assert!(landing.is_some() && landing < movement, "after the plots, before the movement phase");
    assert_eq!(whereabouts(&position, "A2"), "0607");
    assert_eq!(whereabouts(&position, "A3"), "0605 S");
    assert_eq!(whereabouts(&position, "A4"), "0604 S");
    // No order for the landing, no move, no marker removal: the only dice left are the next initiative.
    assert!(offers(&position, "order A1") && !offers(&position, "order A2"));
    play(&mut position, "pass", &[]);
    play(&mut position, "pass", &[6, 1]);
    assert_eq!(position.now.number, 2);
    assert_eq!(whereabouts(&position, "A3"), "0605 S");
    // In the next turn they recover like all other stands.
    assert!(offers(&position, "group move A2"));
    play(&mut position, "pass", &[]);
    play(&mut position, "pass", &[3, 3, 3, 3, 4, 20, 6, 1]);
    assert_eq!(whereabouts(&position, "A3"), "0605");
    assert_eq!(whereabouts(&position, "A4"), "0604 SD");
}

// card: 8.10.2.3
#[test]
fn the_turn_of_arrival_may_be_rolled_and_the_landing_wait_for_movement() {
    let stands = [GHQ, GLIDER, GLIDER, GLIDER];
    let landings = format!("{GLIDE}turn-die = 6\n");
    let (position, _) = glide(&landings, &stands, &[GERMAN_GHQ]).land(&[4]);
    assert_eq!(position.arrivals.groups[0].turn, 4);
    // The option: with the initiative, after movement.
    let landings = format!("{GLIDE}turn = 1\nlate = true\n");
    let (mut position, _) = glide(&landings, &stands, &[GERMAN_GHQ]).land(&[]);
    play(&mut position, "pass", &[]);
    let events = play(&mut position, "pass", &[3, 3, 3, 3, 1, 1, 1, 2, 2, 2, 4, 4, 4, 4, 4, 4, 6, 1]);
    let movement = events.iter().position(|event| event.text == "Movement");
    let landing = events.iter().position(|event| event.rule == "8.10.2.4");
    assert!(landing > movement);
    assert_eq!(whereabouts(&position, "A2"), "0607");
}

// card: 8.10.2.4.1, 8.10.2.4.4
#[test]
fn gliders_face_the_enemys_edge_and_roll_forward_in_order() {
    // A line to the north is a column: the foremost rolls first, so that none hits another.
    let stands = [GHQ, GLIDER, GLIDER, GLIDER];
    let landings = GLIDE.replace("0606 3S", "0604 3N");
    let table = glide(&landings, &stands, &[GERMAN_GHQ]);
    let (position, _) = table.land(&[1, 1, 1, 2, 2, 2, 4, 4, 4, 4, 4, 4]);
    let places: Vec<String> = ["A2", "A3", "A4"].iter().map(|tag| whereabouts(&position, tag)).collect();
    assert_eq!(places, ["0605", "0606", "0607"]);
}

// card: 8.10.2.4.2, 8.10.2.4.3
#[test]
fn modifiers_of_a_glider_flight() {
    let stands = [GHQ, GLIDER, GLIDER, GLIDER];
    let profiles = |lines: &str, germans: &[(&str, &str)]| {
        let landings = format!("{GLIDE}{lines}");
        let position = glide(&landings, &stands, germans).set_up();
        let approach = gliders::approach_profile(
            &position.forces,
            &position.now,
            &position.command,
            id(&position, "A2"),
            0,
        )
        .modifier();
        (gliders::glider_profile(&position.battle, 0).modifier(), approach)
    };
    let flak = [GERMAN_GHQ, ("Flak 38 20mm AAG", "at = \"1212\"")];
    assert_eq!(profiles("", &[GERMAN_GHQ]), (0, 0));
    assert_eq!(profiles("night = true", &[GERMAN_GHQ]), (1, 2));
    assert_eq!(profiles("wind-or-clouds = true", &[GERMAN_GHQ]), (1, 0));
    assert_eq!(profiles("anti-aircraft = true", &[GERMAN_GHQ]), (1, 0));
    assert_eq!(profiles("pathfinders = true", &[GERMAN_GHQ]), (-1, 0));
    assert_eq!(profiles("", &flak), (0, 1), "on the board, in range or not");
    // With troops on the ground to guide it even a 20 arrives: 20-1 is 19. The scenario may skip the step.
    let landings = format!("{GLIDE}pathfinders = true\n");
    let table = glide(&landings, &stands, &[GERMAN_GHQ]);
    table.land(&[20, 20, 20, 2, 2, 2, 4, 4, 4, 4, 4, 4]);
    let landings = format!("{GLIDE}all-arrive = true\n");
    glide(&landings, &stands, &[GERMAN_GHQ]).land(&[2, 2, 2, 4, 4, 4, 4, 4, 4]);
}

// card: 8.10.2.4.4
#[test]
fn a_damaged_glider_does_not_roll_on() {
    let stands = [GHQ, GLIDER, GLIDER, GLIDER];
    let germans = [GERMAN_GHQ, ("Infantry '43", "at = \"0605\""), ("Infantry '43", "at = \"0607\"")];
    // The first rolls on into an enemy that fails, assaults it and misses; the second lands on an enemy that
    // holds; the third is suppressed by the ground.
    let (position, _) = glide(GLIDE, &stands, &germans).land(&[
        1, 1, 1, 2, 2, 2, // arrive, on target
        4, // the first is sound
        4, 10, // the second meets G2, which passes: it is lost
        16, // the third is suppressed
        4, 15, 7, 16,
        16, // the first rolls to 0607, G3 fails; placed west, its fire and G3's assault fail
    ]);
    assert_eq!(whereabouts(&position, "A2"), "0507");
    assert_eq!(whereabouts(&position, "A3"), "lost");
    assert_eq!(whereabouts(&position, "A4"), "0604 S");
    assert_eq!(whereabouts(&position, "G2"), "0605 S");
    assert_eq!(whereabouts(&position, "G3"), "0607");
    // A glider that rolls off the board is lost.
    let landings = GLIDE.replace("0606 3S", "0612 3E");
    let table = glide(&landings, &stands, &[GERMAN_GHQ]);
    let (position, _) = table.land(&[1, 1, 1, 2, 2, 2, 4, 4, 16]);
    assert_eq!(whereabouts(&position, "A2"), "lost");
    assert_eq!(whereabouts(&position, "A4"), "0812 S");
}
