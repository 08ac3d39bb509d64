//! The rolls of a choice, shown before it is made: the same tests that the game rolls.

use crate::game::view::PreviewRoll;
use crate::game::{Preview, Reading, Test};
use crate::odds::Distribution;
use crate::rules::matg::artillery::direct::Barrage;
use crate::rules::matg::artillery::{close_support, laying, shells};
use crate::rules::matg::assault::{close_assault, forecast};
use crate::rules::matg::command::cohesion::States;
use crate::rules::matg::command::groups;
use crate::rules::matg::fire::bearing;
use crate::rules::matg::fire::combat::{self, Attack, Occasion, Shot};
use crate::rules::matg::fire::standard::Draft;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::{Choice, Weapon};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Impact, Position};
use crate::rules::matg::state::turn::Turn;

/// The chance that a test passes.
pub fn chance(profile: &Test) -> f64 {
    profile.chance()
}

/// Odds in one line: "62% unhurt, 20% S, 18% D".
pub(super) fn in_words(states: &Distribution<States>) -> String {
    let parts = results(states).into_iter().map(|(symbol, p)| format!("{:.0}% {symbol}", 100.0 * p));
    parts.collect::<Vec<_>>().join(", ")
}

/// The chance of each state, in display order.
pub(super) fn results(states: &Distribution<States>) -> Vec<(String, f64)> {
    const ORDER: [&str; 5] = ["unhurt", "S", "D", "SD", "E"];
    let of = |symbol: &str| states.iter().filter(|(s, _)| s.symbol() == symbol).map(|(_, p)| p).sum::<f64>();
    ORDER.iter().map(|&symbol| (symbol.to_owned(), of(symbol))).filter(|(_, p)| *p > 0.0).collect()
}

