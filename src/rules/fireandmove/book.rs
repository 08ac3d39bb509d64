//! Registers Fire & Move with the application.

use crate::book::{Book, CustomData, Forge, Parameter};
use crate::editor::Editor;
use crate::reading::Read;
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
    const ODDS: Option<Tool> = Some(Tool::of::<calculator::Check>());
    const CARDS: Option<Tool> = Some(Tool::of::<cards::command::Cards>());
    const DECKS: Option<Tool> = Some(Tool::of::<aid::Decks>());
    const CATALOG: Option<Tool> = Some(Tool::of::<catalog::Catalog>());
    const GENERATOR: Option<Forge> = Some(forge::GENERATOR);
    const GENERATOR_TOOL: Option<Tool> = Some(Tool::of::<forge::Make>());
    const EDITOR: Option<Editor> = Some(crate::rules::fireandmove::editor::EDITOR);
    const CUSTOM_DATA: bool = true;
    const OPTIONAL_RULES: &'static [Parameter] = optional::PICKS;

    fn read(file: &str, text: &str) -> Read<Self> {
        scenario::read(file, text)
    }

    fn read_with(file: &str, text: &str, own: &[CustomData]) -> Read<Self> {
        scenario::read_with(file, text, own)
    }

    fn switched(text: &str, picks: &[usize]) -> String {
        optional::switched_text(text, picks)
    }

    fn catalog_rows(own: &[CustomData], text: &str) -> Vec<Vec<String>> {
        catalog::catalog_rows(own, text)
    }
}
