//! Forces: buying and removing stands, point costs, and the list of stands to buy.

use toml::{Table, Value};

use super::accounts::Accounts;
use super::areas::Area;
use super::fitting::Fitting;
use super::lists::List;
use super::project::{Force, Formation, Named, Project, Stand, Start, number, says, word};
use crate::board::{Cell, Compass};
use crate::editor::{CatalogItem, Subject};
use crate::rules::matg::catalog::{self, Class, Mode, Nation, StandType, aircraft, columns};
use crate::rules::matg::state::battle::{Arm, Role, ScenarioKind};
use crate::side::Side;

/// Maximum stands per side.
pub(super) const MOST: usize = 200;

/// The stand's command role, if it can be read.
pub(super) fn role(stand: &Stand) -> Role {
    match word(&stand.about, "role") {
        Some("HQ") => Role::Hq,
        Some(text) => {
            text.strip_prefix("GHQ").map_or(Role::None, |quality| Role::Ghq(quality.parse().unwrap_or(0)))
        }
        None => Role::None,
    }
}

impl Project {
    /// The attacker: the side that does not defend, or the first side in a meeting engagement.
    pub(super) fn attacker(&self) -> Side {
        if self.force(Side::A).defends() && self.frame.kind() != ScenarioKind::MeetingEngagement {
            Side::B
        } else {
            Side::A
        }
    }

    /// Buys a number of stands for a formation.
    pub(super) fn buy(
        &mut self,
        side: Side,
        formation: usize,
        (nation, name): (&str, &str),
        count: usize,
    ) -> Result<String, String> {
        let of: Nation = nation.parse().map_err(|_| format!("Unknown nation {nation}."))?;
        let own =
            self.force(side).own_kinds().into_iter().find(|kind| kind.nation == of && kind.name == name);
        let kind = own
            .or_else(|| catalog::find(of, name))
            .ok_or_else(|| format!("{name} is not in the catalog."))?;
        let there = self.force(side).stands().count();
        if there + count > MOST {
            return Err(format!("A side may have at most {MOST} stands; this one has {there}."));
        }
        if self.force(side).formations.is_empty() {
            self.force_mut(side).form("First formation");
        }
        let formation = formation.min(self.force(side).formations.len() - 1);
        let own = self.force(side).nation();
        let mut cost = 0;
        for _ in 0..count {
            let mut about = Table::new();
            about.insert("type".to_owned(), Value::String(kind.name.clone()));
            if Some(of) != own && of != Nation::AllNations {
                about.insert("nation".to_owned(), Value::String(of.key().to_owned()));
            }
            let start = self.free_square(side, formation, kind).map_or(Start::Unsaid, Start::At);
            let stand = Stand { id: self.fresh(), about, start };
            cost += Accounts::of(self, side).price(&stand);
            self.force_mut(side).formations[formation].stands.push(stand);
        }
        let to = self.force(side).formations[formation].name();
        Ok(format!("{count} {} for {cost} points to {to}.", kind.name))
    }

    /// The first free square of the formation's zone that the stand can enter, along its side's edge and from
    /// the middle outwards.
    pub(super) fn free_square(&self, side: Side, formation: usize, kind: &StandType) -> Option<Cell> {
        let force = self.force(side);
        let away = |cell: Cell| {
            let (along, length) = match force.edge() {
                Compass::E | Compass::W => (cell.y, self.map.grid.height),
                _ => (cell.x, self.map.grid.width),
            };
            (self.map.grid.from_edge(force.edge(), cell), (2 * along - i16::from(length) + 1).abs())
        };
        let taken: Vec<Cell> =
            Side::BOTH.into_iter().flat_map(|side| self.force(side).stands()).filter_map(at).collect();
        let formation = force.formations.get(formation);
        let zone = formation.and_then(|formation| word(&formation.about, "zone"));
        let zone =
            zone.and_then(|zone| self.names(Some(side), List::Zones).iter().position(|name| name == zone));
        let inside = zone.map_or(Area::Edge(side), |zone| Area::Zone(side, zone)).cells(self);
        let fit =
            |cell: &Cell| !taken.contains(cell) && enters(kind, self.map.ground[self.map.grid.index(*cell)]);
        inside.into_iter().filter(fit).min_by_key(|&cell| away(cell))
    }

