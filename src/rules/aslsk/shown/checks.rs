//! Previews of every roll that is not fire: rally, recovery, repair, Smoke grenades, Residual FP, DC, Interdiction
//! and CC.

use crate::board::hex::Hex;
use crate::game::view::PreviewRoll;
use crate::game::{Preview, Reading, Row, Target, Test};
use crate::odds::Distribution;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::Firepower;
use crate::rules::aslsk::calculator::close_combat::CloseCombatResult;
use crate::rules::aslsk::calculator::fate::{Checked, Fate, morale_check, rolls};
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::fire::{plan, stack};
use crate::rules::aslsk::ordnance::manhandling;
use crate::rules::aslsk::state::{Choice, Forces, Ground, Position, Whereabouts, names};
use crate::rules::aslsk::tables::fire::{Column, Effect};
use crate::rules::aslsk::tables::weapons;
use crate::rules::aslsk::turn::close_combat::ambush::{self, ambusher};
use crate::rules::aslsk::turn::close_combat::{Melee, Strike, designating, striking};
use crate::rules::aslsk::turn::movement::Mover;
use crate::rules::aslsk::turn::rally::{self, TWO_DICE};
use crate::rules::aslsk::turn::rout::{Routing, fleeing, interdiction};
use crate::rules::aslsk::turn::{Frame, first_fire, moving};
use crate::rules::aslsk::weapons::charges;
use crate::side::Side;

/// The tests that a choice would roll, other than fire.
pub(super) fn preview(position: &Position, frame: &Frame, choice: Choice) -> Option<Preview> {
    let Position { ground, forces, .. } = position;
    match (choice, frame) {
        (Choice::Recover(id, _), Frame::Rally(..)) => Some(recovery(ground, forces, id, forces.unit(id).cx)),
        (Choice::Repair(weapon), _) => Some(repair(ground, forces, weapon)),
        (Choice::SelfRally(id), _) => Some(rally(ground, forces, id, None)),
        (Choice::Rally(leader, id), _) => Some(rally(ground, forces, id, Some(leader))),
        (choice, Frame::Mover(mover)) => moving(position, mover, choice),
        (Choice::Go(hex), Frame::Routing(routing)) => interdiction(position, routing, hex, false),
        (Choice::Beside(hex), Frame::Routing(routing)) => interdiction(position, routing, hex, true),
        (Choice::Explode(hex), _) => charges(position, Some(ground.map().place(hex)?)),
        (Choice::Done, Frame::Fire(Mode::Advancing, _)) => charges(position, None),
        (Choice::Combat(hex), _) => ambush(position, ground.map().place(hex)?),
        (Choice::Done, Frame::Ranks(ranks)) => ambush(position, ranks.place),
        (choice, Frame::Melee(melee)) => close_combat(ground, forces, melee, choice),
        _ => None,
    }
}

/// One roll with two results: the word for failure and the word for success.
fn passes(who: String, test: Test, [no, yes]: [&str; 2]) -> Preview {
    let chance = test.chance();
    let result = vec![(no.to_owned(), 1.0 - chance), (yes.to_owned(), chance)];
    Preview { rolls: vec![PreviewRoll::new(who, test)], result, ..Preview::default() }
}

fn recovery(ground: &Ground, forces: &Forces, id: u8, cx: bool) -> Preview {
    passes(names::called(ground, forces, id), rally::recovery_test(cx), ["no recovery", "recovered"])
}

fn repair(ground: &Ground, forces: &Forces, weapon: u8) -> Preview {
    let test = rally::repair_test(forces, weapon);
    let mut preview = passes(names::called_weapon(ground, forces, weapon), test, ["no repair", "repaired"]);
    preview.result[0].1 -= 1.0 / 6.0;
    preview.result.insert(1, ("eliminated (6)".to_owned(), 1.0 / 6.0));
    preview
}

