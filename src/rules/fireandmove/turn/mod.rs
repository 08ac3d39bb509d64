//! A player's turn (9): groups act one after another, then the player discards and fills the hand.

pub(super) mod actions;
pub(super) mod announcements;
pub(super) mod sequence;

use crate::dice::Ask;
use crate::game::{Decision, Deck, Event, Side, Tone};

use crate::ledger::cited::applies;

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::cards::discards::Discards;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::Position;
use crate::rules::fireandmove::turn::actions::Orders;
use crate::rules::fireandmove::turn::sequence::{Step, Table};

/// The hands are dealt before the first turn (78.10).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deal;

/// Which group acts next.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Turn;

impl Step for Deal {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.active, "deal", "Shuffle the decks and deal the hands.", "78.10")
    }

    fn choices(&self, _: &Position, list: &mut Vec<Choice>) {
        list.push(Choice::Done);
    }

    fn apply(self, position: &mut Position, _: Choice, table: &mut Table) -> Result<(), Ask> {
        for side in Side::BOTH {
            for player in 0..position.players(side) {
                position.speaks(side, player);
                position.deal(side, table)?;
            }
            position.speaks(side, 0);
        }
        let name = position.player_name(Side::A, 0);
        table.tell(Tone::Phase, Side::A, "9.1", || format!("Turn 1: {name}"));
        position.push(Turn);
        Ok(())
    }
}

impl Step for Turn {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.active, "turn", "Choose a group to act, or end the turn.", "9.1")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        // 91.4: berserks act first.
        if position.wild_groups().next().is_some() {
            list.extend(position.wild_groups().map(Choice::Group));
            return;
        }
        if let Some(first) = position.first_choice() {
            list.extend([Choice::Group(first), Choice::Leave]);
            position.heroes(position.active, list);
            return;
        }
        list.extend(
            position
                .groups_of(position.active)
                .filter(|&group| {
                    !position.group(group).acted && position.has_men(group) && position.obeys(group)
                })
                .map(Choice::Group),
        );
        position.heroes(position.active, list);
        position.runners_back(list);
        list.push(Choice::End);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        match choice {
            Choice::Group(group) if position.wild_groups().any(|wild| wild == group) => {
                position.push(self);
                position.run_wild(group, table)?;
            }
            Choice::Return(card) => {
                position.push(self);
                position.bring_back(card, table)?;
            }
            Choice::Group(group) => {
                position.push(self);
                position.push(Orders { group });
            }
            Choice::Hero(figure) => {
                position.push(self);
                position.hero(figure, table);
            }
            Choice::Leave => {
                applies("77.2");
                position.seat_mut(position.active).first_let_by = true;
                position.push(self);
            }
            _ => {
                if position.platoon + 1 == position.players(position.active) {
                    position.commissars(table)?;
                }
                position.push(Discards::default());
            }
        }
        Ok(())
    }
}

impl Position {
    /// Deals a player's hand. A time check drawn now is ignored and goes back when the hand is full (78.10).
    fn deal(&mut self, side: Side, table: &mut Table) -> Result<(), Ask> {
        self.head_start(side, table)?;
        let kept = self.seat_mut(side).deck.take(&Card::TimeCheck);
        self.refill(side, table)?;
        if kept {
            self.seat_mut(side).deck.put([Card::TimeCheck]);
        }
        Ok(())
    }

    /// The attacker draws movement cards before filling the hand (96.2).
    fn head_start(&mut self, side: Side, table: &mut Table) -> Result<(), Ask> {
        let options = self.battle().options;
        if options.attacker != Some(side) {
            return Ok(());
        }
        applies("96.2");
        let name = format!("movement cards of {}", self.deck_name(side));
        for _ in 0..options.head_start {
            let moves = self.seat(side).deck.left().iter().filter(|card| matches!(card, Card::Move(_)));
            let mut moves = Deck::new(moves.copied());
            table.dice.thrown_by(side);
            if let Some(card) = moves.draw(&name, table.dice, || "a movement card for the attack".into())? {
                let seat = self.seat_mut(side);
                seat.deck.take(&card);
                let at = seat.hand.partition_point(|&other| other < card);
                seat.hand.insert(at, card);
            }
        }
        let number = options.head_start;
        table.tell(Tone::Plain, side, "96.2", || format!("begins with {number} movement cards"));
        Ok(())
    }

    /// Ends the turn: smoke thins, the hand is filled, the enemy's turn begins (9.7, 30.6, 78). In team play
    /// the side's next player takes their part of the turn first (77.1).
    pub(super) fn end_turn(&mut self, table: &mut Table) -> Result<(), Ask> {
        let side = self.active;
        if self.platoon + 1 == self.players(side) {
            self.thin_smoke(side, table)?;
        }
        self.refill(side, table)?;
        if self.ended.is_some() {
            return Ok(());
        }
        self.clear_aside(side, |position, group| {
            let state = position.group(group);
            state.members.is_empty() || state.aside == 0
        });
        let seat = self.seat_mut(side);
        (seat.leader_lost, seat.actions, seat.first_let_by) = (false, 0, false);
        if self.next_player(table) {
            self.push(Turn);
            return Ok(());
        }
        for group in self.groups_of(side).collect::<Vec<_>>() {
            self.group_mut(group).sniped = None;
        }
        for player in 0..self.players(side.other()) {
            if let Some(seat) = self.player_mut(side.other(), player) {
                seat.holds = false;
            }
        }
        let next = side.other();
        if next == Side::A {
            if self.turn == self.battle().turns {
                self.time_up(table);
                return Ok(());
            }
            self.turn += 1;
        }
        self.active = next;
        for group in &mut self.groups {
            group.acted = false;
            group.still = false;
            group.moved = false;
            group.reacted = false;
        }
        for machine in &mut self.machines {
            machine.main_used = false;
            machine.mg_used = false;
            machine.pintle_used = false;
        }
        for figure in &mut self.figures {
            figure.busy = false;
            figure.hero = false;
            figure.hero_fired = false;
            figure.dare = false;
        }
        self.darkens(next, table);
        let (turn, name) = (self.turn, self.player_name(next, 0));
        let opens = || Event::new(Tone::Phase, next, format!("Turn {turn}: {name}"), "9.1").begins(turn);
        table.log.add(opens);
        self.push(Turn);
        Ok(())
    }
}
