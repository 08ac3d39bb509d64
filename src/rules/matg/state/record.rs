//! The Artillery Fire Mission Records of both sides, their observers, and the shells that fall (7.6).

use std::sync::Arc;

use super::battle::Battle;
use super::stand::Id;
use crate::board::Cell;
use crate::rules::matg::artillery::missions::Mission;
use crate::rules::matg::artillery::observers::Observer;
use crate::rules::matg::ground::terrain::Terrain;

/// Artillery missions and markers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    /// Squares under artillery fire this turn, with the battery and gun (7.4.2.2).
    pub impacts: Vec<Impact>,
    /// Names of each side's pre-registered missions, numbered from 1 (7.6.2.2).
    pub targets: [Arc<[String]>; 2],
    /// The missions of both sides (7.6.3).
    pub missions: Vec<Mission>,
    /// Forward observers and their hosts (7.6.4.1).
    pub observers: Vec<Observer>,
    /// The first turn in which each side's off-map batteries fired, 0 for none yet; kept if their turns are
    /// limited (scenario).
    pub shelled: [u8; 2],
}

/// One impact or smoke marker.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Impact {
    /// Its square.
    pub cell: Cell,
    /// The battery.
    pub battery: Id,
    /// Its gun.
    pub gun: u8,
    /// Smoke, not high explosive (7.4.7).
    pub smoke: bool,
    /// Part of a barrage, at +2 to the attack die (7.6.2.4).
    pub barrage: bool,
    /// The line of its side's mission record, 0 for direct fire.
    pub mission: u8,
    /// Its battery rolled a natural 1 to fire this turn (12.2.1).
    pub hot: bool,
}

impl Impact {
    /// The terrain row of the marker.
    pub const fn terrain(&self) -> Terrain {
        if self.smoke { Terrain::Smoke } else { Terrain::ImpactZone }
    }
}

impl Record {
    /// The records at the start of a battle.
    pub fn new(battle: &Battle) -> Self {
        Self {
            impacts: Vec::new(),
            targets: battle.targets.each_ref().map(|names| Arc::from(&names[..])),
            missions: battle.missions.clone(),
            observers: battle.observers(),
            shelled: [0; 2],
        }
    }
}
