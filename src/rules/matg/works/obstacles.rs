//! 11.1 to 11.3 and 9.2.2: the effects of mines, wire, ditches, wrecks and engineers' bridges on movement.

use super::laid::{Bridge, Work};
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Test, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::ground::terrain::{Cost, Quarters, Terrain};
use crate::rules::matg::movement::set_up;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::works::mines;

/// An obstacle that a stand must roll to leave.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Hold {
    OwnMines,
    EnemyMines,
    Wire,
}

impl Field {
    /// The rule that stops a stand on entering a square, if one does: enemy mines, wire, a ditch.
    pub fn halts_on(&self, id: Id, cell: Cell) -> Option<&'static str> {
        let ground = self.ground_at(cell);
        if self.mine_at(cell).is_some_and(|mine| mine.owner != self.battle.side(id)) {
            Some("11.1.5")
        } else if ground.has(Terrain::BarbedWire) {
            applies("11.2.1");
            Some("11.2.1")
        } else if self.is_open_ditch(cell) {
            Some("11.3.2")
        } else {
            None
        }
    }

    /// Whether an uncleared wreck lies on a road (9.2.2, 11.5.9).
    #[apply(rule, "9.2.2")]
    pub fn wreck_blocks_road(&self, cell: Cell) -> bool {
        let ground = self.ground_at(cell);
        ground.has(Terrain::Wreck) && ground.road().is_some() && !self.works.cleared.contains(&cell)
    }

    /// The cost of an inch along the road; `None` where wrecks are piled up or an engineers' bridge is the
    /// only way. Past a cleared wreck it is that of the road (9.2.2, 11.5.9.3).
    #[apply(rule, "11.5.9.3", "9.2.2")]
    pub(in crate::rules::matg) fn road_cost(&self, cell: Cell, mode: Mode) -> Option<Quarters> {
        let mut ground = self.ground_at(cell);
        if ground.has(Terrain::Wrecks) || ground.has(Terrain::EngineerBridge) {
            return None;
        }
        if self.works.cleared.contains(&cell) {
            ground = ground.without(Terrain::Wreck);
        }
        ground.road_cost(mode)
    }

    /// The cost of a square off the road; past a wreck on a road that of clear ground if it is less (9.2.2).
    #[apply(rule, "9.2.2")]
    pub(in crate::rules::matg) fn field_cost(&self, cell: Cell, mode: Mode) -> Option<Quarters> {
        let ground = self.ground_at(cell);
        let own = ground.cost(mode);
        if !self.wreck_blocks_road(cell) {
            return own;
        }
        let Cost::Each(clear) = Terrain::Clear.row().cost[mode_column(mode)] else { return own };
        Some(own.map_or(clear, |own| own.min(clear)))
    }

    /// Builds an engineers' bridge (11.5.7). Over a ditch it replaces the ditch.
    pub(super) fn build_bridge(&mut self, cell: Cell) {
        let over = if self.ground_at(cell).has(Terrain::Ditch) { Terrain::Ditch } else { Terrain::Stream };
        self.works.bridges.push(Bridge { cell, over });
        if over == Terrain::Ditch {
            self.remove_ground(cell, Terrain::Ditch);
            self.forget_progress(Work::Ditch, cell);
        }
        self.add_ground(cell, Terrain::EngineerBridge);
    }
}

