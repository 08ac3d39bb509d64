//! `standto los`: what can be seen from where, and why not.

use std::collections::BTreeSet;
use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::{Done, Stop, json, stop};
use crate::board::Cell;
use crate::front::{Found, Front};
use crate::game::view::BoardView;
use crate::game::{Session, Side, Sight};

/// Show the line of sight between two squares, or everything that is seen from one.
///
/// Squares are named as on the map: two digits to the right, two digits up, so 1722 is seventeen to the
/// right and twenty-two up. In a saved game the stands and the smoke of that moment count.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto los introductory --from 1234 --to 1220\n  \
    standto los introductory --from 1234\n  standto los SAVE --from 1234 --json")]
pub struct Los {
    /// A scenario (name or file) or a saved game (name or file)
    #[arg(value_name = "FILE")]
    file: String,
    /// The square to look from
    #[arg(long, value_name = "CCRR")]
    from: Cell,
    /// The square to look at; without it, a map of all that is seen
    #[arg(long, value_name = "CCRR")]
    to: Option<Cell>,
    /// Print JSON: visible, range, and where it is blocked, by which rule and why
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    from: String,
    to: String,
    visible: bool,
    range: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    path: Vec<String>,
}

#[derive(Serialize)]
struct Seen {
    from: String,
    visible: Vec<String>,
}

impl Los {
    pub(super) fn run(self, front: &Front, out: &mut dyn Write) -> Done {
        let game = match front.find(&self.file)? {
            Found::Scenario(scenario) => front.look(&scenario)?,
            Found::Save(path) => front.look_at_save(&path)?,
        };
        let board = game.view(Side::A).board;
        on_board(&board, self.from)?;
        let Some(to) = self.to else { return self.all(&*game, &board, out) };
        on_board(&board, to)?;
        let sight = game.sight(self.from, to);
        if self.json {
            return json(out, &line(self.from, to, sight));
        }
        let Sight { visible, range, blocked_at, rule, why, .. } = sight;
        writeln!(out, "{} to {to}: {}", self.from, if visible { "visible" } else { "not visible" })?;
        writeln!(out, "range {range}")?;
        if let Some(cell) = blocked_at {
            writeln!(out, "blocked at {cell}")?;
        }
        if let (Some(why), Some(rule)) = (why, rule) {
            writeln!(out, "{why} ({rule})")?;
        }
        Ok(())
    }

    fn all(&self, game: &dyn Session, board: &BoardView, out: &mut dyn Write) -> Done {
        let seen: BTreeSet<Cell> = cells(board).filter(|&cell| game.sight(self.from, cell).visible).collect();
        if self.json {
            let visible = cells(board).filter(|cell| seen.contains(cell)).map(|cell| cell.to_string());
            return json(out, &Seen { from: self.from.to_string(), visible: visible.collect() });
        }
        map(self.from, &seen, board, out)
    }
}

fn line(from: Cell, to: Cell, sight: Sight) -> Line {
    Line {
        from: from.to_string(),
        to: to.to_string(),
        visible: sight.visible,
        range: sight.range,
        blocked_at: sight.blocked_at.map(|cell| cell.to_string()),
        rule: sight.rule,
        why: sight.why,
        path: sight.path.iter().map(Cell::to_string).collect(),
    }
}

fn on_board(board: &BoardView, cell: Cell) -> Result<(), Stop> {
    if board.grid.contains(cell) {
        return Ok(());
    }
    let corner = Cell::new(i16::from(board.grid.width()) - 1, i16::from(board.grid.height()) - 1);
    stop(format!("{cell} is off the board, which goes from 0101 to {corner}"))
}

fn cells(board: &BoardView) -> impl Iterator<Item = Cell> {
    board.grid.cells()
}

/// The board from the top row down: ground where it is seen, blanks where it is not.
fn map(from: Cell, seen: &BTreeSet<Cell>, board: &BoardView, out: &mut dyn Write) -> Done {
    let width = i16::from(board.grid.width());
    let kind = |cell: Cell| board.ground(cell);
    let edge = |out: &mut dyn Write| -> Done {
        for place in [10, 1] {
            let digit = |x: i16| char::from(b'0' + ((x + 1) / place % 10) as u8);
            writeln!(out, "   {}", (0..width).map(digit).collect::<String>())?;
        }
        Ok(())
    };
    edge(out)?;
    for y in (0..i16::from(board.grid.height())).rev() {
        let mark = |x| {
            let cell = Cell::new(x, y);
            match kind(cell) {
                _ if cell == from => '@',
                Some(kind) if seen.contains(&cell) => kind.glyph,
                _ => ' ',
            }
        };
        writeln!(out, "{:02} {} {:02}", y + 1, (0..width).map(mark).collect::<String>(), y + 1)?;
    }
    edge(out)?;
    writeln!(out, "\n@ {from}; blank: not seen; {} of {} squares seen", seen.len(), board.cells.len())?;
    let kinds: BTreeSet<(char, &str)> =
        seen.iter().filter_map(|&cell| kind(cell)).map(|kind| (kind.glyph, kind.name.as_str())).collect();
    for (glyph, name) in kinds {
        writeln!(out, "{glyph} {name}")?;
    }
    Ok(())
}
