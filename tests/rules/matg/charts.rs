//! Every cell of the charts of Micro Armour: The Game - WWII, typed in again from the rulebook's rows.

// card: rules: chart: combat results, chart: range, chart: orders, chart: minefields, chart: terrain
// card: rules: chart: overrun, 8.7.2, 10.7.2

use crate::card;
use standto::rules::matg::Position;
use standto::rules::matg::catalog::Mode;
use standto::rules::matg::fire::charts::{self, CombatResult, Concentration};
use standto::rules::matg::ground::terrain::{Blocks, Cost, Ground, Quarters, Terrain, When};

/// The rulebook's rows without blank cells, each aligned to the right edge of the table; rows 3 to 0 are full
/// (G-2).
const COMBAT: &str = "
    19 S
    18 S S
    17 S S (S)
    16 S S (S) (S)
    15 S S (S) (S) D
    14 S (S) (S) D D
    13 S (S) D D D D
    12 S S (S) D D D D
    11 S S (S) D D D D E
    10 S S (S) (S) D D D E E
    9 S (S) D D D D E E E
    8 S (S) D D D D E E E E
    7 S S (S) D D D E E E E E
    6 S S (S) D D D D E E E E E
    5 S S (S) (S) D D D E E E E E E
    4 S (S) (S) D D D E E E E E E E
    3 (S) (S) D D D E E E E E E E E
    2 (S) D D D E E E E E E E E E
    1 D D D D E E E E E E E E E
    0 D D D E E E E E E E E E E
";

#[test]
fn combat_results() {
    crate::cited::watch();
    let mut rows = 0;
    for row in COMBAT.lines().filter(|row| !row.trim().is_empty()) {
        let mut words = row.split_whitespace();
        let die: i16 = words.next().unwrap().parse().unwrap();
        let results: Vec<&str> = words.collect();
        let first = 13 - results.len() as i16;
        for column in -3..=9 {
            let index = column + 3 - first;
            let printed = if index < 0 { "no effect" } else { results[index as usize] };
            let ours = charts::combat_result(column, die).symbol();
            assert_eq!(ours, printed, "die {die} on column {column:+}");
        }
        rows += 1;
    }
    assert_eq!(rows, 20);
}

#[test]
fn beyond_the_combat_table() {
    assert_eq!(charts::combat_result(-4, 0), CombatResult::None);
    assert_eq!(charts::combat_result(15, 17), CombatResult::SParens);
    assert_eq!(charts::combat_result(9, 20), CombatResult::None);
    assert_eq!(charts::combat_result(0, -3), CombatResult::E);
    assert_eq!(charts::suppressing(CombatResult::None), CombatResult::S);
    assert_eq!(charts::suppressing(CombatResult::D), CombatResult::D);
}

#[test]
fn range_effects() {
    crate::cited::watch();
    for (from, to, modifier) in
        [(0, 1, -1), (2, 5, 0), (6, 10, 1), (11, 15, 2), (16, 20, 3), (21, 25, 4), (26, 30, 5), (36, 40, 7)]
    {
        for inches in from..=to {
            assert_eq!(charts::range_modifier(inches), modifier, "{inches} inches");
        }
    }
    for (from, to, modifier) in [(0, 1, -1), (2, 8, 0), (9, 16, 1), (17, 24, 2), (25, 32, 3), (33, 40, 4)] {
        for inches in from..=to {
            assert_eq!(charts::dual_purpose_range_modifier(inches), modifier, "{inches} inches");
        }
    }
}

#[test]
fn movement_orders() {
    crate::cited::watch();
    let book = [
        (-1, 0),
        (2, 0),
        (3, 0),
        (4, 1),
        (5, 1),
        (6, 1),
        (7, 2),
        (8, 2),
        (9, 3),
        (10, 3),
        (11, 4),
        (12, 4),
        (13, 5),
        (15, 5),
    ];
    for (roll, orders) in book {
        assert_eq!(charts::movement_orders(roll), orders, "{roll}");
    }
}

#[test]
fn minefields() {
    crate::cited::watch();
    assert_eq!(charts::mine_column(Concentration::Hasty), -2);
    assert_eq!(charts::mine_column(Concentration::Standard), 1);
    assert_eq!(charts::mine_column(Concentration::Concentrated), 7);
}

/// The Terrain Effects Chart: tracked, wheeled, foot; personnel, others; when; line of sight; "++" for
/// concealing; "*" for a cost paid on leaving.
const TERRAIN: &str = "
    clear 1 2 1 | 0 0 always | open
    jungle 5 no 2 | 4 2 always | through ++
    woods 3 4 1 | 4 2 always | through ++
    grove 2 3 1 | 2 1 always | through ++
    marsh 5 no 1.5 | 4 2 always | open
    ford 4 6 3 | -1 -1 moving | open
    soft-sand 4 6 3 | -1 -1 moving | open
    mud 4 6 3 | -1 -1 moving | open
    gravel-plain 1 1.5 1 | 0 0 always | open
    broken-rock 2 5 1.5 | 0 0 always | open
    depression 2 4 1 | 4 2 always | through
    gentle-slope 1 2 1 | 0 0 always | ground ++
    steep-slope 3 no 2 | 1 1 always | ground
    crest +1 +3 +1 | 2 2 crest | ground
    bocage 4 no 2 | 4 2 always | through ++
    rough-1 1 3 1 | 2 1 always | personnel
    rough-2 2 5 1.5 | 4 2 always | personnel
    rough-3 4 7 3 | 6 4 always | through ++
    light-buildings 1 2 1 | 4 2 always | through ++
    medium-buildings 1 2 1 | 5 3 always | through ++
    heavy-buildings 1 2 1 | 6 4 always | through ++
    rubble 4 no 2 | 8 5 always | open
    good-road 0.5 0.5 1 | 0 0 always | open
    poor-road 1 1 1 | 0 0 always | open
    track 1 1.5 1 | 0 0 always | open
    smoke +1 +2 +1 | 3 3 smoke | through
    impact-zone +1 +3 +2 | 3 3 into | through
    light-improved-position 2 3 1 | 4 1 always | open ++
    medium-improved-position 2 4 1 | 5 2 always | open ++
    heavy-improved-position 3 no 2 | 7 3 always | open ++
    barbed-wire +3 no +2 | -1 -1 always | open
    minefield +1* +1* +1* | -2 -2 always | open
    anti-tank-ditch no no +2 | 4 0 always | open
    wreck +0 +1* +0 | 1 1 always | open
