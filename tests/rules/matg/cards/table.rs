//! Sets up the table for a card, through the scenario reader, and plays the card.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use serde::Deserialize;
use standto::board::Cell;
use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::scenario;
use standto::rules::matg::state::choice::{Choice, Tag};
use standto::rules::matg::state::position::{Id, Position};
use standto::rules::matg::turn::alternation::Alternation;
use standto::rules::matg::turn::sequence::{
    ArtilleryPhase, Assaults, Declarations, FirePhase, Frame, GroupMove, MovementPhase, PosturePhase,
};

use super::claims;
use super::dress::{dress, keepers, lay_markers};
use crate::card::Carded;
use crate::table::Table;

/// Marks of the drawings.
const LEGEND: &str = r##"
"J" = "jungle"
"&" = "woods"
"o" = "grove"
";" = "marsh"
":" = "soft-sand"
"u" = "depression"
"," = "gentle-slope"
"/" = "steep-slope"
"^" = "crest"
"h" = "bocage"
'"' = "rough-1"
"%" = "rough-2"
"$" = "rough-3"
"b" = "light-buildings"
"B" = "medium-buildings"
"H" = "heavy-buildings"
"r" = "rubble"
"l" = "light-improved-position"
"m" = "medium-improved-position"
"p" = "heavy-improved-position"
"x" = "barbed-wire"
"v" = "anti-tank-ditch"
"w" = "wreck"
"~" = "stream"
"#" = ["stream", "bridge"]
"F" = ["stream", "ford"]
"##;

const NATIONS: [(char, &str); 9] = [
    ('B', "united-kingdom"),
    ('F', "france"),
    ('G', "germany"),
    ('H', "hungary"),
    ('I', "italy"),
    ('J', "japan"),
    ('P', "poland"),
    ('S', "soviet-union"),
    ('U', "united-states"),
];

/// A stand's line of a card: "Type @ 0505 N suppressed".
pub(super) struct Line {
    pub(super) tag: Tag,
    pub(super) kind: String,
    pub(super) words: Vec<String>,
}

impl Line {
    fn read(tag: &str, text: &str) -> Result<Self, String> {
        let (kind, rest) =
            text.split_once('@').ok_or_else(|| format!("{tag}: \"{text}\" has no \"@ square\""))?;
        Ok(Self {
            tag: tag.parse().map_err(|()| format!("\"{tag}\" is not a tag"))?,
            kind: kind.trim().to_owned(),
            words: rest.split_whitespace().map(str::to_owned).collect(),
        })
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }

    pub(super) fn after(&self, prefix: &str) -> Option<&str> {
        self.words.iter().find_map(|w| w.strip_prefix(prefix))
    }
}

/// How a card sets up the table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// "12x8", where no map is drawn.
    pub size: Option<String>,
    /// The ground, drawn.
    pub map: Option<String>,
    /// Heights, drawn.
    pub levels: Option<String>,
    /// Roads, drawn.
    pub roads: Option<String>,
    /// More marks for the drawing than the usual ones.
    #[serde(default)]
    pub legend: BTreeMap<String, Vec<String>>,
    /// Terrain on single squares or straight stretches: "0505-0512 good-road".
    #[serde(default)]
    pub ground: Vec<String>,
    /// Impact and smoke markers: "0505 by S1", "0505 smoke by S1".
    #[serde(default)]
    pub impacts: Vec<String>,
    /// Minefields of standard density that the enemy does not know: "0505 of S".
    #[serde(default)]
    pub mines: Vec<String>,
    /// "Type @ 0505 N suppressed fire-move", by tag.
    pub stands: BTreeMap<String, String>,
    /// Force cohesion levels; 13 by default.
    #[serde(default)]
    pub cohesion: BTreeMap<String, i64>,
    /// Movement orders in hand.
    #[serde(default)]
    pub orders: BTreeMap<String, u8>,
    /// The side with the initiative; by default the first letter in the alphabet.
    pub initiative: Option<String>,
    /// Sighting distance in inches.
    #[serde(default = "forty")]
    pub sighting: u16,
    /// Conditions of the weather, as in a scenario.
    #[serde(default)]
    pub weather: Vec<String>,
    /// How much darkness lowers cohesion.
    #[serde(default)]
    pub darkness: u8,
    /// Year and month.
    #[serde(default = "mid_1944")]
    pub date: String,
    /// Optional rules in force, by their words.
    #[serde(default)]
    pub options: Vec<String>,
    /// The break points of the sides, if force determination is in play.
    #[serde(default)]
    pub break_points: BTreeMap<String, i64>,
    /// The side whose force is broken.
    pub broken: Option<String>,
    /// The turn from which it is broken; the present one by default.
    pub broken_since: Option<u8>,
    /// Turns of the battle.
    #[serde(default = "ten")]
    pub turns: u8,
    /// The turn being played; the last by default.
    pub turn: Option<u8>,
    /// Where the card begins.
    pub start: String,
    /// Whether a distant pair of stands keeps the movement phase open; not for cards over several phases.
    #[serde(default = "yes")]
    pub keep_open: bool,
}

