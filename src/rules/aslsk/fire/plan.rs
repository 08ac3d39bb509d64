//! The attacks open to a side, each with no more firers than it needs (3.2.2, 3.3.1): what the screen offers
//! as fire plans and what standing orders use. They are worked out by the same rules as when fired.

use super::aim::Mode;
use super::attack::{Attack as Combat, Motion};
use crate::game::gesture::{Again, Attack, Reserve, Wanted};
use crate::game::view::PieceId;
use crate::odds::Distribution;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::fate::{Fate, Target, fates};
use crate::rules::aslsk::fire::aim;
use crate::rules::aslsk::ordnance::shot::{self, Shot};
use crate::rules::aslsk::state::{Choice, Forces, Item, Position, names};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::tables::fire::Effect;
use crate::rules::aslsk::turn::{Frame, firing};
use crate::side::Side;

/// The target classes of standing orders.
pub const KINDS: [&str; 2] = ["infantry", "guns"];

/// A firer that adds less to the chance of harm than this is saved for another target.
const LEAST: f64 = 0.01;

/// An opportunity to fire: kind of fire, side, and target hexes with their units and movement.
struct Opening {
    mode: Mode,
    side: Side,
    hexes: Vec<(Place, Vec<u8>, Motion)>,
}

/// The chances of any harm and of elimination.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(super) struct Harm {
    pub(super) harm: f64,
    pub(super) kill: f64,
}

/// The effect of an attack on one unit; `check` is added to its checks.
pub fn fate_of(forces: &Forces, id: u8, effects: &Distribution<Effect>, check: i16) -> Distribution<Fate> {
    let kind = match forces.unit(id).data().kind {
        Kind::Squad => Target::Squad,
        Kind::HalfSquad => Target::HalfSquad,
        Kind::Crew => Target::Crew,
        Kind::Leader => Target::Leader,
    };
    let morale = forces.morale(id);
    effects.then(|&effect| fates(effect, kind, morale, check))
}

pub(super) fn harm_to(forces: &Forces, id: u8, effects: &Distribution<Effect>) -> Harm {
    let fate = fate_of(forces, id, effects, 0);
    let of = |which: &dyn Fn(&Fate) -> bool| fate.mean(|fate| f64::from(u8::from(which(fate))));
    Harm { harm: of(&|fate| *fate != Fate::Unharmed), kill: of(&|fate| *fate == Fate::Eliminated) }
}

/// The attacks open to the deciding side: in a fire phase, as First Fire, or to complete one already
/// begun.
pub fn attacks_open(position: &Position, wanted: &Wanted) -> Vec<Attack> {
    let Position { ground, forces, turn, .. } = position;
    let opening = match turn.frames.last() {
        Some(Frame::Fire(mode, side)) => {
            let hexes = firing::target_hexes(ground, forces, *side)
                .into_iter()
                .filter(|&at| !forces.occupied(at, *side));
            let hexes =
                hexes.map(|at| (at, firing::under_fire(forces, at, *side), Motion::default())).collect();
            Opening { mode: *mode, side: *side, hexes }
        }
        Some(Frame::React(react)) => {
            let there = |&id: &u8| forces.unit(id).is_at(react.place);
            let units: Vec<u8> = react.units.iter().copied().filter(there).collect();
            let hexes = if units.is_empty() { Vec::new() } else { vec![(react.place, units, react.motion)] };
            Opening { mode: Mode::First, side: react.side, hexes }
        }
        Some(Frame::Attack(begun)) => {
            return completed(position, begun.clone(), begun.items.len(), wanted).into_iter().collect();
        }
        _ => return Vec::new(),
    };
    let offered = position.options();
    let mut attacks: Vec<Attack> = Vec::new();
    for (place, units, motion) in &opening.hexes {
        if !units.first().is_some_and(|&id| wanted.aims_at(PieceId(id.into()))) {
            continue;
        }
        let hex = ground.hex(*place);
        let bearing = offered.iter().filter_map(|choice| match choice {
            Choice::Fire(item, at) if *at == hex && asked(forces, *item, wanted) => Some(*item),
            _ => None,
        });
        let best = bearing.filter_map(|item| {
            let mut plays = vec![Choice::Fire(item, hex).to_string()];
            let mut attack = match forces.ordnance_of(item) {
                Some(weapon) => {
                    let (mode, side) = (opening.mode, opening.side);
                    let shot = Shot::new(position, mode, side, weapon, *place, units.clone(), *motion);
                    single(position, &shot)?
                }
                None => {
                    let (mode, side) = (opening.mode, opening.side);
                    let mut combat = Combat::new(mode, side, *place, units.clone(), *motion);
                    combat.join(position, item);
                    completed(position, combat, 0, wanted)?
                }
            };
            plays.append(&mut attack.plays);
            Some(Attack { plays, ..attack })
        });
        attacks.extend(best.max_by(|a, b| a.worth.total_cmp(&b.worth)));
    }
    attacks.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.target.cmp(&b.target)));
    attacks
}

