//! The rulebook in our own words: every rule of a ruleset, and our rulings.
//!
//! Numbers are those of the rulebook. Charts have none and are called `chart: range` and so on, the key to
//! the weapon notes `notes key`, the steps of scenario design `design: 1` to `design: 7`.

pub mod cited;

use serde::Deserialize;

/// How far a rule is implemented.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Implemented, with at least one test that shows it.
    Done,
    /// Optional, not implemented.
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
    /// Paragraphs separated by blank lines; lines that begin with a space belong to a table.
    pub summary: String,
    /// Whether it is implemented.
    pub state: State,
    /// Why it is not; empty for rules that are done.
    #[serde(default)]
    pub reason: String,
    /// IDs of the rulings that affect it.
    #[serde(default)]
    pub rulings: Vec<String>,
}

/// Our decision where the rulebook is silent, unclear or contradicts itself.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// "G-20" for a gap in the rulebook, "S-2" for a choice of ours.
    pub id: String,
    /// A few words.
    pub title: String,
    /// The decision.
    pub text: String,
    /// Where the question arises and what the answer is based on.
    pub provenance: String,
}

/// All rules and rulings of a ruleset, in rulebook order.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    #[serde(rename = "rule", default)]
    rules: Vec<Rule>,
    #[serde(rename = "ruling", default)]
    rulings: Vec<Ruling>,
}

/// Joins the lines of each paragraph, so that a screen can wrap them to its own width; keeps tables.
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
    /// Reads an embedded `ledger.toml`; an empty text gives an empty ledger.
    ///
    /// # Panics
    /// The text is not a ledger: a bug that every test run finds.
    pub fn read(text: &str) -> Self {
        let mut ledger: Self = toml::from_str(text).expect("the embedded ledger is well-formed");
        for rule in &mut ledger.rules {
            rule.summary = unwrap_lines(&rule.summary);
        }
        for ruling in &mut ledger.rulings {
            ruling.text = unwrap_lines(&ruling.text);
        }
        ledger
    }

    /// Every rule, in rulebook order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Every ruling.
    pub fn rulings(&self) -> &[Ruling] {
        &self.rulings
    }

    /// The rule with a number; failing that, the first rule below it ("7.4.2" finds 7.4.2.1); failing that,
    /// the nearest one above it ("7.3.6.9" finds 7.3.6, "7.99" finds 7.0).
    pub fn rule(&self, number: &str) -> Option<&Rule> {
        let mut wanted = number.trim();
        loop {
            if let Some(rule) = self.exact(wanted).or_else(|| self.first_under(wanted)) {
                return Some(rule);
            }
            wanted = wanted.rsplit_once('.')?.0;
        }
    }

    /// Whether the number is that of a rule, or of a group of rules without text of its own (7.4.2).
    pub fn knows(&self, number: &str) -> bool {
        self.exact(number).or_else(|| self.first_under(number)).is_some()
    }

    fn first_under(&self, number: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.number != number && belongs_to(&rule.number, number))
    }

    /// The rule with exactly this number.
    pub fn exact(&self, number: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.number == number)
    }

    /// The ruling with an id such as "G-20".
    pub fn ruling(&self, id: &str) -> Option<&Ruling> {
        self.rulings.iter().find(|ruling| ruling.id.eq_ignore_ascii_case(id.trim()))
    }

    /// Rules that contain every word of the text: matches in the number first, then in the title, then in the
    /// summary.
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
        // The sort is stable: rules of equal rank stay in rulebook order.
        found.sort_by_key(|&(place, _)| place);
        found.into_iter().map(|(_, rule)| rule).collect()
    }
}

/// Whether a number equals the wanted one or lies below it: 7.1.6 is below 7.1 and 7, but 7.10 is not below
/// 7.1.
fn belongs_to(number: &str, wanted: &str) -> bool {
    number.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':']))
}
