//! `standto report`: the page, the image and the summary of a battle.

use std::fs;
use std::path::Path;

use standto::game::Side;
use standto::game::view::{BoardView, Family, PieceView, View};
use standto::report::{Eyes, Story};

use crate::desk::{Desk, desk, text};

fn save(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves").join(name);
    path.to_string_lossy().into_owned()
}

/// A short finished battle of each ruleset.
const BATTLES: [&str; 4] = [
    "v2/matg-first-steps-38.toml",
    "v2/panzertruppe-hunters-8.toml",
    "v2/aslsk-steps-guns-3.toml",
    "v1/fireandmove-crossroads-7.toml",
];

fn page(home: &Desk, save: &str) -> String {
    home.good(&["report", save, "--html", "page.html"]);
    text(&home.path("page.html"))
}

/// The images in a page.
fn images(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find("<svg") {
        let end = start + rest[start..].find("</svg>").unwrap() + "</svg>".len();
        found.push(&rest[start..end]);
        rest = &rest[end..];
    }
    found
}

#[test]
fn a_battle_of_every_ruleset_becomes_one_page() {
    for battle in BATTLES {
        let home = desk();
        let page = page(&home, &save(battle));
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{battle}");
        for link in ["http://", "https://", "src=", "href=", "@import", "url("] {
            let outside = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!outside.contains(link), "{battle}: the page must not load {link}");
        }
        let images = images(&page);
        assert_eq!(images.len(), 3, "{battle}: the map, losses and luck");
        for image in images {
            roxmltree::Document::parse(image).unwrap_or_else(|error| panic!("{battle}: {error}"));
        }
        for heading in ["Decisive actions", "Order of battle", "Every roll", "Losses in", "Luck:"] {
            assert!(page.contains(heading), "{battle}: {heading}");
        }
    }
}

#[test]
fn a_page_is_the_same_every_time() {
    let home = desk();
    let first = page(&home, &save(BATTLES[0]));
    assert_eq!(first, page(&home, &save(BATTLES[0])));
}

#[test]
fn a_page_is_small() {
    let home = desk();
    let short = page(&home, &save("v2/matg-first-steps-38.toml")).len();
    assert!(short <= 80_000, "a short battle takes {short} bytes");
    let long = page(&home, &save("v2/introductory-78.toml")).len();
    assert!(long <= 1_000_000, "the longest battle takes {long} bytes");
}

/// The data of a page, as its script reads it.
fn data(page: &str) -> serde_json::Value {
    let open = "<script type=\"application/json\" id=\"battle\">";
    let start = page.find(open).unwrap() + open.len();
    serde_json::from_str(&page[start..start + page[start..].find("</script>").unwrap()]).unwrap()
}

/// The differences of a page lead to the positions of the game.
#[test]
fn the_differences_lead_to_the_last_position() {
    let home = desk();
    let path = save(BATTLES[0]);
    let data = data(&page(&home, &path));
    let front = home.front();
    let session = front.look_at_save(Path::new(&path)).unwrap();
    let frames = data["frames"].as_array().unwrap();
    assert_eq!(frames.len() as u32, session.plays() + 1);
    let mut cells = vec![-1; data["units"].as_array().unwrap().len()];
    for change in frames {
        for unit in change["u"].as_array().into_iter().flatten() {
            cells[unit[0].as_u64().unwrap() as usize] = unit[1].as_i64().unwrap();
        }
    }
    for (side, number) in [(Side::A, 0), (Side::B, 1)] {
        let view = session.view(side);
        for piece in view.pieces.iter().filter(|piece| piece.side == side) {
            let named = |unit: &serde_json::Value| unit[0] == number && unit[2] == piece.with_tag();
            let at = data["units"].as_array().unwrap().iter().position(named).unwrap();
            let cell = piece.cell.map_or(-1, |cell| view.board.grid.index(cell) as i64);
            assert_eq!(cells[at], if piece.lost { -2 } else { cell }, "{}", piece.name);
        }
    }
    assert_eq!(data["log"].as_array().unwrap().len(), session.log().len());
}

