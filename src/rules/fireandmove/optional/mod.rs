//! The optional rules (76 to 90) a battle may use: keywords in a scenario, settings on the battle form.

pub(in crate::rules::fireandmove) mod cavalry;
pub mod night;
pub(in crate::rules::fireandmove) mod team_play;

use crate::reading::Spanned;

use crate::book::Parameter;
use crate::reading::{Report, suggestion};
use crate::rules::fireandmove::state::Options;

/// An optional rule.
pub struct Switch {
    /// Its keyword in a scenario: "passengers".
    pub key: &'static str,
    /// Its rulebook heading.
    pub rule: &'static str,
    /// Its display name.
    pub name: &'static str,
    /// Its field in the options.
    pub of: fn(&mut Options) -> &mut bool,
}

/// Every optional rule with an on/off switch. Time (78) has values of its own; cavalry (82) and unarmoured
/// vehicles (84) are in use whenever they are fielded.
pub const OPTIONAL_RULES: &[Switch] = &[
    Switch { key: "night", rule: "79", name: "Night", of: |options| &mut options.night },
    Switch { key: "flares", rule: "80", name: "Flares", of: |options| &mut options.flares },
    Switch { key: "flashes", rule: "81", name: "Self-illumination", of: |options| &mut options.flashes },
    Switch { key: "passengers", rule: "85", name: "Passengers", of: |options| &mut options.passengers },
    Switch {
        key: "pintle-guns",
        rule: "86",
        name: "Pintle machine guns",
        of: |options| &mut options.pintle_guns,
    },
    Switch { key: "pairs", rule: "87", name: "Pairing", of: |options| &mut options.pairs },
    Switch { key: "wheels", rule: "88", name: "Wheeled vehicles", of: |options| &mut options.wheels },
    Switch {
        key: "smoke-shells",
        rule: "89",
        name: "Ordnance smoke",
        of: |options| &mut options.smoke_shells,
    },
    Switch { key: "phosphorus", rule: "90", name: "White phosphorus", of: |options| &mut options.phosphorus },
    Switch { key: "team-play", rule: "77", name: "Team play", of: |options| &mut options.teams },
];

/// Reads a scenario's optional rules; "all" turns on everything except night.
pub(super) fn switched(report: &mut Report, words: &[Spanned<String>], options: &mut Options) {
    let known: Vec<&str> = OPTIONAL_RULES.iter().map(|switch| switch.key).collect();
    for word in words {
        let key = word.get_ref().as_str();
        if key == "all" {
            OPTIONAL_RULES.iter().skip(1).for_each(|switch| *(switch.of)(options) = true);
        } else if let Some(switch) = OPTIONAL_RULES.iter().find(|switch| switch.key == key) {
            *(switch.of)(options) = true;
        } else {
            report
                .fault(word.span(), format!("there is no optional rule {key:?}{}", suggestion(key, &known)));
        }
    }
}

/// The settings for each optional rule.
const VALUES: [&str; 3] = ["as in the scenario", "on", "off"];

/// The settings for the clock (78).
const CLOCKS: [&str; 4] =
    ["as in the scenario", "none", "5 passages, on 4 or more", "8 passages, on 4 or more"];

const fn pick(name: &'static str) -> Parameter {
    Parameter { name, values: &VALUES, first: 0 }
}

/// The optional rules on the battle form: the clock, then [`OPTIONAL_RULES`].
pub const PICKS: &[Parameter] = &[
    Parameter { name: "Time", values: &CLOCKS, first: 0 },
    pick(OPTIONAL_RULES[0].name),
    pick(OPTIONAL_RULES[1].name),
    pick(OPTIONAL_RULES[2].name),
    pick(OPTIONAL_RULES[3].name),
    pick(OPTIONAL_RULES[4].name),
    pick(OPTIONAL_RULES[5].name),
    pick(OPTIONAL_RULES[6].name),
    pick(OPTIONAL_RULES[7].name),
    pick(OPTIONAL_RULES[8].name),
    pick(OPTIONAL_RULES[9].name),
];

/// A scenario with the chosen optional rules. Invalid TOML is left unchanged and reported when it is read.
pub(super) fn switched_text(text: &str, picks: &[usize]) -> String {
    let Some(mut file) = text.parse::<toml::Table>().ok().filter(|_| picks.iter().any(|&pick| pick > 0))
    else {
        return text.to_owned();
    };
    let mut rules: Vec<String> = match file.get("rules").and_then(toml::Value::as_array) {
        Some(words) => words.iter().filter_map(|word| Some(word.as_str()?.to_owned())).collect(),
        None => Vec::new(),
    };
    if rules.iter().any(|word| word == "all") {
        rules.retain(|word| word == "night");
        rules.extend(OPTIONAL_RULES.iter().skip(1).map(|switch| switch.key.to_owned()));
    }
    if file.remove("night").and_then(|night| night.as_bool()) == Some(true) {
        rules.push("night".into());
    }
    match picks.first().copied().unwrap_or(0) {
        0 => {}
        1 => drop(file.remove("time")),
        clock => {
            let passages = if clock == 2 { 5 } else { 8 };
            let time = [("passages", passages), ("passes-on", 4)];
            let time = time.map(|(key, value)| (key.to_owned(), toml::Value::Integer(value)));
            file.insert("time".into(), toml::Value::Table(time.into_iter().collect()));
        }
    }
    for (switch, pick) in OPTIONAL_RULES.iter().zip(picks.iter().skip(1)) {
        if *pick > 0 {
            rules.retain(|word| word != switch.key);
        }
        if *pick == 1 {
            rules.push(switch.key.to_owned());
        }
    }
    file.insert("rules".into(), toml::Value::Array(rules.into_iter().map(toml::Value::String).collect()));
    toml::to_string(&file).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fireandmove::scenario;

    #[test]
    fn each_option_changes_only_its_own_rule() {
        let text = include_str!("../../../../scenarios/fireandmove/crossroads.toml");
        let plain = scenario::read("crossroads", text).unwrap().0;
        assert_eq!(switched_text(text, &[0; 11]), text);
        for (place, switch) in OPTIONAL_RULES.iter().enumerate() {
            let mut picks = [0; 11];
            picks[place + 1] = 1;
            let on = scenario::read("crossroads", &switched_text(text, &picks)).unwrap().0;
            let mut options = on.battle().options;
            assert!(*(switch.of)(&mut options), "{}", switch.key);
            *(switch.of)(&mut options) = false;
            assert_eq!(options, plain.battle().options, "{}", switch.key);
            assert_eq!(on.forces.groups, plain.forces.groups);
            picks[place + 1] = 2;
            let off = scenario::read("crossroads", &switched_text(text, &picks)).unwrap().0;
            assert_eq!(off.battle().options, plain.battle().options);
        }
        let clock = scenario::read("crossroads", &switched_text(text, &[2])).unwrap().0;
        assert_eq!((clock.battle().options.passages, clock.battle().options.passes_on), (5, 4));
    }
}
