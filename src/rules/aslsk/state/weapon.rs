//! Support weapons and Guns in play (1.2.4, 1.2.6).

use std::borrow::Cow;

use crate::board::hex::Spine;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::Marker;
use crate::rules::aslsk::tables::counters::Nation;
use crate::rules::aslsk::tables::guns::{Ordnance, OrdnanceId};
use crate::rules::aslsk::tables::weapons::{self, MachineGun, Weight, machine_gun};

/// What a weapon is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Arm {
    /// A machine gun (4.1).
    MachineGun(Weight),
    /// A Gun, a light mortar or a light anti-tank weapon (6.0).
    Ordnance(OrdnanceId),
    /// A flamethrower (4.2).
    Flamethrower,
    /// A demolition charge (4.3).
    Charge,
}

/// What a piece of ordnance has its sights on (6.10, 6.11).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Acquired {
    /// 1 or 2, taken from the To Hit roll.
    pub level: u8,
    /// The hex; the last one in which the tracked units were seen.
    pub place: Place,
    /// Units that are tracked; none where the hex itself is acquired (6.11).
    pub units: Vec<u8>,
}

/// How a piece of ordnance stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Carriage {
    /// The hexspine it points at (3.2.4g).
    pub facing: Spine,
    /// Dug in since it was set up (6.3).
    pub emplaced: bool,
    /// Has changed its covered arc in this phase (3.2.4f).
    pub turned: bool,
    /// Has used its infantry firepower equivalent in this phase (3.2.4f).
    pub equivalent: bool,
    /// May not fire again in this player turn: intensive fire, area target type (3.2.4c, 3.2.4i).
    pub spent: bool,
    /// Special ammunition that it has no more of: a bit an entry of its list (6.2a).
    pub depleted: u8,
    /// What it has acquired.
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

/// A support weapon or a Gun.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Weapon {
    /// Who made it.
    pub nation: Nation,
    /// What it is.
    pub arm: Arm,
    /// The unit that possesses it.
    pub holder: Option<u8>,
    /// Where it lies if nobody does; `None`: gone, or with its holder.
    pub lies: Option<Place>,
    /// Malfunctioned.
    pub broken: bool,
    /// Its fire.
    pub marker: Marker,
    /// Has fired in this player turn.
    pub fired: bool,
    /// Was carried to another hex in this movement phase.
    pub moved: bool,
    /// Changed hands by recovery in this phase.
    pub recovered: bool,
    /// How it stands, for ordnance.
    pub carriage: Carriage,
}

impl Weapon {
    /// A weapon in somebody's hands.
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

    /// A machine gun's counter.
    #[inline]
    pub fn machine_gun(&self) -> Option<&'static MachineGun> {
        match self.arm {
            Arm::MachineGun(weight) => Some(machine_gun(self.nation, weight)),
            _ => None,
        }
    }

    /// A piece of ordnance's counter.
    #[inline]
    pub fn ordnance(&self) -> Option<&'static Ordnance> {
        match self.arm {
            Arm::Ordnance(id) => Some(id.get()),
            _ => None,
        }
    }

    /// A Gun's counter: ordnance on a carriage (1.2.6).
    #[inline]
    pub fn gun(&self) -> Option<&'static Ordnance> {
        self.ordnance().filter(|ordnance| ordnance.gun())
    }

    /// What it is called: "HMG", "PaK 40 75L".
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

    /// Portage points; a Gun is not carried (6.5).
    pub fn portage(&self) -> u8 {
        match self.arm {
            Arm::MachineGun(weight) => machine_gun(self.nation, weight).portage,
            Arm::Ordnance(id) => id.get().portage,
            Arm::Flamethrower => weapons::flamethrower().portage,
            Arm::Charge => weapons::charge().portage,
        }
    }

    /// The number from which it breaks down or is used up (4, 6.12).
    pub fn breakdown(&self) -> u8 {
        match self.arm {
            Arm::MachineGun(weight) => machine_gun(self.nation, weight).b,
            Arm::Ordnance(id) => id.get().breakdown,
            Arm::Flamethrower => weapons::flamethrower().x,
            Arm::Charge => weapons::charge().x,
        }
    }

    /// The die at most that repairs it; Guns and mortars on a 1 (6.12).
    pub fn repair(&self) -> u8 {
        self.machine_gun().map_or(1, |gun| gun.repair)
    }

    /// The printed rate of fire; 0 for none.
    pub fn rate(&self) -> u8 {
        match self.arm {
            Arm::MachineGun(weight) => machine_gun(self.nation, weight).rof,
            Arm::Ordnance(id) => id.get().rof,
            Arm::Flamethrower | Arm::Charge => 0,
        }
    }

    /// Whether it is still somewhere.
    pub fn there(&self) -> bool {
        self.holder.is_some() || self.lies.is_some()
    }
}
