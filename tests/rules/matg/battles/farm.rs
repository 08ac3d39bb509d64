//! State Farm #79: fire selected before deployment, held fire, and a town.

use super::*;
use standto::rules::matg::artillery::missions::{Kind, Stage};
use standto::rules::matg::artillery::preparation::CeaseFire;
use standto::rules::matg::artillery::{missions, observers, preparation};
use standto::rules::matg::fire::attack::Occasion;
use standto::rules::matg::fire::combat;
use standto::rules::matg::scenario::STATE_FARM;
use standto::rules::matg::turn::arrivals;
use standto::rules::matg::turn::sequence::{Frame, MarkerRemoval};

fn farm() -> Position {
    opening("state-farm-79.toml", STATE_FARM)
}

#[test]
fn the_forces_are_as_printed() {
    let position = farm();
    let battle = &position.battle;
    assert_force(
        battle,
        Side::A,
        &[
            ("Infantry HQ", 2, 20),
            ("Daimler-Steyr Lt Truck", 1, 9),
            ("STuG III F-G", 3, 74),
            ("Infantry '43", 10, 13), // three of them engineers
            ("SdKfz 251/5 or /7 (Eng.)", 3, 16),
            ("SdKfz 251/1", 7, 18),
            ("SdKfz 251/2 [1] (81mm)", 2, 24),
            ("SdKfz 251/9 (75L24)", 3, 54),
            ("SdKfz 251/10", 1, 17),
            ("75mm ATG PaK 40", 1, 49),
            ("120mm Mortar [2]", 1, 109),
            ("RSO Light Tractor", 2, 10),
            ("Panzer II L (20L55)", 1, 29),
            ("Panzer III J-L (50L60)", 6, 53),
            ("Panzer III F-G (50L46)", 2, 43),
            ("Panzer IV F2-H (7.5cm)", 2, 80),
            ("Panzer IV F1 (75L24)", 1, 63),
            ("105mm IFH18 [2]", 3, 170),
            ("150mm sFH 18 [2]", 1, 248),
        ],
    );
    assert_force(
        battle,
        Side::B,
        &[
            ("Infantry M'42", 1, 11),
            ("Infantry HQ", 2, 20),
            ("SU-76", 1, 59),
            ("Light Truck (GAZ AA 1T)", 3, 7),
            ("Infantry SMG", 6, 11),
            ("45mm '42 ATG", 1, 19),
            ("Infantry MMG '39", 2, 15),
            ("82mm Mortar [3]", 1, 48),
            ("76mm Gun (M36 Div) [3]", 3, 196),
            ("122mm How (M-30) [3]", 1, 308),
            ("152mm How (M10/D1) [3]", 1, 388),
        ],
    );
    assert_eq!(command(battle, Side::A), (15, vec![0], 2));
    assert_eq!(command(battle, Side::B), (13, vec![1], 1));
    assert_eq!(battle.units.iter().filter(|unit| unit.engineer).count(), 3);
    assert_eq!(battle.units.iter().filter(|unit| unit.off_map).count(), 6);
    assert_eq!((squares(battle, Terrain::LightPosition), squares(battle, Terrain::BarbedWire)), (13, 35));
    let mut kinds = [0; 3];
    position.field.works.mines.iter().filter_map(|mine| mine.kind).for_each(|kind| kinds[kind as usize] += 1);
    assert_eq!(kinds, [5, 4, 5], "dispersed, standard, concentrated");
    // At cohesion 13 a dummy for every second minefield (11.1.3), and no two on a square (11.1.2).
    let dummies = position.field.works.mines.iter().filter(|mine| mine.kind.is_none()).count();
    assert_eq!((dummies, squares(battle, Terrain::Minefield)), (7, 14 + 7));
    assert_eq!((battle.turns, battle.sighting), (14, 20));
}

#[test]
fn the_terrain_is_as_printed() {
    let position = farm();
    let battle = &position.battle;
    assert_eq!((battle.grid.width, battle.grid.height), (48, 24));
    assert!((10..30).contains(&features(battle)), "{}", features(battle));
    assert_roads(battle, &[Compass::W, Compass::E]);
    // The river runs from the northern edge to the southern, near the middle, and only three squares lead over it.
    for row in 0..24 {
        let wet = (0..48).map(|x| Cell::new(x, row)).filter(|&at| ground(battle, at).has(Terrain::River));
        let columns: Vec<i16> = wet.map(|at| at.x).collect();
        assert!(
            !columns.is_empty() && columns.iter().all(|x| (16..=21).contains(x)),
            "row {row}: {columns:?}"
        );
    }
    assert_eq!((squares(battle, Terrain::Bridge), squares(battle, Terrain::Ford)), (1, 2));
    let town = &battle.victory.places[0];
    assert!(town.cells.iter().any(|&at| ground(battle, at).is_built_up()));
    for at in battle.grid.cells().filter(|&at| ground(battle, at).is_built_up()) {
        assert!(town.cells.contains(&at), "{at} is not part of the town");
    }
    let road = &battle.victory.places[1];
    assert!(road.cells.iter().all(|&at| ground(battle, at).road().is_some() && at.x >= 46));
}

