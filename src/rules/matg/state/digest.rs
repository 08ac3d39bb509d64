//! The digest of a position, against which recorded games are checked.
//!
//! The order and words below must not change within a version of the rules. They name parts of the game, not
//! of the code: fields may move, types may be renamed, variants may be added, and an old save still agrees.

use super::air::Air;
use super::battle::Role;
use super::choice::Posture;
use super::options::OptionState;
use super::position::{Place, Position, Stand};
use super::record::Record;
use crate::game::{Digest, Side};
use crate::rules::matg::artillery::missions::{Mission, Stage};
use crate::rules::matg::landings::zones::Zone;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::turn::victory;
use crate::rules::matg::water::amphibious::Way;
use crate::rules::matg::water::boats::Craft;
use crate::rules::matg::works::laid::Labour;

impl Field {
    fn works(&self, to: &mut Digest) {
        let works = &self.works;
        to.each(&works.mines, |to, mine| {
            to.shown(&mine.cell);
            side(to, mine.owner);
            to.int(mine.number);
            let kind = mine.kind.map(crate::rules::matg::works::mines::concentration_word);
            to.text(kind.unwrap_or("dummy"));
            to.flag(mine.revealed);
        });
        for mine in works.mines.iter().filter(|mine| mine.hidden) {
            to.text("hidden");
            to.shown(&mine.cell);
        }
        to.each(&works.forts, |to, fort| {
            to.shown(&fort.cell);
            to.text(fort.row.row().label);
            to.maybe(fort.facing, |to, facing| to.shown(&facing));
            to.maybe(fort.bound, |to, (settler, facing)| {
                to.int(settler);
                to.shown(&facing);
            });
            to.int(fort.hits);
        });
        to.each(&works.labours, labour);
        to.each(&works.progress, labour);
        to.each(&works.bridges, |to, bridge| {
            to.shown(&bridge.cell);
            to.text(bridge.over.row().label);
        });
        to.each(&works.cleared, |to, cell| to.shown(cell));
        to.each(&works.battered, |to, house| {
            to.shown(&house.cell);
            to.int(house.attacks);
            to.int(house.hits);
            to.flag(house.burning);
        });
        to.each(&works.flights, |to, flight| {
            to.int(flight.stand);
            to.shown(&flight.from);
        });
    }
}

impl Position {
    pub(in crate::rules::matg) fn write_digest(&self, to: &mut Digest) {
        to.int(self.now.number);
        side(to, self.now.initiative);
        to.int(self.now.sighting);
        to.each(self.command.orders.as_flattened(), |to, orders| to.int(*orders));
        to.int(self.now.groups);
        to.each(&self.forces.stands, stand);
        ground(&self.field, to);
        for pairs in [&self.now.overruns, &self.now.assaults] {
            to.each(pairs, |to, (attacker, defender)| {
                to.int(*attacker);
                to.int(*defender);
            });
        }
        to.each(&self.now.fresh_wrecks, |to, (cell, over)| {
            to.shown(cell);
            to.int(*over);
        });
        artillery(&self.record, to);
        to.each(&self.command.vacancies, |to, vacancy| {
            side(to, vacancy.side);
            to.flag(vacancy.ghq);
            to.int(vacancy.force);
            to.maybe(vacancy.heir, |to, heir| to.int(heir));
        });
        landings(&self.command, &self.arrivals, to);
        self.field.works(to);
        if self.record.shelled != [0; 2] {
            to.each(self.record.shelled, |to, turn| to.int(turn));
        }
        aircraft(&self.air, to);
        if !self.command.hands.is_empty() {
            to.each(&self.command.hands, |to, hand| hand.digest(to));
        }
        if !self.now.volleys.is_empty() {
            to.each(&self.now.volleys, |to, (firer, target)| {
                to.int(*firer);
                to.int(*target);
            });
        }
        if !self.air.bombed.is_empty() {
            to.each(&self.air.bombed, |to, cell| to.shown(cell));
        }
        if !self.forces.hidden.is_empty() {
            to.each(&self.forces.hidden, |to, id| to.int(*id));
        }
        if self
            .arrivals
            .vanguard
            .iter()
            .any(|&id| self.battle.first_half_zone(self.battle.side(id)).is_some())
        {
            to.each(&self.arrivals.vanguard, |to, id| to.int(*id));
        }
        if self.command.unready != [0; 2] {
            to.each(self.command.unready, |to, level| to.int(level));
        }
        if !self.arrivals.called.is_empty() {
            to.each(&self.arrivals.called, |to, (zone, way)| {
                to.int(*zone);
                to.int(*way);
            });
        }
        decisions(self, to);
    }
}

