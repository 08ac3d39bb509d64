//! Single steps of a move: where a group may go, checks for crossing borders, and crews that can carry their
//! weapon (11, 14, 27.7, 46.12, 92.57).

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::{applies, apply, rule};

use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};
use crate::rules::fireandmove::battlefield::{Field, jungle};
use crate::rules::fireandmove::fire::action::toward;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::{Trait, special};
use crate::rules::fireandmove::optional::cavalry;
use crate::rules::fireandmove::ordnance::arms;
use crate::rules::fireandmove::state::{Forces, Gid, Terrain};
use crate::rules::fireandmove::turn::sequence::Table;
use crate::rules::fireandmove::vehicles::transport;

/// How much of a large crew is left to move its weapon (27.7).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CrewShare {
    /// Two thirds or more, or a weapon with a crew of one or two.
    Full,
    /// Half or more: at double cost.
    Weak,
    /// Fewer: cannot move it.
    Helpless,
}

/// Whether a moving group may take a step (11.3, 11.4, 46.12).
#[apply(rule, "2", "11.6", "11.4", "46.12")]
pub(in crate::rules::fireandmove) fn may_step(
    terrain: &Terrain,
    forces: &Forces,
    march: &Marching,
    way: crate::board::Compass,
) -> bool {
    let from = forces.group(march.group).at;
    let Some((to, border)) = terrain.field().step(from, way) else { return false };
    // A border is crossed only at the start of a move action.
    let first = march.path.len() < 2;
    let wet = terrain.field().feature(from).ground == Ground::Swamp;
    // 94.7: from swamp water a group may enter dry ground and keep moving.
    let legal =
        (border.is_none() || first || wet) && jungle::keeps_straight(terrain.field(), forces, march, way);
    if extra_cost(terrain.field(), march, from, to) >= march.left {
        return false;
    }
    let state = forces.group(march.group);
    let ground = terrain.field().feature(to).ground;
    if state.machine.is_some() && ground.is_closed_to_vehicles() {
        return false;
    }
    if forces.battle().cavalry && !horses_go(terrain.field(), forces, march, border, ground) {
        return false;
    }
    let pair = march
        .with
        .is_none_or(|with| transport::follows(border) && may_enter(terrain.field(), forces, with, to));
    let rolls = !march.wheels || march.left > 1 || terrain.field().is_good_going(to);
    if !pair || !rolls || terrain.burns(to) && terrain.field().place(to) != terrain.field().place(from) {
        return false;
    }
    legal
        && march.path.len() < 12
        && !march.path.contains(&to)
        && may_enter(terrain.field(), forces, march.group, to)
}

/// Whether a group's horses may cross a border into this ground.
#[apply(rule, "82.4")]
fn horses_go(
    field: &Field,
    forces: &Forces,
    march: &Marching,
    border: Option<Border>,
    ground: Ground,
) -> bool {
    let mounted = forces.group(march.group).more.mounted;
    let horses = mounted || forces.horses(march.group).next().is_some();
    let jumped = march.path.len() == 2 && cavalry::is_jumped(field.border(march.path[0], march.path[1]));
    cavalry::leads_on(forces, march.group)
        && !(horses && cavalry::is_barred_to_horses(border, ground))
        && !(mounted && (jumped || cavalry::is_jumped(border) && !march.path.is_empty()))
}

/// Move actions that a step takes besides the current one: by the scenario (11.5), or because the move
/// action goes into or along a stream or trench (92.49, 92.51, ruling FM-104).
pub(in crate::rules::fireandmove) fn extra_cost(field: &Field, march: &Marching, from: Cell, to: Cell) -> u8 {
    let begun = march.path.len() >= 2 && field.border(from, to).is_none();
    if field.feature(to).ground.is_slow() {
        applies(field.feature(to).ground.rule());
    }
    if begun { 0 } else { field.cost(from, to) - 1 }
}

/// A square with enemies can be entered only by a charge (46.12).
#[apply(rule, "46.12")]
pub(in crate::rules::fireandmove) fn may_enter(field: &Field, forces: &Forces, group: Gid, to: Cell) -> bool {
    let enemy = forces.group(group).side.other();
    // 94.3: the jungle interior is not entered square by square.
    let inside = field.feature(to).ground == Ground::Jungle && !field.is_fringe(to);
    !inside && forces.groups_of(enemy).all(|other| forces.group(other).at != to)
}

