//! Works laid during deployment: the owner places each in the zones of the side (scenario).

use super::positions::Fort;
use crate::board::Cell;
use crate::game::Side;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::Frame;

impl Field {
    /// The owner's name for a work: "minefield 3 (medium)".
    pub(in crate::rules::matg) fn own_work_in_words(&self, side: Side, cell: Cell) -> String {
        let mine = self.works.mines.iter().find(|mine| mine.cell == cell && mine.owner == side);
        mine.map(|mine| mine.look(side).1)
            .or_else(|| self.own_work(side, cell).map(|row| row.row().label.to_owned()))
            .unwrap_or_else(|| "work".to_owned())
    }

    /// The work of a side on a square.
    fn own_work(&self, side: Side, cell: Cell) -> Option<Terrain> {
        let mined = self.works.mines.iter().any(|mine| mine.cell == cell && mine.owner == side);
        let row = Terrain::WORKS.into_iter().find(|&row| self.ground_at(cell).has(row))?;
        let theirs = self.works.mines.iter().any(|mine| mine.cell == cell && mine.owner != side);
        let marked = self.battle.markers.iter().any(|marker| marker.owner == side && marker.row() == row);
        (marked && !theirs && (row != Terrain::Minefield || mined)).then_some(row)
    }

    /// Whether a work may be laid on a square: in the side's zones, one to a square, on dry land, ditches in
    /// the open (11.1.2, 11.3.1).
    #[apply(rule, "11.1.2")]
    pub fn may_lay_work(&self, side: Side, from: Cell, cell: Cell) -> bool {
        let ground = self.ground_at(cell);
        let soft = [Terrain::Woods, Terrain::Jungle, Terrain::Grove, Terrain::Marsh, Terrain::Ford];
        let ditch = self.ground_at(from).has(Terrain::Ditch);
        is_laying_ground(&self.battle, side, cell)
            && (!self.ground_at(from).has(Terrain::Minefield) || self.may_mine(side, from, cell))
            && (cell == from || Terrain::WORKS.into_iter().all(|row| !ground.has(row)))
            && ![Terrain::Water, Terrain::River, Terrain::Stream].into_iter().any(|row| ground.has(row))
            && !(ditch && (ground.is_built_up() || soft.into_iter().any(|row| ground.has(row))))
    }

    /// Whether a minefield may lie on a square: in the areas of the scenario, and only so many along a road.
    fn may_mine(&self, side: Side, from: Cell, cell: Cell) -> bool {
        let area = self.battle.mine_areas[side.index()].as_ref();
        let lies_in = |cell: &Cell| area.is_none_or(|area| self.battle.grid.is_among(area, *cell));
        if !lies_in(&cell) {
            return false;
        }
        let Some(most) = self.battle.mines_per_road[side.index()] else { return true };
        let road = |cell: &Cell| self.ground_at(*cell).road().is_some() && lies_in(cell);
        if !road(&cell) {
            return true;
        }
        let mut along = vec![cell];
        let mut at = 0;
        while let Some(&here) = along.get(at) {
            at += 1;
            for (_, next) in self.battle.grid.neighbours(here) {
                if road(&next) && !along.contains(&next) {
                    along.push(next);
                }
            }
        }
        let laid = |cell: &&Cell| {
            **cell != from && self.works.mines.iter().any(|mine| mine.owner == side && mine.cell == **cell)
        };
        along.iter().filter(laid).count() < usize::from(most)
    }

    /// Moves a work to another square. Mines are renumbered by position, so that their order does not betray
    /// the dummies.
    #[apply(rule, "battles: laying works")]
    pub fn lay_work(&mut self, side: Side, from: Cell, to: Cell) {
        let Some(row) = self.own_work(side, from).filter(|_| from != to) else { return };
        self.remove_ground(from, row);
        self.add_ground(to, row);
        for mine in self.works.mines.iter_mut().filter(|mine| mine.owner == side && mine.cell == from) {
            mine.cell = to;
        }
        let mut numbers: Vec<u8> = Vec::new();
        let mut own: Vec<usize> = Vec::new();
        for (index, mine) in self.works.mines.iter().enumerate().filter(|(_, mine)| mine.owner == side) {
            numbers.push(mine.number);
            own.push(index);
        }
        let mut mines: Vec<_> = own.iter().map(|&index| self.works.mines[index]).collect();
        mines.sort_by_key(|mine| mine.cell);
        numbers.sort_unstable();
        for ((&index, mine), number) in own.iter().zip(mines).zip(numbers) {
            self.works.mines[index] = super::mines::Mine { number, ..mine };
        }
        let forts = self.works.forts.iter_mut();
        forts.filter(|fort| fort.cell == from).for_each(|fort: &mut Fort| fort.cell = to);
        self.works.forts.sort_by_key(|fort| fort.cell);
    }
}

/// The squares of works that a side may still move, in the order of the board.
pub(in crate::rules::matg) fn own_works(
    field: &Field,
    now: &Turn,
    arrivals: &Arrivals,
    side: Side,
) -> impl Iterator<Item = Cell> {
    // Not while the enemy has landing zones to record: half of the side deploys before that (8.10.1.2).
    let zones = now.stack.iter().any(|frame| matches!(frame, Frame::Zone(_)));
    let open = field.battle.works_at_will[side.index()] && !arrivals.begun && !zones;
    field.battle.grid.cells().filter(move |&cell| open && field.own_work(side, cell).is_some())
}

/// Whether a square is in the zone of a stand of the side. Of consecutive stands with the same zone only
/// one is tested.
fn is_laying_ground(battle: &Battle, side: Side, cell: Cell) -> bool {
    let mut asked = None;
    battle.ids(side).any(|id| {
        let zone = battle.unit(id).zone;
        asked.replace(zone) != Some(zone) && battle.in_zone(id, cell)
    })
}
