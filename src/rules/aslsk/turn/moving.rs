//! A stack on its way: steps, Smoke grenades and exit, with the fire they draw (3.3).

use super::first_fire::React;
use super::movement::{Mover, mover_of};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Target, Test, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::fire::desperation;
use crate::rules::aslsk::ordnance::smoke::Thickness;
use crate::rules::aslsk::ordnance::{acquisition, hidden, manhandling};
use crate::rules::aslsk::state::{Choice, Forces, Position, Whereabouts, names};
use crate::rules::aslsk::tables::modifiers::{self, Drm, List};
use crate::rules::aslsk::turn::rally::{self, ONE_DIE};
use crate::rules::aslsk::turn::{Frame, ending, stack};
use crate::rules::aslsk::weapons::charges;

impl Position {
    pub(super) fn begin_move(&mut self, choice: Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Move(id) = choice else { return self.next_phase(dice, log) };
        self.turn.frames.push(Frame::Move);
        hidden::reveal(&self.ground, &mut self.forces, id, log);
        self.forces.unit_mut(id).moved = true;
        let mover = mover_of(&self.forces, vec![id]);
        self.turn.frames.push(Frame::Mover(mover));
        Ok(())
    }

    pub(super) fn move_on(
        &mut self,
        mut mover: Mover,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        mover.units = stack::able(&self.forces, &mover);
        match choice {
            Choice::With(id) => {
                self.forces.unit_mut(id).moved = true;
                mover.units.push(id);
                self.turn.frames.push(Frame::Mover(mover));
            }
            Choice::Double => {
                mover.double = true;
                self.turn.frames.push(Frame::Mover(mover));
            }
            Choice::Assault => {
                mover.assault = true;
                self.turn.frames.push(Frame::Mover(mover));
            }
            Choice::Part(id) => self.part(mover, id),
            Choice::Go(hex) => self.go(mover, hex, false, dice, log)?,
            Choice::Beside(hex) => self.go(mover, hex, true, dice, log)?,
            Choice::Smoke(id, hex) => self.grenades(mover, id, hex, dice, log)?,
            Choice::Recover(id, weapon) => {
                start(&mut self.forces, &mut mover);
                mover.road = false;
                rally::recover(&self.ground, &mut self.forces, id, weapon, dice, log)?;
                self.spend(mover, 2, dice, log)?;
            }
            Choice::Push(gun, hex) => manhandling::push_gun(self, mover, gun, hex, dice, log)?,
            Choice::Charge(weapon, hex) => charges::place_charge(self, mover, weapon, hex, dice, log)?,
            Choice::Drop(weapon) => {
                let place = mover.units.first().and_then(|&id| self.forces.unit(id).place());
                self.forces.drop_weapon(weapon, place);
                self.turn.frames.push(Frame::Mover(mover));
            }
            Choice::Exit => self.leave_map(&mover, log),
            _ => {}
        }
        Ok(())
    }

    fn go(
        &mut self,
        mut mover: Mover,
        hex: crate::board::hex::Hex,
        beside: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(to) = self.ground.map().place(hex) else { return Ok(()) };
        start(&mut self.forces, &mut mover);
        if manhandling::runs_into_hidden_gun(&self.ground, &mut self.forces, to, self.turn.attacker, log) {
            return Ok(());
        }
        let from = mover.units.first().and_then(|&id| self.forces.unit(id).place());
        let way = self.ground.way(from, to, beside);
        mover.units.iter().for_each(|&id| self.forces.leave_guns(id));
        mover.road &= way.road;
        mover.enter();
        mover.motion = Motion { moves: true, assault: mover.assault, road: way.road, crest: way.crest };
        for id in mover.units.clone() {
            let unit = self.forces.unit_mut(id);
            unit.at = Whereabouts::On(to);
            unit.on_road = way.road;
            let carried: Vec<u8> = self.forces.weapons_of(id).collect();
            for weapon in carried {
                self.forces.weapon_mut(weapon).moved = true;
                self.forces.forget_target(weapon);
                mover.carried.push(weapon);
            }
            acquisition::track(&self.ground, &mut self.forces, id);
        }
        log.add(|| {
            let units = mover
                .units
                .iter()
                .map(|&id| names::factors_of(&self.forces, id))
                .collect::<Vec<_>>()
                .join(", ");
            let from = from.map_or("off-board", |from| self.ground.name(from));
            let text = format!("{units}: {from} to {}", self.ground.name(to));
            let moves = if mover.units.len() == 1 { "moves" } else { "move" };
            let what = format!("{moves} to {}", self.ground.name(to));
            Event::new(Tone::Plain, self.turn.attacker, text, "3.3")
                .at([self.ground.cell(to)])
                .moves(units, what)
        });
        desperation::place_dm(&self.ground, &mut self.forces);
        self.spend(mover, way.cost, dice, log)
    }

