//! Works out a shot: the TH DR with all its DRM (3.2.4).

use super::shot::Shot;
use crate::game::Modifier;
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::calculator::to_hit;
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::cover::{self, Cover, Manner};
use crate::rules::aslsk::ordnance::turning;
use crate::rules::aslsk::state::{Forces, Ground, Position};
use crate::rules::aslsk::tables::counters::Nation;
use crate::rules::aslsk::tables::guns::{Ammo, Size, TargetType};
use crate::rules::aslsk::tables::modifiers::{self, Drm, List};

/// A TH DR worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aimed {
    /// TH number and total DRM.
    pub shot: to_hit::Shot,
    /// The DRM, line by line.
    pub modifiers: Vec<Modifier>,
    /// Positive DRM from outside the target hex, which reduce Residual FP (3.3.1h).
    pub outside: i16,
}

impl Shot {
    /// The type of hit on the target.
    pub fn manner(&self, forces: &Forces) -> Manner {
        let mortar = forces.weapon(self.weapon).ordnance().is_some_and(|ordnance| ordnance.mortar());
        if mortar { Manner::Bomb } else { Manner::Shell }
    }

    /// The TEM of a unit in the target hex.
    pub fn cover(&self, ground: &Ground, forces: &Forces, unit: Option<u8>) -> Cover {
        cover::cover(ground, forces, self.target, unit, &[self.from], self.moving, self.manner(forces))
    }

    /// The known units it can hit: HEAT at a target in Open Ground hits only a Gun and its manning unit (4.4,
    /// 6.2c).
    #[apply(rule, "6.2c")]
    pub fn aimed_at(&self, position: &Position) -> Vec<u8> {
        let all = self.ammo(position) != Ammo::HEAT || position.ground.map().terrain(self.target).building();
        self.targets.iter().copied().filter(|&id| all || position.forces.mans(id).is_some()).collect()
    }

    /// The shot against its first target that is not pinned, or against the hex.
    pub fn work_out(&self, position: &Position) -> Aimed {
        let targets = self.aimed_at(position);
        let free = targets.iter().copied().find(|&id| !position.forces.unit(id).pinned);
        self.work_out_on(position, free.or(targets.first().copied()))
    }

    /// The shot against one unit, or the hex: some DRM differ by unit.
    pub fn work_out_on(&self, position: &Position, unit: Option<u8>) -> Aimed {
        let Position { ground, forces, .. } = position;
        let mut lines = self.firer_lines(position);
        let hindrance = self.hindrance(ground);
        let way = (hindrance - ground.smoke_in(self.target)).max(0);
        let outside = lines.iter().map(|line| line.value.max(0)).sum::<i16>() + way;
        lines.extend(self.target_lines(position, unit, hindrance));
        let modifier = lines.iter().map(|line| line.value).sum();
        let range = ground.map().range(self.from, self.target);
        let shot = match forces.weapon(self.weapon).ordnance() {
            Some(weapon) => {
                let (kind, red) = (self.kind(position), forces.red(self.weapon));
                let shot = to_hit::Shot::new(weapon, kind, range, red, 0, modifier);
                to_hit::Shot { seen: ground.sees(self.from, self.target), ..shot }
            }
            None => to_hit::Shot { to_hit: None, modifier, seen: false },
        };
        Aimed { shot, modifiers: lines, outside }
    }

    pub(super) fn hindrance(&self, ground: &Ground) -> i16 {
        let blocked = crate::rules::aslsk::calculator::fire::HINDRANCE_BLOCKS;
        ground.hindrance(self.from, self.target).unwrap_or(blocked)
    }

    /// Firer-Based DRM, cases 1 to 10 of the QRDC.
    #[apply(rule, "3.2.4d", "3.2.4a")]
    fn firer_lines(&self, position: &Position) -> Vec<Modifier> {
        let Position { ground, forces, .. } = position;
        let weapon = forces.weapon(self.weapon);
        let Some(holder) = weapon.holder else { return Vec::new() };
        let unit = forces.unit(holder);
        let range = ground.map().range(self.from, self.target);
        let led = self.leader.map_or(0, |leader| forces.directing_drm(leader, unit.data().nation));
        let cx = unit.cx || self.leader.is_some_and(|leader| forces.unit(leader).cx);
        let turning = turning::turning_costs(ground, forces, self.weapon, self.facing(ground, forces));
        let fixed = |counts: bool, key| counts.then(|| modifiers::fixed(List::Firer, key));
        let lines = [
            fixed(self.mode == Mode::Advancing, Drm::AdvancingFire),
            fixed(unit.pinned, Drm::Pinned),
            fixed(forces.non_qualified(self.weapon), Drm::NonQualified),
            fixed(forces.captured(self.weapon), Drm::Captured),
            fixed(cx, Drm::Cx),
            modifiers::of(List::Firer, Drm::Leadership, led),
            fixed(matches!(self.ammo(position), Ammo::Smoke | Ammo::WP) && range < 13, Drm::Smoke),
            modifiers::of(List::Firer, Drm::Turning, turning),
            fixed(self.intensive, Drm::Intensive),
            fixed(self.shielded, Drm::Backblast),
        ];
        lines.into_iter().flatten().collect()
    }

    /// Target-Based DRM, cases 11 to 18.
    #[apply(rule, "3.2.4e", "6.7")]
    #[apply(rule, "3.2.4b" if self.kind(position) == TargetType::Infantry)]
    fn target_lines(&self, position: &Position, unit: Option<u8>, hindrance: i16) -> Vec<Modifier> {
        let Position { ground, forces, .. } = position;
        let cover = self.cover(ground, forces, unit);
        let mut lines: Vec<Modifier> = Vec::new();
        if self.kind(position) == TargetType::Infantry {
            lines.extend(modifiers::of(List::Target, Drm::Tem, cover.tem()));
        }
        lines.extend(modifiers::of(List::Target, Drm::Hindrance, hindrance));
        lines.extend(
            cover::moving(ground, forces, self.target, unit, self.moving, cover.tem(), hindrance)
                .lines(List::Target),
        );
        let acquired = forces.acquisition(self.weapon, self.target);
        lines.extend(modifiers::of(List::Target, Drm::Acquired, -acquired));
        let gun = unit.and_then(|id| forces.mans(id)).and_then(|gun| forces.weapon(gun).gun());
        match gun.map(|gun| gun.size) {
            Some(Size::Small) => lines.push(modifiers::fixed(List::Target, Drm::Small)),
            Some(Size::Large) => lines.push(modifiers::fixed(List::Target, Drm::Large)),
            _ => {}
        }
        let unseen = unit.is_none_or(|id| forces.unit(id).hidden);
        if unseen {
            lines.push(modifiers::fixed(List::Target, Drm::AreaFire));
        }
        lines
    }
}

impl Forces {
    /// Whether red TH numbers apply because the Gun is American before 1944, captured, Non-Qualified or
    /// Inexperienced use (3.2.4d). Guns that always use them say so themselves.
    #[apply(rule, "3.2.4d" if self.weapon(id).holder.is_some())]
    pub fn red(&self, id: u8) -> bool {
        let weapon = self.weapon(id);
        let Some(holder) = weapon.holder else { return false };
        // 6.0
        let early = weapon.nation == Nation::American && weapon.gun().is_some() && self.order.date.0 < 1944;
        early || self.captured(id) || self.non_qualified(id) || self.inexperienced(holder)
    }
}
