//! The two sides of a scenario: groups, units, where they begin, riders and towed Guns.

use super::map::Map;
use super::{File, GroupFile, MOST, SideFile, UnitFile};
use std::ops::Range;

use crate::board::Compass;
use crate::game::Side;
use crate::ledger::cited::{apply, rule};
use crate::reading::{Report, Words, suggestion};
use crate::rules::panzertruppe::state::Spot;
use crate::rules::panzertruppe::state::battle::{Army, Group, Start};
use crate::rules::panzertruppe::state::{Drive, DugIn, Id, Kind, Place, Switch, Switches, Tag, Unit};
use crate::rules::panzertruppe::tables::specifications::{self, Entry};
use crate::rules::panzertruppe::tables::{Nation, Tables};

/// Both sides with their groups and units.
pub(super) struct Sides {
    pub(super) armies: [Army; 2],
    pub(super) groups: Vec<Group>,
    pub(super) units: Vec<Unit>,
    pub(super) starts: Vec<Start>,
}

/// Everything needed to read the forces of a scenario.
pub(super) struct Setting<'a> {
    pub(super) tables: &'a Tables,
    pub(super) entries: &'a [Entry],
    pub(super) map: &'a Map,
    pub(super) year: u8,
    /// The additional rules in use.
    pub(super) switches: Switches,
}

impl Setting<'_> {
    const fn plays(&self, switch: Switch) -> bool {
        self.switches.has(switch)
    }
}

/// The groups and units read so far, and the cells they have taken.
#[derive(Default)]
struct Roster {
    groups: Vec<Group>,
    units: Vec<Unit>,
    starts: Vec<Start>,
    taken: Vec<Spot>,
}

impl Roster {
    /// The units that begin in a place.
    fn at(&self, place: Place) -> impl Iterator<Item = &Unit> {
        let here = self.units.iter().zip(&self.starts).filter(move |(_, start)| start.place == place);
        here.map(|(unit, _)| unit)
    }
}

impl Sides {
    /// Reads two sides and reports every fault.
    pub(super) fn read(report: &mut Report, file: &File, setting: &Setting) -> Option<Self> {
        let sides = file.side.get_ref();
        if sides.len() != 2 {
            report.fault(file.side.span(), format!("expected two sides, found {}", sides.len()));
            return None;
        }
        let before = report.faults();
        let mut roster = Roster::default();
        let mut armies = Vec::new();
        for (side, found) in Side::BOTH.into_iter().zip(sides) {
            let first = roster.units.len();
            let mut reader = Reader { report, setting, side, found, first, roster: &mut roster };
            armies.extend(reader.army());
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
        let Roster { groups, units, starts, .. } = roster;
        Some(Self { armies, groups, units, starts })
    }
}

/// The head of a side.
struct Head {
    letter: char,
    nation: Nation,
    edge: Compass,
    breaks: u8,
}

/// Reads one side.
struct Reader<'a, 'b> {
    report: &'a mut Report<'b>,
    setting: &'a Setting<'a>,
    side: Side,
    found: &'a SideFile,
    /// The first unit of the side.
    first: usize,
    roster: &'a mut Roster,
}

impl<'a> Reader<'a, '_> {
    fn army(&mut self) -> Option<Army> {
        let found = self.found;
        let head = self.head()?;
        for group in &found.group {
            let index = self.roster.groups.len() as u8;
            self.roster.groups.push(Group {
                name: group.name.clone(),
                side: self.side,
                elite: group.elite,
                independent: group.independent,
                smoke: group.smoke,
            });
            for unit in &group.unit {
                self.unit(unit, group, index, &head);
            }
        }
        let count = self.roster.units.len() - self.first;
        if count == 0 || count > MOST {
            self.report.fault(found.key.span(), format!("a side must have 1 to {MOST} units, found {count}"));
            return None;
        }
        self.count_scouts();
        let air_value = self.setting.tables.air.value(head.nation, self.setting.year).filter(|_| found.air);
        Some(Army {
            key: found.key.get_ref().clone(),
            name: found.name.get_ref().clone(),
            letter: head.letter,
            nation: head.nation,
            edge: head.edge,
            air: found.air,
            first: self.first as Id,
            count: count as Id,
            value: self.roster.units[self.first..].iter().map(|unit| u32::from(unit.value)).sum(),
            air_value: air_value.unwrap_or(0),
            breaks: head.breaks,
        })
    }

