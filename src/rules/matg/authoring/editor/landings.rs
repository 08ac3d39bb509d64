//! The fields of a landing by parachute or glider.

use toml::Value;

use super::parts::keys;
use super::planning::{Count, Part, Shown, line};
use super::plans::text;
use super::project::word;
use super::turning::{PlanEdit, next};
use crate::board::Compass;
use crate::editor::{EditBy, Line};
use crate::rules::matg::landings::landing_chart::{Manner, distances};

/// A field of a landing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum LandingPart {
    Manner,
    /// Whether the landing zone is set now or chosen in play.
    Chosen,
    Line,
    Distance,
}

/// The manner of a landing, as its word in the file has it.
fn manner(word: Option<&str>) -> Manner {
    if word == Some("glider") { Manner::Glider } else { Manner::Parachute }
}

impl Shown<'_> {
    pub(super) fn landing_parts(&self) -> Vec<Part> {
        let gliders = manner(word(self.plan, "manner")) == Manner::Glider;
        let in_line = gliders && self.plan.contains_key("zone");
        let mut parts = vec![Part::Name];
        parts.extend([LandingPart::Manner, LandingPart::Chosen].map(Part::Landing));
        parts.extend(in_line.then_some(Part::Landing(LandingPart::Line)));
        parts.extend(self.plan.contains_key("near").then_some(Part::Count(Count::Within)));
        parts.push(Part::Landing(LandingPart::Distance));
        parts.into_iter().chain(self.joining()).chain(keys(self.list).iter().map(Part::Key)).collect()
    }

    pub(super) fn landing_line(&self, part: LandingPart) -> Line {
        let said = |key: &str| word(self.plan, key);
        let (name, value, about) = match part {
            LandingPart::Manner => (
                "Manner",
                said("manner").unwrap_or("?").to_owned(),
                "Paratroops land before play (8.10.1.1), gliders on their turn (8.10.2).",
            ),
            LandingPart::Chosen => {
                let value = match (said("zone"), said("near")) {
                    (Some(zone), _) => format!("at {zone}"),
                    (None, Some(near)) => format!("in play, near {near}"),
                    (None, None) => "in play, anywhere".to_owned(),
                };
                let about = "Where they land: clear terrain, painted on the map (g), or chosen secretly in play (8.10.1.2).";
                ("Comes down", value, about)
            }
            LandingPart::Line => {
                let zone = said("zone").and_then(|zone| zone.split_once(' ')).map_or("", |(_, line)| line);
                ("Line of gliders", zone.to_owned(), "Their number and direction (8.10.2.2).")
            }
            LandingPart::Distance => {
                let label = said("distance").unwrap_or("?").replace('-', " ");
                ("Deviation", label, "How far a stand drifts (8.10.1.3.2, 8.10.2.4.3).")
            }
        };
        line(name, value, EditBy::Cycling, about)
    }
}

impl PlanEdit<'_> {
    pub(super) fn turn_landing(&mut self, part: LandingPart, forward: bool) {
        match part {
            LandingPart::Manner => self.turn_manner(),
            LandingPart::Chosen => self.choose(forward),
            LandingPart::Line => {
                let zone = word(&self.plan, "zone").unwrap_or("").to_owned();
                let (at, line) = zone.split_once(' ').unwrap_or((&zone, ""));
                let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let wind = next(&Compass::ALL, line[digits..].parse().ok(), forward).unwrap_or(Compass::E);
                let zone = format!("{at} {}{wind}", &line[..digits]);
                self.set("zone", Some(text(zone)));
            }
            LandingPart::Distance => {
                let manner = manner(word(&self.plan, "manner"));
                let all: Vec<&str> = distances(manner).map(|row| row.name.as_str()).collect();
                let row = next(&all, word(&self.plan, "distance"), forward).map(text);
                self.set("distance", row);
            }
        }
    }

    fn turn_manner(&mut self) {
        let (to, key) = match manner(word(&self.plan, "manner")) {
            Manner::Glider => (Manner::Parachute, "parachute"),
            Manner::Parachute => (Manner::Glider, "glider"),
        };
        self.set("manner", Some(text(key)));
        if !distances(to).any(|row| Some(row.name.as_str()) == word(&self.plan, "distance")) {
            let first = distances(to).next().map(|row| text(row.name.clone()));
            self.set("distance", first);
        }
        if to == Manner::Parachute {
            self.set("turn", None);
            self.set("turn-die", None);
        }
        self.project.give_line(self.side, self.n);
    }

    /// Cycles between a set square, a choice in play near that square, and a choice anywhere.
    fn choose(&mut self, forward: bool) {
        let (zone, near) = (self.plan.contains_key("zone"), self.plan.contains_key("near"));
        let first = self.project.squares_of(self.of).first().copied();
        let at = first.unwrap_or_else(|| self.project.map.middle());
        let now = if zone { 0 } else { 2 - usize::from(near) };
        let then = next(&[0, 1, 2], Some(now), forward).unwrap_or(0);
        for key in ["zone", "near", "within"] {
            self.set(key, None);
        }
        match then {
            0 => {
                self.set("zone", Some(text(at.to_string())));
                self.project.give_line(self.side, self.n);
            }
            1 => {
                self.set("near", Some(text(at.to_string())));
                self.set("within", Some(Value::Integer(8)));
            }
            _ => {}
        }
    }
}
