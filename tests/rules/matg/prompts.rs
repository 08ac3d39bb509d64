//! The prompts of a game name the stands that they are about, and only to the side that decides.

use std::sync::Arc;

use standto::dice::Dice;
use standto::game::{Log, Rules, any_choice};
use standto::rules::matg::catalog::short_name;
use standto::rules::matg::turn::sequence::Frame;
use standto::rules::matg::{Position, scenario};

#[test]
fn prompts_name_the_stand_to_the_side_that_decides() {
    let text = include_str!("../../scenarios/skirmish.toml");
    let (battle, _) = scenario::read("skirmish.toml", text).expect("it reads");
    let start = Position::new(Arc::new(battle));
    let (mut moves, mut shots) = (0, 0);
    for seed in 0..6 {
        let (mut position, mut dice, mut pick) =
            (start.clone(), Dice::seeded(seed, 0), Dice::seeded(!seed, 0));
        while let Some(decision) = position.decision() {
            let prompt = position.view(decision.side).prompt;
            assert_eq!(position.view(decision.side.other()).prompt, "", "{prompt}");
            let about = match position.now.stack.last() {
                Some(Frame::Moving(mover)) => {
                    moves += 1;
                    Some(mover.stand)
                }
                Some(Frame::Reaction(reaction)) => reaction.draft.as_ref().map(|draft| {
                    shots += 1;
                    draft.target
                }),
                _ => None,
            };
            if let Some(id) = about {
                let name =
                    format!("{} {}", position.battle.tag(id), short_name(position.battle.unit(id).kind));
                assert!(prompt.contains(&name) && prompt.ends_with('.'), "{name}: {prompt}");
            }
            let choice = any_choice(&position, &mut pick);
            position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice never end");
            dice.forget();
        }
    }
    assert!(moves > 50 && shots > 5, "{moves} moves, {shots} shots out of turn");
}
