//! Cards of transports, unarmoured vehicles, passengers, guns on top of vehicles, pairs and wheels (61.7, 84 to 88).
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::Side;
use standto::rules::fireandmove::state::Standing;

use super::table::{Played, RIFLES, Table, table};

const FIELD: &str = "eeeeeeeeeeeeeeeeeeeeeeee";
const ABOARD: &str = "rules = [\"passengers\"]\n";

fn field(rules: &str) -> Table {
    table(FIELD).head(rules).theirs("2412", "w", RIFLES)
}

fn silent(game: &mut Played) {
    while ["react", "after-move"].contains(&game.kind()) {
        let answer = if game.kind() == "react" { "pass" } else { "done" };
        game.play(answer, &[]);
    }
}

// shows: 61.7 61.8
#[test]
fn a_gun_made_ready_is_limbered_with_a_move_action_and_unlimbered_by_another() {
    let mut game = field("")
        .our_vehicle("0505", "e", "lorry")
        .our_gun("0605", "e", "gun-37", "gunner gunner gunner")
        .begin();
    game.play("group 2", &[]).play("set-up", &[]);
    assert!(game.group(2).down, "ready to move");
    game.position.forces.groups[1].acted = false;
    game.give(Side::A, "move 1, move 2");
    game.play("group 2", &[]).play("move 1", &[]).play("board 1", &[]);
    silent(&mut game);
    assert!(
        game.group(1).gun.is_some() && game.group(1).members.len() == 4 && game.group(2).members.is_empty()
    );
    assert_eq!(game.kind(), "turn");
    // The lorry has not acted: it drives on with all of them.
    game.play("group 1", &[]).play("move 2", &[]).play("step e", &[]).play("halt", &[]);
    silent(&mut game);
    game.play("done", &[]);
    assert_eq!(game.at(1), "0605");
    game.position.forces.groups[0].acted = false;
    game.give(Side::A, "fire 1, move 2");
    game.play("group 1", &[]);
    assert!(!game.offers("shoot 1"), "a gun does not fire behind its lorry");
    game.play("debus 2", &[]);
    silent(&mut game);
    // One action to unlimber, and the last of a card of two to set up.
    let foot = game
        .position
        .forces
        .groups
        .iter()
        .position(|group| group.gun.is_some() && group.machine.is_none())
        .unwrap();
    assert!(game.position.forces.groups[foot].down);
    game.play("set-up", &[]);
    silent(&mut game);
    assert!(!game.position.forces.groups[foot].down);
    assert!(!game.group(1).acted, "the lorry may still drive off");
}

// shows: 85.1
#[test]
fn men_get_on_and_off_by_cards_or_are_dropped_by_the_vehicle() {
    let set = || field(ABOARD).our_vehicle("0505", "e", "halftrack").ours("0605", "e", RIFLES).begin();
    let mut game = set();
    game.give(Side::A, "move 1, move 2");
    game.play("group 2", &[]).play("move 1", &[]).play("board 1", &[]);
    silent(&mut game);
    assert_eq!((game.group(1).members.len(), game.group(2).members.len()), (6, 0));
    game.play("group 1", &[]).play("move 2", &[]).play("drop", &[]);
    assert_eq!(game.group(1).members.len(), 1);
    game.play("step e", &[]).play("halt", &[]);
    silent(&mut game);
    game.play("done", &[]);
    assert!(game.offers("group 4"), "who was dropped may act");
    // By a card of their own they get off and move.
    let mut game = set();
    game.give(Side::A, "move 1, move 1");
    game.play("group 2", &[]).play("move 1", &[]).play("board 1", &[]);
    silent(&mut game);
    game.play("group 1", &[]).play("debus 1", &[]).play("step n", &[]).play("halt", &[]);
    silent(&mut game);
    assert_eq!((game.at(4), game.at(1)), ("0506".into(), "0505".into()));
    // Ten do not fit in where eight have room, and without the rule nobody rides.
    let full = field("").our_vehicle("0505", "e", "halftrack").ours("0605", "e", RIFLES).begin();
    let mut game = full;
    game.give(Side::A, "move 1");
    game.play("group 2", &[]).play("move 1", &[]);
    assert!(!game.offers("board 1"));
}

