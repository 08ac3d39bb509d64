//! Exact odds for Fire & Move, used by the game's previews and by `standto odds fireandmove`.

use std::borrow::Cow;

use crate::game::{Modifier, Row, Target, Test};
use crate::odds::Distribution;
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::armour::{Armour, Damage};
use crate::rules::fireandmove::fire::effect::{Fate, Nerve};
use crate::rules::fireandmove::fire::to_hit::{Check, Shot};
use crate::rules::fireandmove::turn::sequence::PLUS_AND_MINUS;

/// The effect of one fire check on one figure.
pub fn figure(strength: i16, nerve: Nerve, pinned: bool) -> Distribution<Fate> {
    checks::distribution().map(|&result| nerve.fate(result + strength, pinned))
}

/// The chance of each effect of one fire check on one figure, in the order of [`Fate`]: for the computer, which asks often.
pub fn fates(strength: i16, nerve: Nerve, pinned: bool) -> [f64; 4] {
    let mut chances = [0.0; 4];
    for (&result, chance) in checks::distribution().iter() {
        chances[nerve.fate(result + strength, pinned) as usize] += chance;
    }
    chances
}

/// The effect of an HE shot on one figure of the target: it must hit first, and the magnitude of the To Hit
/// result adds to the strength if the final number is 0-n (58.7).
pub fn shelled(shot: &Shot, strength: i16, nerve: Nerve, pinned: bool) -> Distribution<Fate> {
    let sized = shot.final_number().is_some_and(|number| number.has_zero());
    checks::distribution().then(|&result| match shot.check(result) {
        Check::Hit(result) => figure(strength + if sized { result.abs() } else { 0 }, nerve, pinned),
        Check::Fails | Check::Miss => Distribution::certain(Fate::Unhurt),
    })
}

/// How the To Hit result modifies an AP attack.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Adds {
    /// Not at all: guns.
    #[default]
    Nothing,
    /// Its magnitude: Panzerfaust and similar (75.1).
    Size,
    /// With its sign: anti-tank rifles (74.7).
    Signed,
}

impl Adds {
    /// The modifier to the strength from a To Hit result.
    pub const fn of(self, result: i16) -> i16 {
        match self {
            Self::Nothing => 0,
            Self::Size => result.abs(),
            Self::Signed => result,
        }
    }
}

/// An armour piercing attack.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArmourAttack {
    /// The weapon's AP value with all modifiers: +1 if the vehicle is stunned, +2 if immobilised.
    pub strength: i16,
    /// The armour of the side that is hit.
    pub armour: Armour,
    /// The target is hull down.
    pub hull_down: bool,
    /// How the To Hit result modifies it.
    pub adds: Adds,
}

impl ArmourAttack {
    /// The effect on a vehicle, after the To Hit check if there is one.
    pub fn on_vehicle(&self, shot: Option<&Shot>) -> Distribution<Damage> {
        let Some(shot) = shot else { return self.resolved(0) };
        checks::distribution().then(|&result| match shot.check(result) {
            Check::Hit(result) => self.resolved(self.adds.of(result)),
            Check::Fails | Check::Miss => Distribution::certain(Damage::None),
        })
    }

    fn resolved(&self, added: i16) -> Distribution<Damage> {
        let stunned = Distribution::certain(Damage::Stunned);
        checks::distribution()
            .map(|&result| self.armour.damage(result + self.strength + added, self.hull_down))
            .then(|&damage| match damage {
                Damage::StunnedOrImmobilised => stunned.or(0.5, &Distribution::certain(Damage::Immobilised)),
                other => Distribution::certain(other),
            })
    }
}

/// A 2D8 check with these modifiers, and the reading of each sum; "" means no effect. Used by the preview and
/// the matrix.
pub fn check(
    purpose: impl Into<Cow<'static, str>>,
    rule: &'static str,
    lines: Vec<Modifier>,
    read: impl Fn(i16) -> &'static str,
) -> Test {
    let more: i16 = lines.iter().map(|line| line.value).sum();
    let mut rows: Vec<Row> = Vec::new();
    for from in checks::RESULTS.map(|result| result + more) {
        let gives = read(from);
        if rows.last().is_none_or(|row| row.gives != gives) {
            rows.push(Row { from, gives });
        }
    }
    Test::new(&PLUS_AND_MINUS, Target::Chart(Cow::Owned(rows)), purpose, rule).modified(lines)
}

