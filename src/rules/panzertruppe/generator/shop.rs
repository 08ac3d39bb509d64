//! The units a nation may buy in a year, and forces bought at random.

use super::MOST;
use crate::dice::Dice;
use crate::rules::panzertruppe::state::{Arm, Drive};
use crate::rules::panzertruppe::tables::specifications::{Entry, EntryKind};
use crate::rules::panzertruppe::tables::{Nation, Tables};

/// A platoon: its type, how many, and whether it is elite.
#[derive(Clone)]
pub(super) struct Platoon<'a> {
    pub(super) entry: &'a Entry,
    pub(super) count: u16,
    pub(super) elite: bool,
}

impl Platoon<'_> {
    fn value(&self) -> u16 {
        self.count * (self.entry.value + if self.elite { 2 } else { 0 })
    }
}

/// The units a side has bought.
pub(super) struct Force<'a> {
    pub(super) vehicles: Vec<Platoon<'a>>,
    pub(super) guns: Vec<Platoon<'a>>,
    pub(super) foot: Vec<Platoon<'a>>,
    pub(super) air: bool,
    pub(super) value: u16,
}

/// A side's remaining points and room.
struct Purse {
    /// Points.
    left: u16,
    /// Room for vehicles and Guns.
    room: usize,
}

/// The units a nation may buy in a year.
pub(super) struct Shop<'a> {
    pub(super) tanks: Vec<&'a Entry>,
    guns: Vec<&'a Entry>,
    foot: Vec<&'a Entry>,
    air: Option<u16>,
    points: u16,
}

impl<'a> Shop<'a> {
    pub(super) fn open(year: u8, nation: Nation, points: u16, tables: &Tables, entries: &'a [Entry]) -> Self {
        let fits = |entry: &&&Entry| {
            (entry.nation == Some(nation) || entry.nation.is_none() && entry.kind == EntryKind::Infantry)
                && (entry.years.0..=entry.years.1).contains(&year)
                && entry.value > 0
        };
        let all: Vec<&Entry> = entries.iter().filter(|entry| fits(&entry)).collect();
        let only = |fits: &dyn Fn(&Entry) -> bool| all.iter().copied().filter(|entry| fits(entry)).collect();
        Self {
            tanks: only(&|entry| {
                let unit = &entry.unit;
                unit.arm == Arm::Armoured
                    && matches!(unit.drive, Drive::Tank | Drive::SpGun)
                    && unit.main.is_some()
                    && !(unit.rocket || unit.flail || unit.rollers)
            }),
            guns: only(&|entry| entry.unit.is_gun() && !entry.unit.artillery && !entry.unit.anti_air),
            foot: only(&|entry| entry.unit.is_infantry() && entry.unit.drive == Drive::Foot),
            air: tables.air.value(nation, year),
            points,
        }
    }

