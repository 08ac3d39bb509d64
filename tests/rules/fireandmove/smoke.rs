//! Cards of smoke and phosphorus from guns, mortars and artillery (89, 90).
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::Side;
use standto::rules::fireandmove::state::Standing;

use super::table::{Played, RIFLES, Table, d, table};

/// A tank of ours in a field, rifles of theirs in crops sixteen inches off, both sides American or British.
fn tank(rules: &str) -> Table {
    table("eeeeeeeeecccccccccc")
        .nations("american", "german")
        .head(rules)
        .our_vehicle("0305", "e", "medium-tank-late")
        .theirs("1105", "w", "rifleman rifleman rifleman")
        .ours("0101", "e", "rifleman rifleman")
}

const SHELLS: &str = "rules = [\"smoke-shells\", \"phosphorus\"]\nyear = 1944\n";

fn load(game: &mut Played, round: &str) {
    game.give(Side::A, "fire 1");
    game.play("group 1", &[]).play("shoot 1", &[]).play(&format!("load 1 {round}"), &[]);
}

fn shot(game: &mut Played, choice: &str, result: i8, more: &[u8]) {
    let faces: Vec<u8> = d(result).into_iter().chain(more.iter().copied()).collect();
    game.roll(choice, &faces);
}

// shows: 89.1
#[test]
fn a_shell_that_hits_lays_a_die_of_smoke_on_a_group_and_less_on_ground() {
    let mut game = tank(SHELLS).begin();
    load(&mut game, "smoke");
    assert!(game.offers("target 2") && game.offers("target 3"), "on any group, his own too");
    assert!(game.offered().iter().any(|choice| choice.starts_with("at ")), "and on any ground in sight");
    shot(&mut game, "target 3", 0, &[6]);
    assert_eq!(game.position.terrain.smokes.iter().map(|smoke| smoke.thick).collect::<Vec<_>>(), [6]);
    // On ground a four-sided die: 4 is the most there is.
    let mut game = tank(SHELLS).begin();
    load(&mut game, "smoke");
    let ground = game.offered().into_iter().find(|choice| choice.starts_with("at ")).unwrap();
    shot(&mut game, &ground, 1, &[4]);
    assert_eq!(game.position.terrain.smokes[0].thick, 4);
    // A miss lays none; a negative result was the last round, hit or not.
    let mut game = tank(SHELLS).begin();
    load(&mut game, "smoke");
    shot(&mut game, "target 3", 7, &[]);
    assert!(game.position.terrain.smokes.is_empty() && !game.position.forces.figures[0].dry);
    let mut game = tank(SHELLS).begin();
    load(&mut game, "smoke");
    shot(&mut game, "target 3", -1, &[3]);
    assert_eq!((game.position.terrain.smokes[0].thick, game.position.forces.figures[0].dry), (3, true));
    game.position.forces.groups[0].acted = false;
    game.position.forces.machines[0].main_used = false;
    game.give(Side::A, "fire 1, fire 3/2");
    if game.kind() == "second-weapon" {
        game.play("done", &[]);
    }
    game.play("group 1", &[]).play("shoot 1", &[]);
    assert!(!game.offers("load 1 smoke") && game.offers("load 1 he"), "{:?}", game.offered());
}

// shows: 89.1
#[test]
fn close_support_tanks_never_run_out_and_decks_without_smoke_have_none() {
    let mut game = table("eeeeeeeeecccccccccc")
        .nations("british", "german")
        .head(SHELLS)
        .our_vehicle("0305", "e", "support-tank")
        .theirs("1105", "w", RIFLES)
        .ours("0101", "e", "rifleman rifleman")
        .begin();
    load(&mut game, "smoke");
    shot(&mut game, "target 3", -1, &[2]);
    assert!(!game.position.forces.figures[0].dry);
    for (nation, has) in [("german", true), ("partisan", false)] {
        let found = standto::rules::fireandmove::nations::nation(nation);
        assert_eq!(found.is_some(), has, "{nation}");
    }
    let without = standto::rules::fireandmove::nations::nations()
        .iter()
        .find(|nation| !nation.cards.iter().any(|card| card.to_string().contains("smoke")))
        .map(|nation| nation.key.clone());
    if let Some(key) = without {
        let key: &'static str = key.leak();
        let mut game = table("eeeeeeeeecccccccccc")
            .nations(key, "german")
            .head(SHELLS)
            .our_vehicle("0305", "e", "medium-tank-late")
            .theirs("1105", "w", RIFLES)
            .ours("0101", "e", "rifleman rifleman")
            .begin();
        game.give(Side::A, "fire 1");
        game.play("group 1", &[]).play("shoot 1", &[]);
        assert!(!game.offers("load 1 smoke"), "{key}");
    }
}

