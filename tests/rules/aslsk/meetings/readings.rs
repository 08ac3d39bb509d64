//! Where paragraphs meet: Allied leaders, FT in the open, fire out of Smoke, loads before a rout, hidden
//! crews.

use standto::dice::Dice;
use standto::game::Log;
use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::fire::attack::{Attack, Motion, bit};
use standto::rules::aslsk::fire::checks::Check;
use standto::rules::aslsk::ordnance::manhandling;
use standto::rules::aslsk::ordnance::smoke::Thickness;
use standto::rules::aslsk::state::{Item, Marker, Whereabouts};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::phase::Phase;
use standto::rules::aslsk::turn::{Frame, rally};
use standto::side::Side;

use super::super::emplaced::fifty_seven;
use super::super::shelter::broken;
use super::super::table::{Table, column};

/// A British 9-1 and an American 6-6-6 in wC3, under the SSR on Allied leaders.
fn allies() -> (Table, u8, u8) {
    let mut table = Table::new();
    table.order().foreign_leaders = true;
    let leader = table.unit(Side::A, Nation::British, "9-1", "wC3");
    let squad = table.unit(Side::A, Nation::American, "6-6-6", "wC3");
    (table, leader, squad)
}

fn check(table: &mut Table, checks: &[(u8, Check)], faces: &[u8]) {
    let (mut dice, mut log) = (Dice::taped(faces), Log::off());
    let mut losses = Vec::new();
    table.position.effects().check_all(checks, &[], &mut dice, &mut log, &mut losses).unwrap();
    assert_eq!(dice.unread(), 0);
}

// card: 3.2.3e, 3.2.3f
#[test]
fn an_allied_leader_helps_a_morale_check_in_full() {
    // The 9-1 passes with 2; the 6-6-6 rolls 7-1=6, the highest passing roll, and is pinned.
    let (mut table, leader, squad) = allies();
    check(&mut table, &[(leader, Check::Morale(0)), (squad, Check::Morale(0))], &[1, 1, 3, 4]);
    assert!(table.u(squad).pinned && !table.u(squad).broken);
    // So does a leader that need not check.
    let (mut table, _, squad) = allies();
    check(&mut table, &[(squad, Check::Morale(0))], &[3, 4]);
    assert!(table.u(squad).pinned && !table.u(squad).broken);
}

// card: 3.2.3j
#[test]
fn an_allied_leader_helps_a_pin_task_check_in_full() {
    let (mut table, leader, squad) = allies();
    check(&mut table, &[(leader, Check::Pin(0)), (squad, Check::Pin(0))], &[1, 1, 3, 4]);
    assert!(!table.u(squad).pinned, "7 less 1 against 6");
}

// card: 3.6f
#[test]
fn an_allied_leader_helps_against_interdiction_in_full() {
    let mut table = Table::new();
    table.order().foreign_leaders = true;
    let squad = table.unit(Side::A, Nation::American, "6-6-6", "wR3");
    let leader = table.unit(Side::A, Nation::British, "9-1", "wR3");
    table.unit(Side::B, Nation::German, "4-6-7", "wR0");
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play(&format!("rout u{squad}"), &[]);
    table.play(&format!("with u{leader}"), &[]);
    // Broken morale 8: 9-1 is the highest roll that passes.
    table.play("go R4", &[4, 5]);
    assert!(!table.gone(leader) && table.u(squad).data().name == "6-6-6" && table.at(squad) == "wR4");
}

// card: 6.5
#[test]
fn an_allied_leader_helps_to_manhandle_in_full() {
    let (mut table, crew, gun) = fifty_seven();
    table.order().foreign_leaders = true;
    let leader = table.unit(Side::A, Nation::British, "9-1", "xD6");
    table.open(Phase::Movement);
    table.play(&format!("move u{leader}"), &[]);
    table.play(&format!("with u{crew}"), &[]);
    let Some(Frame::Mover(mover)) = table.position.turn.frames.last() else { panic!() };
    let lines = manhandling::push_modifiers(
        &table.position.ground,
        &table.position.forces,
        mover,
        gun,
        table.place("xD5"),
    );
    assert_eq!(lines.iter().map(|line| line.value).sum::<i16>(), 4, "TEM +1, 4 MF +4, leader -1");
}

