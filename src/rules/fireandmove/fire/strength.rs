//! The strength of small arms fire (15 to 18, 12, 25): a list of modifiers, each with its reason and rule.

use std::fmt;
use std::str::FromStr;

use crate::game::Modifier;
use crate::ledger::cited::{apply, rule};

/// A kind of fire card, by the number of figures it is for (16.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FireCard {
    /// One figure.
    One,
    /// Three or two figures.
    ThreeTwo,
    /// Five or four figures.
    FiveFour,
}

impl FireCard {
    /// All three, the smallest first.
    pub const ALL: [Self; 3] = [Self::One, Self::ThreeTwo, Self::FiveFour];

    /// The most figures it is for.
    pub const fn most(self) -> u8 {
        [1, 3, 5][self as usize]
    }

    /// The fewest figures it is for.
    pub const fn fewest(self) -> u8 {
        [1, 2, 4][self as usize]
    }

    /// Its printed label.
    pub const fn label(self) -> &'static str {
        ["1", "3/2", "5/4"][self as usize]
    }

    /// The enfilade bonus (25.2).
    pub const fn enfilade(self, band: Band) -> i16 {
        let first = [1, 2, 3][self as usize];
        let gone = band as i16;
        if first > gone { first - gone } else { 0 }
    }
}

impl fmt::Display for FireCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

impl FromStr for FireCard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|card| card.label() == text.trim());
        found.ok_or_else(|| format!("a fire card is 5/4, 3/2 or 1, not \"{text}\""))
    }
}

/// A range band (16.2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Band {
    /// Up to 8 inches.
    Close,
    /// Up to 24 inches.
    Medium,
    /// Up to 40 inches.
    Long,
    /// Beyond 40 inches (ruling FM-14).
    Extreme,
}

impl Band {
    /// All four, the nearest first.
    pub const ALL: [Self; 4] = [Self::Close, Self::Medium, Self::Long, Self::Extreme];

    /// The band of a range in inches, rounded up.
    pub const fn of(inches: u16) -> Self {
        match inches {
            0..=8 => Self::Close,
            9..=24 => Self::Medium,
            25..=40 => Self::Long,
            _ => Self::Extreme,
        }
    }

    /// "close" …
    pub const fn label(self) -> &'static str {
        ["close", "medium", "long", "extreme"][self as usize]
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

impl FromStr for Band {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|band| band.label() == text.trim());
        found.ok_or_else(|| format!("a range is close, medium, long or extreme, not \"{text}\""))
    }
}

/// Fire during a move (12.2, 12.3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum OnTheMove {
    /// The base value counts 0, the bonus half.
    Mixed,
    /// Every figure has an automatic weapon: the sum of base and bonus is halved.
    AllAutomatic,
}

/// All inputs to the strength of one fire card.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Strength {
    /// The card's base value for this range and number of figures, or the HE value of an ordnance weapon.
    pub base: i16,
    /// The sum of the weapons' bonus values, if any weapon has one at this range.
    pub bonus: Option<i16>,
    /// The flamethrower's bonus, if one fires.
    pub flamethrower: Option<i16>,
    /// Fire during a move.
    pub on_the_move: Option<OnTheMove>,
    /// The enfilade bonus; 0 for fire from the front.
    pub enfilade: i16,
    /// The platoon leader's modifier.
    pub leader: i16,
    /// A hero fires.
    pub hero: bool,
    /// The target has a fear marker.
    pub fear: bool,
    /// Concealment of the ground as printed: -2 for hedges. Water counts +1. Ignored by flamethrowers (18.3).
    pub concealment: i16,
    /// Concealment by movement cards, smoke and night.
    pub veil: i16,
    /// The paragraph that takes one off fire from a marsh, stream or river.
    pub water: Option<&'static str>,
    /// The target is a stunned or immobilised vehicle (67.7, 67.8).
    pub target: i16,
    /// Partisans fire for the first time (91.16).
    pub ambush: bool,
    /// The target is in a Banzai attack (91.6).
    pub banzai: bool,
    /// The target rides, or leads horses (82.3).
    pub horses: bool,
}

impl Strength {
    /// Plain fire of this base value.
    pub const fn plain(base: i16) -> Self {
        Self {
            base,
            bonus: None,
            flamethrower: None,
            on_the_move: None,
            enfilade: 0,
            leader: 0,
            hero: false,
            fear: false,
            concealment: 0,
            veil: 0,
            water: None,
            target: 0,
            ambush: false,
            banzai: false,
            horses: false,
        }
    }

