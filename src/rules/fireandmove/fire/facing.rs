//! Which way a group faces (25): the facing of most of its figures.

use crate::board::{Cell, Compass};
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::fire::action::toward;
use crate::rules::fireandmove::state::{Fig, Forces, Gid};

/// The ways that the figures of a group may face before it has no front (25.3).
const MOST_WAYS: usize = 2;

/// Which way each figure of a group faces.
#[derive(Clone, Debug)]
pub(in crate::rules::fireandmove) struct Facings(Vec<(Fig, Compass)>);

impl Facings {
    /// Which way each member of a group faces.
    pub fn of(forces: &Forces, group: Gid) -> Self {
        let group = forces.group(group);
        let facing = |&figure: &Fig| (figure, forces.figure(figure).turned.unwrap_or(group.front));
        Self(group.members.iter().map(facing).collect())
    }

    /// With the figures of another group.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Turns some of the figures.
    fn turn(&mut self, men: &[Fig], way: Compass) {
        for (_, facing) in self.0.iter_mut().filter(|(figure, _)| men.contains(figure)) {
            *facing = way;
        }
    }

    /// Each way faced, with the number of figures that face it.
    fn ways(&self) -> Vec<(Compass, usize)> {
        let mut ways: Vec<(Compass, usize)> = Vec::new();
        for &(_, facing) in &self.0 {
            match ways.iter_mut().find(|(way, _)| *way == facing) {
                Some((_, count)) => *count += 1,
                None => ways.push((facing, 1)),
            }
        }
        ways
    }

    /// The front of a group whose figures face so: the majority decides, of equal numbers the key figure (25.3).
    fn front(&self, forces: &Forces, group: Gid) -> Option<Compass> {
        let ways = self.ways();
        let most = ways.iter().map(|(_, count)| *count).max()?;
        let leading: Vec<Compass> = ways.iter().filter(|row| row.1 == most).map(|row| row.0).collect();
        match leading[..] {
            [only] => Some(only),
            _ => self.key_front(forces, group, &leading).or(leading.first().copied()),
        }
    }

    /// The way that the key figure faces, if it is one of these.
    #[apply(rule, "25.3")]
    fn key_front(&self, forces: &Forces, group: Gid, leading: &[Compass]) -> Option<Compass> {
        let key = forces.key_figure(group)?;
        let way = self.0.iter().find(|(figure, _)| *figure == key).map(|row| row.1);
        way.filter(|way| leading.contains(way))
    }

    /// The figures of a group now face so, which decides its front.
    pub fn settle(&self, forces: &mut Forces, group: Gid) {
        if forces.has_fixed_front(group) {
            return forces.align(group);
        }
        let Some(front) = self.front(forces, group) else { return };
        forces.group_mut(group).front = front;
        for &(figure, way) in &self.0 {
            forces.figure_mut(figure).turned = (way != front).then_some(way);
        }
    }
}

impl Forces {
    /// Whether a weapon, not its figures, decides a group's front (61.4, 68.1).
    fn has_fixed_front(&self, group: Gid) -> bool {
        self.group(group).machine.is_some() || self.group(group).gun.is_some()
    }

    /// Whether a group's figures face three ways or more, so that it has no front (25.3).
    pub fn has_no_front(&self, group: Gid) -> bool {
        !self.has_fixed_front(group) && Facings::of(self, group).ways().len() > MOST_WAYS
    }

    /// Every figure of a group faces its front.
    pub(in crate::rules::fireandmove) fn align(&mut self, group: Gid) {
        for figure in self.group(group).members.clone() {
            self.figure_mut(figure).turned = None;
        }
    }

    /// Works out a group's front again after its figures have changed.
    pub(in crate::rules::fireandmove) fn settle_front(&mut self, group: Gid) {
        Facings::of(self, group).settle(self, group);
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
    let mut facings = Facings::of(forces, group);
    facings.turn(men, toward(from, to));
    if facings.ways().len() <= MOST_WAYS {
        facings.settle(forces, group);
    }
}
