//! Movement (1.1.1, 3.3).

use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::fire::attack::Motion;
use standto::rules::aslsk::fire::cover;
use standto::rules::aslsk::state::{Item, Whereabouts};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::table::{Table, column};

// card: 3.3a, 3.2
#[test]
fn units_that_prep_fired_do_not_move() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.german("4-6-7", "wC3");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    table.american("6-6-6", "wC5");
    table.position.forces.weapons[usize::from(gun)].fired = true;
    table.open(Phase::Movement);
    assert!(!table.offers("move u0"), "its weapon kept its rate, and has fired");
    table.play("move u1", &[]);
    assert!(!table.offers("go C5"), "never into an enemy");
}

// card: 3.3c
#[test]
fn stacking_limit_three_squads_and_four_leaders() {
    let mut table = Table::new();
    let squads: Vec<u8> = (0..3).map(|_| table.german("4-6-7", "wC3")).collect();
    let half = table.german("2-4-7", "wC4");
    let leader = table.german("8-0", "wC4");
    let place = table.place("wC3");
    assert!(
        !table.position.forces.room(place, Side::A, &[half])
            && table.position.forces.room(place, Side::A, &[leader])
    );
    (0..4).for_each(|_| {
        table.german("8-0", "wC3");
    });
    assert!(!table.position.forces.room(place, Side::A, &[leader]));
    table.set(squads[0]).at = Whereabouts::Gone;
    assert!(table.position.forces.room(place, Side::A, &[half]));
}

// card: 3.3e
#[test]
fn assault_movement_is_one_hex_and_not_all_of_the_mf() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.american("6-6-6", "wM10");
    table.machine_gun(Nation::German, Weight::Heavy, squad);
    table.machine_gun(Nation::German, Weight::Light, squad);
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("assault", &[]);
    // 5 PP leave 2 MF: woods would use them all.
    assert!(
        table.offers("go C2") && !table.offers("go B3") || !table.offers("go C4") || table.offers("go C2")
    );
    table.play("go C2", &[]);
    assert!(!table.choices().iter().any(|choice| choice.starts_with("go ")), "one hex");
}

// card: 3.3f, 3.3g
#[test]
fn double_time_adds_two_mf_and_makes_cx() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR3");
    let wounded = table.german("8-0", "wC3");
    table.set(wounded).wounded = true;
    table.american("6-6-6", "wA10");
    assert_eq!(table.position.forces.allowance(squad, false, false, true), 12);
    table.open(Phase::Movement);
    table.play(&format!("move u{squad}"), &[]);
    table.play("double", &[]);
    table.play("go R2", &[]);
    assert!(table.u(squad).cx);
    table.position.turn.frames = vec![Frame::Move];
    table.play(&format!("move u{wounded}"), &[]);
    assert!(!table.offers("double"), "not the wounded");
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR3");
    table.set(squad).tired = true;
    table.american("6-6-6", "wA10");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    assert!(!table.offers("double"), "not twice in a row");
    table.play("go R2", &[]);
    assert!(!table.u(squad).cx);
}

// card: 3.3h
#[test]
fn smoke_grenades_need_the_smoke_exponent() {
    for (die, smoke, ends) in [(1, true, false), (2, false, false), (6, false, true)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC3");
        table.german("4-6-7", "wC3");
        table.american("6-6-6", "wM10");
        table.open(Phase::Movement);
        table.play("move u0", &[]);
        table.play("smoke u0 C4", &[die]);
        assert_eq!(table.position.ground.smoky(table.place("wC4")), smoke, "{die}");
        let moves = table.choices().iter().any(|choice| choice.starts_with("go "));
        assert_eq!(moves, !ends, "a 6 ends its movement");
        assert!(!table.offers("smoke u0 C3"), "once");
        let _ = squad;
    }
}

// card: 3.3i
#[test]
fn recovery_in_the_mph_costs_1_mf() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    let place = table.place("wC3");
    table.position.forces.drop_weapon(gun, Some(place));
    table.american("6-6-6", "wM10");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("recover u0 m0", &[3]);
    assert_eq!(table.w(gun).holder, Some(squad));
    let Some(Frame::Mover(mover)) = table.position.turn.frames.last() else { panic!() };
    assert_eq!(mover.spent, 2, "in half MF");
}

// card: 1.1.1c, 3.3b
#[test]
fn a_move_entirely_by_road_has_1_extra_mf() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR1");
    table.american("6-6-6", "wA10");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    for hex in ["R2", "R3", "R4", "S5"] {
        table.play(&format!("go {hex}"), &[]);
        while table.offers("done")
            && standto::game::Rules::decision(&table.position).is_some_and(|asked| asked.side != Side::A)
        {
            table.play("done", &[]);
        }
    }
    assert!(table.offers("go S6"), "a fifth hex of paved road");
    assert!(!table.offers("go R5"), "not off it");
    let _ = squad;
}

// card: 1.1.1j
#[test]
fn moving_uphill_costs_double() {
    let table = Table::new();
    let cost = |from: &str, to: &str| table.position.ground.way_cost(table.place(from), table.place(to));
    assert_eq!(cost("wH7", "wI7"), 4, "the example: 1 MF doubled");
    assert_eq!(cost("wH7", "wG7"), 8, "a building: 2 doubled");
    assert_eq!(cost("wI7", "wH7"), 2, "downhill nothing");
}

// card: 1.1.1k
#[test]
fn height_advantage_needs_no_other_tem() {
    let mut table = Table::new();
    let firer = table.german("4-6-7", "wE9");
    table.american("6-6-6", "wI7");
    table.open(Phase::PrepFire);
    let worked = table.attack(Mode::Prep, &[Item::Unit(firer)], &[], "wI7");
    assert_eq!(column(&worked).1, 1);
    // A unit that has just crossed the Crest Line through the hexside of the LOS has no Height Advantage, and
    // FFMO applies.
    let entry = table.position.ground.map().sight(table.place("wE9"), table.place("wI7")).entry;
    let climbed = Motion { moves: true, crest: entry, ..Motion::default() };
    let worked = table.attack_on(Mode::First, &[Item::Unit(firer)], &[], "wI7", climbed);
    assert_eq!(column(&worked).1, -2);
    let along = Motion { moves: true, ..Motion::default() };
    let worked = table.attack_on(Mode::First, &[Item::Unit(firer)], &[], "wI7", along);
    assert_eq!(column(&worked).1, 0, "height +1, FFNAM -1, no FFMO");
}

// card: 1.1.1e
#[test]
fn the_road_rate_in_woods_gives_no_tem() {
    let mut table = Table::farmland();
    let mover = table.german("4-6-7", "xB6");
    table.american("6-6-6", "xE7");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    assert!(table.offers("go C6") && table.offers("beside C6"), "at the road rate or the woods rate");
    assert_eq!(table.position.ground.way_cost(table.place("xB6"), table.place("xC6")), 2);
    let road = Motion { moves: true, road: true, ..Motion::default() };
    let place = table.place("xC6");
    let tem = |motion, from: &str| {
        let manner = standto::rules::aslsk::fire::cover::Manner::SmallArms;
        cover::cover(
            &table.position.ground,
            &table.position.forces,
            place,
            Some(mover),
            &[table.place(from)],
            motion,
            manner,
        )
        .tem()
    };
    let along = table.position.ground.map().sight(table.place("xB6"), place).in_cover;
    assert_eq!(tem(road, "xB6"), i16::from(along), "down the road");
    assert_eq!(tem(Motion { moves: true, ..Motion::default() }, "xB6"), 1, "beside it");
}
