//! Arrivals: airborne landings, reinforcements, and stands that deploy before the others.

use super::battle::Battle;
use super::stand::Id;
use crate::game::Side;
use crate::rules::matg::landings::airborne::Group;
use crate::rules::matg::landings::zones;

/// Stands that come onto the map during the battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Arrivals {
    /// The airborne groups, as in [`Battle::landings`] (8.10).
    pub groups: Vec<Group>,
    /// The landings before play are over.
    pub begun: bool,
    /// Stands that landed this turn and do not recover (8.10.2.3).
    pub landed: Vec<Id>,
    /// Battalions that lost their commander in the landing, until the end of a turn (8.10.1.4).
    pub orphans: Vec<(Side, u8)>,
    /// The GHQ was lost in the landing (8.10.1.4).
    pub headless: [bool; 2],
    /// Stands that deploy before the enemy records a landing zone, in order (8.10.1.2).
    pub vanguard: Vec<Id>,
    /// Zones whose route of arrival has been rolled, with that route (scenario).
    pub called: Vec<(u8, u8)>,
}

impl Arrivals {
    /// The arrivals still to come at the start of a battle.
    pub fn new(battle: &Battle) -> Self {
        Self {
            groups: battle.landings.iter().map(|landing| Group::of(landing, battle.turns)).collect(),
            begun: false,
            landed: Vec::new(),
            orphans: Vec::new(),
            headless: [false; 2],
            vanguard: Side::BOTH.into_iter().flat_map(|side| zones::deployed_before(battle, side)).collect(),
            called: Vec::new(),
        }
    }
}
