//! The result of close combat (51 to 53): the winner, retreats, and how the victors regroup.

use std::cmp::Ordering;

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::{Decision, Digest, Side, Tone};
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::smoke_and_mines;
use crate::rules::fireandmove::close_combat::contact::Contact;
use crate::rules::fireandmove::fire::action::{self, enemy_of, toward};
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::{self, Marching, steps};
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::nations::special::wild;
use crate::rules::fireandmove::rally::reorganise;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Decisions, Fig, Forces, Gid, Position, Standing, Terrain};
use crate::rules::fireandmove::turn::sequence::{self, Step, Table};

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
        let side = position.forces.group(self.victors).side;
        Decision::new(side, "regroup", "Bring the rest of the group up to the victors, or finish.", "53.2")
    }

    fn is_void(&self, position: &Position) -> bool {
        let forces = &position.forces;
        forces.fit(self.victors).next().is_none()
            || forces.fit(self.home).next().is_none()
            || !forces.may_merge(self.victors, self.home)
    }

    fn choices(&self, _: &Position, list: &mut Vec<Choice>) {
        list.extend([Choice::Join(self.home), Choice::Done]);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        if choice == Choice::Join(self.home) {
            // 53.2
            reorganise::goes_over(&mut position.forces, &mut position.open, self.home, self.victors, table);
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        sequence::numbers(digest, &[self.victors, self.home]);
    }
}

/// Determines the winner of a round; returns whether there is one (51, 53).
#[apply(rule, "51.2")]
pub(in crate::rules::fireandmove) fn decide(
    terrain: &mut Terrain,
    forces: &mut Forces,
    open: &mut Decisions,
    contact: &Contact,
    dead: [u8; 2],
    table: &mut Table,
) -> Result<bool, Ask> {
    let Contact { attackers, defenders, .. } = *contact;
    let side = forces.group(attackers).side;
    let fit = [attackers, defenders].map(|group| forces.fit(group).count());
    let left = [attackers, defenders].map(|group| forces.group(group).members.len());
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
    let from = forces.group(winner).at;
    let (tag, won) = (forces.tag(winner), forces.group(winner).side);
    table.tell(Tone::Success, won, "51.1", || format!("{tag} wins the close combat"));
    for figure in forces.pinned(loser).collect::<Vec<_>>() {
        action::fell(forces, figure, Standing::Routed, table);
    }
    victory(forces, open, winner);
    wild::come_to_senses(forces, loser);
    let ground = forces.group(loser).at;
    let rest: Vec<Fig> = forces.group(loser).members.clone();
    retire(terrain, forces, open, Retreat { group: loser, figures: &rest, from, beaten: true }, table)?;
    if attackers_win {
        take_ground(terrain.field(), forces, winner, ground);
    }
    Ok(true)
}

/// Effects of victory (43.3, 53.1, 91.4, 91.6).
#[apply(rule, "53.1", "43.3")]
pub(in crate::rules::fireandmove) fn victory(forces: &mut Forces, open: &mut Decisions, winner: Gid) {
    // Figures that did not dare to charge rally with the victors.
    let home = forces.group_mut(winner).home.take();
    let pinned = home.map_or_else(Vec::new, |home| forces.pinned(home).collect());
    for figure in forces.pinned(winner).collect::<Vec<_>>().into_iter().chain(pinned) {
        forces.figure_mut(figure).standing = Standing::Fit;
    }
    forces.group_mut(winner).fear = false;
    wild::come_to_senses(forces, winner);
    if let Some(home) = home.filter(|&home| !forces.is_heavy(home) || forces.group(home).down) {
        open.push(Regroup { victors: winner, home });
    }
}

/// The victors take the enemy's position.
pub(in crate::rules::fireandmove) fn take_ground(
    field: &Field,
    forces: &mut Forces,
    winner: Gid,
    ground: Cell,
) {
    if may_hold(forces, winner, ground) {
        forces.group_mut(winner).at = ground;
        forces.group_mut(winner).more.atop = false;
        movement::arrive(field, forces, winner);
    }
}

fn may_hold(forces: &Forces, group: Gid, at: Cell) -> bool {
    let enemy: Side = enemy_of(forces, group);
    forces.groups_of(enemy).all(|other| forces.group(other).at != at)
}

