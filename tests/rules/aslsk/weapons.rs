//! SW other than MG: FT, DC, LATW, mortars, and captured ones (4, 5.5).

use standto::rules::aslsk::calculator::Cowering;
use standto::rules::aslsk::fire::aim::{self, Mode};
use standto::rules::aslsk::fire::attack::Motion;
use standto::rules::aslsk::fire::cover::{self, Manner};
use standto::rules::aslsk::state::{Item, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::guns::TargetType;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::phase::Phase;
use standto::rules::aslsk::weapons::charges;
use standto::side::Side;

use super::table::{Table, column};

/// An elite German squad with a FT in wM7, next to the stone building wM8.
fn flame() -> (Table, u8, u8, u8) {
    let mut table = Table::new();
    let squad = table.german("5-4-8", "wM7");
    let weapon = table.flamethrower(squad);
    let enemy = table.american("6-6-6", "wM8");
    table.open(Phase::PrepFire);
    (table, squad, weapon, enemy)
}

// card: 4.2
#[test]
fn a_flamethrower_ignores_tem_and_pbf() {
    let (mut table, squad, weapon, _) = flame();
    let fire = |table: &Table, mode| table.attack(mode, &[Item::Weapon(weapon)], &[], "wM8");
    assert_eq!(column(&fire(&table, Mode::Prep)), (24, 0), "no TEM, not doubled beside the target");
    assert_eq!(column(&fire(&table, Mode::Advancing)), (24, 0), "not halved in the advance");
    table.set(squad).cx = true;
    assert_eq!(column(&fire(&table, Mode::Prep)), (24, 1));
    assert_eq!(fire(&table, Mode::Prep).fire.cowering, Cowering::Normal);
    table.set(squad).pinned = true;
    assert!(!table.offers("fire m0 M8"), "not while pinned");
}

// card: 4.2
#[test]
fn a_flamethrower_has_half_fp_at_two_hexes_and_none_beyond() {
    let mut table = Table::farmland();
    let squad = table.german("5-4-8", "xD1");
    let weapon = table.flamethrower(squad);
    table.american("6-6-6", "xD3");
    assert_eq!(column(&table.attack(Mode::Prep, &[Item::Weapon(weapon)], &[], "xD3")), (12, 0));
    let aim = |table: &Table, hex: &str| {
        aim::aim(
            &table.position.ground,
            &table.position.forces,
            &table.position.turn,
            Item::Weapon(weapon),
            table.place(hex),
            Mode::Prep,
            &[],
        )
    };
    assert!(aim(&table, "xD3").is_some() && aim(&table, "xD4").is_none());
}

// card: 4.2
#[test]
fn a_flamethrower_fires_alone_and_undirected() {
    let (mut table, squad, _, _) = flame();
    table.german("9-1", "wM7");
    table.play("fire m0 M8", &[]);
    assert_eq!(table.choices(), ["shoot"], "no unit joins or directs");
    table.play("shoot", &[4, 5, 1, 1]);
    assert!(table.offers(&format!("fire u{squad} M8")), "with its inherent FP");
}

// card: 4.2
#[test]
fn a_flamethrower_is_eliminated_on_10_or_8_for_non_elite() {
    let (table, _, weapon, _) = flame();
    assert_eq!(table.position.forces.breakdown(weapon, false), 10);
    let mut table = table;
    table.position.forces.units[0].counter =
        standto::rules::aslsk::tables::counters::find(Nation::German, "4-6-7").unwrap();
    assert_eq!(table.position.forces.breakdown(weapon, false), 8);
    table.play("fire m0 M8", &[]);
    // 8 on the 24 column is 2MC.
    table.play("shoot", &[3, 5, 1, 2]);
    assert!(!table.w(weapon).there());
}

// card: 4.2
#[test]
fn attacks_on_a_flamethrower_unit_get_minus_one() {
    let (mut table, squad, _, enemy) = flame();
    let fire = |table: &Table| column(&table.attack(Mode::Final, &[Item::Unit(enemy)], &[], "wM7")).1;
    let one = fire(&table);
    table.flamethrower(squad);
    assert_eq!(fire(&table), one - 1, "for each of them");
    table.position.forces.weapons.clear();
    assert_eq!(fire(&table), one + 1);
}

/// A German squad with a DC in wM7, an American one in the stone building wM8.
fn charge(name: &str) -> (Table, u8, u8, u8) {
    let mut table = Table::new();
    let squad = table.german(name, "wM7");
    let weapon = table.charge(squad);
    let enemy = table.american("6-6-6", "wM8");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    (table, squad, weapon, enemy)
}

// card: 4.3
#[test]
fn a_dc_is_placed_in_the_mph_and_attacks_in_the_afph() {
    let (mut table, squad, weapon, enemy) = charge("5-4-8");
    table.play("charge m0 M8", &[]);
    // 2 MF are spent in its own hex: the DEFENDER may fire at it there.
    assert!(table.offers(&format!("fire u{enemy} M7")));
    table.play("done", &[]);
    assert!(!table.w(weapon).there());
    assert_eq!(table.position.ground.charges.len(), 1);
    table.open(Phase::AdvancingFire);
    assert!(table.offers(&format!("fire u{squad} M8")), "and its inherent FP");
    // 30 FP, stone +3: 6+3 is 2MC.
    table.play("explode M8", &[2, 4, 1, 1]);
    assert!(table.told("IFT 30") && table.told("MC 2+2=4"));
    assert!(table.position.ground.charges.is_empty());
}

// card: 4.3
#[test]
fn a_unit_pinned_or_broken_while_placing_places_no_dc() {
    let (mut table, squad, weapon, enemy) = charge("5-4-8");
    table.play("charge m0 M8", &[]);
    table.play(&format!("fire u{enemy} M7"), &[]);
    // 12 FP at PBF, FFMO and FFNAM -2: 7-2 is 2MC, and 3+3+2 pins a morale of 8.
    table.play("shoot", &[3, 4, 3, 3]);
    assert!(table.u(squad).pinned && table.w(weapon).there());
    assert!(table.position.ground.charges.is_empty());
}

// card: 4.3
#[test]
fn a_dc_fails_on_12_or_10_for_non_elite() {
    for (name, x) in [("5-4-8", 12), ("4-6-7", 10)] {
        let (mut table, ..) = charge(name);
        table.play("charge m0 M8", &[]);
        table.play("done", &[]);
        assert_eq!(table.position.ground.charges[0].x, x, "{name}");
        table.open(Phase::AdvancingFire);
        let faces: [u8; 2] = if x == 12 { [6, 6] } else { [5, 5] };
        table.play("explode M8", &faces);
        assert!(table.told("dud"));
    }
}

// card: 4.3
#[test]
fn cx_applies_to_a_dc_and_all_dc_are_resolved() {
    let (mut table, _, _, enemy) = charge("5-4-8");
    table.position.ground.charges = vec![];
    table.play("charge m0 M8", &[]);
    table.play("done", &[]);
    let mut placed = table.position.ground.charges[0];
    let drm = |table: &Table, placed: &standto::rules::aslsk::weapons::charges::Placed| {
        let lines = charges::charge_modifiers(&table.position.ground, &table.position.forces, placed, enemy);
        lines.iter().map(|line| line.value).sum::<i16>()
    };
    assert_eq!(drm(&table, &placed), 3);
    placed.cx = true;
    assert_eq!(drm(&table, &placed), 4);
    table.open(Phase::AdvancingFire);
    table.play("done", &[6, 6]);
    assert!(table.position.ground.charges.is_empty());
}

// card: 4.3, 6.7
#[test]
fn a_dc_against_a_gun() {
    for (faces, there, broken) in [([1, 2], false, false), ([3, 3], true, true)] {
        let mut table = Table::farmland();
        let squad = table.german("5-4-8", "xD3");
        table.charge(squad);
        let crew = table.american("2-2-7", "xD4");
        let gun = table.ordnance("us-105", crew, "ssw");
        table.open(Phase::Movement);
        table.play("move u0", &[]);
        table.play("charge m0 D4", &[]);
        table.play("done", &[]);
        table.open(Phase::AdvancingFire);
        table.play("explode D4", &faces);
        assert_eq!((table.w(gun).there(), table.w(gun).broken), (there, broken), "{faces:?}");
        assert!(table.gone(crew));
    }
}

/// The 7-4-7 of the text in xDD9 with its BAZ; a squad in the grain of xEE8, one in the stone building xDD7.
fn rocket() -> (Table, u8, u8) {
    let mut table = Table::farmland();
    table.order().date = (1943, 7);
    let squad = table.unit(Side::A, Nation::American, "7-4-7", "xDD9");
    let weapon = table.ordnance("baz43", squad, "nne");
    table.unit(Side::B, Nation::Italian, "3-4-7", "xEE8");
    table.unit(Side::B, Nation::Italian, "3-4-6", "xDD7");
    table.open(Phase::PrepFire);
    (table, squad, weapon)
}

// card: 4.4, 4.4.1
#[test]
fn the_bazooka_fires_at_the_building_only() {
    let (mut table, squad, weapon) = rocket();
    assert!(!table.offers("fire m0 EE8"));
    assert_eq!(table.to_hit(weapon, "xDD7", None), (8, 4), "stone +3, grain in DD8 +1: a 4 hits");
    table.play("fire m0 DD7", &[]);
    // 2+2 hits; 6 on the 8 column is 1MC.
    table.play("shoot", &[2, 2, 3, 3, 1, 1]);
    assert!(table.told(": 1MC; IFT 8, DRM +0, DR 6 (3, 3)"));
    // Then its inherent FP, at either target: no Mandatory FG with ordnance.
    assert!(table.offers(&format!("fire u{squad} EE8")) && table.offers(&format!("fire u{squad} DD7")));
}

// card: 4.4, 6.1
#[test]
fn an_original_2_is_a_ch_of_the_bazooka() {
    let (mut table, ..) = rocket();
    table.play("fire m0 DD7", &[]);
    table.play("shoot", &[1, 1, 3, 4, 1, 1]);
    assert!(table.told("CH: K/3; IFT 16, DRM -3, DR 7 (3, 4)"));
}

// card: 4.4.1, 4
#[test]
fn latw_are_eliminated_on_their_x_number() {
    let (mut table, _, weapon) = rocket();
    assert_eq!(table.position.forces.breakdown(weapon, false), 10);
    table.play("fire m0 DD7", &[]);
    table.play("shoot", &[5, 5]);
    assert!(!table.w(weapon).there());
}

// card: 4.4.1
#[test]
fn a_leader_directs_it_and_two_leaders_fire_it() {
    let (mut table, ..) = rocket();
    let leader = table.unit(Side::A, Nation::American, "9-1", "xDD9");
    table.play("fire m0 DD7", &[]);
    table.play(&format!("direct u{leader}"), &[]);
    table.play("shoot", &[6, 2]);
    assert!(table.told("TH 8, DRM +3,"));
    let (mut table, _, weapon) = rocket();
    let one = table.unit(Side::A, Nation::American, "8-0", "xDD9");
    table.position.forces.weapons[0].holder = Some(one);
    assert!(!table.offers("fire m0 DD7"), "not alone");
    let other = table.unit(Side::A, Nation::American, "7-0", "xDD9");
    assert!(table.offers("fire m0 DD7"));
    table.play("fire m0 DD7", &[]);
    table.play("shoot", &[4, 4]);
    assert_eq!(table.u(other).marker, Marker::Prep, "both have fired");
    let _ = weapon;
}

// card: 4.4.1
#[test]
fn the_panzerschreck_uses_the_twelve_column() {
    let mut table = Table::farmland();
    let squad = table.german("4-6-7", "xDD9");
    let weapon = table.ordnance("psk", squad, "nne");
    let enemy = table.american("6-6-6", "xDD7");
    let shot = table.shot(weapon, Mode::Prep, "xDD7");
    let ordnance = table.w(weapon).ordnance().unwrap();
    let column = standto::rules::aslsk::ordnance::ammunition::column(
        ordnance,
        shot.ammo(&table.position),
        TargetType::Infantry,
        false,
    );
    assert_eq!(column.unwrap().firepower(), 12);
    assert!(shot.effect_lines(&table.position, enemy, false).is_empty(), "TEM counts To Hit");
}

/// A squad with a BAZ in the stone building wS8, an enemy in another at wT8.
fn indoors() -> (Table, u8, u8) {
    let mut table = Table::new();
    let squad = table.unit(Side::A, Nation::American, "7-4-7", "wP4");
    let weapon = table.ordnance("baz43", squad, "nne");
    table.unit(Side::B, Nation::German, "4-6-7", "wP5");
    table.open(Phase::PrepFire);
    (table, squad, weapon)
}

// card: 4.4.2
#[test]
fn backblast_by_the_coloured_die_without_cover() {
    let (mut table, squad, _) = indoors();
    table.play("fire m0 P5", &[]);
    // Coloured 4: NMC on the 1 column, which 5+3 fails against 7.
    table.play("shoot", &[4, 5, 5, 3]);
    assert!(table.told("Backblast in wP4: IFT 1, dr 4: NMC") && table.u(squad).broken);
    let (mut table, squad, _) = indoors();
    table.play("fire m0 P5", &[]);
    table.play("shoot", &[6, 3]);
    assert!(table.told("Backblast in wP4: IFT 1, dr 6: no effect") && !table.u(squad).broken);
}

// card: 4.4.2
#[test]
fn backblast_can_be_avoided_for_plus_two() {
    let (mut table, _, weapon) = indoors();
    let before = table.to_hit(weapon, "wP5", None).1;
    table.play("fire m0 P5", &[]);
    table.play("shield", &[]);
    table.play("shoot", &[4, 5]);
    assert!(!table.told("Backblast") && table.told(&format!("TH 9, DRM {:+},", before + 2)));
    let (table, ..) = rocket();
    assert!(!table.choices().contains(&"shield".to_owned()));
}

// card: 4.5, 6.9
#[test]
fn light_mortars_acquire_and_are_directed() {
    let mut table = Table::farmland();
    let squad = table.german("4-6-7", "xD1");
    let leader = table.german("9-1", "xD1");
    let mortar = table.ordnance("legrw36", squad, "nne");
    table.american("6-6-6", "xD4");
    table.open(Phase::PrepFire);
    table.play("fire m0 D4", &[]);
    table.play(&format!("direct u{leader}"), &[]);
    table.play("shoot", &[3, 6]);
    assert!(table.told(": miss; TH 7, DRM -1, "));
    assert_eq!(table.w(mortar).marker, Marker::None, "a 3 keeps ROF");
    assert_eq!(table.to_hit(mortar, "xD4", None), (7, -1), "acquired");
    table.set(leader).directed = 0;
    table.set(leader).marker = Marker::None;
    table.position.forces.weapons[0].holder = Some(leader);
    table.position.forces.weapons[0].fired = false;
    table.play("fire m0 D4", &[]);
    table.play("shoot", &[1, 6, 6, 6]);
    assert_eq!(table.w(mortar).marker, Marker::Prep);
}

// card: 5.5
#[test]
fn captured_weapons_have_penalties() {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let squad = table.unit(Side::A, Nation::American, "6-6-6", "xD1");
    let gun = table.machine_gun(Nation::German, Weight::Medium, squad);
    assert_eq!((table.position.forces.rate(gun), table.position.forces.breakdown(gun, false)), (1, 10));
    let crew = table.unit(Side::A, Nation::American, "2-2-7", "xD1");
    let pak = table.ordnance("pak40", crew, "ssw");
    table.unit(Side::B, Nation::German, "4-6-7", "xD4");
    assert_eq!((table.position.forces.rate(pak), table.position.forces.breakdown(pak, false)), (1, 10));
    assert_eq!(table.to_hit(pak, "xD4", None), (8, 2));
    assert!(table.position.forces.red(pak));
    table.position.forces.weapons[1].broken = true;
    table.open(Phase::Rally);
    assert!(!table.offers("repair m1"), "only Weapons of the unit's own nationality are repaired");
}

// card: 5.4, 6.12
#[test]
fn inexperienced_units_malfunction_weapons_earlier() {
    let mut table = Table::farmland();
    let green = table.unit(Side::A, Nation::American, "5-3-6", "xD1");
    let gun = table.machine_gun(Nation::American, Weight::Medium, green);
    let mortar = table.ordnance("us-60", green, "ssw");
    assert_eq!(
        (table.position.forces.breakdown(gun, false), table.position.forces.breakdown(mortar, false)),
        (11, 11)
    );
    assert!(table.position.forces.red(mortar));
    table.unit(Side::A, Nation::American, "8-0", "xD1");
    assert_eq!(table.position.forces.breakdown(gun, false), 12, "not under a leader");
}

// card: 4.1, 4d
#[test]
fn one_leader_fires_a_mg_at_half_fp() {
    let mut table = Table::farmland();
    let leader = table.german("9-1", "xD1");
    let gun = table.machine_gun(Nation::German, Weight::Heavy, leader);
    table.american("6-6-6", "xD4");
    let worked = table.attack(Mode::Prep, &[Item::Weapon(gun)], &[], "xD4");
    assert_eq!(worked.firepower.to_string(), "3.5");
    assert_eq!(worked.fire.cowering, Cowering::None, "leaders do not cower");
    table.open(Phase::PrepFire);
    table.play("fire m0 D4", &[]);
    assert!(!table.offers("direct u0"), "a firing leader directs no other unit");
}

// card: 1.1.1d
#[test]
fn mortar_air_bursts_in_woods() {
    let mut table = Table::farmland();
    let squad = table.american("6-6-6", "xD5");
    let place = table.place("xD5");
    let tem = |manner| {
        cover::cover(
            &table.position.ground,
            &table.position.forces,
            place,
            Some(squad),
            &[table.place("xD1")],
            Motion::default(),
            manner,
        )
        .tem()
    };
    assert_eq!([tem(Manner::Bomb), tem(Manner::Shell), tem(Manner::SmallArms)], [-1, 1, 1]);
}
