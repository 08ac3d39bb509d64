//! The choices of the game and their notation in a journal.

use std::fmt;
use std::str::FromStr;

use crate::board::{Cell, Compass};
use crate::game::NotationError;

/// A stand's name on the map and in notation: its side's letter and a number, "G7".
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tag {
    /// An ASCII capital.
    pub letter: u8,
    /// From 1.
    pub number: u8,
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter as char, self.number)
    }
}

impl FromStr for Tag {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let letter = *text.as_bytes().first().filter(|b| b.is_ascii_uppercase()).ok_or(())?;
        let digits = &text[1..];
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) || digits.starts_with('0') {
            return Err(());
        }
        Ok(Self { letter, number: digits.parse().map_err(|_| ())? })
    }
}

/// The weapon with which a stand fires. A journal writes a number: guns from 0, 9 for small arms; 10 more for
/// the AP of a gun at the target's position, 20 more for hollow charges, 30 more for HE at armour.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Weapon {
    /// The gun of this number.
    Gun(u8),
    /// The small arms of a gun's crew (7.3.6, 7.4.8).
    SmallArms,
    /// The AP value of the gun of this number, at the improved position of the target (11.4.5).
    AtPosition(u8),
    /// Hollow charges of the gun of this number (12.11).
    Heat(u8),
    /// HE of the heavy gun of this number at armour (12.10).
    Hunt(u8),
}

impl Weapon {
    const SMALL_ARMS: u8 = 9;
    const AT_POSITION: u8 = 10;
    const HEAT: u8 = 20;
    const HUNT: u8 = 30;

    /// The index of the gun; `None` for small arms.
    pub const fn gun(self) -> Option<u8> {
        match self {
            Self::Gun(number) | Self::AtPosition(number) | Self::Heat(number) | Self::Hunt(number) => {
                Some(number)
            }
            Self::SmallArms => None,
        }
    }
}

impl fmt::Display for Weapon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = match self {
            Self::Gun(number) => *number,
            Self::SmallArms => Self::SMALL_ARMS,
            Self::AtPosition(number) => Self::AT_POSITION + number,
            Self::Heat(number) => Self::HEAT + number,
            Self::Hunt(number) => Self::HUNT + number,
        };
        number.fmt(f)
    }
}

impl FromStr for Weapon {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let number: u8 = text.parse().map_err(|_| ())?;
        Ok(match (number / 10, number % 10) {
            (0, Self::SMALL_ARMS) => Self::SmallArms,
            (0, number) => Self::Gun(number),
            (1, number) => Self::AtPosition(number),
            (2, number) => Self::Heat(number),
            (3, number) => Self::Hunt(number),
            _ => return Err(()),
        })
    }
}

/// A stand's posture for the turn (4.0 phase 2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Posture {
    /// The stand stays and may fire; the default.
    #[default]
    Fire,
    /// The stand fires at +3 and moves at half allowance.
    FireMove,
    /// The stand moves.
    Move,
}

impl Posture {
    const fn word(self) -> &'static str {
        match self {
            Self::Fire => "fire",
            Self::FireMove => "fire-move",
            Self::Move => "move",
        }
    }
}

macro_rules! choices {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident $(( $($field:ident : $kind:ident),+ ))? = $word:literal
    ),* $(,)?) => {
        /// One small step of a player. Each word is its notation; the docs say what it does.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Choice { $( $(#[doc = $doc])* $name $(( $($kind),+ ))? ),* }

        impl Choice {
            /// The first word of the notation, to which keys are bound.
            pub const fn verb(&self) -> &'static str {
                match self { $( choices!(@pattern $name $(( $($field),+ ))?) => $word ),* }
            }
        }

        impl fmt::Display for Choice {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.verb())?;
                match self {
                    $( choices!(@bind $name $(( $($field),+ ))?) => {
                        $( $( f.write_str(" ")?; $field.write(f)?; )+ )?
                        Ok(())
                    } ),*
                }
            }
        }

        impl FromStr for Choice {
            type Err = NotationError;
            fn from_str(text: &str) -> Result<Self, NotationError> {
                let bad = || NotationError { text: text.to_owned(), expected: EXPECTED };
                let mut words = text.split(' ');
                let verb = words.next().unwrap_or_default();
                let choice = match verb {
                    $( $word => {
                        $( $( let $field = words.next().and_then($kind::read).ok_or_else(bad)?; )+ )?
                        Self::$name $(( $($field),+ ))?
                    } )*
                    _ => return Err(bad()),
                };
                if words.next().is_some() { Err(bad()) } else { Ok(choice) }
            }
        }
    };
    (@pattern $name:ident) => { Self::$name };
    (@pattern $name:ident ( $($field:ident),+ )) => { Self::$name(..) };
    (@bind $name:ident) => { Self::$name };
    (@bind $name:ident ( $($field:ident),+ )) => { Self::$name( $($field),+ ) };
}

