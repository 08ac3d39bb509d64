//! Paragraphs that touch several chapters: stacks that part, leaders who help, carry and go along, weapons destroyed
//! by their owners, fire into a melee (3.1, 3.3, 3.6, 3.7, 3.8, 4).

use standto::game::Rules;
use standto::rules::aslsk::board::Place;
use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::position::Phase;
use standto::rules::aslsk::state::{Arm, Item, Marker, Weapon};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::guns;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::rally::Step;
use standto::side::Side;

use super::table::{Table, column};

fn broken(table: &mut Table, id: u8) {
    let unit = table.set(id);
    (unit.broken, unit.desperate) = (true, true);
}

/// Goes on while the defender is asked.
fn let_pass(table: &mut Table) {
    while table.position.decision().is_some_and(|asked| asked.kind == "first-fire") {
        table.play("done", &[]);
    }
}

// card: 3.3d
#[test]
fn a_stack_parts_and_each_part_ends_before_others_move() {
    let mut table = Table::new();
    for name in ["8-1", "4-6-7", "4-6-7"] {
        table.german(name, "wN9");
    }
    let other = table.german("4-6-7", "wP7");
    table.open(Phase::Movement);
    for choice in ["move u0", "with u1", "with u2", "go N8", "part u2", "go N7", "done"] {
        table.play(choice, &[]);
    }
    assert_eq!((table.at(1), table.at(2)), ("wN7".into(), "wN8".into()));
    assert!(!table.offers(&format!("move u{other}")), "who has parted ends his move first");
    table.play("go O8", &[]);
    table.play("done", &[]);
    assert_eq!(table.at(2), "wO8");
    assert!(table.offers(&format!("move u{other}")) && !table.offers("move u2"));
}

// card: 3.3d, 3.3b
#[test]
fn nobody_parts_who_has_spent_what_the_leader_lent_him() {
    let mut table = Table::new();
    for name in ["8-0", "4-6-7", "4-6-7"] {
        table.german(name, "wR1");
    }
    table.open(Phase::Movement);
    for choice in ["move u0", "with u1", "with u2", "go S2", "go S1", "go T1"] {
        table.play(choice, &[]);
    }
    // Grain: 1, 1 and 1.5 are spent, 4 are a squad's own.
    assert!(table.offers("part u1") && table.offers("part u0"));
    table.play("go T2", &[]);
    assert!(!table.offers("part u1"), "5.5 and more are spent: only beside the leader");
    assert!(!table.offers("part u0"), "nor does he go from both of them");
}

// card: 3.3e
#[test]
fn assault_movement_is_one_hex_and_leaves_something_over() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC2");
    table.open(Phase::Movement);
    for choice in [format!("move u{squad}"), "assault".into(), "go C3".into()] {
        table.play(&choice, &[]);
    }
    assert!(!table.choices().iter().any(|choice| choice.starts_with("go")), "one hex");
    assert!(table.offers("smoke u0 C3"), "smoke in its hex is no further hex");
    // 1 is spent; 2 more for an adjacent hex leave one, and then one more would take all.
    table.play("smoke u0 C2", &[5]);
    assert!(
        !table.choices().iter().any(|choice| choice.starts_with("recover") || choice.starts_with("smoke"))
    );
}

// card: 3.3g
#[test]
fn exhaustion_ends_with_the_next_movement_phase_moved_or_not() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.set(squad).cx = true;
    table.position.phase = Phase::PrepFire;
    table.position.frames = vec![Frame::Turning(Side::A)];
    let mut dice = standto::dice::Dice::taped(&[]);
    table.position.next_phase(&mut dice, &mut standto::game::Log::off()).unwrap();
    assert_eq!(table.position.phase, Phase::Movement);
    assert!(!table.u(squad).cx, "gone, though it has not moved");
    table.play("move u0", &[]);
    assert!(!table.offers("double"), "but not at the double again");
}

