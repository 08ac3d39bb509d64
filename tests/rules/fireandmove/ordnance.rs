//! Cards of ordnance: To Hit numbers, mortars, guns, charges and anti-tank weapons.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::{Rules, Side};
use standto::rules::fireandmove::state::Standing;

use super::table::{Played, RIFLES, table};

const CREW: &str = "gunner gunner gunner";
const FIELD: &str = "eeeeeeeeeeeeeeeeeeeeeeee";

/// A gun of 75 mm with three men, ten inches from five rifles.
fn battery(crew: &'static str) -> Played {
    table(FIELD).our_gun("0505", "e", "gun-75", crew).theirs("1005", "w", RIFLES).begin()
}

fn shell(game: &mut Played, results: &[i8]) {
    game.give(Side::A, "fire 1");
    game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 he", &[]).play("target 2", results);
}

/// The next turn of the first side.
fn round(game: &mut Played) {
    game.end_turn();
    game.end_turn();
}

// shows: 58.1 58.2 58.7 61.1
#[test]
fn any_fire_card_fires_the_gun_and_the_size_of_the_hit_adds_to_its_shell() {
    // 0-4 at medium range: -4 hits, 5 does not. HE 4 and 4 for the hit are 8: a 0 kills, -6 is 2 and nothing.
    let mut game = battery(CREW);
    shell(&mut game, &[5]);
    assert!((4..=8).all(|figure| game.standing(figure) == Standing::Fit) && !game.acquired(1, 2));
    let mut game = battery(CREW);
    shell(&mut game, &[-4, 0, -5, -6, -1, -7]);
    let fates = [4, 5, 6, 7, 8].map(|figure| game.standing(figure));
    assert_eq!(fates, [Standing::Killed, Standing::Pinned, Standing::Fit, Standing::Pinned, Standing::Fit]);
}

// shows: 58.8
#[test]
fn an_acquired_target_is_easier_until_one_of_the_two_moves_or_all_gunners_are_pinned() {
    let mut game = battery(CREW);
    shell(&mut game, &[0, -7, -7, -7, -7, -7]);
    assert!(game.acquired(1, 2));
    round(&mut game);
    shell(&mut game, &[5, -7, -7, -7, -7, -7]);
    assert!(game.hit_line().contains("0-5") && game.hit_line().contains("hit"), "{}", game.hit_line());
    // The target moves, and the marker goes.
    game.end_turn();
    game.give(Side::B, "move 1");
    game.play("group 2", &[]).play("move 1", &[]).play("step n", &[]);
    assert!(!game.acquired(1, 2));
    // All gunners pinned: it goes too, and a rally does not bring it back.
    let mut game = battery("gunner gunner gunner");
    shell(&mut game, &[0, -7, -7, -7, -7, -7]);
    game.end_turn();
    game.give(Side::B, "fire 5/4");
    // Strength 4 less 1 for the shield: a 0 pins.
    game.play("group 2", &[]).play("fire 5/4", &[]).play("target 1", &[0, 0, 0]);
    assert!((1..=3).all(|figure| game.standing(figure) == Standing::Pinned) && !game.acquired(1, 2));
}

// shows: 58.4
#[test]
fn at_a_moving_target_only_a_positive_result_hits() {
    for (result, dead) in [(-2, false), (2, true)] {
        let mut game = battery(CREW);
        game.end_turn();
        game.give(Side::B, "move 1");
        game.give(Side::A, "fire 1");
        game.play("group 2", &[]).play("move 1", &[]).play("step n", &[]).play("halt", &[]);
        game.play("with 1", &[]).play("shoot 1", &[]).play("load 1 he", &[]);
        let results: Vec<i8> = if dead { vec![result, 7, 7, 7, 7, 7] } else { vec![result] };
        game.play("point 2", &results);
        assert_eq!(game.standing(4) == Standing::Killed, dead, "{result}");
        assert!(game.group(1).reacted);
    }
}

// shows: 61.2
#[test]
fn a_short_crew_loses_one_step_and_a_lone_gunner_two() {
    for (pinned, number) in [(0, "0-4"), (1, "0-3"), (2, "0-2")] {
        let mut game = battery(CREW);
        for figure in 0..pinned {
            game.pin(3 - figure);
        }
        shell(&mut game, &[7]);
        assert!(game.hit_line().contains(&format!("To Hit {number})")), "{pinned}: {}", game.hit_line());
    }
}

