//! A Costly Setback.

use super::*;
use standto::rules::matg::command::cohesion;
use standto::rules::matg::landings::airborne::Arrival;
use standto::rules::matg::landings::landing_chart::Manner;
use standto::rules::matg::landings::zones::Plotted;
use standto::rules::matg::movement::transport;
use standto::rules::matg::scenario::COSTLY_SETBACK;
use standto::rules::matg::turn::arrivals;
use standto::rules::matg::turn::sequence::{Frame, GroupMove};

fn oosterbeek() -> Position {
    opening("costly-setback.toml", COSTLY_SETBACK)
}

#[test]
fn the_forces_are_as_printed() {
    let position = oosterbeek();
    let battle = &position.battle;
    assert_force(
        battle,
        Side::A,
        &[
            ("Motorized PzGrenadier Battalion HQ '44", 1, 18),
            ("Motorized PzGrenadier Infantry '44, training", 7, 13),
            ("81mm Mortar [1]", 1, 17),
            ("MMG Support", 1, 17),
            ("Flak 36 88mm AAG", 2, 90),
            ("Armoured PzGrenadier Regiment HQ", 1, 20),
            ("SdKfz 251/1", 1 + 5, 18),
            ("SdKfz 7/2 37mm AAG", 1, 39),
            ("STuG III F-G", 3, 74),
            ("Armoured PzGrenadier Battalion HQ", 1, 20),
            ("SdKfz 251/10", 1, 17),
            ("Armoured PzGrenadier Platoon '44-'45", 5, 15),
            ("SdKfz 251/2 [1] (81mm)", 2, 24),
            ("SdKfz 251/9 (75L24)", 1, 48),
            ("105mm IFH18 [2]", 1, 248),
        ],
    );
    assert_force(
        battle,
        Side::B,
        &[
            ("Paratrooper HQ", 1, 18),
            ("Paratrooper '44", 9, 13),
            ("3\" Mortar [2]", 2, 28),
            ("Airborne Engineer", 1 + 1 + 1, 20),
            ("Air Landing Infantry HQ", 1 + 1 + 1, 18),
            ("Air Landing Infantry '44", 1 + 15 + 15, 12),
            ("MMG Support", 2 + 2, 15),
            ("6 lbr (57mm) ATG", 2 + 2, 28),
            ("3\" Mortar [3]", 2 + 2, 40),
            ("Jeep", 1 + 2 + 2, 6),
            ("Jeep w/ HMG", 1, 20),
            ("Jeep w/ MMG", 1 + 1, 15),
            ("Universal Carrier", 2 + 2, 14),
            ("Recon Infantry", 1 + 1, 8),
        ],
    );
    assert_eq!(command(battle, Side::A), (13, vec![0], 2));
    assert_eq!(command(battle, Side::B), (16, vec![0], 3));
    // Printed 40 and 36 with their rank: twice the stand.
    let general =
        |side: Side| battle.units.iter().find(|unit| unit.side == side && unit.role == Role::Ghq(0));
    assert_eq!(Side::BOTH.map(|side| general(side).unwrap().price(battle.turns)), [40, 36]);
    assert_eq!((squares(battle, Terrain::LightPosition), squares(battle, Terrain::MediumPosition)), (6, 2));
    assert_eq!((squares(battle, Terrain::Minefield), battle.turns, battle.sighting), (8 + 4, 20, 20));
    assert!(
        position.field.works.mines.iter().filter_map(|mine| mine.kind).all(|kind| kind as usize == 1),
        "all are standard"
    );
}

