//! The plans of a battle: zones, landings, aircraft, fire, places and aims, painted and edited line by line.

use super::{battle, blank, cells, line, read, value};
use standto::editor::{Draft, Edit, Place, Subject};
use standto::rules::matg::scenario;
use standto::rules::matg::state::battle::Battle;
use standto::side::Side;

/// The number of a list of plans, and its owner.
pub(super) fn list(draft: &dyn Draft, whose: Option<Side>, name: &str) -> usize {
    let lists = draft.plans();
    let found = lists.iter().find(|list| list.whose == whose && list.name == name);
    found.unwrap_or_else(|| panic!("no list {name}")).list
}

/// A new plan in a list.
pub(super) fn lay(draft: &mut dyn Draft, whose: Option<Side>, name: &str) -> Subject {
    let list = list(draft, whose, name);
    draft.edit(&Edit::Plan(whose, list)).unwrap();
    let lists = draft.plans();
    let rows = &lists.iter().find(|known| known.whose == whose && known.list == list).unwrap().rows;
    rows.last().unwrap().of
}

pub(super) fn write(draft: &mut dyn Draft, of: Subject, name: &str, text: &str) {
    let line = line(draft, of, name);
    draft.edit(&Edit::Write(of, line, text.to_owned())).unwrap();
}

pub(super) fn turn(draft: &mut dyn Draft, of: Subject, name: &str) {
    let line = line(draft, of, name);
    draft.edit(&Edit::Turn(of, line, true)).unwrap();
}

/// Paints the area of a plan.
pub(super) fn mark(draft: &mut dyn Draft, of: Subject, names: &[&str]) {
    let brush = draft.brush_for(of).expect("it has an area");
    let edit = Edit::Paint { cells: cells(names), brush, over: false, side: Side::A };
    draft.edit(&edit).unwrap();
}

pub(super) fn buy(draft: &mut dyn Draft, side: Side, formation: usize, ware: (&str, &str), count: usize) {
    let ware = (ware.0.to_owned(), ware.1.to_owned());
    draft.edit(&Edit::Add { side, formation, ware, count }).unwrap();
}

pub(super) fn sound(draft: &dyn Draft) {
    let faults: Vec<_> = draft.check().into_iter().filter(|remark| remark.fault).collect();
    assert_eq!(faults, []);
}

#[test]
fn formations_enter_in_a_painted_zone_on_its_turn() {
    let mut draft = blank(24, 36);
    draft.edit(&Edit::Form(Side::A, "Reserve".to_owned())).unwrap();
    buy(&mut *draft, Side::A, 1, ("germany", "Infantry '43"), 3);
    let zone = lay(&mut *draft, Some(Side::A), "Zones");
    let faults = draft.check();
    assert_eq!(faults[0].place, Place::Of(zone), "{faults:?}");
    assert_eq!(faults[0].sentence, "Zone 1 has no squares, expected some.");
    mark(&mut *draft, zone, &["2310", "2311", "2410", "2411"]);
    mark(&mut *draft, zone, &["0101"]);
    let brush = draft.brush_for(zone).unwrap();
    draft.edit(&Edit::Clear(cells(&["0101"]), brush)).unwrap();
    assert_eq!(draft.area(brush), cells(&["2310", "2410", "2311", "2411"]));
    assert_eq!(value(&*draft, zone, "Squares"), "4: 2310-2411");
    turn(&mut *draft, zone, "Reserve");
    write(&mut *draft, zone, "Turn", "4");
    write(&mut *draft, zone, "Name", "the eastern road");
    sound(&*draft);
    let now = battle(&draft.text());
    assert_eq!((now.zones.len(), now.zones[0].turn, now.zones[0].name.as_str()), (1, 4, "the eastern road"));
    let late: Vec<_> = now.units.iter().filter(|unit| unit.zone == Some(0)).collect();
    assert_eq!(late.len(), 3);
    assert!(late.iter().all(|unit| now.zones[0].cells.contains(&unit.start.unwrap())), "they enter by it");
    assert!(draft.about(cells(&["2310"])[0]).contains(&"Germans: the eastern road".to_owned()));
    // More stands are bought than it has squares; stands that start outside are moved in once there is room.
    buy(&mut *draft, Side::A, 1, ("germany", "Infantry '43"), 2);
    assert_eq!(value(&*draft, zone, "Begin elsewhere"), "1");
    mark(&mut *draft, zone, &["2312"]);
    turn(&mut *draft, zone, "Begin elsewhere");
    assert_eq!(value(&*draft, zone, "Begin elsewhere"), "0");
    sound(&*draft);
    // Removed from it, they set up along the edge again.
    draft.edit(&Edit::Remove(zone)).unwrap();
    let now = battle(&draft.text());
    assert!(now.zones.is_empty() && now.units.iter().all(|unit| unit.zone.is_none()));
    turn(&mut *draft, Subject::Side(Side::A), "Begin elsewhere");
    assert!(draft.check().iter().all(|remark| !remark.sentence.contains("more than")), "{:?}", draft.check());
}

