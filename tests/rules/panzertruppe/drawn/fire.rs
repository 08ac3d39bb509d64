//! Shots at one target, rates of fire, conditions and line of sight (3 to 12, 36).

use standto::rules::panzertruppe::firing::Motion;
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::super::table::{Setup, Table, duel, edges};

/// Two Pz IV before a moving M18: they need a 5, effect +4: a 1 stuns, a 2 immobilises, a 3 destroys.
fn volley() -> Table {
    let mut t = duel(
        "= a independent\nPz IV H-J @ 0505 E\nPz IV H-J @ 0504 E",
        "= b independent\nM18 @ 1505 W moving\nM36 @ 4016 W",
    );
    t.go("fire G1 gun A1; fire G2 gun A1");
    t
}

// card 3.6, 6.4, 5.2
#[test]
fn the_second_shot_counts_the_effect_of_the_first() {
    let t = volley();
    let played = |faces: &[u8]| {
        let mut t = t.clone();
        t.play("resolve", faces);
        (t.condition("A1"), t.at("A1"))
    };
    // The second has no -1 any more and hits with a 4.
    assert_eq!(played(&[5, 1, 4, 1]), ("destroyed", "-".into()), "two stuns");
    assert_eq!(played(&[5, 1, 3, 5]), ("stunned", "1405".into()), "a miss, and the errant turn at the end");
    assert_eq!(played(&[5, 2, 4, 2, 1]).1, "1504", "immobilised twice: one errant turn, to the left");
    assert_eq!(played(&[4, 5, 3]), ("destroyed", "-".into()), "a miss leaves it in motion for the next");
    let mut both = t.clone();
    both.play("resolve", &[5, 1, 4, 2, 10]);
    let condition = both.position.forces.state(both.id("A1")).condition;
    assert!(condition.stunned && condition.immobilised && !condition.destroyed);
    assert_eq!((both.at("A1").as_str(), both.motion("A1")), ("1506", Motion::Stopped));
}

// card 3.2, 3.3
#[test]
fn two_markers_of_a_stunned_crew() {
    let mut t = duel(
        "= a independent\n50 mm ATG @ 0505 E\nTruck @ 0101 W",
        "= b independent\nM4 Sherman 75 @ 1505 W\nM36 @ 4016 W",
    );
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[1]);
    t.idle_to(1, 5, &[]);
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[1]);
    t.stun("G1");
    t.idle_to(2, 3, &[]);
    assert_eq!(t.position.forces.state(t.id("G1")).shots, 2, "not loaded in phase 1");
    t.idle_to(2, 5, &[]);
    assert_eq!(t.condition("G1"), "none", "the crew has recovered");
    assert!(!t.offered("fire G1 gun A1"), "with no weapon loaded");
    t.idle_to(3, 2, &[]);
    assert!(t.offered("fire G1 gun A1"));
}

// card 36.2, 6.1, 5.1
#[test]
fn the_four_dice_of_a_quad_add_up() {
    let mut t = duel(
        "= a independent\nSdKfz 251 quad 20 @ 0505 E\nTruck @ 0101 W",
        "= b independent\nM18 @ 1005 W\n6-pounder @ 0805 W",
    );
    // 5 inches: effect +2, 20 mm -4, L +1, armour +2: +1. A 4 stuns, a 5 immobilises.
    assert_eq!(t.effect("G1", Slot::Main, "A1"), Some(1));
    let mut gun = t.clone();
    gun.play("fire G1 gun A2", &[]);
    gun.play("resolve", &[10]);
    assert_eq!(gun.condition("A2"), "destroyed", "a Gun from the front, without a roll");
    t.play("fire G1 gun A1", &[]);
    let mut twice = t.clone();
    twice.play("resolve", &[10, 4, 1, 4]);
    assert_eq!(twice.condition("A1"), "destroyed", "stunned and stunned again");
    t.play("resolve", &[10, 4, 1, 5, 1]);
    let condition = t.position.forces.state(t.id("A1")).condition;
    assert!(condition.stunned && condition.immobilised && !condition.destroyed);
}

// card 7, 8.3, 10.5
#[test]
fn hull_down_on_a_hill_applies_to_lower_units() {
    let need = |level: &str| {
        let t = {
            let mut t = Setup {
                axis: "= a independent\nPz IV H-J @ 0505 E\nTruck @ 0101 E",
                allies: "= b independent\nM36 @ 1505 W\nM36 @ 4016 W",
                levels: &[("1", "1505"), (level, "0505")],
                ..Setup::default()
            }
            .open();
            t.set("A1", Flag::Back);
            t
        };
        t.need("G1", Slot::Main, "A1")
    };
    assert_eq!(need("0"), need("1") + 2);
    assert_eq!(need("2"), need("1"), "nor for those above");
}

