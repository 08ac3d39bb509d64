//! Battles with another terminal on the screen: two players and a spectator, each with a screen of their own, and the
//! list of battles on the title screen.

use std::path::{Path, PathBuf};

use standto::cli::LibraryServices;
use standto::dice::Dice;
use standto::game::journal::{ClockRule, DiceKind, Terms, Undo, WatchRule};
use standto::game::{Seat, Session, Side};
use standto::library::{Joining, Library, NewGame};
use standto::store::{Home, Quota};
use standto::tui::{App, Input, Options};

use crate::fake::{keys, options, settle, typed};

const ROOM: Quota = Quota { saves: 50, files: 300, bytes: 64 << 20 };

/// A host's folder with an account for each player.
struct Host {
    folder: tempfile::TempDir,
}

impl Host {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn library(&self, player: &str) -> Library {
        Library::at(Home::at(self.folder.path()).account(player, ROOM))
    }

    fn sit(&self, path: &Path, player: &str) -> Box<dyn Session> {
        self.library(player).sit(path, player, &Joining::default()).unwrap().0
    }

    /// A battle between two players, in scenario order.
    fn battle(&self, scenario: &str, terms: Terms, players: [&str; 2]) -> (PathBuf, [Box<dyn Session>; 2]) {
        let library = self.library(players[0]);
        let game =
            NewGame { seats: [Seat::Human; 2], seed: 5, dice: DiceKind::Seeded, undo: Some(Undo::Free) };
        let scenario = library.scenario(scenario).unwrap();
        let first = library.host(&scenario, &game, Side::A, terms, players[0]).unwrap();
        let path = first.save_path().unwrap().to_path_buf();
        let second = self.sit(&path, players[1]);
        (path, [first, second])
    }
}

/// Lets every seat read what the others have appended.
fn catch_up(seats: &mut [Box<dyn Session>; 2]) {
    for seat in seats {
        seat.follow(usize::MAX).unwrap();
    }
}

/// Makes a random choice in the deciding seat.
fn act(seats: &mut [Box<dyn Session>; 2], pick: &mut Dice) {
    catch_up(seats);
    let side = seats[0].decision().unwrap().side;
    let seat = &mut seats[side.index()];
    let choice = seat.choices()[pick.below(seat.choices().len())].notation.clone();
    seat.play(&choice).unwrap();
}

/// Opens a session on a screen of its own.
fn at_screen<T>(host: &Host, player: &str, session: Box<dyn Session>, play: impl FnOnce(&mut App) -> T) -> T {
    let mut services = LibraryServices::new(host.library(player));
    let mut app =
        App::new(&mut services, Options { start: Some(session), ..options("mono", None) }).unwrap();
    let screen = settle(&mut app);
    if screen.contains("Esc close") {
        keys(&mut app, "Esc");
    }
    play(&mut app)
}

/// Both players of a battle, each at a screen with the briefing closed.
fn both(terms: Terms, play: impl FnOnce(&mut App, &mut App)) {
    let host = Host::new();
    let (_, [anna, bert]) = host.battle("matg/introductory", terms, ["anna", "bert"]);
    at_screen(&host, "anna", anna, |anna| at_screen(&host, "bert", bert, |bert| play(anna, bert)));
}

/// What a screen shows once it has read what the others have appended.
fn told(app: &mut App) -> String {
    app.input(Input::Followed);
    settle(app)
}

/// Sends a one-word message.
fn says(app: &mut App, word: &str) -> String {
    let letters: Vec<String> = word.chars().map(String::from).collect();
    typed(app, &format!(", y {} Enter", letters.join(" ")))
}

#[test]
fn messages_are_shown_limited_and_muted() {
    both(Terms::default(), |anna, bert| {
        assert!(says(anna, "hello").contains("You: hello"));
        assert!(told(bert).contains("anna: hello"));
        let screen = typed(bert, ", b");
        assert!(screen.contains("Mute messages") && screen.contains("Germans: anna, connected"), "{screen}");
        let screen = typed(bert, "j j j Enter");
        assert!(screen.contains("Messages of the other side are hidden."), "{screen}");
        keys(bert, "Esc");
        for _ in 0..4 {
            assert!(says(anna, "again").contains("You: again"));
        }
        assert!(says(anna, "again").contains("Too many messages. Wait a few seconds."));
        let screen = told(bert);
        assert!(!screen.contains("again"), "{screen}");
        assert!(!typed(bert, ", b").contains("anna: again"), "nor in the list");
        // They are shown again when the player wants them, the earlier ones too.
        typed(bert, "j j j Enter");
        assert!(typed(bert, ", b").contains("anna: again"));
    });
}

