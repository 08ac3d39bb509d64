//! A side's objectives: who holds each, who threatens it, and how much of the battle depends on it.

use crate::board::Cell;
use crate::game::Side;
use crate::rules::matg::state::aims::{Aim, Degree};
use crate::rules::matg::state::position::{Id, Position};

use super::tasks::distance;
use crate::rules::matg::command::determination;

/// The distance in inches at which enemies threaten a place.
const NEAR: u16 = 8;

/// This many times the enemies at a place are enough to throw them out.
const RIPE: usize = 2;

/// The holder of a place.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Hold {
    /// This side, with no enemy in it; or the enemy must be kept out, and is.
    Ours,
    /// Neither side.
    Nobody,
    /// The enemy is in it, alone or not.
    Theirs,
}

/// An objective of a side.
pub struct Stake {
    /// Its number in the battle.
    place: usize,
    /// The highest victory level that it counts for.
    pub degree: Degree,
    /// Its holder.
    pub hold: Hold,
    /// Enemies in it.
    pub inside: Vec<Id>,
    /// Enemies that may soon be in it.
    pub near: usize,
    /// Whether enough friendly stands are near to throw the enemy out now.
    can_be_taken_now: bool,
    /// Whether a friendly stand is nearer to it than any enemy.
    pub is_nearer_to_us: bool,
    /// Whether entering it wins.
    pub enter: bool,
    /// Its number of squares.
    pub size: usize,
}

impl Stake {
    /// All objectives of a side, and places it must keep the enemy out of, the highest victory level first.
    pub fn all(p: &Position, side: Side) -> Vec<Self> {
        let victory = &p.battle.victory;
        let keeps = victory.of(side).any(|aim| aim.otherwise || aim.past.is_some());
        let theirs = victory.of(side.other()).filter(|aim| keeps && aim.enter);
        let aims: Vec<&Aim> = victory.of(side).chain(theirs).collect();
        let wanted = |place: usize| {
            let of = |aim: &&&Aim| aim.hold.contains(&place);
            let degree = aims.iter().filter(of).map(|aim| aim.degree).max()?;
            // Places needed for every victory come before those needed for one.
            let times = aims.iter().filter(of).count();
            let enter = aims.iter().filter(of).any(|aim| aim.enter);
            Some((times, Self::of(p, side, place, degree, enter)))
        };
        let mut stakes: Vec<(usize, Self)> = (0..victory.places.len()).filter_map(wanted).collect();
        stakes.sort_by_key(|(times, stake)| std::cmp::Reverse((*times, stake.degree)));
        let most = stakes.first().map_or(1, |(times, _)| *times);
        for (times, stake) in &mut stakes {
            if *times < most {
                stake.degree = Degree::Marginal;
            }
        }
        stakes.into_iter().map(|(_, stake)| stake).collect()
    }

    /// Whether a stand may still contest or hold a place: a suppressed one may recover, a disorganized one
    /// hardly ever rallies (5.3, S-125).
    pub fn is_fit(p: &Position, id: Id) -> bool {
        !p.battle.unit(id).is_unarmed()
            && !p.forces.stand(id).disorganized
            && !determination::is_shaken(&p.battle, &p.command, id)
    }

    fn of(p: &Position, side: Side, place: usize, degree: Degree, enter: bool) -> Self {
        let cells = &p.battle.victory.places[place].cells;
        let armed = |side: Side| p.forces.on_board(side).filter(move |&(id, _)| enter || Self::is_fit(p, id));
        let mut inside = Vec::new();
        let (mut near, mut nearest) = (0, [u16::MAX; 2]);
        for (id, cell) in armed(side.other()) {
            let away = distance(cells, cell);
            nearest[1] = nearest[1].min(away);
            if away == 0 {
                inside.push(id);
            }
            near += usize::from(away <= NEAR);
        }
        let mut ours = 0;
        for (_, cell) in armed(side) {
            let away = distance(cells, cell);
            nearest[0] = nearest[0].min(away);
            ours += usize::from(away <= NEAR);
        }
        let hold = match (inside.is_empty(), nearest[0] == 0) {
            (false, _) => Hold::Theirs,
            (true, true) => Hold::Ours,
            (true, false) => Hold::Nobody,
        };
        let is_nearer_to_us = nearest[0] <= nearest[1];
        let can_be_taken_now = ours >= RIPE * near && near > 0;
        Self {
            place,
            degree,
            hold,
            inside,
            near,
            can_be_taken_now,
            is_nearer_to_us,
            enter,
            size: cells.len(),
        }
    }

    /// Its name.
    pub fn name<'a>(&self, p: &'a Position) -> &'a str {
        &p.battle.victory.places[self.place].name
    }

    /// Its squares.
    pub fn cells<'a>(&self, p: &'a Position) -> impl Iterator<Item = Cell> + use<'a> {
        p.battle.victory.places[self.place].cells.iter().copied()
    }

    /// The size of its garrison; late in the battle it is filled to leave no room for the enemy.
    pub fn garrison(&self, guard: usize, is_late: bool) -> usize {
        let wanted = match self.near {
            0 => guard,
            _ if is_late => self.size,
            near => (near * 2 / 3).max(guard),
        };
        wanted.min(self.size)
    }

    /// Whether the enemy in it can be thrown out now.
    pub const fn can_be_taken_now(&self) -> bool {
        self.can_be_taken_now && !self.inside.is_empty()
    }

    /// How much of the battle depends on it with this many turns left.
    pub fn prize(&self, left: u8) -> f64 {
        match left {
            _ if self.enter => 1.0,
            0 => 1.0,
            1 => 0.9,
            2 => 0.8,
            _ if self.can_be_taken_now => 0.8,
            3..=5 => 0.6,
            _ => 0.4,
        }
    }
}
