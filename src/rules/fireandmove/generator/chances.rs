//! Even chances: Movement cards at the start for the side that would win less often.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::rules::fireandmove::nations::Nation;

/// The figures of `config/fireandmove/random.toml`, in hundredths of log odds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    /// Games in a hundred that the side that moves first wins.
    won: u8,
    first: i32,
    cards: [i32; 2],
    nation: BTreeMap<String, i32>,
}

static MEASURED: LazyLock<Measured> =
    LazyLock::new(|| crate::reading::built_in(include_str!("../../../../config/fireandmove/random.toml")));

/// Games in a hundred that the side that moves first won.
pub(super) fn won() -> u8 {
    MEASURED.won
}

/// The side that begins with more Movement cards, and how many; `None` if the chances are even without.
pub(super) fn head_start(nations: [&Nation; 2]) -> Option<(usize, usize)> {
    let all = &*MEASURED;
    let [first, second] = nations.map(|nation| all.nation.get(&nation.key).copied().unwrap_or(0));
    let edge = all.first + first - second;
    let weaker = usize::from(edge > 0);
    let gains = [0].into_iter().chain(all.cards).enumerate();
    let (cards, _) = gains.min_by_key(|(_, gain)| (edge.abs() - gain).abs())?;
    (cards > 0).then_some((weaker, cards))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fireandmove::nations::nation;

    #[test]
    fn the_weaker_side_begins_with_more_cards() {
        let start = |first: &str, second: &str| head_start([nation(first).unwrap(), nation(second).unwrap()]);
        assert_eq!(start("german", "german"), Some((1, 1)), "the second side, for moving second");
        assert_eq!(start("italian", "german"), Some((0, 2)));
        assert_eq!(start("german", "italian"), Some((1, 2)));
        assert_eq!(start("british", "finnish"), None);
        assert!(MEASURED.nation.keys().all(|key| nation(key).is_some()));
    }
}
