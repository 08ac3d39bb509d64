//! What a side goes on with in a playout instead of weighing it again: the way of the stack that moves, and what its
//! other units would gain by moving.

use super::Mind;
use crate::dice::Dice;
use crate::game::{Rules, Side};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::{Choice, Position};
use crate::rules::aslsk::turn::Frame;
use crate::rules::aslsk::turn::movement::Mover;

/// What a side has set out to do.
#[derive(Default)]
pub struct Intent {
    /// The game turn and the ATTACKER of the MPh that these gains belong to.
    phase: Option<(u8, Side)>,
    gains: Vec<Gain>,
    way: Option<Way>,
}

/// What a unit would gain by moving, when it was last worked out.
struct Gain {
    choice: Choice,
    gain: i32,
    /// Worked out at this decision.
    sure: bool,
}

/// The rest of a stack's route.
struct Way {
    units: Vec<u8>,
    /// Where the next step begins.
    at: Place,
    /// The hexes still to enter, the next one last.
    hexes: Vec<Place>,
}

impl Way {
    /// Whether a stack is still on this way, and unhurt.
    fn leads_on(&self, position: &Position, mover: &Mover) -> bool {
        let fit = |&id: &u8| {
            let unit = position.forces.unit(id);
            unit.place() == Some(self.at) && unit.good_order() && !unit.pinned
        };
        mover.units == self.units && mover.units.iter().all(fit)
    }
}

impl Mind<'_> {
    /// The choice of a side that goes on with what it has set out to do.
    pub(super) fn go_on(&self, intent: &mut Intent, dice: &mut Dice) -> Choice {
        match self.position.turn.frames.last() {
            Some(Frame::Move) => self.next_mover(intent),
            Some(Frame::Mover(mover)) => self.next_step(mover, intent, dice),
            _ => self.decide(dice).0,
        }
    }

    /// The unit that gains most by moving. What a unit would gain changes little when another has moved, so only those are
    /// weighed again that seem best.
    fn next_mover(&self, intent: &mut Intent) -> Choice {
        let phase = Some((self.position.turn.number, self.position.turn.attacker));
        if intent.phase != phase {
            *intent = Intent { phase, ..Intent::default() };
        }
        let known = |choice: Choice| intent.gains.iter().find(|known| known.choice == choice);
        let choices = self.position.choices().into_iter();
        let gain =
            |choice| Gain { choice, gain: known(choice).map_or(i32::MAX, |known| known.gain), sure: false };
        let mut gains: Vec<Gain> = choices.map(gain).collect();
        loop {
            // The first of the best, as in a decision of the game.
            let Some(best) = gains.iter_mut().rev().max_by_key(|gain| gain.gain) else { return Choice::Done };
            if best.sure {
                let choice = best.choice;
                intent.gains = gains;
                return choice;
            }
            (best.gain, best.sure) = (self.who_moves(&best.choice).total(), true);
        }
    }

    /// The next step of a stack: along its way, or the first of the way that it chooses now.
    fn next_step(&self, mover: &Mover, intent: &mut Intent, dice: &mut Dice) -> Choice {
        let map = self.position.ground.map();
        let choices = self.position.choices();
        if let Some(mut way) = intent.way.take().filter(|way| way.leads_on(self.position, mover)) {
            let tempts = |choice: &Choice| matches!(choice, Choice::Exit | Choice::Recover(..));
            let next = way.hexes.pop();
            let step = next.map_or(Choice::Done, |next| Choice::Go(self.position.ground.hex(next)));
            if choices.contains(&step) && !choices.iter().any(tempts) {
                intent.way = next.map(|at| Way { at, ..way });
                return step;
            }
        }
        let choice = self.choose(&choices, dice).0;
        if let Choice::Go(hex) = choice {
            let whole = self.whole.borrow();
            let journey = whole.iter().find(|journey| Some(journey.first) == map.place(hex));
            intent.way = journey.map(|journey| Way {
                units: mover.units.clone(),
                at: journey.first,
                hexes: journey.then.iter().rev().copied().collect(),
            });
        }
        choice
    }
}
