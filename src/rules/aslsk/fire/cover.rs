//! TEM, Height Advantage, Emplacement and Gunshield (1.1.1, 6.3, 6.6), and FFMO, FFNAM and Hazardous Movement
//! (3.3.1,
//! 6.5).

use super::attack::Motion;
use crate::game::Modifier;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::aslsk::board::{Place, Terrain};
use crate::rules::aslsk::calculator::fire::Moving;
use crate::rules::aslsk::state::{Arm, Forces, Ground};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::tables::guns;
use crate::rules::aslsk::tables::modifiers::{self, Drm, List};

/// The type of attack, which decides what protects a unit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Small arms, MG and IFE.
    SmallArms,
    /// A shell of a Gun or LATW.
    Shell,
    /// A mortar bomb: Air Bursts, no Height Advantage (1.1.1d, 1.1.1k).
    Bomb,
    /// A FT: no TEM (4.2).
    Flame,
    /// A DC (4.3).
    Charge,
}

/// The protection that applies: TEM, Emplacement and Gunshield are not cumulative, and the owner takes the
/// best (6.3, 6.6).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Cover {
    /// Its DRM, if any.
    pub line: Option<Modifier>,
}

impl Cover {
    /// Its value, 0 without one.
    pub fn tem(self) -> i16 {
        self.line.map_or(0, |line| line.value)
    }
}

/// The protection of a unit (or an empty hex) against fire from these hexes.
#[apply(rule, "1.1.1e" if manner != Manner::Flame)]
#[apply(rule, "1.1.1d" if manner != Manner::Flame)]
#[apply(rule, "1.1.1b" if manner != Manner::Flame)]
#[apply(rule, "1.1.1k" if manner != Manner::Flame)]
pub fn cover(
    ground: &Ground,
    forces: &Forces,
    target: Place,
    unit: Option<u8>,
    from: &[Place],
    motion: Motion,
    manner: Manner,
) -> Cover {
    if manner == Manner::Flame {
        return Cover::default();
    }
    let terrain = ground.map().terrain(target);
    let on_road = motion.road && !from.iter().any(|&f| ground.map().sight(f, target).in_cover);
    let tem = match terrain.row().tem {
        1 if on_road => 0,
        tem if ground.fortified.contains(&target) => tem.max(ground.rules.fortified),
        tem => tem,
    };
    let bursts = manner == Manner::Bomb && terrain == Terrain::Woods && tem > 0;
    let terrain_line = if bursts {
        Some(modifiers::fixed(List::Fire, Drm::AirBurst))
    } else {
        modifiers::of(List::Fire, Drm::Tem, tem)
    };
    let height = tem == 0 && manner != Manner::Bomb && ground.stands_higher(target, from, motion);
    let emplaced = unit.is_some_and(|id| forces.emplaced(id));
    let shield = match unit {
        Some(id) if matches!(manner, Manner::SmallArms | Manner::Charge) => {
            gunshield(ground, forces, id, from, manner)
        }
        _ => None,
    };
    let lines = [
        terrain_line,
        height.then(|| modifiers::fixed(List::Fire, Drm::HeightAdvantage)),
        emplaced.then(|| modifiers::fixed(List::Fire, Drm::Emplacement)),
        shield,
    ];
    // On a tie the first counts, so that the terrain is named first.
    let line = lines.into_iter().flatten().rev().max_by_key(|line| line.value);
    Cover { line }
}

impl Ground {
    /// Whether the target has Height Advantage over a firer (1.1.1k).
    fn stands_higher(&self, target: Place, from: &[Place], motion: Motion) -> bool {
        let map = self.map();
        from.iter().any(|&firer| {
            let climbed = map.sight(firer, target).entry & motion.crest != 0;
            map.level(firer) < map.level(target) && !climbed
        })
    }