    /// Letter, nation, safe edge and percentage of the side.
    fn head(&mut self) -> Option<Head> {
        let found = self.found;
        let letter = match found.letter.get_ref().chars().collect::<Vec<_>>()[..] {
            [letter] if letter.is_ascii_uppercase() => letter,
            _ => {
                let text = found.letter.get_ref();
                let fault = format!("the letter of a side must be one capital letter, not \"{text}\"");
                self.report.fault(found.letter.span(), fault);
                return None;
            }
        };
        let name = found.nation.get_ref();
        let Ok(nation) = name.parse() else {
            let near = suggestion(name, &Nation::ALL.map(Nation::name));
            self.report.fault(found.nation.span(), format!("unknown nation \"{name}\"{near}"));
            return None;
        };
        let edge = match found.edge.get_ref().as_str() {
            "N" => Compass::N,
            "E" => Compass::E,
            "S" => Compass::S,
            "W" => Compass::W,
            other => {
                let fault = format!("the safe edge must be N, E, S or W, not \"{other}\"");
                self.report.fault(found.edge.span(), fault);
                return None;
            }
        };
        let breaks =
            self.report.within("the percentage at which a side is beaten", &found.breaks, 1..=100)?;
        Some(Head { letter, nation, edge, breaks })
    }

    /// Warns of more reconnaissance vehicles than a fifth of all; a referee may designate more (29).
    fn count_scouts(&mut self) {
        let vehicles = || self.roster.units[self.first..].iter().filter(|unit| unit.is_vehicle());
        let scouts = vehicles().filter(|unit| unit.recon).count();
        let most = vehicles().count() / 5;
        if scouts > most {
            let units = if scouts == 1 { "unit" } else { "units" };
            let odd = format!(
                "{scouts} reconnaissance {units}; the usual limit is a fifth of the vehicles, {most}"
            );
            self.report.warn(self.found.key.span(), odd);
        }
    }

    /// Reads an entry of a group: one unit, or several of a type.
    fn unit(&mut self, file: &UnitFile, group: &GroupFile, index: u8, head: &Head) {
        let Some(entry) = self.entry(file, head.nation) else { return };
        self.allowed(file, entry);
        let facing = self.facing(file, head.edge);
        let battery = match &file.battery {
            None => 0,
            Some(battery) => self.report.within("the number of a battery", battery, 1..=9).unwrap_or(0),
        };
        self.calls(file, entry, battery);
        let mut turn = match &file.turn {
            None => 1,
            Some(turn) => self.report.within("the turn of a reserve", turn, 1..=50).unwrap_or(1),
        };
        let dug_in = self.dug_in(file, entry);
        let places = self.places(file, entry, head.letter, &mut turn);
        for place in places {
            let units = &mut self.roster.units;
            if units.len() - self.first >= usize::from(u8::MAX) / 2 {
                break;
            }
            let mut unit = entry.unit.clone();
            unit.tag = Tag { letter: head.letter, number: (units.len() - self.first + 1) as u16 };
            unit.side = self.side;
            unit.group = index;
            unit.russian = head.nation == Nation::Russia;
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
            let clears = self.setting.plays(Switch::MineClearing);
            unit.flail &= clears;
            unit.rollers &= clears;
            unit.value += if group.elite { 2 } else { 0 };
            units.push(unit);
            self.roster.starts.push(Start { place, facing, turn, overwatch: !file.moving });
        }
    }

