//! 8.10.1.2 and 8.10.2.2: drop and landing zones are recorded in secret before, during or after the enemy's
//! deployment.

use std::sync::Arc;

use super::airborne::{Arrival, Landing};
use super::landing_chart::Manner;
use crate::board::{self, Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::view::MarkerView;
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::ground::terrain::Ground;
use crate::rules::matg::movement::deployment::Deployment;
use crate::rules::matg::movement::set_up;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::battle::{Battle, ScenarioKind};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::arrivals;
use crate::rules::matg::turn::sequence::{Frame, Open, Phase, Question, Selection, ask, unreachable_choice};

/// When the owner records a zone (8.10.1.2, 8.10.2.2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plotted {
    /// Before the enemy deploys.
    #[default]
    Before,
    /// After half the enemy has deployed.
    Half,
    /// After all enemy stands have deployed.
    After,
}

/// A zone: where the first stand lands, and for gliders the line of the others.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Zone {
    /// The recorded coordinates.
    pub at: Cell,
    /// The direction of the line (8.10.2.2).
    pub line: Option<Compass>,
}

/// A zone is being recorded.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ZonePlot {
    /// An index into [`Battle::landings`].
    pub group: u8,
    /// The coordinates, once chosen and while the direction of the line is open.
    pub at: Option<Cell>,
}

impl ZonePlot {
    /// The decision on the zone of a group.
    pub(super) const fn of(group: u8) -> Self {
        Self { group, at: None }
    }
}

impl Open for ZonePlot {
    fn side(&self, game: &Position) -> Side {
        game.battle.landing(self.group).side
    }

    fn asks(&self) -> Question {
        match self.at {
            None => ask("zone", "Record where the group lands, in clear terrain.", "8.10.1.2"),
            Some(_) => ask("zone-line", "Choose the direction of the gliders' line.", "8.10.2.2"),
        }
    }

    fn is_secret(&self) -> bool {
        true
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let landing = game.battle.landing(self.group);
        match self.at {
            None => landing.zone_cells(&game.battle).map(Choice::At).collect(),
            Some(at) => landing.lines(&game.battle, at).map(Choice::Open).collect(),
        }
    }

    fn apply(mut self, game: &mut Position, choice: &Choice, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let (group, manner) = (self.group, game.battle.landing(self.group).manner);
        let zone = match (*choice, self.at) {
            (Choice::At(at), None) if manner == Manner::Glider => {
                self.at = Some(at);
                game.now.open(self);
                return Ok(());
            }
            (Choice::At(at), None) => Zone { at, line: None },
            (Choice::Open(line), Some(at)) => Zone { at, line: Some(line) },
            _ => unreachable_choice(choice),
        };
        game.arrivals.groups[usize::from(group)].zone = Some(zone);
        log.add(|| {
            let landing = game.battle.landing(group);
            let text = format!(
                "{}: {}",
                landing.name,
                zone_in_words(&game.battle, &game.arrivals, group).unwrap_or_default()
            );
            let rule = if manner == Manner::Glider { "8.10.2.2" } else { "8.10.1.2" };
            Event::new(Tone::Plain, landing.side, text, rule).at([zone.at]).only(landing.side)
        });
        Ok(())
    }

    fn phase(&self) -> Phase {
        Phase::Deploy
    }

    fn here(&self, _: &Position) -> Option<Cell> {
        self.at
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        let landing = game.battle.landing(self.group);
        let names: Vec<String> = landing.stands.iter().map(|&id| game.battle.tag(id).to_string()).collect();
        let place = self.at.map(|at| format!("at {at}"));
        [landing.name.clone(), names.join(" ")].into_iter().chain(place).collect()
    }

    fn covers(&self, game: &Position, choice: &Choice) -> Vec<Cell> {
        let (Choice::Open(line), Some(at)) = (*choice, self.at) else { return Vec::new() };
        let stands = game.battle.landing(self.group).stands.len() as i16;
        (0..stands).map(|n| at.shifted(line, n)).collect()
    }
}

