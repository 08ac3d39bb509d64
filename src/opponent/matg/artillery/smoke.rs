//! Smoke before an assault, where it hides the assaulting stands from enemy fire.

use crate::board::{self, Cell, Compass};
use crate::rules::matg::artillery::missions::Kind;
use crate::rules::matg::fire::combat::Occasion;
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::position::{Id, Position};

use super::Mission;
use crate::opponent::matg::value::field::Field;
use crate::opponent::matg::value::worth::{self, HitChances};
use crate::rules::matg::artillery::{batteries, indirect, laying, missions};
use crate::rules::matg::fire::{bearing, combat};
use crate::rules::matg::sight::spotting;

/// The distance in inches of an assault within one turn.
const ASSAULT: u16 = 6;

/// The share of enemy fire that comes before its target moves; the rest meets it half-way.
const BEFORE: f64 = 0.6;

/// The chance that a stand about to assault may move.
const ORDERED: f64 = 0.7;

/// An enemy's fire at a stand about to assault: the two squares and the expected harm.
#[derive(Copy, Clone, Debug)]
struct Line {
    enemy: Id,
    from: Cell,
    to: Cell,
    halfway: Cell,
    harm: f64,
}

/// The enemy fire that smoke could block, and the friendly fire it would stop.
pub struct Screen {
    danger: Vec<Line>,
    support: Vec<(Id, Cell, Cell, f64)>,
}

impl Screen {
    /// Looks for assaults being prepared; `None` if there are none that the enemy could fire at.
    pub fn of(field: &Field<'_>) -> Option<Self> {
        let p = field.p;
        let mut danger = Vec::new();
        for &(id, here) in field.friends.iter().filter(|&&(id, _)| may_assault(field, id)) {
            let near = |&&(_, at): &&(Id, Cell)| {
                board::within(here, at, ASSAULT)
                    && !board::adjacent(here, at)
                    && spotting::sees_cell(&p.field, &p.forces, &p.now, &p.arrivals, id, at)
            };
            let nearest = field.enemies.iter().filter(near);
            let Some(&(_, goal)) = nearest.min_by_key(|&&(_, at)| board::distance_squared(here, at)) else {
                continue;
            };
            let halfway = Cell::new((here.x + goal.x) / 2, (here.y + goal.y) / 2);
            for &(enemy, from) in &field.enemies {
                let harm = harm(field, enemy, id);
                if harm > 0.5 {
                    danger.push(Line { enemy, from, to: here, halfway, harm });
                }
            }
        }
        if danger.is_empty() { None } else { Some(Self { danger, support: support(field) }) }
    }

    /// The harm expected from enemy fire with smoke on these squares, each enemy firing once at its best.
    fn loss(&self, cells: &[Cell]) -> f64 {
        let clear = |from: Cell, to: Cell| !cells.contains(&from) && !crosses(from, to, cells);
        let mut best: Vec<(Id, f64)> = Vec::new();
        for line in &self.danger {
            let now = if clear(line.from, line.to) { BEFORE } else { 0.0 };
            let later = if clear(line.from, line.halfway) { 1.0 - BEFORE } else { 0.0 };
            let harm = line.harm * (now + later);
            match best.iter_mut().find(|(enemy, _)| *enemy == line.enemy) {
                Some((_, most)) => *most = most.max(harm),
                None => best.push((line.enemy, harm)),
            }
        }
        best.iter().map(|(_, harm)| harm).sum()
    }

    /// The harm expected from friendly fire with smoke on these squares.
    fn cover(&self, cells: &[Cell]) -> f64 {
        let mut best: Vec<(Id, f64)> = Vec::new();
        for &(id, from, to, gain) in &self.support {
            let gain = if cells.contains(&to) || crosses(from, to, cells) { 0.0 } else { gain };
            match best.iter_mut().find(|(firer, _)| *firer == id) {
                Some((_, most)) => *most = most.max(gain),
                None => best.push((id, gain)),
            }
        }
        best.iter().map(|(_, gain)| gain).sum()
    }

    /// The expected gain of a battery's smoke on these squares; none if a friendly stand is under it.
    pub fn saves(&self, field: &Field<'_>, id: Id, gun: u8, cells: &[Cell]) -> f64 {
        let p = field.p;
        let drifts = batteries::deviates(&p.battle, id, gun);
        let room = u16::from(drifts);
        if field.friends.iter().any(|&(_, at)| cells.iter().any(|&cell| board::within(cell, at, room))) {
            return f64::NEG_INFINITY;
        }
        let share = |faces: u8| f64::from(faces) / 20.0;
        let fires =
            share(laying::battery_profile(&p.forces, &p.now, &p.command, &[(id, gun)]).1.passing_faces());
        let lands = if drifts {
            share(
                indirect::deviation_profile(&p.forces, &p.now, &p.command, &[(id, gun)], Kind::Support)
                    .1
                    .passing_faces(),
            )
        } else {
            1.0
        };
        let saved = self.loss(&[]) - self.loss(cells);
        let masked = self.cover(&[]) - self.cover(cells);
        fires * lands * ORDERED * saved - fires * masked
    }

