//! The fire plan and the forms, by keys, in all four games.

use standto::game::fire_plan::{FirePlan, joint};
use standto::game::gesture::{THEN, Wanted};
use standto::game::journal::{DiceKind, Undo};
use standto::game::view::{MarkerKind, MarkerView, PieceId};
use standto::game::{Act, Seat, Session, Side};
use standto::library::{NewGame, Scenario};
use standto::tui::{App, Depth, MapLook, Options};

use super::asked::shown;
use super::colours::{look, styled};
use super::given::{plays, until};
use crate::desk::{Desk, desk};
use crate::fake::{drawn, keys, kind, settle, text, typed};

/// A battle of each game, and the decision at which its fire is planned.
const BATTLES: [(&str, &str); 4] = [
    ("tests/scenarios/skirmish.toml", "fire-target"),
    ("scenarios/panzertruppe/crossroads.toml", "fire"),
    ("scenarios/aslsk/s09-ambitious-assault.toml", "fire"),
    ("scenarios/fireandmove/village.toml", "turn"),
];

/// Two players at one keyboard who may undo rolls.
pub fn begin(folder: &Desk, file: &str, seed: u64, seats: [Seat; 2]) -> Box<dyn Session> {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let game = NewGame { seats, seed, dice: DiceKind::Seeded, undo: Some(Undo::Free) };
    folder.front().start(&Scenario::from_file(&file).unwrap(), &game).unwrap()
}

fn plan(session: &dyn Session) -> FirePlan {
    joint(&|wanted: &Wanted| session.aids().attacks(wanted), 0.5)
}

/// Plays at random until a fire plan of at least so many attacks is open at a decision of this kind.
fn at_fire(file: &str, kind: &str, attacks: usize, play: impl Fn(&mut App)) {
    for seed in 1..60 {
        let folder = desk();
        let mut session = begin(&folder, file, seed, [Seat::Human; 2]);
        let open = |session: &dyn Session| {
            session.decision().is_some_and(|now| now.kind == kind)
                && session.choices().iter().all(|choice| choice.act != Act::Hold)
                && plan(session).attacks.len() >= attacks
        };
        if until(&mut *session, open) && session.outcome().is_none() {
            return shown(session, false, |app| {
                closed(app);
                play(app);
            });
        }
    }
    panic!("{file}: no fire plan in any of these games");
}

pub fn closed(app: &mut App) -> String {
    let mut screen = settle(app);
    while screen.contains("Enter continues.") || screen.contains("ress Enter") {
        screen = typed(app, "Enter");
    }
    if screen.contains("Enter begins.") { typed(app, "Enter") } else { screen }
}

#[test]
fn the_fire_plan_assigns_each_unit_and_card_once_in_all_games() {
    for (file, kind) in BATTLES {
        at_fire(file, kind, 2, |app| {
            let now = app.session().unwrap();
            let plan = plan(now);
            for (place, attack) in plan.attacks.iter().enumerate() {
                for other in &plan.attacks[..place] {
                    assert!(attack.firers.iter().all(|id| !other.firers.contains(id)), "{file}: {plan:?}");
                    assert!(attack.cards.iter().all(|id| !other.cards.contains(id)), "{file}: {plan:?}");
                }
                let first = &attack.plays[0];
                assert!(now.check(first).is_ok(), "{file}: {first} begins an attack of the plan");
            }
            let before = plays(app);
            let screen = typed(app, "F");
            assert_eq!(plays(app), before, "{file}: the list opens and nothing is fired\n{screen}");
            assert!(screen.contains("Fire plan: enough firers for"), "{file}: {screen}");
            assert!(screen.contains("Enter fire") && screen.contains("a fire all"), "{file}: {screen}");
            let rows = plan.attacks.len() + plan.others.len().min(40);
            assert!(rows > 1 && screen.contains("1 of "), "{file}: {screen}");
            keys(app, "Esc");
            assert_eq!(plays(app), before, "{file}: Esc fires nothing");
        });
    }
}

#[test]
fn enter_fires_the_attack_chosen_and_one_key_undoes_it() {
    for (file, kind) in BATTLES {
        at_fire(file, kind, 2, |app| {
            let attack = plan(app.session().unwrap()).attacks[0].clone();
            let before = plays(app);
            let screen = typed(app, "F Enter");
            let after = plays(app);
            assert!(after >= before + attack.plays.len() as u32, "{file}: {attack:?}\n{screen}");
            closed(app);
            keys(app, "u");
            assert_eq!(plays(app), before, "{file}: undone as a whole");
        });
    }
}