/// Ground that differs from the map, and breaches.
fn ground(field: &Field, to: &mut Digest) {
    let (battle, ground) = (&field.battle, field.ground.iter().zip(&field.battle.ground));
    to.each(ground, |to, (now, map)| {
        let changed = battle.climate.ground(*map) != *now;
        to.maybe(changed.then_some(now), |to, ground| {
            to.each(ground.rows(), |to, row| to.text(row.row().label));
        });
    });
    to.each(&field.breaches, |to, (cell, wind)| {
        to.shown(cell);
        to.shown(wind);
    });
}

/// Shells that have fallen, missions and observers.
fn artillery(record: &Record, to: &mut Digest) {
    to.each(&record.impacts, |to, impact| {
        to.shown(&impact.cell);
        to.int(impact.battery);
        to.int(impact.gun);
        to.flag(impact.smoke);
        to.flag(impact.barrage);
        to.int(impact.mission);
        if impact.hot {
            to.text("hot");
        }
    });
    to.each(&record.missions, mission);
    to.each(&record.observers, |to, team| {
        side(to, team.side);
        to.int(team.host);
        to.int(team.ready);
    });
}

/// Air strikes, if they are played.
fn aircraft(air: &Air, to: &mut Digest) {
    if !air.flights.is_empty() {
        to.each(&air.flights, |to, flight| flight.digest(to));
        to.each(&air.teams, |to, team| team.digest(to));
        to.each(air.rolls, Digest::flag);
    }
}

/// The open decisions: the deciding side of each, and for the top one its choices, which also show what
/// is being put together.
fn decisions(game: &Position, to: &mut Digest) {
    to.each(&game.now.stack, |to, frame| side(to, frame.side(game)));
    to.maybe(game.open_decision(), |to, decision| to.text(decision.kind));
    to.each(&game.open_choices(), |to, choice| to.shown(choice));
    to.maybe(victory::outcome_in_words(&game.forces, &game.now, &game.command), |to, outcome| {
        to.maybe(outcome.winner, side)
    });
}

fn landings(command: &Command, arrivals: &Arrivals, to: &mut Digest) {
    to.each(&arrivals.groups, |to, group| {
        to.maybe(group.zone, zone);
        to.int(group.turn);
        to.flag(group.down);
    });
    to.flag(arrivals.begun);
    to.each(&arrivals.landed, |to, id| to.int(*id));
    to.each(command.lowered, |to, lowered| to.int(lowered));
    to.each(&arrivals.orphans, |to, (whose, formation)| {
        side(to, *whose);
        to.int(*formation);
    });
    to.each(arrivals.headless, Digest::flag);
}

fn side(to: &mut Digest, side: Side) {
    to.text(match side {
        Side::A => "first",
        Side::B => "second",
    });
}

