//! The fields of a part of a battle: keys of a TOML table, with how each is shown and edited.

use std::borrow::Cow;

use toml::{Table, Value};

use super::{EditBy, Line};

/// The longest text of one line, in characters.
const LONGEST: usize = 80;
/// The longest text of several lines.
const LONGEST_LINES: usize = 4000;

/// How a key is shown and edited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// True, or absent.
    Yes,
    /// Whether the word is in the list that the key holds.
    Listed(&'static str),
    /// A number from the first to the second, always written; the third is the default.
    Number(i64, i64, i64),
    /// A number from the first to the second, or absent, shown as this word.
    Maybe(i64, i64, &'static str),
    /// One of these words, always written; the first is the default.
    OneOf(Vec<String>),
    /// One of these words, or absent; the first stands for absent.
    Word(Vec<String>),
    /// One of these values, shown by its name, the second of each pair; an empty value stands for absent.
    Named(Vec<(String, String)>),
    /// Text that is not empty.
    Text,
    /// Text, or absent.
    MaybeText,
    /// Text of several lines; `|` separates them on the screen.
    Lines,
    /// The same, written as a list with a string for each line.
    LineList,
    /// Several texts, or absent; `|` separates them on the screen.
    Names,
    /// Words separated by spaces or commas, or absent: cells, edges, numbers in words.
    Words,
    /// Two words, or absent: a range of hexrows.
    Pair,
    /// Two numbers, or absent.
    NumberPair,
    /// Numbers separated by spaces or commas, or absent.
    Numbers,
}

/// A field: a key of a table, which may be in a table within it ("time.passages").
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The key.
    pub key: Cow<'static, str>,
    /// Its name on the screen.
    pub name: Cow<'static, str>,
    /// How it is edited.
    pub kind: Kind,
    /// Its rule, in a sentence.
    pub about: Cow<'static, str>,
}

/// A field from fixed texts.
pub const fn field(key: &'static str, name: &'static str, kind: Kind, about: &'static str) -> Field {
    Field { key: Cow::Borrowed(key), name: Cow::Borrowed(name), kind, about: Cow::Borrowed(about) }
}

/// Words as owned strings.
pub fn words_of<'a>(words: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    words.into_iter().map(str::to_owned).collect()
}

/// A value of a table by its path.
pub fn at<'a>(table: &'a Table, path: &str) -> Option<&'a Value> {
    match path.split_once('.') {
        Some((first, rest)) => at(table.get(first)?.as_table()?, rest),
        None => table.get(path),
    }
}

/// A text of a table by its path.
pub fn text_at<'a>(table: &'a Table, path: &str) -> Option<&'a str> {
    at(table, path).and_then(Value::as_str)
}

/// A number of a table by its path.
pub fn number_at(table: &Table, path: &str) -> Option<i64> {
    at(table, path).and_then(Value::as_integer)
}

/// Whether a key of a table is true.
pub fn is_set(table: &Table, path: &str) -> bool {
    at(table, path).and_then(Value::as_bool) == Some(true)
}

/// A single string, or the strings of a list.
pub fn strings(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(word)) => vec![word.clone()],
        Some(Value::Array(list)) => list.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}

/// Strings as a list.
pub fn list_of<S: Into<String>>(words: impl IntoIterator<Item = S>) -> Value {
    Value::Array(words.into_iter().map(|word| Value::String(word.into())).collect())
}

/// Sets a value by its path, or removes it; a table that becomes empty is removed too.
pub fn set(table: &mut Table, path: &str, value: Option<Value>) {
    match (path.split_once('.'), value) {
        (Some((first, rest)), value) => {
            let inner = table.entry(first).or_insert_with(|| Value::Table(Table::new()));
            if !inner.is_table() {
                *inner = Value::Table(Table::new());
            }
            let Some(inner) = inner.as_table_mut() else { return };
            set(inner, rest, value);
            if inner.is_empty() {
                table.remove(first);
            }
        }
        (None, Some(value)) => {
            table.insert(path.to_owned(), value);
        }
        (None, None) => {
            table.remove(path);
        }
    }
}

impl Field {
    /// The field as a line of the screen.
    pub fn line(&self, table: &Table) -> Line {
        let how = match &self.kind {
            Kind::Yes | Kind::Listed(_) | Kind::OneOf(_) | Kind::Word(_) | Kind::Named(_) => EditBy::Cycling,
            Kind::Number(..) | Kind::Maybe(..) => EditBy::Either,
            _ => EditBy::Typing,
        };
        let (name, about) = (self.name.clone().into_owned(), self.about.clone().into_owned());
        Line { name, value: self.shown(table), how, about }
    }

