//! `standto los`: lines of sight.

use std::collections::BTreeSet;
use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::{CommandError, CommandResult, fail, json};
use crate::board::Cell;
use crate::game::view::BoardView;
use crate::game::{Session, Side, Sight, View};
use crate::library::{Found, Library};

/// Show the line of sight between two cells, or everything visible from one.
///
/// Cells are named as on the map: 1722 is the square 17 across and 22 up, C3 is the third hex of hexrow C. In
/// a saved game the current pieces and smoke count.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto los introductory --from 1234 --to 1220\n  \
    standto los introductory --from 1234\n  standto los SAVE --from 1234 --json")]
pub struct Los {
    /// Scenario or saved game, by name or path
    #[arg(value_name = "FILE")]
    file: String,
    /// Cell to look from
    #[arg(long, value_name = "CELL")]
    from: String,
    /// Cell to look at; without it, everything visible is shown
    #[arg(long, value_name = "CELL")]
    to: Option<String>,
    /// Print JSON: visible, range, where it is blocked, the rule and the reason
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
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        let game = match front.find(&self.file)? {
            Found::Scenario(scenario) => front.look(&scenario)?,
            Found::Save(path) => front.look_at_save(&path)?,
        };
        let view = game.view(Side::A);
        let board = &view.board;
        let from = cell(board, &self.from)?;
        let Some(to) = self.to else { return all(&*game, from, &view, self.json, out) };
        let to = cell(board, &to)?;
        let sight = game.sight(from, to);
        if self.json {
            return json(out, &line(board, from, to, sight));
        }
        let Sight { visible, range, blocked_at, rule, why, .. } = sight;
        let seen = if visible { "visible" } else { "not visible" };
        writeln!(out, "{} to {}: {seen}", board.name(from), board.name(to))?;
        writeln!(out, "range {range}")?;
        if let Some(cell) = blocked_at {
            writeln!(out, "blocked at {}", board.name(cell))?;
        }
        if let (Some(why), Some(rule)) = (why, rule) {
            writeln!(out, "{why} ({rule})")?;
        }
        Ok(())
    }
}

/// The cell with a name.
fn cell(board: &BoardView, name: &str) -> Result<Cell, CommandError> {
    board.find(name).or_else(|bad| fail(bad.to_string().trim_end_matches('.').to_owned()))
}

fn all(game: &dyn Session, from: Cell, view: &View, as_json: bool, out: &mut dyn Write) -> CommandResult {
    let board = &view.board;
    let seen: BTreeSet<Cell> = board.grid.cells().filter(|&cell| game.sight(from, cell).visible).collect();
    if as_json {
        // In map order: the lowest row first.
        let visible = board.grid.cells().filter(|cell| seen.contains(cell)).map(|cell| board.name(cell));
        return json(out, &Seen { from: board.name(from), visible: visible.collect() });
    }
    map(from, &seen, view, out)
}

fn line(board: &BoardView, from: Cell, to: Cell, sight: Sight) -> Line {
    Line {
        from: board.name(from),
        to: board.name(to),
        visible: sight.visible,
        range: sight.range,
        blocked_at: sight.blocked_at.map(|cell| board.name(cell)),
        rule: sight.rule,
        why: sight.why,
        path: sight.path.iter().map(|&cell| board.name(cell)).collect(),
    }
}

/// Draws the board from the top row down: terrain where it is visible, blanks elsewhere. Every other hexrow
/// is half a hex, that is one line, lower.
fn map(from: Cell, seen: &BTreeSet<Cell>, view: &View, out: &mut dyn Write) -> CommandResult {
    let board = &view.board;
    let (width, height) = (i16::from(board.grid.width()), i16::from(board.grid.height()));
    let mark = |cell: Cell| match board.ground(cell) {
        _ if cell == from => '@',
        Some(kind) if seen.contains(&cell) => kind.glyph,
        _ => ' ',
    };
    if board.grid.is_hex() {
        for line in 0..height * 2 + 1 {
            let shown = (0..width).flat_map(|x| {
                let below = line - x % 2;
                let cell = Cell::new(x, height - 1 - below / 2);
                [if below % 2 == 0 && board.grid.contains(cell) { mark(cell) } else { ' ' }, ' ']
            });
            writeln!(out, "{}", shown.collect::<String>().trim_end())?;
        }
    } else {
        let edge = |out: &mut dyn Write| -> CommandResult {
            for place in [10, 1] {
                let digit = |x: i16| char::from(b'0' + ((x + 1) / place % 10) as u8);
                writeln!(out, "   {}", (0..width).map(digit).collect::<String>())?;
            }
            Ok(())
        };
        edge(out)?;
        for y in (0..height).rev() {
            let row: String = (0..width).map(|x| mark(Cell::new(x, y))).collect();
            writeln!(out, "{:02} {row} {:02}", y + 1, y + 1)?;
        }
        edge(out)?;
    }
    let (count, cells) = (board.grid.cells().count(), view.words.cell[1]);
    writeln!(out, "\n@ {}; blank: not visible; {} of {count} {cells} visible", board.name(from), seen.len())?;
    let kinds: BTreeSet<(char, &str)> = seen
        .iter()
        .filter_map(|&cell| board.ground(cell))
        .map(|kind| (kind.glyph, kind.name.as_str()))
        .collect();
    for (glyph, name) in kinds {
        writeln!(out, "{glyph} {name}")?;
    }
    Ok(())
}