impl Landing {
    /// The ground as the group knows it, by square. The enemy's works do not count: they may be laid after the zone is
    /// recorded.
    pub fn ground_below(&self, battle: &Battle) -> Vec<Ground> {
        let mut ground = battle.ground.clone();
        for marker in battle.markers.iter().filter(|marker| marker.owner != self.side) {
            let below = &mut ground[battle.grid.index(marker.cell)];
            *below = below.without(marker.row());
        }
        ground
    }

    /// The squares open to the zone: clear terrain near enough to the objective (8.10.1.2).
    #[apply(rule, "8.10.1.2")]
    pub fn zone_cells<'a>(&'a self, battle: &'a Battle) -> impl Iterator<Item = Cell> + 'a {
        let ground = self.ground_below(battle);
        battle.grid.cells().filter(move |&cell| {
            ground[battle.grid.index(cell)] == Ground::CLEAR
                && self.near.is_none_or(|(objective, inches)| board::within(objective, cell, inches))
                && (self.manner == Manner::Parachute || self.lines(battle, cell).next().is_some())
        })
    }

    /// The directions in which the group's gliders in a line from a cell stay on the board (8.10.2.2).
    #[apply(rule, "8.10.2.2")]
    pub fn lines<'a>(&'a self, battle: &'a Battle, at: Cell) -> impl Iterator<Item = Compass> + 'a {
        let last = self.stands.len().saturating_sub(1) as i16;
        Compass::ALL.into_iter().filter(move |&line| battle.grid.contains(at.shifted(line, last)))
    }
}

/// The decisions before the first turn, the first one last: zones, then deployment (8.10.1.2).
#[apply(rule, "8.10.1.2")]
pub fn opening(battle: &Battle) -> Vec<Frame> {
    let mut frames: Vec<Frame> =
        vec![Deployment::of(battle.deploys_first, deployed_before(battle, battle.deploys_first)).into()];
    let zones = |when: Plotted| {
        let open = move |(_, landing): &(usize, &Landing)| landing.zone.is_none() && landing.plotted == when;
        battle.landings.iter().enumerate().filter(open).map(|(n, l)| (n as u8, l.side))
    };
    frames.extend(zones(Plotted::Half).rev().map(|(group, _)| ZonePlot::of(group).into()));
    for side in Side::BOTH.into_iter().rev() {
        if zones(Plotted::Half).any(|(_, owner)| owner != side) {
            let early = deployed_before(battle, side);
            let army = battle.army(side);
            let rest = (army.first..army.first + army.count).filter(|id| !early.contains(id)).collect();
            frames.push(Deployment::of(side, rest).into());
        }
    }
    frames.extend(zones(Plotted::Before).rev().map(|(group, _)| ZonePlot::of(group).into()));
    let prepared = Side::BOTH.into_iter().rev().filter(|&side| battle.has_batteries_to_prepare(side));
    frames.extend(prepared.map(|side| Selection::of(side).into()));
    frames.extend(crate::rules::matg::air::plan::plans(battle));
    frames
}

/// The half of a side that deploys before the enemy records a zone, if the enemy does so then (8.10.1.2).
#[apply(rule, "8.10.1.2", "8.10.2.2")]
pub fn deployed_before(battle: &Battle, side: Side) -> Vec<Id> {
    let open = |landing: &Landing| {
        landing.side != side && landing.zone.is_none() && landing.plotted == Plotted::Half
    };
    if !battle.landings.iter().any(open) {
        return Vec::new();
    }
    let army = battle.army(side);
    let initial =
        (army.first..army.first + army.count).filter(|&id| !battle.is_late(&battle.units[usize::from(id)]));
    let initial: Vec<Id> = initial.collect();
    initial[..initial.len().div_ceil(2)].to_vec()
}

