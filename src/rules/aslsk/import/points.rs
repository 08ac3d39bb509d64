//! `LOSData`: what Java wrote of the points of a board, column by column from the west and each from the north, a byte
//! for the level of a point and one for its terrain.

use std::io::{self, ErrorKind, Read};

use super::BadArchive;
use super::metadata::Metadata;

/// What stands at the beginning of all such streams.
const MAGIC: [u8; 4] = [0xAC, 0xED, 0x00, 0x05];

/// Points of the largest board that is read.
const MOST_POINTS: i64 = 8 << 20;

/// Bytes of the longest stream that is read, blocks of nothing among them.
const MOST_BYTES: u64 = 4 * MOST_POINTS as u64;

/// The points of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Points {
    /// From west to east.
    pub width: usize,
    /// From north to south.
    pub height: usize,
    /// Level and terrain, column by column.
    bytes: Vec<u8>,
}

/// The data of a Java stream, taken out of the blocks in which it is written.
struct Blocks<'a> {
    stream: &'a mut dyn Read,
    /// Bytes of the block that have not been read.
    left: usize,
}

impl Blocks<'_> {
    /// Opens the next block: a byte for its kind, and its length in a byte or in four.
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
                    .map_err(|_| strange("a block of less than nothing"))?
            }
            kind => return Err(strange(&format!("byte {kind:#04x} where a block of data should begin"))),
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
    /// Reads the points of a board, of which no more is kept than such a board has.
    ///
    /// # Errors
    /// When the stream is no such stream, ends too early, or is that of another board than the metadata.
    pub fn read(stream: &mut dyn Read, metadata: &Metadata) -> Result<Points, BadArchive> {
        let bad = |what: String| BadArchive::Points(what);
        let told = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => bad("it ends too early".into()),
            ErrorKind::InvalidInput => bad("it is not packed by gzip".into()),
            _ => bad(error.to_string()),
        };
        let stream = &mut stream.take(MOST_BYTES);
        let mut magic = [0; 4];
        stream.read_exact(&mut magic).map_err(told)?;
        if magic != MAGIC {
            return Err(bad("it does not begin as a stream of Java data does, with AC ED 00 05".into()));
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
                "it has {columns} hexrows of {rows} hexes, and BoardMetadata.xml {} of {}",
                shape.columns, shape.rows
            )));
        }
        // Both are known to be small, so that what they make can be compared with what is there.
        let across = f64::from(shape.columns - 1) * metadata.hex.0;
        let down = f64::from(shape.rows) * metadata.hex.1;
        let near = |found: i64, expected: f64, hex: f64| (found as f64 - expected).abs() <= hex;
        if !near(width, across, metadata.hex.0)
            || !near(height, down, metadata.hex.1)
            || width * height > MOST_POINTS
        {
            return Err(bad(format!(
                "it has {width} by {height} points, expected about {across:.0} by {down:.0} for such hexes"
            )));
        }
        // Not negative, as they are near numbers that are not; and few.
        let (width, height) = (width.max(1) as usize, height.max(1) as usize);
        let mut bytes = Vec::new();
        let most = (width * height * 2) as u64;
        blocks.take(most).read_to_end(&mut bytes).map_err(told)?;
        if bytes.len() as u64 != most {
            return Err(bad("it ends too early".into()));
        }
        Ok(Points { width, height, bytes })
    }

    /// Level and terrain code of a point; beyond an edge those of the last point before it.
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
