//! The result of close combat (51 to 53): the winner, retreats, and how the victors regroup.

use std::cmp::Ordering;

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::{Decision, Side, Tone};
use crate::ledger::cited::applies;

use crate::rules::fireandmove::close_combat::contact::Contact;
use crate::rules::fireandmove::fire::action::{enemy_of, toward};
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::{Step, Table};

/// Whether figures that did not charge join the victors (53.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Regroup {
    /// The victors.
    pub victors: Gid,
    /// The rest of their group, which stayed behind.
    pub home: Gid,
}

impl Step for Regroup {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.victors).side;
        Decision::new(side, "regroup", "Bring the rest of the group up to the victors, or finish.", "53.2")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.fit(self.victors).next().is_none()
            || position.fit(self.home).next().is_none()
            || !position.may_merge(self.victors, self.home)
    }

    fn choices(&self, _: &Position, list: &mut Vec<Choice>) {
        list.extend([Choice::Join(self.home), Choice::Done]);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        if choice == Choice::Join(self.home) {
            applies("53.2");
            position.goes_over(self.home, self.victors, table);
        }
        Ok(())
    }
}

impl Position {
    /// Determines the winner of a round; returns whether there is one (51, 53).
    pub(in crate::rules::fireandmove) fn decide(
        &mut self,
        contact: &Contact,
        dead: [u8; 2],
        table: &mut Table,
    ) -> Result<bool, Ask> {
        applies("51.2");
        let Contact { attackers, defenders, .. } = *contact;
        let side = self.group(attackers).side;
        let fit = [attackers, defenders].map(|group| self.fit(group).count());
        let left = [attackers, defenders].map(|group| self.group(group).members.len());
        let [ours, theirs] = [dead[side.index()], dead[side.other().index()]];
        let attackers_win = match (left, fit[0].cmp(&fit[1]), ours.cmp(&theirs)) {
            ([0, 0], ..) => return Ok(true),
            // A side alone in the square wins, pinned or not.
            ([0, _], ..) => false,
            ([_, 0], ..) => true,
            (_, Ordering::Greater, _) | (_, Ordering::Equal, Ordering::Less) => true,
            (_, Ordering::Less, _) | (_, Ordering::Equal, Ordering::Greater) => false,
            // If no unpinned figures are left, there is no second round.
            (_, Ordering::Equal, Ordering::Equal) => return Ok(fit[0] == 0),
        };
        let [winner, loser] = if attackers_win { [attackers, defenders] } else { [defenders, attackers] };
        let from = self.group(winner).at;
        let (tag, won) = (self.tag(winner), self.group(winner).side);
        table.tell(Tone::Success, won, "51.1", || format!("{tag} wins the close combat"));
        for figure in self.pinned(loser).collect::<Vec<_>>() {
            self.fell(figure, Standing::Routed, table);
        }
        self.victory(winner);
        self.come_to_senses(loser);
        let ground = self.group(loser).at;
        let rest: Vec<Fig> = self.group(loser).members.clone();
        self.retire(loser, &rest, from, true, table)?;
        if attackers_win {
            self.take_ground(winner, ground);
        }
        Ok(true)
    }

    /// Effects of victory (43.3, 53.1, 91.4, 91.6).
    pub(in crate::rules::fireandmove) fn victory(&mut self, winner: Gid) {
        applies("53.1");
        applies("43.3");
        // Figures that did not dare to charge rally with the victors.
        let home = self.group_mut(winner).home.take();
        let pinned = home.map_or_else(Vec::new, |home| self.pinned(home).collect());
        for figure in self.pinned(winner).collect::<Vec<_>>().into_iter().chain(pinned) {
            self.figure_mut(figure).standing = Standing::Fit;
        }
        self.group_mut(winner).fear = false;
        self.come_to_senses(winner);
        if let Some(home) = home.filter(|&home| !self.is_heavy(home) || self.group(home).down) {
            self.push(Regroup { victors: winner, home });
        }
    }

