//! The alternation of a phase: the sides act by turns until both have passed or can do nothing more (4.0).

use crate::game::Side;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::Position;

/// Whose turn it is to act in a phase, and who acts no more in it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Alternation {
    /// Who acts next.
    pub side: Side,
    /// Who has passed and acts no more.
    pub passed: [bool; 2],
    /// Nobody has acted or passed: the side with the initiative may let the enemy begin (7.1.1, 7.4.1, 8.2.3, 8.8.7).
    pub opening: bool,
}

impl Alternation {
    /// A phase that a side begins.
    pub const fn begun_by(side: Side) -> Self {
        Self { side, passed: [false; 2], opening: false }
    }

    /// A phase that a side begins, unless it lets the enemy begin.
    pub const fn opened_by(side: Side) -> Self {
        Self { opening: true, ..Self::begun_by(side) }
    }

    /// A phase in which a side acts alone: the enemy has passed.
    pub const fn left_to(side: Side) -> Self {
        let passed = [!matches!(side, Side::A), !matches!(side, Side::B)];
        Self { passed, ..Self::begun_by(side) }
    }

    /// A phase in which both have passed.
    pub const fn over() -> Self {
        Self { passed: [true; 2], ..Self::begun_by(Side::A) }
    }

    /// A side has acted, or has let the enemy begin: the enemy is next, if he still acts.
    pub const fn turn_over(&mut self) {
        (self.side, self.opening) = (self.side.other(), false);
    }

    /// The side whose turn it is acts no more.
    pub const fn pass(&mut self) {
        self.passed[self.side.index()] = true;
        self.turn_over();
    }

    /// The choice to let the enemy begin, while that may be.
    pub(in crate::rules::matg) fn may_yield(&self, game: &Position) -> Option<Choice> {
        game.may_yield(self.opening, self.side)
    }

    /// The side that acts next: the one whose turn it is if it can do something and has not passed, else the other
    /// likewise; `None` ends the phase.
    pub fn next(&self, game: &Position, able: fn(&Position, Side) -> bool) -> Option<Side> {
        [self.side, self.side.other()]
            .into_iter()
            .find(|&side| !self.passed[side.index()] && able(game, side))
    }

    /// The same where an act takes several choices: whoever has begun one goes on with it.
    pub fn next_unless_begun(
        &self,
        begun: bool,
        game: &Position,
        able: fn(&Position, Side) -> bool,
    ) -> Option<Side> {
        if begun { Some(self.side) } else { self.next(game, able) }
    }

    /// The turn goes to the side that [`next`](Self::next) named.
    pub fn hand_to(&mut self, side: Side) {
        self.opening &= side == self.side;
        self.side = side;
    }

    /// The same where a side whose turn it is and that has nothing to attack with has passed (7.1.1, 7.4.1, S-84).
    pub fn hand_to_whoever_attacks(&mut self, side: Side) {
        self.passed[self.side.index()] |= side != self.side && !self.opening;
        self.hand_to(side);
    }
}
