//! Rule cards of 11.5.7 and 11.5.8: engineers' bridges, built and destroyed.

use super::table::{Drawing, ENGINEERS, INFANTRY, TANK, TRUCK, Table, drawing};
use standto::game::Side;
use standto::rules::matg::catalog::Mode;
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::state::choice::Posture;
use standto::rules::matg::works::laid::{Bridge, Work};

const BRIDGE: &str = "equipment = [\"bridge\"]";

// card: 11.5.7
#[test]
fn bridges_are_built() {
    let ditch = drawing().german_works("ditch = [\"0505\"]");
    let stream = drawing().ground("0505", '~');
    for card in [ditch, stream] {
        let vehicle = card.clone().british(TANK, "0504", BRIDGE);
        let engineers = card.british(ENGINEERS, "0504", "").british(TRUCK, "0404", "bridging = true");
        for (card, turns) in [(vehicle, 2), (engineers, 4)] {
            let mut table = card.set_up();
            for _ in 0..turns {
                assert!(!table.has("0505", Terrain::EngineerBridge));
                table.work("bridge B2 0505", &[13]);
                table.play("bridge B2 0505", &[]);
                assert_eq!(table.stand("B2").posture, Posture::Move);
                table.pass_turn(&[12]);
            }
            assert!(table.has("0505", Terrain::EngineerBridge));
            let ground = table.position.field.ground_at("0505".parse().unwrap());
            let costs = [Mode::Tracked, Mode::Wheeled, Mode::Foot].map(|mode| ground.cost(mode));
            assert_eq!(costs, [Some(8), Some(20), Some(6)], "2, 5 and 1.5 points");
            assert!(!ground.has(Terrain::Ditch), "clear for combat");
        }
    }
    // Engineers need the materials beside them, and begin again if they move away.
    let mut table = drawing().british(ENGINEERS, "0504", "").ground("0505", '~').set_up();
    assert_eq!(table.refused("bridge B2 0505"), "11.5.7");
    let mut other = drawing().british(TANK, "0504", BRIDGE).ground("0505", '~').set_up();
    other.work("bridge B2 0505", &[12]);
    let cell = "0505".parse().unwrap();
    assert_eq!(other.position.field.done(other.id("B2"), Work::Bridge, cell), 1);
    other.begin_move("B2");
    other.play("step W", &[]);
    assert_eq!(other.position.field.done(other.id("B2"), Work::Bridge, cell), 0);
    // More than an inch of water is too much.
    let mut lake = drawing().british(TANK, "0504", BRIDGE);
    for cell in ["0405", "0505", "0605", "0406", "0506", "0606", "0407", "0507", "0607"] {
        lake = lake.ground(cell, '~');
    }
    table = lake.set_up();
    assert_eq!(table.refused("bridge B2 0505"), "11.5.7");
}

// card: 11.5.7
#[test]
fn a_bridge_is_finished_with_the_materials_it_was_begun_with() {
    let card = drawing()
        .british(ENGINEERS, "0504", "")
        .british(TRUCK, "0404", "bridging = true")
        .british(TRUCK, "0604", "bridging = true")
        .ground("0505", '~');
    let cell = "0505".parse().unwrap();
    let begun = || {
        let mut table = card.set_up();
        for _ in 0..3 {
            table.work("bridge B2 0505", &[12]);
        }
        assert_eq!(table.position.field.done(table.id("B2"), Work::Bridge, cell), 3);
        table
    };
    let mut table = begun();
    table.work("bridge B2 0505", &[12]);
    assert!(table.has("0505", Terrain::EngineerBridge));
    // The first truck drives off: with the other's materials the work begins again.
    let mut table = begun();
    table.begin_move("B3");
    table.play("step W", &[]);
    assert_eq!(table.position.field.done(table.id("B2"), Work::Bridge, cell), 0);
    let mut table = begun();
    let gone = table.id("B3");
    table.position.forces.lift(gone);
    table.position.forces.put(gone, "0204".parse().unwrap());
    table.work("bridge B2 0505", &[12]);
    assert!(!table.has("0505", Terrain::EngineerBridge));
    assert_eq!(table.position.field.done(table.id("B2"), Work::Bridge, cell), 1);
}

