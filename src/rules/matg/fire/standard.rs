//! The Standard Fire Phase (4.0 phase 4, 7.1): the sides attack in turn, each target once, with any number of
//! firers.

use super::charts::CombatResult;
use super::combat::Occasion;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::plot;
use crate::rules::matg::command::headquarters;
use crate::rules::matg::fire::{bearing, combat, flame};
use crate::rules::matg::ground::buildings;
use crate::rules::matg::movement::{marking, riders};
use crate::rules::matg::shown::{preview, refusal, works_view};
use crate::rules::matg::state::battle::{Battle, Optional};
use crate::rules::matg::state::choice::{Choice, Weapon};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::alternation::Alternation;
use crate::rules::matg::turn::sequence::{Open, Phase, Question, ask, unreachable_choice};
use crate::rules::matg::works::hidden;

/// An attack being put together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Draft {
    /// The target.
    pub target: Id,
    /// The firing stands and their weapons.
    pub firers: Vec<(Id, Weapon)>,
}

impl Draft {
    /// An attack on a target, still without firers.
    pub const fn at(target: Id) -> Self {
        Self { target, firers: Vec::new() }
    }
}

/// Phase 4: standard fire (7.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FirePhase {
    /// The side to attack next, and which side has passed.
    pub turns: Alternation,
    /// The attack being put together.
    pub draft: Option<Draft>,
    /// Fire may give an enemy stand its first target, so a side passes only by saying so (12.2.2).
    pub waits: bool,
}

impl FirePhase {
    /// The phase at its start.
    pub const fn begun_by(side: Side) -> Self {
        Self { turns: Alternation::opened_by(side), draft: None, waits: false }
    }

    /// Ends an attack: the other side is next, unless it has passed.
    fn end_attack(&mut self) {
        self.draft = None;
        self.turns.turn_over();
    }
}

impl Open for FirePhase {
    fn side(&self, _: &Position) -> Side {
        self.turns.side
    }

    fn asks(&self) -> Question {
        match self.draft {
            None => ask("fire-target", "Choose a target, or pass.", "7.1.2"),
            Some(_) => ask("fire", "Add firers, then fire.", "7.1.2"),
        }
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        match &self.draft {
            None => {
                let mut choices = fire_openings(game, self.turns.side);
                choices.extend(self.turns.may_yield(game));
                choices
            }
            Some(draft) => attack_choices(game, self.turns.side, draft, Occasion::Standard, [Choice::Cancel]),
        }
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match (*choice, &mut self.draft) {
            (Choice::Pass, None) => {
                let passing = self.turns.side;
                log.add(|| {
                    let name = &game.battle.army(passing).name;
                    Event::new(Tone::Plain, passing, format!("{name}: pass"), "7.1.1")
                });
                self.turns.pass();
            }
            (Choice::Yield, None) => self.end_attack(),
            (Choice::Target(tag), draft @ None) => *draft = Some(Draft::at(game.battle.named(tag))),
            (Choice::Firer(tag, gun), Some(draft)) => draft.firers.push((game.battle.named(tag), gun)),
            (Choice::Cancel, draft @ Some(_)) => *draft = None,
            (Choice::Demolish(tag, gun, cell), None) => {
                buildings::demolish(game, game.battle.named(tag), gun, cell, dice, log)?;
                self.end_attack();
            }
            (Choice::Fire, Some(draft)) => {
                game.forces.stand_mut(draft.target).attacked = true;
                resolve_attack(game, draft, Occasion::Standard, "7.1", dice, log)?;
                self.end_attack();
            }
            _ => unreachable_choice(choice),
        }
        game.now.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.turns.next_unless_begun(self.draft.is_some(), game, has_attack)
    }

    /// Gives a side its turn; without an attack it passes (7.1.1, S-84).
    #[apply(rule, "7.1.1")]
    fn hand_to(&mut self, side: Side) {
        if self.waits {
            self.turns.hand_to(side);
        } else {
            self.turns.hand_to_attacker(side);
        }
    }

    /// Stands that must flee from flames do so first (11.6.1); neither side gets another attack for that.
    fn close(self, game: &mut Position, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if game.field.has_fleeing_stands() {
            game.now.open(Self { turns: Alternation::over(), ..self });
            flame::begin_fleeing(game, log);
        } else {
            plot::begin_plot(&mut game.now, &game.command, log);
        }
        Ok(())
    }

    fn phase(&self) -> Phase {
        Phase::Fire
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        match (*choice, &self.draft) {
            (Choice::Target(tag), _) => Some(refusal::why_no_target(&game.forces, tag, self.turns.side)),
            (Choice::Firer(tag, gun), Some(draft)) => {
                Some(refusal::why_no_firer(game, tag, gun, draft.target, Occasion::Standard, self.turns.side))
            }
            _ => None,
        }
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        match (*choice, &self.draft) {
            (Choice::Target(tag), None) => {
                let target = game.battle.find(tag)?;
                let bearing = game.battle.ids(self.turns.side).filter(|&id| {
                    combat::may_fire(
                        &game.field,
                        &game.forces,
                        &game.now,
                        &game.command,
                        id,
                        Occasion::Standard,
                    )
                });
                let firers = bearing
                    .filter_map(|id| {
                        Some((id, *bearing::guns_bearing(game, id, target, Occasion::Standard).first()?))
                    })
                    .collect();
                preview::preview_attack(game, &Draft { target, firers }, None, Occasion::Standard)
            }
            (Choice::Demolish(tag, gun, cell), None) => Some(works_view::preview_demolition(
                &game.field,
                &game.forces,
                &game.now,
                &game.command,
                game.battle.find(tag)?,
                gun,
                cell,
            )),
            (_, Some(draft)) => preview::preview_fire(game, draft, choice, Occasion::Standard),
            _ => None,
        }
    }

