//! Ground that a scenario draws over its boards, hex by hex: `wM8 = "w"`, `wM9 = ". dirt n s"`.
//!
//! A drawn hex shows only what is drawn there: its terrain fills it, and roads cross the hexsides named. Where a drawn
//! hex meets one that is not, the drawn hex decides whether a road crosses the hexside between them.

use super::ground::BoardHex;
use super::map::{Map, Place};
use super::reading::{SIDES, read_sign, sign};
use crate::board::hex::Side;

/// The words for a road in a drawn hex.
const ROADS: [(&str, bool); 2] = [("dirt", false), ("paved", true)];

/// Reads the ground of a hex; `None` if it is malformed.
pub fn read(text: &str) -> Option<BoardHex> {
    let mut words = text.split_whitespace();
    let mut ground = read_sign(words.next()?)?;
    let Some(word) = words.next() else { return Some(ground) };
    ground.paved = ROADS.iter().find(|(known, _)| *known == word)?.1;
    for word in words {
        ground.road |= 1 << SIDES.iter().position(|known| *known == word)?;
    }
    (ground.road != 0).then_some(ground)
}

/// Writes the ground of a hex.
pub fn written(ground: &BoardHex) -> String {
    let mut text = sign(ground);
    if ground.road != 0 {
        let (word, _) = ROADS[usize::from(ground.paved)];
        text.push(' ');
        text.push_str(word);
        for side in Side::ALL.into_iter().filter(|&side| ground.road & bit(side) != 0) {
            text.push(' ');
            text.push_str(SIDES[side as usize]);
        }
    }
    text
}

/// A hexside among the bits of [`BoardHex::road`].
pub fn bit(side: Side) -> u8 {
    1 << side as u8
}

impl Map {
    /// The map with some hexes drawn again.
    #[must_use]
    pub fn redrawn(&self, drawn: &[(Place, BoardHex)]) -> Map {
        let mut grounds: Vec<BoardHex> = self.places().map(|place| self.at(place).ground.clone()).collect();
        let is_drawn = |place: Place| drawn.iter().any(|(known, _)| *known == place);
        for (place, ground) in drawn {
            grounds[place.index()] = ground.clone();
        }
        for (place, ground) in drawn {
            for side in Side::ALL {
                let Some(next) = self.step(*place, side) else { continue };
                let (here, there) = (ground.road & bit(side) != 0, bit(side.opposite()));
                let other = &mut grounds[next.index()];
                if here {
                    other.paved = if other.road == 0 { ground.paved } else { other.paved };
                    other.road |= there;
                } else if !is_drawn(next) {
                    other.road &= !there;
                }
            }
        }
        // Both hexes have a road that only one of two drawn neighbours names.
        for (place, _) in drawn {
            for side in Side::ALL {
                let Some(next) = self.step(*place, side) else { continue };
                if grounds[next.index()].road & bit(side.opposite()) != 0 {
                    grounds[place.index()].road |= bit(side);
                }
            }
        }
        let hexes = self.places().zip(grounds).map(|(place, ground)| {
            let square = self.at(place);
            (square.hex, square.name.clone(), ground, square.playable)
        });
        Map::new(self.shape, self.season, hexes.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Terrain;
    use super::*;

    #[test]
    fn drawn_ground_is_read_as_it_was_written() {
        for text in [".", "w", "s2", ". dirt n s", "g1 paved ne s nw"] {
            assert_eq!(read(text).map(|ground| written(&ground)).as_deref(), Some(text));
        }
        for text in ["", "q", "w 1", ". dirt", ". road n", ". paved north", "s22"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("b").map(|ground| ground.terrain), Some(Terrain::WoodenBuilding));
    }
}
