//! The formulas of the scenario design chapter: budgets and terrain density.
//!
//! Points are whole numbers. A cohesion ratio is rounded to hundredths and its results to the nearest point,
//! as in the rulebook's examples. The adjustment for determination is not rounded between its steps, only
//! rounded down at the end, because a force may never exceed its points (G-25).

use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::state::battle::ScenarioKind;

/// The letter of a type of battle in the rulebook.
pub const fn letter(kind: ScenarioKind) -> char {
    match kind {
        ScenarioKind::MeetingEngagement => 'A',
        ScenarioKind::ReconnaissanceInForce => 'B',
        ScenarioKind::HastyAttack => 'C',
        ScenarioKind::PreparedPosition => 'D',
        ScenarioKind::DelayingAction => 'E',
    }
}

/// The rule section of a type.
const fn rule(kind: ScenarioKind) -> &'static str {
    match kind {
        ScenarioKind::MeetingEngagement => "design: 1A",
        ScenarioKind::ReconnaissanceInForce => "design: 1B",
        ScenarioKind::HastyAttack => "design: 1C",
        ScenarioKind::PreparedPosition => "design: 1D",
        ScenarioKind::DelayingAction => "design: 1E",
    }
}

/// The length of a battle of this type in turns (design: 1).
#[apply(rule, "design: 1")]
pub fn turns(kind: ScenarioKind) -> u8 {
    applies(rule(kind));
    match kind {
        ScenarioKind::MeetingEngagement => 10,
        ScenarioKind::ReconnaissanceInForce | ScenarioKind::HastyAttack => 15,
        ScenarioKind::PreparedPosition | ScenarioKind::DelayingAction => 20,
    }
}

/// The attacker's base points per point of the defender's (design: 1).
pub const fn force_ratio(kind: ScenarioKind) -> u32 {
    match kind {
        ScenarioKind::MeetingEngagement | ScenarioKind::ReconnaissanceInForce => 1,
        ScenarioKind::HastyAttack => 2,
        ScenarioKind::PreparedPosition | ScenarioKind::DelayingAction => 3,
    }
}

/// A fraction rounded to the nearest whole number, halves up.
const fn nearest(over: u64, under: u64) -> u32 {
    ((2 * over + under) / (2 * under)) as u32
}

/// The known force's cohesion level divided by the other's, in hundredths (design: 6).
#[apply(rule, "design: 6")]
pub fn cohesion_ratio(known: u8, other: u8) -> u32 {
    nearest(100 * u64::from(known), u64::from(other.max(1)))
}

/// The other side's budget, from the known side's points and both cohesion levels: a half or 0.33 of them for
/// a defender, two or three times as much for an attacker (design: 6).
#[apply(rule, "design: 6", "design: 4.1")]
pub fn budget(points: u32, cohesion: [u8; 2], kind: ScenarioKind, attacks: bool) -> u32 {
    let even = nearest(u64::from(points) * u64::from(cohesion_ratio(cohesion[0], cohesion[1])), 100);
    let ratio = force_ratio(kind);
    match (attacks, ratio) {
        (true, ratio) => even * ratio,
        (false, 1) => even,
        (false, 2) => nearest(u64::from(even), 2),
        (false, _) => nearest(u64::from(even) * 33, 100),
    }
}

/// Each side's points after the bids for the map edge, and whether the attacker chooses it; equal bids are
/// decided by the dice (design: 5).
#[apply(rule, "design: 5")]
pub fn bids(points: u32, bids: [u32; 2]) -> ([u32; 2], Option<bool>) {
    let chooses = (bids[0] != bids[1]).then_some(bids[0] > bids[1]);
    (bids.map(|bid| points.saturating_sub(bid)), chooses)
}

/// The attacker's budget when determination levels differ, from the defender's points and the cohesion and
/// determination levels (percentages) of attacker and defender (design: 6).
#[apply(rule, "design: 6")]
pub fn balanced(defender: u32, cohesion: [u8; 2], determination: [u8; 2], kind: ScenarioKind) -> u32 {
    let [own, his] = cohesion.map(u64::from);
    let [bears, he_bears] = determination.map(|level| u64::from(level.max(1)));
    let points = u64::from(defender) * he_bears * his * u64::from(force_ratio(kind));
    (points / (own.max(1) * bears)) as u32
}

/// The budgets of attacker and defender: the defender's from the base points and both cohesion levels; the
/// attacker's is the base or, if determination levels differ, what balances it (design: 6).
pub fn budgets(base: u32, cohesion: [u8; 2], determination: Option<[u8; 2]>, kind: ScenarioKind) -> [u32; 2] {
    let defender = budget(base, cohesion, kind, false);
    let attacker = determination.map_or(base, |levels| balanced(defender, cohesion, levels, kind));
    [attacker, defender]
}

/// Terrain density (design: 3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Density {
    /// 2D6 x 2%, sight to 40 inches.
    Open,
    /// 2D6 x 4%, sight to 20 inches.
    Mixed,
    /// 2D6 x 7%, sight to 10 inches.
    Closed,
}

impl Density {
    /// All densities.
    pub const ALL: [Self; 3] = [Self::Open, Self::Mixed, Self::Closed];

    /// Its keyword in a scenario.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Mixed => "mixed",
            Self::Closed => "closed",
        }
    }

    /// Percentage of the board covered by terrain, for a roll of 2D6.
    #[apply(rule, "design: 3")]
    pub fn percent(self, roll: u8) -> u32 {
        u32::from(roll)
            * match self {
                Self::Open => 2,
                Self::Mixed => 4,
                Self::Closed => 7,
            }
    }
}

/// Squares covered by terrain, on a board of this area (design: 3).
pub const fn covered(area: usize, percent: u32) -> usize {
    area * percent as usize / 100
}

/// Suitable points for a board of this width in inches: a battalion per foot, plus one in reserve for every
/// two in line, at the price of the one in the rulebook (design: 4, S-151).
#[apply(rule, "design: 4")]
pub fn point_base(width: u8) -> u32 {
    let inches = width as u32;
    750 * inches / 12
}
