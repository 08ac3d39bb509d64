//! 7.6.4: forward observers.

use standto::game::{Log, Side};
use standto::rules::matg::artillery::observers::NoObserver;

use super::table::{Setup, Table, formation};
use standto::rules::matg::artillery::observers;
use standto::rules::matg::command::cohesion;
use standto::rules::matg::sight::spotting;

fn field(woods: &[u8]) -> Table {
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true")])
        + &formation(
            "Infantry",
            &[
                ("Infantry HQ", "at = \"1010\"\nrole = \"HQ\""),
                ("M8 Greyhound", "at = \"1510\"\nobserver = true"),
                ("M4 Sherman", "at = \"1710\""),
            ],
        );
    Setup { stands: &stands, woods, ..Setup::default() }.table()
}

/// Which stands may observe.
// card: rules: 7.6.4, 7.6.4.1
#[test]
fn observers_and_hqs_plot_but_not_ghqs() {
    let mut t = field(&[]);
    t.to(1, "plot", Side::A);
    assert!(t.offers("plot A3") && t.offers("plot A4"));
    assert_eq!(
        t.refusal("plot A1"),
        "A1 Infantry HQ can't plot: a GHQ does not observe. Choose an HQ or a stand with an observer (7.6.4.1)"
    );
    assert_eq!(
        t.refusal("plot A5"),
        "A5 M4 Sherman can't plot: it has no forward observer and is no HQ (7.6.4.1)"
    );
}

/// An observer must see the location.
// card: rules: 7.6.4.2, 7.6.4.6, 7.6.2.1
#[test]
fn an_observer_must_see_every_square() {
    let mut t = field(&[15]);
    t.to(1, "plot", Side::A);
    t.play(&["plot A4", "battery A2 0"], &[]);
    assert!(t.offers("at 1515") && !t.offers("at 1516"));
    assert_eq!(
        t.refusal("at 1516"),
        "A4 M8 Greyhound can't see 1516: the line is blocked by woods at 1515 (7.6.4.2)"
    );
    t.play(&["at 1515", "explosive"], &[]);
    assert!(t.offers("open E") && !t.offers("open N"), "all squares of the sheaf");
}

/// An infantry observer does not see an empty square over infantry; one in a vehicle does (S-122).
// card: rules: 7.6.4.6, 6.2.2
#[test]
fn infantry_blocks_the_view_of_an_infantry_observer() {
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true")])
        + &formation(
            "Infantry",
            &[
                ("Infantry HQ", "at = \"1010\"\nrole = \"HQ\""),
                ("M8 Greyhound", "at = \"1210\"\nobserver = true"),
                ("Infantry '42", "at = \"1012\""),
                ("Infantry '42", "at = \"1212\""),
            ],
        );
    let mut t = Setup { stands: &stands, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0"], &[]);
    assert!(!t.offers("at 1014") && t.offers("at 0814"));
    t.play(&["cancel", "plot A4", "battery A2 0"], &[]);
    assert!(t.offers("at 1214"));
}

/// An observer plots in any posture.
// card: rules: 7.6.4.3
#[test]
fn an_observer_plots_in_any_posture() {
    let mut t = field(&[]);
    t.to(1, "posture", Side::A);
    t.play(&["group move A4", "done"], &[]);
    t.to(1, "plot", Side::A);
    assert!(t.offers("plot A4"));
}

/// An observer changes its host.
// card: rules: 7.6.4.4
#[test]
fn an_observer_changes_its_host_in_two_turns() {
    let mut t = field(&[]);
    t.to(1, "plot", Side::A);
    assert!(t.offers("transfer A4") && !t.offers("transfer A3"), "that of an HQ stays");
    t.play(&["transfer A4"], &[]);
    assert!(!t.offers("host A1"), "not to a GHQ");
    t.play(&["host A5"], &[]);
    assert!(!t.offers("plot A4") && !t.offers("plot A5"));
    t.to(2, "plot", Side::A);
    assert_eq!(
        observers::may_observe(&t.p.forces, &t.p.now, &t.p.command, &t.p.record, t.id("A5")),
        Err(NoObserver::OnTheWay(3))
    );
    assert_eq!(t.refusal("plot A5"), "A5 M4 Sherman can't plot: its observer arrives in turn 3 (7.6.4.4)");
    t.to(3, "plot", Side::A);
    assert!(t.offers("plot A5") && !t.offers("plot A4"));
    t.play(&["plot A5", "battery A2 0", "at 1520", "explosive", "closed", "done"], &[]);
    assert!(!t.offers("transfer A5"), "it has plotted this turn");
}

/// A plot is cancelled if its observer is lost.
// card: rules: 7.6.4.5
#[test]
fn losing_the_observer_in_the_turn_of_plot_cancels_it() {
    for lost_in in [1, 2] {
        let mut t = field(&[]);
        t.to(1, "plot", Side::A);
        t.play(&["plot A4", "battery A2 0", "at 1520", "explosive", "closed", "arrive 4", "done"], &[]);
        t.to(lost_in, "plot", Side::A);
        let observer = t.id("A4");
        cohesion::eliminate(&mut t.p, observer, &mut Log::off());
        t.to(3, "posture", Side::A);
        assert_eq!(t.missions(Side::A).len(), usize::from(lost_in == 2), "lost in turn {lost_in}");
        assert!(t.p.record.observers.is_empty());
    }
}

// card: rules: 7.6.4.3, 8.4.5
#[test]
fn a_carried_observer_sees_from_its_carrier() {
    crate::cited::watch();
    use standto::rules::matg::{Position, scenario};
    let (battle, _) = scenario::read("introductory.toml", scenario::INTRODUCTORY).unwrap();
    let position = Position::new(std::sync::Arc::new(battle));
    let find = |tag: &str| position.battle.find(tag.parse().unwrap()).unwrap();
    let observer = find("G13");
    assert_eq!(position.forces.cell(observer), None, "it starts aboard");
    assert!(
        observers::may_observe(
            &position.forces,
            &position.now,
            &position.command,
            &position.record,
            observer
        )
        .is_ok()
    );
    let carrier = position.battle.unit(observer).aboard.unwrap();
    assert_eq!(spotting::eye(&position.forces, observer), position.forces.cell(carrier));
}
