//! Points battles (5): each side buys groups of its nation for the same points; the terrain has rotational
//! symmetry.

mod chances;
mod ground;
mod shop;

use std::fmt::Write as _;

use crate::dice::Dice;
use crate::reading::suggestion;

use crate::rules::fireandmove::catalog::tables::Tables;
use crate::rules::fireandmove::nations::{nation, nations};
pub use ground::FIELDS;
use ground::Ground;
use shop::Shop;

/// The settings of a generated battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Keys of the two nations; the first moves first.
    pub nations: [String; 2],
    /// Points for each side.
    pub points: u16,
    /// One of [`FIELDS`].
    pub ground: String,
    /// A night battle (79 to 81).
    pub night: bool,
    /// A vehicle for each side, if one can be bought.
    pub vehicles: bool,
    /// Both sides begin alike, even if one would win more often.
    pub alike: bool,
    /// The seed: the same settings and seed generate the same battle.
    pub seed: u64,
}

/// The points allowed for each side.
pub const POINTS: std::ops::RangeInclusive<u16> = 120..=1200;

/// Why a battle cannot be generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotMake {
    /// No such nation.
    #[error("there is no nation \"{name}\"{near}; standto cards fireandmove lists them")]
    NoNation {
        /// The requested name.
        name: String,
        /// The closest match.
        near: String,
    },
    /// No such ground.
    #[error("there is no ground \"{0}\"; expected {all}", all = FIELDS.join(", "))]
    NoGround(String),
    /// Too few points to buy anything, or too many.
    #[error("a side needs {least} to {most} points, not {0}", least = POINTS.start(), most = POINTS.end())]
    Points(u16),
}

/// Generates a battle as scenario text.
///
/// # Errors
/// If the settings cannot be met.
pub fn generate(order: &Order, tables: &Tables) -> Result<String, CannotMake> {
    if !POINTS.contains(&order.points) {
        return Err(CannotMake::Points(order.points));
    }
    let found = order.nations.each_ref().map(|key| {
        let known: Vec<&str> = nations().iter().map(|nation| nation.key.as_str()).collect();
        let key = key.trim().to_lowercase();
        nation(&key).ok_or_else(|| CannotMake::NoNation { near: suggestion(&key, &known), name: key })
    });
    let [first, second] = found;
    let sides = [first?, second?];
    let field = FIELDS
        .iter()
        .position(|field| *field == order.ground)
        .ok_or_else(|| CannotMake::NoGround(order.ground.clone()))?;
    let mut dice = Dice::seeded(order.seed, 0);
    let ground = Ground::draw(field, &mut dice);
    let forces = sides.map(|nation| Shop { nation, tables, order }.buy(&mut dice));
    let rules = if order.night {
        "night = true\nrules = [\"flares\", \"flashes\"]\n"
    } else {
        "rules = [\"passengers\"]\n"
    };
    let head_start = chances::head_start(sides).filter(|_| !order.alike);
    let helped = match head_start {
        Some((side, cards)) => {
            format!("attacker = \"{}\"\nhead-start = {cards}\n", ["first", "second"][side])
        }
        None => String::new(),
    };
    let told = match head_start {
        _ if order.alike => String::new(),
        Some((side, cards)) => {
            let many = if cards == 1 { "one more Movement card" } else { "two more Movement cards" };
            format!(" {}: {many} at the start, to even the chances (96.2).", sides[side].name)
        }
        None => String::new(),
    };
    let measured = match order.alike {
        true => String::new(),
        false => {
            let won = chances::won();
            format!(" Between normal computers the side that moves first won {won}% of such battles.")
        }
    };
    let mut text = format!(
        "# Made by \"standto forge fireandmove\", seed {}.\nformat = 1\nruleset = \
         \"fireandmove\"\ntitle = \"{} against {}\"\nturns = 10\n{rules}{helped}briefing = \"\"\"\nTwo \
         platoons meet, each bought for up to {} points: {} against {}. The middle of the board is \
         worth 3 points at the end, each side's own end 1. A side that loses more than half of its \
         men breaks.{told}{measured}\"\"\"\n",
        order.seed, sides[0].name, sides[1].name, order.points, forces[0].points, forces[1].points,
    );
    text += &ground.text();
    for (side, (nation, force)) in sides.iter().zip(&forces).enumerate() {
        let key = ["first", "second"][side];
        let _ = write!(
            text,
            "\n[[side]]\nkey = \"{key}\"\nname = \"{}\"\nnation = \"{}\"\nbreaking = {}\n",
            nation.name,
            nation.key,
            force.men() / 2 + 1
        );
        for (at, group) in ground.places(side, force.groups.len()).into_iter().zip(&force.groups) {
            let front = ["n", "s"][side];
            let _ = write!(text, "\n[[side.group]]\nat = \"{at}\"\nfront = \"{front}\"\n");
            if let Some(vehicle) = &group.vehicle {
                let _ = writeln!(text, "vehicle = \"{vehicle}\"");
            }
            if !group.figures.is_empty() {
                let figures: Vec<String> =
                    group.figures.iter().map(|figure| format!("\"{figure}\"")).collect();
                let _ = writeln!(text, "figures = [{}]", figures.join(", "));
            }
        }
    }
    Ok(text)
}
