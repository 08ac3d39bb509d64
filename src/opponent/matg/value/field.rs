//! The field as the deciding side sees it, worked out once per decision: stands and squares, their worth and
//! ranges, and what two stands take from each other.

use crate::board::Cell;
use crate::game::Side;
use crate::rules::matg::catalog::{Class, Traverse};
use crate::rules::matg::command::cohesion;
use crate::rules::matg::fire::arcs;
use crate::rules::matg::sight::spotting::{self, PersonnelEnds};
use crate::rules::matg::state::battle::{Arm, GunUse, Role, Unit};
use crate::rules::matg::state::position::{Id, Place, Position};

use super::strike::Barrel;
use super::worth;
use crate::opponent::matg::kept::memory::Memory;
use crate::opponent::matg::kept::squares::{self, Exchange};
use crate::opponent::matg::kept::terrain_tables::Cover;
use crate::opponent::matg::planning::tasks::Tasks;
use crate::opponent::matg::weights::Weights;

/// The share of a fixed gun's fire at a target outside its arc: it must turn first.
pub const ASKEW: f64 = 0.3;

/// The field as one side knows it.
pub struct Field<'a> {
    /// The position.
    pub p: &'a Position,
    /// The deciding side.
    pub side: Side,
    /// The weights of the judgement.
    pub weights: &'a Weights,
    /// The weight of how a firefight goes on. Only losses count for it, and ground is often worth standing in fire, so it
    /// counts in battles of destruction alone.
    pub firefight: f64,
    /// The worth of every stand with its cargo, by id.
    pub worth: Vec<f64>,
    /// The part of an enemy's worth that comes from blocking victory, by id.
    pub prize: Vec<f64>,
    /// The chance that an enemy suppressed now is still suppressed at the end of the battle.
    pub suppression_lasts: f64,
    /// Friendly stands on the board.
    pub friends: Vec<(Id, Cell)>,
    /// Enemy stands on the board.
    pub enemies: Vec<(Id, Cell)>,
    /// The tasks of friendly stands.
    pub tasks: Tasks,
    /// Results of earlier decisions; `None` only while they are handed back.
    memory: Option<Box<Memory>>,
    /// Whether each stand fights, by id.
    fighters: Vec<bool>,
    /// The first enemy stand, and the enemy stands on foot as bits.
    first: Id,
    afoot: u64,
}

impl<'a> Field<'a> {
    /// Looks at the field for a side.
    pub fn new(p: &'a Position, side: Side, weights: &'a Weights) -> Self {
        let enemies: Vec<(Id, Cell)> = p.forces.on_board(side.other()).collect();
        let first = p.battle.army(side.other()).first;
        let small = enemies.iter().filter(|&&(id, _)| id - first < 64 && is_afoot(p, id));
        let tasks = Tasks::of(p, side, weights);
        let mut worth = worth::of_all(p, side, weights);
        let mut prize = vec![0.0; worth.len()];
        for (id, share) in tasks.in_the_way() {
            prize[usize::from(id)] += weights.prize * share;
            worth[usize::from(id)] += weights.prize * share;
        }
        let suppression_lasts = suppression_lasts(p, side.other(), tasks.left);
        Self {
            p,
            side,
            weights,
            firefight: if p.battle.victory.is_destruction() { weights.firefight } else { 0.0 },
            suppression_lasts,
            friends: p.forces.on_board(side).collect(),
            memory: Some(Memory::take_up(p, side, &enemies, &worth, (&prize, suppression_lasts))),
            worth,
            prize,
            fighters: fighters(p, weights),
            afoot: small.fold(0, |bits, &(id, _)| bits | 1 << (id - first)),
            enemies,
            tasks,
            first,
        }
    }

    /// Results of earlier decisions.
    pub fn memory(&self) -> &Memory {
        self.memory.as_deref().unwrap_or_else(|| unreachable!("the memory is handed back at the end"))
    }

    /// The longest range of a stand, direct artillery fire included.
    pub fn reach(&self, id: Id) -> u16 {
        self.memory().reach[usize::from(id)]
    }

    /// Whether the enemy's army is small enough for a bit per stand.
    pub fn is_small(&self) -> bool {
        self.p.battle.army(self.side.other()).count <= 64
    }

    /// The number of an enemy in its army, from 0.
    pub fn number(&self, enemy: Id) -> usize {
        usize::from(enemy - self.first)
    }

    /// The bit of an enemy of a [small](Field::is_small) army.
    pub const fn bit(&self, enemy: Id) -> u64 {
        1 << (enemy - self.first)
    }

