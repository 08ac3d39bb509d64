//! What a side buys: a battalion as its core, companies in support, and what is left for single platoons and works.

use super::goods::{
    Company, Force, Item, MINES, OBSTACLE, POSITIONS, Works, allowed, flying, is_towed, number_companies,
    ordinal, price, stands,
};
use super::history::{Part, People, When};
use crate::dice::Dice;
use crate::ledger::cited::applies;
use crate::rules::matg::catalog::{Aircraft, StandType, Trait};
use crate::rules::matg::state::battle::{Role, ScenarioKind};

/// What is bought for.
pub(super) struct Order<'a> {
    pub(super) people: &'a People,
    pub(super) when: When,
    pub(super) points: u32,
    pub(super) kind: ScenarioKind,
    pub(super) attacks: bool,
    /// Its aircraft, which are paid for out of its points.
    pub(super) aircraft: Vec<&'static Aircraft>,
    /// Whether the enemy has aircraft.
    pub(super) threatened: bool,
    /// Ditches and mines that close the ground of who delays.
    pub(super) belt: (usize, usize),
    /// The most stands there is room for.
    pub(super) room: usize,
}

/// Points that may be left over: a cheap stand, or one in a hundred (the example leaves 11 of 1460).
pub(super) fn tolerance(points: u32) -> u32 {
    (points / 100).max(12)
}

/// Companies in support, how often they are thought of by attackers and defenders, and how many there may be.
const SUPPORT: [(&str, usize, usize, usize); 10] = [
    ("tank", 6, 2, 3),
    ("heavy", 2, 1, 1),
    ("assault", 4, 3, 2),
    ("destroyers", 2, 3, 1),
    ("guns", 2, 6, 2),
    ("engineers", 3, 1, 1),
    ("scouts", 3, 2, 1),
    ("mortars", 3, 3, 1),
    ("artillery", 3, 3, 2),
    ("flak", 1, 1, 1),
];

