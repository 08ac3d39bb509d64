//! The risk to a unit in a cell: the fire of weapons that bear on it there, as they point now.

use crate::board::Cell;
use crate::game::view::PieceId;
use crate::game::{Risk, risk};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::firing::plans::{Plans, harms};
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::state::{Flag, Gunnery, Id, Slot};

impl Plans<'_> {
    /// The risk to a unit of the side that moves, in a cell.
    pub(in crate::rules::panzertruppe) fn risk_on(&self, id: Id, cell: Cell) -> Option<Risk> {
        let side = match self.turn.stack.last()? {
            Frame::Movement(movement) => movement.side,
            Frame::Mover(mover) => self.forces.side(mover.unit),
            _ => return None,
        };
        let (from, to) = (self.forces.spot(id)?, self.battle.index(cell)?);
        if self.forces.side(id) != side {
            return None;
        }
        let mut there = self.without_hidden(side);
        if from != to {
            there.forces.put(id, to);
            let vehicle = !there.battle.unit(id).is_infantry();
            let state = there.forces.state_mut(id);
            for flag in [Flag::Back, Flag::Crouching, Flag::DugIn] {
                state.set(flag, false);
            }
            if vehicle {
                state.motion = Motion::Moving;
            }
        }
        let enemies: Vec<Id> = self.battle.ids(side.other()).collect();
        let shots: Vec<(Id, (f64, f64))> = enemies
            .into_iter()
            .filter_map(|enemy| Some((enemy, there.gunnery().best_shot_at(enemy, id)?)))
            .collect();
        let attacks = shots.iter().map(|(enemy, (harm, _))| (vec![PieceId(u16::from(*enemy))], *harm));
        let lost = risk::any_of(shots.iter().map(|(_, (_, kill))| *kill));
        let mut risk = Risk::of(attacks, "hurt").costing("kill", lost);
        if !risk.attacks.is_empty() {
            let ambush = shots.iter().any(|(enemy, _)| {
                there.battle.unit(*enemy).slots().any(|s| there.gunnery().is_ready(*enemy, s))
            });
            risk.reactions.extend(ambush.then(|| "ambush fire".to_owned()));
        }
        Some(risk)
    }
}

impl Gunnery<'_> {
    /// The chances of harm and destruction of an enemy's best shot, with a weapon that bears.
    fn best_shot_at(self, enemy: Id, id: Id) -> Option<(f64, f64)> {
        let state = self.forces.state(enemy);
        self.forces.spot(enemy)?;
        if state.condition.stunned || state.is(Flag::Hidden) {
            return None;
        }
        let condition = self.forces.state(id).condition;
        let shots = self.battle.unit(enemy).slots().filter(|slot| *slot != Slot::Mortar).filter_map(|slot| {
            let line = self.may_shoot(enemy, slot, id)?;
            let shot = self.shot(enemy, slot, id, line, false)?;
            Some(harms(&shot.odds(&self.battle.tables, condition), condition))
        });
        shots.max_by(|a, b| (a.0 + a.1).total_cmp(&(b.0 + b.1)))
    }
}
