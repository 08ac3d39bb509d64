//! Marches of groups: who can march, their routes and ghosts under the cursor.

use std::collections::HashMap;

use crate::board::Cell;
use crate::game::Session;
use crate::game::gesture::{Leg, March, Routes};
use crate::game::view::{Marchers, PieceId};
use crate::game::{Act, ChoiceView};

use super::deciding;
use super::game::Game;
use super::lookups::Lookups;
use super::pointing::Only;
use super::pointing::Pointer;
use super::shown::Shown;
use super::underway::Underway;

/// The routes of the pieces that may move now.
pub struct Routed {
    /// The pieces.
    pub pieces: Vec<PieceId>,
    /// The turn in which the first of them reaches a cell, 0 for this turn.
    pub reach: HashMap<Cell, u8>,
    /// The points that the way to a cell costs this turn, for a single piece.
    pub costs: HashMap<Cell, u8>,
    /// The march to a cell that was worked out last.
    pub plan: Option<(Cell, March)>,
    routes: Box<dyn Routes>,
}

/// The marches: what can be ordered, what is under way, what was ordered last.
#[derive(Default)]
pub struct Marching {
    /// The routes of the pieces that may move.
    pub routed: Option<Routed>,
    /// The position and selection that `routed` was worked out for.
    pub routed_for: (u64, bool, usize, Option<PieceId>),
    /// The own piece that was highlighted last; it leads a march where pieces move one by one.
    pub lead: Option<PieceId>,
    /// The march in progress.
    pub underway: Option<Underway>,
    /// The last destination of a march.
    pub last_goal: Option<Cell>,
    /// Whether the march shown was ordered in an earlier turn.
    pub recalled: bool,
}

impl Game {
    /// Works the routes out again if the position or the selection has changed.
    pub fn look_for_routes(&mut self) {
        self.marching.note_lead(&self.shown, &self.pointer);
        let now = (self.shown.ticket, self.pointer.look, self.pointer.marked.len(), self.marching.lead);
        if self.marching.routed_for != now {
            let same = self.marching.routed_for.0 == self.shown.ticket;
            self.marching.routed_for = now;
            self.marching.recalled = false;
            self.marching.find_routes(self.human(), &*self.session, &self.shown, &self.pointer);
            if !same {
                let chance = |piece: PieceId, cell: Cell| {
                    let risk = self.lookups.risk_of(&*self.session, &self.shown, piece, cell);
                    risk.map_or(0.0, |risk| risk.worst())
                };
                self.marching.point_at_entry(&self.shown, &mut self.pointer, chance);
                self.marching.point_at_shelter(&self.shown, &mut self.pointer);
            }
            self.marching.point_home(&mut self.pointer);
            // Another piece of the same position keeps the cursor.
            if !same || self.shown.view.marchers == Marchers::All {
                self.recall_goal();
            }
        }
    }

    /// Shows the march that pieces were ordered on in an earlier turn, to be confirmed or dropped.
    pub fn recall_goal(&mut self) {
        let Some(routed) = &self.marching.routed else { return };
        if self.marching.underway.is_some() || self.pointer.look {
            return;
        }
        let Some(goal) = routed.pieces.iter().find_map(|id| self.automation.standing.goal_of(*id)) else {
            return;
        };
        let there = |id: &PieceId| self.shown.piece(*id).and_then(|piece| piece.cell) == Some(goal);
        if routed.pieces.iter().any(there) {
            let arrived = routed.pieces.clone();
            self.automation.standing.drop_goals(&arrived);
            return;
        }
        if !self.shown.on_map(goal) {
            return;
        }
        (self.pointer.cursor, self.pointer.pick) = (goal, None);
        self.marching.plan_march(&self.pointer);
        if self.marching.planned().is_some() {
            self.marching.recalled = true;
        } else {
            self.highlight();
        }
    }

    /// Esc: drops the order of an earlier turn.
    pub fn drop_recalled(&mut self) -> bool {
        if !std::mem::take(&mut self.marching.recalled) {
            return false;
        }
        if let Some(routed) = &self.marching.routed {
            let pieces = routed.pieces.clone();
            self.automation.standing.drop_goals(&pieces);
        }
        self.highlight();
        self.marching.plan_march(&self.pointer);
        true
    }
}

impl Marching {
    /// Why the selected pieces can't march to the cursor, if that is all there is to do here.
    pub fn no_march_here(&self, shown: &Shown, pointer: &Pointer) -> Option<String> {
        let nowhere = self.marks_march(shown, pointer) && self.planned().is_none() && pointer.pick.is_none();
        let (here, cell) = (shown.name(pointer.cursor), shown.view.words.cell[0]);
        nowhere.then(|| {
            format!("There is no way to {here} for them. Choose another {cell}; Esc drops the selection.")
        })
    }

