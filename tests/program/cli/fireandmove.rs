//! Fire & Move on the command line: its catalog, figures of a player's own, battles by points, decks to be printed.

use std::fs;

use standto::game::Seat;
use standto::game::journal::DiceKind;
use standto::library::NewGame;
use standto::rules::fireandmove::nations::nations;

use crate::desk::{desk, text};

/// A rifleman whose nerve fails at nothing, in a file of the player's own.
const BRAVE: &str = "[[troop]]\nkey = \"rifleman\"\nname = \"brave rifleman\"\nweapon = \"rifle\"\nmorale = 6\npanic = 6\n\
                     ccv = 2\npoints = 10\nprovenance = \"mine\"\n";

/// Fire values of the program, in a file of the player's own.
const FIRE: &str = "[[base]]\nkey = \"regular\"\nmen = [[\"1\", \"0\", \"-1\", \"-\"], [\"2\", \"1\", \"0\", \"-\"], \
                    [\"3\", \"2\", \"1\", \"-\"], [\"4\", \"3\", \"2\", \"-\"], [\"5\", \"4\", \"3\", \"-\"]]\nprovenance = \"mine\"\n";

/// A vehicle of the player's own.
const TANK: &str = "[[vehicle]]\nkey = \"light-tank\"\nname = \"light tank\"\nfront = \"5/4/3\"\nflank = \"4/3/2\"\n\
                    morale = 3\ncrew-exposed = 4\nmg = 3\noverrun = 4\nbog = 5\nturret = true\nweapon = \"gun-37\"\n\
                    points = 80\nprovenance = \"mine\"\n";

fn morale(desk: &crate::desk::Desk, more: &[&str]) -> String {
    let words = ["catalog", "fireandmove", "--kind", "figure", "--find", "rifleman", "--json"];
    let lines = desk.json(&[&words, more].concat());
    lines[0]["values"].as_str().unwrap().split(';').next().unwrap().to_owned()
}

#[test]
fn the_catalog_tells_every_figure_with_where_it_comes_from() {
    let desk = desk();
    let all = desk.json(&["catalog", "fireandmove", "--json"]);
    let lines = all.as_array().unwrap();
    for kind in ["fire", "weapon", "figure", "vehicle"] {
        assert!(lines.iter().filter(|line| line["kind"] == kind).count() >= 4, "{kind}");
    }
    for line in lines {
        let provenance = line["provenance"].as_str().unwrap();
        assert!(provenance.starts_with("proposal") || provenance.starts_with("text"), "{line}");
        assert!(!line["values"].as_str().unwrap().is_empty() || line["kind"] == "weapon", "{line}");
    }
    let shown = desk.good(&["catalog", "fireandmove", "--find", "panzerfaust"]);
    assert!(shown.contains("AP 5") && shown.contains("text"), "{shown}");
    assert_eq!(
        desk.refused(1, &["catalog", "fireandmove", "--find", "halberd"]),
        "error: nothing in the catalog fits --find \"halberd\"\n"
    );
}

#[test]
fn custom_data_applies_in_the_catalog_in_battles_and_in_the_save() {
    let desk = desk();
    assert_eq!(morale(&desk, &[]), "morale 3");
    desk.write("mine.toml", BRAVE);
    assert_eq!(morale(&desk, &["--own-tables", "mine.toml"]), "morale 6");
    desk.write("config/fireandmove/tables.toml", BRAVE);
    assert_eq!(morale(&desk, &[]), "morale 6", "the file in his folder");
    let front = desk.front();
    let scenario = front.scenario("fireandmove/crossroads").unwrap();
    let game = NewGame { seats: [Seat::Human; 2], seed: 3, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&scenario, &game).unwrap();
    let path = session.save_path().unwrap().to_path_buf();
    drop(session);
    fs::remove_file(desk.path("config/fireandmove/tables.toml")).unwrap();
    assert!(text(&path).contains("brave rifleman"), "the save keeps them");
    assert_eq!(morale(&desk, &["--in", path.to_str().unwrap()]), "morale 6", "and goes on with them");
    assert_eq!(morale(&desk, &["--in", "fireandmove/crossroads"]), "morale 3");
}

