//! Battles that several programs follow: one save, several seats, spectators and notes.

use std::fs;
use std::path::{Path, PathBuf};

use standto::dice::Dice;
use standto::game::journal::{self, ClockRule, DiceKind, Note, Terms, WatchRule};
use standto::game::{Refused, Seat, Session, Side, Spectator};
use standto::library::{Joining, Library, NewGame, SeatError};
use standto::registry::Ruleset;
use standto::store::{Home, Kept, Quota};

use crate::long::long;

/// A folder, and a battle in it with both seats taken.
struct Two {
    _folder: tempfile::TempDir,
    front: Library,
    path: PathBuf,
    /// The sessions of the two seats, in scenario order.
    seats: [Box<dyn Session>; 2],
}

pub fn game(seed: u64) -> NewGame {
    NewGame { seats: [Seat::Human; 2], seed, dice: DiceKind::Seeded, undo: None }
}

pub fn sit(front: &Library, path: &Path, player: &str) -> Result<Box<dyn Session>, String> {
    let sat = front.sit(path, player, &Joining::default());
    sat.map(|(session, _)| session).map_err(|error| error.to_string())
}

impl Two {
    fn begin(scenario: &str, terms: Terms) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let front = Library::at(Home::at(folder.path()));
        let scenario = front.scenario(scenario).unwrap();
        let anna = front.host(&scenario, &game(5), Side::A, terms, "anna").unwrap();
        let path = anna.save_path().unwrap().to_path_buf();
        let bert = sit(&front, &path, "bert").unwrap();
        Self { _folder: folder, front, path, seats: [anna, bert] }
    }

    /// Lets every seat read what the others have appended.
    fn catch_up(&mut self) {
        for seat in &mut self.seats {
            seat.follow(usize::MAX).unwrap();
        }
    }

    /// Plays random choices in the deciding seats; returns whether the battle goes on.
    fn play(&mut self, pick: &mut Dice, actions: u32) -> bool {
        for _ in 0..actions {
            self.catch_up();
            let Some(decision) = self.seats[0].decision() else { return false };
            let seat = &mut self.seats[decision.side.index()];
            let choice = seat.choices()[pick.below(seat.choices().len())].notation.clone();
            seat.play(&choice).unwrap();
        }
        true
    }
}

/// The smallest battle of each ruleset.
const SMALL: [(&str, &str); 4] = [
    ("matg", "introductory"),
    ("panzertruppe", "hunters"),
    ("aslsk", "steps-1-infantry"),
    ("fireandmove", "crossroads"),
];

#[test]
fn two_programs_and_a_spectator_know_the_same_battle_at_every_step() {
    assert_eq!(SMALL.map(|(ruleset, _)| ruleset), Ruleset::ALL.map(Ruleset::id), "every ruleset is played");
    for (ruleset, name) in SMALL {
        let mut two = Two::begin(&format!("{ruleset}/{name}"), Terms::default());
        let mut watcher = two.front.spectate(&two.path, "carl").unwrap();
        assert_eq!(watcher.spectates(), Some(Spectator::Public));
        let mut pick = Dice::seeded(7, 0);
        for _ in 0..long(60) {
            if !two.play(&mut pick, 1) {
                break;
            }
            two.catch_up();
            watcher.follow(usize::MAX).unwrap();
            let [anna, bert] = &two.seats;
            assert_eq!(anna.seal(), bert.seal(), "{ruleset}");
            assert_eq!(anna.seal(), watcher.seal(), "{ruleset}");
            let decides = |seat: &dyn Session| seat.decision().map(|open| open.side);
            assert_eq!(decides(&**anna), decides(&**bert), "{ruleset}");
            // How far a secret decision has come is for its own side.
            let hidden = [anna, bert].into_iter().filter_map(|seat| {
                seat.decision().filter(|open| open.secret && seat.seat(open.side) == Seat::Elsewhere)
            });
            assert!(hidden.clone().all(|open| open.kind == "secret"), "{ruleset}");
            assert_eq!(anna.view(Side::A), bert.view(Side::A), "{ruleset}");
            assert_eq!(anna.seat(Side::A), Seat::Human);
            assert_eq!(anna.seat(Side::B), Seat::Elsewhere);
            // Only the deciding seat has choices.
            let open = two.seats.iter().filter(|seat| !seat.choices().is_empty()).count();
            assert_eq!(open, usize::from(anna.decision().is_some()), "{ruleset}");
            assert!(watcher.choices().is_empty());
        }
        let [anna, _] = &two.seats;
        let again = two.front.read_save(&two.path).unwrap();
        assert_eq!(again.loaded.journal.seal(), Ok(anna.seal()), "{ruleset}: the save verifies");
        let played = again.opening.replay(&again.loaded.journal).unwrap();
        assert_eq!(played.plays, anna.plays(), "{ruleset}");
    }
}

