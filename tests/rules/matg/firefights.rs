//! Looking ahead in a firefight: hard and expert join friends who are already firing at a lone enemy more readily.

use standto::dice::Dice;
use standto::game::{Level, Opponent};
use standto::rules::matg::Position;
use standto::rules::matg::state::choice::Choice;

use super::opponent::{drawn, posture_phase, seen, stand, tag};

/// What the Germans expect to gain by moving their second tank, hidden behind a wood, while their first is on this square
/// and a Soviet tank in the open.
fn eagerness(first_at: &str, level: Level) -> f64 {
    let wood: Vec<String> = (6..=18).map(|x| format!("{x:02}08")).collect();
    let wood: Vec<&str> = wood.iter().map(String::as_str).collect();
    let tanks = [first_at, "1206"].map(|at| stand("Panzer IV F2-H (7.5cm)", at)).concat();
    let position = posture_phase(drawn(&wood, &tanks, &stand("T-34c", "1218")));
    let opinion = Position::weigh(&seen(&position), level.steady(), &mut Dice::seeded(1, 0));
    let moves = |choice: &Choice| matches!(choice, Choice::Group(_, lead) if *lead == tag("G2"));
    let option = opinion.options.iter().find(|option| moves(&option.choice));
    option.unwrap_or_else(|| panic!("{level:?}: it stays")).score()
}

#[test]
fn hard_and_expert_join_a_firefight_more_readily_than_normal() {
    // On 1910 the first tank is in the firefight; on 1606 the wood hides it too.
    let drawn_in = |level: Level| eagerness("1910", level) - eagerness("1606", level);
    let normal = drawn_in(Level::Normal);
    for level in [Level::Hard, Level::Expert] {
        assert!(drawn_in(level) > normal + 1.0, "{level:?}: {} and {normal}", drawn_in(level));
    }
}
