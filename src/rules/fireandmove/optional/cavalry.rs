//! Cavalry (82, 83): riders, led or tethered horses, mounting and dismounting.

use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::applies;

use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::Table;
use crate::rules::fireandmove::vehicles::touches;

impl Position {
    /// Whether a figure is a horse.
    pub fn is_horse(&self, figure: Fig) -> bool {
        self.soldier(figure).horse
    }

    /// Horses of a group.
    pub fn horses(&self, group: Gid) -> impl Iterator<Item = Fig> + '_ {
        self.group(group).members.iter().copied().filter(|&figure| self.is_horse(figure))
    }

    /// Whether a group has horses or riders, which are easier to hit (82.3).
    pub fn is_horsed(&self, group: Gid) -> bool {
        applies("82.1");
        self.battle().cavalry && (self.group(group).more.mounted || self.horses(group).next().is_some())
    }

    /// Whether horses jump a border, which takes a whole move action (82.4, ruling FM-88).
    pub(in crate::rules::fireandmove) const fn is_jumped(border: Option<Border>) -> bool {
        matches!(
            border,
            Some(Border::Hedge | Border::Fence | Border::Bank | Border::Wall | Border::Ditch | Border::Trees)
        )
    }

    /// Whether riders cannot go there: over high walls, bocage and wire, into buildings and works (ruling FM-88).
    pub(in crate::rules::fireandmove) const fn is_barred_to_horses(
        border: Option<Border>,
        ground: Ground,
    ) -> bool {
        matches!(border, Some(Border::HighWall | Border::Bocage | Border::Wire(_)))
            || matches!(
                ground,
                Ground::WoodenBuilding
                    | Ground::StoneBuilding
                    | Ground::Hut
                    | Ground::Pillbox
                    | Ground::FieldWorks
                    | Ground::Trench
            )
    }

    /// Whether a group can move its horses: never when tethered (83.3).
    pub(in crate::rules::fireandmove) fn leads_on(&self, group: Gid) -> bool {
        !self.group(group).more.tethered || self.horses(group).next().is_none()
    }

    /// Figures that stay with the horses: one in four, rounded up (83.4).
    fn holders(&self, group: Gid) -> Vec<Fig> {
        let men: Vec<Fig> = self.fit(group).chain(self.pinned(group)).collect();
        let mut last = men.clone();
        // Leaders and weapon bearers go; the others hold the horses.
        last.sort_by_key(|&figure| {
            let special = self.rank(figure) != Rank::None || self.weapon(figure).fails.is_some();
            (special, std::cmp::Reverse(figure))
        });
        last.truncate(men.len().div_ceil(4));
        last
    }

    /// Riders dismount at the start of a move action (83.1 to 83.4). Tethering the horses takes the whole
    /// action.
    pub(in crate::rules::fireandmove) fn dismount(
        &mut self,
        mut march: Marching,
        tether: bool,
        table: &mut Table,
    ) {
        applies("83.1");
        applies("83.2");
        let id = march.group;
        let (tag, side, at) = (self.tag(id), self.group(id).side, self.group(id).at);
        let riders = self.group(id).members.len();
        let free = self.figures.iter().zip(0..).filter(|(figure, _)| figure.standing == Standing::Away);
        let horses: Vec<Fig> = free
            .map(|(_, figure)| figure)
            .filter(|&figure| self.is_horse(figure) && self.soldier(figure).side == side)
            .take(riders)
            .collect();
        let holders = if tether { Vec::new() } else { self.holders(id) };
        let herd = self.split(id, &holders, at);
        self.group_mut(herd).members.extend(&horses);
        for &horse in &horses {
            let state = self.figure_mut(horse);
            state.standing = Standing::Fit;
            state.group = herd;
        }
        for group in [id, herd] {
            self.group_mut(group).more.mounted = false;
        }
        self.group_mut(herd).more.tethered = tether;
        self.group_mut(herd).acted = true;
        let them = self.tag(herd);
        table.tell(Tone::Plain, side, if tether { "83.3" } else { "83.4" }, || match tether {
            true => format!("{tag} dismounts and tethers its horses ({them})"),
            false => format!("{tag} dismounts; {} stay with the horses ({them})", holders.len()),
        });
        // The card was worth +1 when mounted (ruling FM-89).
        march.left = (march.left - 1).max(1);
        if tether {
            march.left -= 1;
            self.march_on(march);
        } else {
            self.push(march);
        }
    }

    /// Horse groups that a marching group can mount where they are (83.5).
    pub(in crate::rules::fireandmove) fn mounts<'a>(
        &'a self,
        march: &'a Marching,
    ) -> impl Iterator<Item = Gid> + 'a {
        let group = self.group(march.group);
        let on_foot = self.battle().cavalry && group.machine.is_none() && group.gun.is_none() && !march.cover;
        let own = self.horses(march.group).next().is_some();
        let men = group.members.len();
        let takes = move |&other: &Gid| {
            let herd = self.group(other);
            let horses = self.horses(other).count();
            other != march.group
                && horses > 0
                && horses >= men + herd.members.len() - horses
                && (!herd.more.tethered || march.path.is_empty())
                && touches(group.at, herd.at)
        };
        self.groups_of(group.side).filter(move |other| {
            on_foot && !own && !group.more.mounted && takes(other) && self.serve_one(march.group, *other)
        })
    }

    /// Figures mount: at once when next to their horses, otherwise at the end of a move action; tethered
    /// horses take a whole one (83.5).
    pub(in crate::rules::fireandmove) fn mount(
        &mut self,
        mut march: Marching,
        herd: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let id = march.group;
        let (tag, side) = (self.tag(id), self.group(id).side);
        let tethered = self.group(herd).more.tethered;
        for horse in self.horses(herd).collect::<Vec<_>>() {
            self.figure_mut(horse).standing = Standing::Away;
        }
        let men: Vec<Fig> =
            self.group(herd).members.iter().copied().filter(|&figure| !self.is_horse(figure)).collect();
        self.group_mut(herd).members = men;
        self.merge(herd, id);
        self.group_mut(id).more.mounted = true;
        self.group_mut(id).grounded = false;
        table.tell(Tone::Plain, side, "83.5", || format!("{tag} mounts"));
        let path = std::mem::take(&mut march.path);
        if path.is_empty() && !tethered {
            self.push(march);
            return Ok(());
        }
        march.left -= 1;
        self.march_on(march);
        let path = if path.is_empty() { vec![self.group(id).at] } else { path };
        self.react(Reaction::of(id, path));
        Ok(())
    }
}