    /// The catalog entry of a unit, with a warning if it is out of place in the battle.
    fn entry(&mut self, file: &UnitFile, nation: Nation) -> Option<&'a Entry> {
        let (entries, year) = (self.setting.entries, self.setting.year);
        let (name, at) = (file.r#type.get_ref(), file.r#type.span());
        let Some(entry) = specifications::find(entries, nation, name) else {
            let known: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
            let near = crate::reading::nearest(name, &known);
            let near = near.first().map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
            self.report.fault(at, format!("unknown unit \"{name}\"{near}"));
            return None;
        };
        if !specifications::fields(nation, entry) {
            let odd = format!("{name} is listed for {}, not for {nation}", entry.nation_name());
            self.report.warn(at.clone(), odd);
        }
        let (from, to) = entry.years;
        if !(from..=to).contains(&year) {
            let odd = format!("{name} saw action from 19{from} to 19{to}, not in 19{year}");
            self.report.warn(at.clone(), odd);
        }
        if file.recon && !entry.unit.is_vehicle() {
            let odd = format!("{name} is not a vehicle; only vehicles can be reconnaissance units");
            self.report.warn(at, odd);
        }
        Some(entry)
    }

    /// The facing of a unit in 24ths: as written, else away from the safe edge.
    fn facing(&mut self, file: &UnitFile, edge: Compass) -> u8 {
        let Some(text) = &file.facing else { return edge.opposite() as u8 * 3 };
        let words = text.get_ref();
        let wind = words.parse::<Compass>().ok().map(|wind| wind as u8 * 3);
        let turn = || words.parse::<u8>().ok().filter(|turn| *turn < 24);
        wind.or_else(turn).unwrap_or_else(|| {
            let fault = format!("a facing must be a compass point or 0 to 23, not \"{words}\"");
            self.report.fault(text.span(), fault);
            0
        })
    }

    /// The sides on which a unit is dug in; infantry on all of them (28).
    fn dug_in(&mut self, file: &UnitFile, entry: &Entry) -> DugIn {
        let Some(words) = &file.dug_in else { return DugIn::NONE };
        let mut sides = DugIn::NONE;
        for (word, at) in Words::each(words) {
            match word.parse() {
                Ok(side) => sides = sides.with(side),
                Err(()) => {
                    let fault =
                        format!("expected dug in to the front, right, left, rear or all, not \"{word}\"");
                    self.report.fault(at, fault);
                }
            }
        }
        if entry.unit.is_infantry() { DugIn::ALL } else { sides }
    }

    /// Where the units of an entry begin. Units aboard arrive on the turn of their carrier.
    fn places(&mut self, file: &UnitFile, entry: &Entry, letter: char, turn: &mut u8) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        if let Some(cells) = &file.at {
            for (text, at) in Words::each(cells) {
                places.extend(self.on_board(text, at, entry, *turn, &places));
            }
        } else if let Some(tags) = &file.aboard {
            for (text, at) in Words::each(tags) {
                let tag = text.parse::<Tag>().ok().filter(|tag| tag.letter == letter);
                let carrier = tag.map(|tag| self.first + usize::from(tag.number) - 1);
                let vehicle = |&id: &usize| self.roster.units.get(id).is_some_and(Unit::is_vehicle);
                let Some(carrier) = carrier.filter(vehicle) else {
                    let fault = format!("{text} is not a vehicle of this side named earlier in the file");
                    self.report.fault(at, fault);
                    continue;
                };
                self.aboard(entry, carrier as Id, file, &places, at);
                *turn = self.roster.starts[carrier].turn;
                places.push(Place::Aboard(carrier as Id));
            }
        } else {
            let fault = "a unit needs \"at\" with its cells, or \"aboard\" with its carriers";
            self.report.fault(file.r#type.span(), fault);
        }
        places
    }

    /// The cell in which a unit begins, if it is free or may be shared.
    fn on_board(
        &mut self,
        text: &str,
        at: Range<usize>,
        entry: &Entry,
        turn: u8,
        places: &[Place],
    ) -> Option<Place> {
        let cell = self.setting.map.named(self.report, text, at.clone())?;
        let held = self.roster.taken.contains(&cell) && turn == 1;
        if held && !self.may_share(cell, entry.unit.is_infantry(), places) {
            self.report.fault(at, format!("two units begin in {text}"));
            return None;
        }
        if self.is_building(cell) && !self.setting.plays(Switch::Buildings) {
            let needs = "needs the additional rule \"buildings\" in \"rules\"";
            self.report.fault(at, format!("a unit in a building, {text}, {needs}"));
            return None;
        }
        self.roster.taken.push(cell);
        Some(Place::Board(cell))
    }

