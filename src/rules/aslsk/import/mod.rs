//! Imports boards of the VASL game that a player owns: a zip archive with `BoardMetadata.xml` and `LOSData`,
//! the terrain and elevation of each point. What the Starter Kit has becomes a board in its own file format
//! ([`super::board::reading`]); the rest is reported with its hexes.

mod archive;
mod codes;
mod drawing;
mod metadata;
mod outline;
mod points;
mod writing;

use std::io::Read;

use thiserror::Error;

pub use codes::Kind;

/// The largest archive read, in bytes.
pub const LARGEST: u64 = 16 << 20;

/// Why an archive cannot be read as a board, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadArchive {
    /// Not a zip archive.
    #[error("not a zip archive: {0}")]
    NoZip(String),
    /// One of the two files is missing.
    #[error("the archive has no {0}: not a VASL board of version 6 or later")]
    Missing(&'static str),
    /// A file cannot be unpacked.
    #[error("{file} in the archive cannot be unpacked: {why}")]
    Packed {
        /// The file.
        file: &'static str,
        /// The reason.
        why: String,
    },
    /// A file is too large.
    #[error("{file} in the archive is larger than {most} KiB, too large for a board")]
    TooLarge {
        /// The file.
        file: &'static str,
        /// The limit in KiB.
        most: u64,
    },
    /// The metadata are invalid.
    #[error("BoardMetadata.xml: {0}")]
    Metadata(String),
    /// The LOS data are invalid.
    #[error("LOSData: {0}")]
    Points(String),
    /// The board has a form that the program cannot use.
    #[error("{0}")]
    Form(String),
}

/// A board read from an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// Its board letter.
    pub letter: String,
    /// The `[[mapboard]]` table of a file of boards.
    pub text: String,
    /// Terrain the Starter Kit does not have, one sentence each, with the hexes.
    pub notes: Vec<String>,
}

/// The header of a board file.
pub const HEAD: &str = "format = 1\nruleset = \"aslsk\"\n";

/// Reads a board from the bytes of its archive; without a letter it takes that of its name.
///
/// # Errors
/// [`BadArchive`], whatever the bytes.
pub fn board(archive: &[u8], letter: Option<&str>) -> Result<Imported, BadArchive> {
    let mut archive = archive::Archive::open(archive)?;
    let metadata = archive.metadata()?;
    archive.points(|stream| board_of(&metadata, stream, letter))
}

/// Reads a board from its metadata and its unpacked LOS data.
///
/// # Errors
/// As [`board`].
pub fn board_of(metadata: &str, stream: &mut dyn Read, letter: Option<&str>) -> Result<Imported, BadArchive> {
    let metadata = metadata::Metadata::read(metadata)?;
    let letter = match letter {
        Some(letter) => letter.to_owned(),
        None => metadata.letter()?,
    };
    if !super::board::reading::is_letter(&letter) {
        return Err(BadArchive::Form(format!(
            "\"{letter}\" is not a board letter, expected one to four lower-case letters or digits"
        )));
    }
    let points = points::Points::read(stream, &metadata)?;
    let drawn = drawing::draw(&points, &metadata);
    let text = writing::mapboard(&letter, &metadata, &drawn);
    Ok(Imported { notes: drawn.notes(), text, letter })
}
