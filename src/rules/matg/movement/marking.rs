//! Proposed movement groups for the turn (8.1.1): the formations of a side by contact, for the player to
//! confirm or change. They are only proposals: every marking is an ordinary choice.

use crate::board;
use crate::game::gesture::{Marking, Wanted};
use crate::game::view::PieceId;
use crate::rules::matg::artillery::forecast;
use crate::rules::matg::command::orders;
use crate::rules::matg::fire::combat::Occasion;
use crate::rules::matg::fire::{combat, plan, reaction};
use crate::rules::matg::movement::posture;
use crate::rules::matg::state::battle::{Arm, Battle};
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::Frame;
use crate::rules::matg::turn::victory;
use crate::rules::matg::works::hidden;

/// An enemy within this many inches has arrived, for stands that wait for it.
const NEAR: u16 = 12;

impl Forces {
    fn touch(&self, one: Id, other: Id) -> bool {
        matches!((self.cell(one), self.cell(other)), (Some(a), Some(b)) if board::adjacent(a, b))
    }
}

/// The groups that the side to mark could form from its formations.
pub(in crate::rules::matg) fn marking_proposals(game: &Position) -> Vec<Marking> {
    let Some(Frame::Posture(phase)) = game.now.stack.last() else { return Vec::new() };
    if phase.draft.is_some() {
        return Vec::new();
    }
    let able: Vec<Id> = game
        .forces
        .on_board(phase.turns.side)
        .map(|(id, _)| id)
        .filter(|&id| {
            posture::may_take(&game.forces, id, Posture::Move)
                && joins_groups_by_default(&game.field, &game.forces, id)
        })
        .collect();
    let mut left = able.clone();
    let mut groups: Vec<Vec<Id>> = Vec::new();
    while !left.is_empty() {
        let mut group = vec![left.remove(0)];
        let mut next = 0;
        while next < group.len() {
            let one = group[next];
            let joins =
                |other: &Id| game.forces.touch(one, *other) && same_formation(&game.battle, one, *other);
            let (with, without): (Vec<Id>, Vec<Id>) = left.iter().copied().partition(joins);
            group.extend(with);
            left = without;
            next += 1;
        }
        groups.push(group);
    }
    // Groups of several stands come first: after a single stand only single stands may be marked (8.1.1).
    groups.sort_by_key(|group| group.len() == 1);
    let alone = phase.singles[phase.turns.side.index()];
    let parts = groups
        .into_iter()
        .flat_map(|group| if alone { group.into_iter().map(|id| vec![id]).collect() } else { vec![group] });
    parts.map(|group| marking_of(game, &group)).collect()
}

/// The marking of these stands as one group: all able to move, in contact, and alone once the side has
/// marked a single stand (8.1.1).
pub(in crate::rules::matg) fn marking_of_group(game: &Position, pieces: &[PieceId]) -> Option<Marking> {
    let Some(Frame::Posture(phase)) = game.now.stack.last() else { return None };
    let stand = |piece: &PieceId| piece.number::<Id>(game.forces.stands.len());
    let group: Vec<Id> = pieces.iter().filter_map(stand).collect();
    let able = |&id: &Id| {
        game.battle.side(id) == phase.turns.side && posture::may_take(&game.forces, id, Posture::Move)
    };
    let alone = phase.singles[phase.turns.side.index()] && group.len() > 1;
    let whole = !group.is_empty() && group.len() == pieces.len() && group.iter().all(able);
    (whole && !alone && joined_by_contact(&game.forces, &group).len() == group.len())
        .then(|| marking_of(game, &group))
}

fn marking_of(game: &Position, group: &[Id]) -> Marking {
    let lead = group[0];
    let joined = |posture: Posture| -> Vec<String> {
        let members: Vec<Id> =
            group.iter().copied().filter(|&id| posture::may_take(&game.forces, id, posture)).collect();
        // Stands that can't take the posture may lie between those that can: keep only those still in
        // contact.
        let reached = joined_by_contact(&game.forces, &members);
        let Some(&first) = reached.first() else { return Vec::new() };
        let begin = Choice::Group(posture, game.battle.tag(first));
        let add = reached[1..].iter().map(|&id| Choice::Add(game.battle.tag(id)));
        let all = std::iter::once(begin).chain(add).chain([Choice::Done]);
        all.map(|choice| choice.to_string()).collect()
    };
    let shoots = group.iter().any(|&id| has_shot(game, id));
    let stays = reason_to_stay(&game.field, &game.forces, &game.command, group);
    let why = match &stays {
        _ if shoots => "has a target",
        Some(why) => why.as_str(),
        None => "no target",
    };
    let mut ways = vec![("stays and fires", Vec::new()), ("moves", joined(Posture::Move))];
    let both = joined(Posture::FireMove);
    if !both.is_empty() {
        ways.push(("fires and moves", both));
    }
    let formation = &game.battle.unit(lead).formation;
    let name = if formation.is_empty() { game.battle.who(lead) } else { formation.clone() };
    let pieces = group.iter().map(|&id| PieceId(u16::from(id))).collect();
    // A stand that must leave the map does not stand and fire while the turns go by.
    let leaves = game.battle.victory.of(game.battle.side(lead)).any(|aim| aim.exit.is_some());
    let way = match &stays {
        None if shoots && leaves => ways.len() - 1,
        None if !shoots => 1,
        _ => 0,
    };
    Marking { name, pieces, ways, way, why: why.to_owned(), urgent: shoots }
}