    fn is_building(&self, cell: Spot) -> bool {
        self.setting.map.ground[usize::from(cell)].kind == Kind::Building
    }

    /// Whether a unit may begin in a section of a building with others of its side: one vehicle or Gun, two
    /// infantry units (24, P-62).
    #[apply(rule, "24.1")]
    fn may_share(&self, cell: Spot, infantry: bool, places: &[Place]) -> bool {
        let own = self.roster.units.iter().zip(&self.roster.starts).skip(self.first);
        let own = own.filter(|(_, start)| start.place == Place::Board(cell));
        let kinds: Vec<bool> = own.map(|(unit, _)| unit.is_infantry()).collect();
        let here = places.iter().filter(|place| **place == Place::Board(cell)).count();
        let alike = kinds.iter().filter(|kind| **kind == infantry).count() + here;
        let all = self.roster.taken.iter().filter(|taken| **taken == cell).count();
        self.is_building(cell) && all == kinds.len() + here && alike < if infantry { 2 } else { 1 }
    }

    /// Reports units that cannot be carried or towed as written (14, 18).
    fn aboard(&mut self, entry: &Entry, carrier: Id, file: &UnitFile, places: &[Place], at: Range<usize>) {
        let vehicle = &self.roster.units[usize::from(carrier)];
        let place = Place::Aboard(carrier);
        let more = places.iter().filter(|other| **other == place).count();
        let riders = self.roster.at(place).filter(|unit| unit.is_infantry()).count();
        let guns = self.roster.at(place).filter(|unit| unit.is_gun()).count();
        let russian = self.found.nation.get_ref().parse() == Ok(Nation::Russia);
        let (name, who) = (&entry.name, format!("{} {}", vehicle.tag, vehicle.name));
        let fault = match &entry.unit {
            unit if unit.is_infantry() && guns > 0 && !vehicle.jeep => {
                Some(format!("{who} tows a Gun, so it cannot carry infantry"))
            }
            unit if unit.is_infantry() => (riders + more >= vehicle.room(self.setting.year, russian))
                .then(|| format!("{who} has no room for {name}")),
            unit if unit.is_gun() && !vehicle.tows(unit) => Some(format!("{who} cannot tow {name}")),
            unit if unit.is_gun() => (guns + more > 0 || riders > 0 && !vehicle.jeep)
                .then(|| format!("{who} already carries or tows a unit, so it cannot tow {name}")),
            _ => Some(format!("{name} cannot ride: only infantry and Guns are carried or towed")),
        };
        let arrives = self.roster.starts[usize::from(carrier)].turn;
        let late = file.turn.as_ref().filter(|turn| *turn.get_ref() != i64::from(arrives));
        let late = late.map(|_| format!("{name} is aboard {who}, so it arrives on turn {arrives}"));
        for fault in fault.into_iter().chain(late) {
            self.report.fault(at.clone(), fault);
        }
    }

    /// Reports spotters that are not vehicles, and batteries of mixed types or without indirect fire (21).
    fn calls(&mut self, file: &UnitFile, entry: &Entry, battery: u8) {
        let name = &entry.name;
        if file.spotter && !entry.unit.is_vehicle() {
            self.report.fault(file.r#type.span(), format!("artillery spotters must be vehicles, not {name}"));
        }
        let Some(number) = file.battery.as_ref().filter(|_| battery > 0) else { return };
        if !entry.unit.may_fire_indirect() {
            self.report.fault(number.span(), format!("{name} cannot use indirect fire"));
        }
        let own = &self.roster.units[self.first..];
        if let Some(other) = own.iter().find(|unit| unit.battery == battery && unit.name != *name) {
            let fault =
                format!("battery {battery} has {}: all units of a battery must be of one type", other.name);
            self.report.fault(number.span(), fault);
        }
    }

    /// Reports units that need an additional rule that is off.
    fn allowed(&mut self, file: &UnitFile, entry: &Entry) {
        let unit = &entry.unit;
        let mut need = |is: bool, switch: Switch| {
            if is && !self.setting.plays(switch) {
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
