//! The effect of fire between two squares: weapons, and the share of a stand's worth that each is expected to
//! take.

use crate::board::{self, Cell};
use crate::rules::matg::catalog::Traverse;
use crate::rules::matg::command::cohesion;
use crate::rules::matg::fire::charts;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::GunUse;
use crate::rules::matg::state::position::{Id, Position};

use super::field::Field;
use super::worth::{self, HitChances};

/// A weapon as a quick estimate needs it.
#[derive(Copy, Clone, Debug)]
pub struct Barrel {
    ap: Option<i16>,
    he: Option<i16>,
    ap_range: u16,
    he_range: u16,
    minimum: u16,
    /// Its firing arc, if restricted.
    pub arc: Option<Traverse>,
    /// Its use.
    pub usage: GunUse,
    /// Combat rolls per turn: the sections of a battery, less than one with slow reload.
    rate: f64,
}

/// A target's cover: what counts always, what conceals, and whether the concealment counts.
#[derive(Copy, Clone, Default)]
struct Shield {
    open: i16,
    concealing: i16,
    hides: bool,
}

impl Barrel {
    /// The weapons of a stand.
    pub fn of(p: &Position, id: Id) -> Vec<Self> {
        let unit = p.battle.unit(id);
        let guns = unit.guns.iter().map(|(gun, usage)| {
            let slow = gun.notes.reload.map_or(1.0, |every| 1.0 / f64::from(every.max(1)));
            let sections = match usage {
                GunUse::Artillery | GunUse::Rocket => f64::from(unit.kind.sections.max(1)),
                _ => 1.0,
            };
            Self {
                ap: gun.ap.map(i16::from),
                he: gun.he.map(i16::from),
                ap_range: gun.ap_range,
                he_range: gun.he_range,
                minimum: gun.notes.minimum.map_or(0, u16::from),
                arc: gun.notes.restricted,
                usage: *usage,
                rate: slow * sections,
            }
        });
        guns.collect()
    }

    /// Its longest range.
    pub fn reach(&self) -> u16 {
        self.ap_range.max(self.he_range)
    }
}

impl Field<'_> {
    /// The share of its worth that a stand on `to` is expected to lose in a turn to the fire of another on
    /// `from`, if it is in sight. `flank`: through the side or rear of armour.
    pub fn strike(&self, firer: Id, from: Cell, target: Id, to: Cell, flank: bool) -> f64 {
        let p = self.p;
        let range = spotting::range(from, to);
        if range > self.reach(firer) {
            return 0.0;
        }
        let cover = self.cover_of(target, to);
        let shield = Shield {
            open: cover.open + if p.battle.level(from) < p.battle.level(to) { cover.crest } else { 0 },
            concealing: cover.concealing,
            hides: !board::adjacent(from, to) && !p.forces.stand(target).fired,
        };
        let shares =
            self.barrels(firer).iter().map(|gun| self.throw(gun, firer, target, range, shield, flank));
        shares.fold(0.0, f64::max).min(1.0)
    }

    /// An upper bound on the share that a stand loses on a square to another in a turn, wherever that is.
    pub fn strike_at_most(&self, firer: Id, target: Id, at: Cell) -> f64 {
        // Cover is ignored here, except wire and mines, which make things worse.
        let cover = self.cover_of(target, at);
        let bare = Shield { open: cover.open.min(0), concealing: cover.concealing.min(0), hides: false };
        let shares = self.barrels(firer).iter();
        let shares = shares.map(|gun| self.throw(gun, firer, target, gun.minimum + 1, bare, true));
        shares.fold(0.0, f64::max).min(1.0)
    }

    /// The share that one weapon takes in a turn at this range.
    fn throw(&self, gun: &Barrel, firer: Id, target: Id, range: u16, shield: Shield, flank: bool) -> f64 {
        let p = self.p;
        let (unit, shooter) = (p.battle.unit(target), p.forces.stand(firer));
        let armoured = unit.kind.armoured;
        let (power, longest) = if armoured { (gun.ap, gun.ap_range) } else { (gun.he, gun.he_range) };
        let Some(power) = power else { return 0.0 };
        if range > longest || range <= gun.minimum || (armoured && shooter.depleted) {
            return 0.0;
        }
        let shell = matches!(gun.usage, GunUse::Artillery | GunUse::Rocket | GunUse::CloseSupport);
        let printed = i16::from(unit.kind.defence);
        let defence = if armoured && (shell || flank) { (printed + 1) / 2 } else { printed };
        let band = match gun.usage {
            GunUse::Standard => charts::range_modifier(range),
            GunUse::DualPurpose => charts::dual_purpose_range_modifier(range),
            _ => 0,
        };
        let need = cohesion::level(&p.battle, &p.now, &p.command, p.battle.side(firer))
            - 4 * i16::from(shooter.suppressed)
            - 3 * i16::from(shooter.disorganized)
            - if shell { 0 } else { shield.open }
            - if shield.hides && !shell { shield.concealing } else { 0 };
        let chance = f64::from(need.clamp(1, 19)) / 20.0;
        let differential = power - defence;
        let on_chart = differential >= charts::LOWEST_DIFFERENTIAL;
        let suppressing = shell || (p.battle.unit(firer).support && on_chart);
        let odds = worth::odds(differential, band + shield.open + shield.concealing, suppressing);
        let start = HitChances::from(p.forces.states(target));
        gun.rate * self.harm(target, start.after(chance, &odds), start)
    }

    /// The share that a stand would take from another in the open at this range.
    pub fn strike_at(&self, firer: Id, target: Id, inches: u16) -> f64 {
        let unit = self.p.battle.unit(target);
        let armoured = unit.kind.armoured;
        let guns = self.barrels(firer).iter().filter_map(|gun| {
            let (power, longest) = if armoured { (gun.ap, gun.ap_range) } else { (gun.he, gun.he_range) };
            let printed = i16::from(unit.kind.defence);
            let defence = if unit.is_personnel() { printed / 2 } else { printed };
            let standard = matches!(gun.usage, GunUse::Standard | GunUse::DualPurpose);
            (standard && inches <= longest).then_some(power).flatten().map(|power| power - defence)
        });
        let Some(differential) = guns.max() else { return 0.0 };
        let odds = worth::odds(differential, charts::range_modifier(inches), false);
        let chance = f64::from(
            cohesion::level(&self.p.battle, &self.p.now, &self.p.command, self.p.battle.side(firer))
                .clamp(1, 19),
        ) / 20.0;
        let start = HitChances::from(self.p.forces.states(target));
        self.harm(target, start.after(chance, &odds), start)
    }

    /// The share of its worth that a stand loses between two states. The part that comes from blocking
    /// victory is lost as soon as it is in bad order.
    pub fn harm(&self, target: Id, hurt: HitChances, start: HitChances) -> f64 {
        let plain = hurt.share(self.weights) - start.share(self.weights);
        let (prize, worth) = (self.prize[usize::from(target)], self.worth(target));
        if prize == 0.0 {
            return plain;
        }
        let ousted = hurt.ousted(self.suppression_lasts) - start.ousted(self.suppression_lasts);
        (plain * (worth - prize) + ousted * prize) / worth
    }
}
