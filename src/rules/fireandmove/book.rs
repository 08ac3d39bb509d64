//! Registers Fire & Move with the application.

use crate::book::{Book, Catalog, Extras, OptionalRules};
use crate::reading::{CustomData, Read};
use crate::rules::fireandmove::tools::{aid, calculator, catalog, forge};
use crate::rules::fireandmove::{Position, cards, optional, scenario};
use crate::tool::Tool;

/// A built-in battle by its name.
macro_rules! battle {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../scenarios/fireandmove/", $name, ".toml")))
    };
}

impl Book for Position {
    const ID: &'static str = "fireandmove";
    const TITLE: &'static str = "Fire & Move";
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        battle!("crossroads"),
        battle!("river-crossing"),
        battle!("village"),
        battle!("jungle-track"),
        battle!("night-patrol"),
        battle!("the-chapel"),
        battle!("tanks-in-the-lane"),
        battle!("company-attack"),
        battle!("steps-1-move-fire"),
        battle!("steps-2-reactions"),
        battle!("steps-3-winning"),
    ];
    const LEDGER: &'static str = include_str!("../../../config/fireandmove/ledger.toml");
    const KEYS: &'static str = include_str!("../../../config/fireandmove/keys.toml");
    const EXTRAS: Extras = Extras {
        odds: Some(Tool::of::<calculator::Check>()),
        catalog: Some(Catalog { tool: Tool::of::<catalog::Catalog>(), rows: catalog::catalog_rows }),
        cards: Some(Tool::of::<cards::command::Cards>()),
        decks: Some(Tool::of::<aid::Decks>()),
        imports: &[],
        generator: Some(forge::GENERATOR),
        editor: Some(crate::rules::fireandmove::authoring::EDITOR),
        optional_rules: Some(OptionalRules {
            picks: optional::PICKS,
            notes: &[],
            switched: optional::switched_text,
        }),
        // Tables are checked with the scenario that uses them.
        custom_data: Some(|_, _| None),
        campaigns: Some(super::authoring::CAMPAIGNS),
    };

    fn read_with(file: &str, text: &str, own: &[CustomData]) -> Read<Self> {
        scenario::read_with(file, text, own)
    }

    fn read_saved(file: &str, text: &str, own: &[CustomData]) -> Read<Self> {
        scenario::read_with(file, text, own)
    }

    fn facts(&self) -> Vec<String> {
        Vec::new()
    }
}
