//! What a choice would roll, before it is made: every check of 2D8 with its lines, and what comes of it, exact. The
//! chances are those of `standto odds fireandmove`.

use crate::board::Cell;
use crate::game::view::PreviewRoll;
use crate::game::{Modifier, Preview, Reading, Test};

use super::artillery::Call;
use super::cards::Card;
use super::checks;
use super::choice::Choice;
use super::close_combat::{Contact, Stand};
use super::fire::effect::Fate;
use super::fire::strength::FireCard;
use super::fire::volley::{Manner, Moving, Volley};
use super::movement::Marching;
use super::odds;
use super::ordnance::arms::{Aimed, Arm, Round};
use super::position::{Fig, Gid, Position, Standing};
use super::reaction::Reaction;
use super::sequence::Frame;
use super::vehicles::Riposte;

/// What a choice would roll; nothing where no die falls, or none that a player could want to know of.
pub(super) fn preview(position: &Position, choice: Choice) -> Option<Preview> {
    let frame = position.frames.last()?;
    match (frame, choice) {
        (Frame::Aim(aim), Choice::Target(target)) => {
            let to = position.group(target).at;
            fire(position, aim.group, aim.card, aim.manner, (target, to, position.at_rest(target)))
        }
        (Frame::ReactionPoint(frame), Choice::Point(point)) => {
            let to = *frame.to.path.get(usize::from(point))?;
            match frame.fire {
                Some((group, card)) => fire_at_mover(position, group, card, &frame.to, to),
                None => Some(mines(position, frame.to.mover, if frame.trap { 5 } else { 4 })),
            }
        }
        (Frame::Shelling(frame), Choice::Target(target)) => {
            let to = position.group(target).at;
            shot(position, frame.group, frame.arm, (target, to, position.at_rest(target)), frame.on_move)
        }
        (Frame::ReactionShot(frame), Choice::Point(point)) => {
            let to = *frame.to.path.get(usize::from(point))?;
            let moving = frame.to.moving(position, to);
            shot(position, frame.group, frame.arm, (frame.to.mover, to, moving), false)
        }
        (Frame::Barrel(frame), Choice::Load(figure, round)) => {
            let arm = Arm { figure, round };
            match &frame.to {
                Some(to) => best_shot_at_mover(position, frame.group, arm, to),
                None => best_shot(position, frame.group, arm, frame.on_move),
            }
        }
        (Frame::Screening(frame), Choice::Target(_) | Choice::At(_)) => {
            let shot = position.screen_shot(frame.group, frame.arm, choice)?;
            Some(simple(frame.arm.round.name(), odds::shot_test(&shot), "missed"))
        }
        (Frame::Call(call), Choice::Target(target)) => Some(artillery(position, call, target)),
        (Frame::Reaction(frame), Choice::Mines(_) | Choice::Trap(_)) => {
            let trap = matches!(choice, Choice::Trap(_) | Choice::Mines(Card::BoobyTrap));
            Some(mines(position, frame.mover, if trap { 5 } else { 4 }))
        }
        (Frame::Reaction(frame), Choice::With(group)) => {
            let cards = position.fire_cards(position.group(group).side);
            best(cards.filter_map(|card| best_fire_at_mover(position, group, card, frame)))
        }
        (Frame::ReactionCard(frame), Choice::Fire(Card::Fire(card))) => {
            best_fire_at_mover(position, frame.group, card, &frame.to)
        }
        (Frame::ReactionCard(frame), Choice::Shoot(_)) => {
            let arms = position.arms(frame.group, false);
            best(arms.into_iter().filter_map(|arm| best_shot_at_mover(position, frame.group, arm, &frame.to)))
        }
        (Frame::Nominate(frame), Choice::Done) => {
            Some(charge(position, &frame.march, frame.target, &frame.chosen))
        }
        (Frame::Marching(march), _) => on_the_march(position, march, choice),
        (Frame::Orders(frame), _) => ordered(position, frame.group, choice),
        (Frame::Second(frame), Choice::Fire(Card::Fire(card))) => {
            best_fire(position, frame.group, card, frame.manner)
        }
        (Frame::Stand(frame), Choice::Stand) => Some(stand(position, frame)),
        (Frame::Stand(frame), Choice::Steady(Card::Rally { value, .. })) => {
            Some(stand(position, &Stand { steady: value, ..frame.clone() }))
        }
        (Frame::Contact(frame), Choice::Figure(met)) => meeting(position, frame, met),
        (Frame::Discards(_), Choice::Snipe(group)) => Some(sniper(position, group)),
        (Frame::Riposte(frame), _) => riposte(position, frame, choice),
        (Frame::Scorched(frame), Choice::Stand) => {
            let lines = vec![line(i16::from(frame.strength), "phosphorus", "90.2")];
            Some(harm(position, frame.group, &lines, "90.2", None))
        }
        _ => None,
    }
}

