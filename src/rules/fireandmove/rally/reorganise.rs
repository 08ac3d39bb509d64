//! Reorganising, splitting and independent leaders (6.5, 7.5, 33, 34).

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::{Decision, Digest, Tone};
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::movement::steps::CrewShare;
use crate::rules::fireandmove::nations::{Trait, special};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Decisions, Fig, Forces, Gid, Hands, Position};
use crate::rules::fireandmove::turn::announcements;
use crate::rules::fireandmove::turn::sequence::{self, Step, Table};
use crate::rules::fireandmove::vehicles::transport;

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

/// Whether a group may reorganise: it has a leader who is allowed to (33.1, 91.14).
#[apply(rule, "33.1")]
pub(in crate::rules::fireandmove) fn reorganises(forces: &Forces, group: Gid) -> bool {
    let side = forces.group(group).side;
    let weak =
        forces.battle().has_trait(side, Trait::WeakSergeants) && !forces.battle().sides[side.index()].elite;
    // A pinned leader is present as well (ruling FM-108).
    let leads = |&figure: &Fig| {
        let rank = forces.rank(figure);
        !forces.figure(figure).busy && if weak { rank == Rank::Platoon } else { rank != Rank::None }
    };
    let led = forces.group(group).members.iter().any(leads);
    led && (comers(forces, group).next().is_some() || forces.group(group).members.len() >= 4)
}

/// Groups of the same side within two inches (33.1).
fn near(forces: &Forces, group: Gid) -> impl Iterator<Item = Gid> {
    let at = forces.group(group).at;
    let near = move |other: &Gid| {
        let to = forces.group(*other).at;
        *other != group && (at.x - to.x).abs() <= 1 && (at.y - to.y).abs() <= 1 && !forces.group(*other).deep
    };
    forces.groups_of(forces.group(group).side).filter(near)
}

/// Neighbours that may merge with the group.
pub(in crate::rules::fireandmove) fn neighbours(forces: &Forces, group: Gid) -> impl Iterator<Item = Gid> {
    near(forces, group).filter(move |&other| forces.may_merge(group, other))
}

/// Neighbours of which anyone can come over: pinned figures do not move (33.3).
#[apply(rule, "33.3")]
fn comers(forces: &Forces, group: Gid) -> impl Iterator<Item = Gid> {
    let at = forces.group(group).at;
    let comes = move |&other: &Gid| forces.group(other).at == at || forces.fit(other).next().is_some();
    neighbours(forces, group).filter(comes)
}

/// Whether figures may leave their group: at least two figures, or a platoon leader, must remain (6.1,
/// 33.2).
fn may_leave(forces: &Forces, group: Gid, leaving: &[Fig]) -> bool {
    let members = &forces.group(group).members;
    let stay: Vec<Fig> = members.iter().copied().filter(|figure| !leaving.contains(figure)).collect();
    stay.len() != 1 || forces.rank(stay[0]) == Rank::Platoon
}

/// Whether figures of one group may transfer to another (6.1, 33.2).
fn may_give(forces: &Forces, group: Gid, leaving: &[Fig], other: Gid) -> bool {
    let members = &forces.group(other).members;
    let all = || members.iter().chain(leaving).copied();
    let men = all().filter(|&figure| forces.rank(figure) != Rank::Platoon).count();
    let guns = all().filter(|&figure| action::is_machine_gun(forces, figure)).count();
    let alike = forces.group(group).fear == forces.group(other).fear;
    let plain = [group, other].iter().all(|&id| {
        let state = forces.group(id);
        state.machine.is_none() && state.gun.is_none() && !state.mined && !forces.is_wild(id)
    });
    men <= 8 && guns <= 1 && alike && plain && forces.serve_one(group, other)
}

/// Figures transfer to another group; those that must move are open to reactive fire (33.3).
pub(in crate::rules::fireandmove) fn goes_over(
    forces: &mut Forces,
    open: &mut Decisions,
    mover: Gid,
    to: Gid,
    table: &mut Table,
) {
    let (from, at) = (forces.group(mover).at, forces.group(to).at);
    forces.group_mut(to).acted = true;
    if from == at {
        let (tag, own, side) = (forces.tag(mover), forces.tag(to), forces.group(to).side);
        forces.merge(mover, to);
        table.tell(Tone::Plain, side, "33.2", || format!("{tag} joins {own}"));
        return;
    }
    forces.lose_aim(mover);
    open.push(Reaction { mines: false, joins: Some(to), ..Reaction::of(mover, vec![from, at]) });
}

