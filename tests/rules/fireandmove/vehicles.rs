//! Cards of vehicles: driving, armour and crews.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::Side;
use standto::rules::fireandmove::state::Standing;

use super::table::{Played, RIFLES, Table, table};

pub const FIELD: &str = "eeeeeeeeeeeeeeeeeeeeeeee";

/// A tank of ours, two men far off on each side.
pub fn tank(stripes: &'static str, vehicle: &str) -> Table {
    table(stripes).our_vehicle("0505", "e", vehicle).ours("0112", "e", "rifleman rifleman")
}

/// A later medium tank of ours eight inches from a target.
fn against(vehicle: &'static str, front: &'static str) -> Played {
    tank(FIELD, "medium-tank-late")
        .their_vehicle("1005", front, vehicle)
        .theirs("2412", "w", "rifleman rifleman")
        .begin()
}

fn pierce(game: &mut Played, results: &[i8]) {
    game.give(Side::A, "fire 1");
    game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 ap", &[]).play("target 3", results);
    if game.kind() == "second-weapon" {
        game.play("done", &[]);
    }
}

// shows: 63.1 66.2 66.3
#[test]
fn a_vehicle_is_a_group_and_each_of_its_weapons_takes_a_card() {
    let mut game = tank(FIELD, "medium-tank-late").theirs("0905", "w", RIFLES).begin();
    game.give(Side::A, "fire 1, fire 3/2, fire 5/4");
    game.play("group 1", &[]).play("shoot 5/4", &[]);
    assert_eq!(game.offered(), ["load 1 he", "load 1 mg"], "no armour to pierce");
    game.play("load 1 he", &[]).play("target 3", &[7]);
    assert_eq!(game.kind(), "second-weapon");
    game.play("shoot 1", &[]);
    assert_eq!(game.offered(), ["load 1 mg"], "the gun has fired");
    // Machine guns of 4 and no To Hit check, morale 2 so near to the enemy's armour: a -2 pins.
    game.play("load 1 mg", &[]).play("target 3", &[-2, -3, -7, -7, -7]);
    assert_eq!([4, 5].map(|figure| game.standing(figure)), [Standing::Pinned, Standing::Fit]);
    assert_eq!(game.kind(), "turn", "both have fired");
}

// shows: 66.4 68.1
#[test]
fn armour_is_struck_in_front_or_on_the_flank() {
    // AP 6 against a front of 8/7/6 and a flank of 6/5/4: a 0 immobilises in front and destroys on the flank.
    let mut game = against("medium-tank-late", "w");
    pierce(&mut game, &[0, 0, 0]);
    assert!(game.machine(3).immobilised);
    for front in ["e", "n", "s"] {
        let mut game = against("medium-tank-late", front);
        pierce(&mut game, &[0, 0]);
        assert_eq!(game.group(3).members.len(), 0, "{front}");
    }
}

// shows: 67.2 67.3 67.4 67.7
#[test]
fn a_vehicle_is_stunned_until_rally_cards_pay_for_it() {
    let mut game = against("medium-tank-late", "w");
    pierce(&mut game, &[0, 1]);
    assert_eq!(game.machine(3).stun, 3);
    game.end_turn();
    game.give(Side::B, "rally 1, rally 2, move 1, fire 1");
    game.play("group 3", &[]);
    assert!(!game.offers("move 1") && !game.offers("shoot 1"));
    game.play("rally 1", &[]);
    assert_eq!((game.machine(3).stun, game.machine(3).rallied), (3, 1));
    // Stunned again: the cards are lost, and the marker is 6.
    game.end_turn();
    pierce(&mut game, &[0, 0]);
    assert_eq!((game.machine(3).stun, game.machine(3).rallied), (6, 0));
    game.end_turn();
    game.give(Side::B, "rally 4");
    game.play("group 3", &[]).play("rally 4", &[]);
    assert_eq!((game.machine(3).stun, game.machine(3).rallied), (3, 1), "one point is carried over");
    game.machine(3).stun = 6;
    game.end_turn();
    pierce(&mut game, &[0, 0]);
    assert!(game.group(3).members.is_empty(), "a third time destroys it");
}

