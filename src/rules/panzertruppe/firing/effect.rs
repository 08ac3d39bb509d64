//! Chapter 4: hit effect.

use super::{Bore, Class, Harm, Lines, Target};
use crate::rules::panzertruppe::sight::geometry::{Aspect, Tenths};
use crate::rules::panzertruppe::tables::Tables;

/// The consequence of a hit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Hit {
    /// Destroyed without a roll.
    Destroys,
    /// Stunned without a roll.
    Stuns,
    /// A hit effect roll with these modifiers.
    Rolls(Lines),
    /// A hit effect roll for a Gun, on which immobilised counts as no effect (13).
    RollsForGun(Lines),
}

/// Works out the consequence of a hit.
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

/// The modifiers for range, size and type of the weapon.
pub(super) fn weapon(tables: &Tables, bore: Bore, range: Tenths) -> Lines {
    let mut lines = Lines::default();
    lines.add(tables.effect_range(range), "range", "4");
    lines.add(tables.effect_size(bore.calibre), "weapon size", "4");
    lines.add(tables.effect_type[bore.kind as usize], "weapon type", "4");
    lines
}

/// The result of a modified hit effect roll (4).
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
    /// The sum of the modifiers; `None` where no die is rolled.
    pub fn sum(&self) -> Option<i16> {
        match self {
            Self::Rolls(lines) | Self::RollsForGun(lines) => Some(lines.sum()),
            Self::Destroys | Self::Stuns => None,
        }
    }

    /// The result when the D10 shows `face`; any face gives the same where no die is rolled.
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