fn ride(vehicle: &str, rules: &str) -> Table {
    table(FIELD)
        .head(rules)
        .with(0, "0505", "e", RIFLES, &format!("vehicle = \"{vehicle}\""))
        .theirs("0905", "w", "lmg rifleman rifleman rifleman")
        .theirs("2412", "w", "rifleman rifleman")
}

// shows: 85.2 85.3
#[test]
fn fire_at_a_vehicle_strikes_its_crew_and_those_aboard_behind_plates_one_less() {
    // Strength: four men 4 and the LMG 2, at close range. Passengers: morale 3 and one for cover in armour.
    for (vehicle, need) in [("halftrack", -2), ("medium-tank-late", -3)] {
        let mut game = ride(vehicle, ABOARD).begin();
        game.end_turn();
        game.give(Side::B, "fire 5/4");
        // Crew first: no harm; then the passengers, the second of whom rolls one less.
        game.play("group 2", &[]).play("fire 5/4", &[]).play("target 1", &[-7, need, need - 1, -7, -7, -7]);
        assert_eq!(
            [2, 3].map(|figure| game.standing(figure)),
            [Standing::Pinned, Standing::Fit],
            "{vehicle}: {}",
            game.strength()
        );
    }
}

// shows: 85.4
#[test]
fn of_those_in_a_vehicle_half_fire_and_of_those_on_it_two_in_three() {
    for (vehicle, offered) in [("halftrack", [true, true, false]), ("medium-tank", [true, true, false])] {
        let mut game = ride(vehicle, ABOARD).begin();
        game.give(Side::A, "fire 1, fire 3/2, fire 5/4");
        game.play("group 1", &[]);
        assert_eq!(["fire 1", "fire 3/2", "fire 5/4"].map(|card| game.offers(card)), offered, "{vehicle}");
        game.play("fire 3/2", &[]).harmless(2);
        // Five men: two fire from inside, three from on top. Base 2 and 3 at close range.
        let base = if vehicle == "halftrack" { 2 } else { 3 };
        assert_eq!(game.lines().get("fire value"), Some(&base), "{vehicle}");
    }
    let mut game = ride("halftrack", ABOARD).begin();
    game.give(Side::A, "move 1, fire 3/2");
    game.play("group 1", &[]).play("move 1", &[]);
    assert!(!game.offers("fire 3/2"), "not on the move");
}

// shows: 85.5 85.6
#[test]
fn a_stun_pins_those_inside_and_not_those_on_top_and_rally_cards_raise_both() {
    for (vehicle, pinned) in [("halftrack", true), ("medium-tank", false)] {
        let mut game = table(FIELD)
            .head(ABOARD)
            .with(0, "0505", "e", RIFLES, &format!("vehicle = \"{vehicle}\""))
            .their_vehicle("0905", "w", "medium-tank-late")
            .theirs("2412", "w", "rifleman rifleman")
            .begin();
        let (tank, stuns) = ("group 2", if vehicle == "halftrack" { 3 } else { 6 });
        game.end_turn();
        game.give(Side::B, "fire 1");
        game.play(tank, &[]).play("shoot 1", &[]).play("load 7 ap", &[]);
        // AP 6: what stuns is one less than what destroys.
        game.play("target 1", &[0, stuns - 6]);
        assert_eq!(game.machine(1).stun, 3, "{vehicle}");
        assert_eq!(game.standing(2) == Standing::Pinned, pinned, "{vehicle}");
        if game.kind() == "second-weapon" {
            game.play("done", &[]);
        }
        game.end_turn();
        game.give(Side::A, "rally 3");
        game.play("group 1", &[]).play("rally 3", &[]);
        assert_eq!((game.machine(1).stun, game.standing(2)), (0, Standing::Fit), "{vehicle}");
    }
    // Destroyed, it takes all of them with it.
    let mut game = table(FIELD)
        .head(ABOARD)
        .with(0, "0505", "e", RIFLES, "vehicle = \"medium-tank\"")
        .their_vehicle("0905", "w", "medium-tank-late")
        .theirs("2412", "w", "rifleman rifleman")
        .begin();
    game.end_turn();
    game.give(Side::B, "fire 1");
    game.play("group 2", &[]).play("shoot 1", &[]).play("load 7 ap", &[]).play("target 1", &[0, 7]);
    assert!(game.group(1).members.is_empty());
}

