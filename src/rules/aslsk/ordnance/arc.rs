//! The CA of a Gun (3.2.4g, 3.2.4h).

use crate::board::hex::{Hex, Spine};
use crate::ledger::cited::{apply, rule};

/// Whether a hex is in the CA of a Gun facing a hexspine: in the two hexrows that start with the hexes beside
/// the spine, or between them.
#[apply(rule, "3.2.4g")]
pub fn covers(gun: Hex, facing: Spine, target: Hex) -> bool {
    let (from, to) = (gun.cube(), target.cube());
    let (q, r) = (to.q - from.q, to.r - from.r);
    let (one, other) = facing.sides();
    let (a, b) = (one.cube(), other.cube());
    // The vector in steps along the two sides; neighbouring sides have a determinant of 1.
    let turn = a.q * b.r - a.r * b.q;
    let (by_one, by_other) = ((q * b.r - r * b.q) * turn, (a.q * r - a.r * q) * turn);
    by_one >= 0 && by_other >= 0 && gun != target
}

/// Hexspines between two facings, 0 to 3.
pub fn between(one: Spine, other: Spine) -> u8 {
    let way = (other as i8 - one as i8).rem_euclid(6);
    // At most half a circle.
    way.min(6 - way) as u8
}

/// The facings whose CA covers a hex, nearest first.
pub fn facings(gun: Hex, now: Spine, target: Hex) -> Vec<Spine> {
    let mut found: Vec<Spine> =
        Spine::ALL.into_iter().filter(|&facing| covers(gun, facing, target)).collect();
    found.sort_by_key(|&facing| between(now, facing));
    found
}

/// A facing in notation, as a compass point.
pub const fn word(facing: Spine) -> &'static str {
    match facing {
        Spine::NNE => "nne",
        Spine::E => "e",
        Spine::SSE => "sse",
        Spine::SSW => "ssw",
        Spine::W => "w",
        Spine::NNW => "nnw",
    }
}

/// Reads a facing.
pub fn read(text: &str) -> Option<Spine> {
    Spine::ALL.into_iter().find(|&facing| word(facing) == text)
}
