//! The exact odds of overruns and close assaults: the rolls of 8.7.8 and 8.8.3 in their order, the same rolls
//! that the game makes.

use super::decisions::Retreat;
use super::overrun::{self, CRUSH};
use crate::game::Test;
use crate::odds::Distribution;
use crate::rules::matg::assault::close_assault;
use crate::rules::matg::command::cohesion::{States, in_states};
use crate::rules::matg::fire::attack::{Attack, outcome_of};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;

/// The odds of an overrun of one stand by several vehicles (8.7.8).
#[derive(Clone, Debug)]
pub struct OverrunOdds {
    /// The defender's cohesion roll against each vehicle.
    pub stands: Vec<Test>,
    /// Each vehicle's cohesion roll.
    pub keeps: Vec<Test>,
    /// The attack on the defender for each roll it fails.
    pub crush: Attack,
    /// The attack on a vehicle that fails its roll.
    pub answer: Attack,
    /// The odds of the defender's states.
    pub defender: Distribution<States>,
    /// The odds of each vehicle's states.
    pub vehicles: Vec<Distribution<States>>,
}

/// The odds of the close assaults on one stand (8.8.3).
#[derive(Clone, Debug)]
pub struct AssaultOdds {
    /// The defender's cohesion roll and attack on the assaulter it answers; `None` if it may not answer.
    pub answer: Option<(Test, Attack)>,
    /// Each assaulter's cohesion roll in its present state, and its attack.
    pub assaulters: Vec<(Test, Attack)>,
    /// The odds of the states of the answered assaulter.
    pub answered: Option<Distribution<States>>,
    /// The odds of the defender's states, and whether it must give way (8.8.5).
    pub defender: Distribution<(States, bool)>,
}

impl AssaultOdds {
    /// The odds of the defender's states, whether it gives way or not.
    pub fn defender_states(&self) -> Distribution<States> {
        self.defender.map(|&(states, _)| states)
    }

    /// The chance that the defender survives and must give way.
    pub fn gives_way(&self) -> f64 {
        self.defender.iter().filter(|((_, gives), _)| *gives).fold(0.0, |sum, (_, chance)| sum + chance)
    }
}

/// The odds if these stands assault another in this order and it answers one of them. The answer affects
/// that assaulter's own roll (8.8.3).
pub fn assault_odds(game: &Position, assaulters: &[Id], defender: Id, answered: Option<Id>) -> AssaultOdds {
    let answered = answered.filter(|_| close_assault::may_answer(&game.forces, defender));
    let answer = answered.map(|assaulter| {
        (
            close_assault::assault_profile(&game.forces, &game.now, &game.command, defender, true),
            close_assault::close_answer(&game.field, &game.forces, defender, assaulter),
        )
    });
    let before = answered.map_or_else(States::default, |assaulter| game.forces.states(assaulter));
    let hurt = match &answer {
        Some((test, attack)) => outcome_of(&[(test.chance(), attack)], before),
        None => Distribution::certain(before),
    };
    let rolls: Vec<(Test, Attack)> = assaulters
        .iter()
        .map(|&id| {
            (
                close_assault::assault_profile(&game.forces, &game.now, &game.command, id, false),
                close_assault::close_attack(&game.field, &game.forces, id, defender),
            )
        })
        .collect();
    // Once the defender is driven off: whether it has a free square.
    let begin = (game.forces.states(defender), None::<bool>);
    let mut joint = hurt.map(|&states| (states, begin.0, begin.1));
    for (&id, (test, attack)) in assaulters.iter().zip(&rolls) {
        let room = !Retreat { stand: defender, from: id, rule: "8.8.5" }.is_cornered(game);
        let odds = attack.odds();
        joint = joint.then(|&(assaulter, states, driven)| {
            let own = if answered == Some(id) { assaulter } else { game.forces.states(id) };
            let stays = Distribution::certain((assaulter, states, driven));
            if own.eliminated || states.eliminated {
                return stays;
            }
            let thrown = odds.map(|&result| {
                let driven = driven.or_else(|| states.is_disorganized_by(result).then_some(room));
                (assaulter, states.after(result), driven)
            });
            thrown.or(in_states(test, own).chance(), &stays)
        });
    }
    let defender = joint.map(|&(_, mut states, driven)| {
        states.eliminated |= driven == Some(false);
        (states, driven.is_some() && !states.eliminated)
    });
    AssaultOdds { answer, assaulters: rolls, answered: answered.map(|_| hurt), defender }
}

/// The odds if these vehicles overrun a stand: it rolls against each vehicle and is attacked for every
/// failed roll, then each vehicle rolls (8.7.8).
pub fn overrun_odds(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    vehicles: &[Id],
    defender: Id,
) -> OverrunOdds {
    let stands: Vec<Test> = vehicles
        .iter()
        .map(|&vehicle| overrun::overrun_defence_profile(forces, now, command, vehicle, defender))
        .collect();
    let keeps: Vec<Test> = vehicles
        .iter()
        .map(|&vehicle| overrun::overrun_attack_profile(forces, now, command, vehicle, defender))
        .collect();
    let (crush, answer) = (overrun::column(CRUSH), overrun::overrun_answer(forces, defender));
    let failed: Vec<(f64, &Attack)> = stands.iter().map(|test| (1.0 - test.chance(), &crush)).collect();
    let end = |(&vehicle, test): (&Id, &Test)| {
        outcome_of(&[(1.0 - test.chance(), &answer)], forces.states(vehicle))
    };
    OverrunOdds {
        defender: outcome_of(&failed, forces.states(defender)),
        vehicles: vehicles.iter().zip(&keeps).map(end).collect(),
        stands,
        keeps,
        crush,
        answer,
    }
}

/// The other stands with a pending assault on the same defender.
pub(in crate::rules::matg) fn also_assaulting(forces: &Forces, now: &Turn, id: Id, defender: Id) -> Vec<Id> {
    let mut all = close_assault::assaulters_of(forces, now, defender);
    all.retain(|&other| other != id);
    all
}

/// The other vehicles that have driven over the same stand in this phase.
pub(in crate::rules::matg) fn also_overrunning(
    forces: &Forces,
    now: &Turn,
    vehicle: Id,
    defender: Id,
) -> Vec<Id> {
    let others = now.overruns.iter().filter(|&&(other, target)| target == defender && other != vehicle);
    others.map(|&(other, _)| other).filter(|&other| forces.cell(other).is_some()).collect()
}
