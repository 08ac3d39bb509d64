//! The scenario editor of ASL Starter Kit: imported boards, and ground drawn by hex and hexside.

use standto::board::hex::Side as Hexside;
use standto::board::{Cell, Grid};
use standto::book::Book as _;
use standto::editor::{Draft, Edit, Subject};
use standto::game::view::Family;
use standto::reading::{CustomData, Source};
use standto::rules::aslsk::board::Terrain;
use standto::rules::aslsk::{Position, scenario};
use standto::side::Side;

fn blank(own: &[CustomData]) -> Box<dyn Draft> {
    let editor = Position::EXTRAS.editor.expect("it has an editor");
    (editor.blank)(33, 11, own)
}

/// A board of open ground with woods in its first hex, as a player's file.
fn imported(letter: &str) -> CustomData {
    let name = |col: i32| char::from(b'A' + (col % 26) as u8).to_string().repeat(1 + (col / 26) as usize);
    let row = |col: i32| {
        let mut signs = vec!["."; if col % 2 == 0 { 10 } else { 11 }];
        signs[0] = if col == 0 { "w" } else { "." };
        format!("{} {}\n", name(col), signs.join(" "))
    };
    let rows: String = (0..33).map(row).collect();
    let text = format!(
        "format = 1\nruleset = \"aslsk\"\n\n[[mapboard]]\nletter = \"{letter}\"\ncolumns = 33\nrows = 10\n\
         hexes = \"\"\"\n{rows}\"\"\"\n"
    );
    CustomData { source: Source::Folder, file: "tables.toml".to_owned(), text }
}

fn line(draft: &dyn Draft, of: Subject, name: &str) -> usize {
    draft.lines(of).iter().position(|line| line.name == name).unwrap_or_else(|| panic!("no line {name}"))
}

fn cell(draft: &dyn Draft, name: &str) -> Cell {
    draft.grid().parse(name).unwrap()
}

fn paint(draft: &mut Box<dyn Draft>, brush: &str, hexes: &[&str]) {
    let brush =
        draft.brushes().iter().position(|known| known.name == brush).unwrap_or_else(|| panic!("{brush}"));
    let cells = hexes.iter().map(|hex| cell(&**draft, hex)).collect();
    draft.edit(&Edit::Paint { cells, brush, over: false, side: Side::A }).unwrap();
}

fn opened(draft: &dyn Draft, own: &[CustomData]) -> Position {
    scenario::read_with("mine.toml", &draft.text(), own).unwrap_or_else(|faults| panic!("{faults}")).0
}

#[test]
fn ground_is_drawn_by_hex_and_hexside() {
    let mut draft = blank(&[]);
    let untouched = draft.text();
    paint(&mut draft, "woods", &["D4"]);
    paint(&mut draft, "stone building", &["D5"]);
    paint(&mut draft, "road, dirt", &["F2", "F3", "F4"]);
    paint(&mut draft, "road across SE", &["F4"]);
    draft.edit(&Edit::Raise(vec![cell(&*draft, "D4")], 1)).unwrap();
    let position = opened(&*draft, &[]);
    let map = position.ground.map();
    let at = |name: &str| map.named(name).unwrap();
    assert_eq!((map.terrain(at("wD4")), map.level(at("wD4"))), (Terrain::Woods, 1));
    assert_eq!(map.terrain(at("wD5")), Terrain::StoneBuilding);
    assert!(map.road_between(at("wF2"), at("wF3")) && map.road_between(at("wF3"), at("wF2")));
    let beyond = map.step(at("wF4"), Hexside::ALL[2]).unwrap();
    assert!(map.road_between(at("wF4"), beyond) && map.road_between(beyond, at("wF4")));
    assert_eq!(draft.look(cell(&*draft, "D4")).level, 1);
    // Closing the hexside again, and giving every hex back its printed ground.
    paint(&mut draft, "road across SE", &["F4"]);
    assert!(!opened(&*draft, &[]).ground.map().road_between(at("wF4"), beyond));
    let all = draft.grid().cells().collect();
    draft.edit(&Edit::Clear(all, 0)).unwrap();
    assert_eq!(draft.text(), untouched);
}

