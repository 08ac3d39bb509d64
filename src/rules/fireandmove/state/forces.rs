//! The forces: every figure and the group it is in, vehicles, dropped weapons, acquired targets and the
//! objectives held (5 to 8).

use std::cmp::Reverse;

use crate::board::Cell;
use crate::game::Side;
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::catalog::tables::{Rank, Weapon};
use crate::rules::fireandmove::fire::effect::Nerve;
use crate::rules::fireandmove::nations::special;
use crate::rules::fireandmove::state::{Battle, Fig, Figure, Gid, Group, Shared, Soldier, Standing};
use crate::rules::fireandmove::vehicles::Machine;

/// The figures of both sides, and all that moves with them or is held by them.
///
/// A figure in play is among the members of exactly one group, the one that it names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Forces {
    battle: Shared,
    /// Every figure, including those eliminated.
    pub figures: Vec<Figure>,
    /// Every group, including those eliminated, which have no members.
    pub groups: Vec<Group>,
    /// Vehicles.
    pub machines: Vec<Machine>,
    /// Dropped weapons: the square and the weapon (21.7).
    pub dropped: Vec<(Cell, u8)>,
    /// Acquired targets: the firing group and its target (58.8).
    pub acquired: Vec<(Gid, Gid)>,
    /// The side that holds each objective.
    pub holders: Vec<Option<Side>>,
    /// Players who lost a platoon leader this turn: the side and the platoon (55.2).
    pub leaders_lost: Vec<(Side, u8)>,
}

impl Forces {
    /// The forces at the start of a battle.
    pub(in crate::rules::fireandmove) fn new(
        battle: Shared,
        figures: Vec<Figure>,
        groups: Vec<Group>,
        machines: Vec<Machine>,
    ) -> Self {
        Self {
            holders: battle.0.objectives.iter().map(|objective| objective.held).collect(),
            battle,
            figures,
            groups,
            machines,
            dropped: Vec::new(),
            acquired: Vec::new(),
            leaders_lost: Vec::new(),
        }
    }

    /// The constants of the battle.
    pub fn battle(&self) -> &Battle {
        &self.battle.0
    }

    /// A figure's card.
    pub fn soldier(&self, figure: Fig) -> &Soldier {
        &self.battle().soldiers[usize::from(figure)]
    }

    /// A figure.
    pub fn figure(&self, figure: Fig) -> &Figure {
        &self.figures[usize::from(figure)]
    }

    pub(in crate::rules::fireandmove) fn figure_mut(&mut self, figure: Fig) -> &mut Figure {
        &mut self.figures[usize::from(figure)]
    }

    /// A group.
    pub fn group(&self, group: Gid) -> &Group {
        &self.groups[usize::from(group)]
    }

    pub(in crate::rules::fireandmove) fn group_mut(&mut self, group: Gid) -> &mut Group {
        &mut self.groups[usize::from(group)]
    }

    /// A figure's current weapon.
    pub fn weapon(&self, figure: Fig) -> &Weapon {
        &self.battle().weapons[usize::from(self.figure(figure).weapon)]
    }

    /// Groups of a side that are still in play.
    pub fn groups_of(&self, side: Side) -> impl Iterator<Item = Gid> {
        let alive = self
            .groups
            .iter()
            .zip(0..)
            .filter(move |(group, _)| group.side == side && !group.members.is_empty());
        alive.map(|(_, id)| id)
    }

    /// Members of a group that are not pinned.
    pub fn fit(&self, group: Gid) -> impl Iterator<Item = Fig> {
        self.group(group)
            .members
            .iter()
            .copied()
            .filter(|&figure| self.figure(figure).standing == Standing::Fit && !self.soldier(figure).horse)
    }

    /// Members of a group that are pinned.
    pub fn pinned(&self, group: Gid) -> impl Iterator<Item = Fig> {
        self.group(group)
            .members
            .iter()
            .copied()
            .filter(|&figure| self.figure(figure).standing == Standing::Pinned)
    }