fn stand(to: &mut Digest, stand: &Stand) {
    place(to, stand.place);
    to.shown(&stand.facing);
    to.text(match stand.posture {
        Posture::Fire => "fire",
        Posture::FireMove => "fire-move",
        Posture::Move => "move",
    });
    to.int(stand.group);
    to.flag(stand.suppressed);
    to.flag(stand.disorganized);
    to.flag(stand.fired);
    to.flag(stand.attacked);
    to.flag(stand.opportunity);
    to.flag(stand.covered);
    to.flag(stand.moved);
    to.flag(stand.tried);
    to.flag(stand.failed_load);
    to.flag(stand.displaced);
    to.flag(stand.pinned);
    to.flag(stand.on_road);
    to.flag(stand.off_road);
    to.int(stand.spent);
    to.flag(stand.depleted);
    to.int(stand.last_fired);
    to.int(stand.smoke);
    to.maybe(stand.rounds, |to, rounds| to.int(rounds));
    to.int(stand.handling);
    to.flag(stand.dismounted);
    match stand.role {
        Role::None => to.text("line"),
        Role::Hq => to.text("HQ"),
        Role::Ghq(quality) => {
            to.text("GHQ");
            to.int(quality);
        }
    }
    to.text(match stand.water.way {
        Way::Land => "land",
        Way::Water => "water",
        Way::Ashore => "ashore",
    });
    to.maybe(stand.water.boats, craft);
    to.maybe(stand.water.aboard, craft);
    to.flag(stand.water.tried);
    if stand.lately != OptionState::default() {
        lately(to, stand.lately);
    }
}

/// The effects of optional rules on a stand, if there are any.
fn lately(to: &mut Digest, lately: OptionState) {
    let OptionState { low, in_doubt, scored, poured, shells_spent, heat_spent, fired_upon } = lately;
    [low, in_doubt, poured, shells_spent, heat_spent, fired_upon].into_iter().for_each(|is| to.flag(is));
    to.maybe(scored, |to, target| to.int(target));
}

fn place(to: &mut Digest, place: Place) {
    match place {
        Place::Board(cell) => {
            to.text("board");
            to.shown(&cell);
        }
        Place::Aboard(carrier) => {
            to.text("aboard");
            to.int(carrier);
        }
        Place::OffMap => to.text("off map"),
        Place::Silenced => to.text("silenced"),
        Place::Aloft => to.text("aloft"),
        Place::Reserve => to.text("reserve"),
        Place::Due => to.text("due"),
        Place::Hidden => to.text("hidden"),
        Place::Gone(edge) => {
            to.text("gone");
            to.shown(&edge);
        }
        Place::Lost => to.text("lost"),
    }
}

fn craft(to: &mut Digest, craft: Craft) {
    to.text(match craft {
        Craft::Fast => "fast",
        Craft::Slow => "slow",
    });
}

fn zone(to: &mut Digest, zone: Zone) {
    to.shown(&zone.at);
    to.maybe(zone.line, |to, line| to.shown(&line));
}

fn labour(to: &mut Digest, labour: &Labour) {
    to.int(labour.stand);
    to.text(labour.work.words());
    to.shown(&labour.cell);
    to.int(labour.done);
    to.maybe(labour.transport, |to, transport| to.int(transport));
}

fn mission(to: &mut Digest, mission: &Mission) {
    side(to, mission.side);
    to.int(mission.number);
    to.text(mission.kind.word());
    to.int(mission.target);
    to.int(mission.plotted);
    // No observer is the highest number, as in all saves.
    to.int(mission.observer.unwrap_or(u8::MAX));
    to.each(&mission.batteries, |to, piece| {
        to.int(piece.id);
        to.int(piece.gun);
        place(to, piece.place);
    });
    to.int(mission.arrival);
    to.int(mission.duration);
    to.shown(&mission.aim);
    to.maybe(mission.toward, |to, wind| to.shown(&wind));
    to.flag(mission.smoke);
    to.text(match mission.stage {
        Stage::Registered => "registered",
        Stage::Planned => "planned",
        Stage::Falling => "falling",
    });
    to.maybe(mission.shift, |to, (wind, inches)| {
        to.shown(&wind);
        to.int(inches);
    });
    to.int(mission.resolved);
    to.int(mission.tried);
    to.flag(mission.corrected);
    to.flag(mission.stopped);
    if let Some(from) = mission.polar {
        to.shown(&from);
    }
    if mission.ceasing > 0 {
        to.int(mission.ceasing);
    }
}
