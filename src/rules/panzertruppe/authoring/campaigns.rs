//! Campaigns: the units a side still has, and its experience in its next battle.

use toml::Value;

use super::file;
use crate::book::{Campaigns, Veterans};
use crate::editor::authoring::Authoring as _;
use crate::editor::field::is_set;
use crate::editor::writing::Written;
use crate::game::aids;
use crate::rules::panzertruppe::Position;
use crate::rules::panzertruppe::authoring::table::Table;
use crate::rules::panzertruppe::state::Place;
use crate::side::Side;

/// Campaigns of Panzertruppe.
pub const CAMPAIGNS: Campaigns = Campaigns {
    built_in: &[(
        "out-of-the-bocage",
        include_str!("../../../../scenarios/panzertruppe/campaigns/out-of-the-bocage.toml"),
    )],
    experience: "Each level of experience makes one more platoon elite (11).",
    season,
};

fn season(text: &str, side: Side, veterans: Veterans) -> Option<String> {
    let mut parts = file::read("battle", text).ok()?;
    let plain = parts.side_mut(side).formations.iter_mut().filter(|group| !is_set(&group.about, "elite"));
    let mut raised = 0;
    for group in plain.take(veterans.experience.into()) {
        group.about.insert("elite".to_owned(), Value::Boolean(true));
        raised += 1;
    }
    let mut out = Written::default();
    Table::write(&parts, &mut out);
    (raised > 0).then(|| out.text().to_owned())
}

impl aids::Muster for Position {
    fn survivors(&self, side: Side) -> Vec<String> {
        let here = |id: &u8| !matches!(self.forces.state(*id).place(), Place::Lost(_));
        self.battle.ids(side).filter(here).map(|id| self.battle.unit(id).name.clone()).collect()
    }
}
