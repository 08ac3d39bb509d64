//! 12.0: the optional rules. Each is a word in a scenario and a switch on the form before a battle.

use crate::book::Parameter;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::state::position::Id;

macro_rules! options {
    ($( $(#[doc = $doc:literal])* $name:ident = $key:literal, $rule:literal, $title:literal, $about:literal; )*) => {
        /// The optional rules (12).
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Optional { $( $(#[doc = $doc])* $name ),* }

        impl Optional {
            /// All rules, in the order of the book.
            pub const ALL: &'static [Self] = &[ $( Self::$name ),* ];

            /// Its name in a scenario: "hot-shot".
            pub const fn key(self) -> &'static str {
                match self { $( Self::$name => $key ),* }
            }

            /// Its number in the book: "12.2.1".
            pub const fn rule(self) -> &'static str {
                match self { $( Self::$name => $rule ),* }
            }
        }

        /// The switches for the optional rules on the form before a battle.
        pub const OPTIONAL_RULES: &[Parameter] = &[ $( Parameter { name: $title, values: &VALUES, first: 0 } ),* ];

        /// A line for each switch on what its rule does.
        pub const OPTIONAL_RULE_NOTES: &[&str] = &[ $( $about ),* ];
    };
}

/// The settings of each switch.
const VALUES: [&str; 3] = ["scenario default", "on", "off"];

options! {
    /// Losses can break a force (12.1).
    Determination = "determination", "12.1", "Unit determination",
        "Losses draw cards. Past its break point a force runs for its own edge.";
    /// A natural 1 to fire moves the attack two columns up (12.2.1).
    HotShot = "hot-shot", "12.2.1", "Hot shot",
        "A natural 1 to fire moves the attack two columns up.";
    /// A natural 20 to fire leaves a stand low on ammunition (12.2.2).
    RunningLow = "running-low", "12.2.2", "Running low",
        "A natural 20 to fire leaves a stand only enough to return fire.";
    /// Fire that deviates on a natural 20 goes far astray (12.2.3).
    CommunicationsBreakdown = "communications-breakdown", "12.2.3", "Breakdown",
        "Fire that deviates on a natural 20 goes up to ten inches astray.";
    /// A natural 1 on an ordered movement roll saves the order (12.2.4).
    IntuitiveAction = "intuitive-action", "12.2.4", "Intuition",
        "At cohesion 15+, a natural 1 on an ordered move saves the order.";
    /// A group that rolls a natural 20 to move may not move this turn (12.2.5).
    ConflictingOrders = "conflicting-orders", "12.2.5", "Conflicting orders",
        "A group that rolls a natural 20 to move stays put this turn.";
    /// Aircraft strafe and bomb (12.3).
    AirStrikes = "air-strikes", "12.3", "Air strikes",
        "Aircraft strafe and bomb; anti-aircraft fire may drive them off.";
    /// Armed stands that exit by the enemy's edge silence off-map batteries (12.4).
    ChargeForTheGuns = "charge-for-the-guns", "12.4", "Charge the guns",
        "Armed stands that exit by the enemy's edge silence off-map guns.";
    /// Armoured fighting vehicles carry riders (12.5).
    TankRiders = "tank-riders", "12.5", "Tank riders",
        "Infantry and guns ride on tanks, and get off when they are hit or fire.";
    /// A movement order may be spent on a stand fast action (12.6).
    StandFast = "stand-fast", "12.6", "Stand fast",
        "An order and a cohesion roll let you pass without ending your moves.";
    /// Loads slow transports, which may be overloaded (12.7).
    LoadedTransports = "loaded-transports", "12.7", "Loaded transports",
        "A load slows a transport, which may carry more than its capacity.";
    /// Tanks and anti-tank guns may fire again after a success (12.8).
    SecondShots = "second-shots", "12.8", "Second shots",
        "Tanks and anti-tank guns that hit a vehicle may fire again, at +3.";
    /// Better shells give half as much AP again until they are used up (12.9).
    BetterShells = "better-shells", "12.9", "Better shells",
        "From September 1944 some Western guns have half as much AP again.";
    /// The heaviest artillery fires HE at armour at close range (12.10).
    BigGameHunters = "big-game-hunters", "12.10", "Big game hunters",
        "Guns of 150 mm and more can fire HE at armour within 4 inches.";
    /// Short German guns have one hollow-charge attack (12.11).
    Heat = "heat", "12.11", "A little HEAT",
        "Short German 75s have one hollow-charge shot: AP 8 up to 10 inches.";
    /// Fire that fell on its target may be called again (12.12).
    RegisteredMissions = "registered-missions", "12.12", "Registered missions",
        "Fire that fell on its target can be called again for the next turn.";
    /// Fire may be plotted by direction and distance (12.13).
    PolarPlotting = "polar-plotting", "12.13", "Polar plotting",
        "Fire can be plotted by direction and distance from the observer.";
    /// Stands in improved positions and minefields are hidden at first (scenario).
    HiddenSetUp = "hidden-set-up", "battles: hidden set-up", "Hidden set-up",
        "Stands in positions and minefields stay off the table until found.";
    /// The variant printed with the battle (scenario).
    Variant = "variant", "battles: variant", "Variant of the battle",
        "The variant printed with the battle, such as a second ford.";
}

/// The optional rules in force.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options(u32);

impl Options {
    /// Whether an optional rule is in force.
    pub const fn has(self, option: Optional) -> bool {
        self.0 & 1 << option as u32 != 0
    }
}

impl FromIterator<Optional> for Options {
    fn from_iter<I: IntoIterator<Item = Optional>>(options: I) -> Self {
        Self(options.into_iter().fold(0, |bits, option| bits | 1 << option as u32))
    }
}

/// The effects of optional rules on a stand; all empty if none is in force.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OptionState {
    /// Low on ammunition for the rest of the game (12.2.2).
    pub low: bool,
    /// Has conflicting orders this turn (12.2.5).
    pub in_doubt: bool,
    /// The vehicle that it attacked successfully this turn (12.8).
    pub scored: Option<Id>,
    /// Has made its second attack of this turn (12.8).
    pub poured: bool,
    /// Its better shells are used up (12.9).
    pub shells_spent: bool,
    /// Its hollow charges are used up (12.11).
    pub heat_spent: bool,
    /// Has been fired at this turn (12.1.5).
    pub fired_upon: bool,
}

impl OptionState {
    /// The effects that last beyond the turn.
    #[must_use]
    #[inline]
    pub fn at_turns_end(self) -> Self {
        Self { in_doubt: false, scored: None, poured: false, fired_upon: false, ..self }
    }
}

/// A scenario with optional rules switched as picked. Text that is not TOML is returned unchanged and
/// reported when it is read.
#[apply(rule, "12.0")]
pub fn switched(text: &str, picks: &[usize]) -> String {
    let Some(mut file) = text.parse::<toml::Table>().ok().filter(|_| picks.iter().any(|&pick| pick > 0))
    else {
        return text.to_owned();
    };
    let said = file.get("options").and_then(toml::Value::as_array);
    let said = said.into_iter().flatten().filter_map(|word| Some(word.as_str()?.to_owned()));
    let mut words: Vec<String> = said.collect();
    for (option, &pick) in Optional::ALL.iter().zip(picks) {
        if pick > 0 {
            words.retain(|word| word != option.key());
        }
        if pick == 1 {
            words.push(option.key().to_owned());
        }
    }
    file.insert("options".into(), toml::Value::Array(words.into_iter().map(toml::Value::String).collect()));
    toml::to_string(&file).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::matg::scenario;

    #[test]
    fn each_option_changes_only_its_own_rule() {
        let text = scenario::BLACK_MONDAY;
        let options = |text: &str| scenario::read("salerno", text).unwrap().0.options;
        let plain = options(text);
        assert_eq!(switched(text, &[0; 40]), text);
        for (place, &option) in Optional::ALL.iter().enumerate() {
            let mut picks = [0; 40];
            picks[place] = 1;
            let on = options(&switched(text, &picks));
            picks[place] = 2;
            let off = options(&switched(text, &picks));
            assert!(on.has(option) && !off.has(option), "{}", option.key());
            for &other in Optional::ALL.iter().filter(|&&other| other != option) {
                assert_eq!((on.has(other), off.has(other)), (plain.has(other), plain.has(other)));
            }
        }
    }

    #[test]
    fn optional_rules_round_trip_through_their_words() {
        for &option in Optional::ALL {
            let read: Result<Optional, _> = toml::Value::String(option.key().into()).try_into();
            assert_eq!(read, Ok(option));
        }
        assert_eq!(
            (OPTIONAL_RULES.len(), OPTIONAL_RULE_NOTES.len()),
            (Optional::ALL.len(), Optional::ALL.len())
        );
        // Fits one line of an 80-column screen.
        assert!(
            OPTIONAL_RULE_NOTES.iter().all(|about| about.ends_with('.') && (20..=74).contains(&about.len()))
        );
    }
}
