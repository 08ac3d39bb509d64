//! The order of phases and Player Turns (3, 3.9).

use super::rally::Step;
use super::{Frame, rout};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::ordnance::smoke::Thickness;
use crate::rules::aslsk::state::{Forces, Ground, Marker, Position, Turn, Whereabouts, Zone, names};
use crate::rules::aslsk::turn::phase::Phase;
use crate::side::Side;

impl Position {
    /// Opens a phase.
    fn open(&mut self, phase: Phase) {
        self.turn.phase = phase;
        self.turn.shots.clear();
        self.turn.closed_to_smoke = false;
        for weapon in &mut self.forces.weapons {
            (weapon.carriage.turned, weapon.carriage.equivalent) = (false, false);
        }
        if phase == Phase::PrepFire {
            self.ground.disperse_smoke(self.turn.attacker);
            applies("1.2.5b");
        }
        if phase == Phase::Movement {
            applies("3.3g");
            // CX is removed, but Double Time is not possible in this MPh (3.3g).
            for unit in self.forces.units.iter_mut().filter(|unit| unit.side == self.turn.attacker) {
                (unit.tired, unit.cx) = (unit.cx, false);
            }
        }
        let (attacker, defender) = (self.turn.attacker, self.turn.attacker.other());
        self.turn.frames.push(match phase {
            Phase::Rally => Frame::Rally(Step::Recovery, attacker),
            Phase::PrepFire => Frame::Fire(Mode::Prep, attacker),
            Phase::Movement => Frame::Move,
            Phase::DefensiveFire => Frame::Fire(Mode::Final, defender),
            Phase::AdvancingFire => Frame::Fire(Mode::Advancing, attacker),
            Phase::Rout => Frame::Rout(attacker),
            Phase::Advance => Frame::Advance,
            Phase::CloseCombat => Frame::Combat(Vec::new()),
        });
    }

    /// Ends a phase and opens the next.
    pub fn next_phase(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        match self.turn.phase {
            Phase::Movement => {
                self.ground.smoke.retain(|cloud| cloud.thickness != Thickness::Grenades);
                self.ground.residual.clear();
                // 3.3.1h
                for unit in &mut self.forces.units {
                    (unit.acted, unit.on_road, unit.tired) = (false, false, false);
                }
            }
            Phase::DefensiveFire => {
                self.forces.unmark(|marker| matches!(marker, Marker::First | Marker::Final))
            }
            Phase::AdvancingFire => {
                self.forces.unmark(|_| true);
                applies("3.5a");
                rout::begin_rout_phase(&self.ground, &mut self.forces);
            }
            Phase::Rout => self.forces.units.iter_mut().for_each(|unit| unit.acted = false),
            Phase::Advance => {
                self.forces.weapons.iter_mut().for_each(|weapon| weapon.recovered = false);
                eliminate_unentered(&self.ground, &mut self.forces, &self.turn, log);
            }
            Phase::CloseCombat => return self.next_turn(dice, log),
            Phase::Rally | Phase::PrepFire => {}
        }
        let at = Phase::ALL.iter().position(|&phase| phase == self.turn.phase).unwrap_or(0);
        self.open(Phase::ALL[at + 1]);
        Ok(())
    }

    /// Starts the next Player Turn (3.9).
    #[apply(rule, "3.9")]
    fn next_turn(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        for unit in &mut self.forces.units {
            unit.pinned = false;
            unit.fired = false;
            unit.tried = false;
            unit.acted = false;
            unit.moved = false;
            unit.pushing = false;
            unit.directed = 0;
            unit.helps = None;
            unit.destroyed = 0;
        }
        for weapon in &mut self.forces.weapons {
            (weapon.fired, weapon.moved, weapon.recovered) = (false, false, false);
            weapon.carriage.spent = false;
        }
        let last = self.turn.number == self.battle.turns;
        if self.turn.attacker == self.battle.moves {
            if last && self.battle.half_turn {
                self.finish();
                return Ok(());
            }
        } else if last {
            self.finish();
            return Ok(());
        } else {
            self.turn.number += 1;
        }
        self.begin_turn(self.turn.attacker.other(), dice, log)
    }

    /// Starts a Player Turn with reinforcement dr (3.1a).
    #[apply(rule, "3.1a")]
    pub fn begin_turn(&mut self, attacker: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        self.turn.attacker = attacker;
        log.add(|| {
            let text = format!("Turn {}: {} attack", self.turn.number, self.battle.sides[attacker.index()].1);
            Event::new(Tone::Phase, attacker, text, "3").begins(self.turn.number)
        });
        for (at, group) in self.forces.order.groups.iter().enumerate() {
            let Zone::Enter { turn, on, .. } = &group.zone else { continue };
            if group.side != attacker || !self.turn.awaited[at] || self.turn.number < *turn {
                continue;
            }
            self.turn.awaited[at] = match on.get(usize::from(self.turn.number - turn)) {
                Some(&most) => {
                    dice.roll(6, || format!("{}: reinforcements on {most} or less", group.name))? > most
                }
                None => !on.is_empty(),
            };
            if !self.turn.awaited[at] {
                log.add(|| {
                    Event::new(Tone::Success, attacker, format!("{} enter this turn", group.name), "3.1a")
                });
            }
        }
        self.open(Phase::Rally);
        Ok(())
    }
}

/// Whether a unit is eliminated if it has not entered at the end of the APh (3.3j).
fn must_enter(forces: &Forces, turn: &Turn, id: u8) -> bool {
    let unit = forces.unit(id);
    let due = match &forces.group_of(unit).zone {
        Zone::SetUp(_) => false,
        Zone::Enter { after, .. } => {
            !after && unit.side == turn.attacker && !turn.awaited[usize::from(unit.group)]
        }
    };
    due && unit.at == Whereabouts::Off
}

/// A warning before a phase ends in which units could still have entered (3.3j).
pub fn warn_of_entry(ground: &Ground, forces: &Forces, turn: &Turn) -> Option<String> {
    const NAMED: usize = 3;
    let off: Vec<u8> = forces.ids().filter(|&id| must_enter(forces, turn, id)).collect();
    let named: Vec<String> = off.iter().take(NAMED).map(|&id| names::called(ground, forces, id)).collect();
    let more = off.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let then = if turn.phase == Phase::Advance {
        "Eliminated if they do not enter now"
    } else {
        "Still off-board, eliminated if they do not enter this turn"
    };
    (!off.is_empty()).then(|| format!("{then}: {}{more} (3.3j).", named.join(", ")))
}

/// Eliminates forces that failed to enter (3.3j).
#[apply(rule, "3.3j")]
fn eliminate_unentered(ground: &Ground, forces: &mut Forces, turn: &Turn, log: &mut Log) {
    for id in forces.ids() {
        if must_enter(forces, turn, id) {
            let unit = forces.unit(id);
            log.add(|| {
                let text = format!("{} did not enter and is eliminated", names::called(ground, forces, id));
                Event::new(Tone::Loss, unit.side, text, "3.3j")
            });
            forces.unit_mut(id).at = Whereabouts::Gone;
        }
    }
}

/// Whether a unit may enter now.
pub fn may_enter(forces: &Forces, turn: &Turn, id: u8) -> bool {
    let unit = forces.unit(id);
    let entering = matches!(forces.group_of(unit).zone, Zone::Enter { .. });
    unit.at == Whereabouts::Off && entering && !turn.awaited[usize::from(unit.group)]
}
