//! Whole moves that serve the Victory Conditions.

use standto::rules::aslsk::turn::phase::Phase::Movement;

use super::{PLAIN, Puzzle, World};

/// Whole moves that serve the Victory Conditions.
pub(super) const PLANS: &[Puzzle] = &[
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
        name: "no need to run",
        world: World::Farm,
        why: "its MF are enough for the next hex and the exit, and CX would only tire it",
        phase: Movement,
        pieces: "it 3-4-7 B5, gr 4-5-7 H5",
        before: "attacker a",
        does: &["exit"],
        not: &["double"],
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
