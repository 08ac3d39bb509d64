//! 12.12 and 12.13: missions registered in play, and fire plotted by direction and distance.

use standto::game::laws::check_alike;
use standto::game::{Log, Rules, Side};

use super::table::{Setup, Table, formation};
use standto::rules::matg::command::cohesion;

/// A2 is an off-map howitzer, A3 the observer at 1510, B2 a tank at 1520. Soviet plots take three turns.
fn table(options: &str) -> Table {
    let stands = formation("Artillery", &[("122mm How (M-30) [2]", "off-map = true")])
        + &formation("Infantry", &[("Infantry '43-'45", "at = \"1510\"\nobserver = true")])
        + &formation("HQ", &[("Infantry HQ", "at = \"1610\"\nrole = \"HQ\"")]);
    let enemy = formation("Tanks", &[("Panzer IV F2-H (7.5cm)", "at = \"1520\"")]);
    let setup = Setup { nation: "soviet-union", options, stands: &stands, enemy: &enemy, ..Setup::default() };
    let mut t = setup.table();
    t.to(1, "plot", Side::A);
    t
}

/// A support mission at 1520 that arrives in turn 4 and falls on target.
fn on_target(options: &str, faces: &[u8]) -> Table {
    let mut t = table(options);
    t.play(&["plot A3", "battery A2 0", "at 1520", "explosive", "closed", "done"], &[]);
    t.to(4, "artillery", Side::A);
    t.play(&["mission 1"], faces);
    t
}

const REGISTERED: &str = "\"registered-missions\"";

/// Fire that fell on target may be called again for next turn, by any nation, with -2 against deviation only.
// card: rules: 12.12, 7.8.1
#[test]
fn fire_on_target_is_called_again_for_the_next_turn() {
    let mut t = on_target(REGISTERED, &[10, 10, 6, 6, 6, 6]);
    t.to(4, "plot", Side::A);
    t.play(&["plot A3", "call 1", "done"], &[]);
    let called = t.missions(Side::A).into_iter().find(|m| m.arrival == 5).expect("it is called for turn 5");
    assert_eq!(called.aim.to_string(), "1520");
    t.to(5, "artillery", Side::A);
    let number = called.number;
    assert_eq!(
        t.needs(&format!("mission {number}")),
        [("to arrive".into(), 15), ("to land on target".into(), 17)]
    );
}

