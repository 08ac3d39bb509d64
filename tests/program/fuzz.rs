//! The fuzz targets with a seeded generator: the same on every machine, without a nightly compiler.

use std::fs;
use std::path::Path;

use standto::dice::Dice;

use crate::long::long;

#[path = "../../fuzz/bodies.rs"]
mod bodies;

/// Words that are valid somewhere.
const WORDS: &[&str] = &[
    "[[play]]\n",
    "[[side]]\n",
    "\n\n",
    "'''",
    "\"\"\"",
    "=",
    "[",
    "]",
    "{",
    "}",
    ",",
    "#",
    "\\u0000",
    "\0",
    "\u{1b}[200~",
    "\u{1b}[201~",
    "\u{1b}[",
    "\u{1b}O",
    "\u{202e}",
    "ü",
    "𝄞",
    "-1",
    "99999999999999999999",
    "0x7fffffffffffffff",
    "nan",
    "1e999",
    "undo",
    "to = 0\n",
    "n = 1\n",
    "rolls = [0, 255]\n",
    "digest = \"0000000000000000\"\n",
    "turns = 0",
    "width = 0",
    "off-map = true\n",
    "aboard = \"G1\"\n",
    "count = 200\n",
    "at = \"0000\"\n",
    "C-",
    "S-Tab",
    "#zzzzzz",
    "0101",
    "9999",
    "N",
    "->",
];

/// Applies a few mutations to some bytes.
fn mutated(mut bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    for _ in 0..=dice.below(6) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + dice.below(40)).min(bytes.len());
        match dice.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => bytes.truncate(at),
            3 => {
                let piece = bytes[at..end].to_vec();
                let to = dice.below(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
            4 => {
                let random = (0..dice.below(9)).map(|_| dice.below(256) as u8).collect::<Vec<_>>();
                bytes.splice(at..end, random);
            }
            _ => {
                let word = WORDS[dice.below(WORDS.len())].bytes();
                bytes.splice(at..end.min(at + 4), word);
            }
        }
    }
    bytes
}

fn files(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().filter(|path| path.is_file()).map(|path| fs::read(path).unwrap()).collect()
}

/// Runs a target over mutations of a corpus.
fn run(body: fn(&[u8]), corpus: &[Vec<u8>], count: usize, seed: u64) {
    assert!(!corpus.is_empty());
    let mut dice = Dice::seeded(seed, 0);
    corpus.iter().for_each(|bytes| body(bytes));
    for number in 0..count {
        let bytes = mutated(corpus[dice.below(corpus.len())].clone(), &mut dice);
        let held = std::panic::catch_unwind(|| body(&bytes)).is_ok();
        assert!(held, "input {number} of seed {seed}: {:?}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn mutated_scenarios() {
    let corpus = [files("scenarios/matg"), files("tests/bad/matg")].concat();
    run(bodies::scenario, &corpus, long(150), 1);
}

#[test]
fn mutated_saves() {
    // The beginning of a real game: whole games take long to replay.
    let save = String::from_utf8(files("tests/saves/v2").remove(0)).unwrap();
    let ends: Vec<usize> = save.match_indices("\n\n").map(|(at, _)| at + 2).collect();
    let corpus = [4, 12, 30].map(|plays| save.as_bytes()[..ends[plays]].to_vec());
    run(bodies::save, &corpus, long(150), 2);
}

#[test]
fn mutated_choices() {
    let save = String::from_utf8(files("tests/saves/v2").remove(0)).unwrap();
    let choices = save.lines().filter_map(|line| line.strip_prefix("choice = \"")?.strip_suffix('"'));
    let corpus: Vec<Vec<u8>> = choices.map(|choice| choice.as_bytes().to_vec()).collect();
    run(bodies::notation, &corpus, long(20_000), 3);
}

#[test]
fn mutated_keys_and_themes() {
    run(
        bodies::keys,
        &[fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("config/keys.toml")).unwrap()],
        long(150),
        4,
    );
    run(bodies::theme, &files("config/themes"), long(300), 5);
}

#[test]
fn mutated_terminal_input() {
    let all: [&[u8]; 4] = [
        b"abc\x1b[A\x1b[1;5C\x1bOP\r\t\x7f",
        b"\x1b[<0;10;3M\x1b[<0;10;3m\x1b[M abc",
        b"\x1b[200~pasted\x1b[201~q",
        "\x1b\x1bäö𝄞".as_bytes(),
    ];
    run(bodies::terminal, &all.map(<[u8]>::to_vec), long(20_000), 6);
}

#[test]
fn mutated_archives() {
    let small = crate::vasl::small();
    let inside = [small.metadata().into_bytes(), vec![0], small.stream()].concat();
    // A flipped bit breaks an archive's checksum before it reaches the reader; its parts have none.
    run(bodies::archive, &[inside, small.archive()], long(400), 7);
}
