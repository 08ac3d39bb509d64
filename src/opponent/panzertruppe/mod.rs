//! The computer player of Panzertruppe: tasks, values of shots and places, and when to break off.
//!
//! A decision is a pure function of what the side sees, the level and the dice. Nothing is remembered, except in a playout
//! the way that a unit has chosen.

mod balance;
mod close;
mod exposure;
mod facing;
mod fire;
mod place;
mod reach;
mod reasons;
mod route;
mod score;
mod tasks;
mod worth;

use crate::dice::Dice;
use crate::game::{
    Fitted, Level, Manner, Opinion, Opponent, Outlook, Rules, Search, Seen, Temper, any_choice,
};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::state::{Choice, Position};

use route::Route;

/// At the easy level one decision in so many is left to chance.
const MISTAKES: usize = 20;

/// At the easy level the worth of a place is misjudged by up to so many points.
const MISJUDGED: f64 = 4.0;

/// What a hard opponent plays out.
const HARD: Search = Search { options: 4, worlds: 8, decisions: 600, turns: 2 };

/// What an expert plays out.
const EXPERT: Search = Search { options: 6, worlds: 8, decisions: 600, turns: 2 };

impl Opponent for Position {
    const SCORED_IN: &str = "points";

    type Intent = Option<Route>;

    fn think(seen: &Seen<Self>, manner: Manner, dice: &mut Dice) -> Choice {
        Self::think_on(seen, manner, &mut None, dice)
    }

    fn think_on(seen: &Seen<Self>, manner: Manner, route: &mut Option<Route>, dice: &mut Dice) -> Choice {
        let level = manner.level;
        let choices = seen.choices();
        if let [only] = choices[..] {
            return only;
        }
        // The easy level rarely makes a mistake, but judges places roughly.
        let easy = level == Level::Easy;
        if easy && dice.below(MISTAKES) == 0 {
            return any_choice(&**seen, dice);
        }
        if level == Level::Statue
            && let Some(stays) = stand_still(seen, &choices)
        {
            return stays;
        }
        let mut misjudged = || if easy { dice.off_by(MISJUDGED) } else { 0.0 };
        decide(seen, &choices, manner.temper, &mut misjudged, route)
    }

    fn weigh(seen: &Seen<Self>, manner: Manner, dice: &mut Dice) -> Opinion<Choice> {
        let choice = Self::think(seen, manner, dice);
        match manner.level {
            Level::Random | Level::Statue => Opinion::of(choice),
            level => {
                let sound = || decide(seen, &seen.choices(), manner.temper, &mut || 0.0, &mut None);
                let guessed = level == Level::Easy && choice != sound();
                reasons::opinion(seen, manner.temper, choice, guessed)
            }
        }
    }

    fn outlook(&self) -> Outlook {
        balance::features(self)
    }

    fn fitted() -> Option<&'static Fitted> {
        Some(&balance::FITTED)
    }

    fn picks_unit(choice: &Choice) -> bool {
        matches!(choice, Choice::Move(_))
    }

    fn search(seen: &Seen<Self>, level: Level) -> Option<Search> {
        let matters = match seen.turn.stack.last()? {
            Frame::Fire(_) | Frame::Ambush(_) => true,
            Frame::Mover(mover) => !mover.stepped && !seen.forces.retreats(mover.unit),
            _ => false,
        };
        matters.then_some(if level == Level::Expert { EXPERT } else { HARD })
    }
}

/// The choice of a statue where it might move: it stops what is in motion, and otherwise stays.
fn stand_still(position: &Position, choices: &[Choice]) -> Option<Choice> {
    let rolls = |choice: &&Choice| match choice {
        Choice::Move(tag) => position.battle.find(*tag).is_some_and(|id| {
            position.forces.state(id).motion == Motion::Moving && !position.forces.retreats(id)
        }),
        _ => false,
    };
    let wanted = match position.turn.stack.last()? {
        Frame::Movement(_) => choices.iter().find(rolls).copied().unwrap_or(Choice::End),
        Frame::Mover(_) => Choice::Stop,
        _ => return None,
    };
    choices.contains(&wanted).then_some(wanted)
}

/// The best choice for the side that decides, which adds `misjudged` to the worth of each place.
fn decide(
    position: &Position,
    choices: &[Choice],
    temper: Temper,
    misjudged: &mut dyn FnMut() -> f64,
    route: &mut Option<Route>,
) -> Choice {
    let first = choices[0];
    match position.turn.stack.last() {
        Some(Frame::Fire(phase)) => fire::declare(position, phase, choices),
        Some(Frame::Movement(movement)) => place::next_unit(position, movement.side, choices),
        Some(Frame::Mover(mover)) => place::next_step(position, mover, choices, temper, misjudged, route),
        Some(Frame::Facing(facing)) => facing::face(position, facing, choices),
        Some(Frame::Ambush(ambush)) => {
            let (Some(&firer), Some(mover)) = (ambush.firers.last(), position.turn.mover()) else {
                return first;
            };
            fire::ambush(position, firer, mover, choices)
        }
        Some(Frame::Defence(defence)) => fire::defend(position, defence, choices),
        Some(Frame::AirTarget(target)) => close::air_target(position, target.side, target.second, choices),
        Some(Frame::AirApproach(air)) => close::air_approach(position, air.side, air.target, choices),
        // It takes the loser's place, and abandons burning vehicles at once.
        Some(Frame::Occupation(_) | Frame::Abandon(_)) | None => first,
    }
}
