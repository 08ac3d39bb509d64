//! What stands on the table: figures, the groups they form, and what both carry (6).

use crate::board::{Cell, Compass};
use crate::game::Side;

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
    pub(in crate::rules::fireandmove) fn fit(group: Gid, weapon: u8) -> Self {
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
