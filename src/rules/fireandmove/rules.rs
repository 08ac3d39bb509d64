//! Fire & Move's implementation of the rules interface: decisions, choices, what each seat may see, and the
//! digest.

use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::aids::{self, Aids};
use crate::game::{
    Attack, CardId, CardUse, ChoiceView, Decision, Digest, Illegal, Log, Outcome, PieceId, Preview, Reserve,
    Risk, Routes, Rules, Side, SideName, Sight, View, Wanted,
};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::fire::{plans, risk, volley};
use crate::rules::fireandmove::shown::{self, card_uses, defaults, preview, situation, words};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Position, Seat};
use crate::rules::fireandmove::turn::sequence::{self, Frame, Table};

impl Rules for Position {
    type Choice = Choice;

    const VERSION: u32 = 5;

    fn sides(&self) -> [SideName; 2] {
        self.battle().sides.each_ref().map(|side| SideName { key: side.key.clone(), name: side.name.clone() })
    }

    fn decision(&self) -> Option<Decision> {
        self.open.frames.last().map(|frame| frame.decision(self))
    }

    fn choices(&self) -> Vec<Choice> {
        let mut list = Vec::with_capacity(16);
        if let Some(frame) = self.open.frames.last() {
            frame.choices(self, &mut list);
        }
        list
    }

    fn check(&self, choice: &Choice) -> Result<(), Illegal> {
        let Some(decision) = self.decision() else {
            return Err(Illegal::new("5.3", "The battle is over."));
        };
        if self.choices().contains(choice) {
            return Ok(());
        }
        if let (Some(Frame::Marching(march)), Choice::Step(way)) = (self.open.frames.last(), choice)
            && let Some(why) = situation::stopped_by_border(&self.terrain, &self.forces, march, *way)
        {
            return Err(Illegal::new("11.4", why));
        }
        Err(Illegal::new(decision.rule, format!("\"{choice}\" is not possible now. {}", decision.prompt)))
    }

    fn apply(&mut self, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if let Some(decision) = self.decision() {
            dice.thrown_by(decision.side);
        }
        self.play(*choice, &mut Table { dice, log })
    }

    fn outcome(&self) -> Option<Outcome> {
        let ending = self.open.ended?;
        Some(Outcome { winner: ending.winner, why: sequence::why(self.battle(), ending) })
    }

    /// Re-deals the enemy's hand from every card this side has not seen: deck, hand and face-down discards.
    /// The time check can only be in the deck.
    fn seen_by(&self, side: Side, dice: &mut Dice) -> Self {
        let mut seen = self.clone();
        let at = side.other().index();
        let enemies = std::iter::once(&mut seen.hands.seats[at]).chain(&mut seen.hands.waiting[at]);
        for seat in enemies {
            deal_again(seat, dice);
        }
        seen
    }

    fn view(&self, side: Side) -> View {
        shown::view(self, side)
    }

    fn describe(&self, choice: &Choice) -> ChoiceView {
        words::describe(self, *choice)
    }

    fn preview(&self, choice: &Choice) -> Option<Preview> {
        preview::preview(self, *choice)
    }

    /// Warns before a turn ends with cards in hand and no action taken.
    fn caution(&self, choice: &Choice) -> Option<String> {
        let side = self.decision().filter(|_| *choice == Choice::End)?.side;
        let (idle, cards) = (
            !self.forces.groups_of(side).any(|group| self.forces.group(group).acted),
            self.hands.seat(side).hand.len(),
        );
        (idle && cards > 0 && defaults::any_use(self)).then(|| {
            let cards = if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") };
            format!("No group has acted this turn and you hold {cards}.")
        })
    }