/// Makes all rolls to leave a square; false if the stand stays or is lost.
pub(in crate::rules::matg) fn leaves_works(
    game: &mut Position,
    id: Id,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<bool, Ask> {
    let Some(cell) = game.forces.cell(id) else { return Ok(false) };
    game.field.uncover_mines(cell, log);
    for (hold, profile) in holds(&game.field, &game.forces, &game.now, &game.command, id, cell) {
        let passed = cohesion::roll_cohesion(&game.forces, id, &profile, dice, log)?.passed;
        let mines = hold == Hold::EnemyMines;
        if !passed || (mines && !mines::survives_mines(game, id, cell, dice, log)?) {
            if let Some(mover) = game.now.mover_mut() {
                (mover.stopped, mover.forced) = (true, true);
            }
            return Ok(false);
        }
    }
    let tracked = game.battle.unit(id).is_vehicle() && game.forces.pace(id).1 == Mode::Tracked;
    if tracked && game.field.ground_at(cell).has(Terrain::BarbedWire) {
        game.field.remove_ground(cell, Terrain::BarbedWire);
        log.add(|| {
            let text = format!("{} crushes the wire at {cell}", game.battle.who(id));
            Event::new(Tone::Plain, game.battle.side(id), text, "11.2.3").at([cell])
        });
    }
    Ok(true)
}

/// Stops a stand on the marker that it has entered (11.1.5, 11.2.1, 11.3.2).
#[apply(rule, "11.3.2", "11.1.5", "11.2.1")]
pub(in crate::rules::matg) fn stop_on_works(field: &Field, now: &mut Turn, id: Id, cell: Cell) {
    if field.halts_on(id, cell).is_some()
        && let Some(mover) = now.mover_mut()
    {
        (mover.stopped, mover.forced) = (true, true);
    }
}

/// Destroys an engineers' bridge. A stand on it that can't be on the ground below is lost (11.5.8, S-46).
pub(in crate::rules::matg) fn destroy_bridge(game: &mut Position, cell: Cell, log: &mut Log) {
    let Some(at) = game.field.works.bridges.iter().position(|bridge| bridge.cell == cell) else { return };
    let bridge = game.field.works.bridges.remove(at);
    game.field.remove_ground(cell, Terrain::EngineerBridge);
    game.field.add_ground(cell, bridge.over);
    log.add(|| {
        let text = format!("the bridge at {cell} is destroyed");
        Event::new(Tone::Loss, None, text, "11.5.8").at([cell])
    });
    if let Some(id) = game.forces.holder_of(cell)
        && !set_up::may_stand_on(&game.field, &game.forces, id, cell)
    {
        cohesion::eliminate(game, id, log);
    }
}

/// Whether a stand is on a marker that holds it.
pub(in crate::rules::matg) fn is_entangled(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
) -> bool {
    forces.cell(id).is_some_and(|cell| {
        !leave_profiles(field, forces, now, command, id, cell).is_empty() || field.is_open_ditch(cell)
    })
}

/// The rolls that a stand needs to leave its square: mines and wire (11.1.6, 11.1.7, 11.2.2). A ditch
/// needs no roll of its own (11.3.2, S-114).
pub fn leave_profiles(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    cell: Cell,
) -> Vec<Test> {
    holds(field, forces, now, command, id, cell).into_iter().map(|(_, profile)| profile).collect()
}

/// The obstacles that hold a stand on a square, each with the roll to leave it.
#[apply(rule, "11.3.2", "11.1.7")]
fn holds(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    cell: Cell,
) -> Vec<(Hold, Test)> {
    let ground = field.ground_at(cell);
    let mut holds = Vec::new();
    if let Some(mine) = field.mine_at(cell) {
        let hold = if mine.owner == forces.side(id) { Hold::OwnMines } else { Hold::EnemyMines };
        holds.push((hold, mines::leave_mines_profile(forces, now, command, id, mine)));
    }
    if ground.has(Terrain::BarbedWire) {
        let personnel = forces.unit(id).is_personnel();
        let tangled = Modifier { value: 3, label: "personnel in wire", rule: "11.2.2" };
        let profile = determination::movement_roll(
            forces,
            now,
            command,
            id,
            "to leave the wire",
            "11.2.2",
            personnel.then_some(tangled),
        );
        holds.push((Hold::Wire, profile));
    }
    holds
}

/// The cost of leaving a square: nothing for the side's own mines, or for road traffic past a cleared
/// wreck (chart note *, 11.1.7, 11.5.9.3).
#[apply(rule, "11.5.9.3", "11.1.7")]
pub(in crate::rules::matg) fn leaving_cost(
    field: &Field,
    forces: &Forces,
    id: Id,
    cell: Cell,
    by_road: bool,
) -> Quarters {
    let mut ground = field.ground_at(cell);
    if field.mine_at(cell).is_some_and(|mine| mine.owner == forces.side(id)) {
        ground = ground.without(Terrain::Minefield);
    }
    if by_road && field.works.cleared.contains(&cell) {
        ground = ground.without(Terrain::Wreck);
    }
    ground.leaving_cost(forces.pace(id).1)
}

/// The column of the Terrain Effects Chart for a movement class.
const fn mode_column(mode: Mode) -> usize {
    match mode {
        Mode::Tracked => 0,
        Mode::Wheeled => 1,
        Mode::Foot => 2,
    }
}
