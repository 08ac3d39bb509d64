//! The zip archive. Only as much is unpacked as a board can need.

use std::io::{Cursor, ErrorKind, Read};

use flate2::read::GzDecoder;
use zip::ZipArchive;
use zip::result::ZipError;

use super::{BadArchive, Imported};

const METADATA: &str = "BoardMetadata.xml";
const POINTS: &str = "LOSData";

/// The largest metadata read, in KiB.
const MOST_METADATA: u64 = 1024;

/// An archive whose directory has been read.
pub struct Archive<'a>(ZipArchive<Cursor<&'a [u8]>>);

impl<'a> Archive<'a> {
    /// Reads the directory.
    pub fn open(bytes: &'a [u8]) -> Result<Self, BadArchive> {
        ZipArchive::new(Cursor::new(bytes)).map(Self).map_err(|error| BadArchive::NoZip(plain(&error)))
    }

    fn file(&mut self, name: &'static str) -> Result<impl Read, BadArchive> {
        self.0.by_name(name).map_err(|error| match error {
            ZipError::FileNotFound => BadArchive::Missing(name),
            error => BadArchive::Packed { file: name, why: plain(&error) },
        })
    }

    /// The metadata as text.
    pub fn metadata(&mut self) -> Result<String, BadArchive> {
        let mut bytes = Vec::new();
        let most = MOST_METADATA << 10;
        let read = self.file(METADATA)?.take(most + 1).read_to_end(&mut bytes);
        read.map_err(|error| BadArchive::Packed { file: METADATA, why: error.to_string() })?;
        if bytes.len() as u64 > most {
            return Err(BadArchive::TooLarge { file: METADATA, most: MOST_METADATA });
        }
        // Names may be in any encoding; the metadata read here are ASCII.
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Passes on the unpacked LOS data as a stream.
    pub fn points(
        &mut self,
        read: impl FnOnce(&mut dyn Read) -> Result<Imported, BadArchive>,
    ) -> Result<Imported, BadArchive> {
        // A malicious stream may take long to unpack and yield little.
        let file = self.file(POINTS)?.take(super::LARGEST);
        read(&mut GzDecoder::new(file))
    }
}

/// The error of the archive reader, without capital and full stop.
fn plain(error: &ZipError) -> String {
    match error {
        ZipError::Io(error) if error.kind() == ErrorKind::UnexpectedEof => "it ends too early".to_owned(),
        ZipError::InvalidArchive(why) if why.contains("EOCD") => "its directory is missing".to_owned(),
        ZipError::InvalidArchive(why) => why.trim_end_matches('.').to_lowercase(),
        ZipError::UnsupportedArchive(why) => why.to_lowercase(),
        error => error.to_string(),
    }
}
