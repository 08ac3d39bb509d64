//! How a position tells who will win: features, and the figures by which they count.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The signs in a position of who will win, as the first side sees them.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// The kind of battle: each has figures of its own.
    pub kind: &'static str,
    /// The features, each about -1 to 1; above 0 speaks for the first side.
    pub features: Vec<f64>,
    /// How far the battle has come, from 0 to 1.
    pub late: f64,
}

/// The figures of a ruleset by kind of battle: for each feature its weight early in the battle, and what is added to
/// it by the end. `cargo bench --bench outlook -- --games 100` prints them.
#[derive(Deserialize, Debug)]
#[serde(transparent)]
pub struct Fitted(BTreeMap<String, Vec<[f64; 2]>>);

impl Fitted {
    /// The figures in a built-in file.
    ///
    /// # Panics
    /// If the file cannot be read.
    pub fn built_in(text: &str) -> Self {
        crate::reading::built_in(text)
    }

    /// The logarithm of the odds that the first side wins.
    pub fn odds(&self, outlook: &Outlook) -> f64 {
        let figures = self.0.get(outlook.kind).map_or(&[][..], Vec::as_slice);
        debug_assert_eq!(figures.len(), outlook.features.len(), "a figure for every feature");
        let parts = outlook.features.iter().zip(figures);
        parts.map(|(feature, [early, more])| feature * (early + more * outlook.late)).sum()
    }
}
