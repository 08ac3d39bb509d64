//! Reactions to a moving group (9.6, 24): fire or mines, the point on the path, and whether the move
//! continues.

use crate::board::{Cell, Compass};
use crate::dice::Ask;
use crate::game::{Decision, Tone};
use crate::ledger::cited::applies;
use crate::rules::fireandmove::cards::hand;

use crate::rules::fireandmove::battlefield::fighting_positions::Only;
use crate::rules::fireandmove::battlefield::terrain::Border;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::close_combat::begin_stand;
use crate::rules::fireandmove::fire::action::{enemy_of, toward};
use crate::rules::fireandmove::fire::strength::FireCard;
use crate::rules::fireandmove::fire::volley::{Manner, Moving};
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::ordnance::Barrel;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position};
use crate::rules::fireandmove::turn::sequence::{Frame, Step, Table};

/// The enemy may interrupt a move action (24, 31).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reaction {
    /// The group that moves.
    pub mover: Gid,
    /// Its path, starting with the square it left.
    pub path: Vec<Cell>,
    /// Concealment of its card, as a magnitude.
    pub card: u8,
    /// A minefield may be played (31.1).
    pub mines: bool,
    /// The group it charges (49.1).
    pub charges: Option<Gid>,
    /// The group is retiring, pinned (52.1).
    pub retiring: bool,
    /// It carries a demolition charge to the group it charges, and comes back (62.2).
    pub blast: bool,
    /// Partisans whose card has concealment cannot be enfiladed (91.16).
    pub sly: bool,
    /// The group that moving figures will join as it reorganises (33.3).
    pub joins: Option<Gid>,
    /// The part of its group that joins it on the way (34.2).
    pub picks: Option<Gid>,
    /// Which enemy player is asked (77).
    pub asked: u8,
}

impl Reaction {
    /// A plain move along a path that may be mined.
    pub const fn of(mover: Gid, path: Vec<Cell>) -> Self {
        Self {
            mover,
            path,
            card: 0,
            mines: true,
            charges: None,
            retiring: false,
            blast: false,
            sly: false,
            joins: None,
            picks: None,
            asked: 0,
        }
    }

    /// Whether something follows if the enemy does not react: a charge goes in, or figures join a group.
    pub const fn is_open(&self) -> bool {
        self.charges.is_some() || self.joins.is_some() || self.picks.is_some()
    }

    /// How the mover counts as a target at a square of its path.
    pub fn moving(&self, position: &Position, at: Cell) -> Moving {
        let orderly = self.retiring && position.has_trait(position.group(self.mover).side, Trait::RedArmy);
        // 91.15: groups withdrawing through concealing terrain cannot be enfiladed.
        let guarded = self.sly || orderly && position.field().feature(at).ground.cover().stationary > 0;
        Moving {
            moving: true,
            card: self.card,
            guarded,
            front: self.way(at),
            river: self.fords(position, at),
            climbs: matches!(self.crossed(position, at), Some(Border::Wall | Border::HighWall)),
        }
    }

    /// The border between a square of the path and the one before it. Fire at the first square beyond a border
    /// strikes the mover as it crosses (ruling FM-103).
    fn crossed(&self, position: &Position, at: Cell) -> Option<Border> {
        let before = self.path.iter().position(|&cell| cell == at)?.checked_sub(1)?;
        position.field().border(self.path[before], at)
    }

    /// Whether the mover is in a river at a square of its path (92.47).
    fn fords(&self, position: &Position, at: Cell) -> bool {
        let group = position.group(self.mover);
        let still = group.more.river && self.path.first() == Some(&at);
        group.machine.is_none() && (still || self.crossed(position, at) == Some(Border::River))
    }

    /// The mover's facing at a square of its path: its direction of movement (ruling FM-93).
    fn way(&self, at: Cell) -> Option<Compass> {
        let place = self.path.iter().position(|&cell| cell == at)?.max(1);
        self.path.get(place).map(|&to| toward(self.path[place - 1], to))
    }

    /// Places the mover where it is fired at, facing its direction of movement. A retiring group turns round
    /// on arrival.
    pub fn halts_at(&self, position: &mut Position, at: Cell) {
        let front = self.way(at).filter(|_| !self.retiring && self.joins.is_none());
        let river = self.fords(position, at);
        let group = position.group_mut(self.mover);
        group.at = at;
        group.more.river = river;
        group.front = front.unwrap_or(group.front);
        if front.is_some() {
            position.align(self.mover);
        }
        position.drag_smoke(self.mover, true);
    }
}

/// The card a group reacts with.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReactionCard {
    /// The firing group.
    pub group: Gid,
    /// The action it reacts to.
    pub to: Reaction,
}

/// The point on the path to attack.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReactionPoint {
    /// The firing group and its card; `None` for a minefield.
    pub fire: Option<(Gid, FireCard)>,
    /// The minefield is a booby trap (91.15, 91.16).
    pub trap: bool,
    /// The action it reacts to.
    pub to: Reaction,
}

