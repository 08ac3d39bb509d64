//! The APh (3.7).

use std::ops::ControlFlow;

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Choice, Whereabouts, Zone};
use crate::rules::aslsk::turn::{Frame, Told};

impl Position {
    /// Whether an advance takes all MF of a unit, with or without a leader.
    fn exhausting(&self, id: u8, to: Place, leader: Option<u8>) -> bool {
        self.way(self.unit(id).place(), to, false).cost >= self.whole_allowance(id, leader)
    }

    /// The half MF of a unit for an advance, with or without a leader.
    fn whole_allowance(&self, id: u8, leader: Option<u8>) -> u8 {
        applies("3.7");
        applies("3.3g");
        let carries = leader.is_some_and(|leader| self.lends_a_hand(leader, self.unit(leader).cx));
        self.factors(id, leader.is_some(), carries, self.unit(id).cx, 0).max(1)
    }

    /// Whether a unit may advance at all.
    fn advances(&self, id: u8) -> bool {
        applies("3.7");
        let unit = self.unit(id);
        let free = unit.side == self.attacker && !unit.acted && !unit.pinned && !unit.pushing;
        free && !self.overloaded(id) && (unit.good_order() || self.may_enter(id))
    }

    pub(super) fn tell_advances(&self, told: Told) -> ControlFlow<()> {
        told(Choice::Done)?;
        let crowd = self.crowd();
        applies("3.3c");
        for id in self.ids().filter(|&id| self.advances(id)) {
            let unit = self.unit(id);
            let (allowance, size) = (self.whole_allowance(id, None), self.size(id));
            let leaders = u8::from(unit.leader());
            let mut add = |to: Place| {
                let exhausting = self.way(unit.place(), to, false).cost >= allowance;
                if crowd.room(to, self.attacker, size, leaders) && !(unit.cx && exhausting) {
                    told(Choice::Advance(id, self.hex(to)))?;
                }
                if exhausting && !unit.leader() && unit.place().is_some() {
                    self.tell_escorts(id, to, told)?;
                }
                ControlFlow::Continue(())
            };
            match (unit.place(), &self.battle.groups[usize::from(unit.group)].zone) {
                (Some(from), _) => self.map().around(from).try_for_each(|(_, to)| add(to))?,
                (None, Zone::Enter { by, .. }) => by.iter().try_for_each(|&to| add(to))?,
                (None, Zone::SetUp(_)) => {}
            }
        }
        self.tell_handing_over(told)
    }

    /// A leader that advances along can save a unit from becoming CX.
    fn tell_escorts(&self, id: u8, to: Place, told: Told) -> ControlFlow<()> {
        let Some(here) = self.unit(id).place() else { return ControlFlow::Continue(()) };
        let leaders = self.units_at(here, self.attacker).filter(|&other| self.unit(other).leader());
        for leader in leaders.filter(|&leader| self.advances(leader)) {
            let tired = self.unit(leader).cx && self.exhausting(leader, to, None);
            if !tired && self.room(to, self.attacker, &[id, leader]) && !self.exhausting(id, to, Some(leader))
            {
                told(Choice::Escort(id, leader, self.hex(to)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// SW are transferred or dropped before their units advance (3.7, 4a).
    fn tell_handing_over(&self, told: Told) -> ControlFlow<()> {
        let ready = |id: u8| {
            let unit = self.unit(id);
            unit.side == self.attacker && unit.good_order() && !unit.acted && !unit.hidden
        };
        for weapon in 0..self.weapons.len() as u8 {
            let Some(id) = self.weapon(weapon).holder.filter(|&id| ready(id)) else { continue };
            if self.weapon(weapon).gun().is_none() && !self.weapon(weapon).recovered {
                let others = self.ids().filter(|&other| {
                    other != id && ready(other) && self.unit(other).place() == self.unit(id).place()
                });
                others.map(|other| Choice::Give(weapon, other)).try_for_each(&mut *told)?;
            }
            applies("4a");
            told(Choice::Drop(weapon))?;
        }
        ControlFlow::Continue(())
    }

    pub(super) fn advance(&mut self, choice: Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let (units, hex, led) = match choice {
            Choice::Advance(id, hex) => (vec![id], hex, None),
            Choice::Escort(id, leader, hex) => (vec![id, leader], hex, Some(leader)),
            Choice::Give(weapon, id) => {
                self.hand_over(weapon, id);
                self.frames.push(Frame::Advance);
                return Ok(());
            }
            Choice::Drop(weapon) => {
                let place = self.weapon(weapon).holder.and_then(|id| self.unit(id).place());
                self.drop_weapon(weapon, place);
                self.frames.push(Frame::Advance);
                return Ok(());
            }
            _ => return self.next_phase(dice, log),
        };
        self.frames.push(Frame::Advance);
        let Some(to) = self.map().place(hex) else { return Ok(()) };
        units.iter().for_each(|&id| self.reveal(id, log));
        if self.stumbles(to, self.attacker, log) {
            units.iter().for_each(|&id| self.unit_mut(id).acted = true);
            return Ok(());
        }
        for &id in &units {
            let exhausted = self.exhausting(id, to, led.filter(|&leader| leader != id));
            self.leave_guns(id);
            let name = self.called(id);
            let unit = self.unit_mut(id);
            unit.acted = true;
            unit.cx |= exhausted;
            unit.at = Whereabouts::On(to);
            log.add(|| {
                let text = format!("{name} advances to {}", self.name(to));
                Event::new(Tone::Plain, self.attacker, text, "3.7").at([self.cell(to)])
            });
            self.forget_targets_of(id);
            self.track(id);
        }
        self.despair();
        Ok(())
    }

    /// Transfers a Weapon, once per phase.
    pub(super) fn hand_over(&mut self, weapon: u8, to: u8) {
        applies("3.1d");
        applies("4a");
        self.forget_target(weapon);
        let weapon = self.weapon_mut(weapon);
        weapon.holder = Some(to);
        weapon.recovered = true;
    }
}
