//! The constants of a battle: its field, its two sides, every figure's card, and the optional rules in use.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::game::{Lesson, Side};

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::catalog::tables::{FireTable, Named, Rank, Vehicle, Weapon};
use crate::rules::fireandmove::fire::effect::Nerve;
use crate::rules::fireandmove::nations::{Hand, Traits};

/// Everything that stays the same during a battle.
#[derive(Debug)]
pub struct Battle {
    /// A hash of the text it was read from: two readings of one text are the same battle.
    pub mark: u64,
    /// The scenario's title.
    pub title: String,
    /// It is a tutorial.
    pub teaches: bool,
    /// The texts of a tutorial.
    pub lesson: Arc<Lesson>,
    /// Briefing lines for the players.
    pub briefing: Vec<String>,
    /// Turns of each side.
    pub turns: u16,
    /// The battlefield.
    pub field: Field,
    /// The two sides.
    pub sides: [SideCard; 2],
    /// Every figure's card, in the order of [`Forces::figures`].
    pub soldiers: Vec<Soldier>,
    /// The weapons in play.
    pub weapons: Vec<Weapon>,
    /// The vehicles in play.
    pub vehicles: Vec<Vehicle>,
    /// Features worth points.
    pub objectives: Vec<Objective>,
    /// Some figures are commissars, or leaders who are wounded instead of routed.
    pub examples: bool,
    /// Special rules that either side has.
    pub traits: Traits,
    /// There are horses (82).
    pub cavalry: bool,
    /// Optional rules in use.
    pub options: Options,
}

/// A battle shared by all its positions.
#[derive(Clone, Debug)]
pub struct Shared(pub Arc<Battle>);

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        self.0.mark == other.0.mark
    }
}

impl Eq for Shared {}

impl Hash for Shared {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Battle {
    /// The card of the Panzerfaust, if there is one (75).
    pub fn panzerfaust(&self) -> Option<&Weapon> {
        self.weapons.iter().find(|weapon| weapon.named == Named::Panzerfaust)
    }
}

/// Optional rules.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options {
    /// Night (79).
    pub night: bool,
    /// The game ends after this many time passages (78.7); 0 without a clock.
    pub passages: u8,
    /// The D6 result on which time passes.
    pub passes_on: u8,
    /// Movement cards the attacker picks before filling the hand (96.2).
    pub head_start: u8,
    /// The side that attacks, for the head start.
    pub attacker: Option<Side>,
    /// The year, if it matters (90).
    pub year: Option<u16>,
    /// Flares by night (80).
    pub flares: bool,
    /// Groups that fire at night are visible (81).
    pub flashes: bool,
    /// Infantry rides in and on vehicles (85).
    pub passengers: bool,
    /// Machine guns on top of vehicles (86).
    pub pintle_guns: bool,
    /// Vehicles and infantry move as one group (87).
    pub pairs: bool,
    /// Wheeled vehicles are faster on roads (88).
    pub wheels: bool,
    /// Guns and artillery fire smoke (89).
    pub smoke_shells: bool,
    /// White phosphorus (90).
    pub phosphorus: bool,
    /// Several players a side, each with a platoon and a deck (77).
    pub teams: bool,
}

/// Air and naval strikes, called in with two radio cards together (96.4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Strikes {
    /// Their strength: 8 or more.
    pub strength: i16,
    /// The number available.
    pub number: u8,
}

/// The constants of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideCard {
    /// Its key in notation: "germans".
    pub key: String,
    /// Its display name: "Germans".
    pub name: String,
    /// Its nation's key.
    pub nation: String,
    /// Its nation's rulebook paragraph.
    pub rule: &'static str,
    /// Hand and discards.
    pub hand: Hand,
    /// Values of its fire cards.
    pub fire: FireTable,
    /// Off-table artillery: its strength.
    pub artillery: Option<i16>,
    /// Air and naval strikes.
    pub strikes: Option<Strikes>,
    /// The names of its platoons, if each has its own player (77).
    pub platoons: Vec<String>,
    /// The losses at which it breaks.
    pub breaking: u32,
    /// Elite troops use Romanian cower cards as smoke (91).
    pub elite: bool,
    /// What a call for smoke needs (89.3).
    pub smoke: i16,
    /// Special rules of the nation and of the side.
    pub traits: Traits,
}

/// A figure's card in play, after changes for nation and quality.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Soldier {
    /// "LMG gunner".
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Morale, panic and KIA.
    pub nerve: Nerve,
    /// Close combat value.
    pub ccv: i16,
    /// Its leadership.
    pub rank: Rank,
    /// A platoon leader's modifier.
    pub leader: i16,
    /// Its weapon at the start.
    pub weapon: u8,
    /// Morale bonus when it charges.
    pub charge: i16,
    /// Points.
    pub points: u16,
    /// Carries a radio.
    pub radio: bool,
    /// The platoon it belongs to (77).
    pub platoon: u8,
    /// Leads the company (77.2).
    pub company: bool,
    /// A commissar (91.4).
    pub commissar: bool,
    /// A horse (82).
    pub horse: bool,
    /// The vehicle, if it is a crew: an index into [`Forces::machines`].
    pub machine: Option<u8>,
}

impl Soldier {
    /// A card without rank, close combat value, cost or anything else.
    pub(in crate::rules::fireandmove) fn plain(
        name: impl Into<String>,
        side: Side,
        nerve: Nerve,
        weapon: u8,
    ) -> Self {
        Self {
            name: name.into(),
            side,
            nerve,
            ccv: 0,
            rank: Rank::None,
            leader: 0,
            weapon,
            charge: 0,
            points: 0,
            radio: false,
            platoon: 0,
            company: false,
            commissar: false,
            horse: false,
            machine: None,
        }
    }
}

/// A feature worth points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// The feature's index.
    pub feature: u8,
    /// Points at the end.
    pub points: u8,
    /// The side that holds it at the start.
    pub held: Option<Side>,
}
