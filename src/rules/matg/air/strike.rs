//! 12.3.4 to 12.3.9: anti-aircraft fire, strafing and bombing.

use crate::board::{self, Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Preview, Side, Test, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::air;
use crate::rules::matg::artillery::{shells, windows};
use crate::rules::matg::assault::overrun::column;
use crate::rules::matg::catalog::Class;
use crate::rules::matg::command::cohesion::cohesion_test;
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::fire::attack::Attack;
use crate::rules::matg::fire::combat;
use crate::rules::matg::fire::special::calibre;
use crate::rules::matg::ground::buildings;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::movement::riders;
use crate::rules::matg::shown::preview;
use crate::rules::matg::shown::words::inches_in_words;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::air::Air;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Open, Phase, Question, ask, unreachable_choice};
use crate::rules::matg::works::hidden;

/// The largest calibre in millimetres of light anti-aircraft guns, which have the greater effect (12.3.4).
const LIGHT: u16 = 40;

/// The two outcomes of the roll to attack in the log.
const PRESSES: [&str; 2] = ["presses the attack", "breaks off"];
/// The two outcomes of the roll against deviation in the log.
const FINDS: [&str; 2] = ["finds its target", "misses its target"];

/// An air strike under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Strike {
    /// The side of the aircraft.
    pub side: Side,
    /// The aircraft.
    pub plane: u8,
    /// The loads it drops; none if it strafes.
    pub loads: Vec<u8>,
    /// The target square.
    pub at: Cell,
    /// The modifier from anti-aircraft fire (12.3.4).
    pub flak: i16,
    /// Whether it has strafed its target and may go on to an adjacent stand (12.3.6).
    pub again: bool,
}

impl Open for Strike {
    fn side(&self, _: &Position) -> Side {
        if self.again { self.side } else { self.side.other() }
    }

    fn asks(&self) -> Question {
        if self.again {
            ask("strafe-on", "Strafe an adjacent stand, or choose done.", "12.3.6")
        } else {
            ask("flak", "Fire anti-aircraft guns at the aircraft, or choose done.", "12.3.4")
        }
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        if self.again {
            let beside = adjacent_to_strafed(&game.forces, self).into_iter();
            beside.map(|id| Choice::Strafe(self.plane, game.battle.tag(id))).chain([Choice::Done]).collect()
        } else {
            flak(&game.field, &game.forces, &game.now, self)
                .map(|id| Choice::Flak(game.battle.tag(id)))
                .chain([Choice::Done])
                .collect()
        }
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match *choice {
            Choice::Flak(tag) if !self.again => {
                let id = game.battle.named(tag);
                self.flak += fire_flak(&mut game.forces, &mut game.now, &game.command, id, dice, log)?;
                game.now.open(self);
            }
            Choice::Done if !self.again => resolve_strike(game, self, dice, log)?,
            Choice::Strafe(_, tag) if self.again => {
                let id = game.battle.named(tag);
                let Some(at) = game.forces.cell(id) else { return Ok(()) };
                self.at = at;
                let test = strike_profile(&game.field, &game.forces, &game.now, &game.command, &self);
                if roll_strike(&game.battle, &self, &test, PRESSES, dice, log)? {
                    strafe_holder(game, &self, at, dice, log)?;
                }
            }
            Choice::Done => {}
            _ => unreachable_choice(choice),
        }
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        let open = if self.again {
            !adjacent_to_strafed(&game.forces, self).is_empty()
        } else {
            flak(&game.field, &game.forces, &game.now, self).next().is_some()
        };
        open.then(|| self.side(game))
    }

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if self.again { Ok(()) } else { resolve_strike(game, self, dice, log) }
    }

    fn phase(&self) -> Phase {
        Phase::Artillery
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        match *choice {
            Choice::Flak(tag) => {
                let id = game.battle.find(tag)?;
                Some(preview::preview_roll(
                    &game.battle,
                    id,
                    flak_profile(&game.forces, &game.now, &game.command, id),
                ))
            }
            Choice::Strafe(_, tag) => {
                let id = game.battle.find(tag)?;
                let next = Self { at: game.forces.cell(id)?, ..self.clone() };
                Some(preview::preview_roll(
                    &game.battle,
                    id,
                    strike_profile(&game.field, &game.forces, &game.now, &game.command, &next),
                ))
            }
            _ => None,
        }
    }

    fn here(&self, _: &Position) -> Option<Cell> {
        Some(self.at)
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        let name = game.battle.plane_name(usize::from(self.plane));
        vec![format!("{name} attacks {}; anti-aircraft fire +{}", self.at, self.flak)]
    }
}

