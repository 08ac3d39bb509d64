//! 7.6.2: mission types, and what a scenario may plot before the game.

use standto::game::Side;
use standto::rules::matg::artillery::missions::{allows_barrage, registered_allowance};
use standto::rules::matg::state::battle::ScenarioKind;

use super::table::{Setup, formation};

fn stands(batteries: usize) -> String {
    let battery = ("105mm M2A1 How. [2]", "off-map = true");
    formation("Artillery", &vec![battery; batteries])
        + &formation("Infantry", &[("Infantry '44", "at = \"1510\"\nobserver = true")])
}

fn registered(names: &[&str]) -> String {
    let line = |name: &&str| {
        format!(
            "[[side.mission]]\nkind = \"pre-registered\"\nname = \"{name}\"\nbatteries = \"A2\"\n\
             location = \"1520 Open 2E\"\n"
        )
    };
    names.iter().map(line).collect()
}

/// The number of pre-registered missions allowed.
// card: rules: 7.6.2.2
#[test]
fn the_number_of_pre_registered_missions() {
    use ScenarioKind::{
        DelayingAction, HastyAttack, MeetingEngagement, PreparedPosition, ReconnaissanceInForce,
    };
    for (kind, more) in
        [(HastyAttack, 1), (DelayingAction, 1), (PreparedPosition, 1), (ReconnaissanceInForce, 0)]
    {
        for (batteries, each) in [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2)] {
            for (cohesion, additional) in [(12, 0), (13, 1), (16, 1), (17, 2)] {
                assert_eq!(registered_allowance(kind, batteries, cohesion), each + more + additional);
            }
        }
    }
    assert_eq!(registered_allowance(MeetingEngagement, 9, 18), 0);

    let side = |names: &[&str]| format!("defends = true\n{}", registered(names));
    let three = stands(3);
    let faults = |side: &str| Setup { side, stands: &three, ..Setup::default() }.faults();
    assert_eq!(faults(&side(&["X", "Y", "Z"])), "");
    let found = faults(&side(&["X", "Y", "Z", "Q"]));
    assert!(found.contains("4 pre-registered missions, expected at most 3 (7.6.2.2)"), "{found}");
    let found = faults(&registered(&["X"]));
    assert!(found.contains("do not defend"), "{found}");
}

/// No pre-registered missions and no barrages in a meeting engagement.
// card: rules: 7.6.2, 7.6.2.2, 7.6.2.4
#[test]
fn fire_missions_forbidden_in_a_meeting_engagement() {
    let stands = stands(3);
    let side = registered(&["X"]);
    let meeting = Setup { kind: "meeting-engagement", side: &side, stands: &stands, ..Setup::default() };
    assert!(meeting.faults().contains("no pre-registered missions"));
    let side =
        "[[side.mission]]\nkind = \"barrage\"\nbatteries = \"A2\"\nlocation = \"1520 Closed\"\narrival = 1";
    for (kind, allowed) in [
        ("meeting-engagement", false),
        ("hasty-attack", false),
        ("reconnaissance-in-force", true),
        ("prepared-position", true),
        ("delaying-action", true),
    ] {
        let faults = Setup { kind, side, stands: &stands, ..Setup::default() }.faults();
        assert_eq!(faults.is_empty(), allowed, "{kind}: {faults}");
    }
    assert!(!allows_barrage(ScenarioKind::HastyAttack));
}

