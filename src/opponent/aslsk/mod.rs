//! The computer player of ASL Starter Kit: fires where it hurts, moves from cover to cover towards the
//! objective, saves fire for moving units, rallies and routs sensibly.

mod combat;
mod danger;
mod fire;
mod ground;
mod movement;
mod ordnance;

use std::cell::{Cell, OnceCell, RefCell};

use crate::dice::Dice;
use crate::game::{Level, Manner, Opponent, Rules, Seen, Side};
use crate::rules::aslsk::Position;
use crate::rules::aslsk::state::Choice;
use crate::rules::aslsk::turn::{Frame, rally};
use danger::Post;

/// The evaluation of one decision.
struct Mind<'a> {
    position: &'a Position,
    side: Side,
    level: Level,
    /// The enemy's hexes, worked out on demand.
    posts: OnceCell<Vec<Post>>,
    /// The danger of each hex and stance; -1 if not worked out yet.
    dangers: Vec<Cell<i32>>,
    /// Whether units stay where they are this turn, as far as worked out.
    stays: RefCell<Vec<(u8, bool)>>,
}

impl Opponent for Position {
    fn think(seen: &Seen<Self>, manner: Manner, dice: &mut Dice) -> Choice {
        let level = manner.level;
        let dangers = vec![Cell::new(-1); 3 * seen.ground.map().places().count()];
        let mind = Mind {
            position: seen,
            side: seen.side(),
            level,
            posts: OnceCell::new(),
            dangers,
            stays: RefCell::default(),
        };
        let choices = seen.choices();
        if level == Level::Easy && dice.below(6) == 0 {
            return choices[dice.below(choices.len())];
        }
        let moves = matches!(seen.turn.frames.last(), Some(Frame::Move | Frame::Advance));
        if level == Level::Statue && moves && choices.contains(&Choice::Done) {
            return Choice::Done;
        }
        mind.choose(&choices, dice)
    }
}

impl Mind<'_> {
    fn choose(&self, choices: &[Choice], dice: &mut Dice) -> Choice {
        let best = |value: &dyn Fn(&Choice) -> i32| {
            // The first of the best, so that equal knowledge gives an equal choice.
            choices.iter().copied().rev().max_by_key(|choice| value(choice)).unwrap_or(Choice::Done)
        };
        match self.position.turn.frames.last() {
            Some(Frame::SetUp(_)) => {
                // A little randomness, so that no two set-ups are alike.
                let luck: Vec<i32> = choices.iter().map(|_| dice.below(8) as i32).collect();
                let at = (0..choices.len()).max_by_key(|&at| self.set_up(&choices[at]) + luck[at]);
                at.map_or(Choice::Done, |at| choices[at])
            }
            Some(Frame::Rally(..)) => best(&|choice| self.rally(choice)),
            Some(Frame::Fire(..)) => best(&|choice| self.fire(choice)),
            Some(Frame::Attack(attack)) => best(&|choice| self.strengthen(attack, choice)),
            Some(Frame::Shot(shot)) => best(&|choice| self.prepare(shot, choice)),
            Some(Frame::Facing { weapon, .. }) => best(&|choice| self.point(*weapon, choice)),
            Some(Frame::Turning(_)) => best(&|choice| self.turn(choice)),
            Some(Frame::React(react)) => best(&|choice| self.first_fire(react, choice)),
            Some(Frame::Move) => best(&|choice| self.who_moves(choice)),
            Some(Frame::Mover(mover)) => self.step(mover, choices),
            Some(Frame::Rout(_)) => best(&|choice| self.rout(choice)),
            Some(Frame::Routing(routing)) => best(&|choice| self.rout_step(routing, choice)),
            Some(Frame::Advance) => best(&|choice| self.advance(choice)),
            Some(Frame::Melee(melee)) => best(&|choice| self.designate(melee, choice)),
            Some(Frame::Combat(_) | Frame::Ranks(_) | Frame::Blind { .. } | Frame::Placing(_)) | None => {
                choices.first().copied().unwrap_or(Choice::Done)
            }
        }
    }

    /// Whether it considers danger; the easy level does not.
    fn careful(&self) -> bool {
        self.level != Level::Easy
    }

    /// Rally, repair and recover; never transfer.
    fn rally(&self, choice: &Choice) -> i32 {
        let Position { ground, forces, .. } = self.position;
        match choice {
            Choice::Rally(leader, id) => {
                let drm: i16 = rally::rally_modifiers(ground, forces, *id, Some(*leader))
                    .iter()
                    .map(|line| line.value)
                    .sum();
                200 - i32::from(drm)
            }
            Choice::SelfRally(id) => {
                let leader = forces.unit(*id).leader();
                if leader || !forces.unit(*id).dm { 150 } else { 20 }
            }
            Choice::Repair(_) => 100,
            Choice::Recover(..) => 90,
            Choice::Done => 0,
            _ => -1,
        }
    }
}
