//! The label of a choice, and the squares and stands it points at.

use super::view::piece;
use crate::board::{Cell, Compass};
use crate::game::{Act, ChoiceView};
use crate::rules::matg::artillery::{plot, preparation, record};
use crate::rules::matg::command::groups;
use crate::rules::matg::movement::{riders, set_up};
use crate::rules::matg::shown::works_view;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::{Choice, Posture, Tag, Weapon};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::Frame;

/// The role of a choice on the screen.
const fn act(choice: &Choice) -> Act {
    match choice {
        Choice::Step(_) | Choice::Retreat(_) => Act::Step,
        Choice::Turn(_) => Act::Turn,
        Choice::Group(..) | Choice::Target(_) => Act::Begin,
        Choice::Add(_) | Choice::Firer(..) | Choice::Battery(..) => Act::Join,
        Choice::Fire => Act::Commit,
        Choice::Done | Choice::Halt | Choice::Ready => Act::Done,
        Choice::Pass | Choice::LetPass => Act::Pass,
        Choice::Hold => Act::Hold,
        Choice::Cancel => Act::Cancel,
        _ => Act::Other,
    }
}

/// The stand that a choice names.
const fn named_stand(choice: &Choice) -> Option<Tag> {
    match *choice {
        Choice::Pick(t)
        | Choice::Group(_, t)
        | Choice::Add(t)
        | Choice::Without(t)
        | Choice::Target(t)
        | Choice::Firer(t, _)
        | Choice::Work(t, _)
        | Choice::Bridge(t, _)
        | Choice::Demolish(t, ..)
        | Choice::Battery(t, _)
        | Choice::Plot(t)
        | Choice::Lay(t, _)
        | Choice::Transfer(t)
        | Choice::Host(t)
        | Choice::Protect(t, _)
        | Choice::Order(t)
        | Choice::StandFast(t)
        | Choice::Independent(t)
        | Choice::Move(t)
        | Choice::Assault(t)
        | Choice::Load(t)
        | Choice::Unload(t, _)
        | Choice::Resolve(t)
        | Choice::Answer(t)
        | Choice::Embark(t)
        | Choice::Disembark(t, _)
        | Choice::Mount(t)
        | Choice::HoldOn(t)
        | Choice::Strafe(_, t)
        | Choice::Flak(t)
        | Choice::Command(t) => Some(t),
        _ => None,
    }
}

/// The direction that a choice names, except an edge of the map.
const fn named_direction(choice: &Choice) -> Option<Compass> {
    match *choice {
        Choice::Step(d)
        | Choice::Leave(d)
        | Choice::Overrun(d)
        | Choice::Open(d)
        | Choice::Retreat(d)
        | Choice::Wade(d)
        | Choice::Disembark(_, d)
        | Choice::Turn(d)
        | Choice::Dismount(d)
        | Choice::Unload(_, d) => Some(d),
        _ => None,
    }
}

impl Position {
    pub(in crate::rules::matg) fn describe_choice(&self, choice: &Choice) -> ChoiceView {
        let frame = self.now.stack.last();
        let here = frame.and_then(|frame| frame.here(self));
        let mut cells = frame.map_or_else(Vec::new, |frame| frame.covers(self, choice));
        cells.dedup();
        let mut view = ChoiceView {
            cells,
            form: matches!(choice, Choice::Plot(_) | Choice::Lay(..) | Choice::Battery(..)),
            rank: rank(self, choice),
            ..ChoiceView::new(choice.to_string(), choice.verb(), choice.verb(), act(choice))
        };
        if let Some(id) = named_stand(choice).and_then(|tag| self.battle.find(tag)) {
            view.pieces = vec![piece(id)];
            view.cell = self.forces.cell(id).or_else(|| riders::target_cell(&self.forces, id));
            view.label = stand_label(&self.field, &self.forces, &self.command, choice, id);
        }
        if let Some(direction) = named_direction(choice) {
            let next = here.map(|cell: Cell| cell.step(direction));
            view.heading = Some(direction.into());
            if !matches!(choice, Choice::Turn(_)) {
                view.cell = next;
            }
            view.label = direction_label(&self.field, &self.now, choice, direction, next);
        }
        match *choice {
            Choice::Closed => view.cell = here,
            Choice::Mission(number) => {
                let mission = frame.and_then(|frame| self.record.mission(frame.side(self), number));
                view.cell = mission.map(|mission| mission.aim);
            }
            Choice::Work(_, cell)
            | Choice::Bridge(_, cell)
            | Choice::Demolish(_, _, cell)
            | Choice::Lift(cell)
            | Choice::At(cell) => view.cell = Some(cell),
            Choice::Shift(wind) => view.heading = Some(wind.into()),
            _ => {}
        }
        if let Some(label) = plain_label(self, choice).or_else(|| record::plot_label(self, choice)) {
            view.label = label;
        }
        view
    }
}

