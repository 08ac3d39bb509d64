//! Writes a position as a scenario: the terrain as it is, every stand where it is, the turns that remain.
//!
//! A position in which nothing has been decided yet is written as it was read, complete. A later one is
//! written from the start of its current turn: every stand with its state; fire that is plotted, falling or
//! waiting to be called; troops in the air; unfinished labour; cards drawn; and units yet to arrive. What a
//! scenario cannot express, the moves and fire of the current turn, is left out, and the briefing says so.
//! The writer is given the position as one seat sees it, so it cannot reveal hidden information.

mod ground;
mod plans;
mod side;

pub(in crate::rules::matg) use ground::drawn;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use crate::board::{self, Cell};
use crate::game::Side;
use crate::game::journal::quoted;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::movement::set_up;
use crate::rules::matg::state::aims::{Aim, Degree, Losses, Share};
use crate::rules::matg::state::battle::{Arm, Optional};
use crate::rules::matg::state::choice::Tag;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::turn::sequence::PHASES;
use crate::rules::matg::turn::victory;

fn cells(cells: impl IntoIterator<Item = Cell>) -> String {
    let each: Vec<String> = cells.into_iter().map(|cell| format!("\"{cell}\"")).collect();
    format!("[{}]", each.join(", "))
}

/// Writes squares as rectangles given by two corners, each as wide and then as high as possible.
fn areas(cells: impl IntoIterator<Item = Cell>) -> String {
    let each: Vec<String> = rectangles(cells).into_iter().map(|word| format!("\"{word}\"")).collect();
    format!("[{}]", each.join(", "))
}

/// The rectangles, one string each.
pub(in crate::rules::matg) fn rectangles(cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    let mut left: BTreeSet<(i16, i16)> = cells.into_iter().map(|cell| (cell.y, cell.x)).collect();
    let mut each = Vec::new();
    while let Some(&(y, x)) = left.first() {
        let right = (x..).take_while(|&x| left.contains(&(y, x))).last().unwrap_or(x);
        let full = |y: i16| (x..=right).all(|x| left.contains(&(y, x)));
        let top = (y..).take_while(|&y| full(y)).last().unwrap_or(y);
        left.retain(|&(row, column)| !((y..=top).contains(&row) && (x..=right).contains(&column)));
        let corner = Cell::new(x, y);
        each.push(match (right, top) == (x, y) {
            true => corner.to_string(),
            false => format!("{corner}-{}", Cell::new(right, top)),
        });
    }
    each
}

/// The position as the text of a scenario, or the reason it cannot be one.
#[apply(rule, "battles: a position as a scenario")]
pub(in crate::rules::matg) fn write(position: &Position) -> Result<String, String> {
    if position.now.outcome.is_some() {
        return Err("the battle is over".to_owned());
    }
    let fresh = is_fresh(position);
    let (tags, starts) = (tags(position, fresh), starts(position, fresh));
    let mut writing = Writing { position, fresh, without: BTreeSet::new(), tags, starts };
    for side in Side::BOTH {
        let name = &position.battle.army(side).name;
        let unseen = |&id: &Id| {
            position.forces.stand(id).place == Place::Reserve && position.battle.unit(id).arm != Arm::Horses
        };
        if position.battle.ids(side).any(|id| unseen(&id)) {
            return Err(format!("the {name} have not visibly deployed yet"));
        }
        if !writing.kept(side).any(|id| position.forces.is_ghq(id)) {
            if !writing.kept(side).any(|id| position.forces.cell(id).is_some()) {
                return Err(format!("the {name} are not visibly on the map yet"));
            }
            return Err(format!("the {name} have no GHQ at the moment, and a scenario needs one (10.1.4)"));
        }
    }
    let read = |writing: &Writing| {
        let text = writing.whole();
        super::read("written", &text).map(|_| text)
    };
    if let Ok(text) = read(&writing) {
        return Ok(text);
    }
    // After losses and moves a plotted mission may no longer be possible: only such missions are left out.
    writing.without = (0..position.record.missions.len()).collect();
    let mut text = match read(&writing) {
        Ok(text) => text,
        Err(faulty) => {
            let first = faulty.faults.first().map_or(String::new(), |fault| fault.sentence.clone());
            return Err(format!("a battle from this position could not be played: {first}"));
        }
    };
    for mission in 0..position.record.missions.len() {
        writing.without.remove(&mission);
        match read(&writing) {
            Ok(longer) => text = longer,
            Err(_) => {
                writing.without.insert(mission);
            }
        }
    }
    Ok(text)
}

/// Whether nothing has been decided yet, so that the battle is as its scenario has it.
fn is_fresh(position: &Position) -> bool {
    let begun = Position::drawn_up(Arc::clone(&position.battle));
    // The seat's board contains nothing that the seat does not know.
    let known = position.forces.stands.iter().zip(&position.battle.units);
    let known =
        known.into_iter().all(|(stand, unit)| stand.place != Place::Reserve || unit.arm == Arm::Horses);
    known
        && position.now.number == 1
        && position.now.stack == begun.now.stack
        && position.forces.stands == begun.forces.stands
}

