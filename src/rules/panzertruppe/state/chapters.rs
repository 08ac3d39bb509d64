//! Chapters of the rules, each with the parts of the position that its rules may read. A chapter's rules are its
//! methods, in the folder of the chapter; the compiler keeps them from everything else.

use std::ops::Deref;

use super::battle::Battle;
use super::forces::Forces;
use super::ground::Ground;
use super::position::Position;
use super::turn::Phase;
use crate::rules::panzertruppe::air::Plane;

/// The ground and the forces on it.
#[derive(Copy, Clone, Debug)]
pub struct Tabletop<'a> {
    /// The battle.
    pub battle: &'a Battle,
    /// The ground.
    pub ground: &'a Ground,
    /// The forces.
    pub forces: &'a Forces,
}

/// Line of sight and spotting: chapters 7 to 10, 23, 25, 29.
#[derive(Copy, Clone, Debug)]
pub struct Sighting<'a>(Tabletop<'a>);

/// Where units may go, and at what cost: chapters 2, 14, 15, 18, 23, 26, 27, 33, 34.
#[derive(Copy, Clone, Debug)]
pub struct Going<'a>(Tabletop<'a>);

/// Hand-to-hand combat and close assaults: chapters 19, 20.
#[derive(Copy, Clone, Debug)]
pub struct CloseCombat<'a>(Tabletop<'a>);

/// Which units may fire at which targets in a phase, and with what chance: chapters 3, 4, 12 to 17, 22, 24.
#[derive(Copy, Clone, Debug)]
pub struct Gunnery<'a> {
    tabletop: Tabletop<'a>,
    /// The phase: it decides which weapons may fire.
    pub phase: Phase,
}

/// Batteries, spotters and smoke: chapters 21, 30.
#[derive(Copy, Clone, Debug)]
pub struct Batteries<'a>(pub Gunnery<'a>);

/// Aircraft and fire at them: chapters 31, 32.
#[derive(Copy, Clone, Debug)]
pub struct Sky<'a> {
    gunnery: Gunnery<'a>,
    /// The aircraft of each side.
    pub planes: &'a [Option<Plane>; 2],
}

impl<'a> Tabletop<'a> {
    /// A ground and the forces on it, of the same battle.
    #[inline]
    pub fn new(ground: &'a Ground, forces: &'a Forces) -> Self {
        Self { battle: &forces.battle, ground, forces }
    }

    /// Line of sight and spotting.
    pub const fn sighting(self) -> Sighting<'a> {
        Sighting(self)
    }

    /// Where units may go.
    pub const fn going(self) -> Going<'a> {
        Going(self)
    }

    /// Close combat.
    pub const fn close_combat(self) -> CloseCombat<'a> {
        CloseCombat(self)
    }

    /// Fire in a phase.
    pub const fn gunnery(self, phase: Phase) -> Gunnery<'a> {
        Gunnery { tabletop: self, phase }
    }
}

macro_rules! reads {
    ($($chapter:ident: $($part:tt).+ => $reads:ident;)+) => {
        $(impl<'a> Deref for $chapter<'a> {
            type Target = $reads<'a>;
            fn deref(&self) -> &$reads<'a> {
                &self.$($part).+
            }
        })+
    };
}

reads! {
    Sighting: 0 => Tabletop;
    Going: 0 => Tabletop;
    CloseCombat: 0 => Tabletop;
    Gunnery: tabletop => Tabletop;
    Batteries: 0 => Gunnery;
    Sky: gunnery => Gunnery;
}

impl Position {
    /// The ground and the forces on it.
    #[inline]
    pub fn tabletop(&self) -> Tabletop<'_> {
        Tabletop { battle: &self.battle, ground: &self.ground, forces: &self.forces }
    }

    /// Line of sight and spotting.
    #[inline]
    pub fn sighting(&self) -> Sighting<'_> {
        self.tabletop().sighting()
    }

    /// Where units may go.
    #[inline]
    pub fn going(&self) -> Going<'_> {
        self.tabletop().going()
    }

    /// Close combat.
    #[inline]
    pub fn close_combat(&self) -> CloseCombat<'_> {
        self.tabletop().close_combat()
    }

    /// Fire in this phase.
    #[inline]
    pub fn gunnery(&self) -> Gunnery<'_> {
        self.tabletop().gunnery(self.turn.phase)
    }

    /// Batteries and smoke in this phase.
    #[inline]
    pub fn batteries(&self) -> Batteries<'_> {
        Batteries(self.gunnery())
    }

    /// Aircraft and fire at them.
    #[inline]
    pub fn sky(&self) -> Sky<'_> {
        Sky { gunnery: self.gunnery(), planes: &self.support.planes }
    }
}
