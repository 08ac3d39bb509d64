//! Overruns and close assaults, made if the expected exchange pays.

use crate::board::{self, Cell, Compass};
use crate::rules::matg::fire::combat::Occasion;
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};

use crate::opponent::matg::value::danger::Judge;
use crate::opponent::matg::value::field::Field;
use crate::opponent::matg::value::worth::{self, HitChances};
use crate::rules::matg::assault::{close_assault, overrun};
use crate::rules::matg::fire::{bearing, combat};

/// The minimum expected gain of an exchange.
pub const MIN_GAIN: f64 = 4.0;

/// The distance in inches at which infantry considers an assault.
const NEAR: u16 = 6;

/// The minimum value of a target on the way, as a share of the best target near by.
const WORTH_THE_WAY: f64 = 0.6;

/// What an overrun or a close assault is expected to bring.
#[derive(Copy, Clone, Debug)]
pub struct Exchange {
    /// The enemy stand.
    pub target: Id,
    /// The worth that it is expected to lose.
    pub gain: f64,
    /// The worth that the attacker is expected to lose.
    pub cost: f64,
}

impl Exchange {
    /// The expected gain.
    pub fn net(self) -> f64 {
        self.gain - self.cost
    }
}

/// The option with the most expected gain.
fn best(options: impl Iterator<Item = (Choice, Exchange)>) -> Option<(Choice, Exchange)> {
    options.max_by(|(_, a), (_, b)| a.net().total_cmp(&b.net()))
}

/// The overrun or close assault that a moving stand should make from here.
pub fn on_the_move(judge: &Judge<'_>, mover: &Mover, choices: &[Choice]) -> Option<Choice> {
    let field = judge.field;
    let options = attacks(field, mover.stand, choices);
    let (choice, exchange) = best(options.into_iter().filter(|(_, exchange)| exchange.net() > MIN_GAIN))?;
    let better = near_by(field, mover.stand).map(|(_, gain)| gain).fold(0.0, f64::max);
    (exchange.net() > WORTH_THE_WAY * better).then_some(choice)
}

/// The overruns and close assaults that a moving stand could make from here.
pub fn attacks(field: &Field<'_>, id: Id, choices: &[Choice]) -> Vec<(Choice, Exchange)> {
    let p = field.p;
    let Some(here) = p.forces.cell(id) else { return Vec::new() };
    let expected = |choice: &Choice| match *choice {
        Choice::Overrun(direction) => Some(overrun(field, id, p.forces.holder_of(here.step(direction))?)),
        Choice::Assault(tag) => Some(assault(field, id, p.battle.find(tag)?)),
        _ => None,
    };
    choices.iter().filter_map(|choice| Some((*choice, expected(choice)?))).collect()
}

/// The enemies near by that a stand on foot would gain by assaulting: square and expected gain.
pub fn near_by<'a>(field: &'a Field<'_>, id: Id) -> impl Iterator<Item = (Cell, f64)> + use<'a> {
    let unit = field.p.battle.unit(id);
    let here = field.p.forces.cell(id).filter(|_| unit.is_personnel() && !unit.is_unarmed());
    let near = move |&(_, at): &(Id, Cell)| here.is_some_and(|here| board::within(here, at, NEAR));
    let promise = move |(enemy, at): (Id, Cell)| (at, close_assault(field, id, enemy, 0).net());
    field.enemies.iter().copied().filter(near).map(promise).filter(|&(_, gain)| gain > 0.0)
}

/// The number of other stands that have declared an assault on a target.
fn partners(p: &Position, target: Id, but: Id) -> usize {
    p.now.assaults.iter().filter(|&&(assaulter, t)| t == target && assaulter != but).count()
}

