//! Sequences of MC, LLMC, LLTC and replacement (3.2.3, 5.1).

use standto::dice::Dice;
use standto::game::Log;
use standto::rules::aslsk::calculator::Firepower;
use standto::rules::aslsk::fire::effects::Blast;
use standto::rules::aslsk::tables::fire::{Column, Effect};
use standto::rules::aslsk::turn::phase::Phase;

use super::super::shelter::broken;
use super::super::table::Table;

/// Applies a result to the Germans in wC3, with these dice.
fn suffer(table: &mut Table, effect: Effect, faces: &[u8]) {
    let place = table.place("wC3");
    let units: Vec<u8> = table.position.forces.ids().filter(|&id| table.u(id).is_at(place)).collect();
    let column = Column::of(Firepower::whole(8)).unwrap();
    let (mut dice, mut log) = (Dice::taped(faces), Log::on());
    table.position.effects().affect(&[Blast { effect, column, units }], &mut dice, &mut log).unwrap();
    assert_eq!(dice.unread(), 0);
    table.events.extend(log.events());
}

// card: 3.2.3e, 1.2.1a
#[test]
fn the_next_leader_checks_alone_and_then_helps() {
    let mut table = Table::new();
    for name in ["8-1", "7-0", "4-6-7"] {
        table.german(name, "wC3");
    }
    // The best leader breaks on 9+1; in the LLTC (+1) the 7-0 rolls 3 against 7, the squad 3.
    suffer(&mut table, Effect::MoraleCheck(1), &[4, 5, 2, 2, 3, 2, 1, 2, 1, 2]);
    assert!(table.u(0).broken && !table.u(1).broken && !table.u(2).broken);
    assert!(table.told("7-0 … MC 4+1=5 vs 7"), "{:?}", table.events);
    assert!(table.told("4-6-7 … MC 5+1=6 vs 7"), "the 7-0 adds 0");
}

// card: 3.2.3e, 1.2.1a
#[test]
fn a_poor_leader_makes_it_harder() {
    let mut table = Table::new();
    table.german("6+1", "wC3");
    table.german("4-6-7", "wC3");
    suffer(&mut table, Effect::MoraleCheck(0), &[1, 2, 3, 4]);
    assert!(table.told("4-6-7 … MC 7+1=8 vs 7") && table.u(1).broken);
}

// card: 3.2.3g, 5.1
#[test]
fn the_check_for_a_lost_leader_replaces_too() {
    let mut table = Table::new();
    table.order().groups[0].elr = 2;
    let leader = table.german("9-1", "wC3");
    table.german("4-6-7", "wC3");
    let (mut dice, mut log, mut losses) = (Dice::taped(&[4, 5]), Log::on(), Vec::new());
    table.position.effects().eliminate(leader, None, &mut dice, &mut log, &mut losses).unwrap();
    table.position.effects().after_losses(losses, &mut dice, &mut log).unwrap();
    // 9+1 fails 7 by 3.
    assert!(table.u(1).broken && table.u(1).data().name == "4-4-7");
}

// card: 3.2.3c, 5.1
#[test]
fn a_reduced_hs_checks_and_is_replaced_by_its_own_line() {
    let mut table = Table::new();
    table.order().groups[0].elr = 2;
    table.german("4-6-7", "wC3");
    // K/2: 8+2 fails 7 by 3.
    suffer(&mut table, Effect::Casualty(2), &[4, 4]);
    assert!(table.u(0).broken && table.u(0).data().name == "2-3-7");
}

// card: 3.2.3j
#[test]
fn a_ptc_neither_breaks_nor_replaces() {
    let mut table = Table::new();
    table.order().groups[0].elr = 0;
    table.german("4-6-7", "wC3");
    table.german("4-6-7", "wC3");
    suffer(&mut table, Effect::PinCheck, &[6, 6, 3, 4]);
    assert!(!table.u(0).broken && table.u(0).pinned && table.u(0).data().name == "4-6-7");
    assert!(!table.u(1).pinned, "the highest passing roll does not pin");
}

// card: 3.2.3b, 3.2.3g
#[test]
fn a_kia_of_the_squad_breaks_its_leader_without_further_checks() {
    let mut table = Table::new();
    table.german("4-6-7", "wC3");
    table.german("9-1", "wC3");
    table.german("4-4-7", "wC3");
    // The first is eliminated, the others break by the KIA; being broken, none takes a LLTC.
    suffer(&mut table, Effect::Kill(1), &[1]);
    assert!(table.gone(0) && table.u(1).broken && table.u(2).broken);
}

// card: 3.2.3d
#[test]
fn a_second_wound_is_one_worse() {
    for (die, gone) in [(3, false), (4, true)] {
        let mut table = Table::new();
        let leader = table.german("9-1", "wC3");
        table.set(leader).wounded = true;
        suffer(&mut table, Effect::Casualty(1), &[die]);
        assert_eq!(table.gone(leader), gone, "{die}");
    }
}

// card: 3.2.3f
#[test]
fn broken_units_are_eliminated_on_12_and_reduced_on_failure() {
    for (faces, name) in [([6, 6], None), ([5, 6], Some("2-4-7")), ([3, 4], Some("4-6-7"))] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC3");
        broken(&mut table, squad);
        suffer(&mut table, Effect::MoraleCheck(0), &faces);
        match name {
            None => assert!(table.gone(squad)),
            Some(name) => assert_eq!(table.u(squad).data().name, name),
        }
        assert!(!table.u(squad).pinned, "no broken unit is pinned");
    }
}

// card: 3.2.3i
#[test]
fn pinned_units_may_still_break() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.set(squad).pinned = true;
    // No PTC for a pinned unit.
    suffer(&mut table, Effect::PinCheck, &[]);
    suffer(&mut table, Effect::MoraleCheck(0), &[4, 4]);
    assert!(table.u(squad).broken && !table.u(squad).pinned);
    table.open(Phase::Rally);
}
