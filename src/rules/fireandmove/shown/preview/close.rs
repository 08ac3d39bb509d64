//! Previews of border crossings, overruns, charges, close combat and the responses to them.

use crate::board::Cell;
use crate::game::view::PreviewRoll;
use crate::game::{Preview, Reading, Test};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::close_combat::contact::{Contact, Meeting};
use crate::rules::fireandmove::close_combat::{self, Stand};
use crate::rules::fireandmove::dice::{checks, odds};
use crate::rules::fireandmove::fire::to_hit::Shot;
use crate::rules::fireandmove::movement::{Marching, steps};
use crate::rules::fireandmove::ordnance::GunEnd;
use crate::rules::fireandmove::ordnance::shot::Aimed;
use crate::rules::fireandmove::shown::preview::fire::{Share, harm};
use crate::rules::fireandmove::shown::preview::shot::pierced;
use crate::rules::fireandmove::shown::preview::{alike, built, line, readings, scaled, simple};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Fig, Forces, Gid, Terrain};
use crate::rules::fireandmove::vehicles::{Riposte, assault, assault_end, driving, overrun};

/// A vehicle's bog tests, or the check for crossing water or wire on foot.
pub(super) fn goes(
    terrain: &Terrain,
    forces: &Forces,
    march: &Marching,
    from: Cell,
    to: Cell,
) -> Option<Preview> {
    let id = march.group;
    let tag = forces.tag(id);
    if forces.group(id).machine.is_none() {
        let (need, rule, what) = steps::crossing(terrain, forces, march, from, to)?;
        let purpose = format!("{what}: {need} or more");
        let test =
            odds::check(purpose, rule, Vec::new(), |result| if result >= need { "across" } else { "" });
        return Some(simple(tag, test, "turned back"));
    }
    let mut through = 1.0;
    let mut rolls = Vec::new();
    for (place, number) in driving::bog_tests(terrain, forces, id, from, to) {
        let limit = driving::bog_limit(forces, march, number);
        let what = if place == 0 { "crosses" } else { "bog test" };
        let test = odds::morale_test(format!("{what}: within {limit}"), "64.2", limit);
        through *= test.distribution().chance(&Reading::Row("passes"));
        rolls.push(PreviewRoll::new(tag.clone(), test));
    }
    let result = vec![("goes through".to_owned(), through), ("bogged".to_owned(), 1.0 - through)];
    (!rolls.is_empty()).then(|| built(result, rolls, Vec::new()))
}

/// A vehicle overruns a group: the drive there, then one check for each figure (73).
pub(super) fn overrun(terrain: &Terrain, forces: &Forces, march: &Marching, target: Gid) -> Option<Preview> {
    let id = march.group;
    let strength = overrun::overrun_strength(terrain.field(), forces, id, target)?;
    let (from, to) = (forces.group(id).at, forces.group(target).at);
    let way = goes(terrain, forces, march, from, to);
    let through = way.as_ref().and_then(|way| way.result.first()).map_or(1.0, |(_, chance)| *chance);
    let lines = [line(strength, "overrun less concealment", "73.3")];
    // 73.4: in rough ground a roll of -7 destroys the vehicle; -6 too if it is open-topped.
    let open = forces.machine_of(id).is_some_and(|machine| forces.vehicle(machine).open);
    let risk = checks::exactly(-7) + if open { checks::exactly(-6) } else { 0.0 };
    let goes_on = if overrun::is_rough(terrain.field(), forces, target) { 1.0 - risk } else { 1.0 };
    let mut told = harm(forces, target, &lines, "73.3", Share { first: through, goes_on, once: false });
    told.remarks.push(format!("over {}, strength {strength}, after the enemy's fire", forces.tag(target)));
    if forces.group(target).gun.is_some() {
        let test = odds::check("the gun", "73.6", lines.to_vec(), |sum| GunEnd::on(sum).word());
        told.rolls.push(PreviewRoll::new("the gun", test));
    }
    if let Some(way) = way {
        told.remarks.push(format!("reaches the target: {:.0}% (64.2)", 100.0 * through));
        told.rolls.splice(0..0, way.rolls);
    }
    let lost = if open { "-6 destroys and -7 immobilises it" } else { "-7 immobilises it" };
    told.remarks.push(format!("unless the target is in open ground, {lost} (73.4)"));
    told.answer.push("fire; survivors may use magnetic mines and Panzerfausts (73.7)".into());
    Some(told)
}

