//! How a choice looks to a player: words, and where on the map it points.

use super::view::piece;
use crate::board::{Cell, Compass};
use crate::game::{Act, ChoiceView};
use crate::rules::matg::state::choice::Weapon;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::Frame;

/// The part a choice plays for the screen.
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

impl Position {
    pub(in crate::rules::matg) fn describe_choice(&self, choice: &Choice) -> ChoiceView {
        let frame = self.stack.last();
        let here = frame.and_then(|frame| frame.here(self));
        let mut cells = frame.map_or_else(Vec::new, |frame| frame.covers(self, choice));
        cells.dedup();
        let mut view = ChoiceView {
            cells,
            ..ChoiceView::new(choice.to_string(), choice.verb(), choice.verb(), act(choice))
        };
        if *choice == Choice::Closed {
            view.cell = here;
        }
        if let Choice::Mission(number) = *choice {
            view.cell =
                frame.and_then(|frame| self.mission(frame.side(self), number)).map(|mission| mission.aim);
        }
        let tag = match *choice {
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
        };
        if let Some(id) = tag.and_then(|tag| self.battle.find(tag)) {
            view.pieces = vec![piece(id)];
            view.cell = self.cell(id).or_else(|| self.target_cell(id));
            view.label = self.label(choice, id);
        }
        match *choice {
            Choice::Work(_, cell) | Choice::Bridge(_, cell) | Choice::Demolish(_, _, cell) => {
                view.cell = Some(cell);
            }
            Choice::Shift(wind) => {
                view.heading = Some(wind.into());
                view.label = format!("all a column to the {wind}");
            }
            Choice::Lift(cell) => {
                view.cell = Some(cell);
                let work = frame.map(|frame| self.own_work_in_words(frame.side(self), cell));
                view.label = format!("lay the {} at {cell} elsewhere", work.unwrap_or_default());
            }
            Choice::At(cell) => {
                view.cell = Some(cell);
                view.label = self.set_down_in_words(cell).unwrap_or_else(|| format!("at {cell}"));
            }
            Choice::Step(d)
            | Choice::Leave(d)
            | Choice::Overrun(d)
            | Choice::Open(d)
            | Choice::Retreat(d)
            | Choice::Wade(d)
            | Choice::Disembark(_, d)
            | Choice::Turn(d)
            | Choice::Dismount(d)
            | Choice::Unload(_, d) => {
                view.heading = Some(d.into());
                let next = here.map(|cell: Cell| cell.step(d));
                if !matches!(choice, Choice::Turn(_)) {
                    view.cell = next;
                }
                view.label = self.direction_label(choice, d, next);
            }
            Choice::Pass if matches!(self.stack.last(), Some(Frame::Selection(_))) => {
                view.label = "no target for this battery".to_owned();
            }
            Choice::Bomb(plane) => view.label = format!("{} bombs", self.plane_name(usize::from(plane))),
            Choice::AirPlot(plane) => {
                view.label = format!("bombs of {}", self.plane_name(usize::from(plane)));
            }
            Choice::Arrive(turn) if matches!(self.stack.last(), Some(Frame::Air(_))) => {
                view.label = format!("in turn {turn}");
            }
            Choice::Pass if matches!(self.stack.last(), Some(Frame::Air(_))) => {
                view.label = "no place for this load".to_owned();
            }
            Choice::Exit(edge) => view.label = format!("leave the map by its {edge} edge"),
            Choice::Pass => view.label = "pass for the rest of the phase".to_owned(),
            Choice::Yield => view.label = "let the enemy begin".to_owned(),
            Choice::Done if matches!(self.stack.last(), Some(Frame::Registering(r)) if r.draft.is_none()) => {
                view.label = "this mission is whole: the next".to_owned();
            }
            Choice::Ready if matches!(self.stack.last(), Some(Frame::Registering(_))) => {
                view.label = "no more pre-registered missions".to_owned();
            }
            Choice::Ready => view.label = "ready to begin".to_owned(),
            Choice::Done => view.label = "done".to_owned(),
            Choice::Cancel => view.label = "leave off".to_owned(),
            Choice::Fire => view.label = "fire".to_owned(),
            Choice::Closed => view.label = "closed sheaf: all on one square".to_owned(),
            Choice::Explosive => view.label = "high explosive".to_owned(),
            Choice::Smoke => view.label = "smoke".to_owned(),
            Choice::Halt => view.label = "halt here".to_owned(),
            Choice::Hold => view.label = "hold fire now".to_owned(),
            Choice::LetPass => view.label = "let its whole move pass".to_owned(),
            _ => {
                if let Some(label) = self.plot_label(choice) {
                    view.label = label;
                }
            }
        }
        view
    }