// shows: 67.8 67.9
#[test]
fn fire_at_a_stunned_vehicle_is_one_stronger_at_an_immobilised_one_two() {
    for (stun, still, need) in [(0, false, 2), (3, false, 1), (0, true, 0), (3, true, -1)] {
        let mut game = against("medium-tank-late", "w");
        game.machine(3).stun = stun;
        game.machine(3).immobilised = still;
        pierce(&mut game, &[0, need]);
        assert!(game.group(3).members.is_empty(), "8 destroys: {stun}, {still}");
    }
}

// shows: 67.4
#[test]
fn an_immobilised_crew_may_run() {
    let mut game = against("medium-tank-late", "w");
    // Morale 4: a 5 is too much.
    pierce(&mut game, &[0, 0, 5]);
    assert!(game.group(3).members.is_empty() && game.standing(4) == Standing::Routed);
}

// shows: 71.1
#[test]
fn behind_a_wall_only_positive_results_hit_and_immobilised_is_stunned() {
    let set = || {
        let game = tank("eeeeeeeefffffff", "medium-tank-late").border('e', 'f', "wall");
        game.their_vehicle("0905", "w", "medium-tank-late").theirs("1512", "w", "rifleman rifleman").begin()
    };
    let mut game = set();
    pierce(&mut game, &[-1]);
    assert_eq!(game.machine(3).stun, 0);
    let mut game = set();
    pierce(&mut game, &[1, 0]);
    assert_eq!((game.machine(3).stun, game.machine(3).immobilised), (3, false));
}

// shows: 65.1 65.2
#[test]
fn a_turret_turned_far_costs_steps_and_a_gun_without_one_does_not_reach() {
    for (turret, number) in [("e", "0-4"), ("n", "0-3"), ("w", "0-2")] {
        let mut game = against("medium-tank-late", "w");
        game.machine(1).turret = turret.to_uppercase().parse().unwrap();
        pierce(&mut game, &[7]);
        assert!(game.hit_line().contains(&format!("To Hit {number})")), "{turret}: {}", game.hit_line());
        assert_eq!(game.machine(1).turret.letters(), "E");
    }
    let mut game = against("medium-tank-late", "w");
    game.play("group 1", &[]).play("traverse w", &[]);
    assert!(game.machine(1).turret.letters() == "W" && game.group(1).acted);
    let mut game = table(FIELD)
        .our_vehicle("0505", "n", "assault-gun")
        .ours("0112", "e", "rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin()
        .hand(Side::A, "fire 1");
    game.play("group 1", &[]);
    assert!(!game.offers("shoot 1") && !game.offered().iter().any(|choice| choice.starts_with("traverse")));
}

// shows: 63.2
#[test]
fn tanks_fire_on_the_move_at_close_range_and_assault_guns_never() {
    for (vehicle, fires) in [("medium-tank", true), ("assault-gun", false)] {
        let mut game = tank(FIELD, vehicle).theirs("0805", "w", RIFLES).begin();
        game.give(Side::A, "move 1, fire 1");
        game.play("group 1", &[]).play("move 1", &[]);
        assert_eq!(game.offers("shoot 1"), fires, "{vehicle}");
    }
}

// shows: 58.5
#[test]
fn a_moving_tank_hits_by_positive_results_only() {
    for (result, hit) in [(-1, false), (1, true)] {
        let mut game = tank(FIELD, "medium-tank").theirs("0805", "w", "rifleman rifleman").begin();
        game.give(Side::A, "move 1, fire 1");
        game.play("group 1", &[]).play("move 1", &[]).play("shoot 1", &[]).play("load 1 he", &[]);
        let results: Vec<i8> = if hit { vec![result, -7, -7] } else { vec![result] };
        game.play("target 3", &results);
        assert_eq!(game.hit_line().contains(": hit,"), hit);
    }
}

// shows: 63.3
#[test]
fn armour_close_by_heartens_its_own_and_frightens_the_enemy() {
    let nerve = |at: &'static str| {
        let game = table(FIELD)
            .our_vehicle(at, "e", "medium-tank")
            .ours("0505", "e", "rifleman rifleman")
            .theirs("0905", "w", "rifleman rifleman")
            .begin();
        [1, 3].map(|figure| {
            (game.position.forces.nerve(figure).morale, game.position.forces.nerve(figure).panic)
        })
    };
    // Eight inches are four squares.
    assert_eq!(nerve("0504"), [(4, 4), (3, 3)]);
    assert_eq!(nerve("0705"), [(4, 4), (2, 2)]);
    assert_eq!(nerve("0512"), [(3, 3), (3, 3)]);
}

