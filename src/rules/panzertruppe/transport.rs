//! Chapters 14, 18, 22 and 28 where they say what a unit may do beside moving: get on and off, hitch and set up,
//! crouch, mount.

use super::firing::Motion;
use super::movement::{Mover, POINT};
use super::state::{Arm, Choice, Drive, Flag, Id, Kind, Place, Position, Switch};
use super::turn::Frame;
use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};

impl Position {
    /// What infantry may do where it is, beside going on.
    pub fn foot_choices(&self, mover: &Mover, to: &mut Vec<Choice>) {
        let id = mover.unit;
        let (unit, state) = (self.unit(id), self.state(id));
        if self.battle.plays(Switch::Transport) && !state.is(Flag::Mounted) {
            for vehicle in self.carriers_beside(id) {
                if self.has_room(vehicle, id) {
                    to.push(Choice::Board(self.unit(vehicle).tag));
                }
            }
        }
        if unit.drive == Drive::Cavalry && self.battle.plays(Switch::Cavalry) {
            if state.is(Flag::Mounted) && mover.left >= 4 * POINT {
                to.push(Choice::Unmount);
            } else if !state.is(Flag::Mounted) && !mover.stepped {
                to.push(Choice::Mount);
            }
        }
        if !state.is(Flag::Mounted) && self.spot(id).is_some_and(|cell| self.is_shelter(id, cell)) {
            to.push(if state.is(Flag::Crouching) { Choice::Rise } else { Choice::Crouch });
        }
        if unit.mortar.is_some_and(|mm| mm >= 76) && !mover.stepped {
            to.push(if state.is(Flag::Packed) { Choice::Unlimber } else { Choice::Limber });
        }
        self.close_choices(id, to);
    }

    /// What the crew of a Gun may do: hitch it, make it ready to go, set it up (14).
    pub fn gun_choices(&self, mover: &Mover, to: &mut Vec<Choice>) {
        let id = mover.unit;
        let (unit, state) = (self.unit(id), self.state(id));
        if !unit.is_gun() {
            return;
        }
        if unit.is_large_gun() && !mover.stepped {
            to.push(if state.is(Flag::Packed) { Choice::Unlimber } else { Choice::Limber });
        }
        let ready = !unit.is_large_gun() || state.is(Flag::Packed);
        if ready && self.battle.plays(Switch::Transport) && !state.is(Flag::Unpacked) {
            for vehicle in self.carriers_beside(id) {
                if self.may_tow(vehicle, id) {
                    to.push(Choice::Hitch(self.unit(vehicle).tag));
                }
            }
        }
    }

    /// Vehicles of one's own that stand beside a unit and have not moved off this phase.
    fn carriers_beside(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let at = self.spot(id);
        Compass::ALL.into_iter().filter_map(move |way| self.holder_of(self.battle.next(at?, way)?)).filter(
            move |&other| {
                self.side(other) == self.side(id)
                    && self.unit(other).is_vehicle()
                    && self.state(other).motion != Motion::Moving
                    && !self.retreats(other)
            },
        )
    }

    /// Whether a vehicle has room for infantry (18).
    fn has_room(&self, vehicle: Id, id: Id) -> bool {
        let unit = self.unit(vehicle);
        if self.towed(vehicle).is_some() {
            return false;
        }
        // Two ride on medium tanks and heavier, one on light ones; only Russians before 1942.
        let tank =
            matches!(unit.drive, Drive::Tank | Drive::SpGun) && !unit.open && unit.arm == Arm::Armoured;
        let early = self.battle.year < 42 && !self.battle.armies[self.side(id).index()].russian;
        let room = if unit.carries > 0 {
            unit.carries
        } else if tank && !early {
            if unit.weight >= 1 { 2 } else { 1 }
        } else {
            0
        };
        self.cargo(vehicle).count() < usize::from(room)
    }

    /// Whether a vehicle may tow a Gun (14).
    fn may_tow(&self, vehicle: Id, gun: Id) -> bool {
        let (unit, towed) = (self.unit(vehicle), self.unit(gun));
        let Some(main) = towed.main else { return false };
        let light =
            main.bore.calibre <= 57 || main.bore.calibre == 75 && main.bore.kind == super::firing::GunType::S;
        towed.carriage() < 140
            && self.cargo(vehicle).next().is_none()
            && (!unit.light_tow || light)
            && matches!(unit.drive, Drive::Halftrack | Drive::Wheeled | Drive::Tank)
            && (unit.light_tow || !unit.jeep)
            && (unit.carries > 0 || unit.arm == Arm::Soft)
            && !self.state(vehicle).is(Flag::Moved)
    }