#[test]
fn nobody_acts_for_another_seat() {
    let mut two = Two::begin("matg/introductory", Terms::default());
    let decides = two.seats[0].decision().unwrap().side;
    let choice = two.seats[decides.index()].choices()[0].notation.clone();
    two.catch_up();
    let other = &mut two.seats[decides.other().index()];
    assert!(matches!(other.play(&choice), Err(Refused::Shared(_))), "it is not that side's decision");
    assert!(matches!(other.note(decides, Note::Resign), Err(Refused::Shared(_))), "nor its resignation");
    let mut watcher = two.front.spectate(&two.path, "carl").unwrap();
    assert!(watcher.play(&choice).is_err() && watcher.note(decides, Note::Resign).is_err());
    assert_eq!(two.front.read_save(&two.path).unwrap().loaded.journal.plays.len(), 2, "two notes of joining");
}

#[test]
fn seats_belong_to_their_players() {
    let terms = Terms { guest: Some("bert".into()), word: Some("heron 77".into()), ..Terms::default() };
    let folder = tempfile::tempdir().unwrap();
    let front = Library::at(Home::at(folder.path()));
    let scenario = front.scenario("matg/introductory").unwrap();
    let anna = front.host(&scenario, &game(5), Side::B, terms, "anna").unwrap();
    let path = anna.save_path().unwrap().to_path_buf();
    assert!(!fs::read_to_string(&path).unwrap().contains("heron 77"), "the password is not in the save");
    let refused = |player: &str, joining: Joining| match front.sit(&path, player, &joining) {
        Err(standto::library::LibraryError::Seat(why)) => why,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("{player} has a seat"),
    };
    assert!(matches!(refused("anna", Joining::default()), SeatError::Elsewhere), "she is connected");
    assert!(matches!(refused("carl", Joining::default()), SeatError::ForAnother(_)));
    assert!(matches!(refused("bert", Joining::default()), SeatError::Word));
    let word = |word: &str| Joining { word: Some(word.into()), ..Joining::default() };
    assert!(matches!(refused("bert", word("canal")), SeatError::Word));
    let (bert, _) = front.sit(&path, "bert", &word(" heron 77 ")).unwrap();
    assert_eq!(bert.seat(Side::A), Seat::Human);
    assert!(matches!(refused("carl", word("heron 77")), SeatError::Taken));
    // A seat is left and found again without the password, whichever process ended.
    drop(bert);
    let bert = sit(&front, &path, "bert").unwrap();
    assert_eq!(bert.seat(Side::A), Seat::Human);
    let battles = front.battles();
    let [battle] = &battles[..] else { panic!("one battle") };
    assert_eq!(battle.sides_of("bert"), [Side::A]);
    assert!(battle.present.seats == [true, true] && battle.open_side().is_none());
    assert_eq!(battle.decides, bert.decision().map(|open| open.side));
}