    /// Removes a formation with everything in it, or a stand.
    pub(super) fn remove(&mut self, of: Subject) -> Result<String, String> {
        match of {
            Subject::Formation(side, f) if f < self.force(side).formations.len() => {
                let fitting = Fitting::of(self);
                let gone = self.force_mut(side).formations.remove(f);
                self.forget(side, &gone.stands, &fitting);
                let count = gone.stands.len();
                let many = if count == 1 { "" } else { "s" };
                Ok(format!("{} removed, {count} stand{many}.", gone.name()))
            }
            Subject::Piece(side, f, n) if self.stand(side, f, n).is_some() => {
                let cost = self.stand(side, f, n).map_or(0, |stand| Accounts::of(self, side).price(stand));
                let fitting = Fitting::of(self);
                let gone = self.force_mut(side).formations[f].stands.remove(n);
                self.forget(side, std::slice::from_ref(&gone), &fitting);
                Ok(format!("{} removed: {cost} points refunded.", gone.name()))
            }
            Subject::Plan(whose, list, n) => self.strike(whose, list, n),
            _ => Err("There is nothing to remove here.".to_owned()),
        }
    }

    /// Removes references to stands that are gone: stands aboard them are left unplaced, and they leave the
    /// fire plan. `fitting` lists the counts that were correct while they were there.
    fn forget(&mut self, side: Side, gone: &[Stand], fitting: &Fitting) {
        let is_gone =
            |named: &Named| matches!(named, Named::Stand(id) if gone.iter().any(|stand| stand.id == *id));
        let force = self.force_mut(side);
        for stand in force.stands_mut() {
            if matches!(&stand.start, Start::Aboard(carrier) if is_gone(carrier)) {
                stand.start = Start::Unsaid;
            }
        }
        for mission in &mut force.missions {
            mission.batteries.retain(|battery| !is_gone(battery));
        }
        // This must come before missions without a battery are removed: it finds missions by index.
        fitting.keep(self);
        self.force_mut(side).missions.retain(|mission| !mission.batteries.is_empty());
    }

    /// Moves a formation or stand up or down. A stand at the end of its formation moves into the next one.
    pub(super) fn shift(&mut self, of: Subject, down: bool) -> Result<String, String> {
        let nowhere = || Err("It cannot move further that way.".to_owned());
        match of {
            Subject::Formation(side, f) => {
                let all = &mut self.force_mut(side).formations;
                let to = if down { f + 1 } else { f.wrapping_sub(1) };
                if f >= all.len() || to >= all.len() {
                    return nowhere();
                }
                all.swap(f, to);
                Ok(String::new())
            }
            Subject::Piece(side, f, n) => {
                let all = &mut self.force_mut(side).formations;
                let Some(count) =
                    all.get(f).map(|formation| formation.stands.len()).filter(|&count| n < count)
                else {
                    return nowhere();
                };
                if down && n + 1 < count {
                    all[f].stands.swap(n, n + 1);
                } else if !down && n > 0 {
                    all[f].stands.swap(n, n - 1);
                } else if down && f + 1 < all.len() {
                    let stand = all[f].stands.remove(n);
                    all[f + 1].stands.insert(0, stand);
                } else if !down && f > 0 {
                    let stand = all[f].stands.remove(n);
                    all[f - 1].stands.push(stand);
                } else {
                    return nowhere();
                }
                Ok(String::new())
            }
            Subject::Plan(whose, list, n) => self.reorder((whose, list, n), down),
            _ => nowhere(),
        }
    }

