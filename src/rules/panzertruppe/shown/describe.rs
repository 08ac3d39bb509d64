//! How a choice looks to a player: words, and where on the map it points.

use super::refusal::points;
use crate::board::{Cell, Compass, Heading};
use crate::game::ChoiceView;
use crate::game::view::{Act, PieceId};
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::state::{Choice, Id, Position, Slot, Tag};

impl Position {
    pub(in crate::rules::panzertruppe) fn describe_choice(&self, choice: &Choice) -> ChoiceView {
        let verb = choice.verb();
        let mut view = ChoiceView::new(choice.to_string(), verb, verb, act(choice));
        let known = |tag: Tag| self.battle.find(tag);
        let who = |tag: Tag| known(tag).map_or_else(|| tag.to_string(), |id| self.who(id));
        let piece = |id: Id| PieceId(u16::from(id));
        let mover = match self.stack.last() {
            Some(Frame::Mover(mover)) => Some(mover.unit),
            Some(Frame::Facing(facing)) => Some(facing.unit),
            _ => None,
        };
        let point = |view: &mut ChoiceView, tags: &[Tag]| {
            view.pieces = tags.iter().filter_map(|&tag| known(tag)).map(piece).collect();
            view.cell = tags.first().and_then(|&tag| known(tag)).and_then(|id| self.cell_of(id));
        };
        match *choice {
            Choice::Fire(from, slot, target) => {
                point(&mut view, &[target, from]);
                view.label = format!("{} fires its {} at {}", who(from), slot.name(), who(target));
                view.effect = self.shot_effect(from, slot, target);
            }
            Choice::Section(from, cell) => {
                point(&mut view, &[from]);
                view.cell = Some(cell);
                view.quiet = true;
                view.label = format!("{} fires into {cell}", who(from));
                view.effect = self.search_effect(from, cell);
            }
            Choice::Flak(from) => {
                point(&mut view, &[from]);
                view.label = format!("{} fires at the aircraft", who(from));
            }
            Choice::Call(from, battery, target) => {
                point(&mut view, &[target, from]);
                view.label = format!("{} calls battery {battery} on {}", who(from), who(target));
            }
            Choice::Smoke(from, battery, cell) => {
                point(&mut view, &[from]);
                view.cell = Some(cell);
                view.quiet = true;
                view.label = format!("{} calls battery {battery} for smoke at {cell}", who(from));
            }
            Choice::Screen(group, cell) => {
                view.cell = Some(cell);
                view.quiet = true;
                let name = self.battle.groups.get(usize::from(group)).map_or("", |group| &group.name);
                view.label = format!("{name} lays smoke at {cell}");
            }
            Choice::Resolve => view.label = "roll for all that is declared".into(),
            Choice::Pass => view.label = "fire no more".into(),
            Choice::Move(tag) => {
                point(&mut view, &[tag]);
                view.label = who(tag);
            }
            Choice::End => view.label = "end the movement: what has not moved watches".into(),
            Choice::Step(way) | Choice::Reverse(way) => {
                view.heading = Some(Heading::new(way as u8 * 3));
                view.cell = mover.and_then(|id| self.cell_of(id)).map(|cell| cell.step(way));
                let reverse = matches!(choice, Choice::Reverse(_));
                let cost = self.mover().and_then(|mover| {
                    self.spot(mover.unit).and_then(|from| self.step_cost(mover, from, way, reverse))
                });
                let cost = cost.map(points).unwrap_or_default();
                view.label = if reverse { format!("back {way}, {cost}") } else { format!("{way}, {cost}") };
            }
            Choice::Stop => view.label = "stop here".into(),
            Choice::Drive => view.label = "stay in motion".into(),
            Choice::Watch => view.label = "overwatch: stand and watch".into(),
            Choice::Exit => view.label = "leave the board".into(),
            Choice::Hull(turn) | Choice::Turret(turn) => {
                view.heading = Some(Heading::new(turn));
                let part = if verb == "hull" { "face" } else { "turret to" };
                view.label = format!("{part} {}", heading(turn));
            }
            Choice::Back => view.label = "back from the edge: hull down from below".into(),
            Choice::Edge => view.label = "up to the edge of the hill".into(),
            Choice::Faced => view.label = "leave it".into(),
            Choice::Board(tag) => {
                point(&mut view, &[tag]);
                view.label = format!("get on {}", who(tag));
            }
            Choice::Hitch(tag) => {
                point(&mut view, &[tag]);
                view.label = format!("hitch to {}", who(tag));
            }
            Choice::Dismount(tag, way) | Choice::Unhitch(tag, way) => {
                point(&mut view, &[tag]);
                view.heading = Some(Heading::new(way as u8 * 3));
                view.cell = known(tag).and_then(|id| self.cell_of(id)).map(|cell| cell.step(way));
                view.label = format!("{} gets down to the {way}", who(tag));
            }
            Choice::Limber => view.label = "make ready to go".into(),
            Choice::Unlimber => view.label = "set up".into(),
            Choice::Crouch => view.label = "heads down".into(),
            Choice::Rise => view.label = "heads up".into(),
            Choice::Mount => view.label = "mount".into(),
            Choice::Unmount => view.label = "dismount".into(),
            Choice::Fight(tag) => {
                point(&mut view, &[tag]);
                view.label = format!("fight {} hand to hand", who(tag));
            }
            Choice::Assault(tag) => {
                point(&mut view, &[tag]);
                view.label = format!("close-assault {}", who(tag));
            }
            Choice::Overrun(tag) => {
                point(&mut view, &[tag]);
                view.label = format!("run down {}", who(tag));
            }
            Choice::Ambush(slot, cell) => {
                view.cell = Some(cell);
                view.label = format!("fire the {} at it in {cell}", slot.name());
            }
            Choice::Defend(slot) => view.label = format!("fire the {}", slot.name()),
            Choice::Hold => view.label = "hold".into(),
            Choice::Push(tag) => {
                point(&mut view, &[tag]);
                view.label = format!("pushed by {}", who(tag));
            }
            Choice::Occupy => view.label = "take the place".into(),
            Choice::Bail => view.label = "leave it where it stands".into(),
            Choice::Errant => view.label = "let it run on, then leave it".into(),
            Choice::Shell(from, battery, cell) => {
                point(&mut view, &[from]);
                view.cell = Some(cell);
                view.label = format!("{} calls battery {battery} on {cell}", who(from));
            }
            Choice::Target(tag) => {
                point(&mut view, &[tag]);
                view.label = format!("send the aircraft at {}", who(tag));
            }
            Choice::Approach(turn) => {
                view.heading = Some(Heading::new(turn));
                view.label = format!("fly at it on {}", heading(turn));
            }
        }
        view
    }

