//! The command of both sides: orders left, headquarters lost, cohesion, and the cards of their forces.

use super::battle::{Battle, MOST_FORCES};
use super::stand::Id;
use crate::game::Side;
use crate::rules::matg::command::hand::{self, Hand};
use crate::rules::matg::turn::rising;

/// The state of command.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Command {
    /// Movement orders left this turn, by side and force (8.2.1).
    pub orders: [[u8; MOST_FORCES]; 2],
    /// Headquarters lost and not yet replaced (10.1.7).
    pub vacancies: Vec<Vacancy>,
    /// The cards of each force; empty without force determination (12.1).
    pub hands: Vec<Hand>,
    /// How far the cohesion of each side's first forces is below its level (scenario).
    pub unready: [u8; 2],
    /// How far surprise still lowers the cohesion level of each side (8.10.1.5).
    pub lowered: [u8; 2],
}

/// A vacant command.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Vacancy {
    /// The side that lost it.
    pub side: Side,
    /// Whether it is the GHQ.
    pub ghq: bool,
    /// The force that it commanded or belonged to.
    pub force: u8,
    /// The named successor, once there is one.
    pub heir: Option<Id>,
}

impl Command {
    /// The state of command at the start of a battle.
    pub fn new(battle: &Battle) -> Self {
        Self {
            orders: [[0; MOST_FORCES]; 2],
            vacancies: Vec::new(),
            hands: hand::hands(battle),
            unready: rising::unready(battle),
            lowered: battle.under_way.lowered,
        }
    }
}
