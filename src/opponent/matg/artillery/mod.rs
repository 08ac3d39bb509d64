//! Artillery: the best sheaf, of HE or smoke, away from friendly stands.

mod approach;
pub mod plots;
pub mod preparation;
mod smoke;

use crate::board::{self, Cell, Compass};
use crate::rules::matg::artillery::direct::Barrage;
use crate::rules::matg::state::battle::GunUse;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::Id;

use self::smoke::Screen;
use super::value::field::Field;
use super::value::worth::{self, HitChances};
use crate::rules::matg::artillery::{batteries, close_support, laying, shells};

/// A fire mission.
#[derive(Copy, Clone, Debug)]
pub struct Mission {
    /// The first square of the sheaf.
    pub aim: Cell,
    /// The direction of an open sheaf.
    pub toward: Option<Compass>,
    /// Smoke instead of HE.
    pub smoke: bool,
    /// Its expected gain.
    pub gain: f64,
}

/// The next choice of the Artillery Fire Phase.
pub fn choose(field: &Field<'_>, draft: Option<&Barrage>, choices: &[Choice]) -> Choice {
    match draft {
        None => battery(field, choices),
        Some(draft) => lay(field, draft, choices),
    }
}

fn battery(field: &Field<'_>, choices: &[Choice]) -> Choice {
    // Plotted fire first: the earlier it lands, the more it suppresses.
    if let Some(mission) = choices.iter().find(|choice| matches!(choice, Choice::Mission(_))) {
        return *mission;
    }
    if let Some(run) = super::fire::air::run(field, choices) {
        return run;
    }
    // A battery that reloads for turns has to gain more; so the battery with the most to spare fires first.
    let spare = |offer: &Offer| offer.gain - field.weights.mission * offer.turns;
    let best = offers(field, choices)
        .into_iter()
        .filter(|offer| spare(offer) > 0.0)
        .reduce(|best, other| if spare(&other) > spare(&best) { other } else { best });
    best.map_or(Choice::Pass, |offer| offer.choice)
}

/// A battery that could fire.
pub struct Offer {
    /// The choice.
    pub choice: Choice,
    /// Its best mission; `None` for close support.
    pub mission: Option<Mission>,
    /// Its expected gain.
    pub gain: f64,
    /// The turns in which it fires once.
    pub turns: f64,
}

/// The batteries that could fire.
pub fn offers(field: &Field<'_>, choices: &[Choice]) -> Vec<Offer> {
    let p = field.p;
    let screen = Screen::of(field);
    let offer = |choice: &Choice| {
        let Choice::Battery(tag, gun) = *choice else { return None };
        let id = p.battle.find(tag)?;
        let close = is_close_support(field, id, gun);
        let mission = if close { None } else { intent(field, screen.as_ref(), id, gun) };
        let gain = if close {
            // The alternative is to save the gun for the Standard Fire Phase, in which it cannot fire: any
            // hit is a gain.
            field.enemies.iter().map(|&(target, _)| strike(field, id, gun, target, 1)).fold(0.0, f64::max)
        } else {
            mission.map_or(0.0, |mission| mission.gain)
        };
        let turns = p.battle.gun(id, gun).notes.reload.map_or(1.0, f64::from);
        Some(Offer { choice: *choice, mission, gain, turns })
    };
    choices.iter().filter_map(offer).collect()
}

fn is_close_support(field: &Field<'_>, id: Id, gun: u8) -> bool {
    matches!(field.p.battle.unit(id).guns.get(usize::from(gun)), Some((_, GunUse::CloseSupport)))
}

/// The aim, ammunition and sheaf of a chosen battery.
fn lay(field: &Field<'_>, draft: &Barrage, choices: &[Choice]) -> Choice {
    if draft.joins != 0 {
        return Choice::Fire;
    }
    if choices.contains(&Choice::Done) {
        return Choice::Done;
    }
    let Some(&(id, gun)) = draft.batteries.first() else { return choices[0] };
    let targets = targets(field, id, gun, choices).into_iter();
    if let Some((choice, _)) = targets.max_by(|a, b| a.1.total_cmp(&b.1)) {
        return choice;
    }
    if draft.aim.is_some() && draft.smoke == Some(false) {
        return shell_sheaf(field, draft, id, gun, choices);
    }
    let planned = intent(field, Screen::of(field).as_ref(), id, gun);
    let as_planned = planned.filter(|mission| draft.aim.is_none_or(|aim| aim == mission.aim));
    let wanted = match (draft.aim, draft.smoke) {
        (None, _) => as_planned.map(|mission| Choice::At(mission.aim)),
        (_, None) if as_planned.is_some_and(|mission| mission.smoke) => Some(Choice::Smoke),
        (_, None) => Some(Choice::Explosive),
        _ => as_planned.and_then(|mission| mission.toward).map(Choice::Open),
    };
    wanted.filter(|choice| choices.contains(choice)).unwrap_or(choices[0])
}

/// The targets of a gun's close support, with what each is expected to lose.
pub fn targets(field: &Field<'_>, id: Id, gun: u8, choices: &[Choice]) -> Vec<(Choice, f64)> {
    let target = |choice: &Choice| {
        let Choice::Target(tag) = *choice else { return None };
        Some((*choice, strike(field, id, gun, field.p.battle.find(tag)?, 1)))
    };
    choices.iter().filter_map(target).collect()
}

