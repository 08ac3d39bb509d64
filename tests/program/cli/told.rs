//! What "standto replay" shows a player of the enemy's written plots.

use std::path::Path;

use standto::game::journal::DiceKind;
use standto::game::{Level, Seat, Session};
use standto::library::NewGame;

use crate::desk::{Desk, desk};

/// Plays a choice and types these faces.
fn play(session: &mut dyn Session, choice: &str, faces: &[u8]) {
    session.play(choice).unwrap_or_else(|why| panic!("{choice}: {why}"));
    for &face in faces {
        session.give_face(face).unwrap_or_else(|why| panic!("{choice}: {why}"));
    }
    assert!(session.awaiting().is_none(), "{choice} {faces:?}: {:?}", session.awaiting());
}

/// Plays nothing, with a three for every die, until a side has this decision in a turn.
fn wait_for(session: &mut dyn Session, turn: u32, kind: &str, first: bool) {
    for _ in 0..200 {
        let decision = session.decision().expect("the game goes on");
        let view = session.view(decision.side);
        let asked = view.turn == turn && decision.kind == kind;
        if asked && (decision.side == standto::game::Side::A) == first {
            return;
        }
        session.play(if decision.kind == "deploy" { "ready" } else { "pass" }).unwrap();
        for n in 0.. {
            let Some(_) = session.awaiting() else { break };
            // Six and one decide the initiative.
            session.give_face(if n % 2 == 0 { 6 } else { 1 }).unwrap();
        }
    }
    panic!("{kind} in turn {turn} never came");
}

/// The save of a battle in which plotted fire is aimed, deviates, is corrected and lands.
fn plotted(desk: &Desk, path: &Path, seats: [Seat; 2]) -> String {
    let front = desk.front();
    let game = NewGame { seats, seed: 1, dice: DiceKind::Typed, undo: None };
    let mut session = front.start(&front.scenario(path.to_str().unwrap()).unwrap(), &game).unwrap();
    let game = &mut *session;
    let plot = |game: &mut dyn Session| {
        for choice in ["plot A3", "battery A2 0", "at 1520", "explosive", "open E", "last 3", "done"] {
            play(game, choice, &[]);
        }
    };
    // A mission that fails to arrive.
    wait_for(game, 1, "plot", true);
    plot(game);
    wait_for(game, 2, "artillery", true);
    play(game, "mission 1", &[14]);
    // One that deviates, is corrected and is ended.
    wait_for(game, 2, "plot", true);
    plot(game);
    wait_for(game, 3, "artillery", true);
    play(game, "mission 1", &[13, 14, 3, 7]);
    wait_for(game, 4, "artillery", true);
    play(game, "mission 1", &[]);
    wait_for(game, 4, "plot", true);
    play(game, "correct 1", &[13]);
    play(game, "transfer A3", &[]);
    play(game, "host A4", &[]);
    wait_for(game, 5, "posture", true);
    session.save_path().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn a_replay_hides_plotted_fire_from_the_enemy_until_it_lands() {
    let desk = desk();
    let rows = vec![".".repeat(30); 40].join("\n");
    let side = |key: &str, letter: &str, nation: &str, edge: &str, stands: &str| {
        format!(
            "[[side]]\nkey = \"{key}\"\nname = \"{key}\"\nletter = \"{letter}\"\nnation = \"{nation}\"\ncohesion = 13\n\
             edge = \"{edge}\"\ndepth = 40\nbought-observers = 1\n[[side.formation]]\nname = \"All\"\n{stands}"
        )
    };
    let stand = |kind: &str, keys: &str| format!("[[side.formation.stand]]\ntype = \"{kind}\"\n{keys}\n");
    let ours = stand("Infantry HQ", "role = \"GHQ\"\nat = \"0101\"")
        + &stand("105mm M2A1 How. [2]", "off-map = true")
        + &stand("M8 Greyhound", "at = \"1510\"\nobserver = true")
        + &stand("M8 Greyhound", "at = \"1810\"");
    let theirs = stand("Infantry HQ", "role = \"GHQ\"\nat = \"3040\"");
    let text = format!(
        "format = 1\nruleset = \"matg\"\ntitle = \"Told\"\nturns = 10\ndate = \"1944-08\"\nkind = \"hasty-attack\"\n\
         sighting = 30\n[victory]\ndestroy-percent = 100\n[map]\nwidth = 30\nheight = 40\nterrain = \'\'\'\n{rows}\n\'\'\'\n{}{}",
        side("us", "A", "united-states", "S", &ours),
        side("them", "B", "germany", "N", &theirs)
    );
    let path = desk.write("told.toml", text);
    let computer = Seat::program(Level::Normal);
    let save = |seats: [Seat; 2]| plotted(&desk, &path, seats);
    let secrets =
        ["plots support", "to arrive", "to land on target", "deviates", "to correct", "observer moves from"];
    let own = desk.good(&["replay", &save([Seat::Human, computer]), "--side", "us"]);
    let enemy = desk.good(&["replay", &save([computer, Seat::Human]), "--side", "them"]);
    let both = desk.good(&["replay", &save([Seat::Human; 2])]);
    for secret in secrets {
        assert!(own.contains(secret), "{secret} is shown to its own side");
        assert!(!enemy.contains(secret) && !both.contains(secret), "{secret} is shown to the enemy");
    }
    // Fire that has landed is visible to both sides.
    for told in [&own, &enemy, &both] {
        assert!(told.contains("Shells of A2 at 1920"), "{told}");
    }
    assert!(!enemy.contains("1520"), "its intended target is not");
}