#[test]
fn undo_is_asked_for_and_answered() {
    let mut two = Two::begin("matg/introductory", Terms::default());
    let mut pick = Dice::seeded(3, 0);
    // Until both have acted without rolling.
    two.play(&mut pick, 1);
    two.catch_up();
    let first = usize::from(two.seats[0].log().is_empty());
    let own = two.seats.iter().position(|seat| matches!(seat.undo_asks(None), Ok(None)));
    let own = own.unwrap_or(first);
    let (plays, seal) = (two.seats[own].plays(), two.seats[own].seal());
    two.seats[own].undo().unwrap();
    two.catch_up();
    assert!(
        two.seats.iter().all(|seat| seat.plays() == plays - 1),
        "an own action without dice needs no consent"
    );
    assert_ne!(two.seats[own].seal(), seal);

    // The other side has acted since: it is asked.
    let mut asks = None;
    for _ in 0..200 {
        two.play(&mut pick, 1);
        two.catch_up();
        asks = two.seats.iter().position(|seat| matches!(seat.undo_asks(None), Ok(Some(_))));
        if asks.is_some() {
            break;
        }
    }
    let by = asks.expect("some action needs the other side's consent");
    let side = Side::BOTH[by];
    let to = two.seats[by].undo_asks(None).unwrap().unwrap();
    let before = two.seats[by].plays();
    assert!(matches!(two.seats[by].undo(), Err(Refused::Shared(_))));
    two.seats[by].note(side, Note::AskUndo(to)).unwrap();
    two.catch_up();
    let other = &mut two.seats[1 - by];
    assert_eq!(other.sharing().unwrap().undo, Some((side, to)));
    other.note(side.other(), Note::RefuseUndo).unwrap();
    two.catch_up();
    assert_eq!(two.seats[by].sharing().unwrap().refused, Some(side));
    assert_eq!(two.seats[by].plays(), before);
    two.seats[by].note(side, Note::AskUndo(to)).unwrap();
    two.catch_up();
    two.seats[1 - by].note(side.other(), Note::GrantUndo).unwrap();
    two.catch_up();
    assert!(two.seats.iter().all(|seat| seat.plays() == to));
    assert_eq!(two.seats[0].seal(), two.seats[1].seal());
    let kept = two.front.read_save(&two.path).unwrap();
    assert_eq!(kept.opening.replay(&kept.loaded.journal).unwrap().plays, to);
}

#[test]
fn draws_and_resignations_end_the_battle_for_all() {
    let mut two = Two::begin("matg/introductory", Terms::default());
    two.seats[0].note(Side::A, Note::OfferDraw).unwrap();
    assert!(two.seats[0].note(Side::A, Note::AcceptDraw).is_err(), "not one's own offer");
    two.catch_up();
    two.seats[1].note(Side::B, Note::RefuseDraw).unwrap();
    two.catch_up();
    assert!(two.seats[0].decision().is_some());
    two.seats[1].note(Side::B, Note::OfferDraw).unwrap();
    two.catch_up();
    two.seats[0].note(Side::A, Note::AcceptDraw).unwrap();
    two.catch_up();
    for seat in &mut two.seats {
        let outcome = seat.outcome().unwrap();
        assert_eq!((outcome.winner, &*outcome.why), (None, "Both sides agreed to a draw."));
        assert!(seat.decision().is_none() && seat.choices().is_empty());
        assert!(matches!(seat.play("pass"), Err(Refused::Shared(_))));
    }
    assert_eq!(two.front.battles()[0].summary.outcome.as_deref(), Some("draw: Both sides agreed to a draw."));

    let mut two =
        Two::begin("fireandmove/crossroads", Terms { watch: WatchRule::Closed, ..Terms::default() });
    assert!(two.front.spectate(&two.path, "carl").is_err(), "no spectators");
    two.play(&mut Dice::seeded(1, 0), 5);
    two.catch_up();
    two.seats[1].note(Side::B, Note::Resign).unwrap();
    two.catch_up();
    assert_eq!(two.seats[0].outcome().unwrap().winner, Some(Side::A));
    let kept = two.front.read_save(&two.path).unwrap();
    assert_eq!(kept.opening.replay(&kept.loaded.journal).unwrap().outcome.unwrap().winner, Some(Side::A));
    let over = two.front.spectate(&two.path, "carl").unwrap();
    assert_eq!(over.spectates(), Some(Spectator::Late(0)), "everything is shown once it is over");
}

