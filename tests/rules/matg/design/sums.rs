//! The arithmetic of the design chapter and of 12.1, from the book's own examples.

use standto::game::Side;
use standto::rules::matg::authoring::design::arithmetic::*;
use standto::rules::matg::command::break_point::*;
use standto::rules::matg::state::battle::ScenarioKind;

use standto::rules::matg::catalog::{self, Nation};
use standto::rules::matg::fire::charts::Concentration;
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::scenario;
use standto::rules::matg::state::battle::ScenarioKind::{
    DelayingAction, HastyAttack, MeetingEngagement, PreparedPosition, ReconnaissanceInForce,
};
use standto::rules::matg::works::laid::{Laid, Marker};

const ALL: [ScenarioKind; 5] =
    [MeetingEngagement, ReconnaissanceInForce, HastyAttack, PreparedPosition, DelayingAction];

// card: design: 1
#[test]
fn the_types_are_as_printed() {
    crate::cited::watch();
    assert_eq!(ALL.map(letter), ['A', 'B', 'C', 'D', 'E']);
    assert_eq!(ALL.map(turns), [10, 15, 15, 20, 20]);
    assert_eq!(ALL.map(force_ratio), [1, 1, 2, 3, 3]);
}

// card: design: 6, design: 4.1
/// The calculator printed with the alternate method: 900 points at cohesion 15 against 13.
#[test]
fn the_books_calculator_example() {
    crate::cited::watch();
    assert_eq!(cohesion_ratio(15, 13), 115);
    for (kind, defends, attacks) in [
        (MeetingEngagement, 1035, 1035),
        (ReconnaissanceInForce, 1035, 1035),
        (HastyAttack, 518, 2070),
        (PreparedPosition, 342, 3105),
        (DelayingAction, 342, 3105),
    ] {
        assert_eq!(budget(900, [15, 13], kind, false), defends, "{kind:?}");
        assert_eq!(budget(900, [15, 13], kind, true), attacks, "{kind:?}");
    }
}

// card: design: 5, design: 6
/// The design example: 1500 points less bids of 40 and 50, 16 against 15 in a hasty attack.
#[test]
fn the_design_example_gives_both_sides_their_points() {
    crate::cited::watch();
    assert_eq!(cohesion_ratio(16, 15), 107);
    assert_eq!(bids(1500, [40, 50]), ([1460, 1450], Some(false)), "the defender chooses");
    assert_eq!(bids(1000, [60, 60]), ([940, 940], None));
    assert_eq!(budget(1450, [16, 15], HastyAttack, false), 776);
    // 1460 to spend, 1449 spent, 11 unused.
    assert_eq!(1460 - 1449, 11);
    // Without the rounding between its steps the book's 1700 are 1697 (G-25).
    assert_eq!(balanced(776, [16, 15], [30, 35], HastyAttack), 1697);
}

/// Company by company, at the prices of the example's own list.
#[test]
fn the_design_example_adds_up() {
    let halftrack = 22;
    let battalion = (40 + halftrack) + (10 + 6) + 54 + 27 + (14 + halftrack);
    let company = 3 * (14 + halftrack) + (17 + halftrack) + (33 + halftrack);
    assert_eq!((battalion, company), (195, 202));
    let (tanks, engineers, mortars) = (4 * 72, 3 * (24 + halftrack), 2 * (71 + 10));
    // The book prints 198 for the engineers and adds it up so: 60 more than three of them cost (S-153).
    assert_eq!((tanks, engineers + 60, mortars), (288, 198, 162));
    let engineers = 198;
    assert_eq!(battalion + 3 * company, 801);
    assert_eq!(battalion + 3 * company + tanks + engineers + mortars, 1449);
    let (staff, company, heavy) = (24 * 2, 3 * 14 + 17, 3 * 15 + 109);
    assert_eq!((staff, company, heavy), (48, 59, 154));
    let (positions, mines) = (17 * 3, 15 * 4);
    assert_eq!(staff + 3 * company + heavy + positions + mines, 490);
    let (hunters, guns, flak) = (2 * 74, 2 * (49 + 6), 22 + 6);
    assert_eq!((hunters, guns, flak), (148, 110, 28));
    assert_eq!(490 + hunters + guns + flak, 776);
}

