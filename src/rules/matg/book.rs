//! The parts of Micro Armour besides its rules, for the registry.

use std::sync::Arc;

use super::authoring::{editor, tools};
use super::catalog::columns;
use super::state::options;
use super::{Position, scenario};
use crate::book::{Book, Catalog, Extras, OptionalRules};
use crate::game::Side;
use crate::reading::{CustomData, Read};
use crate::tool::Tool;

impl Book for Position {
    const ID: &'static str = "matg";
    const TITLE: &'static str = "Micro Armour: The Game";
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("introductory", scenario::INTRODUCTORY),
        ("first-steps", scenario::FIRST_STEPS),
        ("first-steps-2", include_str!("../../../scenarios/matg/first-steps-2.toml")),
        ("first-steps-3", include_str!("../../../scenarios/matg/first-steps-3.toml")),
        ("bir-el-gubi", scenario::BIR_EL_GUBI),
        ("sidi-suleiman", scenario::SIDI_SULEIMAN),
        ("state-farm-79", scenario::STATE_FARM),
        ("stonne", scenario::STONNE),
        ("black-monday", scenario::BLACK_MONDAY),
        ("stark-resistance", scenario::STARK_RESISTANCE),
        ("costly-setback", scenario::COSTLY_SETBACK),
    ];
    const LEDGER: &'static str = include_str!("../../../config/matg/ledger.toml");
    const KEYS: &'static str = include_str!("../../../config/matg/keys.toml");
    const EXTRAS: Extras = Extras {
        odds: Some(Tool::of::<tools::Odds>()),
        catalog: Some(Catalog {
            tool: Tool::of::<tools::Catalog>(),
            rows: |_, text| columns::catalog_rows(text),
        }),
        cards: None,
        decks: None,
        imports: &[],
        generator: Some(tools::GENERATOR),
        editor: Some(editor::EDITOR),
        optional_rules: Some(OptionalRules {
            picks: options::OPTIONAL_RULES,
            notes: options::OPTIONAL_RULE_NOTES,
            switched: options::switched,
        }),
        custom_data: None,
        campaigns: Some(super::authoring::CAMPAIGNS),
    };

    fn read_with(file: &str, text: &str, _: &[CustomData]) -> Read<Self> {
        let (battle, warnings) = scenario::read(file, text)?;
        Ok((Self::new(Arc::new(battle)), warnings))
    }

    fn read_saved(file: &str, text: &str, _: &[CustomData]) -> Read<Self> {
        let (battle, warnings) = scenario::read_saved(file, text)?;
        Ok((Self::new(Arc::new(battle)), warnings))
    }

    fn facts(&self) -> Vec<String> {
        Side::BOTH
            .map(|side| format!("{}: {}", self.battle.army(side).name, self.battle.costs[side.index()]))
            .to_vec()
    }
}
