//! Hidden set-up (scenario): minefields, and stands in improved positions, stay off the table until the enemy
//! finds them or they fire. The enemy's choices are those of a position without them.

use std::sync::Arc;

use super::mines::Mine;
use super::positions::POSITIONS;
use crate::board::{self, Cell};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::battle::{Battle, Optional};
use crate::rules::matg::state::choice::{Choice, Posture, Tag};
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};

impl Forces {
    /// Whether a stand is hidden and not on the table.
    #[inline]
    pub fn is_hidden(&self, id: Id) -> bool {
        self.hidden.contains(&id)
    }

    /// Places a hidden stand on the table, with its position.
    #[apply(rule, "battles: hidden set-up" if self.is_hidden(id))]
    pub(in crate::rules::matg) fn uncover_stand(&mut self, id: Id, log: &mut Log) {
        if !self.is_hidden(id) {
            return;
        }
        self.hidden.retain(|&hidden| hidden != id);
        log.add(|| {
            let at = self.cell(id).map_or(String::new(), |cell| format!(" at {cell}"));
            let text = format!("{} is revealed{at}", self.battle.who(id));
            Event::new(Tone::Plain, self.side(id), text, "battles: hidden set-up")
                .at(self.cell(id))
                .revealing()
        });
    }
}

impl Field {
    /// Whether a square has hidden mines, which do not count for fire at stands on it (S-240).
    pub(in crate::rules::matg) fn has_hidden_mines(&self, cell: Cell) -> bool {
        self.works.mines.iter().any(|mine| mine.hidden && mine.cell == cell)
    }

    /// Places the mines of a square on the table, without telling whether they are real (11.1.6).
    #[apply(rule, "battles: hidden set-up" if self.has_hidden_mines(cell))]
    pub(in crate::rules::matg) fn uncover_mines(&mut self, cell: Cell, log: &mut Log) {
        let Some(mine) = self.works.mines.iter_mut().find(|mine| mine.cell == cell && mine.hidden) else {
            return;
        };
        mine.hidden = false;
        let Mine { owner, number, .. } = *mine;
        log.add(|| {
            let text = format!("minefield {number} is revealed at {cell}");
            Event::new(Tone::Plain, owner, text, "battles: hidden set-up").at([cell]).revealing()
        });
    }
}

impl Position {
    /// The table as a side sees it; `None` if nothing is hidden from it.
    pub(in crate::rules::matg) fn as_hidden_from(&self, side: Side) -> Option<Self> {
        let enemy = side.other();
        if !hides(&self.field, &self.forces, enemy) {
            return None;
        }
        let mut seen = self.clone();
        let mut battle = Battle::clone(&self.battle);
        let mut cells: Vec<Cell> = Vec::new();
        for &id in self.forces.hidden.iter().filter(|&&id| self.battle.side(id) == enemy) {
            battle.units[usize::from(id)].start = None;
            cells.extend(self.forces.cell(id));
        }
        let mines = self.field.works.mines.iter().filter(|mine| mine.hidden && mine.owner == enemy);
        let mines: Vec<Cell> = mines.map(|mine| mine.cell).collect();
        // The enemy does not know the hidden places in the scenario file either.
        for marker in battle.markers.extract_if(.., |marker| marker.owner == enemy) {
            if cells.contains(&marker.cell) || mines.contains(&marker.cell) {
                let ground = &mut battle.ground[self.battle.grid.index(marker.cell)];
                *ground = ground.without(marker.row());
            }
        }
        for id in self.forces.hidden.iter().copied().filter(|&id| self.battle.side(id) == enemy) {
            seen.forces.lift(id);
            for one in self.forces.cargo(id).chain([id]) {
                let facing = self.battle.unit(one).facing;
                let stand = seen.forces.stand_mut(one);
                (stand.place, stand.facing) = (Place::Hidden, facing);
            }
        }
        seen.field.works.forts.retain(|fort| !cells.contains(&fort.cell));
        for cell in cells {
            POSITIONS.into_iter().for_each(|row| seen.field.remove_ground(cell, row));
        }
        mines.iter().for_each(|&cell| seen.field.remove_ground(cell, Terrain::Minefield));
        seen.field.works.mines.retain(|mine| !mine.hidden || mine.owner == side);
        let own = seen.forces.hidden.iter().copied().filter(|&id| self.battle.side(id) == side).collect();
        seen.forces.hidden = own;
        seen.set_battle(Arc::new(battle));
        Some(seen)
    }

