//! Infantry: fire, hand-to-hand combat and close assaults (15 to 17, 19, 20, 23 to 25).

use standto::rules::panzertruppe::state::{Flag, Slot};

use super::super::table::{Setup, Table, duel, edges};

// card 15.3
#[test]
fn a_passing_tank_eliminates_stunned_infantry() {
    let pass = |north: bool| {
        let mut t = duel(
            "= a independent\nPz IV H-J @ 0505 E moving\nTruck @ 0101 E",
            "= b independent\nInfantry @ 0803 W\nM36 @ 4016 W",
        );
        t.stun("A1");
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        for _ in 0..if north { 3 } else { 2 } {
            t.play(if north { "step E" } else { "step SE" }, &[]);
        }
        t.condition("A1")
    };
    assert_eq!(pass(true), "stunned", "two inches by");
    assert_eq!(pass(false), "destroyed");
}

// card 15.4, 16.2
#[test]
fn the_coaxial_gun_and_the_cannon_of_a_turret() {
    let mut t = duel(
        "= a independent\nPz IV H-J @ 0505 E\nPz II F @ 0508 E\nTruck @ 0101 W",
        "= b independent\nInfantry @ 1105 W\nM36 @ 1507 W",
    );
    t.idle_to(1, 5, &[]);
    t.go("fire G1 coax A1; fire G1 bow A1");
    assert!(!t.offered("fire G1 gun A2"), "not the cannon in the same phase");
    t.go("fire G2 gun A2");
    assert!(!t.offered("fire G2 coax A1"));
    t.play("resolve", &[1, 1, 1]);
    t.idle_to(1, 9, &[]);
    assert!(!t.offered("fire G1 gun A2"), "the marker of the coaxial gun");
    assert!(!t.offered("fire G1 coax A1"), "bars the coaxial gun too");
    assert!(t.offered("fire G1 bow A1"), "but not the bow");
    assert!(t.offered("fire G2 gun A2"), "a double rate has its second shot");
    assert!(!t.offered("fire G2 coax A1"));
    t.idle_to(2, 2, &[]);
    assert!(t.offered("fire G1 gun A2"));
}

// card 15.4, 17.3
#[test]
fn small_arms_do_not_fire_with_an_anti_tank_weapon() {
    let mut t = duel(
        "= a independent\nInfantry panzershreck @ 0505 E\nInfantry ATR @ 0507 E\nTruck @ 0101 W",
        "= b independent\nInfantry @ 0705 W\nM18 @ 0706 W\nM36 @ 4016 W",
    );
    t.idle_to(1, 5, &[]);
    t.go("fire G1 hand A2; fire G2 hand A2");
    assert!(!t.offered("fire G1 arms A1") && !t.offered("fire G2 arms A1"));
    // The ATR has no depletion.
    t.play("resolve", &[1, 10, 1]);
    t.idle_to(1, 9, &[]);
    assert!(!t.offered("fire G1 hand A2") && t.offered("fire G2 hand A2"), "the rifle has a double rate");
    assert!(!t.offered("fire G1 arms A1") && !t.offered("fire G2 arms A1"), "markers");
    t.idle_to(2, 5, &[]);
    assert!(t.offered("fire G1 arms A1"));
}

// card 17.2, 15.2
#[test]
fn effects_of_anti_tank_weapons_by_target() {
    let fire = |weapon: &str, target: &str, faces: &[u8]| {
        let mut t = duel(
            &format!("= a independent\nInfantry {weapon} @ 0505 E\nTruck @ 0101 W"),
            &format!("= b independent\n{target}\nM36 @ 4016 W"),
        );
        t.play("fire G1 hand A1", &[]);
        t.play("resolve", faces);
        t.condition("A1")
    };
    assert_eq!(fire("panzershreck", "Infantry @ 0705 W", &[10, 10]), "stunned");
    assert_eq!(fire("panzershreck", "Mortar 60 mm @ 0705 W", &[10, 10]), "destroyed");
    assert_eq!(fire("panzershreck", "Truck @ 0705 W", &[10, 10]), "destroyed");
    assert_eq!(fire("panzershreck", "6-pounder @ 0705 E", &[10, 10]), "destroyed", "from the rear");
    // Front: +4 and +4 make 8: even a 1 destroys.
    assert_eq!(fire("panzershreck", "6-pounder @ 0705 W", &[10, 1, 10]), "destroyed");
    // The ATR: -1 and +4: a 2 stuns, a 3 has no effect, a 4 destroys.
    assert_eq!(fire("ATR", "6-pounder @ 0705 W", &[10, 2]), "stunned");
    assert_eq!(fire("ATR", "6-pounder @ 0705 W", &[10, 3]), "none");
    assert_eq!(fire("ATR", "6-pounder @ 0705 W", &[10, 4]), "destroyed");
    assert_eq!(fire("ATR", "Mortar 60 mm @ 0705 W", &[10]), "destroyed");
}

