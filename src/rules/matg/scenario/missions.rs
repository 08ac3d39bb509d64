//! `[[side.mission]]`: fire plotted before the game, and how much of it a side may have.
//!
//! A pre-registered mission (7.6.2.2) has a name and one line for each sheaf; a barrage (7.6.2.4) has its
//! turn of arrival and its duration. The location is written as in the rulebook: `"1722 Open 2E"`, `"1016
//! Closed"`, `"0816 Open 2S Smoke"`, in squares of the map.
//!
//! A battle that continues an earlier one may have fire under way. `kind` may then also be "support",
//! "adjusted" or "direct" with `arrival` and `duration`, or "registered" (12.12), and there are these keys:
//! - `stage`: "waiting" for a pre-registered mission recorded in the earlier battle, "called" for a mission
//!   or barrage whose turns are set, or "falling" for fire that has arrived;
//! - `observer`, the tag of the observing stand, and `name`, the mission that was called or adjusted;
//! - `shift = "NE 3"` if it deviated, `corrected = true` if it moves to its target next turn, `polar =
//!   "1020"` for the observer's location at the time (12.13), and `gun` with the number of the gun, from 0,
//!   if it is not the first that can fire indirectly: one for all batteries, or a list with one for each.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::reading::{Report, Spanned, Words};
use serde::Deserialize;
use serde::de::{self, SeqAccess, Visitor};

use super::forces::Side;
use super::observers;
use crate::board::{Cell, Compass};
use crate::game::Side as Seat;
use crate::ledger::cited::applies;
use crate::rules::matg::artillery::missions::{
    Kind, Mission, Piece, Stage, allows_barrage, registered_allowance,
};
use crate::rules::matg::artillery::{missions, plan};
use crate::rules::matg::state::battle::{Battle, ScenarioKind};
use crate::rules::matg::state::choice::Tag;
use crate::rules::matg::state::position::Position;

/// `[[side.mission]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    kind: Spanned<String>,
    name: Option<Spanned<String>>,
    batteries: Spanned<Words>,
    location: Spanned<String>,
    arrival: Option<Spanned<i64>>,
    duration: Option<Spanned<i64>>,
    stage: Option<Spanned<UnderWay>>,
    observer: Option<Spanned<String>>,
    shift: Option<Spanned<String>>,
    #[serde(default)]
    corrected: bool,
    polar: Option<Spanned<String>>,
    gun: Option<Spanned<Guns>>,
}

impl Line {
    /// The kind of its mission.
    fn kind(&self) -> Option<Kind> {
        Some(match self.kind.get_ref().as_str() {
            "pre-registered" => Kind::PreRegistered,
            "barrage" => Kind::Barrage,
            "support" => Kind::Support,
            "adjusted" => Kind::Adjusted,
            "direct" => Kind::Direct,
            "registered" => Kind::Registered,
            _ => return None,
        })
    }
}

/// Gun numbers: one for all batteries, or one for each.
enum Guns {
    All(i64),
    Each(Vec<i64>),
}

impl Guns {
    /// The gun number of the battery at this place in the list.
    fn of(&self, place: usize) -> Option<i64> {
        match self {
            Self::All(gun) => Some(*gun),
            Self::Each(guns) => guns.get(place).copied(),
        }
    }
}

impl<'de> Deserialize<'de> for Guns {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrEach;
        impl<'de> Visitor<'de> for OneOrEach {
            type Value = Guns;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number or a list of whole numbers")
            }
            fn visit_i64<E: de::Error>(self, gun: i64) -> Result<Guns, E> {
                Ok(Guns::All(gun))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Guns, A::Error> {
                let mut guns = Vec::new();
                while let Some(gun) = list.next_element()? {
                    guns.push(gun);
                }
                Ok(Guns::Each(guns))
            }
        }
        deserializer.deserialize_any(OneOrEach)
    }
}

/// How far fire under way has got when the battle begins.
#[derive(Copy, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum UnderWay {
    Waiting,
    Called,
    Falling,
}

/// A sheaf as written in the plot.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Sheaf {
    aim: Cell,
    /// Direction of an open sheaf and its number of markers.
    open: Option<(Compass, u8)>,
    smoke: bool,
}

/// "1722 Open 2E", "1016 Closed", "0816 Open 2S Smoke".
fn sheaf(text: &str) -> Option<Sheaf> {
    let mut words = text.split_whitespace().map(str::to_ascii_lowercase);
    let aim = words.next()?.parse().ok()?;
    let open = match words.next()?.as_str() {
        "closed" => None,
        "open" => {
            let word = words.next()?;
            let split = word.find(|c: char| !c.is_ascii_digit())?;
            let (count, wind) = word.split_at(split);
            Some((wind.parse().ok()?, count.parse().ok()?))
        }
        _ => return None,
    };
    let smoke = match words.next().as_deref() {
        None | Some("he") => false,
        Some("smoke") => true,
        Some(_) => return None,
    };
    words.next().is_none().then_some(Sheaf { aim, open, smoke })
}