/// The missions that a battery could fire, of HE and the best of smoke.
pub fn missions(field: &Field<'_>, id: Id, gun: u8) -> Vec<Mission> {
    let smoke = Screen::of(field).and_then(|screen| screen.best(field, id, gun));
    explosive(field, id, gun).into_iter().chain(smoke).collect()
}

/// The fire of a battery: HE or smoke, and where.
fn intent(field: &Field<'_>, screen: Option<&Screen>, id: Id, gun: u8) -> Option<Mission> {
    let shells = explosive(field, id, gun).into_iter();
    let shell = shells.reduce(|best, other| if other.gain > best.gain { other } else { best });
    let smoke = screen.and_then(|screen| screen.best(field, id, gun));
    let most = shell.map_or(0.0, |mission| mission.gain);
    smoke.filter(|mission| mission.gain > most).or(shell)
}

/// The best sheaf offered from the chosen square.
fn shell_sheaf(field: &Field<'_>, draft: &Barrage, id: Id, gun: u8, choices: &[Choice]) -> Choice {
    let rated = sheaves(field, draft, id, gun, choices).into_iter();
    let best = rated.reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.map_or(choices[0], |(choice, _)| choice)
}

/// The sheaves of HE offered from the chosen square, each with its expected gain.
pub fn sheaves(
    field: &Field<'_>,
    draft: &Barrage,
    id: Id,
    gun: u8,
    choices: &[Choice],
) -> Vec<(Choice, f64)> {
    let gain = |choice: &Choice| {
        let toward = match (choice, draft.aim) {
            (Choice::Closed, Some(_)) => None,
            (Choice::Open(direction), Some(_)) => Some(*direction),
            _ => return None,
        };
        let markers = laying::markers(&field.p.battle, &draft.batteries, draft.aim?, toward, None);
        let cells: Vec<Cell> = markers.into_iter().map(|(_, _, cell)| cell).collect();
        Some((*choice, sheaf(field, id, gun, &cells)))
    };
    choices.iter().filter_map(gain).collect()
}

/// The HE missions of a battery.
fn explosive(field: &Field<'_>, id: Id, gun: u8) -> Vec<Mission> {
    let p = field.p;
    let sections = p.battle.unit(id).sections();
    let rocket = matches!(p.battle.unit(id).guns.get(usize::from(gun)), Some((_, GunUse::Rocket)));
    let mut missions: Vec<Mission> = Vec::new();
    let mut consider = |start: Cell, toward: Option<Compass>| {
        let cells: Vec<Cell> = laying::markers(&p.battle, &[(id, gun)], start, toward, None)
            .into_iter()
            .map(|(_, _, cell)| cell)
            .collect();
        if cells.iter().all(|&cell| p.battle.grid.contains(cell) && batteries::may_aim(p, id, gun, cell)) {
            missions.push(Mission { aim: start, toward, smoke: false, gain: sheaf(field, id, gun, &cells) });
        }
    };
    for &(_, at) in &field.enemies {
        if !rocket {
            consider(at, None);
        }
        if sections > 1 {
            for toward in Compass::ALL {
                for back in 0..i16::from(sections) {
                    consider(at.shifted(toward, -back), Some(toward));
                }
            }
        }
    }
    missions
}

/// The expected gain of shells on these squares; none if a friendly stand is under them.
fn sheaf(field: &Field<'_>, id: Id, gun: u8, cells: &[Cell]) -> f64 {
    let p = field.p;
    let mut gain = 0.0;
    let mut done: Vec<Cell> = Vec::new();
    for &cell in cells {
        if done.contains(&cell) {
            continue;
        }
        done.push(cell);
        let shells = cells.iter().filter(|&&other| other == cell).count() as u32;
        match p.forces.holder_of(cell) {
            Some(target) if p.battle.side(target) == field.side => return f64::NEG_INFINITY,
            Some(target) => gain += strike(field, id, gun, target, shells),
            None => {}
        }
    }
    // A sheaf that may deviate keeps away from friendly stands.
    let drifts = batteries::deviates(&p.battle, id, gun) || cells.len() > 3;
    let close = field.friends.iter().any(|&(_, at)| cells.iter().any(|&cell| board::within(cell, at, 2)));
    if drifts && close { 0.4 * gain } else { gain }
}

/// The worth that a battery's shells are expected to take from a stand, and the fire it loses: a stand in an
/// impact zone may not fire (7.4.5.2).
pub(super) fn strike(field: &Field<'_>, id: Id, gun: u8, target: Id, shells: u32) -> f64 {
    let p = field.p;
    let profile = if is_close_support(field, id, gun) {
        close_support::support_profile(&p.field, &p.forces, &p.now, &p.command, id, target)
    } else {
        laying::battery_profile(&p.forces, &p.now, &p.command, &[(id, gun)]).1
    };
    let chance = f64::from(profile.passing_faces()) / 20.0;
    let odds = worth::odds_of(&shells::shell_attack(&p.field, &p.forces, id, gun, target, false));
    let start = HitChances::from(p.forces.states(target));
    let mut hurt = start;
    for _ in 0..shells {
        hurt = hurt.after(1.0, &odds);
    }
    let silenced = if p.forces.stand(target).posture == Posture::Move || p.forces.stand(target).fired {
        0.02
    } else {
        0.08
    };
    let silenced = if is_close_support(field, id, gun) { 0.0 } else { silenced };
    chance * (field.harm(target, hurt, start) + silenced) * field.worth(target)
}
