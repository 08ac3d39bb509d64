//! The figures of the tables, read once from their sheets.

use std::sync::OnceLock;

use super::aircraft::AirFigures;
use super::firing::GunType;
use super::geometry::Tenths;
use super::sheet::{Sheet, SheetFault, Sheets};

/// The tables that come with the program.
const STANDARD: &str = include_str!("../../../config/panzertruppe/tables.toml");

/// The vehicles that come with the program.
const VEHICLES: &str = include_str!("../../../config/panzertruppe/vehicles.toml");

/// Tables that are lists of names beside those of the nations: a player's own replaces row by row.
const LISTS: [&str; 3] = ["guns", "infantry", "infantry-weapons"];

/// What is added to a to-hit roll.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ToHitAdds {
    /// The face needed with nothing added.
    pub base: i16,
    /// The firer is in motion.
    pub firer_moving: i16,
    /// The firer is on overwatch.
    pub firer_overwatch: i16,
    /// The target is in motion.
    pub target_moving: i16,
    /// The target is on overwatch.
    pub target_overwatch: i16,
    /// The target is infantry on foot.
    pub infantry: i16,
    /// Ambush fire.
    pub ambush: i16,
    /// Russian firer.
    pub russian: i16,
    /// Wall.
    pub wall: i16,
    /// Hedge.
    pub hedge: i16,
    /// Beside a building.
    pub beside_building: i16,
    /// A Gun back from the edge of a hill.
    pub hill_edge: i16,
    /// Hull down.
    pub hull_down: i16,
    /// Dug in.
    pub dug_in: i16,
    /// The most that comes together when dug in.
    pub dug_in_most: i16,
    /// Woods.
    pub woods: i16,
    /// Hedgerow.
    pub hedgerow: i16,
    /// Building.
    pub building: i16,
    /// Rough ground.
    pub rough: i16,
    /// Crouching infantry.
    pub crouching: i16,
}

/// What is added to a machine gun's roll (15, 16).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct MachineGunAdds {
    /// The firer is in motion.
    pub firer_moving: i16,
    /// The firer is on overwatch.
    pub firer_overwatch: i16,
    /// The target is in motion.
    pub target_moving: i16,
    /// Dug in.
    pub dug_in: i16,
    /// In a building.
    pub building: i16,
    /// In woods.
    pub woods: i16,
    /// Behind a hedgerow.
    pub hedgerow: i16,
    /// In rough ground.
    pub rough: i16,
    /// Behind a wall.
    pub wall: i16,
    /// Behind a hedge.
    pub hedge: i16,
    /// Four heavy machine guns on one mount.
    pub quad: i16,
    /// The target is an unarmoured vehicle.
    pub unarmoured: i16,
    /// By so much over the need the target is destroyed, not stunned.
    pub destroys_over: i16,
}

/// What is added to indirect fire (21).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct IndirectAdds {
    /// By calibre: under 80, 80 to 139, 140 and more.
    pub calibre: [i16; 3],
    /// In woods.
    pub woods: i16,
    /// In a building.
    pub building: i16,
    /// Dug in.
    pub dug_in: i16,
    /// Crouching.
    pub crouching: i16,
    /// A vehicle in motion.
    pub moving: i16,
    /// An armoured vehicle.
    pub armoured: i16,
    /// The same aim as the battery's last mission.
    pub same_aim: i16,
}

/// What is added to a close assault (20); positive favours the infantry.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct AssaultAdds {
    /// Infantry that ride.
    pub rider: i16,
    /// Machine guns that bear.
    pub machine_gun: i16,
    /// Armoured, of 1941 or before.
    pub early: i16,
    /// Infantry assault a vehicle in motion.
    pub moving: i16,
    /// Woods, wall, rough, grain or smoke.
    pub cover: i16,
    /// A vehicle assaults infantry dug in.
    pub dug_in: i16,
    /// Infantry defend a hedgerow.
    pub hedgerow: i16,
    /// The vehicle is stunned.
    pub stunned: i16,
    /// The vehicle is armoured and open.
    pub open: i16,
    /// The vehicle is unarmoured.
    pub unarmoured: i16,
    /// Each attack on the same vehicle before this one.
    pub before: i16,
}

