//! 7.6.2.2: the defender records pre-registered missions after its deployment and before the attacker
//! deploys.

use super::missions::{Kind, Mission, Piece, Stage, registered_allowance};
use super::plan::{Blank, Plan};
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::{laying, missions, plot};
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Open, Phase, Question, ask, unreachable_choice};

/// The number of pre-registered missions that a side may record: none for an attacker, or if the scenario
/// sets them (7.6.2.2).
pub fn allowance(battle: &Battle, side: Side) -> usize {
    if battle.defender != Some(side) || !battle.targets[side.index()].is_empty() {
        return 0;
    }
    let batteries = battle.units.iter().filter(|unit| unit.side == side && unit.is_artillery()).count();
    registered_allowance(battle.kind, batteries, battle.army(side).cohesion)
}

/// Recording pre-registered missions, sheaf by sheaf.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Registering {
    /// Side.
    pub side: Side,
    /// The sheaf being recorded.
    pub draft: Option<Plan>,
    /// Whether the last mission may have more sheaves, each of other batteries.
    pub open: bool,
}

impl Registering {
    /// Asks a side for its missions.
    pub const fn of(side: Side) -> Self {
        Self { side, draft: None, open: false }
    }

    /// The number of the mission that the next sheaf belongs to, starting at 1.
    fn target(&self, game: &Position) -> u8 {
        game.record.targets[self.side.index()].len() as u8 + u8::from(!self.open)
    }

    /// The number of missions left to record.
    fn left(&self, game: &Position) -> usize {
        allowance(&game.battle, self.side).saturating_sub(game.record.targets[self.side.index()].len())
    }

    /// The batteries without a sheaf in this mission.
    fn batteries<'a>(&'a self, game: &'a Position) -> impl Iterator<Item = (Id, u8)> + 'a {
        let target = self.target(game);
        let more = self.open || self.left(game) > 0;
        let free = move |id: Id| game.record.registered(self.side, target).all(|line| !line.has(id));
        let all = game.fire_direction(self.side).plottable(Kind::PreRegistered);
        all.filter(move |&(id, _)| more && free(id))
    }

    fn joiners<'a>(&'a self, game: &'a Position, draft: &'a Plan) -> impl Iterator<Item = Id> + 'a {
        let free = |id: Id| self.batteries(game).any(|(other, _)| other == id);
        let joiners = game.fire_direction(self.side).joiners(draft).map(|(id, _)| id);
        joiners.filter(move |&id| free(id))
    }

    /// The draft with every field filled in that has only one option.
    fn forced(&self, game: &Position, mut draft: Plan) -> Plan {
        let alone = self.joiners(game, &draft).next().is_none();
        draft.grouped |= alone;
        game.fire_direction(self.side).forced(&draft)
    }
}

