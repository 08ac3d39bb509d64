//! A position written as a scenario: the ground as it is, every stand where it is, the turns that are left.
//!
//! What a scenario cannot say is left out, and its briefing says so: cohesion states and postures, fire that is plotted,
//! half-done work. What the reader of a position may not know, its writer does not either: he is given the position as a
//! seat sees it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::board::Cell;
use crate::game::Side;
use crate::ledger::cited::applies;
use crate::rules::matg::fire::charts::Concentration;
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::rules::matg::state::aims::{Aim, Degree, Losses, Share};
use crate::rules::matg::state::battle::{Arm, Gear, Optional, Role, ScenarioKind};
use crate::rules::matg::state::choice::Tag;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::water::boats::Craft;
use crate::rules::matg::works::laid::Laid;

/// Marks that a drawing may use, in the order in which they are given out, for ground that has none of its own.
const MARKS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// A text in quotes.
pub(in crate::rules::matg) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

fn cells(cells: impl IntoIterator<Item = Cell>) -> String {
    let each: Vec<String> = cells.into_iter().map(|cell| format!("\"{cell}\"")).collect();
    format!("[{}]", each.join(", "))
}

/// The position as a scenario's text, or why it cannot be one.
pub(in crate::rules::matg) fn write(position: &Position) -> Result<String, String> {
    applies("battles: a position as a scenario");
    if position.outcome.is_some() {
        return Err("the battle is over: nothing is left to be fought".to_owned());
    }
    if position.stands.iter().any(|stand| stand.place == Place::Aloft) {
        return Err("troops are still in the air: a scenario can be made once they are down".to_owned());
    }
    let writing = Writing { position, tags: tags(position) };
    for side in Side::BOTH {
        if !writing.kept(side).any(|id| matches!(position.stand(id).role, Role::Ghq(_))) {
            let name = &position.battle.army(side).name;
            if !writing.kept(side).any(|id| position.cell(id).is_some()) {
                return Err(format!("the {name} are not on the map yet, as far as may be told"));
            }
            return Err(format!("the {name} have no GHQ just now, and a scenario needs one (10.1.4)"));
        }
    }
    let mut text = String::new();
    writing.frame(&mut text);
    writing.victory(&mut text);
    writing.map(&mut text);
    for side in Side::BOTH {
        writing.side(side, &mut text);
    }
    Ok(text)
}

/// The tags that the stands will have: those that are gone leave no gap.
fn tags(position: &Position) -> BTreeMap<Id, Tag> {
    let mut tags = BTreeMap::new();
    for side in Side::BOTH {
        let letter = position.battle.army(side).letter;
        for (number, id) in (1..).zip(stays(position, side)) {
            tags.insert(id, Tag { letter, number });
        }
    }
    tags
}

/// Stands of a side that are still in the battle; horses come with their riders.
fn stays(position: &Position, side: Side) -> impl Iterator<Item = Id> + '_ {
    position.ids(side).filter(|&id| {
        !matches!(position.stand(id).place, Place::Lost | Place::Gone(_) | Place::Reserve)
            && position.unit(id).arm != Arm::Horses
    })
}

struct Writing<'a> {
    position: &'a Position,
    tags: BTreeMap<Id, Tag>,
}

