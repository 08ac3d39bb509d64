//! The tables, read once from their sheets.

use std::sync::OnceLock;

mod adds;
pub mod custom;
mod movement;
mod nation;
mod rows;
pub mod sheet;
pub mod specifications;

use crate::rules::panzertruppe::air::aircraft::AirFigures;
use crate::rules::panzertruppe::firing::GunType;
use crate::rules::panzertruppe::sight::geometry::Tenths;
use crate::rules::panzertruppe::state::{Bridge, Weight};
use crate::rules::panzertruppe::tables::sheet::{Sheet, SheetFault, Sheets};
pub use adds::{AssaultAdds, IndirectAdds, MachineGunAdds, Mines, Radio, ToHitAdds};
pub use movement::{Cost, Way};
pub use nation::Nation;
pub use rows::{Assault, BridgeEffect, InfantryWeapon};

/// The standard tables.
const STANDARD: &str = include_str!("../../../../config/panzertruppe/tables.toml");

/// The standard vehicles.
const VEHICLES: &str = include_str!("../../../../config/panzertruppe/vehicles.toml");

/// Lists of names, like the nations: custom rows replace single rows.
const LISTS: [&str; 3] = ["guns", "infantry", "infantry-weapons"];

/// All tables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tables {
    /// The sheets they were read from, for the catalog.
    pub sheets: Vec<Sheet>,
    /// The vehicles, one sheet for each nation.
    pub nations: Vec<Sheet>,
    /// To-hit modifiers.
    pub to_hit: ToHitAdds,
    ranges: Vec<(Tenths, [Option<i16>; 4])>,
    /// The lowest totals that stun, immobilise and destroy.
    pub effect: [i16; 3],
    /// The front armour modifier of Guns.
    pub gun_front: i16,
    effect_ranges: Vec<(Tenths, i16)>,
    effect_sizes: Vec<(u16, i16)>,
    /// Hit effect modifiers by type of weapon.
    pub effect_type: [i16; 4],
    /// Errant turns: the highest roll of each row, and the turn in 24ths clockwise.
    errant: Vec<(u8, i8)>,
    movement: [[Cost; 4]; 13],
    /// The cost multiplier of reverse by column; `None` where reverse is not possible.
    pub reverse: [Option<u16>; 4],
    machine_guns: Vec<(Tenths, [Option<i16>; 2])>,
    /// MG and small arms modifiers.
    pub machine_gun: MachineGunAdds,
    /// Indirect fire modifiers.
    pub indirect: IndirectAdds,
    /// Infantry anti-tank weapons.
    pub infantry_weapons: Vec<InfantryWeapon>,
    close_assault: Vec<(i16, Assault)>,
    /// Close assault modifiers.
    pub assault: AssaultAdds,
    bridges: [[BridgeEffect; 4]; 5],
    /// The highest D10 roll that draws each type of bridge.
    pub bridge_draw: [u8; 5],
    spotting: [[u16; 3]; 5],
    /// Radio contact.
    pub radio: Radio,
    /// Aircraft and their weapons.
    pub air: AirFigures,
    anti_aircraft: Vec<(Tenths, i16)>,
    /// Mine damage.
    pub mines: Mines,
}

