//! Runners instead of radios (91.13 to 91.15).

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::{Decision, Side, Tone};
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::cards::{Call, Card};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::fire::action::toward;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::ordnance::off_table::{self, Strike};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::{Step, Table};

/// Which figure of the platoon leader's group carries the message.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Runner {
    /// The group.
    pub group: Gid,
    /// The help that the card calls.
    pub card: Call,
}

impl Step for Runner {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        Decision::new(side, "runner", "Choose the figure to send as a runner.", "91.13")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.messengers(self.group).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(position.messengers(self.group).map(Choice::Figure));
    }

    fn apply(self, position: &mut Position, choice: Choice, _: &mut Table) -> Result<(), Ask> {
        let Choice::Figure(figure) = choice else { return Ok(()) };
        position.push(off_table::Call {
            group: self.group,
            card: self.card,
            runner: Some(figure),
            strike: Strike::No,
        });
        Ok(())
    }
}

impl Position {
    /// Whether a side's card can call in artillery for a group: by radio, or by runner (56.2, 91.13 to
    /// 91.15).
    pub(in crate::rules::fireandmove) fn calls(&self, group: Gid, call: Call) -> bool {
        let side = self.group(group).side;
        if !self.has_trait(side, Trait::Runners) {
            return matches!(call, Call::Radio | Call::RunnerOrRadio) && self.can_call(group);
        }
        let leader = self.platoon_leader(group);
        matches!(call, Call::Runner | Call::RunnerOrRadio)
            && self.battle().sides[side.index()].artillery.is_some()
            && leader.is_some_and(|figure| !self.figure(figure).busy)
            && self.messengers(group).next().is_some()
            && self.seen(group).next().is_some()
    }

    /// Figures that can be sent: any unpinned figure except the platoon leader.
    fn messengers(&self, group: Gid) -> impl Iterator<Item = Fig> + '_ {
        self.fit(group).filter(|&figure| self.rank(figure) != Rank::Platoon && !self.figure(figure).busy)
    }

    /// The runner leaves the table but does not count as lost (91.13).
    pub(in crate::rules::fireandmove) fn send_off(&mut self, figure: Fig, table: &mut Table) {
        let (tag, side) = (self.tag(self.figure(figure).group), self.soldier(figure).side);
        table.tell(Tone::Plain, side, "91.13", || format!("a runner leaves {tag}"));
        self.fell(figure, Standing::Away, table);
    }

    /// A side's runners who are off the table.
    fn away(&self, side: Side) -> impl Iterator<Item = Fig> + '_ {
        let all = self.figures.iter().zip(0..).filter(|(figure, _)| figure.standing == Standing::Away);
        let own = self.seat(side).platoon;
        all.map(|(_, id)| id)
            .filter(move |&id| self.soldier(id).side == side && self.soldier(id).platoon == own)
    }

    /// Where they return: the edge square nearest to their platoon leader (ruling FM-54).
    fn way_in(&self, side: Side) -> Option<Cell> {
        let groups = || self.groups_of(side);
        let leader = groups().find(|&group| self.platoon_leader(group).is_some());
        let near = self.group(leader.or_else(|| groups().next())?).at;
        let square = self.field().square;
        let free = |cell: &Cell| self.groups_of(side.other()).all(|enemy| self.group(enemy).at != *cell);
        let edge = square.cells().filter(|cell| {
            let at_edge = |way: crate::board::Compass| !square.contains(cell.step(way));
            crate::board::Compass::ALL.into_iter().any(at_edge)
        });
        edge.filter(free).min_by_key(|cell| {
            let (dx, dy) = (i32::from(cell.x - near.x), i32::from(cell.y - near.y));
            dx * dx + dy * dy
        })
    }

    /// Two or more runners may return with a movement card (91.13).
    pub(in crate::rules::fireandmove) fn runners_back(&self, list: &mut Vec<Choice>) {
        let side = self.active;
        if !self.battle().traits.has(Trait::Runners)
            || self.away(side).count() < 2
            || self.way_in(side).is_none()
        {
            return;
        }
        let moves = different(&self.seat(side).hand).filter(|card| matches!(card, Card::Move(_)));
        list.extend(moves.map(Choice::Return));
    }

    pub(in crate::rules::fireandmove) fn bring_back(
        &mut self,
        card: Card,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let side = self.active;
        let back: Vec<Fig> = self.away(side).take(8).collect();
        let (Some(at), Card::Move(movement)) = (self.way_in(side), card) else { return Ok(()) };
        self.spend(side, card);
        self.seat_mut(side).actions += 1;
        let Some(like) = back.first().map(|&figure| self.figure(figure).group) else { return Ok(()) };
        for &figure in &back {
            self.figure_mut(figure).standing = Standing::Fit;
        }
        let group = self.split(like, &back, at);
        let square = self.field().square;
        let middle = Cell::new(i16::from(square.width / 2), i16::from(square.height / 2));
        let new = self.group_mut(group);
        new.side = side;
        new.acted = true;
        new.reacted = false;
        (new.fear, new.mined, new.grounded, new.hidden, new.down, new.banzai) =
            (false, false, false, false, false, false);
        (new.aside, new.called, new.root, new.deep, new.mar) = (0, None, None, false, 0);
        new.front = toward(at, middle);
        self.align(group);
        let tag = self.tag(group);
        table.tell(Tone::Plain, side, "91.13", || format!("runners return as {tag}"));
        let movement = self.as_played(side, movement);
        self.begin_march(Marching::new(group, movement, false), table)
    }
}
