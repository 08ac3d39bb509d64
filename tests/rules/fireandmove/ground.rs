//! Cards of ground, borders and sight: what each kind conceals, and what lies in the way.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::{Rules, Side};
use standto::rules::fireandmove::fire::volley;
use standto::rules::fireandmove::fire::volley::Mark;
use standto::rules::fireandmove::fire::volley::Moving;
use standto::rules::fireandmove::ordnance::off_table;

use super::groups::FIELD;
use super::table::{Played, RIFLES, cell, table};

/// The concealment of group 2 from group 1, stationary and moving.
fn concealed(game: &Played) -> [i16; 2] {
    [false, true].map(|moving| {
        let (from, to) = (game.position.forces.group(0).at, game.position.forces.group(1).at);
        let moving = Moving { moving, ..Moving::default() };
        volley::concealment(
            &game.position.terrain,
            &game.position.forces,
            from,
            Mark { group: 1, at: to, moving },
            0,
        )
        .concat()
        .iter()
        .map(|line| line.value)
        .sum()
    })
}

// shows: 92.2 92.4 92.6 92.8 92.12 92.14 92.18 92.20 92.24 92.25 92.29 92.31 92.33 92.35 92.49 92.51 92.53
#[test]
fn each_ground_conceals_stationary_and_moving_troops_as_the_chart_says() {
    let chart = [
        ('e', [0, 0]),
        ('a', [-1, 0]),
        ('c', [-2, -1]),
        ('C', [-1, 0]),
        ('o', [-2, -1]),
        ('r', [-2, -1]),
        ('v', [-3, -3]),
        ('s', [-4, -4]),
        ('w', [-3, -2]),
        ('d', [-4, -3]),
        ('m', [-1, 0]),
        ('l', [-5, -5]),
        ('k', [-5, -5]),
        ('F', [-3, 0]),
        ('y', [-2, -1]),
        ('T', [-3, -3]),
        ('n', [0, 0]),
    ];
    for (ground, printed) in chart {
        let stripes: String = format!("eeee{}", ground.to_string().repeat(4));
        let game = table(&stripes).ours("0405", "e", RIFLES).theirs("0605", "w", RIFLES).begin();
        assert_eq!(concealed(&game), printed, "{ground}");
    }
}

// shows: 92.10
#[test]
fn a_crest_hides_and_height_takes_one_off_lower_ground_without_a_roof() {
    let game = table("eeeehhhh").ours("0205", "e", RIFLES).theirs("0605", "w", RIFLES).begin();
    assert_eq!(concealed(&game), [-2, -1]);
    let from_above = |ground: char, at: &'static str| {
        let stripes = format!("hhhh{}", ground.to_string().repeat(14));
        let game = table(&stripes).ours("0405", "e", RIFLES).theirs(at, "w", RIFLES).begin();
        concealed(&game)[0]
    };
    assert_eq!(['c', 'w', 's', 'o'].map(|ground| from_above(ground, "0705")), [-1, -3, -4, -2]);
    // Medium range ends at 24 inches.
    assert_eq!([from_above('c', "1605"), from_above('c', "1705")], [-1, -2]);
}

// shows: 92.38 92.40 92.42 92.44 92.45 92.47 92.55
#[test]
fn each_border_conceals_troops_next_to_it_from_direct_and_indirect_fire() {
    let chart = [
        ("hedge", [-2, -1], -1),
        ("bocage", [-2, -1], -1),
        ("fence", [-1, 0], 0),
        ("bank", [-1, 0], 0),
        ("wall", [-2, -1], -1),
        ("high-wall", [-2, -1], -1),
        ("ditch", [-2, -2], -2),
        ("river", [0, 0], 0),
        ("trees", [-2, -1], -1),
        ("plain", [0, 0], 0),
    ];
    for (kind, direct, indirect) in chart {
        let behind = |at: &'static str| {
            let game = table("eeeeeefffffff").border('e', 'f', kind).ours("0505", "e", RIFLES);
            game.theirs(at, "w", RIFLES).begin()
        };
        let game = behind("0705");
        assert_eq!(concealed(&game), direct, "{kind}");
        let shells: i16 = off_table::indirect_concealment(&game.position.terrain, &game.position.forces, 1)
            .iter()
            .map(|line| line.value)
            .sum();
        assert_eq!(shells, indirect, "{kind} against artillery");
        if !matches!(kind, "bocage" | "high-wall") {
            assert_eq!(concealed(&behind("0805")), [0, 0], "{kind}, not next to it");
        }
    }
}

