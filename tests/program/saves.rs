//! Saves of real games of every ruleset: the file matches the game at every step, and recorded games keep
//! their digests.

use std::fs;
use std::path::{Path, PathBuf};

use standto::book::Book;
use standto::dice::Dice;
use standto::game::journal::{self, Header};
use standto::game::replay::{ReplayMode, replay};
use standto::game::{Level, Log, Match, Seat, Session};
use standto::registry::{Ruleset, Visit};

use crate::battles::{battles, opening};
use crate::long::long;

/// Plays random choices between two human seats into a file, up to `most` or to the end.
fn random_game<R: Book>(
    (path, text, seed, most): (&Path, &str, u64, u32),
    mut each: impl FnMut(&mut Match<R>, u32, &str),
) {
    let first: R = opening("battle", text);
    let keys = first.sides().map(|side| side.key);
    let seats = [(keys[0].as_str(), Seat::Human), (keys[1].as_str(), Seat::Human)];
    let mut header = Header::new(R::ID, "battle", "Battle", text, seed, seats);
    header.undo = journal::Undo::Free;
    let mut game = Match::new(R::ID, first, header, Some(&standto::store::save_at(path))).expect("it begins");
    let mut pick = Dice::seeded(!seed, 0);
    for plays in 1..=most {
        if game.decision().is_none() {
            return;
        }
        let choice = game.choices()[pick.below(game.choices().len())].notation.clone();
        game.play(&choice).expect("it was offered");
        each(&mut game, plays, &choice);
    }
    assert!(most < u32::MAX, "a whole game was asked for");
}

/// The battles of a ruleset with the number of actions for each: the shortest is played to its end.
fn lengths<R: Book>() -> Vec<(String, u32)> {
    let battles = battles::<R>();
    let shortest = battles.iter().map(|(_, text)| text.len()).min();
    let most = |text: &str| if Some(text.len()) == shortest { 100_000 } else { 120 };
    battles.iter().map(|(_, text)| (text.clone(), most(text))).collect()
}

struct EveryStep;

impl Visit for EveryStep {
    type Output = ();

    /// A second process reads the file as it grows and plays along; every so often it reads the whole file
    /// again.
    fn visit<R: Book>(self) {
        let folder = tempfile::tempdir().expect("a folder");
        for (seed, (text, most)) in (0..).zip(lengths::<R>()) {
            let path = folder.path().join(format!("{seed}.toml"));
            let mut beside: R = opening("battle", &text);
            let mut known = 0;
            random_game::<R>((&path, &text, seed, most), |game, plays, _| {
                let saved = fs::read_to_string(&path).expect("it is there");
                let whole = plays == 1 || plays % 64 == 0 || game.decision().is_none();
                if whole {
                    let loaded = journal::parse(&saved, "save").unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(loaded.torn, None);
                    assert_eq!(loaded.journal.plays.len() as u32, plays);
                    let first = opening("battle", &text);
                    let again = replay::<R>(first, &loaded.journal).unwrap_or_else(|error| panic!("{error}"));
                    assert!(again.position() == game.position(), "{}: play {plays}", R::ID);
                }
                if plays == 1 {
                    known = saved.find("[[play]]").expect("a play");
                }
                // Exactly one action was appended, and it leads from the position before to this one.
                let record: Appended = toml::from_str(&saved[known..]).expect("a whole table");
                let [record] = &record.play[..] else { panic!("one play a play") };
                let choice = record.choice.parse().unwrap_or_else(|error| panic!("{error}"));
                let mut tape = Dice::taped(&record.rolls);
                beside.apply(&choice, &mut tape, &mut Log::off()).expect("the faces are there");
                assert_eq!((record.n, tape.unread()), (plays, 0));
                assert!(beside == *game.position(), "{}: play {plays}, {}", R::ID, record.choice);
                known = saved.len();
            });
        }
    }
}

