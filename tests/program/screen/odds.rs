//! What things mean: odds of the row under the cursor, the chance first; what the acting unit can still do; phases
//! that pass by; markers.

use standto::game::gesture::Wanted;
use standto::game::view::{MarkerKind, PieceView};
use standto::game::{Act, Preview, Seat, Session, Side};
use standto::tui::App;

use super::asked::shown;
use super::given::{GUNS, STEPS, TANKS, begin, plays, until};
use crate::desk::desk;
use crate::fake::{drawn, keys, settle, text, typed};

const STAND: &str = "tests/scenarios/skirmish.toml";
const GROUPS: &str = "scenarios/fireandmove/crossroads.toml";
const GAMES: [&str; 4] = [STAND, TANKS, STEPS, GROUPS];

/// Closes the windows of a tutorial, the hand-over screen and the report.
pub(super) fn closed(app: &mut App) -> String {
    let mut screen = settle(app);
    while ["Enter continues.", "Press Enter", "press Enter", "Enter closes", "Enter begins"]
        .iter()
        .any(|word| screen.contains(word))
    {
        screen = typed(app, "Enter");
    }
    screen
}

/// The second line of the prompt: what Enter does.
fn second(screen: &str) -> &str {
    let lines: Vec<&str> = screen.lines().collect();
    lines[lines.len() - 2]
}

/// The preview of each choice that rolls for something and has named results.
fn named(session: &dyn Session) -> Vec<(usize, Preview)> {
    let previews = session.choices().iter().enumerate();
    let some = previews.filter_map(|(n, choice)| Some((n, session.preview(&choice.notation)?)));
    some.filter(|(_, preview)| preview.result.len() > 1).collect()
}

/// Plays random battles until a position is reached, and shows it.
pub(super) fn on(file: &str, reached: impl Fn(&dyn Session) -> bool, play: impl FnOnce(&mut App)) {
    for seed in 1..40 {
        let folder = desk();
        let mut session = begin(&folder, file, seed, [Seat::Human; 2]);
        if until(&mut *session, &reached) {
            return shown(session, false, play);
        }
    }
    panic!("no such position in {file}");
}

#[test]
fn the_list_of_choices_shows_the_odds_of_its_row_the_chance_first() {
    for file in GAMES {
        on(
            file,
            |session| session.choices().len() > 2 && named(session).len() > 1,
            |app| {
                let before_list = closed(app);
                let actions = plays(app);
                let mut screen = typed(app, "Space");
                let mut seen = 0;
                for _ in 0..app.session().unwrap().choices().len().min(40) {
                    let session = app.session().unwrap();
                    let row = second(&screen).trim_start_matches("> ").to_owned();
                    let label = |label: &str| row.starts_with(&label.chars().take(20).collect::<String>());
                    let choice = session.choices().iter().find(|choice| label(&choice.label));
                    assert!(choice.is_some(), "{file}: the prompt shows the row: {row}\n{screen}");
                    let previews = session.choices().iter().filter(|choice| label(&choice.label));
                    let told: Vec<String> = previews
                        .filter_map(|choice| session.preview(&choice.notation))
                        .filter(|preview| preview.result.len() > 1)
                        .map(|preview| preview.in_words())
                        .collect();
                    if told.iter().any(|told| told.split(' ').next().is_some_and(|first| row.contains(first)))
                    {
                        assert!(told.iter().all(|told| told.contains("% ")), "{told:?}");
                        seen += 1;
                    }
                    screen = typed(app, "Down");
                }
                assert!(seen > 0, "{file}: {screen}");
                assert_eq!(plays(app), actions, "{file}: looking plays nothing");
                let after = typed(app, "Esc");
                assert_eq!(second(&after), second(&before_list), "{file}: Esc leads back");
            },
        );
    }
}

#[test]
fn the_fire_plan_shows_the_odds_of_the_whole_attack() {
    let joint = |session: &dyn Session| {
        let fires = session.decision().is_some_and(|decision| decision.kind == "fire");
        fires && session.aids().attacks(&Wanted::of(1.0)).iter().any(|attack| attack.firers.len() > 1)
    };
    on(STAND, joint, |app| {
        closed(app);
        let session = app.session().unwrap();
        let attacks = session.aids().attacks(&Wanted::of(1.0));
        let both = attacks.iter().find(|attack| attack.firers.len() > 1).unwrap();
        let preview = session.forecast(&both.plays).expect("the attack rolls");
        assert_eq!(preview.rolls.len(), both.firers.len(), "{preview:?}");
        let kill = preview.result.iter().find(|(word, _)| word == "E").map_or(0.0, |(_, chance)| *chance);
        assert!((kill - both.kill).abs() < 1e-9, "{kill} {}", both.kill);
        // The attack at the cursor of the plan: its odds are those beside the map.
        keys(app, "F Right Right Right Right Right");
        let wide = text(&drawn(app, 200, 60));
        let attack = app.session().unwrap().aids().attacks(&Wanted::of(1.0)).into_iter().next().unwrap();
        let preview = app.session().unwrap().forecast(&attack.plays).unwrap();
        let (_, gravest) = preview.result.last().unwrap();
        let share = format!("{:.0}% E", 100.0 * gravest);
        assert!(wide.contains("Odds at ") && wide.contains(&share), "{share}: {wide}");
    });
}

/// A row about each own unit under the cursor, from the inspector.
fn inspected(app: &mut App) -> String {
    closed(app);
    keys(app, "i");
    let screen = text(&drawn(app, 120, 50));
    keys(app, "Esc");
    screen
}

