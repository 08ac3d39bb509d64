//! The rulebook in the game: every rule of a ruleset in our own words, and the rulings on it.
//!
//! Numbers are those printed in the book. Charts, which have none, are called `chart: range` and the like,
//! the key to the weapon notes `notes key`, the steps of building a scenario `design: 1` to `design: 7`.

pub mod cited;

use serde::Deserialize;

/// How far a rule is part of the game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Built, and shown by at least one rule card.
    Done,
    /// A rule that players may agree on, not built.
    Option,
    /// Nothing for the game to do.
    Out,
}

/// One numbered rule, or one chart.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// As printed, such as "7.4.2.1".
    pub number: String,
    /// A few words.
    pub title: String,
    /// Paragraphs divided by an empty line; lines that begin with a space belong to a table.
    pub summary: String,
    /// Whether it is built.
    pub state: State,
    /// Why it is not; empty for rules that are done.
    #[serde(default)]
    pub reason: String,
    /// Ids of the rulings that bear on it.
    #[serde(default)]
    pub rulings: Vec<String>,
}

/// What we decided where the book is silent, unclear or contradicts itself.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// Such as "G-20" for a gap of the book, "S-2" for a choice of ours.
    pub id: String,
    /// A few words.
    pub title: String,
    /// The decision.
    pub text: String,
    /// Where the question comes from and what the answer rests on.
    pub provenance: String,
}

/// All rules and rulings of a ruleset, in the order of the book.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    #[serde(rename = "rule", default)]
    rules: Vec<Rule>,
    #[serde(rename = "ruling", default)]
    rulings: Vec<Ruling>,
}

/// Joins the lines of each paragraph, so that a screen can set them to its own width; keeps tables.
fn unwrap_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut previous: Option<&str> = None;
    for line in text.trim_end().lines() {
        let runs_on = |l: &str| !l.is_empty() && !l.starts_with(' ');
        match previous {
            None => {}
            Some(before) if runs_on(before) && runs_on(line) => out.push(' '),
            Some(_) => out.push('\n'),
        }
        out.push_str(line);
        previous = Some(line);
    }
    out
}

impl Ledger {
    /// The ledger of an embedded `ledger.toml`; an empty text is an empty ledger.
    ///
    /// # Panics
    /// When the text is no ledger: a fault of the program, which every start of its tests finds.
    pub fn read(text: &str) -> Self {
        let mut ledger: Self = crate::reading::from_toml(text).expect("the embedded ledger is well-formed");
        for rule in &mut ledger.rules {
            rule.summary = unwrap_lines(&rule.summary);
        }
        for ruling in &mut ledger.rulings {
            ruling.text = unwrap_lines(&ruling.text);
        }
        ledger
    }

    /// Every rule, in the order of the book.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Every ruling.
    pub fn rulings(&self) -> &[Ruling] {
        &self.rulings
    }

    /// The rule of a number; else the first of the rules it heads ("7.4.2" finds 7.4.2.1); else the nearest
    /// one it belongs to ("7.3.6.9" finds 7.3.6, "7.99" finds 7.0).
    pub fn rule(&self, number: &str) -> Option<&Rule> {
        let mut wanted = number.trim();
        loop {
            if let Some(rule) = self.exact(wanted).or_else(|| self.first_under(wanted)) {
                return Some(rule);
            }
            wanted = wanted.rsplit_once('.')?.0;
        }
    }

    /// Whether the number is that of a rule, or of a group of rules that has no text of its own (7.4.2).
    pub fn knows(&self, number: &str) -> bool {
        self.exact(number).or_else(|| self.first_under(number)).is_some()
    }

    fn first_under(&self, number: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.number != number && belongs_to(&rule.number, number))
    }

    /// The rule of exactly this number.
    pub fn exact(&self, number: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.number == number)
    }

    /// The ruling of an id such as "G-20".
    pub fn ruling(&self, id: &str) -> Option<&Ruling> {
        self.rulings.iter().find(|ruling| ruling.id.eq_ignore_ascii_case(id.trim()))
    }

    /// Rules that hold every word of the text: first by number, then by title, then by summary.
    pub fn search(&self, text: &str) -> Vec<&Rule> {
        let text = text.trim().to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return Vec::new();
        }
        let holds = |place: &str| words.iter().all(|word| place.contains(word));
        let rank = |rule: &Rule| {
            let title = rule.title.to_lowercase();
            if belongs_to(&rule.number.to_lowercase(), &text) {
                Some(0)
            } else if holds(&title) {
                Some(1)
            } else if holds(&format!("{title} {}", rule.summary.to_lowercase())) {
                Some(2)
            } else {
                None
            }
        };
        let mut found: Vec<(u8, &Rule)> =
            self.rules.iter().filter_map(|rule| rank(rule).map(|place| (place, rule))).collect();
        // The sort is stable: within a rank the order of the book stays.
        found.sort_by_key(|&(place, _)| place);
        found.into_iter().map(|(_, rule)| rule).collect()
    }
}

/// Whether a number is the wanted one or lies under it: 7.1.6 under 7.1 and under 7, not 7.10 under 7.1.
fn belongs_to(number: &str, wanted: &str) -> bool {
    number.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':']))
}