/// What it comes to in a few characters: everything but the first of the results, which is that nothing happens.
pub(super) fn effect(preview: &Preview) -> String {
    let told = preview.result.iter().skip(1).filter(|(_, chance)| *chance >= 0.005);
    told.map(|(word, chance)| format!("{word} {:.0}%", 100.0 * chance)).collect::<Vec<_>>().join(" ")
}

fn line(value: i16, label: &'static str, rule: &'static str) -> Modifier {
    Modifier { value, label, rule }
}

fn made(result: Vec<(String, f64)>, rolls: Vec<PreviewRoll>, remarks: Vec<String>) -> Preview {
    Preview { rolls, result, answer: Vec::new(), remarks }
}

/// One check, and the chance of each of its readings; `nothing` is a word for the one that is none.
fn simple(who: impl Into<String>, test: Test, nothing: &str) -> Preview {
    let result = readings(&test, nothing);
    made(result, vec![PreviewRoll::new(who, test)], Vec::new())
}

fn readings(test: &Test, nothing: &str) -> Vec<(String, f64)> {
    let odds = test.distribution();
    let mut all = vec![(nothing.to_owned(), odds.chance(&Reading::Row("")))];
    let some = odds.iter().filter(|(reading, _)| **reading != Reading::Row(""));
    all.extend(some.map(|(reading, chance)| (reading.to_string(), chance)));
    all
}

/// The preview that does most, of several ways to do it.
fn best(all: impl Iterator<Item = Preview>) -> Option<Preview> {
    let worth = |preview: &Preview| -> f64 {
        let weight = |word: &str| match word {
            "destroyed" | "killed" | "routs" | "commander killed" => 1.0,
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
        if count > 1 {
            preview.remarks.insert(0, format!("the best of {count} ways"));
        }
        preview
    })
}

/// What cards and announcements of a group would roll.
fn ordered(position: &Position, group: Gid, choice: Choice) -> Option<Preview> {
    let tag = position.tag(group);
    match choice {
        Choice::Fire(Card::Fire(card)) => best_fire(position, group, card, Manner::default()),
        Choice::Shoot(_) => {
            let arms = position.arms(group, false);
            best(arms.into_iter().filter_map(|arm| best_shot(position, group, arm, false)))
        }
        Choice::Move(Card::Move(card)) | Choice::Cover(Card::Move(card)) => {
            let march = Marching::new(group, card, matches!(choice, Choice::Cover(_)));
            if let Some(more) = position.free_bonus(&march) {
                let lines = vec![line(more, "vehicle, card and ground", "64.4")];
                let test =
                    odds::check(
                        "gets out on 0 or more",
                        "64.4",
                        lines,
                        |sum| if sum >= 0 { "free" } else { "" },
                    );
                return Some(simple(tag, test, "still stuck"));
            }
            let group_state = position.group(group);
            let single = march.left + group_state.aside < 2;
            (group_state.mined && single).then(|| mines(position, group, 4))
        }
        Choice::Grenade(_) => {
            let strength = position.grenade_strength(group);
            let target = position.below(group).next()?;
            Some(harm(position, target, &[line(strength, "grenades", "54.2")], "54.2", None))
        }
        Choice::Smoke(Card::SmokeOrCower) | Choice::Flare(Card::SmokeOrCower) => {
            let test =
                odds::check("1 or more", "91.9", Vec::new(), |sum| if sum >= 1 { "smoke" } else { "" });
            Some(simple(tag, test, "no smoke"))
        }
        Choice::SniperCheck => {
            let card = position.group(group).sniped.unwrap_or(7);
            let purpose = format!("above 0 and above {card}");
            let test = odds::check(purpose, "42.2", Vec::new(), |result| {
                if result > 0 && result > card { "found" } else { "" }
            });
            Some(simple(tag, test, "not found"))
        }
        Choice::Repair(figure) => {
            let gun = position.group(group).gun.filter(|gun| gun.failed);
            let weapon = gun.map_or_else(
                || position.weapon(figure),
                |gun| &position.battle().weapons[usize::from(gun.weapon)],
            );
            let need = weapon.repair.unwrap_or(7) + position.short_of(position.group(group).side);
            let test = odds::check(format!("{need} or more"), "37.1", Vec::new(), |result| {
                if result >= need { "mended" } else { "" }
            });
            Some(simple(format!("{tag} {}", weapon.name), test, "not mended"))
        }
        Choice::Dare(figure) => {
            let name = position.soldier(figure).name.clone();
            let remark = format!("the {name} runs alone, and does not come back (91.14)");
            Some(made(Vec::new(), Vec::new(), vec![remark]))
        }
        _ => None,
    }
}

