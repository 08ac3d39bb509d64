//! The introductory scenario as printed, and input that is not a valid scenario.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::board::{Cell, Compass};
use crate::game::Side;
use crate::reading::Fault;
use crate::rules::matg::catalog::Nation;
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::rules::matg::state::aims::Victory;
use crate::rules::matg::state::battle;
use crate::rules::matg::state::battle::{GunUse, Unit};

fn introductory() -> (Battle, Vec<Fault>) {
    read("introductory.toml", INTRODUCTORY).unwrap_or_else(|error| panic!("{error}"))
}

fn unit<'a>(battle: &'a Battle, tag: &str) -> &'a Unit {
    &battle.units[usize::from(battle.find(tag.parse().unwrap()).unwrap())]
}

#[test]
fn the_frame_is_as_printed() {
    let (battle, _) = introductory();
    assert_eq!((battle.grid.width, battle.grid.height), (24, 48));
    assert_eq!((battle.turns, battle.sighting), (10, 20));
    assert_eq!(battle.victory, Victory::by_destruction(50));
    assert_eq!(battle.date, (1943, 2));
    let [germans, soviets] = &battle.armies;
    assert_eq!((germans.cohesion, germans.edge, germans.nation), (15, Compass::S, Nation::Germany));
    assert_eq!((soviets.cohesion, soviets.edge, soviets.nation), (13, Compass::N, Nation::SovietUnion));
    assert_eq!((germans.succession, soviets.succession), (3, 5));
    assert!(battle.briefing.len() > 5 && battle.briefing.iter().all(|line| line.chars().count() <= 110));
}

#[test]
fn the_forces_are_as_printed() {
    let (battle, warnings) = introductory();
    let strength = |side| {
        let mut formations: Vec<(&str, usize)> = Vec::new();
        for unit in battle.units.iter().filter(|unit| unit.side == side) {
            match formations.last_mut() {
                Some((name, count)) if *name == unit.formation => *count += 1,
                _ => formations.push((&unit.formation, 1)),
            }
        }
        formations
    };
    assert_eq!(
        strength(Side::A),
        [
            ("Command Centre", 3),
            ("Medium Tank Company", 4),
            ("Panzerjäger Company", 3),
            ("Grenadier Company (-)", 7),
            ("Heavy Mortar Battery", 1),
        ]
    );
    assert_eq!(
        strength(Side::B),
        [
            ("Command Centre", 2),
            ("Medium Tank Battalion", 9),
            ("Heavy Tank Company", 2),
            ("Independent Anti-Tank Battery", 1),
            ("Submachine Gun Company (+)", 6),
            ("Rocket Launcher Battery", 1),
        ]
    );
    assert_eq!((battle.armies[0].count, battle.armies[1].first, battle.armies[1].count), (18, 18, 21));
    // The printed forces include a weapon of 1944.
    let early: Vec<String> = warnings.iter().map(|warning| warning.sentence.clone()).collect();
    assert_eq!(early, ["300mm Kat. BM-31-12 [4] was introduced in 1944, but this battle is in 1943"]);
}

#[test]
fn stands_have_the_printed_roles() {
    let (battle, _) = introductory();
    assert_eq!(unit(&battle, "G1").role, battle::Role::Ghq(1));
    assert_eq!(unit(&battle, "S1").role, battle::Role::Ghq(0));
    assert_eq!(unit(&battle, "S3").role, battle::Role::Hq);
    let tags = |which: fn(&Unit) -> bool| -> Vec<String> {
        battle.units.iter().filter(|unit| which(unit)).map(|unit| unit.tag.to_string()).collect()
    };
    assert_eq!(tags(|unit| unit.observer), ["G13", "S11", "S18"]);
    assert_eq!(tags(|unit| unit.recon), ["S10", "S11"]);
    assert_eq!(tags(|unit| unit.off_map), ["G18"]);
    assert_eq!(tags(|unit| unit.support), ["S19"]);
    assert_eq!(tags(|unit| unit.aboard.is_some()), ["G1", "G11", "G12", "G13", "S1"]);
    assert_eq!(battle.units[usize::from(unit(&battle, "G13").aboard.unwrap())].tag.to_string(), "G16");
    let uses = |tag| unit(&battle, tag).guns.iter().map(|(_, usage)| *usage).collect::<Vec<_>>();
    assert_eq!(uses("S14"), [GunUse::Artillery, GunUse::Standard], "a divisional gun has two roles (10.7.1)");
    assert_eq!(uses("S21"), [GunUse::Rocket]);
    assert_eq!(uses("S20"), [GunUse::Artillery]);
    assert_eq!(uses("G17"), [GunUse::CloseSupport]);
    assert_eq!(uses("G4"), [GunUse::Standard]);
    assert_eq!(uses("G2"), []);
    assert_eq!((unit(&battle, "G4").facing, unit(&battle, "S4").facing), (Compass::N, Compass::S));
}

#[test]
fn every_stand_starts_in_its_zone() {
    let (battle, _) = introductory();
    for unit in &battle.units {
        let ways = [unit.start.is_some(), unit.aboard.is_some(), unit.off_map];
        assert_eq!(ways.into_iter().filter(|&way| way).count(), 1, "{}", unit.tag);
        if let Some(cell) = unit.start {
            assert!(battle.in_zone(battle.find(unit.tag).unwrap(), cell), "{} in {cell}", unit.tag);
        }
    }
}

