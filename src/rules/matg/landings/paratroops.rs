//! 8.10.1: paratroops land before play, stand by stand: arrival, landing square and landing. Then their lost
//! commanders, and surprise.

use super::landing_chart::{Distance, Manner, distances};
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Side, Target, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::command::cohesion::{D20, cohesion_test};
use crate::rules::matg::command::{cohesion, headquarters};
use crate::rules::matg::landings::touch_down;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::battle::{Battle, Role};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position, Vacancy};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Open, Phase, Question, ask, unreachable_choice};

/// How far surprise lowers the cohesion level (8.10.1.5).
pub(in crate::rules::matg) const SURPRISE: u8 = 4;

/// The drift of a stand that is on target: 1D8/2 (8.10.1.3.2).
#[apply(rule, "8.10.1.3.2")]
fn on_target() -> &'static Distance {
    distances(Manner::Parachute).next().expect("the distance table of paratroops begins with on target")
}

/// A commander is named to replace one lost in a landing (8.10.1.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Appointment {
    /// The side that lost it.
    pub side: Side,
    /// Whether it was the GHQ.
    pub ghq: bool,
}

impl Open for Appointment {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        ask("command", "Name the stand that takes command.", "8.10.1.4")
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        appointable(&game.forces, self.side, self.ghq)
            .map(|id| Choice::Command(game.battle.tag(id)))
            .collect()
    }

    fn apply(self, game: &mut Position, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Command(tag) = *choice else { unreachable_choice(choice) };
        let id = game.battle.named(tag);
        let role = if self.ghq {
            Role::Ghq(headquarters::new_quality(&game.forces, &game.now, &game.command, id, dice, log)?)
        } else {
            Role::Hq
        };
        game.forces.stand_mut(id).role = role;
        for vacancy in &mut game.command.vacancies {
            if vacancy.heir == Some(id) {
                vacancy.heir = None;
            }
        }
        log.add(|| {
            let text = format!("{} takes command", game.battle.who(id));
            Event::new(Tone::Plain, self.side, text, "8.10.1.4").at(game.forces.cell(id))
        });
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        appointable(&game.forces, self.side, self.ghq).next().map(|_| self.side)
    }

    fn phase(&self) -> Phase {
        Phase::Recover
    }
}

/// The jump of one stand (8.10.1.3).
pub(super) fn jump(
    game: &mut Position,
    id: Id,
    zone: Cell,
    group: u8,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let known = game.command.vacancies.len();
    come_down(game, id, zone, group, dice, log)?;
    lose_commanders(&game.battle, &mut game.command, &mut game.arrivals, known, group, dice, log)
}

fn come_down(
    game: &mut Position,
    id: Id,
    zone: Cell,
    group: u8,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let flight = game.battle.landing(group).conditions;
    if !flight.sure
        && !touch_down::roll_by_number(&game.battle, id, &jump_profile(&game.forces, group), zone, dice, log)?
            .1
    {
        cohesion::eliminate(game, id, log);
        return Ok(());
    }
    let profile = target_profile(&game.forces, &game.now, &game.command, id, zone, group);
    let (face, passed) = touch_down::roll_by_number(&game.battle, id, &profile, zone, dice, log)?;
    let place = if face == 1 {
        Some(zone) // natural 1: on the drop zone itself
    } else {
        let distance = if passed { on_target() } else { game.battle.landing(group).distance };
        touch_down::drift(&game.battle, id, zone, distance, "8.10.1.3.2", dice, log)?
    };
    match place {
        Some(cell) => touch_down::touch_down(game, id, cell, group, dice, log).map(|_| ()),
        None => {
            cohesion::eliminate(game, id, log);
            Ok(())
        }
    }
}

/// Headquarters lost in the landing: an HQ is replaced after 1D8/2 turns, a GHQ by 10.1.7 (8.10.1.4).
#[apply(rule, "10.1.7", "8.10.1.4")]
fn lose_commanders(
    battle: &Battle,
    command: &mut Command,
    arrivals: &mut Arrivals,
    known: usize,
    group: u8,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let side = battle.landing(group).side;
    let own = |vacancy: &Vacancy| vacancy.side == side;
    let lost: Vec<Vacancy> =
        command.vacancies.get(known..).unwrap_or_default().iter().copied().filter(own).collect();
    for vacancy in lost {
        if vacancy.ghq {
            arrivals.headless[side.index()] = true;
            continue;
        }
        let face = dice.roll(8, || "turns until a new battalion commander, halved and rounded up".into())?;
        let turns = face.div_ceil(2);
        if let Some(index) = command.vacancies.iter().rposition(|other| *other == vacancy) {
            command.vacancies.remove(index);
        }
        arrivals.orphans.push((side, turns));
        log.add(|| {
            let name = &battle.army(side).name;
            let text = format!("{name}: a new HQ takes command at the end of turn {turns}. D8 {face}");
            Event::new(Tone::Loss, side, text, "8.10.1.4")
        });
    }
    Ok(())
}

