//! Cards of the additional rules, drawn from the text.

use standto::game::Rules;
use standto::rules::panzertruppe::aim::Shot;
use standto::rules::panzertruppe::firing::{Condition, Hit};
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::table::{Setup, Table, duel};

fn need(t: &Table, firer: &str, slot: Slot, target: &str) -> i16 {
    t.need(firer, slot, target)
}

fn shot(t: &Table, firer: &str, slot: Slot, target: &str) -> Shot {
    t.shot(firer, slot, target).expect("a shot")
}

// card 13.1, 13.2
#[test]
fn guns_under_fire() {
    let t = duel(
        "37 mm ATG @ 1505 W\nPz IV H-J @ 0101 E",
        "M4 Sherman 76 @ 0505 E\nM3/M5 Stuart @ 0506 E\nM3/M5 Stuart @ 2505 W",
    );
    let destroys = |firer| matches!(shot(&t, firer, Slot::Main, "G1"), Shot::Aimed(_, Hit::Destroys, _));
    assert!(destroys("A1"), "70 mm and more");
    assert!(!destroys("A2"), "37 mm from the front rolls");
    assert!(destroys("A3"), "37 mm from behind does not");
    let Shot::Aimed(_, hit, _) = shot(&t, "A2", Slot::Main, "G1") else { panic!("aimed") };
    // 10 inches +1, 37 mm -3, L +1, shield +4.
    assert_eq!(hit.sum(), Some(3));
}

// card 13.3, 14.6
#[test]
fn large_carriages() {
    let t = Setup {
        nations: ["Germany", "Britain"],
        axis: "Pz IV H-J @ 0101 E",
        allies: "17-pounder @ 2005 W\n6-pounder @ 2007 W",
        ..Setup::default()
    }
    .open();
    let unit = |tag: &str| t.position.unit(t.id(tag)).clone();
    assert!(unit("A1").is_large_gun() && !unit("A2").is_large_gun());
    assert_eq!((unit("A1").size, unit("A2").size), (0, -1));
}

// card 14.1
#[test]
fn what_is_hitched_shares_the_fate_of_its_vehicle() {
    let mut t = duel("Pz IV H-J @ 0505 E", "Truck @ 1505 W\n6-pounder @ A1\nM36 @ 4016 W");
    assert!(!t.offered("fire G1 gun A2"), "fire is at the vehicle");
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[9]);
    assert_eq!(t.condition("A2"), "destroyed");
}

// card 14.2, 14.3, 14.4
#[test]
fn small_and_large_guns_are_unhitched() {
    let mut t = duel(
        "Truck @ 0505 E\n75 mm PaK 40 @ G1\nTruck @ 0508 E\nFlak 88 @ G3\nPz IV H-J @ 0101 E",
        "M36 @ 3005 W\nM36 @ 3008 W",
    );
    t.idle_to(1, 3, &[]);
    t.go("unhitch G2 W; stop; faced");
    t.play("unhitch G4 W", &[]);
    t.play("faced", &[]);
    t.play("end", &[]);
    let motion = |t: &Table, tag: &str| format!("{:?}", t.position.state(t.id(tag)).motion);
    assert_eq!(motion(&t, "G2"), "Stopped");
    assert!(t.position.state(t.id("G4")).is(Flag::Packed), "a large Gun takes another phase");
    assert!(!t.position.state(t.id("G2")).is(Flag::Packed));
    t.idle_to(2, 3, &[]);
    t.play("move G4", &[]);
    t.play("unlimber", &[]);
    assert!(!t.position.state(t.id("G4")).is(Flag::Packed));
}

// card 14.5
#[test]
fn a_flak_88_fires_limbered_once() {
    let mut t = duel("Truck @ 0505 W\nFlak 88 @ G1\nPz IV H-J @ 0101 E", "M36 @ 2505 W");
    t.idle_to(1, 3, &[]);
    t.play("unhitch G2 E", &[]);
    t.play("faced", &[]);
    assert!(t.position.is_ready(t.id("G2"), Slot::Main));
}

