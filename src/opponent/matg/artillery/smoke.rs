//! Smoke before an assault, where it hides the assaulting stands from enemy fire.

use std::iter;

use crate::board::{self, Cell, Compass};
use crate::game::Test;
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

/// Smoke is laid across so many of the most dangerous lines of fire.
const WORST: usize = 6;

/// The chance that a stand about to assault may move.
const ORDERED: f64 = 0.7;

/// An enemy's fire at a stand about to assault: what it is expected to take, and the squares on which smoke would block it
/// before the stand moves, and half-way.
struct Danger {
    enemy: Id,
    harm: f64,
    before: Vec<Cell>,
    halfway: Vec<Cell>,
}

/// Friendly fire still to come: what it is expected to take, and the squares on which smoke would block it.
struct Support {
    friend: Id,
    gain: f64,
    across: Vec<Cell>,
}

/// The enemy fire that smoke could block, and the friendly fire it would stop.
pub struct Screen {
    danger: Vec<Danger>,
    support: Vec<Support>,
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
                    let to = |goal| iter::once(from).chain(crossed(from, goal)).collect();
                    danger.push(Danger { enemy, harm, before: to(here), halfway: to(halfway) });
                }
            }
        }
        danger.sort_by(|a, b| b.harm.total_cmp(&a.harm));
        if danger.is_empty() { None } else { Some(Self { danger, support: support(field) }) }
    }

    /// The harm expected from enemy fire with smoke on these squares, each enemy firing once at its best.
    fn loss(&self, cells: &[Cell]) -> f64 {
        let harm = |danger: &Danger| {
            let now = if meets(&danger.before, cells) { 0.0 } else { BEFORE };
            let later = if meets(&danger.halfway, cells) { 0.0 } else { 1.0 - BEFORE };
            (danger.enemy, danger.harm * (now + later))
        };
        best_of_each(self.danger.iter().map(harm))
    }

    /// The harm expected from friendly fire with smoke on these squares.
    fn cover(&self, cells: &[Cell]) -> f64 {
        let gain = |support: &Support| {
            (support.friend, if meets(&support.across, cells) { 0.0 } else { support.gain })
        };
        best_of_each(self.support.iter().map(gain))
    }

    /// A battery's best smoke mission. No friendly stand may be under it.
    pub fn best(&self, field: &Field<'_>, id: Id, gun: u8) -> Option<Mission> {
        let p = field.p;
        if missions::smoke_left(&p.forces, &p.record, id, gun) == 0 {
            return None;
        }
        let mut aims: Vec<Cell> = Vec::new();
        for danger in self.danger.iter().take(WORST) {
            aims.extend(&danger.before[1..]);
        }
        aims.sort_unstable();
        aims.dedup();
        let room = u16::from(batteries::deviates(&p.battle, id, gun));
        let is_clear = |cell: Cell| {
            p.battle.grid.contains(cell)
                && !field.friends.iter().any(|&(_, at)| board::within(cell, at, room))
        };
        let (fires, lands) = chances(p, id, gun);
        let (loss, cover) = (self.loss(&[]), self.cover(&[]));
        let mut best: Option<Mission> = None;
        for &through in &aims {
            for toward in Compass::ALL {
                for back in 0..i16::from(p.battle.unit(id).sections()) {
                    let aim = through.shifted(toward, -back);
                    let cells = sheaf(p, id, gun, aim, toward);
                    if !cells.iter().all(|&cell| is_clear(cell)) {
                        continue;
                    }
                    let saved = lands * ORDERED * (loss - self.loss(&cells));
                    let gain = fires * (saved - (cover - self.cover(&cells)));
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

/// The chances that a battery fires, and that its shells land where it aims.
fn chances(p: &Position, id: Id, gun: u8) -> (f64, f64) {
    let (battery, share) = (&[(id, gun)], |test: Test| f64::from(test.passing_faces()) / 20.0);
    let fires = share(laying::battery_profile(&p.forces, &p.now, &p.command, battery).1);
    let lands = if batteries::deviates(&p.battle, id, gun) {
        share(indirect::deviation_profile(&p.forces, &p.now, &p.command, battery, Kind::Support).1)
    } else {
        1.0
    };
    (fires, lands)
}

fn sheaf(p: &Position, id: Id, gun: u8, aim: Cell, toward: Compass) -> Vec<Cell> {
    laying::markers(&p.battle, &[(id, gun)], aim, Some(toward), None)
        .into_iter()
        .map(|(_, _, cell)| cell)
        .collect()
}

/// The squares that a line crosses.
fn crossed(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    board::line(from, to).map(|crossing| crossing.cell)
}

/// Whether a line of fire meets smoke on these squares.
fn meets(line: &[Cell], cells: &[Cell]) -> bool {
    cells.iter().any(|cell| line.contains(cell))
}

/// The sum of what each stand's best fire takes.
fn best_of_each(fire: impl Iterator<Item = (Id, f64)>) -> f64 {
    let mut best: Vec<(Id, f64)> = Vec::new();
    for (id, harm) in fire {
        match best.iter_mut().find(|(its, _)| *its == id) {
            Some((_, most)) => *most = most.max(harm),
            None => best.push((id, harm)),
        }
    }
    best.iter().map(|(_, harm)| harm).sum()
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

/// The friendly fire still to come.
fn support(field: &Field<'_>) -> Vec<Support> {
    let p = field.p;
    let mut all = Vec::new();
    for &(id, from) in field.friends.iter().filter(|&&(id, _)| {
        !field.is_battery(id)
            && combat::may_fire(&p.field, &p.forces, &p.now, &p.command, id, Occasion::Standard)
    }) {
        for &(enemy, to) in &field.enemies {
            let flank = field.is_flank_of(enemy, to, from);
            let gain = field.strike(id, from, enemy, to, flank) * field.worth(enemy);
            if gain > 0.5 && field.sees(id, from, enemy, to) {
                let across = iter::once(to).chain(crossed(from, to)).collect();
                all.push(Support { friend: id, gain, across });
            }
        }
    }
    all
}
