//! Parsers for the arguments of the fire calculator.

use std::collections::BTreeSet;
use std::str::FromStr;

use crate::rules::matg::catalog::{self, Nation, StandType};
use crate::rules::matg::command::cohesion::States;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::scenario;

/// One firing stand: `ap=9,he=5,state=SD,posture=fire-move,suppressing=yes`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Firer {
    /// Firepower against armour.
    pub ap: Option<i16>,
    /// Firepower against everything else.
    pub he: Option<i16>,
    /// Its cohesion states.
    pub states: States,
    /// In the fire/move posture.
    pub fire_move: bool,
    /// A result of no effect counts as S.
    pub suppressing: bool,
    /// The optional rule its shot uses.
    pub with: Option<With>,
}

/// A shot under an optional rule (12.8 to 12.11).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum With {
    /// A second shot (12.8).
    SecondShot,
    /// Better shells (12.9).
    BetterShells,
    /// A heavy gun's HE shot at armour (12.10).
    BigGame,
    /// Hollow charges (12.11).
    Heat,
}

impl FromStr for Firer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut firer = Self::default();
        let mut keys = Vec::new();
        // The text may start with a name from the weapons data.
        let (name, text) = match text.split_once(',') {
            Some((first, rest)) if !first.contains('=') => (first, rest),
            None if !text.contains('=') && !text.trim().is_empty() => (text, ""),
            _ => ("", text),
        };
        if !name.is_empty() {
            let stand = stand(name)?;
            let best = |of: fn(&catalog::Gun) -> Option<u8>| stand.guns.iter().filter_map(of).max();
            firer.suppressing = scenario::is_support(stand);
            (firer.ap, firer.he) = (best(|gun| gun.ap).map(i16::from), best(|gun| gun.he).map(i16::from));
        }
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=').map(|(key, value)| (key.trim(), value.trim()))
            else {
                return Err(format!(
                    "\"{part}\" is not key=value; the keys are ap=, he=, state=, posture=, suppressing=, \
                     with="
                ));
            };
            if keys.contains(&key) {
                return Err(format!("\"{key}\" is given twice"));
            }
            keys.push(key);
            match key {
                "ap" => firer.ap = Some(firepower(key, value)?),
                "he" => firer.he = Some(firepower(key, value)?),
                "state" => firer.states = states(value)?,
                "posture" => {
                    firer.fire_move = match value {
                        "fire" => false,
                        "fire-move" => true,
                        _ => return Err(format!("posture must be fire or fire-move, not \"{value}\"")),
                    }
                }
                "with" => {
                    firer.with = Some(match value {
                        "second-shot" => With::SecondShot,
                        "better-shells" => With::BetterShells,
                        "big-game" => With::BigGame,
                        "heat" => With::Heat,
                        _ => {
                            return Err(format!(
                                "with must be second-shot, better-shells, big-game or heat, not \"{value}\""
                            ));
                        }
                    });
                }
                "suppressing" => {
                    firer.suppressing = match value {
                        "yes" => true,
                        "no" => false,
                        _ => return Err(format!("suppressing must be yes or no, not \"{value}\"")),
                    }
                }
                _ => {
                    return Err(format!(
                        "there is no key \"{key}\"; the keys are ap=, he=, state=, posture=, \
                         suppressing=, with="
                    ));
                }
            }
        }
        if firer.ap.is_none() && firer.he.is_none() {
            return Err("a firing stand needs its firepower: ap=N, he=N or both".into());
        }
        Ok(firer)
    }
}

/// A stand by its name in the weapons data, preceded by its nation if several nations have one of that name:
/// "germany/Infantry HQ".
pub fn stand(text: &str) -> Result<&'static StandType, String> {
    let (nation, name) = match text.split_once('/') {
        Some((nation, name)) if nation.parse::<Nation>().is_ok() => (nation.parse::<Nation>().ok(), name),
        _ => (None, text),
    };
    let nations = Nation::ALL.into_iter().filter(|one| nation.is_none_or(|wanted| wanted == *one));
    let mut found: Vec<&'static StandType> = nations.filter_map(|one| catalog::find(one, name)).collect();
    found.dedup_by(|a, b| std::ptr::eq(*a, *b));
    let same = |a: &StandType, b: &StandType| {
        (&a.guns, a.defence, a.armoured, a.is_personnel())
            == (&b.guns, b.defence, b.armoured, b.is_personnel())
    };
    match found[..] {
        [] => {
            let near: Vec<String> =
                catalog::nearest_of_all(name).into_iter().map(|near| format!("\"{near}\"")).collect();
            let perhaps =
                if near.is_empty() { String::new() } else { format!(" (perhaps {})", near.join(" or ")) };
            Err(format!("there is no stand \"{name}\" in the weapons data{perhaps}"))
        }
        [first, ..] if found.iter().all(|other| same(first, other)) => Ok(first),
        _ => {
            let keys: Vec<&str> = found.iter().map(|stand| stand.nation.key()).collect();
            let (first, all) = (keys[0], keys.join(", "));
            Err(format!("\"{name}\" is not the same in {all}: write \"{first}/{name}\""))
        }
    }
}

