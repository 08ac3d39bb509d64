//! What Fire & Move brings into the house beside its rules.

use super::{Position, calculator, cards, scenario};
use crate::book::Book;
use crate::reading::Read;
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
    ];
    const LEDGER: &'static str = include_str!("../../../config/fireandmove/ledger.toml");
    const KEYS: &'static str = include_str!("../../../config/fireandmove/keys.toml");
    const ODDS: Option<Tool> = Some(Tool::of::<calculator::Check>());
    const CARDS: Option<Tool> = Some(Tool::of::<cards::command::Cards>());

    fn read(file: &str, text: &str) -> Read<Self> {
        scenario::read(file, text)
    }
}
