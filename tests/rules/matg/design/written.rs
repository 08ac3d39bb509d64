//! Positions written as scenarios: they are accepted, describe the position, keep secrets, and can be played.

use standto::book::Book;
use standto::dice::Dice;
use standto::game::{Level, Log, Rules, Side};
use standto::rules::matg::artillery::missions::{Piece, Stage};
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::state::battle::{Arm, Battle, Role};
use standto::rules::matg::state::position::Place;
use standto::rules::matg::turn::arrivals;
use standto::rules::matg::works::laid::Laid;
use standto::rules::matg::{Position, scenario};
use standto::simulate::{self, Plan};

pub(super) fn opening(name: &str) -> Position {
    let (_, text) = Position::SCENARIOS.iter().find(|(known, _)| *known == name).expect("it is built in");
    Position::read(name, text).expect("it can be read").0
}

/// Plays at random for a while.
pub(super) fn played(name: &str, seed: u64, plays: u32) -> Position {
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

/// The stands on the map, by type and square.
pub(super) fn standing(position: &Position, side: Side) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = position
        .battle
        .ids(side)
        .filter_map(|id| {
            Some((position.battle.unit(id).kind.name.clone(), position.forces.cell(id)?.to_string()))
        })
        .collect();
    all.sort();
    all
}

// card: battles: a position as a scenario
#[test]
fn any_position_becomes_a_playable_scenario() {
    crate::cited::watch();
    let (mut written, mut played_on) = (0, 0);
    for (name, _) in Position::SCENARIOS {
        for plays in [0, 60, 400] {
            let position = played(name, 5, plays);
            let text = match position.aids().as_scenario() {
                Ok(text) => text,
                Err(why) => {
                    assert!(
                        why.starts_with("the battle is over")
                            || why.contains("no GHQ")
                            || why.contains("not visibly on the map yet")
                            || why.contains("not visibly deployed yet"),
                        "{name}, {plays}: {why}"
                    );
                    continue;
                }
            };
            written += 1;
            let (again, warnings) = Position::read("again.toml", &text)
                .unwrap_or_else(|faults| panic!("{name}, {plays}: {faults}\n{text}"));
            // The introductory battle itself has rockets before their time, and one from the air a group of seven.
            let known =
                |warning: &str| warning.contains(" was introduced in ") || warning.contains(", groups have ");
            let odd = warnings.iter().find(|warning| !known(&warning.to_string()));
            assert!(odd.is_none(), "{name}, {plays}: {}", odd.map(ToString::to_string).unwrap_or_default());
            for side in Side::BOTH {
                assert_eq!(standing(&again, side), standing(&position, side), "{name}, {plays}");
            }
            assert_eq!(
                again.battle.turns,
                position.battle.turns - position.now.number + 1,
                "{name}, {plays}"
            );
            assert_eq!(again.battle.levels, position.battle.levels);
            let plan = Plan { games: 1, seed: 3, levels: [Level::Random; 2], jobs: 1, ..Plan::default() };
            if plays == 60 && again.battle.units.len() < 60 {
                simulate::run(&again, &plan, |_| {}).unwrap_or_else(|error| panic!("{name}: {error}"));
                played_on += 1;
            }
        }
    }
    assert!(written >= Position::SCENARIOS.len() * 2, "{written}");
    assert!(played_on >= 2, "{played_on} of them are played on");
}

