//! The worth of a position, and how much is played out at the levels above normal.

use std::sync::LazyLock;

use crate::board::Cell;
use crate::game::{Fitted, Level, Outlook, Planning, Search, Seen, Side};
use crate::rules::matg::state::aims::Share;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::Frame;

use super::stakes::{Hold, Stake};
use super::tasks::distance;
use crate::opponent::matg::value::danger::Judge;
use crate::opponent::matg::value::field::Field;
use crate::opponent::matg::value::worth::{self, HitChances};
use crate::opponent::matg::weights::Weights;

/// The losses that break a side if victory does not set them.
const HALF: f64 = 0.5;

/// Battles with more stands on the map than this are played out less often.
const SMALL: usize = 60;

/// The fitted figures.
pub static FITTED: LazyLock<Fitted> =
    LazyLock::new(|| Fitted::built_in(include_str!("../../../../config/matg/outlook.toml")));

/// The features: stands left, threat, losses against the break point and their square, places, and the way to those
/// that are not held.
pub fn features(p: &Position, weights: &Weights) -> Outlook {
    let stands = worth::of_all(p, Side::A, weights);
    let all: f64 = stands.iter().sum();
    let material = |side: Side| -> f64 {
        let left = |(id, _): (Id, _)| {
            stands[usize::from(id)] * (1.0 - HitChances::from(p.forces.states(id)).share(weights))
        };
        p.forces.on_board(side).map(left).sum()
    };
    let threat = |side: Side| Judge::new(&Field::new(p, side, weights)).threat;
    let of = |side: Side| {
        let share = broken(p, side);
        let (held, way) = places(p, side);
        [material(side) / all, threat(side) / all, -share, -share * share, held, -way]
    };
    let (own, enemy) = (of(Side::A), of(Side::B));
    let ground = !p.battle.victory.is_destruction();
    Outlook {
        kind: if ground { "ground" } else { "destruction" },
        features: own.iter().zip(enemy).map(|(own, enemy)| own - enemy).collect(),
        late: (f64::from(p.now.number) - 1.0) / f64::from(p.battle.turns.max(1)),
    }
}

/// The share of a side's places that it holds, less those that the enemy holds; and how far its nearest stand is from
/// the others, in tens of inches.
fn places(p: &Position, side: Side) -> (f64, f64) {
    if p.battle.victory.is_destruction() {
        return (0.0, 0.0);
    }
    let left = p.battle.turns.saturating_sub(p.now.number);
    let (mut all, mut held, mut way) = (0.0, 0.0, 0.0);
    for stake in Stake::all(p, side) {
        let prize = stake.prize(left);
        all += 1.0;
        held += match stake.hold {
            Hold::Ours => prize,
            Hold::Nobody => 0.0,
            Hold::Theirs => -prize,
        };
        if stake.hold != Hold::Ours {
            let cells: Vec<Cell> = stake.cells(p).collect();
            let fit = p.forces.on_board(side).filter(|&(id, _)| Stake::is_fit(p, id));
            let nearest = fit.map(|(_, at)| distance(&cells, at)).min().unwrap_or(40);
            way += f64::from(nearest.min(40)) / 10.0;
        }
    }
    (held / f64::max(all, 1.0), way / f64::max(all, 1.0))
}

/// The share of its break point that a side has lost.
fn broken(p: &Position, side: Side) -> f64 {
    let (lost, strength) = p.forces.losses_and_strength(side);
    let strength = f64::from(strength.max(1));
    let aim = match p.battle.victory.breaks(side) {
        Some(Share::Percent(percent)) => f64::from(percent) / 100.0,
        Some(Share::Stands(stands)) => f64::from(stands) / strength,
        None => HALF,
    };
    (f64::from(lost) / strength / aim).min(1.0)
}

/// The most worlds in which a turn is played out.
const WORLDS: usize = 8;

/// The fewest.
const FEWEST: usize = 6;

/// With no more stands than this a battle is a skirmish, which is over in milliseconds. Its postures and orders are played
/// out one by one, to its end; stances win nothing there.
const SKIRMISH: usize = 16;

/// What a hard opponent plays out in a skirmish.
const HARD: Search = Search { options: 4, worlds: 8, decisions: Search::WHOLE, turns: u32::MAX };

/// What an expert plays out in it.
const EXPERT: Search = Search { options: 8, worlds: 32, ..HARD };

fn is_skirmish(p: &Position) -> bool {
    p.forces.stands.len() <= SKIRMISH
}

/// How much the open decision is played out: in a skirmish only.
pub fn search(seen: &Seen<Position>, level: Level) -> Option<Search> {
    let matters = matches!(seen.now.stack.last()?, Frame::Posture(_) | Frame::Movement(_));
    (matters && is_skirmish(seen)).then_some(if level == Level::Expert { EXPERT } else { HARD })
}

/// The most turns of a playout times the stands on the map, so that a turn does not take a side longer than a player likes
/// to wait.
const STAND_TURNS: usize = 500;

/// The fewest turns of a playout.
const FEW: usize = 2;

/// How a turn of any other battle is played out at its start: in fewer worlds and for fewer turns in larger battles, whose
/// turns take longer. Where the battle is played to its end, experts try tempers too.
pub fn plan(opened: &Seen<Position>, level: Level) -> Option<Planning> {
    opened.now.stack.last()?;
    if is_skirmish(opened) {
        return None;
    }
    let stands =
        Side::BOTH.map(|side| opened.forces.on_board(side).count()).into_iter().sum::<usize>().max(1);
    let worlds = (WORLDS * SMALL / stands).clamp(FEWEST, WORLDS) as u32;
    // To the end if possible: what hanging back is worth shows only turns later.
    let left = usize::from(opened.battle.turns.saturating_sub(opened.now.number)) + 1;
    let turns = (STAND_TURNS / stands).max(FEW);
    Some(Planning { tempers: level == Level::Expert && turns >= left, worlds, turns: turns as u32 })
}