/// Infantry beside a halftrack, with its close assault declared.
fn beside(axis: &str) -> Table {
    let mut t = duel(axis, "= b independent\nM3 halftrack @ 0705 W\nInfantry @ 1005 W\nM36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; assault A1");
    t
}

// card 20.1, 15.3
#[test]
fn defensive_fire_precedes_the_assault() {
    let axis = "= a independent\nInfantry @ 0505 E\nTruck @ 0101 W";
    let mut t = beside(axis);
    t.idle_to(1, 4, &[]);
    t.play("fire A1 open G1", &[]);
    let need = t.need("A1", Slot::Open, "G1");
    let mut dead = t.clone();
    dead.play("resolve", &[(need + 3) as u8]);
    assert_eq!(dead.condition("G1"), "destroyed");
    dead.idle_to(1, 6, &[]);
    t.play("resolve", &[need as u8]);
    assert_eq!(t.condition("G1"), "stunned");
    // Stunned infantry rolls no close assault.
    t.idle_to(1, 6, &[]);
    assert_eq!(t.condition("A1"), "none");
}

// card 20.1, 20.5
#[test]
fn assaulting_infantry_fires_at_no_other_unit() {
    let mut t = beside("= a independent\nInfantry @ 0505 E\nPz IV H-J @ 0105 E\nTruck @ 0101 W");
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 arms A2"), "other infantry in range");
    // The tank's shot in this phase comes first: a stunned vehicle is +2.
    let effect = t.effect("G2", Slot::Main, "A1").expect("a roll");
    t.play("fire G2 gun A1", &[]);
    let stun = 5 - effect;
    if (1..=10).contains(&stun) {
        let before = t.position.close_combat().assault_lines(t.id("A1"), t.id("G1"), false, 0).sum();
        // 6 and the modifiers of a stunned vehicle.
        t.play("resolve", &[10, stun as u8, 10]);
        assert_eq!(t.condition("A1"), "destroyed", "{before}");
    }
    let mut t = beside("= a independent\nInfantry @ 0505 E\nPz IV H-J @ 0105 E\nTruck @ 0101 W");
    t.idle_to(1, 5, &[]);
    t.play("fire G2 gun A1", &[]);
    t.play("resolve", &[10, 10]);
    assert_eq!(t.condition("A1"), "destroyed", "and no die for the assault on a wreck");
}

/// A moving Pz IV that close-assaults the unit at 0805.
fn run_at(target: &str) -> Table {
    let mut t = duel(
        "= a independent\nPz IV H-J @ 0505 E moving\nTruck @ 0101 E",
        &format!("= b independent\n{target}\nM36 @ 4016 W"),
    );
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; overrun A1");
    t
}

// card 20.4, 17.3, 5.2
#[test]
fn the_defender_fires_before_the_vehicle_closes() {
    // Bazooka at 0 inches: 6 -1 for the moving target +1: 6; front -1 +3: 3 stuns, 4 immobilises.
    let mut t = run_at("Infantry bazooka @ 0805 W");
    let mut holds = t.clone();
    // Hit, immobilised, not depleted, straight on: without room it stops against the infantry.
    t.play("defend hand", &[6, 4, 10, 1]);
    let condition = t.position.forces.state(t.id("G1")).condition;
    assert!(condition.immobilised);
    assert_eq!(t.condition("A1"), "none", "and the assault is over");
    assert_eq!(t.at("G1"), "0706");
    assert_eq!(t.position.forces.state(t.id("A1")).shots, 1);
    // Coaxial and bow MG: -2.
    holds.play("hold", &[4]);
    assert_eq!(holds.condition("A1"), "destroyed");
    assert_eq!(holds.asks(), "step", "it goes on");
}