// card: battles: zones
#[test]
fn soviets_start_east_of_the_river_and_germans_enter_on_turn_4() {
    let position = farm();
    let middle = ["2412", "2512", "2413", "2513"].map(cell);
    assert!(position.forces.on_board(Side::B).count() > 9, "the Soviets are on the board");
    for (id, at) in position.forces.on_board(Side::B) {
        assert!(
            at.x > 20 && middle.iter().any(|&m| standto::board::within(m, at, 12)),
            "{}",
            position.battle.tag(id)
        );
        assert!(position.battle.in_zone(id, at));
        assert_eq!(position.forces.stand(id).facing, Compass::W);
    }
    assert_eq!(position.forces.on_board(Side::A).count(), 0);
    let coming: Vec<_> =
        position.battle.ids(Side::A).filter(|&id| !position.battle.unit(id).off_map).collect();
    assert!(coming.len() > 9, "the Germans are there");
    for id in coming {
        assert_eq!(arrivals::arrival_of_stand(&position.battle, &position.arrivals, id), 4);
        assert!(position.battle.unit(id).start.is_none_or(|at| at.x < 3));
    }
    let mut position = position;
    (position.now.number, position.arrivals.begun) = (3, true);
    position.now.stack = vec![Frame::Removal(MarkerRemoval), Frame::Cease(CeaseFire { side: Side::A })];
    position.now.initiative = Side::B;
    assert_eq!(position.forces.on_board(Side::A).count(), 0);
}

// card: battles: preparation
#[test]
fn targets_are_recorded_in_secret_before_deployment() {
    let mut position = farm();
    let asked = position.decision().unwrap();
    assert_eq!((asked.kind, asked.side, asked.secret), ("preparation", Side::A, true));
    assert!(position.view(Side::A).pieces.iter().all(|piece| piece.side == Side::A || piece.cell.is_none()));
    assert!(position.check(&"at 1911".parse().unwrap()).is_err(), "west of the river");
    for aim in ["at 3011", "at 3112", "at 2714"] {
        play(&mut position, &[aim, "closed"]);
    }
    play(&mut position, &["at 3012"]);
    assert!(position.view(Side::B).notes.is_empty(), "the enemy does not learn where it will fall");
    assert!(position.view(Side::A).notes.contains(&"Target 3012".to_owned()));
    play(&mut position, &["open E"]);
    let asked = position.decision().unwrap();
    assert_eq!((asked.kind, asked.side), ("preparation", Side::B));
    assert!(position.view(Side::B).records.is_empty(), "the enemy's record stays secret");
    assert!(position.check(&"at 2211".parse().unwrap()).is_err(), "east of the river");
    play(&mut position, &["at 1511", "closed", "at 1012", "open W"]);
    assert_eq!(position.decision().unwrap().kind, "deploy");
    let lines: Vec<(Side, u8, u8, Kind)> =
        position.record.missions.iter().map(|m| (m.side, m.arrival, m.last(), m.kind)).collect();
    let (ours, theirs) = ((Side::A, 1, 14, Kind::Barrage), (Side::B, 5, 14, Kind::Barrage));
    assert_eq!(lines, [ours, ours, ours, ours, theirs, theirs]);
}

// card: battles: held fire
#[test]
fn the_soviets_hold_fire_until_turn_5() {
    let mut position = farm();
    let gun = named(&position, Side::B, "45mm '42 ATG")[0];
    let mortar = named(&position, Side::B, "82mm Mortar [3]")[0];
    for (turn, may) in [(1, false), (4, false), (5, true), (14, true)] {
        position.now.number = turn;
        for occasion in [Occasion::Standard, Occasion::Opportunity, Occasion::Covering] {
            assert_eq!(
                combat::may_fire(
                    &position.field,
                    &position.forces,
                    &position.now,
                    &position.command,
                    gun,
                    occasion
                ),
                may,
                "{occasion:?} in turn {turn}"
            );
        }
        assert_eq!(
            missions::is_open(&position.forces, &position.record, mortar, 0, turn),
            may,
            "plotted for turn {turn}"
        );
    }
    position.now.number = 2;
    let tank = named(&position, Side::A, "Panzer II L (20L55)")[0];
    position.forces.put(tank, cell("0505"));
    assert!(
        combat::may_fire(
            &position.field,
            &position.forces,
            &position.now,
            &position.command,
            tank,
            Occasion::Standard
        ),
        "the Germans may"
    );
}

