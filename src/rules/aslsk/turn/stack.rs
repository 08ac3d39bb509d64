//! MF and IPC of units and stacks, and splitting a stack (3.3b, 3.3d, 3.3f, 4b).

use super::movement::Mover;
use super::way::Way;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::aslsk::state::{Choice, Forces, Position};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::turn::Frame;

impl Mover {
    /// Whether the MF pay for a step: by road throughout there is 1 MF more (1.1.1c), and Assault Movement
    /// cannot use all MF (3.3e).
    #[apply(rule, "1.1.1c", "3.3e")]
    pub(super) fn pays(&self, allowance: u8, way: &Way) -> bool {
        let bonus = if self.road && way.road { 2 } else { 0 };
        let spent = self.spent + way.cost;
        if self.assault { spent < allowance } else { spent <= allowance + bonus }
    }
}

impl Forces {
    /// A unit's allowance in half MF under load (3.3b, 3.3f, 3.2.3d, 4b). `led`: a leader moves along;
    /// `carried`: it adds its IPC.
    pub fn allowance(&self, id: u8, led: bool, carried: bool, double: bool) -> u8 {
        self.factors(id, led, carried, double, if double { 2 } else { 0 })
    }

    /// The same with extra MF; `cx` lowers its IPC by one (3.3g).
    #[apply(rule, "3.3b")]
    pub(super) fn factors(&self, id: u8, led: bool, carried: bool, cx: bool, more: i16) -> u8 {
        let unit = self.unit(id);
        let leader = unit.leader();
        if self.overloaded(id) {
            return 0;
        }
        let whole: i16 = match unit.data().kind {
            Kind::Leader if unit.wounded => 3,
            Kind::Leader => 6,
            _ if unit.inexperienced(|| led || self.led(id)) => 3,
            _ => 4,
        };
        let helped = if led && !leader { 2 } else { 0 };
        let capacity = self.capacity(id) - i16::from(cx) + i16::from(carried);
        let factors = whole + helped + more - (self.load(id) - capacity.max(0)).max(0);
        // Between 0 and 10 whole MF.
        2 * factors.max(0) as u8
    }

    /// The IPC of a unit (4b).
    #[apply(rule, "4b")]
    pub(super) fn capacity(&self, id: u8) -> i16 {
        match (self.unit(id).leader(), self.unit(id).wounded) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) => 3,
        }
    }

    /// The PP that a unit carries.
    pub(super) fn load(&self, id: u8) -> i16 {
        self.weapons_of(id).map(|weapon| i16::from(self.weapon(weapon).portage())).sum()
    }

    /// Whether a leader carries more than the 2 PP it ever can (4b).
    pub(super) fn overloaded(&self, id: u8) -> bool {
        self.unit(id).leader() && self.load(id) > 2
    }

    /// Whether a leader can add its IPC to a MMC: not wounded, not CX, carrying nothing.
    pub(super) fn can_add_ipc(&self, leader: u8, cx: bool) -> bool {
        !self.unit(leader).wounded && !cx && self.load(leader) == 0
    }
}

/// The units of a stack that can move on; before it starts, all of them.
pub(in crate::rules::aslsk) fn able(forces: &Forces, mover: &Mover) -> Vec<u8> {
    mover.units.iter().copied().filter(|&id| is_able(forces, mover, id)).collect()
}

fn is_able(forces: &Forces, mover: &Mover, id: u8) -> bool {
    !mover.started || (forces.unit(id).good_order() && !forces.unit(id).pinned)
}

/// The allowance of a stack: the lowest of its units that can move on.
pub fn stack_allowance(forces: &Forces, mover: &Mover) -> u8 {
    let able = |&id: &u8| is_able(forces, mover, id);
    let units = || mover.units.iter().copied().filter(able);
    let leader = units().find(|&id| forces.unit(id).leader());
    let heaviest = units().filter(|&id| !forces.unit(id).leader()).max_by_key(|&id| forces.load(id));
    // With Double Time the leader's IPC is 0, so it adds none (3.3g).
    let helps = leader.is_some_and(|id| forces.can_add_ipc(id, mover.double));
    let each =
        units().map(|id| forces.allowance(id, leader.is_some(), helps && heaviest == Some(id), mover.double));
    each.min().unwrap_or(0)
}

/// Whether a stack can pay for a step.
pub(in crate::rules::aslsk) fn can_pay(forces: &Forces, mover: &Mover, way: &Way) -> bool {
    mover.pays(stack_allowance(forces, mover), way)
}

/// Units that may leave the stack: none that has spent more MF than it has alone (3.3d).
pub(super) fn add_partings(forces: &Forces, mover: &Mover, choices: &mut Vec<Choice>) {
    let units = able(forces, mover);
    if !mover.started || mover.pushes || units.len() < 2 {
        return;
    }
    let stands = |units: Vec<u8>| {
        let party = Mover { units, ..mover.clone() };
        can_pay(forces, &party, &Way { cost: 0, road: true, crest: 0 })
    };
    for &id in &units {
        let rest = units.iter().copied().filter(|&other| other != id).collect();
        if stands(vec![id]) && stands(rest) {
            applies("3.3d");
            choices.push(Choice::Part(id));
        }
    }
}

impl Position {
    /// A unit leaves the stack and waits here, with others that left it here, until the rest has moved.
    #[apply(rule, "3.3d")]
    pub(super) fn part(&mut self, mut mover: Mover, id: u8) {
        mover.units.retain(|&other| other != id);
        let here = self.forces.unit(id).at;
        let alike = |other: &Mover, position: &Position| {
            other.started
                && other.spent == mover.spent
                && other.units.iter().all(|&unit| position.forces.unit(unit).at == here)
        };
        let joins = matches!(self.turn.frames.last(), Some(Frame::Mover(other)) if alike(other, self));
        match self.turn.frames.last_mut() {
            Some(Frame::Mover(other)) if joins => other.units.push(id),
            _ => self.turn.frames.push(Frame::Mover(Mover { units: vec![id], ..mover.clone() })),
        }
        self.turn.frames.push(Frame::Mover(mover));
    }
}
