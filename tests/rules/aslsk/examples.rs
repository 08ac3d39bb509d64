//! Worked examples and charts of the rulebook on the positions they describe.

use standto::rules::aslsk::calculator::Cowering;
use standto::rules::aslsk::fire::aim::{self, Mode};
use standto::rules::aslsk::fire::attack::Worked;
use standto::rules::aslsk::state::Item;
use standto::rules::aslsk::tables::counters::{Kind, Nation, find};
use standto::rules::aslsk::tables::weapons::Weight;
use standto::side::Side;

use super::table::Table;

fn column(worked: &Worked) -> Option<u8> {
    worked.fire.column.map(|column| column.firepower())
}

// card: 3.2.2b, 3.2.2c, 3.2.2h
#[test]
fn the_example_of_prep_fire() {
    let mut table = Table::new();
    let squad = table.unit(Side::A, Nation::American, "7-4-7", "wN5");
    let other = table.unit(Side::A, Nation::American, "6-6-6", "wO6");
    table.unit(Side::B, Nation::German, "4-6-7", "wP5");
    // 6 doubled for PBF plus 7: 19, the 16 column; stone building +3, orchard +1.
    let worked = table.attack(Mode::Prep, &[Item::Unit(squad), Item::Unit(other)], &[], "wP5");
    assert_eq!(
        (worked.firepower.to_string().as_str(), column(&worked), worked.fire.modifier),
        ("19", Some(16), 4)
    );
    assert_eq!(worked.fire.cowering, Cowering::Normal);
    // 7 at Long Range is 3.5, the 2 column; stone building +3, leader -1; leader direction prevents cowering.
    let leader = table.unit(Side::A, Nation::American, "9-1", "wN5");
    table.unit(Side::B, Nation::German, "4-6-7", "wP1");
    let worked = table.attack(Mode::Prep, &[Item::Unit(squad)], &[leader], "wP1");
    assert_eq!(
        (worked.firepower.to_string().as_str(), column(&worked), worked.fire.modifier),
        ("3.5", Some(2), 2)
    );
    assert_eq!(worked.fire.cowering, Cowering::None);
    // 5 doubled; an orchard hinders LOS through it, not into it; Green MMC cower two columns.
    let green = table.unit(Side::A, Nation::American, "5-3-6", "wN4");
    table.unit(Side::B, Nation::German, "4-6-7", "wO5");
    let worked = table.attack(Mode::Prep, &[Item::Unit(green)], &[], "wO5");
    assert_eq!(
        (column(&worked), worked.fire.modifier, worked.fire.cowering),
        (Some(8), 0, Cowering::Inexperienced)
    );
}

// card: 3.2.2a, 3.2.2c, 3.5b
#[test]
fn fp_halving_doubling_and_assault_fire() {
    let mut table = Table::new();
    let squad = table.unit(Side::A, Nation::American, "7-4-7", "wM6");
    table.unit(Side::B, Nation::German, "4-6-7", "wN6");
    let german = table.unit(Side::A, Nation::German, "4-6-7", "wM6");
    let power = |table: &Table, mode, id: u8| {
        let aim = aim::aim(
            &table.position.ground,
            &table.position.forces,
            &table.position.turn,
            Item::Unit(id),
            table.place("wN6"),
            mode,
            &[],
        );
        aim.map(|aim| aim.firepower.to_string())
    };
    assert_eq!(power(&table, Mode::Prep, squad).as_deref(), Some("14"), "point blank");
    // AFPh: half of 14 plus 1 for Assault Fire, which needs underlined FP.
    assert_eq!(power(&table, Mode::Advancing, squad).as_deref(), Some("8"));
    assert_eq!(power(&table, Mode::Advancing, german).as_deref(), Some("4"));
    table.position.forces.unit_mut(squad).pinned = true;
    // 14 halved twice is 3.5, plus 1, rounded up: 5.
    assert_eq!(power(&table, Mode::Advancing, squad).as_deref(), Some("5"));
    table.position.forces.unit_mut(squad).broken = true;
    assert_eq!(power(&table, Mode::Prep, squad), None, "broken units do not fire");
}

