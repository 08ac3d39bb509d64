//! Modifiers of a roll, each with its label and rule, kept on the stack.

use crate::game::Modifier;
use crate::ledger::cited;

/// Up to twelve modifiers.
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

/// A target for modifiers: keeps each with its label, or only the sum.
pub trait Adds: Default {
    /// Adds a modifier with its label and rule.
    fn add(&mut self, value: i16, label: &'static str, rule: &'static str);

    /// The sum.
    fn sum(&self) -> i16;
}

/// Only the sum, where no labels are needed.
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
    /// Adds a modifier; 0 is left out.
    pub fn add(&mut self, value: i16, label: &'static str, rule: &'static str) {
        cited::applies(rule);
        if value != 0 {
            self.kept[usize::from(self.len)] = Modifier { value, label, rule };
            self.len += 1;
        }
    }

    /// The sum.
    pub fn sum(&self) -> i16 {
        self.as_slice().iter().map(|line| line.value).sum()
    }

    /// The modifiers in the order in which they were added.
    pub fn as_slice(&self) -> &[Modifier] {
        &self.kept[..usize::from(self.len)]
    }
}