const EXPECTED: &str = "a verb and what it acts on, such as \"target S3\", \"step NE\" or \"pass\"";

/// A part of a choice that is written as one word without spaces.
trait Word: Sized {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn read(word: &str) -> Option<Self>;
}

macro_rules! words_by_display {
    ($($kind:ty),*) => { $(
        impl Word for $kind {
            fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
            fn read(word: &str) -> Option<Self> {
                word.parse().ok().filter(|part: &Self| part.to_string() == word)
            }
        }
    )* };
}
words_by_display!(Tag, Cell, Compass, Weapon, u8);

impl Word for Posture {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
    fn read(word: &str) -> Option<Self> {
        [Self::Fire, Self::FireMove, Self::Move].into_iter().find(|p| p.word() == word)
    }
}

choices! {
    /// Deployment: pick up a stand to place it elsewhere in its zone.
    Pick(stand: Tag) = "pick",
    /// Deployment: pick up the work on this square to lay it elsewhere (scenario).
    Lift(cell: Cell) = "lift",
    /// Deployment: move all stands whose columns are counted together one column aside (scenario).
    Shift(wind: Compass) = "shift",
    /// Point at a square: the destination of a stand or the target of fire.
    At(cell: Cell) = "at",
    /// Deployment: finish.
    Ready = "ready",
    /// Make no further attack, group, plot or order in this phase.
    Pass = "pass",
    /// Posture phase: start a movement group in a posture.
    Group(posture: Posture, stand: Tag) = "group",
    /// Let the enemy begin this phase (7.1.1, 8.2.3, 8.8.7).
    Yield = "yield",
    /// Add a stand to the group or attack that is being put together.
    Add(stand: Tag) = "add",
    /// Finish the group or list that is being put together.
    Done = "done",
    /// Posture phase: this stand works on the marker of this square and does nothing else (11.5).
    Work(stand: Tag, cell: Cell) = "work",
    /// Posture phase: this stand builds a bridge over this square (11.5.7).
    Bridge(stand: Tag, cell: Cell) = "bridge",
    /// Fire at an engineers' bridge with the gun of this number (11.5.8).
    Demolish(stand: Tag, gun: u8, cell: Cell) = "demolish",
    /// Cancel what is being put together.
    Cancel = "cancel",
    /// Choose a target.
    Target(stand: Tag) = "target",
    /// This rider tries to hold on to a vehicle that has fired (12.5).
    HoldOn(stand: Tag) = "hold-on",
    /// A stand joins the fire with this weapon.
    Firer(stand: Tag, weapon: Weapon) = "firer",
    /// Resolve the attack.
    Fire = "fire",
    /// An artillery stand fires directly, with the gun of this number (7.5).
    Battery(stand: Tag, gun: u8) = "battery",
    /// A closed sheaf: all markers on one square (7.4.2.3).
    Closed = "closed",
    /// An open sheaf in a direction (7.4.2.3).
    Open(direction: Compass) = "open",
    /// High explosive.
    Explosive = "explosive",
    /// Smoke (7.4.7).
    Smoke = "smoke",
    /// Plot or call a mission with the FO or HQ of this stand (7.6.3).
    Plot(stand: Tag) = "plot",
    /// Plot direct fire of a battery for the next turn (7.5.2).
    Lay(stand: Tag, gun: u8) = "lay",
    /// A support mission (7.6.2.1).
    Support = "support",
    /// A mission near the pre-registered one of this number (7.6.2.3).
    Adjust(target: u8) = "adjust",
    /// A support mission by direction and distance (12.13).
    Polar = "polar",
    /// A mission near the pre-registered one of this number, by direction and distance (12.13).
    PolarAdjust(target: u8) = "polar-adjust",
    /// Call the pre-registered mission of this number (7.6.2.2).
    Call(target: u8) = "call",
    /// The mission arrives in this turn, not the earliest possible one.
    Arrive(turn: u8) = "arrive",
    /// Leave this battery out of the call of a pre-registered mission (7.6.2.2).
    Without(stand: Tag) = "without",
    /// The mission lasts this many turns (7.6.5.1).
    Last(turns: u8) = "last",
    /// Try to bring the fire of this mission back to its plotted place (7.6.5.2).
    Correct(mission: u8) = "correct",
    /// Try to end this mission early (7.6.5.3).
    Terminate(mission: u8) = "terminate",
    /// Send the observer with this stand to another (7.6.4.4).
    Transfer(stand: Tag) = "transfer",
    /// The new host of the observer.
    Host(stand: Tag) = "host",
    /// Resolve the plotted mission of this number (7.6.1).
    Mission(mission: u8) = "mission",
    /// Final protective fire: try to drop a battery's mission in favour of direct fire (7.6.1.5).
    Protect(stand: Tag, gun: u8) = "protect",
    /// Spend an order on the group of this stand (8.2.4).
    Order(stand: Tag) = "order",
    /// A stand fast action with an order of this GHQ (12.6).
    StandFast(stand: Tag) = "stand-fast",
    /// Try to move the group of this stand without orders (8.2.8).
    Independent(stand: Tag) = "independent",
    /// Move this stand of the group.
    Move(stand: Tag) = "move",
    /// Move an inch.
    Step(direction: Compass) = "step",
    /// Move an inch off the road, paying for the ground around it (9.1.4).
    Leave(direction: Compass) = "leave",
    /// Face a direction and keep facing it (8.3.7).
    Turn(direction: Compass) = "turn",
    /// Drive over an enemy stand (8.7).
    Overrun(direction: Compass) = "overrun",
    /// Declare a close assault and end the move (8.8.2).
    Assault(stand: Tag) = "assault",
    /// Load a stand (8.4.2).
    Load(stand: Tag) = "load",
    /// Unload a stand (8.4.6).
    Unload(stand: Tag, direction: Compass) = "unload",
    /// Dismount; the horse stand is placed in this direction (10.10.4).
    Dismount(direction: Compass) = "dismount",
    /// Mount these horses (10.10.6).
    Mount(stand: Tag) = "mount",
    /// End the move.
    Halt = "halt",
    /// Hold opportunity fire now (8.5).
    Hold = "hold",
    /// Hold opportunity fire for the rest of this stand's move.
    LetPass = "let-pass",
    /// Close assault: resolve the assaults on this stand.
    Resolve(stand: Tag) = "resolve",
    /// Close assault: fire at this assaulter.
    Answer(stand: Tag) = "answer",
    /// Retreat one inch (8.8.5, 11.6.1).
    Retreat(direction: Compass) = "retreat",
    /// Leave the map by this edge (scenario).
    Exit(edge: Compass) = "exit",
    /// Wade a stream (8.9.5).
    Wade(direction: Compass) = "wade",
    /// Board fording boats (8.9.4).
    Embark(stand: Tag) = "embark",
    /// Land from fording boats (8.9.4).
    Disembark(stand: Tag, direction: Compass) = "disembark",
    /// An aircraft strafes a stand (12.3.6).
    Strafe(plane: u8, stand: Tag) = "strafe",
    /// An aircraft drops its bombs of this turn (12.3.7).
    Bomb(plane: u8) = "bomb",
    /// An anti-aircraft stand fires at the aircraft (12.3.4).
    Flak(stand: Tag) = "flak",
    /// An air support team plots the bombs of an aircraft (12.3.3.3).
    AirPlot(plane: u8) = "air-plot",
    /// Name the stand that takes command (10.1.7).
    Command(stand: Tag) = "command",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_round_trips() {
        let tag = Tag { letter: b'G', number: 12 };
        for (choice, text) in [
            (Choice::Pass, "pass"),
            (Choice::Group(Posture::FireMove, tag), "group fire-move G12"),
            (Choice::Firer(tag, Weapon::Gun(1)), "firer G12 1"),
            (Choice::At(Cell::new(16, 21)), "at 1722"),
            (Choice::Unload(tag, Compass::NW), "unload G12 NW"),
        ] {
            assert_eq!(choice.to_string(), text);
            assert_eq!(text.parse(), Ok(choice));
        }
    }

    #[test]
    fn invalid_choices_are_refused() {
        for text in ["", "pass ", "pass now", "group G1", "firer G0 1", "firer g1 1", "at 17", "step north"] {
            let error = Choice::from_str(text).unwrap_err();
            assert_eq!(error.text, text);
        }
    }
}
