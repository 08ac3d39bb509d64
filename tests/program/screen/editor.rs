//! The scenario editor without a terminal: its keys and its pages.

use insta::assert_snapshot;
use standto::cli::LibraryServices as Served;
use standto::library::Scenario;
use standto::tui::{App, Options, StartingPoint};

use crate::desk::{Desk, desk};
use crate::fake::{drawn, keys, options, text};

/// The screen after some keys in the editor; words in quotes are typed letter by letter.
pub(super) fn after(home: &Desk, made: StartingPoint, typed: &str, (width, height): (u16, u16)) -> String {
    let mut served = Served::new(home.front());
    let mut app = App::new(&mut served, Options { made: Some(made), ..options("mono", None) }).unwrap();
    press(&mut app, typed);
    text(&drawn(&mut app, width, height))
}

/// Presses keys; words in quotes are typed letter by letter.
fn press(app: &mut App, typed: &str) {
    for (n, part) in typed.split('"').enumerate() {
        if n % 2 == 1 {
            let letters: Vec<String> =
                part.chars().map(|c| if c == ' ' { "Space".to_owned() } else { c.to_string() }).collect();
            keys(app, &letters.join(" "));
        } else if !part.trim().is_empty() {
            keys(app, part.trim());
        }
    }
}

pub(super) fn blank() -> StartingPoint {
    StartingPoint::Blank("matg".to_owned(), 24, 36)
}

pub(super) fn blank_of(ruleset: &str) -> StartingPoint {
    StartingPoint::Blank(ruleset.to_owned(), 24, 24)
}

pub(super) fn introductory() -> StartingPoint {
    StartingPoint::Scenario("matg/introductory".to_owned())
}

fn stonne() -> StartingPoint {
    StartingPoint::Scenario("matg/stonne".to_owned())
}

pub(super) fn scenario(name: &str) -> StartingPoint {
    StartingPoint::Scenario(name.to_owned())
}

pub(super) const SMALL: (u16, u16) = (80, 24);
pub(super) const LARGE: (u16, u16) = (200, 60);

macro_rules! screens {
    ($($name:ident: $made:expr, $keys:expr;)*) => { $(
        #[test]
        fn $name() {
            assert_snapshot!(concat!("editor_", stringify!($name), "_80x24"), after(&desk(), $made, $keys, SMALL));
            assert_snapshot!(concat!("editor_", stringify!($name), "_200x60"), after(&desk(), $made, $keys, LARGE));
        }
    )* };
}

screens! {
    map: introductory(), "";
    brushes: introductory(), "b";
    painted: blank(), "m 5 l 3 j b w r b S m H s Esc b G 4 l p 9 k p x";
    forces: introductory(), "Tab Down Down Down Down";
    catalog: introductory(), "Tab / \"pz iv 42\"";
    sheet: introductory(), "Tab Down Enter Down";
    plans: stonne(), "Tab Tab Down Down Down";
    zone: stonne(), "Tab Tab o Down Enter Down Down";
    zone_on_the_map: blank(), "Tab Tab o n Esc g m 4 h 3 k r";
    battle: introductory(), "Tab Tab Tab Down Down Down Down Down Down Down Down";
    check: blank(), "Tab x x x Tab Tab Tab";
    asked: blank(), "+ q";
    named: blank(), "w";
    keys_of_the_map: blank(), "?";
    edges_on_the_map: scenario("panzertruppe/hedgerow-guns"), "";
    features_on_the_map: scenario("fireandmove/village"), "";
    features_and_borders: scenario("fireandmove/village"), "Tab Tab Down Enter";
    platoons: scenario("panzertruppe/crossroads"), "Tab Down Enter";
    boards_on_the_map: scenario("aslsk/s12-over-open-sights"), "";
    order_of_battle: scenario("aslsk/s12-over-open-sights"), "Tab Enter Down Down Down";
    victory_conditions: scenario("aslsk/s9-ambitious-assault"), "Tab Tab Tab Down Down Down Down Down Down Down Down";
}

