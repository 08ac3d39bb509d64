//! Campaigns: whole ones of every ruleset, their files and faults, and what happens when the program is killed.

use std::fs;
use std::path::Path;

use standto::campaign::Campaign;
use standto::campaign::fitting::{Arriving, fit};
use standto::game::{Level, Seat};
use standto::library::{CampaignError, Library};
use standto::registry::Ruleset;
use standto::side::Side;

use crate::desk::{Desk, desk};

/// The built-in campaign of each ruleset.
fn built_in() -> Vec<(Ruleset, &'static str, &'static str)> {
    let of = |ruleset: Ruleset| {
        let campaigns = ruleset.extras().campaigns.expect("every ruleset has campaigns");
        campaigns.built_in.iter().map(move |(name, text)| (ruleset, *name, *text))
    };
    Ruleset::ALL.into_iter().flat_map(of).collect()
}

/// The computer plays the battle that is due.
fn play(front: &Library, name: &str) {
    let (mut session, _) = front.campaigns().go_on(name).unwrap();
    for _ in 0..200_000 {
        let Some(thinking) = session.think() else { break };
        let choice = thinking();
        session.play(&choice).unwrap();
    }
    assert!(session.outcome().is_some(), "{name}: the battle ends");
}

#[test]
fn the_computer_plays_a_whole_campaign_of_each_ruleset() {
    for (ruleset, name, _) in built_in() {
        let folder = desk();
        let front = folder.front();
        let begun = front.campaigns().begin(name, [Seat::program(Level::Random); 2], 7).unwrap();
        assert_eq!(begun, name);
        let mut battles = 0;
        while !front.campaigns().begun(name).unwrap().is_over() {
            play(&front, name);
            battles += 1;
            let state = front.campaigns().begun(name).unwrap();
            assert_eq!(state.progress.fought.len(), battles);
            assert!(state.progress.running().is_none(), "the result is recorded");
        }
        assert!(battles >= 2, "{ruleset}: {battles} battles");
        let told = folder.good(&["campaign", "status", name]);
        assert!(told.contains("The campaign is over: "), "{told}");
        assert!(told.contains(&format!("{battles} battles, ")), "{told}");
        assert!(told.contains(" fielded ("), "{told}");
        assert!(matches!(front.campaigns().go_on(name), Err(CampaignError::Over(_))));
    }
}

#[test]
fn losses_are_missing_from_the_next_battle_and_experience_counts() {
    for (ruleset, name, text) in built_in() {
        let campaign = Campaign::read(name, text, &|ruleset, name| {
            let text = ruleset.scenarios().iter().find(|(known, _)| *known == name).unwrap().1;
            Ok(ruleset.open(name, text).unwrap().0.sides().map(|(key, _)| key))
        });
        for battle in campaign.unwrap().0.battles {
            let scenario = ruleset.scenarios().iter().find(|(known, _)| *known == battle.scenario).unwrap().1;
            let (opening, _) = ruleset.open(&battle.scenario, scenario).unwrap();
            let before = opening.survivors();
            assert!(before.iter().all(|side| !side.is_empty()), "{ruleset}/{}", battle.scenario);
            let none = [Arriving::default(), Arriving::default()];
            assert_eq!(
                fit(ruleset, "x", scenario, &[], &none).unwrap().text,
                scenario,
                "nothing lost, nothing changed"
            );
            // A third of every kind is lost.
            let arriving = before.each_ref().map(|units| {
                let mut lost = standto::campaign::count(units.iter().cloned());
                lost.values_mut().for_each(|count| *count = count.div_ceil(3));
                Arriving { lost, at_least: 50, experience: 2 }
            });
            let fitted = fit(ruleset, "fitted", scenario, &[], &arriving).unwrap();
            let (after, _) = ruleset.open("fitted", &fitted.text).unwrap_or_else(|error| panic!("{error}"));
            let left = after.survivors();
            for side in Side::BOTH {
                let (had, has) = (before[side.index()].len(), left[side.index()].len());
                let missing: u32 = fitted.missing[side.index()].values().sum();
                assert_eq!(had - has, missing as usize, "{ruleset}/{}", battle.scenario);
                assert!(has * 2 >= had, "{ruleset}/{}: {has} of {had}", battle.scenario);
            }
            assert!(
                fitted.missing.iter().any(|missing| !missing.is_empty()),
                "{ruleset}/{}",
                battle.scenario
            );
            assert_ne!(after.view(), opening.view());
        }
    }
}

