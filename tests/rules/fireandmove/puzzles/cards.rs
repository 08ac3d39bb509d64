//! Which card to play on which group, which to keep and which to throw away.

use super::super::table::RIFLES;
use super::Answer::{Is, Not};
use super::{BLANK, GUNNER, Puzzle};

pub const CARDS: [Puzzle; 14] = [
    Puzzle {
        why: "one pinned man needs no more than a rally 1",
        hands: ["rally 1, rally 4 radio, cower", ""],
        pinned: &[1],
        answer: Is(&["rally 1"]),
        ..BLANK
    },
    Puzzle {
        why: "three pinned men need a rally 3",
        hands: ["rally 1, rally 3 radio, cower", ""],
        pinned: &[1, 2, 3],
        answer: Is(&["rally 3"]),
        ..BLANK
    },
    Puzzle {
        why: "nobody is pinned, so there is nobody to rally",
        hands: ["rally 1, rally 3 radio, cower", ""],
        answer: Not(&["rally"]),
        ..BLANK
    },
    Puzzle {
        why: "the strongest fire card is for the enemy in the open at close range",
        hands: ["fire 1, fire 5/4, fire 3/2", ""],
        answer: Is(&["fire 5/4"]),
        ..BLANK
    },
    Puzzle {
        why: "with two fit men a fire 5/4 is of no more use than a 3/2",
        hands: ["fire 5/4, fire 3/2", ""],
        pinned: &[1, 2, 3],
        answer: Not(&["fire 5/4"]),
        ..BLANK
    },
    Puzzle {
        why: "men in the open are fired at, not men in stone",
        ground: "eeesssssseeeeee",
        ours: &[("0905", RIFLES)],
        theirs: &[("1305", RIFLES), ("0705", RIFLES)],
        hands: ["fire 5/4", ""],
        before: &["group 1", "fire 5/4"],
        answer: Is(&["target 2"]),
        ..BLANK
    },
    Puzzle {
        why: "of two groups alike, the nearer is hit harder",
        theirs: &[("2105", RIFLES), ("0906", RIFLES)],
        hands: ["fire 5/4", ""],
        before: &["group 1", "fire 5/4"],
        answer: Is(&["target 3"]),
        ..BLANK
    },
    Puzzle {
        why: "five men in a group are five targets, one man is one",
        theirs: &[("0905", "rifleman rifleman"), ("0906", RIFLES)],
        hands: ["fire 5/4", ""],
        before: &["group 1", "fire 5/4"],
        answer: Is(&["target 3"]),
        ..BLANK
    },
    Puzzle {
        why: "men in a wood are harder to hit than men in the open",
        ground: "eeeeewwwweeeee",
        ours: &[("0105", RIFLES)],
        theirs: &[("0605", RIFLES), ("0505", RIFLES)],
        hands: ["fire 5/4", ""],
        before: &["group 1", "fire 5/4"],
        answer: Is(&["target 3"]),
        ..BLANK
    },
    Puzzle {
        why: "a sniper takes the leader who is alone",
        theirs: &[("1005", RIFLES), ("1207", "pl1")],
        hands: ["sniper, fire 5/4, move 1", ""],
        before: &["end"],
        answer: Is(&["snipe 3"]),
        ..BLANK
    },
    Puzzle {
        why: "a cower card is useless and goes first",
        ground: "eeeeeeeeeeeeeeeeee",
        hands: ["cower, rally 1, rally 3 radio, fire 5/4, move 1", ""],
        pinned: &[1, 2],
        before: &["end"],
        answer: Is(&["discard cower"]),
        ..BLANK
    },
    Puzzle {
        why: "a hero raises the pinned leader",
        ours: &[("0505", "pl1 rifleman rifleman rifleman")],
        theirs: &[("1905", RIFLES)],
        hands: ["hero, move 1", ""],
        pinned: &[1],
        before: &[],
        answer: Is(&["hero 1"]),
        ..BLANK
    },
    Puzzle {
        why: "a hero is not wasted on fit men",
        ours: &[("0505", "pl1 rifleman rifleman rifleman")],
        theirs: &[("1905", RIFLES)],
        hands: ["hero, move 1", ""],
        before: &[],
        answer: Not(&["hero"]),
        ..BLANK
    },
    Puzzle {
        why: "the group with a target and a machine gun fires, not the two riflemen beside it",
        ours: &[("0505", "rifleman rifleman"), ("0507", GUNNER)],
        hands: ["fire 5/4", ""],
        before: &[],
        answer: Is(&["group 2"]),
        ..BLANK
    },
];
