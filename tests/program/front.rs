//! The library: rulesets and scenarios by name, and the services for the screen.

use std::path::Path;

use standto::cli::LibraryServices;
use standto::game::Seat;
use standto::game::replay::ReplayMode;
use standto::library::{FORGED, Library, Target, scenario_name};
use standto::registry::Ruleset;
use standto::store::Home;
use standto::tui::{ScenarioCard, Services, Setup};

#[test]
fn every_ruleset_is_found_by_its_id_and_by_no_other() {
    for ruleset in Ruleset::ALL {
        assert_eq!(ruleset.id().parse(), Ok(ruleset));
        assert!(!ruleset.title().is_empty() && !ruleset.scenarios().is_empty(), "{ruleset}");
        let shares = |other: &Ruleset| *other != ruleset && other.id() == ruleset.id();
        assert!(!Ruleset::ALL.iter().any(shares), "{ruleset} is twice in the list");
    }
    assert!("chess".parse::<Ruleset>().unwrap_err().to_string().contains("expected one of"));
}

#[test]
fn saves_and_scenarios_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let front = Library::at(Home::at(folder.path()));
    for ruleset in Ruleset::ALL {
        for (name, _) in ruleset.scenarios() {
            assert!(!front.scenario(&format!("{ruleset}/{name}")).unwrap().is_save(), "{name}");
        }
    }
    let path = folder.path().join("some.toml");
    for text in
        ["# A game\nformat = 1\nruleset = \"RULES\"\nscenario = \"x\"\n", "ruleset = \"RULES\"\n\n[seats]\n"]
    {
        std::fs::write(&path, text.replace("RULES", Ruleset::ALL[0].id())).unwrap();
        assert!(front.scenario(path.to_str().unwrap()).unwrap().is_save(), "{text}");
    }
}