/// The sketch of every position agrees with its view, as far as it goes.
#[test]
fn a_sketch_agrees_with_the_view() {
    for battle in BATTLES.into_iter().chain(["v2/matg-every-option-45.toml"]) {
        let home = desk();
        let kept = home.front().read_save(Path::new(&save(battle))).unwrap();
        let mode = standto::game::replay::ReplayMode::ByRecordedDice;
        let mut session = match kept.opening.go_on_with(kept.loaded, None, mode) {
            Ok(session) => session,
            // It was played under earlier rules, and is shown as far as it replays.
            Err(_) => {
                let kept = home.front().read_save(Path::new(&save(battle))).unwrap();
                let mode = standto::game::replay::ReplayMode::StopBefore(380);
                kept.opening.go_on_with(kept.loaded, None, mode).unwrap()
            }
        };
        for play in 0..=session.plays() {
            assert!(session.show(Some(play)), "{battle}: {play}");
            for side in Side::BOTH {
                let (view, sketch) = (session.view(side), session.sketch(side));
                let at = format!("{battle}, action {play}, {side:?}");
                assert_eq!((sketch.turn, sketch.phase), (view.turn, view.phase), "{at}");
                assert_eq!((&sketch.title, &sketch.words), (&view.title, &view.words), "{at}");
                assert_eq!(sketch.markers, view.markers, "{at}");
                assert_eq!(sketch.pieces.len(), view.pieces.len(), "{at}");
                for (drawn, piece) in sketch.pieces.iter().zip(&view.pieces) {
                    let shown = |piece: &PieceView| {
                        let PieceView {
                            id, side, cell, stack, facings, states, figures, hidden, lost, ..
                        } = piece.clone();
                        (id, side, cell, stack, facings, states, figures, hidden, lost)
                    };
                    assert_eq!(shown(drawn), shown(piece), "{at}");
                }
                let scores = |view: &View| view.sides.each_ref().map(|side| (side.lost, side.score));
                assert_eq!(scores(&sketch), scores(&view), "{at}");
                let (drawn, board) = (&sketch.board, &view.board);
                let holders =
                    |board: &BoardView| board.goals.iter().map(|goal| goal.holder).collect::<Vec<_>>();
                assert_eq!(holders(drawn), holders(board), "{at}");
                let families = |board: &BoardView| -> Vec<Option<Family>> {
                    board.grid.cells().map(|cell| board.ground(cell).map(|it| it.ground_family())).collect()
                };
                assert_eq!(families(drawn), families(board), "{at}");
            }
        }
    }
}

/// A battle in progress: one human player, who has not seen the enemy's secret lines.
#[test]
fn a_battle_in_progress_is_told_from_one_seat() {
    let home = desk();
    let (path, mut session) = home.played(60);
    let path = path.to_string_lossy().into_owned();
    let everything = Story::of(&mut *session, Eyes::All).unwrap();
    session.set_seat(Side::A, standto::game::Seat::Human);
    assert_eq!(Eyes::of(&*session), Eyes::Seat(Side::A));
    let mine = Story::of(&mut *session, Eyes::Seat(Side::A)).unwrap();
    assert_eq!(mine.plays(), everything.plays());
    session.set_seat(Side::B, standto::game::Seat::Human);
    assert_eq!(Eyes::of(&*session), Eyes::Both);
    let told = home.good(&["report", &path, "--text", "--side", "soviets"]);
    assert!(told.contains("As seen by the Soviets."), "{told}");
    let whole = home.good(&["report", &path, "--text"]);
    assert!(whole.contains("In progress: turn ") && !whole.contains("As seen by"), "{whole}");
    let wrong = home.refused(2, &["report", &path, "--text", "--side", "romans"]);
    assert!(wrong.contains("expected germans or soviets"), "{wrong}");
}

