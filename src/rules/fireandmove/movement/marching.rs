//! What each choice of a march does: steps, joins, halts and cards played on the move.

use super::{Dare, Marching, march_on, steps};
use crate::board::Compass;
use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::cards::smoke_and_mines;
use crate::rules::fireandmove::fire::action::Aim;
use crate::rules::fireandmove::fire::reactive::{self, Reaction};
use crate::rules::fireandmove::fire::volley::Manner;
use crate::rules::fireandmove::nations::special::irregulars;
use crate::rules::fireandmove::ordnance::{Barrel, shooting};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Decisions, Forces, Gid, Hands, Terrain};
use crate::rules::fireandmove::turn::sequence::Table;
use crate::rules::fireandmove::vehicles::{self, Drive, driving};

impl Marching {
    /// Takes a step, or is turned back at a border (11, 14).
    pub(super) fn steps(
        mut self,
        terrain: &mut Terrain,
        forces: &mut Forces,
        open: &mut Decisions,
        way: Compass,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let id = self.group;
        let from = forces.group(id).at;
        let mut stuck = false;
        if forces.group(id).machine.is_some() {
            match driving::drives(terrain, forces, &self, from, from.step(way), table)? {
                Drive::Through => {}
                Drive::Stuck => stuck = true,
                Drive::Stays => return Ok(()),
            }
        } else if !steps::crosses(terrain, forces, &mut self, from, from.step(way), table)? {
            march_on(open, self);
            return Ok(());
        }
        let to = from.step(way);
        self.left -= steps::extra_cost(terrain.field(), &self, from, to);
        if self.path.is_empty() {
            self.path.push(from);
        }
        let group = forces.group_mut(id);
        group.at = to;
        group.more.river = false;
        let turned = vehicles::eighths(group.front, way);
        group.front = way;
        group.more.atop = false;
        let crew = group.machine;
        self.path.push(to);
        forces.align(id);
        smoke_and_mines::drag_smoke(terrain, forces, id, self.smoked);
        forces.lose_aim(id);
        if let Some(with) = self.with {
            let infantry = forces.group_mut(with);
            infantry.at = to;
            infantry.front = way;
            forces.align(with);
            smoke_and_mines::drag_smoke(terrain, forces, with, false);
            forces.lose_aim(with);
        }
        if let Some(crew) = crew {
            let machine = forces.machine_mut(crew);
            machine.turret = machine.turret.turned(turned);
        }
        if stuck {
            let path = std::mem::take(&mut self.path);
            reactive::react(
                terrain.field(),
                forces,
                open,
                Reaction { card: self.hidden(), ..Reaction::of(id, path) },
            );
            return Ok(());
        }
        open.push(self);
        Ok(())
    }

    /// Joins a group that it meets (34.2).
    pub(super) fn joins(
        mut self,
        field: &Field,
        forces: &mut Forces,
        open: &mut Decisions,
        other: Gid,
        table: &mut Table,
    ) {
        let (id, side) = (self.group, forces.group(self.group).side);
        let (tag, own) = (forces.tag(id), forces.tag(other));
        if self.halted {
            table.tell(Tone::Plain, side, "34.2", || format!("{tag} joins {own}"));
            forces.group_mut(other).acted = true;
            forces.merge(id, other);
        } else if self.path.len() > 1 {
            // Parts that meet on the way go on together, once the enemy has reacted to the way so far.
            let (path, card, sly) = (self.trodden(), self.hidden(), irregulars::is_sly(forces, &self));
            self.path.drain(..self.path.len() - 2);
            self.joined = true;
            open.push(self);
            let reaction = Reaction { card, sly, picks: Some(other), ..Reaction::of(id, path) };
            reactive::react(field, forces, open, reaction);
        } else {
            // Groups that meet at the start move on together.
            table.tell(Tone::Plain, side, "34.2", || format!("{own} joins {tag}"));
            forces.merge(other, id);
            open.push(self);
        }
    }

    /// Ends a move action; the enemy may react.
    pub(super) fn halts(mut self, field: &Field, forces: &mut Forces, open: &mut Decisions) {
        let (id, with, path, card) = (self.group, self.with, self.trodden(), self.hidden());
        self.left -= 1;
        let sly = irregulars::is_sly(forces, &self);
        march_on(open, self);
        // 87.1: the enemy may fire at either of a pair.
        if let Some(with) = with {
            let reaction = Reaction { card, mines: false, ..Reaction::of(with, path.clone()) };
            reactive::react(field, forces, open, reaction);
        }
        reactive::react(field, forces, open, Reaction { card, sly, ..Reaction::of(id, path) });
    }

    /// Plays a card on the move.
    #[apply(rule, "13.3" if matches!(choice, Choice::Ground(_)))]
    pub(super) fn plays(
        mut self,
        forces: &mut Forces,
        hands: &mut Hands,
        open: &mut Decisions,
        choice: Choice,
        table: &mut Table,
    ) {
        let (id, side) = (self.group, forces.group(self.group).side);
        match choice {
            Choice::Move(Card::Move(card)) | Choice::Cover(Card::Move(card)) => {
                hands.spend(side, Card::Move(card));
                self.dare = Some(if matches!(choice, Choice::Cover(_)) { Dare::First } else { Dare::Second });
                self.card = forces.battle().as_played(side, card);
                self.left = 2;
                open.push(self);
            }
            Choice::Shoot(card) => {
                shooting::shoot_card(forces, hands, id, card, table);
                hands.acts_besides(side);
                self.fired = true;
                open.push(self);
                let many = shooting::fires_all(forces, id, card);
                open.push(Barrel { group: id, on_move: true, to: None, again: false, many });
            }
            Choice::Fire(Card::Fire(card)) => {
                let tag = forces.tag(id);
                hands.spend(side, Card::Fire(card));
                hands.acts_besides(side);
                table.tell(Tone::Plain, side, "12.1", || format!("{tag} fires on the move: fire {card}"));
                self.fired = true;
                open.push(self);
                let manner = Manner { on_move: true, ..Manner::default() };
                open.push(Aim { group: id, card, manner, first: None });
            }
            Choice::Ground(card) => {
                hands.spend(side, card);
                forces.group_mut(id).grounded = true;
            }
            // 91.15: some cards put a group to ground automatically.
            _ if self.card.grounds => forces.group_mut(id).grounded = true,
            _ => {}
        }
    }
}
