//! The APh (3.7).

use std::ops::ControlFlow;

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::desperation;
use crate::rules::aslsk::ordnance::{acquisition, hidden, manhandling};
use crate::rules::aslsk::state::{Choice, Forces, Ground, Position, Turn, Whereabouts, Zone, names};
use crate::rules::aslsk::turn::{ChoiceSink, Frame, sequence};
use crate::side::Side;

/// Whether an advance takes all MF of a unit, with or without a leader.
fn exhausting(ground: &Ground, forces: &Forces, id: u8, to: Place, leader: Option<u8>) -> bool {
    ground.way(forces.unit(id).place(), to, false).cost >= whole_allowance(forces, id, leader)
}

/// The half MF of a unit for an advance, with or without a leader.
#[apply(rule, "3.7", "3.3g")]
fn whole_allowance(forces: &Forces, id: u8, leader: Option<u8>) -> u8 {
    let carries = leader.is_some_and(|leader| forces.can_add_ipc(leader, forces.unit(leader).cx));
    forces.factors(id, leader.is_some(), carries, forces.unit(id).cx, 0).max(1)
}

/// Whether a unit may advance at all.
#[apply(rule, "3.7")]
fn advances(forces: &Forces, turn: &Turn, id: u8) -> bool {
    let unit = forces.unit(id);
    let free = unit.side == turn.attacker && !unit.acted && !unit.pinned && !unit.pushing;
    free && !forces.overloaded(id) && (unit.good_order() || sequence::may_enter(forces, turn, id))
}

pub(super) fn list_advances(
    ground: &Ground,
    forces: &Forces,
    turn: &Turn,
    sink: ChoiceSink,
) -> ControlFlow<()> {
    sink(Choice::Done)?;
    let crowd = forces.crowd(ground);
    // 3.3c
    for id in forces.ids().filter(|&id| advances(forces, turn, id)) {
        let unit = forces.unit(id);
        let (allowance, size) = (whole_allowance(forces, id, None), forces.size(id));
        let leaders = u8::from(unit.leader());
        let mut add = |to: Place| {
            let exhausting = ground.way(unit.place(), to, false).cost >= allowance;
            if crowd.room(to, turn.attacker, size, leaders) && !(unit.cx && exhausting) {
                sink(Choice::Advance(id, ground.hex(to)))?;
            }
            if exhausting && !unit.leader() && unit.place().is_some() {
                list_escorts(ground, forces, turn, id, to, sink)?;
            }
            ControlFlow::Continue(())
        };
        match (unit.place(), &forces.group_of(unit).zone) {
            (Some(from), _) => ground.map().around(from).try_for_each(|(_, to)| add(to))?,
            (None, Zone::Enter { by, .. }) => by.iter().try_for_each(|&to| add(to))?,
            (None, Zone::SetUp(_)) => {}
        }
    }
    list_transfers(forces, turn.attacker, sink)
}

/// A leader that advances along can save a unit from becoming CX.
fn list_escorts(
    ground: &Ground,
    forces: &Forces,
    turn: &Turn,
    id: u8,
    to: Place,
    sink: ChoiceSink,
) -> ControlFlow<()> {
    let Some(here) = forces.unit(id).place() else { return ControlFlow::Continue(()) };
    let leaders = forces.units_at(here, turn.attacker).filter(|&other| forces.unit(other).leader());
    for leader in leaders.filter(|&leader| advances(forces, turn, leader)) {
        let tired = forces.unit(leader).cx && exhausting(ground, forces, leader, to, None);
        if !tired
            && forces.room(to, turn.attacker, &[id, leader])
            && !exhausting(ground, forces, id, to, Some(leader))
        {
            sink(Choice::Escort(id, leader, ground.hex(to)))?;
        }
    }
    ControlFlow::Continue(())
}

/// SW are transferred or dropped before their units advance (3.7, 4a).
fn list_transfers(forces: &Forces, attacker: Side, sink: ChoiceSink) -> ControlFlow<()> {
    let ready = |id: u8| {
        let unit = forces.unit(id);
        unit.side == attacker && unit.good_order() && !unit.acted && !unit.hidden
    };
    for weapon in forces.weapon_ids() {
        let Some(id) = forces.weapon(weapon).holder.filter(|&id| ready(id)) else { continue };
        if forces.weapon(weapon).gun().is_none() && !forces.weapon(weapon).recovered {
            let others = forces.ids().filter(|&other| {
                other != id && ready(other) && forces.unit(other).place() == forces.unit(id).place()
            });
            others.map(|other| Choice::Give(weapon, other)).try_for_each(&mut *sink)?;
        }
        sink(Choice::Drop(weapon))?;
    }
    ControlFlow::Continue(())
}

impl Position {
    pub(super) fn advance(&mut self, choice: Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let (units, hex, led) = match choice {
            Choice::Advance(id, hex) => (vec![id], hex, None),
            Choice::Escort(id, leader, hex) => (vec![id, leader], hex, Some(leader)),
            Choice::Give(weapon, id) => {
                self.forces.transfer(weapon, id);
                self.turn.frames.push(Frame::Advance);
                return Ok(());
            }
            Choice::Drop(weapon) => {
                let place = self.forces.weapon(weapon).holder.and_then(|id| self.forces.unit(id).place());
                self.forces.drop_weapon(weapon, place);
                self.turn.frames.push(Frame::Advance);
                return Ok(());
            }
            _ => return self.next_phase(dice, log),
        };
        self.turn.frames.push(Frame::Advance);
        let Some(to) = self.ground.map().place(hex) else { return Ok(()) };
        units.iter().for_each(|&id| hidden::reveal(&self.ground, &mut self.forces, id, log));
        if manhandling::runs_into_hidden_gun(&self.ground, &mut self.forces, to, self.turn.attacker, log) {
            units.iter().for_each(|&id| self.forces.unit_mut(id).acted = true);
            return Ok(());
        }
        for &id in &units {
            let exhausted =
                exhausting(&self.ground, &self.forces, id, to, led.filter(|&leader| leader != id));
            self.forces.leave_guns(id);
            let name = names::called(&self.ground, &self.forces, id);
            let unit = self.forces.unit_mut(id);
            unit.acted = true;
            unit.cx |= exhausted;
            unit.at = Whereabouts::On(to);
            log.add(|| {
                let text = format!("{name} advances to {}", self.ground.name(to));
                Event::new(Tone::Plain, self.turn.attacker, text, "3.7").at([self.ground.cell(to)])
            });
            self.forces.forget_targets_of(id);
            acquisition::track(&self.ground, &mut self.forces, id);
        }
        desperation::place_dm(&self.ground, &mut self.forces);
        Ok(())
    }
}

impl Forces {
    /// Transfers a Weapon, once per phase.
    #[apply(rule, "3.1d", "4a")]
    pub fn transfer(&mut self, weapon: u8, to: u8) {
        self.forget_target(weapon);
        let weapon = self.weapon_mut(weapon);
        weapon.holder = Some(to);
        weapon.recovered = true;
    }
}
