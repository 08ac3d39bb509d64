//! The scenario and the terms that a player chose on the title screen.

use crate::game::journal::DiceKind;
use crate::library::{FORGED, Library, NewGame, Scenario};
use crate::registry::Ruleset;
use crate::tui::Setup;

/// The name under which a scenario is opened: its ruleset and name, or its file.
pub(super) fn called(ruleset: &str, name: &str) -> String {
    let file = name.contains(std::path::is_separator) || name.ends_with(".toml");
    if file { name.to_owned() } else { format!("{ruleset}/{name}") }
}

/// The scenario of a setup, with its optional rules, and the terms of the game.
pub(super) fn chosen(library: &Library, setup: &Setup) -> anyhow::Result<(Scenario, NewGame)> {
    let scenario = match setup.ruleset.parse::<Ruleset>() {
        Ok(ruleset) if setup.name == FORGED && ruleset.extras().generator.is_some() => {
            library.forge(ruleset, &setup.picks, setup.seed)?
        }
        ruleset => {
            let mut scenario = library.scenario(&called(&setup.ruleset, &setup.name))?;
            if ruleset.is_ok() {
                scenario.switch(&setup.picks);
            }
            setup.favour.iter().try_for_each(|side| scenario.favour(side))?;
            scenario
        }
    };
    let dice = if setup.typed { DiceKind::Typed } else { DiceKind::Seeded };
    Ok((scenario, NewGame { seats: setup.seats, seed: setup.seed, dice, undo: setup.undo }))
}
