//! The plans page: the selection, and what the keys do.

use super::doing::along;
use super::{EditorScreen, Page};
use crate::editor::{Edit, Line, Plans, Subject};
use crate::side::Side;
use crate::tui::commands::Command;

/// A row of the plans: the heading of a list or one of its plans.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PlanRow {
    /// The heading of a list, by the index of the list.
    List(usize),
    /// A plan, with the index of its list.
    Plan(usize, Subject),
}

impl PlanRow {
    /// The plan, if it is one.
    pub const fn of(self) -> Option<Subject> {
        match self {
            Self::List(_) => None,
            Self::Plan(_, of) => Some(of),
        }
    }

    /// The index of its list.
    pub const fn list(self) -> usize {
        match self {
            Self::List(list) | Self::Plan(list, _) => list,
        }
    }
}

impl EditorScreen {
    /// All selectable rows. A list that can't grow is a single row.
    pub fn plan_rows(&mut self) -> Vec<PlanRow> {
        let lists = self.known().plans.iter().enumerate();
        let rows = lists.flat_map(|(n, list)| {
            let head = list.grows.then_some(PlanRow::List(n));
            head.into_iter().chain(list.rows.iter().map(move |row| PlanRow::Plan(n, row.of)))
        });
        rows.collect()
    }

    /// The selected row.
    pub fn plan_row(&mut self) -> Option<PlanRow> {
        let at = self.plan;
        self.plan_rows().get(at).copied()
    }

    /// The list of the selected row.
    pub fn plan_list(&mut self) -> Option<&Plans> {
        let list = self.plan_row()?.list();
        self.known().plans.get(list)
    }

    /// The fields of the selected plan.
    pub fn plan_lines(&mut self) -> Vec<(Subject, usize, Line)> {
        let Some(of) = self.plan_row().and_then(PlanRow::of) else { return Vec::new() };
        let lines = self.open_battle.draft().lines(of);
        lines.into_iter().enumerate().map(|(n, line)| (of, n, line)).collect()
    }

    pub(super) fn plan_command(&mut self, command: Command) {
        if let Some(by) = command.rows() {
            if self.planning {
                self.line = along(self.line, by, self.plan_lines().len());
            } else {
                self.plan = along(self.plan, by, self.plan_rows().len());
            }
            return;
        }
        let lines = self.plan_lines();
        let here = lines.get(self.line);
        match command {
            Command::Back | Command::Close => self.planning = false,
            Command::Left | Command::Right if self.planning => self.turn(here, command == Command::Right),
            Command::Accept if self.planning => self.write(here),
            Command::Right | Command::Accept if !lines.is_empty() => (self.planning, self.line) = (true, 0),
            Command::Accept | Command::NewPlan => self.add_plan(),
            Command::Remove => match self.plan_row().and_then(PlanRow::of) {
                Some(of) => {
                    self.edit(&Edit::Remove(of));
                    self.planning = false;
                    self.plan = self.plan.min(self.plan_rows().len().saturating_sub(1));
                }
                None => self.message = Some("Choose one from the list.".to_owned()),
            },
            Command::CopyIt => match self.plan_row().and_then(PlanRow::of) {
                Some(of) => self.copies(of, 1),
                None => self.message = Some("Choose one from the list.".to_owned()),
            },
            Command::ShiftUp | Command::ShiftDown => {
                let Some(of) = self.plan_row().and_then(PlanRow::of) else { return };
                let down = command == Command::ShiftDown;
                if self.edit(&Edit::Shift(of, down)) {
                    self.plan = self.plan.saturating_add_signed(if down { 1 } else { -1 });
                }
            }
            Command::ToMap => match self.plan_row().and_then(PlanRow::of) {
                Some(of) => self.paint_plan(of),
                None => self.message = Some("Choose one from the list.".to_owned()),
            },
            _ => {}
        }
    }

    /// Adds a plan to the selected list and goes to its fields.
    fn add_plan(&mut self) {
        let Some((whose, list)) = self.plan_list().map(|list| (list.whose, list.list)) else { return };
        let before = self.plan_rows();
        if !self.edit(&Edit::Plan(whose, list)) {
            return;
        }
        let rows = self.plan_rows();
        let fresh = rows.iter().rposition(|row| row.of().is_some() && !before.contains(row));
        self.plan = fresh.unwrap_or(self.plan);
        (self.planning, self.line) = (true, 0);
    }

    /// Goes to the map with a plan's brush in hand.
    pub(super) fn paint_plan(&mut self, of: Subject) {
        let Some(brush) = self.open_battle.draft().brush_for(of) else {
            self.message = Some("It has no squares to paint.".to_owned());
            return;
        };
        let cells = self.open_battle.draft().area(brush);
        (self.brush, self.page, self.corner) = (brush, Page::Map, None);
        if let Some(cell) = cells.get(cells.len() / 2) {
            self.cursor = *cell;
        }
        self.message =
            Some("Paint it like terrain: Space, pen (p), rectangle (m, then r); x removes.".to_owned());
    }

    /// Brings the first plan of a side into view.
    pub(super) fn plans_of(&mut self, side: Side) {
        self.planning = false;
        let lists: Vec<Option<Side>> = self.known().plans.iter().map(|list| list.whose).collect();
        let first = self.plan_rows().iter().position(|row| lists[row.list()] == Some(side));
        self.plan = first.unwrap_or(self.plan);
    }
}