#[test]
fn the_whole_plan_is_fired_by_one_key() {
    // In Micro Armour the sides attack in turn, so that a plan goes on with the next key.
    for (file, kind) in &BATTLES[1..] {
        at_fire(file, kind, 2, |app| {
            let plan = plan(app.session().unwrap());
            let steps = |place: usize| plan.attacks[place].plays.len() as u32;
            let before = plays(app);
            let screen = typed(app, "F a");
            assert!(plays(app) > before + steps(0), "{file}: {screen}");
            let declared = screen.contains(" attacks declared.");
            let told = declared || screen.contains("made.");
            assert!(told || crate::fake::kind(app) != *kind, "{file}: {screen}");
            // Enter then rolls, whatever else could be declared.
            assert!(!declared || screen.contains("> roll all declared shots"), "{file}: {screen}");
            closed(app);
            keys(app, "u");
            assert_eq!(plays(app), before, "{file}: one undo for the whole plan");
        });
    }
}

#[test]
fn the_repeat_key_fires_the_next_attack_of_the_plan() {
    let (file, kind) = BATTLES[1];
    at_fire(file, kind, 3, |app| {
        let firers = |app: &App| plan(app.session().unwrap()).busy().len();
        let all = firers(app);
        let before = plays(app);
        keys(app, "F Enter");
        let one = plays(app);
        assert!(one > before);
        let screen = typed(app, ".");
        assert!(plays(app) > one, "the next attack: {screen}");
        assert!(firers(app) < all, "{screen}");
    });
}

#[test]
fn fire_groups_are_shown_with_firepower_column_and_the_chance_of_each_result() {
    let (file, kind) = BATTLES[2];
    at_fire(file, kind, 2, |app| {
        keys(app, "F");
        let screen = text(&drawn(app, 120, 40));
        assert!(screen.contains(" FP, column ") && screen.contains(" DRM "), "{screen}");
        assert!(screen.contains("NMC ") || screen.contains("PTC "), "{screen}");
    });
}

#[test]
fn the_plan_names_what_is_kept_for_later() {
    let purposes = ["Opportunity Fire", "Ambush Fire", "the MPh, and AFPh fire at half FP", "reactions"];
    for ((file, kind), purpose) in BATTLES.into_iter().zip(purposes) {
        let mut named = false;
        for seed in 1..40 {
            let folder = desk();
            let mut session = begin(&folder, file, seed, [Seat::Human; 2]);
            let open = |session: &dyn Session| {
                let now = session.decision().is_some_and(|now| now.kind == kind);
                let plan = if now { plan(session) } else { FirePlan::default() };
                !plan.attacks.is_empty()
                    && session
                        .aids()
                        .reserves(&plan.busy(), &plan.spent())
                        .iter()
                        .any(|reserve| reserve.purpose.contains(purpose))
            };
            if !until(&mut *session, open) || session.outcome().is_some() {
                continue;
            }
            let busy = plan(&*session).busy();
            let reserves = session.aids().reserves(&busy, &plan(&*session).spent());
            let kept: Vec<PieceId> = reserves.iter().flat_map(|reserve| reserve.pieces.clone()).collect();
            assert!(kept.iter().all(|id| !busy.contains(id)), "{file}: a unit that fires is not kept");
            shown(session, false, |app| {
                closed(app);
                keys(app, "F");
                let screen = text(&drawn(app, 120, 50));
                assert!(screen.contains("Kept for ") && screen.contains(purpose), "{file}: {screen}");
            });
            named = true;
            break;
        }
        assert!(named, "{file}: nothing is ever kept for {purpose}");
    }
}

#[test]
fn a_reaction_prompt_says_what_waiting_would_bring_in_all_games() {
    let reactions = [
        ("tests/scenarios/skirmish.toml", "in the next Fire Phase if it stops here"),
        ("scenarios/panzertruppe/crossroads.toml", "if it stops now"),
        ("scenarios/aslsk/s09-ambitious-assault.toml", "in the DFPh"),
        ("scenarios/fireandmove/village.toml", "if it stops there"),
    ];
    for (file, words) in reactions {
        let mut told = false;
        for seed in 1..60 {
            let folder = desk();
            let mut session = begin(&folder, file, seed, [Seat::Human; 2]);
            let reacts = |session: &dyn Session| {
                session.choices().iter().any(|choice| choice.act == Act::Hold)
                    && session
                        .aids()
                        .attacks(&Wanted::of(0.5))
                        .iter()
                        .any(|attack| attack.harm > 0.1 && attack.waits.contains(words))
            };
            if !until(&mut *session, reacts) || session.outcome().is_some() {
                continue;
            }
            let best = session.aids().attacks(&Wanted::of(0.5)).remove(0);
            shown(session, false, |app| {
                closed(app);
                let screen = text(&drawn(app, 160, 50));
                assert!(screen.contains("; hold: "), "{file}: {screen}");
                let before = plays(app);
                assert!(best.harm > 0.0);
                keys(app, "Enter");
                assert!(plays(app) >= before + best.plays.len() as u32, "{file}: Enter fires the best shot");
            });
            told = true;
            break;
        }
        assert!(told, "{file}: no reaction with such a shot");
    }
}

