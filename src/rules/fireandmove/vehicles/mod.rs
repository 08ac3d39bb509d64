//! Vehicles (63 to 73): each is a group of its own, represented by its crew.

pub(crate) mod assault;
pub(in crate::rules::fireandmove) mod damage;
pub(in crate::rules::fireandmove) mod driving;
pub(super) mod orders;
pub(in crate::rules::fireandmove) mod overrun;
pub(in crate::rules::fireandmove) mod transport;

use crate::board::Compass;
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::catalog::tables::Vehicle;
use crate::rules::fireandmove::state::{Fig, Forces, Gid, Standing};

pub(super) use assault::assault_end;
pub(super) use driving::Drive;
pub(super) use overrun::Riposte;
pub(super) use transport::touches;

/// A vehicle in play.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Machine {
    /// Its card: an index into [`Battle::vehicles`].
    pub card: u8,
    /// The direction its turret faces.
    pub turret: Compass,
    /// It is buttoned up (69.2).
    pub buttoned: bool,
    /// Commanders killed.
    pub commanders: u8,
    /// The stun marker: 0, 3 or 6 (67.7).
    pub stun: u8,
    /// The value of the rally cards set aside on it.
    pub rallied: u8,
    /// It cannot move again (67.8).
    pub immobilised: bool,
    /// Bogged: the printed number of the ground, and a flag for wire (64.2).
    pub bogged: Option<(i8, bool)>,
    /// Bogged at the near end: another test when it moves on (64.3).
    pub again: bool,
    /// It cannot be freed (64.4).
    pub mired: bool,
    /// Its main weapon was fired this turn (66.2).
    pub main_used: bool,
    /// Its machine guns were fired this turn.
    pub mg_used: bool,
    /// The machine gun on top was fired this turn (86).
    pub pintle_used: bool,
}

impl Machine {
    /// A vehicle at the start of a battle.
    pub const fn new(card: u8, turret: Compass) -> Self {
        Self {
            card,
            turret,
            buttoned: false,
            commanders: 0,
            stun: 0,
            rallied: 0,
            immobilised: false,
            bogged: None,
            again: false,
            mired: false,
            main_used: false,
            mg_used: false,
            pintle_used: false,
        }
    }
}

impl Forces {
    /// The vehicle whose crew a figure is.
    pub fn machine(&self, figure: Fig) -> Option<&Machine> {
        self.soldier(figure).machine.map(|place| &self.machines[usize::from(place)])
    }

    pub(super) fn machine_mut(&mut self, figure: Fig) -> &mut Machine {
        let place = self.soldier(figure).machine.unwrap_or(0);
        &mut self.machines[usize::from(place)]
    }

    /// A vehicle's card.
    pub fn vehicle(&self, machine: &Machine) -> &Vehicle {
        &self.battle().vehicles[usize::from(machine.card)]
    }

    /// The vehicle of a group.
    #[apply(rule, "63.1")]
    pub fn machine_of(&self, group: Gid) -> Option<&Machine> {
        self.group(group).machine.and_then(|crew| self.machine(crew))
    }

    /// Whether the vehicle of a group can move at all (67.7, 67.8, 64.4).
    pub fn can_drive(&self, group: Gid) -> bool {
        let Some(crew) = self.group(group).machine else { return false };
        self.figure(crew).standing == Standing::Fit
            && self.machine(crew).is_some_and(|machine| {
                machine.stun == 0 && !machine.immobilised && !machine.mired && machine.bogged.is_none()
            })
    }

    /// The bonus to fire at a stunned or immobilised vehicle: 1, 2, or both (67.7, 67.8).
    #[apply(rule, "67.9")]
    pub fn hurt(&self, group: Gid) -> i16 {
        self.machine_of(group)
            .map_or(0, |machine| i16::from(machine.stun > 0) + 2 * i16::from(machine.immobilised))
    }

    /// The modifier of vehicles within close range to the morale and panic of figures on foot: +1 for a
    /// friendly vehicle, -1 for an enemy one (63.3, ruling FM-42).
    #[apply(rule, "63.3")]
    pub fn near_armour(&self, figure: Fig) -> i16 {
        let soldier = self.soldier(figure);
        let own = self.figure(figure).group;
        if self.machines.is_empty() || soldier.machine.is_some() || self.group(own).machine.is_some() {
            return 0;
        }
        let at = self.group(own).at;
        let near = |side| {
            let mut groups = self.groups_of(side);
            groups.any(|group| {
                self.machine_of(group).is_some_and(|machine| !self.vehicle(machine).soft)
                    && Field::range(self.group(group).at, at) <= 8
            })
        };
        i16::from(near(soldier.side)) - i16::from(near(soldier.side.other()))
    }
}

/// The number of eighths of a circle between two directions, clockwise.
pub(super) fn eighths(from: Compass, to: Compass) -> i8 {
    (0..8).find(|&turns| from.turned(turns) == to).unwrap_or(0)
}
