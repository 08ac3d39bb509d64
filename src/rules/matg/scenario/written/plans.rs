//! Writes what a side planned before the battle or still has to come: special rules, fire plots, landings,
//! aircraft.

use std::fmt::Write as _;

use super::{Writing, areas};
use crate::game::Side;
use crate::game::journal::quoted;
use crate::rules::matg::artillery::missions::{Kind, Mission, Piece, Stage};
use crate::rules::matg::catalog::nations;
use crate::rules::matg::landings::airborne::{Arrival, Landing};
use crate::rules::matg::landings::landing_chart::Manner;
use crate::rules::matg::landings::zones::Plotted;
use crate::rules::matg::state::battle::Optional;
use crate::rules::matg::state::position::{Id, Place};

impl Writing<'_> {
    /// Special rules that are keys of the side.
    pub(super) fn specials(&self, side: Side, text: &mut String) {
        let (p, gone, at) = (self.position, self.gone(), side.index());
        if let Some(window) = p.battle.windows[at] {
            // Of a window that has opened, write the turns that remain; batteries whose window is over are
            // gone.
            let left = match p.record.shelled[at] {
                0 => window,
                begun => (begun + window).saturating_sub(p.now.number),
            };
            if left > 0 {
                let left = left.min(p.battle.turns - gone);
                let _ = writeln!(text, "off-map-window = {left}");
            }
        }
        if let Some(fire) = p.battle.preparations[at].as_ref().filter(|fire| fire.turn > gone) {
            let _ = writeln!(
                text,
                "preparation = {}\npreparation-area = {}",
                fire.turn - gone,
                areas(fire.area.iter().copied())
            );
            if let Some(turns) = fire.turns {
                let _ = writeln!(text, "preparation-turns = {}", turns.min(p.battle.turns - gone));
            }
        }
        if let Some(area) = p.battle.mine_areas[at].as_ref().filter(|_| self.opens()) {
            let _ = writeln!(text, "mine-area = {}", areas(area.iter().copied()));
        }
        if let Some(most) = p.battle.mines_per_road[at].filter(|_| self.opens()) {
            let _ = writeln!(text, "mines-per-road = {most}");
        }
        let each = nations::facts(p.battle.army(side).nation, p.battle.date)
            .map_or(0, |facts| u32::from(facts.doctrine.observers.cost));
        if let Some(bought) = p.battle.costs[at].observers.checked_div(each).filter(|&bought| bought > 0) {
            let _ = writeln!(text, "bought-observers = {bought}");
        }
        let recorded = p.record.missions_of(side).any(|mission| mission.kind == Kind::PreRegistered);
        let pending =
            if p.battle.plays(Optional::AirStrikes) { p.air.rolls[at] } else { p.battle.air_roll[at] };
        for (key, holds) in [
            ("air-support-roll", pending),
            ("mounts-at-will", self.opens() && p.battle.mounts_at_will[at]),
            ("works-at-will", self.opens() && p.battle.works_at_will[at]),
            ("targets-at-will", self.opens() && p.battle.targets_at_will[at] && !recorded),
            ("observers-at-will", self.opens() && p.battle.observers_at_will[at]),
            ("deploys-first", self.opens() && side == Side::B && p.battle.deploys_first == side),
            ("surprised", self.opens() && p.battle.surprised[at]),
        ] {
            if holds {
                let _ = writeln!(text, "{key} = true");
            }
        }
    }

    /// Fire that is waiting to be called, still to arrive, or falling.
    pub(super) fn missions(&self, side: Side, text: &mut String) {
        let p = self.position;
        let all = p.record.missions.iter().enumerate().filter(|(_, mission)| mission.side == side);
        for (_, mission) in all.filter(|(n, _)| !self.without.contains(n)) {
            let pieces: Vec<&Piece> =
                mission.batteries.iter().filter(|piece| self.still_fires(piece)).collect();
            let stands = match mission.stage {
                Stage::Registered => true,
                Stage::Planned => mission.arrival > self.gone(),
                Stage::Falling => mission.last() >= p.now.number,
            };
            if stands && !pieces.is_empty() {
                self.mission(mission, &pieces, text);
            }
        }
    }

    /// A battery that has been lost or has moved is no longer part of its missions (7.4.11).
    fn still_fires(&self, piece: &Piece) -> bool {
        self.tags.contains_key(&piece.id) && self.position.forces.stand(piece.id).place == piece.place
    }

    fn mission(&self, mission: &Mission, pieces: &[&Piece], text: &mut String) {
        let p = self.position;
        let tags: Vec<String> = pieces.iter().map(|piece| format!("\"{}\"", self.tags[&piece.id])).collect();
        let markers: u16 = pieces.iter().map(|piece| u16::from(p.battle.unit(piece.id).sections())).sum();
        let sheaf = match mission.toward {
            Some(wind) => format!("Open {markers}{wind}"),
            None => "Closed".to_owned(),
        };
        let smoke = if mission.smoke { " Smoke" } else { "" };
        let _ = write!(
            text,
            "\n[[side.mission]]\nkind = \"{}\"\nbatteries = [{}]\nlocation = \"{} {sheaf}{smoke}\"\n",
            mission.kind.word(),
            tags.join(", "),
            mission.aim
        );
        self.guns_of(pieces, text);
        let names = &p.record.targets[mission.side.index()];
        let name = usize::from(mission.target).checked_sub(1).and_then(|target| names.get(target));
        let waits = mission.stage == Stage::Registered;
        match (name, waits) {
            (Some(name), _) => {
                let _ = writeln!(text, "name = {}", quoted(name));
            }
            (None, true) => text.push_str("name = \"Target\"\n"),
            (None, false) => {}
        }
        if waits {
            // It was recorded by the batteries present at that time.
            if !self.fresh && mission.kind == Kind::PreRegistered {
                text.push_str("stage = \"waiting\"\n");
            }
            return;
        }
        // Fire may have been falling for some turns: the remainder starts with the current turn.
        let first = mission.arrival.max(p.now.number);
        let duration = (mission.last() + 1).saturating_sub(first).clamp(1, p.battle.turns - first + 1);
        let _ = writeln!(text, "arrival = {}\nduration = {duration}", first - self.gone());
        match (mission.stage, mission.kind) {
            (Stage::Falling, _) => text.push_str("stage = \"falling\"\n"),
            (_, Kind::PreRegistered | Kind::Registered) => text.push_str("stage = \"called\"\n"),
            (_, Kind::Barrage) if !self.fresh => text.push_str("stage = \"called\"\n"),
            _ => {}
        }
        let observer = mission.observer.and_then(|id| self.tags.get(&id));
        if let Some(tag) = observer {
            let _ = writeln!(text, "observer = \"{tag}\"");
        }
        if let Some((wind, by)) = mission.shift {
            let _ = writeln!(text, "shift = \"{wind} {by}\"");
        }
        if mission.corrected {
            text.push_str("corrected = true\n");
        }
        if let Some(cell) = mission.polar {
            let _ = writeln!(text, "polar = \"{cell}\"");
        }
    }

    /// The guns of batteries that do not fire with their first gun capable of indirect fire.
    fn guns_of(&self, pieces: &[&Piece], text: &mut String) {
        let usual =
            |piece: &Piece| self.position.battle.unit(piece.id).indirect_guns().next().map(|(gun, _)| gun);
        let Some(lead) = pieces.first() else { return };
        if pieces.iter().all(|piece| Some(piece.gun) == usual(piece)) {
            return;
        }
        let guns: Vec<u8> = pieces.iter().map(|piece| piece.gun).collect();
        let _ = match guns.iter().all(|&gun| gun == lead.gun) {
            true => writeln!(text, "gun = {}", lead.gun),
            false => writeln!(text, "gun = {guns:?}"),
        };
    }

    /// Airborne groups that have not landed yet, with the zones written down for them.
    pub(super) fn landings(&self, side: Side, text: &mut String) {
        let p = self.position;
        for (landing, group) in p.battle.landings.iter().zip(&p.arrivals.groups) {
            let aloft = |id: &&Id| p.forces.stand(**id).place == Place::Aloft;
            let count = landing.stands.iter().filter(aloft).count();
            if landing.side != side || (!self.fresh && count == 0) {
                continue;
            }
            if self.fresh {
                landed(landing, group.turn, landing.stands.len(), text);
                continue;
            }
            // If its turn was rolled for, that is done: it is counted from the current turn.
            let arrival = match landing.arrival {
                Arrival::Turn(_) | Arrival::Die(_) if p.arrivals.begun => Arrival::Turn(0),
                arrival => arrival,
            };
            let landing = Landing { zone: group.zone, arrival, ..landing.clone() };
            landed(&landing, group.turn.saturating_sub(self.gone()).max(1), count, text);
        }
    }

    /// Aircraft yet to arrive.
    pub(super) fn aircraft(&self, side: Side, text: &mut String) {
        let p = self.position;
        for (n, plane) in p.battle.aircraft.iter().enumerate().filter(|(_, plane)| plane.side == side) {
            let turn = match p.air.flights.get(n) {
                _ if self.fresh => plane.turn,
                Some(flight) if flight.cancelled || (1..=self.gone()).contains(&flight.arrival) => continue,
                Some(flight) => Some(flight.arrival).filter(|&turn| turn > 0).map(|turn| turn - self.gone()),
                None => plane.turn.map(|turn| turn.saturating_sub(self.gone()).max(1)),
            };
            let _ = write!(text, "\n[[side.aircraft]]\ntype = {}\n", quoted(&plane.kind.name));
            if plane.kind.nation != p.battle.army(side).nation {
                let _ = writeln!(text, "nation = \"{}\"", plane.kind.nation.key());
            }
            if let Some(turn) = turn {
                let _ = writeln!(text, "turn = {turn}");
            }
        }
    }
}