#[derive(serde::Deserialize)]
struct Appended {
    play: Vec<journal::Record>,
}

#[test]
fn the_save_is_the_game_at_every_step() {
    for ruleset in Ruleset::ALL {
        ruleset.visit(EveryStep);
    }
}

struct Undo;

impl Visit for Undo {
    type Output = ();

    fn visit<R: Book>(self) {
        let folder = tempfile::tempdir().expect("a folder");
        for (seed, (text, _)) in (0..).zip(lengths::<R>()) {
            let path = folder.path().join(format!("{seed}.toml"));
            let mut before: Option<R> = None;
            random_game::<R>((&path, &text, seed, 200), |game, plays, choice| {
                if plays % 7 == 0
                    && let Some(earlier) = before.take()
                {
                    let after = game.position().clone();
                    game.undo().expect("a human player may undo");
                    assert!(*game.position() == earlier, "{}: play {plays}", R::ID);
                    // The same choice gives the same dice, and so the same position.
                    game.play(choice).expect("it is legal");
                    assert!(*game.position() == after, "{}: play {plays}, {choice}", R::ID);
                }
                before = Some(game.position().clone());
            });
        }
    }
}

#[test]
fn undo_restores_the_position_and_the_dice() {
    for ruleset in Ruleset::ALL {
        ruleset.visit(Undo);
    }
}

/// Saves of older rules that do not replay to their end today: the player chooses how to resume them.
const REFUSED: [&str; 27] = [
    "v1/aslsk-ambitious-assault-9.toml",
    "v1/crossroads-1944.toml",
    "v1/crossroads-77.toml",
    "v1/introductory-1943.toml",
    "v1/introductory-77.toml",
    "v2/aslsk-ambitious-assault-47.toml",
    "v2/aslsk-ambitious-assault-9.toml",
    "v2/aslsk-over-open-sights-43.toml",
    "v2/crossroads-1944.toml",
    "v2/crossroads-78.toml",
    "v2/fireandmove-company-attack-12.toml",
    "v2/fireandmove-crossroads-7.toml",
    "v2/fireandmove-everything-21.toml",
    "v2/fireandmove-everything-24.toml",
    "v2/fireandmove-everything-by-day-9.toml",
    "v2/fireandmove-tanks-in-the-lane-8.toml",
    "v2/hunters-1944.toml",
    "v2/hunters-5.toml",
    "v2/introductory-1943.toml",
    "v2/introductory-5.toml",
    "v2/introductory-77.toml",
    "v2/matg-black-monday-36.toml",
    "v2/matg-costly-setback-43.toml",
    "v2/matg-every-option-45.toml",
    "v2/matg-stonne-33.toml",
    "v2/panzertruppe-everything-4.toml",
    "v2/panzertruppe-everything-5.toml",
];