/// A charge on foot: which figures go in, and what they face (48, 49, 72).
pub(super) fn charge(
    terrain: &Terrain,
    forces: &Forces,
    march: &Marching,
    target: Gid,
    chosen: &[Fig],
) -> Preview {
    let id = march.group;
    let all: Vec<Fig> = if chosen.is_empty() { forces.fit(id).collect() } else { chosen.to_vec() };
    let cover = if march.cover { march.card.cover } else { 0 };
    let mut rolls: Vec<(Test, String)> = Vec::new();
    let mut going = 0.0;
    for &figure in &all {
        let lines = close_combat::charge_lines(forces, figure, all.len(), target, cover);
        let own = forces.nerve(figure).morale;
        let morale = own + lines.iter().map(|line| line.value).sum::<i16>();
        going += checks::within(morale);
        let told: Vec<String> = lines.iter().map(|line| format!("{:+} {}", line.value, line.label)).collect();
        let purpose = format!(
            "charges: within {morale} (morale {own}{}{})",
            if told.is_empty() { "" } else { ", " },
            told.join(", ")
        );
        let test = odds::morale_test(purpose, "48.1", morale);
        let name = forces.soldier(figure).name.clone();
        rolls.push((test, name));
    }
    let mut rolls = alike(rolls);
    let share = going / all.len().max(1) as f64;
    let result = vec![("pinned".to_owned(), 1.0 - share), ("go in".to_owned(), share)];
    let mut remarks = vec![format!("on average {going:.1} of {} reach {}", all.len(), forces.tag(target))];
    if all.iter().any(|&figure| forces.soldier(figure).leader != 0) {
        remarks.push("a platoon leader tests first and sets the example (48.8)".into());
    }
    let mut answer = vec!["fire on the way in (48.1)".to_owned()];
    if forces.machine_of(target).is_some() {
        // 72.2: each attacker benefits from those before it.
        for (place, &figure) in all.iter().enumerate().take(3) {
            let name = forces.soldier(figure).name.clone();
            rolls.push(PreviewRoll::new(name, assault(terrain, forces, figure, target, place as i16)));
        }
        remarks.push("each figure that reaches the vehicle attacks in turn (72.2)".into());
    } else {
        let front = Stand { attackers: id, defenders: target, steady: 0 };
        let theirs = stand(terrain.field(), forces, &front);
        rolls.extend(theirs.rolls);
        answer.push("a rally card, or retiring (49.4, 52.1)".into());
    }
    Preview { rolls, result, answer, remarks, ..Preview::default() }
}

/// One figure's assault on a vehicle (72).
pub(super) fn assault(terrain: &Terrain, forces: &Forces, figure: Fig, target: Gid, before: i16) -> Test {
    let lines = assault::assault_lines(terrain, forces, figure, target, before);
    odds::check("at the vehicle", "72.3", lines, assault_end)
}

/// Whether defenders stand: on 0 or more, or 2 for the Red Army in the open. Each point short makes one
/// figure retire (49).
pub(super) fn stand(field: &Field, forces: &Forces, stand: &Stand) -> Preview {
    let need = close_combat::stand_need(field, forces, stand.defenders);
    let tag = forces.tag(stand.defenders);
    let men = forces.group(stand.defenders).members.len() as i16;
    let lines = close_combat::stand_lines(field, forces, stand);
    let test = odds::check(format!("stands on {need} or more"), "49.7", lines, |sum| match need - sum {
        ..=0 => "all stand",
        short if short >= men => "all retire",
        1 => "one retires",
        _ => "some retire",
    });
    simple(tag, test, "")
}

/// A pair in close combat: the figure with the higher total kills the other (50.9).
pub(super) fn meeting(forces: &Forces, contact: &Contact, met: Fig) -> Option<Preview> {
    let Meeting::Met(mover, _) = contact.next(forces)? else { return None };
    let values = [mover, met].map(|figure| contact.value(forces, figure, [0; 2]));
    let [name, other] = [mover, met].map(|figure| forces.soldier(figure).name.clone());
    let against = |wanted: fn(i16, i16) -> bool| -> f64 {
        let rolls = checks::distribution();
        let pairs = rolls.then(|&a| checks::distribution().map(|&b| (a, b)));
        pairs
            .iter()
            .filter(|((a, b), _)| wanted(values[0] + a, values[1] + b))
            .map(|(_, chance)| chance)
            .sum()
    };
    let result = vec![
        ("tie, fight again".to_owned(), against(|a, b| a == b)),
        (format!("the {name} wins"), against(|a, b| a > b)),
        (format!("the {name} loses"), against(|a, b| a < b)),
    ];
    let remarks = vec![
        format!("CCV: {name} {}, {other} {}; each adds a check (50.9)", values[0], values[1]),
        "numbers and leader modifiers are added once all figures are in contact (50.8, 50.12)".into(),
    ];
    Some(built(result, Vec::new(), remarks))
}

/// Survivors of an overrun attack the vehicle with a mine or a Panzerfaust (73.7, 73.8).
pub(super) fn riposte(
    terrain: &Terrain,
    forces: &Forces,
    frame: &Riposte,
    choice: Choice,
) -> Option<Preview> {
    let (Choice::Figure(figure) | Choice::Load(figure, _)) = choice else { return None };
    let morale = forces.nerve(figure).morale;
    let dares = odds::morale_test(format!("attacks: within {morale}"), "73.7", morale);
    let chance = dares.distribution().chance(&Reading::Row("passes"));
    let mut first = PreviewRoll::new(forces.soldier(figure).name.clone(), dares);
    let result = if matches!(choice, Choice::Figure(_)) {
        let test = assault(terrain, forces, figure, frame.vehicle, 0);
        let result = scaled(readings(&test, "no effect"), chance);
        first.opens.push((Reading::Row("passes"), PreviewRoll::new("", test)));
        result
    } else {
        let weapon = forces.battle().panzerfaust()?;
        let shot = Shot::plain(weapon.point_blank?);
        let machine = forces.machine_of(frame.vehicle)?;
        let strength = weapon.ap? + forces.hurt(frame.vehicle);
        let armour = forces.vehicle(machine).armour[1];
        let attack = odds::ArmourAttack { strength, armour, hull_down: false, adds: odds::Adds::Size };
        let lines = vec![line(strength, "Panzerfaust", "73.8")];
        let aimed = Aimed {
            shot: Some(shot),
            steps: Vec::new(),
            strength: lines,
            shield: 0,
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
    Some(built(result, vec![first], Vec::new()))
}
