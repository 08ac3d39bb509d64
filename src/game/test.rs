//! Tests: what is rolled, what is needed and why, worked out before any dice are rolled.
//!
//! The preview, the odds, the log line and the opponent all read the very test that is rolled, so what was
//! shown is what happens.

use std::borrow::Cow;
use std::fmt;

use crate::dice::{Ask, Dice, Die};
use crate::ledger::cited;
use crate::odds::Distribution;

/// A roll of one or several dice, and how it is read.
///
/// The faces are added up (a minus die is subtracted), the modifiers are added, and the sum is compared with
/// the target. A natural roll, read from the faces themselves, takes precedence.
///
/// ```
/// use standto::dice::Die;
/// use standto::game::{Modifier, Natural, Reading, Target, Test, When};
///
/// const COLOURED_AND_WHITE: [Die; 2] = [Die::named("coloured", 6), Die::named("white", 6)];
/// let morale = Test::new(&COLOURED_AND_WHITE, Target::AtMost(7), "to rally", "10.6")
///     .naturals(&[Natural { when: When::Highest, reading: Reading::Fail }])
///     .modified([Modifier { value: -1, label: "in a building", rule: "10.6.1" }]);
/// assert_eq!(morale.read(&[6, 2]).reading, Reading::Pass);
/// assert!((morale.distribution().chance(&Reading::Pass) - 26.0 / 36.0).abs() < 1e-12);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// Its purpose in a few words: "to fire", "on column +3".
    pub purpose: Cow<'static, str>,
    /// The rule of the roll.
    pub rule: &'static str,
    /// The dice, in the order they are rolled and recorded.
    pub dice: Cow<'static, [Die]>,
    /// The target of the modified total.
    pub target: Target,
    /// Natural rolls; the first match counts.
    pub naturals: Cow<'static, [Natural]>,
    /// The modifiers of the total, one line each.
    pub modifiers: Vec<Modifier>,
}

/// One modifier of a test.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Modifier {
    /// The number added to the dice.
    pub value: i16,
    /// Why.
    pub label: &'static str,
    /// The rule that says so.
    pub rule: &'static str,
}

/// The target of a modified total.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// Passes at this number or less.
    AtMost(i16),
    /// Passes at this number or more.
    AtLeast(i16),
    /// Passes above this number.
    Above(i16),
    /// Looked up: the last row that begins at or below the total, otherwise the first row. Rows are in
    /// ascending order and there is at least one.
    Chart(Cow<'static, [Row]>),
    /// Read as the difference from this number: a margin, above or below.
    Difference(i16),
}

/// A row of a chart.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The lowest modified total of the row.
    pub from: i16,
    /// Its result, in the symbols of the chart; "" for no effect.
    pub gives: &'static str,
}

/// A natural roll, read before modifiers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Natural {
    /// Which roll.
    pub when: When,
    /// How it is read.
    pub reading: Reading,
}

/// The faces that count as a natural roll.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum When {
    /// The unmodified total.
    Total(i16),
    /// Every die shows 1.
    Lowest,
    /// Every die shows its highest face.
    Highest,
    /// All dice show the same face.
    Same,
    /// The die at this place, from 0, shows this face.
    Face(u8, u8),
}

/// How a roll is read.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reading {
    /// It passes.
    Pass,
    /// It fails.
    Fail,
    /// The result of a row of a chart.
    Row(&'static str),
    /// The difference from the number.
    Margin(i16),
}

/// A test that was rolled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiceRoll {
    /// The faces in the order of the dice, as they show.
    pub faces: Vec<u8>,
    /// Their total, with minus dice subtracted.
    pub total: i16,
    /// The total with all modifiers.
    pub modified: i16,
    /// How it is read.
    pub reading: Reading,
}

impl Test {
    /// A test without naturals and modifiers.
    pub fn new(
        dice: &'static [Die],
        target: Target,
        purpose: impl Into<Cow<'static, str>>,
        rule: &'static str,
    ) -> Self {
        cited::applies(rule);
        Self {
            purpose: purpose.into(),
            rule,
            dice: Cow::Borrowed(dice),
            target,
            naturals: Cow::Borrowed(&[]),
            modifiers: Vec::new(),
        }
    }

    /// The same test with natural rolls.
    #[must_use]
    pub fn naturals(mut self, naturals: &'static [Natural]) -> Self {
        self.naturals = Cow::Borrowed(naturals);
        self
    }

