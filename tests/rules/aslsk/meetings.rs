//! Where two paragraphs meet: fire at who moves and what it leaves behind, leaders lost in stacks of all kinds, ambushes,
//! interdiction, captured and exhausted firers (3.2 to 3.8, 4, 5).

use standto::dice::Dice;
use standto::game::{Log, Rules};
use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::fire::attack::{Motion, directors};
use standto::rules::aslsk::ordnance::smoke::{Cloud, Thickness};
use standto::rules::aslsk::position::Phase;
use standto::rules::aslsk::state::{Item, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::rally::Step;
use standto::side::Side;

use super::table::{Table, column};

fn broken(table: &mut Table, id: u8) {
    let unit = table.set(id);
    (unit.broken, unit.desperate) = (true, true);
}

fn rally(table: &mut Table, step: Step) {
    table.position.phase = Phase::Rally;
    table.position.frames = vec![Frame::Rally(step, Side::A)];
}

/// A German squad in wN3 about to go down the open road; Americans further down it.
fn on_the_road(defenders: &[(&str, &str)]) -> Table {
    let mut table = Table::new();
    table.german("4-6-7", "wN3");
    for (name, hex) in defenders {
        table.american(name, hex);
    }
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table
}

/// Residual firepower in a hex.
fn left(table: &Table, hex: &str) -> u8 {
    let place = table.place(hex);
    table.position.residual.iter().find(|(there, _)| *there == place).map_or(0, |(_, left)| *left)
}

/// Shoots with faces that do nothing on the column of 6 and below at -2.
fn in_vain(table: &mut Table, fire: &str) {
    table.play(fire, &[]);
    table.play("shoot", &[6, 5]);
}

// card: 3.3.1h, 3.3.1f
#[test]
fn a_larger_attack_takes_the_place_of_what_a_smaller_one_left_and_not_the_reverse() {
    for order in [[1, 2], [2, 1]] {
        // 6 factors leave 3, the 3 of a half-squad on the column of 2 leave 1.
        let mut table = on_the_road(&[("6-6-6", "wN7"), ("3-4-6", "wN8")]);
        table.play("go N4", &[]);
        for firer in order {
            in_vain(&mut table, &format!("fire u{firer} N4"));
        }
        assert_eq!(left(&table, "wN4"), 3, "{order:?}");
        assert!(!table.offers("fire u1 N4") && !table.offers("fire u2 N4"), "one MF, one shot of each");
    }
}

/// A squad with a medium machine gun fires as one at who has come to wN4, with these faces.
fn group(faces: &[u8]) -> Table {
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    table.machine_gun(Nation::American, Weight::Medium, 1);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    table.play("join m0", &[]);
    table.play("shoot", faces);
    table
}

// card: 3.3.1h, 1.2.4.1
#[test]
fn a_weapon_that_keeps_its_rate_leaves_nothing_of_its_own_behind() {
    // 10 on the column of 8 leave 4; with the gun firing on, the squad's 6 leave 3.
    let kept = group(&[1, 6, 1, 1]);
    assert_eq!((left(&kept, "wN4"), kept.w(0).marker), (3, Marker::None));
    let spent = group(&[3, 6, 1, 1]);
    assert_eq!((left(&spent, "wN4"), spent.w(0).marker), (4, Marker::First));
}

// card: 3.3.1h, 3.2.2e, 4.1
#[test]
fn who_cowers_and_breaks_his_gun_leaves_half_of_the_column_below_his_own() {
    // 12: the gun breaks, the squad's 6 cower to the column of 4, which leaves 2.
    let table = group(&[6, 6]);
    assert!(table.w(0).broken);
    assert_eq!(left(&table, "wN4"), 2);
    assert_eq!(table.u(1).marker, Marker::Final, "who cowers is marked with final fire");
}

// card: 3.3.1h, 3.3.1b, 3.3e
#[test]
fn residual_firepower_against_assault_movement_and_in_woods() {
    let mut table = on_the_road(&[]);
    let place = table.place("wN4");
    table.position.residual.push((place, 4));
    table.play("assault", &[]);
    table.play("go N4", &[5, 6]);
    assert!(table.told("4 residual firepower in wN4: 5+6-1"), "FFMO alone");
    let mut table = Table::new();
    table.german("4-6-7", "wC3");
    let place = table.place("wC4");
    table.position.residual.push((place, 4));
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    // Woods +1, FFNAM -1.
    table.play("go C4", &[5, 6]);
    assert!(table.told("4 residual firepower in wC4: 5+6+0"));
}

// card: 3.3.1h, 3.3.1c, 3.2.1d
#[test]
fn through_an_orchard_ffmo_goes_and_the_rest_is_a_column_thinner() {
    let mut table = Table::new();
    let map = table.position.map();
    let target = table.place("wJ5");
    let start = map.around(target).map(|(_, at)| at).find(|&at| {
        map.terrain(at).row().mf == 2 && map.level(at) == 0 && map.range(at, table.place("wI2")) > 2
    });
    let start = table.position.name(start.expect("open ground beside wJ5")).to_owned();
    table.german("4-6-7", &start);
    table.american("6-6-6", "wI2");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go J5", &[]);
    table.play("fire u1 J5", &[]);
    // One hindrance and FFNAM; 11 on the column of 6 is nothing.
    table.play("shoot", &[6, 5]);
    assert!(table.told("+0: column 6, none"), "{:?}", table.events);
    // 3 on the column of 2, one column less for the hindrance.
    assert_eq!(left(&table, "wJ5"), 1);
}

// card: 3.3.1h
#[test]
fn nothing_is_left_of_it_for_those_who_rout() {
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    table.play("go N4", &[]);
    in_vain(&mut table, "fire u1 N4");
    assert_eq!(left(&table, "wN4"), 3, "while others may come");
    while table.position.phase == Phase::Movement {
        table.play("done", &[]);
    }
    assert!(table.position.residual.is_empty());
}

// card: 3.3.1d, 3.3.1f, 4.1
#[test]
fn a_second_fire_uses_the_machine_gun_too_and_breaks_it_sooner() {
    let mut table = on_the_road(&[("6-6-6", "wN8")]);
    let gun = table.machine_gun(Nation::American, Weight::Medium, 1);
    table.set(1).marker = Marker::First;
    table.set(1).fired = true;
    table.play("go N4", &[]);
    assert_eq!((table.position.breakdown(gun, false), table.position.breakdown(gun, true)), (12, 10));
    table.play("fire u1 N4", &[]);
    // The gun has not fired: it takes part with all it has, the squad with half; 10 breaks nothing that fires its
    // first fire. 10-2 on the column of 6 is a pin task check.
    table.play("join m0", &[]);
    table.play("shoot", &[4, 6, 1, 1]);
    assert!(table.told("7 FP"), "{:?}", table.events);
    assert!(
        !table.w(gun).broken && table.w(gun).marker == Marker::Final && table.u(1).marker == Marker::Final
    );
}

// card: 3.3.1d
#[test]
fn who_has_a_closer_enemy_in_sight_fires_no_second_time_at_one_beyond() {
    let mut table = on_the_road(&[("6-6-6", "wN8")]);
    table.set(1).marker = Marker::First;
    let near = table.german("4-4-7", "wN6");
    table.play("go N4", &[]);
    assert!(!table.offers("fire u1 N4"), "wN6 is nearer");
    broken(&mut table, near);
    assert!(!table.offers("fire u1 N4"), "broken, it is an enemy still");
}

/// A squad and its machine gun, all of their fire used up, as a German comes beside them.
fn protective() -> Table {
    let mut table = Table::new();
    table.german("4-6-7", "wN5");
    let defender = table.american("6-6-6", "wN7");
    table.machine_gun(Nation::American, Weight::Medium, defender);
    table.set(defender).marker = Marker::Final;
    table.set(defender).fired = true;
    table.position.weapons[0].marker = Marker::Final;
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table
}

// card: 3.3.1e
#[test]
fn protective_fire_is_of_all_they_have_and_of_the_pinned_too() {
    for (pinned, firepower) in [(false, 10), (true, 5)] {
        let mut table = protective();
        table.set(1).pinned = pinned;
        table.play("go N6", &[]);
        table.play("fire u1 N6", &[]);
        let Some(Frame::Attack(attack)) = table.position.frames.last() else { panic!() };
        assert_eq!(attack.items, [Item::Unit(1), Item::Weapon(0)], "the gun fires along");
        // Halved for the second fire, once more if pinned, doubled beside the target.
        assert_eq!(attack.work_out(&table.position).firepower.to_string(), firepower.to_string());
    }
}

// card: 3.3.1e, 5.1
#[test]
fn the_roll_that_kills_breaks_and_replaces_who_fired_it() {
    let mut table = protective();
    table.battle().groups[0].elr = 2;
    table.play("go N6", &[]);
    table.play("fire u1 N6", &[]);
    // 9-2 on the column of 8 is 1MC, which the mover passes; 9 against 6 fails by 3, more than the ELR.
    table.play("shoot", &[4, 5, 1, 1]);
    assert!(table.u(1).broken && table.u(1).data().name == "5-4-6");
    assert_eq!(left(&table, "wN6"), 4, "and yet it leaves its half");
}

// card: 3.3.1e, 3.2.2h
#[test]
fn a_leader_who_directs_protective_fire_takes_the_check_as_well() {
    let mut table = protective();
    let leader = table.american("8-1", "wN7");
    table.set(leader).directed = standto::rules::aslsk::fire::attack::bit(Item::Unit(1))
        | standto::rules::aslsk::fire::attack::bit(Item::Weapon(0));
    table.set(leader).marker = Marker::First;
    table.play("go N6", &[]);
    table.play("fire u1 N6", &[]);
    table.play(&format!("direct u{leader}"), &[]);
    // 10-3 on the column of 8: 1MC. 10-1 fails the squad's 6; the leader has nobody's help: 10 fails his 8.
    table.play("shoot", &[4, 6, 1, 1]);
    assert!(table.u(1).broken && table.u(leader).broken);
    assert!(table.w(0).broken, "10 breaks a machine gun that fires again");
}

// card: 3.2.2h, 3.4
#[test]
fn a_leader_goes_on_directing_those_he_has_directed_and_nobody_else() {
    let mut table = on_the_road(&[("6-6-6", "wN7"), ("6-6-6", "wN7"), ("8-1", "wN7")]);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    table.play("direct u3", &[]);
    // 11-3 on the column of 6 is a pin task check.
    table.play("shoot", &[6, 5, 1, 1]);
    let may = |table: &Table, units: &[u8]| {
        let items: Vec<Item> = units.iter().copied().map(Item::Unit).collect();
        directors(&table.position, Side::B, &items, table.place("wN7")) == [3]
    };
    assert!(may(&table, &[1]));
    assert!(!may(&table, &[2]) && !may(&table, &[1, 2]), "no others, and none more");
    table.set(3).pinned = true;
    assert!(!may(&table, &[1]));
}

// card: 3.2.2h
#[test]
fn a_group_of_two_hexes_needs_two_leaders_and_has_the_worse_of_them() {
    let mut table = Table::new();
    table.american("6-6-6", "wN4");
    let squads = [table.german("4-6-7", "wN7"), table.german("4-6-7", "wN8")];
    let (good, poor) = (table.german("9-1", "wN7"), table.german("8-0", "wN8"));
    let items = squads.map(Item::Unit);
    assert_eq!(column(&table.attack(Mode::Prep, &items, &[good, poor], "wN4")), (8, 0));
    table.open(Phase::PrepFire);
    table.play("fire u1 N4", &[]);
    table.play("join u2", &[]);
    table.play(&format!("direct u{good}"), &[]);
    assert!(!table.offers("shoot"), "every hex has its leader or none has");
    table.play(&format!("direct u{poor}"), &[]);
    assert!(table.offers("shoot"));
}

// card: 3.4
#[test]
fn a_gun_that_kept_its_rate_fires_far_in_defence_though_its_squad_does_not() {
    let mut table = Table::new();
    table.german("4-6-7", "wN4");
    let squad = table.american("6-6-6", "wN7");
    let gun = table.machine_gun(Nation::American, Weight::Medium, squad);
    table.set(squad).marker = Marker::First;
    table.set(squad).fired = true;
    table.position.weapons[0].fired = true;
    table.open(Phase::DefensiveFire);
    assert!(table.offers(&format!("fire m{gun} N4")) && !table.offers(&format!("fire u{squad} N4")));
    table.position.weapons[0].marker = Marker::First;
    assert!(!table.offers(&format!("fire m{gun} N4")), "marked, only at the next hex");
}

// card: 3.2.3i, 1.2.4.1
#[test]
fn the_pinned_lose_their_rate() {
    for (pinned, marker) in [(false, Marker::None), (true, Marker::Prep)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wN4");
        let gun = table.machine_gun(Nation::German, Weight::Heavy, squad);
        table.american("6-6-6", "wN7");
        table.set(squad).pinned = pinned;
        table.open(Phase::PrepFire);
        table.play(&format!("fire m{gun} N7"), &[]);
        table.play("shoot", if pinned { &[1, 6] } else { &[1, 6, 1, 1] });
        assert_eq!(table.w(gun).marker, marker, "{pinned}");
    }
}

// card: 3.5b, 3.2.2a, 3.5a
#[test]
fn assault_fire_adds_one_and_rounds_up_within_normal_range_only() {
    for (name, hex, firepower) in
        [("6-6-6", "wN7", "4"), ("5-3-6", "wN7", "4"), ("5-3-6", "wN8", "1.25"), ("6-6-6", "wN5", "7")]
    {
        let mut table = Table::new();
        let squad = table.american(name, "wN4");
        table.german("4-6-7", hex);
        table.position.attacker = Side::B;
        let worked = table.attack(Mode::Advancing, &[Item::Unit(squad)], &[], hex);
        assert_eq!(worked.firepower.to_string(), firepower, "{name} at {hex}");
    }
}

// card: 3.2.3f
#[test]
fn who_broke_on_the_move_is_fired_at_again_as_it_stands() {
    let mut table = on_the_road(&[("6-6-6", "wN7"), ("6-6-7", "wN8")]);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    // 8-2 on the column of 6 is 1MC: 8+1 fails 7 by 2.
    table.play("shoot", &[3, 5, 4, 4]);
    assert!(table.u(0).broken);
    // FFMO and FFNAM go on counting; broken, a failed check reduces it.
    table.play("fire u2 N4", &[]);
    table.play("shoot", &[3, 5, 4, 4]);
    assert!(table.told("-2: column 6, 1MC") && table.u(0).data().name.starts_with("2-"));
}

// card: 3.2.3g, 3.2.3e, 3.2.3d
#[test]
fn the_loss_of_a_leader_in_a_stack_of_all_kinds() {
    let mut table = Table::new();
    let captain = table.german("9-2", "wC3");
    let (first, pinned, hurt) =
        (table.german("8-1", "wC3"), table.german("8-0", "wC3"), table.german("7-0", "wC3"));
    let (routed, steady) = (table.german("4-6-7", "wC3"), table.german("4-4-7", "wC3"));
    table.set(pinned).pinned = true;
    broken(&mut table, hurt);
    broken(&mut table, routed);
    // 8-1: 5+2; 8-0: 2; the broken 7-0: 8 fails 7, a wound of 2; the broken squad: 7+1 fails 7; the other: 6+1 is 7.
    let faces = [2, 3, 1, 1, 4, 4, 2, 3, 4, 3, 3];
    let (mut dice, mut log) = (Dice::taped(&faces), Log::on());
    let mut losses = Vec::new();
    table.position.eliminate(captain, None, &mut dice, &mut log, &mut losses).unwrap();
    table.position.after_losses(losses, &mut dice, &mut log).unwrap();
    assert_eq!(dice.unread(), 0);
    assert!(!table.u(first).broken && !table.u(pinned).broken);
    assert!(table.u(hurt).wounded && !table.gone(hurt));
    assert_eq!(table.u(routed).data().name, "2-4-7", "broken already, it is reduced");
    assert!(table.u(steady).pinned && !table.u(steady).broken);
}

// card: 3.2.3g, 3.2.3j
#[test]
fn when_a_leader_breaks_only_those_in_good_order_below_him_check_and_are_pinned() {
    let mut table = Table::new();
    let leader = table.german("9-1", "wC3");
    let (equal, below, routed) =
        (table.german("9-2", "wC3"), table.german("4-6-7", "wC3"), table.german("4-6-7", "wC3"));
    broken(&mut table, routed);
    // 7+1 against 7: pinned. The equal leader and the broken squad do not check.
    let (mut dice, mut log) = (Dice::taped(&[3, 4]), Log::on());
    let mut losses = Vec::new();
    table.position.break_unit(leader, &mut log, &mut losses);
    table.position.after_losses(losses, &mut dice, &mut log).unwrap();
    assert_eq!(dice.unread(), 0);
    assert!(table.u(below).pinned && !table.u(equal).pinned && !table.u(routed).pinned);
}

// card: 5.1, 5.4, 3.2.3f
#[test]
fn one_step_down_the_chain_however_far_it_fails_and_none_below_the_last() {
    for (name, after) in [
        ("6-6-7", "6-6-6"),
        ("6-6-6", "5-4-6"),
        ("5-4-6", "5-3-6"),
        ("5-3-6", "5-3-6"),
        ("7-4-7", "7-4-7"),
        ("3-4-6", "2-3-6"),
    ] {
        let mut table = Table::new();
        table.battle().groups[0].elr = 0;
        let firer = table.german("4-6-7", "wC3");
        let target = table.american(name, "wC2");
        table.open(Phase::PrepFire);
        table.play(&format!("fire u{firer} C2"), &[]);
        // 8 factors, 7: 1MC, and 11 fails by five and more.
        table.play("shoot", &[3, 4, 5, 6]);
        assert!(table.u(target).broken);
        assert_eq!(table.u(target).data().name, after, "{name}");
    }
}

// card: 5.1, 3.2.3f
#[test]
fn a_twelve_reduces_breaks_and_replaces_the_half_squad_and_a_broken_one_is_replaced_no_more() {
    let fire = |routed: bool, faces: &[u8]| {
        let mut table = Table::new();
        table.battle().groups[0].elr = 0;
        let firer = table.german("4-6-7", "wC3");
        let target = table.american("6-6-6", "wC2");
        if routed {
            broken(&mut table, target);
        }
        table.open(Phase::PrepFire);
        table.play(&format!("fire u{firer} C2"), &[]);
        table.play("shoot", faces);
        (table.u(target).data().name.clone(), table.gone(target))
    };
    assert_eq!(fire(false, &[3, 4, 6, 6]), ("2-3-6".into(), false));
    // Broken: morale 8; 11+1 fails, which reduces and replaces nothing; 12 eliminates.
    assert_eq!(fire(true, &[3, 4, 5, 6]), ("3-4-6".into(), false));
    assert!(fire(true, &[3, 4, 6, 6]).1);
}

// card: 3.3e, 3.3f, 3.3g
#[test]
fn at_the_double_and_yet_by_assault_movement() {
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    table.play("double", &[]);
    table.play("assault", &[]);
    table.play("go N4", &[]);
    assert!(table.u(0).cx, "exhausted all the same");
    table.play("fire u1 N4", &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.told("-1: column 6"), "FFMO, no FFNAM");
    table.play("done", &[]);
    table.open(Phase::AdvancingFire);
    let worked = table.attack(Mode::Advancing, &[Item::Unit(0)], &[], "wN7");
    assert!(
        worked.modifiers.iter().any(|line| line.value == 1 && line.rule.contains("3.3")),
        "+1 to its own fire"
    );
}

// card: 3.6e
#[test]
fn who_cannot_interdict() {
    // A broken squad goes from wR3 to wR4, an American squad up the road in wR0.
    let rout = |enemy: &str, change: &dyn Fn(&mut Table, u8)| {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wR3");
        let watcher = table.american(enemy, "wR0");
        broken(&mut table, squad);
        change(&mut table, watcher);
        table.open(Phase::Rout);
        table.play("rout u0", &[]);
        table
    };
    rout("6-6-6", &|_, _| {}).play("go R4", &[1, 2]);
    rout("6-6-6", &|table, id| table.set(id).cx = true).play("go R4", &[]);
    rout("6-6-6", &|table, id| table.set(id).pinned = true).play("go R4", &[]);
    rout("6-6-6", &|table, id| {
        let held = table.german("4-4-7", "wR0");
        [id, held].into_iter().for_each(|id| table.set(id).melee = true);
    })
    .play("go R4", &[]);
    rout("6-6-6", &|table, id| broken(table, id)).play("go R4", &[]);
    rout("6-6-6", &|table, id| table.set(id).marker = Marker::Final).play("go R4", &[1, 2]);
    // A leader alone with a machine gun does not; two of them do.
    let armed = |table: &mut Table, id: u8| {
        table.machine_gun(Nation::American, Weight::Medium, id);
    };
    rout("9-1", &armed).play("go R4", &[]);
    rout("9-1", &|table, id| {
        armed(table, id);
        table.american("8-0", "wR0");
    })
    .play("go R4", &[1, 2]);
    // Smoke between them.
    rout("6-6-6", &|table, _| {
        let place = table.place("wR2");
        table.position.lay_smoke(place, Thickness::Dispersed, Side::B);
    })
    .play("go R4", &[]);
}

/// A broken squad routs as far as it can from two squads and a third; how often it came into the open under their eyes,
/// and how often it was interdicted.
fn rout_before(squad: &str, enemy: &str, other: &str) -> Option<(usize, usize)> {
    let mut table = Table::new();
    let id = table.german("4-6-7", squad);
    for hex in [enemy, enemy, other] {
        table.american("6-6-6", hex);
    }
    broken(&mut table, id);
    table.open(Phase::Rout);
    if !table.offers("rout u0") {
        return None;
    }
    table.play("rout u0", &[]);
    let mut opens = 0;
    while let Some(step) = table.choices().into_iter().find(|choice| choice.starts_with("go ")) {
        let to = table.place(&format!("w{}", step.trim_start_matches("go ")));
        let watched = [enemy, other].iter().any(|hex| {
            let from = table.place(hex);
            table.position.hindrance(from, to) == Some(0) && table.position.map().range(from, to) <= 6
        });
        let asked = watched && table.position.open_ground(to) && table.position.map().level(to) == 0;
        opens += usize::from(asked);
        table.play(&step, if asked { &[1, 1] } else { &[] });
    }
    let told = table.events.iter().filter(|event| event.text.contains("is interdicted")).count();
    Some((opens, told))
}

// card: 3.6e, 3.6c
#[test]
fn interdiction_comes_once_in_every_open_hex_however_many_see_it() {
    let mut most = 0;
    for (squad, enemy, other) in [
        ("wN5", "wN3", "wN2"),
        ("wN6", "wN4", "wN3"),
        ("wN7", "wN5", "wN4"),
        ("wN5", "wN7", "wN8"),
        ("wN4", "wN6", "wN7"),
        ("wB2", "wB0", "wC2"),
        ("wW9", "wW8", "wV8"),
        ("wR8", "wR10", "wR9"),
        ("wEE8", "wEE6", "wEE7"),
        ("wN8", "wN6", "wN5"),
    ] {
        let Some((opens, told)) = rout_before(squad, enemy, other) else { continue };
        assert_eq!(opens, told, "{squad} from {enemy}");
        most = most.max(opens);
    }
    assert!(most >= 2, "two hexes in the open at least, {most}");
}

// card: 3.6a, 3.2.3k
#[test]
fn beside_a_broken_enemy_one_may_stay() {
    for (enemy_broken, lost) in [(true, false), (false, true)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC4");
        let enemy = table.american("6-6-6", "wC3");
        broken(&mut table, squad);
        if enemy_broken {
            broken(&mut table, enemy);
        }
        table.open(Phase::Rout);
        table.play("done", &[]);
        assert_eq!(table.gone(squad), lost, "{enemy_broken}");
    }
}

// card: 4a
#[test]
fn who_routs_leaves_what_is_too_heavy() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR3");
    let (heavy, light) = (
        table.machine_gun(Nation::German, Weight::Heavy, squad),
        table.machine_gun(Nation::German, Weight::Light, squad),
    );
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    assert_eq!((table.w(heavy).holder, table.w(light).holder), (None, Some(squad)));
    assert_eq!(table.w(heavy).lies, Some(table.place("wR3")));
}

