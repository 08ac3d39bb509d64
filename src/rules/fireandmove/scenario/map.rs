//! The map of a scenario: features read from map characters, and the borders between them.

use crate::board::{Cell, Compass, Square};
use crate::reading::{Report, suggestion};
use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};
use crate::rules::fireandmove::battlefield::{Feature, Field};
use crate::rules::fireandmove::scenario::{self, File};

pub(in crate::rules::fireandmove) fn field(report: &mut Report, file: &File) -> Option<Field> {
    let before = report.faults();
    let mut features = features(report, file);
    let (width, height) = draw(report, file, &mut features)?;
    if features.is_empty() || features.len() > 250 {
        report.fault(0..0, format!("there are {} features, expected 1 to 250", features.len()));
    }
    let borders = borders(report, file, &features);
    if report.faults() > before {
        return None;
    }
    // At most 99 by the check above.
    Some(Field::new(Square { width: width as u8, height: height as u8 }, features, &borders))
}

/// The features of a map, without their cells.
fn features(report: &mut Report, file: &File) -> Vec<Feature> {
    let mut features: Vec<Feature> = Vec::new();
    for entry in &file.feature {
        let tag = entry.tag.get_ref();
        let mut marks = tag.chars();
        let (Some(mark), None) = (marks.next(), marks.next()) else {
            report
                .fault(entry.tag.span(), format!("{tag:?} can't be a feature's tag: expected one character"));
            continue;
        };
        if features.iter().any(|feature| feature.tag == mark) {
            report.fault(entry.tag.span(), format!("there is already a feature {mark:?}"));
            continue;
        }
        let key = entry.ground.get_ref();
        let known: Vec<&str> = Ground::all().map(Ground::key).collect();
        let Some(ground) = Ground::named(key) else {
            report
                .fault(entry.ground.span(), format!("there is no ground {key:?}{}", suggestion(key, &known)));
            continue;
        };
        let front = entry.front.as_ref().and_then(|word| match word.get_ref().parse::<Compass>() {
            Ok(front) if ground == Ground::Pillbox => Some(front),
            Ok(_) => {
                report.fault(word.span(), "only a pillbox can have a front");
                None
            }
            Err(error) => {
                report.fault(word.span(), error.to_string());
                None
            }
        });
        features.push(Feature {
            front,
            tag: mark,
            name: entry.name.clone(),
            ground,
            level: entry.level,
            cells: Vec::new(),
            cost: cost(report, entry.cost.as_ref()),
            value: value(report, entry, ground),
        });
    }
    features
}

/// Gives the features their cells, as drawn, and returns the size of the map.
fn draw(report: &mut Report, file: &File, features: &mut [Feature]) -> Option<(usize, usize)> {
    let rows = report.rows(&file.map);
    let width = rows.first().map_or(0, |row| row.marks.len());
    let height = rows.len();
    if !(8..=99).contains(&width) || !(8..=99).contains(&height) {
        let size = format!("the map has {width} by {height} squares, expected 8 to 99 each way");
        report.fault(file.map.span(), size);
        return None;
    }
    // A feature with an error still declares its character.
    let mut known: Vec<char> =
        file.feature.iter().filter_map(|entry| entry.tag.get_ref().chars().next()).collect();
    for (row, up) in rows.iter().rev().zip(0..) {
        if row.marks.len() != width {
            let found = row.marks.len();
            report.fault(row.end..row.end, format!("the row has {found} squares, expected {width}"));
        }
        for (&(mark, at), right) in row.marks.iter().zip(0..) {
            match features.iter_mut().find(|feature| feature.tag == mark) {
                Some(feature) => feature.cells.push(Cell::new(right, up)),
                None if known.contains(&mark) => {}
                None => {
                    known.push(mark);
                    report.fault(at..at, format!("{mark:?} in the map has no [[feature]]"));
                }
            }
        }
    }
    Some((width, height))
}

/// The borders between features: both features, the kind and the cost to cross it.
fn borders(report: &mut Report, file: &File, features: &[Feature]) -> Vec<(u8, u8, Border, u8)> {
    let declared =
        |tag: &String| file.feature.iter().any(|entry| entry.tag.get_ref().starts_with(tag.as_str()));
    let mut borders = Vec::new();
    for entry in &file.border {
        let known: Vec<&str> = Border::all().map(Border::key).collect();
        let key = entry.kind.get_ref();
        let kind = Border::named(key);
        if kind.is_none() {
            report.fault(entry.kind.span(), format!("there is no border {key:?}{}", suggestion(key, &known)));
        }
        let ends = entry
            .between
            .get_ref()
            .each_ref()
            .map(|tag| features.iter().position(|f| f.tag.to_string() == *tag));
        match (ends, kind) {
            // There are at most 250 features.
            ([Some(a), Some(b)], Some(kind)) if a != b => {
                borders.push((a as u8, b as u8, kind, cost(report, entry.cost.as_ref())));
            }
            (_, None) => {}
            // A feature with an error has already been reported.
            _ if features.len() < file.feature.len() && entry.between.get_ref().iter().all(&declared) => {}
            _ => {
                report.fault(entry.between.span(), "a border is between two features, such as [\"A\", \"B\"]")
            }
        }
    }
    borders
}

/// Move actions to cross or to enter (11.5).
fn cost(report: &mut Report, given: Option<&crate::reading::Spanned<i64>>) -> u8 {
    given.and_then(|number| report.within("the cost in move actions", number, 1..=4)).unwrap_or(1)
}

/// Move actions to leave a section of jungle (94.2).
fn value(report: &mut Report, entry: &scenario::FeatureEntry, ground: Ground) -> u8 {
    match &entry.value {
        Some(number) if ground == Ground::Jungle => {
            report.within("the movement value", number, 2..=3).unwrap_or(2)
        }
        Some(number) => {
            report.fault(number.span(), "only dense jungle can have a movement value (94.2)");
            0
        }
        None if ground == Ground::Jungle => 2,
        None => 0,
    }
}
