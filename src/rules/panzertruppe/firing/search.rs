//! Chapter 24: fire into a section of a building or woods, to hit a hidden unit.

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::panzertruppe::firing::cover::Cover;
use crate::rules::panzertruppe::firing::effect::hit;
use crate::rules::panzertruppe::firing::results::{Fired, effect};
use crate::rules::panzertruppe::firing::to_hit::{ToHit, to_hit};
use crate::rules::panzertruppe::firing::{Class, Target};
use crate::rules::panzertruppe::sight::geometry::{Arc, way};
use crate::rules::panzertruppe::state::{
    Choice, Flag, Gunnery, Id, Kind, Position, Shelter, Slot, Spot, Switch, Tabletop,
};

impl<'a> Gunnery<'a> {
    /// The sections of buildings and woods that a gun over 70 mm may fire into: in arc, range and LOS, and
    /// with no known unit in them. They are offered whether or not a unit is hidden there.
    pub fn sections(self, id: Id) -> impl Iterator<Item = Spot> + 'a {
        let gun = self.battle.unit(id).main.filter(|gun| gun.bore.calibre > 70);
        // Needs the additional rules for buildings and for hidden set-up.
        let plays = self.battle.plays(Switch::Buildings) && self.battle.plays(Switch::Hidden);
        let from = self.forces.spot(id).filter(|_| plays && gun.is_some() && self.is_ready(id, Slot::Main));
        if from.is_some() {
            applies("24.4");
            applies("29.1");
        }
        from.zip(gun).into_iter().flat_map(move |(from, gun)| {
            let state = self.forces.state(id);
            let heading = if gun.turret { state.turret } else { state.hull };
            let bears = move |shelter: &&Shelter| match gun.arc {
                Arc::Forty => shelter.forty.has(heading),
                Arc::Sixty => shelter.sixty.has(heading),
                arc => arc.covers(heading, way(self.battle.cell(from), self.battle.cell(shelter.cell))),
            };
            let unknown = move |holder: Id| {
                self.forces.side(holder) != self.forces.side(id) && self.forces.state(holder).is(Flag::Hidden)
            };
            let seen = self.battle.shelters(from).iter().filter(bears).map(|shelter| shelter.cell);
            seen.filter(move |&cell| {
                self.battle.tables.range(self.battle.range(from, cell), gun.bore.kind).is_some()
                    && (self.forces.holder_of(cell).is_none() || self.forces.on_cell(cell).all(unknown))
                    && !self.ground.is_in_smoke(from, cell)
            })
        })
    }

    /// Adds the sections a unit may fire into.
    pub fn section_choices(self, id: Id, to: &mut Vec<Choice>) {
        let tag = self.battle.unit(id).tag;
        to.extend(self.sections(id).map(|cell| Choice::Section(tag, self.battle.cell(cell))));
    }

    /// Whether a side may fire into any section.
    pub fn any_section(self, side: Side) -> bool {
        self.forces.ids(side).any(|id| self.sections(id).next().is_some())
    }

    /// The to-hit roll: as at crouching infantry; in woods with the modifier of woods.
    pub fn search_roll(self, firer: Id, cell: Spot) -> ToHit {
        let tables = &self.battle.tables;
        let mut aimed = Target { class: Class::Infantry, ..Target::default() };
        let house = self.battle.terrain_at(cell).kind == Kind::Building;
        aimed.cover = if house { Cover::BUILDING.with(Cover::CROUCHING) } else { Cover::WOODS };
        let range = self.forces.place_of(firer).map_or(0, |from| self.battle.range(from, cell));
        let mut roll = to_hit(tables, &self.firer(firer, Slot::Main, false), &aimed, range);
        if !house {
            roll.lines.add(tables.to_hit.crouching, "crouching", "24");
            roll.need = roll.need.map(|need| need - tables.to_hit.crouching);
        }
        roll
    }
}

/// Fires into a section. A hit reveals the unit hit, chosen at random among several.
pub fn search(
    position: &mut Position,
    firer: Id,
    cell: Spot,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Position { ground, forces, turn, .. } = position;
    let phase = turn.phase;
    forces.state_mut(firer).open_fire();
    let (Some(bore), Some(from)) = (forces.battle.unit(firer).bore(Slot::Main), forces.place_of(firer))
    else {
        return Ok(());
    };
    let there: Vec<Id> = forces.on_cell(cell).collect();
    let roll = Tabletop::new(ground, forces).gunnery(phase).search_roll(firer, cell);
    let need = roll.need.unwrap_or(11);
    let face = dice
        .roll(10, || format!("{} into {}: {need} or more", forces.named(firer), forces.battle.cell(cell)))?;
    let struck = roll.need.is_some() && face >= roll.lowest();
    log.add(|| {
        let what = match (struck, there.is_empty()) {
            (true, false) => "hits a unit",
            (true, true) => "finds no unit",
            _ => "misses",
        };
        let text =
            format!("{} {what} in {}: {face}, needs {need}", forces.named(firer), forces.battle.cell(cell));
        Event::new(Tone::Plain, forces.side(firer), text, "24").with(roll.lines.as_slice())
    });
    if !struck || there.is_empty() {
        return Ok(());
    }
    let target = match there[..] {
        [only] => only,
        _ => there[usize::from(dice.roll(there.len() as u8, || "which unit is hit".to_owned())?) - 1],
    };
    forces.reveal(target, log);
    let line = forces.battle.line(from, cell);
    let aimed = Tabletop::new(ground, forces).gunnery(phase).target(from, target, line);
    let hit = hit(&forces.battle.tables, bore, &aimed, forces.battle.range(from, cell));
    effect(forces, phase, Fired { firer, slot: Slot::Main, target }, &hit, dice, log)
}
