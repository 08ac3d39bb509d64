//! The reasons of the computer players: they belong to the choice, add up, and depend only on what the side sees.

use std::fmt::Debug;
use std::sync::Arc;

use standto::dice::Dice;
use standto::game::{Level, Log, Opinion, Opponent, Rules, Seen};
use standto::rules::fireandmove::Choice;
use standto::rules::{aslsk, fireandmove, matg, panzertruppe};

/// Plays so many actions of a game, and asks for the reasons of each in two worlds that look alike. Returns those of
/// the easy level.
fn check<R: Opponent>(mut position: R, actions: u64) -> Vec<Opinion<R::Choice>>
where
    R::Choice: PartialEq + Debug,
{
    let (mut weighed, mut easy) = (0, Vec::new());
    for action in 0..actions {
        let Some(decision) = position.decision() else { break };
        let side = decision.side;
        let seen = Seen::by(side, &position, &mut Dice::seeded(1, action));
        let other = position.seen_by(side, &mut Dice::seeded(2, action));
        let alike = Seen::by(side, &other, &mut Dice::seeded(1, action));
        for level in [Level::Easy, Level::Normal, Level::Hard, Level::Expert] {
            let manner = level.steady();
            let dice = || Dice::seeded(3, action);
            let opinion = R::weigh(&seen, manner, &mut dice());
            assert_eq!(opinion, R::weigh(&alike, manner, &mut dice()), "{level:?}, action {action}");
            assert_eq!(R::search(&seen, level), R::search(&alike, level), "{level:?}, action {action}");
            assert_eq!(opinion.choice, R::think(&seen, manner, &mut dice()), "action {action}");
            for option in &opinion.options {
                assert!(position.check(&option.choice).is_ok(), "{:?}", option.choice);
                assert!(option.score().is_finite());
            }
            weighed += usize::from(opinion.options.len() > 1);
            if level == Level::Easy {
                easy.push(opinion);
            }
        }
        let choice = R::think(&seen, Level::Normal.steady(), &mut Dice::seeded(3, action));
        position.apply(&choice, &mut Dice::seeded(4, action), &mut Log::off()).expect("dice enough");
    }
    assert!(weighed > 100, "{weighed} decisions with options");
    easy
}

/// What completes an action, which has a task of its own.
const COMPLETES: [&str; 4] = ["Done", "Fire", "HE", "roll all declared shots"];

/// Plays so many actions of a battle, each of which must have a task unless it only completes one. Returns the kinds of
/// decision with several options.
fn tasks<R: Opponent>(mut position: R, actions: u64) -> Vec<&'static str> {
    let mut weighed = Vec::new();
    for action in 0..actions {
        let Some(decision) = position.decision() else { break };
        let seen = Seen::by(decision.side, &position, &mut Dice::seeded(1, action));
        let opinion = R::weigh(&seen, Level::Normal.steady(), &mut Dice::seeded(3, action));
        let label = position.describe(&opinion.choice).label;
        let forced = position.choices().len() < 2;
        let completes = COMPLETES.contains(&label.as_str());
        assert!(forced || completes || !opinion.task.is_empty(), "{} {label}", decision.kind);
        if opinion.options.len() > 1 && !weighed.contains(&decision.kind) {
            weighed.push(decision.kind);
        }
        position.apply(&opinion.choice, &mut Dice::seeded(4, action), &mut Log::off()).expect("dice enough");
    }
    weighed
}

#[test]
fn every_action_in_micro_armour_has_a_task() {
    for text in [
        include_str!("../scenarios/artillery.toml"),
        include_str!("../scenarios/landings.toml"),
        include_str!("../scenarios/works.toml"),
    ] {
        let (battle, _) = matg::scenario::read("battle", text).expect("a scenario");
        tasks(matg::Position::new(Arc::new(battle)), 1500);
    }
}

#[test]
fn every_action_in_panzertruppe_has_a_task_and_headings_and_air_attacks_are_weighed() {
    let text = include_str!("../scenarios/panzertruppe-everything.toml");
    let (battle, _) = panzertruppe::scenario::read("battle", text).expect("a scenario");
    let weighed = tasks(panzertruppe::Position::new(Arc::new(battle)), 3000);
    for kind in ["hull", "turret", "air-target", "air-approach"] {
        assert!(weighed.contains(&kind), "{kind}: {weighed:?}");
    }
}