/// A German squad has advanced upon a broken American one in the house of wS8, and ambushes it.
fn ambush_of_the_broken() -> Table {
    let mut table = Table::new();
    table.german("4-6-7", "wS8");
    let enemy = table.american("6-6-6", "wS8");
    broken(&mut table, enemy);
    table.open(Phase::CloseCombat);
    table.play("combat S8", &[1, 4]);
    table
}

// card: 3.8c, 3.8d, 3.8f
#[test]
fn the_broken_are_ambushed_the_worse_and_strike_not_back() {
    let mut table = ambush_of_the_broken();
    table.play("use u0", &[]);
    table.play("at u1", &[]);
    let Some(Frame::Melee(melee)) = table.position.frames.last() else { panic!() };
    assert_eq!(table.position.work_out_strike(melee, Side::A, &melee.open).drm(), -3, "broken -2, ambush -1");
    // 1-2: 7-3 is the 4 that reduces.
    table.play("next", &[3, 4]);
    assert_eq!(table.u(1).data().name, "3-4-6");
    assert!(!table.choices().iter().any(|choice| choice == "use u1"), "the broken strike nobody");
    assert!(table.u(0).melee && table.u(1).melee, "one side is unbroken: a melee");
}

// card: 5.4
#[test]
fn what_counts_at_an_ambush() {
    let mut table = Table::new();
    let green = table.american("5-3-6", "wS8");
    let other = table.american("6-6-6", "wS8");
    let sum = |table: &Table| {
        let lines = table.position.ambush_modifiers(table.place("wS8"), Side::B);
        lines.iter().map(|line| line.value).sum::<i16>()
    };
    assert_eq!(sum(&table), 1, "inexperienced");
    table.set(other).cx = true;
    table.set(other).pinned = true;
    assert_eq!(sum(&table), 3, "of a part of them is enough");
    let leader = table.american("9-1", "wS8");
    assert_eq!(sum(&table), 1, "led the green are not inexperienced, and the leader counts");
    table.set(leader).pinned = true;
    assert_eq!(sum(&table), 2, "a pinned one leads nobody, but is with them");
    broken(&mut table, leader);
    assert_eq!(sum(&table), 3, "nor does a broken one");
    let _ = green;
}