/// Figures that retreat.
pub(in crate::rules::fireandmove) struct Retreat<'a> {
    /// Their group.
    pub group: Gid,
    /// The figures.
    pub figures: &'a [Fig],
    /// The square they retreat from.
    pub from: Cell,
    /// They have lost a close combat.
    pub beaten: bool,
}

/// Beaten chargers go back to the figures that stayed behind.
#[apply(rule, "51.3")]
fn way_home(forces: &Forces, at: Cell, home: Gid) -> Vec<Cell> {
    vec![at, forces.group(home).at]
}

/// Figures retreat two move actions, go to ground and are pinned, under reactive fire (52.1). Beaten
/// chargers halt with the figures of their group that did not charge (51.3).
pub(in crate::rules::fireandmove) fn retire(
    terrain: &mut Terrain,
    forces: &mut Forces,
    open: &mut Decisions,
    retreat: Retreat,
    table: &mut Table,
) -> Result<(), Ask> {
    let Retreat { group, figures, from, beaten } = retreat;
    if figures.is_empty() {
        return Ok(());
    }
    let at = forces.group(group).at;
    let everybody = figures.len() == forces.group(group).members.len();
    let mover = if everybody { group } else { forces.split(group, figures, at) };
    let (tag, side) = (forces.tag(mover), forces.group(mover).side);
    let home = forces.group_mut(mover).home.take().filter(|&home| {
        let behind = off(forces.group(home).at, from) >= off(at, from);
        beaten && behind && !forces.group(home).members.is_empty() && forces.may_merge(mover, home)
    });
    let path = match home {
        Some(home) => way_home(forces, at, home),
        None => way_out(terrain, forces, mover, from, table)?,
    };
    // 91.15: the Red Army withdraws in good order, unless beaten.
    let orderly = !beaten && forces.battle().has_trait(side, Trait::RedArmy);
    for &figure in figures {
        if forces.figure(figure).standing == Standing::Fit && !orderly {
            forces.figure_mut(figure).standing = Standing::Pinned;
            forces.aim_after_loss(mover);
        }
    }
    let to = path.last().copied().unwrap_or(at);
    let state = forces.group_mut(mover);
    state.at = to;
    state.grounded = true;
    state.more.river = false;
    state.mined = false;
    state.more.atop = false;
    if at != to {
        state.front = toward(to, from);
        forces.align(mover);
    }
    smoke_and_mines::drag_smoke(terrain, forces, mover, false);
    table.tell(Tone::Failure, side, "52.1", || format!("{tag} retires"));
    forces.lose_aim(mover);
    open.push(Reaction { retiring: true, joins: home, ..Reaction::of(mover, path) });
    movement::arrive(terrain.field(), forces, mover);
    Ok(())
}

/// A retreat of two move actions directly away from the enemy. Each ends at the next border, which is
/// crossed at the start of the next. Water and wire need their checks (52.1, ruling FM-94).
fn way_out(
    terrain: &mut Terrain,
    forces: &Forces,
    group: Gid,
    from: Cell,
    table: &mut Table,
) -> Result<Vec<Cell>, Ask> {
    let mut at = forces.group(group).at;
    let away = if at == from { forces.group(group).front.opposite() } else { toward(from, at) };
    let mut path = vec![at];
    let mut left: u8 = 2;
    while left > 0 {
        for step in 0..11 {
            let open = [away, away.turned(1), away.turned(-1)].into_iter().find_map(|way| {
                let (to, border) = terrain.field().step(at, way)?;
                let farther = off(to, from) > off(at, from);
                (farther && steps::may_enter(terrain.field(), forces, group, to)).then_some((to, border))
            });
            let Some((to, border)) = open.filter(|(_, border)| border.is_none() || step == 0) else {
                break;
            };
            // 92.49, 92.51: streams and trenches take both actions.
            let extra = if step == 0 { terrain.field().cost(at, to) - 1 } else { 0 };
            if extra >= left {
                break;
            }
            if border.is_some()
                && !steps::crosses(terrain, forces, &mut Marching::reach(group), at, to, table)?
            {
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

/// Squared distance in squares.
pub(in crate::rules::fireandmove) fn off(from: Cell, to: Cell) -> i32 {
    let (dx, dy) = (i32::from(from.x - to.x), i32::from(from.y - to.y));
    dx * dx + dy * dy
}