    /// "hit 30%": the chance to hit whoever may hide there.
    fn search_effect(&self, from: Tag, cell: Cell) -> String {
        let found = self.battle.find(from).zip(self.battle.index(cell));
        found.map_or_else(String::new, |(firer, cell)| {
            format!("hit {:.0}%", self.search_roll(firer, cell).chance() * 100.0)
        })
    }

    /// "72% 40%": the chance to do anything to the target and to destroy it.
    fn shot_effect(&self, from: Tag, slot: Slot, target: Tag) -> String {
        let (Some(firer), Some(aimed)) = (self.battle.find(from), self.battle.find(target)) else {
            return String::new();
        };
        let condition = self.state(aimed).condition;
        let odds = self.after(firer, slot, aimed, condition, false);
        let kill = odds.iter().filter(|(c, _)| c.destroyed).fold(0.0, |sum, (_, p)| sum + p);
        format!("kill {:.0}%", kill * 100.0)
    }
}

/// A heading in degrees, with its wind where it has one: "90 degrees, E".
fn heading(turn: u8) -> String {
    let degrees = format!("{} degrees", u16::from(turn) * 15);
    match turn % 3 {
        0 => format!("{degrees}, {}", Compass::ALL[usize::from(turn / 3) % 8]),
        _ => degrees,
    }
}

/// The part a choice plays on the screen.
const fn act(choice: &Choice) -> Act {
    match choice {
        Choice::Fire(..) | Choice::Section(..) | Choice::Flak(_) | Choice::Call(..) | Choice::Smoke(..) => {
            Act::Join
        }
        Choice::Screen(..) | Choice::Shell(..) => Act::Join,
        Choice::Resolve => Act::Commit,
        Choice::Pass => Act::Pass,
        Choice::Move(_) => Act::Begin,
        Choice::End => Act::Pass,
        Choice::Step(_) => Act::Step,
        Choice::Hull(_) | Choice::Turret(_) => Act::Turn,
        Choice::Stop | Choice::Faced => Act::Done,
        Choice::Hold => Act::Hold,
        _ => Act::Other,
    }
}