// shows: 56.4 92.26 13.1
#[test]
fn borders_on_any_side_count_against_artillery_and_woods_do_not() {
    let shells = |stripes: &str, kind: &str, at: &'static str, grounded: bool, aside: u8| {
        let game = table(stripes).ours("0105", "e", RIFLES).theirs(at, "w", RIFLES);
        let game = if stripes.contains("ef") { game.border('e', 'f', kind) } else { game };
        let mut game = game.begin();
        game.position.forces.groups[1].grounded = grounded;
        game.position.forces.groups[1].aside = aside;
        off_table::indirect_concealment(&game.position.terrain, &game.position.forces, 1)
            .iter()
            .map(|line| line.value)
            .sum::<i16>()
    };
    // Behind the wall as the caller sees it, or in front of it.
    assert_eq!(shells("aeeeefffff", "wall", "0605", false, 0), -1);
    assert_eq!(shells("aeeeefffff", "wall", "0505", false, 0), -1);
    assert_eq!(shells("aeeeefffff", "wall", "0705", false, 0), 0);
    assert_eq!(shells("aeeeefffff", "wall", "0605", true, 0), -2, "gone to ground");
    assert_eq!(shells("aeeeewwwww", "wall", "0705", false, 0), 0, "woods");
    // 9.5: a group with cards set aside is moving.
    assert_eq!([0, 1].map(|aside| shells("aeeeeccccc", "wall", "0705", false, aside)), [-2, -1]);
}

// shows: 13.1 23.5
#[test]
fn going_to_ground_doubles_only_the_terrain_the_group_is_in_or_behind() {
    let lies = |stripes: &str, at: &'static str| {
        let game = table(stripes).ours("0205", "e", RIFLES).theirs(at, "w", RIFLES);
        let game = if stripes.contains("ef") { game.border('e', 'f', "wall") } else { game };
        let mut game = game.begin();
        let upright = concealed(&game)[0];
        game.position.forces.groups[1].grounded = true;
        [upright, concealed(&game)[0]]
    };
    assert_eq!(lies("wwwwbbbbbbbb", "0805"), [-3, -3], "the firer's own wood is not the target's: -2 and -1");
    assert_eq!(lies("wwwwnnnnnnnn", "0805"), [-3, -3], "nothing to double on a road");
    assert_eq!(lies("bbbbccnnnnnn", "0905"), [-2, -2], "crops far in front of bare ground");
    assert_eq!(lies("bbbbcccccccc", "0905"), [-2, -4]);
    assert_eq!(lies("bbbeeeffffff", "0705"), [-2, -4], "behind a wall");
    // Its own open field doubled and one for the crops on the way, or the crops alone.
    assert_eq!(lies("nnnccaaaaaaa", "0705"), [-2, -3]);
}

// shows: 23.5
#[test]
fn every_feature_on_the_way_adds_one_but_bare_ground_and_borders_drawn_as_squares() {
    let over = |stripes: &str| {
        let game = table(stripes).ours("0105", "e", RIFLES).theirs("1005", "w", RIFLES).begin();
        concealed(&game)[0]
    };
    assert_eq!(over("eeebbbccffff"), -3, "crops, and one for the open field");
    assert_eq!(over("eeebbboooccc"), -4, "crops to be in, and one each for orchard and field");
    assert_eq!(over("eeeFFFttcccc"), -4, "foxholes and a paddy field");
    assert_eq!(over("ennnyyTTfcccc"), -2, "road, stream, trench and bare ground add nothing");
}

