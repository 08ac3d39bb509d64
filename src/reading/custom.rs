//! The texts that a battle is read from: a scenario and a player's own tables.

/// Where a file of custom data was named. Later sources override earlier ones.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// In the player's folder.
    Folder,
    /// In a scenario.
    Scenario,
    /// On the command line.
    Option,
}

impl Source {
    /// All of them, in order of precedence, weakest first.
    pub const ALL: [Self; 3] = [Self::Folder, Self::Scenario, Self::Option];

    /// The word used in a save.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Scenario => "scenario",
            Self::Option => "option",
        }
    }
}

/// A file of custom data: a player's own tables in place of the built-in ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CustomData {
    /// Where it was named.
    pub source: Source,
    /// The file name for messages.
    pub file: String,
    /// Its contents.
    pub text: String,
}

/// Files in order of precedence: the player's folder first, then the scenario's, then the command line's.
pub fn in_order(own: &[CustomData]) -> impl Iterator<Item = &CustomData> {
    Source::ALL.into_iter().flat_map(|source| own.iter().filter(move |own| own.source == source))
}

/// A scenario as text: built in, the player's own, or from a save.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioText {
    /// The file name for messages.
    pub file: String,
    /// The scenario.
    pub text: String,
    /// The custom data it is played with.
    pub own: Vec<CustomData>,
}
