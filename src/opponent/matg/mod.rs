//! The computer opponent for Micro Armour, one file per question:
//!
//! | question | module |
//! |---|---|
//! | the weights of all judgements | [`Weights`] |
//! | the stands on the field, and what each is worth | [`value::field`], [`value::worth`] |
//! | what a shot between two squares takes | [`value::strike`] |
//! | how near a formation is to breaking | [`value::break_points`] |
//! | how a firefight is expected to go on | [`value::firefight`] |
//! | what a square is worth to a stand | [`value::danger`], [`value::case`] |
//! | objectives, and who goes for them | [`planning::stakes`], [`planning::tasks`] |
//! | how hard to push | [`planning::plan`] |
//! | deployment, postures, orders | [`planning::deploy`], [`planning::posture`], [`planning::orders`] |
//! | the stand that takes command | [`planning::heirs`] |
//! | the worth of a position, and what is played out | [`planning::outlook`] |
//! | moving, step by step | [`movement`], [`movement::reach`], [`movement::way`], [`movement::route`] |
//! | loading and unloading | [`movement::transport`] |
//! | mines, wire, ditches and streams | [`movement::works`] |
//! | targets, and opportunity fire | [`fire`], [`fire::reaction`] |
//! | overruns and close assaults | [`fire::assault`] |
//! | air strikes | [`fire::air`] |
//! | artillery, its plots and its smoke | [`artillery`] |
//! | reasons | [`reasons`] |
//! | what is kept between decisions | [`kept::memory`] and the rest of [`kept`] |
//!
//! The normal level weighs every choice. Where losses decide, hard and expert weigh a firefight over several turns, not just
//! its next exchange of fire. They play the battle out at the start of every turn to decide how to play it; a skirmish, at
//! every posture and order. The easy level makes mistakes.
//!
//! A decision depends on position, level and dice alone. What is kept between decisions only saves work and
//! no clock is read, so the same game is played again move for move.

mod artillery;
mod fire;
mod kept;
mod movement;
mod planning;
mod reasons;
mod value;
mod weights;

use crate::dice::Dice;
use crate::game::{
    Fitted, Level, Manner, Opinion, Opponent, Outlook, Planning, Rules, Search, Seen, any_choice,
};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::Position;
use crate::rules::matg::turn::sequence::{ArtilleryPhase, FirePhase, Frame};

use artillery::{plots, preparation};
use fire::{air, assault, reaction};
use movement::route::Route;
use movement::transport;
use planning::orders::Gains;
use planning::{deploy, heirs, orders, outlook, posture};
use value::danger::Judge;
use value::field::Field;

pub use weights::Weights;

/// What a side has set out to do in a playout.
#[derive(Default)]
pub struct Intent {
    /// What its stands gain by moving.
    gains: Gains,
    /// The way of the stand that moves.
    route: Option<Route>,
}

impl Opponent for Position {
    const PLANS: bool = true;

    type Intent = Intent;

    fn think(seen: &Seen<Self>, manner: Manner, dice: &mut Dice) -> Choice {
        Self::think_on(seen, manner, &mut Intent::default(), dice)
    }

    fn think_on(seen: &Seen<Self>, manner: Manner, intent: &mut Intent, dice: &mut Dice) -> Choice {
        let choices = seen.choices();
        if let (Some(Frame::Moving(mover)), Some(mut way)) = (seen.now.stack.last(), intent.route.take())
            && way.leads_on(seen, mover)
            && let Some(step) = way.next(&choices)
        {
            intent.route = Some(way);
            return step;
        }
        choose(&Weights::of(manner), seen, manner.level, &choices, intent, dice)
    }

    fn weigh(seen: &Seen<Self>, manner: Manner, dice: &mut Dice) -> Opinion<Choice> {
        let weights = Weights::of(manner);
        let choice = think_by(&weights, seen, manner.level, dice);
        reasons::of(&weights, seen, choice)
    }

    fn outlook(&self) -> Outlook {
        outlook::features(self, &Weights::NORMAL)
    }

    fn fitted() -> Option<&'static Fitted> {
        Some(&outlook::FITTED)
    }

    fn picks_unit(choice: &Choice) -> bool {
        matches!(choice, Choice::Order(_) | Choice::Independent(_) | Choice::Move(_))
    }

    fn search(seen: &Seen<Self>, level: Level) -> Option<Search> {
        outlook::search(seen, level)
    }

    fn plan(opened: &Seen<Self>, level: Level) -> Option<Planning> {
        outlook::plan(opened, level)
    }
}

/// The choice of a side with these weights. A side keeps its weights for a whole battle; the cache does not
/// distinguish them.
pub fn think_by(weights: &Weights, seen: &Seen<Position>, level: Level, dice: &mut Dice) -> Choice {
    choose(weights, seen, level, &seen.choices(), &mut Intent::default(), dice)
}

