//! Limits on fire that a battle sets: a side that holds its fire, and off-map batteries with a few turns of
//! fire (scenario); smoke missions.

use crate::game::Side;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::missions::Stage;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::position::Id;
use crate::rules::matg::state::record::Record;

/// Smoke missions of a battery in a battle of so many turns: 30%, rounded down (7.4.7.2).
#[apply(rule, "7.4.7.2")]
pub fn smoke_missions(turns: u8) -> u8 {
    (turns as u16 * 3 / 10) as u8
}

impl Battle {
    /// The number of consecutive turns in which off-map batteries may fire; none if unlimited.
    pub fn window(&self, id: Id) -> Option<u8> {
        let unit = self.unit(id);
        self.windows[unit.side.index()].filter(|_| unit.off_map)
    }
}

/// Whether a side may not fire at all in a turn.
#[apply(rule, "battles: held fire")]
pub fn holds_fire(battle: &Battle, side: Side, turn: u8) -> bool {
    turn < battle.held_fire[side.index()]
}

/// Whether fire of an off-map battery in a turn fits its side's limit: turns with off-map fire so far,
/// turns plotted, and this one (S-131).
#[apply(rule, "battles: off-map window" if battle.window(id).is_some())]
pub fn is_in_window(battle: &Battle, record: &Record, id: Id, turn: u8) -> bool {
    let Some(window) = battle.window(id) else { return true };
    let side = battle.side(id);
    let begun = Some(record.shelled[side.index()]).filter(|&begun| begun > 0);
    let planned = record
        .missions_of(side)
        .filter(|m| m.stage != Stage::Registered && m.batteries.iter().any(|p| battle.unit(p.id).off_map));
    let (mut first, mut last) = (begun.unwrap_or(turn).min(turn), turn);
    for mission in planned {
        let from =
            if mission.stage == Stage::Falling { begun.unwrap_or(mission.arrival) } else { mission.arrival };
        (first, last) = (first.min(from), last.max(mission.last()));
    }
    last - first < window
}
