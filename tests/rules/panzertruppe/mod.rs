//! Panzertruppe against its text.

mod random;
mod table;