    /// The victors take the enemy's position.
    pub(in crate::rules::fireandmove) fn take_ground(&mut self, winner: Gid, ground: Cell) {
        if self.may_hold(winner, ground) {
            self.group_mut(winner).at = ground;
            self.group_mut(winner).more.atop = false;
            self.arrive(winner);
        }
    }

    fn may_hold(&self, group: Gid, at: Cell) -> bool {
        let enemy: Side = enemy_of(self, group);
        self.groups_of(enemy).all(|other| self.group(other).at != at)
    }

    /// Figures retreat two move actions, go to ground and are pinned, under reactive fire (52.1). Beaten
    /// chargers halt with the figures of their group that did not charge (51.3).
    pub(in crate::rules::fireandmove) fn retire(
        &mut self,
        group: Gid,
        figures: &[Fig],
        from: Cell,
        beaten: bool,
        table: &mut Table,
    ) -> Result<(), Ask> {
        if figures.is_empty() {
            return Ok(());
        }
        let at = self.group(group).at;
        let everybody = figures.len() == self.group(group).members.len();
        let mover = if everybody { group } else { self.split(group, figures, at) };
        let (tag, side) = (self.tag(mover), self.group(mover).side);
        let home = self.group_mut(mover).home.take().filter(|&home| {
            let behind = off(self.group(home).at, from) >= off(at, from);
            beaten && behind && !self.group(home).members.is_empty() && self.may_merge(mover, home)
        });
        let path = match home {
            Some(home) => {
                applies("51.3");
                vec![at, self.group(home).at]
            }
            None => self.way_out(mover, from, table)?,
        };
        // 91.15: the Red Army withdraws in good order, unless beaten.
        let orderly = !beaten && self.has_trait(side, Trait::RedArmy);
        for &figure in figures {
            if self.figure(figure).standing == Standing::Fit && !orderly {
                self.figure_mut(figure).standing = Standing::Pinned;
                self.aim_after_loss(mover);
            }
        }
        let to = path.last().copied().unwrap_or(at);
        let state = self.group_mut(mover);
        state.at = to;
        state.grounded = true;
        state.more.river = false;
        state.mined = false;
        state.more.atop = false;
        if at != to {
            state.front = toward(to, from);
            self.align(mover);
        }
        self.drag_smoke(mover, false);
        table.tell(Tone::Loss, side, "52.1", || format!("{tag} retires"));
        self.lose_aim(mover);
        self.push(Reaction { retiring: true, joins: home, ..Reaction::of(mover, path) });
        self.arrive(mover);
        Ok(())
    }

    /// A retreat of two move actions directly away from the enemy. Each ends at the next border, which is
    /// crossed at the start of the next. Water and wire need their checks (52.1, ruling FM-94).
    fn way_out(&mut self, group: Gid, from: Cell, table: &mut Table) -> Result<Vec<Cell>, Ask> {
        let mut at = self.group(group).at;
        let away = if at == from { self.group(group).front.opposite() } else { toward(from, at) };
        let mut path = vec![at];
        let mut left: u8 = 2;
        while left > 0 {
            for step in 0..11 {
                let open = [away, away.turned(1), away.turned(-1)].into_iter().find_map(|way| {
                    let (to, border) = self.field().step(at, way)?;
                    let farther = off(to, from) > off(at, from);
                    (farther && self.may_enter(group, to)).then_some((to, border))
                });
                let Some((to, border)) = open.filter(|(_, border)| border.is_none() || step == 0) else {
                    break;
                };
                // 92.49, 92.51: streams and trenches take both actions.
                let extra = if step == 0 { self.field().cost(at, to) - 1 } else { 0 };
                if extra >= left {
                    break;
                }
                if border.is_some() && !self.crosses(&mut Marching::reach(group), at, to, table)? {
                    break;
                }
                at = to;
                path.push(at);
                left -= extra;
            }
            left -= 1;
        }
        Ok(path)
    }
}

/// Squared distance in squares.
pub(in crate::rules::fireandmove) fn off(from: Cell, to: Cell) -> i32 {
    let (dx, dy) = (i32::from(from.x - to.x), i32::from(from.y - to.y));
    dx * dx + dy * dy
}
