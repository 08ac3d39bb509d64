//! What is added to a roll, table by table.

use crate::rules::panzertruppe::tables::sheet::{Sheet, SheetFault};

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
