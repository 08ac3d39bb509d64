//! Reactions to a moving group (9.6, 24): fire or mines, the point on the path, and whether the move
//! continues.

use crate::board::{Cell, Compass};
use crate::dice::Ask;
use crate::game::{Decision, Digest};
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::fighting_positions::{self, Only};
use crate::rules::fireandmove::battlefield::terrain::Border;
use crate::rules::fireandmove::cards::{Card, hand, heroes, smoke_and_mines};
use crate::rules::fireandmove::close_combat::begin_stand;
use crate::rules::fireandmove::fire::action::{enemy_of, toward};
use crate::rules::fireandmove::fire::strength::FireCard;
use crate::rules::fireandmove::fire::volley::{self, Manner, Mark, Moving};
use crate::rules::fireandmove::movement;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::optional::team_play;
use crate::rules::fireandmove::rally::reorganise;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Decisions, Forces, Gid, Hands, Position, Terrain};
use crate::rules::fireandmove::turn::sequence::{Step, Table};
use crate::rules::fireandmove::vehicles::assault;

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

    /// The mover as a mark at a square of its path.
    pub fn mark(&self, field: &Field, forces: &Forces, at: Cell) -> Mark {
        Mark { group: self.mover, at, moving: self.moving(field, forces, at) }
    }

    /// How the mover counts as a target at a square of its path.
    pub fn moving(&self, field: &Field, forces: &Forces, at: Cell) -> Moving {
        let orderly =
            self.retiring && forces.battle().has_trait(forces.group(self.mover).side, Trait::RedArmy);
        // 91.15: groups withdrawing through concealing terrain cannot be enfiladed.
        let guarded = self.sly || orderly && field.feature(at).ground.cover().stationary > 0;
        Moving {
            moving: true,
            card: self.card,
            guarded,
            front: self.way(at),
            river: self.fords(field, forces, at),
            climbs: matches!(self.crossed(field, at), Some(Border::Wall | Border::HighWall)),
        }
    }

    /// The border between a square of the path and the one before it. Fire at the first square beyond a border
    /// strikes the mover as it crosses (ruling FM-103).
    fn crossed(&self, field: &Field, at: Cell) -> Option<Border> {
        let before = self.path.iter().position(|&cell| cell == at)?.checked_sub(1)?;
        field.border(self.path[before], at)
    }

    /// Whether the mover is in a river at a square of its path (92.47).
    fn fords(&self, field: &Field, forces: &Forces, at: Cell) -> bool {
        let group = forces.group(self.mover);
        let still = group.more.river && self.path.first() == Some(&at);
        group.machine.is_none() && (still || self.crossed(field, at) == Some(Border::River))
    }

    /// The mover's facing at a square of its path: its direction of movement (ruling FM-93).
    pub(super) fn way(&self, at: Cell) -> Option<Compass> {
        let place = self.path.iter().position(|&cell| cell == at)?.max(1);
        self.path.get(place).map(|&to| toward(self.path[place - 1], to))
    }

    /// Places the mover where it is fired at, facing its direction of movement. A retiring group turns round
    /// on arrival.
    pub fn halts_at(&self, terrain: &mut Terrain, forces: &mut Forces, at: Cell) {
        let front = self.way(at).filter(|_| !self.retiring && self.joins.is_none());
        let river = self.fords(terrain.field(), forces, at);
        let group = forces.group_mut(self.mover);
        group.at = at;
        group.more.river = river;
        group.front = front.unwrap_or(group.front);
        if front.is_some() {
            forces.align(self.mover);
        }
        smoke_and_mines::drag_smoke(terrain, forces, self.mover, true);
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
        let side = enemy_of(&position.forces, self.mover);
        Decision::new(side, "react", "An enemy group moves: react, or pass.", "24.1")
    }

    fn is_void(&self, position: &Position) -> bool {
        let Position { forces, hands, .. } = position;
        let gone = match self.retiring {
            true => forces.group(self.mover).members.is_empty(),
            false if self.joins.is_some() => forces.group(self.mover).members.is_empty(),
            false => forces.fit(self.mover).next().is_none(),
        };
        gone || !self.is_open() && hands.seat(enemy_of(forces, self.mover)).holds
    }

    #[apply(rule, "24.2")]
    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { terrain, forces, hands, .. } = position;
        let side = enemy_of(forces, self.mover);
        list.push(Choice::Pass);
        list.push(Choice::Hold);
        for group in forces.groups_of(side) {
            let state = forces.group(group);
            // 52.1: only stationary groups may fire at a retiring group.
            let moves = self.retiring && (state.moved || state.aside > 0);
            if !team_play::obeys(forces, hands, group)
                || state.reacted
                || state.fear
                || state.deep
                || moves
                || forces.is_wild(group)
            {
                continue;
            }
            let shells = hands.fire_cards(side).next().is_some() && self.can_shell(terrain, forces, group);
            if shells || self.cards(terrain, forces, hands, group).next().is_some() {
                list.push(Choice::With(group));
            }
        }
        if self.mines && self.path.len() > 1 && !forces.group(self.mover).mined {
            let mines =
                |card: &Card| matches!(card, Card::Minefield | Card::MinefieldOrGanSiDui | Card::BoobyTrap);
            let known = hand::different(&hands.seat(side).hand).filter(mines);
            let known = known.filter(|&card| forces.battle().knows(side, card));
            let partisans = forces.battle().has_trait(side, Trait::Partisans);
            for card in known {
                list.push(Choice::Mines(card));
                // 91.16: partisans may use it as a booby trap instead.
                if partisans && card != Card::BoobyTrap {
                    list.push(Choice::Trap(card));
                }
            }
        }
        heroes::heroes(forces, hands, side, list);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let side = enemy_of(&position.forces, self.mover);
        match choice {
            Choice::With(group) => position.open.push(ReactionCard { group, to: self }),
            Choice::Mines(card) | Choice::Trap(card) => {
                position.hands.spend(side, card);
                let trap = matches!(choice, Choice::Trap(_)) || card == Card::BoobyTrap;
                position.open.push(ReactionPoint { fire: None, trap, to: self });
            }
            Choice::Hero(figure) => {
                position.open.push(self);
                heroes::hero(&mut position.forces, &mut position.hands, figure, table);
            }
            _ => {
                self.tell_silence(position, side, table);
                position.hands.seat_mut(side).holds = choice == Choice::Hold;
                if self.asked + 1 < position.hands.players(side) {
                    position.open.push(Self { asked: self.asked + 1, ..self });
                } else {
                    self.end(position, table)?;
                }
            }
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.mover);
        digest.each(&self.path, |digest, cell| digest.shown(cell));
        digest.int(self.card);
        digest.flag(self.mines);
        digest.maybe(self.charges, |digest, target| digest.int(target));
        digest.flag(self.retiring);
        for (set, word) in [(self.blast, "blast"), (self.sly, "sly")] {
            if set {
                digest.text(word);
            }
        }
        digest.maybe(self.joins, |digest, group| digest.int(group));
        digest.maybe(self.picks, |digest, group| digest.int(group));
        if self.asked > 0 {
            digest.int(self.asked);
        }
    }
}