/// What a step, a charge or fire on the march would roll.
fn on_the_march(position: &Position, march: &Marching, choice: Choice) -> Option<Preview> {
    let id = march.group;
    let on_move = Manner { on_move: true, ..Manner::default() };
    match choice {
        Choice::Step(way) => {
            let from = position.group(id).at;
            goes(position, march, from, from.step(way))
        }
        Choice::Fire(Card::Fire(card)) => best_fire(position, id, card, on_move),
        Choice::Shoot(_) => {
            let arms = position.arms(id, true);
            best(arms.into_iter().filter_map(|arm| best_shot(position, id, arm, true)))
        }
        Choice::Charge(target) if position.group(id).machine.is_some() => overrun(position, march, target),
        Choice::Charge(target) if !position.group(id).banzai && march.dare.is_none() => {
            Some(charge(position, march, target, &[]))
        }
        Choice::Place(target) => {
            let figure = position.carrier(id)?;
            let morale = position.nerve(figure).morale;
            let test = odds::morale_test(format!("with the charge: within {morale}"), "62.2", morale);
            let goes = test.distribution().chance(&Reading::Row("passes"));
            let strength = position.blast_strength(target, position.group(target).at);
            let mut blast =
                harm(position, target, &[line(strength, "charge and ground", "62.3")], "62.3", Some(goes));
            blast.rolls.insert(0, PreviewRoll::new(position.soldier(figure).name.clone(), test));
            blast
                .remarks
                .push("he comes and goes under fire; a -7 of the first check is a dud (62.3)".into());
            Some(blast)
        }
        Choice::Smoke(Card::SmokeOrCower) => ordered(position, id, choice),
        _ => None,
    }
}

/// The bog tests of a vehicle, or the check of men who cross water or wire.
fn goes(position: &Position, march: &Marching, from: Cell, to: Cell) -> Option<Preview> {
    let id = march.group;
    let tag = position.tag(id);
    if position.group(id).machine.is_none() {
        let (need, rule, what) = position.crossing(march, from, to)?;
        let purpose = format!("{what}: {need} or more");
        let test =
            odds::check(purpose, rule, Vec::new(), |result| if result >= need { "across" } else { "" });
        return Some(simple(tag, test, "turned back"));
    }
    let mut through = 1.0;
    let mut rolls = Vec::new();
    for (place, number) in position.bog_tests(id, from, to) {
        let limit = position.bog_limit(march, number);
        let what = if place == 0 { "crosses" } else { "drives on" };
        let test = odds::morale_test(format!("{what}: within {limit}"), "64.2", limit);
        through *= test.distribution().chance(&Reading::Row("passes"));
        rolls.push(PreviewRoll::new(tag.clone(), test));
    }
    let result = vec![("goes through".to_owned(), through), ("stuck".to_owned(), 1.0 - through)];
    (!rolls.is_empty()).then(|| made(result, rolls, Vec::new()))
}

/// The best of what a card does from where a group stands.
fn best_fire(position: &Position, group: Gid, card: FireCard, manner: Manner) -> Option<Preview> {
    let at = |target| (target, position.group(target).at, position.at_rest(target));
    best(
        position
            .targets(group, card, manner)
            .filter_map(|target| fire(position, group, card, manner, at(target))),
    )
}

fn best_fire_at_mover(position: &Position, group: Gid, card: FireCard, to: &Reaction) -> Option<Preview> {
    best(to.path.iter().filter_map(|&at| fire_at_mover(position, group, card, to, at)))
}

fn fire_at_mover(
    position: &Position,
    group: Gid,
    card: FireCard,
    reaction: &Reaction,
    to: Cell,
) -> Option<Preview> {
    let manner = reaction.manner(position, group);
    fire(position, group, card, manner, (reaction.mover, to, reaction.moving(position, to)))
}

/// Where, at whom and how he moves.
type Mark = (Gid, Cell, Moving);

