//! Reorganising, splitting and independent leaders (6.5, 7.5, 33, 34).

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::{Decision, Tone};
use crate::ledger::cited::applies;

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::movement::steps::CrewShare;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position};
use crate::rules::fireandmove::turn::sequence::{Step, Table};

/// Which figures join and which leave (33).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Joining {
    /// The group the card was played on.
    pub group: Gid,
    /// Figures chosen to leave it.
    pub chosen: Vec<Fig>,
}

/// The card with which a leader leaves the group (7.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Alone {
    /// The leader's group.
    pub group: Gid,
    /// The leader.
    pub figure: Fig,
}

impl Position {
    /// Whether a group may reorganise: it has a leader who is allowed to (33.1, 91.14).
    pub(in crate::rules::fireandmove) fn reorganises(&self, group: Gid) -> bool {
        applies("33.1");
        let side = self.group(group).side;
        let weak = self.has_trait(side, Trait::WeakSergeants) && !self.battle().sides[side.index()].elite;
        // A pinned leader is present as well (ruling FM-108).
        let leads = |&figure: &Fig| {
            let rank = self.rank(figure);
            !self.figure(figure).busy && if weak { rank == Rank::Platoon } else { rank != Rank::None }
        };
        let led = self.group(group).members.iter().any(leads);
        led && (self.neighbours(group).next().is_some() || self.group(group).members.len() >= 4)
    }

    /// Groups of the same side within two inches (33.1).
    fn near(&self, group: Gid) -> impl Iterator<Item = Gid> + '_ {
        let at = self.group(group).at;
        let near = move |other: &Gid| {
            let to = self.group(*other).at;
            *other != group
                && (at.x - to.x).abs() <= 1
                && (at.y - to.y).abs() <= 1
                && !self.group(*other).deep
        };
        self.groups_of(self.group(group).side).filter(near)
    }

    /// Neighbours that may merge with the group.
    pub(in crate::rules::fireandmove) fn neighbours(&self, group: Gid) -> impl Iterator<Item = Gid> + '_ {
        self.near(group).filter(move |&other| self.may_merge(group, other))
    }

    /// Whether figures may leave their group: at least two figures, or a platoon leader, must remain (6.1,
    /// 33.2).
    fn may_leave(&self, group: Gid, leaving: &[Fig]) -> bool {
        let members = &self.group(group).members;
        let stay: Vec<Fig> = members.iter().copied().filter(|figure| !leaving.contains(figure)).collect();
        stay.len() != 1 || self.rank(stay[0]) == Rank::Platoon
    }

    /// Whether figures of one group may transfer to another (6.1, 33.2).
    fn may_give(&self, group: Gid, leaving: &[Fig], other: Gid) -> bool {
        let members = &self.group(other).members;
        let all = || members.iter().chain(leaving).copied();
        let men = all().filter(|&figure| self.rank(figure) != Rank::Platoon).count();
        let guns = all().filter(|&figure| self.is_machine_gun(figure)).count();
        let alike = self.group(group).fear == self.group(other).fear;
        let plain = [group, other].iter().all(|&id| {
            let state = self.group(id);
            state.machine.is_none() && state.gun.is_none() && !state.mined && !self.is_wild(id)
        });
        men <= 8 && guns <= 1 && alike && plain && self.serve_one(group, other)
    }

    /// Figures transfer to another group; those that must move are open to reactive fire (33.3).
    pub(in crate::rules::fireandmove) fn goes_over(&mut self, mover: Gid, to: Gid, table: &mut Table) {
        let (from, at) = (self.group(mover).at, self.group(to).at);
        self.group_mut(to).acted = true;
        if from == at {
            let (tag, own, side) = (self.tag(mover), self.tag(to), self.group(to).side);
            self.merge(mover, to);
            table.tell(Tone::Plain, side, "33.2", || format!("{tag} joins {own}"));
            return;
        }
        self.lose_aim(mover);
        self.push(Reaction { mines: false, joins: Some(to), ..Reaction::of(mover, vec![from, at]) });
    }

    /// After reactive fire, unpinned figures arrive and the others stay where they were (33.3).
    pub(in crate::rules::fireandmove) fn comes_over(
        &mut self,
        mover: Gid,
        to: Gid,
        from: Cell,
        table: &mut Table,
    ) {
        let (tag, own, side) = (self.tag(mover), self.tag(to), self.group(mover).side);
        let home = self.group_mut(mover).home.take().filter(|&home| !self.group(home).members.is_empty());
        let fit: Vec<Fig> = self.fit(mover).collect();
        let group = self.group_mut(mover);
        group.at = from;
        group.more.river = false;
        if !fit.is_empty() && !self.group(to).members.is_empty() {
            if fit.len() == self.group(mover).members.len() {
                self.merge(mover, to);
            } else {
                let going = self.split(mover, &fit, from);
                self.merge(going, to);
            }
            table.tell(Tone::Plain, side, "33.3", || format!("{tag} joins {own}"));
        }
        if let Some(home) = home.filter(|_| !self.group(mover).members.is_empty()) {
            self.merge(mover, home);
        }
    }

    /// A part of its group that a mover has come to joins it (34.2).
    pub(in crate::rules::fireandmove) fn picks_up(&mut self, mover: Gid, other: Gid, table: &mut Table) {
        if self.meets(mover).any(|met| met == other) {
            let (tag, own, side) = (self.tag(other), self.tag(mover), self.group(mover).side);
            table.tell(Tone::Plain, side, "34.2", || format!("{tag} joins {own}"));
            self.merge(other, mover);
        }
    }

    /// Groups that a marching group may join: an independent leader any, parts of one group each other (7.5,
    /// 34.2).
    pub(in crate::rules::fireandmove) fn meets(&self, group: Gid) -> impl Iterator<Item = Gid> + '_ {
        let root = |id: Gid| self.group(id).root.unwrap_or(id);
        let lone = match self.group(group).members[..] {
            [only] => self.rank(only) != Rank::None,
            _ => false,
        };
        let own = root(group);
        self.neighbours(group).filter(move |&other| {
            let fits = lone || root(other) == own;
            if fits {
                applies(if lone { "7.5" } else { "34.2" });
            }
            fits
        })
    }

    /// Leaders who may leave their group with a movement card (7.5, 34.3).
    pub(in crate::rules::fireandmove) fn may_go_alone(&self, group: Gid) -> impl Iterator<Item = Fig> + '_ {
        let state = self.group(group);
        let able = state.members.len() > 1 && !state.fear && !state.mined && !state.deep;
        let has_card = self.seat(state.side).hand.iter().any(|card| matches!(card, Card::Move(_)));
        self.fit(group).filter(move |&figure| {
            able && has_card
                && self.rank(figure) != Rank::None
                && !self.figure(figure).busy
                && self.may_leave(group, &[figure])
        })
    }
}

