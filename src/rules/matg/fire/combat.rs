//! 7.1 to 7.3: the conditions, modifiers and column of an attack, all worked out before a die is rolled.

use super::arcs;
use super::charts::CombatResult;
use crate::board::{self, Cell};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::artillery::windows;
use crate::rules::matg::catalog::Gun;
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::fire::{bearing, flame, special};
use crate::rules::matg::ground::terrain::{Terrain, When};
use crate::rules::matg::ground::weather;
use crate::rules::matg::movement::{riders, special as movement_special};
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::{Battle, GunUse, Optional};
use crate::rules::matg::state::choice::{Posture, Weapon};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position, Stand};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::water::boats;
use crate::rules::matg::works::positions;

pub use super::attack::{Attack, Occasion, Shot, outcome_of, outcome_of_shells, range_modifier, share_of};

impl Stand {
    /// Whether a stand moves at the road rate, so that the terrain beside the road is ignored (9.1.4).
    #[apply(rule, "9.1.4")]
    pub(in crate::rules::matg) fn is_on_road(&self) -> bool {
        self.on_road && self.posture != Posture::Fire
    }
}

impl Battle {
    /// A stand's weapon by number; small arms if it has no such weapon.
    pub fn gun(&self, id: Id, number: u8) -> &Gun {
        match self.unit(id).guns.get(usize::from(number)) {
            Some((gun, _)) => gun,
            None => &self.army(self.side(id)).small_arms,
        }
    }

    /// A stand's weapon; small arms have the values of its nation's infantry HQ.
    pub fn weapon(&self, id: Id, weapon: Weapon) -> &Gun {
        match weapon.gun() {
            Some(number) => self.gun(id, number),
            None => &self.army(self.side(id)).small_arms,
        }
    }
}

impl Forces {
    /// Rolls on the Combat Results Table and logs the result; the caller applies it.
    ///
    /// # Errors
    /// If a die face is missing.
    pub fn roll_attack(
        &mut self,
        attacker: Id,
        target: Id,
        attack: &Attack,
        rule: &'static str,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<CombatResult, Ask> {
        Ok(self.throw_attack(attacker, target, attack, rule, dice, log)?.1)
    }

    /// [`Forces::roll_attack`] that also returns the unmodified 2D6.
    ///
    /// # Errors
    /// If a die face is missing.
    pub(in crate::rules::matg) fn throw_attack(
        &mut self,
        attacker: Id,
        target: Id,
        attack: &Attack,
        rule: &'static str,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(u8, CombatResult), Ask> {
        let (a, b) = dice.two_d6(|| {
            format!("{} attacks {}: {}", self.tag(attacker), self.tag(target), attack.in_words())
        })?;
        let result = attack.result(a + b);
        log.add(|| {
            let tone = if result == CombatResult::None { Tone::Failure } else { Tone::Success };
            let text = format!(
                "{}: {}. {} attacks: {}",
                self.battle.who(target),
                result.symbol(),
                self.tag(attacker),
                attack.rolled_in_words(a + b)
            );
            let what = format!("fires at {}", self.battle.who(target));
            let chance = 1.0 - attack.odds().chance(&CombatResult::None);
            Event::new(tone, self.side(attacker), text, rule)
                .deed(self.battle.who(attacker), what, format!("{}, 2D6 {}", result.symbol(), a + b))
                .likely(chance)
                .with(&attack.modifiers)
                .at(self.cell(attacker))
                .at(self.cell(target))
        });
        applies("10.14");
        if attack.depletion.is_some_and(|limit| a + b <= limit) {
            self.stand_mut(attacker).depleted = true;
            log.add(|| {
                let text = format!("{} is out of AP ammunition", self.battle.who(attacker));
                Event::new(Tone::Loss, self.side(attacker), text, "10.14").at(self.cell(attacker))
            });
        }
        self.use_up_improved_ammunition(attacker, attack.armour_piercing, a + b, log);
        Ok((a + b, result))
    }
}

