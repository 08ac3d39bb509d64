//! The position of a battle: every stand, the ground as it is now, and the stack of open decisions.

use std::sync::Arc;

use super::battle::{Battle, MOST_FORCES, Unit};
use super::choice::{Posture, Tag};
use super::options::Lately;
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
    /// What does not change.
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
    /// Who stands where, by cell index.
    pub holder: Vec<Holder>,
    /// Open decisions: the last decides now, the first is the phase.
    pub stack: Vec<Frame>,
    /// Movement orders left this turn, by side and force (8.2.1).
    pub orders: [[u8; MOST_FORCES]; 2],
    /// Number of the last movement group formed this turn.
    pub groups: u8,
    /// Hedgerows cut through: the square, and the direction in which a track now runs (9.3.3).
    pub breaches: Vec<(Cell, Compass)>,
    /// Overruns made this phase: attacker, defender (8.7.1).
    pub overruns: Vec<(Id, Id)>,
    /// Wrecks of vehicles lost while driving over an enemy, with that enemy: they lie there once he has stood
    /// the overrun (8.7.7).
    pub fresh_wrecks: Vec<(Cell, Id)>,
    /// Close assaults declared this phase: assaulter, defender (8.8.2).
    pub assaults: Vec<(Id, Id)>,
    /// Squares under artillery this turn, with the battery and gun that fires on them (7.4.2.2).
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
    /// Fortifications, and what engineers have done to them (11.0).
    pub works: laid::Works,
    /// The first turn in which each side's batteries beyond the map fired, 0 for none yet; kept where they have only
    /// some turns (scenario).
    pub shelled: [u8; 2],
    /// By how much the cohesion of each side's first forces is still below its level (scenario).
    pub unready: [u8; 2],
    /// Zones whose way has been rolled, and which it is (scenario).
    pub called: Vec<(u8, u8)>,
    /// Vehicles that have fired and whose riders are still to be asked (12.5); none between two plays.
    pub startled: Vec<Id>,
    /// Squares with the marker of bombs that fell this phase (12.3.8).
    pub bombed: Vec<Cell>,
    /// What has become of each aircraft; none where air strikes are not played (12.3).
    pub flights: Vec<Flight>,
    /// The hosts of air support teams (12.3.3.3).
    pub air_teams: Vec<air::Team>,
    /// Which sides have still to roll for their teams (12.3.3.3).
    pub air_rolls: [bool; 2],
    /// The cards of each force; none where determination does not count (12.1).
    pub hands: Vec<Hand>,
    /// Who has fired at whom in this fire phase; kept where that counts (12.2.2).
    pub volleys: Vec<(Id, Id)>,
    /// Stands that are written down instead of standing on the table, in order (scenario).
    pub hidden: Vec<Id>,
    /// Who deploys before the enemy writes a landing zone down, in order (8.10.1.2).
    pub vanguard: Vec<Id>,
    /// Set when the game is over.
    pub outcome: Option<OutcomeKind>,
}

/// One impact or smoke marker.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Impact {
    /// Where it lies.
    pub cell: Cell,
    /// The battery.
    pub battery: Id,
    /// Its gun.
    pub gun: u8,
    /// Smoke instead of shell (7.4.7).
    pub smoke: bool,
    /// A barrage, at +2 to the combat die (7.6.2.4).
    pub barrage: bool,
    /// The line of its side's record that laid it, 0 for direct fire.
    pub mission: u8,
    /// Its battery rolled a natural 1 to fire this turn (12.2.1).
    pub hot: bool,
}

impl Impact {
    /// What it makes of the ground.
    pub const fn terrain(&self) -> Terrain {
        if self.smoke { Terrain::Smoke } else { Terrain::ImpactZone }
    }
}

/// Smoke missions of a battery in a battle of so many turns: three tenths, rounded down (7.4.7.2).
pub fn smoke_missions(turns: u8) -> u8 {
    applies("7.4.7.2");
    (turns as u16 * 3 / 10) as u8
}

/// A command nobody holds.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Vacancy {
    /// Whose.
    pub side: Side,
    /// Whether it is the GHQ.
    pub ghq: bool,
    /// The force it commanded or was part of.
    pub force: u8,
    /// The stand named to take over, once it is.
    pub heir: Option<Id>,
}

impl Position {
    /// The opening position of a battle. What a side keeps secret stands in the position alone.
    pub fn new(battle: Arc<Battle>) -> Self {
        let mut position = Self::drawn_up(battle);
        position.hide_set_up();
        Arc::make_mut(&mut position.battle).keep_open();
        position
    }

    /// The same with the secrets still in the battle: for the scenario's reader, who adds to them.
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
                lately: Lately { low: unit.begins.low, ..Lately::default() },
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

    /// The stand of an id, to be changed.
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

    /// The id of a tag that the game has offered.
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

    /// Who stands in a cell of the board.
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

    /// Force cohesion level of a side (5.1), lower in darkness unless flares burn (9.6.2).
    pub fn cohesion(&self, side: Side) -> i16 {
        applies("9.6.2");
        applies("5.1");
        let darkness = self.battle.climate.darkness_in(self.turn);
        let lowered = darkness + self.airborne.lowered[side.index()] + self.unready[side.index()];
        self.battle.army(side).cohesion - i16::from(lowered) - self.shock(side)
    }

    /// That of a stand: who came later is not held back by what the first forces have still to gain (S-134).
    pub fn cohesion_of(&self, id: Id) -> i16 {
        let side = self.side(id);
        let fresh = self.battle.is_late(self.unit(id));
        self.cohesion(side) - self.shock_of(id)
            + if fresh { i16::from(self.unready[side.index()]) } else { 0 }
    }

    /// What a stand carries.
    pub fn cargo(&self, carrier: Id) -> impl Iterator<Item = Id> + '_ {
        self.ids(self.side(carrier)).filter(move |&id| self.stand(id).place == Place::Aboard(carrier))
    }

    /// Counts as personnel for sight: cavalry and motorcycles only in the firing posture (6.2.2, 6.2.3).
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

    /// An enemy stand touches the cell.
    pub fn enemy_touches(&self, side: Side, cell: Cell) -> bool {
        self.battle
            .grid
            .neighbours(cell)
            .any(|(_, next)| self.holder_of(next).is_some_and(|id| self.side(id) != side))
    }

    /// Puts a stand on a cell. The caller has made sure that it is free.
    pub fn put(&mut self, id: Id, cell: Cell) {
        let index = self.battle.grid.index(cell);
        debug_assert!(self.holder[index].id().is_none_or(|other| other == id));
        self.holder[index] = Holder::of(id);
        self.stand_mut(id).place = Place::Board(cell);
    }

    /// Takes a stand off the board grid; its place is the caller's to set.
    pub fn lift(&mut self, id: Id) {
        if let Some(cell) = self.cell(id) {
            let index = self.battle.grid.index(cell);
            if self.holder[index].id() == Some(id) {
                self.holder[index] = Holder::NOBODY;
            }
        }
    }

    /// Adds a row to the ground of a cell.
    pub fn add_ground(&mut self, cell: Cell, terrain: Terrain) {
        let index = self.battle.grid.index(cell);
        self.ground[index] = self.ground[index].with(terrain);
    }

    /// Takes a row from the ground of a cell.
    pub fn remove_ground(&mut self, cell: Cell, terrain: Terrain) {
        let index = self.battle.grid.index(cell);
        self.ground[index] = self.ground[index].without(terrain);
    }
}
