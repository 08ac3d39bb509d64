//! A Throw at Stonne.

use super::*;
use standto::rules::matg::artillery::missions;
use standto::rules::matg::scenario::STONNE;
use standto::rules::matg::turn::arrivals;
use standto::rules::matg::turn::sequence::{Frame, GroupMove};

fn stonne() -> Position {
    opening("stonne.toml", STONNE)
}

#[test]
fn the_forces_are_as_printed() {
    let position = stonne();
    let battle = &position.battle;
    assert_force(
        battle,
        Side::A,
        &[
            ("Infantry HQ", 2, 20),
            ("Med. Truck- Citroen Type 32", 1, 9),
            ("Infantry", 15, 11),
            ("MMG", 6, 14),
            ("81mm Mortar [2]", 2, 33),
            ("Panhard AMD-178", 2, 18),
            ("Motorcycle Infantry", 4, 17),
            ("75L36 Canon M36 [2]", 6, 67),
            ("H-40 (37L35)", 12, 30),
            ("Char B1 (bis) 75L17 How.", 3, 53),
        ],
    );
    assert_force(
        battle,
        Side::B,
        &[
            ("Infantry HQ", 3, 20),
            ("Büssing-Nag Hvy Truck", 2, 13),
            ("Infantry '39", 23, 12), // nine of them pioneers
            ("Infantry Support", 6, 15),
            ("81mm Mortar [3]", 2, 42),
            ("75mm IG [3]", 1, 52),
            ("150mm sIG [1]", 1, 50),
            ("37mm ATG PaK 35/36", 3, 12),
            ("Horch Hvy Car/ Lt Truck", 3, 8),
            ("105mm IFH18 [2]", 3, 170),
        ],
    );
    assert_eq!(command(battle, Side::A), (12, vec![0], 1));
    assert_eq!(command(battle, Side::B), (15, vec![2], 2));
    assert_eq!(battle.units.iter().filter(|unit| unit.engineer).count(), 9);
    assert_eq!((battle.turns, battle.sighting), (15, 20));
    assert_eq!((battle.grid.width, battle.grid.height), (24, 48));
    assert!((10..30).contains(&features(battle)), "{}", features(battle));
    assert_roads(battle, &[Compass::N, Compass::E, Compass::S, Compass::W]);
}

// card: battles: zones
#[test]
fn both_sides_deploy_within_four_inches_of_their_points() {
    let position = stonne();
    let asked = position.decision().unwrap();
    assert_eq!((asked.kind, asked.side), ("deploy", Side::A));
    let points = |formation: &str| -> Vec<Cell> {
        match formation {
            "205th Regiment Headquarters" | "Third Battalion, 205th Regiment" => vec![cell("0815")],
            "Sixth Reconnaissance Group" => vec![cell("1813")],
            "First Battalion" => vec![cell("1338")],
            "Second Battalion" => vec![cell("1227")],
            _ => vec![cell("1338"), cell("1227")],
        }
    };
    for (id, at) in Side::BOTH.into_iter().flat_map(|side| position.forces.on_board(side)) {
        let near = points(&position.battle.unit(id).formation)
            .iter()
            .any(|&point| standto::board::within(point, at, 4));
        assert!(near, "{} at {at}", position.battle.who(id));
    }
    assert!(position.battle.victory.places[0].cells.contains(&cell("1227")), "point B is Stonne");
}

// card: battles: reinforcements
#[test]
fn reinforcements_come_in_turns_two_and_four() {
    let mut position = stonne();
    let due: Vec<(u8, usize)> = [2, 4]
        .map(|turn| {
            let ids = (0..position.forces.stands.len() as Id)
                .filter(|&id| position.forces.stand(id).place == Place::Due);
            (
                turn,
                ids.filter(|&id| {
                    arrivals::arrival_of_stand(&position.battle, &position.arrivals, id) == turn
                })
                .count(),
            )
        })
        .to_vec();
    // Tanks, infantry and three off-map batteries; the German headquarters and its nine platoons.
    assert_eq!(due, [(2, 12 + 3 + 1 + 9 + 3 + 1 + 3), (4, 10)]);
    let batteries = |position: &Position| {
        named(position, Side::A, "75L36 Canon M36 [2]")
            .iter()
            .filter(|&&id| missions::may_be_plotted(&position.forces, &position.command, id))
            .count()
    };
    assert_eq!(batteries(&position), 3);
    (position.now.number, position.arrivals.begun) = (2, true);
    position.now.stack = vec![Frame::Group(GroupMove { side: Side::A, members: Vec::new() })];
    play(&mut position, &["done"]);
    assert_eq!(batteries(&position), 6);
    assert_eq!((position.decision().unwrap().kind, position.decision().unwrap().side), ("deploy", Side::A));
    let tanks = named(&position, Side::A, "H-40 (37L35)");
    assert!(!tanks.is_empty());
    assert!(
        tanks
            .iter()
            .all(|&id| position.forces.cell(id).is_some_and(|at| at.y < 3 && (5..19).contains(&at.x)))
    );
    position.now.number = 4;
    position.now.stack = vec![Frame::Group(GroupMove { side: Side::A, members: Vec::new() })];
    play(&mut position, &["done"]);
    assert_eq!(position.decision().unwrap().side, Side::B);
    let arrived: Vec<Cell> =
        position.forces.on_board(Side::B).map(|(_, at)| at).filter(|at| at.x < 3).collect();
    assert!(arrived.len() == 10 && arrived.iter().all(|at| (33..40).contains(&at.y)));
}

