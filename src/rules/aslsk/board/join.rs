//! Joining boards (1.1b): side by side or end to end, each as printed or turned by 180°.

use super::ground::{BoardHex, Season, Terrain};
use super::map::Map;
use super::reading::Board;
use crate::board::hex::{Hex, HexBoard};
use crate::ledger::cited::{apply, rule};

/// A board with its place on the map.
#[derive(Clone, Debug)]
pub struct Laid<'a> {
    /// Its hexes and depictions.
    pub board: &'a Board,
    /// Turned by 180°.
    pub turned: bool,
    /// The number of boards to the west.
    pub across: u8,
    /// The number of boards to the north.
    pub down: u8,
}

impl Laid<'_> {
    /// The hex of the joined map for a hex of this board.
    fn placed(&self, hex: Hex) -> Hex {
        let HexBoard { columns, rows } = self.board.shape;
        let hex = if self.turned { turned(self.board.shape, hex) } else { hex };
        // A board's last hexrow is the next one's first, and hexes 10 and 0 of odd hexrows coincide.
        Hex::new(
            hex.col + i16::from(self.across) * (i16::from(columns) - 1),
            hex.row + i16::from(self.down) * i16::from(rows),
        )
    }
}

/// The hex that a hex becomes when the board is turned by 180°.
pub fn turned(shape: HexBoard, hex: Hex) -> Hex {
    let upright = 1 - hex.col.rem_euclid(2);
    Hex::new(i16::from(shape.columns) - 1 - hex.col, i16::from(shape.rows) + upright - hex.row)
}

/// Joins boards in their season; `playable` says which hexes may be entered, by board letter and hex.
///
/// Two half hexes that meet form one hex. It has the name from the board listed first, and that board's
/// ground unless only the other shows any there (K-1).
#[apply(rule, "1.1b", "1.1a")]
pub fn join(boards: &[Laid], season: Season, playable: impl Fn(&str, Hex) -> bool) -> Map {
    let most = |of: fn(&Laid) -> u8| boards.iter().map(of).max().unwrap_or(0);
    let (across, down) = (most(|laid| laid.across), most(|laid| laid.down));
    let unit = boards.first().map_or(HexBoard::STANDARD, |laid| laid.board.shape);
    let shape = HexBoard { columns: (unit.columns - 1) * (across + 1) + 1, rows: unit.rows * (down + 1) };
    let mut hexes: Vec<(Hex, String, BoardHex, bool)> = Vec::new();
    for laid in boards {
        for (hex, ground) in laid.board.hexes() {
            let ground = if laid.turned { ground.turned() } else { ground.clone() };
            let at = laid.placed(hex);
            let may = playable(&laid.board.letter, hex);
            match hexes.iter_mut().find(|(other, ..)| *other == at) {
                Some((_, _, there, played)) => {
                    if there.terrain == Terrain::Open && there.level == 0 && there.drawn.is_empty() {
                        *there = BoardHex { road: there.road | ground.road, ..ground };
                    } else {
                        there.road |= ground.road;
                    }
                    *played |= may;
                }
                None => hexes.push((at, format!("{}{hex}", laid.board.letter), ground, may)),
            }
        }
    }
    Map::new(shape, season, hexes)
}
