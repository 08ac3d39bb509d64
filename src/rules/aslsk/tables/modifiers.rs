//! All DRM and drm with label and rule, from `config/aslsk/modifiers.toml`.

use crate::ledger::cited::applies;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::game::Modifier;

/// A value as written: a number, or "x" if it depends on the case.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    value: Value,
    label: String,
    rule: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Fixed(i16),
    Depends(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Raw {
    fire: BTreeMap<String, Row>,
    firer: BTreeMap<String, Row>,
    target: BTreeMap<String, Row>,
    close_combat: BTreeMap<String, Row>,
    ambush: BTreeMap<String, Row>,
    rally: BTreeMap<String, Row>,
    die: BTreeMap<String, Row>,
    creation: BTreeMap<String, Row>,
    manhandling: BTreeMap<String, Row>,
    turning: Turning,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Turning {
    non_turreted: [i16; 3],
    all_round: [i16; 3],
}

/// An entry: key, value if fixed, label and rule.
struct Line {
    key: String,
    value: Option<i16>,
    label: &'static str,
    rule: &'static str,
}

struct Lists {
    lines: [Vec<Line>; 9],
    turning: Turning,
}

/// The lists of the QRDC.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum List {
    /// IFT DR.
    Fire,
    /// TH DR, Firer-Based.
    Firer,
    /// TH DR, Target-Based.
    Target,
    /// CC DR.
    CloseCombat,
    /// Ambush dr.
    Ambush,
    /// Rally DR.
    Rally,
    /// Recovery, Smoke grenade and wound severity dr.
    Die,
    /// Leader Creation dr.
    Creation,
    /// Manhandling DR.
    Manhandling,
}

fn lists() -> &'static Lists {
    static LISTS: OnceLock<Lists> = OnceLock::new();
    LISTS.get_or_init(|| {
        let raw: Raw = crate::reading::from_toml(include_str!("../../../../config/aslsk/modifiers.toml"))
            .expect("the embedded modifiers are well-formed");
        let lines = |rows: BTreeMap<String, Row>| {
            let line = |(key, row): (String, Row)| Line {
                key,
                value: match row.value {
                    Value::Fixed(value) => Some(value),
                    Value::Depends(x) => {
                        assert_eq!(x, "x", "a value is a number or x");
                        None
                    }
                },
                label: row.label.leak(),
                rule: row.rule.leak(),
            };
            rows.into_iter().map(line).collect()
        };
        Lists {
            lines: [
                lines(raw.fire),
                lines(raw.firer),
                lines(raw.target),
                lines(raw.close_combat),
                lines(raw.ambush),
                lines(raw.rally),
                lines(raw.die),
                lines(raw.creation),
                lines(raw.manhandling),
            ],
            turning: raw.turning,
        }
    })
}

fn line(list: List, key: &str) -> &'static Line {
    if matches!(list, List::Firer | List::Target) {
        applies("3.2.4e");
    }
    let lines = &lists().lines[list as usize];
    lines.iter().find(|line| line.key == key).unwrap_or_else(|| panic!("no modifier {key} in {list:?}"))
}

/// A modifier whose value the table fixes.
///
/// # Panics
/// When the list has no such line or its value depends on the case: a fault of the program.
pub fn fixed(list: List, key: &str) -> Modifier {
    let Line { value, label, rule, .. } = line(list, key);
    Modifier { value: value.expect("a fixed value"), label, rule }
}

/// A modifier whose value depends on the case; `None` when it is 0.
///
/// # Panics
/// When the list has no such line.
pub fn of(list: List, key: &str, value: i16) -> Option<Modifier> {
    let Line { label, rule, .. } = line(list, key);
    (value != 0).then_some(Modifier { value, label, rule })
}

/// Every line of a list: key, value if fixed.
pub fn all(list: List) -> impl Iterator<Item = (&'static str, Option<i16>)> {
    if matches!(list, List::Firer | List::Target) {
        applies("3.2.4e");
    }
    lists().lines[list as usize].iter().map(|line| (line.key.as_str(), line.value))
}

/// What a change of covered arc by so many hexspines adds to the To Hit roll (chart, case 8).
pub fn turning(hexspines: u8, all_round: bool, in_cover: bool) -> i16 {
    applies("3.2.4h");
    let steps = if all_round { &lists().turning.all_round } else { &lists().turning.non_turreted };
    let sum: i16 = steps.iter().take(hexspines.into()).sum();
    if in_cover { 2 * sum } else { sum }
}