impl Turn {
    /// Whether a tracked vehicle is climbing a hedgerow with this step and exposes its belly (9.3.2).
    #[apply(rule, "9.3.2")]
    fn exposes_belly(&self, id: Id) -> bool {
        self.mover().is_some_and(|mover| mover.stand == id && mover.belly)
    }
}

/// A stand's shot at a target with both its rolls (7.1.6 to 7.1.10).
#[apply(rule, "7.1.10")]
pub fn shot(game: &Position, firer: Id, weapon: Weapon, target: Id, occasion: Occasion) -> Shot {
    let from = game.forces.cell(firer).unwrap_or(Cell::new(0, 0));
    let to = bearing::aimed_at(game, firer, weapon, target, occasion).unwrap_or(from);
    let posture = (game.forces.stand(firer).posture == Posture::FireMove).then_some(Modifier {
        value: 3,
        label: "fire/move posture",
        rule: "7.1.6",
    });
    let covering = (occasion == Occasion::Covering).then_some(Modifier {
        value: 3,
        label: "covering fire",
        rule: "8.6.3",
    });
    let at_zero = occasion == Occasion::Overrun;
    let terrain = |cohesion| {
        if at_zero {
            Vec::new()
        } else {
            terrain_modifiers(&game.field, &game.forces, from, target, cohesion)
        }
    };
    let to_fire = cohesion::cohesion_profile(
        &game.forces,
        &game.now,
        &game.command,
        firer,
        "to fire",
        "7.1.6",
        posture
            .into_iter()
            .chain(covering)
            .chain(game.forces.stand(firer).second_shot())
            .chain(terrain(true))
            .chain(weather::weather_to_fire(&game.battle)),
    );
    let at_position = match weapon {
        Weapon::AtPosition(_) => positions::position_defence(&game.field, &game.forces, target),
        Weapon::Gun(_) | Weapon::SmallArms | Weapon::Heat(_) | Weapon::Hunt(_) => None,
    };
    let armoured = game.battle.unit(target).kind.armoured || at_position.is_some();
    let gun = game.battle.weapon(firer, weapon);
    let range = if at_zero { 0 } else { spotting::range(from, to) };
    let usage = weapon.gun().and_then(|number| game.battle.unit(firer).guns.get(usize::from(number)));
    let dual = usage.is_some_and(|(_, usage)| *usage == GunUse::DualPurpose);
    let mut modifiers = terrain(false);
    modifiers.extend(range_modifier(range, dual));
    modifiers.extend(special::close_to_prey(weapon, range));
    let special = special::special_power(weapon, gun);
    let attack = Attack {
        firepower: special.unwrap_or_else(|| movement_special::firepower(&game.forces, firer, gun, armoured)),
        defence: at_position
            .unwrap_or_else(|| defence_against(&game.field, &game.forces, &game.now, target, from, occasion)),
        modifiers,
        suppressing: game.battle.unit(firer).support && weapon != Weapon::SmallArms,
        artillery: false,
        armour_piercing: armoured && special.is_none(),
        depletion: gun.notes.depletion.filter(|_| armoured && special.is_none()),
        hot: game.battle.plays(Optional::HotShot),
    };
    Shot { firer, weapon, target, to_fire, attack }
}