const fn forty() -> u16 {
    40
}

const fn ten() -> u8 {
    10
}

const fn yes() -> bool {
    true
}

fn mid_1944() -> String {
    "1944-06".to_owned()
}

impl Carded for Position {
    type Setting = Setting;

    fn set(card: &Setting, dice: &mut Dice) -> Result<Table<Self>, String> {
        let mut table = Table::of(set(card)?);
        // An empty group closes at once and lets the game run on to the first decision.
        let (kick, members) = match card.start.strip_prefix("moving ") {
            Some(tag) => (Choice::Move(tag_of(tag)?), vec![find(&table.position, tag)?]),
            None => (Choice::Done, Vec::new()),
        };
        let position = &mut table.position;
        let side = members.first().map_or(position.now.initiative, |&id| position.battle.side(id));
        position.now.stack.push(Frame::Group(GroupMove { side, members }));
        let mut log = Log::on();
        position
            .apply(&kick, dice, &mut log)
            .map_err(|ask| format!("at its beginning the game asks for {ask}"))?;
        table.log.extend(log.events());
        Ok(table)
    }

    fn claim(table: &Table<Self>, claim: &str) -> Option<Result<(), String>> {
        claims::check(table, claim)
    }
}

pub fn tag_of(text: &str) -> Result<Tag, String> {
    text.parse().map_err(|()| format!("\"{text}\" is not a tag"))
}

pub fn find(position: &Position, tag: &str) -> Result<Id, String> {
    position.battle.find(tag_of(tag)?).ok_or_else(|| format!("there is no stand {tag}"))
}

pub fn cell(text: &str) -> Result<Cell, String> {
    text.parse().map_err(|bad| format!("{bad}"))
}

/// The drawn part of the board: columns and rows.
fn size(card: &Setting) -> Result<(usize, usize), String> {
    match (&card.map, &card.size) {
        (Some(map), None) => {
            let rows: Vec<&str> = map.lines().collect();
            Ok((rows.first().map_or(0, |row| row.chars().count()), rows.len()))
        }
        (None, size) => {
            let size = size.as_deref().unwrap_or("20x12");
            let bad = || format!("\"{size}\" is not a size such as \"12x8\"");
            let (width, height) = size.split_once('x').ok_or_else(bad)?;
            Ok((width.parse().map_err(|_| bad())?, height.parse().map_err(|_| bad())?))
        }
        _ => Err("a card has a map or a size".to_owned()),
    }
}