/// Lines and markers that one side must not know do not reach the page that the other side reads.
#[test]
fn a_page_contains_no_line_for_the_other_side() {
    let home = desk();
    let path = save("v2/matg-introductory-39.toml");
    let front = home.front();
    let session = front.look_at_save(Path::new(&path)).unwrap();
    let secret = |side: Side| session.log().iter().filter(move |line| line.event.only == Some(side)).count();
    home.good(&["report", &path, "--html", "a.html", "--side", "germans"]);
    let shown = data(&text(&home.path("a.html")))["log"].as_array().unwrap().len();
    assert_eq!(shown, session.log().len() - secret(Side::B));
}

#[test]
fn hostile_texts_stay_texts() {
    let home = desk();
    let scenario = text(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/matg/introductory.toml"));
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&'\\\"";
    let scenario: String =
        scenario
            .lines()
            .map(|line| {
                if line.starts_with("title") { format!("title = \"{evil}\"\n") } else { format!("{line}\n") }
            })
            .collect();
    let file = home.write("evil.toml", &scenario);
    let front = home.front();
    let scenario = standto::library::Scenario::from_file(&file).unwrap();
    let seats = [standto::game::Seat::Human; 2];
    let game = standto::library::NewGame {
        seats,
        seed: 1,
        dice: standto::game::journal::DiceKind::Seeded,
        undo: None,
    };
    let session = front.start(&scenario, &game).unwrap();
    let path = session.save_path().unwrap().to_string_lossy().into_owned();
    assert!(session.view(Side::A).title.contains("<script>"), "the title must be hostile");
    drop(session);
    let page = page(&home, &path);
    assert!(!page.contains("<script>alert") && !page.contains("<img"), "a text became an element");
    assert_eq!(page.matches("</script>").count(), 2, "only the page's own scripts end");
    for image in images(&page) {
        roxmltree::Document::parse(image).unwrap();
    }
    let image = home.good(&["report", &path, "--svg"]);
    let read = roxmltree::Document::parse(&image).unwrap();
    assert!(!read.descendants().any(|node| node.has_tag_name("script") || node.has_tag_name("img")));
}

#[test]
fn one_position_is_an_image() {
    let home = desk();
    for battle in BATTLES {
        let image = home.good(&["report", &save(battle), "--svg", "--play", "20"]);
        let read = roxmltree::Document::parse(&image).unwrap();
        let units =
            read.descendants().filter(|node| node.attribute("class").is_some_and(|c| c.starts_with("u ")));
        assert!(units.count() > 1, "{battle}");
    }
}

#[test]
fn a_summary_tells_the_result() {
    let home = desk();
    let told = home.good(&["report", &save("v2/matg-first-steps-38.toml"), "--text"]);
    insta::assert_snapshot!("report_text", told);
}

#[test]
fn a_report_says_what_it_lacks() {
    let home = desk();
    assert!(home.refused(1, &["report", "nothing", "--text"]).contains("there is no saved game \"nothing\""));
    assert!(home.refused(2, &["report", "nothing"]).contains("--html"));
    let file = home.path("no/such/folder.html");
    let save = save(BATTLES[0]);
    let told = home.refused(1, &["report", &save, "--html", &file.to_string_lossy()]);
    assert!(told.ends_with(&format!("there is no folder {}\n", home.path("no/such").display())), "{told}");
    assert!(fs::metadata(&file).is_err());
    let folder = home.path("").to_string_lossy().into_owned();
    let told = home.refused(1, &["report", &save, "--html", &folder]);
    assert!(told.contains("expected a file, found a folder"), "{told}");
    let told = home.refused(1, &["report", &save, "--svg", "--play", "9999"]);
    assert!(told.contains("\nerror: the save has only ") && told.ends_with(" actions, not 9999\n"), "{told}");
    let told = home.refused(1, &["replay", &save, "--cast", &file.to_string_lossy()]);
    assert!(told.contains("there is no folder "), "{told}");
}
