//! The position, with a method for each kind of decision.

use std::fmt;

use standto::board::{Cell, Grid};
use standto::dice::{Ask, Dice, Die};
use standto::game::{
    Decision, Deck, Digest, Event, Log, Modifier, Natural, Outcome, Reading, Side, Target, Test, Tone, When,
};

use super::SIDES;
use super::choice::Choice;

pub const GRID: Grid = Grid::hex(7, 5);

const DICE: [Die; 2] = [Die::named("coloured", 6), Die::named("white", 6)];

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    Ambush,
    Rain,
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Ambush { "Ambush" } else { "Rain" })
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Squad {
    pub side: Side,
    pub at: Cell,
    pub acted: bool,
    pub lost: bool,
}

/// An open decision. The last on the stack is the next to be made; an interrupt is pushed on top.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// Whether each side attacks; the first is secret until both have decided (1).
    Orders([Option<bool>; 2]),
    /// A side's attack (2).
    Attack(Side),
    /// A side may ambush the squad of this number (3).
    Ambush(Side, u8),
}

impl Frame {
    pub fn decision(&self) -> Decision {
        match *self {
            Self::Orders([None, _]) => Decision::new(Side::A, "orders", "Attack or rest.", "1").in_secret(),
            Self::Orders(_) => Decision::new(Side::B, "orders", "Attack or rest.", "1").in_secret(),
            Self::Attack(side) => Decision::new(side, "attack", "Move or fire, or be done.", "2"),
            Self::Ambush(side, _) => Decision::new(side, "ambush", "Ambush, or hold your cards.", "3"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outposts {
    pub title: String,
    pub turn: u8,
    pub turns: u8,
    /// In each hex, a squad later in the list lies above an earlier one.
    pub squads: Vec<Squad>,
    pub deck: Deck<Card>,
    pub hands: [Vec<Card>; 2],
    pub frames: Vec<Frame>,
}

impl Outposts {
    pub fn frame(&self) -> Option<&Frame> {
        self.frames.last().filter(|_| self.ended().is_none())
    }

    pub fn stack(&self, cell: Cell) -> impl Iterator<Item = (u8, &Squad)> {
        (1..).zip(&self.squads).filter(move |(_, squad)| !squad.lost && squad.at == cell)
    }

    fn squad(&self, number: u8) -> &Squad {
        &self.squads[usize::from(number) - 1]
    }

    fn squad_mut(&mut self, number: u8) -> &mut Squad {
        &mut self.squads[usize::from(number) - 1]
    }

    fn left(&self, side: Side) -> usize {
        self.squads.iter().filter(|squad| squad.side == side && !squad.lost).count()
    }

    fn holds(&self, cell: Cell, side: Side) -> bool {
        self.stack(cell).any(|(_, squad)| squad.side == side)
    }

    pub fn offered(&self) -> Vec<Choice> {
        match self.frame() {
            None => Vec::new(),
            Some(Frame::Orders(_)) => vec![Choice::Attack, Choice::Rest],
            Some(&Frame::Attack(side)) => self.acts(side),
            // The enemy must not learn whether this side could ambush, so it is asked whenever it holds
            // cards.
            Some(&Frame::Ambush(side, _)) if self.hands[side.index()].contains(&Card::Ambush) => {
                vec![Choice::Ambush, Choice::Hold]
            }
            Some(Frame::Ambush(..)) => vec![Choice::Hold],
        }
    }

    fn acts(&self, side: Side) -> Vec<Choice> {
        let ready =
            (1..).zip(&self.squads).filter(|(_, squad)| squad.side == side && !squad.lost && !squad.acted);
        let mut acts = Vec::new();
        for (number, squad) in ready {
            for (heading, cell) in GRID.neighbours(squad.at) {
                if self.holds(cell, side.other()) {
                    acts.push(Choice::Fire(number, cell));
                } else if self.stack(cell).count() < 2 {
                    acts.push(Choice::Move(number, heading));
                }
            }
        }
        acts.push(Choice::Done);
        acts
    }

    /// Fire from one hex at another (4): the preview, the log and the dice read this test.
    pub fn fire(&self, from: Cell) -> Test {
        let two = self.stack(from).count() > 1;
        let second = two.then_some(Modifier { value: -1, label: "second squad", rule: "4" });
        Test::new(&DICE, Target::AtMost(6), "to hit", "4")
            .naturals(&[Natural { when: When::Highest, reading: Reading::Fail }])
            .modified(second)
    }

    pub fn play(&mut self, choice: Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        match (self.frames.last().cloned(), choice) {
            (Some(Frame::Orders(orders)), Choice::Attack | Choice::Rest) => {
                self.order(orders, choice == Choice::Attack, dice, log)
            }
            (Some(Frame::Attack(_)), Choice::Move(number, heading)) => {
                let to = GRID.step(self.squad(number).at, heading).expect("it was offered");
                self.squad_mut(number).at = to;
                self.squad_mut(number).acted = true;
                let side = self.squad(number).side;
                log.add(|| {
                    Event::new(Tone::Plain, side, format!("{number} moves to {}", GRID.name(to)), "2")
                        .at([to])
                });
                let enemy = side.other();
                let near = GRID.neighbours(to).any(|(_, cell)| self.holds(cell, enemy));
                if near && !self.hands[enemy.index()].is_empty() {
                    self.frames.push(Frame::Ambush(enemy, number));
                }
                Ok(())
            }
            (Some(Frame::Attack(_)), Choice::Fire(number, cell)) => {
                self.squad_mut(number).acted = true;
                self.shoot(self.squad(number).at, cell, self.squad(number).side, dice, log)
            }
            (Some(Frame::Attack(_)), Choice::Done) => {
                self.frames.pop();
                if self.frames.is_empty() {
                    self.next_turn(log);
                }
                Ok(())
            }
            (Some(Frame::Ambush(side, number)), Choice::Ambush) => {
                self.frames.pop();
                let hand = &mut self.hands[side.index()];
                hand.retain({
                    let mut played = false;
                    move |card| {
                        played || *card != Card::Ambush || {
                            played = true;
                            false
                        }
                    }
                });
                let to = self.squad(number).at;
                let from = GRID.neighbours(to).map(|(_, cell)| cell).find(|&cell| self.holds(cell, side));
                log.add(|| Event::new(Tone::Plain, side, "an ambush", "3").at([to]).revealing());
                self.shoot(from.expect("an enemy is near"), to, side, dice, log)
            }
            (Some(Frame::Ambush(..)), Choice::Hold) => {
                self.frames.pop();
                Ok(())
            }
            (frame, choice) => unreachable!("{choice} was checked, and {frame:?} offers it"),
        }
    }

    /// One side's order; the second reveals both (1).
    fn order(
        &mut self,
        mut orders: [Option<bool>; 2],
        attacks: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let side = if orders[0].is_none() { Side::A } else { Side::B };
        orders[side.index()] = Some(attacks);
        let word = if attacks { "attacks" } else { "rests" };
        log.add(|| {
            Event::new(Tone::Plain, side, format!("{} {word}", SIDES[side.index()].1), "1").only(side)
        });
        self.frames = vec![Frame::Orders(orders)];
        let [Some(a), Some(b)] = orders else { return Ok(()) };
        let word = |attacks| if attacks { "attacks" } else { "rests" };
        log.add(|| {
            Event::new(Tone::Phase, None, format!("North {}, South {}", word(a), word(b)), "1").revealing()
        });
        // B's attack waits below A's.
        self.frames = [(b, Side::B), (a, Side::A)]
            .iter()
            .filter(|(go, _)| *go)
            .map(|(_, s)| Frame::Attack(*s))
            .collect();
        for (attacks, side) in [(a, Side::A), (b, Side::B)] {
            let drawn = if attacks {
                None
            } else {
                self.deck.draw("the deck", dice, || "a card for resting".into())?
            };
            if let Some(card) = drawn {
                self.hands[side.index()].push(card);
                self.hands[side.index()].sort_unstable();
                log.add(|| Event::new(Tone::Plain, side, format!("draws {card}"), "1").only(side));
            }
        }
        if self.frames.is_empty() {
            self.next_turn(log);
        }
        Ok(())
    }

    fn shoot(&mut self, from: Cell, at: Cell, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let test = self.fire(from);
        let thrown = test.roll(dice, || SIDES[side.index()].1.to_owned())?;
        let hit = thrown.reading == Reading::Pass;
        let top = self.stack(at).last().map(|(number, _)| number);
        if let Some(number) = top.filter(|_| hit) {
            self.squad_mut(number).lost = true;
        }
        let words = if hit { "hits" } else { "misses" };
        let tone = if hit { Tone::Success } else { Tone::Failure };
        let text = format!("{} {words}: {:?}", SIDES[side.index()].1, thrown.faces);
        log.add(|| Event::new(tone, side, text, "4").with(&test.modifiers).at([from, at]));
        Ok(())
    }

    fn next_turn(&mut self, log: &mut Log) {
        self.turn += 1;
        self.squads.iter_mut().for_each(|squad| squad.acted = false);
        self.frames = vec![Frame::Orders([None; 2])];
        log.add(|| Event::new(Tone::Phase, None, format!("turn {}", self.turn), "1"));
    }

    pub fn ended(&self) -> Option<Outcome> {
        let [north, south] = Side::BOTH.map(|side| self.left(side));
        let over = self.turn > self.turns || north == 0 || south == 0;
        let winner = match north.cmp(&south) {
            std::cmp::Ordering::Greater => Some(Side::A),
            std::cmp::Ordering::Less => Some(Side::B),
            std::cmp::Ordering::Equal => None,
        };
        over.then(|| Outcome { winner, why: format!("{north} squads against {south}") })
    }

    /// The enemy's order is removed and its hand dealt again.
    pub fn as_seen(&self, side: Side, dice: &mut Dice) -> Self {
        let mut seen = self.clone();
        let enemy = side.other().index();
        if let Some(Frame::Orders(orders)) = seen.frames.last_mut() {
            orders[enemy] = orders[enemy].map(|_| false);
        }
        // When an enemy is asked for an ambush, it is known to hold cards, but not which.
        seen.deck.deal_again(&mut seen.hands[enemy], dice);
        seen
    }

    pub fn written_down(&self, digest: &mut Digest) {
        digest.int(self.turn);
        digest.int(self.turns);
        digest.each(&self.squads, |digest, squad| {
            digest.int(squad.side.index() as i64);
            digest.text(&GRID.name(squad.at));
            digest.flag(squad.acted);
            digest.flag(squad.lost);
        });
        self.deck.digest(digest);
        digest.each(&self.hands, |digest, hand| digest.each(hand, |digest, card| digest.shown(card)));
        digest.each(&self.frames, |digest, frame| match frame {
            Frame::Orders(orders) => {
                digest.text("orders");
                digest.each(orders, |digest, order| digest.maybe(*order, Digest::flag));
            }
            Frame::Attack(side) => {
                digest.text("attack");
                digest.int(side.index() as i64);
            }
            Frame::Ambush(side, number) => {
                digest.text("ambush");
                digest.int(side.index() as i64);
                digest.int(*number);
            }
        });
    }
}
