//! Cards of artillery, of smoke and of the night, as a group calls for them or suffers them.

use standto::game::Side;
use standto::rules::fireandmove::state::Standing;

use super::groups::FIELD;
use super::table::{RIFLES, cell, table};

// shows: 30.5 30.8
#[test]
fn smoke_is_laid_before_one_of_several_move_actions_and_shared_by_neighbours() {
    let mut game = table(FIELD)
        .ours("0505", "e", "sl rifleman rifleman")
        .ours("0507", "e", RIFLES)
        .theirs("1205", "w", RIFLES)
        .begin();
    game.give(Side::A, "move 2/-1, smoke");
    game.play("group 1", &[]).play("move 2/-1", &[]).play("step e", &[]);
    assert!(!game.offers("lay smoke"), "not in the middle of one");
    game.play("halt", &[]).play("pass", &[]).roll("lay smoke", &[3]);
    game.play("step n", &[]);
    assert_eq!(game.at(1), "0606");
    assert_eq!(
        game.position.terrain.smoke(cell("1205"), cell("0507")),
        3,
        "two inches away in the same field"
    );
    assert_eq!(game.position.terrain.smoke(cell("1205"), cell("0509")), 0);
}

// shows: 56.1 56.2 56.3
#[test]
fn artillery_needs_radio_operator_and_leader_and_no_move_besides() {
    let offers = |pin: Option<u8>, radio: bool| {
        let game = table(FIELD).more(0, "artillery = 5");
        let men = "sl rifleman rifleman rifleman";
        let game = if radio { game.radio("0505", "e", men) } else { game.ours("0505", "e", men) };
        let mut game = game.theirs("0905", "w", RIFLES).begin().hand(Side::A, "rally 3 radio");
        if let Some(figure) = pin {
            game.pin(figure);
        }
        game.play("group 1", &[]);
        game.offers("call 3 radio")
    };
    assert!(offers(None, true));
    assert!(!offers(None, false) && !offers(Some(1), true) && !offers(Some(4), true));
    let mut game = table(FIELD)
        .more(0, "artillery = 5")
        .radio("0505", "e", "sl rifleman rifleman rifleman rifleman")
        .theirs("0905", "w", "rifleman rifleman")
        .begin()
        .hand(Side::A, "rally 3 radio, move 1, fire 3/2, rally 1");
    game.pin(2);
    game.play("group 1", &[]).play("call 3 radio", &[]).play("target 2", &[0]);
    assert!(!game.offers("move 1") && !game.offers("rally 1") && !game.offers("call 1"));
    // Of five one is pinned, leader and operator are taken up: two are left.
    assert!(game.offers("fire 3/2"));
}

// shows: 56.5
#[test]
fn smoke_is_taken_off_the_call() {
    let call = |result: i8| {
        let mut game = table(FIELD)
            .more(0, "artillery = 5")
            .radio("0505", "e", "sl rifleman rifleman rifleman")
            .theirs("0905", "w", "rifleman rifleman")
            .begin()
            .hand(Side::A, "smoke, rally 3 radio");
        game.play("group 1", &[]).roll("lay smoke", &[2]);
        game.position.forces.groups[0].acted = false;
        game.play("group 1", &[]).play("call 3 radio", &[]);
        let results: Vec<i8> = if result > 2 { vec![result, 7, 7] } else { vec![result] };
        game.play("target 2", &results);
        game.position.forces.lost(Side::B)
    };
    assert_eq!([call(2), call(3)], [0, 2]);
}

// shows: 79.4
#[test]
fn smoke_does_nothing_at_night() {
    let mut game = table(FIELD)
        .head("night = true\n")
        .ours("0505", "e", "sl rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin()
        .hand(Side::A, "smoke");
    game.play("group 1", &[]).roll("lay smoke", &[6]);
    assert_eq!(game.position.terrain.smoke(cell("0905"), cell("0505")), 0);
}

// shows: 79.3
#[test]
fn at_night_ordnance_loses_a_step() {
    let mut game = table(FIELD)
        .head("night = true\n")
        .our_gun("0505", "e", "gun-75", "gunner gunner gunner")
        .theirs("0905", "w", RIFLES)
        .begin()
        .hand(Side::A, "fire 1");
    game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 he", &[]).play("target 2", &[7]);
    assert!(game.hit_line().contains("To Hit 0-3)"));
}

// shows: 30.7
#[test]
fn smoke_makes_it_harder_to_hit_and_takes_nothing_off_a_hit() {
    let mut game = table(FIELD)
        .our_gun("0505", "e", "gun-75", "gunner gunner gunner")
        .theirs("0905", "w", "sl rifleman")
        .begin()
        .hand(Side::B, "smoke");
    game.end_turn();
    game.give(Side::B, "smoke");
    game.play("group 2", &[]);
    if game.offers("lay smoke") {
        game.roll("lay smoke", &[2]);
    }
    game.end_turn();
    game.give(Side::A, "fire 1");
    game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 he", &[]);
    // 0-4 less two is 0-2. A hit of 1 and HE 4: 5 in all, smoke or not.
    game.play("target 2", &[1, 3, -3]);
    assert!(game.hit_line().contains("To Hit 0-2)"), "{}", game.hit_line());
    assert_eq!([4, 5].map(|figure| game.standing(figure)), [Standing::Killed, Standing::Fit]);
}
