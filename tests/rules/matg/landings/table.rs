//! A small table for landings and water: a drawn map, a few stands, taped dice.

use std::sync::Arc;

use standto::board::Cell;
use standto::dice::Dice;
use standto::game::{Event, Log, Rules, Side};
use standto::rules::matg::state::choice::Posture;
use standto::rules::matg::state::position::{Id, Place};
use standto::rules::matg::turn::alternation::Alternation;
use standto::rules::matg::turn::sequence::{BoatPhase, Frame, GroupMove, MovementPhase};
use standto::rules::matg::{Choice, Position, scenario};

/// A scenario with one map, American (A) and German (G) stands and landings.
pub struct Table<'a> {
    pub map: &'a str,
    /// Cohesion of the two sides.
    pub cohesion: [u8; 2],
    /// `[[side.landing]]` of the Americans, and other lines of their side.
    pub landings: &'a str,
    /// American stands: type and the rest of the line.
    pub americans: &'a [(&'a str, &'a str)],
    /// German stands.
    pub germans: &'a [(&'a str, &'a str)],
    /// Lines of the German side.
    pub german_side: &'a str,
}

impl Table<'_> {
    pub fn text(&self) -> String {
        crate::cited::watch();
        let rows: Vec<&str> = self.map.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
        let stands = |stands: &[(&str, &str)]| -> String {
            stands
                .iter()
                .map(|(kind, line)| {
                    format!("[[side.formation.stand]]\ntype = \"{kind}\"\n{}\n", line.replace("; ", "\n"))
                })
                .collect()
        };
        format!(
            r###"format = 1
ruleset = "matg"
title = "A landing"
turns = 6
date = "1944-09"
kind = "hasty-attack"
surface = "mixed"
[victory]
destroy-percent = 100
[map]
width = {}
height = {}
terrain = '''
{}
'''
[map.legend]
"&" = "woods"
"B" = "bocage"
"~" = "stream"
"R" = "river"
"W" = "water"
"=" = ["river", "bridge"]
"f" = ["stream", "ford"]
"," = "rough-1"
[[side]]
key = "americans"
name = "Americans"
letter = "A"
nation = "united-states"
cohesion = {}
edge = "S"
depth = 2
{}
[[side.formation]]
name = "One"
{}
[[side]]
key = "germans"
name = "Germans"
letter = "G"
nation = "germany"
cohesion = {}
edge = "N"
depth = 2
{}
[[side.formation]]
name = "Two"
{}"###,
            rows[0].len(),
            rows.len(),
            rows.join("\n"),
            self.cohesion[0],
            self.landings,
            stands(self.americans),
            self.cohesion[1],
            self.german_side,
            stands(self.germans)
        )
    }

    /// The reader's messages about it.
    pub fn faults(&self) -> String {
        scenario::read("landing.toml", &self.text()).map_or_else(|error| error.to_string(), |_| String::new())
    }

    pub fn set_up(&self) -> Position {
        let (battle, _) =
            scenario::read("landing.toml", &self.text()).unwrap_or_else(|error| panic!("{error}"));
        Position::new(Arc::new(battle))
    }

    /// Deploys both sides as they stand and rolls the landings before play with these faces; after them the
    /// Americans get the initiative.
    pub fn land(&self, faces: &[u8]) -> (Position, Vec<Event>) {
        let mut position = self.set_up();
        play(&mut position, "ready", &[]);
        let faces: Vec<u8> = faces.iter().copied().chain([6, 1]).collect();
        let events = play(&mut position, "ready", &faces);
        (position, events)
    }
}

/// Plays a choice that must take exactly these faces.
pub fn play(position: &mut Position, choice: &str, faces: &[u8]) -> Vec<Event> {
    let choice: Choice = choice.parse().unwrap_or_else(|error| panic!("{error}"));
    position.check(&choice).unwrap_or_else(|why| panic!("{choice}: {why}"));
    let (mut dice, mut log) = (Dice::taped(faces), Log::on());
    if let Err(needs) = position.apply(&choice, &mut dice, &mut log) {
        let told: Vec<String> = log.events().into_iter().map(|event| event.text).collect();
        panic!("{choice}: {needs}, after:\n{}", told.join("\n"));
    }
    let events = log.events();
    let told: Vec<&str> = events.iter().map(|event| event.text.as_str()).collect();
    assert_eq!(dice.unread(), 0, "{choice} left dice over:\n{}", told.join("\n"));
    events
}

