//! The parts of a position by themselves: ground without units, forces without a map, effects without a turn.

use std::sync::Arc;

use proptest::prelude::*;
use standto::dice::Dice;
use standto::game::Log;
use standto::rules::aslsk::board::join::{Laid, join};
use standto::rules::aslsk::board::map::{Map, Place};
use standto::rules::aslsk::board::reading::embedded;
use standto::rules::aslsk::board::{Season, Terrain};
use standto::rules::aslsk::fire::desperation::enemy_beside;
use standto::rules::aslsk::fire::effects::Effects;
use standto::rules::aslsk::ordnance::acquisition::track;
use standto::rules::aslsk::ordnance::smoke::Thickness;
use standto::rules::aslsk::state::battle::{Placing, Victory};
use standto::rules::aslsk::state::{
    Arm, Forces, Ground, GroundRules, Group, Item, OrderOfBattle, Score, Turn, Unit, Weapon, Whereabouts,
    Zone,
};
use standto::rules::aslsk::tables::counters::{Nation, find};
use standto::rules::aslsk::tables::fire::Column;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

/// Board w in July.
fn ground(rules: GroundRules) -> Ground {
    let laid = Laid { board: embedded("w").unwrap(), turned: false, across: 0, down: 0 };
    Ground::new(Arc::new(join(&[laid], Season::of(7), |_, _| true)), rules)
}

fn at(map: &Map, name: &str) -> Place {
    map.named(name).unwrap()
}

/// One group a side and these units, each in a hex: the Germans are side A, the Americans side B.
fn forces(ground: &Ground, units: &[(Side, &str, &str)]) -> Forces {
    let group = |side| Group {
        name: String::new(),
        side,
        elr: 3,
        zone: Zone::SetUp(Vec::new()),
        placing: Placing::default(),
    };
    let order = OrderOfBattle {
        date: (1944, 7),
        groups: Side::BOTH.map(group).to_vec(),
        sets_up: Side::A,
        steady_first_line: None,
        foreign_leaders: false,
        broken_morale: None,
        no_repair_before: 1,
        no_hiding: Vec::new(),
        assault: None,
    };
    let unit = |&(side, name, hex): &(Side, &str, &str)| {
        let nation = [Nation::German, Nation::American][side.index()];
        let mut unit = Unit::new(side, find(nation, name).unwrap(), side.index() as u8);
        unit.at = Whereabouts::On(at(ground.map(), hex));
        unit
    };
    Forces { order: Arc::new(order), units: units.iter().map(unit).collect(), weapons: Vec::new() }
}

#[test]
fn smoke_adds_to_the_ground_and_disperses_by_itself() {
    let mut ground = ground(GroundRules::default());
    let (from, to) = (at(ground.map(), "wC3"), at(ground.map(), "wC4"));
    let clear = ground.hindrance(from, to).unwrap();
    ground.lay_smoke(to, Thickness::Full, Side::A);
    assert_eq!(ground.hindrance(from, to), Some(clear + 3));
    ground.disperse_smoke(Side::B);
    assert_eq!(ground.hindrance(from, to), Some(clear + 3), "only its owner's PFPh disperses it");
    ground.disperse_smoke(Side::A);
    assert_eq!(ground.hindrance(from, to), Some(clear + 2));
    ground.disperse_smoke(Side::A);
    assert_eq!(ground.hindrance(from, to), Some(clear));
}

#[test]
fn rain_makes_only_slopes_expensive() {
    let (dry, wet) =
        (ground(GroundRules::default()), ground(GroundRules { rain: true, ..GroundRules::default() }));
    let map = dry.map();
    let mut slopes = 0;
    for from in map.places() {
        for (_, to) in map.around(from) {
            let (wet_cost, dry_cost) = (wet.way_cost(from, to), dry.way_cost(from, to));
            let slope = map.level(from) != map.level(to);
            let paved = dry.way(Some(from), to, false).road && map.paved(to);
            assert_eq!(wet_cost - dry_cost, if slope && !paved { 2 } else { 0 });
            slopes += u32::from(slope);
        }
    }
    assert!(slopes > 20, "board w has a hill");
}

#[test]
fn residual_firepower_keeps_the_best_counter_of_a_hex() {
    let mut ground = ground(GroundRules::default());
    let hex = at(ground.map(), "wC3");
    let column =
        |firepower: u8| Column::of(standto::rules::aslsk::calculator::Firepower::whole(firepower.into()));
    for (firepower, outside, left) in [(8, 0, 4), (4, 0, 4), (16, 0, 8), (16, 2, 8)] {
        ground.leave_residual(hex, column(firepower), outside);
        assert_eq!(ground.residual, [(hex, left)], "{firepower} FP, {outside} from outside");
    }
}