// card: 3.3.1f
#[test]
fn shots_at_a_hex_are_counted_over_all_that_is_spent_there() {
    let mut table = Table::new();
    let mover = table.german("4-6-7", "wC2");
    let firer = table.american("6-6-6", "wE3");
    let gun = table.machine_gun(Nation::American, Weight::Heavy, firer);
    table.open(Phase::Movement);
    table.play(&format!("move u{mover}"), &[]);
    table.play("go C3", &[]);
    // The machine gun keeps its rate: but one MF was spent here.
    table.play(&format!("fire m{gun} C3"), &[]);
    table.play("shoot", &[1, 6, 1, 1]);
    assert!(!table.offers(&format!("fire m{gun} C3")));
    let_pass(&mut table);
    table.play("smoke u0 C3", &[4]);
    assert!(table.offers(&format!("fire m{gun} C3")), "a second MF, a second shot");
    table.play(&format!("fire m{gun} C3"), &[]);
    table.play("shoot", &[1, 6, 1, 1]);
    assert!(!table.offers(&format!("fire m{gun} C3")), "two MF in all, two shots in all");
}

// card: 3.3.1h, 4.2
#[test]
fn residual_firepower_counts_flamethrowers_and_comes_again_to_who_takes_one_up() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC2");
    let weapon = table.flamethrower(squad);
    let place = table.place("wC3");
    table.position.drop_weapon(weapon, Some(place));
    table.position.residual.push((place, 2));
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    // -2 for moving in the open: 12 does nothing.
    table.play("go C3", &[6, 6]);
    assert!(table.told("12-2") || table.told("6+6-2"));
    // The MF is spent with the flamethrower in his hands: one worse than before.
    table.play("recover u0 m0", &[3, 6, 6]);
    assert_eq!(table.w(weapon).holder, Some(squad));
    assert!(table.told("6+6-3"));
    table.play("smoke u0 C3", &[5]);
}

// card: 3.6d
#[test]
fn a_broken_unit_leaves_its_own_building_for_the_next() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wJ10");
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    // K10 is part of the same building; the next shelter is in L8, 4 MF away by J9 and the road.
    assert!(table.offers("go K10") && table.offers("go J9"));
    table.play("go J9", &[]);
    assert!(!table.offers("done"), "on the way to a shelter in reach it does not stop");
    table.play("go K9", &[]);
    table.play("go L8", &[]);
    assert_eq!(table.at(squad), "wL8");
}

// card: 3.6d
#[test]
fn shelter_no_further_from_the_enemy_may_be_passed_and_a_full_one_must_be() {
    let mut table = Table::farmland();
    let squad = table.german("4-6-7", "xR2");
    table.american("6-6-6", "xS6");
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    // The woods of S2 are as near to S6 as R2 is; those of T1 are reached by R1.
    assert!(table.offers("go S2") && table.offers("go R1"));
    let mut table = Table::farmland();
    let squad = table.german("4-6-7", "xR2");
    table.american("6-6-6", "xS6");
    (0..3).for_each(|_| {
        table.german("4-4-7", "xS2");
    });
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    assert!(!table.offers("go S2") && table.offers("go R1"));
}

/// A broken squad and a leader in wR3, an American squad up the road in wR0.
fn led_rout() -> (Table, u8, u8) {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR3");
    let leader = table.german("9-1", "wR3");
    table.american("6-6-6", "wR0");
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    (table, squad, leader)
}

// card: 3.6f
#[test]
fn a_leader_goes_along_and_helps_against_interdiction() {
    let (mut table, squad, leader) = led_rout();
    table.play(&format!("with u{leader}"), &[]);
    // 7 against a broken morale of 7, his -1 makes it 6: neither broken nor pinned.
    table.play("go R4", &[3, 4]);
    assert!(table.told("7-1 against 7"));
    table.play("go R5", &[]);
    assert_eq!((table.at(squad), table.at(leader)), ("wR5".into(), "wR5".into()));
    assert!(!table.u(leader).broken);
}

// card: 3.6f
#[test]
fn a_leader_falls_with_who_fails() {
    let (mut table, squad, leader) = led_rout();
    table.play(&format!("with u{leader}"), &[]);
    // 9-1 is more than 7: casualty reduction, the leader falls, and his loss shakes the half-squad (+1).
    table.play("go R4", &[4, 5, 1, 2]);
    assert!(table.gone(leader) && table.u(squad).data().name == "2-4-7");
    assert!(table.told("3+1 against 6"));
    assert!(table.offers("done") && table.offers("go R5"), "what is left may go on");
    let (mut table, _, leader) = led_rout();
    table.play(&format!("with u{leader}"), &[]);
    table.play("crawl u0 R4", &[]);
    assert_eq!(table.at(leader), "wR4", "crawling, nobody interdicts");
}