/// After reactive fire, unpinned figures arrive and the others stay where they were (33.3).
pub(in crate::rules::fireandmove) fn comes_over(
    forces: &mut Forces,
    mover: Gid,
    to: Gid,
    from: Cell,
    table: &mut Table,
) {
    let (tag, own, side) = (forces.tag(mover), forces.tag(to), forces.group(mover).side);
    let home = forces.group_mut(mover).home.take().filter(|&home| !forces.group(home).members.is_empty());
    let fit: Vec<Fig> = forces.fit(mover).collect();
    let group = forces.group_mut(mover);
    group.at = from;
    group.more.river = false;
    if !fit.is_empty() && !forces.group(to).members.is_empty() {
        if fit.len() == forces.group(mover).members.len() {
            forces.merge(mover, to);
        } else {
            let going = forces.split(mover, &fit, from);
            forces.merge(going, to);
        }
        table.tell(Tone::Plain, side, "33.3", || format!("{tag} joins {own}"));
    }
    if let Some(home) = home.filter(|_| !forces.group(mover).members.is_empty()) {
        forces.merge(mover, home);
    }
}

/// A part of its group that a mover has come to joins it (34.2).
pub(in crate::rules::fireandmove) fn picks_up(
    forces: &mut Forces,
    mover: Gid,
    other: Gid,
    table: &mut Table,
) {
    if meets(forces, mover).any(|met| met == other) {
        let (tag, own, side) = (forces.tag(other), forces.tag(mover), forces.group(mover).side);
        table.tell(Tone::Plain, side, "34.2", || format!("{tag} joins {own}"));
        forces.merge(other, mover);
    }
}

/// Groups that a marching group may join: an independent leader any, parts of one group each other (7.5,
/// 34.2).
pub(in crate::rules::fireandmove) fn meets(forces: &Forces, group: Gid) -> impl Iterator<Item = Gid> {
    let root = |id: Gid| forces.group(id).root.unwrap_or(id);
    let lone = match forces.group(group).members[..] {
        [only] => forces.rank(only) != Rank::None,
        _ => false,
    };
    let own = root(group);
    neighbours(forces, group).filter(move |&other| lone || root(other) == own)
}

/// Leaders who may leave their group with a movement card (7.5, 34.3).
pub(in crate::rules::fireandmove) fn may_go_alone(
    forces: &Forces,
    hands: &Hands,
    group: Gid,
) -> impl Iterator<Item = Fig> {
    let state = forces.group(group);
    let able = state.members.len() > 1 && !state.fear && !state.mined && !state.deep;
    let has_card = hands.seat(state.side).hand.iter().any(|card| matches!(card, Card::Move(_)));
    forces.fit(group).filter(move |&figure| {
        able && has_card
            && forces.rank(figure) != Rank::None
            && !forces.figure(figure).busy
            && may_leave(forces, group, &[figure])
    })
}

impl Joining {
    /// Whether the chosen figures may form a group.
    fn is_group(&self, forces: &Forces) -> bool {
        let lone = self.chosen.len() == 1 && forces.rank(self.chosen[0]) == Rank::Platoon;
        (self.chosen.len() >= 2 || lone) && may_leave(forces, self.group, &self.chosen)
    }

    /// Splits the chosen figures from their group.
    fn part(&self, forces: &mut Forces) -> Gid {
        let mut chosen = self.chosen.clone();
        chosen.sort_unstable();
        if chosen.len() == forces.group(self.group).members.len() {
            return self.group;
        }
        let at = forces.group(self.group).at;
        let new = forces.split(self.group, &chosen, at);
        forces.group_mut(new).acted = true;
        new
    }
}

