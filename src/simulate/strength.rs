//! How much stronger one player is than another: score, Elo and a sequential test over paired games.
//!
//! A pair is two games with the same seed and the sides swapped. What the battle gives one side, both players
//! get once, so the spread is taken from whole pairs: between equals in a one-sided battle most pairs are
//! split, and few pairs tell much.

use serde::{Deserialize, Serialize};

/// The standard deviations on either side of the mean that hold 95% of a normal distribution.
const DEVIATIONS: f64 = 1.959_964;

/// The pairs a sequential test waits for before it trusts their spread.
const FEWEST_PAIRS: u32 = 10;

/// The scores of one player in paired games.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Pairs by the half points scored in their two games: 0 to 4.
    pairs: [u32; 5],
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Tally {
    /// Adds a pair: the half points of both games, 2 for a win and 1 for a draw.
    pub fn add(&mut self, pair: [u8; 2]) {
        for half_points in pair {
            match half_points {
                0 => self.lost += 1,
                1 => self.drawn += 1,
                _ => self.won += 1,
            }
        }
        self.pairs[usize::from(pair[0].min(2) + pair[1].min(2))] += 1;
    }

    /// Adds all pairs of another tally.
    pub fn join(&mut self, other: &Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.pairs.iter_mut().zip(other.pairs).for_each(|(pairs, more)| *pairs += more);
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    fn pair_count(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// Points per game, from 0 to 1; a draw is half a point. One half if no game was played.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(games),
        }
    }

    /// The squared deviations of the pairs' scores from the mean, and those of as many pairs of independent
    /// games without draws. One such pair is added to both, so that no spread is zero.
    fn squares(&self) -> (f64, f64) {
        let score = self.score();
        let deviations = (0..).zip(self.pairs).map(|(half_points, pairs): (u8, u32)| {
            f64::from(pairs) * (f64::from(half_points) / 4.0 - score).powi(2)
        });
        let cautious = (score * f64::from(self.games()) + 1.0) / (f64::from(self.games()) + 2.0);
        let added = cautious * (1.0 - cautious) / 2.0;
        let independent = f64::from(self.pair_count()) * score * (1.0 - score) / 2.0;
        (deviations.sum::<f64>() + added, independent + added)
    }

    /// The 95% interval of the score: Wilson's interval for as many independent games as tell the same.
    pub fn score_interval(&self) -> [f64; 2] {
        let (pairs, independent) = self.squares();
        let games = f64::from(self.games()) * independent / pairs;
        wilson(self.score(), games)
    }

    /// The Elo difference, with its 95% interval.
    pub fn elo(&self) -> Elo {
        let [low, high] = self.score_interval();
        Elo { difference: elo(self.score()), interval: [elo(low), elo(high)] }
    }

    /// The logarithm of the likelihood ratio of two Elo differences, the second over the first (the normal
    /// approximation of the generalized test).
    pub fn likelihood(&self, elos: [f64; 2]) -> f64 {
        let pairs = f64::from(self.pair_count());
        if pairs == 0.0 {
            return 0.0;
        }
        let variance = self.squares().0 / pairs;
        let [low, high] = elos.map(score_of);
        pairs * (high - low) * (2.0 * self.score() - low - high) / (2.0 * variance)
    }
}

/// Wilson's 95% interval for a share seen in so many independent games.
pub fn wilson(share: f64, games: f64) -> [f64; 2] {
    if games <= 0.0 {
        return [0.0, 1.0];
    }
    let squared = DEVIATIONS * DEVIATIONS;
    let scale = 1.0 + squared / games;
    let middle = (share + squared / (2.0 * games)) / scale;
    let spread = share * (1.0 - share) / games + squared / (4.0 * games * games);
    let half = DEVIATIONS / scale * spread.sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

/// An Elo difference. `None` is without limit: every game was won, or lost.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Elo {
    /// The best estimate.
    pub difference: Option<f64>,
    /// The ends of the 95% interval.
    pub interval: [Option<f64>; 2],
}

/// The Elo difference that gives a score.
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The score that an Elo difference gives.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test: is the difference nearer to the first Elo figure or to the second? Either
/// answer is wrong in at most one case in twenty.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The two Elo differences, the lower first.
    pub elos: [f64; 2],
}

/// The answer of a sequential test.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The lower difference: no improvement.
    Lower,
    /// The higher difference: an improvement.
    Higher,
    /// Not known yet.
    Open,
}