/// Reads both sides' missions into the battle and checks each side's allowance.
pub(super) fn read(report: &mut Report, sides: &[Side], battle: Battle) -> Option<Battle> {
    let mut position = Position::drawn_up(Arc::new(battle));
    let defender = defender(report, sides, position.battle.kind);
    let mut targets: [Vec<String>; 2] = Default::default();
    for (seat, side) in Seat::BOTH.into_iter().zip(sides) {
        let names = &mut targets[seat.index()];
        for line in &side.mission {
            if let Some(mission) = mission(report, &position, seat, line, names) {
                let number = position.record.free_line(seat)?;
                position.record.missions.push(Mission { number, ..mission });
            }
        }
        let registered = |line: &&Line| line.kind() == Some(Kind::PreRegistered) && line.stage.is_none();
        if let Some(first) = side.mission.iter().find(registered) {
            let mut known: Vec<&str> = Vec::new();
            for line in side.mission.iter().filter(registered) {
                let name = line.name.as_ref().map(|name| name.get_ref().as_str());
                known.extend(name.filter(|name| !known.contains(name)));
            }
            allowance(report, &position, seat, defender, known.len(), first.kind.span());
        }
        let idle = side.records_targets() && defender != Some(seat);
        if let Some(said) = side.targets_at_will.as_ref().filter(|_| idle) {
            let name = &position.battle.army(seat).name;
            report.fault(
                said.span(),
                format!("the {name} do not defend: no pre-registered missions (7.6.2.2)"),
            );
        }
        observers::check(report, &position.battle, seat, side);
    }
    let missions = position.record.missions.clone();
    Some(Battle { defender, targets, missions, ..position.into_battle() })
}

fn defender(report: &mut Report, sides: &[Side], kind: ScenarioKind) -> Option<Seat> {
    let mut defender = None;
    for (seat, side) in Seat::BOTH.into_iter().zip(sides) {
        let Some(defends) = side.defends.as_ref().filter(|defends| *defends.get_ref()) else { continue };
        if kind == ScenarioKind::MeetingEngagement {
            report.fault(defends.span(), "a meeting engagement has no defender");
        } else if defender.is_some() {
            report.fault(defends.span(), "both sides defend, expected one");
        }
        defender = Some(seat);
    }
    defender
}

/// Checks the number of pre-registered missions and which sides may have them (7.6.2.2).
fn allowance(
    report: &mut Report,
    position: &Position,
    seat: Seat,
    defender: Option<Seat>,
    named: usize,
    at: Range<usize>,
) {
    let battle = &position.battle;
    let army = battle.army(seat);
    if battle.kind == ScenarioKind::MeetingEngagement || defender != Some(seat) {
        report.fault(at, format!("the {} do not defend: no pre-registered missions (7.6.2.2)", army.name));
        return;
    }
    let batteries = position.battle.ids(seat).filter(|&id| position.battle.unit(id).is_artillery()).count();
    let most = registered_allowance(battle.kind, batteries, army.cohesion);
    if named > most {
        let name = &army.name;
        report.fault(
            at,
            format!("the {name} have {named} pre-registered missions, expected at most {most} (7.6.2.2)"),
        );
    }
}

