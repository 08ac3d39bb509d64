//! A player's turn (9): groups act one after another, then cards are discarded and the hand is filled.

use crate::board::Compass;
use crate::dice::Ask;
use crate::game::{Decision, Event, Side, Tone};
use crate::ledger::cited::applies;

use super::artillery::Call;
use super::cards::Card;
use super::choice::Choice;
use super::fire::strength::FireCard;
use super::fire::volley::Manner;
use super::firing::Aim;
use super::movement::Marching;
use super::position::{Fig, Gid, Position, Standing};
use super::rally::{Joining, RallyMore};
use super::sequence::{Step, Table};
use super::tables::Rank;

/// The hands are dealt before the first turn (78.10).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deal;

/// Which group acts next.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Turn;

/// What a group does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Orders {
    /// The group.
    pub group: Gid,
}

/// Cards discarded so far this turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Discards {
    /// Sorted as they went.
    pub gone: Vec<Card>,
}

/// Each different card of a sorted hand, once.
pub(super) fn different(hand: &[Card]) -> impl Iterator<Item = Card> + '_ {
    hand.iter().enumerate().filter(|&(at, card)| at == 0 || hand[at - 1] != *card).map(|(_, card)| *card)
}

impl Step for Deal {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.active, "deal", "Shuffle the decks and deal the hands.", "78.10")
    }

    fn choices(&self, _: &Position, list: &mut Vec<Choice>) {
        list.push(Choice::Done);
    }

    fn apply(self, position: &mut Position, _: Choice, table: &mut Table) -> Result<(), Ask> {
        for side in Side::BOTH {
            // A time check drawn now is ignored: it goes back when the hand is full.
            let seat = position.seat_mut(side);
            let kept = seat.deck.take(&Card::TimeCheck);
            position.refill(side, table)?;
            if kept {
                position.seat_mut(side).deck.put([Card::TimeCheck]);
            }
        }
        let name = position.battle().sides[0].name.clone();
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
        list.extend(
            position
                .groups_of(position.active)
                .filter(|&group| !position.group(group).acted)
                .map(Choice::Group),
        );
        position.heroes(position.active, list);
        list.push(Choice::End);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        match choice {
            Choice::Group(group) => {
                position.push(self);
                position.push(Orders { group });
            }
            Choice::Hero(figure) => {
                position.push(self);
                position.hero(figure, table);
            }
            _ => {
                position.commissars_and_such(table)?;
                position.push(Discards::default());
            }
        }
        Ok(())
    }
}