#[test]
fn painting_sets_the_depth_of_the_edge_strip() {
    let mut draft = blank(24, 36);
    mark(&mut *draft, Subject::Side(Side::B), &["0533", "0528"]);
    assert_eq!(battle(&draft.text()).armies[1].depth, 9);
    let brush = draft.brush_for(Subject::Side(Side::B)).unwrap();
    assert_eq!(draft.area(brush).len(), 9 * 24);
    draft.edit(&Edit::Clear(cells(&["0530"]), brush)).unwrap();
    assert_eq!(battle(&draft.text()).armies[1].depth, 6, "without that square and those beyond");
}

#[test]
fn a_zone_may_roll_for_its_route() {
    let mut draft = blank(24, 36);
    let zone = lay(&mut *draft, Some(Side::B), "Zones");
    mark(&mut *draft, zone, &["0130"]);
    write(&mut *draft, zone, "Rolled for", "5");
    write(&mut *draft, zone, "Way 2, turn", "7");
    let way = draft.brushes().iter().position(|brush| brush.name == "Soviets: zone 1, way 2").unwrap();
    let edit = Edit::Paint { cells: cells(&["2430"]), brush: way, over: false, side: Side::A };
    draft.edit(&edit).unwrap();
    turn(&mut *draft, zone, "Headquarters");
    let call = battle(&draft.text()).zones[0].call.clone().unwrap();
    assert_eq!((call.turn, call.ways.len()), (5, 2));
    assert_eq!((&call.ways[1].cells, call.ways[1].turn), (&cells(&["0130", "2430"]), 7));
    write(&mut *draft, zone, "Rolled for", "0");
    assert_eq!(battle(&draft.text()).zones[0].call, None);
}

#[test]
fn a_painted_landing_has_a_line_for_its_stands() {
    let mut draft = blank(24, 36);
    draft.edit(&Edit::Form(Side::A, "Company".to_owned())).unwrap();
    buy(&mut *draft, Side::A, 1, ("germany", "Infantry '43"), 4);
    let group = lay(&mut *draft, Some(Side::A), "Landings");
    assert_eq!(draft.check()[0].place, Place::Of(group));
    turn(&mut *draft, group, "Company");
    assert_eq!(value(&*draft, group, "Company"), "4 of 4");
    mark(&mut *draft, group, &["1220"]);
    sound(&*draft);
    let landing = battle(&draft.text()).landings[0].clone();
    assert_eq!((landing.stands.len(), landing.zone.unwrap().at), (4, cells(&["1220"])[0]));
    // Gliders come in a line, and in a turn.
    turn(&mut *draft, group, "Manner");
    turn(&mut *draft, group, "Line of gliders");
    write(&mut *draft, group, "Turn", "3");
    sound(&*draft);
    assert!(value(&*draft, group, "Comes down").starts_with("at 1220 4"), "{}", draft.text());
    draft.edit(&Edit::Remove(Subject::Piece(Side::A, 1, 0))).unwrap();
    assert!(value(&*draft, group, "Comes down").starts_with("at 1220 3"));
    sound(&*draft);
    // Chosen in play near a square, then anywhere.
    turn(&mut *draft, group, "Comes down");
    write(&mut *draft, group, "Within, inches", "5");
    mark(&mut *draft, group, &["1010"]);
    sound(&*draft);
    assert_eq!(battle(&draft.text()).landings[0].near, Some((cells(&["1010"])[0], 5)));
    turn(&mut *draft, group, "Comes down");
    assert_eq!(battle(&draft.text()).landings[0].near, None);
    // A single stand on its own line, and then none.
    let stand = Subject::Piece(Side::A, 1, 0);
    assert_eq!(value(&*draft, stand, "Begins"), "by air, landing 1");
    draft.edit(&Edit::Remove(group)).unwrap();
    assert_eq!(value(&*draft, stand, "Begins"), "nowhere yet");
}