// card 15.1
#[test]
fn three_inches_on_foot_and_four_on_a_road() {
    let walk = |roads: &[&str], terrain: &[(&str, &str)]| {
        let mut t = Setup { axis: "Infantry @ 0505 E", roads, terrain, ..Setup::default() }.open();
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        let mut steps = 0;
        while t.offered("step E") {
            t.play("step E", &[]);
            steps += 1;
        }
        steps
    };
    assert_eq!(walk(&[], &[]), 3);
    assert_eq!(walk(&["0505 0605 0705 0805 0905 1005"], &[]), 4);
    assert_eq!(walk(&["0505 0605 0705 0805"], &[]), 3, "off the road at the end");
    assert_eq!(walk(&[], &[("m", "0605 0705 0805")]), 1, "half in swamp");
    assert_eq!(walk(&[], &[("s", "0605")]), 1, "a stream takes it all");
    assert_eq!(walk(&[], &[("w", "0605 0705 0805")]), 3, "woods do not matter");
}

// card 15.2
#[test]
fn infantry_under_gun_fire() {
    let t = duel("Pz IV H-J @ 0505 E\nPz III J-L @ 0506 E", "Infantry @ 1505 W\nM36 @ 1506 W");
    assert!(matches!(shot(&t, "G1", Slot::Main, "A1"), Shot::Aimed(_, Hit::Destroys, _)));
    assert!(matches!(shot(&t, "G2", Slot::Main, "A1"), Shot::Aimed(_, Hit::Stuns, _)));
    // -1 for infantry; the M36 watches, which is +1.
    assert_eq!(need(&t, "G1", Slot::Main, "A1"), need(&t, "G1", Slot::Main, "A2") + 2);
}

// card 15.3
#[test]
fn stunned_infantry_is_lost_when_the_enemy_comes_near() {
    let mut t = duel("Pz IV H-J @ 0505 E moving\nPz III J-L @ 0109 E", "Infantry @ 0905 W\nM36 @ 4016 W");
    t.play("fire G2 gun A1", &[]);
    t.play("resolve", &[10]);
    assert_eq!(t.condition("A1"), "stunned");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    for _ in 0..3 {
        t.play("step E", &[]);
    }
    assert_eq!(t.condition("A1"), "destroyed");
}

// card 15.4
#[test]
fn small_arms_in_their_phases() {
    let mut t = duel(
        "Infantry @ 0505 E\nInfantry panzerschreck @ 0510 E".replace("schreck", "shreck").as_str(),
        "Infantry @ 0705 W\nM36 @ 0710 W",
    );
    assert!(!t.offered("fire G1 arms A1"), "not in phase 2");
    assert!(t.offered("fire G2 hand A2"));
    t.idle_to(1, 5, &[]);
    assert!(t.offered("fire G1 arms A1") && !t.offered("fire G2 arms A2"), "nothing against armour");
    // 2 inches: 6; stun at 6, out of action at 9.
    assert_eq!(need(&t, "G1", Slot::Arms, "A1"), 6);
    t.play("fire G1 arms A1", &[]);
    let mut dead = t.clone();
    t.play("resolve", &[8]);
    assert_eq!(t.condition("A1"), "stunned");
    dead.play("resolve", &[9, 10]);
    assert_eq!(dead.condition("A1"), "destroyed");
    t.idle_to(1, 9, &[]);
    assert!(t.offered("fire G1 arms A1"), "again in the other phase");
    t.play("fire G2 hand A2", &[]);
    assert!(!t.offered("fire G2 arms A1"), "not beside the anti-tank weapon");
}

// card 16.1
#[test]
fn the_mounts_of_machine_guns() {
    let mut t = duel(
        "Pz IV H-J @ 0505 E\nSdKfz 251/1 @ 0510 W",
        "Infantry @ 1005 W\nInfantry @ 1007 W\nInfantry @ 1010 W\nM36 @ 4016 W",
    );
    t.idle_to(1, 5, &[]);
    assert!(t.offered("fire G1 bow A1") && t.offered("fire G1 coax A1"));
    // 5 east and 2 north: 22 degrees, within 30 but not 20.
    assert!(!t.offered("fire G1 bow A2") && t.offered("fire G1 coax A2"));
    assert!(t.offered("fire G2 open A3"), "all round, even behind");
}