impl Joining {
    /// Whether the chosen figures may form a group.
    fn is_group(&self, position: &Position) -> bool {
        let lone = self.chosen.len() == 1 && position.rank(self.chosen[0]) == Rank::Platoon;
        (self.chosen.len() >= 2 || lone) && position.may_leave(self.group, &self.chosen)
    }

    /// Splits the chosen figures from their group.
    fn part(&self, position: &mut Position) -> Gid {
        let mut chosen = self.chosen.clone();
        chosen.sort_unstable();
        if chosen.len() == position.group(self.group).members.len() {
            return self.group;
        }
        let at = position.group(self.group).at;
        let new = position.split(self.group, &chosen, at);
        position.group_mut(new).acted = true;
        new
    }
}

impl Step for Joining {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        let prompt = "Choose a group to join, or figures to move to another group, or finish.";
        Decision::new(side, "reorganise", prompt, "33.2")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.group(self.group).members.is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let id = self.group;
        if self.chosen.is_empty() {
            list.extend(position.pairs_with(id).map(Choice::Join));
            if !position.reorganises(id) || position.group(id).machine.is_some() {
                list.push(Choice::Done);
                return;
            }
        }
        let free = position.fit(id).filter(|figure| !self.chosen.contains(figure));
        list.extend(free.map(Choice::Figure));
        if self.chosen.is_empty() {
            list.extend(position.neighbours(id).map(Choice::Join));
            // 33.2: weapons are crewed and acquired as part of it.
            position.fit(id).for_each(|figure| position.takes_up(figure, list));
            list.push(Choice::Done);
            return;
        }
        if position.may_leave(id, &self.chosen) {
            let others = position.near(id).filter(|&other| position.may_give(id, &self.chosen, other));
            list.extend(others.map(Choice::Join));
        }
        if self.is_group(position) {
            list.push(Choice::Done);
            // 34.1: with a movement card they move at once.
            let state = position.group(id);
            let able = !state.still && !state.fear && !state.mined && !position.is_heavy(id);
            if able && position.crew_share(id) != CrewShare::Helpless {
                let cards = different(&position.seat(state.side).hand);
                for card in cards.filter(|card| matches!(card, Card::Move(_))) {
                    list.push(Choice::Move(card));
                    if matches!(card, Card::Move(movement) if movement.cover > 0) {
                        list.push(Choice::Cover(card));
                    }
                }
            }
        }
        list.push(Choice::Leave);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let side = position.group(self.group).side;
        match choice {
            Choice::Figure(figure) => {
                self.chosen.push(figure);
                position.push(self);
            }
            Choice::Join(other)
                if self.chosen.is_empty() && position.pairs_with(self.group).any(|pair| pair == other) =>
            {
                position.pair(self.group, other, table);
            }
            Choice::Join(other) if self.chosen.is_empty() => {
                let to = self.group;
                position.push(self);
                position.goes_over(other, to, table);
            }
            Choice::Join(other) => {
                let mover = self.part(position);
                position.group_mut(mover).home = (mover != self.group).then_some(self.group);
                self.chosen.clear();
                position.push(self);
                position.goes_over(mover, other, table);
            }
            Choice::Crew(figure) => {
                position.push(self);
                position.crew(figure, table);
            }
            Choice::Acquire(figure) => {
                position.push(self);
                position.acquire(figure, table);
            }
            Choice::Leave => {
                self.chosen.clear();
                position.push(self);
            }
            Choice::Move(Card::Move(card)) | Choice::Cover(Card::Move(card)) => {
                let mover = self.part(position);
                position.spend(side, Card::Move(card));
                let (own, tag) = (position.tag(mover), position.tag(self.group));
                table.tell(Tone::Plain, side, "34.1", || format!("{own} splits off from {tag} and moves"));
                let cover = matches!(choice, Choice::Cover(_));
                position.shows_itself(mover);
                let march = Marching::new(mover, position.as_played(side, card), cover);
                let march = position.on_skis(side, march);
                position.begin_march(march, table)?;
            }
            _ if !self.chosen.is_empty() => {
                let new = self.part(position);
                let (own, tag) = (position.tag(new), position.tag(self.group));
                table.tell(Tone::Plain, side, "33.2", || format!("{own} splits off from {tag}"));
                self.chosen.clear();
                position.push(self);
            }
            _ => {}
        }
        Ok(())
    }
}

