//! Which figures of a group fire together, and what each adds (15 to 19, 22, 27, 60).

use super::volley::{Manner, in_arc};
use crate::board::Cell;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::fighting_positions::Only;
use crate::rules::fireandmove::catalog::tables::{Named, Weapon};
use crate::rules::fireandmove::fire::strength::Band;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::ordnance::arms;
use crate::rules::fireandmove::state::{Fig, Forces, Gid, Standing};

/// Whether a figure may fire at this range (16.1, 17.3, 18.2, 19.1, 60.2, 74.2).
#[apply(rule, "15.3", "17.1", "27.5", "60.2", "22.1", "16.1", "17.3")]
pub(super) fn is_effective(
    forces: &Forces,
    figure: Fig,
    group: Gid,
    from: Cell,
    to: Cell,
    manner: Manner,
) -> bool {
    let Manner { on_move, only, .. } = manner;
    let state = forces.figure(figure);
    let soldier = forces.soldier(figure);
    if state.standing != Standing::Fit || state.busy || soldier.machine.is_some() || soldier.horse {
        return false;
    }
    let weapon = forces.weapon(figure);
    // 85.5: passengers fire only from a stationary vehicle; 83.4: horse holders do not fire at all.
    let own = forces.group(group);
    if on_move && own.machine.is_some() || forces.battle().cavalry && forces.horses(group).next().is_some() {
        return false;
    }
    let admitted = match only {
        Only::All => true,
        Only::Flame => weapon.flame.is_some(),
        Only::Small => weapon.crew <= 1 && weapon.flame.is_none() && !weapon.shoots,
        Only::Nobody => false,
    };
    if !admitted {
        return false;
    }
    let band = Field::band(from, to);
    let served = state.assists.filter(|&gunner| forces.figure(gunner).group == group);
    let heavy = |gunner: Fig| {
        let weapon = forces.weapon(gunner);
        weapon.arc && (on_move || forces.group(group).down || !in_group_arc(forces, group, from, to))
    };
    if heavy(figure) || served.is_some_and(heavy) {
        return false;
    }
    if weapon.flame.is_some() {
        return flames_reach(from, to) && !state.failed;
    }
    if state.failed {
        return false;
    }
    if !weapon.to_hit.iter().all(Option::is_none) {
        let rifle = weapon.named == Named::AntiTankRifle && !on_move;
        let mortar = weapon.indirect && (band == Band::Close || arms::is_handy(forces, figure));
        return rifle || mortar;
    }
    // Beyond long range, only weapons with that range and their crew may fire.
    let reaches = |gunner: Fig| forces.weapon(gunner).bonus[band as usize].is_some();
    band != Band::Extreme || reaches(figure) || served.is_some_and(reaches)
}

/// Whether a flamethrower reaches a square.
#[apply(rule, "18.2")]
pub(super) fn flames_reach(from: Cell, to: Cell) -> bool {
    Field::range(from, to) <= 4
}

/// British and Japanese light mortarmen can also fire their rifles at these ranges (91).
pub(in crate::rules::fireandmove) fn handy_mortars(forces: &Forces, figure: Fig) -> bool {
    let traits = forces.battle().sides[forces.soldier(figure).side.index()].traits;
    if traits.has(Trait::HandyMortars) {
        applies("91.5");
    }
    traits.has(Trait::HandyMortars) || traits.has(Trait::KneeMortars)
}

/// Whether two figures have the same kind of weapon; automatic rifles count as MPs (91.2).
pub(super) fn is_alike(forces: &Forces, a: Fig, b: Fig) -> bool {
    let [a, b] = [forces.weapon(a), forces.weapon(b)];
    let like_mp = |weapon: &Weapon| weapon.majority || weapon.named == Named::MachinePistol;
    a.key == b.key || like_mp(a) && like_mp(b)
}

/// Whether a group's fire on the move counts as automatic: every figure, or for late Germans with
/// automatic rifles a majority (12.3, 91.2).
#[apply(rule, "12.3")]
#[apply(rule, "91.2" if forces.group(group).members.iter().any(|&figure| forces.weapon(figure).majority))]
pub(super) fn is_automatic(forces: &Forces, group: Gid) -> bool {
    let members = &forces.group(group).members;
    let automatic = members.iter().filter(|&&figure| forces.weapon(figure).automatic).count();
    let late = members.iter().any(|&figure| forces.weapon(figure).majority);
    if late { 2 * automatic > members.len() } else { automatic == members.len() }
}

pub(super) fn in_group_arc(forces: &Forces, group: Gid, from: Cell, to: Cell) -> bool {
    from == to || in_arc(forces.group(group).front, from, to)
}

/// A weapon's bonus at a range, if any (15.7, 15.8, 12.4, 92.29).
#[apply(rule, "17.2", "15.8", "12.4")]
pub(super) fn weapon_bonus(
    field: &Field,
    forces: &Forces,
    gunner: Fig,
    from: Cell,
    band: Band,
    on_move: bool,
) -> Option<i16> {
    let weapon = forces.weapon(gunner);
    let alone =
        weapon.crew > 1 && (on_move || !forces.is_crewed(gunner) || field.feature(from).ground.is_wet());
    if alone { weapon.uncrewed[band as usize] } else { weapon.bonus[band as usize] }
}
