//! Chapter 31, figures: which aircraft arrive when, what they carry, and how they attack.

use crate::rules::panzertruppe::sight::geometry::Tenths;
use crate::rules::panzertruppe::tables::Nation;
use crate::rules::panzertruppe::tables::sheet::{Sheet, SheetFault};

/// An aircraft weapon that destroys its target or has no effect, on one roll.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AirWeapon {
    /// Name in the tables.
    pub name: String,
    /// The total needed on a D10.
    pub need: i16,
    /// Whether the rear armour modifier of an armoured target is added.
    pub armour: bool,
    /// Modifier against unarmoured vehicles, Guns and infantry.
    pub soft: i16,
    /// Modifier against Guns and infantry that are dug in.
    pub dug_in: i16,
    /// Modifier that always applies.
    pub always: i16,
    /// Modifier against vehicles.
    pub vehicle: i16,
    /// Modifier against moving vehicles.
    pub moving: i16,
    /// Modifier against rear armour of 0 or less.
    pub thick: i16,
    /// Whether a miss lands nearby and may still harm units there.
    pub strays: bool,
}

/// The weapon of one air attack.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum AirLoad {
    /// A gun or rockets: an index into [`AirFigures::weapons`].
    Weapon(u8),
    /// Bombs.
    Bombs,
}

/// A type of aircraft.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Aircraft {
    /// Name in the tables.
    pub name: String,
    /// The weapons of the first and the second attack.
    pub loads: [AirLoad; 2],
    /// First and last year, 39 to 45.
    pub years: (u8, u8),
    /// The highest D10 roll that brings this type, where a nation has more than one.
    pub drawn_to: u8,
    /// The nations that fly it.
    pub nations: Vec<Nation>,
}

/// The value of air support for some nations in some years.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AirSupport {
    /// The nations.
    pub nations: Vec<Nation>,
    /// First and last year, 39 to 45.
    pub years: (u8, u8),
    /// Points of value.
    pub value: u16,
}

/// All figures of air support.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AirFigures {
    /// The lowest D10 roll on which an aircraft arrives.
    pub comes_from: u8,
    /// The highest D10 roll that spots a target.
    pub spotted_to: u8,
    /// The highest total at which bombs miss.
    pub miss_to: i16,
    /// The highest total for a near hit; above it is a direct hit.
    pub near_to: i16,
    /// Bomb modifier for a moving vehicle.
    pub moving: i16,
    /// Bomb modifier for attacking the first target again.
    pub same: i16,
    /// Bomb modifiers by distance from the first target.
    pub distance: Vec<(Tenths, i16)>,
    /// The highest total at which a near hit has no effect on armour.
    pub unharmed_to: i16,
    /// The highest total at which a near hit stuns armour; above it the vehicle is destroyed.
    pub stunned_to: i16,
    /// Cannon, machine guns and rockets.
    pub weapons: Vec<AirWeapon>,
    /// The types of aircraft.
    pub aircraft: Vec<Aircraft>,
    /// The value of air support.
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
    /// Reads the figures from their tables.
    ///
    /// # Errors
    /// The first figure that cannot be read.
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
                None => Err(aircraft.fault(row, format!("there is no aircraft weapon \"{name}\""))),
            },
        };
        let aircraft = (0..aircraft.rows.len())
            .map(|row| {
                Ok(Aircraft {
                    name: aircraft.text(row, 0).to_owned(),
                    loads: [load(row, 1)?, load(row, 2)?],
                    years: years(aircraft, row, 3)?,
                    drawn_to: aircraft.number(row, 5)?.clamp(0, 10) as u8,
                    nations: Nation::of_letters(aircraft.text(row, 6)),
                })
            })
            .collect::<Result<_, SheetFault>>()?;
        let support = (0..support.rows.len())
            .map(|row| {
                Ok(AirSupport {
                    nations: Nation::of_letters(support.text(row, 0)),
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

    /// The types a nation may receive in a year, in the order of their dice.
    pub fn kinds(&self, nation: Nation, year: u8) -> impl Iterator<Item = &Aircraft> {
        self.aircraft.iter().filter(move |kind| {
            kind.nations.contains(&nation) && (kind.years.0..=kind.years.1).contains(&year)
        })
    }

    /// The value of air support for a nation in a year; `None` if it has none.
    pub fn value(&self, nation: Nation, year: u8) -> Option<u16> {
        let fits =
            |row: &&AirSupport| row.nations.contains(&nation) && (row.years.0..=row.years.1).contains(&year);
        self.support.iter().find(fits).map(|row| row.value)
    }

    /// The name of a weapon.
    pub fn name(&self, load: AirLoad) -> &str {
        match load {
            AirLoad::Weapon(index) => &self.weapons[usize::from(index)].name,
            AirLoad::Bombs => "bombs",
        }
    }
}
