//! The map of the fake game and the units on it.

use standto::board::{Cell, Compass, Grid};
use standto::game::Side;
use standto::game::view::{
    BoardView, FacingView, Family, PieceId, PieceView, StateView, TerrainView, Weight,
};

use super::{H, W};

pub(super) type Stand =
    (&'static str, char, &'static str, i16, i16, Option<Compass>, &'static [&'static str]);

pub(super) const PIECES: [Stand; 20] = [
    ("G1", 'T', "PzKpfw IV Ausf. F2", 8, 12, Some(Compass::N), &[]),
    ("G2", 'T', "PzKpfw IV Ausf. F2", 9, 12, Some(Compass::N), &["S"]),
    ("G3", 'T', "PzKpfw III Ausf. J", 10, 12, Some(Compass::NE), &["moving"]),
    ("G4", 'T', "PzKpfw III Ausf. J", 11, 11, Some(Compass::E), &["fired"]),
    ("G5", 'I', "Panzergrenadiere", 7, 10, Some(Compass::NW), &[]),
    ("G6", 'I', "Panzergrenadiere", 6, 10, Some(Compass::N), &["D"]),
    ("G7", 'I', "Panzergrenadiere", 5, 10, Some(Compass::N), &[]),
    ("G8", 'C', "SdKfz 251/1", 7, 9, Some(Compass::N), &[]),
    ("G9", 'A', "PaK 40", 14, 9, Some(Compass::N), &[]),
    ("G10", 'H', "Kompaniestab", 8, 8, Some(Compass::N), &[]),
    ("S1", 'T', "T-34/76 Model 1942", 9, 20, Some(Compass::S), &[]),
    ("S2", 'T', "T-34/76 Model 1942", 11, 21, Some(Compass::S), &["moving"]),
    ("S3", 'T', "T-34/76 Model 1942", 13, 22, Some(Compass::SW), &["S"]),
    ("S4", 'T', "KV-1", 14, 24, Some(Compass::S), &["fired"]),
    ("S5", 'I', "Strelki", 7, 18, Some(Compass::S), &[]),
    ("S6", 'I', "Strelki", 6, 18, Some(Compass::S), &["D"]),
    ("S7", 'A', "45mm M1942", 5, 19, Some(Compass::SE), &[]),
    ("S8", 'C', "GAZ-AA", 10, 30, Some(Compass::S), &[]),
    ("S9", 'I', "Avtomatchiki", 15, 25, None, &[]),
    ("S10", 'H', "Komandir batal'ona", 11, 26, Some(Compass::S), &[]),
];

pub(super) fn state(word: &'static str) -> StateView {
    match word {
        "S" => StateView::new('S', "suppressed", Weight::Harm),
        "D" => StateView::new('D', "disrupted", Weight::Grave),
        "moving" => StateView::new('m', "moving", Weight::Busy),
        _ => StateView::new('f', "fired", Weight::Spent),
    }
}

pub(super) fn pieces() -> Vec<PieceView> {
    PIECES
        .iter()
        .enumerate()
        .map(|(n, (tag, glyph, name, x, y, facing, states))| PieceView {
            id: PieceId(n as u16),
            side: if tag.starts_with('G') { Side::A } else { Side::B },
            name: format!("{tag} {name}"),
            short: String::new(),
            tag: (*tag).into(),
            called: String::new(),
            glyph: *glyph,
            cell: if *tag == "S8" { None } else { Some(Cell::new(*x, *y)) },
            stack: 0,
            facings: facing.map(FacingView::whole).into_iter().collect(),
            states: states.iter().map(|word| state(word)).collect(),
            values: if *glyph == 'T' {
                ["15", "8T", "20", "+6", "+3", "(6)"].map(String::from).to_vec()
            } else {
                ["14", "4F", "8", "-2", "+4", "1"].map(String::from).to_vec()
            },
            details: vec!["75 mm: 20 inches, AP +6, HE +3".into()],
            formation: if n < 4 { "2. Kompanie" } else { "Stab" }.into(),
            lost: *tag == "S8",
            ..PieceView::default()
        })
        .collect()
}

pub(super) fn board() -> BoardView {
    let kind = |glyph, name: &str, family, effects: &[&str]| TerrainView {
        glyph,
        name: name.into(),
        family,
        effects: effects.iter().map(|e| (*e).into()).collect(),
        ..TerrainView::default()
    };
    let palette = vec![
        kind('.', "clear", Family::Clear, &["track 1, wheel 2, foot 1"]),
        kind(
            '&',
            "woods",
            Family::Woods,
            &[
                "track 3, wheel 4, foot 1 (9.3)",
                "personnel +4, others +2 (9.5)",
                "blocks what passes through (6.2)",
            ],
        ),
        kind('=', "good road", Family::Road, &["track 1/2, wheel 1/2, foot 1 (9.1.4)"]),
        kind(
            '#',
            "stone town",
            Family::Building,
            &["track 2, wheel 2, foot 1 (9.3)", "personnel +6, others +3 (9.5)"],
        ),
        kind('~', "river", Family::Water, &["no entry (9.4)"]),
    ];
    let mut cells = vec![0; usize::from(W) * usize::from(H)];
    let mut levels = vec![0; cells.len()];
    for y in 0..i16::from(H) {
        for x in 0..i16::from(W) {
            let index = y as usize * usize::from(W) + x as usize;
            if x == 12 {
                cells[index] = 2;
            }
            if (3..7).contains(&x) && (14..18).contains(&y) || (16..21).contains(&x) && (9..14).contains(&y) {
                cells[index] = 1;
            }
            if (11..15).contains(&x) && (25..28).contains(&y) && x != 12 {
                cells[index] = 3;
            }
            if y == 34 && x != 12 {
                cells[index] = 4;
            }
            if (0..6).contains(&x) && (20..30).contains(&y) {
                levels[index] = 1;
            }
        }
    }
    BoardView { grid: Grid::square(W, H), cells, levels, palette, ..BoardView::default() }
}
