//! The 2D8 check: a plus die less a minus die (1.4, 1.5; the matrix of appendix V).

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use crate::game::Modifier;
use crate::odds::Distribution;

/// Every result of a check.
pub const RESULTS: RangeInclusive<i16> = -7..=7;

/// The number of results of two eight-sided dice.
const CASES: i16 = 64;

/// How many of the 64 cases give `result`: a diagonal of the matrix (95.1).
pub const fn cases(result: i16) -> i16 {
    let size = result.abs();
    if size > 7 { 0 } else { 8 - size }
}

/// The result of the two dice.
pub const fn result(plus: u8, minus: u8) -> i16 {
    plus as i16 - minus as i16
}

/// The chance of this exact result.
pub fn exactly(result: i16) -> f64 {
    f64::from(cases(result)) / f64::from(CASES)
}

/// The chance that `wanted` holds for the result.
pub fn chance(wanted: impl Fn(i16) -> bool) -> f64 {
    f64::from(RESULTS.filter(|&n| wanted(n)).map(cases).sum::<i16>()) / f64::from(CASES)
}

/// The chance of this result or a higher one.
pub fn at_least(need: i16) -> f64 {
    chance(|n| n >= need)
}

/// The chance of a result from `-size` to `size` (1.5); 0 for a negative size.
pub fn within(size: i16) -> f64 {
    chance(|n| n.abs() <= size)
}

/// Whether a figure passes a morale test: the result lies within its morale, either sign (48.1).
pub const fn passes_morale(result: i16, morale: i16) -> bool {
    result.abs() <= morale
}

/// The modifiers of a check from value, label and rule; those of 0 are left out.
pub fn modifiers(lines: impl IntoIterator<Item = (i16, &'static str, &'static str)>) -> Vec<Modifier> {
    let lines = lines.into_iter().filter(|line| line.0 != 0);
    lines.map(|(value, label, rule)| Modifier { value, label, rule }).collect()
}

/// All results with their probabilities.
pub fn distribution() -> &'static Distribution<i16> {
    static ALL: LazyLock<Distribution<i16>> = LazyLock::new(|| {
        Distribution::of_cases((1..=8).flat_map(|plus| (1..=8).map(move |minus| result(plus, minus))))
    });
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrix of appendix V, row by row: the minus die down, the plus die across.
    const MATRIX: [[i16; 8]; 8] = [
        [0, 1, 2, 3, 4, 5, 6, 7],
        [-1, 0, 1, 2, 3, 4, 5, 6],
        [-2, -1, 0, 1, 2, 3, 4, 5],
        [-3, -2, -1, 0, 1, 2, 3, 4],
        [-4, -3, -2, -1, 0, 1, 2, 3],
        [-5, -4, -3, -2, -1, 0, 1, 2],
        [-6, -5, -4, -3, -2, -1, 0, 1],
        [-7, -6, -5, -4, -3, -2, -1, 0],
    ];

    #[test]
    fn the_dice_follow_the_printed_matrix() {
        for (row, minus) in MATRIX.iter().zip(1..) {
            for (&printed, plus) in row.iter().zip(1..) {
                assert_eq!(result(plus, minus), printed, "+{plus} -{minus}");
            }
        }
        for n in -9..=9 {
            let printed = MATRIX.iter().flatten().filter(|&&cell| cell == n).count();
            assert_eq!(cases(n), printed as i16, "{n}");
            assert_eq!(distribution().chance(&n), exactly(n), "{n}");
        }
    }

    #[test]
    fn chances_are_sums_of_cells() {
        // Of the 64 cells: 36 are 0 or more, 28 are 1 or more, 1 is a 7.
        assert_eq!(
            [at_least(0), at_least(1), at_least(7), at_least(-7)],
            [36. / 64., 28. / 64., 1. / 64., 1.]
        );
        assert_eq!([within(0), within(3), within(7), within(-1)], [8. / 64., 44. / 64., 1., 0.]);
    }
}