impl Position {
    /// The table as a side sees it before the enemy has deployed; `None` once the enemy is visible
    /// (8.10.1.2).
    #[apply(rule, "8.10.1.2")]
    pub(in crate::rules::matg) fn before_deployment(&self, side: Side) -> Option<Self> {
        let (plotted, enemy) = (undeployed(&self.forces, &self.now, &self.arrivals, side)?, side.other());
        let mut seen = self.clone();
        let mut battle = Battle::clone(&self.battle);
        let early: Vec<Id> = if plotted == Plotted::Half {
            set_up::vanguard_of(&self.battle, &self.arrivals, enemy).collect()
        } else {
            Vec::new()
        };
        for id in self.battle.ids(enemy).filter(|id| !early.contains(id)) {
            battle.units[usize::from(id)].start = None;
        }
        let mut laid = Vec::new();
        // Works that the enemy lays with its second half are not on the table yet either.
        let unlaid = plotted == Plotted::Before || self.battle.works_at_will[enemy.index()];
        if unlaid {
            laid = battle.markers.extract_if(.., |marker| marker.owner == enemy).collect();
            for marker in &laid {
                let ground = &mut battle.ground[self.battle.grid.index(marker.cell)];
                *ground = ground.without(marker.row());
            }
        }
        for marker in &laid {
            seen.field.remove_ground(marker.cell, marker.row());
            seen.field.works.forts.retain(|fort| fort.cell != marker.cell);
        }
        for id in self.battle.ids(enemy).filter(|id| !early.contains(id)) {
            if self.forces.cell(id).is_some() {
                seen.forces.take_off(id, Place::Reserve);
            }
        }
        seen.field.works.mines.retain(|mine| !unlaid || mine.owner != enemy);
        seen.forces.hidden.retain(|&id| self.battle.side(id) == side);
        seen.set_battle(Arc::new(battle));
        Some(seen)
    }
}

/// Draws at random the zones that the enemy of `side` has recorded in secret and not yet landed in.
pub(in crate::rules::matg) fn redraw_zones(
    battle: &Battle,
    now: &mut Turn,
    arrivals: &mut Arrivals,
    side: Side,
    dice: &mut Dice,
) {
    for (group, landing) in battle.landings.iter().enumerate() {
        if landing.side == side || landing.zone.is_some() {
            continue;
        }
        let open = now.stack.iter().rposition(
            |frame| matches!(frame, Frame::Zone(p) if usize::from(p.group) == group && p.at.is_some()),
        );
        let state = &mut arrivals.groups[group];
        if state.down || (state.zone.is_none() && open.is_none()) {
            continue;
        }
        let cells: Vec<Cell> = landing.zone_cells(battle).collect();
        let at = cells[dice.below(cells.len())];
        let lines: Vec<Compass> = landing.lines(battle, at).collect();
        let line = (landing.manner == Manner::Glider).then(|| lines[dice.below(lines.len())]);
        match open {
            Some(index) => now.stack[index] = Frame::Zone(ZonePlot { group: group as u8, at: Some(at) }),
            None => state.zone = Some(Zone { at, line }),
        }
    }
}

/// Hides the turns in which the enemy's groups will land (8.10.2.2).
#[apply(rule, "8.10.2.2")]
pub(in crate::rules::matg) fn hide_arrivals(battle: &Battle, arrivals: &mut Arrivals, side: Side) {
    let last = battle.turns;
    for (group, landing) in arrivals.groups.iter_mut().zip(&battle.landings) {
        if landing.side != side && !group.down && landing.arrival != Arrival::BeforePlay {
            group.turn = last;
        }
    }
}

/// "DZ 1440" or "LZ 1625 4S".
pub(super) fn zone_in_words(battle: &Battle, arrivals: &Arrivals, group: u8) -> Option<String> {
    let zone = arrivals.groups.get(usize::from(group))?.zone?;
    Some(match zone.line {
        None => format!("DZ {}", zone.at),
        Some(line) => format!("LZ {} {}{line}", zone.at, battle.landing(group).stands.len()),
    })
}

