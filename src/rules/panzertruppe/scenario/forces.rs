//! The two sides of a scenario: groups, units, where they begin, riders and towed Guns.

use super::map::Map;
use super::{File, GroupFile, MOST, NATIONS, SideFile, UnitFile};
use crate::board::Compass;
use crate::game::Side;
use crate::ledger::cited::applies;
use crate::reading::{Report, Words, suggestion};
use crate::rules::panzertruppe::state::battle::{Army, Group, Start};
use crate::rules::panzertruppe::state::{Drive, Id, Kind, Place, Switch, Tag, Unit};
use crate::rules::panzertruppe::tables::Tables;
use crate::rules::panzertruppe::tables::specifications::{self, Entry};

/// Both sides with their groups and units.
pub(super) struct Forces {
    pub(super) armies: [Army; 2],
    pub(super) groups: Vec<Group>,
    pub(super) units: Vec<Unit>,
    pub(super) starts: Vec<Start>,
}

impl Forces {
    /// Reads two sides and reports every fault.
    pub(super) fn read(
        report: &mut Report,
        file: &File,
        tables: &Tables,
        entries: &[Entry],
        map: &Map,
        year: u8,
        switches: u32,
    ) -> Option<Self> {
        let sides = file.side.get_ref();
        if sides.len() != 2 {
            report.fault(file.side.span(), format!("expected two sides, found {}", sides.len()));
            return None;
        }
        let before = report.faults();
        let (mut groups, mut units, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        let mut armies = Vec::new();
        let mut taken: Vec<u16> = Vec::new();
        for (side, found) in Side::BOTH.into_iter().zip(sides) {
            let first = units.len();
            let mut reader = Reader {
                report,
                map,
                tables,
                entries,
                year,
                switches,
                side,
                found,
                first,
                taken: &mut taken,
            };
            let army = reader.army(&mut groups, &mut units, &mut starts);
            armies.extend(army);
        }
        if let [a, b] = &armies[..]
            && (a.letter == b.letter || a.key == b.key)
        {
            report.fault(sides[1].letter.span(), "both sides have the same letter or key");
        }
        if report.faults() > before {
            return None;
        }
        let armies: [Army; 2] = armies.try_into().ok()?;
        Some(Self { armies, groups, units, starts })
    }
}

struct Reader<'a, 'b> {
    report: &'a mut Report<'b>,
    map: &'a Map,
    tables: &'a Tables,
    entries: &'a [Entry],
    year: u8,
    switches: u32,
    side: Side,
    found: &'a SideFile,
    first: usize,
    taken: &'a mut Vec<u16>,
}

impl Reader<'_, '_> {
    fn army(
        &mut self,
        groups: &mut Vec<Group>,
        units: &mut Vec<Unit>,
        starts: &mut Vec<Start>,
    ) -> Option<Army> {
        let found = self.found;
        let letter = match found.letter.get_ref().chars().collect::<Vec<_>>()[..] {
            [letter] if letter.is_ascii_uppercase() => letter,
            _ => {
                let fault = format!(
                    "the letter of a side must be one capital letter, not \"{}\"",
                    found.letter.get_ref()
                );
                self.report.fault(found.letter.span(), fault);
                return None;
            }
        };
        let nation = NATIONS.iter().find(|(name, _)| name == found.nation.get_ref());
        let Some(&(nation, radio)) = nation else {
            let near = suggestion(found.nation.get_ref(), &NATIONS.map(|(name, _)| name));
            self.report
                .fault(found.nation.span(), format!("unknown nation \"{}\"{near}", found.nation.get_ref()));
            return None;
        };
        let edge = match found.edge.get_ref().as_str() {
            "N" => Compass::N,
            "E" => Compass::E,
            "S" => Compass::S,
            "W" => Compass::W,
            other => {
                self.report
                    .fault(found.edge.span(), format!("the safe edge must be N, E, S or W, not \"{other}\""));
                return None;
            }
        };
        let breaks =
            self.report.within("the percentage at which a side is beaten", &found.breaks, 1..=100)?;
        for group in &found.group {
            let index = groups.len() as u8;
            groups.push(Group {
                name: group.name.clone(),
                side: self.side,
                elite: group.elite,
                independent: group.independent,
                smoke: group.smoke,
            });
            for unit in &group.unit {
                self.unit(unit, group, index, nation, letter, edge, units, starts);
            }
        }
        let count = units.len() - self.first;
        if count == 0 || count > MOST {
            self.report.fault(found.key.span(), format!("a side must have 1 to {MOST} units, found {count}"));
            return None;
        }
        // A referee may designate more, but a fifth of the vehicles is the usual limit (29).
        let own = &units[self.first..];
        let scouts = own.iter().filter(|unit| unit.recon && unit.is_vehicle()).count();
        let most = own.iter().filter(|unit| unit.is_vehicle()).count() / 5;
        if scouts > most {
            let units = if scouts == 1 { "unit" } else { "units" };
            let odd = format!(
                "{scouts} reconnaissance {units}; the usual limit is a fifth of the vehicles, \
             {most}"
            );
            self.report.warn(found.key.span(), odd);
        }
        let letter_of =
            specifications::NATIONS.iter().find(|(_, name)| *name == nation).map_or('?', |(it, _)| *it);
        let air_value = self.tables.air.value(letter_of, self.year).filter(|_| found.air).unwrap_or(0);
        Some(Army {
            key: found.key.get_ref().clone(),
            name: found.name.get_ref().clone(),
            letter,
            nation: letter_of,
            radio,
            russian: nation == "Russia",
            edge,
            air: found.air,
            first: self.first as Id,
            count: count as Id,
            value: units[self.first..].iter().map(|unit| u32::from(unit.value)).sum(),
            air_value,
            breaks,
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn unit(
        &mut self,
        file: &UnitFile,
        group: &GroupFile,
        index: u8,
        nation: &str,
        letter: char,
        edge: Compass,
        units: &mut Vec<Unit>,
        starts: &mut Vec<Start>,
    ) {
        let name = file.r#type.get_ref();
        let Some(entry) = specifications::find(self.entries, nation, name) else {
            let known: Vec<&str> = self.entries.iter().map(|entry| entry.name.as_str()).collect();
            let near =
                crate::reading::nearest(name, &known.iter().map(|&s| s.to_owned()).collect::<Vec<_>>());
            let near = near.first().map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
            self.report.fault(file.r#type.span(), format!("unknown unit \"{name}\"{near}"));
            return;
        };
        if !specifications::fields(nation, entry) {
            let odd = format!("{name} is listed for {}, not for {nation}", entry.nation);
            self.report.warn(file.r#type.span(), odd);
        }
        if self.year < entry.years.0 || self.year > entry.years.1 {
            let (from, to) = entry.years;
            let odd = format!("{name} saw action from 19{from} to 19{to}, not in 19{}", self.year);
            self.report.warn(file.r#type.span(), odd);
        }
        if file.recon && !entry.unit.is_vehicle() {
            let odd = format!("{name} is not a vehicle; only vehicles can be reconnaissance units");
            self.report.warn(file.r#type.span(), odd);
        }
        self.allowed(file, entry);
        let facing = match &file.facing {
            None => (edge.opposite() as u8) * 3,
            Some(text) => match text.get_ref().parse::<Compass>() {
                Ok(wind) => wind as u8 * 3,
                Err(_) => match text.get_ref().parse::<u8>() {
                    Ok(turn) if turn < 24 => turn,
                    _ => {
                        let fault = format!(
                            "a facing must be a compass point or 0 to 23, not \"{}\"",
                            text.get_ref()
                        );
                        self.report.fault(text.span(), fault);
                        0
                    }
                },
            },
        };
        let mut turn = match &file.turn {
            None => 1,
            Some(turn) => self.report.within("the turn of a reserve", turn, 1..=50).unwrap_or(1),
        };
        let battery = match &file.battery {
            None => 0,
            Some(battery) => self.report.within("the number of a battery", battery, 1..=9).unwrap_or(0),
        };
        self.calls(file, entry, battery, units);
        let mut dug_in = 0;
        if let Some(words) = &file.dug_in {
            for (word, at) in Words::each(words) {
                dug_in |= match word {
                    "front" => 1,
                    "right" => 2,
                    "left" => 4,
                    "rear" => 8,
                    "all" => 15,
                    other => {
                        self.report.fault(
                            at,
                            format!(
                                "expected dug in to the front, right, left, rear or all, not \"{other}\""
                            ),
                        );
                        0
                    }
                };
            }
            if entry.unit.is_infantry() {
                dug_in = 15;
            }
        }
        let mut places: Vec<Place> = Vec::new();
        if let Some(cells) = &file.at {
            for (text, at) in Words::each(cells) {
                let Some(cell) = self.map.named(self.report, text, at.clone()) else { continue };
                let held = self.taken.contains(&cell) && turn == 1;
                if held && !self.may_share(cell, entry.unit.is_infantry(), units, starts, &places) {
                    self.report.fault(at, format!("two units begin in {text}"));
                    continue;
                }
                let house = self.map.ground[usize::from(cell)].kind == Kind::Building;
                if house && self.switches & Switch::Buildings.bit() == 0 {
                    let fault = format!(
                        "a unit in a building, {text}, needs the additional rule \"buildings\" in \"rules\""
                    );
                    self.report.fault(at, fault);
                    continue;
                }
                self.taken.push(cell);
                places.push(Place::Board(cell));
            }
        } else if let Some(tags) = &file.aboard {
            for (text, at) in Words::each(tags) {
                let carrier = text.parse::<Tag>().ok().filter(|tag| tag.letter == letter).and_then(|tag| {
                    let carrier = self.first + usize::from(tag.number) - 1;
                    units.get(carrier).filter(|unit| unit.is_vehicle()).map(|_| carrier as Id)
                });
                match carrier {
                    Some(carrier) => {
                        self.aboard(entry, carrier, file, units, starts, &places, at);
                        turn = starts[usize::from(carrier)].turn;
                        places.push(Place::Aboard(carrier));
                    }
                    None => self.report.fault(
                        at,
                        format!(
                            "{text} is not a vehicle of this side named \
                     earlier in the file"
                        ),
                    ),
                }
            }
        } else {
            self.report.fault(
                file.r#type.span(),
                "a unit needs \"at\" with its cells, or \"aboard\" with its \
                 carriers",
            );
        }
        for place in places {
            if units.len() - self.first >= usize::from(u8::MAX) / 2 {
                break;
            }
            let mut unit = entry.unit.clone();
            unit.tag = Tag { letter, number: (units.len() - self.first + 1) as u16 };
            unit.side = self.side;
            unit.group = index;
            unit.russian = nation == "Russia";
            // Units aboard a hidden vehicle are hidden with it (29, P-91).
            unit.hidden = match place {
                Place::Aboard(carrier) => units[usize::from(carrier)].hidden,
                _ => file.hidden,
            };
            unit.dug_in = dug_in;
            unit.recon = file.recon;
            unit.spotter = file.spotter;
            unit.battery = battery;
            // Without the additional rule for mine-clearing it is an ordinary tank (34, P-80).
            let clears = self.switches & Switch::MineClearing.bit() != 0;
            unit.flail &= clears;
            unit.rollers &= clears;
            unit.value += if group.elite { 2 } else { 0 };
            units.push(unit);
            starts.push(Start { place, facing, turn, overwatch: !file.moving });
        }
    }

    /// Whether a unit may begin in a section of a building with others of its side: one vehicle or Gun, two
    /// infantry units (24, P-62).
    fn may_share(
        &self,
        cell: u16,
        infantry: bool,
        units: &[Unit],
        starts: &[Start],
        places: &[Place],
    ) -> bool {
        applies("24.1");
        let house = self.map.ground[usize::from(cell)].kind == Kind::Building;
        let own =
            units.iter().zip(starts).skip(self.first).filter(|(_, start)| start.place == Place::Board(cell));
        let kinds: Vec<bool> = own.map(|(unit, _)| unit.is_infantry()).collect();
        let here = places.iter().filter(|place| **place == Place::Board(cell)).count();
        let alike = kinds.iter().filter(|kind| **kind == infantry).count() + here;
        let all = self.taken.iter().filter(|taken| **taken == cell).count();
        house && all == kinds.len() + here && alike < if infantry { 2 } else { 1 }
    }

    /// Reports units that cannot be carried or towed as written (14, 18).
    #[allow(clippy::too_many_arguments)]
    fn aboard(
        &mut self,
        entry: &Entry,
        carrier: Id,
        file: &UnitFile,
        units: &[Unit],
        starts: &[Start],
        places: &[Place],
        at: std::ops::Range<usize>,
    ) {
        let vehicle = &units[usize::from(carrier)];
        let place = Place::Aboard(carrier);
        let cargo =
            || units.iter().zip(starts).filter(|(_, start)| start.place == place).map(|(unit, _)| unit);
        let more = places.iter().filter(|other| **other == place).count();
        let riders = cargo().filter(|unit| unit.is_infantry()).count();
        let guns = cargo().filter(|unit| unit.is_gun()).count();
        let russian = self.found.nation.get_ref() == "Russia";
        let (name, who) = (&entry.name, format!("{} {}", vehicle.tag, vehicle.name));
        let fault = match &entry.unit {
            unit if unit.is_infantry() && guns > 0 && !vehicle.jeep => {
                Some(format!("{who} tows a Gun, so it cannot carry infantry"))
            }
            unit if unit.is_infantry() => (riders + more >= vehicle.room(self.year, russian))
                .then(|| format!("{who} has no room for {name}")),
            unit if unit.is_gun() && !vehicle.tows(unit) => Some(format!("{who} cannot tow {name}")),
            unit if unit.is_gun() => (guns + more > 0 || riders > 0 && !vehicle.jeep)
                .then(|| format!("{who} already carries or tows a unit, so it cannot tow {name}")),
            _ => Some(format!("{name} cannot ride: only infantry and Guns are carried or towed")),
        };
        let comes = starts[usize::from(carrier)].turn;
        let late = file.turn.as_ref().filter(|turn| *turn.get_ref() != i64::from(comes));
        let late = late.map(|_| format!("{name} is aboard {who}, so it arrives on turn {comes}"));
        for fault in fault.into_iter().chain(late) {
            self.report.fault(at.clone(), fault);
        }
    }

    /// Reports spotters that are not vehicles, and batteries of mixed types or without indirect fire (21).
    fn calls(&mut self, file: &UnitFile, entry: &Entry, battery: u8, units: &[Unit]) {
        let name = &entry.name;
        if file.spotter && !entry.unit.is_vehicle() {
            self.report.fault(file.r#type.span(), format!("artillery spotters must be vehicles, not {name}"));
        }
        let Some(number) = file.battery.as_ref().filter(|_| battery > 0) else { return };
        if !entry.unit.may_fire_indirect() {
            self.report.fault(number.span(), format!("{name} cannot use indirect fire"));
        }
        let other = units[self.first..].iter().find(|unit| unit.battery == battery && unit.name != *name);
        if let Some(other) = other {
            let fault =
                format!("battery {battery} has {}: all units of a battery must be of one type", other.name);
            self.report.fault(number.span(), fault);
        }
    }

    /// Reports units that need an additional rule that is off.
    fn allowed(&mut self, file: &UnitFile, entry: &Entry) {
        let unit = &entry.unit;
        let mut need = |is: bool, switch: Switch| {
            if is && self.switches & switch.bit() == 0 {
                let word =
                    Switch::ALL.iter().find(|(known, ..)| *known == switch).map_or("", |(_, word, _)| *word);
                let fault = format!("{} needs the additional rule \"{word}\" in \"rules\"", entry.name);
                self.report.fault(file.r#type.span(), fault);
            }
        };
        need(unit.is_gun(), Switch::Guns);
        need(unit.is_infantry(), Switch::Infantry);
        need(unit.hand.is_some(), Switch::InfantryWeapons);
        need(unit.mortar.is_some(), Switch::Mortars);
        need(unit.drive == Drive::Cavalry, Switch::Cavalry);
        need(file.aboard.is_some(), Switch::Transport);
        need(file.hidden, Switch::Hidden);
        need(file.dug_in.is_some(), Switch::DugIn);
        need(unit.rocket || file.battery.is_some(), Switch::IndirectFire);
    }
}
