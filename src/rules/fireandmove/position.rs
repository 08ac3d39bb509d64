//! The position: figures in groups, hands and decks, smoke, and the stack of open decisions.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::board::{Cell, Compass};
use crate::game::{Deck, Side};
use crate::ledger::cited::applies;

use super::cards::Card;
use super::field::Field;
use super::fire::effect::Nerve;
use super::night::Flare;
use super::sequence::Frame;
use super::tables::{Rank, Weapon};
use super::vehicles::Machine;

pub use super::battle::{Battle, Objective, Options, SideCard, Soldier, Strikes};

/// A figure: its place in [`Position::figures`].
pub type Fig = u8;
/// A group: its place in [`Position::groups`].
pub type Gid = u8;

/// What a figure carries besides its weapon.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Kit {
    /// A Panzerfaust (75).
    pub faust: bool,
    /// A magnetic mine (74.1).
    pub mine: bool,
    /// A demolition charge (62).
    pub charge: bool,
    /// A sword (91.14).
    pub dadao: bool,
    /// Phosphorus grenades (90).
    pub phosphorus: bool,
}

/// A gun with its crew around it (61).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gun {
    /// The weapon.
    pub weapon: u8,
    /// Damaged: two steps off its To Hit numbers (61.3).
    pub damaged: bool,
    /// It has failed (20.3).
    pub failed: bool,
    /// It has no smoke left (89).
    pub dry: bool,
}

/// How a figure stands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Standing {
    /// Ready.
    Fit,
    /// Pinned (22).
    Pinned,
    /// Fled or surrendered.
    Routed,
    /// Dead.
    Killed,
    /// Sent off as a runner (91.13).
    Away,
}

/// A figure in play.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    /// Its group, the last one if it is gone.
    pub group: Gid,
    /// How it stands.
    pub standing: Standing,
    /// Its weapon now.
    pub weapon: u8,
    /// The weapon has failed (20).
    pub failed: bool,
    /// A Hero card lies on it this turn (32).
    pub hero: bool,
    /// The Hero card has added to a fire card (32.2).
    pub hero_fired: bool,
    /// Whom it assists (27).
    pub assists: Option<Fig>,
    /// Its team's hands are full this turn (36, 37, 38).
    pub busy: bool,
    /// Raised in rank by a Hero card (32.2).
    pub raised: bool,
    /// What it carries besides.
    pub kit: Kit,
    /// Wounded: pinned no more, and killed from 6 (91.4, 91.6).
    pub wounded: bool,
    /// Berserk (91.4).
    pub berserk: bool,
    /// Dares to die (91.14).
    pub dare: bool,
    /// Its weapon has no smoke left (89).
    pub dry: bool,
}

impl Figure {
    /// Whether a Hero card on it still adds to a fire card: to a single one (32.2).
    pub const fn fires_boldly(&self) -> bool {
        self.hero && !self.hero_fired
    }

    /// A fit figure of a group as a battle begins.
    pub(super) fn fit(group: Gid, weapon: u8) -> Self {
        Self {
            group,
            standing: Standing::Fit,
            weapon,
            failed: false,
            hero: false,
            hero_fired: false,
            assists: None,
            busy: false,
            raised: false,
            kit: Kit::default(),
            wounded: false,
            berserk: false,
            dare: false,
            dry: false,
        }
    }
}