// card: 3.3.1e
#[test]
fn an_allied_leader_helps_the_nmc_of_fpf_in_full() {
    let mut table = Table::new();
    table.order().foreign_leaders = true;
    table.german("4-6-7", "wN5");
    let squad = table.american("6-6-6", "wN7");
    let leader = table.unit(Side::B, Nation::British, "9-1", "wN7");
    (table.set(squad).marker, table.set(squad).fired) = (Marker::Final, true);
    (table.set(leader).marker, table.set(leader).directed) = (Marker::First, bit(Item::Unit(squad)));
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go N6", &[]);
    table.play(&format!("fire u{squad} N6"), &[]);
    table.play(&format!("direct u{leader}"), &[]);
    // 7-2 on the 6 column is a 1MC, which the target passes; 7-1 is the highest roll that passes for the squad.
    table.play("shoot", &[3, 4, 1, 1]);
    assert!(table.u(squad).pinned && !table.u(squad).broken);
}

// card: 3.2.2h
#[test]
fn an_allied_leader_directs_and_rallies_at_one_worse() {
    let (mut table, leader, squad) = allies();
    table.unit(Side::B, Nation::German, "4-6-7", "wC6");
    let led = table.attack(Mode::Prep, &[Item::Unit(squad)], &[leader], "wC6");
    let alone = table.attack(Mode::Prep, &[Item::Unit(squad)], &[], "wC6");
    assert_eq!(column(&led).1 - column(&alone).1, 0, "-1 and the penalty of 1");
    broken(&mut table, squad);
    let sum = |leader: Option<u8>| -> i16 {
        rally::rally_modifiers(&table.position.ground, &table.position.forces, squad, leader)
            .iter()
            .map(|line| line.value)
            .sum()
    };
    // Without a leader it is Self-Rally, at +1.
    assert_eq!(sum(Some(leader)), sum(None) - 1);
}

// card: 3.2.3a
#[test]
fn the_forecast_counts_an_allied_leader_in_full() {
    let forecast = |special: bool| {
        let (mut table, leader, squad) = allies();
        table.order().foreign_leaders = special;
        let enemy = table.unit(Side::B, Nation::German, "4-6-7", "wC6");
        let target = table.place("wC3");
        let mut attack = Attack::new(Mode::Prep, Side::B, target, vec![leader, squad], Motion::default());
        attack.join(&table.position, Item::Unit(enemy));
        attack.fates(&table.position)
    };
    assert_eq!(format!("{:?}", forecast(true)), format!("{:?}", forecast(false)));
}

// card: 4.2, 3.3.1b, 3.3.1c
#[test]
fn flame_counts_ffnam_but_not_ffmo() {
    // FFMO is the TEM of Open Ground (1.1.1), and a FT takes no TEM; FFNAM is not TEM.
    let mut table = Table::farmland();
    let squad = table.german("5-4-8", "xD1");
    let weapon = table.flamethrower(squad);
    table.american("6-6-6", "xD2");
    let in_the_open = |assault| Motion { moves: true, assault, road: false, crest: 0 };
    let drm = |item: Item, assault| {
        column(&table.attack_on(Mode::First, &[item], &[], "xD2", in_the_open(assault))).1
    };
    assert_eq!((drm(Item::Unit(squad), false), drm(Item::Unit(squad), true)), (-2, -1));
    assert_eq!((drm(Item::Weapon(weapon), false), drm(Item::Weapon(weapon), true)), (-1, 0));
}

// card: 1.2.5c, 3.2.1d
#[test]
fn fire_out_of_smoke_adds_one_and_blocks_nothing() {
    // Smoke of +2 and +3 is a Hindrance of 5; out of Smoke the DRM is 6, and LOS still exists both ways.
    let mut table = Table::new();
    table.german("4-6-7", "wN4");
    table.american("6-6-6", "wN7");
    for (hex, thickness) in [("wN4", Thickness::Grenades), ("wN6", Thickness::Full)] {
        let place = table.place(hex);
        table.position.ground.lay_smoke(place, thickness, Side::A);
    }
    let (near, far) = (table.place("wN4"), table.place("wN7"));
    assert_eq!(table.position.ground.hindrance(far, near), Some(5));
    assert_eq!(table.position.ground.hindrance(near, far), Some(6));
    let worked = table.attack(Mode::Prep, &[Item::Unit(0)], &[], "wN7");
    assert_eq!(column(&worked), (4, 6));
    // A sixth point blocks LOS both ways.
    let place = table.place("wN5");
    table.position.ground.lay_smoke(place, Thickness::ThinPhosphorus, Side::A);
    assert_eq!(
        (table.position.ground.hindrance(far, near), table.position.ground.hindrance(near, far)),
        (None, None)
    );
}

