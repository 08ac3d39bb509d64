//! A player's turn (9): groups act one after another, then the player discards and fills the hand.

pub(super) mod actions;
pub(in crate::rules::fireandmove) mod announcements;
pub mod sequence;

use crate::dice::Ask;
use crate::game::{Decision, Deck, Event, Side, Tone};

use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::cards::discards::Discards;
use crate::rules::fireandmove::cards::{Card, heroes, smoke_and_mines};
use crate::rules::fireandmove::nations::special::wild;
use crate::rules::fireandmove::optional::{night, team_play};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Hands, Position};
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
        Decision::new(position.clock.active, "deal", "Shuffle the decks and deal the hands.", "78.10")
    }

    fn choices(&self, _: &Position, list: &mut Vec<Choice>) {
        list.push(Choice::Done);
    }

    fn apply(self, position: &mut Position, _: Choice, table: &mut Table) -> Result<(), Ask> {
        for side in Side::BOTH {
            for player in 0..position.hands.players(side) {
                position.hands.speaks(side, player);
                position.deal(side, table)?;
            }
            position.hands.speaks(side, 0);
        }
        let name = position.battle().player_name(Side::A, 0);
        table.tell(Tone::Phase, Side::A, "9.1", || format!("Turn 1: {name}"));
        position.open.push(Turn);
        Ok(())
    }
}

impl Step for Turn {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.clock.active, "turn", "Choose a group to act, or end the turn.", "9.1")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { forces, hands, clock, .. } = position;
        // 91.4: berserks act first.
        if wild::wild_groups(forces, clock).next().is_some() {
            list.extend(wild::wild_groups(forces, clock).map(Choice::Group));
            return;
        }
        if let Some(first) = team_play::first_choice(forces, hands, clock) {
            list.extend([Choice::Group(first), Choice::Leave]);
            heroes::heroes(forces, hands, clock.active, list);
            return;
        }
        list.extend(
            forces
                .groups_of(clock.active)
                .filter(|&group| {
                    !forces.group(group).acted
                        && forces.has_men(group)
                        && team_play::obeys(forces, hands, group)
                })
                .map(Choice::Group),
        );
        heroes::heroes(forces, hands, clock.active, list);
        position.runners_back(list);
        list.push(Choice::End);
    }

    #[apply(rule, "77.2" if matches!(choice, Choice::Leave))]
    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        match choice {
            Choice::Group(group)
                if wild::wild_groups(&position.forces, &position.clock).any(|wild| wild == group) =>
            {
                position.open.push(self);
                position.run_wild(group, table)?;
            }
            Choice::Return(card) => {
                position.open.push(self);
                position.bring_back(card, table)?;
            }
            Choice::Group(group) => {
                position.open.push(self);
                position.open.push(Orders { group });
            }
            Choice::Hero(figure) => {
                position.open.push(self);
                heroes::hero(&mut position.forces, &mut position.hands, figure, table);
            }
            Choice::Leave => {
                position.hands.seat_mut(position.clock.active).first_let_by = true;
                position.open.push(self);
            }
            _ => {
                if position.clock.platoon + 1 == position.hands.players(position.clock.active) {
                    wild::commissars(&mut position.forces, &position.clock, table)?;
                }
                position.open.push(Discards::default());
            }
        }
        Ok(())
    }
}

impl Position {
    /// Deals a player's hand. A time check drawn now is ignored and goes back when the hand is full (78.10).
    fn deal(&mut self, side: Side, table: &mut Table) -> Result<(), Ask> {
        head_start(&mut self.hands, side, table)?;
        let kept = self.hands.seat_mut(side).deck.take(&Card::TimeCheck);
        self.refill(side, table)?;
        if kept {
            self.hands.seat_mut(side).deck.put([Card::TimeCheck]);
        }
        Ok(())
    }

    /// Ends the turn: smoke thins, the hand is filled, the enemy's turn begins (9.7, 30.6, 78). In team play
    /// the side's next player takes their part of the turn first (77.1).
    pub(super) fn end_turn(&mut self, table: &mut Table) -> Result<(), Ask> {
        let side = self.clock.active;
        if self.clock.platoon + 1 == self.hands.players(side) {
            smoke_and_mines::thin_smoke(&mut self.terrain, side, table)?;
        }
        self.refill(side, table)?;
        if self.open.ended.is_some() {
            return Ok(());
        }
        self.hands.clear_aside(side, |group| {
            let state = self.forces.group(group);
            state.members.is_empty() || state.aside == 0
        });
        let seat = self.hands.seat_mut(side);
        (seat.actions, seat.first_let_by) = (0, false);
        let player = (side, seat.platoon);
        self.forces.leaders_lost.retain(|lost| *lost != player);
        if team_play::next_player(&self.hands, &mut self.clock, table) {
            self.open.push(Turn);
            return Ok(());
        }
        for group in self.forces.groups_of(side).collect::<Vec<_>>() {
            self.forces.group_mut(group).sniped = None;
        }
        for player in 0..self.hands.players(side.other()) {
            if let Some(seat) = self.hands.player_mut(side.other(), player) {
                seat.holds = false;
            }
        }
        let next = side.other();
        if next == Side::A {
            if self.clock.turn == self.battle().turns {
                sequence::time_up(&self.forces, &mut self.open, table);
                return Ok(());
            }
            self.clock.turn += 1;
        }
        self.clock.active = next;
        for group in &mut self.forces.groups {
            group.acted = false;
            group.still = false;
            group.moved = false;
            group.reacted = false;
        }
        for machine in &mut self.forces.machines {
            machine.main_used = false;
            machine.mg_used = false;
            machine.pintle_used = false;
        }
        for figure in &mut self.forces.figures {
            figure.busy = false;
            figure.hero = false;
            figure.hero_fired = false;
            figure.dare = false;
        }
        night::darkens(&mut self.terrain, &mut self.forces, next, table);
        let (turn, name) = (self.clock.turn, self.battle().player_name(next, 0));
        let opens = || Event::new(Tone::Phase, next, format!("Turn {turn}: {name}"), "9.1").begins(turn);
        table.log.add(opens);
        self.open.push(Turn);
        Ok(())
    }
}

/// The attacker draws movement cards before filling the hand (96.2).
fn head_start(hands: &mut Hands, side: Side, table: &mut Table) -> Result<(), Ask> {
    let options = hands.battle().options;
    if options.attacker != Some(side) {
        return Ok(());
    }
    let name = format!("movement cards of {}", hands.deck_name(side));
    for _ in 0..options.head_start {
        let moves = hands.seat(side).deck.left().iter().filter(|card| matches!(card, Card::Move(_)));
        let mut moves = Deck::new(moves.copied());
        table.dice.thrown_by(side);
        if let Some(card) = moves.draw(&name, table.dice, || "a movement card for the attack".into())? {
            let seat = hands.seat_mut(side);
            seat.deck.take(&card);
            let at = seat.hand.partition_point(|&other| other < card);
            seat.hand.insert(at, card);
        }
    }
    let number = options.head_start;
    table.tell(Tone::Plain, side, "96.2", || format!("begins with {number} movement cards"));
    Ok(())
}
