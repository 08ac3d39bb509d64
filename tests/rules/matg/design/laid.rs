//! Battles made to order as they are set up in play: mines and positions, pre-registered fire, observers.

use standto::board::Cell;
use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::artillery::missions::Stage;
use standto::rules::matg::state::battle::ScenarioKind;
use standto::rules::matg::state::choice::Choice;
use standto::simulate;

use super::forged::{order, read};
use standto::rules::matg::design::{Order, generate};

/// An assault whose defender has mines, pre-registered fire and an observer, as his set-up begins.
fn assault() -> Position {
    (0..40)
        .find_map(|seed| {
            let order =
                Order { board: (24, 36), points: Some(1500), ..order(ScenarioKind::PreparedPosition, seed) };
            let battle = read(&generate(&order).ok()?, &order);
            let full =
                battle.missions.iter().any(|line| line.side == Side::A && line.stage == Stage::Registered)
                    && battle.units.iter().any(|unit| unit.side == Side::A && unit.observer)
                    && battle.aircraft.is_empty();
            full.then(|| Position::new(std::sync::Arc::new(battle)))
        })
        .expect("one of forty has them")
}

fn play(position: &mut Position, choice: &str) {
    let choice = position.choices().into_iter().find(|known| known.to_string() == choice);
    let choice = choice.unwrap_or_else(|| panic!("it is offered"));
    position.apply(&choice, &mut Dice::seeded(1, 0), &mut Log::off()).expect("it is legal");
}

fn aims(position: &Position) -> Vec<Cell> {
    let own = position.missions.iter().filter(|line| line.side == Side::A && line.stage == Stage::Registered);
    own.map(|line| line.aim).collect()
}

/// The defender sets a registered mission down elsewhere, once, within reach; the enemy sees that, not which nor where.
// card: 7.6.2.2
#[test]
fn registered_fire_is_set_down_in_play() {
    crate::cited::watch();
    let mut position = assault();
    let before = aims(&position);
    assert!(position.choices().contains(&Choice::Adjust(1)), "the defender deploys first");
    play(&mut position, "adjust 1");
    assert!(position.decision().is_some_and(|decision| decision.secret));
    let offered = position.choices();
    let lead = position
        .missions
        .iter()
        .find(|line| line.side == Side::A)
        .and_then(|line| line.lead())
        .expect("a battery")
        .id;
    for cell in position.battle.grid.cells() {
        let near = position.reaches(lead, 0, cell);
        let open = offered.contains(&Choice::At(cell));
        assert!(near || !open, "{cell}");
    }
    let other = offered.iter().find_map(|choice| match choice {
        Choice::At(cell) if !before.contains(cell) => Some(*cell),
        _ => None,
    });
    let other = other.expect("there are other squares");
    let enemy = position.view(Side::B);
    play(&mut position, &format!("at {other}"));
    assert_eq!(aims(&position)[0], other);
    assert!(!position.choices().contains(&Choice::Adjust(1)), "once");
    let seen = position.seen_by(Side::B, &mut Dice::seeded(1, 0));
    assert!(!aims(&seen).contains(&other) || before.contains(&other), "he does not know where");
    assert_eq!(enemy.markers, position.view(Side::B).markers);
}

/// Mines are laid elsewhere in the zone of the defender and nowhere else, and observers go to other stands.
// card: battles: laying works, battles: observers
#[test]
fn mines_and_observers_are_the_players() {
    crate::cited::watch();
    let mut position = assault();
    let mined = position.works.mines[0].cell;
    play(&mut position, &format!("lift {mined}"));
    let half = i16::from(position.battle.grid.height) / 2;
    let north = position.battle.army(Side::A).edge == standto::board::Compass::N;
    let offered = position.choices();
    for choice in &offered {
        let Choice::At(cell) = choice else { panic!("{choice}") };
        assert_eq!(cell.y >= half, north, "{cell} is beyond the centre line");
    }
    let Choice::At(other) = offered[offered.len() / 2] else { panic!("a square") };
    play(&mut position, &format!("at {other}"));
    assert!(position.works.mines.iter().any(|mine| mine.cell == other));
    let host = position.observers.iter().find(|team| team.side == Side::A).expect("he has one").host;
    let tag = position.tag(host);
    play(&mut position, &format!("transfer {tag}"));
    let to =
        position.choices().into_iter().find(|choice| *choice != Choice::Host(tag)).expect("another stand");
    play(&mut position, &to.to_string());
    assert!(position.observers.iter().all(|team| team.side != Side::A || team.host != host));
}

/// With all of it moved about, random play keeps every law.
#[test]
fn what_is_set_up_in_play_is_played_to_the_end() {
    let position = assault();
    let played = simulate::check_random_game(&position, 7, 200_000);
    assert!(played.unwrap_or_else(|broken| panic!("{broken}")).outcome().is_some());
}
