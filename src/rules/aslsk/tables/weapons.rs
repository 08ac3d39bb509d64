//! Machine guns, flamethrowers and charges, from `config/aslsk/weapons.toml` (1.2.4, 4.1 to 4.3).

use std::sync::OnceLock;

use serde::Deserialize;

use super::counters::Nation;

/// How heavy a machine gun is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// LMG.
    Light,
    /// MMG.
    Medium,
    /// HMG.
    Heavy,
}

/// A machine gun as on its counter.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineGun {
    /// Firepower.
    pub fp: u8,
    /// Normal range.
    pub range: u8,
    /// Rate of fire.
    pub rof: u8,
    /// Portage points.
    pub portage: u8,
    /// Breakdown number.
    #[serde(default = "twelve")]
    pub b: u8,
    /// Repaired on this die or less.
    pub repair: u8,
}

const fn twelve() -> u8 {
    12
}

/// A flamethrower or demolition charge, the same for all nations.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assault {
    /// Firepower.
    pub fp: u8,
    /// Normal range.
    pub range: u8,
    /// Portage points.
    pub portage: u8,
    /// Used up on this roll or more.
    pub x: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Raw {
    machine_gun: Vec<RawNation>,
    flamethrower: Assault,
    demolition_charge: Assault,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawNation {
    nation: Nation,
    light: MachineGun,
    medium: MachineGun,
    heavy: MachineGun,
}

fn raw() -> &'static Raw {
    static RAW: OnceLock<Raw> = OnceLock::new();
    RAW.get_or_init(|| {
        crate::reading::from_toml(include_str!("../../../../config/aslsk/weapons.toml"))
            .expect("the embedded weapons are well-formed")
    })
}

/// The machine gun of a nation and weight.
///
/// # Panics
/// Never: the data has all three for every nation.
pub fn machine_gun(nation: Nation, weight: Weight) -> &'static MachineGun {
    let guns = raw().machine_gun.iter().find(|guns| guns.nation == nation).expect("of every nation");
    match weight {
        Weight::Light => &guns.light,
        Weight::Medium => &guns.medium,
        Weight::Heavy => &guns.heavy,
    }
}

/// A flamethrower (4.2).
pub fn flamethrower() -> &'static Assault {
    &raw().flamethrower
}

/// A demolition charge (4.3).
pub fn charge() -> &'static Assault {
    &raw().demolition_charge
}

/// "LMG", "MMG", "HMG".
pub const fn name(weight: Weight) -> &'static str {
    match weight {
        Weight::Light => "LMG",
        Weight::Medium => "MMG",
        Weight::Heavy => "HMG",
    }
}
