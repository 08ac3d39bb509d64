//! A map of squares mirrored, or turned by a quarter.

use toml::{Table, Value};

use crate::board::{Cell, Compass, Square};

/// How a map of squares is flipped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Flip {
    /// East becomes west.
    Mirror,
    /// A quarter turn clockwise: north becomes east.
    Rotate,
}

impl Flip {
    /// What has been done, in a sentence.
    pub const fn said(self) -> &'static str {
        match self {
            Self::Mirror => "Mirrored: east is west.",
            Self::Rotate => "Turned clockwise by a quarter.",
        }
    }

    /// The flipped map.
    pub const fn grid(self, grid: Square) -> Square {
        match self {
            Self::Mirror => grid,
            Self::Rotate => Square { width: grid.height, height: grid.width },
        }
    }

    /// Where a cell of the map before is now.
    pub const fn cell(self, before: Square, cell: Cell) -> Cell {
        let last = before.width as i16 - 1;
        match self {
            Self::Mirror => Cell::new(last - cell.x, cell.y),
            Self::Rotate => Cell::new(cell.y, last - cell.x),
        }
    }

    /// A direction.
    pub fn wind(self, wind: Compass) -> Compass {
        Compass::ALL[usize::from(self.turned(wind as u8, 8))]
    }

    /// A direction as a part of the circle, clockwise from north.
    pub const fn turned(self, part: u8, circle: u8) -> u8 {
        match self {
            Self::Mirror => (circle - part % circle) % circle,
            Self::Rotate => (part + circle / 4) % circle,
        }
    }

    /// A table with an entry for each cell, rearranged.
    pub fn rearranged<T: Clone>(self, before: Square, all: &[T]) -> Vec<T> {
        let after = self.grid(before);
        let mut to: Vec<T> = all.to_vec();
        for cell in before.cells() {
            if let (Some(there), Some(here)) =
                (to.get_mut(after.index(self.cell(before, cell))), all.get(before.index(cell)))
            {
                *there = here.clone();
            }
        }
        to
    }
}

/// Scenario text: cells, rectangles by two corners, directions, and lines as "4ne".
impl Flip {
    /// A text, word by word; other words stay.
    pub fn text(self, before: Square, text: &str) -> String {
        text.split(' ').map(|word| self.word(before, word)).collect::<Vec<_>>().join(" ")
    }

    fn word(self, before: Square, word: &str) -> String {
        let cell = |name: &str| name.parse().ok().filter(|&cell| before.contains(cell));
        let corners = word.split_once('-').and_then(|(a, b)| cell(a).zip(cell(b)));
        if let Some((a, b)) = corners {
            let (a, b) = (self.cell(before, a), self.cell(before, b));
            let [low, high] = [Cell::new(a.x.min(b.x), a.y.min(b.y)), Cell::new(a.x.max(b.x), a.y.max(b.y))];
            return format!("{low}-{high}");
        }
        if let Some(cell) = cell(word) {
            return self.cell(before, cell).to_string();
        }
        let (count, letters) = word.split_at(word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len()));
        match letters.parse::<Compass>() {
            Ok(wind) if letters.chars().all(char::is_lowercase) => {
                format!("{count}{}", self.wind(wind).letters().to_lowercase())
            }
            Ok(wind) => format!("{count}{}", self.wind(wind)),
            Err(_) => word.to_owned(),
        }
    }

    /// A text, or every text of a list.
    pub fn value(self, before: Square, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.text(before, text),
            Value::Array(all) => all.iter_mut().for_each(|value| self.value(before, value)),
            _ => {}
        }
    }

    /// The values of these keys.
    pub fn keys(self, before: Square, table: &mut Table, keys: &[&str]) {
        for key in keys {
            if let Some(value) = table.get_mut(*key) {
                self.value(before, value);
            }
        }
    }

    /// The same keys in the balance provisions of a scenario, whose paths end in them.
    pub fn provisions(self, before: Square, head: &mut Table, keys: &[&str]) {
        let provisions = head.get_mut("balance").and_then(Value::as_array_mut).into_iter().flatten();
        let sets = provisions.filter_map(|provision| provision.get_mut("set")?.as_table_mut());
        for (path, value) in sets.flatten() {
            if keys.contains(&path.rsplit('.').next().unwrap_or(path)) {
                self.value(before, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_quarters_and_two_mirrors_change_nothing() {
        let grid = Square { width: 5, height: 3 };
        let all: Vec<usize> = (0..15).collect();
        let (mut now, mut map) = (grid, all.clone());
        for _ in 0..4 {
            map = Flip::Rotate.rearranged(now, &map);
            now = Flip::Rotate.grid(now);
        }
        assert_eq!((now, &map), (grid, &all));
        let once = Flip::Mirror.rearranged(grid, &all);
        assert_eq!((once[0], once[4]), (4, 0));
        assert_eq!(Flip::Mirror.rearranged(grid, &once), all);
        // The north-western corner is the north-eastern one after a quarter turn clockwise.
        assert_eq!(Flip::Rotate.cell(grid, Cell::new(0, 2)), Cell::new(2, 4));
        assert_eq!(Flip::Rotate.wind(Compass::N), Compass::E);
        assert_eq!(Flip::Mirror.wind(Compass::NE), Compass::NW);
        assert_eq!(Flip::Mirror.turned(0, 24), 0);
    }

    #[test]
    fn words_turn_with_the_map() {
        let grid = Square { width: 20, height: 10 };
        assert_eq!(Flip::Mirror.text(grid, "0103 Open 2E Smoke"), "2003 Open 2W Smoke");
        assert_eq!(Flip::Rotate.text(grid, "0203-0405 ne"), "0317-0519 se");
        assert_eq!(Flip::Rotate.text(grid, "9901 G5 12 W"), "9901 G5 12 N");
        let mut head: Table =
            "[[balance]]\nset = { \"side.a.edge\" = \"W\", \"side.a.name\" = \"W\" }".parse().unwrap();
        Flip::Mirror.provisions(grid, &mut head, &["edge"]);
        let text = head.to_string();
        assert!(text.contains("edge\" = \"E\"") && text.contains("name\" = \"W\""), "{text}");
    }
}
