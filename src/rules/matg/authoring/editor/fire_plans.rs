//! The fields of fire plotted before the battle.

use toml::{Table, Value};

use super::lists::List;
use super::planning::{Count, Part, Shown, line, switched};
use super::plans::text;
use super::project::{Force, Id, Named, word};
use super::turning::{PlanEdit, next};
use crate::board::{Cell, Compass};
use crate::editor::{EditBy, Line};

/// A field of plotted fire.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum FirePart {
    Kind,
    Sheaf,
    Smoke,
    /// Whether a battery takes part in it.
    Battery(Id),
}

/// The location of a fire mission: its square, the direction of an open sheaf, and whether it is smoke.
pub(super) fn location(plan: &Table) -> (Option<Cell>, Option<Compass>, bool) {
    let all: Vec<&str> = word(plan, "location").unwrap_or("").split_whitespace().collect();
    let wind = all.iter().find_map(|word| {
        word.trim_start_matches(|c: char| c.is_ascii_digit()).parse().ok().filter(|_| word.len() < 4)
    });
    let smoke = all.last().is_some_and(|word| word.eq_ignore_ascii_case("smoke"));
    (all.first().and_then(|word| word.parse().ok()), wind, smoke)
}

fn is_barrage(plan: &Table) -> bool {
    word(plan, "kind") == Some("barrage")
}

impl Force {
    /// The number of markers that the batteries of a fire mission place together (7.4.2.1).
    pub(super) fn markers(&self, n: usize) -> u16 {
        let fire = self.missions.get(n);
        let fires = |id: Id| fire.is_some_and(|fire| fire.batteries.contains(&Named::Stand(id)));
        let all = self.stands().filter(|stand| fires(stand.id));
        all.filter_map(|stand| self.kind(stand)).map(|kind| u16::from(kind.sections.max(1))).sum()
    }

    /// Rewrites the location of a fire mission.
    pub(super) fn aim(&mut self, n: usize, at: Cell, wind: Option<Compass>, smoke: bool) {
        let sheaf = wind.map_or("Closed".to_owned(), |wind| format!("Open {}{wind}", self.markers(n)));
        let smoke = if smoke { " Smoke" } else { "" };
        if let Some(fire) = self.missions.get_mut(n) {
            fire.about.insert("location".to_owned(), text(format!("{at} {sheaf}{smoke}")));
        }
    }
}

impl Shown<'_> {
    pub(super) fn fire_parts(&self) -> Vec<Part> {
        let barrage = is_barrage(self.plan);
        let fire = Part::Fire;
        let mut parts = vec![fire(FirePart::Kind)];
        parts.extend((!barrage).then_some(Part::Name));
        parts.extend([Part::Squares, fire(FirePart::Sheaf), fire(FirePart::Smoke)]);
        let turns = [Count::Arrival, Count::Duration].into_iter().filter(|_| barrage);
        parts.extend(turns.map(Part::Count));
        let batteries = self.project.force(self.side).batteries().into_iter();
        parts.into_iter().chain(batteries.map(|id| fire(FirePart::Battery(id)))).collect()
    }

    pub(super) fn fire_line(&self, part: FirePart) -> Line {
        match part {
            FirePart::Kind => {
                let about = "The defender registers targets and calls them by name (7.6.2.2); a barrage has a set turn (7.6.2.4).";
                line("Kind", word(self.plan, "kind").unwrap_or("?"), EditBy::Cycling, about)
            }
            FirePart::Sheaf => {
                let wind = location(self.plan).1;
                let value = wind.map_or("closed".to_owned(), |wind| format!("open, {wind}"));
                line("Sheaf", value, EditBy::Cycling, "Closed on one square, or open from there (7.4.2).")
            }
            FirePart::Smoke => switched("Smoke", location(self.plan).2, "Instead of shell (7.4.7)."),
            FirePart::Battery(id) => {
                let force = self.project.force(self.side);
                let fire = force.missions.get(self.n);
                let fires = fire.is_some_and(|fire| fire.batteries.contains(&Named::Stand(id)));
                let name = force.stands().find(|stand| stand.id == id).map_or("", |stand| stand.name());
                let name = format!("{} {name}", force.tag(id).unwrap_or_default());
                switched(&name, fires, "Whether this battery fires; several form a group (7.4.9).")
            }
        }
    }
}

impl PlanEdit<'_> {
    pub(super) fn turn_fire(&mut self, part: FirePart, forward: bool) -> Result<(), String> {
        let (at, wind, smoke) = location(&self.plan);
        let at = at.unwrap_or_else(|| self.project.map.middle());
        let (side, n) = (self.side, self.n);
        match part {
            FirePart::Kind => self.turn_fire_kind(),
            FirePart::Sheaf => {
                let all: Vec<Option<Compass>> =
                    std::iter::once(None).chain(Compass::ALL.into_iter().map(Some)).collect();
                let wind = next(&all, Some(wind), forward).flatten();
                self.project.force_mut(side).aim(n, at, wind, smoke);
            }
            FirePart::Smoke => self.project.force_mut(side).aim(n, at, wind, !smoke),
            FirePart::Battery(id) => {
                let Some(fire) = self.project.force_mut(side).missions.get_mut(n) else { return Ok(()) };
                let named = Named::Stand(id);
                if !fire.batteries.contains(&named) {
                    fire.batteries.push(named);
                } else if fire.batteries.len() == 1 {
                    return Err("It needs a battery; press x to remove the mission.".to_owned());
                } else {
                    fire.batteries.retain(|known| *known != named);
                }
            }
        }
        Ok(())
    }

    fn turn_fire_kind(&mut self) {
        let registers = is_barrage(&self.plan);
        let kind = if registers { "pre-registered" } else { "barrage" };
        self.set("kind", Some(text(kind)));
        let name = registers.then(|| text(self.project.free_name(Some(self.side), List::Fire, "target")));
        self.set("name", name);
        self.set("arrival", (!registers).then_some(Value::Integer(1)));
        self.set("duration", None);
    }
}