/// A rally DR: an original 12 is Casualty Reduction, whether it rallies or not.
fn rally(ground: &Ground, forces: &Forces, id: u8, leader: Option<u8>) -> Preview {
    let test = rally::rally_test(ground, forces, id, leader);
    let twelve = 1.0 / 36.0;
    let mut preview = passes(names::called(ground, forces, id), test, ["stays broken", "rallies"]);
    if preview.rolls[0].test.read(&[6, 6]).reading == Reading::Pass {
        preview.remarks.push("an original 12 is Casualty Reduction too (3.1f)".to_owned());
    } else {
        preview.result[0].1 -= twelve;
        preview.result.insert(1, ("Casualty Reduction (12)".to_owned(), twelve));
    }
    if leader.is_none() && forces.mmc(id) {
        preview.remarks.push("an original 2 may create a leader (5.3)".to_owned());
    }
    preview
}

/// Manhandling, grenades, recovery, and the Residual FP in the hex where MF are spent.
fn moving(position: &Position, mover: &Mover, choice: Choice) -> Option<Preview> {
    let Position { ground, forces, .. } = position;
    let cx = |id: u8| forces.unit(id).cx || (mover.double && !mover.started);
    let here = || mover.units.first().and_then(|&id| forces.unit(id).place());
    match choice {
        Choice::Push(gun, hex) => {
            let to = ground.map().place(hex)?;
            let test = manhandling::push_test(ground, forces, mover, gun, to);
            let exactly =
                test.each(|faces| test.read(faces).modified == test.base().unwrap_or(0)).chance(&true);
            let mut preview = passes(String::new(), test, ["does not move", "moves"]);
            preview.result[1].1 -= exactly;
            preview.result.insert(1, ("moves and stops".to_owned(), exactly));
            Some(preview)
        }
        Choice::Smoke(id, _) => {
            let test = moving::grenade_test(forces, id, cx(id));
            let mut preview = passes(names::called(ground, forces, id), test, ["no Smoke", "Smoke placed"]);
            preview.remarks.push("on a 6 the MPh of the unit ends (3.3h)".to_owned());
            Some(with_residual(position, mover, here()?, mover.motion, preview))
        }
        Choice::Recover(id, _) => {
            let preview = recovery(ground, forces, id, cx(id));
            Some(with_residual(position, mover, here()?, mover.motion, preview))
        }
        Choice::Charge(..) => {
            Some(with_residual(position, mover, here()?, mover.motion, Preview::default())).filter(rolls_dice)
        }
        Choice::Go(hex) => entering(position, mover, hex, false),
        Choice::Beside(hex) => entering(position, mover, hex, true),
        _ => None,
    }
}

fn rolls_dice(preview: &Preview) -> bool {
    !preview.rolls.is_empty()
}

/// Residual FP in the hex that a stack enters (3.3.1h).
fn entering(position: &Position, mover: &Mover, hex: Hex, beside: bool) -> Option<Preview> {
    let Position { ground, forces, .. } = position;
    let to = ground.map().place(hex)?;
    ground.residual.iter().find(|(there, _)| *there == to)?;
    let from = mover.units.first().and_then(|&id| forces.unit(id).place());
    let way = ground.way(from, to, beside);
    let mut then = position.clone();
    mover.units.iter().for_each(|&id| then.forces.unit_mut(id).at = Whereabouts::On(to));
    let mut mover = mover.clone();
    mover.enter();
    let motion = Motion { moves: true, assault: mover.assault, road: way.road, crest: way.crest };
    Some(with_residual(&then, &mover, to, motion, Preview::default())).filter(rolls_dice)
}

/// Adds the attacks of Residual FP in a hex.
fn with_residual(
    position: &Position,
    mover: &Mover,
    place: Place,
    motion: Motion,
    mut preview: Preview,
) -> Preview {
    let Position { ground, forces, .. } = position;
    let Some(&(_, left)) = ground.residual.iter().find(|(there, _)| *there == place) else {
        return preview;
    };
    let motion = if motion.moves {
        motion
    } else {
        Motion { moves: true, assault: mover.assault, ..Motion::default() }
    };
    let mut mover = Mover { motion, ..mover.clone() };
    for attack in first_fire::residual_attacks(ground, forces, &mut mover, place, left) {
        let rows = attack.fire.column.map_or_else(|| vec![Row { from: 0, gives: "" }], Column::rows);
        let test = Test::new(&TWO_DICE, Target::Chart(rows.into()), format!("Residual FP {left}"), "3.3.1h")
            .modified(attack.modifiers);
        let effects = attack.fire.effects();
        if preview.rolls.is_empty() {
            preview.result = in_order(&effects);
        }
        preview.rolls.push(PreviewRoll::new(String::new(), test));
        preview.remarks.extend(attack.units.iter().map(|&id| fates(ground, forces, id, &effects)));
    }
    preview
}

