//! The view of works: markers, progress, previews, refusals.

use super::preview::{chance, results};
use crate::board::Cell;
use crate::game::view::Preview;
use crate::game::{Illegal, PreviewRoll, Reading};
use crate::odds::Distribution;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::works::laid::Work;

impl Position {
    /// The name of a marker: positions with their facing, wrecks with a cleared road.
    pub(super) fn marker_name(&self, cell: Cell, row: Terrain) -> String {
        let label = row.row().label;
        match row {
            Terrain::MediumPosition | Terrain::HeavyPosition => {
                match self.fort_at(cell).and_then(|fort| fort.facing) {
                    Some(facing) => format!("{label} facing {facing}"),
                    None => label.to_owned(),
                }
            }
            Terrain::Wreck if self.field.works.cleared.contains(&cell) => format!("{label}, road cleared"),
            Terrain::Smoke if self.burns(cell) => "smoke of burning buildings".to_owned(),
            _ => label.to_owned(),
        }
    }

    /// Whether buildings burn in a square.
    pub(super) fn burns(&self, cell: Cell) -> bool {
        self.field.works.battered.iter().any(|battered| battered.cell == cell && battered.burning)
    }

    /// A stand's equipment and the progress of its works.
    pub(super) fn work_details(&self, id: Id, lines: &mut Vec<String>) {
        let unit = self.unit(id);
        if unit.engineer {
            lines.push("engineers".to_owned());
        }
        if !unit.gear.is_empty() {
            let names: Vec<&str> = unit.gear.iter().map(|gear| gear.words()).collect();
            lines.push(format!("equipment: {}", names.join(", ")));
        }
        if unit.bridging {
            lines.push("bridging materials".to_owned());
        }
        for labour in &self.field.works.labours {
            let (work, cell) = (labour.work, labour.cell);
            if labour.stand == id && self.done(id, work, cell) == 0 {
                lines.push(format!("{} at {cell}", work.words()));
            }
        }
        for labour in self.field.works.progress.iter().filter(|labour| labour.stand == id) {
            let (work, cell, done) = (labour.work, labour.cell, labour.done);
            let needed = self.successes_needed(id, work, cell).map_or(String::new(), |n| format!(" of {n}"));
            lines.push(format!("{} at {cell}: {done}{needed}", work.words()));
        }
        if self.cell(id).is_some_and(|cell| self.faces_wrong_way(id, cell)) {
            lines.push("no benefit of its position: wrong facing".to_owned());
        }
    }

    fn faces_wrong_way(&self, id: Id, cell: Cell) -> bool {
        self.fort_at(cell).is_some_and(|fort| !self.has_benefit(id, fort.row))
    }

    /// The rolls that the moving stand needs to leave its square.
    pub(in crate::rules::matg) fn leaving_note(&self, id: Id) -> Option<String> {
        let needs: Vec<String> = self
            .leave_profiles(id, self.cell(id)?)
            .iter()
            .map(|profile| format!("{}: {} or less", profile.purpose, profile.passing_faces()))
            .collect();
        (!needs.is_empty()).then(|| needs.join("; "))
    }

    pub(super) fn work_label(&self, choice: &Choice, id: Id) -> String {
        let who = self.who(id);
        match *choice {
            Choice::Demolish(_, gun, cell) => {
                let label = &self.gun(id, gun).label;
                let with = if label.is_empty() { String::new() } else { format!(", {label}") };
                format!("Fire at the bridge at {cell} with {who}{with}")
            }
            Choice::Bridge(_, cell) | Choice::Work(_, cell) => {
                let Some((_, work)) = self.work_of(choice) else { return who };
                let needed = self
                    .successes_needed(id, work, cell)
                    .map(|n| format!(", {} of {n}", self.done(id, work, cell)));
                format!("{who}: {} at {cell}{}", work.words(), needed.unwrap_or_default())
            }
            _ => who,
        }
    }

