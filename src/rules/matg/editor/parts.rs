//! The lines of plans that are a key and its value, and nothing more: what each says and how it is filled in.

use toml::{Table, Value};

use super::lists::List;
use super::plans::text;
use super::project::{Project, number, says, word};
use super::weapons::CLASS_KEYS;
use crate::editor::{How, Line, Subject};
use crate::rules::matg::turn::sequence::PHASES;

/// How a key is filled in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Yes, or nothing.
    Yes,
    /// Yes unless it says no.
    Not,
    /// A number up to this one, 0 leaving the key out with this word for it.
    Number(i64, &'static str),
    /// A turn of the battle, or none with this word for it.
    Turn(&'static str),
    /// One of some words; the first leaves the key out.
    Word(&'static [&'static str]),
    /// Several numbers.
    Numbers,
    /// A number from one to another that is always said; the lower one where the file does not.
    Figure(i64, i64),
    /// A number up to this one, 0 being one too; or none.
    Maybe(i64),
    /// One of some words, always said.
    OneOf(&'static [&'static str]),
    /// What is written, or none.
    Text,
    /// Several lines of text, always said.
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
        "One of those chosen is rolled for instead of all at once (9.6.2).",
    ),
    key("weather-percent", "Sight by per cent", Kind::Yes, "Weather takes a share of the sight (9.6.2)."),
    key("weather-to-fire", "Added to fire", Kind::Number(10, "-"), "What weather adds to rolls to fire."),
    key("darkness", "Darkness", Kind::Number(4, "-"), "By how much it lowers cohesion (9.6.2)."),
    key("flares", "Flares", Kind::Numbers, "Turns in which flares lift the darkness: 2 5 (9.6.2)."),
    key("begins-with-movement", "Begins with movement", Kind::Yes, "Turn 1 has no fire and no plots."),
    key("teaches", "Teaches", Kind::Yes, "It is offered to who plays for the first time."),
];

const AIM: &[Key] = &[
    key(
        "degree",
        "Degree",
        Kind::Word(&["victory", "marginal", "tactical", "decisive"]),
        "How great a victory it is.",
    ),
    key("enter", "Entering is enough", Kind::Yes, "With any stand, at any time (design: 1)."),
    key("destroy-percent", "Destroy, per cent", Kind::Number(100, "-"), "Of the enemy's stands."),
    key("destroy-stands", "Destroy, stands", Kind::Number(200, "-"), "Instead of per cent."),
    key("lose-less-than-percent", "Lose less than, %", Kind::Number(100, "-"), "Of its own stands."),
    key("lose-at-most-percent", "Lose at most, %", Kind::Number(99, "-"), "Of its own stands."),
    key(
        "exit-percent",
        "Leave with, per cent",
        Kind::Number(100, "-"),
        "Of its own stands, over the edges below.",
    ),
    key("exit-stands", "Leave with, stands", Kind::Number(200, "-"), "Instead of per cent."),
    key("empty-transports", "Empty trucks count", Kind::Not, "Among those that leave the map."),
    key("by-turn", "By turn", Kind::Turn("-"), "Later it does not count."),
    key("past-turn", "Lasting past turn", Kind::Turn("-"), "The enemy has not won by then."),
    key(
        "otherwise",
        "If the enemy fails",
        Kind::Yes,
        "All it takes is that the enemy reaches none of his aims.",
    ),
];

const ZONE: &[Key] = &[
    key("turn", "Turn", Kind::Turn("from the start"), "They come onto the map then, by these squares."),
    key("enters", "Enters", Kind::Yes, "They come onto the map in the Movement Phase, in turn 1 too."),
    key("span", "No broader than", Kind::Number(99, "-"), "Columns that they take up together."),
    key("together", "Together", Kind::Yes, "The stands of a formation touch."),
    key("beside", "Beside others", Kind::Number(99, "-"), "Within so many inches of a stand of the side."),
    key(
        "first-half",
        "First half",
        Kind::Yes,
        "Who deploys before the enemy writes a zone down is put here.",
    ),
    key("guards", "Guards", Kind::Yes, "Every place fought for has one of them within two inches."),
];

