//! What a move risks, under the cursor and on a march, in each game.

use standto::game::Side;
use standto::game::journal::DiceKind;

use super::asked::{drive, field, on_to_move, shown, stand, start};
use crate::desk::desk;
use crate::fake::{keys, kind, typed};

/// The line that tells of the cell under the cursor.
fn told(screen: &str, part: &str) -> bool {
    screen.lines().any(|line| line.contains(part))
}

/// A tank under the guns of two T-34s.
fn hunted() -> String {
    let tank = stand("Panzer IV F2-H (7.5cm)", "0512", "");
    let enemy = stand("T-34c", "0502", "facing = \"S\"") + &stand("T-34c", "0702", "facing = \"S\"");
    field(
        100,
        4,
        &(stand("Infantry HQ", "0113", "role = \"GHQ+3\"") + &tank),
        &(stand("Infantry HQ", "3014", "role = \"GHQ+0\"") + &enemy),
    )
}

#[test]
fn the_cursor_shows_the_risk_of_a_square() {
    let folder = desk();
    shown(start(&folder, &hunted(), 3, DiceKind::Seeded), false, |app| {
        on_to_move(app, "G2");
        let screen = typed(app, "v Up Up");
        assert!(told(&screen, "seen by 2: E ") && told(&screen, "D+ S"), "{screen}");
        assert!(told(&screen, "opportunity fire"), "{screen}");
        let session = app.session().unwrap();
        let mover = session.view(Side::A).pieces.into_iter().find(|piece| piece.tag == "G2").unwrap();
        let risk = session.aids().risk(mover.id, mover.cell.unwrap()).unwrap();
        assert!(risk.worst() > 0.1 && risk.loss.starts_with("E "), "{risk:?}");
    });
}

#[test]
fn a_stand_that_can_be_fired_at_is_at_risk_before_it_moves() {
    let folder = desk();
    shown(start(&folder, &hunted(), 3, DiceKind::Seeded), false, |app| {
        typed(app, "Enter");
        for _ in 0..9 {
            match kind(app) {
                "posture" => break,
                "deploy" => typed(app, "Esc d"),
                _ => typed(app, "p"),
            };
        }
        assert_eq!(kind(app), "posture");
        let session = app.session().unwrap();
        let tank = session.view(Side::A).pieces.into_iter().find(|piece| piece.tag == "G2").unwrap();
        let risk = session.aids().risk(tank.id, tank.cell.unwrap()).unwrap();
        assert!(risk.worst() > 0.1 && risk.reactions == ["fire phase"], "{risk:?}");
    });
}

#[test]
fn a_march_names_its_worst_place() {
    let folder = desk();
    shown(start(&folder, &drive(), 3, DiceKind::Seeded), false, |app| {
        on_to_move(app, "G2");
        keys(app, "v");
        let screen = typed(app, "Down Down Down");
        assert!(screen.contains("March: ") || screen.contains("seen by no known enemy"), "{screen}");
    });
}

#[test]
fn a_move_in_panzertruppe_and_fire_and_move_tells_its_risk() {
    for (battle, keys) in [
        ("scenarios/panzertruppe/crossroads.toml", "Enter"),
        ("scenarios/fireandmove/crossroads.toml", "Enter"),
    ] {
        let there = super::shot(battle, 5, &format!("{keys} Up Up"), 80, 24);
        assert!(told(&there, " seen by "), "{there}");
        let here = super::shot(battle, 5, keys, 80, 24);
        assert!(told(&here, "  seen by "), "{here}");
    }
}