/// The enemy stands that deploy after a side records its zones, and so is not seen: all of it, or
/// half (8.10.1.2, S-115).
#[apply(rule, "8.10.1.2")]
fn undeployed(forces: &Forces, now: &Turn, arrivals: &Arrivals, side: Side) -> Option<Plotted> {
    if now.stack.iter().any(|frame| match frame {
        Frame::Selection(selection) => selection.side == side,
        Frame::Air(plan) => plan.side == side,
        _ => false,
    }) {
        return Some(Plotted::Before);
    }
    if sets_up_before_the_enemy(forces, now, arrivals, side) {
        applies("design: 7");
        return Some(Plotted::Before);
    }
    let groups = arrivals.groups.iter().zip(&forces.battle.landings);
    let open = groups.filter(|(group, landing)| landing.side == side && group.zone.is_none());
    let when: Vec<Plotted> = open.map(|(_, landing)| landing.plotted).collect();
    [Plotted::Before, Plotted::Half].into_iter().find(|plotted| when.contains(plotted))
}

/// Whether a side sets up before any enemy is on the table: the side that deploys second is not there
/// yet. In a meeting engagement both enter together (design: 7, S-200).
fn sets_up_before_the_enemy(forces: &Forces, now: &Turn, arrivals: &Arrivals, side: Side) -> bool {
    let sets_up = |frame: &Frame| match frame {
        Frame::Deploy(phase) => phase.side == side && side == forces.battle.deploys_first,
        Frame::Registering(phase) => phase.side == side,
        _ => false,
    };
    // Airborne forces have an order of their own, and so have their enemies (8.10.1.2).
    let first = !arrivals.begun
        && forces.battle.landings.is_empty()
        && forces.battle.kind != ScenarioKind::MeetingEngagement
        && now.stack.iter().any(sets_up);
    // If the zones of both sides overlapped, an occupied square would betray the enemy.
    let enemy = side.other();
    let apart = |at: Cell| !forces.ids(side).any(|id| arrivals::is_in_zone(&forces.battle, arrivals, id, at));
    let mut laid = forces.battle.markers.iter().filter(|marker| marker.owner == enemy);
    // Forces that enter later by an edge are no secret.
    let there = forces.on_board(enemy).next().is_some();
    first && there && laid.all(|marker| apart(marker.cell)) && forces.on_board(enemy).all(|(_, at)| apart(at))
}

/// Lines of the inspector on a stand's landing group, for its owner (8.10.2.2).
#[apply(rule, "8.10.2.2")]
pub(in crate::rules::matg) fn landing_lines(
    forces: &Forces,
    arrivals: &Arrivals,
    id: Id,
    viewer: Side,
) -> Vec<String> {
    let aloft = forces.side(id) == viewer && forces.stand(id).place == Place::Aloft;
    let Some(group) = forces.unit(id).landing.filter(|_| aloft) else { return Vec::new() };
    let landing = forces.battle.landing(group);
    let turn = match arrivals.groups[usize::from(group)].turn {
        0 => "before play".to_owned(),
        turn => format!("in turn {turn}"),
    };
    vec![format!("{} lands {turn}, {}", landing.name, landing.distance.label)]
}

/// Map markers for the zones of groups that have not landed, for their owner.
pub(in crate::rules::matg) fn zone_markers(
    battle: &Battle,
    arrivals: &Arrivals,
    side: Side,
) -> Vec<MarkerView> {
    let groups = arrivals.groups.iter().zip(&battle.landings).enumerate();
    let own = groups.filter(|(_, (group, landing))| landing.side == side && !group.down);
    own.filter_map(|(n, (group, landing))| {
        let name = format!("{} {}", landing.name, zone_in_words(battle, arrivals, n as u8)?);
        Some(MarkerView { cell: group.zone?.at, glyph: '?', name, ..MarkerView::default() })
    })
    .collect()
}
