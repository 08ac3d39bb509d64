//! Tactical and planning puzzles for the computer player: small positions whose best answers follow from the rules.

mod cards;
mod ground;
mod plans;

use standto::game::Side;

use super::opponent::answers;
use super::table::{Played, RIFLES, table};

/// A position in the first side's turn, or on its way through it.
struct Puzzle {
    why: &'static str,
    /// Stripes of ground from west to east.
    ground: &'static str,
    ours: &'static [(&'static str, &'static str)],
    theirs: &'static [(&'static str, &'static str)],
    /// The cards of both sides.
    hands: [&'static str; 2],
    /// Objectives: stripe, points, and the side that holds it.
    aims: &'static [(char, u8, &'static str)],
    pinned: &'static [u8],
    lost: &'static [u8],
    /// The turn.
    turn: u16,
    before: &'static [&'static str],
    answer: Answer,
}

/// How every good answer begins, or how none does.
enum Answer {
    Is(&'static [&'static str]),
    Not(&'static [&'static str]),
}
use Answer::{Is, Not};

const BLANK: Puzzle = Puzzle {
    why: "",
    ground: "eeeeeeeeeeeeeeeeeeeeeeee",
    ours: &[("0505", RIFLES)],
    theirs: &[("0905", RIFLES)],
    hands: ["", ""],
    aims: &[],
    pinned: &[],
    lost: &[],
    turn: 1,
    before: &["group 1"],
    answer: Is(&[]),
};

const LED: &str = "sl rifleman rifleman rifleman rifleman";
const GUNNER: &str = "mg34 rifleman rifleman rifleman rifleman rifleman";

impl Puzzle {
    fn open(&self) -> Played {
        let aims: String = self
            .aims
            .iter()
            .map(|(stripe, points, holder)| {
                let held = if holder.is_empty() { String::new() } else { format!("held = \"{holder}\"\n") };
                format!("[[objective]]\nfeature = \"{stripe}\"\npoints = {points}\n{held}")
            })
            .collect();
        let mut setup = table(self.ground).more(1, &aims);
        for (at, figures) in self.ours {
            setup = setup.ours(at, "e", figures);
        }
        for (at, figures) in self.theirs {
            setup = setup.theirs(at, "w", figures);
        }
        let [ours, theirs] = self.hands;
        let mut game = setup.begin().hand(Side::A, ours).hand(Side::B, theirs);
        for &figure in self.pinned {
            game.pin(figure);
        }
        for &figure in self.lost {
            game.lose(figure);
        }
        game.position.clock.turn = self.turn;
        for choice in self.before {
            game.play(choice, &[]);
        }
        game
    }

    /// The answers of the computer, if one of them is not good.
    fn fault(&self) -> Option<String> {
        let game = self.open();
        let found = answers(&game);
        let begins = |choice: &String, starts: &[&str]| starts.iter().any(|start| choice.starts_with(start));
        let good = found.iter().all(|choice| match self.answer {
            Is(starts) => begins(choice, starts),
            Not(starts) => !begins(choice, starts),
        });
        (!good).then(|| format!("{}: {found:?} of {:?}", self.why, game.offered()))
    }
}

#[track_caller]
fn solves(puzzles: &[Puzzle]) {
    let faults: Vec<String> = puzzles.iter().filter_map(Puzzle::fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn it_plays_the_card_that_helps_most() {
    solves(&cards::CARDS);
}

#[test]
fn it_takes_ground_where_that_pays() {
    solves(&ground::GROUND);
}

#[test]
fn it_sends_the_right_group_to_the_right_place() {
    solves(&plans::PLANS);
}
