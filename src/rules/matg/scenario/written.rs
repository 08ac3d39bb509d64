//! A position written as a scenario: the ground as it is, every stand where it is, the turns that are left.
//!
//! What a scenario cannot say is left out, and its briefing says so: cohesion states and postures, fire that is plotted,
//! half-done work. What the reader of a position may not know, its writer does not either: he is given the position as a
//! seat sees it.

mod ground;
mod side;

pub(in crate::rules::matg) use ground::drawn;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::board::Cell;
use crate::game::Side;
use crate::game::journal::quoted;
use crate::ledger::cited::applies;
use crate::rules::matg::state::aims::{Aim, Degree, Losses, Share};
use crate::rules::matg::state::battle::{Arm, Optional, Role};
use crate::rules::matg::state::choice::Tag;
use crate::rules::matg::state::position::{Id, Place, Position};

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
        !matches!(position.stand(id).place, Place::Lost | Place::Gone(_) | Place::Reserve | Place::Hidden)
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
             \"{:04}-{:02}\"\nkind = \"{}\"\nsighting = {}\nbriefing = {}\n",
            battle.title.replace('\n', " "),
            p.turn,
            quoted(&format!("{}, turn {}", battle.title, p.turn)),
            battle.turns - self.gone(),
            battle.date.0,
            battle.date.1,
            battle.kind.key(),
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
}