impl Tables {
    /// The standard tables.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn standard() -> &'static Self {
        static STANDARD_TABLES: OnceLock<Tables> = OnceLock::new();
        STANDARD_TABLES.get_or_init(|| {
            let sheets = Sheets::read(STANDARD).expect("the embedded tables are well-formed");
            let vehicles = Sheets::read(VEHICLES).expect("the embedded vehicles are well-formed");
            Self::new(sheets.tables, vehicles.nations).expect("the embedded tables are complete")
        })
    }

    /// These tables with one replaced; of a list of names a custom table has only the rows that differ.
    ///
    /// # Errors
    /// If the table is unknown, or has a different shape.
    pub fn with(&self, own: Sheet) -> Result<Self, SheetFault> {
        let (mut sheets, mut nations) = (self.sheets.clone(), self.nations.clone());
        let nation = nations.iter_mut().find(|old| old.id == own.id);
        let by_name = nation.is_some() || LISTS.contains(&own.id.as_str());
        let Some(old) = nation.or_else(|| sheets.iter_mut().find(|old| old.id == own.id)) else {
            return Err(own.fault(None, "unknown table"));
        };
        if old.head != own.head {
            return Err(own.fault(None, format!("expected the columns {}", old.head.join(", "))));
        }
        own.check()?;
        if by_name {
            for row in own.rows {
                match old.rows.iter_mut().find(|known| known[0] == row[0]) {
                    Some(known) => *known = row,
                    None => old.rows.push(row),
                }
            }
        } else {
            old.rows = own.rows;
        }
        Self::new(sheets, nations)
    }

    /// Reads all tables.
    fn new(sheets: Vec<Sheet>, nations: Vec<Sheet>) -> Result<Self, SheetFault> {
        for sheet in sheets.iter().chain(&nations) {
            sheet.check()?;
        }
        let find = |id: &str| {
            let missing = || SheetFault::missing(id);
            sheets.iter().find(|sheet| sheet.id == id).ok_or_else(missing)
        };
        rows::phases(find("phases")?)?;
        let (movement, reverse) = movement::movement(find("movement")?)?;
        let (bridges, bridge_draw) = rows::bridges(find("bridges")?)?;
        let effect = find("effect")?;
        Ok(Self {
            to_hit: adds::to_hit(find("to-hit")?)?,
            ranges: rows::ranges(find("to-hit-range")?)?,
            effect: rows::results(effect)?,
            gun_front: effect.named("gun front")?,
            effect_ranges: rows::steps(find("effect-range")?)?,
            effect_sizes: rows::sizes(find("effect-size")?)?,
            effect_type: find("effect-type")?.all_named(["S", "M", "L", "VL"])?,
            errant: rows::errant(find("errant")?)?,
            movement,
            reverse,
            machine_guns: rows::machine_guns(find("machine-guns")?)?,
            machine_gun: adds::machine_gun(find("machine-gun")?)?,
            indirect: adds::indirect(find("indirect")?)?,
            infantry_weapons: rows::infantry_weapons(find("infantry-weapons")?)?,
            close_assault: rows::close_assault(find("close-assault")?)?,
            assault: adds::assault(find("close-assault-adds")?)?,
            bridges,
            bridge_draw,
            spotting: rows::spotting(find("spotting")?)?,
            radio: adds::radio(find("radio")?)?,
            air: AirFigures::read(
                find("air-attack")?,
                find("air-weapons")?,
                find("aircraft")?,
                find("air-support")?,
            )?,
            anti_aircraft: rows::steps(find("anti-aircraft")?)?,
            mines: adds::mines(find("mines")?)?,
            sheets,
            nations,
        })
    }

    /// The ids of the tables that differ from the standard ones.
    pub fn changed(&self) -> Vec<String> {
        let standard = Self::standard();
        let all = self.sheets.iter().zip(&standard.sheets).chain(self.nations.iter().zip(&standard.nations));
        all.filter(|(now, then)| now.rows != then.rows).map(|(now, _)| now.id.clone()).collect()
    }

    /// The sheet with an id.
    pub fn sheet(&self, id: &str) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| sheet.id == id)
    }

    /// The to-hit modifier of a range; `None` out of range.
    pub fn range(&self, range: Tenths, kind: GunType) -> Option<i16> {
        self.ranges.iter().find(|(to, _)| range <= *to).and_then(|(_, adds)| adds[kind as usize])
    }

    /// The hit effect modifier of a range.
    pub fn effect_range(&self, range: Tenths) -> i16 {
        self.effect_ranges.iter().find(|(to, _)| range <= *to).map_or(0, |(_, add)| *add)
    }

    /// The hit effect modifier of a calibre; between two rows the smaller counts (P-23).
    pub fn effect_size(&self, calibre: u16) -> i16 {
        self.effect_sizes.iter().rev().find(|(from, _)| *from <= calibre).map_or(0, |(_, add)| *add)
    }

    /// The errant turn of a roll, in 24ths clockwise.
    pub fn errant_turn(&self, face: u8) -> i8 {
        self.errant.iter().find(|(to, _)| face <= *to).map_or(0, |(_, turn)| *turn)
    }

    /// The cost of a row by column: tracked, halftrack, wheeled, Gun.
    pub fn cost(&self, way: Way, column: usize) -> Cost {
        self.movement[way as usize][column]
    }

    /// The roll an MG, or small arms, need at a range; `None` out of range.
    pub fn machine_gun_need(&self, range: Tenths, small_arms: bool) -> Option<i16> {
        let row = self.machine_guns.iter().find(|(to, _)| range <= *to);
        row.and_then(|(_, needs)| needs[usize::from(small_arms)])
    }

    /// The result of a close assault.
    pub fn assault_result(&self, sum: i16) -> Assault {
        let row = self.close_assault.iter().find(|(to, _)| sum <= *to);
        row.map_or(Assault::VehicleDestroyed, |(_, result)| *result)
    }

    /// The results of a close assault with the lowest total of each.
    pub fn assault_results(&self) -> impl Iterator<Item = (i16, Assault)> {
        let above = self.close_assault.iter().map(|(to, _)| to.saturating_add(1));
        std::iter::once(i16::MIN).chain(above).zip(self.close_assault.iter().map(|(_, result)| *result))
    }

    /// The effect of a vehicle on a bridge.
    pub const fn strain(&self, bridge: Bridge, weight: Weight) -> BridgeEffect {
        self.bridges[bridge as usize][weight as usize]
    }

    /// The inches at which reconnaissance spots a hidden unit: terrain 0 open to 4 deep woods, unit 0 vehicle
    /// to 2 infantry.
    pub fn spotting(&self, ground: usize, target: usize) -> u16 {
        self.spotting[ground][target]
    }

    /// The roll anti-aircraft fire needs; `None` out of range.
    pub fn anti_aircraft_need(&self, range: Tenths) -> Option<i16> {
        self.anti_aircraft.iter().find(|(to, _)| range <= *to).map(|(_, need)| *need)
    }
}

#[cfg(test)]
mod pinned;
