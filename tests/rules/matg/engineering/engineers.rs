//! Rule cards of 11.5 and 11.6, engineers and flame, and of 9.4, buildings. A comment names the paragraphs
//! that a card shows.

use super::table::{CROCODILE, Drawing, ENGINEERS, HOWITZERS, INFANTRY, MORTAR, TANK, TRUCK, Table, drawing};
use standto::board::Compass;
use standto::game::Side;
use standto::rules::matg::assault::{close_assault, overrun};
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::movement::inch;
use standto::rules::matg::state::choice::Posture;

const ROLLER: &str = "equipment = [\"mine-roller\"]";
const DOZER: &str = "equipment = [\"dozer\"]";
const RECOVERY: &str = "equipment = [\"recovery\"]";

fn mined(kind: &str) -> Drawing {
    drawing().german_works(&format!("[[side.minefield]]\nkind = \"{kind}\"\nat = [\"0505\"]"))
}

fn is_mined(table: &Table) -> bool {
    table.has("0505", Terrain::Minefield)
}

// card: 11.5, 11.5.1
#[test]
fn engineers_are_better_at_close_assault() {
    let card = drawing()
        .british(ENGINEERS, "0505", "")
        .british(INFANTRY, "0605", "engineer = true")
        .british(INFANTRY, "0705", "")
        .german(INFANTRY, "0606", "");
    let table = card.set_up();
    let modifier = |tag| {
        close_assault::close_attack(
            &table.position.field,
            &table.position.forces,
            table.id(tag),
            table.id("G2"),
        )
        .modifier()
    };
    assert_eq!([modifier("B2"), modifier("B3"), modifier("B4")], [-7, -7, -4]);
}

/// An engineer stand that is assaulted takes its -3 as well when it answers (11.5.1, S-270).
// card: 11.5.1, 8.8.4
#[test]
fn assaulted_engineers_answer_with_their_bonus() {
    let card =
        drawing().british(ENGINEERS, "0505", "").british(INFANTRY, "0705", "").german(INFANTRY, "0606", "");
    let table = card.set_up();
    let modifier = |tag| {
        close_assault::close_answer(
            &table.position.field,
            &table.position.forces,
            table.id(tag),
            table.id("G2"),
        )
        .modifier()
    };
    assert_eq!([modifier("B2"), modifier("B3")], [-7, -4]);
}

// card: 11.5.2
#[test]
fn stands_eligible_as_engineers_and_for_equipment() {
    assert_eq!(drawing().british(TANK, "0505", DOZER).british(TRUCK, "0605", "bridging = true").faults(), "");
    for (kind, more, fault) in [
        (INFANTRY, DOZER, "expected a vehicle"),
        (TANK, "engineer = true", "expected infantry"),
        (TANK, "bridging = true", "expected a transport"),
        (TANK, "equipment = [\"ladder\"]", "ladder"),
    ] {
        let said = drawing().british(kind, "0505", more).faults();
        assert!(said.contains(fault), "{said}");
    }
}

// card: 11.5.3
#[test]
fn engineers_breach_mines() {
    for (kind, turns) in [("hasty", 3), ("standard", 3), ("concentrated", 5)] {
        let mut table = mined(kind).british(ENGINEERS, "0505", "").set_up();
        for turn in 1..=turns {
            assert!(is_mined(&table));
            table.work("work B2 0505", &[13]); // a failure only delays
            table.work("work B2 0505", &[12]);
            if turn < turns {
                assert!(
                    table.details("B2").contains(&format!("{turn} of {turns}")),
                    "{}",
                    table.details("B2")
                );
            }
        }
        assert!(!is_mined(&table), "{kind}");
    }
    // A natural 1 clears it at once; a natural 20 sets off the mines, here without effect.
    let mut table = mined("concentrated").british(ENGINEERS, "0505", "").set_up();
    table.work("work B2 0505", &[20, 6, 6, 2]);
    assert!(is_mined(&table) && table.said("mines attack"));
    table.work("work B2 0505", &[1, 2]);
    assert!(!is_mined(&table));
    // It does nothing else, in any posture: it neither fires nor moves.
    let mut table = mined("standard").british(ENGINEERS, "0505", "").german(INFANTRY, "0508", "").set_up();
    table.play("work B2 0505", &[]);
    assert_eq!(table.refused("group move B2"), "8.1.2");
    assert_eq!(table.stand("B2").posture, Posture::Fire);
    table.fire_phase(Side::A);
    table.play_any(&[]);
    assert!(!table.offers("firer B2 0"));
}