/// Whether a firer was asked for.
fn asked(forces: &Forces, item: Item, wanted: &Wanted) -> bool {
    forces.firer(item).is_some_and(|id| wanted.takes(PieceId(id.into())))
}

/// Adds as many firers as the request needs, and the leader that helps most; the first `begun` firers
/// already take part.
pub(super) fn completed(
    position: &Position,
    mut combat: Combat,
    begun: usize,
    wanted: &Wanted,
) -> Option<Attack> {
    let Position { ground, forces, .. } = position;
    let target = combat.targets.first().copied()?;
    let of = |combat: &Combat| harm_to(forces, target, &combat.work_out(position).fire.effects());
    let (mut now, mut plays, mut kept) = (of(&combat), Vec::new(), 0);
    loop {
        let joins = combat.choices(position).into_iter().filter_map(|choice| match choice {
            Choice::Join(item) if asked(forces, item, wanted) => Some(item),
            _ => None,
        });
        let mut better: Vec<(Item, Combat, Harm)> = joins
            .map(|item| {
                let mut more = combat.clone();
                more.join(position, item);
                let harm = of(&more);
                (item, more, harm)
            })
            .collect();
        kept = if better.is_empty() { kept } else { better.len() };
        better.retain(|(.., harm)| harm.harm - now.harm >= LEAST);
        let best = better.into_iter().max_by(|a, b| a.2.harm.total_cmp(&b.2.harm));
        let Some((item, more, harm)) = best.filter(|_| now.harm < wanted.harm) else { break };
        plays.push(Choice::Join(item).to_string());
        (combat, now, kept) = (more, harm, 0);
    }
    while let Some((leader, more, harm)) = directed(position, &combat, &of, now, wanted) {
        plays.push(Choice::Direct(leader).to_string());
        (combat, now) = (more, harm);
    }
    if !combat.choices(position).contains(&Choice::Shoot) {
        return None;
    }
    plays.push(Choice::Shoot.to_string());
    let mut firers: Vec<PieceId> = Vec::new();
    for id in combat.items.iter().filter_map(|&item| forces.firer(item)) {
        if !firers.contains(&PieceId(id.into())) {
            firers.push(PieceId(id.into()));
        }
    }
    let from: Vec<Place> =
        combat.items.iter().filter_map(|&item| forces.unit(forces.firer(item)?).place()).collect();
    let range = from.iter().map(|&from| ground.map().range(from, combat.target)).min().unwrap_or(0);
    let worked = combat.work_out(position);
    let effects = worked.fire.effects();
    let worth = worth_of(forces, &combat.targets, &effects) - 0.005 * (combat.items.len() - begun) as f64;
    // Firers in one hex attack the same target together (3.2.2g).
    let mates = from.iter().flat_map(|&place| forces.units_at(place, combat.side));
    let drm: i16 = worked.modifiers.iter().map(|line| line.value).sum();
    let column =
        worked.fire.column.map_or("no column".to_owned(), |column| format!("column {}", column.firepower()));
    let mut results: Vec<(Effect, f64)> = effects
        .iter()
        .filter(|(_, chance)| *chance > 0.0)
        .map(|(effect, chance)| (*effect, chance))
        .collect();
    results.sort_by_key(|(effect, _)| std::cmp::Reverse(effect.severity()));
    Some(Attack {
        kept,
        plays,
        range,
        worth,
        waits: waiting_for_final_fire(position, &combat),
        by: names::called_together(ground, forces, &combat.items, &combat.leaders),
        sums: format!("{} FP, {column}, DRM {drm:+}", worked.firepower),
        results: results.into_iter().map(|(effect, chance)| (effect.to_string(), chance)).collect(),
        helpers: combat.leaders.iter().map(|&id| PieceId(id.into())).collect(),
        again: Again::Except(mates.map(|id| PieceId(id.into())).collect()),
        ..attack_of(forces, target, firers, now)
    })
}