#[test]
fn a_draw_is_offered_declined_and_accepted_by_keys() {
    both(Terms::default(), |anna, bert| {
        let screen = typed(anna, ", b j Enter");
        assert!(screen.contains("You have offered a draw."), "{screen}");
        let screen = told(bert);
        assert!(screen.contains("anna offers a draw") && screen.contains("Accept: the battle"), "{screen}");
        assert!(typed(bert, "j j Enter").contains("You have declined the draw."));
        assert!(!told(anna).contains("The battle is over"));
        typed(bert, ", b j Enter");
        assert!(told(anna).contains("bert offers a draw"));
        let screen = typed(anna, "j Enter");
        assert!(screen.contains("The battle is over") && screen.contains("agreed to a draw"), "{screen}");
        assert!(told(bert).contains("agreed to a draw"));
    });
}

#[test]
fn an_undo_is_asked_for_and_granted_by_keys() {
    let host = Host::new();
    let (_, mut seats) = host.battle("matg/introductory", Terms::default(), ["anna", "bert"]);
    let mut pick = Dice::seeded(3, 0);
    let mut asks = |seats: &mut [Box<dyn Session>; 2]| {
        act(seats, &mut pick);
        catch_up(seats);
        seats.iter().position(|seat| matches!(seat.undo_asks(None), Ok(Some(_))))
    };
    let by = (0..200).find_map(|_| asks(&mut seats)).expect("an undo that needs consent");
    let (before, [first, second]) = (seats[0].plays(), seats);
    let (asker, other, name) =
        if by == 0 { (first, second, "anna") } else { (second, first, "bert") };
    let player = |by: bool| if by == (name == "anna") { "anna" } else { "bert" };
    at_screen(&host, player(true), asker, |asker| {
        at_screen(&host, player(false), other, |other| {
            let screen = typed(asker, "u");
            assert!(screen.contains("Ask the other side to undo the last"), "{screen}");
            let screen = typed(asker, "j Enter");
            assert!(screen.contains("You have asked for an undo."), "{screen}");
            assert_eq!(asker.session().unwrap().plays(), before, "nothing is undone yet");
            let screen = told(other);
            assert!(screen.contains(&format!("{name} asks to undo the last")), "{screen}");
            let screen = typed(other, "j Enter");
            assert!(screen.contains("You have granted the undo."), "{screen}");
            told(asker);
            let plays = [asker.session().unwrap().plays(), other.session().unwrap().plays()];
            assert!(plays[0] < before && plays[0] == plays[1], "{plays:?} of {before}");
        });
    });
}

#[test]
fn the_clock_is_told_before_and_shown_during_the_battle() {
    let clock = Some(ClockRule::Turn(300));
    let terms = || Terms { clock, watch: WatchRule::Delay(2), ..Terms::default() };
    let shows = |app: &mut App| {
        let screen = told(app);
        assert!(screen.contains(" 5:00") || screen.contains(" 4:5"), "{screen}");
        let screen = typed(app, ", b");
        assert!(screen.contains("Clock: 5 min a turn for each side"), "{screen}");
        assert!(screen.contains("Terms: spectators see everything, 2 turns late"), "{screen}");
    };
    both(terms(), |anna, bert| {
        shows(anna);
        shows(bert);
    });
    let host = Host::new();
    let library = host.library("anna");
    let game = NewGame { seats: [Seat::Human; 2], seed: 5, dice: DiceKind::Seeded, undo: None };
    let scenario = library.scenario("matg/introductory").unwrap();
    drop(library.host(&scenario, &game, Side::A, terms(), "anna").unwrap());
    let mut services = LibraryServices::new(host.library("bert"));
    let mut app = App::new(&mut services, options("mono", None)).unwrap();
    let screen = typed(&mut app, "Home");
    for words in ["anna (Germans)", "open seat", "Clock: 5 min a turn for each side", "out of time", "loses"] {
        assert!(screen.contains(words), "{words}: {screen}");
    }
}

