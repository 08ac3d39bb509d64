//! Runs split over several machines: which games a machine plays, and how the parts add up.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A part of a run: `3/8` plays every eighth game, beginning with the third.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    number: u32,
    of: u32,
}

/// The most parts a run can be split into.
const MOST: u32 = 100_000;

impl Shard {
    /// The whole run.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Part `number`, from 1, of `of`; `None` if there is no such part.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        ((1..=of).contains(&number) && of <= MOST).then_some(Self { number, of })
    }

    /// Its number, from 1.
    pub const fn number(self) -> u32 {
        self.number
    }

    /// The number of parts of the run.
    pub const fn of(self) -> u32 {
        self.of
    }

    /// The games of this part within a range of the run.
    pub fn games(self, range: Range<u32>) -> impl Iterator<Item = u32> {
        range.filter(move |game| game % self.of == self.number - 1)
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        parts
            .and_then(|(number, of)| Self::new(number, of))
            .ok_or_else(|| "expected a part and the number of parts, such as 3/8".to_owned())
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Why parts do not add up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeError {
    /// No parts were given.
    #[error("there are no parts to merge")]
    Nothing,
    /// A part was given twice.
    #[error("part {0} is given twice")]
    Twice(Shard),
    /// Parts are missing.
    #[error("the run has {of} parts, and these are missing: {missing}")]
    Missing {
        /// The number of parts.
        of: u32,
        /// The missing parts, separated by commas.
        missing: String,
    },
    /// Two parts are not of the same run.
    #[error("parts {0} and {1} are not of the same run: they differ in {2}")]
    Other(Shard, Shard, &'static str),
    /// A part has too many games or too few.
    #[error("part {0} does not have the games that belong to it")]
    Games(Shard),
}

/// The games of all parts in the order of the run. The parts may come in any order.
///
/// # Errors
/// A part is missing, is given twice, or lacks games.
pub fn merged<T>(parts: Vec<(Shard, Vec<T>)>, games: u32) -> Result<Vec<T>, MergeError> {
    let of = parts.first().ok_or(MergeError::Nothing)?.0.of;
    let mut rows: Vec<Option<(Shard, std::vec::IntoIter<T>)>> = (0..of).map(|_| None).collect();
    for (shard, results) in parts {
        let row = rows.get_mut(shard.number as usize - 1).ok_or(MergeError::Games(shard))?;
        if row.is_some() {
            return Err(MergeError::Twice(shard));
        }
        if results.len() != shard.games(0..games).count() {
            return Err(MergeError::Games(shard));
        }
        *row = Some((shard, results.into_iter()));
    }
    let missing: Vec<String> = (1..)
        .zip(&rows)
        .filter(|(_, row)| row.is_none())
        .map(|(number, _): (u32, _)| number.to_string())
        .collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing { of, missing: missing.join(", ") });
    }
    let count = rows.len();
    let next = |game: usize| rows[game % count].as_mut().and_then(|(_, results)| results.next());
    Ok((0..games as usize).map_while(next).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(text: &str) -> Shard {
        text.parse().unwrap()
    }

    #[test]
    fn every_game_belongs_to_one_part() {
        let of = |text: &str| shard(text).games(0..8).collect::<Vec<_>>();
        assert_eq!((of("1/3"), of("2/3"), of("3/3")), (vec![0, 3, 6], vec![1, 4, 7], vec![2, 5]));
        assert_eq!(of("1/1").len(), 8);
        assert_eq!(shard("2/3").games(5..8).collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn a_part_that_does_not_exist_is_refused() {
        for text in ["0/3", "4/3", "3", "1/0", "a/b", "-1/2", "1/100001"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!(shard("3/8").to_string(), "3/8");
    }

    #[test]
    fn parts_add_up_in_any_order_and_only_if_they_are_complete() {
        let part = |text: &str| (shard(text), shard(text).games(0..7).collect::<Vec<_>>());
        let all = vec![part("3/3"), part("1/3"), part("2/3")];
        assert_eq!(merged(all, 7).unwrap(), [0, 1, 2, 3, 4, 5, 6]);
        let missing = merged(vec![part("3/3")], 7).unwrap_err();
        assert_eq!(missing.to_string(), "the run has 3 parts, and these are missing: 1, 2");
        assert_eq!(merged(vec![part("1/3"), part("1/3")], 7), Err(MergeError::Twice(shard("1/3"))));
        assert_eq!(merged(vec![(shard("1/2"), vec![0])], 7), Err(MergeError::Games(shard("1/2"))));
        assert_eq!(merged::<u32>(Vec::new(), 7), Err(MergeError::Nothing));
    }
}
