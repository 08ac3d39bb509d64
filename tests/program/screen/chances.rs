//! Chances not worth a question, dangers to one's own side, retreats, and keys that have nothing to end.

use standto::game::Wanted;
use standto::game::view::PieceView;
use standto::game::{Act, Seat, Session, Side};

use super::asked::{introductory, shown};
use super::given::{STEPS, TANKS, begin, plays, until};
use super::plans::when;
use crate::desk::desk;
use crate::fake::{drawn, keys, kind, text, typed};

const STACKS: &str = "tests/scenarios/aslsk-stacks.toml";
const ROCKETS: &str = "tests/scenarios/aslsk-rockets.toml";

/// The chance of the best rally offered, if one is.
fn best_rally(session: &dyn Session) -> Option<f64> {
    session.decision().filter(|now| matches!(now.kind, "rally" | "self-rally"))?;
    let tries = session.choices().iter().filter(|choice| choice.act != Act::Pass);
    tries.map(|choice| session.preview(&choice.notation).unwrap().rolls[0].chance()).reduce(f64::max)
}

/// The last three lines of the screen.
fn prompt(screen: &str) -> String {
    let lines: Vec<&str> = screen.lines().collect();
    lines[lines.len() - 3..].join("\n")
}

#[test]
fn a_rally_without_a_chance_is_left_by_enter_which_names_it() {
    let hopeless = |session: &dyn Session| best_rally(session).is_some_and(|chance| chance < 0.05);
    let found = when(STEPS, hopeless, |app| {
        let (before, asked) = (plays(app), kind(app));
        let screen = text(&drawn(app, 80, 24));
        assert!(prompt(&screen).contains(&format!("end {asked}, not tried: ")), "{screen}");
        keys(app, "Enter");
        assert!(plays(app) > before);
        assert!(
            app.session().unwrap().log().iter().all(|line| line.play < before || line.event.rule != "3.1f")
        );
    });
    assert!(found, "no broken unit is ever without a chance");
}

#[test]
fn the_best_rally_is_highlighted_and_not_given_up_without_a_question() {
    let good = |session: &dyn Session| best_rally(session).is_some_and(|chance| chance >= 0.35);
    let found = when(STEPS, good, |app| {
        let best = best_rally(app.session().unwrap()).unwrap();
        let (before, screen) = (plays(app), text(&drawn(app, 80, 24)));
        assert!(prompt(&screen).contains(&format!("{:.0}%", best * 100.0)), "{best}: {screen}");
        let screen = typed(app, "p");
        assert_eq!(plays(app), before, "{screen}");
        assert!(screen.contains("Rally not tried: "), "{screen}");
        keys(app, "p");
        assert!(plays(app) > before, "the same key confirms");
    });
    assert!(found, "no broken unit ever has a good chance");
}

#[test]
fn transfers_are_one_list_with_the_likely_ones_first_and_enter_ends_them() {
    let given = |session: &dyn Session, taker: &str| {
        session.choices().iter().any(|choice| choice.verb == "give" && choice.label.contains(taker))
    };
    let both = |session: &dyn Session| given(session, "to 8-1") && given(session, "to 4-6-7");
    let found = when(STACKS, both, |app| {
        let screen = typed(app, "Space");
        let row = |named: &str| screen.lines().position(|line| line.contains(named));
        assert!(row("end transfer").is_some() && row("end transfer") < row(" to 4-6-7"), "{screen}");
        assert!(row(" to 4-6-7") < row(" to 8-1"), "the leader comes last: {screen}");
        keys(app, "Esc");
        let screen = text(&drawn(app, 80, 24));
        assert!(prompt(&screen).contains("> end transfer"), "{screen}");
        let before = plays(app);
        keys(app, "Enter");
        assert!(plays(app) > before);
        let log = app.session().unwrap().log();
        assert!(!log.iter().any(|line| line.play >= before && line.event.rule == "3.1d"), "nothing is given");
    });
    assert!(found, "no weapon can ever be given to both");
}

