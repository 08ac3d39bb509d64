//! Chapter 35: generated battles by points of value. Both sides buy units of a nation and a year, for the same points
//! or for points that make the chances even, and fight on a symmetrical board.

mod chances;
mod ground;
mod shop;

use std::fmt::Write as _;

use crate::dice::Dice;
use crate::rules::panzertruppe::tables::specifications::Entry;
use crate::rules::panzertruppe::tables::{Nation, Tables};
pub use chances::even_points;
use ground::Ground;
use shop::{Force, Platoon, Shop};

/// The settings of a generated battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The year, 39 to 45.
    pub year: u8,
    /// The two nations; the first has the phases of the Axis.
    pub nations: [String; 2],
    /// Points of value of each side; a platoon of the late war is worth 125.
    pub points: u16,
    /// Both sides have the same points, even if one would win more often.
    pub alike: bool,
    /// The seed; the same settings and seed give the same battle.
    pub seed: u64,
}

/// The points a side may have.
pub const POINTS: std::ops::RangeInclusive<u16> = 60..=800;

/// Why a battle cannot be generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotMake {
    /// The nation is unknown.
    #[error("unknown nation \"{0}\"; expected Germany, United States, Britain, Russia, France or Japan")]
    NoNation(String),
    /// The nation has no tanks in that year.
    #[error("{nation} has no tanks in the catalog for 19{year}")]
    NoTanks {
        /// The nation.
        nation: String,
        /// The year.
        year: u8,
    },
    /// Too few points to buy a force, or too many.
    #[error("a side needs {least} to {most} points, not {0}", least = POINTS.start(), most = POINTS.end())]
    Points(u16),
    /// More points than the nation can field.
    #[error("{nation} cannot field {points} points in 19{year}: a side has at most {most} vehicles and Guns")]
    TooMany {
        /// The nation.
        nation: String,
        /// The year.
        year: u8,
        /// The points.
        points: u16,
        /// The most vehicles and Guns of a side.
        most: usize,
    },
}

/// The most vehicles and Guns, and the most infantry units, of a side; all of them fit on the board.
const MOST: (usize, usize) = (38, 20);

/// The width and height of the board in inches: odd, so that there is a central cell.
const BOARD: (usize, usize) = (37, 29);

/// The nation for a player's word: "germany", "united-states", "us".
pub fn nation(text: &str) -> Result<Nation, CannotMake> {
    let plain = text.trim().to_lowercase().replace(['-', '_'], " ");
    let short = [
        ("us", Nation::UnitedStates),
        ("usa", Nation::UnitedStates),
        ("uk", Nation::Britain),
        ("ussr", Nation::Russia),
    ];
    let short = short.into_iter().find(|(word, _)| *word == plain).map(|(_, nation)| nation);
    let named = || Nation::ALL.into_iter().find(|nation| nation.name().to_lowercase() == plain);
    short.or_else(named).ok_or_else(|| CannotMake::NoNation(text.trim().to_owned()))
}