    fn sight(&self, from: Cell, to: Cell) -> Sight {
        let Self { terrain, forces, .. } = self;
        let line = terrain.field().fire(from, to);
        let clear = line.clear();
        // 23.1: other groups of the side that looks are in its way. What is hidden gives nothing away.
        let shown =
            |cell: Cell| forces.groups.iter().find(|g| g.at == cell && !g.hidden && !g.members.is_empty());
        let own = shown(from).filter(|_| clear).and_then(|group| {
            volley::own_group_between(forces, group.side, from, to).filter(|&cell| shown(cell).is_some())
        });
        let between =
            crate::board::line(from, to).filter(|crossing| !crossing.corner).map(|crossing| crossing.cell);
        let path: Vec<Cell> =
            std::iter::once(from).chain(between).chain((from != to).then_some(to)).collect();
        let blocked_at =
            path.iter().copied().skip(1).find(|&cell| !clear && !terrain.field().fire(from, cell).clear());
        // The line of sight ends in the square before the blocking one.
        let before = blocked_at
            .and_then(|cell| path.iter().position(|at| *at == cell))
            .and_then(|at| path.get(at - 1));
        let why =
            before.map(|&cell| format!("{} blocks the line of sight.", terrain.field().feature(cell).name));
        let why = why
            .or_else(|| own.map(|_| "Another group of the same side blocks the line of sight.".to_owned()));
        Sight {
            visible: clear && own.is_none(),
            range: Field::range(from, to),
            blocked_at: own.or(before.copied()),
            rule: if own.is_some() { Some("23.1") } else { (!clear).then_some("23.3") },
            why,
            path,
        }
    }

    fn aids(&self) -> Aids<'_> {
        Aids {
            marches: Some(self),
            fire: Some(self),
            series: Some(self),
            advice: Some(self),
            groups: None,
            aiming: None,
            hands: Some(self),
            verdicts: None,
            tables: None,
            writing: None,
            muster: Some(self),
            shorthand: None,
        }
    }

    fn losses(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.forces.lost(side))
    }

    fn turn(&self) -> u32 {
        u32::from(self.clock.turn)
    }

    fn digest(&self, digest: &mut Digest) {
        self.write_down(digest);
    }
}

impl aids::Marches for Position {
    fn routes(&self, pieces: &[PieceId]) -> Option<Box<dyn Routes>> {
        Some(Box::new(self.planned(pieces)?))
    }
}

impl aids::FirePlanning for Position {
    fn attacks(&self, wanted: &Wanted) -> Vec<Attack> {
        plans::attacks(self, wanted)
    }

    fn reserves(&self, busy: &[PieceId], spent: &[CardId]) -> Vec<Reserve> {
        let Self { hands, clock, open, .. } = self;
        plans::reserves(hands, clock, open, busy, spent)
    }
}

impl aids::Series for Position {
    fn series(&self) -> Vec<ChoiceView> {
        plans::series(self)
    }
}

impl aids::Advice for Position {
    fn risk(&self, piece: PieceId, cell: Cell) -> Option<Risk> {
        risk::on(self, piece.number(self.forces.groups.len())?, cell)
    }

    fn situation(&self, piece: PieceId) -> Vec<String> {
        let Self { terrain, forces, open, .. } = self;
        let Some(id) = piece.number(forces.groups.len()) else { return Vec::new() };
        let (group, hand) = (forces.group(id), &self.hands.seats[forces.group(id).side.index()].hand);
        let asked = matches!(open.frames.last(), Some(Frame::Turn(_)))
            && self.decision().is_some_and(|now| now.side == group.side);
        let without = !hand.iter().any(|card| matches!(card, Card::Move(_)));
        let waits = asked && without && !group.acted && self.planned(&[piece]).is_none();
        let own = waits.then(|| "no Move card in hand".to_owned());
        own.into_iter().chain(situation::situation_of(terrain, forces, open, id)).collect()
    }
}

impl aids::Hands for Position {
    fn uses(&self, side: Side, piece: Option<PieceId>) -> Vec<CardUse> {
        // Pieces are groups, by number.
        card_uses::uses(self, side, piece.and_then(|piece| piece.number(self.forces.groups.len())))
    }
}

/// Re-deals a player's hand from every card that only that player has seen.
fn deal_again(seat: &mut Seat, dice: &mut Dice) {
    let time = seat.deck.take(&Card::TimeCheck);
    let held = seat.hand.len();
    let mut unseen: Vec<_> = seat.hand.drain(..).chain(seat.buried.drain(..)).collect();
    seat.deck.deal_again(&mut unseen, dice);
    // Chance alone decides which of them are in the hand.
    for _ in 0..held {
        let card = unseen.swap_remove(dice.below(unseen.len()));
        seat.hand.push(card);
    }
    seat.hand.sort_unstable();
    unseen.sort_unstable();
    seat.buried = unseen;
    if time {
        seat.deck.put([Card::TimeCheck]);
    }
}
