//! The rolls of a choice: every 2D8 check with its modifiers and exact odds. The odds are those of
//! `standto odds fireandmove`.

mod close;
mod fire;
mod shot;

use crate::game::view::PreviewRoll;
use crate::game::{Modifier, Preview, Reading, Test};
use crate::odds::Distribution;

use crate::rules::fireandmove::battlefield::fighting_positions;
use crate::rules::fireandmove::cards::smoke_and_mines::mine_strength;
use crate::rules::fireandmove::cards::{Card, discards};
use crate::rules::fireandmove::close_combat::Stand;
use crate::rules::fireandmove::dice::{checks, odds};
use crate::rules::fireandmove::fire::effect::Fate;
use crate::rules::fireandmove::fire::volley::{Manner, Mark};
use crate::rules::fireandmove::movement::{Marching, steps};
use crate::rules::fireandmove::ordnance::arms::{self, Arm, Round};
use crate::rules::fireandmove::ordnance::{charges, smoke};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Forces, Gid, Hands, Position, Terrain};
use crate::rules::fireandmove::turn::announcements;
use crate::rules::fireandmove::turn::sequence::Frame;
use crate::rules::fireandmove::vehicles::driving;
use close::{charge, goes, meeting, overrun, riposte, stand};
use fire::{Share, artillery, best_fire, best_fire_at_mover, fire_at, fire_at_mover, harm, mines, sniper};
use shot::{best_shot, best_shot_at_mover, shot};

/// The rolls of a choice; `None` if it rolls nothing, or nothing worth showing.
pub(in crate::rules::fireandmove) fn preview(position: &Position, choice: Choice) -> Option<Preview> {
    let Position { terrain, forces, hands, open, .. } = position;
    rolled(terrain, forces, hands, open.frames.last()?, choice)
}