/// IFT results with their chances, the gravest last.
pub(super) fn in_order(effects: &Distribution<Effect>) -> Vec<(String, f64)> {
    let grade = |effect: &Effect| match *effect {
        Effect::None => (0, 0),
        Effect::PinCheck => (1, 0),
        Effect::MoraleCheck(n) => (2, n),
        Effect::Casualty(n) => (3, n),
        Effect::Kill(n) => (4, n),
    };
    let mut all: Vec<(&Effect, f64)> = effects.iter().collect();
    all.sort_by_key(|(effect, _)| grade(effect));
    if all.first().is_none_or(|(effect, _)| **effect != Effect::None) {
        all.insert(0, (&Effect::None, 0.0));
    }
    all.into_iter().map(|(effect, chance)| (effect.in_words(), chance)).collect()
}

/// The fate of a unit under an attack: "6-6-6 in wO6: 14% broken, 3% eliminated".
pub(super) fn fates(ground: &Ground, forces: &Forces, id: u8, effects: &Distribution<Effect>) -> String {
    let odds = plan::fate_of(forces, id, effects, 0);
    let target = stack::target(forces, id);
    let told = Fate::ALL.iter().filter(|fate| **fate != Fate::Unharmed).filter_map(|fate| {
        let chance = odds.chance(fate);
        (chance >= 0.005).then(|| format!("{:.0}% {}", 100.0 * chance, fate.effect_on(target)))
    });
    let told: Vec<String> = told.collect();
    let told = if told.is_empty() { "no effect".to_owned() } else { told.join(", ") };
    format!("{}: {told}", names::called(ground, forces, id))
}

/// The Interdiction NMC in the hex that a routing unit enters (3.6e).
fn interdiction(position: &Position, routing: &Routing, hex: Hex, beside: bool) -> Option<Preview> {
    let Position { ground, forces, .. } = position;
    let id = routing.unit;
    let (from, to) = (forces.unit(id).place()?, ground.map().place(hex)?);
    let way = ground.way(Some(from), to, beside);
    let mut then = position.clone();
    then.forces.unit_mut(id).at = Whereabouts::On(to);
    let interdictors = interdiction::interdictors(&then.ground, &then.forces, id, to, fleeing(way));
    if interdictors.is_empty() {
        return None;
    }
    let test = interdiction::interdiction_test(&then.forces, routing);
    let (help, morale) = (test.modifier(), then.forces.morale(id));
    let checks = rolls().map(|(coloured, white)| morale_check(i16::from(coloured + white), help, morale));
    let odds = Distribution::of_cases(checks);
    let chance = |which: fn(&Checked) -> bool| odds.iter().filter(|(c, _)| which(c)).map(|(_, p)| p).sum();
    let result = vec![
        ("routs on".to_owned(), chance(|checked| *checked == Checked::Passed)),
        ("pinned, stops".to_owned(), chance(|checked| *checked == Checked::Pinned)),
        ("Casualty Reduction".to_owned(), chance(|checked| matches!(checked, Checked::Failed(_)))),
        ("eliminated (12)".to_owned(), chance(|checked| matches!(checked, Checked::Twelve(_)))),
    ];
    let by: Vec<String> = interdictors.iter().map(|&enemy| names::called(ground, forces, enemy)).collect();
    let remarks = vec![format!("Interdicted by {}", by.join(", "))];
    Some(Preview {
        rolls: vec![PreviewRoll::new(names::called(ground, forces, id), test)],
        result,
        remarks,
        ..Preview::default()
    })
}

