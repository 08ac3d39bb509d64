//! Stark Resistance.

use super::*;
use standto::rules::matg::artillery::preparation;
use standto::rules::matg::catalog::Mode;
use standto::rules::matg::scenario::STARK_RESISTANCE;
use standto::rules::matg::sight::spotting;
use standto::rules::matg::turn::victory;

fn kasserine() -> Position {
    opening("stark-resistance.toml", STARK_RESISTANCE)
}

#[test]
fn the_forces_are_as_printed() {
    let position = kasserine();
    let battle = &position.battle;
    assert_force(
        battle,
        Side::A,
        &[
            ("Infantry HQ", 4, 20),
            ("Light Truck, 3/4 Ton", 3, 7),
            ("Jeeps w/ HMG", 2, 17),
            ("M15 A1 MGMC (37mm)", 1, 43),
            ("37mm ATG", 2, 21),
            ("Infantry '42", 8 + 9, 11),
            ("Infantry Support/MMG '42", 3 + 2 + 2, 15),
            ("81mm Mortar [3]", 1, 51),
            ("M3 Halftrack w/ MMG", 1, 32),
            ("M3 GMC", 8, 68),
            ("M3 Scout Car", 3, 17),
            ("M3 Lee, Hull 75mm", 4, 70),
            ("T30 HMC (75mm) [1]", 3, 42),
            ("105mm M2A1 How. [2]", 2, 181),
            ("75L36 Canon M36 [2]", 1, 67),
        ],
    );
    assert_force(
        battle,
        Side::B,
        &[
            ("Infantry HQ", 4, 20),
            ("Daimler-Steyr Lt Truck", 4, 9),
            ("SdKfz 231 8w", 2, 17),
            ("SdKfz 222 (2cm)", 3, 13),
            ("Infantry '39", 2 + 2 + 8 + 6, 12),
            ("Infantry Support", 1 + 3 + 2, 15),
            ("8cm K (Stummelwerfer) [1]", 1 + 3 + 2, 10),
            ("Büssing-Nag Hvy Truck", 3, 13),
            ("SdKfz 251/1", 2, 18),
            ("76mm ATG PaK 36 (r)", 1, 45),
            ("RSO Light Tractor", 1 + 2 + 2, 10),
            ("50mm ATG PaK 38", 2, 23),
            ("120mm Mortar [2]", 2, 109),
            ("150mm sIG 33 PzII Bison [1]", 2, 47),
            ("Flak 36 88mm AAG", 2, 90),
            ("Heavy Tractor (SdKfz 8)", 2, 15),
            ("Panzer III J-L (50L60)", 5, 53),
            ("Panzer IV F2-H (7.5cm)", 4, 80),
            ("Marder II-III (PaK 40)", 3, 64),
            ("105mm IFH18 [2]", 6, 170),
            ("170mm Field Gun [2]", 1, 440),
        ],
    );
    assert_eq!(command(battle, Side::A), (14, vec![0], 3));
    assert_eq!(command(battle, Side::B), (16, vec![0], 4));
    assert_eq!((squares(battle, Terrain::LightPosition), squares(battle, Terrain::Minefield)), (34, 42 + 21));
    assert_eq!((battle.turns, battle.sighting), (20, 30));
    assert!(
        position.field.works.mines.iter().filter_map(|mine| mine.kind).all(|kind| kind as usize == 0),
        "all are dispersed"
    );
    // The howitzers are printed with one section each.
    for (side, name, count) in
        [(Side::A, "T30 HMC (75mm) [1]", 3), (Side::B, "150mm sIG 33 PzII Bison [1]", 2)]
    {
        let sections: Vec<u8> =
            named(&position, side, name).iter().map(|&id| position.battle.unit(id).sections()).collect();
        assert_eq!(sections, vec![1; count], "{name}");
    }
}

