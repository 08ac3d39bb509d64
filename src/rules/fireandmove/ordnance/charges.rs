//! Demolition charges (62) and placed phosphorus grenades (90.1): a figure carries one to an enemy group,
//! leaves it there, and it goes off when the figure is back.

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::terrain::Cover;
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::movement::{Marching, steps};
use crate::rules::fireandmove::nations::special;
use crate::rules::fireandmove::ordnance::smoke;
use crate::rules::fireandmove::state::{Fig, Forces, Gid, Position};
use crate::rules::fireandmove::turn::sequence::Table;

/// The figure of a group that can carry a charge, or phosphorus grenades if they are in use (90.1).
pub(in crate::rules::fireandmove) fn carrier(forces: &Forces, group: Gid) -> Option<Fig> {
    let charge = forces.fit(group).find(|&figure| forces.figure(figure).kit.charge);
    let white = || forces.fit(group).find(|&figure| forces.figure(figure).kit.phosphorus);
    charge.or_else(|| white().filter(|_| smoke::has_phosphorus(forces.battle(), forces.group(group).side)))
}

/// The terrain a group is in, or is behind as seen from a square next to it, for an attack that comes from
/// there: doubled if it has gone to ground (13.1, 62.3, 73.3).
pub(in crate::rules::fireandmove) fn shelter(field: &Field, forces: &Forces, group: Gid, from: Cell) -> i16 {
    let at = forces.group(group).at;
    let moving = forces.at_rest(group).moving;
    let size = |cover: &Cover| i16::from(if moving { cover.moving } else { cover.stationary });
    let ground = size(field.feature(at).ground.cover());
    let border = field.last_border(from, at).map_or(0, |border| size(border.cover()));
    let cover = ground.max(border);
    if forces.group(group).grounded { 2 * cover } else { cover }
}

/// The strength of a charge at a square against a nearby group: 8 within two inches, 4 within four, less
/// concealment by the ground and by a border towards the charge (62.3).
pub(in crate::rules::fireandmove) fn blast_strength(
    field: &Field,
    forces: &Forces,
    group: Gid,
    centre: Cell,
    placed: Cell,
) -> i16 {
    let at = forces.group(group).at;
    let force = if Field::range(at, centre) <= 2 { 8 } else { 4 };
    // The charge lies where its bearer was, on the bearer's side of a border; others are struck from the centre.
    let from = if at == centre { placed } else { centre };
    force - shelter(field, forces, group, from) + forces.hurt(group)
}

impl Position {
    /// A figure sets out with a charge: a morale test, then a move open to reactive fire (62.2, 62.4).
    #[apply(rule, "62.1", "62.4")]
    pub(in crate::rules::fireandmove) fn place_charge(
        &mut self,
        march: &Marching,
        target: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let Self { terrain, forces, clock, open, .. } = self;
        let id = march.group;
        let Some(figure) = carrier(forces, id) else { return Ok(()) };
        let (tag, side) = (forces.tag(id), forces.group(id).side);
        let morale = forces.nerve(figure).morale;
        let name = forces.soldier(figure).name.clone();
        let what = if forces.figure(figure).kit.charge { "demolition charge" } else { "phosphorus grenades" };
        let result = table.check(|| format!("the {name} of {tag} carries the {what}: within {morale}"))?;
        let passes = checks::passes_morale(result, morale);
        let (tone, end) = if passes { (Tone::Success, "passes") } else { (Tone::Failure, "pinned") };
        table.tell(tone, side, "62.2", || {
            format!("the {name} of {tag} carries the {what}: {end}, {result:+} (within {morale})")
        });
        if !passes {
            special::pin(forces, clock, figure, table);
            return Ok(());
        }
        let from = forces.group(id).at;
        let path = steps::approach(terrain.field(), from, forces.group(target).at, vec![from]);
        let alone = forces.group(id).members.len() == 1;
        let mover = if alone { id } else { forces.split(id, &[figure], from) };
        forces.group_mut(mover).at = path.last().copied().unwrap_or(from);
        forces.group_mut(mover).grounded = false;
        forces.group_mut(mover).home = (!alone).then_some(id);
        let card = if march.cover { march.card.cover } else { 0 };
        open.push(Reaction { card, charges: Some(target), blast: true, ..Reaction::of(mover, path) });
        Ok(())
    }

    /// The figure is back with its group, and the charge goes off: 8 within two inches, 4 within four (62.3).
    pub(in crate::rules::fireandmove) fn detonate(
        &mut self,
        mover: Gid,
        target: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let Self { terrain, forces, clock, open, .. } = self;
        let side = forces.group(mover).side;
        let Some(carrier) = carrier(forces, mover) else { return Ok(()) };
        let kit = &mut forces.figure_mut(carrier).kit;
        let white = !std::mem::take(&mut kit.charge);
        if white {
            kit.phosphorus = false;
        }
        let (centre, placed) = (forces.group(target).at, forces.group(mover).at);
        if let Some(home) = forces.group_mut(mover).home.take()
            && !forces.group(home).members.is_empty()
        {
            forces.merge(mover, home);
        }
        if white {
            return smoke::white_grenades(terrain, forces, open, side, target, table);
        }
        table.tell(Tone::Phase, side, "62.3", || "the demolition charge explodes".into());
        let mut near: Vec<Gid> = vec![target];
        let others = forces.groups_of(side.other()).chain(forces.groups_of(side));
        near.extend(
            others.filter(|&group| group != target && Field::range(forces.group(group).at, centre) <= 4),
        );
        let mut first = true;
        for group in near {
            let strength = blast_strength(terrain.field(), forces, group, centre, placed);
            let them = forces.tag(group);
            for figure in forces.group(group).members.clone() {
                let name = forces.soldier(figure).name.clone();
                let result =
                    table.check(|| format!("explosion at the {name} of {them}, strength {strength}"))?;
                if std::mem::take(&mut first) && result == -7 {
                    table.tell(Tone::Failure, side, "62.3", || "the demolition charge is a dud: -7".into());
                    return Ok(());
                }
                action::strike(forces, clock, figure, result, strength, "62.3", table)?;
            }
        }
        Ok(())
    }
}
