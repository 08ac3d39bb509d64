//! The view of works: markers, progress, previews, refusals.

use super::preview::{chance, results};
use crate::board::Cell;
use crate::game::view::Preview;
use crate::game::{Illegal, PreviewRoll, Reading};
use crate::rules::matg::ground::buildings;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::shown::preview;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::Id;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::works::laid::Work;
use crate::rules::matg::works::{labour, laid, mines, obstacles, positions};

impl Field {
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
            Terrain::Wreck if self.works.cleared.contains(&cell) => format!("{label}, road cleared"),
            Terrain::Smoke if self.burns(cell) => "smoke of burning buildings".to_owned(),
            _ => label.to_owned(),
        }
    }

    /// Whether buildings burn in a square.
    pub(super) fn burns(&self, cell: Cell) -> bool {
        self.works.battered.iter().any(|battered| battered.cell == cell && battered.burning)
    }

    /// Why works bar a stand from a square: wheels in wire, vehicles in ditches.
    pub(in crate::rules::matg) fn why_no_entry(&self, id: Id, cell: Cell) -> Option<Illegal> {
        let (unit, ground) = (self.battle.unit(id), self.ground_at(cell));
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

/// A stand's equipment and the progress of its works.
pub(super) fn work_details(field: &Field, forces: &Forces, id: Id, lines: &mut Vec<String>) {
    let unit = forces.unit(id);
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
    for labour in &field.works.labours {
        let (work, cell) = (labour.work, labour.cell);
        if labour.stand == id && field.done(id, work, cell) == 0 {
            lines.push(format!("{} at {cell}", work.words()));
        }
    }
    for labour in field.works.progress.iter().filter(|labour| labour.stand == id) {
        let (work, cell, done) = (labour.work, labour.cell, labour.done);
        let needed = field.successes_needed(id, work, cell).map_or(String::new(), |n| format!(" of {n}"));
        lines.push(format!("{} at {cell}: {done}{needed}", work.words()));
    }
    if forces.cell(id).is_some_and(|cell| faces_wrong_way(field, forces, id, cell)) {
        lines.push("no benefit of its position: wrong facing".to_owned());
    }
}

fn faces_wrong_way(field: &Field, forces: &Forces, id: Id, cell: Cell) -> bool {
    field.fort_at(cell).is_some_and(|fort| !positions::has_benefit(field, forces, id, fort.row))
}

/// The rolls that the moving stand needs to leave its square.
pub(in crate::rules::matg) fn leaving_note(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
) -> Option<String> {
    let needs: Vec<String> = obstacles::leave_profiles(field, forces, now, command, id, forces.cell(id)?)
        .iter()
        .map(|profile| format!("{}: {} or less", profile.purpose, profile.passing_faces()))
        .collect();
    (!needs.is_empty()).then(|| needs.join("; "))
}

pub(super) fn work_label(field: &Field, forces: &Forces, choice: &Choice, id: Id) -> String {
    let who = forces.battle.who(id);
    match *choice {
        Choice::Demolish(_, gun, cell) => {
            let label = &forces.battle.gun(id, gun).label;
            let with = if label.is_empty() { String::new() } else { format!(", {label}") };
            format!("Fire at the bridge at {cell} with {who}{with}")
        }
        Choice::Bridge(_, cell) | Choice::Work(_, cell) => {
            let Some((_, work)) = laid::work_of(field, forces, choice) else { return who };
            let needed = field
                .successes_needed(id, work, cell)
                .map(|n| format!(", {} of {n}", field.done(id, work, cell)));
            format!("{who}: {} at {cell}{}", work.words(), needed.unwrap_or_default())
        }
        _ => who,
    }
}

/// The rolls to leave mines, wire or a ditch, and the mines' attack if they are known.
pub(in crate::rules::matg) fn preview_leaving(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
) -> Option<Preview> {
    let cell = forces.cell(id)?;
    let profiles = obstacles::leave_profiles(field, forces, now, command, id, cell);
    let mut preview: Option<Preview> = None;
    for profile in profiles {
        let one = preview::preview_roll(&forces.battle, id, profile);
        match &mut preview {
            None => preview = Some(one),
            Some(all) => all.rolls.extend(one.rolls),
        }
    }
    let mut preview = preview?;
    if let Some(mine) = field.mine_at(cell).filter(|mine| mine.owner != forces.side(id)) {
        match mine.kind.filter(|_| mine.revealed) {
            Some(kind) => {
                let mines = PreviewRoll::new("the mines", mines::mines_attack(kind).test());
                preview.rolls[0].opens.push((Reading::Pass, mines));
            }
            None => {
                preview.remarks.push("If it passes, the owner says whether the mines are real.".to_owned())
            }
        }
    }
    if let Some(odds) = mines::mine_odds(field, forces, now, command, id, cell) {
        let off = odds.iter().filter(|((_, on), _)| *on).fold(0.0, |sum, (_, chance)| sum + chance);
        preview.result = results(&odds.map(|&(states, _)| states));
        preview.remarks.push(format!("{:.0}% to get off the minefield", 100.0 * off));
    }
    Some(preview)
}

/// The preview of a roll in the Marker Removal Phase.
pub(in crate::rules::matg) fn preview_work(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    choice: &Choice,
) -> Option<Preview> {
    let (id, work) = laid::work_of(field, forces, choice)?;
    let mut preview =
        preview::preview_roll(&forces.battle, id, labour::work_profile(forces, now, command, id, work));
    preview
        .remarks
        .push("Rolled in the Marker Removal Phase. The stand does nothing else this turn.".to_owned());
    if let Choice::Work(_, cell) | Choice::Bridge(_, cell) = *choice {
        preview.result = labour::work_odds(field, forces, now, command, id, work, cell);
    }
    if work == Work::Mines {
        preview.remarks.push("A natural 1 clears the field at once; a 20 sets off the mines.".to_owned());
    }
    Some(preview)
}

pub(in crate::rules::matg) fn preview_demolition(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    gun: u8,
    cell: Cell,
) -> Preview {
    let (profile, attack) = buildings::demolition(field, forces, now, command, id, gun, cell);
    debug_assert!(chance(&profile) > 0.0);
    let mut preview = preview::preview_roll(&forces.battle, id, profile);
    preview.rolls[0].opens.push((Reading::Pass, PreviewRoll::new("", attack.test())));
    preview.remarks.push("D or E makes the bridge unusable.".to_owned());
    preview
}

/// Why a stand may not work at a square now.
pub(in crate::rules::matg) fn why_no_work(
    field: &Field,
    forces: &Forces,
    id: Id,
    choice: &Choice,
) -> Option<Illegal> {
    let (who, stand, unit) = (forces.battle.who(id), forces.stand(id), forces.unit(id));
    if field.is_working(id) {
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
    if !unit.engineer && unit.gear.is_empty() && !laid::clears_wrecks(forces, id) {
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