// shows: 64.1 64.2 64.3
#[test]
fn a_vehicle_tests_where_the_ground_is_heavy() {
    let set = || tank("eeeeewwwwwww", "medium-tank").theirs("1212", "w", "rifleman rifleman").begin();
    // Bog 5 less 3 for woods: 2 passes, 3 does not.
    let mut game = set();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("step e", &[-2]);
    assert_eq!((game.at(1), game.machine(1).bogged), ("0605".into(), None));
    let mut game = set();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).roll("step e", &[1, 4, 1]);
    assert!(game.machine(1).bogged.is_some() && game.machine(1).again, "1: at the near end");
    let mut game = set();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).roll("step e", &[4, 1, 4]);
    assert!(game.machine(1).bogged.is_some() && !game.machine(1).again, "4: in the middle");
    // The card's concealment is added: 5 + 2 - 3.
    let mut game = set();
    game.give(Side::A, "move 3/-2");
    game.play("group 1", &[]).play("cover 3/-2", &[]).play("step e", &[4]);
    assert!(game.machine(1).bogged.is_none());
}

// shows: 64.4
#[test]
fn a_stuck_vehicle_frees_itself_or_is_mired() {
    let set = || {
        let mut game = tank("eeeeewwwwwww", "medium-tank").theirs("1212", "w", "rifleman rifleman").begin();
        game.machine(1).bogged = Some((-3, false));
        game.give(Side::A, "move 3/-2, move 1");
        game
    };
    // 3 less 3 is 0, and one move action.
    let mut game = set();
    game.play("group 1", &[]).play("move 3/-2", &[3]);
    assert!(game.machine(1).bogged.is_none() && game.kind() == "march");
    game.play("step n", &[]).play("halt", &[]).play("pass", &[]);
    assert_eq!(game.kind(), "after-move");
    // Used for its concealment the card adds 2.
    let mut game = set();
    game.play("group 1", &[]).play("cover 3/-2", &[1]);
    assert!(game.machine(1).bogged.is_none());
    let mut game = set();
    game.play("group 1", &[]).play("move 1", &[2]);
    assert!(game.machine(1).bogged.is_some() && game.kind() == "turn");
    // -6: mired, and a crew of morale 4 that rolls 5 runs.
    let mut game = set();
    game.play("group 1", &[]).play("move 1", &[-6, 4]);
    assert!(game.machine(1).mired && game.standing(1) == Standing::Fit);
    let mut game = set();
    game.play("group 1", &[]).play("move 1", &[-7, 5]);
    assert_eq!(game.standing(1), Standing::Routed);
}

/// Five rifles fire at a vehicle four squares off with a strength of 5.
fn small_arms(vehicle: &str, result: i8) -> Played {
    let mut game = table(FIELD)
        .ours("0505", "e", RIFLES)
        .their_vehicle("0905", "w", vehicle)
        .theirs("2412", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]).play("fire 5/4", &[]).play("target 2", &[result]);
    game
}

