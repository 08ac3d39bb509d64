//! Chapter 31's figures: which aircraft come and when, what they carry, and what it does.

use crate::rules::panzertruppe::sight::geometry::Tenths;
use crate::rules::panzertruppe::tables::sheet::{Sheet, SheetFault};

/// A weapon of aircraft that kills or does nothing, on one roll.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AirWeapon {
    /// Its name.
    pub name: String,
    /// What must be reached.
    pub need: i16,
    /// The rear armour of an armoured target is added.
    pub armour: bool,
    /// Added against unarmoured vehicles, Guns and infantry.
    pub soft: i16,
    /// The same if they are dug in.
    pub dug_in: i16,
    /// Always added.
    pub always: i16,
    /// Added against vehicles.
    pub vehicle: i16,
    /// Added against vehicles in motion.
    pub moving: i16,
    /// Added against armour of 0 or less in the rear.
    pub thick: i16,
    /// A miss lands somewhere near.
    pub strays: bool,
}

/// What an aircraft attacks with.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum AirLoad {
    /// A weapon, an index into [`AirFigures::weapons`].
    Weapon(u8),
    /// Bombs.
    Bombs,
}

/// An aircraft.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Aircraft {
    /// Its name.
    pub name: String,
    /// What it attacks with first and second.
    pub loads: [AirLoad; 2],
    /// The first and the last year, 39 to 45.
    pub years: (u8, u8),
    /// It comes on a D10 of at most this, where more than one kind may come.
    pub drawn_to: u8,
    /// The letters of its nations.
    pub nations: String,
}

/// What air support is worth to some nations in some years.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AirSupport {
    /// The letters of the nations.
    pub nations: String,
    /// The first and the last year, 39 to 45.
    pub years: (u8, u8),
    /// Points of value.
    pub value: u16,
}

/// All figures of air support.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AirFigures {
    /// An aircraft comes on this or more.
    pub comes_from: u8,
    /// A target is spotted on this or less.
    pub spotted_to: u8,
    /// Bombs miss up to this.
    pub miss_to: i16,
    /// Bombs fall near up to this; above it they hit.
    pub near_to: i16,
    /// Added to bombs on a vehicle in motion.
    pub moving: i16,
    /// Added to bombs on the target of the first attack.
    pub same: i16,
    /// Added to bombs by the distance from that target.
    pub distance: Vec<(Tenths, i16)>,
    /// A near hit does nothing to armour up to this.
    pub unharmed_to: i16,
    /// A near hit stuns armour up to this, and wrecks it above.
    pub stunned_to: i16,
    /// Cannon, machine guns, rockets.
    pub weapons: Vec<AirWeapon>,
    /// The aircraft.
    pub aircraft: Vec<Aircraft>,
    /// What they are worth.
    pub support: Vec<AirSupport>,
}

fn years(sheet: &Sheet, row: usize, column: usize) -> Result<(u8, u8), SheetFault> {
    let year = |column| Ok(sheet.number(row, column)?.clamp(0, 99) as u8);
    Ok((year(column)?, year(column + 1)?))
}

fn yes(sheet: &Sheet, row: usize, column: usize) -> Result<bool, SheetFault> {
    match sheet.text(row, column) {
        "yes" => Ok(true),
        "no" => Ok(false),
        text => {
            Err(sheet
                .fault(row, format!("expected yes or no for \"{}\", found \"{text}\"", sheet.head[column])))
        }
    }
}

impl AirFigures {
    /// Reads the figures.
    ///
    /// # Errors
    /// The first that cannot be read.
    pub fn read(
        attack: &Sheet,
        weapons: &Sheet,
        aircraft: &Sheet,
        support: &Sheet,
    ) -> Result<Self, SheetFault> {
        let weapons: Vec<AirWeapon> = (0..weapons.rows.len())
            .map(|row| {
                Ok(AirWeapon {
                    name: weapons.text(row, 0).to_owned(),
                    need: weapons.number(row, 1)?,
                    armour: yes(weapons, row, 2)?,
                    soft: weapons.number(row, 3)?,
                    dug_in: weapons.number(row, 4)?,
                    always: weapons.number(row, 5)?,
                    vehicle: weapons.number(row, 6)?,
                    moving: weapons.number(row, 7)?,
                    thick: weapons.number(row, 8)?,
                    strays: yes(weapons, row, 9)?,
                })
            })
            .collect::<Result<_, SheetFault>>()?;
        let load = |row: usize, column: usize| match aircraft.text(row, column) {
            "bombs" => Ok(AirLoad::Bombs),
            name => match weapons.iter().position(|weapon| weapon.name == name) {
                Some(index) => Ok(AirLoad::Weapon(index as u8)),
                None => Err(aircraft.fault(row, format!("there is no weapon of aircraft \"{name}\""))),
            },
        };
        let aircraft = (0..aircraft.rows.len())
            .map(|row| {
                Ok(Aircraft {
                    name: aircraft.text(row, 0).to_owned(),
                    loads: [load(row, 1)?, load(row, 2)?],
                    years: years(aircraft, row, 3)?,
                    drawn_to: aircraft.number(row, 5)?.clamp(0, 10) as u8,
                    nations: aircraft.text(row, 6).to_owned(),
                })
            })
            .collect::<Result<_, SheetFault>>()?;
        let support = (0..support.rows.len())
            .map(|row| {
                Ok(AirSupport {
                    nations: support.text(row, 0).to_owned(),
                    years: years(support, row, 1)?,
                    value: support.number(row, 3)?.max(0) as u16,
                })
            })
            .collect::<Result<_, SheetFault>>()?;
        let distance = (0..attack.rows.len())
            .filter_map(|row| {
                let inches = attack.text(row, 0).strip_prefix("to ")?;
                let tenths =
                    crate::rules::panzertruppe::sight::geometry::tenths_of(inches).ok_or_else(|| {
                        attack.fault(row, format!("expected inches such as 5.9, found \"{inches}\""))
                    });
                Some(tenths.and_then(|tenths| Ok((tenths, attack.number(row, 1)?))))
            })
            .collect::<Result<_, SheetFault>>()?;
        Ok(Self {
            comes_from: attack.named("comes from")?.clamp(0, 11) as u8,
            spotted_to: attack.named("spotted to")?.clamp(0, 10) as u8,
            miss_to: attack.named("miss to")?,
            near_to: attack.named("near hit to")?,
            moving: attack.named("moving target")?,
            same: attack.named("same target")?,
            distance,
            unharmed_to: attack.named("armour unharmed to")?,
            stunned_to: attack.named("armour stunned to")?,
            weapons,
            aircraft,
            support,
        })
    }

    /// The kinds that may come to a nation in a year, in the order in which they are drawn.
    pub fn kinds(&self, nation: char, year: u8) -> impl Iterator<Item = &Aircraft> {
        self.aircraft.iter().filter(move |kind| {
            kind.nations.contains(nation) && (kind.years.0..=kind.years.1).contains(&year)
        })
    }

    /// What air support is worth to a nation in a year; `None` where it has none.
    pub fn value(&self, nation: char, year: u8) -> Option<u16> {
        let fits =
            |row: &&AirSupport| row.nations.contains(nation) && (row.years.0..=row.years.1).contains(&year);
        self.support.iter().find(fits).map(|row| row.value)
    }

    /// What an attack is called.
    pub fn name(&self, load: AirLoad) -> &str {
        match load {
            AirLoad::Weapon(index) => &self.weapons[usize::from(index)].name,
            AirLoad::Bombs => "bombs",
        }
    }
}