/// The worth of an attack on these units: broken ones count half.
fn worth_of(forces: &Forces, targets: &[u8], effects: &Distribution<Effect>) -> f64 {
    let of = |&id: &u8| {
        let Harm { harm, kill } = harm_to(forces, id, effects);
        (harm + kill) * if forces.unit(id).broken { 0.5 } else { 1.0 }
    };
    targets.iter().map(of).sum()
}

/// What the same firers could do in the DFPh if the mover stops where it is (3.4).
fn waiting_for_final_fire(position: &Position, combat: &Combat) -> String {
    let Position { ground, forces, turn, .. } = position;
    if combat.mode != Mode::First || !matches!(turn.frames.last(), Some(Frame::React(_))) {
        return String::new();
    }
    let mut later =
        Combat::new(Mode::Final, combat.side, combat.target, combat.targets.clone(), Motion::default());
    let able = |item: &Item| aim::aim(ground, forces, turn, *item, combat.target, Mode::Final, &[]).is_some();
    later.items = combat.items.iter().copied().filter(able).collect();
    later.leaders.clone_from(&combat.leaders);
    let target = later.targets.first().copied().filter(|_| !later.items.is_empty());
    target.map_or_else(
        || "no Final Fire at it in the DFPh".to_owned(),
        |id| {
            let harm = harm_to(forces, id, &later.work_out(position).fire.effects()).harm;
            format!("harmed {:.0}% in the DFPh if it stops here", harm * 100.0)
        },
    )
}

/// A warning before good shots are given up in the DFPh or AFPh, and before a hidden unit is revealed by fire
/// (6.4).
pub fn warn_of_fire(position: &Position, choice: &Choice) -> Option<String> {
    let Position { ground, forces, turn, .. } = position;
    const GOOD: f64 = 0.35;
    const MOST: usize = 3;
    match (turn.frames.last()?, choice) {
        (Frame::Fire(..) | Frame::React(_), Choice::Fire(item, _)) => {
            let id = forces.firer(*item).filter(|&id| forces.unit(id).hidden)?;
            Some(format!("{} is hidden; firing reveals it (6.4).", names::called(ground, forces, id)))
        }
        (Frame::Fire(Mode::Final | Mode::Advancing, _), Choice::Done) => {
            let shots = attacks_open(position, &Wanted::of(GOOD)).into_iter();
            let good = shots.filter(|shot| shot.harm >= GOOD).take(MOST);
            let told: Vec<String> = good
                .filter_map(|shot| {
                    let target = names::called(ground, forces, u8::try_from(shot.target.0).ok()?);
                    Some(format!("{} at {target} {:.0}%", shot.by, shot.harm * 100.0))
                })
                .collect();
            (!told.is_empty()).then(|| format!("Shots given up: {}.", told.join("; ")))
        }
        _ => None,
    }
}

/// The units that could fire and are left for later if these take part: for the MPh and AFPh (3.2.5), or for
/// the DFPh (3.4).
pub fn reserves_open(position: &Position, busy: &[PieceId]) -> Vec<Reserve> {
    let Position { forces, turn, .. } = position;
    let (mode, side) = match turn.frames.last() {
        Some(Frame::Fire(mode, side)) => (*mode, *side),
        Some(Frame::React(react)) => (Mode::First, react.side),
        _ => return Vec::new(),
    };
    let purpose = match mode {
        Mode::Prep => "the MPh, and AFPh fire at half FP",
        Mode::First => "later movers and Final Fire",
        Mode::Final | Mode::Advancing => return Vec::new(),
    };
    let mut pieces: Vec<PieceId> = Vec::new();
    for item in forces.arms(side).filter(|&item| aim::stance(forces, item, mode, &[]).is_some()) {
        let piece = forces.firer(item).map(|id| PieceId(id.into()));
        pieces.extend(piece.filter(|id| !busy.contains(id) && !pieces.contains(id)));
    }
    match pieces.is_empty() {
        true => Vec::new(),
        false => vec![Reserve { pieces, cards: Vec::new(), purpose: purpose.to_owned() }],
    }
}

