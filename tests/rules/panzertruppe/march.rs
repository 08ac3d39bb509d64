//! Marches: the cheapest way, its cost, the end of the move, and danger.

use super::table::{Setup, Table, duel};
use standto::board::Cell;
use standto::game::{March, PieceId, Rules};

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// The march of these units to a cell.
fn march(t: &Table, tags: &[&str], goal: &str) -> March {
    let pieces: Vec<PieceId> = tags.iter().map(|tag| PieceId(u16::from(t.id(tag)))).collect();
    t.position.aids().routes(&pieces).map_or_else(March::default, |routes| routes.plan(cell(goal)))
}

fn way(march: &March, leg: usize) -> Vec<String> {
    march.legs[leg].way.iter().map(ToString::to_string).collect()
}

/// A table in the movement phase of the Axis.
fn moving(setup: &Setup<'_>) -> Table {
    let mut t = setup.open();
    t.idle_to(1, 3, &[]);
    t
}

/// Plays a leg to its end.
fn walk(t: &mut Table, march: &March, leg: usize) {
    let leg = &march.legs[leg];
    for play in std::iter::once(&leg.begin).chain(&leg.plays) {
        assert!(t.offered(play), "{play} is not among {:?}", t.offers());
        t.play(play, &[]);
    }
}

const FAR: &str = "Truck @ 4001 W";

#[test]
fn a_march_goes_round_rough_ground_and_ends_stopped_and_facing_the_enemy() {
    let wall = [("s", "0303 0304 0305")];
    let setup = Setup { axis: "Pz IV H-J @ 0204 E moving", allies: FAR, terrain: &wall, ..Setup::default() };
    let mut t = moving(&setup);
    let plan = march(&t, &["G1"], "0404");
    let cells = way(&plan, 0);
    assert!(!cells.iter().any(|cell| wall[0].1.contains(cell.as_str())), "round the stream: {cells:?}");
    assert_eq!(plan.legs[0].turns, 0);
    walk(&mut t, &plan, 0);
    assert_eq!((t.at("G1"), t.asks() == "step"), ("0404".to_owned(), false));
    assert_eq!(t.motion("G1"), standto::rules::panzertruppe::firing::Motion::Stopped);
}

#[test]
fn a_road_is_preferred_where_it_is_cheaper_and_the_cost_is_told() {
    let road = ["0104 0205 0305 0405 0505 0605 0705 0804"];
    let setup = Setup { axis: "Truck @ 0104 E moving", allies: FAR, roads: &road, ..Setup::default() };
    let t = moving(&setup);
    let plan = march(&t, &["G1"], "0804");
    assert_eq!(way(&plan, 0).join(" "), road[0]);
    assert!(plan.legs[0].cost.starts_with("stops, ") && plan.legs[0].cost.ends_with(" points"), "{plan:?}");
}

#[test]
fn a_far_goal_takes_turns_and_the_unit_stays_in_motion() {
    let setup = Setup { axis: "Pz IV H-J @ 0204 E moving", allies: FAR, ..Setup::default() };
    let mut t = moving(&setup);
    let plan = march(&t, &["G1"], "3004");
    let leg = &plan.legs[0];
    assert!(leg.turns > 0 && leg.stop + 1 < leg.way.len());
    assert!(leg.cost.starts_with("stays in motion, "), "{}", leg.cost);
    let stop = leg.way[leg.stop].to_string();
    walk(&mut t, &plan, 0);
    assert_eq!(t.at("G1"), stop);
    assert_eq!(t.motion("G1"), standto::rules::panzertruppe::firing::Motion::Moving);
    let reach = t.position.aids().routes(&[PieceId(u16::from(t.id("G1")))]);
    assert!(reach.is_none(), "it has moved");
}

#[test]
fn a_platoon_keeps_its_formation() {
    let axis = "Pz IV H-J @ 0204 E moving\nPz IV H-J @ 0206 E moving\nPz IV H-J @ 0208 E moving";
    let mut t = moving(&Setup { axis, allies: FAR, ..Setup::default() });
    let plan = march(&t, &["G1", "G2", "G3"], "0704");
    assert_eq!(plan.legs.len(), 3);
    for leg in 0..3 {
        walk(&mut t, &plan, leg);
    }
    assert_eq!(["G1", "G2", "G3"].map(|tag| t.at(tag)), ["0704", "0706", "0708"]);
}

#[test]
fn the_first_cell_in_range_of_a_known_enemy_is_named_and_a_hidden_one_is_not() {
    let terrain = [("b", "0206 0306 0406")];
    let setup = |allies: &'static str| {
        let axis = "Pz IV H-J @ 0304 E moving";
        moving(&Setup { axis, allies, terrain: &terrain, ..Setup::default() })
    };
    let t = setup("M4 Sherman 76 @ 0314 S moving");
    let plan = march(&t, &["G1"], "0704");
    let (place, who) = plan.legs[0].danger.clone().expect("a danger");
    assert_eq!(who, "A1");
    assert!(place > 0 && plan.remarks[0].starts_with("in range of A1 from "), "{:?}", plan.remarks);
    let mut t = setup("M4 Sherman 76 @ 0314 S hidden");
    t.position = t.position.seen_by(standto::game::Side::A, &mut standto::dice::Dice::seeded(1, 0));
    assert_eq!(march(&t, &["G1"], "0704").legs[0].danger, None);
}

#[test]
fn a_retreating_unit_marches_home_as_far_as_it_gets() {
    let mut t = duel("Pz IV H-J @ 1505 E\nPz IV H-J @ 0511 E", "= a independent\nM36 @ 1511 W");
    t.idle_to(1, 4, &[]);
    t.play("fire A1 gun G2", &[]);
    t.play("resolve", &[10, 10]);
    t.idle_to(2, 2, &[1]);
    t.idle_to(2, 3, &[]);
    let routes = t.position.aids().routes(&[PieceId(u16::from(t.id("G1")))]).unwrap();
    let goal = routes.goal().unwrap();
    assert_eq!(goal.x, 0, "its own edge is in the west");
    let plan = routes.plan(goal);
    walk(&mut t, &plan, 0);
    assert!(!["step", "turret"].contains(&t.asks()), "nothing is left to decide: {}", t.asks());
    let steps = plan.legs[0].plays.iter().filter(|play| play.starts_with("step")).count();
    assert!(steps > 4 && t.at("G1").as_str() < "1505", "{} after {steps} steps", t.at("G1"));
    // A nearer goal is on the way: it goes on until its points are spent.
    let near = routes.plan(plan.legs[0].way[2]);
    assert_eq!(near.legs[0].plays.iter().filter(|play| play.starts_with("step")).count(), steps);
}