// card: 11.5.3
#[test]
fn breaching_continues_after_a_pause_by_the_same_engineers() {
    let card = mined("standard").british(ENGINEERS, "0505", "").british(ENGINEERS, "0405", "");
    let mut table = card.set_up();
    let cell = "0505".parse().unwrap();
    table.work("work B2 0505", &[12]);
    table.work("work B2 0505", &[12]);
    table.pass_turn(&[]);
    let change = |table: &mut Table, out: &str, into: &str| {
        let (out, into) = (table.id(out), table.id(into));
        table.position.forces.lift(out);
        table.position.forces.lift(into);
        table.position.forces.put(out, "0405".parse().unwrap());
        table.position.forces.put(into, cell);
    };
    change(&mut table, "B2", "B3");
    table.work("work B3 0505", &[12]);
    assert!(is_mined(&table), "the others begin again");
    change(&mut table, "B3", "B2");
    table.work("work B2 0505", &[12]);
    assert!(!is_mined(&table), "those who began have not lost theirs");
}

// card: 11.5.4
#[test]
fn mine_clearing_vehicles() {
    for (kind, turns) in [("hasty", 1), ("standard", 2), ("concentrated", 3)] {
        let mut table = mined(kind).british(TANK, "0504", ROLLER).set_up();
        table.begin_move("B2");
        table.play("step N", &[]);
        assert_eq!(table.asks(), "move");
        assert!(table.marker(Side::A, "0505").contains(kind), "revealed at once");
        table.play("done", &[12, 6, 1]);
        for _ in 1..turns {
            assert!(is_mined(&table));
            table.play("work B2 0505", &[]);
            assert_eq!(table.stand("B2").posture, Posture::Move);
            table.pass_turn(&[12]);
        }
        assert!(!is_mined(&table), "{kind}");
    }
    // Failure delays; 20 attacks, 1 clears.
    let mut table = mined("hasty").british(TANK, "0504", ROLLER).set_up();
    table.begin_move("B2");
    table.play("step N", &[]);
    table.play("done", &[13, 6, 1]);
    assert!(is_mined(&table));
    table.work("work B2 0505", &[20, 6, 6]);
    assert!(is_mined(&table) && table.said("mines attack"));
    table.work("work B2 0505", &[1]);
    assert!(!is_mined(&table));
    // A dummy is revealed.
    let works = "dummies = [\"0505\"]\n[[side.minefield]]\nkind = \"hasty\"\nat = [\"0101\", \"0102\"]";
    let mut table = drawing().british(TANK, "0504", ROLLER).german_works(works).set_up();
    table.begin_move("B2");
    table.play("step N", &[]);
    assert!(!is_mined(&table) && table.said("dummy"));
}

// card: 11.5.5
#[test]
fn engineers_clear_wire() {
    let mut table = drawing().british(ENGINEERS, "0504", "").german_works("wire = [\"0505\"]").set_up();
    table.begin_move("B2");
    table.play("step N", &[]);
    table.play("done", &[13, 6, 1]);
    assert!(table.has("0505", Terrain::BarbedWire), "the work is only delayed");
    table.play("work B2 0505", &[]);
    assert_eq!(table.stand("B2").posture, Posture::Move);
    table.pass_turn(&[12]);
    assert!(!table.has("0505", Terrain::BarbedWire));
    // They do not begin automatically on wire of their own side.
    let mut table = drawing().british(ENGINEERS, "0504", "").british_works("wire = [\"0505\"]").set_up();
    table.begin_move("B2");
    table.play("step N", &[]);
    table.play("done", &[6, 1]);
}

// card: 11.5.6
#[test]
fn ditches_are_breached() {
    for (stand, more, turns) in [(TANK, DOZER, 2), (ENGINEERS, "", 4)] {
        let mut table = drawing().british(stand, "0504", more).german_works("ditch = [\"0505\"]").set_up();
        for _ in 0..turns {
            assert!(table.has("0505", Terrain::Ditch));
            table.work("work B2 0505", &[13]);
            table.play("work B2 0505", &[]);
            assert_eq!(table.stand("B2").posture, Posture::Fire);
            table.pass_turn(&[12]);
        }
        assert!(!table.has("0505", Terrain::Ditch));
    }
    let table = drawing().british(INFANTRY, "0504", "").german_works("ditch = [\"0505\"]").set_up();
    assert_eq!(table.refused("work B2 0505"), "11.5");
}

