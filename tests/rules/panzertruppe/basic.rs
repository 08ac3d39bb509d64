//! Cards of the basic rules, drawn from the text: moving, firing, damage, platoons (1 to 6, 11, 12). The numbers before
//! each are those of the ledger.

use standto::game::{Rules, Side};
use standto::rules::panzertruppe::firing::Motion;
use standto::rules::panzertruppe::state::Slot;

use super::table::{Setup, Table, duel};

pub fn need(t: &Table, firer: &str, target: &str) -> i16 {
    t.need(firer, Slot::Main, target)
}

/// Moves east as far as possible; returns the number of steps.
fn drive_east(t: &mut Table, tag: &str) -> usize {
    t.idle_to(1, 3, &[]);
    t.play(&format!("move {tag}"), &[]);
    t.as_far_as_it_goes("step E")
}

// card 1
#[test]
fn ten_phases_in_their_order() {
    let mut t = duel("Flak 88 @ 0505 E", "M36 @ 2505 W");
    let mut seen = vec![(t.position.turn.phase.number(), t.position.decision().unwrap().side)];
    while t.position.turn.number == 1 {
        let (turn, phase) = (t.position.turn.number, t.position.turn.phase.number());
        t.idle_to(turn, phase + 1, &[]);
        if t.position.turn.number == 1 {
            seen.push((t.position.turn.phase.number(), t.position.decision().unwrap().side));
        }
    }
    let (a, b) = (Side::A, Side::B);
    assert_eq!(seen, [(2, a), (3, a), (4, b), (5, a), (7, b), (8, b), (9, a), (10, b)]);
}

// card 2.1
#[test]
fn six_points_are_six_inches_and_nine_on_a_road() {
    let road: String = (1..=40).map(|x| format!("{x:02}05 ")).collect();
    let mut t = duel("Pz IV H-J @ 0505 E moving", "M4 Sherman 76 @ 4016 W");
    assert_eq!(drive_east(&mut t, "G1"), 6);
    let mut t = Setup { axis: "Pz IV H-J @ 0505 E moving", roads: &[&road], ..Setup::default() }.open();
    assert_eq!(drive_east(&mut t, "G1"), 9);
}

// card 2.2
#[test]
fn a_level_up_costs_a_point_more() {
    let hill: String = (8..=20).map(|x| format!("{x:02}05 ")).collect();
    let mut t =
        Setup { axis: "Pz IV H-J @ 0505 E moving", levels: &[("1", &hill)], ..Setup::default() }.open();
    assert_eq!(drive_east(&mut t, "G1"), 5);
}

// card 2.3, 2.5
#[test]
fn starting_costs_two_points_and_units_at_rest_go_on_overwatch() {
    let mut t = duel("Pz IV H-J @ 0505 E", "M4 Sherman 76 @ 4016 W");
    assert_eq!(drive_east(&mut t, "G1"), 4);
    let mut t = duel("Pz IV H-J @ 0505 E moving\nPz IV H-J @ 0508 E", "M4 Sherman 76 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; stop; faced; faced; end");
    let values = |tag: &str| format!("{:?}", t.position.forces.state(t.id(tag)).motion);
    assert_eq!((values("G1"), values("G2")), ("Stopped".into(), "Overwatch".into()));
}

// card 2.4
#[test]
fn units_begin_on_overwatch() {
    let t = duel("Pz IV H-J @ 0505 E", "M4 Sherman 76 @ 2505 W");
    // 6, +1 for 20 inches, -2 overwatch firer, -1 overwatch target.
    assert_eq!(need(&t, "G1", "A1"), 6 + 1 - 2 - 1);
}

// card 2.6, 2.7
#[test]
fn hull_and_turret_are_faced_apart_and_a_moving_hull_not_at_all() {
    let mut t = duel("Pz IV H-J @ 0505 E moving", "M4 Sherman 76 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E");
    let mut rolls = t.clone();
    t.go("stop; hull 0; turret 12");
    let state = *t.position.forces.state(t.id("G1"));
    assert_eq!((state.hull, state.turret), (0, 12));
    rolls.play("drive", &[]);
    assert!(!rolls.offered("hull 0") && rolls.offered("turret 12"));
}