/// The new tags of the stands: lost stands leave no gaps.
fn tags(position: &Position, fresh: bool) -> BTreeMap<Id, Tag> {
    let mut tags = BTreeMap::new();
    for side in Side::BOTH {
        let letter = position.battle.army(side).letter;
        for (number, id) in (1..).zip(stays(position, side, fresh)) {
            tags.insert(id, Tag { letter, number });
        }
    }
    tags
}

/// Starting squares for stands without a square of their own, because they have yet to arrive or are passing
/// a friendly stand: the square in the file or, if it is occupied by now, the nearest free one in their zone.
fn starts(position: &Position, fresh: bool) -> BTreeMap<Id, Cell> {
    let all = || Side::BOTH.into_iter().flat_map(|side| stays(position, side, fresh));
    let mut taken: BTreeSet<Cell> = all().filter_map(|id| position.forces.cell(id)).collect();
    let mut starts = BTreeMap::new();
    let mut crowded = Vec::new();
    for id in all() {
        let start = match position.forces.stand(id).place {
            Place::Due => position.battle.unit(id).start,
            // A stand that is crossing a friendly stand's square has to stop next to it.
            Place::Board(cell) if position.forces.holder_of(cell).is_some_and(|other| other != id) => {
                Some(cell)
            }
            _ => None,
        };
        match start {
            Some(cell) if taken.insert(cell) => {
                starts.insert(id, cell);
            }
            Some(cell) => crowded.push((id, cell)),
            None => {}
        }
    }
    for (id, wanted) in crowded {
        let zone = position.battle.unit(id).zone.map(|zone| &position.battle.zones[usize::from(zone)]);
        let ways = zone.and_then(|zone| zone.call.as_ref()).into_iter().flat_map(|call| &call.ways);
        let cells = zone.into_iter().flat_map(|zone| &zone.cells).chain(ways.flat_map(|way| &way.cells));
        let free = |cell: &Cell| {
            !taken.contains(cell) && set_up::may_stand_on(&position.field, &position.forces, id, *cell)
        };
        let near = |cell: &Cell| board::distance_squared(*cell, wanted);
        let cell = cells.copied().filter(free).min_by_key(near);
        // If the zone is full, the stand waits next to it.
        let cell = cell.or_else(|| position.battle.grid.cells().filter(free).min_by_key(near));
        taken.extend(cell);
        starts.insert(id, cell.unwrap_or(wanted));
    }
    starts
}

/// Stands of a side that are still in the battle; horses are written with their riders.
fn stays(position: &Position, side: Side, fresh: bool) -> impl Iterator<Item = Id> + '_ {
    let shelled = position.record.shelled[side.index()];
    let window = position.battle.windows[side.index()];
    // Off-map batteries that have used up their turns are left out.
    let shut = shelled > 0 && window.is_some_and(|window| shelled + window <= position.now.number);
    position.battle.ids(side).filter(move |&id| {
        let place = position.forces.stand(id).place;
        (fresh || !matches!(place, Place::Lost | Place::Gone(_) | Place::Reserve | Place::Hidden))
            && !(shut && place == Place::OffMap)
            && position.battle.unit(id).arm != Arm::Horses
    })
}

struct Writing<'a> {
    position: &'a Position,
    /// Nothing has been decided yet.
    fresh: bool,
    /// Missions that are left out, by index.
    without: BTreeSet<usize>,
    tags: BTreeMap<Id, Tag>,
    /// Starting squares for stands without a square of their own.
    starts: BTreeMap<Id, Cell>,
}