    /// Spends MF, resolves Residual FP and gives the DEFENDER an opportunity to fire.
    pub(in crate::rules::aslsk) fn spend(
        &mut self,
        mut mover: Mover,
        cost: u8,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        mover.spent += cost;
        mover.here += cost;
        let Some(place) = mover.units.first().and_then(|&id| self.forces.unit(id).place()) else {
            return Ok(());
        };
        if !mover.motion.moves {
            mover.motion = Motion { moves: true, assault: mover.assault, road: false, crest: 0 };
        }
        self.turn.shots.clear();
        // 3.3.1a
        self.attack_by_residual(&mut mover, place, dice, log)?;
        let react = React {
            side: self.turn.attacker.other(),
            units: mover.units.clone(),
            place,
            chances: (mover.here / 2).max(1),
            fired: mover.fired.clone(),
            motion: mover.motion,
        };
        self.turn.frames.push(Frame::Mover(mover));
        self.turn.frames.push(Frame::React(react));
        Ok(())
    }

    fn grenades(
        &mut self,
        mut mover: Mover,
        id: u8,
        hex: crate::board::hex::Hex,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(place) = self.ground.map().place(hex) else { return Ok(()) };
        start(&mut self.forces, &mut mover);
        mover.road = false;
        let own = self.forces.unit(id).is_at(place);
        self.forces.unit_mut(id).acted = true;
        let need = self.forces.unit(id).data().smoke;
        let die = dice.roll(6, || {
            format!("{}: Smoke grenades, {need} or less", names::called(&self.ground, &self.forces, id))
        })?;
        let good = grenade_test(&self.forces, id, self.forces.unit(id).cx).passes(die);
        if good {
            self.ground.lay_smoke(place, Thickness::Grenades, self.turn.attacker);
        }
        log.add(|| {
            let tone = if good { Tone::Success } else { Tone::Failure };
            let text = format!(
                "{}: Smoke in {}: dr {die} vs {need}, {}",
                names::called(&self.ground, &self.forces, id),
                self.ground.name(place),
                if good { "placed" } else { "none" }
            );
            Event::new(tone, self.turn.attacker, text, "3.3h").at([self.ground.cell(place)])
        });
        self.spend(mover, if own { 2 } else { 4 }, dice, log)?;
        if die == 6
            && let Some(Frame::Mover(mover)) =
                self.turn.frames.iter_mut().rev().find(|frame| matches!(frame, Frame::Mover(_)))
        {
            // A 6 ends the unit's MPh in its hex; the rest of the stack may move on.
            mover.units.retain(|&other| other != id);
        }
        Ok(())
    }

    fn leave_map(&mut self, mover: &Mover, log: &mut Log) {
        for &id in &mover.units {
            let worth = ending::worth(&self.battle.victory, self.forces.unit(id));
            self.score.points[self.turn.attacker.index()] += worth;
            self.forces.unit_mut(id).at = Whereabouts::Exited;
            self.forces.lose_track(id);
            log.add(|| {
                Event::new(
                    Tone::Success,
                    self.turn.attacker,
                    format!("{} exits", names::called(&self.ground, &self.forces, id)),
                    "3.3a",
                )
            });
        }
        self.decide();
    }
}

/// On the first MF spent, Double Time makes the units CX (3.3f, 3.3g).
pub(in crate::rules::aslsk) fn start(forces: &mut Forces, mover: &mut Mover) {
    if mover.started {
        return;
    }
    mover.started = true;
    for &id in &mover.units {
        forces.unit_mut(id).cx |= mover.double;
        applies("3.3f");
        applies("3.3g");
    }
}

/// The dr for placing Smoke grenades (3.3h).
pub fn grenade_test(forces: &Forces, id: u8, cx: bool) -> Test {
    let line = cx.then(|| modifiers::fixed(List::Die, Drm::CxSmoke));
    let number = i16::from(forces.unit(id).data().smoke);
    Test::new(&ONE_DIE, Target::AtMost(number), "Smoke grenades", "3.3h").modified(line)
}
