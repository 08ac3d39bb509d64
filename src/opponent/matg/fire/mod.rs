//! Standard fire: targets and firers.
//!
//! Firers are added while each makes enough of a difference: more than elsewhere, and more than it can expect
//! from waiting for moving enemies.

pub mod air;
pub mod assault;
pub mod reaction;

use crate::board::Cell;
use crate::rules::matg::fire::combat::Occasion;
use crate::rules::matg::fire::standard::Draft;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::choice::{Choice, Posture, Weapon};
use crate::rules::matg::state::position::Id;

use super::value::field::Field;
use super::value::worth::{self, HitChances, Odds};
use crate::rules::matg::command::determination;
use crate::rules::matg::fire::{bearing, combat};

/// The minimum expected gain of a shot.
const LEAST: f64 = 0.7;

/// A stand's part in an attack.
#[derive(Copy, Clone, Debug)]
pub struct Shooter {
    /// The firing stand.
    pub id: Id,
    /// Its weapon.
    pub gun: Weapon,
    chance: f64,
    odds: Odds,
    /// The worth of its shot alone.
    pub alone: f64,
}

/// A planned attack.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Its firers, in order.
    pub shooters: Vec<Shooter>,
    /// The expected worth destroyed or disarmed.
    pub gain: f64,
    /// The same, less what the firers give up elsewhere.
    pub net: f64,
}

/// The loss that fire may cause: the target's worth, and the fire it could still give.
#[derive(Copy, Clone, Debug)]
struct Stake {
    target: Id,
    worth: f64,
    fire: f64,
}

impl Stake {
    fn of(self, field: &Field<'_>, hurt: HitChances, start: HitChances) -> f64 {
        let disarmed = hurt.disarmed(field.weights) - start.disarmed(field.weights);
        self.worth * field.harm(self.target, hurt, start) + self.fire * disarmed
    }
}

/// The most harm an enemy could do with its fire this turn or next.
fn menace(field: &Field<'_>, enemy: Id, at: Cell) -> f64 {
    if determination::holds_its_fire(&field.p.forces, &field.p.command, enemy) {
        return 0.0; // not fired at, it does nothing (12.1.5)
    }
    let reach = field.reach(enemy);
    let most = field
        .friends
        .iter()
        .filter(|&&(_, cell)| spotting::range(at, cell) <= reach)
        .map(|&(id, cell)| (field.strike(enemy, at, id, cell, false) * field.worth(id), id, cell))
        .filter(|&(harm, ..)| harm > 0.5)
        .filter(|&(_, id, cell)| field.sees(enemy, at, id, cell))
        .map(|(harm, ..)| harm)
        .fold(0.0, f64::max);
    let stand = field.p.forces.stand(enemy);
    let soon = if stand.fired || stand.posture == Posture::Move { 0.45 } else { 1.0 };
    most * soon
}

fn stake(field: &Field<'_>, target: Id) -> Stake {
    let at = field.p.forces.cell(target);
    Stake { target, worth: field.worth(target), fire: at.map_or(0.0, |at| menace(field, target, at)) }
}

/// The stands that could fire at a target in this kind of fire, each with its best weapon.
pub fn shooters(field: &Field<'_>, target: Id, occasion: Occasion, only: Option<Id>) -> Vec<Shooter> {
    let p = field.p;
    let start = HitChances::from(p.forces.states(target));
    let worth = field.worth(target);
    let able = field.friends.iter().map(|&(id, _)| id).filter(|&id| only.is_none_or(|one| one == id));
    able.filter(|&id| combat::may_fire(&p.field, &p.forces, &p.now, &p.command, id, occasion))
        .filter_map(|id| {
            let guns = bearing::guns_bearing(p, id, target, occasion).into_iter().map(|gun| {
                let shot = combat::shot(p, id, gun, target, occasion);
                let chance = f64::from(shot.to_fire.passing_faces()) / 20.0;
                let odds = worth::odds_of(&shot.attack);
                let alone = worth * field.harm(target, start.after(chance, &odds), start);
                Shooter { id, gun, chance, odds, alone }
            });
            guns.max_by(|a, b| a.alone.total_cmp(&b.alone))
        })
        .collect()
}