impl Reaction {
    /// Fire cards in hand that a group can use at some point of the path.
    pub(super) fn cards<'a>(
        &'a self,
        terrain: &'a Terrain,
        forces: &'a Forces,
        hands: &'a Hands,
        group: Gid,
    ) -> impl Iterator<Item = FireCard> + 'a {
        let side = forces.group(group).side;
        hands.fire_cards(side).filter(move |&card| self.points(terrain, forces, group, card).next().is_some())
    }

    /// How a group may fire at the mover: against figures assaulting its pillbox, with small weapons only
    /// (54.3).
    pub fn manner(&self, field: &Field, forces: &Forces, group: Gid) -> Manner {
        let forced = self.charges == Some(group) && fighting_positions::is_atop(field, forces, self.mover);
        Manner { only: if forced { Only::Small } else { Only::All }, ..Manner::default() }
    }

    /// Points of the path that a group can fire at.
    pub(super) fn points<'a>(
        &'a self,
        terrain: &'a Terrain,
        forces: &'a Forces,
        group: Gid,
        card: FireCard,
    ) -> impl Iterator<Item = u8> + 'a {
        let from = forces.group(group).at;
        let seen = move |(cell, _): &(&Cell, u8)| {
            volley::manner_at(
                terrain,
                forces,
                group,
                self.mover,
                **cell,
                self.manner(terrain.field(), forces, group),
            )
            .is_some_and(|manner| volley::reaches(terrain.field(), forces, group, card, from, **cell, manner))
        };
        self.path.iter().zip(0..).filter(seen).map(|(_, point)| point)
    }

    /// The enemy does not react: the mover reaches its destination, and a charge goes in.
    fn end(self, position: &mut Position, table: &mut Table) -> Result<(), Ask> {
        if let (Some(to), true) = (self.joins, self.retiring) {
            // 51.3: beaten chargers rejoin their group.
            if !position.forces.group(to).members.is_empty() {
                position.forces.merge(self.mover, to);
            }
            return Ok(());
        }
        if let (Some(to), Some(&from)) = (self.joins, self.path.first()) {
            reorganise::comes_over(&mut position.forces, self.mover, to, from, table);
            return Ok(());
        }
        if let Some(other) = self.picks {
            reorganise::picks_up(&mut position.forces, self.mover, other, table);
        }
        let Some(target) = self.charges else { return Ok(()) };
        let mover = position.forces.group(self.mover);
        if position.forces.group(target).members.is_empty() {
            return Ok(());
        }
        if self.blast {
            position.detonate(self.mover, target, table)
        } else if mover.machine.is_some() {
            position.overrun(self.mover, target, table)
        } else if position.forces.group(target).machine.is_some() {
            assault::storm(&position.terrain, &mut position.forces, self.mover, target, table)
        } else {
            begin_stand(&mut position.forces, &mut position.open, self.mover, target);
            Ok(())
        }
    }
}

/// Asks the enemy whether to react, whatever cards they hold.
#[apply(rule, "9.6", "11.7", "11.8")]
pub(in crate::rules::fireandmove) fn react(
    field: &Field,
    forces: &mut Forces,
    open: &mut Decisions,
    reaction: Reaction,
) {
    movement::arrive(field, forces, reaction.mover);
    open.push(reaction);
}
