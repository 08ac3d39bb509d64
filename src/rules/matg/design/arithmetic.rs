//! The sums of the designing chapter: what each side may spend, when a force breaks, how much ground is covered.
//!
//! Points are whole. A ratio of cohesion levels is rounded to hundredths, and what follows from it to the nearest
//! point, as the book does in its examples. The balance for determination is worked out without rounding between its
//! steps and rounded down, for a force may never exceed its points (G-25).

use crate::ledger::cited::applies;
use crate::rules::matg::state::battle::{Role, ScenarioKind, Unit};

/// The letter by which the chapter calls a type of battle.
pub const fn letter(kind: ScenarioKind) -> char {
    match kind {
        ScenarioKind::MeetingEngagement => 'A',
        ScenarioKind::ReconnaissanceInForce => 'B',
        ScenarioKind::HastyAttack => 'C',
        ScenarioKind::PreparedPosition => 'D',
        ScenarioKind::DelayingAction => 'E',
    }
}

/// The paragraph of a type.
const fn rule(kind: ScenarioKind) -> &'static str {
    match kind {
        ScenarioKind::MeetingEngagement => "design: 1A",
        ScenarioKind::ReconnaissanceInForce => "design: 1B",
        ScenarioKind::HastyAttack => "design: 1C",
        ScenarioKind::PreparedPosition => "design: 1D",
        ScenarioKind::DelayingAction => "design: 1E",
    }
}

/// How many turns a battle of a type has (design: 1).
pub fn turns(kind: ScenarioKind) -> u8 {
    applies("design: 1");
    applies(rule(kind));
    match kind {
        ScenarioKind::MeetingEngagement => 10,
        ScenarioKind::ReconnaissanceInForce | ScenarioKind::HastyAttack => 15,
        ScenarioKind::PreparedPosition | ScenarioKind::DelayingAction => 20,
    }
}

/// The attacker's base points for each of the defender's (design: 1).
pub const fn force_ratio(kind: ScenarioKind) -> u32 {
    match kind {
        ScenarioKind::MeetingEngagement | ScenarioKind::ReconnaissanceInForce => 1,
        ScenarioKind::HastyAttack => 2,
        ScenarioKind::PreparedPosition | ScenarioKind::DelayingAction => 3,
    }
}

/// A fraction to the nearest whole, halves up.
const fn nearest(over: u64, under: u64) -> u32 {
    ((2 * over + under) / (2 * under)) as u32
}

/// The cohesion level of the known force over that of the other, in hundredths (design: 6).
pub fn cohesion_ratio(known: u8, other: u8) -> u32 {
    applies("design: 6");
    nearest(100 * u64::from(known), u64::from(other.max(1)))
}

/// What the other side may spend, by the points of the known one and the levels of both: a defender a half or 33
/// hundredths of them, an attacker twice or three times as much (design: 6).
pub fn budget(points: u32, cohesion: [u8; 2], kind: ScenarioKind, attacks: bool) -> u32 {
    applies("design: 6");
    applies("design: 4.1");
    let even = nearest(u64::from(points) * u64::from(cohesion_ratio(cohesion[0], cohesion[1])), 100);
    let ratio = force_ratio(kind);
    match (attacks, ratio) {
        (true, ratio) => even * ratio,
        (false, 1) => even,
        (false, 2) => nearest(u64::from(even), 2),
        (false, _) => nearest(u64::from(even) * 33, 100),
    }
}

/// What is left to both sides after their bids for the edge, and whether the attacker chooses it; equal bids are left
/// to the dice (design: 5).
pub fn bids(points: u32, bids: [u32; 2]) -> ([u32; 2], Option<bool>) {
    applies("design: 5");
    let chooses = (bids[0] != bids[1]).then_some(bids[0] > bids[1]);
    (bids.map(|bid| points.saturating_sub(bid)), chooses)
}

/// What the attacker may spend where the sides bear different losses: by the defender's points, and the cohesion levels
/// and determination, in per cent, of attacker and defender (design: 6).
pub fn balanced(defender: u32, cohesion: [u8; 2], determination: [u8; 2], kind: ScenarioKind) -> u32 {
    applies("design: 6");
    let [own, his] = cohesion.map(u64::from);
    let [bears, he_bears] = determination.map(|level| u64::from(level.max(1)));
    let points = u64::from(defender) * he_bears * his * u64::from(force_ratio(kind));
    (points / (own.max(1) * bears)) as u32
}

/// What attacker and defender may spend: the defender by the base and both cohesion levels, the attacker the base, or,
/// where the sides bear different losses, what balances it (design: 6).
pub fn budgets(base: u32, cohesion: [u8; 2], determination: Option<[u8; 2]>, kind: ScenarioKind) -> [u32; 2] {
    let defender = budget(base, cohesion, kind, false);
    let attacker = determination.map_or(base, |levels| balanced(defender, cohesion, levels, kind));
    [attacker, defender]
}

/// What a stand counts for in the break point: armed stands one, an HQ two, a GHQ three (12.1.2).
pub fn combat_points(unit: &Unit) -> u32 {
    applies("12.1.2");
    match unit.role {
        Role::Ghq(_) => 3,
        Role::Hq => 2,
        Role::None => u32::from(!unit.is_unarmed()),
    }
}

/// The value of cards at which a force of so many combat points breaks (12.1.2).
pub fn break_point(points: u32, determination: u8) -> u32 {
    applies("12.1.2");
    nearest(u64::from(points) * u64::from(determination) * 7, 100)
}

/// How much of the ground is something (design: 3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Density {
    /// 2 x 2D6 per cent, sight to 40 inches.
    Open,
    /// 4 x 2D6 per cent, sight to 20 inches.
    Mixed,
    /// 7 x 2D6 per cent, sight to 10 inches.
    Closed,
}

impl Density {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Open, Self::Mixed, Self::Closed];

    /// Its name in a scenario.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Mixed => "mixed",
            Self::Closed => "closed",
        }
    }

    /// Per cent of the board with something on it, for a roll of two dice.
    pub fn percent(self, roll: u8) -> u32 {
        applies("design: 3");
        u32::from(roll)
            * match self {
                Self::Open => 2,
                Self::Mixed => 4,
                Self::Closed => 7,
            }
    }
}

/// Squares with something on them, of a board of so many (design: 3).
pub const fn covered(area: usize, percent: u32) -> usize {
    area * percent as usize / 100
}

/// Points that suit the width of a board in inches: a battalion for each foot, and one in reserve for two in line, at
/// the price of the book's own (design: 4, S-151).
pub fn point_base(width: u8) -> u32 {
    applies("design: 4");
    let inches = width as u32;
    750 * inches / 12
}
