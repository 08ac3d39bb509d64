//! A battle's general data: title, length, date and visibility.

use crate::reading::{Report, Spanned};
use serde::Deserialize;

use super::File;
use crate::rules::matg::ground::weather::Climate;
use crate::rules::matg::state::battle::Hint;
use crate::rules::matg::turn::sequence::PHASES;

/// The general terrain type, which sets the sighting distance (6.4.1, 9.0).
#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Surface {
    Open,
    Mixed,
    Closed,
}

impl Surface {
    /// Maximum sighting distance in inches (6.4.1).
    const fn sighting(self) -> u16 {
        match self {
            Self::Open => 40,
            Self::Mixed => 20,
            Self::Closed => 10,
        }
    }
}

/// `[[hint]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HintLine {
    phase: Spanned<String>,
    turn: Option<Spanned<i64>>,
    text: String,
}

/// The general data, checked.
pub(super) struct Frame {
    pub(super) title: String,
    pub(super) briefing: Vec<String>,
    pub(super) hints: Vec<Hint>,
    pub(super) turns: u8,
    pub(super) date: (u16, u8),
    pub(super) sighting: u16,
    pub(super) climate: Climate,
}

pub(super) fn read(report: &mut Report, file: &File) -> Option<Frame> {
    let title = file.title.get_ref().trim().to_owned();
    if title.is_empty() {
        report.fault(file.title.span(), "the title is empty, expected a name for the scenario");
    }
    let turns: Option<u8> = report.within("turns", &file.turns, 1..=100);
    let date = date(file.date.get_ref());
    if date.is_none() {
        let text = file.date.get_ref();
        report.fault(
            file.date.span(),
            format!("\"{text}\" is not a date, expected year and month such as \"1943-02\""),
        );
    }
    let sighting = sighting(report, file);
    // At most 4 (9.6.2).
    let darkness = match &file.darkness {
        Some(points) => report.within("darkness", points, 0..=4),
        None => Some(0),
    };
    let to_fire = match &file.weather_to_fire {
        Some(points) => report.within("weather-to-fire", points, 0..=10),
        None => Some(0),
    };
    let last = turns.map_or(100, i64::from);
    let flares: Vec<u8> =
        file.flares.iter().filter_map(|turn| report.within("flares", turn, 1..=last)).collect();
    Some(Frame {
        climate: Climate {
            weather: file.weather.clone(),
            variable: file.weather_varies,
            percent: file.weather_percent,
            darkness: darkness?,
            flares,
            to_fire: to_fire?,
        },
        title,
        hints: hints(report, file)?,
        briefing: file.briefing.trim().lines().map(|line| line.trim_end().to_owned()).collect(),
        turns: turns?,
        date: date?,
        sighting: sighting?,
    })
}

/// Hints shown when a phase begins (tutorials).
fn hints(report: &mut Report, file: &File) -> Option<Vec<Hint>> {
    let mut hints = Vec::new();
    for line in &file.hint {
        let name = line.phase.get_ref();
        let phase = PHASES.iter().position(|phase| phase == name);
        if phase.is_none() {
            let known = PHASES.join(", ");
            report.fault(line.phase.span(), format!("unknown phase \"{name}\", expected one of {known}"));
        }
        let turn = match &line.turn {
            Some(turn) => report.within("turn", turn, 1..=100),
            None => Some(1),
        };
        hints.push(turn.zip(phase).map(|(turn, phase)| Hint {
            turn,
            phase,
            text: line.text.trim().to_owned(),
        }));
    }
    hints.into_iter().collect()
}

fn sighting(report: &mut Report, file: &File) -> Option<u16> {
    match (&file.surface, &file.sighting) {
        (Some(surface), None) => Some(surface.get_ref().sighting()),
        (None, Some(inches)) => report.within("sighting", inches, 1..=200),
        (Some(_), Some(inches)) => {
            report.fault(
                inches.span(),
                "the surface gives the sighting distance already, expected one of the two",
            );
            None
        }
        (None, None) => {
            report.fault(0..0, "the sighting distance is missing, expected surface or sighting");
            None
        }
    }
}

/// "1943-02".
fn date(text: &str) -> Option<(u16, u8)> {
    let (year, month) = text.split_once('-')?;
    let digits = |part: &str, count| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(year, 4) || !digits(month, 2) {
        return None;
    }
    let date = (year.parse().ok()?, month.parse().ok()?);
    ((1900..=1999).contains(&date.0) && (1..=12).contains(&date.1)).then_some(date)
}