// card: 3.6f
#[test]
fn no_leader_goes_along_who_is_broken_or_pinned() {
    for hurt in [0, 1] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wR3");
        let leader = table.german("9-1", "wR3");
        table.american("6-6-6", "wR0");
        broken(&mut table, squad);
        if hurt == 0 {
            broken(&mut table, leader)
        } else {
            table.set(leader).pinned = true
        }
        table.open(Phase::Rout);
        table.play("rout u0", &[]);
        assert!(!table.offers(&format!("with u{leader}")));
    }
}

// card: 3.6e, 1.1.1g
#[test]
fn along_an_orchard_road_interdiction_waits() {
    // xDD5 is an orchard with a dirt road from CC6 to EE5.
    let mut table = Table::farmland();
    let squad = table.german("4-6-7", "xEE5");
    table.american("6-6-6", "xGG4");
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    assert!(table.offers("go DD5"));
    let sees = table.position.hindrance(table.place("xGG4"), table.place("xDD5")) == Some(0);
    assert!(sees, "down the road");
    table.play("go DD5", &[1, 2]);
    assert!(table.told("is interdicted"));
}

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
    assert!(table.offers(&format!("fire u{squad} N1")), "one weapon costs a squad nothing");
    table.play(&format!("destroy m{two}"), &[]);
    assert!(!table.offers(&format!("fire u{squad} N1")), "two cost its own firepower");
    table.play(&format!("destroy m{third}"), &[]);
    assert!(!table.offers(&format!("fire u{half} N8")), "one costs a half-squad its own");
    table.open(Phase::Movement);
    assert!(!table.offers(&format!("move u{squad}")), "it has fired");
}

