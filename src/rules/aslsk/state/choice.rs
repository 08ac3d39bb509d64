//! Choices and their notation.

use std::fmt;
use std::str::FromStr;

use crate::board::hex::{Hex, Spine};
use crate::game::NotationError;
use crate::rules::aslsk::ordnance::arc;
use crate::rules::aslsk::tables::guns::Ammo;

/// A unit's own firepower, a weapon, or a Gun used like a machine gun: "u3", "m1", "i2".
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Item {
    /// A unit by its number.
    Unit(u8),
    /// A weapon by its number.
    Weapon(u8),
    /// A Gun's infantry firepower equivalent, "i2" (6.8).
    Equivalent(u8),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Unit(unit) => write!(f, "u{unit}"),
            Item::Weapon(weapon) => write!(f, "m{weapon}"),
            Item::Equivalent(weapon) => write!(f, "i{weapon}"),
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
    /// A second leader helps one to fire a weapon (4.1, 4.4.1, 4.5).
    Help(u8),
    /// A unit destroys a weapon of its own (4c).
    Destroy(u8),
    /// The attack is made.
    Shoot,
    /// A unit begins to move.
    Move(u8),
    /// Another moves with it, or a leader routs with it (3.6f).
    With(u8),
    /// One of a moving stack parts from it, to move on by itself or with others who part here (3.3d).
    Part(u8),
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
    /// A unit advances with a leader, who carries and hastens (3.7).
    Escort(u8, u8, Hex),
    /// A leader attacks and defends with an MMC of his hex (3.8b).
    Bind(u8, u8),
    /// A leader attacks and defends alone (3.8b).
    Alone(u8),
    /// The close combat of a hex is next (3.8a).
    Combat(Hex),
    /// Adds one's own unit to the close combat attack being put together.
    Use(u8),
    /// Adds an enemy unit as its target.
    At(u8),
    /// The attack is put together.
    Next,
    /// A Gun points at a hexspine: when it is set up, when it has been pushed, at the end of a fire phase (3.2.4g).
    Face(u8, Spine),
    /// A Gun is set up hidden, pointing at a hexspine (6.4).
    Hide(u8, Spine),
    /// Fires at a hex in which no enemy is known: at hidden Guns, or to lay smoke (6.2d, 6.4).
    Blind(Item),
    /// The shot uses the Area Target Type.
    Area,
    /// The shot uses this ammunition (6.2).
    Load(Ammo),
    /// The Gun turns further for the shot, to this hexspine.
    Toward(Spine),
    /// Who fires a rocket from a building keeps clear of the blast behind it, at +2 (4.4.2).
    Shield,
    /// A Gun is pushed into a hex (6.5).
    Push(u8, Hex),
    /// A unit drops a weapon (4a).
    Drop(u8),
    /// A unit places a demolition charge on a hex (4.3).
    Charge(u8, Hex),
    /// A charge that was placed goes off in a hex (4.3).
    Explode(Hex),
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
            Choice::Help(unit) => write!(f, "help u{unit}"),
            Choice::Destroy(weapon) => write!(f, "destroy m{weapon}"),
            Choice::Shoot => write!(f, "shoot"),
            Choice::Move(unit) => write!(f, "move u{unit}"),
            Choice::With(unit) => write!(f, "with u{unit}"),
            Choice::Part(unit) => write!(f, "part u{unit}"),
            Choice::Double => write!(f, "double"),
            Choice::Assault => write!(f, "assault"),
            Choice::Go(hex) => write!(f, "go {hex}"),
            Choice::Beside(hex) => write!(f, "beside {hex}"),
            Choice::Smoke(unit, hex) => write!(f, "smoke u{unit} {hex}"),
            Choice::Exit => write!(f, "exit"),
            Choice::Rout(unit) => write!(f, "rout u{unit}"),
            Choice::Crawl(unit, hex) => write!(f, "crawl u{unit} {hex}"),
            Choice::Advance(unit, hex) => write!(f, "advance u{unit} {hex}"),
            Choice::Escort(unit, leader, hex) => write!(f, "escort u{unit} u{leader} {hex}"),
            Choice::Bind(leader, unit) => write!(f, "bind u{leader} u{unit}"),
            Choice::Alone(leader) => write!(f, "alone u{leader}"),
            Choice::Combat(hex) => write!(f, "combat {hex}"),
            Choice::Use(unit) => write!(f, "use u{unit}"),
            Choice::At(unit) => write!(f, "at u{unit}"),
            Choice::Next => write!(f, "next"),
            Choice::Face(gun, spine) => write!(f, "face m{gun} {}", arc::word(*spine)),
            Choice::Hide(gun, spine) => write!(f, "hide m{gun} {}", arc::word(*spine)),
            Choice::Blind(item) => write!(f, "blind {item}"),
            Choice::Area => write!(f, "area-target"),
            Choice::Load(ammo) => write!(f, "load {}", ammo.word()),
            Choice::Toward(spine) => write!(f, "toward {}", arc::word(*spine)),
            Choice::Shield => write!(f, "shield"),
            Choice::Push(gun, hex) => write!(f, "push m{gun} {hex}"),
            Choice::Drop(weapon) => write!(f, "drop m{weapon}"),
            Choice::Charge(weapon, hex) => write!(f, "charge m{weapon} {hex}"),
            Choice::Explode(hex) => write!(f, "explode {hex}"),
        }
    }
}

impl FromStr for Choice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Choice, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        read(&words).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a verb with units (u3), weapons (m1) and hexes (K5), such as \"fire u3 K5\" or \"done\"",
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
    unit(word)
        .map(Item::Unit)
        .or_else(|| weapon(word).map(Item::Weapon))
        .or_else(|| numbered(word, 'i').map(Item::Equivalent))
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
        ["help", u] => Choice::Help(unit(u)?),
        ["destroy", w] => Choice::Destroy(weapon(w)?),
        ["part", u] => Choice::Part(unit(u)?),
        ["escort", u, l, h] => Choice::Escort(unit(u)?, unit(l)?, hex(h)?),
        ["bind", l, u] => Choice::Bind(unit(l)?, unit(u)?),
        ["alone", u] => Choice::Alone(unit(u)?),
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
        ["area-target"] => Choice::Area,
        ["shield"] => Choice::Shield,
        ["face", w, s] => Choice::Face(weapon(w)?, arc::read(s)?),
        ["hide", w, s] => Choice::Hide(weapon(w)?, arc::read(s)?),
        ["blind", i] => Choice::Blind(item(i)?),
        ["load", a] => Choice::Load(Ammo::ALL.into_iter().find(|ammo| ammo.word() == a)?),
        ["toward", s] => Choice::Toward(arc::read(s)?),
        ["push", w, h] => Choice::Push(weapon(w)?, hex(h)?),
        ["drop", w] => Choice::Drop(weapon(w)?),
        ["charge", w, h] => Choice::Charge(weapon(w)?, hex(h)?),
        ["explode", h] => Choice::Explode(hex(h)?),
        ["advance", u, h] => Choice::Advance(unit(u)?, hex(h)?),
        _ => return None,
    })
}
