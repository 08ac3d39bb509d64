//! Units and weapons in play.

use crate::ledger::cited::applies;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::tables::counters::{Class, Counter, CounterId, Kind};
use crate::side::Side;

/// Where a unit is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Whereabouts {
    /// Yet to be set up, or to enter.
    Off,
    /// On the map.
    On(Place),
    /// On the map with a hidden Gun, the enemy does not know where (6.4).
    Hidden,
    /// Left the map by its edge.
    Exited,
    /// Eliminated.
    Gone,
}

/// How a unit or weapon is marked for having fired.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Marker {
    /// Not at all.
    #[default]
    None,
    /// Prep fire.
    Prep,
    /// Defensive first fire.
    First,
    /// Final fire.
    Final,
}

/// A squad, half-squad, crew or leader.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Its owner.
    pub side: Side,
    /// Its counter now.
    pub counter: CounterId,
    /// The group of the order of battle it came with.
    pub group: u8,
    /// Where it is.
    pub at: Whereabouts,
    /// Broken side up.
    pub broken: bool,
    /// Under desperation morale.
    pub desperate: bool,
    /// Pinned.
    pub pinned: bool,
    /// Counter exhausted.
    pub cx: bool,
    /// Was CX when this movement phase began: it may not double time again (3.3g).
    pub tired: bool,
    /// Held in melee.
    pub melee: bool,
    /// Wounded.
    pub wounded: bool,
    /// Its own fire.
    pub marker: Marker,
    /// Has fired its own firepower in this player turn.
    pub fired: bool,
    /// Has tried to rally in this player turn.
    pub tried: bool,
    /// Has taken its action of the rally phase, or routed, or advanced.
    pub acted: bool,
    /// Has given or taken a weapon in this rally phase: that was its action (3.1).
    pub traded: bool,
    /// Weapons that it has used up in this player turn, as if it had fired them: those of its own that it has destroyed
    /// (4c), and charges that it has placed (4.3).
    pub destroyed: u8,
    /// Has moved in this movement phase.
    pub moved: bool,
    /// Came into its hex by the road at the road rate in this movement phase.
    pub on_road: bool,
    /// Hidden with its Gun (6.4).
    pub hidden: bool,
    /// Has pushed a Gun in this player turn: hazardous movement until it is pinned (6.5d).
    pub pushing: bool,
    /// Leaders: what he has directed in this player turn.
    pub directed: u128,
    /// Leaders: the weapon that he has helped another to fire in this player turn (4.1).
    pub helps: Option<u8>,
}

impl Unit {
    /// A unit yet to come.
    pub fn new(side: Side, counter: CounterId, group: u8) -> Unit {
        Unit {
            side,
            counter,
            group,
            at: Whereabouts::Off,
            broken: false,
            desperate: false,
            pinned: false,
            cx: false,
            tired: false,
            melee: false,
            wounded: false,
            marker: Marker::None,
            fired: false,
            tried: false,
            acted: false,
            traded: false,
            destroyed: 0,
            moved: false,
            on_road: false,
            hidden: false,
            pushing: false,
            directed: 0,
            helps: None,
        }
    }

    /// Its counter.
    #[inline]
    pub fn data(&self) -> &'static Counter {
        self.counter.get()
    }

    /// Whether it is a leader.
    #[inline]
    pub fn leader(&self) -> bool {
        self.data().kind == Kind::Leader
    }

    /// Its hex, if it is on the map.
    #[inline]
    pub fn place(&self) -> Option<Place> {
        match self.at {
            Whereabouts::On(place) => Some(place),
            _ => None,
        }
    }

    /// Whether it is in a hex.
    #[inline]
    pub fn is_at(&self, place: Place) -> bool {
        self.at == Whereabouts::On(place)
    }

    /// Neither broken nor in melee, and on the map.
    #[inline]
    pub fn good_order(&self) -> bool {
        !self.broken && !self.melee && matches!(self.at, Whereabouts::On(_))
    }

    /// Its morale as it stands (3.2.3d, h).
    pub fn morale(&self) -> i16 {
        applies("1.2.2b");
        applies("1.2.3");
        let printed = if self.broken { self.data().broken } else { self.data().morale };
        printed - i16::from(self.wounded)
    }

    /// Its leadership modifier as it stands (3.2.3d).
    pub fn leadership(&self) -> i16 {
        applies("1.2.1a");
        self.data().leadership + i16::from(self.wounded)
    }

    /// Whether it is inexperienced (5.4), a leader in Good Order being with it or not.
    pub fn inexperienced(&self, led: impl FnOnce() -> bool) -> bool {
        applies("5.4");
        match self.data().class {
            Class::Conscript => true,
            Class::Green => !led(),
            _ => false,
        }
    }
}
