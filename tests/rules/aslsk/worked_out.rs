//! The forecast of an attack: each unit's fate against an enumeration of all rolls, and fire plans that can
//! be played as offered (3.2.2, 3.2.3).

use crate::battles::opening;
use standto::book::Book;
use standto::dice::Dice;
use standto::game::gesture::Wanted;
use standto::game::{Log, Rules};
use standto::rules::aslsk::Position;
use standto::rules::aslsk::calculator::fate::{Checked, Fate, morale_check, pin_check, rolls};
use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::fire::attack::{Attack, Motion};
use standto::rules::aslsk::fire::plan;
use standto::rules::aslsk::state::{Choice, Item};
use standto::rules::aslsk::tables::fire::Effect;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::table::Table;

/// An American attack on a hex.
fn attack(table: &Table, firer: u8, hex: &str) -> Attack {
    let target = table.place(hex);
    let targets = table.position.forces.known_at(target, Side::A).collect();
    let mut attack = Attack::new(Mode::Prep, Side::B, target, targets, Motion::default());
    attack.items.push(Item::Unit(firer));
    attack
}

/// What a MC does to a Good Order unit.
fn checked(checked: Checked) -> Fate {
    match checked {
        Checked::Passed => Fate::Unharmed,
        Checked::Pinned => Fate::Pinned,
        Checked::Failed(_) => Fate::Broken,
        Checked::Twelve(_) => Fate::ReducedBroken,
    }
}

/// The fate of a squad stacked with an 8-1 over all rolls: 36 of the attack, 36 of the leader's check, 36 of
/// its own.
fn counted(attack: &Attack, table: &Table) -> [f64; 7] {
    let fire = attack.work_out(&table.position).fire;
    let mut sum = [0.0; 7];
    let mut add = |fate: Fate, part: f64| sum[fate as usize] += part;
    for (coloured, white) in rolls() {
        let effect = fire.effect(coloured, white);
        let one = 1.0 / 36.0;
        match effect {
            Effect::None => add(Fate::Unharmed, one),
            Effect::Kill(1) => {
                add(Fate::Eliminated, one / 2.0);
                add(Fate::Broken, one / 2.0);
            }
            Effect::Kill(_) => add(Fate::Eliminated, one),
            Effect::Casualty(more) => {
                // The leader suffers the K and takes no check: the squad checks alone.
                for (a, b) in rolls() {
                    add(checked(morale_check(i16::from(a + b), more.into(), 7)), one / 2.0 / 36.0);
                }
                // The squad suffers the K: its HS checks with the leader's help, if the leader passes.
                for (a, b) in rolls() {
                    let fine = morale_check(i16::from(a + b), more.into(), 8) == Checked::Passed;
                    for (c, d) in rolls() {
                        let help = if fine { -1 } else { 0 };
                        let fate = match morale_check(i16::from(c + d), i16::from(more) + help, 7) {
                            Checked::Passed => Fate::Reduced,
                            Checked::Pinned => Fate::ReducedPinned,
                            Checked::Failed(_) => Fate::ReducedBroken,
                            Checked::Twelve(_) => Fate::Eliminated,
                        };
                        add(fate, one / 2.0 / 1296.0);
                    }
                }
            }
            Effect::MoraleCheck(more) => {
                for (a, b) in rolls() {
                    let fine = morale_check(i16::from(a + b), more.into(), 8) == Checked::Passed;
                    for (c, d) in rolls() {
                        let help = if fine { -1 } else { 0 };
                        let fate = checked(morale_check(i16::from(c + d), i16::from(more) + help, 7));
                        add(fate, one / 1296.0);
                    }
                }
            }
            Effect::PinCheck => {
                for (a, b) in rolls() {
                    let fine = pin_check(i16::from(a + b), 0, 8);
                    for (c, d) in rolls() {
                        let passes = pin_check(i16::from(c + d), if fine { -1 } else { 0 }, 7);
                        add(if passes { Fate::Unharmed } else { Fate::Pinned }, one / 1296.0);
                    }
                }
            }
        }
    }
    sum
}

#[test]
fn stack_odds_agree_with_every_roll() {
    for (firer, from) in [("6-6-6", "wN4"), ("7-4-7", "wN6"), ("3-4-6", "wN4")] {
        let mut table = Table::new();
        let leader = table.german("8-1", "wN7");
        let squad = table.german("4-6-7", "wN7");
        let firer = table.american(firer, from);
        let attack = attack(&table, firer, "wN7");
        let fates = attack.fates(&table.position);
        for (id, chances) in &fates {
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "u{id}: {chances:?}");
        }
        assert_eq!(fates[0].0, leader);
        let (_, found) = fates.iter().find(|(id, _)| *id == squad).unwrap();
        for (found, expected) in found.iter().zip(counted(&attack, &table)) {
            assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
        }
    }
}