// card: 11.5.4
#[test]
fn a_roller_reveals_mines_in_any_posture() {
    for (posture, works) in [(Posture::FireMove, false), (Posture::Move, true)] {
        let mines = "[[side.minefield]]\nkind = \"standard\"\nat = [\"0505\"]";
        let roller = "equipment = [\"mine-roller\"]";
        let mut table = drawing().british(TANK, "0504", roller).german_works(mines).set_up();
        table.begin_move("B2");
        let id = table.id("B2");
        table.position.forces.stands[usize::from(id)].posture = posture;
        table.play("step N", &[]);
        assert_eq!(table.at("B2"), "0505");
        assert_eq!(table.marker(Side::A, "0505"), "minefield 1 (standard)");
        assert_eq!(table.position.field.is_working(id), works, "it clears only in the movement posture");
    }
}

fn blocked_road() -> Drawing {
    drawing().ground("0504", '=').ground("0505", '=').ground("0505", 'k').ground("0506", '=')
}

// card: 11.5.9, 11.5.9.1, 11.5.9.3, 9.2.2, 9.2.3
#[test]
fn recovery_vehicles_clear_roads() {
    for gear in [RECOVERY, DOZER] {
        let card = blocked_road().british(LIGHT_TANK, "0505", gear).british(TRUCK, "0504", "");
        let mut table = card.set_up();
        let (truck, from) = (table.id("B3"), "0504".parse().unwrap());
        let by_road = |table: &Table| {
            inch::inch(
                &table.position.field,
                &table.position.forces,
                &table.position.now,
                truck,
                from,
                Compass::N,
                true,
            )
            .map(|inch| inch.cost)
        };
        assert_eq!(by_road(&table), None);
        table.work("work B2 0505", &[13]);
        assert_eq!(by_road(&table), None);
        table.work("work B2 0505", &[12]);
        assert_eq!(by_road(&table), Some(2), "half a point on a good road");
        assert!(table.has("0505", Terrain::Wreck), "the wreck stays");
        assert_eq!(table.marker(Side::A, "0505"), "wreck, road cleared");
    }
}

const LIGHT_TANK: &str = "Universal Carrier";

// card: 11.5.9.2
#[test]
fn tanks_and_empty_trucks_clear_roads_in_two_turns() {
    for stand in [TANK, TRUCK] {
        let mut table = blocked_road().british(stand, "0505", "").set_up();
        table.work("work B2 0505", &[]); // the first of two turns
        table.work("work B2 0505", &[13]);
        assert!(!table.marker(Side::A, "0505").contains("cleared"));
        table.work("work B2 0505", &[12]);
        assert!(table.marker(Side::A, "0505").contains("cleared"));
    }
    let loaded = blocked_road().british(TRUCK, "0505", "").british(INFANTRY, "0604", "");
    let mut table = loaded.set_up();
    let (truck, men) = (table.id("B2"), table.id("B3"));
    table.position.forces.lift(men);
    table.position.forces.stands[usize::from(men)].place =
        standto::rules::matg::state::position::Place::Aboard(truck);
    assert_eq!(table.refused("work B2 0505"), "11.5", "not with a load");
}

// card: 11.6, 11.6.1
#[test]
fn flame_throwers_force_a_retreat() {
    // 12 less 1 for the range on column +3: S. Then 12 and +4 for the S: 8 or less stands.
    let card = drawing().british(CROCODILE, "0505", "").german(INFANTRY, "0506", "");
    let shoot = |table: &mut Table, faces: &[u8]| {
        table.fire_phase(Side::A);
        table.play("target G2", &[]);
        table.play("firer B2 0", &[]);
        table.play("fire", faces);
    };
    let mut table = card.set_up();
    shoot(&mut table, &[2, 6, 6, 9]);
    assert_eq!(table.asks(), "retreat");
    let offered: Vec<String> = table.position_choices();
    assert_eq!(offered, ["retreat N", "retreat NE", "retreat NW"], "an inch, and an inch farther");
    table.play("retreat N", &[3, 3, 3, 3, 2, 6, 1]);
    assert_eq!(table.at("G2"), "0507");
    // A stand that passes stays; a flame-thrower that did not fire forces no roll.
    let mut table = card.set_up();
    shoot(&mut table, &[2, 6, 6, 8, 3, 3, 3, 3, 2, 6, 1]);
    assert_eq!(table.at("G2"), "0506");
    let mut table = card.set_up();
    shoot(&mut table, &[20, 3, 3, 3, 3, 6, 1]);
    // There is nowhere to go: they surrender.
    let card = drawing().british(CROCODILE, "0511", "").german(INFANTRY, "0512", "");
    let mut table = card.set_up();
    shoot(&mut table, &[2, 6, 6, 9, 3, 3, 3, 3, 6, 1]);
    assert_eq!(table.states("G2"), "E");
}

