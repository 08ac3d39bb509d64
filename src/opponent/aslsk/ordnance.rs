//! Guns: the value of shots and CA.

use super::Mind;
use super::score::{Part, Score};
use crate::board::hex::Spine;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::fate::rolls;
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::ordnance::ammunition::column;
use crate::rules::aslsk::ordnance::arc;
use crate::rules::aslsk::ordnance::shot::Shot;
use crate::rules::aslsk::state::{Choice, Zone};
use crate::rules::aslsk::tables::guns::{Ammo, TargetType};

impl Mind<'_> {
    /// The expected effect of a shot, in hundredths of a squad.
    pub(super) fn shot_harm(&self, shot: &Shot) -> i32 {
        let position = self.position;
        let Some(ordnance) = position.forces.weapon(shot.weapon).ordnance() else { return 0 };
        let (ammo, kind) = (shot.ammo(position), shot.kind(position));
        if matches!(ammo, Ammo::Smoke | Ammo::WP) {
            return 0;
        }
        let Some(&first) = shot.targets.first() else { return 0 };
        let (hit, critical) = shot.work_out(position).shot.chances();
        let mut harm = 0.0;
        for (worst, chance) in [(false, hit - critical), (true, critical)] {
            let Some(column) = column(ordnance, ammo, kind, worst).filter(|_| chance > 0.0) else { continue };
            let drm: i16 = shot.effect_lines(position, first, worst).iter().map(|line| line.value).sum();
            let each = |(coloured, white): (u8, u8)| {
                self.loss(&shot.targets, &column.effect(i16::from(coloured + white) + drm))
            };
            harm += chance * rolls().map(each).sum::<f64>() / 36.0;
        }
        (100.0 * harm) as i32
    }

    /// A shot in a fire phase.
    pub(super) fn shell(&self, mode: Mode, weapon: u8, target: Place) -> Score {
        let targets = self.position.forces.known_at(target, self.foe()).collect();
        let shot = Shot::new(self.position, mode, self.side, weapon, target, targets, Motion::default());
        // Intensive Fire may malfunction the Gun.
        Score::of(Part::Harm, self.shot_harm(&shot)).and(Part::Cost, if shot.intensive { -10 } else { -1 })
    }

    /// Improves the shot, then fires.
    pub(super) fn prepare(&self, shot: &Shot, choice: &Choice) -> Score {
        let now = || Score::of(Part::Harm, self.shot_harm(shot));
        let mut better = shot.clone();
        match *choice {
            Choice::Shoot => return now(),
            Choice::Area => better.kind = Some(TargetType::Area),
            Choice::Load(ammo) => better.ammo = Some(ammo),
            Choice::Direct(leader) => better.leader = Some(leader),
            // Backblast is worth avoiding if other units are in the hex.
            Choice::Shield => return now().and(Part::Danger, 1),
            _ => return now().and(Part::Order, -1),
        }
        // The Area Target Type costs ROF, and Special Ammo may be depleted.
        let doubt = if matches!(choice, Choice::Direct(_)) { 0 } else { -8 };
        Score::of(Part::Harm, self.shot_harm(&better)).and(Part::Cost, doubt)
    }

    /// The enemy's hexes, or where it will come from.
    fn enemy_hexes(&self) -> Vec<Place> {
        let there: Vec<Place> = self
            .position
            .forces
            .enemies(self.side)
            .filter_map(|id| self.position.forces.unit(id).place())
            .collect();
        if !there.is_empty() {
            return there;
        }
        let of_enemy = self.position.forces.order.groups.iter().filter(|group| group.side != self.side);
        of_enemy
            .flat_map(|group| match &group.zone {
                Zone::Enter { by, .. } => by.clone(),
                Zone::SetUp(hexes) => hexes.clone(),
            })
            .collect()
    }

    /// The number of enemy hexes in a CA.
    fn covered(&self, weapon: u8, facing: Spine) -> i32 {
        let Some(place) = self.position.forces.gun_place(weapon) else { return 0 };
        let gun = self.position.ground.hex(place);
        let covered = |&there: &Place| arc::covers(gun, facing, self.position.ground.hex(there));
        self.enemy_hexes().iter().filter(|there| covered(there)).count() as i32
    }

    /// Faces the enemy, and uses HIP where allowed.
    pub(super) fn point(&self, weapon: u8, choice: &Choice) -> Score {
        let covered = match *choice {
            Choice::Face(_, facing) => 2 * self.covered(weapon, facing),
            Choice::Hide(_, facing) => 2 * self.covered(weapon, facing) + 1,
            _ => -1,
        };
        Score::of(Part::Shots, covered)
    }

    /// Changes CA at the end of a phase if it covers no enemy.
    pub(super) fn turn(&self, choice: &Choice) -> Score {
        let covered = match *choice {
            Choice::Face(weapon, facing) => {
                let carriage = &self.position.forces.weapon(weapon).carriage;
                let hidden = self
                    .position
                    .forces
                    .weapon(weapon)
                    .holder
                    .is_some_and(|id| self.position.forces.unit(id).hidden);
                let now = self.covered(weapon, carriage.facing);
                if now == 0 && !hidden { self.covered(weapon, facing) - 1 } else { -1 }
            }
            _ => 0,
        };
        Score::of(Part::Shots, covered)
    }
}