impl Open for Registering {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        match self.draft.as_ref().map(Plan::blank) {
            None if self.open => {
                ask("register", "Add a battery's sheaf, begin the next mission, or choose ready.", "7.6.2.2")
            }
            None => ask("register", "Record a pre-registered mission, or choose ready.", "7.6.2.2"),
            Some(Blank::Group) => ask("fire-group", "Add batteries to the group, or choose done.", "7.4.9"),
            Some(Blank::Aim) => ask("aim", "Choose the impact location.", "7.6.3"),
            Some(Blank::Ammunition) => ask("ammunition", "HE or smoke?", "7.4.7.1"),
            Some(_) => ask("sheaf", "Closed sheaf, or an open one in which direction?", "7.4.2.3"),
        }
    }

    fn is_secret(&self) -> bool {
        true
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let Some(draft) = &self.draft else {
            let batteries = self.batteries(game).map(|(id, gun)| Choice::Battery(game.battle.tag(id), gun));
            let next = (self.open && self.left(game) > 0).then_some(Choice::Done);
            return batteries.chain(next).chain([Choice::Ready]).collect();
        };
        let mut choices = Vec::new();
        match draft.blank() {
            Blank::Group => {
                choices.push(Choice::Done);
                choices.extend(self.joiners(game, draft).map(|id| Choice::Add(game.battle.tag(id))));
            }
            Blank::Aim => {
                let open =
                    |&cell: &Cell| laying::is_sheaf_in_reach(&game.forces, &draft.batteries, cell, None);
                choices.extend(game.battle.grid.cells().filter(open).map(Choice::At));
            }
            Blank::Ammunition => choices.extend([Choice::Explosive, Choice::Smoke]),
            _ => {
                let Some(aim) = draft.aim else { return choices };
                choices.extend(laying::sheaves_in_reach(&game.forces, &draft.batteries, aim));
            }
        }
        choices.push(Choice::Cancel);
        choices
    }

    fn offers_square(&self, game: &Position, cell: Cell) -> Option<bool> {
        let draft = self.draft.as_ref().filter(|draft| draft.blank() == Blank::Aim)?;
        Some(laying::is_sheaf_in_reach(&game.forces, &draft.batteries, cell, None))
    }

    fn apply(mut self, game: &mut Position, choice: &Choice, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        match (*choice, self.draft.take()) {
            (Choice::Ready, None) => return Ok(()),
            (Choice::Done, None) => self.open = false,
            (Choice::Battery(tag, gun), None) => {
                let id = game.battle.named(tag);
                let draft = Plan { kind: Some(Kind::Support), batteries: vec![(id, gun)], ..Plan::by(id) };
                self.draft = Some(self.forced(game, draft));
            }
            (Choice::Cancel, Some(_)) => {}
            (_, Some(mut draft)) => {
                game.fire_direction(self.side).fill_in(&mut draft, choice);
                let draft = self.forced(game, draft);
                if draft.is_at_terms() {
                    let target = self.target(game);
                    register_before(&game.forces, &mut game.record, self.side, target, &draft, log);
                    self.open = true;
                } else {
                    self.draft = Some(draft);
                }
            }
            _ => unreachable_choice(choice),
        }
        game.now.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        let more = self.draft.is_some() || self.left(game) > 0 || self.batteries(game).next().is_some();
        more.then_some(self.side)
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        let draft = self.draft.as_ref().filter(|draft| draft.blank() == Blank::Aim)?;
        let Choice::At(cell) = *choice else { return None };
        draft.batteries.iter().find_map(|&(id, gun)| missions::why_out_of_reach(&game.forces, id, gun, cell))
    }

    fn phase(&self) -> Phase {
        Phase::Deploy
    }

    fn here(&self, _: &Position) -> Option<Cell> {
        self.draft.as_ref()?.aim
    }

    fn covers(&self, game: &Position, choice: &Choice) -> Vec<Cell> {
        let Some((draft, aim)) = self.draft.as_ref().and_then(|draft| Some((draft, draft.aim?))) else {
            return Vec::new();
        };
        laying::squares_under(&game.battle, &draft.batteries, aim, choice)
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        let most = allowance(&game.battle, self.side);
        let mut notes = vec![format!("Pre-registered mission {} of {most}", self.target(game))];
        if let Some(draft) = &self.draft {
            notes.extend(draft.batteries.iter().map(|&(id, _)| format!("Battery {}", game.battle.who(id))));
            notes.extend(draft.aim.map(|aim| format!("Impact location {aim}")));
        }
        notes
    }
}

/// Records a sheaf of a pre-registered mission; only its side is told.
#[apply(rule, "7.6.2.2")]
fn register_before(
    forces: &Forces,
    record: &mut Record,
    side: Side,
    target: u8,
    draft: &Plan,
    log: &mut Log,
) {
    let (Some(number), Some(aim)) = (record.free_line(side), draft.aim) else { return };
    let names = &record.targets[side.index()];
    if usize::from(target) > names.len() {
        let named = names.iter().cloned().chain([format!("Target {target}")]);
        record.targets[side.index()] = named.collect::<Vec<String>>().into();
    }
    let piece = |&(id, gun): &(Id, u8)| Piece { id, gun, place: forces.stand(id).place };
    let pieces = draft.batteries.iter().map(piece).collect();
    let mission = Mission {
        number,
        target,
        duration: 0,
        toward: draft.sheaf.unwrap_or(None),
        smoke: draft.smoke.unwrap_or(false),
        stage: Stage::Registered,
        ..Mission::planned(side, Kind::PreRegistered, pieces, aim)
    };
    log.add(|| {
        let tags: Vec<String> =
            draft.batteries.iter().map(|&(id, _)| forces.battle.tag(id).to_string()).collect();
        let sections = draft.batteries.iter().map(|&(id, _)| forces.battle.unit(id).sections()).sum();
        let name = record.target_name(side, target);
        let text = format!("{name}: {} at {}", tags.join("+"), mission.location(sections));
        Event::new(Tone::Plain, side, text, "7.6.2.2").at([aim]).only(side)
    });
    record.missions.push(mission);
}

/// Whether a side is asked for pre-registered missions after its deployment.
pub(in crate::rules::matg) fn registers(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    side: Side,
) -> bool {
    forces.battle.targets_at_will[side.index()]
        && allowance(&forces.battle, side) > 0
        && plot::plottable(forces, now, command, record, side, Kind::PreRegistered).next().is_some()
}
