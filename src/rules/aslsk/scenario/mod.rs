//! Reads a scenario file into its opening position (1.3).

mod balance;
mod forces;
mod raw;
mod zones;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::board::join::{Laid, join};
use super::board::reading::{self, BUILT_IN, Board, embedded};
use super::board::redraw;
use super::board::{Map, Season};
use super::state::battle::{Hint, Victory};
use super::state::{
    Battle, Forces, Ground, GroundRules, Group, OrderOfBattle, Position, Score, Turn, Unit, Weapon, Zone,
};
use super::tables::counters;
use super::turn::Frame;
use super::turn::phase::Phase;
use crate::board::hex::Hex;
use crate::game::Digest;
use crate::ledger::cited::{apply, rule};
use crate::reading::{CustomData, Read, Report, Spanned, in_order, parsed};
use crate::side::Side;
use forces::Hands;
use raw::{Raw, RawBoard, RawGroup, RawHint, RawSpecial};

struct Reader<'a, 'b> {
    report: &'a mut Report<'b>,
    map: &'a Map,
    keys: [&'a str; 2],
    /// Quarter turns clockwise from the north of the boards to the north of the scenario.
    north: usize,
}

/// The most hexes of a map.
const MOST_HEXES: usize = 1500;

/// Reads a scenario into its opening position.
///
/// # Errors
/// Every fault of the text, with line and column.
pub fn read(file: &str, text: &str) -> Read<Position> {
    read_with(file, text, &[])
}

/// The same with custom boards.
///
/// # Errors
/// As [`read`], or those of the first board file that has any.
pub fn read_with(file: &str, text: &str, own: &[CustomData]) -> Read<Position> {
    let mut boards: Vec<Board> = Vec::new();
    for own in in_order(own) {
        boards.extend(reading::read(&own.file, &own.text)?.0);
    }
    let mut report = Report::new(file, text);
    let all: String = std::iter::once(text).chain(in_order(own).map(|own| own.text.as_str())).collect();
    let digest = Digest::of_text(&all);
    let position = opening(&mut report, text, &boards, digest);
    report.end(position)
}

#[apply(rule, "1.3")]
fn opening(report: &mut Report, text: &str, own: &[Board], digest: u64) -> Option<Position> {
    report.header(text, "aslsk")?;
    if reading::holds_boards(text) {
        let what = "this file has boards but no scenario; a scenario refers to it with its key \"tables\"";
        report.fault(0..0, what);
        return None;
    }
    let mut raw: Raw = parsed(report, text)?;
    balance::apply(&mut raw, report)?;
    let month: u8 = report.within("the month", &raw.month, 1..=12)?;
    let year: u16 = match &raw.year {
        Some(year) => report.within("the year", year, 1939..=1945)?,
        None => 1944,
    };
    let turns: u8 = report.within("the number of turns", &raw.turns, 1..=20)?;
    let [first, second] = &raw.side[..] else {
        report.fault(0..0, format!("there are {} sides, expected two [[side]] tables", raw.side.len()));
        return None;
    };
    let mut season = Season::of(month);
    season.grain = raw.grain.unwrap_or(season.grain);
    let map = map(report, &raw.board, own, season)?;
    let map = redrawn(report, &raw.ground, map)?;
    let mut reader = Reader { report, map: &map, keys: [&first.key, &second.key], north: 0 };
    reader.north = reader.orientation(raw.north.as_ref())?;
    let (sets_up, moves) = (reader.side(&raw.sets_up)?, reader.side(&raw.moves)?);
    let roster = Roster::read(&mut reader, &raw.group)?;
    let victory = reader.victory(&raw.victory)?;
    if roster.units.len() > 100 {
        let what = format!("there are {} units, expected at most 100", roster.units.len());
        reader.report.fault(0..0, what);
        return None;
    }
    let given = ((year, month), roster.groups, sets_up);
    let (rules, order) = special(&mut reader, &raw.special, given)?;
    let hints = hints(&mut reader, &raw.hint)?;
    let sides = [first, second].map(|side| (side.key.clone(), side.name.clone()));
    let battle = Battle {
        title: raw.title,
        briefing: raw.briefing,
        sides,
        hints,
        teaches: raw.teaches,
        lesson: Arc::new(raw.lesson),
        moves,
        turns,
        half_turn: raw.half_turn,
        victory,
        digest,
    };
    let ground = Ground::new(Arc::new(map), rules);
    let forces = Forces { order: Arc::new(order), units: roster.units, weapons: roster.weapons };
    Some(first_position(battle, ground, forces))
}

/// The units, Weapons and groups of both sides.
#[derive(Default)]
struct Roster {
    units: Vec<Unit>,
    weapons: Vec<Weapon>,
    groups: Vec<Group>,
}

impl Roster {
    fn read(reader: &mut Reader<'_, '_>, raw: &[RawGroup]) -> Option<Roster> {
        let mut forces = Roster::default();
        for group in raw {
            let (side, zone) = (reader.side(&group.side)?, reader.zone(group)?);
            // A scenario has few groups.
            let number = forces.groups.len() as u8;
            let start = forces.units.len();
            for line in &group.units {
                reader.units(line, group.nation, side, number, &mut forces.units)?;
            }
            let broken = [(&group.weapons, false), (&group.broken_weapons, true)];
            let mut hands = Hands::of(&forces.units, start);
            for (lines, broken) in broken {
                for line in lines {
                    reader.weapons(line, group.nation, broken, &mut hands, &mut forces.weapons)?;
                }
            }
            let placing = reader.placing(group)?;
            forces.groups.push(Group { name: group.name.clone(), side, elr: group.elr, zone, placing });
        }
        Some(forces)
    }
}

/// The SSR on the ground, and the order of battle with its own.
fn special(
    reader: &mut Reader<'_, '_>,
    raw: &RawSpecial,
    (date, groups, sets_up): ((u16, u8), Vec<Group>, Side),
) -> Option<(GroundRules, OrderOfBattle)> {
    let assault = match &raw.assault {
        None => None,
        Some(name) => {
            let found = forces::of_nation(name.get_ref())
                .and_then(|(nation, counter)| counters::find(nation?, counter));
            if found.is_none() {
                reader.report.fault(name.span(), format!("unknown counter \"{}\"", name.get_ref()));
                return None;
            }
            found
        }
    };
    let mut no_hiding = Vec::new();
    for key in &raw.no_hiding {
        no_hiding.push(reader.side(key)?);
    }
    let ground =
        GroundRules { fortified: raw.fortified, rain: raw.rain, off_board_terrain: raw.off_board_terrain };
    let order = OrderOfBattle {
        steady_first_line: raw.steady_first_line,
        foreign_leaders: raw.strange_leaders,
        broken_morale: raw.broken_morale,
        no_repair_before: raw.no_repair_before,
        no_hiding,
        assault,
        date,
        groups,
        sets_up,
    };
    Some((ground, order))
}

fn hints(reader: &mut Reader<'_, '_>, raw: &[RawHint]) -> Option<Vec<Hint>> {
    let mut hints = Vec::new();
    for hint in raw {
        let Some(phase) = Phase::ALL.into_iter().find(|phase| phase.key() == hint.phase.get_ref()) else {
            let what =
                format!("unknown phase \"{}\", expected one such as \"prep fire\"", hint.phase.get_ref());
            reader.report.fault(hint.phase.span(), what);
            return None;
        };
        hints.push(Hint { phase, defending: hint.defending, text: hint.text.clone() });
    }
    Some(hints)
}

/// The position before the first choice.
fn first_position(battle: Battle, ground: Ground, forces: Forces) -> Position {
    // The enemy Controls every victory building at the start.
    let control = match &battle.victory {
        Victory::Control { side, buildings, .. } => vec![Some(side.other()); buildings.len()],
        _ => Vec::new(),
    };
    let groups = &forces.order.groups;
    let turn = Turn {
        number: 1,
        attacker: battle.moves,
        phase: Phase::Rally,
        closed_to_smoke: false,
        shots: Vec::new(),
        awaited: groups.iter().map(|group| matches!(group.zone, Zone::Enter { .. })).collect(),
        frames: vec![Frame::SetUp(forces.order.sets_up)],
    };
    let score = Score { control, ..Score::default() };
    let mut position = Position { battle: Arc::new(battle), ground, forces, turn, score };
    // No dice are rolled before the first choice, even if there is nothing to set up.
    let mut none = crate::dice::Dice::taped(&[]);
    let mut trial = position.clone();
    if trial.settle(&mut none, &mut crate::game::Log::off()).is_ok() {
        position = trial;
    }
    position
}

/// The map with the ground that the scenario draws over its boards.
fn redrawn(report: &mut Report, ground: &BTreeMap<String, Spanned<String>>, map: Map) -> Option<Map> {
    let mut drawn = Vec::new();
    let before = report.faults();
    for (name, text) in ground {
        match (map.named(name), redraw::read(text.get_ref())) {
            (None, _) => report.fault(text.span(), format!("unknown hex \"{name}\"")),
            (_, None) => {
                let what = format!(
                    "hex {name}: \"{}\", expected . o g w b or s, a digit for its level, and a road such as \
                     \"dirt n s\"",
                    text.get_ref()
                );
                report.fault(text.span(), what);
            }
            (Some(place), Some(ground)) => drawn.push((place, ground)),
        }
    }
    if report.faults() > before {
        return None;
    }
    Some(if drawn.is_empty() { map } else { map.redrawn(&drawn) })
}

fn map(report: &mut Report, boards: &[RawBoard], own: &[Board], season: Season) -> Option<Map> {
    let mut laid: Vec<Laid> = Vec::new();
    let mut rows: Vec<(&str, i16, i16)> = Vec::new();
    for raw in boards {
        let letter = raw.letter.get_ref();
        // The last custom board with this letter, or else the built-in one.
        let mine = own.iter().rfind(|board| board.letter == *letter);
        let Some(board) = mine.or_else(|| embedded(letter)) else {
            let mut known: Vec<&str> = own.iter().map(|board| board.letter.as_str()).collect();
            known.extend(BUILT_IN.iter().filter(|letter| own.iter().all(|board| board.letter != **letter)));
            let known = known.join(" or ");
            report.fault(raw.letter.span(), format!("unknown board \"{letter}\", expected {known}"));
            continue;
        };
        if raw.across > 3 || raw.down > 3 {
            report.fault(
                raw.letter.span(),
                "a board must be within three boards across and three down of the \
                 first",
            );
            continue;
        }
        if laid.iter().any(|other| (other.across, other.down) == (raw.across, raw.down)) {
            let what = format!("another board is already where \"{letter}\" would be");
            report.fault(raw.letter.span(), what);
            continue;
        }
        if let Some(first) = laid.first()
            && first.board.shape != board.shape
        {
            let what = format!("board \"{letter}\" differs in size from the boards before it");
            report.fault(raw.letter.span(), what);
            continue;
        }
        laid.push(Laid { board, turned: raw.turned, across: raw.across, down: raw.down });
        if let Some(spanned) = &raw.hexrows {
            let ends = spanned.get_ref().clone().map(|row| format!("{row}1").parse::<Hex>());
            let [Ok(first), Ok(last)] = ends else {
                report.fault(spanned.span(), "expected two hexrows, such as [\"A\", \"CC\"]");
                continue;
            };
            rows.push((letter, first.col, last.col));
        }
    }
    let hexes: usize = laid.iter().map(|laid| laid.board.hexes().count()).sum();
    if hexes > MOST_HEXES {
        report.fault(0..0, format!("the boards have {hexes} hexes, expected at most {MOST_HEXES}"));
        return None;
    }
    if laid.is_empty() {
        if boards.is_empty() {
            report.fault(0..0, "a scenario needs a [[board]]");
        }
        return None;
    }
    Some(join(&laid, season, |letter, hex| {
        rows.iter()
            .find(|(of, ..)| *of == letter)
            .is_none_or(|(_, first, last)| (*first..=*last).contains(&hex.col))
    }))
}
