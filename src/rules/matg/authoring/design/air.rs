//! Aircraft of a generated battle (design: 1, 6.3).

use super::history::{People, When};
use crate::dice::Dice;
use crate::rules::matg::catalog::Aircraft;
use crate::rules::matg::state::battle::ScenarioKind;

/// Whether the sides buy aircraft.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum AirStrikes {
    /// Neither side.
    Forbidden,
    /// Where the type of battle allows it, as often as the nation had air support at the time.
    #[default]
    Allowed,
    /// The attacker always does.
    Certain,
}

impl AirStrikes {
    /// All settings.
    pub const ALL: [Self; 3] = [Self::Forbidden, Self::Allowed, Self::Certain];

    /// Its keyword on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Forbidden => "forbidden",
            Self::Allowed => "allowed",
            Self::Certain => "certain",
        }
    }
}

/// Whether a side may buy air strikes: neither in a Meeting Engagement, only the attacker in a Reconnaissance
/// in Force, both in the other types, for which the rulebook sets no limit (design: 1A, 1B, 6.3, S-175).
pub const fn may_buy(kind: ScenarioKind, attacks: bool) -> bool {
    match kind {
        ScenarioKind::MeetingEngagement => false,
        ScenarioKind::ReconnaissanceInForce => attacks,
        ScenarioKind::HastyAttack | ScenarioKind::PreparedPosition | ScenarioKind::DelayingAction => true,
    }
}

/// Why the attacker can't have the requested aircraft.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum NoAircraft {
    /// The type of battle allows none.
    Type,
    /// The nation had none at the time, or none it can afford.
    Lists,
}

/// The aircraft a side buys: a single type in use at the time, for at most an eighth of its points. An
/// attacker gets them as often as its nation did, a defender half as often (S-175).
pub(super) fn bought(
    wish: AirStrikes,
    people: &People,
    when: When,
    (kind, attacks): (ScenarioKind, bool),
    points: u32,
    dice: &mut Dice,
) -> Result<Vec<&'static Aircraft>, NoAircraft> {
    let certain = wish == AirStrikes::Certain && attacks;
    if !may_buy(kind, attacks) {
        return if certain { Err(NoAircraft::Type) } else { Ok(Vec::new()) };
    }
    let mut kinds = people.aircraft(when);
    let least = |limit: u32| move |kind: &&'static Aircraft| u32::from(kind.points) <= limit;
    kinds.retain(least(if certain { points / 4 } else { points / 8 }));
    if kinds.is_empty() {
        return if certain { Err(NoAircraft::Lists) } else { Ok(Vec::new()) };
    }
    let often = people.flew(when.month.year) * if attacks { 2 } else { 1 };
    let flies = match wish {
        AirStrikes::Forbidden => return Ok(Vec::new()),
        AirStrikes::Allowed => dice.below(20) < often,
        AirStrikes::Certain => attacks || dice.below(20) < often,
    };
    if !flies {
        return Ok(Vec::new());
    }
    // design: 6.3
    let kind = kinds[dice.below(kinds.len())];
    let most = (points / 8 / u32::from(kind.points.max(1))).clamp(1, 3) as usize;
    Ok(vec![kind; 1 + dice.below(most)])
}
