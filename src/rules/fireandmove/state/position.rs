//! The position: figures in groups, hands and decks, smoke, and the stack of open decisions.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::board::Cell;
use crate::game::{Deck, Side};
use crate::ledger::cited::applies;

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::catalog::tables::{Rank, Weapon};
use crate::rules::fireandmove::fire::effect::Nerve;
use crate::rules::fireandmove::optional::night::Flare;
use crate::rules::fireandmove::turn::sequence::Frame;
use crate::rules::fireandmove::vehicles::Machine;

pub use crate::rules::fireandmove::state::battle::{Battle, Objective, Options, SideCard, Soldier, Strikes};

pub use crate::rules::fireandmove::state::groups::{Fig, Figure, Gid, Group, Gun, Kit, More, Standing};

/// One player's cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Seat {
    /// The player's number on their side (77).
    pub platoon: u8,
    /// Cards not yet drawn.
    pub deck: Deck<Card>,
    /// Cards in hand, sorted.
    pub hand: Vec<Card>,
    /// Cards played, face up.
    pub played: Vec<Card>,
    /// Cards discarded face down, sorted.
    pub buried: Vec<Card>,
    /// Cards set aside, each with the group it lies on, until the action is taken.
    pub aside: Vec<(Gid, Card)>,
    /// Actions this turn that count against discards.
    pub actions: u8,
    /// The player holds fire until the turn ends.
    pub holds: bool,
    /// The platoon leader was lost this turn (55.2).
    pub leader_lost: bool,
    /// The enemy's sniper check has eliminated this side's snipers: its Sniper cards count as Cower (42.2).
    pub snipers_dead: bool,
    /// Times the deck was shuffled.
    pub shuffles: u8,
    /// Air and naval strikes called in (96.4).
    pub strikes: u8,
    /// The company leader has passed on the first choice of cards (77.2).
    pub first_let_by: bool,
}

/// Smoke over a group (30).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Smoke {
    /// The group it covers.
    pub group: Gid,
    /// Its square.
    pub at: Cell,
    /// Its thickness: the concealment as a magnitude.
    pub thick: u8,
    /// Its owner.
    pub side: Side,
    /// Laid this turn, so it does not thin yet.
    pub fresh: bool,
    /// The ground under it burns (90.4).
    pub burns: bool,
}

/// A battle shared by all its positions.
#[derive(Clone, Debug)]
pub struct Shared(pub Arc<Battle>);

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        self.0.mark == other.0.mark
    }
}

impl Eq for Shared {}

impl Hash for Shared {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A position of Fire & Move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(in crate::rules::fireandmove) shared: Shared,
    /// Every figure, including those eliminated.
    pub figures: Vec<Figure>,
    /// Every group, including those eliminated, which have no members.
    pub groups: Vec<Group>,
    /// The cards of the two players; in team play, of the player acting for each side.
    pub seats: [Seat; 2],
    /// The cards of the other players on each side, in order (77).
    pub waiting: [Vec<Seat>; 2],
    /// Smoke.
    pub smokes: Vec<Smoke>,
    /// Dropped weapons: the square and the weapon (21.7).
    pub dropped: Vec<(Cell, u8)>,
    /// Vehicles.
    pub machines: Vec<Machine>,
    /// Flares by night (80).
    pub flares: Vec<Flare>,
    /// Acquired targets: the firing group and its target (58.8).
    pub acquired: Vec<(Gid, Gid)>,
    /// Gaps in wire (92.59).
    pub gaps: Vec<(Cell, Cell)>,
    /// The side that holds each objective.
    pub holders: Vec<Option<Side>>,
    /// The side whose turn it is.
    pub active: Side,
    /// The player of that side whose part of the turn it is (77).
    pub platoon: u8,
    /// The turn, from 1; both sides move in each.
    pub turn: u16,
    /// Time passages so far.
    pub passages: u8,
    /// Open decisions, the innermost last; empty when the battle is over.
    pub frames: Vec<Frame>,
    /// How it ended.
    pub ended: Option<Ending>,
}

/// How a battle ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The victor.
    pub winner: Option<Side>,
    /// Whether a side broke; otherwise time ran out.
    pub broken: bool,
    /// Points held by each side.
    pub points: [u8; 2],
}

impl Position {
    /// The constants of the battle.
    pub fn battle(&self) -> &Battle {
        &self.shared.0
    }

    /// The battlefield.
    pub fn field(&self) -> &Field {
        &self.shared.0.field
    }

    /// A figure's card.
    pub fn soldier(&self, figure: Fig) -> &Soldier {
        &self.shared.0.soldiers[usize::from(figure)]
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

    /// A player's cards.
    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    pub(in crate::rules::fireandmove) fn seat_mut(&mut self, side: Side) -> &mut Seat {
        &mut self.seats[side.index()]
    }

    /// A figure's current weapon.
    pub fn weapon(&self, figure: Fig) -> &Weapon {
        &self.shared.0.weapons[usize::from(self.figure(figure).weapon)]
    }

    /// Groups of a side that are still in play.
    pub fn groups_of(&self, side: Side) -> impl Iterator<Item = Gid> + '_ {
        let alive = self
            .groups
            .iter()
            .zip(0..)
            .filter(move |(group, _)| group.side == side && !group.members.is_empty());
        alive.map(|(_, id)| id)
    }

