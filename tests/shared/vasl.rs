//! Archives in the format of VASL boards, painted by the tests; they contain no one else's work.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Points a hexrow and a hex, as on boards of the usual size.
pub const HEX: (f64, f64) = (56.25, 64.5);

/// A board painted point by point.
#[derive(Clone)]
pub struct Painted {
    pub columns: i32,
    pub rows: i32,
    /// Points from west to east and from north to south.
    pub size: (i32, i32),
    /// Attributes of the board in its metadata.
    pub says: String,
    /// Level and terrain of each point, column by column.
    pub points: Vec<(i8, u8)>,
}

impl Painted {
    pub fn new(columns: i32, rows: i32, name: &str, paint: impl Fn(i32, i32) -> (i8, u8)) -> Painted {
        let size = ((f64::from(columns - 1) * HEX.0) as i32, (f64::from(rows) * HEX.1) as i32);
        let points = (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y)));
        let points = points.map(|(x, y)| paint(x, y)).collect();
        let says = format!(
            "name=\"{name}\" version=\"6.0\" author=\"us\" boardImageFileName=\"none.gif\" hasHills=\"TRUE\" \
             width=\"{columns}\" height=\"{rows}\""
        );
        Painted { columns, rows, size, says, points }
    }

    pub fn metadata(&self) -> String {
        format!(
            "<?xml version=\"1.0\"?>\n<!-- painted -->\n<boardMetadata {}>\n<buildingTypes/>\n</boardMetadata>\n",
            self.says
        )
    }

    /// The data as Java would write them: blocks of 1,024 bytes.
    pub fn stream(&self) -> Vec<u8> {
        let mut data = Vec::new();
        for number in [self.columns, self.rows, self.size.0, self.size.1] {
            data.extend(number.to_be_bytes());
        }
        data.extend(self.points.iter().flat_map(|&(level, terrain)| [level as u8, terrain]));
        let hexes = (0..self.columns).map(|col| self.rows + col % 2).sum::<i32>();
        data.extend(std::iter::repeat_n(0, hexes as usize));
        blocks(&data)
    }

    pub fn archive(&self) -> Vec<u8> {
        archive(&[("BoardMetadata.xml", self.metadata().into_bytes()), ("LOSData", packed(&self.stream()))])
    }
}

/// Data in the blocks of a Java stream.
pub fn blocks(data: &[u8]) -> Vec<u8> {
    let mut stream = vec![0xAC, 0xED, 0x00, 0x05];
    for block in data.chunks(1024) {
        match u8::try_from(block.len()) {
            Ok(short) => stream.extend([0x77, short]),
            Err(_) => {
                stream.push(0x7A);
                stream.extend((block.len() as u32).to_be_bytes());
            }
        }
        stream.extend(block);
    }
    stream
}

pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

pub fn archive(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A board of three hexrows of two hexes: a stone building about A1, woods in C1, a road through hexrow B, and higher
/// ground in the south.
pub fn small() -> Painted {
    let about = |x: i32, y: i32, cx: f64, cy: f64| (f64::from(x) - cx).hypot(f64::from(y) - cy);
    Painted::new(3, 2, "07", move |x, y| {
        let terrain = match (x, y) {
            _ if about(x, y, 0.0, 32.25) < 15.0 => 40,
            _ if about(x, y, 112.5, 32.25) < 26.0 => 60,
            _ if (f64::from(x) - 56.25).abs() < 4.0 => 65,
            _ => 0,
        };
        (i8::from(y > 80), terrain)
    })
}