    /// A figure's current rank; a Hero card may have raised it (32.2).
    pub fn rank(&self, figure: Fig) -> Rank {
        let printed = self.soldier(figure).rank;
        match (self.figure(figure).raised, printed) {
            (false, rank) => rank,
            (true, Rank::None) => Rank::Squad,
            (true, _) => Rank::Platoon,
        }
    }

    /// The unpinned leader of a group, a platoon leader before a squad leader. A leader who is busy, for
    /// example with a call for artillery, does not count (56.2).
    #[apply(rule, "7.1")]
    pub fn leader(&self, group: Gid) -> Option<Fig> {
        let leads = |figure: &Fig| self.rank(*figure) != Rank::None && !self.figure(*figure).busy;
        let leaders = self.fit(group).filter(leads);
        leaders.max_by_key(|&figure| (self.rank(figure), Reverse(figure)))
    }

    /// The unpinned platoon leader of a group.
    pub fn platoon_leader(&self, group: Gid) -> Option<Fig> {
        self.leader(group).filter(|&figure| self.rank(figure) == Rank::Platoon)
    }

    /// The key figure (8.1, 8.2): a leader, otherwise the figure with the heaviest weapon.
    #[apply(rule, "8")]
    pub fn key_figure(&self, group: Gid) -> Option<Fig> {
        let weight = |figure: Fig| {
            let weapon = self.weapon(figure);
            (
                self.soldier(figure).machine.is_some(),
                self.rank(figure),
                weapon.crew,
                weapon.fails.is_some(),
                Reverse(figure),
            )
        };
        self.fit(group)
            .max_by_key(|&figure| weight(figure))
            .or_else(|| self.pinned(group).max_by_key(|&f| weight(f)))
    }

    /// Effective morale, panic and KIA: a failed weapon reduces them by one (20.4).
    #[apply(rule, "20.4")]
    pub fn nerve(&self, figure: Fig) -> Nerve {
        let soldier = self.soldier(figure);
        let failed = self.figure(figure).failed && soldier.machine.is_none();
        if soldier.horse {
            return soldier.nerve;
        }
        let more = self.near_armour(figure) - i16::from(failed);
        let Nerve { morale, panic, kia } = soldier.nerve;
        let [heart, calm] = match self.battle().examples {
            true => special::example_of(self, self.figure(figure).group),
            false => [0, 0],
        };
        let state = self.figure(figure);
        // 91.4, 91.6: wounded figures are killed from 6; 91.14: Gan Si Dui from 7.
        let kia = if state.wounded {
            6
        } else if state.dare {
            7
        } else {
            kia
        };
        Nerve { morale: morale + more + heart, panic: panic + more + calm, kia }
    }

    /// Whether a weapon is fully crewed: its assistant is in the group and not pinned (15.10).
    #[apply(rule, "27.1", "6.6", "15.10")]
    pub fn is_crewed(&self, gunner: Fig) -> bool {
        let group = self.figure(gunner).group;
        self.soldier(gunner).machine.is_some()
            || self.fit(group).any(|figure| self.figure(figure).assists == Some(gunner))
    }

    /// A side's losses: figures eliminated.
    pub fn lost(&self, side: Side) -> u32 {
        self.gone().filter(|(_, soldier)| soldier.side == side).count() as u32
    }

    /// The figures killed or routed; horses do not count.
    pub fn gone(&self) -> impl Iterator<Item = (&Figure, &Soldier)> {
        let gone = |(figure, soldier): &(&Figure, &Soldier)| {
            !soldier.horse && matches!(figure.standing, Standing::Killed | Standing::Routed)
        };
        self.figures.iter().zip(&self.battle().soldiers).filter(gone)
    }

    /// The label of a group: its side's letter and its number, "a3".
    pub fn tag(&self, group: Gid) -> String {
        format!("{}{}", if self.group(group).side == Side::A { 'a' } else { 'b' }, group + 1)
    }
}
