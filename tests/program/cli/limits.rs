//! Files made to be read for ever: refused soon, in a few lines, with little memory.

use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::desk::{Run, desk};

/// As much as a scenario may have.
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

#[test]
fn whatever_a_file_holds_it_is_refused_soon_and_small() {
    let desk = desk();
    for (what, text) in monsters() {
        assert!(text.len() <= MOST + 1, "{what}: {}", text.len());
        let path = desk.write("monster.toml", &text);
        // Data of at most 60 MiB: a program that asks for more is refused it, and ends.
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            "ulimit -S -d 61440; exec \"$0\" check monster.toml",
            env!("CARGO_BIN_EXE_standto"),
        ]);
        shell.current_dir(desk.folder.path()).env("STANDTO_HOME", desk.folder.path()).stdin(Stdio::null());
        let begun = Instant::now();
        let run = Run::of(shell.output().unwrap());
        let took = begun.elapsed();
        assert!(
            matches!(run.code, Some(0 | 1)),
            "{what}: {:?} {}",
            run.code,
            &run.err[..run.err.len().min(500)]
        );
        // 0.3 s with the program as it is shipped; this one is neither that nor alone on its machine.
        assert!(took < Duration::from_secs(6), "{what} took {took:?}");
        assert!(run.err.lines().count() <= 51 && run.err.len() < 60_000, "{what}: {} bytes", run.err.len());
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_bad_file_among_the_players_own_does_not_delay_the_start() {
    let desk = desk();
    let good = standto::rules::matg::scenario::INTRODUCTORY;
    let stands = "[[side.formation.stand]]\ntype = \"Tigger\"\ncount = 1\nat = \"0101\"\n";
    desk.write("scenarios/matg/bad.toml", within(good, stands, ""));
    let begun = Instant::now();
    assert!(desk.good(&["list"]).contains("introductory"));
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
}
