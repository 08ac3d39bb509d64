//! Leaving the map by an edge, where a side wins by it (scenario, S-128).

use super::mover::Mover;
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::state::battle::Optional;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Place, Position};

impl Position {
    /// The edges over which a mover may leave the map from its square.
    pub(super) fn exit_choices(&self, mover: &Mover, choices: &mut Vec<Choice>) {
        let id = mover.stand;
        let Some(here) = self.cell(id) else { return };
        applies("battles: off the map");
        let aims = self.battle.victory.ways_out(self.side(id));
        for edge in aims.chain(self.way_to_the_guns(id)) {
            let exit = Choice::Exit(edge);
            if self.can_leave(mover, here, edge) && !choices.contains(&exit) {
                choices.push(exit);
            }
        }
    }

    /// Whether a mover can pay for the inch off the map, which costs the same as its own square. The first
    /// inch of a move is always allowed (8.3.2).
    fn can_leave(&self, mover: &Mover, here: Cell, edge: Compass) -> bool {
        let beyond = !self.battle.grid.contains(here.step(edge));
        let first = mover.trail.is_empty() && mover.left > 0;
        beyond && self.inch_out(mover.stand, here).is_some_and(|cost| cost <= mover.left || first)
    }

    /// The enemy's off-map batteries that can still be silenced (12.4).
    fn batteries_behind(&self, side: Side) -> impl Iterator<Item = Id> + '_ {
        self.ids(side.other()).filter(|&id| self.stand(id).place == Place::OffMap)
    }

    /// The enemy's edge, for a stand that is armed or carries an armed one, while off-map batteries remain
    /// behind it (12.4).
    fn way_to_the_guns(&self, id: Id) -> Option<Compass> {
        let side = self.side(id);
        let armed = |id: Id| !self.unit(id).is_unarmed();
        let open = self.battle.plays(Optional::ChargeForTheGuns)
            && (armed(id) || self.cargo(id).any(armed))
            && self.batteries_behind(side).next().is_some();
        open.then(|| {
            applies("12.4");
            self.battle.army(side.other()).edge
        })
    }

    /// Whether a stand that can leave only to charge the guns is worth less than a battery.
    pub fn is_worth_the_guns(&self, id: Id) -> bool {
        let price = |id: Id| self.unit(id).kind.points;
        self.batteries_behind(self.side(id)).map(price).min().is_some_and(|least| least >= price(id))
    }

    /// An armed stand has reached the enemy's rear and silences an off-map battery, drawn at random (12.4,
    /// S-142).
    fn silence_battery(&mut self, charger: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if !self.battle.plays(Optional::ChargeForTheGuns) {
            return Ok(());
        }
        let batteries: Vec<Id> = self.batteries_behind(self.side(charger)).collect();
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
            let text = format!("{} charges the guns: {} is silenced", self.who(charger), self.who(battery));
            Event::new(Tone::Loss, self.side(battery), text, "12.4")
        });
        Ok(())
    }

    /// The cost of the inch off the map for a stand.
    pub fn inch_out(&self, id: Id, here: Cell) -> Option<Quarters> {
        let (points, mode) = self.pace(id);
        let ground = self.ground_at(here);
        let road = ground.road_cost(mode).filter(|_| !self.stand(id).off_road);
        if points == 0 { None } else { road.or(ground.cost(mode)) }
    }

    /// A mover leaves the map for good, with its cargo.
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
            let text = format!("{} leaves the map by the {edge} edge", self.who(id));
            Event::new(Tone::Success, self.side(id), text, "battles: off the map").at(self.cell(id))
        });
        self.stand_mut(id).laden = !cargo.is_empty();
        for gone in std::iter::once(id).chain(cargo.iter().copied()) {
            self.stand_mut(gone).place = Place::Gone(edge);
            self.lose_command(gone, log);
        }
        if edge == self.battle.army(self.side(id).other()).edge {
            let armed: Vec<Id> =
                std::iter::once(id).chain(cargo).filter(|&id| !self.unit(id).is_unarmed()).collect();
            for charger in armed {
                self.silence_battery(charger, dice, log)?;
            }
        }
        Ok(())
    }
}
