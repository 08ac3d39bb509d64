//! MG, FT and DC, from `config/aslsk/weapons.toml` (1.2.4, 4.1 to 4.3).

use std::sync::OnceLock;

use serde::Deserialize;

use super::counters::Nation;

/// The type of a MG.
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

/// A MG, as on its counter.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineGun {
    /// FP.
    pub fp: u8,
    /// Normal range.
    pub range: u8,
    /// ROF.
    pub rof: u8,
    /// PP.
    pub portage: u8,
    /// B#.
    #[serde(default = "twelve")]
    pub b: u8,
    /// Its repair number.
    pub repair: u8,
}

const fn twelve() -> u8 {
    12
}

/// A FT or DC, the same for all nationalities.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assault {
    /// FP.
    pub fp: u8,
    /// Normal range.
    pub range: u8,
    /// PP.
    pub portage: u8,
    /// X#.
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

/// The MG of a nationality and type.
///
/// # Panics
/// Never: the data have all three for every nationality.
pub fn machine_gun(nation: Nation, weight: Weight) -> &'static MachineGun {
    let guns = raw().machine_gun.iter().find(|guns| guns.nation == nation).expect("of every nation");
    match weight {
        Weight::Light => &guns.light,
        Weight::Medium => &guns.medium,
        Weight::Heavy => &guns.heavy,
    }
}

/// The FT (4.2).
pub fn flamethrower() -> &'static Assault {
    &raw().flamethrower
}

/// The DC (4.3).
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