// shows: 69.1 69.2
#[test]
fn small_arms_shut_a_crew_up_or_kill_its_commander() {
    // Morale 4 and CE 5.
    let mut game = small_arms("medium-tank", -2);
    assert!(!game.machine(2).buttoned);
    let mut game = small_arms("medium-tank", -1);
    assert!(game.machine(2).buttoned && game.machine(2).commanders == 0);
    let mut game = small_arms("medium-tank", 0);
    assert!(game.machine(2).buttoned && game.machine(2).commanders == 1);
    // Morale 3: an open vehicle is pinned instead.
    let mut game = small_arms("halftrack", -2);
    assert!(game.standing(6) == Standing::Pinned && game.machine(2).commanders == 0);
}

// shows: 69.3 32.3
#[test]
fn a_hero_opens_the_hatch_again_and_a_shut_vehicle_hits_less() {
    let mut game = small_arms("medium-tank", -1);
    game.end_turn();
    game.give(Side::B, "hero, fire 1");
    game.play("group 2", &[]).play("shoot 1", &[]).play("load 6 he", &[]).play("target 1", &[7]);
    assert!(game.hit_line().contains("To Hit 0-3)"), "0-4 less one: {}", game.hit_line());
    game.play("done", &[]).play("hero 6", &[]);
    assert!(!game.machine(2).buttoned);
    // Without a commander a hero does not help.
    let mut game = small_arms("medium-tank", 0);
    game.end_turn();
    game.give(Side::B, "hero");
    game.play("hero 6", &[]);
    assert!(game.machine(2).buttoned);
}

// shows: 69.4
#[test]
fn an_open_vehicle_loses_its_second_commander_and_its_crew_with_him() {
    let mut game = small_arms("halftrack", 0);
    assert!(game.machine(2).commanders == 1 && game.standing(6) == Standing::Pinned);
    game.end_turn();
    game.end_turn();
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]).play("fire 5/4", &[]).play("target 2", &[0]);
    assert_eq!(game.standing(6), Standing::Routed);
}

// shows: 17.4
#[test]
fn a_heavy_machine_gun_also_pierces() {
    let mut game = table(FIELD)
        .ours("0505", "e", "hmg rifleman rifleman")
        .their_vehicle("0905", "w", "armoured-car")
        .theirs("2412", "w", "rifleman rifleman")
        .begin()
        .hand(Side::A, "fire 3/2");
    // The crew first, then AP 1 against a front of 4/3/2: 3 destroys.
    game.play("group 1", &[]).play("fire 3/2", &[]).play("target 2", &[-6, 3]);
    assert!(game.group(2).members.is_empty());
}

// shows: 31.2
#[test]
fn a_mine_immobilises_a_vehicle() {
    for (result, still) in [(2, true), (1, false)] {
        let mut game = tank(FIELD, "medium-tank").theirs("2412", "w", "rifleman rifleman").begin();
        game.give(Side::A, "move 1");
        game.give(Side::B, "minefield");
        game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]).play("halt", &[]);
        // Strength 1 against I 3 of the flank.
        game.play("mine minefield", &[]).play("point 2", &[result]);
        assert_eq!(game.machine(1).immobilised, still, "{result}");
    }
}

// shows: 70.1
#[test]
fn artillery_seldom_does_more_than_shut_a_vehicle_up() {
    let call = |vehicle: &str, result: i8| {
        let mut game = table(FIELD)
            .more(0, "artillery = 5")
            .radio("0505", "e", "sl rifleman rifleman")
            .their_vehicle("0905", "w", vehicle)
            .theirs("2412", "w", "rifleman rifleman")
            .begin()
            .hand(Side::A, "rally 3 radio");
        game.play("group 1", &[]).play("call 3 radio", &[]).play("target 2", &[1, result]);
        game
    };
    assert!(call("medium-tank", 7).machine(2).immobilised);
    assert!(call("medium-tank", 6).machine(2).commanders == 1);
    assert!(call("halftrack", 6).group(2).members.is_empty());
}