// card 16.2
#[test]
fn coaxial_guns_and_the_turret() {
    let mut t = duel("Pz IV H-J @ 0505 E", "Infantry @ 1005 W\nM36 @ 2005 W");
    t.idle_to(1, 5, &[]);
    let mut main = t.clone();
    t.play("fire G1 coax A1", &[]);
    assert!(!t.offered("fire G1 gun A2") && t.offered("fire G1 bow A1"));
    t.play("resolve", &[1]);
    t.idle_to(1, 9, &[]);
    assert!(!t.offered("fire G1 coax A1") && !t.offered("fire G1 gun A2"), "its marker stays");
    main.play("fire G1 gun A2", &[]);
    assert!(!main.offered("fire G1 coax A1") && main.offered("fire G1 bow A1"));
}

// card 17.1, 17.2
#[test]
fn a_panzerschreck_on_a_sherman() {
    let t = duel(
        "Infantry panzershreck @ 0505 E\nInfantry panzerfaust 44 @ 0507 E",
        "M4 Sherman 76 @ 0805 W\nInfantry @ 0807 W",
    );
    // 3 inches: 0; the target on overwatch +1. Effect +4 and -2.
    let Shot::Aimed(to_hit, hit, _) = shot(&t, "G1", Slot::Hand, "A1") else { panic!("aimed") };
    assert_eq!((to_hit.need, hit.sum()), (Some(5), Some(2)));
    assert!(!t.offered("fire G2 hand A2"), "panzerfausts do nothing to infantry");
    assert!(t.offered("fire G1 hand A2"));
}

// card 17.3
#[test]
fn depletion() {
    let mut t = duel(
        "Infantry panzershreck @ 0505 E\nInfantry panzerfaust 44 @ 0506 E",
        "M4 Sherman 76 @ 0705 W\nM36 @ 4016 W",
    );
    t.play("fire G1 hand A1", &[]);
    t.play("fire G2 hand A1", &[]);
    t.play("resolve", &[1, 3, 1, 4]);
    let gone = |tag: &str| t.position.state(t.id(tag)).is(Flag::Depleted);
    assert!(!gone("G1") && gone("G2"));
}

// card 17.4
#[test]
fn back_blast_burns_the_house() {
    let mut t = Setup {
        axis: "Infantry panzershreck @ 0505 E\nPz IV H-J @ 0101 E",
        allies: "M4 Sherman 76 @ 0705 W\nM36 @ 4016 W",
        terrain: &[("b", "0505")],
        ..Setup::default()
    }
    .open();
    t.play("fire G1 hand A1", &[]);
    t.play("resolve", &[1, 3]);
    t.idle_to(1, 3, &[]);
    assert!(!t.offered("end"), "the house must be left");
    t.play("move G1", &[]);
    assert!(!t.offered("stop"));
    t.play("step W", &[]);
    assert!(t.offered("stop"));
}

// card 17.6, 18.6
#[test]
fn only_small_arms_from_a_moving_vehicle() {
    let mut t =
        duel("SdKfz 251/1 @ 0505 E moving\nInfantry panzershreck @ G1", "Infantry @ 0605 W\nM36 @ 0706 W");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    t.play("step W", &[]);
    t.play("drive", &[]);
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G2 hand A2") && t.offered("fire G2 arms A1"));
}

// card 18.1
#[test]
fn riders_on_tanks() {
    let mut t = duel(
        "Infantry MG @ 0507 E\nPz IV H-J @ 0101 E",
        "M4 Sherman 76 @ 1005 W\nInfantry @ A1\nInfantry @ A1\nM36 @ 4016 W",
    );
    t.idle_to(1, 5, &[]);
    assert!(t.offered("fire G1 arms A2"), "small arms at the riders");
    t.play("fire G1 arms A2", &[]);
    let face = need(&t, "G1", Slot::Arms, "A2") as u8;
    t.play("resolve", &[face]);
    assert_eq!(t.condition("A2"), "stunned");
    assert!(t.position.spot(t.id("A2")).is_some(), "they are on the ground");
    t.idle_to(1, 7, &[]);
    assert!(t.position.carrier(t.id("A3")).is_some());
}

