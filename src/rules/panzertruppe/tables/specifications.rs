//! Chapter 36: vehicles, Guns and infantry as units, read from their sheets.

use std::sync::OnceLock;

use crate::game::Side;
use crate::rules::panzertruppe::artillery::gun_arc;
use crate::rules::panzertruppe::firing::{Bore, GunType};
use crate::rules::panzertruppe::sight::geometry::Arc;
use crate::rules::panzertruppe::state::unit::Gun;
use crate::rules::panzertruppe::state::{Arm, Armour, Drive, DugIn, MachineGuns, Tag, Unit, Weight};
use crate::rules::panzertruppe::tables::sheet::{Mark, Sheet, SheetFault};
use crate::rules::panzertruppe::tables::{Nation, Tables};

/// The nations as words of a command line: "united-states".
pub fn nation_keys() -> impl Iterator<Item = String> {
    Nation::ALL.into_iter().map(|nation| nation.name().to_lowercase().replace(' ', "-"))
}

/// The kinds of catalog entries.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EntryKind {
    /// A vehicle.
    Vehicle,
    /// A Gun.
    Gun,
    /// Infantry, a mortar or cavalry.
    Infantry,
    /// An aircraft.
    Aircraft,
}

impl EntryKind {
    /// Its word in the catalog.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Vehicle => "vehicle",
            Self::Gun => "gun",
            Self::Infantry => "infantry",
            Self::Aircraft => "aircraft",
        }
    }
}

/// An entry of the catalog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its nation; `None` for units of all nations.
    pub nation: Option<Nation>,
    /// Its kind.
    pub kind: EntryKind,
    /// Its name in the tables.
    pub name: String,
    /// First and last year, 39 to 45.
    pub years: (u8, u8),
    /// Its value in points.
    pub value: u16,
    /// The unit, without tag, side and group.
    pub unit: Unit,
    /// Every figure as text, with its mark.
    pub figures: Vec<(String, String, Mark)>,
}

impl Entry {
    /// The name of its nation, or "All".
    pub fn nation_name(&self) -> &'static str {
        self.nation.map_or("All", Nation::name)
    }
}

/// A unit without any properties.
fn blank(name: &str, arm: Arm, drive: Drive) -> Unit {
    Unit {
        tag: Tag { letter: '?', number: 1 },
        name: name.to_owned(),
        side: Side::A,
        group: 0,
        arm,
        drive,
        pace: 0,
        main: None,
        second: None,
        machine_guns: MachineGuns::default(),
        infantry_gun: false,
        hand: None,
        mortar: None,
        size: 0,
        armour: Armour::default(),
        weight: Weight::Light,
        last_year: 45,
        value: 0,
        open: false,
        carries: 0,
        carrier: false,
        kangaroo: false,
        anti_air: false,
        quad: false,
        quad_twenty: false,
        artillery: false,
        rocket: false,
        eight_wheels: false,
        turret_open: false,
        light_tow: false,
        jeep: false,
        flail: false,
        rollers: false,
        opens_hedgerows: false,
        dozer: false,
        small_turret: false,
        horses: false,
        no_hull_down_fire: false,
        anti_tank_rifle: false,
        large: false,
        fires_limbered: false,
        russian: false,
        recon: false,
        spotter: false,
        battery: 0,
        hidden: false,
        dug_in: DugIn::NONE,
        pushes_rollers: false,
    }
}

/// Reads "85L" or "37VL,D": size, type and rate of fire.
pub fn bore(text: &str) -> Option<(Bore, bool)> {
    let (text, double) = text.strip_suffix(",D").map_or((text, false), |text| (text, true));
    let letters = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let kind = match letters {
        "S" => GunType::S,
        "M" => GunType::M,
        "L" => GunType::L,
        "VL" => GunType::VL,
        _ => return None,
    };
    let calibre = text[..text.len() - letters.len()].parse().ok().filter(|mm| (1..=999).contains(mm))?;
    Some((Bore { calibre, kind }, double))
}

/// The catalog of some tables.
///
/// # Errors
/// The first figure that cannot be read.
pub fn read(tables: &Tables) -> Result<Vec<Entry>, SheetFault> {
    let mut entries = Vec::new();
    for sheet in &tables.nations {
        for row in 0..sheet.rows.len() {
            entries.push(vehicle(sheet, row)?);
        }
    }
    let sheet = |id: &str| tables.sheet(id).ok_or_else(|| SheetFault::missing(id));
    let guns = sheet("guns")?;
    for row in 0..guns.rows.len() {
        entries.extend(gun(guns, row)?);
    }
    let foot = sheet("infantry")?;
    for row in 0..foot.rows.len() {
        entries.extend(infantry(tables, foot, row)?);
    }
    // A vehicle with an anti-tank rifle has the rifle of the infantry table (36, note 8).
    let rifle = tables.infantry_weapons.iter().position(|weapon| weapon.name == ANTI_TANK_RIFLE);
    for entry in entries.iter_mut().filter(|entry| entry.unit.hand == Some(RIFLE)) {
        entry.unit.hand = rifle.map(|index| index as u8);
    }
    Ok(entries)
}