/// Whether a choice is offered.
pub fn offers(position: &Position, choice: &str) -> bool {
    position.choices().iter().any(|offered| offered.to_string() == choice)
}

/// The rule under which a choice is refused.
pub fn refused(position: &Position, choice: &str) -> &'static str {
    let choice: Choice = choice.parse().unwrap_or_else(|error| panic!("{error}"));
    position.check(&choice).expect_err("it is offered").rule
}

/// The id of a tag.
pub fn id(position: &Position, tag: &str) -> Id {
    position.battle.find(tag.parse().expect("a tag")).expect("a stand")
}

/// "1437 S", "lost", "aloft", "in A3".
pub fn whereabouts(position: &Position, tag: &str) -> String {
    let id = id(position, tag);
    let stand = position.forces.stand(id);
    let state = match position.forces.states(id).symbol() {
        "unhurt" => String::new(),
        symbol => format!(" {symbol}"),
    };
    match stand.place {
        Place::Board(cell) => format!("{cell}{state}"),
        Place::Aboard(carrier) => format!("in {}{state}", position.battle.tag(carrier)),
        Place::Lost => "lost".into(),
        Place::Aloft => "aloft".into(),
        Place::OffMap | Place::Silenced | Place::Reserve | Place::Due | Place::Hidden | Place::Gone(_) => {
            "off".into()
        }
    }
}

pub fn cell(name: &str) -> Cell {
    name.parse().expect("a cell")
}

/// In the middle of the movement phase: these stands are ordered to move, one to a group, and the first of
/// them is on the move.
pub fn moving(position: &mut Position, tags: &[&str]) {
    let members: Vec<Id> = tags.iter().map(|tag| id(position, tag)).collect();
    let side = position.battle.side(members[0]);
    for (group, &member) in (1..).zip(&members) {
        let stand = position.forces.stand_mut(member);
        (stand.posture, stand.group) = (Posture::Move, group);
    }
    position.arrivals.begun = true;
    position.command.orders = [[3, 0, 0, 0]; 2];
    position.now.stack = vec![
        Frame::Movement(MovementPhase::begun_by(side.other(), false)),
        Frame::Group(GroupMove { side, members }),
    ];
    play(position, &format!("move {}", tags[0]), &[]);
}

/// At the end of movement, boats may be boarded and left.
pub fn after_movement(position: &mut Position, side: Side) {
    position.arrivals.begun = true;
    position.now.stack = vec![Frame::Boats(BoatPhase { turns: Alternation::begun_by(side) })];
}

/// The modifiers of the first event under a rule, summed.
pub fn modifier(events: &[Event], rule: &str) -> i16 {
    let event = events.iter().find(|event| event.rule == rule && !event.modifiers.is_empty());
    event.map_or(0, |event| event.modifiers.iter().map(|m| m.value).sum())
}

pub const GHQ: (&str, &str) = ("Infantry HQ", "role = \"GHQ\"; at = \"0101\"");
pub const PARA: (&str, &str) = ("Paratrooper '43", "landing = \"Able\"");
pub const GLIDER: (&str, &str) = ("Glider Infantry", "landing = \"Able\"");
pub const GERMAN_GHQ: (&str, &str) = ("Infantry HQ", "role = \"GHQ\"; at = \"0112\"");

pub const FIELD: &str = "
    ............
    ............
    ............
    .....W......
    .....&......
    ............
    ............
    ............
    ............
    ............
    ............
    ............
";

/// A night drop on 0606 of a 12 by 12 field, with no other modifier.
pub const DROP: &str = "[[side.landing]]
name = \"Able\"
manner = \"parachute\"
zone = \"0606\"
distance = \"on-target\"
";

pub fn drop<'a>(americans: &'a [(&'a str, &'a str)], germans: &'a [(&'a str, &'a str)]) -> Table<'a> {
    Table { map: FIELD, cohesion: [15, 14], landings: DROP, americans, germans, german_side: "" }
}
