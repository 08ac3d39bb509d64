//! The forces of a scenario: sides with their decks, groups with their figures.

use crate::board::{BadCompass, Cell, Compass};
use crate::game::{Deck, Side};
use crate::ledger::cited::{applies, apply, rule};
use crate::reading::{Report, suggestion};

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::catalog::tables::{Rank, Tables};
use crate::rules::fireandmove::fire::effect::Nerve;
use crate::rules::fireandmove::nations::sides::{cards_of, qualities, strikes, traits_of};
use crate::rules::fireandmove::nations::{Kind, Nation, Quality, Trait, nation, nations};
use crate::rules::fireandmove::optional::team_play::COMPANY;
use crate::rules::fireandmove::scenario::{GroupEntry, SideEntry};
use crate::rules::fireandmove::state::{Figure, Group, Gun, Kit, More, Seat, SideCard, Soldier, Standing};
use crate::rules::fireandmove::vehicles::Machine;

/// Figures and groups as they are read.
pub(in crate::rules::fireandmove) struct Raising<'a> {
    pub tables: &'a Tables,
    pub field: &'a Field,
    pub soldiers: Vec<Soldier>,
    pub figures: Vec<Figure>,
    pub groups: Vec<Group>,
    pub machines: Vec<Machine>,
}

/// The traits shared by all figures of a side.
struct Stock<'a> {
    /// Each platoon has its own player (77).
    teams: bool,
    platoons: usize,
    side: Side,
    nation: &'a Nation,
    shift: [i16; 4],
    charge: i16,
    partisans: bool,
    small: bool,
}