const LANDING: &[Key] = &[
    key(
        "plotted",
        "Zone chosen",
        Kind::Word(&["before the enemy deploys", "half", "after"]),
        "When half or all of the enemy has deployed, if it is chosen in play (8.10.1.2).",
    ),
    key(
        "turn",
        "Turn",
        Kind::Turn("before play"),
        "When gliders come; paratroops come before play (8.10.1.1).",
    ),
    key(
        "turn-die",
        "Turn by a die of",
        Kind::Number(100, "-"),
        "Faces of the die that says when gliders come.",
    ),
    key("late", "After movement", Kind::Yes, "In a turn of initiative (8.10.2.3)."),
    key("night", "At night", Kind::Yes, "Deviation and arrival suffer (8.10.1.3)."),
    key("wind-or-clouds", "Wind or clouds", Kind::Yes, "Deviation suffers (8.10.1.3)."),
    key("anti-aircraft", "Flak on the way", Kind::Yes, "Arrival suffers (8.10.1.3)."),
    key("small-transports", "Small transports", Kind::Yes, "Arrival suffers (8.10.1.3)."),
    key("pathfinders", "Pathfinders", Kind::Yes, "They mark the zone (8.10.1.3)."),
    key("all-arrive", "All arrive", Kind::Yes, "The first roll is not made."),
];

const AIRCRAFT: &[Key] = &[
    key("count", "How many", Kind::Number(8, "1"), "Each is paid for."),
    key("turn", "Turn", Kind::Turn("as its player likes"), "When they come (12.3.3.1)."),
];

const SPECIAL: &[Key] = &[
    key(
        "deploys-first",
        "Deploys first",
        Kind::Yes,
        "Before the other side, whichever stands first in the file.",
    ),
    key("holds-fire-until", "Holds fire until turn", Kind::Turn("-"), "No weapon fires before."),
    key(
        "preparation",
        "Preparation, turn",
        Kind::Turn("-"),
        "Targets are chosen before anybody deploys; they fire then.",
    ),
    key("preparation-turns", "Preparation lasts", Kind::Number(100, "until turned off"), "Turns of fire."),
    key(
        "off-map-window",
        "Turns of fire off map",
        Kind::Number(100, "-"),
        "All batteries beyond the map, one turn after another.",
    ),
    key(
        "cohesion-rises-from",
        "Cohesion rises from",
        Kind::Number(20, "-"),
        "The first forces begin there and roll to rise.",
    ),
    key("mounts-at-will", "Mounts at will", Kind::Yes, "Its player says who begins aboard what."),
    key("works-at-will", "Works at will", Kind::Yes, "Its player lays them elsewhere as he deploys."),
    key("mines-per-road", "Mines along a road", Kind::Number(99, "-"), "At most so many."),
    key(
        "targets-at-will",
        "Targets at will",
        Kind::Yes,
        "A defender records his registered fire once he has deployed (7.6.2.2).",
    ),
    key(
        "observers-at-will",
        "Observers at will",
        Kind::Yes,
        "Its player sends them to other stands as he deploys.",
    ),
    key("air-support-roll", "Rolls for air support", Kind::Yes, "For its air support teams (12.3.3.3)."),
    key(
        "cohesion-lowered",
        "Cohesion lowered by",
        Kind::Number(4, "-"),
        "By a surprise that it has still to get over (8.10.1.5).",
    ),
    key("surprised", "Surprised", Kind::Yes, "By a landing at night (8.10.1.5)."),
    key(
        "break-points",
        "Break points",
        Kind::Numbers,
        "One for each GHQ; worked out if none is said (12.1.2).",
    ),
];

const HINT: &[Key] = &[
    key("phase", "Phase", Kind::OneOf(&PHASES), "When it is told."),
    key("turn", "From turn", Kind::Figure(1, 100), "Told then, or whenever the phase first comes later."),
    key("text", "Text", Kind::Lines, "What the player is told; | begins a new line."),
];

const WEAPON: &[Key] = &[
    key("class", "Class", Kind::OneOf(&CLASS_KEYS), "The section of the weapons data it would stand in."),
    key("points", "Points", Kind::Figure(0, 9999), "What a stand of it costs."),
    key("defence", "Defence", Kind::Figure(0, 99), "What a shot at it must beat; 0 where none is printed."),
    key("armoured", "Armoured", Kind::Yes, "Defence in brackets: only AP hurts it."),
    key("move", "Move", Kind::Text, "Points and class: 10T, 15W, 3F, 3F(5F), 15W/3A, 4A, 0."),
    key("cargo", "Cargo", Kind::Number(99, "-"), "What it has room for (8.4.1)."),
    key("load", "Load", Kind::Number(99, "-"), "The room it takes; without one nothing carries it (8.4.1)."),
    key("sections", "Sections", Kind::Number(9, "-"), "Impact markers that a battery lays (7.4.2.1)."),
    key("year", "Year", Kind::Figure(0, 99), "When it came in, its last two digits; 97 is 1897."),
    key("notes", "Notes", Kind::Text, "Of a stand without weapons: P, U. Armed, each weapon has its own."),
    key("note", "Remark", Kind::Text, "For who reads the table."),
    key("counts-as", "Counts as", Kind::Word(&["-", "cavalry", "weapon"]), "What the columns do not tell."),
];

