//! VASL boards: drawn ones are read as drawn, and bad ones refused in a sentence.

use std::path::Path;
use std::{env, fs};

use crate::vasl::{HEX, Painted, archive, blocks, packed, small};
use standto::board::hex::{Hex, Side};
use standto::reading::{CustomData, Source};
use standto::registry::Ruleset;
use standto::rules::aslsk::board::join::{Laid, join};
use standto::rules::aslsk::board::reading::{Board, embedded, read};
use standto::rules::aslsk::board::shape::{Point, Shape, road};
use standto::rules::aslsk::board::{Map, Season, Terrain};
use standto::rules::aslsk::import::{HEAD, Imported, board};

fn brought(painted: &Painted, letter: Option<&str>) -> (Board, Imported) {
    let imported = board(&painted.archive(), letter).unwrap();
    let text = format!("{HEAD}\n{}", imported.text);
    let (mut boards, _) = read("brought.toml", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    (boards.remove(0), imported)
}

fn inside(shape: &Shape, (x, y): (f64, f64)) -> bool {
    let corners = shape.corners();
    (0..corners.len()).all(|i| {
        let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
        let (ax, ay) = (f64::from(a.x), f64::from(a.y));
        (f64::from(b.x) - ax) * (y - ay) - (f64::from(b.y) - ay) * (x - ax) >= 0.0
    })
}

/// The built-in board as points: each hex with its roads and outlines.
fn painted(board: &Board) -> Painted {
    let code = |terrain: Terrain| match terrain {
        Terrain::Open => 0,
        Terrain::Orchard => 63,
        Terrain::Grain => 24,
        Terrain::Woods => 60,
        Terrain::WoodenBuilding => 50,
        Terrain::StoneBuilding => 40,
    };
    let looks = |hex: Hex| {
        let ground = board.ground(hex)?;
        let road = road(ground.road);
        Some((ground, ground.depiction(), road))
    };
    let looks: Vec<Vec<_>> =
        (0..33).map(|col| (0..=10).map(|row| looks(Hex::new(col, row))).collect()).collect();
    Painted::new(33, 10, &board.letter, |x, y| {
        // Units of the board; the centre of A1 is at (0, 48).
        let (east, south) = ((f64::from(x) + 0.5) * 24.0 / HEX.0, (f64::from(y) + 0.5) * 48.0 / HEX.1 + 24.0);
        let col = (east / 24.0).floor() as i16;
        let near = (col..=col + 1).flat_map(|col| {
            let row = ((south - 24.0 * f64::from(col % 2)) / 48.0).round() as i16;
            (row - 1..=row + 1).map(move |row| Hex::new(col, row))
        });
        let of = |hex: Hex| {
            let centre = Point::centre(hex);
            (east - f64::from(centre.x), south - f64::from(centre.y))
        };
        let within = |&hex: &Hex| {
            let (dx, dy) = of(hex);
            dy.abs() <= 24.0 && 3.0 * dx.abs() + dy.abs() <= 48.0 && board.ground(hex).is_some()
        };
        let Some(hex) = near.into_iter().find(within) else { return (0, 0) };
        let Some((ground, depiction, road)) = &looks[hex.col as usize][hex.row as usize] else {
            return (0, 0);
        };
        let at = of(hex);
        let terrain = if road.iter().any(|strip| inside(strip, at)) && !ground.terrain.building() {
            65 + u8::from(ground.paved)
        } else if depiction.iter().any(|part| inside(part, at)) {
            code(ground.terrain)
        } else {
            0
        };
        (ground.level as i8, terrain)
    })
}

fn map(board: &Board) -> Map {
    join(&[Laid { board, turned: false, across: 0, down: 0 }], Season::of(7), |_, _| true)
}

#[test]
fn a_board_painted_as_points_comes_back() {
    let letter = "w";
    let original = embedded(letter).unwrap();
    let (again, imported) = brought(&painted(original), None);
    assert_eq!((imported.letter.as_str(), imported.notes.as_slice()), (letter, &[][..]));
    for (hex, ground) in original.hexes() {
        let found = again.ground(hex).unwrap();
        assert_eq!((found.terrain, found.level), (ground.terrain, ground.level), "{letter}{hex}");
        // A road under a building or off-board is invisible, and none is expected where only one of two hexes
        // has it.
        let seen = |side: Side| {
            let west = hex.col == 0 && matches!(side, Side::SW | Side::NW);
            let east = hex.col == 32 && matches!(side, Side::NE | Side::SE);
            if west || east {
                return false;
            }
            let next = original.ground(hex.step(side));
            let hidden = |ground: &standto::rules::aslsk::board::BoardHex| ground.terrain.building();
            !hidden(ground)
                && next.is_none_or(|next| !hidden(next) && next.road & 1 << side.opposite() as u8 != 0)
        };
        let road = Side::ALL.into_iter().filter(|&side| ground.road & 1 << side as u8 != 0 && seen(side));
        let road = road.fold(0, |bits, side| bits | 1 << side as u8);
        assert_eq!(found.road, road, "{letter}{hex}");
        assert_eq!(found.paved, ground.paved && road != 0, "{letter}{hex}");
    }
    // Outlines use whole units: a few LOS that graze a corner may differ.
    let (one, other) = (map(original), map(&again));
    let (mut pairs, mut alike) = (0, 0);
    for from in one.places().step_by(5) {
        for to in one.places().step_by(3) {
            pairs += 1;
            alike += usize::from(one.sight(from, to).clear() == other.sight(from, to).clear());
        }
    }
    assert!(alike * 1000 >= pairs * 985, "board {letter}: {alike} lines of {pairs} are alike");
}

#[test]
fn a_small_board_is_written_like_this() {
    let (board, imported) = brought(&small(), None);
    assert_eq!((board.letter.as_str(), imported.notes.len()), ("7", 0));
    let head = "[[mapboard]]\nletter = \"7\"\ncolumns = 3\nrows = 2\nhexes = \"\"\"\n\
                A     s  .1\nB  .  .  .1\nC     w  .1\n\"\"\"\ndirt = [\n  \"B0 n s\", \"B1 n s\", \"B2 n s\"\n]\n";
    assert!(imported.text.starts_with(head), "{}", imported.text);
    assert_eq!(brought(&small(), Some("q2")).0.letter, "q2");
}

#[test]
fn unsupported_terrain_is_reported_with_its_hexes() {
    let mut painted = small();
    let (width, height) = (painted.size.0 as usize, painted.size.1 as usize);
    for (at, point) in painted.points.iter_mut().enumerate() {
        let (x, y) = (at / height, at % height);
        match (x, y) {
            (0..12, 20..45) => *point = (0, 42),
            (45..50, 60..64) => *point = (0, 72),
            _ if x > width - 20 && y > height - 20 => *point = (-2, 25),
            (90..112, 110..120) => *point = (0, 200),
            _ => {}
        }
    }
    let (board, imported) = brought(&painted, Some("a"));
    assert_eq!(
        imported.notes,
        [
            "Brush in C2: taken as Open Ground",
            "Stone Building, 2 Level in A1: taken as a one-level building",
            "Wall in B1: taken as Open Ground",
            "terrain 200 in C2: taken as Open Ground",
        ]
    );
    assert_eq!(board.ground("A1".parse().unwrap()).unwrap().terrain, Terrain::StoneBuilding);
    let mut deep = small();
    deep.points.iter_mut().for_each(|point| point.0 = -1);
    let (board, imported) = brought(&deep, None);
    assert_eq!(imported.notes, ["level -1 in A1, A2, B0, B1, B2, C1, C2: taken as level 0"]);
    assert!(board.hexes().all(|(_, ground)| ground.level == 0));
}

#[test]
fn a_battle_is_played_on_the_players_own_board() {
    let original = embedded("w").unwrap();
    let imported = board(&painted(original).archive(), Some("z9")).unwrap();
    let own = |text: String| CustomData { source: Source::Scenario, file: "mine.toml".into(), text };
    let mine = own(format!("{HEAD}\n{}", imported.text));
    let s9 = Ruleset::Aslsk.scenarios()[0].1;
    assert!(s9.contains("letter = \"w\""));
    let moved = s9.replace("letter = \"w\"", "letter = \"z9\"").replace("\"w", "\"z9");
    let (opening, _) = Ruleset::Aslsk.open_with("s9.toml", &moved, std::slice::from_ref(&mine)).unwrap();
    assert_eq!(opening.sides().len(), 2);
    let faults = Ruleset::Aslsk.open("s9.toml", &moved).unwrap_err().to_string();
    assert!(faults.contains("unknown board \"z9\", expected w or x or o"), "{faults}");
    // A custom board w replaces the built-in one.
    let bare =
        "[[mapboard]]\nletter = \"w\"\ncolumns = 3\nrows = 1\nhexes = \"\"\"\nA .\nB . .\nC .\n\"\"\"\n";
    let faults = Ruleset::Aslsk.open_with("s9.toml", s9, &[own(format!("{HEAD}{bare}"))]).unwrap_err();
    assert!(faults.to_string().contains("s9.toml"), "{faults}");
    // A fault of a board is reported with its own file.
    let broken = own(format!("{HEAD}{}", bare.replace("C .", "C ?")));
    let faults = Ruleset::Aslsk.open_with("s9.toml", s9, &[broken]).unwrap_err().to_string();
    assert_eq!(
        faults,
        "mine.toml:10:3: hex C1: unknown terrain \"?\", expected . o g w b or s and a digit for its level"
    );
}

/// Bad archives by name.
fn bad() -> Vec<(&'static str, Vec<u8>)> {
    let good = small();
    let with = |metadata: String, points: Vec<u8>| {
        archive(&[("BoardMetadata.xml", metadata.into_bytes()), ("LOSData", points)])
    };
    let says = |from: &str, to: &str| {
        let metadata = good.metadata();
        assert!(metadata.contains(from));
        with(metadata.replace(from, to), packed(&good.stream()))
    };
    let stream = |bytes: Vec<u8>| with(good.metadata(), packed(&bytes));
    let numbers = |numbers: [i32; 4]| {
        let data: Vec<u8> = numbers.into_iter().flat_map(i32::to_be_bytes).chain([0; 4000]).collect();
        stream(blocks(&data))
    };
    let whole = good.archive();
    let mut turned = whole.clone();
    let middle = turned.iter().position(|&byte| byte == 0x1F).unwrap() + 30;
    turned[middle] ^= 0x55;
    vec![
        ("no-archive", b"GIF89a and nothing else".to_vec()),
        ("nothing", Vec::new()),
        ("torn-archive", whole[..whole.len() / 2].to_vec()),
        ("empty-archive", archive(&[])),
        ("no-points", archive(&[("BoardMetadata.xml", good.metadata().into_bytes())])),
        ("no-metadata", archive(&[("LOSData", packed(&good.stream()))])),
        ("a-bit-turned", turned),
        ("metadata-without-end", says("</boardMetadata>", "")),
        ("metadata-of-something-else", says("boardMetadata", "sharedBoardMetadata")),
        ("metadata-with-entities", says("<!-- painted -->", "<!DOCTYPE x [<!ENTITY a \"&a;&a;\">]>")),
        ("metadata-too-large", says("<buildingTypes/>", &" ".repeat(1 << 20))),
        ("no-width", says(" width=\"3\"", "")),
        ("width-in-words", says("width=\"3\"", "width=\"three\"")),
        ("width-beyond-measure", says("width=\"3\"", "width=\"2000000000\"")),
        ("negative-height", says("height=\"2\"", "height=\"-2\"")),
        ("even-hexrows", says("width=\"3\"", "width=\"4\"")),
        ("no-hexes", says("height=\"2\"", "height=\"0\"")),
        ("other-grain", says("author=", "altHexGrain=\"TRUE\" author=")),
        ("other-grid", says("author=", "HexGridConfig=\"TopLeftHalfHeight\" author=")),
        ("hexes-of-no-size", says("author=", "hexWidth=\"NaN\" author=")),
        ("hexes-too-wide", says("author=", "hexWidth=\"1e300\" author=")),
        ("first-hex-elsewhere", says("author=", "A1CenterX=\"-901\" author=")),
        ("nameless", says("name=\"07\"", "name=\"Hatten in Flames\"")),
        ("points-not-packed", with(good.metadata(), good.stream())),
        ("points-torn", with(good.metadata(), packed(&good.stream())[..40].to_vec())),
        ("points-end-early", stream(good.stream()[..5000].to_vec())),
        ("points-empty", stream(Vec::new())),
        ("points-of-no-java", stream(b"P6 1800 645 255 and so on".to_vec())),
        ("points-of-an-object", stream([&[0xAC, 0xED, 0, 5, 0x73][..], &[0; 60]].concat())),
        ("points-in-less-than-nothing", stream([&[0xAC, 0xED, 0, 5, 0x7A, 0xFF][..], &[0xFF; 60]].concat())),
        (
            "points-in-blocks-of-nothing",
            stream([&[0xAC, 0xED, 0, 5][..], &[0x77, 0].repeat(20_000_000)].concat()),
        ),
        ("points-of-another-board", numbers([33, 10, 1800, 645])),
        ("points-too-many", numbers([3, 2, i32::MAX, i32::MAX])),
        ("points-fewer-than-none", numbers([3, 2, -112, -129])),
        ("points-too-few", numbers([3, 2, 112, 129])),
    ]
}

/// Each archive of the folder is refused with the words beside it. `BAD=write` rewrites the folder.
#[test]
fn every_bad_archive_says_what_is_wrong_with_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad/aslsk/archives");
    if env::var("BAD").is_ok_and(|word| word == "write") {
        fs::create_dir_all(&folder).unwrap();
        for (name, bytes) in bad() {
            fs::write(folder.join(name).with_extension("zip"), bytes).unwrap();
        }
    }
    let mut wrong = String::new();
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "zip"));
    files.sort();
    assert!(files.len() >= 30);
    for path in files {
        let said = match board(&fs::read(&path).unwrap(), None) {
            Ok(_) => "it was read without an error".to_owned(),
            Err(error) => error.to_string(),
        };
        let expected = fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
        if env::var("BAD").is_ok_and(|word| word == "write") {
            fs::write(path.with_extension("txt"), format!("{said}\n")).unwrap();
        } else if said != expected.trim_end() {
            wrong += &format!("{}: {said}\n", path.display());
        }
    }
    assert!(wrong.is_empty(), "these messages are not as written beside their files:\n{wrong}");
}