impl Raising<'_> {
    pub(in crate::rules::fireandmove) fn side(
        &mut self,
        report: &mut Report,
        entry: &SideEntry,
        side: Side,
        teams: bool,
    ) -> Option<(SideCard, Vec<Seat>)> {
        let nation = nation_of(report, entry)?;
        let kind = kind_of(report, entry, nation)?;
        let quality = quality_of(report, entry, kind)?;
        qualities(report, entry, nation, kind, quality);
        // Quality changes the values of plain troops; troops with cards of their own keep theirs (91.1).
        let changed = kind.is_none_or(|kind| kind.common) && !nation.has(Trait::ValuesAsPrinted);
        let plain = if changed { quality.shift() } else { 0 };
        // 91.11: elite Romanians panic like line troops.
        if nation.has(Trait::EliteKeepsPanic) {
            applies("91.11");
        }
        let nervous = i16::from(plain > 0 && nation.has(Trait::EliteKeepsPanic));
        let own = kind.map(|kind| kind.shift).unwrap_or_default();
        let figures = nation.figures;
        let traits = traits_of(nation, quality, entry);
        let partisans = traits.has(Trait::Partisans);
        let platoons = platoons(report, entry);
        let stock = Stock {
            teams,
            platoons: platoons.len(),
            side,
            nation,
            shift: [
                plain + own.morale + figures.morale,
                plain - nervous - i16::from(partisans) + own.panic + figures.panic,
                plain + own.ccv + figures.ccv,
                own.points + figures.points,
            ],
            charge: kind.map_or(0, |kind| kind.charge),
            partisans,
            small: traits.has(Trait::SmallGroups) && quality != Quality::Elite,
        };
        for group in &entry.group {
            self.group(report, group, &stock);
        }
        let strength = self.soldiers.iter().filter(|soldier| soldier.side == side && !soldier.horse).count();
        if !(2..=100).contains(&strength) {
            report.fault(entry.nation.span(), format!("the side has {strength} figures, expected 2 to 100"));
        }
        let breaking = report.within("breaking", &entry.breaking, 1..=strength.max(1) as i64)?;
        let fire = kind.and_then(|kind| kind.fire.as_ref()).unwrap_or(&nation.fire);
        let artillery = match &entry.artillery {
            None => None,
            Some(number) => Some(report.within("the strength of artillery", number, 1..=12)?),
        };
        let card = SideCard {
            key: entry.key.clone(),
            name: entry.name.clone(),
            nation: nation.key.clone(),
            rule: nation.rule.as_str(),
            hand: *nation.hand(quality),
            fire: self.tables.fire(fire)?.clone(),
            artillery,
            strikes: strikes(report, entry),
            platoons,
            breaking,
            elite: quality == Quality::Elite,
            smoke: nation.smoke,
            traits,
        };
        let cards = cards_of(report, nation, entry);
        let players = if teams { card.platoons.len().max(1) } else { 1 };
        Some((card, (0..players as u8).map(|platoon| seat(platoon, &cards)).collect()))
    }

    fn group(&mut self, report: &mut Report, entry: &GroupEntry, stock: &Stock) {
        let at = self.cell_of(report, entry);
        let front = front_of(report, entry);
        // There are at most a hundred figures a side.
        let id = self.groups.len() as u8;
        let platoon = platoon_of(report, entry, stock);
        let machine = self.machine(report, entry, stock, id, front);
        let gun = self.gun(report, entry);
        let Some(figures) = self.figures(report, entry, stock, id) else { return };
        let members: Vec<u8> = machine.into_iter().chain(figures).collect();
        self.check_members(report, entry, stock, &members, machine);
        for &figure in &members {
            self.soldiers[usize::from(figure)].platoon = platoon;
        }
        if entry.company_leader {
            self.company_leader(report, entry, &members, stock);
        }
        if entry.radio
            && let Some(&operator) = members.last()
        {
            self.soldiers[usize::from(operator)].radio = true;
        }
        if entry.mounted {
            self.saddle(stock.side, &members, id);
        }
        let (Some(at), Some(front)) = (at, front) else { return };
        self.groups.push(Group {
            side: stock.side,
            at,
            front,
            members,
            grounded: false,
            fear: false,
            mined: false,
            aside: 0,
            acted: false,
            still: false,
            moved: false,
            reacted: false,
            sniped: None,
            called: None,
            // A gun behind a vehicle is ready to be towed (61.7).
            down: gun.is_some() && machine.is_some(),
            home: None,
            gun,
            machine,
            banzai: false,
            ambush: stock.partisans,
            hidden: false,
            twin: None,
            root: None,
            more: More { mounted: entry.mounted, platoon, ..More::default() },
            deep: false,
            mar: 0,
        });
    }

    /// The cell of a group.
    fn cell_of(&self, report: &mut Report, entry: &GroupEntry) -> Option<Cell> {
        match entry.at.get_ref().parse() {
            Ok(cell) if self.field.square.contains(cell) => return Some(cell),
            Ok(cell) => report.fault(entry.at.span(), format!("{cell} is off the map")),
            Err(error) => report.fault(entry.at.span(), error.to_string()),
        }
        None
    }

    /// The figures of a group; `None` if there are too many of them.
    fn figures(&mut self, report: &mut Report, entry: &GroupEntry, stock: &Stock, id: u8) -> Option<Vec<u8>> {
        let (mut members, mut gunner) = (Vec::new(), None);
        for word in &entry.figures {
            let (key, count) = word.get_ref().split_once('*').unwrap_or((word.get_ref(), "1"));
            let (key, kit) = key.split_once('+').unwrap_or((key, ""));
            let kit = kit_of(kit);
            if kit.is_none() {
                report.fault(
                    word.span(),
                    "a figure can carry faust, mine, charge, dadao or phosphorus, such as \
                     \"rifleman+faust\"",
                );
            }
            let count = count.trim().parse::<u8>().ok().filter(|count| (1..=8).contains(count));
            let known: Vec<&str> = self.tables.troops.iter().map(|troop| troop.key.as_str()).collect();
            let (Some(troop), Some(count)) = (self.tables.troop(key.trim()), count) else {
                report.fault(
                    word.span(),
                    format!("there is no figure {:?}{}", word.get_ref(), suggestion(key, &known)),
                );
                continue;
            };
            let arm = stock.nation.armed(&troop.weapon);
            let place = self.tables.weapons.iter().position(|weapon| weapon.key == arm).unwrap_or(0);
            for _ in 0..count {
                if self.figures.len() >= 200 {
                    report.fault(word.span(), "there are more than 200 figures");
                    return None;
                }
                let figure = self.figures.len() as u8;
                let [morale, panic, ccv, points] = stock.shift;
                let nerve =
                    Nerve { morale: troop.morale + morale, panic: troop.panic + panic, kia: troop.kia };
                self.soldiers.push(Soldier {
                    ccv: troop.ccv + ccv,
                    rank: troop.rank,
                    leader: troop.leader,
                    charge: stock.charge,
                    points: troop.points.saturating_add_signed(points),
                    commissar: troop.commissar,
                    ..Soldier::plain(troop.name.clone(), stock.side, nerve, place as u8)
                });
                // The first plain figure after a crewed weapon becomes its assistant: weapons start fully
                // crewed (6.6).
                let assists = if troop.rank == Rank::None && self.tables.weapons[place].fails.is_none() {
                    gunner.take()
                } else {
                    None
                };
                if self.tables.weapons[place].crew > 1 {
                    gunner = Some(figure);
                }
                let kit = kit.unwrap_or_default();
                self.figures.push(Figure { assists, kit, ..Figure::fit(id, place as u8) });
                members.push(figure);
            }
        }
        Some(members)
    }

    /// Checks the strength of a group (6.1), and that a vehicle has room for it.
    fn check_members(
        &self,
        report: &mut Report,
        entry: &GroupEntry,
        stock: &Stock,
        members: &[u8],
        machine: Option<u8>,
    ) {
        let leaders = members
            .iter()
            .filter(|&&figure| self.soldiers[usize::from(figure)].rank == Rank::Platoon)
            .count();
        let men = members.len() - leaders;
        if entry.gun.is_some() && men < 3 {
            report.fault(entry.at.span(), format!("a gun needs a crew of at least three, not {men} (61.2)"));
        }
        let all = members.len();
        if stock.small && all > 5 && members.iter().all(|&f| self.soldiers[usize::from(f)].rank == Rank::None)
        {
            let what = format!("a group without a leader has at most five figures, not {all} (91.14)");
            report.fault(entry.at.span(), what);
        }
        if let Some(crew) = machine {
            self.check_seats(report, entry, crew, men - 1);
        }
        if machine.is_none() && (men > 8 || men < 2 && (leaders != 1 || men == 1)) {
            let what = format!("a group has two to eight figures, plus any platoon leader, not {men} (6.1)");
            report.fault(entry.at.span(), what);
        }
        let guns = members.iter().filter(|&&figure| {
            let weapon = &self.tables.weapons[usize::from(self.figures[usize::from(figure)].weapon)];
            weapon.crew > 1 && weapon.bonus[0].is_some()
        });
        if guns.count() > 1 {
            report.fault(entry.at.span(), "a group has at most one machine gun (6.1)");
        }
    }

    /// The company leader: the most expensive platoon leader the nation allows, in a group of their own
    /// (77.3, ruling FM-99).
    #[apply(rule, "77.3")]
    fn company_leader(&mut self, report: &mut Report, entry: &GroupEntry, members: &[u8], stock: &Stock<'_>) {
        let may = |leader: i16| !stock.partisans || leader == 0;
        let ranks = self
            .tables
            .troops
            .iter()
            .filter(|troop| troop.rank == Rank::Platoon && !troop.commissar && may(troop.leader));
        let best = ranks.max_by_key(|troop| troop.points);
        let name = best.map_or("", |troop| troop.name.as_str());
        match *members {
            [only] if self.soldiers[usize::from(only)].name == name => {
                self.soldiers[usize::from(only)].company = true;
            }
            _ => {
                let key = best.map_or("", |troop| troop.key.as_str());
                let what =
                    format!("a company leader is a group of one figure, the {name} (\"{key}\") (77.3)");
                report.fault(entry.at.span(), what);
            }
        }
    }

    /// The crew of a group's vehicle, as one figure.
    fn machine(
        &mut self,
        report: &mut Report,
        entry: &GroupEntry,
        stock: &Stock,
        id: u8,
        front: Option<Compass>,
    ) -> Option<u8> {
        let word = entry.vehicle.as_ref()?;
        let known: Vec<&str> = self.tables.vehicles.iter().map(|vehicle| vehicle.key.as_str()).collect();
        let Some(card) = self.tables.vehicles.iter().position(|vehicle| vehicle.key == *word.get_ref())
        else {
            let key = word.get_ref();
            report.fault(word.span(), format!("there is no vehicle {key:?}{}", suggestion(key, &known)));
            return None;
        };
        let vehicle = &self.tables.vehicles[card];
        let weapon = vehicle.weapon.as_deref().unwrap_or("rifle");
        let weapon = self.tables.weapons.iter().position(|found| found.key == weapon).unwrap_or(0);
        // There are at most 200 figures, and far fewer weapons and vehicles.
        let figure = self.figures.len() as u8;
        let nerve = Nerve { morale: vehicle.morale, panic: vehicle.morale, kia: vehicle.crew_exposed };
        self.soldiers.push(Soldier {
            points: vehicle.points,
            machine: Some(self.machines.len() as u8),
            ..Soldier::plain(vehicle.name.clone(), stock.side, nerve, weapon as u8)
        });
        self.figures.push(Figure::fit(id, weapon as u8));
        self.machines.push(Machine::new(card as u8, front.unwrap_or(Compass::N)));
        Some(figure)
    }

    /// Checks that a vehicle has room for its starting passengers.
    fn check_seats(&self, report: &mut Report, entry: &GroupEntry, crew: u8, men: usize) {
        let machine =
            self.soldiers[usize::from(crew)].machine.map(|place| &self.machines[usize::from(place)]);
        let Some(card) = machine.map(|machine| &self.tables.vehicles[usize::from(machine.card)]) else {
            return;
        };
        if men > usize::from(card.seats) {
            let what = format!("the {} has room for {}, not {men} (85)", card.name, card.seats);
            report.fault(entry.at.span(), what);
        }
        if entry.gun.is_some() && !card.tows {
            report.fault(entry.at.span(), format!("the {} can't tow a gun (61.7)", card.name));
        }
    }

    /// A horse for each rider (82).
    fn saddle(&mut self, side: Side, riders: &[u8], group: u8) {
        for _ in riders {
            // There are at most 200 figures.
            let nerve = Nerve { morale: 2, panic: 2, kia: 2 };
            self.soldiers.push(Soldier { horse: true, ..Soldier::plain("horse", side, nerve, 0) });
            self.figures.push(Figure { standing: Standing::Away, ..Figure::fit(group, 0) });
        }
    }

    fn gun(&self, report: &mut Report, entry: &GroupEntry) -> Option<Gun> {
        let word = entry.gun.as_ref()?;
        let guns = || self.tables.weapons.iter().zip(0..).filter(|(weapon, _)| weapon.gun);
        let Some((_, weapon)) = guns().find(|(weapon, _)| weapon.key == *word.get_ref()) else {
            let known: Vec<&str> = guns().map(|(weapon, _)| weapon.key.as_str()).collect();
            let key = word.get_ref();
            report.fault(word.span(), format!("there is no gun {key:?}{}", suggestion(key, &known)));
            return None;
        };
        Some(Gun { weapon, damaged: false, failed: false, dry: false })
    }
}