/// A group in scenario format; `turn` is its arrival, known only to its own side.
fn landed(landing: &Landing, turn: u8, count: usize, text: &mut String) {
    let manner = match landing.manner {
        Manner::Parachute => "parachute",
        Manner::Glider => "glider",
    };
    let _ = write!(
        text,
        "\n[[side.landing]]\nname = {}\nmanner = \"{manner}\"\ndistance = \"{}\"\n",
        quoted(&landing.name),
        landing.distance.name
    );
    if let Some(zone) = landing.zone {
        let line = zone.line.map_or_else(String::new, |line| format!(" {count}{line}"));
        let _ = writeln!(text, "zone = \"{}{line}\"", zone.at);
    }
    if let Some((near, within)) = landing.near {
        let _ = writeln!(text, "near = \"{near}\"\nwithin = {within}");
    }
    match landing.plotted {
        Plotted::Before => {}
        Plotted::Half => text.push_str("plotted = \"half\"\n"),
        Plotted::After => text.push_str("plotted = \"after\"\n"),
    }
    let _ = match landing.arrival {
        Arrival::BeforePlay => Ok(()),
        Arrival::Turn(_) => writeln!(text, "turn = {turn}"),
        Arrival::Die(faces) => writeln!(text, "turn-die = {faces}"),
    };
    let said = &landing.conditions;
    for (key, holds) in [
        ("late", landing.late),
        ("night", said.night),
        ("wind-or-clouds", said.weather),
        ("anti-aircraft", said.flak),
        ("small-transports", said.small),
        ("pathfinders", said.guided),
        ("all-arrive", said.sure),
    ] {
        if holds {
            let _ = writeln!(text, "{key} = true");
        }
    }
}
