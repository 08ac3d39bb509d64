//! The nations (91): decks, hands, discards, artillery, and troop types.

pub(super) mod sides;
pub(in crate::rules::fireandmove) mod special;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::rules::fireandmove::cards::Card;

/// The quality of troops (91.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Second line: morale, panic and close combat values one less.
    SecondLine,
    /// The usual quality, called veterans where the rulebook names it.
    Line,
    /// Elite: morale, panic and close combat values one more.
    Elite,
}

impl Quality {
    /// All three, worst first.
    pub const ALL: [Self; 3] = [Self::SecondLine, Self::Line, Self::Elite];

    /// "second-line", "line", "elite".
    pub const fn key(self) -> &'static str {
        ["second-line", "line", "elite"][self as usize]
    }

    /// The modifier to the values of plain troops.
    pub const fn shift(self) -> i16 {
        self as i16 - 1
    }
}

/// How Cower cards may be discarded.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CowerRule {
    /// Like any other card.
    #[default]
    Counted,
    /// Any number at any time, in addition to other discards.
    Free,
    /// When discarding, either as many cards as allowed, or any number of Cower cards and one other.
    WithOthers,
    /// As before, and any number of Cower cards at any time.
    AlwaysWithOthers,
    /// When discarding, any number in addition to other discards.
    Beside,
    /// When discarding, one in addition to other discards.
    OneMore,
    /// Only when no action was taken.
    IdleOnly,
}

/// Hand size and discards for one quality of one nation.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hand {
    /// Cards in hand.
    pub hand: u8,
    /// Discards allowed after no actions, after at most one, and always.
    pub discards: [u8; 3],
    /// How Cower cards may be discarded.
    pub cower: CowerRule,
    /// Discards are face up.
    pub reveal: bool,
    /// Movement cards do not count as actions.
    pub moves_free: bool,
    /// Fear cards may be discarded in addition.
    pub fear_free: bool,
}

impl Hand {
    /// How many cards may be discarded after this many actions.
    pub fn allowed(&self, actions: u8) -> u8 {
        match actions {
            0 => self.discards.into_iter().max().unwrap_or(0),
            1 => self.discards[1].max(self.discards[2]),
            _ => self.discards[2],
        }
    }

    /// Whether these cards may be discarded together at the end of a turn with this many actions.
    pub fn may_discard(&self, cards: &[Card], actions: u8) -> bool {
        self.may_discard_with(cards, actions, &[])
    }

    /// The same when further cards count as Cower: Sniper cards if the sniper is dead (42.2).
    pub fn may_discard_with(&self, cards: &[Card], actions: u8, dead: &[Card]) -> bool {
        let allowed = usize::from(self.allowed(actions));
        let free = |card: &&Card| self.fear_free && **card == Card::Fear && !dead.contains(card);
        let fears = cards.iter().filter(free).count();
        let cowers = cards.iter().filter(|card| card.is_cower() || dead.contains(card)).count();
        let others = cards.len() - cowers - fears;
        match self.cower {
            CowerRule::Counted => others + cowers <= allowed,
            CowerRule::Free => others <= allowed,
            CowerRule::WithOthers => {
                allowed > 0 && (others + cowers <= allowed || others <= 1) || others + cowers == 0
            }
            CowerRule::AlwaysWithOthers => {
                others == 0 || allowed > 0 && (others + cowers <= allowed || others <= 1)
            }
            CowerRule::Beside => others <= allowed && (allowed > 0 || cowers == 0),
            CowerRule::OneMore => {
                others + cowers.saturating_sub(1) <= allowed && (allowed > 0 || cowers == 0)
            }
            CowerRule::IdleOnly => others + cowers <= allowed && (actions == 0 || cowers == 0),
        }
    }
}