#[test]
fn the_list_of_starting_points_opens_on_the_title_and_in_the_form() {
    let home = desk();
    let mut served = Served::new(home.front());
    let mut app = App::new(&mut served, options("mono", None)).unwrap();
    press(&mut app, "w");
    assert_snapshot!("editor_begin_80x24", text(&drawn(&mut app, 80, 24)));
    // A copy of the selected scenario.
    press(&mut app, "Enter");
    let shown = text(&drawn(&mut app, 80, 24));
    assert!(shown.contains("EDITOR  First Steps"), "{shown}");
    press(&mut app, ", q Down Enter w Enter");
    let shown = text(&drawn(&mut app, 80, 24));
    assert!(shown.contains("EDITOR  First Steps 2"), "{shown}");
}

#[test]
fn units_and_groups_are_copied() {
    let home = desk();
    let blank = || StartingPoint::Blank("panzertruppe".to_owned(), 24, 24);
    let shown = after(&home, blank(), "Tab Down 3 c", SMALL);
    assert!(shown.contains("3 copies; u undoes one.") && shown.contains("G4"), "{shown}");
    let shown = after(&home, blank(), "Tab c", SMALL);
    assert!(shown.contains("Copied.") && shown.contains("G2") && shown.contains("2nd platoon"), "{shown}");
    let shown = after(&home, introductory(), "Tab Down c", SMALL);
    assert!(shown.contains("Copied."), "{shown}");
    // A group of figures is placed on the map as a whole.
    let infantry = || StartingPoint::Blank("fireandmove".to_owned(), 24, 18);
    let shown = after(&home, infantry(), "Tab n", SMALL);
    assert!(shown.contains("group of 0"), "{shown}");
    let shown = after(&home, infantry(), "Tab g k Enter", SMALL);
    assert!(shown.contains("It starts at 1303."), "{shown}");
}

#[test]
fn a_field_with_many_values_offers_them_in_a_list_that_letters_search() {
    let home = desk();
    // A new feature: its ground is found by its name, which the feature then takes.
    let open = "Tab Tab n Down Enter";
    let shown = after(&home, blank_of("fireandmove"), open, SMALL);
    assert_snapshot!("editor_choices_80x24", shown);
    let shown = after(&home, blank_of("fireandmove"), &format!("{open} \"orch\" Enter"), SMALL);
    assert!(shown.contains("orchard D") && shown.contains("< orchard >"), "{shown}");
    let shown = after(&home, blank_of("fireandmove"), &format!("{open} \"xyz\" Enter"), SMALL);
    assert!(shown.contains("Nothing here contains \"xyz\"."), "{shown}");
    let shown = after(&home, blank_of("fireandmove"), &format!("{open} Down Down Esc"), SMALL);
    assert!(shown.contains("< woods >") && shown.contains("woods D"), "{shown}");
    // The platoons of a nation: its name and letter follow.
    let nation = "Tab Tab Tab Down Down Down Down Down Down Enter \"japan\" Enter";
    let shown = after(&home, blank_of("panzertruppe"), nation, SMALL);
    assert!(shown.contains("< Japan >") && shown.contains("Japanese"), "{shown}");
}

#[test]
fn the_catalog_of_fire_and_move_lists_what_the_nation_had_in_that_year() {
    let home = desk();
    let find = "Tab / \"stg\" Enter";
    let shown = after(&home, blank_of("fireandmove"), find, SMALL);
    assert!(shown.contains("Nothing found; v shows everything."), "the British: {shown}");
    let shown = after(&home, blank_of("fireandmove"), &format!("{find} v"), SMALL);
    assert!(shown.contains("StG man") && shown.contains("! Not used by the British"), "{shown}");
    let shown = after(&home, blank_of("fireandmove"), &format!("o {find}"), SMALL);
    assert!(shown.contains("StG man") && shown.contains("figure, german, 1944"), "{shown}");
    // In 1941 the Germans had it not yet: bought all the same, it is warned about.
    let early = "Tab Tab Tab Down Down Enter \"1941\" Enter Tab Tab Tab o Down Down Down x / \"stg\" Enter";
    let shown = after(&home, blank_of("fireandmove"), &format!("{early} v Enter"), SMALL);
    assert!(shown.contains("Used by the Germans from 1944.") && shown.contains("1 warning"), "{shown}");
}

