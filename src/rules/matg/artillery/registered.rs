//! 12.12: missions registered in play, after fire on target.

use std::sync::Arc;

use super::missions::{Kind, Mission, Stage};
use crate::game::{Event, Log, Side, Tone};
use crate::rules::matg::state::battle::{Battle, Optional};
use crate::rules::matg::state::record::Record;

impl Record {
    /// Whether the same fire of the same batteries is registered already.
    fn is_registered(&self, mission: &Mission) -> bool {
        let same = |line: &Mission| {
            line.stage == Stage::Registered
                && line.aim == mission.aim
                && (line.toward, line.smoke) == (mission.toward, mission.smoke)
                && line.batteries == mission.batteries
        };
        self.missions_of(mission.side).any(same)
    }

    /// The missions from which others may be adjusted (7.6.2.3): pre-registered ones, not those registered in
    /// play.
    pub(super) fn adjustable(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        let before =
            move |target: &u8| self.registered(side, *target).any(|line| line.kind == Kind::PreRegistered);
        self.targets(side).filter(before)
    }
}

/// Registers a support or adjusted mission that fell on target, so that it may be called again like a
/// pre-registered one (12.12, S-145).
pub(super) fn register(battle: &Battle, record: &mut Record, mission: &Mission, log: &mut Log) {
    let fit = matches!(mission.kind, Kind::Support | Kind::Adjusted) && mission.shift.is_none();
    if !fit || !battle.plays(Optional::RegisteredMissions) || record.is_registered(mission) {
        return;
    }
    let side = mission.side;
    let (Some(number), names) = (record.free_line(side), &record.targets[side.index()]) else {
        return;
    };
    let Ok(target) = u8::try_from(names.len() + 1) else { return };
    let name = format!("R{target} {}", mission.aim);
    let names: Vec<String> = names.iter().cloned().chain([name.clone()]).collect();
    record.targets[side.index()] = Arc::from(names);
    record.missions.push(Mission {
        number,
        kind: Kind::Registered,
        target,
        stage: Stage::Registered,
        arrival: 0,
        duration: 1,
        polar: None,
        ..mission.clone()
    });
    log.add(|| {
        let whose = match (mission.number, mission.lead()) {
            // A battery added to a mission has a sheaf of its own (S-26).
            (0, Some(piece)) => battle.who(piece.id),
            (number, _) => format!("mission {number}"),
        };
        let text = format!("Registered as {name}: the fire of {whose}");
        Event::new(Tone::Success, side, text, "12.12").at([mission.aim]).only(side)
    });
}
