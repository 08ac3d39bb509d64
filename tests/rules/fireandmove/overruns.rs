//! Cards of close combat with vehicles and of overruns (72, 73).
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::{Rules, Side};
use standto::rules::fireandmove::state::Standing;

use super::table::{Played, table};
use super::vehicles::{FIELD, tank};

/// Three men with this go at a vehicle next to them, and all pass their test.
fn storm(men: &str, vehicle: &str, results: &[i8]) -> Played {
    let mut game = table(FIELD)
        .ours("0505", "e", men)
        .their_vehicle("0605", "w", vehicle)
        .theirs("2412", "w", "rifleman rifleman")
        .begin()
        .hand(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("charge 2", &[]);
    let count = men.split(' ').count();
    game.play("done", &vec![0; count]).play("pass", results);
    game
}

// shows: 72.1 72.2 72.3
#[test]
fn men_on_foot_immobilise_or_destroy_a_vehicle_one_after_another() {
    // An exposed crew: one less; each after the first one more. 1 is nothing, 0 kills the man.
    let mut game = storm("rifleman rifleman rifleman", "medium-tank", &[1, 0, 5]);
    assert_eq!(
        [1, 2, 3].map(|figure| game.standing(figure)),
        [Standing::Killed, Standing::Killed, Standing::Fit]
    );
    assert!(game.machine(2).immobilised, "5, less 1, with 2 before him: 6");
    let game = storm("rifleman+mine rifleman rifleman", "medium-tank", &[4]);
    assert!(
        game.group(2).members.is_empty() && !game.position.forces.figure(0).kit.mine,
        "4, with 4, less 1"
    );
    let game = storm("rifleman rifleman", "halftrack", &[5]);
    assert!(game.group(2).members.is_empty(), "open-topped: 3 more");
}

// shows: 73.1 73.2 73.3
#[test]
fn a_vehicle_runs_men_over() {
    let set = |failed: bool| {
        let mut game = tank(FIELD, "medium-tank").theirs("0705", "w", "rifleman rifleman rifleman").begin();
        game.position.forces.figures[0].failed = failed;
        game.give(Side::A, "move 1");
        game.play("group 1", &[]).play("move 1", &[]).play("charge 3", &[]);
        game
    };
    // Overrun 5; morale 3, one less for the armour close by: -3 pins at 2, 3 kills, -4 does nothing.
    let mut game = set(false);
    game.play("pass", &[3, -3, -4]);
    assert_eq!(
        [4, 5, 6].map(|figure| game.standing(figure)),
        [Standing::Killed, Standing::Pinned, Standing::Fit]
    );
    // A failed gun halves it to 2.
    let mut game = set(true);
    game.play("pass", &[3, 0, -1]);
    assert_eq!(
        [4, 5, 6].map(|figure| game.standing(figure)),
        [Standing::Pinned, Standing::Pinned, Standing::Fit]
    );
}

// shows: 73.4 73.5
#[test]
fn in_rough_ground_the_vehicle_may_come_to_grief() {
    let set = |vehicle: &str, results: &[i8]| {
        let mut game = tank("eeeeecccccccccc", vehicle).theirs("0605", "w", "rifleman rifleman").begin();
        game.give(Side::A, "move 1");
        game.play("group 1", &[]).play("move 1", &[]).play("charge 3", &[]).play("pass", results);
        game
    };
    assert!(set("medium-tank", &[-7]).machine(1).immobilised);
    assert!(set("halftrack", &[-6]).group(1).members.is_empty());
    assert!(!set("medium-tank", &[-6, -6]).machine(1).immobilised);
}

// shows: 73.6
#[test]
fn a_gun_is_run_over_with_its_crew() {
    let mut game =
        tank(FIELD, "medium-tank").their_gun("0705", "w", "gun-50", "gunner gunner gunner").begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("charge 3", &[]);
    game.play("pass", &[-7, -7, -7, 1]);
    assert!(game.group(3).gun.is_none());
}

// shows: 73.7 73.8
#[test]
fn who_lives_through_an_overrun_may_answer_with_mine_or_panzerfaust() {
    let set = |men: &'static str| {
        let mut game = tank(FIELD, "medium-tank").theirs("0705", "w", men).begin();
        game.give(Side::A, "move 1");
        game.give(Side::B, "fire 1");
        game.play("group 1", &[]).play("move 1", &[]).play("charge 3", &[]).play("pass", &[-7, -7]);
        game
    };
    // Morale 3, one less for the enemy's armour. 4 for the mine, one less for the exposed crew.
    let mut game = set("rifleman+mine rifleman");
    assert_eq!(game.kind(), "riposte");
    game.play("figure 4", &[2, 4]);
    assert!(game.group(1).members.is_empty());
    // The Panzerfaust takes a fire card and strikes the flank of 5/4/3: 5 and 3 for the hit less 3 destroy.
    let mut game = set("rifleman+faust rifleman");
    game.play("load 4 faust", &[0, -3, -3]);
    assert!(game.group(1).members.is_empty() && game.position.hands.seat(Side::B).hand.is_empty());
}

// shows: 73.3 13.1
#[test]
fn men_gone_to_ground_and_men_behind_a_wall_are_harder_to_run_over() {
    let strength = |stripes: &'static str, grounded: bool, aside: u8| {
        let game = tank(stripes, "medium-tank").theirs("0605", "w", "rifleman rifleman");
        let game = if stripes.contains('f') { game.border('e', 'f', "wall") } else { game };
        let mut game = game.begin();
        game.position.forces.groups[2].grounded = grounded;
        game.position.forces.groups[2].aside = aside;
        game.give(Side::A, "move 1");
        game.play("group 1", &[]).play("move 1", &[]);
        let told = game.position.preview(&"charge 3".parse().unwrap()).unwrap();
        let line = told.remarks.iter().find(|line| line.contains("strength")).unwrap().clone();
        line.split("strength ").nth(1).unwrap().split(',').next().unwrap().parse::<i16>().unwrap()
    };
    // Overrun 5; crops 2, or 1 for a group on the move; a wall 2.
    assert_eq!([strength("eeeeeccccccc", false, 0), strength("eeeeeccccccc", true, 0)], [3, 1]);
    assert_eq!([strength("eeeeeccccccc", false, 1), strength("eeeeeccccccc", true, 1)], [4, 3]);
    assert_eq!([strength("eeeeefffffff", false, 0), strength("eeeeefffffff", true, 0)], [3, 1]);
}
