//! Compares two sets of weights in paired games of Micro Armour's opponent at the normal level: each seed is
//! played twice with the sides swapped, one game at a time.
//!
//! `cargo bench --bench duel -- --games 400 --seed 7 --new push=8,caution=0.9` plays changed weights against
//! the built-in ones (`--old` changes the others too), and prints the score, its confidence interval and
//! statistics of both. Fewer than 400 games on new seeds prove nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use standto::board::{Cell, distance_squared};
use standto::dice::Dice;
use standto::game::thought::mix;
use standto::game::{Level, Log, Rules, Seen, Side};
use standto::opponent::matg::{Weights, think_by};
use standto::rules::matg::Position;
use standto::rules::matg::catalog::Class;
use standto::rules::matg::command::groups;
use standto::rules::matg::scenario;
use standto::rules::matg::state::battle::{Battle, GunUse, Role};
use standto::rules::matg::state::choice::{Choice, Posture};
use standto::rules::matg::state::position::{Id, Place};
use standto::rules::matg::turn::sequence::Frame;

/// The turns at the start of a battle in which a column marches.
const MARCH: u8 = 3;

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    let (mut games, mut seed, mut file) = (0_u64, 1_u64, None);
    let mut weights = [Weights::NORMAL; 2];
    while let Some(word) = words.next() {
        let value = words.next().unwrap_or_else(|| stop(&format!("{word} needs a value")));
        match word.as_str() {
            "--games" => games = number(&value),
            "--seed" => seed = number(&value),
            "--scenario" => file = Some(value),
            "--new" => change(&mut weights[0], &value),
            "--old" => change(&mut weights[1], &value),
            _ => stop(&format!(
                "there is no {word}: --games N, --seed N, --scenario FILE, --new NAME=VALUE,…, --old NAME=VALUE,…"
            )),
        }
    }
    if games == 0 {
        return; // run with all other benches: prints nothing unless games are requested
    }
    let text =
        file.as_ref().map(|file| std::fs::read_to_string(file).unwrap_or_else(|why| stop(&why.to_string())));
    let text = text.as_deref().unwrap_or(scenario::INTRODUCTORY);
    let (battle, _) = scenario::read("the scenario", text).unwrap_or_else(|why| stop(&why.to_string()));
    duel(&battle, &weights, games, seed);
}

fn stop(why: &str) -> ! {
    eprintln!("duel: {why}");
    std::process::exit(2)
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| stop(&format!("\"{text}\" is not a number")))
}

fn change(weights: &mut Weights, text: &str) {
    for pair in text.split(',') {
        let (name, value) =
            pair.split_once('=').unwrap_or_else(|| stop(&format!("\"{pair}\" is not NAME=VALUE")));
        let value = value.parse().unwrap_or_else(|_| stop(&format!("\"{value}\" is not a number")));
        let known = Weights::NAMES.join(", ");
        *weights.named(name).unwrap_or_else(|| stop(&format!("no weight {name}; there are {known}"))) = value;
    }
}

/// Plays the games and prints the results.
fn duel(battle: &Battle, weights: &[Weights; 2], games: u64, seed: u64) {
    let mut habits = [Habits::default(), Habits::default()];
    let (mut counts, mut pairs) = ([0_u32; 3], Vec::new());
    let mut by_side = BTreeMap::new();
    for pair in 0..games.div_ceil(2) {
        let mut margin = 0.0;
        for new in Side::BOTH {
            let winner = play(battle, weights, &mut habits, new, mix(seed, pair));
            let key = winner.map_or("draw", |side| battle.army(side).key.as_str()).to_owned();
            *by_side.entry(key).or_insert(0) += 1;
            let (place, score) = match winner {
                Some(side) if side == new => (0, 0.5),
                Some(_) => (1, -0.5),
                None => (2, 0.0),
            };
            counts[place] += 1;
            margin += score;
        }
        pairs.push(margin);
    }
    let played = f64::from(counts.iter().sum::<u32>());
    let [won, lost, drawn] = counts;
    let (mean, error) = mean(&pairs);
    println!(
        "{played} games, seed {seed}: new won {won}, lost {lost}, drew {drawn} ({:.1}%); {:+.1} ± {:.1}% more won than lost; {by_side:?}",
        100.0 * f64::from(drawn) / played,
        100.0 * mean,
        196.0 * error,
    );
    for (name, habits) in ["new", "old"].iter().zip(&habits) {
        println!("{name}: {}", habits.in_words());
    }
}