/// `CONTENTS=write cargo test --test program contents` writes the table anew.
#[test]
fn the_table_of_contents_says_what_the_scenarios_say() {
    let folder = tempfile::tempdir().unwrap();
    let desk = LibraryServices::new(Library::at(Home::at(folder.path())));
    let mut table = String::from(
        "# What the title screen and \"standto list\" tell of the built-in scenarios, so that they need not read them.\n\
         # CONTENTS=write cargo test --test program contents\n",
    );
    for ruleset in Ruleset::ALL {
        for (name, _) in ruleset.scenarios() {
            let unread = ScenarioCard {
                ruleset: ruleset.id().into(),
                name: (*name).into(),
                ..ScenarioCard::default()
            };
            let card = desk.read(&unread);
            let lines = |texts: Vec<&String>| {
                texts
                    .iter()
                    .map(|text| format!("    {},\n", toml::Value::String((*text).clone())))
                    .collect::<String>()
            };
            let pairs = |pairs: &[(String, String)]| {
                let texts = pairs.iter().flat_map(|(first, second)| [first, second]);
                texts.map(|text| format!("{text:?}")).collect::<Vec<_>>().join(", ")
            };
            table += &format!(
                "\n[\"{ruleset}/{name}\"]\ntitle = {}\nteaches = {}\nturns = {}\nsides = [{}]\nbalance = [{}]\nsummary = [\n{}]\n",
                toml::Value::String(card.title.clone()),
                card.teaches,
                card.turns,
                pairs(&card.sides),
                pairs(&card.balance),
                lines(card.summary.iter().collect()),
            );
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/contents.toml");
    if std::env::var_os("CONTENTS").is_some_and(|wanted| wanted == "write") {
        std::fs::write(path, &table).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), table, "scenarios/contents.toml is out of date");
    let listed = desk.scenarios().into_iter().filter(|card| !card.is_custom());
    for card in listed {
        assert_eq!(card, ScenarioCard { picks: card.picks.clone(), ..desk.read(&card) }, "built in anew");
    }
}

#[test]
fn the_screen_finds_what_it_needs() {
    for ruleset in Ruleset::ALL {
        let folder = tempfile::tempdir().unwrap();
        let mut desk = LibraryServices::new(Library::at(Home::at(folder.path())));
        let cards = desk.scenarios();
        let listed = cards.iter().find(|card| card.ruleset == ruleset.id()).unwrap();
        let card = desk.read(listed);
        assert_eq!((&listed.title, listed.teaches), (&card.title, card.teaches));
        assert!(card.read && listed.read, "a built-in scenario is known without reading it");
        assert_eq!((card.name.as_str(), card.book.as_str()), (ruleset.scenarios()[0].0, ruleset.title()));
        assert!(card.turns > 0 && card.sides.len() == 2 && !card.sides[1].0.is_empty(), "{card:?}");
        assert!(!card.summary.is_empty() && desk.saves().is_empty());
        let setup = Setup {
            ruleset: card.ruleset.clone(),
            name: card.name.clone(),
            picks: Vec::new(),
            favour: None,
            seats: [Seat::Human; 2],
            seed: 4,
            typed: false,
            undo: None,
        };
        let game = desk.start(&setup).unwrap();
        assert_eq!(game.ruleset(), ruleset.id());
        let saves = desk.saves();
        assert_eq!(Path::new(&saves[0].id), game.save_path().unwrap());
        assert!(saves[0].summary.starts_with("turn 1, action 0, 20"), "{}", saves[0].summary);
        let in_use = desk.resume(&saves[0], ReplayMode::Checked).err().unwrap();
        assert!(in_use.why.contains("open in another window") && in_use.ways.is_empty(), "{in_use:?}");
        drop(game);
        assert_eq!(desk.resume(&saves[0], ReplayMode::Checked).unwrap().plays(), 0);
        let number = &ruleset.ledger().rules()[0].number;
        assert!(desk.rule(ruleset.id(), number).unwrap().0.starts_with(&format!("{number} ")));
        assert!(desk.rule(ruleset.id(), "999").is_none());
        assert_eq!(
            desk.catalog_search(ruleset.id(), "").len() > 2,
            standto::registry::tools(|extras| extras.catalog.map(|catalog| catalog.tool))
                .iter()
                .any(|(id, _)| *id == ruleset.id())
        );
    }
    let desk = LibraryServices::new(Library::at(Home::at("")));
    assert!(desk.rule("chess", "1").is_none() && desk.catalog_search("chess", "").is_empty());
}

/// A generated battle is offered, begins, and is saved with its text: the seed decides all of it.
/// What a balance provision changes is in the scenario of the save, and its briefing says so.
#[test]
fn a_battle_in_favour_of_a_side_says_what_is_different() {
    for ruleset in Ruleset::ALL {
        for (name, _) in ruleset.scenarios() {
            let folder = tempfile::tempdir().unwrap();
            let mut desk = LibraryServices::new(Library::at(Home::at(folder.path())));
            let cards = desk.scenarios();
            let card = cards.iter().find(|card| card.ruleset == ruleset.id() && card.name == *name).unwrap();
            for (side, text) in &card.balance {
                let setup = Setup {
                    ruleset: card.ruleset.clone(),
                    name: card.name.clone(),
                    picks: Vec::new(),
                    favour: Some(side.clone()),
                    seats: [Seat::Human; 2],
                    seed: 4,
                    typed: false,
                    undo: None,
                };
                let game = desk.start(&setup).unwrap();
                let briefing = game.view(standto::game::Side::A).paragraphs().join("\n");
                assert!(briefing.contains("Balance") && briefing.contains(text), "{name}: {briefing}");
                let save = std::fs::read_to_string(game.save_path().unwrap()).unwrap();
                assert!(save.contains("favour = ["), "{name}");
                drop(game);
                let resumed = desk.resume(&desk.saves()[0], ReplayMode::Checked).unwrap();
                assert!(
                    resumed.view(standto::game::Side::A).paragraphs().join("\n").contains(text),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn generated_battles_begin_from_the_title() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = LibraryServices::new(Library::at(Home::at(folder.path())));
    let cards: Vec<ScenarioCard> = desk.scenarios().into_iter().filter(|card| card.name == FORGED).collect();
    assert!(!cards.is_empty());
    let mut refused: Vec<String> = Vec::new();
    for card in cards {
        let setup = Setup {
            ruleset: card.ruleset.clone(),
            name: card.name.clone(),
            picks: card.picks.iter().map(|pick| pick.first).collect(),
            favour: None,
            seats: [Seat::Human; 2],
            seed: 4,
            typed: false,
            undo: None,
        };
        let titles: Vec<String> = (0..2)
            .map(|_| {
                let game = desk.start(&setup).unwrap();
                let text = std::fs::read_to_string(game.save_path().unwrap()).unwrap();
                text[text.find("[scenario-text]").unwrap()..].to_owned()
            })
            .collect();
        assert_eq!(titles[0], titles[1]);
        let saves = desk.saves();
        assert_eq!(desk.resume(&saves[0], ReplayMode::Checked).unwrap().plays(), 0);
        let first = Setup { picks: vec![0; card.picks.len()], ..setup };
        refused.extend(desk.start(&first).err().map(|why| why.to_string()));
    }
    assert_eq!(
        refused,
        ["this battle cannot be generated: United States has no tanks in the catalog for 1939"]
    );
}

#[test]
fn unreadable_scenarios_are_listed_last_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = LibraryServices::new(Library::at(Home::at(folder.path())));
    let card = desk.scenarios().remove(0);
    let setup = Setup {
        ruleset: card.ruleset,
        name: card.name,
        seats: [Seat::Human; 2],
        seed: 4,
        typed: false,
        undo: None,
        picks: Vec::new(),
        favour: None,
    };
    let path = desk.start(&setup).unwrap().save_path().unwrap().to_path_buf();
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
    for (name, text) in [("empty", ""), ("other", "title = 1\n")] {
        let broken = path.with_file_name(format!("{name}.toml"));
        std::fs::write(&broken, text).unwrap();
        std::fs::File::options().write(true).open(broken).unwrap().set_modified(later).unwrap();
    }
    let saves = desk.saves();
    assert_eq!((Path::new(&saves[0].id), saves.len()), (&*path, 3));
    assert!(saves[1..].iter().all(|save| save.summary.starts_with("can't be read: ")), "{saves:?}");
    assert_eq!(saves[1].title, "other (unreadable)");
}

#[test]
fn lists_of_saves_read_again_only_what_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path());
    let (front, kept) = (Library::at(home.clone()), home.summaries());
    let titles = || -> Vec<String> {
        let saves = front.saves().unwrap().into_iter();
        saves.map(|save| save.summary.map_or_else(|why| why, |summary| summary.title)).collect()
    };
    let mut desk = LibraryServices::new(Library::at(home));
    let card = desk.scenarios().remove(0);
    let setup = Setup {
        ruleset: card.ruleset,
        name: card.name,
        seats: [Seat::Human; 2],
        seed: 4,
        typed: false,
        undo: None,
        picks: Vec::new(),
        favour: None,
    };
    let games: Vec<_> = (0..2).map(|_| desk.start(&setup).unwrap()).collect();
    let path = games[0].save_path().unwrap().to_path_buf();
    drop(games);
    let title = titles()[0].clone();
    assert_eq!(titles(), [&*title; 2]);

    // Another title in the summaries shows whether a save has been read.
    let noted = std::fs::read_to_string(&kept).unwrap().replace(&title, "noted");
    std::fs::write(&kept, noted).unwrap();
    assert_eq!(titles(), ["noted"; 2]);
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
    std::fs::File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
    assert_eq!(titles(), [&*title, "noted"], "one of them has been written since");
    std::fs::write(&path, "title = 1\n").unwrap();
    let unreadable = front.saves().unwrap().into_iter().filter(|save| save.summary.is_err());
    assert_eq!(unreadable.count(), 1, "the summary of an older text does not count");

    std::fs::remove_file(&path).unwrap();
    assert_eq!(titles(), ["noted"]);
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(!std::fs::read_to_string(&kept).unwrap().contains(name));
    for damaged in ["", "{", "[1]", "{\"a.toml\": 3}"] {
        std::fs::write(&kept, damaged).unwrap();
        assert_eq!(titles(), [&*title], "{damaged}");
    }
}

#[test]
fn a_scenario_of_one_ruleset_does_not_hide_that_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let (first, name) = (Ruleset::ALL[0], Ruleset::ALL[0].scenarios()[0].0);
    // A folder for an unknown ruleset, and a file with the same name elsewhere.
    let elsewhere = folder.path().join("scenarios").join("chess");
    std::fs::create_dir_all(&elsewhere).unwrap();
    std::fs::write(elsewhere.join(format!("{name}.toml")), "format = 1\nruleset = \"chess\"\n").unwrap();
    let front = Library::at(Home::at(folder.path()));
    for asked in [name.to_owned(), format!("{first}/{name}")] {
        let scenario = front.scenario(&asked).unwrap();
        assert_eq!((scenario.ruleset, scenario.path.is_none()), (first, true), "{asked}");
    }
    for (at, &other) in Ruleset::ALL.iter().enumerate().skip(1) {
        let own = folder.path().join("scenarios").join(other.id());
        std::fs::create_dir_all(&own).unwrap();
        std::fs::write(own.join(format!("{name}.toml")), other.scenarios()[0].1).unwrap();
        assert_eq!(front.scenario(name).unwrap().ruleset, first, "{at}");
        let theirs = front.scenario(&format!("{other}/{name}")).unwrap();
        assert_eq!((theirs.ruleset, theirs.path.is_some()), (other, true));
    }
}

#[test]
fn saving_a_battle_overwrites_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let front = Library::at(Home::at(folder.path()));
    let ruleset = Ruleset::ALL[0];
    let shipped = ruleset.scenarios()[0].0.to_owned();
    let own = |name: &str| Target::Own(name.to_owned());
    let keep = |name: &str, text: &str, known: Option<&str>, over| {
        front.own_battles().save(ruleset, &own(name), text, known, over).map_err(|why| why.to_string())
    };
    let path = keep("mine", "one", None, false).unwrap();
    assert!(keep("mine", "two", None, false).unwrap_err().ends_with("already exists and is another battle"));
    keep("mine", "two", Some("one"), false).unwrap();
    keep("mine", "three", None, true).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "three");
    let why = keep(&shipped, "four", None, true).unwrap_err();
    assert_eq!(why, format!("\"{shipped}\" is a built-in battle; choose another name"));
    for name in ["", "../mine", "Mine", "a b"] {
        assert!(
            keep(name, "five", None, true).unwrap_err().starts_with("a name has small letters"),
            "{name}"
        );
    }
    assert_eq!(scenario_name("  The Mill, by night! "), "the-mill-by-night");
}
