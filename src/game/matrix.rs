//! The matrix of a test with two dice: every roll with its total and result, as rulebooks print it.

use std::fmt;

use super::{Reading, Test};

/// Every roll of two dice, and how a test reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    /// The names of the dice, the horizontal one first.
    dice: [String; 2],
    /// Total and result of each roll: a row for each face of the second die, holding the faces of the first.
    cells: Vec<Vec<(i16, usize)>>,
    /// The results with their signs and how many rolls give them, in the order they appear.
    readings: Vec<(char, Reading, usize)>,
}

impl Test {
    /// The matrix of a test with two dice; `None` for any other test.
    pub fn matrix(&self) -> Option<Matrix> {
        let [across, down] = self.dice[..] else { return None };
        let mut readings: Vec<(char, Reading, usize)> = Vec::new();
        let mut cells = Vec::with_capacity(usize::from(down.sides));
        for second in 1..=down.sides {
            let mut row = Vec::with_capacity(usize::from(across.sides));
            for first in 1..=across.sides {
                let thrown = self.read(&[first, second]);
                let known = readings.iter().position(|(_, reading, _)| *reading == thrown.reading);
                let place = known.unwrap_or_else(|| {
                    readings.push((sign(thrown.reading, &readings), thrown.reading, 0));
                    readings.len() - 1
                });
                readings[place].2 += 1;
                row.push((thrown.total, place));
            }
            cells.push(row);
        }
        let name = |die: crate::dice::Die| {
            if die.minus && die.name.is_empty() { "minus".into() } else { die.name.to_owned() }
        };
        Some(Matrix { dice: [name(across), name(down)], cells, readings })
    }
}

/// A sign for a result that no other result has: a dot for no effect, otherwise a letter of its name.
fn sign(reading: Reading, others: &[(char, Reading, usize)]) -> char {
    match reading {
        Reading::Row("") | Reading::Fail => '.',
        Reading::Pass => '+',
        Reading::Margin(_) => ' ',
        Reading::Row(word) => {
            let free = |c: &char| c.is_ascii_alphanumeric() && others.iter().all(|(known, _, _)| known != c);
            word.chars().find(free).unwrap_or('#')
        }
    }
}

/// A heading, a row for each face of the second die, and the key to the signs with chances.
impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [across, down] = &self.dice;
        let name =
            |name: &str, other: &str| if name.is_empty() { other.to_owned() } else { format!("{name} die") };
        writeln!(f, "{} down, {} across", name(down, "the second die"), name(across, "the first die"))?;
        let faces = self.cells.first().map_or(0, Vec::len);
        let head: String = (1..=faces).map(|face| format!("{face:>4} ")).collect();
        writeln!(f, "    {}", head.trim_end())?;
        for (face, row) in (1..).zip(&self.cells) {
            let cells = row.iter().map(|&(total, place)| {
                let shown = if total == 0 { "0".to_owned() } else { format!("{total:+}") };
                format!("{shown:>4}{}", self.readings[place].0)
            });
            writeln!(f, "{face:>3} {}", cells.collect::<String>().trim_end())?;
        }
        let all: usize = self.readings.iter().map(|(_, _, count)| count).sum();
        for (sign, reading, count) in self.readings.iter().filter(|(sign, _, _)| *sign != ' ') {
            let chance = 100.0 * *count as f64 / all.max(1) as f64;
            writeln!(f, "  {sign} {reading}: {count} of {all}, {chance:.2}%")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::dice::Die;
    use crate::game::{Modifier, Row, Target, Test};
    use std::borrow::Cow;

    const PLUS_MINUS: [Die; 2] = [Die::named("plus", 8), Die { name: "minus", ..Die::minus(8) }];

    #[test]
    fn every_roll_has_its_cell() {
        let rows = vec![
            Row { from: -9, gives: "" },
            Row { from: 3, gives: "pinned" },
            Row { from: 8, gives: "killed" },
        ];
        let test = Test::new(&PLUS_MINUS, Target::Chart(Cow::Owned(rows)), "", "1").modified([Modifier {
            value: 2,
            label: "fire",
            rule: "1",
        }]);
        let told = test.matrix().unwrap().to_string();
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[0], "minus die down, plus die across");
        assert_eq!(lines[2], "  1    0.  +1p  +2p  +3p  +4p  +5p  +6k  +7k");
        assert_eq!(lines[9], "  8   -7.  -6.  -5.  -4.  -3.  -2.  -1.   0.");
        assert_eq!(lines[10], "  . no effect: 36 of 64, 56.25%");
        assert_eq!(lines[11], "  p pinned: 25 of 64, 39.06%");
        assert_eq!(lines[12], "  k killed: 3 of 64, 4.69%");
    }

    #[test]
    fn minus_dice_are_distinguished_and_other_rolls_have_no_matrix() {
        let rows = vec![Row { from: 2, gives: "stunned" }, Row { from: 5, gives: "stunned or immobilised" }];
        const PAIR: [Die; 2] = [Die::new(6), Die::new(6)];
        let told = Test::new(&PAIR, Target::Chart(Cow::Owned(rows)), "", "1").matrix().unwrap().to_string();
        assert!(told.contains("  s stunned: 6 of 36") && told.contains("  t stunned or"), "{told}");
        const ONE: [Die; 1] = [Die::new(20)];
        assert!(Test::new(&ONE, Target::AtMost(7), "", "1").matrix().is_none());
    }
}