/// Guns against each other: the second side's stands in the open, its front to us.
fn duel_of_guns() -> Played {
    table(FIELD).our_gun("0505", "e", "gun-75", CREW).their_gun("1005", "w", "gun-75", CREW).begin()
}

// shows: 61.3
#[test]
fn small_arms_strike_the_crew_a_shell_the_gun_as_well_and_armour_piercing_only_the_gun() {
    // AP 6: -4 leaves 2, -3 damages, 0 destroys.
    let pierce = |result: i8| {
        let mut game = duel_of_guns();
        game.give(Side::A, "fire 1");
        game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 ap", &[]).play("target 2", &[0, result]);
        (game.group(2).gun.map(|gun| gun.damaged), game.group(2).members.len())
    };
    assert_eq!([pierce(-4), pierce(-3), pierce(0)], [(Some(false), 3), (Some(true), 3), (None, 3)]);
    // A shell of strength 4 with a hit of 0: three men, then the gun, each with a check; the shield is the crew's.
    let mut game = duel_of_guns();
    shell(&mut game, &[0, 7, 7, -7, -1]);
    assert_eq!(game.group(2).gun.map(|gun| gun.damaged), Some(true));
    // Damaged, it loses two steps.
    game.end_turn();
    game.give(Side::B, "fire 1");
    game.position.forces.groups[1].gun.as_mut().unwrap().damaged = true;
    game.play("group 2", &[]).play("shoot 1", &[]);
    let load = game.first("load");
    game.play(&load, &[]).play("target 1", &[7]);
    // Two steps for the damage, two for a lone gunner: from 0-4 to 1.
    assert!(game.hit_line().contains(": 7") || game.hit_line().contains("+7"));
    assert!(!game.hit_line().contains("To Hit 0-4"), "{}", game.hit_line());
}

// shows: 61.4
#[test]
fn a_shield_takes_one_off_from_the_front_and_nothing_from_behind() {
    let fire = |front: &'static str| {
        let mut game =
            table(FIELD).ours("0505", "e", RIFLES).their_gun("0905", front, "gun-75", CREW).begin();
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
        game.lines().get("concealment").copied()
    };
    assert_eq!([fire("w"), fire("e")], [Some(-1), None]);
}

// shows: 61.5
#[test]
fn a_crew_without_its_gun_are_riflemen() {
    let mut game = battery(CREW);
    game.position.forces.groups[0].gun = None;
    game.give(Side::A, "fire 3/2, move 1");
    game.play("group 1", &[]);
    assert!(game.offers("fire 3/2") && game.offers("move 1") && !game.offers("shoot 3/2"));
}

// shows: 27.6 27.7 61.6
#[test]
fn a_gun_is_made_ready_to_move_does_not_fire_so_and_needs_most_of_its_crew() {
    let mut game = battery(CREW);
    game.give(Side::A, "move 1, move 2/-1, fire 1");
    game.play("group 1", &[]);
    assert!(!game.offers("move 1") && game.offers("move 2/-1") && game.offers("set-up"));
    game.play("set-up", &[]);
    round(&mut game);
    game.give(Side::A, "move 1, fire 1");
    game.play("group 1", &[]);
    assert!(game.offers("move 1") && !game.offers("shoot 1"));
    // One of three is less than half: it stays where it is.
    game.play("leave", &[]);
    game.position.forces.figures[1].standing = Standing::Killed;
    game.position.forces.figures[2].standing = Standing::Killed;
    game.position.forces.groups[0].members.truncate(1);
    game.play("group 1", &[]);
    assert!(!game.offers("move 1"));
}

// shows: 66.1
#[test]
fn a_gun_fires_within_thirty_degrees_of_its_front() {
    for (front, reaches) in [("e", true), ("n", false), ("ne", false)] {
        let mut game =
            table(FIELD).our_gun("0505", front, "gun-75", CREW).theirs("1005", "w", RIFLES).begin();
        game.give(Side::A, "fire 1");
        game.play("group 1", &[]);
        assert_eq!(game.offers("shoot 1"), reaches, "{front}");
    }
}

