//! 11.5.3 to 11.5.9: the rolls of working stands in the Marker Removal Phase.

use super::laid::{Labour, Work};
use crate::board::{self, Cell};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::odds::Distribution;
use crate::rules::matg::command::cohesion;
use crate::rules::matg::fire::charts::Concentration;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::battle::{Battle, Gear};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::works::{laid, mines};

impl Field {
    /// The successes that a task needs; `None` while the concentration of the minefield is unknown (11.5.3 to
    /// 11.5.7).
    pub fn successes_needed(&self, id: Id, work: Work, cell: Cell) -> Option<u8> {
        let unit = self.battle.unit(id);
        Some(match work {
            Work::Mines => {
                let mine = self.mine_at(cell).filter(|mine| mine.revealed)?;
                match (unit.engineer, mine.kind?) {
                    (true, Concentration::Concentrated) => 5,
                    (true, _) | (false, Concentration::Concentrated) => 3,
                    (false, Concentration::Standard) => 2,
                    (false, Concentration::Hasty) => 1,
                }
            }
            Work::Ditch if unit.has_gear(Gear::Dozer) => 2,
            Work::Bridge if unit.has_gear(Gear::Bridge) => 2,
            Work::Ditch | Work::Bridge => 4,
            Work::Wire => 1,
            Work::Wreck => {
                if self.battle.unit(id).has_wrecker() {
                    1
                } else {
                    2
                }
            }
        })
    }

    #[apply(rule, "9.2.3" if matches!(work, Work::Wreck))]
    fn finish_work(&mut self, work: Work, cell: Cell, rule: &'static str, log: &mut Log) {
        let words = match work {
            Work::Mines => return self.remove_mines(cell, rule, log),
            Work::Wire => {
                self.remove_ground(cell, Terrain::BarbedWire);
                format!("the wire at {cell} is cleared")
            }
            Work::Ditch => {
                self.remove_ground(cell, Terrain::Ditch);
                self.forget_progress(Work::Bridge, cell);
                format!("the ditch at {cell} is breached")
            }
            Work::Bridge => {
                self.build_bridge(cell);
                format!("a bridge is built at {cell}")
            }
            Work::Wreck => {
                self.works.cleared.push(cell);
                format!("the road at {cell} is cleared")
            }
        };
        self.forget_progress(work, cell);
        log.add(|| Event::new(Tone::Success, None, words, rule).at([cell]));
    }
}

/// The Marker Removal rolls of all working stands, the side with the initiative first (11.5, S-41).
#[apply(rule, "11.5")]
pub(in crate::rules::matg) fn resolve_works(
    game: &mut Position,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let labours = std::mem::take(&mut game.field.works.labours);
    for side in [game.now.initiative, game.now.initiative.other()] {
        for labour in &labours {
            if game.battle.side(labour.stand) == side && can_go_on(&game.field, &game.forces, labour) {
                self::labour(game, labour, dice, log)?;
            }
        }
    }
    Ok(())
}

fn labour(game: &mut Position, labour: &Labour, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let Labour { stand: id, work, cell, .. } = *labour;
    let begun = game.field.works.progress.iter().find(|l| (l.stand, l.work, l.cell) == (id, work, cell));
    // A bridge is finished with the materials that it was begun with (11.5.7).
    let done = begun.filter(|begun| begun.transport == labour.transport).map_or(0, |begun| begun.done);
    if waits_a_turn(&game.battle, id, work, done) {
        game.field.note_progress(labour, 1); // the first of two turns (11.5.9.2)
        return Ok(());
    }
    let profile = work_profile(&game.forces, &game.now, &game.command, id, work);
    let roll = cohesion::roll_cohesion(&game.forces, id, &profile, dice, log)?;
    if work == Work::Mines {
        match roll.face {
            1 => {
                game.field.remove_mines(cell, profile.rule, log);
                return Ok(());
            }
            20 => {
                mines::mines_strike(game, id, cell, profile.rule, dice, log)?;
                return Ok(());
            }
            // The first success reveals the marker (S-42).
            _ if roll.passed && game.field.reveal_mines(cell, profile.rule, log).is_none() => {
                return Ok(());
            }
            _ => {}
        }
    }
    if !roll.passed {
        return Ok(());
    }
    let done = done + 1;
    let needed = game.field.successes_needed(id, work, cell).unwrap_or(done);
    if done < needed {
        game.field.note_progress(labour, done);
        log.add(|| {
            let text = format!("{} is {}: {done} of {needed}", game.battle.who(id), work.words());
            Event::new(Tone::Success, game.battle.side(id), text, profile.rule).at([cell])
        });
        return Ok(());
    }
    game.field.finish_work(work, cell, profile.rule, log);
    Ok(())
}

/// The roll of a working stand (11.5.3 to 11.5.9).
pub fn work_profile(forces: &Forces, now: &Turn, command: &Command, id: Id, work: Work) -> Test {
    cohesion::cohesion_profile(
        forces,
        now,
        command,
        id,
        "to work",
        laid::work_rule(&forces.battle, id, work),
        [],
    )
}

/// The possible results of a turn of work: finished, a step nearer, mines set off, or nothing.
pub fn work_odds(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    work: Work,
    cell: Cell,
) -> Vec<(String, f64)> {
    let profile = work_profile(forces, now, command, id, work);
    let done = field.done(id, work, cell);
    if waits_a_turn(&forces.battle, id, work, done) {
        return vec![("first of two turns".to_owned(), 1.0)];
    }
    let last = field.successes_needed(id, work, cell).map(|needed| done + 1 >= needed);
    let faces = (1..=20).map(|face| match (work, face) {
        (Work::Mines, 1) => "finished",
        (Work::Mines, 20) => "mines go off",
        _ if !profile.passes(face) => "nothing",
        _ if last == Some(true) => "finished",
        _ => "one step closer",
    });
    let odds = Distribution::of_cases(faces);
    let order = ["nothing", "one step closer", "finished", "mines go off"];
    let of = order.into_iter().map(|what| (what.to_owned(), odds.chance(&what)));
    of.filter(|(_, chance)| *chance > 0.0).collect()
}

/// Whether this is the first of the two turns that a stand without tools needs to clear a wreck; it rolls
/// in the second (11.5.9.2).
fn waits_a_turn(battle: &Battle, id: Id, work: Work, done: u8) -> bool {
    work == Work::Wreck && !battle.unit(id).has_wrecker() && done == 0
}

/// Whether the stand is still beside its task and the task is still open.
fn can_go_on(field: &Field, forces: &Forces, labour: &Labour) -> bool {
    let (id, cell) = (labour.stand, labour.cell);
    let Some(here) = forces.cell(id) else { return false };
    match labour.work {
        Work::Mines => here == cell && field.mine_at(cell).is_some(),
        Work::Wire => here == cell && field.ground_at(cell).has(Terrain::BarbedWire),
        Work::Wreck => here == cell && field.wreck_blocks_road(cell) && laid::clears_wrecks(forces, id),
        Work::Ditch => board::adjacent(here, cell) && field.is_open_ditch(cell),
        Work::Bridge => {
            board::adjacent(here, cell)
                && field.may_be_bridged(cell)
                && match labour.transport {
                    Some(transport) => laid::bridging_beside(forces, id).any(|other| other == transport),
                    None => forces.unit(id).has_gear(Gear::Bridge),
                }
        }
    }
}
