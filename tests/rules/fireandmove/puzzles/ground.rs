//! When to go, where, and when to stay.

use super::super::table::RIFLES;
use super::Answer::{Is, Not};
use super::{BLANK, GUNNER, LED, Puzzle};

pub const GROUND: [Puzzle; 16] = [
    Puzzle {
        why: "take an empty objective that the enemy can't see",
        ground: "eeeessssdddddeeeeeeeeeee",
        ours: &[("0205", RIFLES)],
        theirs: &[("2005", RIFLES)],
        hands: ["move 2", ""],
        aims: &[('s', 5, "")],
        answer: Is(&["move 2"]),
        ..BLANK
    },
    Puzzle {
        why: "the way to the objective is the way east",
        ground: "eeeessssdddddeeeeeeeeeee",
        ours: &[("0205", RIFLES)],
        theirs: &[("2005", RIFLES)],
        hands: ["move 2", ""],
        aims: &[('s', 5, "")],
        before: &["group 1", "move 2"],
        answer: Is(&["step e", "step ne", "step se"]),
        ..BLANK
    },
    Puzzle {
        why: "the only group in the works that win the battle stays in them",
        ground: "kkwwaaaaaaaaaaaaaaaassss",
        ours: &[("0105", RIFLES)],
        theirs: &[("2105", RIFLES)],
        hands: ["move 3, move 2", ""],
        aims: &[('s', 5, "theirs"), ('k', 10, "ours")],
        answer: Not(&["move", "cover"]),
        ..BLANK
    },
    Puzzle {
        why: "a side that is ahead has no need to leave its wood",
        ground: "kkwwaaaaaaaaaaaaaaaassss",
        ours: &[("0105", RIFLES), ("0405", RIFLES)],
        theirs: &[("2105", RIFLES)],
        hands: ["move 3, move 2, move 1", ""],
        aims: &[('s', 5, "theirs"), ('k', 10, "ours")],
        before: &["group 2"],
        answer: Not(&["move", "cover"]),
        ..BLANK
    },
    Puzzle {
        why: "bare works that the enemy can reach are manned again",
        ground: "wwkkeeeeeeeessssssssssss",
        ours: &[("0105", RIFLES)],
        theirs: &[("0905", RIFLES)],
        hands: ["move 2", ""],
        aims: &[('s', 5, "theirs"), ('k', 10, "ours")],
        answer: Is(&["move 2"]),
        ..BLANK
    },
    Puzzle {
        why: "one loss before breaking, the last rifleman does not run into fire",
        ground: "wwaaaaaaaaaassss",
        ours: &[("0205", RIFLES)],
        theirs: &[("1505", RIFLES), ("1507", RIFLES)],
        hands: ["move 3", ""],
        aims: &[('s', 5, "")],
        lost: &[1, 2, 3, 4],
        answer: Not(&["move", "cover"]),
        ..BLANK
    },
    Puzzle {
        why: "men at close range in the open are fired at before anyone moves",
        ground: "wwwwaaaaaaaaaassss",
        ours: &[("0405", RIFLES)],
        theirs: &[("0805", RIFLES)],
        hands: ["fire 5/4, move 2", ""],
        aims: &[('s', 5, "theirs")],
        answer: Is(&["fire 5/4"]),
        ..BLANK
    },
    Puzzle {
        why: "the many charge the few who are down",
        ground: "eeeeeeeeeeee",
        ours: &[("0505", "sl rifleman rifleman rifleman rifleman rifleman")],
        theirs: &[("0605", "rifleman rifleman rifleman")],
        hands: ["move 1", ""],
        pinned: &[7, 8],
        before: &["group 1", "move 1"],
        answer: Is(&["charge 2"]),
        ..BLANK
    },
    Puzzle {
        why: "the few do not charge the many",
        ground: "eeeeeeeeeeee",
        ours: &[("0505", "rifleman rifleman rifleman")],
        theirs: &[("0605", "sl rifleman rifleman rifleman rifleman rifleman rifleman")],
        hands: ["move 1", ""],
        before: &["group 1", "move 1"],
        answer: Not(&["charge"]),
        ..BLANK
    },
    Puzzle {
        why: "three pinned men before a machine gun are rallied before the others march",
        ground: "eeeeeeeeeeeeeesssseeeeee",
        ours: &[("0505", RIFLES)],
        theirs: &[("1505", GUNNER)],
        hands: ["rally 3 radio, move 2", ""],
        aims: &[('s', 5, "theirs")],
        pinned: &[1, 2, 3],
        answer: Is(&["rally 3"]),
        ..BLANK
    },
    Puzzle {
        why: "the last men of a side that is ahead have nothing to win in the open",
        ground: "kkwwaaaaaaaaaaaaaaaassss",
        ours: &[("0105", RIFLES), ("0405", "rifleman rifleman")],
        theirs: &[("1505", GUNNER), ("1507", GUNNER)],
        hands: ["move 1, move 3", "fire 5/4, fire 5/4"],
        aims: &[('s', 5, "theirs"), ('k', 10, "ours")],
        before: &["group 2"],
        answer: Not(&["move", "cover"]),
        ..BLANK
    },
    Puzzle {
        why: "men who react fire at a group in the open near by",
        ours: &[("0505", RIFLES)],
        hands: ["move 1", "fire 5/4"],
        before: &["group 1", "move 1", "step e", "halt"],
        answer: Is(&["with 2"]),
        ..BLANK
    },
    Puzzle {
        why: "the last fire card is not spent on men in stone far off",
        ground: "eeessssssseeeeeeeeeeeeeeee",
        ours: &[("0405", RIFLES)],
        theirs: &[("2105", RIFLES)],
        hands: ["move 1", "fire 5/4"],
        before: &["group 1", "move 1", "step e", "halt"],
        answer: Is(&["pass"]),
        ..BLANK
    },
    Puzzle {
        why: "in the last turns a side that is behind goes for the objective",
        ground: "eeeessssdddddeeeeeeeeeee",
        ours: &[("0305", RIFLES)],
        theirs: &[("2005", RIFLES)],
        hands: ["move 3, fire 5/4", ""],
        aims: &[('s', 5, "theirs")],
        turn: 8,
        answer: Is(&["move 3"]),
        ..BLANK
    },
    Puzzle {
        why: "a group in the open before the enemy's machine gun goes to ground while it is ahead",
        ground: "eeekkkaaaaaaaaassss",
        ours: &[("0605", RIFLES)],
        theirs: &[("1605", GUNNER)],
        hands: ["move 1, cower, cower, cower, cower", "cower, cower, cower, cower, cower"],
        aims: &[('s', 3, "theirs"), ('k', 5, "ours")],
        answer: Is(&["ground 1"]),
        ..BLANK
    },
    Puzzle {
        why: "a squad that can charge a lone pinned man on the objective does so in the last turn",
        ground: "eeeesssseeeeeeeeeeeeeeee",
        ours: &[("0405", LED)],
        theirs: &[("0505", "rifleman rifleman")],
        hands: ["move 1", ""],
        aims: &[('s', 5, "theirs")],
        pinned: &[6, 7],
        turn: 9,
        before: &["group 1", "move 1"],
        answer: Is(&["charge 2"]),
        ..BLANK
    },
];