/// What an inch of ground costs, in twelfths of a point.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cost {
    /// It cannot be entered.
    No,
    /// The whole of a unit's movement.
    Full,
    /// So many twelfths.
    Twelfths(u16),
}

/// The rows of the movement table.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// Clear ground.
    Clear,
    /// Road.
    Road,
    /// Rough ground.
    Rough,
    /// Woods.
    Woods,
    /// Swamp.
    Swamp,
    /// A stream.
    Stream,
    /// Across a hedge.
    Hedge,
    /// Across a wall.
    Wall,
    /// Across a hedgerow.
    Hedgerow,
    /// Up or down a cliff.
    Cliff,
    /// Into a section of a building.
    Building,
    /// Up one level.
    LevelUp,
    /// To start.
    Start,
}

const WAYS: [(Way, &str); 13] = [
    (Way::Clear, "clear"),
    (Way::Road, "road"),
    (Way::Rough, "rough"),
    (Way::Woods, "woods"),
    (Way::Swamp, "swamp"),
    (Way::Stream, "stream"),
    (Way::Hedge, "hedge"),
    (Way::Wall, "wall"),
    (Way::Hedgerow, "hedgerow"),
    (Way::Cliff, "cliff"),
    (Way::Building, "building"),
    (Way::LevelUp, "level up"),
    (Way::Start, "start"),
];

/// An infantry anti-tank weapon (17).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InfantryWeapon {
    /// Its name.
    pub name: String,
    /// To so many tenths, so much is added to hit; three bands, then no shot.
    pub bands: [(Tenths, i16); 3],
    /// Added to the effect with the armour alone.
    pub effect: i16,
    /// Used up on a D10 of at most this; 0 never.
    pub depletes: u8,
    /// Two shots between loads.
    pub double: bool,
    /// Does nothing to other infantry.
    pub tank_only: bool,
    /// No flame to the rear.
    pub no_blast: bool,
}

/// What becomes of a bridge (26).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Strain {
    /// It holds.
    Holds,
    /// It falls on a 1.
    Risk,
    /// It falls.
    Falls,
}

/// All figures of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tables {
    /// The sheets they were read from, for the catalog.
    pub sheets: Vec<Sheet>,
    /// The vehicles, a sheet a nation.
    pub nations: Vec<Sheet>,
    /// To hit.
    pub to_hit: ToHitAdds,
    ranges: Vec<(Tenths, [Option<i16>; 4])>,
    /// The lowest results that stun, immobilise and destroy.
    pub effect: [i16; 3],
    /// The shield of a Gun.
    pub gun_front: i16,
    effect_ranges: Vec<(Tenths, i16)>,
    effect_sizes: Vec<(u16, i16)>,
    /// By type of weapon.
    pub effect_type: [i16; 4],
    /// Errant turns: to a face, so many 24ths clockwise.
    errant: Vec<(u8, i8)>,
    movement: [[Cost; 4]; 13],
    /// What reverse multiplies the cost by, by column; `None` where there is none.
    pub reverse: [Option<u16>; 4],
    machine_guns: Vec<(Tenths, [Option<i16>; 2])>,
    /// Machine guns and small arms.
    pub machine_gun: MachineGunAdds,
    /// Indirect fire.
    pub indirect: IndirectAdds,
    /// Infantry anti-tank weapons.
    pub infantry_weapons: Vec<InfantryWeapon>,
    close_assault: Vec<(i16, Assault)>,
    /// Close assault.
    pub assault: AssaultAdds,
    bridges: [[Strain; 4]; 5],
    /// Faces of a D10 that draw each type of bridge.
    pub bridge_draw: [u8; 5],
    spotting: [[u16; 3]; 5],
    /// Radio: American, British, German, others, what 1939 to 1942 subtracts, what moving subtracts.
    pub radio: [i16; 6],
    /// Aircraft and their weapons.
    pub air: AirFigures,
    anti_aircraft: Vec<(Tenths, i16)>,
    /// Mines: highest without effect, highest that immobilises; light, heavy, wheeled, halftrack.
    pub mines: [i16; 6],
}

/// What a close assault ends in (20).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Assault {
    /// The infantry or Gun is lost.
    InfantryLost,
    /// The infantry or Gun is stunned.
    InfantryStunned,
    /// Nothing.
    Nothing,
    /// The vehicle is stunned.
    VehicleStunned,
    /// The vehicle is immobilised.
    VehicleImmobilised,
    /// The vehicle is destroyed.
    VehicleDestroyed,
}