// card: 4c
#[test]
fn only_in_the_prep_and_defensive_fire_phases() {
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
fn only_a_kia_endangers_the_weapons_of_the_dead() {
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
    // 4 firepower at range 3: 2 is K/2, which eliminates a half-squad and asks nothing of its weapon; but doubles
    // cower to the column of 2, K/1.
    assert_eq!(fire(&[1, 1]), (true, true));
}

/// Two American leaders with a machine gun in the first one's hands in wN4, Germans in wN7.
fn leaders() -> (Table, u8, u8, u8) {
    let mut table = Table::new();
    table.german("4-6-7", "wN7");
    let one = table.american("8-0", "wN4");
    let two = table.american("7-0", "wN4");
    let gun = table.machine_gun(Nation::American, Weight::Heavy, one);
    table.position.attacker = Side::B;
    table.open(Phase::PrepFire);
    (table, one, two, gun)
}

// card: 4.1
#[test]
fn one_leader_fires_a_machine_gun_at_half_two_of_them_in_full() {
    let (mut table, _, two, gun) = leaders();
    table.play(&format!("fire m{gun} N7"), &[]);
    let worked = |table: &Table| match table.position.frames.last() {
        Some(Frame::Attack(attack)) => column(&attack.work_out(&table.position)),
        _ => panic!(),
    };
    assert_eq!(worked(&table), (2, 0), "3 of 6 are read on 2");
    table.play(&format!("help u{two}"), &[]);
    assert_eq!(worked(&table), (6, 0));
    // A coloured 3 keeps the rate of an HMG, in the hands of leaders too; 9 on the column of 6 is nothing.
    table.play("shoot", &[3, 6]);
    table.play(&format!("fire m{gun} N7"), &[]);
    assert!(table.offers(&format!("help u{two}")), "and he helps again");
    table.play(&format!("help u{two}"), &[]);
    table.play("shoot", &[4, 5]);
    assert!(!table.offers(&format!("fire m{gun} N7")));
}

// card: 4.1, 4d
#[test]
fn who_helps_directs_nobody_else() {
    let (mut table, _, two, gun) = leaders();
    let squad = table.american("6-6-6", "wN4");
    table.play(&format!("fire m{gun} N7"), &[]);
    table.play(&format!("help u{two}"), &[]);
    assert!(!table.offers(&format!("direct u{two}")));
    table.play("shoot", &[4, 5]);
    assert!(!table.position.known_at(table.place("wN7"), Side::A).any(|id| table.u(id).broken));
    let directs = standto::rules::aslsk::fire::attack::directors(
        &table.position,
        Side::B,
        &[Item::Unit(squad)],
        table.place("wN4"),
    );
    assert!(directs.is_empty(), "one fires, the other helped");
}

/// Two hexes of board x so far apart that see each other without a hindrance.
fn far_apart(table: &Table, range: u16) -> (Place, Place) {
    let map = table.position.map();
    let open = |place: &Place| table.position.open_ground(*place);
    let places: Vec<Place> = map.places().filter(open).collect();
    places
        .iter()
        .flat_map(|&a| places.iter().map(move |&b| (a, b)))
        .find(|&(a, b)| map.range(a, b) == range && table.position.hindrance(a, b) == Some(0))
        .unwrap()
}

// card: 4.1
#[test]
fn beyond_sixteen_hexes_a_leader_must_direct_and_the_unbroken_count_half() {
    let mut table = Table::farmland();
    let (from, to) = far_apart(&table, 18);
    let names = [from, to].map(|place| table.position.name(place).to_owned());
    let squad = table.american("6-6-6", &names[0]);
    let gun = table.machine_gun(Nation::American, Weight::Heavy, squad);
    let target = table.german("4-6-7", &names[1]);
    table.position.attacker = Side::B;
    table.open(Phase::PrepFire);
    let fire = format!("fire m{gun} {}", table.position.hex(to));
    assert!(!table.offers(&fire), "nobody directs it");
    let leader = table.american("8-0", &names[0]);
    assert!(table.offers(&fire));
    table.play(&fire, &[]);
    assert!(!table.offers("shoot") && table.offers(&format!("direct u{leader}")));
    let worked = |table: &Table| table.attack(Mode::Prep, &[Item::Weapon(gun)], &[leader], &names[1]);
    // 6 at long range are 3, against the unbroken 1.5.
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

// card: 3.1d, 3.1f
#[test]
fn who_has_repaired_or_handed_over_does_not_rally_others() {
    let mut table = Table::new();
    let leader = table.german("8-1", "wC3");
    let squad = table.german("4-6-7", "wC3");
    let other = table.german("4-4-7", "wC3");
    table.machine_gun(Nation::German, Weight::Light, leader);
    broken(&mut table, squad);
    table.position.phase = Phase::Rally;
    table.position.frames = vec![Frame::Rally(Step::Transfer, Side::A)];
    table.play(&format!("give m0 u{other}"), &[]);
    table.position.frames = vec![Frame::Rally(Step::Rally, Side::A)];
    assert!(!table.offers(&format!("rally u{leader} u{squad}")));
    table.set(leader).traded = false;
    assert!(table.offers(&format!("rally u{leader} u{squad}")));
    table.set(leader).acted = true;
    assert!(!table.offers(&format!("rally u{leader} u{squad}")), "nor who repaired or took up a weapon");
}

// card: 3.1e
#[test]
fn one_mmc_tries_to_rally_itself_though_it_succeeds() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC3");
    let two = table.german("4-6-7", "wC6");
    broken(&mut table, one);
    broken(&mut table, two);
    table.set(one).desperate = false;
    table.position.phase = Phase::Rally;
    table.position.frames = vec![Frame::Rally(Step::SelfRally, Side::A)];
    table.play(&format!("self-rally u{one}"), &[1, 2]);
    assert!(!table.u(one).broken && !table.offers(&format!("self-rally u{two}")));
}

// card: 5.3
#[test]
fn a_leader_who_rises_is_rated_by_the_broken_morale_of_who_threw() {
    // German first line: morale 7, broken 7; second line conscripts 4-3-6: broken 5, at most 6: +1; broken +1, German -1.
    let mut table = Table::new();
    let squad = table.german("4-3-6", "wC3");
    broken(&mut table, squad);
    table.position.phase = Phase::Rally;
    table.position.frames = vec![Frame::Rally(Step::SelfRally, Side::A)];
    table.play(&format!("self-rally u{squad}"), &[1, 1, 5]);
    assert!(table.told("a leader 6+1 rises"), "5 and 1 more is 6: 6+1");
}

// card: 3.7
#[test]
fn a_leader_who_goes_along_spares_a_squad_its_exhaustion() {
    // 5 portage points leave a squad 2 MF, all that woods cost; with a leader it has 5.
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wC3");
    table.machine_gun(Nation::American, Weight::Heavy, squad);
    let leader = table.american("8-0", "wC3");
    table.position.attacker = Side::B;
    table.open(Phase::Advance);
    let escort = format!("escort u{squad} u{leader} C4");
    assert!(table.offers(&format!("advance u{squad} C4")) && table.offers(&escort));
    table.play(&escort, &[]);
    assert!(!table.u(squad).cx && !table.u(leader).cx);
    assert_eq!((table.at(squad), table.at(leader)), ("wC4".into(), "wC4".into()));
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wC3");
    table.machine_gun(Nation::American, Weight::Heavy, squad);
    table.position.attacker = Side::B;
    table.open(Phase::Advance);
    table.play(&format!("advance u{squad} C4"), &[]);
    assert!(table.u(squad).cx);
}

// card: 3.7
#[test]
fn the_exhausted_may_not_advance_by_all_they_have() {
    // The example: a CX squad with 4 portage points has 2 MF and does not enter a building.
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC6");
    table.machine_gun(Nation::German, Weight::Heavy, squad);
    table.set(squad).cx = true;
    table.open(Phase::Advance);
    assert!(!table.offers(&format!("advance u{squad} C7")));
    let leader = table.german("8-0", "wC6");
    assert!(table.offers(&format!("escort u{squad} u{leader} C7")), "unless a leader goes along");
}

// card: 3.7, 4a
#[test]
fn weapons_change_hands_before_the_advance_and_only_support_weapons() {
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
    assert!(!table.offers(&format!("give m0 u{other}")), "it went one hex, and no further in other hands");
}

// card: 3.8g
#[test]
fn fire_into_a_melee_falls_on_both_sides() {
    let mut table = Table::new();
    let firer = table.german("4-6-7", "wN4");
    let ours = table.german("4-4-7", "wN7");
    let theirs = table.american("6-6-6", "wN7");
    table.open(Phase::PrepFire);
    assert!(!table.offers(&format!("fire u{firer} N7")), "not beside one's own without a melee");
    table.set(ours).melee = true;
    table.set(theirs).melee = true;
    table.play(&format!("fire u{firer} N7"), &[]);
    // 5 on the column of 4 is 1MC for both: 12 of each breaks and reduces them.
    table.play("shoot", &[2, 3, 6, 6, 6, 6]);
    assert!(table.u(ours).broken && table.u(theirs).broken);
}

// card: 3.2.2e
#[test]
fn who_cowers_with_a_weapon_alone_is_marked_himself() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN4");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    table.american("6-6-6", "wN7");
    table.american("6-6-6", "wN1");
    table.open(Phase::PrepFire);
    table.play(&format!("fire m{gun} N7"), &[]);
    table.play("shoot", &[5, 5]);
    assert_eq!(table.u(squad).marker, Marker::Prep);
    assert!(!table.offers(&format!("fire u{squad} N1")));
}