#[test]
fn aircraft_are_chosen_and_paid_for() {
    let mut draft = blank(24, 36);
    let before = draft.force(Side::A).cost;
    let plane = lay(&mut *draft, Some(Side::A), "Aircraft");
    turn(&mut *draft, plane, "Aircraft");
    write(&mut *draft, plane, "How many", "2");
    write(&mut *draft, plane, "Turn", "3");
    let now = battle(&draft.text());
    assert_eq!((now.aircraft.len(), now.aircraft[0].turn), (2, Some(3)));
    let cost = draft.force(Side::A).cost;
    assert!(cost > before);
    assert_eq!(now.costs[0].points(), cost, "as the scenario reader adds it up");
}

#[test]
fn fire_is_plotted_on_the_map_and_its_sheaf_follows_its_batteries() {
    let mut draft = blank(24, 36);
    turn(&mut *draft, Subject::Battle, "Type");
    turn(&mut *draft, Subject::Battle, "Type");
    buy(&mut *draft, Side::A, 0, ("germany", "105mm IFH18 [2]"), 3);
    let fire = lay(&mut *draft, Some(Side::A), "Fire plotted");
    mark(&mut *draft, fire, &["1020"]);
    turn(&mut *draft, fire, "Sheaf");
    write(&mut *draft, fire, "Name", "Anton");
    sound(&*draft);
    let now = battle(&draft.text());
    let plotted = |battle: &Battle| (battle.missions[0].batteries.len(), battle.missions[0].aim);
    assert_eq!(plotted(&now), (1, cells(&["1020"])[0]));
    let battery = draft.lines(fire).iter().rposition(|line| line.value == "no").unwrap();
    draft.edit(&Edit::Turn(fire, battery, true)).unwrap();
    sound(&*draft);
    assert_eq!(plotted(&battle(&draft.text())).0, 2, "{}", draft.text());
    // A battery that is removed takes its markers along.
    draft.edit(&Edit::Remove(Subject::Piece(Side::A, 0, 1))).unwrap();
    sound(&*draft);
    assert_eq!(plotted(&battle(&draft.text())).0, 1);
    draft.edit(&Edit::Remove(fire)).unwrap();
    assert!(battle(&draft.text()).missions.is_empty());
    // Without guns no fire can be plotted.
    let other = list(&*draft, Some(Side::B), "Fire plotted");
    let said = draft.edit(&Edit::Plan(Some(Side::B), other));
    assert_eq!(said, Err("No stand of this side fires indirectly (7.6).".to_owned()));
}

#[test]
fn places_and_aims_can_be_added() {
    let mut draft = blank(24, 36);
    let (mill, ford) =
        (lay(&mut *draft, None, "Places fought for"), lay(&mut *draft, None, "Places fought for"));
    assert!(draft.check().iter().any(|remark| remark.place == Place::Of(ford) && !remark.fault));
    mark(&mut *draft, mill, &["0510", "0511"]);
    mark(&mut *draft, ford, &["1220"]);
    write(&mut *draft, ford, "Name", "the ford");
    // Victory by destruction becomes an aim of each side.
    let aim = lay(&mut *draft, None, "Aims");
    turn(&mut *draft, aim, "Whose");
    write(&mut *draft, aim, "Destroy, %", "");
    turn(&mut *draft, aim, "Hold the ford");
    write(&mut *draft, aim, "By turn", "8");
    write(&mut *draft, aim, "Exit, stands", "2");
    sound(&*draft);
    let victory = battle(&draft.text()).victory;
    assert_eq!(victory.places.len(), 2);
    assert_eq!(victory.aims.len(), 3);
    let last = &victory.aims[2];
    assert_eq!((last.side, last.hold.as_slice(), last.by, last.destroy), (Side::B, &[1][..], Some(8), None));
    assert_eq!(last.exit.as_ref().unwrap().over, [standto::board::Compass::S], "over the enemy's edge");
    // A place that is renamed is held by its new name; removed, it is held by no aim.
    write(&mut *draft, ford, "Name", "the bridge");
    sound(&*draft);
    assert_eq!(value(&*draft, aim, "Hold the bridge"), "yes");
    draft.edit(&Edit::Remove(ford)).unwrap();
    sound(&*draft);
    assert!(battle(&draft.text()).victory.aims[2].hold.is_empty());
    for _ in 0..3 {
        draft.edit(&Edit::Remove(Subject::Plan(None, list(&*draft, None, "Aims"), 0))).unwrap();
    }
    let idle = "The germans have no victory conditions, expected destroy-percent or [[victory.aim]].";
    assert_eq!(draft.check()[0].sentence, idle);
}

