//! Looking ahead in a firefight: where losses decide, hard and expert join friends who are already firing at a lone enemy
//! more readily.

use standto::dice::Dice;
use standto::game::{Level, Opponent};
use standto::rules::matg::Position;
use standto::rules::matg::state::choice::Choice;

use super::opponent::{drawn_for, posture_phase, seen, stand, tag};

/// What the Germans expect to gain by moving their second tank, hidden behind a wood, while their first is on this square
/// and a Soviet tank in the open.
fn eagerness(victory: &str, first_at: &str, level: Level) -> f64 {
    let wood: Vec<String> = (6..=18).map(|x| format!("{x:02}08")).collect();
    let wood: Vec<&str> = wood.iter().map(String::as_str).collect();
    let tanks = [first_at, "1206"].map(|at| stand("Panzer IV F2-H (7.5cm)", at)).concat();
    let position = posture_phase(drawn_for(victory, &wood, &tanks, &stand("T-34c", "1218")));
    let opinion = Position::weigh(&seen(&position), level.steady(), &mut Dice::seeded(1, 0));
    let moves = |choice: &Choice| matches!(choice, Choice::Group(_, lead) if *lead == tag("G2"));
    let option = opinion.options.iter().find(|option| moves(&option.choice));
    option.unwrap_or_else(|| panic!("{level:?}: it stays")).score()
}

/// How much more eager the second tank is with the first in the firefight, on 1910, than with it hidden behind the wood, on
/// 1606.
fn drawn_in(victory: &str, level: Level) -> f64 {
    eagerness(victory, "1910", level) - eagerness(victory, "1606", level)
}

#[test]
fn hard_and_expert_join_a_firefight_more_readily_than_normal() {
    let losses = "[victory]\ndestroy-percent = 50\n";
    let normal = drawn_in(losses, Level::Normal);
    for level in [Level::Hard, Level::Expert] {
        assert!(
            drawn_in(losses, level) > normal + 1.0,
            "{level:?}: {} and {normal}",
            drawn_in(losses, level)
        );
    }
}

#[test]
fn where_ground_decides_they_weigh_a_firefight_as_normal_does() {
    let hold = |side: &str| format!("[[victory.aim]]\nside = \"{side}\"\nhold = \"the farm\"\n");
    let ground = format!(
        "[[victory.place]]\nname = \"the farm\"\nat = \"1212-1313\"\n{}{}",
        hold("germans"),
        hold("soviets")
    );
    let normal = drawn_in(&ground, Level::Normal);
    for level in [Level::Hard, Level::Expert] {
        assert!((drawn_in(&ground, level) - normal).abs() < 1e-9, "{level:?}");
    }
}
