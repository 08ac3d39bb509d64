//! The modifiers of each table.

use crate::rules::panzertruppe::tables::Nation;
use crate::rules::panzertruppe::tables::sheet::{Sheet, SheetFault};

/// To-hit modifiers (3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ToHitAdds {
    /// The unmodified need.
    pub base: i16,
    /// Firer moving.
    pub firer_moving: i16,
    /// Firer on overwatch.
    pub firer_overwatch: i16,
    /// Target moving.
    pub target_moving: i16,
    /// Target on overwatch.
    pub target_overwatch: i16,
    /// Infantry on foot as a target.
    pub infantry: i16,
    /// Ambush fire.
    pub ambush: i16,
    /// Russian crew firing.
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
    /// The maximum of dug in with woods or a hedgerow.
    pub dug_in_most: i16,
    /// Woods.
    pub woods: i16,
    /// Hedgerow.
    pub hedgerow: i16,
    /// Building.
    pub building: i16,
    /// Rough.
    pub rough: i16,
    /// Crouching infantry.
    pub crouching: i16,
}

/// MG and small arms modifiers (15, 16).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct MachineGunAdds {
    /// Firer moving.
    pub firer_moving: i16,
    /// Firer on overwatch.
    pub firer_overwatch: i16,
    /// Target moving.
    pub target_moving: i16,
    /// Dug in.
    pub dug_in: i16,
    /// In a building.
    pub building: i16,
    /// In woods.
    pub woods: i16,
    /// Behind a hedgerow.
    pub hedgerow: i16,
    /// In rough.
    pub rough: i16,
    /// Behind a wall.
    pub wall: i16,
    /// Behind a hedge.
    pub hedge: i16,
    /// Quad .50 (32).
    pub quad: i16,
    /// Unarmoured vehicle as a target.
    pub unarmoured: i16,
    /// How far a roll must exceed the need to destroy instead of stun.
    pub destroys_over: i16,
}

/// Indirect fire modifiers (21).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct IndirectAdds {
    /// By calibre in mm: under 80, 80 to 139, 140 and more.
    pub calibre: [i16; 3],
    /// In woods.
    pub woods: i16,
    /// In a building.
    pub building: i16,
    /// Dug in.
    pub dug_in: i16,
    /// Crouching.
    pub crouching: i16,
    /// Moving vehicle.
    pub moving: i16,
    /// Armoured vehicle.
    pub armoured: i16,
    /// The same target location as the battery's previous mission.
    pub same_aim: i16,
}

/// Close assault modifiers (20); positive ones favour the infantry.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct AssaultAdds {
    /// Each rider.
    pub rider: i16,
    /// Each vehicle MG with the enemy in arc.
    pub machine_gun: i16,
    /// Armoured vehicle, 1941 or before.
    pub early: i16,
    /// Infantry assaulting a moving vehicle.
    pub moving: i16,
    /// Woods, wall, rough, grain or smoke.
    pub cover: i16,
    /// Vehicle assaulting dug-in infantry.
    pub dug_in: i16,
    /// Infantry defending a hedgerow.
    pub hedgerow: i16,
    /// Stunned vehicle.
    pub stunned: i16,
    /// Open-topped armoured vehicle.
    pub open: i16,
    /// Unarmoured vehicle.
    pub unarmoured: i16,
    /// Each earlier attack on the same vehicle.
    pub before: i16,
}

/// Radio contact of spotters (21).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Radio {
    /// The need of Americans.
    pub american: i16,
    /// The need of the British.
    pub british: i16,
    /// The need of Germans.
    pub german: i16,
    /// The need of all others.
    pub others: i16,
    /// Modifier up to 1942.
    pub early: i16,
    /// Modifier of a moving spotter.
    pub moving: i16,
}

impl Radio {
    /// The need of a nation's spotters.
    pub const fn need(&self, nation: Nation) -> i16 {
        match nation {
            Nation::UnitedStates => self.american,
            Nation::Britain => self.british,
            Nation::Germany => self.german,
            Nation::Russia | Nation::France | Nation::Japan => self.others,
        }
    }
}

/// Mine damage to armoured vehicles (33).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mines {
    /// The highest total without effect.
    pub unharmed_to: i16,
    /// The highest total that immobilises; above it the vehicle is destroyed.
    pub immobilised_to: i16,
    /// Modifier of light vehicles.
    pub light: i16,
    /// Modifier of heavy vehicles.
    pub heavy: i16,
    /// Modifier of wheels.
    pub wheeled: i16,
    /// Modifier of halftracks.
    pub halftrack: i16,
}

pub(super) fn radio(sheet: &Sheet) -> Result<Radio, SheetFault> {
    Ok(Radio {
        american: sheet.named("American")?,
        british: sheet.named("British")?,
        german: sheet.named("German")?,
        others: sheet.named("others")?,
        early: sheet.named("to 1942")?,
        moving: sheet.named("moving")?,
    })
}

pub(super) fn mines(sheet: &Sheet) -> Result<Mines, SheetFault> {
    Ok(Mines {
        unharmed_to: sheet.named("no effect to")?,
        immobilised_to: sheet.named("immobilised to")?,
        light: sheet.named("light")?,
        heavy: sheet.named("heavy")?,
        wheeled: sheet.named("wheeled")?,
        halftrack: sheet.named("halftrack")?,
    })
}

pub(super) fn to_hit(sheet: &Sheet) -> Result<ToHitAdds, SheetFault> {
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

pub(super) fn machine_gun(sheet: &Sheet) -> Result<MachineGunAdds, SheetFault> {
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

pub(super) fn indirect(sheet: &Sheet) -> Result<IndirectAdds, SheetFault> {
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

pub(super) fn assault(sheet: &Sheet) -> Result<AssaultAdds, SheetFault> {
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
