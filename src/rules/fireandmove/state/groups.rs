//! Units on the table: figures, the groups they form, and their equipment (6).

use crate::board::{Cell, Compass};
use crate::game::Side;

/// A figure: its index in [`Forces::figures`].
pub type Fig = u8;
/// A group: its index in [`Forces::groups`].
pub type Gid = u8;

/// A figure's equipment besides its weapon.
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
    /// Damaged: two steps left on its To Hit numbers (61.3).
    pub damaged: bool,
    /// It has failed (20.3).
    pub failed: bool,
    /// It has no smoke left (89).
    pub dry: bool,
}

/// The status of a figure.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Standing {
    /// Not pinned.
    Fit,
    /// Pinned (22).
    Pinned,
    /// Routed or surrendered.
    Routed,
    /// Dead.
    Killed,
    /// Sent off as a runner (91.13).
    Away,
}

/// A figure in play.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    /// Its group, or its last group if it is eliminated.
    pub group: Gid,
    /// Its status.
    pub standing: Standing,
    /// Its current weapon.
    pub weapon: u8,
    /// The weapon has failed (20).
    pub failed: bool,
    /// It has a Hero card this turn (32).
    pub hero: bool,
    /// The Hero card has already added to a fire card (32.2).
    pub hero_fired: bool,
    /// The figure it assists (27).
    pub assists: Option<Fig>,
    /// Its weapon team is busy this turn (36, 37, 38).
    pub busy: bool,
    /// Promoted by a Hero card (32.2).
    pub raised: bool,
    /// Its extra equipment.
    pub kit: Kit,
    /// Wounded: can no longer be pinned, and is killed from 6 (91.4, 91.6).
    pub wounded: bool,
    /// Berserk (91.4).
    pub berserk: bool,
    /// A Gan Si Dui figure (91.14).
    pub dare: bool,
    /// Its weapon has no smoke left (89).
    pub dry: bool,
    /// Which way it faces, if not the same way as its group (25.3).
    pub turned: Option<Compass>,
}

impl Figure {
    /// Whether a Hero card on it can still add to a fire card, which it does only once (32.2).
    pub const fn fires_boldly(&self) -> bool {
        self.hero && !self.hero_fired
    }

    /// An unpinned figure of a group at the start of a battle.
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
            turned: None,
        }
    }
}

/// A group (6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// Its side.
    pub side: Side,
    /// Its square.
    pub at: Cell,
    /// Its facing (25).
    pub front: Compass,
    /// Its figures in play, in order.
    pub members: Vec<Fig>,
    /// Gone to ground (13).
    pub grounded: bool,
    /// Under a fear marker (43).
    pub fear: bool,
    /// On a minefield (31).
    pub mined: bool,
    /// Move actions set aside; the group then counts as moving (9.5).
    pub aside: u8,
    /// It has had its action this turn.
    pub acted: bool,
    /// It may not move this turn (36, 37, 38).
    pub still: bool,
    /// It has moved this turn (52.1).
    pub moved: bool,
    /// It has reacted with fire this enemy turn (24.2).
    pub reacted: bool,
    /// The result of a sniper attack, which the group may answer with a sniper check (42.2).
    pub sniped: Option<i16>,
    /// The group that has already called artillery on it: that group's next call needs only 0 (56.6).
    pub called: Option<Gid>,
    /// Its weapon is broken down (39).
    pub down: bool,
    /// The group its figures charged from (53.1).
    pub home: Option<Gid>,
    /// Its gun (61).
    pub gun: Option<Gun>,
    /// The crew of its vehicle (63).
    pub machine: Option<Fig>,
    /// In a Banzai attack (91.6).
    pub banzai: bool,
    /// Partisans who have not yet fired from good terrain (91.16).
    pub ambush: bool,
    /// Hidden partisans (91.16).
    pub hidden: bool,
    /// The other part of a large group without a leader (91.14).
    pub twin: Option<Gid>,
    /// The group it split from, which it may rejoin (34.2).
    pub root: Option<Gid>,
    /// Inside the jungle, out of sight of every group (94.3).
    pub deep: bool,
    /// Move actions recorded there (94.4).
    pub mar: u8,
    /// State that only some battles use.
    pub more: More,
}

/// State for optional rules and pillboxes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct More {
    /// It has fired and is visible at night (81).
    pub flash: bool,
    /// It is on top of an enemy-held pillbox (54).
    pub atop: bool,
    /// It has thrown its grenades into it (54.2).
    pub thrown: bool,
    /// Halted in a river by fire (92.47).
    pub river: bool,
    /// On horseback (82).
    pub mounted: bool,
    /// Its horses are tethered (83.3).
    pub tethered: bool,
    /// The group it moves with (87).
    pub partner: Option<Gid>,
    /// The platoon it belongs to, by player order (77).
    pub platoon: u8,
    /// The player whose sniper shot at it last (42.2, 77).
    pub sniper: u8,
}
