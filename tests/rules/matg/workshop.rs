//! The workshop's model: what is read is written, what is done can be written, and what is told is right.

use proptest::prelude::*;

use standto::board::Cell;
use standto::book::Book;
use standto::reading::Faulty;
use standto::rules::matg::Position;
use standto::rules::matg::ground::terrain::{Ground, Terrain};
use standto::rules::matg::scenario;
use standto::rules::matg::state::battle::Battle;
use standto::side::Side;
use standto::workshop::{Bench, Brush, Draft, Edit, Place, Subject, Workshop};

fn workshop() -> Workshop {
    Position::WORKSHOP.expect("battles of this game are made by hand")
}

fn read(file: &str, text: &str) -> Result<Box<dyn Draft>, Faulty> {
    (workshop().read)(file, text)
}

fn blank(width: u8, height: u8) -> Box<dyn Draft> {
    (workshop().blank)(width, height)
}

fn brushes() -> Vec<Brush> {
    blank(18, 24).brushes()
}

fn brush(name: &str) -> usize {
    brushes().iter().position(|brush| brush.name == name).unwrap_or_else(|| panic!("no brush {name}"))
}

fn line(draft: &dyn Draft, of: Subject, name: &str) -> usize {
    draft.lines(of).iter().position(|line| line.name == name).unwrap_or_else(|| panic!("no line {name}"))
}

fn value(draft: &dyn Draft, of: Subject, name: &str) -> String {
    draft.lines(of)[line(draft, of, name)].value.clone()
}

fn battle(text: &str) -> Battle {
    scenario::read("test", text).unwrap_or_else(|faults| panic!("{faults}\n{text}")).0
}

/// Everything that a battle says, but for the number of its text.
fn told(battle: &Battle) -> String {
    format!("{:#?}", Battle { fingerprint: 0, ..battle.clone() })
}

fn ground(draft: &dyn Draft, at: &str) -> Ground {
    let cell: Cell = at.parse().unwrap();
    let battle = battle(&draft.text());
    battle.ground[battle.grid.index(cell)]
}

fn cells(names: &[&str]) -> Vec<Cell> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

fn paint(draft: &mut dyn Draft, names: &[&str], with: &str) {
    let edit = Edit::Paint { cells: cells(names), brush: brush(with), over: false, side: Side::A };
    draft.edit(&edit).unwrap();
}