    /// Works out the routes of the pieces that may move; once per decision, never on a cursor step.
    fn find_routes(&mut self, human: bool, session: &dyn Session, shown: &Shown, pointer: &Pointer) {
        self.routed = None;
        let asks = human && !deciding::reacting(&shown.choices) && session.awaiting().is_none();
        if !asks || (deciding::steers(&shown.choices) && !pointer.look) {
            return;
        }
        let pieces = self.movers(shown, pointer);
        if pieces.is_empty() {
            return;
        }
        let Some(routes) = session.aids().routes(&pieces) else { return };
        let reach: HashMap<Cell, u8> = routes.reach().into_iter().collect();
        // The pieces of a group pay different costs.
        let paid = reach.iter().filter(|(_, turns)| **turns == 0 && pieces.len() == 1);
        let costs = paid.filter_map(|(cell, _)| Some((*cell, routes.cost(*cell)?))).collect();
        self.routed = Some(Routed { pieces, reach, costs, plan: None, routes });
        self.plan_march(pointer);
    }

    /// The own pieces that this decision can move: the selected ones, if any.
    fn movers(&self, shown: &Shown, pointer: &Pointer) -> Vec<PieceId> {
        let own = |id: &PieceId| shown.piece(*id).is_some_and(|piece| piece.side == shown.viewer);
        let acts = |act: Act| shown.choices.iter().any(|choice| choice.act == act);
        let acting = acts(Act::Step) || shown.view.marchers != Marchers::All && !acts(Act::Begin);
        if let Some(active) = shown.view.active.filter(|id| acting && own(id)) {
            return vec![active];
        }
        let mut pieces: Vec<PieceId> = shown.choices.iter().filter_map(|c| c.piece()).filter(own).collect();
        pieces.dedup();
        let cell = |id: PieceId| shown.piece(id).and_then(|piece| piece.cell);
        pieces.retain(|&id| match (shown.view.marchers, self.lead) {
            _ if !pointer.marked.is_empty() => pointer.marked.contains(&id),
            (Marchers::All, _) | (_, None) => true,
            (Marchers::One | Marchers::Platoon, Some(lead)) => lead == id,
            (Marchers::Stack, Some(lead)) => lead == id || cell(id).is_some() && cell(id) == cell(lead),
        });
        pieces
    }

    /// Notes the own piece that was highlighted last: it leads a march where pieces move one by one.
    fn note_lead(&mut self, shown: &Shown, pointer: &Pointer) {
        let begins = |choice: &&ChoiceView| matches!(choice.act, Act::Begin);
        let offered = |id: PieceId| shown.choices.iter().filter(begins).any(|c| c.piece() == Some(id));
        let picked = shown.picked(pointer).and_then(ChoiceView::piece).filter(|id| offered(*id));
        let first = || shown.choices.iter().filter(begins).find_map(ChoiceView::piece);
        self.lead = picked.or(self.lead.filter(|id| offered(*id))).or_else(first);
    }

    /// Whether the formation of the piece that leads can be selected for a march.
    pub fn leads_formation(&self, shown: &Shown) -> bool {
        let named = self.lead.and_then(|id| shown.piece(id)).is_some_and(|piece| !piece.formation.is_empty());
        matches!(shown.view.marchers, Marchers::Platoon | Marchers::Stack) && self.routed.is_some() && named
    }

    /// Whether the selected pieces are to march together, in games where pieces do not march as ordered groups.
    pub fn marks_march(&self, shown: &Shown, pointer: &Pointer) -> bool {
        !pointer.marked.is_empty() && shown.view.marchers != Marchers::All && self.routed.is_some()
    }

    /// Selects the whole formation of the piece that leads, as far as it may still move; again selects none.
    pub fn mark_formation(&self, shown: &Shown, pointer: &mut Pointer) -> bool {
        let formation = self.lead.and_then(|id| shown.piece(id)).map(|piece| piece.formation.clone());
        let Some(formation) = formation.filter(|_| self.leads_formation(shown)) else { return false };
        let begins = shown.choices.iter().filter(|choice| choice.act == Act::Begin);
        let mut members: Vec<PieceId> = begins.filter_map(ChoiceView::piece).collect();
        members.dedup();
        members.retain(|id| shown.piece(*id).is_some_and(|piece| piece.formation == formation));
        pointer.marked = if pointer.marked == members { Vec::new() } else { members };
        true
    }