// card 18.2
#[test]
fn crouching_in_carriers_after_a_stun() {
    let mut t = duel(
        "Infantry MG @ 0507 E\nPz IV H-J @ 0101 E",
        "M3 halftrack @ 1005 W\nInfantry @ A1\nM36 @ 4016 W",
    );
    t.idle_to(1, 5, &[]);
    t.play("fire G1 arms A2", &[]);
    let face = need(&t, "G1", Slot::Arms, "A2") as u8;
    t.play("resolve", &[face]);
    assert!(t.position.state(t.id("A2")).is(Flag::Crouching));
    t.idle_to(1, 9, &[]);
    assert!(!t.offered("fire G1 arms A2"));
}

// card 18.3
#[test]
fn a_jeep_needs_its_driver_and_trucks_take_the_fire() {
    let mut t = duel(
        "Jeep @ 0505 E\nInfantry @ G1\nJeep @ 0508 E\nTruck @ 0510 E\nInfantry @ G4",
        "Infantry MG @ 0710 W\nM36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    assert!(t.offered("move G1") && !t.offered("move G3"));
    t.idle_to(1, 4, &[]);
    assert!(t.offered("fire A1 arms G4") && !t.offered("fire A1 arms G5"));
}

// card 18.5
#[test]
fn who_rides_shares_the_fate() {
    let mut t = duel("Pz IV H-J @ 0505 E", "M3 halftrack @ 1505 W\nInfantry @ A1\nM36 @ 4016 W");
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[10, 10]);
    assert_eq!((t.condition("A1"), t.condition("A2")), ("destroyed", "destroyed"));
}

// card 18.7, 18.8
#[test]
fn getting_off() {
    let mut t = duel(
        "SdKfz 251/1 @ 0505 E\nInfantry @ G1\nSdKfz 251/1 @ 0510 E moving\nInfantry @ G3",
        "M36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    t.play("dismount G2 W", &[]);
    assert!(t.offered("step W"), "from a vehicle at rest it goes on");
    t.play("stop", &[]);
    assert!(!t.offered("dismount G4 W"), "not from a vehicle in motion");
    t.play("move G3", &[]);
    t.play("stop", &[]);
    t.play("faced", &[]);
    t.play("dismount G4 W", &[]);
    assert_eq!(t.position.decision().unwrap().kind, "move", "only an inch");
    assert_eq!(t.at("G4"), "0410");
}

// card 18.9
#[test]
fn cavalry_rides_twelve_inches() {
    let mut t = duel("Cavalry @ 0505 E", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    let mut steps = 0;
    while t.offered("step E") {
        t.play("step E", &[]);
        steps += 1;
    }
    assert_eq!(steps, 12);
}

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
    t.play("move G1", &[]);
    t.play("step E", &[]);
    t.play("fight A1", &[]);
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
    let (mine, _) = horse.position.fight_lines(horse.id("G1"), horse.id("A1"), &[]);
    assert_eq!(mine.sum(), 5);
}

// card 19.3
#[test]
fn the_stunned_are_lost_without_a_roll() {
    let mut t = duel(
        "Infantry @ 0505 E\nPz III J-L @ 0110 E",
        "37 mm ATG @ 0705 W\nM36 @ 4016 W".replace("37 mm ATG", "6-pounder").as_str(),
    );
    let gun = t.id("A1");
    t.position.state_mut(gun).condition = Condition { stunned: true, ..Condition::default() };
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    t.play("step E", &[]);
    t.play("fight A1", &[]);
    t.play("end", &[]);
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
        t.play("step E", &[]);
        t.play("assault A1", &[]);
    }
    t.play("end", &[]);
    let (g1, g2, a1) = (t.id("G1"), t.id("G2"), t.id("A1"));
    // Open on top +2, one machine gun that bears -1; the second attack +1.
    assert_eq!(t.position.assault_lines(a1, g1, false, 0).sum(), 1);
    assert_eq!(t.position.assault_lines(a1, g2, false, 1).sum(), 2);
    // 4 + 1 = 5 nothing; 7 + 2 = 9 destroyed.
    t.idle_to(1, 6, &[4, 7, 10]);
    assert_eq!(t.condition("A1"), "destroyed");
}

