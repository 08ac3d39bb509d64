//! The field as the deciding side finds it, counted once for a thought: who is where, what each is worth,
//! how far it fires, and what two stands would take of each other.

use crate::board::Cell;
use crate::game::Side;
use crate::rules::matg::catalog::{Class, Traverse};
use crate::rules::matg::fire::arcs;
use crate::rules::matg::sight::spotting::{self, Men};
use crate::rules::matg::state::battle::{Arm, GunUse, Role, Unit};
use crate::rules::matg::state::position::{Id, Place, Position};

use super::errands::Errands;
use super::lie::Cover;
use super::memory::Memory;
use super::squares::{self, Exchange};
use super::strike::Barrel;
use super::weights::Weights;
use super::worth;

/// What the side knows of the field.
pub struct Field<'a> {
    /// The position.
    pub p: &'a Position,
    /// The deciding side.
    pub side: Side,
    /// What counts how much.
    pub weights: &'a Weights,
    /// Worth of every stand with its cargo, by id.
    pub worth: Vec<f64>,
    /// What of it an enemy is worth only for being in the way of victory, by id.
    pub prize: Vec<f64>,
    /// How likely an enemy who is suppressed now is so when the battle is judged.
    pub suppression_lasts: f64,
    /// Own stands on the board.
    pub friends: Vec<(Id, Cell)>,
    /// Enemy stands on the board.
    pub enemies: Vec<(Id, Cell)>,
    /// What own stands are out for.
    pub errands: Errands,
    /// What is kept from earlier thoughts; `None` only while it is laid down.
    memory: Option<Box<Memory>>,
    /// Stands that fight, by id.
    fighters: Vec<bool>,
    /// The first stand of the enemy's army, and which of them are on foot, as bits.
    first: Id,
    afoot: u64,
}

impl<'a> Field<'a> {
    /// Looks the field over for a side.
    pub fn new(p: &'a Position, side: Side, weights: &'a Weights) -> Self {
        let enemies: Vec<(Id, Cell)> = p.on_board(side.other()).collect();
        let first = p.battle.army(side.other()).first;
        let small = enemies.iter().filter(|&&(id, _)| id - first < 64 && is_afoot(p, id));
        let errands = Errands::of(p, side, weights);
        let mut worth = worth::of_all(p, side, weights);
        let mut prize = vec![0.0; worth.len()];
        for (id, share) in errands.in_the_way() {
            prize[usize::from(id)] += weights.prize * share;
            worth[usize::from(id)] += weights.prize * share;
        }
        let suppression_lasts = suppression_lasts(p, side.other(), errands.left);
        Self {
            p,
            side,
            weights,
            suppression_lasts,
            friends: p.on_board(side).collect(),
            memory: Some(Memory::take_up(p, side, &enemies, &worth, (&prize, suppression_lasts))),
            worth,
            prize,
            fighters: fighters(p, weights),
            afoot: small.fold(0, |bits, &(id, _)| bits | 1 << (id - first)),
            enemies,
            errands,
            first,
        }
    }

    /// What is kept from earlier thoughts.
    pub fn memory(&self) -> &Memory {
        self.memory.as_deref().unwrap_or_else(|| unreachable!("it is laid down at the end"))
    }

    /// The longest range of a stand, artillery that fires direct included.
    pub fn reach(&self, id: Id) -> u16 {
        self.memory().reach[usize::from(id)]
    }

    /// Whether the enemy's army is small enough for its stands to be told apart by bits.
    pub fn is_small(&self) -> bool {
        self.p.battle.army(self.side.other()).count <= 64
    }

    /// The number of an enemy in his army, from 0.
    pub fn number(&self, enemy: Id) -> usize {
        usize::from(enemy - self.first)
    }

    /// The bit of an enemy of a [small](Field::is_small) army.
    pub const fn bit(&self, enemy: Id) -> u64 {
        1 << (enemy - self.first)
    }

    /// The enemies that a stand on a square would see and have in range, or be in range of: who, where, and which of
    /// the two.
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

