//! Adds the stands of a scenario entry to an army.

use super::forces::{Fielded, Formation, MOST, MOST_TOGETHER, Passenger};
use super::stand::{self, Stand, Start};
use crate::board::{Compass, Square};
use crate::game::Side as Seat;
use crate::reading::Report;
use crate::rules::matg::catalog::nations::Facts;
use crate::rules::matg::catalog::{self, Nation};
use crate::rules::matg::movement::special::Skill;
use crate::rules::matg::state::battle::{Arm, Unit};
use crate::rules::matg::state::choice::Tag;

/// The data shared by all stands of an army.
pub(super) struct Fielding {
    /// The weapons defined by the scenario, which take precedence over the weapons data.
    pub own: Vec<&'static catalog::StandType>,
    pub seat: Seat,
    pub letter: u8,
    pub nation: Nation,
    pub facts: &'static Facts,
    pub edge: Compass,
    pub grid: Square,
    pub date: (u16, u8),
}

impl Fielding {
    /// Adds the stands of an entry; false when there are too many.
    pub(super) fn field(
        &self,
        report: &mut Report,
        formation: &Formation,
        line: &Stand,
        first: usize,
        stands: &mut Vec<Fielded>,
        aboard: &mut Vec<Passenger>,
    ) -> bool {
        let Some(count) = line.count(report) else { return true };
        let (own, all) = (stands.len() - first + count, stands.len() + count);
        if own > MOST || all > MOST_TOGETHER {
            let most = format!("at most {MOST} a side and {MOST_TOGETHER} together");
            report.fault(line.place()..line.place(), format!("too many stands, expected {most}"));
            return false;
        }
        let nation = line.nation(report, self.nation, self.date);
        let Some(kind) = line.kind(report, nation, self.facts, &self.own) else {
            return true;
        };
        if kind.introduced() > self.date.0 {
            let (name, year, now) = (&kind.name, kind.introduced(), self.date.0);
            report.warn(
                line.place()..line.place(),
                format!("{name} was introduced in {year}, but this battle is in {now}"),
            );
        }
        let alike = self.unit(report, formation, line, kind, nation);
        for start in line.starts(report, kind, count, self.grid) {
            // At most 200, so the number fits.
            let number = (stands.len() - first + 1) as u8;
            let mut unit = Unit { tag: Tag { letter: self.letter, number }, ..alike.clone() };
            match start {
                Some((Start::At(cell), _)) => unit.start = Some(cell),
                Some((Start::Aboard(tag), at)) => aboard.push((stands.len(), tag, at)),
                Some((Start::OffMap, _)) => unit.off_map = true,
                Some((Start::Landing, _)) | None => {}
            }
            stands.push(Fielded {
                unit,
                place: start.map_or(line.place(), |(_, at)| at),
                landing: line.landing.clone(),
                zone: formation.zone.clone(),
                boats: line.boats.as_ref().map(|boats| boats.span().start),
            });
        }
        true
    }

    /// What the stands of an entry have in common.
    fn unit(
        &self,
        report: &mut Report,
        formation: &Formation,
        line: &Stand,
        kind: &'static catalog::StandType,
        nation: Nation,
    ) -> Unit {
        let guns = line.guns(report, kind, nation, self.facts);
        let role = line.role(report);
        let observer = line.observer(report, role);
        let (engineer, gear, bridging) = line.engineering(report, kind);
        let rounds = line.rounds(report);
        let better_shells = line.better_shells(report, kind, self.date);
        let begins = line.begins(report);
        Unit {
            side: self.seat,
            tag: Tag { letter: self.letter, number: 0 },
            kind,
            guns,
            arm: Arm::of(kind),
            role,
            recon: line.recon,
            reconnaissance: formation.reconnaissance || line.reconnaissance,
            supports: formation.attached.as_ref().map(|other| other.get_ref().clone()),
            observer,
            support: stand::is_support(kind),
            formation: formation.name.clone(),
            start: None,
            facing: line.facing.unwrap_or(self.edge.opposite()),
            aboard: None,
            off_map: false,
            landing: None,
            zone: None,
            water: line.waters(),
            engineer,
            gear,
            bridging,
            skill: Skill { ski: line.ski, mountain: line.mountain },
            rounds,
            air_support: line.air_support,
            better_shells,
            heat: line.heat,
            carries_its_own: line.carries_its_own,
            begins,
        }
    }
}
