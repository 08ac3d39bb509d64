//! Choices as players write them on paper.

/// Several choices in one text, such as a line of fire from a record sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shorthand {
    /// What the text says, the most important first. Each is played when the decisions come to it; one that is
    /// never asked for is left out.
    pub parts: Vec<Part>,
    /// What to play first, in notation, where a decision before the first part is still open.
    pub closing: Option<&'static str>,
}

/// One choice of a shorthand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The choice in notation.
    pub wanted: String,
    /// The verbs whose being offered says that this part is asked for now.
    pub asked_by: &'static [&'static str],
}
