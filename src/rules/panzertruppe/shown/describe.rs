//! How a choice looks to a player: its label, and where on the map it points.

use super::refusal::points;
use crate::board::{Cell, Compass, Heading};
use crate::game::ChoiceView;
use crate::game::view::{Act, PieceId};
use crate::rules::panzertruppe::movement::mover::Inch;
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::shown::{Previews, Shown};
use crate::rules::panzertruppe::state::{Battle, Choice, Id, Tag};

impl Shown<'_> {
    pub(in crate::rules::panzertruppe) fn describe_choice(&self, choice: &Choice) -> ChoiceView {
        let verb = choice.verb();
        let mut view = ChoiceView::new(choice.to_string(), verb, verb, act(choice));
        let tags = pieces(choice);
        let ids = tags.iter().flatten().filter_map(|&tag| self.battle.find(tag));
        view.pieces = ids.map(|id| PieceId(u16::from(id))).collect();
        view.cell = self.choice_cell(choice);
        view.heading = heading(choice);
        view.quiet = matches!(
            choice,
            Choice::Section(..) | Choice::Shell(..) | Choice::Smoke(..) | Choice::Screen(..)
        );
        if let Some(label) = self.fire_label(choice).or_else(|| self.move_label(choice)) {
            view.label = label;
        }
        if let (Some(Frame::Movement(phase)), Choice::Move(tag)) = (self.turn.stack.last(), choice) {
            let first = self.going().first_to_move(phase.side);
            view.rank = u8::from(first.is_some() && first == self.battle.find(*tag));
        }
        if matches!(choice, Choice::Fire(..) | Choice::Section(..)) {
            view.effect = Previews(self.0)
                .preview_choice(choice)
                .map_or_else(String::new, |preview| preview.in_words());
        }
        view
    }

    /// The cell a choice points at: the one it names, the one a step leads to, or that of its first piece.
    fn choice_cell(&self, choice: &Choice) -> Option<Cell> {
        let cell_of = |tag| self.battle.find(tag).and_then(|id| self.forces.cell_of(id));
        match *choice {
            Choice::Section(_, cell)
            | Choice::Smoke(_, _, cell)
            | Choice::Shell(_, _, cell)
            | Choice::Screen(_, cell)
            | Choice::Ambush(_, cell)
            | Choice::AmbushRider(_, cell, _) => Some(cell),
            Choice::Step(way) | Choice::Reverse(way) => {
                let mover = match self.turn.stack.last() {
                    Some(Frame::Mover(mover)) => Some(mover.unit),
                    Some(Frame::Facing(facing)) => Some(facing.unit),
                    _ => None,
                };
                mover.and_then(|id| self.forces.cell_of(id)).map(|cell| cell.step(way))
            }
            Choice::Dismount(tag, way) | Choice::Unhitch(tag, way) => cell_of(tag).map(|cell| cell.step(way)),
            Choice::DefendRider(..) => None,
            _ => pieces(choice)[0].and_then(cell_of),
        }
    }

    /// "G7 PzIV H".
    fn brief(&self, tag: Tag) -> String {
        self.battle.find(tag).map_or_else(|| tag.to_string(), |id| self.battle.brief_name(id))
    }

    /// The label of a choice of a fire phase, of fire in the enemy's movement, or of an air attack.
    fn fire_label(&self, choice: &Choice) -> Option<String> {
        let who = |tag| self.brief(tag);
        Some(match *choice {
            Choice::Fire(from, slot, target) => {
                format!("{}: fire {} at {}", who(from), slot.name(), who(target))
            }
            Choice::Section(from, cell) => format!("{}: fire into {cell}", who(from)),
            Choice::Flak(from) => format!("{}: fire at the aircraft", who(from)),
            Choice::Call(from, battery, target) => {
                format!("{}: call battery {battery} on {}", who(from), who(target))
            }
            Choice::Shell(from, battery, cell) => {
                format!("{}: call battery {battery} on {cell}", who(from))
            }
            Choice::Smoke(from, battery, cell) => {
                format!("{}: call smoke from battery {battery} on {cell}", who(from))
            }
            Choice::Screen(group, cell) => {
                let name = self.battle.groups.get(usize::from(group)).map_or("", |group| &group.name);
                format!("{name}: lay smoke on {cell}")
            }
            Choice::Resolve => "roll all declared shots".into(),
            Choice::Pass => "end the phase without firing".into(),
            Choice::Ambush(slot, cell) => format!("fire {} at it in {cell}", slot.name()),
            Choice::AmbushRider(slot, cell, rider) => {
                format!("fire {} at its rider {} in {cell}", slot.name(), who(rider))
            }
            Choice::Defend(slot) => format!("fire {}", slot.name()),
            Choice::DefendRider(slot, rider) => format!("fire {} at {}", slot.name(), who(rider)),
            Choice::Hold => "hold fire".into(),
            Choice::Target(tag) => format!("send the aircraft at {}", who(tag)),
            Choice::Approach(turn) => format!("approach heading {}", degrees(turn)),
            _ => return None,
        })
    }

    /// The label of a choice of a movement phase.
    fn move_label(&self, choice: &Choice) -> Option<String> {
        let who = |tag| self.brief(tag);
        Some(match *choice {
            Choice::Move(tag) => who(tag),
            Choice::End => "end the movement phase".into(),
            Choice::Step(way) => format!("{way}, {}", self.step_points(way, false)),
            Choice::Reverse(way) => format!("reverse {way}, {}", self.step_points(way, true)),
            Choice::Stop => "stop".into(),
            Choice::Drive => "stay in motion".into(),
            Choice::Watch => "go on overwatch".into(),
            Choice::Exit => "leave the board".into(),
            Choice::Hull(turn) => format!("face {}", degrees(turn)),
            Choice::Turret(turn) => format!("turret to {}", degrees(turn)),
            Choice::Back => "draw back from the edge, hull down to lower ground".into(),
            Choice::Edge => "move up to the edge of the hill".into(),
            Choice::Faced => "keep this facing".into(),
            Choice::Board(tag) => format!("mount {}", who(tag)),
            Choice::Dismount(tag, way) => format!("{}: dismount to the {way}", who(tag)),
            Choice::Hitch(tag) => format!("hitch to {}", who(tag)),
            Choice::Unhitch(tag, way) => format!("{}: unhitch to the {way}", who(tag)),
            Choice::Limber => "limber (a mortar: dismantle)".into(),
            Choice::Unlimber => "unlimber and set up".into(),
            Choice::Crouch => "crouch".into(),
            Choice::Rise => "stop crouching".into(),
            Choice::Mount => "mount, 4 points".into(),
            Choice::Unmount => "dismount, 4 points".into(),
            Choice::Fight(tag) => format!("fight {} hand to hand", who(tag)),
            Choice::Assault(tag) | Choice::Overrun(tag) => format!("close-assault {}", who(tag)),
            Choice::Push(tag) => format!("be pushed by {}", who(tag)),
            Choice::Occupy => "take the loser's place".into(),
            Choice::Bail => "abandon it where it stands".into(),
            Choice::Errant => "roll an errant turn, then abandon it".into(),
            _ => return None,
        })
    }

    /// The cost of an inch for the moving unit in points, and what it leaves.
    fn step_points(&self, way: Compass, reverse: bool) -> String {
        let cost = self.turn.mover().and_then(|mover| {
            let cost = self
                .forces
                .spot(mover.unit)
                .and_then(|from| self.going().step_cost(mover, from, Inch { way, reverse }))?;
            Some((cost, mover.left.saturating_sub(cost)))
        });
        cost.map_or_else(String::new, |(cost, left)| {
            let plural = if cost == 12 { "" } else { "s" };
            format!("{} point{plural}, {} left", points(cost), points(left))
        })
    }
}

