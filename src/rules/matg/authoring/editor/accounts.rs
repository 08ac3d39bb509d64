//! Points: what a side's force costs, what it may cost, and its totals.

use toml::Value;

use super::forces::{about_stand, role};
use super::lists::List;
use super::project::{Force, Project, Stand, Work, number, says, word};
use crate::editor::{Row, Subject};
use crate::rules::matg::authoring::design::arithmetic;
use crate::rules::matg::catalog::nations;
use crate::rules::matg::command::break_point::{self, break_point, combat_points};
use crate::rules::matg::scenario;
use crate::rules::matg::state::battle::{Battle, ScenarioKind};
use crate::rules::matg::state::prices::Priced;
use crate::rules::matg::works::laid::Marker;
use crate::side::Side;

/// The points of one side of a battle.
#[derive(Copy, Clone)]
pub(super) struct Accounts<'a> {
    project: &'a Project,
    side: Side,
    force: &'a Force,
}

impl<'a> Accounts<'a> {
    /// The points of a side.
    pub(super) fn of(project: &'a Project, side: Side) -> Self {
        Self { project, side, force: project.force(side) }
    }

    /// The cost of a stand; 0 if the weapons data has no entry for it.
    pub(super) fn price(self, stand: &Stand) -> u32 {
        let Some(kind) = self.force.kind(stand) else { return 0 };
        let gear = stand.about.get("equipment").and_then(Value::as_array);
        let boats = stand.about.get("boats").and_then(|craft| craft.clone().try_into().ok());
        let priced = Priced {
            role: role(stand),
            engineer: says(&stand.about, "engineer"),
            geared: gear.is_some_and(|gear| !gear.is_empty()),
            better_shells: says(&stand.about, "better-shells"),
            recon: says(&stand.about, "recon"),
            rounds: number(&stand.about, "fire-turns").and_then(|turns| u8::try_from(turns).ok()),
            boats,
            ..Priced::of(kind)
        };
        priced.price(self.project.frame.turns())
    }

    /// The cost of its mines, obstacles and positions.
    fn works(self) -> u32 {
        let marker = |work: &Work| Marker { cell: work.cell, owner: self.side, what: work.what };
        self.force.works.iter().map(|work| marker(work).price()).sum()
    }

    /// The cost of the observers it has bought (7.8.2).
    fn observers(self) -> u32 {
        let bought = number(&self.force.about, "bought-observers").and_then(|n| u32::try_from(n).ok());
        let date = self.project.frame.date();
        let facts = self.force.nation().and_then(|nation| nations::facts(nation, date));
        bought.unwrap_or(0) * facts.map_or(0, |facts| u32::from(facts.doctrine.observers.cost))
    }

    /// The cost of the aircraft of one of its plans (12.3).
    pub(super) fn flight(self, plan: &toml::Table) -> u32 {
        let count = u32::try_from(number(plan, "count").unwrap_or(1)).unwrap_or(1);
        let kind = self.force.craft(plan);
        kind.map_or(0, |kind| u32::from(kind.points)) * count
    }

    fn aircraft(self) -> u32 {
        let list = List::Aircraft;
        let all = 0..self.project.count_of(Some(self.side), list);
        let plans = all.filter_map(|n| self.project.plan(Some(self.side), list as usize, n));
        plans.map(|plan| self.flight(plan)).sum()
    }

    /// Its total cost: stands, works, observers and aircraft.
    pub(super) fn cost(self) -> u32 {
        let stands: u32 = self.force.stands().map(|stand| self.price(stand)).sum();
        stands + self.works() + self.observers() + self.aircraft()
    }

    /// Its break point as a percentage, if unit determination is in play.
    fn determination(self) -> Option<u8> {
        let said = number(&self.force.about, "determination").and_then(|level| u8::try_from(level).ok());
        self.project.frame.plays("determination").then(|| said.unwrap_or(break_point::BASE))
    }

    /// The attacker's base points: as set, or those for the width of the board (design: 4).
    pub(super) fn base(self) -> u32 {
        let said = number(&self.project.frame.about, "points").and_then(|points| u32::try_from(points).ok());
        said.unwrap_or_else(|| arithmetic::point_base(self.project.map.grid.width))
    }

    /// The points it may spend by the design chapter (design: 6).
    pub(super) fn budget(self) -> u32 {
        let attacker = self.project.attacker();
        let both = [attacker, attacker.other()].map(|side| Accounts::of(self.project, side));
        let levels = both.map(|side| side.force.cohesion().max(1));
        let bears = both[0].determination().zip(both[1].determination());
        let kind = self.project.frame.kind();
        let budgets = arithmetic::budgets(self.base(), levels, bears.map(|(a, d)| [a, d]), kind);
        budgets[usize::from(self.side != attacker)]
    }

    /// Formations and stands with their costs.
    pub(super) fn rows(self) -> Vec<Row> {
        let (side, force) = (self.side, self.force);
        let mut rows = Vec::new();
        let mut tag = 0;
        for (f, formation) in force.formations.iter().enumerate() {
            let of = Subject::Formation(side, f);
            let cost = formation.stands.iter().map(|stand| self.price(stand)).sum();
            let mut about = Vec::new();
            if let Some(zone) = word(&formation.about, "zone") {
                about.push(zone.to_owned());
            }
            if says(&formation.about, "reconnaissance") {
                about.push("reconnaissance".to_owned());
            }
            let (name, about) = (formation.name().to_owned(), about.join(", "));
            rows.push(Row { of, tag: String::new(), name, about, cost });
            for (n, stand) in formation.stands.iter().enumerate() {
                tag += 1;
                let of = Subject::Piece(side, f, n);
                rows.push(Row {
                    of,
                    tag: format!("{}{tag}", force.letter()),
                    name: stand.name().to_owned(),
                    about: about_stand(force, stand),
                    cost: self.price(stand),
                });
            }
        }
        rows
    }

    /// Its totals, the most important first.
    pub(super) fn sums(self) -> Vec<String> {
        let (side, frame) = (self.side, &self.project.frame);
        let mut sums = vec![format!("{} of {} points (design: 6)", self.cost(), self.budget())];
        let count = self.force.stands().count();
        match self.project.battle() {
            Some(battle) => {
                let points = strength(battle, side);
                let bears = self.determination().unwrap_or(break_point::BASE);
                let breaks = break_point(points, bears);
                sums.push(format!("{}, {points} combat points", stands(count)));
                sums.push(format!("break point {breaks} at {bears}% (12.1.2)"));
                let named = battle.units.iter().filter(|unit| unit.side == side && unit.observer).count();
                let given = scenario::observers_given(battle, side);
                sums.push(format!("observers {named} of {given} given (7.8.2)"));
            }
            None => sums.push(stands(count)),
        }
        let works = self.works();
        if works > 0 {
            sums.push(format!("{works} points of that for works (design: 6.2)"));
        }
        let letter = arithmetic::letter(frame.kind());
        let part = if frame.kind() == ScenarioKind::MeetingEngagement {
            "both advance"
        } else if side == self.project.attacker() {
            "attacks"
        } else {
            "defends"
        };
        sums.push(format!("cohesion {}, {part} (design: 1{letter})", self.force.cohesion()));
        sums
    }
}

fn stands(count: usize) -> String {
    if count == 1 { "1 stand".to_owned() } else { format!("{count} stands") }
}

fn strength(battle: &Battle, side: Side) -> u32 {
    battle.units.iter().filter(|unit| unit.side == side).map(combat_points).sum()
}
