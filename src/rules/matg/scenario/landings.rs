//! `[[side.landing]]`: airborne groups, and checks for fording boats.
//!
//! A group has a `name`, which its stands refer to with `landing`, and a `manner`, parachute or glider. It
//! may also have:
//!
//! - `zone`: "1440", or for gliders the number of stands and the direction of their line, "1625 4S". Without
//!   it, the zone is chosen in play and kept secret: `plotted` says when, before (the default), half or after
//!   the enemy deploys; `near` with `within` keeps it within that many inches of an objective (8.10.1.2);
//! - `distance`: a row of the distance tables: on-target, milk-run, combat-jump or hot-combat-jump for
//!   parachutes; milk-run, poor-spot or snafu for gliders (8.10.1.3.2, 8.10.2.4.3);
//! - the circumstances, each true or false: `night`, `wind-or-clouds`, `anti-aircraft` on the way,
//!   `small-transports`, `pathfinders`, and `all-arrive`, which skips the first roll;
//! - for gliders, `turn`, or `turn-die` with the number of faces of a die rolled before play; without either,
//!   they land before play. With `late = true` they land after movement in a turn when they have the
//!   initiative (8.10.2.3).

use crate::reading::{Report, Spanned, suggestion};
use serde::Deserialize;

use super::forces::{Fielded, Forces, Side};
use super::map::Board;
use crate::board::{Cell, Compass, Square};
use crate::game::Side as Seat;
use crate::ledger::cited::applies;
use crate::rules::matg::catalog::Class;
use crate::rules::matg::ground::terrain::Ground;
use crate::rules::matg::landings::airborne::{self, Arrival, Conditions};
use crate::rules::matg::landings::landing_chart::{Distance, Manner, distances};
use crate::rules::matg::landings::zones::{Plotted, Zone};
use crate::rules::matg::state::battle;
use crate::rules::matg::state::battle::{Battle, Unit};
use crate::rules::matg::water::boats::BOAT_LOAD;

/// `[[side.landing]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Landing {
    name: Spanned<String>,
    manner: Spanned<Manner>,
    zone: Option<Spanned<String>>,
    near: Option<Spanned<String>>,
    within: Option<Spanned<i64>>,
    #[serde(default)]
    plotted: Plotted,
    distance: Spanned<String>,
    turn: Option<Spanned<i64>>,
    turn_die: Option<Spanned<i64>>,
    #[serde(default)]
    late: bool,
    #[serde(default)]
    night: bool,
    #[serde(default)]
    wind_or_clouds: bool,
    #[serde(default)]
    anti_aircraft: bool,
    #[serde(default)]
    small_transports: bool,
    #[serde(default)]
    pathfinders: bool,
    #[serde(default)]
    all_arrive: bool,
}

/// A group as read, and its location in the file.
pub(super) struct Read {
    pub(super) landing: airborne::Landing,
    zone: usize,
    turn: usize,
}

/// Reads both sides' groups and assigns their stands.
pub(super) fn read(report: &mut Report, sides: &[Side], stands: &mut [Fielded], grid: Square) -> Vec<Read> {
    let mut groups: Vec<Read> = Vec::new();
    for (seat, side) in Seat::BOTH.into_iter().zip(sides) {
        let first = groups.len();
        for line in &side.landing {
            let taken = groups[first..].iter().any(|group| group.landing.name == *line.name.get_ref());
            if taken {
                let name = line.name.get_ref();
                report.fault(line.name.span(), format!("two groups are called \"{name}\", expected another"));
            }
            if let Some(group) = line.group(report, seat, grid) {
                groups.push(group);
            }
        }
        for (id, stand) in stands.iter_mut().enumerate().filter(|(_, stand)| stand.unit.side == seat) {
            let Some(name) = &stand.landing else { continue };
            let known = groups[first..].iter().position(|group| group.landing.name == *name.get_ref());
            match known.map(|index| first + index) {
                Some(index) => {
                    stand.unit.landing = u8::try_from(index).ok();
                    groups[index].landing.stands.extend(u8::try_from(id));
                }
                None => {
                    let names: Vec<&str> =
                        side.landing.iter().map(|line| line.name.get_ref().as_str()).collect();
                    let instead = suggestion(name.get_ref(), &names);
                    let text = format!("this side has no landing \"{}\"{instead}", name.get_ref());
                    report.fault(name.span(), text);
                }
            }
        }
        for group in &groups[first..] {
            let line = side.landing.iter().find(|line| *line.name.get_ref() == group.landing.name);
            if let Some(line) = line {
                let aboard = |stand: &&Fielded| {
                    stand.unit.aboard.is_some_and(|carrier| group.landing.stands.contains(&carrier))
                };
                line.check_stands(report, group, stands.iter().filter(aboard).count(), grid);
            }
        }
    }
    groups
}

