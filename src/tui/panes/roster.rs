//! The roster: every piece with its values; folded into a line per formation where there is little room.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::map::piece::{glyph, piece_style};
use super::strip::role_of;
use super::{Look, headed};
use crate::game::view::{PieceView, StateView, Weight};
use crate::game::{ChoiceView, Side};
use crate::tui::game::Game;
use crate::tui::text::{Line, capital, cut, meter, put_lines, width};
use crate::tui::theme::Role;

/// The width from which the roster scrolls rather than folds.
const WIDE: u16 = 56;
/// The most states shown as letters.
const LETTERS: usize = 5;

/// A piece's states for a column: a letter for each harmful state, otherwise words.
pub fn state(piece: &PieceView) -> String {
    let short = |state: &StateView| {
        if state.weight >= Weight::Harm { state.letter.to_string() } else { state.word.to_owned() }
    };
    let all = piece.states.iter().map(short).collect::<Vec<_>>().join(" ");
    match () {
        () if piece.lost => "lost".to_owned(),
        () if piece.carried_by.is_some() => format!("aboard {all}"),
        () => all,
    }
}

fn place(game: &Game, piece: &PieceView) -> String {
    let cell = piece.cell.map_or("----".to_owned(), |c| game.shown.view.board.short_name(c));
    let facing = piece.facing().map_or("", |to| game.shown.grid().heading_name(to));
    format!("{cell:<4} {facing:<2}")
}

/// The indices of all pieces in display order: own side first, pieces in play before lost ones.
fn order(game: &Game) -> Vec<usize> {
    let mut order: Vec<usize> = (0..game.shown.view.pieces.len()).collect();
    order.sort_by_key(|&n| {
        let piece = &game.shown.view.pieces[n];
        (piece.side != game.shown.viewer, piece.lost)
    });
    order
}

/// The piece that is highlighted or acting.
fn focus(game: &Game) -> Option<crate::game::view::PieceId> {
    game.shown.picked(&game.pointer).and_then(ChoiceView::piece).or(game.shown.view.active)
}

/// The widths of the columns of the whole table.
struct Columns {
    tags: usize,
    figures: usize,
    names: usize,
    places: usize,
    states: usize,
    /// The values shown, as indices into [`PieceView::values`], and their widths.
    values: Vec<(usize, usize)>,
}

impl Columns {
    /// The columns of the table; `is_brief` for short names and letters for states.
    fn of(game: &Game, is_brief: bool) -> Self {
        let view = &game.shown.view;
        let widest = |text: &dyn Fn(&PieceView) -> usize| view.pieces.iter().map(text).max().unwrap_or(0);
        let width_of = |(n, head): (usize, &&'static str)| {
            let cells = view.pieces.iter().filter_map(|p| p.values.get(n)).map(|v| width(v));
            (n, cells.max().unwrap_or(0).max(width(head)))
        };
        // A brief table leaves out what it tells already.
        let is_new = |n: usize| {
            let told = |p: &PieceView| {
                p.values.get(n).is_none_or(|value| *value == p.formation || value == p.counter_name())
            };
            !is_brief || !view.pieces.iter().all(told)
        };
        let values = view.columns.iter().enumerate().filter(|(n, _)| is_new(*n)).map(width_of);
        let all = |piece: &PieceView| piece.figures.iter().map(|n| usize::from(*n)).sum();
        Self {
            tags: widest(&|p| width(&p.tag)).max(3),
            figures: widest(&all),
            names: widest(&|p| width(if is_brief { p.counter_name() } else { p.type_name() })).clamp(5, 24),
            places: widest(&|p| width(&place(game, p))).max(7),
            states: if is_brief { LETTERS } else { widest(&|p| width(&state(p))).clamp(5, 14) },
            values: values.collect(),
        }
    }

    /// The width without the values.
    fn fixed(&self) -> usize {
        let figures = if self.figures > 0 { self.figures + 1 } else { 0 };
        5 + self.tags + figures + self.names + self.places + self.states
    }

