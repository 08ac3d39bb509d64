//! Positions with a known best answer, from judgement of the rules: the computer must find it at the normal level.
//!
//! A puzzle names its pieces, the phase, and what the side to act should or should not do until a die is rolled
//! or the phase ends. The board is w: the defender has to keep MMC within 7 hexes of S6 and the other side, which
//! comes from outside, has to clear them; or board x, where the Italians exit in the west.

mod plans;
mod tactics;

use standto::dice::Dice;
use standto::game::{Level, Log, Opponent, Rules, Seen, Side};
use standto::rules::aslsk::Position;
use standto::rules::aslsk::state::{Choice, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase::{self, PrepFire, Rally};
use standto::rules::aslsk::turn::rally::Step;

use self::plans::PLANS;
use self::tactics::TACTICS;
use super::table::Table;

/// The battle whose Victory Conditions apply.
#[derive(Copy, Clone)]
enum World {
    /// Board w; clear the Germans out of a town.
    Town,
    /// Board x; Italians exit in the west.
    Farm,
    /// Board x; Germans take American Guns.
    Battery,
    /// Board w; the French take buildings.
    Hill,
}

/// A position with its answer.
struct Puzzle {
    name: &'static str,
    world: World,
    /// Why the answer is best.
    why: &'static str,
    phase: Phase,
    /// One piece a word group: "us 6-6-6 P4 broken", "de pak40 M7 e" for a Weapon of the unit before.
    pieces: &'static str,
    /// Moves of the other side before, and the turn: "turn 6", "move u1; go M7".
    before: &'static str,
    /// Any of these must be among the choices; a choice is named by how it begins.
    does: &'static [&'static str],
    /// None of these may be.
    not: &'static [&'static str],
    /// Where units stand when the phase is over: "u0 M5 L5".
    ends: &'static [&'static str],
}

const PLAIN: Puzzle = Puzzle {
    name: "",
    world: World::Town,
    why: "",
    phase: PrepFire,
    pieces: "",
    before: "",
    does: &[],
    not: &[],
    ends: &[],
};

fn pieces(table: &mut Table, world: World, text: &str) {
    let town = matches!(world, World::Town | World::Farm);
    let [germans, others] = if town { [Side::A, Side::B] } else { [Side::B, Side::A] };
    let mut last = 0;
    for piece in text.split(", ") {
        let words: Vec<&str> = piece.split(' ').collect();
        let (side, nation) = match words[0] {
            "de" => (germans, Nation::German),
            "it" => (Side::A, Nation::Italian),
            "us" => (others, Nation::American),
            "br" => (others, Nation::British),
            "gr" => (Side::B, Nation::AlliedMinor),
            other => panic!("{other}"),
        };
        match words[1] {
            "lmg" => _ = table.machine_gun(nation, Weight::Light, last),
            "mmg" => _ = table.machine_gun(nation, Weight::Medium, last),
            "hmg" => _ = table.machine_gun(nation, Weight::Heavy, last),
            // A Gun has a facing where a unit has a hex.
            gun if words[2].starts_with(char::is_lowercase) => _ = table.ordnance(gun, last, words[2]),
            counter => {
                let board = if matches!(world, World::Town | World::Hill) { "w" } else { "x" };
                last = table.unit(side, nation, counter, &format!("{board}{}", words[2]));
                for state in &words[3..] {
                    let unit = table.set(last);
                    match *state {
                        "broken" => unit.broken = true,
                        "dm" => unit.dm = true,
                        "pinned" => unit.pinned = true,
                        "cx" => unit.cx = true,
                        "first" => unit.marker = Marker::First,
                        "final" => unit.marker = Marker::Final,
                        "prep" => unit.marker = Marker::Prep,
                        other => panic!("{other}"),
                    }
                }
            }
        }
    }
}