/// A group (6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// Whose.
    pub side: Side,
    /// Where.
    pub at: Cell,
    /// Where it faces (25).
    pub front: Compass,
    /// Its figures in play, in order.
    pub members: Vec<Fig>,
    /// Gone to ground (13).
    pub grounded: bool,
    /// Under a fear marker (43).
    pub fear: bool,
    /// On a minefield (31).
    pub mined: bool,
    /// Move actions set aside, and so on the move (9.5).
    pub aside: u8,
    /// It has had its action this turn.
    pub acted: bool,
    /// It may not move this turn (36, 37, 38).
    pub still: bool,
    /// It has moved this turn (52.1).
    pub moved: bool,
    /// It has fired in reaction this turn of the enemy (24.2).
    pub reacted: bool,
    /// The result of a sniper's attack that may be answered (42.2).
    pub sniped: Option<i16>,
    /// Called in upon, and by which group: the next call needs only 0 (56.6).
    pub called: Option<Gid>,
    /// Its weapon is broken down (39).
    pub down: bool,
    /// The group its figures charged out of (53.1).
    pub home: Option<Gid>,
    /// Its gun (61).
    pub gun: Option<Gun>,
    /// The crew of its vehicle (63).
    pub machine: Option<Fig>,
    /// In a Banzai attack (91.6).
    pub banzai: bool,
    /// Partisans who have not fired out of good ground yet (91.16).
    pub ambush: bool,
    /// Partisans who cannot be seen (91.16).
    pub hidden: bool,
    /// The other part of a large group without a leader (91.14).
    pub twin: Option<Gid>,
    /// The group it was parted from, and so may meet again (34.2).
    pub root: Option<Gid>,
    /// Deep in the jungle, out of everybody's sight (94.3).
    pub deep: bool,
    /// Move actions recorded there (94.4).
    pub mar: u8,
    /// What only some battles know.
    pub more: More,
}

/// What optional rules and pillboxes make of a group.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct More {
    /// It has fired and is seen by night (81).
    pub flash: bool,
    /// It stands on a pillbox that the enemy holds (54).
    pub atop: bool,
    /// It has thrown its grenades into it (54.2).
    pub thrown: bool,
    /// On horseback (82).
    pub mounted: bool,
    /// Its horses are tethered (83.3).
    pub tethered: bool,
    /// The group it moves with (87).
    pub partner: Option<Gid>,
    /// Whose platoon it belongs to, by the order of its players (77).
    pub platoon: u8,
    /// The player whose sniper shot at it last (42.2, 77).
    pub sniper: u8,
}

/// One player's cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Seat {
    /// Which of his side's players he is (77).
    pub platoon: u8,
    /// Cards not drawn.
    pub deck: Deck<Card>,
    /// Cards in hand, sorted.
    pub hand: Vec<Card>,
    /// Cards played and shown.
    pub played: Vec<Card>,
    /// Cards discarded unseen, sorted.
    pub buried: Vec<Card>,
    /// Cards set aside, each with the group it lies on, until the action is taken.
    pub aside: Vec<(Gid, Card)>,
    /// Actions this turn that count against discards.
    pub actions: u8,
    /// Lets every chance to react go by until the turn ends.
    pub holds: bool,
    /// The platoon leader was lost this turn (55.2).
    pub leader_lost: bool,
    /// The enemy's snipers are dead: this side's sniper cards are cowers (42.2).
    pub snipers_dead: bool,
    /// Times the deck was shuffled.
    pub shuffles: u8,
    /// Attacks from the air or the sea called in (96.4).
    pub strikes: u8,
    /// The company leader has let his first choice of the cards go by (77.2).
    pub first_let_by: bool,
}

/// Smoke over a group (30).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Smoke {
    /// The group it lies over.
    pub group: Gid,
    /// Where that is.
    pub at: Cell,
    /// How thick: its concealment as a size.
    pub thick: u8,
    /// Whose.
    pub side: Side,
    /// Laid this turn: it does not thin yet.
    pub fresh: bool,
    /// The ground it lies over burns (90.4).
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
    pub(super) shared: Shared,
    /// Every figure there ever was.
    pub figures: Vec<Figure>,
    /// Every group there ever was; those without members are gone.
    pub groups: Vec<Group>,
    /// Cards of the two players; in team play of those who speak for their sides.
    pub seats: [Seat; 2],
    /// Cards of their comrades, in order (77).
    pub waiting: [Vec<Seat>; 2],
    /// Smoke.
    pub smokes: Vec<Smoke>,
    /// Weapons that lie about: where, and which (21.7).
    pub dropped: Vec<(Cell, u8)>,
    /// Vehicles.
    pub machines: Vec<Machine>,
    /// Flares by night (80).
    pub flares: Vec<Flare>,
    /// Targets acquired: the firing group and its target (58.8).
    pub acquired: Vec<(Gid, Gid)>,
    /// Gaps in wire (92.59).
    pub gaps: Vec<(Cell, Cell)>,
    /// Who holds each objective.
    pub holders: Vec<Option<Side>>,
    /// Whose turn it is.
    pub active: Side,
    /// Which of its players' part of the turn it is (77).
    pub platoon: u8,
    /// The turn, from 1: one of each side.
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
    /// Whether a side broke; else time was up.
    pub broken: bool,
    /// Points held by each side.
    pub points: [u8; 2],
}

