//! What one thought leaves to the next.
//!
//! Nothing here changes what is thought. Each piece is what the rules answer, or what was worked out from
//! them, kept together with all that it was made of; a thought begins by comparing that with its own
//! position and forgets whatever differs. So a thought is the same with an empty memory, only slower.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::board::Cell;
use crate::game::Side;
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::position::{Id, Position};

use super::field::Barrel;
use super::inches::Inches;
use super::lie::Lie;
use super::plan::Way;
use super::posture::Wish;
use super::queue::Queue;
use super::sights::Sights;
use super::squares::Squares;

/// Ways kept for a side.
const WAYS: usize = 12;

thread_local! {
    /// A memory for each side, so that no side's thought rests on what the other's eyes have seen.
    static KEPT: RefCell<[Option<Box<Memory>>; 2]> = const { RefCell::new([None, None]) };
}

/// How it is gone, where to, and the way.
type KeptWay = (Mode, Vec<Cell>, Rc<Way>);

/// What a side's thoughts keep in one battle.
pub struct Memory {
    battle: Arc<Battle>,
    /// Guns of every stand, by id.
    pub barrels: Vec<Vec<Barrel>>,
    /// Longest range of every stand, by id.
    pub reach: Vec<u16>,
    /// Cover and costs of the ground.
    pub lie: Lie,
    /// What inches cost.
    pub inches: RefCell<Inches>,
    /// Lines of sight to the enemy.
    pub sights: RefCell<Sights>,
    /// What squares are worth.
    pub squares: RefCell<Squares>,
    /// Postures of the phase that is being played.
    pub wishes: RefCell<Option<(Position, Vec<Wish>)>>,
    /// Room for a search of ways, empty between two.
    pub waiting: RefCell<Vec<Vec<u16>>>,
    queue: RefCell<Queue>,
    ways: RefCell<Vec<KeptWay>>,
}

impl Memory {
    /// Takes a side's memory up, with the position taken in.
    pub fn take_up(p: &Position, side: Side, enemies: &[(Id, Cell)], worth: &[f64]) -> Box<Self> {
        let kept = KEPT.with_borrow_mut(|kept| kept[side.index()].take());
        let mut memory = match kept {
            Some(memory) if Arc::ptr_eq(&memory.battle, &p.battle) => memory,
            _ => Box::new(Self::new(p)),
        };
        let changed = memory.lie.mend(p);
        if !changed.is_empty() {
            memory.ways.get_mut().clear();
        }
        memory.inches.get_mut().mend(p, &changed);
        let first = p.battle.army(side.other()).first;
        memory.sights.get_mut().mend(p, first, enemies, &changed);
        memory.squares.get_mut().mend(p, side, worth, !changed.is_empty());
        memory
    }

    /// Lays it down for the next thought of the side.
    pub fn lay_down(self: Box<Self>, side: Side) {
        KEPT.with_borrow_mut(|kept| kept[side.index()] = Some(self));
    }

    fn new(p: &Position) -> Self {
        let ids = 0..p.stands.len() as Id;
        let barrels: Vec<Vec<Barrel>> = ids.map(|id| Barrel::of(p, id)).collect();
        let reach = |guns: &Vec<Barrel>| guns.iter().map(Barrel::reach).max().unwrap_or(0);
        Self {
            battle: Arc::clone(&p.battle),
            reach: barrels.iter().map(reach).collect(),
            barrels,
            lie: Lie::default(),
            inches: RefCell::default(),
            sights: RefCell::default(),
            squares: RefCell::default(),
            wishes: RefCell::default(),
            waiting: RefCell::default(),
            queue: RefCell::default(),
            ways: RefCell::default(),
        }
    }

    /// The way to the nearest of some squares over the ground as it was taken in.
    pub fn way(&self, p: &Position, mode: Mode, seeds: &[Cell]) -> Rc<Way> {
        let mut ways = self.ways.borrow_mut();
        let kept = ways.iter().position(|(its, to, _)| *its == mode && to == seeds);
        let way = match kept {
            Some(place) => ways.remove(place),
            None => {
                let mut queue = self.queue.borrow_mut();
                let way = Way::measured(p.battle.grid, &self.lie, mode, seeds, &mut queue);
                (mode, seeds.to_vec(), Rc::new(way))
            }
        };
        let found = Rc::clone(&way.2);
        ways.truncate(WAYS - 1);
        ways.insert(0, way);
        found
    }
}