/// The end of a turn in which the first German battery continues to fire, with a roll to stop it.
fn roll(position: &mut Position, turn: u8, face: u8) -> bool {
    position.now.number = turn;
    position.now.stack = vec![Frame::Removal(MarkerRemoval), Frame::Cease(CeaseFire { side: Side::A })];
    let number = position.record.missions[0].number;
    let choice: Choice = format!("terminate {number}").parse().unwrap();
    assert!(position.check(&choice).is_ok());
    position.apply(&choice, &mut Dice::taped(&[face]), &mut Log::off()).unwrap();
    assert!(position.check(&choice).is_err(), "once a turn");
    position.record.missions[0].stopped
}

// card: battles: preparation
#[test]
fn two_consecutive_rolls_stop_a_battery() {
    let mut position = farm();
    for _ in 0..4 {
        play(&mut position, &["at 3011", "closed"]);
    }
    position.arrivals.begun = true;
    position.record.missions.iter_mut().for_each(|mission| mission.stage = Stage::Falling);
    assert!(!roll(&mut position, 2, 15), "the first succeeds");
    assert!(!roll(&mut position, 3, 16), "the second does not: cohesion 15");
    assert!(!roll(&mut position, 4, 1), "so the count starts again");
    assert!(!roll(&mut position, 6, 1), "a turn without a roll is in between");
    assert!(roll(&mut position, 7, 10), "two in a row");
    // Observers cannot end such fire in the plot phase as they can a barrage.
    let mission = position.record.missions[1].clone();
    assert!(
        preparation::is_preparation(&position.battle, &mission)
            && observers::terminator(&position, &mission).is_none()
    );
}

// card: battles: victory
#[test]
fn victory_depends_on_the_town_and_the_eastern_road() {
    let place = |german: &[&str], soviet: &[&str]| {
        let mut position = farm();
        for id in position.battle.ids(Side::B) {
            position.forces.lift(id);
        }
        let (tanks, guns) =
            (named(&position, Side::A, "Panzer III J-L (50L60)"), named(&position, Side::B, "Infantry SMG"));
        let soviets: Vec<Id> = position.battle.ids(Side::B).filter(|id| !guns.contains(id)).collect();
        soviets
            .into_iter()
            .chain(guns.clone())
            .for_each(|id| position.forces.stand_mut(id).place = Place::Lost);
        german.iter().zip(tanks).for_each(|(at, id)| position.forces.put(id, cell(at)));
        soviet.iter().zip(guns).for_each(|(at, id)| position.forces.put(id, cell(at)));
        winner(&position)
    };
    assert_eq!(place(&["3012"], &[]), Some((Side::A, Degree::Marginal)));
    assert_eq!(place(&["3012", "4811"], &[]), Some((Side::A, Degree::Tactical)));
    assert_eq!(place(&["4811"], &[]), None);
    assert_eq!(place(&[], &["4711"]), Some((Side::B, Degree::Marginal)));
    assert_eq!(place(&[], &["3113"]), Some((Side::B, Degree::Tactical)));
    assert_eq!(place(&["4811"], &["3113"]), Some((Side::B, Degree::Tactical)));
    assert_eq!(place(&["3012"], &["4811"]), None, "both marginal");
    assert_eq!(place(&["3012"], &["3013"]), None, "both are in the town");
}

/// Plays up to the deployment of a side, with every target left as offered.
fn deploying(side: Side) -> Position {
    let mut position = farm();
    loop {
        let decision = position.decision().unwrap();
        if decision.kind == "deploy" && decision.side == side {
            return position;
        }
        let choices = position.choices();
        let ready = choices.iter().find(|choice| **choice == Choice::Ready);
        let choice = *ready.unwrap_or(&choices[0]);
        position.apply(&choice, &mut Dice::seeded(1, 0), &mut Log::off()).unwrap();
        assert_eq!(position.now.number, 1);
    }
}

