//! Leaders: rally, MC, advance and Melee (3.1, 3.2.3, 3.7, 3.8, 5.3).

use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::close_combat::{bands, striking};
use standto::rules::aslsk::turn::phase::Phase;
use standto::rules::aslsk::turn::rally::Step;
use standto::side::Side;

use super::shelter::broken;
use super::table::Table;

// card: 3.1d, 3.1f
#[test]
fn a_leader_that_repaired_or_transferred_rallies_no_unit() {
    let mut table = Table::new();
    let leader = table.german("8-1", "wC3");
    let squad = table.german("4-6-7", "wC3");
    let other = table.german("4-4-7", "wC3");
    table.machine_gun(Nation::German, Weight::Light, leader);
    broken(&mut table, squad);
    table.position.turn.phase = Phase::Rally;
    table.position.turn.frames = vec![Frame::Rally(Step::Transfer, Side::A)];
    table.play(&format!("give m0 u{other}"), &[]);
    table.position.turn.frames = vec![Frame::Rally(Step::Rally, Side::A)];
    assert!(!table.offers(&format!("rally u{leader} u{squad}")));
    table.set(leader).traded = false;
    assert!(table.offers(&format!("rally u{leader} u{squad}")));
    table.set(leader).acted = true;
    assert!(
        !table.offers(&format!("rally u{leader} u{squad}")),
        "nor a leader that repaired or \
         recovered a Weapon"
    );
}

// card: 3.1e
#[test]
fn one_mmc_per_phase_may_self_rally() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC3");
    let two = table.german("4-6-7", "wC6");
    broken(&mut table, one);
    broken(&mut table, two);
    table.set(one).dm = false;
    table.position.turn.phase = Phase::Rally;
    table.position.turn.frames = vec![Frame::Rally(Step::SelfRally, Side::A)];
    table.play(&format!("self-rally u{one}"), &[1, 2]);
    assert!(!table.u(one).broken && !table.offers(&format!("self-rally u{two}")));
}

// card: 5.3
#[test]
fn leader_creation_uses_the_broken_morale_of_the_roller() {
    // 4-3-6, broken morale 5, 6 or less: +1; broken +1, German -1.
    let mut table = Table::new();
    let squad = table.german("4-3-6", "wC3");
    broken(&mut table, squad);
    table.position.turn.phase = Phase::Rally;
    table.position.turn.frames = vec![Frame::Rally(Step::SelfRally, Side::A)];
    table.play(&format!("self-rally u{squad}"), &[1, 1, 5]);
    assert!(table.told("creates a 6+1"), "5 and 1 more is 6: 6+1");
}

// card: 3.7
#[test]
fn an_advancing_leader_keeps_a_squad_from_cx() {
    // 5 PP leave a squad 2 MF, all that woods cost; with a leader it has 5.
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wC3");
    table.machine_gun(Nation::American, Weight::Heavy, squad);
    let leader = table.american("8-0", "wC3");
    table.position.turn.attacker = Side::B;
    table.open(Phase::Advance);
    let escort = format!("escort u{squad} u{leader} C4");
    assert!(table.offers(&format!("advance u{squad} C4")) && table.offers(&escort));
    table.play(&escort, &[]);
    assert!(!table.u(squad).cx && !table.u(leader).cx);
    assert_eq!((table.at(squad), table.at(leader)), ("wC4".into(), "wC4".into()));
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wC3");
    table.machine_gun(Nation::American, Weight::Heavy, squad);
    table.position.turn.attacker = Side::B;
    table.open(Phase::Advance);
    table.play(&format!("advance u{squad} C4"), &[]);
    assert!(table.u(squad).cx);
}

// card: 3.8g
#[test]
fn fire_into_a_melee_attacks_both_sides() {
    let mut table = Table::new();
    let firer = table.german("4-6-7", "wN4");
    let ours = table.german("4-4-7", "wN7");
    let theirs = table.american("6-6-6", "wN7");
    table.open(Phase::PrepFire);
    assert!(!table.offers(&format!("fire u{firer} N7")), "not adjacent to its own units without a Melee");
    table.set(ours).melee = true;
    table.set(theirs).melee = true;
    table.play(&format!("fire u{firer} N7"), &[]);
    // 5 on the 4 column is 1MC for both; each 12 breaks and reduces.
    table.play("shoot", &[2, 3, 6, 6, 6, 6]);
    assert!(table.u(ours).broken && table.u(theirs).broken);
}