/// A campaign begun when figures were counted by their names in files goes on.
#[test]
fn losses_counted_by_names_in_files_are_taken_off_too() {
    let ruleset = Ruleset::Fireandmove;
    let (name, text) = ruleset.scenarios().iter().find(|(name, _)| *name == "steps-1-move-fire").unwrap();
    let lost = |kind: &str| {
        let lost = standto::campaign::count([kind.to_owned()]);
        let arriving = [Arriving { lost, ..Arriving::default() }, Arriving::default()];
        fit(ruleset, name, text, &[], &arriving).unwrap()
    };
    let fitted = lost("mp");
    assert_eq!(fitted.missing[0], standto::campaign::count(["MP man".to_owned()]));
    assert_eq!(fitted, lost("MP man"));
}

/// A small campaign of two battles.
const SMALL: &str = r#"format = 1
ruleset = "fireandmove"
title = "Two orchards"

[[force]]
key = "germans"
name = "the Germans"

[[force]]
key = "russians"
name = "the Russians"
carries = false

[[battle]]
key = "first"
scenario = "steps-1-move-fire"
next = { germans = "second", draw = "second" }

[[battle]]
key = "second"
scenario = "steps-2-reactions"
points = 2
"#;

/// A campaign whose scenario has a tank of the player's own: its losses are taken off all the same.
#[test]
fn a_battle_with_custom_data_is_fitted() {
    let folder = desk();
    let crossroads = Ruleset::Panzertruppe.scenarios()[0].1;
    let own = "[[nation]]\nid = \"Germany\"\nhead = [\"name\", \"drive\", \"MP\", \"armament\", \"MG\", \"Sz\", \"mm \
               F/S/R\", \"F\", \"S\", \"R\", \"Wt\", \"from\", \"to\", \"V\", \"traits\"]\nrows = [\n[\"Pz IV of my own\", \
               \"t\", \"6\", \"75L\", \"bc\", \"0\", \"72/30/20\", \"-1\", \"+2\", \"+3\", \"M\", \"43\", \"45\", \"25\", \
               \"\", \"V T, MP T\"]]\n";
    let mine = crossroads
        .replacen("turns = 10", "turns = 10\ntables = \"tanks.toml\"", 1)
        .replace("\"Pz IV H-J\"", "\"Pz IV of my own\"");
    folder.write("config/panzertruppe/tanks.toml", own);
    folder.write("scenarios/panzertruppe/mine.toml", &mine);
    folder.write(
        "campaigns/tanks.toml",
        SMALL
            .replace("fireandmove", "panzertruppe")
            .replace("russians", "americans")
            .replace("Russians", "Americans")
            .replace("steps-1-move-fire", "mine")
            .replace("steps-2-reactions", "mine"),
    );
    let front = folder.front();
    front.campaigns().begin("tanks", [Seat::program(Level::Random); 2], 3).unwrap();
    front.campaigns().go_on("tanks").unwrap();
    let scenario = front.scenario("panzertruppe/mine").unwrap();
    let lost = standto::campaign::count(["Pz IV of my own".to_owned()]);
    let arriving = [Arriving { lost, ..Arriving::default() }, Arriving::default()];
    let fitted = fit(Ruleset::Panzertruppe, "mine", &scenario.text, &scenario.own, &arriving).unwrap();
    assert_eq!(fitted.missing[0].get("Pz IV of my own"), Some(&1));
}

