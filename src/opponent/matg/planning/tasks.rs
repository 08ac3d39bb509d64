//! Objectives beside the losses: places to hold or to keep the enemy out of, and edges to leave by. Every
//! stand has a task; if only destruction counts, it is the enemy.
//!
//! A held place keeps a garrison that grows with the enemies near by; stands that are not needed in it stay
//! where they fire best. An undisputed place is taken by a few stands. All others go where the battle is
//! decided: to the places of the highest victory level that are not held.

use crate::board::{self, Cell, Compass};
use crate::game::Side;
use crate::rules::matg::state::position::{Id, Position};

use super::stakes::{Hold, Stake};
use crate::opponent::matg::weights::Weights;

/// The number of stands that take an undisputed place.
const FEW: usize = 2;

/// The most stands that guard a place with no enemy near.
const GUARD: usize = 3;

/// The distance in inches that infantry and others keep from a held place.
const CLOSE: [u16; 2] = [3, 8];

/// The distance in inches at which stands in bad order still fill a place.
const PLUG: u16 = 2;

/// The task of a stand.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Task {
    /// Attack the enemy.
    #[default]
    Enemy,
    /// Hold squares: a place in [`Tasks::squares`].
    Hold(usize),
    /// Leave the map by an edge.
    Out,
    /// Wait for the enemy.
    Stay,
}

/// The tasks of a side's stands.
#[derive(Default)]
pub struct Tasks {
    /// By stand; empty if all attack the enemy.
    of: Vec<Task>,
    /// The squares of the tasks; the first entry has those to leave by, or all that are to be held.
    squares: Vec<Vec<Cell>>,
    /// The stakes, by place.
    stakes: Vec<Stake>,
    /// The number of turns left after this one.
    pub left: u8,
    /// Whether the side holds everything it needs at present.
    pub is_ahead: bool,
}

impl Tasks {
    /// The tasks that victory asks for.
    pub fn of(p: &Position, side: Side, weights: &Weights) -> Self {
        let victory = &p.battle.victory;
        if victory.is_destruction() {
            return Self::default();
        }
        let all = |task| vec![task; p.forces.stands.len()];
        let left = last_turn(p, side).saturating_sub(p.now.number);
        let ways_out: Vec<Compass> = victory.ways_out(side).collect();
        if !ways_out.is_empty() {
            let out = |&cell: &Cell| ways_out.iter().any(|&edge| !p.battle.grid.contains(cell.step(edge)));
            let squares = vec![p.battle.grid.cells().filter(out).collect()];
            return Self { of: all(Task::Out), squares, left, ..Self::default() };
        }
        let stakes = Stake::all(p, side);
        if stakes.is_empty() {
            let comes = victory.ways_out(side.other()).next().is_some()
                || victory.of(side).all(|aim| aim.otherwise || aim.past.is_some());
            let task = if comes { Task::Stay } else { Task::Enemy };
            return Self { of: all(task), is_ahead: comes, left, ..Self::default() };
        }
        let mut squares: Vec<Vec<Cell>> = vec![stakes.iter().flat_map(|stake| stake.cells(p)).collect()];
        squares.extend(stakes.iter().map(|stake| stake.cells(p).collect()));
        let best = stakes.iter().filter(|stake| stake.hold != Hold::Ours).map(|stake| stake.degree).max();
        let tasks = Self { of: all(Task::Hold(0)), squares, stakes, left, is_ahead: best.is_none() };
        tasks.shared_out(p, side, weights)
    }

    /// Gives every stand its task.
    fn shared_out(mut self, p: &Position, side: Side, weights: &Weights) -> Self {
        let fights = |&(id, _): &(Id, Cell)| {
            !p.battle.unit(id).is_unarmed() && !p.battle.unit(id).is_artillery() && !p.forces.is_ghq(id)
        };
        let mut free: Vec<(Id, Cell)> = p.forces.on_board(side).filter(fights).collect();
        // Immobile stands stay where they are; stands that can no longer hold a place fire from where they
        // are.
        let is_in = |cell: Cell| self.squares[0].contains(&cell);
        free.retain(|&(id, cell)| p.battle.unit(id).pace().0 > 0 || is_in(cell));
        let is_late = f64::from(self.left) <= weights.filled;
        let mut unfit: Vec<(Id, Cell)> = Vec::new();
        if self.stakes.iter().all(|stake| !stake.enter) {
            unfit.extend(free.extract_if(.., |&mut (id, _)| !Stake::is_fit(p, id)));
            for &(id, _) in &unfit {
                self.of[usize::from(id)] = Task::Stay;
            }
        }
        let mut disputed: Vec<usize> = Vec::new();
        let mut decided = None;
        let guard = (free.len() / (4 * self.stakes.len())).clamp(1, GUARD);
        // Garrisons leave some stands for places still to be taken.
        let kept_back = FEW * self.stakes.iter().filter(|stake| stake.hold != Hold::Ours).count();
        for number in 0..self.stakes.len() {
            let stake = &self.stakes[number];
            let garrison = match stake.hold {
                Hold::Ours => stake.garrison(guard, is_late).min(free.len().saturating_sub(kept_back)),
                Hold::Nobody if stake.near == 0 && stake.is_nearer_to_us => FEW,
                _ => 0,
            };
            let is_open = stake.hold != Hold::Ours && garrison == 0;
            if is_open && decided.is_none_or(|degree| degree == stake.degree) {
                decided = Some(stake.degree);
                disputed.push(number);
            }
            for id in self.chosen(p, number, garrison, &free) {
                free.retain(|&(other, _)| other != id);
                self.of[usize::from(id)] = Task::Hold(number + 1);
            }
            if is_late && garrison > 0 {
                // In bad order they hold nothing, but they fill the place.
                for &(id, cell) in &unfit {
                    if distance(&self.squares[number + 1], cell) <= PLUG {
                        self.of[usize::from(id)] = Task::Hold(number + 1);
                    }
                }
            }
        }
        self.send(p, free, &disputed, weights);
        self
    }