// shows: 23.1
#[test]
fn no_line_is_traced_through_another_group_of_ones_own() {
    let offers = |at: &'static str| {
        let mut game = table(FIELD)
            .ours("0505", "e", RIFLES)
            .theirs("0905", "w", RIFLES)
            .theirs("0805", "w", "rifleman rifleman")
            .ours(at, "e", RIFLES)
            .begin();
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]);
        let sees = game.position.sight(cell("0505"), cell("0905")).visible;
        let fires = game.offers("fire 5/4") && game.play("fire 5/4", &[]).offers("target 3");
        assert_eq!(sees, fires, "{at}");
        fires
    };
    assert!(!offers("0705"));
    assert!(offers("0704") && offers("0505") && offers("1005"), "enemies and groups beside it do not matter");
}

// shows: 92.49 92.51
#[test]
fn a_move_action_into_or_along_a_stream_or_trench_counts_twice() {
    for stripes in ["eeeeeyyyyyzfffff", "eeeeeTTTTTzfffff"] {
        let set = |at: &'static str, hand: &str| {
            let mut game =
                table(stripes).ours(at, "e", RIFLES).theirs("1612", "w", "rifleman rifleman").begin();
            game.give(Side::A, hand);
            game.play("group 1", &[]);
            game
        };
        let mut game = set("0505", "move 1");
        assert!(game.offers("aside 1"), "cards can be saved up for it");
        game.play("move 1", &[]);
        assert!(!game.offers("step e") && game.offers("step w"));
        // Two actions lead in, and along it within the same action.
        let mut game = set("0505", "move 2/-1");
        game.play("move 2/-1", &[]).play("step e", &[]).play("step e", &[]);
        game.play("halt", &[]).play("pass", &[]);
        assert_eq!((game.at(1), game.kind()), ("0705".into(), "after-move"));
        // Along it two more; a single one leads nowhere but out.
        let mut game = set("0705", "move 1");
        game.play("move 1", &[]);
        assert!(!game.offers("step e") && !game.offers("step n"));
        let mut game = set("0705", "move 3/-2");
        game.play("move 3/-2", &[]).play("step e", &[]).play("step e", &[]).play("halt", &[]);
        game.play("pass", &[]);
        assert_eq!((game.at(1), game.kind()), ("0905".into(), "march"), "one is left");
        assert!(!game.offers("step e"));
        let mut game = set("1005", "move 1");
        game.play("move 1", &[]).play("step e", &[]);
        assert_eq!(game.at(1), "1105", "out of it is a plain move action");
    }
}

// shows: 92.49 52.1
#[test]
fn a_charge_along_a_trench_costs_two_and_who_retires_gets_no_farther_in_it() {
    let set = |hand: &str| {
        let mut game = table("eeeTTTTTTTTTTTTT")
            .ours("0505", "e", RIFLES)
            .theirs("0805", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, hand);
        game.play("group 1", &[]).play(if hand == "move 1" { "move 1" } else { "move 2/-1" }, &[]);
        game
    };
    assert!(!set("move 1").offers("charge 2"));
    let mut game = set("move 2/-1");
    game.play("charge 2", &[]).play("done", &[0; 5]).play("pass", &[]).play("retire", &[]);
    let gone = game.position.forces.group(1).at.x - cell("0805").x;
    assert_eq!(gone, 8, "one move action to the edge of the table, not a border more");
    // Into a trench with both actions, and not out of it on the far side.
    let mut game =
        table("eeeeeeTTffffff").ours("0505", "e", RIFLES).theirs("0605", "w", "rifleman rifleman").begin();
    game.give(Side::A, "move 1");
    game.charge(5).play("retire", &[]);
    assert_eq!(game.at(2), "0805");
}

