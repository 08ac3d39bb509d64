//! Tutorials: the computer gives the player what the lesson is about, whichever side the player takes.

use standto::dice::Dice;
use standto::game::{Level, Log, Opponent, Rules, Seen, Side};
use standto::rules::aslsk::state::Choice;
use standto::rules::aslsk::{Position, scenario};

const LESSONS: [&str; 3] = [
    include_str!("../../../scenarios/aslsk/steps-1-infantry.toml"),
    include_str!("../../../scenarios/aslsk/steps-2-weapons.toml"),
    include_str!("../../../scenarios/aslsk/steps-3-guns.toml"),
];

/// What a lesson waits for.
#[derive(Default)]
struct Met {
    /// The enemy moves in the LOS of the player, who is asked for First Fire.
    moves_in_los: bool,
    /// The enemy fires at a move of the player.
    first_fire: bool,
    /// The enemy fires in a fire phase.
    fires: bool,
    /// There is a CC.
    close_combat: bool,
}

/// A game of a lesson between the computer and a player of a level.
fn learn(text: &str, player: Side, own: Level, seed: u64) -> Met {
    let (mut position, _) = scenario::read("lesson", text).unwrap_or_else(|faulty| panic!("{faulty}"));
    let (mut dice, mut met) = (Dice::seeded(seed, 0), Met::default());
    while let Some(asked) = position.decision() {
        let level = if asked.side == player { own } else { Level::Normal };
        let seen = Seen::by(asked.side, &position, &mut dice);
        let choice = Position::think(&seen, level.steady(), &mut dice);
        let reacts = asked.kind == "first-fire";
        met.close_combat |= asked.kind == "combat";
        if asked.side == player {
            met.moves_in_los |= reacts;
        } else if matches!(choice, Choice::Fire(..)) {
            met.first_fire |= reacts;
            met.fires |= !reacts;
        }
        position.apply(&choice, &mut dice, &mut Log::off()).unwrap_or_else(|_| panic!("{choice}"));
        dice.forget();
    }
    met
}

#[test]
fn the_enemy_moves_in_the_players_los_and_fires_at_the_players_moves() {
    for (number, text) in (1..).zip(LESSONS) {
        for seed in 1..=12 {
            for own in [Level::Normal, Level::Statue] {
                let met = learn(text, Side::A, own, seed);
                assert!(
                    met.moves_in_los,
                    "lesson {number}, seed {seed}: the Germans are never asked for First Fire"
                );
                // Without fire there would be no rout and no rally in the first lesson.
                assert!(met.fires || number > 1, "lesson {number}, seed {seed}: the Americans never fire");
            }
            let met = learn(text, Side::B, Level::Normal, seed);
            assert!(met.first_fire, "lesson {number}, seed {seed}: the Germans never First Fire");
        }
    }
}

/// The first lesson explains CC: the Americans advance into one, whether the Germans stay where they are or not.
#[test]
fn most_games_of_the_first_lesson_come_to_close_combat() {
    for own in [Level::Normal, Level::Statue] {
        let fought = (1..=12).filter(|&seed| learn(LESSONS[0], Side::A, own, seed).close_combat).count();
        assert!(fought >= 7, "{own:?}: CC in {fought} of 12 games");
    }
}
