//! Chapters 29, 33 and 34: hidden units and how they are found, minefields and how they are cleared.

use super::aim::ADJACENT;
use super::firing::{Harm, Motion};
use super::mover::Mover;
use super::state::{Arm, Drive, Flag, Id, Kind, Position, Switch};
use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;

impl Position {
    /// A hidden unit is seen from now on, and with it what carries it and what it carries (29, P-91).
    pub fn reveal(&mut self, id: Id, log: &mut Log) {
        if !self.state(id).is(Flag::Hidden) {
            return;
        }
        self.hide(id, false);
        log.add(|| {
            let text = format!("{} is discovered", self.who(id));
            Event::new(Tone::Plain, self.side(id), text, "29").at(self.cell_of(id))
        });
        let with: Vec<Id> = self.carrier(id).into_iter().chain(self.cargo(id)).collect();
        for other in with {
            self.reveal(other, log);
        }
    }

    /// A unit is hidden from now on, or no longer.
    pub(super) fn hide(&mut self, id: Id, hidden: bool) {
        if self.state(id).is(Flag::Hidden) != hidden {
            self.state_mut(id).set(Flag::Hidden, hidden);
            self.hidden = if hidden { self.hidden + 1 } else { self.hidden - 1 };
        }
    }

    /// Who gets into what hides is hidden with it; what hides is found with who is seen to get into it (P-91).
    pub(super) fn hide_with(&mut self, id: Id, carrier: Id, log: &mut Log) {
        if self.state(carrier).is(Flag::Hidden) {
            self.hide(id, true);
        } else {
            self.reveal(id, log);
        }
    }

    /// The inches at which a hidden unit is spotted by another (29).
    pub fn spotting_range(&self, hidden: Id, by: Id) -> u16 {
        self.spotted_at(self.spotting_inches(hidden), by)
    }

    /// Two thirds of the inches for others than reconnaissance.
    fn spotted_at(&self, inches: u16, by: Id) -> u16 {
        if self.unit(by).recon { inches } else { inches * 2 / 3 }
    }

    /// The inches at which reconnaissance spots a hidden unit, by ground and kind.
    fn spotting_inches(&self, hidden: Id) -> u16 {
        let Some(at) = self.spot(hidden) else { return 0 };
        applies("29.2");
        let unit = self.unit(hidden);
        let kind = self.battle.ground_at(at).kind;
        let edge_of = |what: Kind| {
            Compass::ALL.into_iter().any(|way| {
                self.battle.next(at, way).is_some_and(|next| self.battle.ground_at(next).kind != what)
            })
        };
        let beside = |edges: &[super::state::Edge]| {
            [Compass::N, Compass::E, Compass::S, Compass::W]
                .into_iter()
                .any(|side| edges.contains(&self.battle.edge(at, side)))
        };
        let ground = if kind == Kind::Woods && !edge_of(Kind::Woods) {
            4
        } else if self.state(hidden).is(Flag::DugIn) {
            3
        } else if matches!(kind, Kind::Woods | Kind::Building) || beside(&[super::state::Edge::Hedgerow]) {
            2
        } else if kind == Kind::Rough
            || self.battle.ground_at(at).grain
            || beside(&[super::state::Edge::Wall, super::state::Edge::Hedge])
        {
            1
        } else {
            0
        };
        // Cavalry counts as a vehicle.
        let target = if unit.is_vehicle() || unit.is_large_gun() || self.state(hidden).is(Flag::Mounted) {
            0
        } else if unit.is_gun() || unit.mortar.is_some() {
            1
        } else {
            2
        };
        self.battle.tables.spotting(ground, target)
    }

    /// A hidden unit that has fired is seen now if any enemy able to look has it in sight (29).
    pub fn betray(&mut self, id: Id, log: &mut Log) {
        self.state_mut(id).set(Flag::FiredHidden, false);
        if self.state(id).is(Flag::Hidden) && self.is_watched(id) {
            self.reveal(id, log);
        }
    }

    /// Whether an enemy that is not stunned has a unit in sight.
    fn is_watched(&self, id: Id) -> bool {
        applies("29.2");
        let mut enemies = self.ids(self.side(id).other());
        enemies.any(|enemy| self.state(enemy).is_able() && self.sees(enemy, id).is_some())
    }

    /// Finds every hidden unit that an enemy able to look is near enough to see, and one that has just moved in
    /// sight of the enemy. What crosses a hedgerow finds nothing before the phase ends (23, 29).
    pub fn spot_hidden(&mut self, moved: Option<Id>, log: &mut Log) {
        if self.hidden == 0 {
            return;
        }
        for id in 0..self.states.len() as Id {
            if !self.state(id).is(Flag::Hidden) {
                continue;
            }
            let Some(at) = self.spot(id) else { continue };
            let inches = self.spotting_inches(id);
            let found = self.ids(self.side(id).other()).any(|enemy| {
                if self.state(enemy).is(Flag::Crossed) {
                    applies("23.4");
                }
                self.state(enemy).is_able()
                    && !self.state(enemy).is(Flag::Crossed)
                    && self.spot(enemy).is_some_and(|from| {
                        self.range(from, at) <= self.spotted_at(inches, enemy) * 10
                            && self.sees(enemy, id).is_some()
                    })
            });
            if found || moved == Some(id) && self.is_watched(id) {
                self.reveal(id, log);
            }
        }
    }

    /// Whether mines lie in a cell.
    pub fn is_mined(&self, cell: u16) -> bool {
        self.battle.ground_at(cell).mines
            && self.battle.plays(Switch::Minefields)
            && !self.cleared.contains(&cell)
    }

