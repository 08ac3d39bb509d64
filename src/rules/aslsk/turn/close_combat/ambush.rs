//! Ambush (3.8c).

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Target, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::{Forces, Ground, Position};
use crate::rules::aslsk::tables::modifiers::{self, Drm, List};
use crate::rules::aslsk::turn::rally::ONE_DIE;
use crate::side::Side;

/// The side that ambushes the other, from the final dr of both: 3 or more lower (3.8c).
pub fn ambusher(dies: [i16; 2]) -> Option<Side> {
    match dies[0] - dies[1] {
        ..=-3 => Some(Side::A),
        3.. => Some(Side::B),
        _ => None,
    }
}

/// Whether an ambush is possible in a CC: in woods or a building, not in a Melee, and with units that advanced
/// this phase (3.8c).
pub(in crate::rules::aslsk) fn may_ambush(
    ground: &Ground,
    forces: &Forces,
    attacker: Side,
    place: Place,
) -> bool {
    let sheltered = ground.map().terrain(place).shelter();
    let melee = forces.ids().any(|id| forces.unit(id).is_at(place) && forces.unit(id).melee);
    sheltered && !melee && forces.units_at(place, attacker).any(|id| forces.unit(id).acted)
}

/// The ambush dr of a side, to be compared with the other side's (3.8c).
pub fn ambush_test(forces: &Forces, place: Place, side: Side) -> Test {
    let lines = ambush_modifiers(forces, place, side);
    Test::new(&ONE_DIE, Target::Difference(0), "ambush dr", "3.8c").modified(lines)
}

/// The drm of a side's ambush dr (3.8c).
pub fn ambush_modifiers(forces: &Forces, place: Place, side: Side) -> Vec<Modifier> {
    let mine: Vec<u8> = forces.units_at(place, side).filter(|&id| !forces.unit(id).broken).collect();
    let any = |is: &dyn Fn(u8) -> bool, key| {
        mine.iter().any(|&id| is(id)).then(|| modifiers::fixed(List::Ambush, key))
    };
    let alone = mine.len() == 1;
    let leads = mine.iter().filter(|&&id| forces.unit(id).leader() && !forces.unit(id).pinned && !alone);
    let best = leads.map(|&id| forces.unit(id).leadership()).min().unwrap_or(0);
    let lines = [
        any(&|id| forces.mmc(id) && forces.inexperienced(id), Drm::Inexperienced),
        any(&|id| forces.unit(id).pinned, Drm::Pinned),
        any(&|id| forces.unit(id).cx, Drm::Cx),
        modifiers::of(List::Ambush, Drm::Leadership, best),
    ];
    lines.into_iter().flatten().collect()
}

#[apply(rule, "3.8c")]
pub(super) fn ambush(
    position: &mut Position,
    place: Place,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Option<Side>, Ask> {
    let mut dies = [0i16; 2];
    for side in [position.turn.attacker, position.turn.attacker.other()] {
        let drm = ambush_test(&position.forces, place, side).modifier();
        let name = &position.battle.sides[side.index()].1;
        let die =
            dice.roll(6, || format!("Ambush in {}: {name}, drm {drm:+}", position.ground.name(place)))?;
        dies[side.index()] = i16::from(die) + drm;
    }
    let ambusher = ambusher(dies);
    log.add(|| {
        let who = ambusher
            .map_or("none".into(), |side| format!("{} ambush", position.battle.sides[side.index()].1));
        let [a, b] = &position.battle.sides;
        let text = format!(
            "Ambush in {}: {} {}, {} {}: {who}",
            position.ground.name(place),
            a.1,
            dies[0],
            b.1,
            dies[1]
        );
        Event::new(Tone::Plain, ambusher, text, "3.8c")
    });
    Ok(ambusher)
}
