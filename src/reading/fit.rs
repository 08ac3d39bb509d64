//! Fits parsed TOML into the types it is read as.
//!
//! The `toml` crate only parses. Its own deserializer compiles the reader of every type once for tables, once
//! for values with a place and once for dates, which was a quarter of all generated code.

use std::borrow::Cow;
use std::ops::Range;
use std::vec;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, Error as _, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use toml::de::{DeTable, DeValue};

use super::spanned::PLACED;

/// Why a text does not fit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Misfit {
    /// The text found and the text expected.
    pub message: String,
    /// The bytes that do not fit, where known.
    pub span: Option<Range<usize>>,
}

/// Reads a text as a `T`.
///
/// # Errors
/// The first thing that is not TOML or does not fit.
pub fn from_toml<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, Misfit> {
    let root = DeTable::parse(text)
        .map_err(|error| Misfit { message: error.message().to_owned(), span: error.span() })?;
    let span = root.span();
    T::deserialize(Value { kind: Kind::Table(root.into_inner().into_iter()), span })
}

/// The values of a built-in file.
///
/// # Panics
/// If the file does not fit them.
pub fn built_in<T: for<'de> Deserialize<'de>>(text: &str) -> T {
    from_toml(text).unwrap_or_else(|misfit| panic!("a built-in file: {}", misfit.message))
}

impl Misfit {
    /// Sets the place, unless it is already known.
    fn at(mut self, span: &Range<usize>) -> Self {
        self.span.get_or_insert_with(|| span.clone());
        self
    }
}

impl de::Error for Misfit {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self { message: message.to_string(), span: None }
    }
}

/// A value in the file, and its place.
struct Value<'de> {
    kind: Kind<'de>,
    span: Range<usize>,
}

enum Kind<'de> {
    Text(Cow<'de, str>),
    Number(i64),
    Large(u64),
    /// A number too large for any type.
    Huge(String),
    Fraction(f64),
    Truth(bool),
    Date,
    List(vec::IntoIter<toml::Spanned<DeValue<'de>>>),
    Table(toml::map::IntoIter<toml::Spanned<Cow<'de, str>>, toml::Spanned<DeValue<'de>>>),
}

impl<'de> From<toml::Spanned<DeValue<'de>>> for Value<'de> {
    fn from(value: toml::Spanned<DeValue<'de>>) -> Self {
        let span = value.span();
        let kind = match value.into_inner() {
            DeValue::String(text) => Kind::Text(text),
            DeValue::Integer(number) => {
                let (digits, radix) = (number.as_str(), number.radix());
                let large = |_| u64::from_str_radix(digits, radix).map(Kind::Large);
                let whole = i64::from_str_radix(digits, radix).map(Kind::Number).or_else(large);
                whole.unwrap_or_else(|_| Kind::Huge(digits.to_owned()))
            }
            DeValue::Float(number) => Kind::Fraction(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(truth) => Kind::Truth(truth),
            DeValue::Datetime(_) => Kind::Date,
            DeValue::Array(list) => Kind::List(list.into_iter()),
            DeValue::Table(table) => Kind::Table(table.into_iter()),
        };
        Self { kind, span }
    }
}

impl Value<'_> {
    /// The value has another type than expected.
    fn misfit(&self, expected: &dyn Expected) -> Misfit {
        let huge;
        let found = match &self.kind {
            Kind::Text(text) => Unexpected::Str(text),
            Kind::Number(number) => Unexpected::Signed(*number),
            Kind::Large(number) => Unexpected::Unsigned(*number),
            Kind::Huge(number) => {
                huge = format!("integer `{number}`");
                Unexpected::Other(&huge)
            }
            Kind::Fraction(number) => Unexpected::Float(*number),
            Kind::Truth(truth) => Unexpected::Bool(*truth),
            Kind::Date => Unexpected::Other("a date"),
            Kind::List(_) => Unexpected::Seq,
            Kind::Table(_) => Unexpected::Map,
        };
        Misfit::invalid_type(found, expected).at(&self.span)
    }
}

/// The deserializer methods of a value: which kinds fit, and what is made of them.
macro_rules! answers {
    ([$($question:ident),+] $fits:tt) => { $(answers! { $question $fits })+ };
    ($question:ident { $($fits:pat => $visit:ident($with:expr)),+ }) => {
        fn $question<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            match self.kind {
                $($fits => visitor.$visit($with).map_err(|misfit: Misfit| misfit.at(&self.span)),)+
                _ => Err(self.misfit(&visitor)),
            }
        }
    };
}

