//! Cavalry (82, 83): riders, led or tethered horses, mounting and dismounting.

use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::fire::reactive::{self, Reaction};
use crate::rules::fireandmove::movement::{self, Marching};
use crate::rules::fireandmove::state::{Decisions, Fig, Forces, Gid, Standing};
use crate::rules::fireandmove::turn::sequence::Table;
use crate::rules::fireandmove::vehicles::touches;

impl Forces {
    /// Whether a figure is a horse.
    pub fn is_horse(&self, figure: Fig) -> bool {
        self.soldier(figure).horse
    }

    /// Horses of a group.
    pub fn horses(&self, group: Gid) -> impl Iterator<Item = Fig> {
        self.group(group).members.iter().copied().filter(|&figure| self.is_horse(figure))
    }

    /// Whether a group has horses or riders, which are easier to hit (82.3).
    #[apply(rule, "82.1")]
    pub fn is_horsed(&self, group: Gid) -> bool {
        self.battle().cavalry && (self.group(group).more.mounted || self.horses(group).next().is_some())
    }
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
pub(in crate::rules::fireandmove) fn leads_on(forces: &Forces, group: Gid) -> bool {
    !forces.group(group).more.tethered || forces.horses(group).next().is_none()
}

/// Figures that stay with the horses: one in four, rounded up (83.4).
fn holders(forces: &Forces, group: Gid) -> Vec<Fig> {
    let men: Vec<Fig> = forces.fit(group).chain(forces.pinned(group)).collect();
    let mut last = men.clone();
    // Leaders and weapon bearers go; the others hold the horses.
    last.sort_by_key(|&figure| {
        let special = forces.rank(figure) != Rank::None || forces.weapon(figure).fails.is_some();
        (special, std::cmp::Reverse(figure))
    });
    last.truncate(men.len().div_ceil(4));
    last
}

/// Riders dismount at the start of a move action (83.1 to 83.4). Tethering the horses takes the whole
/// action.
#[apply(rule, "83.1", "83.2")]
pub(in crate::rules::fireandmove) fn dismount(
    forces: &mut Forces,
    open: &mut Decisions,
    mut march: Marching,
    tether: bool,
    table: &mut Table,
) {
    let id = march.group;
    let (tag, side, at) = (forces.tag(id), forces.group(id).side, forces.group(id).at);
    let riders = forces.group(id).members.len();
    let free = forces.figures.iter().zip(0..).filter(|(figure, _)| figure.standing == Standing::Away);
    let horses: Vec<Fig> = free
        .map(|(_, figure)| figure)
        .filter(|&figure| forces.is_horse(figure) && forces.soldier(figure).side == side)
        .take(riders)
        .collect();
    let holders = if tether { Vec::new() } else { holders(forces, id) };
    let herd = forces.split(id, &holders, at);
    forces.group_mut(herd).members.extend(&horses);
    for &horse in &horses {
        let state = forces.figure_mut(horse);
        state.standing = Standing::Fit;
        state.group = herd;
    }
    for group in [id, herd] {
        forces.group_mut(group).more.mounted = false;
    }
    forces.group_mut(herd).more.tethered = tether;
    forces.group_mut(herd).acted = true;
    let them = forces.tag(herd);
    table.tell(Tone::Plain, side, if tether { "83.3" } else { "83.4" }, || match tether {
        true => format!("{tag} dismounts and tethers its horses ({them})"),
        false => format!("{tag} dismounts; {} stay with the horses ({them})", holders.len()),
    });
    // The card was worth +1 when mounted (ruling FM-89).
    march.left = (march.left - 1).max(1);
    if tether {
        march.left -= 1;
        movement::march_on(open, march);
    } else {
        open.push(march);
    }
}

/// Horse groups that a marching group can mount where they are (83.5).
pub(in crate::rules::fireandmove) fn mounts<'a>(
    forces: &'a Forces,
    march: &'a Marching,
) -> impl Iterator<Item = Gid> + 'a {
    let group = forces.group(march.group);
    let on_foot = forces.battle().cavalry && group.machine.is_none() && group.gun.is_none() && !march.cover;
    let own = forces.horses(march.group).next().is_some();
    let men = group.members.len();
    let takes = move |&other: &Gid| {
        let herd = forces.group(other);
        let horses = forces.horses(other).count();
        other != march.group
            && horses > 0
            && horses >= men + herd.members.len() - horses
            && (!herd.more.tethered || march.path.is_empty())
            && touches(group.at, herd.at)
    };
    forces.groups_of(group.side).filter(move |other| {
        on_foot && !own && !group.more.mounted && takes(other) && forces.serve_one(march.group, *other)
    })
}

/// Figures mount: at once when next to their horses, otherwise at the end of a move action; tethered
/// horses take a whole one (83.5).
pub(in crate::rules::fireandmove) fn mount(
    field: &Field,
    forces: &mut Forces,
    open: &mut Decisions,
    mut march: Marching,
    herd: Gid,
    table: &mut Table,
) -> Result<(), Ask> {
    let id = march.group;
    let (tag, side) = (forces.tag(id), forces.group(id).side);
    let tethered = forces.group(herd).more.tethered;
    for horse in forces.horses(herd).collect::<Vec<_>>() {
        forces.figure_mut(horse).standing = Standing::Away;
    }
    let men: Vec<Fig> =
        forces.group(herd).members.iter().copied().filter(|&figure| !forces.is_horse(figure)).collect();
    forces.group_mut(herd).members = men;
    forces.merge(herd, id);
    forces.group_mut(id).more.mounted = true;
    forces.group_mut(id).grounded = false;
    table.tell(Tone::Plain, side, "83.5", || format!("{tag} mounts"));
    let path = std::mem::take(&mut march.path);
    if path.is_empty() && !tethered {
        open.push(march);
        return Ok(());
    }
    march.left -= 1;
    movement::march_on(open, march);
    let path = if path.is_empty() { vec![forces.group(id).at] } else { path };
    reactive::react(field, forces, open, Reaction::of(id, path));
    Ok(())
}
