//! Leaving the map by an edge, where a side wins by it (scenario, S-128).

use super::mover::Mover;
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Place, Position};

impl Position {
    /// The edges by which a mover may leave the map from where it is.
    pub(super) fn exit_choices(&self, mover: &Mover, choices: &mut Vec<Choice>) {
        let id = mover.stand;
        let Some(here) = self.cell(id) else { return };
        applies("battles: off the map");
        for edge in self.battle.victory.ways_out(self.side(id)) {
            let exit = Choice::Exit(edge);
            if self.can_leave(mover, here, edge) && !choices.contains(&exit) {
                choices.push(exit);
            }
        }
    }

    /// Whether a mover can pay for the inch beyond the edge: that of its own square once more; as its first inch
    /// it may always be made (8.3.2).
    fn can_leave(&self, mover: &Mover, here: Cell, edge: Compass) -> bool {
        let beyond = !self.battle.grid.contains(here.step(edge));
        let first = mover.trail.is_empty() && mover.left > 0;
        beyond && self.inch_out(mover.stand, here).is_some_and(|cost| cost <= mover.left || first)
    }

    /// What the inch beyond the edge costs a stand.
    pub fn inch_out(&self, id: Id, here: Cell) -> Option<Quarters> {
        let (points, mode) = self.pace(id);
        let ground = self.ground_at(here);
        let road = ground.road_cost(mode).filter(|_| !self.stand(id).off_road);
        if points == 0 { None } else { road.or(ground.cost(mode)) }
    }

    /// A mover leaves the map with all it carries, for good.
    pub(super) fn leave_map(
        &mut self,
        id: Id,
        edge: Compass,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        applies("battles: off the map");
        if !self.leaves_works(id, dice, log)? {
            return Ok(());
        }
        self.abandon_work(id);
        let cargo: Vec<Id> = self.cargo(id).collect();
        log.add(|| {
            let text = format!("{} leaves the map by its {edge} edge", self.who(id));
            Event::new(Tone::Success, self.side(id), text, "battles: off the map").at(self.cell(id))
        });
        self.stand_mut(id).laden = !cargo.is_empty();
        for gone in std::iter::once(id).chain(cargo) {
            self.stand_mut(gone).place = Place::Gone(edge);
        }
        Ok(())
    }
}