    /// Starts a stand on a square. A stand that already starts there swaps with it.
    pub(super) fn put(&mut self, of: Subject, cell: Cell) -> Result<String, String> {
        let Subject::Piece(side, f, n) = of else {
            return Err("Only stands can be placed on the map.".to_owned());
        };
        if !self.map.grid.contains(cell) || self.stand(side, f, n).is_none() {
            return Err(format!("{cell} is off the board."));
        }
        let there = self.stand_at(cell);
        let Some(stand) = self.stand_mut(side, f, n) else {
            return Err("That stand does not exist.".to_owned());
        };
        let before = std::mem::replace(&mut stand.start, Start::At(cell));
        let name = stand.name().to_owned();
        if let Some((other, of, on)) = there.filter(|&there| there != (side, f, n))
            && let Some(stand) = self.stand_mut(other, of, on)
        {
            stand.start = if matches!(before, Start::At(_)) { before } else { Start::Unsaid };
        }
        Ok(format!("{name} starts at {cell}."))
    }
}

impl Force {
    /// The stands it can buy in a year: its custom weapons, its nation's stands, those common to all nations, then
    /// other nations' stands.
    pub(super) fn catalog_items(&self, year: u16) -> Vec<CatalogItem> {
        let own = self.nation();
        let mut nations: Vec<Nation> = own.into_iter().chain([Nation::AllNations]).collect();
        nations.extend(
            Nation::ALL.into_iter().filter(|&nation| Some(nation) != own && nation != Nation::AllNations),
        );
        let weapons = self.own_kinds();
        // A custom weapon hides the printed entry of the same name.
        let hidden = |kind: &StandType| {
            let same = |known: &&StandType| known.name.eq_ignore_ascii_case(&kind.name);
            Some(kind.nation) == own && weapons.iter().copied().any(|known| same(&known))
        };
        let printed = nations.into_iter().flat_map(catalog::catalog).filter(|kind| !hidden(kind));
        weapons.iter().copied().chain(printed).map(|kind| ware(kind, own, year)).collect()
    }

    /// Adds a formation.
    pub(super) fn form(&mut self, name: &str) {
        let mut about = Table::new();
        about.insert("name".to_owned(), Value::String(name.trim().to_owned()));
        self.formations.push(Formation { about, stands: Vec::new() });
    }

    /// Stands that could carry this one: with room for it, and starting on the map (8.4.1).
    pub(super) fn carriers(&self, id: u32) -> Vec<u32> {
        let kind = |stand: &Stand| self.kind(stand);
        let Some(rider) = self.stands().find(|stand| stand.id == id) else { return Vec::new() };
        let Some(load) = kind(rider).and_then(|kind| kind.load) else { return Vec::new() };
        let personnel = |stand: &Stand| kind(stand).is_some_and(|kind| Arm::of(kind) == Arm::Infantry);
        let fits = |carrier: &&Stand| {
            let Some(room) = kind(carrier).and_then(|kind| kind.cargo) else { return false };
            let on = Start::Aboard(Named::Stand(carrier.id));
            let aboard: Vec<&Stand> =
                self.stands().filter(|stand| stand.id != id && stand.start == on).collect();
            let used: u16 = aboard
                .iter()
                .filter_map(|stand| kind(stand))
                .filter_map(|kind| kind.load)
                .map(u16::from)
                .sum();
            let towing = !personnel(rider) && aboard.iter().any(|stand| !personnel(stand));
            carrier.id != id && at(carrier).is_some() && used + u16::from(load) <= u16::from(room) && !towing
        };
        self.stands().filter(fits).map(|stand| stand.id).collect()
    }

    /// The stands that fire indirectly.
    pub(super) fn batteries(&self) -> Vec<u32> {
        let fires = |kind: &StandType| is_indirect(kind) || kind.guns.iter().any(|gun| gun.notes.indirect);
        let all = self.stands().filter(|stand| self.kind(stand).is_some_and(fires));
        all.map(|stand| stand.id).collect()
    }

    /// The number of stands that land with a group.
    pub(super) fn landing(&self, group: &str) -> usize {
        let lands = |start: &Start| matches!(start, Start::Lands(name) if name == group);
        self.stands().filter(|stand| lands(&stand.start)).count()
    }