impl Step for Alone {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        Decision::new(side, "alone", "Choose a movement card for the leader.", "7.5")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let cards = different(&position.seat(position.group(self.group).side).hand);
        for card in cards.filter(|card| matches!(card, Card::Move(_))) {
            list.push(Choice::Move(card));
            if matches!(card, Card::Move(movement) if movement.cover > 0) {
                list.push(Choice::Cover(card));
            }
        }
        list.push(Choice::Leave);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let (Choice::Move(Card::Move(card)) | Choice::Cover(Card::Move(card))) = choice else {
            return Ok(());
        };
        let side = position.group(self.group).side;
        let (at, tag) = (position.group(self.group).at, position.tag(self.group));
        position.spend(side, Card::Move(card));
        // It is not an action of the group the leader leaves (7.5), but counts as one of the turn.
        let free = position.battle().sides[side.index()].hand.moves_free;
        position.seat_mut(side).actions += u8::from(!free);
        let new = position.split(self.group, &[self.figure], at);
        position.group_mut(new).acted = true;
        position.shows_itself(new);
        let name = position.soldier(self.figure).name.clone();
        table.tell(Tone::Plain, side, "34.3", || format!("the {name} leaves {tag}"));
        let cover = matches!(choice, Choice::Cover(_));
        let march = Marching::new(new, position.as_played(side, card), cover);
        let march = position.on_skis(side, march);
        position.begin_march(march, table)
    }
}