/// A caution to give before a choice.
pub(in crate::rules::matg) fn warning(game: &Position, choice: &Choice) -> Option<String> {
    warn_of_lone_stand(&game.forces, &game.now, choice)
        .or_else(|| orders::warn_of_unmoved(&game.forces, &game.now, &game.command, choice))
        .or_else(|| forecast::warn_of_stray_fire(&game.forces, &game.now, choice))
        .or_else(|| warn_of_shots_left(game, choice))
        .or_else(|| warn_of_revealing(&game.forces, choice))
}

/// Before a side passes in the fire phase: its good shots.
fn warn_of_shots_left(game: &Position, choice: &Choice) -> Option<String> {
    const GOOD: f64 = 0.4;
    const MOST: usize = 3;
    let fires = matches!(game.now.stack.last(), Some(Frame::Fire(phase)) if phase.draft.is_none());
    if *choice != Choice::Pass || !fires {
        return None;
    }
    let shots = plan::attacks_open(game, &Wanted::of(GOOD));
    let good: Vec<String> = shots
        .iter()
        .filter(|shot| shot.harm >= GOOD)
        .take(MOST)
        .filter_map(|shot| {
            let firers: Vec<String> =
                shot.firers.iter().map(|firer| game.battle.tag(firer.0 as Id).to_string()).collect();
            let target = game.battle.tag(shot.target.0 as Id);
            (!firers.is_empty())
                .then(|| format!("{} at {target} D+ {:.0}%", firers.join(" "), shot.harm * 100.0))
        })
        .collect();
    (!good.is_empty()).then(|| format!("Shots given up: {}.", good.join(", ")))
}

/// Whether a stand has a target from its square.
pub(in crate::rules::matg) fn has_shot(game: &Position, id: Id) -> bool {
    combat::may_fire(&game.field, &game.forces, &game.now, &game.command, id, Occasion::Standard)
        && game
            .forces
            .on_board(game.battle.side(id).other())
            .any(|(target, _)| reaction::has_useful_shot(game, id, target, Occasion::Standard))
}

/// Those of some stands that are in contact with the first, directly or through others.
fn joined_by_contact(forces: &Forces, members: &[Id]) -> Vec<Id> {
    let Some(&first) = members.first() else { return Vec::new() };
    let mut reached = vec![first];
    let mut next = 0;
    while next < reached.len() {
        let one = reached[next];
        let more = members.iter().filter(|&&id| !reached.contains(&id) && forces.touch(one, id));
        let more: Vec<Id> = more.copied().collect();
        reached.extend(more);
        next += 1;
    }
    reached
}

/// Guns, and stands that can only be pushed, stay out of a group unless the player adds them.
fn joins_groups_by_default(field: &Field, forces: &Forces, id: Id) -> bool {
    let (points, _) = forces.pace(id);
    points > 1 && forces.arm(id) != Arm::Weapon && !field.is_working(id)
}

fn same_formation(battle: &Battle, one: Id, other: Id) -> bool {
    battle.unit(one).formation == battle.unit(other).formation
}

/// The reason for a group without a target to stay put: it is dug in, it is artillery, it holds an
/// objective, or its side has nothing to gain and the enemy is far off.
fn reason_to_stay(field: &Field, forces: &Forces, command: &Command, group: &[Id]) -> Option<String> {
    let side = forces.side(group[0]);
    let cells = || group.iter().filter_map(|&id| forces.cell(id));
    if cells().any(|cell| field.is_fortified(cell)) {
        return Some("dug in, no target".to_owned());
    }
    if group.iter().all(|&id| forces.unit(id).is_artillery()) {
        return Some("artillery in position".to_owned());
    }
    let aims = || forces.battle.victory.of(side);
    let places = || aims().flat_map(|aim| aim.hold.iter().copied());
    let place = |index: usize| &forces.battle.victory.places[index];
    if let Some(here) = places().find(|&index| cells().any(|cell| place(index).cells.contains(&cell))) {
        return Some(format!("holds {}", place(here).name));
    }
    let ours = places().all(|index| victory::holder_of_place(forces, command, index) == Some(side));
    let waits = ours && aims().all(|aim| aim.destroy.is_none() && aim.exit.is_none());
    let near =
        |cell: board::Cell| hidden::known_enemies(forces, side).any(|(_, at)| board::within(at, cell, NEAR));
    (waits && aims().next().is_some() && !cells().any(near)).then(|| "the enemy must come to it".to_owned())
}

/// A caution: after a single stand only single stands may be marked (8.1.1). It is given while groups
/// could still be formed.
fn warn_of_lone_stand(forces: &Forces, now: &Turn, choice: &Choice) -> Option<String> {
    let Some(Frame::Posture(phase)) = now.stack.last() else { return None };
    let draft = phase.draft.as_ref().filter(|draft| draft.members.len() == 1)?;
    if *choice != Choice::Done || phase.singles[phase.turns.side.index()] {
        return None;
    }
    let able = |id: &Id| !draft.members.contains(id) && posture::may_take(forces, *id, Posture::Move);
    let left: Vec<Id> = forces.on_board(phase.turns.side).map(|(id, _)| id).filter(able).collect();
    let pair = left.iter().any(|&one| left.iter().any(|&other| one != other && forces.touch(one, other)));
    pair.then(|| {
        "After a single stand you can mark only single stands (8.1.1), and you could still form groups."
            .to_owned()
    })
}

/// Before a hidden stand fires, which reveals it.
fn warn_of_revealing(forces: &Forces, choice: &Choice) -> Option<String> {
    let Choice::Firer(tag, _) = choice else { return None };
    let id = forces.battle.find(*tag).filter(|&id| forces.is_hidden(id))?;
    Some(format!("{} is hidden; firing reveals it.", forces.battle.who(id)))
}
