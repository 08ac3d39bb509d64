//! The lists of plans: the name of each, what it is for, and its heading in a file.

use crate::editor::Subject;
use crate::side::Side;

/// A list of plans.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum List {
    Places,
    Aims,
    Weather,
    Variants,
    Hints,
    Zones,
    Landings,
    Aircraft,
    Fire,
    Special,
    Weapons,
}

impl List {
    /// In display order.
    pub(super) const ALL: [Self; 11] = [
        Self::Places,
        Self::Aims,
        Self::Weather,
        Self::Variants,
        Self::Hints,
        Self::Zones,
        Self::Landings,
        Self::Aircraft,
        Self::Fire,
        Self::Special,
        Self::Weapons,
    ];
    /// The first lists, up to this number, belong to the battle; the others to a side.
    pub(super) const BATTLE: usize = 5;

    /// The list at an index.
    pub(super) fn of(number: usize) -> Option<Self> {
        Self::ALL.get(number).copied()
    }

    /// Refers to a plan in this list.
    pub(super) const fn plan(self, whose: Option<Side>, place: usize) -> Subject {
        Subject::Plan(whose, self as usize, place)
    }

    /// The list with this heading in a file.
    pub(super) fn headed(path: &str) -> Option<Self> {
        match path {
            "victory.place" => Some(Self::Places),
            "victory.aim" => Some(Self::Aims),
            "variant" => Some(Self::Variants),
            "hint" => Some(Self::Hints),
            "side.zone" => Some(Self::Zones),
            "side.landing" => Some(Self::Landings),
            "side.aircraft" => Some(Self::Aircraft),
            "side.weapon" => Some(Self::Weapons),
            _ => None,
        }
    }

    /// The key of lists stored in a file as an array of tables.
    pub(super) const fn key(self) -> Option<&'static str> {
        match self {
            Self::Places => Some("place"),
            Self::Aims => Some("aim"),
            Self::Variants => Some("variant"),
            Self::Hints => Some("hint"),
            Self::Zones => Some("zone"),
            Self::Landings => Some("landing"),
            Self::Aircraft => Some("aircraft"),
            Self::Weapons => Some("weapon"),
            Self::Weather | Self::Fire | Self::Special => None,
        }
    }

    /// The name on screen.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Places => "Places fought for",
            Self::Aims => "Aims",
            Self::Weather => "Weather and light",
            Self::Variants => "Terrain variants",
            Self::Hints => "Hints",
            Self::Zones => "Zones",
            Self::Landings => "Landings",
            Self::Aircraft => "Aircraft",
            Self::Fire => "Fire plotted",
            Self::Special => "Special rules",
            Self::Weapons => "Own weapons",
        }
    }

    /// A one-line description.
    pub(super) const fn about(self) -> &'static str {
        match self {
            Self::Places => "A named set of squares; the aims say which side must hold it.",
            Self::Aims => "Victory conditions of a side; reaching one of its aims is enough (design: 1).",
            Self::Weather => "Visibility and movement (9.6).",
            Self::Variants => "Terrain used instead when the variant is played.",
            Self::Hints => "Hints shown when a phase begins (tutorials).",
            Self::Zones => "Set-up zones away from the edge, and the zones and turns of reinforcements.",
            Self::Landings => "Groups landing by parachute or glider (8.10).",
            Self::Aircraft => "Aircraft, if air strikes are in use (12.3).",
            Self::Fire => "Pre-registered targets and barrages (7.6.2.2, 7.6.2.4).",
            Self::Special => "Special rules for this side.",
            Self::Weapons => "Weapons of this scenario, listed before the weapons data in the catalog.",
        }
    }

    /// Whether plans can be added and removed.
    pub(super) const fn grows(self) -> bool {
        !matches!(self, Self::Weather | Self::Special)
    }
}