// card: 4b, 3.3b
/// The MF/PP chart: alone, with Double Time, with a leader, with both, for 2 to 7 PP.
#[test]
fn every_cell_of_the_movement_chart() {
    let rows: [(&[Weight], [u8; 4]); 6] = [
        (&[Weight::Light, Weight::Light], [4, 6, 6, 8]),
        (&[Weight::Medium], [4, 5, 6, 7]),
        (&[Weight::Heavy], [3, 4, 6, 6]),
        (&[Weight::Heavy, Weight::Light], [2, 3, 5, 5]),
        (&[Weight::Medium, Weight::Medium], [1, 2, 4, 4]),
        (&[Weight::Heavy, Weight::Medium], [0, 1, 3, 3]),
    ];
    for (guns, expected) in rows {
        let mut table = Table::new();
        let squad = table.unit(Side::A, Nation::German, "4-6-7", "wC3");
        for &weight in guns {
            table.machine_gun(Nation::German, weight, squad);
        }
        let halves = |led, carried, double| table.position.forces.allowance(squad, led, carried, double);
        let found = [
            halves(false, false, false),
            halves(false, false, true),
            halves(true, true, false),
            halves(true, false, true),
        ];
        assert_eq!(found, expected.map(|mf| 2 * mf), "{guns:?}");
    }
    let mut table = Table::new();
    let conscript = table.unit(Side::A, Nation::German, "4-3-6", "wC3");
    let leader = table.unit(Side::A, Nation::German, "8-0", "wD3");
    assert_eq!(table.position.forces.allowance(conscript, false, false, false), 6, "inexperienced: 3 MF");
    assert_eq!(table.position.forces.allowance(leader, false, false, false), 12);
    table.position.forces.unit_mut(leader).wounded = true;
    assert_eq!(table.position.forces.allowance(leader, false, false, false), 6, "a wounded leader has 3 MF");
}

// card: 1.2.2a, 1.2.2b, 5.2
#[test]
fn counters_of_every_nation() {
    crate::cited::watch();
    let rows = [
        (Nation::German, "5-4-8", 8, 2, true, Some("2-3-8"), Some("4-4-7")),
        (Nation::German, "4-6-8", 8, 2, false, Some("2-4-8"), Some("4-6-7")),
        (Nation::German, "4-6-7", 7, 1, false, Some("2-4-7"), Some("4-4-7")),
        (Nation::German, "4-4-7", 7, 0, false, Some("2-3-7"), Some("4-3-6")),
        (Nation::German, "4-3-6", 5, 0, false, Some("2-3-6"), None),
        (Nation::American, "7-4-7", 8, 3, true, Some("3-3-7"), None),
        (Nation::American, "6-6-7", 8, 3, true, Some("3-4-7"), Some("6-6-6")),
        (Nation::American, "6-6-6", 8, 3, true, Some("3-4-6"), Some("5-4-6")),
        (Nation::American, "5-4-6", 7, 2, true, Some("2-3-6"), Some("5-3-6")),
        (Nation::American, "5-3-6", 7, 2, true, Some("2-2-6"), None),
        (Nation::British, "6-4-8", 8, 2, true, Some("3-3-8"), None),
        (Nation::British, "4-5-8", 8, 2, false, Some("2-4-8"), Some("4-5-7")),
        (Nation::British, "4-5-7", 7, 2, false, Some("2-4-7"), Some("4-4-7")),
        (Nation::Italian, "4-4-7", 7, 1, false, Some("2-4-7"), Some("3-4-6")),
        (Nation::Italian, "3-4-7", 6, 0, false, Some("1-3-7"), Some("3-3-6")),
        (Nation::Italian, "3-4-6", 5, 0, false, Some("1-3-6"), Some("3-3-6")),
        (Nation::AlliedMinor, "4-5-8", 7, 1, false, Some("2-4-8"), Some("4-5-7")),
        (Nation::AlliedMinor, "4-5-7", 6, 0, false, Some("2-3-7"), Some("4-3-7")),
    ];
    for (nation, name, broken, smoke, assault, half, next) in rows {
        let data = find(nation, name).unwrap().get();
        let called = |id: Option<standto::rules::aslsk::tables::counters::CounterId>| {
            id.map(|id| id.get().name.as_str())
        };
        let found = (data.broken, data.smoke, data.assault, called(data.half), called(data.next));
        assert_eq!(found, (broken, smoke, assault, half, next), "{nation:?} {name}");
        assert_eq!(data.kind, Kind::Squad);
    }
    let crew = find(Nation::German, "2-2-8").unwrap().get();
    assert!(crew.kind == Kind::Crew && crew.self_rally() && crew.steady);
    let leader = find(Nation::British, "9-2").unwrap().get();
    assert_eq!((leader.morale, leader.leadership, leader.broken), (9, -2, 9));
    assert_eq!(leader.next.unwrap().get().name, "9-1");
}