// card 2.8
#[test]
fn reverse_costs_double() {
    let mut t = duel("Pz IV H-J @ 1005 E moving", "M4 Sherman 76 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    let steps = t.as_far_as_it_goes("reverse W");
    assert_eq!((steps, t.position.forces.state(t.id("G1")).hull), (3, 6));
}

// card 3.1, 3.2, 3.3
#[test]
fn single_and_double_rates_between_two_loads() {
    let mut t = duel("Pz IV H-J @ 0505 E\nFlak 88 @ 0508 E", "M36 @ 2505 W\nM36 @ 2508 W");
    t.play("fire G1 gun A1", &[]);
    assert!(t.refused("fire G1 gun A2").contains("it has a shot marker"));
    t.play("fire G2 gun A2", &[]);
    t.play("resolve", &[1, 1]);
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 gun A1") && t.offered("fire G2 gun A2"));
    t.play("fire G2 gun A2", &[]);
    t.play("resolve", &[1]);
    t.idle_to(1, 9, &[]);
    assert!(!t.offered("fire G2 gun A2"));
    t.idle_to(2, 2, &[]);
    assert!(t.offered("fire G1 gun A1") && t.offered("fire G2 gun A2"));
}

// card 3.5
#[test]
fn a_turret_bears_sixty_degrees_and_a_bow_forty() {
    let t = duel("Pz IV H-J @ 0502 E\nStuG III F-G @ 0504 E", "M36 @ 2511 W\nM36 @ 2515 W");
    // G1 to A1: 20 east, 9 north: 24 degrees; A2: 13 north: 33 degrees. G2 to A1: 7 north: 19; A2: 11: 29.
    assert!(t.offered("fire G1 gun A1") && !t.offered("fire G1 gun A2"));
    assert!(t.offered("fire G2 gun A1") && !t.offered("fire G2 gun A2"));
    assert!(t.refused("fire G1 gun A2").contains("outside the arc"));
}

// card 3.6
#[test]
fn shots_declared_at_a_destroyed_target_are_spent() {
    let mut t = duel("Tiger I @ 0505 E\nTiger I @ 0506 E", "M36 @ 1505 W\nM36 @ 1506 W");
    t.go("fire G1 gun A1; fire G2 gun A1");
    t.play("resolve", &[10, 10]);
    assert_eq!(t.condition("A1"), "destroyed");
    t.idle_to(1, 5, &[10]);
    assert!(!t.offered("fire G2 gun A2"), "its shot is gone");
}

// card 3.7, 3.8, 3.10
#[test]
fn what_a_shot_needs() {
    // 10 inches, both moving: 6 + 3 + 1.
    assert_eq!(need(&duel("Pz IV H-J @ 0505 E moving", "M36 @ 1505 W moving"), "G1", "A1"), 10);
    // A 75S at 30 inches: -3; on overwatch +2; the target on overwatch +1.
    assert_eq!(need(&duel("Pz IV F1 @ 0505 E", "M36 @ 3505 W"), "G1", "A1"), 6);
    // A 75VL at 30 inches: -1.
    assert_eq!(need(&duel("Panther @ 0505 E", "M36 @ 3505 W"), "G1", "A1"), 4);
    // At 5.8 inches +1, at 5 and 14 too; at 25 -1.
    assert_eq!(need(&duel("Pz IV H-J @ 0505 E", "M36 @ 3005 W"), "G1", "A1"), 4);
}

// card 3.9
#[test]
fn a_natural_one_misses() {
    let mut t = duel("Tiger I @ 0505 E", "M36 @ 0805 W");
    assert!(need(&t, "G1", "A1") <= 2);
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[1]);
    assert_eq!(t.condition("A1"), "none");
}

// card 3.11
#[test]
fn an_unarmoured_vehicle_is_destroyed_by_a_hit() {
    let mut t = duel("Pz IV H-J @ 0505 E", "Truck @ 1505 W\nM36 @ 4016 W");
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[9]);
    assert_eq!(t.condition("A1"), "destroyed");
}

// card 4.1, 4.2, 4.3
#[test]
fn the_tiger_example() {
    // The Tiger faces north, fire comes from the east over 10 inches.
    let russians = Setup {
        nations: ["Germany", "Russia"],
        axis: "Tiger I @ 0505 N",
        allies: "T-34-85 @ 1505 W",
        ..Setup::default()
    };
    let mut t = russians.open();
    assert_eq!(t.effect("A1", Slot::Main, "G1"), Some(1));
    t.idle_to(1, 4, &[]);
    t.play("fire A1 gun G1", &[]);
    let (mut fifth, mut fourth) = (t.clone(), t.clone());
    t.play("resolve", &[10, 6]);
    assert_eq!(t.condition("G1"), "destroyed");
    fifth.play("resolve", &[10, 5]);
    assert_eq!(fifth.condition("G1"), "immobilised");
    fourth.play("resolve", &[10, 4]);
    assert_eq!(fourth.condition("G1"), "stunned");
}