/// The keys of all nations.
pub fn nation_keys() -> impl Iterator<Item = &'static str> {
    Nation::ALL.into_iter().map(Nation::key)
}

/// The names of all stands, each once.
pub fn stand_names() -> BTreeSet<&'static str> {
    Nation::ALL.into_iter().flat_map(catalog::names).collect()
}

/// The keys of the rows of the Terrain Effects Chart.
pub fn terrain_keys() -> impl Iterator<Item = &'static str> {
    Terrain::ALL.iter().map(|row| row.key())
}

fn firepower(key: &str, value: &str) -> Result<i16, String> {
    let number = value.parse().ok().filter(|number| (0..=99).contains(number));
    number.ok_or_else(|| format!("{key} must be a number from 0 to 99, not \"{value}\""))
}

/// Cohesion states: nothing, S, D or SD.
pub fn states(text: &str) -> Result<States, String> {
    let (suppressed, disorganized) = match text.trim().to_ascii_uppercase().as_str() {
        "" | "UNHURT" => (false, false),
        "S" => (true, false),
        "D" => (false, true),
        "SD" | "DS" => (true, true),
        _ => return Err(format!("a state must be nothing, S, D or SD, not \"{text}\"")),
    };
    Ok(States { suppressed, disorganized, eliminated: false })
}

/// A printed defence: `4`, or `[4]` for armour.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// The value.
    pub value: i16,
    /// Printed in brackets.
    pub armoured: bool,
}

impl FromStr for Defence {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let inner = text.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let value = inner.unwrap_or(text).trim().parse().ok().filter(|value| (0..=99).contains(value));
        let value = value.ok_or_else(|| {
            format!("a defence must be a number from 0 to 99, in brackets for armour, not \"{text}\"")
        })?;
        Ok(Self { value, armoured: inner.is_some() })
    }
}

/// A range in inches, rounded up (7.3.3).
pub fn range(text: &str) -> Result<u16, String> {
    let inches: Option<f64> =
        text.trim().parse().ok().filter(|inches: &f64| *inches > 0.0 && *inches <= 999.0);
    // The value is in range, so the cast is exact.
    inches
        .map(|inches| inches.ceil() as u16)
        .ok_or_else(|| format!("a range must be a number of inches above 0 and up to 999, not \"{text}\""))
}

/// A row of the Terrain Effects Chart.
pub fn terrain(text: &str) -> Result<Terrain, String> {
    let wanted = text.trim().to_lowercase().replace([' ', '_'], "-");
    Terrain::named(&wanted).ok_or_else(|| {
        let keys: Vec<String> = Terrain::ALL.iter().map(|row| row.key().to_owned()).collect();
        let near = crate::reading::nearest(&wanted, &keys);
        let perhaps = near.first().map_or_else(String::new, |near| format!(" (perhaps {near})"));
        format!("there is no terrain \"{text}\"{perhaps}; the chart has {}", keys.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn firer_notation_is_read() {
        let firer: Firer = "ap=9, he=5,state=DS,posture=fire-move,suppressing=yes".parse().unwrap();
        assert_eq!((firer.ap, firer.he), (Some(9), Some(5)));
        assert_eq!((firer.states.symbol(), firer.fire_move, firer.suppressing), ("SD", true, true));
        let plain: Firer = "he=3,state=".parse().unwrap();
        assert_eq!(plain, Firer { he: Some(3), ..Firer::default() });
        for bad in ["", "ap", "ap=x", "ap=-1", "ap=1,ap=2", "hp=3", "ap=1,state=X", "ap=1,posture=move"] {
            assert!(bad.parse::<Firer>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn ranges_are_rounded_up() {
        assert_eq!(range("4"), Ok(4));
        assert_eq!(range("7.1"), Ok(8));
        assert_eq!(range("0.3"), Ok(1));
        for bad in ["0", "-1", "nan", "inf", "x", "1000"] {
            assert!(range(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn brackets_mean_armour() {
        assert_eq!("[3]".parse(), Ok(Defence { value: 3, armoured: true }));
        assert_eq!("3".parse(), Ok(Defence { value: 3, armoured: false }));
        for bad in ["[3", "3]", "[]", "-2", "x"] {
            assert!(bad.parse::<Defence>().is_err(), "{bad}");
        }
    }
}
