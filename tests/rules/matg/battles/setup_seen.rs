//! What each side sees of a set-up.

use super::setup::{asked, is_asked};
use super::*;
use standto::game::laws::check_alike;
use standto::rules::matg::scenario::{BIR_EL_GUBI, BLACK_MONDAY, SIDI_SULEIMAN, STARK_RESISTANCE, STONNE};

/// Before a stand is picked up, its owner alone sees where the stands not yet set up may go; every other
/// square gives a reason.
// card: battles: zones
#[test]
fn the_set_up_zone_is_shown_before_a_stand_is_picked_up() {
    let mut position = asked("stonne.toml", STONNE, "deploy", Side::A).unwrap();
    let picks: Vec<String> = position.choices().iter().map(ToString::to_string).collect();
    let picks: Vec<&String> = picks.iter().filter(|text| text.starts_with("pick ")).collect();
    let zone = |position: &Position| position.view(Side::A).zone;
    let mut open: Vec<standto::board::Cell> = Vec::new();
    for pick in &picks {
        let mut taken = position.clone();
        play(&mut taken, &[pick]);
        assert!(zone(&taken).is_empty(), "now its own squares are seen");
        let at = taken.choices().into_iter().filter_map(|choice| match choice {
            Choice::At(cell) => Some(cell),
            _ => None,
        });
        open.extend(at);
    }
    open.sort_unstable();
    open.dedup();
    assert!(open.len() > 50);
    assert_eq!(zone(&position), open);
    assert!(position.view(Side::B).zone.is_empty(), "the enemy sees none of it");
    // Occupied squares and squares outside the zone are closed, and the reason is given.
    play(&mut position, &[picks[0]]);
    let why = |text: &str| position.check(&text.parse().unwrap()).unwrap_err().to_string();
    let outside = position.battle.grid.cells().find(|cell| !open.contains(cell)).unwrap();
    assert!(
        why(&format!("at {outside}")).contains("is outside the zone of"),
        "{}",
        why(&format!("at {outside}"))
    );
    let taken = |(id, at): (Id, standto::board::Cell)| {
        let told = format!("{} is already at {at}", position.battle.who(id));
        position.battle.tag(id).to_string() != picks[0][5..] && why(&format!("at {at}")).starts_with(&told)
    };
    assert!(position.forces.on_board(Side::A).filter(|&(id, at)| taken((id, at))).count() > 5);
    // A stand that has been set up stays there: after the last one no zone is left.
    for (n, pick) in picks.iter().enumerate() {
        if n > 0 {
            play(&mut position, &[pick]);
        }
        let here = position.choices()[0];
        play(&mut position, &[&here.to_string()]);
    }
    assert!(zone(&position).is_empty());
}

/// A side that can't finish is told what prevents it, and a work is named.
// card: battles: zones
#[test]
fn an_unfinished_deployment_is_explained() {
    let mut position = asked("stark-resistance.toml", STARK_RESISTANCE, "deploy", Side::A).unwrap();
    let told = |position: &Position| position.view(Side::A).notes.join("; ");
    assert!(position.check(&Choice::Ready).is_ok() && !told(&position).contains("not ready"));
    let lift: Choice = "lift 1717".parse().unwrap();
    let label = position.describe(&lift).label;
    assert!(
        label.starts_with("Move the ") && label.contains("mine") && label.ends_with("at 1717"),
        "{label}"
    );
    play(&mut position, &["pick A26", "at 2024"]);
    let why = position.check(&Choice::Ready).unwrap_err().to_string();
    assert!(why.contains("is too far from other units"), "{why}");
    assert!(told(&position).contains("not ready: "), "{}", told(&position));
}

/// The side that sets up first sees no enemy, wherever the file has it; the side that sets up second sees
/// everything in the open.
// card: design: 7
#[test]
fn the_side_that_sets_up_first_sees_no_enemy() {
    for (name, text, first) in [
        ("stonne.toml", STONNE, Side::A),
        ("black-monday.toml", BLACK_MONDAY, Side::B),
        ("bir-el-gubi.toml", BIR_EL_GUBI, Side::A),
        ("stark-resistance.toml", STARK_RESISTANCE, Side::A),
    ] {
        let mut position = asked(name, text, "deploy", first).unwrap();
        let there = |position: &Position, viewer: Side, side: Side| {
            let view = position.view(viewer);
            view.pieces.iter().filter(|piece| piece.side == side && piece.cell.is_some()).count()
        };
        let enemies = position.forces.on_board(first.other()).count();
        assert!(enemies > 9 && there(&position, first, first) > 9, "{name}");
        assert_eq!(there(&position, first, first.other()), 0, "{name}");
        assert_eq!(
            position.seen_by(first, &mut Dice::seeded(1, 0)).forces.on_board(first.other()).count(),
            0,
            "{name}"
        );
        while !is_asked(&position, "deploy", first.other()) {
            assert_eq!(there(&position, first, first.other()), 0, "{name}");
            play(&mut position, &["ready"]);
        }
        assert_eq!(there(&position, first.other(), first), position.forces.on_board(first).count(), "{name}");
    }
    // In a meeting engagement both sides enter together.
    let position = opening("sidi-suleiman.toml", SIDI_SULEIMAN);
    assert_eq!(position.seen_by(Side::A, &mut Dice::seeded(1, 0)).forces.on_board(Side::B).count(), 35);
}

/// The Germans' places in the file tell the French nothing.
// card: design: 7
#[test]
fn the_french_do_not_see_the_german_deployment() {
    crate::cited::watch();
    let elsewhere = STONNE.replace("\"1036\"", "\"1236\"");
    assert_ne!(elsewhere, STONNE);
    let [one, other] = [STONNE, &elsewhere].map(|text| {
        let mut battle = battle("stonne.toml", text);
        battle.fingerprint = 1;
        Position::new(Arc::new(battle))
    });
    assert_ne!(one, other);
    check_alike(&one, &other, Side::A).unwrap();
}
