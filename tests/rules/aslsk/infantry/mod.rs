//! Infantry: leaders, rally, fire, movement, rout, advance and CC (1.2, 3), each test from a paragraph.

pub(super) mod close_combat;
mod defence;
mod fire;
mod movement;
mod quality;
mod rally;

use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;
use standto::rules::aslsk::turn::rally::Step;
use standto::side::Side;

use super::table::Table;

pub fn rally(table: &mut Table, step: Step) {
    table.position.turn.phase = Phase::Rally;
    table.position.turn.frames = vec![Frame::Rally(step, Side::A)];
}

fn broken(table: &mut Table, id: u8) {
    let unit = table.set(id);
    (unit.broken, unit.dm) = (true, false);
}