/// The position with which a card begins.
fn set(card: &Setting) -> Result<Position, String> {
    let mut lines = Vec::new();
    for (tag, text) in &card.stands {
        lines.push(Line::read(tag, text)?);
    }
    lines.sort_by_key(|line| line.tag);
    let mut letters: Vec<char> = lines.iter().map(|line| char::from(line.tag.letter)).collect();
    letters.dedup();
    if letters.len() == 1 {
        letters.push(if letters[0] == 'S' { 'G' } else { 'S' });
    }
    letters.sort_unstable();
    let text = scenario_text(card, &lines, &letters)?;
    let (mut battle, _) = scenario::read("card", &text).map_err(|error| error.to_string())?;
    for stretch in &card.ground {
        let (squares, names) =
            stretch.split_once(' ').ok_or_else(|| format!("ground \"{stretch}\": squares, then terrain"))?;
        for at in squares_of(squares)? {
            let index = battle.grid.index(at);
            for name in names.split('+') {
                let terrain = Terrain::named(name.trim()).ok_or_else(|| format!("no terrain \"{name}\""))?;
                battle.ground[index] = battle.ground[index].with(terrain);
            }
        }
    }
    let mut position = Position::new(Arc::new(battle));
    let first = card.initiative.as_ref().and_then(|letter| letter.chars().next()).unwrap_or(letters[0]);
    position.now.initiative = if first == letters[0] { Side::A } else { Side::B };
    position.now.number = card.turn.unwrap_or(card.turns);
    let turn = position.now.number;
    for hand in &mut position.command.hands {
        let letter = char::from(position.battle.armies[hand.side.index()].letter).to_string();
        if card.broken.as_ref() == Some(&letter) {
            hand.broken = Some(card.broken_since.unwrap_or(turn));
        }
    }
    for line in &lines {
        dress(&mut position, line)?;
    }
    for (index, letter) in letters.iter().enumerate() {
        position.command.orders[index][0] = card.orders.get(&letter.to_string()).copied().unwrap_or(0);
    }
    lay_markers(card, &mut position)?;
    keepers(card, &mut position, &lines, &letters)?;
    position.now.groups = 200;
    let side = position.now.initiative;
    position.now.stack = match card.start.as_str() {
        "turn" => Vec::new(),
        "posture" => vec![Frame::Posture(PosturePhase::begun_by(side))],
        "artillery" => vec![Frame::Artillery(ArtilleryPhase::begun_by(side))],
        "fire" => {
            vec![Frame::Fire(FirePhase { waits: !card.options.is_empty(), ..FirePhase::begun_by(side) })]
        }
        "orders" => vec![Frame::Fire(FirePhase { turns: Alternation::over(), ..FirePhase::begun_by(side) })],
        "movement" => vec![Frame::Movement(MovementPhase::begun_by(side, false))],
        "independent" => vec![Frame::Movement(MovementPhase::begun_by(side, true))],
        "declare" => vec![Frame::Declare(Declarations { turns: Alternation::begun_by(side), picked: None })],
        "removal" => vec![Frame::Assaults(Assaults::begun_by(side))],
        start if start.starts_with("moving ") => {
            vec![Frame::Movement(MovementPhase::begun_by(side, true))]
        }
        other => return Err(format!("a card cannot start with \"{other}\"")),
    };
    Ok(position)
}

/// "0505", "0505-0512".
fn squares_of(text: &str) -> Result<Vec<Cell>, String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let (from, to) = (cell(from)?, cell(to)?);
    let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let length = (to.x - from.x).abs().max((to.y - from.y).abs());
    if from.shifted_by(dx * length, dy * length) != to {
        return Err(format!("{text} is not a straight stretch"));
    }
    Ok((0..=length).map(|n| from.shifted_by(dx * n, dy * n)).collect())
}

trait ShiftedBy {
    fn shifted_by(self, dx: i16, dy: i16) -> Self;
}

impl ShiftedBy for Cell {
    fn shifted_by(self, dx: i16, dy: i16) -> Self {
        Self::new(self.x + dx, self.y + dy)
    }
}

