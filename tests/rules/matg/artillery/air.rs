//! 12.3: air strikes, from the text of the rules.

use standto::game::laws::check_alike;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::sight::spotting::PersonnelEnds;
use standto::rules::matg::works::laid::Bridge;
use standto::rules::matg::works::positions::Fort;

use super::table::{Setup, Table, formation};
use standto::rules::matg::air::{plan, strike};
use standto::rules::matg::command::cohesion;
use standto::rules::matg::sight::spotting;

/// An American Thunderbolt with two loads of AP 5 and HE 10; it strafes with AP 2 and HE 8.
pub(super) const PLANE: &str = "[[side.aircraft]]\ntype = \"P-47D Thunderbolt (2)\"\n";

/// B2 is a Panzer IV at 1520, B3 infantry next to it, B4 and B5 20 mm and 88 mm guns.
pub(super) fn start(side: &str, kind: &str, team: &str) -> Table {
    begin("\"air-strikes\"", side, kind, team)
}

pub(super) fn begin(options: &str, side: &str, kind: &str, team: &str) -> Table {
    let side = format!("{side}{PLANE}");
    let stands = formation("Infantry", &[("Infantry '44", &format!("at = \"1410\"\n{team}"))]);
    let enemy = formation(
        "Them",
        &[
            ("Panzer IV F2-H (7.5cm)", "at = \"1520\""),
            ("Infantry '44", "at = \"1620\""),
            ("Flak 38 20mm AAG", "at = \"1525\""),
            ("Flak 36 88mm AAG", "at = \"1730\""),
        ],
    );
    Setup { side: &side, kind, options, stands: &stands, enemy: &enemy, ..Setup::default() }.start()
}

/// The Thunderbolt arrives in turn 2 with these plots for its loads.
pub(super) fn coming(loads: &[&str]) -> Table {
    let mut t = start("", "prepared-position", "");
    t.play(&["arrive 2"], &[]);
    t.play(loads, &[]);
    t.play(&["ready", "ready"], &[1, 6]);
    t
}

pub(super) fn overhead() -> Table {
    let mut t = coming(&["pass", "pass"]);
    t.to(2, "artillery", Side::A);
    t
}

/// Arrivals and bombs are plotted in secret before deployment; two loads in one turn fall on one square only.
// card: rules: 12.3.3, 12.3.3.1, 12.3.3.2, 12.3.7
#[test]
fn the_plan_is_made_in_secret_before_deployment() {
    let mut t = start("", "prepared-position", "");
    let decision = t.p.decision().unwrap();
    assert_eq!((decision.kind, decision.side, decision.secret), ("air-plan", Side::A, true));
    assert_eq!(t.p.forces.on_board(Side::B).count(), 5, "they are deployed but unseen");
    assert!(t.p.view(Side::A).pieces.iter().filter(|p| p.side == Side::B).all(|p| p.cell.is_none()));
    let told = t.play(&["arrive 4"], &[]);
    assert!(!told.is_empty() && told.iter().all(|event| event.only == Some(Side::A)), "{told:?}");
    t.play(&["at 1520"], &[]);
    assert_eq!(
        ["4", "5", "6", "7"].map(|turn| t.offers(&format!("arrive {turn}"))),
        [false, true, true, false]
    );
    t.play(&["arrive 5", "at 1620"], &[]);
    assert_eq!(["5", "6"].map(|turn| t.offers(&format!("arrive {turn}"))), [false, true]);
    t.play(&["arrive 6"], &[]);
    let mut other = start("", "prepared-position", "");
    other.play(&["arrive 7", "at 0505", "arrive 8", "at 0505", "arrive 8"], &[]);
    check_alike(&t.p, &other.p, Side::B).unwrap();
    assert_eq!(t.p.view(Side::A).markers.iter().filter(|m| m.name.starts_with("bombs of")).count(), 2);
    assert!(t.p.view(Side::B).markers.is_empty());
}

