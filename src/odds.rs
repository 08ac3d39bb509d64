//! Finite distributions: exact chances over a few outcomes.
//!
//! Libraries sample or approximate; adding up a few dice exactly takes a page.

/// Outcomes with their chances, which sum to one. Equal outcomes are merged.
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution<T>(Vec<(T, f64)>);

impl<T: Clone + PartialEq> Distribution<T> {
    /// A single certain outcome.
    pub fn certain(outcome: T) -> Self {
        Self(vec![(outcome, 1.0)])
    }

    /// Equally likely outcomes.
    ///
    /// # Panics
    /// Never for a non-empty iterator; an empty one gives a distribution without outcomes.
    pub fn of_cases(cases: impl IntoIterator<Item = T>) -> Self {
        let cases: Vec<T> = cases.into_iter().collect();
        let each = 1.0 / cases.len() as f64;
        let mut sum = Self(Vec::new());
        for case in cases {
            sum.add(case, each);
        }
        sum
    }

    /// `self` with chance `chance`, otherwise `other`.
    #[must_use]
    pub fn or(&self, chance: f64, other: &Self) -> Self {
        let mut mixed = Self(Vec::new());
        for (outcome, p) in &self.0 {
            mixed.add(outcome.clone(), p * chance);
        }
        for (outcome, p) in &other.0 {
            mixed.add(outcome.clone(), p * (1.0 - chance));
        }
        mixed
    }

    /// Replaces each outcome with a distribution that depends on it.
    #[must_use]
    pub fn then<U: Clone + PartialEq>(&self, next: impl Fn(&T) -> Distribution<U>) -> Distribution<U> {
        let mut sum = Distribution(Vec::new());
        for (outcome, p) in &self.0 {
            for (end, q) in next(outcome).0 {
                sum.add(end, p * q);
            }
        }
        sum
    }

    /// Replaces each outcome with another.
    #[must_use]
    pub fn map<U: Clone + PartialEq>(&self, becomes: impl Fn(&T) -> U) -> Distribution<U> {
        let mut sum = Distribution(Vec::new());
        for (outcome, p) in &self.0 {
            sum.add(becomes(outcome), *p);
        }
        sum
    }

    /// The chance of one outcome; 0 if it cannot happen.
    pub fn chance(&self, outcome: &T) -> f64 {
        self.0.iter().find(|(o, _)| o == outcome).map_or(0.0, |(_, p)| *p)
    }

    /// Outcomes and chances in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&T, f64)> {
        self.0.iter().map(|(outcome, p)| (outcome, *p))
    }

    /// The expected value of a function of the outcome.
    pub fn mean(&self, value: impl Fn(&T) -> f64) -> f64 {
        self.0.iter().map(|(outcome, p)| value(outcome) * p).sum()
    }

    fn add(&mut self, outcome: T, p: f64) {
        if p == 0.0 {
            return;
        }
        match self.0.iter_mut().find(|(o, _)| *o == outcome) {
            Some((_, sum)) => *sum += p,
            None => self.0.push((outcome, p)),
        }
    }
}

/// A chance with one decimal: "45.0%".
pub fn percent_in_tenths(chance: f64) -> String {
    format!("{:.1}%", 100.0 * chance)
}

/// A chance as a percentage; 0% and 100% only if it is certain.
pub fn percent(chance: f64) -> String {
    // A sum of chances may be a hair below 0.
    let whole = (chance * 100.0).round().max(0.0);
    if chance > 0.0 && whole < 1.0 {
        "<1%".to_owned()
    } else if chance < 1.0 && whole > 99.0 {
        ">99%".to_owned()
    } else {
        format!("{whole:.0}%")
    }
}

/// The 36 sums of two six-sided dice.
pub fn two_d6() -> impl Iterator<Item = u8> {
    (1..=6).flat_map(|a| (1..=6).map(move |b| a + b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_is_the_commonest_total_of_two_dice() {
        let sums = Distribution::of_cases(two_d6());
        assert!((sums.chance(&7) - 6.0 / 36.0).abs() < 1e-12);
        assert!((sums.chance(&2) - 1.0 / 36.0).abs() < 1e-12);
        assert!((sums.mean(|&n| f64::from(n)) - 7.0).abs() < 1e-12);
    }

    #[test]
    fn outcomes_that_become_the_same_are_merged() {
        let high = Distribution::of_cases(two_d6()).map(|&sum| sum >= 10);
        assert_eq!(high.iter().count(), 2);
        assert!((high.chance(&true) - 6.0 / 36.0).abs() < 1e-12);
    }

    #[test]
    fn chances_sum_to_one() {
        let d = Distribution::of_cases([1, 2, 3]).or(0.25, &Distribution::certain(9));
        let e = d.then(|&n| if n == 9 { Distribution::of_cases([0, 1]) } else { Distribution::certain(n) });
        assert!((e.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((e.chance(&1) - (0.25 / 3.0 + 0.375)).abs() < 1e-12);
    }
}
