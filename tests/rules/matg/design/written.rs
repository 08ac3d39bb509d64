//! Positions written as scenarios: they are accepted, say what stood where, keep secrets, and play.

use standto::book::Book;
use standto::dice::Dice;
use standto::game::{Level, Log, Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::artillery::missions::Stage;
use standto::rules::matg::scenario;
use standto::rules::matg::state::battle::Battle;
use standto::rules::matg::state::position::Place;
use standto::rules::matg::works::laid::Laid;
use standto::simulate::{self, Plan};

fn opening(name: &str) -> Position {
    let (_, text) = Position::SCENARIOS.iter().find(|(known, _)| *known == name).expect("it is built in");
    Position::read(name, text).expect("it can be read").0
}

/// Plays at random for a while.
fn played(name: &str, seed: u64, plays: u32) -> Position {
    let mut position = opening(name);
    let mut dice = Dice::seeded(seed, 0);
    for play in 0..plays {
        if position.decision().is_none() {
            break;
        }
        let choices = position.choices();
        let at = Dice::seeded(seed ^ u64::from(play), 7).below(choices.len());
        position.apply(&choices[at], &mut dice, &mut Log::off()).expect("it is legal");
    }
    position
}

/// What stands where, by type and square.
fn standing(position: &Position, side: Side) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = position
        .ids(side)
        .filter_map(|id| Some((position.unit(id).kind.name.clone(), position.cell(id)?.to_string())))
        .collect();
    all.sort();
    all
}