/// The table of the battle, line by line: AP, HE, their ranges, defence, movement, cargo, requirement.
// card: battles: own weapons
#[test]
fn weapons_are_as_printed_in_the_battle() {
    type Line = (&'static str, [u16; 4], u8, bool, (u8, char), [Option<u8>; 2]);
    let printed: [(Side, &[Line]); 2] = [
        (
            Side::A,
            &[
                ("Motorized PzGrenadier Battalion HQ '44", [0, 3, 0, 3], 6, false, (3, 'F'), [None, Some(8)]),
                (
                    "Motorized PzGrenadier Infantry '44, training",
                    [6, 5, 1, 5],
                    6,
                    false,
                    (3, 'F'),
                    [None, Some(8)],
                ),
                ("81mm Mortar [1]", [0, 6, 21, 21], 6, false, (2, 'F'), [None, Some(4)]),
                ("MMG Support", [0, 4, 1, 10], 6, false, (3, 'F'), [None, Some(8)]),
                ("Flak 36 88mm AAG", [10, 6, 30, 40], 3, false, (0, 'F'), [None, Some(10)]),
                ("Armoured PzGrenadier Regiment HQ", [0, 3, 0, 3], 6, false, (3, 'F'), [None, Some(8)]),
                ("SdKfz 251/1", [0, 6, 1, 5], 3, true, (15, 'T'), [Some(8), None]),
                ("SdKfz 7/2 37mm AAG", [4, 6, 12, 12], 1, false, (14, 'T'), [None, None]),
                ("Armoured PzGrenadier Battalion HQ", [0, 3, 0, 5], 6, false, (3, 'F'), [None, Some(8)]),
                ("Armoured PzGrenadier Platoon '44-'45", [8, 7, 2, 5], 6, false, (3, 'F'), [None, Some(8)]),
                ("SdKfz 251/10", [3, 2, 5, 5], 3, true, (15, 'T'), [Some(8), None]),
                ("SdKfz 251/2 [1] (81mm)", [0, 6, 21, 21], 3, true, (15, 'T'), [None, None]),
                ("SdKfz 251/9 (75L24)", [1, 5, 27, 27], 3, true, (15, 'T'), [None, None]),
                ("105mm IFH18 [2]", [4, 9, 105, 105], 2, false, (0, 'F'), [None, Some(12)]),
            ],
        ),
        (
            Side::B,
            &[
                ("Paratrooper HQ", [0, 3, 0, 3], 6, false, (3, 'F'), [None, Some(8)]),
                ("Paratrooper '44", [5, 5, 1, 5], 6, false, (3, 'F'), [None, Some(8)]),
                ("3\" Mortar [2]", [0, 6, 20, 20], 6, false, (2, 'F'), [None, Some(6)]),
                ("Airborne Engineer", [2, 5, 0, 5], 6, false, (3, 'F'), [None, Some(8)]),
                ("Air Landing Infantry HQ", [0, 3, 0, 3], 6, false, (3, 'F'), [None, Some(8)]),
                ("Air Landing Infantry '44", [5, 4, 1, 5], 6, false, (3, 'F'), [None, Some(8)]),
                ("MMG Support", [0, 4, 1, 10], 6, false, (3, 'F'), [None, Some(8)]),
                ("3\" Mortar [3]", [0, 6, 20, 20], 6, false, (2, 'F'), [None, Some(6)]),
                ("Jeep w/ MMG", [0, 0, 1, 5], 3, false, (18, 'W'), [Some(4), None]),
                ("Jeep w/ HMG", [2, 2, 5, 10], 3, false, (18, 'W'), [Some(4), None]),
                ("Universal Carrier", [0, 0, 1, 5], 1, true, (14, 'T'), [Some(6), None]),
                ("Recon Infantry", [0, 0, 0, 3], 6, false, (4, 'F'), [None, Some(4)]),
            ],
        ),
    ];
    let position = oosterbeek();
    for (side, lines) in printed {
        for &(name, figures, defence, armoured, (points, mode), [cargo, load]) in lines {
            let kind = position.battle.unit(named(&position, side, name)[0]).kind;
            let gun = &kind.guns[0];
            let found = [gun.ap.unwrap().into(), gun.he.unwrap().into(), gun.ap_range, gun.he_range];
            assert_eq!((found, kind.defence, kind.armoured), (figures, defence, armoured), "{name}");
            let land = kind.movement.land.map(|(points, mode)| (points, mode.to_string().to_uppercase()));
            let land = land.map(|(points, mode)| (points, mode.chars().next().unwrap()));
            assert_eq!((land, [kind.cargo, kind.load]), (Some((points, mode)), [cargo, load]), "{name}");
        }
    }
    let jeep = position.battle.unit(named(&position, Side::B, "Jeep")[0]).kind;
    assert!(jeep.guns.is_empty() && jeep.defence == 3 && jeep.cargo == Some(4));
    assert_eq!(jeep.movement.land.map(|(points, _)| points), Some(25));
    let depletes =
        |side: Side, name: &str| position.battle.unit(named(&position, side, name)[0]).kind.notes().depletion;
    assert_eq!(depletes(Side::A, "Armoured PzGrenadier Platoon '44-'45"), Some(7));
    assert_eq!(depletes(Side::B, "Paratrooper '44"), Some(5));
    assert_eq!(depletes(Side::B, "Air Landing Infantry '44"), Some(5));
}

// card: battles: its own vehicle
#[test]
fn a_gun_and_its_jeep_land_in_one_glider() {
    let mut position = oosterbeek();
    let group = position.battle.landings.iter().position(|l| l.name == "First Battalion Group 4").unwrap();
    // Three platoons, the gun behind its jeep and the mortar in its carrier: five gliders.
    let gliders = position.battle.landings[group].stands.clone();
    assert_eq!(gliders.len(), 5);
    let gun = named(&position, Side::B, "6 lbr (57mm) ATG")[0];
    let Place::Aboard(jeep) = position.forces.stand(gun).place else { panic!("it is with its jeep") };
    assert!(gliders.contains(&jeep) && !gliders.contains(&gun));
    // The jeep is lost on the way, and the gun with it; no other stand is.
    let mut lost = position.clone();
    cohesion::eliminate(&mut lost, jeep, &mut Log::off());
    assert_eq!(
        (lost.forces.stand(gun).place, lost.forces.stand(gliders[0]).place),
        (Place::Lost, Place::Aloft)
    );
    // After landing the gun is unloaded, and loaded again by its own jeep and by no other.
    let mortar = named(&position, Side::B, "3\" Mortar [3]")[0];
    let Place::Aboard(carrier) = position.forces.stand(mortar).place else { panic!("it is in its carrier") };
    position.forces.stand_mut(gun).place = Place::Board(cell("2005"));
    position.forces.stand_mut(mortar).place = Place::Board(cell("2105"));
    assert!(transport::has_room(&position.forces, jeep, gun), "although it requires 8 and a jeep carries 4");
    assert!(
        !transport::has_room(&position.forces, carrier, gun)
            && transport::has_room(&position.forces, carrier, mortar)
    );
    let other = named(&position, Side::B, "6 lbr (57mm) ATG")[1];
    assert!(!transport::has_room(&position.forces, jeep, other));
}

// card: battles: laying works
#[test]
fn the_germans_lay_their_mines_with_the_second_half_of_their_force() {
    let mut position = oosterbeek();
    assert!(!position.choices().iter().any(|choice| matches!(choice, Choice::Lift(_))));
    play(&mut position, &["ready"]);
    while position.decision().unwrap().kind.starts_with("zone") {
        let choice = position.choices()[0];
        play(&mut position, &[&choice.to_string()]);
    }
    assert_eq!((position.decision().unwrap().kind, position.decision().unwrap().side), ("deploy", Side::A));
    assert_eq!(
        position.choices().iter().filter(|choice| matches!(choice, Choice::Lift(_))).count(),
        8 + 4 + 6 + 2
    );
    play(&mut position, &["lift 2218", "at 3003"]);
    assert!(position.field.ground_at(cell("3003")).has(Terrain::Minefield));
}

#[test]
fn the_terrain_is_as_printed() {
    let position = oosterbeek();
    let battle = &position.battle;
    assert_eq!((battle.grid.width, battle.grid.height), (48, 24));
    let names: Vec<&str> = battle.victory.places.iter().map(|place| place.name.as_str()).collect();
    assert_eq!(names, ["Vurst", "Kimmel", "Zumpfstal"]);
    let middle = |place: usize| battle.victory.places[place].cells[0];
    assert!(middle(0).y > 16, "Vurst in the north");
    assert!(middle(1).x < 16, "Kimmel in the west");
    assert!((20..28).contains(&middle(2).x) && (8..16).contains(&middle(2).y), "Zumpfstal in the middle");
    for at in battle.grid.cells().filter(|&at| ground(battle, at).is_built_up()) {
        assert!(battle.victory.place_of(at).is_some(), "{at}");
    }
    for x in [0, 23] {
        let wet = battle.grid.cells().filter(|at| at.y == x && ground(battle, *at).has(Terrain::Stream));
        assert_eq!(wet.count(), 1, "the stream runs from north to south");
    }
    assert!(squares(battle, Terrain::Water) > 10 && squares(battle, Terrain::Marsh) > 15);
    // The causeway: a road to the southern edge with marsh on both sides.
    let marsh = |at: Cell| battle.grid.contains(at) && ground(battle, at).has(Terrain::Marsh);
    let beside = |at: Cell| [Compass::W, Compass::E].into_iter().all(|wind| marsh(at.step(wind)));
    let causeway = battle.grid.cells().filter(|&at| ground(battle, at).road().is_some() && beside(at));
    assert!(causeway.count() >= 2);
    assert_roads(battle, &[Compass::E, Compass::S, Compass::W, Compass::N]);
}

#[test]
fn the_landings_are_as_printed() {
    let landings = &battle("costly-setback.toml", COSTLY_SETBACK).landings;
    let of = |manner: Manner| landings.iter().filter(move |landing| landing.manner == manner);
    assert_eq!((of(Manner::Parachute).count(), of(Manner::Glider).count()), (3, 1 + 5 + 5));
    assert!(of(Manner::Parachute).all(|landing| landing.arrival == Arrival::BeforePlay));
    assert!(of(Manner::Glider).all(|landing| landing.arrival == Arrival::Turn(11)));
    for landing in landings {
        assert!(landing.conditions.flak && !landing.conditions.night && landing.zone.is_none());
        assert_eq!((landing.distance.name.as_str(), landing.plotted), ("milk-run", Plotted::Half));
    }
}

// card: battles: zones
#[test]
fn half_of_the_germans_deploy_before_the_zones_are_recorded() {
    let mut position = oosterbeek();
    let asked = position.decision().unwrap();
    assert_eq!((asked.kind, asked.side), ("deploy", Side::A));
    // The first six of twelve, each within two inches of a village; the guns come later.
    let first: Vec<String> = position.choices().iter().map(ToString::to_string).collect();
    assert_eq!(first, ["pick G1", "pick G2", "pick G3", "pick G4", "pick G5", "pick G6", "ready"]);
    play(&mut position, &["pick G3"]);
    assert!(position.check(&"at 1012".parse().unwrap()).is_ok(), "two inches from Kimmel");
    assert!(position.check(&"at 1112".parse().unwrap()).is_err());
    // Kimmel keeps a defender: without one the side is not ready.
    play(&mut position, &["at 2621", "pick G4", "at 2319"]);
    assert!(position.check(&Choice::Ready).is_err());
    play(&mut position, &["pick G5", "at 0911"]);
    play(&mut position, &["ready"]);
    let asked = position.decision().unwrap();
    assert_eq!((asked.kind, asked.side, asked.secret), ("zone", Side::B, true));
    // Its owner is told whose zone it is, the enemy nothing; the enemy does not see works still to be laid.
    let view = position.view(Side::B);
    assert_eq!(view.notes[..2], ["Parachute Group 1", "B1 B2 B3 B4"]);
    assert!(position.view(Side::A).notes.is_empty());
    assert!(!view.markers.iter().any(|marker| marker.name.contains("mine")), "{:?}", view.markers);
}

// card: battles: rising cohesion
#[test]
fn cohesion_starts_low_and_rises_by_rolls() {
    let mut position = oosterbeek();
    assert_eq!(
        [Side::A, Side::B].map(|side| cohesion::level(
            &position.battle,
            &position.now,
            &position.command,
            side
        )),
        [8, 13]
    );
    let tank = named(&position, Side::A, "STuG III F-G")[0];
    let grenadier = named(&position, Side::A, "Motorized PzGrenadier Infantry '44, training")[0];
    assert_eq!(
        (
            cohesion::level_of(&position.battle, &position.now, &position.command, grenadier),
            cohesion::level_of(&position.battle, &position.now, &position.command, tank)
        ),
        (8, 13),
        "the armour is not restricted"
    );
    position.arrivals.begun = true;
    let mut roll = |turn: u8, faces: &[u8]| {
        position.now.number = turn;
        position.now.stack = vec![Frame::Group(GroupMove { side: Side::A, members: Vec::new() })];
        let mut dice = Dice::taped(faces);
        position.apply(&Choice::Done, &mut dice, &mut Log::off()).unwrap();
        assert_eq!(dice.unread(), 0);
        [Side::A, Side::B]
            .map(|side| cohesion::level(&position.battle, &position.now, &position.command, side))
    };
    assert_eq!(roll(1, &[1, 6]), [8, 13], "not before the first turn");
    assert_eq!(roll(2, &[8, 14, 1, 6]), [9, 13]);
    assert_eq!(roll(3, &[9, 13, 1, 6]), [10, 14]);
    assert_eq!(roll(4, &[11, 14, 1, 6]), [10, 15], "eleven is more than ten");
    assert_eq!(roll(5, &[1, 1, 1, 6]), [11, 16]);
    assert_eq!(roll(6, &[11, 1, 6]), [12, 16], "the British are at their full level");
    assert_eq!(roll(7, &[12, 1, 6]), [13, 16]);
    assert_eq!(roll(8, &[1, 6]), [13, 16]);
}

// card: battles: reinforcements
#[test]
fn a_die_sets_place_and_turn_of_the_counter_attack() {
    for (face, turn, near) in
        [(1, 12, "4812"), (2, 12, "4812"), (4, 13, "3901"), (5, 14, "2201"), (8, 15, "0801")]
    {
        let mut position = oosterbeek();
        let tanks = named(&position, Side::A, "STuG III F-G");
        assert!(
            arrivals::arrival_of_stand(&position.battle, &position.arrivals, tanks[0])
                > position.battle.turns,
            "not known yet"
        );
        assert_eq!(position.forces.ghq(Side::A, 0), None, "and the general is with them");
        position.arrivals.begun = true;
        position.command.unready = [0, 0];
        let mut dice = Dice::taped(&[face, 6, 1]);
        position.now.number = 12;
        position.now.stack = vec![Frame::Group(GroupMove { side: Side::A, members: Vec::new() })];
        position.apply(&Choice::Done, &mut dice, &mut Log::off()).unwrap();
        assert_eq!(arrivals::arrival_of_stand(&position.battle, &position.arrivals, tanks[0]), turn);
        if turn > 12 {
            assert!(tanks.iter().all(|&id| position.forces.stand(id).place == Place::Due));
            position.now.number = turn;
            position.now.stack = vec![Frame::Group(GroupMove { side: Side::A, members: Vec::new() })];
            position.apply(&Choice::Done, &mut Dice::taped(&[]), &mut Log::off()).unwrap();
        }
        assert_eq!(
            (position.decision().unwrap().kind, position.decision().unwrap().side),
            ("deploy", Side::A)
        );
        for &tank in &tanks {
            let at = position.forces.cell(tank).unwrap();
            assert!(standto::board::within(at, cell(near), 5), "{at} after a {face}");
        }
        assert!(position.forces.ghq(Side::A, 0).is_some());
        let battery = named(&position, Side::A, "105mm IFH18 [2]")[0];
        assert_eq!(position.forces.stand(battery).place, Place::OffMap);
    }
}

// card: battles: victory
#[test]
fn victory_needs_all_three_villages() {
    let mut position = oosterbeek();
    assert_eq!(winner(&position), Some((Side::A, Degree::Plain)), "the Germans are in all of them");
    let para = named(&position, Side::B, "Paratrooper '44")[0];
    position.forces.put(para, cell("2422"));
    assert_eq!(winner(&position), None);
    assert_eq!(
        position.view(Side::B).objective,
        "Hold Vurst, Kimmel and Zumpfstal in good order at the end of turn 20."
    );
}

/// A GHQ still in the air gives no orders, although it is aboard its jeep (S-135).
// card: 8.2.2
#[test]
fn no_orders_are_given_before_the_ghq_arrives() {
    let mut position = oosterbeek();
    let general = named(&position, Side::B, "Air Landing Infantry HQ")[0];
    let Place::Aboard(jeep) = position.forces.stand(general).place else { panic!("it is with its jeep") };
    assert_eq!(position.forces.stand(jeep).place, Place::Aloft);
    assert_eq!(Side::BOTH.map(|side| position.forces.ghq(side, 0).is_some()), [false, false]);
    position.forces.stand_mut(jeep).place = Place::Board(cell("2005"));
    assert_eq!(position.forces.ghq(Side::B, 0), Some((general, 0)));
}
