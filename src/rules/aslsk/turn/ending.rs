//! Victory Conditions (1.3), at once and at game end.

use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::effects::Effects;
use crate::rules::aslsk::state::battle::Victory;
use crate::rules::aslsk::state::{Forces, Position, Turn, Unit};
use crate::rules::aslsk::tables::counters::Kind;
use crate::side::Side;

/// The VP of a unit: squad 2, HS and crew 1, leaders by their leadership where the scenario grades them.
pub fn worth(victory: &Victory, unit: &Unit) -> u16 {
    let graded = matches!(victory, Victory::Exit { graded: true, .. });
    match unit.data().kind {
        Kind::Squad => 2,
        Kind::HalfSquad | Kind::Crew => 1,
        // 0 and +1 are worth 1, each better DRM one more; wounds do not matter.
        Kind::Leader if graded => 1 + unit.data().leadership.min(0).unsigned_abs(),
        Kind::Leader => 1,
    }
}

impl Effects<'_> {
    /// Scores an elimination for the enemy, where the scenario counts it (S11).
    pub fn count_loss(&mut self, of: Side, points: u16) {
        if matches!(self.victory, Victory::Exit { unless: Some(_), .. }) {
            self.score.points[of.other().index()] += points;
        }
    }
}

impl Position {
    /// Updates Control and checks the Victory Conditions that win at once.
    #[apply(rule, "1.3")]
    pub fn decide(&mut self) {
        if self.score.over.is_some() {
            return;
        }
        self.take_control();
        let met = match &self.battle.victory {
            Victory::Exit { side, points, unless, .. } => {
                let kept = unless.is_none_or(|most| self.score.points[side.other().index()] < most);
                (self.score.points[side.index()] >= *points && kept)
                    .then(|| (*side, format!("{points} VP exited")))
            }
            Victory::Guns { side, occupied } => {
                let met = !self.turn.setting_up() && guns_taken(&self.forces, *side, *occupied);
                met.then(|| (*side, "every Gun is captured or destroyed".to_owned()))
            }
            Victory::Clear { .. } | Victory::Control { .. } => None,
        };
        if met.is_some() {
            self.score.over = met;
        }
    }

    /// A Good Order MMC gains Control of a building without enemy units.
    fn take_control(&mut self) {
        let Victory::Control { buildings, .. } = &self.battle.victory else { return };
        // For each building and side: any unit there, and any that can gain Control.
        let mut there = vec![[(false, false); 2]; buildings.len()];
        for unit in &self.forces.units {
            let Some(place) = unit.place().filter(|&place| self.ground.map().terrain(place).building())
            else {
                continue;
            };
            if let Some(at) = buildings.iter().position(|building| building.contains(&place)) {
                let (stands, takes) = &mut there[at][unit.side.index()];
                *stands = true;
                *takes |= !unit.leader() && unit.good_order();
            }
        }
        for (control, there) in self.score.control.iter_mut().zip(there) {
            for side in Side::BOTH {
                if there[side.index()].1 && !there[side.other().index()].0 {
                    *control = Some(side);
                }
            }
        }
    }

    /// Decides the game at its end.
    #[apply(rule, "1.3", "3.9")]
    pub(super) fn finish(&mut self) {
        self.score.over = Some(self.result());
    }

    /// The winner if the game ended now, and why.
    pub fn result(&self) -> (Side, String) {
        let Position { ground, forces, score, battle, .. } = self;
        let side = battle.victory.side();
        let (met, why) = match &battle.victory {
            Victory::Clear { hex, within, buildings, .. } => {
                let close = |unit: &&Unit| {
                    let fit = if *buildings { unit.good_order() } else { !unit.broken };
                    let there = unit.place().is_some_and(|at| {
                        ground.map().range(at, *hex) <= *within
                            && (!buildings || ground.map().terrain(at).building())
                    });
                    unit.side != side && !unit.leader() && fit && there
                };
                let holding = forces.units.iter().filter(close).count();
                let (state, place) =
                    if *buildings { ("Good Order", " in buildings") } else { ("unbroken", "") };
                let count = match holding {
                    0 => format!("no {state} MMC is"),
                    1 => format!("1 {state} MMC is"),
                    n => format!("{n} {state} MMC are"),
                };
                let hexes = if *within == 1 { "hex" } else { "hexes" };
                let why = format!("{count} left{place} within {within} {hexes} of {}", ground.name(*hex));
                (holding == 0, why)
            }
            Victory::Exit { points, .. } => {
                (false, format!("{} of {points} VP exited", score.points[side.index()]))
            }
            Victory::Guns { .. } => (false, "not every Gun is captured or destroyed".to_owned()),
            Victory::Control { need, .. } => {
                let held = score.control.iter().filter(|&&by| by == Some(side)).count();
                (held >= usize::from(*need), format!("{held} of {need} buildings controlled"))
            }
        };
        (if met { side } else { side.other() }, why)
    }
}

impl Turn {
    /// Whether a side is still setting up.
    pub fn setting_up(&self) -> bool {
        use crate::rules::aslsk::turn::Frame;
        self.frames
            .iter()
            .any(|frame| matches!(frame, Frame::SetUp(_) | Frame::Facing { setting_up: true, .. }))
    }
}

/// Whether every enemy Gun is destroyed or captured, or its hex solely occupied where that is enough.
#[apply(rule, "5.5")]
fn guns_taken(forces: &Forces, side: Side, occupied: bool) -> bool {
    let mine = |id: u8| forces.unit(id).side == side;
    let mut left = forces
        .weapon_ids()
        .filter(|&id| forces.weapon(id).gun().is_some() && forces.weapon(id).there())
        .filter(|&id| !forces.weapon(id).holder.is_some_and(mine))
        .filter(|&id| belongs_to(forces, id) != side)
        .filter_map(|id| {
            let weapon = forces.weapon(id);
            weapon.lies.or_else(|| forces.unit(weapon.holder?).place())
        });
    let held = |place: Place| {
        forces.units_at(place, side).next().is_some() && forces.units_at(place, side.other()).next().is_none()
    };
    left.all(|place| occupied && held(place))
}

/// The side that a Weapon came with.
fn belongs_to(forces: &Forces, weapon: u8) -> Side {
    let nation = forces.weapon(weapon).nation;
    let of = forces.units.iter().find(|unit| unit.data().nation == nation);
    of.map_or(Side::A, |unit| unit.side)
}