impl Tables {
    /// The tables that come with the program.
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

    /// These tables with one replaced by a player's own; of a list of names he gives only the rows that differ.
    ///
    /// # Errors
    /// A table that is unknown, or has not the shape of the one it replaces.
    pub fn with(&self, own: Sheet) -> Result<Self, SheetFault> {
        let (mut sheets, mut nations) = (self.sheets.clone(), self.nations.clone());
        let nation = nations.iter_mut().find(|old| old.id == own.id);
        let by_name = nation.is_some() || LISTS.contains(&own.id.as_str());
        let Some(old) = nation.or_else(|| sheets.iter_mut().find(|old| old.id == own.id)) else {
            return Err(own.fault(None, "there is no such table"));
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

    /// Reads all figures.
    fn new(sheets: Vec<Sheet>, nations: Vec<Sheet>) -> Result<Self, SheetFault> {
        for sheet in sheets.iter().chain(&nations) {
            sheet.check()?;
        }
        let find = |id: &str| {
            let missing = || SheetFault::missing(id);
            sheets.iter().find(|sheet| sheet.id == id).ok_or_else(missing)
        };
        let steps = |id: &str| -> Result<Vec<(Tenths, i16)>, SheetFault> {
            let sheet = find(id)?;
            (0..sheet.rows.len()).map(|row| Ok((sheet.tenths(row, 0)?, sheet.number(row, 1)?))).collect()
        };
        let range = find("to-hit-range")?;
        let ranges = (0..range.rows.len())
            .map(|row| {
                let mut adds = [None; 4];
                for (kind, add) in adds.iter_mut().enumerate() {
                    *add = range.figure(row, kind + 1)?;
                }
                Ok((range.tenths(row, 0)?, adds))
            })
            .collect::<Result<_, SheetFault>>()?;
        let effect = find("effect")?;
        let results = [("stunned", 0), ("immobilised", 1), ("destroyed", 2)].map(|(word, row)| {
            if effect.text(row, 1) == word {
                effect.number(row, 0)
            } else {
                Err(effect.fault(row, format!("expected the row of \"{word}\"")))
            }
        });
        let [stun, immobilise, destroy] = results;
        let size = find("effect-size")?;
        let effect_sizes = (0..size.rows.len())
            .map(|row| Ok((size.number(row, 0)?.max(0) as u16, size.number(row, 1)?)))
            .collect::<Result<_, SheetFault>>()?;
        let kind = find("effect-type")?;
        let guns = find("machine-guns")?;
        let machine_guns = (0..guns.rows.len())
            .map(|row| Ok((guns.tenths(row, 0)?, [guns.figure(row, 1)?, guns.figure(row, 2)?])))
            .collect::<Result<_, SheetFault>>()?;
        let (movement, reverse) = movement(find("movement")?)?;
        let (bridges, bridge_draw) = bridges(find("bridges")?)?;
        let radio = find("radio")?;
        let mines = find("mines")?;
        Ok(Self {
            to_hit: to_hit(find("to-hit")?)?,
            ranges,
            effect: [stun?, immobilise?, destroy?],
            gun_front: effect.named("gun front")?,
            effect_ranges: steps("effect-range")?,
            effect_sizes,
            effect_type: [kind.named("S")?, kind.named("M")?, kind.named("L")?, kind.named("VL")?],
            errant: errant(find("errant")?)?,
            movement,
            reverse,
            machine_guns,
            machine_gun: machine_gun(find("machine-gun")?)?,
            indirect: indirect(find("indirect")?)?,
            infantry_weapons: infantry_weapons(find("infantry-weapons")?)?,
            close_assault: close_assault(find("close-assault")?)?,
            assault: assault(find("close-assault-adds")?)?,
            bridges,
            bridge_draw,
            spotting: spotting(find("spotting")?)?,
            radio: [
                radio.named("American")?,
                radio.named("British")?,
                radio.named("German")?,
                radio.named("others")?,
                radio.named("to 1942")?,
                radio.named("moving")?,
            ],
            air: AirFigures::read(
                find("air-attack")?,
                find("air-weapons")?,
                find("aircraft")?,
                find("air-support")?,
            )?,
            anti_aircraft: steps("anti-aircraft")?,
            mines: [
                mines.named("no effect to")?,
                mines.named("immobilised to")?,
                mines.named("light")?,
                mines.named("heavy")?,
                mines.named("wheeled")?,
                mines.named("halftrack")?,
            ],
            sheets,
            nations,
        })
    }

    /// The ids of the tables that are not as the program has them.
    pub fn changed(&self) -> Vec<String> {
        let standard = Self::standard();
        let all = self.sheets.iter().zip(&standard.sheets).chain(self.nations.iter().zip(&standard.nations));
        all.filter(|(now, then)| now.rows != then.rows).map(|(now, _)| now.id.clone()).collect()
    }

    /// The sheet of an id.
    pub fn sheet(&self, id: &str) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| sheet.id == id)
    }