// card 20.3
#[test]
fn units_that_cannot_fire_before_a_close_assault() {
    let mut t = run_at("6-pounder @ 0805 E");
    assert!(!t.offered("defend gun"), "its back is turned");
    t.play("hold", &[10, 5]);
    let mut t = duel(
        "= a independent\nPz IV H-J @ 0505 E moving\nTruck @ 0101 E",
        "= b independent\n6-pounder @ 0805 W\nM36 @ 4016 W",
    );
    t.stun("A1");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E");
    if t.offered("overrun A1") {
        t.play("overrun A1", &[]);
    }
    assert_eq!(t.condition("A1"), "destroyed", "stunned: lost at once");
    assert_eq!(t.asks(), "step");
}

// card 19.2, 19.1, 24.1
#[test]
fn hand_to_hand_modifiers_by_terrain() {
    let lines = |axis: &str, allies: &str, terrain: &[(&str, &str)], map: &str| {
        let axis = format!("{axis}\nTruck @ 0101 E");
        let allies = format!("{allies}\nM36 @ 4016 W");
        let t = Setup { axis: &axis, allies: &allies, terrain, map, ..Setup::default() }.open();
        let (mine, his) = t.position.close_combat().fight_lines(t.id("G1"), t.id("A1"), &[]);
        (mine.sum(), his.sum())
    };
    let (foot, horse) = ("Infantry @ 0605 E", "Cavalry @ 0605 E");
    assert_eq!(lines(foot, "Infantry @ 0705 W", &[], ""), (0, 0));
    assert_eq!(lines(foot, "Infantry MG @ 0705 W", &[], &edges("wall", "E", "0605")), (-1, 2));
    assert_eq!(lines(foot, "Infantry @ 0705 W", &[("b", "0705")], ""), (-1, 0));
    assert_eq!(lines(foot, "6-pounder @ 0705 W dug-in=front", &[], ""), (-1, 0));
    assert_eq!(
        lines(foot, "Infantry @ 0705 W dug-in=all", &[("w", "0705")], &edges("hedge", "E", "0605")),
        (-1, 0),
        "once"
    );
    assert_eq!(lines(horse, "6-pounder @ 0705 W", &[], ""), (5, 0));
    assert_eq!(lines(horse, "6-pounder @ 0705 W", &[("r", "0705")], ""), (0, 0), "not in rough ground");
    assert_eq!(lines(horse, "Infantry @ 0705 W", &[("w", "0705")], ""), (-1, 0), "nor in woods");
    assert_eq!(lines(horse, "Infantry @ 0705 W dug-in=all", &[], ""), (-1, 0));
    // Enemy riders fire at it, so they may be fired at too.
    assert_eq!(
        lines("Infantry MG @ 0605 E", "Cavalry @ 0705 W", &[], ""),
        (0, 0),
        "the attacker's MG does not count"
    );
}

// card 25, 15.4
#[test]
fn infantry_in_grain_that_has_fired() {
    let mut t = Setup {
        axis: "= a independent\nTruck @ 0505 E\nInfantry MG @ 0705 E\nTruck @ 0101 E",
        allies: "= b independent\nInfantry MG @ 1205 W\nM3 scout car @ 1207 W\nM36 @ 4016 W",
        map: "grain = [\"1005\", \"1105\", \"1205\", \"1007\", \"1107\", \"1207\", \"1006\", \"1106\", \"1206\"]\n",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 4, &[]);
    assert!(t.offered("fire A1 arms G1"), "out of the grain it sees");
    let mut fires = t.clone();
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G2 arms A1"));
    fires.play("fire A1 arms G1", &[]);
    fires.play("resolve", &[1]);
    fires.idle_to(1, 5, &[]);
    assert!(fires.offered("fire G2 arms A1"), "it has revealed itself");
}