#[test]
fn late_spectators_see_everything_late() {
    let terms = Terms { watch: WatchRule::Delay(1), ..Terms::default() };
    let mut two = Two::begin("fireandmove/crossroads", terms);
    assert!(two.front.spectate(&two.path, "bert").is_err(), "a player would see the enemy's hand");
    let mut watcher = two.front.spectate(&two.path, "carl").unwrap();
    let mut pick = Dice::seeded(2, 0);
    for _ in 0..400 {
        two.play(&mut pick, 1);
        two.catch_up();
        watcher.follow(usize::MAX).unwrap();
        let now = two.seats[0].view(Side::A).turn;
        assert!(watcher.log().iter().all(|line| line.turn < now), "turn {now}");
        assert!(watcher.view(Side::A).turn < now.max(2) || watcher.plays() == 0);
        watcher.show(Some(u32::MAX));
        assert!(watcher.shown().is_some_and(|plays| plays <= watcher.plays()));
        if now > 3 {
            assert!(watcher.plays() > 0, "something is shown");
            return;
        }
    }
    panic!("the battle did not get far enough");
}

/// The clock runs on the times that the entries state.
#[test]
fn a_side_that_runs_out_of_time_loses() {
    let terms = Terms { clock: Some(ClockRule::Battle(10)), ..Terms::default() };
    let mut two = Two::begin("matg/introductory", terms);
    let decides = two.seats[0].decision().unwrap().side;
    assert!(two.seats[0].note(decides, Note::OutOfTime).is_err(), "there is time left");
    drop(two.seats);
    // As if the last player had joined a minute ago.
    let text = fs::read_to_string(&two.path).unwrap();
    let mut journal = journal::parse(&text, "").unwrap().journal;
    let mut seal = journal::Seal::of(&journal.header);
    for play in &mut journal.plays {
        play.at = play.at.map(|at| at - 60);
        seal = seal.with(play);
        play.seal = Some(seal);
    }
    fs::write(&two.path, journal.to_toml()).unwrap();
    let mut late = sit(&two.front, &two.path, if decides == Side::A { "anna" } else { "bert" }).unwrap();
    let choice = late.choices()[0].notation.clone();
    assert!(late.play(&choice).unwrap_err().to_string().contains("time has run out"));
    let mut other = sit(&two.front, &two.path, if decides == Side::A { "bert" } else { "anna" }).unwrap();
    other.note(decides, Note::OutOfTime).unwrap();
    late.follow(usize::MAX).unwrap();
    assert_eq!(late.outcome().unwrap().winner, Some(decides.other()));
}

/// An entry cut off at any byte was never made: the other side goes on, and so does the player that was cut
/// off.
#[test]
fn an_action_cut_off_at_any_byte_was_never_made() {
    let mut two = Two::begin("matg/introductory", Terms::default());
    two.play(&mut Dice::seeded(4, 0), 8);
    two.catch_up();
    let whole = fs::read_to_string(&two.path).unwrap();
    let before = {
        two.play(&mut Dice::seeded(9, 0), 1);
        let after = fs::read_to_string(&two.path).unwrap();
        assert!(after.starts_with(&whole));
        after
    };
    drop(two.seats);
    for cut in whole.len()..before.len() {
        fs::write(&two.path, &before[..cut]).unwrap();
        let mut anna = sit(&two.front, &two.path, "anna").unwrap();
        let mut bert = sit(&two.front, &two.path, "bert").unwrap();
        assert_eq!((anna.plays(), bert.plays()), (8, 8), "cut at {cut}");
        let side = anna.decision().unwrap().side;
        let (own, other) = if side == Side::A { (&mut anna, &mut bert) } else { (&mut bert, &mut anna) };
        let choice = own.choices()[0].notation.clone();
        own.play(&choice).unwrap();
        other.follow(usize::MAX).unwrap();
        assert_eq!((own.plays(), own.seal()), (9, other.seal()), "cut at {cut}");
        let text = fs::read_to_string(&two.path).unwrap();
        let loaded = journal::parse(&text, "").unwrap();
        assert!(loaded.torn.is_none() && loaded.journal.seal() == Ok(own.seal()), "cut at {cut}");
    }
}