// card: battles: muddy ground
#[test]
fn terrain_costs_of_the_battle() {
    let position = kasserine();
    let cost = |rows: &[Terrain]| {
        let ground: Ground = rows.iter().copied().collect();
        [Mode::Tracked, Mode::Wheeled, Mode::Foot].map(|mode| ground.cost(mode).map(|quarters| quarters / 4))
    };
    use Terrain::{LightBuildings, Sodden, SoddenRough, SoddenSlope};
    assert_eq!(cost(&[Sodden]), [Some(2), Some(3), Some(1)], "clear");
    assert_eq!(cost(&[Sodden, LightBuildings]), [Some(2), Some(3), Some(1)], "village");
    assert_eq!(cost(&[SoddenRough]), [Some(3), Some(4), Some(1)], "rough");
    assert_eq!(cost(&[Sodden, SoddenSlope]), [Some(4), Some(6), Some(2)], "slope: two, three and one more");
    let road = |row: Terrain| {
        [Mode::Tracked, Mode::Wheeled, Mode::Foot]
            .map(|mode| Ground::CLEAR.with(Sodden).with(row).road_cost(mode))
    };
    assert_eq!(road(Terrain::GoodRoad), [Some(2), Some(2), Some(4)], "in quarters: a half, a half, one");
    assert_eq!(road(Terrain::SoddenRoad), [Some(4), Some(8), Some(4)]);
    let battle = &position.battle;
    for at in battle.grid.cells() {
        let ground = ground(battle, at);
        let wet = [Terrain::Sodden, Terrain::SoddenRough, Terrain::River];
        let road = ground.road().is_some();
        assert!(road || wet.iter().any(|&row| ground.has(row)), "{at} is {ground}");
    }
}

// card: battles: muddy ground
#[test]
fn rough_ground_does_not_block_sight_but_villages_do() {
    use standto::rules::matg::sight::spotting::PersonnelEnds;
    let position = kasserine();
    let battle = &position.battle;
    let is_level = |at: Cell| position.battle.level(at) == 0 && position.field.ground_at(at).road().is_none();
    // Two infantry stands with one inch between them, on muddy ground.
    let gap = |row: Terrain| {
        let plain = |at: Cell| ground(battle, at) == Ground::CLEAR.with(Terrain::Sodden) && is_level(at);
        let between = |&at: &Cell| {
            ground(battle, at).has(row)
                && position.forces.holder_of(at).is_none()
                && [Compass::W, Compass::E].iter().all(|&wind| plain(at.step(wind)))
        };
        battle.grid.cells().filter(|at| (1..47).contains(&at.x)).find(between)
    };
    let sees = |row: Terrain| {
        let at = gap(row).unwrap();
        spotting::line_of_sight(
            &position.field,
            &position.forces,
            &position.now,
            at.step(Compass::W),
            at.step(Compass::E),
            PersonnelEnds::Both,
        )
    };
    assert_eq!(sees(Terrain::SoddenRough), Ok(()), "rough ground does not block sight in this battle");
    assert!(sees(Terrain::LightBuildings).is_err(), "a village does");
}

#[test]
fn two_roads_leave_the_pass_and_only_bridges_cross_the_river() {
    let position = kasserine();
    let battle = &position.battle;
    assert_roads(battle, &[Compass::N, Compass::W, Compass::E]);
    assert_eq!((squares(battle, Terrain::Bridge), squares(battle, Terrain::Ford)), (3, 0));
    let mut reached = vec![false; battle.grid.area()];
    let mut open = vec![Cell::new(0, 47)];
    while let Some(at) = open.pop() {
        for (_, next) in battle.grid.neighbours(at) {
            let index = battle.grid.index(next);
            if !reached[index] && !ground(battle, next).has(Terrain::River) {
                reached[index] = true;
                open.push(next);
            }
        }
    }
    assert!(!reached[battle.grid.index(Cell::new(0, 0))], "the river divides the pass");
    let mined = battle.markers.iter().filter(|marker| marker.row() == Terrain::Minefield);
    for marker in mined.clone() {
        assert!((12..20).contains(&marker.cell.x), "{} is not within eight inches of the line", marker.cell);
    }
    let on_roads = mined.filter(|marker| ground(battle, marker.cell).road().is_some()).count();
    assert!(on_roads <= 2, "{on_roads} minefields on roads");
}