#[test]
fn the_order_of_battle_says_who_may_direct_and_how_brave_the_broken_are() {
    let ground = ground(GroundRules::default());
    let mut forces = forces(&ground, &[(Side::A, "8-1", "wC3"), (Side::A, "4-6-7", "wC3")]);
    assert_eq!(forces.directing_drm(0, Nation::Italian), -1);
    forces.unit_mut(1).broken = true;
    let printed = forces.morale(1);
    let order = Arc::get_mut(&mut forces.order).unwrap();
    (order.foreign_leaders, order.broken_morale) = (true, Some((Nation::German, 1)));
    assert_eq!(forces.directing_drm(0, Nation::Italian), 0);
    assert_eq!(forces.directing_drm(0, Nation::German), -1);
    assert_eq!((forces.morale(0), forces.morale(1)), (8, printed + 1), "of MMC only");
}

#[test]
fn an_enemy_behind_smoke_is_beside_a_unit_only_in_los() {
    let mut ground = ground(GroundRules::default());
    let forces = forces(&ground, &[(Side::A, "4-6-7", "wC3"), (Side::B, "6-6-6", "wC4")]);
    assert!(enemy_beside(&ground, &forces, 0, true));
    for hex in ["wC3", "wC4"] {
        let place = at(ground.map(), hex);
        ground.lay_smoke(place, Thickness::Full, Side::A);
    }
    assert!(!enemy_beside(&ground, &forces, 0, true), "a Hindrance of 6 blocks");
}

#[test]
fn acquisition_follows_a_unit_in_los_and_stays_behind_otherwise() {
    let mut ground = ground(GroundRules::default());
    let mut forces = forces(&ground, &[(Side::A, "2-2-8", "wC3"), (Side::B, "6-6-6", "wC4")]);
    let gun = standto::rules::aslsk::tables::guns::id("pak40").unwrap();
    forces.weapons.push(Weapon::new(Nation::German, Arm::Ordnance(gun), 0));
    let (gun, here) = (at(ground.map(), "wC3"), at(ground.map(), "wC4"));
    let seen = |next: &Place| *next != gun && ground.sees(gun, *next);
    let next = ground.map().around(here).map(|(_, next)| next).find(seen).unwrap();
    forces.acquire(0, here, &[1], false);
    forces.unit_mut(1).at = Whereabouts::On(next);
    track(&ground, &mut forces, 1);
    assert_eq!((forces.acquisition(0, here), forces.acquisition(0, next)), (0, 1));
    for hex in ["wC3", "wC4"] {
        let place = at(ground.map(), hex);
        ground.lay_smoke(place, Thickness::Full, Side::A);
    }
    forces.unit_mut(1).at = Whereabouts::On(here);
    track(&ground, &mut forces, 1);
    assert_eq!((forces.acquisition(0, here), forces.acquisition(0, next)), (0, 1), "where it was last seen");
}

#[test]
fn the_turn_counts_each_firers_attacks_by_the_mf_spent() {
    use standto::rules::aslsk::turn::first_fire::React;
    let react = React {
        side: Side::B,
        units: vec![0],
        place: Place(0),
        chances: 2,
        fired: Vec::new(),
        motion: Default::default(),
    };
    let mut turn = Turn {
        number: 1,
        attacker: Side::A,
        phase: Phase::Movement,
        closed_to_smoke: false,
        shots: Vec::new(),
        awaited: Vec::new(),
        frames: vec![Frame::Move, Frame::React(react)],
    };
    for out in [false, false, true] {
        assert_eq!(turn.is_out_of_attacks(Item::Unit(3)), out);
        assert!(!turn.is_out_of_attacks(Item::Unit(4)));
        turn.count_fire(&[Item::Unit(3)]);
    }
}

/// Eliminates an American squad that possesses a MG under these Victory Conditions.
fn lost(victory: &Victory) -> (Score, Forces) {
    let ground = ground(GroundRules::default());
    let mut forces = forces(&ground, &[(Side::A, "4-6-7", "wC3"), (Side::B, "6-6-6", "wC6")]);
    forces.weapons.push(Weapon::new(Nation::American, Arm::MachineGun(Weight::Medium), 1));
    let mut score = Score::default();
    let (mut dice, mut log, mut losses) = (Dice::taped(&[]), Log::on(), Vec::new());
    let mut effects = Effects { forces: &mut forces, score: &mut score, ground: &ground, victory };
    effects.eliminate(1, None, &mut dice, &mut log, &mut losses).unwrap();
    (score, forces)
}