#[test]
fn special_rules_and_weather_are_cycled() {
    let mut draft = blank(24, 36);
    let special = Subject::Plan(Some(Side::B), list(&*draft, Some(Side::B), "Special rules"), 0);
    turn(&mut *draft, special, "Deploys first");
    turn(&mut *draft, special, "Works at will");
    write(&mut *draft, special, "Holds fire until turn", "4");
    write(&mut *draft, special, "Cohesion rises from", "9");
    mark(&mut *draft, special, &["0130", "0230"]);
    let weather = Subject::Plan(None, list(&*draft, None, "Weather and light"), 0);
    turn(&mut *draft, weather, "Light fog");
    write(&mut *draft, weather, "Darkness", "2");
    write(&mut *draft, weather, "Flares", "2, 5");
    sound(&*draft);
    let now = battle(&draft.text());
    assert_eq!((now.deploys_first, now.held_fire, now.works_at_will), (Side::B, [0, 4], [false, true]));
    assert_eq!(now.mine_areas[1], Some(cells(&["0130", "0230"])));
    assert_eq!((now.climate.weather.len(), now.climate.darkness, now.climate.flares), (1, 2, vec![2, 5]));
    turn(&mut *draft, special, "Deploys first");
    assert_eq!(battle(&draft.text()).deploys_first, Side::A);
}

#[test]
fn a_smaller_board_cuts_off_areas() {
    let mut draft = blank(24, 36);
    let zone = lay(&mut *draft, Some(Side::A), "Zones");
    mark(&mut *draft, zone, &["1005", "2005"]);
    let place = lay(&mut *draft, None, "Places fought for");
    mark(&mut *draft, place, &["2020", "1020"]);
    turn(&mut *draft, Subject::Battle, "Victory");
    write(&mut *draft, Subject::Battle, "Width", "18");
    sound(&*draft);
    let now = battle(&draft.text());
    assert_eq!(now.zones[0].cells, cells(&["1005"]));
    assert_eq!(now.victory.places[0].cells, cells(&["1020"]));
}

#[test]
fn plans_of_printed_battles_are_listed_with_their_squares() {
    let draft = read("stonne", scenario::STONNE).unwrap();
    let now = battle(&draft.text());
    for (side, name) in [(Side::A, "Zones"), (Side::B, "Zones")] {
        let lists = draft.plans();
        let rows = &lists.iter().find(|list| list.whose == Some(side) && list.name == name).unwrap().rows;
        let zones: Vec<_> = now.zones.iter().filter(|zone| zone.side == side).collect();
        assert_eq!(rows.len(), zones.len());
        for (row, zone) in rows.iter().zip(zones) {
            assert_eq!(row.name, zone.name);
            assert_eq!(draft.area(draft.brush_for(row.of).unwrap()), zone.cells, "{}", zone.name);
        }
    }
    let places = &now.victory.places;
    assert!(!places.is_empty());
    for (n, place) in places.iter().enumerate() {
        let of = Subject::Plan(None, list(&*draft, None, "Places fought for"), n);
        assert_eq!(draft.area(draft.brush_for(of).unwrap()), place.cells, "{}", place.name);
        assert_eq!(draft.look(place.cells[0]).work, Some(('*', None)));
    }
}

/// The error of typing or cycling a line, if it is refused.
pub(super) fn refused(draft: &mut dyn Draft, of: Subject, name: &str, text: &str) -> String {
    let line = line(draft, of, name);
    let before = draft.text();
    let why = draft.edit(&Edit::Write(of, line, text.to_owned())).unwrap_err();
    assert_eq!(draft.text(), before);
    why
}

#[test]
fn removing_a_battery_keeps_other_missions_numbered() {
    let mut draft = blank(24, 36);
    turn(&mut *draft, Subject::Battle, "Type");
    turn(&mut *draft, Subject::Battle, "Type");
    buy(&mut *draft, Side::A, 0, ("germany", "105mm IFH18 [2]"), 3);
    let fires = |draft: &dyn Draft, of: Subject, gun: &str| {
        draft.lines(of).iter().position(|line| line.name.starts_with(gun)).unwrap()
    };
    // Anton by G2 alone, Berta closed by G4, Caesar by both, which stand beside each other.
    let [anton, berta, caesar] = [0, 1, 2].map(|_| lay(&mut *draft, Some(Side::A), "Fire plotted"));
    for of in [berta, caesar] {
        let line = fires(&*draft, of, "G4");
        draft.edit(&Edit::Turn(of, line, true)).unwrap();
    }
    let line = fires(&*draft, berta, "G2");
    draft.edit(&Edit::Turn(berta, line, true)).unwrap();
    for of in [anton, caesar] {
        turn(&mut *draft, of, "Sheaf");
    }
    sound(&*draft);
    assert!(draft.text().contains("Open 2") && draft.text().contains("Open 4"), "{}", draft.text());
    for (place, count) in [(1, 2), (2, 0)] {
        draft.edit(&Edit::Remove(Subject::Piece(Side::A, 0, place))).unwrap();
        sound(&*draft);
        assert_eq!(draft.text().matches("[[side.mission]]").count(), count);
        assert!(!draft.text().contains("Open 4"), "{}", draft.text());
    }
    assert!(!draft.text().contains("mission"), "{}", draft.text());
}

