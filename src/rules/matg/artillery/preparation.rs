//! Preparatory fire selected before deployment (scenario). Each off-map battery gets a target and fires from
//! a set turn on, until cohesion rolls at the end of two consecutive turns stop it (S-130).

use super::missions::{Kind, Mission, Piece, Stage};
use crate::board::{self, Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Side, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::{changes, laying, missions, record};
use crate::rules::matg::command::cohesion;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::shown::preview;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Open, Phase, Question, ask, unreachable_choice};

/// A side's preparatory fire as the battle sets it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preparation {
    /// Its first turn.
    pub turn: u8,
    /// The number of turns if all batteries fire by choice; `None` if off-map batteries must fire until they
    /// are stopped.
    pub turns: Option<u8>,
    /// The squares that may be targets, in board order.
    pub area: Vec<Cell>,
}

/// Selecting targets for preparatory fire, battery by battery.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Selection {
    /// Side.
    pub side: Side,
    /// The chosen target, while its sheaf is open.
    pub aim: Option<Cell>,
    /// Whether it is smoke (7.4.7).
    pub smoke: bool,
    /// Batteries left without a target, with the turn.
    pub left_out: Vec<(Id, u8)>,
}

impl Selection {
    /// Asks a side for its targets.
    pub const fn of(side: Side) -> Self {
        Self { side, aim: None, smoke: false, left_out: Vec::new() }
    }
}

impl Selection {
    /// The next battery without a target, and its turn.
    fn blank(&self, game: &Position) -> Option<(Id, u8)> {
        unprepared(&game.forces, &game.record, self.side).find(|blank| !self.left_out.contains(blank))
    }

    fn battery(&self, game: &Position) -> Option<Id> {
        self.blank(game).map(|(battery, _)| battery)
    }
}

impl Open for Selection {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        match self.aim {
            None => ask("preparation", "Choose a target for the next battery.", "battles: preparation"),
            Some(_) => ask("sheaf", "Closed sheaf, or an open one in which direction?", "7.4.2.3"),
        }
    }

    fn is_secret(&self) -> bool {
        true
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let Some(battery) = self.battery(game) else { return Vec::new() };
        match (self.aim, &game.battle.preparations[self.side.index()]) {
            (None, Some(preparation)) => {
                let reached = |&cell: &Cell| missions::reaches(&game.forces, battery, 0, cell);
                let none = preparation.turns.map(|_| Choice::Pass);
                preparation.area.iter().copied().filter(reached).map(Choice::At).chain(none).collect()
            }
            (Some(aim), _) => {
                let sheaves = laying::sheaves_in_reach(&game.forces, &[(battery, 0)], aim);
                let smoke = game.battle.prepares_by_turns(self.side)
                    && !self.smoke
                    && missions::smoke_left(&game.forces, &game.record, battery, 0) > 0;
                sheaves.into_iter().chain(smoke.then_some(Choice::Smoke)).collect()
            }
            (None, None) => Vec::new(),
        }
    }

    fn offers_square(&self, game: &Position, cell: Cell) -> Option<bool> {
        let preparation = game.battle.preparations[self.side.index()].as_ref()?;
        let battery = self.battery(game)?;
        Some(
            self.aim.is_none()
                && preparation.area.contains(&cell)
                && missions::reaches(&game.forces, battery, 0, cell),
        )
    }

    fn apply(mut self, game: &mut Position, choice: &Choice, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(blank) = self.blank(game) else { unreachable_choice(choice) };
        let toward = match (*choice, self.aim) {
            (Choice::At(aim), None) => {
                self.aim = Some(aim);
                None
            }
            (Choice::Pass, None) => {
                self.left_out.push(blank);
                None
            }
            (Choice::Smoke, Some(_)) => {
                self.smoke = true;
                None
            }
            (Choice::Closed, Some(aim)) => Some((aim, None)),
            (Choice::Open(wind), Some(aim)) => Some((aim, Some(wind))),
            _ => unreachable_choice(choice),
        };
        if let Some((aim, toward)) = toward {
            prepare(&game.forces, &mut game.record, self.side, blank, (aim, toward, self.smoke), log);
            (self.aim, self.smoke) = (None, false);
        }
        game.now.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.battery(game).map(|_| self.side)
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        let (Choice::At(cell), None) = (*choice, self.aim) else { return None };
        let preparation = game.battle.preparations[self.side.index()].as_ref()?;
        if !preparation.area.contains(&cell) {
            let text = format!("{cell} is outside the area for preparatory fire: choose a marked square");
            return Some(Illegal::new("battles: preparation", text));
        }
        missions::why_out_of_reach(&game.forces, self.battery(game)?, 0, cell)
    }

    fn phase(&self) -> Phase {
        Phase::Deploy
    }

    fn here(&self, _: &Position) -> Option<Cell> {
        self.aim
    }

    fn covers(&self, game: &Position, choice: &Choice) -> Vec<Cell> {
        let (Some(aim), Some(battery)) = (self.aim, self.battery(game)) else { return Vec::new() };
        laying::squares_under(&game.battle, &[(battery, 0)], aim, choice)
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        let by_turns = game.battle.prepares_by_turns(self.side);
        let turn = |turn: u8| if by_turns { format!(", turn {turn}") } else { String::new() };
        let battery = self.blank(game).map(|(id, t)| format!("Battery {}{}", game.battle.who(id), turn(t)));
        let smoke = self.smoke.then(|| "smoke".to_owned());
        battery.into_iter().chain(self.aim.map(|aim| format!("Target {aim}"))).chain(smoke).collect()
    }
}