#[test]
fn an_elimination_scores_only_where_losses_count_and_leaves_the_weapon() {
    let exit = |unless| Victory::Exit { side: Side::A, points: 10, by: Vec::new(), graded: false, unless };
    for (unless, points) in [(None, [0, 0]), (Some(5), [2, 0])] {
        let (score, forces) = lost(&exit(unless));
        assert_eq!(score.points, points);
        assert_eq!(forces.lost(Side::B), 1);
        assert!(forces.weapon(0).holder.is_none() && forces.weapon(0).lies.is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// LOS is mutual whatever Smoke lies on the ground, and Smoke never makes it better.
    #[test]
    fn los_through_any_smoke_is_mutual(
        clouds in proptest::collection::vec((0usize..346, 0usize..5), 0..6),
        pairs in proptest::collection::vec((0usize..346, 0usize..346), 1..30),
    ) {
        let clear = ground(GroundRules::default());
        let places: Vec<Place> = clear.map().places().collect();
        let mut smoky = clear.clone();
        let kinds = [
            Thickness::Full, Thickness::Dispersed, Thickness::Phosphorus, Thickness::ThinPhosphorus,
            Thickness::Grenades,
        ];
        for (at, kind) in clouds {
            smoky.lay_smoke(places[at % places.len()], kinds[kind], Side::A);
        }
        for (one, other) in pairs {
            let (one, other) = (places[one % places.len()], places[other % places.len()]);
            prop_assert_eq!(smoky.sees(one, other), smoky.sees(other, one));
            if let Some(hindrance) = smoky.hindrance(one, other) {
                prop_assert!(hindrance >= clear.hindrance(one, other).unwrap());
            }
            let ffmo = smoky.in_the_open(one, standto::rules::aslsk::fire::attack::Motion { moves: true, ..Default::default() }, 0, 0);
            prop_assert_eq!(ffmo, clear.map().terrain(one) == Terrain::Open && !smoky.smoky(one));
        }
    }

    /// A Weapon is possessed, lies in a hex or is gone, never two of these; an index and its unit agree.
    #[test]
    fn a_weapon_is_in_one_place(steps in proptest::collection::vec((0u8..4, 0u8..2, 0u8..3), 1..40)) {
        let ground = ground(GroundRules::default());
        let mut forces = forces(
            &ground,
            &[(Side::A, "4-6-7", "wC3"), (Side::A, "4-6-7", "wC3"), (Side::A, "8-1", "wC3")],
        );
        for holder in 0..2 {
            forces.weapons.push(Weapon::new(Nation::German, Arm::MachineGun(Weight::Light), holder));
        }
        for (step, weapon, unit) in steps {
            match step {
                0 if forces.weapon(weapon).holder.is_some() => forces.transfer(weapon, unit),
                0 => {}
                1 => forces.drop_weapon(weapon, forces.unit(unit).place()),
                2 => forces.drop_weapon(weapon, None),
                _ => forces.leave_guns(unit),
            }
            let one = forces.weapon(weapon);
            prop_assert!(one.holder.is_none() || one.lies.is_none());
            let held: usize = forces.ids().map(|id| forces.weapons_of(id).count()).sum();
            prop_assert_eq!(held, forces.weapons.iter().filter(|weapon| weapon.holder.is_some()).count());
        }
    }

    /// Counting every hex once says the same as asking each hex by itself.
    #[test]
    fn a_crowd_says_what_each_hex_says(hexes in proptest::collection::vec((0usize..12, any::<bool>()), 1..14)) {
        let ground = ground(GroundRules::default());
        let names = ["wC3", "wC4", "wC5", "wD3"];
        let kinds = ["4-6-7", "8-1", "2-4-7"];
        let units: Vec<(Side, &str, &str)> =
            hexes.iter().map(|&(at, _)| (Side::A, kinds[at % 3], names[at % 4])).collect();
        let mut forces = forces(&ground, &units);
        for (id, &(_, hidden)) in hexes.iter().enumerate() {
            forces.units[id].hidden = hidden;
        }
        let crowd = forces.crowd(&ground);
        for name in names {
            let place = at(ground.map(), name);
            prop_assert_eq!(crowd.known(place, Side::A), forces.occupied(place, Side::A));
            prop_assert_eq!(crowd.stands(place, Side::A), forces.units_at(place, Side::A).next().is_some());
            prop_assert_eq!(crowd.room(place, Side::A, 0, 0), forces.room(place, Side::A, &[]));
            prop_assert!(!crowd.stands(place, Side::B));
        }
    }
}
