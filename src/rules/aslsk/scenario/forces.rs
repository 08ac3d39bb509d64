//! Units and weapons of an order of battle.

use crate::reading::Spanned;

use super::Reader;
use crate::rules::aslsk::state::{Arm, Unit, Weapon};
use crate::rules::aslsk::tables::counters::{self, Kind, Nation};
use crate::rules::aslsk::tables::guns;
use crate::rules::aslsk::tables::weapons::Weight;
use crate::side::Side;

impl Reader<'_, '_> {
    /// A line such as "10 3-4-6", or "9-1" for one.
    pub(super) fn units(
        &mut self,
        line: &Spanned<String>,
        nation: Nation,
        side: Side,
        group: u8,
        units: &mut Vec<Unit>,
    ) -> Option<()> {
        let (count, name) = counted(line.get_ref());
        let Some(counter) = counters::find(nation, name) else {
            let what = format!(
                "unknown counter \"{name}\" for this nationality, expected one such as \"4 4-6-7\" or \
                 \"9-1\""
            );
            self.report.fault(line.span(), what);
            return None;
        };
        units.extend((0..count).map(|_| Unit::new(side, counter, group)));
        Some(())
    }

    /// A line such as "3 LMG" or "2 pak40".
    pub(super) fn weapons(
        &mut self,
        line: &Spanned<String>,
        nation: Nation,
        broken: bool,
        hands: &mut Hands,
        weapons: &mut Vec<Weapon>,
    ) -> Option<()> {
        let (count, name) = counted(line.get_ref());
        let Some((other, name)) = of_nation(name) else {
            let what = format!("unknown nationality in \"{name}\", expected one such as \"german:MMG\"");
            self.report.fault(line.span(), what);
            return None;
        };
        let nation = other.unwrap_or(nation);
        let Some(arm) = arm(name) else {
            let what = format!(
                "unknown weapon \"{name}\", expected LMG, MMG, HMG, FT, DC or a Gun such as \"pak40\""
            );
            self.report.fault(line.span(), what);
            return None;
        };
        for _ in 0..count {
            let mut weapon = Weapon { broken, ..Weapon::new(nation, arm, 0) };
            let Some(holder) = hands.for_weapon(&weapon) else {
                self.report.fault(line.span(), "no squad or half-squad of the group can carry this weapon");
                return None;
            };
            weapon.holder = Some(holder);
            weapons.push(weapon);
        }
        Some(())
    }
}

/// Another nationality's "german:MMG", or the group's own "MMG".
pub fn of_nation(name: &str) -> Option<(Option<Nation>, &str)> {
    let Some((nation, name)) = name.split_once(':') else { return Some((None, name)) };
    let nation = match nation {
        "german" => Nation::German,
        "american" => Nation::American,
        "british" => Nation::British,
        "italian" => Nation::Italian,
        "allied-minor" => Nation::AlliedMinor,
        _ => return None,
    };
    Some((Some(nation), name))
}

/// A weapon by its name.
fn arm(name: &str) -> Option<Arm> {
    Some(match name {
        "LMG" => Arm::MachineGun(Weight::Light),
        "MMG" => Arm::MachineGun(Weight::Medium),
        "HMG" => Arm::MachineGun(Weight::Heavy),
        "FT" => Arm::Flamethrower,
        "DC" => Arm::Charge,
        _ => Arm::Ordnance(guns::id(name)?),
    })
}

/// The unit that carries the next Weapon: crews one Gun each, squads the rest in turn.
pub struct Hands {
    crews: Vec<u8>,
    squads: Vec<u8>,
    next: usize,
}

impl Hands {
    /// The units of a group that can carry.
    pub fn of(units: &[Unit], from: usize) -> Hands {
        // At most 100 units.
        let all = || (from..units.len()).map(|at| (at as u8, units[at].data().kind));
        let of = |wanted: &dyn Fn(Kind) -> bool| {
            all().filter(|(_, kind)| wanted(*kind)).map(|(at, _)| at).collect()
        };
        Hands {
            crews: of(&|kind| kind == Kind::Crew),
            squads: of(&|kind| matches!(kind, Kind::Squad | Kind::HalfSquad)),
            next: 0,
        }
    }

    fn for_weapon(&mut self, weapon: &Weapon) -> Option<u8> {
        if weapon.gun().is_some() && !self.crews.is_empty() {
            return Some(self.crews.remove(0));
        }
        let holder = *self.squads.get(self.next % self.squads.len().max(1))?;
        self.next += 1;
        Some(holder)
    }
}

fn counted(line: &str) -> (u8, &str) {
    match line.split_once(' ') {
        Some((count, name)) => (count.parse().unwrap_or(0), name),
        None => (1, line),
    }
}