/// An overrun (8.7.8).
fn overrun(field: &Field<'_>, vehicle: Id, target: Id) -> Exchange {
    let p = field.p;
    let fails = |face: u8| 1.0 - f64::from(face) / 20.0;
    let stands = fails(
        overrun::overrun_defence_profile(&p.forces, &p.now, &p.command, vehicle, target).passing_faces(),
    );
    let keeps = fails(
        overrun::overrun_attack_profile(&p.forces, &p.now, &p.command, vehicle, target).passing_faces(),
    );
    let close = p.battle.unit(target).guns.iter().filter_map(|(gun, _)| gun.ap).max().unwrap_or(0);
    let column = if p.battle.unit(target).is_personnel() && close >= 5 { 3 } else { 2 };
    let gain = loss(field, target, stands, &worth::odds(5, 0, false)) * field.worth(target);
    let mut risk = loss(field, vehicle, keeps, &worth::odds(column, 0, false));
    if !p.forces.stand(vehicle).opportunity
        && combat::may_fire(&p.field, &p.forces, &p.now, &p.command, target, Occasion::Overrun)
    {
        for gun in bearing::guns_bearing(p, target, vehicle, Occasion::Overrun).into_iter().take(1) {
            let shot = combat::shot(p, target, gun, vehicle, Occasion::Overrun);
            let chance = f64::from(shot.to_fire.passing_faces()) / 20.0;
            risk += loss(field, vehicle, chance, &worth::odds_of(&shot.attack));
        }
    }
    Exchange { target, gain, cost: loss_weight(risk) * field.worth(vehicle) }
}

/// Losses in close combat weigh on top of those from fire.
fn loss_weight(risk: f64) -> f64 {
    1.1 * risk.min(1.0)
}

fn loss(field: &Field<'_>, id: Id, chance: f64, odds: &worth::Odds) -> f64 {
    let start = HitChances::from(field.p.forces.states(id));
    field.harm(id, start.after(chance, odds), start)
}

/// A close assault, with the others that have been declared.
fn assault(field: &Field<'_>, assaulter: Id, target: Id) -> Exchange {
    close_assault(field, assaulter, target, partners(field.p, target, assaulter))
}

/// A close assault; the defender answers one assaulter first (8.8.4).
fn close_assault(field: &Field<'_>, assaulter: Id, target: Id, others: usize) -> Exchange {
    let p = field.p;
    let chance = f64::from(
        close_assault::assault_profile(&p.forces, &p.now, &p.command, assaulter, false).passing_faces(),
    ) / 20.0;
    let odds = worth::odds_of(&close_assault::close_attack(&p.field, &p.forces, assaulter, target));
    let mut stays = 1.0;
    let mut risk = 0.0;
    if close_assault::may_answer(&p.forces, target) {
        let answers = f64::from(
            close_assault::assault_profile(&p.forces, &p.now, &p.command, target, true).passing_faces(),
        ) / 20.0;
        let back = worth::odds_of(&close_assault::close_attack(&p.field, &p.forces, target, assaulter));
        let met = 1.0 / (others as f64 + 1.0);
        risk = loss(field, assaulter, answers, &back) * met;
        stays = 1.0 - answers * back[4] * met;
    }
    // A defender that gives way also loses its cover, or is eliminated.
    let gain = loss(field, target, chance, &odds) * stays * 1.15;
    let cost = loss_weight(risk) * field.worth(assaulter) * field.tasks.patience();
    Exchange { target, gain: gain * field.worth(target), cost }
}

/// The declarations at the end of movement (8.8.2).
pub fn declare(field: &Field<'_>, picked: Option<Id>, choices: &[Choice]) -> Option<Choice> {
    let options = declarations(field, picked, choices).into_iter();
    match picked {
        Some(_) => best(options).map(|(choice, _)| choice),
        None => {
            let paying = best(options.filter(|(_, exchange)| exchange.net() > MIN_GAIN));
            Some(paying.map_or(Choice::Pass, |(choice, _)| choice))
        }
    }
}

