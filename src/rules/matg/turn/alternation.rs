//! Alternation within a phase: the sides act in turn until both have passed or can do nothing more (4.0).

use crate::game::Side;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::Position;

/// Which side acts next in a phase, and which sides have passed.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Alternation {
    /// The side that acts next.
    pub side: Side,
    /// The sides that have passed.
    pub passed: [bool; 2],
    /// Nothing has been done yet, so the side with the initiative may let the enemy begin (7.1.1, 7.4.1,
    /// 8.2.3, 8.8.7).
    pub opening: bool,
}

impl Alternation {
    /// A phase that a side begins.
    pub const fn begun_by(side: Side) -> Self {
        Self { side, passed: [false; 2], opening: false }
    }

    /// A phase that a side opens; it may let the enemy begin.
    pub const fn opened_by(side: Side) -> Self {
        Self { opening: true, ..Self::begun_by(side) }
    }

    /// A phase in which only one side acts: the enemy has passed.
    pub const fn left_to(side: Side) -> Self {
        let passed = [!matches!(side, Side::A), !matches!(side, Side::B)];
        Self { passed, ..Self::begun_by(side) }
    }

    /// A phase in which both sides have passed.
    pub const fn over() -> Self {
        Self { passed: [true; 2], ..Self::begun_by(Side::A) }
    }

    /// A side has acted, or has let the enemy begin: the enemy is next unless it has passed.
    pub const fn turn_over(&mut self) {
        (self.side, self.opening) = (self.side.other(), false);
    }

    /// The side to act passes for the rest of the phase.
    pub const fn pass(&mut self) {
        self.passed[self.side.index()] = true;
        self.turn_over();
    }

    /// The choice to let the enemy begin, while it is open.
    pub(in crate::rules::matg) fn may_yield(&self, game: &Position) -> Option<Choice> {
        game.now.may_yield(self.opening, self.side)
    }

    /// The side that acts next: the side to act if it can and has not passed, else the other on the same
    /// terms. `None` ends the phase.
    pub fn next(&self, game: &Position, able: fn(&Position, Side) -> bool) -> Option<Side> {
        [self.side, self.side.other()]
            .into_iter()
            .find(|&side| !self.passed[side.index()] && able(game, side))
    }

    /// Like [`next`](Self::next) for actions of several choices: a side that has begun one continues with it.
    pub fn next_unless_begun(
        &self,
        begun: bool,
        game: &Position,
        able: fn(&Position, Side) -> bool,
    ) -> Option<Side> {
        if begun { Some(self.side) } else { self.next(game, able) }
    }

    /// Gives the turn to the side that [`next`](Self::next) named.
    pub fn hand_to(&mut self, side: Side) {
        self.opening &= side == self.side;
        self.side = side;
    }

    /// The same, but a side that is skipped because it has nothing to attack with counts as having passed
    /// (7.1.1, 7.4.1, S-84).
    pub fn hand_to_attacker(&mut self, side: Side) {
        self.passed[self.side.index()] |= side != self.side && !self.opening;
        self.hand_to(side);
    }
}
