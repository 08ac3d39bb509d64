//! Boards of the VASL game that players own: a zip archive with `BoardMetadata.xml` and `LOSData`, the terrain and the
//! height of every point of the board. What this system has of it becomes a board of its own file format
//! ([`super::board::reading`]); what it does not have is told, each with its hexes.

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

/// Bytes of the largest archive that is read.
pub const LARGEST: u64 = 16 << 20;

/// Why an archive cannot be read as a board; each says so in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadArchive {
    /// It is no zip archive.
    #[error("this is no zip archive: {0}")]
    NoZip(String),
    /// One of the two files is not in it.
    #[error("there is no {0} in the archive, so it is no VASL board of version 6 or later")]
    Missing(&'static str),
    /// A file in it does not unpack.
    #[error("{file} in the archive cannot be unpacked: {why}")]
    Packed {
        /// Which.
        file: &'static str,
        /// Why not.
        why: String,
    },
    /// A file in it is larger than such a file can be.
    #[error("{file} in the archive is larger than {most} KiB, more than such a file can be")]
    TooLarge {
        /// Which.
        file: &'static str,
        /// The most it may have.
        most: u64,
    },
    /// The metadata are no such text.
    #[error("BoardMetadata.xml: {0}")]
    Metadata(String),
    /// The points are no such stream.
    #[error("LOSData: {0}")]
    Points(String),
    /// A board of a form that the program does not play on.
    #[error("{0}")]
    Form(String),
}

/// A board read from an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// Its letter here.
    pub letter: String,
    /// The `[[mapboard]]` table of a file of boards.
    pub text: String,
    /// What the archive has and this system has not, a sentence each, with the hexes.
    pub notes: Vec<String>,
}

/// The head of a file of boards.
pub const HEAD: &str = "format = 1\nruleset = \"aslsk\"\n";

/// Reads a board from the bytes of its archive; without a letter it gets that of its name.
///
/// # Errors
/// [`BadArchive`], whatever the bytes are.
pub fn board(archive: &[u8], letter: Option<&str>) -> Result<Imported, BadArchive> {
    let mut archive = archive::Archive::open(archive)?;
    let metadata = archive.metadata()?;
    archive.points(|stream| board_of(&metadata, stream, letter))
}

/// Reads a board from its metadata and the unpacked stream of its points.
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
            "\"{letter}\" cannot be the letter of a board, expected one to four small letters or digits"
        )));
    }
    let points = points::Points::read(stream, &metadata)?;
    let drawn = drawing::draw(&points, &metadata);
    let text = writing::mapboard(&letter, &metadata, &drawn);
    Ok(Imported { notes: drawn.notes(), text, letter })
}
