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
        self.defender.then(|&(states, _)| Distribution::certain(states))
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
    let mut joint = hurt.then(|&states| Distribution::certain((states, begin.0, begin.1)));
    for (&id, (test, attack)) in assaulters.iter().zip(&rolls) {
        let room = !Retreat { stand: defender, from: id, rule: "8.8.5" }.is_cornered(game);
        let odds = attack.odds();
        joint = joint.then(|&(assaulter, states, driven)| {
            let own = if answered == Some(id) { assaulter } else { game.forces.states(id) };
            let stays = Distribution::certain((assaulter, states, driven));
            if own.eliminated || states.eliminated {
                return stays;
            }
            let thrown = odds.then(|&result| {
                let driven = driven.or_else(|| states.is_disorganized_by(result).then_some(room));
                Distribution::certain((assaulter, states.after(result), driven))
            });
            thrown.or(in_states(test, own).chance(), &stays)
        });
    }
    let defender = joint.then(|&(_, mut states, driven)| {
        states.eliminated |= driven == Some(false);
        Distribution::certain((states, driven.is_some() && !states.eliminated))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::dice::{Ask, Dice, Thing};
    use crate::game::{Log, Side};
    use crate::rules::matg::state::choice::Posture;
    use crate::rules::matg::tools::field::{self, Camp, MIDDLE, Named};

    /// Every outcome that the rules produce from every throw of the dice, with its chance.
    fn courses(
        start: &Position,
        run: &dyn Fn(&mut Position, &mut Dice) -> Result<(), Ask>,
    ) -> Vec<(Position, f64)> {
        let mut ends = Vec::new();
        let mut open: Vec<(Vec<u8>, f64)> = vec![(Vec::new(), 1.0)];
        while let Some((tape, chance)) = open.pop() {
            let mut game = start.clone();
            let Err(ask) = run(&mut game, &mut Dice::taped(&tape)) else {
                ends.push((game, chance));
                continue;
            };
            let Thing::Die(die) = ask.thing else { panic!("a card?") };
            let more = |faces: &[u8], share: f64| ([&tape[..], faces].concat(), chance * share);
            if die.sides == 6 {
                // 2D6 are rolled and added.
                open.extend((2..=12u8).map(|sum| {
                    let first = sum.saturating_sub(6).max(1);
                    more(&[first, sum - first], f64::from(6 - (7 - i16::from(sum)).abs()) / 36.0)
                }));
            } else {
                open.extend((1..=die.sides).map(|face| more(&[face], 1.0 / f64::from(die.sides))));
            }
        }
        ends
    }

    fn table(
        attackers: &[&str],
        defender: &str,
        ground: &[crate::rules::matg::ground::terrain::Terrain],
    ) -> Position {
        let attackers: Vec<Named> = attackers.iter().map(|text| text.parse().unwrap()).collect();
        let defender: Named = defender.parse().unwrap();
        let stands: Vec<(&Named, Cell)> = attackers.iter().zip(field::around()).collect();
        let camps = [
            Camp { cohesion: 13, stands, posture: Posture::Move },
            Camp { cohesion: 15, stands: vec![(&defender, MIDDLE)], posture: Posture::Fire },
        ];
        field::position(&camps, ground).map_err(|_| "no table").unwrap()
    }

    fn chance_of(ends: &[(Position, f64)], id: Id, states: States) -> f64 {
        let same = |game: &Position| {
            let now = game.forces.states(id);
            (now.eliminated && states.eliminated) || now == states
        };
        ends.iter().filter(|(game, _)| same(game)).map(|(_, chance)| chance).sum()
    }

    fn same(ends: &[(Position, f64)], id: Id, odds: &Distribution<States>) {
        for suppressed in [false, true] {
            for disorganized in [false, true] {
                let states = States { suppressed, disorganized, eliminated: false };
                let (found, wanted) = (odds.chance(&states), chance_of(ends, id, states));
                assert!((found - wanted).abs() < 1e-9, "{}: {found} is not {wanted}", states.symbol());
            }
        }
    }

    /// The odds shown before a close assault agree with its rolls.
    #[test]
    fn close_assault_odds_match_the_rolls() {
        for (assaulter, defender) in [
            ("Infantry SMG", "germany/Infantry '43"),
            ("Infantry SMG,state=S", "germany/Infantry '43,posture=fire-move,state=D"),
            ("Infantry SMG", "germany/Infantry '43,posture=move"),
            ("Infantry MMG '39", "Panzer IV F2-H (7.5cm)"),
        ] {
            let mut game = table(&[assaulter], defender, &[]);
            let (id, target) = (game.battle.ids(Side::A).start, game.battle.ids(Side::B).start);
            game.now.assaults.push((id, target));
            game.now.stack.clear(); // only a decision to give way is then open
            let odds = assault_odds(&game, &[id], target, Some(id));
            let ends = courses(&game, &|game, dice| {
                close_assault::resolve_close_assault(game, target, Some(id), dice, &mut Log::off())
            });
            same(&ends, target, &odds.defender_states());
            if let Some(answered) = &odds.answered {
                same(&ends, id, answered);
            }
            let gives: f64 = ends.iter().filter(|(game, _)| !game.now.stack.is_empty()).map(|(_, p)| p).sum();
            assert!((gives - odds.gives_way()).abs() < 1e-9, "{gives} is not {}", odds.gives_way());
        }
    }

    /// The odds shown before an overrun agree with its rolls.
    #[test]
    fn overrun_odds_match_the_rolls() {
        for (vehicle, defender) in [
            ("T-34c", "germany/Infantry '43"),
            ("T-34c,state=SD", "germany/75mm ATG PaK 40,state=S"),
            ("BA-64,state=D", "germany/Infantry HQ"),
        ] {
            let mut game = table(&[vehicle], defender, &[]);
            let (id, target) = (game.battle.ids(Side::A).start, game.battle.ids(Side::B).start);
            game.now.overruns.push((id, target));
            let odds = overrun_odds(&game.forces, &game.now, &game.command, &[id], target);
            let ends = courses(&game, &|game, dice| overrun::resolve_overruns(game, dice, &mut Log::off()));
            same(&ends, target, &odds.defender);
            same(&ends, id, &odds.vehicles[0]);
        }
    }
}
