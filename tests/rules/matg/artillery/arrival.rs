//! 7.4 and 7.6.1: arrival, deviation, markers, smoke, final protective fire, direct fire.

use standto::game::{Rules, Side};
use standto::rules::matg::ground::terrain::Terrain;

use super::table::{Setup, Table, formation};
use standto::rules::matg::artillery::{missions, shells};

fn observer_at(cell: &str) -> String {
    formation("Infantry", &[("Infantry '44", &format!("at = \"{cell}\"\nobserver = true"))])
}

/// A2 is an off-map howitzer, A3 the observer; fire is plotted for turn 2 at 1520.
fn plotted(more: &[&str]) -> Table {
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true")]) + &observer_at("1510");
    let enemy = formation("Tanks", &[("Panzer IV F2-H (7.5cm)", "at = \"1520\"")]);
    let mut t = Setup { stands: &stands, enemy: &enemy, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1520"], &[]);
    t.play(more, &[]);
    t
}

/// A mission fails to arrive.
// card: rules: 7.6.1, 7.6.1.1, 7.6.1.2, 7.6
#[test]
fn a_mission_that_fails_to_arrive_is_lost() {
    let mut t = plotted(&["explosive", "closed", "done"]);
    t.to(2, "artillery", Side::A);
    assert!(t.offers("mission 1") && !t.offers("pass"), "plotted fire is due");
    assert_eq!(t.refusal("pass"), "you can't pass: resolve your plotted fire for this turn first (7.6.1.1)");
    t.play(&["mission 1"], &[16]);
    assert!(t.impacts().is_empty() && t.missions(Side::A).is_empty());
    assert!(t.p.forces.stand(t.id("A2")).fired, "it may not fire again this turn");
}

/// Only missions due are fired.
// card: rules: 7.6.1.1
#[test]
fn only_due_missions_are_fired() {
    let mut t = plotted(&["explosive", "closed", "arrive 4", "done"]);
    for turn in 2..=3 {
        t.to(turn, "fire-target", Side::B);
        assert!(t.impacts().is_empty());
    }
    t.to(4, "artillery", Side::A);
    assert!(t.offers("mission 1"));
}

/// The battery's states modify both rolls.
// card: rules: 7.4.1, 7.6.1.2
#[test]
fn states_count_in_both_rolls() {
    let mut t = plotted(&["explosive", "closed", "done"]);
    t.to(2, "artillery", Side::A);
    let id = t.id("A2");
    t.p.forces.stand_mut(id).suppressed = true;
    assert_eq!(t.needs("mission 1"), [("to arrive".into(), 11), ("to land on target".into(), 11)]);
    t.p.forces.stand_mut(id).disorganized = true;
    assert_eq!(t.needs("mission 1"), [("to arrive".into(), 8), ("to land on target".into(), 8)]);
}

/// Each marker of a closed sheaf attacks.
// card: rules: 7.4.2.1, 7.4.2.2, 7.4.2.3, 7.4.3.1, 7.4.4, 7.4.6, 7.6.1.3, 7.6.1.4
#[test]
fn every_marker_of_a_closed_sheaf_attacks() {
    let mut t = plotted(&["explosive", "closed", "done"]);
    t.to(2, "artillery", Side::A);
    let defence = t.p.battle.unit(t.id("B2")).kind.defence;
    let attack = shells::shell_attack(&t.p.field, &t.p.forces, t.id("A2"), 0, t.id("B2"), false);
    assert_eq!((attack.firepower, attack.defence), (2, i16::from(defence.div_ceil(2))));
    assert!(attack.modifiers.is_empty() && attack.suppressing);
    t.play(&["mission 1"], &[15, 15, 6, 6, 6, 6]);
    assert_eq!(t.impacts(), ["1520", "1520"]);
    assert!(t.p.forces.stand(t.id("B2")).suppressed, "no effect counts as S");
    t.to(2, "plot", Side::A);
    assert_eq!(t.impacts().len(), 2, "markers stay for the turn");
    t.to(3, "posture", Side::A);
    assert!(t.impacts().is_empty());
    let cell = "1520".parse().unwrap();
    assert!(!t.p.field.ground_at(cell).has(Terrain::ImpactZone));
}

/// Markers attack friend and foe.
// card: rules: 7.4.3.3, 7.4.3.2
#[test]
fn shells_attack_friend_and_foe() {
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true")])
        + &observer_at("1510")
        + &formation("Tanks", &[("M4 Sherman", "at = \"1620\"")]);
    let enemy = formation("Tanks", &[("Panzer IV F2-H (7.5cm)", "at = \"1520\"")]);
    let mut t = Setup { stands: &stands, enemy: &enemy, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1520", "explosive", "open E", "done"], &[]);
    t.to(2, "artillery", Side::A);
    t.play(&["mission 1"], &[1, 1, 6, 6, 6, 6]);
    assert!(t.p.forces.stand(t.id("A4")).suppressed && t.p.forces.stand(t.id("B2")).suppressed);
}

/// A pre-registered mission has -2 on both rolls, rockets not against deviation.
// card: rules: 7.6.1.2, 7.6.2.2
#[test]
fn rockets_get_no_bonus_on_their_deviation() {
    let side = "defends = true\n[[side.mission]]\nkind = \"pre-registered\"\nname = \"K\"\n\
                batteries = \"A2\"\nlocation = \"1520 Open 4E\"";
    let stands = formation("Rockets", &[("150mm Nebelwerfer [4]", "off-map = true")])
        + &formation("Infantry", &[("Infantry '43", "at = \"1510\"\nobserver = true")]);
    let setup = Setup { nation: "germany", side, stands: &stands, ..Setup::default() };
    let mut t = setup.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "call 1"], &[]);
    assert!(!t.offers("last 2"), "reloads for two turns");
    t.play(&["done"], &[]);
    t.to(2, "artillery", Side::A);
    assert_eq!(t.needs("mission 2"), [("to arrive".into(), 17), ("to land on target".into(), 15)]);
    t.play(&["mission 2"], &[17, 16, 1, 6]);
    assert_eq!(t.impacts(), ["1526", "1626", "1726", "1826"], "1D6 inches, the pattern kept");
    t.to(2, "plot", Side::A);
    t.play(&["plot A3", "call 1"], &[]);
    let record = t.p.preview(&"done".parse().unwrap()).unwrap();
    assert_eq!(record.rolls.len(), 2);
    t.play(&["done"], &[]);
    assert_eq!(t.missions(Side::A).last().unwrap().arrival, 4, "slow reload");
    let closed = Setup { side: &side.replace("Open 4E", "Closed"), ..setup };
    assert!(closed.faults().contains("rockets have no closed sheaf"), "{}", closed.faults());
}

