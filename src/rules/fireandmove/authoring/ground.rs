//! Random features: fields, a road, woods, buildings and other cover, with borders between them.

use toml::{Table, Value};

use super::field::Field;
use super::{BORDERS, FEATURES, OBJECTIVES};
use crate::board::{Cell, Grid};
use crate::dice::Dice;
use crate::editor::growing::{patches, way};
use crate::editor::parts::Parts;
use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};

/// The cover of patches, with the word for its name.
const COVER: [(Ground, &str); 8] = [
    (Ground::Woods, "woods"),
    (Ground::Woods, "woods"),
    (Ground::Crops, "crops"),
    (Ground::Orchard, "orchard"),
    (Ground::Rubble, "broken ground"),
    (Ground::StoneBuilding, "stone house"),
    (Ground::WoodenBuilding, "barn"),
    (Ground::Hill, "hill"),
];

/// A feature.
fn feature(tag: char, name: String, ground: Ground) -> Table {
    Table::from_iter([
        ("tag".to_owned(), Value::String(tag.to_string())),
        ("name".to_owned(), Value::String(name)),
        ("ground".to_owned(), Value::String(ground.key().to_owned())),
    ])
}

/// The tags of features, in order.
pub(super) fn tags() -> impl Iterator<Item = char> {
    let more = (0x100..0x250).filter_map(char::from_u32).filter(|c| c.is_alphabetic());
    ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(more)
}

/// Replaces the features with random ones: six fields, a road, and cover on about that percentage of the map.
/// The features around the middle become the objective.
pub(super) fn generate(parts: &mut Parts<Field>, percent: usize, dice: &mut Dice) {
    let grid = parts.map.grid;
    let mut tags = tags();
    let mut features: Vec<Table> = Vec::new();
    let mut add = |name: String, ground: Ground, all: &mut Vec<Table>| {
        if let Some(tag) = tags.next() {
            all.push(feature(tag, name, ground));
        }
        all.len() - 1
    };
    for name in ["south-west", "south-east", "west", "east", "north-west", "north-east"] {
        add(format!("the {name} field"), Ground::Open, &mut features);
    }
    let (half, third) = (i16::from(grid.width) / 2, (i16::from(grid.height) / 3).max(1));
    let field_of = |cell: Cell| usize::from(cell.x >= half) + 2 * (cell.y / third).min(2) as usize;
    parts.map.features = grid.cells().map(field_of).collect();
    for (n, patch) in patches(dice, Grid::Square(grid), percent, 6, 24).into_iter().enumerate().take(60) {
        let (ground, word) = COVER[dice.below(COVER.len())];
        let number = add(format!("{word} {}", n + 1), ground, &mut features);
        parts.map.give(&patch, number);
    }
    let road = add("the road".to_owned(), Ground::Road, &mut features);
    let across = dice.below(2) == 0;
    parts.map.give(&way(dice, Grid::Square(grid), across), road);
    let borders = borders(parts, &features, dice);
    let middle = parts.map.at(Cell::new(half, i16::from(grid.height) / 2));
    let goal = features.get(middle).and_then(|feature| feature.get("tag")).cloned();
    let goal = goal
        .map(|tag| Table::from_iter([("feature".to_owned(), tag), ("points".to_owned(), Value::Integer(3))]));
    parts.plans.insert((None, FEATURES), features);
    parts.plans.insert((None, BORDERS), borders);
    parts.plans.insert((None, OBJECTIVES), goal.into_iter().collect());
}

/// A border for about every third pair of features that touch.
fn borders(parts: &Parts<Field>, features: &[Table], dice: &mut Dice) -> Vec<Table> {
    let kinds = [Border::Hedge, Border::Fence, Border::Bank, Border::Wall];
    let tag = |n: usize| features.get(n).and_then(|feature| feature.get("tag")).cloned();
    let mut borders = Vec::new();
    for (a, b) in parts.map.touching() {
        let kind = kinds[dice.below(kinds.len())];
        if dice.below(3) == 0
            && let Some((a, b)) = tag(a).zip(tag(b))
        {
            let kind = Value::String(kind.key().to_owned());
            borders.push(Table::from_iter([
                ("a".to_owned(), a),
                ("b".to_owned(), b),
                ("kind".to_owned(), kind),
            ]));
        }
    }
    borders
}
