//! The weapons data: every stand and aircraft in the book, cell by cell.
//!
//! The tables are in `config/matg/catalog` as printed and are read line by line, on first use. A blank or "-" cell is
//! `None`; a printed 0 stays 0.

mod aircraft;
pub mod columns;
mod nation;
pub mod nations;
mod parse;
mod short;

use std::fmt;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::reading::with_part;

pub use aircraft::{Aircraft, Ordnance, aircraft};
pub use nation::{Nation, UnknownNation};
pub(in crate::rules::matg) use parse::{Line, entry, own, own_line, printed};
pub use short::{MOST as SHORT_NAME, exceptions as short_name_exceptions, short_name};

/// The table in which a stand is printed (weapons data, section headings).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Tanks.
    Tank,
    /// Anti-tank guns, towed or self-propelled.
    AntiTank,
    /// Artillery and mortars.
    Artillery,
    /// Rocket artillery.
    RocketArtillery,
    /// Infantry close support artillery.
    CloseSupport,
    /// Anti-aircraft guns.
    AntiAircraft,
    /// Armoured cars and reconnaissance vehicles.
    ArmouredCar,
    /// Armoured personnel carriers.
    Carrier,
    /// Personnel: infantry, cavalry, motorcyclists and headquarters.
    Personnel,
    /// Transports.
    Transport,
    /// Boats and landing craft.
    Boat,
    /// Wagons, limbers, pack animals and porters.
    NonMotorized,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Tank => "tank",
            Self::AntiTank => "anti-tank",
            Self::Artillery => "artillery",
            Self::RocketArtillery => "rocket artillery",
            Self::CloseSupport => "close support",
            Self::AntiAircraft => "anti-aircraft",
            Self::ArmouredCar => "armoured car",
            Self::Carrier => "armoured carrier",
            Self::Personnel => "personnel",
            Self::Transport => "transport",
            Self::Boat => "boat",
            Self::NonMotorized => "non-motorized transport",
        })
    }
}

/// The three movement classes (weapons data, "mov points").
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Wheeled (W).
    Wheeled,
    /// Tracked (T).
    Tracked,
    /// Foot (F).
    Foot,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Wheeled => "wheeled",
            Self::Tracked => "tracked",
            Self::Foot => "foot",
        })
    }
}

/// A restricted field of fire, bounded by the firing arc template (notes key, R).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Traverse {
    /// R: front only.
    Front,
    /// R1: rear only.
    Rear,
    /// R2: side or rear, not the front.
    SideOrRear,
}

/// The symbols of a notes cell (weapons data, notes key).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Notes {
    /// R, R1, R2: restricted field of fire.
    pub restricted: Option<Traverse>,
    /// I: may fire indirectly.
    pub indirect: bool,
    /// U: open-topped armoured vehicle.
    pub open_topped: bool,
    /// S: may fire smoke.
    pub smoke: bool,
    /// P: personnel; defence is halved, rounded down, in the movement posture.
    pub personnel: bool,
    /// T: one of several guns, only one of which may fire in a turn.
    pub two_guns: bool,
    /// M#: can't fire at this many inches or closer.
    pub minimum: Option<u8>,
    /// SR#: fires once in this many turns.
    pub reload: Option<u8>,
    /// D#: an attack die of this or less ends AP fire for the game.
    pub depletion: Option<u8>,
}

impl Notes {
    /// The symbols of both. If both have a value, the first one's counts.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            restricted: self.restricted.or(other.restricted),
            indirect: self.indirect || other.indirect,
            open_topped: self.open_topped || other.open_topped,
            smoke: self.smoke || other.smoke,
            personnel: self.personnel || other.personnel,
            two_guns: self.two_guns || other.two_guns,
            minimum: self.minimum.or(other.minimum),
            reload: self.reload.or(other.reload),
            depletion: self.depletion.or(other.depletion),
        }
    }
}