// card: 11.6.2
#[test]
fn flame_throwers_in_an_overrun() {
    let card =
        drawing().british(CROCODILE, "0505", "").british(TANK, "0605", "").german(INFANTRY, "0506", "");
    let table = card.set_up();
    let modifier = |tag| {
        overrun::overrun_defence_profile(
            &table.position.forces,
            &table.position.now,
            &table.position.command,
            table.id(tag),
            table.id("G2"),
        )
        .modifier()
    };
    assert_eq!((modifier("B2"), modifier("B3")), (6, 3));
}

fn shelled(mark: char, guns: &'static str) -> Table {
    let card = drawing()
        .ground("0508", mark)
        .british(guns, "0404", "")
        .british(guns, "0504", "")
        .british(guns, "0604", "")
        .british(MORTAR, "0704", "");
    let mut table = card.set_up();
    table.artillery_phase(Side::A);
    table
}

// card: 9.4, 9.4.1, 9.4.4
#[test]
fn light_buildings_burn_down() {
    // HE 6 against 4 is column +2: E at 3, D at 4. The first attack sets them on fire, whatever its result.
    let mut table = shelled('l', MORTAR);
    table.shoot("B2", "0508", &[2, 2, 1, 3]);
    assert!(table.has("0508", Terrain::Smoke) && table.has("0508", Terrain::LightBuildings));
    table.shoot("B3", "0508", &[2, 2, 1, 2]);
    assert!(table.has("0508", Terrain::LightBuildings), "one E so far");
    table.shoot("B4", "0508", &[2, 2, 1, 2]);
    assert!(!table.has("0508", Terrain::LightBuildings) && table.has("0508", Terrain::Rough1));
    table.finish_turn(&[3, 3, 3, 3, 6, 1]);
    assert!(table.has("0508", Terrain::Smoke) && !table.has("0508", Terrain::ImpactZone), "smoke for good");
}

// card: 9.4.2, 9.4.4
#[test]
fn medium_buildings_are_destroyed_by_the_third_hit() {
    // HE 10 against 5 is column +5: E at 7, D at 8.
    let mut table = shelled('m', HOWITZERS);
    table.shoot_closed("B2", "0508", &[2, 4, 4, 3, 4]);
    assert!(table.has("0508", Terrain::Smoke), "from the second attack");
    table.shoot_closed("B3", "0508", &[2, 3, 4, 4, 4]);
    assert!(table.has("0508", Terrain::MediumBuildings), "two E so far");
    table.shoot_closed("B4", "0508", &[2, 3, 4]);
    assert!(!table.has("0508", Terrain::MediumBuildings) && table.has("0508", Terrain::Rubble));
}

// card: 9.4.2, 9.4.3
#[test]
fn medium_and_heavy_buildings_burn_from_the_second_attack() {
    // HE 6 against 5 and 6: a 12 has no effect, but they still catch fire.
    for mark in ['m', 'h'] {
        let mut table = shelled(mark, MORTAR);
        table.shoot("B2", "0508", &[2, 2, 6, 6]);
        assert!(!table.has("0508", Terrain::Smoke), "{mark}: after the first attack");
        table.shoot("B3", "0508", &[2, 2, 6, 6]);
        assert!(table.has("0508", Terrain::Smoke), "{mark}: after the second");
    }
}

// card: 9.4.3
#[test]
fn heavy_buildings_are_destroyed_by_the_fifth_hit() {
    // HE 10 against 6 is column +4: E at 5.
    let mut table = shelled('h', HOWITZERS);
    table.shoot_closed("B2", "0508", &[2, 2, 3, 2, 3]);
    assert!(table.has("0508", Terrain::Smoke));
    table.shoot_closed("B3", "0508", &[2, 2, 3, 2, 3]);
    assert!(table.has("0508", Terrain::HeavyBuildings), "four E so far");
    table.shoot_closed("B4", "0508", &[2, 2, 3]);
    assert!(!table.has("0508", Terrain::HeavyBuildings) && table.has("0508", Terrain::Rubble));
}