    /// The enemies that a stand on a square would see with either in range of the other: id, square, whether
    /// it is in range, and whether the stand is in its range.
    pub fn engaged(&self, id: Id, cell: Cell) -> Vec<(Id, Cell, bool, bool)> {
        if self.is_small() {
            let index = self.p.battle.grid.index(cell);
            let (ours, theirs) = self.masks_in_range(id, cell, index);
            let seen = self.seen_of(id, cell, index, ours | theirs);
            return self.of_masks(seen, ours, theirs).collect();
        }
        let engaged = self.enemies.iter().filter_map(|&(enemy, at)| {
            let range = spotting::range(cell, at);
            let (ours, theirs) = (range <= self.reach(id), range <= self.reach(enemy));
            ((ours || theirs) && self.sees(id, cell, enemy, at)).then_some((enemy, at, ours, theirs))
        });
        engaged.collect()
    }

    /// The same for a small army, from bits: in sight, in range, and with the stand in range.
    pub fn of_masks(
        &self,
        mut seen: u64,
        ours: u64,
        theirs: u64,
    ) -> impl Iterator<Item = (Id, Cell, bool, bool)> {
        std::iter::from_fn(move || {
            let number = (seen != 0).then(|| seen.trailing_zeros())?;
            seen &= seen - 1;
            let (id, bit) = (self.first + number as Id, 1 << number);
            Some((id, self.p.forces.cell(id)?, ours & bit != 0, theirs & bit != 0))
        })
    }

    /// Worth of a stand with its cargo.
    pub fn worth(&self, id: Id) -> f64 {
        self.worth[usize::from(id)]
    }

    /// Whether two stands would see each other from two squares.
    pub fn sees(&self, one: Id, from: Cell, other: Id, to: Cell) -> bool {
        let men = PersonnelEnds::at(is_afoot(self.p, one), is_afoot(self.p, other));
        if self.p.battle.side(other) != self.side && self.p.forces.cell(other) == Some(to) {
            let mut sights = self.memory().sights.borrow_mut();
            if let Some(number) = sights.number(other - self.first) {
                let index = self.p.battle.grid.index(from);
                return sights.sees(self.p, index, from, 1 << number, men) != 0;
            }
        }
        spotting::line_of_sight(&self.p.field, &self.p.forces, &self.p.now, from, to, men).is_ok()
    }

    /// The enemies of a small army that a stand would see from a square, as bits.
    pub fn seen_of(&self, id: Id, from: Cell, index: usize, enemies: u64) -> u64 {
        let mut sights = self.memory().sights.borrow_mut();
        let afoot = is_afoot(self.p, id);
        sights.sees(self.p, index, from, enemies & self.afoot, PersonnelEnds::at(afoot, true))
            | sights.sees(self.p, index, from, enemies & !self.afoot, PersonnelEnds::at(afoot, false))
    }

    /// The enemies of a small army in range of a stand on a square, and those with the stand in range, as
    /// bits.
    pub fn masks_in_range(&self, id: Id, cell: Cell, index: usize) -> (u64, u64) {
        let theirs = || self.within(cell, |enemy| self.reach(enemy));
        (self.in_range(id, cell, index), self.memory().ranges.borrow_mut().theirs(index, theirs))
    }

    /// The enemies of a small army in range of a stand on a square, as bits.
    pub fn in_range(&self, id: Id, cell: Cell, index: usize) -> u64 {
        let reach = self.reach(id);
        self.memory().ranges.borrow_mut().ours(reach, index, || self.within(cell, |_| reach))
    }

    /// The enemies within this many inches of a square, as bits.
    fn within(&self, cell: Cell, reach: impl Fn(Id) -> u16) -> u64 {
        let near = self.enemies.iter().filter(|&&(enemy, at)| spotting::range(cell, at) <= reach(enemy));
        near.fold(0, |bits, &(enemy, _)| bits | self.bit(enemy))
    }

    /// The cover on a square that always counts, on both dice.
    pub fn shelter(&self, id: Id, cell: Cell) -> i16 {
        let cover = self.cover_of(id, cell);
        cover.open + cover.concealing + cover.crest / 2
    }

    /// The cover of a stand on a square.
    pub fn cover_of(&self, id: Id, cell: Cell) -> Cover {
        self.memory()
            .terrain_tables
            .cover(self.p.battle.grid.index(cell), self.p.battle.unit(id).is_personnel())
    }