    /// The effective base value: a negative one counts 0 with a bonus of 0 or more (15.9).
    #[apply(rule, "15.9")]
    fn counted_base(&self) -> i16 {
        let helped = [self.bonus, self.flamethrower].iter().flatten().any(|&bonus| bonus >= 0);
        if helped { self.base.max(0) } else { self.base }
    }

    /// The effective base and bonus, after halving.
    #[apply(rule, "12.2", "12.5")]
    fn weapons(&self) -> [i16; 2] {
        let (base, bonus) = (self.counted_base(), self.bonus.unwrap_or(0));
        match self.on_the_move {
            None => [base, bonus],
            // Halves round down.
            Some(OnTheMove::Mixed) => [0, bonus.div_euclid(2)],
            Some(OnTheMove::AllAutomatic) => {
                let half = (base + bonus).div_euclid(2);
                [half - bonus.div_euclid(2), bonus.div_euclid(2)]
            }
        }
    }

    /// Passes each modifier to `line`, in rulebook order.
    pub fn lines(&self, mut line: impl FnMut(Modifier)) {
        let mut tell = |value: i16, label, rule| {
            if value != 0 {
                crate::ledger::cited::applies(rule);
                line(Modifier { value, label, rule });
            }
        };
        let [base, bonus] = self.weapons();
        let rule = if self.on_the_move.is_some() { "12.2" } else { "15.6" };
        tell(base, "fire value", rule);
        tell(bonus, "weapons", if self.on_the_move.is_some() { "12.2" } else { "15.7" });
        tell(self.flamethrower.unwrap_or(0), "flamethrower", "18.1");
        tell(self.enfilade, "enfilade", "25.2");
        tell(self.leader, "leader", "7.3");
        tell(i16::from(self.hero), "hero", "32.2");
        tell(i16::from(self.fear), "fear", "43.1");
        let ground = if self.flamethrower.is_none() { self.concealment } else { 0 };
        tell(ground + self.veil, "concealment", "23.5");
        if let Some(rule) = self.water {
            tell(-1, "in water", rule);
        }
        tell(i16::from(self.ambush), "ambush", "91.16");
        tell(i16::from(self.banzai), "Banzai", "91.6");
        tell(2 * i16::from(self.horses), "horses", "82.3");
        tell(self.target, "stunned or immobilised", "67.8");
    }

    /// The strength: the sum of all modifiers.
    pub fn total(&self) -> i16 {
        let mut sum = 0;
        self.lines(|line| sum += line.value);
        sum
    }

    /// All modifiers.
    pub fn modifiers(&self) -> Vec<Modifier> {
        let mut lines = Vec::new();
        self.lines(|line| lines.push(line));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_end_where_they_are_printed() {
        let ends = [(0, Band::Close), (8, Band::Close), (9, Band::Medium), (24, Band::Medium)];
        let far = [(25, Band::Long), (40, Band::Long), (41, Band::Extreme)];
        for (inches, band) in ends.into_iter().chain(far) {
            assert_eq!(Band::of(inches), band, "{inches}");
        }
    }

    #[test]
    fn enfilade_is_what_the_card_says() {
        let printed = [[1, 0, 0, 0], [2, 1, 0, 0], [3, 2, 1, 0]];
        for (card, row) in FireCard::ALL.into_iter().zip(printed) {
            assert_eq!(Band::ALL.map(|band| card.enfilade(band)), row, "{card}");
        }
    }

    #[test]
    fn a_negative_base_does_not_spoil_a_bonus() {
        let at =
            |base, bonus, flamethrower| Strength { bonus, flamethrower, ..Strength::plain(base) }.total();
        assert_eq!(at(-2, None, None), -2);
        assert_eq!(at(-2, Some(0), None), 0);
        assert_eq!(at(-2, Some(2), None), 2);
        assert_eq!(at(-2, Some(-1), None), -3);
        assert_eq!(at(-2, None, Some(6)), 6);
    }

    #[test]
    fn halves_round_down_and_enfilade_comes_after() {
        let fire = Strength { bonus: Some(3), enfilade: 3, leader: 1, ..Strength::plain(4) };
        let total = |on_the_move| Strength { on_the_move, ..fire }.total();
        assert_eq!(total(None), 11);
        assert_eq!(total(Some(OnTheMove::Mixed)), 1 + 3 + 1);
        assert_eq!(total(Some(OnTheMove::AllAutomatic)), 3 + 3 + 1);
    }

    #[test]
    fn flame_is_never_halved_and_burns_through_cover() {
        let fire = Strength { flamethrower: Some(5), concealment: -4, ..Strength::plain(3) };
        assert_eq!(fire.total(), 8);
        assert_eq!(Strength { on_the_move: Some(OnTheMove::Mixed), ..fire }.total(), 5);
    }
}
