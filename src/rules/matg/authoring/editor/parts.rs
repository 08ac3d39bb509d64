//! The fields of plans that are a plain key and value: what each shows and how it is edited.

use toml::{Table, Value};

use super::lists::List;
use super::plans::text;
use super::project::{number, says, word};
use super::weapons::CLASS_KEYS;
use crate::editor::field::{in_lines, on_one_line};
use crate::editor::{EditBy, Line};
use crate::rules::matg::turn::sequence::PHASES;

/// How a key is edited.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// True, or absent.
    Yes,
    /// True unless set to false.
    Not,
    /// A number up to this one. 0 removes the key and is shown as this word.
    Number(i64, &'static str),
    /// A turn of the battle; absent is shown as this word.
    Turn(&'static str),
    /// One of several words; the first removes the key.
    Word(&'static [&'static str]),
    /// Several numbers.
    Numbers,
    /// A number in this range, always written. The lower bound is the default.
    Figure(i64, i64),
    /// A number from 0 up to this one, or absent.
    Maybe(i64),
    /// One of several words, always written.
    OneOf(&'static [&'static str]),
    /// Free text, or absent.
    Text,
    /// Text of several lines, always written.
    Lines,
}

/// A key of a plan.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Key {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) about: &'static str,
}

const fn key(key: &'static str, name: &'static str, kind: Kind, about: &'static str) -> Key {
    Key { key, name, kind, about }
}

const WEATHER: &[Key] = &[
    key(
        "weather-varies",
        "Weather varies",
        Kind::Yes,
        "One of the chosen kinds is rolled for instead of all together (9.6.2).",
    ),
    key(
        "weather-percent",
        "Sight cut by %",
        Kind::Yes,
        "Weather reduces visibility by a percentage (9.6.2).",
    ),
    key("weather-to-fire", "Added to fire", Kind::Number(10, "-"), "Weather modifier to rolls to fire."),
    key("darkness", "Darkness", Kind::Number(4, "-"), "Reduction of cohesion (9.6.2)."),
    key("flares", "Flares", Kind::Numbers, "Turns lit by flares, such as 2 5 (9.6.2)."),
    key("begins-with-movement", "Starts with movement", Kind::Yes, "Turn 1 has no fire or plot phases."),
    key("teaches", "Teaches", Kind::Yes, "Offered to new players."),
];

const AIM: &[Key] = &[
    key(
        "degree",
        "Degree",
        Kind::Word(&["victory", "marginal", "tactical", "decisive"]),
        "The degree of victory.",
    ),
    key("enter", "Entering is enough", Kind::Yes, "Any stand, at any time (design: 1)."),
    key("destroy-percent", "Destroy, %", Kind::Number(100, "-"), "Of the enemy's stands."),
    key("destroy-stands", "Destroy, stands", Kind::Number(200, "-"), "Instead of a percentage."),
    key("lose-less-than-percent", "Lose less than, %", Kind::Number(100, "-"), "Of its own stands."),
    key("lose-at-most-percent", "Lose at most, %", Kind::Number(99, "-"), "Of its own stands."),
    key("exit-percent", "Exit, %", Kind::Number(100, "-"), "Of its own stands, by the edges below."),
    key("exit-stands", "Exit, stands", Kind::Number(200, "-"), "Instead of a percentage."),
    key("empty-transports", "Empty trucks count", Kind::Not, "Counted among the stands that exit."),
    key("by-turn", "By turn", Kind::Turn("-"), "Not later."),
    key("past-turn", "Lasting past turn", Kind::Turn("-"), "If the enemy has not won by then."),
    key("otherwise", "If the enemy fails", Kind::Yes, "Wins if the enemy reaches none of its aims."),
];

const ZONE: &[Key] = &[
    key("turn", "Turn", Kind::Turn("from the start"), "They enter the map on that turn by these squares."),
    key("enters", "Enters", Kind::Yes, "They enter in the Movement Phase, on turn 1 too."),
    key("span", "No broader than", Kind::Number(99, "-"), "The width in columns that they occupy together."),
    key("together", "Together", Kind::Yes, "Stands of a formation must be in contact."),
    key("beside", "Beside others", Kind::Number(99, "-"), "Within that many inches of a friendly stand."),
    key(
        "first-half",
        "First half",
        Kind::Yes,
        "Stands deployed before the enemy records its zones are placed here.",
    ),
    key("guards", "Guards", Kind::Yes, "Each objective must have one of them within two inches."),
];