/// Begins the strike of a choice; its run is used up whatever happens (S-147).
#[apply(rule, "12.3.6" if matches!(choice, Choice::Strafe(..)))]
pub(in crate::rules::matg) fn begin_strike(
    forces: &Forces,
    now: &Turn,
    air: &mut Air,
    side: Side,
    choice: &Choice,
    log: &mut Log,
) -> Option<Strike> {
    let turn = now.number;
    let (plane, loads, at) = match *choice {
        Choice::Strafe(plane, tag) => (plane, Vec::new(), forces.cell(forces.battle.named(tag))?),
        Choice::Bomb(plane) => {
            // 12.3.7
            let loads = due_loads(now, air, usize::from(plane));
            let (at, _) = air.flights[usize::from(plane)].bombs[usize::from(*loads.first()?)]?;
            (plane, loads, at)
        }
        _ => return None,
    };
    let flight = &mut air.flights[usize::from(plane)];
    if loads.is_empty() {
        flight.strafed = turn;
    } else {
        flight.bombed = turn;
        loads.iter().for_each(|&load| flight.dropped[usize::from(load)] = true);
    }
    let name = forces.battle.plane_name(usize::from(plane));
    log.add(|| {
        let what = if loads.is_empty() { "strafes" } else { "bombs" };
        Event::new(Tone::Plain, side, format!("{name} {what} {at}"), "12.3.5").at([at]).revealing()
    });
    Some(Strike { side, plane, loads, at, flak: 0, again: false })
}

