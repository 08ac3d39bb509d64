//! A value with its place in the file.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// The name by which a reader recognises this type: a tuple of three, the value last.
pub(super) const PLACED: &str = "a value with its place";

/// A value and the bytes of the file it was read from. Two are equal if their values are.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    span: Range<usize>,
    value: T,
}

impl<T> Spanned<T> {
    /// A value read from these bytes.
    pub const fn new(span: Range<usize>, value: T) -> Self {
        Self { span, value }
    }

    /// The bytes.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The value.
    pub const fn get_ref(&self) -> &T {
        &self.value
    }

    /// The value alone.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> AsRef<T> for Spanned<T> {
    fn as_ref(&self) -> &T {
        &self.value
    }
}

impl Borrow<str> for Spanned<String> {
    fn borrow(&self) -> &str {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple_struct(PLACED, 3, Placed(PhantomData))
    }
}

struct Placed<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Placed<T> {
    type Value = Spanned<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PLACED)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Spanned<T>, A::Error> {
        let short = || A::Error::custom("a value without its place");
        let start = parts.next_element()?.ok_or_else(short)?;
        let end = parts.next_element()?.ok_or_else(short)?;
        let value = parts.next_element()?.ok_or_else(short)?;
        Ok(Spanned { span: start..end, value })
    }
}
