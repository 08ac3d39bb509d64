//! The field as the deciding side finds it, counted once for a thought: who is where, what each is worth,
//! how far it fires, and what fire between two squares would do.

use crate::board::{self, Cell};
use crate::game::Side;
use crate::rules::matg::catalog::{Class, Traverse};
use crate::rules::matg::fire::{arcs, charts};
use crate::rules::matg::sight::spotting::{self, Men};
use crate::rules::matg::state::battle::{Arm, GunUse, Role, Unit};
use crate::rules::matg::state::position::{Id, Place, Position};

use super::errands::Errands;
use super::lie::Cover;
use super::memory::Memory;
use super::squares::{self, Exchange};
use super::weights::Weights;
use super::worth::{self, Hurt};

/// A gun, with what a quick estimate needs of it.
#[derive(Copy, Clone, Debug)]
pub struct Barrel {
    ap: Option<i16>,
    he: Option<i16>,
    ap_range: u16,
    he_range: u16,
    minimum: u16,
    arc: Option<Traverse>,
    usage: GunUse,
    /// Throws a turn: sections of a battery, and less than one for slow reloading.
    rate: f64,
}

/// What shields a target: what counts always, what conceals, and whether that hides it as well.
#[derive(Copy, Clone, Default)]
struct Shield {
    open: i16,
    concealing: i16,
    hides: bool,
}

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
        let worth = worth::of_all(p, weights);
        Self {
            p,
            side,
            weights,
            friends: p.on_board(side).collect(),
            memory: Some(Memory::take_up(p, side, &enemies, &worth)),
            worth,
            fighters: fighters(p, weights),
            afoot: small.fold(0, |bits, &(id, _)| bits | 1 << (id - first)),
            enemies,
            errands: Errands::of(p, side),
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

    fn cover_of(&self, id: Id, cell: Cell) -> Cover {
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

    /// The share of its worth a stand on `to` is expected to lose in a turn to the fire of another on
    /// `from`, given that it is seen. `flank`: through the side or rear of armour.
    pub fn strike(&self, firer: Id, from: Cell, target: Id, to: Cell, flank: bool) -> f64 {
        let p = self.p;
        let range = spotting::range(from, to);
        if range > self.reach(firer) {
            return 0.0;
        }
        let cover = self.cover_of(target, to);
        let shield = Shield {
            open: cover.open + if p.level(from) < p.level(to) { cover.crest } else { 0 },
            concealing: cover.concealing,
            hides: !board::adjacent(from, to) && !p.stand(target).fired,
        };
        let shares =
            self.barrels(firer).iter().map(|gun| self.throw(gun, firer, target, range, shield, flank));
        shares.fold(0.0, f64::max).min(1.0)
    }

    /// No stand loses more than this share to another in a turn, wherever the two are.
    pub fn strike_at_most(&self, firer: Id, target: Id) -> f64 {
        let bare = Shield::default();
        let shares = self.barrels(firer).iter();
        let shares = shares.map(|gun| self.throw(gun, firer, target, gun.minimum + 1, bare, true));
        shares.fold(0.0, f64::max).min(1.0)
    }

    /// The share that one gun takes in a turn, at so many inches.
    fn throw(&self, gun: &Barrel, firer: Id, target: Id, range: u16, shield: Shield, flank: bool) -> f64 {
        let p = self.p;
        let (unit, shooter) = (p.unit(target), p.stand(firer));
        let armoured = unit.kind.armoured;
        let (power, longest) = if armoured { (gun.ap, gun.ap_range) } else { (gun.he, gun.he_range) };
        let Some(power) = power else { return 0.0 };
        if range > longest || range <= gun.minimum || (armoured && shooter.depleted) {
            return 0.0;
        }
        let shell = matches!(gun.usage, GunUse::Artillery | GunUse::Rocket | GunUse::CloseSupport);
        let printed = i16::from(unit.kind.defence);
        let defence = if armoured && (shell || flank) { (printed + 1) / 2 } else { printed };
        let band = match gun.usage {
            GunUse::Standard => charts::range_modifier(range),
            GunUse::DualPurpose => charts::dual_purpose_range_modifier(range),
            _ => 0,
        };
        let need = p.cohesion(p.side(firer))
            - 4 * i16::from(shooter.suppressed)
            - 3 * i16::from(shooter.disorganized)
            - if shell { 0 } else { shield.open }
            - if shield.hides && !shell { shield.concealing } else { 0 };
        let chance = f64::from(need.clamp(1, 19)) / 20.0;
        let differential = power - defence;
        let on_chart = differential >= charts::LOWEST_DIFFERENTIAL;
        let suppressing = shell || (p.unit(firer).support && on_chart);
        let odds = worth::odds(differential, band + shield.open + shield.concealing, suppressing);
        let start = Hurt::from(p.states(target));
        gun.rate * self.harm(start.after(chance, &odds), start)
    }

    /// The share a stand would take from another in the open at so many inches.
    pub fn strike_at(&self, firer: Id, target: Id, inches: u16) -> f64 {
        let unit = self.p.unit(target);
        let armoured = unit.kind.armoured;
        let guns = self.barrels(firer).iter().filter_map(|gun| {
            let (power, longest) = if armoured { (gun.ap, gun.ap_range) } else { (gun.he, gun.he_range) };
            let printed = i16::from(unit.kind.defence);
            let defence = if unit.is_personnel() { printed / 2 } else { printed };
            let standard = matches!(gun.usage, GunUse::Standard | GunUse::DualPurpose);
            (standard && inches <= longest).then_some(power).flatten().map(|power| power - defence)
        });
        let Some(differential) = guns.max() else { return 0.0 };
        let odds = worth::odds(differential, charts::range_modifier(inches), false);
        let chance = f64::from(self.p.cohesion(self.p.side(firer)).clamp(1, 19)) / 20.0;
        let start = Hurt::from(self.p.states(target));
        self.harm(start.after(chance, &odds), start)
    }

    /// The share of its worth that a stand loses from one state to another.
    pub fn harm(&self, hurt: Hurt, start: Hurt) -> f64 {
        hurt.share(self.weights) - start.share(self.weights)
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

    fn barrels(&self, id: Id) -> &[Barrel] {
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

impl Barrel {
    /// The guns of a stand.
    pub fn of(p: &Position, id: Id) -> Vec<Self> {
        let unit = p.unit(id);
        let guns = unit.guns.iter().map(|(gun, usage)| {
            let slow = gun.notes.reload.map_or(1.0, |every| 1.0 / f64::from(every.max(1)));
            let sections = match usage {
                GunUse::Artillery | GunUse::Rocket => f64::from(unit.kind.sections.max(1)),
                _ => 1.0,
            };
            Self {
                ap: gun.ap.map(i16::from),
                he: gun.he.map(i16::from),
                ap_range: gun.ap_range,
                he_range: gun.he_range,
                minimum: gun.notes.minimum.map_or(0, u16::from),
                arc: gun.notes.restricted,
                usage: *usage,
                rate: slow * sections,
            }
        });
        guns.collect()
    }

    /// Its longest range.
    pub fn reach(&self) -> u16 {
        self.ap_range.max(self.he_range)
    }
}
