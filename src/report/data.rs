//! The battle as data for the script of the page: the differences between positions, and the log.

use serde_json::{Value, json};

use super::map::{Plan, colour};
use super::story::{Frame, Stand, Story};
use super::units::label;
use crate::game::view::MarkerView;
use crate::game::{Modifier, Side, Tone};
use crate::tui::Role;

/// Texts that recur, each kept once.
#[derive(Default)]
struct Words(Vec<String>);

impl Words {
    fn index(&mut self, text: String) -> usize {
        self.0.iter().position(|known| *known == text).unwrap_or_else(|| {
            self.0.push(text);
            self.0.len() - 1
        })
    }
}

/// The data, safe inside a script element: no text in it can end the element.
pub(super) fn json(story: &Story, plan: &Plan) -> String {
    let mut markers: Vec<MarkerView> = Vec::new();
    let frames = frames(story, &mut markers);
    let mut words = Words::default();
    let log = log(story, &mut words);
    let units: Vec<Value> = story
        .roster
        .iter()
        .map(|piece| json!([usize::from(piece.side == Side::B), label(piece), piece.with_tag()]))
        .collect();
    let grid = story.board.grid;
    let index = |cell| if grid.contains(cell) { grid.index(cell) as i64 } else { -1 };
    let markers: Vec<Value> = markers
        .iter()
        .map(|marker| json!([index(marker.cell), marker.glyph.to_string(), marker.name, marker.value]))
        .collect();
    let data = json!({
        "plan": plan.figures(),
        "width": grid.width(),
        "sides": story.sides.each_ref().map(|side| &side.name),
        "phases": story.phases,
        "turns": story.turns,
        "units": units,
        "markers": markers,
        "frames": frames,
        "words": words.0,
        "log": log,
    });
    in_script(&data.to_string())
}

/// JSON with the characters escaped that mean something in HTML or end a line of a script.
fn in_script(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => safe.push_str(&format!("\\u{:04x}", c as u32)),
            c => safe.push(c),
        }
    }
    safe
}

/// For each position what differs from the one before; 0 where nothing does.
fn frames(story: &Story, markers: &mut Vec<MarkerView>) -> Vec<Value> {
    let mut before: Option<&Frame> = None;
    let mut all = Vec::with_capacity(story.frames.len());
    for frame in &story.frames {
        let mut change = serde_json::Map::new();
        if before.is_none_or(|old| (old.turn, old.phase) != (frame.turn, frame.phase)) {
            change.insert("t".into(), json!([frame.turn, frame.phase]));
        }
        let units: Vec<Value> = (0..frame.stands.len())
            .filter_map(|unit| {
                let stand = &frame.stands[unit];
                let old = before.and_then(|old| old.stands.get(unit)).and_then(Option::as_ref);
                (stand.as_ref() != old).then(|| changed(unit, stand.as_ref()))
            })
            .collect();
        if !units.is_empty() {
            change.insert("u".into(), units.into());
        }
        let toggled = toggled(before.map_or(&[], |old| &old.markers), &frame.markers, markers);
        if !toggled.is_empty() {
            change.insert("m".into(), json!(toggled));
        }
        if before.is_none_or(|old| old.losses != frame.losses) {
            change.insert("l".into(), json!(frame.losses));
        }
        if before.is_none_or(|old| old.holders != frame.holders) {
            let holders = frame.holders.iter().map(|holder| holder.map_or(-1, |side| side.index() as i64));
            change.insert("h".into(), holders.collect());
        }
        if before.map_or(!frame.ground.is_empty(), |old| old.ground != frame.ground) {
            let ground = frame.ground.iter().map(|(cell, family)| {
                json!([
                    cell,
                    colour(
                        Role::tint(*family, story.board.level(story.board.grid.cell((*cell).into()))),
                        true
                    )
                ])
            });
            change.insert("g".into(), ground.collect());
        }
        all.push(if change.is_empty() { json!(0) } else { Value::Object(change) });
        before = Some(frame);
    }
    all
}