/// After fire, the mover continues or stops (11.9).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Onward {
    /// The interrupted move, with the rest of the path.
    pub from: Reaction,
}

impl Step for Reaction {
    fn decision(&self, position: &Position) -> Decision {
        let side = enemy_of(position, self.mover);
        Decision::new(side, "react", "An enemy group moves: react, or pass.", "24.1")
    }

    fn is_void(&self, position: &Position) -> bool {
        let gone = match self.retiring {
            true => position.group(self.mover).members.is_empty(),
            false if self.joins.is_some() => position.group(self.mover).members.is_empty(),
            false => position.fit(self.mover).next().is_none(),
        };
        gone || !self.is_open() && position.seat(enemy_of(position, self.mover)).holds
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let side = enemy_of(position, self.mover);
        list.push(Choice::Pass);
        list.push(Choice::Hold);
        for group in position.groups_of(side) {
            let state = position.group(group);
            applies("24.2");
            // 52.1: only stationary groups may fire at a retiring group.
            let moves = self.retiring && (state.moved || state.aside > 0);
            if !position.obeys(group)
                || state.reacted
                || state.fear
                || state.deep
                || moves
                || position.is_wild(group)
            {
                continue;
            }
            let shells = position.fire_cards(side).next().is_some() && self.can_shell(position, group);
            if shells || self.cards(position, group).next().is_some() {
                list.push(Choice::With(group));
            }
        }
        if self.mines && self.path.len() > 1 && !position.group(self.mover).mined {
            let mines =
                |card: &Card| matches!(card, Card::Minefield | Card::MinefieldOrGanSiDui | Card::BoobyTrap);
            let known = hand::different(&position.seat(side).hand).filter(mines);
            let known = known.filter(|&card| position.knows(side, card));
            let partisans = position.has_trait(side, Trait::Partisans);
            for card in known {
                list.push(Choice::Mines(card));
                // 91.16: partisans may use it as a booby trap instead.
                if partisans && card != Card::BoobyTrap {
                    list.push(Choice::Trap(card));
                }
            }
        }
        position.heroes(side, list);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let side = enemy_of(position, self.mover);
        match choice {
            Choice::With(group) => position.push(ReactionCard { group, to: self }),
            Choice::Mines(card) | Choice::Trap(card) => {
                position.spend(side, card);
                let trap = matches!(choice, Choice::Trap(_)) || card == Card::BoobyTrap;
                position.push(ReactionPoint { fire: None, trap, to: self });
            }
            Choice::Hero(figure) => {
                position.push(self);
                position.hero(figure, table);
            }
            _ => {
                self.tell_silence(position, side, table);
                position.seat_mut(side).holds = choice == Choice::Hold;
                if self.asked + 1 < position.players(side) {
                    position.push(Self { asked: self.asked + 1, ..self });
                } else {
                    self.end(position, table)?;
                }
            }
        }
        Ok(())
    }
}

impl Reaction {
    /// Fire cards in hand that a group can use at some point of the path.
    fn cards<'a>(&'a self, position: &'a Position, group: Gid) -> impl Iterator<Item = FireCard> + 'a {
        let side = position.group(group).side;
        position.fire_cards(side).filter(move |&card| self.points(position, group, card).next().is_some())
    }

    /// How a group may fire at the mover: against figures assaulting its pillbox, with small weapons only
    /// (54.3).
    pub fn manner(&self, position: &Position, group: Gid) -> Manner {
        let forced = self.charges == Some(group) && position.is_atop(self.mover);
        Manner { only: if forced { Only::Small } else { Only::All }, ..Manner::default() }
    }

    /// Points of the path that a group can fire at.
    fn points<'a>(
        &'a self,
        position: &'a Position,
        group: Gid,
        card: FireCard,
    ) -> impl Iterator<Item = u8> + 'a {
        let from = position.group(group).at;
        let seen = move |(cell, _): &(&Cell, u8)| {
            position
                .manner_at(group, self.mover, **cell, self.manner(position, group))
                .is_some_and(|manner| position.reaches(group, card, from, **cell, manner))
        };
        self.path.iter().zip(0..).filter(seen).map(|(_, point)| point)
    }

    /// The enemy does not react: the mover reaches its destination, and a charge goes in.
    fn end(self, position: &mut Position, table: &mut Table) -> Result<(), Ask> {
        if let (Some(to), true) = (self.joins, self.retiring) {
            // 51.3: beaten chargers rejoin their group.
            if !position.group(to).members.is_empty() {
                position.merge(self.mover, to);
            }
            return Ok(());
        }
        if let (Some(to), Some(&from)) = (self.joins, self.path.first()) {
            position.comes_over(self.mover, to, from, table);
            return Ok(());
        }
        if let Some(other) = self.picks {
            position.picks_up(self.mover, other, table);
        }
        let Some(target) = self.charges else { return Ok(()) };
        let mover = position.group(self.mover);
        if position.group(target).members.is_empty() {
            return Ok(());
        }
        if self.blast {
            position.detonate(self.mover, target, table)
        } else if mover.machine.is_some() {
            position.overrun(self.mover, target, table)
        } else if position.group(target).machine.is_some() {
            position.storm(self.mover, target, table)
        } else {
            begin_stand(position, self.mover, target);
            Ok(())
        }
    }
}