    /// Does what a choice of these says; answers whether the unit goes on moving.
    pub fn act_on_foot(&mut self, mover: &mut Mover, choice: &Choice, log: &mut Log) -> bool {
        let id = mover.unit;
        let tell = |position: &Self, log: &mut Log, what: String, rule: &'static str| {
            log.add(|| {
                let text = format!("{} {what}", position.who(id));
                let event = Event::new(Tone::Plain, position.side(id), text, rule).at(position.cell_of(id));
                position.for_those_who_see(id, event)
            });
        };
        match *choice {
            Choice::Board(vehicle) => {
                let vehicle = self.id(vehicle);
                tell(self, log, format!("gets on {}", self.who(vehicle)), "18");
                self.lift(id);
                self.state_mut(id).place = Place::Aboard(vehicle);
                let kangaroo = self.unit(vehicle).kangaroo;
                let state = self.state_mut(id);
                state.set(Flag::Crouching, kangaroo);
                state.set(Flag::DugIn, false);
                // Who drove a jeep off is its driver.
                false
            }
            Choice::Hitch(vehicle) => {
                let vehicle = self.id(vehicle);
                tell(self, log, format!("is hitched to {}", self.who(vehicle)), "14");
                self.lift(id);
                let state = self.state_mut(id);
                state.place = Place::Aboard(vehicle);
                state.set(Flag::DugIn, false);
                // The vehicle stays where it is for this phase.
                self.state_mut(vehicle).set(Flag::Moved, true);
                false
            }
            Choice::Limber | Choice::Unlimber => {
                let packs = *choice == Choice::Limber;
                tell(self, log, if packs { "is made ready to go".into() } else { "is set up".into() }, "14");
                let state = self.state_mut(id);
                state.set(Flag::Packed, packs);
                state.set(Flag::Unpacked, true);
                state.motion = Motion::Stopped;
                false
            }
            Choice::Crouch | Choice::Rise => {
                self.state_mut(id).set(Flag::Crouching, *choice == Choice::Crouch);
                false
            }
            Choice::Mount => {
                // Four of the twelve points are gone (18).
                self.state_mut(id).set(Flag::Mounted, true);
                mover.left = 8 * POINT;
                mover.bonus = 0;
                true
            }
            Choice::Unmount => {
                let state = self.state_mut(id);
                state.set(Flag::Mounted, false);
                state.motion = Motion::Stopped;
                false
            }
            Choice::Fight(target) => {
                let target = self.id(target);
                tell(self, log, format!("closes with {}", self.who(target)), "19");
                self.fights.push((id, target));
                false
            }
            Choice::Assault(vehicle) => {
                let vehicle = self.id(vehicle);
                tell(self, log, format!("is about to assault {}", self.who(vehicle)), "20");
                self.state_mut(id).assault = vehicle;
                false
            }
            _ => false,
        }
    }

    /// Whether a unit may be set down from what carries it.
    pub fn may_unload(&self, id: Id) -> bool {
        let Some(carrier) = self.carrier(id) else { return false };
        let state = self.state(id);
        !state.condition.stunned
            && !state.is(Flag::Moved)
            && self.state(carrier).motion != Motion::Moving
            && !self.retreats(carrier)
            && self.spot(carrier).is_some_and(|at| self.free_beside(at).next().is_some())
            && (self.unit(id).is_infantry() || !self.state(carrier).is(Flag::Moved) || self.stood(carrier))
    }

    /// A vehicle that has used its phase only to stop, or not at all.
    fn stood(&self, vehicle: Id) -> bool {
        self.state(vehicle).motion != Motion::Moving && !self.state(vehicle).is(Flag::Moved)
    }

    fn free_beside(&self, at: u16) -> impl Iterator<Item = Compass> + '_ {
        Compass::ALL.into_iter().filter(move |&way| {
            self.battle.next(at, way).is_some_and(|next| {
                self.holder_of(next).is_none()
                    && (self.battle.ground_at(next).kind != Kind::Building
                        || self.battle.plays(Switch::Buildings))
                    && self.battle.level(next).abs_diff(self.battle.level(at)) <= 1
                    && self.barrier(at, way) < super::state::Edge::Hedgerow
            })
        })
    }

    /// Where a unit may be set down.
    pub fn unloading_choices(&self, id: Id, to: &mut Vec<Choice>) {
        if !self.may_unload(id) {
            return;
        }
        let Some(at) = self.place_of(id) else { return };
        let (tag, gun) = (self.unit(id).tag, self.unit(id).is_gun());
        to.extend(
            self.free_beside(at)
                .map(|way| if gun { Choice::Unhitch(tag, way) } else { Choice::Dismount(tag, way) }),
        );
    }

    /// Sets a unit down; infantry from a vehicle that stood moves on from there (18), a small Gun is set up at
    /// once and may be pushed on, a large one takes another phase (14).
    pub fn unload(&mut self, id: Id, way: Compass, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(carrier) = self.carrier(id) else { return Ok(()) };
        let Some(at) = self.spot(carrier).and_then(|from| self.battle.next(from, way)) else { return Ok(()) };
        let began_moving = self.state(carrier).is(Flag::BeganMoving);
        let hull = self.state(carrier).hull;
        let (gun, mortar) = (self.unit(id).is_gun(), self.unit(id).mortar.is_some_and(|mm| mm >= 76));
        self.put(id, at);
        let large = self.unit(id).is_large_gun();
        {
            let state = self.state_mut(id);
            state.hull = if gun { (hull + 12) % 24 } else { hull };
            state.motion = Motion::Stopped;
            state.set(Flag::Moved, true);
            state.set(Flag::Crouching, false);
            state.set(Flag::Packed, large || mortar);
            state.set(Flag::Unpacked, gun || mortar);
        }
        if gun {
            self.state_mut(carrier).set(Flag::Moved, true);
        }
        log.add(|| {
            let word = if gun { "is unhitched from" } else { "gets off" };
            let text = format!("{} {word} {}", self.who(id), self.who(carrier));
            Event::new(Tone::Plain, self.side(id), text, if gun { "14" } else { "18" })
                .at([self.battle.cell(at)])
        });
        if self.hidden > 0 {
            self.spot_hidden(log);
        }
        if gun {
            self.stack.push(Frame::Facing(super::movement::Facing { unit: id, hull: true }));
        } else if !began_moving && !mortar {
            let left = self.unit(id).pace.saturating_sub(POINT);
            let seen = self.watchers(id);
            self.stack.push(Frame::Mover(Mover {
                unit: id,
                left,
                bonus: 0,
                stepped: true,
                fixed: false,
                path: vec![(at, hull)],
                seen_first: seen,
                seen,
                asked: 0,
                mined: 0,
                pending: None,
            }));
        }
        let _ = dice;
        Ok(())
    }

    /// Puts a rider on the ground on the side away from the enemy; there is none, he is lost (18).
    pub fn set_down(&mut self, id: Id, carrier: Id, log: &mut Log) {
        let Some(at) = self.spot(carrier) else { return };
        let enemy = self
            .battle
            .ids(self.side(id).other())
            .filter(|&enemy| !self.state(enemy).is(Flag::Hidden))
            .filter_map(|enemy| self.spot(enemy))
            .min_by_key(|&enemy| (self.range(at, enemy), enemy));
        let place = self
            .free_beside(at)
            .filter_map(|way| self.battle.next(at, way))
            .max_by_key(|&next| (enemy.map_or(0, |enemy| self.range(next, enemy)), std::cmp::Reverse(next)));
        match place {
            Some(next) => {
                self.put(id, next);
                let state = self.state_mut(id);
                state.set(Flag::Crouching, false);
                state.motion = Motion::Stopped;
                log.add(|| {
                    let text = format!("{} gets off {}", self.who(id), self.who(carrier));
                    Event::new(Tone::Plain, self.side(id), text, "18").at([self.battle.cell(next)])
                });
            }
            None => self.lose(id, log),
        }
    }

    /// At the end of a fire phase riders get off tanks that were hit or fired, and stunned ones in carriers duck.
    pub fn settle_riders(&mut self, log: &mut Log) {
        for id in 0..self.states.len() as Id {
            let unseated = self.state(id).is(Flag::Unseated);
            self.state_mut(id).set(Flag::Unseated, false);
            let Some(carrier) = self.carrier(id).filter(|_| self.is_in(id)) else { continue };
            if !self.unit(id).is_infantry() {
                continue;
            }
            if unseated && !self.unit(carrier).carrier {
                self.set_down(id, carrier, log);
            } else if self.unit(carrier).carrier && self.state(id).condition.stunned {
                self.state_mut(id).set(Flag::Crouching, true);
            }
        }
    }
}
