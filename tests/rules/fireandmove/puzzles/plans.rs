//! Which groups go, which stay, and for which objective.

use super::super::table::RIFLES;
use super::Answer::{Is, Not};
use super::{BLANK, Puzzle};

pub const PLANS: [Puzzle; 12] = [
    Puzzle {
        why: "the garrison stays, and the group behind it goes for the empty objective",
        ground: "kkkwwddddsssseeeeeeeeeee",
        ours: &[("0105", RIFLES), ("0405", RIFLES)],
        theirs: &[("2205", RIFLES)],
        hands: ["move 2", ""],
        aims: &[('s', 5, ""), ('k', 5, "ours")],
        before: &[],
        answer: Is(&["group 2"]),
        ..BLANK
    },
    Puzzle {
        why: "a squad takes ground, not the two men left of another",
        ground: "wwwwwddddsssseeeeeeeeeee",
        ours: &[("0405", "rifleman rifleman"), ("0407", RIFLES)],
        theirs: &[("2205", RIFLES)],
        hands: ["move 2", ""],
        aims: &[('s', 5, "")],
        before: &[],
        answer: Is(&["group 2"]),
        ..BLANK
    },
    Puzzle {
        why: "an even battle is won by the empty objective before it ends",
        ground: "wwwwwddddsssseeeeeeeeeee",
        ours: &[("0405", RIFLES)],
        theirs: &[("2205", RIFLES)],
        hands: ["move 2, fire 1", ""],
        aims: &[('s', 5, "")],
        turn: 8,
        answer: Is(&["move 2"]),
        ..BLANK
    },
    Puzzle {
        why: "a side that is ahead does not leave its works to meet the enemy",
        ground: "kkkkeeeeeeeeessssssss",
        ours: &[("0305", RIFLES)],
        theirs: &[("0905", RIFLES)],
        hands: ["move 2, move 1", ""],
        aims: &[('s', 5, "theirs"), ('k', 10, "ours")],
        answer: Not(&["move", "cover"]),
        ..BLANK
    },
    Puzzle {
        why: "it fires from its works at men who come over open ground",
        ground: "kkkkeeeeeeeeessssssss",
        ours: &[("0305", RIFLES)],
        theirs: &[("0805", RIFLES)],
        hands: ["fire 5/4, fire 3/2, move 2", ""],
        aims: &[('s', 5, "theirs"), ('k', 10, "ours")],
        answer: Is(&["fire 5/4"]),
        ..BLANK
    },
    Puzzle {
        why: "of two empty objectives alike, the nearer first",
        ground: "wwsswwwwddddwwwwwwwwvvww",
        ours: &[("0705", RIFLES)],
        theirs: &[("2405", RIFLES)],
        hands: ["move 2", ""],
        aims: &[('s', 5, ""), ('v', 5, "")],
        before: &["group 1", "move 2"],
        answer: Is(&["step w", "step nw", "step sw"]),
        ..BLANK
    },
    Puzzle {
        why: "of two objectives as far away, the one without a garrison",
        ground: "ssswwwwwwwwwwwwwwwwwvvvv",
        ours: &[("1205", RIFLES)],
        theirs: &[("0305", RIFLES), ("0307", RIFLES)],
        hands: ["move 2", ""],
        aims: &[('s', 5, "theirs"), ('v', 5, "")],
        before: &["group 1", "move 2"],
        answer: Is(&["step e", "step ne", "step se"]),
        ..BLANK
    },
    Puzzle {
        why: "the only garrison stays while the score is even",
        ground: "ssssddddddddddddkkkk",
        ours: &[("0305", RIFLES)],
        theirs: &[("1805", RIFLES)],
        hands: ["move 2", ""],
        aims: &[('s', 5, "ours"), ('k', 5, "theirs")],
        answer: Not(&["move", "cover"]),
        ..BLANK
    },
    Puzzle {
        why: "a side that is behind needs more ground than it has, and nobody comes for what it leaves",
        ground: "ssssddddddddddddkkkk",
        ours: &[("0305", RIFLES)],
        theirs: &[("1805", RIFLES)],
        hands: ["move 2", ""],
        aims: &[('s', 4, "ours"), ('d', 2, ""), ('k', 5, "theirs")],
        answer: Is(&["move"]),
        ..BLANK
    },
    Puzzle {
        why: "pinned men on the same objective keep it from being taken",
        ground: "ddddddddssssssssssddddd",
        ours: &[("1005", RIFLES)],
        theirs: &[("1405", "rifleman rifleman")],
        hands: ["move 2, rally 1", ""],
        aims: &[('s', 5, "theirs")],
        pinned: &[6, 7],
        answer: Is(&["move"]),
        ..BLANK
    },
    Puzzle {
        why: "the objective next door is worth more than a shot at men in stone far off",
        ground: "wwwwkkkkeeeeeeeeeesssssssssss",
        ours: &[("0405", RIFLES)],
        theirs: &[("2305", RIFLES)],
        hands: ["move 1, fire 1", ""],
        aims: &[('k', 5, "")],
        answer: Is(&["move 1"]),
        ..BLANK
    },
    Puzzle {
        why: "with nothing to do, the cards are changed",
        ground: "eeewwweeeeee",
        ours: &[("0205", RIFLES)],
        theirs: &[("1005", RIFLES)],
        hands: ["rally 1, rally 1, rally 2, rally 3 radio", ""],
        before: &[],
        answer: Is(&["end"]),
        ..BLANK
    },
];
