//! Runners instead of radios (91.13 to 91.15).

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::{Decision, Digest, Side, Tone};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::cards::{Call, Card};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::fire::action::{self, toward};
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::ordnance::off_table::{self, Strike};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Fig, Forces, Gid, Hands, Position, Standing, Terrain};
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
        let side = position.forces.group(self.group).side;
        Decision::new(side, "runner", "Choose the figure to send as a runner.", "91.13")
    }

    fn is_void(&self, position: &Position) -> bool {
        messengers(&position.forces, self.group).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(messengers(&position.forces, self.group).map(Choice::Figure));
    }

    fn apply(self, position: &mut Position, choice: Choice, _: &mut Table) -> Result<(), Ask> {
        let Choice::Figure(figure) = choice else { return Ok(()) };
        position.open.push(off_table::Call {
            group: self.group,
            card: self.card,
            runner: Some(figure),
            strike: Strike::No,
        });
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
        digest.shown(&Card::Rally { value: 1, call: self.card });
    }
}

/// Whether a side's card can call in artillery for a group: by radio, or by runner (56.2, 91.13 to
/// 91.15).
pub(in crate::rules::fireandmove) fn calls(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    call: Call,
) -> bool {
    let side = forces.group(group).side;
    if !forces.battle().has_trait(side, Trait::Runners) {
        return matches!(call, Call::Radio | Call::RunnerOrRadio)
            && off_table::can_call(terrain, forces, group);
    }
    let leader = forces.platoon_leader(group);
    matches!(call, Call::Runner | Call::RunnerOrRadio)
        && forces.battle().sides[side.index()].artillery.is_some()
        && leader.is_some_and(|figure| !forces.figure(figure).busy)
        && messengers(forces, group).next().is_some()
        && off_table::seen(terrain, forces, group).next().is_some()
}

/// Figures that can be sent: any unpinned figure except the platoon leader.
fn messengers(forces: &Forces, group: Gid) -> impl Iterator<Item = Fig> {
    forces.fit(group).filter(|&figure| forces.rank(figure) != Rank::Platoon && !forces.figure(figure).busy)
}

/// The runner leaves the table but does not count as lost (91.13).
pub(in crate::rules::fireandmove) fn send_off(forces: &mut Forces, figure: Fig, table: &mut Table) {
    let (tag, side) = (forces.tag(forces.figure(figure).group), forces.soldier(figure).side);
    table.tell(Tone::Plain, side, "91.13", || format!("a runner leaves {tag}"));
    action::fell(forces, figure, Standing::Away, table);
}

/// A side's runners who are off the table.
fn away(forces: &Forces, hands: &Hands, side: Side) -> impl Iterator<Item = Fig> {
    let all = forces.figures.iter().zip(0..).filter(|(figure, _)| figure.standing == Standing::Away);
    let own = hands.seat(side).platoon;
    all.map(|(_, id)| id)
        .filter(move |&id| forces.soldier(id).side == side && forces.soldier(id).platoon == own)
}

/// Where they return: the edge square nearest to their platoon leader (ruling FM-54).
fn way_in(field: &Field, forces: &Forces, side: Side) -> Option<Cell> {
    let groups = || forces.groups_of(side);
    let leader = groups().find(|&group| forces.platoon_leader(group).is_some());
    let near = forces.group(leader.or_else(|| groups().next())?).at;
    let square = field.square;
    let free = |cell: &Cell| forces.groups_of(side.other()).all(|enemy| forces.group(enemy).at != *cell);
    let edge = square.cells().filter(|cell| {
        let at_edge = |way: crate::board::Compass| !square.contains(cell.step(way));
        crate::board::Compass::ALL.into_iter().any(at_edge)
    });
    edge.filter(free).min_by_key(|cell| {
        let (dx, dy) = (i32::from(cell.x - near.x), i32::from(cell.y - near.y));
        dx * dx + dy * dy
    })
}

impl Position {
    /// Two or more runners may return with a movement card (91.13).
    pub(in crate::rules::fireandmove) fn runners_back(&self, list: &mut Vec<Choice>) {
        let Self { terrain, forces, hands, clock, .. } = self;
        let side = clock.active;
        if !forces.battle().traits.has(Trait::Runners)
            || away(forces, hands, side).count() < 2
            || way_in(terrain.field(), forces, side).is_none()
        {
            return;
        }
        let moves = different(&hands.seat(side).hand).filter(|card| matches!(card, Card::Move(_)));
        list.extend(moves.map(Choice::Return));
    }

    pub(in crate::rules::fireandmove) fn bring_back(
        &mut self,
        card: Card,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let side = self.clock.active;
        let back: Vec<Fig> = away(&self.forces, &self.hands, side).take(8).collect();
        let (Some(at), Card::Move(movement)) = (way_in(self.terrain.field(), &self.forces, side), card)
        else {
            return Ok(());
        };
        self.hands.spend(side, card);
        self.hands.seat_mut(side).actions += 1;
        let Some(like) = back.first().map(|&figure| self.forces.figure(figure).group) else { return Ok(()) };
        for &figure in &back {
            self.forces.figure_mut(figure).standing = Standing::Fit;
        }
        let group = self.forces.split(like, &back, at);
        let square = self.terrain.field().square;
        let middle = Cell::new(i16::from(square.width / 2), i16::from(square.height / 2));
        let new = self.forces.group_mut(group);
        new.side = side;
        new.acted = true;
        new.reacted = false;
        (new.fear, new.mined, new.grounded, new.hidden, new.down, new.banzai) =
            (false, false, false, false, false, false);
        (new.aside, new.called, new.root, new.deep, new.mar) = (0, None, None, false, 0);
        new.front = toward(at, middle);
        self.forces.align(group);
        let tag = self.forces.tag(group);
        table.tell(Tone::Plain, side, "91.13", || format!("runners return as {tag}"));
        let movement = self.battle().as_played(side, movement);
        self.begin_march(Marching::new(group, movement, false), table)
    }
}