impl Order<'_> {
    /// A force that spends its points to the tolerance; `None` if chance found none.
    pub(super) fn buy(&self, dice: &mut Dice) -> Option<Force> {
        (0..400).find_map(|_| {
            let force = self.bought(dice)?;
            let (spent, least) = (force.price(), self.points - tolerance(self.points).min(self.points));
            (spent >= least && spent <= self.points && force.stands() <= self.room).then_some(force)
        })
    }

    fn pick(&self, arm: &str, dice: &mut Dice) -> Option<&'static StandType> {
        let kinds = self.people.arm(arm, self.when);
        (!kinds.is_empty()).then(|| kinds[dice.below(kinds.len())])
    }

    fn bought(&self, dice: &mut Dice) -> Option<Force> {
        let (_, _, _, _, share) = allowed(self.kind);
        let set_by = if self.attacks { 0 } else { self.points * share / 100 };
        let mut left = (self.points - set_by).checked_sub(flying(&self.aircraft))?;
        let core = self.core(dice);
        // One kind of men in a force.
        let men = self.men(dice);
        let staff = self.staff(core, dice)?;
        left = left.checked_sub(staff.price())?;
        let mut battalions: Vec<Vec<Company>> = Vec::new();
        let mut support: Vec<Company> = Vec::new();
        // Where the enemy has aircraft, something to fire at those comes before all else (12.3.4).
        if self.threatened {
            let flak = self.company("flak", &men, core != "foot", left / 4, dice);
            left -= flak.as_ref().map_or(0, Company::price);
            support.extend(flak);
        }
        battalions.push(self.battalion(core, &men, left * 3 / 4, dice)?);
        left -= price(&battalions[0]);
        // Who awaits tanks, or may meet them, has guns against them.
        if !self.attacks || self.kind == ScenarioKind::MeetingEngagement {
            let guns = self.company("guns", &men, core != "foot", left * 2 / 3, dice);
            left -= guns.as_ref().map_or(0, Company::price);
            support.extend(guns);
        }
        for _ in 0..100 {
            if left < 20 {
                break;
            }
            // Another battalion where there are points for it.
            let used = stands(battalions.iter().flatten().chain(&support));
            // Where room is scarce, what costs little for its room has to stay away.
            let worth = |companies: &[Company]| {
                let (takes, room) = (stands(companies), self.room.saturating_sub(used + 4).max(1));
                takes == 0 || price(companies) as usize * room * 10 >= left as usize * takes * 8
            };
            if left > 500 && battalions.len() < 6 && dice.below(2) == 0 {
                let sort = if dice.below(3) > 0 { core } else { self.core(dice) };
                // Each battalion then needs an HQ of its own, the first one too (design: 6.1).
                let mut chiefs = vec![self.chief(sort, battalions.len() + 1, dice)?];
                if battalions.len() == 1 {
                    chiefs.push(self.chief(battalions[0][0].sort, 1, dice)?);
                }
                let more = self.battalion(sort, &men, left / 2, dice).filter(|more| worth(more));
                if let Some(mut more) = more.filter(|more| price(more) + price(&chiefs) <= left) {
                    left -= price(&more) + price(&chiefs);
                    if let Some(first) = chiefs.get(1) {
                        battalions[0].insert(0, first.clone());
                    }
                    more.insert(0, chiefs.swap_remove(0));
                    battalions.push(more);
                    continue;
                }
            }
            let Some(sort) = self.thought(&support, &battalions, dice) else { continue };
            let company = self.company(sort, &men, core != "foot", left * 2 / 3, dice);
            if let Some(company) = company.filter(|company| worth(std::slice::from_ref(company))) {
                left -= company.price();
                support.push(company);
            }
        }
        let mut companies = vec![staff];
        companies.extend(battalions.into_iter().flatten());
        companies.append(&mut support);
        number_companies(&mut companies);
        let mut force = Force { companies, works: Works::default(), aircraft: self.aircraft.clone() };
        left += set_by;
        if !self.attacks {
            self.dig(&mut force, set_by, &mut left, dice);
        }
        self.top_up(&mut force, &men, left, dice);
        Some(force)
    }

    /// What the core is made of.
    fn core(&self, dice: &mut Dice) -> &'static str {
        // Who has prepared a position needs nothing to ride in.
        if !self.attacks && self.kind == ScenarioKind::PreparedPosition {
            return "foot";
        }
        // Men in trucks pay for what only brings them there: they are fewer than those on foot or in what fights.
        let load = self.people.arm("motor", self.when).first().and_then(|kind| kind.load);
        let carries = |kind: &&'static StandType| load.is_some() && kind.cargo >= load;
        let carriers = self.people.arm("carrier", self.when);
        let fights = carriers.into_iter().find(carries).is_some_and(|kind| !kind.guns.is_empty());
        let weights: [(&str, usize); 3] = if self.attacks {
            [("foot", 3), ("motor", if fights { 3 } else { 1 }), ("tank", 3)]
        } else {
            [("foot", 6), ("motor", if fights { 2 } else { 1 }), ("tank", 1)]
        };
        let mut pick = dice.below(weights.iter().map(|(_, weight)| weight).sum());
        for (sort, weight) in weights {
            if pick < weight {
                return if self.people.arm(sort, self.when).is_empty() { "foot" } else { sort };
            }
            pick -= weight;
        }
        "foot"
    }

    /// The men of the force: one entry for each arm of which a force has one kind.
    fn men(&self, dice: &mut Dice) -> Vec<(&'static str, &'static StandType)> {
        let arms = ["hq", "foot", "motor", "support", "mounted-support", "cycle-support", "mortar"];
        arms.into_iter().filter_map(|arm| Some((arm, self.pick(arm, dice)?))).collect()
    }

    /// The headquarters of the whole.
    fn staff(&self, core: &str, dice: &mut Dice) -> Option<Company> {
        applies("design: 6.1");
        let mut staff = Item::of(self.pick("hq", dice)?);
        staff.role = Role::Ghq(0);
        let mut items = vec![staff];
        if core != "foot" || self.attacks {
            self.mount(&mut items, 0, None);
        }
        Some(Company { name: "Headquarters".to_owned(), sort: "staff", items })
    }

    /// The headquarters of a battalion: its men, or a tank at half as much again.
    fn chief(&self, sort: &str, number: usize, dice: &mut Dice) -> Option<Company> {
        let mut chief = Item::of(self.pick("hq", dice)?);
        chief.role = Role::Hq;
        let mut items = vec![chief];
        if sort != "foot" {
            self.mount(&mut items, 0, None);
        }
        Some(Company { name: format!("{} Battalion Headquarters", ordinal(number)), sort: "staff", items })
    }

    /// Three companies, or two, with their heavy weapons.
    fn battalion(
        &self,
        sort: &'static str,
        men: &[(&'static str, &'static StandType)],
        limit: u32,
        dice: &mut Dice,
    ) -> Option<Vec<Company>> {
        let mut companies = Vec::new();
        let mut left = limit;
        let wanted = 3 - usize::from(dice.below(4) == 0);
        for _ in 0..wanted {
            let Some(company) = self.company(sort, men, sort != "foot", left, dice) else { break };
            left -= company.price();
            companies.push(company);
        }
        if sort != "tank"
            && let Some(weapons) = self.company("weapons", men, sort == "motor", left, dice)
        {
            companies.push(weapons);
        }
        (companies.len() >= 2 || !companies.is_empty() && limit < 250).then_some(companies)
    }

    /// A kind of company to be thought of next.
    fn thought(
        &self,
        support: &[Company],
        battalions: &[Vec<Company>],
        dice: &mut Dice,
    ) -> Option<&'static str> {
        let weight = |line: &(&str, usize, usize, usize)| if self.attacks { line.1 } else { line.2 };
        let mut pick = dice.below(SUPPORT.iter().map(weight).sum());
        let line = SUPPORT.iter().find(|line| {
            let here = pick < weight(line);
            pick = pick.saturating_sub(weight(line));
            here
        })?;
        let (sort, _, _, most) = *line;
        let tanks = sort == "tank" && battalions.iter().flatten().any(|company| company.sort == "tank");
        // A meeting engagement has no artillery beyond the map (design: 1A).
        let barred = sort == "artillery" && self.kind == ScenarioKind::MeetingEngagement;
        let known = support.iter().filter(|company| company.sort == sort).count();
        // A large force has more of each.
        let most = most + self.points as usize / 1500;
        (known < most && !tanks && !barred).then_some(sort)
    }

    /// A company of a kind for so many points at most, below its strength if need be.
    fn company(
        &self,
        sort: &'static str,
        men: &[(&'static str, &'static StandType)],
        mounted: bool,
        limit: u32,
        dice: &mut Dice,
    ) -> Option<Company> {
        let parts = self.people.parts(sort);
        let kinds: Vec<Option<(&'static StandType, bool)>> =
            parts.iter().map(|part| self.kind_of(part, men, dice)).collect();
        kinds.first().copied().flatten()?;
        let full = parts.first()?.count;
        (1..=full).rev().find_map(|count| {
            let mut items: Vec<Item> = Vec::new();
            for (at, (part, kind)) in parts.iter().zip(&kinds).enumerate() {
                let Some((kind, engineer)) = *kind else { continue };
                for _ in 0..if at == 0 { count } else { part.count } {
                    let mut item = Item::of(kind);
                    item.engineer = engineer;
                    item.off_map = sort == "artillery";
                    if item.off_map {
                        applies("design: 6.3");
                    }
                    items.push(item);
                    let rides = part.rides.is_some()
                        || mounted && kind.load.is_some() && !kind.is(Trait::Cycle)
                        || is_towed(kind);
                    if rides && !items[items.len() - 1].off_map {
                        let place = items.len() - 1;
                        self.mount(&mut items, place, part.rides.as_deref());
                    }
                }
            }
            let name = self.people.company(sort);
            let name = if count < full { format!("{name} (-)") } else { name.to_owned() };
            let company = Company { name, sort, items };
            let enough = count == full || !matches!(sort, "foot" | "motor") || count + 1 == full;
            (enough && company.price() <= limit).then_some(company)
        })
    }

    /// The entry of a part, and whether its men are made engineers.
    fn kind_of(
        &self,
        part: &Part,
        men: &[(&'static str, &'static StandType)],
        dice: &mut Dice,
    ) -> Option<(&'static StandType, bool)> {
        if let Some((_, kind)) = men.iter().find(|(arm, _)| *arm == part.arm) {
            return Some((kind, false));
        }
        match self.pick(&part.arm, dice) {
            None if part.arm == "engineer" => {
                men.iter().find(|(arm, _)| *arm == "foot").map(|(_, kind)| (*kind, true))
            }
            kind => kind.map(|kind| (kind, false)),
        }
    }

    /// Gives a stand something to ride in, or to be towed by: what its company rides in, if that carries it.
    fn mount(&self, items: &mut Vec<Item>, place: usize, rides: Option<&str>) {
        let Some(load) = items[place].kind.load else { return };
        let carries = |kind: &&'static StandType| kind.cargo.is_some_and(|cargo| cargo >= load);
        let asked = rides.and_then(|arm| self.people.arm(arm, self.when).into_iter().find(carries));
        if let Some(kind) = asked.or_else(|| self.people.transport(load, self.when)) {
            items[place].rides = Some(items.len());
            items.push(Item::of(kind));
        }
    }

    /// Positions for those who dig, mines and obstacles before them.
    fn dig(&self, force: &mut Force, share: u32, left: &mut u32, dice: &mut Dice) {
        applies("design: 6.2");
        let (strength, mined, wired, ditched, _) = allowed(self.kind);
        let mut spend = share.min(*left);
        let diggers = force.companies.iter().flat_map(|company| &company.items);
        let diggers = diggers.filter(|item| item.digs() && !item.off_map).count();
        // Who delays closes the ground and the roads first (S-211).
        let (ditches, mines) = self.belt;
        let works = &mut force.works;
        works.ditches = ditches.min((spend * 6 / 10 / OBSTACLE) as usize);
        works.mines[0] = mines.min((spend / 5 / MINES[0]) as usize);
        // Then everybody digs in, as the book's own defenders do; where stronger positions may be had, some have those.
        let holes = ((spend - force.works.price()) / POSITIONS[0]).min(diggers as u32);
        let better = spend - force.works.price() - holes * POSITIONS[0];
        force.works.positions[0] = holes as usize;
        for which in (1..strength).rev() {
            let more = POSITIONS[which] - POSITIONS[0];
            let count = (better / 2 / strength as u32 / more).min(force.works.positions[0] as u32) as usize;
            force.works.positions[0] -= count;
            force.works.positions[which] += count;
        }
        spend -= force.works.price();
        *left -= force.works.price();
        for _ in 0..200 {
            let works = &mut force.works;
            let price = match dice.below(2) {
                0 if mined > 0 => {
                    let which = dice.below(mined);
                    if MINES[which] > spend {
                        continue;
                    }
                    works.mines[which] += 1;
                    MINES[which]
                }
                1 if wired && spend >= OBSTACLE => {
                    if ditched && dice.below(3) == 0 {
                        works.ditches += 1
                    } else {
                        works.wire += 1
                    }
                    OBSTACLE
                }
                _ => continue,
            };
            spend -= price;
            *left -= price;
        }
    }

    /// Single platoons, and a better general, for what is left.
    fn top_up(
        &self,
        force: &mut Force,
        men: &[(&'static str, &'static StandType)],
        mut left: u32,
        dice: &mut Dice,
    ) {
        let kind = |arm: &str| men.iter().find(|(known, _)| *known == arm).map(|(_, kind)| *kind);
        for _ in 0..60 {
            let at = dice.below(force.companies.len());
            let company = &mut force.companies[at];
            let arm = match (company.sort, dice.below(3)) {
                ("foot", 0) => "support",
                ("foot", _) => "foot",
                ("weapons", 0) => "mortar",
                ("weapons", _) => "support",
                ("motor", _) => "motor",
                _ => continue,
            };
            let Some(kind) = kind(arm) else { continue };
            // With those who ride comes what they ride in.
            let rides = company.items.iter().any(|item| item.rides.is_some());
            let mut items = company.items.clone();
            items.push(Item::of(kind));
            if rides && kind.load.is_some() && !kind.is(Trait::Cycle) {
                let place = items.len() - 1;
                let rides = self.people.parts(company.sort).iter().find_map(|part| part.rides.clone());
                self.mount(&mut items, place, rides.as_deref());
            }
            let grown = Company { items, ..company.clone() };
            let price = grown.price() - company.price();
            if price <= left && !company.name.ends_with("(+)") && company.fighters() < 8 {
                let full = company.name.strip_suffix(" (-)").map(str::to_owned);
                let name = full.unwrap_or_else(|| format!("{} (+)", company.name));
                *company = Company { name, ..grown };
                left -= price;
            }
        }
        // A better general, or a worse one and a better force.
        let staff = &mut force.companies[0].items[0];
        let asked = |quality: i8, staff: &Item| Item { role: Role::Ghq(quality), ..staff.clone() }.price();
        let now = staff.price();
        if let Some(best) = (1..=2).rev().find(|&quality| asked(quality, staff) - now <= left) {
            let quality = if left > tolerance(self.points) { best } else { (dice.below(2) as i8).min(best) };
            left -= asked(quality, staff) - now;
            staff.role = Role::Ghq(quality);
        }
        let (_, mined, wired, ..) = allowed(self.kind);
        if !self.attacks && wired && mined > 0 {
            while left > 3 {
                if dice.below(2) == 0 {
                    force.works.wire += 1
                } else {
                    force.works.mines[0] += 1
                }
                left -= OBSTACLE;
                if force.works.wire + force.works.mines[0] > 40 {
                    return;
                }
            }
        }
    }
}