// card: 3.2.3g
#[test]
fn the_remaining_leader_checks_first_and_helps() {
    // The 9-2 is eliminated; the 8-1 and the squad check at +2, the squad with the help of the 8-1.
    let mut table = Table::new();
    table.american("6-6-6", "wC6");
    let captain = table.german("9-2", "wC3");
    let leader = table.german("8-1", "wC3");
    let squad = table.german("4-6-7", "wC3");
    let (mut dice, mut log) = (standto::dice::Dice::taped(&[1, 2, 2, 3]), standto::game::Log::on());
    let mut losses = Vec::new();
    table.position.effects().eliminate(captain, None, &mut dice, &mut log, &mut losses).unwrap();
    table.position.effects().after_losses(losses, &mut dice, &mut log).unwrap();
    let told: Vec<String> = log.events().into_iter().map(|event| event.text).collect();
    assert!(told.iter().any(|text| text.contains("MC 3+2=5 vs 8")), "{told:?}");
    assert!(told.iter().any(|text| text.contains("MC 5+1=6 vs 7")), "{told:?}");
    assert!(!table.u(leader).broken && !table.u(squad).broken);
    // No LLMC in CC.
    let mut table = Table::new();
    let captain = table.german("9-2", "wC3");
    let squad = table.german("4-6-7", "wC3");
    table.set(squad).melee = true;
    let (mut dice, mut log) = (standto::dice::Dice::taped(&[]), standto::game::Log::off());
    let mut losses = Vec::new();
    table.position.effects().eliminate(captain, None, &mut dice, &mut log, &mut losses).unwrap();
    table.position.effects().after_losses(losses, &mut dice, &mut log).unwrap();
}

// card: 3.8b
#[test]
fn leaders_are_stacked_before_cc() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC3");
    let two = table.german("4-4-7", "wC3");
    let leader = table.german("8-1", "wC3");
    let enemy = table.american("6-6-6", "wC3");
    table.open(Phase::CloseCombat);
    table.play("combat C3", &[]);
    assert!(table.offers(&format!("bind u{leader} u{two}")) && table.offers(&format!("alone u{leader}")));
    table.play(&format!("bind u{leader} u{two}"), &[]);
    // The enemy has no leader to stack: designation starts.
    table.play("done", &[]);
    let place = table.place("wC3");
    let Some(Frame::Melee(melee)) = table.position.turn.frames.last() else {
        panic!("{:?}", table.choices())
    };
    let bands = bands::bands(&table.position.forces, place, Side::A, &melee.bonds);
    assert!(bands.contains(&vec![two, leader]) && bands.contains(&vec![one]), "{bands:?}");
    let _ = enemy;
}

// card: 3.8b
#[test]
fn a_leader_alone_attacks_and_defends_alone() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    let leader = table.german("8-1", "wC3");
    let enemy = table.american("6-6-6", "wC3");
    table.open(Phase::CloseCombat);
    table.play("combat C3", &[]);
    table.play(&format!("alone u{leader}"), &[]);
    if table.offers("done") && !table.offers(&format!("use u{squad}")) {
        table.play("done", &[]);
    }
    table.play(&format!("use u{leader}"), &[]);
    assert!(!table.offers(&format!("use u{squad}")), "not together with an MMC");
    table.play(&format!("at u{enemy}"), &[]);
    let Some(Frame::Melee(melee)) = table.position.turn.frames.last() else { panic!() };
    let worked = striking::work_out_strike(&table.position.forces, melee, Side::A, &melee.open);
    assert_eq!(
        (worked.attack.to_string(), worked.drm()),
        ("1".into(), 0),
        "its own leadership does not count"
    );
}

// card: 5.3, 3.8a
#[test]
fn a_created_leader_changes_the_odds_of_both_sides() {
    // A CX 5-4-8 attacks a 3-4-7 at 5 to 3 and is attacked at 3 to 5 (1-2); with a leader it is 5 to 4 and 4
    // to 5.
    let mut table = Table::new();
    let german = table.german("5-4-8", "wC3");
    let italian = table.unit(Side::B, Nation::Italian, "3-4-7", "wC3");
    table.set(german).cx = true;
    table.open(Phase::CloseCombat);
    for choice in ["combat C3".to_owned(), format!("use u{german}"), format!("at u{italian}"), "next".into()]
    {
        table.play(&choice, &[]);
    }
    for choice in [format!("use u{italian}"), format!("at u{german}")] {
        table.play(&choice, &[]);
    }
    // The German 5 is 6 with CX: a reduction at 3-2, nothing at 1-1. The Italian 2 raises a leader (2, +1 Italian,
    // -1 a column below 1-1) and kills.
    table.play("next", &[2, 3, 1, 1, 2]);
    assert!(table.told("creates a 8-0"));
    assert!(table.gone(german) && table.u(italian).data().name == "3-4-7");
}