macro_rules! traits {
    ($($(#[$doc:meta])+ $name:ident = $key:literal;)*) => {
        /// A special rule of a nation or of a side (91).
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Trait {
            $($(#[$doc])+ $name,)*
        }

        const TRAITS: &[(Trait, &str)] = &[$((Trait::$name, $key)),*];
    };
}

traits! {
    /// A figure that would rout near the enemy may go berserk (91.4).
    Berserk = "berserk";
    /// Light mortars need no set-up, and their bearers can fire as riflemen (91.5).
    HandyMortars = "handy-mortars";
    /// Banzai attacks (91.6).
    Banzai = "banzai";
    /// Platoon leaders are wounded instead of routed (91.6).
    WoundedLeaders = "wounded-leaders";
    /// Several light mortars of a group fire together (91.6).
    KneeMortars = "knee-mortars";
    /// Anti-tank rifles and medium machine guns need two figures to move (91.6, 91.7).
    HeavyWeapons = "heavy-weapons";
    /// Groups with every figure pinned surrender in close combat (91.7).
    Surrender = "surrender";
    /// Cower cards are discarded face up (91.7).
    OpenCowers = "open-cowers";
    /// Better in charges and against vehicles (91.10).
    Aera = "aera";
    /// Elite troops panic like line troops (91.11).
    EliteKeepsPanic = "elite-keeps-panic";
    /// Rally 1 cards may be played in addition (91.12).
    Sankari = "sankari";
    /// Sniper checks may be made in addition (91.12).
    FreeSniperCheck = "free-sniper-check";
    /// +1 against vehicles (91.12).
    ArmourHunters = "armour-hunters";
    /// Quality changes no values (91.13).
    ValuesAsPrinted = "values-as-printed";
    /// Runners call in artillery (91.13 to 91.15).
    Runners = "runners";
    /// Short of ammunition: weapons fail more easily and are harder to repair (91.13 to 91.15).
    ShortOfAmmunition = "short-of-ammunition";
    /// At most five figures without a leader (91.14).
    SmallGroups = "small-groups";
    /// Squad leaders can neither reorganise nor direct a second fire card (91.14).
    WeakSergeants = "weak-sergeants";
    /// Free splits, standing on 2, orderly withdrawal, better at night (91.15).
    RedArmy = "red-army";
    /// One light machine gun for every fifteen men (91.15).
    FewGuns = "few-guns";
    /// There are no elite units (91.15).
    NoElite = "no-elite";
    /// Irregulars of any nation (91.16).
    Partisans = "partisans";
    /// On skis over snow (91.12).
    Skis = "skis";
    /// Minefield cards count as Cower (91.11).
    NoMines = "no-mines";
    /// Fear cards count as Cower (91.11, 91.15).
    NoFear = "no-fear";
    /// Has white phosphorus from 1943 (90.1).
    Phosphorus = "phosphorus";
}

/// The set of a side's special rules.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Traits(u32);

impl Traits {
    /// Whether the set contains a rule.
    pub const fn has(self, wanted: Trait) -> bool {
        self.0 >> wanted as u32 & 1 == 1
    }

    /// The union of two sets.
    pub const fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The set with a rule added or removed.
    pub const fn with(self, more: Trait, there: bool) -> Self {
        let bit = 1 << more as u32;
        Self(if there { self.0 | bit } else { self.0 & !bit })
    }
}

/// How a troop type differs from the nation's standard troops.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Shift {
    /// Morale modifier.
    pub morale: i16,
    /// Panic modifier.
    pub panic: i16,
    /// Close combat modifier.
    pub ccv: i16,
    /// Points modifier.
    pub points: i16,
}

/// A troop type with cards of its own: Gurkhas, Volksgrenadiers. Its values are the same at every quality.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Its key in scenarios.
    pub key: String,
    /// Its display name.
    pub name: String,
    /// The first and the last year in which it fought, if not all of them.
    #[serde(default)]
    pub years: Option<[u16; 2]>,
    /// The changes to its values.
    pub shift: Shift,
    /// Its possible qualities, the usual one first.
    pub qualities: Vec<Quality>,
    /// Morale bonus when it charges.
    #[serde(default)]
    pub charge: i16,
    /// The fire cards it uses, if not the nation's.
    #[serde(default)]
    pub fire: Option<String>,
    /// A period or levy without cards of its own: quality changes its values as usual.
    #[serde(default)]
    pub common: bool,
}

/// The SMG of most nations, as troops carry it.
const COMMON_SMG: &str = "smg";

/// The nation against which another fights harder (91.7, 91.11).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OldEnemy {
    /// Its key.
    pub nation: String,
    /// Only figures without a rank panic less.
    #[serde(default)]
    pub privates: bool,
    /// It does not surrender, and its Cower cards are freer.
    #[serde(default)]
    pub resolute: bool,
}

/// A nation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nation {
    /// Its key in scenarios: "german".
    pub key: String,
    /// Its display name: "Germans".
    pub name: String,
    /// Its rulebook paragraph.
    pub rule: String,
    /// The fire table its cards use.
    pub fire: String,
    /// The changes to its figures' values.
    pub figures: Shift,
    /// The weapon its figures carry instead of a common SMG.
    pub smg: String,
    /// Its light machine gun.
    pub lmg: String,
    /// The machine gun of a generated squad.
    pub squad_gun: String,
    /// What its call for smoke needs (89.3).
    pub smoke: i16,
    /// Hands and discards by quality.
    pub hands: [Hand; 3],
    /// The forty cards and the time check, in list order.
    pub cards: Vec<Card>,
    /// Off-table artillery: strength and points.
    pub artillery: Vec<(i16, u16)>,
    /// Special rules.
    pub traits: Traits,
    /// The nation it fights harder against.
    pub old_enemy: Option<OldEnemy>,
    /// Kinds of troops.
    pub kinds: Vec<Kind>,
}