// card 5.1
#[test]
fn immobilised_vehicles_turn_only_their_turret() {
    let mut t = duel("Pz IV H-J @ 0505 E\nPz IV H-J @ 0101 E", "M36 @ 1505 W");
    t.idle_to(1, 4, &[]);
    t.play("fire A1 gun G1", &[]);
    let effect = t.effect("A1", Slot::Main, "G1");
    t.play("resolve", &[10, (6 - effect.unwrap()) as u8]);
    assert_eq!(t.condition("G1"), "immobilised");
    t.idle_to(2, 3, &[]);
    t.play("move G1", &[]);
    assert!(t.offered("turret 0") && !t.offered("hull 0") && !t.offered("step E"));
}

// card 5.2, 6.4
#[test]
fn moving_vehicles_that_are_hit_make_errant_turns() {
    let mut t = duel("Pz IV H-J @ 1005 E moving\nPz IV H-J @ 0101 E", "M36 @ 2005 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; drive; faced; end; fire A1 gun G1");
    let effect = t.effect("A1", Slot::Main, "G1").unwrap();
    // A 5 stuns; then the errant turn: 8 is 45 degrees to the right, an inch to the south-east.
    t.play("resolve", &[10, (5 - effect) as u8, 8]);
    assert_eq!((t.condition("G1"), t.at("G1").as_str()), ("stunned", "1204"));
    assert_eq!(t.position.forces.state(t.id("G1")).hull, 9);
}

// card 5.3
#[test]
fn out_of_control_into_a_building() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 1005 E moving\nPz IV H-J @ 0101 E",
        allies: "M36 @ 1112 S",
        terrain: &[("b", "1205")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; drive; faced; end; fire A1 gun G1");
    let effect = t.effect("A1", Slot::Main, "G1").unwrap();
    t.play("resolve", &[10, (6 - effect) as u8, 5]);
    assert_eq!(t.condition("G1"), "destroyed");
}

// card 5.4
#[test]
fn collisions() {
    let run = |other: &str| {
        let mut t =
            duel(&format!("Pz IV H-J @ 1005 E moving\n{other} @ 1205 E\nPz IV H-J @ 0101 E"), "M36 @ 2009 W");
        t.idle_to(1, 3, &[]);
        t.go("move G1; step E; drive; faced; end; fire A1 gun G1");
        let effect = t.effect("A1", Slot::Main, "G1").unwrap();
        t.play("resolve", &[10, (5 - effect) as u8, 5]);
        (t.condition("G1"), t.condition("G2"))
    };
    assert_eq!(run("Pz IV H-J"), ("stunned-immobilised", "immobilised"));
    assert_eq!(run("Truck"), ("stunned", "destroyed"));
}

// card 6.1, 6.2, 6.3
#[test]
fn a_stun_lasts_one_movement_phase_and_a_second_destroys() {
    let mut t = duel("Pz IV H-J @ 1005 E\nPz IV H-J @ 0101 E", "M36 @ 2005 W\nM36 @ 2006 W");
    t.idle_to(1, 4, &[]);
    t.play("fire A1 gun G1", &[]);
    let effect = t.effect("A1", Slot::Main, "G1").unwrap();
    let face = (5 - effect) as u8;
    let mut twice = t.clone();
    t.play("resolve", &[10, face]);
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 gun A1"), "it does not fire");
    t.idle_to(2, 3, &[]);
    assert!(!t.offered("move G1"), "it does not move");
    t.idle_to(2, 5, &[]);
    assert_eq!(t.condition("G1"), "none");
    assert!(t.offered("fire G1 gun A1"));
    twice.play("fire A2 gun G1", &[]);
    twice.play("resolve", &[10, face, 10, face]);
    assert_eq!(twice.condition("G1"), "destroyed");
}

// card 11.1, 11.2, 11.4
#[test]
fn a_platoon_that_fails_morale_retreats() {
    let mut t = duel("Tiger I @ 0505 E\nTiger I @ 0507 E", "M36 @ 1505 W\nM36 @ 1506 W\nM36 @ 1507 W");
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[10, 10]);
    let mut stays = t.clone();
    // One lost: fails on a 1.
    t.idle_to(1, 7, &[1]);
    assert!(t.position.forces.retreats(t.id("A2")));
    t.idle_to(1, 8, &[]);
    assert!(!t.offered("end"), "they must retreat");
    t.play("move A2", &[]);
    assert!(t.offered("step E") && !t.offered("step W") && !t.offered("stop"));
    stays.idle_to(1, 7, &[2]);
    assert!(!stays.position.forces.retreats(stays.id("A2")));
}