/// Generates a battle as the text of a scenario.
///
/// # Errors
/// If the settings cannot be met.
pub fn generate(order: &Order, tables: &Tables, entries: &[Entry]) -> Result<String, CannotMake> {
    if !POINTS.contains(&order.points) {
        return Err(CannotMake::Points(order.points));
    }
    let nations = [nation(&order.nations[0])?, nation(&order.nations[1])?];
    let points = match order.alike {
        true => [order.points; 2],
        false => even_points(order.year, nations, order.points),
    };
    let open = |side: usize| Shop::open(order.year, nations[side], points[side], tables, entries);
    let shops = [open(0), open(1)];
    for (shop, nation) in shops.iter().zip(nations) {
        if shop.tanks.is_empty() {
            return Err(CannotMake::NoTanks { nation: nation.to_string(), year: order.year });
        }
    }
    let mut dice = Dice::seeded(order.seed, 0);
    let mut forces = Vec::new();
    for ((shop, nation), points) in shops.iter().zip(nations).zip(points) {
        let (nation, year, most) = (nation.to_string(), order.year, MOST.0);
        let force = shop.fair(&mut dice).ok_or(CannotMake::TooMany { nation, year, points, most })?;
        forces.push(force);
    }
    let told = match order.alike {
        true => format!("of {} points a side", order.points),
        false => "with even chances".to_owned(),
    };
    let measured = match order.alike {
        true => String::new(),
        false => format!(" Between normal computers the Axis won {}% of such battles.", chances::won()),
    };
    let [a, b] = nations;
    let mut text = format!(
        "# Made by \"standto forge panzertruppe\", seed {}.\nformat = 1\nruleset = \
         \"panzertruppe\"\ntitle = \"{a} against {b}, 19{year}\"\nturns = 10\nyear = 19{year}\nrules = \
         [\"all\"]\nbriefing = \"\"\"\nA meeting engagement {told}: {} points against {}. Holding \
         the centre of the board at the end is worth 25 points, each enemy unit destroyed is worth its \
         value. A side that loses 70% of its points is beaten at once.{measured}\"\"\"\n",
        order.seed,
        forces[0].value,
        forces[1].value,
        year = order.year,
    );
    let ground = Ground::draw(&mut dice);
    text += &ground.text();
    for (n, (force, nation)) in forces.iter().zip(nations).enumerate() {
        text += &army(n == 1, nation, force);
    }
    Ok(text)
}

/// The name of a cell; cells of the second side are turned by 180 degrees.
fn name(x: usize, y: usize, turned: bool) -> String {
    let (x, y) = if turned { (BOARD.0 - 1 - x, BOARD.1 - 1 - y) } else { (x, y) };
    format!("\"{:02}{:02}\"", x + 1, y + 1)
}