/// Strafing: anti-aircraft fire, the roll to attack, the roll against deviation, the attack, and a second
/// stand at +3.
// card: rules: 12.3, 12.3.1, 12.3.4, 12.3.5, 12.3.6, chart: air strikes
#[test]
fn a_strafing_run() {
    let mut t = overhead();
    assert!(t.offers("strafe 0 B3") && !t.offers("bomb 0"));
    t.play(&["strafe 0 B3"], &[]);
    assert_eq!(t.p.decision().unwrap().side, Side::B);
    // The 20 mm gun has a range of 10 inches, the 88 mm gun more.
    assert!(t.offers("flak B4") && t.offers("flak B5") && !t.offers("flak B2"));
    t.play(&["flak B4"], &[14]);
    // +2 and +1 on a cohesion of 15. HE 8 against infantry with defence 6: a 6 on column +2 is D.
    t.play(&["flak B5"], &[14, 12, 12, 3, 3]);
    let hurt = t.id("B3");
    assert!(t.p.forces.stand(hurt).disorganized);
    assert!(t.p.forces.stand(t.id("B4")).fired && t.p.forces.stand(t.id("B5")).fired);
    // A second, adjacent stand: +3 more. AP 2 against half of 7 is -2, and a 6 is S.
    assert_eq!(t.needs("strafe 0 B2"), [("to press the attack".into(), 9)]);
    t.play(&["strafe 0 B2"], &[9, 3, 3]);
    assert!(t.p.forces.stand(t.id("B2")).suppressed);
    t.to(3, "fire-target", Side::B);
    assert!(t.p.air.flights[0].strafed == 2);
}

/// Air strikes are a form of off-board artillery (7.7): "no effect" suppresses, below column -3 as well.
// card: rules: 7.2, 7.7, 12.3.5
#[test]
fn an_air_attack_without_effect_suppresses() {
    let mut t = overhead();
    t.play(&["strafe 0 B2"], &[]);
    // AP 2 against half of 7 is -2: a 12 is blank.
    let told = t.play(&["done"], &[15, 15, 6, 6]);
    assert!(t.p.forces.stand(t.id("B2")).suppressed, "{told:?}");
    let bombs = coming(&["at 1520", "arrive 3", "pass"]);
    let attack = strike::air_attack(&bombs.p.field, &bombs.p.forces, 0, Some(0), bombs.id("B2"));
    assert_eq!(attack.result(12).symbol(), "S");
    let thick = standto::rules::matg::fire::combat::Attack { defence: 13, ..attack };
    assert_eq!((thick.differential(), thick.result(12).symbol()), (-8, "S"));
}

/// The log shows the dice of a deviation, and writes "1 inch".
// card: rules: 12.3.5
#[test]
fn the_log_shows_the_dice_of_a_deviation() {
    let mut t = overhead();
    t.play(&["strafe 0 B2"], &[]);
    let told = t.play(&["done"], &[15, 16, 1, 1]);
    let line = told.iter().find(|event| event.text.contains("deviates")).expect("the deviation is logged");
    assert!(
        line.text.contains("1 inch N") && line.text.contains("D8 1") && line.text.contains("D6 1"),
        "{line:?}"
    );
}

/// A strafing run that deviates: D8 for direction, D6/2 inches. It attacks any stand there, and there is no
/// second target.
// card: rules: 12.3.5, 12.3.6
#[test]
fn a_strafing_run_that_deviates_attacks_any_stand_there() {
    let mut t = overhead();
    t.play(&["strafe 0 B2"], &[]);
    t.play(&["done"], &[15, 16, 3, 2, 2, 2]);
    assert!(
        !t.p.forces.stand(t.id("B2")).suppressed
            && t.p.forces.stand(t.id("B3")).place != t.p.forces.stand(t.id("B2")).place
    );
    let infantry = t.p.forces.stand(t.id("B3"));
    assert!(infantry.disorganized || infantry.place == standto::rules::matg::state::position::Place::Lost);
    assert_ne!(t.p.decision().map(|decision| decision.kind), Some("strafe-on"));
}

/// Both loads on one square in the second turn: AP against half the armour.
// card: rules: 12.3.7, 12.3.8, 12.3.9, 12.3.2
#[test]
fn both_loads_on_one_square() {
    let mut t = coming(&["at 1520", "arrive 3", "at 1520", "arrive 3"]);
    t.to(2, "artillery", Side::A);
    assert!(!t.offers("bomb 0"), "not in the turn of its arrival");
    t.to(3, "artillery", Side::A);
    assert!(t.offers("bomb 0") && t.offers("strafe 0 B3"));
    t.play(&["bomb 0"], &[]);
    // AP 5 against 4 is +1: an 8 is (S), first S, then D.
    t.play(&["done"], &[15, 15, 4, 4, 4, 4]);
    let tank = t.p.forces.stand(t.id("B2"));
    assert!(tank.suppressed && tank.disorganized);
    assert!(t.p.record.impacts.is_empty(), "no marker stays");
    assert!(!t.offers("strafe 0 B3") && !t.offers("bomb 0"), "not both in one turn");
}