/// A save that does not continue what a program knows is not followed, and nothing more is written to it.
#[test]
fn a_changed_save_is_not_followed() {
    let mut two = Two::begin("matg/introductory", Terms::default());
    two.play(&mut Dice::seeded(4, 0), 5);
    two.catch_up();
    let text = fs::read_to_string(&two.path).unwrap();
    let forged =
        format!("{text}[[play]]\nn = 8\nside = \"germans\"\nchoice = \"pass\"\nseal = \"{:032x}\"\n\n", 7);
    fs::write(&two.path, &forged).unwrap();
    for seat in &mut two.seats {
        assert!(matches!(seat.follow(1), Err(Refused::Shared(_))));
        assert!(seat.note(Side::A, Note::Resign).is_err() && seat.note(Side::B, Note::Resign).is_err());
    }
    assert_eq!(fs::read_to_string(&two.path).unwrap(), forged, "nothing was written");
}

#[test]
fn a_battle_counts_for_the_account_that_hosts_it() {
    let folder = tempfile::tempdir().unwrap();
    let front = |name: &str, files: usize, bytes: u64| {
        Library::at(Home::at(folder.path()).account(name, Quota { saves: 9, files, bytes }))
    };
    let kept = |name: &str| Kept::of(&folder.path().join("accounts").join(name));
    let length = |path: &Path| fs::metadata(path).unwrap().len();
    let (anna, bert) = (front("anna", 2, 1 << 20), front("bert", 2, 1 << 20));
    let scenario = anna.scenario("matg/introductory").unwrap();
    let host = |front: &Library, name: &str| front.host(&scenario, &game(5), Side::A, Terms::default(), name);
    let mut seats = [host(&anna, "anna").unwrap(), host(&bert, "bert").unwrap()];
    let path = seats[0].save_path().unwrap().to_path_buf();
    seats[1] = bert.sit(&path, "bert", &Joining::default()).unwrap().0;
    let other = kept("bert");
    let before = kept("anna");
    assert_eq!(before, Kept { files: 1, bytes: length(&path) });
    let act = |seats: &mut [Box<dyn Session>; 2]| {
        for seat in &mut *seats {
            seat.follow(usize::MAX).unwrap();
        }
        let seat = &mut seats[seats[0].decision().unwrap().side.index()];
        let choice = seat.choices()[0].notation.clone();
        seat.play(&choice)
    };
    act(&mut seats).unwrap();
    assert_eq!(kept("anna"), Kept { files: 1, bytes: length(&path) });
    assert!(kept("anna").bytes > before.bytes, "it grows");
    assert_eq!(kept("bert"), other, "a guest's account does not");
    // A second battle is the last that the limit allows.
    drop(host(&anna, "anna").unwrap());
    let full = host(&anna, "anna").err().unwrap().to_string();
    assert!(full.contains("you keep 2 files; the limit is 2"), "{full}");
    // The size limit holds for either player, and the battle goes on once there is room.
    drop(seats);
    let limit = kept("anna").bytes + 700;
    let sit = |name: &str, bytes: u64| front(name, 9, bytes).sit(&path, name, &Joining::default()).unwrap().0;
    let mut seats = ["anna", "bert"].map(|name| sit(name, limit));
    let full = (0..50).find_map(|_| act(&mut seats).err()).expect("it is full").to_string();
    assert!(full.contains("its size limit"), "{full}");
    assert!(kept("anna").bytes <= limit);
    drop(seats);
    let mut seats = ["anna", "bert"].map(|name| sit(name, 1 << 20));
    act(&mut seats).unwrap();
    // The name of a battle that was removed may belong to another account later.
    drop(seats);
    let text = fs::read(&path).unwrap();
    let other = folder.path().join("battles/other.toml");
    fs::write(&other, text).unwrap();
    fs::rename(&other, &path).unwrap();
    assert_eq!(kept("anna").files, 1);
}
