//! Which nations field a figure, a gun or a vehicle, and from which year on.

use serde::Deserialize;

use crate::rules::fireandmove::nations::Nation;

/// A nation that fields it, and the first year in which it does.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Fielded {
    /// The key of the nation.
    pub nation: String,
    /// The first year.
    pub from: u16,
}

impl TryFrom<String> for Fielded {
    type Error = String;

    /// "german", "german 1943".
    fn try_from(text: String) -> Result<Self, String> {
        let wrong =
            || format!("\"{text}\" is not a nation with a year, expected for example \"german 1943\"");
        let mut words = text.split_whitespace();
        let nation = words.next().ok_or_else(wrong)?.to_owned();
        let from = words.next().map_or(Ok(0), |year| year.parse().map_err(|_| wrong()))?;
        if words.next().is_some() {
            return Err(wrong());
        }
        Ok(Self { nation, from })
    }
}

/// Why a nation does not have it, if it has not: the list is of the nations that do, and empty for all of them.
pub fn barred(by: &[Fielded], nation: &Nation, year: Option<i64>) -> Option<String> {
    if by.is_empty() {
        return None;
    }
    match by.iter().find(|fielded| fielded.nation == nation.key) {
        None => Some(format!("Not used by the {}", nation.name)),
        Some(fielded) if year.is_some_and(|year| year < i64::from(fielded.from)) => {
            Some(format!("Used by the {} from {}", nation.name, fielded.from))
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fireandmove::catalog::tables::tables;
    use crate::rules::fireandmove::nations::{nation, nations};

    fn fielded(key: &str) -> &'static [Fielded] {
        let all = tables();
        let troop = all.troops.iter().find(|troop| troop.key == key).map(|troop| &troop.nations);
        let gun = || all.weapons.iter().find(|gun| gun.gun && gun.key == key).map(|gun| &gun.nations);
        let vehicle = || all.vehicles.iter().find(|vehicle| vehicle.key == key).map(|v| &v.nations);
        troop.or_else(gun).or_else(vehicle).unwrap_or_else(|| panic!("{key}"))
    }

    #[test]
    fn late_and_foreign_weapons_are_barred_with_the_reason() {
        let why = |key: &str, by: &str, year| barred(fielded(key), nation(by).unwrap(), year);
        assert_eq!(why("stg-44", "british", Some(1944)).as_deref(), Some("Not used by the British"));
        assert_eq!(why("stg-44", "german", Some(1942)).as_deref(), Some("Used by the Germans from 1944"));
        assert_eq!(why("stg-44", "german", Some(1944)), None);
        assert_eq!(why("stg-44", "german", None), None);
        assert_eq!(why("panther", "german", Some(1941)).as_deref(), Some("Used by the Germans from 1943"));
        assert_eq!(
            why("bazooka", "american", Some(1941)).as_deref(),
            Some("Used by the Americans from 1942")
        );
        assert_eq!(why("rifleman", "greek", Some(1940)), None);
        for text in ["", "german early", "german 1943 1945"] {
            assert!(Fielded::try_from(text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn every_nation_named_exists_and_has_its_weapon_within_the_war() {
        let all = tables();
        let lists = all.troops.iter().map(|t| (&t.key, &t.nations));
        let lists = lists.chain(all.weapons.iter().map(|w| (&w.key, &w.nations)));
        for (key, list) in lists.chain(all.vehicles.iter().map(|v| (&v.key, &v.nations))) {
            for fielded in list {
                assert!(nations().iter().any(|nation| nation.key == fielded.nation), "{key}: {fielded:?}");
                assert!(fielded.from == 0 || (1936..=1945).contains(&fielded.from), "{key}: {fielded:?}");
            }
        }
    }
}