#[test]
fn bad_figures_are_told_with_file_line_and_column() {
    let desk = desk();
    let cases = [
        (BRAVE.replace("morale = 6", "morale = 60"), "mine.toml:1:1: rifleman: morale is 0 to 9, not 60\n"),
        (
            BRAVE.replace("\"rifle\"", "\"rifel\""),
            "mine.toml:1:1: troop rifleman: there is no weapon \"rifel\"\n",
        ),
        (
            BRAVE.replace("ccv = 2", "ccv = \"two\""),
            "mine.toml:7:7: found string \"two\", expected a whole number\n",
        ),
        (BRAVE.replace("panic", "panik"), "mine.toml:6:1: unknown field `panik`"),
        (
            FIRE.replace("\"5\", \"4\"", "\"five\", \"4\""),
            "mine.toml:1:1: fire values regular: expected a number or -, not \"five\"\n",
        ),
        (
            FIRE.replace("[\"1\", \"0\", \"-1\", \"-\"], ", ""),
            "mine.toml:3:7: invalid length 4, expected an array of length 5\n",
        ),
        (
            "[[weapon]]\nkey = \"rifle\"\nname = \"rifle\"\nadds = \"twice\"\nprovenance = \"mine\"\n".into(),
            "mine.toml:1:1: weapon rifle: adds is size or signed, not \"twice\"\n",
        ),
        (
            TANK.replace("gun-37", "gun-36"),
            "mine.toml:1:1: vehicle light-tank: there is no weapon \"gun-36\"\n",
        ),
        (TANK.replace("bog = 5", "bog = 50"), "mine.toml:1:1: light-tank: bog is 0 to 9, not 50\n"),
        (TANK.replace("5/4/3", "5/4"), "mine.toml:1:1: vehicle light-tank: armour is K/S/I, three numbers"),
    ];
    for (file, sentence) in cases {
        desk.write("mine.toml", file);
        let refused = desk.refused(1, &["check", "fireandmove/crossroads", "--own-tables", "mine.toml"]);
        assert!(refused.starts_with(sentence.trim_end()), "{refused}");
    }
}

#[test]
fn battles_by_points_are_made_for_every_nation_and_ground_and_can_be_played() {
    let desk = desk();
    for (place, nation) in nations().iter().enumerate() {
        let ground = ["farmland", "woods", "village", "jungle"][place % 4];
        let points = ["200", "400", "800"][place % 3];
        let seed = place.to_string();
        let mut words = vec![
            "forge",
            "fireandmove",
            "--first",
            &nation.key,
            "--second",
            "german",
            "--points",
            points,
            "--ground",
            ground,
            "--seed",
            &seed,
        ];
        if place % 2 == 0 {
            words.push("--night");
        } else {
            words.push("--vehicles");
        }
        let made = desk.good(&words);
        assert_eq!(made, desk.good(&words), "the same order makes the same battle");
        let path = desk.write("made.toml", &made);
        let said = desk.good(&["check", path.to_str().unwrap()]);
        assert!(!said.contains("Odd"), "{}: {said}", nation.key);
        let spent: Vec<u16> = made
            .lines()
            .find(|line| line.contains(" against ") && line.contains(" of "))
            .map(|line| {
                line.split(|c: char| !c.is_ascii_digit())
                    .filter_map(|n| n.parse().ok())
                    .filter(|&n| n >= 100)
                    .collect()
            })
            .unwrap_or_default();
        let most: u16 = points.parse().unwrap();
        assert!(
            spent.iter().all(|&spent| spent <= most && spent + 45 >= most),
            "{}: {spent:?} of {most}",
            nation.key
        );
    }
    let refused = |words: &[&str]| desk.refused(1, &[&["forge", "fireandmove", "--second"], words].concat());
    assert_eq!(
        refused(&["germna"]),
        "error: there is no nation \"germna\"; did you mean \"german\"?; standto cards fireandmove lists them\n"
    );
    assert_eq!(refused(&["german", "--points", "9"]), "error: a side needs 120 to 1200 points, not 9\n");
    assert_eq!(
        refused(&["german", "--ground", "moon"]),
        "error: there is no ground \"moon\"; expected farmland, woods, village, jungle\n"
    );
}

