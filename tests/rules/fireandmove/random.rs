//! Whole random games, with every law of the seam at every position.

use standto::dice::Dice;
use standto::game::{Deck, Log, Rules, Seen, Side};
use standto::rules::fireandmove::Position;
use standto::rules::fireandmove::fire::volley;
use standto::rules::fireandmove::scenario;
use standto::simulate::check_random_game;

/// The battles that come with the program.
pub const BATTLES: [(&str, &str); 8] = [
    ("crossroads", include_str!("../../../scenarios/fireandmove/crossroads.toml")),
    ("river-crossing", include_str!("../../../scenarios/fireandmove/river-crossing.toml")),
    ("village", include_str!("../../../scenarios/fireandmove/village.toml")),
    ("jungle-track", include_str!("../../../scenarios/fireandmove/jungle-track.toml")),
    ("night-patrol", include_str!("../../../scenarios/fireandmove/night-patrol.toml")),
    ("the-chapel", include_str!("../../../scenarios/fireandmove/the-chapel.toml")),
    ("tanks-in-the-lane", include_str!("../../../scenarios/fireandmove/tanks-in-the-lane.toml")),
    ("company-attack", include_str!("../../../scenarios/fireandmove/company-attack.toml")),
];

pub fn battle(name: &str) -> Position {
    let (_, text) = BATTLES.iter().find(|(known, _)| *known == name).unwrap();
    match scenario::read(name, text) {
        Ok((position, warnings)) => {
            assert!(warnings.is_empty(), "{warnings:?}");
            position
        }
        Err(faulty) => panic!("{faulty}"),
    }
}

#[test]
fn every_battle_is_read() {
    for (name, _) in BATTLES {
        let position = battle(name);
        assert!(
            position.forces.groups_of(Side::A).count() >= 2
                && position.forces.groups_of(Side::B).count() >= 2,
            "{name}"
        );
    }
}

#[test]
fn random_games_obey_every_law() {
    for (name, _) in BATTLES {
        let initial = battle(name);
        for seed in 0..1 {
            let end = check_random_game(&initial, seed, 20_000).unwrap_or_else(|why| panic!("{name}: {why}"));
            cards_are_whole(&end, name);
        }
    }
}

/// Every optional rule at once, by night: riders, lorries, a pillbox, phosphorus.
const EVERYTHING: &str = include_str!("../../scenarios/fireandmove-everything.toml");

#[test]
fn games_with_every_optional_rule_keep_every_law() {
    let (initial, warnings) = scenario::read("everything", EVERYTHING).unwrap_or_else(|why| panic!("{why}"));
    assert!(warnings.is_empty());
    for seed in 0..standto_long(2) {
        let end =
            check_random_game(&initial, seed, 20_000).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        cards_are_whole(&end, "everything");
    }
}

/// This many games, or the number set in the environment.
fn standto_long(usual: u64) -> u64 {
    std::env::var("STANDTO_LONG")
        .ok()
        .and_then(|times| times.parse::<u64>().ok())
        .map_or(usual, |times| usual * times)
}

/// No card is lost or made: each player has his forty and the time check.
fn cards_are_whole(position: &Position, name: &str) {
    for (side, seat) in
        Side::BOTH.into_iter().flat_map(|side| position.hands.hands_of(side).map(move |s| (side, s)))
    {
        let mut all: Vec<_> = seat.deck.left().to_vec();
        for pile in [&seat.hand, &seat.played, &seat.buried] {
            all.extend(pile.iter().copied());
        }
        all.extend(seat.aside.iter().map(|(_, card)| *card));
        all.sort_unstable();
        let nation = &position.battle().sides[side.index()].nation;
        let whole =
            Deck::new(standto::rules::fireandmove::nations::nation(nation).unwrap().cards.iter().copied());
        assert_eq!(all, whole.left(), "{name}: the cards of the {nation}");
    }
}

#[test]
fn whoever_is_gone_is_gone_everywhere() {
    let mut dice = Dice::seeded(5, 0);
    let mut position = battle("village");
    for _ in 0..4_000 {
        if position.decision().is_none() {
            break;
        }
        let choice = standto::game::any_choice(&position, &mut dice);
        position.apply(&choice, &mut dice, &mut standto::game::Log::off()).unwrap();
        for (figure, id) in position.forces.figures.iter().zip(0..) {
            let within = position.forces.groups.iter().filter(|group| group.members.contains(&id)).count();
            let gone = figure.standing > standto::rules::fireandmove::state::Standing::Pinned;
            assert_eq!(within, usize::from(!gone), "figure {id} is in one group while it lives");
            if !gone {
                assert!(position.forces.group(figure.group).members.contains(&id));
            }
        }
    }
}

