//! The attacks open to a side, each with as few firers as it needs. Fire plans and standing orders use them;
//! they are worked out by the same rules as the shots themselves.

use super::attack::{Attack as Combat, outcome_of};
use super::combat::Occasion;
use super::standard::Draft;
use crate::game::gesture::{Again, Attack, Reserve, Wanted};
use crate::game::view::PieceId;
use crate::rules::matg::command::cohesion::States;
use crate::rules::matg::fire::{bearing, combat};
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::{Arm, Role};
use crate::rules::matg::state::choice::{Choice, Weapon};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::Frame;

/// A firer that adds less than this to the chance of harm is kept for another target.
const LEAST: f64 = 0.01;

/// The target classes of standing orders.
pub const KINDS: [&str; 4] = ["armour", "infantry", "guns", "transport"];

/// One stand's best shot at a target.
pub(super) struct Shooter {
    pub(super) id: Id,
    weapon: Weapon,
    pub(super) chance: f64,
    pub(super) combat: Combat,
    harm: f64,
}

/// The stands that may fire and their targets, for one kind of fire.
pub(super) struct Opening<'a> {
    pub(super) occasion: Occasion,
    pub(super) side: crate::game::Side,
    pub(super) only: Option<Id>,
    pub(super) draft: Option<&'a Draft>,
}

/// The attacks open to the deciding side, in the fire phase or as a reaction.
pub(in crate::rules::matg) fn attacks_open(game: &Position, wanted: &Wanted) -> Vec<Attack> {
    let Some(frame) = game.now.stack.last() else { return Vec::new() };
    let (opening, targets): (Opening<'_>, Vec<Id>) = match frame {
        Frame::Fire(phase) => {
            let opening = Opening {
                occasion: Occasion::Standard,
                side: phase.turns.side,
                only: None,
                draft: phase.draft.as_ref(),
            };
            let enemies = game.forces.on_board(phase.turns.side.other()).map(|(id, _)| id);
            (opening, enemies.filter(|&id| !game.forces.stand(id).attacked).collect())
        }
        Frame::Reaction(reaction) => {
            let draft = reaction.draft.as_ref();
            let opening =
                Opening { occasion: reaction.occasion, side: reaction.side, only: reaction.only, draft };
            let open = |id: &Id| !(draft.is_none() && game.forces.stand(*id).covered);
            (opening, reaction.targets.iter().copied().filter(open).collect())
        }
        _ => return Vec::new(),
    };
    let targets = opening.draft.map_or(targets, |draft| vec![draft.target]);
    let mut attacks: Vec<Attack> = targets
        .into_iter()
        .filter(|&target| game.forces.cell(target).is_some() && wanted.aims_at(PieceId(u16::from(target))))
        .filter_map(|target| attack_on(game, target, &opening, wanted))
        .collect();
    attacks.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.target.cmp(&b.target)));
    attacks
}

/// The stands that can join an attack, most harmful first, each with its most harmful weapon.
pub(super) fn shooters(game: &Position, target: Id, opening: &Opening<'_>, wanted: &Wanted) -> Vec<Shooter> {
    let joined = |id: Id| opening.draft.is_some_and(|draft| draft.firers.iter().any(|f| f.0 == id));
    let asked = |id: Id| wanted.takes(PieceId(u16::from(id)));
    let able = game.battle.ids(opening.side).filter(|&id| {
        opening.only.is_none_or(|only| only == id)
            && asked(id)
            && !joined(id)
            && combat::may_fire(&game.field, &game.forces, &game.now, &game.command, id, opening.occasion)
    });
    let best = |id: Id| {
        let shots = bearing::guns_bearing(game, id, target, opening.occasion).into_iter().filter_map(|gun| {
            let shot = combat::shot(game, id, gun, target, opening.occasion);
            let useful = opening.occasion == Occasion::Standard || shot.attack.can_hurt();
            useful.then(|| {
                let chance = shot.to_fire.chance();
                let (harm, kill) = self::harm(&game.forces, target, &[(chance, &shot.attack)]);
                let harm = harm + kill / 100.0; // at equal harm, the deadlier weapon first
                Shooter { id, weapon: gun, chance, combat: shot.attack, harm }
            })
        });
        shots.max_by(|a, b| a.harm.total_cmp(&b.harm))
    };
    let mut shooters: Vec<Shooter> = able.filter_map(best).collect();
    shooters.sort_by(|a, b| b.harm.total_cmp(&a.harm).then(a.id.cmp(&b.id)));
    shooters
}

