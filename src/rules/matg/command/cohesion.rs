//! Chapter 5: cohesion rolls, cohesion states and the effect of combat results on them.

use crate::dice::{Ask, Dice, Die};
use crate::game::{Event, Grade, Log, Modifier, Natural, Reading, Side, Target, Test, Tone, When};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::air;
use crate::rules::matg::command::{determination, orders};
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::movement::riders;
use crate::rules::matg::state::battle::{Arm, Battle, Role};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position, Vacancy};
use crate::rules::matg::state::turn::Turn;

/// +4 when suppressed (5.2).
pub const SUPPRESSED: Modifier = Modifier { value: 4, label: "suppressed", rule: "5.2" };
/// +3 when disorganized (5.2).
pub const DISORGANIZED: Modifier = Modifier { value: 3, label: "disorganized", rule: "5.2" };

/// The die of every cohesion roll.
pub const D20: [Die; 1] = [Die::new(20)];

/// A natural 1 always passes, a natural 20 never does (5.1).
pub const NATURALS: [Natural; 2] = [
    Natural { when: When::Total(1), reading: Reading::Pass },
    Natural { when: When::Total(20), reading: Reading::Fail },
];

/// A roll of 1D20 that must not exceed a level once all modifiers are added to the die (5.1).
#[apply(rule, "5.1")]
pub fn cohesion_test(
    purpose: &'static str,
    level: i16,
    modifiers: Vec<Modifier>,
    rule: &'static str,
) -> Test {
    Test::new(&D20, Target::AtMost(level), purpose, rule).naturals(&NATURALS).modified(modifiers)
}

/// The cohesion states of a stand, as the odds show them: suppressed, disorganized, eliminated.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct States {
    /// Suppressed (S).
    pub suppressed: bool,
    /// Disorganized (D).
    pub disorganized: bool,
    /// Eliminated (E).
    pub eliminated: bool,
}

impl States {
    /// The states after another combat result: results are cumulative and progressive (7.2).
    #[must_use]
    pub fn after(mut self, result: CombatResult) -> Self {
        match result {
            CombatResult::None => {}
            CombatResult::S => self.suppressed = true,
            CombatResult::SParens if !self.suppressed => self.suppressed = true,
            CombatResult::D | CombatResult::SParens if self.disorganized => self.eliminated = true,
            CombatResult::D | CombatResult::SParens => self.disorganized = true,
            CombatResult::E => self.eliminated = true,
        }
        self
    }

    /// Whether a result disorganizes a stand, counting one that is already disorganized (7.2).
    pub const fn is_disorganized_by(self, result: CombatResult) -> bool {
        matches!(result, CombatResult::D) || (matches!(result, CombatResult::SParens) && self.suppressed)
    }

    /// "unhurt", "S", "D", "SD" or "E".
    pub const fn symbol(self) -> &'static str {
        match (self.eliminated, self.suppressed, self.disorganized) {
            (true, ..) => "E",
            (_, true, true) => "SD",
            (_, true, _) => "S",
            (_, _, true) => "D",
            _ => "unhurt",
        }
    }
}

/// Modifiers of a state for any cohesion roll (5.2).
#[apply(rule, "5.2")]
pub fn state_modifiers(suppressed: bool, disorganized: bool) -> impl Iterator<Item = Modifier> {
    [(suppressed, SUPPRESSED), (disorganized, DISORGANIZED)].into_iter().filter_map(|(is, m)| is.then_some(m))
}

/// The same roll of a stand in other states.
pub fn in_states(test: &Test, states: States) -> Test {
    let mut test = test.clone();
    test.modifiers.retain(|modifier| !matches!(*modifier, SUPPRESSED | DISORGANIZED));
    test.modifiers.extend(state_modifiers(states.suppressed, states.disorganized));
    test
}

impl Battle {
    /// Tag and name of a stand, for the log.
    pub fn who(&self, id: Id) -> String {
        format!("{} {}", self.tag(id), self.unit(id).kind.name)
    }
}

impl Forces {
    /// The states of a stand.
    pub fn states(&self, id: Id) -> States {
        let stand = self.stand(id);
        States {
            suppressed: stand.suppressed,
            disorganized: stand.disorganized,
            eliminated: stand.place == Place::Lost,
        }
    }
}

