//! `standto play --plain`: the game in lines of text, over a pipe.

use std::io::Write;
use std::process::Stdio;

use standto::game::journal::DiceKind;
use standto::game::{Level, Seat, Side};
use standto::library::{NewGame, Scenario};
use standto::registry::Ruleset;
use standto::spoken::{self, Talk};

use crate::desk::{Desk, Run, desk};

/// Runs the program with these lines as its input.
fn fed(home: &Desk, arguments: &[&str], lines: &str) -> Run {
    let mut command = home.command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = lines.to_owned();
    // A program that has ended reads no more.
    let feeding = std::thread::spawn(move || input.write_all(lines.as_bytes()).is_ok());
    let run = Run::of(child.wait_with_output().unwrap());
    feeding.join().unwrap();
    run
}

fn said(home: &Desk, arguments: &[&str], lines: &str) -> String {
    let run = fed(home, arguments, lines);
    assert_eq!(run.code, Some(0), "{run:?}");
    run.out
}

/// A short battle of a ruleset: its first tutorial.
fn tutorial(home: &Desk, ruleset: Ruleset) -> Scenario {
    let scenarios = home.front().scenarios().into_iter().filter(|listed| listed.ruleset == ruleset);
    let mut scenarios = scenarios.filter_map(|listed| listed.scenario.ok());
    scenarios.find(|scenario| scenario.open().is_ok_and(|(opening, _)| opening.view().teaches)).unwrap()
}

/// A battle that the computer plays against itself, sent line by line in the notation of its save, comes to the
/// same end.
#[test]
fn a_whole_battle_of_every_ruleset_is_played_over_a_pipe() {
    for ruleset in Ruleset::ALL {
        let home = desk();
        let front = home.front();
        let scenario = tutorial(&home, ruleset);
        let seats = [Seat::program(Level::Random); 2];
        let game = NewGame { seats, seed: 5, dice: DiceKind::Seeded, undo: None };
        let mut session = front.start(&scenario, &game).unwrap();
        let mut lines = String::new();
        while let Some(thinking) = session.think() {
            let choice = thinking();
            // What it warns of, it asks for twice.
            let times = if session.caution(&choice).is_some() { 2 } else { 1 };
            session.play(&choice).unwrap();
            lines += &format!("{choice}\n").repeat(times);
        }
        let outcome = session.outcome().unwrap();
        let name = format!("{}/{}", ruleset.id(), scenario.name);
        let told = said(&home, &["play", &name, "--side", "both", "--seed", "5", "--plain"], &lines);
        assert!(
            told.contains("\nThe battle is over. "),
            "{name}: {}",
            &told[told.len().saturating_sub(600)..]
        );
        assert!(told.contains(&format!("\n{}\n", outcome.why)), "{name}: {}", outcome.why);
        assert!(told.contains("Dice seed: 5"), "{name}");
        assert!(!told.contains('\u{1b}'), "{name}: a terminal would obey this");
        for line in session.log().iter().filter(|line| line.event.only.is_none()) {
            assert!(told.contains(&line.event.text), "{name}: not told: {}", line.event.text);
        }
        let saves = home.json(&["list", "--json"]);
        let plays: Vec<u64> =
            saves["saves"].as_array().unwrap().iter().map(|s| s["plays"].as_u64().unwrap()).collect();
        assert_eq!(plays, [u64::from(session.plays()); 2], "{name}");
    }
}

#[test]
fn numbers_commands_and_refusals() {
    let home = desk();
    let told = said(
        &home,
        &["play", "introductory", "--side", "both", "--seed", "3", "--plain"],
        "help\nlist\n999\nfly\nodds 1\nmap\nlook 0101\nlook G2\nsight G2 S3\nunits soviets\nscore\nhand\nsave\n1\nundo\nlog 3\n",
    );
    for part in [
        "Introductory Scenario\n",
        "Type help for the commands.",
        "999 is not in the list: choices run from 1 to ",
        "\"fly\" is neither a choice nor a command.",
        "The map is 24 by 48 squares.",
        "\n0101: ",
        "Line of sight ",
        "Soviets: 21\n",
        "break point",
        "This game has no cards.",
        "Undone.",
        "To go on: standto resume ",
    ] {
        assert!(told.contains(part), "{part:?} is missing from:\n{told}");
    }
}