/// What the example buys at the prices of the weapons data, where the two lists agree.
#[test]
fn the_weapons_data_have_the_prices_of_the_example() {
    crate::cited::watch();
    let price = |nation, name| u32::from(catalog::find(nation, name).expect(name).points);
    let (us, germany) = (Nation::UnitedStates, Nation::Germany);
    assert_eq!(4 * price(us, "M4 Sherman"), 288);
    assert_eq!(2 * (price(us, "4.2\" Mortar [2]") + price(us, "Medium Truck, 2-3 Ton")), 162);
    assert_eq!(price(us, "57mm ATG"), 33);
    assert_eq!(price(us, "M21 MMC [1]"), 27);
    assert_eq!(2 * price(us, "Infantry HQ"), 40);
    assert_eq!(3 * price(germany, "Infantry Support") + price(germany, "120mm Mortar [2]"), 154);
    assert_eq!(2 * price(germany, "STuG III F-G"), 148);
    let marker = |what| Marker { cell: standto::board::Cell::new(0, 0), owner: Side::B, what }.price();
    let position = |row| marker(Laid::Position(row, standto::board::Compass::S));
    assert_eq!(2 * (price(germany, "75mm ATG PaK 40") + position(Terrain::MediumPosition)), 110);
    assert_eq!(price(germany, "20mm Quad AAG") + position(Terrain::MediumPosition), 28);
    assert_eq!(17 * position(Terrain::LightPosition), 51);
    assert_eq!(15 * marker(Laid::Mines(Some(Concentration::Standard))), 60);
}

// card: 12.1.2
#[test]
fn break_points_match_the_book() {
    crate::cited::watch();
    assert_eq!(break_point(51, 30), 107);
    assert_eq!(break_point(24, 35), 59);
    // 12.1.2: 32 stands, 3 HQs and a GHQ, 16 transports unarmed.
    assert_eq!(break_point(32 + 3 * 2 + 3, 35), 100);
}

