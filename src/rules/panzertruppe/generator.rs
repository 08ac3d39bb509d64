//! Chapter 35: fair fights by points of value: both sides buy platoons of a nation and a year to the same sum.

use super::catalog::{Entry, standard};
use super::state::{Arm, Drive};
use crate::dice::Dice;

/// What to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// 39 to 45.
    pub year: u8,
    /// The two nations; the first takes the phases of the Axis.
    pub nations: [String; 2],
    /// Points of value for each side; 125 are a platoon of the late war.
    pub points: u16,
    /// The seed: the same order makes the same battle.
    pub seed: u64,
}

/// Why a battle cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotMake {
    /// A nation without tanks in that year.
    #[error("{nation} has no tanks in the catalog for 19{year}")]
    NoTanks {
        /// The nation.
        nation: String,
        /// The year.
        year: u8,
    },
    /// A sum that buys nothing, or too much.
    #[error("a side needs 60 to 600 points, not {0}")]
    Points(u16),
}

/// Platoons of one side: each a name and how many.
type Platoons = Vec<(String, usize, u16)>;

/// Buys platoons of three to five like vehicles until nothing more fits.
fn buy(order: &Order, nation: &str, dice: &mut Dice) -> Result<Platoons, CannotMake> {
    let fits = |entry: &&Entry| {
        entry.nation == nation
            && entry.unit.arm == Arm::Armoured
            && matches!(entry.unit.drive, Drive::Tank | Drive::SpGun)
            && entry.unit.main.is_some()
            && !entry.unit.rocket
            && !entry.unit.flail
            && !entry.unit.rollers
            && (entry.years.0..=entry.years.1).contains(&order.year)
    };
    let all: Vec<&Entry> = standard().iter().filter(fits).collect();
    if all.is_empty() {
        return Err(CannotMake::NoTanks { nation: nation.to_owned(), year: order.year });
    }
    let (mut left, mut platoons) = (order.points, Vec::new());
    loop {
        let open: Vec<&&Entry> =
            all.iter().filter(|entry| entry.value > 0 && entry.value * 3 <= left).collect();
        if open.is_empty() || platoons.len() >= 8 {
            break;
        }
        let entry = open[dice.below(open.len())];
        let most = usize::from(left / entry.value).min(5);
        let count = 3 + dice.below(most - 2);
        left -= entry.value * count as u16;
        platoons.push((entry.name.clone(), count, entry.value));
    }
    // What is left goes into one vehicle more where it can be paid.
    if let Some(platoon) =
        platoons.iter_mut().filter(|(_, count, value)| *count < 5 && *value <= left).max_by_key(|p| p.2)
    {
        platoon.1 += 1;
    }
    Ok(platoons)
}