fn lorry() -> Played {
    table(FIELD)
        .head(ABOARD)
        .with(0, "0505", "e", "rifleman rifleman rifleman", "vehicle = \"lorry\"")
        .ours("0112", "e", "rifleman rifleman")
        .theirs("0905", "w", "rifleman rifleman rifleman rifleman rifleman")
        .theirs("1004", "w", "hmg at-rifle rifleman rifleman")
        .begin()
}

// shows: 84.1 84.2
#[test]
fn fire_strikes_the_men_and_the_lorry_which_is_damaged_from_three_and_destroyed_from_six() {
    for (result, still, gone) in [(-3, false, false), (-2, true, false), (0, true, false), (1, false, true)] {
        let mut game = lorry();
        game.end_turn();
        game.give(Side::B, "fire 5/4");
        // Five rifles at close range: 5. The driver, three men, and then the vehicle.
        game.play("group 3", &[]).play("fire 5/4", &[]).play("target 1", &[-7, -7, -7, -7, result]);
        let vehicle = game.group(1).machine.is_some();
        assert_eq!(!vehicle, gone, "{result}");
        assert!(gone || game.machine(1).immobilised == still, "{result}");
        assert_eq!(game.group(1).members.len(), if gone { 3 } else { 4 }, "small arms spare those aboard");
    }
}

// shows: 84.3
#[test]
fn a_mine_stops_a_lorry_from_three_and_spares_those_aboard() {
    for (result, still) in [(-2, false), (-1, true)] {
        let mut game = lorry();
        game.give(Side::A, "move 1");
        game.give(Side::B, "minefield");
        game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]).play("halt", &[]);
        game.play("mine minefield", &[]).play("point 2", &[result]);
        assert_eq!(game.machine(1).immobilised, still, "{result}");
        assert!((1..=4).all(|figure| game.standing(figure) == Standing::Fit));
    }
}

// shows: 84.4 84.5
#[test]
fn heavy_machine_guns_pierce_a_lorry_and_anti_tank_rifles_hit_it_more_and_hurt_it_less() {
    let mut game = lorry();
    game.end_turn();
    game.give(Side::B, "fire 1, fire 3/2");
    game.play("group 4", &[]).play("shoot 1", &[]).play("load 13 ap", &[]);
    game.play("target 1", &[7]);
    // 1 at medium range, three steps to the right.
    assert!(game.hit_line().contains("To Hit 0-3)"), "{}", game.hit_line());
    let mut game = lorry();
    game.end_turn();
    game.give(Side::B, "fire 1");
    game.play("group 4", &[]).play("shoot 1", &[]).play("load 13 ap", &[]);
    // AP 1 less 3, and nothing for a hit of 0: with a 7 it comes to 5, which damages.
    game.play("target 1", &[0, 7]);
    assert!(game.group(1).machine.is_some() && game.machine(1).immobilised);
    let mut game = lorry();
    game.end_turn();
    game.give(Side::B, "fire 3/2");
    // The HMG: AP 1 and 3 more. Driver, three men, vehicle, and then its AP check: 2 and 4 destroy.
    game.play("group 4", &[]).play("fire 3/2", &[]).play("target 1", &[-6, -6, -6, -6, -6, 2]);
    assert!(game.group(1).members.is_empty(), "an AP result of 6 destroys it with all aboard");
}

