//! What a unit and a stack may spend, and how a stack parts (3.3b, 3.3d, 3.3f, 4b).

use super::movement::{Mover, Way};
use crate::ledger::cited::applies;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::Choice;
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::turn::Frame;

impl Mover {
    /// Whether so many half MF pay for a way: a move by road alone has one MF more (1.1.1c); assault movement keeps
    /// something back (3.3e).
    pub(super) fn pays(&self, allowance: u8, way: &Way) -> bool {
        let bonus = if self.road && way.road { 2 } else { 0 };
        applies("1.1.1c");
        let spent = self.spent + way.cost;
        applies("3.3e");
        if self.assault { spent < allowance } else { spent <= allowance + bonus }
    }
}

impl Position {
    /// What a unit may spend, in half MF, under load (3.3b, 3.3f, 3.2.3d, 4b). `led`: a leader moves with it,
    /// who also carries for it if he can (`carried`).
    pub fn allowance(&self, id: u8, led: bool, carried: bool, double: bool) -> u8 {
        self.factors(id, led, carried, double, if double { 2 } else { 0 })
    }

    /// The same with so many more MF; `cx`: it carries one portage point less (3.3g).
    pub(super) fn factors(&self, id: u8, led: bool, carried: bool, cx: bool, more: i16) -> u8 {
        applies("3.3b");
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
        // Between 0 and 10 whole factors.
        2 * factors.max(0) as u8
    }

    /// Portage points that a unit carries at no cost (4b).
    pub(super) fn capacity(&self, id: u8) -> i16 {
        applies("4b");
        match (self.unit(id).leader(), self.unit(id).wounded) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) => 3,
        }
    }

    /// Portage points that a unit carries.
    pub(super) fn load(&self, id: u8) -> i16 {
        self.weapons_of(id).map(|weapon| i16::from(self.weapon(weapon).portage())).sum()
    }

    /// Whether it has more than it can carry away: a leader never carries more than two portage points (4b).
    pub(super) fn overloaded(&self, id: u8) -> bool {
        self.unit(id).leader() && self.load(id) > 2
    }

    /// Whether a leader has hands free to carry for another: unhurt, rested, without a load of his own.
    pub(super) fn lends_a_hand(&self, leader: u8, cx: bool) -> bool {
        !self.unit(leader).wounded && !cx && self.load(leader) == 0
    }

    /// Who of a stack can go on: before it sets out all of it.
    pub(in crate::rules::aslsk) fn able(&self, mover: &Mover) -> Vec<u8> {
        mover.units.iter().copied().filter(|&id| self.is_able(mover, id)).collect()
    }

    fn is_able(&self, mover: &Mover, id: u8) -> bool {
        !mover.started || (self.unit(id).good_order() && !self.unit(id).pinned)
    }

    /// What a stack may spend: the least of those who can go on.
    pub fn stack_allowance(&self, mover: &Mover) -> u8 {
        let able = |&id: &u8| self.is_able(mover, id);
        let units = || mover.units.iter().copied().filter(able);
        let leader = units().find(|&id| self.unit(id).leader());
        let heaviest = units().filter(|&id| !self.unit(id).leader()).max_by_key(|&id| self.load(id));
        // At the double the leader carries nothing for others: his capacity is one less (3.3g).
        let helps = leader.is_some_and(|id| self.lends_a_hand(id, mover.double));
        let each = units()
            .map(|id| self.allowance(id, leader.is_some(), helps && heaviest == Some(id), mover.double));
        each.min().unwrap_or(0)
    }

    /// Whether the stack can pay for a way.
    pub(in crate::rules::aslsk) fn can_pay(&self, mover: &Mover, way: &Way) -> bool {
        mover.pays(self.stack_allowance(mover), way)
    }

    /// Units that may part from a stack on the move: nobody is left with more spent than he has by himself (3.3d).
    pub(super) fn add_partings(&self, mover: &Mover, choices: &mut Vec<Choice>) {
        let units = self.able(mover);
        if !mover.started || mover.pushes || units.len() < 2 {
            return;
        }
        let stands = |units: Vec<u8>| {
            let party = Mover { units, ..mover.clone() };
            self.can_pay(&party, &Way { cost: 0, road: true, crest: 0 })
        };
        for &id in &units {
            let rest = units.iter().copied().filter(|&other| other != id).collect();
            if stands(vec![id]) && stands(rest) {
                applies("3.3d");
                choices.push(Choice::Part(id));
            }
        }
    }

    /// A unit parts from its stack: it waits here, with those who have parted here before it, and goes on when the
    /// rest has ended its move.
    pub(super) fn part(&mut self, mut mover: Mover, id: u8) {
        applies("3.3d");
        mover.units.retain(|&other| other != id);
        let here = self.unit(id).at;
        let alike = |other: &Mover, position: &Position| {
            other.started
                && other.spent == mover.spent
                && other.units.iter().all(|&unit| position.unit(unit).at == here)
        };
        let joins = matches!(self.frames.last(), Some(Frame::Mover(other)) if alike(other, self));
        match self.frames.last_mut() {
            Some(Frame::Mover(other)) if joins => other.units.push(id),
            _ => self.frames.push(Frame::Mover(Mover { units: vec![id], ..mover.clone() })),
        }
        self.frames.push(Frame::Mover(mover));
    }
}