/// The keys of a weapon's line of fire.
pub(super) const GUN: &[Key] = &[
    key("label", "called", Kind::Text, "Which weapon it is, where there are several."),
    key("ap", "AP", Kind::Maybe(99), "Firepower at armour; - cannot."),
    key("he", "HE", Kind::Maybe(99), "Firepower at everything else; - cannot."),
    key("ap-range", "AP range", Kind::Figure(0, 999), "Inches; 0 in close combat only (8.8.11)."),
    key("he-range", "HE range", Kind::Figure(0, 999), "Inches; 0 in close combat only (8.8.11)."),
    key("flame", "flame", Kind::Yes, "A flamethrower (11.6)."),
    key("notes", "notes", Kind::Text, "Signs of the notes key: R, R1, R2, I, U, S, P, T, M16, SR4, D6."),
];

/// The keys of which only one is said.
const EITHER: [(&str, &str); 4] = [
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

impl Project {
    /// What of a plan's keys is said, in words.
    pub(super) fn set_in_words(&self, of: Subject) -> Vec<String> {
        let Subject::Plan(whose, list, n) = of else { return Vec::new() };
        let Some((list, plan)) = List::of(list).zip(self.plan(whose, list, n)) else { return Vec::new() };
        let is_set = |key: &&Key| match key.kind {
            Kind::Yes => says(plan, key.key),
            Kind::Not => plan.get(key.key).and_then(Value::as_bool) == Some(false),
            _ => plan.contains_key(key.key),
        };
        let all = keys(list).iter().filter(is_set);
        let weather = plan.get("weather").filter(|_| list == List::Weather).map(super::project::words);
        let weather = weather.into_iter().flatten().map(|word| word.replace('-', " "));
        let said = all.map(|key| match key.kind {
            Kind::Yes | Kind::Not => key.name.to_lowercase(),
            _ => format!("{} {}", key.name.to_lowercase(), self.said(plan, key)),
        });
        weather.chain(said).collect()
    }

    /// What a key says.
    fn said(&self, plan: &Table, key: &Key) -> String {
        let value = plan.get(key.key);
        let truth = value.and_then(Value::as_bool);
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        match key.kind {
            Kind::Yes => yes(truth == Some(true)),
            Kind::Not => yes(truth != Some(false)),
            Kind::Number(_, none) | Kind::Turn(none) => {
                number(plan, key.key).map_or_else(|| none.to_owned(), |n| n.to_string())
            }
            Kind::Word(words) => word(plan, key.key).unwrap_or(words[0]).to_owned(),
            Kind::Numbers => {
                let all = value.and_then(Value::as_array).into_iter().flatten();
                let all: Vec<String> = all.map(ToString::to_string).collect();
                if all.is_empty() { "-".to_owned() } else { all.join(" ") }
            }
            Kind::Figure(least, _) => number(plan, key.key).unwrap_or(least).to_string(),
            Kind::Maybe(_) => number(plan, key.key).map_or_else(|| "-".to_owned(), |n| n.to_string()),
            Kind::OneOf(_) => word(plan, key.key).unwrap_or("?").to_owned(),
            Kind::Text => word(plan, key.key).unwrap_or("-").to_owned(),
            Kind::Lines => on_one_line(word(plan, key.key).unwrap_or("")),
        }
    }

    /// A key as a line.
    pub(super) fn key_line(&self, plan: &Table, key: &Key) -> Line {
        let how = match key.kind {
            Kind::Yes | Kind::Not | Kind::Word(_) | Kind::OneOf(_) => How::Turned,
            Kind::Number(..) | Kind::Turn(_) | Kind::Figure(..) | Kind::Maybe(_) => How::Number,
            Kind::Numbers | Kind::Text | Kind::Lines => How::Written,
        };
        Line { name: key.name.to_owned(), value: self.said(plan, key), how, about: key.about.to_owned() }
    }

    /// Turns a key to its next value, or to the one before.
    pub(super) fn turn_key(&mut self, of: Subject, key: &Key, forward: bool) -> Result<String, String> {
        let Some(plan) = self.table(of) else { return Err("There is no such plan.".to_owned()) };
        let value = self.turned(plan, key, forward)?;
        self.put_key(of, key, value);
        Ok(String::new())
    }

    /// Writes a value into a key.
    pub(super) fn write_key(&mut self, of: Subject, key: &Key, said: &str) -> Result<String, String> {
        let value = self.meant(key, said)?;
        self.put_key(of, key, value);
        Ok(String::new())
    }

    /// The next value of a key of a table, or the one before; none leaves it out.
    pub(super) fn turned(&self, table: &Table, key: &Key, forward: bool) -> Result<Option<Value>, String> {
        let now = number(table, key.key);
        let by = if forward { 1 } else { -1 };
        let next = |words: &'static [&'static str]| {
            let now = words.iter().position(|known| Some(*known) == word(table, key.key));
            let step = if forward { 1 } else { words.len() - 1 };
            now.map_or(0, |now| (now + step) % words.len())
        };
        Ok(match key.kind {
            Kind::Yes => (!says(table, key.key)).then_some(Value::Boolean(true)),
            Kind::Not => {
                (table.get(key.key) != Some(&Value::Boolean(false))).then_some(Value::Boolean(false))
            }
            Kind::Number(..) | Kind::Turn(_) => return self.numbered(key, now.unwrap_or(0) + by),
            Kind::Figure(least, _) => return self.numbered(key, now.unwrap_or(least) + by),
            // Below 0 there is none, and it begins with 0.
            Kind::Maybe(_) if now == Some(0) && !forward => None,
            Kind::Maybe(_) => return self.numbered(key, now.map_or(0, |now| now + by)),
            // Without the key it is the first of the words.
            Kind::Word(words) if !table.contains_key(key.key) => {
                let to = if forward { 1 % words.len() } else { words.len() - 1 };
                (to > 0).then(|| text(words[to]))
            }
            Kind::Word(words) => Some(next(words)).filter(|&to| to > 0).map(|to| text(words[to])),
            Kind::OneOf(words) => Some(text(words[next(words)])),
            Kind::Numbers | Kind::Text | Kind::Lines => {
                return Err("This line is written: Enter begins.".to_owned());
            }
        })
    }

    /// The value that is written for a key; none leaves it out.
    pub(super) fn meant(&self, key: &Key, said: &str) -> Result<Option<Value>, String> {
        let none = said.is_empty() || said == "-";
        match key.kind {
            Kind::Number(..) | Kind::Turn(_) if none => Ok(None),
            Kind::Maybe(_) | Kind::Text if none => Ok(None),
            Kind::Number(..) | Kind::Turn(_) | Kind::Figure(..) | Kind::Maybe(_) => match said.parse() {
                Ok(number) => self.numbered(key, number),
                Err(_) => Err(format!("\"{said}\" is no number.")),
            },
            Kind::Numbers => {
                let words = said.split([' ', ',']).filter(|word| !word.is_empty() && *word != "-");
                let numbers: Result<Vec<i64>, _> = words.map(str::parse).collect();
                let Ok(numbers) = numbers else {
                    return Err(format!("\"{said}\" are no numbers, expected such as 2 5."));
                };
                let all = numbers.into_iter().map(Value::Integer).collect::<Vec<_>>();
                Ok((!all.is_empty()).then_some(Value::Array(all)))
            }
            Kind::Text => Ok(Some(text(said))),
            Kind::Lines => Ok(Some(text(in_lines(said)))),
            _ => Err("This line is turned with Left and Right.".to_owned()),
        }
    }

    /// A number for a key, within what it may be.
    fn numbered(&self, key: &Key, number: i64) -> Result<Option<Value>, String> {
        let (least, most) = match key.kind {
            Kind::Number(most, _) => (0, most),
            Kind::Figure(least, most) => (least, most),
            Kind::Maybe(most) => (0, most),
            _ => (0, i64::from(self.turns())),
        };
        if !(least..=most).contains(&number) {
            let none = matches!(key.kind, Kind::Number(..) | Kind::Turn(_));
            let (least, none) = if none { (1, ", or 0 for none") } else { (least, "") };
            return Err(format!("{number} cannot be: expected {least} to {most}{none}."));
        }
        let none = number == 0 && matches!(key.kind, Kind::Number(..) | Kind::Turn(_));
        Ok((!none).then_some(Value::Integer(number)))
    }

    /// Puts a value into a key of a plan, with what follows from it.
    fn put_key(&mut self, of: Subject, key: &Key, value: Option<Value>) {
        let other = EITHER.iter().find_map(|&(a, b)| match key.key {
            known if known == a => Some(b),
            known if known == b => Some(a),
            _ => None,
        });
        let said = value.is_some();
        self.set_or_drop(of, key.key, value);
        if let (Some(other), true) = (other, said) {
            self.set_or_drop(of, other, None);
        }
        if key.key.starts_with("exit-") {
            self.lead_off(of, said);
        }
    }
}

/// A text of several lines on one, and the other way round.
pub(super) fn on_one_line(text: &str) -> String {
    text.trim().lines().map(str::trim).collect::<Vec<_>>().join(" | ")
}

/// What is written on one line, with its lines.
pub(super) fn in_lines(said: &str) -> String {
    said.split('|').map(str::trim).collect::<Vec<_>>().join("\n")
}