/// Ending the MPh with units off the map would lose them: it is done only when it is asked for twice in a row.
#[test]
fn what_cannot_be_undone_is_asked_for_twice() {
    let home = desk();
    let play = |lines: &str| {
        let arguments = ["play", "s9", "--side", "allies", "--opponent", "random", "--seed", "3", "--plain"];
        said(&home, &arguments, lines)
    };
    let warning = "eliminated if they do not enter this turn: 7-4-7a, 7-4-7b, 7-4-7c and 6 more (3.3j). Type it again to go ahead.";
    let once = play("done\nlist\ndone\nscore\n");
    assert_eq!(once.matches(warning).count(), 2, "another answer came between: {once}");
    assert!(!once.contains("APh"), "{once}");
    let twice = play("done\n1\n");
    assert_eq!(twice.matches(warning).count(), 1, "{twice}");
    assert!(twice.contains("Turn 1 of 6, APh. Allies to act."), "{twice}");
}

/// Several answers on one line; after a refusal the rest is dropped, because it was meant for another prompt.
#[test]
fn several_answers_on_one_line() {
    let home = desk();
    let play = |seed: &str, lines: &str| {
        let arguments = ["play", "introductory", "--side", "both", "--seed", seed, "--plain"];
        said(&home, &arguments, lines)
    };
    let after = |told: &str| told.matches("To go on: ").count();
    assert_eq!(after(&play("3", "list; 1; save; undo\n")), 2, "every part is an answer");
    let told = play("4", "1; fly; undo\n");
    assert!(told.contains("\"fly\" is neither") && !told.contains("Undone."), "{told}");
    // Only the first answer and the one after the line have a prompt.
    for lines in ["1; undo; 1; undo\n", "1; undo; fly\n", "1; undo; score\n"] {
        let told = play("5", lines);
        assert_eq!(told.matches(" to act.\n").count(), 2, "{lines:?}: {told}");
    }
}

/// A place to go to takes the place of one step after another.
#[test]
fn a_unit_marches_to_a_place() {
    let home = desk();
    let before = "ready\ngroup move G1\nadd G3\ndone\ngroup move G2\ndone\norder G1\n";
    let play = |lines: &str| {
        let arguments = ["play", "first-steps", "--seed", "3", "--plain"];
        said(&home, &arguments, &format!("{before}{lines}"))
    };
    let told = play("units G1\nmarch G1 0906\nunits G1\nmarch 0907\nmarch G1 nowhere\n");
    let at = |what: &str| told.find(what).unwrap_or_else(|| panic!("{what} is missing from:\n{told}"));
    assert!(at("G1 Infantry HQ, at 0903") < at("\nMarch to 0906: "), "{told}");
    assert!(at("\nMarch to 0906: ") < told.rfind("G1 Infantry HQ, at 0906").unwrap_or(0), "{told}");
    // G1 has moved; another unit must be named.
    at("Name the unit first: march UNIT PLACE.");
    at("nowhere");
    let lesson = ["play", "panzertruppe/steps-1-move-fire", "--seed", "5", "--plain"];
    let taken = said(&home, &lesson, "move G2\nmarch 0209\n");
    assert!(taken.contains("G1 is at 0209. Name a place beside it."), "{taken}");
}

/// A squad that has used all its MF has ended its move: the march does not end the phase for the others as well.
#[test]
fn a_march_with_all_mf_leaves_the_phase_to_the_other_units() {
    let home = desk();
    let set_up = "1\n".repeat(10);
    let arguments = ["play", "aslsk/steps-1-infantry", "--seed", "5", "--side", "both", "--plain"];
    let told = said(&home, &arguments, &format!("{set_up}move u0\nmarch wK3\nlist\n"));
    let marched = told.split("\nMarch to wK4: 4 of 4 MF").nth(1).unwrap_or_else(|| panic!("{told}"));
    assert!(marched.contains("[move u1]") && !marched.contains("APh"), "{marched}");
}