#[test]
fn every_nation_has_its_deck_as_text_and_as_sheets_with_all_its_cards() {
    let desk = desk();
    for nation in nations() {
        let shown = desk.good(&["cards", "fireandmove", &nation.key]);
        let count: usize = shown
            .lines()
            .filter_map(|line| line.trim_start().split_once(" x ")?.0.parse::<usize>().ok())
            .sum();
        assert_eq!(count, 41, "{}: forty cards and the time check", nation.key);
        let mut drawn = 0;
        for sheet in 1..=5 {
            let svg = desk.good(&["cards", "fireandmove", &nation.key, "--svg", &sheet.to_string()]);
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{}", nation.key);
            assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
            drawn += svg.matches("<rect").count();
        }
        assert_eq!(drawn, 41, "{}", nation.key);
        desk.refused(2, &["cards", "fireandmove", &nation.key, "--svg", "6"]);
    }
}

#[test]
fn the_cards_for_a_real_table_have_the_players_own_figures() {
    let desk = desk();
    let printed = desk.good(&["cards", "russian"]);
    let weapon =
        text(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/config/fireandmove/troops.toml")));
    let fire =
        text(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/config/fireandmove/fire.toml")));
    // The entry of the light machine gun under another name.
    let all = format!("{fire}\n{weapon}");
    let at = all.find("key = \"lmg\"").expect("a light machine gun");
    let start = all[..at].rfind("[[weapon]]").unwrap();
    let end = all[at..].find("\n[[").map_or(all.len(), |end| at + end);
    let entry = all[start..end].replace("name = \"LMG\"", "name = \"sharp gun\"");
    assert!(entry.contains("sharp gun"), "{entry}");
    assert!(printed.contains("LMG") && !printed.contains("sharp gun"), "{printed}");
    desk.write("mine.toml", &entry);
    let own = desk.good(&["cards", "russian", "--own-tables", "mine.toml"]);
    assert!(own.contains("sharp gun") && !own.contains("LMG"), "{own}");
    let sheets: String = (1..=5)
        .map(|n| desk.good(&["cards", "russian", "--own-tables", "mine.toml", "--svg", &n.to_string()]))
        .collect();
    assert!(sheets.contains("sharp gun"), "on the sheets too");
    desk.write("config/fireandmove/tables.toml", &entry);
    assert!(desk.good(&["cards", "russian"]).contains("sharp gun"), "the file in his folder");
}

/// Rules switched on the form are no change of the scenario.
#[test]
fn a_battle_with_changed_optional_rules_resumes_without_warnings() {
    let desk = desk();
    let front = desk.front();
    let mut scenario = front.scenario("fireandmove/crossroads").unwrap();
    let plain = scenario.text.clone();
    scenario.switch(&[2]);
    assert_ne!(scenario.text, plain, "a rule is switched");
    let game = NewGame { seats: [Seat::Human; 2], seed: 3, dice: DiceKind::Seeded, undo: None };
    let mut session = front.start(&scenario, &game).unwrap();
    session.play("done").unwrap();
    let path = session.save_path().unwrap().to_path_buf();
    drop(session);
    let (session, remarks) = front.resume(&path).unwrap();
    assert_eq!((session.plays(), remarks), (1, Vec::<String>::new()));
    drop(session);
    // A scenario that was changed is told, switched or not.
    let save = text(&path).replace("switched-from = \"", "switched-from = \"0");
    let other = desk.write("saves/other.toml", save);
    let told = front.read_save(&other).unwrap().remarks;
    assert!(told.iter().any(|remark| remark.contains("has changed since")), "{told:?}");
}

/// With real decks every card is asked for by its name.
#[test]
fn real_cards_are_typed_by_name() {
    let desk = desk();
    let front = desk.front();
    let scenario = front.scenario("fireandmove/crossroads").unwrap();
    let game = NewGame { seats: [Seat::Human; 2], seed: 3, dice: DiceKind::Typed, undo: None };
    let mut session = front.start(&scenario, &game).unwrap();
    session.play("done").unwrap();
    let mut drawn = 0;
    while let Some(ask) = session.awaiting().cloned() {
        assert!(ask.to_string().contains("cards left in the germans deck") || drawn >= 5, "{ask}");
        assert!(ask.read("ace of spades").is_err());
        let card = ["fire 5/4", "fire 3/2", "move 1 ford", "rally 2", "smoke"][drawn % 5];
        session.give_face(ask.read(card).unwrap()).unwrap();
        drawn += 1;
    }
    assert_eq!(drawn, 9, "five and four");
    let hand = session.view(standto::game::Side::A).hand.unwrap();
    let names: Vec<&str> = hand.cards.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names, ["Move 1 ford", "Fire 3/2", "Fire 5/4", "Rally 2", "Smoke"]);
}
