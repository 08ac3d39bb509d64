//! Single steps of a move: where a group may go, checks for crossing borders, and crews that can carry their
//! weapon (11, 14, 27.7, 46.12, 92.57).

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::applies;

use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};
use crate::rules::fireandmove::fire::action::toward;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::position::{Gid, Position};
use crate::rules::fireandmove::turn::sequence::Table;

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

impl Position {
    /// Whether a moving group may take a step (11.3, 11.4, 46.12).
    pub(in crate::rules::fireandmove) fn may_step(
        &self,
        march: &Marching,
        way: crate::board::Compass,
    ) -> bool {
        applies("2");
        applies("11.6");
        applies("11.4");
        applies("46.12");
        let from = self.group(march.group).at;
        let Some((to, border)) = self.field().step(from, way) else { return false };
        // A border is crossed only at the start of a move action.
        let first = march.path.len() < 2;
        let wet = self.field().feature(from).ground == Ground::Swamp;
        // 94.7: from swamp water a group may enter dry ground and keep moving.
        let legal = (border.is_none() || first || wet) && self.keeps_straight(march, way);
        if self.extra_cost(march, from, to) >= march.left {
            return false;
        }
        let state = self.group(march.group);
        let ground = self.field().feature(to).ground;
        if state.machine.is_some() && ground.is_closed_to_vehicles() {
            return false;
        }
        if self.battle().cavalry {
            let horses = state.more.mounted || self.horses(march.group).next().is_some();
            applies("82.4");
            let jumped =
                march.path.len() == 2 && Self::is_jumped(self.field().border(march.path[0], march.path[1]));
            if !self.leads_on(march.group)
                || horses && Self::is_barred_to_horses(border, ground)
                || state.more.mounted && (jumped || Self::is_jumped(border) && !march.path.is_empty())
            {
                return false;
            }
        }
        let pair = march.with.is_none_or(|with| Self::follows(border) && self.may_enter(with, to));
        let rolls = !march.wheels || march.left > 1 || self.is_good_going(to);
        if !pair || !rolls || self.burns(to) && self.field().place(to) != self.field().place(from) {
            return false;
        }
        legal && march.path.len() < 12 && !march.path.contains(&to) && self.may_enter(march.group, to)
    }

    /// Move actions that a step takes besides the current one: by the scenario (11.5), or because the move
    /// action goes into or along a stream or trench (92.49, 92.51, ruling FM-104).
    pub(in crate::rules::fireandmove) fn extra_cost(&self, march: &Marching, from: Cell, to: Cell) -> u8 {
        let begun = march.path.len() >= 2 && self.field().border(from, to).is_none();
        if self.field().feature(to).ground.is_slow() {
            applies(self.field().feature(to).ground.rule());
        }
        if begun { 0 } else { self.field().cost(from, to) - 1 }
    }

    /// A square with enemies can be entered only by a charge (46.12).
    pub(in crate::rules::fireandmove) fn may_enter(&self, group: Gid, to: Cell) -> bool {
        applies("46.12");
        let enemy = self.group(group).side.other();
        // 94.3: the jungle interior is not entered square by square.
        let inside = self.field().feature(to).ground == Ground::Jungle && !self.field().is_fringe(to);
        !inside && self.groups_of(enemy).all(|other| self.group(other).at != to)
    }