// card: battles: off-map window
#[test]
fn german_off_map_batteries_fire_in_four_consecutive_turns() {
    use standto::rules::matg::artillery::missions::{Kind, Mission, Piece};
    let mut position = stonne();
    let guns = named(&position, Side::B, "105mm IFH18 [2]");
    let french = named(&position, Side::A, "75L36 Canon M36 [2]")[0];
    position.now.number = 5;
    assert!(
        (6..=15).all(|turn| missions::is_open(&position.forces, &position.record, guns[0], 0, turn)),
        "nothing is fixed yet"
    );
    assert_eq!(
        missions::longest(&position.forces, &position.record, guns[0], 0, 6),
        4,
        "but no more than four turns"
    );
    // One battery is to fire in turns 8 and 9: another then has from turn 6 to turn 11.
    let batteries = vec![Piece { id: guns[0], gun: 0, place: Place::OffMap }];
    position.record.missions.push(Mission {
        number: 1,
        plotted: 5,
        arrival: 8,
        duration: 2,
        ..Mission::planned(Side::B, Kind::Support, batteries, cell("1020"))
    });
    let open = |position: &Position| -> Vec<u8> {
        (5..=15)
            .filter(|&turn| missions::is_open(&position.forces, &position.record, guns[1], 0, turn))
            .collect()
    };
    assert_eq!(open(&position), [6, 7, 8, 9, 10, 11]);
    // Once shells have landed the window is fixed.
    position.record.missions.clear();
    position.record.shelled[1] = 4;
    assert_eq!(open(&position), [5, 6, 7]);
    assert_eq!(missions::longest(&position.forces, &position.record, guns[1], 0, 6), 2);
    position.now.number = 9;
    assert!((10..=15).all(|turn| !missions::is_open(&position.forces, &position.record, guns[1], 0, turn)));
    assert!(
        missions::is_open(&position.forces, &position.record, french, 0, 12),
        "the French have no such limit"
    );
}

// card: battles: victory
#[test]
fn stonne_is_won_by_holding_all_of_it_at_the_end() {
    let mut position = stonne();
    assert_eq!(winner(&position), Some((Side::B, Degree::Plain)), "the Germans are in it");
    let tank = named(&position, Side::A, "H-40 (37L35)")[0];
    position.forces.put(tank, cell("1127"));
    assert_eq!(winner(&position), None, "both are");
    let all: Vec<Id> = position.forces.on_board(Side::B).map(|(id, _)| id).collect();
    for id in all {
        position.forces.take_off(id, Place::Lost);
    }
    assert_eq!(winner(&position), Some((Side::A, Degree::Plain)));
    assert_eq!(position.view(Side::A).objective, "Hold Stonne in good order at the end of turn 15.");
}

/// The map does not name it, so the briefing gives the location of the place that must be held.
#[test]
fn the_briefing_gives_the_location_of_stonne() {
    let position = stonne();
    let cells = &position.battle.victory.places[0].cells;
    let across = || cells.iter().map(|cell| cell.x + 1);
    let up = || cells.iter().map(|cell| cell.y + 1);
    let told = format!(
        "Stonne: between {:02}{:02} and {:02}{:02}.",
        across().min().unwrap(),
        up().min().unwrap(),
        across().max().unwrap(),
        up().max().unwrap()
    );
    assert_eq!(position.view(Side::A).briefing.last(), Some(&told));
}

/// A place that is not a rectangle is listed square by square, so that players can find it.
#[test]
fn the_briefing_lists_every_square_of_an_irregular_place() {
    let mut battle = (*stonne().battle).clone();
    battle.victory.places[0].cells = ["1015", "1016", "1116"].map(cell).to_vec();
    let position = Position::new(Arc::new(battle));
    assert_eq!(position.view(Side::A).briefing.last().unwrap(), "Stonne: 1015, 1016 and 1116.");
}
