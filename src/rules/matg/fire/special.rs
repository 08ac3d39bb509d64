//! 12.8 to 12.11: Pour It On, improved ammunition, big game hunters and HEAT.

use super::attack::Occasion;
use super::charts::CombatResult;
use crate::board::Cell;
use crate::game::{Event, Log, Modifier, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::catalog::{Class, Gun, StandType, Trait};
use crate::rules::matg::fire::bearing;
use crate::rules::matg::state::battle::{Battle, GunUse, Optional, Unit};
use crate::rules::matg::state::choice::{Posture, Weapon};
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Stand};
use crate::rules::matg::state::turn::Turn;

/// Big game hunters: the range of HE fire at armour, and the range of its bonus (12.10).
pub(in crate::rules::matg) const HUNT: (u16, u16) = (4, 2);
/// HEAT: AP firepower and range (12.11).
pub(in crate::rules::matg) const HEAT: (i16, u16) = (8, 10);
/// The modifier to the cohesion roll of a second shot (12.8).
pub(in crate::rules::matg) const SECOND_SHOT: Modifier =
    Modifier { value: 3, label: "second shot", rule: "12.8" };
/// The combat roll modifier of big game hunters at short range (12.10).
pub(in crate::rules::matg) const CLOSE_TO_PREY: Modifier =
    Modifier { value: -2, label: "big game within 2 inches", rule: "12.10" };
/// An unmodified combat roll this low or lower uses up improved ammunition (12.9).
const LAST_SHELLS: u8 = 5;

/// Whether a stand is a big game hunter: the SU-152 and its like, and guns and howitzers of 150 mm or more;
/// no mortars, no rockets (12.10, S-139).
fn hunts(kind: &StandType) -> bool {
    const BY_NAME: [&str; 2] = ["KV-II", "SturmTiger"];
    let class = matches!(kind.class, Class::Artillery | Class::CloseSupport);
    let mortar = kind.is(crate::rules::matg::catalog::Trait::Mortar);
    class && !mortar && (BY_NAME.contains(&kind.name.as_str()) || calibre(&kind.name) >= 150)
}

/// The calibre in millimetres given in a name: "155L14 M17", "7.2" How", "Brummbär (150mm)", "15cm sFH",
/// "SU-152". 0 if none is given.
pub(in crate::rules::matg) fn calibre(name: &str) -> u16 {
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    let mut most = 0.0_f64;
    for (at, _) in name.char_indices().filter(|&(at, c)| digits(c) && !name[..at].ends_with(digits)) {
        let number: String = name[at..].chars().take_while(|&c| digits(c)).collect();
        let after = &name[at + number.len()..];
        let figure: f64 = number.parse().unwrap_or(0.0);
        let begins = at == 0 || name[..at].ends_with("SU-");
        let unit = match after {
            _ if after.starts_with("mm") => 1.0,
            _ if after.starts_with("cm") => 10.0,
            _ if after.starts_with('"') => 25.4,
            _ if begins && (figure >= 100.0 || after.starts_with('/')) => 1.0,
            _ => 0.0,
        };
        most = most.max(figure * unit);
    }
    most.round() as u16
}

/// AP firepower with improved ammunition: half as much again, rounded down (12.9).
pub(in crate::rules::matg) const fn with_better_shells(firepower: i16) -> i16 {
    firepower * 3 / 2
}

/// The first month of improved ammunition (12.9).
pub(in crate::rules::matg) const BETTER_SHELLS: (u16, u8) = (1944, 9);

/// Whether a type had improved ammunition: tanks and anti-tank guns of the western Allies (12.9).
pub(in crate::rules::matg) const fn had_better_shells(kind: &StandType) -> bool {
    kind.nation.is_western() && matches!(kind.class, Class::Tank | Class::AntiTank)
}

/// Whether a type had HEAT: the 75 mm L/24 on any vehicle, and the infantry gun (12.11).
pub(in crate::rules::matg) fn had_heat(kind: &StandType) -> bool {
    kind.is(Trait::Heat)
}

/// Whether a stand may Pour It On: tanks and anti-tank guns, towed or not, dual-purpose guns included (10.7,
/// 12.8).
pub(in crate::rules::matg) fn is_tank_gun(unit: &Unit) -> bool {
    let as_one = |(gun, usage): &(Gun, GunUse)| {
        *usage == GunUse::DualPurpose || (*usage == GunUse::Standard && gun.as_anti_tank)
    };
    matches!(unit.kind.class, Class::Tank | Class::AntiTank) || unit.guns.iter().any(as_one)
}

impl Stand {
    /// The modifier of a second shot, if this is one (12.8).
    pub(super) fn second_shot(&self) -> Option<Modifier> {
        let second = self.fired && self.lately.scored.is_some();
        second.then_some(SECOND_SHOT)
    }

    /// Whether the second shot at this target is barred because the first was at it too (12.8).
    pub(in crate::rules::matg) fn is_first_target(&self, target: Id) -> bool {
        self.lately.scored == Some(target)
    }
}