/// Rolls a stand's anti-aircraft fire. Returns its modifier: +2 up to 40 mm, +1 above, 0 on a failure
/// (12.3.4).
#[apply(rule, "12.3.4", "chart: anti-aircraft fire")]
fn fire_flak(
    forces: &mut Forces,
    now: &mut Turn,
    command: &Command,
    id: Id,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<i16, Ask> {
    let turn = now.number;
    let stand = forces.stand_mut(id);
    (stand.fired, stand.last_fired) = (true, turn);
    let profile = flak_profile(forces, now, command, id);
    let roll = cohesion::roll_cohesion(forces, id, &profile, dice, log)?;
    forces.run_low(id, roll.face, log);
    riders::note_carrier_fired(forces, now, id);
    let hit = roll.passed;
    let light = calibre(&forces.battle.unit(id).kind.name) <= LIGHT;
    Ok(match (hit, light) {
        (false, _) => 0,
        (true, true) => 2,
        (true, false) => 1,
    })
}

/// Resolves an air strike: the roll to attack, the roll against deviation, then the attacks (12.3.5).
fn resolve_strike(game: &mut Position, strike: Strike, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let test = strike_profile(&game.field, &game.forces, &game.now, &game.command, &strike);
    if !roll_strike(&game.battle, &strike, &test, PRESSES, dice, log)? {
        return Ok(());
    }
    let aimed = Test { purpose: "to find its target".into(), ..test };
    let on_target = roll_strike(&game.battle, &strike, &aimed, FINDS, dice, log)?;
    let mut at = strike.at;
    if !on_target {
        let eighth = dice.roll(8, || "direction of the deviation".into())?;
        let face = dice.roll(6, || "inches of the deviation".into())?;
        let wind = Compass::from_d8(eighth);
        let (inches, halved) =
            if strike.loads.is_empty() { (face.div_ceil(2), ", halved") } else { (face, "") };
        at = at.shifted(wind, i16::from(inches));
        log.add(|| {
            let name = game.battle.plane_name(usize::from(strike.plane));
            let far = inches_in_words(inches);
            let text = format!("{name} deviates {far} {wind}: D8 {eighth}, D6 {face}{halved}");
            Event::new(Tone::Failure, strike.side, text, "12.3.5").at([strike.at])
        });
    }
    if !game.battle.grid.contains(at) {
        return Ok(());
    }
    if strike.loads.is_empty() {
        strafe_holder(game, &strike, at, dice, log)?;
        if on_target {
            game.now.open(Strike { again: true, ..strike });
        }
        return Ok(());
    }
    for &load in &strike.loads {
        let bomb = self::bomb(&game.battle, usize::from(strike.plane), load);
        if let Some(target) = game.forces.holder_of(at) {
            let roll = attack_from_the_air(game, &strike, Some(load), target, dice, log)?;
            game.field.strike_position((strike.side, &bomb), at, roll, log);
        }
        buildings::strike_place(game, strike.side, at, &bomb, dice, log)?;
    }
    mark_bombs(&mut game.field, &mut game.air, at);
    Ok(())
}

/// Places an impact marker where bombs fall, until the end of the phase (12.3.8).
#[apply(rule, "12.3.8")]
fn mark_bombs(field: &mut Field, air: &mut Air, cell: Cell) {
    if !field.ground_at(cell).has(Terrain::ImpactZone) {
        air.bombed.push(cell);
        field.add_ground(cell, Terrain::ImpactZone);
    }
}

/// Removes the markers of bombs at the end of the Artillery Fire Phase (12.3.8).
pub(in crate::rules::matg) fn remove_bomb_markers(field: &mut Field, record: &Record, air: &mut Air) {
    for cell in std::mem::take(&mut air.bombed) {
        let shelled = record.impacts.iter().any(|impact| impact.cell == cell && !impact.smoke);
        if !shelled {
            field.remove_ground(cell, Terrain::ImpactZone);
        }
    }
}

fn strafe_holder(
    game: &mut Position,
    strike: &Strike,
    at: Cell,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    match game.forces.holder_of(at) {
        Some(target) => attack_from_the_air(game, strike, None, target, dice, log).map(|_| ()),
        None => Ok(()),
    }
}

fn attack_from_the_air(
    game: &mut Position,
    strike: &Strike,
    load: Option<u8>,
    target: Id,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<u8, Ask> {
    game.forces.uncover_stand(target, log);
    let attack = air_attack(&game.field, &game.forces, usize::from(strike.plane), load, target);
    let name = game.battle.plane_name(usize::from(strike.plane));
    let (a, b) =
        dice.two_d6(|| format!("{name} attacks {}: {}", game.battle.tag(target), attack.in_words()))?;
    let result = attack.result(a + b);
    determination::note_fired_upon(&mut game.forces, &game.command, target);
    log.add(|| {
        let (who, rolled) = (game.battle.who(target), attack.rolled_in_words(a + b));
        let text = format!("{who}: {}. {name} attacks: {rolled}", result.symbol());
        Event::new(Tone::Success, strike.side, text, "12.3.5")
            .with(&attack.modifiers)
            .at(game.forces.cell(target))
    });
    cohesion::suffer(game, target, result, log);
    Ok(a + b)
}

/// The attacks that a side's aircraft may make now (12.3.2, 12.3.6, 12.3.7).
pub(in crate::rules::matg) fn air_choices(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    air: &Air,
    side: Side,
) -> Vec<Choice> {
    let mut choices = Vec::new();
    for (plane, flight) in
        air::planes(&forces.battle, air, side).filter(|(_, flight)| flight.is_overhead(now.number))
    {
        if flight.strafed != now.number && !due_loads(now, air, plane).is_empty() {
            choices.push(Choice::Bomb(plane as u8));
        }
        if flight.strafed == 0 && flight.bombed != now.number {
            let hurts = |&(id, _): &(Id, Cell)| air_attack(field, forces, plane, None, id).can_hurt();
            let targets = hidden::known_enemies(forces, side).filter(hurts);
            choices.extend(targets.map(|(id, _)| Choice::Strafe(plane as u8, forces.tag(id))));
        }
    }
    choices
}

/// The loads that an aircraft drops this turn.
fn due_loads(now: &Turn, air: &Air, plane: usize) -> Vec<u8> {
    let flight = &air.flights[plane];
    let due = |&load: &usize| {
        !flight.dropped[load] && flight.bombs[load].is_some_and(|(_, turn)| turn == now.number)
    };
    (0..flight.bombs.len()).filter(due).map(|load| load as u8).collect()
}

/// The anti-aircraft stands that may fire at an aircraft: in the fire posture, not yet fired, within
/// range of its target (12.3.4). Stands that may not fire at any distance are excluded (7.3.4, 7.4.5.2,
/// 12.2.2).
fn flak<'a>(
    field: &'a Field,
    forces: &'a Forces,
    now: &'a Turn,
    strike: &Strike,
) -> impl Iterator<Item = Id> + use<'a> {
    ["12.3.4", "7.3.4", "7.4.5.2", "12.2.2"].into_iter().for_each(applies);
    let at = strike.at;
    forces.on_board(strike.side.other()).map(|(id, _)| id).filter(move |&id| {
        let (unit, stand) = (forces.unit(id), forces.stand(id));
        let reach = unit.guns.iter().map(|(gun, _)| gun.he_range.max(gun.ap_range)).max().unwrap_or(0);
        unit.kind.class == Class::AntiAircraft
            && stand.posture == Posture::Fire
            && !stand.fired
            && !stand.lately.low
            && !field.is_working(id)
            && !forces.is_engaged(id)
            && !windows::holds_fire(&forces.battle, forces.side(id), now.number)
            && forces.cell(id).is_some_and(|from| {
                spotting::range(from, at) <= reach && !field.ground_at(from).has(Terrain::ImpactZone)
            })
    })
}