/// The stands that could be declared to assault, each with its best exchange; or the targets of the one that is picked.
pub fn declarations(field: &Field<'_>, picked: Option<Id>, choices: &[Choice]) -> Vec<(Choice, Exchange)> {
    let p = field.p;
    let expected = |choice: &Choice| match (*choice, picked) {
        (Choice::Assault(tag), Some(id)) => Some(assault(field, id, p.battle.find(tag)?)),
        (Choice::Pick(tag), None) => {
            let id = p.battle.find(tag)?;
            let here = p.forces.cell(id)?;
            let beside = field.enemies.iter().filter(|&&(_, at)| board::adjacent(here, at));
            let exchanges = beside.map(|&(target, _)| assault(field, id, target));
            exchanges.max_by(|a, b| a.net().total_cmp(&b.net()))
        }
        _ => None,
    };
    choices.iter().filter_map(|choice| Some((*choice, expected(choice)?))).collect()
}

/// The assault to resolve first: the one on the stand that is worth most.
pub fn resolve(field: &Field<'_>, choices: &[Choice]) -> Option<Choice> {
    let most = resolutions(field, choices).into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
    most.map(|(choice, _)| choice)
}

/// The assaults that could be resolved, each with the worth of the assaulted stand.
pub fn resolutions(field: &Field<'_>, choices: &[Choice]) -> Vec<(Choice, f64)> {
    let worth = |choice: &Choice| match *choice {
        Choice::Resolve(tag) => Some((*choice, field.p.battle.find(tag).map_or(0.0, |id| field.worth(id)))),
        _ => None,
    };
    choices.iter().filter_map(worth).collect()
}

/// The assaulter to answer: the one that loses most.
pub fn answer(field: &Field<'_>, defender: Id, choices: &[Choice]) -> Option<Choice> {
    let best = answers(field, defender, choices).into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
    best.map(|(choice, _)| choice)
}

/// The assaulters that could be answered, with what each is expected to lose.
pub fn answers(field: &Field<'_>, defender: Id, choices: &[Choice]) -> Vec<(Choice, f64)> {
    let p = field.p;
    let answer = |choice: &Choice| {
        let Choice::Answer(tag) = *choice else { return None };
        let id = p.battle.find(tag)?;
        let odds = worth::odds_of(&close_assault::close_attack(&p.field, &p.forces, defender, id));
        Some((*choice, loss(field, id, 1.0, &odds) * field.worth(id)))
    };
    choices.iter().filter_map(answer).collect()
}

/// The square to give way to: the safest.
pub fn retreat(judge: &Judge<'_>, id: Id, choices: &[Choice]) -> Option<Choice> {
    let safest =
        retreats(judge, id, choices).into_iter().max_by(|a, b| a.1.safety().total_cmp(&b.1.safety()));
    safest.map(|(choice, _)| choice)
}

/// What a square offers to a stand that gives way.
#[derive(Copy, Clone, Debug)]
pub struct Refuge {
    /// Its cover.
    pub shelter: f64,
    /// The worth that the stand may lose there.
    pub danger: f64,
    /// What it costs that there is no further way back.
    pub dead_end: f64,
}

impl Refuge {
    fn safety(self) -> f64 {
        self.shelter - self.danger - self.dead_end
    }
}

/// The squares that a stand could give way to.
pub fn retreats(judge: &Judge<'_>, id: Id, choices: &[Choice]) -> Vec<(Choice, Refuge)> {
    let Some(here) = judge.field.p.forces.cell(id) else { return Vec::new() };
    let refuge = |choice: &Choice| {
        let Choice::Retreat(direction) = *choice else { return None };
        let cell = here.step(direction);
        let refuge = Refuge {
            shelter: f64::from(judge.field.shelter(id, cell)),
            danger: judge.square(id, cell, None).danger,
            dead_end: f64::from(u8::from(is_edge(judge, cell, direction))),
        };
        Some((*choice, refuge))
    };
    choices.iter().filter_map(refuge).collect()
}

/// Whether there is no further way back from a square.
fn is_edge(judge: &Judge<'_>, cell: board::Cell, direction: Compass) -> bool {
    !judge.field.p.battle.grid.contains(cell.step(direction))
}
