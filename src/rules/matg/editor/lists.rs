//! The lists of plans: what each is called, what it is for, and where a file has it.

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
    /// In the order in which they are shown.
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
    /// Those of the battle; the others are a side's.
    pub(super) const BATTLE: usize = 5;

    /// The list of a number.
    pub(super) fn of(number: usize) -> Option<Self> {
        Self::ALL.get(number).copied()
    }

    /// A plan of it.
    pub(super) const fn plan(self, whose: Option<Side>, place: usize) -> Subject {
        Subject::Plan(whose, self as usize, place)
    }

    /// The list whose plans have this heading in a file.
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

    /// The key of those that are lists of tables in a file.
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

    /// What a player calls it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Places => "Places fought for",
            Self::Aims => "Aims",
            Self::Weather => "Weather and light",
            Self::Variants => "Variants of the ground",
            Self::Hints => "Hints",
            Self::Zones => "Zones",
            Self::Landings => "Landings",
            Self::Aircraft => "Aircraft",
            Self::Fire => "Fire plotted",
            Self::Special => "Special rules",
            Self::Weapons => "Own weapons",
        }
    }

    /// What it is for, in a line.
    pub(super) const fn about(self) -> &'static str {
        match self {
            Self::Places => "A place has a name and squares; the aims say who is to hold it.",
            Self::Aims => "What a side must do to win; one aim of several is enough (design: 1).",
            Self::Weather => "How far one sees, and how one moves (9.6).",
            Self::Variants => "Ground that is laid instead where the battle is played with its variant.",
            Self::Hints => "What a player is told who comes to a phase: for a battle that teaches.",
            Self::Zones => {
                "Where formations set up that do not along their edge, and where and when others come."
            }
            Self::Landings => "Groups that come by parachute or glider (8.10).",
            Self::Aircraft => "Aircraft that strike from the air, where air strikes are played (12.3).",
            Self::Fire => "Targets registered before the battle, and barrages (7.6.2.2, 7.6.2.4).",
            Self::Special => "What this side alone may do, or must.",
            Self::Weapons => {
                "Entries of this battle's own, before those of the weapons data; the catalog lists them first."
            }
        }
    }

    /// Whether plans are added to it and taken out.
    pub(super) const fn grows(self) -> bool {
        !matches!(self, Self::Weather | Self::Special)
    }
}