/// A call needs sight of one square and arrives next turn, for any nation.
// card: rules: 7.6.2.2, 7.8.1.3
#[test]
fn a_call_arrives_next_turn_for_any_nation() {
    let stands = formation("Artillery", &[("122mm How (M-30) [2]", "off-map = true")])
        + &formation("Infantry", &[("Infantry HQ", "at = \"1510\"\nrole = \"HQ\"")]);
    let side = "defends = true\n[[side.mission]]\nkind = \"pre-registered\"\nname = \"Mill\"\n\
                batteries = \"A2\"\nlocation = \"1520 Open 2N\"\n[[side.mission]]\n\
                kind = \"pre-registered\"\nname = \"Ford\"\nbatteries = \"A2\"\nlocation = \"1525 Open 2N\"";
    let mut t =
        Setup { nation: "soviet-union", side, stands: &stands, woods: &[20], ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3"], &[]);
    assert!(t.offers("call 1"), "1520 is seen, 1521 is not");
    assert!(!t.offers("call 2"), "none of it is visible");
    t.play(&["call 1", "done"], &[]);
    t.to(2, "artillery", Side::A);
    t.play(&["mission 3"], &[17, 17]);
    assert_eq!(t.impacts(), ["1520", "1521"]);
    assert_eq!(t.missions(Side::A).len(), 3, "the registered ones stay on the record");
}

/// A battery that moves loses its pre-registered mission.
// card: rules: 7.6.2.2
#[test]
fn a_moved_battery_loses_its_pre_registered_mission() {
    let stands = formation("Artillery", &[("M7 Priest (105mm) [2]", "at = \"1505\"")])
        + &formation("Infantry", &[("Infantry HQ", "at = \"1510\"\nrole = \"HQ\"")]);
    let side = format!("defends = true\n{}", registered(&["X"]));
    let mut t = Setup { side: &side, stands: &stands, ..Setup::default() }.table();
    assert_eq!(t.missions(Side::A).len(), 1);
    t.to(1, "plot", Side::A);
    let (id, cell) = (t.id("A2"), "1506".parse().unwrap());
    t.p.forces.lift(id);
    t.p.forces.put(id, cell);
    t.to(2, "posture", Side::A);
    assert!(t.missions(Side::A).is_empty());
}

/// A barrage that fails to arrive comes a turn later, and an observer that sees it can terminate it.
// card: rules: 7.6.2.4, 7.6.5.3
#[test]
fn a_barrage_is_delayed_and_stopped() {
    let side = "[[side.mission]]\nkind = \"barrage\"\nbatteries = \"A2\"\nlocation = \"1520 Open 2E\"\n\
                arrival = 1\nduration = 4";
    let stands = stands(1);
    let mut t = Setup { side, stands: &stands, ..Setup::default() }.table();
    t.to(1, "artillery", Side::A);
    t.play(&["mission 1"], &[16]);
    t.to(1, "plot", Side::A);
    assert!(!t.offers("terminate 1"), "not before it lands");
    t.to(2, "artillery", Side::A);
    t.play(&["mission 1"], &[15, 15]);
    assert_eq!(t.impacts(), ["1520", "1620"]);
    t.to(2, "plot", Side::A);
    t.play(&["terminate 1"], &[15]);
    t.to(3, "posture", Side::A);
    assert!(t.impacts().is_empty());

    let mut t = Setup { side, stands: &stands, woods: &[15], ..Setup::default() }.table();
    t.to(1, "artillery", Side::A);
    t.play(&["mission 1"], &[15, 15]);
    t.to(1, "plot", Side::A);
    assert!(!t.offers("terminate 1"), "no observer sees a marker");
}

/// Missions of a scenario are checked.
// card: rules: 7.6.3, 7.7.3, 7.4.9, 7.4.7.1
#[test]
fn missions_of_a_scenario_are_checked() {
    let stands = stands(2);
    let faults = |lines: &str| {
        let side = format!("[[side.mission]]\nkind = \"barrage\"\narrival = 2\n{lines}");
        Setup { side: &side, stands: &stands, ..Setup::default() }.faults()
    };
    for (lines, said) in [
        ("batteries = \"A2\"\nlocation = \"1520 Open 2E\"", ""),
        ("batteries = [\"A2\", \"A3\"]\nlocation = \"1520 Open 4E Smoke\"", ""),
        ("batteries = \"A2\"\nlocation = \"1520 Open 3E\"", "the sheaf has 3 markers, these batteries lay 2"),
        ("batteries = \"A2\"\nlocation = \"1520 Wide\"", "\"1520 Wide\" is not a location"),
        ("batteries = \"A2\"\nlocation = \"3520 Closed\"", "3520 is off the board"),
        ("batteries = \"A4\"\nlocation = \"1520 Closed\"", "does not fire indirectly"),
        ("batteries = \"B1\"\nlocation = \"1520 Closed\"", "\"B1\" is not a stand of this side"),
        ("batteries = \"A2\"\nlocation = \"1520 Closed\"\nduration = 30", "duration cannot be 30"),
        ("batteries = [\"A2\", \"A2\"]\nlocation = \"1520 Open 4E\"", "cannot fire in a group"),
    ] {
        let found = faults(lines);
        assert!(if said.is_empty() { found.is_empty() } else { found.contains(said) }, "{lines}: {found}");
    }
}
