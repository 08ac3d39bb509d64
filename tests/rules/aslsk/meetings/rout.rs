//! Rout and interdiction (3.6).

use standto::rules::aslsk::ordnance::smoke::Thickness;
use standto::rules::aslsk::state::Marker;
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::shelter::broken;
use super::super::table::Table;

// card: 3.6e
#[test]
fn units_that_cannot_interdict() {
    // A broken squad routs from wR3 to wR4, an American squad up the road in wR0.
    let rout = |enemy: &str, change: &dyn Fn(&mut Table, u8)| {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wR3");
        let watcher = table.american(enemy, "wR0");
        broken(&mut table, squad);
        change(&mut table, watcher);
        table.open(Phase::Rout);
        table.play("rout u0", &[]);
        table
    };
    rout("6-6-6", &|_, _| {}).play("go R4", &[1, 2]);
    rout("6-6-6", &|table, id| table.set(id).cx = true).play("go R4", &[]);
    rout("6-6-6", &|table, id| table.set(id).pinned = true).play("go R4", &[]);
    rout("6-6-6", &|table, id| {
        let held = table.german("4-4-7", "wR0");
        [id, held].into_iter().for_each(|id| table.set(id).melee = true);
    })
    .play("go R4", &[]);
    rout("6-6-6", &|table, id| broken(table, id)).play("go R4", &[]);
    rout("6-6-6", &|table, id| table.set(id).marker = Marker::Final).play("go R4", &[1, 2]);
    // A lone leader with a MG does not interdict; two leaders do.
    let armed = |table: &mut Table, id: u8| {
        table.machine_gun(Nation::American, Weight::Medium, id);
    };
    rout("9-1", &armed).play("go R4", &[]);
    rout("9-1", &|table, id| {
        armed(table, id);
        table.american("8-0", "wR0");
    })
    .play("go R4", &[1, 2]);
    // Smoke between them.
    rout("6-6-6", &|table, _| {
        let place = table.place("wR2");
        table.position.ground.lay_smoke(place, Thickness::Dispersed, Side::B);
    })
    .play("go R4", &[]);
}

/// A broken squad routs as far as it can from two squads and a third. Returns how often it entered Open
/// Ground in their LOS, and how often it was interdicted.
fn rout_before(squad: &str, enemy: &str, other: &str) -> Option<(usize, usize)> {
    let mut table = Table::new();
    let id = table.german("4-6-7", squad);
    for hex in [enemy, enemy, other] {
        table.american("6-6-6", hex);
    }
    broken(&mut table, id);
    table.open(Phase::Rout);
    if !table.offers("rout u0") {
        return None;
    }
    table.play("rout u0", &[]);
    let mut opens = 0;
    while let Some(step) = table.choices().into_iter().find(|choice| choice.starts_with("go ")) {
        let to = table.place(&format!("w{}", step.trim_start_matches("go ")));
        let watched = [enemy, other].iter().any(|hex| {
            let from = table.place(hex);
            table.position.ground.hindrance(from, to) == Some(0)
                && table.position.ground.map().range(from, to) <= 6
        });
        let asked =
            watched && table.position.ground.open_ground(to) && table.position.ground.map().level(to) == 0;
        opens += usize::from(asked);
        table.play(&step, if asked { &[1, 1] } else { &[] });
    }
    let told = table.events.iter().filter(|event| event.text.contains("Interdiction: NMC")).count();
    Some((opens, told))
}

// card: 3.6e, 3.6c
#[test]
fn one_interdiction_nmc_per_open_ground_hex() {
    let mut most = 0;
    for (squad, enemy, other) in [
        ("wN5", "wN3", "wN2"),
        ("wN6", "wN4", "wN3"),
        ("wN7", "wN5", "wN4"),
        ("wN5", "wN7", "wN8"),
        ("wN4", "wN6", "wN7"),
        ("wB2", "wB0", "wC2"),
        ("wW9", "wW8", "wV8"),
        ("wR8", "wR10", "wR9"),
        ("wEE8", "wEE6", "wEE7"),
        ("wN8", "wN6", "wN5"),
    ] {
        let Some((opens, told)) = rout_before(squad, enemy, other) else { continue };
        assert_eq!(opens, told, "{squad} from {enemy}");
        most = most.max(opens);
    }
    assert!(most >= 2, "two hexes in the open at least, {most}");
}

// card: 3.6a, 3.2.3k
#[test]
fn units_adjacent_to_a_broken_enemy_may_stay() {
    for (enemy_broken, lost) in [(true, false), (false, true)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC4");
        let enemy = table.american("6-6-6", "wC3");
        broken(&mut table, squad);
        if enemy_broken {
            broken(&mut table, enemy);
        }
        table.open(Phase::Rout);
        table.play("done", &[]);
        assert_eq!(table.gone(squad), lost, "{enemy_broken}");
    }
}

// card: 4a
#[test]
fn routing_units_drop_excess_sw() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR3");
    let (heavy, light) = (
        table.machine_gun(Nation::German, Weight::Heavy, squad),
        table.machine_gun(Nation::German, Weight::Light, squad),
    );
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    assert_eq!((table.w(heavy).holder, table.w(light).holder), (None, Some(squad)));
    assert_eq!(table.w(heavy).lies, Some(table.place("wR3")));
}