// card: battles: zones
#[test]
fn both_sides_set_up_behind_their_lines() {
    let position = kasserine();
    assert!(
        Side::BOTH.into_iter().all(|side| position.forces.on_board(side).count() > 20),
        "both are on the board"
    );
    for (id, at) in position.forces.on_board(Side::A) {
        let infantry = position.battle.unit(id).formation.contains("Infantry")
            && position.battle.unit(id).formation.contains("First");
        assert!(at.x < 20 && (!infantry || at.x >= 12), "{} at {at}", position.battle.who(id));
        assert!(position.battle.in_zone(id, at));
    }
    for (id, at) in position.forces.on_board(Side::B) {
        assert!(at.x >= 34 && position.battle.in_zone(id, at), "{} at {at}", position.battle.who(id));
    }
    let tanks = named(&position, Side::B, "Panzer IV F2-H (7.5cm)");
    assert!(
        tanks.len() == 4 && tanks.iter().all(|&id| position.forces.cell(id).is_some_and(|at| at.x >= 45))
    );
}

// card: battles: preparation
#[test]
fn either_side_may_select_targets_for_the_first_two_turns() {
    let mut position = kasserine();
    let asked = position.decision().unwrap();
    assert_eq!((asked.kind, asked.side, asked.secret), ("preparation", Side::A, true));
    // A target for turn 1 and another for turn 2; the next battery fires on one target in both.
    play(&mut position, &["at 3036", "closed", "at 3038", "open N"]);
    play(&mut position, &["at 4034", "closed", "at 4034", "closed"]);
    // And one only in turn 2, with smoke.
    play(&mut position, &["pass", "at 4018", "smoke", "closed"]);
    let lines: Vec<(u8, u8, bool)> = position
        .record
        .missions
        .iter()
        .map(|mission| (mission.arrival, mission.last(), mission.smoke))
        .collect();
    assert_eq!(lines, [(1, 1, false), (2, 2, false), (1, 2, false), (2, 2, true)]);
    assert!(
        !preparation::is_preparation(&position.battle, &position.record.missions[0]),
        "it ends without a roll"
    );
    while position.decision().unwrap().side == Side::A {
        play(&mut position, &["pass"]);
    }
    let asked = position.decision().unwrap();
    assert_eq!((asked.kind, asked.side), ("preparation", Side::B));
    while position.decision().unwrap().kind == "preparation" {
        play(&mut position, &["pass"]);
    }
    assert_eq!((position.decision().unwrap().kind, position.decision().unwrap().side), ("deploy", Side::A));
    assert_eq!(position.record.missions.len(), 4);
}

// card: battles: victory, battles: off the map
#[test]
fn victory_by_twelve_stands_exited_or_destroyed() {
    let start = kasserine();
    let gone = |count: usize, edge: Compass, what: &str| {
        let mut position = start.clone();
        for id in named(&start, Side::B, what).into_iter().take(count) {
            position.forces.take_off(id, Place::Gone(edge));
        }
        let exit = position.battle.victory.of(Side::B).find_map(|aim| aim.exit.clone()).unwrap();
        victory::left_map(&position.forces, Side::B, &exit)
    };
    assert_eq!(gone(5, Compass::N, "Panzer III J-L (50L60)"), 5);
    assert_eq!(gone(5, Compass::W, "Panzer III J-L (50L60)"), 5);
    assert_eq!(gone(5, Compass::E, "Panzer III J-L (50L60)"), 0);
    assert_eq!(gone(4, Compass::N, "Daimler-Steyr Lt Truck"), 0, "empty transports do not count");
    assert_eq!(winner(&with_losses(&start, [30, 11])), None);
    assert_eq!(winner(&with_losses(&start, [30, 12])).map(|(side, _)| side), Some(Side::A));
    assert_eq!(
        start.view(Side::B).objective,
        "Take 12 stands off the N or W edge by the end of turn 20 (0 gone, empty transports not counted)."
    );
}
