//! Two players at two pseudo-terminals, and a spectator: one battle.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use standto::dice::Dice;
use standto::game::journal::{self, ClockRule, Note, WatchRule};

use super::long::long;
use super::pty::{Pty, Signal, kill, run, sit, size, until};

/// The smallest battle of each ruleset.
const SMALL: [&str; 4] =
    ["matg/introductory", "panzertruppe/hunters", "aslsk/steps-1-infantry", "fireandmove/crossroads"];

/// Two players at a battle in a folder of the game's.
pub struct Table {
    home: PathBuf,
    players: [Pty; 2],
    save: PathBuf,
}

/// The only battle in a folder.
fn save_in(home: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(home.join("battles")).ok()?.flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).min()
}

fn name(save: &Path) -> String {
    save.file_stem().unwrap().to_string_lossy().into_owned()
}

impl Table {
    fn begin(home: &Path, scenario: &str) -> Self {
        let host = sit(home, &format!("host {scenario} --as anna --seed 5"));
        let save = begun(home);
        let guest = sit(home, &format!("join {} --as bert", name(&save)));
        Self::of(home, [host, guest], save)
    }

    /// The table once both players have joined.
    pub fn of(home: &Path, players: [Pty; 2], save: PathBuf) -> Self {
        until("both seats are taken", || entries(&save).iter().filter(|entry| is_join(entry)).count() == 2);
        let table = Self { home: home.to_owned(), players, save };
        for player in &table.players {
            player.wait_for("Turn");
        }
        table
    }

    /// Closes the briefing at both terminals.
    fn close_briefings(&mut self) {
        for player in &mut self.players {
            until("the map", || {
                let open = player.shown().contains("close");
                if open {
                    player.press("\r");
                    thread::sleep(Duration::from_millis(50));
                }
                !open
            });
        }
    }

    /// The index of the player to decide: the save says it, as the lobby reads it.
    fn decides(&self) -> Option<usize> {
        let front = standto::library::Library::at(standto::store::Home::at(&self.home));
        front.battles().first().and_then(|battle| battle.decides).map(standto::game::Side::index)
    }
}

/// The battle in this folder, once its host has joined.
pub fn begun(home: &Path) -> PathBuf {
    let mut save = None;
    until("the battle", || {
        save = save_in(home).filter(|save| !entries(save).is_empty());
        save.is_some()
    });
    save.unwrap()
}

fn entries(save: &Path) -> Vec<journal::Record> {
    let text = fs::read_to_string(save).unwrap_or_default();
    journal::parse(&text, "").map_or_else(|_| Vec::new(), |loaded| loaded.journal.plays)
}

fn is_join(entry: &journal::Record) -> bool {
    matches!(entry.note, Some(Note::Join(_)))
}

/// Presses keys; returns whether the save has grown once the screen has been still for a moment.
fn act(player: &mut Pty, keys: &str, save: &Path) -> bool {
    let length = || fs::metadata(save).unwrap().len();
    let before = length();
    // Nothing is forgotten: what arrives just before the keys may be the end of the battle.
    let (mut seen, mut still) = (player.got().len(), Instant::now());
    player.press(keys);
    while still.elapsed() < Duration::from_millis(120) {
        if length() > before {
            return true;
        }
        let shown = player.got().len();
        if shown != seen {
            (seen, still) = (shown, Instant::now());
        }
        thread::sleep(Duration::from_millis(2));
    }
    false
}

/// The text of a battle, with two turns; with all its turns in a long run.
pub fn shortened(scenario: &str) -> String {
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/{scenario}.toml"));
    let text = fs::read_to_string(built_in).unwrap();
    if long(1) > 1 {
        return text;
    }
    let turns = text.lines().find(|line| line.starts_with("turns = ")).expect("it has a number of turns");
    text.replacen(turns, "turns = 2", 1)
}

/// A battle of each ruleset on this machine, without a login.
pub fn without_logins() {
    play_each(|scenario| {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("short.toml");
        fs::write(&path, shortened(scenario)).unwrap();
        let table = Table::begin(home.path(), path.to_str().unwrap());
        let watcher = sit(home.path(), &format!("watch {} --as carl", name(&table.save)));
        play_to_the_end(scenario, table, &watcher);
    });
}

