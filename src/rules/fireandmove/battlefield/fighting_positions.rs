//! Pillboxes (54, 92.31): their arc, the blind spot on top, and grenades through the slits.

use crate::board::{Cell, Compass};
use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::applies;
use crate::rules::fireandmove::fire::action;

use crate::rules::fireandmove::battlefield::terrain::Ground;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::fire::action::enemy_of;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::state::position::{Gid, Position};
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

impl Position {
    /// The direction a group's pillbox faces, if it does not face all round.
    fn slit(&self, group: Gid, at: Cell) -> Option<Compass> {
        let feature = self.field().feature(at);
        feature.front.filter(|_| feature.ground == Ground::Pillbox && !self.is_atop(group))
    }

    /// Whether a group stands on top of an enemy-held pillbox.
    pub fn is_atop(&self, group: Gid) -> bool {
        self.group(group).more.atop && self.below(group).next().is_some()
    }

    /// Enemy groups in the pillbox under a group (54.1).
    pub fn below(&self, group: Gid) -> impl Iterator<Item = Gid> + '_ {
        let place = self.field().place(self.group(group).at);
        let inside = move |&enemy: &Gid| {
            self.field().place(self.group(enemy).at) == place && !self.group(enemy).more.atop
        };
        self.groups_of(enemy_of(self, group)).filter(inside)
    }

    /// Which figures of a group may fire at another group at a square, as far as pillboxes limit it.
    pub fn through_slits(&self, group: Gid, target: Gid, to: Cell) -> Only {
        let from = self.group(group).at;
        if self.field().feature(from).ground != Ground::Pillbox
            && self.field().feature(to).ground != Ground::Pillbox
        {
            return Only::All;
        }
        applies("92.31");
        if self.slit(group, from).is_some_and(|front| !in_wide_arc(front, from, to) && from != to) {
            return Only::Nobody;
        }
        let together = self.field().place(from) == self.field().place(to);
        let atop = [group, target].map(|id| self.group(id).more.atop);
        if together && atop[0] != atop[1] && self.field().feature(to).ground == Ground::Pillbox {
            return if atop[0] { Only::Flame } else { Only::Nobody };
        }
        let shut = self.slit(target, to).is_some_and(|front| !in_wide_arc(front, to, from) && from != to);
        if shut { Only::Flame } else { Only::All }
    }

    /// Enemy-held pillboxes next to a moving group (54.1).
    pub(in crate::rules::fireandmove) fn roofs<'a>(
        &'a self,
        march: &'a Marching,
    ) -> impl Iterator<Item = Gid> + 'a {
        let at = self.group(march.group).at;
        let near = move |&enemy: &Gid| {
            let to = self.group(enemy).at;
            let steps = (at.x - to.x).abs() + (at.y - to.y).abs();
            let pillbox = self.field().feature(to).ground == Ground::Pillbox;
            steps == 1 && pillbox && march.path.len() < 2 && self.field().place(at) != self.field().place(to)
        };
        let climbs = self.group(march.group).machine.is_none() && !self.group(march.group).more.mounted;
        self.groups_of(enemy_of(self, march.group)).filter(move |enemy| climbs && near(enemy))
    }

    /// A group climbs onto a pillbox with one move action (54.1).
    pub(in crate::rules::fireandmove) fn climb(&mut self, mut march: Marching, target: Gid) {
        applies("54.1");
        let id = march.group;
        let (from, to) = (self.group(id).at, self.group(target).at);
        let group = self.group_mut(id);
        group.at = to;
        group.more.atop = true;
        group.more.thrown = false;
        if from != to {
            group.front = action::toward(from, to);
        }
        self.align(id);
        self.drag_smoke(id, march.smoked);
        self.lose_aim(id);
        let hidden = if march.cover { march.card.cover } else { 0 };
        march.left -= 1;
        self.march_on(march);
        self.react(Reaction { card: hidden, ..Reaction::of(id, vec![from, to]) });
    }

    /// The strength of grenades thrown from on top of a pillbox (54.2).
    pub(in crate::rules::fireandmove) fn grenade_strength(&self, group: Gid) -> i16 {
        // Groups have a few figures.
        let men = self.fit(group).count() as i16;
        men / 2 + self.platoon_leader(group).map_or(0, |figure| self.soldier(figure).leader)
    }

    /// Grenades into the pillbox, once: half a point for each figure, and no concealment for those inside
    /// (54.2).
    pub(in crate::rules::fireandmove) fn grenades(
        &mut self,
        group: Gid,
        card: Card,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let (us, side) = (self.tag(group), self.group(group).side);
        let strength = self.grenade_strength(group);
        self.group_mut(group).more.thrown = true;
        table.tell(Tone::Plain, side, "54.2", || {
            format!("{us} throws grenades into the pillbox: {card}, strength {strength}")
        });
        for target in self.below(group).collect::<Vec<_>>() {
            let them = self.tag(target);
            for figure in self.group(target).members.clone() {
                let name = self.soldier(figure).name.clone();
                let result =
                    table.check(|| format!("grenades at the {name} of {them}, strength {strength}"))?;
                self.strike(figure, result, strength, "54.2", table)?;
            }
        }
        Ok(())
    }
}