    /// What the range adds to hit; `None` out of range.
    pub fn range(&self, range: Tenths, kind: GunType) -> Option<i16> {
        self.ranges.iter().find(|(to, _)| range <= *to).and_then(|(_, adds)| adds[kind as usize])
    }

    /// What the range adds to the effect.
    pub fn effect_range(&self, range: Tenths) -> i16 {
        self.effect_ranges.iter().find(|(to, _)| range <= *to).map_or(0, |(_, add)| *add)
    }

    /// What the calibre adds to the effect; between two rows the smaller counts (P-23).
    pub fn effect_size(&self, calibre: u16) -> i16 {
        self.effect_sizes.iter().rev().find(|(from, _)| *from <= calibre).map_or(0, |(_, add)| *add)
    }

    /// Which way a vehicle out of control turns, in 24ths clockwise.
    pub fn errant_turn(&self, face: u8) -> i8 {
        self.errant.iter().find(|(to, _)| face <= *to).map_or(0, |(_, turn)| *turn)
    }

    /// What a way costs, by column: tracked, halftrack, wheeled, Gun.
    pub fn cost(&self, way: Way, column: usize) -> Cost {
        self.movement[way as usize][column]
    }

    /// What a machine gun (or small arms) needs at a range; `None` out of range.
    pub fn machine_gun_need(&self, range: Tenths, small_arms: bool) -> Option<i16> {
        let row = self.machine_guns.iter().find(|(to, _)| range <= *to);
        row.and_then(|(_, needs)| needs[usize::from(small_arms)])
    }

    /// What a close assault ends in.
    pub fn assault_result(&self, sum: i16) -> Assault {
        let row = self.close_assault.iter().find(|(to, _)| sum <= *to);
        row.map_or(Assault::VehicleDestroyed, |(_, result)| *result)
    }

    /// What a vehicle's weight, 0 light to 3 very heavy, does to a bridge of a type, 0 for A.
    pub fn strain(&self, bridge: u8, weight: u8) -> Strain {
        self.bridges[usize::from(bridge.min(4))][usize::from(weight.min(3))]
    }

    /// Inches at which reconnaissance spots: ground 0 open to 4 deep woods, target 0 vehicle to 2 infantry.
    pub fn spotting(&self, ground: usize, target: usize) -> u16 {
        self.spotting[ground][target]
    }

    /// What anti-aircraft fire needs; `None` out of range.
    pub fn anti_aircraft_need(&self, range: Tenths) -> Option<i16> {
        self.anti_aircraft.iter().find(|(to, _)| range <= *to).map(|(_, need)| *need)
    }
}

fn to_hit(sheet: &Sheet) -> Result<ToHitAdds, SheetFault> {
    Ok(ToHitAdds {
        base: sheet.named("base")?,
        firer_moving: sheet.named("firer moving")?,
        firer_overwatch: sheet.named("firer overwatch")?,
        target_moving: sheet.named("target moving")?,
        target_overwatch: sheet.named("target overwatch")?,
        infantry: sheet.named("infantry")?,
        ambush: sheet.named("ambush")?,
        russian: sheet.named("russian")?,
        wall: sheet.named("wall")?,
        hedge: sheet.named("hedge")?,
        beside_building: sheet.named("beside building")?,
        hill_edge: sheet.named("hill edge")?,
        hull_down: sheet.named("hull down")?,
        dug_in: sheet.named("dug in")?,
        dug_in_most: sheet.named("dug in at most")?,
        woods: sheet.named("woods")?,
        hedgerow: sheet.named("hedgerow")?,
        building: sheet.named("building")?,
        rough: sheet.named("rough")?,
        crouching: sheet.named("crouching")?,
    })
}