/// Puts together the best attack on a target. `price` is what a firer gives up by taking part.
pub fn assemble(
    field: &Field<'_>,
    target: Id,
    able: &[Shooter],
    committed: &[(Id, Weapon)],
    price: impl Fn(&Shooter) -> f64,
) -> Attack {
    let mut fire = Volley::of(field, target, able, committed, price);
    let gain = fire.stake.of(field, fire.hurt, fire.start);
    let mut attack = Attack { shooters: Vec::new(), gain, net: gain };
    loop {
        let best = fire.joined(field).enumerate().max_by(|(_, a), (_, b)| a.net().total_cmp(&b.net()));
        let Some((index, joined)) = best.filter(|(_, joined)| joined.is_worth_it()) else { break };
        fire.open.swap_remove(index);
        fire.hurt = fire.hurt.after(joined.shooter.chance, &joined.shooter.odds);
        attack.gain += joined.gain;
        attack.net += joined.net();
        attack.shooters.push(joined.shooter);
    }
    attack
}

/// The fire at a target so far, and the stands that may still join it, each with its price.
struct Volley {
    stake: Stake,
    start: HitChances,
    hurt: HitChances,
    open: Vec<(Shooter, f64)>,
}

/// What a stand adds by joining an attack.
#[derive(Copy, Clone, Debug)]
pub struct Joined {
    /// The stand.
    pub shooter: Shooter,
    /// The expected worth that it destroys or disarms on top of the others.
    pub gain: f64,
    /// What it gives up elsewhere.
    pub price: f64,
}

impl Joined {
    fn net(&self) -> f64 {
        self.gain - self.price
    }

    /// Whether it makes enough of a difference.
    pub fn is_worth_it(&self) -> bool {
        self.net() > 0.0 && self.gain > LEAST
    }
}

impl Volley {
    fn of(
        field: &Field<'_>,
        target: Id,
        able: &[Shooter],
        committed: &[(Id, Weapon)],
        price: impl Fn(&Shooter) -> f64,
    ) -> Self {
        let start = HitChances::from(field.p.forces.states(target));
        let mut fire = Self { stake: stake(field, target), start, hurt: start, open: Vec::new() };
        for shooter in able {
            if committed.iter().any(|&(id, _)| id == shooter.id) {
                fire.hurt = fire.hurt.after(shooter.chance, &shooter.odds);
            } else {
                fire.open.push((*shooter, price(shooter)));
            }
        }
        fire
    }

    /// What each stand would add next.
    fn joined(&self, field: &Field<'_>) -> impl Iterator<Item = Joined> {
        let now = self.stake.of(field, self.hurt, self.start);
        self.open.iter().map(move |&(shooter, price)| {
            let then = self.hurt.after(shooter.chance, &shooter.odds);
            Joined { shooter, gain: self.stake.of(field, then, self.start) - now, price }
        })
    }
}

/// What each stand would add to an attack being put together.
pub fn joined(
    field: &Field<'_>,
    draft: &Draft,
    able: &[Shooter],
    price: impl Fn(&Shooter) -> f64,
) -> Vec<Joined> {
    Volley::of(field, draft.target, able, &draft.firers, price).joined(field).collect()
}

/// The expected gain of a stand that saves its fire for enemies about to move.
pub fn patience(field: &Field<'_>, id: Id) -> f64 {
    let p = field.p;
    let Some(from) = p.forces.cell(id) else { return 0.0 };
    let reach = field.reach(id);
    field
        .enemies
        .iter()
        .filter(|&&(enemy, _)| {
            let stand = p.forces.stand(enemy);
            stand.posture != Posture::Fire && !stand.moved
        })
        .map(|&(enemy, at)| {
            let range = spotting::range(from, at);
            if range > reach {
                return 0.0;
            }
            let seen = field.sees(id, from, enemy, at);
            let gain = field.strike(id, from, enemy, at, false) * field.worth(enemy);
            gain * if seen { 0.4 } else { 0.22 }
        })
        .fold(0.0, f64::max)
}