fn fire(position: &Position, group: Gid, card: FireCard, manner: Manner, mark: Mark) -> Option<Preview> {
    let (target, to, moving) = mark;
    let volley = position.aimed(group, card, manner, target, to, moving)?;
    let Volley { strength, men, weapons, concealment, band, .. } = &volley;
    let mut told = harm(position, target, &strength.modifiers(), "21.2", None);
    told.remarks
        .insert(0, format!("at {}, {band} range, strength {}", position.tag(target), strength.total()));
    let names: Vec<&str> = men.iter().map(|&figure| position.weapon(figure).name.as_str()).collect();
    told.remarks.push(format!("{} fire: {}", men.len(), names.join(", ")));
    told.remarks.extend(concealment.iter().map(|line| format!("concealment: {line}")));
    let side = position.group(group).side;
    // 20.2: every active weapon may fail, whether its bonus counts or not.
    for &gunner in men {
        let weapon = position.weapon(gunner);
        if let Some(fails) = position.fails_at(side, weapon).filter(|_| !weapon.indirect) {
            let chance = 100.0 * checks::exactly(fails);
            told.remarks
                .push(format!("the {} fails at {fails}: {chance:.0}% for each check (20.1)", weapon.name));
        }
    }
    for &(gunner, _) in weapons {
        let weapon = position.weapon(gunner);
        // 17.4: a heavy machine gun pierces besides.
        if let (Some(ap), Some(machine)) =
            (weapon.ap.filter(|_| weapon.flame.is_none()), position.machine_of(target))
        {
            let from = position.group(group).at;
            let flank = super::ordnance::arms::is_flank(position.group(target).front, to, from);
            let armour = position.vehicle(machine).armour[usize::from(flank)];
            let hull_down = position.field().hull_down(from, to);
            let attack = odds::ArmourAttack { strength: ap, armour, hull_down, adds: odds::Adds::Nothing };
            let lines = [
                line(ap, "armour piercing", "17.4"),
                line(position.hurt(target), "stunned or immobilised", "67.8"),
            ];
            let lines = lines.into_iter().filter(|line| line.value != 0).collect();
            told.rolls.push(PreviewRoll::new("it pierces", attack.test("pierces", lines)));
        }
    }
    Some(told)
}

/// One check for each figure of a group, those who are alike together; the result is what one of them suffers on
/// average. `first` is the chance that it comes to this at all.
fn harm(
    position: &Position,
    target: Gid,
    lines: &[Modifier],
    rule: &'static str,
    first: Option<f64>,
) -> Preview {
    let members = position.under_fire(target);
    let mut rolls: Vec<(Test, String, usize)> = Vec::new();
    let mut sums = [0.0; 4];
    let mut crew: Vec<(String, f64)> = Vec::new();
    let count = members.len().max(1) as f64;
    for figure in members {
        let pinned = position.figure(figure).standing == Standing::Pinned;
        let mut own = lines.to_vec();
        let plates = position.behind_plates(figure);
        if plates != 0 {
            own.push(line(-plates, "behind armour", "85.3"));
        }
        let soft = position.soft_vehicle(target);
        let test = if position.soldier(figure).machine.is_some() && !soft {
            let test = crew_test(position, figure, own, rule);
            crew = readings(&test, "no effect");
            test
        } else {
            let nerve = position.nerve(figure);
            let total = own.iter().map(|line| line.value).sum();
            for (fate, chance) in odds::figure(total, nerve, pinned).iter() {
                sums[*fate as usize] += chance / count;
            }
            let breaks = if pinned {
                format!("pinned, panic {}", nerve.panic)
            } else {
                format!("morale {}", nerve.morale)
            };
            odds::fire_test(breaks, rule, own, nerve, pinned)
        };
        let name = position.soldier(figure).name.clone();
        match rolls.iter_mut().find(|(known, _, _)| *known == test) {
            Some((_, _, count)) => *count += 1,
            None => rolls.push((test, name, 1)),
        }
    }
    let rolls = rolls.into_iter().map(|(test, name, count)| {
        let who = if count == 1 { name } else { format!("{count} like the {name}") };
        PreviewRoll::new(who, test)
    });
    let words = [
        (Fate::Unhurt, "unhurt"),
        (Fate::Pinned, "pinned"),
        (Fate::Routed, "routs"),
        (Fate::Killed, "killed"),
    ];
    let share = first.unwrap_or(1.0);
    let mut result: Vec<(String, f64)> =
        words.map(|(fate, word)| (word.to_owned(), share * sums[fate as usize])).to_vec();
    if crew.is_empty() || position.passengers(target).next().is_some() {
        result[0].1 = 1.0 - result[1..].iter().map(|(_, chance)| chance).sum::<f64>();
    } else {
        result = crew;
    }
    made(result, rolls.collect(), Vec::new())
}

/// HE, small arms and the like at the crew of a vehicle (69).
fn crew_test(position: &Position, crew: Fig, lines: Vec<Modifier>, rule: &'static str) -> Test {
    let open = position.machine(crew).is_some_and(|machine| position.vehicle(machine).open);
    let shaken = if open { "pinned" } else { "buttoned up" };
    odds::check("the crew", rule, lines, |sum| match position.crew_fate(crew, sum) {
        [_, true] => "commander killed",
        [true, false] => shaken,
        [false, false] => "",
    })
}

fn best_shot(position: &Position, group: Gid, arm: Arm, on_move: bool) -> Option<Preview> {
    let at = |target| (target, position.group(target).at, position.at_rest(target));
    best(
        position
            .shot_targets(group, arm, on_move)
            .filter_map(|target| shot(position, group, arm, at(target), on_move)),
    )
}