// card 20.3, 20.4
#[test]
fn a_tank_runs_down_a_gun_that_fires_first() {
    let mut t = duel("Pz IV H-J @ 0505 E moving\nPz IV H-J @ 0101 E", "6-pounder @ 0805 W\nM36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    t.play("step E", &[]);
    t.play("step E", &[]);
    t.play("overrun A1", &[]);
    assert!(t.offered("defend gun"));
    let mut fires = t.clone();
    // Bow and coaxial gun bear: -2; 4 - 2 = 2: the Gun is lost, the tank goes on.
    t.play("hold", &[4]);
    assert_eq!(t.condition("A1"), "destroyed");
    assert_eq!(t.position.decision().unwrap().kind, "step");
    fires.play("defend gun", &[10, 10]);
    assert_eq!((fires.condition("G1"), fires.condition("A1")), ("destroyed", "none"));
}

const BATTERY: &str = "= howitzers\nM7 Priest @ 3605 W battery=1\nM7 Priest @ 3606 W battery=1\nM7 Priest @ 3607 W battery=1\n\
    M7 Priest @ 3608 W battery=1\n= scouts independent\nM3 scout car @ 2006 W spotter";

// card 21.1, 21.2, 21.3, 21.4, 21.5
#[test]
fn a_battery_is_called() {
    let mut t = duel("Infantry @ 1006 E\nTruck @ 1007 E\nTiger I @ 0101 E", BATTERY);
    t.idle_to(1, 4, &[]);
    let spotter = t.id("A5");
    assert_eq!(t.position.radio_need(spotter), 2);
    // Two units within an inch, a roll each; infantry needs 6, a truck too.
    let mut silent = t.clone();
    silent.play("call A5 1 G1", &[1]);
    assert!(!silent.offered("call A5 1 G1"), "no contact");
    t.play("call A5 1 G1", &[2]);
    t.play("resolve", &[6, 5]);
    assert_eq!((t.condition("G1"), t.condition("G2")), ("destroyed", "none"));
    let near = duel("Infantry @ 2106 E\nTiger I @ 0101 E", BATTERY);
    assert!(
        !near.position.battery_reaches(standto::game::Side::B, 1, near.position.spot(near.id("G1")).unwrap()),
        "15 inches"
    );
}

// card 22
#[test]
fn mortars_fire_on_overwatch_by_the_indirect_table() {
    let mut t = duel("Mortar 81 mm @ 0505 E\nPz IV H-J @ 0101 E", "Infantry @ 1505 W\nM36 @ 1507 W");
    assert!(t.offered("fire G1 mortar A1"));
    // 81 mm: nothing; infantry in the open: nothing. The M36 is armoured: -1.
    assert_eq!((need(&t, "G1", Slot::Mortar, "A1"), need(&t, "G1", Slot::Mortar, "A2")), (6, 7));
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    t.play("step E", &[]);
    t.play("stop", &[]);
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 mortar A1"), "it has moved");
}

fn hedgerow() -> String {
    "[[map.edge]]\nkind = \"hedgerow\"\nside = \"E\"\ncells = [\"0804\", \"0805\", \"0806\", \"0807\", \"0808\"]\n".into()
}

// card 23.1
#[test]
fn through_a_hedgerow() {
    let map = hedgerow();
    let sees = |axis: &str| {
        let t = Setup { axis, allies: "M36 @ 2006 W moving", map: &map, ..Setup::default() }.open();
        t.position.sees(t.id("G1"), t.id("A1")).is_some()
    };
    assert!(sees("Pz IV H-J @ 0806 E"), "against it on overwatch");
    assert!(!sees("Pz IV H-J @ 0806 E moving"), "against it in motion");
    assert!(sees("Infantry @ 0806 E"), "infantry against it");
    assert!(!sees("Infantry @ 0706 E"), "an inch away");
}

// card 23.2, 23.3
#[test]
fn across_a_hedgerow() {
    let map = hedgerow();
    let mut t = Setup {
        axis: "Pz IV H-J @ 0806 E moving\nPz IV H-J @ 0807 N moving\nSdKfz 251/1 @ 0805 E moving",
        map: &map,
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    t.play("step E", &[]);
    assert!(t.offers().iter().all(|offer| !offer.starts_with("step")), "its whole movement");
    t.play("stop", &[]);
    assert!(!t.offered("hull 0"), "and it does not pivot");
    t.play("faced", &[]);
    t.play("move G2", &[]);
    assert!(!t.offered("step E"), "its front must be against it");
    t.play("stop", &[]);
    t.play("faced", &[]);
    t.play("faced", &[]);
    t.play("move G3", &[]);
    assert!(!t.offered("step E"), "no halftracks");
    let mut prongs = Setup {
        nations: ["United States", "Germany"],
        axis: "M4 Sherman 75 prongs @ 0806 E moving\nM3 halftrack @ 0706 E moving",
        allies: "Pz IV H-J @ 4016 W",
        map: &map,
        ..Setup::default()
    }
    .open();
    prongs.idle_to(1, 3, &[]);
    prongs.play("move G1", &[]);
    prongs.play("step E", &[]);
    prongs.play("drive", &[]);
    prongs.play("faced", &[]);
    prongs.idle_to(2, 3, &[]);
    prongs.play("move G1", &[]);
    prongs.play("step E", &[]);
    prongs.play("stop", &[]);
    prongs.play("faced", &[]);
    prongs.play("faced", &[]);
    prongs.play("move G2", &[]);
    prongs.play("step E", &[]);
    assert!(prongs.offered("step E"), "others cross there as a hedge");
}

// card 24.1, 24.2
#[test]
fn in_and_beside_buildings() {
    let at = |terrain: &[(&str, &str)]| {
        let t =
            Setup { axis: "Pz IV H-J @ 0505 E", allies: "M36 @ 1505 W", terrain, ..Setup::default() }.open();
        need(&t, "G1", Slot::Main, "A1")
    };
    let open = at(&[]);
    assert_eq!(at(&[("b", "1505")]), open + 2, "in a building");
    // A firer west-south-west sees past the house north of the target.
    let beside = |terrain: &[(&str, &str)]| {
        let t =
            Setup { axis: "Pz IV H-J @ 0814 E", allies: "M36 @ 1505 W", terrain, ..Setup::default() }.open();
        need(&t, "G1", Slot::Main, "A1")
    };
    assert_eq!(beside(&[("b", "1605")]), beside(&[]), "more than 60 degrees off");
    assert_eq!(beside(&[("b", "1405")]), beside(&[]) + 2, "a vehicle beside it is hull down");
}

// card 24.3, 28.4
#[test]
fn crouching() {
    let mut t = Setup {
        axis: "Infantry @ 0505 E\nPz III J-L @ 0104 E\nPz IV H-J @ 0106 E",
        allies: "Infantry MG @ 0705 W\nM36 @ 4016 W",
        terrain: &[("b", "0705")],
        ..Setup::default()
    }
    .open();
    let before = need(&t, "G3", Slot::Main, "A1");
    let id = t.id("A1");
    t.position.state_mut(id).set(Flag::Crouching, true);
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 arms A1"), "not from two inches");
    assert!(!t.offered("fire G2 gun A1"), "not with 50 mm");
    assert_eq!(need(&t, "G3", Slot::Main, "A1"), before + 1);
}

// card 24.4
#[test]
fn searching_fire_finds_who_hides() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 0505 E\nPz IV H-J @ 0101 E",
        allies: "Infantry @ 2005 W hidden\nM36 @ 4016 W",
        terrain: &[("b", "2005")],
        ..Setup::default()
    }
    .open();
    assert!(t.offered("search G1 2005"));
    t.play("search G1 2005", &[]);
    t.play("resolve", &[10]);
    assert_eq!(t.condition("A1"), "destroyed");
}

