//! The value of squares and the exchanges between stands, kept until a stand concerned changes.

use crate::board::{Cell, Compass};
use crate::game::Side;
use crate::rules::matg::command::cohesion;
use crate::rules::matg::state::position::{Id, Position};

use crate::opponent::matg::value::danger::Square;

/// The number of exchanges kept, a power of two.
const EXCHANGES: usize = 1 << 13;

/// Everything about a stand that affects fire at it and by it.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Figure {
    id: Id,
    cell: Option<Cell>,
    facing: Compass,
    states: u8,
    to_move: bool,
    worth: f64,
}

impl Figure {
    fn of(p: &Position, id: Id, worth: f64) -> Self {
        let stand = p.forces.stand(id);
        Self {
            id,
            cell: p.forces.cell(id),
            facing: stand.facing,
            states: states(p, id),
            to_move: is_yet_to_move(p, id),
            worth,
        }
    }
}

/// The states of a stand that affect its fire or fire at it, as bits.
pub fn states(p: &Position, id: Id) -> u8 {
    let stand = p.forces.stand(id);
    [stand.suppressed, stand.disorganized, stand.depleted, stand.fired]
        .iter()
        .rev()
        .fold(0, |bits, &is| 2 * bits + u8::from(is))
}

/// Whether a stand has still to move this turn.
pub fn is_yet_to_move(p: &Position, id: Id) -> bool {
    use crate::rules::matg::state::choice::Posture;
    let stand = p.forces.stand(id);
    stand.posture != Posture::Fire && !stand.moved && !stand.pinned
}

/// The expected exchange between a stand and an enemy, as shares of their worth.
#[derive(Copy, Clone, Default, Debug)]
pub struct Exchange {
    /// The enemy's loss.
    pub gain: f64,
    /// The stand's own loss through its front.
    pub front: f64,
    /// The stand's own loss through its side.
    pub flank: f64,
}

/// The value of a square, and what it was worked out from.
#[derive(Copy, Clone, Default)]
pub struct Entry {
    stamp: u32,
    /// Enemies in range of the stand.
    pub ours: u64,
    /// Enemies with the stand in range.
    pub theirs: u64,
    /// Those of them in sight.
    seen: u64,
    /// The number of stands that share the fire of each, packed.
    shared: u64,
    square: Square,
}

/// The entries of one stand.
struct Sheet {
    figure: Figure,
    scene: u32,
    stamp: u32,
    entries: Vec<Entry>,
}

/// The squares and exchanges known so far.
#[derive(Default)]
pub struct Squares {
    figures: Vec<Figure>,
    /// Counts changes of enemy stands and ground.
    scene: u32,
    cohesion: [i16; 2],
    /// The part of each stand's worth that comes from blocking victory, and the chance that S lasts.
    prize: (Vec<f64>, f64),
    sheets: Vec<Option<Sheet>>,
    exchanges: Vec<(u64, Exchange)>,
}

impl Squares {
    /// Updates to a position. `ground`: whether some terrain is new.
    pub fn mend(&mut self, p: &Position, side: Side, (worth, prize): (&[f64], (&[f64], f64)), ground: bool) {
        let enemy = p.battle.ids(side.other()).map(|id| (id, p.forces.cell(id)));
        let present = enemy.filter(|(_, cell)| cell.is_some()).map(|(id, _)| id);
        let figures: Vec<Figure> = present.map(|id| Figure::of(p, id, worth[usize::from(id)])).collect();
        let cohesion = Side::BOTH.map(|side| cohesion::level(&p.battle, &p.now, &p.command, side));
        let is_prized_alike = self.prize.0 == prize.0 && self.prize.1.to_bits() == prize.1.to_bits();
        if self.exchanges.is_empty() || self.cohesion != cohesion || !is_prized_alike {
            self.prize = (prize.0.to_vec(), prize.1);
            self.scene += 1;
            self.exchanges = vec![(0, Exchange::default()); EXCHANGES];
        }
        if ground || self.figures != figures || self.cohesion != cohesion {
            self.scene += 1;
        }
        (self.figures, self.cohesion) = (figures, cohesion);
        self.sheets.resize_with(p.forces.stands.len(), || None);
        let scene = self.scene;
        for id in p.battle.ids(side) {
            // Its own square and facing do not matter: it is weighed on other squares.
            let figure = Figure::of(p, id, worth[usize::from(id)]);
            let figure = Figure { cell: None, facing: Compass::N, to_move: false, ..figure };
            let sheet = self.sheets[usize::from(id)].get_or_insert_with(|| Sheet {
                figure,
                scene,
                stamp: 1,
                entries: Vec::new(),
            });
            if sheet.figure != figure || sheet.scene != scene {
                sheet.stamp += 1;
                (sheet.figure, sheet.scene) = (figure, scene);
            }
        }
    }

    /// The entry of a square for a friendly stand, and the present stamp.
    pub fn entry(&mut self, id: Id, index: usize, area: usize) -> Option<(u32, &mut Entry)> {
        let sheet = self.sheets[usize::from(id)].as_mut()?;
        if sheet.entries.is_empty() {
            sheet.entries = vec![Entry::default(); area];
        }
        Some((sheet.stamp, &mut sheet.entries[index]))
    }

    /// An exchange by its key, worked out on first use. The key holds all that it depends on.
    pub fn exchange(&mut self, key: u64, work_out: impl FnOnce() -> Exchange) -> Exchange {
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 51) as usize;
        let kept = &mut self.exchanges[place];
        if kept.0 != key {
            *kept = (key, work_out());
        }
        kept.1
    }
}

impl Entry {
    /// Whether the ranges have this stamp.
    pub const fn is_of(&self, stamp: u32) -> bool {
        self.stamp == stamp
    }

    /// Starts an entry with the enemies in range.
    pub fn begin(&mut self, stamp: u32, ours: u64, theirs: u64) {
        *self = Self { stamp, ours, theirs, ..Self::default() };
    }

    /// The square, if the same enemies are in sight and share their fire alike; `shared` is never 0.
    pub fn square(&self, seen: u64, shared: u64) -> Option<Square> {
        (self.seen == seen && self.shared == shared).then_some(self.square)
    }

    /// Stores a square.
    pub fn keep(&mut self, seen: u64, shared: u64, square: Square) {
        (self.seen, self.shared, self.square) = (seen, shared, square);
    }
}