/// The cohesion roll of an anti-aircraft stand (12.3.4).
pub fn flak_profile(forces: &Forces, now: &Turn, command: &Command, id: Id) -> Test {
    cohesion::cohesion_profile(forces, now, command, id, "to fire at the aircraft", "12.3.4", [])
}

/// The cohesion roll of a strike: its side's cohesion, anti-aircraft fire, the target's terrain, and +3
/// for a second strafed stand (12.3.5, 12.3.6).
#[apply(rule, "12.3.5")]
pub fn strike_profile(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    strike: &Strike,
) -> Test {
    let mut modifiers = Vec::new();
    if strike.flak > 0 {
        modifiers.push(Modifier { value: strike.flak, label: "anti-aircraft fire", rule: "12.3.4" });
    }
    if strike.again {
        modifiers.push(Modifier { value: 3, label: "second stand strafed", rule: "12.3.6" });
    }
    // The terrain of a hidden stand does not count; it would give the stand away (S-240).
    if let Some(target) = forces.holder_of(strike.at).filter(|&id| !forces.is_hidden(id)) {
        modifiers.extend(combat::terrain_modifiers(field, forces, strike.at, target, true));
    }
    cohesion_test(
        "to press the attack",
        cohesion::level(&forces.battle, now, command, strike.side),
        modifiers,
        "12.3.5",
    )
}

/// Makes one of the two cohesion rolls of an air strike; the log uses these words for success and
/// failure.
#[apply(rule, "chart: air strikes")]
fn roll_strike(
    battle: &Battle,
    strike: &Strike,
    test: &Test,
    [success, failure]: [&str; 2],
    dice: &mut Dice,
    log: &mut Log,
) -> Result<bool, Ask> {
    let (name, need) = (battle.plane_name(usize::from(strike.plane)), test.passing_faces());
    let face = dice.roll(20, || format!("{name} {}: {need} or less", test.purpose))?;
    let passed = test.passes(face);
    log.add(|| {
        let (tone, outcome, sign) =
            if passed { (Tone::Success, success, "<=") } else { (Tone::Failure, failure, ">") };
        let text = format!("{name} {outcome}: D20 {face} {sign} {need}");
        Event::new(tone, strike.side, text, "12.3.5").with(&test.modifiers).at([strike.at])
    });
    Ok(passed)
}

/// A load's attack on a building, bridge or position: its HE without die roll modifiers (9.4, 11.4,
/// 11.5.8).
fn bomb(battle: &Battle, plane: usize, load: u8) -> Attack {
    let (_, he) = battle.aircraft[plane].loads().nth(usize::from(load)).unwrap_or((0, 0));
    column(i16::from(he))
}

/// The enemy stands adjacent to the strafed one (12.3.6).
fn adjacent_to_strafed(forces: &Forces, strike: &Strike) -> Vec<Id> {
    let enemies = hidden::known_enemies(forces, strike.side);
    enemies.filter(|&(_, cell)| board::adjacent(cell, strike.at)).map(|(id, _)| id).collect()
}

/// An aircraft's attack on a stand, strafing or with a load: AP or HE, against half defence for armour, a
/// quarter if open-topped (12.3.1, 12.3.7, 12.3.9). It counts as artillery (7.7, S-147).
#[apply(rule, "7.7", "12.3.1", "12.3.9")]
pub fn air_attack(field: &Field, forces: &Forces, plane: usize, load: Option<u8>, target: Id) -> Attack {
    let plane = &forces.battle.aircraft[plane];
    let strafing = (plane.kind.strafing_ap, plane.kind.strafing_he);
    let load = load.and_then(|load| plane.loads().nth(usize::from(load)));
    let (ap, he) = load.unwrap_or(strafing);
    let armoured = forces.unit(target).kind.armoured;
    let at = forces.cell(target).unwrap_or(Cell::new(0, 0));
    Attack {
        firepower: i16::from(if armoured { ap } else { he }),
        defence: shells::shelled_defence(field, forces, target),
        modifiers: combat::terrain_modifiers(field, forces, at, target, false),
        suppressing: true,
        artillery: true,
        armour_piercing: false,
        depletion: None,
        hot: false,
    }
}