#[test]
fn backblast_is_told_and_asked_about_before_a_rocket_is_fired_from_a_building() {
    let inside = |session: &dyn Session| {
        session.decision().is_some_and(|now| now.kind == "shot")
            && session.choices().iter().any(|choice| choice.verb == "shield")
    };
    let found = when(ROCKETS, inside, |app| {
        let (before, screen) = (plays(app), text(&drawn(app, 80, 24)));
        assert!(prompt(&screen).contains("avoid Backblast (+2 TH), or fire."), "{screen}");
        let screen = typed(app, "f");
        assert_eq!(plays(app), before, "{screen}");
        assert!(screen.contains("Backblast: IFT 1 on your units in "), "{screen}");
        keys(app, "f");
        assert!(plays(app) > before, "the same key confirms");
    });
    assert!(found, "no rocket is ever fired from a building");
}

#[test]
fn a_retreating_unit_marches_home_by_one_key() {
    let retreats = |piece: &PieceView| piece.states.iter().any(|state| state.word == "retreating");
    let begins = |session: &dyn Session| {
        let view = session.view(Side::A);
        let piece = |id| view.pieces.iter().find(|piece| piece.id == id).unwrap();
        let homeward = |id| {
            let routes = session.aids().routes(&[id]);
            routes.is_some_and(|routes| routes.goal().is_some_and(|goal| !routes.plan(goal).legs.is_empty()))
        };
        session.decision().is_some_and(|now| now.kind == "move" && now.side == Side::A)
            && session.choices().iter().filter(|choice| choice.act == Act::Begin).take(1).any(|choice| {
                let id = choice.piece().unwrap();
                retreats(piece(id)) && homeward(id)
            })
    };
    let found = when(TANKS, begins, |app| {
        let leaves = |app: &standto::tui::App| {
            let view = app.session().unwrap().view(Side::A);
            view.pieces
                .iter()
                .filter(|piece| retreats(piece))
                .map(|piece| (piece.id, piece.cell))
                .collect::<Vec<_>>()
        };
        let (before, from) = (plays(app), leaves(app));
        let screen = text(&drawn(app, 80, 24));
        assert!(screen.contains("March: "), "{screen}");
        typed(app, "Enter");
        assert!(plays(app) > before + 1, "several steps");
        assert_ne!(leaves(app), from);
        assert!(!matches!(kind(app), "step" | "turret"), "nothing is left to decide for it: {screen}");
        keys(app, "u");
        assert_eq!((plays(app), leaves(app)), (before, from), "one undo");
    });
    assert!(found, "no platoon ever retreats");
}

#[test]
fn a_key_with_nothing_to_end_says_what_comes_first() {
    let folder = desk();
    shown(introductory(&folder), false, |app| {
        keys(app, "Enter Tab Enter");
        let before = plays(app);
        let screen = typed(app, "D");
        assert_eq!((plays(app), kind(app)), (before, "place"), "{screen}");
        assert!(screen.contains("Not yet. First: Choose a square for "), "{screen}");
    });
    let declared = |session: &dyn Session| {
        session.decision().is_some_and(|now| now.kind == "fire")
            && session.choices().iter().any(|choice| choice.act == Act::Commit)
            && !session.choices().iter().any(|choice| choice.act == Act::Pass)
    };
    let found = when(TANKS, declared, |app| {
        let before = plays(app);
        let screen = typed(app, "D");
        assert_eq!(plays(app), before, "{screen}");
        assert!(screen.contains("Not yet. First: roll all declared shots (R)."), "{screen}");
        let screen = typed(app, "d");
        assert_eq!(plays(app), before, "{screen}");
        assert!(screen.contains("Not yet. First: roll all declared shots (R)."), "{screen}");
    });
    assert!(found, "no shot is ever declared");
}

#[test]
fn enter_where_selected_units_cannot_go_does_not_end_their_move() {
    let folder = desk();
    let file = "scenarios/aslsk/s09-ambitious-assault.toml";
    let mut session = begin(&folder, file, 7, [Seat::Human; 2]);
    assert!(until(&mut *session, |session| {
        session.decision().is_some_and(|now| now.kind == "move" && now.side == Side::B)
    }));
    shown(session, false, |app| {
        keys(app, "a");
        let italian = app.session().unwrap().view(Side::B);
        let italian =
            italian.pieces.iter().find(|piece| piece.side == Side::A && piece.cell.is_some()).unwrap();
        let name = app.session().unwrap().view(Side::B).board.name(italian.cell.unwrap());
        let keyed: Vec<String> = name.chars().map(String::from).collect();
        let (before, screen) = (plays(app), typed(app, &format!("; {} Enter", keyed.join(" "))));
        assert!(screen.contains(&format!("No way to {name}. Selected: ")), "{screen}");
        let screen = typed(app, "Enter");
        assert_eq!((plays(app), kind(app)), (before, "move"), "{screen}");
        assert!(screen.contains(&format!("There is no way to {name} for them.")), "{screen}");
    });
}