// card 11.3
#[test]
fn no_roll_without_an_enemy_in_sight() {
    let mut t = Setup {
        axis: "Tiger I @ 0505 E",
        allies: "M36 @ 1505 W\nM36 @ 3016 W",
        terrain: &[("b", "2916 2815 2915 2816")],
        ..Setup::default()
    }
    .open();
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[10, 10]);
    let seen = t.position.sighting().sees(t.id("A2"), t.id("G1")).is_some();
    t.idle_to(1, 7, if seen { &[10] } else { &[] });
    assert!(!seen, "the buildings hide it");
}

// card 11.5
#[test]
fn stunned_and_immobilised_units_are_left_behind() {
    let mut t = duel("Tiger I @ 0505 E\nTiger I @ 0507 E", "M36 @ 1505 W\nM36 @ 1507 W\nM36 @ 1509 W");
    t.go("fire G1 gun A1; fire G2 gun A2");
    let effect = t.effect("G2", Slot::Main, "A2").unwrap();
    let face = (6 - effect).max(1) as u8;
    t.play("resolve", &[10, 10, 10, face]);
    let hurt = t.condition("A2") != "destroyed";
    t.idle_to(1, 7, &[1]);
    assert!(t.position.forces.retreats(t.id("A3")));
    assert!(!hurt || !t.position.forces.is_in(t.id("A2")), "left behind");
}

// card 11.6
#[test]
fn elite_platoons_fail_below_their_losses() {
    let mut t = duel("Tiger I @ 0505 E", "= guards elite\nM36 @ 1505 W\nM36 @ 1506 W\nM36 @ 1507 W");
    assert_eq!(t.position.battle.unit(t.id("A1")).value, 27 + 2);
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[10, 10]);
    t.idle_to(1, 7, &[1]);
    assert!(!t.position.forces.retreats(t.id("A2")));
}

// card 12.1, 12.2, 12.3
#[test]
fn fire_at_units_that_enter_and_leave_sight() {
    // A building hides the start, another the end; the Gun sees the cells between them.
    let mut t = Setup {
        axis: "Pz IV H-J @ 1012 E moving\nPz IV H-J @ 0101 E",
        allies: "M36 @ 1203 N",
        terrain: &[("b", "1008 1108 1009 1409 1408 1308 1309 0909 0908")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    let mut asked = false;
    for _ in 0..5 {
        if !t.offered("step E") {
            break;
        }
        t.play("step E", &[]);
        if t.position.decision().unwrap().kind == "ambush" {
            asked = true;
            break;
        }
    }
    assert!(asked, "it came into sight and leaves it");
    let shot = t.offers().into_iter().find(|offer| offer.starts_with("ambush gun")).expect("a shot");
    t.play(&shot, &[10, 10]);
    assert_eq!(t.condition("G1"), "destroyed");
    // A unit that fired from ambush does not fire in the next fire phase.
    t.idle_to(1, 7, &[]);
    assert!(!t.offered("fire A1 gun G2"));
}

// card 3.4
#[test]
fn no_pivots_in_a_fire_phase() {
    let mut t = duel("Pz IV H-J @ 0502 E\nStuG III F-G @ 0504 E", "M36 @ 2505 W\nM36 @ 0516 W");
    for phase in [2, 5, 9] {
        t.idle_to(1, phase, &[]);
        assert!(!t.offered("fire G1 gun A2"), "outside its arc");
        let turns = ["hull", "turret", "move", "step"];
        assert!(t.offers().iter().all(|offer| !turns.iter().any(|turn| offer.starts_with(turn))));
    }
    let facing = |t: &Table| {
        let state = *t.position.forces.state(t.id("G1"));
        (state.hull, state.turret)
    };
    let before = facing(&t);
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[1]);
    assert_eq!(facing(&t), before, "not toward its target either");
}

// card 2.3, 6.2
#[test]
fn units_stunned_at_rest_go_on_overwatch() {
    let mut t = duel("Pz IV H-J @ 0505 E\n6-pounder @ 0508 E\nPz IV H-J @ 0101 E", "M4 Sherman 76 @ 4016 W");
    for tag in ["G1", "G2"] {
        let id = t.id(tag);
        t.position.forces.state_mut(id).motion = Motion::Stopped;
        t.position.forces.state_mut(id).condition.stunned = true;
    }
    t.idle_to(1, 4, &[]);
    assert_eq!((t.condition("G1"), t.motion("G1")), ("none", Motion::Overwatch));
    assert_eq!((t.condition("G2"), t.motion("G2")), ("none", Motion::Overwatch));
}