// shows: 86.1 86.2
#[test]
fn the_gun_on_top_counts_half_and_its_man_fires_with_those_aboard() {
    let rules = "rules = [\"passengers\", \"pintle-guns\"]\n";
    let mut game = ride("medium-tank-late", rules).begin();
    game.give(Side::A, "fire 1, fire 5/4");
    game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
    // Three of five on top, and the man at the gun: four men, and half of 4.
    let lines = game.lines();
    assert_eq!((lines.get("fire value"), lines.get("weapons")), (Some(&4), Some(&2)), "{lines:?}");
    let mut game = ride("medium-tank-late", rules).begin();
    game.give(Side::A, "fire 1, fire 3/2");
    game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 pintle", &[]).harmless(2);
    assert_eq!(game.strength(), 2);
    assert_eq!(game.kind(), "turn", "the sole action of the vehicle");
    // Without the rule there is none.
    let mut game = ride("medium-tank-late", ABOARD).begin();
    game.give(Side::A, "fire 1");
    game.play("group 1", &[]).play("shoot 1", &[]);
    assert!(!game.offers("load 1 pintle"));
}

// shows: 86.3
#[test]
fn when_the_vehicle_is_shut_a_man_on_it_fires_the_gun_once() {
    let rules = "rules = [\"passengers\", \"pintle-guns\"]\n";
    let mut game = ride("medium-tank-late", rules).begin();
    game.machine(1).buttoned = true;
    game.give(Side::A, "fire 1, fire 3/2");
    game.play("group 1", &[]).play("shoot 1", &[]);
    assert!(!game.offers("load 1 pintle"));
    game.play("load 1 mg", &[]).harmless(2);
    // 4, one less shut, and half of 4 from the man on top.
    let line = game.log.iter().find(|event| event.text.contains("fires at")).unwrap().text.clone();
    assert!(line.contains("strength 5"), "{line}");
    if game.kind() == "second-weapon" {
        game.play("done", &[]);
    }
    game.position.forces.groups[0].acted = false;
    game.give(Side::A, "fire 3/2");
    game.play("group 1", &[]).play("fire 3/2", &[]).harmless(2);
    assert_eq!(game.lines().get("weapons"), None, "with the one or the other, not with both");
}

// shows: 87.1 87.2
#[test]
fn a_tank_and_infantry_move_as_a_pair_until_either_moves_alone() {
    let mut game = field("rules = [\"pairs\"]\n")
        .our_vehicle("0505", "e", "medium-tank")
        .ours("0605", "e", "sl rifleman rifleman")
        .begin();
    game.give(Side::A, "rally 1, move 1, move 2");
    game.play("group 2", &[]).play("reorganise 1", &[]).play("join 1", &[]);
    if game.kind() == "reorganise" {
        game.play("done", &[]);
    }
    assert_eq!((game.position.forces.partner(0), game.position.forces.partner(1)), (Some(1), Some(0)));
    for group in &mut game.position.forces.groups {
        group.acted = false;
    }
    game.play("group 1", &[]).play("together 1", &[]).play("step n", &[]).play("halt", &[]);
    silent(&mut game);
    assert_eq!((game.at(1), game.at(2)), ("0506".into(), "0506".into()));
    assert!(game.group(1).acted && game.group(2).acted && game.position.forces.partner(0).is_some());
    for group in &mut game.position.forces.groups {
        group.acted = false;
    }
    game.play("group 2", &[]).play("move 2", &[]);
    assert_eq!(game.position.forces.partner(0), None, "one moved alone");
}

// shows: 88
#[test]
fn wheels_on_a_road_have_one_action_more_and_only_there() {
    let actions = |stripes: &'static str, rules: &str, vehicle: &str| {
        let mut game = table(stripes)
            .head(rules)
            .our_vehicle("0105", "n", vehicle)
            .ours("0112", "e", "rifleman rifleman")
            .theirs("1012", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "move 1");
        game.play("group 1", &[]).play("move 1", &[]);
        let mut count = 0;
        while game.kind() == "march" && game.offers("step n") {
            game.play("step n", &[]).play("halt", &[]);
            silent(&mut game);
            count += 1;
        }
        count
    };
    let rules = "rules = [\"wheels\"]\n";
    assert_eq!(actions("nnnaaaaaaa", rules, "armoured-car"), 2);
    assert_eq!(actions("nnnaaaaaaa", "", "armoured-car"), 1);
    assert_eq!(actions("nnnaaaaaaa", rules, "halftrack"), 1, "tracks");
    assert_eq!(actions("aaannnbbbb", rules, "armoured-car"), 1, "in a field");
}
