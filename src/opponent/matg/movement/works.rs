//! Mines, wire, ditches and streams: works that open the way.

use crate::board::{self, Cell};
use crate::game::Side;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};

use super::way::FAR;
use crate::opponent::matg::planning::posture::Ways;
use crate::opponent::matg::value::danger::{Judge, Square};

/// The distance in inches at which an obstacle holds up a stand.
const NEAR: u16 = 12;

/// A stand does not work where it expects to lose this share of its worth in a turn.
const TOO_HOT: f64 = 0.35;

/// What a work brings.
#[derive(Copy, Clone, Debug)]
pub struct Labour {
    /// The number of friendly stands that it lets through.
    pub passed: f64,
    /// The share of its worth that the stand may lose at it.
    pub risk: f64,
}

impl Labour {
    fn gain(self) -> f64 {
        self.passed - self.risk
    }
}

/// The work that opens the way best.
pub fn labour(judge: &Judge<'_>, choices: &[Choice]) -> Option<Choice> {
    let works = labours(judge, choices).into_iter();
    let best = works.reduce(|best, other| if other.1.gain() > best.1.gain() { other } else { best });
    best.map(|(choice, _)| choice)
}

/// The works that gain something.
pub fn labours(judge: &Judge<'_>, choices: &[Choice]) -> Vec<(Choice, Labour)> {
    if judge.mood.push <= 0.0 || !choices.iter().any(|c| matches!(c, Choice::Work(..) | Choice::Bridge(..))) {
        return Vec::new();
    }
    let ways = Ways::new(judge.field);
    let weighed = |choice: &Choice| {
        let (tag, cell, bridge) = match *choice {
            Choice::Work(tag, cell) => (tag, cell, false),
            Choice::Bridge(tag, cell) => (tag, cell, true),
            _ => return None,
        };
        let labour = weigh(judge, &ways, judge.field.p.battle.find(tag)?, cell, bridge)?;
        (labour.gain() > 0.0).then_some((*choice, labour))
    };
    choices.iter().filter_map(weighed).collect()
}

/// What a work brings; `None` if the stand does better not to begin it.
fn weigh(judge: &Judge<'_>, ways: &Ways<'_>, id: Id, cell: Cell, bridge: bool) -> Option<Labour> {
    let field = judge.field;
    let p = field.p;
    let here = p.forces.cell(id)?;
    if is_laid_by(p, cell, field.side) {
        return None;
    }
    let Square { attack, danger, .. } = judge.square(id, here, Some(p.forces.stand(id).facing));
    // A stand with a good target fires instead.
    if danger > TOO_HOT * field.worth(id) || attack > field.weights.toil * field.worth(id) {
        return None;
    }
    let held_up = field.friends.iter().filter(|&&(other, at)| {
        if !field.is_fighter(other) || !board::within(at, cell, NEAR) {
            return false;
        }
        let way = ways.of(p, other);
        let over = Cell::new(
            2 * cell.x - at.x.clamp(cell.x - 1, cell.x + 1),
            2 * cell.y - at.y.clamp(cell.y - 1, cell.y + 1),
        );
        if !p.battle.grid.contains(over) || way.from(over) >= FAR {
            return false;
        }
        // Water is impassable until it is bridged; the way counts other obstacles as slow.
        let saved = way.from(at) - way.from(over);
        if bridge { way.from(at) >= FAR || saved > 40 } else { saved > 16 }
    });
    Some(Labour { passed: held_up.count() as f64, risk: danger / field.worth(id).max(1.0) })
}

/// Whether a marker on a square was laid by a side.
fn is_laid_by(p: &Position, cell: Cell, side: Side) -> bool {
    p.battle.markers.iter().any(|marker| marker.cell == cell && marker.owner == side)
}

/// The loss of value from halting among enemy obstacles.
pub fn hindrance(p: &Position, id: Id, cell: Cell) -> f64 {
    let ground = p.field.ground_at(cell);
    let mined =
        ground.has(Terrain::Minefield) && p.field.mine_at(cell).is_some_and(|m| m.owner != p.battle.side(id));
    let engineer = p.battle.unit(id).engineer;
    let wired = ground.has(Terrain::BarbedWire) && !engineer;
    let ditched = ground.has(Terrain::Ditch) && !ground.has(Terrain::EngineerBridge);
    if mined {
        if engineer { 1.0 } else { 5.0 }
    } else if wired || ditched {
        2.0
    } else {
        0.0
    }
}