// shows: 60.1
#[test]
fn a_mortar_fires_over_what_hides_its_target_where_a_platoon_leader_sees_it() {
    let set = |spotter: &'static str| {
        let mut game = table("eeeeeewwwwweeeeeeeee")
            .ours("0305", "e", "light-mortar rifleman")
            .ours("1205", "e", spotter)
            .theirs("1505", "w", RIFLES)
            .begin();
        game.give(Side::A, "fire 1");
        game.play("group 1", &[]);
        game
    };
    assert!(!set("sl rifleman").offers("shoot 1"), "a squad leader directs no mortar");
    let mut game = set("pl rifleman rifleman");
    game.play("shoot 1", &[]).play("load 1 he", &[]).play("target 3", &[1, 0, -7, -7, -7, -7]);
    // HE 3 and 1: the first man is pinned by 4.
    assert_eq!(game.standing(6), Standing::Pinned);
    // In a building it does not fire, and a wood is no cover from it while a hedge is.
    let mut game = table("sssssseeeeeeee")
        .ours("0305", "e", "light-mortar rifleman")
        .theirs("0905", "w", RIFLES)
        .begin();
    game.give(Side::A, "fire 1");
    game.play("group 1", &[]);
    assert!(!game.offers("shoot 1"));
}

// shows: 60.2
#[test]
fn a_mortarman_is_no_rifleman_beyond_close_range() {
    let men = |at: &'static str| {
        let mut game = table(FIELD)
            .ours("0505", "e", "mortar-81 rifleman rifleman rifleman")
            .theirs(at, "w", RIFLES)
            .begin();
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]);
        game.offers("fire 5/4")
    };
    assert_eq!([men("0905"), men("1205")], [true, false]);
}

// shows: 74.2
#[test]
fn a_bazooka_without_its_assistant_is_less_sure() {
    let number = |men: &'static str| {
        let mut game = table(FIELD).ours("0505", "e", men).their_vehicle("0805", "w", "medium-tank");
        game = game.theirs("2001", "w", "rifleman rifleman");
        let mut game = game.begin().hand(Side::A, "fire 1");
        game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 ap", &[]).play("target 2", &[7]);
        game.hit_line()
    };
    assert!(number("bazooka rifleman rifleman").contains("To Hit 0-2"));
    let mut game = table(FIELD)
        .ours("0505", "e", "bazooka rifleman rifleman")
        .their_vehicle("0805", "w", "medium-tank")
        .theirs("2001", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "fire 1");
    game.pin(2);
    game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 ap", &[]).play("target 2", &[7]);
    assert!(game.hit_line().contains("To Hit 0-1"));
}

// shows: 20.5 74.3
#[test]
fn a_weapon_that_fails_fires_no_more_until_it_is_mended() {
    let mut game = battery(CREW);
    shell(&mut game, &[-7]);
    assert!(game.group(1).gun.is_some_and(|gun| gun.failed));
    round(&mut game);
    game.give(Side::A, "fire 1");
    game.play("group 1", &[]);
    assert!(!game.offers("shoot 1"));
    let repair = game.first("repair");
    game.play(&repair, &[2]);
    assert!(game.group(1).gun.is_some_and(|gun| !gun.failed));
    // A bazooka fails at -5, and then hits nothing.
    let mut game = table(FIELD)
        .ours("0505", "e", "bazooka rifleman rifleman")
        .their_vehicle("0805", "w", "medium-tank")
        .theirs("2001", "w", "rifleman rifleman")
        .begin()
        .hand(Side::A, "fire 1");
    game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 ap", &[]).play("target 2", &[-5]);
    assert!(game.position.forces.figure(0).failed);
}

// shows: 74.4
#[test]
fn a_led_group_may_fire_its_bazooka_as_its_second_attack() {
    let game = |leader: &'static str| {
        let mut game = table(FIELD)
            .ours("0505", "e", leader)
            .theirs("0905", "w", "rifleman rifleman")
            .begin()
            .hand(Side::A, "fire 3/2, fire 1");
        game.play("group 1", &[]).play("fire 3/2", &[]).play("target 2", &[-7, -7]);
        game.offers("shoot 1")
    };
    assert!(game("sl bazooka rifleman rifleman rifleman"));
    assert!(!game("rifleman bazooka rifleman rifleman rifleman"));
}

