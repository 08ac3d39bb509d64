//! One cell of a map without tints: its terrain, sides, pieces and overlays.
//!
//! Sides differ by upper and lower case, states by letters and attributes: colour is never needed. Overlays
//! change the cell's style or follow its first character, which always shows the terrain.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::piece::{arrow, foremost, glyph, harm, piece_style};
use super::scene::Scene;
use crate::board::{Cell, Heading, hex};
use crate::game::view::{Family, PieceView, Weight};
use crate::tui::game::Game;
use crate::tui::standing::When;
use crate::tui::text::{put, sign};
use crate::tui::theme::Role;

/// A cell with its upper left corner at a screen position.
struct PlainCell<'a> {
    scene: &'a Scene<'a>,
    cell: Cell,
    at: (u16, u16),
    piece: Option<&'a PieceView>,
    /// Whether a piece or a marker is drawn in it.
    occupied: bool,
}

/// Draws a cell with its upper left corner at a screen position.
pub fn draw(scene: &Scene, cell: Cell, at: (u16, u16), buf: &mut Buffer) {
    let piece = foremost(scene.game, cell);
    let marker = scene.game.shown.view.markers.iter().rev().find(|m| m.cell == cell);
    let here = PlainCell { scene, cell, at, piece, occupied: piece.is_some() || marker.is_some() };
    here.ground(buf);
    if let (Some(marker), None) = (marker, piece) {
        here.behind(marker.glyph, Role::Marker, buf);
    }
    if let Some(piece) = piece {
        here.piece(piece, buf);
    }
    here.sides(buf);
    here.overlay(buf);
}

/// The character for a piece's own standing order: fire or hold fire.
fn ordered(game: &Game, piece: &PieceView) -> Option<char> {
    (piece.side == game.shown.viewer).then(|| game.automation.when_of(&game.shown, piece.id)).and_then(
        |when| match when {
            When::Ask => None,
            When::Hold => Some('~'),
            When::Chance(_) | When::Within(_) | When::Kind(_) => Some('!'),
        },
    )
}