    /// The columns that fit a width: first the values go, then some of the states and of the names.
    fn fitted(mut self, room: usize) -> Self {
        while self.fixed() + self.values.iter().map(|(_, wide)| wide + 1).sum::<usize>() > room
            && !self.values.is_empty()
        {
            self.values.pop();
        }
        if self.fixed() > room {
            self.states = 3;
        }
        // Groups are told by their figures.
        if self.fixed() > room && self.figures > 0 {
            self.names = 0;
        }
        let over = self.fixed().saturating_sub(room);
        self.names = self.names.saturating_sub(over);
        self
    }

    /// The values shown, each in its column.
    fn written(&self, values: &[String]) -> String {
        let cell =
            |(n, wide): &(usize, usize)| format!("{:>wide$}", values.get(*n).map_or("", String::as_str));
        self.values.iter().map(cell).collect::<Vec<_>>().join(" ")
    }

    /// A line of the table without the figures.
    fn line(&self, [mark, tag, name, at, state]: [&str; 5], values: &[String]) -> String {
        let values = self.written(values);
        let Self { tags, names, places, states, .. } = *self;
        let (name, state) = (cut(name, names), cut(state, states));
        let all = format!("{mark:<1} {tag:<tags$} {name:<names$} {at:<places$} {state:<states$} {values}");
        all.trim_end().to_owned()
    }

    fn heading(&self, game: &Game) -> String {
        let heads: Vec<String> = game.shown.view.columns.iter().map(|c| (*c).to_owned()).collect();
        self.line(["", "", &capital(game.shown.view.words.piece[0]), "At", "State"], &heads)
    }
}

/// The whole roster as text: the headings, and a line for each piece with its role and index.
pub fn table(game: &Game) -> (String, Vec<(String, Role, usize)>) {
    let columns = Columns::of(game, false);
    let rows = order(game).into_iter().map(|n| {
        let piece = &game.shown.view.pieces[n];
        let role = if piece.lost { Role::Dim } else { role_of(piece.side) };
        let cells = [
            &glyph(piece).to_string(),
            piece.tag.as_str(),
            piece.type_name(),
            &place(game, piece),
            &state(piece),
        ];
        (columns.line(cells, &piece.values), role, n)
    });
    (columns.heading(game), rows.collect())
}

/// The width needed to show every column.
pub fn needed(game: &Game) -> u16 {
    let columns = Columns::of(game, true);
    let all = columns.fixed() + columns.values.iter().map(|(_, wide)| wide + 1).sum::<usize>();
    u16::try_from(all).unwrap_or(u16::MAX)
}

/// The figures of a group, one character each: fit ones first, then those in a harmful state, then the lost.
fn figures(piece: &PieceView, style: Style, look: Look) -> Line {
    let signs = if look.ascii { ["O", "o", "x"] } else { ["●", "◐", "○"] };
    let styles = [style, look.theme.of(Role::Warning), look.theme.of(Role::Dim)];
    let rows = piece.figures.iter().zip(signs).zip(styles);
    rows.map(|((count, sign), style)| (sign.repeat(usize::from(*count)), style)).collect()
}

/// The pieces of a formation of one side.
struct Formation<'a> {
    name: &'a str,
    pieces: Vec<&'a PieceView>,
}