#[test]
fn an_imported_board_is_laid_turned_and_drawn_on() {
    let own = [imported("z9")];
    let mut draft = blank(&own);
    let board = Subject::Plan(None, 0, 0);
    let letter = line(&*draft, board, "Board");
    let known = draft.lines(board)[letter].value.clone();
    for _ in 0..5 {
        draft.edit(&Edit::Turn(board, letter, true)).unwrap();
        if draft.lines(board)[letter].value == "z9" {
            break;
        }
    }
    assert_eq!((known.as_str(), draft.lines(board)[letter].value.as_str()), ("w", "z9"));
    assert_eq!(draft.look(cell(&*draft, "A1")).family, Family::Woods, "the board is shown");
    draft.edit(&Edit::Turn(board, line(&*draft, board, "Turned"), true)).unwrap();
    assert_eq!(draft.look(cell(&*draft, "A1")).family, Family::Clear);
    assert_eq!(draft.look(cell(&*draft, "GG10")).family, Family::Woods, "turned by 180 degrees");
    paint(&mut draft, "woods", &["M5"]);
    let victory = Subject::Battle;
    for (of, name) in [(victory, "Victory hex"), (Subject::Formation(Side::A, 0), "Near hex")] {
        let at = line(&*draft, of, name);
        draft.edit(&Edit::Write(of, at, "z9M8".to_owned())).unwrap();
    }
    let faults: Vec<_> = draft.check().into_iter().filter(|remark| remark.fault).collect();
    assert!(faults.is_empty(), "{faults:?}");
    let map = opened(&*draft, &own);
    assert!(matches!(draft.grid(), Grid::Hex(_)));
    assert_eq!(map.ground.map().terrain(map.ground.map().named("z9U6").unwrap()), Terrain::Woods);
}

#[test]
fn ground_is_generated_and_drawn_over() {
    let mut draft = blank(&[]);
    draft.edit(&Edit::Generate(30, 7)).unwrap();
    let first = draft.text();
    let count = |draft: &dyn Draft, family: Family| {
        draft.grid().cells().filter(|&cell| draft.look(cell).family == family).count()
    };
    assert!(count(&*draft, Family::Woods) > 10 && count(&*draft, Family::Clear) > 100);
    let road = draft.grid().cells().filter(|&cell| draft.look(cell).way.is_some()).count();
    assert!(road >= 10, "{road} hexes of road");
    draft.edit(&Edit::Generate(30, 8)).unwrap();
    assert_ne!(draft.text(), first);
    assert!(draft.check().iter().all(|remark| !remark.fault), "{:?}", draft.check());
}

#[test]
fn bad_ground_is_refused_with_its_hex() {
    let draft = blank(&[]);
    for (ground, wrong) in [
        ("wM8 = \"q\"", "hex wM8: \"q\", expected . o g w b or s"),
        ("zM8 = \"w\"", "unknown hex \"zM8\""),
        ("wM8 = \". dirt\"", "hex wM8: \". dirt\""),
    ] {
        let text = draft.text().replace("[[board]]", &format!("[ground]\n{ground}\n\n[[board]]"));
        let faults = scenario::read("mine.toml", &text).unwrap_err().to_string();
        assert!(faults.contains(wrong), "{faults}");
    }
}

#[test]
fn a_scenario_whose_boards_do_not_fit_together_yet_can_be_opened_again() {
    let editor = Position::EXTRAS.editor.expect("it has an editor");
    let two_in_one_place = format!("{}\n[[board]]\nletter = \"x\"\n", blank(&[]).text());
    let draft =
        (editor.read)("mine.toml", &two_in_one_place, &[]).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((draft.grid().width(), draft.grid().height()), (33, 11), "the first board alone");
    assert!(draft.check().iter().any(|remark| remark.fault), "the check says why it can't be played");
    assert_eq!((editor.read)("mine.toml", &draft.text(), &[]).unwrap().text(), draft.text());
    let unknown = two_in_one_place.replacen("letter = \"w\"", "letter = \"q\"", 1);
    assert!((editor.read)("mine.toml", &unknown, &[]).is_err(), "there is no board q");
}
