//! Night (79 to 81): visibility, flares, and muzzle flashes.

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::{Decision, Digest, Side, Tone};
use crate::ledger::cited::{applies, apply, rule};

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::{Card, smoke_and_mines};
use crate::rules::fireandmove::fire::strength::Band;
use crate::rules::fireandmove::fire::volley;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Battle, Decisions, Forces, Gid, Position, Terrain};
use crate::rules::fireandmove::turn::sequence::{self, Step, Table};

/// A burning flare (80).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Flare {
    /// Its square.
    pub at: Cell,
    /// Turns of its owner it will still burn.
    pub left: u8,
    /// Its owner.
    pub side: Side,
}

/// How visible a group is at night.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Light {
    /// Visible up to medium range, with night concealment (79.1, 79.2).
    Dark,
    /// Visible at any range, with night concealment (80.7, 81).
    Dim,
    /// As by day (80.6).
    Bright,
}

/// The source of a flare, which sets how long it burns (80.4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Lit {
    /// Off-table artillery.
    Artillery,
    /// A mortar.
    Mortar,
    /// A leader with a smoke card.
    Leader,
}

/// Where to place a flare.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lighting {
    /// The group that fires it.
    pub group: Gid,
    /// Its source.
    pub by: Lit,
}

/// How visible a group standing at or passing a square is.
pub fn light(terrain: &Terrain, forces: &Forces, group: Gid, at: Cell) -> Light {
    let near = terrain.flares.iter().map(|flare| Field::range(flare.at, at)).min();
    match near {
        Some(0..=8) => {
            applies("80.6");
            Light::Bright
        }
        Some(9..=12) => {
            applies("80.7");
            Light::Dim
        }
        _ if forces.group(group).more.flash => {
            applies("81");
            Light::Dim
        }
        _ => Light::Dark,
    }
}

/// Whether the night hides a group at that range (79.1).
pub fn is_too_dark(terrain: &Terrain, forces: &Forces, group: Gid, at: Cell, band: Band) -> bool {
    forces.battle().options.night && band > Band::Medium && light(terrain, forces, group, at) == Light::Dark
}

/// Night concealment of a group, as a magnitude (79.2).
#[apply(rule, "79.2")]
pub fn night_cover(terrain: &Terrain, forces: &Forces, group: Gid, at: Cell) -> i16 {
    i16::from(forces.battle().options.night && light(terrain, forces, group, at) < Light::Bright)
}

/// The To Hit penalty for night (79.3).
pub fn night_step(terrain: &Terrain, forces: &Forces, group: Gid, at: Cell) -> i16 {
    -i16::from(forces.battle().options.night && light(terrain, forces, group, at) == Light::Dark)
}

/// A leader fires a flare with a smoke card (80.3).
pub(in crate::rules::fireandmove) fn leader_flare(
    forces: &Forces,
    open: &mut Decisions,
    group: Gid,
    card: Card,
    table: &mut Table,
) -> Result<(), Ask> {
    if smoke_and_mines::smoke_works(forces, group, card, table)? {
        open.push(Lighting { group, by: Lit::Leader });
    }
    Ok(())
}

/// A group that has fired is visible until its next turn (81).
pub(in crate::rules::fireandmove) fn flashes(forces: &mut Forces, group: Gid) {
    if forces.battle().options.night && forces.battle().options.flashes {
        forces.group_mut(group).more.flash = true;
    }
}

/// At the start of a side's turn its flares burn down and its muzzle flashes are cleared (80.5, 81).
#[apply(rule, "80.5" if !terrain.flares.is_empty())]
pub(in crate::rules::fireandmove) fn darkens(
    terrain: &mut Terrain,
    forces: &mut Forces,
    side: Side,
    table: &mut Table,
) {
    for group in forces.groups.iter_mut().filter(|group| group.side == side) {
        group.more.flash = false;
    }
    for flare in terrain.flares.iter_mut().filter(|flare| flare.side == side) {
        flare.left -= 1;
        let (at, left) = (flare.at, flare.left);
        table.tell(Tone::Plain, side, "80.5", || match left {
            0 => format!("the flare over {at} goes out"),
            left => format!("the flare over {at} burns down to {left}"),
        });
    }
    terrain.flares.retain(|flare| flare.left > 0);
}

impl Battle {
    /// Whether flares are used in this battle (80).
    pub fn lights_flares(&self) -> bool {
        self.options.night && self.options.flares
    }
}

impl Step for Lighting {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        Decision::new(side, "flare", "Choose a square for the flare.", "80.2")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { terrain, forces, .. } = position;
        let (field, from) = (terrain.field(), forces.group(self.group).at);
        let side = forces.group(self.group).side;
        let seen = |cell: &Cell| {
            self.by == Lit::Artillery || volley::sees(terrain.field(), forces, side, from, *cell)
        };
        list.extend(field.square.cells().filter(seen).map(Choice::At));
    }

    #[apply(rule, "80.3" if self.by == Lit::Leader)]
    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Choice::At(at) = choice else { return Ok(()) };
        let side = position.forces.group(self.group).side;
        let die = table.dice.roll(6, || "duration of the flare".into())?;
        let left = match self.by {
            Lit::Artillery => (die + 1).min(6),
            Lit::Mortar => die,
            Lit::Leader => (die - 1).max(1),
        };
        position.terrain.flares.push(Flare { at, left, side });
        table.tell(Tone::Plain, side, "80.4", || format!("flare over {at} for {left} turns"));
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        sequence::numbers(digest, &[self.group, self.by as u8]);
    }
}