/// The rolls of a choice of an open decision, or of one a group would open.
pub(in crate::rules::fireandmove) fn rolled(
    terrain: &Terrain,
    forces: &Forces,
    hands: &Hands,
    frame: &Frame,
    choice: Choice,
) -> Option<Preview> {
    match (frame, choice) {
        (Frame::Aim(aim), Choice::Target(target)) => {
            fire_at(terrain, forces, aim.group, aim.card, aim.manner, Mark::at_rest(forces, target))
        }
        (Frame::ReactionPoint(frame), Choice::Point(point)) => {
            let to = *frame.to.path.get(usize::from(point))?;
            match frame.fire {
                Some((group, card)) => fire_at_mover(terrain, forces, group, card, &frame.to, to),
                None => Some(mines(forces, frame.to.mover, mine_strength(frame.trap))),
            }
        }
        (Frame::Shelling(frame), Choice::Target(target)) => {
            shot(terrain, forces, frame.group, frame.arm, Mark::at_rest(forces, target), frame.on_move)
        }
        (Frame::ReactionShot(frame), Choice::Point(point)) => {
            let to = *frame.to.path.get(usize::from(point))?;
            shot(terrain, forces, frame.group, frame.arm, frame.to.mark(terrain.field(), forces, to), false)
        }
        (Frame::Barrel(frame), Choice::Load(figure, round)) => {
            let arm = Arm { figure, round };
            match &frame.to {
                Some(to) => best_shot_at_mover(terrain, forces, frame.group, arm, to),
                None => best_shot(terrain, forces, frame.group, arm, frame.on_move),
            }
        }
        (Frame::Screening(frame), Choice::Target(_) | Choice::At(_)) => {
            let shot = smoke::screen_shot(terrain, forces, frame.group, frame.arm, choice)?;
            Some(simple(frame.arm.round.name(), odds::shot_test(&shot), "missed"))
        }
        (Frame::Call(call), Choice::Target(target)) => Some(artillery(terrain, forces, call, target)),
        (Frame::Call(call), Choice::Round(Round::Flare)) => {
            Some(called_in(forces, call.group, 1, "80.1", Vec::new()))
        }
        (Frame::CallSmoke(call), Choice::Target(_) | Choice::At(_)) => {
            let [need, smoke] = call.needs(terrain, forces, choice)?;
            let lines = if smoke == 0 { Vec::new() } else { vec![line(-smoke, "smoke", "56.5")] };
            Some(called_in(forces, call.group, need, "89.3", lines))
        }
        (Frame::Reaction(frame), Choice::Mines(_) | Choice::Trap(_)) => {
            let trap = matches!(choice, Choice::Trap(_) | Choice::Mines(Card::BoobyTrap));
            Some(mines(forces, frame.mover, mine_strength(trap)))
        }
        (Frame::Reaction(frame), Choice::With(group)) => {
            let cards = hands.fire_cards(forces.group(group).side);
            best(cards.filter_map(|card| best_fire_at_mover(terrain, forces, group, card, frame)))
        }
        (Frame::ReactionCard(frame), Choice::Fire(Card::Fire(card))) => {
            best_fire_at_mover(terrain, forces, frame.group, card, &frame.to)
        }
        (Frame::ReactionCard(frame), Choice::Shoot(_)) => {
            let arms = arms::arms(terrain.field(), forces, frame.group, false);
            best(
                arms.into_iter()
                    .filter_map(|arm| best_shot_at_mover(terrain, forces, frame.group, arm, &frame.to)),
            )
        }
        (Frame::Nominate(frame), Choice::Done) => {
            Some(charge(terrain, forces, &frame.march, frame.target, &frame.chosen))
        }
        (Frame::Marching(march), _) => on_the_march(terrain, forces, march, choice),
        (Frame::Orders(frame), _) => ordered(terrain, forces, frame.group, choice),
        (Frame::Second(frame), Choice::Fire(Card::Fire(card))) => {
            best_fire(terrain, forces, frame.group, card, frame.manner)
        }
        (Frame::Second(frame), Choice::Shoot(_)) => ordered(terrain, forces, frame.group, choice),
        (Frame::Stand(frame), Choice::Stand) => Some(stand(terrain.field(), forces, frame)),
        (Frame::Stand(frame), Choice::Steady(Card::Rally { value, .. })) => {
            Some(stand(terrain.field(), forces, &Stand { steady: value, ..frame.clone() }))
        }
        (Frame::Contact(frame), Choice::Figure(met)) => meeting(forces, frame, met),
        (Frame::Discards(_), Choice::Snipe(group)) => Some(sniper(forces, group)),
        (Frame::Riposte(frame), _) => riposte(terrain, forces, frame, choice),
        (Frame::Scorched(frame), Choice::Stand) => {
            let lines = vec![line(i16::from(frame.strength), "phosphorus", "90.2")];
            Some(harm(forces, frame.group, &lines, "90.2", Share::ALL))
        }
        _ => None,
    }
}

/// A call for a flare or smoke.
fn called_in(forces: &Forces, group: Gid, need: i16, rule: &'static str, lines: Vec<Modifier>) -> Preview {
    let call = format!("call-in: {need} or more");
    let test = odds::check(call, rule, lines, |sum| if sum >= need { "called in" } else { "" });
    simple(forces.tag(group), test, "call fails")
}

/// The effect of an ordnance shot at a group that stands or passes at a square.
pub(in crate::rules::fireandmove) fn of_shot(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    arm: Arm,
    mark: Mark,
) -> Option<Preview> {
    shot(terrain, forces, group, arm, mark, false)
}

fn line(value: i16, label: &'static str, rule: &'static str) -> Modifier {
    Modifier { value, label, rule }
}

fn built(mut result: Vec<(String, f64)>, rolls: Vec<PreviewRoll>, remarks: Vec<String>) -> Preview {
    // Impossible results need no line, except for no effect.
    let mut first = true;
    result.retain(|(_, chance)| std::mem::take(&mut first) || *chance > 0.0);
    Preview { rolls, result, remarks, ..Preview::default() }
}

/// One check, with the chance of each reading; `nothing` is the word for no effect.
fn simple(who: impl Into<String>, test: Test, nothing: &str) -> Preview {
    let result = readings(&test, nothing);
    built(result, vec![PreviewRoll::new(who, test)], Vec::new())
}