    /// Sends the free stands to the nearest disputed place. If there is none, they spread over the nearest
    /// places, since the enemy may come to any.
    fn send(&mut self, p: &Position, mut free: Vec<(Id, Cell)>, disputed: &[usize], weights: &Weights) {
        let away = |number: usize, cell: Cell| distance(&self.squares[number + 1], cell);
        let places = self.stakes.len();
        let room = |number: usize| {
            if disputed.is_empty() {
                return (4 * free.len()).div_ceil(3 * places);
            }
            let stake = &self.stakes[number];
            (weights.sent * stake.near as f64) as usize + stake.size / 2
        };
        let room: Vec<usize> = (0..places).map(room).collect();
        let nearest = |cell: Cell| disputed.iter().map(|&number| away(number, cell)).min();
        free.sort_by_key(|&(_, cell)| nearest(cell));
        let held: Vec<usize> = (0..places).collect();
        let mut sent = vec![0; places];
        let mut tasks = Vec::new();
        for (id, cell) in free {
            let to = if disputed.is_empty() { &held } else { disputed };
            let order = |&number: &usize| (sent[number] >= room[number], away(number, cell), number);
            let Some(number) = to.iter().copied().min_by_key(order) else { continue };
            sent[number] += 1;
            let close = CLOSE[usize::from(!p.battle.unit(id).is_personnel())];
            let stays = disputed.is_empty() && away(number, cell) <= close;
            tasks.push((id, if stays { Task::Stay } else { Task::Hold(number + 1) }));
        }
        for (id, task) in tasks {
            self.of[usize::from(id)] = task;
        }
    }

    /// The stands that hold a place: those in it first, infantry before others, then the nearest.
    fn chosen(&self, p: &Position, number: usize, count: usize, free: &[(Id, Cell)]) -> Vec<Id> {
        let squares = &self.squares[number + 1];
        let held = self.stakes[number].hold == Hold::Ours;
        let key = |&(id, cell): &(Id, Cell)| {
            let away = distance(squares, cell);
            let marches = 4 * away / u16::from(p.battle.unit(id).pace().0).max(1);
            (held && away > 0, held && !p.battle.unit(id).is_personnel(), marches, id)
        };
        let mut able: Vec<_> = free.iter().map(key).collect();
        able.sort_unstable();
        able.into_iter().take(count).map(|(.., id)| id).collect()
    }

    /// The task of a stand.
    pub fn task(&self, id: Id) -> Task {
        self.of.get(usize::from(id)).copied().unwrap_or_default()
    }

    /// The squares of a stand's task; none if it is the enemy.
    pub fn squares(&self, id: Id) -> Option<&[Cell]> {
        match self.task(id) {
            Task::Enemy | Task::Stay => None,
            Task::Hold(place) => self.squares.get(place).map(Vec::as_slice),
            Task::Out => self.squares.first().map(Vec::as_slice),
        }
    }

    /// The name of the place that a stand takes or holds, if it is one.
    pub fn place<'a>(&self, p: &'a Position, id: Id) -> Option<&'a str> {
        let Task::Hold(place) = self.task(id) else { return None };
        self.stakes.get(place.checked_sub(1)?).map(|stake| stake.name(p))
    }

    /// The value of reaching a stand's objective, as a share of the battle.
    pub fn prize(&self, id: Id) -> f64 {
        let of = |stake: &Stake| stake.prize(self.left);
        match self.task(id) {
            Task::Hold(0) => self.stakes.iter().map(of).fold(0.0, f64::max),
            Task::Hold(place) => self.stakes.get(place - 1).map_or(0.0, of),
            _ => 0.0,
        }
    }

    /// The share of its cost that still counts; it falls as time runs out.
    pub fn patience(&self) -> f64 {
        match self.left {
            _ if self.is_ahead || self.stakes.is_empty() => 1.0,
            0..=1 => 0.3,
            _ if self.stakes.iter().any(Stake::can_be_taken_now) => 0.4,
            2..=4 => 0.6,
            _ => 0.8,
        }
    }

    /// The enemies that block victory, each with the share of the battle that its loss is worth.
    pub fn in_the_way(&self) -> impl Iterator<Item = (Id, f64)> + '_ {
        self.stakes.iter().flat_map(|stake| {
            let share = stake.prize(self.left) / stake.inside.len().max(1) as f64;
            stake.inside.iter().map(move |&id| (id, share))
        })
    }
}

/// The last turn in which a side can reach an aim, or must still deny the enemy one.
fn last_turn(p: &Position, side: Side) -> u8 {
    let victory = &p.battle.victory;
    let last = victory.of(side).map(|aim| match aim.otherwise {
        true => victory.of(side.other()).filter_map(|enemy| enemy.by).max().unwrap_or(p.battle.turns),
        false => aim.by.unwrap_or(p.battle.turns),
    });
    last.max().unwrap_or(p.battle.turns).min(p.battle.turns)
}

/// The distance in inches from a square to the nearest of some others.
pub fn distance(squares: &[Cell], cell: Cell) -> u16 {
    squares.iter().map(|&at| board::inches(at, cell)).min().unwrap_or(u16::MAX)
}