impl Writing<'_> {
    fn kept(&self, side: Side) -> impl Iterator<Item = Id> + '_ {
        stays(self.position, side)
    }

    /// Turns gone by: those of the scenario count from the turn that is being played.
    fn gone(&self) -> u8 {
        self.position.turn - 1
    }

    fn frame(&self, text: &mut String) {
        let (p, battle) = (self.position, &self.position.battle);
        let kind = match battle.kind {
            ScenarioKind::MeetingEngagement => "meeting-engagement",
            ScenarioKind::HastyAttack => "hasty-attack",
            ScenarioKind::DelayingAction => "delaying-action",
            ScenarioKind::PreparedPosition => "prepared-position",
            ScenarioKind::ReconnaissanceInForce => "reconnaissance-in-force",
        };
        let briefing: Vec<&str> = battle.briefing.iter().map(String::as_str).collect();
        let briefing = format!(
            "As it stood in turn {} of {}, without cohesion states, plotted fire and what was half done.\n\n{}\n",
            p.turn,
            battle.turns,
            briefing.join("\n")
        );
        let _ = write!(
            text,
            "# A position of \"{}\", turn {}.\nformat = 1\nruleset = \"matg\"\ntitle = {}\nturns = {}\ndate = \
             \"{:04}-{:02}\"\nkind = \"{kind}\"\nsighting = {}\nbriefing = {}\n",
            battle.title.replace('\n', " "),
            p.turn,
            quoted(&format!("{}, turn {}", battle.title, p.turn)),
            battle.turns - self.gone(),
            battle.date.0,
            battle.date.1,
            battle.sighting,
            quoted(&briefing),
        );
        let climate = &battle.climate;
        if !climate.weather.is_empty() {
            let names: Vec<String> =
                climate.weather.iter().map(|weather| format!("\"{}\"", weather.key())).collect();
            let _ = writeln!(text, "weather = [{}]", names.join(", "));
        }
        for (key, holds) in [("weather-varies", climate.variable), ("weather-percent", climate.percent)] {
            if holds {
                let _ = writeln!(text, "{key} = true");
            }
        }
        let options: Vec<String> = Optional::ALL
            .iter()
            .filter(|&&option| battle.plays(option))
            .map(|option| format!("\"{}\"", option.key()))
            .collect();
        if !options.is_empty() {
            let _ = writeln!(text, "options = [{}]", options.join(", "));
        }
        if climate.to_fire > 0 {
            let _ = writeln!(text, "weather-to-fire = {}", climate.to_fire);
        }
        if climate.darkness > 0 {
            let _ = writeln!(text, "darkness = {}", climate.darkness);
        }
        let flares: Vec<String> = climate
            .flares
            .iter()
            .filter(|&&turn| turn > self.gone())
            .map(|turn| (turn - self.gone()).to_string())
            .collect();
        if !flares.is_empty() {
            let _ = writeln!(text, "flares = [{}]", flares.join(", "));
        }
    }

    fn victory(&self, text: &mut String) {
        let victory = &self.position.battle.victory;
        for place in &victory.places {
            let _ = write!(
                text,
                "\n[[victory.place]]\nname = {}\nat = {}\n",
                quoted(&place.name),
                cells(place.cells.iter().copied())
            );
        }
        for aim in &victory.aims {
            self.aim(aim, text);
        }
    }

    fn aim(&self, aim: &Aim, text: &mut String) {
        let (p, gone) = (self.position, self.gone());
        // A turn that has passed can only be missed: the first one is the nearest to it.
        let turn = |turn: u8| turn.saturating_sub(gone).max(1);
        if aim.by.is_some_and(|by| by <= gone) {
            return;
        }
        let _ = write!(text, "\n[[victory.aim]]\nside = {}\n", quoted(&p.battle.army(aim.side).key));
        match aim.degree {
            Degree::Marginal => text.push_str("degree = \"marginal\"\n"),
            Degree::Tactical => text.push_str("degree = \"tactical\"\n"),
            Degree::Decisive => text.push_str("degree = \"decisive\"\n"),
            Degree::Plain => {}
        }
        if !aim.hold.is_empty() {
            let names: Vec<String> =
                aim.hold.iter().map(|&place| quoted(&p.battle.victory.places[place].name)).collect();
            let _ = writeln!(text, "hold = [{}]", names.join(", "));
        }
        // Of what had to be destroyed, taken off or spared, what has been is gone.
        let toll = |side: Side| p.toll(side);
        let left =
            |share: Share, strength: u32, done: u32| share.of(strength).saturating_sub(done).clamp(1, 200);
        if let Some(share) = aim.destroy {
            let (lost, strength) = toll(aim.side.other());
            let _ = writeln!(text, "destroy-stands = {}", left(share, strength, lost));
        }
        if let Some(losses) = aim.losses {
            let (lost, strength) = toll(aim.side);
            let remain = strength.saturating_sub(lost).max(1);
            // The first loss that is too much, as a share of what is left.
            let spare = losses.limit(strength).saturating_sub(lost).max(1);
            let percent = (spare * 100 / remain).clamp(1, 100);
            let key = if matches!(losses, Losses::AtMost(_)) {
                "lose-at-most-percent"
            } else {
                "lose-less-than-percent"
            };
            let _ = writeln!(text, "{key} = {}", percent.min(if key.contains("most") { 99 } else { 100 }));
        }
        if let Some(exit) = &aim.exit {
            let strength = toll(aim.side).1;
            let over: Vec<String> = exit.over.iter().map(|edge| format!("\"{edge}\"")).collect();
            let stands = left(exit.share, strength, p.left_map(aim.side, exit));
            let _ = writeln!(text, "exit-stands = {stands}\nover = [{}]", over.join(", "));
            if !exit.empty {
                text.push_str("empty-transports = false\n");
            }
        }
        for (key, holds) in [("otherwise", aim.otherwise), ("enter", aim.enter)] {
            if holds {
                let _ = writeln!(text, "{key} = true");
            }
        }
        if let Some(by) = aim.by {
            let _ = writeln!(text, "by-turn = {}", turn(by));
        }
        if let Some(past) = aim.past {
            let _ = writeln!(text, "past-turn = {}", turn(past).min(p.battle.turns - gone).max(1));
        }
    }

    /// The ground as it is, without what comes only with fire and what the sides have laid.
    fn map(&self, text: &mut String) {
        let (p, grid) = (self.position, self.position.battle.grid);
        let laid = |cell: Cell| p.battle.markers.iter().any(|marker| marker.cell == cell);
        let bare = |cell: Cell| {
            let ground = p.ground[grid.index(cell)];
            let fire =
                ground.without(Terrain::Smoke).without(Terrain::ImpactZone).without(Terrain::Minefield);
            if !laid(cell) {
                return fire;
            }
            let works = [
                Terrain::LightPosition,
                Terrain::MediumPosition,
                Terrain::HeavyPosition,
                Terrain::BarbedWire,
                Terrain::Ditch,
            ];
            works.into_iter().fold(fire, Ground::without)
        };
        let split = |cell: Cell| {
            let ground = bare(cell);
            let road = ground.rows().find(|row| row.is_road());
            (road.map_or(ground, |road| ground.without(road)), road)
        };
        let mut legend: BTreeMap<Vec<Terrain>, char> = BTreeMap::new();
        let mut marks = MARKS.chars();
        for cell in grid.cells() {
            let rows: Vec<Terrain> = split(cell).0.rows().collect();
            if !rows.is_empty() && !legend.contains_key(&rows) {
                let own = rows[0].row().glyph;
                let free = |mark: char| {
                    mark.is_ascii_graphic()
                        && !"'\\.".contains(mark)
                        && !legend.values().any(|&known| known == mark)
                };
                let mark =
                    if rows.len() == 1 && free(own) { Some(own) } else { marks.find(|&mark| free(mark)) };
                legend.insert(rows, mark.unwrap_or('?'));
            }
        }
        let roads: Vec<(Terrain, char)> = Terrain::ALL
            .iter()
            .copied()
            .filter(|row| row.is_road())
            .zip("=-:+".chars())
            .filter(|(row, _)| grid.cells().any(|cell| split(cell).1 == Some(*row)))
            .collect();
        let draw = |mark: &dyn Fn(Cell) -> char| {
            let mut rows = String::new();
            for y in (0..i16::from(grid.height)).rev() {
                rows.extend((0..i16::from(grid.width)).map(|x| mark(Cell::new(x, y))));
                rows.push('\n');
            }
            rows
        };
        let ground = draw(&|cell| {
            let rows: Vec<Terrain> = split(cell).0.rows().collect();
            legend.get(&rows).copied().unwrap_or('.')
        });
        let level = |cell: Cell| p.battle.levels[grid.index(cell)];
        let levels =
            draw(&|cell| char::from_digit(u32::try_from(level(cell)).unwrap_or(0), 10).unwrap_or('0'));
        let ways = draw(&|cell| {
            split(cell)
                .1
                .and_then(|road| roads.iter().find(|(row, _)| *row == road))
                .map_or('.', |(_, mark)| *mark)
        });
        let _ = write!(
            text,
            "\n[map]\nwidth = {}\nheight = {}\nterrain = '''\n{ground}'''\nlevels = '''\n{levels}'''\nroads = \
             '''\n{ways}'''\n\n[map.legend]\n",
            grid.width, grid.height
        );
        for (rows, mark) in &legend {
            let keys: Vec<String> = rows.iter().map(|row| format!("\"{}\"", row.key())).collect();
            let _ = writeln!(text, "{} = [{}]", quoted(&mark.to_string()), keys.join(", "));
        }
        text.push_str("\n[map.road-legend]\n");
        for (row, mark) in roads {
            let _ = writeln!(text, "\"{mark}\" = \"{}\"", row.key());
        }
    }

    fn side(&self, side: Side, text: &mut String) {
        let (p, army) = (self.position, self.position.battle.army(side));
        let _ = write!(
            text,
            "\n[[side]]\nkey = {}\nname = {}\nletter = \"{}\"\nnation = \"{}\"\ncohesion = {}\nedge = \"{}\"\ndepth = {}\n",
            quoted(&army.key),
            quoted(&army.name),
            char::from(army.letter),
            army.nation.key(),
            army.cohesion,
            army.edge,
            army.depth,
        );
        if p.battle.defender == Some(side) {
            text.push_str("defends = true\n");
        }
        let points = &p.battle.break_points[side.index()];
        let ghqs = self.kept(side).filter(|&id| matches!(p.stand(id).role, Role::Ghq(_))).count();
        if !points.is_empty() && points.len() == ghqs {
            let points: Vec<String> = points.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "break-points = [{}]", points.join(", "));
        }
        let unready = p.unready[side.index()];
        if unready > 0 {
            let _ = writeln!(text, "cohesion-rises-from = {}", (army.cohesion - i16::from(unready)).max(1));
        }
        let until = p.battle.held_fire[side.index()];
        if until > p.turn {
            let _ = writeln!(text, "holds-fire-until = {}", until - self.gone());
        }
        self.works(side, text);
        self.zones(side, text);
        let mut last = None;
        for id in self.kept(side) {
            let unit = p.unit(id);
            let formation = &unit.formation;
            // Those of a formation who have come stand apart from those who have not.
            let now = Some((formation, self.zone_of(id)));
            if now != last {
                last = now;
                let _ = write!(text, "\n[[side.formation]]\nname = {}\n", quoted(formation));
                if let Some(zone) = self.zone_of(id) {
                    let _ = writeln!(text, "zone = {}", quoted(&zone));
                }
                if let Some(other) = unit.supports.as_ref().filter(|other| {
                    self.kept(side).any(|id| p.unit(id).formation == **other)
                        && other.as_str() != formation.as_str()
                }) {
                    let _ = writeln!(text, "attached = {}", quoted(other));
                }
            }
            self.stand(id, text);
        }
    }

    /// Mines that still lie, obstacles and positions that still stand.
    fn works(&self, side: Side, text: &mut String) {
        let p = self.position;
        let still = |cell: Cell, row: Terrain| p.ground[p.battle.grid.index(cell)].has(row);
        let own = || p.battle.markers.iter().filter(move |marker| marker.owner == side);
        let of = |what: Laid, row: Terrain| -> Vec<Cell> {
            own()
                .filter(|marker| marker.what == what && still(marker.cell, row))
                .map(|marker| marker.cell)
                .collect()
        };
        let mines = |kind: Option<Concentration>| -> Vec<Cell> {
            let lie = p.works.mines.iter().filter(|mine| mine.owner == side && mine.kind == kind);
            lie.map(|mine| mine.cell).collect()
        };
        let kinds = [
            ("hasty", Concentration::Hasty),
            ("standard", Concentration::Standard),
            ("concentrated", Concentration::Concentrated),
        ];
        let real: usize = kinds.iter().map(|(_, kind)| mines(Some(*kind)).len()).sum();
        // Where real ones were cleared, some dummies more than are allowed may be left (11.1.3).
        let most = match p.battle.army(side).cohesion {
            ..=11 => real / 4,
            12..=14 => real / 2,
            _ => real,
        };
        let dummies: Vec<Cell> = mines(None).into_iter().take(most).collect();
        for (key, squares) in [
            ("dummies", dummies),
            ("wire", of(Laid::Wire, Terrain::BarbedWire)),
            ("ditch", of(Laid::Ditch, Terrain::Ditch)),
        ] {
            if !squares.is_empty() {
                let _ = writeln!(text, "{key} = {}", cells(squares));
            }
        }
        for (word, kind) in kinds {
            let squares = mines(Some(kind));
            if !squares.is_empty() {
                let _ = write!(text, "\n[[side.minefield]]\nkind = \"{word}\"\nat = {}\n", cells(squares));
            }
        }
        for marker in own() {
            let Laid::Position(row, facing) = marker.what else { continue };
            if !still(marker.cell, row) {
                continue;
            }
            let word = match row {
                Terrain::LightPosition => "light",
                Terrain::MediumPosition => "medium",
                _ => "heavy",
            };
            let _ = write!(
                text,
                "\n[[side.position]]\nkind = \"{word}\"\nat = \"{}\"\nfacing = \"{facing}\"\n",
                marker.cell
            );
        }
    }

    /// Whether a stand, or what carries it, has yet to come.
    fn is_due(&self, id: Id) -> bool {
        match self.position.stand(id).place {
            Place::Due => true,
            Place::Aboard(carrier) => self.position.stand(carrier).place == Place::Due,
            _ => false,
        }
    }

    /// The zone of a stand in the scenario: its own while it has yet to come, else where everybody is.
    fn zone_of(&self, id: Id) -> Option<String> {
        let p = self.position;
        if self.is_due(id) {
            return p.unit(id).zone.map(|zone| p.battle.zones[usize::from(zone)].name.clone());
        }
        let side = p.side(id);
        let anybody = self.kept(side).any(|id| p.cell(id).is_some());
        anybody.then(|| AS_THEY_STAND.to_owned())
    }

    fn zones(&self, side: Side, text: &mut String) {
        let p = self.position;
        // Their own squares: nobody begins nearer to the enemy than he stood.
        let here: Vec<Cell> = self.kept(side).filter_map(|id| p.cell(id)).collect();
        if !here.is_empty() {
            let _ = write!(text, "\n[[side.zone]]\nname = \"{AS_THEY_STAND}\"\narea = {}\n", cells(here));
        }
        for (number, zone) in p.battle.zones.iter().enumerate().filter(|(_, zone)| zone.side == side) {
            let due = |id: &Id| self.is_due(*id) && p.unit(*id).zone == Some(number as u8);
            if !self.kept(side).any(|id| due(&id)) {
                continue;
            }
            let name = quoted(&zone.name);
            let left = |turn: u8| turn.saturating_sub(self.gone()).max(1);
            let _ = write!(text, "\n[[side.zone]]\nname = {name}\n");
            let rolled =
                p.called.iter().find(|(known, _)| usize::from(*known) == number).map(|(_, way)| *way);
            match (&zone.call, rolled) {
                (Some(call), Some(way)) if usize::from(way) < call.ways.len() => {
                    let (area, turn) = &call.ways[usize::from(way)];
                    let _ = write!(text, "area = {}\nturn = {}\n", cells(area.iter().copied()), left(*turn));
                }
                (Some(call), _) => {
                    let _ = writeln!(text, "roll-turn = {}", left(call.turn).max(2));
                    for (area, turn) in &call.ways {
                        let area = cells(area.iter().copied());
                        let _ =
                            write!(text, "[[side.zone.way]]\narea = {area}\nturn = {}\n", left(*turn).max(2));
                    }
                }
                (None, _) => {
                    let area = cells(zone.cells.iter().copied());
                    let _ = write!(text, "area = {area}\nturn = {}\n", left(zone.turn));
                }
            }
        }
    }

    fn stand(&self, id: Id, text: &mut String) {
        let p = self.position;
        let (unit, stand) = (p.unit(id), p.stand(id));
        let _ = write!(
            text,
            "\n[[side.formation.stand]] # {}\ntype = {}\n",
            self.tags.get(&id).map(ToString::to_string).unwrap_or_default(),
            quoted(&unit.kind.name)
        );
        let army = p.battle.army(unit.side);
        if unit.kind.nation != army.nation {
            let _ = writeln!(text, "nation = \"{}\"", unit.kind.nation.key());
        }
        let _ = match stand.place {
            Place::Board(cell) => writeln!(text, "at = \"{cell}\"\nfacing = \"{}\"", stand.facing),
            Place::Aboard(carrier) => {
                let tag = self.tags.get(&carrier).map(ToString::to_string).unwrap_or_default();
                writeln!(text, "aboard = \"{tag}\"")
            }
            Place::Due => match unit.start {
                Some(cell) => writeln!(text, "at = \"{cell}\""),
                None => writeln!(text, "off-map = true"),
            },
            _ => writeln!(text, "off-map = true"),
        };
        match stand.role {
            Role::None => {}
            Role::Hq => text.push_str("role = \"HQ\"\n"),
            Role::Ghq(quality) => {
                let _ = writeln!(text, "role = \"GHQ{quality:+}\"");
            }
        }
        if let Some(rounds) = stand.rounds.filter(|&rounds| rounds > 0) {
            let _ = writeln!(text, "fire-turns = {rounds}");
        }
        let hosts = p.observers.iter().any(|team| team.host == id && team.side == unit.side);
        let named = unit.arm == Arm::Infantry && unit.kind.is(crate::rules::matg::catalog::Trait::Engineer);
        for (key, holds) in [
            ("observer", hosts && !matches!(stand.role, Role::Ghq(_))),
            ("recon", unit.recon),
            ("reconnaissance", unit.reconnaissance),
            ("engineer", unit.engineer && !named),
            ("better-shells", unit.better_shells && !stand.lately.shells_spent),
            ("bridging", unit.bridging),
            ("ski", unit.skill.ski),
            ("mountain", unit.skill.mountain),
            ("streams", unit.water.streams),
        ] {
            if holds {
                let _ = writeln!(text, "{key} = true");
            }
        }
        if unit.water.barred {
            text.push_str("amphibious = false\n");
        }
        if let Some(craft) = stand.water.boats {
            let word = match craft {
                Craft::Fast => "fast",
                Craft::Slow => "slow",
            };
            let _ = writeln!(text, "boats = \"{word}\"");
        }
        if !unit.gear.is_empty() {
            let words: Vec<&str> = unit.gear.iter().map(|gear| gear_key(*gear)).collect();
            let _ = writeln!(text, "equipment = [\"{}\"]", words.join("\", \""));
        }
    }
}

/// The zone of those who are on the map.
const AS_THEY_STAND: &str = "as they stand";

fn gear_key(gear: Gear) -> &'static str {
    match gear {
        Gear::MineRoller => "mine-roller",
        Gear::Dozer => "dozer",
        Gear::Bridge => "bridge",
        Gear::Recovery => "recovery",
        Gear::Culin => "culin",
    }
}