impl Landing {
    fn group(&self, report: &mut Report, side: Seat, grid: Square) -> Option<Read> {
        let manner = *self.manner.get_ref();
        let zone = match &self.zone {
            Some(zone) => Some(self.read_zone(report, zone, manner, grid)?.0),
            None => None,
        };
        let objective = match (&self.near, &self.within) {
            (Some(near), Some(within)) => {
                let cell = self.cell(report, near, near.get_ref(), grid)?;
                Some((cell, report.within("within", within, 1..=99)?))
            }
            (None, None) => None,
            (Some(near), None) => {
                report.fault(near.span(), "an objective without a distance, expected within in inches");
                None
            }
            (None, Some(within)) => {
                report.fault(within.span(), "a distance without an objective, expected near with a cell");
                None
            }
        };
        Some(Read {
            landing: airborne::Landing {
                side,
                name: self.name.get_ref().clone(),
                manner,
                stands: Vec::new(),
                zone,
                near: objective,
                plotted: self.plotted,
                arrival: self.arrival(report, manner)?,
                late: self.late,
                distance: self.table(report, manner)?,
                conditions: Conditions {
                    night: self.night,
                    weather: self.wind_or_clouds,
                    flak: self.anti_aircraft,
                    small: self.small_transports,
                    guided: self.pathfinders,
                    sure: self.all_arrive,
                },
            },
            zone: self.zone.as_ref().map_or(self.name.span().start, |zone| zone.span().start),
            turn: self.turn.as_ref().or(self.turn_die.as_ref()).map_or(0, |turn| turn.span().start),
        })
    }

    fn cell(&self, report: &mut Report, at: &Spanned<String>, text: &str, grid: Square) -> Option<Cell> {
        let cell = text.parse::<Cell>().ok().filter(|&cell| grid.contains(cell));
        if cell.is_none() {
            report.fault(
                at.span(),
                format!("\"{text}\" is not a square of the board, expected for example 1440"),
            );
        }
        cell
    }

    /// "1440", or "1625 4S" with the number of gliders.
    fn read_zone(
        &self,
        report: &mut Report,
        zone: &Spanned<String>,
        manner: Manner,
        grid: Square,
    ) -> Option<(Zone, usize)> {
        let text = zone.get_ref();
        match (manner, text.split_once(' ')) {
            (Manner::Parachute, None) => {
                Some((Zone { at: self.cell(report, zone, text, grid)?, line: None }, 0))
            }
            (Manner::Glider, Some((at, line))) => {
                let at = self.cell(report, zone, at, grid)?;
                let letters = line.trim_start_matches(|c: char| c.is_ascii_digit());
                let count = line[..line.len() - letters.len()].parse().ok();
                let wind = Compass::ALL.into_iter().find(|wind| wind.letters() == letters);
                if let (Some(count), Some(wind)) = (count, wind) {
                    return Some((Zone { at, line: Some(wind) }, count));
                }
                let sentence = format!(
                    "\"{line}\" is not a line, expected the number of stands and a direction N to NW"
                );
                report.fault(zone.span(), sentence);
                None
            }
            (Manner::Parachute, Some(_)) => {
                report.fault(zone.span(), "a drop zone is one square, expected a cell such as \"1440\"");
                None
            }
            (Manner::Glider, None) => {
                report.fault(zone.span(), "a landing zone has a line, expected one such as \"1625 4S\"");
                None
            }
        }
    }

    fn arrival(&self, report: &mut Report, manner: Manner) -> Option<Arrival> {
        let given = self.turn.as_ref().or(self.turn_die.as_ref());
        match (manner, &self.turn, &self.turn_die) {
            (_, None, None) => Some(Arrival::BeforePlay),
            (Manner::Parachute, ..) => {
                let span = given.map_or(0..0, Spanned::span);
                report.fault(span, "paratroops land before play (8.10.1.1), expected no turn");
                None
            }
            (_, Some(turn), None) => report.within("turn", turn, 1..=100).map(Arrival::Turn),
            (_, None, Some(die)) => report.within("turn-die", die, 2..=100).map(Arrival::Die),
            (_, Some(turn), Some(_)) => {
                report.fault(turn.span(), "both turn and turn-die are given, expected one of the two");
                None
            }
        }
    }

    fn table(&self, report: &mut Report, manner: Manner) -> Option<&'static Distance> {
        let name = self.distance.get_ref();
        let found = distances(manner).find(|distance| distance.name == *name);
        if found.is_none() {
            let known: Vec<&str> = distances(manner).map(|distance| distance.name.as_str()).collect();
            let text = format!("unknown deviation \"{name}\"{}", suggestion(name, &known));
            report.fault(self.distance.span(), text);
        }
        found
    }

    /// Checks that a group has stands, about a company of them, and that its line is the right length
    /// (8.10.1.1, 8.10.2.2).
    fn check_stands(&self, report: &mut Report, group: &Read, aboard: usize, grid: Square) {
        let landing = &group.landing;
        let count = landing.stands.len();
        let at = self.name.span();
        match count {
            0 => report.fault(at.clone(), format!("no stand lands with {}", landing.name)),
            // With or without attached stands.
            3..=5 => {}
            1..3 if count + aboard >= 3 => {}
            _ => {
                let rule = group_rule(landing.manner);
                report.warn(at, format!("{} has {count} stands, groups have 3 to 5 ({rule})", landing.name))
            }
        }
        let Some(zone) = self.zone.as_ref().filter(|_| landing.manner == Manner::Glider) else { return };
        let Some((Zone { at, line: Some(line) }, given)) = self.read_zone(report, zone, landing.manner, grid)
        else {
            return;
        };
        if given != count {
            let text = format!("a line of {given} for {count} stands, expected {count}{line}");
            report.fault(zone.span(), text);
        } else if count > 0 && !grid.contains(at.shifted(line, count as i16 - 1)) {
            report.fault(zone.span(), "the line leaves the board, expected one within it");
        }
    }
}

