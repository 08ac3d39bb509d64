//! Action cards: their contents (9 to 16, 28 to 32, 41 to 44, 91), and printable sheets of them.

pub(in crate::rules::fireandmove) mod discards;
pub mod hand;
pub(in crate::rules::fireandmove) mod heroes;
pub(in crate::rules::fireandmove) mod smoke_and_mines;

pub mod command;
pub mod sheets;

use std::fmt;
use std::str::FromStr;

use crate::rules::fireandmove::fire::strength::FireCard;

/// One action card.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Card {
    /// Movement (11 to 14).
    Move(Move),
    /// Fire, for a number of figures (16).
    Fire(FireCard),
    /// Rally, for a number of figures (28).
    Rally {
        /// Figures it rallies.
        value: u8,
        /// Whether it also calls in artillery.
        call: Call,
    },
    /// Smoke (30).
    Smoke,
    /// Sniper, a discard (42).
    Sniper,
    /// Minefield (31).
    Minefield,
    /// Hero (32).
    Hero,
    /// Fear, a discard (43).
    Fear,
    /// Cower, useless (44).
    Cower,
    /// Smoke if a check succeeds, otherwise Cower: Hungarians (91.9).
    SmokeOrCower,
    /// Cower, but Smoke for elite troops: Romanians (91.11).
    CowerOrSmoke,
    /// Minefield or Gan Si Dui: Nationalist Chinese (91.14).
    MinefieldOrGanSiDui,
    /// Booby trap: the Chinese Red Army (91.15).
    BoobyTrap,
    /// The forty-first card (78).
    TimeCheck,
}

/// A movement card.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// Move actions.
    pub actions: u8,
    /// Concealment for a single move action instead, as a magnitude: 1 for -1; 0 for none.
    pub cover: u8,
    /// Crosses a river without a check (14).
    pub ford: bool,
    /// The group goes to ground with the move, without a second card (91.15).
    pub grounds: bool,
}

impl Move {
    /// Whether the card can put a group to ground (13.1).
    pub const fn is_one(self) -> bool {
        self.actions == 1
    }
}

/// The help that a rally card calls in.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Call {
    /// Nothing.
    Nothing,
    /// Artillery, by radio (56).
    Radio,
    /// Artillery, by a runner (91.13).
    Runner,
    /// Either.
    RunnerOrRadio,
}

const PLAIN: [(Card, &str); 10] = [
    (Card::Smoke, "smoke"),
    (Card::Sniper, "sniper"),
    (Card::Minefield, "minefield"),
    (Card::Hero, "hero"),
    (Card::Fear, "fear"),
    (Card::Cower, "cower"),
    (Card::SmokeOrCower, "smoke/cower"),
    (Card::CowerOrSmoke, "cower/smoke"),
    (Card::MinefieldOrGanSiDui, "minefield/gan si dui"),
    (Card::BoobyTrap, "booby trap"),
];

impl Card {
    /// Whether it may be discarded as a Cower card.
    pub const fn is_cower(self) -> bool {
        matches!(self, Self::Cower | Self::SmokeOrCower | Self::CowerOrSmoke)
    }
}

/// "move 2/-1", "move 1 ford", "rally 4 radio", "smoke".
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Move(Move { actions, cover, ford, grounds }) => {
                write!(f, "move {actions}")?;
                if cover > 0 {
                    write!(f, "/-{cover}")?;
                }
                f.write_str(if ford { " ford" } else { "" })?;
                f.write_str(if grounds { " and ground" } else { "" })
            }
            Self::Fire(card) => write!(f, "fire {card}"),
            Self::Rally { value, call } => {
                write!(f, "rally {value}")?;
                f.write_str(match call {
                    Call::Nothing => "",
                    Call::Radio => " radio",
                    Call::Runner => " runner",
                    Call::RunnerOrRadio => " runner/radio",
                })
            }
            Self::TimeCheck => f.write_str("time check"),
            plain => f.write_str(PLAIN.iter().find(|(card, _)| *card == plain).map_or("", |(_, name)| name)),
        }
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "\"{text}\" is not a card: expected move N, move N/-N, move N ford, fire 1, fire \
                 3/2, fire 5/4, rally N, rally N radio, smoke, sniper, minefield, hero, fear, \
                 cower or time check"
            )
        };
        if let Some((card, _)) = PLAIN.iter().find(|(_, name)| *name == text) {
            return Ok(*card);
        }
        let (kind, rest) = text.split_once(' ').ok_or_else(wrong)?;
        let (value, more) = rest.split_once(' ').unwrap_or((rest, ""));
        let number = |text: &str| text.parse::<u8>().ok().filter(|n| (1..=9).contains(n));
        match kind {
            "time" if rest == "check" => Ok(Self::TimeCheck),
            "fire" => value.parse().ok().filter(|_| more.is_empty()).map(Self::Fire).ok_or_else(wrong),
            "move" => {
                let (actions, cover) = value.split_once("/-").map_or((value, None), |(a, c)| (a, Some(c)));
                let cover = cover.map_or(Some(0), number);
                let (ford, grounds) = match more {
                    "" => (false, false),
                    "ford" => (true, false),
                    "and ground" => (false, true),
                    "ford and ground" => (true, true),
                    _ => return Err(wrong()),
                };
                let made = number(actions).zip(cover);
                made.map(|(actions, cover)| Self::Move(Move { actions, cover, ford, grounds }))
                    .ok_or_else(wrong)
            }
            "rally" => {
                let call = match more {
                    "" => Call::Nothing,
                    "radio" => Call::Radio,
                    "runner" => Call::Runner,
                    "runner/radio" => Call::RunnerOrRadio,
                    _ => return Err(wrong()),
                };
                number(value).map(|value| Self::Rally { value, call }).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_written_as_they_are_read() {
        let names = [
            "move 1",
            "move 1 ford",
            "move 3/-2",
            "move 1 and ground",
            "move 1 ford and ground",
            "fire 1",
            "fire 3/2",
            "fire 5/4",
            "rally 2",
            "rally 5 radio",
            "rally 4 runner",
            "rally 4 runner/radio",
            "time check",
        ];
        for name in names.into_iter().chain(PLAIN.map(|(_, name)| name)) {
            assert_eq!(name.parse::<Card>().unwrap().to_string(), name);
        }
        for bad in
            ["", "move", "move 0", "move 1/2", "fire 4/5", "fire 1 radio", "rally", "rally 1 ford", "time"]
        {
            assert!(bad.parse::<Card>().is_err(), "{bad}");
        }
    }
}
