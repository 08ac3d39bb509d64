//! The position of a battle: every stand, the ground as it is now, and the stack of open decisions.

use std::sync::Arc;

use super::battle::{Battle, MOST_FORCES, Unit};
use super::choice::{Posture, Tag};
use super::options::OptionState;
use crate::board::{Cell, Compass};
use crate::game::Side;
use crate::ledger::cited::applies;
use crate::rules::matg::air::{self, Flight};
use crate::rules::matg::artillery::missions::Mission;
use crate::rules::matg::artillery::observers::Observer;
use crate::rules::matg::command::determination::{self, Hand};
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::rules::matg::landings::airborne;
use crate::rules::matg::landings::zones;
use crate::rules::matg::turn::rising;
use crate::rules::matg::turn::sequence::Frame;
use crate::rules::matg::turn::victory::OutcomeKind;
use crate::rules::matg::water::amphibious;
use crate::rules::matg::works::laid;

pub use super::stand::{Holder, Id, Place, Stand};

/// A position: everything that changes in a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The fixed part.
    pub battle: Arc<Battle>,
    /// The turn, from 1.
    pub turn: u8,
    /// The side with the initiative this turn.
    pub initiative: Side,
    /// Maximum sighting distance this turn, in inches (6.4.1, 9.6.3).
    pub sighting: u16,
    /// Every stand, by [`Id`].
    pub stands: Vec<Stand>,
    /// The ground as it is now, by cell index.
    pub ground: Vec<Ground>,
    /// The stand on each square, by cell index.
    pub holder: Vec<Holder>,
    /// Open decisions: the top one decides now, the bottom one is the phase.
    pub stack: Vec<Frame>,
    /// Movement orders left this turn, by side and force (8.2.1).
    pub orders: [[u8; MOST_FORCES]; 2],
    /// Number of the last movement group formed this turn.
    pub groups: u8,
    /// Hedgerows cut through: the square, and the direction in which a track now runs (9.3.3).
    pub breaches: Vec<(Cell, Compass)>,
    /// Overruns made this phase: attacker, defender (8.7.1).
    pub overruns: Vec<(Id, Id)>,
    /// Wrecks of vehicles lost during an overrun, with the stand they were overrunning: they are placed once
    /// its overrun is over (8.7.7).
    pub fresh_wrecks: Vec<(Cell, Id)>,
    /// Close assaults declared this phase: assaulter, defender (8.8.2).
    pub assaults: Vec<(Id, Id)>,
    /// Squares under artillery fire this turn, with the battery and gun (7.4.2.2).
    pub impacts: Vec<Impact>,
    /// Names of each side's pre-registered missions, numbered from 1 (7.6.2.2).
    pub targets: [Arc<[String]>; 2],
    /// The Artillery Fire Mission Records of both sides (7.6.3).
    pub missions: Vec<Mission>,
    /// Forward observers and their hosts (7.6.4.1).
    pub observers: Vec<Observer>,
    /// Headquarters lost and not yet replaced (10.1.7).
    pub vacancies: Vec<Vacancy>,
    /// Airborne landings (8.10).
    pub airborne: airborne::Airborne,
    /// Fortifications and engineering (11.0).
    pub works: laid::Works,
    /// The first turn in which each side's off-map batteries fired, 0 for none yet; kept if their turns are
    /// limited (scenario).
    pub shelled: [u8; 2],
    /// How far the cohesion of each side's first forces is below its level (scenario).
    pub unready: [u8; 2],
    /// Zones whose route of arrival has been rolled, with that route (scenario).
    pub called: Vec<(u8, u8)>,
    /// Vehicles that have fired and whose riders have yet to decide (12.5); empty between choices.
    pub startled: Vec<Id>,
    /// Squares with markers of bombs that fell this phase (12.3.8).
    pub bombed: Vec<Cell>,
    /// The state of each aircraft; empty without air strikes (12.3).
    pub flights: Vec<Flight>,
    /// The hosts of air support teams (12.3.3.3).
    pub air_teams: Vec<air::Team>,
    /// Which sides have yet to roll for their air support teams (12.3.3.3).
    pub air_rolls: [bool; 2],
    /// The cards of each force; empty without force determination (12.1).
    pub hands: Vec<Hand>,
    /// Fire in this fire phase, firer and target; kept if it matters (12.2.2).
    pub volleys: Vec<(Id, Id)>,
    /// Hidden stands, in order (scenario).
    pub hidden: Vec<Id>,
    /// Stands that deploy before the enemy records a landing zone, in order (8.10.1.2).
    pub vanguard: Vec<Id>,
    /// Set once the game is over.
    pub outcome: Option<OutcomeKind>,
}

/// One impact or smoke marker.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Impact {
    /// Its square.
    pub cell: Cell,
    /// The battery.
    pub battery: Id,
    /// Its gun.
    pub gun: u8,
    /// Smoke, not high explosive (7.4.7).
    pub smoke: bool,
    /// Part of a barrage, at +2 to the attack die (7.6.2.4).
    pub barrage: bool,
    /// The line of its side's mission record, 0 for direct fire.
    pub mission: u8,
    /// Its battery rolled a natural 1 to fire this turn (12.2.1).
    pub hot: bool,
}

