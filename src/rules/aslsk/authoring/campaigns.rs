//! Campaigns: the counters a side still has, and its experience in its next battle.

use toml::Value;

use super::boards::Boards;
use super::file;
use crate::book::{Campaigns, Veterans};
use crate::editor::field::number_at;
use crate::editor::writing::Written;
use crate::game::aids;
use crate::rules::aslsk::Position;
use crate::rules::aslsk::state::unit::Whereabouts;
use crate::rules::aslsk::state::{Arm, Weapon};
use crate::rules::aslsk::tables::weapons::Weight;
use crate::side::Side;

/// Campaigns of ASL Starter Kit.
pub const CAMPAIGNS: Campaigns = Campaigns {
    built_in: &[(
        "sicily-to-the-eifel",
        include_str!("../../../../scenarios/aslsk/campaigns/sicily-to-the-eifel.toml"),
    )],
    experience: "Each level of experience raises the ELR of every group by 1, to 5 at most (5.1).",
    season,
};

/// The highest ELR.
const HIGHEST: i64 = 5;

fn season(text: &str, side: Side, veterans: Veterans) -> Option<String> {
    let mut parts = file::read("battle", text, &[]).ok()?;
    let mut raised = false;
    for group in &mut parts.side_mut(side).formations {
        let Some(elr) = number_at(&group.about, "elr") else { continue };
        let better = (elr + i64::from(veterans.experience)).min(HIGHEST);
        raised |= better > elr;
        group.about.insert("elr".to_owned(), Value::Integer(better.max(elr)));
    }
    let mut out = Written::default();
    <Boards as crate::editor::authoring::Authoring>::write(&parts, &mut out);
    raised.then(|| out.text().to_owned())
}

/// The name of a Weapon in an order of battle.
fn name(weapon: &Weapon) -> &'static str {
    match weapon.arm {
        Arm::MachineGun(Weight::Light) => "LMG",
        Arm::MachineGun(Weight::Medium) => "MMG",
        Arm::MachineGun(Weight::Heavy) => "HMG",
        Arm::Flamethrower => "FT",
        Arm::Charge => "DC",
        Arm::Ordnance(id) => id.get().id,
    }
}

impl aids::Muster for Position {
    /// Weapons belong to the side whose nationality they have, even while the enemy possesses them.
    fn survivors(&self, side: Side) -> Vec<String> {
        let forces = &self.forces;
        let own = |unit: &&crate::rules::aslsk::state::Unit| unit.side == side;
        let units = forces.units.iter().filter(own).filter(|unit| unit.at != Whereabouts::Gone);
        let units = units.map(|unit| unit.data().name.clone());
        let ours = |weapon: &&Weapon| {
            forces.units.iter().filter(own).any(|unit| unit.data().nation == weapon.nation)
        };
        let weapons = forces.weapons.iter().filter(ours).filter(|weapon| weapon.there());
        units.chain(weapons.map(|weapon| name(weapon).to_owned())).collect()
    }
}
