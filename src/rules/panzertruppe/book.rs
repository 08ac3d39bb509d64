//! Panzertruppe as a book: scenarios, ledger, keys and tools beside the rules.

use std::sync::Arc;

use crate::book::{Book, Catalog, Extras};
use crate::reading::{CustomData, Read};
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
    const EXTRAS: Extras = Extras {
        odds: Some(Tool::of::<calculator::Fire>()),
        catalog: Some(Catalog { tool: Tool::of::<lookup::Catalog>(), rows: lookup::catalog_rows }),
        cards: None,
        decks: None,
        imports: &[],
        generator: Some(forge::GENERATOR),
        editor: Some(crate::rules::panzertruppe::authoring::EDITOR),
        optional_rules: None,
        // Tables are checked with the scenario that uses them.
        custom_data: Some(|_, _| None),
        campaigns: Some(super::authoring::CAMPAIGNS),
    };

    fn read_with(file: &str, text: &str, own: &[CustomData]) -> Read<Self> {
        let (battle, warnings) = scenario::read_with(file, text, own)?;
        Ok((Self::new(Arc::new(battle)), warnings))
    }

    fn read_saved(file: &str, text: &str, own: &[CustomData]) -> Read<Self> {
        Self::read_with(file, text, own)
    }

    fn facts(&self) -> Vec<String> {
        Vec::new()
    }
}