#[test]
fn a_second_card_of_the_same_name_is_played_like_the_first() {
    let twins = |session: &dyn Session| {
        let side = session.decision().map(|now| now.side);
        let hand = side.and_then(|side| session.view(side).hand);
        let orders = session.decision().is_some_and(|now| now.kind == "orders");
        let fires = |name: &str| {
            session.aids().series().iter().any(|choice| choice.label.starts_with(&format!("{name} at ")))
        };
        let pair = |cards: &[standto::game::view::CardView]| {
            cards.windows(2).any(|two| two[0].name == two[1].name && fires(&two[0].name))
        };
        orders && hand.is_some_and(|hand| pair(&hand.cards))
    };
    let found = when("scenarios/fireandmove/crossroads.toml", twins, |app| {
        let side = app.session().unwrap().decision().unwrap().side;
        let cards = app.session().unwrap().view(side).hand.unwrap().cards;
        let fires: Vec<String> =
            app.session().unwrap().aids().series().iter().map(|choice| choice.label.clone()).collect();
        let named = |name: &str| fires.iter().any(|label| label.starts_with(&format!("{name} at ")));
        let second =
            (1..cards.len()).find(|&n| cards[n].name == cards[n - 1].name && named(&cards[n].name)).unwrap();
        let screen = typed(app, &format!("{}", (second + 1) % 10));
        assert!(!screen.contains("can't be played now"), "{screen}");
        assert!(screen.contains(&format!("> {} at ", cards[second].name)), "{screen}");
    });
    assert!(found, "no hand ever has two fire cards alike");
}

#[test]
fn a_group_without_a_move_card_says_why_it_cannot_march() {
    let stays = |session: &dyn Session| {
        let Some(now) = session.decision().filter(|now| now.kind == "turn") else { return false };
        let hand = session.view(now.side).hand.unwrap();
        let first = session
            .choices()
            .iter()
            .find(|choice| choice.act == Act::Begin)
            .and_then(|choice| choice.piece());
        hand.cards.len() > 2
            && !hand.cards.iter().any(|card| card.name.starts_with("Move"))
            && first.is_some_and(|piece| session.aids().routes(&[piece]).is_none())
    };
    let found = when("scenarios/fireandmove/crossroads.toml", stays, |app| {
        let screen = typed(app, "S-Up S-Up S-Right");
        assert!(prompt(&screen).contains("can't move now (no Move card in hand)."), "{screen}");
    });
    assert!(found, "every hand has a Move card");
}

#[test]
fn a_group_that_could_fire_marches_without_a_halt_at_a_distant_enemy() {
    let both = |session: &dyn Session| {
        let Some(now) = session.decision().filter(|now| now.kind == "turn") else { return false };
        let view = session.view(now.side);
        let cell = |id| view.pieces.iter().find(|piece| piece.id == id).and_then(|piece| piece.cell);
        let enemies =
            view.pieces.iter().filter(|piece| piece.side != now.side).filter_map(|piece| piece.cell);
        let enemies: Vec<_> = enemies.collect();
        let first = session
            .choices()
            .iter()
            .find(|choice| choice.act == Act::Begin)
            .and_then(|choice| choice.piece());
        let fires = session
            .aids()
            .attacks(&Wanted::of(0.5))
            .iter()
            .any(|attack| attack.firers.first().copied() == first);
        let far = |from| enemies.iter().all(|enemy| view.board.grid.steps(from, *enemy) > 8);
        fires && first.is_some_and(|id| session.aids().routes(&[id]).is_some() && cell(id).is_some_and(far))
    };
    let found = when("scenarios/fireandmove/village.toml", both, |app| {
        let before = plays(app);
        let screen = typed(app, "Down");
        assert!(prompt(&screen).contains("March: "), "{screen}");
        let screen = typed(app, "Enter");
        assert!(plays(app) > before, "{screen}");
        assert!(!screen.contains("is adjacent"), "{screen}");
    });
    assert!(found, "no group can march and fire");
}