/// A seat's export contains neither the enemy's observers nor the contents of its minefields.
// card: battles: a position as a scenario
#[test]
fn an_exported_position_has_no_enemy_secrets() {
    crate::cited::watch();
    // The forces are set up as they stand.
    let (mut position, mut dice) = (opening("state-farm-79"), Dice::seeded(3, 0));
    let seen_now = |position: &Position| position.seen_by(Side::A, &mut Dice::seeded(1, 0));
    for _ in 0..3000 {
        if seen_now(&position).aids().as_scenario().is_ok() {
            break;
        }
        let choices = position.choices();
        let ready = choices.iter().find(|choice| choice.to_string() == "ready").unwrap_or(&choices[0]);
        position.apply(ready, &mut dice, &mut Log::off()).expect("it is legal");
    }
    let seen = seen_now(&position);
    let text = seen.aids().as_scenario().expect("it can be written");
    let (again, _) = Position::read("seen.toml", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let hosts = |position: &Position, side: Side| {
        position.record.observers.iter().filter(|team| team.side == side).count()
    };
    assert!(hosts(&position, Side::B) > 0 && hosts(&again, Side::B) == 0);
    assert_eq!(hosts(&again, Side::A), hosts(&position, Side::A));
    // Two positions that look alike to the seat are written alike, whatever the enemy's minefields contain.
    let mut other = position.clone();
    let kinds: Vec<_> = other.field.works.mines.iter().map(|mine| mine.kind).collect();
    for (mine, kind) in other.field.works.mines.iter_mut().zip(kinds.iter().rev()) {
        mine.kind = *kind;
    }
    let alike =
        other.seen_by(Side::A, &mut Dice::seeded(1, 0)).aids().as_scenario().expect("it can be written");
    assert_eq!(alike, text);
    assert!(!position.battle.markers.iter().any(|marker| matches!(marker.what, Laid::Mines(Some(_)))));
}

#[test]
fn lost_stands_are_not_exported_and_leave_no_gap_in_tags() {
    let mut position = opening("introductory");
    let lost = position.battle.ids(Side::A).nth(3).expect("there are more");
    position.forces.take_off(lost, Place::Lost);
    let name = position.battle.unit(lost).kind.name.clone();
    let count = |position: &Position| {
        position.battle.ids(Side::A).filter(|&id| position.battle.unit(id).kind.name == name).count()
    };
    let text = position.aids().as_scenario().expect("it can be written");
    let (again, _) = Position::read("lost.toml", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    assert_eq!(count(&again) + 1, count(&position));
    let aim = again.battle.victory.aims.iter().find(|aim| aim.side == Side::B).expect("it has one");
    let before = position.battle.victory.aims.iter().find(|aim| aim.side == Side::B).expect("it has one");
    let (a, b) = (aim.destroy.expect("to destroy"), before.destroy.expect("to destroy"));
    let strength = position.forces.losses_and_strength(Side::A).1;
    assert_eq!(a.of(strength), b.of(strength) - 1, "one is destroyed already");
}

/// Everything in a battle except the hash of its text.
pub(super) fn told(text: &str) -> String {
    let (battle, _) = scenario::read("told.toml", text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    format!("{:#?}", Battle { fingerprint: 0, ..battle })
}

/// The first line in which two descriptions differ.
pub(super) fn difference(before: &str, after: &str) -> Option<String> {
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
fn an_unstarted_battle_is_exported_as_read() {
    crate::cited::watch();
    let tests = ["everything", "works", "landings", "artillery", "skirmish"].map(|name| {
        let path = format!("{}/tests/scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        (name, std::fs::read_to_string(path).expect("it is there"))
    });
    let own = Position::SCENARIOS.iter().map(|(name, text)| (*name, (*text).to_owned()));
    let mut differ = Vec::new();
    for (name, text) in own.chain(tests) {
        let (position, _) = Position::read(name, &text).unwrap_or_else(|faults| panic!("{faults}"));
        let written = position.aids().as_scenario().unwrap_or_else(|why| panic!("{name}: {why}"));
        if let Some(apart) = difference(&told(&text), &told(&written)) {
            differ.push(format!("{name}: {apart}"));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

/// Fire registered before the battle, an open fire window and preparation still to come are in the exported
/// scenario, by the turns that are left.
// card: battles: a position as a scenario
#[test]
fn plotted_fire_and_fire_windows_are_exported() {
    crate::cited::watch();
    let text = format!("{}/tests/scenarios/artillery.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(text).expect("it is there");
    let (mut position, _) = Position::read("artillery", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let names = |position: &Position| position.record.targets.each_ref().map(|names| names.to_vec());
    let waiting = |position: &Position| {
        let all = position.record.missions.iter().filter(|mission| mission.stage == Stage::Registered);
        all.map(|mission| (mission.target, mission.aim, mission.smoke, mission.toward)).collect::<Vec<_>>()
    };
    assert!(!waiting(&position).is_empty(), "it has registered fire");
    position.now.number = 2;
    let written = position.aids().as_scenario().expect("it can be written");
    let (again, _) = Position::read("again", &written).unwrap_or_else(|faults| panic!("{faults}\n{written}"));
    assert_eq!((names(&again), waiting(&again)), (names(&position), waiting(&position)));
    // A seat does not write what the enemy has registered.
    for side in Side::BOTH {
        let seen = position.seen_by(side, &mut Dice::seeded(1, 0)).aids().as_scenario().unwrap_or_default();
        let (enemy, own) = (side.other(), position.battle.army(side.other()).name.clone());
        for name in position.record.targets[enemy.index()].iter() {
            assert!(!seen.contains(name.as_str()), "{own}: {name}\n{seen}");
        }
    }
    // A window of four turns that opened in turn 2 has three left in turn 3; not opened, all four.
    let later = |name: &str, change: &dyn Fn(&mut Position)| {
        let mut position = opening(name);
        change(&mut position);
        let text = position.aids().as_scenario().unwrap_or_else(|why| panic!("{name}: {why}"));
        Position::read("again", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}")).0
    };
    let window = |shelled: u8| {
        let again =
            later("stonne", &|position| (position.now.number, position.record.shelled) = (3, [shelled; 2]));
        let off_map = again.battle.units.iter().filter(|unit| unit.off_map).count();
        (again.battle.windows.into_iter().flatten().next(), off_map > 0)
    };
    assert_eq!((window(0), window(2)), ((Some(4), true), (Some(3), true)));
    let over = later("stonne", &|position| (position.now.number, position.record.shelled) = (9, [2; 2]));
    assert_eq!(over.battle.windows, [None, None]);
    // State Farm: the Soviet guns prepare for turn 5, which is in three turns.
    let again = later("state-farm-79", &|position| position.now.number = 3);
    let turns = again.battle.preparations.each_ref().map(|fire| fire.as_ref().map(|fire| fire.turn));
    assert!(turns.contains(&Some(3)) && turns.contains(&None), "{turns:?}");
}

/// A position as a seat sees it, in words that do not depend on numbers, tags and the turn count.
fn situation(position: &Position, seat: Side) -> Vec<String> {
    let mut told = Vec::new();
    let turn = position.now.number;
    for side in Side::BOTH {
        let shut = |id: u8| {
            let window = position.battle.windows[side.index()];
            let begun = position.record.shelled[side.index()];
            position.forces.stand(id).place == Place::OffMap
                && begun > 0
                && window.is_some_and(|window| begun + window <= turn)
        };
        let gone = |id: &u8| {
            matches!(
                position.forces.stand(*id).place,
                Place::Lost | Place::Gone(_) | Place::Reserve | Place::Hidden | Place::Silenced
            ) || shut(*id)
                || position.battle.unit(*id).arm == Arm::Horses
        };
        let all: Vec<u8> = position.battle.ids(side).filter(|id| !gone(id)).collect();
        let place_of = |id: u8| all.iter().position(|known| *known == id);
        for &id in &all {
            let (unit, stand) = (position.battle.unit(id), position.forces.stand(id));
            let place = match stand.place {
                Place::Board(cell) => format!("{cell} {}", stand.facing),
                Place::Aboard(carrier) => format!("in {:?}", place_of(carrier)),
                Place::Due => format!(
                    "due in {}",
                    arrivals::arrival_of_stand(&position.battle, &position.arrivals, id).saturating_sub(turn)
                ),
                place => format!("{place:?}"),
            };
            let fires = position.battle.unit(id).indirect_guns().next().is_some();
            told.push(format!(
                "{} {}: {place}, S {} D {} {:?} depleted {} low {} foot {} rounds {:?} smoke {}",
                side.index(),
                unit.kind.name,
                stand.suppressed,
                stand.disorganized,
                stand.role,
                stand.depleted,
                stand.lately.low,
                stand.dismounted,
                stand.rounds,
                if fires { stand.smoke } else { 0 },
            ));
        }
        for mission in position.record.missions.iter().filter(|mission| mission.side == side) {
            let still = |piece: &&Piece| {
                place_of(piece.id).is_some() && position.forces.stand(piece.id).place == piece.place
            };
            let pieces: Vec<_> =
                mission.batteries.iter().filter(still).map(|piece| (place_of(piece.id), piece.gun)).collect();
            let over = mission.stage != Stage::Registered && mission.last() < turn;
            if pieces.is_empty() || over {
                continue;
            }
            let first = mission.arrival.max(turn) - turn;
            let turns = (mission.stage != Stage::Registered)
                .then(|| (first, (mission.last() - turn).min(position.battle.turns - turn)));
            told.push(format!(
                "{} fire {:?} {} {:?} smoke {} {:?} turns {turns:?} {pieces:?} watched {:?} {:?} {} {:?} name {:?}",
                side.index(),
                mission.kind,
                mission.aim,
                mission.toward,
                mission.smoke,
                mission.stage,
                mission.observer.and_then(place_of),
                mission.shift,
                mission.corrected,
                mission.polar,
                position.record.targets[side.index()].get(usize::from(mission.target).wrapping_sub(1)),
            ));
        }
        for (landing, group) in position.battle.landings.iter().zip(&position.arrivals.groups) {
            let aloft =
                landing.stands.iter().filter(|&&id| position.forces.stand(id).place == Place::Aloft).count();
            if landing.side == side && aloft > 0 {
                let due = if group.turn > 0 { group.turn.max(turn) - turn } else { 0 };
                told.push(format!(
                    "{} lands {} {aloft} {:?} {due} {:?}",
                    side.index(),
                    landing.name,
                    group.zone,
                    landing.near
                ));
            }
        }
        // A stand that has become GHQ with an observer cannot begin a battle that way (7.6.4.1).
        let ghq = |host: u8| matches!(position.forces.stand(host).role, Role::Ghq(_));
        let hosts = position.record.observers.iter().filter(|team| team.side == side && !ghq(team.host));
        let mut hosts: Vec<_> = hosts.filter_map(|team| place_of(team.host)).collect();
        hosts.sort_unstable();
        hosts.dedup();
        if side == seat {
            told.push(format!("observers {hosts:?}"));
        }
        let mut mines: Vec<String> = position
            .field
            .works
            .mines
            .iter()
            .filter(|mine| mine.owner == side && mine.kind.is_some())
            .map(|mine| format!("{} {:?}", mine.cell, mine.kind))
            .collect();
        mines.sort();
        told.push(format!("{} {mines:?}", side.index()));
    }
    for cell in position.battle.grid.cells() {
        let ground = position.field.ground_at(cell);
        let lasting = ground.without(Terrain::Smoke).without(Terrain::ImpactZone).without(Terrain::Minefield);
        told.push(format!("{cell} {lasting} {}", position.battle.level(cell)));
    }
    told.push(format!("{} turns", position.battle.turns - turn));
    told
}

/// Whether a stand is crossing a friendly stand's square.
fn passes(position: &Position) -> bool {
    let mut all = Side::BOTH.into_iter().flat_map(|side| position.forces.on_board(side));
    all.any(|(id, cell)| position.forces.holder_of(cell).is_some_and(|other| other != id))
}

/// Some moments of a random game, with the number of actions before each.
fn moments(name: &str, seed: u64) -> Vec<(u64, u64, Position)> {
    let mut position = opening(name);
    let mut dice = Dice::seeded(seed, 0);
    let mut moments = Vec::new();
    let mut wanted = vec![639 + seed, 330 + seed, 80 + seed, 15];
    for play in 0..660 + seed {
        if position.decision().is_none() {
            break;
        }
        if wanted.last().is_some_and(|&at| play >= at) {
            if passes(&position) {
                // It begins next to the friendly stand it was crossing: a different but valid position.
                if let Ok(text) = position.aids().as_scenario() {
                    Position::read("passing.toml", &text).unwrap_or_else(|faults| panic!("{faults}"));
                }
            } else {
                wanted.pop();
                moments.push((seed, play, position.clone()));
            }
        }
        let choices = position.choices();
        let at = Dice::seeded(seed ^ play, 7).below(choices.len());
        position.apply(&choices[at], &mut dice, &mut Log::off()).expect("it is legal");
    }
    moments
}

/// Each seat's export of a position reads back as what that seat saw: stands with their states, plotted and
/// falling fire, troops in the air, terrain. `STANDTO_EVERY=20` plays twenty games of each battle instead of
/// one.
// card: battles: a position as a scenario
#[test]
fn an_exported_position_is_what_the_seat_saw() {
    crate::cited::watch();
    let games: u64 = std::env::var("STANDTO_EVERY").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let (mut written, mut refused, mut fires, mut aloft) = (0, Vec::new(), 0, 0);
    for (name, _) in Position::SCENARIOS {
        for (seed, plays, position) in (0..games).flat_map(|seed| moments(name, 11 + seed)) {
            for seat in Side::BOTH {
                let seen = position.seen_by(seat, &mut Dice::seeded(1, 0));
                let text = match seen.aids().as_scenario() {
                    Ok(text) => text,
                    Err(why) => {
                        refused.push(format!("{name}, {seed}, {plays}: {why}"));
                        continue;
                    }
                };
                let (again, _) = Position::read("again.toml", &text)
                    .unwrap_or_else(|faults| panic!("{name}, {seed}, {plays}: {faults}\n{text}"));
                let (before, after) = (situation(&seen, seat), situation(&again, seat));
                let lost: Vec<&String> = before.iter().filter(|line| !after.contains(line)).collect();
                let come: Vec<&String> = after.iter().filter(|line| !before.contains(line)).collect();
                assert!(
                    lost.is_empty() && come.is_empty(),
                    "{name}, {seed}, {plays}, {seat:?}\nsaw:   {lost:#?}\nwrote: {come:#?}"
                );
                written += 1;
                fires += before
                    .iter()
                    .filter(|line| line.contains(" fire ") && !line.contains("Registered turns"))
                    .count();
                aloft += before.iter().filter(|line| line.contains(" lands ")).count();
            }
        }
    }
    let known = |why: &String| {
        why.contains("no GHQ")
            || why.contains("not visibly on the map yet")
            || why.contains("not visibly deployed yet")
    };
    assert!(refused.iter().all(known), "{refused:#?}");
    assert!(written >= 50, "{written} written, refused {refused:#?}");
    assert!(fires > 0 && aloft > 0, "{fires} lines of fire, {aloft} groups in the air");
}