fn radio(nation: &'static str, strength: &str) -> Played {
    let mut game = table("eeeeeeeeecccccccccc")
        .nations(nation, "british")
        .head(SHELLS)
        .more(0, &format!("artillery = {strength}"))
        .radio("0305", "e", "sl rifleman rifleman")
        .theirs("1105", "w", "rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "rally 3 radio");
    game.play("group 1", &[]).play("call 3 radio", &[]).play("round smoke", &[]);
    game
}

// shows: 89.2 89.3
#[test]
fn americans_and_british_call_in_smoke_on_nothing_germans_on_one_others_on_two() {
    for (nation, need) in [("american", 0), ("british", 0), ("german", 1), ("russian", 2), ("japanese", 2)] {
        let mut game = radio(nation, "5");
        shot(&mut game, "target 2", need - 1, &[]);
        assert!(game.position.terrain.smokes.is_empty() && game.group(2).called.is_some(), "{nation}");
        let mut game = radio(nation, "5");
        shot(&mut game, "target 2", need, &[6]);
        assert_eq!(game.position.terrain.smokes[0].thick, 6, "{nation}");
    }
}

// shows: 89.4
#[test]
fn the_die_of_artillery_smoke_goes_by_its_strength_one_less_on_ground() {
    for (strength, group, ground) in [("3", 4, 3), ("4", 6, 4), ("5", 6, 4), ("6", 8, 6), ("7", 10, 8)] {
        for (on_ground, sides) in [(false, group), (true, ground)] {
            let mut game = radio("american", strength);
            let choice = match on_ground {
                true => game.offered().into_iter().find(|choice| choice.starts_with("at ")).unwrap(),
                false => "target 2".to_owned(),
            };
            shot(&mut game, &choice, 0, &[sides]);
            assert_eq!(
                game.position.terrain.smokes[0].thick, sides,
                "{strength}, {on_ground}: the highest face"
            );
            assert!(game.log.iter().any(|event| event.text.contains("smoke -")));
        }
    }
}

// shows: 90.1
#[test]
fn phosphorus_hits_two_steps_worse_and_only_from_1943() {
    let mut game = tank(SHELLS).begin();
    load(&mut game, "phosphorus");
    shot(&mut game, "target 3", 7, &[]);
    let line = game.log.iter().rev().find(|event| event.text.contains("To Hit")).unwrap().text.clone();
    // 0-4 at medium range, two steps left.
    assert!(line.contains("To Hit 0-2"), "{line}");
    for rules in ["rules = [\"smoke-shells\", \"phosphorus\"]\nyear = 1942\n", "rules = [\"smoke-shells\"]\n"]
    {
        let mut game = tank(rules).begin();
        game.give(Side::A, "fire 1");
        game.play("group 1", &[]).play("shoot 1", &[]);
        assert!(game.offers("load 1 smoke") && !game.offers("load 1 phosphorus"), "{rules}");
    }
}

// shows: 90.1 90.2
#[test]
fn those_under_phosphorus_stay_and_suffer_it_or_retire() {
    let mut game = tank(SHELLS).begin();
    load(&mut game, "phosphorus");
    shot(&mut game, "target 3", 1, &[4]);
    assert_eq!((game.kind(), game.offered()), ("scorched", vec!["stand".into(), "retire".into()]));
    // Strength 4 and no cover, and armour is not near: morale 3. A -1 pins, a -2 does not.
    game.play("stand", &[-1, -2, -7]);
    assert_eq!([4, 5].map(|figure| game.standing(figure)), [Standing::Pinned, Standing::Fit]);
    let mut game = tank(SHELLS).begin();
    game.pin(4);
    load(&mut game, "phosphorus");
    shot(&mut game, "target 3", 1, &[4]);
    game.play("retire", &[]);
    assert_eq!(
        [4, 5, 6].map(|figure| game.standing(figure)),
        [Standing::Routed, Standing::Pinned, Standing::Pinned],
        "the pinned rout, the others are pinned"
    );
    assert!(game.group(3).grounded && game.group(3).at.x > 10, "away from the enemy, and down");
}

// shows: 90.3
#[test]
fn ground_that_burns_must_be_left_and_is_not_entered() {
    // Crops burn on a 5: artillery, whose call came to 5.
    let mut game = table("eeeeeeeeeccccceeeee")
        .nations("american", "british")
        .head(SHELLS)
        .more(0, "artillery = 5")
        .radio("0305", "e", "sl rifleman rifleman")
        .theirs("1105", "w", "rifleman rifleman rifleman")
        .theirs("1505", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "rally 3 radio");
    game.play("group 1", &[]).play("call 3 radio", &[]).play("round phosphorus", &[]);
    shot(&mut game, "target 2", 5, &[3]);
    assert_eq!((game.kind(), game.offered()), ("scorched", vec!["retire".into()]), "nobody stays");
    game.play("retire", &[]);
    if game.kind() == "react" {
        game.play("pass", &[]);
    }
    assert!(game.position.terrain.burns(game.group(2).at) || game.group(2).at.x > 13);
    assert_eq!(game.position.terrain.smokes.len(), 1, "it burns although the group has left");
    if game.kind() == "orders" {
        game.play("leave", &[]);
    }
    game.end_turn();
    game.give(Side::B, "move 1");
    game.play("group 3", &[]).play("move 1", &[]);
    assert!(!game.offers("step w"), "into the fire");
    assert!(game.offers("step e"));
}