// card 23.1, 2.3
#[test]
fn units_on_overwatch_see_through_a_hedgerow() {
    let offers = |axis: &str, allies: &str| {
        let t = Setup {
            axis: &format!("= a independent\n{axis}\nTruck @ 0101 E"),
            allies: &format!("= b independent\n{allies}\nM36 @ 4016 W"),
            map: &edges(
                "hedgerow",
                "E",
                "0501 0502 0503 0504 0505 0506 0507 0508 0509 0510 0511 0512 0513 0514 0515 0516",
            ),
            ..Setup::default()
        }
        .open();
        t.offered("fire G1 gun A1")
    };
    let (near, far) = ("Pz IV H-J @ 0505 E", "M36 @ 1505 W");
    assert!(offers(near, far));
    assert!(offers(near, "M36 @ 1505 W moving"), "the unit at it is on overwatch: that is enough");
    assert!(!offers("Pz IV H-J @ 0505 E moving", far), "moving at it, although the target is on overwatch");
    assert!(offers("Pz IV H-J @ 0405 E", "Infantry @ 0605 W"), "infantry at it on the other side");
    assert!(!offers("Pz IV H-J @ 0405 E", far), "no unit at it");
}

// card 24.5, 4.1
#[test]
fn an_88_destroys_infantry_with_a_tank_in_a_building() {
    let run = |gun: &str| {
        let mut t = Setup {
            axis: &format!("= a independent\n{gun} @ 0505 E\nTruck @ 0101 E"),
            allies: "= b independent\nM18 @ 1505 W\nInfantry @ 1505 W\nM36 @ 4016 W",
            terrain: &[("b", "1505")],
            ..Setup::default()
        }
        .open();
        t.play("fire G1 gun A1", &[]);
        t.play("resolve", &[10, 10]);
        (t.condition("A1"), t.condition("A2"))
    };
    assert_eq!(run("Tiger I"), ("destroyed", "destroyed"));
    assert_eq!(run("Panther"), ("destroyed", "none"));
}

// card 17.1, 18.6, 24.3
#[test]
fn crouching_infantry_fires_one_inch() {
    let mut t = Setup {
        axis: "= a independent\nInfantry panzershreck @ 0505 E\nTruck @ 0101 E",
        allies: "= b independent\nM18 @ 0605 W\nM18 @ 0707 W\nM36 @ 4016 W",
        terrain: &[("b", "0505")],
        ..Setup::default()
    }
    .open();
    assert!(t.offered("fire G1 hand A1") && t.offered("fire G1 hand A2"));
    t.set("G1", Flag::Crouching);
    assert!(t.offered("fire G1 hand A1") && !t.offered("fire G1 hand A2"));
}

// card 10.2, 10.3
#[test]
fn a_wall_both_units_are_against_gives_no_cover() {
    let need = |kind: &str| {
        let map = if kind.is_empty() { String::new() } else { edges(kind, "E", "0505") };
        let t = Setup {
            axis: "= a independent\nPz IV H-J @ 0505 E\nTruck @ 0101 E",
            allies: "= b independent\nM36 @ 0605 W\nM36 @ 4016 W",
            map: &map,
            ..Setup::default()
        }
        .open();
        t.need("G1", Slot::Main, "A1")
    };
    assert_eq!(need("wall"), need(""));
    assert_eq!(need("hedge"), need(""));
}

// card 20.3, 36.6
#[test]
fn a_carrier_with_an_atr_may_close_assault() {
    let mut t = Setup {
        axis: "= a independent\nInfantry @ 0805 W\nPz IV H-J @ 0101 E",
        allies: "= b independent\nBren carrier ATR @ 1105 W moving\nTruck @ 1109 W moving\nTruck @ 4016 W",
        nations: ["Germany", "Britain"],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 8, &[]);
    t.go("move A1; step W; step W");
    assert!(t.offered("overrun G1"));
}