// card 25
#[test]
fn grain_hides_infantry_that_has_not_fired() {
    let grain = "grain = [\"1005\", \"1105\", \"1205\"]\n";
    let mut t = Setup {
        axis: "Pz IV H-J @ 0505 E",
        allies: "Infantry @ 1505 W\nM36 @ 1605 W",
        map: grain,
        ..Setup::default()
    }
    .open();
    let (g, a) = (t.id("G1"), t.id("A1"));
    assert!(t.position.sees(g, a).is_none());
    assert!(t.position.sees(g, t.id("A2")).is_some(), "vehicles are seen");
    t.position.state_mut(a).set(Flag::Betrayed, true);
    assert!(t.position.sees(g, a).is_some(), "it has fired");
}

// card 28.1
#[test]
fn dug_in_to_the_front() {
    let at = |allies: &str, woods: bool| {
        let t = Setup {
            axis: "Pz IV H-J @ 0505 E\nPz IV H-J @ 2505 W",
            allies,
            terrain: if woods { &[("w", "1505")] } else { &[] },
            ..Setup::default()
        }
        .open();
        (need(&t, "G1", Slot::Main, "A1"), need(&t, "G2", Slot::Main, "A1"))
    };
    let open = at("M36 @ 1505 W", false);
    assert_eq!(at("M36 @ 1505 W dug-in=front", false), (open.0 + 2, open.1));
    assert_eq!(at("M36 @ 1505 W dug-in=front", true), (open.0 + 3, open.1 + 2));
}

