//! What ASL Starter Kit brings into the house beside its rules.

use super::{Position, scenario, tools};
use crate::book::Book;
use crate::reading::Read;
use crate::tool::Tool;

impl Book for Position {
    const ID: &'static str = "aslsk";
    const TITLE: &'static str = "ASL Starter Kit #2";
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("s9-ambitious-assault", include_str!("../../../scenarios/aslsk/s09-ambitious-assault.toml")),
        ("s10-paper-army", include_str!("../../../scenarios/aslsk/s10-paper-army.toml")),
    ];
    const LEDGER: &'static str = include_str!("../../../config/aslsk/ledger.toml");
    const ODDS: Option<Tool> = Some(Tool::of::<tools::Attack>());

    fn read(file: &str, text: &str) -> Read<Self> {
        scenario::read(file, text)
    }
}