fn mission(
    report: &mut Report,
    position: &Position,
    seat: Seat,
    line: &Line,
    names: &mut Vec<String>,
) -> Option<Mission> {
    let Some(kind) = line.kind() else {
        let text = line.kind.get_ref();
        let text =
            format!("\"{text}\" cannot be plotted before the game, expected pre-registered or barrage");
        report.fault(line.kind.span(), text);
        return None;
    };
    if kind == Kind::Barrage && line.stage.is_none() && !allows_barrage(position.battle.kind) {
        report.fault(line.kind.span(), "no barrage is allowed in this kind of scenario (7.6.2.4, G-8)");
    }
    let Some(sheaf) = sheaf(line.location.get_ref()) else {
        let text = line.location.get_ref();
        report.fault(
            line.location.span(),
            format!("\"{text}\" is not a location, expected for example \"1722 Open 2E\" or \"1016 Closed\""),
        );
        return None;
    };
    applies("7.6.3");
    if sheaf.smoke {
        applies("7.4.7.1");
    }
    let guns = batteries(report, position, seat, line)?;
    // Fire under way was checked when it was plotted.
    if matches!(kind, Kind::PreRegistered | Kind::Barrage) && line.stage.is_none() {
        check_sheaf(report, position, &guns, sheaf, line);
    }
    let target = match (kind, &line.name) {
        (Kind::Barrage, _) | (Kind::Support | Kind::Adjusted | Kind::Direct, None) => 0,
        (_, Some(name)) if !name.get_ref().trim().is_empty() => {
            let known = names.iter().position(|known| known == name.get_ref());
            let index = known.unwrap_or_else(|| {
                names.push(name.get_ref().clone());
                names.len() - 1
            });
            u8::try_from(index + 1).ok()?
        }
        _ => {
            report.fault(line.kind.span(), "a pre-registered mission needs a name");
            return None;
        }
    };
    let (arrival, duration) = terms(report, position, line, kind, &guns)?;
    let under_way = UnderStage::of(report, position, seat, line)?;
    let stage = match (line.stage.as_ref().map(|stage| *stage.get_ref()), kind) {
        (Some(UnderWay::Falling), _) => Stage::Falling,
        (Some(UnderWay::Waiting), _) | (None, Kind::PreRegistered | Kind::Registered) => Stage::Registered,
        _ => Stage::Planned,
    };
    let piece = |&(id, gun): &(u8, u8)| Piece { id, gun, place: position.forces.stand(id).place };
    Some(Mission {
        target,
        arrival,
        duration,
        toward: sheaf.open.map(|(wind, _)| wind),
        smoke: sheaf.smoke,
        stage,
        observer: under_way.observer,
        shift: under_way.shift,
        corrected: line.corrected,
        polar: under_way.polar,
        ..Mission::planned(seat, kind, guns.iter().map(piece).collect(), sheaf.aim)
    })
}

/// The state of fire under way.
struct UnderStage {
    observer: Option<u8>,
    shift: Option<(Compass, u8)>,
    polar: Option<Cell>,
}

impl UnderStage {
    fn of(report: &mut Report, position: &Position, seat: Seat, line: &Line) -> Option<Self> {
        let observer = match &line.observer {
            None => None,
            Some(word) => {
                let id = word.get_ref().parse::<Tag>().ok().and_then(|tag| position.battle.find(tag));
                let id = id.filter(|&id| position.battle.side(id) == seat);
                if id.is_none() {
                    let text =
                        format!("\"{}\" is not a stand of this side, expected an observer", word.get_ref());
                    report.fault(word.span(), text);
                }
                Some(id?)
            }
        };
        let shift = match &line.shift {
            None => None,
            Some(word) => {
                let parts = word.get_ref().split_once(' ');
                let parts = parts.and_then(|(wind, by)| Some((wind.parse().ok()?, by.parse().ok()?)));
                if parts.is_none() {
                    let text =
                        format!("\"{}\" is not a deviation, expected for example \"NE 3\"", word.get_ref());
                    report.fault(word.span(), text);
                }
                Some(parts?)
            }
        };
        let polar = match &line.polar {
            None => None,
            Some(word) => {
                let cell = word.get_ref().parse().ok().filter(|&cell| position.battle.grid.contains(cell));
                if cell.is_none() {
                    let text = format!("\"{}\" is not a square of the board", word.get_ref());
                    report.fault(word.span(), text);
                }
                Some(cell?)
            }
        };
        Some(Self { observer, shift, polar })
    }
}

/// Turn of arrival and duration: a barrage has both; a pre-registered mission has neither until it is called.
fn terms(
    report: &mut Report,
    position: &Position,
    line: &Line,
    kind: Kind,
    guns: &[(u8, u8)],
) -> Option<(u8, u8)> {
    let waits = line.stage.as_ref().is_none_or(|stage| *stage.get_ref() == UnderWay::Waiting);
    if matches!(kind, Kind::PreRegistered | Kind::Registered) && waits {
        for field in [&line.arrival, &line.duration].into_iter().flatten() {
            report.fault(
                field.span(),
                "a pre-registered mission takes no turns: they are set when it is called",
            );
        }
        return Some((0, 0));
    }
    let Some(arrival) = &line.arrival else {
        let what = line.kind.get_ref();
        let text = format!("the {what} has no turn of arrival, expected arrival");
        report.fault(line.kind.span(), text);
        return None;
    };
    let turn: u8 = report.within("arrival", arrival, 1..=i64::from(position.battle.turns))?;
    let duration = match &line.duration {
        Some(turns) => report.within("duration", turns, 1..=i64::from(position.battle.turns - turn) + 1)?,
        None => 1,
    };
    for &(id, gun) in guns.iter().filter(|_| kind == Kind::Barrage && line.stage.is_none()) {
        if missions::longest(&position.forces, &position.record, id, gun, turn) < duration {
            let (tag, last) = (position.battle.tag(id), turn + duration - 1);
            report.fault(
                arrival.span(),
                format!("{tag} cannot fire from turn {turn} to {last}: it has another mission, reloads or has no fire left"),
            );
        }
    }
    Some((turn, duration))
}

