//! The optional rules (76 to 90) that a battle may be played with: words of a scenario, switches of the form in front
//! of a battle.

use toml::Spanned;

use super::position::Options;
use crate::reading::{Report, suggestion};

/// An optional rule.
pub struct Switch {
    /// Its word in a scenario: "passengers".
    pub key: &'static str,
    /// Its heading.
    pub rule: &'static str,
    /// For players.
    pub name: &'static str,
    /// Its place among the options.
    pub of: fn(&mut Options) -> &mut bool,
}

/// Every optional rule that is on or off, in the order of the book. Time (78) has figures of its own; cavalry (82) and
/// unarmoured vehicles (84) are played where they are fielded.
pub const SWITCHES: &[Switch] = &[
    Switch { key: "night", rule: "79", name: "Night", of: |options| &mut options.night },
    Switch { key: "flares", rule: "80", name: "Flares", of: |options| &mut options.flares },
    Switch { key: "flashes", rule: "81", name: "Muzzle flash", of: |options| &mut options.flashes },
    Switch { key: "passengers", rule: "85", name: "Passengers", of: |options| &mut options.passengers },
    Switch { key: "pintle-guns", rule: "86", name: "Pintle guns", of: |options| &mut options.pintle_guns },
    Switch { key: "pairs", rule: "87", name: "Pairs", of: |options| &mut options.pairs },
    Switch { key: "wheels", rule: "88", name: "Wheels", of: |options| &mut options.wheels },
    Switch { key: "smoke-shells", rule: "89", name: "Smoke shells", of: |options| &mut options.smoke_shells },
    Switch { key: "phosphorus", rule: "90", name: "Phosphorus", of: |options| &mut options.phosphorus },
];

/// Reads the optional rules of a scenario; "all" is all of them but the night.
pub(super) fn switched(report: &mut Report, words: &[Spanned<String>], options: &mut Options) {
    let known: Vec<&str> = SWITCHES.iter().map(|switch| switch.key).collect();
    for word in words {
        let key = word.get_ref().as_str();
        if key == "all" {
            SWITCHES.iter().skip(1).for_each(|switch| *(switch.of)(options) = true);
        } else if let Some(switch) = SWITCHES.iter().find(|switch| switch.key == key) {
            *(switch.of)(options) = true;
        } else {
            report.fault(word.span(), format!("there is no optional rule {key:?}{}", suggestion(key, &known)));
        }
    }
}