    /// The check for crossing on foot from one square to the next, if any: the number needed, its rule and
    /// its name (14, 92.57, 94.7). A river needs a ford card or a check, wire a check.
    pub(in crate::rules::fireandmove) fn crossing(
        &self,
        march: &Marching,
        from: Cell,
        to: Cell,
    ) -> Option<(i16, &'static str, &'static str)> {
        let border = self.field().border(from, to)?;
        let grounds = [from, to].map(|cell| self.field().feature(cell).ground);
        let halted = grounds[0] == Ground::Swamp && march.path.len() < 2;
        let fords = halted || grounds[0] != Ground::Swamp && grounds[1] == Ground::Swamp;
        let (need, rule, what) = match border {
            _ if fords && march.card.ford => return None,
            _ if fords => (1, "94.7", "fords the swamp"),
            Border::River if march.card.ford => return None,
            Border::River => (1, "14.1", "fords the river"),
            Border::Wire(level) => {
                let gap = self.gaps.iter().any(|&(a, b)| (a, b) == (from, to) || (b, a) == (from, to));
                let level = if gap { -3 } else { i16::from(level) };
                let leader = self.platoon_leader(march.group).map_or(0, |figure| self.soldier(figure).leader);
                (level - march.card_cover() - leader, "92.57", "crosses the wire")
            }
            _ => return None,
        };
        (need > -7).then_some((need, rule, what))
    }

    /// Crosses the border between two squares, or is turned back.
    pub(in crate::rules::fireandmove) fn crosses(
        &mut self,
        march: &mut Marching,
        from: Cell,
        to: Cell,
        table: &mut Table,
    ) -> Result<bool, Ask> {
        let id = march.group;
        let (tag, side) = (self.tag(id), self.group(id).side);
        let Some((need, rule, what)) = self.crossing(march, from, to) else { return Ok(true) };
        let border = self.field().border(from, to);
        let result = table.check(|| format!("{tag} {what}: {need} or more"))?;
        let crossed = result >= need;
        let (tone, end) = if crossed { (Tone::Success, "across") } else { (Tone::Failure, "turned back") };
        table.tell(tone, side, rule, || format!("{tag} {what}: {end}, {result:+} (needs {need:+})"));
        if crossed && matches!(border, Some(Border::Wire(_))) && !self.gaps.contains(&(from, to)) {
            self.gaps.push((from, to));
        }
        if !crossed {
            march.left -= 1;
        }
        Ok(crossed)
    }

    /// Whether any enemy group is close enough to be charged.
    pub fn in_charge_reach_of(&self, group: Gid) -> bool {
        self.in_charge_reach(group).next().is_some()
    }

    /// Enemy groups that a Gan Si Dui figure of a group could reach (91.14).
    pub(in crate::rules::fireandmove) fn in_charge_reach(
        &self,
        group: Gid,
    ) -> impl Iterator<Item = Gid> + '_ {
        let found: Vec<Gid> = Marching::reach(group).charges(self).collect();
        found.into_iter()
    }

    /// Whether a group has a weapon that must be broken down or made ready to move (27.4, 27.6).
    pub(in crate::rules::fireandmove) fn is_heavy(&self, group: Gid) -> bool {
        applies("27.4");
        applies("27.6");
        let state = self.group(group);
        let carried = |figure| self.weapon(figure).carried && !self.is_handy(figure);
        state.machine.is_none() && (state.gun.is_some() || self.fit(group).any(carried))
    }

    /// How much of a crew of three or more is present and unpinned.
    pub(in crate::rules::fireandmove) fn crew_share(&self, group: Gid) -> CrewShare {
        applies("27.7");
        applies("61.6");
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
        let heavy = self.has_trait(side, Trait::HeavyWeapons);
        if heavy && self.fit(group).count() < 2 && self.fit(group).any(|figure| self.takes_two(figure)) {
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

    /// The direct path from a square to one adjacent to another, within one feature, appended to the path so
    /// far.
    pub(in crate::rules::fireandmove) fn approach(
        &self,
        from: Cell,
        to: Cell,
        mut path: Vec<Cell>,
    ) -> Vec<Cell> {
        let mut at = from;
        while (at.x - to.x).abs().max((at.y - to.y).abs()) > 1 {
            let next = at.step(toward(at, to));
            if next == at || self.field().place(next) != self.field().place(from) || path.len() > 12 {
                break;
            }
            at = next;
            path.push(at);
        }
        path
    }
}