// card: 3.8c, 3.8g
#[test]
fn who_reinforces_a_melee_is_not_ambushed_and_is_held() {
    let mut table = Table::new();
    let (ours, theirs) = (table.german("4-6-7", "wS8"), table.american("6-6-6", "wS8"));
    table.set(ours).melee = true;
    table.set(theirs).melee = true;
    let more = table.german("4-4-7", "wR8");
    table.open(Phase::Advance);
    table.play(&format!("advance u{more} S8"), &[]);
    while table.position.phase == Phase::Advance {
        table.play("done", &[]);
    }
    // No die for an ambush; 4 and 4 against 6 is 1-1, and 9 does nothing.
    table.play("combat S8", &[]);
    for choice in ["use u0", "use u2", "at u1"] {
        while !table.offers(choice) {
            table.play("done", &[]);
        }
        table.play(choice, &[]);
    }
    let Some(Frame::Melee(melee)) = table.position.frames.last() else { panic!() };
    assert_eq!(table.position.work_out_strike(melee, Side::A, &melee.open).combat().odds.name(), "1-1");
    table.play("next", &[]);
    table.play("done", &[4, 5]);
    assert!(table.u(more).melee, "it is in the melee now");
}

// card: 3.8a
#[test]
fn nobody_is_struck_or_strikes_twice() {
    let mut table = Table::new();
    for name in ["4-6-7", "4-4-7"] {
        table.german(name, "wC3");
    }
    table.american("6-6-6", "wC3");
    table.open(Phase::CloseCombat);
    for choice in ["combat C3", "use u0", "at u2"] {
        table.play(choice, &[]);
    }
    assert!(!table.offers("use u0") && !table.offers("at u2"));
    table.play("next", &[]);
    assert!(!table.offers("use u1"), "there is nobody left whom he could strike");
}