/// Resolves one shot: cohesion roll to fire, combat roll, effect. If the target is already gone, the
/// firer still counts as having fired (7.1.5).
///
/// # Errors
/// If a die face is missing.
#[apply(rule, "7.1.5")]
pub fn resolve_shot(
    game: &mut Position,
    shot: &Shot,
    rule: &'static str,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<CombatResult, Ask> {
    let turn = game.now.number;
    let second = game.forces.stand(shot.firer).fired;
    let firer = game.forces.stand_mut(shot.firer);
    firer.fired = true;
    firer.last_fired = turn;
    riders::note_carrier_fired(&game.forces, &mut game.now, shot.firer);
    if game.forces.states(shot.target).eliminated {
        game.forces.record_shot_effect(shot.firer, shot.target, second, CombatResult::None);
        return Ok(CombatResult::None);
    }
    let roll = cohesion::roll_cohesion(&game.forces, shot.firer, &shot.to_fire, dice, log)?;
    game.forces.run_low(shot.firer, roll.face, log);
    if !roll.passed {
        game.forces.record_shot_effect(shot.firer, shot.target, second, CombatResult::None);
        return Ok(CombatResult::None);
    }
    special::record_volley(&game.battle, &mut game.now, shot.firer, shot.target);
    determination::note_fired_upon(&mut game.forces, &game.command, shot.target);
    let attack = shot.attack.after(roll.face);
    let result = game.forces.roll_attack(shot.firer, shot.target, &attack, rule, dice, log)?;
    game.forces.record_shot_effect(shot.firer, shot.target, second, result);
    game.forces.use_up_heat(shot.firer, shot.weapon, log);
    cohesion::suffer(game, shot.target, result, log);
    flame::roll_against_flames(&mut game.field, &game.forces, &game.now, &game.command, shot, dice, log)?;
    Ok(result)
}

/// Whether a stand may fire at all in this kind of fire (7.1.4, 8.5.1, 8.6.1, 8.4.9).
#[apply(rule, "7.1.4", "8.5.1", "8.6.1")]
pub fn may_fire(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    occasion: Occasion,
) -> bool {
    let stand = forces.stand(id);
    let posture = match occasion {
        Occasion::Covering => stand.posture == Posture::Fire,
        _ => stand.posture != Posture::Move,
    };
    let Some(cell) = forces.cell(id) else { return false };
    // A broken stand counts as moving, but may fire in the fire phase if it was fired at (12.1.5).
    let posture = if determination::is_shaken(&forces.battle, command, id) {
        occasion == Occasion::Standard
    } else {
        posture
    };
    if determination::must_hold_fire(forces, command, id) {
        return false;
    }
    if stand.posture == Posture::Move && forces.pace(id).0 == 0 {
        applies("8.3.8");
    }
    if forces.unit(id).is_artillery() && forces.unit(id).guns.len() > 1 {
        applies("10.7.1");
    }
    if forces.is_mounted(id) {
        applies("10.10.7");
        return false;
    }
    if special::is_low_on_ammunition(forces, now, id, occasion) {
        return false;
    }
    if windows::holds_fire(&forces.battle, forces.side(id), now.number) {
        return false;
    }
    if field.ground_at(cell).has(Terrain::ImpactZone) {
        applies("7.4.5.2");
        return false;
    }
    posture
        && (!stand.fired || special::may_fire_again(forces, id))
        && !field.is_working(id)
        && !forces.unit(id).guns.is_empty()
}

/// The target's terrain modifiers, for the cohesion roll or for the combat roll (6.3.3, 9.1, chart).
pub fn terrain_modifiers(
    field: &Field,
    forces: &Forces,
    from: Cell,
    target: Id,
    cohesion: bool,
) -> Vec<Modifier> {
    terrain_modifiers_by_row(field, forces, from, target, cohesion)
        .into_iter()
        .map(|(_, modifier)| modifier)
        .collect()
}

