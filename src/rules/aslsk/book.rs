//! The parts of ASL Starter Kit besides its rules: scenarios, ledger, keys and tools.

use super::board::reading;
use super::{Position, scenario, tools};
use crate::book::{Book, Extras};
use crate::reading::{CustomData, Read};
use crate::tool::Tool;

impl Book for Position {
    const ID: &'static str = "aslsk";
    const TITLE: &'static str = "ASL Starter Kit #2";
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("s9-ambitious-assault", include_str!("../../../scenarios/aslsk/s09-ambitious-assault.toml")),
        ("s10-paper-army", include_str!("../../../scenarios/aslsk/s10-paper-army.toml")),
        ("s11-a-long-way-to-go", include_str!("../../../scenarios/aslsk/s11-a-long-way-to-go.toml")),
        ("s12-over-open-sights", include_str!("../../../scenarios/aslsk/s12-over-open-sights.toml")),
        ("s13-priority-target", include_str!("../../../scenarios/aslsk/s13-priority-target.toml")),
        ("s14-88s-at-zon", include_str!("../../../scenarios/aslsk/s14-88s-at-zon.toml")),
        ("s15-hammer-to-teeth", include_str!("../../../scenarios/aslsk/s15-hammer-to-teeth.toml")),
        ("s16-legio-patria", include_str!("../../../scenarios/aslsk/s16-legio-patria.toml")),
        ("steps-1-infantry", include_str!("../../../scenarios/aslsk/steps-1-infantry.toml")),
        ("steps-2-weapons", include_str!("../../../scenarios/aslsk/steps-2-weapons.toml")),
        ("steps-3-guns", include_str!("../../../scenarios/aslsk/steps-3-guns.toml")),
    ];
    const LEDGER: &'static str = include_str!("../../../config/aslsk/ledger.toml");
    const KEYS: &'static str = include_str!("../../../config/aslsk/keys.toml");
    const EXTRAS: Extras = Extras {
        odds: Some(Tool::of::<tools::Attack>()),
        catalog: None,
        cards: None,
        decks: None,
        imports: &[("vasl", Tool::of::<tools::Vasl>())],
        generator: Some(tools::GENERATOR),
        editor: Some(super::authoring::EDITOR),
        optional_rules: None,
        custom_data: Some(check_boards),
        campaigns: Some(super::authoring::CAMPAIGNS),
    };

    /// Custom data are boards: drawn by the player or imported.
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

fn check_boards(file: &str, text: &str) -> Option<Read<Vec<String>>> {
    reading::holds_boards(text).then(|| {
        let (boards, warnings) = reading::read(file, text)?;
        Ok((boards.iter().map(reading::Board::facts).collect(), warnings))
    })
}
