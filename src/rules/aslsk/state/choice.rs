//! Choices and their notation.

use std::fmt;
use std::str::FromStr;

use crate::board::hex::{Hex, Spine};
use crate::game::NotationError;
use crate::rules::aslsk::ordnance::arc;
use crate::rules::aslsk::tables::guns::Ammo;

/// A unit's inherent FP, a Weapon, or a Gun's IFE: "u3", "m1", "i2".
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Item {
    /// A unit by its number.
    Unit(u8),
    /// A weapon by its number.
    Weapon(u8),
    /// A Gun using IFE, "i2" (6.8).
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

/// One choice.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Ends the open decision.
    Done,
    /// Sets up a unit in a hex.
    Place(u8, Hex),
    /// A unit attempts recovery of a Weapon (3.1b, 3.3i).
    Recover(u8, u8),
    /// The possessing unit attempts repair (3.1c).
    Repair(u8),
    /// Transfers a Weapon to another unit (3.1d).
    Give(u8, u8),
    /// A unit attempts Self-Rally (3.1e).
    SelfRally(u8),
    /// A leader attempts to rally a unit (3.1f).
    Rally(u8, u8),
    /// A broken unit keeps DM (3.1g).
    Keep(u8),
    /// Starts an attack by this firer on a hex.
    Fire(Item, Hex),
    /// Adds a firer to the attack.
    Join(Item),
    /// A leader directs the attack.
    Direct(u8),
    /// A second leader helps to fire a Weapon (4.1, 4.4.1, 4.5).
    Help(u8),
    /// Destroys a possessed Weapon (4c).
    Destroy(u8),
    /// Resolves the attack.
    Shoot,
    /// Starts the move of a unit.
    Move(u8),
    /// Another unit moves along, or a leader routs along (3.6f).
    With(u8),
    /// A unit leaves the moving stack, to move on later alone or with others that left it here (3.3d).
    Part(u8),
    /// Double Time (3.3f).
    Double,
    /// Assault Movement (3.3e).
    Assault,
    /// Moves to a hex, along the road if one leads there.
    Go(Hex),
    /// Moves to a woods-road hex at the woods rate (1.1.1e).
    Beside(Hex),
    /// A unit attempts to place Smoke grenades in a hex (3.3h).
    Smoke(u8, Hex),
    /// Exits the map.
    Exit,
    /// Starts the rout of a broken unit.
    Rout(u8),
    /// A broken unit uses Low Crawl to a hex (3.6b).
    Crawl(u8, Hex),
    /// A unit advances (3.7).
    Advance(u8, Hex),
    /// A unit advances with a leader, whose MF bonus and IPC it uses (3.7).
    Escort(u8, u8, Hex),
    /// A leader attacks and defends with a MMC in its hex (3.8b).
    Bind(u8, u8),
    /// A leader attacks and defends alone (3.8b).
    Alone(u8),
    /// Resolves the CC of a hex next (3.8a).
    Combat(Hex),
    /// Adds an own unit to the CC attack being designated.
    Use(u8),
    /// Adds an enemy unit as its target.
    At(u8),
    /// Ends the designation of this attack.
    Next,
    /// Sets a Gun's CA: at set-up, after manhandling, at the end of a fire phase (3.2.4g).
    Face(u8, Spine),
    /// Sets up a Gun under HIP with this CA (6.4).
    Hide(u8, Spine),
    /// Fires at a hex with no Known Enemy Unit: at hidden Guns, or Smoke (6.2d, 6.4).
    Blind(Item),
    /// Uses the Area Target Type.
    Area,
    /// Uses this ammo (6.2).
    Load(Ammo),
    /// Changes the Gun's CA for the shot to this hexspine.
    Toward(Spine),
    /// Avoids Backblast for +2 TH (4.4.2).
    Shield,
    /// Manhandles a Gun into a hex (6.5).
    Push(u8, Hex),
    /// Drops a Weapon (4a).
    Drop(u8),
    /// Places a DC on a hex (4.3).
    Charge(u8, Hex),
    /// Resolves a placed DC (4.3).
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
