//! Cards of charges and of those who fight hand to hand.

use standto::game::{Rules, Side};
use standto::rules::fireandmove::state::Standing;

use super::groups::FIELD;
use super::table::{RIFLES, table};

// shows: 47.1 48.4
#[test]
fn some_of_a_group_may_charge_and_the_rest_stays() {
    let mut game = table(FIELD).ours("0505", "e", RIFLES).theirs("0705", "w", "rifleman rifleman").begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("charge 2", &[]);
    // Two against two: morale 3 as it is, 4 fails.
    game.play("figure 1", &[]).play("figure 2", &[]).play("done", &[3, 4]);
    assert_eq!([1, 2, 3].map(|f| game.standing(f)), [Standing::Fit, Standing::Pinned, Standing::Fit]);
    assert_eq!((game.group(1).members.len(), game.at(1)), (4, "0505".into()));
}

// shows: 47.2
#[test]
fn a_group_may_fire_on_the_move_and_charge() {
    let mut game = table(FIELD).ours("0505", "e", RIFLES).theirs("0705", "w", "rifleman rifleman").begin();
    game.give(Side::A, "move 1, fire 5/4");
    game.play("group 1", &[]).play("move 1", &[]).play("fire 5/4", &[]).harmless(2);
    assert!(game.offers("charge 2"));
}

// shows: 50.1 50.2 50.10
#[test]
fn attackers_come_over_borders_one_by_one_and_ground_counts_for_nobody() {
    let mut game = table("eeeessssssss")
        .border('e', 's', "wall")
        .ours("0405", "e", "rifleman rifleman")
        .theirs("0505", "w", "rifleman rifleman")
        .begin()
        .hand(Side::A, "move 1");
    game.charge(2).play("stand", &[0]);
    assert_eq!(game.position.decision().unwrap().side, Side::A);
    // In a stone building: values of 2 each all the same, and the higher check wins.
    game.play("figure 3", &[1, 0, 1, 0]);
    assert_eq!([3, 4].map(|figure| game.standing(figure)), [Standing::Killed, Standing::Killed]);
}

// shows: 50.13 50.14 50.15
#[test]
fn heroes_leaders_and_fear_count_in_close_combat() {
    let fight = |hero: bool, fear: bool, results: &[i8]| {
        let mut game = table(FIELD)
            .ours("0605", "e", "rifleman rifleman")
            .theirs("0705", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "move 1");
        game.charge(2).play("stand", &[0]);
        game.position.forces.figures[0].hero = hero;
        game.position.forces.groups[1].fear = fear;
        if hero {
            game.play("figure 1", &[]);
        }
        game.play("figure 3", results);
        [3, 4].map(|figure| game.standing(figure) == Standing::Killed)
    };
    // Equal checks are a tie and are thrown again: the hero needs none.
    assert_eq!(fight(true, false, &[0, 0, 1, 0]), [true, true]);
    // One more for those who charge an afraid group, and one less for it.
    assert_eq!(fight(false, true, &[0, 1, -1, 0]), [true, true]);
    // A platoon leader fights first; he wins, and his +1 decides the other fight.
    let mut game = table(FIELD)
        .ours("0605", "e", "rifleman rifleman pl1")
        .theirs("0705", "w", "rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.charge(3).play("stand", &[0]).play("figure 1", &[]).play("figure 4", &[]);
    game.play("figure 2", &[]).play("figure 5", &[0; 6]);
    assert!([4, 5, 6].into_iter().all(|figure| game.standing(figure) == Standing::Killed));
}

// shows: 62.1
#[test]
fn a_charge_is_carried_besides_a_weapon() {
    let game = table(FIELD)
        .ours("0505", "e", "smg+charge rifleman")
        .theirs("0905", "w", "rifleman rifleman")
        .begin();
    assert!(game.position.forces.figure(0).kit.charge && !game.position.forces.figure(1).kit.charge);
    assert_eq!(game.position.forces.weapon(0).key, "mp", "a German carries an MP");
}
