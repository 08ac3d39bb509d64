//! The parts of Micro Armour besides its rules, for the registry.

use std::sync::Arc;

use super::authoring::{editor, tools};
use super::catalog::columns;
use super::state::options;
use super::{Position, scenario};
use crate::book::{Book, CustomData, Forge, Parameter};
use crate::editor::Editor;
use crate::game::Side;
use crate::reading::Read;
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
    const ODDS: Option<Tool> = Some(Tool::of::<tools::Odds>());
    const OPTIONAL_RULES: &'static [Parameter] = options::OPTIONAL_RULES;
    const OPTIONAL_RULE_NOTES: &'static [&'static str] = options::OPTIONAL_RULE_NOTES;
    const CATALOG: Option<Tool> = Some(Tool::of::<tools::Catalog>());
    const GENERATOR: Option<Forge> = Some(tools::GENERATOR);
    const EDITOR: Option<Editor> = Some(editor::EDITOR);
    const GENERATOR_TOOL: Option<Tool> = Some(Tool::of::<tools::Make>());

    fn read(file: &str, text: &str) -> Read<Self> {
        let (battle, warnings) = scenario::read(file, text)?;
        Ok((Self::new(Arc::new(battle)), warnings))
    }

    fn read_saved(file: &str, text: &str, _: &[CustomData]) -> Read<Self> {
        let (battle, warnings) = scenario::read_saved(file, text)?;
        Ok((Self::new(Arc::new(battle)), warnings))
    }

    fn switched(text: &str, picks: &[usize]) -> String {
        options::switched(text, picks)
    }

    fn facts(&self) -> Vec<String> {
        Side::BOTH
            .map(|side| format!("{}: {}", self.battle.army(side).name, self.battle.costs[side.index()]))
            .to_vec()
    }

    fn catalog_rows(_: &[CustomData], text: &str) -> Vec<Vec<String>> {
        columns::catalog_rows(text)
    }
}