/// The anti-tank rifle in the table of infantry weapons.
const ANTI_TANK_RIFLE: &str = "ATR";

/// Stands in for the anti-tank rifle until the infantry weapons have been read.
const RIFLE: u8 = u8::MAX;

/// The aircraft of the tables, for look-up only: they arrive by a die roll.
pub fn aircraft(tables: &Tables) -> Vec<Entry> {
    let Some(sheet) = tables.sheet("aircraft") else { return Vec::new() };
    let kinds = tables.air.aircraft.iter().enumerate();
    kinds
        .flat_map(|(row, kind)| {
            kind.nations.iter().map(move |&nation| {
                let value = tables.air.value(nation, kind.years.1).unwrap_or(0);
                let text = |column: usize| sheet.text(row, column).to_owned();
                let mark = |column| sheet.mark(row, column).unwrap_or(Mark::Free);
                let loads = format!("{} / {}", text(1), text(2));
                let figures = vec![
                    ("V".to_owned(), value.to_string(), Mark::Stated),
                    ("armament".to_owned(), loads, mark(1)),
                    ("drawn to".to_owned(), text(5), mark(5)),
                ];
                Entry {
                    nation: Some(nation),
                    kind: EntryKind::Aircraft,
                    name: kind.name.clone(),
                    years: kind.years,
                    value,
                    unit: blank(&kind.name, Arm::Soft, Drive::Wheeled),
                    figures,
                }
            })
        })
        .collect()
}

/// The standard catalog.
///
/// # Panics
/// Never: a test reads it.
pub fn standard() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| read(Tables::standard()).expect("the embedded catalog is complete"))
}

/// The marks of columns for which a row has none.
const COLUMN_MARKS: [(&str, &str); 4] = [("V", "F"), ("MP", "F"), ("armament", "F"), ("MG", "F")];

/// Reads the traits of a vehicle into its properties.
fn read_traits(sheet: &Sheet, row: usize, unit: &mut Unit) -> Result<(), SheetFault> {
    for word in sheet.text(row, 14).split_whitespace() {
        match word {
            "open" => unit.open = true,
            "aa" => unit.anti_air = true,
            "quad" => unit.quad = true,
            "quad20" => unit.quad_twenty = true,
            "artillery" => unit.artillery = true,
            "rocket" => unit.rocket = true,
            "eight" => unit.eight_wheels = true,
            "turret-o" => unit.turret_open = true,
            "light-tow" => unit.light_tow = true,
            "jeep" => unit.jeep = true,
            "flail" => unit.flail = true,
            "rollers" => unit.rollers = true,
            "prongs" => unit.opens_hedgerows = true,
            "dozer" => {
                unit.opens_hedgerows = true;
                unit.dozer = true;
            }
            "small-turret" => unit.small_turret = true,
            "horses" => unit.horses = true,
            "atr" => unit.hand = Some(RIFLE),
            "kangaroo" => unit.kangaroo = true,
            "lee" | "charb" | "nodown" => unit.no_hull_down_fire = true,
            other => match other.strip_prefix("carries:").and_then(|n| n.parse().ok()) {
                Some(n) => unit.carries = n,
                None => return Err(sheet.fault(row, format!("unknown trait \"{other}\""))),
            },
        }
    }
    Ok(())
}

/// The guns of a vehicle: none, one, or one in the bow and one in the turret.
fn armament(sheet: &Sheet, row: usize, unit: &Unit) -> Result<Vec<Gun>, SheetFault> {
    let mut guns = Vec::new();
    if sheet.text(row, 3) != "-" {
        for part in sheet.text(row, 3).split(" + ") {
            let (figure, place) = part.split_once(' ').unwrap_or((part, ""));
            let (bore, double) = bore(figure).ok_or_else(|| {
                sheet.fault(row, format!("expected an armament such as 85L or 37VL,D, found \"{figure}\""))
            })?;
            let mut turret = match place {
                "bow" => false,
                "turret" => true,
                _ => unit.drive == Drive::Tank || unit.drive == Drive::Wheeled && unit.arm != Arm::Soft,
            };
            // The Matilda flail has no turret (34).
            turret &= !unit.flail || unit.machine_guns.any();
            let arc = match (unit.anti_air, turret) {
                (true, _) => Arc::All,
                (_, true) => Arc::Sixty,
                _ => Arc::Forty,
            };
            guns.push(Gun { bore, double, arc, turret });
        }
    }
    Ok(guns)
}

