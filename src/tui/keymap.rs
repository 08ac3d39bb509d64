//! Keys as data: one table gives the keys, the hints, the help and the palette.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::commands::Command;
use crate::game::Act;
use crate::game::view::Words;
use crate::reading::{Faulty, Report, Spanned, parsed};

/// A key; Shift is set only where the character does not already say so.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Key {
    code: KeyCode,
    shift: bool,
    control: bool,
}

const NAMES: [(&str, KeyCode); 14] = [
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Tab", KeyCode::Tab),
    ("Space", KeyCode::Char(' ')),
    ("Backspace", KeyCode::Backspace),
    ("PgUp", KeyCode::PageUp),
    ("PgDn", KeyCode::PageDown),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("Delete", KeyCode::Delete),
];

impl Key {
    /// The key of a terminal event.
    pub fn of(event: &KeyEvent) -> Self {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        let shift = event.modifiers.contains(KeyModifiers::SHIFT);
        match event.code {
            KeyCode::BackTab => Self { code: KeyCode::Tab, shift: true, control },
            KeyCode::Char(c) if shift && c.is_ascii_lowercase() => {
                Self { code: KeyCode::Char(c.to_ascii_uppercase()), shift: false, control }
            }
            code @ KeyCode::Char(_) => Self { code, shift: false, control },
            code => Self { code, shift, control },
        }
    }

    /// The key that types a character.
    pub fn char(c: char) -> Self {
        Self { code: KeyCode::Char(c), shift: false, control: false }
    }

    /// The event that a terminal sends for it.
    pub fn event(self) -> KeyEvent {
        let mut modifiers = KeyModifiers::NONE;
        modifiers.set(KeyModifiers::SHIFT, self.shift);
        modifiers.set(KeyModifiers::CONTROL, self.control);
        KeyEvent::new(self.code, modifiers)
    }

    /// Clears the line being typed.
    pub const CLEAR: Self = Self { code: KeyCode::Char('u'), shift: false, control: true };

    /// The character that the key types, if any.
    pub fn written(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.control => Some(c),
            _ => None,
        }
    }

    /// The key that keys.toml writes like this: "a", "Tab", "S-Left".
    ///
    /// # Errors
    /// It is not a key.
    pub fn read(word: &str) -> Result<Self, String> {
        let (mut rest, mut shift, mut control) = (word, false, false);
        while rest.len() > 2 {
            match &rest.as_bytes()[..2] {
                b"S-" => shift = true,
                b"C-" => control = true,
                _ => break,
            }
            rest = &rest[2..];
        }
        let mut chars = rest.chars();
        let code = match (chars.next(), chars.next()) {
            (Some(c), None) => KeyCode::Char(c),
            _ => NAMES.iter().find(|(name, _)| *name == rest).map(|(_, code)| *code).ok_or_else(|| {
                format!("\"{word}\" is not a key: write a character or a name such as S-Tab")
            })?,
        };
        Ok(Self { code, shift, control })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.control {
            f.write_str("Ctrl-")?;
        }
        if self.shift {
            f.write_str("Shift-")?;
        }
        match NAMES.iter().find(|(_, code)| *code == self.code) {
            Some((name, _)) => f.write_str(name),
            None => match self.code {
                KeyCode::Char(c) => write!(f, "{c}"),
                _ => f.write_str("?"),
            },
        }
    }
}

/// A key sequence as it is shown.
pub fn written(keys: &[Key]) -> String {
    keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" ")
}

/// A section of the key table; the innermost in use has priority.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A unit is moving.
    Steer,
    /// The diagonal letters are free.
    Diagonal,
    /// There is a hand of cards.
    Hand,
    /// The verbs of the decision.
    Verbs,
    /// The map.
    Map,
    /// A game in progress.
    Game,
    /// A window.
    List,
    /// Title screen and setup form.
    Library,
    /// The editor's map page.
    Drawing,
    /// The editor's forces page.
    Forces,
    /// The editor's plans page.
    Plans,
    /// The editor's forms and remarks.
    Sheet,
    /// All pages of the editor.
    Editor,
    /// Everywhere.
    Any,
}

const PLACES: [(&str, Place); 14] = [
    ("steer", Place::Steer),
    ("diagonal", Place::Diagonal),
    ("hand", Place::Hand),
    ("map", Place::Map),
    ("game", Place::Game),
    ("list", Place::List),
    ("front", Place::Library),
    ("drawing", Place::Drawing),
    ("forces", Place::Forces),
    ("plans", Place::Plans),
    ("sheet", Place::Sheet),
    ("editor", Place::Editor),
    ("any", Place::Any),
    ("verbs", Place::Verbs),
];

#[derive(serde::Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct RawBinding {
    keys: Option<Vec<String>>,
    help: Option<String>,
    hint: Option<String>,
}

/// A command with its keys.
#[derive(Clone, PartialEq, Debug)]
pub struct Binding {
    /// Its section.
    pub place: Place,
    /// Its name in the table.
    pub name: String,
    /// The command.
    pub command: Command,
    /// Its key sequences.
    pub keys: Vec<Vec<Key>>,
    /// Its help.
    pub help: String,
    /// Its word in the hint line, if it has a hint.
    pub hint: Option<String>,
}