impl Nation {
    /// Hand and discards of a quality.
    pub fn hand(&self, quality: Quality) -> &Hand {
        &self.hands[quality as usize]
    }

    /// The weapon that its troops carry for one of the common table.
    pub fn armed<'a>(&'a self, weapon: &'a str) -> &'a str {
        if weapon == COMMON_SMG { &self.smg } else { weapon }
    }

    /// Whether its cards mention a weapon: not the machine gun or SMG of another nation.
    pub fn uses(&self, weapon: &str) -> bool {
        let owns =
            |nation: &Self| [&nation.smg, &nation.lmg, &nation.squad_gun].iter().any(|own| *own == weapon);
        owns(self) || !nations().iter().any(owns)
    }

    /// Whether it has a special rule.
    pub const fn has(&self, wanted: Trait) -> bool {
        self.traits.has(wanted)
    }

    /// Each distinct card with its count, in list order.
    pub fn deck(&self) -> Vec<(Card, usize)> {
        let mut counts: Vec<(Card, usize)> = Vec::new();
        for &card in &self.cards {
            match counts.iter_mut().find(|(found, _)| *found == card) {
                Some((_, count)) => *count += 1,
                None => counts.push((card, 1)),
            }
        }
        counts
    }
}

/// Every nation, in rulebook order.
pub fn nations() -> &'static [Nation] {
    static NATIONS: OnceLock<Vec<Nation>> = OnceLock::new();
    let text = include_str!("../../../../config/fireandmove/nations.toml");
    NATIONS.get_or_init(|| read(text).expect("the embedded nations are well-formed"))
}

/// The keys of all nations.
pub fn nation_keys() -> impl Iterator<Item = &'static str> {
    nations().iter().map(|nation| nation.key.as_str())
}