";

fn quarters(text: &str) -> Quarters {
    (text.parse::<f64>().unwrap() * 4.0) as Quarters
}

fn cost(text: &str) -> Cost {
    let text = text.trim_end_matches('*');
    match text.strip_prefix('+') {
        _ if text == "no" => Cost::No,
        Some(added) => Cost::Added(quarters(added)),
        None => Cost::Each(quarters(text)),
    }
}

#[test]
fn terrain_effects() {
    let mut rows = 0;
    for line in TERRAIN.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let parts: Vec<Vec<&str>> = line.split('|').map(|part| part.split_whitespace().collect()).collect();
        let [costs, effect, sight] = &parts[..] else { panic!("{line}") };
        let row = Terrain::named(costs[0]).unwrap_or_else(|| panic!("{line}")).row();
        assert_eq!(row.cost, [costs[1], costs[2], costs[3]].map(cost), "{line}");
        assert_eq!(row.leaving, costs.iter().any(|cost| cost.ends_with('*')), "{line}");
        assert_eq!(
            (row.personnel, row.others),
            (effect[0].parse().unwrap(), effect[1].parse().unwrap()),
            "{line}"
        );
        let when = match effect[2] {
            "always" => When::Always,
            "moving" => When::Moving,
            "crest" => When::Crest,
            "smoke" => When::Smoke,
            _ => When::Into,
        };
        assert_eq!(row.when, when, "{line}");
        let blocks = match sight[0] {
            "open" => Blocks::Open,
            "through" => Blocks::Through,
            "personnel" => Blocks::Personnel,
            _ => Blocks::Ground,
        };
        assert_eq!(row.blocks, blocks, "{line}");
        assert_eq!(row.concealing, sight.len() == 2, "{line}");
        rows += 1;
    }
    // The chart's row for ford, soft sand and mud is three rows here.
    assert_eq!(rows, 34);
}

#[test]
fn an_inch_of_each_terrain() {
    for line in TERRAIN.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let terrain = Terrain::named(words[0]).unwrap();
        let ground = Ground::CLEAR.with(terrain);
        for (mode, word, clear) in
            [(Mode::Tracked, words[1], 4), (Mode::Wheeled, words[2], 8), (Mode::Foot, words[3], 4)]
        {
            let printed = match cost(word) {
                Cost::No => None,
                Cost::Each(points) => Some(points),
                Cost::Added(_) if words[1..4].iter().any(|word| word.ends_with('*')) => Some(clear),
                Cost::Added(points) => Some(clear + points),
            };
            let found = if terrain.is_road() { ground.road_cost(mode) } else { ground.cost(mode) };
            assert_eq!(found, printed, "{line}: {mode}");
        }
    }
}

/// Overrun Prohibited Terrain: whether wheeled and tracked vehicles may overrun a stand in it.
const OVERRUN: [(&str, bool, bool); 18] = [
    ("jungle", false, false),
    ("marsh", false, false),
    ("soft-sand", false, false),
    ("mud", false, false),
    ("steep-slope", false, true),
    ("depression", false, true),
    ("crest", false, true),
    ("bocage", false, true),
    ("rough-2", false, true),
    ("medium-buildings", false, true),
    ("heavy-buildings", false, true),
    ("rubble", false, true),
    ("medium-improved-position", false, true),
    ("heavy-improved-position", false, false),
    ("anti-tank-ditch", false, false),
    ("clear", true, true),
    ("light-improved-position", true, true),
    ("light-buildings", true, true),
];

#[test]
fn overrun_prohibited_terrain() {
    // The target's square is a level above the others, so that a crest there falls off on all sides.
    let rows: Vec<&str> = (1..=12)
        .rev()
        .map(|row| if row == 2 { "....1..............." } else { "...................." })
        .collect();
    let levels = rows.join("\n");
    for (terrain, wheels, tracks) in OVERRUN {
        for (vehicle, may) in [("SdKfz 222 (2cm)", wheels), ("Panzer IV F2-H (7.5cm)", tracks)] {
            let not = if may { "" } else { "not " };
            let text = format!(
                "[[card]]\nname = \"{terrain}\"\nrules = [\"8.7.2\"]\nground = [\"0502 {terrain}\"]\n\
                 levels = \"\"\"\n{levels}\n\"\"\"\n\
                 stands.S1 = \"Infantry '43-'45 @ 0502 S fired\"\nstands.G1 = \"{vehicle} @ 0501 N move\"\n\
                 start = \"moving G1\"\nexpect = [\"{not}offered: overrun N\"]\n"
            );
            let cards = card::read(&text).unwrap();
            assert_eq!(card::play::<Position>(&cards[0]), Ok(()), "{vehicle} over infantry in {terrain}");
        }
    }
}