/// Between turns: the decision about a commander lost in the landing (8.10.1.4).
#[apply(rule, "8.10.1.4")]
pub(in crate::rules::matg) fn appointment(
    battle: &Battle,
    now: &Turn,
    command: &mut Command,
    arrivals: &mut Arrivals,
) -> Option<Appointment> {
    let turn = now.number;
    let due = arrivals.orphans.iter().position(|&(_, end)| end < turn);
    if let Some(index) = due {
        let (side, _) = arrivals.orphans.remove(index);
        return Some(Appointment { side, ghq: false });
    }
    let side = Side::BOTH.into_iter().find(|side| {
        arrivals.headless[side.index()]
            && battle.surprised[side.index()]
            && command.lowered[side.index()] == 0
    })?;
    arrivals.headless[side.index()] = false;
    let vacant = command.vacancies.iter().position(|vacancy| vacancy.side == side && vacancy.ghq)?;
    command.vacancies.remove(vacant);
    Some(Appointment { side, ghq: true })
}

/// After the landings: lowers the cohesion level of surprised sides (8.10.1.5).
pub(super) fn begin_surprise(battle: &Battle, now: &Turn, command: &mut Command, log: &mut Log) {
    for side in Side::BOTH.into_iter().filter(|side| battle.surprised[side.index()]) {
        command.lowered[side.index()] = SURPRISE;
        log.add(|| {
            let (name, level) = (&battle.army(side).name, cohesion::level(battle, now, command, side));
            let text = format!("{name} are surprised: cohesion level {level}");
            Event::new(Tone::Loss, side, text, "8.10.1.5")
        });
    }
}

/// Marker removal: each surprised side tries to raise its cohesion level by 1 (8.10.1.5).
pub(in crate::rules::matg) fn recover_surprise(
    forces: &Forces,
    now: &Turn,
    command: &mut Command,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    for side in [now.initiative, now.initiative.other()] {
        if command.lowered[side.index()] == 0 {
            continue;
        }
        let profile = surprise_profile(forces, now, command, side);
        let roll = cohesion::roll_of_side(&forces.battle, side, &profile, dice)?;
        command.lowered[side.index()] -= u8::from(roll.passed);
        log.add(|| {
            let level = format!("cohesion level {}", cohesion::level(&forces.battle, now, command, side));
            cohesion::cohesion_roll_line(&forces.battle, side, &profile, roll, &level)
        });
    }
    Ok(())
}

/// The stands of a group over their drop zone.
pub(super) fn at_the_door(battle: &Battle, arrivals: &Arrivals, group: u8) -> Vec<(Id, Cell)> {
    let Some(zone) = arrivals.groups[usize::from(group)].zone else { return Vec::new() };
    battle.landing(group).stands.iter().map(|&id| (id, zone.at)).collect()
}

/// Step 1: whether the stand arrives: 19 or less (8.10.1.3.1).
pub fn jump_profile(forces: &Forces, group: u8) -> Test {
    let rule = "8.10.1.3.1";
    let landing = forces.battle.landing(group);
    let flight = landing.conditions;
    let flak = flight.flak || touch_down::faces_anti_aircraft(forces, landing.side);
    let modifiers = [
        (flight.night, "night"),
        (flight.weather, "high wind or clouds"),
        (flak, "anti-aircraft fire on the way or at the zone"),
        (flight.small, "small transport aircraft"),
    ];
    let modifiers = modifiers.into_iter().filter(|(is, _)| *is);
    let modifiers = modifiers.map(|(_, label)| Modifier { value: 1, label, rule });
    Test::new(&D20, Target::AtMost(19), "to arrive", rule).modified(modifiers)
}

/// Step 2: whether the stand is on target (8.10.1.3.2).
#[apply(rule, "8.10.1.3.2")]
pub fn target_profile(forces: &Forces, now: &Turn, command: &Command, id: Id, zone: Cell, group: u8) -> Test {
    let rule = "8.10.1.3.2";
    let landing = forces.battle.landing(group);
    let flight = landing.conditions;
    let modifiers = [
        (flight.night, 2, "night"),
        (touch_down::is_under_anti_aircraft(forces, landing.side, zone), 1, "anti-aircraft stand in range"),
        (flight.weather, 1, "overcast or high wind"),
        (!flight.night, -2, "daylight"),
        (flight.guided, -1, "pathfinders"),
    ];
    let modifiers = modifiers.into_iter().filter(|(is, ..)| *is);
    let modifiers = modifiers.map(|(_, value, label)| Modifier { value, label, rule });
    cohesion::cohesion_profile(forces, now, command, id, "to land on target", rule, modifiers).naturals(&[])
}

fn appointable(forces: &Forces, side: Side, ghq: bool) -> impl Iterator<Item = Id> + '_ {
    forces.ids(side).filter(move |&id| {
        matches!(forces.stand(id).place, Place::Board(_) | Place::Aboard(_))
            && !forces.unit(id).is_unarmed()
            && match forces.stand(id).role {
                Role::None => true,
                Role::Hq => ghq,
                Role::Ghq(_) => false,
            }
    })
}

/// The roll that raises a lowered cohesion level, modified by the quality of the GHQ (8.10.1.5).
pub fn surprise_profile(forces: &Forces, now: &Turn, command: &Command, side: Side) -> Test {
    let rule = "8.10.1.5";
    let quality = forces.ids(side).find_map(|id| match forces.stand(id).role {
        Role::Ghq(quality) if forces.stand(id).place != Place::Lost && !forces.is_to_come(id) => {
            Some(i16::from(quality))
        }
        _ => None,
    });
    let quality = quality.filter(|&quality| quality != 0);
    let modifiers = quality.map(|quality| Modifier { value: -quality, label: "quality of the GHQ", rule });
    let modifiers = modifiers.into_iter().collect();
    cohesion_test(
        "to recover from surprise",
        cohesion::level(&forces.battle, now, command, side),
        modifiers,
        rule,
    )
}
