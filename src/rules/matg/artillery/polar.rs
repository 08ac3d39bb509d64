//! 12.13: fire plotted by direction and distance from the observer.

use super::missions::{Mission, Stage};
use super::plan::Plan;
use crate::board::{Cell, Compass};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::changes;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::{Battle, Optional};
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};

/// The direction and distance from one square to another, in inches; none unless it lies exactly in one of
/// the eight directions (12.13, S-146).
pub fn polar(from: Cell, to: Cell) -> Option<(Compass, u16)> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    let wind = Compass::between(from, to).filter(|_| straight && (dx, dy) != (0, 0))?;
    Some((wind, dx.unsigned_abs().max(dy.unsigned_abs())))
}

/// Cancels polar plots whose observer has moved; an observer lost in its place has not (12.13).
pub(super) fn drop_polar_plots(game: &mut Position, log: &mut Log) {
    drop_polar_plots_of(game, log, |game, mission, observer| {
        game.forces.stand(observer).place != Place::Lost
            && spotting::eye(&game.forces, observer) != mission.polar
    });
}

/// Cancels the polar plots of an observer that leaves its host (7.6.4.4, 12.13).
pub(super) fn leave_polar_plots(game: &mut Position, host: Id, log: &mut Log) {
    drop_polar_plots_of(game, log, |_, _, observer| observer == host);
}

fn drop_polar_plots_of(game: &mut Position, log: &mut Log, moved: impl Fn(&Position, &Mission, Id) -> bool) {
    let gone: Vec<(crate::game::Side, u8)> = game
        .record
        .missions
        .iter()
        .filter(|mission| mission.stage == Stage::Planned && mission.polar.is_some())
        .filter(|mission| mission.observer.is_none_or(|observer| moved(game, mission, observer)))
        .map(|mission| (mission.side, mission.number))
        .collect();
    for (side, number) in gone {
        log.add(|| {
            let text = format!("Mission {number} cancelled: its observer has moved");
            Event::new(Tone::Failure, side, text, "12.13").only(side)
        });
        changes::delete_mission(&mut game.field, &mut game.record, side, number);
    }
}

/// Whether missions may be plotted by direction and distance (12.13).
pub(super) fn may_plot_polar(battle: &Battle) -> bool {
    battle.plays(Optional::PolarPlotting)
}

/// Whether a square lies in one of the eight directions and may be the impact location of a polar plot.
#[apply(rule, "12.13")]
pub(super) fn is_polar(forces: &Forces, plan: &Plan, cell: Cell) -> bool {
    spotting::eye(forces, plan.observer).is_some_and(|from| polar(from, cell).is_some())
}

/// A polar plot as the record has it: "8 inches NE of G3".
pub(super) fn polar_in_words(battle: &Battle, mission: &Mission) -> Option<String> {
    let (wind, inches) = polar(mission.polar?, mission.aim)?;
    let observer = mission.observer.map(|id| battle.tag(id).to_string()).unwrap_or_default();
    Some(format!("{inches} inches {wind} of {observer}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_and_distances() {
        let from = Cell::new(10, 10);
        assert_eq!(polar(from, Cell::new(18, 18)), Some((Compass::NE, 8)));
        assert_eq!(polar(from, Cell::new(10, 4)), Some((Compass::S, 6)));
        assert_eq!(polar(from, Cell::new(12, 11)), None);
        assert_eq!(polar(from, from), None);
    }
}