/// One line of firepower: a weapon of the stand, or another role of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gun {
    /// The weapon or role, if a stand has several; else empty.
    pub label: String,
    /// The anti-tank role of an artillery piece (10.7.1).
    pub as_anti_tank: bool,
    /// Firepower against armoured stands.
    pub ap: Option<u8>,
    /// Firepower against other targets.
    pub he: Option<u8>,
    /// F: a flamethrower (11.6).
    pub flame: bool,
    /// Greatest AP range in inches; 0 for close combat only (8.8.11).
    pub ap_range: u16,
    /// Greatest HE range in inches; 0 for close combat only (8.8.11).
    pub he_range: u16,
    /// The symbols printed on this line.
    pub notes: Notes,
}

/// Movement points per movement phase (weapons data, "mov points").
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Movement {
    /// Points on land and their class; `None` for boats and fixed batteries, 0 on foot for "0".
    pub land: Option<(u8, Mode)>,
    /// Bonus points, from the second figure of a double rate: 2 for "3F(5F)".
    pub bonus: u8,
    /// Amphibious points, the "A" rate; 0 for none.
    pub water: u8,
}

/// Traits that matter to the rules and show only in a stand's name.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trait {
    /// Combat engineers, pioneers, sappers (11.5).
    Engineer,
    /// A mortar, towed, carried or on a vehicle: direct fire deviates too (7.5.4).
    Mortar,
    /// A mortar of 40 to 60 mm, which does not count as artillery (7.4.2.1, 10.4).
    LightMortar,
    /// Machine guns and infantry support, which suppress where other fire has no effect (10.4).
    Support,
    /// On bicycles or motorcycles, and so without fording boats (8.9.4).
    Cycle,
    /// A headquarters.
    Staff,
    /// US Marines.
    Marines,
    /// The German 75 mm L/24 on a vehicle, and the 75 mm infantry gun, which had HEAT (12.11).
    Heat,
}

/// One stand of the weapons data.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StandType {
    /// The nation in whose table it is printed.
    pub nation: Nation,
    /// The printed name. A name printed twice in a nation is numbered from the second, " (2)".
    pub name: String,
    /// The section of the table.
    pub class: Class,
    /// Price in points.
    pub points: u16,
    /// Weapons and roles in printed order; empty when unarmed.
    pub guns: Vec<Gun>,
    /// Symbols of an unarmed stand, which has no gun to carry them.
    pub own_notes: Notes,
    /// Defence value; 0 where none is printed.
    pub defence: u8,
    /// Defence printed in brackets.
    pub armoured: bool,
    /// Movement points.
    pub movement: Movement,
    /// Cargo capacity.
    pub cargo: Option<u8>,
    /// Cargo capacity needed to carry it.
    pub load: Option<u8>,
    /// Sections, and so impact markers: printed in brackets after the name; 0 for none.
    pub sections: u8,
    /// Last two digits of the year of introduction, as printed; see [`StandType::introduced`].
    pub year: u8,
    /// A remark on the printed line.
    pub note: Option<String>,
    /// Traits that its name shows.
    pub traits: Vec<Trait>,
    /// Its class, if the columns do not show it.
    pub counts_as: Option<CountsAs>,
    /// The entry with its weapons in its other role (10.7.1).
    pub also: Option<(Nation, String)>,
}

/// Classifications that the columns of the weapons data do not show.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountsAs {
    /// Mounted (10.10).
    Cavalry,
    /// A gun or machine gun on a cart, printed among the personnel without a P.
    Weapon,
}

impl StandType {
    /// The symbols of all its guns.
    #[must_use]
    pub fn notes(&self) -> Notes {
        self.guns.iter().fold(self.own_notes, |notes, gun| notes.union(gun.notes))
    }

