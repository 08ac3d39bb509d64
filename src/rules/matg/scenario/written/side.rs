//! Writes a side of a position in scenario format: where its stands are, and which have yet to arrive.

use std::fmt::Write as _;

use super::{Writing, areas};
use crate::board::Cell;
use crate::game::Side;
use crate::game::journal::quoted;
use crate::rules::matg::artillery::windows::smoke_missions;
use crate::rules::matg::catalog::{self, StandType, Trait};
use crate::rules::matg::command::hand::{Drawn, Hand};
use crate::rules::matg::state::battle::{Approach, Arm, Gear, Role};
use crate::rules::matg::state::position::{Id, Place};
use crate::rules::matg::water::boats::Craft;
use crate::rules::matg::works::laid::Labour;

/// The zone of the stands on the map.
const AS_THEY_STAND: &str = "as they stand";

impl Writing<'_> {
    pub(super) fn side(&self, side: Side, text: &mut String) {
        let (p, army) = (self.position, self.position.battle.army(side));
        let _ = write!(
            text,
            "\n[[side]]\nkey = {}\nname = {}\nletter = \"{}\"\nnation = \"{}\"\ncohesion = {}\nedge = \"{}\"\ndepth = {}\n",
            quoted(&army.key),
            quoted(&army.name),
            char::from(army.letter),
            army.nation.key(),
            army.cohesion,
            army.edge,
            army.depth,
        );
        if p.battle.defender == Some(side) {
            text.push_str("defends = true\n");
        }
        let points = &p.battle.break_points[side.index()];
        let ghqs = self.kept(side).filter(|&id| p.forces.is_ghq(id)).count();
        if !points.is_empty() && points.len() == ghqs {
            let points: Vec<String> = points.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "break-points = [{}]", points.join(", "));
            let hands: Vec<_> =
                p.command.hands.iter().filter(|hand| hand.side == side).map(Hand::drawn).collect();
            if hands.len() == ghqs && hands.iter().any(|hand| *hand != Drawn::default()) {
                let hands: Vec<String> = hands.iter().map(|hand| format!("\"{hand}\"")).collect();
                let _ = writeln!(text, "cards = [{}]", hands.join(", "));
            }
        }
        let lowered = p.command.lowered[side.index()];
        if lowered > 0 {
            let _ = writeln!(text, "cohesion-lowered = {lowered}");
        }
        let unready = p.command.unready[side.index()];
        if unready > 0 {
            let _ = writeln!(text, "cohesion-rises-from = {}", (army.cohesion - i16::from(unready)).max(1));
        }
        let until = p.battle.held_fire[side.index()];
        if until > p.now.number {
            let _ = writeln!(text, "holds-fire-until = {}", until - self.gone());
        }
        self.specials(side, text);
        self.works(side, text);
        self.zones(side, text);
        let mut own: Vec<&str> = Vec::new();
        for id in self.kept(side).filter(|&id| p.battle.unit(id).kind.nation == army.nation) {
            let kind = p.battle.unit(id).kind;
            if let Some(line) = catalog::own_line(kind).filter(|_| !own.contains(&kind.name.as_str())) {
                own.push(&kind.name);
                let _ = write!(text, "\n{line}\n");
            }
        }
        self.landings(side, text);
        self.aircraft(side, text);
        self.missions(side, text);
        let mut last = None;
        for id in self.kept(side) {
            let unit = p.battle.unit(id);
            let formation = &unit.formation;
            // The stands of a formation that have arrived are listed apart from those that have not.
            let now = Some((formation, self.zone_of(id)));
            if now != last {
                last = now;
                let _ = write!(text, "\n[[side.formation]]\nname = {}\n", quoted(formation));
                if let Some(zone) = self.zone_of(id) {
                    let _ = writeln!(text, "zone = {}", quoted(&zone));
                }
                if let Some(other) = unit.supports.as_ref().filter(|other| {
                    self.kept(side).any(|id| p.battle.unit(id).formation == **other)
                        && other.as_str() != formation.as_str()
                }) {
                    let _ = writeln!(text, "attached = {}", quoted(other));
                }
            }
            self.stand(id, text);
        }
    }

    /// Whether a stand, or its carrier, has yet to arrive.
    fn is_due(&self, id: Id) -> bool {
        match self.position.forces.stand(id).place {
            Place::Due => true,
            Place::Aboard(carrier) => self.position.forces.stand(carrier).place == Place::Due,
            _ => false,
        }
    }

    /// A stand's zone in the scenario: its own until it arrives, then the zone of the stands on the map.
    fn zone_of(&self, id: Id) -> Option<String> {
        let p = self.position;
        if self.opens() || self.is_due(id) {
            return p.battle.unit(id).zone.map(|zone| p.battle.zones[usize::from(zone)].name.clone());
        }
        let side = p.battle.side(id);
        let anybody = self.kept(side).any(|id| p.forces.cell(id).is_some());
        anybody.then(|| AS_THEY_STAND.to_owned())
    }

    fn zones(&self, side: Side, text: &mut String) {
        let p = self.position;
        // Only the squares they occupy, so that none can start nearer to the enemy.
        let here: Vec<Cell> = self.kept(side).filter_map(|id| p.forces.cell(id)).collect();
        if self.opens() {
            return self.all_zones(side, text);
        }
        if !here.is_empty() {
            let _ = write!(text, "\n[[side.zone]]\nname = \"{AS_THEY_STAND}\"\narea = {}\n", areas(here));
        }
        for (number, zone) in p.battle.zones.iter().enumerate().filter(|(_, zone)| zone.side == side) {
            let due = |id: &Id| self.is_due(*id) && p.battle.unit(*id).zone == Some(number as u8);
            if !self.kept(side).any(|id| due(&id)) {
                continue;
            }
            let name = quoted(&zone.name);
            let left = |turn: u8| turn.saturating_sub(self.gone()).max(1);
            let _ = write!(text, "\n[[side.zone]]\nname = {name}\n");
            let rolled = p
                .arrivals
                .called
                .iter()
                .find(|(known, _)| usize::from(*known) == number)
                .map(|(_, way)| *way);
            match (&zone.call, rolled) {
                (Some(call), Some(way)) if usize::from(way) < call.ways.len() => {
                    let by = &call.ways[usize::from(way)];
                    let area = areas(by.cells.iter().copied());
                    let _ = write!(text, "area = {area}\nturn = {}\n", left(by.turn));
                }
                (Some(call), _) => {
                    let _ = writeln!(text, "roll-turn = {}", left(call.turn).max(2));
                    for by in &call.ways {
                        way(text, by, left(by.turn).max(2));
                    }
                }
                (None, _) => {
                    let area = areas(zone.cells.iter().copied());
                    let _ = write!(text, "area = {area}\nturn = {}\n", left(zone.turn));
                }
            }
        }
    }

    /// All zones as the scenario has them.
    fn all_zones(&self, side: Side, text: &mut String) {
        for zone in self.position.battle.zones.iter().filter(|zone| zone.side == side) {
            let _ = write!(text, "\n[[side.zone]]\nname = {}\n", quoted(&zone.name));
            let _ = writeln!(text, "area = {}\nturn = {}", areas(zone.cells.iter().copied()), zone.turn);
            if let Some(span) = zone.span {
                let _ = writeln!(text, "span = {span}");
            }
            if let Some(inches) = zone.beside {
                let _ = writeln!(text, "beside = {inches}");
            }
            for (key, holds) in [
                ("enters", zone.enters && zone.turn == 1 && zone.call.is_none()),
                ("together", zone.together),
                ("guards", zone.guards),
                ("first-half", zone.first_half),
            ] {
                if holds {
                    let _ = writeln!(text, "{key} = true");
                }
            }
            if let Some(call) = &zone.call {
                let _ = writeln!(text, "roll-turn = {}", call.turn);
                for by in &call.ways {
                    way(text, by, by.turn);
                }
            }
        }
    }

    /// The entry for a stand's guns in its other role, if the scenario differs from the weapons data.
    fn other_role(&self, id: Id) -> Option<&'static str> {
        let unit = self.position.battle.unit(id);
        let tail = unit.guns.get(unit.kind.guns.len()..).filter(|tail| !tail.is_empty())?;
        let guns = |kind: &StandType| kind.guns.iter().eq(tail.iter().map(|(gun, _)| gun));
        let own = unit.kind.also.as_ref().and_then(|(nation, name)| catalog::find(*nation, name));
        if own.is_some_and(guns) {
            return None;
        }
        catalog::catalog(unit.kind.nation).find(|kind| guns(kind)).map(|kind| kind.name.as_str())
    }

    /// A stand's unfinished labour; it can't continue if the transport with the materials is gone.
    fn labour(&self, labour: &Labour, id: Id) -> Option<String> {
        let Labour { stand, work, cell, done, transport } = *labour;
        let with = match transport {
            None => String::new(),
            Some(transport) => format!(" {}", self.tags.get(&transport)?),
        };
        (stand == id).then(|| format!("{} {cell} {done}{with}", work.key()))
    }

    /// Where a stand is.
    fn place(&self, id: Id, text: &mut String) {
        let p = self.position;
        let (unit, stand) = (p.battle.unit(id), p.forces.stand(id));
        let landing = unit.landing.map(|group| &p.battle.landings[usize::from(group)]);
        let _ = match stand.place {
            Place::Aloft => writeln!(text, "landing = {}", quoted(landing.map_or("", |group| &group.name))),
            Place::Board(cell) => {
                let cell = self.starts.get(&id).unwrap_or(&cell);
                writeln!(text, "at = \"{cell}\"\nfacing = \"{}\"", stand.facing)
            }
            Place::Aboard(carrier) => {
                let tag = self.tags.get(&carrier).map(ToString::to_string).unwrap_or_default();
                writeln!(text, "aboard = \"{tag}\"")
            }
            Place::Due => match self.starts.get(&id) {
                Some(cell) => writeln!(text, "at = \"{cell}\""),
                None => writeln!(text, "off-map = true"),
            },
            _ => writeln!(text, "off-map = true"),
        };
    }

    /// The abilities and duties of a stand that are just yes or no.
    fn abilities(&self, id: Id, text: &mut String) {
        let p = self.position;
        let (unit, stand) = (p.battle.unit(id), p.forces.stand(id));
        let hosts = p.record.observers.iter().any(|team| team.host == id && team.side == unit.side);
        let named = unit.arm == Arm::Infantry && unit.kind.is(Trait::Engineer);
        for (key, holds) in [
            ("observer", hosts && !matches!(stand.role, Role::Ghq(_))),
            ("recon", unit.recon),
            ("reconnaissance", unit.reconnaissance),
            ("engineer", unit.engineer && !named),
            ("better-shells", unit.better_shells && !stand.lately.shells_spent),
            ("bridging", unit.bridging),
            ("carries-its-own", unit.carries_its_own && p.forces.cargo(id).next().is_some()),
            ("ski", unit.skill.ski),
            ("mountain", unit.skill.mountain),
            ("streams", unit.water.streams),
            ("heat", unit.heat && !stand.lately.heat_spent),
            ("air-support", p.air.hosts_air_team(id)),
        ] {
            if holds {
                let _ = writeln!(text, "{key} = true");
            }
        }
    }

    fn stand(&self, id: Id, text: &mut String) {
        let p = self.position;
        let (unit, stand) = (p.battle.unit(id), p.forces.stand(id));
        let _ = write!(
            text,
            "\n[[side.formation.stand]] # {}\ntype = {}\n",
            self.tags.get(&id).map(ToString::to_string).unwrap_or_default(),
            quoted(&unit.kind.name)
        );
        let army = p.battle.army(unit.side);
        if unit.kind.nation != army.nation {
            let _ = writeln!(text, "nation = \"{}\"", unit.kind.nation.key());
        }
        self.place(id, text);
        match stand.role {
            Role::None => {}
            Role::Hq => text.push_str("role = \"HQ\"\n"),
            Role::Ghq(quality) => {
                let _ = writeln!(text, "role = \"GHQ{quality:+}\"");
            }
        }
        if let Some(rounds) = stand.rounds.filter(|&rounds| rounds > 0) {
            let _ = writeln!(text, "fire-turns = {rounds}");
        }
        let marks: Vec<&str> = [
            ("suppressed", stand.suppressed),
            ("disorganized", stand.disorganized),
            ("depleted", stand.depleted),
            ("low-on-ammunition", stand.lately.low),
            ("dismounted", stand.dismounted),
        ]
        .into_iter()
        .filter_map(|(word, holds)| holds.then_some(word))
        .collect();
        if !marks.is_empty() {
            let _ = writeln!(text, "state = [\"{}\"]", marks.join("\", \""));
        }
        let labours: Vec<String> =
            p.field.works.progress.iter().filter_map(|labour| self.labour(labour, id)).collect();
        if !labours.is_empty() {
            let _ = writeln!(text, "labour = [\"{}\"]", labours.join("\", \""));
        }
        let fires = p.battle.unit(id).indirect_guns().next().is_some();
        if fires && stand.smoke != smoke_missions(p.battle.turns - self.gone()) {
            let _ = writeln!(text, "smoke-left = {}", stand.smoke);
        }
        self.abilities(id, text);
        if self.fresh && !matches!(stand.place, Place::Board(_)) && stand.facing != army.edge.opposite() {
            let _ = writeln!(text, "facing = \"{}\"", stand.facing);
        }
        if let Some(other) = self.other_role(id) {
            let _ = writeln!(text, "also = {}", quoted(other));
        }
        if unit.water.barred {
            text.push_str("amphibious = false\n");
        }
        if let Some(craft) = stand.water.boats {
            let word = match craft {
                Craft::Fast => "fast",
                Craft::Slow => "slow",
            };
            let _ = writeln!(text, "boats = \"{word}\"");
        }
        if !unit.gear.is_empty() {
            let words: Vec<&str> = unit.gear.iter().map(|gear| gear_key(*gear)).collect();
            let _ = writeln!(text, "equipment = [\"{}\"]", words.join("\", \""));
        }
    }
}

fn gear_key(gear: Gear) -> &'static str {
    match gear {
        Gear::MineRoller => "mine-roller",
        Gear::Dozer => "dozer",
        Gear::Bridge => "bridge",
        Gear::Recovery => "recovery",
        Gear::Culin => "culin",
    }
}

/// A way in for reinforcements, by turn of the written battle.
fn way(text: &mut String, by: &Approach, turn: u8) {
    text.push_str("[[side.zone.way]]\n");
    if !by.name.is_empty() {
        let _ = writeln!(text, "name = {}", quoted(&by.name));
    }
    let _ = write!(text, "area = {}\nturn = {turn}\n", areas(by.cells.iter().copied()));
}