impl Step for Joining {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        let prompt = "Choose a group to join, or figures to move to another group, or finish.";
        Decision::new(side, "reorganise", prompt, "33.2")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.forces.group(self.group).members.is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { forces, hands, .. } = position;
        let id = self.group;
        if self.chosen.is_empty() {
            list.extend(transport::pairs_with(forces, id).map(Choice::Join));
            if !reorganises(forces, id) || forces.group(id).machine.is_some() {
                list.push(Choice::Done);
                return;
            }
        }
        let free = forces.fit(id).filter(|figure| !self.chosen.contains(figure));
        list.extend(free.map(Choice::Figure));
        if self.chosen.is_empty() {
            list.extend(comers(forces, id).map(Choice::Join));
            // 33.2: weapons are crewed and acquired as part of it.
            forces.fit(id).for_each(|figure| announcements::takes_up(forces, figure, list));
            list.push(Choice::Done);
            return;
        }
        if may_leave(forces, id, &self.chosen) {
            let others = near(forces, id).filter(|&other| may_give(forces, id, &self.chosen, other));
            list.extend(others.map(Choice::Join));
        }
        if self.is_group(forces) {
            list.push(Choice::Done);
            // 34.1: with a movement card they move at once.
            let state = forces.group(id);
            let able = !state.still && !state.fear && !state.mined && !forces.is_heavy(id);
            if able && forces.crew_share(id) != CrewShare::Helpless {
                let cards = different(&hands.seat(state.side).hand);
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
        let side = position.forces.group(self.group).side;
        match choice {
            Choice::Figure(figure) => {
                self.chosen.push(figure);
                position.open.push(self);
            }
            Choice::Join(other)
                if self.chosen.is_empty()
                    && transport::pairs_with(&position.forces, self.group).any(|pair| pair == other) =>
            {
                transport::pair(&mut position.forces, self.group, other, table);
            }
            Choice::Join(other) if self.chosen.is_empty() => {
                let to = self.group;
                position.open.push(self);
                goes_over(&mut position.forces, &mut position.open, other, to, table);
            }
            Choice::Join(other) => {
                let mover = self.part(&mut position.forces);
                position.forces.group_mut(mover).home = (mover != self.group).then_some(self.group);
                self.chosen.clear();
                position.open.push(self);
                goes_over(&mut position.forces, &mut position.open, mover, other, table);
            }
            Choice::Crew(figure) => {
                position.open.push(self);
                announcements::crew(&mut position.forces, figure, table);
            }
            Choice::Acquire(figure) => {
                position.open.push(self);
                announcements::acquire(&mut position.forces, figure, table);
            }
            Choice::Leave => {
                self.chosen.clear();
                position.open.push(self);
            }
            Choice::Move(Card::Move(card)) | Choice::Cover(Card::Move(card)) => {
                let mover = self.part(&mut position.forces);
                position.hands.spend(side, Card::Move(card));
                let (own, tag) = (position.forces.tag(mover), position.forces.tag(self.group));
                table.tell(Tone::Plain, side, "34.1", || format!("{own} splits off from {tag} and moves"));
                let cover = matches!(choice, Choice::Cover(_));
                position.forces.shows_itself(mover);
                let march = Marching::new(mover, position.battle().as_played(side, card), cover);
                let march = special::on_skis(position.battle(), side, march);
                position.begin_march(march, table)?;
            }
            _ if !self.chosen.is_empty() => {
                let new = self.part(&mut position.forces);
                let (own, tag) = (position.forces.tag(new), position.forces.tag(self.group));
                table.tell(Tone::Plain, side, "33.2", || format!("{own} splits off from {tag}"));
                self.chosen.clear();
                position.open.push(self);
            }
            _ => {}
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
        sequence::numbers(digest, &self.chosen);
    }
}

impl Step for Alone {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        Decision::new(side, "alone", "Choose a movement card for the leader.", "7.5")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let cards = different(&position.hands.seat(position.forces.group(self.group).side).hand);
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
        let side = position.forces.group(self.group).side;
        let (at, tag) = (position.forces.group(self.group).at, position.forces.tag(self.group));
        position.hands.spend(side, Card::Move(card));
        // It is not an action of the group the leader leaves (7.5), but counts as one of the turn.
        let free = position.battle().sides[side.index()].hand.moves_free;
        position.hands.seat_mut(side).actions += u8::from(!free);
        let new = position.forces.split(self.group, &[self.figure], at);
        position.forces.group_mut(new).acted = true;
        position.forces.shows_itself(new);
        let name = position.forces.soldier(self.figure).name.clone();
        table.tell(Tone::Plain, side, "34.3", || format!("the {name} leaves {tag}"));
        let cover = matches!(choice, Choice::Cover(_));
        let march = Marching::new(new, position.battle().as_played(side, card), cover);
        let march = special::on_skis(position.battle(), side, march);
        position.begin_march(march, table)
    }

    fn digest(&self, digest: &mut Digest) {
        sequence::numbers(digest, &[self.group, self.figure]);
    }
}