#[test]
fn squares_are_written_one_by_one_and_as_rectangles() {
    let mut draft = blank(24, 36);
    let zone = lay(&mut *draft, Some(Side::A), "Zones");
    write(&mut *draft, zone, "Squares", "");
    write(&mut *draft, zone, "Squares", "1020-1121, 0303");
    assert_eq!(value(&*draft, zone, "Squares"), "5: 0303 1020-1121");
    let why = refused(&mut *draft, zone, "Squares", "1020-1428-1530");
    assert_eq!(why, "\"1020-1428-1530\" is not a square, expected 1224 or 1020-1428, for example.");
    // Many that are far apart.
    let apart: Vec<String> =
        (1..=24).step_by(2).flat_map(|x| [1, 3].map(|y| format!("{x:02}{y:02}"))).collect();
    assert!(apart.join(" ").len() > 80);
    write(&mut *draft, zone, "Squares", &apart.join(" "));
    assert_eq!(draft.area(draft.brush_for(zone).unwrap()).len(), apart.len());
    // It can be typed again as shown.
    let shown = value(&*draft, zone, "Squares");
    write(&mut *draft, zone, "Squares", &shown);
    assert_eq!(value(&*draft, zone, "Squares"), shown);
}

#[test]
fn the_roll_for_a_route_can_be_switched() {
    let mut draft = blank(24, 36);
    let zone = lay(&mut *draft, Some(Side::B), "Zones");
    turn(&mut *draft, zone, "Rolled for");
    assert_eq!(value(&*draft, zone, "Rolled for"), "2");
    let at = line(&*draft, zone, "Rolled for");
    draft.edit(&Edit::Turn(zone, at, false)).unwrap();
    assert_eq!(value(&*draft, zone, "Rolled for"), "-");
}

#[test]
fn removing_a_square_from_a_place_keeps_its_terrain() {
    let mut draft = blank(24, 36);
    super::paint(&mut *draft, &["0510"], "woods");
    let mill = lay(&mut *draft, None, "Places fought for");
    mark(&mut *draft, mill, &["0510", "0511"]);
    let brush = draft.brush_for(mill).unwrap();
    draft.edit(&Edit::Clear(cells(&["0510"]), brush)).unwrap();
    assert_eq!(draft.area(brush), cells(&["0511"]));
    assert!(draft.about(cells(&["0510"])[0])[0].contains("woods"));
}

#[test]
fn areas_are_cut_off_with_the_board() {
    let text = blank(24, 36).text().replacen(
        "[[side]]",
        "[[side]]\nzone = [{ name = \"around\", near = \"0505\", within = 30, area = \"0101-2436\" }]",
        1,
    );
    let mut draft = read("near", &text).unwrap();
    sound(&*draft);
    write(&mut *draft, Subject::Battle, "Width", "18");
    sound(&*draft);
}

#[test]
fn unset_special_rules_are_not_listed() {
    let text = blank(24, 36).text().replacen("depth = 6\n", "depth = 6\nsurprised = false\n", 1);
    let draft = read("calm", &text).unwrap();
    let lists = draft.plans();
    let special = lists.iter().find(|list| list.name == "Special rules").unwrap();
    assert_eq!(special.rows[0].about, "");
}

#[test]
fn a_new_target_gets_an_unused_name() {
    let mut draft = blank(24, 36);
    turn(&mut *draft, Subject::Battle, "Type");
    turn(&mut *draft, Subject::Battle, "Type");
    buy(&mut *draft, Side::A, 0, ("germany", "105mm IFH18 [2]"), 1);
    let first = lay(&mut *draft, Some(Side::A), "Fire plotted");
    write(&mut *draft, first, "Name", "target 2");
    let second = lay(&mut *draft, Some(Side::A), "Fire plotted");
    assert_eq!(value(&*draft, second, "Name"), "target 1");
    // To a barrage, which has none, and back.
    write(&mut *draft, second, "Name", "target 3");
    turn(&mut *draft, first, "Kind");
    let third = lay(&mut *draft, Some(Side::A), "Fire plotted");
    write(&mut *draft, third, "Name", "target 1");
    turn(&mut *draft, first, "Kind");
    assert_eq!(value(&*draft, first, "Name"), "target 2");
}