impl Step for Orders {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.active, "orders", "Play a card on the group, or announce an action.", "9.2")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.group(self.group).members.is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let id = self.group;
        let group = position.group(id);
        let hand = &position.seat(group.side).hand;
        let pinned = position.pinned(id).next().is_some();
        // 22.1: a pinned figure keeps its group from every movement card but to go to ground.
        let may_move = !pinned && !group.still;
        let down = group.down;
        let heavy = position.fit(id).any(|figure| position.weapon(figure).carried);
        for card in different(hand) {
            match card {
                Card::Move(movement) => {
                    if group.fear {
                        if may_move {
                            list.push(Choice::Calm(card));
                        }
                    } else if may_move && (!heavy || down || movement.actions > 1) {
                        list.push(Choice::Move(card));
                        if movement.cover > 0 && (!heavy || down) && !group.mined {
                            list.push(Choice::Cover(card));
                        }
                        if group.mined {
                            list.push(Choice::Aside(card));
                        }
                    }
                    if movement.is_one() && !group.grounded {
                        list.push(Choice::Ground(card));
                    }
                }
                Card::Fire(kind) if !group.fear && position.has_target(id, kind, Manner::default()) => {
                    list.push(Choice::Fire(card));
                }
                Card::Rally { call, .. } => {
                    if pinned {
                        list.push(Choice::Rally(card));
                    }
                    if position.leader(id).is_some() && position.neighbours(id).next().is_some() {
                        list.push(Choice::Reorganise(card));
                    }
                    if call != super::cards::Call::Nothing && position.can_call(id) {
                        list.push(Choice::Call(card));
                    }
                }
                _ if position.is_smoke(group.side, card) && position.leader(id).is_some() => {
                    list.push(Choice::Smoke(card));
                }
                _ => {}
            }
        }
        announcements(position, id, list);
        position.heroes(group.side, list);
        list.push(Choice::Leave);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let id = self.group;
        let side = position.group(id).side;
        let tag = position.tag(id);
        if let Choice::Hero(figure) = choice {
            position.push(self);
            position.hero(figure, table);
            return Ok(());
        }
        if choice == Choice::Leave {
            return Ok(());
        }
        if let Some(card) = choice.card() {
            position.spend(side, card);
            table.tell(Tone::Plain, side, "9.2", || format!("{tag}: {card}"));
        }
        // Crewing, repairing and acquiring leave the group another action, not a move (36.1, 37.1, 38.1).
        let keeps =
            matches!(choice, Choice::Repair(_) | Choice::Acquire(_) | Choice::Crew(_) | Choice::Call(_));
        let movement = matches!(
            choice,
            Choice::Move(_) | Choice::Cover(_) | Choice::Aside(_) | Choice::Calm(_) | Choice::Ground(_)
        );
        let free = movement && position.battle().sides[side.index()].hand.moves_free;
        position.seat_mut(side).actions += u8::from(!free);
        position.group_mut(id).acted = !keeps;
        position.group_mut(id).still |= keeps;
        match choice {
            Choice::Move(Card::Move(card)) => {
                position.group_mut(id).grounded = false;
                position.begin_march(Marching::new(id, card, false), table)?;
            }
            Choice::Cover(Card::Move(card)) => {
                position.group_mut(id).grounded = false;
                position.begin_march(Marching::new(id, card, true), table)?;
            }
            Choice::Aside(card) => {
                let Card::Move(movement) = card else { return Ok(()) };
                position.group_mut(id).aside += movement.actions;
                position.group_mut(id).grounded = false;
                position.set_aside(side, card);
                let at = position.group(id).at;
                position.react(id, vec![at], 0, false);
            }
            Choice::Calm(_) => {
                position.group_mut(id).fear = false;
                table.tell(Tone::Success, side, "43.2", || format!("{tag} is no longer afraid"));
            }
            Choice::Ground(_) => position.group_mut(id).grounded = true,
            Choice::Fire(Card::Fire(card)) => position.push(Aim::new(id, card)),
            Choice::Rally(Card::Rally { value, .. }) => {
                position.begin_rally(RallyMore { group: id, value, cards: 1 })
            }
            Choice::Reorganise(_) => position.push(Joining { group: id }),
            Choice::Call(Card::Rally { call, .. }) => position.push(Call { group: id, card: call }),
            Choice::Smoke(card) => position.lay_smoke(id, card, table)?,
            Choice::Repair(figure) => position.repair(figure, table)?,
            Choice::Acquire(figure) => position.acquire(figure, table),
            Choice::Crew(figure) => position.crew(figure, table),
            Choice::SetUp => {
                let down = !position.group(id).down;
                position.group_mut(id).down = down;
                table.tell(Tone::Plain, side, "39.1", || {
                    format!("{tag} {} its weapon", if down { "breaks down" } else { "sets up" })
                });
            }
            Choice::Turn(way) => position.group_mut(id).front = way,
            Choice::SniperCheck => position.hunt(id, table)?,
            _ => {}
        }
        if keeps && !matches!(choice, Choice::Call(_)) {
            position.push(self);
        }
        Ok(())
    }
}

/// Actions without a card (35 to 40, 42.2).
fn announcements(position: &Position, id: Gid, list: &mut Vec<Choice>) {
    let group = position.group(id);
    let wet = position.field().feature(group.at).ground.is_wet();
    for figure in position.fit(id) {
        let state = position.figure(figure);
        if state.busy {
            continue;
        }
        if state.failed && !wet {
            list.push(Choice::Repair(figure));
        }
        let plain = position.weapon(figure).fails.is_none() && !state.failed;
        if plain && position.dropped.iter().any(|(at, _)| *at == group.at) {
            list.push(Choice::Acquire(figure));
        }
        let free_gunner = position.uncrewed(id, figure);
        if plain && state.assists.is_none() && position.rank(figure) == Rank::None && free_gunner.is_some() {
            list.push(Choice::Crew(figure));
        }
    }
    let carried = position.fit(id).any(|figure| position.weapon(figure).carried);
    if carried && !group.still {
        list.push(Choice::SetUp);
        if !group.down {
            list.extend(Compass::ALL.into_iter().filter(|way| *way != group.front).map(Choice::Turn));
        }
    }
    if group.sniped.is_some() && position.fit(id).next().is_some() {
        list.push(Choice::SniperCheck);
    }
}

