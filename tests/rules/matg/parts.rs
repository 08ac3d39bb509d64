//! The parts of a position, each built alone: what must hold between its lists.

use std::sync::Arc;

use super::battles::battle;
use proptest::prelude::*;
use standto::board::Cell;
use standto::game::Side;
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::scenario::{INTRODUCTORY, STATE_FARM};
use standto::rules::matg::sight::spotting::{self, Bar, PersonnelEnds};
use standto::rules::matg::state::field::Field;
use standto::rules::matg::state::forces::Forces;
use standto::rules::matg::state::position::{Id, Place};
use standto::rules::matg::state::turn::Turn;
use standto::rules::matg::works::laid::POSITIONS;

fn forces() -> Forces {
    Forces::new(&Arc::new(battle("introductory", INTRODUCTORY)))
}

fn farm() -> Field {
    Field::new(&Arc::new(battle("farm", STATE_FARM)))
}

/// Every stand on the board holds its square, and every held square is that of its stand.
fn squares_and_stands_agree(forces: &Forces) -> Result<(), TestCaseError> {
    for (cell, holder) in forces.battle.grid.cells().zip(forces.holders()) {
        if let Some(id) = holder.id() {
            prop_assert_eq!(forces.stand(id).place, Place::Board(cell));
        }
    }
    for (id, cell) in Side::BOTH.into_iter().flat_map(|side| forces.on_board(side)) {
        prop_assert_eq!(forces.holder_of(cell), Some(id));
    }
    Ok(())
}

/// Every square with the row of a work has that work, and the reverse.
fn works_and_ground_agree(field: &Field) -> Result<(), TestCaseError> {
    for cell in field.battle.grid.cells() {
        let ground = field.ground_at(cell);
        prop_assert_eq!(ground.has(Terrain::Minefield), field.mine_at(cell).is_some(), "mines at {}", cell);
        let position = POSITIONS.into_iter().any(|(_, row)| ground.has(row));
        prop_assert_eq!(position, field.fort_at(cell).is_some(), "position at {}", cell);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Stands are put down, carried and lost in any order.
    #[test]
    fn stands_and_the_squares_they_hold_stay_in_step(
        moves in proptest::collection::vec((any::<Id>(), 0..24i16, 0..24i16, 0..4u8), 1..60),
    ) {
        let mut forces = forces();
        squares_and_stands_agree(&forces)?;
        let count = forces.stands.len() as Id;
        for (id, x, y, way) in moves {
            let (id, cell) = (id % count, Cell::new(x, y));
            match way {
                0 => forces.take_off(id, Place::Lost),
                1 => forces.take_off(id, Place::Aboard((id + 1) % count)),
                _ if forces.battle.grid.contains(cell) && forces.holder_of(cell).is_none() => {
                    forces.put(id, cell);
                    prop_assert_eq!(forces.cell(id), Some(cell));
                }
                _ => {}
            }
            squares_and_stands_agree(&forces)?;
        }
    }

    /// Works are moved about at deployment.
    #[test]
    fn works_and_the_ground_under_them_stay_in_step(
        moves in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..30),
    ) {
        let mut field = farm();
        works_and_ground_agree(&field)?;
        let (mines, forts) = (field.works.mines.len(), field.works.forts.len());
        let cells: Vec<Cell> = field.battle.grid.cells().collect();
        for (from, to) in moves {
            let mines = field.works.mines.iter().map(|mine| (mine.owner, mine.cell));
            let works: Vec<(Side, Cell)> = mines.collect();
            let ((side, from), to) = (*from.get(&works), *to.get(&cells));
            if field.may_lay_work(side, from, to) {
                field.lay_work(side, from, to);
                prop_assert!(field.mine_at(to).is_some());
            }
            works_and_ground_agree(&field)?;
        }
        prop_assert_eq!((field.works.mines.len(), field.works.forts.len()), (mines, forts));
    }

    /// Smoke on level ground blocks every line across it, and only as long as it is there (6.3.2, 7.4.7.1).
    #[test]
    fn smoke_blocks_a_line_until_it_is_lifted(x in 0..20i16, y in 0..24i16, men in 0..3usize) {
        let battle = Arc::new(battle("introductory", INTRODUCTORY));
        let (mut field, forces, now) = (Field::new(&battle), Forces::new(&battle), Turn::new(&battle));
        let [from, middle, to] = [x, x + 2, x + 4].map(|x| Cell::new(x, y));
        prop_assume!(battle.grid.contains(from) && battle.grid.contains(to));
        prop_assume!([middle, to].into_iter().all(|cell| battle.level(cell) == battle.level(from)));
        let sees = |field: &Field| {
            let one = spotting::line_of_sight(field, &forces, &now, from, to, PersonnelEnds::ALL[men]);
            let back = spotting::line_of_sight(field, &forces, &now, to, from, PersonnelEnds::ALL[men]);
            assert_eq!(one.is_ok(), back.is_ok(), "both ends see alike");
            one
        };
        prop_assume!(sees(&field).is_ok());
        field.add_ground(middle, Terrain::Smoke);
        prop_assert_eq!(sees(&field), Err(Bar::Terrain(middle, Terrain::Smoke)));
        field.remove_ground(middle, Terrain::Smoke);
        prop_assert_eq!(sees(&field), Ok(()));
    }
}