// card: 5.5, 5.4, 1.2.4.1
#[test]
fn captured_weapons_and_green_hands_add_up() {
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wC3");
    let gun = table.machine_gun(Nation::German, Weight::Medium, squad);
    // The German medium machine gun has a rate of 2 and breaks on 12.
    assert_eq!((table.position.rate(gun), table.position.breakdown(gun, false)), (1, 10));
    assert_eq!(table.position.breakdown(gun, true), 8, "a second fire takes two more");
    let mut table = Table::new();
    let green = table.american("5-3-6", "wC3");
    let gun = table.machine_gun(Nation::German, Weight::Medium, green);
    assert_eq!(table.position.breakdown(gun, false), 9);
    table.american("8-0", "wC3");
    assert_eq!(table.position.breakdown(gun, false), 10, "led they are green no more");
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wC3");
    let nation = Nation::German;
    let flames = table.flamethrower(squad);
    assert_eq!(table.position.breakdown(flames, false), 8, "10, two less for who is not elite");
    table.position.weapons[0].nation = nation;
    assert_eq!(table.position.breakdown(flames, false), 6, "and two less for a captured one");
}

// card: 3.1c
#[test]
fn a_captured_weapon_is_mended_by_nobody_but_its_makers() {
    for (nation, may) in [(Nation::German, true), (Nation::American, false)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC3");
        let gun = table.machine_gun(nation, Weight::Light, squad);
        table.position.weapons[0].broken = true;
        rally(&mut table, Step::Repair);
        assert_eq!(table.offers(&format!("repair m{gun}")), may, "{nation:?}");
    }
}