/// [`terrain_modifiers`], each with its row of the chart.
#[apply(rule, "6.3.3", "9.1.1")]
pub(in crate::rules::matg) fn terrain_modifiers_by_row(
    field: &Field,
    forces: &Forces,
    from: Cell,
    target: Id,
    cohesion: bool,
) -> Vec<(Terrain, Modifier)> {
    let Some(to) = riders::target_cell(forces, target) else { return Vec::new() };
    let stand = forces.stand(target);
    let personnel = forces.unit(target).is_personnel();
    let adjacent = board::adjacent(from, to);
    let mut modifiers = Vec::new();
    for terrain in field.ground_at(to).rows() {
        if !positions::has_benefit(field, forces, target, terrain) {
            continue;
        }
        let row = terrain.row();
        if forces.stand(target).is_on_road() && lies_beside_road(terrain)
            || terrain == Terrain::Minefield && field.has_hidden_mines(to)
        {
            continue;
        }
        let counts = match row.when {
            When::Always => true,
            When::Moving => stand.posture == Posture::Move,
            When::Crest => fire_crosses_crest(&forces.battle, from, to),
            When::Smoke | When::Into => true,
        };
        let conceals = cohesion && row.concealing;
        if conceals {
            applies("6.3.2");
        }
        if cohesion && stand.fired {
            applies("6.3.4");
        }
        if conceals && adjacent {
            applies("6.4.2");
        }
        let seen = conceals && (stand.fired || adjacent);
        let value = if personnel { row.personnel } else { row.others };
        match terrain {
            Terrain::Bocage => ["9.3.1", "chart: hedgerow"].into_iter().for_each(applies),
            Terrain::Wreck => applies("9.2"),
            Terrain::Smoke => applies("7.4.7.1.4"),
            _ => {}
        }
        if counts && !seen && value != 0 {
            let modifier = Modifier { value, label: row.label, rule: "chart: terrain" };
            modifiers.push((terrain, modifier));
        }
    }
    if field.ground_at(from).has(Terrain::Smoke) && !field.ground_at(to).has(Terrain::Smoke) {
        applies("7.4.7.1.4");
        let modifier = Modifier { value: 3, label: "out of smoke", rule: "7.4.7.1" };
        modifiers.push((Terrain::Smoke, modifier));
    }
    modifiers
}

/// Terrain beside the road does not affect a stand on it, for better or worse (9.1.4, chart note $).
const fn lies_beside_road(terrain: Terrain) -> bool {
    use Terrain::{BarbedWire, ImpactZone, Minefield, Smoke, Wreck};
    !matches!(terrain, BarbedWire | Minefield | Wreck | Smoke | ImpactZone)
}

/// Whether fire comes from below the hilltop, or enters the crest square from lower ground (chart note
/// **, S-7). Fire from higher ground never does.
fn fire_crosses_crest(battle: &Battle, from: Cell, to: Cell) -> bool {
    let height = battle.level(to);
    if battle.level(from) > height {
        return false;
    }
    battle.level(from) < height
        || board::line(to, from).next().is_some_and(|crossing| battle.level(crossing.cell) < height)
}

/// The defence of a target against standard fire (7.1.8, 7.3.1).
#[apply(rule, "7.1.8", "7.3.1")]
#[apply(rule, "12.5" if riders::ridden_by(forces, target).is_some())]
pub fn defence_against(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    target: Id,
    from: Cell,
    occasion: Occasion,
) -> i16 {
    if riders::ridden_by(forces, target).is_some() {
        return crate::rules::matg::movement::riders::EXPOSED;
    }
    let (unit, stand) = (forces.unit(target), forces.stand(target));
    let printed = movement_special::printed_defence(forces, target);
    let Some(to) = forces.cell(target) else { return printed };
    if unit.kind.armoured {
        let front = arcs::in_front(stand.facing, to, from);
        if now.exposes_belly(target) && (front || occasion == Occasion::Overrun) {
            return share_of(printed, 4);
        }
        return if occasion == Occasion::Overrun || !front { share_of(printed, 2) } else { printed };
    }
    if let Some(defence) = boats::boat_defence(field, forces, target) {
        return defence;
    }
    match (unit.is_personnel(), stand.posture) {
        (true, Posture::Fire) => printed,
        (true, _) => exposed(printed),
        (false, _) => weapon_defence(printed),
    }
}

/// The defence of personnel that move.
#[apply(rule, "10.3")]
fn exposed(printed: i16) -> i16 {
    printed / 2
}

/// The defence of a weapon stand, whatever its posture.
#[apply(rule, "10.5")]
fn weapon_defence(printed: i16) -> i16 {
    printed
}