/// The place of a target for preparatory fire among all of them, the best first: known enemies, objectives, cover, roads;
/// what another battery fires at already comes last.
pub fn rank_target(game: &Position, side: Side, cell: Cell) -> u8 {
    /// Within this many squares of a target, another battery adds little.
    const COVERED: u16 = 2;
    let buildings = [Terrain::LightBuildings, Terrain::MediumBuildings, Terrain::HeavyBuildings];
    let ground = || game.field.ground_at(cell);
    let enemy = || game.forces.on_board(side.other()).any(|(_, at)| at == cell);
    match () {
        () if game.record.missions_of(side).any(|mission| board::within(mission.aim, cell, COVERED)) => 6,
        () if enemy() => 1,
        () if game.battle.victory.place_of(cell).is_some() => 2,
        () if buildings.iter().any(|kind| ground().has(*kind)) => 3,
        () if ground().road().is_some() => 4,
        () => 5,
    }
}

/// A roll at the end of the turn to stop a battery's fire (S-130).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CeaseFire {
    /// Side.
    pub side: Side,
}

impl Open for CeaseFire {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        ask("cease-fire", "Roll to stop a battery's fire, or pass.", "battles: preparation")
    }

    fn is_secret(&self) -> bool {
        true
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let going =
            game.record.missions_of(self.side).filter(|mission| may_cease(&game.battle, &game.now, mission));
        going.map(|mission| Choice::Terminate(mission.number)).chain([Choice::Pass]).collect()
    }

    fn apply(self, game: &mut Position, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        match *choice {
            Choice::Terminate(number) => {
                cease(game, self.side, number, dice, log)?;
                game.now.open(self);
            }
            Choice::Pass => {}
            _ => unreachable_choice(choice),
        }
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        // The markers show whether a battery is still firing, so being asked gives nothing away.
        game.record
            .missions_of(self.side)
            .any(|mission| may_cease(&game.battle, &game.now, mission))
            .then_some(self.side)
    }

    fn phase(&self) -> Phase {
        Phase::Recover
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        let Choice::Terminate(number) = *choice else { return None };
        let battery = game.record.mission(self.side, number)?.lead()?.id;
        Some(preview::preview_roll(
            &game.battle,
            battery,
            cease_profile(&game.forces, &game.now, &game.command, battery),
        ))
    }
}

