//! Why the computer chose as it did: the task, and its options with the parts of their worth.

use super::Mind;
use super::tasks::Task;
use crate::game::{Opinion, Rules, Term, Weighed};
use crate::rules::fireandmove::Choice;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::state::Gid;
use crate::rules::fireandmove::turn::sequence::Frame;

/// Parts smaller than this are not worth a line.
const TRIFLE: f64 = 1e-9;

impl Mind<'_> {
    /// The reasons for a choice.
    pub(super) fn opinion(&self, choice: Choice) -> Opinion<Choice> {
        // Going back is no option beside others: the same question would be asked again.
        let orders = matches!(self.position.open.frames.last(), Some(Frame::Orders(_)));
        let goes_back = |option: &Choice| orders && *option == Choice::Leave && *option != choice;
        let options = self.position.choices().into_iter().filter(|option| !goes_back(option));
        let mut weighed: Vec<_> =
            options.map(|choice| Weighed { choice, terms: self.terms(choice) }).collect();
        // The easy level, which counts no cards, estimates roughly.
        if !self.careful {
            Weighed::guess(&mut weighed, &choice);
        }
        match Opinion::best(self.purpose(choice), weighed) {
            Some(opinion) => Opinion { choice, ..opinion },
            None => Opinion::of(choice),
        }
    }

    /// The parts of a choice's worth.
    fn terms(&self, choice: Choice) -> Vec<Term> {
        let worth = self.worth(choice);
        let known = self.parts(choice);
        let rest = worth - known.iter().map(|part| part.1).sum::<f64>();
        let all = known.into_iter().chain([(if worth == rest { "use" } else { "other uses" }, rest)]);
        all.filter(|part| part.1.abs() > TRIFLE).map(|(label, value)| Term::new(label, value)).collect()
    }

    /// The parts that have a name.
    fn parts(&self, choice: Choice) -> Vec<(&'static str, f64)> {
        let Some(frame) = self.position.open.frames.last() else { return Vec::new() };
        let acting = self.acting();
        match (frame, choice, acting) {
            (Frame::Orders(_), Choice::Fire(card), Some(group)) => {
                vec![
                    ("harm to the enemy", self.fire_worth(group, card)),
                    ("card kept for later", -self.kept(card)),
                ]
            }
            (Frame::Orders(_), Choice::Move(card), Some(group)) => self.march_parts(group, card, false),
            (Frame::Orders(_), Choice::Cover(card), Some(group)) => self.march_parts(group, card, true),
            (Frame::Orders(_), Choice::Ground(_), Some(group)) => vec![("fire avoided", self.lying(group))],
            (Frame::Reaction(_), Choice::Fire(card @ Card::Fire(_)), _) => {
                let kept = -self.kept(card);
                vec![("harm to the enemy", self.worth(choice) - kept), ("card kept for later", kept)]
            }
            (Frame::Aim(_) | Frame::Call(_), Choice::Target(_), _) => {
                vec![("harm to the enemy", self.worth(choice))]
            }
            (Frame::Marching(_), Choice::Step(_), _) => self.step_parts(choice),
            _ => Vec::new(),
        }
    }

    /// What the choice is for.
    fn purpose(&self, choice: Choice) -> String {
        let group = match choice {
            Choice::Group(group) => Some(group),
            _ => self.acting(),
        };
        let errand = group.map_or_else(String::new, |group| self.errand(group));
        if errand.is_empty() { self.occasion(choice).to_owned() } else { errand }
    }

    /// What a choice is for that no group of its side makes.
    fn occasion(&self, choice: Choice) -> &'static str {
        match (self.position.open.frames.last(), choice) {
            (Some(Frame::Turn(_)), Choice::End) => "No group gains enough by acting.",
            (Some(Frame::Turn(_)), _) => "Get a group back into action.",
            (Some(Frame::Discards(_)), Choice::Discard(_)) => "Make room for a better card.",
            (Some(Frame::Discards(_)), Choice::Done) => "Keep the cards in hand.",
            (Some(Frame::Discards(_)), _) => "Use the card where it does most.",
            (Some(Frame::Contact(_)), _) => "All figures in contact fight; the order is free.",
            (Some(Frame::Reaction(_)), Choice::Pass | Choice::Hold) => "Save the cards for a better chance.",
            (Some(Frame::Reaction(_)), Choice::Mines(_)) => "Stop the enemy group with mines.",
            (Some(Frame::Reaction(_) | Frame::ReactionCard(_)), _) => "Stop the enemy group as it moves.",
            (Some(Frame::ReactionPoint(_) | Frame::ReactionShot(_)), _) => {
                "Fire where the enemy group is easiest to hit."
            }
            _ => "",
        }
    }

    /// What a group is to do.
    fn errand(&self, group: Gid) -> String {
        let field = self.position.terrain.field();
        let tag = self.position.forces.tag(group);
        let name = |feature: u8| &field.features[usize::from(feature)].name;
        if self.position.forces.group(group).side != self.side {
            return String::new();
        }
        let here = || name(field.place(self.position.forces.group(group).at));
        match self.task(group) {
            Task::Take(feature) if self.holder(feature) == Some(Some(self.side)) => {
                format!("Group {tag} moves to guard {}.", name(feature))
            }
            Task::Take(feature) => format!("Group {tag} takes {}.", name(feature)),
            Task::Cover(feature) => format!("Group {tag} covers the attack on {}.", name(feature)),
            Task::Hold(feature) => format!("Group {tag} holds {}.", name(feature)),
            Task::Wait => format!("Group {tag} stays at {} in reserve.", here()),
            Task::Shelter => format!("Group {tag} keeps out of fire: the next loss may break its side."),
        }
    }
}
