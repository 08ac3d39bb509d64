//! 12.1: how break points are calculated, a deck for each GHQ, and which cards are secret.

use std::sync::Arc;

use standto::dice::Dice;
use standto::game::laws::check_alike;
use standto::game::{Event, Log, Rules, Side};
use standto::rules::matg::command::{cohesion, determination};
use standto::rules::matg::state::choice::Choice;
use standto::rules::matg::{Position, scenario};

fn force(name: &str, role: &str, row: u8, count: usize, more: &str) -> String {
    let cells: Vec<String> = (0..count).map(|n| format!("\"{:02}{row:02}\"", n + 2)).collect();
    format!(
        "[[side.formation]]\nname = \"{name}\"\n[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"{role}\"\n\
         at = \"01{row:02}\"\n[[side.formation.stand]]\ntype = \"Infantry '44\"\ncount = {count}\nat = [{}]\n{more}",
        cells.join(", ")
    )
}

fn opening(german: &str, keys: &str) -> Position {
    crate::cited::watch();
    let enemy = "[[side.formation]]\nname = \"x\"\n[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ+0\"\n\
                 at = \"0140\"\n[[side.formation.stand]]\ntype = \"T-34c\"\ncount = 2\nat = [\"0520\", \"0620\"]\n";
    let row = ".".repeat(40);
    let map = vec![row; 40].join("\n");
    let side = |key: &str, letter: &str, nation: &str, edge: &str| {
        format!(
            "[[side]]\nkey = \"{key}\"\nname = \"{key}\"\nletter = \"{letter}\"\nnation = \"{nation}\"\n\
             cohesion = 13\nedge = \"{edge}\"\ndepth = 30\n"
        )
    };
    let text = format!(
        "format = 1\nruleset = \"matg\"\ntitle = \"x\"\nturns = 9\ndate = \"1944-06\"\nkind = \"hasty-attack\"\n\
         options = [\"determination\"]\nsighting = 20\n[victory]\ndestroy-percent = 100\n[map]\nwidth = 40\n\
         height = 40\nterrain = '''\n{map}\n'''\n{}{keys}{german}{}{enemy}",
        side("germans", "G", "germany", "S"),
        side("soviets", "S", "soviet-union", "N"),
    );
    let (battle, _) = scenario::read("x", &text).unwrap_or_else(|error| panic!("{error}"));
    Position::new(Arc::new(battle))
}

/// The example of the rule: 32 stands, 3 HQs and a GHQ break at 100; 16 unarmed transports do not count.
// card: rules: 12.1.2
#[test]
fn the_break_point_of_the_example() {
    let hqs = "[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"HQ\"\ncount = 3\n\
               at = [\"0202\", \"0302\", \"0402\"]\n[[side.formation.stand]]\ntype = \"Opel Blitz Md Truck\"\ncount = 16\n";
    let cells: Vec<String> = (1..=16).map(|n| format!("\"{n:02}04\"")).collect();
    let german = force("a", "GHQ+0", 1, 32, &format!("{hqs}at = [{}]\n", cells.join(", ")));
    let position = opening(&german, "");
    assert_eq!(position.battle.break_points[0], [100]);
}

/// A side gives the share of its losses, or the break point itself.
// card: rules: 12.1.2, 12.1.9
#[test]
fn a_scenario_may_set_break_points() {
    let german = force("a", "GHQ+0", 1, 9, "");
    // Nine stands and a GHQ are 12: 0.35 and 0.7 of it, times 7.
    for (keys, point) in [("", 29), ("determination = 70\n", 59), ("break-points = [44]\n", 44)] {
        assert_eq!(opening(&german, keys).battle.break_points[0], [point], "{keys}");
    }
}

/// Each GHQ has a deck and a break point of its own.
// card: rules: 12.1.1, 12.1.6, 12.1.3
#[test]
fn each_force_draws_from_its_own_deck() {
    let german = force("a", "GHQ+0", 1, 9, "") + &force("b", "GHQ+0", 2, 19, "");
    let mut position = opening(&german, "");
    assert_eq!(position.battle.break_points[0], [29, 54]); // 12 and 22 points
    let second = position.battle.find("G12".parse().unwrap()).unwrap();
    cohesion::eliminate(&mut position, second, &mut Log::off());
    settle(&mut position);
    let count = |force| position.command.hand_of(Side::A, force).unwrap().count();
    assert_eq!((count(0), count(1)), (0, 1));
}

/// Draws the cards that are due: any choice of the position does.
fn settle(position: &mut Position) {
    position.apply(&Choice::Ready, &mut Dice::seeded(3, 0), &mut Log::off()).unwrap();
}

/// The enemy knows the number of cards, but not which they are.
// card: rules: 12.1.3
#[test]
fn the_cards_are_secret() {
    let drawn = |seed| {
        let mut position = opening(&force("a", "GHQ+0", 1, 9, ""), "");
        let lost = position.battle.find("G3".parse().unwrap()).unwrap();
        cohesion::eliminate(&mut position, lost, &mut Log::off());
        let mut log = Log::on();
        position.apply(&Choice::Ready, &mut Dice::seeded(seed, 0), &mut log).unwrap();
        let told = log.events().into_iter().filter(|event| event.rule == "12.1.3").collect::<Vec<_>>();
        assert!(told.len() == 1 && told[0].only == Some(Side::A));
        position
    };
    let (one, other) = (drawn(1), drawn(2));
    assert_ne!(
        one.command.hand_of(Side::A, 0),
        other.command.hand_of(Side::A, 0),
        "the seeds draw different cards"
    );
    check_alike(&one, &other, Side::B).unwrap();
    assert_ne!(one.view(Side::A), other.view(Side::A), "their owner sees them");
}

