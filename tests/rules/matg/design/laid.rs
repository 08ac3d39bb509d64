//! Generated battles being set up in play: mines and positions, pre-registered fire, observers.

use standto::board::Cell;
use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::artillery::missions::{Stage, registered_allowance};
use standto::rules::matg::state::battle::{ScenarioKind, Unit};
use standto::rules::matg::state::choice::Choice;
use standto::rules::matg::works::laid::Laid;
use standto::simulate;

use super::forged::{order, read};
use standto::rules::matg::authoring::design::{Order, generate};

/// An assault whose defender has mines, pre-registered fire and an observer, as set-up begins.
fn assault() -> Position {
    (0..40)
        .find_map(|seed| {
            let order =
                Order { board: (24, 36), points: Some(1500), ..order(ScenarioKind::PreparedPosition, seed) };
            let battle = read(&generate(&order).ok()?, &order);
            let guns =
                |unit: &Unit| unit.side == Side::A && unit.is_artillery() && unit.kind.notes().indirect;
            let full = battle.units.iter().any(guns)
                && battle.units.iter().any(|unit| unit.side == Side::A && unit.observer)
                && battle.markers.iter().any(|marker| matches!(marker.what, Laid::Mines(Some(_))))
                && battle.aircraft.is_empty();
            full.then(|| without_barrages(Position::new(std::sync::Arc::new(battle))))
        })
        .expect("one of forty has them")
}

/// The attacker plots no barrages.
fn without_barrages(mut position: Position) -> Position {
    while position.decision().is_some_and(|asked| asked.kind == "preparation") {
        play(&mut position, "pass");
    }
    position
}

/// An attacker with batteries plots barrages in secret before deployment, in the defender's zone; in a
/// meeting engagement and a hasty attack there are none (7.6.2.4).
// card: design: 1B, design: 1D, design: 1E
#[test]
fn barrages_are_plotted_before_deployment() {
    crate::cited::watch();
    for kind in ScenarioKind::ALL {
        let barred = matches!(kind, ScenarioKind::MeetingEngagement | ScenarioKind::HastyAttack);
        let found = (0..12).find_map(|seed| {
            let order = Order { board: (24, 36), points: Some(1200), ..order(kind, seed) };
            let battle = read(&generate(&order).ok()?, &order);
            let guns =
                |unit: &Unit| unit.side == Side::B && unit.is_artillery() && unit.kind.notes().indirect;
            battle.units.iter().any(guns).then(|| Position::new(std::sync::Arc::new(battle)))
        });
        let mut position = found.expect("one of twelve has batteries");
        let asked = position.decision().expect("the battle has not begun");
        assert_eq!(asked.kind == "preparation", !barred, "{kind:?}: {}", asked.kind);
        if barred {
            continue;
        }
        assert!(asked.side == Side::B && asked.secret);
        let squares: Vec<Cell> = position
            .choices()
            .into_iter()
            .filter_map(|choice| if let Choice::At(cell) = choice { Some(cell) } else { None })
            .collect();
        let deploys = position.battle.ids(Side::A).next().expect("the defender is there");
        assert!(!squares.is_empty() && squares.iter().all(|&cell| position.battle.in_zone(deploys, cell)));
        let (aim, before) = (squares[squares.len() / 2], position.record.missions.len());
        play(&mut position, &Choice::At(aim).to_string());
        let sheaf = position.choices().into_iter().next().expect("a sheaf is asked for");
        play(&mut position, &sheaf.to_string());
        assert_eq!(position.record.missions.len(), before + 1);
        assert!(
            position.record.missions.iter().any(|mission| mission.side == Side::B && mission.arrival == 1)
        );
        let position = without_barrages(position);
        assert_eq!(position.decision().map(|asked| asked.side), Some(Side::A), "then the defender sets up");
    }
}

