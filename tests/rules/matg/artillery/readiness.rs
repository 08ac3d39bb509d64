//! Whether a battery can fire its mission when due, and with what: posture, reload, smoke, range.

use standto::game::{Event, Side, Tone};
use standto::rules::matg::ground::terrain::Terrain;

use super::table::{Setup, Table, formation};
use standto::rules::matg::artillery::shells;

const HOW: &str = "105mm M2A1 How. [2]";

fn observer() -> String {
    formation("Infantry", &[("Infantry '44", "at = \"1510\"\nobserver = true")])
}

/// A2 is a howitzer on the board at 1505, A3 the observer; fire falls on 1530 from turn 2, for this duration.
fn on_the_board(last: &[&str]) -> Table {
    let stands = formation("Artillery", &[(HOW, "at = \"1505\"")]) + &observer();
    let mut t = Setup { stands: &stands, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1530", "explosive", "closed"], &[]);
    t.play(last, &[]);
    t.to(2, "artillery", Side::A);
    t
}

/// Puts an impact zone on a battery's square, or removes it.
fn shell(t: &mut Table, tag: &str, falls: bool) {
    let cell = t.p.forces.cell(t.id(tag)).unwrap();
    if falls {
        t.p.field.add_ground(cell, Terrain::ImpactZone);
    } else {
        t.p.field.remove_ground(cell, Terrain::ImpactZone);
    }
}

fn told_to_all(events: &[Event]) -> Vec<&str> {
    let open = events.iter().filter(|event| event.only.is_none() && event.tone != Tone::Phase);
    open.map(|event| event.text.as_str()).collect()
}

/// A battery in an impact zone cannot fire this turn; its mission goes on without another roll.
// card: rules: 7.6.5.1, 7.4.5.2
#[test]
fn a_mission_goes_on_after_a_turn_under_fire() {
    let mut t = on_the_board(&["last 3", "done"]);
    t.play(&["mission 1"], &[15, 15]);
    assert_eq!(t.impacts(), ["1530", "1530"]);
    t.to(3, "artillery", Side::A);
    shell(&mut t, "A2", true);
    let events = t.play(&["mission 1"], &[]);
    assert!(t.impacts().is_empty(), "it does not fire");
    assert_eq!(told_to_all(&events), [""; 0], "the reason stays secret");
    shell(&mut t, "A2", false);
    t.to(4, "artillery", Side::A);
    t.play(&["mission 1"], &[]);
    assert_eq!(t.impacts(), ["1530", "1530"], "where it landed before");
    t.to(5, "posture", Side::A);
    assert!(t.missions(Side::A).is_empty());
}

/// A battery that cannot fire in the turn of arrival rolls in the mission's next turn, if there is one.
// card: rules: 7.6.5.1, 7.6.1.2
#[test]
fn a_barred_mission_arrives_a_turn_later() {
    for (last, stays) in [(&["last 2", "done"][..], true), (&["done"][..], false)] {
        let mut t = on_the_board(last);
        shell(&mut t, "A2", true);
        t.play(&["mission 1"], &[]);
        shell(&mut t, "A2", false);
        assert_eq!(t.missions(Side::A).len(), usize::from(stays));
        if stays {
            t.to(3, "artillery", Side::A);
            t.play(&["mission 1"], &[15, 15]);
            assert_eq!(t.impacts().len(), 2);
            t.to(4, "posture", Side::A);
            assert!(t.missions(Side::A).is_empty(), "its duration is not extended");
        }
    }
}

/// A mounted mortar cannot be plotted, and it does not fire a mission that was plotted before play (10.10.7).
// card: rules: 10.10.7, 7.6.5.1
#[test]
fn a_mounted_mortar_fires_no_mission() {
    let mortar = |t: &mut Table, on_foot| {
        let id = t.id("A2");
        t.p.forces.stand_mut(id).dismounted = on_foot;
    };
    let stands = formation("Artillery", &[("Cavalry 82mm Mortar [2]", "at = \"1706\"")])
        + &formation("Infantry", &[("Infantry '43-'45", "at = \"1510\"\nobserver = true")]);
    let setup = Setup { nation: "soviet-union", stands: &stands, ..Setup::default() };
    let plots = |on_foot| {
        let mut t = setup.table();
        mortar(&mut t, true);
        t.to(1, "plot", Side::A);
        mortar(&mut t, on_foot);
        t.offers("plot A3")
    };
    assert!(plots(true) && !plots(false));
    // A second battery keeps the plot phase open, before the impact zones are removed.
    let stands = stands + &formation("Second Battery", &[("Cavalry 82mm Mortar [2]", "at = \"1906\"")]);
    let setup = Setup { nation: "soviet-union", stands: &stands, ..Setup::default() };
    for (on_foot, fires) in [(true, 2), (false, 0)] {
        let mut t = setup.table();
        mortar(&mut t, true);
        let second = t.id("A4");
        t.p.forces.stand_mut(second).dismounted = true;
        t.to(1, "plot", Side::A);
        t.play(&["plot A3", "battery A2 0", "at 1530", "explosive", "closed", "done"], &[]);
        t.to(4, "artillery", Side::A);
        mortar(&mut t, on_foot);
        t.play(&["mission 1"], if on_foot { &[10, 10] } else { &[] });
        assert_eq!(t.impacts().len(), fires);
    }
}

/// The rest of a group fires, each battery in its place in the sheaf.
// card: rules: 7.6.5.1, 7.4.9.1
#[test]
fn other_batteries_of_a_group_still_fire() {
    let stands = formation("1st", &[(HOW, "at = \"1505\""), (HOW, "at = \"1605\"")]) + &observer();
    let mut t = Setup { stands: &stands, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    let plot = ["plot A4", "battery A2 0", "add A3", "at 1530", "explosive", "open E", "last 2", "done"];
    t.play(&plot, &[]);
    t.to(2, "artillery", Side::A);
    shell(&mut t, "A2", true);
    t.play(&["mission 1"], &[15, 15]);
    assert_eq!(t.impacts(), ["1730", "1830"], "the second battery's");
    shell(&mut t, "A2", false);
    t.to(3, "artillery", Side::A);
    t.play(&["mission 1"], &[]);
    assert_eq!(t.impacts(), ["1730", "1830", "1530", "1630"]);
}

/// A battery in the movement posture may be plotted; it drops out only when it moves.
// card: rules: 7.4.11
#[test]
fn a_battery_that_never_moved_fires() {
    let stands = formation("Artillery", &[("M7 Priest (105mm) [2]", "at = \"1505\"")]) + &observer();
    for moves in [false, true] {
        let mut t = Setup { stands: &stands, ..Setup::default() }.table();
        t.to(1, "posture", Side::A);
        t.play(&["group move A2"], &[]);
        t.to(1, "plot", Side::A);
        assert!(t.offers("lay A2 0"));
        t.play(&["plot A3", "battery A2 0", "at 1530", "explosive", "closed", "done"], &[]);
        if moves {
            let (id, cell) = (t.id("A2"), "1506".parse().unwrap());
            t.p.forces.lift(id);
            t.p.forces.put(id, cell);
        }
        if moves {
            t.to(2, "posture", Side::A);
            assert!(t.missions(Side::A).is_empty());
        } else {
            t.to(2, "artillery", Side::A);
            t.play(&["mission 1"], &[15, 15]);
            assert_eq!(t.impacts().len(), 2);
        }
    }
}

/// A battery in the movement posture does not fire its mission that turn.
// card: rules: 7.4.10, 7.4.11
#[test]
fn no_plotted_fire_in_the_movement_posture() {
    let stands = formation("Artillery", &[("M7 Priest (105mm) [2]", "at = \"1505\"")]) + &observer();
    let mut t = Setup { stands: &stands, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1530", "explosive", "closed", "last 2", "done"], &[]);
    t.to(2, "posture", Side::A);
    t.play(&["group move A2"], &[]);
    t.to(2, "artillery", Side::A);
    t.play(&["mission 1"], &[]);
    assert!(t.impacts().is_empty() && t.missions(Side::A).len() == 1);
}

/// A gun with slow reload that has fired misses its planned mission.
// card: rules: notes key, 7.6.1.1
#[test]
fn a_slow_gun_must_reload() {
    let stands = formation("Rockets", &[("150mm Nebelwerfer [4]", "at = \"1505\"")])
        + &formation("Infantry", &[("Infantry '43", "at = \"1510\"\nobserver = true")]);
    for fires in [false, true] {
        let mut t = Setup { nation: "germany", stands: &stands, ..Setup::default() }.table();
        t.to(1, "plot", Side::A);
        t.play(&["plot A3", "battery A2 0", "at 1530", "explosive", "open N", "done"], &[]);
        t.to(2, "artillery", Side::A);
        if fires {
            t.play(&["battery A2 0", "at 1524", "explosive", "open N"], &[15, 15]);
        }
        t.to(3, "artillery", Side::A);
        t.play(&["mission 1"], if fires { &[] } else { &[15, 15] });
        assert_eq!(t.impacts().len(), if fires { 0 } else { 4 });
    }
}

/// No final protective fire from a plotted direct mission.
// card: rules: 7.6.1.5
#[test]
fn only_indirect_missions_are_dropped_for_protective_fire() {
    let stands = formation("Artillery", &[(HOW, "at = \"1505\"")]) + &observer();
    let enemy = formation("Infantry", &[("Infantry '43", "at = \"1520\"")]);
    let mut t = Setup { stands: &stands, enemy: &enemy, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["lay A2 0", "at 1530", "explosive", "closed"], &[]);
    t.to(2, "artillery", Side::A);
    assert!(t.offers("mission 1") && !t.offers("protect A2 0"));
}

/// Called missions use up smoke like plotted ones.
// card: rules: 7.4.7.2, 7.6.2.2
#[test]
fn called_smoke_is_counted() {
    let side = "defends = true\n[[side.mission]]\nkind = \"pre-registered\"\nname = \"Mill\"\n\
                batteries = \"A2\"\nlocation = \"1530 Open 2E Smoke\"";
    let stands = formation("Artillery", &[(HOW, "off-map = true")]) + &observer();
    // Three tenths of six turns: one smoke mission.
    let mut t = Setup { turns: 6, side, stands: &stands, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "call 1", "done", "plot A3"], &[]);
    assert!(t.offers("support") && !t.offers("call 1"), "the only one is called");
    t.play(&["cancel"], &[]);
    t.to(2, "artillery", Side::A);
    t.play(&["mission 2"], &[17, 17]);
    t.to(2, "plot", Side::A);
    t.play(&["plot A3"], &[]);
    assert!(!t.offers("call 1"), "and fired");
}

/// A mission may be called for some of its batteries: those that are free and not left out.
// card: rules: 7.6.2.2
#[test]
fn a_mission_may_be_called_by_some_of_its_batteries() {
    let stands = formation("1st", &[(HOW, "at = \"0905\"")])
        + &formation("2nd", &[(HOW, "at = \"1305\"")])
        + &formation("3rd", &[(HOW, "at = \"1706\"")])
        + &observer();
    let mut side = "defends = true\n".to_owned();
    for (battery, at) in [("A2", "1020"), ("A3", "1022"), ("A4", "1024")] {
        side += &format!(
            "[[side.mission]]\nkind = \"pre-registered\"\nname = \"DEF 1\"\nbatteries = \"{battery}\"\n\
             location = \"{at} Open 2S\"\n"
        );
    }
    let mut t = Setup { stands: &stands, side: &side, ..Setup::default() }.table();
    let called = |t: &Table| -> Vec<String> {
        let calls = t.missions(Side::A).into_iter().filter(|mission| mission.arrival > 0);
        calls.flat_map(|m| m.batteries).map(|piece| t.p.battle.tag(piece.id).to_string()).collect()
    };
    t.to(1, "plot", Side::A);
    t.play(&["plot A5", "call 1", "without A3"], &[]);
    assert!(t.offers("without A2") && !t.offers("without A3"));
    t.play(&["last 3", "done"], &[]);
    assert_eq!(called(&t), ["A2", "A4"]);
    // The battery left out can still be called alone while the others fire.
    t.play(&["plot A5", "call 1"], &[]);
    assert!(!t.offers("without A3"), "a call without a battery is not one");
    t.play(&["done"], &[]);
    assert_eq!(called(&t), ["A2", "A4", "A3"]);
}

/// Shells have no AP beyond the printed AP range.
// card: rules: 7.3.5, 7.4.4
#[test]
fn shells_have_no_ap_beyond_the_ap_range() {
    let stands = formation("Mortars", &[("M21 MMC w/ Bazooka [2]", "at = \"1505\"")]);
    let enemy = formation(
        "Tanks",
        &[
            ("Panzer IV F2-H (7.5cm)", "at = \"1531\""),
            ("Panzer IV F2-H (7.5cm)", "at = \"1506\""),
            ("Infantry '43", "at = \"1530\""),
        ],
    );
    let mut t = Setup { stands: &stands, enemy: &enemy, ..Setup::default() }.table();
    let attack =
        |t: &Table, tag: &str| shells::shell_attack(&t.p.field, &t.p.forces, t.id("A2"), 0, t.id(tag), false);
    assert_eq!((attack(&t, "B2").firepower, attack(&t, "B2").depletion), (0, None));
    assert!(attack(&t, "B2").suppresses(), "shells suppress all the same (7.6.1.3)");
    assert_eq!((attack(&t, "B3").firepower, attack(&t, "B3").depletion), (5, Some(8)));
    assert_eq!(attack(&t, "B4").firepower, 6, "HE flies 26 inches");
    let id = t.id("A2");
    t.p.forces.stand_mut(id).depleted = true;
    assert_eq!((attack(&t, "B3").firepower, attack(&t, "B4").firepower), (0, 6));
}