impl Step for Discards {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.active, "discards", "Discard cards, or fill the hand.", "41.1")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let side = position.active;
        let seat = position.seat(side);
        let rule = &position.battle().sides[side.index()].hand;
        for card in different(&seat.hand) {
            let mut gone = self.gone.clone();
            gone.push(card);
            if !rule.may_discard(&gone, seat.actions) {
                continue;
            }
            list.push(Choice::Discard(card));
            let enemies = position.groups_of(side.other());
            match card {
                Card::Sniper if !seat.snipers_dead => list.extend(enemies.map(Choice::Snipe)),
                Card::Fear => {
                    list.extend(enemies.filter(|&group| !position.group(group).fear).map(Choice::Frighten))
                }
                _ => {}
            }
        }
        list.push(Choice::Done);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let side = position.active;
        let Some(card) = choice.card() else { return position.end_turn(table) };
        self.gone.push(card);
        match choice {
            Choice::Snipe(group) => {
                position.spend(side, card);
                position.push(self);
                position.snipe(group, table)?;
            }
            Choice::Frighten(group) => {
                position.spend(side, card);
                position.group_mut(group).fear = true;
                let tag = position.tag(group);
                table.tell(Tone::Plain, side, "43.1", || format!("fear comes over {tag}"));
                position.push(self);
            }
            _ => {
                position.bury(side, card, table);
                position.push(self);
            }
        }
        Ok(())
    }
}

impl Position {
    /// A card leaves a hand and is shown.
    pub(super) fn spend(&mut self, side: Side, card: Card) {
        let seat = self.seat_mut(side);
        if let Ok(at) = seat.hand.binary_search(&card) {
            seat.hand.remove(at);
        }
        seat.played.push(card);
    }

    /// A card that was played is set aside until its action is taken (9.5).
    fn set_aside(&mut self, side: Side, card: Card) {
        let seat = self.seat_mut(side);
        seat.played.pop();
        seat.aside.push(card);
    }

    /// A card is discarded, shown or not as the nation has it.
    fn bury(&mut self, side: Side, card: Card, table: &mut Table) {
        let shown = self.battle().sides[side.index()].hand.reveal;
        let seat = self.seat_mut(side);
        if let Ok(at) = seat.hand.binary_search(&card) {
            seat.hand.remove(at);
        }
        if shown {
            seat.played.push(card);
            table.tell(Tone::Plain, side, "41.1", || format!("discards {card}"));
        } else {
            let at = seat.buried.partition_point(|&other| other < card);
            seat.buried.insert(at, card);
            table.log.add(|| Event::new(Tone::Plain, side, format!("discards {card}"), "41.1").only(side));
            table.log.add(|| Event::new(Tone::Plain, side, "discards a card", "41.1").only(side.other()));
        }
    }

    /// Whether a card lays smoke for this side (91: Hungarians, Romanians).
    pub(super) fn is_smoke(&self, side: Side, card: Card) -> bool {
        match card {
            Card::Smoke | Card::SmokeOrCower => true,
            Card::CowerOrSmoke => self.battle().sides[side.index()].elite,
            _ => false,
        }
    }

    /// A gunner of the group whose weapon lacks its assistant.
    fn uncrewed(&self, group: Gid, other: Fig) -> Option<Fig> {
        self.fit(group)
            .find(|&gunner| gunner != other && self.weapon(gunner).crew > 1 && !self.is_crewed(gunner))
    }

    fn crew(&mut self, figure: Fig, table: &mut Table) {
        let group = self.figure(figure).group;
        if let Some(gunner) = self.uncrewed(group, figure) {
            self.figure_mut(figure).assists = Some(gunner);
            self.figure_mut(figure).busy = true;
            self.figure_mut(gunner).busy = true;
            let tag = self.tag(group);
            table.tell(Tone::Plain, self.group(group).side, "36.1", || format!("{tag} crews its weapon"));
        }
    }

    fn acquire(&mut self, figure: Fig, table: &mut Table) {
        let group = self.figure(figure).group;
        let at = self.group(group).at;
        if let Some(found) = self.dropped.iter().position(|(cell, _)| *cell == at) {
            let (_, weapon) = self.dropped.remove(found);
            self.figure_mut(figure).weapon = weapon;
            self.figure_mut(figure).assists = None;
            self.figure_mut(figure).busy = true;
            let (tag, name) = (self.tag(group), self.weapon(figure).name.clone());
            table.tell(Tone::Plain, self.group(group).side, "38.1", || format!("{tag} takes up the {name}"));
        }
    }

