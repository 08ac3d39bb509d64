//! Possessed Weapons: destroyed by their owners, fired by leaders, transferred, and those of eliminated units
//! (3.7, 4).

use standto::rules::aslsk::board::Place;
use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::state::{Arm, Item, Marker, Weapon};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::guns;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::shelter::broken;
use super::table::{Table, column};

// card: 4c
#[test]
fn destroying_a_weapon_counts_as_firing_it() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN4");
    let one = table.machine_gun(Nation::German, Weight::Light, squad);
    let two = table.machine_gun(Nation::German, Weight::Light, squad);
    let half = table.german("2-4-7", "wN7");
    let third = table.machine_gun(Nation::German, Weight::Light, half);
    table.american("6-6-6", "wN8");
    table.american("6-6-6", "wN1");
    table.open(Phase::PrepFire);
    table.play(&format!("destroy m{one}"), &[]);
    assert!(!table.w(one).there() && table.told("destroys"));
    assert!(table.offers(&format!("fire u{squad} N1")), "one Weapon costs a squad nothing");
    table.play(&format!("destroy m{two}"), &[]);
    assert!(!table.offers(&format!("fire u{squad} N1")), "two forfeit its inherent FP");
    table.play(&format!("destroy m{third}"), &[]);
    assert!(!table.offers(&format!("fire u{half} N8")), "one forfeits a HS's FP");
    table.open(Phase::Movement);
    assert!(!table.offers(&format!("move u{squad}")), "it has fired");
}

// card: 4c
#[test]
fn weapons_are_destroyed_only_in_the_pfph_and_dfph() {
    for (phase, side, may) in
        [(Phase::PrepFire, 0, true), (Phase::DefensiveFire, 1, true), (Phase::AdvancingFire, 0, false)]
    {
        let mut table = Table::new();
        let ours = table.german("4-6-7", "wC3");
        let theirs = table.american("6-6-6", "wE3");
        let guns = [
            table.machine_gun(Nation::German, Weight::Light, ours),
            table.machine_gun(Nation::American, Weight::Medium, theirs),
        ];
        table.open(phase);
        assert_eq!(table.offers(&format!("destroy m{}", guns[side])), may, "{phase:?}");
        assert!(!table.offers(&format!("destroy m{}", guns[1 - side])));
    }
}

// card: 4c
#[test]
fn only_a_kia_may_destroy_weapons_of_eliminated_units() {
    let fire = |faces: &[u8]| {
        let mut table = Table::new();
        let firer = table.german("4-6-7", "wN4");
        let half = table.american("3-4-6", "wN7");
        let gun = table.machine_gun(Nation::American, Weight::Medium, half);
        table.open(Phase::PrepFire);
        table.play(&format!("fire u{firer} N7"), &[]);
        table.play("shoot", faces);
        (table.gone(half), table.w(gun).there())
    };
    // 4 FP at range 3: 2 is K/2, which eliminates a HS without a dr for its Weapon; but doubles cower to the
    // 2 column, K/1.
    assert_eq!(fire(&[1, 1]), (true, true));
}

/// Two American leaders in wN4, the first with a MG; Germans in wN7.
fn leaders() -> (Table, u8, u8, u8) {
    let mut table = Table::new();
    table.german("4-6-7", "wN7");
    let one = table.american("8-0", "wN4");
    let two = table.american("7-0", "wN4");
    let gun = table.machine_gun(Nation::American, Weight::Heavy, one);
    table.position.turn.attacker = Side::B;
    table.open(Phase::PrepFire);
    (table, one, two, gun)
}

// card: 4.1
#[test]
fn one_leader_fires_a_mg_at_half_fp_and_two_at_full() {
    let (mut table, _, two, gun) = leaders();
    table.play(&format!("fire m{gun} N7"), &[]);
    let worked = |table: &Table| match table.position.turn.frames.last() {
        Some(Frame::Attack(attack)) => column(&attack.work_out(&table.position)),
        _ => panic!(),
    };
    assert_eq!(worked(&table), (2, 0), "3 of 6 are read on 2");
    table.play(&format!("help u{two}"), &[]);
    assert_eq!(worked(&table), (6, 0));
    // A coloured 3 keeps the ROF of a HMG, fired by leaders too; 9 on the 6 column has no effect.
    table.play("shoot", &[3, 6]);
    table.play(&format!("fire m{gun} N7"), &[]);
    assert!(table.offers(&format!("help u{two}")), "and the helper helps again");
    table.play(&format!("help u{two}"), &[]);
    table.play("shoot", &[4, 5]);
    assert!(!table.offers(&format!("fire m{gun} N7")));
}

// card: 4.1, 4d
#[test]
fn a_helping_leader_directs_no_other_firer() {
    let (mut table, _, two, gun) = leaders();
    let squad = table.american("6-6-6", "wN4");
    table.play(&format!("fire m{gun} N7"), &[]);
    table.play(&format!("help u{two}"), &[]);
    assert!(!table.offers(&format!("direct u{two}")));
    table.play("shoot", &[4, 5]);
    assert!(!table.position.forces.known_at(table.place("wN7"), Side::A).any(|id| table.u(id).broken));
    let directs = standto::rules::aslsk::fire::attack::directors(
        &table.position.forces,
        Side::B,
        &[Item::Unit(squad)],
        table.place("wN4"),
    );
    assert!(directs.is_empty(), "one fires, the other helped");
}

