//! A force's combat points, its determination level (12.1.9) and the break point that follows (12.1.2).

use crate::ledger::cited::{apply, rule};
use crate::rules::matg::catalog::Nation;
use crate::rules::matg::state::battle::{Role, ScenarioKind, Unit};

/// The unmodified determination level, as a percentage (12.1.2).
pub const BASE: u8 = 35;

/// A force and its mission.
#[derive(Copy, Clone, Debug)]
pub struct Situation {
    /// The type of battle.
    pub kind: ScenarioKind,
    /// Whether it attacks; in a meeting engagement both do.
    pub attacks: bool,
    /// Its nation.
    pub nation: Nation,
    /// Year and month.
    pub date: (u16, u8),
    /// In North Africa.
    pub africa: bool,
    /// On a Pacific island.
    pub island: bool,
    /// US Marines.
    pub marines: bool,
    /// Green troops or militia.
    pub green: bool,
    /// Starts below 75% of its establishment.
    pub worn: bool,
    /// The enemy has tanks.
    pub faces_tanks: bool,
}

/// The determination level as a percentage, with all applicable modifiers of 12.1.9.
#[apply(rule, "12.1.9")]
pub fn level(force: &Situation) -> u8 {
    let Situation { kind, attacks, nation, date, .. } = *force;
    let offence = attacks || kind == ScenarioKind::MeetingEngagement;
    let soviet = nation == Nation::SovietUnion;
    let modifiers: [(bool, i16); 15] = [
        (!attacks && kind == ScenarioKind::PreparedPosition, 5),
        (kind == ScenarioKind::MeetingEngagement, -5),
        (attacks && kind == ScenarioKind::ReconnaissanceInForce, -5),
        (force.worn, -10),
        (force.green && offence, -10),
        (force.faces_tanks && matches!(date.0, 1939 | 1940), -10),
        (nation == Nation::UnitedStates && force.africa && date.0 == 1942, -5),
        (nation == Nation::Italy && offence, -5),
        (soviet && date < (1941, 9), -10),
        (soviet && !offence && date >= (1941, 11), 5),
        (soviet && date.0 == 1944, 5),
        (soviet && date.0 == 1945, 10),
        (force.marines && nation == Nation::UnitedStates, 10),
        (nation == Nation::Japan, 10),
        (nation == Nation::Japan && force.island, 5),
    ];
    let sum: i16 = modifiers.iter().filter(|(holds, _)| *holds).map(|(_, points)| points).sum();
    (i16::from(BASE) + sum).clamp(5, 95) as u8
}

/// The combat points of a stand for the break point: armed stands one, an HQ two, a GHQ three (12.1.2).
#[apply(rule, "12.1.2")]
pub fn combat_points(unit: &Unit) -> u32 {
    match unit.role {
        Role::Ghq(_) => 3,
        Role::Hq => 2,
        Role::None => u32::from(!unit.is_unarmed()),
    }
}

/// The total value of cards at which a force with this many combat points breaks (12.1.2).
#[apply(rule, "12.1.2")]
pub fn break_point(points: u32, determination: u8) -> u32 {
    (points * u32::from(determination) * 7 + 50) / 100
}
