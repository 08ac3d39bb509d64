//! Fire & Move behind the seam: decisions, choices, what each seat may see, and the digest.

use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{
    Attack, CardUse, ChoiceView, Decision, Digest, Illegal, Log, Outcome, PieceId, Preview, Rules, Side,
    SideName, Sight, View, Wanted,
};

use super::choice::Choice;
use super::field::Field;
use super::position::{Gid, Position, Standing};
use super::sequence::Table;

impl Rules for Position {
    type Choice = Choice;

    const VERSION: u32 = 3;

    fn sides(&self) -> [SideName; 2] {
        self.battle().sides.each_ref().map(|side| SideName { key: side.key.clone(), name: side.name.clone() })
    }

    fn decision(&self) -> Option<Decision> {
        self.frames.last().map(|frame| frame.decision(self))
    }

    fn choices(&self) -> Vec<Choice> {
        let mut list = Vec::with_capacity(16);
        if let Some(frame) = self.frames.last() {
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
        Err(Illegal::new(decision.rule, format!("\"{choice}\" cannot be chosen now. {}", decision.prompt)))
    }

    fn apply(&mut self, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if let Some(decision) = self.decision() {
            dice.thrown_by(decision.side);
        }
        self.play(*choice, &mut Table { dice, log })
    }

    fn outcome(&self) -> Option<Outcome> {
        let ending = self.ended?;
        Some(Outcome { winner: ending.winner, why: self.why(ending) })
    }

    /// The enemy's hand is dealt again from every card the side has not seen: his deck, his hand and what he
    /// buried. The time check can lie in the deck only.
    fn seen_by(&self, side: Side, dice: &mut Dice) -> Self {
        let mut seen = self.clone();
        let seat = seen.seat_mut(side.other());
        let time = seat.deck.take(&super::cards::Card::TimeCheck);
        let held = seat.hand.len();
        let mut unseen: Vec<_> = seat.hand.drain(..).chain(seat.buried.drain(..)).collect();
        seat.deck.deal_again(&mut unseen, dice);
        // Which of them are in the hand depends on nothing but chance.
        for _ in 0..held {
            let card = unseen.swap_remove(dice.below(unseen.len()));
            seat.hand.push(card);
        }
        seat.hand.sort_unstable();
        unseen.sort_unstable();
        seat.buried = unseen;
        if time {
            seat.deck.put([super::cards::Card::TimeCheck]);
        }
        seen
    }

    fn view(&self, side: Side) -> View {
        super::shown::view(self, side)
    }

    fn describe(&self, choice: &Choice) -> ChoiceView {
        super::words::describe(self, *choice)
    }

    fn preview(&self, choice: &Choice) -> Option<Preview> {
        super::preview::preview(self, *choice)
    }

    fn attacks(&self, wanted: &Wanted) -> Vec<Attack> {
        super::attacks::attacks(self, wanted)
    }

    fn uses(&self, side: Side, piece: Option<PieceId>) -> Vec<CardUse> {
        // Pieces are the groups by their numbers.
        let group = piece.and_then(|piece| Gid::try_from(piece.0).ok());
        super::uses::uses(self, side, group.filter(|&group| usize::from(group) < self.groups.len()))
    }

    fn sight(&self, from: Cell, to: Cell) -> Sight {
        let line = self.field().fire(from, to);
        let clear = line.clear();
        let between =
            crate::board::line(from, to).filter(|crossing| !crossing.corner).map(|crossing| crossing.cell);
        let path: Vec<Cell> =
            std::iter::once(from).chain(between).chain((from != to).then_some(to)).collect();
        let blocked_at =
            path.iter().copied().skip(1).find(|&cell| !clear && !self.field().fire(from, cell).clear());
        // The line is first hidden behind what blocks it: that is the square before.
        let before = blocked_at
            .and_then(|cell| path.iter().position(|at| *at == cell))
            .and_then(|at| path.get(at - 1));
        let why = before.map(|&cell| format!("{} hides what is behind it.", self.field().feature(cell).name));
        Sight {
            visible: clear,
            range: Field::range(from, to),
            blocked_at: before.copied(),
            rule: (!clear).then_some("23.3"),
            why,
            path,
        }
    }

    fn losses(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.lost(side))
    }

    fn turn(&self) -> u32 {
        u32::from(self.turn)
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.turn);
        digest.text(if self.active == Side::A { "a" } else { "b" });
        digest.int(self.passages);
        digest.each(&self.figures, |digest, figure| {
            digest.int(figure.group);
            digest.text(match figure.standing {
                Standing::Fit => "fit",
                Standing::Pinned => "pinned",
                Standing::Routed => "routed",
                Standing::Killed => "killed",
                Standing::Away => "away",
            });
            digest.text(&self.battle().weapons[usize::from(figure.weapon)].key);
            digest.flag(figure.failed);
            digest.flag(figure.hero);
            digest.flag(figure.hero_fired);
            digest.maybe(figure.assists, |digest, gunner| digest.int(gunner));
            digest.flag(figure.busy);
            digest.flag(figure.raised);
        });
        digest.each(&self.groups, |digest, group| {
            digest.shown(&group.at);
            digest.shown(&group.front);
            digest.each(&group.members, |digest, figure| digest.int(*figure));
            for flag in [
                group.grounded,
                group.fear,
                group.mined,
                group.acted,
                group.still,
                group.moved,
                group.reacted,
                group.down,
            ] {
                digest.flag(flag);
            }
            digest.maybe(group.called, |digest, by| digest.int(by));
            digest.int(group.aside);
            digest.maybe(group.sniped, |digest, result| digest.int(result));
            digest.maybe(group.home, |digest, home| digest.int(home));
        });
        for seat in &self.seats {
            seat.deck.digest(digest);
            for cards in [&seat.hand, &seat.played, &seat.buried] {
                digest.each(cards, |digest, card| digest.shown(card));
            }
            digest.each(&seat.aside, |digest, (group, card)| {
                digest.int(*group);
                digest.shown(card);
            });
            digest.int(seat.actions);
            digest.flag(seat.holds);
            digest.flag(seat.leader_lost);
            digest.flag(seat.snipers_dead);
            digest.int(seat.strikes);
        }
        digest.each(&self.smokes, |digest, smoke| {
            digest.int(smoke.group);
            digest.shown(&smoke.at);
            digest.int(smoke.thick);
            digest.flag(smoke.fresh);
        });
        digest.each(&self.dropped, |digest, (at, weapon)| {
            digest.shown(at);
            digest.int(*weapon);
        });
        digest.each(&self.gaps, |digest, (a, b)| {
            digest.shown(a);
            digest.shown(b);
        });
        digest.each(&self.holders, |digest, holder| {
            digest.text(holder.map_or("", |side| if side == Side::A { "a" } else { "b" }));
        });
        self.digest_more(digest);
        digest.each(&self.frames, |digest, frame| {
            digest.text(frame.decision(self).kind);
            frame.digest(digest);
        });
    }
}
