//! Files made to take forever: refused quickly, in a few lines, with little memory.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use crate::desk::{Desk, Run, desk, text};

/// The most that a scenario may have.
const MOST: usize = (1 << 20) - 1;

fn filled(piece: &str) -> String {
    piece.repeat(MOST / piece.len())
}

fn within(head: &str, piece: &str, tail: &str) -> String {
    let room = MOST - head.len() - tail.len();
    format!("{head}{}{tail}", piece.repeat(room / piece.len()))
}

fn numbered(piece: &str) -> String {
    let mut text = String::new();
    for number in 0.. {
        let before = text.len();
        let _ = writeln!(text, "{}", piece.replace('#', &number.to_string()));
        if text.len() > MOST {
            text.truncate(before);
            return text;
        }
    }
    text
}

fn monsters() -> Vec<(&'static str, String)> {
    let good = standto::rules::matg::scenario::INTRODUCTORY;
    let header = "format = 1\nruleset = \"matg\"\n";
    let place = good.find("terrain = '''\n").unwrap() + "terrain = '''\n".len();
    let (before, after) = good.split_at(place);
    let strangers: String = (0x4e00..0x9000).filter_map(char::from_u32).collect();
    let long = "x".repeat(MOST - good.len());
    vec![
        ("blank lines", filled("\n")),
        ("blank lines in a scenario", within(good, "\n", "")),
        ("comments", filled("#\n")),
        ("keys", numbered("k# = 1")),
        ("keys in a scenario", format!("{header}{}", &numbered("k# = 1")[..MOST / 2])),
        ("sides", within(header, "[[side]]\n", "")),
        (
            "stands",
            within(good, "[[side.formation.stand]]\ntype = \"Tigger\"\ncount = 1\nat = \"0101\"\n", ""),
        ),
        ("numbers", within("x = [", "1,", "1]\n")),
        ("brackets", filled("[")),
        ("tables", filled("{a=")),
        ("dots", within("", "a.", "a = 1\n")),
        ("dotted tables", filled("[a.a.a.a.a.a.a.a]\n")),
        ("quotes", filled("\"")),
        ("rows of a drawing", format!("{before}{}{after}", "\n".repeat(MOST - good.len()))),
        ("a row of strangers", format!("{before}{}\n{after}", strangers.repeat(10))),
        ("a long name", good.replacen("nation = \"germany\"", &format!("nation = \"{long}\""), 1)),
        ("a long key", within("", "k", " = 1\n")),
        ("a long title", good.replacen("title = \"", &format!("title = \"{long}"), 1)),
    ]
}

/// Processor time within which anything is refused: by the released program, and by an unoptimised one.
const SOON: f64 = if cfg!(debug_assertions) { 3.0 } else { 0.3 };

/// Runs the program with this many MiB of data at most (it ends if it asks for more) and returns its
/// processor time in seconds, however busy the machine is.
fn measured(desk: &Desk, words: &str, mib: usize) -> (Run, f64) {
    let line = format!("ulimit -S -d {}; \"$0\" {words}; code=$?; times > times; exit $code", mib << 10);
    let mut shell = Command::new("sh");
    shell.args(["-c", &line, env!("CARGO_BIN_EXE_standto")]);
    shell.current_dir(desk.folder.path()).env("STANDTO_HOME", desk.folder.path()).stdin(Stdio::null());
    let run = Run::of(shell.output().unwrap());
    // The second line is the time of the shell's children: "0m0.25s 0m0.01s", user and system.
    let times = text(&desk.path("times"));
    let seconds = |time: &str| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m').unwrap();
        60.0 * minutes.parse::<f64>().unwrap() + seconds.parse::<f64>().unwrap()
    };
    (run, times.lines().nth(1).unwrap().split_whitespace().map(seconds).sum())
}

#[test]
fn hostile_files_are_refused_quickly_and_in_little_memory() {
    let desk = desk();
    let mut longest = (0.0, "");
    for (what, text) in monsters() {
        assert!(text.len() <= MOST + 1, "{what}: {}", text.len());
        let path = desk.write("monster.toml", &text);
        let (run, took) = measured(&desk, "check monster.toml", 60);
        let said: String = run.err.chars().take(500).collect();
        assert!(matches!(run.code, Some(0 | 1)), "{what}: {:?} {said}", run.code);
        assert!(took < SOON, "{what} took {took} s");
        assert!(run.err.lines().count() <= 51 && run.err.len() < 60_000, "{what}: {} bytes", run.err.len());
        if took >= longest.0 {
            longest = (took, what);
        }
        std::fs::remove_file(path).unwrap();
    }
    println!("the longest: {} s, {}", longest.0, longest.1);
}

/// Saves of 8 MiB, an eighth of the limit, that make no sense.
fn monstrous_saves(header: &str) -> Vec<(&'static str, String)> {
    let most = 8 * MOST;
    let fill =
        |start: &str, piece: &str| format!("{start}{}", piece.repeat((most - start.len()) / piece.len()));
    vec![
        ("blank lines in a header", fill(header, "\n")),
        ("dots", fill("", "a.")),
        ("a play without an end", fill(&format!("{header}[[play]]\n"), "#\n")),
        ("plays of nothing", fill(header, "[[play]]\n")),
    ]
}

#[test]
fn an_unreadable_save_does_not_delay_the_start() {
    let desk = desk();
    let (path, session) = desk.played(1);
    drop(session);
    let save = text(&path);
    let header = &save[..save.find("[[play]]").unwrap()];
    for (what, text) in monstrous_saves(header) {
        let path = desk.write("saves/monster.toml", &text);
        // Read as a table, such a text once took fifty times its length in memory.
        let (run, took) = measured(&desk, "list", 100);
        assert!(
            run.out.contains("matg-introductory-1") && run.out.contains("monster"),
            "{what}: {}",
            run.err
        );
        assert!(took < SOON, "{what} took {took} s");
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_bad_file_among_the_players_own_does_not_delay_the_start() {
    let desk = desk();
    let good = standto::rules::matg::scenario::INTRODUCTORY;
    let stands = "[[side.formation.stand]]\ntype = \"Tigger\"\ncount = 1\nat = \"0101\"\n";
    desk.write("scenarios/matg/bad.toml", within(good, stands, ""));
    let (run, took) = measured(&desk, "list", 60);
    assert!(run.out.contains("introductory"));
    assert!(took < SOON, "{took} s");
}