// shows: 74.5
#[test]
fn a_bazooka_has_a_shell_for_men_too() {
    let mut game = table(FIELD)
        .ours("0505", "e", "bazooka rifleman rifleman")
        .theirs("0805", "w", "rifleman rifleman")
        .begin()
        .hand(Side::A, "fire 1");
    // 0-2 with a hit of 2: 3 and 2 are 5.
    game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 he", &[]).play("target 2", &[-2, 3, -2]);
    assert_eq!([4, 5].map(|figure| game.standing(figure)), [Standing::Killed, Standing::Pinned]);
}

// shows: 62.2 62.3
#[test]
fn a_charge_is_carried_up_and_goes_off_when_the_man_is_back() {
    let set = || {
        let mut game = table(FIELD)
            .ours("0505", "e", "rifleman+charge rifleman rifleman")
            .theirs("0805", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "move 1");
        game.play("group 1", &[]).play("move 1", &[]);
        game
    };
    // Morale 3: a 4 pins him, and the attempt is over.
    let mut game = set();
    game.play("place 2", &[4]);
    assert_eq!((game.standing(1), game.kind()), (Standing::Pinned, "turn"));
    // He goes, nobody fires, he comes back to his group six inches off, and strength 8 strikes the two.
    let mut game = set();
    game.play("place 2", &[-3]).play("pass", &[0, -5]);
    assert_eq!([4, 5].map(|figure| game.standing(figure)), [Standing::Killed, Standing::Pinned]);
    assert_eq!((game.group(1).members.len(), game.position.forces.figure(0).kit.charge), (3, false));
    // The first check a -7: it does not go off.
    let mut game = set();
    game.play("place 2", &[0]).play("pass", &[-7]);
    assert_eq!([4, 5].map(|figure| game.standing(figure)), [Standing::Fit, Standing::Fit]);
}

// shows: 62.3
#[test]
fn a_wall_on_the_side_of_the_charge_covers_and_other_groups_are_covered_from_its_centre() {
    // He lays it at the wall: 8 less 2, and less 4 where they have gone to ground.
    let blast = |kind: &'static str, grounded: bool, results: &[i8]| {
        let mut game = table("eeeeefffffff")
            .border('e', 'f', kind)
            .ours("0505", "e", "rifleman+charge rifleman rifleman")
            .theirs("0605", "w", "rifleman rifleman")
            .begin();
        game.position.forces.groups[1].grounded = grounded;
        game.give(Side::A, "move 1");
        game.play("group 1", &[]).play("move 1", &[]).play("place 2", &[0]).play("pass", results);
        game.standing(4)
    };
    use Standing::{Fit, Killed, Pinned};
    // Then the other man there, and his own three two inches off.
    let with = |result: i8| [result, -6, -7, -7, -7];
    assert_eq!(blast("plain", false, &with(0)), Killed);
    assert_eq!([blast("wall", false, &with(1)), blast("wall", false, &with(2))], [Pinned, Killed]);
    assert_eq!([blast("wall", true, &with(-2)), blast("wall", true, &with(-1))], [Fit, Pinned]);
}

// shows: 92.29
#[test]
fn a_bazooka_fires_its_shell_from_a_marsh_one_weaker() {
    for (ground, worse) in [('e', None), ('m', Some(-1))] {
        let stripes = format!("{}eeeeeeee", ground.to_string().repeat(6));
        let mut game = table(&stripes)
            .nations("american", "german")
            .ours("0605", "e", "bazooka rifleman rifleman")
            .theirs("0805", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "fire 1");
        game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 he", &[]);
        let told = game.position.preview(&"target 2".parse().unwrap()).unwrap();
        let lines = told.rolls[0].opens[0].1.test.modifiers.clone();
        let water = lines.iter().find(|line| line.label == "in water").map(|line| line.value);
        assert_eq!(water, worse, "{ground}");
    }
}

// shows: 62.4
#[test]
fn the_man_with_the_charge_may_be_fired_at_and_stays_where_he_is_pinned() {
    let mut game = table(FIELD)
        .ours("0505", "e", "rifleman+charge rifleman rifleman")
        .theirs("0805", "w", RIFLES)
        .begin()
        .hand(Side::A, "move 1")
        .hand(Side::B, "fire 5/4");
    game.play("group 1", &[]).play("move 1", &[]).play("place 2", &[0]);
    game.play("with 2", &[]).play("fire 5/4", &[]).play("point 2", &[-2]);
    assert_eq!((game.standing(1), game.kind()), (Standing::Pinned, "turn"));
    assert!(game.position.forces.figure(0).kit.charge && game.group(1).members.len() == 2);
}