/// A unit: its index, its cell (-1 off the map, -2 lost), and where they are not usual its headings, states,
/// weight, place in the stack and whether it is hidden.
fn changed(unit: usize, stand: Option<&Stand>) -> Value {
    let Some(stand) = stand else { return json!([unit, -1]) };
    let cell = match stand.cell {
        _ if stand.lost => -2,
        Some(cell) => i64::from(cell),
        None => -1,
    };
    let facing = stand.facings.first().map_or(-1, |facing| i64::from(*facing));
    let turret = stand.facings.get(1).map_or(-1, |facing| i64::from(*facing));
    let mut row = vec![
        json!(unit),
        json!(cell),
        json!(facing),
        json!(turret),
        json!(stand.states),
        json!(stand.weight as u8),
        json!(stand.stack),
        json!(u8::from(stand.hidden)),
    ];
    let usual = [json!(-1), json!(-1), json!(""), json!(0), json!(0), json!(0)];
    while row.len() > 2 && row.last() == usual.get(row.len() - 3) {
        row.pop();
    }
    Value::Array(row)
}

/// The markers that appear or disappear, by their index among all that ever were.
fn toggled(old: &[MarkerView], new: &[MarkerView], known: &mut Vec<MarkerView>) -> Vec<usize> {
    let gone = old.iter().filter(|marker| !new.contains(marker));
    let come = new.iter().filter(|marker| !old.contains(marker));
    let mut toggled: Vec<usize> = gone
        .chain(come)
        .map(|marker| {
            known.iter().position(|other| other == marker).unwrap_or_else(|| {
                known.push(marker.clone());
                known.len() - 1
            })
        })
        .collect();
    toggled.sort_unstable();
    toggled.dedup();
    toggled
}

/// The log: action, turn, tone, side, text, rule, and where there are any modifiers and cells.
fn log(story: &Story, words: &mut Words) -> Vec<Value> {
    let grid = story.board.grid;
    let tone = |tone: Tone| match tone {
        Tone::Phase => 0,
        Tone::Success => 1,
        Tone::Failure => 2,
        Tone::Loss => 3,
        Tone::Plain => 4,
    };
    let line = |line: &crate::game::LogLine| {
        let event = &line.event;
        let side = event.side.map_or(-1, |side| side.index() as i64);
        let mut row = vec![
            json!(line.play),
            json!(line.turn),
            json!(tone(event.tone)),
            json!(side),
            json!(event.text),
            json!(words.index(event.rule.to_owned())),
        ];
        let modifiers: Vec<usize> =
            event.modifiers.iter().map(Modifier::to_string).map(|text| words.index(text)).collect();
        let cells: Vec<usize> =
            event.cells.iter().filter(|cell| grid.contains(**cell)).map(|cell| grid.index(*cell)).collect();
        if !(modifiers.is_empty() && cells.is_empty()) {
            row.push(json!(modifiers));
        }
        if !cells.is_empty() {
            row.push(json!(cells));
        }
        Value::Array(row)
    };
    story.log.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_end_the_script() {
        let safe = in_script(&json!("</script><!-- & \u{2028}").to_string());
        assert!(!safe.contains(['<', '>', '&', '\u{2028}']), "{safe}");
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), "</script><!-- & \u{2028}");
    }

    #[test]
    fn a_unit_is_told_with_as_few_figures_as_it_needs() {
        let stand = Stand {
            cell: Some(40),
            facings: Vec::new(),
            states: String::new(),
            weight: Default::default(),
            stack: 0,
            lost: false,
            hidden: false,
        };
        assert_eq!(changed(3, Some(&stand)), json!([3, 40]));
        assert_eq!(changed(3, Some(&Stand { facings: vec![6], ..stand.clone() })), json!([3, 40, 6]));
        let harmed = Stand { states: "S".into(), lost: true, ..stand };
        assert_eq!(changed(3, Some(&harmed)), json!([3, -2, -1, -1, "S"]));
        assert_eq!(changed(3, None), json!([3, -1]));
    }
}