/// `tests/saves` keeps complete games as they were saved, a folder for each format, with every ruleset.
#[test]
fn saves_of_every_version_load() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves");
    let (mut games, mut refused) = (Vec::new(), Vec::new());
    for version in fs::read_dir(&folder).expect("the folder is there") {
        for entry in fs::read_dir(version.expect("readable").path()).expect("a folder a version") {
            let path = entry.expect("readable").path();
            let text = fs::read_to_string(&path).expect("it is there");
            let loaded = journal::parse(&text, "save").unwrap_or_else(|error| panic!("{error}"));
            let journal = &loaded.journal;
            let (text, _) = journal.header.scenario_source(None).unwrap_or_else(|error| panic!("{error}"));
            let ruleset: Ruleset = journal.header.ruleset.parse().expect("a ruleset we play");
            let (opening, _) =
                ruleset.open_saved("scenario", text, &[]).unwrap_or_else(|error| panic!("{error}"));
            let played = match opening.replay(journal) {
                Ok(played) => played,
                // Changed rules may refuse what an older game did: it resumes from there.
                Err(fault) => {
                    let old = journal.header.rules != ruleset.version();
                    let ways = fault.resume_modes();
                    let goes_on = |way: &ReplayMode| opening.replay_with(journal, *way).is_ok();
                    assert!(old && ways.iter().any(goes_on), "{}: {fault}", path.display());
                    let name = path.strip_prefix(&folder).expect("it is in it");
                    refused.push(name.display().to_string());
                    games.push(ruleset);
                    continue;
                }
            };
            let summary = journal.summary();
            assert_eq!(
                (played.plays as usize, played.turn),
                (summary.plays, summary.turn),
                "{}",
                path.display()
            );
            let (end, words) = (played.outcome.expect("a whole game"), summary.outcome.expect("an end"));
            // The reason is a text, and later rules may word it differently.
            let same_rules = journal.header.rules == ruleset.version();
            let winner = end.winner.map(|side| opening.side_names()[side.index()].key.clone());
            let told = if same_rules { end.why.clone() } else { winner.unwrap_or_default() };
            assert!(words.contains(&told), "{}: {words}, and now {told}: {}", path.display(), end.why);
            // Digests cover the fields that the rules had: those of other rules or of the first format are
            // not compared.
            let ours = journal.header.format() > 1 && journal.header.rules == ruleset.version();
            let compared = if ours { played.plays / 32 } else { 0 };
            assert!(played.digests >= compared, "{} has digests to compare", path.display());
            games.push(ruleset);
        }
    }
    refused.sort();
    assert_eq!(refused, REFUSED);
    for ruleset in Ruleset::ALL {
        assert!(games.contains(&ruleset), "no game of {ruleset} is kept");
    }
}

/// Plays a battle of the computer against itself into a file, easy against random, with dice, thinking and
/// seals.
struct Recorded<'a>(&'a Path, &'a str, usize);

impl Visit for Recorded<'_> {
    type Output = String;

    fn visit<R: Book>(self) -> String {
        let Self(path, text, most) = self;
        let first: R = opening("battle", text);
        let keys = first.sides().map(|side| side.key);
        let levels = [Level::Easy, Level::Random].map(Seat::program);
        let seats = [(keys[0].as_str(), levels[0]), (keys[1].as_str(), levels[1])];
        let mut header = Header::new(R::ID, "battle", "Battle", text, 1944, seats);
        header.salt = Some("as it falls".into());
        let mut game =
            Match::new(R::ID, first, header, Some(&standto::store::save_at(path))).expect("it begins");
        while (game.plays() as usize) < most
            && let Some(thinking) = game.think()
        {
            game.play(&thinking()).expect("it was offered");
        }
        fs::read_to_string(path).expect("it is there")
    }
}

/// The same in every build and on every machine: with `STANDTO_JOURNALS` set, the first build to run keeps
/// its journals in that folder, and all others are compared with them.
#[test]
fn the_same_seed_gives_the_same_journal() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = std::env::var_os("STANDTO_JOURNALS").map(PathBuf::from);
    for ruleset in Ruleset::ALL {
        for (name, text) in ruleset.scenarios() {
            let most = long(6);
            let record = |name: &str| ruleset.visit(Recorded(&folder.path().join(name), text, most));
            let (one, other) = rayon::join(|| record("one.toml"), || record("other.toml"));
            assert_eq!(one, other, "{ruleset}/{name}");
            assert!(one.contains("[[play]]"), "{ruleset}/{name}");
            for name in ["one.toml", "other.toml"] {
                fs::remove_file(folder.path().join(name)).expect("it is there");
            }
            let Some(kept) = kept.as_ref().map(|kept| kept.join(format!("{ruleset}-{name}-{most}.toml")))
            else {
                continue;
            };
            match fs::read_to_string(&kept) {
                Ok(before) => {
                    assert_eq!(one, before, "{ruleset}/{name}: another build gave {}", kept.display())
                }
                Err(_) => fs::write(&kept, &one).expect("the folder is there"),
            }
        }
    }
}