    fn label(&self, choice: &Choice, id: Id) -> String {
        let who = self.who(id);
        match *choice {
            Choice::Group(Posture::Move, _) => format!("movement group with {who}"),
            Choice::Group(..) => format!("fire/move group with {who}"),
            Choice::Firer(_, Weapon::SmallArms) => format!("{who} with small arms"),
            Choice::Strafe(plane, _) => format!("{} strafes {who}", self.plane_name(usize::from(plane))),
            Choice::HoldOn(_) => format!("{who} tries to hold on"),
            Choice::Flak(_) => format!("{who} fires at the aircraft"),
            Choice::Firer(_, Weapon::Heat(_)) => format!("{who} with its hollow charges"),
            Choice::Firer(_, Weapon::Hunt(_)) => format!("{who} with HE at armour"),
            Choice::StandFast(_) => format!("stand fast: {who} spends an order on moving nobody now"),
            Choice::Firer(_, Weapon::AtPosition(_)) => format!("{who} with AP at the position"),
            Choice::Work(..) | Choice::Bridge(..) | Choice::Demolish(..) => self.work_label(choice, id),
            Choice::Firer(_, Weapon::Gun(gun)) | Choice::Battery(_, gun) => {
                let label = &self.gun(id, gun).label;
                if label.is_empty() { who } else { format!("{who} with {label}") }
            }
            Choice::Plot(_) => format!("{who} plots a mission"),
            Choice::Lay(..) => format!("direct fire of {who} for the next turn"),
            Choice::Transfer(_) => format!("send the observer from {who}"),
            Choice::Host(_) => format!("to {who}"),
            Choice::Without(_) => format!("without {who}"),
            Choice::Protect(..) => format!("final protective fire of {who}"),
            Choice::Order(_) => match self.contact_group(id).len() {
                ..=1 => format!("order {who}"),
                all => format!("order {who} and {} more", all - 1),
            },
            Choice::Independent(_) => match self.contact_group(id).len() {
                ..=1 => format!("{who} on its own"),
                all => format!("{who} and {} more on their own", all - 1),
            },
            Choice::Assault(_) => format!("close assault {who}"),
            Choice::Load(_) => format!("load {who}"),
            Choice::Embark(_) => format!("{who} boards fording boats"),
            _ => who,
        }
    }

    fn direction_label(&self, choice: &Choice, direction: Compass, next: Option<Cell>) -> String {
        let ground = next.filter(|&c| self.battle.grid.contains(c)).map(|c| self.ground_at(c).to_string());
        let ground = ground.unwrap_or_default();
        match *choice {
            Choice::Turn(_) => format!("face {direction}"),
            Choice::Leave(_) => format!("{direction}, off the road into {ground}"),
            Choice::Overrun(_) => format!("overrun {direction}"),
            Choice::Open(_) if matches!(self.stack.last(), Some(Frame::Zone(_))) => {
                format!("a line toward {direction}")
            }
            Choice::Wade(_) => format!("wade {direction}"),
            Choice::Disembark(tag, _) => {
                let name = self.battle.find(tag).map(|id| self.who(id)).unwrap_or_default();
                format!("{name} goes ashore to the {direction}")
            }
            Choice::Open(_) => format!("open sheaf toward {direction}"),
            Choice::Retreat(_) => format!("give way {direction}"),
            Choice::Unload(tag, _) => {
                let name = self.battle.find(tag).map(|id| self.who(id)).unwrap_or_default();
                format!("set down {name} to the {direction}")
            }
            _ => format!("{direction}, {ground}"),
        }
    }
}