fn best_shot_at_mover(position: &Position, group: Gid, arm: Arm, to: &Reaction) -> Option<Preview> {
    let mark = |at: Cell| (to.mover, at, to.moving(position, at));
    best(to.path.iter().filter_map(|&at| shot(position, group, arm, mark(at), false)))
}

/// What a shot of ordnance does: the To Hit check, and what a hit opens.
fn shot(position: &Position, group: Gid, arm: Arm, mark: Mark, on_move: bool) -> Option<Preview> {
    let (target, to, moving) = mark;
    let aimed = position.shot(group, arm, target, to, moving, on_move)?;
    let from = position.group(group).at;
    let hits = aimed.shot.as_ref().map_or(1.0, super::fire::to_hit::Shot::chance);
    let mut remarks = vec![format!("{} at {}", arm.round.name(), position.tag(target))];
    if let Some(shot) = &aimed.shot {
        remarks.push(format!("printed To Hit {}", shot.number));
        remarks.extend(aimed.steps.iter().map(|line| format!("step: {line}")));
        if shot.target_moving {
            remarks.push("the target moves: only 1 or more hits (58.4)".into());
        }
        if shot.hull_down {
            remarks.push("hull down: only 1 or more hits (71.1)".into());
        }
        if shot.firer_moving {
            remarks.push("the weapon moves: only 1 or more hits (58.6)".into());
        }
    }
    let pierces = matches!(arm.round, Round::Ap | Round::Faust | Round::Flame);
    let (mut result, opened) = match position.machine_of(target).filter(|_| pierces) {
        Some(_) if position.soft_vehicle(target) => {
            let test = odds::check("the vehicle", "84.2", aimed.strength.clone(), |sum| match sum {
                6.. => "destroyed",
                3..=5 => "immobilised",
                _ => "",
            });
            (scaled(readings(&test, "no effect"), hits), vec![PreviewRoll::new("", test)])
        }
        Some(machine) => {
            let armour = position.vehicle(machine).armour[usize::from(aimed.flank)];
            remarks.push(format!("{} armour {armour}", if aimed.flank { "flank" } else { "front" }));
            let hull_down = position.field().hull_down(from, to);
            let attack = odds::ArmourAttack { strength: aimed.total(), armour, hull_down, adds: aimed.adds };
            pierced(&attack, &aimed, &mut remarks)
        }
        None if pierces => {
            let test = odds::check("the gun", "61.3", aimed.strength.clone(), gun_word);
            (scaled(readings(&test, "no effect"), hits), vec![PreviewRoll::new("", test)])
        }
        None => {
            let told = harm(position, target, &aimed.strength, "58.7", None);
            let result = match &aimed.shot {
                Some(shot) if position.machine_of(target).is_none() => {
                    if shot.final_number().is_some_and(|number| number.has_zero()) {
                        remarks.push("the size of the hit is added to the strength (58.7)".into());
                    }
                    shelled(position, target, shot, aimed.total())
                }
                Some(shot) => shelled_crew(position, target, shot, &aimed.strength),
                None => told.result,
            };
            (result, told.rolls)
        }
    };
    if position.group(target).gun.is_some() && arm.round == Round::He {
        remarks.push("a check for the gun besides: damaged from 3, destroyed from 6 (61.3)".into());
    }
    let rolls = match &aimed.shot {
        Some(shot) => {
            let mut first = PreviewRoll::new("To hit", odds::shot_test(shot));
            first.opens = opened.into_iter().map(|roll| (Reading::Row("hit"), roll)).collect();
            result.push(("hits".to_owned(), hits));
            vec![first]
        }
        None => opened,
    };
    Some(made(result, rolls, remarks))
}

/// Results that come about only with a chance; what is left is that nothing happens.
fn scaled(mut result: Vec<(String, f64)>, chance: f64) -> Vec<(String, f64)> {
    for (_, share) in result.iter_mut().skip(1) {
        *share *= chance;
    }
    if let Some((first, rest)) = result.split_first_mut() {
        first.1 = 1.0 - rest.iter().map(|(_, share)| share).sum::<f64>();
    }
    result
}

/// A gun that is struck: damaged from 3, destroyed from 6 (61.3).
const fn gun_word(sum: i16) -> &'static str {
    match sum {
        6.. => "destroyed",
        3..=5 => "damaged",
        _ => "",
    }
}

