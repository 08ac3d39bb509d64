//! The Movement Table (2).

use crate::rules::panzertruppe::sight::geometry::tenths_of;
use crate::rules::panzertruppe::tables::sheet::{Sheet, SheetFault};

/// The cost of an inch.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cost {
    /// It may not be entered.
    No,
    /// A full movement phase.
    Full,
    /// Twelfths of a movement point.
    Twelfths(u16),
}

/// The rows of the Movement Table.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// Clear.
    Clear,
    /// Road.
    Road,
    /// Rough.
    Rough,
    /// Woods.
    Woods,
    /// Swamp.
    Swamp,
    /// A stream.
    Stream,
    /// Across a hedge.
    Hedge,
    /// Across a wall.
    Wall,
    /// Across a hedgerow.
    Hedgerow,
    /// Up or down a cliff.
    Cliff,
    /// Into a section of a building.
    Building,
    /// Up one level.
    LevelUp,
    /// To start.
    Start,
}

pub(super) const WAYS: [(Way, &str); 13] = [
    (Way::Clear, "clear"),
    (Way::Road, "road"),
    (Way::Rough, "rough"),
    (Way::Woods, "woods"),
    (Way::Swamp, "swamp"),
    (Way::Stream, "stream"),
    (Way::Hedge, "hedge"),
    (Way::Wall, "wall"),
    (Way::Hedgerow, "hedgerow"),
    (Way::Cliff, "cliff"),
    (Way::Building, "building"),
    (Way::LevelUp, "level up"),
    (Way::Start, "start"),
];

/// Costs by row and column, and the multipliers of reverse.
type Movement = ([[Cost; 4]; 13], [Option<u16>; 4]);

pub(super) fn movement(sheet: &Sheet) -> Result<Movement, SheetFault> {
    let mut costs = [[Cost::No; 4]; 13];
    for (way, word) in WAYS {
        let row = sheet.rows.iter().position(|row| row[0] == word);
        let row = row.ok_or_else(|| sheet.fault(None, format!("expected a row \"{word}\"")))?;
        for (column, cost) in costs[way as usize].iter_mut().enumerate() {
            let text = sheet.text(row, column + 1);
            *cost = cost_of(text).ok_or_else(|| {
                sheet.fault(
                    row,
                    format!("expected points such as 1, 1.5, 2/3, +1, full or -, found \"{text}\""),
                )
            })?;
        }
    }
    let row = sheet.rows.iter().position(|row| row[0] == "reverse");
    let row = row.ok_or_else(|| sheet.fault(None, "expected a row \"reverse\""))?;
    let mut reverse = [None; 4];
    for (column, times) in reverse.iter_mut().enumerate() {
        *times = match sheet.text(row, column + 1) {
            "-" => None,
            text => match text.strip_prefix('x').and_then(|times| times.parse().ok()) {
                Some(times @ 1..=9) => Some(times),
                _ => return Err(sheet.fault(row, format!("expected x2 or -, found \"{text}\""))),
            },
        };
    }
    Ok((costs, reverse))
}

fn cost_of(text: &str) -> Option<Cost> {
    match text {
        "-" => Some(Cost::No),
        "full" => Some(Cost::Full),
        text => {
            let text = text.trim_start_matches('+');
            let twelfths = match text.split_once('/') {
                Some((over, under)) => {
                    let (over, under) = (over.parse::<u16>().ok()?, under.parse::<u16>().ok()?);
                    (over * 12).checked_div(under)?
                }
                None => tenths_of(text).filter(|tenths| *tenths < 1000)? * 12 / 10,
            };
            Some(Cost::Twelfths(twelfths))
        }
    }
}
