//! Rule cards of 11.1 to 11.4, fortifications. A comment names the paragraphs that a card shows.

use super::table::{HOWITZERS, INFANTRY, MORTAR, TANK, TRUCK, drawing};
use standto::board::Compass;
use standto::game::Side;
use standto::rules::matg::artillery::shells;
use standto::rules::matg::fire::combat;
use standto::rules::matg::fire::combat::Occasion;
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::movement::inch;
use standto::rules::matg::state::choice::Weapon;
use standto::rules::matg::turn::sequence::Frame;

const STANDARD: &str = "[[side.minefield]]\nkind = \"standard\"\nat = [\"0505\"]";

fn field(kind: &str) -> String {
    format!("[[side.minefield]]\nkind = \"{kind}\"\nat = [\"0505\"]")
}

// card: 11.0, 11.1, 11.1.1, 11.1.4
#[test]
fn mines_attack_on_the_column_of_their_concentration() {
    // 2D6 of 5: S on column -2, D on +1, E on +7, whatever the defence.
    for (kind, faces, state) in [
        ("hasty", &[2u8, 2, 3, 2][..], "S"),
        ("standard", &[2, 2, 3, 2], "D"),
        ("concentrated", &[2, 2, 3], "E"),
    ] {
        for stand in [INFANTRY, TANK] {
            let mut table = drawing().british(stand, "0505", "").german_works(&field(kind)).set_up();
            table.begin_move("B2");
            table.play("step N", faces);
            assert_eq!(table.states("B2"), state, "{kind}");
        }
    }
}

// card: 11.1.2
#[test]
fn mine_markers_are_numbered_and_not_stacked() {
    let twice = drawing().german_works("wire = [\"0505\"]").german_works(STANDARD);
    assert!(twice.faults().contains("one marker a square"), "{}", twice.faults());
    let wet = drawing().ground("0505", '~').german_works(STANDARD);
    assert!(wet.faults().contains("expected dry land"), "{}", wet.faults());
    let off = drawing().german_works("wire = [\"1105\"]");
    assert!(off.faults().contains("off the board"), "{}", off.faults());
    let two = "[[side.minefield]]\nkind = \"hasty\"\nat = [\"0605\", \"0505\"]";
    let table = drawing().german_works(two).set_up();
    assert_eq!(table.marker(Side::B, "0505"), "minefield 1 (hasty)");
    assert_eq!(table.marker(Side::B, "0605"), "minefield 2 (hasty)");
    assert_eq!(table.marker(Side::A, "0605"), "mines? 2");
}

// card: 11.1.3
#[test]
fn dummies_by_cohesion() {
    let cells = |row: u8, count: u8| -> String {
        (0..count).map(|n| format!("\"{:02}{:02}\", ", n % 10 + 1, row + n / 10)).collect()
    };
    let faults = |cohesion, dummies| {
        let mut card = drawing();
        card.cohesion[1] = cohesion;
        let (real, dummy) = (cells(4, 12), cells(7, dummies));
        card.german_works(&format!(
            "dummies = [{dummy}]\n[[side.minefield]]\nkind = \"standard\"\nat = [{real}]"
        ))
        .faults()
    };
    // The book's own example: with 12 minefields 6 dummies at cohesion 14 and 3 at 10.
    for (cohesion, most) in [(10, 3), (11, 3), (12, 6), (14, 6), (15, 12)] {
        assert_eq!(faults(cohesion, most), "", "cohesion {cohesion}");
        assert!(faults(cohesion, most + 1).contains("11.1.3"), "cohesion {cohesion}");
    }
}

// card: 11.1.5
#[test]
fn a_stand_that_enters_mines_stops() {
    let mut table = drawing().british(INFANTRY, "0504", "").german_works(STANDARD).set_up();
    table.begin_move("B2");
    table.play("step N", &[]);
    assert_eq!(table.asks(), "move", "its move is over");
    assert_eq!(table.at("B2"), "0505");
    assert!(!table.position.field.works.mines[0].revealed);
}

