//! Choices as players write them on paper.

/// Several choices in one text, such as a line of fire from a record sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shorthand {
    /// The parts of the text, the most important first. Each part is played when its decision comes up; one
    /// that never comes up is dropped.
    pub parts: Vec<Part>,
    /// The choice to play first, in notation, if a decision before the first part is still open.
    pub closing: Option<&'static str>,
}

/// One choice of a shorthand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The choice in notation.
    pub wanted: String,
    /// Verbs that, when offered, mean this part is wanted now.
    pub asked_by: &'static [&'static str],
}