// card: 3.3b
#[test]
fn a_wounded_leader_holds_up_his_squad() {
    let mut table = Table::new();
    let leader = table.german("8-1", "wR4");
    let squad = table.german("4-6-7", "wR4");
    table.set(leader).wounded = true;
    assert_eq!((table.u(leader).morale(), table.u(leader).leadership()), (7, 0));
    assert_eq!(table.position.allowance(leader, false, false, false), 6, "3 MF, in halves");
    table.open(Phase::Movement);
    table.play(&format!("move u{leader}"), &[]);
    table.play(&format!("with u{squad}"), &[]);
    assert!(!table.offers("double"), "the wounded do not run");
}

// card: 3.1e, 3.1f
#[test]
fn a_broken_leader_who_rallies_himself_rallies_the_others_after_that() {
    let mut table = Table::new();
    let leader = table.german("8-0", "wC3");
    let squad = table.german("4-6-7", "wC3");
    broken(&mut table, leader);
    broken(&mut table, squad);
    table.set(leader).desperate = false;
    rally(&mut table, Step::Rally);
    assert!(!table.offers(&format!("rally u{leader} u{squad}")));
    rally(&mut table, Step::SelfRally);
    // 7 and 1 for himself against 8; his leadership does not count.
    table.play(&format!("self-rally u{leader}"), &[3, 4]);
    assert!(!table.u(leader).broken);
    while !table.offers(&format!("rally u{leader} u{squad}")) {
        table.play("done", &[]);
    }
    // Desperation +4: 3+4 is 7.
    table.play(&format!("rally u{leader} u{squad}"), &[1, 2]);
    assert!(!table.u(squad).broken);
}