/// Checks with the figures that make them; identical checks are combined.
fn alike(rolls: Vec<(Test, String)>) -> Vec<PreviewRoll> {
    let mut told: Vec<(Test, String, usize)> = Vec::new();
    for (test, name) in rolls {
        match told.iter_mut().find(|(known, _, _)| *known == test) {
            Some((_, _, count)) => *count += 1,
            None => told.push((test, name, 1)),
        }
    }
    let rolls = told.into_iter().map(|(test, name, count)| {
        let who = if count == 1 { name } else { format!("{name} and {} more", count - 1) };
        PreviewRoll::new(who, test)
    });
    rolls.collect()
}

/// The chances of each fate of a figure, in the order of [`Fate`].
fn fates(chances: [f64; 4]) -> Vec<(String, f64)> {
    let words = [
        (Fate::Unhurt, "unhurt"),
        (Fate::Pinned, "pinned"),
        (Fate::Routed, "routs"),
        (Fate::Killed, "killed"),
    ];
    words.map(|(fate, word)| (word.to_owned(), chances[fate as usize])).to_vec()
}

fn readings(test: &Test, nothing: &str) -> Vec<(String, f64)> {
    readings_of(&test.distribution(), nothing)
}

/// The chance of each reading; `nothing` is the word for no effect.
fn readings_of(odds: &Distribution<Reading>, nothing: &str) -> Vec<(String, f64)> {
    let mut all = vec![(nothing.to_owned(), odds.chance(&Reading::Row("")))];
    let some = odds.iter().filter(|(reading, _)| **reading != Reading::Row(""));
    all.extend(some.map(|(reading, chance)| (reading.to_string(), chance)));
    all
}

/// Whether a result eliminates a vehicle or a figure.
pub(in crate::rules::fireandmove) fn eliminates(result: &str) -> bool {
    matches!(result, "destroyed" | "killed" | "routs")
}

/// The preview with the greatest effect, of several alternatives.
fn best(all: impl Iterator<Item = Preview>) -> Option<Preview> {
    best_of(all, "")
}

/// The same, with the number of alternatives: "targets".
fn best_of(all: impl Iterator<Item = Preview>, what: &str) -> Option<Preview> {
    let worth = |preview: &Preview| -> f64 {
        let weight = |word: &str| match word {
            _ if eliminates(word) => 1.0,
            "hits" => 0.0,
            _ => 0.3,
        };
        preview.result.iter().skip(1).map(|(word, chance)| weight(word) * chance).sum()
    };
    let mut count = 0;
    let mut found: Option<(f64, Preview)> = None;
    for preview in all {
        count += 1;
        let now = worth(&preview);
        if found.as_ref().is_none_or(|(known, _)| now > *known) {
            found = Some((now, preview));
        }
    }
    found.map(|(_, mut preview)| {
        if count > 1 && !what.is_empty() {
            preview.remarks.insert(0, format!("best of {count} {what}"));
        }
        preview
    })
}

/// The rolls of a group's cards and announced actions.
pub(in crate::rules::fireandmove) fn ordered(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    choice: Choice,
) -> Option<Preview> {
    let tag = forces.tag(group);
    match choice {
        Choice::Fire(Card::Fire(card)) => best_fire(terrain, forces, group, card, Manner::default()),
        Choice::Shoot(_) => {
            let arms = arms::arms(terrain.field(), forces, group, false);
            best(arms.into_iter().filter_map(|arm| best_shot(terrain, forces, group, arm, false)))
        }
        Choice::Move(Card::Move(card)) | Choice::Cover(Card::Move(card)) => {
            let march = Marching::new(group, card, matches!(choice, Choice::Cover(_)));
            if let Some(more) = driving::free_bonus(forces, &march) {
                let lines = vec![line(more, "card and terrain", "64.4")];
                let test =
                    odds::check("free on 0 or more", "64.4", lines, |sum| if sum >= 0 { "free" } else { "" });
                return Some(simple(tag, test, "still bogged"));
            }
            let group_state = forces.group(group);
            let single = march.left + group_state.aside < 2;
            (group_state.mined && single).then(|| mines(forces, group, mine_strength(false)))
        }
        Choice::Grenade(_) => {
            let strength = fighting_positions::grenade_strength(forces, group);
            let target = fighting_positions::below(terrain.field(), forces, group).next()?;
            Some(harm(forces, target, &[line(strength, "grenades", "54.2")], "54.2", Share::ALL))
        }
        Choice::Smoke(Card::SmokeOrCower) | Choice::Flare(Card::SmokeOrCower) => {
            let test =
                odds::check("1 or more", "91.9", Vec::new(), |sum| if sum >= 1 { "smoke" } else { "" });
            Some(simple(tag, test, "no smoke"))
        }
        Choice::SniperCheck => {
            let (side, card) = (forces.group(group).side, forces.group(group).sniped.unwrap_or(7));
            let purpose = format!("above 0 and above {card}");
            let test = odds::check(purpose, "42.2", Vec::new(), |result| {
                if discards::finds_sniper(forces.battle(), side, card, result) { "found" } else { "" }
            });
            Some(simple(tag, test, "not found"))
        }
        Choice::Repair(figure) => {
            let (weapon, need) =
                (announcements::to_repair(forces, figure), announcements::repair_need(forces, figure));
            let test = odds::check(format!("{need} or more"), "37.1", Vec::new(), |result| {
                if result >= need { "repaired" } else { "" }
            });
            Some(simple(format!("{tag} {}", weapon.name), test, "not repaired"))
        }
        Choice::Dare(figure) => {
            let name = forces.soldier(figure).name.clone();
            let remark = format!("the {name} charges alone and is removed (91.14)");
            Some(built(Vec::new(), Vec::new(), vec![remark]))
        }
        _ => None,
    }
}

