//! Rule cards of 11.1.2: the contents of a mine marker are its owner's secret.

use super::table::{INFANTRY, drawing};
use standto::dice::Dice;
use standto::game::{Digest, Rules, Side};
use standto::rules::matg::Position;

/// A real field and a dummy, and the same the other way round.
fn real_and_dummy() -> [Position; 2] {
    let works = "dummies = [\"0505\"]\n[[side.minefield]]\nkind = \"standard\"\nat = [\"0605\", \"0705\"]";
    let card = drawing().british(INFANTRY, "0504", "").german_works(works);
    let one = card.set_up().position;
    let mut other = one.clone();
    let kinds: Vec<_> = one.field.works.mines.iter().map(|mine| mine.kind).collect();
    for (mine, kind) in other.field.works.mines.iter_mut().zip(kinds.into_iter().rev()) {
        mine.kind = kind;
    }
    assert_ne!(one, other);
    [one, other]
}

// card: 11.1.2
#[test]
fn unrevealed_mine_markers_leak_nothing() {
    let [one, other] = real_and_dummy();
    assert_eq!(one.view(Side::A), other.view(Side::A));
    assert_ne!(one.view(Side::B), other.view(Side::B), "the owner knows");
    let mut under_first = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let seen = [&one, &other].map(|position| position.seen_by(Side::A, &mut Dice::seeded(seed, 0)));
        assert_eq!(Digest::of(&seen[0]), Digest::of(&seen[1]));
        let mut kinds: Vec<_> = seen[0].field.works.mines.iter().map(|mine| mine.kind).collect();
        under_first.insert(kinds[0]);
        kinds.sort();
        let standard = Some(standto::rules::matg::fire::charts::Concentration::Standard);
        assert_eq!(kinds, [None, standard, standard], "as many of each as there are");
        assert_eq!(one.seen_by(Side::B, &mut Dice::seeded(seed, 0)), one, "the owner's own stay");
    }
    assert_eq!(under_first.len(), 2, "each may be either");
    // Driving on reveals nothing either, nor do the choices there.
    let mut tables = [one, other].map(|position| super::table::Table { position, events: Vec::new() });
    for table in &mut tables {
        table.begin_move("B2");
        table.play("step N", &[]);
    }
    let [a, b] = tables;
    assert_eq!(a.events, b.events);
    assert_eq!(a.position.choices(), b.position.choices());
    assert_eq!(a.position.view(Side::A), b.position.view(Side::A));
    for choice in a.position.choices() {
        assert_eq!(a.position.preview(&choice), b.position.preview(&choice));
    }
}