    fn repair(&mut self, figure: Fig, table: &mut Table) -> Result<(), Ask> {
        let group = self.figure(figure).group;
        let (tag, side) = (self.tag(group), self.group(group).side);
        let need = self.weapon(figure).repair.unwrap_or(7);
        let result = table.check(|| format!("{tag} repairs its weapon: {need} or more"))?;
        let mended = result >= need;
        let team: Vec<Fig> =
            self.fit(group).filter(|&f| f == figure || self.figure(f).assists == Some(figure)).collect();
        for member in team {
            self.figure_mut(member).busy = true;
        }
        self.figure_mut(figure).failed = !mended;
        let (tone, end) = if mended { (Tone::Success, "mended") } else { (Tone::Failure, "not mended") };
        table.tell(tone, side, "37.1", || format!("{tag} repairs: {result:+}, needs {need:+}: {end}"));
        Ok(())
    }

    /// Hero cards that may be played now (32.1): on figures that gain by it.
    pub(super) fn heroes(&self, side: Side, list: &mut Vec<Choice>) {
        if self.seat(side).hand.binary_search(&Card::Hero).is_err() {
            return;
        }
        for group in self.groups_of(side) {
            list.extend(
                self.group(group)
                    .members
                    .iter()
                    .filter(|&&figure| !self.figure(figure).hero)
                    .map(|&f| Choice::Hero(f)),
            );
        }
    }

    /// A Hero card on a figure (32.2).
    pub(super) fn hero(&mut self, figure: Fig, table: &mut Table) {
        let side = self.soldier(figure).side;
        self.spend(side, Card::Hero);
        let state = self.figure_mut(figure);
        state.standing = Standing::Fit;
        state.hero = true;
        let (name, tag) = (self.soldier(figure).name.clone(), self.tag(self.figure(figure).group));
        table.tell(Tone::Success, side, "32.2", || format!("the {name} of {tag} becomes a hero"));
        let ranks = |rank: Rank| {
            let mut all = self.figures.iter().zip(0..).filter(|(f, _)| f.standing <= Standing::Pinned);
            all.any(|(_, id)| self.soldier(id).side == side && self.rank(id) == rank)
        };
        let rank = self.rank(figure);
        let raised = rank == Rank::Squad && !ranks(Rank::Platoon)
            || rank == Rank::None && !ranks(Rank::Platoon) && !ranks(Rank::Squad);
        if raised {
            self.figure_mut(figure).raised = true;
            table.tell(Tone::Success, side, "32.2", || format!("the {name} of {tag} takes command"));
        }
    }

    /// A sniper's attack (42.1).
    fn snipe(&mut self, group: Gid, table: &mut Table) -> Result<(), Ask> {
        let (tag, side) = (self.tag(group), self.group(group).side.other());
        let members = self.group(group).members.clone();
        let at = table.among(members.len(), || format!("which figure of {tag} the sniper aims at"))?;
        let figure = members[at];
        let name = self.soldier(figure).name.clone();
        let result = table
            .check(|| format!("the sniper at the {name} of {tag}: 6 or 7 kills, 3 to 5 pins, either sign"))?;
        self.group_mut(group).sniped = Some(result);
        let end = match result.abs() {
            6.. => "killed",
            3..=5 => "pinned",
            _ => "missed",
        };
        table.tell(Tone::Plain, side, "42.1", || format!("sniper at the {name} of {tag}: {result:+}: {end}"));
        match result.abs() {
            6.. => self.fell(figure, Standing::Killed, table),
            3..=5 => self.fell(figure, Standing::Pinned, table),
            _ => {}
        }
        Ok(())
    }

    /// A sniper check (42.2).
    fn hunt(&mut self, group: Gid, table: &mut Table) -> Result<(), Ask> {
        let (tag, side) = (self.tag(group), self.group(group).side);
        let card = self.group_mut(group).sniped.take().unwrap_or(7);
        let result = table.check(|| format!("{tag} hunts the sniper: above 0 and above {card}"))?;
        let found = result > 0 && result > card;
        if found {
            self.seat_mut(side.other()).snipers_dead = true;
        }
        let (tone, end) =
            if found { (Tone::Success, "the sniper is dead") } else { (Tone::Failure, "not found") };
        table.tell(tone, side, "42.2", || format!("{tag} hunts the sniper: {result:+}: {end}"));
        Ok(())
    }

    /// What a nation does at the end of its turn, before discards.
    fn commissars_and_such(&mut self, _: &mut Table) -> Result<(), Ask> {
        Ok(())
    }