#[test]
fn a_unit_is_picked_up_and_placed() {
    let home = desk();
    let shown = after(&home, blank(), "Tab Down g 9 k Enter", SMALL);
    assert!(shown.contains("Infantry HQ starts at 1210."), "{shown}");
    let shown = after(&home, blank(), "Tab Down g 9 k Enter Enter l Enter", SMALL);
    assert!(shown.contains("Infantry HQ starts at 1310."), "{shown}");
    // Esc leaves it where it was.
    let shown = after(&home, blank(), "Tab Down g 9 k Esc Tab", SMALL);
    assert!(shown.contains("Infantry HQ: GHQ+0, at 1201"), "{shown}");
}

#[test]
fn a_zone_is_added_painted_and_given_to_a_formation() {
    let home = desk();
    let added = after(&home, blank(), "Tab Tab o n", SMALL);
    assert!(added.contains("Paint its squares on the map"), "{added}");
    assert!(added.contains("Check: 1 fault"), "{added}");
    let painted = after(&home, blank(), "Tab Tab o n g m 4 h 3 k r", SMALL);
    assert!(painted.contains("Soviets: zone 1"), "{painted}");
    assert!(painted.contains("Check: ok"), "{painted}");
    let joined = after(&home, blank(), "Tab Tab o n g m 4 h 3 k r Tab Tab Enter Down Down Right", SMALL);
    assert!(joined.contains("Headquarters") && joined.contains("< yes >"), "{joined}");
    // First without its squares, then without the zone.
    let bare = after(&home, blank(), "Tab Tab o n g m 4 h 3 k r m 4 l 3 j x", SMALL);
    assert!(bare.contains("Check: 1 fault"), "{bare}");
    let gone = after(&home, blank(), "Tab Tab o n Esc x", SMALL);
    assert!(gone.contains("zone 1 is taken out.") && gone.contains("Check: ok"), "{gone}");
}

#[test]
fn an_empty_field_is_typed_from_scratch() {
    let home = desk();
    // The squares of a zone and its turn: Enter leaves both unchanged.
    let shown = after(&home, blank(), "Tab Tab o n Down Enter", SMALL);
    assert!(shown.contains("Squares: _"), "{shown}");
    let shown = after(&home, blank(), "Tab Tab o n Down Enter Enter", SMALL);
    assert!(!shown.contains("is not a square") && !shown.contains("Squares: _"), "{shown}");
    let shown = after(&home, blank(), "Tab Tab o n Down Down Down Down Enter", SMALL);
    assert!(shown.contains("Turn: _"), "{shown}");
    let shown = after(&home, blank(), "Tab Tab o n Down Down Down Down Enter Enter", SMALL);
    assert!(!shown.contains("is no number") && shown.contains("from the start"), "{shown}");
}

#[test]
fn enter_on_a_fault_goes_to_its_plan() {
    let home = desk();
    let shown = after(&home, blank(), "Tab Tab o n Esc Tab Tab Enter", SMALL);
    assert!(shown.contains("zone 1") && shown.contains("0 squares"), "{shown}");
}