impl Battle {
    fn tags(&self, ids: &[Id]) -> String {
        ids.iter().map(|&id| self.tag(id).to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// The preview of a shot that may join an attack, or of the whole attack.
pub(in crate::rules::matg) fn preview_fire(
    game: &Position,
    draft: &Draft,
    choice: &Choice,
    occasion: Occasion,
) -> Option<Preview> {
    match *choice {
        Choice::Firer(tag, gun) => preview_attack(game, draft, Some((game.battle.find(tag)?, gun)), occasion),
        Choice::Fire => preview_attack(game, draft, None, occasion),
        _ => None,
    }
}

pub(in crate::rules::matg) fn preview_attack(
    game: &Position,
    draft: &Draft,
    one_more: Option<(Id, Weapon)>,
    occasion: Occasion,
) -> Option<Preview> {
    let firers = draft.firers.iter().copied().chain(one_more);
    let shots: Vec<(Id, Test, Attack)> = firers
        .map(|(id, gun)| {
            let Shot { to_fire, attack, .. } = combat::shot(game, id, gun, draft.target, occasion);
            (id, to_fire, attack)
        })
        .collect();
    if shots.is_empty() {
        return None;
    }
    let mut preview = preview_of(&game.field, &game.forces, &shots, draft.target);
    preview.answer = answers(game, draft, one_more, occasion);
    Some(preview)
}

/// The enemy's best answer to each firer this turn.
fn answers(
    game: &Position,
    draft: &Draft,
    one_more: Option<(Id, Weapon)>,
    occasion: Occasion,
) -> Vec<String> {
    let firers: Vec<Id> = draft.firers.iter().copied().chain(one_more).map(|(id, _)| id).collect();
    let Some(&first) = firers.first() else { return Vec::new() };
    let enemy = game.battle.side(first).other();
    let answer = match occasion {
        Occasion::Standard => Occasion::Standard,
        Occasion::Opportunity | Occasion::Overrun => Occasion::Covering,
        Occasion::Covering => return Vec::new(),
    };
    let mut lines = Vec::new();
    for &firer in &firers {
        if answer == Occasion::Standard && game.forces.stand(firer).attacked {
            continue;
        }
        let best = game
            .battle
            .ids(enemy)
            .filter(|&id| combat::may_fire(&game.field, &game.forces, &game.now, &game.command, id, answer))
            .flat_map(|id| {
                bearing::guns_bearing(game, id, firer, answer).into_iter().map(move |gun| (id, gun))
            })
            .map(|(id, gun)| {
                let shot = combat::shot(game, id, gun, firer, answer);
                let hurt =
                    combat::outcome_of(&[(chance(&shot.to_fire), &shot.attack)], game.forces.states(firer));
                let unhurt = hurt.chance(&game.forces.states(firer));
                (id, 1.0 - unhurt)
            })
            .max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((id, hurt)) = best {
            lines.push(format!(
                "{} may fire back at {}: {:.0}% to hurt",
                game.battle.tag(id),
                game.battle.tag(firer),
                hurt * 100.0
            ));
        }
    }
    lines
}

/// The preview of a close assault, with all stands that assault the same target: its odds and its cost.
pub(in crate::rules::matg) fn preview_assault(game: &Position, assaulter: Id, defender: Id) -> Preview {
    let mut assaulters = forecast::also_assaulting(&game.forces, &game.now, assaulter, defender);
    let others = game.battle.tags(&assaulters);
    assaulters.push(assaulter);
    let odds = forecast::assault_odds(game, &assaulters, defender, Some(assaulter));
    let (test, attack) = &odds.assaulters[assaulters.len() - 1];
    let mut preview =
        preview_of(&game.field, &game.forces, &[(assaulter, test.clone(), attack.clone())], defender);
    preview.result = results(&odds.defender_states());
    let gives_way = odds.gives_way();
    if gives_way > 0.0 {
        preview.remarks.push(format!("{:.0}% that it gives way 1 inch (8.8.5)", 100.0 * gives_way));
    }
    if !others.is_empty() {
        preview.remarks.push(format!("Also assaulting: {others}"));
    }
    match (&odds.answer, &odds.answered) {
        (Some((test, _)), Some(end)) => preview.answer.push(format!(
            "{} answers first, {:.0}%; then {}: {}",
            game.battle.tag(defender),
            100.0 * test.chance(),
            game.battle.tag(assaulter),
            in_words(end)
        )),
        _ => {
            preview
                .answer
                .push(format!("{} can't answer in the movement posture", game.battle.tag(defender)));
        }
    }
    preview
}

/// The preview of artillery fire: the lead battery's roll to fire, and the attack of its shell.
pub(in crate::rules::matg) fn preview_shell(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    barrage: &Barrage,
    target: Option<Id>,
) -> Option<Preview> {
    let &(battery, gun) = barrage.batteries.first()?;
    let close = laying::is_close_support(&forces.battle, barrage);
    let (_, profile) = match target.filter(|_| close) {
        Some(target) => {
            (battery, close_support::support_profile(field, forces, now, command, battery, target))
        }
        None => laying::battery_profile(forces, now, command, &barrage.batteries),
    };
    Some(match target.filter(|_| barrage.smoke != Some(true)) {
        Some(target) => preview_of(
            field,
            forces,
            &[(battery, profile, shells::shell_attack(field, forces, battery, gun, target, false))],
            target,
        ),
        None => preview_roll(&forces.battle, battery, profile),
    })
}

fn preview_of(field: &Field, forces: &Forces, shots: &[(Id, Test, Attack)], target: Id) -> Preview {
    let chances: Vec<(f64, &Attack)> = shots.iter().map(|(_, profile, a)| (chance(profile), a)).collect();
    Preview {
        rolls: shots
            .iter()
            .map(|(id, profile, attack)| {
                PreviewRoll::new(forces.battle.who(*id), profile.clone())
                    .opening(Reading::Pass, PreviewRoll::new("", attack.test()))
            })
            .collect(),
        result: results(&combat::outcome_of(&chances, forces.states(target))),
        remarks: shots
            .iter()
            .map(|(id, _, a)| {
                let hot = if a.hot { "; natural 1 to fire: two columns better" } else { "" };
                format!("{}: firepower {}, defence {}{hot}", forces.tag(*id), a.firepower, a.defence)
            })
            .chain(std::iter::once(format!(
                "Target {} in {}",
                forces.battle.who(target),
                ground_of(field, forces, target)
            )))
            .collect(),
        ..Preview::default()
    }
}

fn ground_of(field: &Field, forces: &Forces, id: Id) -> String {
    forces.cell(id).map(|cell| field.ground_at(cell).to_string()).unwrap_or_default()
}

pub(in crate::rules::matg) fn preview_roll(battle: &Battle, id: Id, profile: Test) -> Preview {
    Preview { rolls: vec![PreviewRoll::new(battle.who(id), profile)], ..Preview::default() }
}

pub(in crate::rules::matg) fn preview_movement(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    lead: Id,
    independent: bool,
) -> Option<Preview> {
    let group = groups::contact_group(forces, command, lead);
    let mut rolls = Vec::new();
    for &id in &group {
        rolls.extend(
            preview_roll(
                &forces.battle,
                id,
                groups::movement_profile(forces, now, command, id, &group, independent),
            )
            .rolls,
        );
    }
    let remarks = vec!["One die for the whole group; each stand has its own number to roll.".to_owned()];
    Some(Preview { rolls, remarks, ..Preview::default() })
}

/// The preview of the answer of an assaulted stand to one of its assaulters (8.8.4).
pub(in crate::rules::matg) fn preview_answer(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    defender: Id,
    assaulter: Id,
) -> Preview {
    let (test, attack) = (
        close_assault::assault_profile(forces, now, command, defender, true),
        close_assault::close_answer(field, forces, defender, assaulter),
    );
    preview_of(field, forces, &[(defender, test, attack)], assaulter)
}

/// The attacks of shells that already fall on squares, on the stands there (7.4.4).
pub(in crate::rules::matg) fn preview_shelling<'a>(
    field: &Field,
    forces: &Forces,
    impacts: impl Iterator<Item = &'a Impact>,
    target: impl Fn(&Impact) -> Option<Id>,
) -> Preview {
    let mut preview = Preview::default();
    for impact in impacts.filter(|impact| !impact.smoke) {
        let Some(target) = target(impact) else { continue };
        let attack = shells::shell_attack(field, forces, impact.battery, impact.gun, target, impact.barrage);
        let attack = if impact.hot { attack.after(1) } else { attack };
        if preview.result.is_empty() {
            preview.result = results(&combat::outcome_of(&[(1.0, &attack)], forces.states(target)));
        }
        preview.rolls.push(PreviewRoll::new(forces.battle.who(target), attack.test()));
    }
    preview
}

/// The preview of an overrun, with all vehicles that overrun the same target: its odds and its cost.
pub(in crate::rules::matg) fn preview_overrun(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    vehicle: Id,
    defender: Id,
) -> Preview {
    let mut vehicles = forecast::also_overrunning(forces, now, vehicle, defender);
    let others = forces.battle.tags(&vehicles);
    vehicles.push(vehicle);
    let odds = forecast::overrun_odds(forces, now, command, &vehicles, defender);
    let last = vehicles.len() - 1;
    let (stands, keeps) = (odds.stands[last].clone(), odds.keeps[last].clone());
    let mut preview = preview_roll(&forces.battle, defender, stands);
    preview.rolls[0].opens.push((Reading::Fail, PreviewRoll::new("", odds.crush.test())));
    let own = preview_roll(&forces.battle, vehicle, keeps).rolls;
    let answer = PreviewRoll::new("", odds.answer.test());
    preview.rolls.extend(own.into_iter().map(|roll| roll.opening(Reading::Fail, answer.clone())));
    preview.result = results(&odds.defender);
    preview.answer.push(format!("{}: {}", forces.tag(vehicle), in_words(&odds.vehicles[last])));
    if !others.is_empty() {
        preview.remarks.push(format!("Also overrunning: {others}"));
    }
    preview
}
