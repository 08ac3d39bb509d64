//! Choices and their notation.

use std::fmt;
use std::str::FromStr;

use crate::board::hex::Hex;
use crate::game::NotationError;

/// A unit's own firepower, or a weapon: "u3", "m1".
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Item {
    /// A unit by its number.
    Unit(u8),
    /// A weapon by its number.
    Weapon(u8),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Unit(unit) => write!(f, "u{unit}"),
            Item::Weapon(weapon) => write!(f, "m{weapon}"),
        }
    }
}

/// One small step.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Nothing more here.
    Done,
    /// Sets a unit up in a hex.
    Place(u8, Hex),
    /// A unit tries to recover a weapon (3.1b, 3.3i).
    Recover(u8, u8),
    /// The unit that possesses a weapon tries to repair it (3.1c).
    Repair(u8),
    /// A weapon goes to another unit (3.1d).
    Give(u8, u8),
    /// A unit tries to rally by itself (3.1e).
    SelfRally(u8),
    /// A leader tries to rally a unit (3.1f).
    Rally(u8, u8),
    /// A broken unit keeps its desperation (3.1g).
    Keep(u8),
    /// Begins an attack with this on a hex.
    Fire(Item, Hex),
    /// Adds this to the attack.
    Join(Item),
    /// A leader directs the attack.
    Direct(u8),
    /// The attack is made.
    Shoot,
    /// A unit begins to move.
    Move(u8),
    /// Another moves with it.
    With(u8),
    /// They double time (3.3f).
    Double,
    /// They use assault movement (3.3e).
    Assault,
    /// They go to a hex, by the road where one leads there.
    Go(Hex),
    /// They go to a woods hex beside its road, at the woods rate (1.1.1e).
    Beside(Hex),
    /// One of them tries to place smoke grenades in a hex (3.3h).
    Smoke(u8, Hex),
    /// They leave the map.
    Exit,
    /// A broken unit begins to rout.
    Rout(u8),
    /// A broken unit crawls to a hex (3.6b).
    Crawl(u8, Hex),
    /// A unit advances (3.7).
    Advance(u8, Hex),
    /// The close combat of a hex is next (3.8a).
    Combat(Hex),
    /// Adds one's own unit to the close combat attack being put together.
    Use(u8),
    /// Adds an enemy unit as its target.
    At(u8),
    /// The attack is put together.
    Next,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Done => write!(f, "done"),
            Choice::Place(unit, hex) => write!(f, "place u{unit} {hex}"),
            Choice::Recover(unit, weapon) => write!(f, "recover u{unit} m{weapon}"),
            Choice::Repair(weapon) => write!(f, "repair m{weapon}"),
            Choice::Give(weapon, unit) => write!(f, "give m{weapon} u{unit}"),
            Choice::SelfRally(unit) => write!(f, "self-rally u{unit}"),
            Choice::Rally(leader, unit) => write!(f, "rally u{leader} u{unit}"),
            Choice::Keep(unit) => write!(f, "keep u{unit}"),
            Choice::Fire(item, hex) => write!(f, "fire {item} {hex}"),
            Choice::Join(item) => write!(f, "join {item}"),
            Choice::Direct(unit) => write!(f, "direct u{unit}"),
            Choice::Shoot => write!(f, "shoot"),
            Choice::Move(unit) => write!(f, "move u{unit}"),
            Choice::With(unit) => write!(f, "with u{unit}"),
            Choice::Double => write!(f, "double"),
            Choice::Assault => write!(f, "assault"),
            Choice::Go(hex) => write!(f, "go {hex}"),
            Choice::Beside(hex) => write!(f, "beside {hex}"),
            Choice::Smoke(unit, hex) => write!(f, "smoke u{unit} {hex}"),
            Choice::Exit => write!(f, "exit"),
            Choice::Rout(unit) => write!(f, "rout u{unit}"),
            Choice::Crawl(unit, hex) => write!(f, "crawl u{unit} {hex}"),
            Choice::Advance(unit, hex) => write!(f, "advance u{unit} {hex}"),
            Choice::Combat(hex) => write!(f, "combat {hex}"),
            Choice::Use(unit) => write!(f, "use u{unit}"),
            Choice::At(unit) => write!(f, "at u{unit}"),
            Choice::Next => write!(f, "next"),
        }
    }
}

impl FromStr for Choice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Choice, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        read(&words).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a verb with units (u3), machine guns (m1) and hexes (K5), such as \"fire u3 K5\" or \"done\"",
        })
    }
}

fn numbered(word: &str, letter: char) -> Option<u8> {
    word.strip_prefix(letter)?.parse().ok()
}

fn unit(word: &str) -> Option<u8> {
    numbered(word, 'u')
}

fn weapon(word: &str) -> Option<u8> {
    numbered(word, 'm')
}

fn item(word: &str) -> Option<Item> {
    unit(word).map(Item::Unit).or_else(|| weapon(word).map(Item::Weapon))
}

fn read(words: &[&str]) -> Option<Choice> {
    let hex = |word: &str| word.parse::<Hex>().ok();
    Some(match *words {
        ["done"] => Choice::Done,
        ["shoot"] => Choice::Shoot,
        ["double"] => Choice::Double,
        ["assault"] => Choice::Assault,
        ["exit"] => Choice::Exit,
        ["next"] => Choice::Next,
        ["repair", w] => Choice::Repair(weapon(w)?),
        ["self-rally", u] => Choice::SelfRally(unit(u)?),
        ["keep", u] => Choice::Keep(unit(u)?),
        ["join", i] => Choice::Join(item(i)?),
        ["direct", u] => Choice::Direct(unit(u)?),
        ["move", u] => Choice::Move(unit(u)?),
        ["with", u] => Choice::With(unit(u)?),
        ["go", h] => Choice::Go(hex(h)?),
        ["beside", h] => Choice::Beside(hex(h)?),
        ["rout", u] => Choice::Rout(unit(u)?),
        ["combat", h] => Choice::Combat(hex(h)?),
        ["use", u] => Choice::Use(unit(u)?),
        ["at", u] => Choice::At(unit(u)?),
        ["place", u, h] => Choice::Place(unit(u)?, hex(h)?),
        ["recover", u, w] => Choice::Recover(unit(u)?, weapon(w)?),
        ["give", w, u] => Choice::Give(weapon(w)?, unit(u)?),
        ["rally", l, u] => Choice::Rally(unit(l)?, unit(u)?),
        ["fire", i, h] => Choice::Fire(item(i)?, hex(h)?),
        ["smoke", u, h] => Choice::Smoke(unit(u)?, hex(h)?),
        ["crawl", u, h] => Choice::Crawl(unit(u)?, hex(h)?),
        ["advance", u, h] => Choice::Advance(unit(u)?, hex(h)?),
        _ => return None,
    })
}