/// The mean of some figures, and its standard error.
fn mean(figures: &[f64]) -> (f64, f64) {
    let count = figures.len().max(1) as f64;
    let mean = figures.iter().sum::<f64>() / count;
    let spread = figures.iter().map(|figure| (figure - mean).powi(2)).sum::<f64>();
    (mean, (spread / (count - 1.0).max(1.0) / count).sqrt())
}

/// Plays one game and returns the winner. The first set of weights plays the side `new`.
fn play(
    battle: &Battle,
    weights: &[Weights; 2],
    habits: &mut [Habits; 2],
    new: Side,
    seed: u64,
) -> Option<Side> {
    // A new battle, so that nothing is cached from a game with other weights.
    let mut p = Position::new(Arc::new(battle.clone()));
    let mut dice = Dice::seeded(seed, 0);
    let of = |side: Side| usize::from(side != new);
    let mut turn = Turn::begun(&p);
    let mut plays = 0;
    while let Some(decision) = p.decision() {
        let mut own = Dice::seeded(mix(seed, plays), 1);
        let seen = Seen::by(decision.side, &p, &mut own);
        let choice = think_by(&weights[of(decision.side)], &seen, Level::Normal, &mut own);
        drop(seen);
        habits[of(decision.side)].hear(&p, decision.side, &choice);
        let sent = match choice {
            Choice::Order(tag) | Choice::Independent(tag) => {
                p.battle.find(tag).map(|lead| groups::contact_group(&p.forces, &p.command, lead))
            }
            _ => None,
        };
        p.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice never end");
        dice.forget();
        plays += 1;
        if p.now.number == turn.number && p.now.outcome.is_none() {
            turn.watch(&p, sent.as_deref());
        } else {
            for side in Side::BOTH {
                habits[of(side)].count(&p, side, &turn);
            }
            turn = Turn::begun(&p);
        }
    }
    for side in Side::BOTH {
        let habits = &mut habits[of(side)];
        habits.games += 1;
        habits.last_attack.push(f64::from(std::mem::take(&mut habits.attacked)));
    }
    p.outcome().and_then(|outcome| outcome.winner)
}

/// The actions of stands this turn.
struct Turn {
    number: u8,
    present: Vec<(Id, Cell)>,
    fired: Vec<bool>,
    marked: Vec<bool>,
    moved: Vec<bool>,
    near: Vec<bool>,
    /// The members of groups given orders or actions, and those that passed their roll.
    sent: Vec<bool>,
    passed: Vec<bool>,
}

impl Turn {
    fn begun(p: &Position) -> Self {
        let none = vec![false; p.forces.stands.len()];
        let present: Vec<_> = Side::BOTH.iter().flat_map(|&side| p.forces.on_board(side)).collect();
        let mut near = none.clone();
        for &(id, at) in &present {
            near[usize::from(id)] =
                nearest_enemy(p, p.battle.side(id), at).is_some_and(|inches| inches <= 12.0);
        }
        Self {
            number: p.now.number,
            present,
            fired: none.clone(),
            marked: none.clone(),
            moved: none.clone(),
            near,
            sent: none.clone(),
            passed: none,
        }
    }

    fn watch(&mut self, p: &Position, sent: Option<&[Id]>) {
        if let Some(group) = sent {
            group.iter().for_each(|&id| self.sent[usize::from(id)] = true);
            if let Some(Frame::Group(group)) = p.now.stack.last() {
                group.members.iter().for_each(|&id| self.passed[usize::from(id)] = true);
            }
        }
        for (id, stand) in p.forces.stands.iter().enumerate() {
            self.fired[id] |= stand.fired;
            self.marked[id] |= stand.posture != Posture::Fire;
            self.moved[id] |= stand.moved;
        }
        p.record.impacts.iter().for_each(|impact| self.fired[usize::from(impact.battery)] = true);
    }
}

/// The results of one set of weights in all its games.
#[derive(Default)]
struct Habits {
    games: u32,
    attacked: u8,
    last_attack: Vec<f64>,
    attacks: BTreeMap<u8, u32>,
    /// Stands lost by the turn.
    lost: BTreeMap<u8, u32>,
    foot: [u32; 2],
    foot_near: [u32; 2],
    rockets: [u32; 2],
    tanks: [u32; 2],
    led: [u32; 2],
    set_down: Vec<f64>,
}

