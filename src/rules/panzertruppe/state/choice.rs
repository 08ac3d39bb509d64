//! Choices and their notation.

use std::fmt;
use std::str::FromStr;

use crate::board::{Cell, Compass};
use crate::game::NotationError;

/// The tag of a unit: the letter of its side and a number.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tag {
    /// The letter of its side.
    pub letter: char,
    /// Counted from 1 within the side.
    pub number: u16,
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.number)
    }
}

impl FromStr for Tag {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let letter = text.chars().next().filter(char::is_ascii_uppercase).ok_or(())?;
        let number = text[1..].parse().ok().filter(|&n| n > 0).ok_or(())?;
        if text[1..].starts_with(['0', '+']) { Err(()) } else { Ok(Self { letter, number }) }
    }
}

/// A weapon of a unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// The main gun.
    Main,
    /// The second gun.
    Second,
    /// The bow machine gun.
    Bow,
    /// The coaxial machine gun.
    Coax,
    /// The machine gun on an open mount.
    Open,
    /// Small arms, or the MG of infantry.
    Arms,
    /// An infantry anti-tank weapon.
    Hand,
    /// A mortar.
    Mortar,
}

impl Slot {
    /// Every weapon.
    pub const ALL: [Self; 8] =
        [Self::Main, Self::Second, Self::Bow, Self::Coax, Self::Open, Self::Arms, Self::Hand, Self::Mortar];

    /// The word in notation.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Main => "gun",
            Self::Second => "second",
            Self::Bow => "bow",
            Self::Coax => "coax",
            Self::Open => "open",
            Self::Arms => "arms",
            Self::Hand => "hand",
            Self::Mortar => "mortar",
        }
    }

    /// The name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Main => "main gun",
            Self::Second => "second gun",
            Self::Bow => "bow MG",
            Self::Coax => "coaxial MG",
            Self::Open => "open MG",
            Self::Arms => "small arms",
            Self::Hand => "anti-tank weapon",
            Self::Mortar => "mortar",
        }
    }

    /// Whether it fires on the Machine Guns & Small Arms Table, in MG phases only (15, 16).
    pub const fn is_small(self) -> bool {
        matches!(self, Self::Bow | Self::Coax | Self::Open | Self::Arms)
    }
}

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident $(($($part:ident: $kind:ty),+))? = $verb:literal;)+) => {
        /// A choice of a player.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Choice {
            $($(#[$doc])* $name $(($($kind),+))?,)+
        }

        impl Choice {
            /// The verb, to which keys are bound.
            pub const fn verb(&self) -> &'static str {
                match self {
                    $(Self::$name $(($(choices!(@skip $part)),+))? => $verb,)+
                }
            }
        }

        impl fmt::Display for Choice {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name $(($($part),+))? => {
                        f.write_str($verb)?;
                        $($(write!(f, " {}", Written($part))?;)+)?
                        Ok(())
                    })+
                }
            }
        }

        impl FromStr for Choice {
            type Err = NotationError;

            fn from_str(text: &str) -> Result<Self, NotationError> {
                let mut words = text.split(' ');
                let verb = words.next().unwrap_or_default();
                let read = match verb {
                    $($verb => {
                        #[allow(unused_mut, reason = "unused in choices without parts")]
                        let mut parts = || Some(Self::$name $(($(<$kind as Part>::read(words.next()?)?),+))?);
                        let choice = parts();
                        choice.filter(|_| words.next().is_none())
                    })+
                    _ => None,
                };
                read.ok_or_else(|| NotationError { text: text.into(), expected: EXPECTED })
            }
        }
    };
    (@skip $part:ident) => { _ };
}

const EXPECTED: &str =
    "a verb and its object, such as \"fire G3 gun R4\", \"move G3\", \"step NE\", \"stop\"";