const LANDING: &[Key] = &[
    key(
        "plotted",
        "Zone chosen",
        Kind::Word(&["before the enemy deploys", "half", "after"]),
        "After half or all enemy forces have deployed, if chosen in play (8.10.1.2).",
    ),
    key(
        "turn",
        "Turn",
        Kind::Turn("before play"),
        "The turn gliders arrive; paratroops land before play (8.10.1.1).",
    ),
    key(
        "turn-die",
        "Arrival die, sides",
        Kind::Number(100, "-"),
        "The die that decides when gliders arrive.",
    ),
    key("late", "After movement", Kind::Yes, "If the side has the initiative (8.10.2.3)."),
    key("night", "At night", Kind::Yes, "Modifies deviation and arrival (8.10.1.3)."),
    key("wind-or-clouds", "Wind or clouds", Kind::Yes, "Modifies deviation (8.10.1.3)."),
    key("anti-aircraft", "Flak on the way", Kind::Yes, "Modifies arrival (8.10.1.3)."),
    key("small-transports", "Small transports", Kind::Yes, "Modifies arrival (8.10.1.3)."),
    key("pathfinders", "Pathfinders", Kind::Yes, "Pathfinders mark the zone (8.10.1.3)."),
    key("all-arrive", "All arrive", Kind::Yes, "The first roll is skipped."),
];

const AIRCRAFT: &[Key] = &[
    key("count", "How many", Kind::Number(8, "1"), "Each is paid for."),
    key("turn", "Turn", Kind::Turn("as the owner likes"), "The turn of arrival (12.3.3.1)."),
];

const SPECIAL: &[Key] = &[
    key(
        "deploys-first",
        "Deploys first",
        Kind::Yes,
        "Before the other side, whatever their order in the file.",
    ),
    key("holds-fire-until", "Holds fire until turn", Kind::Turn("-"), "No stand fires before that turn."),
    key(
        "preparation",
        "Preparation, turn",
        Kind::Turn("-"),
        "Targets are chosen before deployment; the fire comes on that turn.",
    ),
    key("preparation-turns", "Preparation lasts", Kind::Number(100, "until turned off"), "Turns of fire."),
    key(
        "off-map-window",
        "Off-board fire, turns",
        Kind::Number(100, "-"),
        "All off-board batteries, on consecutive turns.",
    ),
    key(
        "cohesion-rises-from",
        "Cohesion rises from",
        Kind::Number(20, "-"),
        "The initial forces start at this level and roll to raise it.",
    ),
    key(
        "mounts-at-will",
        "Mounts at will",
        Kind::Yes,
        "The owner decides which stands start aboard transports.",
    ),
    key("works-at-will", "Works at will", Kind::Yes, "The owner may move them during deployment."),
    key("mines-per-road", "Mines along a road", Kind::Number(99, "-"), "At most so many."),
    key(
        "targets-at-will",
        "Targets at will",
        Kind::Yes,
        "The defender records its registered fire after deploying (7.6.2.2).",
    ),
    key("observers-at-will", "Observers at will", Kind::Yes, "The owner assigns them during deployment."),
    key("air-support-roll", "Rolls for air support", Kind::Yes, "Rolls for air support teams (12.3.3.3)."),
    key(
        "cohesion-lowered",
        "Cohesion lowered by",
        Kind::Number(4, "-"),
        "By a surprise from which it has not yet recovered (8.10.1.5).",
    ),
    key("surprised", "Surprised", Kind::Yes, "By a landing at night (8.10.1.5)."),
    key(
        "break-points",
        "Break points",
        Kind::Numbers,
        "One for each GHQ; calculated if left empty (12.1.2).",
    ),
];

const HINT: &[Key] = &[
    key("phase", "Phase", Kind::OneOf(&PHASES), "When it is told."),
    key(
        "turn",
        "From turn",
        Kind::Figure(1, 100),
        "Shown on that turn, or the next time the phase comes up.",
    ),
    key("text", "Text", Kind::Lines, "The text of the hint; | starts a new line."),
];

