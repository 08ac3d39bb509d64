//! 7.6.2.2: pre-registered missions are set down as their side sets up, where the battle leaves it to its player.

use super::missions::{Kind, Mission, Stage};
use crate::board::Cell;
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::state::position::Position;
use crate::rules::matg::turn::sequence::Frame;

impl Position {
    /// The missions that a side may set down elsewhere, before the first turn.
    pub(in crate::rules::matg) fn targets_at_will(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        let open = self.battle.targets_at_will[side.index()] && !self.airborne.begun;
        self.targets(side).filter(move |_| open)
    }

    /// The lines of a mission with its first on a square: whoever fires with it keeps his distance from that.
    fn shifted(&self, side: Side, target: u8, cell: Cell) -> Vec<Mission> {
        let first = self.registered(side, target).next().map(|line| line.aim);
        let shifted = |line: &Mission| {
            let from = first.unwrap_or(line.aim);
            let aim = Cell::new(line.aim.x + cell.x - from.x, line.aim.y + cell.y - from.y);
            Mission { aim, ..line.clone() }
        };
        self.registered(side, target).map(shifted).collect()
    }

    /// Whether a mission may be set down on a square: its batteries reach all of it.
    pub(in crate::rules::matg) fn may_set_down(&self, side: Side, target: u8, cell: Cell) -> bool {
        let lines = self.shifted(side, target, cell);
        let mut fire = lines.iter().flat_map(|line| self.plotted_cells(line));
        fire.all(|(id, gun, at)| self.battle.grid.contains(at) && self.reaches(id, gun, at))
    }

    /// "set Target 1 of G31 down elsewhere than at 1218".
    pub(in crate::rules::matg) fn set_down_label(&self, target: u8) -> String {
        let Some(Frame::Deploy(phase)) = self.stack.last() else { return String::new() };
        let name = self.target_name(phase.side, target);
        let lines = self.registered(phase.side, target);
        let who = lines.flat_map(|line| &line.batteries).map(|piece| self.tag(piece.id).to_string());
        let who: Vec<String> = who.collect();
        let now = self.registered(phase.side, target).next().map(|line| line.aim.to_string());
        format!("set {name} of {} down elsewhere than at {}", who.join(" "), now.unwrap_or_default())
    }

    /// Sets a mission down.
    pub(in crate::rules::matg) fn set_down(&mut self, side: Side, target: u8, cell: Cell, log: &mut Log) {
        applies("7.6.2.2");
        let lines = self.shifted(side, target, cell);
        for line in lines {
            let same = |mission: &&mut Mission| {
                mission.side == side
                    && mission.number == line.number
                    && mission.kind == Kind::PreRegistered
                    && mission.stage == Stage::Registered
            };
            if let Some(mission) = self.missions.iter_mut().find(same) {
                mission.aim = line.aim;
            }
        }
        let name = self.target_name(side, target);
        log.add(|| {
            let text = format!("{name} is set down at {cell}");
            Event::new(Tone::Plain, side, text, "7.6.2.2").at([cell]).only(side)
        });
    }
}
