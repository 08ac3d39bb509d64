//! Air strikes: the arrival of aircraft, strafing targets, and bombs plotted in play.

use crate::board::{self, Cell};
use crate::dice::Dice;
use crate::rules::matg::air::plan::AirPlan;
use crate::rules::matg::air::strike::Strike;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Position};

use crate::opponent::matg::artillery::preparation;
use crate::opponent::matg::value::field::Field;
use crate::opponent::matg::value::worth::{self, HitChances};
use crate::rules::matg::air::{plan, strike};

/// The minimum expected gain of a run.
pub const LEAST: f64 = 1.5;

/// The air plan: early arrivals, and bombs near the objectives or the enemy's entry edge.
pub fn plan(p: &Position, plan: &AirPlan, choices: &[Choice], dice: &mut Dice) -> Choice {
    let turns: Vec<Choice> = choices.iter().copied().filter(|c| matches!(c, Choice::Arrive(_))).collect();
    if let Some(first) = turns.first() {
        let early = turns.iter().find(|choice| **choice == Choice::Arrive(2));
        return *early.filter(|_| plan.aim.is_none()).unwrap_or(first);
    }
    let enemy = plan.side.other();
    let begins = |choice: &&Choice| match choice {
        Choice::At(cell) => p.battle.ids(enemy).any(|id| p.battle.in_zone(id, *cell)),
        _ => false,
    };
    let near = preparation::near_places(p, choices);
    let zone: Vec<Choice> = choices.iter().filter(begins).copied().collect();
    let wanted = [near, zone, choices.to_vec()].into_iter().find(|cells| !cells.is_empty());
    let wanted = wanted.unwrap_or_else(|| choices.to_vec());
    wanted[dice.below(wanted.len())]
}

/// The worth that an air attack is expected to destroy, if it reaches the stand with this chance.
fn harm(field: &Field<'_>, plane: usize, load: Option<u8>, target: Id, chance: f64) -> f64 {
    let start = HitChances::from(field.p.forces.states(target));
    let odds = worth::odds_of(&strike::air_attack(&field.p.field, &field.p.forces, plane, load, target));
    field.worth(target) * field.harm(target, start.after(chance, &odds), start)
}

fn chance(p: &Position, strike: &Strike) -> f64 {
    f64::from(strike::strike_profile(&p.field, &p.forces, &p.now, &p.command, strike).passing_faces()) / 20.0
}

/// The option with the most expected gain.
fn best(options: impl Iterator<Item = (Choice, f64)>) -> Option<Choice> {
    options.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(choice, _)| choice)
}

/// The best run of this turn, if one is worth making.
pub fn run(field: &Field<'_>, choices: &[Choice]) -> Option<Choice> {
    best(runs(field, choices).into_iter().filter(|&(_, gain)| gain > LEAST))
}

/// The runs that aircraft could make this turn, each with its expected gain.
pub fn runs(field: &Field<'_>, choices: &[Choice]) -> Vec<(Choice, f64)> {
    let p = field.p;
    let strike = |plane: u8, at: Cell| Strike {
        side: field.side,
        plane,
        loads: Vec::new(),
        at,
        flak: 0,
        again: false,
    };
    let value = |choice: &Choice| match *choice {
        Choice::Strafe(plane, tag) => {
            let target = p.battle.find(tag)?;
            let twice = chance(p, &strike(plane, p.forces.cell(target)?)).powi(2);
            Some(harm(field, usize::from(plane), None, target, twice))
        }
        Choice::Bomb(plane) => {
            let bombs = p.air.flights[usize::from(plane)].bombs.iter().flatten();
            let (at, _) = bombs.copied().find(|&(_, turn)| turn == p.now.number)?;
            let own = field.friends.iter().any(|&(_, cell)| board::within(cell, at, 3));
            let near = field.enemies.iter().any(|&(_, cell)| board::within(cell, at, 4));
            (near && !own).then_some(2.0 * LEAST)
        }
        _ => None,
    };
    choices.iter().filter_map(|choice| Some((*choice, value(choice)?))).collect()
}

/// Fires every gun at aircraft, and strafes a second stand.
pub fn strike(field: &Field<'_>, strike: &Strike, choices: &[Choice]) -> Choice {
    best(strikes(field, strike, choices).into_iter()).unwrap_or(Choice::Done)
}

/// The guns that could fire at aircraft, or the stands that could be strafed next, each with its expected gain.
pub fn strikes(field: &Field<'_>, strike: &Strike, choices: &[Choice]) -> Vec<(Choice, f64)> {
    let value = |choice: &Choice| match *choice {
        Choice::Flak(_) => Some(1.0),
        Choice::Strafe(plane, tag) => {
            let target = field.p.battle.find(tag)?;
            let next = Strike { at: field.p.forces.cell(target)?, ..strike.clone() };
            Some(harm(field, usize::from(plane), None, target, chance(field.p, &next)))
        }
        _ => None,
    };
    choices.iter().filter_map(|choice| Some((*choice, value(choice)?))).collect()
}

/// The chance that an enemy is still in its square when a team's bombs fall two turns later: guns stay,
/// moving stands do not.
fn stays(p: &Position, id: Id) -> f64 {
    match p.forces.stand(id).posture {
        _ if p.battle.unit(id).pace().0 == 0 => 1.0,
        Posture::Fire => 0.65,
        Posture::Move | Posture::FireMove => 0.2,
    }
}

/// The square for a team's bombs: the enemy that they hurt most and that is likely to stay, away from
/// friendly stands.
pub fn aim(field: &Field<'_>, plane: usize, choices: &[Choice]) -> Choice {
    let worthwhile = aims(field, plane, choices).into_iter().filter(|&(_, gain)| gain > LEAST);
    best(worthwhile).unwrap_or(Choice::Cancel)
}

/// The squares that a team could bomb, each with its expected gain.
pub fn aims(field: &Field<'_>, plane: usize, choices: &[Choice]) -> Vec<(Choice, f64)> {
    let p = field.p;
    let load = plan::load_to_plot(&p.battle, &p.now, &p.air, plane).map(|load| load as u8);
    let value = |choice: &Choice| match *choice {
        Choice::At(cell) => {
            let id = p.forces.holder_of(cell).filter(|&id| p.battle.side(id) != field.side)?;
            let own = field.friends.iter().any(|&(_, at)| board::within(at, cell, 3));
            (!own).then(|| harm(field, plane, load, id, stays(p, id)))
        }
        _ => None,
    };
    choices.iter().filter_map(|choice| Some((*choice, value(choice)?))).collect()
}
