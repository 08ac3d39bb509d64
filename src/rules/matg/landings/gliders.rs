//! 8.10.2: glider troops land together in a line, facing the enemy's board edge.

use super::landing_chart::Manner;
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Target, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::command::cohesion;
use crate::rules::matg::command::cohesion::D20;
use crate::rules::matg::landings::touch_down;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;

/// Steps 1 to 3 for a whole group: arrivals, then the landing squares. Gliders that arrive close up along
/// the line (8.10.2.4).
pub(super) fn fly_in(
    game: &mut Position,
    group: u8,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Vec<(Id, Cell)>, Ask> {
    let Some(zone) = game.arrivals.groups[usize::from(group)].zone else { return Ok(Vec::new()) };
    let landing = game.battle.landing(group);
    debug_assert_eq!(landing.manner, Manner::Glider);
    let (sure, distance) = (landing.conditions.sure, landing.distance);
    let mut arrived = Vec::new();
    for id in landing.stands.clone() {
        let profile = glider_profile(&game.battle, group);
        if sure || touch_down::roll_by_number(&game.battle, id, &profile, zone.at, dice, log)?.1 {
            arrived.push(id);
        } else {
            cohesion::eliminate(game, id, log);
        }
    }
    let line = zone.line.unwrap_or(Compass::N);
    let mut due = Vec::new();
    for (n, id) in (0..).zip(arrived) {
        let cell = zone.at.shifted(line, n);
        let profile = approach_profile(&game.forces, &game.now, &game.command, id, group);
        if cohesion::roll_cohesion(&game.forces, id, &profile, dice, log)?.passed {
            due.push((id, cell));
            continue;
        }
        match touch_down::drift(&game.battle, id, cell, distance, "8.10.2.4.3", dice, log)? {
            Some(cell) => due.push((id, cell)),
            None => cohesion::eliminate(game, id, log),
        }
    }
    Ok(due)
}

/// Step 4: a glider touches down, first on its landing square, then one inch farther. Returns whether it
/// is unhurt and met no other stand.
pub(super) fn set_down_glider(
    game: &mut Position,
    id: Id,
    cell: Cell,
    group: u8,
    rolling: bool,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<bool, Ask> {
    game.forces.stand_mut(id).facing = glide_path(&game.battle, group);
    if rolling {
        game.forces.take_off(id, Place::Aloft);
        log.add(|| {
            let text = format!("{} rolls forward to {cell}", game.battle.who(id));
            Event::new(Tone::Plain, game.battle.side(id), text, "8.10.2.4.4").at([cell])
        });
        if !game.battle.grid.contains(cell) {
            cohesion::eliminate(game, id, log);
            return Ok(false);
        }
    }
    touch_down::touch_down(game, id, cell, group, dice, log)
}

/// The direction in which the gliders of a group face: the enemy's board edge (8.10.2.4.1).
#[apply(rule, "8.10.2.4.1")]
pub fn glide_path(battle: &Battle, group: u8) -> Compass {
    battle.army(battle.landing(group).side.other()).edge
}

/// Step 2: whether a glider arrives; 19 or less (8.10.2.4.2).
pub fn glider_profile(battle: &Battle, group: u8) -> Test {
    let rule = "8.10.2.4.2";
    let flight = battle.landing(group).conditions;
    let modifiers = [
        (flight.night, 1, "darkness"),
        (flight.weather, 1, "high wind or clouds"),
        (flight.flak, 1, "anti-aircraft fire on the way"),
        (flight.guided, -1, "guided by troops on the ground"),
    ];
    let modifiers = modifiers.into_iter().filter(|(is, ..)| *is);
    let modifiers = modifiers.map(|(_, value, label)| Modifier { value, label, rule });
    Test::new(&D20, Target::AtMost(19), "to arrive", rule).modified(modifiers)
}

/// Step 3: whether a glider lands where it should (8.10.2.4.3).
#[apply(rule, "8.10.2.4.3")]
pub fn approach_profile(forces: &Forces, now: &Turn, command: &Command, id: Id, group: u8) -> Test {
    let rule = "8.10.2.4.3";
    let landing = forces.battle.landing(group);
    let night = landing.conditions.night.then_some(Modifier { value: 2, label: "night", rule });
    let flak = touch_down::faces_anti_aircraft(forces, landing.side).then_some(Modifier {
        value: 1,
        label: "anti-aircraft stands on the board",
        rule,
    });
    cohesion::cohesion_profile(
        forces,
        now,
        command,
        id,
        "to land on target",
        rule,
        night.into_iter().chain(flak),
    )
}

/// Step 4c: gliders that landed safely roll forward one inch, the foremost first (8.10.2.4.4).
pub(super) fn rolling_out(forces: &Forces, sound: &[Id]) -> Vec<(Id, Cell)> {
    let mut due: Vec<(Id, Cell)> = Vec::new();
    for &id in sound {
        // Another glider of the group may have hit it in the meantime.
        let stand = forces.stand(id);
        if let Some(cell) = forces.cell(id)
            && !stand.suppressed
            && !stand.disorganized
        {
            due.push((id, cell.step(stand.facing)));
        }
    }
    due.sort_by_key(|&(id, cell)| {
        let (x, y) = forces.stand(id).facing.delta();
        -(cell.x * x + cell.y * y)
    });
    due
}