// card 10.1, 10.3, 10.5, 13.1
#[test]
fn behind_a_wall_under_a_hill() {
    let need = |level: &str, target: &str, edge: &str| {
        let allies = format!("= b independent\n{target} @ 1505 W\nM36 @ 4016 W");
        let t = Setup {
            axis: "= a independent\nPz IV H-J @ 0505 E\nTruck @ 0101 E",
            allies: &allies,
            levels: &[(level, "0505")],
            map: edge,
            ..Setup::default()
        }
        .open();
        t.need("G1", Slot::Main, "A1")
    };
    let (near, far) = (edges("wall", "E", "1405"), edges("wall", "E", "1205"));
    let open = |target: &str| need("0", target, "");
    assert_eq!(need("1", "M36", &near), open("M36") + 2, "against it: hull down from above too");
    assert_eq!(need("1", "M36", &far), open("M36"));
    assert_eq!(need("1", "6-pounder", &near), open("6-pounder") + 1, "a Gun is never hull down");
    assert_eq!(need("0", "Infantry", &format!("{near}{far}")), open("Infantry") + 1, "one wall or two");
    let hedge = edges("hedge", "E", "0505");
    assert_eq!(
        need("0", "M36", &format!("{hedge}{far}")),
        open("M36") + 1,
        "the firer's own hedge and another's wall"
    );
}

// card 12.3, 16.1
#[test]
fn ambush_fire_with_one_weapon_bars_all() {
    let gap = Setup {
        axis: "= a independent\nInfantry @ 1112 E\nPz IV H-J @ 0101 E\nPz IV H-J @ 1215 E",
        allies: "= b independent\nM4 Sherman 75 @ 1210 N\nTruck @ 4016 W",
        terrain: &[("b", "1011 1111 1311 1411")],
        ..Setup::default()
    };
    let mut t = gap.open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E");
    assert!(t.offered("ambush bow 1212") && t.offered("ambush gun 1212"), "{:?}", t.offers());
    let mut held = t.clone();
    held.play("hold", &[]);
    held.idle_to(1, 4, &[]);
    assert!(held.offered("fire A1 gun G3"), "a unit that held its fire has it");
    t.play("ambush bow 1212", &[1]);
    t.idle_to(1, 4, &[]);
    assert!(
        !t.offers().iter().any(|offer| offer.starts_with("fire A1")),
        "none of its weapons fires in \
         phase 4"
    );
    t.idle_to(1, 7, &[]);
    assert!(t.offered("fire A1 gun G3"));
}

// card 11.2, 11.3
#[test]
fn no_morale_roll_for_losses_without_enemy_in_sight() {
    let mut t = Setup {
        axis: "= a independent\nPz IV H-J @ 0505 E\nTruck @ 0116 E",
        allies: "M36 @ 1505 W\nM36 @ 4016 W",
        terrain: &[("b", "1016 1015 1014 1013 1012 1011 1010 1009 1008 1007 1006")],
        ..Setup::default()
    }
    .open();
    // The second M36 sees no enemy.
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[10, 10]);
    t.idle_to(1, 8, &[]);
    let group = usize::from(t.position.battle.unit(t.id("A2")).group);
    assert!(!t.position.forces.groups[group].puffs && !t.position.forces.groups[group].retreats);
    // In LOS in the next phase: no new loss, no roll.
    let id = t.id("A2");
    let cell = t.position.battle.index("2505".parse().unwrap()).unwrap();
    t.position.forces.put(id, cell);
    t.idle_to(2, 7, &[]);
}

// card 11.2, 11.6
#[test]
fn morale_counts_all_losses() {
    let roll = |group: &str, face: u8| {
        let allies = format!("= b {group}\nM36 @ 1505 W\nM36 @ 1507 W\nM36 @ 2509 W");
        let mut t = duel("= a independent\nTiger I @ 0505 E\nTiger I @ 0507 E", &allies);
        t.play("fire G1 gun A1", &[]);
        t.play("resolve", &[10, 10]);
        t.idle_to(1, 7, &[10]);
        t.idle_to(2, 2, &[]);
        t.play("fire G2 gun A2", &[]);
        t.play("resolve", &[10, 10]);
        t.idle_to(2, 7, &[face]);
        let group = usize::from(t.position.battle.unit(t.id("A3")).group);
        t.position.forces.groups[group].retreats
    };
    assert!(roll("", 2) && !roll("", 3), "two lost: fails on 2");
    assert!(roll("elite", 1) && !roll("elite", 2), "elite platoons on 1");
}