/// A bomb attacks the position of the stand it hits with the same dice, HE 10 against 5: an E removes it.
/// Strafing does not.
// card: rules: 11.4.1, 12.3.7
#[test]
fn bombs_also_attack_the_position() {
    let dug_in = |cell: &str, t: &mut Table| {
        let cell = cell.parse().unwrap();
        t.p.field.add_ground(cell, Terrain::LightPosition);
        t.p.field.works.forts.push(Fort {
            cell,
            row: Terrain::LightPosition,
            facing: None,
            bound: None,
            hits: 0,
        });
    };
    let mut t = coming(&["at 1620", "arrive 3", "pass"]);
    t.to(3, "artillery", Side::A);
    dug_in("1620", &mut t);
    t.play(&["bomb 0"], &[]);
    // HE 10 against infantry of 6 is +4, and the position adds to the die; a 7 on +5 is an E for the
    // position.
    t.play(&["done"], &[10, 10, 4, 3]);
    assert!(
        t.p.field.works.forts.is_empty()
            && !t.p.field.ground_at("1620".parse().unwrap()).has(Terrain::LightPosition)
    );
    // An 8 is a D on that column: the position stays.
    let mut t = coming(&["at 1620", "arrive 3", "pass"]);
    t.to(3, "artillery", Side::A);
    dug_in("1620", &mut t);
    t.play(&["bomb 0"], &[]);
    t.play(&["done"], &[10, 10, 4, 4]);
    assert_eq!(t.p.field.works.forts.len(), 1);
    // The Thunderbolt's guns never affect it.
    let mut t = overhead();
    dug_in("1620", &mut t);
    t.play(&["strafe 0 B3"], &[]);
    t.play(&["done"], &[8, 8, 1, 1]);
    assert_eq!(t.p.field.works.forts.len(), 1);
}

/// Bombs on light buildings: each load attacks with HE against 4, whether a stand is there or not. The first
/// E sets them on fire, the second makes them rubble (9.4.1).
// card: rules: 9.4.1, 12.3.7
#[test]
fn bombs_burn_and_destroy_buildings() {
    let mut t = coming(&["at 2010", "arrive 3", "at 2010", "arrive 3"]);
    t.to(3, "artillery", Side::A);
    let cell = "2010".parse().unwrap();
    t.p.field.add_ground(cell, Terrain::LightBuildings);
    t.play(&["bomb 0"], &[]);
    // HE 10 against 4 is +6: a 6 is an E, twice.
    t.play(&["done"], &[10, 10, 3, 3, 3, 3]);
    let ground = t.p.field.ground_at(cell);
    assert!(
        ground.has(Terrain::Rough1) && ground.has(Terrain::Smoke) && !ground.has(Terrain::LightBuildings),
        "{ground}"
    );
    // One load that deviates to an empty square leaves the buildings alone.
    let mut t = coming(&["at 2010", "arrive 3", "pass"]);
    t.to(3, "artillery", Side::A);
    t.p.field.add_ground(cell, Terrain::LightBuildings);
    t.play(&["bomb 0"], &[]);
    t.play(&["done"], &[10, 16, 3, 2]);
    assert!(
        t.p.field.ground_at(cell).has(Terrain::LightBuildings)
            && !t.p.field.ground_at(cell).has(Terrain::Smoke)
    );
}

/// A marker lies where bombs fall until the end of the phase and blocks fire through it (7.4.5.1).
// card: rules: 12.3.8
#[test]
fn bomb_markers_stay_to_the_end_of_the_phase() {
    // A second aircraft keeps the phase open.
    let mut t = start(PLANE, "prepared-position", "");
    t.play(&["arrive 2", "at 2010", "arrive 3", "pass", "arrive 2", "pass", "pass"], &[]);
    t.play(&["ready", "ready"], &[1, 6]);
    t.to(3, "artillery", Side::A);
    let cell = "2010".parse().unwrap();
    let clear = |t: &Table| {
        spotting::line_of_sight(
            &t.p.field,
            &t.p.forces,
            &t.p.now,
            "2008".parse().unwrap(),
            "2012".parse().unwrap(),
            PersonnelEnds::Neither,
        )
        .is_ok()
    };
    assert!(clear(&t));
    t.play(&["bomb 0"], &[]);
    t.play(&["done"], &[10, 10]);
    assert!(t.offers("strafe 1 B3"));
    assert!(t.p.field.ground_at(cell).has(Terrain::ImpactZone) && !clear(&t));
    t.to(3, "fire-target", Side::B);
    assert!(!t.p.field.ground_at(cell).has(Terrain::ImpactZone) && t.p.air.bombed.is_empty() && clear(&t));
}

