//! Fire, movement and CC of a phase.

use standto::rules::aslsk::turn::phase::Phase::{Advance, AdvancingFire, DefensiveFire, Movement};
use standto::rules::aslsk::turn::phase::Phase::{Rally, Rout};

use super::{PLAIN, Puzzle};

/// Fire, movement and CC of a phase.
pub(super) const TACTICS: &[Puzzle] = &[
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
