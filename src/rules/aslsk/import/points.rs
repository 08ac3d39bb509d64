//! `LOSData`: a Java stream of the points of a board, in columns from the west and from north to south, one
//! byte for the elevation of a point and one for its terrain.

use std::io::{self, ErrorKind, Read};

use super::BadArchive;
use super::metadata::Metadata;

/// The first bytes of every such stream.
const MAGIC: [u8; 4] = [0xAC, 0xED, 0x00, 0x05];

/// The most points a board may have.
const MOST_POINTS: i64 = 8 << 20;

/// The longest stream read in bytes, empty blocks included.
const MOST_BYTES: u64 = 4 * MOST_POINTS as u64;

/// The points of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Points {
    /// Columns, from west to east.
    pub width: usize,
    /// Rows, from north to south.
    pub height: usize,
    /// Elevation and terrain, column by column.
    bytes: Vec<u8>,
}

/// The data of a Java stream, without its blocks.
struct Blocks<'a> {
    stream: &'a mut dyn Read,
    /// Bytes left in the block.
    left: usize,
}

impl Blocks<'_> {
    /// Opens the next block: a byte for its kind, and its length in one byte or four.
    fn next(&mut self) -> io::Result<()> {
        let mut kind = [0];
        self.stream.read_exact(&mut kind)?;
        self.left = match kind[0] {
            0x77 => {
                let mut length = [0];
                self.stream.read_exact(&mut length)?;
                usize::from(length[0])
            }
            0x7A => {
                let mut length = [0; 4];
                self.stream.read_exact(&mut length)?;
                usize::try_from(i32::from_be_bytes(length))
                    .map_err(|_| strange("a block of negative length"))?
            }
            kind => return Err(strange(&format!("found byte {kind:#04x} where a data block should start"))),
        };
        Ok(())
    }
}

fn strange(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

impl Read for Blocks<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.left == 0 {
            self.next()?;
        }
        let most = into.len().min(self.left);
        let read = self.stream.read(&mut into[..most])?;
        if read == 0 && most > 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        self.left -= read;
        Ok(read)
    }
}

impl Points {
    /// Reads the points of a board and keeps no more than it has.
    ///
    /// # Errors
    /// If it is not such a stream, ends too early, or belongs to another board than the metadata.
    pub fn read(stream: &mut dyn Read, metadata: &Metadata) -> Result<Points, BadArchive> {
        let bad = |what: String| BadArchive::Points(what);
        let told = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => bad("it ends too early".into()),
            ErrorKind::InvalidInput => bad("it is not a gzip file".into()),
            _ => bad(error.to_string()),
        };
        let stream = &mut stream.take(MOST_BYTES);
        let mut magic = [0; 4];
        stream.read_exact(&mut magic).map_err(told)?;
        if magic != MAGIC {
            return Err(bad("it is not a Java data stream, which starts with AC ED 00 05".into()));
        }
        let mut blocks = Blocks { stream, left: 0 };
        let mut number = || -> Result<i64, BadArchive> {
            let mut bytes = [0; 4];
            blocks.read_exact(&mut bytes).map_err(told)?;
            Ok(i32::from_be_bytes(bytes).into())
        };
        let (columns, rows, width, height) = (number()?, number()?, number()?, number()?);
        let shape = metadata.shape;
        if (columns, rows) != (shape.columns.into(), shape.rows.into()) {
            return Err(bad(format!(
                "it has {columns} hexrows of {rows} hexes, but BoardMetadata.xml has {} of {}",
                shape.columns, shape.rows
            )));
        }
        // Both are small, so their product can be compared with the length.
        let across = f64::from(shape.columns - 1) * metadata.hex.0;
        let down = f64::from(shape.rows) * metadata.hex.1;
        let near = |found: i64, expected: f64, hex: f64| (found as f64 - expected).abs() <= hex;
        if !near(width, across, metadata.hex.0)
            || !near(height, down, metadata.hex.1)
            || width * height > MOST_POINTS
        {
            return Err(bad(format!(
                "it has {width} by {height} points, expected about {across:.0} by {down:.0} for hexes of \
                 this size"
            )));
        }
        // Small and not negative, being close to such numbers.
        let (width, height) = (width.max(1) as usize, height.max(1) as usize);
        let mut bytes = Vec::new();
        let most = (width * height * 2) as u64;
        blocks.take(most).read_to_end(&mut bytes).map_err(told)?;
        if bytes.len() as u64 != most {
            return Err(bad("it ends too early".into()));
        }
        Ok(Points { width, height, bytes })
    }

    /// Elevation and terrain code of a point; off the board that of the nearest point on it.
    pub fn at(&self, x: i32, y: i32) -> (i8, u8) {
        let within = |at: i32, size: usize| usize::try_from(at).unwrap_or(0).min(size - 1);
        let at = 2 * (within(x, self.width) * self.height + within(y, self.height));
        (self.bytes[at] as i8, self.bytes[at + 1])
    }

    /// Whether a point is on the board.
    pub fn contains(&self, x: i32, y: i32) -> bool {
        let within = |at: i32, size: usize| usize::try_from(at).is_ok_and(|at| at < size);
        within(x, self.width) && within(y, self.height)
    }
}