/// The rule section on which stands land together.
const fn group_rule(manner: Manner) -> &'static str {
    match manner {
        Manner::Parachute => "8.10.1.1",
        Manner::Glider => "8.10.2.1",
    }
}

/// Attached stands in a landing may not outnumber the stands of the battalion they support (8.10.1.1,
/// 8.10.2.1).
pub(super) fn attached(report: &mut Report, forces: &Forces) {
    let landing =
        |seat: Seat| forces.stands.iter().filter(move |s| s.unit.side == seat && s.unit.landing.is_some());
    for seat in Seat::BOTH {
        let mut told: Vec<&str> = Vec::new();
        for stand in landing(seat) {
            let Some(battalion) = stand.unit.supports.as_deref().filter(|name| !told.contains(name)) else {
                continue;
            };
            told.push(battalion);
            let attached = landing(seat).filter(|s| s.unit.supports.as_deref() == Some(battalion)).count();
            let own = landing(seat).filter(|s| s.unit.formation == battalion).count();
            if attached > own {
                applies("8.10.2.1");
                let text = format!(
                    "{attached} stands land attached to the {own} of {battalion}, expected no more than those (8.10.1.1)"
                );
                report.fault(stand.place..stand.place, text);
            }
        }
    }
}

/// Checks that zones are in clear terrain and that landings fall within the game (8.10.1.2, 8.10.2.2).
pub(super) fn zones(report: &mut Report, battle: &Battle, groups: &[Read]) {
    for Read { landing, zone, turn } in groups {
        let at = *zone..*zone;
        match landing.zone {
            Some(zone) => {
                let ground = landing.ground_below(battle)[battle.grid.index(zone.at)];
                if ground != Ground::CLEAR {
                    report.fault(at, format!("{} is {ground}, expected clear terrain (8.10.1.2)", zone.at));
                }
            }
            None if landing.zone_cells(battle).next().is_none() => {
                report.fault(at, format!("{} has nowhere to land, expected clear terrain", landing.name));
            }
            None => {}
        }
        if let Arrival::Turn(last) | Arrival::Die(last) = landing.arrival
            && last > battle.turns
        {
            let text = format!("{} may land in turn {last}, expected at most {}", landing.name, battle.turns);
            report.fault(*turn..*turn, text);
        }
    }
}

/// Sides that are surprised; only a night landing can surprise (8.10.1.5).
pub(super) fn surprised(report: &mut Report, sides: &[Side], groups: &[Read]) -> [bool; 2] {
    let night = groups.iter().any(|group| group.landing.conditions.night);
    Seat::BOTH.map(|seat| {
        let Some(surprised) = sides.get(seat.index()).and_then(|side| side.surprised.as_ref()) else {
            return false;
        };
        if *surprised.get_ref() && !night {
            report.fault(surprised.span(), "surprise needs a landing at night (8.10.1.5)");
        }
        *surprised.get_ref()
    })
}

/// Fording boats arrive on a transport of capacity 8 or more, or start at the water's edge (8.9.4).
pub(super) fn boats(report: &mut Report, forces: &Forces, board: &Board) {
    for stand in &forces.stands {
        let Some(at) = stand.boats else { continue };
        let unit = &stand.unit;
        let sentence = match unit.kind.cargo {
            Some(capacity) if capacity >= BOAT_LOAD => continue,
            Some(capacity) => {
                format!("carries {capacity}, expected a transport of {BOAT_LOAD} or more (8.9.4)")
            }
            None if !is_infantry(unit) => {
                "uses no fording boats, expected infantry or a transport (8.9.4)".into()
            }
            None if starts_at_water(unit, board) => continue,
            None => "does not start at water, expected its boats on a transport (8.9.4)".into(),
        };
        report.fault(at..at, format!("{} {sentence}", stand.label()));
    }
}

fn is_infantry(unit: &Unit) -> bool {
    unit.kind.class == Class::Personnel && unit.arm == battle::Arm::Infantry
}

fn starts_at_water(unit: &Unit, board: &Board) -> bool {
    unit.start.filter(|&cell| board.grid.contains(cell)).is_some_and(|cell| {
        board.grid.neighbours(cell).any(|(_, next)| board.ground[board.grid.index(next)].is_water())
    })
}