/// A spectator under a delay follows turn by turn without a key, and stays where they look back to.
#[test]
fn a_late_spectator_follows_and_looks_back() {
    let host = Host::new();
    let terms = Terms { watch: WatchRule::Delay(1), ..Terms::default() };
    let (path, mut seats) = host.battle("fireandmove/crossroads", terms, ["anna", "bert"]);
    let carl = host.library("carl").spectate(&path, "carl").unwrap();
    at_screen(&host, "carl", carl, |carl| {
        let mut pick = Dice::seeded(2, 0);
        let mut on_to = |turn: u32, seats: &mut [Box<dyn Session>; 2], carl: &mut App| {
            for _ in 0..600 {
                if seats[0].view(Side::A).turn >= turn {
                    return told(carl);
                }
                act(seats, &mut pick);
                told(carl);
            }
            panic!("turn {turn} was not reached");
        };
        let turn = |app: &App| app.session().unwrap().view(Side::A).turn;
        let screen = on_to(4, &mut seats, carl);
        // The last position of the third turn: the next has begun there.
        assert!((3..=4).contains(&turn(carl)), "{screen}");
        assert!(screen.contains("shown 1 turn late"), "{screen}");
        let all = carl.session().unwrap().plays();
        assert_eq!(carl.session().unwrap().shown(), Some(all), "the last action that may be seen");
        let screen = typed(carl, "<");
        assert!(screen.contains(&format!("after action {} of {all}", all - 1)), "{screen}");
        assert!(screen.contains("Esc follows"), "{screen}");
        on_to(5, &mut seats, carl);
        assert_eq!(carl.session().unwrap().shown(), Some(all - 1), "looking back is not disturbed");
        let screen = typed(carl, "Esc");
        let now = carl.session().unwrap().plays();
        assert!(now > all && screen.contains("shown 1 turn late"), "{screen}");
        seats[1].note(Side::B, standto::game::journal::Note::Resign).unwrap();
        let screen = told(carl);
        assert_eq!(carl.session().unwrap().shown(), None, "everything is shown once it is over");
        assert!(screen.contains("The battle is over"), "{screen}");
    });
}

/// One's own battles come first, those that wait for the player before the others; then open invitations, and
/// after one's own games the battles of others.
#[test]
fn battles_are_listed_with_the_players_turn_first() {
    let host = Host::new();
    let battle = |scenario: &str, players| drop(host.battle(scenario, Terms::default(), players));
    let decides = |scenario: &str| {
        let (_, seats) = Host::new().battle(scenario, Terms::default(), ["x", "y"]);
        seats[0].decision().unwrap().side
    };
    let with_turn = |of: &'static str, other: &'static str, scenario: &str| {
        if decides(scenario) == Side::A { [of, other] } else { [other, of] }
    };
    battle("matg/introductory", with_turn("bert", "carl", "matg/introductory"));
    battle("aslsk/steps-1-infantry", with_turn("bert", "anna", "aslsk/steps-1-infantry"));
    battle("fireandmove/crossroads", with_turn("anna", "bert", "fireandmove/crossroads"));
    let library = host.library("carl");
    let game = NewGame { seats: [Seat::Human; 2], seed: 5, dice: DiceKind::Seeded, undo: None };
    let scenario = library.scenario("panzertruppe/hunters").unwrap();
    drop(library.host(&scenario, &game, Side::A, Terms::default(), "carl").unwrap());

    let mut services = LibraryServices::new(host.library("anna"));
    let mut app = App::new(&mut services, options("mono", None)).unwrap();
    let screen = settle(&mut app);
    let line = |words: &str| {
        let at = screen.lines().position(|line| line.contains(words));
        at.unwrap_or_else(|| panic!("{words}: {screen}"))
    };
    let order = [
        line("> The crossroads at noon"),
        line("First Steps 1: Infantry"),
        line("Hunters in the sky"),
        line("Introductory Scenario"),
    ];
    assert!(order.is_sorted(), "{screen}");
    assert!(screen.lines().nth(order[0]).unwrap().contains("YOUR TURN"), "{screen}");
    assert!(line("Open invitations") < order[2] && order[1] < line("Open invitations"), "{screen}");
}

/// The players of a correspondence are never connected at the same time.
#[test]
fn a_battle_is_played_by_correspondence() {
    let host = Host::new();
    let (path, seats) = host.battle("fireandmove/crossroads", Terms::default(), ["anna", "bert"]);
    drop(seats);
    let mut pick = Dice::seeded(2, 0);
    let (mut actions, mut visits) = (0, 0);
    let names = ["anna", "bert"];
    while visits < 12 {
        let battles = host.library("anna").battles();
        let Some(side) = battles[0].decides else { break };
        assert_eq!(battles[0].present.seats, [false; 2], "nobody is connected");
        let mut seat = host.sit(&path, names[side.index()]);
        while seat.decision().is_some_and(|open| open.side == side) {
            let choice = seat.choices()[pick.below(seat.choices().len())].notation.clone();
            seat.play(&choice).unwrap();
            actions += 1;
        }
        visits += 1;
    }
    assert!(visits == 12 && actions >= visits, "{visits} visits, {actions} actions");
    let kept = host.library("anna").read_save(&path).unwrap();
    assert_eq!(kept.opening.replay(&kept.loaded.journal).unwrap().plays, actions);
}