    /// Members of a group that are not pinned.
    pub fn fit(&self, group: Gid) -> impl Iterator<Item = Fig> + '_ {
        self.group(group)
            .members
            .iter()
            .copied()
            .filter(|&figure| self.figure(figure).standing == Standing::Fit && !self.soldier(figure).horse)
    }

    /// Members of a group that are pinned.
    pub fn pinned(&self, group: Gid) -> impl Iterator<Item = Fig> + '_ {
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
    pub fn leader(&self, group: Gid) -> Option<Fig> {
        applies("7.1");
        let leads = |figure: &Fig| self.rank(*figure) != Rank::None && !self.figure(*figure).busy;
        let leaders = self.fit(group).filter(leads);
        leaders.max_by_key(|&figure| (self.rank(figure), std::cmp::Reverse(figure)))
    }

    /// The unpinned platoon leader of a group.
    pub fn platoon_leader(&self, group: Gid) -> Option<Fig> {
        self.leader(group).filter(|&figure| self.rank(figure) == Rank::Platoon)
    }

    /// The key figure (8.1, 8.2): a leader, otherwise the figure with the heaviest weapon.
    pub fn key_figure(&self, group: Gid) -> Option<Fig> {
        applies("8");
        let weight = |figure: Fig| {
            let weapon = self.weapon(figure);
            (
                self.soldier(figure).machine.is_some(),
                self.rank(figure),
                weapon.crew,
                weapon.fails.is_some(),
                std::cmp::Reverse(figure),
            )
        };
        self.fit(group)
            .max_by_key(|&figure| weight(figure))
            .or_else(|| self.pinned(group).max_by_key(|&f| weight(f)))
    }

    /// Effective morale, panic and KIA: a failed weapon reduces them by one (20.4).
    pub fn nerve(&self, figure: Fig) -> Nerve {
        applies("20.4");
        let soldier = self.soldier(figure);
        let failed = self.figure(figure).failed && soldier.machine.is_none();
        if soldier.horse {
            return soldier.nerve;
        }
        let more = self.near_armour(figure) - i16::from(failed);
        let Nerve { morale, panic, kia } = soldier.nerve;
        let [heart, calm] = match self.shared.0.examples {
            true => self.example_of(self.figure(figure).group),
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
    pub fn is_crewed(&self, gunner: Fig) -> bool {
        applies("27.1");
        applies("6.6");
        applies("15.10");
        let group = self.figure(gunner).group;
        self.soldier(gunner).machine.is_some()
            || self.fit(group).any(|figure| self.figure(figure).assists == Some(gunner))
    }

    /// The total thickness of smoke on the line between two squares; 0 if there is none (30.2). At night it
    /// has no effect (79.4).
    pub fn smoke(&self, from: Cell, to: Cell) -> u8 {
        applies("79.4");
        applies("30.8");
        if self.smokes.is_empty() || self.battle().options.night {
            return 0;
        }
        // 30.9: in a building it fills the whole feature.
        let indoors = |smoke: &Smoke, cell: Cell| {
            let field = self.field();
            let place = field.place(cell);
            let building = field.features[usize::from(place)].ground.is_building();
            if building {
                applies("30.9");
            }
            building && field.place(smoke.at) == place
        };
        // 30.8: smoke also covers groups within two inches in the same feature.
        let field = self.field();
        let under = |smoke: &Smoke, cell: Cell| {
            let near = (smoke.at.x - cell.x).abs() <= 1 && (smoke.at.y - cell.y).abs() <= 1;
            smoke.at == cell
                || (cell == from || cell == to) && near && field.place(smoke.at) == field.place(cell)
                || indoors(smoke, cell)
        };
        let between =
            crate::board::line(from, to).filter(|crossing| !crossing.corner).map(|crossing| crossing.cell);
        let cells: Vec<Cell> = between.chain([from, to]).collect();
        // Each smoke marker along the line counts (30.2).
        let on_the_way = self.smokes.iter().filter(|smoke| cells.iter().any(|&cell| under(smoke, cell)));
        on_the_way.map(|smoke| smoke.thick).sum()
    }

    /// A side's losses: figures eliminated.
    pub fn lost(&self, side: Side) -> u32 {
        let gone = |(figure, soldier): &(&Figure, &Soldier)| {
            soldier.side == side
                && !soldier.horse
                && matches!(figure.standing, Standing::Killed | Standing::Routed)
        };
        self.figures.iter().zip(&self.battle().soldiers).filter(gone).count() as u32
    }

    /// The label of a group: its side's letter and its number, "a3".
    pub fn tag(&self, group: Gid) -> String {
        format!("{}{}", if self.group(group).side == Side::A { 'a' } else { 'b' }, group + 1)
    }
}