#[test]
fn a_seat_cannot_tell_what_the_other_holds() {
    for (name, _) in BATTLES {
        let mut dice = Dice::seeded(11, 0);
        let mut position = battle(name);
        for step in 0..120 {
            let Some(decision) = position.decision() else { break };
            let side = decision.side.other();
            // Another world: the enemy's hand, deck and buried cards dealt anew. It must look the same.
            let other = position.seen_by(side, &mut Dice::seeded(step, 7));
            assert_eq!(other.view(side), position.view(side), "{name}, step {step}");
            assert_eq!(other.decision(), position.decision(), "{name}, step {step}");
            let thoughts = [&position, &other].map(|world| Seen::by(side, world, &mut Dice::seeded(3, 0)));
            assert_eq!(
                thoughts[0], thoughts[1],
                "{name}, step {step}: what is seen does not depend on what is hidden"
            );
            let mut shadow = Dice::seeded(step, 0);
            let choice = standto::game::any_choice(&position, &mut shadow);
            position.apply(&choice, &mut dice, &mut standto::game::Log::off()).unwrap();
        }
    }
}

/// What is told depends on no hidden card: the same choice, with the same dice, in two positions that differ only in what the
/// enemy holds, buried and has left to draw. Where the enemy draws, he may draw what the other world has not.
#[test]
fn what_is_told_depends_on_no_hidden_card() {
    let mut compared = 0;
    for (name, _) in BATTLES {
        let mut dice = Dice::seeded(21, 0);
        let mut position = battle(name);
        for step in 0..160 {
            let Some(decision) = position.decision() else { break };
            let choice = standto::game::any_choice(&position, &mut Dice::seeded(step, 0));
            let draws = matches!(decision.kind, "deal" | "discards") || choice.to_string() == "end";
            for side in Side::BOTH.into_iter().filter(|_| !draws) {
                let other = position.seen_by(side, &mut Dice::seeded(step, 9));
                if other.check(&choice).is_err() {
                    continue; // the card is not in the other hand
                }
                let told = |world: &Position| {
                    let (mut after, mut log) = (world.clone(), Log::on());
                    after.apply(&choice, &mut Dice::seeded(step, 3), &mut log).unwrap();
                    let mut events = log.events();
                    events.retain(|event| event.is_for(side));
                    (events, after)
                };
                let [(here, after), (there, beside)] = [&position, &other].map(told);
                assert_eq!(here, there, "{name}, step {step}: {choice}");
                assert_eq!(after.view(side), beside.view(side), "{name}, step {step}: {choice}");
                assert_eq!(after.decision(), beside.decision(), "{name}, step {step}: {choice}");
                compared += 1;
            }
            position.apply(&choice, &mut dice, &mut standto::game::Log::off()).unwrap();
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn a_quick_look_at_fire_agrees_with_the_whole_volley() {
    use standto::rules::fireandmove::fire::strength::FireCard;
    use standto::rules::fireandmove::fire::volley::Manner;
    for (name, _) in BATTLES {
        let (mut position, mut dice) = (battle(name), Dice::seeded(8, 0));
        for _ in 0..150 {
            if position.decision().is_none() {
                break;
            }
            for group in position.forces.groups_of(Side::A).chain(position.forces.groups_of(Side::B)) {
                let from = position.forces.group(group).at;
                for enemy in position.forces.groups_of(position.forces.group(group).side.other()) {
                    let to = position.forces.group(enemy).at;
                    for (card, on_move) in FireCard::ALL.into_iter().zip([false, true, false]) {
                        let manner = Manner { on_move, ..Manner::default() };
                        let whole =
                            volley::volley(position.field(), &position.forces, group, card, from, to, manner)
                                .is_some();
                        assert_eq!(
                            volley::reaches(
                                position.field(),
                                &position.forces,
                                group,
                                card,
                                from,
                                to,
                                manner
                            ),
                            whole,
                            "{name}: {group} at {enemy}"
                        );
                    }
                }
            }
            let choice = standto::game::any_choice(&position, &mut dice);
            position.apply(&choice, &mut dice, &mut standto::game::Log::off()).unwrap();
        }
    }
}
