//! Scenarios: what they are written as, and the battle they make (1.3).

use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::board::join::{Laid, join};
use super::board::reading::embedded;
use super::board::{Map, Place, Season};
use super::position::{Phase, Position};
use super::state::battle::{Special, Victory};
use super::state::{Arm, Battle, Group, Unit, Weapon, Zone};
use super::tables::counters::{self, Kind, Nation};
use super::tables::guns;
use super::tables::weapons::Weight;
use super::turn::Frame;
use crate::board::hex::Hex;
use crate::game::Digest;
use crate::reading::{Read, Report, parsed};
use crate::side::Side;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Raw {
    #[allow(dead_code)]
    format: i64,
    #[allow(dead_code)]
    ruleset: String,
    title: String,
    briefing: Vec<String>,
    year: Option<Spanned<i64>>,
    month: Spanned<i64>,
    grain: Option<bool>,
    turns: Spanned<i64>,
    #[serde(default)]
    half_turn: bool,
    board: Vec<RawBoard>,
    side: Vec<RawSide>,
    sets_up: Spanned<String>,
    moves: Spanned<String>,
    group: Vec<RawGroup>,
    victory: RawVictory,
    #[serde(default)]
    special: RawSpecial,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBoard {
    letter: Spanned<String>,
    #[serde(default)]
    turned: bool,
    #[serde(default)]
    across: u8,
    #[serde(default)]
    down: u8,
    /// First and last hexrow in play.
    hexrows: Option<Spanned<[String; 2]>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSide {
    key: String,
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawGroup {
    name: String,
    side: Spanned<String>,
    nation: Nation,
    elr: i16,
    within: Option<RawWithin>,
    hexes: Option<Spanned<Vec<String>>>,
    enter: Option<RawEnter>,
    units: Vec<Spanned<String>>,
    #[serde(default)]
    weapons: Vec<Spanned<String>>,
    #[serde(default)]
    broken_weapons: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawWithin {
    of: Spanned<String>,
    hexes: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEnter {
    turn: u8,
    edges: Spanned<Vec<String>>,
    #[serde(default)]
    spent: u8,
    #[serde(default)]
    on: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawVictory {
    side: Spanned<String>,
    clear: Option<RawWithin>,
    exit: Option<RawExit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawExit {
    points: u16,
    edges: Spanned<Vec<String>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct RawSpecial {
    steady_first_line: Option<Nation>,
    strange_leaders: bool,
    broken_morale: Option<(Nation, i16)>,
    no_repair_before: u8,
    no_hiding: Vec<Spanned<String>>,
}

struct Reader<'a, 'b> {
    report: &'a mut Report<'b>,
    map: &'a Map,
    keys: [&'a str; 2],
}

/// Reads a scenario into its opening position.
///
/// # Errors
/// Every fault of the text, with line and column.
pub fn read(file: &str, text: &str) -> Read<Position> {
    let mut report = Report::new(file, text);
    let position = opening(&mut report, text);
    report.end(position)
}

fn opening(report: &mut Report, text: &str) -> Option<Position> {
    report.header(text, "aslsk")?;
    let raw: Raw = parsed(report, text)?;
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
    let map = map(report, &raw.board, season)?;
    let mut reader = Reader { report, map: &map, keys: [&first.key, &second.key] };
    let (sets_up, moves) = (reader.side(&raw.sets_up)?, reader.side(&raw.moves)?);
    let mut units: Vec<Unit> = Vec::new();
    let mut weapons: Vec<Weapon> = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    for group in &raw.group {
        let (side, zone) = (reader.side(&group.side)?, reader.zone(group)?);
        // A scenario has a few groups.
        let number = groups.len() as u8;
        let start = units.len();
        for line in &group.units {
            reader.units(line, group.nation, side, number, &mut units)?;
        }
        let broken = [(&group.weapons, false), (&group.broken_weapons, true)];
        let mut hands = Hands::of(&units, start);
        for (lines, broken) in broken {
            for line in lines {
                reader.weapons(line, group.nation, broken, &mut hands, &mut weapons)?;
            }
        }
        groups.push(Group { name: group.name.clone(), side, elr: group.elr, zone });
    }
    let victory = reader.victory(&raw.victory)?;
    if units.len() > 100 {
        report.fault(0..0, format!("there are {} units, expected at most 100", units.len()));
        return None;
    }
    let mut no_hiding = Vec::new();
    for key in &raw.special.no_hiding {
        no_hiding.push(reader.side(key)?);
    }
    let special = Special {
        steady_first_line: raw.special.steady_first_line,
        strange_leaders: raw.special.strange_leaders,
        broken_morale: raw.special.broken_morale,
        no_repair_before: raw.special.no_repair_before,
        no_hiding,
        fortified: (Vec::new(), 0),
    };
    let awaited = groups.iter().map(|group| matches!(group.zone, Zone::Enter { .. })).collect();
    let sides = [first, second].map(|side| (side.key.clone(), side.name.clone()));
    let battle = Battle {
        title: raw.title,
        briefing: raw.briefing,
        sides,
        sets_up,
        moves,
        date: (year, month),
        turns,
        half_turn: raw.half_turn,
        map,
        groups,
        victory,
        special,
        digest: Digest::of_text(text),
    };
    let mut position = Position {
        battle: Arc::new(battle),
        turn: 1,
        attacker: moves,
        phase: Phase::Rally,
        units,
        weapons,
        smoke: Vec::new(),
        closed_to_smoke: false,
        charges: Vec::new(),
        residual: Vec::new(),
        shots: Vec::new(),
        frames: vec![Frame::SetUp(sets_up)],
        points: [0; 2],
        awaited,
        over: None,
    };
    // Nothing is rolled before a unit is set up, unless nobody is: then the first turn's dice are thrown
    // with the first choice.
    let mut none = crate::dice::Dice::taped(&[]);
    let mut trial = position.clone();
    if trial.settle(&mut none, &mut crate::game::Log::off()).is_ok() {
        position = trial;
    }
    Some(position)
}

fn map(report: &mut Report, boards: &[RawBoard], season: Season) -> Option<Map> {
    let mut laid = Vec::new();
    let mut rows: Vec<(&str, i16, i16)> = Vec::new();
    for raw in boards {
        let letter = raw.letter.get_ref();
        let Some(board) = embedded(letter) else {
            report.fault(raw.letter.span(), format!("there is no board \"{letter}\", expected w or x"));
            continue;
        };
        laid.push(Laid { board, turned: raw.turned, across: raw.across, down: raw.down });
        if let Some(spanned) = &raw.hexrows {
            let ends = spanned.get_ref().clone().map(|row| format!("{row}1").parse::<Hex>());
            let [Ok(first), Ok(last)] = ends else {
                report.fault(spanned.span(), "hexrows are two letters, such as [\"A\", \"CC\"]");
                continue;
            };
            rows.push((letter, first.col, last.col));
        }
    }
    if laid.is_empty() {
        if boards.is_empty() {
            report.fault(0..0, "a battle needs a [[board]]");
        }
        return None;
    }
    Some(join(&laid, season, |letter, hex| {
        rows.iter()
            .find(|(of, ..)| *of == letter)
            .is_none_or(|(_, first, last)| (*first..=*last).contains(&hex.col))
    }))
}

impl Reader<'_, '_> {
    fn side(&mut self, key: &Spanned<String>) -> Option<Side> {
        match self.keys.iter().position(|known| known == key.get_ref()) {
            Some(at) => Some(Side::BOTH[at]),
            None => {
                let [a, b] = self.keys;
                self.report.fault(
                    key.span(),
                    format!("there is no side \"{}\", expected {a} or {b}", key.get_ref()),
                );
                None
            }
        }
    }

    fn hex(&mut self, name: &Spanned<String>) -> Option<Place> {
        let found = self.map.named(name.get_ref());
        if found.is_none() {
            self.report.fault(name.span(), format!("there is no hex \"{}\" on this map", name.get_ref()));
        }
        found
    }

    fn near(&self, of: Place, hexes: u16) -> Vec<Place> {
        self.map
            .places()
            .filter(|&place| self.map.at(place).playable && self.map.range(of, place) <= hexes)
            .collect()
    }

    /// The playable hexes along edges of the playing area, by compass.
    fn edges(&mut self, edges: &Spanned<Vec<String>>) -> Option<Vec<Place>> {
        let playable: Vec<Place> = self.map.places().filter(|&place| self.map.at(place).playable).collect();
        let hex = |place: &Place| self.map.at(*place).hex;
        let (west, east) =
            (playable.iter().map(|p| hex(p).col).min()?, playable.iter().map(|p| hex(p).col).max()?);
        let mut found: Vec<Place> = Vec::new();
        for edge in edges.get_ref() {
            let along: Vec<Place> = match edge.as_str() {
                "north" => {
                    playable.iter().copied().filter(|p| hex(p).row == 1 - hex(p).col.rem_euclid(2)).collect()
                }
                "south" => playable
                    .iter()
                    .copied()
                    .filter(|p| hex(p).row == i16::from(self.map.shape.rows))
                    .collect(),
                "west" => playable.iter().copied().filter(|p| hex(p).col == west).collect(),
                "east" => playable.iter().copied().filter(|p| hex(p).col == east).collect(),
                _ => {
                    let what = format!("there is no edge \"{edge}\", expected north, south, east or west");
                    self.report.fault(edges.span(), what);
                    return None;
                }
            };
            found.extend(along.into_iter().filter(|place| !found.contains(place)).collect::<Vec<_>>());
        }
        Some(found)
    }

    fn zone(&mut self, group: &RawGroup) -> Option<Zone> {
        match (&group.within, &group.hexes, &group.enter) {
            (Some(within), None, None) => {
                let of = self.hex(&within.of)?;
                Some(Zone::SetUp(self.near(of, within.hexes)))
            }
            (None, Some(hexes), None) => {
                let mut places = Vec::new();
                for name in hexes.get_ref() {
                    places.push(self.hex(&Spanned::new(hexes.span(), name.clone()))?);
                }
                Some(Zone::SetUp(places))
            }
            (None, None, Some(enter)) => {
                let by = self.edges(&enter.edges)?;
                Some(Zone::Enter { turn: enter.turn, by, spent: 2 * enter.spent, on: enter.on.clone() })
            }
            _ => {
                let what = format!("group \"{}\" needs one of within, hexes or enter", group.name);
                self.report.fault(group.side.span(), what);
                None
            }
        }
    }

    /// "10 3-4-6", or "9-1" for one.
    fn units(
        &mut self,
        line: &Spanned<String>,
        nation: Nation,
        side: Side,
        group: u8,
        units: &mut Vec<Unit>,
    ) -> Option<()> {
        let (count, name) = counted(line.get_ref());
        let Some(counter) = counters::find(nation, name) else {
            let what = format!(
                "there is no counter \"{name}\" of this nation, expected such as \"4 4-6-7\" or \"9-1\""
            );
            self.report.fault(line.span(), what);
            return None;
        };
        units.extend((0..count).map(|_| Unit::new(side, counter, group)));
        Some(())
    }

    /// "3 LMG", "2 pak40".
    fn weapons(
        &mut self,
        line: &Spanned<String>,
        nation: Nation,
        broken: bool,
        hands: &mut Hands,
        weapons: &mut Vec<Weapon>,
    ) -> Option<()> {
        let (count, name) = counted(line.get_ref());
        let Some(arm) = arm(name) else {
            let what = format!(
                "there is no weapon \"{name}\", expected LMG, MMG, HMG, FT, DC or a Gun such as \"pak40\""
            );
            self.report.fault(line.span(), what);
            return None;
        };
        for _ in 0..count {
            let mut weapon = Weapon { broken, ..Weapon::new(nation, arm, 0) };
            let Some(holder) = hands.for_weapon(&weapon) else {
                self.report
                    .fault(line.span(), "a weapon needs a squad or half-squad of its group to carry it");
                return None;
            };
            weapon.holder = Some(holder);
            weapons.push(weapon);
        }
        Some(())
    }

    fn victory(&mut self, raw: &RawVictory) -> Option<Victory> {
        let side = self.side(&raw.side)?;
        match (&raw.clear, &raw.exit) {
            (Some(clear), None) => {
                let hex = self.hex(&clear.of)?;
                Some(Victory::Clear { side, hex, within: clear.hexes })
            }
            (None, Some(exit)) => {
                let by = self.edges(&exit.edges)?;
                Some(Victory::Exit { side, points: exit.points, by })
            }
            _ => {
                self.report.fault(raw.side.span(), "the victory needs one of clear or exit");
                None
            }
        }
    }
}

/// A weapon by its name.
fn arm(name: &str) -> Option<Arm> {
    Some(match name {
        "LMG" => Arm::MachineGun(Weight::Light),
        "MMG" => Arm::MachineGun(Weight::Medium),
        "HMG" => Arm::MachineGun(Weight::Heavy),
        "FT" => Arm::Flamethrower,
        "DC" => Arm::Charge,
        _ => Arm::Ordnance(guns::id(name)?),
    })
}

/// Who of a group carries the next weapon: crews a Gun each, squads in turn the rest.
struct Hands {
    crews: Vec<u8>,
    squads: Vec<u8>,
    next: usize,
}

impl Hands {
    fn of(units: &[Unit], from: usize) -> Hands {
        // At most 100 units.
        let all = || (from..units.len()).map(|at| (at as u8, units[at].data().kind));
        let of = |wanted: &dyn Fn(Kind) -> bool| {
            all().filter(|(_, kind)| wanted(*kind)).map(|(at, _)| at).collect()
        };
        Hands {
            crews: of(&|kind| kind == Kind::Crew),
            squads: of(&|kind| matches!(kind, Kind::Squad | Kind::HalfSquad)),
            next: 0,
        }
    }

    fn for_weapon(&mut self, weapon: &Weapon) -> Option<u8> {
        if weapon.gun().is_some() && !self.crews.is_empty() {
            return Some(self.crews.remove(0));
        }
        let holder = *self.squads.get(self.next % self.squads.len().max(1))?;
        self.next += 1;
        Some(holder)
    }
}

fn counted(line: &str) -> (u8, &str) {
    match line.split_once(' ') {
        Some((count, name)) => (count.parse().unwrap_or(0), name),
        None => (1, line),
    }
}