impl Forces {
    /// Records a successful first shot, or that the second has been fired (12.8, S-137).
    pub(super) fn record_shot_effect(&mut self, firer: Id, target: Id, second: bool, result: CombatResult) {
        let open = self.battle.plays(Optional::SecondShots) && is_tank_gun(self.unit(firer));
        let success = open && !second && result != CombatResult::None && self.unit(target).is_vehicle();
        let lately = &mut self.stand_mut(firer).lately;
        lately.poured |= second;
        if success {
            applies("12.8");
            lately.scored = Some(target);
        }
    }

    /// A low roll with AP uses up the improved ammunition (12.9).
    pub(super) fn use_up_improved_ammunition(&mut self, id: Id, piercing: bool, roll: u8, log: &mut Log) {
        if !piercing || roll > LAST_SHELLS || !has_better_shells(self, id) {
            return;
        }
        self.stand_mut(id).lately.shells_spent = true;
        log.add(|| {
            let text = format!("{} has used up its improved ammunition", self.battle.who(id));
            Event::new(Tone::Loss, self.side(id), text, "12.9").at(self.cell(id))
        });
    }

    /// Marks HEAT as used; a stand has one shot of it (12.11, S-140).
    pub(super) fn use_up_heat(&mut self, id: Id, weapon: Weapon, log: &mut Log) {
        if !matches!(weapon, Weapon::Heat(_)) {
            return;
        }
        self.stand_mut(id).lately.heat_spent = true;
        log.add(|| {
            let text = format!("{} has used its HEAT ammunition", self.battle.who(id));
            Event::new(Tone::Plain, self.side(id), text, "12.11").at(self.cell(id))
        });
    }

    /// Marks a stand as low on ammunition after a natural 20 to fire (12.2.2, S-136).
    pub(in crate::rules::matg) fn run_low(&mut self, id: Id, face: u8, log: &mut Log) {
        if face != 20 || !self.battle.plays(Optional::RunningLow) || self.stand(id).lately.low {
            return;
        }
        self.stand_mut(id).lately.low = true;
        log.add(|| {
            let text = format!("{} is low on ammunition", self.battle.who(id));
            Event::new(Tone::Loss, self.side(id), text, "12.2.2").at(self.cell(id))
        });
    }
}

/// Records who fired at which target, for stands low on ammunition (12.2.2).
pub(in crate::rules::matg) fn record_volley(battle: &Battle, now: &mut Turn, firer: Id, target: Id) {
    if battle.plays(Optional::RunningLow) && !now.volleys.contains(&(firer, target)) {
        now.volleys.push((firer, target));
    }
}

/// Whether a stand that has fired may fire again: its shot at a vehicle had an effect, it is in the fire
/// posture and in good order (12.8).
#[apply(rule, "12.8" if forces.stand(id).lately.scored.is_some() && !forces.stand(id).lately.poured)]
pub(in crate::rules::matg) fn may_fire_again(forces: &Forces, id: Id) -> bool {
    let stand = forces.stand(id);
    let open = stand.lately.scored.is_some() && !stand.lately.poured;
    open && stand.posture == Posture::Fire && !stand.suppressed && !stand.disorganized
}

/// Whether a stand has improved ammunition left (12.9).
pub fn has_better_shells(forces: &Forces, id: Id) -> bool {
    forces.battle.plays(Optional::BetterShells)
        && forces.unit(id).better_shells
        && !forces.stand(id).lately.shells_spent
}

/// A stand's AP firepower with the ammunition it has left (12.9).
#[apply(rule, "12.9" if has_better_shells(forces, id))]
pub(in crate::rules::matg) fn with_shells(forces: &Forces, id: Id, firepower: i16) -> i16 {
    if !has_better_shells(forces, id) {
        return firepower;
    }
    with_better_shells(firepower)
}

/// Whether a stand has HEAT left (12.11).
fn has_heat(forces: &Forces, id: Id) -> bool {
    forces.battle.plays(Optional::Heat)
        && (forces.unit(id).heat || (forces.battle.date > (1941, 1) && had_heat(forces.unit(id).kind)))
        && !forces.stand(id).lately.heat_spent
}

/// The longest range that optional rules add to a stand's standard fire.
pub(super) fn special_reach(forces: &Forces, id: Id) -> u16 {
    if has_heat(forces, id) {
        HEAT.1
    } else if forces.battle.plays(Optional::BigGameHunters) && hunts(forces.unit(id).kind) {
        HUNT.0
    } else {
        0
    }
}

