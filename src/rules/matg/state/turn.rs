//! The turn: its number and initiative, the stack of open decisions, and this phase's markers.

use super::battle::Battle;
use super::stand::Id;
use crate::board::Cell;
use crate::game::Side;
use crate::rules::matg::landings::zones;
use crate::rules::matg::turn::sequence::Frame;
use crate::rules::matg::turn::victory::OutcomeKind;

/// The turn that is being played.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// The turn, from 1.
    pub number: u8,
    /// The side with the initiative this turn.
    pub initiative: Side,
    /// Maximum sighting distance this turn, in inches (6.4.1, 9.6.3).
    pub sighting: u16,
    /// Open decisions: the top one decides now, the bottom one is the phase.
    pub stack: Vec<Frame>,
    /// Number of the last movement group formed this turn.
    pub groups: u8,
    /// Overruns made this phase: attacker, defender (8.7.1).
    pub overruns: Vec<(Id, Id)>,
    /// Wrecks of vehicles lost during an overrun, with the stand they were overrunning: they are placed once
    /// its overrun is over (8.7.7).
    pub fresh_wrecks: Vec<(Cell, Id)>,
    /// Close assaults declared this phase: assaulter, defender (8.8.2).
    pub assaults: Vec<(Id, Id)>,
    /// Vehicles that have fired and whose riders have yet to decide (12.5); empty between choices.
    pub startled: Vec<Id>,
    /// Fire in this fire phase, firer and target; kept if it matters (12.2.2).
    pub volleys: Vec<(Id, Id)>,
    /// Set once the game is over.
    pub outcome: Option<OutcomeKind>,
}

impl Turn {
    /// The start of a battle.
    pub fn new(battle: &Battle) -> Self {
        Self {
            number: 1,
            initiative: Side::A,
            sighting: battle.sighting,
            stack: zones::opening(battle),
            groups: 0,
            overruns: Vec::new(),
            fresh_wrecks: Vec::new(),
            assaults: Vec::new(),
            startled: Vec::new(),
            volleys: Vec::new(),
            outcome: None,
        }
    }
}
