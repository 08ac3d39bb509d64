//! What the codes of points stand for, from `config/aslsk/vasl.toml`.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::rules::aslsk::board::Terrain;

/// What a point is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Terrain that this system has; a building of more than one level counts as one of a single level.
    Ground(Terrain),
    /// A road: whether it is paved.
    Road(bool),
    /// Nothing that this system has.
    Foreign,
}

/// What is known of a code.
#[derive(Clone, Debug)]
pub struct Code {
    /// What VASL calls it.
    pub name: String,
    /// What it is here.
    pub kind: Kind,
    /// It is a building of several levels.
    pub high: bool,
}

/// The row of a code, 0 to 255.
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
