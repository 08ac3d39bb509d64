//! Smoke with movement, fire, rout and advance (1.2.5 with 3.2 to 3.7, 6.2).

use standto::rules::aslsk::board::Place;
use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::fire::attack::Motion;
use standto::rules::aslsk::ordnance::smoke::Thickness;
use standto::rules::aslsk::state::{Item, Whereabouts};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::guns::Ammo;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::movement::Mover;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::shelter::broken;
use super::super::table::{Table, column};
use super::first_fire::on_the_road;

fn mover(table: &Table) -> &Mover {
    let movers = table.position.turn.frames.iter().rev();
    let mut movers =
        movers.filter_map(|frame| if let Frame::Mover(mover) = frame { Some(mover) } else { None });
    movers.next().expect("a unit moves")
}

fn cloud(table: &mut Table, hex: &str, thickness: Thickness) {
    let place = table.place(hex);
    table.position.ground.lay_smoke(place, thickness, Side::A);
}

// card: 3.3h, 1.2.5a
#[test]
fn smoke_grenades_cost_1_mf_here_and_2_adjacent() {
    for (hex, spent) in [("N3", 2), ("N4", 4)] {
        let mut table = on_the_road(&[("6-6-6", "wN8")]);
        // The Smoke Exponent of a 4-6-7 is 1.
        table.play(&format!("smoke u0 {hex}"), &[1]);
        assert_eq!(mover(&table).spent, spent, "{hex}");
        assert!(table.position.ground.smoky(table.place(&format!("w{hex}"))));
        table.hold_fire();
        assert!(!table.choices().iter().any(|choice| choice.starts_with("smoke")), "once a phase");
        while table.position.turn.phase == Phase::Movement {
            table.play("done", &[]);
        }
        assert!(table.position.ground.smoke.is_empty(), "grenades smoke to the end of the phase");
    }
}

// card: 3.3h, 3.3g
#[test]
fn cx_units_add_1_to_smoke_grenades() {
    for (double, smokes) in [(false, true), (true, false)] {
        let mut table = Table::new();
        table.unit(Side::A, Nation::American, "7-4-7", "wN3");
        table.unit(Side::B, Nation::German, "4-6-7", "wN8");
        table.open(Phase::Movement);
        table.play("move u0", &[]);
        if double {
            table.play("double", &[]);
        }
        table.play("smoke u0 N3", &[3]);
        assert_eq!(table.position.ground.smoky(table.place("wN3")), smokes);
    }
}

// card: 3.3h
#[test]
fn a_six_ends_the_mph_of_the_placing_unit_only() {
    let mut table = Table::new();
    table.german("4-6-7", "wN3");
    table.german("4-4-7", "wN3");
    table.american("6-6-6", "wN8");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("with u1", &[]);
    table.play("smoke u0 N4", &[6]);
    assert!(!table.position.ground.smoky(table.place("wN4")));
    table.hold_fire();
    assert_eq!(mover(&table).units, [1]);
    table.play("go N4", &[]);
    assert_eq!((table.at(0), table.at(1)), ("wN3".into(), "wN4".into()));
}

// card: 1.2.5c, 3.3.1c
#[test]
fn fire_out_of_smoke_adds_one_and_ffmo_does_not_apply() {
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wN7");
    table.german("4-6-7", "wN6");
    cloud(&mut table, "wN7", Thickness::Grenades);
    assert_eq!(column(&table.attack(Mode::Final, &[Item::Unit(squad)], &[], "wN6")), (12, 3));
    let moving = Motion { moves: true, ..Motion::default() };
    let worked = table.attack_on(Mode::First, &[Item::Unit(squad)], &[], "wN6", moving);
    assert_eq!(worked.fire.modifier, 2, "smoke +3, FFNAM -1, no FFMO");
    // From Smoke into Smoke: 2 and 1, and 1 for the Dispersed WP there.
    cloud(&mut table, "wN6", Thickness::ThinPhosphorus);
    assert_eq!(column(&table.attack(Mode::Final, &[Item::Unit(squad)], &[], "wN6")), (12, 4));
}

// card: 3.3.1h, 1.2.5c
#[test]
fn smoke_in_the_target_hex_does_not_reduce_residual_fp() {
    for (hex, left) in [("wN4", 3), ("wN6", 1), ("wN7", 0)] {
        let mut table = on_the_road(&[("6-6-6", "wN7")]);
        cloud(&mut table, hex, Thickness::ThinPhosphorus);
        table.play("go N4", &[]);
        table.play("fire u1 N4", &[]);
        table.play("shoot", &[6, 5]);
        let place = table.place("wN4");
        let residual = table.position.ground.residual.iter().find(|(there, _)| *there == place);
        // 3 of the 6 column; one column less for a Hindrance, two for fire out of Smoke.
        assert_eq!(residual.map_or(0, |(_, left)| *left), left, "smoke in {hex}");
    }
}

// card: 3.3.1h, 1.2.5c
#[test]
fn smoke_negates_ffmo_but_no_residual_fp() {
    let mut table = on_the_road(&[]);
    let place = table.place("wN4");
    table.position.ground.residual.push((place, 4));
    cloud(&mut table, "wN4", Thickness::Full);
    table.play("go N4", &[5, 6]);
    assert!(table.told("Residual FP 4 in wN4: … DRM -1, DR 11 (5, 6)"), "FFNAM alone");
}