choices! {
    /// Declares a shot: firer, weapon, target (3).
    Fire(who: Tag, slot: Slot, target: Tag) = "fire";
    /// Declares fire into a section of building or woods (24).
    Section(who: Tag, cell: Cell) = "search";
    /// Declares anti-aircraft fire (32).
    Flak(who: Tag) = "flak";
    /// Calls a battery on a target (21).
    Call(who: Tag, battery: u8, target: Tag) = "call";
    /// Calls smoke from a battery (30).
    Smoke(who: Tag, battery: u8, cell: Cell) = "smoke";
    /// Lays smoke with a platoon of vehicles (30).
    Screen(group: u8, cell: Cell) = "screen";
    /// Rolls all declared shots.
    Resolve = "resolve";
    /// Ends the phase without firing.
    Pass = "pass";
    /// Chooses a unit to move.
    Move(who: Tag) = "move";
    /// Ends the movement phase.
    End = "end";
    /// Moves an inch.
    Step(to: Compass) = "step";
    /// Moves an inch in reverse.
    Reverse(to: Compass) = "reverse";
    /// Stops.
    Stop = "stop";
    /// Ends the move still moving.
    Drive = "drive";
    /// Goes on overwatch.
    Watch = "watch";
    /// Leaves the board over the safe edge (11).
    Exit = "exit";
    /// Pivots to a facing in 24ths.
    Hull(turn: u8) = "hull";
    /// Turns the turret to a heading in 24ths.
    Turret(turn: u8) = "turret";
    /// Draws back half an inch from the edge of the hill (8).
    Back = "back";
    /// Moves up to the edge of the hill (8).
    Edge = "edge";
    /// Keeps the facing.
    Faced = "faced";
    /// Infantry mounts a vehicle (18).
    Board(vehicle: Tag) = "board";
    /// Infantry dismounts (18).
    Dismount(who: Tag, to: Compass) = "dismount";
    /// Hitches a Gun (14).
    Hitch(vehicle: Tag) = "hitch";
    /// Unhitches a Gun (14).
    Unhitch(gun: Tag, to: Compass) = "unhitch";
    /// Limbers a large Gun, or dismantles a mortar (14, 22).
    Limber = "limber";
    /// Sets up a large Gun or a mortar (14, 22).
    Unlimber = "unlimber";
    /// Crouches (24, 28).
    Crouch = "crouch";
    /// Stops crouching.
    Rise = "rise";
    /// Cavalry mounts (18).
    Mount = "mount";
    /// Cavalry dismounts (18).
    Unmount = "unmount";
    /// Infantry moves to contact with infantry, a mortar or a Gun: hand-to-hand combat (19).
    Fight(target: Tag) = "fight";
    /// Infantry will close-assault a vehicle (20).
    Assault(vehicle: Tag) = "assault";
    /// A vehicle close-assaults a Gun or infantry (20).
    Overrun(target: Tag) = "overrun";
    /// Ambush fire at a cell of the path (12).
    Ambush(slot: Slot, at: Cell) = "ambush";
    /// Ambush fire with small arms at a rider other than the first (12, 18).
    AmbushRider(slot: Slot, at: Cell, rider: Tag) = "ambush-rider";
    /// Fires before a close assault (20).
    Defend(slot: Slot) = "defend";
    /// Fires small arms before a close assault at a rider other than the first (18, 20).
    DefendRider(slot: Slot, rider: Tag) = "defend-rider";
    /// Holds fire, or stays.
    Hold = "hold";
    /// A tank pushes the rollers (34).
    Push(by: Tag) = "push";
    /// The winner of a fight moves into the loser's cell (19).
    Occupy = "occupy";
    /// Abandons a burning vehicle at once (17).
    Bail = "bail";
    /// Rolls an errant turn, then abandons a burning vehicle (17).
    Errant = "errant";
    /// Calls a battery on a cell (21).
    Shell(who: Tag, battery: u8, at: Cell) = "shell";
    /// Chooses the aircraft's target (31).
    Target(target: Tag) = "target";
    /// Chooses the heading of the aircraft's approach in 24ths (31).
    Approach(heading: u8) = "approach";
}

/// A part of a choice in notation.
trait Part: Sized {
    fn read(text: &str) -> Option<Self>;
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

struct Written<'a, T>(&'a T);

impl<T: Part> fmt::Display for Written<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

impl Part for Tag {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Part for Cell {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Part for Compass {
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|wind| wind.letters() == text)
    }
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letters())
    }
}

impl Part for Slot {
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|slot| slot.word() == text)
    }
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Part for u8 {
    fn read(text: &str) -> Option<Self> {
        let number = text.parse().ok()?;
        (format!("{number}") == text).then_some(number)
    }
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
