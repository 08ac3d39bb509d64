//! Two players at two pseudo-terminals, and a spectator: one battle.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use standto::dice::Dice;
use standto::game::journal::{self, Note};

use super::long::long;
use super::pty::{Pty, Signal, kill, sit, until};

/// The smallest battle of each ruleset.
const SMALL: [&str; 4] =
    ["matg/introductory", "panzertruppe/hunters", "aslsk/steps-1-infantry", "fireandmove/crossroads"];

/// Two players and a spectator.
struct Table {
    home: tempfile::TempDir,
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
    fn begin(scenario: &str, options: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let host = sit(home.path(), &format!("host {scenario} --as anna --seed 5 {options}"));
        let mut save = None;
        until("the battle", || {
            save = save_in(home.path()).filter(|save| !entries(save).is_empty());
            save.is_some()
        });
        let save = save.unwrap();
        let guest = sit(home.path(), &format!("join {} --as bert", name(&save)));
        until("both seats are taken", || entries(&save).iter().filter(|entry| is_join(entry)).count() == 2);
        let table = Self { home, players: [host, guest], save };
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
        let front = standto::library::Library::at(standto::store::Home::at(self.home.path()));
        front.battles().first().and_then(|battle| battle.decides).map(standto::game::Side::index)
    }
}

fn entries(save: &Path) -> Vec<journal::Record> {
    let text = fs::read_to_string(save).unwrap_or_default();
    journal::parse(&text, "").map_or_else(|_| Vec::new(), |loaded| loaded.journal.plays)
}

fn is_join(entry: &journal::Record) -> bool {
    matches!(entry.note, Some(Note::Join(_)))
}

/// Waits a moment for the save to grow; returns whether it has.
fn grows(save: &Path, from: u64) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(400) {
        if fs::metadata(save).unwrap().len() > from {
            return true;
        }
        thread::sleep(Duration::from_millis(2));
    }
    false
}

/// Both seats are played by keys: a choice from the list by its number, or the end of a phase. At last one
/// side resigns, if the battle is not over by then. The spectator sees the same end.
#[test]
fn a_battle_of_each_ruleset_is_played_by_keys_at_two_terminals() {
    for scenario in SMALL {
        let mut table = Table::begin(scenario, "");
        let watcher = sit(table.home.path(), &format!("watch {} --as carl", name(&table.save)));
        watcher.wait_for("Turn");
        let mut dice = Dice::seeded(11, 0);
        let mut acted = [0; 2];
        let begun = Instant::now();
        while acted.iter().sum::<usize>() < long(12) || acted.contains(&0) {
            assert!(begun.elapsed() < Duration::from_secs(60 * long(1) as u64), "{scenario}: {acted:?}");
            let Some(player) = table.decides() else { break };
            let length = fs::metadata(&table.save).unwrap().len();
            let keys = match dice.below(6) {
                0 => "D".to_owned(),
                1 => "d".to_owned(),
                _ => format!(" {}\r", 1 + dice.below(9)),
            };
            table.players[player].press(&keys);
            if grows(&table.save, length) {
                acted[player] += 1;
            } else {
                // A window is open, or a march or a fire plan was begun.
                table.players[player].press("\x1b");
                grows(&table.save, length);
            }
        }
        assert!(acted.iter().all(|count| *count > 0), "{scenario}: both have acted by keys: {acted:?}");
        if table.decides().is_some() {
            resign(&mut table.players[1]);
        }
        until("the end", || table.decides().is_none());
        let text = fs::read_to_string(&table.save).unwrap();
        let loaded = journal::parse(&text, "").unwrap();
        assert!(loaded.journal.seal().is_ok() && loaded.torn.is_none(), "{scenario}");
        for terminal in table.players.iter().chain([&watcher]) {
            terminal.wait_for("The battle is over");
        }
        for terminal in &mut table.players {
            terminal.end_by(Signal::TERM);
        }
    }
}

/// Resigns by keys: the window about the other player, its third row, and the second answer.
fn resign(player: &mut Pty) {
    // Windows that opened by themselves are closed first.
    let begun = Instant::now();
    while !player.shown().contains("Offer a draw") {
        assert!(begun.elapsed() < Duration::from_secs(20), "{}", player.shown());
        player.press("\x1b");
        thread::sleep(Duration::from_millis(300));
        player.press(",b");
        thread::sleep(Duration::from_millis(100));
    }
    player.press("jj\r");
    player.wait_for("Resign this battle?");
    player.press("j\r");
}

#[test]
fn a_key_at_one_terminal_is_seen_at_the_other() {
    let mut table = Table::begin("matg/introductory", "");
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
    let mut table = Table::begin("matg/introductory", "");
    table.close_briefings();
    table.players[0].press(",y");
    table.players[0].wait_for("Message: ");
    table.players[0].press("red \u{202e}txet [31m\r");
    table.players[1].wait_for("anna: red");
    assert!(!table.players[1].got().contains('\u{202e}'));
}

#[test]
fn an_idle_shared_battle_sends_nothing() {
    let table = Table::begin("matg/introductory", "");
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
    let mut table = Table::begin("matg/introductory", "");
    let decides = table.decides().unwrap();
    let waiting = 1 - decides;
    table.close_briefings();
    table.players[waiting].wait_for("to decide");
    kill(Signal::KILL, table.players[decides].process());
    table.players[waiting].wait_for("Not connected");
    let player = ["anna", "bert"][decides];
    let again = sit(table.home.path(), &format!("join {} --as {player}", name(&table.save)));
    again.wait_for("to act");
    table.players[waiting].forget();
    until("the return", || !table.players[waiting].shown().contains("Not connected"));
}

/// A player whose line has dropped takes over from the process that is left behind.
#[test]
fn a_player_takes_over_from_another_connection() {
    let mut table = Table::begin("matg/introductory", "");
    let refused = sit(table.home.path(), &format!("join {} --as anna", name(&table.save)));
    refused.wait_for("take over with --take-over");
    let again = sit(table.home.path(), &format!("join {} --as anna --take-over", name(&table.save)));
    again.wait_for("Turn");
    table.players[0].wait_for_end();
}