/// The rolls of a step, a charge or fire during a march.
fn on_the_march(terrain: &Terrain, forces: &Forces, march: &Marching, choice: Choice) -> Option<Preview> {
    let id = march.group;
    let on_move = Manner { on_move: true, ..Manner::default() };
    match choice {
        Choice::Step(way) => {
            let from = forces.group(id).at;
            goes(terrain, forces, march, from, from.step(way))
        }
        Choice::Fire(Card::Fire(card)) => best_fire(terrain, forces, id, card, on_move),
        Choice::Shoot(_) => {
            let arms = arms::arms(terrain.field(), forces, id, true);
            best(arms.into_iter().filter_map(|arm| best_shot(terrain, forces, id, arm, true)))
        }
        Choice::Charge(target) if forces.group(id).machine.is_some() => {
            overrun(terrain, forces, march, target)
        }
        Choice::Charge(target) if !forces.group(id).banzai && march.dare.is_none() => {
            Some(charge(terrain, forces, march, target, &[]))
        }
        Choice::Place(target) => {
            let figure = charges::carrier(forces, id)?;
            let morale = forces.nerve(figure).morale;
            let test = odds::morale_test(format!("places the charge: within {morale}"), "62.2", morale);
            if !forces.figure(figure).kit.charge {
                // 90.1: phosphorus grenades lay smoke; groups in it are then asked whether to stay.
                return Some(simple(forces.soldier(figure).name.clone(), test, "pinned"));
            }
            let goes = test.distribution().chance(&Reading::Row("passes"));
            let (from, to) = (forces.group(id).at, forces.group(target).at);
            let placed =
                steps::approach(terrain.field(), from, to, vec![from]).last().copied().unwrap_or(from);
            let strength = charges::blast_strength(terrain.field(), forces, target, to, placed);
            // 62.3: a dud on the first check applies to all.
            let share = Share { first: goes, goes_on: 1.0 - checks::exactly(-7), once: true };
            let mut blast =
                harm(forces, target, &[line(strength, "demolition charge", "62.3")], "62.3", share);
            blast.rolls.insert(0, PreviewRoll::new(forces.soldier(figure).name.clone(), test));
            blast.remarks.push("may be fired at on the way; -7 on the first check is a dud (62.3)".into());
            Some(blast)
        }
        Choice::Smoke(Card::SmokeOrCower) => ordered(terrain, forces, id, choice),
        _ => None,
    }
}

/// Scales results by a chance; the remainder is no effect.
fn scaled(mut result: Vec<(String, f64)>, chance: f64) -> Vec<(String, f64)> {
    for (_, share) in result.iter_mut().skip(1) {
        *share *= chance;
    }
    if let Some((first, rest)) = result.split_first_mut() {
        first.1 = 1.0 - rest.iter().map(|(_, share)| share).sum::<f64>();
    }
    result
}