fn machine_gun(sheet: &Sheet) -> Result<MachineGunAdds, SheetFault> {
    Ok(MachineGunAdds {
        firer_moving: sheet.named("firer moving")?,
        firer_overwatch: sheet.named("firer overwatch")?,
        target_moving: sheet.named("target moving")?,
        dug_in: sheet.named("dug in")?,
        building: sheet.named("building")?,
        woods: sheet.named("woods")?,
        hedgerow: sheet.named("hedgerow")?,
        rough: sheet.named("rough")?,
        wall: sheet.named("wall")?,
        hedge: sheet.named("hedge")?,
        quad: sheet.named("quad")?,
        unarmoured: sheet.named("unarmoured")?,
        destroys_over: sheet.named("destroys over need")?,
    })
}

fn indirect(sheet: &Sheet) -> Result<IndirectAdds, SheetFault> {
    Ok(IndirectAdds {
        calibre: [sheet.named("under 80 mm")?, sheet.named("80 to 139 mm")?, sheet.named("140 mm and more")?],
        woods: sheet.named("woods")?,
        building: sheet.named("building")?,
        dug_in: sheet.named("dug in")?,
        crouching: sheet.named("crouching")?,
        moving: sheet.named("moving vehicle")?,
        armoured: sheet.named("armoured vehicle")?,
        same_aim: sheet.named("same aim")?,
    })
}

fn assault(sheet: &Sheet) -> Result<AssaultAdds, SheetFault> {
    Ok(AssaultAdds {
        rider: sheet.named("each rider")?,
        machine_gun: sheet.named("each machine gun")?,
        early: sheet.named("armoured 1941")?,
        moving: sheet.named("assaulting moving vehicle")?,
        cover: sheet.named("cover")?,
        dug_in: sheet.named("assaulting dug-in infantry")?,
        hedgerow: sheet.named("defending hedgerow")?,
        stunned: sheet.named("stunned vehicle")?,
        open: sheet.named("open-topped")?,
        unarmoured: sheet.named("unarmoured")?,
        before: sheet.named("each attack before")?,
    })
}

/// Costs by row and column, and what reverse multiplies by.
type Movement = ([[Cost; 4]; 13], [Option<u16>; 4]);

fn movement(sheet: &Sheet) -> Result<Movement, SheetFault> {
    let mut costs = [[Cost::No; 4]; 13];
    for (way, word) in WAYS {
        let row = sheet.rows.iter().position(|row| row[0] == word);
        let row = row.ok_or_else(|| sheet.fault(None, format!("expected a row \"{word}\"")))?;
        for (column, cost) in costs[way as usize].iter_mut().enumerate() {
            let text = sheet.text(row, column + 1);
            *cost = cost_of(text).ok_or_else(|| {
                sheet.fault(
                    row,
                    format!("expected points such as 1, 1.5, 2/3, +1, full or -, found \"{text}\""),
                )
            })?;
        }
    }
    let row = sheet.rows.iter().position(|row| row[0] == "reverse");
    let row = row.ok_or_else(|| sheet.fault(None, "expected a row \"reverse\""))?;
    let mut reverse = [None; 4];
    for (column, times) in reverse.iter_mut().enumerate() {
        *times = match sheet.text(row, column + 1) {
            "-" => None,
            text => match text.strip_prefix('x').and_then(|times| times.parse().ok()) {
                Some(times @ 1..=9) => Some(times),
                _ => return Err(sheet.fault(row, format!("expected x2 or -, found \"{text}\""))),
            },
        };
    }
    Ok((costs, reverse))
}

fn cost_of(text: &str) -> Option<Cost> {
    match text {
        "-" => Some(Cost::No),
        "full" => Some(Cost::Full),
        text => {
            let text = text.trim_start_matches('+');
            let twelfths = match text.split_once('/') {
                Some((over, under)) => {
                    let (over, under) = (over.parse::<u16>().ok()?, under.parse::<u16>().ok()?);
                    (over * 12).checked_div(under)?
                }
                None => super::geometry::tenths_of(text).filter(|tenths| *tenths < 1000)? * 12 / 10,
            };
            Some(Cost::Twelfths(twelfths))
        }
    }
}