/// Smoke suppresses, blocks sight, and is limited.
// card: rules: 7.4.7.1, 7.4.7.1.1, 7.4.7.1.3, 7.4.7.2
#[test]
fn smoke_is_counted_by_battery() {
    let mut t = plotted(&["smoke", "open E", "last 2", "done"]);
    let battery = t.id("A2");
    assert_eq!(t.p.forces.stand(battery).smoke, 6, "three tenths of twenty turns");
    assert_eq!(missions::smoke_left(&t.p.forces, &t.p.record, battery, 0), 5, "one is plotted");
    t.to(2, "artillery", Side::A);
    t.play(&["mission 1"], &[1, 1]);
    assert!(t.p.forces.stand(t.id("B2")).suppressed);
    assert_eq!(t.p.forces.stand(battery).smoke, 5);
    let cell = |text: &str| text.parse().unwrap();
    assert!(!t.p.sight(cell("1510"), cell("1530")).visible && t.p.sight(cell("1510"), cell("1520")).visible);
    t.to(3, "artillery", Side::A);
    t.play(&["mission 1"], &[]);
    assert_eq!(t.p.forces.stand(battery).smoke, 5, "one mission, whatever its duration");
    let no_smoke = Setup {
        turns: 3,
        stands: &(formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true")])
            + &observer_at("1510")),
        ..Setup::default()
    };
    let mut t = no_smoke.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1520"], &[]);
    assert!(t.offers("closed") && !t.offers("smoke"), "none in three turns");
}

/// A howitzer on the board at 1505, its observer at 1510, an enemy at 1520.
fn on_board() -> Table {
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "at = \"1505\"")]) + &observer_at("1610");
    let enemy = formation("Infantry", &[("Infantry '43", "at = \"1520\"")]);
    let mut t = Setup { stands: &stands, enemy: &enemy, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1730", "explosive", "closed", "done"], &[]);
    t.to(2, "artillery", Side::A);
    t
}

