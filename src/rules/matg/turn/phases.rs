//! 4.0: how a turn begins and ends: initiative, marker removal, victory.

use super::sequence::{Open, Phase, Question, ask, unreachable_choice};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::artillery::preparation::CeaseFire;
use crate::rules::matg::movement::posture::PosturePhase;
use crate::rules::matg::movement::transport;
use crate::rules::matg::state::battle::Role;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position;
use crate::rules::matg::state::position::{Id, Place, Position};

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

    fn choices(&self, _: &Position) -> Vec<Choice> {
        Vec::new()
    }

    fn apply(self, _: &mut Position, choice: &Choice, _: &mut Dice, _: &mut Log) -> Result<(), Ask> {
        unreachable_choice(choice)
    }

    fn next(&self, _: &Position) -> Option<Side> {
        None
    }

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        game.end_turn(dice, log)
    }

    fn phase(&self) -> Phase {
        Phase::Recover
    }
}

impl Position {
    /// Opens phase 7. A side that has lost a command since the phase before names a successor first (10.1.7).
    pub(in crate::rules::matg) fn begin_removal(&mut self) {
        applies("10.1.7");
        self.now.open(MarkerRemoval);
        for side in [self.now.initiative.other(), self.now.initiative] {
            self.now.open(CeaseFire { side });
        }
        self.ask_successors();
    }

    /// Phase 1, initiative: 1D6 plus cohesion, ties rolled again; then posture determination.
    pub(super) fn begin_turn(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        applies("4.0.1");
        applies("chart: sequence of play");
        let turn = self.now.number;
        if turn == 1 {
            self.settle_missions();
            self.settle_positions();
        }
        log.add(|| Event::new(Tone::Phase, None, format!("Turn {turn}"), "4.0").begins(turn));
        self.break_forces(log);
        if self.all_cease_fire(dice, log)? {
            self.finish(log);
            return Ok(());
        }
        self.roll_weather(dice, log)?;
        self.raise_cohesion(dice, log)?;
        let scores = loop {
            let mut scores = [0; 2];
            for side in Side::BOTH {
                let army = self.battle.army(side);
                let face = dice.roll(6, || format!("initiative of the {}", army.name))?;
                scores[side.index()] =
                    i16::from(face) + position::cohesion(&self.battle, &self.now, &self.command, side);
                log.add(|| {
                    let text = format!(
                        "{}: initiative {}. 1D6 {face} + cohesion {}",
                        army.name,
                        scores[side.index()],
                        position::cohesion(&self.battle, &self.now, &self.command, side)
                    );
                    // The line on the winner is reported.
                    Event::new(Tone::Plain, side, text, "4.0").detail()
                });
            }
            if scores[0] != scores[1] {
                break scores;
            }
        };
        self.now.initiative = if scores[0] > scores[1] { Side::A } else { Side::B };
        let side = self.now.initiative;
        log.add(|| {
            let text = format!("{} win the initiative", self.battle.army(side).name);
            Event::new(Tone::Plain, side, text, "4.0")
        });
        applies("4.0.2");
        log.add(|| Event::new(Tone::Phase, None, "Posture determination", "4.0"));
        self.turn_to_flight();
        self.now.open(PosturePhase::begun_by(side));
        self.ask_successors();
        Ok(())
    }

    /// Phase 7, marker removal, and the end of the turn (4.0, 5.3).
    fn end_turn(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        applies("4.0.7");
        self.drop_empty_positions(log);
        log.add(|| Event::new(Tone::Phase, None, "Marker removal", "4.0"));
        self.now.overruns.clear();
        self.now.assaults.clear();
        self.close_missions(log);
        self.lift_impacts();
        self.resolve_works(dice, log)?;
        self.recover_all(dice, log)?;
        self.change_command(dice, log)?;
        self.recover_surprise(dice, log)?;
        self.arrivals.landed.clear();
        self.draw_due_cards(dice, log)?;
        for stand in &mut self.forces.stands {
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
        self.now.groups = 0;
        let wiped_out = |side| {
            self.battle.ids(side).all(|id| {
                matches!(
                    self.forces.stand(id).place,
                    Place::Lost | Place::OffMap | Place::Silenced | Place::Reserve | Place::Gone(_)
                )
            })
        };
        let [a, b] = Side::BOTH.map(wiped_out);
        // A side without opposition may still occupy the places that it must hold.
        let nobody_left = if self.battle.victory.is_destruction() { a || b } else { a && b };
        if self.now.number == self.battle.turns || nobody_left {
            self.finish(log);
        } else {
            self.now.number += 1;
        }
        Ok(())
    }

    /// Recovery of every suppressed or disorganized stand (5.3, chart: marker removal).
    fn recover_all(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        applies("chart: marker removal");
        for side in [self.now.initiative, self.now.initiative.other()] {
            // Headquarters first, since they help the stands beside them (10.1.3, S-86).
            let (headquarters, line): (Vec<Id>, Vec<Id>) =
                self.battle.ids(side).partition(|&id| self.forces.stand(id).role != Role::None);
            for id in headquarters.into_iter().chain(line) {
                let states = self.forces.states(id);
                applies("8.10.2.3");
                let landed = self.arrivals.landed.contains(&id); // 8.10.2.3
                if (states.suppressed || states.disorganized) && !states.eliminated && !landed {
                    self.recover(id, dice, log)?;
                }
            }
        }
        Ok(())
    }
}