// card: battles: a position as a scenario
#[test]
fn any_position_of_the_battles_is_a_scenario_that_plays() {
    crate::cited::watch();
    let mut written = 0;
    for (name, _) in Position::SCENARIOS {
        for plays in [0, 60, 400] {
            let position = played(name, 5, plays);
            let text = match position.as_scenario() {
                Ok(text) => text,
                Err(why) => {
                    assert!(
                        why.starts_with("the battle is over")
                            || why.contains("in the air")
                            || why.contains("no GHQ")
                            || why.contains("not on the map yet"),
                        "{name}, {plays}: {why}"
                    );
                    continue;
                }
            };
            written += 1;
            let (again, warnings) = Position::read("again.toml", &text)
                .unwrap_or_else(|faults| panic!("{name}, {plays}: {faults}\n{text}"));
            // The introductory battle itself has rockets before their time, and one from the air a group of seven.
            let known = |warning: &str| warning.contains(" came in ") || warning.contains(", groups have ");
            let odd = warnings.iter().find(|warning| !known(&warning.to_string()));
            assert!(odd.is_none(), "{name}, {plays}: {}", odd.map(ToString::to_string).unwrap_or_default());
            for side in Side::BOTH {
                assert_eq!(standing(&again, side), standing(&position, side), "{name}, {plays}");
            }
            assert_eq!(again.battle.turns, position.battle.turns - position.turn + 1, "{name}, {plays}");
            assert_eq!(again.battle.levels, position.battle.levels);
            let plan = Plan { games: 1, seed: 3, levels: [Level::Random; 2], jobs: 1, limit: 200_000 };
            if plays == 60 && again.battle.units.len() < 60 {
                simulate::run(&again, &plan, |_| {}).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
    assert!(written >= Position::SCENARIOS.len() * 2, "{written}");
}

/// The enemy's observers and what lies in his minefields are not in what a seat writes.
// card: battles: a position as a scenario
#[test]
fn a_seat_writes_no_secret_of_the_enemy() {
    crate::cited::watch();
    // The forces are set up as they stand.
    let (mut position, mut dice) = (opening("state-farm-79"), Dice::seeded(3, 0));
    let seen_now = |position: &Position| position.seen_by(Side::A, &mut Dice::seeded(1, 0));
    for _ in 0..3000 {
        if seen_now(&position).as_scenario().is_ok() {
            break;
        }
        let choices = position.choices();
        let ready = choices.iter().find(|choice| choice.to_string() == "ready").unwrap_or(&choices[0]);
        position.apply(ready, &mut dice, &mut Log::off()).expect("it is legal");
    }
    let seen = seen_now(&position);
    let text = seen.as_scenario().expect("it can be written");
    let (again, _) = Position::read("seen.toml", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let hosts =
        |position: &Position, side: Side| position.observers.iter().filter(|team| team.side == side).count();
    assert!(hosts(&position, Side::B) > 0 && hosts(&again, Side::B) == 0);
    assert_eq!(hosts(&again, Side::A), hosts(&position, Side::A));
    // Two worlds that look alike to the seat write the same, whatever lies in the enemy's fields.
    let mut other = position.clone();
    let kinds: Vec<_> = other.works.mines.iter().map(|mine| mine.kind).collect();
    for (mine, kind) in other.works.mines.iter_mut().zip(kinds.iter().rev()) {
        mine.kind = *kind;
    }
    let alike = other.seen_by(Side::A, &mut Dice::seeded(1, 0)).as_scenario().expect("it can be written");
    assert_eq!(alike, text);
    assert!(!position.battle.markers.iter().any(|marker| matches!(marker.what, Laid::Mines(Some(_)))));
}

#[test]
fn what_is_lost_is_not_written_and_its_tag_leaves_no_gap() {
    let mut position = opening("introductory");
    let lost = position.ids(Side::A).nth(3).expect("there are more");
    position.lift(lost);
    position.stand_mut(lost).place = Place::Lost;
    let name = position.unit(lost).kind.name.clone();
    let count =
        |position: &Position| position.ids(Side::A).filter(|&id| position.unit(id).kind.name == name).count();
    let text = position.as_scenario().expect("it can be written");
    let (again, _) = Position::read("lost.toml", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    assert_eq!(count(&again) + 1, count(&position));
    let aim = again.battle.victory.aims.iter().find(|aim| aim.side == Side::B).expect("he has one");
    let before = position.battle.victory.aims.iter().find(|aim| aim.side == Side::B).expect("he has one");
    let (a, b) = (aim.destroy.expect("to destroy"), before.destroy.expect("to destroy"));
    let strength = position.toll(Side::A).1;
    assert_eq!(a.of(strength), b.of(strength) - 1, "one is destroyed already");
}

/// Everything that a battle says, but for the number of its text.
fn told(text: &str) -> String {
    let (battle, _) = scenario::read("told.toml", text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    format!("{:#?}", Battle { fingerprint: 0, ..battle })
}

/// The first line in which two tellings differ.
fn difference(before: &str, after: &str) -> Option<String> {
    let lines = before.lines().zip(after.lines()).enumerate();
    let apart = lines.filter(|(_, (a, b))| a != b).map(|(n, (a, b))| format!("{n}: {a} | {b}")).take(6);
    let apart: Vec<String> = apart.collect();
    if apart.is_empty() && before.lines().count() == after.lines().count() {
        None
    } else {
        Some(apart.join("\n"))
    }
}

// card: battles: a position as a scenario
#[test]
fn a_battle_that_has_not_begun_is_written_as_it_was_read() {
    crate::cited::watch();
    let tests = ["everything", "works", "landings", "artillery", "skirmish"].map(|name| {
        let path = format!("{}/tests/scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        (name, std::fs::read_to_string(path).expect("it is there"))
    });
    let own = Position::SCENARIOS.iter().map(|(name, text)| (*name, (*text).to_owned()));
    let mut differ = Vec::new();
    for (name, text) in own.chain(tests) {
        let (position, _) = Position::read(name, &text).unwrap_or_else(|faults| panic!("{faults}"));
        let written = position.as_scenario().unwrap_or_else(|why| panic!("{name}: {why}"));
        if let Some(apart) = difference(&told(&text), &told(&written)) {
            differ.push(format!("{name}: {apart}"));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

/// Fire that was registered before the battle, a window that has opened and preparation that has still to come are in
/// what is written later, by the turns that are left.
// card: battles: a position as a scenario
#[test]
fn plotted_fire_and_windows_outlast_the_writing() {
    crate::cited::watch();
    let text = format!("{}/tests/scenarios/artillery.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(text).expect("it is there");
    let (mut position, _) = Position::read("artillery", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let names = |position: &Position| position.targets.each_ref().map(|names| names.to_vec());
    let waiting = |position: &Position| {
        let all = position.missions.iter().filter(|mission| mission.stage == Stage::Registered);
        all.map(|mission| (mission.target, mission.aim, mission.smoke, mission.toward)).collect::<Vec<_>>()
    };
    assert!(!waiting(&position).is_empty(), "it has registered fire");
    position.turn = 2;
    let written = position.as_scenario().expect("it can be written");
    let (again, _) = Position::read("again", &written).unwrap_or_else(|faults| panic!("{faults}\n{written}"));
    assert_eq!((names(&again), waiting(&again)), (names(&position), waiting(&position)));
    // A seat does not write what the enemy has registered.
    for side in Side::BOTH {
        let seen = position.seen_by(side, &mut Dice::seeded(1, 0)).as_scenario().unwrap_or_default();
        let (enemy, own) = (side.other(), position.battle.army(side.other()).name.clone());
        for name in position.targets[enemy.index()].iter() {
            assert!(!seen.contains(name.as_str()), "{own}: {name}\n{seen}");
        }
    }
    // A window of four turns that opened in turn 2 has three left in turn 3; not opened, all four.
    let later = |name: &str, change: &dyn Fn(&mut Position)| {
        let mut position = opening(name);
        change(&mut position);
        let text = position.as_scenario().unwrap_or_else(|why| panic!("{name}: {why}"));
        Position::read("again", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}")).0
    };
    let window = |shelled: u8| {
        let again = later("stonne", &|position| (position.turn, position.shelled) = (3, [shelled; 2]));
        let off_map = again.battle.units.iter().filter(|unit| unit.off_map).count();
        (again.battle.windows.into_iter().flatten().next(), off_map > 0)
    };
    assert_eq!((window(0), window(2)), ((Some(4), true), (Some(3), true)));
    let over = later("stonne", &|position| (position.turn, position.shelled) = (9, [2; 2]));
    assert_eq!(over.battle.windows, [None, None]);
    // State Farm: the Soviet guns prepare for turn 5, which is in three turns.
    let again = later("state-farm-79", &|position| position.turn = 3);
    let turns = again.battle.preparations.each_ref().map(|fire| fire.as_ref().map(|fire| fire.turn));
    assert!(turns.contains(&Some(3)) && turns.contains(&None), "{turns:?}");
}