const WEAPON: &[Key] = &[
    key("class", "Class", Kind::OneOf(&CLASS_KEYS), "Its section of the weapons data."),
    key("points", "Points", Kind::Figure(0, 9999), "The price of a stand."),
    key("defence", "Defence", Kind::Figure(0, 99), "Its defence; 0 where none is printed."),
    key("armoured", "Armoured", Kind::Yes, "Defence in brackets: only AP hurts it."),
    key("move", "Move", Kind::Text, "Movement points and class: 10T, 15W, 3F, 3F(5F), 15W/3A, 4A, 0."),
    key("cargo", "Cargo", Kind::Number(99, "-"), "Its cargo capacity (8.4.1)."),
    key(
        "load",
        "Load",
        Kind::Number(99, "-"),
        "Its transport requirement; without one it cannot be carried (8.4.1).",
    ),
    key("sections", "Sections", Kind::Number(9, "-"), "The number of impact markers of a battery (7.4.2.1)."),
    key("year", "Year", Kind::Figure(0, 99), "Year of introduction, two digits; 97 is 1897."),
    key("notes", "Notes", Kind::Text, "Notes of an unarmed stand: P, U. Each weapon has its own."),
    key("note", "Remark", Kind::Text, "A comment on the entry."),
    key(
        "counts-as",
        "Counts as",
        Kind::Word(&["-", "cavalry", "weapon"]),
        "Not shown in the table: special traits.",
    ),
];

/// The keys of a weapon's line of fire.
pub(super) const GUN: &[Key] = &[
    key("label", "called", Kind::Text, "The name of the weapon, if there are several."),
    key("ap", "AP", Kind::Maybe(99), "AP firepower; - for none."),
    key("he", "HE", Kind::Maybe(99), "HE firepower; - for none."),
    key("ap-range", "AP range", Kind::Figure(0, 999), "Inches; 0 in close combat only (8.8.11)."),
    key("he-range", "HE range", Kind::Figure(0, 999), "Inches; 0 in close combat only (8.8.11)."),
    key("flame", "flame", Kind::Yes, "A flame-thrower (11.6)."),
    key("notes", "notes", Kind::Text, "Notes: R, R1, R2, I, U, S, P, T, M16, SR4, D6."),
];

/// Pairs of keys that exclude each other.
pub(super) const EITHER: [(&str, &str); 4] = [
    ("destroy-percent", "destroy-stands"),
    ("lose-less-than-percent", "lose-at-most-percent"),
    ("exit-percent", "exit-stands"),
    ("turn", "turn-die"),
];

/// The keys of a list's plans.
pub(super) const fn keys(list: List) -> &'static [Key] {
    match list {
        List::Weather => WEATHER,
        List::Aims => AIM,
        List::Zones => ZONE,
        List::Landings => LANDING,
        List::Aircraft => AIRCRAFT,
        List::Special => SPECIAL,
        List::Hints => HINT,
        List::Weapons => WEAPON,
        List::Places | List::Fire | List::Variants => &[],
    }
}

impl Key {
    /// The value in a plan, as shown.
    pub(super) fn said(&self, plan: &Table) -> String {
        let value = plan.get(self.key);
        let truth = value.and_then(Value::as_bool);
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        match self.kind {
            Kind::Yes => yes(truth == Some(true)),
            Kind::Not => yes(truth != Some(false)),
            Kind::Number(_, none) | Kind::Turn(none) => {
                number(plan, self.key).map_or_else(|| none.to_owned(), |n| n.to_string())
            }
            Kind::Word(words) => word(plan, self.key).unwrap_or(words[0]).to_owned(),
            Kind::Numbers => {
                let all = value.and_then(Value::as_array).into_iter().flatten();
                let all: Vec<String> = all.map(ToString::to_string).collect();
                if all.is_empty() { "-".to_owned() } else { all.join(" ") }
            }
            Kind::Figure(least, _) => number(plan, self.key).unwrap_or(least).to_string(),
            Kind::Maybe(_) => number(plan, self.key).map_or_else(|| "-".to_owned(), |n| n.to_string()),
            Kind::OneOf(_) => word(plan, self.key).unwrap_or("?").to_owned(),
            Kind::Text => word(plan, self.key).unwrap_or("-").to_owned(),
            Kind::Lines => on_one_line(word(plan, self.key).unwrap_or("")),
        }
    }

