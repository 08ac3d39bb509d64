//! Manhandling Guns (6.5).

use crate::board::hex::Hex;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Target, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::fire::desperation;
use crate::rules::aslsk::ordnance::{acquisition, hidden};
use crate::rules::aslsk::shown::sum_in_words;
use crate::rules::aslsk::state::{Choice, Forces, Ground, Position, Whereabouts, names};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::tables::guns::{self, Ordnance, Size};
use crate::rules::aslsk::tables::modifiers::{self, Drm, List};
use crate::rules::aslsk::turn::movement::{self, Mover};
use crate::rules::aslsk::turn::rally::TWO_DICE;
use crate::rules::aslsk::turn::way::Way;
use crate::rules::aslsk::turn::{Frame, moving, stack};
use crate::side::Side;

/// Whether a Gun may be in a building: small Guns, and AT Guns that are not large (1.2.6).
pub fn fits_indoors(gun: &Ordnance) -> bool {
    gun.size == Size::Small || (gun.kind == guns::Kind::AT && gun.size != Size::Large)
}

/// Whether a Gun may be in a hex.
#[apply(rule, "1.2.6")]
pub fn gun_may_stand(ground: &Ground, forces: &Forces, weapon: u8, place: Place) -> bool {
    forces.weapon(weapon).gun().is_none_or(|gun| fits_indoors(gun) || !ground.map().terrain(place).building())
}

impl Ground {
    /// Manhandling costs double MF, without road bonus.
    #[apply(rule, "6.5")]
    fn push_way(&self, from: Option<Place>, to: Place) -> Way {
        let way = self.way(from, to, false);
        Way { cost: 2 * way.cost, road: false, ..way }
    }
}

/// Offers the hexes to which a stack may manhandle the Gun that one of its units mans; off-board, its
/// entry hexes.
pub(in crate::rules::aslsk) fn add_pushes(
    ground: &Ground,
    forces: &Forces,
    attacker: Side,
    mover: &Mover,
    from: Option<Place>,
    choices: &mut Vec<Choice>,
) {
    if mover.assault || (mover.started && !mover.pushes) {
        return;
    }
    let laden = |&id: &u8| forces.weapons_of(id).any(|weapon| forces.weapon(weapon).portage() > 0);
    let gun = mover
        .units
        .iter()
        .find_map(|&id| forces.mans(id))
        .filter(|&gun| forces.weapon(gun).gun().is_some_and(|gun| !gun.limbered));
    let Some(gun) = gun.filter(|_| !mover.units.iter().any(laden)) else { return };
    let mut add = |to: Place| {
        let free = !forces.occupied(to, attacker.other()) && forces.room(to, attacker, &mover.units);
        if free
            && gun_may_stand(ground, forces, gun, to)
            && stack::can_pay(forces, mover, &ground.push_way(from, to))
        {
            choices.push(Choice::Push(gun, ground.hex(to)));
        }
    };
    match from {
        Some(from) => ground.map().around(from).for_each(|(_, to)| add(to)),
        None => mover.units.first().into_iter().for_each(|&first| {
            movement::entry_hexes(forces, first).iter().for_each(|&to| add(to));
        }),
    }
}

/// The manhandling DR (6.5).
pub fn push_test(ground: &Ground, forces: &Forces, mover: &Mover, gun: u8, to: Place) -> Test {
    let number = forces.weapon(gun).gun().map_or(0, |gun| i16::from(gun.manhandling));
    Test::new(&TWO_DICE, Target::AtMost(number), "manhandling", "6.5")
        .modified(push_modifiers(ground, forces, mover, gun, to))
}