/// Armour piercing at a vehicle.
fn pierced(
    attack: &odds::ArmourAttack,
    aimed: &Aimed,
    remarks: &mut Vec<String>,
) -> (Vec<(String, f64)>, Vec<PreviewRoll>) {
    use super::fire::armour::Damage;
    let all = attack.on_vehicle(aimed.shot.as_ref());
    let words = [Damage::None, Damage::Immobilised, Damage::Stunned, Damage::Destroyed];
    let word = |damage| match damage {
        Damage::None => "no effect".to_owned(),
        other => odds::damage(other).to_owned(),
    };
    let result = words.map(|damage| (word(damage), all.chance(&damage))).to_vec();
    match attack.adds {
        odds::Adds::Nothing => {}
        odds::Adds::Size => remarks.push("the size of the hit is added (75.1)".into()),
        odds::Adds::Signed => remarks.push("the result of the hit is added with its sign (74.7)".into()),
    }
    let test = attack.test(format!("against {}", attack.armour), aimed.strength.clone());
    (result, vec![PreviewRoll::new("", test)])
}

/// What a shell does to a figure of a group on average, its hit included.
fn shelled(
    position: &Position,
    target: Gid,
    shot: &super::fire::to_hit::Shot,
    total: i16,
) -> Vec<(String, f64)> {
    let members = position.under_fire(target);
    let count = members.len().max(1) as f64;
    let mut sums = [0.0; 4];
    for figure in members {
        let pinned = position.figure(figure).standing == Standing::Pinned;
        let own = total - position.behind_plates(figure);
        for (fate, chance) in odds::shelled(shot, own, position.nerve(figure), pinned).iter() {
            sums[*fate as usize] += chance / count;
        }
    }
    let words = [
        (Fate::Unhurt, "unhurt"),
        (Fate::Pinned, "pinned"),
        (Fate::Routed, "routs"),
        (Fate::Killed, "killed"),
    ];
    words.map(|(fate, word)| (word.to_owned(), sums[fate as usize])).to_vec()
}

/// What a shell does to the crew of a vehicle, its hit included (69.1).
fn shelled_crew(
    position: &Position,
    target: Gid,
    shot: &super::fire::to_hit::Shot,
    lines: &[Modifier],
) -> Vec<(String, f64)> {
    use super::fire::to_hit::Check;
    use crate::odds::Distribution;
    let Some(crew) = position.group(target).machine else { return Vec::new() };
    let sized = shot.final_number().is_some_and(|number| number.has_zero());
    let all = checks::distribution().then(|&result| match shot.check(result) {
        Check::Hit(result) => {
            let mut lines = lines.to_vec();
            lines.push(line(if sized { result.abs() } else { 0 }, "size of the hit", "58.7"));
            crew_test(position, crew, lines, "69.1").distribution()
        }
        Check::Fails | Check::Miss => Distribution::certain(Reading::Row("")),
    });
    let mut told = vec![("no effect".to_owned(), all.chance(&Reading::Row("")))];
    let some = all.iter().filter(|(reading, _)| **reading != Reading::Row(""));
    told.extend(some.map(|(reading, chance)| (reading.to_string(), chance)));
    told
}

/// A vehicle drives over men: the way there, then one check for each (73).
fn overrun(position: &Position, march: &Marching, target: Gid) -> Option<Preview> {
    let id = march.group;
    let strength = position.overrun_strength(id, target)?;
    let (from, to) = (position.group(id).at, position.group(target).at);
    let way = goes(position, march, from, to);
    let through = way.as_ref().and_then(|way| way.result.first()).map_or(1.0, |(_, chance)| *chance);
    let lines = [line(strength, "overrun less concealment", "73.3")];
    let mut told = harm(position, target, &lines, "73.3", Some(through));
    told.remarks.push(format!("over {}, strength {strength}, after the enemy's fire", position.tag(target)));
    if position.group(target).gun.is_some() {
        let test = odds::check("the gun", "73.6", lines.to_vec(), gun_word);
        told.rolls.push(PreviewRoll::new("the gun", test));
    }
    if let Some(way) = way {
        told.remarks.push(format!("it must get there: {:.0}% (64.2)", 100.0 * through));
        told.rolls.splice(0..0, way.rolls);
    }
    let open = position.machine_of(id).is_some_and(|machine| position.vehicle(machine).open);
    let lost = if open { "-6 destroys and -7 immobilises it" } else { "-7 immobilises it" };
    told.remarks.push(format!("in rough ground a result of {lost} (73.4)"));
    told.answer.push("fire, and with magnetic mines and Panzerfausts of those who live (73.7)".into());
    Some(told)
}