/// The same among these choices.
fn choose(
    weights: &Weights,
    seen: &Seen<Position>,
    level: Level,
    choices: &[Choice],
    intent: &mut Intent,
    dice: &mut Dice,
) -> Choice {
    if let [only] = *choices {
        return only;
    }
    let wanted = judge(weights, seen, level, choices, intent, dice);
    wanted.filter(|choice| choices.contains(choice)).unwrap_or_else(|| least(choices))
}

/// The best choice, if judgement covers the decision.
fn judge(
    weights: &Weights,
    p: &Position,
    level: Level,
    choices: &[Choice],
    intent: &mut Intent,
    dice: &mut Dice,
) -> Option<Choice> {
    let frame = p.now.stack.last()?;
    let side = frame.side(p);
    if level == Level::Statue && matches!(frame, Frame::Posture(_) | Frame::Movement(_) | Frame::Declare(_)) {
        return Some(Choice::Pass);
    }
    if level == Level::Easy && makes_mistake(frame, dice) {
        return Some(any_choice(p, dice)).filter(|choice| !matches!(choice, Choice::LetPass));
    }
    let mut noise = || if level == Level::Easy { 0.5 + dice.below(1000) as f64 / 1000.0 } else { 1.0 };
    let field = || Field::new(p, side, weights);
    match frame {
        Frame::Deploy(phase) => Some(deploy::choose(&field(), phase, choices)),
        Frame::Posture(phase) => Some(posture::choose(p, side, weights, phase.draft.as_ref(), choices)),
        Frame::Artillery(ArtilleryPhase { draft, .. }) => {
            Some(artillery::choose(&field(), draft.as_ref(), choices))
        }
        Frame::Fire(FirePhase { draft: None, .. }) => Some(fire::target(&field(), choices, &mut noise)),
        Frame::Fire(FirePhase { draft: Some(draft), .. }) => Some(fire::add(&field(), draft, choices)),
        Frame::Plot(_) => plots::plot_choice(weights, p, choices),
        Frame::Movement(_) => Some(orders::choose(&Judge::new(&field()), choices, &mut intent.gains)),
        Frame::Group(_) => Some(orders::member(&Judge::new(&field()), choices)),
        Frame::Moving(mover) => {
            Some(movement::step(&Judge::new(&field()), mover, choices, &mut intent.route))
        }
        Frame::Reaction(reaction) => Some(reaction::choose(&field(), reaction, choices)),
        Frame::Declare(phase) => assault::declare(&field(), phase.picked, choices),
        Frame::Assaults(_) => assault::resolve(&field(), choices),
        Frame::Answer(answer) => assault::answer(&field(), answer.defender, choices),
        Frame::Retreat(retreat) => assault::retreat(&Judge::new(&field()), retreat.stand, choices),
        Frame::Flight(flight) => assault::retreat(&Judge::new(&field()), flight.stand, choices),
        Frame::Command(_) | Frame::Appoint(_) => heirs::choose(p, choices),
        // The landing should be hard to predict, but may be near the objectives.
        Frame::Zone(_) => {
            let near = preparation::landing_zones(p, side, choices);
            let open = if near.is_empty() { choices } else { &near };
            Some(open[dice.below(open.len())])
        }
        Frame::Registering(phase) => Some(preparation::register(p, phase, choices)),
        Frame::Selection(selection) => Some(preparation::select(p, selection, choices, dice)),
        Frame::Cease(_) => Some(preparation::cease(p, side, choices)),
        Frame::Boats(_) => choices.iter().copied().find(|choice| matches!(choice, Choice::Disembark(..))),
        Frame::Air(plan) => Some(air::plan(p, plan, choices, dice)),
        Frame::Riders(riders) => transport::get_off(&Judge::new(&field()), riders.carrier, choices),
        Frame::Strike(strike) => Some(air::strike(&field(), strike, choices)),
        Frame::Landing(_) | Frame::Removal(_) | Frame::Boarding(_) => None,
        Frame::Facing(facing) => movement::face(&field(), facing.stand, choices),
    }
}

/// Whether an easy opponent makes a mistake now: in choosing groups and in reaction fire.
fn makes_mistake(frame: &Frame, dice: &mut Dice) -> bool {
    let often = match frame {
        Frame::Movement(_) => 35,
        Frame::Reaction(_) | Frame::Fire(_) => 20,
        _ => 0,
    };
    dice.below(100) < often
}

/// The choice that commits least, for decisions that judgement does not cover.
fn least(choices: &[Choice]) -> Choice {
    let modest =
        [Choice::Pass, Choice::Done, Choice::Hold, Choice::Ready, Choice::Halt, Choice::Fire, Choice::Cancel];
    modest.into_iter().find(|choice| choices.contains(choice)).unwrap_or(choices[0])
}