    /// The expected exchange of a stand on a square with an enemy as it faces now, as far as each is in
    /// range.
    pub fn exchange(&self, id: Id, cell: Cell, enemy: Id, at: Cell, ours: bool, theirs: bool) -> Exchange {
        let p = self.p;
        let flank = self.is_flank_of(enemy, at, cell);
        let work_out = || {
            let mut exchange = Exchange::default();
            if ours {
                exchange.gain = self.strike(id, cell, enemy, at, false);
                if flank {
                    // A stand that has still to move will not keep showing its side.
                    let lasting = if squares::is_yet_to_move(p, enemy) { 0.35 } else { 0.8 };
                    exchange.gain += lasting * (self.strike(id, cell, enemy, at, true) - exchange.gain);
                }
            }
            if theirs {
                exchange.front = self.strike(enemy, at, id, cell, false);
                if p.battle.unit(id).kind.armoured {
                    exchange.flank = self.strike(enemy, at, id, cell, true);
                }
            }
            exchange
        };
        let terrain_tables = &self.memory().terrain_tables;
        let grid = p.battle.grid;
        let here = terrain_tables.kind_of_cover(grid.index(cell), p.battle.unit(id).is_personnel());
        let there = terrain_tables.kind_of_cover(grid.index(at), p.battle.unit(enemy).is_personnel());
        let slope = p.battle.level(cell).cmp(&p.battle.level(at)) as i8 + 1;
        let flags = [flank, squares::is_yet_to_move(p, enemy), ours, theirs];
        let key = flags.iter().fold(1, |key, &flag| key << 1 | u64::from(flag));
        let states = u64::from(squares::states(p, id)) << 4 | u64::from(squares::states(p, enemy));
        let key = key << 8 | u64::from(id);
        let key = key << 8 | u64::from(enemy);
        let key = key << 10 | u64::from(spotting::range(cell, at)).min(1023);
        let key = key << 10 | u64::from(here);
        let key = key << 10 | u64::from(there);
        let key = (key << 2 | slope as u64) << 8 | states;
        self.memory().squares.borrow_mut().exchange(key, work_out)
    }

    /// Whether fire from a square hits an enemy's side or rear as it faces now.
    pub fn is_flank_of(&self, target: Id, to: Cell, from: Cell) -> bool {
        self.p.battle.unit(target).kind.armoured
            && !arcs::in_front(self.p.forces.stand(target).facing, to, from)
    }

    /// The share of a stand's fire that bears in a direction: all of it for turrets, little outside the arc
    /// of fixed guns, which must turn first.
    pub fn bears(&self, firer: Id, from: Cell, to: Cell) -> f64 {
        let facing = self.p.forces.stand(firer).facing;
        let fixed = self.barrels(firer).iter().any(|gun| gun.arc == Some(Traverse::Front));
        if fixed && !arcs::in_arc(facing, from, to) { ASKEW } else { 1.0 }
    }

    /// Whether all weapons of a stand fire forward only.
    pub fn is_fixed_forward(&self, id: Id) -> bool {
        let guns = self.barrels(id);
        !guns.is_empty() && guns.iter().all(|gun| gun.arc == Some(Traverse::Front))
    }

    /// Whether a stand is artillery: it fires from where it is and keeps out of the way.
    pub fn is_battery(&self, id: Id) -> bool {
        self.p.battle.unit(id).is_artillery()
    }

    /// Whether a stand fires rockets, aimed by its own line of sight.
    pub fn is_rockets(&self, id: Id) -> bool {
        self.barrels(id).iter().any(|gun| gun.usage == GunUse::Rocket)
    }

    /// The share of the battle that is over, from 0 to 1.
    pub fn over(&self) -> f64 {
        f64::from(self.p.now.number) / f64::from(self.p.battle.turns.max(1))
    }

    /// Whether a stand fights: armed, no artillery, without the GHQ aboard.
    pub fn is_fighter(&self, id: Id) -> bool {
        self.fighters[usize::from(id)]
    }

    /// The guns of a stand.
    pub fn barrels(&self, id: Id) -> &[Barrel] {
        &self.memory().barrels[usize::from(id)]
    }
}

impl Drop for Field<'_> {
    fn drop(&mut self) {
        if let Some(memory) = self.memory.take() {
            memory.lay_down(self.side);
        }
    }
}

/// The chance that S lasts to the end of the battle with this many turns left (5.3).
fn suppression_lasts(p: &Position, side: Side, left: u8) -> f64 {
    let keeps =
        |_| 1.0 - f64::from((cohesion::level(&p.battle, &p.now, &p.command, side) - 4).clamp(1, 19)) / 20.0;
    (left == 0).then_some(()).map_or(0.0, keeps)
}

fn is_afoot(p: &Position, id: Id) -> bool {
    matches!(p.battle.unit(id).arm, Arm::Infantry | Arm::Horses | Arm::Cavalry)
}

/// Whether each stand fights, by id: armed, no artillery, without the GHQ; empty carriers only late in the
/// battle.
fn fighters(p: &Position, weights: &Weights) -> Vec<bool> {
    let (mut laden, mut general) = (vec![false; p.forces.stands.len()], vec![false; p.forces.stands.len()]);
    for (id, stand) in p.forces.stands.iter().enumerate() {
        let is_general = matches!(stand.role, Role::Ghq(_));
        general[id] |= is_general;
        if let Place::Aboard(carrier) = stand.place {
            laden[usize::from(carrier)] = true;
            general[usize::from(carrier)] |= is_general;
        }
    }
    let late = f64::from(p.now.number) > weights.carriers * f64::from(p.battle.turns);
    let fights = |(id, unit): (usize, &Unit)| {
        let empty = unit.kind.class == Class::Carrier && !laden[id] && !late;
        !unit.is_unarmed() && !empty && !unit.is_artillery() && !general[id]
    };
    p.battle.units.iter().enumerate().map(fights).collect()
}
