//! Everything kept between decisions agrees with the rules for the present position.

use crate::board::Compass;
use crate::dice::Dice;
use crate::game::{Log, Rules, Side, any_choice};
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::scenario;
use crate::rules::matg::sight::spotting::PersonnelEnds;
use crate::rules::matg::state::position::Position;
use crate::rules::matg::turn::sequence::Frame;

use super::queue::Queue;
use super::step_costs::{BARRED, StepCosts};
use super::terrain_tables;
use crate::opponent::matg::movement::reach::Reach;
use crate::opponent::matg::movement::way::Way;
use crate::opponent::matg::planning::posture;
use crate::opponent::matg::value::field::Field;
use crate::opponent::matg::weights::Weights;
use crate::rules::matg::movement::inch;
use crate::rules::matg::sight::spotting;

fn battle(file: &str, text: &str) -> Position {
    scenario::read(file, text).map(|(battle, _)| Position::new(battle.into())).expect("the scenario reads")
}

/// Compares what a side keeps with the rules: all of the ground, and a third of the squares, different ones
/// each turn.
fn compare(p: &Position, turn: usize) {
    let side = p.decision().expect("a side decides").side;
    let field = Field::new(p, side, &Weights::NORMAL);
    let grid = p.battle.grid;
    let memory = field.memory();
    for cell in grid.cells() {
        assert!(terrain_tables::matches_rebuild(&memory.terrain_tables, p, cell), "the ground at {cell}");
    }
    for mode in [Mode::Wheeled, Mode::Tracked, Mode::Foot] {
        let way = Way::to_enemy(&field, mode);
        let anew = Way::measured((grid, &memory.terrain_tables, mode), way.to(), &mut Queue::default());
        assert!(way.is_as_long_as(&anew), "{mode:?} ways to the enemy in turn {}", p.now.number);
    }
    for &(id, _) in &field.friends {
        let quarters = 4 * Quarters::from(p.battle.unit(id).pace().0);
        let reach = Reach::of(&field, id, quarters, true).expect("it is on the board");
        assert!(
            reach.matches_rebuild(p, id, quarters),
            "what {} reaches in turn {}",
            p.battle.tag(id),
            p.now.number
        );
    }
    for cell in grid.cells().skip(turn % 3).step_by(3) {
        let index = grid.index(cell);
        for &(enemy, at) in &field.enemies {
            for men in PersonnelEnds::ALL {
                let kept = memory.sights.borrow_mut().sees(p, index, cell, field.bit(enemy), men) != 0;
                let seen = spotting::line_of_sight(&p.field, &p.forces, &p.now, cell, at, men).is_ok();
                assert_eq!(kept, seen, "from {cell} to {at}, {men:?}, turn {}", p.now.number);
            }
        }
        let mut inches = memory.inches.borrow_mut();
        for &(id, _) in &field.friends {
            let kept = inches.of(p, id).around(cell, index);
            for (direction, costs) in Compass::ALL.into_iter().zip(kept) {
                let asked = [true, false].map(|by_road| {
                    inch::inch(&p.field, &p.forces, &p.now, id, cell, direction, by_road)
                        .map_or(BARRED, |inch| inch.cost)
                });
                assert_eq!(costs, asked, "{} from {cell} {direction}", p.battle.tag(id));
            }
        }
    }
}

#[test]
fn cached_values_match_the_rules() {
    let battles = [
        ("introductory.toml", scenario::INTRODUCTORY, 160),
        ("everything.toml", include_str!("../../../../tests/scenarios/everything.toml"), 60),
        ("works.toml", include_str!("../../../../tests/scenarios/works.toml"), 60),
    ];
    for (file, text, every) in battles {
        let mut p = battle(file, text);
        let (mut dice, mut pick) = (Dice::seeded(5, 0), Dice::seeded(6, 0));
        let (mut plays, mut compared) = (0_usize, 0);
        while p.decision().is_some() {
            if plays.is_multiple_of(every) {
                // The enemy's secrets are redrawn, as they are for every decision.
                let side = p.decision().expect("a side decides").side;
                compare(&p.seen_by(side, &mut pick), compared);
                compared += 1;
            }
            let choice = any_choice(&p, &mut pick);
            p.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice never end");
            dice.forget();
            plays += 1;
        }
        assert!(compared > 5, "{file}: only {plays} plays");
    }
}

/// A guess at which of the enemy's markers are mines costs no work; a minefield that is gone does.
#[test]
fn only_what_changes_the_cost_of_a_step_is_asked_again() {
    let p = battle("works.toml", include_str!("../../../../tests/scenarios/works.toml"));
    let side = Side::BOTH
        .into_iter()
        .find(|&side| p.field.works.mines.iter().any(|mine| mine.owner != side && mine.kind.is_none()))
        .expect("a side with dummies");
    let guesses: Vec<Position> = (0..8).map(|seed| p.seen_by(side, &mut Dice::seeded(seed, 0))).collect();
    assert!(guesses.iter().any(|guess| guess.field.works != guesses[0].field.works), "guesses differ");
    let mut costs = StepCosts::default();
    assert!(costs.mend(&guesses[0], &[]), "all is new");
    for guess in &guesses {
        assert!(!costs.mend(guess, &[]));
    }
    let mut cleared = guesses[0].clone();
    cleared.field.works.mines.pop();
    assert!(costs.mend(&cleared, &[]));
}

/// Postures are planned once a phase, whatever is guessed at meanwhile.
#[test]
fn postures_do_not_depend_on_guesses() {
    let mut p = battle("works.toml", include_str!("../../../../tests/scenarios/works.toml"));
    let mut dice = Dice::seeded(5, 0);
    let mut compared = 0;
    while let Some(decision) = p.decision() {
        if matches!(p.now.stack.last(), Some(Frame::Posture(_))) {
            let planned = |seed| {
                let guess = p.seen_by(decision.side, &mut Dice::seeded(seed, 0));
                let bands = posture::planned(&guess, decision.side, &Weights::NORMAL, &guess.choices());
                bands.into_iter().map(|band| band.stands).collect::<Vec<_>>()
            };
            let first = planned(1);
            assert!((2..5).all(|seed| planned(seed) == first), "turn {}", p.now.number);
            compared += usize::from(!first.is_empty());
        }
        let choice = any_choice(&p, &mut dice);
        p.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice never end");
        dice.forget();
    }
    assert!(compared > 5, "only {compared} plans");
}
