//! A player's costliest decisions: neither cancelled ones nor the mere order of acting.

use standto::book::Book;
use standto::dice::Dice;
use standto::game::journal::Header;
use standto::game::{Decision, Level, Log, Match, Opinion, Reasons, Seat, Seen, Session};
use standto::registry::{Ruleset, Visit};

use crate::battles::{battles, opening};

/// The actions of a battle that are looked at.
const ACTIONS: u64 = 250;

/// A game of two players that begins with a position, after these choices.
fn game<R: Book>(position: &R, text: &str, choices: &[&R::Choice]) -> Match<R> {
    let names = position.sides().map(|side| side.key);
    let seats = [(names[0].as_str(), Seat::Human), (names[1].as_str(), Seat::Human)];
    let header = Header::new(R::ID, "battle", "Battle", text, 5, seats);
    let mut game = Match::new(R::ID, position.clone(), header, None).expect("it begins");
    choices.iter().for_each(|choice| game.play(&choice.to_string()).expect("it is legal"));
    game
}

/// The actions that are told as costly, by number.
fn told<R: Book>(game: &Match<R>, decision: Decision) -> Vec<u32> {
    game.costly(decision.side, 9).iter().map(|reasons: &Reasons| reasons.play).collect()
}

fn opinion<R: Book>(position: &R, decision: Decision, action: u64) -> Opinion<R::Choice> {
    let seen = Seen::by(decision.side, position, &mut Dice::seeded(1, action));
    R::weigh(&seen, Level::Normal.steady(), &mut Dice::seeded(2, action))
}

/// Counts what `found` finds at the decisions of a battle that the computer plays.
fn counted<R: Book>(
    name: &str,
    text: &str,
    found: impl Fn(&R, Decision, &Opinion<R::Choice>) -> usize,
) -> usize {
    let mut position: R = opening(name, text);
    let mut count = 0;
    for action in 0..ACTIONS {
        let Some(decision) = position.decision() else { break };
        let opinion = opinion(&position, decision, action);
        count += found(&position, decision, &opinion);
        position.apply(&opinion.choice, &mut Dice::seeded(3, action), &mut Log::off()).expect("dice enough");
    }
    count
}

/// The choice that leads back to a position after a choice that rolls nothing.
fn way_back<R: Book>(position: &R, choice: &R::Choice) -> Option<R::Choice> {
    let after = |from: &R, choice: &R::Choice| {
        let mut after = from.clone();
        after.apply(choice, &mut Dice::taped(&[]), &mut Log::off()).is_ok().then_some(after)
    };
    let made = after(position, choice)?;
    made.choices().into_iter().find(|back| after(&made, back).is_some_and(|after| after == *position))
}

/// The costly options of a decision that can be cancelled at once. None is told then; made again, it is told once.
fn cancelled<R: Book>(text: &str, position: &R, decision: Decision, opinion: &Opinion<R::Choice>) -> usize {
    let costly = opinion.options.iter().rev().take(2).map(|option| &option.choice);
    let costly = costly.filter(|choice| told(&game(position, text, &[choice]), decision) == [1]);
    let back = costly.filter_map(|choice| Some((choice, way_back(position, choice)?)));
    back.map(|(choice, back)| {
        let once = game(position, text, &[choice, &back]);
        assert_eq!(told(&once, decision), [0; 0], "{}: {choice}, {back}", R::ID);
        let again = game(position, text, &[choice, &back, choice]);
        assert_eq!(told(&again, decision), [3], "{}: {choice}, {back}, {choice}", R::ID);
    })
    .count()
}

/// The costly options of a decision that let another unit act first, though the one that the computer would have taken
/// acts later in the same turn. None is told.
fn other_orders<R: Book>(
    text: &str,
    position: &R,
    decision: Decision,
    opinion: &Opinion<R::Choice>,
) -> usize {
    let better = &opinion.choice;
    let others = opinion.options.iter().map(|option| &option.choice);
    let others = others.filter(|other| *other != better && R::picks_unit(other) && R::picks_unit(better));
    others
        .filter(|other| {
            let mut game = game(position, text, &[other]);
            if told(&game, decision) != [1] {
                return false;
            }
            while let Some(next) = game.position().decision()
                && game.position().turn() == position.turn()
            {
                let choice = self::opinion(game.position(), next, 0).choice;
                game.play(&choice.to_string()).expect("it is legal");
                if choice == *better {
                    // It acts, and is not left at once.
                    let choice = self::opinion(game.position(), next, 0).choice;
                    game.play(&choice.to_string()).expect("it is legal");
                    assert!(!told(&game, decision).contains(&1), "{}: {other} before {better}", R::ID);
                    return true;
                }
            }
            false
        })
        .count()
}

/// Looks at the battles of a ruleset until one has costly options of a kind.
enum Look {
    Cancelled,
    OtherOrders,
}

impl Visit for Look {
    type Output = usize;

    fn visit<R: Book>(self) -> usize {
        let look = match self {
            Self::Cancelled => cancelled::<R>,
            Self::OtherOrders => other_orders::<R>,
        };
        let found = battles::<R>().into_iter().map(|(name, text)| {
            counted(&name, &text, |position: &R, decision, opinion| look(&text, position, decision, opinion))
        });
        found.into_iter().find(|&found| found > 0).unwrap_or_default()
    }
}

#[test]
fn a_cancelled_decision_is_not_told() {
    for ruleset in [Ruleset::Matg, Ruleset::Fireandmove] {
        assert!(ruleset.visit(Look::Cancelled) > 0, "{ruleset:?}: nothing costly can be cancelled");
    }
}

#[test]
fn the_order_of_acting_is_not_told() {
    assert!(Ruleset::Fireandmove.visit(Look::OtherOrders) > 0, "no group acted later");
}