/// A battle as a scenario's text: a board with roads, woods, farms and hills that is the same for both sides turned
/// about, and forces of the same worth.
///
/// # Errors
/// When the order cannot be filled.
pub fn generate(order: &Order) -> Result<String, CannotMake> {
    if !(60..=600).contains(&order.points) {
        return Err(CannotMake::Points(order.points));
    }
    const WIDTH: usize = 36;
    const HEIGHT: usize = 28;
    let mut dice = Dice::seeded(order.seed, 0);
    let mut terrain = vec![vec!['.'; WIDTH]; HEIGHT];
    let mut levels = terrain.clone();
    let mut roads = terrain.clone();
    // Every feature is drawn twice, the second time turned about the middle, so that neither side is favoured.
    let patch = |map: &mut Vec<Vec<char>>, mark: char, dice: &mut Dice, wide: usize, high: usize| {
        let (x0, y0) = (5 + dice.below(WIDTH / 2 - 6), dice.below(HEIGHT - high));
        for y in y0..y0 + high {
            for x in x0..(x0 + wide).min(WIDTH) {
                map[y][x] = mark;
                map[HEIGHT - 1 - y][WIDTH - 1 - x] = mark;
            }
        }
    };
    for _ in 0..3 {
        let (wide, high) = (2 + dice.below(3), 2 + dice.below(3));
        patch(&mut terrain, 'w', &mut dice, wide, high);
    }
    for _ in 0..2 {
        patch(&mut terrain, 'r', &mut dice, 2, 2);
    }
    for _ in 0..3 {
        patch(&mut terrain, 'b', &mut dice, 1, 1);
    }
    for _ in 0..2 {
        let (wide, high) = (4 + dice.below(3), 3 + dice.below(2));
        patch(&mut levels, '1', &mut dice, wide, high);
    }
    for x in 0..WIDTH {
        let y = if x < WIDTH / 2 { HEIGHT / 2 } else { HEIGHT / 2 - 1 };
        roads[y][x] = '=';
        terrain[y][x] = '.';
    }
    roads[HEIGHT / 2][WIDTH / 2] = '=';
    roads[HEIGHT / 2 - 1][WIDTH / 2 - 1] = '=';
    let draw =
        |map: &[Vec<char>]| map.iter().map(|row| row.iter().collect::<String>() + "\n").collect::<String>();
    let mut text = format!(
        "format = 1\nruleset = \"panzertruppe\"\ntitle = \"{} against {}, 19{}\"\nturns = 10\nyear = 19{}\n\
         rules = [\"machine-guns\", \"buildings\"]\nbriefing = \"\"\"\nA meeting of {} points a side. The middle of the \
         board is worth 25 points to who holds it at the end.\"\"\"\n\n[map]\nwidth = {WIDTH}\nheight = {HEIGHT}\n\
         terrain = '''\n{}'''\nlevels = '''\n{}'''\nroads = '''\n{}'''\n\n[map.legend]\nw = \"woods\"\nr = \"rough\"\n\
         b = \"building\"\n\n[[map.objective]]\nname = \"the middle\"\nat = \"{:02}{:02}\"\nvalue = 25\n",
        order.nations[0],
        order.nations[1],
        order.year,
        order.year,
        order.points,
        draw(&terrain),
        draw(&levels),
        draw(&roads),
        WIDTH / 2,
        HEIGHT / 2,
    );
    for (n, nation) in order.nations.iter().enumerate() {
        let platoons = buy(order, nation, &mut dice)?;
        let (key, letter, edge, facing) =
            if n == 0 { ("axis", 'X', "W", "E") } else { ("allies", 'Y', "E", "W") };
        text += &format!(
            "\n[[side]]\nkey = \"{key}\"\nname = \"{nation}\"\nletter = \"{letter}\"\nnation = \"{nation}\"\nedge = \"{edge}\"\nbreaks = 70\n"
        );
        for (number, (name, count, _)) in platoons.iter().enumerate() {
            let start = (HEIGHT / 2).saturating_sub(10) + number * 5;
            let column = if n == 0 { 1 } else { WIDTH };
            let inner = if n == 0 { 2 } else { WIDTH - 1 };
            let cells: Vec<String> = (0..*count)
                .map(|unit| {
                    let row = (start + unit) % HEIGHT + 1;
                    let column = if (start + unit) >= HEIGHT { inner } else { column };
                    format!("\"{column:02}{row:02}\"")
                })
                .collect();
            text += &format!(
                "\n[[side.group]]\nname = \"platoon {}\"\n[[side.group.unit]]\ntype = \"{name}\"\nat = [{}]\nmoving = true\nfacing = \"{facing}\"\n",
                number + 1,
                cells.join(", ")
            );
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;

    #[test]
    fn battles_are_fair_and_can_be_read() {
        for (year, nations) in [
            (44, ["Germany", "United States"]),
            (43, ["Germany", "Russia"]),
            (42, ["Germany", "Britain"]),
            (44, ["Japan", "United States"]),
        ] {
            for seed in 0..5 {
                let order = Order { year, nations: nations.map(str::to_owned), points: 250, seed };
                let text = generate(&order).unwrap();
                assert_eq!(text, generate(&order).unwrap(), "the same order makes the same battle");
                let (battle, warnings) = super::super::scenario::read("made.toml", &text)
                    .unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert!(warnings.is_empty(), "{warnings:?}");
                let worth = Side::BOTH.map(|side| battle.armies[side.index()].value);
                assert!(
                    worth.iter().all(|value| (170..=250).contains(value)),
                    "{year} {nations:?} {worth:?}"
                );
            }
        }
        let order =
            Order { year: 39, nations: ["Germany".into(), "United States".into()], points: 250, seed: 1 };
        assert_eq!(
            generate(&order).unwrap_err().to_string(),
            "United States has no tanks in the catalog for 1939"
        );
        let poor = Order { points: 10, ..order };
        assert_eq!(generate(&poor).unwrap_err(), CannotMake::Points(10));
    }
}