/// The Soviets lay their mines, wire and positions where they like in their zone, one per square.
// card: battles: laying works
#[test]
fn works_are_laid_in_play() {
    let mut position = deploying(Side::B);
    let mine = *position.field.works.mines.iter().find(|mine| mine.owner == Side::B).unwrap();
    let kinds = |p: &Position| {
        let mut kinds: Vec<_> = p.field.works.mines.iter().map(|mine| mine.kind).collect();
        kinds.sort_unstable();
        kinds
    };
    let before = kinds(&position);
    play(&mut position, &[&format!("lift {}", mine.cell)]);
    let open: Vec<Cell> = position
        .choices()
        .iter()
        .filter_map(|c| if let Choice::At(at) = c { Some(*at) } else { None })
        .collect();
    let free = |at: &&Cell| **at != mine.cell && position.field.ground_at(**at) == Ground::CLEAR;
    let to = *open.iter().find(free).unwrap();
    assert!(open.iter().all(|&at| at == mine.cell || !position.field.ground_at(at).has(Terrain::Minefield)));
    let zone = |at: Cell| position.battle.ids(Side::B).any(|id| position.battle.in_zone(id, at));
    assert!(open.iter().all(|&at| zone(at)));
    play(&mut position, &[&format!("at {to}")]);
    assert!(
        position.field.ground_at(to).has(Terrain::Minefield)
            && !position.field.ground_at(mine.cell).has(Terrain::Minefield)
    );
    assert!(position.field.works.mines.iter().any(|there| there.cell == to && there.kind == mine.kind));
    assert_eq!(kinds(&position), before);
    // Numbered in the order of the board, so that the numbers reveal nothing.
    let own: Vec<_> = position.field.works.mines.iter().filter(|mine| mine.owner == Side::B).collect();
    assert!(own.is_sorted_by_key(|mine| mine.cell) && own.is_sorted_by_key(|mine| mine.number));
    // Each once.
    assert!(position.check(&format!("lift {to}").parse().unwrap()).is_err());
}

/// What the enemy sees does not depend on which mines were laid where.
// card: battles: laying works
#[test]
fn the_strength_of_mines_stays_secret() {
    let start = deploying(Side::B);
    let mines: Vec<_> =
        start.field.works.mines.iter().filter(|mine| mine.owner == Side::B).copied().collect();
    let other = mines.iter().find(|mine| mine.kind != mines[0].kind).unwrap();
    let swapped = |first: Cell, second: Cell, aside: Cell| {
        let mut position = start.clone();
        for (from, to) in [(first, aside), (second, first), (aside, second)] {
            position.field.lay_work(Side::B, from, to);
        }
        position
    };
    let clear = |cell: &Cell| {
        start.field.may_lay_work(Side::B, mines[0].cell, *cell)
            && start.field.ground_at(*cell) == Ground::CLEAR
    };
    let aside = start.battle.grid.cells().find(clear).unwrap();
    let world = swapped(mines[0].cell, other.cell, aside);
    assert_ne!(world.field.works.mines, start.field.works.mines);
    let seen = |position: &Position| position.seen_by(Side::A, &mut Dice::seeded(5, 0));
    assert_eq!(seen(&world).field.works.mines, seen(&start).field.works.mines);
}

/// The Germans enter mounted or on foot, as they like.
// card: battles: mounted
#[test]
fn reinforcements_may_enter_mounted_or_on_foot() {
    let mut position = farm();
    while position.decision().unwrap().kind != "deploy" || position.now.number != 4 {
        let choices = position.choices();
        let quiet = ["ready", "pass", "done", "hold", "let-pass", "halt"];
        let quiet = quiet.iter().find_map(|verb| choices.iter().find(|choice| choice.verb() == *verb));
        let choice = *quiet.unwrap_or(&choices[0]);
        position.apply(&choice, &mut Dice::seeded(1, 0), &mut Log::off()).unwrap();
    }
    let aboard = |p: &Position, tag: &str| p.forces.stand(p.battle.find(tag.parse().unwrap()).unwrap()).place;
    let rider = position
        .battle
        .ids(Side::A)
        .find(|&id| matches!(position.forces.stand(id).place, Place::Aboard(_)))
        .unwrap();
    let (tag, Place::Aboard(carrier)) =
        (position.battle.tag(rider).to_string(), position.forces.stand(rider).place)
    else {
        panic!()
    };
    let home = position.forces.cell(carrier).unwrap();
    play(&mut position, &[&format!("pick {tag}")]);
    let free = position
        .choices()
        .into_iter()
        .find(|c| matches!(c, Choice::At(at) if position.forces.holder_of(*at).is_none()));
    play(&mut position, &[&free.unwrap().to_string()]);
    assert!(matches!(aboard(&position, &tag), Place::Board(_)));
    // Another stand of its size may take the place.
    let infantry = |p: &Position, id: Id| {
        p.battle.unit(id).is_personnel()
            && matches!(p.forces.stand(id).place, Place::Aboard(other) if other != carrier)
    };
    let other = position.battle.ids(Side::A).find(|&id| infantry(&position, id)).unwrap();
    let other_tag = position.battle.tag(other).to_string();
    play(&mut position, &[&format!("pick {other_tag}")]);
    play(&mut position, &[&format!("at {home}")]);
    assert_eq!(aboard(&position, &other_tag), Place::Aboard(carrier));
}