    /// Buys units at random; the last points go to infantry.
    fn buy(&self, dice: &mut Dice) -> Force<'a> {
        let mut purse = Purse { left: self.points, room: MOST.0 };
        let mut force =
            Force { vehicles: Vec::new(), guns: Vec::new(), foot: Vec::new(), air: false, value: 0 };
        if let Some(value) = self.air.filter(|value| value * 6 <= purse.left)
            && dice.below(4) == 0
        {
            force.air = true;
            purse.left -= value;
        }
        self.buy_guns(&mut purse, &mut force, dice);
        self.buy_vehicles(&mut purse, &mut force, dice);
        self.buy_infantry(&mut purse, &mut force, dice);
        force.value = self.points - purse.left;
        force
    }

    /// Buys one kind of Guns, or none.
    fn buy_guns(&self, purse: &mut Purse, force: &mut Force<'a>, dice: &mut Dice) {
        // Guns take at most a quarter of the points.
        let guns: Vec<&Entry> =
            self.guns.iter().copied().filter(|gun| gun.value * 2 <= purse.left / 4).collect();
        if !guns.is_empty() && dice.below(2) == 0 {
            let entry = guns[dice.below(guns.len())];
            let most = (purse.left / 4 / entry.value).min(if entry.value < 12 { 5 } else { 4 });
            let count = 2 + dice.below(usize::from(most - 1)) as u16;
            purse.left -= count * entry.value;
            purse.room -= usize::from(count);
            force.guns.push(Platoon { entry, count, elite: false });
        }
    }

    /// Buys platoons of vehicles, and makes them larger while there are points.
    fn buy_vehicles(&self, purse: &mut Purse, force: &mut Force<'a>, dice: &mut Dice) {
        // Infantry takes a tenth to a quarter.
        let reserve = purse.left * (10 + dice.below(16) as u16) / 100;
        let mut armour = purse.left - reserve;
        while purse.room >= 3 {
            let affordable = |entry: &&&Entry| entry.value * 3 <= armour;
            let mut open: Vec<&Entry> = self.tanks.iter().filter(affordable).copied().collect();
            // Platoons too cheap for the points that remain are skipped, or the units would not fit.
            let worthy: Vec<&Entry> = open
                .iter()
                .copied()
                .filter(|entry| usize::from(entry.value) * purse.room >= usize::from(armour))
                .collect();
            if !worthy.is_empty() {
                open = worthy;
            }
            if open.is_empty() {
                break;
            }
            let entry = open[dice.below(open.len())];
            let most = usize::from(armour / entry.value).min(5).min(purse.room);
            let count = 3 + dice.below(most - 2) as u16;
            let mut platoon = Platoon { entry, count, elite: false };
            let elite = Platoon { elite: true, ..platoon.clone() };
            if elite.value() <= armour && dice.below(6) == 0 {
                platoon = elite;
            }
            armour -= platoon.value();
            purse.left -= platoon.value();
            purse.room -= usize::from(count);
            force.vehicles.push(platoon);
        }
        // Platoons grow while there are more points than infantry could spend.
        while let Some(platoon) = force
            .vehicles
            .iter_mut()
            .filter(|p| {
                p.count < 5 && purse.room > 0 && p.value() / p.count + 2 * MOST.1 as u16 <= purse.left
            })
            .max_by_key(|p| p.entry.value)
        {
            purse.left -= platoon.value() / platoon.count;
            platoon.count += 1;
            purse.room -= 1;
        }
    }

    /// Spends the rest on infantry.
    fn buy_infantry(&self, purse: &mut Purse, force: &mut Force<'a>, dice: &mut Dice) {
        let (mut squads, mut mortars) = (MOST.1 as u16, 2);
        while squads > 0 {
            // Rifle squads are as frequent as all other infantry, with at most two mortars.
            let fits =
                |entry: &&Entry| entry.value <= purse.left && (mortars > 0 || entry.unit.mortar.is_none());
            let mut open: Vec<&Entry> = self.foot.iter().copied().filter(fits).collect();
            let plain = |entry: &&Entry| {
                entry.unit.hand.is_none() && entry.unit.mortar.is_none() && !entry.unit.infantry_gun
            };
            if let Some(rifles) = open.iter().copied().find(plain)
                && dice.below(2) == 0
            {
                open = vec![rifles];
            }
            if open.is_empty() {
                break;
            }
            let entry = open[dice.below(open.len())];
            purse.left -= entry.value;
            squads -= 1;
            mortars -= i32::from(entry.unit.mortar.is_some());
            match force.foot.iter_mut().find(|known| known.entry.name == entry.name) {
                Some(known) => known.count += 1,
                None => force.foot.push(Platoon { entry, count: 1, elite: false }),
            }
        }
    }

    /// A force worth the points to within 2%, or 1 point.
    pub(super) fn fair(&self, dice: &mut Dice) -> Option<Force<'a>> {
        let least = self.points - (self.points / 50).max(1);
        (0..400).map(|_| self.buy(dice)).find(|force| force.value >= least && !force.vehicles.is_empty())
    }
}