/// The meaning of the keys typed so far.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// A command.
    Command(Command),
    /// The start of one or more commands: the keys that may follow and their help.
    Prefix(Vec<(String, String)>),
    /// Nothing is bound to them.
    Nothing,
}

/// The key table.
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Vec<Binding>,
    verbs: Vec<Binding>,
    acts: Vec<(Act, Vec<Key>)>,
    core: Vec<char>,
}

/// The names of the acts, in the order in which they take their keys.
const ACTS: [(&str, Act); 9] = [
    ("pass", Act::Pass),
    ("done", Act::Done),
    ("cancel", Act::Cancel),
    ("commit", Act::Commit),
    ("hold", Act::Hold),
    ("step", Act::Step),
    ("turn", Act::Turn),
    ("begin", Act::Begin),
    ("join", Act::Join),
];

/// A line of a key table.
struct Row<'a> {
    place: &'a str,
    name: &'a str,
    keys: Option<&'a [&'a str]>,
    help: Option<&'a str>,
    hint: Option<&'a str>,
}

/// The built-in table, which `build.rs` reads from `config/keys.toml`.
const BUILT_IN: &[Row<'static>] = include!(concat!(env!("OUT_DIR"), "/keys.rs"));

type RawTable = BTreeMap<String, BTreeMap<Spanned<String>, RawBinding>>;

impl Keymap {
    /// Reads the built-in table with further tables on top, each with its origin: the ruleset's, then the
    /// player's. In help texts "{piece}", "{pieces}" and "{cell}" become the words of the ruleset.
    ///
    /// # Errors
    /// When a text is not such a table: every fault with its place.
    pub fn new<'a>(
        layers: impl IntoIterator<Item = &'a (String, String)>,
        words: Words,
    ) -> Result<Self, Faulty> {
        let mut map = Self { bindings: Vec::new(), verbs: Vec::new(), acts: Vec::new(), core: Vec::new() };
        for row in BUILT_IN {
            let bound = map.bind(row, words);
            debug_assert!(bound.is_ok(), "config/keys.toml: {bound:?}");
        }
        for (origin, text) in layers {
            map.read(origin, text, words)?;
        }
        map.core = map
            .bindings
            .iter()
            .filter(|b| matches!(b.place, Place::Map | Place::Game | Place::Any))
            .flat_map(|b| b.keys.iter().filter_map(|keys| keys.first().and_then(|key| key.written())))
            .collect();
        Ok(map)
    }

    fn read(&mut self, origin: &str, text: &str, words: Words) -> Result<(), Faulty> {
        let mut report = Report::new(origin, text);
        let table: RawTable = parsed(&mut report, text).unwrap_or_default();
        let mut lines: Vec<(Range<usize>, &str, &str, &RawBinding)> = table
            .iter()
            .flat_map(|(place, rows)| {
                rows.iter()
                    .map(move |(name, row)| (name.span(), place.as_str(), name.get_ref().as_str(), row))
            })
            .collect();
        lines.sort_by_key(|line| line.0.start);
        for (at, place, name, row) in lines {
            let keys: Option<Vec<&str>> =
                row.keys.as_ref().map(|keys| keys.iter().map(String::as_str).collect());
            let (help, hint) = (row.help.as_deref(), row.hint.as_deref());
            let row = Row { place, name, keys: keys.as_deref(), help, hint };
            if let Err(why) = self.bind(&row, words) {
                report.fault(at, why);
            }
        }
        report.end(Some(())).map(drop)
    }

    fn bind(&mut self, row: &Row<'_>, words: Words) -> Result<(), String> {
        let Row { place, name, keys, help, hint } = *row;
        if place == "acts" {
            return self.bind_act(name, keys.unwrap_or_default());
        }
        // The earlier name of the section is still valid.
        let section = if place == "workshop" { "editor" } else { place };
        let Some((_, place)) = PLACES.iter().find(|(word, _)| *word == section) else {
            let known: Vec<&str> = PLACES.iter().map(|(word, _)| *word).collect();
            return Err(format!("unknown section [{place}]; known sections: {}, acts", known.join(", ")));
        };
        let command = match Command::named(name) {
            _ if *place == Place::Verbs => Command::Verb(0),
            Some(command) => command,
            None => return Err(format!("unknown command \"{name}\"")),
        };
        let list = if *place == Place::Verbs { &mut self.verbs } else { &mut self.bindings };
        let index = match list.iter().position(|b| b.place == *place && b.name == name) {
            Some(index) => index,
            None => {
                list.push(Binding {
                    place: *place,
                    name: name.to_owned(),
                    command,
                    keys: Vec::new(),
                    help: name.to_owned(),
                    hint: None,
                });
                list.len() - 1
            }
        };
        let binding = &mut list[index];
        if let Some(keys) = keys {
            binding.keys = keys.iter().map(|word| sequence(word)).collect::<Result<_, String>>()?;
        }
        if let Some(help) = help {
            binding.help = worded(help, words);
        }
        if let Some(hint) = hint {
            binding.hint = Some(hint.to_owned());
        }
        Ok(())
    }

    fn bind_act(&mut self, name: &str, keys: &[&str]) -> Result<(), String> {
        let Some((_, act)) = ACTS.iter().find(|(word, _)| *word == name) else {
            let known: Vec<&str> = ACTS.iter().map(|(word, _)| *word).collect();
            return Err(format!("\"{name}\" is not a kind of choice; known kinds: {}", known.join(", ")));
        };
        let keys = keys.iter().map(|word| Key::read(word)).collect::<Result<Vec<Key>, String>>()?;
        self.acts.retain(|(known, _)| known != act);
        self.acts.push((*act, keys));
        Ok(())
    }

    /// Assigns keys to the verbs of a decision, each key once: first those of the tables in their order, then
    /// those of the act, then any free letter of the verb.
    pub fn verb_bindings(&self, offered: &[(&str, Act)]) -> Vec<Binding> {
        let mut taken: Vec<Key> = Vec::new();
        let mut keys: Vec<Option<Key>> = vec![None; offered.len()];
        for known in &self.verbs {
            if let Some(index) = offered.iter().position(|(verb, _)| *verb == known.name) {
                let wanted = known.keys.iter().filter_map(|keys| keys.first().copied());
                keys[index] = wanted.into_iter().find(|key| !taken.contains(key));
                taken.extend(keys[index]);
            }
        }
        for (_, act) in ACTS {
            let wanted = self.acts.iter().find(|(known, _)| *known == act).map_or(&[][..], |(_, keys)| keys);
            for (n, (verb, _)) in offered.iter().enumerate().filter(|(_, (_, part))| *part == act) {
                if keys[n].is_none() && !self.verbs.iter().any(|known| known.name == *verb) {
                    keys[n] = wanted.iter().copied().find(|key| !taken.contains(key));
                    taken.extend(keys[n]);
                }
            }
        }
        for ((verb, _), key) in offered.iter().zip(&mut keys).filter(|(_, key)| key.is_none()) {
            let letters = verb.chars().flat_map(|c| [c, c.to_ascii_uppercase()]).chain('A'..='Z');
            let spare =
                letters.filter(|c| c.is_ascii_alphanumeric() && !self.core.contains(c)).map(Key::char);
            *key = spare.into_iter().find(|key| !taken.contains(key));
            taken.extend(*key);
        }
        let bind = |(index, ((verb, _), key)): (usize, (&(&str, Act), Option<Key>))| {
            let known = self.verbs.iter().find(|b| b.name == *verb);
            Binding {
                place: Place::Verbs,
                name: (*verb).to_owned(),
                command: Command::Verb(index),
                keys: key.map(|key| vec![key]).into_iter().collect(),
                help: known.map_or_else(|| (*verb).to_owned(), |b| b.help.clone()),
                hint: None,
            }
        };
        offered.iter().zip(keys).enumerate().map(bind).collect()
    }

    /// Whether this key stands for such an act wherever a verb has none of its own.
    pub fn is_key_of(&self, key: Key, act: Act) -> bool {
        self.acts.iter().any(|(known, keys)| *known == act && keys.contains(&key))
    }

    /// Every binding of these sections, innermost first.
    pub fn at<'a>(&'a self, places: &'a [Place], verbs: &'a [Binding]) -> impl Iterator<Item = &'a Binding> {
        places.iter().flat_map(move |place| {
            let list = if *place == Place::Verbs { verbs } else { &self.bindings[..] };
            list.iter().filter(move |b| b.place == *place)
        })
    }

    /// Looks up the keys typed so far.
    pub fn find(&self, places: &[Place], verbs: &[Binding], typed: &[Key]) -> Found {
        let mut longer = Vec::new();
        for binding in self.at(places, verbs) {
            for keys in &binding.keys {
                if keys == typed && longer.is_empty() {
                    return Found::Command(binding.command);
                }
                if keys.len() > typed.len() && keys.starts_with(typed) {
                    longer.push((written(&keys[typed.len()..]), binding.help.clone()));
                }
            }
        }
        if longer.is_empty() { Found::Nothing } else { Found::Prefix(longer) }
    }

    /// The first key that reaches a command, not hidden by another binding.
    pub fn key_for(&self, places: &[Place], verbs: &[Binding], command: Command) -> Option<String> {
        self.at(places, verbs)
            .filter(|b| b.command == command)
            .flat_map(|b| &b.keys)
            .find(|keys| self.find(places, verbs, keys) == Found::Command(command))
            .map(|keys| written(keys))
    }
}

/// A help text in the words of a ruleset.
fn worded(text: &str, words: Words) -> String {
    if !text.contains('{') {
        return text.to_owned();
    }
    let [piece, pieces] = words.piece;
    text.replace("{piece}", piece).replace("{pieces}", pieces).replace("{cell}", words.cell[0])
}

fn sequence(text: &str) -> Result<Vec<Key>, String> {
    let keys: Vec<Key> = text.split_whitespace().map(Key::read).collect::<Result<_, String>>()?;
    if keys.is_empty() { Err("a key is empty".to_owned()) } else { Ok(keys) }
}