// card: 6.5, 3.5a
#[test]
fn who_pushed_a_gun_does_not_fire_in_the_advance() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN4");
    table.american("6-6-6", "wN7");
    table.open(Phase::AdvancingFire);
    assert!(table.offers(&format!("fire u{squad} N7")));
    table.set(squad).pushing = true;
    assert!(!table.offers(&format!("fire u{squad} N7")));
}

// card: 3.2.3g
#[test]
fn a_leader_left_checks_first_and_helps_the_others() {
    // The 9-2 falls to a KIA; the 8-1 and the squad check at +2, the squad with the help of the 8-1.
    let mut table = Table::new();
    table.american("6-6-6", "wC6");
    let captain = table.german("9-2", "wC3");
    let leader = table.german("8-1", "wC3");
    let squad = table.german("4-6-7", "wC3");
    let (mut dice, mut log) = (standto::dice::Dice::taped(&[1, 2, 2, 3]), standto::game::Log::on());
    let mut losses = Vec::new();
    table.position.eliminate(captain, None, &mut dice, &mut log, &mut losses).unwrap();
    table.position.after_losses(losses, &mut dice, &mut log).unwrap();
    let told: Vec<String> = log.events().into_iter().map(|event| event.text).collect();
    assert!(told.iter().any(|text| text.contains("morale check 3+2 against 8")), "{told:?}");
    assert!(told.iter().any(|text| text.contains("morale check 5+1 against 7")), "{told:?}");
    assert!(!table.u(leader).broken && !table.u(squad).broken);
    // Nobody in close combat checks.
    let mut table = Table::new();
    let captain = table.german("9-2", "wC3");
    let squad = table.german("4-6-7", "wC3");
    table.set(squad).melee = true;
    let (mut dice, mut log) = (standto::dice::Dice::taped(&[]), standto::game::Log::off());
    let mut losses = Vec::new();
    table.position.eliminate(captain, None, &mut dice, &mut log, &mut losses).unwrap();
    table.position.after_losses(losses, &mut dice, &mut log).unwrap();
}

