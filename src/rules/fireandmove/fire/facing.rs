//! Which way a group faces (25): the facing of most of its figures.

use crate::board::{Cell, Compass};
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::fire::action::toward;
use crate::rules::fireandmove::state::{Fig, Forces, Gid};

impl Forces {
    /// Which way a figure faces.
    fn facing(&self, figure: Fig) -> Compass {
        let state = self.figure(figure);
        state.turned.unwrap_or_else(|| self.group(state.group).front)
    }

    /// Which way each member of a group faces.
    pub(in crate::rules::fireandmove) fn facings(&self, group: Gid) -> Vec<(Fig, Compass)> {
        self.group(group).members.iter().map(|&figure| (figure, self.facing(figure))).collect()
    }

    /// Whether a weapon, not its figures, decides a group's front (61.4, 68.1).
    fn has_fixed_front(&self, group: Gid) -> bool {
        self.group(group).machine.is_some() || self.group(group).gun.is_some()
    }

    /// Whether a group's figures face three ways or more, so that it has no front (25.3).
    pub fn has_no_front(&self, group: Gid) -> bool {
        !self.has_fixed_front(group) && ways(&self.facings(group)).len() > 2
    }

    /// Every figure of a group faces its front.
    pub(in crate::rules::fireandmove) fn align(&mut self, group: Gid) {
        for figure in self.group(group).members.clone() {
            self.figure_mut(figure).turned = None;
        }
    }

    /// Works out a group's front again after its figures have changed.
    pub(in crate::rules::fireandmove) fn settle_front(&mut self, group: Gid) {
        let facings = self.facings(group);
        self.set_facings(group, &facings);
    }

    /// The way that the key figure faces, if it is one of these.
    #[apply(rule, "25.3")]
    fn key_front(&self, group: Gid, facings: &[(Fig, Compass)], leading: &[Compass]) -> Option<Compass> {
        let key = self.key_figure(group)?;
        let way = facings.iter().find(|(figure, _)| *figure == key).map(|row| row.1);
        way.filter(|way| leading.contains(way))
    }

    /// Sets which way figures face. The majority decides the front, of equal numbers the key figure (25.3).
    pub(in crate::rules::fireandmove) fn set_facings(&mut self, group: Gid, facings: &[(Fig, Compass)]) {
        if self.has_fixed_front(group) {
            return self.align(group);
        }
        let ways = ways(facings);
        let most = ways.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let leading: Vec<Compass> = ways.iter().filter(|row| row.1 == most).map(|row| row.0).collect();
        let front = match leading[..] {
            [] => return,
            [only] => only,
            [first, ..] => self.key_front(group, facings, &leading).unwrap_or(first),
        };
        self.group_mut(group).front = front;
        for &(figure, way) in facings {
            self.figure_mut(figure).turned = (way != front).then_some(way);
        }
    }
}

/// Figures that fire turn to their target, unless their group would face three ways (25.5, ruling FM-105).
/// A group with a weapon that has an arc does not turn.
#[apply(rule, "25.5")]
pub(in crate::rules::fireandmove) fn face(forces: &mut Forces, group: Gid, men: &[Fig], to: Cell) {
    let from = forces.group(group).at;
    let fixed = forces.group(group).members.iter().any(|&figure| forces.weapon(figure).arc);
    if fixed || from == to || forces.has_fixed_front(group) {
        return;
    }
    let way = toward(from, to);
    let mut facings = forces.facings(group);
    for (_, facing) in facings.iter_mut().filter(|(figure, _)| men.contains(figure)) {
        *facing = way;
    }
    if ways(&facings).len() <= 2 {
        forces.set_facings(group, &facings);
    }
}

/// Each facing, with the number of figures that face it.
fn ways(facings: &[(Fig, Compass)]) -> Vec<(Compass, usize)> {
    let mut ways: Vec<(Compass, usize)> = Vec::new();
    for &(_, facing) in facings {
        match ways.iter_mut().find(|(way, _)| *way == facing) {
            Some((_, count)) => *count += 1,
            None => ways.push((facing, 1)),
        }
    }
    ways
}