    /// The value as shown.
    pub fn shown(&self, table: &Table) -> String {
        let value = at(table, &self.key);
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        match &self.kind {
            Kind::Yes => yes(is_set(table, &self.key)),
            Kind::Listed(word) => yes(strings(value).iter().any(|known| known == word)),
            Kind::Number(_, _, usual) => number_at(table, &self.key).unwrap_or(*usual).to_string(),
            Kind::Maybe(_, _, none) => {
                number_at(table, &self.key).map_or_else(|| (*none).to_owned(), |n| n.to_string())
            }
            Kind::OneOf(words) | Kind::Word(words) => {
                let first = words.first().map_or("-", String::as_str);
                value.and_then(Value::as_str).unwrap_or(first).to_owned()
            }
            Kind::Named(all) => {
                let value = value.and_then(Value::as_str).unwrap_or("");
                let named = all.iter().find(|(known, _)| known == value);
                named.map_or_else(|| dash(value.to_owned()), |(_, name)| name.clone())
            }
            Kind::Text => value.and_then(Value::as_str).unwrap_or("").to_owned(),
            Kind::Names => dash(strings(value).join(" | ")),
            Kind::MaybeText => dash(value.and_then(Value::as_str).unwrap_or("").to_owned()),
            Kind::Lines => on_one_line(value.and_then(Value::as_str).unwrap_or("")),
            Kind::LineList => strings(value).join(" | "),
            Kind::Words | Kind::Pair => dash(strings(value).join(" ")),
            Kind::NumberPair | Kind::Numbers => {
                let all = value.and_then(Value::as_array).into_iter().flatten();
                dash(all.map(ToString::to_string).collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// Cycles to the next or previous value.
    ///
    /// # Errors
    /// It can only be typed, or there is no such value.
    pub fn turn(&self, table: &mut Table, forward: bool) -> Result<(), String> {
        let value = self.turned(table, forward)?;
        set(table, &self.key, value);
        Ok(())
    }

    fn turned(&self, table: &Table, forward: bool) -> Result<Option<Value>, String> {
        let by = if forward { 1 } else { -1 };
        let now = number_at(table, &self.key);
        let next = |words: &[String]| {
            let now = text_at(table, &self.key).unwrap_or(words.first().map_or("", String::as_str));
            let at = words.iter().position(|word| word == now);
            let step = if forward { 1 } else { words.len().saturating_sub(1) };
            at.map_or(0, |at| (at + step) % words.len().max(1))
        };
        match &self.kind {
            Kind::Yes => Ok((!is_set(table, &self.key)).then_some(Value::Boolean(true))),
            Kind::Listed(word) => {
                let mut all = strings(at(table, &self.key));
                let before = all.len();
                all.retain(|known| known != word);
                if all.len() == before {
                    all.push((*word).to_owned());
                }
                Ok((!all.is_empty()).then(|| list_of(all)))
            }
            Kind::Number(_, _, usual) => self.numbered(now.unwrap_or(*usual).saturating_add(by)).map(Some),
            Kind::Maybe(least, most, _) => match now {
                Some(now) if now.saturating_add(by) < *least => Ok(None),
                Some(now) => self.numbered(now.saturating_add(by)).map(Some),
                None => Ok(Some(Value::Integer(if forward { *least } else { *most }))),
            },
            Kind::OneOf(words) | Kind::Word(words) if words.len() < 2 => {
                Err("There is no other value.".to_owned())
            }
            Kind::Named(all) if all.len() < 2 => Err("There is no other value.".to_owned()),
            Kind::Named(all) => {
                let now = text_at(table, &self.key).unwrap_or("");
                let at = all.iter().position(|(known, _)| known == now);
                let step = if forward { 1 } else { all.len() - 1 };
                let to = at.map_or(0, |at| (at + step) % all.len());
                Ok(all.get(to).and_then(|(value, _)| named(value)))
            }
            Kind::OneOf(words) => Ok(words.get(next(words)).cloned().map(Value::String)),
            Kind::Word(words) => {
                let to = next(words);
                Ok(words.get(to).filter(|_| to > 0).cloned().map(Value::String))
            }
            _ => Err("Press Enter to type this line.".to_owned()),
        }
    }

    /// Sets the value to a typed text.
    ///
    /// # Errors
    /// The text does not suit the field.
    pub fn write(&self, table: &mut Table, said: &str) -> Result<(), String> {
        let value = self.meant(said.trim())?;
        set(table, &self.key, value);
        Ok(())
    }

    /// The values to choose from, as they are shown; none if it is typed.
    pub fn values(&self) -> Vec<String> {
        match &self.kind {
            Kind::OneOf(words) | Kind::Word(words) => words.clone(),
            Kind::Named(all) => all.iter().map(|(_, name)| name.clone()).collect(),
            _ => Vec::new(),
        }
    }

    /// The value with a name as it is shown.
    fn chosen(&self, said: &str) -> Result<Option<Value>, String> {
        let values = self.values();
        let Some(at) = values.iter().position(|value| value.eq_ignore_ascii_case(said)) else {
            return Err(format!("\"{said}\" is not one of its values."));
        };
        Ok(match &self.kind {
            Kind::Named(all) => all.get(at).and_then(|(value, _)| named(value)),
            Kind::Word(_) if at == 0 => None,
            _ => values.into_iter().nth(at).map(Value::String),
        })
    }

    fn meant(&self, said: &str) -> Result<Option<Value>, String> {
        let none = said.is_empty() || said == "-";
        let long = |most: usize| match said.chars().count() > most {
            true => Err("That text is too long.".to_owned()),
            false => Ok(()),
        };
        let words = || said.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned);
        match &self.kind {
            Kind::Maybe(..)
            | Kind::MaybeText
            | Kind::Names
            | Kind::Words
            | Kind::Pair
            | Kind::NumberPair
            | Kind::Numbers
                if none =>
            {
                Ok(None)
            }
            Kind::OneOf(_) | Kind::Word(_) | Kind::Named(_) => self.chosen(said),
            Kind::Number(..) | Kind::Maybe(..) => match said.parse() {
                Ok(number) => self.numbered(number).map(Some),
                Err(_) => Err(format!("\"{said}\" is not a number.")),
            },
            Kind::Text if said.is_empty() => Err("This can't be empty.".to_owned()),
            Kind::Text | Kind::MaybeText => {
                long(LONGEST)?;
                Ok(Some(Value::String(said.to_owned())))
            }
            Kind::Lines | Kind::LineList => {
                long(LONGEST_LINES)?;
                let lines = in_lines(said);
                Ok(Some(match self.kind {
                    Kind::Lines => Value::String(lines),
                    _ => list_of(lines.lines()),
                }))
            }
            Kind::Names => {
                long(LONGEST_LINES)?;
                Ok(Some(list_of(in_lines(said).lines().filter(|name| !name.is_empty()))))
            }
            Kind::Words => {
                long(LONGEST_LINES)?;
                Ok(Some(list_of(words())))
            }
            Kind::Pair if words().count() == 2 => {
                long(LONGEST)?;
                Ok(Some(list_of(words())))
            }
            Kind::Pair => Err(format!("\"{said}\" is not a pair, expected two words such as A K.")),
            Kind::NumberPair | Kind::Numbers => {
                let pair = self.kind == Kind::NumberPair;
                let numbers: Result<Vec<i64>, _> = words().map(|word| word.parse()).collect();
                match numbers {
                    Ok(numbers) if numbers.len() <= 20 && (!pair || numbers.len() == 2) => {
                        Ok(Some(Value::Array(numbers.into_iter().map(Value::Integer).collect())))
                    }
                    _ if pair => Err(format!("\"{said}\" is not two numbers, expected for example 3 7.")),
                    _ => Err(format!("\"{said}\" is not a list of numbers, expected for example 2 5.")),
                }
            }
            _ => Err("Change this line with Left and Right.".to_owned()),
        }
    }

    fn numbered(&self, number: i64) -> Result<Value, String> {
        let (least, most, none) = match self.kind {
            Kind::Number(least, most, _) => (least, most, ""),
            Kind::Maybe(least, most, _) => (least, most, ", or - for none"),
            _ => (0, i64::MAX, ""),
        };
        if (least..=most).contains(&number) {
            Ok(Value::Integer(number))
        } else {
            Err(format!("{number} is out of range: expected {least} to {most}{none}."))
        }
    }
}

/// A value of [`Kind::Named`]: nothing if it stands for absent.
fn named(value: &str) -> Option<Value> {
    (!value.is_empty()).then(|| Value::String(value.to_owned()))
}

/// Writes a text of several lines on one line; [`in_lines`] reverses it.
pub fn on_one_line(text: &str) -> String {
    text.trim().lines().map(str::trim).collect::<Vec<_>>().join(" | ")
}

/// Splits a text written on one line into its lines again.
pub fn in_lines(said: &str) -> String {
    said.split('|').map(str::trim).collect::<Vec<_>>().join("\n")
}