// card: 1.2.5c, 3.2.1d
#[test]
fn smoke_and_crops_together_block_at_six() {
    let mut table = Table::new();
    table.american("6-6-6", "wN7");
    let squad = table.german("4-6-7", "wN3");
    let cloud =
        |table: &Table, hex: &str, thickness| Cloud { place: table.place(hex), thickness, side: Side::A };
    let between = |table: &Table| table.position.hindrance(table.place("wN3"), table.place("wN7"));
    table.position.smoke.push(cloud(&table, "wN5", Thickness::Full));
    table.position.smoke.push(cloud(&table, "wN7", Thickness::Grenades));
    assert_eq!(between(&table), Some(5), "through 3, into 2");
    table.position.smoke.push(cloud(&table, "wN5", Thickness::Dispersed));
    assert_eq!(between(&table), Some(5), "of two clouds in a hex the thicker counts");
    table.position.smoke.push(cloud(&table, "wN6", Thickness::ThinPhosphorus));
    assert_eq!(between(&table), None, "six and more block");
    table.position.smoke = vec![cloud(&table, "wN3", Thickness::Dispersed)];
    assert_eq!(between(&table), Some(3), "out of smoke one more");
    table.open(Phase::PrepFire);
    assert!(table.offers(&format!("fire u{squad} N7")));
}