    /// The same test with more modifiers.
    #[must_use]
    pub fn modified(mut self, modifiers: impl IntoIterator<Item = Modifier>) -> Self {
        self.modifiers.extend(modifiers.into_iter().inspect(|line| cited::applies(line.rule)));
        self
    }

    /// The sum of all modifiers.
    pub fn modifier(&self) -> i16 {
        self.modifiers.iter().map(|m| m.value).sum()
    }

    /// The unmodified number of the target; `None` for a chart.
    pub const fn base(&self) -> Option<i16> {
        match self.target {
            Target::AtMost(n) | Target::AtLeast(n) | Target::Above(n) | Target::Difference(n) => Some(n),
            Target::Chart(_) => None,
        }
    }

    /// The number the unmodified total is compared with; it may lie outside the range of the dice. 0 for a
    /// chart.
    pub fn need(&self) -> i16 {
        self.base().unwrap_or(0) - self.modifier()
    }

    /// Reads faces as this test, one for each die in order.
    pub fn read(&self, faces: &[u8]) -> DiceRoll {
        debug_assert_eq!(faces.len(), self.dice.len());
        let total = self.dice.iter().zip(faces).map(|(die, &face)| signed(*die, face)).sum();
        let modified = total + self.modifier();
        let natural = self.naturals.iter().find(|natural| natural.when.fits(&self.dice, faces, total));
        let reading = natural.map_or_else(|| self.target.reading(modified), |natural| natural.reading);
        DiceRoll { faces: faces.to_vec(), total, modified, reading }
    }

    /// Whether a face passes, for a test with one die.
    pub fn passes(&self, face: u8) -> bool {
        self.reading_of(i16::from(face), &[face], self.modifier()) == Reading::Pass
    }

    fn reading_of(&self, total: i16, faces: &[u8], modifier: i16) -> Reading {
        let natural = self.naturals.iter().find(|natural| natural.when.fits(&self.dice, faces, total));
        natural.map_or_else(|| self.target.reading(total + modifier), |natural| natural.reading)
    }

    /// Rolls the dice; `who` begins the request to a player with real dice.
    ///
    /// # Errors
    /// [`Ask`] when a face is missing.
    pub fn roll(&self, dice: &mut Dice, who: impl Fn() -> String) -> Result<DiceRoll, Ask> {
        let mut faces = Vec::with_capacity(self.dice.len());
        for &die in self.dice.iter() {
            faces.push(dice.roll_die(die, || format!("{} {}: {}", who(), self.purpose, self.needs()))?);
        }
        Ok(self.read(&faces))
    }

    /// The number of faces of a single die that pass.
    pub fn passing_faces(&self) -> u8 {
        let modifier = self.modifier();
        let sides = self.dice.first().map_or(0, |die| die.sides);
        let passing =
            (1..=sides).filter(|&face| self.reading_of(i16::from(face), &[face], modifier) == Reading::Pass);
        passing.count() as u8 // at most `sides`
    }

    /// Whether it passes or fails: a chart and a comparison do neither.
    pub const fn has_chance(&self) -> bool {
        !matches!(self.target, Target::Chart(_) | Target::Difference(_))
    }

    /// The chance that it passes.
    pub fn chance(&self) -> f64 {
        match self.dice[..] {
            [die] => f64::from(self.passing_faces()) / f64::from(die.sides),
            _ => self.distribution().chance(&Reading::Pass),
        }
    }

    /// The chance of every result, exact.
    pub fn distribution(&self) -> Distribution<Reading> {
        let modifier = self.modifier();
        let by_total = |natural: &Natural| matches!(natural.when, When::Total(_));
        if self.naturals.iter().all(by_total) {
            return self.totals().map(|&total| self.reading_of(total, &[], modifier));
        }
        self.each(|faces| self.read(faces).reading)
    }

    /// The chance of anything else read from the faces: a marker on the coloured die, a weapon breakdown.
    /// Enumerates every roll, so use it for a handful of dice only.
    pub fn each<T: Clone + PartialEq>(&self, read: impl Fn(&[u8]) -> T) -> Distribution<T> {
        let throws = self.dice.iter().fold(Distribution::certain(Vec::new()), |throws, die| {
            let faces = 1..=die.sides;
            throws.then(|before: &Vec<u8>| {
                Distribution::of_cases(
                    faces.clone().map(|face| before.iter().copied().chain([face]).collect()),
                )
            })
        });
        throws.map(|faces| read(faces))
    }