// card 29.1, 29.2
#[test]
fn hidden_units_are_found() {
    let mut t = duel("Infantry @ 2005 W hidden\nPz IV H-J @ 0101 E", "M36 @ 3516 W\nM36 @ 3405 W moving");
    let seen =
        |t: &Table| t.position.view(standto::game::Side::B).pieces.iter().any(|piece| piece.tag == "G1");
    assert!(!seen(&t));
    t.idle_to(1, 8, &[]);
    t.play("move A2", &[]);
    // Infantry in the open is found at 12 inches by others than reconnaissance.
    t.play("step W", &[]);
    assert!(!seen(&t), "13 inches");
    t.play("step W", &[]);
    assert!(seen(&t), "12 inches");
}

// card 30
#[test]
fn smoke_lasts_five_fire_phases_of_its_side() {
    let mut t = duel("Infantry @ 0806 E\nTiger I @ 0808 E", BATTERY);
    t.idle_to(1, 4, &[]);
    let smoke = t.offers().into_iter().find(|offer| offer.starts_with("smoke A5 1")).expect("smoke");
    t.play(&smoke, &[10]);
    t.play("resolve", &[]);
    assert_eq!(t.position.smoke.len(), 3);
    assert!(t.position.smoke.iter().all(|puff| puff.left == 5));
    t.idle_to(1, 8, &[]);
    assert!(t.position.smoke.iter().all(|puff| puff.left == 4), "phase 7 counts");
    t.idle_to(2, 5, &[]);
    assert!(t.position.smoke.iter().all(|puff| puff.left == 2), "10 and 4 count");
}

// card 33.1, 33.2
#[test]
fn mines() {
    let map = "mines = [\"0605\", \"0705\", \"0805\"]\n";
    let go = |axis: &str, faces: &[u8]| {
        let axis = format!("{axis}\nPz IV H-J @ 0101 E");
        let mut t = Setup { axis: &axis, map, ..Setup::default() }.open();
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        t.play("step E", faces);
        t.condition("G1")
    };
    assert_eq!(go("Pz IV H-J @ 0505 E moving", &[2]), "none");
    assert_eq!(go("Pz IV H-J @ 0505 E moving", &[1, 3]), "none");
    assert_eq!(go("Pz IV H-J @ 0505 E moving", &[1, 4, 5]), "immobilised");
    assert_eq!(go("Pz IV H-J @ 0505 E moving", &[1, 9]), "destroyed");
    assert_eq!(go("Tiger I @ 0505 E moving", &[1, 9, 5]), "immobilised", "heavy: -1");
    assert_eq!(go("Truck @ 0505 E moving", &[1]), "destroyed");
    assert_eq!(go("Infantry @ 0505 E", &[1]), "destroyed");
}