#[test]
fn the_inspector_tells_what_the_acting_unit_can_still_do() {
    let moving = |session: &dyn Session| {
        let steps = session.choices().iter().filter(|choice| choice.act == Act::Step).count();
        let side = session.decision().map_or(Side::A, |decision| decision.side);
        let view = session.view(side);
        let there = |id| view.pieces.iter().any(|piece| piece.id == id && piece.cell.is_some());
        steps > 0 && view.active.is_some_and(there)
    };
    let cases = [
        (STAND, "movement points left"),
        (TANKS, "points left"),
        (STEPS, "MF left"),
        (GROUPS, "move action"),
    ];
    for (file, part) in cases {
        on(file, moving, |app| {
            let screen = inspected(app);
            let session = app.session().unwrap();
            let side = session.decision().unwrap().side;
            let active = session.view(side).active.unwrap();
            let told = session.aids().situation(active);
            assert!(told.iter().any(|line| line.contains(part)), "{file}: {told:?}");
            assert!(screen.contains(&told[0]), "{file}: {told:?}\n{screen}");
        });
    }
}

#[test]
fn an_arc_tells_what_it_misses_and_by_how_much() {
    let missing = |session: &dyn Session| {
        let Some(decision) = session.decision() else { return false };
        let view = session.view(decision.side);
        let own = view.pieces.iter().filter(|piece| piece.side == decision.side && piece.cell.is_some());
        own.into_iter()
            .any(|piece| session.aids().situation(piece.id).iter().any(|line| line.contains(" misses ")))
    };
    for (file, unit) in [(TANKS, "°"), (GUNS, "hexspine")] {
        on(file, missing, |app| {
            let session = app.session().unwrap();
            let side = session.decision().unwrap().side;
            let view = session.view(side);
            let lines = view.pieces.iter().filter(|piece| piece.side == side).flat_map(|piece| {
                session.aids().situation(piece.id).into_iter().filter(|line| line.contains(" misses "))
            });
            let lines: Vec<String> = lines.collect();
            assert!(lines.iter().all(|line| line.contains(" by ") && line.contains(unit)), "{lines:?}");
        });
    }
}

#[test]
fn a_turret_is_told_against_its_hull() {
    let tank = |session: &dyn Session| {
        let side = session.decision()?.side;
        let pieces = session.view(side).pieces;
        let turreted =
            |piece: &&PieceView| piece.side == side && piece.facings.len() == 2 && piece.cell.is_some();
        pieces.iter().find(turreted).map(|piece| piece.id)
    };
    let free = |session: &dyn Session| session.choices().iter().any(|choice| choice.act == Act::Begin);
    for file in [TANKS, "scenarios/fireandmove/tanks-in-the-lane.toml"] {
        on(
            file,
            |session| free(session) && tank(session).is_some(),
            |app| {
                let session = app.session().unwrap();
                let told = session.aids().situation(tank(session).expect("a tank with a turret"));
                let said = |line: &String| line.starts_with("turret ") && line.contains("hull");
                assert!(told.iter().any(said), "{file}: {told:?}");
            },
        );
    }
}

#[test]
fn phases_and_reactions_that_pass_by_say_why() {
    let cases = [
        (STEPS, "your DFPh: ", ["no target in", "no unit can fire", "no Known Enemy Unit"]),
        (GROUPS, "your reaction to ", ["no Fire card in hand", "has reacted", "is out of range or arc"]),
    ];
    for (file, begins, reasons) in cases {
        let told = |session: &dyn Session| {
            let side = session.decision().map(|decision| decision.side);
            let own = session.log().iter().filter(|line| line.event.only == side && side.is_some());
            own.filter(|line| line.event.text.starts_with(begins)).count() > 0
        };
        on(file, told, |app| {
            let side = app.session().unwrap().decision().map(|decision| decision.side);
            let log = app.session().unwrap().log();
            let lines: Vec<&str> = log
                .iter()
                .filter(|line| line.event.text.starts_with(begins))
                .map(|line| line.event.text.as_str())
                .collect();
            let known = |text: &&str| reasons.iter().any(|why| text.contains(why));
            assert!(lines.iter().any(known), "{file}: {lines:?}");
            assert!(log.iter().all(|line| !line.event.text.starts_with(begins) || line.event.only.is_some()));
            closed(app);
            keys(app, "e /");
            for c in begins.trim().chars() {
                keys(app, &if c == ' ' { "Space".to_owned() } else { c.to_string() });
            }
            let screen = text(&drawn(app, 120, 40));
            assert!(screen.contains(begins.trim()), "{file} {side:?}: {screen}");
        });
    }
}

#[test]
fn fired_and_moved_units_and_targets_are_marked() {
    let words = |session: &dyn Session, word: &str| {
        let side = session.decision().map_or(Side::A, |decision| decision.side);
        let view = session.view(side);
        view.pieces.iter().any(|piece| piece.states.iter().any(|state| state.word == word))
    };
    for (file, word) in [
        (STEPS, "moved"),
        (STEPS, "Prep Fire"),
        (STEPS, "First Fire"),
        (TANKS, "overwatch"),
        (TANKS, "moving"),
    ] {
        on(file, |session| words(session, word), |app| drop(closed(app)));
    }
    let marked = |session: &dyn Session, kind: MarkerKind| {
        session.view(Side::A).markers.iter().any(|marker| marker.kind == kind && !marker.name.is_empty())
    };
    on(GUNS, |session| marked(session, MarkerKind::Acquired), |app| drop(closed(app)));
    on(STEPS, |session| marked(session, MarkerKind::Residual), |app| drop(closed(app)));
    on(
        "scenarios/fireandmove/tanks-in-the-lane.toml",
        |session| marked(session, MarkerKind::Acquired),
        |app| drop(closed(app)),
    );
}