    /// The rolls to leave mines, wire or a ditch, and the mines' attack if they are known.
    pub(in crate::rules::matg) fn preview_leaving(&self, id: Id) -> Option<Preview> {
        let cell = self.cell(id)?;
        let profiles = self.leave_profiles(id, cell);
        let mut preview: Option<Preview> = None;
        for profile in profiles {
            let one = self.preview_roll(id, profile);
            match &mut preview {
                None => preview = Some(one),
                Some(all) => all.rolls.extend(one.rolls),
            }
        }
        let mut preview = preview?;
        if let Some(mine) = self.mine_at(cell).filter(|mine| mine.owner != self.side(id)) {
            match mine.kind.filter(|_| mine.revealed) {
                Some(kind) => {
                    let mines = PreviewRoll::new("the mines", Self::mines_attack(kind).test());
                    preview.rolls[0].opens.push((Reading::Pass, mines));
                }
                None => preview
                    .remarks
                    .push("If it passes, the owner says whether the mines are real.".to_owned()),
            }
        }
        if let Some(odds) = self.mine_odds(id, cell) {
            let off = odds.iter().filter(|((_, on), _)| *on).fold(0.0, |sum, (_, chance)| sum + chance);
            preview.result = results(&odds.then(|&(states, _)| Distribution::certain(states)));
            preview.remarks.push(format!("{:.0}% to get off the minefield", 100.0 * off));
        }
        Some(preview)
    }

    /// The preview of a roll in the Marker Removal Phase.
    pub(in crate::rules::matg) fn preview_work(&self, choice: &Choice) -> Option<Preview> {
        let (id, work) = self.work_of(choice)?;
        let mut preview = self.preview_roll(id, self.work_profile(id, work));
        preview
            .remarks
            .push("Rolled in the Marker Removal Phase. The stand does nothing else this turn.".to_owned());
        if let Choice::Work(_, cell) | Choice::Bridge(_, cell) = *choice {
            preview.result = self.work_odds(id, work, cell);
        }
        if work == Work::Mines {
            preview.remarks.push("A natural 1 clears the field at once; a 20 sets off the mines.".to_owned());
        }
        Some(preview)
    }

    pub(in crate::rules::matg) fn preview_demolition(&self, id: Id, gun: u8, cell: Cell) -> Preview {
        let (profile, attack) = self.demolition(id, gun, cell);
        debug_assert!(chance(&profile) > 0.0);
        let mut preview = self.preview_roll(id, profile);
        preview.rolls[0].opens.push((Reading::Pass, PreviewRoll::new("", attack.test())));
        preview.remarks.push("D or E makes the bridge unusable.".to_owned());
        preview
    }

    /// Why a stand may not work at a square now.
    pub(in crate::rules::matg) fn why_no_work(&self, id: Id, choice: &Choice) -> Option<Illegal> {
        let (who, stand, unit) = (self.who(id), self.stand(id), self.unit(id));
        if self.is_working(id) {
            return Some(Illegal::new("11.5", format!("{who} is already working")));
        }
        if stand.group != 0 {
            return Some(Illegal::new("8.1.2", format!("{who} is already in a group")));
        }
        if let Choice::Bridge(_, cell) = *choice {
            let why = format!(
                "{who} can't bridge {cell}: it needs an adjacent ditch or 1-inch stream, and a bridging \
                 vehicle or engineers next to a transport with bridging materials"
            );
            return Some(Illegal::new("11.5.7", why));
        }
        if !unit.engineer && unit.gear.is_empty() && !self.clears_wrecks(id) {
            return Some(Illegal::new(
                "11.5",
                format!(
                    "{who} can't work: it has no engineers or engineering \
             equipment"
                ),
            ));
        }
        Some(Illegal::new("11.5", format!("{who} has nothing to work at there")))
    }

    /// Why works bar a stand from a square: wheels in wire, vehicles in ditches.
    pub(in crate::rules::matg) fn why_no_entry(&self, id: Id, cell: Cell) -> Option<Illegal> {
        let (unit, ground) = (self.unit(id), self.ground_at(cell));
        if ground.has(Terrain::Ditch) && unit.is_vehicle() {
            let why = "vehicles can't enter an anti-tank ditch: breach or bridge it first";
            return Some(Illegal::new("11.3.3", why));
        }
        let wheels = unit.pace().1 == crate::rules::matg::catalog::Mode::Wheeled;
        if wheels && ground.has(Terrain::BarbedWire) {
            return Some(Illegal::new("chart: terrain", "wheeled vehicles can't enter barbed wire"));
        }
        if wheels && ground.has(Terrain::HeavyPosition) {
            return Some(Illegal::new(
                "chart: terrain",
                "wheeled vehicles can't enter a heavy improved position",
            ));
        }
        None
    }
}