// card: 4.1, 4d
#[test]
fn a_leader_needed_to_direct_its_hex_does_not_help() {
    let (mut table, _, two, gun) = leaders();
    let squad = table.american("6-6-6", "wN5");
    let three = table.american("8-0", "wN5");
    table.play(&format!("fire m{gun} N7"), &[]);
    table.play(&format!("join u{squad}"), &[]);
    assert!(table.offers(&format!("help u{two}")), "nobody directs yet");
    table.play(&format!("direct u{three}"), &[]);
    assert!(!table.offers(&format!("help u{two}")), "the other leader fires: this one has to direct");
    table.play(&format!("direct u{two}"), &[]);
    assert!(table.offers("shoot"));
}

/// Two hexes of board x at this range with unhindered LOS.
pub fn far_apart(table: &Table, range: u16) -> (Place, Place) {
    let map = table.position.ground.map();
    let open = |place: &Place| table.position.ground.open_ground(*place);
    let places: Vec<Place> = map.places().filter(open).collect();
    places
        .iter()
        .flat_map(|&a| places.iter().map(move |&b| (a, b)))
        .find(|&(a, b)| map.range(a, b) == range && table.position.ground.hindrance(a, b) == Some(0))
        .unwrap()
}

// card: 4.1
#[test]
fn beyond_16_hexes_fire_needs_a_leader_and_is_halved() {
    let mut table = Table::farmland();
    let (from, to) = far_apart(&table, 18);
    let names = [from, to].map(|place| table.position.ground.name(place).to_owned());
    let squad = table.american("6-6-6", &names[0]);
    let gun = table.machine_gun(Nation::American, Weight::Heavy, squad);
    let target = table.german("4-6-7", &names[1]);
    table.position.turn.attacker = Side::B;
    table.open(Phase::PrepFire);
    let fire = format!("fire m{gun} {}", table.position.ground.hex(to));
    assert!(!table.offers(&fire), "no leader directs it");
    let leader = table.american("8-0", &names[0]);
    assert!(table.offers(&fire));
    table.play(&fire, &[]);
    assert!(!table.offers("shoot") && table.offers(&format!("direct u{leader}")));
    let worked = |table: &Table| table.attack(Mode::Prep, &[Item::Weapon(gun)], &[leader], &names[1]);
    // 6 at Long Range is 3, against unbroken units 1.5.
    assert_eq!(worked(&table).firepower.to_string(), "1.5");
    broken(&mut table, target);
    assert_eq!(worked(&table).firepower.to_string(), "3");
    table.play(&format!("direct u{leader}"), &[]);
    table.play("shoot", &[5, 6]);
}

// card: 4.5
#[test]
fn two_leaders_keep_the_rate_of_a_light_mortar() {
    for (help, keeps) in [(false, false), (true, true)] {
        let mut table = Table::new();
        table.american("6-6-6", "wN7");
        let one = table.german("8-0", "wN4");
        let two = table.german("8-0", "wN4");
        let mortar = table.ordnance("legrw36", one, "nne");
        table.open(Phase::PrepFire);
        table.play(&format!("fire m{mortar} N7"), &[]);
        if help {
            table.play(&format!("help u{two}"), &[]);
        }
        table.play("shoot", &[1, 6, 6, 6]);
        assert_eq!(table.w(mortar).marker == Marker::None, keeps, "{help}");
        assert!(matches!(table.w(mortar).arm, Arm::Ordnance(id) if Some(id) == guns::id("legrw36")));
    }
}

// card: 3.7, 4a
#[test]
fn sw_are_transferred_before_the_advance() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC3");
    let other = table.german("4-6-7", "wC3");
    let gun = table.machine_gun(Nation::German, Weight::Light, one);
    let crew = table.german("2-2-8", "wC3");
    let big = table.ordnance("pak40", crew, "e");
    table.open(Phase::Advance);
    assert!(!table.offers(&format!("give m{big} u{one}")));
    table.play(&format!("give m{gun} u{other}"), &[]);
    assert_eq!(table.w(gun).holder, Some(other));
    assert!(!table.offers(&format!("give m{gun} u{one}")), "once");
    table.play(&format!("drop m{gun}"), &[]);
    assert_eq!(table.w(gun).lies, Some(table.place("wC3")));
    table.play(&format!("advance u{one} C2"), &[]);
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC3");
    let other = table.german("4-6-7", "wC2");
    table.machine_gun(Nation::German, Weight::Light, one);
    table.open(Phase::Advance);
    table.play(&format!("advance u{one} C2"), &[]);
    assert!(
        !table.offers(&format!("give m0 u{other}")),
        "it moved one hex, and moves no further with \
         another unit"
    );
}

// card: 4a
#[test]
fn no_weapon_is_carried_twice_in_a_phase() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC2");
    let other = table.german("4-6-7", "wC3");
    let gun = Weapon::new(Nation::German, Arm::MachineGun(Weight::Light), one);
    table.position.forces.weapons.push(gun);
    table.open(Phase::Movement);
    for choice in [format!("move u{one}"), "go C3".into(), "drop m0".into(), "done".into()] {
        table.play(&choice, &[]);
    }
    table.play(&format!("move u{other}"), &[]);
    table.play(&format!("recover u{other} m0"), &[2]);
    assert!(!table.choices().iter().any(|choice| choice.starts_with("go ")), "it stays where it was dropped");
    table.play("drop m0", &[]);
    assert!(table.choices().iter().any(|choice| choice.starts_with("go ")));
}