// card 11.3
#[test]
fn infantry_checks_morale_for_enemies_within_six_inches() {
    let rolls = |enemy: &str, cell: &str, immobile: bool| {
        let axis = format!("= a independent\n{enemy} @ {cell} N\nTruck @ 0101 E");
        let mut t = Setup {
            axis: &axis,
            allies: "M36 @ 2505 W\nM36 @ 2507 W",
            terrain: &[("b", "0301 0302 0303 0304 0202 0103 0104")],
            ..Setup::default()
        }
        .open();
        if immobile {
            let id = t.id("G1");
            t.position.forces.state_mut(id).condition.immobilised = true;
        }
        let group = usize::from(t.position.battle.unit(t.id("A1")).group);
        t.position.forces.groups[group].puffs = true;
        t.position.forces.groups[group].lost = 1;
        let mut dice = standto::dice::Dice::taped(&[10]);
        while t.position.turn.phase.number() < 7 {
            let offers = t.offers();
            let choice = ["pass", "end"].iter().find(|word| offers.iter().any(|offer| offer == *word));
            let choice: standto::rules::panzertruppe::Choice = choice.expect("a choice").parse().unwrap();
            use standto::game::Rules;
            t.position.apply(&choice, &mut dice, &mut standto::game::Log::off()).unwrap();
        }
        dice.unread() == 0
    };
    assert!(rolls("Pz IV H-J", "1505", false));
    assert!(!rolls("Pz IV H-J", "1505", true), "immobilised and far off");
    assert!(rolls("Pz IV H-J", "1905", true), "six inches");
    assert!(rolls("Infantry", "1905", false) && !rolls("Infantry", "1805", false));
}

// card 11.4, 3.10
#[test]
fn a_retreating_platoon_fires_as_moving() {
    let mut t = duel(
        "= a independent\nTiger I @ 0505 E\nTiger I @ 0510 E",
        "M36 @ 1505 W\nM36 @ 2010 W\nM36 @ 2012 W",
    );
    t.stun("A3");
    let before = t.need("A2", Slot::Main, "G2");
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[10, 10]);
    t.idle_to(1, 7, &[1]);
    assert_eq!(t.at("A3"), "-", "the stunned crew has left its tank");
    assert_eq!(t.motion("A2"), Motion::Moving);
    // It loses +2 and has -3.
    assert_eq!(t.need("A2", Slot::Main, "G2"), before + 5);
    assert!(t.offered("fire A2 gun G2"));
    t.idle_to(1, 8, &[]);
    t.play("move A2", &[]);
    assert!(!t.offered("step W") && t.offered("step E"));
    assert_eq!(t.as_far_as_it_goes("step E"), 6, "and pays nothing to start");
}

// card 9.2, 7
#[test]
fn no_los_from_level_1_over_a_building() {
    let sees = |levels: &[(&str, &str)], terrain: &[(&str, &str)]| {
        let t = Setup {
            axis: "= a independent\nPz IV H-J @ 0505 E\nTruck @ 0101 E",
            allies: "= b independent\nM36 @ 1605 W\nM36 @ 4016 W",
            levels,
            terrain,
            ..Setup::default()
        }
        .open();
        t.position.sighting().sees(t.id("G1"), t.id("A1")).is_some()
    };
    let house = [("b", "1005")];
    assert!(!sees(&[("1", "0505")], &house));
    assert!(sees(&[("1", "0505 1605")], &house), "to its own height it does");
    assert!(sees(&[("1", "0505"), ("2", "1605")], &house), "and to what is higher");
    assert!(sees(&[("2", "0505")], &house), "half way is equal, from two levels up");
    assert!(!sees(&[("2", "0505")], &[("b", "1105")]), "nearer to the lower unit it hides it");
    assert!(!sees(&[("2", "0505"), ("1", "1605")], &[("w", "1005 1105")]), "woods are as high as the hill");
    assert!(sees(&[("2", "0505 1605")], &[("w", "1005 1105")]));
}