/// Adds the shots at armour that optional rules allow artillery and close support in the Standard Fire
/// Phase (12.10, 12.11).
pub(super) fn add_special_weapons(
    forces: &Forces,
    now: &Turn,
    firer: Id,
    target: Id,
    to: Cell,
    range: u16,
    bearing: &mut Vec<Weapon>,
) {
    if !forces.unit(target).kind.armoured || forces.stand(firer).fired || range > special_reach(forces, firer)
    {
        return;
    }
    let (heat, hunt) = (has_heat(forces, firer), forces.battle.plays(Optional::BigGameHunters));
    for (number, (gun, usage)) in forces.unit(firer).guns.iter().enumerate() {
        let shells = matches!(usage, GunUse::Artillery | GunUse::CloseSupport);
        let near = gun.notes.minimum.is_some_and(|minimum| range <= u16::from(minimum));
        if !shells
            || near
            || !bearing::is_loaded(forces, now, firer, gun)
            || !bearing::bears_on(forces, firer, gun, to, range)
        {
            continue;
        }
        if heat {
            applies("12.11");
            bearing.push(Weapon::Heat(number as u8));
        }
        if hunt && range <= HUNT.0 && hunts(forces.unit(firer).kind) && gun.he.is_some() {
            applies("12.10");
            bearing.push(Weapon::Hunt(number as u8));
        }
    }
}

/// The firepower of such a shot: the HEAT value, or the gun's HE (12.10, 12.11).
pub(super) fn special_power(weapon: Weapon, gun: &Gun) -> Option<i16> {
    match weapon {
        Weapon::Heat(_) => Some(HEAT.0),
        Weapon::Hunt(_) => Some(i16::from(gun.he.unwrap_or(0))),
        Weapon::Gun(_) | Weapon::SmallArms | Weapon::AtPosition(_) => None,
    }
}

/// The combat roll modifier of a big game hunter at short range (12.10).
pub(super) fn close_to_prey(weapon: Weapon, range: u16) -> Option<Modifier> {
    let close = matches!(weapon, Weapon::Hunt(_)) && range <= HUNT.1;
    close.then_some(CLOSE_TO_PREY)
}

/// Whether a stand low on ammunition must hold its fire (12.2.2).
#[apply(rule, "12.2.2" if forces.stand(id).lately.low)]
pub(super) fn is_low_on_ammunition(forces: &Forces, now: &Turn, id: Id, occasion: Occasion) -> bool {
    if !forces.stand(id).lately.low {
        return false;
    }
    occasion != Occasion::Standard || !now.volleys.iter().any(|&(_, target)| target == id)
}

/// Whether a stand low on ammunition may not fire at this target, because it was not fired at by it
/// (12.2.2).
pub(in crate::rules::matg) fn withholds_fire(forces: &Forces, now: &Turn, firer: Id, target: Id) -> bool {
    forces.stand(firer).lately.low && !now.volleys.contains(&(target, firer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::matg::catalog::{Nation, find};

    #[test]
    fn calibres_are_read_from_names() {
        for (name, wanted) in [
            ("155L14 M17 Howitzer [2]", 155),
            ("7.2\" Mk I Howitzer [2]", 183),
            ("5.5\" Mk 3 Gun/How [2]", 140),
            ("6\" Howitzer [2]", 152),
            ("15cm sFH13/1 Lorraine [3]", 150),
            ("Brummbär (150mm)", 150),
            ("149/40 M35 How [2]", 149),
            ("152 H/37 How [2]", 152),
            ("SU-152", 152),
            ("ISU-152", 152),
            ("SU-122", 122),
            ("75/46 M34 AAG", 75),
            ("3.7\" AAG", 94),
            ("4 x 7.62mm AAMG Truck", 8),
            ("25 lbr Gun/Howitzer [2]", 0),
            ("10cm (105mm) sK18 [2]", 105),
            ("M12 HMC (155mm) [3]", 155),
        ] {
            assert_eq!(calibre(name), wanted, "{name}");
        }
    }

    #[test]
    fn big_game_hunters() {
        let hunter = |nation, name| hunts(find(nation, name).unwrap_or_else(|| panic!("{name}")));
        for name in ["SU-152", "ISU-152", "KV-II", "152mm Gun (ML-20) [2]", "203mm Hvy How (B-4) [2]"] {
            assert!(hunter(Nation::SovietUnion, name), "{name}");
        }
        for name in ["SU-122", "122mm Gun (A-19) [2]", "120mm Mortar [2]", "300mm Kat. BM-31-12 [4]"] {
            assert!(!hunter(Nation::SovietUnion, name), "{name}");
        }
        assert!(
            hunter(Nation::Germany, "150mm sIG [1]") && !hunter(Nation::Germany, "150mm Nebelwerfer [6]")
        );
        assert!(!hunter(Nation::Japan, "150mm Mortar T96/97 [2]"));
    }

    #[test]
    fn heat_weapons() {
        let charged = |name| had_heat(find(Nation::Germany, name).unwrap_or_else(|| panic!("{name}")));
        for name in [
            "Panzer III N (75L24)",
            "Panzer IV C-D (75L24)",
            "Panzer IV E (75L24)",
            "Panzer IV F1 (75L24)",
            "SdKfz 250/8 (75L24)",
            "SdKfz 251/9 (75L24)",
            "SdKfz 233 (75L24) 8w",
            "SdKfz 234/3 (75L24) 8w",
            "STuG III A-E (75L24)",
            "75mm IG [1]",
            "75mm IG [3]",
        ] {
            assert!(charged(name), "{name}");
        }
        assert!(!charged("75mm Mountain Gun [2]") && !charged("75mm ATG PaK 40"));
    }
}