/// An aircraft leaves after three turns.
// card: rules: 12.3.2
#[test]
fn an_aircraft_stays_three_turns() {
    let mut t = overhead();
    t.to(4, "artillery", Side::A);
    assert!(t.offers("strafe 0 B3"));
    t.to(5, "fire-target", Side::B);
    assert!(!t.p.air.flights[0].is_overhead(5) && t.p.air.flights[0].is_overhead(4));
}

/// A team plots the first load one turn before the aircraft arrives and the second in its turn of arrival, at
/// squares it can see.
// card: rules: 12.3.3.3
#[test]
fn a_team_plots_bombs_in_play() {
    let mut t = start("", "prepared-position", "air-support = true");
    t.play(&["arrive 3", "ready", "ready"], &[1, 6]);
    t.to(1, "plot", Side::A);
    assert!(!t.offers("air-plot 0"));
    t.to(2, "plot", Side::A);
    t.play(&["air-plot 0", "at 1520"], &[]);
    assert!(!t.offers("air-plot 0"));
    t.to(3, "plot", Side::A);
    t.play(&["air-plot 0", "at 1620"], &[]);
    t.to(4, "artillery", Side::A);
    assert!(t.offers("bomb 0"));
    assert_eq!(t.p.air.flights[0].bombs.iter().flatten().map(|&(_, turn)| turn).collect::<Vec<_>>(), [4, 5]);
}

/// If the team is lost, aircraft still to arrive are cancelled.
// card: rules: 12.3.3.3
#[test]
fn losing_the_team_cancels_aircraft() {
    let mut t = start("", "prepared-position", "air-support = true");
    t.play(&["arrive 3", "ready", "ready"], &[1, 6]);
    let team = t.id("A2");
    cohesion::eliminate(&mut t.p, team, &mut Log::off());
    assert!(t.p.air.flights[0].cancelled);
}

/// A team changes host like an observer: it plots nothing for two turns, and then depends on the new host.
// card: rules: 12.3.3.3, 7.6.4.4
#[test]
fn a_team_may_change_its_host() {
    let stands = formation(
        "Infantry",
        &[("Infantry '44", "at = \"1410\"\nair-support = true"), ("Infantry '44", "at = \"1210\"")],
    );
    let enemy = formation("Them", &[("Panzer IV F2-H (7.5cm)", "at = \"1520\"")]);
    let (options, kind) = ("\"air-strikes\"", "prepared-position");
    let mut t =
        Setup { side: PLANE, kind, options, stands: &stands, enemy: &enemy, ..Setup::default() }.start();
    t.play(&["arrive 3", "ready", "ready"], &[1, 6]);
    t.to(1, "plot", Side::A);
    assert!(t.offers("transfer A2") && !t.offers("transfer A3"));
    t.play(&["transfer A2"], &[]);
    let told = t.play(&["host A3"], &[]);
    assert!(!told.is_empty() && told.iter().all(|event| event.only == Some(Side::A)), "{told:?}");
    t.to(2, "plot", Side::A);
    assert!(!t.offers("air-plot 0") && !t.offers("transfer A3"), "it is in transit");
    t.to(3, "plot", Side::A);
    assert!(t.offers("air-plot 0") && t.offers("transfer A3"));
    let lost = |tag: &str| {
        let mut p = t.p.clone();
        p.now.number = 2;
        let id = t.id(tag);
        cohesion::eliminate(&mut p, id, &mut Log::off());
        p.air.flights[0].cancelled
    };
    assert_eq!([lost("A2"), lost("A3")], [false, true]);
}

/// The roll for teams: -4 in an attack on a prepared position, -2 otherwise, none in a meeting engagement.
// card: rules: 12.3.3.3
#[test]
fn the_roll_for_a_team() {
    let roll = |kind| start("air-support-roll = true\n", kind, "air-support = true");
    for (kind, need) in [("prepared-position", 19), ("hasty-attack", 17)] {
        let mut t = roll(kind);
        assert_eq!(t.needs("done"), [("for air support teams".into(), need)]);
        t.play(&["done"], &[need as u8]);
        assert_eq!(t.p.air.teams.len(), 1);
        let mut t = roll(kind);
        t.play(&["done"], &[need as u8 + 1]);
        assert!(t.p.air.teams.is_empty());
    }
    let mut t = roll("meeting-engagement");
    t.play(&["done"], &[]);
    assert!(t.p.air.teams.is_empty());
}

