//! Chapter 29: hidden set-up and spotting.

use crate::board::Compass;
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::panzertruppe::state::{Edge, Flag, Forces, Ground, Id, Kind, Sighting, Tabletop};

impl Forces {
    /// Reveals a hidden unit, with its carrier and the units it carries (29, P-91).
    pub fn reveal(&mut self, id: Id, log: &mut Log) {
        if !self.state(id).is(Flag::Hidden) {
            return;
        }
        self.state_mut(id).set(Flag::Hidden, false);
        log.add(|| {
            let text = format!("{} is spotted", self.battle.full_name(id));
            Event::new(Tone::Plain, self.side(id), text, "29").at(self.cell_of(id))
        });
        let with: Vec<Id> = self.carrier(id).into_iter().chain(self.cargo(id)).collect();
        for other in with {
            self.reveal(other, log);
        }
    }

    /// A unit that mounts a hidden vehicle is hidden too, unless it is seen to mount: then the vehicle is
    /// revealed (P-91).
    pub(crate) fn hide_with(&mut self, id: Id, carrier: Id, log: &mut Log) {
        if self.state(carrier).is(Flag::Hidden) {
            self.state_mut(id).set(Flag::Hidden, true);
        } else {
            self.reveal(id, log);
        }
    }
}

impl Sighting<'_> {
    /// The distance in inches at which a unit spots a hidden one (29).
    pub fn spotting_range(self, hidden: Id, by: Id) -> u16 {
        self.spotted_at(self.spotting_inches(hidden), by)
    }

    /// The distance, two thirds of it for units other than reconnaissance.
    fn spotted_at(self, inches: u16, by: Id) -> u16 {
        if self.battle.unit(by).recon { inches } else { inches * 2 / 3 }
    }

    /// The distance at which a reconnaissance unit spots a hidden unit, by terrain and type.
    #[apply(rule, "29.2" if self.forces.spot(hidden).is_some())]
    fn spotting_inches(self, hidden: Id) -> u16 {
        let Some(at) = self.forces.spot(hidden) else { return 0 };
        let unit = self.battle.unit(hidden);
        let kind = self.battle.terrain_at(at).kind;
        let edge_of = |what: Kind| {
            Compass::ALL.into_iter().any(|way| {
                self.battle.next(at, way).is_some_and(|next| self.battle.terrain_at(next).kind != what)
            })
        };
        let beside = |edges: &[Edge]| {
            [Compass::N, Compass::E, Compass::S, Compass::W]
                .into_iter()
                .any(|side| edges.contains(&self.battle.edge(at, side)))
        };
        let ground = if kind == Kind::Woods && !edge_of(Kind::Woods) {
            4
        } else if self.forces.state(hidden).is(Flag::DugIn) {
            3
        } else if matches!(kind, Kind::Woods | Kind::Building) || beside(&[Edge::Hedgerow]) {
            2
        } else if kind == Kind::Rough
            || self.battle.terrain_at(at).grain
            || beside(&[Edge::Wall, Edge::Hedge])
        {
            1
        } else {
            0
        };
        // Cavalry counts as a vehicle.
        let target =
            if unit.is_vehicle() || unit.is_large_gun() || self.forces.state(hidden).is(Flag::Mounted) {
                0
            } else if unit.is_gun() || unit.mortar.is_some() {
                1
            } else {
                2
            };
        self.battle.tables.spotting(ground, target)
    }

    /// Whether an enemy unit that is not stunned sees a unit.
    #[apply(rule, "29.2")]
    fn is_watched(self, id: Id) -> bool {
        let mut enemies = self.forces.ids(self.forces.side(id).other());
        enemies.any(|enemy| self.forces.state(enemy).is_able() && self.sees(enemy, id).is_some())
    }
}

/// Reveals a hidden unit that has fired if an enemy unit that is not stunned sees it (29).
pub fn betray(ground: &Ground, forces: &mut Forces, id: Id, log: &mut Log) {
    forces.state_mut(id).set(Flag::FiredHidden, false);
    if forces.state(id).is(Flag::Hidden) && Tabletop::new(ground, forces).sighting().is_watched(id) {
        forces.reveal(id, log);
    }
}

/// Reveals every hidden unit near enough to an enemy unit that sees it, and a unit that has just moved in enemy sight. A unit that crosses a hedgerow spots nothing before the phase ends (23, 29).
pub fn spot_hidden(ground: &Ground, forces: &mut Forces, moved: Option<Id>, log: &mut Log) {
    if !forces.any_hidden() {
        return;
    }
    for id in forces.all() {
        if !forces.state(id).is(Flag::Hidden) {
            continue;
        }
        let Some(at) = forces.spot(id) else { continue };
        let inches = Tabletop::new(ground, forces).sighting().spotting_inches(id);
        let found = forces.ids(forces.side(id).other()).any(|enemy| {
            if forces.state(enemy).is(Flag::Crossed) {
                applies("23.4");
            }
            forces.state(enemy).is_able()
                && !forces.state(enemy).is(Flag::Crossed)
                && forces.spot(enemy).is_some_and(|from| {
                    forces.battle.range(from, at)
                        <= Tabletop::new(ground, forces).sighting().spotted_at(inches, enemy) * 10
                        && Tabletop::new(ground, forces).sighting().sees(enemy, id).is_some()
                })
        });
        if found || moved == Some(id) && Tabletop::new(ground, forces).sighting().is_watched(id) {
            forces.reveal(id, log);
        }
    }
}