// card: 3.3.1c, 1.2.5c
#[test]
fn into_smoke_one_moves_dearer_and_not_in_the_open() {
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    let place = table.place("wN4");
    table.position.lay_smoke(place, Thickness::Grenades, Side::A);
    table.play("go N4", &[]);
    let Some(Frame::Mover(mover)) = table.position.frames.iter().rev().find(|f| matches!(f, Frame::Mover(_)))
    else {
        panic!()
    };
    assert_eq!(mover.spent, 4, "1 MF and 1 for the smoke");
    table.play("fire u1 N4", &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.told("+1: column 6"), "smoke +2, FFNAM -1");
}

// card: 4.3, 3.3.1h, 3.3.1a
#[test]
fn who_places_a_charge_is_swept_by_what_is_left_in_his_hex() {
    let mut table = Table::new();
    let squad = table.german("5-4-8", "wM7");
    let charge = table.charge(squad);
    table.american("6-6-6", "wM8");
    let place = table.place("wM7");
    table.position.residual.push((place, 6));
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    // 8-2 on the column of 6 is 1MC, and 7+1 pins him.
    table.play("charge m0 M8", &[3, 5, 3, 4]);
    assert!(table.told("6 residual firepower in wM7: 3+5-2"));
    assert!(table.u(squad).pinned);
    while table.position.decision().is_some_and(|asked| asked.kind == "first-fire") {
        table.play("done", &[]);
    }
    assert!(table.position.charges.is_empty() && table.w(charge).there(), "pinned, he has placed nothing");
}

// card: 1.2.5c, 3.3b
#[test]
fn a_charge_costs_what_the_way_would() {
    let mut table = Table::new();
    let squad = table.german("5-4-8", "wM7");
    table.charge(squad);
    table.american("6-6-6", "wM8");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    assert!(table.offers("charge m0 M8"), "2 MF into the building");
    let place = table.place("wM8");
    for thickness in [Thickness::Full, Thickness::Grenades] {
        table.position.lay_smoke(place, thickness, Side::B);
    }
    let Some(Frame::Mover(mover)) = table.position.frames.last_mut() else { panic!() };
    mover.spent = 4;
    assert!(!table.offers("charge m0 M8"), "with smoke 3 MF, and 2 are left");
}

// card: 3.3i, 3.3.1a
#[test]
fn who_takes_up_a_weapon_on_the_move_may_be_fired_at() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN4");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    let place = table.place("wN4");
    table.position.drop_weapon(gun, Some(place));
    table.american("6-6-6", "wN7");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("recover u0 m0", &[5]);
    assert_eq!(table.w(gun).holder, Some(squad));
    table.play("fire u1 N4", &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.told("-2: column 6"), "he moves, in the open");
}

// card: 3.3.1a, 3.2.4a
#[test]
fn a_shell_at_who_moves_spares_who_stands_there() {
    let mut table = Table::new();
    let mover = table.german("4-6-7", "wN3");
    let stander = table.german("4-4-7", "wN4");
    let crew = table.american("2-2-7", "wN7");
    table.ordnance("us-57", crew, "nnw");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go N4", &[]);
    table.play("fire m0 N4", &[]);
    let Some(Frame::Shot(shot)) = table.position.frames.last() else { panic!("{:?}", table.choices()) };
    assert_eq!(shot.targets, [mover]);
    let _ = stander;
}

#[test]
fn a_half_squad_with_a_gun_takes_the_room_of_a_squad() {
    let mut table = Table::farmland();
    let half = table.german("2-4-7", "xD3");
    assert_eq!(table.position.size(half), 1);
    table.ordnance("pak40", half, "e");
    assert_eq!(table.position.size(half), 2);
}

// card: 3.1f, 3.1g, 3.2.3k
#[test]
fn desperation_ends_in_the_rally_phase_unless_a_known_enemy_is_beside() {
    for (enemy, stays) in [("wC5", true), ("wC6", false)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC4");
        broken(&mut table, squad);
        table.american("6-6-6", enemy);
        rally(&mut table, Step::Keeping);
        while table.position.phase == Phase::Rally {
            table.play("done", &[]);
        }
        assert_eq!(table.u(squad).desperate, stays, "{enemy}");
    }
}

// card: 6.10
#[test]
fn a_crew_that_breaks_has_lost_its_target() {
    let mut table = Table::new();
    let crew = table.german("2-2-8", "wN4");
    let gun = table.ordnance("pak40", crew, "sse");
    table.american("6-6-6", "wN8");
    table.open(Phase::PrepFire);
    table.play(&format!("fire m{gun} N8"), &[]);
    // A 12 would break the gun; 11 misses.
    table.play("shoot", &[5, 6]);
    assert!(table.w(gun).carriage.acquired.is_some());
    let (mut log, mut losses) = (Log::off(), Vec::new());
    table.position.break_unit(crew, &mut log, &mut losses);
    assert!(table.w(gun).carriage.acquired.is_none());
}

