//! Looking ahead: the best attacks of the fire phase are played out to its end, several times over with
//! dice of one's own, and the one that ends best is made.
//!
//! How much is played out is counted in decisions, not in time, so the same choice comes out everywhere.

use crate::dice::Dice;
use crate::game::{Level, Log, Rules, Side};
use crate::rules::matg::choice::Choice;
use crate::rules::matg::position::Position;
use crate::rules::matg::sequence::Frame;

use super::field::Field;
use super::fire;
use super::worth::{self, Hurt};

/// Attacks tried besides passing.
const TRIED: usize = 4;
/// Times each is played out.
const SAMPLES: u64 = 12;
/// Decisions played out in all, at most.
const WORK: usize = 8000;

/// The target whose attack leads to the best end of the fire phase.
pub fn target(p: &Position, side: Side, choices: &[Choice], dice: &mut Dice) -> Choice {
    let field = Field::new(p, side);
    let mut attacks = fire::attacks(&field, choices);
    attacks.retain(|(_, attack)| !attack.shooters.is_empty());
    attacks.sort_by(|(_, a), (_, b)| b.net.total_cmp(&a.net));
    let mut tried: Vec<Choice> = attacks.iter().take(TRIED).map(|&(choice, _)| choice).collect();
    if tried.is_empty() {
        return Choice::Pass;
    }
    tried.push(Choice::Pass);
    let seed = dice.below(1 << 30) as u64;
    let mut work = WORK;
    let mut sums = vec![0.0; tried.len()];
    for sample in 0..SAMPLES {
        for (sum, choice) in sums.iter_mut().zip(&tried) {
            *sum += play_out(p, side, *choice, seed + sample, &mut work);
        }
        if work == 0 {
            break;
        }
    }
    // Of two as good the one judged better at first sight.
    let mut best = 0;
    for (index, sum) in sums.iter().enumerate() {
        if *sum > sums[best] + 1e-9 {
            best = index;
        }
    }
    tried[best]
}

/// Plays a choice and all that follows in the fire phase; the balance at its end.
fn play_out(p: &Position, side: Side, choice: Choice, seed: u64, work: &mut usize) -> f64 {
    let mut position = p.clone();
    let mut dice = Dice::seeded(seed, 0);
    let mut next = Some(choice);
    while let Some(choice) = next {
        if position.apply(&choice, &mut dice, &mut Log::off()).is_err() {
            break;
        }
        dice.forget();
        *work = work.saturating_sub(1);
        if *work == 0 || !matches!(position.stack.first(), Some(Frame::Fire { .. })) {
            break;
        }
        let choices = position.choices();
        next = match choices[..] {
            [] => None,
            [only] => Some(only),
            _ => super::judge(&position, Level::Normal, &mut dice, &choices),
        };
    }
    balance(&position, side)
}

/// What a side has left of worth, and of fire it has held, over what the enemy has.
fn balance(p: &Position, side: Side) -> f64 {
    let of = |own: Side| -> f64 {
        let field = Field::new(p, own);
        let stands = field.friends.iter().map(|&(id, _)| {
            let left = 1.0 - Hurt::from(p.states(id)).share();
            let held = if p.stand(id).fired { 0.0 } else { fire::patience(&field, id) };
            worth::with_cargo(p, id) * left + held
        });
        stands.sum()
    };
    of(side) - of(side.other())
}