    /// The same of enemies of a small army, told as bits: who is seen, in range, and has the stand in his.
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
            Some((id, self.p.cell(id)?, ours & bit != 0, theirs & bit != 0))
        })
    }

    /// Worth of a stand with its cargo.
    pub fn worth(&self, id: Id) -> f64 {
        self.worth[usize::from(id)]
    }

    /// Whether two stands would see each other from two squares.
    pub fn sees(&self, one: Id, from: Cell, other: Id, to: Cell) -> bool {
        let men = Men::at(is_afoot(self.p, one), is_afoot(self.p, other));
        if self.p.side(other) != self.side && self.p.cell(other) == Some(to) {
            let mut sights = self.memory().sights.borrow_mut();
            if let Some(number) = sights.number(other - self.first) {
                let index = self.p.battle.grid.index(from);
                return sights.sees(self.p, index, from, 1 << number, men) != 0;
            }
        }
        self.p.line_of_sight(from, to, men).is_ok()
    }

    /// Which of some enemies of a small army a stand would see from a square, all as bits.
    pub fn seen_of(&self, id: Id, from: Cell, index: usize, enemies: u64) -> u64 {
        let mut sights = self.memory().sights.borrow_mut();
        let afoot = is_afoot(self.p, id);
        sights.sees(self.p, index, from, enemies & self.afoot, Men::at(afoot, true))
            | sights.sees(self.p, index, from, enemies & !self.afoot, Men::at(afoot, false))
    }

    /// Which enemies of a small army are in range of a stand on a square, and which have the stand in theirs, as bits.
    pub fn masks_in_range(&self, id: Id, cell: Cell, index: usize) -> (u64, u64) {
        let theirs = || self.within(cell, |enemy| self.reach(enemy));
        (self.in_range(id, cell, index), self.memory().ranges.borrow_mut().theirs(index, theirs))
    }

    /// Which enemies of a small army are in range of a stand on a square, as bits.
    pub fn in_range(&self, id: Id, cell: Cell, index: usize) -> u64 {
        let reach = self.reach(id);
        self.memory().ranges.borrow_mut().ours(reach, index, || self.within(cell, |_| reach))
    }

    /// The enemies within so many inches of a square, as bits.
    fn within(&self, cell: Cell, reach: impl Fn(Id) -> u16) -> u64 {
        let near = self.enemies.iter().filter(|&&(enemy, at)| spotting::range(cell, at) <= reach(enemy));
        near.fold(0, |bits, &(enemy, _)| bits | self.bit(enemy))
    }

    /// What always shields a stand on a square, on either die.
    pub fn shelter(&self, id: Id, cell: Cell) -> i16 {
        let cover = self.cover_of(id, cell);
        cover.open + cover.concealing + cover.crest / 2
    }

    /// What shields a stand on a square.
    pub fn cover_of(&self, id: Id, cell: Cell) -> Cover {
        self.memory().lie.cover(self.p.battle.grid.index(cell), self.p.unit(id).is_personnel())
    }

    /// What a stand on a square and an enemy take of each other, as the enemy faces: whoever is in range.
    pub fn exchange(&self, id: Id, cell: Cell, enemy: Id, at: Cell, ours: bool, theirs: bool) -> Exchange {
        let p = self.p;
        let flank = self.is_flank_of(enemy, at, cell);
        let work_out = || {
            let mut exchange = Exchange::default();
            if ours {
                exchange.gain = self.strike(id, cell, enemy, at, false);
                if flank {
                    // Who has still to move will not keep showing its side.
                    let lasting = if squares::is_yet_to_move(p, enemy) { 0.35 } else { 0.8 };
                    exchange.gain += lasting * (self.strike(id, cell, enemy, at, true) - exchange.gain);
                }
            }
            if theirs {
                exchange.front = self.strike(enemy, at, id, cell, false);
                if p.unit(id).kind.armoured {
                    exchange.flank = self.strike(enemy, at, id, cell, true);
                }
            }
            exchange
        };
        let lie = &self.memory().lie;
        let grid = p.battle.grid;
        let here = lie.kind_of_cover(grid.index(cell), p.unit(id).is_personnel());
        let there = lie.kind_of_cover(grid.index(at), p.unit(enemy).is_personnel());
        let slope = p.level(cell).cmp(&p.level(at)) as i8 + 1;
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

    /// Whether fire from a square comes through the front of an enemy as it faces now.
    pub fn is_flank_of(&self, target: Id, to: Cell, from: Cell) -> bool {
        self.p.unit(target).kind.armoured && !arcs::in_front(self.p.stand(target).facing, to, from)
    }

    /// How much of a stand's fire bears in a direction as it faces: all round for turrets, little out of
    /// the arc of fixed guns, which must be turned first.
    pub fn bears(&self, firer: Id, from: Cell, to: Cell) -> f64 {
        let facing = self.p.stand(firer).facing;
        let fixed = self.barrels(firer).iter().any(|gun| gun.arc == Some(Traverse::Front));
        if fixed && !arcs::in_arc(facing, from, to) { 0.3 } else { 1.0 }
    }

    /// Whether all guns of a stand fire forward only.
    pub fn is_fixed_forward(&self, id: Id) -> bool {
        let guns = self.barrels(id);
        !guns.is_empty() && guns.iter().all(|gun| gun.arc == Some(Traverse::Front))
    }

    /// Batteries and rockets: they fire from where they are, and keep out of the way.
    pub fn is_battery(&self, id: Id) -> bool {
        self.p.unit(id).is_artillery()
    }

    /// Rockets: they are aimed by who sees the target himself.
    pub fn is_rockets(&self, id: Id) -> bool {
        self.barrels(id).iter().any(|gun| gun.usage == GunUse::Rocket)
    }

    /// How much of the battle is over, from 0 to 1.
    pub fn over(&self) -> f64 {
        f64::from(self.p.turn) / f64::from(self.p.battle.turns.max(1))
    }

    /// A stand that fights: armed, not a battery, not carrying the general.
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

/// How likely S lasts to the end of the battle for the stands of a side, so many turns before it (5.3).
fn suppression_lasts(p: &Position, side: Side, left: u8) -> f64 {
    let keeps = |_| 1.0 - f64::from((p.cohesion(side) - 4).clamp(1, 19)) / 20.0;
    (left == 0).then_some(()).map_or(0.0, keeps)
}

fn is_afoot(p: &Position, id: Id) -> bool {
    matches!(p.unit(id).arm, Arm::Infantry | Arm::Horses | Arm::Cavalry)
}

/// Which stands fight, by id: armed, no batteries, without the general; empty carriers only late in the battle.
fn fighters(p: &Position, weights: &Weights) -> Vec<bool> {
    let (mut laden, mut general) = (vec![false; p.stands.len()], vec![false; p.stands.len()]);
    for (id, stand) in p.stands.iter().enumerate() {
        let is_general = matches!(stand.role, Role::Ghq(_));
        general[id] |= is_general;
        if let Place::Aboard(carrier) = stand.place {
            laden[usize::from(carrier)] = true;
            general[usize::from(carrier)] |= is_general;
        }
    }
    let late = f64::from(p.turn) > weights.carriers * f64::from(p.battle.turns);
    let fights = |(id, unit): (usize, &Unit)| {
        let empty = unit.kind.class == Class::Carrier && !laden[id] && !late;
        !unit.is_unarmed() && !empty && !unit.is_artillery() && !general[id]
    };
    p.battle.units.iter().enumerate().map(fights).collect()
}