// card: 3.8b
#[test]
fn leaders_take_their_places_before_close_combat() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC3");
    let two = table.german("4-4-7", "wC3");
    let leader = table.german("8-1", "wC3");
    let enemy = table.american("6-6-6", "wC3");
    table.open(Phase::CloseCombat);
    table.play("combat C3", &[]);
    assert!(table.offers(&format!("bind u{leader} u{two}")) && table.offers(&format!("alone u{leader}")));
    table.play(&format!("bind u{leader} u{two}"), &[]);
    // Nobody else has anything to arrange: attacks are designated.
    table.play("done", &[]);
    let place = table.place("wC3");
    let Some(Frame::Melee(melee)) = table.position.frames.last() else { panic!("{:?}", table.choices()) };
    let bands = table.position.bands(place, Side::A, &melee.bonds);
    assert!(bands.contains(&vec![two, leader]) && bands.contains(&vec![one]), "{bands:?}");
    let _ = enemy;
}

// card: 3.8b
#[test]
fn a_leader_alone_attacks_and_defends_alone() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    let leader = table.german("8-1", "wC3");
    let enemy = table.american("6-6-6", "wC3");
    table.open(Phase::CloseCombat);
    table.play("combat C3", &[]);
    table.play(&format!("alone u{leader}"), &[]);
    if table.offers("done") && !table.offers(&format!("use u{squad}")) {
        table.play("done", &[]);
    }
    table.play(&format!("use u{leader}"), &[]);
    assert!(!table.offers(&format!("use u{squad}")), "not together with an MMC");
    table.play(&format!("at u{enemy}"), &[]);
    let Some(Frame::Melee(melee)) = table.position.frames.last() else { panic!() };
    let worked = table.position.work_out_strike(melee, Side::A, &melee.open);
    assert_eq!(
        (worked.attack.to_string(), worked.drm()),
        ("1".into(), 0),
        "his own leadership does not count"
    );
}

// card: 5.3, 3.8a
#[test]
fn a_leader_who_rises_changes_the_odds_of_both_sides() {
    // A CX 5-4-8 attacks a 3-4-7 at 5 to 3, and is attacked at 3 to 5 (1-2); with a leader it is 5 to 4 and 4 to 5.
    let mut table = Table::new();
    let german = table.german("5-4-8", "wC3");
    let italian = table.unit(Side::B, Nation::Italian, "3-4-7", "wC3");
    table.set(german).cx = true;
    table.open(Phase::CloseCombat);
    for choice in ["combat C3".to_owned(), format!("use u{german}"), format!("at u{italian}"), "next".into()]
    {
        table.play(&choice, &[]);
    }
    for choice in [format!("use u{italian}"), format!("at u{german}")] {
        table.play(&choice, &[]);
    }
    // The German 5 is 6 with CX: a reduction at 3-2, nothing at 1-1. The Italian 2 raises a leader (2, +1 Italian,
    // -1 a column below 1-1) and kills.
    table.play("next", &[2, 3, 1, 1, 2]);
    assert!(table.told("a leader 8-0 rises"));
    assert!(table.gone(german) && table.u(italian).data().name == "3-4-7");
}

// card: 4a
#[test]
fn no_weapon_is_carried_twice_in_a_phase() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC2");
    let other = table.german("4-6-7", "wC3");
    let gun = Weapon::new(Nation::German, Arm::MachineGun(Weight::Light), one);
    table.position.weapons.push(gun);
    table.open(Phase::Movement);
    for choice in [format!("move u{one}"), "go C3".into(), "drop m0".into(), "done".into()] {
        table.play(&choice, &[]);
    }
    table.play(&format!("move u{other}"), &[]);
    table.play(&format!("recover u{other} m0"), &[2]);
    assert!(!table.choices().iter().any(|choice| choice.starts_with("go ")), "it stays with it where it is");
    table.play("drop m0", &[]);
    assert!(table.choices().iter().any(|choice| choice.starts_with("go ")));
}