#[test]
fn a_fire_card_and_its_target_are_one_choice() {
    for seed in 1..40 {
        let folder = desk();
        let mut session = begin(&folder, BATTLES[3].0, seed, [Seat::Human; 2]);
        let fires = |session: &dyn Session| {
            session.decision().is_some_and(|now| now.kind == "orders")
                && session.aids().series().iter().filter(|choice| choice.notation.contains(THEN)).count() > 1
        };
        if !until(&mut *session, fires) || session.outcome().is_some() {
            continue;
        }
        shown(session, false, |app| {
            closed(app);
            let before = plays(app);
            let screen = text(&drawn(app, 80, 24));
            let prompt = screen.lines().nth(22).unwrap();
            assert!(
                prompt.contains("> Fire ") && prompt.contains(" at ") && prompt.contains('%'),
                "{prompt}\n{screen}"
            );
            assert!(app.session().unwrap().aids().series().len() > app.session().unwrap().choices().len());
            keys(app, "Enter");
            assert!(plays(app) >= before + 2, "card and target");
            assert_ne!(kind(app), "target");
        });
        return;
    }
    panic!("no group ever has two targets");
}

/// A battle in which a fire mission can be plotted, and the folder it is kept in.
fn before_plot() -> (Desk, Box<dyn Session>) {
    for seed in 1..20 {
        let folder = desk();
        let mut session = begin(&folder, "tests/scenarios/artillery.toml", seed, [Seat::Human; 2]);
        let plots = |session: &dyn Session| {
            session.decision().is_some_and(|now| now.kind == "plot")
                && session.choices().iter().any(|choice| choice.verb == "plot")
        };
        if until(&mut *session, plots) && session.outcome().is_none() {
            return (folder, session);
        }
    }
    panic!("nothing can be plotted");
}

/// The keys that open the form of a fire mission.
fn plotting(app: &App) -> String {
    let choices = app.session().unwrap().choices().to_vec();
    let place = choices.iter().position(|choice| choice.verb == "plot").unwrap() + 1;
    let digits: Vec<String> = place.to_string().chars().map(String::from).collect();
    format!("Space {} Enter", digits.join(" "))
}

#[test]
fn a_fire_mission_is_plotted_in_one_form() {
    let (_folder, session) = before_plot();
    shown(session, false, |app| {
        closed(app);
        let before = plays(app);
        let opens = plotting(app);
        let screen = typed(app, &opens);
        assert!(
            screen.contains("Battery ") && screen.contains("Aim ") && screen.contains("Sheaf "),
            "{screen}"
        );
        assert_eq!(plays(app), before, "nothing is played before the form is complete");
        let changed = typed(app, "Down Right");
        assert_eq!(plays(app), before, "{changed}");
        assert!(changed.contains("Enter do it") && changed.contains("Left Right change"), "{changed}");
        let mut screen = typed(app, "Enter");
        if screen.contains("again confirms") {
            assert_eq!(plays(app), before, "own troops are asked about first");
            screen = typed(app, "Enter");
        }
        assert!(plays(app) >= before + 4, "{screen}");
        assert_eq!(kind(app), "plot", "the mission is written down: {screen}");
        keys(app, "u");
        assert_eq!(plays(app), before, "one undo");
    });
}

#[test]
fn the_form_of_a_fire_mission_in_256_colours() {
    let (folder, session) = before_plot();
    let mut own = standto::cli::LibraryServices::new(folder.front());
    let options = Options { start: Some(session), ..look(Depth::Indexed, MapLook::Paper) };
    let mut app = App::new(&mut own, options).unwrap();
    settle(&mut app);
    closed(&mut app);
    let opens = plotting(&app);
    keys(&mut app, &opens);
    insta::assert_snapshot!("colours_form", styled(&drawn(&mut app, 80, 24)));
}

#[test]
fn a_wreck_tells_whose_it_was() {
    let wreck = |session: &dyn Session| {
        let wreck = |marker: &MarkerView| marker.kind == MarkerKind::Wreck;
        session.view(Side::A).markers.into_iter().find(wreck).map(|marker| marker.cell)
    };
    let found = when(
        "tests/scenarios/skirmish.toml",
        |session| wreck(session).is_some(),
        |app| {
            let cell = wreck(app.session().unwrap()).unwrap();
            let name = format!("{:02}{:02}", cell.x + 1, cell.y + 1);
            let digits: Vec<String> = name.chars().map(String::from).collect();
            let screen = typed(app, &format!("; {} Enter i", digits.join(" ")));
            let sides = app.session().unwrap().view(Side::A).sides.map(|side| format!("({})", side.name));
            let named = screen.contains("wreck") && sides.iter().any(|side| screen.contains(side));
            assert!(named, "{screen}");
        },
    );
    assert!(found, "no vehicle is ever lost");
}

