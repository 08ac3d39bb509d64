//! The computer player of ASL Starter Kit: fires where it hurts, moves from cover to cover towards the
//! objective, saves fire for moving units, rallies and routs sensibly.

mod advance;
mod close_combat;
mod covering;
mod danger;
mod fire;
mod first_fire;
mod ground;
mod intent;
mod journey;
mod movement;
mod ordnance;
mod outlook;
mod purposes;
mod rout;
mod score;
mod tasks;
mod weights;

use std::cell::{OnceCell, RefCell};

use crate::dice::Dice;
use crate::game::{Fitted, Level, Manner, Opinion, Opponent, Outlook, Rules, Search, Seen, Side, Weighed};
use crate::rules::aslsk::Position;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::state::Choice;
use crate::rules::aslsk::turn::{Frame, rally};
use danger::Threats;
use intent::Intent;
use journey::Journey;
use score::{Part, Score};

pub use weights::Weights;

/// What a hard opponent plays out.
const HARD: Search = Search { options: 4, worlds: 8, decisions: 200, turns: 1 };

/// What an expert plays out.
const EXPERT: Search = Search { options: 16, worlds: 32, ..HARD };

/// At the easy level an option is misjudged by up to so many hundredths of a squad.
const MISJUDGED: f64 = 25.0;

/// The score below which an option is not worth a word.
const HOPELESS: i32 = -10_000;

/// The evaluation of one decision.
struct Mind<'a> {
    position: &'a Position,
    side: Side,
    level: Level,
    weights: Weights,
    threats: Threats<'a>,
    /// What units gain by moving this turn, as far as worked out.
    gains: RefCell<Vec<(u8, i32)>>,
    /// The whole moves of the stack that moves, by their first hexes, once they are worked out.
    whole: RefCell<Vec<Journey>>,
    /// The ways of the units that gain by moving this turn.
    ways: OnceCell<Vec<(u8, Vec<Place>)>>,
    /// The hexes that the side heads for.
    goals: OnceCell<Vec<Place>>,
}

/// The choice by these weights.
pub fn think_by(weights: &Weights, seen: &Seen<Position>, level: Level, dice: &mut Dice) -> Choice {
    Mind::new(seen, level, *weights).decide(dice).0
}

impl Opponent for Position {
    const SCORED_IN: &str = "squads";

    const WORTH_TELLING: f64 = 0.25;

    type Intent = Intent;

    fn think(seen: &Seen<Self>, manner: Manner, dice: &mut Dice) -> Choice {
        think_by(&Weights::of(manner.temper), seen, manner.level, dice)
    }

    fn think_on(seen: &Seen<Self>, manner: Manner, intent: &mut Intent, dice: &mut Dice) -> Choice {
        Mind::new(seen, manner.level, Weights::of(manner.temper)).go_on(intent, dice)
    }

    fn weigh(seen: &Seen<Self>, manner: Manner, dice: &mut Dice) -> Opinion<Choice> {
        let mind = Mind::new(seen, manner.level, Weights::of(manner.temper));
        let (choice, scored) = mind.decide(dice);
        let scored = scored.into_iter().filter(|(other, score)| *other == choice || score.total() > HOPELESS);
        let options = scored.map(|(choice, score)| Weighed { choice, terms: score.terms() }).collect();
        let opinion = Opinion::best("", options);
        let task = mind.purpose_or_use(&choice);
        opinion.map_or_else(|| Opinion::of(choice), |opinion| Opinion { choice, task, ..opinion })
    }

    fn outlook(&self) -> Outlook {
        outlook::outlook(self)
    }

    fn fitted() -> Option<&'static Fitted> {
        Some(&outlook::FITTED)
    }

    fn picks_unit(choice: &Choice) -> bool {
        matches!(choice, Choice::Move(_) | Choice::Rout(_))
    }

    fn search(seen: &Seen<Self>, level: Level) -> Option<Search> {
        let matters = match seen.turn.frames.last()? {
            Frame::Fire(Mode::Prep, _) | Frame::Move | Frame::Advance => true,
            Frame::Mover(mover) => !mover.started,
            _ => false,
        };
        matters.then_some(if level == Level::Expert { EXPERT } else { HARD })
    }
}

