//! The texts of a tutorial that belong to a decision rather than to a phase, and what it ends with.

use std::fmt::Write as _;

use serde::Deserialize;

use super::journal::quoted;

/// The texts of a tutorial: the `[lesson]` table of a scenario.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The things learnt, shown in the final report.
    #[serde(default)]
    pub learnt: String,
    /// The battle or option to try next.
    #[serde(default)]
    pub next: String,
    /// Texts shown during the battle.
    #[serde(default, rename = "moment")]
    pub moments: Vec<Moment>,
}

/// A text shown once, the first time its player comes to a decision.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// The kind of decision ([`super::Decision::kind`]).
    pub at: String,
    /// The first turn in which it is shown.
    #[serde(default = "first_turn")]
    pub turn: u32,
    /// The text.
    pub text: String,
}

const fn first_turn() -> u32 {
    1
}

impl Lesson {
    /// The `[lesson]` table of a scenario; empty for a battle that teaches nothing.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        if *self == Self::default() {
            return text;
        }
        let _ =
            write!(text, "\n[lesson]\nlearnt = {}\nnext = {}\n", quoted(&self.learnt), quoted(&self.next));
        for Moment { at, turn, text: words } in &self.moments {
            let (at, words) = (quoted(at), quoted(words));
            let _ = write!(text, "\n[[lesson.moment]]\nat = {at}\nturn = {turn}\ntext = {words}\n");
        }
        text
    }
}
