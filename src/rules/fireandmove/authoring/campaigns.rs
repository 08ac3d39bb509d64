//! Campaigns: the figures a side still has, and its experience in its next battle.

use toml::Value;

use super::field::Field;
use super::file;
use crate::book::{Campaigns, Veterans};
use crate::editor::authoring::Authoring as _;
use crate::editor::field::{number_at, text_at};
use crate::editor::writing::Written;
use crate::game::aids;
use crate::rules::fireandmove::Position;
use crate::rules::fireandmove::nations::Quality;
use crate::rules::fireandmove::state::Standing;
use crate::side::Side;

/// Campaigns of Fire & Move.
pub const CAMPAIGNS: Campaigns = Campaigns {
    built_in: &[(
        "house-by-house",
        include_str!("../../../../scenarios/fireandmove/campaigns/house-by-house.toml"),
    )],
    experience: "Experience raises second-line troops to line quality, and at level 2 line troops to elite (91.1).",
    season,
};

/// The level of experience that makes line troops elite.
const ELITE: u8 = 2;

/// A weaker force breaks at the same share of its figures.
fn season(text: &str, side: Side, veterans: Veterans) -> Option<String> {
    let mut parts = file::read("battle", text).ok()?;
    let about = &mut parts.side_mut(side).about;
    let before = about.clone();
    let quality = Quality::ALL.into_iter().find(|known| text_at(about, "quality") == Some(known.key()));
    let better = match quality.unwrap_or(Quality::Line) {
        Quality::SecondLine if veterans.experience > 0 => Some(Quality::Line),
        // Troops of a kind have the quality of that kind.
        Quality::Line if veterans.experience >= ELITE && !about.contains_key("kind") => Some(Quality::Elite),
        _ => None,
    };
    if let Some(better) = better {
        about.insert("quality".to_owned(), Value::String(better.key().to_owned()));
    }
    if let Some(breaks) = number_at(about, "breaking")
        && veterans.left < veterans.full
    {
        let share = breaks * i64::from(veterans.left) / i64::from(veterans.full);
        about.insert("breaking".to_owned(), Value::Integer(share.max(1)));
    }
    let changed = *about != before;
    let mut out = Written::default();
    Field::write(&parts, &mut out);
    changed.then(|| out.text().to_owned())
}

impl aids::Muster for Position {
    fn survivors(&self, side: Side) -> Vec<String> {
        let soldiers = &self.forces.battle().soldiers;
        let left = self.forces.figures.iter().zip(soldiers).filter(|(figure, soldier)| {
            soldier.side == side && !matches!(figure.standing, Standing::Killed | Standing::Routed)
        });
        left.map(|(_, soldier)| soldier.name.clone()).collect()
    }
}
