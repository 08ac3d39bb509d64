//! 8.2: movement groups: their members, their leads and their movement roll.

use crate::board;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Side, Test, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::command::{determination, natural, orders};
use crate::rules::matg::ground::weather;
use crate::rules::matg::movement::loads;
use crate::rules::matg::shown::words::in_a_row;
use crate::rules::matg::state::battle::{Battle, Role};
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;

/// Rolls once for a whole group and returns the members that may move (8.2.4, 8.2.8). `by` names the
/// force that must give the order, if one must (12.6).
#[apply(rule, "8.2.8")]
pub(super) fn move_group(
    game: &mut Position,
    lead: Id,
    independent: bool,
    by: Option<usize>,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Vec<Id>, Ask> {
    let moving = game.battle.side(lead);
    let group = contact_group(&game.forces, &game.command, lead);
    let mut order = None;
    if independent {
        for &id in &group {
            game.forces.stand_mut(id).tried = true;
        }
    } else if let Some(force) = by.or_else(|| {
        let ordered = group.iter().find(|&&member| orders::has_orders(&game.battle, &game.command, member));
        ordered.map(|&member| game.battle.force_of(member))
    }) {
        game.command.orders[moving.index()][force] -= 1;
        order = Some(force);
    }
    let face = dice.roll(20, || {
        let needs: Vec<String> = group
            .iter()
            .map(|&id| {
                let need = movement_profile(&game.forces, &game.now, &game.command, id, &group, independent)
                    .passing_faces();
                format!("{} {need}", game.battle.tag(id))
            })
            .collect();
        format!("to move: {}", needs.join(", "))
    })?;
    let profiles = group
        .iter()
        .map(|&id| (id, movement_profile(&game.forces, &game.now, &game.command, id, &group, independent)));
    let profiles: Vec<(Id, Test)> = profiles.collect();
    let passed = |(id, profile): &(Id, Test)| profile.passes(face).then_some(*id);
    let members: Vec<Id> = profiles.iter().filter_map(passed).collect();
    if members.len() < group.len() {
        applies("8.2.5");
    }
    log.add(|| group_roll_in_words(&game.forces, moving, independent, face, &profiles));
    natural::note_natural(&mut game.forces, &game.now, &mut game.command, &group, order, face, log);
    Ok(members)
}

/// A stand that is marked to move, has not moved and is free to (8.3.1, 8.7.1, 8.8.5).
#[apply(rule, "8.3.1", "8.8.5")]
pub(in crate::rules::matg) fn may_be_moved(forces: &Forces, command: &Command, id: Id) -> bool {
    let stand = forces.stand(id);
    matches!(stand.place, Place::Board(_))
        && stand.posture != Posture::Fire
        && stand.group != 0
        && !stand.moved
        && !stand.lately.in_doubt
        && !determination::is_done_fleeing(forces, command, id)
        && !stand.pinned
        && (forces.pace(id).0 > 0
            || forces.unit(id).kind.movement.water > 0
            || forces.unit(id).kind.load.is_some_and(|load| load <= 8)) // 8.3.7
}

/// The unmoved stands of a group in contact with one of its members, that one first (8.2.4).
pub fn contact_group(forces: &Forces, command: &Command, lead: Id) -> Vec<Id> {
    let pool: Vec<(Id, board::Cell)> = forces.on_board(forces.side(lead)).collect();
    in_contact(forces, command, lead, &pool)
}

/// [`contact_group`] among given stands of its side on the board.
fn in_contact(forces: &Forces, command: &Command, lead: Id, pool: &[(Id, board::Cell)]) -> Vec<Id> {
    let number = forces.stand(lead).group;
    let mut group = vec![lead];
    let mut next = 0;
    while next < group.len() {
        if let Some(cell) = forces.cell(group[next]) {
            for &(id, _) in pool.iter().filter(|&&(_, at)| board::adjacent(cell, at)) {
                if forces.stand(id).group == number
                    && !group.contains(&id)
                    && may_be_moved(forces, command, id)
                {
                    group.push(id);
                }
            }
        }
        next += 1;
    }
    group
}

pub(super) fn may_lead(forces: &Forces, command: &Command, id: Id, independent: bool) -> bool {
    may_be_moved(forces, command, id) && !(independent && forces.stand(id).tried)
}

pub(super) fn has_group_to_order(forces: &Forces, command: &Command, side: Side) -> bool {
    command.orders_left(side) > 0
        && forces
            .ids(side)
            .any(|id| orders::has_orders(&forces.battle, command, id) && may_lead(forces, command, id, false))
}

/// Whether a broken stand of a side can still try to move on its own (12.1.5).
pub(super) fn has_to_flee(forces: &Forces, command: &Command, side: Side) -> bool {
    forces.ids(side).any(|id| {
        determination::is_shaken(&forces.battle, command, id) && may_lead(forces, command, id, true)
    })
}

pub(super) fn has_independent_group(forces: &Forces, command: &Command, side: Side) -> bool {
    forces.ids(side).any(|id| may_lead(forces, command, id, true))
}

/// One stand of each group that may move (8.2.4).
pub(super) fn leads(forces: &Forces, command: &Command, side: Side, independent: bool) -> Vec<Id> {
    let mut seen = [false; 256];
    let mut leads = Vec::new();
    let pool: Vec<(Id, board::Cell)> = forces.on_board(side).collect();
    for id in forces.ids(side) {
        if seen[usize::from(id)] || !may_lead(forces, command, id, independent) {
            continue;
        }
        let group = in_contact(forces, command, id, &pool);
        if independent || group.iter().any(|&member| orders::has_orders(&forces.battle, command, member)) {
            leads.push(id);
        }
        for member in group {
            seen[usize::from(member)] = true;
        }
    }
    leads
}

/// The roll of one stand of a group to move (8.2.4, 8.2.8, chart: movement cohesion).
#[apply(rule, "8.2.8", "chart: movement cohesion", "8.1.4")]
#[apply(rule, "8.4.5" if group.iter().any(|&member| forces.cargo(member).next().is_some()))]
#[apply(rule, "8.2.7" if independent)]
#[apply(rule, "10.6" if independent && forces.unit(id).recon)]
pub fn movement_profile(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    group: &[Id],
    independent: bool,
) -> Test {
    let mut modifiers = Vec::new();
    let members = group.iter().flat_map(|&member| std::iter::once(member).chain(forces.cargo(member)));
    let headquarters = members.filter(|&member| forces.stand(member).role != Role::None).count() as i16;
    if headquarters > 0 {
        let value = -2 * headquarters;
        modifiers.push(Modifier { value, label: "headquarters in the group", rule: "10.1.2" });
    }
    if independent && !forces.unit(id).recon {
        modifiers.push(Modifier { value: 3, label: "without an order", rule: "8.2.8" });
    }
    modifiers.extend(weather::weather_modifier(forces, id));
    modifiers.extend(loads::overloaded(forces, id));
    let rule = if independent { "8.2.8" } else { "8.2.4" };
    determination::movement_roll(forces, now, command, id, "to move", rule, modifiers)
}

/// The log line for a group's movement roll: the result first, then the roll.
fn group_roll_in_words(
    forces: &Forces,
    side: Side,
    independent: bool,
    face: u8,
    profiles: &[(Id, Test)],
) -> Event {
    let needs = |may: bool| {
        let mut needs: Vec<u8> = profiles
            .iter()
            .map(|(_, test)| test)
            .filter(|test| test.passes(face) == may)
            .map(Test::passing_faces)
            .collect();
        needs.sort_unstable();
        needs.dedup();
        needs.iter().map(u8::to_string).collect::<Vec<_>>().join(" or ")
    };
    let of = |may: bool| -> Vec<Id> {
        profiles.iter().filter(|(_, test)| test.passes(face) == may).map(|(id, _)| *id).collect()
    };
    let (go, stay) = (of(true), of(false));
    let how = if independent { "on its own" } else { "ordered" };
    let (outcome, by, rolled) = match (go.is_empty(), stay.is_empty()) {
        (_, true) => {
            let group = Group::of(&forces.battle, &go);
            (group.does("MOVE"), group, format!("rolled {face}, needs {} ({how})", needs(true)))
        }
        (true, _) => {
            let group = Group::of(&forces.battle, &stay);
            (group.does("STAY"), group, format!("rolled {face}, needs {} ({how})", needs(false)))
        }
        _ => {
            let (gone, left) = (Group::of(&forces.battle, &go), Group::of(&forces.battle, &stay));
            let rolled =
                format!("rolled {face}, need {} to move, the rest {} ({how})", needs(true), needs(false));
            (format!("{}, {}", gone.does("MOVE"), left.does("STAY")), gone, rolled)
        }
    };
    let tone = if go.is_empty() { Tone::Failure } else { Tone::Success };
    let (_, first) = &profiles[0];
    let what = match (go.is_empty(), by.many) {
        (true, true) => "stay",
        (true, false) => "stays",
        _ => "may move",
    };
    Event::new(tone, side, format!("{outcome}: {rolled}"), first.rule)
        .deed(by.name, what, rolled)
        .with(&first.modifiers)
        .at(profiles.iter().filter_map(|(id, _)| forces.cell(*id)))
        .likely(first.chance())
}

/// Stands for the log: "S8", "S8 and S9", "45th Tank Battalion (S8 S9 S10)".
struct Group {
    name: String,
    many: bool,
}

impl Group {
    fn of(battle: &Battle, ids: &[Id]) -> Self {
        const MOST: usize = 5;
        let name = &battle.unit(ids[0]).formation;
        let alike = ids.iter().all(|&id| battle.unit(id).formation == *name) && !name.is_empty();
        let tags: Vec<String> = ids.iter().map(|&id| battle.tag(id).to_string()).collect();
        let name = match tags.len() {
            1 => tags.concat(),
            count @ (MOST..) if alike => format!("{name} ({count} stands)"),
            _ if alike => format!("{name} ({})", tags.join(" ")),
            _ => in_a_row(&tags.iter().map(String::as_str).collect::<Vec<_>>()),
        };
        Self { name, many: !alike && tags.len() > 1 }
    }

    /// What the group does, as the verb without its ending says: "S8 STAYS", "S8 and S9 STAY".
    fn does(&self, verb: &str) -> String {
        format!("{} {verb}{}", self.name, if self.many { "" } else { "S" })
    }
}