impl<'a> PlainCell<'a> {
    fn game(&self) -> &'a Game {
        self.scene.game
    }

    fn style(&self, role: Role) -> Style {
        self.scene.look.theme.of(role)
    }

    /// The column after the first character if there is room, so that the terrain stays visible.
    fn after_first(&self) -> u16 {
        self.at.0 + u16::from(self.scene.size.wide > 1)
    }

    /// Draws a mark there.
    fn behind(&self, letter: char, role: Role, buf: &mut Buffer) {
        sign(buf, self.after_first(), self.at.1, letter, self.style(role));
    }

    /// The same, unless a piece or a marker is there.
    fn behind_if_free(&self, letter: char, role: Role, buf: &mut Buffer) {
        if !self.occupied {
            self.behind(letter, role, buf);
        }
    }

    /// Its first character.
    fn first(&self) -> Rect {
        Rect::new(self.at.0, self.at.1, 1, 1)
    }

    /// Its first row.
    fn row(&self) -> Rect {
        Rect::new(self.at.0, self.at.1, self.scene.size.wide, 1)
    }

    /// Gives an area the style of a role and no other.
    fn restyle(&self, area: Rect, role: Role, buf: &mut Buffer) {
        buf.set_style(area, Style::reset());
        buf.set_style(area, self.style(role));
    }

    /// Draws the terrain alone.
    fn ground(&self, buf: &mut Buffer) {
        let (at, size) = (self.at, self.scene.size);
        let board = &self.game().shown.view.board;
        let heights = self.game().layers.heights;
        let (glyph, family) = board.ground(self.cell).map_or((' ', Family::Clear), |t| (t.glyph, t.family));
        let unseen = self.scene.is_unseen(self.cell);
        let style = self.style(if unseen { Role::Unseen } else { Role::ground(family) });
        let once = if unseen && glyph == '.' { ' ' } else { glyph };
        // Open or unseen terrain is a single character; other terrain fills its cell.
        let filler = if heights || family == Family::Clear || unseen { ' ' } else { glyph };
        for row in 0..size.tall {
            for column in 0..size.wide {
                let first = row == 0 && column == 0;
                sign(buf, at.0 + column, at.1 + row, if first { once } else { filler }, style);
            }
        }
        if heights {
            let level = board.level(self.cell);
            let height = if level == 0 { ".".to_owned() } else { level.to_string() };
            put(buf, at.0, at.1, size.wide, &height, style);
        }
    }

    /// The character and the style of the feature along a side: its own character if there is one, otherwise a line.
    fn side(&self, side: Heading, line: char) -> Option<(char, Style)> {
        let kind = self.scene.edge(self.cell, side)?;
        let kind = kind.and_then(|kind| self.game().shown.view.board.kind(kind));
        let own = kind.map(|kind| kind.glyph).filter(|glyph| !" |/\\_".contains(*glyph));
        let role = kind.map_or(Role::Dim, |kind| Role::ground(kind.family));
        Some((own.unwrap_or(line), self.style(role)))
    }

    /// Draws the sides that belong to a cell: the eastern ones and the southern one.
    fn sides(&self, buf: &mut Buffer) {
        let (at, size) = (self.at, self.scene.size);
        let right = at.0 + size.wide;
        if self.game().shown.grid().is_hex() {
            let eastern = [(hex::Side::NE, '\\'), (hex::Side::SE, '/')];
            for (row, (side, line)) in (at.1..).zip(eastern) {
                if let Some((glyph, style)) = self.side(side.into(), line) {
                    sign(buf, right, row, glyph, style);
                }
            }
        } else if let Some((glyph, style)) = self.side(Heading::EAST, '|') {
            sign(buf, right, at.1, glyph, style);
        }
        if let Some((glyph, style)) = self.side(Heading::SOUTH, '_') {
            let row = at.1 + size.tall - 1;
            for x in at.0..right {
                let covered = self.piece.is_some();
                let free = if covered { buf[(x, row)].symbol() == " " } else { size.tall > 1 || x > at.0 };
                if free {
                    sign(buf, x, row, glyph, style);
                }
            }
        }
    }

    /// Draws a piece: its letter, its facing, its states, and the number of pieces in its cell.
    fn piece(&self, piece: &PieceView, buf: &mut Buffer) {
        let (game, look, at, size) = (self.game(), self.scene.look, self.at, self.scene.size);
        let style = piece_style(piece, look);
        let mut facings = piece.facings.iter().map(|facing| arrow(facing.to, look.ascii));
        let (hull, turret) = (facings.next(), facings.next());
        let turret = turret.filter(|turret| Some(*turret) != hull);
        let state = harm(piece).map(|state| state.letter);
        let word = piece.states.iter().find(|s| s.weight < Weight::Harm).map(|s| s.letter);
        let crowd = game.shown.pieces_at(self.cell).filter(|p| p.carried_by.is_none()).count();
        let count = (crowd > 1).then(|| char::from_digit(crowd.min(9) as u32, 10)).flatten();
        if size.tall > 1 {
            // Two rows: letter and facing above, state and number on the terrain below.
            let upper = [Some(glyph(piece)), hull, turret];
            for (x, letter) in (at.0..at.0 + size.wide).zip(upper) {
                sign(buf, x, at.1, letter.unwrap_or(' '), style);
            }
            let lower = [(at.0, state.or(word)), (at.0 + size.wide - 1, count)];
            for (x, sign) in lower {
                if let Some(sign) = sign {
                    let harmed = Some(sign) == state && x == at.0;
                    let style = if harmed { self.style(Role::Warning) } else { style };
                    put(buf, x, at.1 + 1, 1, &sign.to_string(), style);
                }
            }
            return;
        }
        let second = if size.wide == 2 { state.or(hull) } else { hull };
        let third = state.or(turret).or(word).or(count).or(ordered(game, piece));
        for (x, letter) in (at.0..at.0 + size.wide).zip([Some(glyph(piece)), second, third]) {
            sign(buf, x, at.1, letter.unwrap_or(' '), style);
        }
        if state.is_some() && size.wide > 1 {
            let x = at.0 + if size.wide == 2 { 1 } else { 2 };
            buf.set_style(Rect::new(x, at.1, 1, 1), self.style(Role::Warning));
        }
    }

    /// Where a group could march and in how many turns, its path under the cursor and the stands' destinations.
    fn march(&self, buf: &mut Buffer) {
        let game = self.game();
        let planned = game.marching.planned();
        let mut legs = planned.iter().flat_map(|march| &march.legs);
        let ghost = legs
            .find(|leg| leg.way.get(leg.stop) == Some(&self.cell))
            .and_then(|leg| game.shown.piece(leg.piece));
        if let Some(piece) = ghost {
            let style = self.style(Role::Path).add_modifier(Modifier::UNDERLINED);
            return sign(buf, self.after_first(), self.at.1, glyph(piece), style);
        }
        if self.occupied {
            return;
        }
        if self.scene.is_on_way(self.cell) {
            return self.behind('*', Role::Path, buf);
        }
        // Cells beyond this turn's reach stay blank: the line below the map gives the time of arrival.
        if self.scene.reach(self.cell) == Some(0) {
            if self.scene.size.wide > 1 {
                self.behind('\'', Role::Dim, buf);
            } else {
                buf.set_style(self.first(), self.style(Role::Key));
            }
        }
    }

    /// Draws how badly the known enemies threaten a cell: on free ground, and under a unit of the player's own.
    fn threatened(&self, buf: &mut Buffer) {
        let threat = self.scene.threat(self.cell).map_or(0, |threat| threat.digit());
        let Some(digit) = char::from_digit(threat.into(), 10).filter(|_| threat > 0) else { return };
        self.behind_if_free(digit, Role::Warning, buf);
        // An own unit under fire is underlined, and numbered where its counter has room.
        if self.piece.is_some_and(|piece| piece.side == self.game().shown.viewer) {
            buf.set_style(self.first(), Style::new().add_modifier(Modifier::UNDERLINED));
            let last = self.at.0 + self.scene.size.wide - 1;
            if buf[(last, self.at.1)].symbol() == " " {
                sign(buf, last, self.at.1, digit, self.style(Role::Warning));
            }
        }
    }

    /// Draws lines of sight, options, marks and the cursor.
    fn overlay(&self, buf: &mut Buffer) {
        let (game, cell) = (self.game(), self.cell);
        self.march(buf);
        self.threatened(buf);
        if self.scene.in_zone(cell) {
            self.behind_if_free('+', Role::Dim, buf);
        }
        if self.scene.is_option(cell) {
            self.behind_if_free('+', Role::Option, buf);
            self.restyle(self.first(), Role::Option, buf);
        }
        if game.report.step.and_then(|n| game.report.acts.get(n)).is_some_and(|act| act.cells.contains(&cell))
        {
            self.restyle(self.row(), Role::Marked, buf);
        }
        if game.shown.picked(&game.pointer).is_some_and(|choice| choice.cells.contains(&cell)) {
            self.behind_if_free('@', Role::Marked, buf);
            self.restyle(self.row(), Role::Marked, buf);
        }
        if let Some((from, sight)) = &game.layers.sight {
            if sight.blocked_at == Some(cell) {
                self.behind_if_free('X', Role::Blocked, buf);
                self.restyle(self.first(), Role::Blocked, buf);
            } else if sight.path.contains(&cell) || cell == *from {
                self.behind_if_free('*', Role::Path, buf);
            }
        }
        if self.piece.is_some_and(|piece| game.shown.view.active == Some(piece.id)) {
            self.restyle(self.first(), Role::Active, buf);
        }
        if game.shown.pieces_at(cell).any(|p| game.pointer.marked.contains(&p.id)) {
            self.restyle(self.row(), Role::Marked, buf);
        }
        let picked = game.pointer.pick.and_then(|n| game.shown.cell_of(n)) == Some(cell);
        if picked && game.shown.view.active.is_some() {
            self.restyle(self.row(), Role::Marked, buf);
        }
        if cell == game.pointer.cursor {
            let whole = Rect { height: self.scene.size.tall, ..self.row() };
            self.restyle(whole, Role::Cursor, buf);
        }
    }
}
