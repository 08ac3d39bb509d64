//! A scenario file as written.

use std::collections::BTreeMap;

use crate::game::Lesson;
use crate::reading::Spanned;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::rules::aslsk::tables::counters::Nation;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Raw {
    #[allow(dead_code)] // read with the header
    pub(super) format: i64,
    #[allow(dead_code)] // read with the header
    pub(super) ruleset: String,
    #[allow(dead_code)] // the file is found before this one is read
    pub(super) tables: Option<String>,
    pub(super) title: String,
    pub(super) briefing: Vec<String>,
    pub(super) year: Option<Spanned<i64>>,
    pub(super) month: Spanned<i64>,
    pub(super) grain: Option<bool>,
    pub(super) turns: Spanned<i64>,
    #[serde(default)]
    pub(super) half_turn: bool,
    pub(super) board: Vec<RawBoard>,
    /// Ground drawn over the boards, by the name of the hex.
    #[serde(default)]
    pub(super) ground: BTreeMap<String, Spanned<String>>,
    pub(super) side: Vec<RawSide>,
    pub(super) sets_up: Spanned<String>,
    pub(super) moves: Spanned<String>,
    /// The edge of the boards that is north in the scenario.
    pub(super) north: Option<Spanned<String>>,
    pub(super) group: Vec<RawGroup>,
    pub(super) victory: RawVictory,
    #[serde(default)]
    pub(super) special: RawSpecial,
    /// Balance provisions (1.3).
    #[serde(default)]
    pub(super) balance: Vec<RawBalance>,
    /// The keys of the balance provisions in force.
    #[serde(default)]
    pub(super) favour: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) teaches: bool,
    #[serde(default)]
    pub(super) hint: Vec<RawHint>,
    #[serde(default)]
    pub(super) lesson: Lesson,
}

/// The balance of a side.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawBalance {
    /// What it is asked for by, if not by the side.
    pub(super) key: Option<String>,
    pub(super) side: Spanned<String>,
    /// Values of the file that are changed before it is read.
    #[serde(default, rename = "set")]
    pub(super) _set: IgnoredAny,
    /// The text for the briefing.
    pub(super) text: String,
    /// The group that the provision changes.
    pub(super) group: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) units: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) weapons: Vec<Spanned<String>>,
    /// A unit or Weapon line that is removed.
    pub(super) without: Option<Spanned<String>>,
    /// The group's new turn of entry.
    pub(super) enter_turn: Option<u8>,
    /// The group's new entry dr.
    pub(super) on: Option<Vec<u8>>,
    /// Extra game turns.
    #[serde(default)]
    pub(super) more_turns: u8,
    /// The last of them is a half turn.
    #[serde(default)]
    pub(super) half_turn: bool,
    /// First and last hexrow in play.
    pub(super) hexrows: Option<Spanned<[String; 2]>>,
    /// Hexes around the victory hex.
    pub(super) within: Option<u16>,
}

/// A tutorial hint for a phase.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawHint {
    pub(super) phase: Spanned<String>,
    /// For the DEFENDER.
    #[serde(default)]
    pub(super) defending: bool,
    pub(super) text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBoard {
    pub(super) letter: Spanned<String>,
    #[serde(default)]
    pub(super) turned: bool,
    #[serde(default)]
    pub(super) across: u8,
    #[serde(default)]
    pub(super) down: u8,
    /// First and last hexrow in play.
    pub(super) hexrows: Option<Spanned<[String; 2]>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSide {
    pub(super) key: String,
    pub(super) name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawGroup {
    pub(super) name: String,
    pub(super) side: Spanned<String>,
    pub(super) nation: Nation,
    pub(super) elr: i16,
    pub(super) within: Option<RawWithin>,
    pub(super) area: Option<RawArea>,
    /// Set up before groups of a later stage.
    #[serde(default)]
    pub(super) stage: u8,
    #[serde(default)]
    pub(super) guns_apart: u16,
    #[serde(default)]
    pub(super) guns_within: u16,
    #[serde(default)]
    pub(super) one_mmc_a_hex: bool,
    #[serde(default)]
    pub(super) alone: bool,
    #[serde(default)]
    pub(super) one_of: Vec<Spanned<Vec<String>>>,
    pub(super) hexes: Option<Spanned<Vec<String>>>,
    pub(super) enter: Option<RawEnter>,
    pub(super) units: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) weapons: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) broken_weapons: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawWithin {
    pub(super) of: Spanned<String>,
    pub(super) hexes: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEnter {
    pub(super) turn: u8,
    pub(super) edges: Option<Spanned<Vec<String>>>,
    pub(super) hexes: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    pub(super) after: bool,
    #[serde(default)]
    pub(super) spent: u8,
    #[serde(default)]
    pub(super) on: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawVictory {
    pub(super) side: Spanned<String>,
    pub(super) clear: Option<RawWithin>,
    pub(super) buildings: Option<RawWithin>,
    pub(super) exit: Option<RawExit>,
    pub(super) guns: Option<RawGuns>,
    pub(super) control: Option<RawControl>,
}

/// Capture or destroy every enemy Gun.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawGuns {
    #[serde(default)]
    pub(super) occupied: bool,
}

/// Buildings to Control.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawControl {
    pub(super) need: u16,
    pub(super) buildings: Vec<Spanned<Vec<String>>>,
}

/// Hexes by hexrow, number, level and distance from buildings; the whole map by default.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct RawArea {
    pub(super) hexrows: Option<Spanned<[String; 2]>>,
    pub(super) numbers: Option<[i16; 2]>,
    pub(super) level: Option<u8>,
    pub(super) from_buildings: Option<u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawExit {
    pub(super) points: u16,
    pub(super) edges: Option<Spanned<Vec<String>>>,
    pub(super) hexes: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    pub(super) graded: bool,
    pub(super) unless: Option<u16>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct RawSpecial {
    pub(super) steady_first_line: Option<Nation>,
    pub(super) strange_leaders: bool,
    pub(super) broken_morale: Option<(Nation, i16)>,
    pub(super) no_repair_before: u8,
    pub(super) no_hiding: Vec<Spanned<String>>,
    pub(super) fortified: i16,
    pub(super) rain: bool,
    pub(super) off_board_terrain: bool,
    pub(super) assault: Option<Spanned<String>>,
}