    /// The chance of every unmodified total.
    pub fn totals(&self) -> Distribution<i16> {
        self.dice.iter().fold(Distribution::certain(0), |totals, &die| {
            totals.then(|&sum| Distribution::of_cases((1..=die.sides).map(|face| sum + signed(die, face))))
        })
    }

    /// The dice in words: "2D6", "D20", "D8-D8".
    pub fn dice_in_words(&self) -> String {
        let mut words = String::new();
        let mut rest = &self.dice[..];
        while let [first, ..] = rest {
            let alike =
                rest.iter().take_while(|die| (die.sides, die.minus) == (first.sides, first.minus)).count();
            match (first.minus, words.is_empty()) {
                (true, _) => words.push('-'),
                (false, false) => words.push('+'),
                (false, true) => {}
            }
            if alike > 1 {
                words += &alike.to_string();
            }
            words += &format!("D{}", first.sides);
            rest = &rest[alike..];
        }
        words
    }

    /// The dice needed, modifiers included: "11 or less", "8 or more"; for a chart, its dice.
    pub fn needs(&self) -> String {
        let one_die = |or: &str, edge: Option<u8>| match edge {
            Some(face) => format!("{face} {or}"),
            None => "never".to_owned(),
        };
        let need = self.need();
        let single = match self.dice[..] {
            [die] if !die.minus => Some((1..=die.sides).filter(|&face| self.passes(face))),
            _ => None,
        };
        match (&self.target, single) {
            (Target::AtMost(_), Some(faces)) => one_die("or less", faces.max()),
            (Target::AtLeast(_) | Target::Above(_), Some(mut faces)) => one_die("or more", faces.next()),
            (Target::AtMost(_), None) => format!("{need} or less"),
            (Target::AtLeast(_), None) => format!("{need} or more"),
            (Target::Above(_), None) => format!("{} or more", need + 1),
            (Target::Difference(_), _) => format!("against {need}"),
            (Target::Chart(_), _) => self.throw_in_words(),
        }
    }

    /// The dice with their modifiers: "2D6+1".
    pub fn throw_in_words(&self) -> String {
        match self.modifier() {
            0 => self.dice_in_words(),
            modifier => format!("{}{modifier:+}", self.dice_in_words()),
        }
    }
}

fn signed(die: Die, face: u8) -> i16 {
    if die.minus { -i16::from(face) } else { i16::from(face) }
}

impl Target {
    fn reading(&self, modified: i16) -> Reading {
        let passes = |passes: bool| if passes { Reading::Pass } else { Reading::Fail };
        match self {
            Self::AtMost(n) => passes(modified <= *n),
            Self::AtLeast(n) => passes(modified >= *n),
            Self::Above(n) => passes(modified > *n),
            Self::Chart(rows) => {
                let row = rows.iter().rev().find(|row| row.from <= modified).or_else(|| rows.first());
                Reading::Row(row.map_or("", |row| row.gives))
            }
            Self::Difference(n) => Reading::Margin(modified - n),
        }
    }
}

impl When {
    fn fits(self, dice: &[Die], faces: &[u8], total: i16) -> bool {
        match self {
            Self::Total(n) => total == n,
            Self::Lowest => faces.iter().all(|&face| face == 1),
            Self::Highest => dice.iter().zip(faces).all(|(die, &face)| face == die.sides),
            Self::Same => faces.windows(2).all(|pair| pair[0] == pair[1]),
            Self::Face(die, face) => faces.get(usize::from(die)) == Some(&face),
        }
    }
}