fn attack_on(game: &Position, target: Id, opening: &Opening<'_>, wanted: &Wanted) -> Option<Attack> {
    let shooters = self::shooters(game, target, opening, wanted);
    let begun: Vec<(f64, Combat)> = opening
        .draft
        .iter()
        .flat_map(|draft| &draft.firers)
        .map(|&(id, gun)| {
            let shot = combat::shot(game, id, gun, target, opening.occasion);
            (shot.to_fire.chance(), shot.attack)
        })
        .collect();
    let mut shots: Vec<(f64, &Combat)> = begun.iter().map(|(chance, attack)| (*chance, attack)).collect();
    let (mut harm, mut kill) = self::harm(&game.forces, target, &shots);
    let mut taken: Vec<&Shooter> = Vec::new();
    for shooter in &shooters {
        if harm >= wanted.harm && !(shots.is_empty()) {
            break;
        }
        shots.push((shooter.chance, &shooter.combat));
        let (more, lost) = self::harm(&game.forces, target, &shots);
        if more - harm < LEAST && !(taken.is_empty() && begun.is_empty()) {
            shots.pop();
            continue;
        }
        (harm, kill) = (more, lost);
        taken.push(shooter);
    }
    if shots.is_empty() {
        return None;
    }
    let begin = opening.draft.is_none().then(|| Choice::Target(game.battle.tag(target)));
    let fire = taken.iter().map(|shooter| Choice::Firer(game.battle.tag(shooter.id), shooter.weapon));
    let plays = begin.into_iter().chain(fire).chain([Choice::Fire]).map(|choice| choice.to_string());
    let at = game.forces.cell(target)?;
    let ranges = taken.iter().filter_map(|shooter| game.forces.cell(shooter.id));
    Some(Attack {
        target: PieceId(u16::from(target)),
        firers: taken.iter().map(|shooter| PieceId(u16::from(shooter.id))).collect(),
        kept: shooters.len() - taken.len(),
        plays: plays.collect(),
        harm,
        kill,
        words: ["D+", "E"],
        range: ranges.map(|from| spotting::range(from, at)).min().unwrap_or(0),
        kind: target_class(&game.forces, target),
        worth: prize(&game.forces, target) * (kill + 0.35 * (harm - kill)),
        again: Again::Never,
        waits: waiting(game, target, opening, &taken),
        reveals: {
            let hidden = taken.iter().filter(|shooter| game.forces.is_hidden(shooter.id));
            hidden.map(|shooter| PieceId(u16::from(shooter.id))).collect()
        },
        ..Attack::default()
    })
}

/// What the same stands could do in the next fire phase if the mover stops where it is (7.1).
fn waiting(game: &Position, target: Id, opening: &Opening<'_>, taken: &[&Shooter]) -> String {
    if opening.occasion != Occasion::Opportunity {
        return String::new();
    }
    let shot = |shooter: &&Shooter| {
        let shot = combat::shot(game, shooter.id, shooter.weapon, target, Occasion::Standard);
        (shot.to_fire.chance(), shot.attack)
    };
    let later: Vec<(f64, Combat)> = taken.iter().map(shot).collect();
    let shots: Vec<(f64, &Combat)> = later.iter().map(|(chance, attack)| (*chance, attack)).collect();
    let (harm, _) = self::harm(&game.forces, target, &shots);
    format!("D+ {:.0}% in the next Fire Phase if it stops here", harm * 100.0)
}

/// The chances that these shots leave the target disorganized or worse, and that they eliminate it.
pub(super) fn harm(forces: &Forces, target: Id, shots: &[(f64, &Combat)]) -> (f64, f64) {
    let before = forces.states(target);
    let after = outcome_of(shots, before);
    let of = |harmed: &dyn Fn(&States) -> bool| {
        after.iter().filter(|(states, _)| harmed(states)).fold(0.0, |sum, (_, chance)| sum + chance)
    };
    let worse = |s: &States| s.eliminated || (s.disorganized && !before.disorganized);
    (of(&worse), of(&|s| s.eliminated))
}

/// The stands with a target that could still fire out of turn if they hold their fire now (8.5, 8.6).
pub(in crate::rules::matg) fn reserves_open(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    busy: &[PieceId],
) -> Vec<Reserve> {
    let Some(Frame::Fire(phase)) = now.stack.last() else { return Vec::new() };
    let free = |id: &Id| {
        let piece = PieceId(u16::from(*id));
        let joined = phase.draft.as_ref().is_some_and(|draft| draft.firers.iter().any(|f| f.0 == *id));
        !busy.contains(&piece)
            && !joined
            && combat::may_fire(field, forces, now, command, *id, Occasion::Opportunity)
    };
    let pieces: Vec<PieceId> =
        forces.ids(phase.turns.side).filter(free).map(|id| PieceId(u16::from(id))).collect();
    if pieces.is_empty() {
        return Vec::new();
    }
    vec![Reserve { pieces, cards: Vec::new(), purpose: "Opportunity Fire".to_owned() }]
}

/// A stand's target class for standing orders.
pub(in crate::rules::matg) fn target_class(forces: &Forces, id: Id) -> &'static str {
    match forces.arm(id) {
        Arm::Armoured => KINDS[0],
        Arm::Infantry | Arm::Cavalry | Arm::Motorcycle => KINDS[1],
        Arm::Weapon => KINDS[2],
        Arm::Soft | Arm::Horses | Arm::Boat => KINDS[3],
    }
}

/// The value of destroying a stand with its cargo. Victory counts stands, so every stand has the same
/// base value; price and command come on top.
fn prize(forces: &Forces, id: Id) -> f64 {
    let own = |id: Id| {
        let command = if forces.stand(id).role == Role::None { 0.0 } else { 15.0 };
        22.0 + 0.5 * f64::from(forces.unit(id).kind.points).min(140.0) + command
    };
    own(id) + forces.cargo(id).map(own).sum::<f64>()
}
