//! Campaigns on the screen: a whole one of each ruleset by keys.

use standto::cli::LibraryServices;
use standto::game::{Level, Manner, Seat, Side, Temper};
use standto::tui::App;

use crate::desk::desk;
use crate::fake::{drawn, keys, options, settle, text, typed};

/// A campaign of two tutorials: `second` follows whatever the result of `first` is.
fn two(ruleset: &str, first: &str, second: &str) -> String {
    let force = |key: &str| format!("[[force]]\nkey = \"{key}\"\nname = \"the {key}\"\n\n");
    let enemy = if ruleset == "matg" || ruleset == "fireandmove" { "soviets" } else { "americans" };
    let enemy = if ruleset == "fireandmove" { "russians" } else { enemy };
    format!(
        "format = 1\nruleset = \"{ruleset}\"\ntitle = \"A campaign for {ruleset}\"\nbriefing = \"Two fights.\"\n\n{}{}\
         [[battle]]\nkey = \"first\"\nscenario = \"{first}\"\nnext = \"second\"\n\n\
         [[battle]]\nkey = \"second\"\nscenario = \"{second}\"\npoints = 2\nstory = \"The second fight.\"\n\n\
         [ending]\ndraw = \"Nobody has won.\"\n",
        force("germans"),
        force(enemy)
    )
}

#[test]
fn a_campaign_of_each_ruleset_is_played_by_keys() {
    for (ruleset, first, second) in [
        ("matg", "first-steps", "first-steps-2"),
        ("panzertruppe", "steps-1-move-fire", "steps-2-reactions"),
        ("aslsk", "steps-1-infantry", "steps-2-weapons"),
        ("fireandmove", "steps-1-move-fire", "steps-2-reactions"),
    ] {
        let folder = desk();
        folder.write("campaigns/mine.toml", two(ruleset, first, second));
        let mut own = LibraryServices::new(folder.front());
        let mut app = App::new(&mut own, options("mono", None)).unwrap();
        let screen = typed(&mut app, "v");
        assert!(screen.contains("Campaigns") && screen.contains("House by house"), "{screen}");
        let title = format!("A campaign for {ruleset}");
        let screen = typed(&mut app, "End Enter");
        assert!(screen.contains(&title) && screen.contains("Two fights."), "{screen}");
        // The computer plays both, at random.
        let screen = typed(&mut app, "Down Down Down Down Enter Enter Enter");
        assert!(screen.contains("Opponent: random"), "{screen}");
        let screen = typed(&mut app, "Down Enter");
        assert!(screen.contains("Temper: cautious"), "{screen}");
        keys(&mut app, "Up Up Enter");
        let screen = settle(&mut app);
        assert!(screen.contains("Go on with the campaign"), "{ruleset}: {screen}");
        let cautious = Seat::Program(Manner { temper: Temper::Cautious, ..Level::Random.steady() });
        assert_eq!(app.session().unwrap().seat(Side::A), cautious);
        // Killed here and begun again: the campaign knows the result.
        let mut own = LibraryServices::new(folder.front());
        let mut app = App::new(&mut own, options("mono", None)).unwrap();
        let screen = typed(&mut app, "v");
        assert!(screen.contains(&format!("next: {second}")), "{screen}");
        let screen = typed(&mut app, "Enter");
        assert!(
            screen.contains("Battle 2 of 2 at most, next") && screen.contains("The second fight."),
            "{screen}"
        );
        keys(&mut app, "Enter");
        let screen = settle(&mut app);
        assert!(screen.contains("Go on with the campaign"), "{ruleset}: {screen}");
        keys(&mut app, "Enter");
        let screen = text(&drawn(&mut app, 120, 50));
        assert!(screen.contains("The campaign is over: "), "{screen}");
        assert!(screen.contains("2 battles, ") && screen.contains(" fielded ("), "{screen}");
    }
}

#[test]
fn the_lines_of_a_briefing_are_joined() {
    let folder = desk();
    let text = two("matg", "first-steps", "first-steps-2").replace(
        "\"Two fights.\"",
        "\"\"\"\nA battle group and a whole tank corps meet three times between\ntwo rivers.\"\"\"",
    );
    folder.write("campaigns/mine.toml", text);
    let mut own = LibraryServices::new(folder.front());
    let mut app = App::new(&mut own, options("mono", None)).unwrap();
    typed(&mut app, "v");
    let screen = typed(&mut app, "End Enter");
    assert!(screen.contains("meet three times between two"), "{screen}");
}