impl<'de> Deserializer<'de> for Value<'de> {
    type Error = Misfit;

    answers! {
        [deserialize_str, deserialize_string, deserialize_char, deserialize_identifier]
        { Kind::Text(text) => visit_str(&text) }
    }
    answers! { deserialize_bool { Kind::Truth(truth) => visit_bool(truth) } }
    answers! {
        [deserialize_i8, deserialize_i16, deserialize_i32, deserialize_i64, deserialize_u8, deserialize_u16,
            deserialize_u32, deserialize_u64]
        { Kind::Number(number) => visit_i64(number), Kind::Large(number) => visit_u64(number) }
    }
    answers! {
        [deserialize_f32, deserialize_f64]
        { Kind::Fraction(number) => visit_f64(number), Kind::Number(number) => visit_i64(number) }
    }
    answers! { deserialize_seq { Kind::List(list) => visit_seq(List(list)) } }
    answers! { deserialize_map { Kind::Table(rest) => visit_map(Entries { rest, value: None }) } }
    answers! {
        deserialize_any {
            Kind::Text(text) => visit_str(&text),
            Kind::Number(number) => visit_i64(number),
            Kind::Large(number) => visit_u64(number),
            Kind::Fraction(number) => visit_f64(number),
            Kind::Truth(truth) => visit_bool(truth),
            Kind::List(list) => visit_seq(List(list)),
            Kind::Table(rest) => visit_map(Entries { rest, value: None })
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &str, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &str,
        _: &[&str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_map(visitor)
    }

    /// The only tuple struct in a file is a value that keeps its place.
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        debug_assert_eq!(name, PLACED);
        visitor.visit_seq(Parts { start: Some(self.span.start), end: Some(self.span.end), value: Some(self) })
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &str, _: &[&str], visitor: V) -> Result<V::Value, Misfit> {
        match self.kind {
            Kind::Text(word) => visitor.visit_enum(word.into_deserializer()),
            Kind::Table(rest) => {
                visitor.visit_enum(MapAccessDeserializer::new(Entries { rest, value: None }))
            }
            _ => Err(self.misfit(&visitor)),
        }
        .map_err(|misfit| misfit.at(&self.span))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { i128 u128 bytes byte_buf unit unit_struct }
}

/// The remaining values of a list.
struct List<'de>(vec::IntoIter<toml::Spanned<DeValue<'de>>>);

impl<'de> SeqAccess<'de> for List<'de> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        self.0.next().map(|value| seed.deserialize(Value::from(value))).transpose()
    }
}

/// The remaining entries of a table, and the value whose key was read last.
struct Entries<'de> {
    rest: toml::map::IntoIter<toml::Spanned<Cow<'de, str>>, toml::Spanned<DeValue<'de>>>,
    value: Option<Value<'de>>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value.into());
        let span = key.span();
        seed.deserialize(Value { kind: Kind::Text(key.into_inner()), span }).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        let value = self.value.take().ok_or_else(|| Misfit::custom("a value without its key"))?;
        let span = value.span.clone();
        seed.deserialize(value).map_err(|misfit| misfit.at(&span))
    }
}

/// The remaining parts of a value with its place.
struct Parts<'de> {
    start: Option<usize>,
    end: Option<usize>,
    value: Option<Value<'de>>,
}

impl<'de> SeqAccess<'de> for Parts<'de> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        let part = match self.start.take().or_else(|| self.end.take()) {
            Some(byte) => Some(Value { kind: Kind::Large(byte as u64), span: 0..0 }),
            None => self.value.take(),
        };
        part.map(|part| seed.deserialize(part)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Spanned;
    use super::*;

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    enum Word {
        Plain,
        Few(u8),
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct File {
        number: Spanned<u64>,
        words: Vec<Word>,
        share: Option<f64>,
        pair: Option<(char, i8)>,
    }

    fn faults(rest: &str) -> (String, String) {
        let text = format!("number = 1\n{rest}");
        let misfit = from_toml::<File>(&text).unwrap_err();
        (misfit.message, text[misfit.span.unwrap()].to_owned())
    }

    #[test]
    fn values_are_read_with_their_place() {
        let text =
            "number = 0xFFFF_FFFF_FFFF_FFFF\nwords = [\"plain\", { few = 3 }]\nshare = 2\npair = ['a', -1]";
        let file: File = from_toml(text).unwrap();
        assert_eq!((*file.number.get_ref(), &text[file.number.span()]), (u64::MAX, "0xFFFF_FFFF_FFFF_FFFF"));
        assert!(matches!(file.words[..], [Word::Plain, Word::Few(3)]));
        assert_eq!((file.share, file.pair), (Some(2.0), Some(('a', -1))));
    }

    #[test]
    fn misfits_are_reported_with_their_place() {
        for (rest, message, place) in [
            ("words = 7", "invalid type: integer `7`, expected a sequence", "7"),
            ("words = ['plain', 'long']", "unknown variant `long`, expected `plain` or `few`", "'long'"),
            ("words = [{ few = 300 }]", "invalid value: integer `300`, expected u8", "300"),
            ("words = [2021-01-01]", "invalid type: a date, expected enum Word", "2021-01-01"),
            (
                "words = []\npair = ['a', 99999999999999999999]",
                "invalid type: integer `99999999999999999999`, expected i8",
                "99999999999999999999",
            ),
            (
                "words = []\nsize = 1",
                "unknown field `size`, expected one of `number`, `words`, `share`, `pair`",
                "size",
            ),
            ("words = []\nshare = true", "invalid type: boolean `true`, expected f64", "true"),
        ] {
            assert_eq!(faults(rest), (message.to_owned(), place.to_owned()));
        }
        assert_eq!(
            faults("x = 1").0,
            "unknown field `x`, expected one of `number`, `words`, `share`, `pair`"
        );
        assert_eq!(from_toml::<File>("number = 1").unwrap_err().message, "missing field `words`");
        assert!(from_toml::<File>("number = \n").unwrap_err().span.is_some(), "no TOML");
    }
}