    /// A battery's best smoke mission.
    pub fn best(&self, field: &Field<'_>, id: Id, gun: u8) -> Option<Mission> {
        let p = field.p;
        if missions::smoke_left(&p.forces, &p.record, id, gun) == 0 {
            return None;
        }
        let sections = i16::from(p.battle.unit(id).sections());
        let mut aims: Vec<Cell> = Vec::new();
        let mut lines: Vec<&Line> = self.danger.iter().collect();
        lines.sort_by(|a, b| b.harm.total_cmp(&a.harm));
        for line in lines.into_iter().take(6) {
            aims.extend(board::line(line.from, line.to).map(|crossing| crossing.cell));
        }
        aims.sort_unstable();
        aims.dedup();
        let mut best: Option<Mission> = None;
        for &through in &aims {
            for toward in Compass::ALL {
                for back in 0..sections {
                    let aim = through.shifted(toward, -back);
                    let cells = sheaf(p, id, gun, aim, toward);
                    if !cells.iter().all(|&cell| p.battle.grid.contains(cell)) {
                        continue;
                    }
                    let gain = self.saves(field, id, gun, &cells);
                    // Lines of sight are checked last: they take longest.
                    if gain > best.map_or(0.0, |most| most.gain)
                        && cells.iter().all(|&cell| batteries::may_aim(p, id, gun, cell))
                    {
                        best = Some(Mission { aim, toward: Some(toward), smoke: true, gain });
                    }
                }
            }
        }
        best
    }
}

fn sheaf(p: &Position, id: Id, gun: u8, aim: Cell, toward: Compass) -> Vec<Cell> {
    laying::markers(&p.battle, &[(id, gun)], aim, Some(toward), None)
        .into_iter()
        .map(|(_, _, cell)| cell)
        .collect()
}

fn crosses(from: Cell, to: Cell, cells: &[Cell]) -> bool {
    !cells.is_empty() && board::line(from, to).any(|crossing| cells.contains(&crossing.cell))
}

/// Whether a stand is about to move and may assault: infantry, or armour that may overrun.
fn may_assault(field: &Field<'_>, id: Id) -> bool {
    let p = field.p;
    let stand = p.forces.stand(id);
    let unit = p.battle.unit(id);
    let closes = unit.is_personnel() || unit.kind.armoured;
    stand.posture == Posture::Move
        && !stand.moved
        && closes
        && field.is_fighter(id)
        && !p.field.is_working(id)
}

/// The harm of an enemy's fire at a stand now.
fn harm(field: &Field<'_>, enemy: Id, id: Id) -> f64 {
    let p = field.p;
    if !combat::may_fire(&p.field, &p.forces, &p.now, &p.command, enemy, Occasion::Standard) {
        return 0.0;
    }
    let start = HitChances::from(p.forces.states(id));
    let guns = bearing::guns_bearing(p, enemy, id, Occasion::Standard).into_iter().map(|gun| {
        let shot = combat::shot(p, enemy, gun, id, Occasion::Standard);
        let chance = f64::from(shot.to_fire.passing_faces()) / 20.0;
        field.harm(id, start.after(chance, &worth::odds_of(&shot.attack)), start)
    });
    guns.fold(0.0, f64::max) * field.worth(id)
}

/// The friendly fire still to come: stand, both squares, expected harm.
fn support(field: &Field<'_>) -> Vec<(Id, Cell, Cell, f64)> {
    let p = field.p;
    let mut lines = Vec::new();
    for &(id, from) in field.friends.iter().filter(|&&(id, _)| {
        !field.is_battery(id)
            && combat::may_fire(&p.field, &p.forces, &p.now, &p.command, id, Occasion::Standard)
    }) {
        for &(enemy, to) in &field.enemies {
            let flank = field.is_flank_of(enemy, to, from);
            let gain = field.strike(id, from, enemy, to, flank) * field.worth(enemy);
            if gain > 0.5 && field.sees(id, from, enemy, to) {
                lines.push((id, from, to, gain));
            }
        }
    }
    lines
}
