//! 7.4: artillery fires in its own phase; here what batteries can do.

use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Test, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::catalog::{Gun, Traverse};
use crate::rules::matg::command::determination::REACH;
use crate::rules::matg::fire::arcs;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::sight::spotting::{self, Men};
use crate::rules::matg::state::battle::{GunUse, Optional};
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::position::{Id, Position};

/// A battery about to lay direct fire: what of it is the same for every square (7.5).
#[derive(Copy, Clone)]
pub(super) struct Laying<'a> {
    pub from: Cell,
    facing: Compass,
    weapon: &'a Gun,
    /// The longest range now, in inches: one where it is engaged (7.3.4).
    pub reach: u16,
    men: Men,
}

impl Laying<'_> {
    /// How many rows or columns off the nearest square may be that is not too near for its weapon.
    pub(super) fn nearest(&self) -> i16 {
        // Nothing is farther than the diagonal, and that is less than one and a half times as long as its side.
        self.weapon.notes.minimum.map_or(1, |minimum| (i16::from(minimum) * 2 / 3).max(1))
    }
}

impl Position {
    /// Ways in which a stand may fire in the artillery phase: gun numbers.
    pub(super) fn artillery_guns(&self, id: Id) -> impl Iterator<Item = (u8, GunUse)> + '_ {
        let stand = self.stand(id);
        // Who is broken counts as moving and fires all the same, if fired at (12.1.5).
        let shaken = self.is_shaken(id);
        let ready = self.cell(id).is_some_and(|cell| !self.ground_at(cell).has(Terrain::ImpactZone))
            && !stand.fired
            && !self.is_working(id)
            && !self.holds_fire(self.side(id), self.turn)
            && (stand.posture != Posture::Move || shaken)
            && !self.is_cowed(id)
            && (!stand.lately.low || self.volleys.iter().any(|&(_, target)| target == id)); // 12.2.2
        applies("4.0.3");
        applies("7.4.10");
        let guns = self.unit(id).guns.iter().enumerate();
        guns.filter(move |(_, (gun, usage))| {
            ready
                && match usage {
                    GunUse::CloseSupport => {
                        applies("10.8.4");
                        true
                    }
                    // Markers are no fire at a stand (S-136).
                    GunUse::Artillery | GunUse::Rocket if stand.lately.low => false,
                    GunUse::Artillery | GunUse::Rocket => stand.posture == Posture::Fire || shaken, // 7.4.10
                    GunUse::Standard | GunUse::DualPurpose => false,
                }
                && self.is_loaded(id, gun)
        })
        .map(|(number, (_, usage))| (number as u8, *usage))
    }

    /// Whether a battery may lay direct fire on a square: seen, within range and field of fire, and no
    /// enemy on it whom standard fire could not see (7.5.1).
    pub fn may_aim(&self, id: Id, gun: u8, cell: Cell) -> bool {
        applies("7.5.1");
        self.may_lay(id, gun, cell) && !self.hides_from(id, cell)
    }

    /// Whether an enemy is on a square whom a stand's standard fire could not see.
    pub(super) fn hides_from(&self, id: Id, cell: Cell) -> bool {
        let hidden = |target: Id| self.side(target) != self.side(id) && self.spots(id, target).is_err();
        self.holder_of(cell).is_some_and(hidden)
    }

    /// Whether a battery sees a square within its range and field of fire: enough for fire plotted ahead,
    /// which may find what hides there (7.5.2).
    pub fn may_lay(&self, id: Id, gun: u8, cell: Cell) -> bool {
        self.laying(id, gun).is_some_and(|laying| self.lays(&laying, cell))
    }

    /// What of a battery's direct fire depends on no square; nothing for one that is not on the board.
    pub(super) fn laying(&self, id: Id, gun: u8) -> Option<Laying<'_>> {
        applies("7.3.5");
        applies("7.5.2");
        let from = self.cell(id)?;
        let weapon = self.gun(id, gun);
        let reach = weapon.he_range.max(weapon.ap_range);
        let reach = if reach > 1 && self.is_engaged(id) { 1 } else { reach }; // 7.3.4
        let reach = if self.is_shaken(id) { reach.min(REACH) } else { reach }; // 12.1.5
        let afoot = self.sights_as_personnel(id);
        Some(Laying { from, facing: self.stand(id).facing, weapon, reach, men: Men::at(afoot, afoot) })
    }

    /// [`Position::may_lay`] for one square of many.
    pub(super) fn lays(&self, laying: &Laying<'_>, cell: Cell) -> bool {
        let Laying { from, facing, weapon, reach, men } = *laying;
        let range = spotting::range(from, cell);
        applies("7.3.6");
        applies("7.6.4.6");
        applies("8.4.5");
        cell != from
            && range <= reach
            && weapon.notes.minimum.is_none_or(|minimum| range > u16::from(minimum))
            && arcs::in_traverse(weapon.notes.restricted, facing, from, cell)
            && self.line_of_sight(from, cell, men).is_ok()
    }

    /// The squares on which batteries may lay direct fire together, in the order of the board.
    pub(super) fn squares_to_lay(&self, batteries: &[(Id, u8)]) -> Vec<Cell> {
        let laying: Option<Vec<_>> = batteries.iter().map(|&(id, gun)| self.laying(id, gun)).collect();
        let Some((first, others)) = laying.as_deref().and_then(<[_]>::split_first) else { return Vec::new() };
        let open = |&cell: &Cell| self.lays(first, cell) && others.iter().all(|other| self.lays(other, cell));
        self.squares_before(first).filter(open).collect()
    }

    /// The squares within a battery's range and before its gun, in the order of the board: all that [`Position::lays`]
    /// may find open, and some more.
    fn squares_before(&self, laying: &Laying<'_>) -> impl Iterator<Item = Cell> + use<> {
        let (grid, from) = (self.battle.grid, laying.from);
        let before = match laying.weapon.notes.restricted {
            Some(Traverse::Front) => Some(laying.facing),
            Some(Traverse::Rear) => Some(laying.facing.opposite()),
            Some(Traverse::SideOrRear) | None => None,
        };
        let away = laying.reach.min(255) as i16;
        let span = |middle: i16, size: u8, least: i16, most: i16| {
            (middle + least).max(0)..(middle + most + 1).min(i16::from(size))
        };
        span(from.y, grid.height, -away, away).flat_map(move |y| {
            let (first, last) =
                before.map_or((-away, away), |facing| arcs::columns(facing, y - from.y, away));
            span(from.x, grid.width, first, last).map(move |x| Cell::new(x, y))
        })
    }

    pub(super) fn gun_use(&self, id: Id, gun: u8) -> Option<GunUse> {
        self.unit(id).guns.get(usize::from(gun)).map(|(_, usage)| *usage)
    }

    /// Mortars and rockets deviate in direct fire too (7.5.4).
    pub fn deviates(&self, id: Id, gun: u8) -> bool {
        applies("7.5.4");
        self.gun_use(id, gun) == Some(GunUse::Rocket) || self.unit(id).is_mortar()
    }

    /// Impact markers a stand lays in a turn (7.4.2.1).
    pub fn sections(&self, id: Id) -> u8 {
        applies("7.4.2.1");
        self.unit(id).kind.sections.max(1)
    }

    /// The roll not to deviate and, if it fails, 1D8 for the wind and 1D8/2 (rockets 1D6) inches (7.6.1.2).
    pub(super) fn roll_deviation(
        &self,
        (battery, profile): (Id, &Test),
        rocket: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<Option<(Compass, u8)>, Ask> {
        let roll = self.roll_cohesion(battery, profile, dice, log)?;
        if roll.passed {
            return Ok(None);
        }
        let wind = Compass::from_d8(dice.roll(8, || "direction of the deviation".into())?);
        let inches = if roll.face == 20 && self.battle.plays(Optional::CommunicationsBreakdown) {
            applies("12.2.3");
            dice.roll(20, || "inches of the deviation, halved and rounded up".into())?.div_ceil(2)
        } else if rocket {
            dice.roll(6, || "inches of the deviation".into())?
        } else {
            dice.roll(8, || "inches of the deviation, halved and rounded up".into())?.div_ceil(2)
        };
        log.add(|| {
            let text = format!("fire of {} deviates {inches} inches {wind}", self.who(battery));
            Event::new(Tone::Failure, self.side(battery), text, "7.6.1.2").at(self.cell(battery))
        });
        Ok(Some((wind, inches)))
    }
}
