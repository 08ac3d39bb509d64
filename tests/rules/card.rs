//! A rule card as it is written in its file.

use std::collections::BTreeMap;

use serde::Deserialize;

/// One card; tests/cards/README.md tells what each line means.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// What the card shows, in a sentence.
    pub name: String,
    /// The rules it shows.
    pub rules: Vec<String>,
    /// A word about the reading of the rule.
    #[serde(default)]
    #[allow(dead_code)] // for the reader of the card
    pub why: String,
    /// "12x8", where no map is drawn.
    pub size: Option<String>,
    /// The ground, drawn.
    pub map: Option<String>,
    /// Heights, drawn.
    pub levels: Option<String>,
    /// Roads, drawn.
    pub roads: Option<String>,
    /// More marks for the drawing than the usual ones.
    #[serde(default)]
    pub legend: BTreeMap<String, Vec<String>>,
    /// Ground laid on single squares or straight stretches: "0505-0512 good-road".
    #[serde(default)]
    pub ground: Vec<String>,
    /// Impact and smoke markers: "0505 by S1", "0505 smoke by S1".
    #[serde(default)]
    pub impacts: Vec<String>,
    /// Minefields of standard density that the enemy does not know: "0505 of S".
    #[serde(default)]
    pub mines: Vec<String>,
    /// "Type @ 0505 N suppressed fire-move", by tag.
    pub stands: BTreeMap<String, String>,
    /// Force cohesion levels; 13 if not said.
    #[serde(default)]
    pub cohesion: BTreeMap<String, i64>,
    /// Movement orders in hand.
    #[serde(default)]
    pub orders: BTreeMap<String, u8>,
    /// Who has the initiative; the first letter if not said.
    pub initiative: Option<String>,
    /// How far one sees, in inches.
    #[serde(default = "forty")]
    pub sighting: u16,
    /// Conditions of the weather, as in a scenario.
    #[serde(default)]
    pub weather: Vec<String>,
    /// How much darkness lowers cohesion.
    #[serde(default)]
    pub darkness: u8,
    /// Year and month.
    #[serde(default = "mid_1944")]
    pub date: String,
    /// Turns of the battle.
    #[serde(default = "ten")]
    pub turns: u8,
    /// The turn being played; the last if not said.
    pub turn: Option<u8>,
    /// Where the card begins.
    pub start: String,
    /// Whether a far-off pair of stands keeps the movement phase open; not for cards over several phases.
    #[serde(default = "yes")]
    pub keep_open: bool,
    /// Choices in notation; "? …" between them is a claim.
    #[serde(default)]
    pub play: Vec<String>,
    /// Every face that falls, in order.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// Claims at the end.
    #[serde(default)]
    pub expect: Vec<String>,
}

const fn forty() -> u16 {
    40
}

const fn ten() -> u8 {
    10
}

const fn yes() -> bool {
    true
}

fn mid_1944() -> String {
    "1944-06".to_owned()
}

/// The cards of a text.
pub fn read(text: &str) -> Result<Vec<Card>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        card: Vec<Card>,
    }
    toml::from_str::<File>(text).map(|file| file.card).map_err(|error| error.to_string())
}

/// Name and rules of every card of a text, whatever else its ruleset writes on a card.
pub fn rules_of(text: &str) -> Result<Vec<(String, Vec<String>)>, String> {
    #[derive(Deserialize)]
    struct File {
        card: Vec<Named>,
    }
    #[derive(Deserialize)]
    struct Named {
        name: String,
        rules: Vec<String>,
    }
    let file = toml::from_str::<File>(text).map_err(|error| error.to_string())?;
    Ok(file.card.into_iter().map(|card| (card.name, card.rules)).collect())
}
