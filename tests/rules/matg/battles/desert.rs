//! Bir El Gubi and The Run to Sidi Suleiman.

use super::*;
use standto::rules::matg::scenario::{BIR_EL_GUBI, SIDI_SULEIMAN};
use standto::rules::matg::sight::spotting;
use standto::rules::matg::sight::spotting::Bar;
use standto::rules::matg::state::battle::Unit;
use standto::rules::matg::turn::arrivals;
use standto::rules::matg::turn::sequence::{FirePhase, Frame, MovementPhase};

fn gubi() -> Position {
    opening("bir-el-gubi.toml", BIR_EL_GUBI)
}

fn suleiman() -> Position {
    opening("sidi-suleiman.toml", SIDI_SULEIMAN)
}

#[test]
fn the_forces_of_bir_el_gubi_are_as_printed() {
    let position = gubi();
    let battle = &position.battle;
    assert_force(
        battle,
        Side::A,
        &[
            ("Infantry HQ", 1, 20),
            ("M13/40", 13, 28),
            ("L6/40", 4, 24),
            ("47/32 M35 IG/ATG [2]", 6, 22),
            ("Autoblinda-41", 3, 13),
            ("75/32 M37 Gun [2]", 3, 123),
        ],
    );
    assert_force(
        battle,
        Side::B,
        &[("Mk VI", 1, 23), ("Crusader I & II", 12, 33), ("Crusader (CS)", 3, 44), ("M3 Honey", 8, 41)],
    );
    assert_eq!(command(battle, Side::A), (12, vec![0], 0));
    assert_eq!(command(battle, Side::B), (12, vec![1], 0));
    let off_map = battle.units.iter().filter(|unit| unit.off_map);
    assert!(off_map.clone().count() == 3 && off_map.clone().all(|gun| gun.kind.name == "75/32 M37 Gun [2]"));
    assert_eq!(squares(battle, Terrain::LightPosition), 7);
    assert_eq!((battle.turns, battle.sighting), (10, 20));
    assert_eq!((battle.grid.width, battle.grid.height), (24, 48));
    assert!(squares(battle, Terrain::Rough1) > 20 && squares(battle, Terrain::SoftSand) > 20);
}

// card: battles: zones
#[test]
fn set_up_zones_of_bir_el_gubi() {
    let mut position = gubi();
    let middle = ["1224", "1225", "1324", "1325"].map(cell);
    assert!(position.forces.on_board(Side::A).count() > 20, "the Italians are on the board");
    for (id, at) in position.forces.on_board(Side::A) {
        let near = middle.iter().any(|&middle| standto::board::within(middle, at, 10));
        assert!(near, "{} at {at}", position.battle.tag(id));
    }
    play(&mut position, &["pick I2"]);
    let squares = |position: &Position| -> Vec<Cell> {
        position
            .choices()
            .iter()
            .filter_map(|c| if let Choice::At(at) = c { Some(*at) } else { None })
            .collect()
    };
    assert!(squares(&position).contains(&cell("1234")) && !squares(&position).contains(&cell("1236")));
    play(&mut position, &["at 1234", "ready", "ready", "pick B1"]);
    let open = squares(&position);
    // East of the middle, on the edge, and with the others from column 15 to 24 no farther west than that.
    assert!(open.iter().all(|at| at.x >= 14 && at.y < 3), "{open:?}");
    assert!(position.check(&"at 1401".parse().unwrap()).is_err());
    play(&mut position, &["at 1501"]);
    let columns: Vec<i16> = position.forces.on_board(Side::B).map(|(_, at)| at.x).collect();
    assert_eq!(columns.iter().max().unwrap() - columns.iter().min().unwrap(), 9);
}

// card: battles: victory
#[test]
fn loss_limits_of_bir_el_gubi() {
    let start = gubi();
    assert_eq!(
        (start.forces.losses_and_strength(Side::A).1, start.forces.losses_and_strength(Side::B).1),
        (27, 24),
        "off-map batteries are not counted"
    );
    let after = |italians, british| winner(&with_losses(&start, [italians, british])).map(|(side, _)| side);
    assert_eq!(after(0, 0), None);
    assert_eq!(after(10, 12), Some(Side::A), "37% lost");
    assert_eq!(after(11, 12), None, "40.7% is more than 40%");
    assert_eq!(after(10, 11), None, "eleven of 24 are not half");
    assert_eq!(after(14, 12), Some(Side::B), "half and not more");
    assert_eq!(after(14, 13), None);
    assert_eq!(after(13, 0), None, "13 of 27 are not half");
    assert_eq!(
        start.view(Side::A).objective,
        "Destroy 12 of the British (12 to go) by the end of turn 10, and lose fewer than 11 stands yourself."
    );
    assert_eq!(
        start.view(Side::B).objective,
        "Destroy 14 of the Italians (14 to go) by the end of turn 10, and lose fewer than 13 stands yourself."
    );
    assert_eq!(
        [Side::A, Side::B].map(|side| start.view(side).sides[side.index()].breaking),
        [Some(14), Some(12)]
    );
}

