//! The computer player in positions with an obvious best choice, and in whole games.

use standto::dice::Dice;
use standto::game::{Level, Opponent, Rules, Seen, Side};
use standto::rules::panzertruppe::Position;
use standto::rules::panzertruppe::state::Flag;
use standto::simulate::{Plan, run};

use super::table::{Setup, Table, opening};

type Intent = <Position as Opponent>::Intent;

/// The choice of the deciding side at full strength.
pub fn thought(t: &Table) -> String {
    let side = t.position.decision().expect("a decision").side;
    let seen = Seen::by(side, &t.position, &mut Dice::seeded(1, 0));
    Position::think(&seen, Level::Normal.steady(), &mut Dice::seeded(2, 0)).to_string()
}

/// Lets the computer move a unit to the end of its move; all dice show 5.
pub fn moved(t: &mut Table, tag: &str) -> Vec<String> {
    let mut done = vec![format!("move {tag}")];
    play(t, &done[0].clone());
    while t.position.turn.mover().is_some() || t.asks() == "hull" || t.asks() == "turret" {
        let choice = thought(t);
        play(t, &choice);
        done.push(choice);
    }
    done
}

pub fn play(t: &mut Table, choice: &str) {
    let choice = choice.parse().expect("a choice");
    t.position
        .apply(&choice, &mut Dice::taped(&[5; 30]), &mut standto::game::Log::off())
        .expect("dice enough");
}

/// The number of enemy units that see a unit.
fn watched(t: &Table, tag: &str) -> u32 {
    t.position.sighting().watchers(t.id(tag)).count()
}

#[test]
fn it_fires_at_the_side_rather_than_the_front() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 0508 E",
        allies: "M4 Sherman 76 @ 1507 W\nM4 Sherman 76 @ 1509 N",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 2, &[]);
    assert_eq!(thought(&t), "fire G1 gun A2");
    // It declares no more shots than useful.
    t.play("fire G1 gun A2", &[]);
    assert_eq!(thought(&t), "resolve");
}

#[test]
fn it_saves_a_useless_shot() {
    let mut t =
        Setup { axis: "Pz I B @ 0505 E\nPz 38(t) @ 0507 E", allies: "M26 @ 2506 W", ..Setup::default() }
            .open();
    t.idle_to(1, 2, &[]);
    assert_eq!(thought(&t), "pass");
}