    /// Whether a moving unit is subject to FFMO (3.3.1c): in Open Ground, or on the road through orchard or
    /// woods, without TEM or Hindrance.
    #[apply(rule, "1.1.1g", "1.1.1a", "3.3.1c")]
    pub fn in_the_open(&self, target: Place, motion: Motion, tem: i16, hindrance: i16) -> bool {
        let orchard_road = motion.road && self.map().terrain(target) == Terrain::Orchard;
        let woods_road = motion.road && tem == 0;
        let open = self.open_ground(target) || orchard_road || woods_road;
        motion.moves && open && !self.smoky(target) && tem == 0 && hindrance == 0
    }
}

impl Forces {
    /// The Gun that an unbroken MMC mans (1.2.6).
    pub fn mans(&self, id: u8) -> Option<u8> {
        let unit = self.unit(id);
        if unit.broken || unit.leader() {
            return None;
        }
        self.weapons_of(id).find(|&weapon| self.weapon(weapon).gun().is_some())
    }

    /// Whether a unit is the crew of an Emplaced Gun (6.3).
    #[apply(rule, "6.3")]
    pub fn emplaced(&self, id: u8) -> bool {
        self.unit(id).data().kind == Kind::Crew
            && self.mans(id).is_some_and(|gun| self.weapon(gun).carriage.emplaced)
    }

    /// -1 for each FT that the unit possesses (4.2).
    #[apply(rule, "4.2")]
    pub fn flamethrowers_carried(&self, id: u8) -> impl Iterator<Item = Modifier> + '_ {
        self.weapons_of(id)
            .filter(|&weapon| self.weapon(weapon).arm == Arm::Flamethrower)
            .map(|_| modifiers::fixed(List::Fire, Drm::CarryingFlamethrower))
    }
}

/// The Gunshield DRM of a crew against fire from these hexes, if all of it comes through the CA (6.6).
#[apply(rule, "6.6")]
pub fn gunshield(
    ground: &Ground,
    forces: &Forces,
    id: u8,
    from: &[Place],
    manner: Manner,
) -> Option<Modifier> {
    let unit = forces.unit(id);
    let place = unit.place()?;
    let crew = unit.data().kind == Kind::Crew && unit.good_order();
    let pushing = unit.pushing && !unit.pinned;
    let gun = forces.weapon(forces.mans(id).filter(|_| crew && !pushing)?);
    let facing = gun.carriage.facing;
    let shielded = gun.gun().is_some_and(|gun| gun.kind == guns::Kind::AT);
    let through = from
        .iter()
        .all(|&f| crate::rules::aslsk::ordnance::arc::covers(ground.hex(place), facing, ground.hex(f)));
    if !shielded || !through || from.is_empty() {
        return None;
    }
    match manner {
        Manner::Flame => None,
        Manner::Bomb => Some(modifiers::fixed(List::Fire, Drm::GunshieldMortar)),
        _ => Some(modifiers::fixed(List::Fire, Drm::Gunshield)),
    }
}

/// FFMO and FFNAM against moving units that are not pinned (3.3.1b, 3.3.1c, 3.3.1g), and Hazardous
/// Movement in any phase (6.5d).
pub fn moving(
    ground: &Ground,
    forces: &Forces,
    target: Place,
    unit: Option<u8>,
    motion: Motion,
    tem: i16,
    hindrance: i16,
) -> Moving {
    let (pinned, broken, pushing) = unit.map_or((false, false, false), |id| {
        (forces.unit(id).pinned, forces.unit(id).broken, forces.unit(id).pushing)
    });
    if pinned || !(motion.moves || pushing) {
        applies("3.3.1g");
        return Moving::default();
    }
    applies("3.3.1b");
    applies("6.5d");
    let moving = Moving {
        open: ground.in_the_open(target, motion, tem, hindrance),
        not_assault: motion.moves && (!motion.assault || broken),
        hazardous: pushing,
    };
    moving.counted(tem, hindrance)
}
