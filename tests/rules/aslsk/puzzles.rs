//! Positions with a known best answer, from judgement of the rules: the computer must find it at the normal level.
//!
//! A puzzle names its pieces, the phase, and what the side to act should or should not do until a die is rolled
//! or the phase ends. The board is w: the defender has to keep MMC within 7 hexes of S6 and the other side, which
//! comes from outside, has to clear them; or board x, where the Italians exit in the west.

use standto::dice::Dice;
use standto::game::{Level, Log, Opponent, Rules, Seen, Side};
use standto::rules::aslsk::Position;
use standto::rules::aslsk::state::{Choice, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase::{self, Advance, AdvancingFire, DefensiveFire, Movement};
use standto::rules::aslsk::turn::phase::Phase::{PrepFire, Rally, Rout};
use standto::rules::aslsk::turn::rally::Step;

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

/// Fire, movement and CC of a phase.
const TACTICS: &[Puzzle] = &[
    Puzzle {
        name: "all of a hex with the leader",
        why: "an adjacent building is worth every factor at PBF and the -1",
        pieces: "us 6-6-6 P4, us 6-6-6 P4, us 9-1 P4, de 4-6-7 P5",
        does: &["direct u2"],
        ..PLAIN
    },
    Puzzle {
        name: "the machine gun fires with its squad",
        why: "2 FP alone is wasted; together they make the next column",
        pieces: "us 6-6-6 P4, us lmg, de 4-6-7 P5",
        does: &["join m0", "join u0"],
        ..PLAIN
    },
    Puzzle {
        name: "the road before the building",
        why: "TEM +3 against none at the same range",
        pieces: "us 6-6-6 M5, us mmg, de 4-6-7 N6, de 4-6-7 L5",
        does: &["fire u0 N6", "fire m0 N6"],
        not: &["fire u0 L5"],
        ..PLAIN
    },
    Puzzle {
        name: "Good Order before broken",
        why: "a broken squad can neither fire nor hold; it routs anyway",
        pieces: "us 6-6-6 M5, us mmg, de 4-6-7 N3, de 4-6-7 N6 broken",
        does: &["fire u0 N3", "fire m0 N3"],
        ..PLAIN
    },
    Puzzle {
        name: "two squads before one",
        why: "an attack affects every unit in the hex",
        pieces: "us 6-6-6 M5, us mmg, de 4-6-7 N6, de 4-6-7 N3, de 4-6-7 N3",
        does: &["fire u0 N3", "fire m0 N3"],
        ..PLAIN
    },
    Puzzle {
        name: "no Prep Fire at next to nothing by a squad with far to go",
        why: "3 FP at +3 does nothing, and Prep Fire costs the move",
        pieces: "us 6-6-6 N0, de 4-6-7 M8",
        not: &["shoot"],
        ..PLAIN
    },
    Puzzle {
        name: "a base of fire does not walk off",
        why: "28 FP with a -2 leader at an adjacent stack beats any move",
        pieces: "us 7-4-7 P4, us mmg, us 7-4-7 P4, us 9-2 P4, de 4-6-7 P5, de 4-6-7 P5",
        does: &["shoot"],
        ..PLAIN
    },
    Puzzle {
        name: "an adjacent enemy in the open is fired at",
        why: "8 FP at -2 is the best shot a squad ever gets",
        phase: Movement,
        pieces: "us 6-6-6 M6, de 4-6-7 M8",
        before: "move u0; go M7",
        does: &["fire u1"],
        ..PLAIN
    },
    Puzzle {
        name: "a squad sneaking far off in cover is not fired at",
        why: "a shot at +3 only tells the enemy where the danger is, and costs the better one",
        phase: Movement,
        pieces: "us 6-6-6 P0, de 4-6-7 P5",
        before: "move u0; assault; go P1",
        not: &["fire"],
        ..PLAIN
    },
    Puzzle {
        name: "no FPF at a half-squad in stone",
        why: "the NMC on oneself is likelier to hurt than 4 FP at +3",
        phase: Movement,
        pieces: "us 3-4-6 O5, de 4-6-7 P5 final",
        before: "move u0; go O6",
        not: &["fire"],
        ..PLAIN
    },
    Puzzle {
        name: "FPF at a stack in the open",
        why: "three squads at -2: worth any risk",
        phase: Movement,
        pieces: "us 6-6-6 M6, us 6-6-6 M6, us 6-6-6 M6, de 4-6-7 M8 final",
        before: "move u0; with u1; with u2; go M7",
        does: &["fire u3"],
        ..PLAIN
    },
    Puzzle {
        name: "Subsequent First Fire at a squad next door in the open",
        why: "half of doubled FP at -2 is still a column 4 attack at -2",
        phase: Movement,
        pieces: "us 6-6-6 M6, de 4-6-7 M8 first",
        before: "move u0; go M7",
        does: &["fire u1"],
        ..PLAIN
    },
    Puzzle {
        name: "Final Fire costs nothing",
        why: "First Fire counters are gone before the unit could use them again",
        phase: DefensiveFire,
        pieces: "us 6-6-6 M7, de 4-6-7 M8",
        does: &["shoot"],
        ..PLAIN
    },
    Puzzle {
        name: "Advancing Fire costs nothing",
        why: "half FP is better than none",
        phase: AdvancingFire,
        pieces: "us 6-6-6 P4, de 4-6-7 P5",
        does: &["shoot"],
        ..PLAIN
    },
    Puzzle {
        name: "no Weapon is destroyed",
        why: "nobody is about to take it",
        phase: AdvancingFire,
        pieces: "us 6-6-6 P4, us mmg, de 4-6-7 P5",
        not: &["destroy"],
        ..PLAIN
    },
    Puzzle {
        name: "a Gun fires along its CA",
        why: "no turn, no penalty",
        pieces: "de 2-2-8 M7, de pak40 nne, us 6-6-6 N3",
        before: "attacker a",
        does: &["fire m0"],
        ..PLAIN
    },
    Puzzle {
        name: "CC with a broken half-squad",
        why: "it cannot fight back: -2",
        phase: Advance,
        pieces: "us 7-4-7 P4, de 2-4-7 P5 broken",
        does: &["advance u0 P5"],
        ..PLAIN
    },
    Puzzle {
        name: "CC with a lone pinned half-squad, led",
        why: "more than 2:1, and a leader's -1",
        phase: Advance,
        pieces: "us 7-4-7 P4, us 9-1 P4, de 2-4-7 P5 pinned",
        does: &["advance u0 P5"],
        ..PLAIN
    },
    Puzzle {
        name: "no CC with three squads",
        why: "it would be eliminated three times out of four",
        phase: Advance,
        pieces: "us 7-4-7 P4, de 4-6-7 P5, de 4-6-7 P5, de 4-6-7 P5, de 9-1 P5",
        not: &["advance u0 P5"],
        ..PLAIN
    },
    Puzzle {
        name: "no lone leader in CC",
        why: "1 FP against a squad",
        phase: Advance,
        pieces: "us 9-1 P4, de 4-6-7 P5",
        not: &["advance u0 P5"],
        ..PLAIN
    },
    Puzzle {
        name: "off the street",
        why: "M5 is stone and O6 is out of sight; the street is under fire",
        phase: Advance,
        pieces: "us 6-6-6 N5, de 4-6-7 N8, de 4-6-7 N8",
        does: &["advance u0 M5", "advance u0 O6"],
        ..PLAIN
    },
    Puzzle {
        name: "not out of the house into the street before two squads",
        why: "+3 against none, next to 16 FP",
        phase: Advance,
        pieces: "us 6-6-6 M5, de 4-6-7 N7, de 4-6-7 N7, de mmg",
        not: &["advance u0 N5", "advance u0 N6", "advance u0 M6"],
        ..PLAIN
    },
    Puzzle {
        name: "rally first whoever is not DM",
        why: "DM is +4",
        phase: Rally,
        pieces: "de 8-1 P5, de 4-6-7 P5 broken dm, de 4-6-7 P5 broken",
        does: &["rally u0 u2"],
        ..PLAIN
    },
    Puzzle {
        name: "a broken leader rallies himself",
        why: "then he can rally the others",
        phase: Rally,
        pieces: "de 8-1 P5 broken, de 4-6-7 P5 broken",
        does: &["self-rally u0"],
        ..PLAIN
    },
    Puzzle {
        name: "a broken squad leaves the enemy's side",
        why: "it is eliminated if it stays",
        phase: Rout,
        pieces: "de 4-6-7 M7 broken dm, us 6-6-6 M6",
        before: "attacker a",
        does: &["rout u0"],
        not: &["go N6", "go L7"],
        ..PLAIN
    },
    Puzzle {
        name: "a crew stays with its Gun",
        why: "an unmanned Gun is a gift",
        phase: Movement,
        pieces: "de 2-2-8 M8, de pak40 nne, us 6-6-6 N3",
        before: "attacker a",
        not: &["move u0"],
        ..PLAIN
    },
    Puzzle {
        name: "out of the street",
        why: "nobody ends a move in the open in front of two squads with stone beside",
        phase: Movement,
        pieces: "us 6-6-6 N5, de 4-6-7 N8, de 4-6-7 N8",
        not: &["double"],
        ends: &["u0 M5 L5 O6 O7 P4 P5 Q6"],
        ..PLAIN
    },
    Puzzle {
        name: "a leader alone keeps away",
        why: "he is worth more behind a squad than in front of one",
        phase: Movement,
        pieces: "us 8-1 M5, us 6-6-6 M5 prep, de 4-6-7 N7",
        ends: &["u0 M5"],
        ..PLAIN
    },
    Puzzle {
        name: "a Weapon lying there is taken up",
        why: "a dr of 5 or less for nothing",
        phase: Rally,
        pieces: "de 4-6-7 P5, de hmg, us 6-6-6 M5",
        before: "drop m0 wP5; attacker a",
        does: &["recover u0 m0"],
        ..PLAIN
    },
    Puzzle {
        name: "a jammed machine gun is repaired",
        why: "it loses nothing by the attempt but a 6",
        phase: Rally,
        pieces: "de 4-6-7 P5, de hmg, us 6-6-6 M5",
        before: "jam m0; attacker a",
        does: &["repair m0"],
        ..PLAIN
    },
];

/// Whole moves that serve the Victory Conditions.
const PLANS: &[Puzzle] = &[
    Puzzle {
        name: "off the map",
        world: World::Farm,
        why: "it stands on the exit edge with MF to spare, and VP win at once",
        phase: Movement,
        pieces: "it 3-4-7 A5, gr 4-5-7 H5",
        before: "attacker a",
        does: &["exit"],
        ..PLAIN
    },
    Puzzle {
        name: "off the map by road",
        world: World::Farm,
        why: "three hexes and the exit are four MF",
        phase: Movement,
        pieces: "it 3-4-7 D6",
        before: "attacker a",
        does: &["exit"],
        ..PLAIN
    },
    Puzzle {
        name: "the last turn",
        world: World::Farm,
        why: "only Double Time and the road bonus still reach the edge",
        phase: Movement,
        pieces: "it 3-4-7 G8, gr 4-5-7 K2",
        before: "attacker a; turn 6",
        does: &["exit"],
        ..PLAIN
    },
    Puzzle {
        name: "a long way to go",
        world: World::Farm,
        why: "twenty hexes in six turns, and no enemy near who could profit from CX",
        phase: Movement,
        pieces: "it 3-4-7 T7",
        before: "attacker a",
        does: &["double"],
        ..PLAIN
    },
    Puzzle {
        name: "a leader takes his squads along",
        world: World::Farm,
        why: "6 MF instead of 4",
        phase: Movement,
        pieces: "it 8-0 W8, it 3-4-7 W8, it 3-4-7 W8",
        before: "attacker a",
        does: &["with u1", "with u2"],
        ..PLAIN
    },
    Puzzle {
        name: "a leader goes to the broken",
        why: "without one they can only hope for a 5 with DM",
        phase: Movement,
        pieces: "de 8-1 P5, de 4-6-7 O6 broken dm, de 4-6-7 O6 broken dm, us 6-6-6 A5",
        before: "attacker a",
        ends: &["u0 O6"],
        ..PLAIN
    },
    Puzzle {
        name: "the defender waits",
        why: "it holds what counts, in stone, and the enemy has to come",
        phase: Movement,
        pieces: "de 4-6-7 P5, us 6-6-6 A5",
        before: "attacker a",
        ends: &["u0 P5"],
        ..PLAIN
    },
    Puzzle {
        name: "a Gun without a crew is taken",
        world: World::Battery,
        why: "a dr of 5 or less and it is captured",
        phase: Movement,
        pieces: "us 2-2-7 V5, us us-105 nne, de 4-6-7 L5",
        before: "drop m0 xL5",
        does: &["recover u1 m0"],
        ..PLAIN
    },
    Puzzle {
        name: "an empty building is taken",
        world: World::Hill,
        why: "Control needs a squad in it, and nobody is there to stop it",
        phase: Movement,
        pieces: "br 4-5-8 K8, de 4-6-7 C3",
        before: "attacker a",
        ends: &["u0 L8 M8"],
        ..PLAIN
    },
];

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
        let at = |word: &str| table.at(word[1..].parse().unwrap());
        if words[0] == "apart" {
            if at(words[1]) == at(words[2]) {
                return Some(format!("{name}: both in {} after {played:?}; {why}", at(words[1])));
            }
            continue;
        }
        let at = at(words[0]);
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
    assert_eq!(PLANS.len(), 9);
    let faults = faults(PLANS);
    assert!(faults.is_empty(), "{faults}");
}
