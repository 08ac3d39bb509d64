//! Leaving the map by an edge, where a side wins by it (scenario, S-128).

use super::mover::Mover;
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::command::cohesion;
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::state::battle::Optional;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::works::obstacles;

impl Forces {
    /// An armed stand has reached the enemy's rear and silences an off-map battery, drawn at random (12.4,
    /// S-142).
    fn silence_battery(&mut self, charger: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if !self.battle.plays(Optional::ChargeForTheGuns) {
            return Ok(());
        }
        let batteries: Vec<Id> = batteries_behind(self, self.side(charger)).collect();
        let place = match batteries[..] {
            [] => return Ok(()),
            [_] => 1,
            _ => {
                dice.roll(batteries.len() as u8, || format!("which battery {} overruns", self.tag(charger)))?
            }
        };
        let battery = batteries[usize::from(place) - 1];
        self.stand_mut(battery).place = Place::Silenced;
        log.add(|| {
            let text = format!(
                "{} charges the guns: {} is silenced",
                self.battle.who(charger),
                self.battle.who(battery)
            );
            Event::new(Tone::Loss, self.side(battery), text, "12.4")
        });
        Ok(())
    }
}

/// A mover leaves the map for good, with its cargo.
#[apply(rule, "battles: off the map")]
pub(super) fn leave_map(
    game: &mut Position,
    id: Id,
    edge: Compass,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    if !obstacles::leaves_works(game, id, dice, log)? {
        return Ok(());
    }
    game.field.abandon_work(id);
    let cargo: Vec<Id> = game.forces.cargo(id).collect();
    log.add(|| {
        let text = format!("{} leaves the map by the {edge} edge", game.battle.who(id));
        Event::new(Tone::Success, game.battle.side(id), text, "battles: off the map").at(game.forces.cell(id))
    });
    game.forces.stand_mut(id).laden = !cargo.is_empty();
    for gone in std::iter::once(id).chain(cargo.iter().copied()) {
        game.forces.stand_mut(gone).place = Place::Gone(edge);
        cohesion::lose_command(&game.forces, &mut game.command, gone, log);
    }
    if edge == game.battle.army(game.battle.side(id).other()).edge {
        let armed: Vec<Id> =
            std::iter::once(id).chain(cargo).filter(|&id| !game.battle.unit(id).is_unarmed()).collect();
        for charger in armed {
            game.forces.silence_battery(charger, dice, log)?;
        }
    }
    Ok(())
}

/// The edges over which a mover may leave the map from its square.
pub(super) fn exit_choices(field: &Field, forces: &Forces, mover: &Mover, choices: &mut Vec<Choice>) {
    let id = mover.stand;
    let Some(here) = forces.cell(id) else { return };
    // battles: off the map
    let aims = forces.battle.victory.ways_out(forces.side(id));
    for edge in aims.chain(way_to_the_guns(forces, id)) {
        let exit = Choice::Exit(edge);
        if can_leave(field, forces, mover, here, edge) && !choices.contains(&exit) {
            choices.push(exit);
        }
    }
}

/// Whether a mover can pay for the inch off the map, which costs the same as its own square. The first
/// inch of a move is always allowed (8.3.2).
fn can_leave(field: &Field, forces: &Forces, mover: &Mover, here: Cell, edge: Compass) -> bool {
    let beyond = !forces.battle.grid.contains(here.step(edge));
    let first = mover.trail.is_empty() && mover.left > 0;
    beyond && inch_out(field, forces, mover.stand, here).is_some_and(|cost| cost <= mover.left || first)
}

/// The enemy's off-map batteries that can still be silenced (12.4).
fn batteries_behind(forces: &Forces, side: Side) -> impl Iterator<Item = Id> + '_ {
    forces.ids(side.other()).filter(|&id| forces.stand(id).place == Place::OffMap)
}

/// The enemy's edge, for a stand that is armed or carries an armed one, while off-map batteries remain
/// behind it (12.4).
fn way_to_the_guns(forces: &Forces, id: Id) -> Option<Compass> {
    let side = forces.side(id);
    let armed = |id: Id| !forces.unit(id).is_unarmed();
    let open = forces.battle.plays(Optional::ChargeForTheGuns)
        && (armed(id) || forces.cargo(id).any(armed))
        && batteries_behind(forces, side).next().is_some();
    open.then(|| forces.battle.army(side.other()).edge)
}

/// Whether a stand that can leave only to charge the guns is worth less than a battery.
pub fn is_worth_the_guns(forces: &Forces, id: Id) -> bool {
    let price = |id: Id| forces.unit(id).kind.points;
    batteries_behind(forces, forces.side(id)).map(price).min().is_some_and(|least| least >= price(id))
}

/// The cost of the inch off the map for a stand.
pub fn inch_out(field: &Field, forces: &Forces, id: Id, here: Cell) -> Option<Quarters> {
    let (points, mode) = forces.pace(id);
    let ground = field.ground_at(here);
    let road = ground.road_cost(mode).filter(|_| !forces.stand(id).off_road);
    if points == 0 { None } else { road.or(ground.cost(mode)) }
}
