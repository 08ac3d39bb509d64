//! Generated terrain with rotational symmetry, the same for both sides.

use std::fmt::Write as _;

use crate::dice::Dice;
use crate::rules::fireandmove::battlefield::terrain;

/// Kinds of terrain to choose from.
pub const FIELDS: [&str; 4] = ["farmland", "woods", "village", "jungle"];

/// Squares across and up: odd, so that there is a centre square.
const BOARD: (usize, usize) = (31, 25);

/// A patch of ground: its name, its kind, and the number of pairs.
type Patch = (&'static str, terrain::Ground, usize);

/// For each of [`FIELDS`]: the base ground, and the patches placed on it.
const PATCHES: [(terrain::Ground, &[Patch]); 4] = [
    (
        terrain::Ground::Open,
        &[
            ("wood", terrain::Ground::Woods, 1),
            ("cornfield", terrain::Ground::Crops, 2),
            ("orchard", terrain::Ground::Orchard, 1),
            ("farm", terrain::Ground::StoneBuilding, 1),
        ],
    ),
    (
        terrain::Ground::Open,
        &[
            ("wood", terrain::Ground::Woods, 3),
            ("thicket", terrain::Ground::DenseWoods, 1),
            ("scrub", terrain::Ground::Crops, 1),
        ],
    ),
    (
        terrain::Ground::Open,
        &[
            ("house", terrain::Ground::StoneBuilding, 3),
            ("barn", terrain::Ground::WoodenBuilding, 1),
            ("garden", terrain::Ground::Orchard, 1),
        ],
    ),
    (
        terrain::Ground::Kunai,
        &[
            ("bamboo", terrain::Ground::Bamboo, 1),
            ("jungle", terrain::Ground::DenseWoods, 3),
            ("palms", terrain::Ground::Palms, 1),
        ],
    ),
];

/// A placed feature: its mark on the map, name and kind.
struct Piece {
    mark: char,
    name: String,
    ground: terrain::Ground,
}

/// The terrain of a battle.
pub(super) struct Ground {
    map: Vec<Vec<char>>,
    pieces: Vec<Piece>,
    borders: Vec<(char, char)>,
}

impl Ground {
    /// Generates terrain of one of [`FIELDS`].
    pub(super) fn draw(field: usize, dice: &mut Dice) -> Self {
        let (width, height) = BOARD;
        let (open, patches) = PATCHES[field];
        let piece = |mark, name: &str, ground| Piece { mark, name: name.to_owned(), ground };
        let mut pieces = vec![
            piece('A', "the southern end", open),
            piece('B', "the middle", open),
            piece('C', "the northern end", open),
            piece('R', "the track", terrain::Ground::Road),
        ];
        let third = height / 3;
        let mut map: Vec<Vec<char>> = (0..height)
            .map(|row| {
                vec![
                    if row < third {
                        'C'
                    } else if row < height - third {
                        'B'
                    } else {
                        'A'
                    };
                    width
                ]
            })
            .collect();
        for row in &mut map {
            row[width / 2] = 'R';
        }
        let mut marks = ('D'..='Z').filter(|mark| *mark != 'R');
        let mut borders = Vec::new();
        for &(name, ground, count) in patches {
            for _ in 0..count {
                let (Some(here), Some(there)) = (marks.next(), marks.next()) else { continue };
                let (wide, high) = (3 + dice.below(4), 3 + dice.below(2));
                // In the first side's half, clear of the track and the set-up area.
                let left = dice.below(2) == 0;
                let span = width / 2 - wide - 1;
                let x0 = if left { dice.below(span) } else { width / 2 + 2 + dice.below(span - 1) };
                let y0 = height / 2 + dice.below(height / 2 - high - 3);
                let free = |map: &[Vec<char>]| {
                    (y0..y0 + high).all(|y| (x0..x0 + wide).all(|x| "ABC".contains(map[y][x])))
                };
                if !free(&map) {
                    continue;
                }
                for y in y0..y0 + high {
                    for x in x0..x0 + wide {
                        // Where the two halves meet, the first feature placed stays.
                        map[y][x] = here;
                        let (back, over) = (height - 1 - y, width - 1 - x);
                        if "ABC".contains(map[back][over]) {
                            map[back][over] = there;
                        }
                    }
                }
                pieces.push(piece(here, &format!("the southern {name}"), ground));
                pieces.push(piece(there, &format!("the northern {name}"), ground));
                if matches!(ground, terrain::Ground::Orchard | terrain::Ground::Crops) {
                    borders.extend([(here, 'A'), (here, 'B'), (there, 'B'), (there, 'C')]);
                }
            }
        }
        pieces.retain(|piece| map.iter().flatten().any(|mark| *mark == piece.mark));
        borders.retain(|(a, _)| pieces.iter().any(|piece| piece.mark == *a));
        Self { map, pieces, borders }
    }

    /// Set-up squares for a side's groups, from the middle of its edge outward.
    pub(super) fn places(&self, side: usize, count: usize) -> Vec<String> {
        let (width, height) = BOARD;
        let row = if side == 0 { 2 } else { height - 1 };
        let step = (width - 3) / count.max(1);
        (0..count).map(|place| format!("{:02}{row:02}", 2 + place * step + step / 2)).collect()
    }

    /// The map, features, borders and objectives.
    pub(super) fn text(&self) -> String {
        let rows: Vec<String> = self.map.iter().map(|row| row.iter().collect()).collect();
        let mut text = format!("map = \"\"\"\n{}\n\"\"\"\n", rows.join("\n"));
        for Piece { mark, name, ground } in &self.pieces {
            let _ = write!(
                text,
                "\n[[feature]]\ntag = \"{mark}\"\nname = \"{name}\"\nground = \"{}\"\n",
                ground.key()
            );
        }
        for (a, b) in &self.borders {
            let _ = write!(text, "\n[[border]]\nbetween = [\"{a}\", \"{b}\"]\nkind = \"hedge\"\n");
        }
        for (mark, points, held) in
            [('B', 3, ""), ('A', 1, "held = \"first\"\n"), ('C', 1, "held = \"second\"\n")]
        {
            let _ = write!(text, "\n[[objective]]\nfeature = \"{mark}\"\npoints = {points}\n{held}");
        }
        text
    }
}