/// The place of a choice among those of its decision, the least first; 0 where the order does not matter. What ends a
/// decision comes first where nothing more is needed: in a deployment whose stands are all placed, and in a plot phase
/// in which no battery is left for an enemy that an observer sees. Batteries without a mission come before others. Targets
/// of preparatory fire are ranked by worth.
fn rank(game: &Position, choice: &Choice) -> u8 {
    match (game.now.stack.last(), *choice) {
        (Some(Frame::Selection(selection)), Choice::At(cell)) => {
            preparation::rank_target(game, selection.side, cell)
        }
        (Some(Frame::Deploy(_)), Choice::Ready) => 1,
        (Some(Frame::Plot(phase)), Choice::Pass) => {
            u8::from(!plot::is_worth_plotting(game, phase.turns.side))
        }
        (Some(Frame::Plot(phase)), Choice::Battery(tag, gun)) => {
            1 + u8::from(plot::has_mission(&game.record, phase.turns.side, (game.battle.named(tag), gun)))
        }
        _ => 0,
    }
}

/// The label of a choice that names neither a stand nor a direction.
fn plain_label(game: &Position, choice: &Choice) -> Option<String> {
    let frame = game.now.stack.last();
    let label = match (*choice, frame) {
        (Choice::Shift(wind), _) => return Some(format!("Shift all one column {wind}")),
        (Choice::Lift(cell), _) => {
            let work = frame.map(|frame| game.field.own_work_in_words(frame.side(game), cell));
            return Some(format!("Move the {} at {cell}", work.unwrap_or_default()));
        }
        (Choice::At(cell), _) => {
            return Some(set_up::set_down_in_words(game, cell).unwrap_or_else(|| format!("At {cell}")));
        }
        (Choice::Bomb(plane), _) => {
            return Some(format!("Bomb with {}", game.battle.plane_name(usize::from(plane))));
        }
        (Choice::AirPlot(plane), _) => {
            return Some(format!("Plot bombs of {}", game.battle.plane_name(usize::from(plane))));
        }
        (Choice::Arrive(turn), Some(Frame::Air(_))) => return Some(format!("Turn {turn}")),
        (Choice::Exit(edge), _) => return Some(format!("Leave the map by the {edge} edge")),
        (Choice::Pass, Some(Frame::Selection(_))) => "No target for this battery",
        (Choice::Pass, Some(Frame::Air(_))) => "No target for this load",
        (Choice::Done, Some(Frame::Registering(recording))) if recording.draft.is_none() => "Next mission",
        (Choice::Ready, Some(Frame::Registering(_))) => "No more pre-registered missions",
        (Choice::Pass, _) => "Pass for the rest of the phase",
        (Choice::Yield, _) => "Let the enemy go first",
        (Choice::Ready, _) => "Ready to begin",
        (Choice::Done, _) => "Done",
        (Choice::Cancel, _) => "Cancel",
        (Choice::Fire, _) => "Fire",
        (Choice::Closed, _) => "Closed sheaf: all on one square",
        (Choice::Explosive, _) => "HE",
        (Choice::Smoke, _) => "Smoke",
        (Choice::Halt, _) => "Halt here",
        (Choice::Hold, _) => "Hold fire",
        (Choice::LetPass, _) => "Hold fire for its whole move",
        _ => return None,
    };
    Some(label.to_owned())
}