/// A charge on foot: who goes in, and what waits for them (48, 49, 72).
fn charge(position: &Position, march: &Marching, target: Gid, chosen: &[Fig]) -> Preview {
    let id = march.group;
    let all: Vec<Fig> = if chosen.is_empty() { position.fit(id).collect() } else { chosen.to_vec() };
    let cover = if march.cover { march.card.cover } else { 0 };
    let mut rolls: Vec<(Test, String, usize)> = Vec::new();
    let mut going = 0.0;
    for &figure in &all {
        let lines = position.charge_lines(figure, all.len(), target, cover);
        let own = position.nerve(figure).morale;
        let morale = own + lines.iter().map(|line| line.value).sum::<i16>();
        going += checks::within(morale);
        let told: Vec<String> = lines.iter().map(|line| format!("{:+} {}", line.value, line.label)).collect();
        let purpose = format!(
            "goes in: within {morale} (morale {own}{}{})",
            if told.is_empty() { "" } else { ", " },
            told.join(", ")
        );
        let test = odds::morale_test(purpose, "48.1", morale);
        let name = position.soldier(figure).name.clone();
        match rolls.iter_mut().find(|(known, _, _)| *known == test) {
            Some((_, _, count)) => *count += 1,
            None => rolls.push((test, name, 1)),
        }
    }
    let mut rolls: Vec<PreviewRoll> = rolls
        .into_iter()
        .map(|(test, name, count)| {
            PreviewRoll::new(if count == 1 { name } else { format!("{count} like the {name}") }, test)
        })
        .collect();
    let share = going / all.len().max(1) as f64;
    let result = vec![("pinned".to_owned(), 1.0 - share), ("go in".to_owned(), share)];
    let mut remarks = vec![format!("on average {going:.1} of {} reach {}", all.len(), position.tag(target))];
    if all.iter().any(|&figure| position.soldier(figure).leader != 0) {
        remarks.push("a platoon leader tests first and sets the example (48.8)".into());
    }
    let mut answer = vec!["fire on the way in (48.1)".to_owned()];
    if position.machine_of(target).is_some() {
        // 72.2: each who comes is better off for those before him.
        for (place, &figure) in all.iter().enumerate().take(3) {
            let name = position.soldier(figure).name.clone();
            rolls.push(PreviewRoll::new(name, assault(position, figure, target, place as i16)));
        }
        remarks.push("each man who reaches the vehicle tries in turn (72.2)".into());
    } else {
        let front = Stand { attackers: id, defenders: target, steady: 0 };
        let theirs = stand(position, &front);
        rolls.extend(theirs.rolls);
        answer.push("a rally card, or by leaving (49.4, 52.1)".into());
    }
    Preview { rolls, result, answer, remarks }
}

/// One man against a vehicle (72).
fn assault(position: &Position, figure: Fig, target: Gid, before: i16) -> Test {
    let lines = position.assault_lines(figure, target, before);
    odds::check("at the vehicle", "72.3", lines, |sum| match sum {
        7.. => "destroyed",
        6 => "immobilised",
        1..=5 => "",
        _ => "the man falls",
    })
}

/// Whether defenders stand: 0 or more, or 2 for the Red Army in the open; each point short sends one man away (49).
fn stand(position: &Position, stand: &Stand) -> Preview {
    let need = position.stand_need(stand.defenders);
    let tag = position.tag(stand.defenders);
    let men = position.group(stand.defenders).members.len() as i16;
    let lines = position.stand_lines(stand);
    let test = odds::check(format!("stands on {need} or more"), "49.7", lines, |sum| match need - sum {
        ..=0 => "all stand",
        short if short >= men => "all go",
        1 => "one goes",
        _ => "some go",
    });
    simple(tag, test, "")
}

/// A pair in close combat: who has more with his check falls the other (50.9).
fn meeting(position: &Position, contact: &Contact, met: Fig) -> Option<Preview> {
    let (mover, _) = contact.next(position)?;
    let values = [mover, met].map(|figure| contact.value(position, figure, [0; 2]));
    let [name, other] = [mover, met].map(|figure| position.soldier(figure).name.clone());
    let against = |wanted: fn(i16, i16) -> bool| -> f64 {
        let rolls = checks::distribution();
        let pairs = rolls
            .then(|&a| checks::distribution().then(move |&b| crate::odds::Distribution::certain((a, b))));
        pairs
            .iter()
            .filter(|((a, b), _)| wanted(values[0] + a, values[1] + b))
            .map(|(_, chance)| chance)
            .sum()
    };
    let result = vec![
        ("even, once more".to_owned(), against(|a, b| a == b)),
        (format!("the {name} wins"), against(|a, b| a > b)),
        (format!("the {name} falls"), against(|a, b| a < b)),
    ];
    let remarks = vec![
        format!(
            "the {name} has {}, the {other} {}; each adds a check of his own (50.9)",
            values[0], values[1]
        ),
        "more against one, and a leader's example, are added when all have met (50.8, 50.12)".into(),
    ];
    Some(made(result, Vec::new(), remarks))
}

