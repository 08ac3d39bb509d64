//! Chapters 5 and 26: errant turns, and bridges that collapse.

use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::panzertruppe::firing::{Harm, Motion};
use crate::rules::panzertruppe::state::{
    Arm, Edge, Flag, Forces, Ground, Id, Kind, Position, Spot, Switch, Weight,
};
use crate::rules::panzertruppe::tables::BridgeEffect;

impl Position {
    /// The errant turn of a vehicle that was stunned or immobilised while moving; then it is stopped (5, 6).
    pub fn begin_errant_turn(&mut self, id: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let state = self.forces.state(id);
        let runs = self.battle.unit(id).is_vehicle()
            && self.forces.is_in(id)
            && state.motion == Motion::Moving
            && state.condition.is_halted();
        if runs { self.make_errant_turn(id, dice, log) } else { Ok(()) }
    }

    /// Turns the vehicle by the Errant Turns Table and moves it 1 inch, or into what is in its way (5).
    #[apply(rule, "5.2")]
    pub fn make_errant_turn(&mut self, id: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(from) = self.forces.spot(id) else { return Ok(()) };
        let face = dice.roll(10, || format!("errant turn of {}", self.battle.full_name(id)))?;
        let turn = self.battle.tables.errant_turn(face);
        let hull = (i16::from(self.forces.state(id).hull) + i16::from(turn)).rem_euclid(24) as u8;
        {
            let state = self.forces.state_mut(id);
            state.turret = (state.turret + 24 + hull - state.hull) % 24;
            state.hull = hull;
            state.motion = Motion::Stopped;
            state.set(Flag::Back, false);
            state.set(Flag::DugIn, false);
        }
        // The direction nearest to its new facing.
        let way = Compass::ALL[usize::from((hull + 1) / 3 % 8)];
        log.add(|| {
            let text = format!("{}: errant turn {way}: {face}", self.battle.full_name(id));
            Event::new(Tone::Plain, self.forces.side(id), text, "5").at([self.battle.cell(from)])
        });
        let Some(to) = self.battle.next(from, way) else { return Ok(()) };
        let off_bridge = self.ground.terrain(from).bridge.is_some() && !self.ground.terrain(to).road;
        let (here, there) = (self.battle.level(from), self.battle.level(to));
        let cliff = self.battle.barrier(from, way) == Edge::Cliff || here.abs_diff(there) > 1;
        if cliff {
            applies("27");
        }
        if off_bridge {
            applies("26");
        }
        if cliff || off_bridge || self.battle.terrain_at(to).kind == Kind::Building {
            applies("5.3");
        }
        if cliff && there > here {
            // A vehicle does not run up a cliff: it stops at the foot (P-83).
            return Ok(());
        }
        if off_bridge || cliff || self.battle.terrain_at(to).kind == Kind::Building {
            self.forces.lose(id, log);
            return Ok(());
        }
        if let Some(other) = self.forces.holder_of(to) {
            applies("5.4");
            let (mine, its) =
                (self.battle.unit(id).arm == Arm::Armoured, self.battle.unit(other).arm == Arm::Armoured);
            self.forces.reveal(other, log);
            if mine && its {
                self.forces.harm(id, Harm::Immobilise, self.turn.phase, log);
                self.forces.harm(other, Harm::Immobilise, self.turn.phase, log);
                // A moving vehicle immobilised by the collision makes an errant turn too.
                return self.begin_errant_turn(other, dice, log);
            }
            if !its {
                self.forces.lose(other, log);
            }
            if !mine {
                self.forces.lose(id, log);
            }
        }
        if self.forces.is_in(id) && self.forces.holder_of(to).is_none() {
            self.forces.put(id, to);
            self.forces.crush_stunned(id, log);
        }
        Ok(())
    }
}

/// Whether a bridge collapses under a unit (26). Returns true if the unit was lost with it.
#[apply(rule, "26" if ground.terrain(at).bridge.filter(|_| forces.battle.plays(Switch::Bridges)).is_some())]
pub fn cross_bridge(
    ground: &mut Ground,
    forces: &mut Forces,
    id: Id,
    at: Spot,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<bool, Ask> {
    use BridgeEffect;
    let Some(kind) = ground.terrain(at).bridge.filter(|_| forces.battle.plays(Switch::Bridges)) else {
        return Ok(false);
    };
    let unit = forces.battle.unit(id);
    if unit.is_infantry() {
        return Ok(false);
    }
    let tows_large =
        !unit.horses && forces.towed(id).is_some_and(|gun| forces.battle.unit(gun).is_large_gun());
    let weight = match tows_large {
        _ if unit.is_gun() => Weight::Light,
        true => unit.weight.heavier(),
        false => unit.weight,
    };
    let falls = match forces.battle.tables.strain(kind, weight) {
        BridgeEffect::Holds => false,
        BridgeEffect::Falls => true,
        BridgeEffect::Risk => {
            dice.roll(10, || format!("bridge under {}: collapses on 1", forces.battle.full_name(id)))? == 1
        }
    };
    if falls {
        ground.fallen.push(at);
        log.add(|| {
            let text = format!("the bridge collapses under {}", forces.battle.full_name(id));
            Event::new(Tone::Loss, forces.side(id), text, "26").at([forces.battle.cell(at)])
        });
        forces.lose(id, log);
    }
    Ok(falls)
}