#[test]
fn every_action_in_fire_and_move_has_a_task() {
    let text = include_str!("../../scenarios/fireandmove/river-crossing.toml");
    let (position, _) = fireandmove::scenario::read("battle", text).expect("a scenario");
    tasks(position, 1500);
}

#[test]
fn every_action_in_asl_starter_kit_has_a_task() {
    for text in [
        include_str!("../../scenarios/aslsk/s09-ambitious-assault.toml"),
        include_str!("../../scenarios/aslsk/s14-88s-at-zon.toml"),
    ] {
        let (position, _) = aslsk::scenario::read("battle", text).expect("a scenario");
        tasks(position, 1500);
    }
}

/// What the easy level chooses is the best of its options, by a term of its own where it guesses wrong.
fn check_easy<C: PartialEq + Debug>(opinions: &[Opinion<C>]) {
    let mut guessed = 0;
    for opinion in opinions {
        let (Some(chosen), Some(rejected)) = (opinion.of_choice(&opinion.choice), opinion.rejected()) else {
            continue;
        };
        assert!(chosen.score() >= rejected.score(), "{opinion:?}");
        guessed += usize::from(chosen.terms.iter().any(|term| term.label == "rough guess"));
    }
    assert!(guessed > 3, "{guessed} rough guesses");
}

#[test]
fn micro_armour_has_reasons_that_betray_nothing() {
    let text = include_str!("../../scenarios/matg/first-steps-3.toml");
    let (battle, _) = matg::scenario::read("first-steps-3", text).expect("a scenario");
    check(matg::Position::new(Arc::new(battle)), 300);
}

#[test]
fn panzertruppe_has_reasons_that_betray_nothing() {
    let text = include_str!("../../scenarios/panzertruppe/hedgerow-guns.toml");
    let (battle, _) = panzertruppe::scenario::read("hedgerow-guns", text).expect("a scenario");
    check_easy(&check(panzertruppe::Position::new(Arc::new(battle)), 300));
}

#[test]
fn fire_and_move_has_reasons_that_betray_nothing() {
    let text = include_str!("../../scenarios/fireandmove/village.toml");
    let (position, _) = fireandmove::scenario::read("village", text).expect("a scenario");
    check_easy(&check(position, 300));
}

/// Plays three hundred actions of a battle of Fire & Move as `chooses` wants.
fn village(mut chooses: impl FnMut(&Seen<fireandmove::Position>, u64) -> Choice) {
    let text = include_str!("../../scenarios/fireandmove/village.toml");
    let (mut position, _) = fireandmove::scenario::read("village", text).expect("a scenario");
    for action in 0..300 {
        let decision = position.decision().expect("a battle of eighteen turns");
        let seen = Seen::by(decision.side, &position, &mut Dice::seeded(1, action));
        let choice = chooses(&seen, action);
        position.apply(&choice, &mut Dice::seeded(4, action), &mut Log::off()).expect("dice enough");
    }
}

/// What a decision is about.
fn kind(seen: &Seen<fireandmove::Position>) -> &'static str {
    seen.decision().expect("a decision").kind
}

#[test]
fn fire_and_move_never_weighs_going_back_against_an_order() {
    let mut ordered = 0;
    village(|seen, action| {
        let opinion = Opponent::weigh(seen, Level::Hard.steady(), &mut Dice::seeded(3, action));
        if kind(seen) == "orders" && opinion.choice != Choice::Leave {
            assert!(opinion.options.iter().all(|option| option.choice != Choice::Leave), "action {action}");
            ordered += 1;
        }
        opinion.choice
    });
    assert!(ordered > 10, "{ordered} orders");
}

#[test]
fn an_expert_of_fire_and_move_plays_out_every_step_of_a_march() {
    let mut steps = 0;
    village(|seen, action| {
        if kind(seen) == "march" {
            let played =
                |level| <fireandmove::Position as Opponent>::search(seen, level).map(|search| search.worlds);
            assert_eq!((played(Level::Hard), played(Level::Expert)), (None, Some(16)), "action {action}");
            steps += 1;
        }
        Opponent::think(seen, Level::Normal.steady(), &mut Dice::seeded(3, action))
    });
    assert!(steps > 10, "{steps} steps");
}

#[test]
fn asl_starter_kit_has_reasons_that_betray_nothing() {
    let text = include_str!("../../scenarios/aslsk/s14-88s-at-zon.toml");
    let (position, _) = aslsk::scenario::read("88s", text).expect("a scenario");
    check(position, 300);
}
