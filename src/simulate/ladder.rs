//! Levels against each other: paired games with the sides swapped.

use serde::{Deserialize, Serialize};

use super::strength::{Sprt, Tally, Verdict};
use super::{GameResult, MergeError, Plan, Report, Shard, SimulateError, merged};
use crate::game::Level;

/// The games of each match.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct LadderPlan {
    /// The most pairs of games in a match.
    pub pairs: u32,
    /// The seed of the first pair; the others are derived from it.
    pub seed: u64,
    /// The number of games in parallel; 0 for one per core.
    pub jobs: usize,
    /// The part of every match to play.
    pub shard: Shard,
    /// Stops a match as soon as this test has an answer.
    pub sprt: Option<Sprt>,
}

/// Pairs played between two looks at a sequential test. A match ends at the pair that gave the answer, so this
/// only decides how many games are played in vain.
const BATCH: u32 = 16;

/// Two games with the same seed: the first level plays the first side in one, and the second side in the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The seed of both games.
    pub seed: u64,
    /// The key of each winner, or `draw`.
    pub winners: [String; 2],
    /// A hash of the choices of each game.
    pub play: [String; 2],
}

/// All games of two levels in a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LadderMatch {
    /// The battle, as it was named.
    pub scenario: String,
    /// A fingerprint of its text.
    pub fingerprint: String,
    /// The keys of its sides, in scenario order.
    pub sides: [String; 2],
    /// The two levels.
    pub levels: [String; 2],
    /// The pairs, in the order of their seeds.
    pub pairs: Vec<Pair>,
}

/// Plays the pairs of two levels. `simulate` plays the games of a plan.
///
/// # Errors
/// A game does not end or breaks.
pub fn play_pairs(
    plan: &LadderPlan,
    levels: [Level; 2],
    sides: &[String; 2],
    simulate: impl Fn(&Plan) -> Result<Report, SimulateError>,
) -> Result<Vec<Pair>, SimulateError> {
    let mut pairs = Vec::new();
    let mut tally = Tally::default();
    let mut skip = 0;
    while skip < plan.pairs {
        let end = if plan.sprt.is_some() { plan.pairs.min(skip + BATCH) } else { plan.pairs };
        let games = |levels| {
            let LadderPlan { seed, jobs, shard, .. } = *plan;
            simulate(&Plan { games: end, skip, seed, jobs, shard, levels, ..Plan::default() })
        };
        let (one, other) = (games(levels)?.results, games([levels[1], levels[0]])?.results);
        for (one, other) in one.into_iter().zip(other) {
            let pair = Pair::of(one, other);
            tally.add(pair.half_points(sides));
            pairs.push(pair);
            if plan.sprt.is_some_and(|sprt| sprt.verdict(&tally) != Verdict::Open) {
                return Ok(pairs);
            }
        }
        skip = end;
    }
    Ok(pairs)
}

impl Pair {
    fn of(one: GameResult, other: GameResult) -> Self {
        Self { seed: one.seed, winners: [one.winner, other.winner], play: [one.play, other.play] }
    }

    /// The half points of the first level in both games.
    fn half_points(&self, sides: &[String; 2]) -> [u8; 2] {
        let points = |game: usize| match sides.iter().position(|side| *side == self.winners[game]) {
            None => 1,
            Some(won) => 2 * u8::from(won == game),
        };
        [points(0), points(1)]
    }
}

impl LadderMatch {
    /// The scores of the first level.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.pairs.iter().for_each(|pair| tally.add(pair.half_points(&self.sides)));
        tally
    }

    /// The games won by each side with either level, and the draws.
    pub fn by_side(&self) -> [u32; 3] {
        let mut wins = [0; 3];
        for winner in self.pairs.iter().flat_map(|pair| &pair.winners) {
            wins[self.sides.iter().position(|side| side == winner).unwrap_or(2)] += 1;
        }
        wins
    }

    /// The match of a whole run from those of its parts.
    ///
    /// # Errors
    /// The parts are not of the same match, or are not complete.
    pub fn merge(parts: Vec<(Shard, Self)>, pairs: u32) -> Result<Self, MergeError> {
        let Some((first, mut whole)) = parts.first().cloned() else { return Err(MergeError::Nothing) };
        for (shard, part) in &parts {
            let other = |what| Err(MergeError::Other(first, *shard, what));
            if (&part.scenario, &part.fingerprint) != (&whole.scenario, &whole.fingerprint) {
                return other("their battles");
            }
            if part.levels != whole.levels {
                return other("their levels");
            }
        }
        whole.pairs = merged(parts.into_iter().map(|(shard, part)| (shard, part.pairs)).collect(), pairs)?;
        Ok(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fought(pairs: &[[&str; 2]]) -> LadderMatch {
        let pair = |(seed, winners): (u64, &[&str; 2])| Pair {
            seed,
            winners: winners.map(str::to_owned),
            play: [String::new(), String::new()],
        };
        LadderMatch {
            scenario: "bridge".to_owned(),
            fingerprint: String::new(),
            sides: ["north".to_owned(), "south".to_owned()],
            levels: ["normal".to_owned(), "easy".to_owned()],
            pairs: (1..).zip(pairs).map(pair).collect(),
        }
    }

    #[test]
    fn points_go_to_the_level_and_wins_to_the_side() {
        // Normal plays north in the first game of each pair and south in the second.
        let fought = fought(&[["north", "south"], ["north", "north"], ["draw", "south"], ["south", "north"]]);
        let tally = fought.tally();
        assert_eq!((tally.won, tally.drawn, tally.lost), (4, 1, 3));
        assert_eq!(fought.by_side(), [4, 3, 1]);
    }

    #[test]
    fn matches_of_other_battles_or_levels_are_not_merged() {
        let half = |number, pairs: &[[&str; 2]]| (Shard::new(number, 2).unwrap(), fought(pairs));
        let whole =
            LadderMatch::merge(vec![half(2, &[["south", "north"]]), half(1, &[["north", "south"]])], 2);
        assert_eq!(
            whole.unwrap().pairs.iter().map(|pair| pair.winners[0].as_str()).collect::<Vec<_>>(),
            ["north", "south"]
        );
        let mut other = half(1, &[["north", "south"]]);
        other.1.levels[1] = "random".to_owned();
        let refused = LadderMatch::merge(vec![half(2, &[["south", "north"]]), other], 2).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "parts 2/2 and 1/2 are not of the same run: they differ in their levels"
        );
    }
}