    /// The field on screen.
    pub(super) fn line(&self, plan: &Table) -> Line {
        let how = match self.kind {
            Kind::Yes | Kind::Not | Kind::Word(_) | Kind::OneOf(_) => EditBy::Cycling,
            Kind::Number(..) | Kind::Turn(_) | Kind::Figure(..) | Kind::Maybe(_) => EditBy::Either,
            Kind::Numbers | Kind::Text | Kind::Lines => EditBy::Typing,
        };
        Line { name: self.name.to_owned(), value: self.said(plan), how, about: self.about.to_owned() }
    }

    /// The next or previous value in a battle of so many turns; `None` removes the key.
    pub(super) fn turned(&self, table: &Table, forward: bool, turns: u8) -> Result<Option<Value>, String> {
        let now = number(table, self.key);
        let by = if forward { 1 } else { -1 };
        let next = |words: &'static [&'static str]| {
            let now = words.iter().position(|known| Some(*known) == word(table, self.key));
            let step = if forward { 1 } else { words.len() - 1 };
            now.map_or(0, |now| (now + step) % words.len())
        };
        Ok(match self.kind {
            Kind::Yes => (!says(table, self.key)).then_some(Value::Boolean(true)),
            Kind::Not => {
                (table.get(self.key) != Some(&Value::Boolean(false))).then_some(Value::Boolean(false))
            }
            Kind::Number(..) | Kind::Turn(_) => return self.numbered(now.unwrap_or(0) + by, turns),
            Kind::Figure(least, _) => return self.numbered(now.unwrap_or(least) + by, turns),
            // Going down from 0 gives none; going up from none gives 0.
            Kind::Maybe(_) if now == Some(0) && !forward => None,
            Kind::Maybe(_) => return self.numbered(now.map_or(0, |now| now + by), turns),
            // A missing key means the first word.
            Kind::Word(words) if !table.contains_key(self.key) => {
                let to = if forward { 1 % words.len() } else { words.len() - 1 };
                (to > 0).then(|| text(words[to]))
            }
            Kind::Word(words) => Some(next(words)).filter(|&to| to > 0).map(|to| text(words[to])),
            Kind::OneOf(words) => Some(text(words[next(words)])),
            Kind::Numbers | Kind::Text | Kind::Lines => {
                return Err("Press Enter to type this line.".to_owned());
            }
        })
    }

    /// Parses the text typed in a battle of so many turns; `None` removes the key.
    pub(super) fn meant(&self, said: &str, turns: u8) -> Result<Option<Value>, String> {
        let none = said.is_empty() || said == "-";
        match self.kind {
            Kind::Number(..) | Kind::Turn(_) if none => Ok(None),
            Kind::Maybe(_) | Kind::Text if none => Ok(None),
            Kind::Number(..) | Kind::Turn(_) | Kind::Figure(..) | Kind::Maybe(_) => match said.parse() {
                Ok(number) => self.numbered(number, turns),
                Err(_) => Err(format!("\"{said}\" is not a number.")),
            },
            Kind::Numbers => {
                let words = said.split([' ', ',']).filter(|word| !word.is_empty() && *word != "-");
                let numbers: Result<Vec<i64>, _> = words.map(str::parse).collect();
                let Ok(numbers) = numbers else {
                    return Err(format!("\"{said}\" is not a list of numbers, expected for example 2 5."));
                };
                let all = numbers.into_iter().map(Value::Integer).collect::<Vec<_>>();
                Ok((!all.is_empty()).then_some(Value::Array(all)))
            }
            Kind::Text => Ok(Some(text(said))),
            Kind::Lines => Ok(Some(text(in_lines(said)))),
            _ => Err("Change this line with Left and Right.".to_owned()),
        }
    }

    /// A number, if it is in range.
    fn numbered(&self, number: i64, turns: u8) -> Result<Option<Value>, String> {
        let (least, most) = match self.kind {
            Kind::Number(most, _) => (0, most),
            Kind::Figure(least, most) => (least, most),
            Kind::Maybe(most) => (0, most),
            _ => (0, i64::from(turns)),
        };
        if !(least..=most).contains(&number) {
            let none = matches!(self.kind, Kind::Number(..) | Kind::Turn(_));
            let (least, none) = if none { (1, ", or 0 for none") } else { (least, "") };
            return Err(format!("{number} is out of range: expected {least} to {most}{none}."));
        }
        let none = number == 0 && matches!(self.kind, Kind::Number(..) | Kind::Turn(_));
        Ok((!none).then_some(Value::Integer(number)))
    }
}