// shows: 75.1 74.1
#[test]
fn a_panzerfaust_fires_once_at_a_vehicle_close_by() {
    let set = |at: &'static str| {
        let mut game = table(FIELD)
            .ours("0505", "e", "rifleman+faust rifleman")
            .their_vehicle(at, "w", "medium-tank")
            .theirs("2412", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "fire 1");
        game.play("group 1", &[]);
        game
    };
    for (at, number) in [("0605", "0-3"), ("0905", "0-1"), ("1705", "1")] {
        let mut game = set(at);
        game.play("shoot 1", &[]).play("load 1 faust", &[]).play("target 2", &[7]);
        assert!(game.hit_line().contains(&format!("To Hit {number})")), "{at}: {}", game.hit_line());
        assert!(!game.position.forces.figure(0).kit.faust);
    }
    assert!(!set("1805").offers("shoot 1"), "beyond medium range");
}

// shows: 74.6
#[test]
fn a_flamethrower_destroys_a_vehicle_or_does_nothing() {
    let burn = |result: i8| {
        let mut game = table(FIELD)
            .ours("0505", "e", "flamethrower rifleman")
            .their_vehicle("0605", "w", "medium-tank")
            .theirs("2412", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "fire 1");
        game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 flame", &[]).play("target 2", &[result]);
        let gone = game.group(2).members.is_empty();
        let hurt = !gone && game.machine(2).stun + u8::from(game.machine(2).immobilised) > 0;
        (gone, hurt)
    };
    // AP 4 against the flank of 5/4/3.
    assert_eq!([burn(1), burn(0), burn(-1)], [(true, false), (false, false), (false, false)]);
}

// shows: 74.7
#[test]
fn an_anti_tank_rifle_adds_the_hit_with_its_sign_and_is_better_at_a_flank() {
    let fire = |front: &'static str, results: &[i8]| {
        let mut game = table(FIELD)
            .ours("0505", "e", "at-rifle rifleman")
            .their_vehicle("0805", front, "armoured-car")
            .theirs("2412", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "fire 1");
        game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 ap", &[]).play("target 2", results);
        game.group(2).members.is_empty()
    };
    // To hit exactly 2 of either sign. AP 1 against 4/3/2 in front: 1 + 2 + 1; with -2 it takes 5.
    assert!(fire("w", &[2, 1]) && !fire("w", &[-2, 1]) && fire("w", &[-2, 5]));
    // On the flank of 3/2/1 one more: 1 + 1 + 2 - 1.
    assert!(fire("e", &[2, -1]));
}

// shows: 92.60
#[test]
fn wire_makes_a_vehicle_bog_and_the_lower_it_is_the_less() {
    let crosses = |kind: &str, result: i8| {
        let mut game = table("eeeeefffffff")
            .border('e', 'f', kind)
            .our_vehicle("0505", "e", "medium-tank")
            .ours("0112", "e", "rifleman rifleman")
            .theirs("1212", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "move 1");
        let [plus, minus] = if result < 0 { [1, 1 + result.unsigned_abs()] } else { [1 + result as u8, 1] };
        let faces: &[u8] = if result.abs() > limit(kind) { &[plus, minus, 1] } else { &[plus, minus] };
        game.play("group 1", &[]).play("move 1", &[]).roll("step e", faces);
        game.at(1) == "0605"
    };
    fn limit(kind: &str) -> i8 {
        // A bog number of 5, and 2, 1 or 0 for the wire.
        match kind {
            "wire-1" => 7,
            "wire-2" => 6,
            _ => 5,
        }
    }
    for kind in ["wire-1", "wire-2", "wire-3"] {
        assert!(crosses(kind, limit(kind)) && crosses(kind, -limit(kind)), "{kind}");
    }
    assert!(!crosses("wire-2", 7) && !crosses("wire-3", -6));
}
