//! Keeps a scenario consistent after an edit: the counts in glider lines and open sheaves, and where stands
//! start.

use super::areas::Area;
use super::fire_plans::location;
use super::lists::List;
use super::plans::text;
use super::project::{Project, Start, word};
use crate::editor::Subject;
use crate::side::Side;

/// The glider lines and open sheaves whose count matches their stands or batteries, so that an edit can keep it so.
pub(super) struct Fitting(Vec<(Side, List, usize)>);

impl Fitting {
    /// Those of a project.
    pub(super) fn of(project: &Project) -> Self {
        let mut fitting = Vec::new();
        for side in Side::BOTH {
            for n in 0..project.count_of(Some(side), List::Landings) {
                let Some(group) = project.plan(Some(side), List::Landings as usize, n) else { continue };
                let line = word(group, "zone").and_then(|zone| zone.split_once(' ')).map(|(_, line)| line);
                let count = project.force(side).landing(word(group, "name").unwrap_or("")).to_string();
                if line.is_some_and(|line| line.trim_end_matches(char::is_alphabetic) == count) {
                    fitting.push((side, List::Landings, n));
                }
            }
            for (n, fire) in project.force(side).missions.iter().enumerate() {
                let words = word(&fire.about, "location").unwrap_or("").split_whitespace();
                let count = project.force(side).markers(n).to_string();
                if words.clone().any(|word| word.trim_end_matches(char::is_alphabetic) == count) {
                    fitting.push((side, List::Fire, n));
                }
            }
        }
        Self(fitting)
    }

    /// Updates the counts that were correct before the edit.
    pub(super) fn keep(&self, project: &mut Project) {
        for &(side, list, n) in &self.0 {
            match list {
                List::Landings if n < project.count_of(Some(side), list) => project.give_line(side, n),
                List::Fire => {
                    let Some(fire) = project.force(side).missions.get(n) else { continue };
                    if let (at, Some(wind), smoke) = location(&fire.about) {
                        let at = at.unwrap_or_else(|| project.map.middle());
                        project.force_mut(side).aim(n, at, Some(wind), smoke);
                    }
                }
                _ => {}
            }
        }
    }
}

impl Project {
    /// Stands that belong to a zone, or to the strip along the edge, but start outside it: formation and
    /// index.
    pub(super) fn strays(&self, of: Subject) -> Vec<(usize, usize)> {
        let Some(side) = of.side() else { return Vec::new() };
        let zone = match of {
            Subject::Plan(..) => self.table(of).and_then(|zone| word(zone, "name")),
            _ => None,
        };
        let area = match of {
            Subject::Side(side) => Area::Edge(side).cells(self),
            _ => self.squares_of(of),
        };
        let mut strays = Vec::new();
        for (f, formation) in self.force(side).formations.iter().enumerate() {
            if word(&formation.about, "zone") == zone {
                let out = |start: &Start| match start {
                    Start::At(cell) => area.binary_search_by_key(&(cell.y, cell.x), |c| (c.y, c.x)).is_err(),
                    Start::Unsaid => true,
                    _ => false,
                };
                let stands = formation.stands.iter().enumerate();
                strays.extend(stands.filter(|(_, stand)| out(&stand.start)).map(|(n, _)| (f, n)));
            }
        }
        strays
    }

    /// Moves stands that start outside their area to free squares in it.
    pub(super) fn bring_in(&mut self, of: Subject) -> Result<String, String> {
        let Some(side) = of.side() else { return Err("That side does not exist.".to_owned()) };
        let strays = self.strays(of);
        let mut brought = 0;
        for &(f, n) in &strays {
            let Some(kind) = self.stand(side, f, n).and_then(|stand| self.force(side).kind(stand)) else {
                continue;
            };
            if let Some(cell) = self.free_square(side, f, kind)
                && let Some(stand) = self.stand_mut(side, f, n)
            {
                stand.start = Start::At(cell);
                brought += 1;
            }
        }
        match (brought, strays.len() - brought) {
            (0, 0) => Err("No stand starts elsewhere.".to_owned()),
            (0, _) => Err("No free square is left for them: paint more.".to_owned()),
            (_, 0) => Ok(format!("{brought} placed.")),
            (_, left) => Ok(format!("{brought} placed; no free square for {left}: paint more.")),
        }
    }

    /// Assigns a formation to a zone or landing group, or removes it from there.
    pub(super) fn join(&mut self, of: Subject, f: usize) -> Result<String, String> {
        let Subject::Plan(Some(side), list, _) = of else {
            return Err("That entry no longer exists.".to_owned());
        };
        let name = self.table(of).and_then(|plan| word(plan, "name")).unwrap_or("").to_owned();
        let Some(formation) = self.force_mut(side).formations.get_mut(f) else {
            return Err("That formation does not exist.".to_owned());
        };
        if list == List::Landings as usize {
            let group = Start::Lands(name);
            let stays = |start: &Start| matches!(start, Start::Aboard(_));
            let movable = formation.stands.iter().filter(|stand| !stays(&stand.start));
            let all = movable.clone().all(|stand| stand.start == group);
            let start = if all { Start::Unsaid } else { group };
            for stand in formation.stands.iter_mut().filter(|stand| !stays(&stand.start)) {
                stand.start = start.clone();
            }
            if all {
                for n in 0..self.force(side).formations[f].stands.len() {
                    let unsaid = self.stand(side, f, n).filter(|stand| stand.start == Start::Unsaid);
                    let Some(kind) = unsaid.and_then(|stand| self.force(side).kind(stand)) else { continue };
                    let cell = self.free_square(side, f, kind);
                    if let (Some(cell), Some(stand)) = (cell, self.stand_mut(side, f, n)) {
                        stand.start = Start::At(cell);
                    }
                }
            }
            return Ok(String::new());
        }
        if word(&formation.about, "zone") == Some(&name) {
            formation.about.remove("zone");
        } else {
            formation.about.insert("zone".to_owned(), text(name));
        }
        // Stands that start outside the new zone move into it while there is room.
        let home = match word(&self.force(side).formations[f].about, "zone") {
            Some(_) => of,
            None => Subject::Side(side),
        };
        let outside = self.strays(home);
        for (_, n) in outside.into_iter().filter(|(at, _)| *at == f) {
            let Some(kind) = self.stand(side, f, n).and_then(|stand| self.force(side).kind(stand)) else {
                continue;
            };
            if let Some(cell) = self.free_square(side, f, kind)
                && let Some(stand) = self.stand_mut(side, f, n)
            {
                stand.start = Start::At(cell);
            }
        }
        Ok(String::new())
    }
}