// card: 3.2.2c, 3.2.2b
#[test]
fn halves_are_kept_and_added_up() {
    let mut table = Table::new();
    table.american("6-6-6", "wN3");
    // 4 at long range are 2, pinned 1; a half-squad's 2 beyond 4 hexes are 1: 2 in all.
    let squad = table.german("4-4-7", "wN8");
    let half = table.german("2-3-7", "wN8");
    table.set(squad).pinned = true;
    let worked = table.attack(Mode::Prep, &[Item::Unit(squad), Item::Unit(half)], &[], "wN3");
    assert_eq!(worked.firepower.to_string(), "2");
    let motion = Motion::default();
    let fire = table.attack_on(Mode::Prep, &[Item::Unit(squad)], &[], "wN3", motion);
    assert_eq!(column(&fire).0, 1, "1 on the first column");
}

/// A German squad fires at a German and an American one in melee in wN7.
fn into_the_melee(faces: &[u8]) -> Table {
    let mut table = Table::new();
    let firer = table.german("4-6-7", "wN4");
    let (ours, theirs) = (table.german("4-4-7", "wN7"), table.american("6-6-6", "wN7"));
    table.set(ours).melee = true;
    table.set(theirs).melee = true;
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{firer} N7"), &[]);
    table.play("shoot", faces);
    table
}

// card: 3.8g, 3.2.3f
#[test]
fn a_melee_is_over_as_soon_as_nobody_in_it_is_unbroken() {
    // 5 on the column of 4 is 1MC: 11+1 breaks both.
    let table = into_the_melee(&[2, 3, 5, 6, 5, 6]);
    assert!(table.u(1).broken && table.u(2).broken);
    assert!(!table.u(1).melee && !table.u(2).melee, "they may rout and rally");
    // The German passes: he holds the other.
    let table = into_the_melee(&[2, 3, 1, 1, 5, 6]);
    assert!(table.u(2).broken && table.u(1).melee && table.u(2).melee);
}

// card: 3.8g, 3.2.3b
#[test]
fn who_has_lost_his_enemy_to_fire_is_in_melee_no_more() {
    let mut table = Table::new();
    let firer = table.german("4-6-7", "wN6");
    let (ours, theirs) = (table.german("4-4-7", "wN7"), table.american("3-4-6", "wN7"));
    table.set(ours).melee = true;
    table.set(theirs).melee = true;
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{firer} N7"), &[]);
    // 8 factors at point blank: 3 is K/2. The half-squad is picked and gone; the squad passes its check.
    let americans = table.position.under_fire(table.place("wN7"), Side::A);
    let picked = americans.iter().position(|&id| id == theirs).unwrap() as u8 + 1;
    table.play("shoot", &[1, 2, picked, 1, 1]);
    assert!(table.gone(theirs) && !table.u(ours).broken);
    assert!(table.u(ours).good_order(), "nobody is left to fight");
}

// card: 4.2, 4d
#[test]
fn nobody_uses_two_flamethrowers() {
    let mut table = Table::new();
    let squad = table.german("5-4-8", "wM7");
    let (one, two) = (table.flamethrower(squad), table.flamethrower(squad));
    table.american("6-6-6", "wM8");
    table.open(Phase::PrepFire);
    assert!(table.offers(&format!("fire m{one} M8")) && table.offers(&format!("fire m{two} M8")));
    table.play(&format!("fire m{one} M8"), &[]);
    // 9 on the column of 24 is 2MC, which they pass.
    table.play("shoot", &[4, 5, 1, 1]);
    assert!(!table.offers(&format!("fire m{two} M8")), "one of them");
    assert!(table.offers(&format!("fire u{squad} M8")), "and its own fire");
}

// card: 4.3, 4d
#[test]
fn a_charge_is_a_weapon_used() {
    for (name, guns, own) in [("5-4-8", 0, true), ("2-3-8", 0, false), ("5-4-8", 1, true)] {
        let mut table = Table::new();
        let placer = table.german(name, "wM7");
        table.charge(placer);
        for _ in 0..guns {
            table.machine_gun(Nation::German, Weight::Light, placer);
        }
        table.american("6-6-6", "wM8");
        table.open(Phase::Movement);
        table.play("move u0", &[]);
        table.play("charge m0 M8", &[]);
        while table.position.decision().is_some_and(|asked| asked.kind == "first-fire") {
            table.play("done", &[]);
        }
        assert_eq!(table.position.charges.len(), 1);
        table.open(Phase::AdvancingFire);
        assert_eq!(table.offers(&format!("fire u{placer} M8")), own, "{name}");
        if guns > 0 {
            assert!(table.offers("fire m1 M8"), "instead of its own fire");
            table.play("fire m1 M8", &[]);
            assert!(!table.offers(&format!("join u{placer}")), "two weapons cost it that");
        }
    }
}

// card: 4b, 3.7
#[test]
fn a_leader_carries_two_points_and_no_more() {
    for (weight, points, may) in [(Weight::Light, 1, true), (Weight::Medium, 3, false)] {
        let mut table = Table::new();
        let leader = table.german("8-0", "wC3");
        let gun = table.machine_gun(Nation::German, weight, leader);
        assert_eq!(table.w(gun).portage(), points);
        table.open(Phase::Movement);
        table.play(&format!("move u{leader}"), &[]);
        assert_eq!(table.offers("go C2"), may, "{weight:?}");
        table.open(Phase::Advance);
        assert_eq!(table.offers(&format!("advance u{leader} C2")), may);
        table.play(&format!("drop m{gun}"), &[]);
        assert!(table.offers(&format!("advance u{leader} C2")), "without it he may");
    }
}