#[test]
fn a_battle_is_saved_after_a_question_and_listed_again() {
    let home = desk();
    let shown = after(&home, blank(), "b w Space w Backspace \"s\" Enter", SMALL);
    assert!(shown.contains("Saved as matg/my-battls."), "{shown}");
    let path = home.path("scenarios/matg/my-battls.toml");
    let kept = std::fs::read_to_string(&path).unwrap();
    Scenario::from_file(&path).unwrap().open().unwrap();
    // The same name again asks first, and Esc keeps the existing file.
    let shown = after(&home, blank(), "b g Space w Backspace \"s\" Enter", SMALL);
    assert!(shown.contains("already exists. Enter replaces it, Esc cancels."), "{shown}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), kept);
    // Opened by its name, it is saved in place without a question.
    let own = || StartingPoint::Scenario("matg/my-battls".to_owned());
    let shown = after(&home, own(), "+ w", SMALL);
    assert!(shown.contains("level 1") && shown.contains("Saved as matg/my-battls."), "{shown}");
    assert_ne!(std::fs::read_to_string(&path).unwrap(), kept);
    // The file was changed by another program in the meantime: that is asked about, too.
    let mut served = Served::new(home.front());
    let mut app = App::new(&mut served, Options { made: Some(own()), ..options("mono", None) }).unwrap();
    std::fs::write(&path, &kept).unwrap();
    press(&mut app, "+ w");
    let shown = text(&drawn(&mut app, 80, 24));
    assert!(shown.contains("Enter replaces it, Esc cancels."), "{shown}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), kept);
}

#[test]
fn a_built_in_battle_is_opened_as_a_copy_and_never_overwritten() {
    let home = desk();
    let shown = after(&home, introductory(), "+ w", SMALL);
    assert!(shown.contains("Save as: my-introductory_"), "{shown}");
    let typed = "+ w Backspace Backspace Backspace Backspace Backspace Backspace Backspace Backspace Backspace Backspace \
                 Backspace Backspace Backspace Backspace Backspace \"introductory\" Enter";
    let shown = after(&home, introductory(), typed, SMALL);
    assert!(shown.contains("\"introductory\" is a built-in battle; choose another name"), "{shown}");
    assert!(!home.path("scenarios/matg/introductory.toml").exists());
}

#[test]
fn a_refused_answer_can_be_edited() {
    let shown = after(&desk(), blank(), "w Home Delete Delete Delete \"the-\"", SMALL);
    assert!(shown.contains("Save as: the-_battle"), "{shown}");
    let shown = after(&desk(), blank(), "w Left Left Backspace \"x\" End \"s\" Right Delete", SMALL);
    assert!(shown.contains("Save as: my-batxles_"), "{shown}");
    // However long the text is, the caret stays in view.
    let long = "x".repeat(200);
    let shown = after(&desk(), blank(), &format!("w \"{long}end\" Home \"begin\""), SMALL);
    assert!(shown.contains("begin_my-battlexxx"), "{shown}");
}

#[test]
fn text_is_cleared_by_one_key_and_control_keys_type_nothing() {
    let shown = after(&desk(), blank(), "w C-a C-u \"mill\"", SMALL);
    assert!(shown.contains("Save as: mill_"), "{shown}");
    let shown = after(&desk(), blank(), "Tab / \"tank\" C-u \"truck\"", SMALL);
    assert!(shown.contains("/truck_") && shown.contains("Opel Blitz"), "{shown}");
}

#[test]
fn a_refusal_is_shown_above_the_answer_until_the_next_key() {
    let shown = after(&desk(), blank(), "Tab Tab o n Down Enter \"12\" Enter", SMALL);
    assert!(shown.contains("Squares: 12_"), "{shown}");
    assert!(shown.contains("\"12\" is not a square, expected 1224"), "{shown}");
    let shown = after(&desk(), blank(), "Tab Tab o n Down Enter \"12\" Enter \"2\"", SMALL);
    assert!(shown.contains("Squares: 122_") && !shown.contains("is not a square"), "{shown}");
}

#[test]
fn a_players_scenario_is_renamed_binned_and_restored() {
    let home = desk();
    after(&home, blank(), "b w Space w Enter", SMALL);
    let path = |name: &str| home.path(&format!("scenarios/matg/{name}.toml"));
    let away = |name: &str| home.path(&format!("put-away/matg/{name}.toml"));
    let kept = std::fs::read_to_string(path("my-battle")).unwrap();
    let mut served = Served::new(home.front());
    let mut app = App::new(&mut served, options("mono", None)).unwrap();
    let mut shown = |typed: &str| {
        press(&mut app, typed);
        text(&drawn(&mut app, 80, 24))
    };
    let list = shown("w End");
    assert!(list.contains("Your scenarios: A battle of my own"), "{list}");
    assert!(list.contains("R renames it; x moves it to the bin."), "{list}");
    let asked = shown("R");
    assert!(asked.contains("New name for matg/my-battle") && asked.contains(" my-battle_"), "{asked}");
    let list = shown("\"-mill\" Enter");
    assert!(list.contains("matg/my-battle-mill"), "{list}");
    assert_eq!(std::fs::read_to_string(path("my-battle-mill")).unwrap(), kept);
    assert!(!path("my-battle").exists());
    // Esc cancels. A name that is taken, or built in, is refused, and nothing is overwritten.
    shown("R \"x\" Esc");
    std::fs::write(path("my-battle-mill-2"), "format = 1\nruleset = \"matg\"\ntitle = \"Other\"\n").unwrap();
    let refused = shown("R \"-2\" Enter");
    assert!(
        refused.contains("Not renamed") && refused.contains("\"my-battle-mill-2\" already exists"),
        "{refused}"
    );
    let refused = shown("Enter R C-u \"stonne\" Enter");
    assert!(refused.contains("\"stonne\" is a built-in battle"), "{refused}");
    assert!(path("my-battle-mill").exists() && path("my-battle-mill-2").exists());
    std::fs::remove_file(path("my-battle-mill-2")).unwrap();
    // Moved to the bin only after confirmation, and restored complete.
    shown("Enter Esc w End x Enter");
    assert!(path("my-battle-mill").exists());
    let list = shown("x Down Enter");
    assert!(!path("my-battle-mill").exists());
    assert_eq!(std::fs::read_to_string(away("my-battle-mill")).unwrap(), kept);
    assert!(list.contains("In the bin: A battle of my own") && !list.contains("Your scenarios:"), "{list}");
    let opened = shown("End Enter");
    assert!(opened.contains("EDITOR  A battle of my own") && !opened.contains("(not saved)"), "{opened}");
    assert_eq!(std::fs::read_to_string(path("my-battle-mill")).unwrap(), kept);
    // Deleted only from the bin, and only after confirmation.
    shown(", q w End x Down Enter End x Enter");
    assert!(away("my-battle-mill").exists());
    let list = shown("x Down Enter");
    assert!(!away("my-battle-mill").exists() && !list.contains("Put away:"), "{list}");
    // A scenario that is not the player's own stays, whatever is pressed.
    let list = shown("Home x R");
    assert!(list.contains("start from"), "{list}");
}

#[test]
fn unsaved_changes_are_asked_about_and_backed_up() {
    let home = desk();
    let copies = || std::fs::read_dir(home.path("workshop")).map_or(0, Iterator::count);
    {
        let mut served = Served::new(home.front());
        let mut app =
            App::new(&mut served, Options { made: Some(blank()), ..options("mono", None) }).unwrap();
        assert_eq!(copies(), 0, "nothing was done yet");
        press(&mut app, "Space");
        assert_eq!(copies(), 0, "clear ground was painted on clear ground");
        press(&mut app, "b w Space");
        assert_eq!(copies(), 1);
        press(&mut app, "q");
        assert!(!app.done());
        press(&mut app, "Esc q");
        assert!(!app.done());
    }
    // The program was killed. The next one says so and offers the backup.
    let mut served = Served::new(home.front());
    let mut app = App::new(&mut served, options("mono", None)).unwrap();
    assert_snapshot!("title_with_unsaved_work_80x24", text(&drawn(&mut app, 80, 24)));
    press(&mut app, "w");
    let shown = text(&drawn(&mut app, 80, 24));
    assert!(shown.contains("Recover: A battle of my own"), "{shown}");
    press(&mut app, "Enter");
    let shown = text(&drawn(&mut app, 80, 24));
    assert!(shown.contains("(not saved)") && shown.contains("1319: woods"), "{shown}");
    assert_eq!(copies(), 1);
    press(&mut app, "q s Enter");
    assert!(app.done());
    assert_eq!(copies(), 0);
    assert!(home.path("scenarios/matg/my-battle.toml").exists());
    let mut served = Served::new(home.front());
    let mut app = App::new(&mut served, options("mono", None)).unwrap();
    let shown = text(&drawn(&mut app, 80, 24));
    assert!(!shown.contains("Not saved"), "nothing is left: {shown}");
}

#[test]
fn changes_undone_to_the_saved_state_count_as_saved() {
    let home = desk();
    let shown = after(&home, blank(), "b w Space w Enter l Space", SMALL);
    assert!(shown.contains("(not saved)"), "{shown}");
    let shown = after(&home, StartingPoint::Scenario("matg/my-battle".to_owned()), "+ u", SMALL);
    assert!(!shown.contains("(not saved)"), "{shown}");
    let mut served = Served::new(home.front());
    let made = Some(StartingPoint::Scenario("matg/my-battle".to_owned()));
    let mut app = App::new(&mut served, Options { made, ..options("mono", None) }).unwrap();
    press(&mut app, "+ u q");
    assert!(app.done(), "nothing would be lost");
}

#[test]
fn a_battle_without_faults_is_played_from_the_editor() {
    let home = desk();
    let shown = after(&home, blank(), "Tab x x x P", SMALL);
    assert!(shown.contains("It can't be played yet: The Germans have no GHQ"), "{shown}");
    let shown = after(&home, blank(), "P Enter End Enter Enter", SMALL);
    assert!(shown.contains("Germans: Move a stand within your zone, or finish deployment."), "{shown}");
    // Esc before the battle begins returns to the editor.
    let shown = after(&home, StartingPoint::Scenario("matg/my-battle".to_owned()), "P Esc", SMALL);
    assert!(shown.contains("EDITOR  A battle of my own"), "{shown}");
    let file = home.write("mine.toml", std::fs::read(home.path("scenarios/matg/my-battle.toml")).unwrap());
    let made = || StartingPoint::Scenario(file.to_string_lossy().into_owned());
    let shown = after(&home, made(), "+ P End Enter Enter", SMALL);
    assert!(shown.contains("Germans: Move a stand within your zone, or finish deployment."), "{shown}");
    assert!(std::fs::read_to_string(&file).unwrap().contains('1'));
}

#[test]
fn a_custom_battle_opens_in_the_editor_with_its_settings() {
    let home = desk();
    let made = StartingPoint::Forged("matg".to_owned(), vec![0; 12], 7);
    let shown = after(&home, made, "", SMALL);
    assert!(shown.contains("(not saved)") && shown.contains("Meeting engag"), "{shown}");
}

#[test]
fn the_editor_survives_every_size_and_key() {
    let home = desk();
    for size in [(60, 20), (61, 21), (79, 23), (100, 30), (119, 40), (120, 40), (300, 100)] {
        for room in
            ["", "b", "Tab", "Tab l", "Tab Enter", "Tab Tab", "Tab Tab Tab", "Tab Tab Tab Tab", "E z", "z z"]
        {
            after(&home, introductory(), room, size);
        }
    }
    // No key panics, and nothing is lost without a question.
    let mut dice = standto::dice::Dice::seeded(5, 0);
    let named =
        ["Enter", "Esc", "Tab", "Up", "Down", "Left", "Right", "Space", "Backspace", "Home", "End", "PgDn"];
    for seed in 0..6 {
        let mut served = Served::new(home.front());
        let made = if seed % 2 == 0 { blank() } else { introductory() };
        let mut app = App::new(&mut served, Options { made: Some(made), ..options("mono", None) }).unwrap();
        for _ in 0..300 {
            let key = match dice.below(3) {
                0 => named[dice.below(named.len())].to_owned(),
                _ => char::from(b'!' + dice.below(94) as u8).to_string(),
            };
            // Quitting and playing lead elsewhere.
            if !["q", "d", "P", ",", "\""].contains(&key.as_str()) {
                press(&mut app, &key);
            }
        }
        drawn(&mut app, 80, 24);
        assert!(!app.done());
    }
}
