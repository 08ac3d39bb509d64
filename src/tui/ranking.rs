//! The ranking of attacks: the most effective one is highlighted first, attacks on own troops come last.

use crate::game::Session;
use crate::game::gesture::Wanted;
use crate::game::view::PieceView;
use crate::game::{Act, ChoiceView, Preview};

use super::firing::Fire;
use super::pointing::Pointer;
use super::shown::Shown;

/// With more choices than this, their chances are not compared.
const MOST: usize = 160;

/// The value of an attack on own troops.
const OWN: f64 = -1.0;

/// An attack with a smaller chance of harm is worth nothing.
const NO_CHANCE: f64 = 0.005;

/// The chance that a choice has an effect, 0 to 1.
pub fn chance(preview: &Preview) -> f64 {
    if preview.result.is_empty() {
        return preview.rolls.first().map_or(0.0, |roll| roll.chance());
    }
    preview.result.iter().skip(1).map(|(_, chance)| chance).sum()
}

impl Fire {
    /// The firer or leader that an attack being put together should have next, until it has enough.
    fn next_to_join(&self, session: &dyn Session, shown: &Shown) -> Option<usize> {
        let has = |act: Act| shown.choices.iter().any(|choice| choice.act == act);
        if !has(Act::Commit) || !has(Act::Join) {
            return None;
        }
        let best = session.aids().attacks(&Wanted::of(self.wanted)).into_iter().next()?;
        let next = best.plays.first().filter(|_| best.plays.len() > 1)?;
        shown.choices.iter().position(|choice| choice.notation == *next)
    }
}

impl Shown {
    /// Works out the value of each choice that attacks.
    pub(super) fn rank(&mut self, human: bool, session: &dyn Session, fire: &Fire) {
        self.worth.clear();
        self.shots.clear();
        if !human || session.awaiting().is_some() {
            return;
        }
        if super::deciding::reacting(&self.choices) {
            self.shots = session.aids().attacks(&Wanted::of(fire.wanted));
        }
        if let Some(next) = fire.next_to_join(session, self) {
            self.worth.insert(next, 1.0);
            return;
        }
        let of: Vec<usize> = (0..self.choices.len()).filter(|&n| self.may_attack(&self.choices[n])).collect();
        if of.is_empty() || of.len() > MOST {
            return;
        }
        let attacks = session.aids().attacks(&Wanted::of(fire.wanted));
        let first = |n: &usize| {
            let notation = &self.choices[*n].notation;
            attacks.iter().position(|attack| attack.begins_with(notation))
        };
        let mut worth: Vec<(usize, f64)> = Vec::new();
        for n in of {
            let choice = &self.choices[n];
            let value = match first(&n) {
                Some(place) if attacks[place].harm < NO_CHANCE => 0.0,
                // The attacks are sorted, best first.
                Some(place) => 1.0 + (attacks.len() - place) as f64,
                None if !attacks.is_empty() => 0.0,
                None => match session.preview(&choice.notation) {
                    Some(preview) if preview.rolls.is_empty() && preview.result.is_empty() => continue,
                    Some(preview) if self.has_enemy(choice) || preview.result.len() > 1 => {
                        if self.hits_own(choice) && !self.has_enemy(choice) { OWN } else { chance(&preview) }
                    }
                    _ => continue,
                },
            };
            worth.push((n, value));
        }
        self.worth.extend(worth);
    }

    /// The most valuable attack, the nearest to the cursor if several are equal; `None` if none has a chance.
    pub(super) fn worthiest(&self, pointer: &Pointer) -> Option<usize> {
        let far = |n: usize| self.cell_of(n).map(|cell| self.grid().apart(cell, pointer.cursor));
        let some = self.worth.iter().filter(|(_, worth)| **worth > 0.0);
        let best = some.max_by(|(a, x), (b, y)| x.total_cmp(y).then(far(**b).cmp(&far(**a))).then(b.cmp(a)));
        best.map(|(n, _)| *n)
    }

    /// Whether a choice may attack something: it points at the enemy or at a cell.
    fn may_attack(&self, choice: &ChoiceView) -> bool {
        let acts =
            !matches!(choice.act, Act::Step | Act::Turn | Act::Done | Act::Pass | Act::Hold | Act::Cancel);
        acts && !choice.quiet && (choice.cell.is_some() || self.has_enemy(choice))
    }

    fn has_enemy(&self, choice: &ChoiceView) -> bool {
        let enemy = |id| self.piece(id).is_some_and(|piece| piece.side != self.viewer);
        let there = choice.cell.into_iter().flat_map(|cell| self.pieces_at(cell));
        choice.pieces.iter().any(|id| enemy(*id)) || there.into_iter().any(|piece| piece.side != self.viewer)
    }

    /// Whether an attack on a cell hits a unit of the player's own.
    pub fn hits_own(&self, choice: &ChoiceView) -> bool {
        let cells = choice.cell.iter().chain(&choice.cells);
        let own = |cell| {
            let hit = |piece: &PieceView| piece.side == self.viewer && !choice.pieces.contains(&piece.id);
            self.pieces_at(cell).any(hit)
        };
        cells.copied().any(own)
    }

    /// The choices in the order of the list: attacks best first, or else in the ruleset's order of preference, attacks
    /// on own troops last.
    pub fn in_order(&self, pointer: &Pointer) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.choices.len()).collect();
        let worth = |n: &usize| self.worth.get(n).copied();
        if self.worthiest(pointer).is_some() {
            all.sort_by(|a, b| worth(b).unwrap_or(OWN / 2.0).total_cmp(&worth(a).unwrap_or(OWN / 2.0)));
        } else {
            all.sort_by_key(|&n| (worth(&n).is_some_and(|worth| worth < 0.0), self.choices[n].rank));
        }
        all
    }
}

/// The choice to pass, where nothing else is offered but attacks without a chance and what is warned of.
pub fn pass_if_hopeless(session: &dyn Session, shown: &Shown) -> Option<usize> {
    let pass = shown.choices.iter().position(|choice| choice.act == Act::Pass)?;
    let hopeless = |n: &usize| {
        let choice = &shown.choices[*n];
        let worthless = shown.worth.get(n).is_some_and(|worth| *worth <= 0.0);
        *n == pass || choice.quiet || worthless || session.caution(&choice.notation).is_some()
    };
    let some = shown.worth.values().any(|worth| *worth <= 0.0);
    (some && (0..shown.choices.len()).all(|n| hopeless(&n))).then_some(pass)
}
