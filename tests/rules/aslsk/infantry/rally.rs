//! Rally, repair and transfer (3.1).

use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;
use standto::rules::aslsk::turn::rally::{Step, rally_modifiers};
use standto::side::Side;

use super::super::table::Table;
use super::{broken, rally};

// card: 3.1e
#[test]
fn leaders_and_crews_rally_themselves_and_one_more_of_the_attacker() {
    let mut table = Table::new();
    let leader = table.german("8-1", "wC3");
    let crew = table.german("2-2-8", "wC3");
    let one = table.german("4-6-7", "wC3");
    let two = table.german("4-6-7", "wC3");
    [leader, crew, one, two].iter().for_each(|&id| broken(&mut table, id));
    rally(&mut table, Step::SelfRally);
    // In the open: +1 and no leadership of its own: 7+1 against 8.
    table.play(&format!("self-rally u{leader}"), &[3, 4]);
    assert!(!table.u(leader).broken && table.told("7+1=8 vs 8"));
    assert!(table.offers(&format!("self-rally u{one}")) && table.offers(&format!("self-rally u{two}")));
    table.play(&format!("self-rally u{one}"), &[6, 5]);
    assert!(!table.offers(&format!("self-rally u{two}")), "one other MMC only");
    assert!(table.offers(&format!("self-rally u{crew}")), "crews self-rally, too");
    let mut table = Table::new();
    let defender = table.american("6-6-6", "wC3");
    let captain = table.american("8-0", "wC3");
    [defender, captain].iter().for_each(|&id| broken(&mut table, id));
    table.position.turn.frames = vec![Frame::Rally(Step::SelfRally, Side::B)];
    assert!(
        table.offers(&format!("self-rally u{captain}")) && !table.offers(&format!("self-rally u{defender}"))
    );
}

// card: 3.1f
#[test]
fn the_example_of_the_rally_phase() {
    // A -1 leader in a building: +2 under DM (+4), -2 without it; broken morale 7.
    let mut table = Table::new();
    let leader = table.german("9-1", "wS8");
    let one = table.german("4-6-7", "wS8");
    let other = table.german("4-4-7", "wS8");
    broken(&mut table, one);
    broken(&mut table, other);
    table.set(one).dm = true;
    rally(&mut table, Step::Rally);
    let drm = |id: u8| {
        rally_modifiers(&table.position.ground, &table.position.forces, id, Some(leader))
            .iter()
            .map(|line| line.value)
            .sum::<i16>()
    };
    assert_eq!((drm(one), drm(other)), (2, -2));
    table.play(&format!("rally u{leader} u{one}"), &[3, 3]);
    assert!(table.u(one).broken, "8 is more than 7");
    table.play(&format!("rally u{leader} u{other}"), &[4, 5]);
    assert!(!table.u(other).broken, "7, and the leader tries more than once");
    assert!(!table.offers(&format!("rally u{leader} u{one}")), "one attempt per Player Turn");
}

// card: 3.1f
#[test]
fn a_rally_roll_of_12_causes_casualty_reduction() {
    let mut table = Table::new();
    let leader = table.german("9-2", "wS8");
    let squad = table.german("4-6-7", "wS8");
    broken(&mut table, squad);
    rally(&mut table, Step::Rally);
    table.play(&format!("rally u{leader} u{squad}"), &[6, 6]);
    assert_eq!(table.u(squad).data().name, "2-4-7");
}

// card: 3.1b
#[test]
fn recovery_below_6_and_plus_1_if_cx() {
    for (cx, die, found) in [(false, 5, true), (false, 6, false), (true, 5, false), (true, 4, true)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC3");
        let gun = table.machine_gun(Nation::German, Weight::Light, squad);
        let place = table.place("wC3");
        table.position.forces.drop_weapon(gun, Some(place));
        table.set(squad).cx = cx;
        rally(&mut table, Step::Recovery);
        table.play("recover u0 m0", &[die]);
        assert_eq!(table.w(gun).holder.is_some(), found, "{cx} {die}");
        assert!(!table.offers("recover u0 m0"));
    }
}

// card: 3.1c
#[test]
fn repair_number_and_elimination_on_6() {
    for (die, broken, there) in [(2, false, true), (3, true, true), (6, true, false)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC3");
        let gun = table.machine_gun(Nation::German, Weight::Medium, squad);
        table.position.forces.weapons[0].broken = true;
        rally(&mut table, Step::Repair);
        table.play("repair m0", &[die]);
        assert_eq!((table.w(gun).broken, table.w(gun).there()), (broken, there), "{die}");
    }
}

// card: 3.1d, 4a
#[test]
fn weapons_are_transferred_once_per_phase() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC3");
    let other = table.german("4-6-7", "wC3");
    let away = table.german("4-6-7", "wC4");
    let gun = table.machine_gun(Nation::German, Weight::Light, one);
    rally(&mut table, Step::Transfer);
    assert!(!table.offers(&format!("give m0 u{away}")));
    table.play(&format!("give m0 u{other}"), &[]);
    assert_eq!(table.w(gun).holder, Some(other));
    assert!(!table.offers(&format!("give m0 u{one}")));
}

// card: 3.1g
#[test]
fn dm_is_removed_unless_an_enemy_is_adjacent_or_it_is_kept() {
    let mut table = Table::new();
    let free = table.german("4-6-7", "wC3");
    let kept = table.german("4-6-7", "wA2");
    let near = table.german("4-6-7", "wR8");
    let housed = table.german("4-6-7", "wE3");
    table.american("6-6-6", "wR9");
    for id in [free, kept, near, housed] {
        broken(&mut table, id);
        table.set(id).dm = true;
    }
    table.position.turn.frames = vec![Frame::Rally(Step::Keeping, Side::A)];
    table.position.turn.phase = Phase::Rally;
    assert!(!table.offers(&format!("keep u{housed}")), "not in a building");
    table.play(&format!("keep u{kept}"), &[]);
    table.play("done", &[]);
    while table.position.turn.phase == Phase::Rally {
        table.play("done", &[]);
    }
    let dm = [free, kept, near, housed].map(|id| table.u(id).dm);
    assert_eq!(dm, [false, true, true, false]);
}

// card: 3.1a
#[test]
fn flanking_reinforcements_enter_on_a_dr() {
    crate::cited::watch();
    let text = include_str!("../../../../scenarios/aslsk/s10-paper-army.toml");
    let (position, _) =
        standto::rules::aslsk::scenario::read("s10", text).unwrap_or_else(|faulty| panic!("{faulty}"));
    let flank =
        position.forces.order.groups.iter().position(|group| group.name.contains("Flanking")).unwrap();
    let greeks = position.forces.order.groups[flank].side;
    for (die, waits) in [(2, false), (3, true)] {
        let mut position = position.clone();
        position.turn.number = 2;
        let mut dice = standto::dice::Dice::taped(&[die]);
        position.begin_turn(greeks, &mut dice, &mut standto::game::Log::off()).unwrap();
        assert_eq!(position.turn.awaited[flank], waits, "at most 2 on turn 2: {die}");
    }
}
