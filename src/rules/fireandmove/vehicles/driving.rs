//! Driving (64): bog tests, bogged vehicles, and freeing them.

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::state::{Forces, Gid, Terrain};
use crate::rules::fireandmove::turn::sequence::Table;
use crate::rules::fireandmove::vehicles::damage;

/// The result of a vehicle's step.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Drive {
    /// It moves on.
    Through,
    /// It bogs in the square it left.
    Stays,
    /// It bogs in the square it entered.
    Stuck,
}

impl Ground {
    /// Vehicles may not enter it (93, 94).
    pub const fn is_closed_to_vehicles(self) -> bool {
        matches!(
            self,
            Self::Marsh | Self::Pillbox | Self::Bamboo | Self::Jungle | Self::Swamp | Self::SwampIsland
        )
    }
}

/// The bog numbers of a border and of the ground behind it, as printed, each with a flag for wire.
fn numbers(border: Option<Border>, ground: Ground) -> [Option<(i8, bool)>; 2] {
    let wire = matches!(border, Some(Border::Wire(_)));
    let over = border.and_then(|border| border.cover().bog).map(|number| (number, wire));
    let into = border.and(ground.cover().bog).map(|number| (number, false));
    [over, into]
}

/// The terrain modifier to the bog value: ground subtracts its magnitude, wire adds its number (ruling FM-7).
const fn eased((number, wire): (i8, bool)) -> i16 {
    if wire { number as i16 } else { -(number as i16).abs() }
}

/// The bog tests of a vehicle that crosses a border or enters ground (64.2, 64.3).
#[apply(rule, "64.1")]
pub(in crate::rules::fireandmove) fn drives(
    terrain: &mut Terrain,
    forces: &mut Forces,
    march: &Marching,
    from: Cell,
    to: Cell,
    table: &mut Table,
) -> Result<Drive, Ask> {
    let id = march.group;
    let Some(crew) = forces.group(id).machine else { return Ok(Drive::Through) };
    let again = forces.machine(crew).is_some_and(|machine| machine.again);
    let tests = bog_tests(terrain, forces, id, from, to);
    forces.machine_mut(crew).again = false;
    for (test, number) in tests {
        if keeps_going(forces, march, number, table)? {
            if number.1 {
                terrain.gaps.push((from, to));
            }
            continue;
        }
        let more = if again { 2 } else { 0 };
        let die = table.dice.roll(6, || "where the vehicle bogs".into())? + more;
        let tag = forces.tag(id);
        let place = match die {
            1 | 2 => "at the point of entry",
            3..=5 => "halfway",
            _ => "at the end of its move",
        };
        table.tell(Tone::Loss, forces.group(id).side, "64.3", || format!("{tag} is bogged {place}: {die}"));
        let machine = forces.machine_mut(crew);
        machine.bogged = Some(number);
        machine.again = die <= 2;
        return Ok(if die <= 2 && test == 0 { Drive::Stays } else { Drive::Stuck });
    }
    Ok(Drive::Through)
}

/// The bog numbers for a vehicle moving from one square to the next, each with its place: the border it
/// crosses, then the ground it enters (64.2, 64.3).
pub(in crate::rules::fireandmove) fn bog_tests(
    terrain: &Terrain,
    forces: &Forces,
    id: Gid,
    from: Cell,
    to: Cell,
) -> Vec<(usize, (i8, bool))> {
    let border = terrain.field().border(from, to);
    let mut tests = numbers(border, terrain.field().feature(to).ground);
    if forces.machine_of(id).is_some_and(|machine| machine.again) && border.is_none() {
        // 64.3: it bogged at the near end, so it is tested again for the rest of the way.
        tests[1] = terrain.field().feature(from).ground.cover().bog.map(|number| (number, false));
    }
    let gap = terrain.gaps.iter().any(|&(a, b)| (a, b) == (from, to) || (b, a) == (from, to));
    let tests = tests.into_iter().enumerate().filter_map(|(at, test)| Some((at, test?)));
    tests.filter(|(_, number)| !(number.1 && gap)).collect()
}

/// The limit for the magnitude of a bog test: the vehicle's bog value with modifiers for card and ground
/// (64.2).
pub(in crate::rules::fireandmove) fn bog_limit(forces: &Forces, march: &Marching, number: (i8, bool)) -> i16 {
    let bog = forces.machine_of(march.group).map_or(0, |machine| forces.vehicle(machine).bog);
    bog + march.card_cover() + eased(number)
}

/// The modifier to the test for freeing a bogged vehicle (64.4); `None` if it is not bogged.
pub(in crate::rules::fireandmove) fn free_bonus(forces: &Forces, march: &Marching) -> Option<i16> {
    let number = forces.machine_of(march.group)?.bogged?;
    Some(march.card_cover() + eased(number))
}

fn keeps_going(
    forces: &Forces,
    march: &Marching,
    number: (i8, bool),
    table: &mut Table,
) -> Result<bool, Ask> {
    let id = march.group;
    let limit = bog_limit(forces, march, number);
    let (tag, side) = (forces.tag(id), forces.group(id).side);
    let result = table.check(|| format!("bog test of {tag}: within {limit}"))?;
    let goes = checks::passes_morale(result, limit);
    let (tone, end) = if goes { (Tone::Success, "passed") } else { (Tone::Failure, "bogged") };
    table.tell(tone, side, "64.2", || format!("bog test of {tag}: {end}, {result:+} (within {limit})"));
    Ok(goes)
}

/// A movement card on a bogged vehicle; returns whether it is free (64.4).
pub(in crate::rules::fireandmove) fn frees_itself(
    forces: &mut Forces,
    march: &Marching,
    table: &mut Table,
) -> Result<bool, Ask> {
    let id = march.group;
    let Some(crew) = forces.group(id).machine else { return Ok(true) };
    let Some(more) = free_bonus(forces, march) else { return Ok(true) };
    let (tag, side) = (forces.tag(id), forces.group(id).side);
    let result = table.check(|| format!("{tag} tries to get free: 0 or more with {more:+}"))?;
    let free = result + more >= 0;
    let (tone, end) = if free { (Tone::Success, "free") } else { (Tone::Failure, "still bogged") };
    table.tell(tone, side, "64.4", || format!("{tag} tries to get free: {end}, {result:+} with {more:+}"));
    if free {
        forces.machine_mut(crew).bogged = None;
    } else if result <= -6 {
        forces.machine_mut(crew).mired = true;
        table.tell(Tone::Loss, side, "64.4", || format!("{tag} is mired for good"));
        damage::crew_test(forces, id, table)?;
    }
    Ok(free)
}
