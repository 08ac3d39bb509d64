//! All DRM and drm with label and rule, from `config/aslsk/modifiers.toml`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::game::Modifier;
use crate::ledger::cited::{apply, rule};
use serde::Deserialize;

/// The cause of a DRM or drm; one cause may stand in several lists.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drm {
    /// CX firer or attacker.
    Cx,
    /// FFMO (3.3.1).
    Ffmo,
    /// FFNAM (3.3.1).
    Ffnam,
    /// LOS Hindrance.
    Hindrance,
    /// Leadership.
    Leadership,
    /// CA change.
    Turning,
    /// Target possesses FT.
    CarryingFlamethrower,
    /// Hazardous Movement (6.5).
    Hazardous,
    /// TEM.
    Tem,
    /// Height Advantage.
    HeightAdvantage,
    /// Air Burst.
    AirBurst,
    /// Emplacement.
    Emplacement,
    /// Gunshield.
    Gunshield,
    /// Gunshield vs MTR.
    GunshieldMortar,
    /// AFPh.
    AdvancingFire,
    /// Pinned firer.
    Pinned,
    /// Non-Qualified Use.
    NonQualified,
    /// Captured.
    Captured,
    /// Smoke at under 13 hexes.
    Smoke,
    /// Intensive Fire.
    Intensive,
    /// Avoiding Backblast.
    Backblast,
    /// Acquired Target.
    Acquired,
    /// Small target.
    Small,
    /// Large target.
    Large,
    /// No Known Enemy or HIP.
    AreaFire,
    /// Ambush.
    Ambushing,
    /// Ambushed.
    Ambushed,
    /// Broken target.
    BrokenTarget,
    /// CX target.
    CxTarget,
    /// Inexperienced.
    Inexperienced,
    /// Self-Rally.
    SelfRally,
    /// DM.
    Desperation,
    /// Woods or building.
    Cover,
    /// CX.
    CxRecovery,
    /// CX.
    CxSmoke,
    /// Wounded before.
    WoundedAgain,
    /// American, German or British.
    Nation,
    /// Each odds column below 1-1.
    Odds,
    /// Morale 8 or more.
    MoraleHigh,
    /// Morale 6 or less.
    MoraleLow,
    /// Broken.
    Broken,
    /// Russian or Italian.
    Eastern,
    /// MF cost of the hex entered.
    Movement,
    /// Each extra HS or crew.
    HalfSquad,
    /// Each extra squad.
    Squad,
    /// Most help.
    MostHelp,
    /// Crossing a road hexside.
    Road,
}

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
    fire: BTreeMap<Drm, Row>,
    firer: BTreeMap<Drm, Row>,
    target: BTreeMap<Drm, Row>,
    close_combat: BTreeMap<Drm, Row>,
    ambush: BTreeMap<Drm, Row>,
    rally: BTreeMap<Drm, Row>,
    die: BTreeMap<Drm, Row>,
    creation: BTreeMap<Drm, Row>,
    manhandling: BTreeMap<Drm, Row>,
    turning: Turning,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Turning {
    non_turreted: [i16; 3],
    all_round: [i16; 3],
}

/// An entry: cause, value if fixed, label and rule.
struct Line {
    drm: Drm,
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
        let lines = |rows: BTreeMap<Drm, Row>| {
            let line = |(drm, row): (Drm, Row)| Line {
                drm,
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

#[apply(rule, "3.2.4e" if matches!(list, List::Firer | List::Target))]
fn line(list: List, drm: Drm) -> &'static Line {
    let lines = &lists().lines[list as usize];
    lines.iter().find(|line| line.drm == drm).unwrap_or_else(|| panic!("no modifier {drm:?} in {list:?}"))
}

/// A modifier whose value the table fixes.
///
/// # Panics
/// When the list has no such line or its value depends on the case, which is a bug.
pub fn fixed(list: List, drm: Drm) -> Modifier {
    let Line { value, label, rule, .. } = line(list, drm);
    Modifier { value: value.expect("a fixed value"), label, rule }
}

/// An entry whose value depends on the case; `None` if the value is 0.
///
/// # Panics
/// If the list has no such entry.
pub fn of(list: List, drm: Drm, value: i16) -> Option<Modifier> {
    let Line { label, rule, .. } = line(list, drm);
    (value != 0).then_some(Modifier { value, label, rule })
}

/// All entries of a list: cause, and value if fixed.
#[apply(rule, "3.2.4e" if matches!(list, List::Firer | List::Target))]
pub fn all(list: List) -> impl Iterator<Item = (Drm, Option<i16>)> {
    lists().lines[list as usize].iter().map(|line| (line.drm, line.value))
}

/// The DRM of a CA change by this many hexspines (QRDC, case 8).
#[apply(rule, "3.2.4h")]
pub fn turning(hexspines: u8, all_round: bool, in_cover: bool) -> i16 {
    let steps = if all_round { &lists().turning.all_round } else { &lists().turning.non_turreted };
    let sum: i16 = steps.iter().take(hexspines.into()).sum();
    if in_cover { 2 * sum } else { sum }
}
