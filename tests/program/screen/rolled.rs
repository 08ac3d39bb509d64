//! Every kind of choice that rolls shows its chances where the cursor is. Cards have their effect instead
//! (`fireandmove::the_effect_of_a_card_is_shown_before_it_is_played`).

use std::collections::BTreeSet;

use standto::dice::Dice;
use standto::game::{Seat, Session};
use standto::tui::App;

use super::asked::shown;
use super::given::{TANKS, begin, plays};
use crate::desk::desk;
use crate::fake::{settle, typed};

/// Battles that have most of what the games can roll for.
const BATTLES: [&str; 8] = [
    "tests/scenarios/everything.toml",
    "tests/scenarios/artillery.toml",
    TANKS,
    "tests/scenarios/panzertruppe-everything.toml",
    "tests/scenarios/aslsk-stacks.toml",
    "tests/scenarios/aslsk-guns.toml",
    "tests/scenarios/fireandmove-everything.toml",
    "tests/scenarios/fireandmove-close.toml",
];

/// Rows of the list that are looked through for a choice.
const ROWS: usize = 40;

/// A choice that rolls, of a decision and verb not seen before: its verb, its label and its chances.
fn fresh(
    session: &dyn Session,
    seen: &BTreeSet<(&'static str, &'static str)>,
) -> Option<(&'static str, String, String)> {
    let kind = session.decision()?.kind;
    let few = session.choices().len() < ROWS;
    session
        .choices()
        .iter()
        .filter(|choice| few && !choice.form && !seen.contains(&(kind, choice.verb)))
        .find_map(|choice| {
            // What a card does is in its own words; with its target it is a row of another list.
            let words = match choice.effect.as_str() {
                _ if !choice.effect.is_empty() && choice.label.contains(": ") => return None,
                "" => session.preview(&choice.notation)?.in_words(),
                effect => effect.to_owned(),
            };
            words.contains('%').then(|| (choice.verb, choice.label.clone(), words))
        })
}

/// Goes through the list of choices to one of them, whose row and prompt name the first of its chances; `false` if the
/// screen came to another decision.
fn look(app: &mut App, made: u32, [label, words, file]: [&str; 3]) -> bool {
    let mut screen = settle(app);
    while ["Enter continues.", "Press Enter", "press Enter", "Enter closes", "Enter begins", "Enter form all"]
        .iter()
        .any(|word| screen.contains(word))
    {
        screen = typed(app, if screen.contains("Enter form all") { "Esc" } else { "Enter" });
    }
    let before = plays(app);
    if before != made {
        // What needs no decision has been done already.
        return false;
    }
    screen = typed(app, "Space Home");
    let first = words.split(", ").next().unwrap();
    for _ in 0..ROWS {
        let lines: Vec<&str> = screen.lines().collect();
        let prompt = lines[lines.len() - 2];
        let named = |line: &str| line.contains(&label.chars().take(30).collect::<String>());
        if named(prompt) && prompt.contains(first) {
            assert_eq!(plays(app), before, "{file}: looking plays nothing");
            assert!(!first.starts_with(char::is_alphabetic), "{file}: the chance comes first: {words}");
            return true;
        }
        screen = typed(app, "Down");
    }
    panic!("{file}: {label} does not show {words}\n{screen}");
}

#[test]
fn every_kind_of_choice_that_rolls_shows_its_chances_at_the_cursor() {
    for file in BATTLES {
        let (mut seen, mut told) = (BTreeSet::new(), 0);
        for seed in 1..4 {
            let folder = desk();
            let mut session = begin(&folder, file, seed, [Seat::Human; 2]);
            let mut pick = Dice::seeded(seed, 0);
            for _ in 0..400 {
                let Some(decision) = session.decision() else { break };
                if let Some((verb, label, words)) = fresh(&*session, &seen) {
                    let again = folder.front().look_at_save(session.save_path().unwrap()).unwrap();
                    let (made, mut looked) = (session.plays(), false);
                    shown(again, false, |app| looked = look(app, made, [&label, &words, file]));
                    told += usize::from(looked);
                    seen.insert((decision.kind, verb));
                }
                let choice = session.choices()[pick.below(session.choices().len())].notation.clone();
                session.play(&choice).unwrap();
            }
        }
        assert!(told > 1, "{file}: {told} of {seen:?}");
    }
}