impl Battle {
    /// "G7 PzIV H": the tag and the short name of a unit.
    pub(crate) fn brief_name(&self, id: Id) -> String {
        let unit = self.unit(id);
        format!("{} {}", unit.tag, super::short_names::short_name(&unit.name))
    }
}

/// The pieces a choice points at, the one that matters most first.
const fn pieces(choice: &Choice) -> [Option<Tag>; 2] {
    match *choice {
        Choice::Fire(from, _, target) | Choice::Call(from, _, target) => [Some(target), Some(from)],
        Choice::Section(tag, _)
        | Choice::Flak(tag)
        | Choice::Smoke(tag, ..)
        | Choice::Shell(tag, ..)
        | Choice::AmbushRider(_, _, tag)
        | Choice::DefendRider(_, tag)
        | Choice::Move(tag)
        | Choice::Board(tag)
        | Choice::Hitch(tag)
        | Choice::Dismount(tag, _)
        | Choice::Unhitch(tag, _)
        | Choice::Fight(tag)
        | Choice::Assault(tag)
        | Choice::Overrun(tag)
        | Choice::Push(tag)
        | Choice::Target(tag) => [Some(tag), None],
        _ => [None, None],
    }
}

/// The direction a choice points in.
const fn heading(choice: &Choice) -> Option<Heading> {
    match *choice {
        Choice::Step(way) | Choice::Reverse(way) | Choice::Dismount(_, way) | Choice::Unhitch(_, way) => {
            Some(Heading::new(way as u8 * 3))
        }
        Choice::Hull(turn) | Choice::Turret(turn) | Choice::Approach(turn) => Some(Heading::new(turn)),
        _ => None,
    }
}

/// A heading in degrees, with its compass point where it has one: "90 degrees, E".
fn degrees(turn: u8) -> String {
    let degrees = format!("{} degrees", u16::from(turn) * 15);
    match turn % 3 {
        0 => format!("{degrees}, {}", Compass::ALL[usize::from(turn / 3) % 8]),
        _ => degrees,
    }
}

/// The part a choice plays on the screen.
const fn act(choice: &Choice) -> Act {
    match choice {
        Choice::Fire(..)
        | Choice::Section(..)
        | Choice::Flak(_)
        | Choice::Call(..)
        | Choice::Shell(..)
        | Choice::Smoke(..)
        | Choice::Screen(..) => Act::Join,
        Choice::Resolve => Act::Commit,
        Choice::Pass | Choice::End => Act::Pass,
        Choice::Move(_) => Act::Begin,
        Choice::Step(_) => Act::Step,
        Choice::Hull(_) | Choice::Turret(_) => Act::Turn,
        Choice::Stop | Choice::Faced => Act::Done,
        Choice::Hold => Act::Hold,
        _ => Act::Other,
    }
}