/// The leader that improves an attack most, or without which it is not possible.
fn directed(
    position: &Position,
    combat: &Combat,
    of: &dyn Fn(&Combat) -> Harm,
    now: Harm,
    wanted: &Wanted,
) -> Option<(u8, Combat, Harm)> {
    let choices = combat.choices(position);
    let must = !choices.contains(&Choice::Shoot);
    let leaders = choices.into_iter().filter_map(|choice| match choice {
        Choice::Direct(leader) if !wanted.busy.contains(&PieceId(leader.into())) => Some(leader),
        _ => None,
    });
    let with = leaders.map(|leader| {
        let mut more = combat.clone();
        more.leaders.push(leader);
        let harm = of(&more);
        (leader, more, harm)
    });
    let best = with.max_by(|a, b| a.2.harm.total_cmp(&b.2.harm))?;
    (must || best.2.harm > now.harm).then_some(best)
}

/// A shot of ordnance with its usual ammo and target type.
pub(super) fn single(position: &Position, shot: &Shot) -> Option<Attack> {
    let Position { ground, forces, .. } = position;
    let target = shot.targets.first().copied()?;
    let now = shot_harm_to(position, shot, target);
    let holder = forces.weapon(shot.weapon).holder?;
    let (sum, (hit, critical)) = (shot.work_out(position), shot.work_out(position).shot.chances());
    let need = sum.shot.to_hit.map_or(1, |to_hit| to_hit.number);
    let drm: i16 = sum.modifiers.iter().map(|line| line.value).sum();
    let of = |&id: &u8| {
        let Harm { harm, kill } = shot_harm_to(position, shot, id);
        (harm + kill) * if forces.unit(id).broken { 0.5 } else { 1.0 }
    };
    let worth = shot.targets.iter().map(of).sum::<f64>();
    let intense = if shot.intensive { ", Intensive Fire" } else { "" };
    let mut results = shot.results(position);
    // The harmless result comes last.
    let one = results.len().min(1);
    results.rotate_left(one);
    Some(Attack {
        plays: vec![Choice::Shoot.to_string()],
        range: ground.map().range(shot.from, shot.target),
        worth: worth - if shot.intensive { 0.3 } else { 0.0 },
        waits: waiting_to_hit(position, shot),
        by: names::called_weapon(ground, forces, shot.weapon),
        sums: format!(
            "To Hit {need}, DRM {drm:+}: hits {:.0}%, CH {:.0}%{intense}",
            hit * 100.0,
            critical * 100.0
        ),
        results,
        caution: shot.backblast_in_words(position).unwrap_or_default(),
        ..attack_of(forces, target, vec![PieceId(holder.into())], now)
    })
}

/// What the Gun could do in the DFPh if the mover stops where it is (3.4).
fn waiting_to_hit(position: &Position, shot: &Shot) -> String {
    let Position { ground, forces, turn, .. } = position;
    if shot.mode != Mode::First || !matches!(turn.frames.last(), Some(Frame::React(_))) {
        return String::new();
    }
    let Some(&target) = shot.targets.first() else { return String::new() };
    if shot::ready(ground, forces, turn, shot.weapon, shot.target, Mode::Final).is_none() {
        return "no shot in the DFPh".to_owned();
    }
    let (side, targets) = (shot.side, shot.targets.clone());
    let later = Shot::new(position, Mode::Final, side, shot.weapon, shot.target, targets, Motion::default());
    let harm = shot_harm_to(position, &later, target).harm;
    format!("harmed {:.0}% in the DFPh if it stops here", harm * 100.0)
}

fn shot_harm_to(position: &Position, shot: &Shot, target: u8) -> Harm {
    let mut sum = Harm::default();
    for (effects, chance) in shot.effects_on(position, target) {
        let harm = harm_to(&position.forces, target, &effects);
        sum.harm += chance * harm.harm;
        sum.kill += chance * harm.kill;
    }
    sum
}

/// An attack on a unit with its chances.
fn attack_of(forces: &Forces, target: u8, firers: Vec<PieceId>, now: Harm) -> Attack {
    let kind = KINDS[usize::from(forces.mans(target).is_some())];
    let (harm, kill) = (now.harm, now.kill);
    let (target, words) = (PieceId(target.into()), ["harmed", "lost"]);
    let hidden = |piece: &&PieceId| u8::try_from(piece.0).is_ok_and(|id| forces.unit(id).hidden);
    let reveals = firers.iter().filter(hidden).copied().collect();
    Attack { target, firers, harm, kill, words, kind, reveals, ..Attack::default() }
}
