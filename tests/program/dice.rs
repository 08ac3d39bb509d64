//! Statistics of dice and cards: every face is equally likely, whatever came before.

use standto::dice::Dice;

use crate::long::long;

/// The value a chi-squared sum exceeds once in a million times (Wilson and Hilferty).
fn bound(freedom: usize) -> f64 {
    let k = freedom as f64;
    let part = 2.0 / (9.0 * k);
    k * (1.0 - part + 4.753 * part.sqrt()).powi(3)
}

/// The chi-squared sum of counts that should all be equal.
fn chi_squared(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
}

fn assert_even(what: &str, counts: &[u64]) {
    let (found, most) = (chi_squared(counts), bound(counts.len() - 1));
    assert!(found < most, "{what}: chi-squared {found:.1} of at most {most:.1}");
}

const DICE: [u8; 9] = [2, 3, 4, 6, 8, 10, 12, 20, 41];

#[test]
fn faces_are_uniform_and_independent() {
    let count = long(100_000);
    for sides in DICE {
        let faces = usize::from(sides);
        let mut dice = Dice::seeded(u64::from(sides) * 7919, 0);
        let mut next = || usize::from(dice.roll(sides, String::new).unwrap()) - 1;
        let (mut single, mut pairs) = (vec![0; faces], vec![0; faces * faces]);
        // The number of rolls until a face comes again: 0 to 9, and more.
        let mut gaps = [0_u64; 11];
        let (mut before, mut gap) = (next(), 0);
        for number in 0..count {
            let face = next();
            single[face] += 1;
            // Pairs that do not overlap are independent.
            if number % 2 == 0 {
                pairs[before * faces + face] += 1;
            }
            if face == 0 {
                gaps[gap.min(10)] += 1;
                gap = 0;
            } else {
                gap += 1;
            }
            before = face;
        }
        assert_even(&format!("a D{sides}"), &single);
        assert_even(&format!("two D{sides} after one another"), &pairs);
        let all = gaps.iter().sum::<u64>() as f64;
        let miss = 1.0 - 1.0 / f64::from(sides);
        let share = |n: usize| if n < 10 { miss.powi(n as i32) * (1.0 - miss) } else { miss.powi(10) };
        let found: f64 = (0..11).map(|n| (gaps[n] as f64 - all * share(n)).powi(2) / (all * share(n))).sum();
        assert!(found < bound(10), "gaps of a D{sides}: chi-squared {found:.1}");
    }
}

#[test]
fn neighbouring_seeds_are_independent() {
    let count = long(20_000);
    let mut table = vec![0_u64; 36];
    let mut firsts = vec![0_u64; 6];
    for seed in 0..count as u64 {
        let first = |seed| usize::from(Dice::seeded(seed, 0).roll(6, String::new).unwrap()) - 1;
        firsts[first(seed)] += 1;
        table[first(2 * seed) * 6 + first(2 * seed + 1)] += 1;
    }
    assert_even("the first face of each seed", &firsts);
    assert_even("the first faces of neighbouring seeds", &table);
}

#[test]
fn a_stream_resumed_at_any_face_continues_unchanged() {
    for sides in DICE {
        let whole: Vec<u8> = {
            let mut dice = Dice::seeded(5, 0);
            (0..200).map(|_| dice.roll(sides, String::new).unwrap()).collect()
        };
        for drawn in [1, 7, 100, 199] {
            let mut dice = Dice::seeded(5, drawn);
            assert_eq!(
                dice.roll(sides, String::new).unwrap(),
                whole[drawn as usize],
                "D{sides} after {drawn}"
            );
        }
    }
}

#[test]
fn all_orders_of_a_deck_are_equally_likely() {
    // Five cards drawn in a row, as decks are drawn.
    let mut orders = vec![0_u64; 120];
    let mut dice = Dice::seeded(99, 0);
    for _ in 0..long(50_000) {
        let mut left: Vec<usize> = (0..5).collect();
        let mut order = 0;
        while left.len() > 1 {
            let at = usize::from(dice.roll(left.len() as u8, String::new).unwrap()) - 1;
            order = order * left.len() + at;
            left.remove(at);
        }
        orders[order] += 1;
    }
    assert_even("the orders of five cards", &orders);
}

#[test]
fn a_loaded_die_is_found() {
    // One face in fifty changed from 1 to 6: detected at this length, so the bound means something.
    let mut dice = Dice::seeded(3, 0);
    let mut counts = vec![0_u64; 6];
    for number in 0..100_000 {
        let face = usize::from(dice.roll(6, String::new).unwrap()) - 1;
        counts[if face == 0 && number % 8 == 0 { 5 } else { face }] += 1;
    }
    assert!(chi_squared(&counts) > bound(5));
}
