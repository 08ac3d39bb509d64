//! The terrain codes of VASL, from `config/aslsk/vasl.toml`.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::rules::aslsk::board::Terrain;

/// The meaning of a point.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A terrain type of the Starter Kit; a multi-level building counts as one level.
    Ground(Terrain),
    /// A road, and whether it is paved.
    Road(bool),
    /// Terrain that the Starter Kit does not have.
    Foreign,
}

/// A terrain code.
#[derive(Clone, Debug)]
pub struct Code {
    /// VASL's name for it.
    pub name: String,
    /// Its meaning here.
    pub kind: Kind,
    /// Whether it is a multi-level building.
    pub high: bool,
}

/// The entry of a code, 0 to 255.
pub fn code(code: u8) -> &'static Code {
    #[derive(Deserialize)]
    struct Raw {
        terrain: Vec<(u8, String, String)>,
    }
    static CODES: OnceLock<Vec<Code>> = OnceLock::new();
    let codes = CODES.get_or_init(|| {
        let raw: Raw = crate::reading::from_toml(include_str!("../../../../config/aslsk/vasl.toml"))
            .expect("the embedded codes are well-formed");
        let strange = |code: u8| Code { name: format!("terrain {code}"), kind: Kind::Foreign, high: false };
        let mut codes: Vec<Code> = (0..=u8::MAX).map(strange).collect();
        for (code, name, word) in raw.terrain {
            let kind = match word.trim_start_matches("high-") {
                "open" => Kind::Ground(Terrain::Open),
                "orchard" => Kind::Ground(Terrain::Orchard),
                "grain" => Kind::Ground(Terrain::Grain),
                "woods" => Kind::Ground(Terrain::Woods),
                "wood" => Kind::Ground(Terrain::WoodenBuilding),
                "stone" => Kind::Ground(Terrain::StoneBuilding),
                "dirt" => Kind::Road(false),
                "paved" => Kind::Road(true),
                _ => Kind::Foreign,
            };
            codes[usize::from(code)] = Code { name, kind, high: word.starts_with("high-") };
        }
        codes
    });
    &codes[usize::from(code)]
}
