//! Seeds made from seeds.

/// The `index`-th seed derived from a seed (SplitMix64), limited to 53 bits, which every JSON reader keeps
/// exactly. The 0th is the seed itself.
pub fn mix(seed: u64, index: u64) -> u64 {
    if index == 0 {
        return seed;
    }
    let mut word = seed.wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (word ^ (word >> 31)) >> 11
}
