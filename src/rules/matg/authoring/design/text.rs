//! Writes a generated battle as a scenario.

use std::fmt::Write as _;

use super::goods::{Company, Item};
use super::ground::{At, LEGEND, ROADS};
use super::history::CompanyKind;
use super::{Plan, Resolve, arithmetic};
use crate::game::Side;
use crate::game::journal::quoted;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::air::plan::{REGIMENT, had_air_teams};
use crate::rules::matg::catalog::{Aircraft, Class, Trait};
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::shown::words::capital;
use crate::rules::matg::state::battle::{Optional, Role, ScenarioKind};
use crate::rules::matg::works::laid::{MINEFIELDS, POSITIONS};

/// Figures for the briefing, by seat, that are known only after deployment.
pub(super) struct Figures {
    pub(super) break_points: [u32; 2],
    pub(super) smoke: [usize; 2],
}

/// The turns in which a battery may have a barrage.
const BARRAGE: u8 = 2;

/// The coordinates of a square.
fn name((x, y): At) -> String {
    format!("\"{:02}{:02}\"", x + 1, y + 1)
}

fn list(squares: &[At]) -> String {
    squares.iter().copied().map(name).collect::<Vec<_>>().join(", ")
}

impl Plan<'_> {
    /// The seat of a side: the defender deploys first (design: 7).
    #[apply(rule, "design: 7")]
    pub(super) fn seat(&self, side: usize) -> Side {
        if side == 1 { Side::A } else { Side::B }
    }

    fn key(&self, side: usize) -> String {
        self.peoples[side].name.to_lowercase()
    }

    /// The letter of a side, different from the other's.
    fn letter(&self, side: usize) -> char {
        let own = self.peoples[side].letter;
        if side == 0 || own != self.peoples[0].letter {
            return own;
        }
        let name = self.peoples[1].name.to_uppercase();
        name.chars().find(|&c| c.is_ascii_uppercase() && c != own).unwrap_or('X')
    }

    /// The text of the scenario; `told` adds figures to its briefing.
    pub(super) fn text(&self, told: Option<&Figures>) -> String {
        let order = self.order;
        let [a, b] = [0, 1].map(|side| self.peoples[side].name.as_str());
        let (title, between) = match order.kind {
            ScenarioKind::MeetingEngagement => ("Meeting engagement", "and"),
            ScenarioKind::ReconnaissanceInForce => ("Reconnaissance in force", "against"),
            ScenarioKind::HastyAttack => ("Hasty attack", "on"),
            ScenarioKind::PreparedPosition => ("Assault on a position", "on"),
            ScenarioKind::DelayingAction => ("Delaying action", "against"),
        };
        let mut text = format!(
            "# Made by \"standto forge matg\", seed {}.\nformat = 1\nruleset = \"matg\"\ntitle = {}\nturns = {}\n\
             date = \"{}-{:02}\"\nkind = \"{}\"\nsurface = \"{}\"\nbriefing = \"\"\"\n{}\"\"\"\n",
            order.seed,
            quoted(&format!("{title}: {a} {between} {b}, {}", order.year)),
            arithmetic::turns(order.kind),
            order.year,
            self.when.month.number,
            order.kind.key(),
            order.density.key(),
            self.briefing(told),
        );
        let flies = self.forces.iter().any(|force| !force.aircraft.is_empty());
        let options =
            [(order.resolve != Resolve::Off, Optional::Determination), (flies, Optional::AirStrikes)];
        let options: Vec<String> =
            options.iter().filter(|(on, _)| *on).map(|(_, option)| quoted(option.key())).collect();
        if !options.is_empty() {
            let line = format!("\noptions = [{}]\nbriefing = ", options.join(", "));
            text = text.replacen("\nbriefing = ", &line, 1);
        }
        self.victory(&mut text);
        self.map(&mut text);
        for side in [1, 0] {
            self.side(side, &mut text);
        }
        text
    }

    fn briefing(&self, told: Option<&Figures>) -> String {
        let [a, b] = [0, 1].map(|side| self.peoples[side].name.as_str());
        let goal = self.field.goal.name;
        let within = if self.field.goal.is_height() { "on" } else { "in" };
        let objective = format!("{within} {}", self.field.objective(self.order.kind).0);
        let edge = |side: usize| if (side == 0) == self.sketch.northward { "southern" } else { "northern" };
        let mut text = match self.order.kind {
            ScenarioKind::MeetingEngagement => format!(
                "The side with the only armed stands in good order {objective} at the end of turn 10 wins.\n\nTwo columns \
                 meet. The {a} enter by the {} edge, the {b} by the {}.",
                edge(0),
                edge(1)
            ),
            ScenarioKind::ReconnaissanceInForce => format!(
                "The {a} win as soon as one of their stands is on the marker {within} {goal}, by the end of turn 12. \
                 Otherwise the {b} win.\n\nA raid to find the enemy's positions. The {b} hold the {} half; the {a} \
                 come from the other side.",
                edge(1)
            ),
            ScenarioKind::HastyAttack => format!(
                "The side with the only armed stands in good order {objective} at the end of turn 15 wins.\n\nThe {a} \
                 attack before the {b} have dug in; the {b} hold the {} half.",
                edge(1)
            ),
            ScenarioKind::PreparedPosition => format!(
                "The side with the only armed stands in good order {objective} at the end of turn 20 wins.\n\nThe {b} have \
                 dug in on the {} half and expect the attack. The {a} greatly outnumber them.",
                edge(1)
            ),
            ScenarioKind::DelayingAction => format!(
                "The {a} must exit a tenth of their stands by the {} edge: before turn 11 for a decisive victory, before \
                 turn 16 for a tactical one. After that the {b} win a tactical victory, after turn 19 a decisive \
                 one.\n\nThe line is broken, and the {b} fight for time.",
                edge(1)
            ),
        };
        let _ = write!(
            text,
            "\n\n{}, {} {}. Terrain covers {}% of the board.\n",
            capital(self.when.theatre.title()),
            MONTHS[usize::from(self.when.month.number) - 1],
            self.order.year,
            self.percent
        );
        for side in [0, 1] {
            let people = &self.peoples[side].name;
            let _ = write!(
                text,
                "The {people} may spend {} points at cohesion {}.",
                self.points[side], self.cohesion[side]
            );
            if let Some(told) = told {
                let seat = self.seat(side).index();
                let (breaks, bears) = (told.break_points[seat], self.determination[side]);
                if self.order.resolve != Resolve::Off {
                    let _ = write!(text, " Determination {bears}%: their break point is {breaks}.");
                }
                match told.smoke[seat] {
                    0 => text += " They have no smoke.",
                    1 => text += " One battery has smoke.",
                    n => {
                        let _ = write!(text, " {n} batteries have smoke.");
                    }
                }
            }
            if let Some((kind, count)) = self.aircraft(side) {
                let _ = match count {
                    1 => write!(text, " Air support: one {}.", kind.name),
                    n => write!(text, " Air support: {n} {}.", kind.name),
                };
            }
            text.push('\n');
        }
        text
    }

    /// The aircraft of a side and their number.
    fn aircraft(&self, side: usize) -> Option<(&'static Aircraft, usize)> {
        let aircraft = &self.forces[side].aircraft;
        aircraft.first().map(|kind| (*kind, aircraft.len()))
    }

    fn victory(&self, text: &mut String) {
        let [a, b] = [0, 1].map(|side| self.key(side));
        let aim = |side: &str, lines: &str| format!("\n[[victory.aim]]\nside = \"{side}\"\n{lines}\n");
        if self.order.kind == ScenarioKind::DelayingAction {
            let over = if self.sketch.northward { 'N' } else { 'S' };
            for (degree, by) in [("decisive", 10), ("tactical", 15), ("marginal", 19)] {
                let lines =
                    format!("degree = \"{degree}\"\nexit-percent = 10\nover = \"{over}\"\nby-turn = {by}");
                *text += &aim(&a, &lines);
            }
            for (degree, past) in [("marginal", 10), ("tactical", 15), ("decisive", 19)] {
                *text += &aim(&b, &format!("degree = \"{degree}\"\npast-turn = {past}"));
            }
            return;
        }
        let (goal, cells) = self.field.objective(self.order.kind);
        let _ = write!(text, "\n[[victory.place]]\nname = \"{goal}\"\nat = [{}]\n", list(&cells));
        if self.order.kind == ScenarioKind::ReconnaissanceInForce {
            *text += &aim(&a, &format!("hold = \"{goal}\"\nenter = true\nby-turn = 12"));
            *text += &aim(&b, "otherwise = true");
            return;
        }
        for side in [&a, &b] {
            *text += &aim(side, &format!("hold = \"{goal}\""));
        }
    }

    fn map(&self, text: &mut String) {
        let field = &self.field;
        let _ = write!(
            text,
            "\n[map]\nwidth = {}\nheight = {}\n\n# North is up: the top line is row {}, the bottom line row 01.\n\
             terrain = '''\n{}'''\n\n# Levels of about ten metres.\nlevels = '''\n{}'''\n\nroads = '''\n{}'''\n\n[map.legend]\n",
            field.width,
            field.height,
            field.height,
            field.layer(|index| field.marks[index]),
            field.layer(|index| char::from(b'0' + field.levels[index])),
            field.layer(|index| field.roads[index]),
        );
        for (mark, rows) in LEGEND.iter().filter(|(mark, _)| field.marks.contains(mark)) {
            let river =
                |&row: &Terrain| if row == Terrain::Stream && field.river { Terrain::River } else { row };
            let keys: Vec<String> = rows.iter().map(river).map(|row| format!("\"{}\"", row.key())).collect();
            let _ = match keys.as_slice() {
                [only] => writeln!(text, "{} = {only}", quoted(&mark.to_string())),
                all => writeln!(text, "{} = [{}]", quoted(&mark.to_string()), all.join(", ")),
            };
        }
        text.push_str("\n[map.road-legend]\n");
        for (mark, road) in ROADS.iter().filter(|(mark, _)| field.roads.contains(mark)) {
            let _ = writeln!(text, "\"{mark}\" = \"{}\"", road.key());
        }
    }

    fn side(&self, side: usize, text: &mut String) {
        let (people, drawn) = (self.peoples[side], &self.drawn[side]);
        let edge = if (side == 0) == self.sketch.northward { 'S' } else { 'N' };
        let _ = write!(
            text,
            "\n[[side]]\nkey = \"{}\"\nname = \"{}\"\nletter = \"{}\"\nnation = \"{}\"\ncohesion = {}\nedge = \"{edge}\"\n\
             depth = {}\n",
            self.key(side),
            people.name,
            self.letter(side),
            people.nation.key(),
            self.cohesion[side],
            self.depths[side],
        );
        let defends = side == 1 && self.order.kind != ScenarioKind::MeetingEngagement;
        if defends {
            text.push_str("defends = true\n");
        }
        // A side that deploys is free to lay its works, record its missions and assign its observers (design:
        // 7, 7.6.2.2).
        let works = &self.forces[side].works;
        let observers = self.forces[side].companies.iter().flat_map(|company| &company.items);
        for (key, holds) in [
            ("mounts-at-will", true),
            ("works-at-will", works.price() > 0),
            ("targets-at-will", defends),
            ("observers-at-will", observers.clone().any(|item| item.observer)),
        ] {
            if holds {
                let _ = writeln!(text, "{key} = true");
            }
        }
        if self.order.resolve != Resolve::Off {
            let _ = writeln!(text, "determination = {}", self.determination[side]);
        }
        self.barrages(side, text);
        if self.forces[side].companies.iter().flat_map(|company| &company.items).any(|item| item.air_support)
        {
            text.push_str("air-support-roll = true\n");
        }
        for (key, squares) in [("dummies", &drawn.dummies), ("wire", &drawn.wire), ("ditch", &drawn.ditches)]
        {
            if !squares.is_empty() {
                let _ = writeln!(text, "{key} = [{}]", list(squares));
            }
        }
        for ((kind, _), squares) in MINEFIELDS.into_iter().zip(&drawn.mines) {
            if !squares.is_empty() {
                let _ = write!(text, "\n[[side.minefield]]\nkind = \"{kind}\"\nat = [{}]\n", list(squares));
            }
        }
        for ((kind, _), squares) in POSITIONS.into_iter().zip(&drawn.positions) {
            if !squares.is_empty() {
                let _ = write!(text, "\n[[side.position]]\nkind = \"{kind}\"\nat = [{}]\n", list(squares));
            }
        }
        if let Some((kind, count)) = self.aircraft(side) {
            let _ = write!(text, "\n[[side.aircraft]]\ntype = {}\n", quoted(&kind.name));
            if kind.nation != people.nation {
                let _ = writeln!(text, "nation = \"{}\"", kind.nation.key());
            }
            let _ = writeln!(text, "count = {count}");
        }
        let mut number = 0;
        for (company, bought) in self.forces[side].companies.iter().enumerate() {
            let first = number;
            number += bought.items.len();
            self.company(side, company, bought, first, text);
        }
    }

    /// The attacker's barrages, plotted before deployment, in the types of battle that have them (7.6.2.4,
    /// S-212).
    fn barrages(&self, side: usize, text: &mut String) {
        let has = matches!(
            self.order.kind,
            ScenarioKind::ReconnaissanceInForce
                | ScenarioKind::PreparedPosition
                | ScenarioKind::DelayingAction
        );
        let mut items = self.forces[side].companies.iter().flat_map(|company| &company.items);
        let ready = |item: &Item| item.fires_indirectly() && item.rides.is_none();
        if side == 1 || !has || !items.any(ready) {
            return;
        }
        let (width, height, depth) = (self.field.width, self.field.height, self.depths[1]);
        let (first, last) = if self.sketch.northward { (height - depth, height) } else { (0, depth) };
        let _ = writeln!(
            text,
            "preparation = 1\npreparation-turns = {BARRAGE}\npreparation-area = \"01{:02}-{width:02}{last:02}\"",
            first + 1,
        );
    }

    fn company(&self, side: usize, company: usize, bought: &Company, first: usize, text: &mut String) {
        let _ = write!(text, "\n[[side.formation]]\nname = {}\n", quoted(&bought.name));
        if bought.kind == CompanyKind::Scouts {
            text.push_str("reconnaissance = true\n");
        }
        let letter = self.letter(side);
        let at = &self.drawn[side].at[company];
        for (place, item) in bought.items.iter().enumerate() {
            let _ = write!(
                text,
                "\n[[side.formation.stand]] # {letter}{}\ntype = {}\n",
                first + place + 1,
                quoted(&item.kind.name)
            );
            if item.kind.nation != self.peoples[side].nation && item.kind.class != Class::NonMotorized {
                let _ = writeln!(text, "nation = \"{}\"", item.kind.nation.key());
            }
            match item.role {
                Role::None => {}
                Role::Hq => text.push_str("role = \"HQ\"\n"),
                Role::Ghq(quality) => {
                    let _ = writeln!(text, "role = \"GHQ{quality:+}\"");
                }
            }
            if item.engineer && !item.kind.is(Trait::Engineer) {
                text.push_str("engineer = true\n");
            }
            if item.observer {
                text.push_str("observer = true\n");
            }
            if item.air_support {
                text.push_str("air-support = true\n");
            }
            let _ = match (item.off_map, at[place], item.rides) {
                (true, _, _) => writeln!(text, "off-map = true"),
                (_, Some(at), _) => writeln!(text, "at = {}", name(at)),
                (_, None, Some(carrier)) => writeln!(text, "aboard = \"{letter}{}\"", first + carrier + 1),
                (_, None, None) => writeln!(text, "at = \"0101\""),
            };
        }
    }

    /// Designates as many observers as a side gets: scouts first, then infantry, then other stands.
    pub(super) fn name_observers(&mut self, side: usize, given: usize) {
        let force = &mut self.forces[side];
        if !force.companies.iter().flat_map(|company| &company.items).any(Item::fires_indirectly) {
            return;
        }
        let fit = |item: &Item| {
            item.role == Role::None
                && !item.off_map
                && !item.kind.guns.is_empty()
                && item.kind.cargo.is_none()
        };
        let mut left = given.min(4);
        for kinds in [
            &[CompanyKind::Scouts][..],
            &[CompanyKind::Foot, CompanyKind::Motor],
            &[CompanyKind::Tank, CompanyKind::Engineers, CompanyKind::Weapons],
        ] {
            for company in force.companies.iter_mut().filter(|company| kinds.contains(&company.kind)) {
                // One per company, so that they observe from different places.
                if left > 0
                    && let Some(host) = company.items.iter_mut().find(|item| fit(item) && !item.observer)
                {
                    host.observer = true;
                    left -= 1;
                }
            }
        }
    }

    /// Gives HQs one air support team per fifty stands, if the force has aircraft and its nation had such
    /// teams (12.3.3.3).
    pub(super) fn name_air_teams(&mut self, side: usize) {
        let force = &mut self.forces[side];
        let items = || force.companies.iter().flat_map(|company| &company.items);
        let count = items().count();
        let marines = items().any(|item| item.kind.is(Trait::Marines));
        let date = (self.order.year, self.when.month.number);
        if force.aircraft.is_empty() || !had_air_teams(self.peoples[side].nation, marines, date) {
            return;
        }
        let leads = |item: &&mut Item| item.role != Role::None;
        let hosts = force.companies.iter_mut().flat_map(|company| &mut company.items).filter(leads);
        // Battalion HQs before the GHQ.
        let mut hosts: Vec<_> = hosts.collect();
        hosts.reverse();
        for host in hosts.into_iter().take(count / REGIMENT) {
            host.air_support = true;
        }
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
