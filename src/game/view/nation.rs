//! The nations of the sides, for players who want counters in national colours.

/// A nation with a counter colour of its own.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Nation {
    /// Any other: its counters have the colour of their side.
    #[default]
    Other,
    /// Germany.
    German,
    /// The United States.
    American,
    /// Britain and the Commonwealth.
    British,
    /// The Soviet Union.
    Soviet,
    /// Italy.
    Italian,
}

/// The beginnings of the names that scenarios and tables use.
const NAMES: [(&str, Nation); 15] = [
    ("german", Nation::German),
    ("wehrmacht", Nation::German),
    ("america", Nation::American),
    ("united states", Nation::American),
    ("us", Nation::American),
    ("brit", Nation::British),
    ("united kingdom", Nation::British),
    ("commonwealth", Nation::British),
    ("austral", Nation::British),
    ("canad", Nation::British),
    ("new zealand", Nation::British),
    ("indian", Nation::British),
    ("soviet", Nation::Soviet),
    ("russia", Nation::Soviet),
    ("ital", Nation::Italian),
];

impl Nation {
    /// The nation with a name such as "Germans", "soviet-union" or "United States".
    pub fn named(name: &str) -> Self {
        let name = name.to_lowercase().replace('-', " ");
        NAMES.iter().find(|(start, _)| name.starts_with(start)).map_or(Self::Other, |(_, nation)| *nation)
    }
}

#[cfg(test)]
mod tests {
    use super::Nation;

    #[test]
    fn nations_are_known_by_the_names_in_scenarios() {
        for (name, nation) in [
            ("Germans", Nation::German),
            ("germany", Nation::German),
            ("soviet-union", Nation::Soviet),
            ("Russians", Nation::Soviet),
            ("United States", Nation::American),
            ("british", Nation::British),
            ("Italians", Nation::Italian),
            ("Finns", Nation::Other),
        ] {
            assert_eq!(Nation::named(name), nation, "{name}");
        }
    }
}