impl Step for ReactionCard {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        Decision::new(side, "react-card", "Choose a fire card to react with.", "24.1")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(self.to.cards(position, self.group).map(|card| Choice::Fire(Card::Fire(card))));
        if self.to.can_shell(position, self.group) {
            let cards = position.fire_cards(position.group(self.group).side);
            list.extend(cards.map(|card| Choice::Shoot(Card::Fire(card))));
        }
        list.push(Choice::Leave);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        if let Choice::Shoot(card) = choice {
            position.shoot_card(self.group, card, table);
            position.group_mut(self.group).reacted = true;
            let many = position.fires_all(self.group, card);
            position.push(Barrel {
                group: self.group,
                on_move: false,
                to: Some(self.to),
                again: false,
                many,
            });
            return Ok(());
        }
        let Choice::Fire(Card::Fire(card)) = choice else {
            position.push(self.to);
            return Ok(());
        };
        let side = position.group(self.group).side;
        let tag = position.tag(self.group);
        position.spend(side, Card::Fire(card));
        position.group_mut(self.group).reacted = true;
        table.tell(Tone::Plain, side, "24.1", || format!("{tag} reacts: fire {card}"));
        position.push(ReactionPoint { fire: Some((self.group, card)), trap: false, to: self.to });
        Ok(())
    }
}

impl Step for ReactionPoint {
    fn decision(&self, position: &Position) -> Decision {
        let side = enemy_of(position, self.to.mover);
        Decision::new(side, "react-point", "Choose the point of the path to fire at.", "24.1")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        match self.fire {
            Some((group, card)) => list.extend(self.to.points(position, group, card).map(Choice::Point)),
            None => list.extend((1..self.to.path.len() as u8).map(Choice::Point)),
        }
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Choice::Point(point) = choice else { return Ok(()) };
        let mover = self.to.mover;
        let at = self.to.path[usize::from(point)];
        self.to.halts_at(position, at);
        let Some((group, card)) = self.fire else {
            return position.minefield(self.to, self.trap, table);
        };
        let before = position.group(mover).grounded;
        position.group_mut(mover).grounded = false;
        let moving = self.to.moving(position, at);
        let manner = self.to.manner(position, group);
        if let Some(volley) = position.aimed(group, card, manner, mover, at, moving) {
            position.shows_itself(group);
            position.face(group, &volley.men, at);
            position.resolve(group, &volley, mover, table)?;
        }
        position.group_mut(mover).grounded = before;
        self.to.struck(point, position);
        Ok(())
    }
}

impl Step for Onward {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.from.mover).side;
        Decision::new(side, "onward", "Continue the move, or stop.", "11.9")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.fit(self.from.mover).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.push(Choice::GoOn);
        // 91.6: nothing stops a Banzai attack.
        if !position.group(self.from.mover).banzai {
            list.push(Choice::Stop);
        }
        position.heroes(position.group(self.from.mover).side, list);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let mover = self.from.mover;
        if let Choice::Hero(figure) = choice {
            position.push(self);
            position.hero(figure, table);
            return Ok(());
        }
        if choice == Choice::Stop {
            // The rest of the path is cancelled, and so is a charge. Other groups may still fire at the mover
            // here.
            self.from.charges = None;
            self.from.path.truncate(1);
            self.from.mines = false;
            if self.from.picks.take().is_some()
                && let Some(Frame::Marching(mut march)) = position.frames.pop()
            {
                march.left -= 1;
                position.march_on(march);
            }
            position.push(self.from);
            return Ok(());
        }
        // 22.1: pinned figures stay behind, so the group splits.
        let left: Vec<Fig> = position.pinned(mover).collect();
        if !left.is_empty() {
            let at = position.group(mover).at;
            position.split(mover, &left, at);
        }
        if let Some(&end) = self.from.path.last() {
            let front = self.from.way(end);
            let group = position.group_mut(mover);
            group.at = end;
            group.more.river = false;
            group.front = front.unwrap_or(group.front);
            position.align(mover);
            position.drag_smoke(mover, true);
        }
        // Every enemy player may react to the rest of the move.
        self.from.asked = 0;
        position.push(self.from);
        Ok(())
    }
}

impl Position {
    /// Asks the enemy whether to react, whatever cards they hold.
    pub(in crate::rules::fireandmove) fn react(&mut self, reaction: Reaction) {
        applies("9.6");
        applies("11.7");
        applies("11.8");
        self.arrive(reaction.mover);
        self.push(reaction);
    }
}