/// The nation of a key.
pub fn nation(key: &str) -> Option<&'static Nation> {
    nations().iter().find(|nation| nation.key == key)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    nation: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    key: String,
    name: String,
    rule: String,
    fire: String,
    #[serde(default)]
    figures: Shift,
    smg: Option<String>,
    lmg: Option<String>,
    squad_gun: Option<String>,
    smoke: Option<i16>,
    line: HandEntry,
    #[serde(default)]
    elite: HandEntry,
    #[serde(default)]
    second_line: HandEntry,
    cards: Vec<String>,
    artillery: Vec<(i16, u16)>,
    #[serde(default)]
    traits: Vec<String>,
    old_enemy: Option<OldEnemy>,
    #[serde(default)]
    kind: Vec<Kind>,
}

#[derive(Copy, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct HandEntry {
    hand: Option<u8>,
    idle: Option<u8>,
    one: Option<u8>,
    always: Option<u8>,
    cower: Option<CowerRule>,
    reveal: Option<bool>,
    moves_free: Option<bool>,
    fear_free: Option<bool>,
}

impl HandEntry {
    fn over(self, line: Self) -> Hand {
        let number = |own: Option<u8>, line: Option<u8>| own.or(line).unwrap_or(0);
        let flag = |own: Option<bool>, line: Option<bool>| own.or(line).unwrap_or(false);
        Hand {
            hand: number(self.hand, line.hand),
            discards: [
                number(self.idle, line.idle),
                number(self.one, line.one),
                number(self.always, line.always),
            ],
            cower: self.cower.or(line.cower).unwrap_or_default(),
            reveal: flag(self.reveal, line.reveal),
            moves_free: flag(self.moves_free, line.moves_free),
            fear_free: flag(self.fear_free, line.fear_free),
        }
    }
}

/// Reads nations from the text of a file.
///
/// # Errors
/// A message saying what is wrong, with line and column if known.
pub fn read(text: &str) -> Result<Vec<Nation>, String> {
    let file: File = crate::reading::from_toml(text).map_err(|error| error.to_string())?;
    file.nation.into_iter().map(Entry::built).collect()
}

impl Entry {
    fn built(self) -> Result<Nation, String> {
        let mut cards = Vec::with_capacity(41);
        for line in &self.cards {
            let wrong = |why: &str| format!("nation {}: \"{line}\": {why}", self.key);
            let (count, name) = line
                .split_once(' ')
                .ok_or_else(|| wrong("expected a number and a card, such as 2 move 1"))?;
            let count: usize =
                count.parse().map_err(|_| wrong("expected a number first, such as 2 move 1"))?;
            let card: Card = name.parse().map_err(|why: String| wrong(&why))?;
            cards.extend(std::iter::repeat_n(card, count));
        }
        let mut traits = Traits::default();
        for name in &self.traits {
            let found = TRAITS.iter().find(|row| row.1 == name);
            let (known, _) =
                found.ok_or_else(|| format!("nation {}: there is no special rule \"{name}\"", self.key))?;
            traits = traits.with(*known, true);
        }
        let counted: BTreeMap<bool, usize> = cards.iter().fold(BTreeMap::new(), |mut counts, card| {
            *counts.entry(*card == Card::TimeCheck).or_default() += 1;
            counts
        });
        if counted.get(&false) != Some(&40) || counted.get(&true) != Some(&1) {
            return Err(format!(
                "nation {}: a deck has forty cards and a time check, not {} cards",
                self.key,
                cards.len()
            ));
        }
        let lmg = self.lmg.unwrap_or_else(|| "lmg".to_owned());
        Ok(Nation {
            hands: [self.second_line.over(self.line), self.line.over(self.line), self.elite.over(self.line)],
            key: self.key,
            name: self.name,
            rule: self.rule,
            fire: self.fire,
            figures: self.figures,
            smg: self.smg.unwrap_or_else(|| COMMON_SMG.to_owned()),
            squad_gun: self.squad_gun.unwrap_or_else(|| lmg.clone()),
            lmg,
            smoke: self.smoke.unwrap_or(2),
            cards,
            artillery: self.artillery,
            traits,
            old_enemy: self.old_enemy,
            kinds: self.kind,
        })
    }
}