impl Writing<'_> {
    fn whole(&self) -> String {
        let mut text = String::new();
        self.frame(&mut text);
        self.victory(&mut text);
        self.map(&mut text);
        for side in Side::BOTH {
            self.side(side, &mut text);
        }
        text
    }

    fn kept(&self, side: Side) -> impl Iterator<Item = Id> + '_ {
        stays(self.position, side, self.fresh)
    }

    /// Whether the sides are still deploying: their options are then kept in the new battle.
    fn opens(&self) -> bool {
        self.fresh || !self.position.arrivals.begun
    }

    /// Turns played; the new scenario counts from the current turn.
    fn gone(&self) -> u8 {
        self.position.now.number - 1
    }

    fn frame(&self, text: &mut String) {
        let (p, battle) = (self.position, &self.position.battle);
        // The cost of the forces is left out because reading the scenario adds it.
        let told = battle.briefing.len().saturating_sub(3);
        let mut briefing = battle.briefing[..told].join("\n");
        let mut title = battle.title.clone();
        if !self.fresh {
            briefing = format!(
                "The position on turn {} of {}; the turn starts over.\n\n{briefing}\n",
                p.now.number, battle.turns,
            );
            title = format!("{title}, turn {}", p.now.number);
        }
        let _ = write!(
            text,
            "# A position of \"{}\", turn {}.\nformat = 1\nruleset = \"matg\"\ntitle = {}\nturns = {}\ndate = \
             \"{:04}-{:02}\"\nkind = \"{}\"\nsighting = {}\nbriefing = {}\n",
            battle.title.replace('\n', " "),
            p.now.number,
            quoted(&title),
            battle.turns - self.gone(),
            battle.date.0,
            battle.date.1,
            battle.kind.key(),
            battle.sighting,
            quoted(&briefing),
        );
        if self.fresh && battle.teaches {
            text.push_str("teaches = true\n");
        }
        if self.opens() && battle.begins_with_movement {
            text.push_str("begins-with-movement = true\n");
        }
        self.conditions(text);
        if !p.field.breaches.is_empty() {
            let cut: Vec<String> =
                p.field.breaches.iter().map(|(cell, wind)| format!("\"{cell} {wind}\"")).collect();
            let _ = writeln!(text, "breaches = [{}]", cut.join(", "));
        }
        for hint in battle.hints.iter().filter(|_| self.opens()) {
            let (phase, words) = (PHASES.get(hint.phase).copied().unwrap_or_default(), quoted(&hint.text));
            let turn = hint.turn;
            let _ = write!(text, "\n[[hint]]\nphase = {}\nturn = {turn}\ntext = {words}\n", quoted(phase));
        }
        if self.opens() {
            text.push_str(&battle.lesson.to_toml());
        }
    }

    /// The weather, the light and the optional rules.
    fn conditions(&self, text: &mut String) {
        let battle = &self.position.battle;
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
            // The terrain of a variant is already in the map.
            .filter(|&&option| battle.plays(option) && option != Optional::Variant)
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
        text.push_str("\n[victory]\n");
        for place in &victory.places {
            let _ = write!(
                text,
                "\n[[victory.place]]\nname = {}\nat = {}\n",
                quoted(&place.name),
                areas(place.cells.iter().copied())
            );
        }
        for aim in &victory.aims {
            self.aim(aim, text);
        }
    }

    /// The losses that an aim allows, less those already suffered.
    fn losses(&self, aim: &Aim, text: &mut String) {
        if let Some(losses) = aim.losses.filter(|_| self.fresh) {
            let _ = match losses {
                Losses::LessThan(percent) => writeln!(text, "lose-less-than-percent = {percent}"),
                Losses::AtMost(percent) => writeln!(text, "lose-at-most-percent = {percent}"),
            };
        } else if let Some(losses) = aim.losses {
            let (lost, strength) = self.position.forces.losses_and_strength(aim.side);
            let remain = strength.saturating_sub(lost).max(1);
            // The first loss that is one too many, as a share of what is left.
            let spare = losses.limit(strength).saturating_sub(lost).max(1);
            let percent = (spare * 100 / remain).clamp(1, 100);
            let key = if matches!(losses, Losses::AtMost(_)) {
                "lose-at-most-percent"
            } else {
                "lose-less-than-percent"
            };
            let _ = writeln!(text, "{key} = {}", percent.min(if key.contains("most") { 99 } else { 100 }));
        }
    }

    fn aim(&self, aim: &Aim, text: &mut String) {
        let (p, gone) = (self.position, self.gone());
        // A turn that has passed cannot be given; turn 1 is the nearest.
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
        // Subtract what has already been destroyed, exited or lost.
        let losses_and_strength = |side: Side| p.forces.losses_and_strength(side);
        let left =
            |share: Share, strength: u32, done: u32| share.of(strength).saturating_sub(done).clamp(1, 200);
        if let Some(share) = aim.destroy {
            let (lost, strength) = losses_and_strength(aim.side.other());
            let _ = match share {
                Share::Percent(percent) if self.fresh => writeln!(text, "destroy-percent = {percent}"),
                share => writeln!(text, "destroy-stands = {}", left(share, strength, lost)),
            };
        }
        self.losses(aim, text);
        if let Some(exit) = &aim.exit {
            let strength = losses_and_strength(aim.side).1;
            let over: Vec<String> = exit.over.iter().map(|edge| format!("\"{edge}\"")).collect();
            let _ = match exit.share {
                Share::Percent(percent) if self.fresh => writeln!(text, "exit-percent = {percent}"),
                share => {
                    writeln!(
                        text,
                        "exit-stands = {}",
                        left(share, strength, victory::left_map(&p.forces, aim.side, exit))
                    )
                }
            };
            let _ = writeln!(text, "over = [{}]", over.join(", "));
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
            let _ = writeln!(
                text,
                "past-turn = {}",
                turn(past).min((p.battle.turns - gone).saturating_sub(1)).max(1)
            );
        }
    }
}