    /// Moves the cursor to where an off-board piece can enter and known enemies have the least chance to harm it.
    fn point_at_entry(
        &mut self,
        shown: &Shown,
        pointer: &mut Pointer,
        mut chance: impl FnMut(PieceId, Cell) -> f64,
    ) {
        const LOOKED_AT: usize = 24;
        let (cursor, grid) = (pointer.cursor, shown.grid());
        let Some(routed) = self.routed.as_ref().filter(|_| pointer.pick.is_none()) else {
            return;
        };
        let off = |id: &PieceId| shown.piece(*id).is_some_and(|piece| piece.cell.is_none());
        if !routed.pieces.iter().all(off) {
            return;
        }
        let edge = |cell: Cell| {
            let (wide, tall) = (i16::from(grid.width()), i16::from(grid.height()));
            let (right, bottom) = (wide - 1 - cell.x, tall - 1 - cell.y);
            cell.x.min(cell.y).min(right).min(bottom)
        };
        let now = routed.reach.iter().filter(|(_, turn)| **turn == 0).map(|(cell, _)| *cell);
        let mut cells: Vec<Cell> = now.filter(|cell| shown.on_map(*cell)).collect();
        cells.sort_by_key(|&cell| (edge(cell), grid.apart(cell, cursor), cell));
        cells.truncate(LOOKED_AT);
        let Some(&piece) = routed.pieces.first() else { return };
        // Chances that differ little count as alike.
        let risked: Vec<f64> = cells.iter().map(|&cell| (chance(piece, cell) * 10.0).floor()).collect();
        let least = cells.into_iter().zip(risked).min_by(|(_, one), (_, other)| one.total_cmp(other));
        if let Some((cell, _)) = least {
            pointer.cursor = cell;
            self.plan_march(pointer);
        }
    }

    /// Moves the cursor to where the rules send the unit that would march.
    fn point_home(&mut self, pointer: &mut Pointer) {
        let goal = self.routed.as_ref().and_then(|routed| routed.routes.goal());
        if let Some(goal) = goal.filter(|_| self.underway.is_none() && !pointer.look) {
            (pointer.cursor, pointer.pick) = (goal, None);
            self.plan_march(pointer);
        }
    }

    /// Moves the cursor to the cheapest cell where a unit that may not stay can end its move, out of known enemies'
    /// reach if it can.
    fn point_at_shelter(&mut self, shown: &Shown, pointer: &mut Pointer) {
        let has = |acts: &[Act]| shown.choices.iter().any(|choice| acts.contains(&choice.act));
        let may_stay = !has(&[Act::Step]) || has(&[Act::Done, Act::Begin, Act::Pass]);
        let here = shown.active().is_some_and(|piece| piece.cell == Some(pointer.cursor));
        let Some(routed) = self.routed.as_ref().filter(|_| here && !may_stay && pointer.pick.is_none())
        else {
            return;
        };
        let danger = |cell: Cell| routed.routes.plan(cell).legs.iter().any(|leg| leg.danger.is_some());
        let now = routed.reach.iter().filter(|(_, turn)| **turn == 0).map(|(cell, _)| *cell);
        let best = now.min_by_key(|&cell| (danger(cell), routed.routes.cost(cell), cell));
        if let Some(cell) = best {
            pointer.cursor = cell;
            self.plan_march(pointer);
        }
    }

    /// Plans the march to the cursor.
    pub fn plan_march(&mut self, pointer: &Pointer) {
        let cursor = pointer.cursor;
        let aims = pointer.pick.is_none();
        let Some(routed) = &mut self.routed else { return };
        if !aims {
            routed.plan = None;
        } else if routed.plan.as_ref().is_none_or(|(cell, _)| *cell != cursor) {
            routed.plan =
                Some((cursor, routed.routes.plan(cursor))).filter(|(_, march)| !march.legs.is_empty());
        }
    }

    /// The march under the cursor.
    pub fn planned(&self) -> Option<&March> {
        self.routed.as_ref()?.plan.as_ref().map(|(_, march)| march)
    }

    /// The march under the cursor in one line.
    pub fn march_in_words(&self, lookups: &Lookups, shown: &Shown) -> Option<String> {
        let (goal, march) = self.routed.as_ref()?.plan.as_ref()?;
        let count: usize = march.legs.iter().map(Leg::pieces).sum();
        let last = march.legs.iter().map(|leg| leg.turns).max()?;
        let piece = shown.view.words.piece;
        let (who, cost) = match &march.legs[..] {
            [only] => {
                let tag = shown.piece(only.piece).map_or("", |piece| piece.label());
                (tag.to_owned(), format!(", {}", only.cost))
            }
            legs if legs.len() < count => {
                (format!("{count} {} in {} stacks", piece[1], legs.len()), String::new())
            }
            _ => (format!("{count} {}", piece[1]), String::new()),
        };
        let when = match last {
            0 => "this turn".to_owned(),
            turns => format!("in turn {}", shown.view.turn + u32::from(turns)),
        };
        let goal = shown.name(*goal);
        let remarks: String = march.remarks.iter().map(|remark| format!("; {remark}")).collect();
        let risk = lookups.risk_of_march().map_or_else(String::new, |risk| format!(", {risk}"));
        // The cost changes with every step of the cursor, and so stands where little follows it.
        let order = match self.recalled {
            true => "As ordered earlier: March",
            false => "March",
        };
        Some(format!("{order}: {who} to {goal} {when}{cost}{risk}{remarks}"))
    }

    /// Whether the unit that would march has no way to move, in games where units march one by one.
    pub fn lead_stays(&self, shown: &Shown, pointer: &Pointer) -> bool {
        let begins =
            shown.choices.iter().any(|choice| choice.act == Act::Begin && choice.piece() == self.lead);
        shown.view.marchers == Marchers::One && self.routed.is_none() && pointer.only == Only::All && begins
    }
}
