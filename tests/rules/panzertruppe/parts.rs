//! The parts of a position, each on its own: forces and ground built from a battle alone.

use std::sync::Arc;

use proptest::prelude::*;
use standto::board::Cell;
use standto::game::{Log, Side};
use standto::rules::panzertruppe::scenario;
use standto::rules::panzertruppe::state::{Battle, Flag, Forces, Ground, Kind, Place, Spot, Tabletop};

use super::table::Setup;

fn battle(setup: &Setup) -> Arc<Battle> {
    let (battle, _) = scenario::read("test.toml", &setup.text()).unwrap_or_else(|error| panic!("{error}"));
    Arc::new(battle)
}

fn at(battle: &Battle, name: &str) -> Spot {
    let cell: Cell = name.parse().unwrap_or_else(|error| panic!("{error}"));
    battle.index(cell).expect("a cell on the board")
}

/// Units of all kinds, with houses that they may share.
fn crowd() -> Arc<Battle> {
    battle(&Setup {
        terrain: &[("b", "0505 0605 0506")],
        axis: "Pz IV H-J @ 0101 E\nInfantry @ 0103 E\nInfantry @ 0104 E\nFlak 88 @ 0105 E",
        allies: "M4 Sherman 76 @ 4016 W\nInfantry @ 4014 W\nInfantry @ 4013 W",
        ..Setup::default()
    })
}

proptest! {
    /// However units come and go, the index of cells tells the same as the places of the units: a cell is held
    /// exactly if a unit is there, by its vehicle or Gun if there is one, and each unit is found in its cell once.
    #[test]
    fn the_index_of_cells_agrees_with_the_places_of_units(
        moves in prop::collection::vec((0..7u8, 0..12usize, 0..6u8), 1..60),
    ) {
        let battle = crowd();
        let houses = ["0505", "0605", "0506"];
        let open = ["1001", "1002", "1003", "1004", "1005", "1006", "1007", "1008", "1009"];
        let cells: Vec<Spot> = houses.iter().chain(&open).map(|name| at(&battle, name)).collect();
        let mut forces = Forces::new(Arc::clone(&battle));
        for (id, cell, way) in moves {
            let (cell, foot) = (cells[cell], battle.unit(id).is_infantry());
            let house = battle.terrain_at(cell).kind == Kind::Building;
            let others = forces.on_cell(cell).filter(|&other| other != id).collect::<Vec<_>>();
            let free = others.iter().all(|&other| house && (foot || battle.unit(other).is_infantry()));
            match way {
                0 => forces.take_off(id, Place::Lost(cell)),
                1 => forces.take_off(id, Place::Gone),
                _ if free => forces.put(id, cell),
                _ => {}
            }
            for &cell in &cells {
                let there: Vec<u8> = forces.all().filter(|&id| forces.spot(id) == Some(cell)).collect();
                let mut found: Vec<u8> = forces.on_cell(cell).collect();
                let holder = forces.holder_of(cell);
                prop_assert_eq!(holder.is_some(), !there.is_empty());
                prop_assert!(holder.is_none_or(|id| there.contains(&id)));
                let heavy = there.iter().find(|&&id| !battle.unit(id).is_infantry());
                prop_assert!(heavy.is_none_or(|heavy| holder == Some(*heavy)), "{:?}", there);
                found.sort_unstable();
                prop_assert_eq!(found, there);
            }
        }
    }

    /// Smoke blocks LOS while it lasts, five fire phases of its owner, and in both directions alike.
    #[test]
    fn smoke_lasts_five_fire_phases_of_its_owner(x in 4..36u8, y in 3..13u8, a in 1..16u8, b in 1..16u8) {
        let battle = battle(&Setup::default());
        let mut ground = Ground::new(Arc::clone(&battle));
        let [from, to] = [format!("01{a:02}"), format!("40{b:02}")].map(|name| at(&battle, &name));
        let before = ground.open_line(from, to);
        prop_assert!(before.is_some(), "the board is open");
        ground.lay_smoke(Side::A, at(&battle, &format!("{x:02}{y:02}")), &mut Log::off());
        let hidden = ground.open_line(from, to).is_none();
        prop_assert_eq!(ground.open_line(to, from).is_none(), hidden);
        for _ in 0..4 {
            ground.thin_smoke(Side::A);
            ground.thin_smoke(Side::B);
            prop_assert_eq!(ground.open_line(from, to).is_none(), hidden);
        }
        ground.thin_smoke(Side::A);
        prop_assert_eq!(ground.open_line(from, to), before);
    }
}

#[test]
fn smoke_between_two_units_hides_each_from_the_other() {
    let battle = battle(&Setup { axis: "Pz IV H-J @ 0505 E", allies: "M36 @ 2505 W", ..Setup::default() });
    let (mut ground, forces) = (Ground::new(Arc::clone(&battle)), Forces::new(Arc::clone(&battle)));
    let sees = |ground: &Ground| Tabletop::new(ground, &forces).sighting().sees(0, 1).is_some();
    assert!(sees(&ground));
    ground.lay_smoke(Side::B, at(&battle, "1505"), &mut Log::off());
    assert!(!sees(&ground));
}

#[test]
fn a_lost_vehicle_takes_its_riders_with_it() {
    let battle = battle(&Setup {
        axis: "SdKfz 251/1 @ 0505 E\nInfantry @ G1",
        allies: "M36 @ 4016 W",
        ..Setup::default()
    });
    let mut forces = Forces::new(Arc::clone(&battle));
    assert_eq!(forces.cargo(0).collect::<Vec<_>>(), [1]);
    let cell = forces.spot(0).expect("it is on the board");
    forces.lose(0, &mut Log::off());
    assert_eq!([forces.state(0).place(), forces.state(1).place()], [Place::Lost(cell); 2]);
    assert_eq!((forces.holder_of(cell), forces.lost_value(Side::A)), (None, battle.armies[0].value));
}

#[test]
fn hidden_units_are_revealed_with_their_carrier_and_never_counted_twice() {
    let battle = battle(&Setup {
        axis: "SdKfz 251/1 @ 0505 E hidden\nInfantry @ G1",
        allies: "M36 @ 4016 W",
        ..Setup::default()
    });
    let mut forces = Forces::new(battle);
    assert!(forces.any_hidden() && forces.state(1).is(Flag::Hidden));
    forces.reveal(1, &mut Log::off());
    assert!(!forces.any_hidden());
    forces.reveal(0, &mut Log::off());
    assert!(!forces.any_hidden());
}
