//! Plans as rows of their list: the name of each and what matters about it.

use toml::Table;

use super::accounts::Accounts;
use super::forces::figures;
use super::lists::List;
use super::planning::{Shown, words_at};
use super::project::{Formation, number, says, word};
use crate::editor::Row;
use crate::editor::field::on_one_line;
use crate::side::Side;

fn many(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The turn of a plan, unless that is the first.
fn later(plan: &Table) -> Option<String> {
    number(plan, "turn").filter(|&turn| turn > 1).map(|turn| format!("turn {turn}"))
}

impl Shown<'_> {
    /// The row of the plan in its list.
    pub(super) fn row(&self) -> Row {
        let (plan, force) = (self.plan, self.project.force(self.side));
        let said = |key: &str| word(plan, key).unwrap_or("?").to_owned();
        let squares = || many(self.project.squares_of(self.of).len(), "square");
        let name = said("name");
        let mut cost = 0;
        let (name, about) = match self.list {
            List::Places => (name, vec![squares()]),
            List::Aims => {
                let of = said("side");
                let side = Side::BOTH.into_iter().find(|&side| self.project.force(side).key() == of);
                let name = side.map_or(of, |side| self.project.force(side).name().to_owned());
                (name, vec![aim_in_words(plan)])
            }
            List::Variants => (words_at(plan, "terrain").join(", "), vec![squares()]),
            List::Hints => {
                let text = word(plan, "text").map(on_one_line).filter(|text| !text.is_empty());
                (said("phase"), later(plan).into_iter().chain(text).collect())
            }
            List::Weapons => {
                let known = force.entry(self.n).ok();
                cost = known.map_or(0, |kind| kind.points).into();
                let users = many(force.users(&name), "stand");
                (name, known.map(figures).into_iter().chain([users]).collect())
            }
            List::Zones => {
                let rolled = number(plan, "roll-turn").map(|turn| format!("rolled before turn {turn}"));
                let here = |f: &&Formation| word(&f.about, "zone") == Some(&name);
                let formations = many(force.formations.iter().filter(here).count(), "formation");
                let turns = later(plan).into_iter().chain(rolled);
                let about = [squares()].into_iter().chain(turns).chain([formations]).collect();
                (name, about)
            }
            List::Landings => {
                let at = word(plan, "zone").map(|zone| format!("at {zone}"));
                let stands = many(force.landing(&name), "stand");
                (name, [said("manner"), stands].into_iter().chain(at).collect())
            }
            List::Aircraft => {
                cost = Accounts::of(self.project, self.side).flight(plan);
                let turn = number(plan, "turn").map(|turn| format!("turn {turn}"));
                let name = format!("{} {}", number(plan, "count").unwrap_or(1), said("type"));
                (name, turn.into_iter().collect())
            }
            List::Fire => {
                let turn = number(plan, "arrival").map(|turn| format!("turn {turn}"));
                let batteries = force.missions.get(self.n).map_or(&[][..], |fire| &fire.batteries);
                let batteries = batteries.iter().filter_map(|named| force.written(named));
                let name = word(plan, "name").or_else(|| word(plan, "kind")).unwrap_or("?").to_owned();
                (name, [said("location")].into_iter().chain(turn).chain(batteries).collect())
            }
            List::Weather | List::Special => (self.list.name().to_owned(), self.set_in_words()),
        };
        Row { of: self.of, tag: String::new(), name, about: about.join(", "), cost }
    }
}

fn aim_in_words(aim: &Table) -> String {
    let mut words: Vec<String> = Vec::new();
    words.extend(word(aim, "degree").map(|degree| format!("{degree}:")));
    let held = words_at(aim, "hold");
    let verb = if says(aim, "enter") { "enter" } else { "hold" };
    words.extend((!held.is_empty()).then(|| format!("{verb} {}", held.join(" and "))));
    for (key, before, after) in [
        ("destroy-percent", "destroy ", "%"),
        ("destroy-stands", "destroy ", " stands"),
        ("exit-percent", "leave with ", "%"),
        ("exit-stands", "leave with ", " stands"),
        ("lose-less-than-percent", "lose less than ", "%"),
        ("lose-at-most-percent", "lose at most ", "%"),
        ("by-turn", "by turn ", ""),
        ("past-turn", "last past turn ", ""),
    ] {
        words.extend(number(aim, key).map(|n| format!("{before}{n}{after}")));
    }
    words.extend(says(aim, "otherwise").then(|| "if the enemy does not win".to_owned()));
    words.join(", ")
}