/// The nation of a sheet of vehicles; `None` for those of all nations.
fn nation_of(sheet: &Sheet) -> Result<Option<Nation>, SheetFault> {
    let fault = |()| sheet.fault(None, "expected the vehicles of a nation, or of \"All\"");
    if sheet.id == "All" { Ok(None) } else { sheet.id.parse().map(Some).map_err(fault) }
}

fn vehicle(sheet: &Sheet, row: usize) -> Result<Entry, SheetFault> {
    let text = |column: usize| sheet.text(row, column);
    let drive = match text(1) {
        "t" => Drive::Tank,
        "s" => Drive::SpGun,
        "ht" => Drive::Halftrack,
        "w" => Drive::Wheeled,
        other => return Err(sheet.fault(row, format!("expected the drive t, s, ht or w, found \"{other}\""))),
    };
    let soft = text(7) == "U";
    let mut unit = blank(text(0), if soft { Arm::Soft } else { Arm::Armoured }, drive);
    unit.pace = sheet.number(row, 2)?.max(0) as u16 * 12;
    read_traits(sheet, row, &mut unit)?;
    unit.carrier = unit.carries > 0 && !soft;
    unit.pushes_rollers = unit.name.starts_with("M4 Sherman 75");
    let [bow, coax, open] = ['b', 'c', 'o'].map(|letter| text(4).contains(letter));
    unit.machine_guns = MachineGuns { bow, coax, open };
    let guns = armament(sheet, row, &unit)?;
    unit.main = guns.first().copied();
    unit.second = guns.get(1).copied();
    unit.size = sheet.number(row, 5)?;
    if !soft {
        let [front, side, rear] = [sheet.number(row, 7)?, sheet.number(row, 8)?, sheet.number(row, 9)?];
        // The left side of the Char B has an engine grille (36, note 3).
        let left = if text(14).split_whitespace().any(|t| t == "charb") { side + 1 } else { side };
        unit.armour = Armour { front, right: side, left, rear };
    }
    unit.weight = match text(10) {
        "L" => Weight::Light,
        "M" => Weight::Medium,
        "H" => Weight::Heavy,
        "VH" => Weight::VeryHeavy,
        other => {
            return Err(sheet.fault(row, format!("expected the weight L, M, H or VH, found \"{other}\"")));
        }
    };
    let years = (sheet.number(row, 11)?.clamp(0, 99) as u8, sheet.number(row, 12)?.clamp(0, 99) as u8);
    unit.last_year = years.1;
    unit.value = sheet.number(row, 13)?.max(0) as u16;
    let nation = nation_of(sheet)?;
    unit.russian = nation == Some(Nation::Russia);
    let marks: Vec<(&str, &str)> =
        sheet.rows[row][15].split(", ").filter_map(|mark| mark.rsplit_once(' ')).collect();
    let figures = (1..14)
        .map(|column| {
            let name = sheet.head[column].as_str();
            let own = marks.iter().find(|(known, _)| *known == name).map(|(_, mark)| *mark);
            let usual = COLUMN_MARKS.iter().find(|(known, _)| *known == name).map_or("F", |(_, mark)| *mark);
            let mark = Mark::of(own.unwrap_or(usual)).unwrap_or(Mark::Free);
            (name.to_owned(), text(column).to_owned(), mark)
        })
        .collect();
    Ok(Entry {
        nation,
        kind: EntryKind::Vehicle,
        name: text(0).to_owned(),
        years,
        value: unit.value,
        unit,
        figures,
    })
}

/// A Gun, once for each nation that had it.
fn gun(sheet: &Sheet, row: usize) -> Result<Vec<Entry>, SheetFault> {
    let text = |column: usize| sheet.text(row, column);
    let (bore, double) = bore(text(1)).ok_or_else(|| {
        sheet.fault(row, format!("expected an armament such as 75L, found \"{}\"", text(1)))
    })?;
    let has = |word: &str| text(7).split_whitespace().any(|found| found == word);
    let mut unit = blank(text(0), Arm::Gun, Drive::HandTow);
    unit.pace = sheet.figure(row, 2)?.unwrap_or(0).max(0) as u16 * 12;
    unit.large = has("large");
    unit.anti_air = has("aa");
    unit.quad = has("quad");
    unit.artillery = has("artillery");
    unit.fires_limbered = has("limbered");
    unit.value = sheet.number(row, 3)?.max(0) as u16;
    let carriage = if unit.large { 90 } else { bore.calibre };
    unit.size = if carriage < 80 { -1 } else { 0 };
    unit.main = Some(Gun { bore, double, arc: gun_arc(carriage, unit.anti_air), turret: false });
    unit.armour = Armour { front: 4, ..Armour::default() };
    let years = (sheet.number(row, 4)?.clamp(0, 99) as u8, sheet.number(row, 5)?.clamp(0, 99) as u8);
    let figures: Vec<(String, String, Mark)> = (1..7)
        .map(|column| {
            (
                sheet.head[column].clone(),
                text(column).to_owned(),
                sheet.mark(row, column).unwrap_or(Mark::Free),
            )
        })
        .collect();
    Ok(Nation::of_letters(text(6))
        .into_iter()
        .map(|nation| Entry {
            nation: Some(nation),
            kind: EntryKind::Gun,
            name: text(0).to_owned(),
            years,
            value: unit.value,
            unit: Unit { russian: nation == Nation::Russia, ..unit.clone() },
            figures: figures.clone(),
        })
        .collect())
}

