//! The screen with every ruleset and every built-in scenario; a new one is covered automatically.

use ratatui::buffer::Buffer;
use standto::dice::Dice;
use standto::game::journal::{DiceKind, Undo};
use standto::game::{Decision, Level, Seat, Session, Side};
use standto::library::{Library, NewGame};
use standto::registry::Ruleset;
use standto::store::Home;
use standto::tui::{App, Options};

use crate::desk::desk;
use crate::fake::{drawn, keys, options, settle, text};

const SIZES: [(u16, u16); 2] = [(80, 24), (200, 60)];

/// The start of a battle between two people.
fn begun(front: &Library, ruleset: Ruleset, name: &str) -> Box<dyn Session> {
    let scenario = front.scenario(&format!("{ruleset}/{name}")).unwrap();
    let seats = [Seat::Human; 2];
    let game = NewGame { seats, seed: 12, dice: DiceKind::Seeded, undo: Some(Undo::Free) };
    front.start(&scenario, &game).unwrap()
}

/// Plays random legal choices.
fn play(session: &mut dyn Session, plays: u32, seed: u64) {
    let mut pick = Dice::seeded(seed, 0);
    for _ in 0..plays {
        if session.decision().is_none() {
            return;
        }
        let choice = session.choices()[pick.below(session.choices().len())].notation.clone();
        session.play(&choice).unwrap();
    }
}

/// Conditions for every screen.
fn sound(buffer: &Buffer, what: &str) -> String {
    let shown = text(buffer);
    assert!(shown.is_ascii(), "{what}: not plain ASCII:\n{shown}");
    assert!(!shown.trim().is_empty(), "{what}: nothing is drawn");
    shown
}

/// Closes windows and lets the computer play until the player is asked. With its window closed, a decision
/// without alternatives is made at once. `None` if the battle ends before.
fn asked(app: &mut App) -> Option<Decision> {
    for _ in 0..20 {
        keys(app, "Esc Esc");
        let plays = app.session().unwrap().plays();
        settle(app);
        if app.session().unwrap().plays() == plays {
            return app.session().unwrap().decision();
        }
    }
    panic!("no decision for the player");
}

#[test]
fn every_battle_is_drawn_with_all_its_windows() {
    for ruleset in Ruleset::ALL {
        let folder = desk();
        for (at, (name, _)) in ruleset.scenarios().iter().enumerate() {
            let mut session = begun(&folder.front(), ruleset, name);
            // Some at their start, some in the middle.
            play(&mut *session, 40 * (at as u32 % 3), at as u64);
            let Some(decision) = session.decision() else { continue };
            // One person only, so that no hand-over screen comes first.
            session.set_seat(decision.side.other(), Seat::program(Level::Random));
            let mut own = standto::cli::LibraryServices::new(Library::at(Home::at(folder.folder.path())));
            let start = Some(session);
            let mut app = App::new(&mut own, Options { start, ..options("mono", None) }).unwrap();
            // A decision without alternatives is made at once.
            let session = app.session().expect("the game is open");
            let decision = session.decision().expect("somebody decides");
            let view = session.view(decision.side);
            let title = view.title;
            for (width, height) in SIZES {
                let what = |window: &str| format!("{ruleset}/{name}, {window} at {width}x{height}");
                let first = sound(&drawn(&mut app, width, height), &what("first"));
                if at % 3 == 0 && height == SIZES[0].1 {
                    // The title may be longer than the window; its first word is there.
                    let word = title.split(' ').next().unwrap();
                    assert!(first.contains(word), "{}: no briefing\n{first}", what("first"));
                }
                let Some(decision) = asked(&mut app) else { break };
                let view = app.session().unwrap().view(decision.side);
                let side = view.sides[decision.side.index()].name.clone();
                let map = sound(&drawn(&mut app, width, height), &what("map"));
                assert!(map.contains(&side), "{}: who decides is not told\n{map}", what("map"));
                let question = if view.prompt.is_empty() { decision.prompt } else { &view.prompt };
                let prompt: String = question.chars().take(20).collect();
                assert!(map.contains(&prompt), "{}: \"{prompt}\" is not asked\n{map}", what("map"));
                for (typed, window) in [
                    ("?", "help"),
                    ("Space", "choices"),
                    (":", "palette"),
                    ("=", "briefing"),
                    (": r o s t e r : Enter", "roster"),
                    (": l o g : Enter", "log"),
                    (": i n s p e c t : Enter", "inspector"),
                ] {
                    keys(&mut app, typed);
                    let shown = sound(&drawn(&mut app, width, height), &what(window));
                    assert_ne!(shown, map, "{}: {typed} opens nothing", what(window));
                    keys(&mut app, "Esc");
                    assert_eq!(
                        sound(&drawn(&mut app, width, height), &what("back")),
                        map,
                        "{}",
                        what(window)
                    );
                }
            }
        }
    }
}

#[test]
fn every_ruleset_is_played_by_keys_alone() {
    for ruleset in Ruleset::ALL {
        let folder = desk();
        let session = begun(&folder.front(), ruleset, ruleset.scenarios()[0].0);
        let mut own = standto::cli::LibraryServices::new(Library::at(Home::at(folder.folder.path())));
        let start = Some(session);
        let mut app = App::new(&mut own, Options { start, ..options("mono", None) }).unwrap();
        drawn(&mut app, 80, 24);
        keys(&mut app, "Esc");
        let mut pick = Dice::seeded(3, 0);
        for step in 0..60 {
            let session = app.session().expect("the game is open");
            let series = session.aids().series().len();
            let (plays, count) = (session.plays(), session.choices().len().max(series));
            if session.decision().is_none() {
                break;
            }
            let number = (1 + pick.below(count.min(99))).to_string();
            let digits: Vec<String> = number.chars().map(String::from).collect();
            // A number in the list of choices. Between two players, Enter opens the hand-over screen first.
            for _ in 0..3 {
                sound(&drawn(&mut app, 80, 24), &format!("{ruleset}, step {step}"));
                if app.session().map(|session| session.plays()) == Some(plays) {
                    keys(&mut app, &format!("Esc Space {} Enter", digits.join(" ")));
                    // The choice may begin a form.
                    let screen = text(&drawn(&mut app, 80, 24));
                    if screen.contains("Enter do it") {
                        keys(&mut app, "Enter Enter");
                    }
                }
            }
            let screen = text(&drawn(&mut app, 80, 24));
            let now = app.session().map(|session| session.plays());
            assert!(now > Some(plays), "{ruleset}, step {step}: {number} of {count} is not played\n{screen}");
        }
        let session = app.session().unwrap();
        assert!(session.plays() >= 20, "{ruleset}: {} plays", session.plays());
        assert_eq!((session.seat(Side::A), session.seat(Side::B)), (Seat::Human, Seat::Human));
    }
}

#[test]
fn every_log_line_has_the_right_turn() {
    for ruleset in Ruleset::ALL {
        let folder = desk();
        let (name, _) = ruleset.scenarios()[0];
        let mut session = begun(&folder.front(), ruleset, name);
        for seed in 0..100 {
            if session.decision().is_none() || session.view(Side::A).turn > 1 {
                break;
            }
            play(&mut *session, 50, seed);
        }
        let mut now = 1;
        for line in session.log() {
            if let Some(rest) = line.event.text.strip_prefix("Turn ") {
                let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap();
                now = digits.parse().unwrap();
            }
            assert_eq!(line.turn, now, "{ruleset}: {}", line.event.text);
        }
        assert!(now > 1, "{ruleset}: {name} never came to its second turn");
    }
}