/// The label of a choice that names a stand.
fn stand_label(field: &Field, forces: &Forces, command: &Command, choice: &Choice, id: Id) -> String {
    let who = forces.battle.who(id);
    match *choice {
        Choice::Group(Posture::Move, _) => format!("Movement group with {who}"),
        Choice::Group(..) => format!("Fire/move group with {who}"),
        Choice::Add(_) => format!("Add {who}"),
        Choice::Target(_) => format!("Fire at {who}"),
        Choice::Firer(_, weapon) => firer_label(&forces.battle, id, weapon),
        Choice::Strafe(plane, _) => {
            format!("Strafe {who} with {}", forces.battle.plane_name(usize::from(plane)))
        }
        Choice::HoldOn(_) => format!("{who} tries to hold on"),
        Choice::Flak(_) => format!("Fire at the aircraft with {who}"),
        Choice::StandFast(_) => format!("Stand fast with an order of {who}"),
        Choice::Work(..) | Choice::Bridge(..) | Choice::Demolish(..) => {
            works_view::work_label(field, forces, choice, id)
        }
        Choice::Battery(_, gun) => {
            let label = &forces.battle.gun(id, gun).label;
            if label.is_empty() { format!("Fire {who}") } else { format!("Fire {who}, {label}") }
        }
        Choice::Plot(_) => format!("Plot a mission with {who}"),
        Choice::Lay(..) => format!("Direct fire of {who} next turn"),
        Choice::Transfer(_) => format!("Move the observer from {who}"),
        Choice::Host(_) => format!("Move to {who}"),
        Choice::Without(_) => format!("Leave out {who}"),
        Choice::Protect(..) => format!("Final protective fire of {who}"),
        Choice::Order(_) => group_label(forces, command, "Order", &who, id),
        Choice::Independent(_) => group_label(forces, command, "Without orders:", &who, id),
        Choice::Move(_) => format!("Move {who}"),
        Choice::Assault(_) => format!("Close assault {who}"),
        Choice::Resolve(_) => format!("Close assault on {who}"),
        Choice::Answer(_) => format!("Answer {who}"),
        Choice::Load(_) => format!("Load {who}"),
        Choice::Mount(_) => format!("Mount {who}"),
        Choice::Embark(_) => format!("{who} boards fording boats"),
        _ => who,
    }
}

/// "Add G1 Panzer IV", "Add G1 Panzer IV, AP at the position".
fn firer_label(battle: &Battle, id: Id, weapon: Weapon) -> String {
    let with = match weapon {
        Weapon::SmallArms => "small arms",
        Weapon::Heat(_) => "HEAT",
        Weapon::Hunt(_) => "HE at armour",
        Weapon::AtPosition(_) => "AP at the position",
        Weapon::Gun(gun) => &battle.gun(id, gun).label,
    };
    let who = battle.who(id);
    if with.is_empty() { format!("Add {who}") } else { format!("Add {who}, {with}") }
}

/// "Order G3 Infantry '43 and 2 more".
fn group_label(forces: &Forces, command: &Command, action: &str, who: &str, id: Id) -> String {
    match groups::contact_group(forces, command, id).len() {
        ..=1 => format!("{action} {who}"),
        all => format!("{action} {who} and {} more", all - 1),
    }
}

/// The label of a choice that names a direction.
fn direction_label(
    field: &Field,
    now: &Turn,
    choice: &Choice,
    direction: Compass,
    next: Option<Cell>,
) -> String {
    let ground = next.filter(|&c| field.battle.grid.contains(c)).map(|c| field.ground_at(c).to_string());
    let ground = ground.unwrap_or_default();
    let named = |tag: Tag| field.battle.find(tag).map(|id| field.battle.who(id)).unwrap_or_default();
    match *choice {
        Choice::Turn(_) => format!("Face {direction}"),
        Choice::Leave(_) => format!("Leave the road {direction}: {ground}"),
        Choice::Overrun(_) => format!("Overrun {direction}"),
        Choice::Open(_) if matches!(now.stack.last(), Some(Frame::Zone(_))) => {
            format!("Line {direction}")
        }
        Choice::Open(_) => format!("Open sheaf {direction}"),
        Choice::Wade(_) => format!("Wade {direction}"),
        Choice::Disembark(tag, _) => format!("Land {} {direction}", named(tag)),
        Choice::Retreat(_) => format!("Give way {direction}"),
        Choice::Unload(tag, _) => format!("Unload {} {direction}", named(tag)),
        Choice::Dismount(_) => format!("Dismount, horses {direction}"),
        _ => format!("Move {direction}: {ground}"),
    }
}
