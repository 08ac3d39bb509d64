//! Even chances: points for the side that would win less often.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::rules::panzertruppe::tables::Nation;

/// The figures of `config/panzertruppe/random.toml`, in hundredths of log odds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    /// Games in a hundred that the Axis wins.
    won: u8,
    points: f64,
    year: BTreeMap<String, f64>,
    nation: BTreeMap<String, f64>,
}

/// The most points of a side as a multiple of the other's.
const MOST: f64 = 1.7;

static MEASURED: LazyLock<Measured> =
    LazyLock::new(|| crate::reading::built_in(include_str!("../../../../config/panzertruppe/random.toml")));

/// Games in a hundred that the Axis won.
pub(super) fn won() -> u8 {
    MEASURED.won
}

/// The points of both sides, around those that were ordered, with which each wins as often as the other.
pub fn even_points(year: u8, nations: [Nation; 2], points: u16) -> [u16; 2] {
    let all = &*MEASURED;
    let [axis, allies] = nations.map(|nation| all.nation.get(nation.name()).copied().unwrap_or(0.0));
    let edge = all.year.get(&format!("19{year}")).copied().unwrap_or(0.0) + axis - allies;
    // The other side's points as a multiple of the Axis's, a root of it for each side.
    let root = (edge / all.points).exp().clamp(1.0 / MOST, MOST).sqrt();
    [1.0 / root, root].map(|share| (f64::from(points) * share).round() as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weaker_side_has_more_points() {
        let points = |year, nations| even_points(year, nations, 300);
        let [axis, allies] = points(40, [Nation::Germany, Nation::France]);
        assert!(axis > 350 && allies < 260, "{axis} against {allies}");
        let [axis, allies] = points(45, [Nation::Germany, Nation::Russia]);
        assert!(axis < 280 && allies > 320, "{axis} against {allies}");
        for year in 39..=45 {
            let [axis, allies] = points(year, [Nation::Germany, Nation::Britain]);
            assert!(axis.max(allies) * 10 <= axis.min(allies) * 18, "{year}: {axis} against {allies}");
        }
        assert!(MEASURED.nation.keys().all(|name| name.parse::<Nation>().is_ok()));
    }
}
