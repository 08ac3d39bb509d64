//! Everything kept between decisions agrees with the rules for the present position.

use crate::board::Compass;
use crate::dice::Dice;
use crate::game::{Log, Rules, any_choice};
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::scenario;
use crate::rules::matg::sight::spotting::PersonnelEnds;
use crate::rules::matg::state::position::Position;

use super::queue::Queue;
use super::step_costs::BARRED;
use super::terrain_tables;
use crate::opponent::matg::movement::reach::Reach;
use crate::opponent::matg::movement::way::Way;
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
                compare(&p, compared);
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
