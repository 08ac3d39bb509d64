//! `BoardMetadata.xml`: the name of the board, its hexes, and where they lie among the points.

use roxmltree::{Document, Node, ParsingOptions};

use super::BadArchive;
use crate::board::hex::{Hex, HexBoard};

/// Elements and texts that metadata may have: far more than the largest have.
const MOST_NODES: u32 = 100_000;

/// What is said of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Metadata {
    /// Its name: "01", "w".
    pub name: String,
    /// Its hexrows.
    pub shape: HexBoard,
    /// Points from the centre of a hex to that of its eastern neighbours, and to that of its southern one.
    pub hex: (f64, f64),
    /// The point of the centre of hex A1.
    pub first: (f64, f64),
}

fn bad<T>(what: impl Into<String>) -> Result<T, BadArchive> {
    Err(BadArchive::Metadata(what.into()))
}

impl Metadata {
    /// Reads the metadata.
    ///
    /// # Errors
    /// When they are no such text, or those of a board of a form that is not played on.
    pub fn read(text: &str) -> Result<Metadata, BadArchive> {
        let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
        // One board is declared to be in XML 1.1, and is as good in 1.0.
        let text =
            text.trim_start_matches('\u{feff}').replacen("<?xml version=\"1.1\"", "<?xml version=\"1.0\"", 1);
        let document = Document::parse_with_options(&text, options).or_else(|error| match error {
            roxmltree::Error::DtdDetected => bad("it has a document type of its own, which no board has"),
            error => bad(error.to_string()),
        })?;
        let root = document.root_element();
        if !root.has_tag_name("boardMetadata") {
            let name = root.tag_name().name();
            return bad(format!("the first element is \"{name}\", expected \"boardMetadata\""));
        }
        let name = root.attribute("name").unwrap_or_default().trim().to_owned();
        if root.attribute("altHexGrain").is_some_and(|word| word.trim().eq_ignore_ascii_case("true"))
            || root.attribute("HexGridConfig").is_some_and(|word| !["", "Normal"].contains(&word.trim()))
        {
            return Err(BadArchive::Form(
                "the hexrows of this board begin otherwise than with A1 above B1, and no board here does"
                    .into(),
            ));
        }
        let shape = HexBoard { columns: number(root, "width")?, rows: number(root, "height")? };
        let HexBoard { columns, rows } = shape;
        if columns % 2 == 0 || !(3..=51).contains(&columns) || !(1..=20).contains(&rows) {
            return Err(BadArchive::Form(format!(
                "the board has {columns} hexrows of {rows} hexes; what is played on here has an odd number of hexrows, \
                 3 to 51, and 1 to 20 hexes in each"
            )));
        }
        // Boards of the usual size say nothing of their points: they have 1800 by 645.
        let usual = (1800.0 / 32.0, 645.0 / 10.0);
        let hex = (
            length(root, "hexWidth", usual.0, 8.0..=400.0)?,
            length(root, "hexHeight", usual.1, 8.0..=400.0)?,
        );
        let first = (
            length(root, "A1CenterX", 0.0, -hex.0..=hex.0)?,
            length(root, "A1CenterY", hex.1 / 2.0, 0.0..=hex.1)?,
        );
        Ok(Metadata { name, shape, hex, first })
    }

    /// The letter that the board has here, if it is given no other: its name without noughts before it.
    pub fn letter(&self) -> Result<String, BadArchive> {
        let name = self.name.to_lowercase();
        let letter = name.trim_start_matches("bd").trim_start_matches('0');
        if super::super::board::reading::is_letter(letter) {
            return Ok(letter.to_owned());
        }
        Err(BadArchive::Form(format!(
            "the board is called \"{}\", which cannot stand before the names of hexes; say --letter",
            self.name
        )))
    }

    /// The point of the centre dot of a hex.
    pub fn centre(&self, hex: Hex) -> (f64, f64) {
        let odd = f64::from(hex.col.rem_euclid(2));
        let (col, row) = (f64::from(hex.col), f64::from(hex.row));
        (self.first.0 + col * self.hex.0, self.first.1 + (row - 1.0 + odd / 2.0) * self.hex.1)
    }
}

/// A whole number of an attribute.
fn number(root: Node, name: &str) -> Result<u8, BadArchive> {
    match root.attribute(name).map(|word| (word, word.trim().parse())) {
        Some((_, Ok(number))) => Ok(number),
        Some((word, Err(_))) => {
            bad(format!("{name}=\"{}\", expected a number of hexes up to 255", shortened(word)))
        }
        None => bad(format!("boardMetadata has no {name}")),
    }
}

/// A number of points, or the usual one.
fn length(
    root: Node,
    name: &str,
    usual: f64,
    within: std::ops::RangeInclusive<f64>,
) -> Result<f64, BadArchive> {
    let Some(word) = root.attribute(name) else { return Ok(usual) };
    match word.trim().parse() {
        Ok(points) if within.contains(&points) => Ok(points),
        _ => bad(format!(
            "{name}=\"{}\", expected points from {} to {}",
            shortened(word),
            within.start(),
            within.end()
        )),
    }
}

/// A word of a file, no longer than a line.
fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}