impl<'a> Mind<'a> {
    fn new(seen: &'a Seen<Position>, level: Level, weights: Weights) -> Self {
        let weights = if seen.battle.teaches { weights.teaching() } else { weights };
        Mind {
            position: seen,
            side: seen.side(),
            level,
            weights,
            threats: Threats::to(seen.side(), seen),
            gains: RefCell::default(),
            whole: RefCell::default(),
            ways: OnceCell::new(),
            goals: OnceCell::new(),
        }
    }

    /// The choice, and all of them with their scores.
    fn decide(&self, dice: &mut Dice) -> (Choice, Vec<(Choice, Score)>) {
        self.choose(&self.position.choices(), dice)
    }

    /// The same among these choices.
    fn choose(&self, choices: &[Choice], dice: &mut Dice) -> (Choice, Vec<(Choice, Score)>) {
        let moves = matches!(self.position.turn.frames.last(), Some(Frame::Move | Frame::Advance));
        if self.level == Level::Statue && moves && choices.contains(&Choice::Done) {
            return (Choice::Done, Vec::new());
        }
        let mut scored = self.score(choices, dice);
        if self.level == Level::Easy {
            for (_, score) in &mut scored {
                *score = score.and(Part::Guess, dice.off_by(MISJUDGED).round() as i32);
            }
        }
        // The first of the best, so that equal knowledge gives an equal choice.
        let best = scored.iter().rev().max_by_key(|(_, score)| score.total());
        (best.map_or(Choice::Done, |(choice, _)| *choice), scored)
    }

    /// The choices with their scores.
    fn score(&self, choices: &[Choice], dice: &mut Dice) -> Vec<(Choice, Score)> {
        let each = |value: &dyn Fn(&Choice) -> Score| -> Vec<(Choice, Score)> {
            choices.iter().map(|choice| (*choice, value(choice))).collect()
        };
        match self.position.turn.frames.last() {
            Some(Frame::SetUp(_)) => {
                // A little randomness, so that no two set-ups are alike.
                let luck =
                    |choice: &Choice| (*choice, self.set_up(choice).and(Part::Order, dice.below(8) as i32));
                choices.iter().map(luck).collect()
            }
            Some(Frame::Rally(..)) => each(&|choice| self.rally(choice)),
            Some(Frame::Fire(..)) => each(&|choice| self.fire(choice)),
            Some(Frame::Attack(attack)) => each(&|choice| self.strengthen(attack, choice)),
            Some(Frame::Shot(shot)) => each(&|choice| self.prepare(shot, choice)),
            Some(Frame::Facing { weapon, .. }) => each(&|choice| self.point(*weapon, choice)),
            Some(Frame::Turning(_)) => each(&|choice| self.turn(choice)),
            Some(Frame::React(react)) => each(&|choice| self.first_fire(react, choice)),
            Some(Frame::Move) => each(&|choice| self.who_moves(choice)),
            Some(Frame::Mover(mover)) => self.steps(mover, choices),
            Some(Frame::Rout(_)) => each(&|choice| self.rout(choice)),
            Some(Frame::Routing(routing)) => each(&|choice| self.rout_step(routing, choice)),
            Some(Frame::Advance) => each(&|choice| self.advance(choice)),
            Some(Frame::Melee(melee)) => each(&|choice| self.designate(melee, choice)),
            Some(Frame::Combat(_) | Frame::Ranks(_) | Frame::Blind { .. } | Frame::Placing(_)) | None => {
                each(&|_| Score::default())
            }
        }
    }

    /// Rally, repair and recover; never transfer.
    fn rally(&self, choice: &Choice) -> Score {
        let Position { ground, forces, .. } = self.position;
        let order = match choice {
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
        };
        Score::of(Part::Order, order)
    }
}