impl Field {
    /// Leaves a wreck. A second wreck on the square makes it rough terrain 3; a third adds nothing (9.2,
    /// 9.2.1, S-250).
    #[apply(rule, "9.2.1", "9.2")]
    pub(in crate::rules::matg) fn leave_wreck(&mut self, cell: crate::board::Cell) {
        if self.ground_at(cell).has(Terrain::Wrecks) {
            return;
        }
        if self.ground_at(cell).has(Terrain::Wreck) {
            self.remove_ground(cell, Terrain::Wreck);
            self.works.cleared.retain(|&cleared| cleared != cell);
            self.add_ground(cell, Terrain::Wrecks);
        } else {
            self.add_ground(cell, Terrain::Wreck);
        }
    }
}

/// Applies a combat result to a stand and its cargo (7.2, 8.4.5).
#[apply(rule, "8.4.5")]
pub fn suffer(game: &mut Position, id: Id, result: CombatResult, log: &mut Log) {
    riders::throw_off_riders(game, id, result, log);
    let before = game.forces.states(id);
    let after = before.after(result);
    if after.eliminated {
        eliminate(game, id, log);
        return;
    }
    if before != after {
        log.add(|| {
            let worse = after.disorganized && !before.disorganized;
            let (state, grade) =
                if worse { ("disorganized", Grade::Crippled) } else { ("suppressed", Grade::Shaken) };
            Event::new(Tone::Loss, game.battle.side(id), format!("{} is {state}", game.battle.who(id)), "7.2")
                .at(game.forces.cell(id))
                .fate(game.battle.side(id), game.battle.who(id), state, grade)
        });
    }
    let stand = game.forces.stand_mut(id);
    (stand.suppressed, stand.disorganized) = (after.suppressed, after.disorganized);
    let cargo: Vec<Id> = game.forces.cargo(id).collect();
    for carried in cargo {
        suffer(game, carried, result, log);
    }
}

/// Eliminates a stand and its cargo. Armour leaves a wreck (9.2).
pub fn eliminate(game: &mut Position, id: Id, log: &mut Log) {
    eliminate_with(game, id, None, log);
}

/// Eliminates a stand, as cargo of a carrier if one is given.
#[apply(rule, "9.2")]
fn eliminate_with(game: &mut Position, id: Id, carrier: Option<Id>, log: &mut Log) {
    if game.forces.stand(id).place == Place::Lost {
        return;
    }
    let cell = game.forces.cell(id);
    log.add(|| {
        let role = match game.forces.stand(id).role {
            Role::None => "",
            Role::Hq => ", a headquarters,",
            Role::Ghq(_) => ", the GHQ,",
        };
        let (side, name) = (game.battle.side(id), game.battle.who(id));
        let with = carrier.map_or(String::new(), |carrier| format!(" aboard {}", game.battle.who(carrier)));
        let result = if role.is_empty() { "eliminated" } else { "eliminated, commander lost" };
        Event::new(Tone::Loss, side, format!("{name}{role} is eliminated{with}"), "7.2").at(cell).fate(
            side,
            name,
            format!("{result}{with}"),
            Grade::Lost,
        )
    });
    let cargo: Vec<Id> = game.forces.cargo(id).collect();
    let over = game.now.driven_over(id);
    game.now.break_off_overruns(id);
    game.forces.take_off(id, Place::Lost);
    determination::owe_cards(&game.forces, &mut game.command, id);
    air::lose_air_team(&game.forces, &game.now, &mut game.air, id, log);
    for carried in cargo {
        eliminate_with(game, carried, Some(id), log);
    }
    if let Some(cell) = cell
        && game.battle.unit(id).arm == Arm::Armoured
    {
        match over {
            Some(enemy) => game.now.fresh_wrecks.push((cell, enemy)),
            None => game.field.leave_wreck(cell),
        }
    }
    lose_command(&game.forces, &mut game.command, id, log);
}

/// Records a vacancy if the stand was a headquarters or was named to succeed one (10.1.7). A GHQ that leaves the
/// map is succeeded like a lost one (10.1.5); an HQ that leaves it is not lost (S-128).
#[apply(rule, "10.1.7")]
pub(in crate::rules::matg) fn lose_command(forces: &Forces, command: &mut Command, id: Id, log: &mut Log) {
    for vacancy in &mut command.vacancies {
        if vacancy.heir == Some(id) {
            vacancy.heir = None;
        }
    }
    let ghq = match forces.stand(id).role {
        Role::None => return,
        Role::Hq if matches!(forces.stand(id).place, Place::Gone(_)) => return,
        Role::Hq => false,
        Role::Ghq(_) => true,
    };
    let side = forces.battle.side(id);
    let force = forces.battle.force_of(id);
    if ghq {
        orders::forfeit_orders(&forces.battle, command, side, force, log);
    }
    command.vacancies.push(Vacancy { side, ghq, force: force as u8, heir: None });
}

