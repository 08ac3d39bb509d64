//! Buys a force: battalions with their HQs, then support companies, then single stands and works with the
//! remaining points.

use super::goods::{Company, Force, Item, Works, allowed, flying, is_towed, number_companies, price, stands};
use super::history::{Arm, CompanyKind, Part, People, When};
use super::support::main_arm;
use crate::dice::Dice;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::catalog::{Aircraft, StandType, Trait};
use crate::rules::matg::state::battle::{Role, ScenarioKind};

/// An order for one side's force.
pub(super) struct Order<'a> {
    pub(super) people: &'a People,
    pub(super) when: When,
    pub(super) points: u32,
    pub(super) kind: ScenarioKind,
    pub(super) attacks: bool,
    /// Its aircraft, paid for from its points.
    pub(super) aircraft: Vec<&'static Aircraft>,
    /// Whether the enemy has aircraft.
    pub(super) threatened: bool,
    /// Squares of ditches and mines in the belt of a delaying defender.
    pub(super) belt: (usize, usize),
    /// The most stands that fit in its zone.
    pub(super) room: usize,
}

/// Points that may remain unspent: a cheap stand, or 1% (the rulebook's example leaves 11 of 1460).
pub(super) fn tolerance(points: u32) -> u32 {
    (points / 100).max(12)
}

/// The names of a battalion's headquarters.
const BATTALION: &str = "Battalion Headquarters";
pub(super) const TANK_BATTALION: &str = "Tank Battalion Headquarters";

/// The most battalions of one kind in a force: a regiment of three.
const REGIMENT: usize = 3;
/// The most battalions in a force.
const BATTALIONS: usize = 8;