// card: 11.1.6
#[test]
fn leaving_mines() {
    let card = drawing().british(INFANTRY, "0505", "").german_works(STANDARD);
    // Cohesion 12 and +3: 9 or less.
    let mut table = card.set_up();
    table.begin_move("B2");
    table.play("step N", &[10]);
    assert_eq!((table.at("B2"), table.asks()), ("0505".into(), "move"));
    assert!(!table.position.field.works.mines[0].revealed, "only a success makes the owner reveal it");
    // No effect at 11 on column +1: it goes on, and the field stays, revealed.
    let mut table = card.set_up();
    table.begin_move("B2");
    table.play("step N", &[9, 5, 6]);
    assert_eq!((table.at("B2"), table.asks()), ("0506".into(), "step"));
    assert_eq!(table.marker(Side::A, "0505"), "minefield 1 (standard)");
    // S at 10: another roll, at +4 for the S; 8 or less goes on, 9 stops.
    for (face, cell) in [(8, "0506"), (9, "0505")] {
        let mut table = card.set_up();
        table.begin_move("B2");
        table.play("step N", &[9, 4, 6, face]);
        assert_eq!((table.at("B2"), table.states("B2")), (cell.into(), "S"));
    }
    // A dummy is removed.
    let works = "dummies = [\"0505\"]\n[[side.minefield]]\nkind = \"standard\"\nat = [\"0101\", \"0102\"]";
    let mut table = drawing().british(INFANTRY, "0505", "").german_works(works).set_up();
    table.begin_move("B2");
    table.play("step N", &[9]);
    assert_eq!((table.at("B2"), table.marker(Side::A, "0505")), ("0506".into(), String::new()));
    assert!(!table.has("0505", Terrain::Minefield));
    // A vehicle that is eliminated leaves a wreck, armoured or not; personnel leave none.
    for (stand, wreck) in [(TANK, true), (TRUCK, true), (INFANTRY, false)] {
        let card = drawing().british(stand, "0505", "").german_works(&field("concentrated"));
        let mut table = card.set_up();
        table.begin_move("B2");
        table.play("step N", &[2, 1, 1]);
        assert_eq!((table.at("B2"), table.has("0505", Terrain::Wreck)), ("gone".into(), wreck));
        assert!(table.has("0505", Terrain::Minefield), "the field stays");
    }
    // One field left, the next entered at once.
    let two = "[[side.minefield]]\nkind = \"standard\"\nat = [\"0505\", \"0506\"]";
    let mut table = drawing().british(INFANTRY, "0505", "").german_works(two).set_up();
    table.begin_move("B2");
    table.play("step N", &[9, 5, 6]);
    assert_eq!((table.at("B2"), table.asks()), ("0506".into(), "move"));
}

// card: 11.1.7
#[test]
fn friendly_mines_only_delay() {
    let card = drawing().british(INFANTRY, "0504", "").british_works(STANDARD);
    for (face, cell, asks) in [(12, "0506", "step"), (13, "0505", "move")] {
        let mut table = card.set_up();
        table.begin_move("B2");
        table.play("step N", &[]);
        assert_eq!(table.asks(), "step", "it may try to go on");
        table.play("step N", &[face]);
        assert_eq!((table.at("B2"), table.asks(), table.states("B2")), (cell.into(), asks, "unhurt"));
        assert_eq!(table.marker(Side::B, "0505"), "mines? 1", "the enemy learns nothing");
    }
}

// card: 11.2, 11.2.1, 11.2.2, 11.2.3
#[test]
fn barbed_wire() {
    let card = drawing()
        .british(INFANTRY, "0504", "")
        .british(TANK, "0604", "")
        .british(TRUCK, "0704", "")
        .german_works("wire = [\"0505\", \"0605\", \"0705\"]");
    let mut table = card.set_up();
    table.begin_move("B2");
    table.play("step N", &[]);
    assert_eq!((table.at("B2"), table.asks()), ("0505".into(), "move"), "it moves no farther");
    // Personnel need 9 to get out, the tank 12.
    for (face, cell) in [(10, "0505"), (9, "0506")] {
        table.begin_move("B2");
        table.play("step N", &[face]);
        assert_eq!(table.at("B2"), cell);
        assert!(table.has("0505", Terrain::BarbedWire), "personnel leave the wire in place");
        table.position.now.stack.clear();
    }
    let mut table = card.set_up();
    table.begin_move("B3");
    table.play("step N", &[]);
    assert_eq!(table.asks(), "move");
    table.begin_move("B3");
    table.play("step N", &[12]);
    assert_eq!(table.at("B3"), "0606");
    assert!(!table.has("0605", Terrain::BarbedWire), "tracks crush it");
    let mut table = card.set_up();
    table.begin_move("B4");
    assert!(!table.offers("step N"), "no wheels in wire");
}

// card: 11.3, 11.3.1
#[test]
fn terrain_for_ditches() {
    for mark in ['w', 'l', '~'] {
        let card = drawing().ground("0505", mark).german_works("ditch = [\"0505\"]");
        assert!(card.faults().contains("expected"), "{mark}");
    }
    assert_eq!(drawing().german_works("ditch = [\"0505\"]").faults(), "");
}

