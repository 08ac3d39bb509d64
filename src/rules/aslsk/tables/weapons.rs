//! Machine guns, from `config/aslsk/weapons.toml` (1.2.4, 4.1).

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

#[derive(Deserialize)]
struct Raw {
    #[serde(rename = "machine-gun")]
    machine_gun: Vec<RawNation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawNation {
    nation: Nation,
    light: MachineGun,
    medium: MachineGun,
    heavy: MachineGun,
}

/// The machine gun of a nation and weight.
///
/// # Panics
/// Never: the data has all three for every nation.
pub fn machine_gun(nation: Nation, weight: Weight) -> &'static MachineGun {
    static ALL: OnceLock<Vec<RawNation>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let raw: Raw = toml::from_str(include_str!("../../../../config/aslsk/weapons.toml"))
            .expect("the embedded weapons are well-formed");
        raw.machine_gun
    });
    let guns = all.iter().find(|guns| guns.nation == nation).expect("machine guns of every nation");
    match weight {
        Weight::Light => &guns.light,
        Weight::Medium => &guns.medium,
        Weight::Heavy => &guns.heavy,
    }
}

/// "LMG", "MMG", "HMG".
pub const fn name(weight: Weight) -> &'static str {
    match weight {
        Weight::Light => "LMG",
        Weight::Medium => "MMG",
        Weight::Heavy => "HMG",
    }
}