    /// A unit enters a cell: mines may go off (33).
    pub fn cross_mines(
        &mut self,
        mover: &mut Mover,
        at: u16,
        way: Compass,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        if !self.is_mined(at) {
            return Ok(());
        }
        let id = mover.unit;
        let unit = self.unit(id);
        let clears = self.battle.plays(Switch::MineClearing)
            && (unit.rollers || unit.flail && !self.state(id).is(Flag::FlailGone));
        if clears {
            self.cleared.push(at);
            self.cleared.sort_unstable();
            let flail = self.unit(id).flail;
            self.state_mut(id).set(Flag::Clearing, flail);
            log.add(|| {
                let text = format!("{} clears mines", self.who(id));
                Event::new(Tone::Success, self.side(id), text, "34").at([self.battle.cell(at)])
            });
            return Ok(());
        }
        if self.follows(mover, at, way) {
            applies("33.3");
            return Ok(());
        }
        applies("33.3");
        applies(if unit.is_vehicle() { "33.1" } else { "33.2" });
        // Vehicles roll once for every two inches or part of them (P-11), others once in a move (P-67).
        let inch = if way.is_diagonal() { 17 } else { 12 };
        let before = mover.mined;
        mover.mined += inch;
        let due =
            if unit.is_vehicle() { mover.mined.div_ceil(24) > before.div_ceil(24) } else { before == 0 };
        if !due {
            return Ok(());
        }
        let face = dice.roll(10, || format!("mines under {}: on 1", self.who(id)))?;
        if face != 1 {
            return Ok(());
        }
        log.add(|| {
            let text = format!("a mine goes off under {}", self.who(id));
            Event::new(Tone::Loss, self.side(id), text, "33").at([self.battle.cell(at)])
        });
        if self.unit(id).arm != Arm::Armoured {
            self.lose_on_mine(id, at, log);
            return Ok(());
        }
        let add = self.mine_add(id);
        let face = dice.roll(10, || format!("mine under {}, {add:+}", self.who(id)))?;
        let sum = i16::from(face) + add;
        let [nothing, immobilised, ..] = self.battle.tables.mines;
        if sum > immobilised {
            self.lose_on_mine(id, at, log);
        } else if sum > nothing {
            self.harm(id, Harm::Immobilise, log);
            let riders: Vec<Id> = self.cargo(id).filter(|&rider| !self.unit(rider).is_gun()).collect();
            for rider in riders {
                applies("18.5");
                self.harm(rider, Harm::Stun, log);
            }
        }
        Ok(())
    }

    /// A mine destroys a vehicle; the Gun it towed stands unhurt where it was lost (33).
    fn lose_on_mine(&mut self, id: Id, at: u16, log: &mut Log) {
        let gun = self.unhook(id);
        self.lose(id, log);
        if let Some(gun) = gun {
            self.stand_alone(gun, id, at);
        }
    }

    /// Takes the Gun off a vehicle that is about to be lost or left.
    pub(super) fn unhook(&mut self, id: Id) -> Option<Id> {
        let gun = self.towed(id)?;
        applies("14.1");
        self.state_mut(gun).place = super::state::Place::Gone;
        Some(gun)
    }

    /// The Gun that a vehicle towed stands where the vehicle was.
    pub(super) fn stand_alone(&mut self, gun: Id, vehicle: Id, at: u16) {
        let hull = self.state(vehicle).hull;
        self.put(gun, at);
        let state = self.state_mut(gun);
        state.hull = (hull + 12) % 24;
        state.motion = Motion::Stopped;
        state.set(Flag::Moved, true);
    }

    /// What is added to a mine's damage: light, heavy, wheels, halftracks (33).
    pub fn mine_add(&self, id: Id) -> i16 {
        let [_, _, light, heavy, wheeled, halftrack] = self.battle.tables.mines;
        let unit = self.unit(id);
        let weight = match unit.weight {
            0 => light,
            1 => 0,
            _ => heavy,
        };
        let drive = match unit.drive {
            Drive::Wheeled => wheeled,
            Drive::Halftrack => halftrack,
            _ => 0,
        };
        weight + drive
    }

    /// Where a vehicle of medium weight or more was, others may follow in this phase (33).
    pub fn leave_tracks(&mut self, id: Id, from: u16) {
        let unit = self.unit(id);
        let heavy = unit.is_vehicle() && unit.weight >= 1;
        if heavy && self.battle.has_mines() {
            self.wake.push((from, id));
        }
    }

    /// Close behind a vehicle of medium weight or more, and no lighter than oneself, one is safe; and so is, in its
    /// tracks of this phase, who was within an inch of it when it set out (33, P-84).
    fn follows(&self, mover: &Mover, at: u16, way: Compass) -> bool {
        let id = mover.unit;
        let weight = if self.unit(id).is_vehicle() { self.unit(id).weight } else { 0 };
        let leads = |leader: Id| {
            let unit = self.unit(leader);
            self.side(leader) == self.side(id)
                && leader != id
                && unit.is_vehicle()
                && unit.weight >= 1
                && unit.weight >= weight
        };
        let ahead = [way, way.turned(1), way.turned(-1)].into_iter().any(|ahead| {
            self.battle
                .next(at, ahead)
                .and_then(|next| self.holder_of(next))
                .is_some_and(|leader| leads(leader) && !self.state(leader).condition.immobilised)
        });
        let behind = |leader: Id| {
            let set_out = self.wake.iter().find(|(_, other)| *other == leader);
            let was = mover.path.first().zip(set_out);
            was.is_some_and(|((mine, _), (its, _))| self.range(*mine, *its) <= ADJACENT)
        };
        let mut tracks = self.wake.iter().filter(|(cell, _)| *cell == at);
        ahead || tracks.any(|&(_, leader)| leads(leader) && behind(leader))
    }
}