// shows: 92.47
#[test]
fn troops_halted_in_a_river_are_hit_harder_and_fire_worse() {
    let mut game = table("eeeeeeffffffffff")
        .border('e', 'f', "river")
        .ours("0605", "e", RIFLES)
        .theirs("1005", "w", RIFLES)
        .begin();
    game.give(Side::A, "move 1 ford, fire 3/2");
    game.give(Side::B, "fire 5/4, fire 5/4");
    game.play("group 1", &[]).play("move 1 ford", &[]).play("step e", &[]).play("halt", &[]);
    // Before the river nothing is changed; the square beyond it is the water.
    game.play("with 2", &[]).play("fire 5/4", &[]).play("point 2", &[-7, -7, -7, -7, -2]);
    assert_eq!(game.strength(), 6, "five men, and one for the water");
    assert_eq!(game.kind(), "onward");
    let mut across = game.position.clone();
    game.play("stop", &[]).play("pass", &[]).play("done", &[]).end_turn();
    game.give(Side::B, "fire 5/4");
    game.play("group 2", &[]).play("fire 5/4", &[]).harmless(1);
    assert_eq!(game.strength(), 6, "it is still in the water");
    game.end_turn();
    game.give(Side::A, "fire 3/2");
    game.play("group 1", &[]).play("fire 3/2", &[]).harmless(2);
    assert_eq!((game.lines().get("in water"), game.strength()), (Some(&-1), 2));
    // Going on means that the fit reach the bank.
    std::mem::swap(&mut game.position, &mut across);
    game.play("go-on", &[]);
    assert!(!game.group(1).more.river && game.at(1) == "0705");
}

// shows: 92.29 92.49
#[test]
fn fire_from_marsh_and_stream_is_one_weaker_and_guns_count_as_uncrewed() {
    let fires = |ground: char| {
        let stripes = format!("{}eeeeeeee", ground.to_string().repeat(6));
        let mut game = table(&stripes)
            .ours("0605", "e", "mg34 rifleman rifleman rifleman")
            .theirs("0905", "w", RIFLES)
            .begin();
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
        [game.lines().get("weapons"), game.lines().get("in water")].map(|value| value.copied())
    };
    assert_eq!(fires('e'), [Some(3), None]);
    assert_eq!([fires('m'), fires('y')], [[Some(1), Some(-1)]; 2]);
}

// shows: 92.44
#[test]
fn a_wall_conceals_nobody_who_climbs_over_it() {
    let at = |kind: &str, point: &str| {
        let mut game = table("eeeeeeffffff")
            .border('e', 'f', kind)
            .ours("0605", "e", RIFLES)
            .theirs("0205", "w", RIFLES)
            .begin();
        game.give(Side::A, "move 1");
        game.give(Side::B, "fire 5/4");
        game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]).play("step e", &[]);
        game.play("halt", &[]).play("with 2", &[]).play("fire 5/4", &[]).play(point, &[-7; 5]);
        game.lines().get("concealment").copied().unwrap_or(0)
    };
    assert_eq!([at("wall", "point 2"), at("hedge", "point 2")], [0, -1], "seen from behind as he crosses");
    assert_eq!(at("wall", "point 3"), 0, "no longer next to it");
}

// shows: 92.22 92.23
#[test]
fn a_group_in_a_wood_fires_through_it_and_moves_to_its_border_first() {
    let mut game = table("wwwwwwffffff").ours("0405", "e", RIFLES).theirs("0905", "w", RIFLES).begin();
    assert_eq!(concealed(&game), [-3, -2], "the wood it fires out of conceals the target");
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]).play("step e", &[]);
    assert!(!game.offers("step e"), "the border ends the move action");
    game.play("halt", &[]).play("pass", &[]);
    assert_eq!(concealed(&game), [0, 0], "from the border the wood is not in the way");
}