fn ground(battle: &Battle, cell: Cell) -> Ground {
    battle.ground[battle.grid.index(cell)]
}

#[test]
fn ten_to_thirty_percent_of_the_map_is_terrain() {
    let (battle, _) = introductory();
    let features = battle.ground.iter().filter(|&&ground| ground != Ground::CLEAR).count();
    let percent = features * 100 / battle.ground.len();
    assert!((10..30).contains(&percent), "{percent}%");
}

#[test]
fn terrain_is_balanced_between_the_sides() {
    let (battle, _) = introductory();
    let count = |south: bool| {
        let mut rows = BTreeMap::new();
        for cell in battle.grid.cells().filter(|cell| (cell.y < 23) == south && cell.y != 23) {
            for terrain in ground(&battle, cell).rows() {
                *rows.entry(terrain).or_insert(0) += 1;
            }
        }
        rows
    };
    let (south, north) = (count(true), count(false));
    for terrain in Terrain::ALL {
        let (south, north) = (south.get(terrain).unwrap_or(&0), north.get(terrain).unwrap_or(&0));
        assert!(i32::abs(south - north) <= 2, "{terrain}: {south} south of the stream, {north} north");
    }
}

/// The cells that can be reached from one by orthogonal steps through terrain that `may` accepts.
fn reached(battle: &Battle, from: Cell, may: impl Fn(Ground) -> bool) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::from([from]);
    let mut next = vec![from];
    while let Some(cell) = next.pop() {
        for (toward, to) in battle.grid.neighbours(cell) {
            if !toward.is_diagonal() && may(ground(battle, to)) && reached.insert(to) {
                next.push(to);
            }
        }
    }
    reached
}

#[test]
fn the_roads_are_connected_from_edge_to_edge() {
    let (battle, _) = introductory();
    let road = reached(&battle, Cell::new(12, 0), |ground| ground.road().is_some());
    let drawn = battle.grid.cells().filter(|&cell| ground(&battle, cell).road().is_some()).count();
    assert_eq!(road.len(), drawn);
    assert!(road.iter().any(|cell| cell.y == 47));
    assert!(road.iter().any(|cell| cell.x == 0) && road.iter().any(|cell| cell.x == 23));
}

#[test]
fn the_stream_is_crossed_only_at_the_bridge_and_the_fords() {
    let (battle, _) = introductory();
    let stream = |ground: Ground| ground.has(Terrain::Stream);
    let first = battle.grid.cells().find(|&cell| cell.x == 0 && stream(ground(&battle, cell))).unwrap();
    let water = reached(&battle, first, stream);
    assert!(water.iter().any(|cell| cell.x == 23), "the stream winds from edge to edge without a gap");
    let crossings = |terrain| water.iter().filter(|&&cell| ground(&battle, cell).has(terrain)).count();
    assert_eq!((crossings(Terrain::Bridge), crossings(Terrain::Ford)), (1, 4));
    let dry = reached(&battle, Cell::new(0, 0), |ground| !stream(ground));
    assert!(dry.iter().all(|cell| cell.y < 28), "no dry way around");
}

#[test]
fn hills_have_crests() {
    let (battle, _) = introductory();
    for cell in battle.grid.cells() {
        let ground = ground(&battle, cell);
        let slope = ground.has(Terrain::GentleSlope) || ground.has(Terrain::SteepSlope);
        let level = if ground.has(Terrain::Crest) { 2 } else { i8::from(slope) };
        assert_eq!(battle.levels[battle.grid.index(cell)], level, "{cell}");
        for (toward, next) in battle.grid.neighbours(cell).filter(|(toward, _)| !toward.is_diagonal()) {
            let step = battle.levels[battle.grid.index(next)] - level;
            assert!(step.abs() <= 1, "a cliff {toward} of {cell}");
        }
    }
}

#[test]
fn the_fingerprint_is_pinned() {
    assert_eq!(Digest::of_text(""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(Digest::of_text("a"), 0xaf63_dc4c_8601_ec8c);
}

#[test]
fn windows_line_ends_make_no_difference() {
    let text = INTRODUCTORY.replace('\n', "\r\n");
    let (battle, _) = read("windows.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    let (same, _) = introductory();
    assert_eq!((battle.ground, battle.levels), (same.ground, same.levels));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_reader_never_panics(
        changes in prop::collection::vec((0..INTRODUCTORY.len(), any::<u8>()), 1..6),
        cut in prop::option::of(0..INTRODUCTORY.len()),
    ) {
        let mut bytes = INTRODUCTORY.as_bytes().to_vec();
        for (place, byte) in changes {
            bytes[place] = byte;
        }
        bytes.truncate(cut.unwrap_or(bytes.len()));
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().count() + 1;
        if let Err(error) = read("changed.toml", &text) {
            prop_assert!(!error.faults.is_empty());
            for fault in &error.faults {
                prop_assert!((1..=lines).contains(&fault.line) && fault.column >= 1, "{fault}");
                prop_assert!(!fault.sentence.is_empty() && !fault.sentence.contains('\n'), "{fault}");
            }
        }
    }

    #[test]
    fn every_line_of_a_scenario_is_read(place in 0..INTRODUCTORY.lines().count()) {
        // With any one line missing, a file is read or refused; it never panics.
        let text: Vec<&str> = INTRODUCTORY.lines().enumerate().filter(|(n, _)| *n != place).map(|(_, l)| l).collect();
        let _ = read("shorter.toml", &text.join("\n"));
    }
}