fn play(position: &mut Position, choice: &str) {
    let choice = position.choices().into_iter().find(|known| known.to_string() == choice);
    let choice = choice.unwrap_or_else(|| panic!("it is offered"));
    position.apply(&choice, &mut Dice::seeded(1, 0), &mut Log::off()).expect("it is legal");
}

/// The defender records the pre-registered missions it is allowed (7.6.2.2), after its own deployment and
/// before the attacker's; it chooses their locations, and the enemy learns nothing.
// card: 7.6.2.2
#[test]
fn fire_is_registered_in_play() {
    crate::cited::watch();
    let mut position = assault();
    assert!(position.battle.missions.is_empty(), "none is recorded for it");
    play(&mut position, "ready");
    let most = registered_allowance(
        position.battle.kind,
        position.battle.ids(Side::A).filter(|&id| position.battle.unit(id).is_artillery()).count(),
        position.battle.army(Side::A).cohesion,
    );
    let mut dice = Dice::seeded(4, 0);
    let mut aimed: Vec<Cell> = Vec::new();
    for _ in 0..60 {
        let decision = position.decision().expect("the battle has not begun");
        if !decision.secret || decision.side != Side::A {
            break;
        }
        let choices = position.choices();
        let battery = choices.iter().find(|choice| matches!(choice, Choice::Battery(..)));
        let wanted = if aimed.len() < most { battery } else { None };
        let aims: Vec<Choice> = choices.iter().filter(|c| matches!(c, Choice::At(_))).copied().collect();
        let choice = match wanted {
            Some(battery) if !choices.contains(&Choice::Done) => *battery,
            _ if !aims.is_empty() => aims[aims.len() / 2],
            _ => [Choice::Explosive, Choice::Closed, Choice::Done, Choice::Ready]
                .into_iter()
                .find(|choice| choices.contains(choice))
                .expect("one of them"),
        };
        if let Choice::At(cell) = choice {
            aimed.push(cell);
        }
        position.apply(&choice, &mut dice, &mut Log::off()).expect("it is legal");
    }
    let lines: Vec<_> =
        position.record.missions.iter().filter(|line| line.stage == Stage::Registered).collect();
    assert_eq!(lines.iter().map(|line| line.aim).collect::<Vec<_>>(), aimed);
    assert!(
        !aimed.is_empty() && position.record.targets[0].len() <= most,
        "{} of {most}",
        position.record.targets[0].len()
    );
    assert_eq!(position.decision().map(|decision| decision.side), Some(Side::B), "now the attacker sets up");
    let seen = position.seen_by(Side::B, &mut Dice::seeded(1, 0));
    assert!(seen.record.missions.iter().all(|line| line.side == Side::B || !aimed.contains(&line.aim)));
}

/// Mines can be moved within the defender's zone and nowhere else, and observers to other stands.
// card: battles: laying works, battles: observers
#[test]
fn players_place_mines_and_observers() {
    crate::cited::watch();
    let mut position = assault();
    let mined = position.field.works.mines[0].cell;
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
    assert!(position.field.works.mines.iter().any(|mine| mine.cell == other));
    let host = position.record.observers.iter().find(|team| team.side == Side::A).expect("it has one").host;
    let tag = position.battle.tag(host);
    play(&mut position, &format!("transfer {tag}"));
    let to =
        position.choices().into_iter().find(|choice| *choice != Choice::Host(tag)).expect("another stand");
    play(&mut position, &to.to_string());
    let hosts: Vec<_> =
        position.record.observers.iter().filter(|team| team.side == Side::A).map(|team| team.host).collect();
    assert!(!hosts.is_empty() && !hosts.contains(&host), "{hosts:?}");
}

/// With all of it moved about, random play obeys every law.
#[test]
fn generated_battles_with_set_up_are_played_to_the_end() {
    let position = assault();
    let played = simulate::check_random_game(&position, 7, 200_000);
    assert!(played.unwrap_or_else(|broken| panic!("{broken}")).outcome().is_some());
}