/// Plays at random until a position of a battle, then by keys; returns whether it was reached.
pub fn when(file: &str, reached: impl Fn(&dyn Session) -> bool, play: impl Fn(&mut App)) -> bool {
    for seed in 1..60 {
        let folder = desk();
        let mut session = begin(&folder, file, seed, [Seat::Human; 2]);
        if until(&mut *session, &reached) && session.outcome().is_none() {
            shown(session, false, |app| {
                closed(app);
                play(app);
            });
            return true;
        }
    }
    false
}

#[test]
fn one_key_holds_fire_in_all_games_and_never_ends_a_phase() {
    for (file, kind) in BATTLES {
        let reacts = |session: &dyn Session| {
            session.choices().iter().any(|choice| choice.act == Act::Hold)
                && !session.aids().attacks(&Wanted::of(0.5)).is_empty()
        };
        let held = when(file, reacts, |app| {
            let before = plays(app);
            let hold =
                app.session().unwrap().choices().iter().find(|choice| choice.act == Act::Hold).cloned();
            keys(app, "d");
            assert!(plays(app) > before, "{file}: {hold:?}");
        });
        assert!(held, "{file}: no reaction");
        let open = |session: &dyn Session| {
            session.decision().is_some_and(|now| now.kind == kind)
                && session.choices().iter().any(|choice| choice.act == Act::Pass)
                && session.choices().len() > 1
        };
        let kept = when(file, open, |app| {
            let before = plays(app);
            let screen = typed(app, "d");
            assert_eq!(plays(app), before, "{file}: {screen}");
            assert!(screen.contains("D ends the phase"), "{file}: {screen}");
        });
        assert!(kept, "{file}: no {kind}");
    }
}

#[test]
fn a_hidden_unit_is_not_revealed_without_a_question() {
    let reveals = |session: &dyn Session| {
        session.choices().iter().any(|choice| choice.act == Act::Hold)
            && session
                .aids()
                .attacks(&Wanted::of(0.5))
                .first()
                .is_some_and(|attack| attack.harm > 0.05 && !attack.reveals.is_empty())
    };
    let asked = when("scenarios/aslsk/steps-3-guns.toml", reveals, |app| {
        let before = plays(app);
        let screen = typed(app, "Enter");
        assert_eq!(plays(app), before, "{screen}");
        assert!(screen.contains("Firing reveals "), "{screen}");
        let screen = typed(app, "Enter");
        assert!(plays(app) > before, "the same key confirms: {screen}");
    });
    assert!(asked, "no hidden Gun ever has a target");
}

#[test]
fn a_move_that_no_card_can_answer_is_not_asked_about() {
    let idle = |session: &dyn Session| {
        let choices = session.choices();
        choices.iter().any(|choice| choice.act == Act::Hold)
            && choices.iter().any(|choice| choice.quiet)
            && choices.iter().all(|choice| choice.act == Act::Hold || choice.quiet)
    };
    for seed in 1..60 {
        let folder = desk();
        let mut session = begin(&folder, BATTLES[3].0, seed, [Seat::Human; 2]);
        if !until(&mut *session, idle) || session.outcome().is_some() {
            continue;
        }
        let side = session.decision().unwrap().side;
        let before = session.plays();
        session.set_seat(side.other(), Seat::program(standto::game::Level::Random));
        shown(session, false, |app| {
            closed(app);
            keys(app, "Esc");
            settle(app);
            assert!(plays(app) > before, "a hero could be played at any time, but nothing answers the move");
        });
        return;
    }
    panic!("no such move in any of these games");
}

#[test]
fn enter_puts_the_best_fire_group_together() {
    let open = |session: &dyn Session| {
        session.decision().is_some_and(|now| now.kind == "fire")
            && session.aids().attacks(&Wanted::of(0.5)).first().is_some_and(|attack| attack.plays.len() > 2)
    };
    let fired = when(BATTLES[2].0, open, |app| {
        let best = app.session().unwrap().aids().attacks(&Wanted::of(0.5)).remove(0);
        let before = app.session().unwrap().log().len();
        for _ in &best.plays {
            assert!(
                !app.session().unwrap().log()[before..].iter().any(|line| line.event.text.contains("IFT"))
            );
            keys(app, "Enter");
        }
        let log = app.session().unwrap().log();
        let told: Vec<&str> = log[before..].iter().map(|line| line.event.text.as_str()).collect();
        assert!(told.iter().any(|line| line.starts_with(&best.by)), "{}: {told:?}", best.by);
    });
    assert!(fired, "no attack is ever better for a second firer or a leader");
}
