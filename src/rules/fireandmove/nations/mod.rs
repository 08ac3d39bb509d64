//! The nations (91): decks, hands, what may be discarded, artillery, and kinds of troops.

pub(super) mod sides;
pub(super) mod special;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::rules::fireandmove::cards::Card;

/// How good troops are (91.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Second line: morale, panic and close combat values one less.
    SecondLine,
    /// The usual kind, called veterans where the book names them.
    Line,
    /// Elite: morale, panic and close combat values one more.
    Elite,
}

impl Quality {
    /// All three, the worst first.
    pub const ALL: [Self; 3] = [Self::SecondLine, Self::Line, Self::Elite];

    /// "second-line", "line", "elite".
    pub const fn key(self) -> &'static str {
        ["second-line", "line", "elite"][self as usize]
    }

    /// What it adds to the values of plain troops.
    pub const fn shift(self) -> i16 {
        self as i16 - 1
    }
}

/// What may be done with Cower cards when discarding.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CowerRule {
    /// They count like any other.
    #[default]
    Counted,
    /// Any number at any time, beside what else may go.
    Free,
    /// When discarding, either as many cards as allowed, or any number of Cower cards and one other.
    WithOthers,
    /// As before, and any number of Cower cards at any time.
    AlwaysWithOthers,
    /// When discarding, any number beside what else may go.
    Beside,
    /// When discarding, one beside what else may go.
    OneMore,
    /// Only when no action was taken.
    IdleOnly,
}

/// Hand and discards of one quality of one nation.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hand {
    /// Cards in hand.
    pub hand: u8,
    /// Discards allowed after no action, after one at most, and always.
    pub discards: [u8; 3],
    /// What Cower cards do.
    pub cower: CowerRule,
    /// Discards are shown.
    pub reveal: bool,
    /// Movement cards do not count as actions.
    pub moves_free: bool,
    /// Fear cards may go besides.
    pub fear_free: bool,
}

impl Hand {
    /// How many cards may go after so many actions.
    pub fn allowed(&self, actions: u8) -> u8 {
        match actions {
            0 => self.discards.into_iter().max().unwrap_or(0),
            1 => self.discards[1].max(self.discards[2]),
            _ => self.discards[2],
        }
    }

    /// Whether these cards may go together at the end of a turn with so many actions.
    pub fn may_discard(&self, cards: &[Card], actions: u8) -> bool {
        self.may_discard_with(cards, actions, &[])
    }

    /// The same where further cards count as cower cards: those of a dead sniper (42.2).
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
    /// Whoever would rout near the enemy may go berserk (91.4).
    Berserk = "berserk";
    /// Light mortars need no setting up, and their bearers fire as riflemen (91.5).
    HandyMortars = "handy-mortars";
    /// Banzai attacks (91.6).
    Banzai = "banzai";
    /// Platoon leaders are wounded where others rout (91.6).
    WoundedLeaders = "wounded-leaders";
    /// Several light mortars of a group fire together (91.6).
    KneeMortars = "knee-mortars";
    /// Anti-tank rifles and medium machine guns take two men to move (91.6, 91.7).
    HeavyWeapons = "heavy-weapons";
    /// Groups all pinned surrender in close combat (91.7).
    Surrender = "surrender";
    /// Cower cards are discarded open (91.7).
    OpenCowers = "open-cowers";
    /// Bolder in charges, and at vehicles (91.10).
    Aera = "aera";
    /// Elite troops panic like others (91.11).
    EliteKeepsPanic = "elite-keeps-panic";
    /// Rally 1 cards besides (91.12).
    Sankari = "sankari";
    /// Sniper checks besides (91.12).
    FreeSniperCheck = "free-sniper-check";
    /// One better at vehicles (91.12).
    ArmourHunters = "armour-hunters";
    /// Quality changes no values (91.13).
    ValuesAsPrinted = "values-as-printed";
    /// Runners call in artillery (91.13 to 91.15).
    Runners = "runners";
    /// Little ammunition: weapons fail sooner and are harder to repair (91.13 to 91.15).
    ShortOfAmmunition = "short-of-ammunition";
    /// Five figures without a leader at most (91.14).
    SmallGroups = "small-groups";
    /// Squad leaders neither reorganise nor direct a second fire (91.14).
    WeakSergeants = "weak-sergeants";
    /// Free splits, standing at 2, withdrawing in order, better at night (91.15).
    RedArmy = "red-army";
    /// One light machine gun for every fifteen men (91.15).
    FewGuns = "few-guns";
    /// There are no elite units (91.15).
    NoElite = "no-elite";
    /// Irregulars of whatever nation (91.16).
    Partisans = "partisans";
    /// On skis over snow (91.12).
    Skis = "skis";
    /// Minefield cards are cower cards (91.11).
    NoMines = "no-mines";
    /// Fear cards are cower cards (91.11, 91.15).
    NoFear = "no-fear";
}