/// The card as a scenario file, with a pair of headquarters far off to the east.
fn scenario_text(card: &Setting, lines: &[Line], letters: &[char]) -> Result<String, String> {
    let (width, height) = size(card)?;
    let padding = usize::from(card.sighting) + 12;
    let whole = width + padding;
    if whole > 99 {
        return Err(format!("the board is too wide: {width} columns and sight of {} inches", card.sighting));
    }
    let drawing = |drawn: Option<&String>| {
        let blank = ".".repeat(width);
        let mut rows: Vec<String> =
            drawn.map_or_else(|| vec![blank; height], |text| text.lines().map(str::to_owned).collect());
        for row in &mut rows {
            row.push_str(&".".repeat(padding));
        }
        format!("'''\n{}\n'''", rows.join("\n"))
    };
    let mut text = format!(
        "format = 1\nruleset = \"matg\"\ntitle = \"A card\"\nturns = {}\ndate = \"{}\"\n\
         kind = \"meeting-engagement\"\noptions = {:?}\nweather-varies = {}\nweather = {:?}\ndarkness = {}\nsighting = {}\n[victory]\ndestroy-percent = 100\n\
         [map]\nwidth = {whole}\nheight = {height}\nterrain = {}\nlevels = {}\nroads = {}\n[map.legend]\n{LEGEND}",
        card.turns,
        card.date,
        card.options,
        card.weather.iter().any(|word| word == "varies"),
        card.weather.iter().filter(|word| *word != "varies").collect::<Vec<_>>(),
        card.darkness,
        card.sighting,
        drawing(card.map.as_ref()),
        drawing(card.levels.as_ref()),
        drawing(card.roads.as_ref()),
    );
    for (mark, names) in &card.legend {
        let _ = writeln!(text, "{mark:?} = {names:?}");
    }
    text.push_str("[map.road-legend]\n\"=\" = \"good-road\"\n\"-\" = \"poor-road\"\n\":\" = \"track\"\n");
    for (index, letter) in letters.iter().enumerate() {
        let nation = NATIONS.iter().find(|(l, _)| l == letter).map(|(_, nation)| *nation);
        let nation = nation.ok_or_else(|| format!("no nation has the letter {letter}"))?;
        let cohesion = card.cohesion.get(&letter.to_string()).copied().unwrap_or(13);
        let (edge, key) = if index == 0 { ("S", "first") } else { ("N", "second") };
        let _ = write!(
            text,
            "[[side]]\nkey = \"{key}\"\nname = \"{key}\"\nletter = \"{letter}\"\nnation = \"{nation}\"\n\
             cohesion = {cohesion}\nedge = \"{edge}\"\ndepth = {height}\n"
        );
        if let Some(point) = card.break_points.get(&letter.to_string()) {
            let _ = writeln!(text, "break-points = [{point}]");
        }
        text.push_str("[[side.formation]]\nname = \"all\"\n");
        for line in lines.iter().filter(|line| char::from(line.tag.letter) == *letter) {
            let _ = writeln!(text, "[[side.formation.stand]]\ntype = {:?}", line.kind);
            let place = line.words.first().ok_or_else(|| format!("{}: where is it?", line.tag))?;
            let _ = match place.strip_prefix("aboard:") {
                Some(carrier) => writeln!(text, "aboard = \"{carrier}\""),
                None if place == "off-map" => writeln!(text, "off-map = true"),
                None => writeln!(text, "at = \"{place}\""),
            };
            if let Some(facing) = line.words.get(1).filter(|w| w.parse::<standto::board::Compass>().is_ok()) {
                let _ = writeln!(text, "facing = \"{facing}\"");
            }
            for key in ["better-shells", "heat"].into_iter().filter(|key| line.has(key)) {
                let _ = writeln!(text, "{key} = true");
            }
            for skill in ["recon", "ski", "mountain"].into_iter().filter(|skill| line.has(skill)) {
                let _ = writeln!(text, "{skill} = true");
            }
            for gear in ["dozer", "culin"].into_iter().filter(|gear| line.has(gear)) {
                let _ = writeln!(text, "equipment = [\"{gear}\"]");
            }
            if let Some(other) = line.after("also:") {
                let _ = writeln!(text, "also = {:?}", other.replace('_', " "));
            }
        }
        let keeper = Cell::new((width + padding - 3 + index) as i16, height as i16 / 2);
        let _ = writeln!(
            text,
            "[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ+0\"\nat = \"{keeper}\""
        );
    }
    Ok(text)
}