impl Impact {
    /// The terrain row of the marker.
    pub const fn terrain(&self) -> Terrain {
        if self.smoke { Terrain::Smoke } else { Terrain::ImpactZone }
    }
}

/// Smoke missions of a battery in a battle of so many turns: 30%, rounded down (7.4.7.2).
pub fn smoke_missions(turns: u8) -> u8 {
    applies("7.4.7.2");
    (turns as u16 * 3 / 10) as u8
}

/// A vacant command.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Vacancy {
    /// The side that lost it.
    pub side: Side,
    /// Whether it is the GHQ.
    pub ghq: bool,
    /// The force that it commanded or belonged to.
    pub force: u8,
    /// The named successor, once there is one.
    pub heir: Option<Id>,
}

impl Position {
    /// The opening position of a battle. The secrets of a side are only in the position.
    pub fn new(battle: Arc<Battle>) -> Self {
        let mut position = Self::drawn_up(battle);
        position.hide_set_up();
        Arc::make_mut(&mut position.battle).keep_open();
        position
    }

    /// The opening position with the secrets still in the battle, for the scenario reader.
    pub(in crate::rules::matg) fn drawn_up(battle: Arc<Battle>) -> Self {
        let smoke = smoke_missions(battle.turns);
        let stands: Vec<Stand> = battle
            .units
            .iter()
            .map(|unit| Stand {
                place: match (unit.aboard, unit.start) {
                    (Some(carrier), _) => Place::Aboard(carrier),
                    (None, Some(_)) if battle.is_late(unit) => Place::Due,
                    (None, Some(cell)) => Place::Board(cell),
                    (None, None) if unit.landing.is_some() => Place::Aloft,
                    (None, None) if unit.off_map && battle.is_late(unit) => Place::Due,
                    (None, None) if unit.off_map => Place::OffMap,
                    (None, None) => Place::Reserve,
                },
                facing: unit.facing,
                posture: Posture::Fire,
                group: 0,
                suppressed: unit.begins.suppressed,
                disorganized: unit.begins.disorganized,
                fired: false,
                attacked: false,
                opportunity: false,
                covered: false,
                moved: false,
                tried: false,
                failed_load: false,
                displaced: false,
                pinned: false,
                on_road: false,
                off_road: false,
                spent: 0,
                depleted: unit.begins.depleted,
                last_fired: 0,
                smoke: unit.begins.smoke.unwrap_or(smoke),
                rounds: unit.rounds,
                handling: 0,
                dismounted: unit.begins.dismounted,
                role: unit.role,
                water: amphibious::Afloat { boats: unit.water.boats, ..Default::default() },
                laden: false,
                lately: OptionState { low: unit.begins.low, ..OptionState::default() },
            })
            .collect();
        let mut holder = vec![Holder::NOBODY; battle.grid.area()];
        for (id, stand) in stands.iter().enumerate() {
            if let Place::Board(cell) = stand.place {
                holder[battle.grid.index(cell)] = Holder::of(id as Id);
            }
        }
        Self {
            turn: 1,
            initiative: Side::A,
            stands,
            ground: battle.ground.iter().map(|&ground| battle.climate.ground(ground)).collect(),
            sighting: battle.sighting,
            holder,
            stack: zones::opening(&battle),
            orders: [[0; MOST_FORCES]; 2],
            groups: 0,
            breaches: battle.under_way.breaches.clone(),
            overruns: Vec::new(),
            fresh_wrecks: Vec::new(),
            assaults: Vec::new(),
            impacts: Vec::new(),
            targets: battle.targets.each_ref().map(|names| Arc::from(&names[..])),
            missions: battle.missions.clone(),
            observers: battle.observers(),
            vacancies: Vec::new(),
            airborne: airborne::Airborne::new(&battle),
            works: laid::Works::new(&battle),
            shelled: [0; 2],
            unready: rising::unready(&battle),
            called: Vec::new(),
            startled: Vec::new(),
            bombed: Vec::new(),
            flights: air::flights(&battle),
            air_teams: air::teams(&battle),
            air_rolls: air::rolls(&battle),
            hands: determination::hands(&battle),
            volleys: Vec::new(),
            hidden: Vec::new(),
            vanguard: Side::BOTH.into_iter().flat_map(|side| zones::deployed_before(&battle, side)).collect(),
            outcome: None,
            battle,
        }
    }

    /// The stand of an id.
    pub fn stand(&self, id: Id) -> &Stand {
        &self.stands[usize::from(id)]
    }

    /// The stand of an id, mutable.
    pub fn stand_mut(&mut self, id: Id) -> &mut Stand {
        &mut self.stands[usize::from(id)]
    }

    /// The unit of an id.
    pub fn unit(&self, id: Id) -> &Unit {
        &self.battle.units[usize::from(id)]
    }