/// The DRM of the manhandling DR.
pub fn push_modifiers(ground: &Ground, forces: &Forces, mover: &Mover, gun: u8, to: Place) -> Vec<Modifier> {
    let from = forces.gun_place(gun);
    let way = ground.push_way(from, to);
    let holder = forces.weapon(gun).holder;
    let help = |id: &u8| {
        let extra = i16::from(Some(*id) != holder);
        match forces.unit(*id).data().kind {
            Kind::Leader => 0,
            // The manning crew does not help itself; a squad in its place counts 1.
            Kind::Squad => -1 - extra,
            Kind::HalfSquad | Kind::Crew => -extra,
        }
    };
    let most = modifiers::fixed(List::Manhandling, Drm::MostHelp).value;
    let helped: i16 = mover.units.iter().map(help).sum::<i16>().max(most);
    let leaders = mover.units.iter().filter(|&&id| forces.unit(id).leader());
    let led = leaders.map(|&id| forces.unit(id).leadership()).min();
    // Roads extend off-board (3.3j).
    let by_road =
        from.map_or_else(|| ground.way(None, to, false).road, |from| ground.map().road_between(from, to));
    // Half MF are rounded up.
    let spent = i16::from(way.cost.div_ceil(2));
    let lines = [
        modifiers::of(List::Manhandling, Drm::Tem, ground.map().terrain(to).row().tem),
        modifiers::of(List::Manhandling, Drm::Movement, spent),
        modifiers::of(List::Manhandling, Drm::HalfSquad, helped),
        by_road.then(|| modifiers::fixed(List::Manhandling, Drm::Road)),
        modifiers::of(List::Manhandling, Drm::Leadership, led.unwrap_or(0)),
    ];
    lines.into_iter().flatten().collect()
}

/// Manhandles a Gun: below its M# it may move on, equal to it it stops, above it nothing moves.
pub(in crate::rules::aslsk) fn push_gun(
    position: &mut Position,
    mut mover: Mover,
    gun: u8,
    hex: Hex,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(to) = position.ground.map().place(hex) else { return Ok(()) };
    let from = position.forces.gun_place(gun);
    let number = position.forces.weapon(gun).gun().map_or(0, |gun| i16::from(gun.manhandling));
    moving::start(&mut position.forces, &mut mover);
    mover.pushes = true;
    mover.units.iter().for_each(|&id| hidden::reveal(&position.ground, &mut position.forces, id, log));
    position.forces.forget_target(gun);
    let test = push_test(&position.ground, &position.forces, &mover, gun, to);
    let drm = test.modifier();
    let ask =
        || format!("manhandle {} (M{number})", names::called_weapon(&position.ground, &position.forces, gun));
    let original = i16::from(dice.roll(6, ask)? + dice.roll(6, ask)?);
    let result = original + drm;
    log.add(|| {
        let word = match result.cmp(&number) {
            std::cmp::Ordering::Less => "moves",
            std::cmp::Ordering::Equal => "moves and stops",
            std::cmp::Ordering::Greater => "does not move",
        };
        let sum = sum_in_words(original, drm);
        let text =
            format!("{} manhandled: {sum} vs M{number}, {word}", position.forces.weapon(gun).short_name());
        Event::new(Tone::Plain, position.turn.attacker, text, "6.5").with(&test.modifiers)
    });
    mover.units.iter().for_each(|&id| position.forces.unit_mut(id).pushing = true);
    if result > number
        || runs_into_hidden_gun(&position.ground, &mut position.forces, to, position.turn.attacker, log)
    {
        return Ok(());
    }
    let way = position.ground.push_way(from, to);
    mover.stopped = result == number;
    mover.road = false;
    mover.enter();
    mover.motion = Motion { moves: true, assault: false, road: false, crest: way.crest };
    for &id in &mover.units {
        position.forces.unit_mut(id).at = Whereabouts::On(to);
        position.forces.unit_mut(id).on_road = false;
        acquisition::track(&position.ground, &mut position.forces, id);
    }
    let weapon = position.forces.weapon_mut(gun);
    weapon.moved = true;
    weapon.carriage.emplaced = false;
    desperation::place_dm(&position.ground, &mut position.forces);
    position.spend(mover, way.cost, dice, log)?;
    // Its CA may change before the DEFENDER fires.
    position.turn.frames.push(Frame::Facing { weapon: gun, setting_up: false });
    Ok(())
}

/// A unit that tries to enter the hex of a hidden Gun stays in its own and ends its move; the Gun loses
/// HIP (6.4).
pub fn runs_into_hidden_gun(
    ground: &Ground,
    forces: &mut Forces,
    to: Place,
    side: Side,
    log: &mut Log,
) -> bool {
    let there = forces.hidden_at(to, side.other());
    there.iter().for_each(|&id| hidden::reveal(ground, forces, id, log));
    !there.is_empty()
}

impl Forces {
    /// A unit that moves without manhandling leaves its Gun behind (4a, 6.5).
    #[apply(rule, "4a", "6.5")]
    pub fn leave_guns(&mut self, id: u8) {
        let place = self.unit(id).place();
        let guns: Vec<u8> =
            self.weapons_of(id).filter(|&weapon| self.weapon(weapon).gun().is_some()).collect();
        guns.into_iter().for_each(|gun| self.drop_weapon(gun, place));
    }
}
