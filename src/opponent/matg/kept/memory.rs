//! Cached results that one decision passes to the next.
//!
//! The cache never changes a decision. Each entry is an answer of the rules, or follows from such answers,
//! and is stored with everything it depends on. A decision first compares that with its own position and
//! drops entries that differ. With an empty cache the result is the same, only slower.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::board::Cell;
use crate::game::Side;
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::position::{Id, Position};

use super::queue::Queue;
use super::ranges::Ranges;
use super::sights::Sights;
use super::squares::Squares;
use super::step_costs::StepCosts;
use super::terrain_tables::{Changes, TerrainTables};
use crate::opponent::matg::movement::reach::Travels;
use crate::opponent::matg::movement::way::Way;
use crate::opponent::matg::planning::posture::Intention;
use crate::opponent::matg::value::strike::Barrel;
use crate::opponent::matg::weights::Weights;

/// The number of ways kept per side.
const WAYS: usize = 12;

thread_local! {
    /// A memory per side, so that no decision uses what only the other side can see.
    static KEPT: RefCell<[Option<Box<Memory>>; 2]> = const { RefCell::new([None, None]) };
}

/// A side's cache for one battle.
pub struct Memory {
    battle: Arc<Battle>,
    /// The weapons of every stand, by id.
    pub barrels: Vec<Vec<Barrel>>,
    /// The longest range of every stand, by id.
    pub reach: Vec<u16>,
    /// Cover and costs of the terrain.
    pub terrain_tables: TerrainTables,
    /// Movement costs of steps.
    pub inches: RefCell<StepCosts>,
    /// Lines of sight to the enemy.
    pub sights: RefCell<Sights>,
    /// Ranges between enemies and squares.
    pub ranges: RefCell<Ranges>,
    /// The value of squares.
    pub squares: RefCell<Squares>,
    /// The postures planned in the present phase.
    pub intentions: RefCell<Option<(Position, Weights, Vec<Intention>)>>,
    /// The squares that stands can reach.
    pub travels: RefCell<Travels>,
    queue: RefCell<Queue>,
    ways: RefCell<Vec<KeptWay>>,
}

/// A way with its movement class.
struct KeptWay {
    mode: Mode,
    way: Rc<Way>,
    /// Squares that have changed since; the way is updated for them when it is next used.
    stale: Vec<usize>,
}

impl Memory {
    /// Takes a side's memory, updated to the position.
    pub fn take_up(
        p: &Position,
        side: Side,
        enemies: &[(Id, Cell)],
        worth: &[f64],
        prize: (&[f64], f64),
    ) -> Box<Self> {
        let kept = KEPT.with_borrow_mut(|kept| kept[side.index()].take());
        let mut memory = match kept {
            Some(memory) if Arc::ptr_eq(&memory.battle, &p.battle) => memory,
            _ => Box::new(Self::new(p)),
        };
        let Changes { ground: changed, passage, sight } = memory.terrain_tables.mend(p);
        memory.ways.get_mut().iter_mut().for_each(|kept| kept.stale.extend(&passage));
        let rebuilt = memory.inches.get_mut().mend(p, &changed);
        memory.travels.get_mut().mend(p, side, &changed, rebuilt);
        let first = p.battle.army(side.other()).first;
        memory.sights.get_mut().mend(p, first, enemies, &sight);
        memory.ranges.get_mut().mend(p, enemies);
        memory.squares.get_mut().mend(p, side, (worth, prize), !changed.is_empty());
        memory
    }

    /// Hands it back for the side's next decision.
    pub fn lay_down(self: Box<Self>, side: Side) {
        KEPT.with_borrow_mut(|kept| kept[side.index()] = Some(self));
    }

    fn new(p: &Position) -> Self {
        let ids = 0..p.forces.stands.len() as Id;
        let barrels: Vec<Vec<Barrel>> = ids.map(|id| Barrel::of(p, id)).collect();
        let reach = |guns: &Vec<Barrel>| guns.iter().map(Barrel::reach).max().unwrap_or(0);
        Self {
            battle: Arc::clone(&p.battle),
            reach: barrels.iter().map(reach).collect(),
            barrels,
            terrain_tables: TerrainTables::default(),
            inches: RefCell::default(),
            sights: RefCell::default(),
            ranges: RefCell::default(),
            squares: RefCell::default(),
            intentions: RefCell::default(),
            travels: RefCell::default(),
            queue: RefCell::default(),
            ways: RefCell::default(),
        }
    }

    /// The way to the nearest of some squares over the present ground.
    pub fn way(&self, p: &Position, mode: Mode, to: &[Cell]) -> Rc<Way> {
        let mut ways = self.ways.borrow_mut();
        let grid = p.battle.grid;
        let place = ways.iter().position(|kept| kept.mode == mode && kept.way.to() == to);
        let way = match place.map(|place| ways.remove(place)) {
            Some(KeptWay { way, stale, .. }) if stale.is_empty() => way,
            kept => {
                let mut queue = self.queue.borrow_mut();
                let ground = (grid, &self.terrain_tables, mode);
                let others = ways.iter().chain(&kept).filter(|other| other.mode == mode);
                let effort = |other: &KeptWay| other.way.turns(to) + other.stale.len();
                let nearest = others.map(|other| (effort(other), other)).min_by_key(|&(effort, _)| effort);
                Rc::new(match nearest.filter(|(effort, _)| 3 * effort <= 2 * to.len()) {
                    Some((_, other)) => other.way.updated(ground, to, &other.stale, &mut queue),
                    None => Way::measured(ground, to, &mut queue),
                })
            }
        };
        ways.truncate(WAYS - 1);
        ways.insert(0, KeptWay { mode, way: Rc::clone(&way), stale: Vec::new() });
        way
    }
}