fn set_up(puzzle: &Puzzle) -> Table {
    let mut table = match puzzle.world {
        World::Town => Table::new(),
        World::Farm => Table::farmland(),
        World::Battery => Table::battery(),
        World::Hill => Table::hill(),
    };
    pieces(&mut table, puzzle.world, puzzle.pieces);
    table.position.turn.attacker = Side::B;
    let steps = || puzzle.before.split("; ").filter(|step| !step.is_empty());
    for step in steps() {
        let words: Vec<&str> = step.split(' ').collect();
        let number = |word: &str| usize::from(word[1..].parse::<u8>().unwrap());
        match words[0] {
            "turn" => table.position.turn.number = words[1].parse().unwrap(),
            "attacker" => table.position.turn.attacker = Side::A,
            "jam" => table.position.forces.weapons[number(words[1])].broken = true,
            "drop" => {
                let place = table.place(words[2]);
                table.position.forces.drop_weapon(number(words[1]) as u8, Some(place));
            }
            _ => {}
        }
    }
    table.open(puzzle.phase);
    if puzzle.phase == Rally {
        // Leaders come on to the step at which they act.
        let side = table.position.forces.units[0].side;
        table.position.turn.attacker = side;
        let weapons = &table.position.forces.weapons;
        let step = if weapons.iter().any(|weapon| weapon.lies.is_some()) {
            Step::Recovery
        } else if weapons.iter().any(|weapon| weapon.broken) {
            Step::Repair
        } else if table.position.forces.units[0].broken {
            Step::SelfRally
        } else {
            Step::Rally
        };
        table.position.turn.frames = vec![Frame::Rally(step, side)];
    }
    for step in steps() {
        if !["turn", "attacker", "jam", "drop"].contains(&step.split(' ').next().unwrap()) {
            table.play(step, &[]);
        }
    }
    table
}

/// The choices of the side to act until it fires or the phase ends; the other side does nothing.
fn play(table: &mut Table) -> Vec<String> {
    let begun = (table.position.turn.phase, table.position.turn.attacker);
    let side = table.position.decision().expect("a decision is open").side;
    let (mut played, mut dice) = (Vec::new(), Dice::seeded(1, 0));
    for _ in 0..60 {
        let Some(asked) = table.position.decision() else { break };
        if (table.position.turn.phase, table.position.turn.attacker) != begun {
            break;
        }
        let choice = if asked.side == side {
            let seen = Seen::by(side, &table.position, &mut dice);
            Position::think(&seen, Level::Normal.steady(), &mut dice)
        } else if table.position.check(&Choice::Done).is_ok() {
            Choice::Done
        } else {
            table.position.choices()[0]
        };
        table.position.check(&choice).unwrap_or_else(|why| panic!("{choice}: {why}"));
        if asked.side == side {
            played.push(choice.to_string());
        }
        if matches!(choice, Choice::Shoot | Choice::Rally(..) | Choice::SelfRally(_) | Choice::Repair(_)) {
            break;
        }
        // A holding side that is asked about the same moving stack once has answered.
        if asked.kind == "first-fire" && asked.side == side && choice == Choice::Done {
            break;
        }
        table.position.apply(&choice, &mut dice, &mut Log::off()).unwrap_or_else(|_| panic!("{choice}"));
        dice.forget();
    }
    played
}

/// The fault in an answer to a puzzle, if any.
fn fault(puzzle: &Puzzle) -> Option<String> {
    let mut table = set_up(puzzle);
    let played = play(&mut table);
    let did = |what: &&str| {
        played.iter().any(|choice| {
            choice == what || choice.strip_prefix(*what).is_some_and(|rest| rest.starts_with(' '))
        })
    };
    let Puzzle { name, why, .. } = puzzle;
    if !puzzle.does.is_empty() && !puzzle.does.iter().any(&did) {
        return Some(format!("{name}: none of {:?}, but {played:?}; {why}", puzzle.does));
    }
    if let Some(folly) = puzzle.not.iter().find(|what| did(what)) {
        return Some(format!("{name}: {folly} in {played:?}; {why}"));
    }
    for end in puzzle.ends {
        let words: Vec<&str> = end.split(' ').collect();
        let at = table.at(words[0][1..].parse().unwrap());
        if !words[1..].iter().any(|hex| at == *hex || at[1..] == **hex) {
            return Some(format!("{name}: {} ends in {at} after {played:?}; {why}", words[0]));
        }
    }
    None
}

fn faults(puzzles: &[Puzzle]) -> String {
    puzzles.iter().filter_map(fault).collect::<Vec<_>>().join("\n")
}

#[test]
fn tactical_puzzles() {
    assert_eq!(TACTICS.len(), 30);
    let faults = faults(TACTICS);
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn planning_puzzles() {
    assert_eq!(PLANS.len(), 10);
    let faults = faults(PLANS);
    assert!(faults.is_empty(), "{faults}");
}
