//! Marches in the games where units move one by one: cursor to a cell, Enter, and one key undoes it.

use std::path::Path;

use standto::board::Cell;
use standto::game::journal::DiceKind;
use standto::game::view::{Marchers, PieceId};
use standto::game::{Act, Level, Seat, Session, Side};
use standto::library::{NewGame, Scenario};
use standto::tui::App;

use super::asked::shown;
use crate::desk::{Desk, desk};
use crate::fake::{keys, kind, settle, typed};

/// A battle that the computer has played up to a decision where side A may move a unit.
fn begin(folder: &Desk, file: &str, wanted: &str) -> Box<dyn Session> {
    let scenario = Scenario::from_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    for seed in 5..60 {
        let game = NewGame { seats: [Seat::Human; 2], seed, dice: DiceKind::Seeded, undo: None };
        let mut session = folder.front().start(&scenario, &game).unwrap();
        for side in Side::BOTH {
            session.set_seat(side, Seat::program(Level::Random));
        }
        while let Some(now) = session.decision() {
            if now.kind == wanted && now.side == Side::A && !marches(&*session).is_empty() {
                session.set_seat(Side::A, Seat::Human);
                return session;
            }
            let thinking = session.think().unwrap();
            session.play(&thinking()).unwrap();
        }
    }
    panic!("no {wanted} with a way to go in these battles");
}

/// The units that may begin to move, each with the empty cells it reaches this turn.
fn marches(session: &dyn Session) -> Vec<(PieceId, Vec<Cell>)> {
    let view = session.view(Side::A);
    let empty = |cell: &Cell| !view.pieces.iter().any(|piece| piece.cell == Some(*cell));
    let begins = session.choices().iter().filter(|choice| choice.act == Act::Begin);
    let reach = |piece: PieceId| {
        let routes = session.aids().routes(&[piece])?;
        let now = routes.reach().into_iter().filter(|(_, turn)| *turn == 0).map(|(cell, _)| cell);
        let cells: Vec<Cell> = now.filter(empty).filter(|cell| !routes.plan(*cell).legs.is_empty()).collect();
        (!cells.is_empty()).then_some((piece, cells))
    };
    begins.filter_map(|choice| reach(choice.piece()?)).collect()
}

fn at(app: &App, piece: PieceId) -> Option<Cell> {
    app.session().unwrap().view(Side::A).pieces.iter().find(|other| other.id == piece)?.cell
}

fn plays(app: &App) -> u32 {
    app.session().unwrap().plays()
}

/// Marches each unit that can to a cell of its reach, and takes every march back.
fn march_and_return(file: &str, wanted: &str) {
    let folder = desk();
    let session = begin(&folder, file, wanted);
    assert_ne!(session.view(Side::A).marchers, Marchers::All);
    let all = marches(&*session);
    shown(session, false, |app| {
        keys(app, "Esc");
        let mut arrived = 0;
        for (piece, cells) in all.iter().take(6) {
            let (from, before) = (at(app, *piece), plays(app));
            let view = app.session().unwrap().view(Side::A);
            // The cursor on the unit, then on its goal.
            if let Some(cell) = from {
                typed(app, &format!("; {} Enter", spelt(&view.board.name(cell))));
            }
            let goal = cells[cells.len() / 2];
            let screen = typed(app, &format!("; {} Enter", spelt(&view.board.name(goal))));
            if !screen.contains("March: ") {
                continue;
            }
            settle(app);
            keys(app, "Enter");
            let screen = settle(app);
            assert!(plays(app) > before, "{screen}");
            arrived += usize::from(at(app, *piece) == Some(goal));
            // A lesson may have opened.
            if settle(app).contains("Enter continues") {
                typed(app, "Enter");
            }
            let screen = typed(app, "u");
            assert_eq!((at(app, *piece), plays(app), kind(app)), (from, before, wanted), "{screen}");
        }
        assert!(arrived > 0, "no unit of {file} arrived");
    });
}

/// A name as keys.
fn spelt(name: &str) -> String {
    name.chars()
        .map(|letter| if letter == ' ' { "Space".to_owned() } else { letter.to_string() })
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_unit_of_panzertruppe_marches_by_one_key() {
    march_and_return("scenarios/panzertruppe/crossroads.toml", "move");
}

#[test]
fn a_stack_of_asl_marches_by_one_key() {
    march_and_return("scenarios/aslsk/steps-1-infantry.toml", "move");
}

/// The point of a rout, its path and Interdiction are shown as for any other march.
#[test]
fn a_broken_unit_of_asl_routs_by_one_key() {
    march_and_return("scenarios/aslsk/steps-1-infantry.toml", "rout");
}

#[test]
fn a_group_of_fire_and_move_marches_by_one_key() {
    march_and_return("scenarios/fireandmove/crossroads.toml", "turn");
}

#[test]
fn a_unit_tells_its_points_before_and_after_a_step() {
    let folder = desk();
    let session = begin(&folder, "scenarios/panzertruppe/crossroads.toml", "move");
    shown(session, false, |app| {
        keys(app, "Esc");
        let screen = typed(app, "Enter");
        let left = |screen: &str| {
            let line = screen.lines().rev().find(|line| line.contains("points left")).map(str::to_owned);
            line.unwrap_or_else(|| panic!("no points left: {screen}"))
        };
        let before = left(&screen);
        let plays_before = plays(app);
        for key in ["Right", "Up", "Down", "Left"] {
            let screen = typed(app, key);
            if plays(app) > plays_before {
                return assert_ne!(left(&screen), before);
            }
        }
        panic!("no step is possible: {screen}");
    });
}