/// Places are known by their names, with or without the article, as far as they are the only ones meant.
#[test]
fn places_are_named_as_a_player_would_name_them() {
    let home = desk();
    let told = said(
        &home,
        &["play", "fireandmove/steps-1-move-fire", "--seed", "5", "--plain"],
        "map\nlook orchard\nlook the Orchard\nlook orch\nlook O\nlook nowhere\nlook north\n",
    );
    assert_eq!(told.matches("\nthe orchard: ").count(), 4, "{told}");
    assert!(told.contains("\"nowhere\" is not a place on this map"), "{told}");
    // There is a north wood and a north field.
    assert!(told.contains("\"north\" is not a place on this map"), "{told}");
    assert!(told.contains("Objective the orchard: 24 between 1010 and 1513, held by no side"), "{told}");
    assert!(
        told.contains("\nThe first of three tutorials: cards, moves and fire. Two German groups"),
        "{told}"
    );
    let told = said(&home, &["play", "first-steps", "--seed", "3", "--plain"], "look crossroads\n");
    assert!(told.contains("\n1112: "), "an objective is a place too: {told}");
}

#[test]
fn the_hints_of_a_tutorial_name_no_keys_of_the_screen() {
    let told = said(&desk(), &["play", "first-steps", "--side", "both", "--seed", "1", "--plain"], "");
    assert!(told.contains("\nHint: Each letter is a stand, a platoon"), "{told}");
    assert!(!told.contains("Press d") && !told.contains("h j k l"), "{told}");
}

#[test]
fn a_game_goes_on_where_the_input_ended() {
    let home = desk();
    let first = said(&home, &["play", "introductory", "--side", "both", "--seed", "3", "--plain"], "1\n1\n");
    let prompt = |told: &str| {
        let start = told.rfind("\nTurn ").unwrap();
        told[start..].lines().take(3).map(str::to_owned).collect::<Vec<_>>()
    };
    let again = said(&home, &["resume", "--plain"], "");
    assert_eq!(prompt(&first), prompt(&again));
    assert!(again.ends_with("--plain\n"), "{again}");
}

#[test]
fn real_dice_are_typed_as_they_are_asked_for() {
    let home = desk();
    let mut lines = String::new();
    for n in 1..400 {
        // Every answer is a choice, or a face where a roll is awaited.
        lines += &format!("{}\n", 1 + n % 6);
    }
    let told = said(&home, &["play", "introductory", "--side", "both", "--dice", "typed", "--plain"], &lines);
    assert!(told.contains("Roll 1D6: ") && told.contains("Type the result, or withdraw."), "{told}");
}

#[test]
fn the_computer_answers_in_lines() {
    let home = desk();
    let told = said(
        &home,
        &["play", "introductory", "--side", "none", "--level", "random", "--seed", "2", "--plain"],
        "",
    );
    assert!(told.contains("\nTurn 2") && told.contains("The battle is over."), "{}", &told[..600]);
}

#[test]
fn a_modifier_names_its_rule_once() {
    let home = desk();
    let (_, mut session) = home.played(900);
    Side::BOTH.into_iter().for_each(|side| session.set_seat(side, Seat::Human));
    let mut lines = Vec::new();
    let mut input = &b"details on\nlog 900\nquit\n"[..];
    spoken::hold(session, Talk { input: &mut input, out: &mut lines, sign: "" }).unwrap();
    let text = String::from_utf8(lines).unwrap();
    let modified = text.lines().filter(|line| line.starts_with("  +") || line.starts_with("  -"));
    let modified: Vec<&str> = modified.collect();
    assert!(modified.iter().any(|line| line.ends_with("without an order (8.2.8)")), "{text}");
    assert!(modified.iter().all(|line| !line.contains(") (")), "{modified:?}");
}