/// The DC that go off: in one hex, or all of them. The results are those on the first unit in the hex.
fn charges(position: &Position, place: Option<Place>) -> Option<Preview> {
    let Position { ground, forces, .. } = position;
    let column = Column::of(Firepower::whole(weapons::charge().fp.into()))?;
    let mut preview = Preview::default();
    let going = ground.charges.iter().filter(|charge| place.is_none_or(|place| charge.target == place));
    for charge in going {
        let test = charges::charge_test(charge);
        for id in forces.known_at(charge.target, charge.side.other()) {
            let drm: i16 =
                charges::charge_modifiers(ground, forces, charge, id).iter().map(|line| line.value).sum();
            let effects = Distribution::of_cases(rolls().map(|(coloured, white)| {
                match test.read(&[coloured, white]).reading {
                    Reading::Pass => column.effect(i16::from(coloured + white) + drm),
                    _ => Effect::None,
                }
            }));
            if preview.result.is_empty() {
                preview.result = in_order(&effects);
            }
            preview.remarks.push(fates(ground, forces, id, &effects));
        }
        let who = format!("DC in {}", ground.name(charge.target));
        preview.rolls.push(PreviewRoll::new(who, test));
    }
    Some(preview).filter(rolls_dice)
}

/// The ambush dr of both sides, where an ambush is possible (3.8c).
fn ambush(position: &Position, place: Place) -> Option<Preview> {
    let Position { ground, forces, turn, battle, .. } = position;
    if !ambush::may_ambush(ground, forces, turn.attacker, place) {
        return None;
    }
    let tests = Side::BOTH.map(|side| ambush::ambush_test(forces, place, side));
    let total = |test: &Test| test.totals().then(|&die| Distribution::certain(die + test.modifier()));
    let odds =
        total(&tests[0]).then(|&a| total(&tests[1]).then(|&b| Distribution::certain(ambusher([a, b]))));
    let name = |side: Side| battle.sides[side.index()].1.clone();
    let ambushes = |side: Side| (format!("{} ambush", name(side)), odds.chance(&Some(side)));
    let mut result = vec![("no ambush".to_owned(), odds.chance(&None))];
    result.extend(Side::BOTH.map(ambushes).into_iter().filter(|(_, chance)| *chance > 0.0));
    let rolls = Side::BOTH.into_iter().zip(tests).map(|(side, test)| PreviewRoll::new(name(side), test));
    Some(Preview { rolls: rolls.collect(), result, ..Preview::default() })
}

/// CC attacks: the one being designated, or all that a side has designated.
fn close_combat(ground: &Ground, forces: &Forces, melee: &Melee, choice: Choice) -> Option<Preview> {
    let strikes: Vec<Strike> = match choice {
        Choice::Next => vec![melee.open.clone()],
        Choice::At(id) => vec![designating::with_target(forces, melee, id)],
        Choice::Done => melee.strikes[melee.side.index()].clone(),
        _ => return None,
    };
    let mut preview = Preview::default();
    for strike in &strikes {
        let worked = striking::work_out_strike(forces, melee, melee.side, strike);
        let combat = worked.combat();
        let blows =
            Distribution::of_cases(rolls().map(|(coloured, white)| combat.blow(i16::from(coloured + white))));
        let chance = |blow| blows.chance(&blow);
        let names = |ids: &[u8]| {
            ids.iter().map(|&id| names::called(ground, forces, id)).collect::<Vec<_>>().join(", ")
        };
        let told = [
            ("no effect", CloseCombatResult::None),
            ("Casualty Reduction", CloseCombatResult::Reduction),
            ("eliminated", CloseCombatResult::Kill),
        ];
        if strikes.len() == 1 {
            preview.result = told.map(|(word, blow)| (word.to_owned(), chance(blow))).to_vec();
        } else {
            let [_, reduced, kill] = told.map(|(_, blow)| 100.0 * chance(blow));
            preview.remarks.push(format!(
                "{kill:.0}% eliminated, {reduced:.0}% Casualty Reduction: {}",
                names(&strike.at)
            ));
        }
        preview.remarks.push(format!("{} to {}: odds {}", worked.attack, worked.defence, combat.odds.name()));
        preview.rolls.push(PreviewRoll::new(names(&strike.by), worked.test()));
    }
    if choice == Choice::Done && !strikes.is_empty() && melee.ambusher.is_none() {
        preview.answer.push("enemy attacks are rolled at the same time (3.8a)".to_owned());
    }
    Some(preview).filter(rolls_dice)
}