/// A side with its platoons, set up in columns at its end of the board.
fn army(second: bool, nation: Nation, force: &Force) -> String {
    let (key, letter, edge, facing) =
        if second { ("allies", 'Y', "E", "W") } else { ("axis", 'X', "W", "E") };
    let mut text = format!(
        "\n[[side]]\nkey = \"{key}\"\nname = \"{}\"\nletter = \"{letter}\"\nnation = \"{nation}\"\n\
         edge = \"{edge}\"\nbreaks = 70\nair = {}\n",
        nation.people(),
        force.air
    );
    let height = BOARD.1;
    // Columns of cells, filled from the middle outwards: vehicles in the rear, infantry and Guns in front.
    let place = |columns: &[usize], count: usize, on_road: bool| -> Vec<String> {
        // Infantry leaves the road free for vehicles.
        let rows: Vec<usize> = (0..height).filter(|row| on_road || *row != height / 2).collect();
        let first = rows.len().saturating_sub(count) / 2;
        (0..count)
            .map(|n| {
                let column = columns[(n / rows.len()).min(columns.len() - 1)];
                name(column, rows[(first + n) % rows.len()], second)
            })
            .collect()
    };
    let total = |platoons: &[Platoon]| platoons.iter().map(|p| usize::from(p.count)).sum::<usize>();
    let mut number = 0;
    for (platoons, columns, moving) in
        [(&force.vehicles, [2, 1], true), (&force.guns, [8, 7], false), (&force.foot, [6, 5], false)]
    {
        let mut cells = place(&columns, total(platoons), moving).into_iter();
        for platoon in platoons {
            number += 1;
            let what = if platoon.entry.unit.is_gun() { "battery" } else { "platoon" };
            let _ = write!(text, "\n[[side.group]]\nname = \"{what} {number}\"\n");
            if platoon.elite {
                text += "elite = true\n";
            }
            if platoon.entry.unit.is_infantry() {
                text += "independent = true\n";
            }
            let at: Vec<String> = cells.by_ref().take(usize::from(platoon.count)).collect();
            let _ = write!(
                text,
                "[[side.group.unit]]\ntype = \"{}\"\nat = [{}]\nfacing = \"{facing}\"\n",
                platoon.entry.name,
                at.join(", ")
            );
            if moving {
                text += "moving = true\n";
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::rules::panzertruppe::scenario;
    use crate::rules::panzertruppe::tables::specifications::standard;

    fn make(order: &Order) -> Result<String, CannotMake> {
        generate(order, Tables::standard(), standard())
    }

    fn order(year: u8, nations: [&str; 2], points: u16, seed: u64) -> Order {
        Order { year, nations: nations.map(str::to_owned), points, alike: false, seed }
    }

    /// 200 battles: values of the sides within 5%, and no unit outside its years of service.
    #[test]
    fn generated_battles_are_balanced_and_readable() {
        let fights = [
            (40, ["Germany", "France"]),
            (40, ["Germany", "Britain"]),
            (41, ["Germany", "Russia"]),
            (42, ["Germany", "Britain"]),
            (42, ["Japan", "United States"]),
            (43, ["Germany", "Russia"]),
            (44, ["Germany", "United States"]),
            (44, ["Germany", "Britain"]),
            (45, ["Germany", "Russia"]),
            (45, ["Japan", "United States"]),
        ];
        let (mut guns, mut foot, mut elite, mut air) = (0, 0, 0, 0);
        for seed in 0..200u16 {
            let (year, nations) = fights[usize::from(seed) % fights.len()];
            let order = order(year, nations, 80 + seed * 7 / 4, u64::from(seed));
            let text = make(&order).unwrap_or_else(|why| panic!("{order:?}: {why}"));
            if seed < 10 {
                assert_eq!(text, make(&order).unwrap(), "the same settings give the same battle");
            }
            let (battle, warnings) =
                scenario::read("made.toml", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(warnings.is_empty(), "{warnings:?}");
            let worth = Side::BOTH.map(|side| {
                let army = &battle.armies[side.index()];
                air += u32::from(army.air);
                army.value + u32::from(army.air_value)
            });
            let nations = nations.map(|name| nation(name).unwrap());
            for (worth, points) in worth.into_iter().zip(even_points(year, nations, order.points)) {
                let points = u32::from(points);
                assert!((points * 96 / 100 - 1..=points).contains(&worth), "{order:?}: {worth} of {points}");
            }
            guns += battle.units.iter().filter(|unit| unit.is_gun()).count();
            foot += battle.units.iter().filter(|unit| unit.is_infantry()).count();
            elite += battle.groups.iter().filter(|group| group.elite).count();
        }
        assert!(guns > 50 && foot > 500 && elite > 20 && air > 10, "{guns} {foot} {elite} {air}");
    }

    #[test]
    fn both_sides_have_the_same_points_on_request() {
        let order = Order { alike: true, ..order(40, ["Germany", "France"], 300, 5) };
        let text = make(&order).unwrap();
        assert!(text.contains("of 300 points a side") && !text.contains("computers"), "{text}");
        let (battle, _) = scenario::read("made.toml", &text).unwrap();
        let worth = Side::BOTH.map(|side| battle.armies[side.index()].value);
        assert!(worth.iter().all(|worth| (290..=300).contains(worth)), "{worth:?}");
        let even = make(&Order { alike: false, ..order }).unwrap();
        assert!(even.contains("Between normal computers the Axis won"), "{even}");
    }

    #[test]
    fn impossible_orders_are_explained() {
        let why = |order: Order| make(&order).unwrap_err().to_string();
        assert_eq!(
            why(order(39, ["Germany", "United States"], 250, 1)),
            "United States has no tanks in the catalog for 1939"
        );
        assert_eq!(why(order(44, ["Germany", "Britain"], 10, 1)), "a side needs 60 to 800 points, not 10");
        assert_eq!(
            why(order(44, ["Prussia", "Britain"], 100, 1)),
            "unknown nation \"Prussia\"; expected Germany, United States, Britain, Russia, France or Japan"
        );
        assert_eq!(nation("united-states"), Ok(Nation::UnitedStates));
        assert_eq!(nation("UK"), Ok(Nation::Britain));
    }
}