impl Position {
    /// What never changes.
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

    pub(super) fn figure_mut(&mut self, figure: Fig) -> &mut Figure {
        &mut self.figures[usize::from(figure)]
    }

    /// A group.
    pub fn group(&self, group: Gid) -> &Group {
        &self.groups[usize::from(group)]
    }

    pub(super) fn group_mut(&mut self, group: Gid) -> &mut Group {
        &mut self.groups[usize::from(group)]
    }

    /// A player's cards.
    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    pub(super) fn seat_mut(&mut self, side: Side) -> &mut Seat {
        &mut self.seats[side.index()]
    }

    /// The weapon a figure has now.
    pub fn weapon(&self, figure: Fig) -> &Weapon {
        &self.shared.0.weapons[usize::from(self.figure(figure).weapon)]
    }

    /// Groups of a side that are still there.
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

    /// What a figure leads now; a Hero card may have raised it (32.2).
    pub fn rank(&self, figure: Fig) -> Rank {
        let printed = self.soldier(figure).rank;
        match (self.figure(figure).raised, printed) {
            (false, rank) => rank,
            (true, Rank::None) => Rank::Squad,
            (true, _) => Rank::Platoon,
        }
    }

    /// The unpinned leader of a group, a platoon leader before a squad leader; not one whose hands are full, as after a
    /// call for artillery (56.2).
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

    /// The key figure (8.1, 8.2): leaders first, then the figure with the heaviest weapon.
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

    /// Morale, panic and KIA as they count: a failed weapon takes one off (20.4).
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
        // 91.4, 91.6: the wounded die from 6; 91.14: those who dare to die from 7.
        let kia = if state.wounded {
            6
        } else if state.dare {
            7
        } else {
            kia
        };
        Nerve { morale: morale + more + heart, panic: panic + more + calm, kia }
    }

    /// Whether a weapon is fully served: its assistant is in the group and not pinned (15.10).
    pub fn is_crewed(&self, gunner: Fig) -> bool {
        applies("27.1");
        applies("6.6");
        applies("15.10");
        let group = self.figure(gunner).group;
        self.soldier(gunner).machine.is_some()
            || self.fit(group).any(|figure| self.figure(figure).assists == Some(gunner))
    }

    /// How thick the smoke is on a line from one square to another, all of it together; 0 without (30.2). At night it is nothing
    /// (79.4).
    pub fn smoke(&self, from: Cell, to: Cell) -> u8 {
        applies("79.4");
        applies("30.8");
        if self.smokes.is_empty() || self.battle().options.night {
            return 0;
        }
        // 30.9: in a building it is everywhere.
        let indoors = |smoke: &Smoke, cell: Cell| {
            let field = self.field();
            let place = field.place(cell);
            let building = field.features[usize::from(place)].ground.is_building();
            if building {
                applies("30.9");
            }
            building && field.place(smoke.at) == place
        };
        // 30.8: whoever is within two inches in the same feature is under it too.
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
        // Each smoke on the way takes off what it is worth (30.2).
        let on_the_way = self.smokes.iter().filter(|smoke| cells.iter().any(|&cell| under(smoke, cell)));
        on_the_way.map(|smoke| smoke.thick).sum()
    }

    /// Losses of a side: figures that are gone.
    pub fn lost(&self, side: Side) -> u32 {
        let gone = |(figure, soldier): &(&Figure, &Soldier)| {
            soldier.side == side
                && !soldier.horse
                && matches!(figure.standing, Standing::Killed | Standing::Routed)
        };
        self.figures.iter().zip(&self.battle().soldiers).filter(gone).count() as u32
    }

    /// The name of a group: its side's letter and its number, "a3".
    pub fn tag(&self, group: Gid) -> String {
        format!("{}{}", if self.group(group).side == Side::A { 'a' } else { 'b' }, group + 1)
    }
}