/// The nation of a side.
fn nation_of(report: &mut Report, entry: &SideEntry) -> Option<&'static Nation> {
    let key = entry.nation.get_ref();
    let found = nation(key);
    if found.is_none() {
        let known: Vec<&str> = nations().iter().map(|nation| nation.key.as_str()).collect();
        report.fault(entry.nation.span(), format!("there is no nation {key:?}{}", suggestion(key, &known)));
    }
    found
}

/// The kind of a side's troops, if the scenario names one.
fn kind_of<'a>(report: &mut Report, entry: &SideEntry, nation: &'a Nation) -> Option<Option<&'a Kind>> {
    let Some(word) = &entry.kind else { return Some(None) };
    let key = word.get_ref();
    let found = nation.kinds.iter().find(|kind| kind.key == *key);
    if found.is_none() {
        let known: Vec<&str> = nation.kinds.iter().map(|kind| kind.key.as_str()).collect();
        report.fault(word.span(), format!("the {} have no {key:?}{}", nation.name, suggestion(key, &known)));
    }
    Some(Some(found?))
}

/// The quality of a side's troops.
fn quality_of(report: &mut Report, entry: &SideEntry, kind: Option<&Kind>) -> Option<Quality> {
    let Some(word) = &entry.quality else {
        return Some(kind.and_then(|kind| kind.qualities.first().copied()).unwrap_or(Quality::Line));
    };
    let found = Quality::ALL.into_iter().find(|quality| quality.key() == word.get_ref());
    if found.is_none() {
        let what = format!("a quality is line, elite or second-line, not {:?}", word.get_ref());
        report.fault(word.span(), what);
    }
    found
}

