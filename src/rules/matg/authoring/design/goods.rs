//! The things a force can buy, and their prices: stands, companies and works.

use super::history::CompanyKind;
use crate::board::Compass;
use crate::rules::matg::catalog::{Aircraft, Class, StandType};
use crate::rules::matg::fire::charts::Concentration;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::battle::{Role, ScenarioKind};
use crate::rules::matg::state::prices::Priced;
use crate::rules::matg::works::laid::Laid;

/// A purchased stand.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: &'static StandType,
    pub(super) role: Role,
    pub(super) engineer: bool,
    pub(super) observer: bool,
    /// Hosts an air support team (12.3.3.3).
    pub(super) air_support: bool,
    pub(super) off_map: bool,
    /// Index of its carrier within the company.
    pub(super) rides: Option<usize>,
}

impl Item {
    pub(super) fn of(kind: &'static StandType) -> Self {
        let (engineer, observer, air_support, off_map) = (false, false, false, false);
        Self { kind, role: Role::None, engineer, observer, air_support, off_map, rides: None }
    }

    /// Whether it digs in: infantry on foot and towed guns.
    pub(super) fn digs(&self) -> bool {
        self.kind.class == Class::Personnel && self.kind.load.is_some() || is_towed(self.kind)
    }

    /// Whether it is a battery capable of indirect fire.
    pub(super) fn fires_indirectly(&self) -> bool {
        matches!(self.kind.class, Class::Artillery | Class::RocketArtillery) && self.kind.notes().indirect
    }

    /// Its price in points, the same as when the scenario is read.
    pub(super) fn price(&self) -> u32 {
        Priced { role: self.role, engineer: self.engineer, ..Priced::of(self.kind) }.price(1)
    }
}

/// A company, or a headquarters.
#[derive(Clone, Debug)]
pub(super) struct Company {
    pub(super) name: String,
    pub(super) kind: CompanyKind,
    pub(super) items: Vec<Item>,
}

impl Company {
    pub(super) fn price(&self) -> u32 {
        self.items.iter().map(Item::price).sum()
    }

    /// Its armed stands, without unarmed transports.
    pub(super) fn fighters(&self) -> usize {
        self.items.iter().filter(|item| !item.kind.guns.is_empty()).count()
    }
}

/// Purchased works, by price (design: 6.2).
#[derive(Clone, Default, Debug)]
pub(super) struct Works {
    /// Light, medium and heavy positions.
    pub(super) positions: [usize; 3],
    /// Hasty, standard and concentrated minefields.
    pub(super) mines: [usize; 3],
    pub(super) wire: usize,
    pub(super) ditches: usize,
}

pub(super) const POSITIONS: [u32; 3] =
    [dug(Terrain::LightPosition), dug(Terrain::MediumPosition), dug(Terrain::HeavyPosition)];
pub(super) const MINES: [u32; 3] =
    [mined(Concentration::Hasty), mined(Concentration::Standard), mined(Concentration::Concentrated)];
pub(super) const OBSTACLE: u32 = Laid::Wire.price().1;

const fn dug(row: Terrain) -> u32 {
    Laid::Position(row, Compass::N).price().1
}

const fn mined(kind: Concentration) -> u32 {
    Laid::Mines(Some(kind)).price().1
}

impl Works {
    pub(super) fn price(&self) -> u32 {
        let all = |counts: &[usize; 3], prices: [u32; 3]| -> u32 {
            counts.iter().zip(prices).map(|(&count, price)| count as u32 * price).sum()
        };
        all(&self.positions, POSITIONS)
            + all(&self.mines, MINES)
            + (self.wire + self.ditches) as u32 * OBSTACLE
    }
}

/// The works a defender may have in a type of battle (design: 1): the strongest position and minefield, wire,
/// ditches, and the percentage of its points spent on works.
pub(in crate::rules::matg) const fn allowed(kind: ScenarioKind) -> (usize, usize, bool, bool, u32) {
    match kind {
        ScenarioKind::MeetingEngagement => (0, 0, false, false, 0),
        ScenarioKind::ReconnaissanceInForce => (1, 0, false, false, 6),
        ScenarioKind::HastyAttack => (2, 2, true, false, 15),
        ScenarioKind::PreparedPosition => (3, 3, true, true, 28),
        ScenarioKind::DelayingAction => (1, 3, true, true, 22),
    }
}

/// A force.
#[derive(Clone, Debug)]
pub(super) struct Force {
    pub(super) companies: Vec<Company>,
    pub(super) works: Works,
    /// Its aircraft (12.3.1).
    pub(super) aircraft: Vec<&'static Aircraft>,
}

impl Force {
    pub(super) fn price(&self) -> u32 {
        price(&self.companies) + self.works.price() + flying(&self.aircraft)
    }

    /// Its stands on the map.
    pub(super) fn stands(&self) -> usize {
        stands(&self.companies)
    }
}

pub(super) fn stands<'a>(companies: impl IntoIterator<Item = &'a Company>) -> usize {
    companies.into_iter().flat_map(|company| &company.items).filter(|item| !item.off_map).count()
}

/// Whether it needs a tractor: a gun too heavy for its crew to move.
pub(super) fn is_towed(kind: &StandType) -> bool {
    let slow = kind.movement.land.is_none_or(|(points, _)| points <= 1);
    kind.class != Class::Personnel && kind.load.is_some() && slow
}

/// The price of aircraft.
pub(super) fn flying(aircraft: &[&'static Aircraft]) -> u32 {
    aircraft.iter().map(|kind| u32::from(kind.points)).sum()
}

pub(super) fn price(companies: &[Company]) -> u32 {
    companies.iter().map(Company::price).sum()
}

/// Numbers companies of the same name: "1st Rifle Company", "2nd Rifle Company".
pub(super) fn number_companies(companies: &mut [Company]) {
    let names: Vec<String> = companies.iter().map(|company| base(&company.name).to_owned()).collect();
    let mut seen: Vec<&str> = Vec::new();
    for (company, name) in companies.iter_mut().zip(&names) {
        seen.push(name);
        if names.iter().filter(|other| *other == name).count() > 1 {
            let number = seen.iter().filter(|other| **other == name).count();
            company.name = format!("{} {}", ordinal(number), company.name);
        }
    }
}

fn base(name: &str) -> &str {
    name.strip_suffix(" (-)").unwrap_or(name)
}

/// "1st", "2nd", "3rd", "4th".
pub(super) fn ordinal(number: usize) -> String {
    let end = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}