// card: 1.1.1j, 1.2.5c
#[test]
fn uphill_into_smoke_only_the_terrain_cost_doubles() {
    let mut table = Table::new();
    let map = table.position.ground.map();
    let climb = |from: Place| {
        let around = map.around(from).map(|(_, to)| to);
        let mut up = around.filter(|&to| map.level(to) > map.level(from) && map.terrain(to).row().mf == 2);
        up.find(|&to| map.at(to).ground.road == 0).map(|to| (from, to))
    };
    let (from, to) = map.places().find_map(climb).expect("a slope of open ground");
    assert_eq!(table.position.ground.way_cost(from, to), 4);
    table.position.ground.lay_smoke(to, Thickness::Dispersed, Side::A);
    assert_eq!(table.position.ground.way_cost(from, to), 6);
}

// card: 3.6e, 1.2.5c
#[test]
fn no_interdiction_out_of_smoke() {
    for (smoke, dice) in [(false, &[1, 2][..]), (true, &[])] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wR3");
        table.american("6-6-6", "wR0");
        broken(&mut table, squad);
        if smoke {
            cloud(&mut table, "wR0", Thickness::ThinPhosphorus);
        }
        table.open(Phase::Rout);
        table.play("rout u0", &[]);
        table.play("go R4", dice);
    }
}

// card: 3.6c, 1.2.5c
#[test]
fn smoke_can_make_a_shelter_farther() {
    let table = Table::new();
    let map = table.position.ground.map();
    // A hex with two adjacent woods hexes, both entered for 2 MF.
    let pair = |here: Place| {
        let cheap = |to: &Place| map.terrain(*to).shelter() && table.position.ground.way_cost(here, *to) == 4;
        let woods: Vec<Place> = map.around(here).map(|(_, to)| to).filter(cheap).collect();
        let open = map.terrain(here).row().mf == 2;
        (open && woods.len() == 2 && !map.one_building(woods[0], woods[1]))
            .then(|| (here, woods[0], woods[1]))
    };
    let (here, one, other) = map.places().find_map(pair).expect("woods on two sides");
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.set(squad).at = Whereabouts::On(here);
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    let go = |table: &Table, to: Place| format!("go {}", table.position.ground.hex(to));
    assert!(table.offers(&go(&table, one)) && table.offers(&go(&table, other)));
    table.position.ground.lay_smoke(other, Thickness::Dispersed, Side::A);
    assert!(table.offers(&go(&table, one)) && !table.offers(&go(&table, other)), "3 MF are more than 2");
}

// card: 3.7, 5.4, 1.2.5c
#[test]
fn an_advance_into_smoke_may_use_all_mf_of_green_units() {
    for (smoke, exhausted) in [(false, false), (true, true)] {
        let mut table = Table::new();
        let conscripts = table.german("4-3-6", "wM7");
        if smoke {
            cloud(&mut table, "wM8", Thickness::Dispersed);
        }
        table.american("6-6-6", "wC3");
        table.open(Phase::Advance);
        // A building and Smoke: 3 of 3 MF.
        table.play("advance u0 M8", &[]);
        assert_eq!(table.u(conscripts).cx, exhausted);
    }
}

/// An American 81mm mortar in xD1, a German squad and leader in xD4.
fn phosphorus() -> (Table, u8, u8, u8) {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let crew = table.unit(Side::A, Nation::American, "2-2-7", "xD1");
    let mortar = table.ordnance("us-81", crew, "ssw");
    let squad = table.unit(Side::B, Nation::German, "4-6-7", "xD4");
    let leader = table.unit(Side::B, Nation::German, "9-1", "xD4");
    table.open(Phase::PrepFire);
    (table, mortar, squad, leader)
}

// card: 6.2e, 3.2.4e, 6.11
#[test]
fn wp_counts_as_smoke_for_th_and_acquisition() {
    let (mut table, mortar, squad, _) = phosphorus();
    let place = table.place("xD4");
    table.position.forces.acquire(mortar, place, &[squad], true);
    let mut shot = table.shot(mortar, Mode::Prep, "xD4");
    shot.ammo = Some(Ammo::WP);
    assert_eq!(shot.work_out(&table.position).shot.modifier, -3, "smoke -2, acquired -1");
    table.play("fire m0 D4", &[]);
    table.play("load wp", &[]);
    table.play("shoot", &[4, 3, 1, 2, 1, 2]);
    assert!(table.w(mortar).carriage.acquired.is_none(), "Smoke uses it up and gains none");
}

// card: 6.2e, 3.2.3e, 3.2.3f
#[test]
fn the_wp_nmc_is_a_normal_mc() {
    // The leader passes and helps: 8-1 is exactly 7.
    let (mut table, _, squad, leader) = phosphorus();
    table.play("fire m0 D4", &[]);
    table.play("load wp", &[]);
    table.play("shoot", &[1, 4, 2, 2, 4, 4]);
    assert!(table.told("MC 8-1=7 vs 7") && table.u(squad).pinned && !table.u(leader).broken);
    // A broken squad that fails suffers Casualty Reduction.
    let (mut table, _, squad, leader) = phosphorus();
    broken(&mut table, squad);
    table.set(leader).at = Whereabouts::Gone;
    table.play("fire m0 D4", &[]);
    table.play("load wp", &[]);
    table.play("shoot", &[1, 4, 4, 4]);
    assert_eq!(table.u(squad).data().name, "2-4-7");
}