/// The check for crossing on foot from one square to the next, if any: the number needed, its rule and
/// its name (14, 92.57, 94.7). A river needs a ford card or a check, wire a check.
pub(in crate::rules::fireandmove) fn crossing(
    terrain: &Terrain,
    forces: &Forces,
    march: &Marching,
    from: Cell,
    to: Cell,
) -> Option<(i16, &'static str, &'static str)> {
    let border = terrain.field().border(from, to)?;
    let grounds = [from, to].map(|cell| terrain.field().feature(cell).ground);
    let halted = grounds[0] == Ground::Swamp && march.path.len() < 2;
    let fords = halted || grounds[0] != Ground::Swamp && grounds[1] == Ground::Swamp;
    let (need, rule, what) = match border {
        _ if fords && march.card.ford => return None,
        _ if fords => (1, "94.7", "fords the swamp"),
        Border::River if march.card.ford => return None,
        Border::River => (1, "14.1", "fords the river"),
        Border::Wire(level) => {
            let gap = terrain.gaps.iter().any(|&(a, b)| (a, b) == (from, to) || (b, a) == (from, to));
            let level = if gap { -3 } else { i16::from(level) };
            let leader = forces.platoon_leader(march.group).map_or(0, |figure| forces.soldier(figure).leader);
            (level - march.card_cover() - leader, "92.57", "crosses the wire")
        }
        _ => return None,
    };
    (need > -7).then_some((need, rule, what))
}

/// Crosses the border between two squares, or is turned back.
pub(in crate::rules::fireandmove) fn crosses(
    terrain: &mut Terrain,
    forces: &Forces,
    march: &mut Marching,
    from: Cell,
    to: Cell,
    table: &mut Table,
) -> Result<bool, Ask> {
    let id = march.group;
    let (tag, side) = (forces.tag(id), forces.group(id).side);
    let Some((need, rule, what)) = crossing(terrain, forces, march, from, to) else { return Ok(true) };
    let border = terrain.field().border(from, to);
    let result = table.check(|| format!("{tag} {what}: {need} or more"))?;
    let crossed = result >= need;
    let (tone, end) = if crossed { (Tone::Success, "across") } else { (Tone::Failure, "turned back") };
    table.tell(tone, side, rule, || format!("{tag} {what}: {end}, {result:+} (needs {need:+})"));
    if crossed && matches!(border, Some(Border::Wire(_))) && !terrain.gaps.contains(&(from, to)) {
        terrain.gaps.push((from, to));
    }
    if !crossed {
        march.left -= 1;
    }
    Ok(crossed)
}

/// Whether any enemy group is close enough to be charged.
pub fn in_charge_reach_of(field: &Field, forces: &Forces, group: Gid) -> bool {
    in_charge_reach(field, forces, group).next().is_some()
}

/// Enemy groups that a Gan Si Dui figure of a group could reach (91.14).
pub(in crate::rules::fireandmove) fn in_charge_reach(
    field: &Field,
    forces: &Forces,
    group: Gid,
) -> impl Iterator<Item = Gid> {
    let found: Vec<Gid> = Marching::reach(group).charges(field, forces).collect();
    found.into_iter()
}

/// The direct path from a square to one adjacent to another, within one feature, appended to the path so
/// far.
pub(in crate::rules::fireandmove) fn approach(
    field: &Field,
    from: Cell,
    to: Cell,
    mut path: Vec<Cell>,
) -> Vec<Cell> {
    let mut at = from;
    while (at.x - to.x).abs().max((at.y - to.y).abs()) > 1 {
        let next = at.step(toward(at, to));
        if next == at || field.place(next) != field.place(from) || path.len() > 12 {
            break;
        }
        at = next;
        path.push(at);
    }
    path
}

impl Forces {
    /// Whether a group has a weapon that must be broken down or made ready to move (27.4, 27.6).
    #[apply(rule, "27.4", "27.6")]
    pub(in crate::rules::fireandmove) fn is_heavy(&self, group: Gid) -> bool {
        let state = self.group(group);
        let carried = |figure| self.weapon(figure).carried && !arms::is_handy(self, figure);
        state.machine.is_none() && (state.gun.is_some() || self.fit(group).any(carried))
    }

    /// How much of a crew of three or more is present and unpinned.
    #[apply(rule, "27.7", "61.6")]
    pub(in crate::rules::fireandmove) fn crew_share(&self, group: Gid) -> CrewShare {
        let state = self.group(group);
        let large = match state.gun {
            Some(gun) => Some(self.battle().weapons[usize::from(gun.weapon)].crew),
            None if state.machine.is_some() => None,
            None => {
                self.fit(group).map(|figure| self.weapon(figure)).filter(|w| w.carried).map(|w| w.crew).max()
            }
        };
        // 91.6, 91.7: Japanese and Italian anti-tank rifles and MMGs need two figures to move.
        let side = state.side;
        let heavy = self.battle().has_trait(side, Trait::HeavyWeapons);
        if heavy
            && self.fit(group).count() < 2
            && self.fit(group).any(|figure| special::takes_two(self, figure))
        {
            return CrewShare::Helpless;
        }
        let Some(crew) = large.filter(|&crew| crew >= 3).map(usize::from) else { return CrewShare::Full };
        let fit = self.fit(group).count();
        if 3 * fit >= 2 * crew {
            CrewShare::Full
        } else if 2 * fit >= crew {
            CrewShare::Weak
        } else {
            CrewShare::Helpless
        }
    }
}