// card: 4a, 3.6
#[test]
fn the_owner_chooses_what_a_routing_unit_drops() {
    // Four LMG of 1 PP on an IPC of 3: the owner drops any one of them.
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR3");
    table.american("6-6-6", "wR0");
    let guns: Vec<u8> = (0..4).map(|_| table.machine_gun(Nation::German, Weight::Light, squad)).collect();
    broken(&mut table, squad);
    table.open(Phase::Rout);
    assert!(!table.choices().iter().any(|choice| choice.starts_with("crawl")), "first it drops one");
    table.play(&format!("rout u{squad}"), &[]);
    assert_eq!(table.choices(), guns.iter().map(|gun| format!("drop m{gun}")).collect::<Vec<_>>());
    table.play(&format!("drop m{}", guns[2]), &[]);
    assert_eq!(table.w(guns[2]).lies, Some(table.place("wR3")));
    assert!(!table.choices().iter().any(|choice| choice.starts_with("drop")), "it carries the rest");
    assert!(table.choices().iter().any(|choice| choice.starts_with("crawl")));
}

// card: 4a, 3.6
#[test]
fn sw_exceeding_the_ipc_alone_are_dropped_automatically() {
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wR3");
    let heavy = table.machine_gun(Nation::American, Weight::Heavy, squad);
    let light = table.machine_gun(Nation::German, Weight::Light, squad);
    table.german("4-6-7", "wR0");
    table.position.turn.attacker = Side::B;
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play(&format!("rout u{squad}"), &[]);
    assert!(!table.choices().iter().any(|choice| choice.starts_with("drop")));
    assert_eq!((table.w(heavy).holder, table.w(light).holder), (None, Some(squad)));
}

// card: 4a, 3.6f
#[test]
fn a_leader_routing_along_drops_excess_sw() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR3");
    let leader = table.german("9-1", "wR3");
    let (one, two) = (
        table.machine_gun(Nation::German, Weight::Light, leader),
        table.machine_gun(Nation::German, Weight::Light, leader),
    );
    table.american("6-6-6", "wR0");
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play(&format!("rout u{squad}"), &[]);
    table.play(&format!("with u{leader}"), &[]);
    assert_eq!(table.choices(), [format!("drop m{one}"), format!("drop m{two}")]);
    table.play(&format!("drop m{one}"), &[]);
    assert!(table.offers("go R4") && table.w(two).holder == Some(leader));
}

// card: 4a, 3.6f
#[test]
fn a_wounded_leader_routing_along_drops_its_sw_without_a_choice() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR3");
    let leader = table.german("9-1", "wR3");
    let gun = table.machine_gun(Nation::German, Weight::Light, leader);
    table.set(leader).wounded = true;
    table.american("6-6-6", "wR0");
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play(&format!("rout u{squad}"), &[]);
    table.play(&format!("with u{leader}"), &[]);
    assert_eq!(table.w(gun).lies, Some(table.place("wR3")), "its IPC is 0");
    assert!(table.offers("go R4"));
}

// card: 6.4
#[test]
fn a_hidden_crew_that_fires_its_own_fp_is_seen() {
    // In woods, where LOS alone does not reveal it.
    let (mut table, crew, _) = fifty_seven();
    let place = table.place("xD5");
    table.set(crew).at = Whereabouts::On(place);
    table.set(crew).hidden = true;
    let side = table.u(crew).side;
    table.position.turn.attacker = side;
    let near = table.position.ground.map().around(place).map(|(_, to)| to).find(|&to| {
        table.position.ground.sees(place, to)
            && table.position.ground.map().level(to) == table.position.ground.map().level(place)
    });
    let hex = table.position.ground.name(near.unwrap()).to_owned();
    table.unit(side.other(), Nation::German, "4-6-7", &hex);
    table.position.turn.frames = vec![Frame::Fire(Mode::Prep, side)];
    table.position.turn.phase = Phase::PrepFire;
    table.play(&format!("fire u{crew} {}", &hex[1..]), &[]);
    table.play("shoot", &[5, 6]);
    assert!(!table.u(crew).hidden);
}