    /// The aircraft of a plan, from the aircraft data.
    pub(super) fn craft(&self, plan: &Table) -> Option<&'static catalog::Aircraft> {
        let nation = word(plan, "nation").and_then(|nation| nation.parse().ok());
        let nation: Nation = nation.or(self.nation())?;
        let name = word(plan, "type")?;
        aircraft().iter().find(|kind| kind.nation == nation && kind.name == name)
    }
}

fn at(stand: &Stand) -> Option<Cell> {
    match stand.start {
        Start::At(cell) => Some(cell),
        _ => None,
    }
}

/// Whether a stand of this kind can enter this terrain at all.
fn enters(kind: &StandType, ground: crate::rules::matg::ground::terrain::Ground) -> bool {
    let arm = Arm::of(kind);
    if ground.is_water() {
        return kind.movement.water > 0;
    }
    let mode = match (arm, kind.movement.land) {
        (Arm::Boat, _) => return false,
        (Arm::Cavalry, _) if ground.is_built_up() => return false,
        (Arm::Infantry | Arm::Weapon, _) | (_, None) => Mode::Foot,
        (_, Some((_, mode))) => mode,
    };
    ground.cost(mode).is_some() || ground.road_cost(mode).is_some()
}

pub(super) fn about_stand(force: &Force, stand: &Stand) -> String {
    let mut about: Vec<String> = Vec::new();
    about.extend(word(&stand.about, "role").map(str::to_owned));
    for (key, said) in [
        ("observer", "observer"),
        ("recon", "[R]"),
        ("engineer", "engineers"),
        ("air-support", "air support"),
        ("better-shells", "better shells"),
    ] {
        if says(&stand.about, key) {
            about.push(said.to_owned());
        }
    }
    about.extend(number(&stand.about, "fire-turns").map(|turns| format!("{turns} turns of fire")));
    about.push(match &stand.start {
        Start::At(cell) => format!("at {cell}"),
        Start::Aboard(carrier) => format!("in {}", force.written(carrier).unwrap_or_default()),
        Start::OffMap => "off map".to_owned(),
        Start::Lands(group) => format!("by air, {group}"),
        Start::Unsaid => "nowhere".to_owned(),
    });
    about.join(", ")
}

/// The main values of a stand, abbreviated.
pub(super) fn figures(kind: &StandType) -> String {
    let figure = |n: Option<u8>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
    let gun = kind.guns.first().map(|gun| {
        let range = gun.ap_range.max(gun.he_range);
        format!("{}/{} at {range}", figure(gun.ap), figure(gun.he))
    });
    let mut figures: Vec<String> = gun.into_iter().collect();
    figures.push(format!("def {}", columns::defence(kind)).trim_end_matches("def ").to_owned());
    figures.push(columns::movement(kind.movement));
    figures.extend(kind.cargo.map(|cargo| format!("carries {cargo}")));
    figures.extend(kind.load.map(|load| format!("load {load}")));
    figures.retain(|figure| !figure.is_empty());
    figures.join(", ")
}

fn ware(kind: &StandType, own: Option<Nation>, year: u16) -> CatalogItem {
    let barred = if kind.introduced() > year {
        Some(format!("introduced in {}, but this battle is in {year} (weapons data)", kind.introduced()))
    } else if own.is_some_and(|own| kind.nation != own && kind.nation != Nation::AllNations) {
        Some(format!("{} had it: captured, or lent", kind.nation))
    } else {
        None
    };
    CatalogItem {
        nation: kind.nation.key().to_owned(),
        key: kind.name.clone(),
        name: kind.name.clone(),
        class: kind.class.to_string(),
        cost: u32::from(kind.points),
        year: kind.introduced(),
        figures: figures(kind),
        barred,
    }
}

/// Whether a kind fires indirectly, wherever it stands.
pub(super) fn is_indirect(kind: &StandType) -> bool {
    matches!(kind.class, Class::Artillery | Class::RocketArtillery) && kind.notes().indirect
}