impl Habits {
    fn hear(&mut self, p: &Position, side: Side, choice: &Choice) {
        match *choice {
            Choice::Fire if matches!(p.now.stack.first(), Some(Frame::Fire(_))) => {
                self.attacked = p.now.number;
                *self.attacks.entry(p.now.number).or_default() += 1;
            }
            Choice::Unload(tag, direction) => {
                let (Some(id), Some(Frame::Moving(mover))) = (p.battle.find(tag), p.now.stack.last()) else {
                    return;
                };
                let at = p.forces.cell(mover.stand).map(|cell| cell.step(direction));
                let inches = at.and_then(|at| nearest_enemy(p, side, at));
                if p.battle.unit(id).is_personnel() {
                    self.set_down.extend(inches);
                }
            }
            _ => {}
        }
    }

    fn count(&mut self, p: &Position, side: Side, turn: &Turn) {
        let one = |counts: &mut [u32; 2], id: Id, done: &[bool]| {
            counts[0] += 1;
            counts[1] += u32::from(done[usize::from(id)]);
        };
        for &(id, _) in turn.present.iter().filter(|&&(id, _)| p.battle.side(id) == side) {
            let unit = p.battle.unit(id);
            if unit.is_personnel() && !unit.is_unarmed() && !matches!(p.forces.stand(id).role, Role::Ghq(_)) {
                one(&mut self.foot, id, &turn.fired);
                if turn.near[usize::from(id)] {
                    one(&mut self.foot_near, id, &turn.fired);
                }
            }
            if unit.guns.iter().any(|(_, usage)| *usage == GunUse::Rocket) {
                one(&mut self.rockets, id, &turn.fired);
            }
            if matches!(unit.kind.class, Class::Tank | Class::AntiTank)
                && unit.is_vehicle()
                && turn.marked[usize::from(id)]
                && p.forces.stand(id).place != Place::Lost
            {
                let at = usize::from(id);
                let idle = !turn.moved[at] && (!turn.sent[at] || turn.passed[at]);
                self.tanks[0] += 1;
                self.tanks[1] += u32::from(idle);
            }
        }
        if turn.number <= MARCH {
            let front =
                |&(_, at): &(Id, Cell)| nearest_enemy(p, side, at).map(|inches| (inches * 100.0) as i64);
            let rear = |id: Id| {
                let unit = p.battle.unit(id);
                let empty = unit.kind.class == Class::Carrier && p.forces.cargo(id).next().is_none();
                let aboard =
                    p.forces.cargo(id).any(|aboard| matches!(p.forces.stand(aboard).role, Role::Ghq(_)));
                unit.is_unarmed() || empty || aboard || unit.kind.class == Class::AntiAircraft
            };
            let mut column: Vec<(Id, Cell)> = p.forces.on_board(side).collect();
            column.sort_by_key(front);
            for &(id, _) in column.iter().take(3) {
                self.led[0] += 1;
                self.led[1] += u32::from(rear(id));
            }
        }
        let lost = p.losses()[side.index()];
        *self.lost.entry(turn.number).or_default() += lost;
    }

    fn in_words(&self) -> String {
        let share =
            |[of, done]: [u32; 2]| format!("{:.1}% of {of}", 100.0 * f64::from(done) / f64::from(of.max(1)));
        let games = f64::from(self.games.max(1));
        let by_turn = |counts: &BTreeMap<u8, u32>| {
            let counts: Vec<String> =
                counts.values().map(|&count| format!("{:.1}", f64::from(count) / games)).collect();
            counts.join(" ")
        };
        let mut set_down = self.set_down.clone();
        set_down.sort_by(f64::total_cmp);
        let median = set_down.get(set_down.len() / 2).copied().unwrap_or(0.0);
        format!(
            "infantry fires in {} turns, near the enemy in {}; set down {} times, median {median:.1} inches off; \
             rockets fire in {} turns; tanks marked to move are not sent, or stay though they could go, in {}; no fighter among the first three {}; \
             last attack in turn {:.1}\n     attacks a turn {}\n     lost by turn {}",
            share(self.foot),
            share(self.foot_near),
            self.set_down.len(),
            share(self.rockets),
            share(self.tanks),
            share(self.led),
            mean(&self.last_attack).0,
            by_turn(&self.attacks),
            by_turn(&self.lost),
        )
    }
}

fn nearest_enemy(p: &Position, side: Side, at: Cell) -> Option<f64> {
    let armed = p.forces.on_board(side.other()).filter(|&(id, _)| !p.battle.unit(id).is_unarmed());
    armed.map(|(_, cell)| f64::from(distance_squared(at, cell)).sqrt()).min_by(f64::total_cmp)
}
