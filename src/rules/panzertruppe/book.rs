//! Panzertruppe as a book: scenarios, ledger, keys and tools beside the rules.

use std::sync::Arc;

use crate::book::{Book, CustomData, Forge};
use crate::editor::Editor;
use crate::reading::Read;
use crate::rules::panzertruppe::tools::{calculator, forge, lookup};
use crate::rules::panzertruppe::{Position, scenario};
use crate::tool::Tool;

impl Book for Position {
    const ID: &'static str = "panzertruppe";
    const TITLE: &'static str = "Panzertruppe";
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("crossroads", include_str!("../../../scenarios/panzertruppe/crossroads.toml")),
        ("hedgerow-guns", include_str!("../../../scenarios/panzertruppe/hedgerow-guns.toml")),
        ("hunters", include_str!("../../../scenarios/panzertruppe/hunters.toml")),
        ("steps-1-move-fire", include_str!("../../../scenarios/panzertruppe/steps-1-move-fire.toml")),
        ("steps-2-reactions", include_str!("../../../scenarios/panzertruppe/steps-2-reactions.toml")),
        ("steps-3-winning", include_str!("../../../scenarios/panzertruppe/steps-3-winning.toml")),
    ];
    const LEDGER: &'static str = include_str!("../../../config/panzertruppe/ledger.toml");
    const KEYS: &'static str = include_str!("../../../config/panzertruppe/keys.toml");
    const ODDS: Option<Tool> = Some(Tool::of::<calculator::Fire>());
    const CATALOG: Option<Tool> = Some(Tool::of::<lookup::Catalog>());

    const GENERATOR: Option<Forge> = Some(forge::GENERATOR);
    const GENERATOR_TOOL: Option<Tool> = Some(Tool::of::<forge::Make>());
    const EDITOR: Option<Editor> = Some(crate::rules::panzertruppe::editor::EDITOR);
    const CUSTOM_DATA: bool = true;

    fn read(file: &str, text: &str) -> Read<Self> {
        Self::read_with(file, text, &[])
    }

    fn read_with(file: &str, text: &str, own: &[CustomData]) -> Read<Self> {
        let (battle, warnings) = scenario::read_with(file, text, own)?;
        Ok((Self::new(Arc::new(battle)), warnings))
    }

    fn catalog_rows(own: &[CustomData], text: &str) -> Vec<Vec<String>> {
        lookup::catalog_rows(own, text)
    }
}