/// A word for a figure's fate.
pub const fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Unhurt => "",
        Fate::Pinned => "pinned",
        Fate::Routed => "routs",
        Fate::Killed => "killed",
    }
}

/// A word for damage to a vehicle.
pub const fn damage(damage: Damage) -> &'static str {
    match damage {
        Damage::None => "",
        Damage::Immobilised => "immobilised",
        Damage::Stunned => "stunned",
        Damage::StunnedOrImmobilised => "stunned or immobilised",
        Damage::Destroyed => "destroyed",
    }
}

/// One fire check against a figure.
pub fn fire_test(
    purpose: impl Into<Cow<'static, str>>,
    rule: &'static str,
    lines: Vec<Modifier>,
    nerve: Nerve,
    pinned: bool,
) -> Test {
    check(purpose, rule, lines, |sum| fate(nerve.fate(sum, pinned)))
}

/// The To Hit check of a shot.
pub fn shot_test(shot: &Shot) -> Test {
    let number = shot.final_number().map_or_else(|| "nothing".to_owned(), |number| number.to_string());
    let only = if shot.positive_only() { ", positive results only" } else { "" };
    check(format!("to hit {number}{only}"), "58.2", Vec::new(), |result| match shot.check(result) {
        Check::Hit(_) => "hit",
        Check::Fails => "fails",
        Check::Miss => "",
    })
}

impl ArmourAttack {
    /// The check of the attack, once it has hit.
    pub fn test(&self, purpose: impl Into<Cow<'static, str>>, lines: Vec<Modifier>) -> Test {
        check(purpose, "67.1", lines, |sum| damage(self.armour.damage(sum, self.hull_down)))
    }
}

/// A morale test, either sign (48.1).
pub fn morale_test(purpose: impl Into<Cow<'static, str>>, rule: &'static str, morale: i16) -> Test {
    check(
        purpose,
        rule,
        Vec::new(),
        |result| if checks::passes_morale(result, morale) { "passes" } else { "" },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Reading;

    fn chance(test: &Test, word: &'static str) -> f64 {
        test.distribution().chance(&Reading::Row(word))
    }

    #[test]
    fn the_test_that_is_shown_has_the_chances_of_the_calculator() {
        let line = |value| vec![Modifier { value, label: "fire value", rule: "15.6" }];
        for strength in -6..=12 {
            for pinned in [false, true] {
                let nerve = Nerve { morale: 3, panic: 4, kia: 8 };
                let test = fire_test("", "21.2", line(strength), nerve, pinned);
                let known = figure(strength, nerve, pinned);
                for end in [Fate::Unhurt, Fate::Pinned, Fate::Routed, Fate::Killed] {
                    assert!(
                        (chance(&test, fate(end)) - known.chance(&end)).abs() < 1e-12,
                        "{strength} {end:?}"
                    );
                    let quick = fates(strength, nerve, pinned)[end as usize];
                    assert!((quick - known.chance(&end)).abs() < 1e-12, "{strength} {end:?}");
                }
            }
        }
    }

    #[test]
    fn every_cell_of_the_matrix_is_read_as_the_rules_read_it() {
        let armour: Armour = "8/7/6".parse().unwrap();
        let attack = ArmourAttack { strength: 5, armour, hull_down: false, adds: Adds::Nothing };
        let pierces = attack.test("", vec![Modifier { value: 5, label: "armour piercing", rule: "67.1" }]);
        let shot = Shot { failure: Some(-6), target_moving: true, ..Shot::plain("0-3".parse().unwrap()) };
        let (hits, stays) = (shot_test(&shot), morale_test("", "48.1", 2));
        for plus in 1..=8 {
            for minus in 1..=8 {
                let result = checks::result(plus, minus);
                let read = |test: &Test| test.read(&[plus, minus]).reading;
                assert_eq!(read(&pierces), Reading::Row(damage(armour.damage(result + 5, false))));
                let hit = match result {
                    -6 => "fails",
                    1..=3 => "hit",
                    _ => "",
                };
                assert_eq!(read(&hits), Reading::Row(hit), "{result}");
                let within = if (-2..=2).contains(&result) { "passes" } else { "" };
                assert_eq!(read(&stays), Reading::Row(within), "{result}");
            }
        }
    }
}
