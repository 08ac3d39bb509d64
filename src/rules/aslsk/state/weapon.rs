//! SW and Guns in play (1.2.4, 1.2.6).

use std::borrow::Cow;

use crate::board::hex::Spine;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::Marker;
use crate::rules::aslsk::tables::counters::Nation;
use crate::rules::aslsk::tables::guns::{Ordnance, OrdnanceId};
use crate::rules::aslsk::tables::weapons::{self, MachineGun, Weight, machine_gun};

/// The type of a Weapon.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Arm {
    /// A MG (4.1).
    MachineGun(Weight),
    /// A Gun, light mortar or LATW (6.0).
    Ordnance(OrdnanceId),
    /// A FT (4.2).
    Flamethrower,
    /// A DC (4.3).
    Charge,
}

/// An acquired target (6.10, 6.11).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Acquired {
    /// 1 or 2, subtracted from the TH DR.
    pub level: u8,
    /// The acquired hex, or the last one where a tracked unit was seen.
    pub place: Place,
    /// The tracked units; none for Area Acquisition (6.11).
    pub units: Vec<u8>,
}

/// The state of a piece of ordnance.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Carriage {
    /// The hexspine it faces (3.2.4g).
    pub facing: Spine,
    /// Emplaced (6.3).
    pub emplaced: bool,
    /// Has changed CA in this phase (3.2.4f).
    pub turned: bool,
    /// Has used IFE in this phase (3.2.4f).
    pub equivalent: bool,
    /// Cannot fire again in this Player Turn: Intensive Fire, or the Area Target Type (3.2.4c, 3.2.4i).
    pub spent: bool,
    /// Depleted Special Ammo, one bit per entry of its list (6.2a).
    pub depleted: u8,
    /// Its acquired target.
    pub acquired: Option<Acquired>,
}

impl Default for Carriage {
    fn default() -> Carriage {
        Carriage {
            facing: Spine::NNE,
            emplaced: false,
            turned: false,
            equivalent: false,
            spent: false,
            depleted: 0,
            acquired: None,
        }
    }
}

/// A SW or Gun.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Weapon {
    /// Its nationality.
    pub nation: Nation,
    /// Its type.
    pub arm: Arm,
    /// The unit that possesses it.
    pub holder: Option<u8>,
    /// Where it lies unpossessed; `None` if possessed or eliminated.
    pub lies: Option<Place>,
    /// Malfunctioned.
    pub broken: bool,
    /// Its fire marker.
    pub marker: Marker,
    /// Has fired in this Player Turn.
    pub fired: bool,
    /// Was carried to another hex in this MPh.
    pub moved: bool,
    /// Was recovered in this phase.
    pub recovered: bool,
    /// The state of ordnance.
    pub carriage: Carriage,
}

impl Weapon {
    /// A possessed Weapon.
    pub fn new(nation: Nation, arm: Arm, holder: u8) -> Weapon {
        Weapon {
            nation,
            arm,
            holder: Some(holder),
            lies: None,
            broken: false,
            marker: Marker::None,
            fired: false,
            moved: false,
            recovered: false,
            carriage: Carriage::default(),
        }
    }

    /// The counter of a MG.
    #[inline]
    pub fn machine_gun(&self) -> Option<&'static MachineGun> {
        match self.arm {
            Arm::MachineGun(weight) => Some(machine_gun(self.nation, weight)),
            _ => None,
        }
    }

    /// The counter of a piece of ordnance.
    #[inline]
    pub fn ordnance(&self) -> Option<&'static Ordnance> {
        match self.arm {
            Arm::Ordnance(id) => Some(id.get()),
            _ => None,
        }
    }

    /// The counter of a Gun (1.2.6).
    #[inline]
    pub fn gun(&self) -> Option<&'static Ordnance> {
        self.ordnance().filter(|ordnance| ordnance.gun())
    }

    /// Its full name: "HMG", "7.5cm PaK 40 AT".
    pub fn name(&self) -> &'static str {
        match self.arm {
            Arm::MachineGun(weight) => weapons::name(weight),
            Arm::Ordnance(id) => id.get().name,
            Arm::Flamethrower => "FT",
            Arm::Charge => "DC",
        }
    }

    /// The short name: "57mm AT" for a Gun or a mortar.
    pub fn short_name(&self) -> Cow<'static, str> {
        match self.arm {
            Arm::Ordnance(id) if !id.get().latw() => {
                format!("{}mm {}", id.get().calibre, id.get().kind.abbreviation()).into()
            }
            _ => self.name().into(),
        }
    }

    /// PP; 0 for a Gun (6.5).
    pub fn portage(&self) -> u8 {
        match self.arm {
            Arm::MachineGun(weight) => machine_gun(self.nation, weight).portage,
            Arm::Ordnance(id) => id.get().portage,
            Arm::Flamethrower => weapons::flamethrower().portage,
            Arm::Charge => weapons::charge().portage,
        }
    }

    /// Its B# or X# (4, 6.12).
    pub fn breakdown(&self) -> u8 {
        match self.arm {
            Arm::MachineGun(weight) => machine_gun(self.nation, weight).b,
            Arm::Ordnance(id) => id.get().breakdown,
            Arm::Flamethrower => weapons::flamethrower().x,
            Arm::Charge => weapons::charge().x,
        }
    }

    /// Its repair number; Guns and mortars repair on a 1 (6.12).
    pub fn repair(&self) -> u8 {
        self.machine_gun().map_or(1, |gun| gun.repair)
    }

    /// Its printed ROF; 0 for none.
    pub fn rate(&self) -> u8 {
        match self.arm {
            Arm::MachineGun(weight) => machine_gun(self.nation, weight).rof,
            Arm::Ordnance(id) => id.get().rof,
            Arm::Flamethrower | Arm::Charge => 0,
        }
    }

    /// Whether it is still in play.
    pub fn there(&self) -> bool {
        self.holder.is_some() || self.lies.is_some()
    }
}