fn errant(sheet: &Sheet) -> Result<Vec<(u8, i8)>, SheetFault> {
    (0..sheet.rows.len())
        .map(|row| {
            let turn = match sheet.text(row, 1) {
                "90 left" => -6,
                "45 left" => -3,
                "straight" => 0,
                "45 right" => 3,
                "90 right" => 6,
                text => return Err(sheet.fault(row, format!("expected a turn such as 45 left, found \"{text}\""))),
            };
            Ok((sheet.number(row, 0)?.clamp(0, 10) as u8, turn))
        })
        .collect()
}

fn infantry_weapons(sheet: &Sheet) -> Result<Vec<InfantryWeapon>, SheetFault> {
    (0..sheet.rows.len())
        .map(|row| {
            let has = |word| sheet.text(row, 9).split_whitespace().any(|found| found == word);
            Ok(InfantryWeapon {
                name: sheet.text(row, 0).to_owned(),
                bands: [
                    (sheet.tenths(row, 1)?, sheet.number(row, 2)?),
                    (sheet.tenths(row, 3)?, sheet.number(row, 4)?),
                    (sheet.tenths(row, 5)?, sheet.number(row, 6)?),
                ],
                effect: sheet.number(row, 7)?,
                depletes: sheet.number(row, 8)?.clamp(0, 10) as u8,
                double: has("double"),
                tank_only: has("tank-only"),
                no_blast: has("no-blast"),
            })
        })
        .collect()
}

impl InfantryWeapon {
    /// What the range adds to hit; `None` out of range.
    pub fn range(&self, range: Tenths) -> Option<i16> {
        self.bands.iter().find(|(to, _)| range <= *to).map(|(_, add)| *add)
    }
}

fn close_assault(sheet: &Sheet) -> Result<Vec<(i16, Assault)>, SheetFault> {
    (0..sheet.rows.len())
        .map(|row| {
            let result = match sheet.text(row, 1) {
                "infantry lost" => Assault::InfantryLost,
                "infantry stunned" => Assault::InfantryStunned,
                "no effect" => Assault::Nothing,
                "vehicle stunned" => Assault::VehicleStunned,
                "vehicle immobilised" => Assault::VehicleImmobilised,
                "vehicle destroyed" => Assault::VehicleDestroyed,
                text => return Err(sheet.fault(row, format!("there is no result \"{text}\""))),
            };
            let to = if sheet.text(row, 0) == "over" { i16::MAX } else { sheet.number(row, 0)? };
            Ok((to, result))
        })
        .collect()
}

/// Bridges by type and weight, and the faces that draw each type.
type Bridges = ([[Strain; 4]; 5], [u8; 5]);

fn bridges(sheet: &Sheet) -> Result<Bridges, SheetFault> {
    let (mut strains, mut draw) = ([[Strain::Holds; 4]; 5], [0; 5]);
    if sheet.rows.len() != 5 {
        return Err(sheet.fault(None, "expected five rows, A to E"));
    }
    for row in 0..5 {
        for (column, strain) in strains[row].iter_mut().enumerate() {
            *strain = match sheet.text(row, column + 1) {
                "-" => Strain::Holds,
                "1" => Strain::Risk,
                "N" => Strain::Falls,
                text => return Err(sheet.fault(row, format!("expected -, 1 or N, found \"{text}\""))),
            };
        }
        draw[row] = sheet.number(row, 5)?.clamp(0, 10) as u8;
    }
    Ok((strains, draw))
}

fn spotting(sheet: &Sheet) -> Result<[[u16; 3]; 5], SheetFault> {
    let mut inches = [[0; 3]; 5];
    if sheet.rows.len() != 5 {
        return Err(sheet.fault(None, "expected five rows"));
    }
    for (row, figures) in inches.iter_mut().enumerate() {
        for (column, figure) in figures.iter_mut().enumerate() {
            *figure = sheet.number(row, column + 1)?.clamp(0, 999) as u16;
        }
    }
    Ok(inches)
}