/// The cards that the enemy imagines never break a force that has not broken.
// card: rules: 12.1.3
#[test]
fn redealt_cards_do_not_break_an_unbroken_force() {
    let mut position = opening(&force("a", "GHQ+0", 1, 9, ""), "break-points = [9]\n");
    for tag in ["G3", "G4"] {
        let lost = position.battle.find(tag.parse().unwrap()).unwrap();
        cohesion::eliminate(&mut position, lost, &mut Log::off());
    }
    // Two aces.
    position.apply(&Choice::Ready, &mut Dice::taped(&[1, 1]), &mut Log::off()).unwrap();
    determination::break_forces(
        &position.battle,
        &position.now,
        &mut position.command,
        &mut position.air,
        &mut Log::off(),
    );
    assert_eq!(position.command.hand_of(Side::A, 0).unwrap().value(), 2);
    for seed in 0..50 {
        let seen = position.seen_by(Side::B, &mut Dice::seeded(seed, 0));
        assert!(seen.command.hand_of(Side::A, 0).unwrap().value() <= 9);
    }
}

/// If the cards of this turn do not exceed the break point, the enemy imagines none that do: it would have
/// seen them.
// card: rules: 12.1.3
#[test]
fn redealt_cards_stay_within_the_break_point() {
    let position = with_cards(&[1, 1]);
    for seed in 0..50 {
        let seen = position.seen_by(Side::B, &mut Dice::seeded(seed, 0));
        assert!(seen.command.hand_of(Side::A, 0).unwrap().value() <= 9);
    }
}

/// A force that breaks at more than 9 and has lost one stand for each card, drawn by these places in the
/// deck.
fn with_cards(places: &[u8]) -> Position {
    let mut position = opening(&force("a", "GHQ+0", 1, 9, ""), "break-points = [9]\n");
    lose(&mut position, 2..2 + places.len(), places);
    position
}

/// Eliminates these Germans and draws their cards; returns the log.
fn lose(position: &mut Position, numbers: std::ops::Range<usize>, places: &[u8]) -> Vec<Event> {
    for number in numbers {
        let lost = position.battle.find(format!("G{number}").parse().unwrap()).unwrap();
        cohesion::eliminate(position, lost, &mut Log::off());
    }
    let mut log = Log::on();
    position.apply(&Choice::Ready, &mut Dice::taped(places), &mut log).unwrap();
    log.events().into_iter().filter(|event| event.text.contains("cards") || event.rule == "12.1.3").collect()
}

/// A force shows its cards as soon as they exceed its break point, before it breaks next turn. The cards it
/// draws from then on are public too.
// card: rules: chart: force determination, 12.1.3
#[test]
fn cards_above_the_break_point_are_shown() {
    let header = |position: &Position| {
        let view = position.view(Side::B);
        view.sides[0].facts.iter().find(|fact| fact.starts_with("cards")).cloned().unwrap()
    };
    // An ace and a nine, 10 of 9; an ace and an eight are 9.
    let at_most = with_cards(&[1, 29]);
    assert_eq!(at_most.command.hand_of(Side::A, 0).unwrap().value(), 9);
    assert_eq!(header(&at_most), "cards 2?/9");
    let mut position = opening(&force("a", "GHQ+0", 1, 9, ""), "break-points = [9]\n");
    let told = lose(&mut position, 2..4, &[1, 35]);
    let told: Vec<(&str, bool)> =
        told.iter().map(|event| (event.text.as_str(), event.is_for(Side::B))).collect();
    assert_eq!(
        told,
        [
            ("the germans draw a card: ace. Total 1, break point 9", false),
            ("the germans draw a card: 9. Total 10, break point 9", false),
            ("the germans show their cards, above their break point: ace 9", true),
        ]
    );
    assert_eq!(position.command.hand_of(Side::A, 0).unwrap().broken, None);
    assert_eq!(header(&position), "cards 10/9");
    let seen = position.seen_by(Side::B, &mut Dice::seeded(4, 0));
    assert_eq!(seen.command.hand_of(Side::A, 0), position.command.hand_of(Side::A, 0));
    // The battle begins with it: a roll to keep fighting, and the initiative.
    let told = lose(&mut position, 4..5, &[1, 5, 1, 6]);
    assert!(told.len() == 1 && told[0].is_for(Side::B), "{told:?}");
}

/// Of two forces the broken one has a level 5 lower: at 13 an HQ can succeed its GHQ, at 8 no stand can.
// card: rules: 12.1.5, 12.1.6, 10.1.7
#[test]
fn a_successor_in_a_broken_force_uses_its_reduced_cohesion() {
    let hq = "[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"HQ\"\nat = [\"0103\"]\n";
    let german = force("a", "GHQ+0", 1, 9, "") + &force("b", "GHQ+0", 2, 9, hq);
    let asked = |broken: bool| {
        let mut position = opening(&german, "");
        position.command.hands[1].broken = broken.then_some(1);
        let ghq = position.battle.find("G11".parse().unwrap()).unwrap();
        cohesion::eliminate(&mut position, ghq, &mut Log::off());
        settle(&mut position);
        settle(&mut position);
        position.decision().unwrap().kind
    };
    assert_eq!(asked(false), "command");
    assert_ne!(asked(true), "command");
}