/// Records a battery's target: a barrage to the end of the battle or for the selected turn; the same
/// target as the turn before continues the mission (S-130, S-133).
#[apply(rule, "battles: preparation")]
fn prepare(
    forces: &Forces,
    record: &mut Record,
    side: Side,
    (battery, turn): (Id, u8),
    (aim, toward, smoke): (Cell, Option<Compass>, bool),
    log: &mut Log,
) {
    let preparation = forces.battle.preparations[side.index()].as_ref();
    let (Some(preparation), Some(number)) = (preparation, record.free_line(side)) else { return };
    let to_the_end = forces.battle.turns.saturating_sub(turn) + 1;
    let wanted = if preparation.turns.is_some() { 1 } else { to_the_end };
    let duration = wanted.min(missions::rounds_left(forces, record, battery));
    let goes_on = |mission: &&mut Mission| {
        let same = (mission.aim, mission.toward, mission.smoke) == (aim, toward, smoke);
        preparation.turns.is_some() && mission.has(battery) && mission.last() + 1 == turn && same
    };
    let mut own = record.missions.iter_mut().filter(|mission| mission.side == side);
    let mission = if let Some(mission) = own.find(goes_on) {
        mission.duration += duration;
        mission.clone()
    } else {
        let batteries = vec![Piece { id: battery, gun: 0, place: forces.stand(battery).place }];
        let planned = Mission::planned(side, Kind::Barrage, batteries, aim);
        let mission = Mission { number, arrival: turn, duration, toward, smoke, ..planned };
        record.missions.push(mission.clone());
        mission
    };
    log.add(|| {
        let text = format!(
            "{} will fire: {}",
            forces.battle.who(battery),
            record::mission_in_words(&forces.battle, record, &mission)
        );
        Event::new(Tone::Plain, side, text, "battles: preparation").at([aim]).only(side)
    });
}

#[apply(rule, "battles: preparation")]
fn cease(game: &mut Position, side: Side, number: u8, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let Some(battery) = game.record.mission(side, number).and_then(Mission::lead).map(|piece| piece.id)
    else {
        return Ok(());
    };
    let profile = cease_profile(&game.forces, &game.now, &game.command, battery);
    let passed =
        log.aside(side, |own| cohesion::roll_cohesion(&game.forces, battery, &profile, dice, own))?.passed;
    let turn = game.now.number;
    let Some(mission) = game.record.mission_mut(side, number) else { return Ok(()) };
    mission.tried = turn;
    mission.stopped = passed && mission.ceasing > 0 && mission.ceasing + 1 == turn;
    mission.ceasing = if passed { turn } else { 0 };
    let (stopped, stage) = (mission.stopped, mission.stage);
    if stopped && stage != Stage::Falling {
        changes::delete_mission(&mut game.field, &mut game.record, side, number);
    }
    if stopped {
        log.add(|| {
            let text = format!("{} stops its fire", game.battle.who(battery));
            Event::new(Tone::Success, side, text, "battles: preparation").only(side)
        });
    }
    Ok(())
}

/// A side's batteries without a target, each with its turn: off-map batteries, and if the battle leaves
/// it to the side those on the board, for each turn.
fn unprepared(forces: &Forces, record: &Record, side: Side) -> impl Iterator<Item = (Id, u8)> {
    let preparation = forces.battle.preparations[side.index()].as_ref();
    let (first, turns) = preparation.map_or((1, Some(0)), |there| (there.turn, there.turns));
    let by_choice = turns.is_some();
    let last = first + turns.unwrap_or(1);
    let blanks = forces.ids(side).flat_map(move |id| (first..last).map(move |turn| (id, turn)));
    blanks.filter(move |&(id, turn)| {
        let stands = match forces.stand(id).place {
            Place::OffMap => true,
            Place::Board(_) => {
                by_choice && forces.unit(id).guns.first().is_some_and(|(gun, _)| gun.notes.indirect)
            }
            _ => false,
        };
        let free = if by_choice {
            missions::is_open(forces, record, id, 0, turn)
        } else {
            !record.missions_of(side).any(|mission| mission.has(id))
        };
        stands && free
    })
}

/// Whether a mission is preparatory fire that continues until stopped.
pub fn is_preparation(battle: &Battle, mission: &Mission) -> bool {
    let preparation = battle.preparations[mission.side.index()].as_ref();
    mission.kind == Kind::Barrage && preparation.is_some_and(|preparation| preparation.turns.is_none())
}

/// Whether a roll to stop it may be made at the end of this turn.
fn may_cease(battle: &Battle, now: &Turn, mission: &Mission) -> bool {
    is_preparation(battle, mission)
        && mission.arrival <= now.number
        && mission.tried < now.number
        && !mission.stopped
}

/// The roll to stop a battery's fire.
pub fn cease_profile(forces: &Forces, now: &Turn, command: &Command, battery: Id) -> Test {
    cohesion::cohesion_profile(forces, now, command, battery, "to stop its fire", "battles: preparation", [])
}
