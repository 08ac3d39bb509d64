//! `BoardMetadata.xml`: the board's name, its hexes and where they lie among the points.

use roxmltree::{Document, Node, ParsingOptions};

use super::BadArchive;
use crate::board::hex::{Hex, HexBoard};

/// The most elements and texts in metadata, far more than the largest have.
const MOST_NODES: u32 = 100_000;

/// The metadata of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Metadata {
    /// Its name: "01", "w".
    pub name: String,
    /// The number of hexrows and their length.
    pub shape: HexBoard,
    /// Points between centres of neighbouring hexes, east and south.
    pub hex: (f64, f64),
    /// The centre of hex A1, in points.
    pub first: (f64, f64),
}

fn bad<T>(what: impl Into<String>) -> Result<T, BadArchive> {
    Err(BadArchive::Metadata(what.into()))
}

impl Metadata {
    /// Reads the metadata.
    ///
    /// # Errors
    /// If they are not board metadata, or of a board the program cannot use.
    pub fn read(text: &str) -> Result<Metadata, BadArchive> {
        let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
        // One board declares XML 1.1 but is valid 1.0.
        let text =
            text.trim_start_matches('\u{feff}').replacen("<?xml version=\"1.1\"", "<?xml version=\"1.0\"", 1);
        let document = Document::parse_with_options(&text, options).or_else(|error| match error {
            roxmltree::Error::DtdDetected => bad("it has a document type declaration, which no board has"),
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
                "its hexrows do not start with A1 above B1, as they do on every supported board".into(),
            ));
        }
        let shape = HexBoard { columns: number(root, "width")?, rows: number(root, "height")? };
        let HexBoard { columns, rows } = shape;
        if columns % 2 == 0 || !(3..=51).contains(&columns) || !(1..=20).contains(&rows) {
            return Err(BadArchive::Form(format!(
                "the board has {columns} hexrows of {rows} hexes; expected an odd number of hexrows, 3 to \
                 51, of 1 to 20 hexes"
            )));
        }
        // Boards of the usual size do not state their points: 1800 by 645.
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

    /// The board letter unless another is given: its name without leading zeros.
    pub fn letter(&self) -> Result<String, BadArchive> {
        let name = self.name.to_lowercase();
        let letter = name.trim_start_matches("bd").trim_start_matches('0');
        if super::super::board::reading::is_letter(letter) {
            return Ok(letter.to_owned());
        }
        Err(BadArchive::Form(format!(
            "the board name \"{}\" cannot stand before hex names; use --letter",
            self.name
        )))
    }

    /// The Center Hex Dot, in points.
    pub fn centre(&self, hex: Hex) -> (f64, f64) {
        let odd = f64::from(hex.col.rem_euclid(2));
        let (col, row) = (f64::from(hex.col), f64::from(hex.row));
        (self.first.0 + col * self.hex.0, self.first.1 + (row - 1.0 + odd / 2.0) * self.hex.1)
    }
}

/// A whole number from an attribute.
fn number(root: Node, name: &str) -> Result<u8, BadArchive> {
    match root.attribute(name).map(|word| (word, word.trim().parse())) {
        Some((_, Ok(number))) => Ok(number),
        Some((word, Err(_))) => {
            bad(format!("{name}=\"{}\", expected a number of hexes up to 255", shortened(word)))
        }
        None => bad(format!("boardMetadata has no {name}")),
    }
}

/// A number of points, or the default.
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

/// A word from a file, cut to one line.
fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}