/// A player at the start of a battle.
fn seat(platoon: u8, cards: &[Card]) -> Seat {
    Seat {
        platoon,
        first_let_by: false,
        deck: Deck::new(cards.to_vec()),
        hand: Vec::new(),
        played: Vec::new(),
        buried: Vec::new(),
        aside: Vec::new(),
        actions: 0,
        holds: false,
        snipers_dead: false,
        shuffles: 0,
        strikes: 0,
    }
}

/// The direction a group faces.
fn front_of(report: &mut Report, entry: &GroupEntry) -> Option<Compass> {
    let read = entry.front.get_ref().parse();
    read.map_err(|error: BadCompass| report.fault(entry.front.span(), error.to_string())).ok()
}

/// The names of a side's platoons: two to four, or none (77.1).
fn platoons(report: &mut Report, entry: &SideEntry) -> Vec<String> {
    let Some(names) = &entry.platoons else { return Vec::new() };
    let count = names.get_ref().len();
    if !(2..=4).contains(&count) {
        report.fault(names.span(), format!("a side in team play has 2 to 4 platoons, not {count} (77.1)"));
    }
    for number in (1..=count as i64).filter(|number| !entry.group.iter().any(|group| group.belongs(*number)))
    {
        report.fault(names.span(), format!("platoon {number} has no groups (77.1)"));
    }
    names.get_ref().clone()
}

/// The platoon a group belongs to: a platoon number, the company leader's own, or the first player's if there
/// is only one (77.1).
fn platoon_of(report: &mut Report, entry: &GroupEntry, stock: &Stock<'_>) -> u8 {
    let number = match &entry.platoon {
        None => Some(1),
        Some(number) => report.within("the platoon", number, 1..=stock.platoons.max(1) as i64),
    };
    match number {
        Some(_) if entry.company_leader && stock.teams => COMPANY,
        Some(number) if stock.teams => number as u8 - 1,
        _ => 0,
    }
}

/// A figure's extra equipment: "faust", "mine", "charge", separated by a plus.
fn kit_of(words: &str) -> Option<Kit> {
    let mut kit = Kit::default();
    for word in words.split('+').filter(|word| !word.is_empty()) {
        match word.trim() {
            "faust" => kit.faust = true,
            "mine" => kit.mine = true,
            "charge" => kit.charge = true,
            "dadao" => kit.dadao = true,
            "phosphorus" => kit.phosphorus = true,
            _ => return None,
        }
    }
    Some(kit)
}