#[test]
fn it_stays_on_overwatch_with_a_target() {
    let mut t = Setup {
        axis: "Tiger I @ 0508 E",
        allies: "M4 Sherman 75 @ 2008 W\nM4 Sherman 75 @ 2010 W",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    assert_eq!(thought(&t), "watch");
}

#[test]
fn it_flanks_a_tank_it_cannot_penetrate_frontally() {
    let mut t = Setup {
        axis: "Tiger II @ 2008 E",
        allies: "M18 @ 1413 S moving\nM4 Sherman 75 @ 4008 W",
        levels: &[],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 8, &[]);
    moved(&mut t, "A1");
    let (at, tiger) =
        (t.position.forces.cell_of(t.id("A1")).unwrap(), t.position.forces.cell_of(t.id("G1")).unwrap());
    let toward = standto::rules::panzertruppe::sight::geometry::way(tiger, at);
    let facing = standto::rules::panzertruppe::sight::geometry::aspect(
        t.position.forces.state(t.id("G1")).hull,
        toward,
    );
    assert_ne!(facing, standto::rules::panzertruppe::sight::geometry::Aspect::Front, "{at}");
}

#[test]
fn it_goes_hull_down_at_a_hill_edge() {
    let hill = "0504 0505 0506 0404 0405 0406 0304 0305 0306";
    let mut t = Setup {
        axis: "Panther @ 0505 E",
        allies: "M36 @ 2005 W\nM36 @ 2007 W",
        levels: &[("1", hill)],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    let done = moved(&mut t, "G1");
    assert!(done.contains(&"back".to_owned()), "{done:?}");
    assert!(t.position.forces.state(t.id("G1")).is(Flag::Back));
}

#[test]
fn a_platoon_near_failure_breaks_off() {
    let battle = |lost: u8| {
        let mut t = Setup {
            axis: "Pz IV H-J @ 1508 E moving\nPz IV H-J @ 0101 E\nPz IV H-J @ 0103 E\nPz IV H-J @ 0105 E",
            allies: "= guns independent\nM36 @ 2906 W\nM36 @ 2908 W\nM36 @ 2910 W\nM36 @ 2912 W",
            terrain: &[("w", "1305 1405 1306 1406 1307 1407 1304 1404 1308 1309 1310")],
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        t.position.forces.groups[0].lost = lost;
        moved(&mut t, "G1");
        watched(&t, "G1")
    };
    assert_eq!(battle(3), 0, "out of sight");
}

#[test]
fn infantry_rides_long_distances_and_dismounts_near_the_enemy() {
    let objective = "[[map.objective]]\nname = \"farm\"\nat = \"3508\"\nvalue = 30\n";
    let far = Setup {
        axis: "Infantry @ 0508 E\nSdKfz 251/1 @ 0608 E",
        allies: "Infantry @ 4001 W",
        map: objective,
        ..Setup::default()
    };
    let mut t = far.open();
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    assert_eq!(thought(&t), "board G2");
    let near = Setup {
        axis: "SdKfz 251/1 @ 1508 E\nInfantry @ G1",
        allies: "Infantry @ 2208 W\nM36 @ 4001 W",
        map: objective,
        ..Setup::default()
    };
    let mut t = near.open();
    t.idle_to(1, 3, &[]);
    assert!(thought(&t).starts_with("dismount G2 "), "{}", thought(&t));
}

#[test]
fn a_gun_without_targets_is_hitched() {
    let mut t = Setup {
        axis: "75 mm PaK 40 @ 0508 E\nTruck @ 0608 E",
        allies: "Infantry @ 4001 W",
        terrain: &[("w", "2005 2006 2007 2008 2009 2105 2106 2107 2108 2109")],
        map: "[[map.objective]]\nname = \"farm\"\nat = \"3508\"\nvalue = 30\n",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    assert_eq!(thought(&t), "hitch G2");
}

#[test]
fn smoke_is_laid_against_stronger_guns() {
    let mut t = Setup {
        axis: "= screen smoke\nStuG III A-E @ 0505 E\nStuG III A-E @ 0506 E\nStuG III A-E @ 0507 E\nPz I B @ 0508 E\nPz I B @ 0504 E",
        allies: "M26 @ 2505 W\nM26 @ 2506 W\nM26 @ 2507 W",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 2, &[]);
    let choice = thought(&t);
    assert!(choice.starts_with("screen "), "{choice}");
}

#[test]
fn the_last_shot_before_loading_is_fired_into_woods() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 0508 E",
        allies: "Infantry bazooka @ 1808 W hidden\nInfantry @ 1809 W hidden\nM4 Sherman 75 @ 4016 W hidden",
        terrain: &[("w", "1807 1808 1809"), ("b", "1911")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 9, &[]);
    let choice = thought(&t);
    assert!(choice.starts_with("search G1 "), "{choice}: {:?}", t.offers());
}

#[test]
fn a_hidden_gun_waits_for_a_shot_that_is_worth_it() {
    let at = |tank: &str, cell: &str| {
        let allies = format!("{tank} @ {cell} W");
        let mut t =
            Setup { axis: "75 mm PaK 40 @ 0508 E hidden", allies: &allies, ..Setup::default() }.open();
        t.idle_to(1, 2, &[]);
        thought(&t)
    };
    assert_eq!(at("M4A3E2 Jumbo", "3508"), "pass");
    assert_eq!(at("M4 Sherman 75", "1108"), "fire G1 gun A1");
}

#[test]
fn infantry_attacks_only_units_it_can_beat() {
    let beside = |other: &str, house: &str| {
        let allies = format!("{other} @ 0608 E\nM36 @ 4016 W");
        let mut t = Setup {
            axis: "Infantry @ 0508 E",
            allies: &allies,
            terrain: &[("b", house)],
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        thought(&t)
    };
    assert_eq!(beside("Truck", ""), "assault A1");
    assert_eq!(beside("40 mm AA", ""), "fight A1");
    assert_ne!(beside("Infantry MG", "0608"), "fight A1");
}

/// The farm in the middle of the table, still to be taken.
pub const FARM: &str = "[[map.objective]]\nname = \"farm\"\nat = \"2008\"\nvalue = 25\n";

/// Plays a turn: the first side by its computer, the second standing still. All dice show 5.
pub fn turn_of_the_first(t: &mut Table) {
    let now = t.position.turn.number;
    while t.position.turn.number == now
        && let Some(decision) = t.position.decision()
    {
        choose(t, decision.side);
    }
}

/// Plays a choice: the first side by its computer, the second standing still.
pub fn choose(t: &mut Table, side: Side) {
    let level = if side == Side::A { Level::Normal } else { Level::Statue };
    let seen = Seen::by(side, &t.position, &mut Dice::seeded(1, 0));
    let choice = Position::think(&seen, level.steady(), &mut Dice::seeded(2, 0)).to_string();
    play(t, &choice);
}

pub fn to_farm(t: &Table, tag: &str) -> u16 {
    let at = t.position.forces.spot(t.id(tag)).expect("on the table");
    t.position.battle.range(at, t.position.battle.objectives[0].cell)
}

#[test]
fn part_of_a_force_covers_the_rest_from_afar() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 0204 E\nPz IV H-J @ 0206 E\nPz IV H-J @ 0208 E\nPz IV H-J @ 0210 E\nPz IV H-J @ 0212 E",
        allies: "M4 Sherman 75 @ 4016 W",
        map: FARM,
        ..Setup::default()
    }
    .open();
    for _ in 0..4 {
        turn_of_the_first(&mut t);
    }
    let ranges: Vec<u16> = ["G1", "G2", "G3", "G4", "G5"].map(|tag| to_farm(&t, tag)).to_vec();
    assert!(ranges.iter().any(|&range| range <= 50), "some go in: {ranges:?}");
    assert!(ranges.iter().any(|&range| range >= 90), "some stay behind: {ranges:?}");
}

#[test]
fn open_vehicles_do_not_lead() {
    let mut t = Setup {
        axis: "Marder II-III @ 0607 E\nMarder II-III @ 0609 E\nPz IV H-J @ 0206 E\nPz IV H-J @ 0210 E",
        allies: "Infantry @ 4016 W",
        map: FARM,
        ..Setup::default()
    }
    .open();
    for _ in 0..4 {
        turn_of_the_first(&mut t);
    }
    let ranges: Vec<u16> = ["G1", "G2", "G3", "G4"].map(|tag| to_farm(&t, tag)).to_vec();
    assert!(ranges[..2].iter().min() > ranges[2..].iter().min(), "{ranges:?}");
}

/// The choice of the deciding side in a playout.
fn played_out(t: &Table, intent: &mut Intent) -> String {
    let side = t.position.decision().expect("a decision").side;
    let seen = Seen::by(side, &t.position, &mut Dice::seeded(1, 0));
    let manner = Level::Normal.steady();
    Position::think_on(&seen, manner, intent, &mut Dice::seeded(2, 0)).to_string()
}

/// A tank with a long way to go.
fn on_the_road() -> Table {
    let axis = "Pz IV H-J @ 0204 E\nPz IV H-J @ 0101 E\nPz IV H-J @ 0103 E\nPz IV H-J @ 0105 E";
    let mut t = Setup { axis, allies: "M4 Sherman 75 @ 4016 W", map: FARM, ..Setup::default() }.open();
    t.idle_to(1, 3, &[]);
    t
}

#[test]
fn a_unit_that_is_played_out_takes_the_way_that_it_would_take_step_by_step() {
    let mut t = on_the_road();
    let weighed = moved(&mut t, "G1");
    let mut t = on_the_road();
    play(&mut t, "move G1");
    let (mut done, mut intent) = (vec!["move G1".to_owned()], Intent::default());
    while t.position.turn.mover().is_some() || t.asks() == "hull" || t.asks() == "turret" {
        let choice = played_out(&t, &mut intent);
        play(&mut t, &choice);
        done.push(choice);
    }
    assert!(done.len() > 6, "{done:?}");
    assert_eq!(done, weighed);
}

#[test]
fn only_a_playout_goes_on_without_weighing_again() {
    let mut t = on_the_road();
    play(&mut t, "move G1");
    let mut intent = Intent::default();
    for _ in 0..2 {
        let step = played_out(&t, &mut intent);
        play(&mut t, &step);
    }
    // Its platoon is near failure.
    t.position.forces.groups[0].lost = 3;
    let weighed = thought(&t);
    assert!(!weighed.starts_with("step "), "{weighed}");
    let next = played_out(&t, &mut intent);
    assert!(next.starts_with("step "), "{next}");
    // The way of a unit that is somewhere else leads nowhere.
    play(&mut t, &next);
    let elsewhere = t.position.battle.objectives[0].cell;
    t.position.forces.put(t.id("G1"), elsewhere);
    assert_eq!(played_out(&t, &mut intent), thought(&t));
}

#[test]
fn platoons_go_for_different_objectives() {
    let mill = "[[map.objective]]\nname = \"mill\"\nat = \"2014\"\nvalue = 25\n";
    let mut t = Setup {
        axis: "= first\nPz IV H-J @ 0207 E\nPz IV H-J @ 0208 E\n= second\nPz IV H-J @ 0209 E\nPz IV H-J @ 0210 E",
        allies: "M4 Sherman 75 @ 4001 W",
        map: &format!("{FARM}{mill}"),
        ..Setup::default()
    }
    .open();
    for _ in 0..6 {
        turn_of_the_first(&mut t);
    }
    assert_eq!(t.position.forces.held, [Some(Side::A); 2]);
}

#[test]
fn shots_are_not_heaped_on_a_target_that_will_be_a_wreck() {
    let mut t = Setup {
        axis: "Tiger I @ 0506 E\nTiger I @ 0507 E\nTiger I @ 0508 E\nTiger I @ 0509 E\nTiger I @ 0510 E",
        allies: "M4 Sherman 75 @ 1308 N",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 2, &[]);
    let mut shots = 0;
    while thought(&t).starts_with("fire ") {
        let choice = thought(&t);
        play(&mut t, &choice);
        shots += 1;
    }
    assert!((1..=2).contains(&shots), "{shots} shots");
}

/// The games of the crossroads that the first level wins from the second, and those it loses: so many with each side.
fn crossroads(better: Level, worse: Level, games: u32, seed: u64) -> (u32, u32) {
    let start = opening(include_str!("../../../scenarios/panzertruppe/crossroads.toml"));
    let keys = ["germans", "americans"];
    let (mut won, mut lost) = (0, 0);
    for (at, levels) in [[better, worse], [worse, better]].into_iter().enumerate() {
        let plan = Plan { games, seed, levels, ..Plan::default() };
        let report = run(&start, &plan, |_| {}).expect("games end");
        let wins = |key: &str| report.wins.get(key).copied().unwrap_or(0);
        won += wins(keys[at]);
        lost += wins(keys[1 - at]);
    }
    (won, lost)
}

/// Games in pairs with the sides swapped: each level is better than the one below it.
#[test]
fn each_level_is_better_than_the_one_below() {
    for (better, worse) in [(Level::Normal, Level::Easy), (Level::Easy, Level::Random)] {
        let (won, lost) = crossroads(better, worse, 4, 44);
        assert!(won > lost + 1, "{better:?} against {worse:?}: {won} to {lost}");
    }
}

/// A statue stops all its tanks on its start edge in turn 1, then only passes and fires.
#[test]
fn standing_still_at_the_crossroads_loses() {
    let (won, lost) = crossroads(Level::Normal, Level::Statue, 5, 77);
    assert!(won >= 9, "{won} to {lost}");
}