/// A mine or a trap under one figure of a group, or under a vehicle (31).
fn mines(position: &Position, group: Gid, strength: i16) -> Preview {
    let tag = position.tag(group);
    if let Some(machine) = position.machine_of(group) {
        let soft = position.soft_vehicle(group);
        let need = if soft { 3 } else { position.vehicle(machine).armour[1].immobilised };
        let (more, rule) = if soft { (strength, "84.3") } else { (1, "31.2") };
        let lines = vec![line(more, "mine", rule)];
        let test =
            odds::check(
                format!("{need} or more"),
                rule,
                lines,
                |sum| if sum >= need { "immobilised" } else { "" },
            );
        return simple(tag, test, "no effect");
    }
    let mut told = harm(position, group, &[line(strength, "mine", "31.1")], "31.1", None);
    told.remarks.push("it strikes one figure of the group, each as likely (31.1)".into());
    told
}

/// Artillery called in on a group: the call, then a check for each figure (56).
fn artillery(position: &Position, call: &Call, target: Gid) -> Preview {
    let [need, smoke] = call.needs(position, target);
    let lines = if smoke == 0 { Vec::new() } else { vec![line(-smoke, "smoke", "56.5")] };
    let test = odds::check(format!("the call: {need} or more"), "56.4", lines, |sum| {
        if sum >= need { "heard" } else { "" }
    });
    let heard = test.distribution().chance(&Reading::Row("heard"));
    let strength = call.strength(position, target);
    let mut told = harm(position, target, &strength, "56.4", Some(heard));
    let mut first = PreviewRoll::new(position.tag(call.group), test);
    first.opens = told.rolls.drain(..).map(|roll| (Reading::Row("heard"), roll)).collect();
    told.rolls = vec![first];
    let total: i16 = strength.iter().map(|line| line.value).sum();
    told.remarks.push(format!(
        "at {}, strength {total}, if the call is heard: {:.0}%",
        position.tag(target),
        100.0 * heard
    ));
    if position.machine_of(target).is_some() {
        told.result = scaled(told.result, heard);
        told.remarks.push("a 7 immobilises, and a 6 destroys an open vehicle (70.1)".into());
    }
    told
}

/// A sniper at a random figure (42.1).
fn sniper(position: &Position, group: Gid) -> Preview {
    let word = |result: i16| match result.abs() {
        6.. => "killed",
        3..=5 => "pinned",
        _ => "",
    };
    let test = odds::check("6 or 7 kills, 3 to 5 pins", "42.1", Vec::new(), word);
    let mut told = simple(format!("a figure of {}", position.tag(group)), test, "missed");
    told.remarks.push("each figure of the group is as likely (42.1)".into());
    told
}

/// Men who lived through an overrun go at the vehicle with a mine or a Panzerfaust (73.7, 73.8).
fn riposte(position: &Position, frame: &Riposte, choice: Choice) -> Option<Preview> {
    let (Choice::Figure(figure) | Choice::Load(figure, _)) = choice else { return None };
    let morale = position.nerve(figure).morale;
    let dares = odds::morale_test(format!("dares: within {morale}"), "73.7", morale);
    let chance = dares.distribution().chance(&Reading::Row("passes"));
    let mut first = PreviewRoll::new(position.soldier(figure).name.clone(), dares);
    let result = if matches!(choice, Choice::Figure(_)) {
        let test = assault(position, figure, frame.vehicle, 0);
        let result = scaled(readings(&test, "no effect"), chance);
        first.opens.push((Reading::Row("passes"), PreviewRoll::new("", test)));
        result
    } else {
        let all = &position.battle().weapons;
        let weapon = all.iter().find(|weapon| weapon.key == "panzerfaust")?;
        let shot = super::fire::to_hit::Shot::plain(weapon.point_blank?);
        let machine = position.machine_of(frame.vehicle)?;
        let strength = weapon.ap? + position.hurt(frame.vehicle);
        let armour = position.vehicle(machine).armour[1];
        let attack = odds::ArmourAttack { strength, armour, hull_down: false, adds: odds::Adds::Size };
        let lines = vec![line(strength, "Panzerfaust", "73.8")];
        let aimed = Aimed {
            shot: Some(shot),
            steps: Vec::new(),
            strength: lines,
            adds: odds::Adds::Size,
            flank: true,
        };
        let mut remarks = Vec::new();
        let (result, opened) = pierced(&attack, &aimed, &mut remarks);
        let mut hit = PreviewRoll::new("", odds::shot_test(&shot));
        hit.opens = opened.into_iter().map(|roll| (Reading::Row("hit"), roll)).collect();
        first.opens.push((Reading::Row("passes"), hit));
        scaled(result, chance)
    };
    Some(made(result, vec![first], Vec::new()))
}
