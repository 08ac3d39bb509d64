//! Cards of chapters 19 and 20: hand to hand, and close assaults.

use standto::board::Cell;
use standto::game::{Rules, Target};
use standto::rules::panzertruppe::firing::Condition;
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::table::{Setup, Table, duel, edges, opening};

// card 18.10, 19.1, 19.2, 19.4
#[test]
fn hand_to_hand() {
    let mut t = Setup {
        axis: "Infantry @ 0505 E\nPz IV H-J @ 0101 E",
        allies: "Infantry MG @ 0705 W\nM36 @ 4016 W",
        terrain: &[("w", "0705")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; fight A1");
    let (mut tie, mut lose) = (t.clone(), t.clone());
    // -1 into woods, +2 machine gun: 9 - 1 = 8 against 5 + 2 = 7.
    t.play("end", &[9, 5]);
    let mut stays = t.clone();
    t.play("occupy", &[]);
    assert_eq!((t.condition("A1"), t.at("G1").as_str()), ("destroyed", "0705"));
    stays.play("hold", &[]);
    assert_eq!(stays.at("G1"), "0605", "it may stay");
    tie.play("end", &[9, 6]);
    assert_eq!((tie.condition("A1"), tie.condition("G1")), ("destroyed", "destroyed"));
    lose.play("end", &[9, 7]);
    assert_eq!((lose.condition("A1"), lose.condition("G1")), ("none", "destroyed"));
    let horse = duel("Cavalry @ 0605 E", "Infantry @ 0705 W\nM36 @ 4016 W");
    let (mine, _) = horse.position.close_combat().fight_lines(horse.id("G1"), horse.id("A1"), &[]);
    assert_eq!(mine.sum(), 5);
}

// card 19.3
#[test]
fn stunned_units_are_eliminated_without_a_roll() {
    let mut t = duel(
        "Infantry @ 0505 E\nPz III J-L @ 0110 E",
        "37 mm ATG @ 0705 W\nM36 @ 4016 W".replace("37 mm ATG", "6-pounder").as_str(),
    );
    let gun = t.id("A1");
    t.position.forces.state_mut(gun).condition = Condition { stunned: true, ..Condition::default() };
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; fight A1; end");
    assert_eq!(t.condition("A1"), "destroyed");
}

// card 20.1, 20.2, 20.5, 20.6
#[test]
fn infantry_assaults_a_halftrack() {
    let mut t = duel(
        "Infantry @ 0505 E\nInfantry @ 0507 E\nPz IV H-J @ 0101 E",
        "M3 halftrack @ 0706 W\nM36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    for tag in ["G1", "G2"] {
        t.play(&format!("move {tag}"), &[]);
        t.go("step E; assault A1");
    }
    t.play("end", &[]);
    let (g1, g2, a1) = (t.id("G1"), t.id("G2"), t.id("A1"));
    // Open-topped +2, one MG in arc -1; the second attack +1.
    assert_eq!(t.position.close_combat().assault_lines(a1, g1, false, 0).sum(), 1);
    assert_eq!(t.position.close_combat().assault_lines(a1, g2, false, 1).sum(), 2);
    // 4 + 1 = 5 nothing; 7 + 2 = 9 destroyed.
    t.idle_to(1, 6, &[4, 7, 10]);
    assert_eq!(t.condition("A1"), "destroyed");
}

// card 20.3, 20.4
#[test]
fn a_tank_runs_down_a_gun_that_fires_first() {
    let mut t = duel("Pz IV H-J @ 0505 E moving\nPz IV H-J @ 0101 E", "6-pounder @ 0805 W\nM36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; overrun A1");
    assert!(t.offered("defend gun"));
    let mut fires = t.clone();
    // Bow and coaxial MG in arc: -2; 4 - 2 = 2 eliminates the Gun, the tank moves on.
    t.play("hold", &[4]);
    assert_eq!(t.condition("A1"), "destroyed");
    assert_eq!(t.position.decision().unwrap().kind, "step");
    fires.play("defend gun", &[10, 10]);
    assert_eq!((fires.condition("G1"), fires.condition("A1")), ("destroyed", "none"));
}

// card 20.3, 20.6
#[test]
fn a_vehicle_damaged_in_its_assault_makes_an_errant_turn() {
    let mut t = duel("Pz IV H-J @ 0505 E moving\nPz IV H-J @ 0101 E", "6-pounder @ 0805 W\nM36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step N; step E; overrun A1");
    // On the diagonal neither the coaxial nor the bow MG has the Gun in arc. 7 stuns; then 45 degrees to the
    // left.
    let bears = t.position.close_combat().assault_lines(t.id("G1"), t.id("A1"), true, 0).sum();
    t.play("hold", &[(7 - bears) as u8, 2]);
    assert_eq!((t.condition("G1"), t.at("G1").as_str()), ("stunned", "0807"));
}

// card 20.4, 3.2
#[test]
fn a_double_rate_defends_itself_with_its_second_shot() {
    let run = |gun: &str| {
        let allies = format!("{gun} @ 0805 W\nM36 @ 4016 W");
        let mut t = duel("= a independent\nTiger I @ 0305 E\nPz IV H-J @ 0505 E moving", &allies);
        // One shot in Allied phase 10 of the turn before.
        t.idle_to(1, 10, &[]);
        t.go("fire A1 gun G1");
        t.play("resolve", &[1]);
        t.idle_to(2, 3, &[]);
        t.go("move G2; step E; step E; overrun A1");
        t.offered("defend gun")
    };
    assert!(run("6-pounder"));
    assert!(!run("3-inch M5"));
}

// card 20.4
#[test]
fn point_blank_across_a_corner() {
    let t = duel(
        "Pz IV H-J @ 0505 E moving\nTruck @ 0101 E",
        "Infantry bazooka @ 0606 W\nInfantry bazooka @ 0705 W",
    );
    // Contact: +1; moving -1. Two inches away: 0 and -1.
    assert_eq!((t.need("A1", Slot::Hand, "G1"), t.need("A2", Slot::Hand, "G1")), (6, 7));
}

// card 20.4
#[test]
fn weapons_of_a_unit_under_close_assault() {
    let at = |vehicle: &str, defender: &str| {
        let mut t = duel(
            &format!("{vehicle} @ 0505 E moving\nInfantry @ G1\nTruck @ 0101 E"),
            &format!("{defender} @ 0805 W\nM36 @ 4016 W"),
        );
        t.idle_to(1, 3, &[]);
        t.go("move G1; step E; step E; overrun A1");
        let offers: Vec<String> = t.offers();
        (offers, t)
    };
    assert_eq!(at("Pz IV H-J", "6-pounder").0, ["hold", "defend gun"], "a Gun that bears");
    let (offers, mut t) = at("Pz IV H-J", "Infantry");
    assert_eq!(offers, ["hold", "defend arms"], "small arms at riders of a tank");
    // In contact small arms need 6; the vehicle is moving, -1. The stunned rider dismounts.
    let bears = t.position.close_combat().assault_lines(t.id("G1"), t.id("A1"), true, 0).sum();
    t.play("defend arms", &[7, (5 - bears).clamp(1, 10) as u8]);
    assert!(t.position.forces.carrier(t.id("G2")).is_none());
    assert_eq!(at("SdKfz 251/1", "Mortar 81 mm").0, ["hold", "defend arms"], "mortar crews as infantry");
    assert_eq!(at("Pz IV H-J", "Infantry bazooka").0, ["hold", "defend arms", "defend hand"]);
    let turned = duel("Truck @ 0101 E", "6-pounder @ 0805 E");
    let behind = turned.position.battle.index(Cell::new(6, 4)).unwrap();
    assert!(!turned.position.gunnery().bears(turned.id("A1"), Slot::Main, behind), "not behind it");
}

// card 20.3
#[test]
fn a_vehicle_needs_a_weapon_or_riders() {
    let may = |vehicle: &str| {
        let mut t = duel(&format!("{vehicle}\nPz IV H-J @ 0101 E"), "Infantry @ 0705 W\nM36 @ 4016 W");
        t.idle_to(1, 3, &[]);
        t.go("move G1; step E");
        t.offered("overrun A1")
    };
    assert!(may("Pz IV H-J @ 0505 E moving"));
    assert!(!may("Truck @ 0505 E moving"));
    assert!(may("Truck @ 0505 E moving\nInfantry @ G1"));
}

// card 20.1, 27
#[test]
fn no_close_assault_across_a_cliff() {
    let offers = |map: &str| {
        let mut t = Setup {
            axis: "Infantry @ 0505 E\nPz IV H-J @ 0509 E moving",
            allies: "Infantry @ 0705 W\nTruck @ 0706 W\nInfantry @ 0709 W",
            map,
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        t.go("move G1; step E");
        let foot = (t.offered("fight A1"), t.offered("assault A2"));
        t.go("stop; move G2; step E");
        (foot, t.offered("overrun A3"))
    };
    assert_eq!(offers(""), ((true, true), true));
    let cliff = edges("cliff", "E", "0604 0605 0606 0607 0608 0609 0610");
    assert_eq!(offers(&cliff), ((false, false), false));
    let wall = edges("wall", "E", "0604 0605 0606 0607 0608 0609 0610");
    assert_eq!(offers(&wall), ((true, true), true), "a tank goes over a wall");
}

// card 20.3
#[test]
fn wheeled_vehicles_do_not_close_assault_across_a_wall() {
    let mut t = Setup {
        axis: "SdKfz 222 @ 0505 E moving",
        allies: "Infantry @ 0705 W",
        map: &edges("wall", "E", "0604 0605 0606"),
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E");
    assert!(!t.offered("overrun A1"));
}

// card 19.4, 28.3
#[test]
fn the_winner_uses_the_foxhole_at_once() {
    let fight = || {
        let mut t = duel(
            "Infantry @ 0505 E\nPz IV H-J @ 0101 E",
            "= a independent\nInfantry @ 0705 W dug-in=all\nInfantry MG @ 0905 W\nM36 @ 4016 W",
        );
        t.idle_to(1, 3, &[]);
        t.go("move G1; step E; fight A1");
        t.play("end", &[10, 1]);
        t.play("occupy", &[]);
        t
    };
    let mut t = fight();
    assert_eq!(t.at("G1"), "0705");
    assert!(t.is("G1", Flag::DugIn));
    t.idle_to(1, 4, &[]);
    // Two inches, MG: 5; dug in -3.
    assert_eq!(t.need("A2", Slot::Arms, "G1"), 8);
}

// card 28.3
#[test]
fn infantry_uses_an_abandoned_foxhole() {
    let mut t = duel("Infantry @ 0505 E dug-in=all\nInfantry @ 0504 E\nPz IV H-J @ 0101 E", "M36 @ 1505 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step W; stop");
    assert!(!t.is("G1", Flag::DugIn), "it has left");
    t.go("move G2; step N");
    assert!(t.is("G2", Flag::DugIn) && t.offered("crouch"));
    t.play("stop", &[]);
    t.idle_to(1, 4, &[]);
    assert_eq!(t.need("A1", Slot::Main, "G2"), t.need("A1", Slot::Main, "G1") + 2);
}

fn charge(axis: &str, allies: &str, terrain: &[(&str, &str)]) -> Table {
    let mut t = Setup { axis, allies, terrain, ..Setup::default() }.open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E");
    t
}

// card 18.10
#[test]
fn cavalry_charges() {
    let plus = |allies: &str, terrain: &[(&str, &str)]| {
        let t = charge("Cavalry @ 0505 E moving", &format!("{allies}\nM36 @ 4016 W"), terrain);
        t.position.close_combat().fight_lines(t.id("G1"), t.id("A1"), &[]).0.sum()
    };
    assert_eq!(plus("Infantry @ 0705 W", &[]), 5);
    assert_eq!(plus("6-pounder @ 0705 W", &[]), 5);
    assert_eq!(plus("Mortar 60 mm @ 0705 W", &[]), 5);
    assert_eq!(plus("Infantry @ 0705 W", &[("w", "0705")]), -1, "woods");
    assert_eq!(plus("Infantry @ 0705 W", &[("r", "0705")]), 0, "rough");
    assert_eq!(plus("Infantry @ 0705 W dug-in=all", &[]), -1, "dug in");
    let house = charge("Cavalry @ 0505 E moving", "Infantry @ 0705 W\nM36 @ 4016 W", &[("b", "0705")]);
    assert!(!house.offered("fight A1"), "it leaves buildings alone");
    let fight = |terrain: &[(&str, &str)], rider: &str| {
        charge("Infantry @ 0505 E", &format!("{rider}\nM36 @ 4016 W"), terrain).offered("fight A1")
    };
    assert!(fight(&[], "Cavalry @ 0705 W"), "standing");
    assert!(!fight(&[], "Cavalry @ 0705 W moving"), "in motion");
    assert!(fight(&[("w", "0705")], "Cavalry @ 0705 W moving"), "in motion in woods");
}

// card 20.5
#[test]
fn armour_of_the_early_years() {
    let sum = |year: u16| {
        let t =
            Setup { year, axis: "Infantry @ 0605 E", allies: "M3/M5 Stuart @ 0705 E", ..Setup::default() }
                .open();
        t.position.close_combat().assault_lines(t.id("A1"), t.id("G1"), false, 0).sum()
    };
    assert_eq!(sum(1942), 0);
    assert_eq!(sum(1941), -1);
}

// card 15.3
#[test]
fn contact_includes_corners() {
    let mut t =
        duel("Pz IV H-J @ 0505 E moving\nTruck @ 0101 E", "= a independent\nInfantry @ 0806 W\nM36 @ 4016 W");
    t.stun("A1");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E");
    assert_eq!(t.condition("A1"), "stunned");
    t.play("step E", &[]);
    assert_eq!(t.condition("A1"), "destroyed");
}

// card 19.2
#[test]
fn one_fight_after_another() {
    let mut t = Setup {
        axis: "Infantry @ 0505 E\nInfantry @ 0507 E\nPz IV H-J @ 0101 E",
        allies: "= a independent\nInfantry MG @ 0706 W\nM36 @ 4016 W",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; fight A1; move G2; step E; fight A1");
    // 6 against 5 + 2: the first attacker is lost; the defender's second fight: 6 against 5 + 2 - 1 is a tie.
    t.play("end", &[6, 5, 6, 5]);
    assert_eq!(
        (t.condition("G1"), t.condition("G2"), t.condition("A1")),
        ("destroyed", "destroyed", "destroyed")
    );
    let over = Setup {
        axis: "Infantry @ 0605 E",
        allies: "Infantry @ 0705 W",
        map: &edges("hedge", "E", "0605"),
        ..Setup::default()
    }
    .open();
    assert_eq!(
        over.position.close_combat().fight_lines(over.id("G1"), over.id("A1"), &[]).0.sum(),
        -1,
        "over a hedge"
    );
}

// card 20.4, 18.1
#[test]
fn small_arms_choose_between_the_riders_of_a_tank() {
    let mut t = duel(
        "= a independent\nPz IV H-J @ 0505 E moving\nInfantry @ G1\nInfantry MG @ G1\nPz IV H-J @ 0101 E",
        "Infantry @ 0805 W\nM36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; overrun A1");
    assert!(t.offered("defend arms") && t.offered("defend-rider arms G3"));
    assert!(!t.offered("defend-rider arms G2"), "the first rider needs no name");
    let face = t.need("A1", Slot::Arms, "G3") as u8;
    t.play("defend-rider arms G3", &[face, 1]);
    assert_eq!((t.condition("G2"), t.condition("G3")), ("none", "stunned"));
    assert_eq!(t.at("G3"), "0605", "it dismounts behind the tank");
}

// card 20.4, 18.2
#[test]
fn defensive_small_arms_hit_the_rider_that_does_not_crouch() {
    let mut t = duel(
        "= a independent\nSdKfz 251/1 @ 0505 E moving\nInfantry @ G1\nInfantry MG @ G1\nPz IV H-J @ 0101 E",
        "Infantry @ 0805 W\nM36 @ 4016 W",
    );
    t.set("G2", Flag::Crouching);
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; overrun A1");
    assert!(!t.offered("defend-rider arms G3"), "the only rider in sight needs no name");
    let face = t.need("A1", Slot::Arms, "G3") as u8;
    t.play("defend arms", &[face, 1]);
    assert_eq!((t.condition("G2"), t.condition("G3")), ("none", "stunned"));
}

#[test]
fn the_preview_of_a_close_assault_reads_custom_tables() {
    let setup = Setup { axis: "Infantry @ 0605 E", allies: "M3/M5 Stuart @ 0705 E", ..Setup::default() };
    let table = "\n[[table]]\nid = \"close-assault\"\nhead = [\"to\", \"result\"]\n\
                 rows = [[\"3\", \"no effect\", \"F\"], [\"over\", \"vehicle destroyed\", \"F\"]]\n";
    let rows = |text: &str| {
        let mut t = Table::of(opening(text));
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        let assault = "assault A1".parse().expect("a choice");
        let rolls = t.position.preview(&assault).expect("a roll").rolls;
        match &rolls[0].test.target {
            Target::Chart(rows) => rows.iter().map(|row| (row.from, row.gives)).collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(rows(&(setup.text() + table)), [(-99, ""), (4, "vehicle destroyed")]);
    assert_eq!(
        rows(&setup.text())[3..],
        [(7, "vehicle stunned"), (8, "vehicle immobilised"), (9, "vehicle destroyed")]
    );
}