/// Infantry, a mortar or cavalry, once for each nation that had it, or once for all (15, 17, 18, 22).
fn infantry(tables: &Tables, sheet: &Sheet, row: usize) -> Result<Vec<Entry>, SheetFault> {
    let text = |column: usize| sheet.text(row, column);
    let mut unit = blank(text(0), Arm::Infantry, Drive::Foot);
    unit.pace = sheet.number(row, 1)?.clamp(0, 60) as u16 * 12;
    unit.value = sheet.number(row, 2)?.max(0) as u16;
    match text(6) {
        "" => {}
        "MG" => unit.infantry_gun = true,
        "horses" => unit.drive = Drive::Cavalry,
        arms => match arms.strip_prefix("mortar:") {
            Some(mm) => {
                let fault =
                    || sheet.fault(row, format!("expected a mortar such as mortar:81, found \"{arms}\""));
                unit.mortar = Some(mm.parse().ok().filter(|mm| (1..=999).contains(mm)).ok_or_else(fault)?);
            }
            None => {
                let weapon = tables.infantry_weapons.iter().position(|weapon| weapon.name == arms);
                let fault = || {
                    sheet.fault(
                        row,
                        format!(
                            "unknown infantry weapon \"{arms}\"; it is not in \
                     infantry-weapons"
                        ),
                    )
                };
                unit.hand = Some(weapon.ok_or_else(fault)? as u8);
                unit.anti_tank_rifle = arms == ANTI_TANK_RIFLE;
            }
        },
    }
    let years = (sheet.number(row, 3)?.clamp(0, 99) as u8, sheet.number(row, 4)?.clamp(0, 99) as u8);
    let figures: Vec<(String, String, Mark)> = (1..7)
        .map(|column| {
            let mark = sheet.mark(row, column).unwrap_or(Mark::Free);
            (sheet.head[column].clone(), text(column).to_owned(), mark)
        })
        .collect();
    let entry = |nation: Option<Nation>| Entry {
        nation,
        kind: EntryKind::Infantry,
        name: text(0).to_owned(),
        years,
        value: unit.value,
        unit: unit.clone(),
        figures: figures.clone(),
    };
    if text(5) == "all" {
        return Ok(vec![entry(None)]);
    }
    Ok(Nation::of_letters(text(5)).into_iter().map(|nation| entry(Some(nation))).collect())
}

/// Lend-lease vehicles of the Russians, by the beginning of their names (36, note 16).
const LENT: [&str; 6] = ["Churchill", "Valentine", "M3/M5 Stuart", "M3 scout car", "M3 halftrack", "Jeep"];

/// Whether a nation fields an entry: its own, those of all nations, AA mounts (32), and lend-lease for the
/// Russians.
pub fn fields(nation: Nation, entry: &Entry) -> bool {
    let lent = nation == Nation::Russia && LENT.iter().any(|name| entry.name.starts_with(name));
    entry.nation.is_none_or(|own| own == nation) || entry.unit.anti_air && entry.unit.is_gun() || lent
}

/// The entry with a name that a nation may field: its own, one of all nations, else a captured or lend-lease
/// one; anti-tank rifles were used by all but the French (17).
pub fn find<'a>(entries: &'a [Entry], nation: Nation, name: &str) -> Option<&'a Entry> {
    let barred = |entry: &Entry| nation == Nation::France && entry.unit.anti_tank_rifle;
    let same = |entry: &&Entry| entry.name.eq_ignore_ascii_case(name) && !barred(entry);
    let own = entries.iter().filter(same).find(|entry| entry.nation == Some(nation));
    own.or_else(|| entries.iter().filter(same).find(|entry| entry.nation.is_none()))
        .or_else(|| entries.iter().find(same))
}