#[test]
fn a_killed_program_loses_nothing_of_a_campaign() {
    let folder = desk();
    folder.write("campaigns/orchards.toml", SMALL);
    let front = folder.front();
    assert_eq!(
        front.campaigns().begin("orchards", [Seat::program(Level::Random); 2], 3).unwrap(),
        "orchards"
    );
    let (mut session, _) = front.campaigns().go_on("orchards").unwrap();
    let save = session.save_path().unwrap().to_path_buf();
    for _ in 0..3 {
        let choice = session.think().unwrap()();
        session.play(&choice).unwrap();
    }
    drop(session);
    // The same battle goes on, whoever asks.
    let again = folder.front();
    let (session, _) = again.campaigns().go_on("orchards").unwrap();
    assert_eq!(session.save_path().unwrap(), save);
    assert_eq!(session.plays(), 3);
    assert_eq!(again.campaigns().of_save(&save).as_deref(), Some("orchards"));
    drop(session);
    play(&again, "orchards");
    // The battle has ended on disk; nobody has told the campaign yet.
    let file = folder.path("campaigns/progress/orchards.toml");
    assert!(!fs::read_to_string(&file).unwrap().contains("[battle.result]"));
    let begun = folder.front().campaigns().begun("orchards").unwrap();
    assert!(fs::read_to_string(&file).unwrap().contains("[battle.result]"));
    assert_eq!(begun.progress.fought.len(), 1);
    // Without its save a battle that was not finished is fought again.
    if !begun.is_over() {
        let (session, _) = again.campaigns().go_on("orchards").unwrap();
        let second = session.save_path().unwrap().to_path_buf();
        drop(session);
        fs::remove_file(&second).unwrap();
        let (session, _) = again.campaigns().go_on("orchards").unwrap();
        assert_eq!(session.plays(), 0);
        assert_eq!(again.campaigns().begun("orchards").unwrap().progress.fought.len(), 2);
    }
}

#[test]
fn the_command_line_lists_starts_and_tells() {
    let folder = desk();
    folder.write("campaigns/orchards.toml", SMALL);
    let listed = folder.good(&["campaign", "list"]);
    for (_, name, _) in built_in() {
        assert!(listed.contains(name), "{listed}");
    }
    assert!(listed.contains("Two orchards") && listed.contains("yours"), "{listed}");
    assert!(listed.contains("None in progress"), "{listed}");
    let told = folder.refused(1, &["campaign", "status"]);
    assert!(told.contains("no campaign is in progress; start one"), "{told}");
    let told = folder.refused(1, &["campaign", "start", "orchard", "--later"]);
    assert!(told.contains("there is no campaign \"orchard\"; did you mean \"orchards\"?"), "{told}");
    let told = folder.refused(1, &["campaign", "start", "orchards", "--later", "--side", "german"]);
    assert!(told.contains("unknown force \"german\": expected germans, russians, both or none"), "{told}");
    assert_eq!(
        folder.good(&["campaign", "start", "orchards", "--later", "--side", "russians", "--seed", "5"]),
        "Two orchards: started as orchards\n"
    );
    assert_eq!(
        folder.good(&["campaign", "start", "orchards", "--later"]),
        "Two orchards: started as orchards-2\n"
    );
    let told = folder.refused(1, &["campaign", "status"]);
    assert!(told.contains("name one of them: orchards, orchards-2"), "{told}");
    let told = folder.good(&["campaign", "status", "orchards"]);
    assert!(told.contains("Battle 1 of 2 at most, next: steps-1-move-fire"), "{told}");
    let json = folder.json(&["campaign", "list", "--json"]);
    assert_eq!(json["begun"].as_array().unwrap().len(), 2);
    assert_eq!(folder.json(&["campaign", "status", "orchards", "--json"])["campaign"], "orchards");
    let file = folder.path("campaigns/orchards.toml");
    let told = folder.good(&["check", file.to_str().unwrap()]);
    assert!(told.contains("a campaign of 2 battles: Two orchards"), "{told}");
}

#[test]
fn every_bad_campaign_is_reported_with_its_fault() {
    let front = Library::built_in();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad/campaigns");
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    assert!(files.len() >= 10);
    let mut wrong = String::new();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let expected = fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
        let said = match front.campaigns().read(name, &text) {
            Ok(_) => "it was read without a fault".to_owned(),
            Err(error) => error.to_string(),
        };
        if said.trim_end() != expected.trim_end() {
            wrong += &format!("{said}\n");
        }
    }
    assert!(wrong.is_empty(), "these messages differ from those beside their files:\n{wrong}");
}

/// A folder with a damaged progress file still lists everything else.
#[test]
fn a_damaged_progress_file_is_told_and_harms_nothing() {
    let folder: Desk = desk();
    folder.write("campaigns/progress/broken.toml", "format = 1\ncampaign = 3\n");
    assert!(folder.good(&["campaign", "list"]).contains("None in progress"));
    let told = folder.refused(1, &["campaign", "continue", "broken", "--plain"]);
    assert!(told.contains("broken.toml:2:12: "), "{told}");
}