fn batteries(report: &mut Report, position: &Position, seat: Seat, line: &Line) -> Option<Vec<(u8, u8)>> {
    let mut guns: Vec<(u8, u8)> = Vec::new();
    let named = Words::each(&line.batteries);
    if let Some(said) = &line.gun
        && let Guns::Each(list) = said.get_ref()
        && list.len() != named.len()
    {
        let text = format!("{} guns of {} batteries, expected one for each", list.len(), named.len());
        report.fault(said.span(), text);
        return None;
    }
    for (place, (word, at)) in named.into_iter().enumerate() {
        let id = word.parse::<Tag>().ok().and_then(|tag| position.battle.find(tag));
        let Some(id) = id.filter(|&id| position.battle.side(id) == seat) else {
            report
                .fault(at, format!("\"{word}\" is not a stand of this side, expected the tag of a battery"));
            return None;
        };
        let said = line.gun.as_ref().and_then(|gun| Some((gun.get_ref().of(place)?, gun.span())));
        let guns_there = position.battle.unit(id).guns.len();
        let said = match said {
            Some((gun, at)) => match usize::try_from(gun).ok().filter(|&gun| gun < guns_there) {
                Some(gun) => Some(gun as u8),
                None => {
                    report.fault(
                        at,
                        format!("{word} has no gun {gun}, expected 0 to {}", guns_there.max(1) - 1),
                    );
                    return None;
                }
            },
            None => position.battle.unit(id).indirect_guns().next().map(|(gun, _)| gun),
        };
        let Some(gun) = said else {
            let who = position.battle.who(id);
            report.fault(at, format!("{who} does not fire indirectly, expected a weapon with note I (7.6)"));
            return None;
        };
        let akin = guns.is_empty()
            || guns.iter().any(|&(other, _)| missions::may_group(&position.forces, other, id));
        if !akin || guns.iter().any(|&(other, _)| other == id) {
            report.fault(at, format!("{word} cannot fire in a group with the others (7.4.9)"));
        }
        guns.push((id, gun));
    }
    if guns.is_empty() {
        report.fault(line.batteries.span(), "the mission has no battery, expected at least one");
        return None;
    }
    Some(guns)
}

fn check_sheaf(report: &mut Report, position: &Position, guns: &[(u8, u8)], sheaf: Sheaf, line: &Line) {
    let at = || line.location.span();
    let markers = guns.iter().map(|&(id, _)| u16::from(position.battle.unit(id).sections())).sum::<u16>();
    match sheaf.open {
        Some((_, count)) if u16::from(count) != markers => {
            report.fault(at(), format!("the sheaf has {count} markers, these batteries lay {markers}"));
        }
        None if plan::has_rockets(&position.battle, guns) => {
            report.fault(at(), "rockets have no closed sheaf, expected an open one (7.4.2.3)");
        }
        _ => {}
    }
    for (id, gun, cell) in
        missions::group_sheaf(&position.battle, guns, sheaf.aim, sheaf.open.map(|(wind, _)| wind))
    {
        if !position.battle.grid.contains(cell) {
            report.fault(at(), format!("{cell} is off the board"));
        } else if !missions::reaches(&position.forces, id, gun, cell) {
            report.fault(at(), format!("{} does not reach {cell}", position.battle.who(id)));
        }
        if sheaf.smoke && missions::smoke_left(&position.forces, &position.record, id, gun) == 0 {
            report.fault(at(), format!("{} has no smoke (7.4.7)", position.battle.who(id)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_written_as_in_the_book() {
        let east = Some((Compass::E, 2));
        let aim = Cell::new(16, 21);
        assert_eq!(sheaf("1722 Open 2E"), Some(Sheaf { aim, open: east, smoke: false }));
        assert_eq!(sheaf("1722 closed"), Some(Sheaf { aim, open: None, smoke: false }));
        assert_eq!(sheaf("1722 OPEN 2E SMOKE"), Some(Sheaf { aim, open: east, smoke: true }));
        for text in
            ["", "1722", "1722 Open", "1722 Open E2", "17 Closed", "1722 Closed gas", "1722 Closed HE 2"]
        {
            assert_eq!(sheaf(text), None, "{text}");
        }
    }
}