// card 33.3, 34.1
#[test]
fn flails_clear_and_others_follow() {
    let map = "mines = [\"0605\", \"0705\", \"0805\"]\n";
    let mut t = Setup {
        nations: ["United States", "Germany"],
        axis: "M4 Sherman 75 flail @ 0505 E moving\nM4 Sherman 76 @ 0405 E moving",
        allies: "Pz IV H-J @ 4016 W",
        map,
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    t.play("step E", &[]);
    t.play("step E", &[]);
    assert!(!t.offered("step E"), "two inches a phase");
    t.play("drive", &[]);
    t.play("faced", &[]);
    t.play("move G2", &[]);
    t.play("step E", &[]);
    t.play("step E", &[]);
    assert_eq!(t.condition("G2"), "none", "no roll in the cleared path");
}

// card 36.1
#[test]
fn the_lee_fires_two_guns() {
    let mut t = Setup {
        year: 1942,
        axis: "Pz IV F1 @ 2005 W\nPz IV F1 @ 2006 W",
        allies: "M3 Lee/Grant @ 0505 E",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 4, &[]);
    t.play("fire A1 gun G1", &[]);
    assert!(t.offered("fire A1 second G2"));
    let b1 = standto::rules::panzertruppe::catalog::find(
        standto::rules::panzertruppe::catalog::standard(),
        "France",
        "Char B1 bis",
    )
    .unwrap();
    assert_eq!((b1.unit.armour[1], b1.unit.armour[2]), (0, 1), "right 0, left +1");
}

// card 36.3
#[test]
fn eight_wheels_go_full_in_reverse() {
    let mut t = duel("SdKfz 231 8w @ 2005 E moving", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    let mut steps = 0;
    while t.offered("reverse W") {
        t.play("reverse W", &[]);
        steps += 1;
    }
    assert_eq!(steps, 12);
}

// card 36.4
#[test]
fn russian_crews_shoot_worse() {
    let at = |nation: &'static str, tank: &str| {
        let allies = format!("{tank} @ 1505 W");
        let t = Setup {
            nations: ["Germany", nation],
            axis: "Tiger I @ 0505 E",
            allies: &allies,
            ..Setup::default()
        }
        .open();
        need(&t, "A1", Slot::Main, "G1")
    };
    assert_eq!(at("Russia", "M4 Sherman 76"), at("United States", "M4 Sherman 76") + 1);
}

// card 36.5
#[test]
fn figures_of_the_notes() {
    let entry = |nation: &str, name: &str| {
        standto::rules::panzertruppe::catalog::find(
            standto::rules::panzertruppe::catalog::standard(),
            nation,
            name,
        )
        .unwrap_or_else(|| panic!("{name}"))
    };
    assert_eq!(entry("United States", "M4A3E2 Jumbo 76").value, 27);
    let early = entry("Germany", "Panther D");
    assert_eq!((early.value, early.unit.pace, early.unit.machine_guns[0]), (30, 60, false));
    assert_eq!(entry("Germany", "JgPz IV L/70").value, 29);
    assert_eq!(entry("United States", "M4 Sherman 75 prongs").value, 24);
}

// card 35
#[test]
fn a_platoon_of_125_points() {
    let value = |name: &str| {
        standto::rules::panzertruppe::catalog::standard()
            .iter()
            .find(|entry| entry.name == name)
            .unwrap()
            .value
    };
    for (name, count) in [("M4 Sherman 76", 5), ("T-34 M43", 5), ("Pz IV H-J", 5)] {
        assert_eq!(value(name) * count, 125, "{name}");
    }
    for name in ["Panther", "Tiger I"] {
        assert_eq!(value(name), 125u16.div_ceil(4).min(31), "{name}");
    }
}
