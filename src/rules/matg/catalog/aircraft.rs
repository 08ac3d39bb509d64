//! The aircraft data.

use std::sync::OnceLock;

use serde::Deserialize;

use super::Nation;
use super::parse::DataError;

/// One strength of ordnance, and how often it may be dropped (aircraft data, "ordnance load").
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ordnance {
    /// Firepower against armoured stands.
    pub ap: u8,
    /// Firepower against all other targets.
    pub he: u8,
    /// Attacks per game at this strength.
    pub load: u8,
}

/// One line of the aircraft data.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Aircraft {
    /// Its nation.
    pub nation: Nation,
    /// The printed name, with "(1)" and so on where armament differs.
    pub name: String,
    /// Price in points.
    pub points: u16,
    /// Strafing firepower against armoured stands.
    pub strafing_ap: u8,
    /// Strafing firepower against other targets.
    pub strafing_he: u8,
    /// Bombs and rockets: empty if it has none, two entries for loads of two strengths.
    pub ordnance: Vec<Ordnance>,
    /// First and last year of wide service, two digits each, if printed.
    pub years: Option<(u8, u8)>,
    /// A remark on the printed line.
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    aircraft: Vec<Line>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    nation: Nation,
    name: String,
    points: u16,
    strafing: Strafing,
    ordnance: Vec<Ordnance>,
    years: Option<String>,
    note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Strafing {
    ap: u8,
    he: u8,
}

/// Reads the aircraft table.
fn read(text: &str) -> Result<Vec<Aircraft>, DataError> {
    let table: Table = crate::reading::from_toml(text)?;
    table
        .aircraft
        .into_iter()
        .map(|line| {
            let years = match &line.years {
                None => None,
                Some(years) => {
                    let bad = || DataError::cell(&line.name, "years", years);
                    let (from, to) = years.split_once('-').ok_or_else(bad)?;
                    Some((from.parse().map_err(|_| bad())?, to.parse().map_err(|_| bad())?))
                }
            };
            Ok(Aircraft {
                nation: line.nation,
                name: line.name,
                points: line.points,
                strafing_ap: line.strafing.ap,
                strafing_he: line.strafing.he,
                ordnance: line.ordnance,
                years,
                note: line.note,
            })
        })
        .collect()
}

/// Every aircraft of the book in printed order.
#[must_use]
pub fn aircraft() -> &'static [Aircraft] {
    static TABLE: OnceLock<Vec<Aircraft>> = OnceLock::new();
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/config/matg/aircraft.toml"));
    TABLE.get_or_init(|| read(text).expect("the embedded aircraft data is well formed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_must_be_a_span() {
        let line = |years: &str| {
            format!(
                "[[aircraft]]\nnation = 'poland'\nname = 'PZL P.11'\npoints = 16\n\
                 strafing = {{ ap = 0, he = 3 }}\nordnance = []\nyears = '{years}'\n"
            )
        };
        assert_eq!(read(&line("32-39")).unwrap()[0].years, Some((32, 39)));
        let error = read(&line("32")).unwrap_err().to_string();
        assert_eq!(error, "PZL P.11: years cannot be \"32\"");
    }
}
