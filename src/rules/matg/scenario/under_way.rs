//! The state before the battle begins: for positions saved as scenarios, and for scenarios that start in
//! mid-battle.
//!
//! ```toml
//! breaches = ["1020 N"]                   # top level: hedgerows cut, and the direction of the track (9.3.3)
//! [[side]]
//! cohesion-lowered = 3                    # by surprise, until the side recovers (8.10.1.5)
//! cards = ["1 5 13", "9 12 broken"]       # of each force, ace 1 to king 13, and whether it is broken (12.1)
//! [[side.formation.stand]]
//! labour = ["mines 0405 2", "bridge 0406 1 G5"] # successes so far, transport with the materials (11.5)
//! ```

use super::File;
use super::forces::Side;
use crate::board::{Cell, Compass};
use crate::game::Side as Seat;
use crate::reading::{Report, Spanned};
use crate::rules::matg::command::hand::Drawn;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::landings::paratroops::SURPRISE;
use crate::rules::matg::state::battle::{Arm, Battle, Optional};
use crate::rules::matg::state::under_way::UnderWay;
use crate::rules::matg::works::laid::{Labour, Work};

/// The most successes in a labour that is not finished (11.5).
const MOST: u8 = 4;

/// Reads what happened before; the forces and their break points must be known.
pub(super) fn read(report: &mut Report, file: &File, battle: &Battle) -> UnderWay {
    let sides = file.side.get_ref();
    let lowered = Seat::BOTH.map(|seat| {
        let by = sides.get(seat.index()).and_then(|side| side.cohesion_lowered.as_ref());
        by.and_then(|by| report.within("cohesion-lowered", by, 1..=i64::from(SURPRISE))).unwrap_or(0)
    });
    let breaches = file.breaches.iter().filter_map(|line| breach(report, line, battle)).collect();
    let drawn = Seat::BOTH.map(|seat| {
        let said = sides.get(seat.index()).map_or(&[][..], |side| &side.cards);
        cards(report, said, battle, seat)
    });
    let labours =
        Seat::BOTH.into_iter().zip(sides).flat_map(|(seat, side)| labours(report, side, battle, seat));
    let labours = labours.collect();
    UnderWay { breaches, labours, lowered, drawn }
}

/// "1020 N".
fn breach(report: &mut Report, line: &Spanned<String>, battle: &Battle) -> Option<(Cell, Compass)> {
    let text = line.get_ref();
    let parts = text.split_once(' ');
    let Some((cell, wind)) = parts.and_then(|(cell, wind)| Some((cell.parse().ok()?, wind.parse().ok()?)))
    else {
        report.fault(
            line.span(),
            format!("\"{text}\" is not a breach, expected for example \"1020 N\" (9.3.3)"),
        );
        return None;
    };
    if !battle.grid.contains(cell) || !battle.ground[battle.grid.index(cell)].has(Terrain::Bocage) {
        report.fault(line.span(), format!("no hedgerow at {cell} to cut through (9.3.3)"));
        return None;
    }
    Some((cell, wind))
}

/// "1 5 13 broken", one string for each force.
fn cards(report: &mut Report, said: &[Spanned<String>], battle: &Battle, seat: Seat) -> Vec<Drawn> {
    let Some(first) = said.first() else { return Vec::new() };
    let forces = battle.forces(seat);
    if said.len() != forces {
        let text =
            format!("{} hands of cards for {forces} forces, expected one for each GHQ (12.1.6)", said.len());
        report.fault(first.span(), text);
    }
    if !battle.plays(Optional::Determination) {
        report.fault(first.span(), "cards need the determination option (12.1)");
    }
    let read = |line: &Spanned<String>| {
        let hand = line.get_ref().parse::<Drawn>();
        if hand.is_err() {
            let text = format!(
                "\"{}\" is not a hand of cards, expected values from 1 to 13 such as \"1 5 13\", and \"broken\" (12.1)",
                line.get_ref()
            );
            report.fault(line.span(), text);
        }
        hand.unwrap_or_default()
    };
    said.iter().map(read).collect()
}

/// The labours of a side's stands.
fn labours(report: &mut Report, side: &Side, battle: &Battle, seat: Seat) -> Vec<Labour> {
    let mut all = Vec::new();
    let mut id = battle.army(seat).first;
    for line in side.formation.iter().flat_map(|formation| &formation.stand) {
        let count = line.count(report).unwrap_or(1);
        for said in &line.labour {
            let known =
                usize::from(id) < battle.units.len() && battle.units[usize::from(id)].arm != Arm::Horses;
            let labour = labour(said.get_ref(), id, battle, seat).filter(|_| known && count == 1);
            if labour.is_none() {
                let text = format!(
                    "\"{}\" is not work this stand can do, expected for example \"mines 0405 2\" (11.5)",
                    said.get_ref()
                );
                report.fault(said.span(), text);
            }
            all.extend(labour);
        }
        id = id.saturating_add(u8::try_from(count).unwrap_or(u8::MAX));
    }
    all
}

/// "mines 0405 2", "bridge 0406 1 G5".
fn labour(text: &str, stand: u8, battle: &Battle, seat: Seat) -> Option<Labour> {
    let mut words = text.split_whitespace();
    let work = Work::named(words.next()?)?;
    let cell = words.next()?.parse().ok().filter(|&cell| battle.grid.contains(cell))?;
    let done = words.next()?.parse().ok().filter(|done| (1..=MOST).contains(done))?;
    let transport = match words.next() {
        None => None,
        Some(tag) => {
            let id = battle.find(tag.parse().ok()?)?;
            Some(id)
                .filter(|&id| work == Work::Bridge && battle.units[usize::from(id)].side == seat)
                .map(Some)?
        }
    };
    words.next().is_none().then_some(Labour { stand, work, cell, done, transport })
}