/// The choice in the fire phase: a target, or a pass.
pub fn target(field: &Field<'_>, choices: &[Choice], noise: &mut dyn FnMut() -> f64) -> Choice {
    let mut best: Option<(f64, Choice)> = None;
    for (choice, attack) in attacks(field, choices) {
        let net = attack.net * noise();
        if !attack.shooters.is_empty() && best.is_none_or(|(most, _)| net > most) {
            best = Some((net, choice));
        }
    }
    best.map_or(Choice::Pass, |(_, choice)| choice)
}

/// The best attack on each target offered.
pub fn attacks(field: &Field<'_>, choices: &[Choice]) -> Vec<(Choice, Attack)> {
    let p = field.p;
    let targets: Vec<(Choice, Id)> = choices
        .iter()
        .filter_map(|choice| match choice {
            Choice::Target(tag) => Some((*choice, p.battle.find(*tag)?)),
            _ => None,
        })
        .collect();
    let able: Vec<Vec<Shooter>> =
        targets.iter().map(|&(_, target)| shooters(field, target, Occasion::Standard, None)).collect();
    let patience: Vec<f64> = (0..p.forces.stands.len() as Id).map(|id| lazily(field, id, &able)).collect();
    let attack = |(index, &(choice, target)): (usize, &(Choice, Id))| {
        let price = |shooter: &Shooter| {
            let elsewhere = able
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != index)
                .flat_map(|(_, shooters)| shooters)
                .filter(|other| other.id == shooter.id)
                .map(|other| other.alone)
                .fold(0.0, f64::max);
            (0.5 * elsewhere).max(patience[usize::from(shooter.id)])
        };
        (choice, assemble(field, target, &able[index], &[], price))
    };
    targets.iter().enumerate().map(attack).collect()
}

fn lazily(field: &Field<'_>, id: Id, able: &[Vec<Shooter>]) -> f64 {
    let fires = able.iter().flatten().any(|shooter| shooter.id == id);
    if fires { patience(field, id) } else { 0.0 }
}

/// The choice for an attack being put together: the next firer, or fire.
pub fn add(field: &Field<'_>, draft: &Draft, choices: &[Choice]) -> Choice {
    let able = shooters(field, draft.target, Occasion::Standard, None);
    let attack = assemble(field, draft.target, &able, &draft.firers, price_elsewhere(field, draft));
    next(field, draft, attack.shooters.first(), &able, choices)
}

/// What a stand that joins an attack gives up: half of its best shot at another target, or its fire at enemies about to
/// move.
pub fn price_elsewhere<'a>(field: &'a Field<'_>, draft: &Draft) -> impl Fn(&Shooter) -> f64 + use<'a> {
    let p = field.p;
    let others: Vec<Id> = field
        .enemies
        .iter()
        .map(|&(id, _)| id)
        .filter(|&id| id != draft.target && !p.forces.stand(id).attacked)
        .collect();
    let elsewhere: Vec<Vec<Shooter>> =
        others.iter().map(|&target| shooters(field, target, Occasion::Standard, None)).collect();
    move |shooter: &Shooter| {
        let best = elsewhere.iter().flatten().filter(|other| other.id == shooter.id);
        let best = best.map(|other| other.alone).fold(0.0, f64::max);
        (0.5 * best).max(patience(field, shooter.id))
    }
}

/// The next firer as a choice, else fire. An attack once begun is made: if it has no firer, the best one
/// fires.
pub fn next(
    field: &Field<'_>,
    draft: &Draft,
    wanted: Option<&Shooter>,
    able: &[Shooter],
    choices: &[Choice],
) -> Choice {
    let as_choice = |shooter: &Shooter| Choice::Firer(field.p.battle.tag(shooter.id), shooter.gun);
    if let Some(choice) = wanted.map(as_choice).filter(|choice| choices.contains(choice)) {
        return choice;
    }
    if !draft.firers.is_empty() && choices.contains(&Choice::Fire) {
        return Choice::Fire;
    }
    let best = able.iter().max_by(|a, b| a.alone.total_cmp(&b.alone)).map(as_choice);
    best.filter(|choice| choices.contains(choice)).unwrap_or(choices[0])
}