    /// The hand a side may hold now (55).
    pub fn hand_limit(&self, side: Side) -> u8 {
        let full = self.battle().sides[side.index()].hand.hand;
        let mut leaders = 0;
        let mut ready = 0;
        for group in self.groups_of(side) {
            for &figure in &self.group(group).members {
                if self.rank(figure) == Rank::Platoon {
                    leaders += 1;
                    ready += u8::from(self.figure(figure).standing == Standing::Fit);
                }
            }
        }
        let had_any = self
            .battle()
            .soldiers
            .iter()
            .any(|soldier| soldier.side == side && soldier.rank == Rank::Platoon);
        let less = had_any && (leaders == 0 || ready == 0 || self.seat(side).leader_lost);
        full - u8::from(less)
    }

    /// The turn ends: smoke thins, the hand is filled, the enemy's turn begins (9.7, 30.6, 78).
    fn end_turn(&mut self, table: &mut Table) -> Result<(), Ask> {
        applies("9.7");
        let side = self.active;
        self.thin_smoke(side, table)?;
        self.refill(side, table)?;
        if self.ended.is_some() {
            return Ok(());
        }
        for group in self.groups_of(side).collect::<Vec<_>>() {
            self.group_mut(group).sniped = None;
        }
        if self.groups_of(side).all(|group| self.group(group).aside == 0) {
            // Cards set aside on a group that is gone go the way of all cards.
            let seat = self.seat_mut(side);
            let cards: Vec<Card> = seat.aside.drain(..).collect();
            seat.played.extend(cards);
        }
        self.seat_mut(side).leader_lost = false;
        self.seat_mut(side).actions = 0;
        self.seat_mut(side.other()).holds = false;
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
            group.reacted = false;
        }
        for figure in &mut self.figures {
            figure.busy = false;
            figure.hero = false;
        }
        let (turn, name) = (self.turn, &self.battle().sides[next.index()].name);
        table.tell(Tone::Phase, next, "9.1", || format!("Turn {turn}: {name}"));
        self.push(Turn);
        Ok(())
    }

    /// Fills a hand; the time check card shuffles deck and discards (78.1 to 78.5).
    pub(super) fn refill(&mut self, side: Side, table: &mut Table) -> Result<(), Ask> {
        let limit = usize::from(self.hand_limit(side));
        let name = format!("the {} deck", self.battle().sides[side.index()].key);
        let mut shuffle = false;
        let before = self.seat(side).hand.len();
        while self.seat(side).hand.len() < limit {
            if self.seat(side).deck.left().is_empty() {
                self.shuffle(side);
                if self.seat(side).deck.left().is_empty() {
                    break;
                }
            }
            table.dice.thrown_by(side);
            let Some(card) =
                self.seat_mut(side).deck.draw(&name, table.dice, || "a card for the hand".into())?
            else {
                break;
            };
            if card == Card::TimeCheck {
                shuffle = true;
                self.seat_mut(side).played.push(card);
                continue;
            }
            let seat = self.seat_mut(side);
            let at = seat.hand.partition_point(|&other| other < card);
            seat.hand.insert(at, card);
        }
        let drawn = self.seat(side).hand.len() - before;
        table.tell(Tone::Plain, side, "9.7", || format!("draws {drawn} cards"));
        if shuffle {
            self.shuffle(side);
            table.tell(Tone::Plain, side, "78.1", || "time check: the deck is shuffled".into());
            self.time_check(side, table)?;
        }
        Ok(())
    }

    fn shuffle(&mut self, side: Side) {
        let seat = self.seat_mut(side);
        let cards: Vec<Card> = seat.played.drain(..).chain(seat.buried.drain(..)).collect();
        seat.deck.put(cards);
        seat.shuffles = seat.shuffles.saturating_add(1);
    }

    /// Whether time passes (78.6, 78.7).
    fn time_check(&mut self, side: Side, table: &mut Table) -> Result<(), Ask> {
        let options = self.battle().options;
        if options.passages == 0 {
            return Ok(());
        }
        let need = options.passes_on;
        let face = table.dice.roll(6, || format!("time passes on {need} or more"))?;
        self.passages += u8::from(face >= need);
        let (passages, of) = (self.passages, options.passages);
        table.tell(Tone::Plain, side, "78.6", || format!("time check {face}: {passages} of {of} passages"));
        if passages >= of {
            self.time_up(table);
        }
        Ok(())
    }

    /// Fire cards in hand that a group could use, with their targets still to be chosen.
    pub(super) fn fire_cards(&self, side: Side) -> impl Iterator<Item = FireCard> + '_ {
        different(&self.seat(side).hand).filter_map(|card| match card {
            Card::Fire(kind) => Some(kind),
            _ => None,
        })
    }
}