impl Formation<'_> {
    fn side(&self) -> Side {
        self.pieces[0].side
    }

    /// How many pieces are left; figures, if the pieces are groups of them.
    fn strength(&self) -> [usize; 2] {
        let figures = |of: std::ops::Range<usize>| -> usize {
            self.pieces.iter().flat_map(|piece| &piece.figures[of.clone()]).map(|n| usize::from(*n)).sum()
        };
        match figures(0..3) {
            0 => [self.pieces.iter().filter(|piece| !piece.lost).count(), self.pieces.len()],
            all => [figures(0..2), all],
        }
    }

    /// The share of its strength that is left.
    fn share(&self) -> f64 {
        let [left, all] = self.strength();
        left as f64 / all.max(1) as f64
    }

    /// The name of its most common type in play, with a mark if it has others.
    fn types(&self) -> String {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        let alive = self.pieces.iter().filter(|piece| !piece.lost && piece.figures == [0; 3]);
        for piece in alive {
            let name = piece.counter_name();
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        let most = counts.iter().rev().max_by_key(|(_, count)| *count);
        let more = if counts.len() > 1 { "+" } else { "" };
        most.map_or_else(String::new, |(name, _)| format!("{name}{more}"))
    }

    /// How many of its pieces have which harmful state: "1S 2D".
    fn harms(&self) -> String {
        let mut states: Vec<(char, usize)> = Vec::new();
        let alive = self.pieces.iter().filter(|piece| !piece.lost);
        for state in alive.flat_map(|piece| &piece.states).filter(|state| state.weight >= Weight::Harm) {
            match states.iter_mut().find(|(letter, _)| *letter == state.letter) {
                Some((_, count)) => *count += 1,
                None => states.push((state.letter, 1)),
            }
        }
        states.iter().map(|(letter, count)| format!("{count}{letter}")).collect::<Vec<_>>().join(" ")
    }

    /// "███░ 3/4 PzIV F2  1S", with the name of the formation if there is room.
    fn line(&self, is_focused: bool, room: usize, look: Look) -> Line {
        let mut style = look.theme.of(role_of(self.side()));
        if is_focused {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let [left, all] = self.strength();
        let count = format!("{left}/{all}");
        let harms = self.harms();
        let names = room.saturating_sub(5 + 6 + width(&harms) + 1);
        let (types, name) = (self.types(), self.name);
        let whole = format!("{types} {name}");
        let named = match () {
            () if types.is_empty() || (name.len() > 2 && width(name) <= names && width(&whole) > names) => {
                name.to_owned()
            }
            () if width(&whole) <= names => whole,
            () => types,
        };
        let named = cut(named.trim(), names);
        vec![
            (meter(self.share(), 4, look.ascii), look.theme.of(role_of(self.side()))),
            (" ".to_owned(), Style::new()),
            (format!("{count:<5} {named}"), style),
            (format!(" {harms}"), look.theme.of(Role::Warning)),
        ]
    }

    /// "Medium Tank Company ██████░░ 3/4", the heading above its pieces.
    fn heading(&self, look: Look) -> Line {
        let [left, all] = self.strength();
        let side = look.theme.of(role_of(self.side()));
        let name = if self.name.is_empty() { "Others" } else { self.name };
        vec![
            (format!("{name} "), side.add_modifier(Modifier::BOLD)),
            (meter(self.share(), all.clamp(4, 16), look.ascii), side),
            (format!(" {left}/{all}"), look.theme.of(Role::Dim)),
        ]
    }
}

/// All formations, own side first.
fn formations(game: &Game) -> Vec<Formation<'_>> {
    let mut formations: Vec<Formation> = Vec::new();
    for n in order(game) {
        let piece = &game.shown.view.pieces[n];
        let known = formations.iter_mut().find(|f| f.name == piece.formation && f.side() == piece.side);
        match known {
            Some(formation) => formation.pieces.push(piece),
            None => formations.push(Formation { name: &piece.formation, pieces: vec![piece] }),
        }
    }
    formations
}

/// The style of a piece's row. Its states are in letters, so it needs no other marks.
fn row_style(game: &Game, piece: &PieceView, look: Look) -> Style {
    let style = if piece.lost { look.theme.of(Role::Dim) } else { piece_style(piece, look) };
    let style = style.remove_modifier(Modifier::UNDERLINED);
    if Some(piece.id) == focus(game) { style.add_modifier(Modifier::REVERSED) } else { style }
}

/// The states of a piece as letters, harmful ones highlighted, filled up to a width.
fn letters(piece: &PieceView, room: usize, look: Look) -> Line {
    let mut line: Line = match () {
        () if piece.lost => vec![("lost".to_owned(), look.theme.of(Role::Dim))],
        () => {
            let shown = piece.states.iter().take(room);
            let style = |state: &StateView| {
                look.theme.of(if state.weight >= Weight::Harm { Role::Warning } else { Role::Dim })
            };
            shown.map(|state| (state.letter.to_string(), style(state))).collect()
        }
    };
    let used: usize = line.iter().map(|(text, _)| width(text)).sum();
    line.push((" ".repeat(room.saturating_sub(used)), Style::new()));
    line
}