/// The special rules of a side, as a set.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Traits(u32);

impl Traits {
    /// Whether a rule is among them.
    pub const fn has(self, wanted: Trait) -> bool {
        self.0 >> wanted as u32 & 1 == 1
    }

    /// These and others.
    pub const fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// These and one more, or without it.
    pub const fn with(self, more: Trait, there: bool) -> Self {
        let bit = 1 << more as u32;
        Self(if there { self.0 | bit } else { self.0 & !bit })
    }
}

/// What a kind of troops differs in from the nation's common ones.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Shift {
    /// On morale.
    pub morale: i16,
    /// On panic.
    pub panic: i16,
    /// On the close combat value.
    pub ccv: i16,
    /// On the points.
    pub points: i16,
}

/// A kind of troops with cards of their own: Gurkhas, Volksgrenadiers. Their values stay as they are whatever
/// their quality.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// What scenarios call it.
    pub key: String,
    /// What players call it.
    pub name: String,
    /// What its values differ in.
    pub shift: Shift,
    /// The qualities it may have, the usual one first.
    pub qualities: Vec<Quality>,
    /// More morale when it charges.
    #[serde(default)]
    pub charge: i16,
    /// Whose fire cards it uses, if not the nation's.
    #[serde(default)]
    pub fire: Option<String>,
    /// A time or a muster and no cards of its own: quality changes its values like any others'.
    #[serde(default)]
    pub common: bool,
}

/// A nation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nation {
    /// What scenarios call it: "german".
    pub key: String,
    /// What players call it: "Germans".
    pub name: String,
    /// Its paragraph.
    pub rule: String,
    /// Whose fire values its cards have.
    pub fire: String,
    /// What its figures differ in.
    pub figures: Shift,
    /// The weapon its figures carry instead of a common SMG.
    pub smg: String,
    /// Hands and discards by quality.
    pub hands: [Hand; 3],
    /// The forty cards and the time check, in the order of the list.
    pub cards: Vec<Card>,
    /// Off-table artillery: strength and points.
    pub artillery: Vec<(i16, u16)>,
    /// Special rules.
    pub traits: Traits,
    /// Kinds of troops.
    pub kinds: Vec<Kind>,
}

impl Nation {
    /// Hand and discards of a quality.
    pub fn hand(&self, quality: Quality) -> &Hand {
        &self.hands[quality as usize]
    }

    /// Whether it has a special rule.
    pub const fn has(&self, wanted: Trait) -> bool {
        self.traits.has(wanted)
    }

    /// Each different card with how many there are, in the order of the list.
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

/// Every nation, in the order of the book.
pub fn nations() -> &'static [Nation] {
    static NATIONS: OnceLock<Vec<Nation>> = OnceLock::new();
    let text = include_str!("../../../../config/fireandmove/nations.toml");
    NATIONS.get_or_init(|| read(text).expect("the embedded nations are well-formed"))
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
    #[serde(default = "common")]
    smg: String,
    line: HandEntry,
    #[serde(default)]
    elite: HandEntry,
    #[serde(default)]
    second_line: HandEntry,
    cards: Vec<String>,
    artillery: Vec<(i16, u16)>,
    #[serde(default)]
    traits: Vec<String>,
    #[serde(default)]
    kind: Vec<Kind>,
}

fn common() -> String {
    "smg".into()
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
/// What is wrong, in a sentence, with line and column where there is one.
pub fn read(text: &str) -> Result<Vec<Nation>, String> {
    let file: File = crate::reading::from_toml(text).map_err(|error| error.to_string())?;
    file.nation.into_iter().map(Entry::made).collect()
}

impl Entry {
    fn made(self) -> Result<Nation, String> {
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
                "nation {}: a deck is forty cards and a time check, not {}",
                self.key,
                cards.len()
            ));
        }
        Ok(Nation {
            hands: [self.second_line.over(self.line), self.line.over(self.line), self.elite.over(self.line)],
            key: self.key,
            name: self.name,
            rule: self.rule,
            fire: self.fire,
            figures: self.figures,
            smg: self.smg,
            cards,
            artillery: self.artillery,
            traits,
            kinds: self.kind,
        })
    }
}