#[test]
fn the_forces_of_sidi_suleiman_are_as_printed() {
    let position = suleiman();
    let battle = &position.battle;
    assert_force(
        battle,
        Side::A,
        &[
            ("Panzer II F (20L55)", 1, 24),
            ("Panzer IV E (75L24)", 4, 60),
            ("Panzer III F-G (50L46)", 16, 43),
            ("105mm IFH18 [2]", 2, 170),
            ("Büssing-Nag Hvy Truck", 2, 13),
        ],
    );
    assert_force(
        battle,
        Side::B,
        &[
            ("A-13", 5, 28),
            ("A-10", 12, 29),
            ("A-10 (CS)", 3, 64),
            ("Crusader I & II", 12, 33),
            ("Crusader (CS)", 3, 44),
        ],
    );
    assert_eq!(command(battle, Side::A), (17, vec![1], 0));
    assert_eq!(command(battle, Side::B), (14, vec![0], 0));
    assert!(battle.units.iter().all(|unit| !unit.off_map));
    assert_eq!((battle.turns, battle.sighting), (12, 20));
    assert_eq!((battle.grid.width, battle.grid.height), (48, 24));
    assert_eq!((battle.army(Side::A).edge, battle.army(Side::B).edge), (Compass::W, Compass::E));
    assert!((10..30).contains(&features(battle)), "{}", features(battle));
    assert_roads(battle, &[Compass::N, Compass::E, Compass::S, Compass::W]);
}

#[test]
fn victory_at_sidi_suleiman_needs_51_percent() {
    let start = suleiman();
    assert_eq!(
        (start.forces.losses_and_strength(Side::A).1, start.forces.losses_and_strength(Side::B).1),
        (25, 35)
    );
    let after = |germans, british| winner(&with_losses(&start, [germans, british])).map(|(side, _)| side);
    assert_eq!(after(12, 18), Some(Side::A), "13 of 25 kept is 52%");
    assert_eq!(after(13, 18), None);
    assert_eq!(after(12, 17), None, "17 of 35 is 48%");
    assert_eq!(after(13, 17), Some(Side::B));
    assert_eq!(after(12, 0), None);
}

/// They arrive in turn 1: they neither fire nor are fired at before its Movement Phase.
// card: battles: reinforcements
#[test]
fn the_british_of_bir_el_gubi_enter_in_the_movement_phase() {
    crate::cited::watch();
    let mut position = gubi();
    let tags = ["I2", "B2"].map(|tag| tag.parse().expect("a tag"));
    let [italian, british] = tags.map(|tag| position.battle.find(tag).expect("a stand"));
    position.forces.put(italian, cell("1508"));
    position.forces.stand_mut(italian).facing = Compass::S;
    position.now.number = 1;
    position.now.stack = vec![Frame::Fire(FirePhase::begun_by(Side::A))];
    assert!(
        arrivals::is_entering(&position.battle, &position.now, &position.arrivals, british)
            && !arrivals::is_entering(&position.battle, &position.now, &position.arrivals, italian)
    );
    assert_eq!(
        spotting::spots(
            &position.field,
            &position.forces,
            &position.now,
            &position.arrivals,
            italian,
            british
        ),
        Err(Bar::Entering(british))
    );
    assert_eq!(
        spotting::spots(
            &position.field,
            &position.forces,
            &position.now,
            &position.arrivals,
            british,
            italian
        ),
        Err(Bar::Entering(british))
    );
    assert!(!spotting::sees_cell(
        &position.field,
        &position.forces,
        &position.now,
        &position.arrivals,
        british,
        cell("1508")
    ));
    assert!(!position.choices().contains(&Choice::Target(tags[1])));
    position.now.stack = vec![Frame::Movement(MovementPhase::begun_by(Side::A, false))];
    assert!(!arrivals::is_entering(&position.battle, &position.now, &position.arrivals, british));
    assert_eq!(
        spotting::spots(
            &position.field,
            &position.forces,
            &position.now,
            &position.arrivals,
            italian,
            british
        ),
        Ok(())
    );
    position.now.stack = vec![Frame::Fire(FirePhase::begun_by(Side::A))];
    position.now.number = 2;
    assert_eq!(
        spotting::spots(
            &position.field,
            &position.forces,
            &position.now,
            &position.arrivals,
            italian,
            british
        ),
        Ok(())
    );
}

/// Their orders of battle list no FOs, so the national number may be designated.
// card: 7.8.2, 7.6.4.1
#[test]
fn missing_observers_are_designated_by_nation() {
    use standto::rules::matg::scenario::COSTLY_SETBACK;
    crate::cited::watch();
    for (text, designated) in [(BIR_EL_GUBI, [2, 0]), (SIDI_SULEIMAN, [1, 0]), (COSTLY_SETBACK, [2, 19])] {
        let battle = battle("battle", text);
        for side in Side::BOTH {
            let named = |unit: &&Unit| unit.side == side && unit.observer && unit.role == Role::None;
            let scouts = |unit: &&Unit| !unit.reconnaissance || side == Side::A;
            let count = battle.units.iter().filter(named).filter(scouts).count();
            assert_eq!(count, designated[side.index()], "{} {side:?}", battle.title);
        }
    }
}
