//! The fields of a victory condition.

use toml::Value;

use super::lists::List;
use super::parts::keys;
use super::planning::{Part, Shown, line, switched, words_at};
use super::plans::text;
use super::project::word;
use super::turning::PlanEdit;
use crate::board::Compass;
use crate::editor::{EditBy, Line};
use crate::side::Side;

/// A field of a victory condition.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum AimPart {
    /// The side that wins by it.
    Winner,
    /// Whether it includes holding this place.
    Held(usize),
    /// Whether stands must exit by this edge.
    Over(Compass),
}

const EDGES: [Compass; 4] = [Compass::N, Compass::E, Compass::S, Compass::W];

impl Shown<'_> {
    pub(super) fn aim_parts(&self) -> Vec<Part> {
        let keys = keys(self.list).iter().map(Part::Key);
        let places = (0..self.project.count_of(None, List::Places)).map(AimPart::Held).map(Part::Aim);
        let is_degree = |part: &Part| matches!(part, Part::Key(key) if key.key == "degree");
        let (first, rest): (Vec<Part>, Vec<Part>) = keys.partition(is_degree);
        let exits = self.plan.contains_key("exit-percent") || self.plan.contains_key("exit-stands");
        let over = EDGES.into_iter().filter(|_| exits).map(AimPart::Over).map(Part::Aim);
        [Part::Aim(AimPart::Winner)].into_iter().chain(first).chain(places).chain(rest).chain(over).collect()
    }

    pub(super) fn aim_line(&self, part: AimPart) -> Line {
        match part {
            AimPart::Winner => {
                let key = word(self.plan, "side").unwrap_or("");
                let side = Side::BOTH.into_iter().find(|&side| self.project.force(side).key() == key);
                let name = side.map_or(key, |side| self.project.force(side).name());
                let about = "The side that wins by it. Every condition below must be met.";
                line("Whose", name, EditBy::Cycling, about)
            }
            AimPart::Held(n) => {
                let name = self.project.names(None, List::Places).get(n).cloned().unwrap_or_default();
                let held = words_at(self.plan, "hold").contains(&name);
                switched(&format!("Hold {name}"), held, "A place: held alone at the end, or entered.")
            }
            AimPart::Over(edge) => {
                let over = words_at(self.plan, "over").iter().any(|word| *word == edge.to_string());
                switched(&format!("Over the {edge} edge"), over, "The edge by which they exit.")
            }
        }
    }
}

impl PlanEdit<'_> {
    pub(super) fn turn_aim(&mut self, part: AimPart) {
        match part {
            AimPart::Winner => {
                let keys = Side::BOTH.map(|side| self.project.force(side).key().to_owned());
                let known = word(&self.plan, "side");
                let now = keys.iter().position(|key| Some(key.as_str()) == known).unwrap_or(1);
                self.set("side", Some(text(keys[1 - now].clone())));
            }
            AimPart::Held(n) => {
                let name = self.project.names(None, List::Places).get(n).cloned().unwrap_or_default();
                self.switch_word("hold", &name);
            }
            AimPart::Over(edge) => self.switch_word("over", &edge.to_string()),
        }
    }

    /// Stands leave by the enemy's edge unless another edge is set.
    pub(super) fn lead_off(&mut self, leaves: bool) {
        let Some(aim) = self.project.table(self.of) else { return };
        if !leaves {
            let other = aim.contains_key("exit-percent") || aim.contains_key("exit-stands");
            if !other {
                self.set("over", None);
            }
            return;
        }
        if aim.contains_key("over") {
            return;
        }
        let own = word(aim, "side").unwrap_or("");
        let enemy = if self.project.force(Side::A).key() == own { Side::B } else { Side::A };
        let edge: Value = text(self.project.force(enemy).edge().to_string());
        self.set("over", Some(edge));
    }
}
