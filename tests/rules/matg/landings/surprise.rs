//! Rule cards of 8.10.1.4 and 8.10.1.5: commanders lost in a landing, and surprise.

use super::table::{DROP, GERMAN_GHQ, GHQ, PARA, Table, drop, id, play, whereabouts};
use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::command::cohesion;
use standto::rules::matg::landings::paratroops;
use standto::rules::matg::state::battle::Role;

// card: 8.10.1.4
#[test]
fn an_hq_lost_in_the_landing_is_replaced_after_some_turns() {
    let stands = [GHQ, PARA, ("Infantry HQ", "role = \"HQ\"; landing = \"Able\"")];
    // The HQ does not arrive: 3/2 is two turns.
    let (mut position, _) = drop(&stands, &[GERMAN_GHQ]).land(&[1, 1, 4, 20, 3]);
    assert!(position.command.vacancies.is_empty(), "no change in command by 10.1.7");
    assert_eq!(position.arrivals.orphans, [(Side::A, 2)]);
    assert!(run_until(&mut position, "command"));
    assert_eq!(position.now.number, 3, "after the second turn");
    assert_eq!(position.decision().map(|d| (d.side, d.rule)), Some((Side::A, "8.10.1.4")));
    play_seeded(&mut position, "command A2");
    assert_eq!(position.forces.stand(id(&position, "A2")).role, Role::Hq);
}

fn play_seeded(position: &mut Position, choice: &str) {
    let choice = choice.parse().expect("a choice");
    position.check(&choice).expect("offered");
    position.apply(&choice, &mut Dice::seeded(1, 0), &mut Log::off()).expect("seeded");
}

// card: 8.10.1.4, 8.10.1.5
#[test]
fn a_lost_ghq_is_replaced_when_cohesion_is_restored() {
    let stands = [("Infantry HQ", "role = \"GHQ\"; landing = \"Able\""), PARA, PARA];
    let landings = format!("surprised = true\n{DROP}night = true\n");
    let table = Table { landings: &landings, cohesion: [14, 14], ..drop(&stands, &[GERMAN_GHQ]) };
    let (mut position, _) = table.land(&[19, 1, 1, 4, 1, 1, 4, 2, 4, 4]);
    assert_eq!(whereabouts(&position, "A1"), "lost");
    assert_eq!(position.command.vacancies.len(), 1, "10.1.7 shows the loss");
    assert_eq!(cohesion::level(&position.battle, &position.now, &position.command, Side::A), 10);
    // At cohesion 14 only an HQ could succeed by 10.1.7, and there is none.
    assert!(run_until(&mut position, "command"));
    assert_eq!(position.decision().map(|d| (d.side, d.rule)), Some((Side::A, "8.10.1.4")));
    assert_eq!(
        (
            position.command.lowered[0],
            cohesion::level(&position.battle, &position.now, &position.command, Side::A)
        ),
        (0, 14)
    );
    play_seeded(&mut position, "command A3");
    assert!(matches!(position.forces.stand(id(&position, "A3")).role, Role::Ghq(_)));
    assert!(position.command.vacancies.is_empty());
}

/// Plays the last choice of every decision until one of this kind.
fn run_until(position: &mut Position, kind: &str) -> bool {
    let mut dice = Dice::seeded(5, 0);
    while position.decision().is_some_and(|decision| decision.kind != kind) {
        let last = *position.choices().last().expect("a choice");
        position.apply(&last, &mut dice, &mut Log::off()).expect("seeded");
    }
    position.decision().is_some()
}

// card: 8.10.1.5
#[test]
fn surprise_lowers_the_cohesion_level_after_the_landing() {
    let stands = [GHQ, PARA];
    let landings = format!("{DROP}night = true\n");
    let germans = [("Infantry HQ", "role = \"GHQ+1\"; at = \"0112\"")];
    let table = Table { landings: &landings, german_side: "surprised = true", ..drop(&stands, &germans) };
    let position = table.set_up();
    assert_eq!(
        cohesion::level(&position.battle, &position.now, &position.command, Side::B),
        14,
        "the regular level while they land"
    );
    let (mut position, events) = table.land(&[1, 1, 4]);
    assert_eq!(
        (
            cohesion::level(&position.battle, &position.now, &position.command, Side::A),
            cohesion::level(&position.battle, &position.now, &position.command, Side::B)
        ),
        (15, 10)
    );
    assert!(
        events
            .iter()
            .any(|event| event.rule == "4.0" && event.text == "Germans: initiative 11. 1D6 1 + cohesion 10")
    );
    // The roll is made at the present level, modified by the quality of the GHQ.
    let profile = paratroops::surprise_profile(&position.forces, &position.now, &position.command, Side::B);
    assert_eq!((profile.base(), profile.modifier(), profile.passing_faces()), (Some(10), -1, 11));
    // Both sides pass: 2D6 for orders twice, then the roll of the marker removal phase, then initiative.
    play(&mut position, "pass", &[]);
    let events = play(&mut position, "pass", &[3, 3, 3, 3, 11, 6, 1]);
    let told = "Germans: cohesion level 11. D20 11, needs 11 or less";
    assert!(events.iter().any(|event| event.rule == "8.10.1.5" && event.text == told));
    play(&mut position, "pass", &[]);
    play(&mut position, "pass", &[3, 3, 3, 3, 13, 6, 1]);
    assert_eq!(
        cohesion::level(&position.battle, &position.now, &position.command, Side::B),
        11,
        "12 or less was needed"
    );
    // No side is surprised by day.
    let table = Table { german_side: "surprised = true", ..drop(&stands, &germans) };
    assert!(table.faults().contains("surprise needs a landing at night (8.10.1.5)"));
}
