//! Hands and decks (9.7, 55, 78): spending and drawing cards, and the passage of time.

use crate::dice::Ask;
use crate::game::{Side, Tone};
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::fire::strength::FireCard;
use crate::rules::fireandmove::state::{Battle, Clock, Decisions, Forces, Gid, Hands, Position, Standing};
use crate::rules::fireandmove::turn::sequence::{self, Table};

/// The distinct cards of a sorted hand.
pub(in crate::rules::fireandmove) fn different(hand: &[Card]) -> impl Iterator<Item = Card> + '_ {
    hand.iter().enumerate().filter(|&(at, card)| at == 0 || hand[at - 1] != *card).map(|(_, card)| *card)
}

impl Hands {
    /// Plays a card from a hand, face up.
    pub(in crate::rules::fireandmove) fn spend(&mut self, side: Side, card: Card) {
        let seat = self.seat_mut(side);
        if let Ok(at) = seat.hand.binary_search(&card) {
            seat.hand.remove(at);
        }
        seat.played.push(card);
    }

    /// Moves the cards set aside on groups to the discards once their action is taken or the group is
    /// eliminated (9.5).
    pub(in crate::rules::fireandmove) fn clear_aside(&mut self, side: Side, is_done: impl Fn(Gid) -> bool) {
        if self.seat(side).aside.is_empty() {
            return;
        }
        let aside = std::mem::take(&mut self.seat_mut(side).aside);
        for (group, card) in aside {
            let seat = self.seat_mut(side);
            if is_done(group) { seat.played.push(card) } else { seat.aside.push((group, card)) }
        }
    }

    /// Fire cards in hand that a group could use, before choosing targets.
    pub(in crate::rules::fireandmove) fn fire_cards(&self, side: Side) -> impl Iterator<Item = FireCard> {
        different(&self.seat(side).hand).filter_map(|card| match card {
            Card::Fire(kind) => Some(kind),
            _ => None,
        })
    }

    pub(in crate::rules::fireandmove) fn shuffle(&mut self, side: Side) {
        let seat = self.seat_mut(side);
        let cards: Vec<Card> = seat.played.drain(..).chain(seat.buried.drain(..)).collect();
        seat.deck.put(cards);
        seat.shuffles = seat.shuffles.saturating_add(1);
    }
}

/// Sets a played card aside until its action is taken (9.5).
#[apply(rule, "9.5")]
pub(in crate::rules::fireandmove) fn set_aside(forces: &Forces, hands: &mut Hands, group: Gid, card: Card) {
    let seat = hands.seat_mut(forces.group(group).side);
    seat.played.pop();
    seat.aside.push((group, card));
}

/// The hand a side may hold now (55).
#[apply(rule, "55.1", "55.2", "55.3")]
pub fn hand_limit(forces: &Forces, hands: &Hands, side: Side) -> u8 {
    let full = forces.battle().sides[side.index()].hand.hand;
    let mut leaders = 0;
    let mut ready = 0;
    let own = hands.seat(side).platoon;
    for group in forces.groups_of(side).filter(|&group| forces.group(group).more.platoon == own) {
        for &figure in &forces.group(group).members {
            if forces.rank(figure) == Rank::Platoon {
                leaders += 1;
                ready += u8::from(forces.figure(figure).standing == Standing::Fit);
            }
        }
    }
    let had_any = forces
        .battle()
        .soldiers
        .iter()
        .any(|soldier| soldier.side == side && soldier.platoon == own && soldier.rank == Rank::Platoon);
    let less = had_any && (leaders == 0 || ready == 0 || forces.leaders_lost.contains(&(side, own)));
    full - u8::from(less)
}

/// Whether time passes (78.6, 78.7).
pub(in crate::rules::fireandmove) fn time_check(
    forces: &Forces,
    clock: &mut Clock,
    open: &mut Decisions,
    side: Side,
    table: &mut Table,
) -> Result<(), Ask> {
    let options = forces.battle().options;
    if options.passages == 0 {
        return Ok(());
    }
    let need = options.passes_on;
    let face = table.dice.roll(6, || format!("time check: time passes on {need} or more"))?;
    clock.passages += u8::from(face >= need);
    let (passages, of) = (clock.passages, options.passages);
    table.tell(Tone::Plain, side, "78.6", || format!("time check: {passages} of {of} passages, D6 {face}"));
    if passages >= of {
        sequence::time_up(forces, open, table);
    }
    Ok(())
}

impl Battle {
    /// Whether a card lays smoke for this side (91: Hungarians, Romanians).
    pub(in crate::rules::fireandmove) fn is_smoke(&self, side: Side, card: Card) -> bool {
        match card {
            Card::Smoke | Card::SmokeOrCower => true,
            Card::CowerOrSmoke => self.sides[side.index()].elite,
            _ => false,
        }
    }
}

impl Position {
    /// Fills a hand. The time check card shuffles the deck and discards together (78.1 to 78.5).
    #[apply(rule, "9.7")]
    pub(in crate::rules::fireandmove) fn refill(&mut self, side: Side, table: &mut Table) -> Result<(), Ask> {
        let Self { forces, hands, clock, open, .. } = self;
        let limit = usize::from(hand_limit(forces, hands, side));
        let name = hands.deck_name(side);
        let mut shuffle = false;
        let before = hands.seat(side).hand.len();
        while hands.seat(side).hand.len() < limit {
            if hands.seat(side).deck.left().is_empty() {
                hands.shuffle(side);
                if hands.seat(side).deck.left().is_empty() {
                    break;
                }
            }
            table.dice.thrown_by(side);
            let Some(card) =
                hands.seat_mut(side).deck.draw(&name, table.dice, || "a card for the hand".into())?
            else {
                break;
            };
            if card == Card::TimeCheck {
                shuffle = true;
                hands.seat_mut(side).played.push(card);
                continue;
            }
            let seat = hands.seat_mut(side);
            let at = seat.hand.partition_point(|&other| other < card);
            seat.hand.insert(at, card);
        }
        let drawn = hands.seat(side).hand.len() - before;
        let cards = if drawn == 1 { "card" } else { "cards" };
        let owner = forces.battle().sides[side.index()].name.clone();
        table.tell_deed(side, "9.7", &owner, || format!("draw {drawn} {cards}"));
        if shuffle {
            hands.shuffle(side);
            table.tell(Tone::Plain, side, "78.1", || "time check: deck and discards are shuffled".into());
            time_check(forces, clock, open, side, table)?;
        }
        Ok(())
    }
}