impl fmt::Display for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+} {} ({})", self.value, self.label, self.rule)
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("yes"),
            Self::Fail => f.write_str("no"),
            Self::Row("") => f.write_str("no effect"),
            Self::Row(result) => f.write_str(result),
            Self::Margin(margin) => write!(f, "{margin:+}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const D20: [Die; 1] = [Die::new(20)];
    const PAIR: [Die; 2] = [Die::named("coloured", 6), Die::named("white", 6)];
    const PLUS_MINUS: [Die; 2] = [Die::named("plus", 8), Die::minus(8)];
    const PLUS_ONE: Modifier = Modifier { value: 1, label: "moving", rule: "1" };

    fn whole<T>(odds: &Distribution<T>) -> bool
    where
        T: Clone + PartialEq,
    {
        (odds.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-12
    }

    #[test]
    fn natural_rolls_override_the_number() {
        const NATURALS: [Natural; 2] = [
            Natural { when: When::Lowest, reading: Reading::Pass },
            Natural { when: When::Highest, reading: Reading::Fail },
        ];
        let test = |n| Test::new(&D20, Target::AtMost(n), "to fire", "1").naturals(&NATURALS);
        assert_eq!([-3, 0, 11, 19, 40].map(|n| test(n).passing_faces()), [1, 1, 11, 19, 19]);
        assert_eq!(test(11).modified([PLUS_ONE]).needs(), "10 or less");
        assert_eq!((test(-3).needs(), test(11).dice_in_words()), ("1 or less".into(), "D20".into()));
        assert!(!test(0).passes(2) && test(0).passes(1));
    }

    #[test]
    fn each_target_kind_reads_rolls_differently() {
        let read = |target: Target, faces: &[u8]| {
            Test::new(&PAIR, target, "", "1").modified([PLUS_ONE]).read(faces).reading
        };
        assert_eq!(read(Target::AtMost(8), &[3, 4]), Reading::Pass);
        assert_eq!(read(Target::AtMost(7), &[3, 4]), Reading::Fail);
        assert_eq!(read(Target::AtLeast(8), &[3, 4]), Reading::Pass);
        assert_eq!(read(Target::Above(8), &[3, 4]), Reading::Fail);
        assert_eq!(read(Target::Difference(5), &[3, 4]), Reading::Margin(3));
        let rows = || Cow::Borrowed(&[Row { from: 3, gives: "K" }, Row { from: 6, gives: "" }][..]);
        assert_eq!(read(Target::Chart(rows()), &[1, 1]), Reading::Row("K"));
        assert_eq!(read(Target::Chart(rows()), &[2, 3]), Reading::Row(""));
        assert_eq!(read(Target::Chart(rows()), &[6, 6]).to_string(), "no effect");
    }

    #[test]
    fn minus_dice_are_subtracted_from_plus_dice() {
        let test = Test::new(&PLUS_MINUS, Target::Difference(0), "to hit", "1");
        let thrown = test.read(&[8, 3]);
        assert_eq!((thrown.total, thrown.reading), (5, Reading::Margin(5)));
        let odds = test.distribution();
        assert!((odds.chance(&Reading::Margin(0)) - 8.0 / 64.0).abs() < 1e-12);
        assert!((odds.chance(&Reading::Margin(-7)) - 1.0 / 64.0).abs() < 1e-12);
        assert!(whole(&odds));
        assert_eq!(test.dice_in_words(), "D8-D8");
    }

    #[test]
    fn odds_by_totals_match_odds_by_faces() {
        let plain = Test::new(&PAIR, Target::AtLeast(8), "", "1").modified([PLUS_ONE]);
        let long = plain.each(|faces| plain.read(faces).reading);
        for (reading, p) in plain.distribution().iter() {
            assert!((long.chance(reading) - p).abs() < 1e-12);
        }
        let same = plain.clone().naturals(&[Natural { when: When::Same, reading: Reading::Fail }]);
        // Of the 21 rolls of 7 or more three are doubles: 4-4, 5-5, 6-6.
        assert!((same.chance() - 18.0 / 36.0).abs() < 1e-12 && whole(&same.distribution()));
        let colour = same.clone().naturals(&[Natural { when: When::Face(0, 6), reading: Reading::Row("!") }]);
        assert!((colour.distribution().chance(&Reading::Row("!")) - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn rolls_are_requested_by_name() {
        let test = Test::new(&PAIR, Target::AtMost(7), "to rally", "1");
        let asked = test.roll(&mut Dice::taped(&[4]), || "S1".into()).unwrap_err();
        assert_eq!(asked.to_string(), "roll the white D6: S1 to rally: 7 or less");
        let thrown = test.roll(&mut Dice::taped(&[4, 2]), || "S1".into()).unwrap();
        assert_eq!((thrown.faces, thrown.reading), (vec![4, 2], Reading::Pass));
    }
}
