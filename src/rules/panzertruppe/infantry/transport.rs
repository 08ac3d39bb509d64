//! Chapters 14, 18, 22 and 28 where they say what a unit may do beside moving: get on and off, hitch and set up,
//! crouch, mount.

use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::movement::mover::{Mover, POINT};
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::state::{Choice, Drive, Flag, Id, Kind, Place, Position, Switch};

impl Position {
    /// What infantry may do where it is, beside going on.
    pub fn foot_choices(&self, mover: &Mover, to: &mut Vec<Choice>) {
        let id = mover.unit;
        let (unit, state) = (self.unit(id), self.state(id));
        // A heavy mortar is taken down before it is carried (22).
        let packed = !unit.is_heavy_mortar() || state.is(Flag::Packed);
        let fresh = !state.is(Flag::Unpacked);
        if self.battle.plays(Switch::Transport) && !state.is(Flag::Mounted) && packed && fresh {
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
        let shelter = self.spot(id).is_some_and(|cell| self.is_shelter(id, cell));
        if !state.is(Flag::Mounted) && shelter && !self.must_leave(id) {
            to.push(if state.is(Flag::Crouching) { Choice::Rise } else { Choice::Crouch });
        }
        if unit.is_heavy_mortar() && !mover.stepped && fresh {
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
        // A Gun dug in all round is not moved (28).
        if state.is(Flag::DugIn) && unit.dug_in == 15 {
            return;
        }
        if unit.is_large_gun() && !mover.stepped && !state.is(Flag::Unpacked) {
            to.push(if state.is(Flag::Packed) { Choice::Unlimber } else { Choice::Limber });
        }
        let ready = !unit.is_large_gun() || state.is(Flag::Packed);
        if ready && self.battle.plays(Switch::Transport) && !state.is(Flag::Unpacked) {
            for vehicle in self.carriers_beside(id) {
                if self.side(vehicle) == self.side(id) && self.may_tow(vehicle, id) {
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
                let own = self.side(other) == self.side(id) && !self.retreats(other);
                (own || self.is_left(other))
                    && self.unit(other).is_vehicle()
                    && self.state(other).motion != Motion::Moving
            },
        )
    }

    /// A jeep whose driver has left it may be taken by any infantry, the enemy's too (18).
    fn is_left(&self, vehicle: Id) -> bool {
        applies("18.4");
        self.unit(vehicle).jeep
            && !self.state(vehicle).is(Flag::Hidden)
            && self.cargo(vehicle).next().is_none()
    }

    /// Whether a vehicle has room for infantry (18).
    fn has_room(&self, vehicle: Id, id: Id) -> bool {
        let unit = self.unit(vehicle);
        // A vehicle that tows carries nobody but the driver of a jeep (P-70).
        applies("18.8");
        if self.towed(vehicle).is_some() && !unit.jeep {
            return false;
        }
        let russian = self.battle.armies[self.side(id).index()].russian;
        let riders = self.cargo(vehicle).filter(|&rider| self.unit(rider).is_infantry()).count();
        riders < unit.room(self.battle.year, russian)
    }

    /// Whether a vehicle may tow a Gun (14).
    fn may_tow(&self, vehicle: Id, gun: Id) -> bool {
        applies("14.6");
        applies("18.8");
        let carries = self.cargo(vehicle).any(|id| self.unit(id).is_infantry() && !self.unit(vehicle).jeep);
        self.unit(vehicle).tows(self.unit(gun))
            && self.towed(vehicle).is_none()
            && !carries
            && !self.state(vehicle).is(Flag::Stepped)
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
                if self.side(vehicle) != self.side(id) {
                    self.taken ^= 1 << vehicle;
                }
                self.lift(id);
                self.state_mut(id).place = Place::Aboard(vehicle);
                self.hide_with(id, vehicle, log);
                self.may_restart(vehicle);
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
                self.hide_with(id, vehicle, log);
                // The vehicle stays where it is for this phase; it may start or stop.
                self.state_mut(vehicle).set(Flag::Hitching, true);
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
                applies(if self.spot(id).is_none() { "18.2" } else { "24.3" });
                applies("28.4");
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
        applies(if self.unit(id).is_gun() { "14.3" } else { "18.7" });
        !state.condition.stunned
            && !state.is(Flag::Moved)
            && self.state(carrier).motion != Motion::Moving
            && !self.retreats(carrier)
            && self.spot(carrier).is_some_and(|at| self.free_beside(at, id).next().is_some())
            && (self.unit(id).is_infantry() || !self.state(carrier).is(Flag::Stepped))
    }

    /// A vehicle that has stopped this phase may go on with what it has left once infantry got on or off (18).
    fn may_restart(&mut self, vehicle: Id) {
        let state = self.state_mut(vehicle);
        let left = state.is(Flag::Moved) && state.left > 0 && !state.is(Flag::Hitching);
        state.set(Flag::Restarts, left && state.motion != Motion::Moving);
    }

    /// Where a unit can be set down beside a cell: nobody it knows of stands there, and Guns are not put into
    /// buildings (13).
    fn free_beside(&self, at: u16, id: Id) -> impl Iterator<Item = Compass> + '_ {
        let gun = self.unit(id).is_gun();
        applies(if gun { "13.1" } else { "18.7" });
        let free = move |next: u16| {
            let unknown =
                |holder: Id| self.side(holder) != self.side(id) && self.state(holder).is(Flag::Hidden);
            self.holder_of(next).is_none_or(unknown)
        };
        Compass::ALL.into_iter().filter(move |&way| {
            self.battle.next(at, way).is_some_and(|next| {
                free(next)
                    && (self.battle.ground_at(next).kind != Kind::Building
                        || self.battle.plays(Switch::Buildings))
                    && !(gun && self.battle.ground_at(next).kind == Kind::Building)
                    && self.battle.level(next).abs_diff(self.battle.level(at)) <= 1
                    && self.barrier(at, way) < crate::rules::panzertruppe::state::Edge::Hedgerow
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
            self.free_beside(at, id)
                .map(|way| if gun { Choice::Unhitch(tag, way) } else { Choice::Dismount(tag, way) }),
        );
    }

    /// Sets a unit down; infantry from a vehicle that stood moves on from there (18), a small Gun is set up at
    /// once and may be pushed on, a large one takes another phase (14).
    pub fn unload(&mut self, id: Id, way: Compass, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(carrier) = self.carrier(id) else { return Ok(()) };
        let Some(from) = self.spot(carrier) else { return Ok(()) };
        let Some(at) = self.battle.next(from, way) else { return Ok(()) };
        // Whoever hides there is found, and nobody gets down (29).
        if let Some(found) = self.holder_of(at) {
            self.reveal(found, log);
            return Ok(());
        }
        let began_moving = self.state(carrier).is(Flag::BeganMoving);
        // Whoever saw the vehicle before it set out has seen its riders (12).
        let seen_first = match self.state(carrier).is(Flag::Stepped) {
            true => self.state(carrier).seen_first,
            false => self.watchers(carrier),
        };
        let hull = self.state(carrier).hull;
        let (gun, mortar) = (self.unit(id).is_gun(), self.unit(id).is_heavy_mortar());
        self.put(id, at);
        let large = self.unit(id).is_large_gun();
        let hole = self.ground(at).hole;
        {
            let state = self.state_mut(id);
            state.hull = if gun { (hull + 12) % 24 } else { hull };
            state.motion = Motion::Stopped;
            state.seen_first = seen_first;
            state.set(Flag::Moved, true);
            state.set(Flag::Stepped, true);
            state.set(Flag::Crouching, false);
            state.set(Flag::DugIn, hole && !gun);
            state.set(Flag::Packed, large || mortar);
            state.set(Flag::Unpacked, gun || mortar);
        }
        log.add(|| {
            let word = if gun { "is unhitched from" } else { "gets off" };
            let text = format!("{} {word} {}", self.who(id), self.who(carrier));
            Event::new(Tone::Plain, self.side(id), text, if gun { "14" } else { "18" })
                .at([self.battle.cell(at)])
        });
        if gun {
            self.state_mut(carrier).set(Flag::Hitching, true);
        } else {
            self.may_restart(carrier);
        }
        self.crush_stunned(id, log);
        self.spot_hidden(Some(id), log);
        // Who gets down into a minefield moves into it (33).
        let mut mover = self.mover_at(id, at);
        self.cross_mines(&mut mover, at, way, dice, log)?;
        if !self.is_in(id) {
            return Ok(());
        }
        if gun && (large || self.unit(id).pace == 0) {
            self.stack.push(Frame::Facing(crate::rules::panzertruppe::movement::facing::Facing {
                unit: id,
                hull: true,
            }));
        } else if gun || !began_moving {
            if !gun {
                // The inch off the vehicle is one of its three, or four on a road.
                mover.left = self.unit(id).pace.saturating_sub(POINT);
                mover.bonus = if self.on_road(from, at) { mover.bonus } else { 0 };
            }
            mover.stepped = !gun;
            self.stack.push(Frame::Mover(mover));
        }
        Ok(())
    }

    /// Puts a rider on the ground on the side away from the enemy; there is none, he is lost (18).
    pub fn set_down(&mut self, id: Id, carrier: Id, log: &mut Log) {
        applies("18.1");
        let Some(at) = self.spot(carrier) else { return };
        let enemy = self
            .ids(self.side(id).other())
            .filter(|&enemy| !self.state(enemy).is(Flag::Hidden))
            .filter_map(|enemy| self.spot(enemy))
            .min_by_key(|&enemy| (self.range(at, enemy), enemy));
        let place = self
            .free_beside(at, id)
            .filter_map(|way| self.battle.next(at, way))
            .filter(|&next| self.holder_of(next).is_none())
            .max_by_key(|&next| (enemy.map_or(0, |enemy| self.range(next, enemy)), std::cmp::Reverse(next)));
        match place {
            Some(next) => {
                self.put(id, next);
                let hole = self.ground(next).hole;
                let state = self.state_mut(id);
                state.set(Flag::Crouching, false);
                state.set(Flag::DugIn, hole);
                state.motion = Motion::Stopped;
                log.add(|| {
                    let text = format!("{} gets off {}", self.who(id), self.who(carrier));
                    Event::new(Tone::Plain, self.side(id), text, "18").at([self.battle.cell(next)])
                });
                self.crush_stunned(id, log);
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
            applies(if self.unit(carrier).carrier { "18.2" } else { "18.1" });
            if unseated && !self.unit(carrier).carrier {
                self.set_down(id, carrier, log);
            } else if self.unit(carrier).carrier && self.state(id).condition.stunned {
                self.state_mut(id).set(Flag::Crouching, true);
            }
        }
    }
}
