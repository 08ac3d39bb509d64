//! Campaigns: the stands a side still has, and its experience in its next battle.

use toml::Value;

use super::editor::Project;
use crate::book::{Campaigns, Veterans};
use crate::editor::Draft as _;
use crate::game::aids;
use crate::rules::matg::Position;
use crate::rules::matg::state::stand::Place;
use crate::side::Side;

/// Campaigns of Micro Armour.
pub const CAMPAIGNS: Campaigns = Campaigns {
    built_in: &[("chir-to-kursk", include_str!("../../../../scenarios/matg/campaigns/chir-to-kursk.toml"))],
    experience: "Each level of experience raises the force cohesion level by 1 (5.1).",
    season,
};

/// The highest force cohesion level.
const HIGHEST: i64 = 20;

fn season(text: &str, side: Side, veterans: Veterans) -> Option<String> {
    let mut project = Project::read("battle", text).ok()?;
    let about = &mut project.force_mut(side).about;
    let cohesion = about.get("cohesion")?.as_integer()?;
    let raised = (cohesion + i64::from(veterans.experience)).min(HIGHEST);
    about.insert("cohesion".to_owned(), Value::Integer(raised));
    (raised != cohesion).then(|| project.text())
}

impl aids::Muster for Position {
    fn survivors(&self, side: Side) -> Vec<String> {
        let left = self.battle.ids(side).filter(|&id| self.forces.stand(id).place != Place::Lost);
        left.map(|id| self.battle.unit(id).kind.name.clone()).collect()
    }
}