/// The stand types used throughout a force or battalion: one for each arm listed.
pub(super) type Outfit = Vec<(Arm, &'static StandType)>;

/// A battalion: its HQ, if it has one, and its companies.
pub(super) struct Battalion {
    pub(super) kind: CompanyKind,
    pub(super) companies: Vec<Company>,
}

/// The companies of a force in order: the GHQ, the battalions, then the support with tanks first, after their HQ.
fn in_order(staff: Company, battalions: Vec<Battalion>, mut support: Vec<Company>) -> Vec<Company> {
    support.sort_by_key(|company| match company.kind {
        CompanyKind::Staff => 0,
        kind if kind.is_tanks() => 1,
        _ => 2,
    });
    let mut companies = vec![staff];
    companies.extend(battalions.into_iter().flat_map(|battalion| battalion.companies));
    companies.append(&mut support);
    number_companies(&mut companies);
    companies
}

impl Order<'_> {
    /// A force that spends its points within the tolerance, or `None` if no attempt succeeded.
    pub(super) fn buy(&self, dice: &mut Dice) -> Option<Force> {
        (0..400).find_map(|_| {
            let force = self.bought(dice)?;
            let (spent, least) = (force.price(), self.points - tolerance(self.points).min(self.points));
            (spent >= least && spent <= self.points && force.stands() <= self.room).then_some(force)
        })
    }

    fn pick(&self, arm: Arm, dice: &mut Dice) -> Option<&'static StandType> {
        let kinds = self.people.arm(arm, self.when);
        (!kinds.is_empty()).then(|| kinds[dice.below(kinds.len())])
    }

    fn bought(&self, dice: &mut Dice) -> Option<Force> {
        let (_, _, _, _, share) = allowed(self.kind);
        let set_by = if self.attacks { 0 } else { self.points * share / 100 };
        let mut left = (self.points - set_by).checked_sub(flying(&self.aircraft))?;
        let core = self.core(&[], &[], dice);
        let rides = core != CompanyKind::Foot;
        let mut outfit = self.outfit(dice);
        let staff = self.staff(core, dice)?;
        left = left.checked_sub(staff.price())?;
        let mut support: Vec<Company> = Vec::new();
        // Against enemy aircraft, anti-aircraft guns come first (12.3.4).
        if self.threatened {
            let flak = self.company(CompanyKind::Flak, &outfit, rides, left / 4, dice);
            left -= flak.as_ref().map_or(0, Company::price);
            support.extend(flak);
        }
        let mut battalions = self.first(core, &outfit, left * 3 / 4, dice)?;
        left -= battalions.iter().map(|battalion| price(&battalion.companies)).sum::<u32>();
        // A side that may face tanks has anti-tank guns.
        if !self.attacks || self.kind == ScenarioKind::MeetingEngagement {
            let guns = self.company(CompanyKind::Guns, &outfit, rides, left * 2 / 3, dice);
            left -= guns.as_ref().map_or(0, Company::price);
            support.extend(guns);
        }
        for turn in 0..100 {
            if left < 20 {
                break;
            }
            let known = battalions.iter().flat_map(|battalion| &battalion.companies).chain(&support);
            let used = stands(known);
            // Where room is scarce, leave out stands that are cheap for the room they take.
            let worth = |companies: &[Company]| {
                let (takes, room) = (stands(companies), self.room.saturating_sub(used + 4).max(1));
                takes == 0 || price(companies) as usize * room * 10 >= left as usize * takes * 8
            };
            if left > 500 && battalions.len() < BATTALIONS && dice.below(2) == 0 {
                let same = self.has_room(core, &battalions, &support) && dice.below(3) > 0;
                let kind = if same { core } else { self.core(&battalions, &support, dice) };
                let outfit = self.of_battalion(kind, &battalions, &outfit);
                let more = self.battalion(kind, &outfit, left / 2, dice);
                let more = more.filter(|_| self.has_room(kind, &battalions, &support));
                if let Some(more) = more.filter(|more| worth(&more.companies)) {
                    left -= price(&more.companies);
                    battalions.push(more);
                    continue;
                }
            }
            // One company of each kind before a second one of any.
            let again = turn / 40;
            let Some(kind) = self.thought(&support, &battalions, again, dice) else { continue };
            let company = self.company(kind, &outfit, rides, left * 2 / 3, dice);
            let Some(company) = company.filter(|company| worth(std::slice::from_ref(company))) else {
                continue;
            };
            let chief = self.chief_of_tanks(&support, &company);
            let cost = company.price() + chief.as_ref().map_or(0, Company::price);
            if cost <= left {
                left -= cost;
                // A second company of tanks or assault guns has the same ones.
                outfit.extend(main_arm(kind).zip(company.items.first().map(|item| item.kind)));
                support.extend(chief);
                support.push(company);
            }
        }
        let companies = in_order(staff, battalions, support);
        let mut force = Force { companies, works: Works::default(), aircraft: self.aircraft.clone() };
        left += set_by;
        if !self.attacks {
            self.dig(&mut force, set_by, &mut left, dice);
        }
        self.top_up(&mut force, &outfit, left, dice);
        Some(force)
    }

    /// The first battalion; tanks never fight without infantry.
    fn first(
        &self,
        core: CompanyKind,
        outfit: &Outfit,
        limit: u32,
        dice: &mut Dice,
    ) -> Option<Vec<Battalion>> {
        if !core.is_tanks() {
            return Some(vec![self.battalion(core, outfit, limit, dice)?]);
        }
        let tanks = self.battalion(core, outfit, limit * 2 / 3, dice)?;
        if tanks.companies.len() == 1 {
            return None;
        }
        let left = limit - price(&tanks.companies);
        let motorized = !self.people.arm(Arm::Motor, self.when).is_empty();
        let infantry = if motorized { CompanyKind::Motor } else { CompanyKind::Foot };
        Some(vec![tanks, self.battalion(infantry, outfit, left, dice)?])
    }

    /// The outfit of a further battalion: it rides trucks when the nation's armed carriers are in use.
    fn of_battalion(&self, kind: CompanyKind, battalions: &[Battalion], outfit: &Outfit) -> Outfit {
        let carried = battalions.iter().filter(|battalion| battalion.kind == CompanyKind::Motor).count();
        let mut outfit = outfit.clone();
        if kind == CompanyKind::Motor && carried >= self.people.carried {
            let trucks = self.people.arm(Arm::Truck, self.when);
            outfit.extend(trucks.first().map(|truck| (Arm::Carrier, *truck)));
        }
        outfit
    }

    /// Whether another battalion of a kind may be added: no more than a regiment of each, no more companies
    /// than the nation had, and at most one more tank battalion than infantry battalions.
    fn has_room(&self, kind: CompanyKind, battalions: &[Battalion], support: &[Company]) -> bool {
        let alike = battalions.iter().filter(|battalion| battalion.kind == kind).count();
        let infantry = battalions.iter().filter(|battalion| battalion.kind.is_infantry()).count();
        let attached = support.iter().any(|company| company.kind == kind);
        let alike = alike + usize::from(attached);
        alike < REGIMENT
            && self.people.most(kind) >= 3 * (alike + 1)
            && !(kind.is_tanks() && alike > infantry)
    }

    /// The kind of the next battalion, given what has been bought.
    fn core(&self, battalions: &[Battalion], support: &[Company], dice: &mut Dice) -> CompanyKind {
        // The defenders of a prepared position need no transport.
        if !self.attacks && self.kind == ScenarioKind::PreparedPosition {
            return CompanyKind::Foot;
        }
        // Half the price of truck-borne troops is for transport, so they are rarer than troops on foot or in
        // armed carriers.
        let load = self.people.arm(Arm::Motor, self.when).first().and_then(|kind| kind.load);
        let carries = |kind: &&'static StandType| load.is_some() && kind.cargo >= load;
        let carriers = self.people.arm(Arm::Carrier, self.when);
        let fights = carriers.into_iter().find(carries).is_some_and(|kind| !kind.guns.is_empty());
        let weights: [(CompanyKind, Arm, usize); 3] = if self.attacks {
            [
                (CompanyKind::Foot, Arm::Foot, 3),
                (CompanyKind::Motor, Arm::Motor, if fights { 3 } else { 1 }),
                (CompanyKind::Tank, Arm::Tank, 3),
            ]
        } else {
            [
                (CompanyKind::Foot, Arm::Foot, 6),
                (CompanyKind::Motor, Arm::Motor, if fights { 2 } else { 1 }),
                (CompanyKind::Tank, Arm::Tank, 1),
            ]
        };
        let may = |(kind, arm, _): &(CompanyKind, Arm, usize)| {
            self.has_room(*kind, battalions, support) && !self.people.arm(*arm, self.when).is_empty()
        };
        let open: Vec<_> = weights.into_iter().filter(may).collect();
        let mut pick = dice.below(open.iter().map(|(_, _, weight)| weight).sum::<usize>().max(1));
        for (kind, _, weight) in open {
            if pick < weight {
                return kind;
            }
            pick -= weight;
        }
        CompanyKind::Foot
    }

    /// The stand types that the whole force uses.
    fn outfit(&self, dice: &mut Dice) -> Outfit {
        let arms = [
            Arm::Hq,
            Arm::Foot,
            Arm::Motor,
            Arm::Support,
            Arm::MountedSupport,
            Arm::CycleSupport,
            Arm::Mortar,
            Arm::BattalionGun,
        ];
        arms.into_iter().filter_map(|arm| Some((arm, self.pick(arm, dice)?))).collect()
    }

    /// The GHQ.
    #[apply(rule, "design: 6.1")]
    fn staff(&self, core: CompanyKind, dice: &mut Dice) -> Option<Company> {
        let mut staff = Item::of(self.pick(Arm::Hq, dice)?);
        staff.role = Role::Ghq(0);
        let mut items = vec![staff];
        if core != CompanyKind::Foot || self.attacks {
            self.mount(&mut items, 0, None, true);
        }
        Some(Company { name: "Headquarters".to_owned(), kind: CompanyKind::Staff, items })
    }

    /// A battalion's HQ: an infantry HQ, or one of its tanks at one and a half times the price.
    fn chief(&self, kind: CompanyKind, outfit: &Outfit, dice: &mut Dice) -> Option<Company> {
        let tank = outfit.iter().find(|(arm, _)| kind.is_tanks() && *arm == Arm::Tank).map(|(_, kind)| *kind);
        let mut chief = Item::of(tank.or_else(|| self.pick(Arm::Hq, dice))?);
        chief.role = Role::Hq;
        let mut items = vec![chief];
        if kind != CompanyKind::Foot {
            self.mount(&mut items, 0, None, true);
        }
        let name = if kind.is_tanks() { TANK_BATTALION } else { BATTALION };
        Some(Company { name: name.to_owned(), kind: CompanyKind::Staff, items })
    }

    /// A battalion of two or three companies with heavy weapons and an HQ; or, with few points, a single
    /// company under the GHQ.
    fn battalion(
        &self,
        kind: CompanyKind,
        outfit: &Outfit,
        limit: u32,
        dice: &mut Dice,
    ) -> Option<Battalion> {
        // All its companies have the same type of tank.
        let mut outfit = outfit.clone();
        if kind.is_tanks() {
            outfit.extend(self.pick(Arm::Tank, dice).map(|tank| (Arm::Tank, tank)));
        }
        let chief = self.chief(kind, &outfit, dice)?;
        let most = 3 - usize::from(dice.below(4) == 0);
        let mut companies = self.line(kind, most, &outfit, limit.saturating_sub(chief.price()), dice);
        if companies.len() >= 2 {
            companies.insert(0, chief);
            return Some(Battalion { kind, companies });
        }
        let companies = if limit < 250 { self.line(kind, 1, &outfit, limit, dice) } else { Vec::new() };
        companies.first()?;
        Some(Battalion { kind, companies })
    }

    /// The companies of a battalion, up to a maximum, with heavy weapons if there are two or more.
    fn line(
        &self,
        kind: CompanyKind,
        most: usize,
        outfit: &Outfit,
        limit: u32,
        dice: &mut Dice,
    ) -> Vec<Company> {
        let mut left = limit;
        let mut companies = Vec::new();
        for _ in 0..most {
            let Some(company) = self.company(kind, outfit, kind != CompanyKind::Foot, left, dice) else {
                break;
            };
            left -= company.price();
            companies.push(company);
        }
        if kind.is_infantry()
            && !companies.is_empty()
            && most > 1
            && let Some(weapons) =
                self.company(CompanyKind::Weapons, outfit, kind == CompanyKind::Motor, left, dice)
        {
            companies.push(weapons);
        }
        companies
    }

    /// A company for at most this many points, below strength if necessary.
    fn company(
        &self,
        sort: CompanyKind,
        outfit: &Outfit,
        mounted: bool,
        limit: u32,
        dice: &mut Dice,
    ) -> Option<Company> {
        let parts = self.people.parts(sort);
        let kinds: Vec<Option<(&'static StandType, bool)>> =
            parts.iter().map(|part| self.kind_of(part, outfit, dice)).collect();
        kinds.first().copied().flatten()?;
        let full = parts.first()?.count;
        (1..=full).rev().find_map(|count| {
            let mut items: Vec<Item> = Vec::new();
            for (at, (part, kind)) in parts.iter().zip(&kinds).enumerate() {
                let Some((kind, engineer)) = *kind else { continue };
                for _ in 0..if at == 0 { count } else { part.count } {
                    let mut item = Item::of(kind);
                    item.engineer = engineer;
                    item.off_map = sort == CompanyKind::Artillery;
                    items.push(item);
                    let rides = part.rides.is_some()
                        || mounted && kind.load.is_some() && !kind.is(Trait::Cycle)
                        || is_towed(kind);
                    if rides && !items[items.len() - 1].off_map {
                        let place = items.len() - 1;
                        let asked = part.rides.and_then(|arm| self.vehicle(arm, kind, outfit));
                        self.mount(&mut items, place, asked, mounted);
                    }
                }
            }
            let name = self.people.company(sort, items[0].kind, self.when.month);
            let name = if count < full { format!("{name} (-)") } else { name.to_owned() };
            let company = Company { name, kind: sort, items };
            let enough = count == full || !sort.is_infantry() || count + 1 == full;
            (enough && company.price() <= limit).then_some(company)
        })
    }

    /// The stand type of a part, and whether its infantry become engineers.
    fn kind_of(&self, part: &Part, outfit: &Outfit, dice: &mut Dice) -> Option<(&'static StandType, bool)> {
        let used = |arm: Arm| outfit.iter().find(|(known, _)| *known == arm).map(|(_, kind)| *kind);
        if let Some(kind) = used(part.arm) {
            return Some((kind, false));
        }
        match self.pick(part.arm, dice) {
            None if part.arm == Arm::Engineer => used(Arm::Foot).map(|kind| (kind, true)),
            kind => kind.map(|kind| (kind, false)),
        }
    }

    /// The vehicle of an arm that carries a stand: the battalion's own, or the first in use.
    fn vehicle(&self, arm: Arm, stand: &StandType, outfit: &Outfit) -> Option<&'static StandType> {
        let own = outfit.iter().filter(|(known, _)| *known == arm).map(|(_, kind)| *kind);
        own.chain(self.people.arm(arm, self.when)).find(|kind| carries(kind, stand))
    }

    /// Gives a stand its transport or tractor: the company's own kind if that can carry it, otherwise the
    /// cheapest that can.
    pub(super) fn mount(
        &self,
        items: &mut Vec<Item>,
        place: usize,
        asked: Option<&'static StandType>,
        motorized: bool,
    ) {
        let stand = items[place].kind;
        let asked = asked.filter(|kind| carries(kind, stand));
        if let Some(kind) = asked.or_else(|| self.people.transport(stand, motorized, self.when)) {
            items[place].rides = Some(items.len());
            items.push(Item::of(kind));
        }
    }
}

/// Whether a vehicle has room for a stand.
fn carries(vehicle: &StandType, stand: &StandType) -> bool {
    stand.load.is_some() && vehicle.cargo >= stand.load
}
