//! 8.10.1.3 and 8.10.2.4, last steps: drift, touchdown, and stands that are already there.

use super::landing_chart::{self, Distance, Manner};
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Side, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::assault::close_assault;
use crate::rules::matg::catalog::Class;
use crate::rules::matg::command::cohesion;
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::movement::set_up;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::{Battle, GunUse, Unit};
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;

impl Unit {
    /// Whether a stand counts as anti-aircraft: by its class, or as a dual-purpose gun.
    pub fn is_anti_aircraft(&self) -> bool {
        let unit = self;
        unit.kind.class == Class::AntiAircraft
            || unit.guns.iter().any(|(_, usage)| *usage == GunUse::DualPurpose)
    }
}

/// Touches down: the ground, then a stand that is already there. Returns whether the stand is unhurt and
/// met no other.
pub(super) fn touch_down(
    game: &mut Position,
    id: Id,
    cell: Cell,
    group: u8,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<bool, Ask> {
    let manner = game.battle.landing(group).manner;
    let ground = game.field.ground_at(cell);
    let effects = landing_chart::landing_effects(ground, manner);
    let result = if effects.is_deadly() {
        CombatResult::E
    } else {
        let profile = ground_profile(&game.forces, &game.now, &game.command, id, cell, group);
        let passed = cohesion::roll_cohesion(&game.forces, id, &profile, dice, log)?.passed;
        if passed { effects.pass } else { effects.fail }
    };
    log.add(|| {
        let tone = if result == CombatResult::None { Tone::Plain } else { Tone::Loss };
        let text = format!("{} lands at {cell} in {ground}: {}", game.battle.who(id), result.symbol());
        Event::new(tone, game.battle.side(id), text, "chart: landing terrain").at([cell])
    });
    cohesion::suffer(game, id, result, log);
    if game.forces.stand(id).place == Place::Lost {
        return Ok(false);
    }
    let Some(other) = game.forces.holder_of(cell) else {
        game.forces.put(id, cell);
        let stand = game.forces.stand(id);
        return Ok(!stand.suppressed && !stand.disorganized);
    };
    let meeting = Meeting { id, other, cell, rule: ground_rule(manner) };
    if game.battle.side(other) == game.battle.side(id) {
        meet_friend(game, meeting, dice, log)?;
    } else {
        meet_enemy(game, meeting, dice, log)?;
    }
    Ok(false)
}

/// A stand that lands in the square of another.
#[derive(Copy, Clone)]
struct Meeting {
    /// The stand that lands.
    id: Id,
    /// The stand that is there.
    other: Id,
    cell: Cell,
    rule: &'static str,
}

fn meet_friend(game: &mut Position, meeting: Meeting, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let Meeting { id, other, rule, .. } = meeting;
    if !place_beside(game, meeting, dice, log)? {
        return Ok(());
    }
    for stand in [id, other] {
        let profile = cohesion::cohesion_profile(
            &game.forces,
            &game.now,
            &game.command,
            stand,
            "to keep order",
            rule,
            [],
        );
        if !cohesion::roll_cohesion(&game.forces, stand, &profile, dice, log)?.passed {
            cohesion::suffer(game, stand, CombatResult::SParens, log);
        }
    }
    Ok(())
}

fn meet_enemy(game: &mut Position, meeting: Meeting, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let Meeting { id, other: defender, cell, rule } = meeting;
    let profile = cohesion::cohesion_profile(
        &game.forces,
        &game.now,
        &game.command,
        defender,
        "to hold its ground",
        rule,
        [],
    );
    if cohesion::roll_cohesion(&game.forces, defender, &profile, dice, log)?.passed {
        cohesion::eliminate(game, id, log);
        cohesion::suffer(game, defender, CombatResult::S, log);
        return Ok(());
    }
    if !place_beside(game, meeting, dice, log)? || game.battle.unit(defender).is_unarmed() {
        return Ok(());
    }
    log.add(|| {
        let text = format!("{} close assaults {}", game.battle.who(defender), game.battle.who(id));
        Event::new(Tone::Plain, game.battle.side(defender), text, rule).at([cell]).at(game.forces.cell(id))
    });
    game.forces.stand_mut(id).posture = Posture::Fire;
    game.now.assaults.push((defender, id));
    close_assault::resolve_close_assault(game, id, Some(defender), dice, log)
}

/// Places a landing stand beside an occupied square, in the direction of a D8 or the next free one
/// clockwise. Without room it is lost. Returns whether it is placed.
fn place_beside(game: &mut Position, meeting: Meeting, dice: &mut Dice, log: &mut Log) -> Result<bool, Ask> {
    let Meeting { id, cell, rule, .. } = meeting;
    let face = dice.roll(8, || format!("side on which {} lands", game.battle.tag(id)))?;
    let wind = Compass::from_d8(face);
    let around = (0..8).map(|turn| cell.step(wind.turned(turn)));
    let room = around.into_iter().find(|&next| {
        game.battle.grid.contains(next)
            && game.forces.holder_of(next).is_none()
            && set_up::may_stand_on(&game.field, &game.forces, id, next)
    });
    log.add(|| {
        let place = room.map_or("it has no room".to_owned(), |next| format!("it is placed at {next}"));
        let text = format!("{} lands on an occupied square: {place}. D8 {face}", game.battle.who(id));
        Event::new(Tone::Plain, game.battle.side(id), text, rule).at([cell])
    });
    match room {
        Some(next) => game.forces.put(id, next),
        None => cohesion::eliminate(game, id, log),
    }
    Ok(room.is_some())
}

/// A roll by its number alone, without naturals (8.10.1.3.1, 8.10.1.3.2).
#[apply(rule, "8.10.1.3.2")]
pub(super) fn roll_by_number(
    battle: &Battle,
    id: Id,
    profile: &Test,
    cell: Cell,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(u8, bool), Ask> {
    let need = profile.need().clamp(0, 20);
    let face = dice.roll(20, || format!("{} {}: {need} or less", battle.tag(id), profile.purpose))?;
    let passed = i16::from(face) <= need;
    log.add(|| {
        let (tone, word) = if passed { (Tone::Success, "passed") } else { (Tone::Failure, "failed") };
        let text =
            format!("{} {}: {word}. D20 {face}, needs {need} or less", battle.who(id), profile.purpose);
        Event::new(tone, battle.side(id), text, profile.rule).with(&profile.modifiers).at([cell])
    });
    Ok((face, passed))
}

/// Rolls 1D8 for the direction of drift, then the dice of a table for the inches; `None` if off the
/// board.
pub(super) fn drift(
    battle: &Battle,
    id: Id,
    from: Cell,
    distance: &Distance,
    rule: &'static str,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Option<Cell>, Ask> {
    let wind = Compass::from_d8(dice.roll(8, || format!("direction in which {} drifts", battle.tag(id)))?);
    let mut faces = Vec::new();
    for _ in 0..distance.dice {
        let purpose = || format!("inches that {} drifts, {}", battle.tag(id), distance.in_words());
        faces.push(dice.roll(distance.sides, purpose)?);
    }
    let inches = distance.inches(faces.iter().sum());
    let to = from.shifted(wind, i16::from(inches));
    let on_board = battle.grid.contains(to);
    log.add(|| {
        let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
        let end = if on_board { format!("to {to}") } else { "off the board".to_owned() };
        let text = format!(
            "{} drifts {inches} inches {wind} {end}: {} {}",
            battle.who(id),
            distance.in_words(),
            faces.join("+")
        );
        Event::new(Tone::Plain, battle.side(id), text, rule).at([from])
    });
    Ok(on_board.then_some(to))
}

/// Whether the enemy of `side` has an anti-aircraft stand on the board.
pub(super) fn faces_anti_aircraft(forces: &Forces, side: Side) -> bool {
    forces.on_board(side.other()).any(|(id, _)| forces.unit(id).is_anti_aircraft())
}

/// Whether the enemy of `side` has an anti-aircraft stand in range of a cell.
#[apply(rule, "8.10.1.3.2")]
pub(super) fn is_under_anti_aircraft(forces: &Forces, side: Side, cell: Cell) -> bool {
    forces.on_board(side.other()).any(|(id, at)| {
        let reach = forces.unit(id).guns.iter().map(|(gun, _)| gun.he_range.max(gun.ap_range)).max();
        forces.unit(id).is_anti_aircraft() && reach.is_some_and(|reach| spotting::range(at, cell) <= reach)
    })
}

/// The landing cohesion roll on the ground of a cell (8.10.1.3.3, 8.10.2.4.4).
pub fn ground_profile(forces: &Forces, now: &Turn, command: &Command, id: Id, cell: Cell, group: u8) -> Test {
    let landing = forces.battle.landing(group);
    let rule = ground_rule(landing.manner);
    let night = landing.conditions.night.then_some(Modifier { value: 2, label: "night", rule });
    let flak = is_under_anti_aircraft(forces, landing.side, cell).then_some(Modifier {
        value: 1,
        label: "anti-aircraft stand in range",
        rule,
    });
    cohesion::cohesion_profile(
        forces,
        now,
        command,
        id,
        "to land safely",
        rule,
        night.into_iter().chain(flak),
    )
}

/// The step of the procedure that deals with the ground and with stands that are already there.
const fn ground_rule(manner: Manner) -> &'static str {
    match manner {
        Manner::Parachute => "8.10.1.3.3",
        Manner::Glider => "8.10.2.4.4",
    }
}