// card: 11.3.2, 11.3.3
#[test]
fn ditches_stop_vehicles_and_delay_infantry() {
    let card = drawing()
        .british(INFANTRY, "0504", "")
        .british(TANK, "0604", "")
        .german_works("ditch = [\"0505\", \"0605\"]");
    let mut table = card.set_up();
    table.begin_move("B3");
    assert_eq!(table.refused("step N"), "11.3.3");
    let mut table = card.set_up();
    table.begin_move("B2");
    let before = match table.position.now.stack.last() {
        Some(Frame::Moving(mover)) => mover.clone(),
        _ => panic!(),
    };
    let inch = inch::inch(
        &table.position.field,
        &table.position.forces,
        &table.position.now,
        before.stand,
        "0504".parse().unwrap(),
        Compass::N,
        false,
    )
    .unwrap();
    assert_eq!(inch.cost, 3 * 4, "1 for the ground and 2 for the ditch");
    table.play("step N", &[]);
    assert_eq!((table.at("B2"), table.asks()), ("0505".into(), "move"));
    // In the next movement phase its movement roll is the roll to leave.
    table.begin_move("B2");
    table.play("step N", &[]);
    assert_eq!(table.at("B2"), "0506");
}

fn position(kind: &str, cell: &str, facing: &str) -> String {
    format!("[[side.position]]\nkind = \"{kind}\"\nat = [\"{cell}\"]\nfacing = \"{facing}\"")
}

// card: 11.4, 9.1.3
#[test]
fn positions_add_to_the_ground() {
    let card = drawing()
        .ground("0508", 'l')
        .british(INFANTRY, "0505", "")
        .german(INFANTRY, "0508", "")
        .german_works(&position("medium", "0508", "S"));
    let table = card.set_up();
    let shot =
        combat::shot(&table.position, table.id("B2"), Weapon::Gun(0), table.id("G2"), Occasion::Standard);
    assert_eq!((shot.to_fire.modifier(), shot.attack.modifier()), (9, 9));
}

// card: 11.4.1
#[test]
fn empty_light_positions_are_removed() {
    let both = format!("{}\n{}", position("light", "0508", "S"), position("light", "0708", "S"));
    let card = drawing().german(INFANTRY, "0508", "").german_works(&both);
    let mut table = card.set_up();
    table.pass_turn(&[]);
    assert!(table.has("0508", Terrain::LightPosition) && !table.has("0708", Terrain::LightPosition));
    // The dice that attack the stand attack the position: HE 6 against 5 is column +1, E at 2 only.
    let card = drawing()
        .german(INFANTRY, "0508", "")
        .british(MORTAR, "0504", "")
        .british(MORTAR, "0604", "")
        .german_works(&position("light", "0508", "S"));
    for (faces, gone) in [([2, 2, 1, 1], true), ([2, 2, 1, 2], false)] {
        let mut table = card.set_up();
        table.artillery_phase(Side::A);
        table.shoot("B2", "0508", &faces);
        assert_eq!(!table.has("0508", Terrain::LightPosition), gone);
    }
}

// card: 11.4.2, 11.4.3
#[test]
fn medium_positions_take_two_hits_and_heavy_ones_any_number() {
    let card = |kind| {
        drawing()
            .german(INFANTRY, "0508", "")
            .british(HOWITZERS, "0504", "")
            .british(HOWITZERS, "0604", "")
            .german_works(&position(kind, "0508", "S"))
    };
    // HE 10 against 8 is column +2: E at 3 and less.
    let mut table = card("medium").set_up();
    table.artillery_phase(Side::A);
    table.shoot_closed("B2", "0508", &[2, 1, 3, 1, 2]);
    assert!(table.has("0508", Terrain::MediumPosition), "one E at 3, none at 4");
    let mut table = card("medium").set_up();
    table.artillery_phase(Side::A);
    table.shoot_closed("B2", "0508", &[2, 1, 2, 1, 2]);
    assert!(!table.has("0508", Terrain::MediumPosition) && table.has("0508", Terrain::Rough1));
    let mut table = card("heavy").set_up();
    table.artillery_phase(Side::A);
    table.shoot_closed("B2", "0508", &[2, 1, 1, 1, 1]);
    assert!(table.has("0508", Terrain::HeavyPosition));
}