impl Sprt {
    /// The likelihood ratio, as a logarithm, at which the test stops: ln(0.95 / 0.05), either way.
    pub fn bound() -> f64 {
        19_f64.ln()
    }

    /// The answer after these games.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let likelihood = tally.likelihood(self.elos);
        if tally.pair_count() < FEWEST_PAIRS || likelihood.abs() < Self::bound() {
            Verdict::Open
        } else if likelihood > 0.0 {
            Verdict::Higher
        } else {
            Verdict::Lower
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: &[([u8; 2], u32)]) -> Tally {
        let mut tally = Tally::default();
        for &(pair, times) in pairs {
            (0..times).for_each(|_| tally.add(pair));
        }
        tally
    }

    /// Ten pairs scoring 13 of 20: the deviations are 0.525 + 0.115702 (the added pair), those of independent
    /// games 1.1375 + 0.115702, so the 20 games tell as much as 39.12.
    fn ten_pairs() -> Tally {
        tally(&[([0, 1], 1), ([0, 2], 3), ([1, 1], 1), ([2, 1], 3), ([2, 2], 2)])
    }

    #[track_caller]
    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 5e-6 * wanted.abs().max(1.0), "{found}, not {wanted}");
    }

    #[test]
    fn scores_and_elo_agree_with_figures_worked_out_by_hand() {
        let ten = ten_pairs();
        assert_eq!((ten.games(), ten.won, ten.drawn, ten.lost), (20, 10, 6, 4));
        near(ten.score(), 0.65);
        let [low, high] = ten.score_interval();
        near(low, 0.493_331);
        near(high, 0.779_843);
        let elo = ten.elo();
        near(elo.difference.unwrap(), 107.538_1);
        near(elo.interval[0].unwrap(), -4.634_114);
        near(elo.interval[1].unwrap(), 219.710_364);
    }

    #[test]
    fn the_likelihood_agrees_with_figures_worked_out_by_hand() {
        // Variance of a pair 0.0640702; scores 0.5 and 0.571463; 10 × 0.071463 × (1.3 - 1.071463) / 0.1281404.
        near(ten_pairs().likelihood([0.0, 50.0]), 1.274_535);
        near(Sprt::bound(), 2.944_439);
        near(Tally::default().likelihood([0.0, 50.0]), 0.0);
    }

    #[test]
    fn wilsons_interval_is_that_of_the_textbooks() {
        let [low, high] = wilson(0.5, 100.0);
        near(low, 0.403_832);
        near(high, 0.596_168);
        assert_eq!(wilson(0.5, 0.0), [0.0, 1.0]);
    }

    #[test]
    fn a_clean_sweep_has_no_upper_limit_but_a_lower_one() {
        let swept = tally(&[([2, 2], 10)]);
        let elo = swept.elo();
        assert_eq!((elo.difference, swept.score_interval()[1]), (None, 1.0));
        // Wilson: 20 / (20 + 3.841459).
        near(swept.score_interval()[0], 0.838_875);
    }

    #[test]
    fn split_pairs_tell_more_than_as_many_independent_games() {
        let split = tally(&[([2, 0], 10)]);
        let loose = tally(&[([2, 0], 5), ([2, 2], 2), ([0, 0], 3), ([2, 2], 1)]);
        let width = |tally: &Tally| tally.score_interval()[1] - tally.score_interval()[0];
        // Squares 0.125 against 1.375: as much as 220 independent games, of which Wilson's interval is 0.131 wide.
        near(width(&split), 0.131_002);
        assert!(width(&split) < width(&loose) / 2.0, "{}", width(&loose));
    }

    #[test]
    fn the_sequential_test_stops_when_it_knows() {
        let test = Sprt { elos: [0.0, 50.0] };
        assert_eq!(test.verdict(&ten_pairs()), Verdict::Open);
        assert_eq!(test.verdict(&tally(&[([2, 2], 9)])), Verdict::Open, "too few pairs");
        assert_eq!(test.verdict(&tally(&[([2, 2], 12), ([2, 0], 8)])), Verdict::Higher);
        assert_eq!(test.verdict(&tally(&[([0, 2], 20), ([0, 0], 4)])), Verdict::Lower);
        assert_eq!(test.verdict(&Tally::default()), Verdict::Open);
    }
}