    /// The tag of an id.
    pub fn tag(&self, id: Id) -> Tag {
        self.unit(id).tag
    }

    /// The id of a tag in an offered choice.
    ///
    /// # Panics
    /// If the battle has no such stand: an error in the code.
    pub(in crate::rules::matg) fn named(&self, tag: Tag) -> Id {
        self.battle.find(tag).unwrap_or_else(|| unreachable!("{tag} is not in this battle"))
    }

    /// The side of an id.
    pub fn side(&self, id: Id) -> Side {
        self.unit(id).side
    }

    /// The ids of a side.
    pub fn ids(&self, side: Side) -> std::ops::Range<Id> {
        let army = self.battle.army(side);
        army.first..army.first + army.count
    }

    /// The cell of a stand on the board.
    pub fn cell(&self, id: Id) -> Option<Cell> {
        match self.stand(id).place {
            Place::Board(cell) => Some(cell),
            _ => None,
        }
    }

    /// The stands of a side that are on the board, with their cells.
    pub fn on_board(&self, side: Side) -> impl Iterator<Item = (Id, Cell)> + '_ {
        self.ids(side).filter_map(|id| Some((id, self.cell(id)?)))
    }

    /// The stand on a cell of the board.
    pub fn holder_of(&self, cell: Cell) -> Option<Id> {
        if !self.battle.grid.contains(cell) {
            return None;
        }
        self.holder[self.battle.grid.index(cell)].id()
    }

    /// The ground of a cell as it is now.
    pub fn ground_at(&self, cell: Cell) -> Ground {
        self.ground[self.battle.grid.index(cell)]
    }

    /// Height of a cell in levels.
    pub fn level(&self, cell: Cell) -> i16 {
        i16::from(self.battle.levels[self.battle.grid.index(cell)])
    }

    /// Cohesion level of a side (5.1), lower in darkness without flares (9.6.2).
    pub fn cohesion(&self, side: Side) -> i16 {
        applies("9.6.2");
        applies("5.1");
        let darkness = self.battle.climate.darkness_in(self.turn);
        let lowered = darkness + self.airborne.lowered[side.index()] + self.unready[side.index()];
        self.battle.army(side).cohesion - i16::from(lowered) - self.shock(side)
    }

    /// Cohesion level of a stand: later arrivals do not share the rising level of the first forces (S-134).
    pub fn cohesion_of(&self, id: Id) -> i16 {
        let side = self.side(id);
        let fresh = self.battle.is_late(self.unit(id));
        self.cohesion(side) - self.shock_of(id)
            + if fresh { i16::from(self.unready[side.index()]) } else { 0 }
    }

    /// The cargo of a stand.
    pub fn cargo(&self, carrier: Id) -> impl Iterator<Item = Id> + '_ {
        self.ids(self.side(carrier)).filter(move |&id| self.stand(id).place == Place::Aboard(carrier))
    }

    /// Whether a stand counts as personnel for sight: cavalry and motorcycles only in the firing posture
    /// (6.2.2, 6.2.3).
    pub fn sights_as_personnel(&self, id: Id) -> bool {
        use super::battle::Arm;
        applies("6.2.2");
        applies("6.2.3");
        if self.arm(id) == Arm::Weapon {
            applies("10.5");
        }
        if self.unit(id).support {
            applies("10.4");
        }
        match self.arm(id) {
            Arm::Infantry | Arm::Horses => true,
            Arm::Cavalry | Arm::Motorcycle => self.stand(id).posture == Posture::Fire,
            _ => false,
        }
    }

    /// Whether an enemy of a side is adjacent to a cell.
    pub fn enemy_touches(&self, side: Side, cell: Cell) -> bool {
        self.battle
            .grid
            .neighbours(cell)
            .any(|(_, next)| self.holder_of(next).is_some_and(|id| self.side(id) != side))
    }

    /// Places a stand on a cell, which must be free.
    pub fn put(&mut self, id: Id, cell: Cell) {
        let index = self.battle.grid.index(cell);
        debug_assert!(self.holder[index].id().is_none_or(|other| other == id));
        self.holder[index] = Holder::of(id);
        self.stand_mut(id).place = Place::Board(cell);
    }

    /// Takes a stand off the grid; the caller sets its place.
    pub fn lift(&mut self, id: Id) {
        if let Some(cell) = self.cell(id) {
            let index = self.battle.grid.index(cell);
            if self.holder[index].id() == Some(id) {
                self.holder[index] = Holder::NOBODY;
            }
        }
    }

    /// Adds a terrain row to a cell.
    pub fn add_ground(&mut self, cell: Cell, terrain: Terrain) {
        let index = self.battle.grid.index(cell);
        self.ground[index] = self.ground[index].with(terrain);
    }

    /// Removes a terrain row from a cell.
    pub fn remove_ground(&mut self, cell: Cell, terrain: Terrain) {
        let index = self.battle.grid.index(cell);
        self.ground[index] = self.ground[index].without(terrain);
    }
}