#[test]
fn every_battle_of_the_book_is_the_same_after_it_was_opened_and_written() {
    let tests = ["everything", "works", "landings", "artillery"].map(|name| {
        let path = format!("{}/tests/scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        (name, std::fs::read_to_string(path).unwrap())
    });
    let own = Position::SCENARIOS.iter().map(|(name, text)| (*name, (*text).to_owned()));
    for (name, text) in own.chain(tests.iter().map(|(name, text)| (*name, text.clone()))) {
        let draft = read(name, &text).unwrap();
        let written = draft.text();
        assert_eq!(told(&battle(&text)), told(&battle(&written)), "{name}");
        assert_eq!(read(name, &written).unwrap().text(), written, "{name}: written once more");
    }
}

#[test]
fn an_empty_field_can_be_played_at_once() {
    for (width, height, _) in workshop().sizes {
        let draft = blank(*width, *height);
        assert!(draft.check().iter().all(|remark| !remark.fault), "{:?}", draft.check());
        let battle = battle(&draft.text());
        assert_eq!((battle.grid.width, battle.grid.height, battle.units.len()), (*width, *height, 2));
    }
}

#[test]
fn a_road_over_water_gets_a_bridge_and_a_ford_lies_in_it() {
    let mut draft = blank(18, 24);
    paint(&mut *draft, &["0110", "0210", "0310", "0410"], "stream");
    paint(&mut *draft, &["0209", "0210", "0211"], "good road");
    paint(&mut *draft, &["0410"], "ford");
    assert!(ground(&*draft, "0210").has(Terrain::Bridge) && ground(&*draft, "0210").has(Terrain::GoodRoad));
    assert!(!ground(&*draft, "0209").has(Terrain::Bridge));
    assert_eq!(ground(&*draft, "0410"), Ground::CLEAR.with(Terrain::Stream).with(Terrain::Ford));
    // The other way round, and the road taken up again.
    paint(&mut *draft, &["0911", "0912"], "track");
    paint(&mut *draft, &["0911"], "river");
    assert!(ground(&*draft, "0911").has(Terrain::Bridge) && ground(&*draft, "0911").has(Terrain::Track));
    paint(&mut *draft, &["0911"], "no road");
    assert_eq!(ground(&*draft, "0911"), Ground::CLEAR.with(Terrain::River));
}

#[test]
fn ground_is_painted_in_place_of_what_was_there_and_over_it() {
    let mut draft = blank(18, 24);
    paint(&mut *draft, &["0505"], "woods");
    paint(&mut *draft, &["0505"], "rough terrain 1");
    assert_eq!(ground(&*draft, "0505"), Ground::CLEAR.with(Terrain::Rough1));
    let over = Edit::Paint { cells: cells(&["0505"]), brush: brush("woods"), over: true, side: Side::A };
    draft.edit(&over).unwrap();
    assert_eq!(ground(&*draft, "0505"), Ground::CLEAR.with(Terrain::Rough1).with(Terrain::Woods));
    assert_eq!(draft.edit(&Edit::Raise(cells(&["0505"]), 2)), Ok("Level 2, about 20 metres.".to_owned()));
    draft.edit(&Edit::Clear(cells(&["0505"]), 0)).unwrap();
    assert_eq!(ground(&*draft, "0505"), Ground::CLEAR);
    assert_eq!(draft.look("0505".parse().unwrap()).level, 2, "heights stay");
}

#[test]
fn the_rules_of_the_ground_come_from_the_chart() {
    let mut draft = blank(18, 24);
    paint(&mut *draft, &["0505"], "woods");
    let lines = draft.about("0505".parse().unwrap());
    assert_eq!(lines[0], "0505: woods, level 0");
    assert_eq!(lines[1], "woods: tracks 3, wheels 4, foot 1, fire at personnel in it +4, at others +2");
    assert_eq!(lines[2], "woods: blocks sight through it (6.3.1)");
}

#[test]
fn no_two_brushes_have_a_key() {
    let all = brushes();
    for (n, brush) in all.iter().enumerate() {
        assert!(brush.key.is_ascii_alphanumeric(), "{brush:?}");
        assert!(all[..n].iter().all(|other| other.key != brush.key), "{brush:?}");
        assert!(!brush.rules.is_empty(), "{brush:?}");
    }
}

#[test]
fn a_stand_taken_out_leaves_the_others_aboard_what_carries_them() {
    let text = scenario::INTRODUCTORY;
    let mut draft = read("introductory", text).unwrap();
    // G1 rides in G2; G11 to G13 ride in G14 to G16. Without G3 and G4 these are G12 to G14.
    draft.edit(&Edit::Remove(Subject::Piece(Side::A, 1, 0))).unwrap();
    draft.edit(&Edit::Remove(Subject::Piece(Side::A, 0, 2))).unwrap();
    let battle = battle(&draft.text());
    let unit = |tag: &str| battle.units.iter().find(|unit| unit.tag.to_string() == tag).unwrap();
    assert_eq!(unit("G9").aboard, battle.find("G12".parse().unwrap()));
    assert_eq!(unit("G1").aboard, battle.find("G2".parse().unwrap()));
    // Who loses his transport gets off it, and the battle says so.
    draft.edit(&Edit::Remove(Subject::Piece(Side::A, 0, 1))).unwrap();
    let faults: Vec<_> = draft.check().into_iter().filter(|remark| remark.fault).collect();
    assert_eq!(faults[0].sentence, "Infantry HQ starts nowhere, expected at, aboard, off-map or landing.");
    assert_eq!(faults[0].place, Place::Of(Subject::Piece(Side::A, 0, 0)));
}

#[test]
fn faults_are_told_with_the_place_on_the_map_or_in_the_force() {
    let mut draft = blank(18, 24);
    paint(&mut *draft, &["0505"], "steep slope");
    let all = draft.check();
    assert_eq!(all[0].place, Place::Cell("0505".parse().unwrap()), "{all:?}");
    assert!(all[0].fault && all[0].sentence.contains("lies on level ground"), "{all:?}");
    draft.edit(&Edit::Remove(Subject::Piece(Side::B, 0, 0))).unwrap();
    let all = draft.check();
    assert!(all.iter().any(|remark| remark.fault
        && remark.sentence == "The Soviets have no GHQ, expected at least one (10.1.4)."
        && remark.place == Place::Of(Subject::Side(Side::B))));
}

#[test]
fn the_sums_are_those_of_the_book() {
    // The book's example: 1450 points of the attacker at cohesion 16 give 776 to a defender at 15 in a hasty attack.
    let mut draft = blank(24, 36);
    let of = Subject::Battle;
    for _ in 0..2 {
        let kind = line(&*draft, of, "Type");
        draft.edit(&Edit::Turn(of, kind, true)).unwrap();
    }
    assert_eq!(value(&*draft, of, "Type"), "hasty attack");
    assert_eq!(value(&*draft, of, "Turns"), "15", "the length follows the type");
    let points = line(&*draft, of, "Base points");
    draft.edit(&Edit::Write(of, points, "1450".to_owned())).unwrap();
    for (side, level) in [(Side::A, "15"), (Side::B, "16")] {
        let of = Subject::Side(side);
        draft.edit(&Edit::Write(of, line(&*draft, of, "Cohesion"), level.to_owned())).unwrap();
    }
    assert_eq!(value(&*draft, Subject::Side(Side::A), "Defends"), "yes", "somebody defends now");
    assert_eq!(draft.force(Side::B).budget, Some((1450, "design: 6")));
    assert_eq!(draft.force(Side::A).budget, Some((776, "design: 6")));
}

#[test]
fn a_force_is_bought_within_its_budget_or_told_how_much_it_is_over() {
    let mut draft = blank(24, 36);
    let cost = draft.force(Side::A).cost;
    let ware = ("germany".to_owned(), "Panzer IV F2-H (7.5cm)".to_owned());
    draft.edit(&Edit::Form(Side::A, "Tank Battalion".to_owned())).unwrap();
    let said = draft.edit(&Edit::Add { side: Side::A, formation: 1, ware: ware.clone(), count: 4 }).unwrap();
    let force = draft.force(Side::A);
    let each = force.rows[3].cost;
    assert_eq!(force.cost, cost + 4 * each);
    assert_eq!(said, format!("4 Panzer IV F2-H (7.5cm) for {} points to Tank Battalion.", 4 * each));
    let battle = battle(&draft.text());
    assert_eq!(battle.costs[0].points(), force.cost, "as the reader of the scenario adds it up");
    // Each on a square of its own in the zone.
    let odd: Vec<String> = draft.check().into_iter().map(|remark| remark.sentence).collect();
    assert_eq!(odd, ["Tank Battalion has no HQ: each battalion has one (design: 6.1)."]);
    let tank = Subject::Piece(Side::A, 1, 0);
    draft.edit(&Edit::Turn(tank, line(&*draft, tank, "Command"), true)).unwrap();
    assert_eq!(draft.check(), []);
    assert_eq!(draft.force(Side::A).rows[3].cost, (each * 3).div_ceil(2), "half as much again (10.1.1)");
    draft.edit(&Edit::Add { side: Side::A, formation: 1, ware, count: 40 }).unwrap();
    let odd: Vec<String> = draft.check().into_iter().map(|remark| remark.sentence).collect();
    assert!(
        odd.iter().any(|text| text.starts_with("The Germans spend") && text.ends_with("(design: 6).")),
        "{odd:?}"
    );
}

#[test]
fn works_cost_and_are_forbidden_where_the_type_forbids_them() {
    let mut draft = blank(24, 36);
    let before = draft.force(Side::A).cost;
    paint(&mut *draft, &["1005", "1105"], "standard mines");
    assert_eq!(draft.force(Side::A).cost, before + 8);
    let all = draft.check();
    assert_eq!(all[0].sentence, "Minefield at 1005: the attacker buys no works (design: 1A).");
    assert_eq!(all[0].place, Place::Cell("1005".parse().unwrap()));
    paint(&mut *draft, &["1005", "1105"], "no works");
    assert_eq!(draft.check(), []);
}

#[test]
fn stands_get_into_transports_with_room_only() {
    let mut draft = blank(24, 36);
    for (name, count) in [("Infantry '43", 2), ("SdKfz 251/1", 1)] {
        let ware = ("germany".to_owned(), name.to_owned());
        draft.edit(&Edit::Add { side: Side::A, formation: 0, ware, count }).unwrap();
    }
    let (first, second) = (Subject::Piece(Side::A, 0, 1), Subject::Piece(Side::A, 0, 2));
    let begins = line(&*draft, first, "Begins");
    draft.edit(&Edit::Turn(first, begins, true)).unwrap();
    assert_eq!(value(&*draft, first, "Begins"), "in G4");
    draft.edit(&Edit::Turn(second, begins, true)).unwrap();
    assert!(value(&*draft, second, "Begins").starts_with("at "), "it is full");
    assert!(draft.check().iter().all(|remark| !remark.fault), "{:?}", draft.check());
}

#[test]
fn each_way_to_win_can_be_read() {
    let mut draft = blank(24, 36);
    let of = Subject::Battle;
    let victory = line(&*draft, of, "Victory");
    for turn in 0..8 {
        if turn == 4 {
            draft.edit(&Edit::Write(of, line(&*draft, of, "Turns"), "20".to_owned())).unwrap();
        }
        draft.edit(&Edit::Turn(of, victory, true)).unwrap();
        let faults: Vec<_> = draft.check().into_iter().filter(|remark| remark.fault).collect();
        assert_eq!(faults, [], "{}", value(&*draft, of, "Victory"));
    }
    assert_eq!(value(&*draft, of, "Victory"), "half the enemy destroyed, less than half lost");
    draft.edit(&Edit::Turn(of, victory, true)).unwrap();
    paint(&mut *draft, &["0505"], "objective");
    draft.edit(&Edit::Write(of, line(&*draft, of, "Objective"), "the mill".to_owned())).unwrap();
    let battle = battle(&draft.text());
    assert_eq!(battle.victory.places[0].name, "the mill");
    assert_eq!(battle.victory.places[0].cells.len(), 2, "the middle, and the one that was painted");
}

#[test]
fn another_nation_takes_the_name_the_letter_and_the_aims_with_it() {
    let mut draft = blank(24, 36);
    let (of, side) = (Subject::Battle, Subject::Side(Side::B));
    draft.edit(&Edit::Turn(of, line(&*draft, of, "Victory"), true)).unwrap();
    let nation = line(&*draft, side, "Nation");
    draft.edit(&Edit::Turn(side, nation, true)).unwrap();
    assert_eq!(value(&*draft, side, "Nation"), "united kingdom");
    let battle = battle(&draft.text());
    assert_eq!(battle.armies[1].name, "British");
    assert_eq!(value(&*draft, of, "Victory"), "the objective held alone at the end");
    // Two of a kind are told apart.
    for _ in 0..20 {
        draft.edit(&Edit::Turn(side, nation, false)).unwrap();
        assert!(draft.check().iter().all(|remark| !remark.fault), "{:?}", draft.check());
    }
}

#[test]
fn a_briefing_keeps_its_lines_when_it_is_written_over_with_itself() {
    let mut draft = read("introductory", scenario::INTRODUCTORY).unwrap();
    let (before, of) = (battle(&draft.text()).briefing, Subject::Battle);
    let at = line(&*draft, of, "Briefing");
    let text = value(&*draft, of, "Briefing");
    draft.edit(&Edit::Write(of, at, text)).unwrap();
    assert_eq!(battle(&draft.text()).briefing, before);
    let said = draft.edit(&Edit::Write(of, line(&*draft, of, "Title"), "x".repeat(81)));
    assert_eq!(said, Err("That is longer than anybody reads.".to_owned()));
}

#[test]
fn a_smaller_field_cuts_off_what_lies_beyond() {
    let mut draft = blank(24, 36);
    paint(&mut *draft, &["2030", "0505"], "woods");
    let of = Subject::Battle;
    draft.edit(&Edit::Write(of, line(&*draft, of, "Width"), "18".to_owned())).unwrap();
    assert_eq!(ground(&*draft, "0505"), Ground::CLEAR.with(Terrain::Woods));
    assert_eq!(battle(&draft.text()).grid.width, 18);
    let said = draft.edit(&Edit::Write(of, line(&*draft, of, "Height"), "200".to_owned()));
    assert_eq!(said, Err("200 cannot be: expected 8 to 99.".to_owned()));
}

#[test]
fn what_is_taken_back_is_as_it_was_and_comes_again() {
    let mut bench = Bench::new(blank(18, 24), false);
    assert!(!bench.is_unsaved(), "nothing was done yet");
    let first = bench.text().to_owned();
    bench.edit(&Edit::Raise(cells(&["0505"]), 1)).unwrap();
    assert!(bench.edit(&Edit::Raise(cells(&["9999"]), 1)).is_err());
    let second = bench.text().to_owned();
    assert!(bench.is_unsaved());
    assert!(bench.undo() && !bench.undo());
    assert_eq!(bench.text(), first);
    assert!(bench.redo() && !bench.redo());
    assert_eq!(bench.text(), second);
    bench.keep();
    assert!(!bench.is_unsaved());
    bench.undo();
    assert!(bench.is_unsaved(), "what is kept is something else");
}

#[test]
fn a_project_with_faults_is_read_again() {
    let mut draft = blank(18, 24);
    draft.edit(&Edit::Remove(Subject::Formation(Side::A, 0))).unwrap();
    paint(&mut *draft, &["0505"], "hilltop or ridge crest");
    assert!(draft.check().iter().any(|remark| remark.fault));
    assert_eq!(read("again", &draft.text()).unwrap().text(), draft.text());
}

#[test]
fn what_is_no_battle_is_refused_with_its_place() {
    for (text, why) in [
        ("", "1:1: the file does not say its format, expected \"format = 1\""),
        ("format = 1\nruleset = \"matg\"\n", "1:1: missing field `map`"),
        (
            "format = 1\nruleset = \"matg\"\n[map]\nwidth = 8\nheight = 1\nterrain = '''\n........\n'''\n",
            "1:1: the file has not two sides, expected two [[side]]",
        ),
    ] {
        let faults = read("mine.toml", text).unwrap_err().to_string();
        assert_eq!(faults, format!("mine.toml:{why}"), "{text}");
    }
}

/// The number of a list of plans, and whose it is.
fn list(draft: &dyn Draft, whose: Option<Side>, name: &str) -> usize {
    let lists = draft.plans();
    let found = lists.iter().find(|list| list.whose == whose && list.name == name);
    found.unwrap_or_else(|| panic!("no list {name}")).list
}

/// A new plan in a list.
fn lay(draft: &mut dyn Draft, whose: Option<Side>, name: &str) -> Subject {
    let list = list(draft, whose, name);
    draft.edit(&Edit::Plan(whose, list)).unwrap();
    let lists = draft.plans();
    let rows = &lists.iter().find(|known| known.whose == whose && known.list == list).unwrap().rows;
    rows.last().unwrap().of
}

fn write(draft: &mut dyn Draft, of: Subject, name: &str, text: &str) {
    let line = line(draft, of, name);
    draft.edit(&Edit::Write(of, line, text.to_owned())).unwrap();
}

fn turn(draft: &mut dyn Draft, of: Subject, name: &str) {
    let line = line(draft, of, name);
    draft.edit(&Edit::Turn(of, line, true)).unwrap();
}

/// Paints the area of a plan.
fn mark(draft: &mut dyn Draft, of: Subject, names: &[&str]) {
    let brush = draft.brush_for(of).expect("it has an area");
    let edit = Edit::Paint { cells: cells(names), brush, over: false, side: Side::A };
    draft.edit(&edit).unwrap();
}

fn buy(draft: &mut dyn Draft, side: Side, formation: usize, ware: (&str, &str), count: usize) {
    let ware = (ware.0.to_owned(), ware.1.to_owned());
    draft.edit(&Edit::Add { side, formation, ware, count }).unwrap();
}

fn sound(draft: &dyn Draft) {
    let faults: Vec<_> = draft.check().into_iter().filter(|remark| remark.fault).collect();
    assert_eq!(faults, []);
}

#[test]
fn a_zone_is_painted_and_its_formations_come_there_in_its_turn() {
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
    assert!(late.iter().all(|unit| now.zones[0].cells.contains(&unit.start.unwrap())), "they come by it");
    assert!(draft.about(cells(&["2310"])[0]).contains(&"Germans: the eastern road".to_owned()));
    // More are bought for it than it has squares; who begins elsewhere is brought in once there is room.
    buy(&mut *draft, Side::A, 1, ("germany", "Infantry '43"), 2);
    assert_eq!(value(&*draft, zone, "Begin elsewhere"), "1");
    mark(&mut *draft, zone, &["2312"]);
    turn(&mut *draft, zone, "Begin elsewhere");
    assert_eq!(value(&*draft, zone, "Begin elsewhere"), "0");
    sound(&*draft);
    // Taken out, they set up along the edge again.
    draft.edit(&Edit::Remove(zone)).unwrap();
    let now = battle(&draft.text());
    assert!(now.zones.is_empty() && now.units.iter().all(|unit| unit.zone.is_none()));
    turn(&mut *draft, Subject::Side(Side::A), "Begin elsewhere");
    assert!(draft.check().iter().all(|remark| !remark.sentence.contains("more than")), "{:?}", draft.check());
}

#[test]
fn the_strip_along_an_edge_is_painted_as_deep_as_it_reaches() {
    let mut draft = blank(24, 36);
    mark(&mut *draft, Subject::Side(Side::B), &["0533", "0528"]);
    assert_eq!(battle(&draft.text()).armies[1].depth, 9);
    let brush = draft.brush_for(Subject::Side(Side::B)).unwrap();
    assert_eq!(draft.area(brush).len(), 9 * 24);
    draft.edit(&Edit::Clear(cells(&["0530"]), brush)).unwrap();
    assert_eq!(battle(&draft.text()).armies[1].depth, 6, "without that square and those beyond");
}

#[test]
fn those_of_a_zone_may_come_by_a_way_that_is_rolled_for() {
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
fn a_group_lands_where_it_is_painted_and_its_line_follows_its_number() {
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
    // A stand by itself, by its own line; and nobody any more.
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
    assert_eq!(now.costs[0].points(), cost, "as the reader of the scenario adds it up");
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
    // A battery that is given back takes its markers along.
    draft.edit(&Edit::Remove(Subject::Piece(Side::A, 0, 1))).unwrap();
    sound(&*draft);
    assert_eq!(plotted(&battle(&draft.text())).0, 1);
    draft.edit(&Edit::Remove(fire)).unwrap();
    assert!(battle(&draft.text()).missions.is_empty());
    // Without guns there is nothing to be plotted.
    let other = list(&*draft, Some(Side::B), "Fire plotted");
    let said = draft.edit(&Edit::Plan(Some(Side::B), other));
    assert_eq!(said, Err("No stand of this side fires indirectly (7.6).".to_owned()));
}

#[test]
fn places_and_aims_are_made_one_by_one() {
    let mut draft = blank(24, 36);
    let (mill, ford) =
        (lay(&mut *draft, None, "Places fought for"), lay(&mut *draft, None, "Places fought for"));
    assert!(draft.check().iter().any(|remark| remark.place == Place::Of(ford) && !remark.fault));
    mark(&mut *draft, mill, &["0510", "0511"]);
    mark(&mut *draft, ford, &["1220"]);
    write(&mut *draft, ford, "Name", "the ford");
    // What was won by destruction is said by an aim of each side now.
    let aim = lay(&mut *draft, None, "Aims");
    turn(&mut *draft, aim, "Whose");
    write(&mut *draft, aim, "Destroy, per cent", "");
    turn(&mut *draft, aim, "Hold the ford");
    write(&mut *draft, aim, "By turn", "8");
    write(&mut *draft, aim, "Leave with, stands", "2");
    sound(&*draft);
    let victory = battle(&draft.text()).victory;
    assert_eq!(victory.places.len(), 2);
    assert_eq!(victory.aims.len(), 3);
    let last = &victory.aims[2];
    assert_eq!((last.side, last.hold.as_slice(), last.by, last.destroy), (Side::B, &[1][..], Some(8), None));
    assert_eq!(last.exit.as_ref().unwrap().over, [standto::board::Compass::S], "over the enemy's edge");
    // A place that is renamed is held by its new name; taken out, by nobody.
    write(&mut *draft, ford, "Name", "the bridge");
    sound(&*draft);
    assert_eq!(value(&*draft, aim, "Hold the bridge"), "yes");
    draft.edit(&Edit::Remove(ford)).unwrap();
    sound(&*draft);
    assert!(battle(&draft.text()).victory.aims[2].hold.is_empty());
    for _ in 0..3 {
        draft.edit(&Edit::Remove(Subject::Plan(None, list(&*draft, None, "Aims"), 0))).unwrap();
    }
    assert!(draft.check()[0].sentence.contains("Nothing says how"), "{:?}", draft.check()[0]);
}

#[test]
fn special_rules_and_weather_are_lines_to_be_turned() {
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
fn a_smaller_field_cuts_areas_off_too() {
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
fn what_a_battle_of_the_book_has_planned_is_shown_with_its_squares() {
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

/// Anything that a player may do, sensible or not.
fn anything() -> impl Strategy<Value = Edit> {
    let cell = (-1..20i16, -1..26i16).prop_map(|(x, y)| Cell::new(x, y));
    let side = prop_oneof![Just(Side::A), Just(Side::B)];
    let subject = (side.clone(), 0..4usize, 0..5usize, 0..7u8).prop_map(|(side, f, n, what)| match what {
        0 => Subject::Battle,
        1 => Subject::Side(side),
        2 => Subject::Formation(side, f),
        // Places and aims are the battle's, the other lists a side's.
        3 => Subject::Plan(None, f, n / 2),
        4 | 5 => Subject::Plan(Some(side), 3 + n, f / 2),
        _ => Subject::Piece(side, f, n),
    });
    let wares =
        ["Panzer IV F2-H (7.5cm)", "SdKfz 251/1", "Infantry '43", "120mm Mortar [2]", "T-34c", "Nothing"];
    let ware = (prop_oneof![Just("germany"), Just("soviet-union"), Just("all-nations")], 0..wares.len());
    let ware = ware.prop_map(move |(nation, n)| (nation.to_owned(), wares[n].to_owned()));
    let text = prop_oneof![
        "[ -~äß\"\\\\'|\\t]{0,20}",
        Just("\"\"\"".to_owned()),
        Just("'''".to_owned()),
        (0..120i64).prop_map(|n| n.to_string()),
        Just("1944-09".to_owned()),
    ];
    let cells = proptest::collection::vec(cell.clone(), 0..6);
    prop_oneof![
        (cells.clone(), 0..brushes().len() + 6, any::<bool>(), side.clone())
            .prop_map(|(cells, brush, over, side)| Edit::Paint { cells, brush, over, side }),
        (cells.clone(), 0..brushes().len() + 3).prop_map(|(cells, brush)| Edit::Clear(cells, brush)),
        (any::<bool>(), side.clone(), 0..9usize)
            .prop_map(|(own, side, list)| Edit::Plan(own.then_some(side), list)),
        (cells, -2..3i8).prop_map(|(cells, by)| Edit::Raise(cells, by)),
        (side.clone(), text.clone()).prop_map(|(side, name)| Edit::Form(side, name)),
        (side, 0..4usize, ware, 1..4usize).prop_map(|(side, formation, ware, count)| Edit::Add {
            side,
            formation,
            ware,
            count
        }),
        subject.clone().prop_map(Edit::Remove),
        (subject.clone(), any::<bool>()).prop_map(|(of, down)| Edit::Shift(of, down)),
        (subject.clone(), cell).prop_map(|(of, cell)| Edit::Put(of, cell)),
        (subject.clone(), 0..30usize, any::<bool>()).prop_map(|(of, line, on)| Edit::Turn(of, line, on)),
        (subject, 0..30usize, text).prop_map(|(of, line, text)| Edit::Write(of, line, text)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn whatever_is_done_is_written_and_read_again(edits in proptest::collection::vec(anything(), 1..40)) {
        let mut bench = Bench::new(blank(18, 24), false);
        let mut texts = vec![bench.text().to_owned()];
        for edit in &edits {
            let done = bench.edit(edit).is_ok();
            if bench.text() != texts.last().unwrap() {
                prop_assert!(done, "refused, and something has changed: {:?}", edit);
                texts.push(bench.text().to_owned());
            }
            let read = read("again", bench.text());
            prop_assert!(read.is_ok(), "{:?}\n{}", read, bench.text());
            let again = read.unwrap().text();
            prop_assert_eq!(again.as_str(), bench.text());
        }
        // Nothing panics, whatever it looks like. What changed nothing is not taken back.
        bench.draft().check();
        for side in Side::BOTH {
            bench.draft().force(side);
        }
        while bench.undo() {
            texts.pop();
            prop_assert_eq!(bench.text(), texts.last().unwrap().as_str());
        }
        prop_assert_eq!(texts.len(), 1);
    }
}
