//! 4.0: how a turn begins and ends: initiative, marker removal, victory.

use super::sequence::{Open, Phase, Question, ask, nothing_to_decide};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::preparation::CeaseFire;
use crate::rules::matg::artillery::{changes, shells};
use crate::rules::matg::command::{cohesion, determination, headquarters, removal};
use crate::rules::matg::ground::weather;
use crate::rules::matg::landings::paratroops;
use crate::rules::matg::movement::posture::PosturePhase;
use crate::rules::matg::movement::transport;
use crate::rules::matg::state::battle::Role;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::{rising, victory};
use crate::rules::matg::works::{labour, positions};

/// Phase 7: markers are removed; there is nothing to decide (4.0).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MarkerRemoval;

impl Open for MarkerRemoval {
    fn side(&self, game: &Position) -> Side {
        game.now.initiative
    }

    fn asks(&self) -> Question {
        ask("removal", "Wait: markers are being removed.", "4.0")
    }

    nothing_to_decide!();

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        end_turn(game, dice, log)
    }

    fn phase(&self) -> Phase {
        Phase::Recover
    }
}

/// Opens phase 7. A side that has lost a command since the phase before names a successor first (10.1.7).
#[apply(rule, "10.1.7")]
pub(in crate::rules::matg) fn begin_removal(now: &mut Turn, command: &Command) {
    now.open(MarkerRemoval);
    for side in [now.initiative.other(), now.initiative] {
        now.open(CeaseFire { side });
    }
    headquarters::ask_successors(now, command);
}

/// Phase 1, initiative: 1D6 plus cohesion, ties rolled again; then posture determination.
#[apply(rule, "4.0.1", "chart: sequence of play")]
pub(super) fn begin_turn(game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let turn = game.now.number;
    if turn == 1 {
        changes::settle_missions(&mut game.field, &game.forces, &mut game.record);
        positions::settle_positions(&mut game.field, &game.forces);
    }
    log.add(|| Event::new(Tone::Phase, None, format!("Turn {turn}"), "4.0").begins(turn));
    determination::break_forces(&game.battle, &game.now, &mut game.command, &mut game.air, log);
    if determination::all_cease_fire(&game.battle, &game.now, &game.command, dice, log)? {
        victory::finish(&game.forces, &mut game.now, &game.command, log);
        return Ok(());
    }
    weather::roll_weather(&game.battle, &mut game.now, dice, log)?;
    rising::raise_cohesion(&game.battle, &game.now, &mut game.command, dice, log)?;
    let scores = loop {
        let mut scores = [0; 2];
        for side in Side::BOTH {
            let army = game.battle.army(side);
            let face = dice.roll(6, || format!("initiative of the {}", army.name))?;
            scores[side.index()] =
                i16::from(face) + cohesion::level(&game.battle, &game.now, &game.command, side);
            log.add(|| {
                let text = format!(
                    "{}: initiative {}. 1D6 {face} + cohesion {}",
                    army.name,
                    scores[side.index()],
                    cohesion::level(&game.battle, &game.now, &game.command, side)
                );
                // The line on the winner is reported.
                Event::new(Tone::Plain, side, text, "4.0").detail()
            });
        }
        if scores[0] != scores[1] {
            break scores;
        }
    };
    game.now.initiative = if scores[0] > scores[1] { Side::A } else { Side::B };
    let side = game.now.initiative;
    log.add(|| {
        let text = format!("{} win the initiative", game.battle.army(side).name);
        Event::new(Tone::Plain, side, text, "4.0")
    });
    // 4.0.2
    log.add(|| Event::new(Tone::Phase, None, "Posture determination", "4.0"));
    determination::turn_to_flight(&mut game.forces, &mut game.now, &game.command);
    game.now.open(PosturePhase::begun_by(side));
    headquarters::ask_successors(&mut game.now, &game.command);
    Ok(())
}

/// Phase 7, marker removal, and the end of the turn (4.0, 5.3).
#[apply(rule, "4.0.7")]
fn end_turn(game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    positions::drop_empty_positions(&mut game.field, &game.forces, log);
    log.add(|| Event::new(Tone::Phase, None, "Marker removal", "4.0"));
    game.now.overruns.clear();
    game.now.assaults.clear();
    changes::close_missions(game, log);
    shells::lift_impacts(&mut game.field, &mut game.record);
    labour::resolve_works(game, dice, log)?;
    recover_all(game, dice, log)?;
    headquarters::change_command(&mut game.forces, &game.now, &mut game.command, dice, log)?;
    paratroops::recover_surprise(&game.forces, &game.now, &mut game.command, dice, log)?;
    game.arrivals.landed.clear();
    determination::draw_due_cards(&game.battle, &mut game.command, dice, log)?;
    for stand in &mut game.forces.stands {
        stand.posture = Posture::Fire;
        stand.group = 0;
        stand.spent = 0;
        stand.fired = false;
        stand.attacked = false;
        stand.opportunity = false;
        stand.covered = false;
        stand.moved = false;
        stand.tried = false;
        stand.failed_load = false;
        stand.displaced = false;
        stand.pinned = false;
        stand.on_road = false;
        stand.water.tried = false;
        stand.lately = stand.lately.at_turns_end();
        if stand.handling == transport::SET_DOWN {
            // A large load set down this turn stays in the movement posture next turn (8.4.7).
            (stand.posture, stand.group, stand.moved, stand.handling) = (Posture::Move, u8::MAX, true, 0);
        }
    }
    game.now.groups = 0;
    let wiped_out = |side| {
        game.battle.ids(side).all(|id| {
            matches!(
                game.forces.stand(id).place,
                Place::Lost | Place::OffMap | Place::Silenced | Place::Reserve | Place::Gone(_)
            )
        })
    };
    let [a, b] = Side::BOTH.map(wiped_out);
    // A side without opposition may still occupy the places that it must hold.
    let nobody_left = if game.battle.victory.is_destruction() { a || b } else { a && b };
    if game.now.number == game.battle.turns || nobody_left {
        victory::finish(&game.forces, &mut game.now, &game.command, log);
    } else {
        game.now.number += 1;
    }
    Ok(())
}

/// Recovery of every suppressed or disorganized stand (5.3, chart: marker removal).
#[apply(rule, "chart: marker removal")]
fn recover_all(game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    for side in [game.now.initiative, game.now.initiative.other()] {
        // Headquarters first, since they help the stands beside them (10.1.3, S-86).
        let (headquarters, line): (Vec<Id>, Vec<Id>) =
            game.battle.ids(side).partition(|&id| game.forces.stand(id).role != Role::None);
        for id in headquarters.into_iter().chain(line) {
            let states = game.forces.states(id);
            let landed = game.arrivals.landed.contains(&id); // 8.10.2.3
            if (states.suppressed || states.disorganized) && !states.eliminated && !landed {
                removal::recover(game, id, dice, log)?;
            }
        }
    }
    Ok(())
}