// card: 11.5.8
#[test]
fn bridges_are_destroyed() {
    // HE 5 against 2 is column +3: D at 9, only (S) at 10.
    for (faces, stands) in [([2, 4, 5], false), ([2, 4, 6], true)] {
        let card = drawing().british(TANK, "0504", BRIDGE).german(INFANTRY, "0508", "").ground("0505", '~');
        let mut table = card.set_up();
        for _ in 0..2 {
            let infantry = table.id("G2");
            table.position.forces.lift(infantry);
            table.position.forces.stands[usize::from(infantry)].place =
                standto::rules::matg::state::position::Place::OffMap;
            table.work("bridge B2 0505", &[12]);
        }
        let infantry = table.id("G2");
        table.position.forces.put(infantry, "0508".parse().unwrap());
        table.fire_phase(Side::B);
        table.play("demolish G2 0 0505", &faces);
        assert_eq!(table.has("0505", Terrain::EngineerBridge), stands);
        assert!(table.has("0505", Terrain::Stream));
    }
}

/// An unoccupied engineers' bridge at 0505, and the fire phase of the Germans.
fn bridged(options: &'static str, change: impl FnOnce(Drawing) -> Drawing) -> Table {
    let card = Drawing { options, ..drawing() }.ground("0505", '~').british(TANK, "0501", "");
    let mut table = change(card).set_up();
    let cell = "0505".parse().unwrap();
    table.position.field.works.bridges.push(Bridge { cell, over: Terrain::Stream });
    table.position.field.add_ground(cell, Terrain::EngineerBridge);
    table.fire_phase(Side::B);
    table
}

/// A stand low on ammunition returns fire at enemies that fired at it; a bridge has not fired.
// card: 11.5.8, 12.2.2
#[test]
fn a_stand_low_on_ammunition_does_not_fire_at_a_bridge() {
    let mut table = bridged("\"running-low\"", |card| card.german(INFANTRY, "0508", ""));
    assert!(table.offers("demolish G2 0 0505"));
    let infantry = table.id("G2");
    table.position.forces.stand_mut(infantry).lately.low = true;
    assert!(!table.offers("demolish G2 0 0505"));
}

/// A broken force returns fire at enemies near it, and fires at nothing else.
// card: 11.5.8, 12.1.5
#[test]
fn a_broken_force_does_not_fire_at_a_bridge() {
    let near = |card: Drawing| card.german(INFANTRY, "0508", "").british(INFANTRY, "0606", "");
    let mut table = bridged("\"determination\"", near);
    let infantry = table.id("G2");
    table.position.forces.stand_mut(infantry).lately.fired_upon = true;
    assert!(table.offers("demolish G2 0 0505"));
    let hand = table.position.command.hands.iter_mut().find(|hand| hand.side == Side::B).unwrap();
    hand.broken = Some(1);
    assert!(table.offers("target B3") && !table.offers("demolish G2 0 0505"));
}

/// The second shot is at another stand; a bridge is not a stand.
// card: 11.5.8, 12.8
#[test]
fn a_second_shot_is_never_at_a_bridge() {
    let mut table = bridged("\"second-shots\"", |card| {
        card.british(TANK, "0301", "").german("Panzer IV F2-H (7.5cm)", "0508", "")
    });
    assert!(table.offers("demolish G2 0 0505"));
    let (panzer, hit) = (table.id("G2"), table.id("B2"));
    let stand = table.position.forces.stand_mut(panzer);
    (stand.fired, stand.lately.scored) = (true, Some(hit));
    assert!(table.offers("target B3"), "the second shot is at that stand");
    assert!(!table.offers("demolish G2 0 0505"));
}

/// It is a roll to fire: a natural 1 shifts two columns, a natural 20 leaves a stand low on ammunition.
// card: 11.5.8, 12.2.1, 12.2.2
#[test]
fn natural_rolls_count_at_a_bridge() {
    // HE 5 against 2 is column +3 and (S) on a 10; on column +5 a 10 is D.
    for (options, stands) in [("\"hot-shot\"", false), ("\"running-low\"", true)] {
        let mut table = bridged(options, |card| card.german(INFANTRY, "0508", ""));
        table.play("demolish G2 0 0505", &[1, 4, 6]);
        assert_eq!(table.has("0505", Terrain::EngineerBridge), stands, "{options}");
    }
    let mut table = bridged("\"running-low\"", |card| card.german(INFANTRY, "0508", ""));
    table.play("demolish G2 0 0505", &[20]);
    assert!(table.stand("G2").lately.low && table.has("0505", Terrain::EngineerBridge));
}
