//! Units in play.

use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::tables::counters::{Class, Counter, CounterId, Kind};
use crate::side::Side;

/// Where a unit is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Whereabouts {
    /// Not set up or entered yet.
    Off,
    /// On the map.
    On(Place),
    /// On the map with a hidden Gun, in a hex the enemy does not know (6.4).
    Hidden,
    /// Exited the map.
    Exited,
    /// Eliminated.
    Gone,
}

/// A fire marker.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Marker {
    /// None.
    #[default]
    None,
    /// Prep Fire.
    Prep,
    /// First Fire.
    First,
    /// Final Fire.
    Final,
}

/// A squad, HS, crew or leader.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Its side.
    pub side: Side,
    /// Its present counter.
    pub counter: CounterId,
    /// Its group in the order of battle.
    pub group: u8,
    /// Where it is.
    pub at: Whereabouts,
    /// Broken side up.
    pub broken: bool,
    /// DM.
    pub dm: bool,
    /// Pinned.
    pub pinned: bool,
    /// CX.
    pub cx: bool,
    /// Was CX at the start of this MPh, so Double Time is not possible (3.3g).
    pub tired: bool,
    /// In Melee.
    pub melee: bool,
    /// Wounded.
    pub wounded: bool,
    /// Its fire marker.
    pub marker: Marker,
    /// Has fired its inherent FP in this Player Turn.
    pub fired: bool,
    /// Has attempted to rally in this Player Turn.
    pub tried: bool,
    /// Has taken its action of the RPh, routed or advanced.
    pub acted: bool,
    /// Has given or received a Weapon in this RPh, which is an action (3.1).
    pub traded: bool,
    /// Weapons used up in this Player Turn without being fired: destroyed ones (4c) and placed DC (4.3).
    pub destroyed: u8,
    /// Has moved in this MPh.
    pub moved: bool,
    /// Entered its hex along the road at the road rate in this MPh.
    pub on_road: bool,
    /// Under HIP with its Gun (6.4).
    pub hidden: bool,
    /// Has attempted to manhandle a Gun in this Player Turn: no fire in the AFPh, and Hazardous Movement until pinned
    /// (6.5, 6.5d).
    pub pushing: bool,
    /// For leaders: the firers directed in this Player Turn.
    pub directed: u128,
    /// For leaders: the Weapon helped with in this Player Turn (4.1).
    pub helps: Option<u8>,
}

impl Unit {
    /// A unit not set up yet.
    pub fn new(side: Side, counter: CounterId, group: u8) -> Unit {
        Unit {
            side,
            counter,
            group,
            at: Whereabouts::Off,
            broken: false,
            dm: false,
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

    /// Good Order: on the map, neither broken nor in Melee.
    #[inline]
    pub fn good_order(&self) -> bool {
        !self.broken && !self.melee && matches!(self.at, Whereabouts::On(_))
    }

    /// Its current morale (3.2.3d, h).
    #[apply(rule, "1.2.2b", "1.2.3")]
    pub fn morale(&self) -> i16 {
        let printed = if self.broken { self.data().broken } else { self.data().morale };
        printed - i16::from(self.wounded)
    }

    /// Its current leadership DRM (3.2.3d).
    #[apply(rule, "1.2.1a")]
    pub fn leadership(&self) -> i16 {
        self.data().leadership + i16::from(self.wounded)
    }

    /// Whether it is Inexperienced (5.4), depending on a Good Order leader in its hex.
    #[apply(rule, "5.4")]
    pub fn inexperienced(&self, led: impl FnOnce() -> bool) -> bool {
        match self.data().class {
            Class::Conscript => true,
            Class::Green => !led(),
            _ => false,
        }
    }
}