/// A piece with its values.
fn line(game: &Game, piece: &PieceView, columns: &Columns, look: Look) -> Line {
    let style = row_style(game, piece, look);
    let Columns { tags, names, places, states, .. } = *columns;
    let mut line = vec![(format!("{} {:<tags$} ", glyph(piece), piece.tag), style)];
    if columns.figures > 0 {
        let known = figures(piece, style, look);
        let used: usize = known.iter().map(|(text, _)| width(text)).sum();
        line.extend(known);
        line.push((" ".repeat(columns.figures + 1 - used), Style::new()));
    }
    let name = cut(piece.counter_name(), names);
    let at = if piece.carried_by.is_some() { "aboard".to_owned() } else { place(game, piece) };
    line.push((format!("{name:<names$} {at:<places$} "), style));
    line.extend(letters(piece, states, look));
    let role = if piece.lost { Role::Dim } else { Role::Text };
    line.push((format!(" {}", columns.written(&piece.values).trim_end()), look.theme.of(role)));
    line
}

/// The rows for a room of this size: a line per piece with as many columns as fit, below headings of formations
/// if there are rows for them; or one line per formation. Also the row of the highlighted or acting piece.
fn rows(game: &Game, room: (usize, usize), look: Look) -> (Vec<Line>, usize) {
    let focus = focus(game);
    let formations = formations(game);
    let columns = Columns::of(game, true).fitted(room.0);
    let valued = !columns.values.is_empty();
    let shown = |piece: &PieceView| valued || !piece.lost;
    let count = game.shown.view.pieces.iter().filter(|piece| shown(piece)).count();
    if room.0 < usize::from(WIDE) && count > room.1 {
        let line = |formation: &Formation| {
            let focused = formation.pieces.iter().any(|piece| Some(piece.id) == focus);
            formation.line(focused, room.0, look)
        };
        let lines: Vec<Line> = formations.iter().map(line).collect();
        if lines.len() <= room.1 {
            return (lines, 0);
        }
    }
    let named = formations.iter().any(|formation| !formation.name.is_empty());
    let headings = named && count + formations.len() + usize::from(valued) <= room.1;
    let (mut lines, mut at): (Vec<Line>, usize) = (Vec::new(), 0);
    if valued {
        lines.push(vec![(table_heading(game, &columns), look.theme.of(Role::Dim))]);
    }
    if headings {
        for formation in &formations {
            lines.push(formation.heading(look));
            for &piece in formation.pieces.iter().filter(|piece| shown(piece)) {
                at = if Some(piece.id) == focus { lines.len() } else { at };
                lines.push(line(game, piece, &columns, look));
            }
        }
    } else {
        for piece in order(game).into_iter().map(|n| &game.shown.view.pieces[n]).filter(|piece| shown(piece))
        {
            at = if Some(piece.id) == focus { lines.len() } else { at };
            lines.push(line(game, piece, &columns, look));
        }
    }
    (lines, at)
}

/// The headings of the columns, with room for the figures.
fn table_heading(game: &Game, columns: &Columns) -> String {
    let text = columns.heading(game);
    let lead = columns.tags + 3;
    let figures = if columns.figures > 0 { columns.figures + 1 } else { 0 };
    format!("{}{}", " ".repeat(figures + lead), text.get(lead..).unwrap_or_default())
}

/// The height the roster would like in a pane of this width and at most this height.
pub fn wanted(game: &Game, wide: u16, most: u16, look: Look) -> u16 {
    let room = (usize::from(wide), usize::from(most.saturating_sub(1)));
    let (lines, _) = rows(game, room, look);
    (lines.len() as u16 + 1).min(most)
}

/// Draws as much of the roster as fits, scrolled to the highlighted or acting piece.
pub fn draw(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    if area.height < 2 {
        return;
    }
    let alive = |side| game.shown.view.pieces.iter().filter(|p| p.side == side && !p.lost).count();
    let of = |side: Side| format!("{} {}", alive(side), game.shown.view.sides[side.index()].name);
    let long = format!("{}, {}", of(game.shown.viewer), of(game.shown.viewer.other()));
    let short = format!("Roster {}:{}", alive(Side::A), alive(Side::B));
    let heading = if width(&long) <= usize::from(area.width) { long } else { short };
    let inner = headed(area, &heading, buf, look);
    let room = usize::from(inner.height);
    let (lines, at) = rows(game, (usize::from(inner.width), room), look);
    let top = if at < room { 0 } else { (at - room / 2).min(lines.len().saturating_sub(room)) };
    put_lines(buf, inner, &lines, top);
}
