//! Fits a scenario to the forces that come to it: units lost in earlier battles are taken off its order of battle,
//! and its sides get their experience.

use std::collections::{BTreeMap, BTreeSet};

use super::Count;
use crate::book::Veterans;
use crate::editor::{Draft, Edit, Row, Subject};
use crate::reading::{CustomData, Faulty};
use crate::registry::Ruleset;
use crate::side::Side;

/// A force as it comes to a battle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arriving {
    /// Units lost and not replaced.
    pub lost: Count,
    /// The least strength of each class of units, as a percentage of what the scenario gives it.
    pub at_least: u8,
    /// Its level of experience.
    pub experience: u8,
}

/// A scenario fitted to its forces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fitted {
    /// Its text; unchanged if nothing had to be.
    pub text: String,
    /// The units that each side lacks.
    pub missing: [Count; 2],
}

/// Fits a scenario. A unit that it can't do without stays, and so does the last of a class as far as
/// [`Arriving::at_least`] says. Losses of a kind that the scenario doesn't have are taken from the same class.
///
/// # Errors
/// The scenario can't be read with this custom data.
pub fn fit(
    ruleset: Ruleset,
    file: &str,
    text: &str,
    own: &[CustomData],
    arriving: &[Arriving; 2],
) -> Result<Fitted, Faulty> {
    let extras = ruleset.extras();
    let mut fitted = Fitted { text: text.to_owned(), missing: [Count::new(), Count::new()] };
    let Some(editor) = extras.editor else { return Ok(fitted) };
    let mut draft = (editor.read)(file, text, own)?;
    let full = Side::BOTH.map(|side| pieces(&*draft, side).len() as u32);
    for (side, force) in Side::BOTH.into_iter().zip(arriving) {
        if !force.lost.is_empty() {
            fitted.missing[side.index()] = thin_out(&mut draft, side, force);
        }
    }
    if fitted.missing.iter().any(|missing| !missing.is_empty()) {
        fitted.text = draft.text();
    }
    let Some(campaigns) = extras.campaigns else { return Ok(fitted) };
    for (side, force) in Side::BOTH.into_iter().zip(arriving) {
        let (full, left) = (full[side.index()], pieces(&*draft, side).len() as u32);
        let veterans = Veterans { experience: force.experience, full, left };
        // A scenario that experience would spoil is played without it.
        if let Some(better) = (campaigns.season)(&fitted.text, side, veterans)
            && ruleset.open_with(file, &better, own).is_ok()
        {
            fitted.text = better;
        }
    }
    Ok(fitted)
}

/// The pieces of a side, in order.
fn pieces(draft: &dyn Draft, side: Side) -> Vec<Row> {
    let rows = draft.force(side).rows.into_iter();
    rows.filter(|row| matches!(row.of, Subject::Piece(..))).collect()
}

/// Takes a force's losses off a side, and returns those taken.
fn thin_out(draft: &mut Box<dyn Draft>, side: Side, force: &Arriving) -> Count {
    let catalog = draft.catalog_items(side);
    let classes: BTreeMap<&str, &str> =
        catalog.iter().map(|item| (item.name.as_str(), item.class.as_str())).collect();
    let class = |kind: &str| classes.get(kind).copied();
    // The campaign may have been begun when kinds were counted by their names in files.
    let named = |kind: &String| match catalog.iter().find(|item| item.key == *kind && item.name != *kind) {
        Some(item) if class(kind).is_none() => item.name.clone(),
        _ => kind.clone(),
    };
    let mut lost = Count::new();
    for (kind, count) in &force.lost {
        *lost.entry(named(kind)).or_default() += count;
    }
    let mut spare: BTreeMap<Option<&str>, u32> = BTreeMap::new();
    for row in pieces(&**draft, side) {
        *spare.entry(class(&row.name)).or_default() += 1;
    }
    for left in spare.values_mut() {
        *left -= (*left * u32::from(force.at_least)).div_ceil(100);
    }
    let mut taken = Count::new();
    let mut take = |draft: &mut Box<dyn Draft>, is: &dyn Fn(&str) -> bool, spare: &mut u32| {
        let kind = if *spare > 0 { remove_one(draft, side, is) } else { None };
        if let Some(kind) = &kind {
            *spare -= 1;
            *taken.entry(kind.clone()).or_default() += 1;
        }
        kind.is_some()
    };
    let mut others = Vec::new();
    for (kind, &count) in &lost {
        let left = spare.entry(class(kind)).or_default();
        let gone = (0..count).take_while(|_| take(draft, &|name| name == kind, left)).count() as u32;
        others.push((class(kind), count - gone));
    }
    for (wanted, count) in others.into_iter().filter(|(wanted, _)| wanted.is_some()) {
        let left = spare.entry(wanted).or_default();
        let _ = (0..count).take_while(|_| take(draft, &|name| class(name) == wanted, left)).count();
    }
    taken
}

/// Removes the last unit of a kind that the scenario can do without; returns its kind.
fn remove_one(draft: &mut Box<dyn Draft>, side: Side, is: &dyn Fn(&str) -> bool) -> Option<String> {
    let faults = faults(&**draft);
    for row in pieces(&**draft, side).into_iter().rev().filter(|row| is(&row.name)) {
        let mut without = draft.copy();
        if without.edit(&Edit::Remove(row.of)).is_ok() && self::faults(&*without).is_subset(&faults) {
            *draft = without;
            return Some(row.name);
        }
    }
    None
}

/// What keeps a draft from being played.
fn faults(draft: &dyn Draft) -> BTreeSet<String> {
    draft.check().into_iter().filter(|remark| remark.fault).map(|remark| remark.sentence).collect()
}
