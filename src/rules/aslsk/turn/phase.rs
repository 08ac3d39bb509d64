//! The phases of a Player Turn (3).

/// The eight phases of a Player Turn (3).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// 3.1
    Rally,
    /// 3.2
    PrepFire,
    /// 3.3
    Movement,
    /// 3.4
    DefensiveFire,
    /// 3.5
    AdvancingFire,
    /// 3.6
    Rout,
    /// 3.7
    Advance,
    /// 3.8
    CloseCombat,
}

impl Phase {
    /// In the Sequence of Play.
    pub const ALL: [Phase; 8] = [
        Phase::Rally,
        Phase::PrepFire,
        Phase::Movement,
        Phase::DefensiveFire,
        Phase::AdvancingFire,
        Phase::Rout,
        Phase::Advance,
        Phase::CloseCombat,
    ];

    /// The abbreviation of the rulebook.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Rally => "RPh",
            Phase::PrepFire => "PFPh",
            Phase::Movement => "MPh",
            Phase::DefensiveFire => "DFPh",
            Phase::AdvancingFire => "AFPh",
            Phase::Rout => "RtPh",
            Phase::Advance => "APh",
            Phase::CloseCombat => "CCPh",
        }
    }

    /// The word for it in scenario files and digests.
    pub const fn key(self) -> &'static str {
        match self {
            Phase::Rally => "rally",
            Phase::PrepFire => "prep fire",
            Phase::Movement => "movement",
            Phase::DefensiveFire => "defensive fire",
            Phase::AdvancingFire => "advancing fire",
            Phase::Rout => "rout",
            Phase::Advance => "advance",
            Phase::CloseCombat => "close combat",
        }
    }

    /// Its section of the rulebook.
    pub const fn rule(self) -> &'static str {
        match self {
            Phase::Rally => "3.1",
            Phase::PrepFire => "3.2.5",
            Phase::Movement => "3.3",
            Phase::DefensiveFire => "3.4",
            Phase::AdvancingFire => "3.5",
            Phase::Rout => "3.6",
            Phase::Advance => "3.7",
            Phase::CloseCombat => "3.8",
        }
    }
}