#[test]
fn single_unit_odds_agree_with_the_calculator() {
    for name in ["4-6-7", "2-4-7", "2-2-8", "8-0"] {
        let mut table = Table::new();
        let target = table.german(name, "wN7");
        let firer = table.american("7-4-7", "wN6");
        let attack = attack(&table, firer, "wN7");
        let alone = plan::fate_of(
            &table.position.forces,
            target,
            &attack.work_out(&table.position).fire.effects(),
            0,
        );
        for (fate, found) in Fate::ALL.iter().zip(attack.fates(&table.position)[0].1) {
            assert!((alone.chance(fate) - found).abs() < 1e-9, "{name} {fate:?}");
        }
    }
}

#[test]
fn broken_units_are_reduced_on_failure_and_eliminated_on_12() {
    let mut table = Table::new();
    let target = table.german("4-6-7", "wN7");
    let unit = table.set(target);
    (unit.broken, unit.dm) = (true, true);
    let firer = table.american("6-6-6", "wN4");
    let attack = attack(&table, firer, "wN7");
    let fire = attack.work_out(&table.position).fire;
    let (mut dies, mut reduced) = (0.0, 0.0);
    for (coloured, white) in rolls() {
        let one = 1.0 / 36.0;
        match fire.effect(coloured, white) {
            Effect::Kill(_) => dies += one,
            Effect::Casualty(_) => reduced += one,
            Effect::MoraleCheck(more) => {
                for (a, b) in rolls() {
                    let original = i16::from(a + b);
                    if original == 12 {
                        dies += one / 36.0;
                    } else if original + i16::from(more) > 7 {
                        reduced += one / 36.0;
                    }
                }
            }
            _ => {}
        }
    }
    let chances = attack.fates(&table.position)[0].1;
    assert!((chances[Fate::Eliminated as usize] - dies).abs() < 1e-9);
    assert!((chances[Fate::Reduced as usize] - reduced).abs() < 1e-9, "{chances:?} {reduced}");
}

#[test]
fn an_attack_shows_fp_column_and_odds() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN6");
    table.set(squad).pinned = true;
    let gun = table.machine_gun(
        standto::rules::aslsk::tables::counters::Nation::German,
        standto::rules::aslsk::tables::weapons::Weight::Heavy,
        squad,
    );
    table.american("6-6-6", "wN7");
    table.open(Phase::PrepFire);
    table.set(squad).pinned = false;
    table.play(&format!("fire u{squad} N7"), &[]);
    table.play(&format!("join m{gun}"), &[]);
    let preview = table.position.preview(&Choice::Shoot).unwrap();
    let said = preview.remarks.join("\n");
    for words in [
        "4 x2 (PBF 3.2.2a) = 8",
        "7 x2 (PBF 3.2.2a) = 14",
        "22 FP: IFT 20",
        "Cowering 16.7%: 1 to the left (3.2.2e)",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    // A coloured 1 to 3 keeps ROF except for the doubles among them: 15 of 36; 12 malfunctions.
    assert!(said.contains("keeps ROF 41.7% (3 or less), breakdown 2.8%"), "{said}");
    assert!(said.contains("6-6-6: "), "{said}");
}

#[test]
fn planned_attacks_are_legal_choices() {
    let mut tried = 0;
    for (name, text) in Position::SCENARIOS
        .iter()
        .filter(|(name, _)| ["s9", "s13", "s15"].iter().any(|s| name.starts_with(s)))
    {
        let mut position: Position = opening(name, text);
        let mut dice = Dice::seeded(7, 0);
        for _ in 0..1500 {
            let choices = position.choices();
            if choices.is_empty() {
                break;
            }
            for attack in position.aids().attacks(&Wanted::of(0.6)).into_iter().take(2) {
                assert!((0.0..=1.0).contains(&attack.harm) && attack.kill <= attack.harm + 1e-9);
                let (mut trial, mut dice) = (position.clone(), Dice::seeded(tried, 0));
                for play in &attack.plays {
                    let choice: Choice = play.parse().unwrap();
                    trial.check(&choice).unwrap_or_else(|why| panic!("{name}: {:?}: {why}", attack.plays));
                    trial.apply(&choice, &mut dice, &mut Log::off()).unwrap();
                }
                tried += 1;
            }
            // The firing side fires now and then; the rest is random.
            let pick = dice.below(choices.len());
            position.apply(&choices[pick], &mut dice, &mut Log::off()).unwrap();
        }
    }
    assert!(tried > 100, "{tried}");
}