/// A cohesion roll of a stand with its states and further modifiers (5.1).
#[apply(rule, "5.1")]
pub fn cohesion_profile(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    purpose: &'static str,
    rule: &'static str,
    more: impl IntoIterator<Item = Modifier>,
) -> Test {
    let stand = forces.stand(id);
    let mut modifiers: Vec<Modifier> = state_modifiers(stand.suppressed, stand.disorganized).collect();
    modifiers.extend(more);
    cohesion_test(purpose, level_of(&forces.battle, now, command, id), modifiers, rule)
}

/// Makes a cohesion roll and logs it.
///
/// # Errors
/// When a die face is missing.
pub fn roll_cohesion(
    forces: &Forces,
    id: Id,
    profile: &Test,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Roll, Ask> {
    let face = dice.roll(20, || {
        format!("{} {}: {} or less", forces.tag(id), profile.purpose, profile.passing_faces())
    })?;
    let passed = profile.passes(face);
    log.add(|| {
        let tone = if passed { Tone::Success } else { Tone::Failure };
        let natural = match face {
            1 => " (natural 1)",
            20 => " (natural 20)",
            _ => "",
        };
        let text = format!(
            "{} {}: {}. D20 {face}{natural}, needs {} or less",
            forces.battle.who(id),
            profile.purpose,
            if passed { "passed" } else { "failed" },
            profile.passing_faces(),
        );
        let event = Event::new(tone, forces.side(id), text, profile.rule)
            .with(&profile.modifiers)
            .at(forces.cell(id))
            .likely(profile.chance());
        if passed {
            // A line with its permitted actions follows.
            event.detail()
        } else {
            let rolled = format!("rolled {face}, needs {}", profile.passing_faces());
            event.deed(forces.battle.who(id), format!("failed {}", profile.purpose), rolled)
        }
    });
    Ok(Roll { face, passed })
}

/// Makes a cohesion roll for a side as a whole.
///
/// # Errors
/// When the die face is missing.
pub(in crate::rules::matg) fn roll_of_side(
    battle: &Battle,
    side: Side,
    profile: &Test,
    dice: &mut Dice,
) -> Result<Roll, Ask> {
    let (name, need) = (&battle.army(side).name, profile.passing_faces());
    let face = dice.roll(20, || format!("{name} {}: {need} or less", profile.purpose))?;
    Ok(Roll { face, passed: profile.passes(face) })
}

/// The log line for such a roll and its outcome.
pub(in crate::rules::matg) fn cohesion_roll_line(
    battle: &Battle,
    side: Side,
    profile: &Test,
    Roll { face, passed }: Roll,
    outcome: &str,
) -> Event {
    let (name, need) = (&battle.army(side).name, profile.passing_faces());
    let tone = if passed { Tone::Success } else { Tone::Failure };
    Event::new(tone, side, format!("{name}: {outcome}. D20 {face}, needs {need} or less"), profile.rule)
        .with(&profile.modifiers)
}

/// A cohesion roll that has been made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Roll {
    /// The unmodified face.
    pub face: u8,
    /// Whether it passed.
    pub passed: bool,
}

/// The cohesion level of a side (5.1), lower in darkness without flares (9.6.2).
#[apply(rule, "9.6.2", "5.1")]
pub fn level(battle: &Battle, now: &Turn, command: &Command, side: Side) -> i16 {
    let darkness = battle.climate.darkness_in(now.number);
    let lowered = darkness + command.lowered[side.index()] + command.unready[side.index()];
    battle.army(side).cohesion - i16::from(lowered) - command.shock(side)
}

/// The cohesion level of a stand: later arrivals do not share the rising level of the first forces (S-134).
pub fn level_of(battle: &Battle, now: &Turn, command: &Command, id: Id) -> i16 {
    let side = battle.side(id);
    let fresh = battle.is_late(battle.unit(id));
    level(battle, now, command, side) - determination::shock_of(battle, command, id)
        + if fresh { i16::from(command.unready[side.index()]) } else { 0 }
}