/// Aircraft cost their price in the data; an unknown name is a fault.
// card: rules: 12.3.1
#[test]
fn aircraft_are_bought() {
    let t = start("", "prepared-position", "");
    let without = Setup::default().start();
    let units =
        |t: &Table| t.p.battle.units.iter().filter(|u| u.side == Side::A).map(|u| u.price(20)).sum::<u32>();
    assert_eq!(t.p.battle.costs[0].stands, units(&t) + 57);
    assert_eq!(without.p.battle.costs[0].stands, units(&without));
    let wrong = "[[side.aircraft]]\ntype = \"P-47D Thunderbold\"\n";
    assert!(
        Setup { side: wrong, ..Setup::default() }
            .faults()
            .contains("United States has no aircraft \"P-47D Thunderbold\"")
    );
}

/// Riders are strafed with their tank and thrown off if it is hurt; they cannot be strafed alone.
// card: rules: 12.3.6, 12.5
#[test]
fn strafing_a_tank_attacks_its_riders() {
    let mut t = begin("\"air-strikes\", \"tank-riders\"", "", "prepared-position", "");
    t.play(&["arrive 2", "pass", "pass", "ready", "ready"], &[1, 6]);
    t.to(2, "artillery", Side::A);
    let (tank, men) = (t.id("B2"), t.id("B3"));
    t.p.forces.lift(men);
    t.p.forces.stand_mut(men).place = standto::rules::matg::state::position::Place::Aboard(tank);
    assert!(t.offers("strafe 0 B2") && !t.offers("strafe 0 B3"));
    // AP 2 against half of 7 is -2: a 6 is S, for the tank and for the riders it throws off.
    t.play(&["strafe 0 B2"], &[]);
    t.play(&["done"], &[9, 9, 3, 3]);
    assert!(
        t.p.forces.stand(tank).suppressed
            && t.p.forces.stand(men).suppressed
            && t.p.forces.cell(men).is_some()
    );
    assert!(!t.p.forces.stand(men).disorganized, "once");
}

/// The air support team of a broken formation plots no bombs.
// card: rules: 12.1.5, 12.3.3.3
#[test]
fn a_team_of_a_broken_force_plots_nothing() {
    let mut t = begin("\"air-strikes\", \"determination\"", "", "prepared-position", "air-support = true");
    t.play(&["arrive 3", "ready", "ready"], &[1, 6]);
    t.to(2, "plot", Side::A);
    assert!(
        t.offers("air-plot 0") && plan::has_air_team(&t.p.forces, &t.p.now, &t.p.command, &t.p.air, Side::A)
    );
    let hand = t.p.command.hands.iter_mut().find(|hand| hand.side == Side::A).unwrap();
    hand.broken = Some(2);
    assert!(
        !plan::has_air_team(&t.p.forces, &t.p.now, &t.p.command, &t.p.air, Side::A)
            && !t.offers("air-plot 0")
    );
}

/// Each load attacks an empty engineers' bridge at defence 2: D makes it unusable, and nothing is left for
/// the second. A stand on the bridge is attacked instead (11.5.8).
// card: rules: 12.3.7, 11.5.8
#[test]
fn bombs_destroy_an_empty_bridge() {
    let bridged = || {
        let mut t = coming(&["at 2010", "arrive 3", "at 2010", "arrive 3"]);
        t.to(3, "artillery", Side::A);
        let cell = "2010".parse().unwrap();
        t.p.field.works.bridges.push(Bridge { cell, over: Terrain::Stream });
        t.p.field.add_ground(cell, Terrain::EngineerBridge);
        t.play(&["bomb 0"], &[]);
        t
    };
    let cell = "2010".parse().unwrap();
    let mut t = bridged();
    let told = t.play(&["done"], &[10, 10, 6, 6]);
    assert!(told.iter().any(|event| event.text.contains("destroyed")), "{told:?}");
    assert!(t.p.field.works.bridges.is_empty() && t.p.field.ground_at(cell).has(Terrain::Stream));
    let mut t = bridged();
    let host = t.id("B3");
    t.p.forces.lift(host);
    t.p.forces.put(host, cell);
    let told = t.play(&["done"], &[10, 10, 6, 6, 6, 6]);
    assert!(!told.iter().any(|event| event.text.contains("bridge")), "{told:?}");
    assert_eq!(t.p.field.works.bridges.len(), 1);
}