    /// Whether it has a trait.
    #[must_use]
    pub fn is(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// Whether the stand is printed with P.
    #[must_use]
    pub fn is_personnel(&self) -> bool {
        self.notes().personnel
    }

    /// The full year of introduction. The tables end in 1945, so 97 means 1897.
    #[must_use]
    pub fn introduced(&self) -> u16 {
        u16::from(self.year) + if self.year > 45 { 1800 } else { 1900 }
    }
}

/// A printed line of a nation's table, read when its stand is first asked for.
struct Row {
    nation: Nation,
    name: &'static str,
    text: &'static str,
    stand: OnceLock<StandType>,
}

impl Row {
    fn stand(&self) -> &StandType {
        self.stand.get_or_init(|| {
            parse::stand_of(self.nation, self.text).expect("the embedded weapons data is well formed")
        })
    }
}

fn rows(nation: Nation) -> &'static [Row] {
    static TABLES: [OnceLock<Vec<Row>>; Nation::ALL.len()] = [const { OnceLock::new() }; Nation::ALL.len()];
    TABLES[nation as usize].get_or_init(|| {
        let row = |(name, text)| Row { nation, name, text, stand: OnceLock::new() };
        parse::lines(nation.table()).map(row).collect()
    })
}

/// Every stand of a nation in printed order.
pub fn catalog(nation: Nation) -> impl ExactSizeIterator<Item = &'static StandType> + Clone {
    rows(nation).iter().map(Row::stand)
}

/// The names of a nation's stands in printed order.
pub fn names(nation: Nation) -> impl Iterator<Item = &'static str> {
    rows(nation).iter().map(|row| row.name)
}

/// The stand with a name: exact, else in any case, else among the transport of all nations.
#[must_use]
pub fn find(nation: Nation, name: &str) -> Option<&'static StandType> {
    fn lower(text: &str) -> impl Iterator<Item = char> {
        text.chars().flat_map(char::to_lowercase)
    }
    let name = name.trim();
    let within = |nation| {
        let rows = rows(nation);
        let exact = rows.iter().find(|row| row.name == name);
        let row = exact.or_else(|| rows.iter().find(|row| lower(row.name).eq(lower(name))));
        row.map(Row::stand)
    };
    within(nation).or_else(|| within(Nation::AllNations))
}

/// Up to three names of the nation's stands that resemble `name`, the closest first.
#[must_use]
pub fn nearest(nation: Nation, name: &str) -> Vec<&'static str> {
    let nations = [Nation::AllNations].into_iter().filter(|_| nation != Nation::AllNations);
    nearest_of([nation].into_iter().chain(nations), name)
}

/// Up to three names of any nation's stands that resemble `name`, the closest first.
#[must_use]
pub fn nearest_of_all(name: &str) -> Vec<&'static str> {
    nearest_of(Nation::ALL, name)
}

fn nearest_of(nations: impl IntoIterator<Item = Nation>, name: &str) -> Vec<&'static str> {
    let mut known: Vec<&'static str> = Vec::new();
    for name in nations.into_iter().flat_map(names) {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    let mut near = with_part(name, known.iter().copied());
    if near.is_empty() {
        let wanted = pairs(name);
        let scored = known.into_iter().map(|name| (likeness(&wanted, &pairs(name)), name));
        let mut scored: Vec<_> = scored.filter(|(score, _)| *score >= 250).collect();
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        near = scored.into_iter().map(|(_, name)| name).collect();
    }
    near.truncate(3);
    near
}

/// Pairs of adjacent letters in each word, in lower case.
fn pairs(name: &str) -> Vec<[char; 2]> {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words
        .flat_map(|word| {
            let letters: Vec<char> = std::iter::once(' ').chain(word.chars()).collect();
            letters.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
        })
        .collect()
}

/// Shared pairs per thousand of all pairs.
fn likeness(one: &[[char; 2]], other: &[[char; 2]]) -> usize {
    let mut left = other.to_vec();
    let mut shared = 0;
    for pair in one {
        if let Some(place) = left.iter().position(|candidate| candidate == pair) {
            left.swap_remove(place);
            shared += 2;
        }
    }
    shared * 1000 / (one.len() + other.len()).max(1)
}