    fn about(&self, _: &Position) -> Option<Id> {
        self.draft.as_ref().map(|draft| draft.target)
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        self.draft.iter().flat_map(|draft| attack_notes(&game.battle, draft)).collect()
    }
}

#[apply(rule, "4.0.4", "chart: sequence of play")]
pub(in crate::rules::matg) fn begin_fire(game: &mut Position, log: &mut Log) {
    game.now.volleys.clear();
    log.add(|| Event::new(Tone::Phase, None, "Standard fire", "4.0"));
    for side in Side::BOTH {
        if !log.is_on() || game.battle.ids(side).any(|id| marking::has_shot(game, id)) {
            continue;
        }
        let armed = game.battle.ids(side).any(|id| {
            combat::may_fire(&game.field, &game.forces, &game.now, &game.command, id, Occasion::Standard)
        });
        let why = if armed { "no target in range and sight" } else { "no stand may fire" };
        log.add(|| Event::new(Tone::Plain, side, format!("your fire phase: {why}"), "7.1.1").only(side));
    }
    game.now.open(FirePhase {
        waits: fire_is_answered(&game.battle),
        ..FirePhase::begun_by(game.now.initiative)
    });
    headquarters::ask_successors(&mut game.now, &game.command);
}

/// Whether a stand may be attacked by one of the firers; each stand is attacked once a phase (7.1.2).
#[apply(rule, "7.1.2")]
fn is_target_of(game: &Position, firers: &[Id], target: Id) -> bool {
    let bears = |&firer: &Id| !bearing::guns_bearing(game, firer, target, Occasion::Standard).is_empty();
    !game.forces.stand(target).attacked && firers.iter().any(bears)
}

/// Whether any attack is open to a side.
fn has_attack(game: &Position, side: Side) -> bool {
    let firers = self::firers(&game.field, &game.forces, &game.now, &game.command, side);
    !buildings::demolitions(game, side).is_empty()
        || !firers.is_empty()
            && hidden::known_enemies(&game.forces, side)
                .map(|(target, _)| target)
                .chain(riders::exposed_riders(&game.forces, side.other()))
                .any(|target| is_target_of(game, &firers, target))
}

fn fire_openings(game: &Position, side: Side) -> Vec<Choice> {
    let firers = self::firers(&game.field, &game.forces, &game.now, &game.command, side);
    let targets = hidden::known_enemies(&game.forces, side).map(|(target, _)| target);
    let targets = targets.chain(riders::exposed_riders(&game.forces, side.other()));
    let targets = targets.filter(|&target| is_target_of(game, &firers, target));
    let mut choices: Vec<Choice> = targets.map(|target| Choice::Target(game.battle.tag(target))).collect();
    choices.extend(buildings::demolitions(game, side));
    choices.push(Choice::Pass);
    choices
}

/// The choices of an attack being put together: firers that may join, `fire` once there is one, then the
/// rest.
pub(super) fn attack_choices(
    game: &Position,
    side: Side,
    draft: &Draft,
    occasion: Occasion,
    otherwise: impl IntoIterator<Item = Choice>,
) -> Vec<Choice> {
    let mut choices = Vec::new();
    for id in game.battle.ids(side) {
        if !combat::may_fire(&game.field, &game.forces, &game.now, &game.command, id, occasion)
            || draft.firers.iter().any(|&(firer, _)| firer == id)
        {
            continue;
        }
        let bearing = bearing::guns_bearing(game, id, draft.target, occasion);
        choices.extend(bearing.into_iter().map(|gun| Choice::Firer(game.battle.tag(id), gun)));
    }
    if !draft.firers.is_empty() {
        choices.push(Choice::Fire);
    }
    choices.extend(otherwise);
    choices
}

/// Resolves all shots of an attack in order (7.1), after marking the firers (7.1.5). Returns whether a
/// shot had an effect.
///
/// # Errors
/// If a die face is missing.
#[apply(rule, "7.1.5", "chart: standard fire")]
pub(super) fn resolve_attack(
    game: &mut Position,
    draft: &Draft,
    occasion: Occasion,
    rule: &'static str,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<bool, Ask> {
    let mut effect = false;
    for &(firer, gun) in &draft.firers {
        let shot = combat::shot(game, firer, gun, draft.target, occasion);
        effect |= combat::resolve_shot(game, &shot, rule, dice, log)? != CombatResult::None;
    }
    Ok(effect)
}

/// Whether an option is in play under which being fired at allows a stand to fire back (12.1.5, 12.2.2).
pub(in crate::rules::matg) fn fire_is_answered(battle: &Battle) -> bool {
    battle.plays(Optional::RunningLow) || battle.plays(Optional::Determination)
}

/// A side's stands that may still fire in this phase.
fn firers(field: &Field, forces: &Forces, now: &Turn, command: &Command, side: Side) -> Vec<Id> {
    forces
        .ids(side)
        .filter(|&id| combat::may_fire(field, forces, now, command, id, Occasion::Standard))
        .collect()
}

/// Notes on the attack being put together: target and firers.
pub(super) fn attack_notes(battle: &Battle, draft: &Draft) -> Vec<String> {
    let mut notes = vec![format!("Target: {}", battle.who(draft.target))];
    if !draft.firers.is_empty() {
        let names: Vec<String> = draft.firers.iter().map(|&(id, _)| battle.tag(id).to_string()).collect();
        notes.push(format!("Firing: {}", names.join(" ")));
    }
    notes
}