/// A battery that joins a mission fires a sheaf of its own; if that falls on target, it is registered under
/// its name.
// card: rules: 12.12, 7.8.3
#[test]
fn fire_that_joins_a_mission_is_registered_in_its_own_name() {
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true"); 2])
        + &formation("Command", &[("Infantry HQ", "at = \"1510\"\nrole = \"HQ\"")]);
    let mut t = Setup { options: REGISTERED, stands: &stands, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A4", "battery A2 0", "done", "at 1520", "explosive", "open E", "done"], &[]);
    t.to(2, "artillery", Side::A);
    t.play(&["mission 1", "add A3"], &[]);
    let told = t.play(&["fire"], &[15, 15, 13, 15]);
    let told: Vec<&str> =
        told.iter().filter(|event| event.rule == "12.12").map(|event| event.text.as_str()).collect();
    assert_eq!(
        told,
        [
            "Registered as R1 1520: the fire of mission 1",
            "Registered as R2 1520: the fire of A3 105mm M2A1 How. [2]",
        ]
    );
}

/// Fire that deviated is not registered, and nothing is without the optional rule.
// card: rules: 7.6.1.2
#[test]
fn deviated_fire_is_not_registered() {
    let mut t = on_target(REGISTERED, &[10, 16, 1, 2]);
    t.to(4, "plot", Side::A);
    assert!(t.p.record.targets[0].is_empty());
    let mut t = on_target("", &[10, 10, 6, 6, 6, 6]);
    t.to(4, "plot", Side::A);
    assert!(t.p.record.targets[0].is_empty());
}

/// An HQ that sees one of its squares may call it too; a battery that moves takes its registration with it.
// card: rules: 12.12, 7.4.11
#[test]
fn an_hq_calls_registered_fire_unless_the_battery_moved() {
    let mut t = on_target(REGISTERED, &[10, 10, 6, 6, 6, 6]);
    t.to(4, "plot", Side::A);
    t.play(&["plot A4"], &[]);
    assert!(t.offers("call 1"));
    // No mission can be adjusted from one registered in play.
    assert!(!t.offers("adjust 1"));
    let mut t = on_target(REGISTERED, &[10, 10, 6, 6, 6, 6]);
    let battery = t.id("A2");
    t.p.forces.stand_mut(battery).place = standto::rules::matg::state::position::Place::Silenced;
    t.to(5, "fire-target", Side::B);
    assert!(t.missions(Side::A).is_empty());
}

/// The enemy learns nothing of registered missions.
// card: rules: 12.12, 7.6.3
#[test]
fn registering_is_secret() {
    let with = on_target(REGISTERED, &[10, 10, 6, 6, 6, 6]);
    let mut without = with.p.clone();
    without.record.targets[0] = std::sync::Arc::from([]);
    without
        .record
        .missions
        .retain(|mission| mission.stage != standto::rules::matg::artillery::missions::Stage::Registered);
    check_alike(&with.p, &without, Side::B).unwrap();
}

/// A polar plot uses one of eight directions and is cancelled if its observer moves.
// card: rules: 12.13, 7.6.3
#[test]
fn a_polar_plot_is_cancelled_when_its_observer_moves() {
    let plotted = || {
        let mut t = table("\"polar-plotting\"");
        t.play(&["plot A3", "polar", "battery A2 0"], &[]);
        assert_eq!(["1520", "1015", "1620"].map(|at| t.offers(&format!("at {at}"))), [true, true, false]);
        t.play(&["at 1520", "explosive", "closed", "done"], &[]);
        t
    };
    let mut t = plotted();
    assert_eq!(t.p.view(Side::A).records.len(), 2);
    t.to(4, "artillery", Side::A);
    assert!(t.offers("mission 1"));
    let mut t = plotted();
    let observer = t.id("A3");
    t.p.forces.lift(observer);
    t.p.forces.put(observer, "1511".parse().unwrap());
    t.to(4, "fire-target", Side::B);
    assert!(t.missions(Side::A).is_empty());
}

/// An observer that changes host leaves the place it plotted from; one that is lost there has not moved.
// card: rules: 12.13, 7.6.4.4, 7.6.4.5
#[test]
fn a_polar_plot_follows_its_observer_but_survives_its_loss() {
    let plotted = || {
        let mut t = table("\"polar-plotting\"");
        t.play(&["plot A3", "polar", "battery A2 0", "at 1520", "explosive", "closed", "done"], &[]);
        t.to(2, "plot", Side::A);
        t
    };
    let mut t = plotted();
    t.play(&["transfer A3", "host A4"], &[]);
    assert!(t.missions(Side::A).is_empty());
    let mut t = plotted();
    let observer = t.id("A3");
    cohesion::eliminate(&mut t.p, observer, &mut Log::off());
    t.to(4, "artillery", Side::A);
    assert!(t.offers("mission 1"));
}

/// A support mission by coordinates is not cancelled when its observer moves.
// card: rules: 7.6.3
#[test]
fn a_plot_by_coordinates_stays() {
    let mut t = table("\"polar-plotting\"");
    t.play(&["plot A3", "support", "battery A2 0", "at 1620", "explosive", "closed", "done"], &[]);
    let observer = t.id("A3");
    t.p.forces.lift(observer);
    t.p.forces.put(observer, "1511".parse().unwrap());
    t.to(4, "artillery", Side::A);
    assert!(t.offers("mission 1"));
}