/// Final protective fire.
// card: rules: 7.6.1.5, 7.5, 7.5.1, 7.5.3, 7.5.5
#[test]
fn final_protective_fire() {
    let mut t = on_board();
    assert!(!t.offers("battery A2 0"), "it has a mission");
    assert_eq!(t.needs("protect A2 0"), [("to cancel its mission".into(), 13)]);
    t.play(&["protect A2 0"], &[13]);
    assert!(t.missions(Side::A).is_empty());
    t.play(&["at 1520", "explosive", "closed"], &[15, 6, 6, 6, 6]);
    assert_eq!(t.impacts(), ["1520", "1520"]);

    let mut t = on_board();
    t.play(&["protect A2 0"], &[14]);
    assert!(t.missions(Side::A).is_empty() && t.p.forces.stand(t.id("A2")).fired, "may not fire at all");
}

/// A battery that moves drops out of its mission.
// card: rules: 7.4.11, 7.4.10
#[test]
fn a_battery_that_moves_leaves_its_mission() {
    let stands = formation("Artillery", &[("M7 Priest (105mm) [2]", "at = \"1505\"")]) + &observer_at("1610");
    let mut t = Setup { stands: &stands, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1530", "explosive", "closed", "arrive 3", "done"], &[]);
    t.to(2, "posture", Side::A);
    assert!(!t.offers("group fire-move A2"));
    t.play(&["group move A2"], &[]);
    t.to(2, "plot", Side::A);
    let (id, cell) = (t.id("A2"), "1506".parse().unwrap());
    t.p.forces.lift(id);
    t.p.forces.put(id, cell);
    t.p.forces.stand_mut(id).moved = true;
    t.to(3, "posture", Side::A);
    assert!(t.missions(Side::A).is_empty());
}

/// Direct fire needs a visible target, except when plotted a turn ahead.
// card: rules: 7.5.1, 7.5.2
#[test]
fn direct_fire_plotted_ahead_hits_unseen_stands() {
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "at = \"1505\"")]);
    let enemy = formation("Infantry", &[("Infantry '43", "at = \"1520\"")]);
    let mut t = Setup { stands: &stands, enemy: &enemy, ..Setup::default() }.table();
    let cell = "1520".parse().unwrap();
    t.p.field.add_ground(cell, Terrain::Bocage);
    t.to(1, "artillery", Side::A);
    t.play(&["battery A2 0"], &[]);
    assert!(!t.offers("at 1520") && t.offers("at 1420"), "the stand in the hedgerow is unseen");
    t.play(&["cancel"], &[]);
    t.to(1, "plot", Side::A);
    t.play(&["lay A2 0", "at 1520", "explosive", "closed"], &[]);
    t.to(2, "artillery", Side::A);
    assert_eq!(t.needs("mission 1"), [("to fire".into(), 15)], "no delay, and howitzers do not deviate");
    t.play(&["mission 1"], &[15, 6, 6, 6, 6]);
    assert!(t.p.forces.stand(t.id("B2")).suppressed);
}

/// Mortars deviate in direct fire.
// card: rules: 7.5.4
#[test]
fn mortars_deviate_in_direct_fire() {
    let stands = formation("Mortars", &[("81mm Mortar [2]", "at = \"1505\"")]);
    let mut t = Setup { stands: &stands, ..Setup::default() }.table();
    t.to(1, "artillery", Side::A);
    t.play(&["battery A2 0", "at 1520", "explosive", "open N"], &[15, 16, 3, 8]);
    assert_eq!(t.impacts(), ["1920", "1921"], "four inches east");
}

/// A stand that moves into a marker is attacked and cannot fire out of it.
// card: rules: 7.4.5.1, 7.4.5.2
#[test]
fn impact_zones_attack_and_bar_fire() {
    let mut t = on_board();
    t.play(&["mission 1"], &[1, 1]);
    let cell = |text: &str| text.parse().unwrap();
    assert!(!t.p.sight(cell("1720"), cell("1735")).visible, "markers block sight");
    t.to(2, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1520", "explosive", "closed", "done"], &[]);
    let battery = t.p.forces.cell(t.id("A2")).unwrap();
    t.to(3, "artillery", Side::A);
    t.p.field.add_ground(battery, Terrain::ImpactZone);
    t.play(&["mission 2"], &[]);
    assert!(t.missions(Side::A).is_empty() && t.impacts().is_empty(), "no stand fires out of an impact zone");
}