    /// The table as the deciding side sees it; `None` if nothing is hidden from it.
    pub(in crate::rules::matg) fn as_decided(&self) -> Option<Self> {
        if self.forces.hidden.is_empty() && self.field.works.mines.iter().all(|mine| !mine.hidden) {
            return None;
        }
        self.as_hidden_from(self.now.stack.last()?.side(self))
    }
}

/// Before the first turn: hides all mines, and the stands that are in positions.
#[apply(rule, "battles: hidden set-up" if forces.battle.plays(Optional::HiddenSetUp) && !arrivals.begun)]
pub(in crate::rules::matg) fn hide_set_up(field: &mut Field, forces: &mut Forces, arrivals: &Arrivals) {
    if !forces.battle.plays(Optional::HiddenSetUp) || arrivals.begun {
        return;
    }
    forces.hidden = field.works.forts.iter().filter_map(|fort| forces.holder_of(fort.cell)).collect();
    forces.hidden.sort_unstable();
    field.works.mines.iter_mut().for_each(|mine| mine.hidden = true);
}

/// After a choice: reveals hidden stands that have acted in enemy sight, and those that the enemy
/// has found.
pub(in crate::rules::matg) fn uncover(
    field: &mut Field,
    forces: &mut Forces,
    arrivals: &Arrivals,
    choice: &Choice,
    secret: bool,
    log: &mut Log,
) {
    if !arrivals.begun || (forces.hidden.is_empty() && field.works.mines.iter().all(|mine| !mine.hidden)) {
        return;
    }
    let named: Vec<Tag> = if secret {
        Vec::new()
    } else {
        choice.to_string().split(' ').filter_map(|word| word.parse().ok()).collect()
    };
    for id in forces.hidden.clone() {
        let stand = forces.stand(id);
        let stirs = stand.fired || stand.group != 0 || stand.posture != Posture::Fire || stand.moved;
        let hurt = stand.suppressed || stand.disorganized;
        let found = |cell: Cell| enemy_is_at(forces, forces.battle.side(id), cell, 1);
        if stirs || hurt || named.contains(&forces.battle.tag(id)) || forces.cell(id).is_none_or(found) {
            forces.uncover_stand(id, log);
        }
    }
    let under: Vec<Cell> = field
        .works
        .mines
        .iter()
        .filter(|mine| mine.hidden && enemy_is_at(forces, mine.owner, mine.cell, 0))
        .map(|mine| mine.cell)
        .collect();
    under.into_iter().for_each(|cell| field.uncover_mines(cell, log));
}

/// A mover has entered a square: hidden mines there are revealed, and so are hidden stands beside it,
/// before anything else happens.
pub(in crate::rules::matg) fn uncover_before(
    field: &mut Field,
    forces: &mut Forces,
    id: Id,
    cell: Cell,
    log: &mut Log,
) {
    let side = forces.battle.side(id);
    if field.works.mines.iter().any(|mine| mine.hidden && mine.cell == cell && mine.owner != side) {
        field.uncover_mines(cell, log);
    }
    let beside = |other: &Id| {
        forces.battle.side(*other) != side && forces.cell(*other).is_some_and(|at| board::adjacent(at, cell))
    };
    let beside: Vec<Id> = forces.hidden.iter().copied().filter(beside).collect();
    beside.into_iter().for_each(|other| forces.uncover_stand(other, log));
}

/// The enemies on the board that a side has found, with their cells.
pub fn known_enemies(forces: &Forces, side: Side) -> impl Iterator<Item = (Id, Cell)> + '_ {
    forces.on_board(side.other()).filter(|&(id, _)| !forces.is_hidden(id))
}

/// Whether a side has anything hidden.
fn hides(field: &Field, forces: &Forces, side: Side) -> bool {
    forces.hidden.iter().any(|&id| forces.side(id) == side)
        || field.works.mines.iter().any(|mine| mine.hidden && mine.owner == side)
}

/// Whether an enemy of a side is within so many inches of a square.
fn enemy_is_at(forces: &Forces, side: Side, cell: Cell, inches: i16) -> bool {
    forces
        .on_board(side.other())
        .any(|(_, at)| (at.x - cell.x).abs() <= inches && (at.y - cell.y).abs() <= inches)
}