// card: 12.1.2
/// The Germans of the design example, stand by stand, are 24; the American headquarters and a company are 9
/// and 10, because armed carriers count and the jeep does not.
#[test]
fn combat_points_are_counted_from_the_stands() {
    crate::cited::watch();
    let side = |key: &str, nation: &str, letter: &str, edge: &str, formations: &str| {
        format!(
            "[[side]]\nkey = '{key}'\nname = '{key}'\nletter = '{letter}'\nnation = '{nation}'\ncohesion = 15\n\
             edge = '{edge}'\ndepth = 4\n[[side.formation]]\nname = 'all'\n{formations}"
        )
    };
    let mut column = 0;
    let mut stand = |row: u8, name: &str, count: usize, more: &str| {
        let at: Vec<String> = (0..count)
            .map(|_| {
                column += 1;
                format!("'{column:02}{row:02}'")
            })
            .collect();
        format!(
            "[[side.formation.stand]]\ntype = '{name}'\ncount = {count}\nat = [{}]\n{more}\n",
            at.join(", ")
        )
    };
    let mut germans = stand(1, "Infantry HQ", 1, "role = 'GHQ'");
    for _ in 0..3 {
        germans +=
            &stand(1, "Infantry \u{27}44", 3, "").replace("'Infantry \u{27}44'", "\"Infantry \u{27}44\"");
        germans += &stand(1, "81mm Mortar [1]", 1, "");
    }
    germans += &stand(1, "Infantry Support", 3, "");
    germans += &stand(1, "120mm Mortar [2]", 1, "");
    germans += &stand(1, "STuG III F-G", 2, "");
    germans += &stand(1, "75mm ATG PaK 40", 2, "");
    germans += &stand(1, "20mm Quad AAG", 1, "");
    let mut americans = stand(30, "Infantry HQ", 1, "role = 'GHQ'");
    for (name, count) in [
        ("Halftrack \"Various Marks\"", 2 + 5),
        ("Infantry Support/MMG '42", 1 + 1),
        ("Armoured Infantry '44", 1 + 3),
        ("Jeep", 1),
        ("M8 HMC (75mm)", 1),
        ("M21 MMC [1]", 1),
        ("57mm ATG", 1),
    ] {
        let quoted = format!("'{name}'");
        americans += &stand(30, name, count, "").replace(&quoted, &format!("'''{name}'''"));
    }
    let text = format!(
        "format = 1\nruleset = 'matg'\ntitle = 't'\nturns = 15\ndate = '1944-08'\nkind = 'hasty-attack'\n\
         surface = 'mixed'\n[victory]\ndestroy-percent = 50\n[map]\nwidth = 60\nheight = 30\nterrain = '''\n{}'''\n{}{}",
        format!("{}\n", ".".repeat(60)).repeat(30),
        side("germans", "germany", "G", "S", &germans),
        side("americans", "united-states", "A", "N", &americans),
    );
    let (battle, _) = scenario::read("example.toml", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let counted = |side| battle.units.iter().filter(|unit| unit.side == side).map(combat_points).sum::<u32>();
    assert_eq!(counted(Side::A), 24);
    assert_eq!(counted(Side::B), 9 + 10);
}

// card: design: 3
#[test]
fn the_densities_are_as_printed() {
    crate::cited::watch();
    let of = |density: Density| (density.percent(2), density.percent(7), density.percent(12));
    assert_eq!(Density::ALL.map(of), [(4, 14, 24), (8, 28, 48), (14, 49, 84)]);
    // The example's board of 24 by 48 with a roll of seven, and that of 24 by 36 at a quarter.
    assert_eq!(covered(24 * 48, Density::Mixed.percent(7)), 322);
    assert_eq!(covered(24 * 36, 25), 216);
}

// card: design: 4
#[test]
fn a_two_foot_board_has_the_examples_base_points() {
    crate::cited::watch();
    assert_eq!(point_base(24), 1500);
}

fn plain() -> Situation {
    Situation {
        kind: HastyAttack,
        attacks: false,
        nation: Nation::Germany,
        date: (1943, 7),
        africa: false,
        island: false,
        marines: false,
        green: false,
        worn: false,
        faces_tanks: false,
    }
}

// card: 12.1.9
/// The fifteen lines of 12.1.9, one by one.
#[test]
fn every_listed_modifier_counts() {
    crate::cited::watch();
    let soviet = Situation { nation: Nation::SovietUnion, ..plain() };
    let japanese = Situation { nation: Nation::Japan, ..plain() };
    let american = Situation { nation: Nation::UnitedStates, ..plain() };
    for (line, force, level_of_it) in [
        (0, plain(), 35),
        (1, Situation { kind: PreparedPosition, ..plain() }, 40),
        (2, Situation { kind: MeetingEngagement, ..plain() }, 30),
        (3, Situation { kind: ReconnaissanceInForce, attacks: true, ..plain() }, 30),
        (4, Situation { worn: true, ..plain() }, 25),
        (5, Situation { green: true, attacks: true, ..plain() }, 25),
        (6, Situation { faces_tanks: true, date: (1940, 5), ..plain() }, 25),
        (7, Situation { africa: true, date: (1942, 11), ..american }, 30),
        (8, Situation { nation: Nation::Italy, attacks: true, ..plain() }, 30),
        (9, Situation { date: (1941, 8), attacks: true, ..soviet }, 25),
        (10, Situation { date: (1941, 11), ..soviet }, 40),
        (11, Situation { date: (1944, 6), attacks: true, ..soviet }, 40),
        (12, Situation { date: (1945, 4), attacks: true, ..soviet }, 45),
        (13, Situation { marines: true, ..american }, 45),
        (14, japanese, 45),
        (15, Situation { island: true, ..japanese }, 50),
    ] {
        assert_eq!(level(&force), level_of_it, "line {line}");
    }
}

// card: 12.1.9
#[test]
fn inapplicable_modifiers_do_not_count() {
    crate::cited::watch();
    let soviet = Situation { nation: Nation::SovietUnion, ..plain() };
    for force in [
        Situation { green: true, ..plain() },
        Situation { faces_tanks: true, ..plain() },
        Situation { kind: PreparedPosition, attacks: true, ..plain() },
        Situation { kind: ReconnaissanceInForce, ..plain() },
        Situation { marines: true, ..plain() },
        Situation { date: (1941, 10), ..soviet },
        Situation { nation: Nation::Italy, ..plain() },
    ] {
        assert_eq!(level(&force), 35, "{force:?}");
    }
}
