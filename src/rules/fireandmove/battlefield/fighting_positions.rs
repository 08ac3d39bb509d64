//! Pillboxes (54, 92.31): their arc, the blind spot on top, and grenades through the slits.

use crate::board::{Cell, Compass};
use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::terrain::Ground;
use crate::rules::fireandmove::cards::{Card, smoke_and_mines};
use crate::rules::fireandmove::fire::action::{self, enemy_of};
use crate::rules::fireandmove::fire::reactive::{self, Reaction};
use crate::rules::fireandmove::movement::{self, Marching};
use crate::rules::fireandmove::state::{Clock, Decisions, Forces, Gid, Terrain};
use crate::rules::fireandmove::turn::sequence::Table;

/// Which figures of a group may fire at a pillbox or out of it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Only {
    /// All of them.
    #[default]
    All,
    /// A flamethrower (54.1, 92.31).
    Flame,
    /// Weapons smaller than a light machine gun (54.3).
    Small,
    /// None.
    Nobody,
}

/// Whether a square lies within 60 degrees to either side of a front (92.31).
fn in_wide_arc(front: Compass, from: Cell, to: Cell) -> bool {
    let (fx, fy) = front.delta();
    let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let ahead = i64::from(fx) * dx + i64::from(fy) * dy;
    let lengths = (if front.is_diagonal() { 2 } else { 1 }) * (dx * dx + dy * dy);
    ahead > 0 && 4 * ahead * ahead >= lengths
}

/// The direction a group's pillbox faces, if it does not face all round.
fn slit(field: &Field, forces: &Forces, group: Gid, at: Cell) -> Option<Compass> {
    let feature = field.feature(at);
    feature.front.filter(|_| feature.ground == Ground::Pillbox && !is_atop(field, forces, group))
}

/// Whether a group stands on top of an enemy-held pillbox.
pub fn is_atop(field: &Field, forces: &Forces, group: Gid) -> bool {
    forces.group(group).more.atop && below(field, forces, group).next().is_some()
}

/// Enemy groups in the pillbox under a group (54.1).
pub fn below(field: &Field, forces: &Forces, group: Gid) -> impl Iterator<Item = Gid> {
    let place = field.place(forces.group(group).at);
    let inside =
        move |&enemy: &Gid| field.place(forces.group(enemy).at) == place && !forces.group(enemy).more.atop;
    forces.groups_of(enemy_of(forces, group)).filter(inside)
}

/// Which figures of a group may fire at another group at a square, as far as pillboxes limit it.
pub fn through_slits(field: &Field, forces: &Forces, group: Gid, target: Gid, to: Cell) -> Only {
    let from = forces.group(group).at;
    if field.feature(from).ground != Ground::Pillbox && field.feature(to).ground != Ground::Pillbox {
        return Only::All;
    }
    applies("92.31");
    if slit(field, forces, group, from).is_some_and(|front| !in_wide_arc(front, from, to) && from != to) {
        return Only::Nobody;
    }
    let together = field.place(from) == field.place(to);
    let atop = [group, target].map(|id| forces.group(id).more.atop);
    if together && atop[0] != atop[1] && field.feature(to).ground == Ground::Pillbox {
        return if atop[0] { Only::Flame } else { Only::Nobody };
    }
    let shut =
        slit(field, forces, target, to).is_some_and(|front| !in_wide_arc(front, to, from) && from != to);
    if shut { Only::Flame } else { Only::All }
}

/// Enemy-held pillboxes next to a moving group (54.1).
pub(in crate::rules::fireandmove) fn roofs<'a>(
    field: &'a Field,
    forces: &'a Forces,
    march: &'a Marching,
) -> impl Iterator<Item = Gid> + 'a {
    let at = forces.group(march.group).at;
    let near = move |&enemy: &Gid| {
        let to = forces.group(enemy).at;
        let steps = (at.x - to.x).abs() + (at.y - to.y).abs();
        let pillbox = field.feature(to).ground == Ground::Pillbox;
        steps == 1 && pillbox && march.path.len() < 2 && field.place(at) != field.place(to)
    };
    let climbs = forces.group(march.group).machine.is_none() && !forces.group(march.group).more.mounted;
    forces.groups_of(enemy_of(forces, march.group)).filter(move |enemy| climbs && near(enemy))
}

/// A group climbs onto a pillbox with one move action (54.1).
#[apply(rule, "54.1")]
pub(in crate::rules::fireandmove) fn climb(
    terrain: &mut Terrain,
    forces: &mut Forces,
    open: &mut Decisions,
    mut march: Marching,
    target: Gid,
) {
    let id = march.group;
    let (from, to) = (forces.group(id).at, forces.group(target).at);
    let group = forces.group_mut(id);
    group.at = to;
    group.more.atop = true;
    group.more.thrown = false;
    if from != to {
        group.front = action::toward(from, to);
    }
    forces.align(id);
    smoke_and_mines::drag_smoke(terrain, forces, id, march.smoked);
    forces.lose_aim(id);
    let hidden = if march.cover { march.card.cover } else { 0 };
    march.left -= 1;
    movement::march_on(open, march);
    reactive::react(
        terrain.field(),
        forces,
        open,
        Reaction { card: hidden, ..Reaction::of(id, vec![from, to]) },
    );
}

/// The strength of grenades thrown from on top of a pillbox (54.2).
pub(in crate::rules::fireandmove) fn grenade_strength(forces: &Forces, group: Gid) -> i16 {
    // Groups have a few figures.
    let men = forces.fit(group).count() as i16;
    men / 2 + forces.platoon_leader(group).map_or(0, |figure| forces.soldier(figure).leader)
}

/// Grenades into the pillbox, once: half a point for each figure, and no concealment for those inside
/// (54.2).
pub(in crate::rules::fireandmove) fn grenades(
    field: &Field,
    forces: &mut Forces,
    clock: &Clock,
    group: Gid,
    card: Card,
    table: &mut Table,
) -> Result<(), Ask> {
    let (us, side) = (forces.tag(group), forces.group(group).side);
    let strength = grenade_strength(forces, group);
    forces.group_mut(group).more.thrown = true;
    table.tell(Tone::Plain, side, "54.2", || {
        format!("{us} throws grenades into the pillbox: {card}, strength {strength}")
    });
    for target in below(field, forces, group).collect::<Vec<_>>() {
        let them = forces.tag(target);
        for figure in forces.group(target).members.clone() {
            let name = forces.soldier(figure).name.clone();
            let result = table.check(|| format!("grenades at the {name} of {them}, strength {strength}"))?;
            action::strike(forces, clock, figure, result, strength, "54.2", table)?;
        }
    }
    Ok(())
}