// card: 11.4.4
#[test]
fn a_stand_that_turns_in_a_position_loses_its_benefit() {
    for (kind, lost) in [("light", 4), ("medium", 0), ("heavy", 0)] {
        let card = drawing()
            .british(INFANTRY, "0505", "")
            .german(INFANTRY, "0508", "facing = \"S\"")
            .german(INFANTRY, "0910", "")
            .german_works(&position(kind, "0508", "S"));
        let mut table = card.set_up();
        let (firer, target) = (table.id("B2"), table.id("G2"));
        let modifier = |table: &super::table::Table| {
            combat::shot(&table.position, firer, Weapon::Gun(0), target, Occasion::Standard).attack.modifier()
        };
        let benefit = modifier(&table);
        assert_eq!(
            benefit,
            match kind {
                "light" => 4,
                "medium" => 5,
                _ => 7,
            }
        );
        table.position.forces.stands[usize::from(target)].facing = Compass::SE;
        assert_eq!(modifier(&table), lost, "{kind}");
        assert_eq!(table.details("G2").contains("no benefit"), lost == 0);
        table.position.forces.stands[usize::from(target)].facing = Compass::S;
        assert_eq!(modifier(&table), benefit, "back at its first facing");
        // A stand that comes later is not bound to a facing.
        let next = table.id("G3");
        table.position.forces.lift(target);
        table.position.forces.lift(next);
        table.position.forces.put(target, "0910".parse().unwrap());
        table.position.forces.put(next, "0508".parse().unwrap());
        table.position.forces.stands[usize::from(next)].facing = Compass::E;
        let later =
            combat::shot(&table.position, firer, Weapon::Gun(0), next, Occasion::Standard).attack.modifier();
        assert_eq!(later, benefit, "{kind}");
    }
}

// card: 11.4.5
#[test]
fn armour_piercing_fire_at_a_position() {
    for (kind, defence) in [("medium", 5), ("heavy", 7)] {
        let card = drawing()
            .british(TANK, "0505", "")
            .german(INFANTRY, "0508", "")
            .german_works(&position(kind, "0508", "S"));
        let mut table = card.set_up();
        table.fire_phase(Side::A);
        table.play("target G2", &[]);
        assert!(table.offers("firer B2 0") && table.offers("firer B2 10"), "HE or AP, as the player likes");
        let shot = |gun| {
            combat::shot(&table.position, table.id("B2"), gun, table.id("G2"), Occasion::Standard).attack
        };
        assert_eq!((shot(Weapon::Gun(0)).firepower, shot(Weapon::Gun(0)).defence), (5, 6));
        assert_eq!(
            (shot(Weapon::AtPosition(0)).firepower, shot(Weapon::AtPosition(0)).defence),
            (7, defence)
        );
    }
    let card = drawing()
        .british(TANK, "0505", "")
        .german(INFANTRY, "0508", "")
        .german_works(&position("light", "0508", "S"));
    let mut table = card.set_up();
    table.fire_phase(Side::A);
    table.play("target G2", &[]);
    assert!(!table.offers("firer B2 10"), "not at a light one");
}

// card: 11.4.5
#[test]
fn shells_use_the_better_of_ap_and_he_at_a_position() {
    for (ap, firepower, defence) in [(10, 10, 5), (9, 10, 6)] {
        let card = drawing()
            .british(HOWITZERS, "0504", "")
            .german(INFANTRY, "0508", "")
            .german_works(&position("medium", "0508", "S"));
        let mut position = card.set_up().position;
        // No battery of the weapons data has such an AP; a firer may use its own.
        let units = &position.battle.units;
        let id = units.iter().position(|unit| unit.kind.name.contains("Howitzer")).unwrap() as u8;
        position.change_battle(|battle| battle.units[usize::from(id)].guns[0].0.ap = Some(ap));
        let target = position.forces.holder_of("0508".parse().unwrap()).unwrap();
        let attack = shells::shell_attack(&position.field, &position.forces, id, 0, target, false);
        assert_eq!((attack.firepower, attack.defence), (firepower, defence), "AP {ap}, HE 10");
        assert_eq!(attack.modifier(), 5, "the position still modifies the die");
    }
}

// card: 10.10.2
#[test]
fn mounted_cavalry_has_no_benefit_of_positions() {
    for (stand, modifier) in [("Cavalry", 0), (INFANTRY, 5)] {
        let card = drawing()
            .british(stand, "0508", "facing = \"S\"")
            .german(INFANTRY, "0505", "")
            .british_works(&position("medium", "0508", "S"));
        let table = card.set_up();
        let shot =
            combat::shot(&table.position, table.id("G2"), Weapon::Gun(0), table.id("B2"), Occasion::Standard);
        assert_eq!((shot.to_fire.modifier(), shot.attack.modifier()), (modifier, modifier));
        let housed = drawing().british(stand, "0508", "").ground("0508", 'm').faults();
        assert_eq!(housed.is_empty(), modifier == 5, "nor do they start in buildings");
    }
}
