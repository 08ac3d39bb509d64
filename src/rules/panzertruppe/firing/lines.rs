//! The lines of a sum: each figure with its reason and its rule, without a trip to the heap.

use crate::game::Modifier;
use crate::ledger::cited;

/// Up to twelve figures that are added up.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    kept: [Modifier; 12],
    len: u8,
}

impl Default for Lines {
    fn default() -> Self {
        Self { kept: [Modifier { value: 0, label: "", rule: "" }; 12], len: 0 }
    }
}

/// What figures are added to: every line with its reason, or only what they come to.
pub trait Adds: Default {
    /// One figure more, with its reason and its rule.
    fn add(&mut self, value: i16, label: &'static str, rule: &'static str);

    /// What they come to.
    fn sum(&self) -> i16;
}

/// Only what figures come to, where nobody reads the reasons.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum(i16);

impl Adds for Sum {
    fn add(&mut self, value: i16, _: &'static str, rule: &'static str) {
        cited::applies(rule);
        self.0 += value;
    }

    fn sum(&self) -> i16 {
        self.0
    }
}

impl Adds for Lines {
    fn add(&mut self, value: i16, label: &'static str, rule: &'static str) {
        Self::add(self, value, label, rule);
    }

    fn sum(&self) -> i16 {
        Self::sum(self)
    }
}

impl Lines {
    /// One line more; a nought is left out.
    pub fn add(&mut self, value: i16, label: &'static str, rule: &'static str) {
        cited::applies(rule);
        if value != 0 {
            self.kept[usize::from(self.len)] = Modifier { value, label, rule };
            self.len += 1;
        }
    }

    /// What they come to.
    pub fn sum(&self) -> i16 {
        self.as_slice().iter().map(|line| line.value).sum()
    }

    /// The lines in the order in which they were added.
    pub fn as_slice(&self) -> &[Modifier] {
        &self.kept[..usize::from(self.len)]
    }
}
