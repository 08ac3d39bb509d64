//! The scenario editor's model: whatever is read can be written, whatever is edited can be written, and every
//! message is right.

mod plans;
mod written;

use proptest::prelude::*;

use standto::board::Cell;
use standto::book::Book;
use standto::editor::{Brush, Draft, Edit, EditHistory, Editor, Place, Subject};
use standto::reading::Faulty;
use standto::rules::matg::ground::terrain::{Ground, Terrain};
use standto::rules::matg::state::battle::Battle;
use standto::rules::matg::{Position, scenario};
use standto::side::Side;

fn editor() -> Editor {
    Position::EXTRAS.editor.expect("this ruleset has a scenario editor")
}

fn read(file: &str, text: &str) -> Result<Box<dyn Draft>, Faulty> {
    (editor().read)(file, text, &[])
}

fn blank(width: u8, height: u8) -> Box<dyn Draft> {
    (editor().blank)(width, height, &[])
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

/// Everything in a battle except the hash of its text.
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
fn printed_battles_survive_opening_and_writing() {
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
fn an_empty_board_can_be_played_at_once() {
    for (width, height, _) in editor().sizes {
        let draft = blank(*width, *height);
        assert!(draft.check().iter().all(|remark| !remark.fault), "{:?}", draft.check());
        let battle = battle(&draft.text());
        assert_eq!((battle.grid.width, battle.grid.height, battle.units.len()), (*width, *height, 2));
    }
}

#[test]
fn roads_over_water_get_bridges() {
    let mut draft = blank(18, 24);
    paint(&mut *draft, &["0110", "0210", "0310", "0410"], "stream");
    paint(&mut *draft, &["0209", "0210", "0211"], "good road");
    paint(&mut *draft, &["0410"], "ford");
    assert!(ground(&*draft, "0210").has(Terrain::Bridge) && ground(&*draft, "0210").has(Terrain::GoodRoad));
    assert!(!ground(&*draft, "0209").has(Terrain::Bridge));
    assert_eq!(ground(&*draft, "0410"), Ground::CLEAR.with(Terrain::Stream).with(Terrain::Ford));
    // The other way round, and the road removed again.
    paint(&mut *draft, &["0911", "0912"], "track");
    paint(&mut *draft, &["0911"], "river");
    assert!(ground(&*draft, "0911").has(Terrain::Bridge) && ground(&*draft, "0911").has(Terrain::Track));
    paint(&mut *draft, &["0911"], "no road");
    assert_eq!(ground(&*draft, "0911"), Ground::CLEAR.with(Terrain::River));
}

#[test]
fn terrain_is_painted_instead_of_or_over_other_terrain() {
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
fn terrain_rules_come_from_the_chart() {
    let mut draft = blank(18, 24);
    paint(&mut *draft, &["0505"], "woods");
    let lines = draft.about("0505".parse().unwrap());
    assert_eq!(lines[0], "0505: woods, level 0");
    assert_eq!(lines[1], "woods: tracks 3, wheels 4, foot 1, fire +4 at personnel, +2 at others");
    assert_eq!(lines[2], "woods: blocks sight through it (6.3.1)");
}

#[test]
fn brush_keys_are_unique() {
    let all = brushes();
    for (n, brush) in all.iter().enumerate() {
        assert!(brush.key.is_ascii_alphanumeric(), "{brush:?}");
        assert!(all[..n].iter().all(|other| other.key != brush.key), "{brush:?}");
        assert!(!brush.rules.is_empty(), "{brush:?}");
    }
}

#[test]
fn removing_a_stand_keeps_other_passengers_aboard() {
    let text = scenario::INTRODUCTORY;
    let mut draft = read("introductory", text).unwrap();
    // G1 rides in G2; G11 to G13 ride in G14 to G16. Without G3 and G4 these are G12 to G14.
    draft.edit(&Edit::Remove(Subject::Piece(Side::A, 1, 0))).unwrap();
    draft.edit(&Edit::Remove(Subject::Piece(Side::A, 0, 2))).unwrap();
    let battle = battle(&draft.text());
    let unit = |tag: &str| battle.units.iter().find(|unit| unit.tag.to_string() == tag).unwrap();
    assert_eq!(unit("G9").aboard, battle.find("G12".parse().unwrap()));
    assert_eq!(unit("G1").aboard, battle.find("G2".parse().unwrap()));
    // A stand that loses its transport gets off it, and the battle reports it.
    draft.edit(&Edit::Remove(Subject::Piece(Side::A, 0, 1))).unwrap();
    let faults: Vec<_> = draft.check().into_iter().filter(|remark| remark.fault).collect();
    assert_eq!(
        faults[0].sentence,
        "Infantry HQ has no starting place, expected at, aboard, off-map or landing."
    );
    assert_eq!(faults[0].place, Place::Of(Subject::Piece(Side::A, 0, 0)));
}

#[test]
fn faults_name_a_square_or_a_stand() {
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
fn the_editors_totals_match_the_book() {
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
    assert_eq!(value(&*draft, Subject::Side(Side::A), "Defends"), "yes", "there is a defender now");
    assert_eq!(draft.force(Side::B).budget, Some((1450, "design: 6")));
    assert_eq!(draft.force(Side::A).budget, Some((776, "design: 6")));
}

#[test]
fn an_overspent_budget_is_reported() {
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
    assert_eq!(battle.costs[0].points(), force.cost, "as the scenario reader adds it up");
    // Each on a square of its own in the zone.
    let odd: Vec<String> = draft.check().into_iter().map(|remark| remark.sentence).collect();
    assert_eq!(odd, ["Tank Battalion has no HQ: each battalion needs one (design: 6.1)."]);
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
fn works_have_prices_and_limits_by_battle_type() {
    let mut draft = blank(24, 36);
    let before = draft.force(Side::A).cost;
    paint(&mut *draft, &["1005", "1105"], "standard mines");
    assert_eq!(draft.force(Side::A).cost, before + 8);
    let all = draft.check();
    assert_eq!(all[0].sentence, "Minefield at 1005: the attacker may not buy works (design: 1A).");
    assert_eq!(all[0].place, Place::Cell("1005".parse().unwrap()));
    paint(&mut *draft, &["1005", "1105"], "no works");
    assert_eq!(draft.check(), []);
}

#[test]
fn stands_board_only_transports_with_room() {
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
fn every_victory_condition_can_be_read() {
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
    assert_eq!(battle.victory.places[0].cells.len(), 2, "the centre, and the one painted by the player");
}

#[test]
fn changing_the_nation_updates_name_letter_and_aims() {
    let mut draft = blank(24, 36);
    let (of, side) = (Subject::Battle, Subject::Side(Side::B));
    draft.edit(&Edit::Turn(of, line(&*draft, of, "Victory"), true)).unwrap();
    let nation = line(&*draft, side, "Nation");
    draft.edit(&Edit::Turn(side, nation, true)).unwrap();
    assert_eq!(value(&*draft, side, "Nation"), "united kingdom");
    let battle = battle(&draft.text());
    assert_eq!(battle.armies[1].name, "British");
    assert_eq!(value(&*draft, of, "Victory"), "sole possession of the objective at the end");
    // Two of the same name get different names.
    for _ in 0..20 {
        draft.edit(&Edit::Turn(side, nation, false)).unwrap();
        assert!(draft.check().iter().all(|remark| !remark.fault), "{:?}", draft.check());
    }
}

#[test]
fn a_briefing_keeps_its_lines_when_retyped() {
    let mut draft = read("introductory", scenario::INTRODUCTORY).unwrap();
    let (before, of) = (battle(&draft.text()).briefing, Subject::Battle);
    let at = line(&*draft, of, "Briefing");
    let text = value(&*draft, of, "Briefing");
    draft.edit(&Edit::Write(of, at, text)).unwrap();
    assert_eq!(battle(&draft.text()).briefing, before);
    let said = draft.edit(&Edit::Write(of, line(&*draft, of, "Title"), "x".repeat(81)));
    assert_eq!(said, Err("That text is too long.".to_owned()));
}

#[test]
fn a_smaller_board_cuts_off_the_rest() {
    let mut draft = blank(24, 36);
    paint(&mut *draft, &["2030", "0505"], "woods");
    let of = Subject::Battle;
    draft.edit(&Edit::Write(of, line(&*draft, of, "Width"), "18".to_owned())).unwrap();
    assert_eq!(ground(&*draft, "0505"), Ground::CLEAR.with(Terrain::Woods));
    assert_eq!(battle(&draft.text()).grid.width, 18);
    let said = draft.edit(&Edit::Write(of, line(&*draft, of, "Height"), "200".to_owned()));
    assert_eq!(said, Err("200 is out of range: expected 8 to 99.".to_owned()));
}

#[test]
fn undo_and_redo_restore_the_draft() {
    let mut open_battle = EditHistory::new(blank(18, 24), false);
    assert!(!open_battle.is_unsaved(), "nothing was done yet");
    let first = open_battle.text().to_owned();
    open_battle.edit(&Edit::Raise(cells(&["0505"]), 1)).unwrap();
    assert!(open_battle.edit(&Edit::Raise(cells(&["9999"]), 1)).is_err());
    let second = open_battle.text().to_owned();
    assert!(open_battle.is_unsaved());
    assert!(open_battle.undo() && !open_battle.undo());
    assert_eq!(open_battle.text(), first);
    assert!(open_battle.redo() && !open_battle.redo());
    assert_eq!(open_battle.text(), second);
    open_battle.keep();
    assert!(!open_battle.is_unsaved());
    open_battle.undo();
    assert!(open_battle.is_unsaved(), "the stored value is another");
}

#[test]
fn a_faulty_draft_can_be_reopened() {
    let mut draft = blank(18, 24);
    draft.edit(&Edit::Remove(Subject::Formation(Side::A, 0))).unwrap();
    paint(&mut *draft, &["0505"], "hilltop or ridge crest");
    assert!(draft.check().iter().any(|remark| remark.fault));
    assert_eq!(read("again", &draft.text()).unwrap().text(), draft.text());
}

#[test]
fn a_file_that_is_not_a_battle_is_refused_with_its_place() {
    for (text, why) in [
        ("", "1:1: the file does not say its format, expected \"format = 1\""),
        ("format = 1\nruleset = \"matg\"\n", "1:1: missing field `map`"),
        (
            "format = 1\nruleset = \"matg\"\n[map]\nwidth = 8\nheight = 1\nterrain = '''\n........\n'''\n",
            "1:1: expected two [[side]] tables",
        ),
    ] {
        let faults = read("mine.toml", text).unwrap_err().to_string();
        assert_eq!(faults, format!("mine.toml:{why}"), "{text}");
    }
}

/// Anything that a player may do, sensible or not.
fn anything() -> impl Strategy<Value = Edit> {
    let cell = (-1..20i16, -1..26i16).prop_map(|(x, y)| Cell::new(x, y));
    let side = prop_oneof![Just(Side::A), Just(Side::B)];
    let subject = (side.clone(), 0..4usize, 0..5usize, 0..8u8).prop_map(|(side, f, n, what)| match what {
        0 => Subject::Battle,
        1 => Subject::Side(side),
        2 => Subject::Formation(side, f),
        // Five lists are the battle's, six a side's.
        3 => Subject::Plan(None, n, f / 2),
        4 | 5 => Subject::Plan(Some(side), 5 + n, f / 2),
        6 => Subject::Plan(Some(side), 10, f / 2),
        _ => Subject::Piece(side, f, n),
    });
    let catalog_items =
        ["Panzer IV F2-H (7.5cm)", "SdKfz 251/1", "Infantry '43", "120mm Mortar [2]", "T-34c", "Nothing"];
    let ware =
        (prop_oneof![Just("germany"), Just("soviet-union"), Just("all-nations")], 0..catalog_items.len());
    let ware = ware.prop_map(move |(nation, n)| (nation.to_owned(), catalog_items[n].to_owned()));
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
        (any::<bool>(), side.clone(), 0..12usize)
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
        (subject.clone(), 0..40usize, any::<bool>()).prop_map(|(of, line, on)| Edit::Turn(of, line, on)),
        (subject, 0..40usize, text).prop_map(|(of, line, text)| Edit::Write(of, line, text)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn random_edits_survive_writing_and_reading(edits in proptest::collection::vec(anything(), 1..40)) {
        let mut open_battle = EditHistory::new(blank(18, 24), false);
        let mut texts = vec![open_battle.text().to_owned()];
        for edit in &edits {
            let done = open_battle.edit(edit).is_ok();
            if open_battle.text() != texts.last().unwrap() {
                prop_assert!(done, "refused, but something has changed: {:?}", edit);
                texts.push(open_battle.text().to_owned());
            }
            let read = read("again", open_battle.text());
            prop_assert!(read.is_ok(), "{:?}\n{}", read, open_battle.text());
            let again = read.unwrap().text();
            prop_assert_eq!(again.as_str(), open_battle.text());
        }
        // Nothing panics, whatever the input. An edit that changes nothing cannot be undone.
        open_battle.draft().check();
        for side in Side::BOTH {
            open_battle.draft().force(side);
        }
        while open_battle.undo() {
            texts.pop();
            prop_assert_eq!(open_battle.text(), texts.last().unwrap().as_str());
        }
        prop_assert_eq!(texts.len(), 1);
    }
}
