//! Chapter 4: what a hit does.

use super::{Bore, Class, Harm, Lines, Target};
use crate::rules::panzertruppe::sight::geometry::{Aspect, Tenths};
use crate::rules::panzertruppe::tables::Tables;

/// What follows a hit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Hit {
    /// It is destroyed without a roll.
    Destroys,
    /// It is stunned without a roll.
    Stuns,
    /// A roll on the table of effects with so much added.
    Rolls(Lines),
    /// A roll for a Gun's crew, to which an immobilisation does nothing (13).
    RollsForGun(Lines),
}

/// Works out what a hit does.
pub fn hit(tables: &Tables, bore: Bore, target: &Target, range: Tenths) -> Hit {
    match target.class {
        Class::Unarmoured => Hit::Destroys,
        Class::Infantry if bore.calibre >= 70 => Hit::Destroys,
        Class::Infantry => Hit::Stuns,
        Class::Gun if bore.calibre >= 70 || target.aspect != Aspect::Front => Hit::Destroys,
        Class::Gun => {
            let mut lines = weapon(tables, bore, range);
            lines.add(tables.gun_front, "gun shield", "13");
            Hit::RollsForGun(lines)
        }
        Class::Vehicle => {
            let mut lines = weapon(tables, bore, range);
            lines.add(target.armour, "armour", "4");
            Hit::Rolls(lines)
        }
    }
}

/// Range, size and type of the weapon.
pub(super) fn weapon(tables: &Tables, bore: Bore, range: Tenths) -> Lines {
    let mut lines = Lines::default();
    lines.add(tables.effect_range(range), "range", "4");
    lines.add(tables.effect_size(bore.calibre), "size of the weapon", "4");
    lines.add(tables.effect_type[bore.kind as usize], "type of the weapon", "4");
    lines
}

/// What a face does once everything is added (4).
pub fn harm(tables: &Tables, face: u8, sum: i16) -> Harm {
    let result = i16::from(face) + sum;
    let [stun, immobilise, destroy] = tables.effect;
    match result {
        _ if result >= destroy => Harm::Destroy,
        _ if result >= immobilise => Harm::Immobilise,
        _ if result >= stun => Harm::Stun,
        _ => Harm::None,
    }
}

impl Hit {
    /// What is added to the effect roll; `None` where there is none.
    pub fn sum(&self) -> Option<i16> {
        match self {
            Self::Rolls(lines) | Self::RollsForGun(lines) => Some(lines.sum()),
            Self::Destroys | Self::Stuns => None,
        }
    }

    /// What it does when an effect die shows `face`; any face does where none is rolled.
    pub fn harm(&self, tables: &Tables, face: u8) -> Harm {
        match self {
            Self::Destroys => Harm::Destroy,
            Self::Stuns => Harm::Stun,
            Self::Rolls(lines) => harm(tables, face, lines.sum()),
            Self::RollsForGun(lines) => match harm(tables, face, lines.sum()) {
                Harm::Immobilise => Harm::None,
                harm => harm,
            },
        }
    }
}