/// Plays the smallest battle of each ruleset, all at once.
pub fn play_each(play: impl Fn(&'static str) + Copy + Send) {
    thread::scope(|scope| {
        let played = SMALL.map(|scenario| scope.spawn(move || play(scenario)));
        for (played, scenario) in played.into_iter().zip(SMALL) {
            assert!(played.join().is_ok(), "{scenario}");
        }
    });
}

/// Both seats are played by keys until the battle ends by its own rules: at first choices from the list by
/// their numbers, later mostly the end of a phase. The spectator sees the same end.
pub fn play_to_the_end(scenario: &str, mut table: Table, watcher: &Pty) {
    watcher.wait_for("Turn");
    let mut dice = Dice::seeded(11, 0);
    let (mut acted, mut failed) = ([0; 2], 0);
    let begun = Instant::now();
    while let Some(player) = table.decides() {
        let screen = || table.players[player].shown();
        assert!(
            begun.elapsed() < Duration::from_secs(90 * long(1) as u64),
            "{scenario}: {acted:?}: {}",
            screen()
        );
        let choose = acted.iter().sum::<usize>() < long(8) || acted.contains(&0);
        let keys = match (failed, dice.below(6)) {
            (0, 1..) if !choose => "D".to_owned(),
            (_, 0) => "D".to_owned(),
            (_, 1) => "d".to_owned(),
            _ => format!(" {}\r", 1 + dice.below(9)),
        };
        if act(&mut table.players[player], &keys, &table.save) {
            (acted[player], failed) = (acted[player] + 1, 0);
        } else {
            // A window is open, or a march or a fire plan was begun.
            failed += 1;
            act(&mut table.players[player], "\x1b", &table.save);
        }
    }
    let seconds = begun.elapsed().as_secs();
    println!("{scenario}: {acted:?} actions by keys, {} entries, {seconds} s", entries(&table.save).len());
    assert!(acted.iter().all(|count| *count > 0), "{scenario}: both have acted by keys: {acted:?}");
    let text = fs::read_to_string(&table.save).unwrap();
    let loaded = journal::parse(&text, "").unwrap();
    assert!(loaded.journal.seal().is_ok() && loaded.torn.is_none(), "{scenario}");
    let given_up = |entry: &journal::Record| matches!(entry.note, Some(Note::Resign | Note::AcceptDraw));
    assert!(!loaded.journal.plays.iter().any(given_up), "{scenario} ended by its own rules");
    for terminal in table.players.iter().chain([watcher]) {
        terminal.wait_for("The battle is over");
    }
    for terminal in &mut table.players {
        terminal.end_by(Signal::TERM);
    }
}

/// Resigns by keys: the window about the other player, its third row, and the second answer.
fn resign(player: &mut Pty) {
    // Windows that opened by themselves are closed first.
    until("the window about the other player", || {
        player.press("\x1b");
        thread::sleep(Duration::from_millis(300));
        player.press(",b");
        thread::sleep(Duration::from_millis(100));
        player.shown().contains("Offer a draw")
    });
    player.press("jj\r");
    player.wait_for("Resign this battle?");
    player.press("j\r");
}

#[test]
fn a_player_resigns_by_keys() {
    let home = tempfile::tempdir().unwrap();
    let mut table = Table::begin(home.path(), "matg/introductory");
    resign(&mut table.players[1]);
    until("the end", || table.decides().is_none());
    for terminal in &table.players {
        terminal.wait_for("The battle is over");
    }
}

#[test]
fn a_key_at_one_terminal_is_seen_at_the_other() {
    let home = tempfile::tempdir().unwrap();
    let mut table = Table::begin(home.path(), "matg/introductory");
    let mut waits = Vec::new();
    table.close_briefings();
    for n in 0..5 {
        let text = format!("message number {n}");
        let (from, to) = (n % 2, 1 - n % 2);
        table.players[from].press(&format!(",y{text}"));
        table.players[from].wait_for(&format!("Message: {text}"));
        table.players[to].forget();
        table.players[from].press("\r");
        waits.push(table.players[to].wait_for(&text));
    }
    waits.sort();
    // The bound for a quick machine that does nothing else is 50 ms (docs/reliability.md).
    assert!(waits[2] < Duration::from_millis(500), "{waits:?}");
}

#[test]
fn a_message_is_shown_as_text_and_not_obeyed() {
    let home = tempfile::tempdir().unwrap();
    let mut table = Table::begin(home.path(), "matg/introductory");
    table.close_briefings();
    table.players[0].press(",y");
    table.players[0].wait_for("Message: ");
    table.players[0].press("red \u{202e}txet [31m\r");
    table.players[1].wait_for("anna: red");
    assert!(!table.players[1].got().contains('\u{202e}'));
}

#[test]
fn an_idle_shared_battle_sends_nothing() {
    let home = tempfile::tempdir().unwrap();
    let table = Table::begin(home.path(), "matg/introductory");
    thread::sleep(Duration::from_millis(600));
    table.players.iter().for_each(Pty::forget);
    thread::sleep(Duration::from_millis(1500));
    for player in &table.players {
        assert_eq!(player.got(), "");
    }
}

/// The other player's connection is noticed to be gone, however it ends, and the player can return.
#[test]
fn a_killed_player_is_seen_to_be_gone_and_returns() {
    let home = tempfile::tempdir().unwrap();
    let mut table = Table::begin(home.path(), "matg/introductory");
    let decides = table.decides().unwrap();
    let waiting = 1 - decides;
    table.close_briefings();
    table.players[waiting].wait_for("to decide");
    kill(Signal::KILL, table.players[decides].process());
    table.players[waiting].wait_for("Not connected");
    let player = ["anna", "bert"][decides];
    let again = sit(home.path(), &format!("join {} --as {player}", name(&table.save)));
    again.wait_for("to act");
    table.players[waiting].forget();
    until("the return", || !table.players[waiting].shown().contains("Not connected"));
}

/// A player whose line has dropped takes over from the process that is left behind.
#[test]
fn a_player_takes_over_from_another_connection() {
    let home = tempfile::tempdir().unwrap();
    let mut table = Table::begin(home.path(), "matg/introductory");
    let refused = sit(home.path(), &format!("join {} --as anna", name(&table.save)));
    refused.wait_for("take over with --take-over");
    let again = sit(home.path(), &format!("join {} --as anna --take-over", name(&table.save)));
    again.wait_for("Turn");
    table.players[0].wait_for_end();
}

/// The title screen of a player.
fn title(home: &Path, player: &str) -> Pty {
    let line = format!("STANDTO_PLAYER={player}; export STANDTO_PLAYER; exec \"$0\"");
    run(home, size(24, 80), true, &line, "xterm-256color")
}

/// The first battle of a host appears on a title screen that was open before its folder existed.
#[test]
fn an_invitation_appears_on_a_title_screen_that_is_open() {
    let home = tempfile::tempdir().unwrap();
    let bert = title(home.path(), "bert");
    bert.wait_for("First Steps");
    let host = sit(home.path(), "host introductory --as anna");
    bert.wait_for("Open invitations");
    assert!(host.shown().contains("Turn 1"), "{}", host.shown());
}

/// Opens the form of the introductory scenario and sets it to a battle against another terminal.
fn host_form(home: &Path, player: &str) -> Pty {
    let mut host = title(home, player);
    host.wait_for("First Steps");
    host.press("/introductory");
    host.wait_for("Introductory Scenario");
    host.press("\r");
    host.wait_for("You play");
    // The first line: the player's side against the computer. Two steps back is the other terminal.
    host.press("\x1b[D\x1b[D");
    host.wait_for("against a player at another terminal");
    host
}

#[test]
fn the_host_form_invites_one_player_with_a_password() {
    let home = tempfile::tempdir().unwrap();
    let mut host = host_form(home.path(), "anna");
    // Invite, password, spectators, clock.
    host.press("\x1b[Bbert");
    host.wait_for("Invite bert");
    host.press("\x1b[Bheron\x1b[B\x1b[C");
    host.wait_for("Password heron");
    host.press("\x1b[B\x1b[C");
    host.wait_for("5 min a turn for each side");
    host.press("\r");
    host.wait_for("Turn");
    let save = save_in(home.path()).unwrap();
    let text = fs::read_to_string(&save).unwrap();
    let terms = journal::parse(&text, "").unwrap().journal.header.shared.unwrap();
    assert_eq!(terms.guest.as_deref(), Some("bert"));
    assert!(terms.word.is_some() && !text.contains("heron"), "the password is not in the save");
    assert_ne!(terms.watch, WatchRule::default());
    assert_eq!(terms.clock, Some(ClockRule::Turn(300)));

    // Another player is not invited.
    let carl = title(home.path(), "carl");
    carl.wait_for("First Steps");
    assert!(!carl.shown().contains("Open invitations"), "{}", carl.shown());
    let mut refused = sit(home.path(), &format!("join {} --as carl", name(&save)));
    refused.wait_for("this battle is for bert only");
    assert_eq!(refused.wait_for_end().0, 1);

    // The guest is asked for the password, which is not shown.
    let mut bert = title(home.path(), "bert");
    bert.wait_for("Open invitations");
    select_battle(&mut bert, "Enter joins on these terms");
    bert.press("\r");
    bert.wait_for("Password: _");
    bert.press("canal\r");
    bert.wait_for("not the password of this");
    assert_eq!(entries(&save).iter().filter(|entry| is_join(entry)).count(), 1);
    bert.press("\r");
    bert.wait_for("Password: _");
    bert.press("heron");
    bert.wait_for("Password: *****_");
    bert.press("\r");
    until("both seats are taken", || entries(&save).iter().filter(|entry| is_join(entry)).count() == 2);
    assert!(!bert.got().contains("heron"));
}

/// Moves to the first battle on the title screen that offers this.
pub fn select_battle(player: &mut Pty, offer: &str) {
    until("the battle", || {
        let found = player.shown().contains(offer);
        if !found {
            player.press("\x1b[A");
            thread::sleep(Duration::from_millis(50));
        }
        found
    });
}
