//! Choices and how they are written.

use std::fmt;
use std::str::FromStr;

use crate::board::{Cell, Compass};
use crate::game::NotationError;

/// The number of a unit: a letter for its side and a count from 1.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tag {
    /// The letter of its side.
    pub letter: char,
    /// From 1.
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
    /// The machine gun in the bow.
    Bow,
    /// The machine gun beside the gun in the turret.
    Coax,
    /// The machine gun on an open mount.
    Open,
    /// Small arms, or the machine gun of infantry.
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

    /// Its word in notation.
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

    /// Its name for players.
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

    /// A machine gun or small arms: their own table, their own phases (15, 16).
    pub const fn is_small(self) -> bool {
        matches!(self, Self::Bow | Self::Coax | Self::Open | Self::Arms)
    }
}

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident $(($($part:ident: $kind:ty),+))? = $verb:literal;)+) => {
        /// One small step a player may take.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Choice {
            $($(#[$doc])* $name $(($($kind),+))?,)+
        }

        impl Choice {
            /// The verb it begins with, to which keys are bound.
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
                        #[allow(unused_mut, reason = "a choice without parts takes no word")]
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
    "a verb and what it points at, such as \"fire G3 gun R4\", \"move G3\", \"step NE\", \"stop\"";

choices! {
    /// Declares a shot: who, with what, at whom (3).
    Fire(who: Tag, slot: Slot, target: Tag) = "fire";
    /// Declares a shot into a section of building or woods (24).
    Section(who: Tag, cell: Cell) = "search";
    /// Declares fire at the enemy's aircraft (32).
    Flak(who: Tag) = "flak";
    /// Calls a battery down on a unit (21).
    Call(who: Tag, battery: u8, target: Tag) = "call";
    /// Calls a battery to lay smoke (30).
    Smoke(who: Tag, battery: u8, cell: Cell) = "smoke";
    /// A platoon of vehicles lays smoke (30).
    Screen(group: u8, cell: Cell) = "screen";
    /// Everything is declared: roll.
    Resolve = "resolve";
    /// Fires nothing this phase.
    Pass = "pass";
    /// Takes up a unit to move.
    Move(who: Tag) = "move";
    /// No more units move.
    End = "end";
    /// An inch.
    Step(to: Compass) = "step";
    /// An inch in reverse.
    Reverse(to: Compass) = "reverse";
    /// Comes to a stop.
    Stop = "stop";
    /// Stays in motion.
    Drive = "drive";
    /// Stands and watches.
    Watch = "watch";
    /// Leaves the board on its safe side (11).
    Exit = "exit";
    /// The hull faces another way, in 24ths.
    Hull(turn: u8) = "hull";
    /// The turret points another way, in 24ths.
    Turret(turn: u8) = "turret";
    /// Half an inch back from the edge of the hill (8).
    Back = "back";
    /// To the very edge of the hill (8).
    Edge = "edge";
    /// The facing is right.
    Faced = "faced";
    /// Infantry gets on a vehicle (18).
    Board(vehicle: Tag) = "board";
    /// Infantry gets off (18).
    Dismount(who: Tag, to: Compass) = "dismount";
    /// A Gun is hitched (14).
    Hitch(vehicle: Tag) = "hitch";
    /// A Gun is unhitched (14).
    Unhitch(gun: Tag, to: Compass) = "unhitch";
    /// A large Gun, or a mortar, is made ready to go (14, 22).
    Limber = "limber";
    /// A large Gun, or a mortar, is set up (14, 22).
    Unlimber = "unlimber";
    /// Heads down (24, 28).
    Crouch = "crouch";
    /// Heads up.
    Rise = "rise";
    /// Cavalry mounts (18).
    Mount = "mount";
    /// Cavalry dismounts (18).
    Unmount = "unmount";
    /// Infantry attacks infantry, a mortar or a Gun hand to hand (19).
    Fight(target: Tag) = "fight";
    /// Infantry means to close-assault a vehicle (20).
    Assault(vehicle: Tag) = "assault";
    /// A vehicle close-assaults a Gun or infantry (20).
    Overrun(target: Tag) = "overrun";
    /// Fires at what comes and goes, at the point of its way that suits (12).
    Ambush(slot: Slot, at: Cell) = "ambush";
    /// Fires at a vehicle that assaults (20).
    Defend(slot: Slot) = "defend";
    /// Does not fire now.
    Hold = "hold";
    /// Rollers are pushed by a tank behind them (34).
    Push(by: Tag) = "push";
    /// The winner of a fight takes the place of the loser (19).
    Occupy = "occupy";
    /// The crew of a vehicle on fire leaves it where it stands (17).
    Bail = "bail";
    /// A vehicle on fire runs on before it is left (17).
    Errant = "errant";
    /// Calls a battery down on a place between units (21).
    Shell(who: Tag, battery: u8, at: Cell) = "shell";
    /// Sends the aircraft at a unit (31).
    Target(target: Tag) = "target";
    /// The aircraft flies at its target on this heading, in 24ths (31).
    Approach(heading: u8) = "approach";
}

/// A part of a choice as it is written.
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
